//! What follows a step and ends a movement turn, in the order of CMP-TM-7: what each frame does, and what comes after it.

use crate::{
    Action, CompetitorsRules, Event, Failure, PendingView, State, Token, Tokens,
    decision::{Decision, DrawCustoms, Frame, RollEvent, Weather},
    play::Play,
    positions::invariants::is,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Journal, Line, Luck, Question, Refusal, Seat, Seats, Turn, Viewer};

/// Does this lie on something that a step triggers?
pub(crate) fn lies_on_step(below: Option<&Frame>) -> bool {
    matches!(below, Some(Frame::AfterStep(_) | Frame::Weather(_) | Frame::RollEvent(_) | Frame::CardOrEvent(_)))
}

/// Customs card or political event first? (D15, CMP-POL-8, CMP-TM-8, CMP-TM-9)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardOrEvent {
    /// Who has arrived.
    pub token: Token,
}

impl Decision for CardOrEvent {
    fn candidates(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::CustomsFirst, Action::EventFirst]);
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::CustomsFirst | Action::EventFirst => Ok(()),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        let token = self.token;
        let event_first = *action == Action::EventFirst;
        play.pop();
        let at = play.state.territory_of(token);
        let ended = play.state.journey.as_ref().is_some_and(|journey| journey.ended);
        let (card, event) = (DrawCustoms { token, at }, RollEvent { token, at });
        if token.is_truck() && !ended && !event_first {
            // The truck may then drive on, or stop and face the event.
            play.push(card);
            return;
        }
        if token.is_truck() {
            play.end_here();
            if let Some(journey) = play.journey() {
                journey.drove.remove(token);
            }
        }
        play.then(if event_first { [event.into(), card.into()] } else { [card.into(), event.into()] });
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (name, at) = (reader.name(state.active), rules.token_at(state, self.token, reader));
        let you = || format!("For {at}, a customs card and a political event are due: which comes first?");
        let they = || format!("{name} says which comes first for {at}: the customs card or the political event.");
        reader.one(state.active, "CMP-POL-8", you, they)
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        match action {
            Action::CustomsFirst => Choice::new("CMP-POL-8", "The customs card first"),
            Action::EventFirst => {
                let stops = self.token.is_truck() && state.journey.is_some_and(|journey| !journey.ended);
                Choice::new("CMP-POL-8", "The political event first").so([if stops { "the truck stops here" } else { "" }])
            }
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::CustomsFirst
    }

    fn shown(&self, _rules: &CompetitorsRules, _state: &State, _viewer: Viewer) -> Option<PendingView> {
        Some(PendingView::Which { token: self.token })
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        lies_on_step(below)
    }
}

/// Everything that a step triggered is resolved: does the movement turn go on? (CMP-TM-5, CMP-DELIV-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AfterStep;

impl Decision for AfterStep {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.pop();
        let Some(journey) = play.state.journey else { return true };
        let over = match journey.delivery {
            Some(delivery) => delivery.failed || play.rules.goods_are_there(play.state, delivery.sender),
            None => false,
        };
        if over || journey.ended {
            play.push(MovementOver);
        }
        true
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.is_moving()
    }
}

/// The movement turn is over: the events of trucks that stop, with goods or without, a card that was due if they stop, the weather, the
/// delivery. (CMP-TM-7, CMP-MOVE-4, CMP-POL-2, CMP-WX-16)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovementOver;

impl Decision for MovementOver {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.pop();
        let Some(journey) = play.state.journey.as_mut() else { return true };
        journey.ended = true;
        let (seat, token) = (play.state.active, journey.token);
        let drove = std::mem::take(&mut journey.drove);
        let card_due = std::mem::take(&mut journey.card_due);
        // CMP-WX-9: what moved, and what was carried; a truck aboard is as safe as its carrier.
        journey.to_check = journey.moved;
        play.note(|| Event::MovementOver { seat, token });
        play.then([Weather.into(), Arrived.into()]);
        for truck in drove {
            // CMP-POL-3: aboard a carrier in port or at the airport it has stopped too.
            let Some(at) = play.state.territory_of(truck) else { continue };
            if !play.rules.routes.flags.contains(at) {
                continue;
            }
            let draws = play.rules.traveller_now(play.state, truck).is_some_and(|traveller| traveller.draws);
            // CMP-TM-9: where the card is due only because the truck stops, the order is chosen now.
            if card_due && draws {
                play.push(CardOrEvent { token: truck });
            } else {
                play.push(RollEvent { token: truck, at: Some(at) });
            }
        }
        true
    }

    /// The game never stops before it.
    fn lies_on(&self, _below: Option<&Frame>) -> bool {
        false
    }
}

/// Have the goods arrived, and is a movement turn left? A Move is over. (CMP-COMBO-7, CMP-COMBO-8, CMP-DELIV-8, CMP-DELIV-12, CMP-DELIV-21)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrived;

impl Decision for Arrived {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.pop();
        let Some(journey) = play.state.journey.as_mut() else { return true };
        journey.moving = false;
        journey.ended = false;
        journey.to_check = Tokens::NONE;
        let Some(delivery) = journey.delivery.filter(|delivery| !delivery.failed) else {
            play.state.journey = None;
            return true;
        };
        if play.rules.goods_are_there(play.state, delivery.sender) {
            play.succeed();
            return true;
        }
        // Whether a movement turn is left tells others something of the contract card.
        play.sealed = true;
        if delivery.used >= delivery.limit {
            play.push(LastCard);
        }
        true
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_some_and(|journey| journey.moving && journey.ended)
    }
}

/// The last movement turn is over: a player with a contract card in hand is asked once more for a card that adds one. (CMP-DELIV-21)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastCard;

impl Decision for LastCard {
    /// A standing answer can be left to this question. (CMP-SPEC-24)
    fn turn(&self, _rules: &CompetitorsRules, state: &State) -> Turn {
        Turn::asking(Seats::only(state.active))
    }

    fn candidates(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::GiveUp);
        rules.list_delivery_cards(state, seat, out);
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::GiveUp => Ok(()),
            Action::Play(card) => rules.may_play_in_delivery(state, seat, card),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match *action {
            Action::GiveUp => {
                play.pop();
                play.fail_delivery(Failure::Late);
                play.state.journey = None;
            }
            Action::Play(card) => play.play_in_delivery(seat, card),
            _ => {}
        }
    }

    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let late =
            play.state.journey.and_then(|journey| journey.delivery).is_some_and(|delivery| delivery.used >= delivery.limit);
        if late && !play.state.player(play.state.active).contracts.is_empty() {
            return false;
        }
        play.pop();
        if late {
            play.fail_delivery(Failure::Late);
            play.state.journey = None;
        }
        true
    }

    fn question(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Option<Question<Action>> {
        Some(Question { kind: "last_card", standing: Some(Action::GiveUp) })
    }

    fn is_answer(&self, _rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> bool {
        matches!(action, Action::GiveUp | Action::Play(_)) && seat == state.active
    }

    fn prompt(&self, _rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let name = reader.name(state.active);
        let you = || {
            "No movement turn is left and the goods have not arrived: play a card that adds one, or give the Delivery up."
                .to_owned()
        };
        let they = || format!("{name} has no movement turn left and the goods have not arrived: the Delivery is about to fail.");
        reader.one(state.active, "CMP-DELIV-21", you, they)
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        match *action {
            Action::GiveUp => rules.choice_of_giving_up(state, seat),
            Action::Play(card) => rules.choice_of_play(state, seat, card),
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::GiveUp
    }

    fn shown(&self, _rules: &CompetitorsRules, _state: &State, _viewer: Viewer) -> Option<PendingView> {
        Some(PendingView::LastCard)
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_some_and(|journey| !journey.moving && journey.delivery.is_some())
    }

    fn check(&self, _rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let delivery = state.journey.and_then(|journey| journey.delivery).filter(|delivery| !delivery.failed);
        let late = delivery.is_some_and(|delivery| delivery.used >= delivery.limit);
        is(late && !state.player(state.active).contracts.is_empty(), "CMP-DELIV-21", || {
            "asked for a last card is a player who has used all movement turns and has a contract card in hand".into()
        })
    }
}
