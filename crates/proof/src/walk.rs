//! Random games in which each choice is checked against the texts about it.

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

/// How much is played.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The seed of all luck: the same seed gives the same games.
    pub seed: u64,
    /// How many games are played at each table. In the first the players choose at random, in the second they take what looks best,
    /// in the third they are often absent, and so on in turn.
    pub games: usize,
    /// No game is followed for more decisions than this.
    pub decisions: usize,
    /// At most this many choices of each moment are tried.
    pub choices: usize,
    /// What the game counts besides [`NOUNS`](crate::NOUNS), singular and plural.
    pub nouns: &'static [(&'static str, &'static str)],
}

impl Default for Walk {
    fn default() -> Walk {
        Walk { seed: 1, games: 3, decisions: 1_500, choices: 12, nouns: &[] }
    }
}

/// An action that was tried: what its player reads beforehand, and what then happened.
pub struct TriedAction<'a, R: Rules> {
    /// The rules of the table.
    pub rules: &'a R,
    /// The names of the players.
    pub names: &'a [String],
    /// The state in which it is done.
    pub before: &'a R::State,
    /// Who does it.
    pub seat: Seat,
    /// The action.
    pub action: &'a R::Action,
    /// The action in notation.
    pub written: &'a str,
    /// The words on its button.
    pub label: &'a str,
    /// The text that says what it would change.
    pub effect: &'a str,
    /// Whether it can be taken back.
    pub consequence: Consequence,
    /// What then happened.
    pub events: &'a [R::Event],
    /// The state after it.
    pub after: &'a R::State,
}

/// Plays random games at tables with these settings (the others at their default). Every text for players goes through the checks
/// that are the same for all games. `check` is called for every choice that is tried, whether or not it is then played, and returns
/// what is wrong with its texts. All slips are reported together at the end. Returns the number of choices that were tried.
#[track_caller]
pub fn walk<G: Game>(
    tables: &[Value],
    walk: &Walk,
    mut check: impl FnMut(&TriedAction<G::Rules>) -> Result<(), String>,
) -> usize {
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
    check: &mut impl FnMut(&TriedAction<R>) -> Result<(), String>,
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
    check: &mut impl FnMut(&TriedAction<R>) -> Result<(), String>,
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
    let tried_action = TriedAction {
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
    if let Err(slip) = check(&tried_action) {
        let name = moment.name(seat, action);
        ear.slip(&format!("{name}, “{label}” with the effect “{effect}”: {slip}"));
    }
}

/// The action after which the state is worth most for this seat. `whim` is the luck it imagines and breaks ties.
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

/// Returns a message as an error unless a condition holds: for checks that return what is wrong.
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
