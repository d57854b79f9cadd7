//! Tables of the game, set up and asked through what it shows to everybody: positions, written actions, views and events.

use crate::printed::{Land, Printed};
use competitors::{Competitors, CompetitorsRules, Options, Position, State};
use kernel::{Notation, Refusal, Rules, Seat, Seeded, Viewer};
use serde_json::Value;

pub fn rules(settings: &Value) -> CompetitorsRules {
    let options: Options = serde_json::from_value(settings.clone()).expect("settings");
    proof::rules::<Competitors>(&options)
}

pub fn restored(rules: &CompetitorsRules, position: &Value) -> State {
    let written: Position = serde_json::from_value(position.clone()).expect("a position");
    rules.restore(&written).unwrap_or_else(|refusal| panic!("{position}: {refusal}"))
}

pub fn position(rules: &CompetitorsRules, state: &State) -> Value {
    serde_json::to_value(rules.position(state)).expect("positions are written as JSON")
}

/// The table as the seat sees it.
pub fn view(rules: &CompetitorsRules, state: &State, seat: Seat) -> Value {
    serde_json::to_value(rules.view(state, Viewer::Seat(seat))).expect("views are written as JSON")
}

pub fn first_seat() -> Seat {
    Seat::new(0).expect("there is a first seat")
}

/// What the seat may do, as it is written.
pub fn listed(rules: &CompetitorsRules, state: &State, seat: Seat) -> Vec<String> {
    let mut actions = Vec::new();
    rules.actions(state, seat, &mut actions);
    actions.iter().map(|action| rules.write(action)).collect()
}

/// Does what is written, and gives the events.
pub fn play(
    rules: &CompetitorsRules,
    state: &mut State,
    seat: Seat,
    text: &str,
    luck: &mut Seeded,
) -> Result<Vec<Value>, Refusal> {
    let action = rules.read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let mut events = Vec::new();
    rules.apply(state, seat, &action, luck, &mut events)?;
    Ok(events.iter().map(|event| serde_json::to_value(event).expect("events are written as JSON")).collect())
}

/// The territory of a headquarters card.
pub fn office(printed: &Printed, card: &str) -> Land {
    let number: usize = card.strip_prefix('H').expect("a headquarters card").parse().expect("a number");
    printed.headquarters[number - 1]
}
