//! One game from start to end: by bots, or at random as fast as it goes.

use crate::{ArenaFault, Plan};
use bots::{Bot, Random, Sight};
use kernel::{Journal, MAX_SEATS, Rules, Seat, Seats, Seeded, Silent, Turn, Viewer};

/// A game with more decisions than this is considered endless.
pub const LONGEST_GAME: u64 = 200_000;

/// A finished game.
pub(crate) struct Finished<S> {
    pub state: S,
    pub decisions: u64,
}

/// The luck of one of many games.
fn dice(seed: u64, game: u64) -> Seeded {
    Seeded::nth(seed, game)
}

/// The stream for the bots' random choices in one of many games; no game's dice come from it.
fn whims(seed: u64, game: u64) -> Seeded {
    Seeded::nth(seed, game | 1 << 63)
}

/// Plays a game at random, notes events in `journal`, and shows `watch` each state with the next action. Allocates nothing except
/// that
/// `actions` grows at first.
#[inline]
pub(crate) fn random<R: Rules>(
    rules: &R,
    seed: u64,
    game: u64,
    actions: &mut Vec<R::Action>,
    journal: &mut impl Journal<R::Event>,
    mut watch: impl FnMut(&R::State, Seat, &R::Action),
) -> Result<Finished<R::State>, ArenaFault> {
    let (mut luck, mut whims) = (dice(seed, game), whims(seed, game));
    let mut state = rules.start(&mut luck, journal);
    let mut decisions = 0;
    while let Some((turn, seat)) = next(rules, &state) {
        let action = if turn.awaited.contains(seat) {
            rules.any_action(&state, seat, &mut whims, actions)
        } else {
            actions.clear();
            bots::decisions(rules, &state, seat, actions);
            Random::<R>::pick(actions, &mut whims)
        };
        let action = action.unwrap_or_else(|| rules.fallback(&state, seat));
        watch(&state, seat, &action);
        decisions += 1;
        if let Err(refusal) = rules.apply(&mut state, seat, &action, &mut luck, journal) {
            let bot = Random::<R>::NAME.to_owned();
            return Err(ArenaFault::Refused { seed, game, decision: decisions, bot, seat, refusal });
        }
        if decisions == LONGEST_GAME {
            return Err(ArenaFault::Endless { seed, game, decisions });
        }
    }
    Ok(Finished { state, decisions })
}

/// Whose decision is next, and the turn it belongs to.
#[inline]
fn next<R: Rules>(rules: &R, state: &R::State) -> Option<(Turn, Seat)> {
    let turn = rules.turn(state);
    Some((turn, turn.next()?))
}

/// Plays a game between the bots of the plan, notes events in `journal`, and shows `watch` each state in which somebody decides.
/// Seats that are asked answer first, then the awaited seats act, the lowest first. Nobody begins anything out of turn.
pub(crate) fn between_bots<R: Rules>(
    rules: &R,
    plan: &Plan,
    game: u64,
    journal: &mut impl Journal<R::Event>,
    mut watch: impl FnMut(&R::State),
) -> Result<Finished<R::State>, ArenaFault> {
    let seed = plan.seed;
    let (mut luck, mut whims) = (dice(seed, game), whims(seed, game));
    let seats = Seats::first(rules.players());
    let mut bots = seats
        .map(|seat| bots::by_name::<R>(&plan.lineup[plan.holder(game, seat)], whims.bits()))
        .collect::<Result<Vec<Box<dyn Bot<R>>>, _>>()?;
    let mut memories: [R::Memory; MAX_SEATS] = std::array::from_fn(|_| R::Memory::default());
    let remember = |memories: &mut [R::Memory], state: &R::State| {
        for seat in seats {
            rules.remember(&mut memories[seat.index()], state, Viewer::Seat(seat));
        }
    };
    let mut state = rules.start(&mut luck, journal);
    remember(&mut memories, &state);
    let mut decisions = 0;
    while let Some((_, seat)) = next(rules, &state) {
        watch(&state);
        let bot = &mut bots[seat.index()];
        let action = bot.choose(&Sight::new(rules, &state, seat, &memories[seat.index()]), &plan.budget);
        decisions += 1;
        if let Err(refusal) = rules.apply(&mut state, seat, &action, &mut luck, journal) {
            let bot = bot.name().to_owned();
            return Err(ArenaFault::Refused { seed, game, decision: decisions, bot, seat, refusal });
        }
        remember(&mut memories, &state);
        if decisions == LONGEST_GAME {
            return Err(ArenaFault::Endless { seed, game, decisions });
        }
    }
    Ok(Finished { state, decisions })
}

/// How much was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Games.
    pub games: u64,
    /// Decisions of all of them together.
    pub decisions: u64,
}

/// Plays games number `from` to `from + games − 1` of a seed at random: the bare loop, for measuring.
pub fn playouts<R: Rules>(rules: &R, from: u64, games: u64, seed: u64) -> Result<Playouts, ArenaFault> {
    let mut actions = Vec::new();
    let mut decisions = 0;
    for game in from..from + games {
        decisions += random(rules, seed, game, &mut actions, &mut Silent, |_, _, _| {})?.decisions;
    }
    Ok(Playouts { games, decisions })
}
