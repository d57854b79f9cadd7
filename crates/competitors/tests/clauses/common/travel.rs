//! Journeys in tests: who drives, sails and flies where, and what customs, events and the weather bring.

use super::{CompetitorsTable, Table};
use competitors::State;

/// A green card that does nothing: *Waved through*.
pub const PASS: u32 = 0;

/// What is read off a table on which something moves.
pub trait Travel {
    /// The player in turn does all this, drawing no luck.
    #[track_caller]
    fn run(&mut self, actions: &[&str]);
    /// The points and the fuel of the last step or run, on both sides of a strait.
    fn step(&self) -> (i64, i64);
    /// Movement turns used by the running Delivery, and its limit.
    fn turns(&self) -> (u8, u8);
    /// Actions left to the active player.
    fn left(&self) -> u8;
    /// Is an event of this kind among those since the table was set up?
    fn has(&self, kind: &str) -> bool;
    /// How many events of this kind there were.
    fn count(&self, kind: &str) -> usize;
    /// Why the last Delivery failed.
    fn failure(&self) -> String;
    /// The discard pile of contract cards.
    fn discarded(&self) -> String;
    /// The discard pile of territory cards.
    fn discarded_territories(&self) -> String;
    /// The clause by which this state is refused.
    fn broken(&self, change: impl FnOnce(&mut State)) -> String;
}

impl Travel for Table {
    #[track_caller]
    fn run(&mut self, actions: &[&str]) {
        self.plays(actions);
    }

    fn step(&self) -> (i64, i64) {
        let (mut points, mut fuel) = (0, 0);
        for went in self.told("went").into_iter().rev() {
            points += went["points"].as_i64().expect("points");
            fuel += went["fuel"].as_i64().expect("fuel");
            if went["from"].get("strait").is_none() {
                return (points, fuel);
            }
        }
        (-1, -1)
    }

    fn turns(&self) -> (u8, u8) {
        let delivery = self.state.journey.and_then(|journey| journey.delivery).expect("a running Delivery");
        (delivery.used, delivery.limit)
    }

    fn left(&self) -> u8 {
        self.state.turn.actions
    }

    fn has(&self, kind: &str) -> bool {
        self.count(kind) > 0
    }

    fn count(&self, kind: &str) -> usize {
        let told = self.events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON"));
        told.filter(|event| event["event"] == kind).count()
    }

    fn failure(&self) -> String {
        self.heard('A', "failed")["why"].as_str().unwrap_or("none").to_owned()
    }

    fn discarded(&self) -> String {
        self.state.contract_discard.map(|card| self.rules.pack[card].id.clone()).collect::<Vec<_>>().join(" ")
    }

    fn discarded_territories(&self) -> String {
        self.state.territory_discard.map(|card| self.rules.pack[card].id.clone()).collect::<Vec<_>>().join(" ")
    }

    fn broken(&self, change: impl FnOnce(&mut State)) -> String {
        let mut state = self.state;
        change(&mut state);
        match kernel::Notation::check(&*self.rules, &state) {
            Ok(()) => "nothing".into(),
            Err(refusal) => refusal.clause.into(),
        }
    }
}
