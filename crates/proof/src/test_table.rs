//! A table for tests: set it up, decide the luck, play in the game's notation. Every step is checked against the laws.

use crate::{
    Law, applying, asking, endings,
    garbage::Pool,
    legality,
    moment::{Moment, Tried},
    names, notation, pack, rulebook,
    words::Ear,
};
use kernel::{Consequence, Game, Luck, Notation, Outcome, Recording, Refusal, Rules, Scripted, Seat, Seeded, Viewer, Words};
use serde_json::Value;
use std::{borrow::Borrow, sync::Arc};

/// A table whose luck the test decides.
///
/// ```ignore
/// let mut table = TestTable::<Economy>::at(options, json!({"turn": 1, "die": 3, "pieces": ["d3", "e6"]}));
/// table.play("move c2", &[5]); // and the next player rolls a 5
/// assert_eq!(table.refused("move a1"), "ECO-MOVE-1");
/// ```
///
/// `F` is luck that the game's tests define, for tests that do not need to decide every draw.
pub struct TestTable<G: Game, F = ()> {
    /// The rules of the table.
    pub rules: Arc<G::Rules>,
    /// The current state.
    pub state: State<G>,
    /// What happened since it was set up, or since [`TestTable::forget`].
    pub events: Vec<Event<G>>,
    /// The luck of [`TestTable::calm`].
    pub fate: F,
}

type State<G> = <<G as Game>::Rules as Rules>::State;
type Event<G> = <<G as Game>::Rules as Rules>::Event;

// Not derived: the game itself need not be `Clone`.
impl<G: Game, F: Clone> Clone for TestTable<G, F> {
    fn clone(&self) -> TestTable<G, F> {
        TestTable { rules: self.rules.clone(), state: self.state, events: self.events.clone(), fate: self.fate.clone() }
    }
}

impl<G: Game, F: Default> TestTable<G, F> {
    /// A new game; `luck` is exactly what the set-up draws.
    #[track_caller]
    pub fn start(options: impl Borrow<G::Options>, luck: &[u32]) -> TestTable<G, F> {
        let mut script = Scripted::new(luck);
        let table = TestTable::started(options, &mut script);
        script.finish().unwrap_or_else(|fault| panic!("the luck of the set-up: {fault}"));
        table
    }

    /// A new game with luck from a seed.
    #[track_caller]
    pub fn seeded(options: impl Borrow<G::Options>, seed: u64) -> TestTable<G, F> {
        TestTable::started(options, &mut Seeded::new(seed))
    }

    #[track_caller]
    fn started(options: impl Borrow<G::Options>, luck: &mut impl Luck) -> TestTable<G, F> {
        let rules = Arc::new(rules::<G>(options.borrow()));
        let mut events = Vec::new();
        let state = rules.start(luck, &mut events);
        let table = TestTable { events, ..TestTable::of(rules, state) };
        table.look(|moment| Ear::strict(moment).hears_the_log(&table.events));
        table
    }

    /// A table with these rules at this state.
    #[track_caller]
    pub fn of(rules: impl Into<Arc<G::Rules>>, state: State<G>) -> TestTable<G, F> {
        let table = TestTable { rules: rules.into(), state, events: Vec::new(), fate: F::default() };
        table.hold();
        table
    }

    /// A table at a position written as JSON.
    #[track_caller]
    pub fn at(options: impl Borrow<G::Options>, position: Value) -> TestTable<G, F> {
        TestTable::try_at(options, position).unwrap_or_else(|refusal| panic!("a possible position: {refusal}"))
    }

    /// The same for positions that may be refused; a refusal cites a clause.
    #[track_caller]
    pub fn try_at(options: impl Borrow<G::Options>, position: Value) -> Result<TestTable<G, F>, Refusal> {
        let rules = Arc::new(rules::<G>(options.borrow()));
        let position = serde_json::from_value(position).unwrap_or_else(|error| panic!("the shape of a position: {error}"));
        let state = rules.restore(&position).inspect_err(cites::<G>)?;
        Ok(TestTable::of(rules, state))
    }
}

impl<G: Game, F: Luck + Default> TestTable<G, F> {
    /// The player in turn does this with the luck of [`TestTable::fate`].
    #[track_caller]
    pub fn calm(&mut self, action: &str) -> Consequence {
        let mut fate = std::mem::take(&mut self.fate);
        let consequence = self.play_with(action, &mut fate);
        self.fate = fate;
        consequence
    }
}

impl<G: Game, F> TestTable<G, F> {
    /// The player in turn does this; `luck` is exactly what it draws.
    #[track_caller]
    pub fn play(&mut self, action: &str, luck: &[u32]) -> Consequence {
        let seat = self.seat();
        self.try_play(seat, action, luck).unwrap_or_else(|refusal| panic!("{action}: {refusal}"))
    }

    /// Plays these actions one after the other, each by the player then in turn, drawing no luck.
    #[track_caller]
    pub fn plays(&mut self, actions: &[&str]) {
        for action in actions {
            self.play(action, &[]);
        }
    }

    /// A player tries this.
    #[track_caller]
    pub fn try_play(&mut self, seat: Seat, action: &str, luck: &[u32]) -> Result<Consequence, Refusal> {
        let mut script = Scripted::new(luck);
        let result = self.try_with(seat, action, &mut script);
        if result.is_ok() {
            script.finish().unwrap_or_else(|fault| panic!("{action}: {fault}"));
        }
        result
    }

    /// The player in turn does this with the luck from `luck`.
    #[track_caller]
    pub fn play_with(&mut self, action: &str, luck: &mut impl Luck) -> Consequence {
        let seat = self.seat();
        self.try_with(seat, action, luck).unwrap_or_else(|refusal| panic!("{action}: {refusal}"))
    }

    /// A player tries this with the luck from `luck`. Checks that exactly the listed actions are legal, that a refusal changes
    /// nothing, and that a step leads to a state in which all laws hold.
    #[track_caller]
    pub fn try_with(&mut self, seat: Seat, action: &str, luck: &mut impl Luck) -> Result<Consequence, Refusal> {
        let action = self.rules.read(action).unwrap_or_else(|message| panic!("{message}"));
        let mut luck = Recording::new(luck);
        let mut tried = Tried { result: Ok(Consequence::Open), after: self.state, events: Vec::new(), drawn: Vec::new() };
        tried.result = self.rules.apply(&mut tried.after, seat, &action, &mut luck, &mut tried.events);
        tried.drawn = luck.into_parts().1;
        self.look(|moment| {
            let listed = moment.legal(&moment.state, seat).contains(&action);
            let agrees = tried.result.is_ok() == listed || self.rules.is_open(&action);
            let name = || moment.name(seat, &action);
            moment.require(agrees, Law::Listed, || format!("{} is listed: {listed}; but {:?}", name(), tried.result));
            legality::refusal_is_clean(moment, seat, &action, &tried);
            if tried.result.is_ok() {
                applying::consequence_is_honest(moment, seat, &action, &tried);
                applying::step_is_sound(moment, seat, &action, &tried.after);
                Ear::strict(moment).hears_the_log(&tried.events);
            }
        });
        if tried.result.is_ok() {
            self.state = tried.after;
            self.events.extend(tried.events);
            self.hold();
        }
        tried.result
    }

    /// The clause by which the player in turn is refused this.
    #[track_caller]
    pub fn refused(&mut self, action: &str) -> &'static str {
        self.refusal(self.seat(), action).clause
    }

    /// The clause by which somebody is refused this.
    #[track_caller]
    pub fn refused_to(&mut self, letter: char, action: &str) -> &'static str {
        self.refusal(seat(letter), action).clause
    }

    /// Why somebody is refused this.
    #[track_caller]
    pub fn refusal(&mut self, seat: Seat, action: &str) -> Refusal {
        match self.try_play(seat, action, &[]) {
            Ok(_) => panic!("{action} should be refused"),
            Err(refusal) => refusal,
        }
    }

    /// Checks the laws of a state.
    #[track_caller]
    fn hold(&self) {
        self.look(|moment| {
            let luck = Seeded::new(1);
            applying::invariants_hold(moment);
            endings::turn_is_sound(moment);
            endings::fallback_is_listed(moment);
            asking::questions_are_sound(moment, &luck);
            legality::listed_is_legal(moment, &mut Pool::new(), &luck);
            notation::position_reads_back(moment);
            Ear::strict(moment).hears_the_moment(&luck);
            for viewer in moment.viewers() {
                moment.json(&self.rules.view(&self.state, viewer));
            }
        });
    }

    fn look<T>(&self, look: impl FnOnce(&Moment<G::Rules>) -> T) -> T {
        let names = names(self.rules.players());
        look(&Moment::new(&self.rules, rulebook::<G>(), &names, format!("a test table of {}", G::about().id), self.state))
    }

    /// The seat of the player in turn.
    #[track_caller]
    pub fn seat(&self) -> Seat {
        self.rules.turn(&self.state).awaited.lowest().expect("somebody’s turn")
    }

    /// The letter of the player in turn; none once the game is over.
    pub fn turn(&self) -> Option<char> {
        self.rules.turn(&self.state).awaited.lowest().map(letter)
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.rules.turn(&self.state).is_over()
    }

    /// All who play here, from the first.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::FIRST.clockwise(self.rules.players())
    }

    /// What the player in turn may do, in notation; nothing once the game is over.
    pub fn actions(&self) -> Vec<String> {
        self.rules.turn(&self.state).awaited.lowest().map_or_else(Vec::new, |seat| self.actions_of(seat))
    }

    /// What somebody may do, in notation.
    pub fn actions_of(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.rules.actions(&self.state, seat, &mut actions);
        actions.iter().map(|action| self.rules.write(action)).collect()
    }

    /// What the player in turn may do and whose notation begins like this, in alphabetical order.
    pub fn listed(&self, beginning: &str) -> Vec<String> {
        let mut actions = self.actions();
        actions.retain(|action| action.starts_with(beginning));
        actions.sort();
        actions
    }

    /// What the player in turn may do, in alphabetical order.
    pub fn sorted(&self) -> Vec<String> {
        self.listed("")
    }

    /// May the player in turn do this?
    pub fn may(&self, action: &str) -> bool {
        self.actions().iter().any(|other| other == action)
    }

    /// The whole state as it is written down.
    pub fn position(&self) -> Value {
        serde_json::to_value(self.rules.position(&self.state)).expect("a position is JSON")
    }

    /// What a watcher sees.
    pub fn view(&self) -> Value {
        self.seen_by(Viewer::Watcher)
    }

    /// What a viewer sees.
    pub fn seen_by(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.rules.view(&self.state, viewer)).expect("a view is JSON")
    }

    /// What the player in turn is asked, or what everybody reads once the game is over.
    pub fn prompt(&self) -> String {
        let viewer = self.rules.turn(&self.state).awaited.lowest().map_or(Viewer::Watcher, Viewer::Seat);
        self.rules.prompt(&self.state, viewer, &names(self.rules.players())).text
    }

    /// The words on the button of the player in turn for this.
    #[track_caller]
    pub fn label(&self, action: &str) -> String {
        let action = self.rules.read(action).unwrap_or_else(|message| panic!("{message}"));
        self.rules.label(&self.state, self.seat(), &action, &names(self.rules.players())).text
    }

    /// What the player in turn is told that this would change.
    #[track_caller]
    pub fn effect(&self, action: &str) -> String {
        let action = self.rules.read(action).unwrap_or_else(|message| panic!("{message}"));
        self.rules.effect(&self.state, self.seat(), &action, &names(self.rules.players()))
    }

    /// The log for people since the `from`-th event. The players are called Ann, Bob, Cleo and so on.
    pub fn log(&self, from: usize) -> Vec<String> {
        let names = names(self.rules.players());
        self.events[from..].iter().map(|event| self.rules.tell(event, &names).text).collect()
    }

    /// What happened since the `from`-th event, as JSON.
    pub fn since(&self, from: usize) -> Vec<Value> {
        self.events[from..].iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect()
    }

    /// The kinds of what happened since the `from`-th event.
    pub fn kinds(&self, from: usize) -> Vec<String> {
        self.since(from).iter().map(|event| event["event"].as_str().expect("a kind").to_owned()).collect()
    }

    /// All that happened of a kind.
    pub fn told(&self, kind: &str) -> Vec<Value> {
        self.since(0).into_iter().filter(|event| event["event"] == kind).collect()
    }

    /// The last that happened of a kind; `null` if nothing did.
    pub fn last(&self, kind: &str) -> Value {
        self.told(kind).pop().unwrap_or_default()
    }

    /// Forgets what happened so far.
    pub fn forget(&mut self) {
        self.events.clear();
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.state)
    }

    /// Who won, by letter, and the clause; none while the game goes on.
    pub fn won(&self) -> Option<(String, &'static str)> {
        self.outcome().map(|outcome| (outcome.winners().map(letter).collect(), outcome.clause))
    }

    /// The places of all seats, once the game is over.
    #[track_caller]
    pub fn places(&self) -> Vec<u8> {
        let outcome = self.outcome().expect("the game is over");
        self.seats().map(|seat| outcome.place(seat)).collect()
    }
}

/// A refusal cites a clause of the game, and says why.
#[track_caller]
fn cites<G: Game>(refusal: &Refusal) {
    assert!(rulebook::<G>().clause(refusal.clause).is_some(), "{refusal} names no clause of the rulebook");
    assert!(!refusal.reason.to_string().trim().is_empty(), "{} says nothing", refusal.clause);
}

/// A seat by its letter, as the examples of rulebooks have it.
pub fn seat(letter: char) -> Seat {
    Seat::new(letter as usize - 'A' as usize).expect("a seat from A")
}

/// The letter of a seat.
pub fn letter(seat: Seat) -> char {
    seat.letter()
}

/// All viewers of a table of this many players: every seat, and a watcher.
pub fn viewers(players: usize) -> Vec<Viewer> {
    Seat::FIRST.clockwise(players).map(Viewer::Seat).chain([Viewer::Watcher]).collect()
}

/// A JSON object, a position or settings, with some of its keys replaced.
#[track_caller]
pub fn but(mut object: Value, changes: Value) -> Value {
    match (&mut object, changes) {
        (Value::Object(object), Value::Object(changes)) => object.extend(changes),
        (_, changes) => panic!("{changes} and what it changes should be JSON objects"),
    }
    object
}

/// Settings by their keys.
#[track_caller]
pub fn options<G: Game>(settings: Value) -> G::Options {
    serde_json::from_value(settings).unwrap_or_else(|error| panic!("settings of the game: {error}"))
}

/// The rules of a table with the standard pack.
#[track_caller]
pub fn rules<G: Game>(options: &G::Options) -> G::Rules {
    G::rules(pack::<G>(), options).unwrap_or_else(|refusal| panic!("settings that fit together: {refusal}"))
}

/// A table as a set-up page asks for it: the settings are checked one by one, then together. A refusal cites a clause.
#[track_caller]
pub fn asked<G: Game>(settings: Value) -> Result<G::Rules, Refusal> {
    let chosen = settings.as_object().expect("settings by key");
    kernel::settings::check(&G::settings(), chosen).inspect_err(cites::<G>)?;
    G::rules(pack::<G>(), &options::<G>(settings)).inspect_err(cites::<G>)
}

/// Why a table with these settings is refused.
#[track_caller]
pub fn refused_settings<G: Game>(settings: Value) -> Refusal {
    let told = settings.to_string();
    match asked::<G>(settings) {
        Ok(_) => panic!("{told} should be refused"),
        Err(refusal) => refusal,
    }
}
