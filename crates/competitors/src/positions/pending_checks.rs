//! What can be pending, and what lies on what. (CMP-TM-7, CMP-INV-7, CMP-INV-24)

use crate::{
    Asset, CompetitorsRules, Place, Sale, Stage, State, Token,
    deals::{asks::is_sum, auctions::HIGHEST},
    decision::{Decision, Frame},
    figures::UNIT,
    positions::invariants::is,
};
use kernel::Refusal;

impl CompetitorsRules {
    pub(crate) fn check_pending(&self, state: &State) -> Result<(), Refusal> {
        if state.stage != Stage::Playing {
            let nothing = state.pending.is_empty() && state.journey.is_none() && state.sale.is_none();
            return is(nothing, "CMP-INV-24", || "nothing is pending before the first turn and after the end".into());
        }
        let frames: Vec<&Frame> = state.pending.iter().collect();
        for (depth, frame) in frames.iter().enumerate() {
            let here = frame.token().is_none_or(|token| token.owner().index() < self.players);
            is(here, "CMP-INV-6", || "something is pending of a token that nobody plays".into())?;
            let below = frames.get(depth + 1).copied();
            is(frame.lies_on(below), "CMP-TM-7", || "what is pending cannot lie on each other like this".into())?;
            frame.check(self, state)?;
        }
        self.check_phase(state)?;
        self.check_drawn(state)?;
        self.check_straits(state)?;
        self.check_sale(state)
    }

    /// Where in a turn something is pending.
    fn check_phase(&self, state: &State) -> Result<(), Refusal> {
        let sound = match state.pending.iter().last() {
            // A Move before its first step, or whatever is chosen next.
            None => state.journey.is_none_or(|journey| !journey.ended),
            Some(bottom) => bottom.fits_turn(state),
        };
        is(sound, "CMP-TM-7", || "what is pending does not belong to this moment of a turn".into())
    }

    /// Customs cards are out of the deck while one of them is picked or applied. (CMP-INV-5, CMP-DECK-4)
    fn check_drawn(&self, state: &State) -> Result<(), Refusal> {
        let mut applied = state.pending.iter().filter_map(|frame| match frame {
            Frame::PickCustoms(_) => Some(None),
            Frame::ApplyEffect(applied) => applied.card().map(Some),
            _ => None,
        });
        let (first, second) = (applied.next(), applied.next());
        let sound = match first {
            None => state.drawn.is_empty(),
            Some(Some(card)) => state.drawn.iter().any(|drawn| drawn == card),
            Some(None) => state.drawn.iter().count() > 1,
        };
        let delivery = state.journey.is_some_and(|journey| journey.delivery.is_some());
        is(sound && second.is_none() && (first.is_none() || delivery), "CMP-INV-5", || {
            "drawn customs cards are those that are being picked or applied in a Delivery".into()
        })
    }

    /// A token is on a strait only while it crosses it. (CMP-INV-7, CMP-STRAIT-2)
    fn check_straits(&self, state: &State) -> Result<(), Refusal> {
        for token in Token::all() {
            let Place::Strait(here) = state.piece(token).place else { continue };
            let crosses = state.pending.iter().any(
                // A truck that was aboard a ship seized there waits for its owner's choice. (CMP-ILL-3)
                |frame| matches!(frame, Frame::CrossStrait(crossing) if crossing.strait == here && (crossing.token == token || token.is_truck())),
            );
            is(crosses, "CMP-INV-7", || format!("{token} is on a strait, but does not cross it"))?;
        }
        Ok(())
    }

    /// CMP-AUCT-2 to CMP-AUCT-5.
    fn check_sale(&self, state: &State) -> Result<(), Refusal> {
        let bids = state.pending.iter().any(|frame| matches!(frame, Frame::Bidding(_)));
        is(bids == state.sale.is_some(), "CMP-AUCT-5", || "an auction runs while bids are made, and only then".into())?;
        let Some(Sale { seller, lot, auction }) = &state.sale else { return Ok(()) };
        let terms = auction.terms();
        let priced = is_sum(terms.lowest) && terms.lowest <= HIGHEST && terms.step.units() == UNIT;
        let sound = self.seats().contains(*seller) && auction.is_sound(self.seats()) && !auction.bidders().contains(*seller);
        is(priced && sound, "CMP-AUCT-3", || "the auction has no bidders, or bids that nobody can have made".into())?;
        let paid = auction.highest().is_none_or(|bid| bid.amount <= state.player(bid.seat).money);
        is(paid, "CMP-AUCT-5", || "the highest bidder does not have the money".into())?;
        is(state.turn.auctioned.contains(*seller), "CMP-AUCT-6", || "the auction is not counted".into())?;
        let player = state.player(*seller);
        let owns = lot.assets().all(|asset| match asset {
            Asset::Territory(card) => player.territories.contains(card),
            Asset::Contract(card) | Asset::Shown(card) => player.contracts.contains(card),
            Asset::Token(token) => token.owner() == *seller && self.is_free(state, token),
            Asset::Branch(at) => player.branches.contains(at),
            Asset::Money(_) | Asset::Unnamed(_) | Asset::Hire(_) => false,
        });
        is(owns, "CMP-AUCT-2", || "the seller does not have the lot".into())
    }
}
