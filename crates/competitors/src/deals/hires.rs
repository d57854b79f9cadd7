//! Hiring another player's token for the rest of the own turn. (CMP-CHART; D29)

use crate::{
    Action, Asset, CompetitorsRules, Delivery, Event, Hire, HireLoad, Payment, Place, State, Territory, Token,
    deals::{CompetitorsOffer, asks::is_sum},
    play::Play,
};
use kernel::{Journal, Luck, Money, OfferNumber, Refusal, Seat, Transfer, refuse};

impl CompetitorsRules {
    /// Can this hire stand in an offer? Everything about it is open to all. (CMP-CHART-1, CMP-CHART-2)
    pub(crate) fn is_hire(&self, state: &State, owner: Seat, user: Seat, hire: &Hire) -> Result<(), Refusal> {
        match hire.load {
            _ if hire.token.owner() != owner || !state.is_out(hire.token) => {
                refuse("CMP-CHART-2", "an owner hires out own tokens that are on the map")
            }
            HireLoad::Truck if hire.token.is_truck() => {
                refuse("CMP-COMBO-12", "no truck is ever aboard a truck: hire a ship or an aircraft")
            }
            HireLoad::Goods(sender) if !state.signed(user).any(|(_, load)| load.sender == sender) => {
                refuse("CMP-CHART-2", "the goods are those of a signed contract of the user, named by its Sender")
            }
            // Something else may be given for a hire in the same deal; a fee for success is some money.
            _ if !is_sum(hire.fee) && (hire.fee != Money::ZERO || hire.payment == Payment::OnSuccess) => {
                refuse("CMP-NEG-8", "a fee is a multiple of 500, and at least 500")
            }
            _ => Ok(()),
        }
    }

    /// May this player use this token now: an own one that is not hired out, or a hired one with what it was hired for on it?
    /// (CMP-CHART-2, CMP-CHART-5)
    #[inline]
    pub(crate) fn may_use(&self, state: &State, seat: Seat, token: Token) -> bool {
        let piece = state.piece(token);
        let Some(hire) = piece.hire else { return token.owner() == seat && piece.place != Place::Supply };
        if token.owner() == seat || seat != state.active {
            return false;
        }
        let agreed = |sender: Territory| hire.load == HireLoad::Goods(sender);
        match (piece.load, piece.cargo) {
            (None, None) => false,
            (load, truck) => {
                load.is_none_or(|load| agreed(load.sender))
                    && truck.is_none_or(|truck| {
                        truck.owner() == seat && state.piece(truck).load.is_none_or(|load| agreed(load.sender))
                    })
            }
        }
    }

    /// The hires of goods in an offer: the place in its list, the owner of the token, the user, and the Sender.
    fn goods_hired(offer: &CompetitorsOffer) -> impl Iterator<Item = (usize, Seat, Seat, Territory)> {
        offer.deal().transfers().enumerate().filter_map(|(place, Transfer { from, to, asset })| match asset {
            Asset::Hire(Hire { load: HireLoad::Goods(sender), .. }) => Some((place, from, to, sender)),
            _ => None,
        })
    }

    /// The hires whose contract this owner may ask to see: a bit for each transfer. (CMP-CHART-6, CMP-CHART-7)
    fn unseen_hires(&self, state: &State, seat: Seat, number: OfferNumber, offer: &CompetitorsOffer) -> u8 {
        let asked = state.note(number).map_or(0, |note| note.asked);
        if offer.proposer() == seat || offer.accepted().contains(seat) {
            return 0;
        }
        let mine = Self::goods_hired(offer).filter(|(_, owner, _, _)| *owner == seat);
        mine.fold(0, |bits, (place, ..)| bits | 1 << place) & !asked
    }

    /// The hires whose contract this user was asked to show and has not. (CMP-CHART-7)
    fn hires_to_show(&self, state: &State, seat: Seat, number: OfferNumber, offer: &CompetitorsOffer) -> u8 {
        let Some(note) = state.note(number) else { return 0 };
        let mine = Self::goods_hired(offer).filter(|(_, _, user, _)| *user == seat);
        mine.fold(0, |bits, (place, ..)| bits | 1 << place) & note.asked & !note.shown
    }

    pub(crate) fn may_inspect(&self, state: &State, seat: Seat, number: OfferNumber) -> Result<(), Refusal> {
        let offer = self.offer_to(state, seat, number)?;
        if self.unseen_hires(state, seat, number, &offer) == 0 {
            return refuse(
                "CMP-CHART-7",
                "the owner of a token asks once, before accepting, to see the contract that a hire names",
            );
        }
        Ok(())
    }

    pub(crate) fn may_show(&self, state: &State, seat: Seat, number: OfferNumber) -> Result<(), Refusal> {
        let to_show = state.offers.get(number).map_or(0, |offer| self.hires_to_show(state, seat, number, &offer));
        if to_show == 0 {
            return refuse("CMP-CHART-7", "the user shows the contract of a hire when its owner asks to see it");
        }
        Ok(())
    }

    /// D29: asking to see the contract of a hire, and showing it.
    pub(crate) fn list_inspections(
        &self,
        state: &State,
        seat: Seat,
        number: OfferNumber,
        offer: &CompetitorsOffer,
        out: &mut Vec<Action>,
    ) {
        if self.unseen_hires(state, seat, number, offer) != 0 {
            out.push(Action::Inspect(number));
        }
        if self.hires_to_show(state, seat, number, offer) != 0 {
            out.push(Action::Show(number));
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The owner asks to see the contract. (CMP-CHART-6)
    pub fn inspect(&mut self, seat: Seat, number: OfferNumber) {
        self.sealed = true;
        let Some(offer) = self.state.offers.get(number) else { return };
        let bits = self.rules.unseen_hires(self.state, seat, number, &offer);
        if let Some(note) = self.state.notes.iter_mut().flatten().find(|note| note.number == number) {
            note.asked |= bits;
        }
        self.note(|| Event::Inspected { seat, number, parties: offer.parties() });
    }

    /// The user shows it, to that owner only. (CMP-CHART-7)
    pub fn show(&mut self, seat: Seat, number: OfferNumber) {
        self.sealed = true;
        let Some(offer) = self.state.offers.get(number) else { return };
        let bits = self.rules.hires_to_show(self.state, seat, number, &offer);
        for (place, owner, _, sender) in CompetitorsRules::goods_hired(&offer) {
            let load = self.state.signed(seat).find(|(_, load)| load.sender == sender).map(|(_, load)| load);
            if let Some(load) = load.filter(|_| bits >> place & 1 != 0) {
                self.learn_contract(owner, load.contract);
                self.note(|| Event::Showed { seat, to: owner, sender, contract: Some(load.contract) });
            }
        }
        if let Some(note) = self.state.notes.iter_mut().flatten().find(|note| note.number == number) {
            note.shown |= bits;
        }
    }

    /// A Delivery has succeeded: the fees of those who carried its goods are paid. (CMP-CHART-3)
    pub fn pay_hires(&mut self, delivery: &Delivery) {
        let user = self.state.active;
        for token in delivery.carried_by {
            let Some(hire) = self.state.piece_mut(token).hire.as_mut() else { continue };
            let amount = std::mem::take(&mut hire.set_aside);
            if amount > Money::ZERO {
                let owner = token.owner();
                self.state.player_mut(owner).money += amount;
                self.note(|| Event::HirePaid { from: user, to: owner, token, amount });
            }
        }
    }

    /// A hire is over: what is still set aside goes back to the user. (CMP-CHART-3, CMP-CHART-8)
    pub fn end_hire(&mut self, token: Token) {
        let Some(hire) = self.state.piece_mut(token).hire.take() else { return };
        if hire.set_aside > Money::ZERO {
            let (seat, amount) = (self.state.active, hire.set_aside);
            self.state.player_mut(seat).money += amount;
            self.note(|| Event::HireReturned { seat, token, amount });
        }
    }

    /// The user's turn is over, and so are the hires: in a port or at an airport the user's truck is put ashore. (CMP-CHART-2, CMP-CHART-11)
    pub fn end_hires(&mut self) {
        for token in Token::all() {
            if self.state.piece(token).hire.is_none() {
                continue;
            }
            self.end_hire(token);
            let piece = *self.state.piece(token);
            if let (Some(truck), Some(at)) = (piece.cargo, piece.place.territory()) {
                self.state.piece_mut(token).cargo = None;
                self.state.piece_mut(truck).place = Place::Land(at);
                self.note(|| Event::Unloaded { seat: truck.owner(), truck, carrier: token, at });
            }
        }
    }
}
