//! Random games in which each choice is held against what was said of it.

use crate::{
    Law, endings,
    moment::{Moment, Spoken},
    names, pack,
    play::sometimes,
    rulebook, settings,
    words::{Ear, Slips},
};
use kernel::{Consequence, Game, Luck, Rules, Seat, Seeded, Silent};
use serde_json::Value;
use std::sync::Arc;

/// How far it goes.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where all of it comes from: the same seed, the same walk.
    pub seed: u64,
    /// How many games at each table: players who choose at random, who take what looks best, who are often absent, and again.
    pub games: usize,
    /// No game is followed for more decisions than this.
    pub decisions: usize,
    /// So many of the choices of each moment are tried.
    pub choices: usize,
    /// What the game counts beside [`NOUNS`](crate::NOUNS), as one and as many.
    pub nouns: &'static [(&'static str, &'static str)],
}

impl Default for Walk {
    fn default() -> Walk {
        Walk { seed: 1, games: 3, decisions: 1_500, choices: 12, nouns: &[] }
    }
}

/// A choice as its player reads it beforehand, and what comes of it.
pub struct Deed<'a, R: Rules> {
    /// The rules of the table.
    pub rules: &'a R,
    /// The names of the players.
    pub names: &'a [String],
    /// The state in which it is done.
    pub before: &'a R::State,
    /// Who does it.
    pub seat: Seat,
    /// What is done.
    pub action: &'a R::Action,
    /// The same in notation.
    pub written: &'a str,
    /// The words on its button.
    pub label: &'a str,
    /// What it would change, as the player is told.
    pub effect: &'a str,
    /// Whether it can be taken back.
    pub consequence: Consequence,
    /// What then happens.
    pub events: &'a [R::Event],
    /// The state after it.
    pub after: &'a R::State,
}

/// Walks through random games of these tables (their settings, the others by default). Every word to a player is held against
/// what can be held for any game, and `check` sees every choice that is tried, whether it is then played or not: it says what is
/// not true of it. All slips are told together at the end. Gives the number of choices it saw.
#[track_caller]
pub fn walk<G: Game>(tables: &[Value], walk: &Walk, mut check: impl FnMut(&Deed<G::Rules>) -> Result<(), String>) -> usize {
    let (mut seen, slips) = (0, Slips::default());
    for (number, table) in (0..).zip(tables) {
        let options = settings::options::<G>(table.as_object().expect("settings by name"));
        let rules = Arc::new(G::rules(pack::<G>(), &options).unwrap_or_else(|refusal| panic!("{table}: {refusal}")));
        let names = names(rules.players());
        for game in 0..walk.games {
            let place = format!("{} with settings {table}, game {}", G::about().id, game + 1);
            let mut luck = Seeded::nth(walk.seed + number, game as u64);
            let mut events = Vec::new();
            let start = rules.start(&mut luck, &mut events);
            let mut moment = Moment::new(&rules, rulebook::<G>(), &names, place, start);
            Ear { moment: &moment, nouns: walk.nouns, slips: Some(&slips) }.hears_the_log(&events);
            seen += go(&mut moment, walk, game, luck, &slips, &mut check);
        }
    }
    slips.require_none();
    seen
}

/// One game.
fn go<R: Spoken>(
    moment: &mut Moment<R>,
    walk: &Walk,
    game: usize,
    mut luck: Seeded,
    slips: &Slips,
    check: &mut impl FnMut(&Deed<R>) -> Result<(), String>,
) -> usize {
    let mut seen = 0;
    loop {
        let ear = Ear { moment, nouns: walk.nouns, slips: Some(slips) };
        ear.hears_the_moment(&luck);
        let turn = moment.rules.turn(&moment.state);
        for seat in turn.awaited.or(turn.free) {
            let mut list = moment.actions(&moment.state, seat);
            while list.len() > walk.choices {
                list.swap_remove(luck.below(list.len()));
            }
            for action in &list {
                try_it(&ear, seat, action, luck.clone(), check);
                seen += 1;
            }
        }
        if turn.is_over() {
            return seen;
        }
        if moment.step == walk.decisions {
            return seen;
        }
        let Some(seat) = endings::any_of(turn.awaited, &mut luck) else { moment.fail(Law::Ends, "nobody is awaited") };
        let action = match game % 3 {
            1 => best(&**moment.rules, &moment.state, seat, &mut luck),
            2 if sometimes(2, &mut luck) => moment.rules.fallback(&moment.state, seat),
            _ => {
                let list = moment.actions(&moment.state, seat);
                list[luck.below(list.len())]
            }
        };
        let mut state = moment.state;
        if let Err(refusal) = moment.rules.apply(&mut state, seat, &action, &mut luck, &mut Silent) {
            moment.fail(Law::Listed, &format!("{} is refused: {refusal}", moment.name(seat, &action)));
        }
        moment.state = state;
        moment.step += 1;
    }
}

fn try_it<R: Spoken>(
    ear: &Ear<R>,
    seat: Seat,
    action: &R::Action,
    luck: Seeded,
    check: &mut impl FnMut(&Deed<R>) -> Result<(), String>,
) {
    let moment = ear.moment;
    let label = moment.rules.label(&moment.state, seat, action, moment.names).text;
    let effect = moment.rules.effect(&moment.state, seat, action, moment.names);
    let tried = moment.attempt(&moment.state, seat, action, luck);
    let consequence = match tried.result {
        Ok(consequence) => consequence,
        Err(refusal) => moment.fail(Law::Listed, &format!("{} is listed but refused: {refusal}", moment.name(seat, action))),
    };
    ear.hears_the_log(&tried.events);
    let deed = Deed {
        rules: &**moment.rules,
        names: moment.names,
        before: &moment.state,
        seat,
        action,
        written: &moment.rules.write(action),
        label: &label,
        effect: &effect,
        consequence,
        events: &tried.events,
        after: &tried.after,
    };
    if let Err(slip) = check(&deed) {
        let name = moment.name(seat, action);
        ear.slip(&format!("{name}, “{label}” with the effect “{effect}”: {slip}"));
    }
}

/// What looks best at once for this seat; `whim` is the luck it imagines and decides between equals.
pub fn best<R: Rules>(rules: &R, state: &R::State, seat: Seat, whim: &mut Seeded) -> R::Action {
    let mut actions = Vec::new();
    rules.actions(state, seat, &mut actions);
    let mut worth = |action: &R::Action| {
        let mut next = *state;
        rules.apply(&mut next, seat, action, whim, &mut Silent).expect("what is listed is legal");
        (rules.worth(&next, seat), whim.below(1_000))
    };
    let worths: Vec<_> = actions.iter().map(&mut worth).collect();
    let best = (0..actions.len()).max_by_key(|index| worths[*index]).expect("something can be done");
    actions[best]
}

/// Fails with a message unless something is so: for checks that return what is wrong.
///
/// ```
/// fn even(number: u8) -> Result<(), String> {
///     proof::so!(number % 2 == 0, "{number} is odd");
///     Ok(())
/// }
/// assert_eq!(even(3), Err("3 is odd".to_owned()));
/// ```
#[macro_export]
macro_rules! so {
    ($holds:expr, $($what:tt)*) => { if !$holds { return Err(format!($($what)*)); } };
}
