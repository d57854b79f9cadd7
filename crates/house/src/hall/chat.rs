//! What is said at a table: stored, and only then heard by others.

use super::{Hall, slot::TableSlot, stored};
use crate::{
    clock,
    fault::Fault,
    table::{
        Live,
        chat::{Chat, ChatLine},
    },
};
use kernel::Seat;
use tokio::sync::{MutexGuard, watch};

/// What was said at a table is forgotten so long after its end, in milliseconds.
const REMEMBERED: u64 = 30 * 24 * 3600 * 1000;

impl Hall {
    /// Says something at a table. `speaker` looks at the table and says which seat speaks. Gives the number of the line.
    pub async fn say<S>(&self, id: &str, text: String, speaker: S) -> Result<u64, Fault>
    where
        S: FnOnce(&Live) -> Result<Seat, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move {
            let speaks = |live: &Live| speaker(live).map(|seat| (seat, live.held_with(seat), live.name(seat).to_owned()));
            let (seat, held, name) = hall.look(&id, speaks).await??;
            let slot = hall.known_slot(&id)?;
            let mut guard = hall.chat_of(&id, &slot).await?;
            let Some(chat) = guard.as_mut() else { return Err(Fault::internal("the chat is gone")) };
            let line = chat.next(seat, held, &name, text, clock::now())?;
            if let Err(fault) = hall.store().say(&id, &line).await {
                // It may have been stored all the same: what was said is read anew.
                *guard = None;
                return Err(stored(fault));
            }
            metrics::counter!("exchequer_lines_said_total").increment(1);
            chat.add(line);
            slot.said.send_replace(chat.last());
            Ok(chat.last())
        })
        .await
    }

    /// What was said at a table after this line, the oldest first.
    pub async fn chat(&self, id: &str, after: u64) -> Result<Vec<ChatLine>, Fault> {
        let slot = self.known_slot(id)?;
        let chat = self.chat_of(id, &slot).await?;
        Ok(chat.as_ref().map(|chat| chat.after(after)).unwrap_or_default())
    }

    /// Tells the number of the last line, now and whenever something is said.
    pub async fn listen(&self, id: &str) -> Result<watch::Receiver<u64>, Fault> {
        let slot = self.known_slot(id)?;
        drop(self.chat_of(id, &slot).await?);
        Ok(slot.said.subscribe())
    }

    /// Forgets what was said at tables that ended long ago.
    pub async fn forget_chats(&self) {
        if let Err(fault) = self.store().forget_chats(clock::now().saturating_sub(REMEMBERED)).await {
            tracing::warn!(%fault, "old chats could not be forgotten");
        }
    }

    /// The chat of a table, read from the store if it is not in memory. It goes when the table goes.
    async fn chat_of<'a>(&self, id: &str, slot: &'a TableSlot) -> Result<MutexGuard<'a, Option<Chat>>, Fault> {
        let mut guard = slot.chat.lock().await;
        if guard.is_none() {
            let chat = Chat::new(self.store().said(id).await.map_err(stored)?);
            slot.said.send_replace(chat.last());
            *guard = Some(chat);
        }
        Ok(guard)
    }
}
