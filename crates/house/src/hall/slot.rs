//! The slot of one table in the hall: the table itself once it is read, and who waits for news of it.

use super::bot_only_tables;
use crate::table::{Live, Progress, chat::Chat, presence::Presence};
use std::{
    sync::{Arc, Mutex as Lock, PoisonError, atomic::AtomicU64},
    time::Duration,
};
use tokio::{
    sync::{Mutex, watch},
    time::Instant,
};

/// How long bots wait while people are asked whether something may be taken back: so many pauses, and this at least. Then
/// they go on, and the request is void: nobody can hold up a table by not answering, nor by asking again and again.
const ANSWER: (u32, Duration) = (40, Duration::from_secs(2));

/// A table in use, and who waits for news of it.
pub(super) struct TableSlot {
    /// The table; none before it is read, and after a change that could not be stored.
    pub live: Mutex<Option<Live>>,
    pub news: watch::Sender<u64>,
    /// What was said at it, once somebody asked.
    pub chat: Mutex<Option<Chat>>,
    /// Tells the number of the last line that was said.
    pub said: watch::Sender<u64>,
    /// Are the bots to move without a pause, until a person is to move?
    pub hurry: watch::Sender<bool>,
    /// Held by who makes the bots play.
    pub playing: Mutex<()>,
    /// When a visit was noted last, in milliseconds since 1970.
    pub visited: AtomicU64,
    /// Until when bots wait before they move: however often somebody asks for something meanwhile, they wait once.
    waits: Lock<Waits>,
    /// Who is here.
    pub presence: Arc<Presence>,
    /// Do only bots play at it, and who is looking at it then?
    pub onlookers: bot_only_tables::Onlookers,
}

/// Until when bots wait.
#[derive(Clone, Copy, Default)]
struct Waits {
    /// To seem to think: at which moment of the game, and until when.
    pause: Option<(usize, Instant)>,
    /// For an answer: after which action of a person, and until when. Whatever bots do after it, they wait once.
    answer: Option<(usize, Instant)>,
}

/// The end of a wait that began with `from`, or that begins now.
fn until(wait: &mut Option<(usize, Instant)>, from: usize, length: Duration) -> Instant {
    match *wait {
        Some((began, end)) if began == from => end,
        _ => wait.insert((from, Instant::now() + length)).1,
    }
}

impl TableSlot {
    /// The slot of a table that is not read yet. A bot may stand in for somebody who was `away` for so long.
    pub fn new(away: Duration) -> TableSlot {
        TableSlot {
            live: Mutex::new(None),
            news: watch::Sender::new(0),
            chat: Mutex::new(None),
            said: watch::Sender::new(0),
            hurry: watch::Sender::new(false),
            playing: Mutex::new(()),
            visited: AtomicU64::new(0),
            waits: Lock::default(),
            presence: Arc::new(Presence::new(away)),
            onlookers: bot_only_tables::Onlookers::default(),
        }
    }

    /// Until when a bot waits at this moment of the game: to seem to think, and for an answer if somebody asks for one.
    pub fn waits_until(&self, progress: Progress, asked: bool, pause: Duration) -> Instant {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        let thinks = until(&mut waits.pause, progress.now, pause);
        let longest = pause.saturating_mul(ANSWER.0).max(ANSWER.1);
        if asked { thinks.max(until(&mut waits.answer, progress.of_person, longest)) } else { thinks }
    }

    /// Has the time to answer elapsed since a person acted last?
    pub fn has_waited(&self, progress: Progress) -> bool {
        let waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        waits.answer.is_some_and(|(from, end)| from == progress.of_person && end <= Instant::now())
    }
}

/// Does anybody but the hall hold or watch this slot? To be asked while the hall's map is locked: then nobody can come to
/// hold it meanwhile.
pub(super) fn in_use(slot: &Arc<TableSlot>) -> bool {
    Arc::strong_count(slot) > 1 || slot.news.receiver_count() > 0
}

/// Tells everybody who waits for news how a table stands now.
pub(super) fn tell(slot: &TableSlot, live: &Live) {
    slot.presence.seat(live);
    slot.onlookers.set_alone(live.is_played_by_bots_alone());
    slot.news.send_if_modified(|news| std::mem::replace(news, live.sequence) != live.sequence);
}
