//! `steady`: one step of look-ahead over the game's own heuristic.
//!
//! The bot imagines what it cannot see and tries every action in that state. It then makes its own decisions that follow at once (a
//! corner after a destination, a space after a card), and evaluates the result with [`Rules::worth`]. If an action asks other
//! players something, such as an offer, each of them gives the answer that is best by their own worth, so the bot offers only
//! what others would accept. All actions are tried with the same luck, so that they differ by what they do and not by the dice.

use crate::{Bot, Budget, Meter, Sight, Weighed, considered, whims};
use kernel::{Luck, Rules, Seat, Seeded, Silent};

/// Its name.
pub(crate) const NAME: &str = "steady";

/// The most times it imagines the table. It stops earlier when what it imagines makes no difference.
const SAMPLES: i128 = 8;

/// How many decisions of its own in a row it follows.
const CHAIN: usize = 8;

/// The most answers of others to one action that it looks at.
const ANSWERS: usize = 32;

/// The most ways to go on that it compares in full, for all actions of one imagined table together. Beyond that it follows only the
/// action that looks best at once, since three decisions in a row with many choices each would make millions of ways.
const WAYS: usize = 1024;

/// Chooses the action that is best for its seat by the game's heuristic.
#[derive(Clone, Debug)]
pub struct Steady<R: Rules> {
    whims: Seeded,
    actions: Vec<R::Action>,
    /// The worth of each action summed over whole samples.
    worth: Vec<i128>,
    /// The worth of each action in the current sample, as far as they were tried.
    sample: Vec<i64>,
    /// A buffer for the actions of each further decision.
    further: [Vec<R::Action>; CHAIN],
    /// A buffer for the answers of others.
    answers: Vec<R::Action>,
}

impl<R: Rules> Steady<R> {
    /// Its name.
    pub const NAME: &'static str = NAME;

    /// A bot whose random choices come from this seed.
    pub fn new(seed: u64) -> Steady<R> {
        Steady {
            whims: whims(seed),
            actions: Vec::new(),
            worth: Vec::new(),
            sample: Vec::new(),
            further: std::array::from_fn(|_| Vec::new()),
            answers: Vec::new(),
        }
    }

    /// Compares all sensible actions. Returns the place of the best one and the number of imagined tables behind it, or none if
    /// there is nothing to compare.
    fn think(&mut self, sight: &Sight<'_, R>, budget: &Budget) -> Option<(usize, i128)> {
        self.actions.clear();
        sight.sensible(&mut self.actions);
        if self.actions.len() < 2 {
            return None;
        }
        self.worth.clear();
        self.worth.resize(self.actions.len(), 0);
        let ways = WAYS / self.actions.len();
        let (rules, seat) = (sight.rules(), sight.seat());
        let mut mind = Mind { rules, seat, meter: Meter::new(budget), further: &mut self.further, answers: &mut self.answers };
        let mut whole = 0;
        while whole < SAMPLES {
            let mut luck = Seeded::new(self.whims.bits());
            let state = sight.imagine(&mut luck);
            self.sample.clear();
            for action in &self.actions {
                if mind.meter.is_spent() {
                    break;
                }
                self.sample.push(mind.after(&state, action, &luck, ways, 0));
            }
            if self.sample.len() < self.actions.len() {
                break;
            }
            // If the worths differ from each other exactly as in the earlier samples, neither luck nor hidden things matter.
            let mut shifts = self.worth.iter().zip(&self.sample).map(|(sum, worth)| sum - whole * i128::from(*worth));
            let shift = shifts.next();
            let agrees = shifts.all(|other| Some(other) == shift);
            self.worth.iter_mut().zip(&self.sample).for_each(|(sum, worth)| *sum += i128::from(*worth));
            whole += 1;
            if agrees && whole > 1 {
                break;
            }
        }
        // Only whole samples are comparable; if there is none, what was tried has to do.
        if whole == 0 {
            self.worth.clear();
            self.worth.extend(self.sample.iter().copied().map(i128::from));
        }
        best(&self.worth, &mut self.whims).map(|place| (place, whole.max(1)))
    }

    /// What is done without thinking: the only action, or else the safe one.
    fn unweighed(&self, sight: &Sight<'_, R>) -> R::Action {
        if let [only] = self.actions[..] { only } else { sight.fallback() }
    }
}

impl<R: Rules> Bot<R> for Steady<R> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn choose(&mut self, sight: &Sight<'_, R>, budget: &Budget) -> R::Action {
        self.think(sight, budget).map_or_else(|| self.unweighed(sight), |(place, _)| self.actions[place])
    }

    fn weigh(&mut self, sight: &Sight<'_, R>, budget: &Budget) -> Weighed<R::Action> {
        match self.think(sight, budget) {
            Some((place, tables)) => Weighed::among(&self.actions, &self.worth, tables, place),
            None => Weighed::alone(self.unweighed(sight)),
        }
    }
}

/// The index of the greatest worth; among equal ones a uniformly random one.
fn best(worth: &[i128], luck: &mut impl Luck) -> Option<usize> {
    let greatest = worth.iter().max()?;
    let mut equals = worth.iter().enumerate().filter(|(_, worth)| *worth == greatest).map(|(index, _)| index);
    let count = equals.clone().count();
    if count == 1 { equals.next() } else { equals.nth(luck.below(count)) }
}

/// The search from one imagined table.
struct Mind<'a, R: Rules> {
    rules: &'a R,
    seat: Seat,
    meter: Meter,
    further: &'a mut [Vec<R::Action>],
    answers: &'a mut Vec<R::Action>,
}

impl<R: Rules> Mind<'_, R> {
    /// How well the seat stands after this action and its own decisions that follow from it.
    fn after(&mut self, state: &R::State, action: &R::Action, luck: &Seeded, ways: usize, depth: usize) -> i64 {
        match self.apply(state, action, luck) {
            // Slightly less than not asking, so that the bot makes no offer that will be declined.
            Some((after, luck)) if self.asks_others(&after) => {
                let answered = self.answered(after, &luck);
                self.stands(&answered, &luck, ways, depth).saturating_sub(1)
            }
            Some((after, luck)) => self.stands(&after, &luck, ways, depth),
            None => i64::MIN,
        }
    }

    fn asks_others(&self, state: &R::State) -> bool {
        !self.rules.turn(state).asked.without(self.seat).is_empty()
    }

    /// The state once everybody else has answered what they are asked, each with the answer that is best for them.
    fn answered(&mut self, mut state: R::State, luck: &Seeded) -> R::State {
        let mut answers = std::mem::take(self.answers);
        for _ in 0..ANSWERS {
            let others = self.rules.turn(&state).asked.without(self.seat);
            let Some(other) = others.lowest().filter(|_| !self.meter.is_spent()) else { break };
            answers.clear();
            considered(self.rules, &state, other, &mut answers);
            let mut best: Option<(i64, R::State)> = None;
            for answer in &answers {
                let Some(after) = self.done(&state, other, answer, luck) else { continue };
                let worth = self.rules.worth(&self.settled(after, luck), other);
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, after));
                }
            }
            let Some((_, after)) = best else { break };
            state = after;
        }
        *self.answers = answers;
        state
    }

    /// The state once everybody who is asked has given the safe answer: after a bid that nobody raises, or an offer that still
    /// waits for others.
    fn settled(&mut self, mut state: R::State, luck: &Seeded) -> R::State {
        for _ in 0..ANSWERS {
            let Some(asked) = self.rules.turn(&state).asked.lowest().filter(|_| !self.meter.is_spent()) else { break };
            let safe = self.rules.fallback(&state, asked);
            match self.done(&state, asked, &safe, luck) {
                Some(after) => state = after,
                None => break,
            }
        }
        state
    }

    fn done(&mut self, state: &R::State, seat: Seat, action: &R::Action, luck: &Seeded) -> Option<R::State> {
        self.meter.spend();
        let mut after = *state;
        self.rules.apply(&mut after, seat, action, &mut luck.clone(), &mut Silent).ok()?;
        Some(after)
    }

    fn apply(&mut self, state: &R::State, action: &R::Action, luck: &Seeded) -> Option<(R::State, Seeded)> {
        self.meter.spend();
        let (mut after, mut luck) = (*state, luck.clone());
        // A listed action is never refused; if a game breaks that promise, the bot avoids the action.
        self.rules.apply(&mut after, self.seat, action, &mut luck, &mut Silent).ok()?;
        Some((after, luck))
    }

    /// How well the seat stands, once it has played on its own decisions.
    fn stands(&mut self, state: &R::State, luck: &Seeded, ways: usize, depth: usize) -> i64 {
        let (rules, seat) = (self.rules, self.seat);
        if depth == self.further.len() || self.meter.is_spent() || !rules.turn(state).awaited.contains(seat) {
            return rules.worth(state, seat);
        }
        let mut actions = std::mem::take(&mut self.further[depth]);
        actions.clear();
        considered(rules, state, seat, &mut actions);
        let each = ways / actions.len().max(1);
        let best = if each > 0 {
            actions.iter().map(|action| self.after(state, action, luck, each, depth + 1)).max()
        } else {
            self.best_at_once(state, luck, &actions).map(|(after, luck)| self.stands(&after, &luck, 0, depth + 1))
        };
        self.further[depth] = actions;
        best.unwrap_or_else(|| rules.worth(state, seat))
    }

    /// The state and the luck after the action that looks best at once; of equal ones the last.
    fn best_at_once(&mut self, state: &R::State, luck: &Seeded, actions: &[R::Action]) -> Option<(R::State, Seeded)> {
        let mut known = Vec::new();
        let mut best: Option<(i64, R::State, usize, Option<Seeded>)> = None;
        for action in actions {
            self.meter.spend();
            let mut after = *state;
            let mut luck = SameLuck { start: luck, known: &mut known, drawn: 0, own: None, extends: true };
            if self.rules.apply(&mut after, self.seat, action, &mut luck, &mut Silent).is_err() {
                continue;
            }
            let (drawn, own) = (luck.drawn, luck.own);
            let worth = self.rules.worth(&after, self.seat);
            if best.as_ref().is_none_or(|(most, ..)| worth >= *most) {
                best = Some((worth, after, drawn, own));
            }
        }
        best.map(|(_, after, drawn, own)| (after, own.unwrap_or_else(|| luck_after(luck, &known[..drawn]))))
    }
}

/// Luck for trying actions one after the other from the same point. Each draws what it would draw from a copy of `start`, but making
/// random numbers takes longer than most actions, so draws that an earlier action made are looked up.
struct SameLuck<'a> {
    start: &'a Seeded,
    /// The first draws from `start`: lowest, highest and value.
    known: &'a mut Vec<(u32, u32, u32)>,
    /// How many draws this action has made.
    drawn: usize,
    /// A copy of `start` after these draws; none as long as all of them were known.
    own: Option<Seeded>,
    /// Are the known draws the first ones of this action, so that further ones can be added?
    extends: bool,
}

impl Luck for SameLuck<'_> {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        let place = self.drawn;
        self.drawn += 1;
        let own = match &mut self.own {
            Some(own) => own,
            none => {
                match self.known.get(place) {
                    Some(&(lowest, highest, value)) if (lowest, highest) == (low, high) => return value,
                    other => self.extends = other.is_none(),
                }
                none.insert(luck_after(self.start, &self.known[..place]))
            }
        };
        let value = own.between(low, high);
        if self.extends {
            self.known.push((low, high, value));
        }
        value
    }
}

/// A copy of this luck after these draws.
fn luck_after(start: &Seeded, draws: &[(u32, u32, u32)]) -> Seeded {
    let mut luck = start.clone();
    for (low, high, _) in draws {
        luck.between(*low, *high);
    }
    luck
}
