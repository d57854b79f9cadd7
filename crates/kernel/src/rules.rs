//! The contract between a game and everything that plays it.
//!
//! A table is **rules**, which never change while it is played (a pack and the chosen options), and a **state**, which
//! does. A game implements three traits:
//!
//! | trait | for whom | what |
//! |---|---|---|
//! | [`Rules`] | bots, simulations, searches | who is awaited, what may be done, doing it, what a viewer may know |
//! | [`Notation`](crate::Notation) | records, protocols, people who write positions | actions and states as text, and the invariants |
//! | [`Words`](crate::Words) | pages, logs, the terminal | prompts, labels and log lines in plain language |
//!
//! The promises a game makes with them are proved for it by the crate `proof`.

use crate::{Luck, Money, Outcome, Refusal, Seat, Seats, Viewer};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt::Debug, hash::Hash};

/// The rules of one table: pure, with no clock, no I/O and no luck of their own.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Everything that changes in play: flat plain data that is copied like one `memcpy`. It holds no secret order of a deck.
    type State: Copy + Eq + Debug + Send + Sync;
    /// One small decision of one seat.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// What happened, for people. Made only when somebody listens, so it may be expensive.
    type Event: Clone + Debug + Serialize + Send + Sync + 'static;
    /// What one viewer may know.
    type View: Serialize + Send + Sync + 'static;
    /// What a seat has seen and the view no longer shows; `()` if nothing that was seen is ever hidden again.
    type Memory: Clone + Default + Debug + Send + Serialize + DeserializeOwned;

    /// How many players sit at this table.
    fn players(&self) -> usize;

    /// A new game, up to its first decision.
    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Self::Event>) -> Self::State;

    /// Who is awaited. Nobody is awaited exactly when the game is over.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends everything that this seat may do now. Of open amounts and deals it lists only a few; see [`Rules::bounds`].
    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Appends actions that this seat may take as well but that should never be taken at random: resigning, proposing to end the
    /// game. They are not among [`Rules::actions`], so that neither bots nor random play take them; pages and terminals show them
    /// separately.
    fn last_resorts(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<Self::Action>) {}

    /// Appends the listed actions that are worth considering: at least one if there is any. By default all of them; a game with
    /// long lists leaves out what is never good, so that bots need not find that out again and again.
    fn sensible(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) {
        self.actions(state, seat, out);
    }

    /// One of the listed actions, uniformly random; none if there are none. `buffer` is scratch space.
    ///
    /// A game that holds its actions as a set draws from the set instead of listing it.
    #[inline]
    fn any_action(
        &self,
        state: &Self::State,
        seat: Seat,
        luck: &mut impl Luck,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        buffer.clear();
        self.actions(state, seat, buffer);
        if buffer.is_empty() { None } else { Some(buffer[luck.below(buffer.len())]) }
    }

    /// Appends the actions of this seat whose amount may be chosen freely, with their bounds. A game that overrides this also
    /// overrides [`Rules::is_open`].
    fn bounds(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<Bounds<Self::Action>>) {}

    /// Is this of a kind with too many possibilities to list (a bid, a bet, a deal)?
    fn is_open(&self, _action: &Self::Action) -> bool {
        false
    }

    /// What this seat is asked, while it is among [`Turn::asked`]; none for all others.
    fn question(&self, _state: &Self::State, _seat: Seat) -> Option<Question<Self::Action>> {
        None
    }

    /// Does this action of an asked seat answer the question? A seat may be free to do other things as well; bots that are asked
    /// out of turn only answer.
    fn is_answer(&self, _state: &Self::State, _seat: Seat, _action: &Self::Action) -> bool {
        true
    }

    /// Carries out the whole action, or refuses it and leaves the state unchanged. It never panics, whatever it is given.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Self::Event>,
    ) -> Result<Consequence, Refusal>;

    /// A safe choice for an absent player. Fallbacks alone finish the game.
    fn fallback(&self, state: &Self::State, seat: Seat) -> Self::Action;

    /// How it ended, once it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// What this viewer may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// What this viewer may know of an event; none if they may not know of it at all.
    fn seen(&self, event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// How an old event that this viewer once heard is retold to them in this state; none if it would give away what is hidden
    /// again. Used only if the game [forgets](Rules::forgets), and only until it is over: reading the log must not replace
    /// remembering.
    fn recalled(&self, event: &Self::Event, _state: &Self::State, _viewer: Viewer) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// A state that looks the same to this viewer, with everything that the viewer neither sees nor remembers dealt again.
    fn imagine(&self, state: &Self::State, viewer: Viewer, memory: &Self::Memory, luck: &mut impl Luck) -> Self::State;

    /// Updates the memory with what the viewer sees now. Called after every action with the true state; it may use only what
    /// [`Rules::view`] shows.
    fn remember(&self, _memory: &mut Self::Memory, _state: &Self::State, _viewer: Viewer) {}

    /// Can something that was shown be hidden again, so that remembering it is part of the game? Then nobody can look back before
    /// the game is over.
    fn forgets(&self) -> bool {
        size_of::<Self::Memory>() > 0
    }

    /// How good the state looks for this seat: the heuristic that bots use. Only the order of the values matters; they must be
    /// comparable between states of one game.
    fn worth(&self, state: &Self::State, seat: Seat) -> i64;
}

/// Whom the game waits for, who else may act, and who has a question to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The game goes on when each of these has acted.
    pub awaited: Seats,
    /// These may act too (an offer, a reaction), but nobody waits for them.
    pub free: Seats,
    /// These have to answer something (an offer, a bid, a poll), whether or not the game waits for it; each of them is awaited or
    /// free. Bots answer at once, and people are notified on whatever page they are.
    pub asked: Seats,
}

impl Turn {
    /// The game is over.
    pub const OVER: Turn = Turn { awaited: Seats::NONE, free: Seats::NONE, asked: Seats::NONE };

    /// One seat's turn.
    #[inline]
    pub const fn of(seat: Seat) -> Turn {
        Turn { awaited: Seats::only(seat), free: Seats::NONE, asked: Seats::NONE }
    }

    /// The game waits for the answers of these seats.
    #[inline]
    pub const fn asking(seats: Seats) -> Turn {
        Turn { awaited: seats, free: Seats::NONE, asked: seats }
    }

    /// The same turn, in which these are free to act as well.
    #[must_use]
    pub const fn with_free(self, free: Seats) -> Turn {
        Turn { free: free.and_not(self.awaited), ..self }
    }

    /// Is the game over?
    #[inline]
    pub const fn is_over(self) -> bool {
        self.awaited.is_empty()
    }

    /// May this seat act now?
    pub const fn admits(self, seat: Seat) -> bool {
        self.awaited.contains(seat) || self.free.contains(seat)
    }

    /// Who decides next, if one decides at a time: players who are asked answer before the game goes on.
    #[inline]
    pub const fn next(self) -> Option<Seat> {
        if self.asked.is_empty() { self.awaited.lowest() } else { self.asked.lowest() }
    }

    /// Everybody who has something to decide: those the game waits for and those who are asked.
    pub const fn concerned(self) -> Seats {
        self.awaited.or(self.asked)
    }
}

/// The question to an asked seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question<A> {
    /// What kind of question it is, such as `deal` or `bid`: a seat can leave a standing answer to a kind.
    pub kind: &'static str,
    /// The answer for "no, until I say otherwise"; none if each question needs its own answer.
    pub standing: Option<A>,
}

/// Whether an action can be taken back by the one who did it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// Nothing was drawn and nobody learned anything: it can be taken back.
    Open,
    /// Luck was drawn or something hidden was shown: it can be taken back only if everybody agrees.
    Sealed,
}

/// An amount that may be chosen freely: every step from the least to the most is legal, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds<A> {
    /// The action with the least amount.
    pub least: A,
    /// The action with the greatest amount.
    pub most: A,
    /// The least amount.
    pub low: Money,
    /// The greatest amount.
    pub high: Money,
    /// The distance between two neighbouring amounts.
    pub step: Money,
    /// The clause that bounds it.
    pub clause: &'static str,
}

/// A listener to events.
pub trait Journal<E> {
    /// Notes an event. If nobody listens, the event is never made.
    fn note(&mut self, event: impl FnOnce() -> E);
}

/// A journal that ignores everything and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Journal<E> for Silent {
    #[inline(always)]
    fn note(&mut self, _event: impl FnOnce() -> E) {}
}

impl<E> Journal<E> for Vec<E> {
    fn note(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
