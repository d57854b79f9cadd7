//! `steady`: one step of look-ahead over the game's own heuristic.
//!
//! The bot imagines what it cannot see, tries every action there, plays on its own further decisions to the end of its
//! chain (destination, then corner; card, then space), and asks [`Rules::worth`] how its seat stands. Whoever its action asks
//! something — an offer, a bid — answers as their own worth advises, so that it offers only what others would take. All actions are tried
//! with the same luck, so that they differ by what they do and not by the dice they got.

use crate::{Bot, Budget, Meter, Sight, Weighed, considered, whims};
use kernel::{Luck, Rules, Seat, Seeded, Silent};

/// Its name.
pub(crate) const NAME: &str = "steady";

/// How many times it imagines the table at most, as long as what it imagines changes its mind.
const SAMPLES: i128 = 8;

/// How many decisions of its own in a row it follows.
const CHAIN: usize = 8;

/// How many answers of others to one action it foresees.
const ANSWERS: usize = 32;

/// How many ways to go on it compares in full for all actions of one imagined table together. Beyond that it goes on with
/// whatever looks best at once: chains of three wide choices would be millions.
const WAYS: usize = 1024;

/// Takes what leaves its seat best off, as the game's heuristic sees it.
#[derive(Clone, Debug)]
pub struct Steady<R: Rules> {
    whims: Seeded,
    actions: Vec<R::Action>,
    /// The worth of each action summed over whole samples.
    worth: Vec<i128>,
    /// The worth of each action in the present sample, as far as it was tried.
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

    /// Thinks about all that is sensible and gives the place of what it would do, and how many imagined tables that rests on; nothing
    /// where there is nothing to compare.
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
            // Where this sample sets the actions apart just as the earlier ones did, neither luck nor what is hidden matters.
            let mut shifts = self.worth.iter().zip(&self.sample).map(|(sum, worth)| sum - whole * i128::from(*worth));
            let shift = shifts.next();
            let agrees = shifts.all(|other| Some(other) == shift);
            self.worth.iter_mut().zip(&self.sample).for_each(|(sum, worth)| *sum += i128::from(*worth));
            whole += 1;
            if agrees && whole > 1 {
                break;
            }
        }
        // Only whole samples compare alike; if not even one is whole, what was tried must do.
        if whole == 0 {
            self.worth.clear();
            self.worth.extend(self.sample.iter().copied().map(i128::from));
        }
        best(&self.worth, &mut self.whims).map(|place| (place, whole.max(1)))
    }

    /// What is done without thinking: the only thing, or else the safe one.
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

/// The bot's thoughts about one imagined table.
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
            // To ask for nothing is the lesser trouble: an offer that will be declined is not worth making.
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

    /// The state once everybody else has answered what they are asked, each as their own worth advises.
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

    /// The state once everybody who is asked has given the safe answer: what comes of a bid that nobody tops, or of an offer
    /// that waits for others.
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
        // A listed action is never refused; if a game breaks that promise, the bot keeps away from the action.
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
            let tried = actions.iter().filter_map(|action| self.apply(state, action, luck));
            let best = tried.map(|(after, luck)| (rules.worth(&after, seat), after, luck));
            let best = best.max_by_key(|(worth, ..)| *worth);
            best.map(|(_, after, luck)| self.stands(&after, &luck, 0, depth + 1))
        };
        self.further[depth] = actions;
        best.unwrap_or_else(|| rules.worth(state, seat))
    }
}
