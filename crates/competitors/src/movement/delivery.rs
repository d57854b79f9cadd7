//! The Delivery of a signed contract: how it begins, succeeds and fails. Its movement turns are in `movement.rs`. (CMP-DELIV, CMP-VP)

use crate::{Advantage, CompetitorsRules, Contracts, Delivery, Event, Failure, Journey, State, Territory, Tokens, play::Play};
use kernel::{Journal, Luck, Money, Refusal, Seat, refuse};

impl CompetitorsRules {
    /// May this player deliver the goods with this Sender? (D6, CMP-DELIV-1)
    pub(crate) fn may_deliver(&self, state: &State, seat: Seat, sender: Territory) -> Result<(), Refusal> {
        let own = state.carrying(sender).and_then(|token| state.piece(token).load).is_some_and(|load| load.signer == seat);
        if own { Ok(()) } else { refuse("CMP-DELIV-1", "you have signed no contract with this Sender") }
    }

    /// What a Delivery between these territories earns the player besides the reward. (CMP-SPEC-12)
    pub(crate) fn bonus(&self, state: &State, seat: Seat, sender: Territory, receiver: Territory) -> Money {
        let there = self.advantages(state, seat).filter(|(_, _, site)| *site == sender || *site == receiver);
        there.map(|(_, card, _)| if let Advantage::Bonus(sum) = card { sum } else { Money::ZERO }).sum()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Begins the Delivery of the contract with this Sender: one action for all its movement turns. (CMP-DELIV-1, CMP-DELIV-2, CMP-DELIV-19)
    pub fn deliver(&mut self, seat: Seat, sender: Territory) {
        let Some(token) = self.state.carrying(sender) else { return };
        let Some(load) = self.state.piece(token).load else { return };
        let limit = self.rules.goods(load.contract).map_or(0, |goods| goods.limit);
        let delivery =
            Delivery { sender, used: 0, limit, free_pass: false, laid: Contracts::NONE, carried_by: Tokens::NONE, failed: false };
        self.state.journey = Some(Journey { delivery: Some(delivery), ..Journey::of(token) });
        self.note(|| Event::DeliveryBegan { seat, token, sender, receiver: load.receiver });
        if self.rules.goods_are_there(self.state, sender) {
            self.succeed();
        }
    }

    /// The goods are delivered: reward, bonus, victory points by the two cards, discard, early card. (CMP-GEN-2, CMP-VP-6, CMP-DELIV-9, CMP-DELIV-10, CMP-DELIV-15 to CMP-DELIV-17)
    pub fn succeed(&mut self) {
        let Some(delivery) = self.state.journey.and_then(|journey| journey.delivery) else { return };
        let Some(token) = self.state.carrying(delivery.sender) else { return };
        let Some(load) = self.state.piece_mut(token).load.take() else { return };
        let (seat, sender, receiver) = (load.signer, load.sender, load.receiver);
        let Some(goods) = self.rules.goods(load.contract) else { return };
        let reward = self.bank_pays(seat, goods.reward);
        let bonus = self.bank_pays(seat, self.rules.bonus(self.state, seat, sender, receiver));
        let points = u16::from(self.rules.pack.victory_points(sender, receiver));
        self.gain_points(seat, points);
        self.state.player_mut(seat).book.delivered += 1;
        self.pay_hires(&delivery);
        // CMP-DELIV-15: the contract card is shown to all.
        self.sealed = true;
        let (contract, used) = (load.contract, delivery.used);
        self.note(|| Event::Delivered { seat, token, contract, sender, receiver, used, reward, bonus, points });
        self.close_contract(load.contract, sender, receiver, delivery.laid);
        self.state.journey = None;
        // CMP-DELIV-11: the printed number counts, whatever was added.
        if delivery.used < goods.limit {
            self.draw_contract(seat, true);
        }
    }

    /// The running Delivery fails; what else is due of the step is resolved without goods. (CMP-DELIV-12, CMP-DELIV-13)
    pub fn fail_delivery(&mut self, why: Failure) {
        let Some(delivery) = self.state.journey.as_mut().and_then(|journey| journey.delivery.as_mut()) else { return };
        if delivery.failed {
            return;
        }
        delivery.failed = true;
        let (sender, laid) = (delivery.sender, std::mem::take(&mut delivery.laid));
        self.fail_contract(sender, why, laid);
    }

    /// A contract ends without success. (CMP-DELIV-13, CMP-DELIV-15, CMP-WX-12)
    pub fn fail_contract(&mut self, sender: Territory, why: Failure, laid: Contracts) {
        let Some(token) = self.state.carrying(sender) else { return };
        let Some(load) = self.state.piece_mut(token).load.take() else { return };
        let seat = load.signer;
        let before = self.state.player(seat).points;
        self.lose_point(seat);
        let lost = before - self.state.player(seat).points;
        self.state.player_mut(seat).book.failed += 1;
        self.sealed = true;
        let (contract, receiver) = (load.contract, load.receiver);
        self.note(|| Event::Failed { seat, contract, sender, receiver, lost, why });
        self.close_contract(contract, sender, receiver, laid);
    }

    /// The three cards of a contract, and what was laid beside it, are discarded. (CMP-DELIV-15, CMP-SPEC-8)
    fn close_contract(&mut self, contract: crate::Contract, sender: Territory, receiver: Territory, laid: Contracts) {
        self.discard_territory(sender);
        self.discard_territory(receiver);
        self.discard_contract(contract);
        laid.for_each(|card| self.discard_contract(card));
    }
}
