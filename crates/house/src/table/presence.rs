//! Who is at a table just now: the house's memory, of which nothing is stored. It comes from open streams, and from requests of
//! those who have none because they run no script.

use crate::{
    clock,
    table::{Holder, Live, seat_schema::SeatNumber},
    token,
};
use kernel::{Seat, say::counted};
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::watch;
use utoipa::ToSchema;

/// So long, in milliseconds, somebody whose last stream ended still counts as here: a page that is loaded anew opens another one.
const LINGERS: u64 = 4000;

/// A bot that is to stand in is announced for a part of the time after which a player counts as gone, and for this at most.
const NOTICE: (u32, Duration) = (4, Duration::from_secs(30));

/// Who is at a table.
#[derive(Debug)]
pub struct Presence {
    known: Mutex<Known>,
    /// Counts what changed, for those who listen.
    changes: watch::Sender<u64>,
    /// After how long without a sign of life a bot may stand in.
    away: Duration,
}

#[derive(Debug)]
struct Known {
    /// Since when anything is known, in milliseconds since 1970 like all times here.
    since: u64,
    /// Who holds each seat; none where nobody or a bot does.
    sitters: Vec<Option<String>>,
    /// Those who have a stream or a seat, by the hash of their token.
    people: HashMap<String, Signs>,
    /// The bots that are to stand in.
    announced: Vec<Announced>,
    /// How many were announced so far.
    number: u64,
}

/// The signs of life of one person.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    /// How many streams they have open.
    streams: usize,
    /// When they were heard of last.
    seen: u64,
    /// Until when they count as here without a stream.
    until: u64,
}

impl Signs {
    fn is_here(&self, now: u64) -> bool {
        self.streams > 0 || self.until > now
    }
}

/// A bot that is to stand in for somebody who is gone.
#[derive(Clone, Copy, Debug)]
struct Announced {
    seat: Seat,
    at: u64,
    number: u64,
}

/// Who is at a table now, for everybody to know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Company {
    /// How many watch: people with this table open who have no seat at it.
    pub watchers: usize,
    /// After how long without a sign of life the host may let a bot stand in, in milliseconds.
    pub away: u64,
    /// For how long that is announced, in milliseconds.
    pub notice: u64,
    /// The seats that people hold.
    pub seats: Vec<Attendance>,
}

/// Whether the person of a seat is here. Times are in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Attendance {
    /// The seat.
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
    /// Do they have the table open, or did they do something a short while ago?
    pub here: bool,
    /// When they were heard of last; `null` if they are here, or if that is not known.
    #[schema(required)]
    pub since: Option<u64>,
    /// From when on the host may let a bot stand in, unless they come back; `null` if they are here.
    #[schema(required)]
    pub free: Option<u64>,
    /// When a bot will stand in, if that was announced.
    #[schema(required)]
    pub stand_in: Option<u64>,
}

impl Company {
    /// Who holds this seat, if a person does.
    pub fn at(&self, seat: Seat) -> Option<&Attendance> {
        self.seats.iter().find(|one| one.seat == seat)
    }

    /// Why no bot may stand in for this seat yet, in words that follow on a name.
    pub fn held(&self, seat: Seat, now: u64) -> Option<String> {
        let after = spell(self.away);
        match self.at(seat)?.free {
            None => Some(format!("is here: a bot can stand in only after {after} without a sign of life")),
            Some(free) if free > now => {
                Some(format!("has not been gone for long: a bot can stand in after {after}, which is in {}", spell(free - now)))
            }
            Some(_) => None,
        }
    }
}

impl Presence {
    /// Nobody is known to be here.
    pub fn new(away: Duration) -> Presence {
        let known = Known { since: clock::now(), sitters: Vec::new(), people: HashMap::new(), announced: Vec::new(), number: 0 };
        Presence { known: Mutex::new(known), changes: watch::Sender::new(0), away }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // A panic while the lock was held leaves whole facts behind.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn away(&self) -> u64 {
        self.away.as_millis() as u64
    }

    /// For how long it is announced that a bot will stand in.
    pub fn notice(&self) -> Duration {
        (self.away / NOTICE.0).min(NOTICE.1)
    }

    /// Tells that something changed, which may be who is here.
    fn tell(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Tells when something changes. What changes by the mere course of time is not told: see [`Presence::next`].
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Takes in who holds which seat.
    pub fn seat(&self, live: &Live) {
        let person = |holder: &Holder| match holder {
            Holder::Person(person) => Some(person.clone()),
            Holder::Bot(_) => None,
        };
        let sitters: Vec<_> = live.chairs.iter().map(|chair| chair.as_ref().and_then(|chair| person(&chair.holder))).collect();
        let mut known = self.known();
        let Known { sitters: before, people, announced, .. } = &mut *known;
        // A bot that plays already need not be announced any more.
        let announcements = announced.len();
        announced.retain(|one| live.is_played_by_person(one.seat));
        if *before == sitters && announced.len() == announcements {
            return;
        }
        *before = sitters;
        people.retain(|person, signs| signs.streams > 0 || before.iter().flatten().any(|sitter| sitter == person));
        drop(known);
        self.tell();
    }

    /// Somebody did something. Of those without a seat and without a stream nothing is remembered: there could be any number of them.
    pub fn sign(&self, token: &str) {
        let (person, now) = (token::hash(token), clock::now());
        let mut known = self.known();
        if !known.sits(&person) {
            return;
        }
        let signs = known.people.entry(person.clone()).or_default();
        let back = !signs.is_here(now);
        signs.seen = now;
        if signs.streams == 0 {
            signs.until = now + self.away();
        }
        let cancelled = known.cancel(&person);
        drop(known);
        if back || cancelled {
            self.tell();
        }
    }

    /// Somebody opened a stream; they are here until it ends.
    pub fn attend(self: &Arc<Presence>, token: &str) -> Attending {
        let (person, now) = (token::hash(token), clock::now());
        let mut known = self.known();
        let signs = known.people.entry(person.clone()).or_default();
        let back = signs.streams == 0;
        *signs = Signs { streams: signs.streams + 1, seen: now, until: 0 };
        let cancelled = known.cancel(&person);
        drop(known);
        // A visitor who opens a second stream is no news for the others.
        if back || cancelled {
            self.tell();
        }
        Attending { presence: self.clone(), person }
    }

    /// Of how many people anything is remembered.
    #[cfg(test)]
    pub(crate) fn people(&self) -> usize {
        self.known().people.len()
    }

    /// Who is here now.
    pub fn company(&self, now: u64) -> Company {
        let known = self.known();
        let attendance = |(index, sitter): (usize, &Option<String>)| {
            let (seat, person) = (Seat::new(index)?, sitter.as_ref()?);
            let signs = known.people.get(person).copied().unwrap_or_default();
            let away = !signs.is_here(now);
            let stand_in = known.announced.iter().find(|one| one.seat == seat).map(|one| one.at);
            Some(Attendance {
                seat,
                here: !away,
                since: Some(signs.seen).filter(|seen| away && *seen > 0),
                free: away.then(|| signs.seen.max(known.since) + self.away()),
                stand_in,
            })
        };
        // A known visitor who does not sit has a stream: nobody has to be counted one by one.
        let sitting: HashSet<&String> =
            known.sitters.iter().flatten().filter(|sitter| known.people.contains_key(*sitter)).collect();
        let watchers = known.people.len() - sitting.len();
        let (away, notice) = (self.away(), self.notice().as_millis() as u64);
        Company { watchers, away, notice, seats: known.sitters.iter().enumerate().filter_map(attendance).collect() }
    }

    /// When somebody will count as gone who does nothing until then.
    pub fn next(&self, now: u64) -> Option<u64> {
        let known = self.known();
        // Only of those who sit is anything remembered without a stream: the many who watch need not be looked at, by each of them.
        let sitting = known.sitters.iter().flatten().filter_map(|sitter| known.people.get(sitter));
        sitting.filter(|signs| signs.streams == 0 && signs.until > now).map(|signs| signs.until).min()
    }

    /// Announces that a bot will stand in. Gives the number of the announcement; none if one was made before.
    pub fn announce(&self, seat: Seat) -> Option<u64> {
        let mut known = self.known();
        if known.announced.iter().any(|one| one.seat == seat) {
            return None;
        }
        known.number += 1;
        let (at, number) = (clock::now() + self.notice().as_millis() as u64, known.number);
        known.announced.push(Announced { seat, at, number });
        drop(known);
        self.tell();
        Some(number)
    }

    /// Is this announcement still good? It is over with this.
    pub fn settle(&self, number: u64) -> bool {
        let mut known = self.known();
        let before = known.announced.len();
        known.announced.retain(|one| one.number != number);
        let good = known.announced.len() < before;
        drop(known);
        if good {
            self.tell();
        }
        good
    }
}

impl Known {
    fn sits(&self, person: &str) -> bool {
        self.sitters.iter().flatten().any(|sitter| sitter == person)
    }

    /// Who is back needs no bot. Tells whether one was announced.
    fn cancel(&mut self, person: &str) -> bool {
        let before = self.announced.len();
        let Known { sitters, announced, .. } = self;
        announced.retain(|one| sitters.get(one.seat.index()).and_then(Option::as_deref) != Some(person));
        announced.len() < before
    }
}

/// An open stream of somebody, who is here until it is dropped.
#[derive(Debug)]
pub struct Attending {
    presence: Arc<Presence>,
    person: String,
}

impl Drop for Attending {
    fn drop(&mut self) {
        let (now, mut known) = (clock::now(), self.presence.known());
        let sits = known.sits(&self.person);
        let mut gone = false;
        if let Some(signs) = known.people.get_mut(&self.person) {
            *signs = Signs { streams: signs.streams.saturating_sub(1), seen: now, until: now + LINGERS };
            gone = signs.streams == 0;
            if gone && !sits {
                known.people.remove(&self.person);
            }
        }
        drop(known);
        if gone {
            self.presence.tell();
        }
    }
}

/// A length of time in words: the largest unit, and never nothing.
pub fn spell(millis: u64) -> String {
    let seconds = millis.div_ceil(1000).max(1);
    match seconds {
        0..=90 => counted(seconds, "second"),
        91..=5400 => counted(seconds.div_ceil(60), "minute"),
        5401..=129_600 => counted(seconds.div_ceil(3600), "hour"),
        _ => counted(seconds.div_ceil(86_400), "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Founding, LogEntry};

    const AWAY: Duration = Duration::from_secs(120);

    /// A table for two where Ann sits, and a bot.
    fn presence() -> Arc<Presence> {
        let presence = Arc::new(Presence::new(AWAY));
        let founding: Founding = serde_json::from_value(serde_json::json!({
            "game": "economy", "options": {}, "seats": 2, "secret": token::entropy().to_string(), "invite": "", "host": null, "open": false, "time": 0
        }))
        .unwrap();
        let mut live = Live::new("table".into(), founding);
        let sit = |seat: usize, holder| LogEntry::Sat {
            seat: Seat::new(seat).unwrap(),
            name: "x".into(),
            holder,
            entropy: token::entropy(),
        };
        live.take(&mut sit(0, Holder::Person(token::hash("ann")))).unwrap();
        live.take(&mut sit(1, Holder::Bot("steady".into()))).unwrap();
        presence.seat(&live);
        presence
    }

    #[test]
    fn who_has_a_stream_is_here_and_who_has_none_is_soon_gone() {
        let presence = presence();
        let now = clock::now();
        let one = |at: u64| *presence.company(at).at(Seat::FIRST).unwrap();
        assert_eq!(presence.company(now).seats.len(), 1, "bots are neither here nor gone");
        assert!(!one(now).here && one(now).since.is_none(), "nothing is known yet");
        let (first, second) = (presence.attend("ann"), presence.attend("ann"));
        assert!(one(now).here);
        drop(first);
        assert!(one(now + 1_000_000).here, "another device");
        drop(second);
        let gone = clock::now();
        assert!(one(gone).here, "the page may be loading anew");
        assert!(presence.next(gone).unwrap() <= gone + LINGERS);
        let later = one(gone + LINGERS + 1);
        assert!(!later.here && later.since.unwrap() >= now && later.free.unwrap() >= now + 120_000, "{later:?}");
        // A visitor without script is here for a while after what they did.
        presence.sign("ann");
        assert!(one(clock::now() + 119_000).here && !one(clock::now() + 121_000).here);
    }

    #[test]
    fn watchers_are_counted_once_each_and_forgotten() {
        let presence = presence();
        let many: Vec<Attending> = ["eve", "eve", "dan", "ann"].iter().map(|one| presence.attend(one)).collect();
        assert_eq!(presence.company(clock::now()).watchers, 2);
        for stranger in 0..1000 {
            presence.sign(&stranger.to_string());
        }
        assert_eq!(presence.people(), 3, "strangers leave no trace");
        drop(many);
        assert_eq!(presence.company(clock::now()).watchers, 0);
        assert_eq!(presence.people(), 1, "whoever sits is remembered");
    }

    #[test]
    fn another_stream_of_somebody_who_is_here_is_no_news_for_the_others() {
        let presence = presence();
        let first = presence.attend("eve");
        let changes = presence.changes();
        let before = *changes.borrow();
        for _ in 0..100 {
            drop(presence.attend("eve"));
            presence.sign("eve");
        }
        assert_eq!(*changes.borrow(), before);
        drop(first);
        assert_eq!(*changes.borrow(), before + 1);
    }

    #[test]
    fn a_bot_is_announced_once_and_not_for_who_comes_back() {
        let presence = presence();
        let now = clock::now();
        assert!(presence.company(now).held(Seat::FIRST, now).unwrap().contains("2 minutes"));
        assert_eq!(presence.company(now + 121_000).held(Seat::FIRST, now + 121_000), None);
        let number = presence.announce(Seat::FIRST).unwrap();
        assert_eq!(presence.announce(Seat::FIRST), None);
        let at = presence.company(now).at(Seat::FIRST).unwrap().stand_in.unwrap();
        assert!((now + 29_000..now + 40_000).contains(&at));
        presence.sign("ann");
        assert!(!presence.settle(number), "Ann is back");
        assert!(presence.company(clock::now()).held(Seat::FIRST, clock::now()).unwrap().starts_with("is here"));
        let number = presence.announce(Seat::FIRST).unwrap();
        assert!(presence.settle(number) && !presence.settle(number), "settled once");
    }

    #[test]
    fn lengths_of_time_are_said_in_the_largest_unit() {
        let said = [0, 1000, 45_000, 120_000, 121_000, 7_200_000, 200_000_000].map(spell);
        assert_eq!(said, ["1 second", "1 second", "45 seconds", "2 minutes", "3 minutes", "2 hours", "3 days"]);
    }
}
