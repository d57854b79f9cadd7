//! Bots, which use only the kernel, so that every bot plays every game.
//!
//! A bot is given a [`Sight`]: what its seat sees and remembers, never the true state. It may [imagine](Sight::imagine) what is
//! hidden. It answers with one of the actions that its seat may take.
//!
//! ```
//! # use kernel::{Luck, Rules, Seeded, Silent};
//! # use bots::{Budget, Sight};
//! /// Plays a whole game among bots of this name and gives the number of decisions it took.
//! fn game_of<R: Rules>(rules: &R, name: &str) -> Result<u32, Box<dyn std::error::Error>> {
//!     let mut bot = bots::by_name::<R>(name, 7)?;
//!     let (mut luck, memory, mut decisions) = (Seeded::new(7), R::Memory::default(), 0);
//!     let mut state = rules.start(&mut luck, &mut Silent);
//!     while let Some(seat) = rules.turn(&state).next() {
//!         let action = bot.choose(&Sight::new(rules, &state, seat, &memory), &Budget::default());
//!         rules.apply(&mut state, seat, &action, &mut luck, &mut Silent)?;
//!         decisions += 1;
//!     }
//!     Ok(decisions)
//! }
//! ```

mod budget;
mod random;
mod sight;
mod steady;
mod weighed;

pub use budget::{Budget, Meter};
pub use random::Random;
pub use sight::{Sight, considered, decisions};
pub use steady::Steady;
pub use weighed::{Rival, Weighed};

use kernel::{Rules, Seeded};

/// A bot: a program that plays.
pub trait Bot<R: Rules>: Send {
    /// Its name, one of [`BOTS`].
    fn name(&self) -> &'static str;

    /// What it does now: one of the actions that its seat may take. It is asked only when there is one.
    fn choose(&mut self, sight: &Sight<'_, R>, budget: &Budget) -> R::Action;

    /// The same choice, with the alternatives that the bot compared it with, if it compares any.
    fn weigh(&mut self, sight: &Sight<'_, R>, budget: &Budget) -> Weighed<R::Action> {
        Weighed::alone(self.choose(sight, budget))
    }
}

/// A bot as it is shown in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name in commands.
    pub name: &'static str,
    /// How it plays, in one line.
    pub line: &'static str,
}

/// All bots, the weakest first.
pub const BOTS: &[About] = &[
    About { name: random::NAME, line: "takes a uniformly random legal action" },
    About { name: steady::NAME, line: "looks one step ahead and takes what leaves its seat best off" },
];

/// There is no such bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no bot `{0}`; there are {known}", known = names())]
pub struct UnknownBot(pub String);

fn names() -> String {
    BOTS.iter().map(|bot| bot.name).collect::<Vec<_>>().join(", ")
}

/// Is there a bot of this name?
pub fn check(name: &str) -> Result<About, UnknownBot> {
    BOTS.iter().find(|bot| bot.name == name).copied().ok_or_else(|| UnknownBot(name.to_owned()))
}

/// The bot of this name. The same seed makes the same choices, as long as its budget is not a time.
pub fn by_name<R: Rules>(name: &str, seed: u64) -> Result<Box<dyn Bot<R>>, UnknownBot> {
    match check(name)?.name {
        steady::NAME => Ok(Box::new(Steady::<R>::new(seed))),
        _ => Ok(Box::new(Random::<R>::new(seed))),
    }
}

/// The luck of a bot's random choices. It comes from a stream that no table uses, so that even a bot with the seed of its table
/// cannot foresee the dice.
fn whims(seed: u64) -> Seeded {
    Seeded::nth(seed, u64::from_le_bytes(*b"bot whim"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_bot_is_told_the_known_ones() {
        assert_eq!(check("Steady").unwrap_err().to_string(), "there is no bot `Steady`; there are random, steady");
        assert!(BOTS.iter().all(|bot| check(bot.name) == Ok(*bot)));
    }

    #[test]
    fn whims_are_not_the_dice_of_the_same_seed() {
        assert_ne!(whims(5).bits(), Seeded::new(5).bits());
    }
}
