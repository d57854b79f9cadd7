//! A bot that stands in for a player who is gone: decided by the host, announced to all, and called off when the player comes back.

use super::{Hall, News, STAND_IN};
use crate::{
    clock,
    fault::Fault,
    table::{Live, LogEntry, Stage, presence::Presence},
};
use kernel::Seat;
use std::sync::Arc;

impl Hall {
    /// Who is at a table.
    pub fn presence(&self, id: &str) -> Result<Arc<Presence>, Fault> {
        Ok(self.known_slot(id)?.presence.clone())
    }

    /// Somebody did something at a table: they are here.
    pub fn sign(&self, id: &str, token: &str) {
        let presence = self.tables().get(id).map(|slot| slot.presence.clone());
        if let Some(presence) = presence {
            presence.sign(token);
        }
    }

    /// The host lets a bot stand in for somebody who is gone. Gives the version of the table; the bot comes when the time of the
    /// announcement is over, unless the player is back by then.
    pub async fn stand_in(&self, id: &str, seat: Seat) -> Result<u64, Fault> {
        let (presence, version) =
            self.look(id, |live| may_stand_in(live, seat).map(|()| (live.presence.clone(), live.sequence))).await??;
        let decide = move |live: &Live| {
            let bot = STAND_IN.to_owned();
            may_stand_in(live, seat).map(|()| vec![LogEntry::HandedOver { seat, bot, by_host: true }])
        };
        let notice = presence.notice();
        if notice.is_zero() {
            return self.change(id, decide).await;
        }
        let Some(number) = presence.announce(seat) else { return Ok(version) };
        self.look(id, |live| self.tell_of(live, seat, News::StandIn)).await?;
        // Who waits holds the slot, so that the announcement is not forgotten with it.
        let (hall, id, slot) = (self.clone(), id.to_owned(), self.known_slot(id)?);
        tokio::spawn(async move {
            tokio::time::sleep(notice).await;
            if presence.settle(number)
                && let Err(fault) = hall.change(&id, decide).await
            {
                tracing::warn!(table = id, fault = fault.message, "a bot that was announced did not come");
            }
            drop(slot);
        });
        Ok(version)
    }
}

/// May a bot stand in for this seat now?
fn may_stand_in(live: &Live, seat: Seat) -> Result<(), Fault> {
    match live.chair(seat) {
        _ if live.stage() != Stage::Running => Err(Fault::conflict("the game is not being played")),
        None => Err(Fault::bad("nobody sits there")),
        Some(chair) if chair.bot().is_some() => Err(Fault::conflict("a bot is already playing that seat")),
        // Everybody has the time that was agreed on, wherever they are meanwhile.
        Some(chair) if live.founding.clock.is_some() && !live.ran_out(seat) => {
            Err(Fault::conflict(format!("{} has time by the clock: a bot can stand in only after it has run out", chair.name)))
        }
        Some(chair) => {
            let now = clock::now();
            let held = live.presence.company(now).held(seat, now);
            held.map_or(Ok(()), |why| Err(Fault::conflict(format!("{} {why}", chair.name))))
        }
    }
}
