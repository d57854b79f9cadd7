//! Whose turn begins and whose has passed, and for whom a bot is about to stand in: for those who call people.

use super::Hall;
use crate::{
    storage::Summary,
    table::{Holder, Live},
};
use kernel::Seat;
use tokio::{sync::mpsc, time::Instant};

/// How many such news wait to be heard at most.
const WAITING: usize = 10_000;

/// What there is to tell somebody who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// Their turn begins.
    Begins,
    /// Their turn has passed.
    Passed,
    /// The host wants a bot to stand in for them.
    StandIn,
}

/// What happened at a table that concerns somebody.
#[derive(Clone, Debug)]
pub struct TurnNews {
    /// The table's name.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Who: the hash of their token.
    pub person: String,
    /// One of the seats for which they are awaited or asked, or were.
    pub seat: Seat,
    /// What happened.
    pub news: News,
    /// When that was; nobody could have seen it before.
    pub since: Instant,
}

impl Hall {
    /// Tells from now on whose turn begins and whose has passed; only one can listen.
    pub fn turns(&self) -> mpsc::Receiver<TurnNews> {
        let (sender, receiver) = mpsc::channel(WAITING);
        if self.inner.turns.set(sender).is_err() {
            tracing::error!("somebody listens to the turns already");
        }
        receiver
    }

    /// Tells what has changed since the table stood like this; a new table stood nowhere.
    pub(super) fn tell_turns(&self, live: &Live, stood: Option<&Summary>) {
        let Some(turns) = self.inner.turns.get() else { return };
        let before = stood.map(Summary::awaited_people).unwrap_or_default();
        let now = live.summary().awaited_people();
        let began = now.iter().filter(|(person, _)| !before.contains_key(*person)).map(|one| (one, News::Begins));
        let passed = before.iter().filter(|(person, _)| !now.contains_key(*person)).map(|one| (one, News::Passed));
        for ((person, seat), news) in passed.chain(began) {
            send(turns, live, person.clone(), *seat, news);
        }
    }

    /// Tells something that concerns the holder of a seat.
    pub(super) fn tell_of(&self, live: &Live, seat: Seat, news: News) {
        let holder = live.chair(seat).map(|chair| &chair.holder);
        if let (Some(turns), Some(Holder::Person(person))) = (self.inner.turns.get(), holder) {
            send(turns, live, person.clone(), seat, news);
        }
    }
}

fn send(turns: &mpsc::Sender<TurnNews>, live: &Live, person: String, seat: Seat, news: News) {
    let (table, game) = (live.id.clone(), live.founding.game.clone());
    if turns.try_send(TurnNews { table, game, person, seat, news, since: Instant::now() }).is_err() {
        metrics::counter!("exchequer_calls_dropped_total").increment(1);
    }
}
