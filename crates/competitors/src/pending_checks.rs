//! What can be pending, and what lies on what. (CMP-TM-7, CMP-INV-7, CMP-INV-24)

use crate::{
    asks::is_sum,
    assets::Asset,
    auctions::HIGHEST,
    effects::{Instant, Special},
    figures::UNIT,
    invariants::is,
    pack::EVENTS,
    rules::CompetitorsRules,
    state::{Frame, Sale, Stage, State, TurnState},
    tokens::{Place, Stop, Token},
};
use kernel::Refusal;

impl Frame {
    /// The token that is named in it.
    const fn token(&self) -> Option<Token> {
        match *self {
            Frame::Which { token }
            | Frame::Crossing { token, .. }
            | Frame::Customs { token, .. }
            | Frame::Pick { token }
            | Frame::Card { token, .. }
            | Frame::Event { token, .. }
            | Frame::Reroll { token, .. }
            | Frame::EventEffect { token, .. }
            | Frame::PutBack(token)
            | Frame::PutTraded(token) => Some(token),
            Frame::Sign { token, .. } => token,
            _ => None,
        }
    }

    /// Is it part of a step of a token, or of the end of a movement turn?
    const fn is_of_step(&self) -> bool {
        matches!(
            self,
            Frame::AfterStep
                | Frame::Which { .. }
                | Frame::Crossing { .. }
                | Frame::Customs { .. }
                | Frame::Pick { .. }
                | Frame::Card { .. }
                | Frame::Event { .. }
                | Frame::Reroll { .. }
                | Frame::EventEffect { .. }
                | Frame::Weather
                | Frame::Arrived
        )
    }

    /// May this frame lie on that one, or on none?
    fn lies_on(&self, below: Option<&Frame>) -> bool {
        let Some(below) = below else {
            return match self {
                Frame::Sign { .. }
                | Frame::Buy(_)
                | Frame::Advantage(_)
                | Frame::Instant(_)
                | Frame::Swap { .. }
                | Frame::Bring(_)
                | Frame::AfterStep
                | Frame::Arrived
                | Frame::LastCard
                | Frame::Strike(_)
                | Frame::PutTraded(_)
                | Frame::Bidding
                | Frame::TurnOver => true,
                Frame::Discard
                | Frame::Which { .. }
                | Frame::Crossing { .. }
                | Frame::Customs { .. }
                | Frame::Pick { .. }
                | Frame::Card { .. }
                | Frame::Event { .. }
                | Frame::Reroll { .. }
                | Frame::EventEffect { .. }
                | Frame::MovementOver
                | Frame::Weather
                | Frame::PutBack(_) => false,
            };
        };
        let step = matches!(below, Frame::AfterStep | Frame::Weather | Frame::Event { .. } | Frame::Which { .. });
        match self {
            Frame::Discard => matches!(below, Frame::TurnOver),
            Frame::Weather => matches!(below, Frame::AfterStep | Frame::Arrived),
            Frame::Crossing { .. } => matches!(below, Frame::AfterStep),
            Frame::Which { .. } => step,
            Frame::Customs { .. } | Frame::Pick { .. } | Frame::Card { .. } => step || matches!(below, Frame::Crossing { .. }),
            Frame::Event { .. } | Frame::Reroll { .. } | Frame::EventEffect { .. } => {
                step || matches!(below, Frame::Customs { .. })
            }
            Frame::PutBack(_) => matches!(
                below,
                Frame::Strike(_) | Frame::Weather | Frame::Card { .. } | Frame::EventEffect { .. } | Frame::PutBack(_)
            ),
            Frame::PutTraded(_) => matches!(below, Frame::PutTraded(_)),
            _ => false,
        }
    }
}

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
            self.check_frame(state, frame)?;
        }
        self.check_phase(state)?;
        self.check_drawn(state)?;
        self.check_straits(state)?;
        self.check_sale(state)
    }

    /// What a frame needs besides its place.
    fn check_frame(&self, state: &State, frame: &Frame) -> Result<(), Refusal> {
        let player = state.player(state.active);
        let special = |card| self.contract(card).special();
        match *frame {
            Frame::Sign { contract, token } => {
                let held = player.contracts.contains(contract) && self.goods(contract).is_some();
                is(held, "CMP-SIGN-8", || {
                    "the contract that is being signed is a goods card of the active player’s hand".into()
                })?;
                let fits = token.is_none_or(|token| {
                    let piece = state.piece(token);
                    let free = token.owner() == state.active && piece.load.is_none() && piece.hire.is_none();
                    let vehicle = self.goods(contract).and_then(|goods| goods.vehicle);
                    let sender = state.territory_of(token).is_some_and(|at| player.territories.contains(at));
                    free && sender && vehicle.is_none_or(|vehicle| vehicle == token.vehicle())
                });
                is(fits, "CMP-SIGN-14", || "the named token cannot carry the goods of this contract from where it is".into())
            }
            Frame::Advantage(card) => {
                let held = player.contracts.contains(card) && matches!(special(card), Some(Special::Advantage(_)));
                is(held, "CMP-SPEC-4", || "the card that is played is an advantage card of the active player’s hand".into())
            }
            Frame::Instant(card) => {
                let kind = matches!(special(card), Some(Special::Instant(instant)) if instant != Instant::ExtraAction);
                is(player.contracts.contains(card) && kind, "CMP-SPEC-9", || {
                    "the card that is played is an instant card of the active player’s hand that needs a target".into()
                })
            }
            Frame::Swap { card, with } => {
                let kind = special(card) == Some(Special::Instant(Instant::ForcedSwap));
                let other = with != state.active && self.seats().contains(with) && !state.player(with).territories.is_empty();
                is(player.contracts.contains(card) && kind && other, "CMP-SPEC-18", || {
                    "a swap needs its card in hand and an opponent with a territory card".into()
                })
            }
            Frame::Bring(at) => {
                let new = self.options.branch_relocate && player.branches.contains(at);
                is(new, "CMP-BRANCH-8", || "tokens are brought to a new branch of the active player".into())
            }
            Frame::Crossing { token, strait, near, far } => {
                let space = &self.pack[strait];
                let joined = match (near, far) {
                    (Stop::Territory(near), Stop::Territory(far)) => {
                        token.is_truck() && space.links.iter().any(|link| *link == [near, far] || *link == [far, near])
                    }
                    (Stop::Cell(near), Stop::Cell(far)) => {
                        let hexes = space.hexes.is_some_and(|hexes| hexes == [near, far] || hexes == [far, near]);
                        token.vehicle() == crate::places::Vehicle::Ship && hexes
                    }
                    _ => false,
                };
                is(joined, "CMP-STRAIT-1", || "a strait does not join these places for such a token".into())
            }
            Frame::Card { card, illegal, next, .. } => {
                let effects = self.pack[card].effects(illegal).len();
                is(usize::from(next) <= effects, "CMP-EFF-1", || "a customs card has not so many codes".into())?;
                let load =
                    state.journey.and_then(|journey| journey.delivery).and_then(|delivery| state.carrying(delivery.sender));
                let load = load.and_then(|token| state.piece(token).load).and_then(|load| self.goods(load.contract));
                is(load.is_none_or(|goods| goods.illegal == illegal), "CMP-CUST-17", || {
                    "the customs card is applied to other goods than those of the contract".into()
                })
            }
            Frame::Reroll { token, at, die } => {
                let sound = (1..=EVENTS).contains(&usize::from(die)) && state.event_at(token, at).is_some();
                is(sound, "CMP-POL-1", || "an event is rolled in a territory, with the d12".into())
            }
            Frame::EventEffect { continent, die, next, .. } => {
                is((1..=EVENTS).contains(&usize::from(die)), "CMP-POL-1", || "an event is rolled with the d12".into())?;
                let effects = self.pack.political_event(continent, die).effects.len();
                is(usize::from(next) <= effects, "CMP-EFF-1", || "the event has not so many codes".into())
            }
            Frame::Strike(left) => is(left.within(self.seats()), "CMP-WX-8", || "the danger strikes those who play".into()),
            Frame::PutTraded(token) => {
                is(state.is_out(token), "CMP-NEG-15", || format!("{token} has changed hands, but is not on the map"))
            }
            Frame::LastCard => {
                let delivery = state.journey.and_then(|journey| journey.delivery).filter(|delivery| !delivery.failed);
                let late = delivery.is_some_and(|delivery| delivery.used >= delivery.limit);
                is(late && !player.contracts.is_empty(), "CMP-DELIV-21", || {
                    "asked for a last card is a player who has used all movement turns and has a contract card in hand".into()
                })
            }
            _ => Ok(()),
        }
    }

    /// Where in a turn something is pending.
    fn check_phase(&self, state: &State) -> Result<(), Refusal> {
        let bottom = state.pending.iter().last();
        let moving = state.journey.is_some_and(|journey| journey.moving);
        let between = state.journey.is_none_or(|journey| !journey.moving && journey.delivery.is_some());
        let sound = match bottom {
            // A Move before its first step, or whatever is chosen next.
            None => state.journey.is_none_or(|journey| !journey.ended),
            Some(Frame::AfterStep) => moving,
            Some(Frame::Arrived) => moving && state.journey.is_some_and(|journey| journey.ended),
            Some(Frame::Sign { .. } | Frame::Buy(_) | Frame::Bring(_)) => state.journey.is_none(),
            Some(Frame::Strike(_)) => {
                state.journey.is_none() && state.turn == TurnState::default() && state.active == state.first
            }
            Some(Frame::TurnOver) => state.journey.is_none() && state.turn.actions == 0,
            Some(Frame::LastCard) => between && state.journey.is_some(),
            Some(_) => between,
        };
        is(sound, "CMP-TM-7", || "what is pending does not belong to this moment of a turn".into())?;
        let steps = state.pending.iter().any(Frame::is_of_step);
        is(!steps || moving, "CMP-TM-7", || "a step is resolved, but no movement turn runs".into())
    }

    /// Customs cards are out of the deck while one of them is picked or applied. (CMP-INV-5, CMP-DECK-4)
    fn check_drawn(&self, state: &State) -> Result<(), Refusal> {
        let mut applied = state.pending.iter().filter(|frame| matches!(frame, Frame::Pick { .. } | Frame::Card { .. }));
        let (first, second) = (applied.next(), applied.next());
        let sound = match first {
            None => state.drawn.is_empty(),
            Some(Frame::Card { card, .. }) => state.drawn.iter().any(|drawn| drawn == *card),
            Some(_) => state.drawn.iter().count() > 1,
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
                |frame| matches!(frame, Frame::Crossing { token: crossing, strait, .. } if *strait == here && (*crossing == token || token.is_truck())),
            );
            is(crosses, "CMP-INV-7", || format!("{token} is on a strait, but does not cross it"))?;
        }
        Ok(())
    }

    /// CMP-AUCT-2 to CMP-AUCT-5.
    fn check_sale(&self, state: &State) -> Result<(), Refusal> {
        let bids = state.pending.iter().any(|frame| matches!(frame, Frame::Bidding));
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
