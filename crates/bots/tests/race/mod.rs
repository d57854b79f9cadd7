//! A race with dice, small enough to know by heart: a game for testing what plays games.
//!
//! Everybody walks towards 20. In your turn you choose your pace; who walks goes 1, who runs then chooses the path (2
//! spaces) or the ford (a die less 2). In the round in which somebody arrives the race ends; places count by spaces plus your
//! boots, dealt at the start and known only to you.

// Each test file uses another part of it.
#![allow(dead_code)]

use kernel::{
    About, Consequence, Figure, Files, Game, Journal, Line, Luck, Notation, Outcome, PackFault, Refusal, Rules, Seat, Seats,
    Turn, Viewer, Words,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Step {
    Walk,
    Run,
    Path,
    Ford,
}

/// What happens: boots are dealt, and somebody makes a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Event {
    Boots(i32),
    Step(Step),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: Seat,
    pub running: bool,
    pub at: [i32; 6],
    pub boots: [i32; 6],
    pub rounds: i32,
}

pub struct Track {
    pub players: usize,
    /// A race without a goal never ends.
    pub goal: i32,
    /// Are boots and steps added up?
    pub counts_steps: bool,
}

impl Track {
    pub fn of(players: usize) -> Track {
        Track { players, goal: 20, counts_steps: false }
    }
}

impl Rules for Track {
    type State = State;
    type Action = Step;
    type Event = Event;
    type View = Vec<i32>;
    type Memory = ();

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut boots = [0; 6];
        for pair in &mut boots[..self.players] {
            *pair = luck.die(2).into();
            journal.note(|| Event::Boots(*pair));
        }
        State { turn: Seat::FIRST, running: false, at: [0; 6], boots, rounds: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        let arrived = state.at.iter().any(|at| *at >= self.goal);
        if arrived && state.turn == Seat::FIRST && !state.running { Turn::OVER } else { Turn::of(state.turn) }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Step>) {
        if self.turn(state).admits(seat) {
            out.extend(if state.running { [Step::Path, Step::Ford] } else { [Step::Walk, Step::Run] });
        }
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Step,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if !self.turn(state).admits(seat) || state.running != matches!(action, Step::Path | Step::Ford) {
            return Err(Refusal::new("RACE-1", "take one of the listed steps"));
        }
        journal.note(|| Event::Step(*action));
        let spaces = match action {
            Step::Run => {
                state.running = true;
                return Ok(Consequence::Open);
            }
            Step::Walk => 1,
            Step::Path => 2,
            Step::Ford => i32::from(luck.die(6)) - 2,
        };
        state.running = false;
        state.at[seat.index()] += spaces;
        state.turn = seat.next(self.players);
        state.rounds += i32::from(state.turn == Seat::FIRST);
        Ok(if *action == Step::Ford { Consequence::Sealed } else { Consequence::Open })
    }

    fn fallback(&self, state: &State, _seat: Seat) -> Step {
        if state.running { Step::Path } else { Step::Walk }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let clause = if state.rounds < 12 { "RACE-FAST" } else { "RACE-SLOW" };
        let scores: Vec<i32> = (0..self.players).map(|seat| state.at[seat] + state.boots[seat]).collect();
        self.turn(state).is_over().then(|| Outcome::by_score(&scores, clause))
    }

    fn view(&self, state: &State, viewer: Viewer) -> Vec<i32> {
        let boots = Seats::first(self.players).map(|seat| if viewer.holds(seat) { state.boots[seat.index()] } else { 0 });
        state.at.into_iter().chain(boots).collect()
    }

    fn imagine(&self, state: &State, viewer: Viewer, _memory: &(), luck: &mut impl Luck) -> State {
        let mut imagined = *state;
        for seat in Seats::first(self.players).filter(|seat| !viewer.holds(*seat)) {
            imagined.boots[seat.index()] = luck.die(2).into();
        }
        imagined
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        state.at[seat.index()].into()
    }
}

impl Notation for Track {
    type Position = State;

    fn write(&self, action: &Step) -> String {
        format!("{action:?}").to_lowercase()
    }

    fn read(&self, text: &str) -> Result<Step, String> {
        let steps = [Step::Walk, Step::Run, Step::Path, Step::Ford];
        steps.into_iter().find(|step| self.write(step) == text).ok_or_else(|| format!("`{text}` is not a step"))
    }

    fn position(&self, state: &State) -> State {
        *state
    }

    fn restore(&self, position: &State) -> Result<State, Refusal> {
        Ok(*position)
    }

    fn check(&self, _state: &State) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Words for Track {
    fn prompt(&self, _state: &State, _viewer: Viewer, _names: &[String]) -> Line {
        Line::new("RACE-1", "Choose your step.")
    }

    fn label(&self, _state: &State, _seat: Seat, action: &Step, _names: &[String]) -> Line {
        Line::new("RACE-1", self.write(action))
    }

    fn tell(&self, event: &Event, _names: &[String]) -> Line {
        Line::new("RACE-1", format!("{event:?}"))
    }

    fn draw(&self, state: &State, _viewer: Viewer, _names: &[String]) -> String {
        format!("{:?}", state.at)
    }

    fn score(&self, _state: &State, _names: &[String]) -> Vec<Line> {
        Vec::new()
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        figures.extend([("rounds", state.rounds.into()), ("boots", state.boots.iter().sum::<i32>().into())]);
    }

    fn flows(&self) -> &'static [&'static str] {
        if self.counts_steps { &["boots_dealt", "steps: walk", "steps: run", "steps: path", "steps: ford"] } else { &[] }
    }

    fn flow(&self, event: &Event, add: &mut dyn FnMut(usize, i64)) {
        match event {
            Event::Boots(boots) => add(0, (*boots).into()),
            Event::Step(step) => add(1 + *step as usize, 1),
        }
    }
}

pub struct Race;

kernel::settings! {
    pub struct Options;

    "RACE-1" players: usize, "how many race" { 4 in 2..=6 }
}

impl Game for Race {
    type Options = Options;
    type Pack = ();
    type Rules = Track;

    fn about() -> About {
        About {
            id: "race",
            title: "The Race",
            line: "Be there first.",
            players: 2..=6,
            minutes: 1..=2,
            prefix: "RACE",
            edition: 3,
            rulebook: "",
        }
    }

    fn files() -> Files {
        Files::default()
    }

    fn pack(_files: &Files) -> Result<(), Vec<PackFault>> {
        Ok(())
    }

    fn rules(_pack: &(), options: &Options) -> Result<Track, Refusal> {
        Ok(Track::of(options.players))
    }
}
