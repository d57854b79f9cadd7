//! Proofs of the kernel's promises for any game, over random play under sampled settings and seeds.
//!
//! A game crate proves itself with one test:
//!
//! ```ignore
//! use proof::{Effort, prove};
//!
//! #[test]
//! fn economy_keeps_the_promises() {
//!     let report = prove::<Economy>(&Effort { cap: 3_000, ..Effort::default() });
//!     // With hidden hands, make sure that imagined states really differ:
//!     assert!(report.redealt > 0);
//! }
//! ```
//!
//! A broken promise panics with its name, the settings, the seed, the step and the position, and [`prove_table`] plays that table
//! again. Each group of laws has its own file:
//!
//! | file | laws |
//! |---|---|
//! | `settings` | every value of every setting makes a table or is refused by a clause |
//! | `legality` | listed means legal, on receipt and for garbage too; refusals are atomic and name a clause |
//! | `amounts` | open amounts are legal from the least to the most, and nowhere else |
//! | `asking` | a player who is asked can answer, and answers once; every deal that a form offers can be proposed |
//! | `applying` | same luck, same state; honest consequences; invariants after every action |
//! | `notation` | what is written is read back: actions and positions |
//! | `views` | states re-dealt behind a viewer's back look, answer and sound the same |
//! | `endings` | somebody is awaited until the end; fallbacks alone finish |
//! | `records` | replay equals play; nothing forged replays; fair dice |
//! | `undo` | after an undo everything is as before the action |
//! | `words` | what is said is English and true of the moment |
//! | `allocation` | a playout allocates nothing |
//!
//! [`Facts`] is what a game says for the tests that go through all games. [`walk`] plays random games and passes each choice, with all texts about it, to the checks of a game.

mod allocation;
mod amounts;
mod applying;
mod asking;
mod difference;
mod drawing;
mod endings;
mod facts;
mod garbage;
mod kept;
mod law;
mod legality;
mod marks;
mod moment;
mod notation;
mod pack;
mod pairs;
mod perft;
mod play;
mod printed;
mod records;
mod settings;
mod sound;
mod test_table;
mod undo;
mod views;
mod walk;
mod words;

pub use allocation::{CountingAllocator, playout, playout_allocations};
pub use difference::{differences, why_not};
pub use drawing::{drawn_alike, draws_alike};
pub use facts::{Board, End, Facts, Manner, Speed, Strength};
pub use kept::{Archive, Golden, Played, Player, forged_records_do_not_replay, records_tell_the_same, undos};
pub use law::Law;
pub use marks::typed_mark;
pub use pack::{names, pack, rulebook};
pub use pairs::{Pairs, pairs};
pub use perft::{counted_from_the_start, counted_paths, perft};
pub use printed::printed;
pub use sound::{absent_game, sound_game};
pub use test_table::{TestTable, asked, but, letter, options, refused_settings, rules, seat, viewers};
pub use walk::TriedAction as Deed;
pub use walk::{TriedAction, Walk, best, walk};
pub use words::{NOUNS, slip};

use kernel::Game;
use serde_json::{Map, Value};

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Where all of it comes from: the same seed, the same proof.
    pub seed: u64,
    /// How many random mixes of settings are played, after each value of each setting had its turn.
    pub mixes: usize,
    /// How many games each table plays: random, mixed with fallbacks, fallbacks alone, and again.
    pub games: usize,
    /// No game takes more steps than this.
    pub cap: usize,
    /// How many actions that do not belong there are tried at each step.
    pub garbage: usize,
    /// Where a game takes thousands of steps: of the moments after its first hundred only each so-many-th is looked at.
    pub stride: usize,
    /// Are there games in which everybody chooses at random? Where those take thousands of steps, games with absent players
    /// among them tell as much sooner.
    pub random: bool,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { seed: 1, mixes: 20, games: 3, cap: 5_000, garbage: 12, stride: 1, random: true }
    }
}

/// What was tried, so that a test can see that it was enough.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Mixes of settings that were played.
    pub tables: usize,
    /// Mixes of settings that were refused.
    pub impossible: usize,
    /// Games that were played to the end.
    pub games: usize,
    /// Actions that were played.
    pub steps: usize,
    /// The most actions that one game took.
    pub longest: usize,
    /// Actions that were refused, as they should be.
    pub refused: usize,
    /// Imagined states that differed from the true one; 0 where nothing is hidden.
    pub redealt: usize,
    /// Open actions of one seat that were compared behind a viewer's back.
    pub compared: usize,
    /// Open amounts that were tried within and beyond their bounds.
    pub amounts: usize,
    /// Deals that were put together as a form does.
    pub deals: usize,
    /// Actions that were taken back.
    pub undone: usize,
    /// Forged records that were found out.
    pub forged: usize,
    /// The size of a state.
    pub state_bytes: usize,
    /// Pairs of settings that no table takes, where all were tried.
    pub impossible_pairs: Vec<String>,
}

impl Counts {
    /// Adds what another proof tried.
    pub fn add(&mut self, other: &Counts) {
        let Counts {
            tables, impossible, games, steps, longest, refused, redealt, compared, amounts, deals, undone, forged, ..
        } = other;
        self.tables += tables;
        self.impossible += impossible;
        self.games += games;
        self.steps += steps;
        self.longest = self.longest.max(*longest);
        self.refused += refused;
        self.redealt += redealt;
        self.compared += compared;
        self.amounts += amounts;
        self.deals += deals;
        self.undone += undone;
        self.forged += forged;
    }
}

/// Proves every promise for this game, or panics with the first that is broken and how to see it again.
pub fn prove<G: Game>(effort: &Effort) -> Counts {
    let mut prover = play::Prover::<G>::new(effort);
    settings::try_all(&mut prover);
    prover.report
}

/// Proves every promise at tables in which every value of each setting meets every value of every other; `pinned` settings have one
/// value at all of them, so that no game takes too long.
pub fn prove_pairs<G: Game>(effort: &Effort, pinned: &[(&str, &str)]) -> Counts {
    let pairs = pairs::<G>(effort.seed, pinned);
    let mut prover = play::Prover::<G>::new(effort);
    for (seed, mix) in (effort.seed..).zip(&pairs.mixes) {
        if let Err(refusal) = prover.table(mix, seed) {
            panic!("these settings made a table before: {refusal}");
        }
    }
    Counts { impossible_pairs: pairs.impossible, ..prover.report }
}

/// Plays one table again: its settings (those not named have their default) and its seed, as a broken promise told them.
pub fn prove_table<G: Game>(settings: &Map<String, Value>, seed: u64, effort: &Effort) -> Counts {
    let mut prover = play::Prover::<G>::new(effort);
    if let Err(refusal) = prover.table(settings, seed) {
        panic!("these settings are refused: {refusal}");
    }
    prover.report
}
