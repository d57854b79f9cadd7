//! Everything that can be pending, in one list: each is a type in a file of its own, which says all there is to say about it.
//!
//! A [`Frame`] lies on the stack of what is pending until it is done. Where the stack is empty, [`State::now`] says what the table waits
//! for: a headquarters, an action of a turn, a step of a journey, or nothing any more.

use crate::{
    Action, CompetitorsRules, Event, PendingView, Stage, State, Token,
    movement::Way,
    play::Play,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Bounds, Journal, Line, Luck, Question, Refusal, Seat, Turn, Viewer};

pub use crate::{
    deals::{auctions::Bidding, exchange::PutTraded},
    hazards::{
        carrying_out::{ApplyEffect, Source},
        customs::{DrawCustoms, PickCustoms},
        political::{Reroll, RollEvent},
        weather::{PutBack, Strike, Weather},
    },
    movement::{
        crossing::CrossStrait,
        movement_end::{AfterStep, Arrived, CardOrEvent, LastCard, MovementOver},
        travel::Travel,
    },
    turn::{
        branches::Bring,
        draw::Discard,
        ending::Over,
        market::Buy,
        own_turn::{OwnTurn, TurnOver},
        setup::Headquarters,
        sign::Sign,
        special::{PlaceAdvantage, PlayInstant, Swap},
    },
};

kernel::decisions! {
    /// Something that is pending: it goes on by itself, or waits for a decision.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Frame {
        // The set-up. (CMP-SETUP)
        Headquarters,
        // A round begins with a new danger. (CMP-ROUND-2, CMP-WX-8)
        Strike,
        // A turn: an action, and what it is still to be told. (CMP-TURN-1, CMP-SIGN, CMP-BUY, CMP-BRANCH, CMP-SPEC)
        OwnTurn, Sign, Buy, Bring, PlaceAdvantage, PlayInstant, Swap,
        // Between actions: what follows from deals, and auctions. (CMP-NEG, CMP-AUCT)
        PutTraded, Bidding,
        // A Move or a Delivery: its steps. (CMP-MOVE, CMP-DELIV, CMP-TM-3)
        Travel,
        // What a step triggers: a strait, the customs card, the political event, the weather. (CMP-TM-7)
        CrossStrait, CardOrEvent, DrawCustoms, PickCustoms, RollEvent, Reroll, ApplyEffect, Weather, PutBack,
        // Does the movement turn go on? If not, have the goods arrived, or can a card still help? (CMP-TM-5, CMP-DELIV-8, CMP-DELIV-21)
        AfterStep, MovementOver, Arrived, LastCard,
        // The end of a turn, and of the game. (CMP-TURN-3, CMP-DRAW-3, CMP-END)
        TurnOver, Discard, Over,
    }

    /// Everything about one thing that can be pending.
    pub(crate) trait Decision {
        /// Whom the table waits for.
        fn turn(&self, _rules: &CompetitorsRules, state: &State) -> Turn {
            Turn::of(state.active)
        }

        /// All that might be chosen here; what may not be is left out of lists.
        fn candidates(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, _out: &mut Vec<Action>) {}

        /// All that this seat may choose. (CMP-ABSENT-2) By hand only where listing and checking again takes too long.
        fn list(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
            if self.turn(rules, state).awaited.contains(seat) {
                let before = out.len();
                self.candidates(rules, state, seat, out);
                retain_from(out, before, |action| self.may(rules, state, seat, action).is_ok());
            }
        }

        /// May this seat, which may act now, do this?
        fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
            untimely(rules, state, seat, action)
        }

        /// The same, with the way of a step.
        fn may_by(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<Option<Way>, Refusal> {
            self.may(rules, state, seat, action).map(|()| None)
        }

        /// Does what may be done.
        fn act(&self, _play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, _action: &Action) {}

        /// Goes on by itself, if nobody has to decide.
        fn run(&self, _play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
            false
        }

        /// Sums that may be chosen freely.
        fn bounds(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, _out: &mut Vec<Bounds<Action>>) {}

        /// What this seat, which is asked, is asked, and the answer that can be left standing.
        fn question(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Option<Question<Action>> {
            None
        }

        /// Does this answer what the seat is asked?
        fn is_answer(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, _action: &Action) -> bool {
            false
        }

        /// What is asked, in one sentence: to the player who decides as "you", to all others by name. What others read of a contract or a
        /// special card that is being chosen for is the same whatever it is: the card is in hand until all of it is said. (CMP-INV-22)
        fn prompt(&self, _rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
            Line::new("CMP-TM-5", format!("{} is on the way.", reader.name(state.active)))
        }

        /// The words on the button of a choice, what it would change, and the topic under which it stands.
        fn choice(&self, rules: &CompetitorsRules, _state: &State, _seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
            Choice::written(rules, action)
        }

        /// What is done for a player who does not answer: the column "absent" of the rulebook's table of decisions. (CMP-ABSENT-1,
        /// CMP-ABSENT-2)
        fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
            Action::End
        }

        /// Leaves of what is listed from `before` on only what a player who thinks considers.
        fn sensible(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, _out: &mut Vec<Action>, _before: usize) {}

        /// Any of the listed actions without a list, where that is faster; see `picking.rs`.
        fn any(
            &self,
            _rules: &CompetitorsRules,
            _state: &State,
            _seat: Seat,
            _luck: &mut impl Luck,
            _buffer: &mut Vec<Action>,
        ) -> Option<Action> {
            None
        }

        /// What a viewer may know of it.
        fn shown(&self, _rules: &CompetitorsRules, _state: &State, _viewer: Viewer) -> Option<PendingView> {
            None
        }

        /// The token that is named in it.
        fn token(&self) -> Option<Token> {
            None
        }

        /// May it lie on that frame of a written position, or on none?
        fn lies_on(&self, below: Option<&Frame>) -> bool {
            below.is_none()
        }

        /// Does it belong to this moment of a turn, if nothing lies under it?
        fn fits_turn(&self, state: &State) -> bool {
            state.journey.is_none_or(|journey| !journey.moving && journey.delivery.is_some())
        }

        /// What it needs in a written position besides its place.
        fn check(&self, _rules: &CompetitorsRules, _state: &State) -> Result<(), Refusal> {
            Ok(())
        }
    }
}

impl State {
    /// What the table waits for, or what goes on by itself now.
    #[inline]
    pub(crate) fn now(&self) -> Frame {
        match (self.stage, self.top()) {
            (Stage::Choosing, _) => Headquarters.into(),
            (Stage::Over, _) => Over.into(),
            (Stage::Playing, Some(frame)) => *frame,
            (Stage::Playing, None) if self.journey.is_some() => Travel.into(),
            (Stage::Playing, None) => OwnTurn.into(),
        }
    }
}

/// Leaves of what was appended from `before` on only what is wanted.
pub(crate) fn retain_from(out: &mut Vec<Action>, before: usize, wanted: impl Fn(&Action) -> bool) {
    let mut index = 0;
    out.retain(|action| {
        index += 1;
        index <= before || wanted(action)
    });
}
