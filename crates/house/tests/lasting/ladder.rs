//! A small game whose edition and pack can be changed while a test runs, and whose bots can be made to think for long.

use kernel::{
    About, Consequence, Files, Game, Journal, Line, Luck, Notation, Outcome, PackFault, Refusal, Rules, Seat, Turn, Viewer,
    Words, settings::Settings,
};
use serde::{Deserialize, Serialize};
use std::{
    sync::{
        Once,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::sync::{Mutex, MutexGuard};

/// The edition of the rules. From the second on a step of the die counts double; the third knows other positions.
pub static EDITION: AtomicU32 = AtomicU32::new(1);

/// After so many moves the game is over: the content that comes with the program.
const MOVES: u32 = 400;

/// Do bots think without end?
pub static THINKING: AtomicBool = AtomicBool::new(false);

/// Lets the game be played in this process, by one test at a time: all share the switches above.
pub async fn alone() -> MutexGuard<'static, ()> {
    static INVITED: Once = Once::new();
    static ALONE: Mutex<()> = Mutex::const_new(());
    let games = || vec![engine::boxed::<Ladder>(), engine::boxed::<bazaar::BazaarGame>()];
    INVITED.call_once(|| assert!(engine::invite(games())));
    let alone = ALONE.lock().await;
    EDITION.store(1, Ordering::SeqCst);
    THINKING.store(false, Ordering::SeqCst);
    alone
}

kernel::settings! {
    /// The settings of a table.
    pub struct Options;

    "LAD-UP-1" players: usize, "how many play" { 2 in 2..=2 }
}

pub struct Ladder;

impl Game for Ladder {
    type Options = Options;
    type Pack = u32;
    type Rules = Climb;

    fn about() -> About {
        About {
            id: "ladder",
            title: "Ladder",
            line: "Climb or wait.",
            players: 2..=2,
            minutes: 1..=2,
            prefix: "LAD",
            edition: EDITION.load(Ordering::SeqCst),
            rulebook: "# Ladder\n\n- `LAD-UP-1` — Two climb by the die.\n",
        }
    }

    fn files() -> Files {
        Files::new([("moves.txt", MOVES.to_string())])
    }

    fn pack(files: &Files) -> Result<u32, Vec<PackFault>> {
        let fault = |message: &str| vec![PackFault { file: "moves.txt".into(), line: None, message: message.into() }];
        let file = files.get("moves.txt").map_err(|fault| vec![fault])?;
        file.text().parse().map_err(|_| fault("a number of moves"))
    }

    fn rules(pack: &u32, options: &Options) -> Result<Climb, Refusal> {
        options.check_bounds()?;
        Ok(Climb { moves: *pack, edition: EDITION.load(Ordering::SeqCst) })
    }
}

pub struct Climb {
    moves: u32,
    edition: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rungs {
    played: u32,
    rungs: [i32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Climb,
    Wait,
}

#[derive(Clone, Debug, Serialize)]
pub struct Climbed {
    seat: Seat,
    rungs: u32,
}

impl Climb {
    fn seat(&self, state: &Rungs) -> Seat {
        Seat::new(state.played as usize % 2).unwrap()
    }
}

impl Rules for Climb {
    type State = Rungs;
    type Action = Step;
    type Event = Climbed;
    type View = Rungs;
    type Memory = ();

    fn players(&self) -> usize {
        2
    }

    fn start(&self, luck: &mut impl Luck, _: &mut impl Journal<Climbed>) -> Rungs {
        Rungs { played: luck.between(0, 1) * 2, rungs: [0, 0] }
    }

    fn turn(&self, state: &Rungs) -> Turn {
        if state.played >= self.moves { Turn::OVER } else { Turn::of(self.seat(state)) }
    }

    fn actions(&self, state: &Rungs, seat: Seat, out: &mut Vec<Step>) {
        if self.turn(state).admits(seat) {
            out.extend([Step::Climb, Step::Wait]);
        }
    }

    fn apply(
        &self,
        state: &mut Rungs,
        seat: Seat,
        action: &Step,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Climbed>,
    ) -> Result<Consequence, Refusal> {
        if !self.turn(state).admits(seat) {
            return Err(Refusal::new("LAD-UP-1", "it is not your turn"));
        }
        state.played += 1;
        let (rungs, consequence) = match action {
            Step::Climb => (luck.between(1, 6) * self.edition.min(2), Consequence::Sealed),
            Step::Wait => (0, Consequence::Open),
        };
        state.rungs[seat.index()] += rungs as i32;
        journal.note(|| Climbed { seat, rungs });
        Ok(consequence)
    }

    fn fallback(&self, _: &Rungs, _: Seat) -> Step {
        Step::Wait
    }

    fn outcome(&self, state: &Rungs) -> Option<Outcome> {
        self.turn(state).is_over().then(|| Outcome::by_score(&state.rungs, "LAD-UP-1"))
    }

    fn view(&self, state: &Rungs, _: Viewer) -> Rungs {
        *state
    }

    fn imagine(&self, state: &Rungs, _: Viewer, (): &(), _: &mut impl Luck) -> Rungs {
        *state
    }

    fn worth(&self, state: &Rungs, seat: Seat) -> i64 {
        while THINKING.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        state.rungs[seat.index()].into()
    }
}

impl Notation for Climb {
    type Position = Rungs;

    fn write(&self, action: &Step) -> String {
        format!("{action:?}").to_lowercase()
    }

    fn read(&self, text: &str) -> Result<Step, String> {
        let step = [Step::Climb, Step::Wait].into_iter().find(|step| self.write(step) == text);
        step.ok_or_else(|| "climb or wait".to_owned())
    }

    fn position(&self, state: &Rungs) -> Rungs {
        *state
    }

    fn restore(&self, position: &Rungs) -> Result<Rungs, Refusal> {
        if self.edition > 2 { Err(Refusal::new("LAD-UP-1", "there is no such position any more")) } else { Ok(*position) }
    }

    fn check(&self, _: &Rungs) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Words for Climb {
    fn prompt(&self, state: &Rungs, _: Viewer, names: &[String]) -> Line {
        Line::new("LAD-UP-1", format!("{} is to climb.", names[self.seat(state).index()]))
    }

    fn label(&self, _: &Rungs, _: Seat, action: &Step, _: &[String]) -> Line {
        Line::new("LAD-UP-1", self.write(action))
    }

    fn tell(&self, event: &Climbed, names: &[String]) -> Line {
        Line::new("LAD-UP-1", format!("{} climbs {} rungs.", names[event.seat.index()], event.rungs))
    }

    fn draw(&self, state: &Rungs, _: Viewer, _: &[String]) -> String {
        format!("{:?}", state.rungs)
    }

    fn score(&self, state: &Rungs, names: &[String]) -> Vec<Line> {
        let line = |(name, rungs): (&String, i32)| Line::new("LAD-UP-1", format!("{name}: {rungs} rungs."));
        names.iter().zip(state.rungs).map(line).collect()
    }

    fn chart_values(&self, state: &Rungs) -> Vec<i64> {
        state.rungs.map(i64::from).to_vec()
    }
}
