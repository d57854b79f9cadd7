//! Special contract cards: advantages of sites, instant cards, and cards for a Delivery. (CMP-SPEC; D17, D20, D21)

use crate::{
    Action, CompetitorsRules, Contract, Event, InDelivery, Instant, PendingView, Special, State, Territories, Territory,
    decision::{Decision, Frame},
    play::Play,
    positions::invariants::is,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Journal, Line, Luck, Money, Refusal, Seat, Viewer, refuse, say::counted};

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
        let last = matches!(state.top(), Some(Frame::LastCard(_)));
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
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A special card is played at an open point; one that needs a site or a target stays in hand until that is chosen. (CMP-SPEC-2)
    pub fn play_card(&mut self, seat: Seat, card: Contract) {
        match self.rules.contract(card).special() {
            Some(Special::Advantage(_)) => self.push(PlaceAdvantage { card }),
            Some(Special::Instant(Instant::ExtraAction)) => {
                self.use_up(seat, card);
                self.state.turn.overtime = true;
                self.add_action();
            }
            Some(Special::Instant(_)) => self.push(PlayInstant { card }),
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

    /// An advantage card leaves its site and is discarded. (CMP-SPEC-7, CMP-SPEC-8)
    pub fn remove_advantage(&mut self, card: Contract) {
        let Some(at) = self.state.advantages[card.index()].take() else { return };
        self.discard_contract(card);
        self.note(|| Event::Removed { card, at });
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
}

/// An advantage card is to be put on a site. (D20)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceAdvantage {
    /// The card.
    pub card: Contract,
}

impl Decision for PlaceAdvantage {
    fn candidates(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.extend(rules.sites(state, seat).map(Action::Place));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Place(at) if !rules.sites(state, seat).contains(at) => {
                refuse("CMP-SPEC-4", "an advantage card is put on a headquarters or branch of yours")
            }
            Action::Place(at) if !rules.roomy_sites(state, seat).contains(at) => {
                refuse("CMP-SPEC-6", "there is an advantage card already")
            }
            Action::Place(_) => Ok(()),
            _ => untimely(rules, state, seat, action),
        }
    }

    /// The card is put on a site and stays there. (CMP-SPEC-4)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let (Action::Place(at), card) = (*action, self.card) else { return };
        play.pop();
        play.state.player_mut(seat).contracts.remove(card);
        play.contract_open(card);
        play.state.advantages[card.index()] = Some(at);
        play.sealed = true;
        play.note(|| Event::Placed { seat, card, at });
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        ask_of_card(state, reader, || format!("On which site do you put {}?", rules.card(self.card)))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        let Action::Place(at) = *action else { return Choice::written(rules, action) };
        let kind = if rules.headquarters(state, seat) == Some(at) { "headquarters" } else { "branch" };
        Choice::new("CMP-SPEC-4", format!("Put it on the {kind} in {}", rules.land(at)))
    }

    fn fallback(&self, rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        rules.roomy_sites(state, seat).lowest().map_or(Action::End, Action::Place)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, viewer: Viewer) -> Option<PendingView> {
        Some(shown_card(rules, state, viewer, self.card, None))
    }

    fn check(&self, rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let held = state.player(state.active).contracts.contains(self.card);
        let kind = matches!(rules.contract(self.card).special(), Some(Special::Advantage(_)));
        is(held && kind, "CMP-SPEC-4", || "the card that is played is an advantage card of the active player’s hand".into())
    }
}

/// An instant card waits for its target. (D21)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayInstant {
    /// The card.
    pub card: Contract,
}

impl Decision for PlayInstant {
    fn candidates(&self, rules: &CompetitorsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(rules.routes.advantages.map(Action::Revoke));
        out.extend(rules.seats().map(Action::Target));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match (*action, rules.instant(self.card)) {
            (Action::Target(target), Some(instant)) => rules.may_strike(state, seat, instant, target),
            (Action::Target(_), None) => refuse("CMP-SPEC-9", "this card has no player as its target"),
            // CMP-SPEC-16.
            (Action::Revoke(card), Some(Instant::Revoke)) if state.advantages[card.index()].is_none() => {
                refuse("CMP-SPEC-16", "this advantage card is on no headquarters or branch")
            }
            (Action::Revoke(_), Some(Instant::Revoke)) => Ok(()),
            _ => untimely(rules, state, seat, action),
        }
    }

    /// (CMP-SPEC-16 to CMP-SPEC-19)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match (*action, play.rules.instant(self.card)) {
            (Action::Revoke(advantage), _) => {
                play.pop();
                play.use_up(seat, self.card);
                play.remove_advantage(advantage);
            }
            (Action::Target(target), Some(Instant::Espionage)) => {
                play.pop();
                play.use_up(seat, self.card);
                play.look(seat, target);
            }
            (Action::Target(with), Some(Instant::ForcedSwap)) => play.replace(Swap { card: self.card, with }),
            (Action::Target(target), Some(Instant::Audit(sum))) => {
                play.pop();
                play.use_up(seat, self.card);
                let amount = sum.min(play.money(target));
                play.pays_bank(target, amount);
                play.note(|| Event::Audited { seat: target, by: seat, amount });
            }
            _ => {}
        }
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let card = rules.card(self.card);
        ask_of_card(state, reader, || match rules.instant(self.card) {
            Some(Instant::Revoke) => format!("Which advantage card does {card} remove?"),
            _ => format!("On whom do you play {card}?"),
        })
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Target(target) => self.choice_of_target(rules, state, target, reader),
            Action::Revoke(card) => {
                let at = state.advantages[card.index()];
                let owner = at.and_then(|at| rules.site_owner(state, at));
                let site = at.map_or("the map", |at| rules.land(at));
                let whose = owner.map_or("the".to_owned(), |owner| reader.whose(owner));
                let lies = |card: &Contract| state.advantages[card.index()].is_some();
                let name = rules.card_apart(card, { rules.routes.advantages }.filter(lies).collect());
                Choice::new("CMP-SPEC-16", format!("Remove {name} from {whose} site in {site}"))
            }
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        let revoked = rules.routes.advantages.map(Action::Revoke);
        let mut choices = revoked.chain(rules.seats().map(Action::Target));
        choices.find(|action| self.may(rules, state, seat, action).is_ok()).unwrap_or(Action::End)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, viewer: Viewer) -> Option<PendingView> {
        Some(shown_card(rules, state, viewer, self.card, None))
    }

    fn check(&self, rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let held = state.player(state.active).contracts.contains(self.card);
        let kind = rules.instant(self.card).is_some_and(|instant| instant != Instant::ExtraAction);
        is(held && kind, "CMP-SPEC-9", || {
            "the card that is played is an instant card of the active player’s hand that needs a target".into()
        })
    }
}

impl PlayInstant {
    /// Whom the card strikes. (CMP-SPEC-17 to CMP-SPEC-19)
    fn choice_of_target(&self, rules: &CompetitorsRules, state: &State, target: Seat, reader: &Reader<'_>) -> Choice {
        let (name, player) = (reader.name(target), state.player(target));
        match rules.instant(self.card) {
            Some(Instant::Espionage) => {
                let cards = counted(player.contracts.len() as i64, "card");
                let signed = format!("{} signed", state.signed(target).count());
                Choice::new("CMP-SPEC-17", format!("Look at {name}’s contract cards")).so([format!("{cards} in hand"), signed])
            }
            Some(Instant::Audit(sum)) => {
                let paid = sum.min(player.money);
                let effect =
                    if paid > Money::ZERO { format!("{name} pays the bank {paid}") } else { format!("{name} has no money") };
                Choice::new("CMP-SPEC-19", format!("Have {name} audited")).so([effect])
            }
            _ => {
                let cards = counted(player.territories.len() as i64, "territory card");
                Choice::new("CMP-SPEC-18", format!("Swap a territory card with {name}")).so([format!("{name} has {cards}")])
            }
        }
    }
}

/// A forced swap waits for the card to give. (D21, CMP-SPEC-18)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The instant card.
    pub card: Contract,
    /// With whom.
    pub with: Seat,
}

impl Decision for Swap {
    fn candidates(&self, _rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.extend(state.player(seat).territories.map(Action::Give));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Give(card) if state.player(seat).territories.contains(card) => Ok(()),
            Action::Give(_) => refuse("CMP-SPEC-18", "this territory card is not in your hand"),
            _ => untimely(rules, state, seat, action),
        }
    }

    /// A card is drawn from the other hand before the given one joins it.
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let (Action::Give(given), with) = (*action, self.with) else { return };
        play.pop();
        play.use_up(seat, self.card);
        let hand = play.state.player(with).territories.cards();
        let Some(taken) = play.luck.among(hand).and_then(|card| Territory::new(card.into())) else { return };
        let player = play.state.player_mut(seat);
        player.territories.remove(given);
        player.territories.insert(taken);
        let other = play.state.player_mut(with);
        other.territories.remove(taken);
        other.territories.insert(given);
        play.territories_swapped(seat, given, with, taken);
        play.note(|| Event::Swapped { seat, with, given: Some(given), taken: Some(taken) });
    }

    fn prompt(&self, _rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        ask_of_card(state, reader, || format!("Which territory card do you give {}?", reader.name(self.with)))
    }

    fn choice(&self, rules: &CompetitorsRules, _state: &State, _seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        let Action::Give(card) = *action else { return Choice::written(rules, action) };
        Choice::new("CMP-SPEC-18", format!("Give the territory card {}", rules.land(card)))
    }

    fn fallback(&self, _rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        state.player(seat).territories.lowest().map_or(Action::End, Action::Give)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, viewer: Viewer) -> Option<PendingView> {
        Some(shown_card(rules, state, viewer, self.card, Some(self.with)))
    }

    fn check(&self, rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let held = state.player(state.active).contracts.contains(self.card);
        let kind = rules.instant(self.card) == Some(Instant::ForcedSwap);
        let others = rules.seats().without(state.active);
        let other = others.contains(self.with) && !state.player(self.with).territories.is_empty();
        is(held && kind && other, "CMP-SPEC-18", || "a swap needs its card in hand and an opponent with a territory card".into())
    }
}

/// What is asked of a special card: the others read nothing of it yet.
fn ask_of_card(state: &State, reader: &Reader<'_>, you: impl FnOnce() -> String) -> Line {
    reader.one(state.active, "CMP-SPEC-9", you, || format!("{} plays a special card.", reader.name(state.active)))
}

/// A special card waits for its site or target; which, its player alone sees.
fn shown_card(rules: &CompetitorsRules, state: &State, viewer: Viewer, card: Contract, with: Option<Seat>) -> PendingView {
    let own = viewer.holds(state.active);
    PendingView::Playing { seat: state.active, card: own.then(|| rules.contract_view(card)), with: with.filter(|_| own) }
}
