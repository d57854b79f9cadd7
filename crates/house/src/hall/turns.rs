//! Whose turn begins and whose has passed, for those who call people.

use super::Hall;
use crate::{live::Live, store::Summary};
use kernel::Seat;
use tokio::{sync::mpsc, time::Instant};

/// How many such news wait to be heard at most.
const WAITING: usize = 10_000;

/// That somebody's turn at a table begins, or has passed.
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
    /// Does it begin?
    pub begins: bool,
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
        let began = now.iter().filter(|(person, _)| !before.contains_key(*person)).map(|one| (one, true));
        let passed = before.iter().filter(|(person, _)| !now.contains_key(*person)).map(|one| (one, false));
        for ((person, seat), begins) in passed.chain(began) {
            let (table, game) = (live.id.clone(), live.founding.game.clone());
            let news = TurnNews { table, game, person: person.clone(), seat: *seat, begins, since: Instant::now() };
            if turns.try_send(news).is_err() {
                metrics::counter!("exchequer_calls_dropped_total").increment(1);
            }
        }
    }
}
