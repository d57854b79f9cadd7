//! What is to be played, and what can go wrong.

use bots::{Budget, UnknownBot};
use kernel::{Refusal, Seat};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The names of the bots, one for each player. In game `i` everybody sits `i` seats further on, so that each bot has each seat
    /// equally often.
    pub lineup: Vec<String>,
    /// How many games.
    pub games: u64,
    /// The seed of all luck; each game has its own stream.
    pub seed: u64,
    /// How many threads; 0 for one per core.
    pub threads: usize,
    /// How much the bots may think about each choice.
    pub budget: Budget,
}

impl Plan {
    /// Which bot of the line-up has this seat in this game.
    pub fn holder(&self, game: u64, seat: Seat) -> usize {
        let players = self.lineup.len().max(1);
        // The bot on seat 1 moves on to seat 2.
        (seat.index() + players - (game % players as u64) as usize) % players
    }

    pub(crate) fn check(&self, players: usize) -> Result<(), ArenaFault> {
        self.lineup.iter().try_for_each(|name| bots::check(name).map(|_| ()))?;
        if self.lineup.len() != players {
            return Err(ArenaFault::Lineup { given: self.lineup.len(), players });
        }
        // The upper half of the streams belongs to the bots.
        if self.games == 0 || self.games > i64::MAX as u64 {
            return Err(ArenaFault::Games);
        }
        Ok(())
    }
}

/// Why games could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArenaFault {
    /// A name in the line-up is not the name of a bot.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// There are not as many bots as players.
    #[error("the line-up names {given} bots, but the table has {players} players; name one bot for each")]
    Lineup {
        /// How many were named.
        given: usize,
        /// How many are needed.
        players: usize,
    },
    /// There is nothing to play.
    #[error("the number of games must be at least 1")]
    Games,
    /// The system could not start the threads.
    #[error("{threads} threads could not be started: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
    /// A game did not end.
    #[error("game {game} of seed {seed} has not ended after {decisions} decisions")]
    Endless {
        /// The seed.
        seed: u64,
        /// Which game, from 0.
        game: u64,
        /// How many decisions were made.
        decisions: u64,
    },
    /// A bot's choice was refused: the bot or the game breaks its promise.
    #[error("game {game} of seed {seed}: decision {decision}, by {bot} on seat {seat}, was refused: {refusal}")]
    Refused {
        /// The seed.
        seed: u64,
        /// Which game, from 0.
        game: u64,
        /// Which decision, from 1.
        decision: u64,
        /// The bot's name.
        bot: String,
        /// Its seat.
        seat: Seat,
        /// What the rules say.
        refusal: Refusal,
    },
    /// The game's own content or default settings do not fit its rules.
    #[error("{game} cannot be set up: {reason}")]
    Setup {
        /// The game.
        game: String,
        /// What is wrong.
        reason: String,
    },
}
