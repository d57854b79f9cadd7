//! What pages, logs and the terminal say.

use crate::{
    rules::__Game__Rules,
    state::{Action, Event, State},
};
use kernel::{
    Line, Refusal, Seat, Viewer, Words,
    say::{Unit, counted, name},
};

impl Words for __Game__Rules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let who = name(names, state.seat);
        match viewer {
            _ if self.is_over(state) => Line::new("__PREFIX__-END-1", format!("{who} won.")),
            Viewer::Seat(seat) if seat == state.seat => {
                let pot = counted(state.pot, "coin");
                let text = if state.pot == 0 { "Roll the die.".to_owned() } else { format!("Roll again, or keep {pot}.") };
                Line::new("__PREFIX__-TURN-2", text)
            }
            _ => Line::new("__PREFIX__-TURN-2", format!("{who} rolls or keeps the pot.")),
        }
    }

    fn label(&self, state: &State, _seat: Seat, action: &Action, _names: &[String]) -> Line {
        match action {
            Action::Roll => Line::new("__PREFIX__-ROLL-1", "Roll the die"),
            Action::Keep => Line::new("__PREFIX__-KEEP-1", format!("Keep {}", counted(state.pot, "coin"))),
        }
    }

    fn effect(&self, state: &State, seat: Seat, action: &Action, _names: &[String]) -> String {
        match action {
            Action::Roll => String::new(),
            Action::Keep => format!("{} then", counted(u32::from(state.coins[seat.index()]) + u32::from(state.pot), "coin")),
        }
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        let asked = seat == state.seat && !self.is_over(state);
        self.may_keep(state).err().filter(|_| asked).map(|refusal| (Action::Keep, refusal)).into_iter().collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        match *event {
            Event::Rolled { seat, die } => Line::new("__PREFIX__-ROLL-1", format!("{} rolls {die}.", name(names, seat))),
            Event::Lost { seat } => Line::new("__PREFIX__-ROLL-2", format!("{} loses the pot.", name(names, seat))),
            Event::Kept { seat, pot, coins } => {
                let text = format!("{} keeps {} and has {coins}.", name(names, seat), counted(pot, "coin"));
                Line::new("__PREFIX__-KEEP-1", text)
            }
            Event::Won { seat, coins } => {
                Line::new("__PREFIX__-END-1", format!("{} has {} and wins.", name(names, seat), counted(coins, "coin")))
            }
        }
    }

    fn draw(&self, state: &State, _viewer: Viewer, names: &[String]) -> String {
        let row = |seat: Seat| {
            let turn = if seat == state.seat { ">" } else { " " };
            format!("{turn} {}: {} of {}\n", name(names, seat), state.coins[seat.index()], counted(self.target, "coin"))
        };
        let rows: String = Seat::FIRST.clockwise(self.players).map(row).collect();
        format!("{rows}  In the pot: {}\n", counted(state.pot, "coin"))
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |seat: Seat| {
            let (coins, target) = (state.coins[seat.index()], counted(self.target, "coin"));
            Line::new("__PREFIX__-END-2", format!("{}: {coins} of {target}", name(names, seat)))
        };
        Seat::FIRST.clockwise(self.players).map(line).collect()
    }

    fn score_unit(&self, _state: &State) -> Unit {
        Unit::new("coin", "coins")
    }

    fn chart_values(&self, state: &State) -> Vec<i64> {
        Seat::FIRST.clockwise(self.players).map(|seat| i64::from(state.coins[seat.index()])).collect()
    }

    fn chart_caption(&self) -> &'static str {
        "coins"
    }
}
