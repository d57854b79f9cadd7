//! What is done for a player who does not answer: what was begun is finished, a Delivery is given up, the turn is ended. (CMP-ABSENT)

use crate::{
    actions::Action,
    rules::CompetitorsRules,
    state::{Frame, Stage, State},
    tokens::Token,
};
use kernel::{Refusal, Seat};

impl CompetitorsRules {
    /// The column "absent" of the rulebook's table of decisions. (CMP-ABSENT-1, CMP-ABSENT-2)
    pub(crate) fn safe_choice(&self, state: &State, seat: Seat) -> Action {
        if state.stage == Stage::Choosing {
            return self.first_office(state).map_or(Action::End, Action::Office);
        }
        let first = |may: &dyn Fn(Token) -> Result<(), Refusal>| Token::fleet(seat).find(|token| may(*token).is_ok());
        let player = state.player(seat);
        let Some(frame) = state.top() else { return self.safe_step(state, seat) };
        let choice = match *frame {
            Frame::Sign { token: None, .. } => first(&|token| self.may_name(state, seat, token)).map(Action::Carrier),
            Frame::Sign { .. } => {
                { player.territories }.find(|to| self.may_receive(state, seat, *to).is_ok()).map(Action::Receiver)
            }
            Frame::Buy(_) => self.headquarters(state, seat).map(Action::At),
            Frame::Advantage(_) => self.roomy_sites(state, seat).lowest().map(Action::Place),
            Frame::Instant(_) => {
                let revoked = { self.routes.advantages }.find(|card| self.may_revoke(state, *card).is_ok()).map(Action::Revoke);
                let target = || { self.seats() }.find(|target| self.may_target(state, seat, *target).is_ok());
                revoked.or_else(|| target().map(Action::Target))
            }
            Frame::Swap { .. } => player.territories.lowest().map(Action::Give),
            Frame::Bring(_) => Some(Action::Done),
            Frame::Discard => {
                let territory = player.territories.lowest().map(Action::DiscardTerritory);
                territory.or_else(|| player.contracts.lowest().map(Action::DiscardContract))
            }
            Frame::Which { .. } => Some(Action::CustomsFirst),
            Frame::Pick { .. } => state.drawn.iter().next().map(Action::Take),
            Frame::Card { .. } | Frame::EventEffect { .. } => Some(Action::Choose(0)),
            Frame::Reroll { .. } => Some(Action::Keep),
            Frame::LastCard => Some(Action::GiveUp),
            Frame::PutBack(token) => {
                let sites = self.nearest_sites(state, token);
                let home = self.headquarters(state, seat).filter(|home| sites.contains(*home));
                home.or(sites.lowest()).map(Action::Put)
            }
            Frame::PutTraded(_) if self.may_negotiate(state, seat, &Action::Stay).is_ok() => Some(Action::Stay),
            Frame::PutTraded(_) => self.headquarters(state, seat).map(Action::Put),
            Frame::Bidding => Some(Action::Pass),
            _ => None,
        };
        choice.unwrap_or(Action::End)
    }

    /// Nothing is pending: the movement turn is ended, the Delivery given up, or the turn ended. (D3, D13, D14)
    fn safe_step(&self, state: &State, seat: Seat) -> Action {
        // Nobody waits for players who are asked about a deal; if somebody answers for them, it is no. (D27)
        if !state.offers.is_empty()
            && let Some((number, _)) = { state.offers.iter() }.find(|(_, offer)| offer.asked().contains(seat))
            && state.is_open_point()
        {
            return Action::Decline(number);
        }
        if seat != state.active {
            return Action::Pass;
        }
        match &state.journey {
            Some(journey) if journey.delivery.is_some() && !journey.moving => Action::GiveUp,
            Some(_) => Action::Stop,
            None => Action::End,
        }
    }
}
