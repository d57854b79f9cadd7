//! Special contract cards: advantages of sites, instant cards, and cards for a Delivery. (CMP-SPEC; D17, D20, D21)

use crate::{
    actions::Action,
    effects::{InDelivery, Instant, Special},
    events::Event,
    places::{Contract, Territories, Territory},
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

impl CompetitorsRules {
    /// The special card of this number in the player's hand.
    fn held_special(&self, state: &State, seat: Seat, card: Contract) -> Result<Special, Refusal> {
        if !state.player(seat).contracts.contains(card) {
            return refuse("CMP-SPEC-1", "this card is not in your hand");
        }
        match self.contract(card).special() {
            Some(special) => Ok(special),
            None => refuse("CMP-SPEC-5", "this card has goods: it is signed, not played"),
        }
    }

    /// The effect of an instant card.
    fn instant(&self, card: Contract) -> Option<Instant> {
        match self.contract(card).special() {
            Some(Special::Instant(instant)) => Some(instant),
            _ => None,
        }
    }

    /// Sites of the player with room for an advantage card. (CMP-SPEC-4, CMP-SPEC-6)
    pub(crate) fn roomy_sites(&self, state: &State, seat: Seat) -> Territories {
        let sites = self.sites(state, seat);
        let Some(most) = self.options.advantages_per_site else { return sites };
        let cards =
            |site: Territory| { self.routes.advantages }.filter(|card| state.advantages[card.index()] == Some(site)).count();
        { sites }.filter(|site| cards(*site) < usize::from(most)).collect()
    }

    /// May an instant card be played on this player? (CMP-SPEC-17 to CMP-SPEC-19)
    fn may_strike(&self, state: &State, seat: Seat, instant: Instant, target: Seat) -> Result<(), Refusal> {
        if target == seat || !self.seats().contains(target) {
            return refuse("CMP-SPEC-9", "choose an opponent");
        }
        match instant {
            Instant::Espionage | Instant::Audit(_) => Ok(()),
            Instant::ForcedSwap if state.player(seat).territories.is_empty() => {
                refuse("CMP-SPEC-18", "you have no territory card to give")
            }
            Instant::ForcedSwap if state.player(target).territories.is_empty() => {
                refuse("CMP-SPEC-18", "this player has no territory card in hand")
            }
            Instant::ForcedSwap => Ok(()),
            Instant::Revoke | Instant::ExtraAction => refuse("CMP-SPEC-9", "this card has no player as its target"),
        }
    }

    /// May this card be played at an open point of the own turn? (CMP-SPEC-3, CMP-SPEC-9)
    pub(crate) fn may_play(&self, state: &State, seat: Seat, card: Contract) -> Result<(), Refusal> {
        if seat != state.active || !state.is_open_point() {
            return refuse("CMP-SPEC-3", "instant and advantage cards are played at an open point of your turn");
        }
        match self.held_special(state, seat, card)? {
            Special::Delivery(_) => refuse("CMP-SPEC-3", "this card is played in a Delivery of yours"),
            Special::Advantage(_) if self.roomy_sites(state, seat).is_empty() => {
                refuse("CMP-SPEC-6", "each of your sites has an advantage card already")
            }
            Special::Advantage(_) => Ok(()),
            Special::Instant(Instant::ExtraAction) if state.turn.overtime => {
                refuse("CMP-SPEC-20", "one such card is played in a turn")
            }
            Special::Instant(Instant::ExtraAction) => Ok(()),
            Special::Instant(Instant::Revoke) if state.advantages.iter().all(Option::is_none) => {
                refuse("CMP-SPEC-9", "there is no advantage card on the map")
            }
            Special::Instant(Instant::Revoke) => Ok(()),
            Special::Instant(instant) => {
                if { self.seats() }.any(|target| self.may_strike(state, seat, instant, target).is_ok()) {
                    return Ok(());
                }
                refuse("CMP-SPEC-9", "there is nobody on whom this card can be played")
            }
        }
    }

    /// Special cards that may be played while an action is chosen. (D20, D21)
    pub(crate) fn list_special_cards(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let cards = state.player(seat).contracts.and(self.routes.special);
        out.extend(cards.filter(|card| self.may_play(state, seat, *card).is_ok()).map(Action::Play));
    }

    /// May this card be played in the running Delivery: whenever a step or the next movement turn is to be chosen, others than delivery
    /// cards between two movement turns? (D17, CMP-SPEC-3, CMP-DELIV-21)
    pub(crate) fn may_play_in_delivery(&self, state: &State, seat: Seat, card: Contract) -> Result<(), Refusal> {
        let runs = state.journey.and_then(|journey| journey.delivery).is_some_and(|delivery| !delivery.failed);
        let last = matches!(state.top(), Some(Frame::LastCard));
        let special = self.held_special(state, seat, card)?;
        match special {
            Special::Delivery(_) if seat != state.active || !runs || !(state.is_journeying() || last) => refuse(
                "CMP-SPEC-3",
                "this card is played in a Delivery of yours, when you choose a step or the next movement turn",
            ),
            Special::Delivery(InDelivery::GainTurns(_)) => Ok(()),
            _ if last => refuse("CMP-DELIV-21", "now only a card that adds movement turns can be played"),
            Special::Delivery(InDelivery::CancelCustoms) => Ok(()),
            Special::Advantage(_) | Special::Instant(_) => self.may_play(state, seat, card),
        }
    }

    /// Special cards that may be played in a journey. (D17, D20, D21)
    pub(crate) fn list_delivery_cards(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let cards = state.player(seat).contracts.and(self.routes.special);
        out.extend(cards.filter(|card| self.may_play_in_delivery(state, seat, *card).is_ok()).map(Action::Play));
    }

    /// May the advantage card be put there? (D20)
    pub(crate) fn may_place(&self, state: &State, seat: Seat, at: Territory) -> Result<(), Refusal> {
        if !matches!(state.top(), Some(Frame::Advantage(_))) {
            return refuse("CMP-SPEC-4", "no advantage card is being played");
        }
        if !self.sites(state, seat).contains(at) {
            return refuse("CMP-SPEC-4", "an advantage card is put on a headquarters or branch of yours");
        }
        if !self.roomy_sites(state, seat).contains(at) {
            return refuse("CMP-SPEC-6", "there is an advantage card already");
        }
        Ok(())
    }

    /// May the instant card strike this player? (D21)
    pub(crate) fn may_target(&self, state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
        match state.top() {
            Some(Frame::Instant(card)) => match self.instant(*card) {
                Some(instant) => self.may_strike(state, seat, instant, target),
                None => refuse("CMP-SPEC-9", "this card has no player as its target"),
            },
            _ => refuse("CMP-SPEC-9", "no card waits for a target"),
        }
    }

    /// May this advantage card be revoked? (D21, CMP-SPEC-16)
    pub(crate) fn may_revoke(&self, state: &State, card: Contract) -> Result<(), Refusal> {
        let revokes = matches!(state.top(), Some(Frame::Instant(card)) if self.instant(*card) == Some(Instant::Revoke));
        if !revokes {
            return refuse("CMP-SPEC-16", "no card that removes an advantage is being played");
        }
        if state.advantages[card.index()].is_none() {
            return refuse("CMP-SPEC-16", "this advantage card is on no headquarters or branch");
        }
        Ok(())
    }

    /// May this territory card be given in a forced swap? (D21, CMP-SPEC-18)
    pub(crate) fn may_give(&self, state: &State, seat: Seat, card: Territory) -> Result<(), Refusal> {
        if !matches!(state.top(), Some(Frame::Swap { .. })) {
            return refuse("CMP-SPEC-18", "no card is to be swapped");
        }
        if !state.player(seat).territories.contains(card) {
            return refuse("CMP-SPEC-18", "this territory card is not in your hand");
        }
        Ok(())
    }

    /// What an instant card may be played on. (D21)
    pub(crate) fn list_targets(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let advantages = { self.routes.advantages }.filter(|card| self.may_revoke(state, *card).is_ok());
        out.extend(advantages.map(Action::Revoke));
        out.extend({ self.seats() }.filter(|target| self.may_target(state, seat, *target).is_ok()).map(Action::Target));
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A special card is played at an open point; one that needs a site or a target stays in hand until that is chosen. (CMP-SPEC-2)
    pub fn play_card(&mut self, seat: Seat, card: Contract) {
        match self.rules.contract(card).special() {
            Some(Special::Advantage(_)) => self.push(Frame::Advantage(card)),
            Some(Special::Instant(Instant::ExtraAction)) => {
                self.use_up(seat, card);
                self.state.turn.overtime = true;
                self.add_action();
            }
            Some(Special::Instant(_)) => self.push(Frame::Instant(card)),
            _ => {}
        }
    }

    /// A special card is played in a Delivery. (D17, CMP-SPEC-21, CMP-SPEC-22)
    pub fn play_in_delivery(&mut self, seat: Seat, card: Contract) {
        let Some(Special::Delivery(effect)) = self.rules.contract(card).special() else {
            self.play_card(seat, card);
            return;
        };
        match effect {
            InDelivery::CancelCustoms => {
                self.leave_hand(seat, card);
                if let Some(delivery) = self.journey().and_then(|journey| journey.delivery.as_mut()) {
                    delivery.laid.insert(card);
                }
            }
            InDelivery::GainTurns(count) => {
                self.use_up(seat, card);
                if let Some(delivery) = self.journey().and_then(|journey| journey.delivery.as_mut()) {
                    delivery.limit = delivery.limit.saturating_add(count);
                }
                self.note(|| Event::GainedTurns { seat, count });
            }
        }
    }

    /// The card is shown and leaves the hand.
    fn leave_hand(&mut self, seat: Seat, card: Contract) {
        self.state.player_mut(seat).contracts.remove(card);
        self.contract_open(card);
        self.sealed = true;
        self.note(|| Event::Played { seat, card });
    }

    /// The card is shown and discarded. (CMP-SPEC-8)
    fn use_up(&mut self, seat: Seat, card: Contract) {
        self.leave_hand(seat, card);
        self.discard_contract(card);
    }

    /// The advantage card is put on a site and stays there. (CMP-SPEC-4)
    pub fn place(&mut self, seat: Seat, at: Territory) {
        let Some(Frame::Advantage(card)) = self.state.top().copied() else { return };
        self.pop();
        self.state.player_mut(seat).contracts.remove(card);
        self.contract_open(card);
        self.state.advantages[card.index()] = Some(at);
        self.sealed = true;
        self.note(|| Event::Placed { seat, card, at });
    }

    /// An advantage card is removed by a card. (CMP-SPEC-16)
    pub fn revoke(&mut self, seat: Seat, advantage: Contract) {
        let Some(Frame::Instant(card)) = self.state.top().copied() else { return };
        self.pop();
        self.use_up(seat, card);
        self.remove_advantage(advantage);
    }

    /// An advantage card leaves its site and is discarded. (CMP-SPEC-7, CMP-SPEC-8)
    pub fn remove_advantage(&mut self, card: Contract) {
        let Some(at) = self.state.advantages[card.index()].take() else { return };
        self.discard_contract(card);
        self.note(|| Event::Removed { card, at });
    }

    /// The instant card strikes this player. (CMP-SPEC-17 to CMP-SPEC-19)
    pub fn target(&mut self, seat: Seat, target: Seat) {
        let Some(Frame::Instant(card)) = self.state.top().copied() else { return };
        match self.rules.instant(card) {
            Some(Instant::Espionage) => {
                self.pop();
                self.use_up(seat, card);
                self.look(seat, target);
            }
            Some(Instant::ForcedSwap) => self.replace(Frame::Swap { card, with: target }),
            Some(Instant::Audit(sum)) => {
                self.pop();
                self.use_up(seat, card);
                let amount = sum.min(self.money(target));
                self.pays_bank(target, amount);
                self.note(|| Event::Audited { seat: target, by: seat, amount });
            }
            _ => {}
        }
    }

    /// Looks at all contract cards of a player. (CMP-SPEC-17, CMP-DECK-6)
    fn look(&mut self, seat: Seat, at: Seat) {
        for card in self.state.player(at).contracts {
            self.learn_contract(seat, card);
        }
        let tokens = &mut self.state.tokens;
        for load in tokens.iter_mut().filter_map(|piece| piece.load.as_mut()).filter(|load| load.signer == at) {
            load.known.insert(seat);
        }
        let state = &*self.state;
        self.journal.note(|| Event::Looked {
            seat,
            at,
            hand: Some(state.player(at).contracts.collect()),
            signed: Some(state.signed(at).map(|(_, load)| load.contract).collect()),
        });
    }

    /// The swap: a card is drawn from the other's hand before the given one joins it. (CMP-SPEC-18)
    pub fn swap(&mut self, seat: Seat, given: Territory) {
        let Some(Frame::Swap { card, with }) = self.state.top().copied() else { return };
        self.pop();
        self.use_up(seat, card);
        let hand = self.state.player(with).territories.cards();
        let Some(taken) = self.luck.among(hand).and_then(|card| Territory::new(card.into())) else { return };
        let player = self.state.player_mut(seat);
        player.territories.remove(given);
        player.territories.insert(taken);
        let other = self.state.player_mut(with);
        other.territories.remove(taken);
        other.territories.insert(given);
        self.territories_swapped(seat, given, with, taken);
        self.note(|| Event::Swapped { seat, with, given: Some(given), taken: Some(taken) });
    }
}
