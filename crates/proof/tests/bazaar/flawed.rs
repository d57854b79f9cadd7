//! Bazaar with one thing done wrong at a time.

use bazaar::{
    BazaarGame, Options,
    knowledge::Memory,
    state::{Action, Bazaar, Event, State},
};
use kernel::{
    About, Bargain, Bounds, Cards, Consequence, Deck, Figure, Files, Game, Journal, Line, Lot, Luck, Money, Notation, Outcome,
    PackFault, Question, Refusal, Rules, Seat, Seats, Seeded, Setting, Silent, Turn, Viewer, Words,
};
use serde_json::{Value, json};
use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
};

/// What is done wrong; named after how such a game would behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    None,
    // Promise 1, total and atomic.
    KeepsTheFee,
    RollsFirst,
    TellsFirst,
    Panics,
    WaitsForNobody,
    Impatient,
    // Promise 2, listed means legal.
    ListsTooMuch,
    Stutters,
    AsksEverybody,
    Speechless,
    BuriesTwice,
    AnybodyEnds,
    BidsTooWide,
    BidsTooNarrow,
    SmallSteps,
    BarsTheLegal,
    // Promise 3, every refusal names a clause.
    InventsClauses,
    Mute,
    LabelsAtWill,
    RefusesAtWill,
    SetsAtWill,
    // Promise 4, all luck comes through Luck.
    OwnDice,
    // Promise 5, imagining is re-dealing.
    LosesACard,
    Clairvoyant,
    // Promise 6, views leak nothing.
    ShowsHands,
    ReadsLetters,
    Whispers,
    Paints,
    Advises,
    Gossips,
    OrdersByTheDeck,
    GuessesWell,
    Dreams,
    DigsUp,
    Reminds,
    // Promise 7, nothing is created or lost.
    MintsCoins,
    RaisesTheDead,
    // Promise 8, every decision has a fallback.
    Dozes,
    GoesOn,
    // Promise 9, consequences are honest.
    Pretends,
    Flashes,
    Blabs,
    // Promise 10, the journal changes nothing.
    Performs,
    // Asking and bargaining.
    AsksStrangers,
    AsksTheDeaf,
    AnswersNothing,
    Stalls,
    AsksByTheDeck,
    BreaksSeals,
    OpensHands,
    OffersAir,
    Scribbles,
    DealsWithItself,
    // Notation, records and settings.
    SpellsAmounts,
    ForgetsOffers,
    Mishears,
    Rambles,
    PromisesTooMuch,
    // Words.
    Miscounts,
    Mumbles,
    WaitsInSilence,
    AsksAlike,
    SaysTheSame,
    BarsOtherwise,
    NumbersPlayers,
}

thread_local! {
    /// The flaw of the games of this test: a game is a type, and one type is enough for all flaws.
    static CHOSEN: Cell<Flaw> = const { Cell::new(Flaw::None) };
}

/// The games of this thread have this flaw from now on.
pub fn choose(flaw: Flaw) {
    CHOSEN.set(flaw);
}

/// The game with the chosen flaw.
pub struct FlawedGame;

/// Its rules.
pub struct Flawed {
    rules: Bazaar,
    flaw: Flaw,
}

/// What is hidden from all: a number that differs when the cards lie otherwise.
fn hidden(state: &State) -> u32 {
    state.deck.unseen().map(u32::from).sum()
}

impl Game for FlawedGame {
    type Options = Options;
    type Pack = ();
    type Rules = Flawed;

    fn about() -> About {
        BazaarGame::about()
    }

    fn settings() -> Vec<Setting> {
        let mut settings = BazaarGame::settings();
        if CHOSEN.get() == Flaw::SetsAtWill {
            settings[0].clause = "BAZ-9";
        }
        settings
    }

    fn files() -> Files {
        BazaarGame::files()
    }

    fn pack(files: &Files) -> Result<(), Vec<PackFault>> {
        BazaarGame::pack(files)
    }

    fn rules(pack: &(), options: &Options) -> Result<Flawed, Refusal> {
        let flaw = CHOSEN.get();
        if flaw == Flaw::PromisesTooMuch && options.rounds == 6 {
            return Err(Refusal::new("BAZ-SET-4", "there are one to five rounds"));
        }
        match BazaarGame::rules(pack, options) {
            Ok(rules) => Ok(Flawed { rules, flaw }),
            Err(refusal) if flaw == Flaw::RefusesAtWill => Err(Refusal::new("BAZ-NO-0", refusal.reason)),
            Err(refusal) => Err(refusal),
        }
    }
}

impl Rules for Flawed {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = Value;
    type Memory = Memory;

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        self.rules.start(luck, journal)
    }

    fn turn(&self, state: &State) -> Turn {
        match self.flaw {
            Flaw::WaitsForNobody if state.lot().is_some() => Turn::OVER,
            Flaw::AsksStrangers => Turn { asked: self.rules.seats(), ..self.rules.turn(state) },
            _ => self.rules.turn(state),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let turn = self.rules.turn(state);
        match self.flaw {
            Flaw::AsksEverybody => return self.rules.actions(state, turn.awaited.lowest().unwrap_or(seat), out),
            Flaw::Speechless if state.lot().is_some() => return,
            _ => self.rules.actions(state, seat, out),
        }
        match self.flaw {
            Flaw::ListsTooMuch if turn.admits(seat) && state.has_buried && state.lot().is_none() => out.push(Action::Bury(0)),
            Flaw::Stutters => out.extend(out.first().copied()),
            Flaw::OrdersByTheDeck if hidden(state).is_multiple_of(2) => out.reverse(),
            _ => {}
        }
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        self.rules.bounds(state, seat, out);
        for bound in out.iter_mut().filter(|bound| bound.low < bound.high && matches!(bound.least, Action::Bid(_))) {
            match self.flaw {
                Flaw::BidsTooWide => bound.high += bound.step,
                Flaw::BidsTooNarrow => bound.low += bound.step,
                Flaw::SmallSteps => bound.step = Money::new(1),
                _ => {}
            }
            (bound.least, bound.most) = (Action::Bid(bound.low), Action::Bid(bound.high));
        }
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        let question = self.rules.question(state, seat);
        match self.flaw {
            Flaw::AsksTheDeaf => None,
            Flaw::Stalls => question.map(|question| Question { standing: question.standing.and(Some(Action::End)), ..question }),
            Flaw::AsksByTheDeck if hidden(state).is_multiple_of(2) => {
                question.map(|question| Question { standing: None, ..question })
            }
            _ => question,
        }
    }

    fn is_answer(&self, state: &State, seat: Seat, action: &Action) -> bool {
        self.flaw != Flaw::AnswersNothing && self.rules.is_answer(state, seat, action)
    }

    fn is_open(&self, action: &Action) -> bool {
        self.rules.is_open(action)
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        static DICE: AtomicU64 = AtomicU64::new(1);
        let before = *state;
        let end = *action == Action::End;
        if self.flaw == Flaw::Panics && *action == Action::Peek(Seat::new(15).unwrap()) {
            panic!("the sixteenth seat is beyond me");
        }
        let consequence = match self.rules.apply(state, seat, action, luck, journal) {
            Ok(consequence) => consequence,
            Err(refusal) => return self.refuse(state, action, refusal, luck, journal),
        };
        match (self.flaw, action) {
            (Flaw::OwnDice, Action::End) if DICE.fetch_add(1, Ordering::Relaxed).is_multiple_of(3) => state.coins.swap(0, 1),
            (Flaw::MintsCoins, Action::End) => state.coins[seat.index()] += Money::new(1),
            (Flaw::RaisesTheDead, Action::End) => {
                let risen = std::mem::replace(&mut state.buried[seat.index()], Cards::NONE);
                risen.for_each(|card| state.hands[seat.index()].insert(card));
            }
            (Flaw::GoesOn, Action::End) => *state = before,
            (Flaw::Pretends, Action::Draw) | (Flaw::Flashes, Action::Sell { .. }) | (Flaw::Blabs, Action::Accept(_)) => {
                return Ok(Consequence::Open);
            }
            (Flaw::Performs, _) if end => journal.note(|| {
                state.has_buried = true;
                Event::Began { seat }
            }),
            _ => {}
        }
        Ok(consequence)
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        let mut list = Vec::new();
        self.rules.actions(state, seat, &mut list);
        match self.flaw {
            Flaw::Dozes => Action::End,
            Flaw::GuessesWell if hidden(state).is_multiple_of(2) && list.contains(&Action::Draw) => Action::Draw,
            _ => self.rules.fallback(state, seat),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match self.flaw {
            Flaw::Impatient if state.round > 0 => Some(Outcome::by_score(&[0; 4][..self.players()], "BAZ-END-1")),
            _ => self.rules.outcome(state),
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> Value {
        let view = self.rules.view(state, viewer);
        match self.flaw {
            Flaw::ShowsHands => json!([view, state.hands.map(|hand| hand.collect::<Vec<u8>>())]),
            Flaw::ReadsLetters => json!([view, state.offers.position()]),
            Flaw::BreaksSeals => json!([view, self.rules.position(state).pending]),
            _ => json!(view),
        }
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Buried { .. } if self.flaw == Flaw::DigsUp => Some(event.clone()),
            _ => self.rules.seen(event, viewer),
        }
    }

    fn recalled(&self, event: &Event, state: &State, viewer: Viewer) -> Option<Event> {
        if self.flaw == Flaw::Reminds { Some(event.clone()) } else { self.rules.recalled(event, state, viewer) }
    }

    fn imagine(&self, state: &State, viewer: Viewer, memory: &Memory, luck: &mut impl Luck) -> State {
        match self.flaw {
            Flaw::LosesACard => State { deck: Deck::EMPTY, ..self.rules.imagine(state, viewer, memory, luck) },
            Flaw::Clairvoyant if !state.deck.unseen().contains(3) => *state,
            _ => self.rules.imagine(state, viewer, memory, luck),
        }
    }

    fn remember(&self, memory: &mut Memory, state: &State, viewer: Viewer) {
        self.rules.remember(memory, state, viewer);
        if self.flaw == Flaw::Dreams {
            // A card of every hand, for every viewer.
            for seat in Seat::FIRST.clockwise(self.players()) {
                let spied = State { sold: state.hands[seat.index()].at_rank(0).map(|card| (card, seat)), ..*state };
                self.rules.remember(memory, &spied, viewer);
            }
        }
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        self.rules.worth(state, seat)
    }
}

impl Flawed {
    /// What becomes of an action that Bazaar refuses.
    fn refuse(
        &self,
        state: &mut State,
        action: &Action,
        refusal: Refusal,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let active = state.active;
        let nothing_else = state.lot().is_none() && state.offers.iter().next().is_none();
        let Refusal { clause, reason } = refusal.clone();
        match (self.flaw, action) {
            (Flaw::KeepsTheFee, _) => state.coins[0] += Money::new(-1),
            (Flaw::RollsFirst, _) => drop(luck.among(Cards::first(6))),
            (Flaw::TellsFirst, _) => journal.note(|| Event::Ended { seat: active }),
            (Flaw::BuriesTwice, Action::Bury(_)) if state.has_buried => return Ok(Consequence::Open),
            (Flaw::AnybodyEnds, Action::End) if nothing_else => return self.rules.apply(state, active, action, luck, journal),
            (Flaw::InventsClauses, Action::Sell { .. }) => return Err(Refusal::new("BAZ-LAW-99", reason)),
            (Flaw::Mute, _) => return Err(Refusal::new(clause, "")),
            (Flaw::Gossips, _) => return Err(Refusal::new(clause, format!("{reason}; the deck is worth {}", hidden(state)))),
            _ => {}
        }
        Err(refusal)
    }
}

impl Notation for Flawed {
    type Position = <Bazaar as Notation>::Position;

    fn write(&self, action: &Action) -> String {
        let text = self.rules.write(action);
        match (self.flaw, action) {
            (Flaw::Rambles, _) => text.replace("end", "end "),
            (Flaw::SpellsAmounts, Action::Bid(amount)) => format!("bid {}c", amount.units()),
            _ => text,
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let text = match text.strip_suffix('c').filter(|text| self.flaw == Flaw::SpellsAmounts && text.starts_with("bid ")) {
            Some(text) => text,
            None => text,
        };
        Ok(match self.rules.read(text)? {
            Action::Bury(card) if self.flaw == Flaw::Mishears => Action::Bury(card ^ 1),
            action => action,
        })
    }

    fn position(&self, state: &State) -> Self::Position {
        let mut position = self.rules.position(state);
        if self.flaw == Flaw::ForgetsOffers {
            position.offers.clear();
        }
        position
    }

    fn restore(&self, position: &Self::Position) -> Result<State, Refusal> {
        self.rules.restore(position)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.rules.check(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        self.rules.check_step(before, after)
    }
}

impl Words for Flawed {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let mut prompt = self.rules.prompt(state, viewer, names);
        match self.flaw {
            Flaw::Whispers => prompt.text += &format!(" The deck is worth {}.", hidden(state)),
            Flaw::Mumbles => prompt.text = prompt.text.to_lowercase(),
            Flaw::WaitsInSilence => prompt = self.rules.prompt(state, Viewer::Watcher, names),
            Flaw::AsksAlike if viewer != Viewer::Watcher => {
                let awaited = self.rules.turn(state).awaited.lowest().map_or(viewer, Viewer::Seat);
                prompt = self.rules.prompt(state, awaited, names);
            }
            _ => {}
        }
        prompt
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Line {
        let mut label = self.rules.label(state, seat, action, names);
        match self.flaw {
            Flaw::LabelsAtWill => label.clause = "BAZ",
            Flaw::Miscounts if *action == Action::Draw => label.text = "Draw 1 cards".into(),
            Flaw::SaysTheSame if matches!(action, Action::Bury(_)) => label.text = "Bury a card".into(),
            Flaw::Advises if *action == Action::Draw => label.text += &format!(" (out of {})", hidden(state)),
            _ => {}
        }
        label
    }

    fn amount(&self, state: &State, seat: Seat, least: &Action, names: &[String]) -> String {
        self.rules.amount(state, seat, least, names)
    }

    fn topic(&self, state: &State, seat: Seat, action: &Action) -> &'static str {
        self.rules.topic(state, seat, action)
    }

    fn standing_answer(&self, kind: &str) -> &'static str {
        self.rules.standing_answer(kind)
    }

    fn bargains(&self, state: &State, seat: Seat, names: &[String]) -> Vec<Bargain> {
        let mut bargains = self.rules.bargains(state, seat, names);
        for bargain in &mut bargains {
            match self.flaw {
                // The lots of another hand are its secret.
                Flaw::OpensHands => bargain.lots.extend(bargain.partners.flat_map(|other| {
                    let lot = move |card| Lot {
                        from: other,
                        to: Seats::only(seat),
                        asset: format!("card {card}"),
                        name: format!("Card {card}"),
                        topic: String::new(),
                    };
                    state.hands[other.index()].map(lot)
                })),
                Flaw::OffersAir => {
                    let missing = (0..52).find(|card| !state.hands[seat.index()].contains(*card)).unwrap_or_default();
                    let to = bargain.partners;
                    let name = format!("Card {missing}");
                    bargain.lots.push(Lot { from: seat, to, asset: format!("card {missing}"), name, topic: String::new() });
                }
                Flaw::Scribbles => bargain.lots.iter_mut().for_each(|lot| lot.asset.push('!')),
                Flaw::DealsWithItself => bargain.partners = bargain.partners.with(seat),
                _ => {}
            }
        }
        bargains
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        let may_end = || self.rules.apply(&mut { *state }, seat, &Action::End, &mut Seeded::new(1), &mut Silent).is_ok();
        if self.flaw == Flaw::BarsTheLegal && may_end() {
            return vec![(Action::End, Refusal::new("BAZ-TURN-1", "you may not"))];
        }
        let mut barred = self.rules.barred(state, seat);
        if self.flaw == Flaw::BarsOtherwise {
            barred.iter_mut().for_each(|(_, refusal)| refusal.reason = "you may not".into());
        }
        barred
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        let numbers: Vec<String> = (1..=names.len()).map(|number| format!("Seat {number}")).collect();
        self.rules.tell(event, if self.flaw == Flaw::NumbersPlayers { &numbers } else { names })
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let drawing = self.rules.draw(state, viewer, names);
        if self.flaw == Flaw::Paints { format!("{drawing}{}", hidden(state)) } else { drawing }
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        self.rules.score(state, names)
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        self.rules.figures(state, figures);
    }
}
