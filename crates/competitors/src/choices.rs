//! What may be done now, by whom, and doing it: each decision leads to its room.

use crate::{
    actions::Action,
    events::Event,
    movement::Way,
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, Stage, State},
};
use kernel::{Journal, Luck, Refusal, Rules, Seat, refuse};

impl CompetitorsRules {
    /// All that this seat may do now. (CMP-ABSENT-2)
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let active = seat == state.active;
        match (state.stage, state.top()) {
            (Stage::Over, _) => {}
            (Stage::Choosing, _) => {
                if active {
                    self.list_setup(state, seat, out);
                }
            }
            (Stage::Playing, None) => {
                if active && state.journey.is_none() {
                    self.list_turn_actions(state, seat, out);
                }
                if active && state.journey.is_some() {
                    self.list_journey(state, seat, out);
                }
                if state.is_open_point() && seat.index() < self.players {
                    self.list_negotiation(state, seat, out);
                }
            }
            (Stage::Playing, Some(frame)) => match frame {
                Frame::PutBack(token) if token.owner() == seat => {
                    self.nearest_sites(state, *token).for_each(|site| out.push(Action::Put(site)))
                }
                Frame::PutBack(_) => {}
                Frame::PutTraded(_) | Frame::Bidding => self.list_negotiation(state, seat, out),
                _ if !active => {}
                Frame::Which { .. } => out.extend([Action::CustomsFirst, Action::EventFirst]),
                Frame::Pick { .. } => out.extend(state.drawn.iter().map(Action::Take)),
                Frame::Reroll { .. } => out.extend([Action::Reroll, Action::Keep]),
                Frame::Card { .. } | Frame::EventEffect { .. } => {
                    if self.waiting_choice(state).is_some() {
                        out.extend([Action::Choose(0), Action::Choose(1)]);
                    }
                }
                Frame::LastCard => {
                    out.push(Action::GiveUp);
                    self.list_delivery_cards(state, seat, out);
                }
                _ => self.list_part(state, seat, out),
            },
        }
    }

    /// Steps, free steps, cards, and the ways to end. (D8 to D14, D17)
    fn list_journey(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        for token in self.movers(state) {
            self.each_stop(state, token, |to| out.push(Action::Go { token, to }));
        }
        self.list_free_steps(state, seat, out);
        if self.may_stop(state).is_ok() {
            out.push(Action::Stop);
        }
        if self.may_give_up(state, seat).is_ok() {
            out.push(Action::GiveUp);
        }
        self.list_delivery_cards(state, seat, out);
    }

    /// May the movement turn be ended now? (D13, CMP-TM-5, CMP-MOVE-7)
    pub(crate) fn may_stop(&self, state: &State) -> Result<(), Refusal> {
        match &state.journey {
            Some(journey) if state.is_journeying() && (journey.moving || journey.delivery.is_none()) => Ok(()),
            Some(_) => refuse("CMP-TM-5", "no movement turn is running: take a step, or give the Delivery up"),
            None => refuse("CMP-TM-5", "no movement turn is running"),
        }
    }

    /// May this seat do this now, and a step by what way? Every refusal names its clause, and nothing is changed.
    pub(crate) fn may(&self, state: &State, seat: Seat, action: &Action) -> Result<Option<Way>, Refusal> {
        let turn = self.turn(state);
        if turn.is_over() {
            return refuse("CMP-END-2", "the game is over");
        }
        if !turn.admits(seat) {
            let awaited = turn.awaited.lowest().unwrap_or(state.active);
            return refuse("CMP-ROUND-1", format!("{} decides now; wait for your turn", awaited.mark()));
        }
        let may = match action {
            Action::Colour(_) | Action::Office(_) => self.may_setup(state, seat, action),
            Action::Ask(_)
            | Action::Offer(_)
            | Action::Accept(..)
            | Action::Decline(_)
            | Action::Withdraw(_)
            | Action::Counter(..)
            | Action::Inspect(_)
            | Action::Show(_)
            | Action::Auction { .. }
            | Action::Bid(_)
            | Action::Pass
            | Action::Stay => self.may_negotiate(state, seat, action),
            Action::Put(_) if matches!(state.top(), Some(Frame::PutTraded(_))) => self.may_negotiate(state, seat, action),
            Action::Put(to) => self.may_put_back(state, seat, *to),
            _ if state.stage == Stage::Choosing => refuse("CMP-SETUP-5", "headquarters are chosen first"),
            _ if seat != state.active => {
                refuse("CMP-NEG-1", format!("it is {}’s turn: you can only negotiate", state.active.mark()))
            }
            Action::DrawTerritory
            | Action::DrawContract
            | Action::Sign(_)
            | Action::Deliver(_)
            | Action::Move(_)
            | Action::Buy(_)
            | Action::Sell(_)
            | Action::Build(_)
            | Action::SellBranch(_)
            | Action::End => self.may_turn_action(state, seat, action),
            Action::Play(card) if state.journey.is_some() => self.may_play_in_delivery(state, seat, *card),
            Action::Play(_) => self.may_turn_action(state, seat, action),
            Action::Carrier(_)
            | Action::Receiver(_)
            | Action::At(_)
            | Action::Place(_)
            | Action::Target(_)
            | Action::Revoke(_)
            | Action::Give(_)
            | Action::Bring(_)
            | Action::Done
            | Action::DiscardTerritory(_)
            | Action::DiscardContract(_) => self.may_part(state, seat, action),
            Action::Go { token, to } => return self.may_go(state, *token, *to).map(Some),
            Action::Load { truck, carrier } => self.may_load(state, seat, *truck, *carrier),
            Action::Unload(truck) => self.may_unload(state, seat, *truck),
            Action::Hand { from, to } => self.may_hand(state, seat, *from, *to),
            Action::Stop => self.may_stop(state),
            Action::GiveUp => self.may_give_up(state, seat),
            Action::CustomsFirst | Action::EventFirst => match state.top() {
                Some(Frame::Which { .. }) => Ok(()),
                _ => refuse("CMP-POL-8", "there is no card and event to put in order"),
            },
            Action::Choose(choice) => self.may_choose(state, *choice),
            Action::Reroll | Action::Keep => self.may_reroll(state),
            Action::Take(card) => self.may_take(state, *card),
        };
        may.map(|()| None)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Does what may be done; a step by the way that was found for it.
    pub fn act(&mut self, seat: Seat, action: &Action, way: Option<Way>) {
        match *action {
            Action::Colour(_) | Action::Office(_) => self.settle(seat, action),
            Action::Put(to) if matches!(self.state.top(), Some(Frame::PutBack(_))) => self.put_back_to(to),
            Action::Ask(_)
            | Action::Offer(_)
            | Action::Accept(..)
            | Action::Decline(_)
            | Action::Withdraw(_)
            | Action::Counter(..)
            | Action::Inspect(_)
            | Action::Show(_)
            | Action::Auction { .. }
            | Action::Bid(_)
            | Action::Pass
            | Action::Put(_)
            | Action::Stay => self.negotiate(seat, action),
            Action::Play(card) if self.state.journey.is_some() => self.play_in_delivery(seat, card),
            Action::DrawTerritory
            | Action::DrawContract
            | Action::Sign(_)
            | Action::Deliver(_)
            | Action::Move(_)
            | Action::Buy(_)
            | Action::Sell(_)
            | Action::Build(_)
            | Action::SellBranch(_)
            | Action::Play(_)
            | Action::End => self.turn_action(seat, action),
            Action::Carrier(_)
            | Action::Receiver(_)
            | Action::At(_)
            | Action::Place(_)
            | Action::Target(_)
            | Action::Revoke(_)
            | Action::Give(_)
            | Action::Bring(_)
            | Action::Done
            | Action::DiscardTerritory(_)
            | Action::DiscardContract(_) => self.part(seat, action),
            Action::Go { token, to } => {
                if let Some(way) = way {
                    self.go(token, to, way);
                }
            }
            Action::Load { truck, carrier } => self.load(seat, truck, carrier),
            Action::Unload(truck) => self.unload(seat, truck),
            Action::Hand { from, to } => self.hand(seat, from, to),
            Action::Stop => self.stop(),
            Action::GiveUp => self.give_up(),
            Action::CustomsFirst => self.choose_order(false),
            Action::EventFirst => self.choose_order(true),
            Action::Choose(choice) => self.choose(choice),
            Action::Reroll => self.settle_roll(true),
            Action::Keep => self.settle_roll(false),
            Action::Take(card) => self.take_customs(card),
        }
    }
}
