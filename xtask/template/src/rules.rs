//! The order of play, in one place.

use crate::{
    options::Options,
    pack::Pack,
    state::{Action, Event, PLAYERS, PlayerView, State, View},
};
use kernel::{Consequence, Journal, Luck, Outcome, Refusal, Rules, Seat, Turn, Viewer, refuse, settings::Settings};

/// A pack and the chosen settings, and what follows from them. They never change during a game.
#[derive(Clone, Debug)]
pub struct __Game__Rules {
    /// How many play. (__PREFIX__-OPT-1)
    pub players: usize,
    /// How many coins win. (__PREFIX__-OPT-2)
    pub target: u16,
    /// How many faces the die has.
    pub faces: u8,
}

impl __Game__Rules {
    /// The rules of a table, unless the settings contradict each other.
    pub fn new(pack: &Pack, options: &Options) -> Result<__Game__Rules, Refusal> {
        options.check_bounds()?;
        let target = options.target.unwrap_or(pack.target);
        Ok(__Game__Rules { players: usize::from(options.players), target, faces: pack.faces })
    }

    /// Has the player in turn won? (__PREFIX__-END-1)
    pub(crate) fn is_over(&self, state: &State) -> bool {
        state.coins[state.seat.index()] >= self.target
    }

    fn may_act(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if self.is_over(state) {
            return refuse("__PREFIX__-END-1", "the game is over");
        }
        if seat.index() >= self.players {
            return refuse("__PREFIX__-GAME-1", format!("seat {seat} does not play: {} players sit here", self.players));
        }
        if seat != state.seat {
            return refuse("__PREFIX__-TURN-1", format!("it is {}’s turn; wait for yours", state.seat.mark()));
        }
        Ok(())
    }

    pub(crate) fn may_keep(&self, state: &State) -> Result<(), Refusal> {
        if state.pot == 0 {
            return refuse("__PREFIX__-KEEP-1", "there is nothing to keep yet: roll first");
        }
        Ok(())
    }

    fn roll(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> Consequence {
        let (seat, die) = (state.seat, luck.die(self.faces));
        journal.note(|| Event::Rolled { seat, die });
        if die == 1 {
            // __PREFIX__-ROLL-2
            journal.note(|| Event::Lost { seat });
            state.pot = 0;
            state.seat = seat.next(self.players);
        } else {
            // __PREFIX__-ROLL-1
            state.pot = state.pot.saturating_add(die.into());
        }
        Consequence::Sealed
    }

    /// __PREFIX__-KEEP-1
    fn keep(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Consequence {
        let (seat, pot) = (state.seat, std::mem::take(&mut state.pot));
        let coins = state.coins[seat.index()].saturating_add(pot);
        state.coins[seat.index()] = coins;
        journal.note(|| Event::Kept { seat, pot, coins });
        if self.is_over(state) {
            journal.note(|| Event::Won { seat, coins });
        } else {
            state.seat = seat.next(self.players);
        }
        Consequence::Open
    }
}

impl Rules for __Game__Rules {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    /// Nothing that was seen is hidden again.
    type Memory = ();

    fn players(&self) -> usize {
        self.players
    }

    /// __PREFIX__-TURN-1
    fn start(&self, _luck: &mut impl Luck, _journal: &mut impl Journal<Event>) -> State {
        State { coins: [0; PLAYERS], pot: 0, seat: Seat::FIRST }
    }

    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) { Turn::OVER } else { Turn::of(state.seat) }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.may_act(state, seat).is_err() {
            return;
        }
        out.push(Action::Roll);
        if self.may_keep(state).is_ok() {
            out.push(Action::Keep);
        }
    }

    /// A turn is rolls, then a keep or a 1. (__PREFIX__-TURN-2)
    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        self.may_act(state, seat)?;
        match action {
            Action::Roll => Ok(self.roll(state, luck, journal)),
            Action::Keep => self.may_keep(state).map(|()| self.keep(state, journal)),
        }
    }

    /// What an absent player does: keep what is there. Fallbacks alone finish the game.
    fn fallback(&self, state: &State, _seat: Seat) -> Action {
        if state.pot == 0 { Action::Roll } else { Action::Keep }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        // __PREFIX__-END-2
        let scores = state.coins.map(i32::from);
        self.is_over(state).then(|| Outcome::by_score(&scores[..self.players], "__PREFIX__-END-1"))
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        let player = |seat: Seat| PlayerView { seat, coins: state.coins[seat.index()] };
        let players = Seat::FIRST.clockwise(self.players).map(player).collect();
        View { turn: (!self.is_over(state)).then_some(state.seat), pot: state.pot, target: self.target, players }
    }

    /// A state that looks the same to this viewer. Nothing is hidden, so it is the state itself; hidden hands would be dealt anew
    /// with `kernel::redeal`.
    fn imagine(&self, state: &State, _viewer: Viewer, _memory: &(), _luck: &mut impl Luck) -> State {
        *state
    }

    /// What bots build on: kept coins count most, the pot counts less because it can be lost, and to be in turn counts, too.
    fn worth(&self, state: &State, seat: Seat) -> i64 {
        let coins = i64::from(state.coins[seat.index()]);
        let won = if coins >= i64::from(self.target) { 1_000_000 } else { 0 };
        let turn = if seat == state.seat { 24 + 3 * i64::from(state.pot) } else { 0 };
        won + 4 * coins + turn
    }
}
