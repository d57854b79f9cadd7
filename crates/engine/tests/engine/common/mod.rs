//! PURSES, a little game that the engine has never heard of: everybody holds a hidden card, rolls for coins, gives coins away and may
//! peek at a neighbour's card.

#![allow(dead_code, missing_docs, reason = "each test program uses its own part")]

use engine::{AnyGame, Desk, boxed};
use kernel::{
    About, Bounds, Cards, Consequence, Figure, Files, Game, Journal, Line, Luck, Money, Notation, Outcome, PackFault, Refusal,
    Rules, Seat, Turn, Viewer, Words,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::LazyLock;

static TOYS: LazyLock<[&dyn AnyGame; 1]> = LazyLock::new(|| [boxed::<Purses>()]);

/// A desk where PURSES is played.
pub fn desk() -> Desk {
    Desk::new(&*TOYS)
}

/// PURSES as any game.
pub fn toy() -> &'static dyn AnyGame {
    TOYS[0]
}

/// The reply to a request, parsed.
pub fn ask(desk: &mut Desk, request: Value) -> Value {
    let reply = desk.answer(request.to_string().as_bytes()).expect("a request is answered");
    serde_json::from_str(&reply).expect("a reply is JSON")
}

/// The reply to a request that must succeed.
pub fn good(desk: &mut Desk, request: Value) -> Value {
    let reply = ask(desk, request.clone());
    assert_eq!(reply["ok"], true, "{request} → {reply}");
    reply
}

/// The error of a request that must fail.
pub fn bad(desk: &mut Desk, request: Value) -> Value {
    let reply = ask(desk, request.clone());
    assert_eq!(reply["ok"], false, "{request} → {reply}");
    reply["error"].clone()
}

pub struct Purses;

kernel::settings! {
    pub struct Options;

    "PUR-SET-1" players: usize, "How many play." { 2 in 2..=4 }
    "PUR-SET-1" rounds: u8, "How many rounds." { 3 in 1..=20 }
    "PUR-SET-2" faulty: bool, "A fault to be caught." { no: "It works.", yes: "It has a fault." }
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    coins: i32,
}

pub struct Table {
    players: usize,
    rounds: u8,
    faulty: bool,
    coins: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    coins: [Money; 4],
    cards: [u8; 4],
    unseen: Cards,
    turn: Seat,
    round: u8,
    peeking: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Roll,
    Pass,
    Peek,
    Give(i32),
    PackFault,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Dealt { seat: Seat, card: u8 },
    Rolled { seat: Seat, roll: u8 },
    Passed { seat: Seat },
    Peeked { seat: Seat, card: Option<u8> },
    Gave { seat: Seat, coins: Money },
}

#[derive(Serialize)]
pub struct View {
    round: u8,
    turn: Seat,
    coins: Vec<Money>,
    cards: Vec<Option<u8>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Position {
    round: u8,
    turn: Seat,
    #[serde(default)]
    peeking: bool,
    purses: Vec<Purse>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Purse {
    coins: Money,
    card: u8,
}

const CARDS: usize = 12;

impl Game for Purses {
    type Options = Options;
    type Pack = Pack;
    type Rules = Table;

    fn about() -> About {
        About {
            id: "purses",
            title: "PURSES",
            line: "Roll, give and peek.",
            players: 2..=4,
            minutes: 1..=2,
            prefix: "PUR",
            edition: 3,
            rulebook: "### TURN\n\n- `PUR-TURN-1` — Roll or pass.\n- `PUR-TURN-2` — Before that you may peek once.\n\n### GIVE\n\n\
                       - `PUR-GIVE-1` — Give any number of coins you have.\n\n### SET\n\n- `PUR-SET-1` **(option)** — Two to four play.\n\
                       - `PUR-SET-2` **(ruling)** — Purses hold 0 to 9999 coins.\n\n### END\n\n- `PUR-END-1` — The game ends after the last round.\n",
        }
    }

    fn files() -> Files {
        Files::new([("purses.toml", "# What everybody begins with.\ncoins = 10\n")])
    }

    fn pack(files: &Files) -> Result<Pack, Vec<PackFault>> {
        let file = files.get("purses.toml").map_err(|fault| vec![fault])?;
        let pack: Pack = file.toml().map_err(|fault| vec![fault])?;
        match pack.coins {
            0..=100 => Ok(pack),
            coins => Err(vec![file.fault(0..0, format!("{coins} coins cannot be; 0 to 100 can"))]),
        }
    }

    fn rules(pack: &Pack, options: &Options) -> Result<Table, Refusal> {
        if options.players == 4 && options.rounds == 20 {
            return Err(Refusal::new("PUR-SET-1", "four players never finish 20 rounds; choose at most 19"));
        }
        Ok(Table { players: options.players, rounds: options.rounds, faulty: options.faulty, coins: pack.coins })
    }
}

impl Table {
    fn give(&self, state: &State, seat: Seat) -> Option<(i32, i32)> {
        let most = state.coins[seat.index()].units();
        (most > 0).then_some((1, most))
    }

    fn on(&self, state: &mut State) {
        state.peeking = false;
        state.turn = state.turn.next(self.players);
        state.round += u8::from(state.turn == Seat::FIRST);
    }

    fn neighbour(&self, seat: Seat) -> Seat {
        seat.next(self.players)
    }
}

impl Rules for Table {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = Option<u8>;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut state = State {
            coins: [Money::ZERO; 4],
            cards: [0; 4],
            unseen: Cards::first(CARDS),
            turn: Seat::FIRST,
            round: 0,
            peeking: false,
        };
        for seat in Seat::FIRST.clockwise(self.players) {
            let card = luck.among(state.unseen).unwrap_or(0);
            state.unseen.remove(card);
            state.cards[seat.index()] = card;
            state.coins[seat.index()] = Money::new(self.coins);
            journal.note(|| Event::Dealt { seat, card });
        }
        state
    }

    fn turn(&self, state: &State) -> Turn {
        if state.round >= self.rounds { Turn::OVER } else { Turn::of(state.turn) }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.turn(state).admits(seat) {
            return;
        }
        out.extend([Action::Roll, Action::Pass]);
        if !state.peeking {
            out.push(Action::Peek);
        }
        out.extend(self.give(state, seat).map(|(least, _)| Action::Give(least)));
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if let Some((low, high)) = self.give(state, seat).filter(|_| self.turn(state).admits(seat)) {
            out.push(Bounds {
                least: Action::Give(low),
                most: Action::Give(high),
                low: Money::new(low),
                high: Money::new(high),
                step: Money::new(1),
                clause: "PUR-GIVE-1",
            });
        }
    }

    fn is_open(&self, action: &Action) -> bool {
        matches!(action, Action::Give(_))
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if !self.turn(state).admits(seat) {
            return Err(Refusal::new("PUR-TURN-1", "it is not your turn; wait for it"));
        }
        match *action {
            Action::Roll => {
                let roll = luck.die(6);
                state.coins[seat.index()] += Money::new(i32::from(roll));
                journal.note(|| Event::Rolled { seat, roll });
                self.on(state);
                Ok(Consequence::Sealed)
            }
            Action::Pass => {
                journal.note(|| Event::Passed { seat });
                self.on(state);
                Ok(Consequence::Open)
            }
            Action::Peek if state.peeking => Err(Refusal::new("PUR-TURN-2", "you have peeked; roll or pass")),
            Action::Peek => {
                state.peeking = true;
                let card = Some(state.cards[self.neighbour(seat).index()]);
                journal.note(|| Event::Peeked { seat, card });
                Ok(Consequence::Sealed)
            }
            Action::Give(amount) => {
                let (mine, theirs) = (seat.index(), self.neighbour(seat).index());
                let purse = state.coins[mine];
                let Some(rest) = purse.less(Money::new(amount)).filter(|_| amount > 0) else {
                    return Err(Refusal::new("PUR-GIVE-1", format!("you have {purse} coins; give 1 to {purse}")));
                };
                state.coins[mine] = rest;
                state.coins[theirs] += Money::new(amount);
                journal.note(|| Event::Gave { seat, coins: Money::new(amount) });
                Ok(Consequence::Open)
            }
            Action::PackFault if self.faulty => panic!("a fault that was asked for"),
            Action::PackFault => Err(Refusal::new("PUR-TURN-1", "nobody may do that")),
        }
    }

    fn fallback(&self, _: &State, _: Seat) -> Action {
        Action::Pass
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let score = |seat: usize| state.coins[seat].units() + i32::from(state.cards[seat]);
        let scores: Vec<i32> = (0..self.players).map(score).collect();
        self.turn(state).is_over().then(|| Outcome::by_score(&scores, "PUR-END-1"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let over = self.turn(state).is_over();
        let shown = |seat: Seat| {
            let peeked = state.peeking && viewer.holds(state.turn) && seat == self.neighbour(state.turn);
            (over || viewer.holds(seat) || peeked).then(|| state.cards[seat.index()])
        };
        View {
            round: state.round,
            turn: state.turn,
            coins: state.coins[..self.players].to_vec(),
            cards: Seat::FIRST.clockwise(self.players).map(shown).collect(),
        }
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        match *event {
            Event::Dealt { seat, .. } if !viewer.holds(seat) => None,
            Event::Peeked { seat, .. } if !viewer.holds(seat) => Some(Event::Peeked { seat, card: None }),
            _ => Some(event.clone()),
        }
    }

    fn imagine(&self, state: &State, viewer: Viewer, memory: &Option<u8>, luck: &mut impl Luck) -> State {
        let mut state = *state;
        let mut known: Vec<Option<u8>> = self.view(&state, viewer).cards;
        if let (Viewer::Seat(seat), Some(card)) = (viewer, memory) {
            known[self.neighbour(seat).index()] = Some(*card);
        }
        let mut unseen = Cards::first(CARDS);
        known.iter().flatten().for_each(|card| {
            unseen.remove(*card);
        });
        for (card, known) in state.cards.iter_mut().zip(&known) {
            *card = known.or_else(|| luck.among(unseen)).unwrap_or(0);
            unseen.remove(*card);
        }
        state.unseen = unseen;
        state
    }

    fn remember(&self, memory: &mut Option<u8>, state: &State, viewer: Viewer) {
        if let Viewer::Seat(seat) = viewer {
            *memory = self.view(state, viewer).cards[self.neighbour(seat).index()].or(*memory);
        }
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        i64::from(state.coins[seat.index()].units()) + i64::from(state.cards[seat.index()])
    }
}

impl Notation for Table {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match action {
            Action::Roll => "roll".into(),
            Action::Pass => "pass".into(),
            Action::Peek => "peek".into(),
            Action::Give(amount) => format!("give {amount}"),
            Action::PackFault => "fault".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        match text.split_once(' ') {
            None if text == "roll" => Ok(Action::Roll),
            None if text == "pass" => Ok(Action::Pass),
            None if text == "peek" => Ok(Action::Peek),
            None if text == "fault" => Ok(Action::PackFault),
            Some(("give", amount)) => {
                amount.parse().map(Action::Give).map_err(|_| format!("`{amount}` is not a number of coins"))
            }
            _ => Err(format!("`{text}` is not an action; there are roll, pass, peek and give N")),
        }
    }

    fn position(&self, state: &State) -> Position {
        let purse = |seat: usize| Purse { coins: state.coins[seat], card: state.cards[seat] };
        let purses = (0..self.players).map(purse).collect();
        Position { round: state.round, turn: state.turn, peeking: state.peeking, purses }
    }

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        let wrong = |message: &'static str| Err(Refusal::new("PUR-SET-2", message));
        if position.purses.len() != self.players || position.turn.index() >= self.players {
            return wrong("there is one purse for each player");
        }
        let mut state = State {
            coins: [Money::ZERO; 4],
            cards: [0; 4],
            unseen: Cards::first(CARDS),
            turn: position.turn,
            round: position.round.min(self.rounds),
            peeking: position.peeking,
        };
        for (seat, purse) in position.purses.iter().enumerate() {
            if !(0..=9999).contains(&purse.coins.units()) {
                return wrong("a purse holds 0 to 9999 coins");
            }
            if !state.unseen.remove(purse.card) {
                return wrong("a card is 0 to 11, and nobody else has it");
            }
            (state.coins[seat], state.cards[seat]) = (purse.coins, purse.card);
        }
        Ok(state)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        match state.unseen.len() + self.players {
            CARDS => Ok(()),
            _ => Err(Refusal::new("PUR-SET-2", "a card is missing")),
        }
    }
}

impl Words for Table {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        if self.turn(state).is_over() {
            return Line::new("PUR-END-1", "The game is over.");
        }
        let text = if viewer.holds(state.turn) { "Roll or pass." } else { "Please wait." };
        Line::new("PUR-TURN-1", format!("{}: {text}", names[state.turn.index()]))
    }

    fn label(&self, _: &State, _: Seat, action: &Action, _: &[String]) -> Line {
        match action {
            Action::Give(amount) => Line::new("PUR-GIVE-1", format!("Give {amount} coins to your neighbour")),
            Action::Peek => Line::new("PUR-TURN-2", "Peek at your neighbour’s card"),
            _ => Line::new("PUR-TURN-1", format!("{action:?}")),
        }
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        let peeked = state.peeking && self.turn(state).admits(seat);
        let refusal = Refusal::new("PUR-TURN-2", "you have peeked; roll or pass");
        peeked.then_some((Action::Peek, refusal)).into_iter().collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        let name = |seat: &Seat| &names[seat.index()];
        match event {
            Event::Dealt { seat, card } => Line::new("PUR-SET-1", format!("{} is dealt card {card}.", name(seat))),
            Event::Rolled { seat, roll } => Line::new("PUR-TURN-1", format!("{} rolls {roll}.", name(seat))),
            Event::Passed { seat } => Line::new("PUR-TURN-1", format!("{} passes.", name(seat))),
            Event::Peeked { seat, card: Some(card) } => Line::new("PUR-TURN-2", format!("{} sees card {card}.", name(seat))),
            Event::Peeked { seat, card: None } => Line::new("PUR-TURN-2", format!("{} peeks.", name(seat))),
            Event::Gave { seat, coins } => Line::new("PUR-GIVE-1", format!("{} gives {coins} away.", name(seat))),
        }
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let view = self.view(state, viewer);
        let seats = names.iter().zip(view.coins).zip(view.cards);
        seats.map(|((name, coins), card)| format!("{name}: {coins} coins, card {card:?}\n")).collect()
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |(seat, name): (usize, &String)| {
            Line::new("PUR-END-1", format!("{name}: {} coins and card {}", state.coins[seat], state.cards[seat]))
        };
        names.iter().enumerate().map(line).collect()
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        figures.push(("rounds", i64::from(state.round)));
    }
}
