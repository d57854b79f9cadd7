//! Tables where only bots play. They go on while somebody looks at them and pause when nobody does. Each network address can
//! have a few of them in play, and all of them together take at most half of one processor, so that people at other tables do
//! not wait for them.

use super::{Hall, slot::TableSlot};
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{
        Arc, Mutex as Lock, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Mutex, MutexGuard as Held},
    time::{Instant, sleep},
};

/// After thinking for this long in total, the bots pause for the same time.
const SPELL: Duration = Duration::from_millis(20);

/// How many addresses that have looked at a table are remembered.
const MOST_REMEMBERED: usize = 100;

/// The tables where only bots play, and the time that their bots take to think.
#[derive(Default)]
pub(super) struct Alone {
    /// The tables that each address has looked at, the most recent one last.
    looked_at: Lock<HashMap<IpAddr, VecDeque<Weak<TableSlot>>>>,
    /// How long their bots have thought since the last pause. Locked by the bot that thinks.
    thought: Mutex<Duration>,
}

impl Alone {
    /// Waits until a bot at such a table may think. The caller adds the time that it took to the returned duration.
    pub async fn turn_to_think(&self) -> Held<'_, Duration> {
        let mut thought = self.thought.lock().await;
        if *thought > SPELL {
            sleep(*thought).await;
            // Not earlier: if this is cancelled, the next bot has to pause instead.
            *thought = Duration::ZERO;
        }
        thought
    }

    fn looked_at(&self) -> MutexGuard<'_, HashMap<IpAddr, VecDeque<Weak<TableSlot>>>> {
        self.looked_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Do only bots play at a table, and who is looking at it then?
#[derive(Default)]
pub(super) struct Onlookers {
    alone: AtomicBool,
    /// When each address last looked; the key `None` stands for the person who made the table.
    last: Lock<HashMap<Option<IpAddr>, Instant>>,
}

impl Onlookers {
    /// Do only bots play at it?
    pub fn bots_play_alone(&self) -> bool {
        self.alone.load(Ordering::Relaxed)
    }

    pub fn set_alone(&self, alone: bool) {
        self.alone.store(alone, Ordering::Relaxed);
    }

    /// Somebody at this address looks at it.
    pub fn note(&self, party: Option<IpAddr>) {
        let mut last = self.last();
        if party.is_some() {
            // From now on the person who made it is known by their address.
            last.remove(&None);
        }
        if last.len() >= MOST_REMEMBERED
            && let Some(first) = last.iter().min_by_key(|(_, look)| **look).map(|(party, _)| *party)
        {
            last.remove(&first);
        }
        last.insert(party, Instant::now());
    }

    /// It is no longer played for this address.
    fn forget(&self, party: IpAddr) {
        self.last().remove(&Some(party));
    }

    /// Do only bots play at it while nobody is looking? If somebody has it open they are looking; otherwise a look counts for a
    /// while.
    pub fn lets_rest(&self, remembered: Duration, open: bool) -> bool {
        self.bots_play_alone() && !self.last().values().any(|look| open || look.elapsed() < remembered)
    }

    fn last(&self) -> MutexGuard<'_, HashMap<Option<IpAddr>, Instant>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hall {
    /// Somebody at this address looks at a table in memory. If only bots play at it, they go on; of all such tables that the
    /// address has looked at, only the last `most` do.
    pub fn look_on(&self, id: &str, party: IpAddr, most: usize) {
        let slot = self.tables().get(id).filter(|slot| slot.onlookers.bots_play_alone()).cloned();
        let Some(slot) = slot else { return };
        let rested = self.bots_rest(&slot);
        slot.onlookers.note(Some(party));
        let mut looked_at = self.inner.alone.looked_at();
        let tables = looked_at.entry(party).or_default();
        tables.retain(|table| table.strong_count() > 0 && !table.ptr_eq(&Arc::downgrade(&slot)));
        tables.push_back(Arc::downgrade(&slot));
        let beyond = tables.len().saturating_sub(most.max(1));
        for table in tables.drain(..beyond).filter_map(|table| table.upgrade()) {
            table.onlookers.forget(party);
        }
        drop(looked_at);
        if rested {
            self.play_bots(id, slot);
        }
    }

    /// Forgets who looked at tables that are no longer in memory.
    pub(super) fn sweep_onlookers(&self) {
        let mut looked_at = self.inner.alone.looked_at();
        looked_at.retain(|_, tables| {
            tables.retain(|table| table.strong_count() > 0);
            !tables.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        hall::sits,
        storage::sqlite::Sqlite,
        table::{Founding, Holder, LogEntry},
        token,
    };
    use kernel::Seat;

    #[tokio::test]
    async fn bots_alone_think_half_of_the_time_of_one_processor() {
        tokio::time::pause();
        let (alone, began) = (Arc::new(Alone::default()), Instant::now());
        let thinkers = (0..8).map(|_| {
            let alone = alone.clone();
            tokio::spawn(async move {
                for _ in 0..10 {
                    let mut turn = alone.turn_to_think().await;
                    sleep(Duration::from_millis(25)).await;
                    *turn += Duration::from_millis(25);
                }
            })
        });
        for thinker in thinkers.collect::<Vec<_>>() {
            thinker.await.unwrap();
        }
        let (thought, took) = (Duration::from_millis(8 * 10 * 25), began.elapsed());
        assert!(took >= thought * 2 - Duration::from_millis(50), "{took:?} for {thought:?} of thinking");
    }

    #[tokio::test]
    async fn a_table_where_somebody_plays_again_does_not_wait_for_those_of_bots_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap();
        let hall = Hall::new(Arc::new(store), Duration::ZERO);
        // Bots at another table think for as long as this test takes.
        let _turn = hall.inner.alone.turn_to_think().await;
        let [bot, person] = [0, 1].map(|index| Seat::new(index).unwrap());
        let founding = Founding {
            game: "economy".into(),
            options: serde_json::Map::from_iter([("players".into(), 2.into()), ("starter".into(), "first_seat".into())]),
            seats: 2,
            secret: token::entropy(),
            invite: token::invitation(),
            host: None,
            open: false,
            hot_seat: false,
            edition: None,
            position: None,
            from: None,
            clock: None,
            time: 0,
        };
        let entries = vec![
            sits(bot, "Bot", Holder::Bot("random".into()), None),
            sits(person, "Ann", Holder::Person("ann".into()), None),
            LogEntry::began(0),
            LogEntry::HandedOver { seat: person, bot: "random".into(), by_host: false },
        ];
        let id = hall.found(founding, entries).await.unwrap();
        let mut news = hall.watch(&id).await.unwrap();
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!(*news.borrow(), 4, "it waits");
        let resumed = hall.change(&id, move |_| Ok(vec![LogEntry::Resumed { seat: person, time: 0 }])).await.unwrap();
        let moved = tokio::time::timeout(Duration::from_secs(60), news.wait_for(|now| *now > resumed)).await;
        moved.expect("the bot moves").unwrap();
    }

    #[tokio::test]
    async fn who_stops_waiting_takes_no_rest_from_the_processor() {
        tokio::time::pause();
        let alone = Alone::default();
        *alone.turn_to_think().await += Duration::from_secs(1);
        let began = Instant::now();
        let stopped = tokio::time::timeout(Duration::from_millis(1), alone.turn_to_think()).await;
        assert!(stopped.is_err());
        drop(alone.turn_to_think().await);
        assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());
    }

    #[test]
    fn bots_alone_rest_when_nobody_looks() {
        let (minute, here) = (Duration::from_secs(60), IpAddr::from([192, 0, 2, 1]));
        let onlookers = Onlookers::default();
        assert!(!onlookers.lets_rest(minute, false), "people play at it");
        onlookers.set_alone(true);
        assert!(onlookers.lets_rest(minute, false) && onlookers.lets_rest(minute, true));
        onlookers.note(None);
        assert!(!onlookers.lets_rest(minute, false));
        onlookers.note(Some(here));
        assert!(!onlookers.lets_rest(minute, false));
        assert!(onlookers.lets_rest(Duration::ZERO, false) && !onlookers.lets_rest(Duration::ZERO, true));
        onlookers.forget(here);
        assert!(onlookers.lets_rest(minute, true), "the address looks at others now");
    }
}
