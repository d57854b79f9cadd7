//! Combined movement: trucks aboard ships and aircraft, and goods that change tokens. These steps cost nothing. (CMP-COMBO)

use crate::{
    Action, CompetitorsRules, Event, HireLoad, Load, Place, State, Territories, Territory, Token, Tokens,
    play::Play,
    words::{
        choice::Choice,
        saying::{Reader, plain},
    },
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

impl CompetitorsRules {
    /// Is this a moment for free steps of the active player: before or between the steps of a journey, or an open point? (CMP-COMBO-13)
    fn may_handle(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if seat != state.active || !(state.is_journeying() || state.is_choosing_action()) {
            return refuse(
                "CMP-COMBO-13",
                "trucks and goods change places in a movement turn or between actions of the own turn",
            );
        }
        Ok(())
    }

    /// Do these tokens have to do with the running movement turn? Between two actions or movement turns all do. (CMP-DELIV-5, CMP-MOVE-1)
    fn concerns_journey(&self, state: &State, tokens: [Token; 2]) -> bool {
        let Some(journey) = &state.journey else { return true };
        if state.is_open_point() {
            return true;
        }
        let group = match journey.delivery {
            Some(delivery) => journey.group.or(state.carrying(delivery.sender).map_or(Tokens::NONE, Tokens::only)),
            None => journey.group.with(journey.token),
        };
        tokens.into_iter().any(|token| group.contains(token))
    }

    /// May this truck be put aboard this carrier, also an empty one aboard a loaded carrier? (D11, CMP-COMBO-1, CMP-COMBO-11, CMP-SHIP-10,
    /// CMP-AIR-17)
    pub(crate) fn may_load(&self, state: &State, seat: Seat, truck: Token, carrier: Token) -> Result<(), Refusal> {
        self.may_load_some(state, seat, truck, carrier)?;
        self.may_be_aboard(state, state.piece(truck).load)
    }

    /// May these goods be on a truck aboard a carrier? Those of the running Delivery may not if their contract shows a vehicle;
    /// waiting goods may. (CMP-DELIV-7, CMP-COMBO-13)
    fn may_be_aboard(&self, state: &State, load: Option<Load>) -> Result<(), Refusal> {
        let delivery = state.journey.as_ref().and_then(|journey| journey.delivery.as_ref());
        let on_its_way = load.filter(|load| delivery.is_some_and(|delivery| delivery.sender == load.sender));
        if on_its_way.and_then(|load| self.goods(load.contract)).is_some_and(|goods| goods.vehicle.is_some()) {
            return refuse(
                "CMP-DELIV-7",
                "the contract shows a vehicle: in its Delivery the goods may not be aboard another token",
            );
        }
        Ok(())
    }

    /// The same, whatever the contract card may be.
    fn may_load_some(&self, state: &State, seat: Seat, truck: Token, carrier: Token) -> Result<(), Refusal> {
        self.may_handle(state, seat)?;
        if !truck.is_truck() || truck.owner() != seat || !carrier.is_carrier() {
            return refuse("CMP-COMBO-1", "an own truck goes aboard a ship or an aircraft");
        }
        if state.piece(truck).hire.is_some() {
            return refuse("CMP-CHART-5", "the truck is hired out");
        }
        let Place::Land(at) = state.piece(truck).place else {
            return refuse("CMP-COMBO-12", "only a truck that stands in a territory goes aboard");
        };
        let ship = state.piece(carrier);
        if ship.place.territory() != Some(at) {
            return refuse("CMP-COMBO-1", "the carrier is not docked or landed in the same territory");
        }
        if ship.cargo.is_some() {
            return refuse("CMP-INV-8", "a carrier takes one truck at a time");
        }
        if state.turn.boarded.contains(truck) {
            return refuse("CMP-COMBO-15", "between two steps a truck is put aboard once");
        }
        if !self.concerns_journey(state, [truck, carrier]) {
            return refuse("CMP-COMBO-13", "in a movement turn only what moves in it is loaded");
        }
        if let Some(delivery) = state.journey.as_ref().and_then(|journey| journey.delivery) {
            let (own, other) = (state.piece(truck).load.map(|load| load.sender), ship.load.map(|load| load.sender));
            if own.is_some() && other.is_some() && (own == Some(delivery.sender) || other == Some(delivery.sender)) {
                return refuse("CMP-COMBO-10", "goods of another contract cannot travel with those that are being delivered");
            }
        }
        match (carrier.owner() == seat, ship.hire) {
            (true, None) => Ok(()),
            (false, Some(hired)) => {
                let sender = state.piece(truck).load.map(|load| load.sender);
                let fits = match (hired.load, sender) {
                    (_, None) => true,
                    (HireLoad::Goods(hired), Some(sender)) => hired == sender,
                    (HireLoad::Truck, Some(_)) => false,
                };
                if fits { Ok(()) } else { refuse("CMP-CHART-2", "the carrier was not hired for these goods") }
            }
            _ => refuse("CMP-COMBO-1", "the carrier is neither yours nor hired by you"),
        }
    }

    /// May this truck be put ashore? (D11, CMP-COMBO-2)
    pub(crate) fn may_unload(&self, state: &State, seat: Seat, truck: Token) -> Result<(), Refusal> {
        self.may_handle(state, seat)?;
        let Place::Aboard(carrier) = state.piece(truck).place else {
            return refuse("CMP-COMBO-2", "it is not aboard anything");
        };
        if truck.owner() != seat {
            return refuse("CMP-COMBO-2", "it is not your truck");
        }
        if state.piece(carrier).place.territory().is_none() {
            return refuse("CMP-COMBO-2", "the carrier is not docked or landed: a truck goes ashore in a territory");
        }
        if state.turn.landed.contains(truck) {
            return refuse("CMP-COMBO-15", "between two steps a truck is put ashore once");
        }
        if !self.concerns_journey(state, [truck, carrier]) {
            return refuse("CMP-COMBO-13", "in a movement turn only what moves in it is put ashore");
        }
        Ok(())
    }

    /// May the goods change to this token? (D12, CMP-COMBO-3, CMP-COMBO-4)
    pub(crate) fn may_hand(&self, state: &State, seat: Seat, from: Token, to: Token) -> Result<(), Refusal> {
        let load = self.may_hand_some(state, seat, from, to)?;
        let symbol = self.goods(load.contract).and_then(|goods| goods.vehicle);
        if symbol.is_some_and(|vehicle| vehicle != to.vehicle()) {
            return refuse("CMP-DELIV-6", "the contract shows a vehicle: the goods stay on a token of that kind");
        }
        match state.piece(to).place {
            Place::Aboard(_) => self.may_be_aboard(state, Some(load)),
            _ => Ok(()),
        }
    }

    /// The same, whatever the contract card may be.
    fn may_hand_some(&self, state: &State, seat: Seat, from: Token, to: Token) -> Result<Load, Refusal> {
        self.may_handle(state, seat)?;
        let Some(load) = state.piece(from).load.filter(|load| load.signer == seat) else {
            return refuse("CMP-COMBO-4", "there are no goods of yours on it");
        };
        let delivery = state.journey.as_ref().map(|journey| journey.delivery);
        match delivery {
            None => {}
            Some(Some(delivery)) if delivery.sender == load.sender => {}
            Some(_) => return refuse("CMP-COMBO-4", "goods change tokens in their own Delivery, or while you choose an action"),
        }
        if from == to || state.piece(to).load.is_some() {
            return refuse("CMP-COMBO-4", "the other token has goods already");
        }
        let beside = match state.piece(to).place {
            Place::Aboard(carrier) => state.piece(carrier).load,
            _ => state.piece(to).cargo.and_then(|truck| state.piece(truck).load),
        };
        if delivery.flatten().is_some() && beside.is_some_and(|beside| beside.sender != load.sender) {
            return refuse("CMP-COMBO-10", "goods of another contract cannot travel with those that are being delivered");
        }
        let here = state.territory_of(from);
        if here.is_none() || here != state.territory_of(to) {
            return refuse("CMP-COMBO-3", "the two tokens are not in the same territory");
        }
        if state.turn.handed.contains(from) {
            return refuse("CMP-COMBO-15", "between two steps goods change tokens once");
        }
        let piece = state.piece(to);
        match (to.owner() == seat, piece.hire) {
            (true, None) => Ok(load),
            (false, Some(hired)) if delivery.is_some() && hired.load == HireLoad::Goods(load.sender) => Ok(load),
            _ => refuse("CMP-COMBO-4", "goods go to a token of yours, or in the Delivery to one that is hired for them"),
        }
    }

    /// All free steps. (D11, D12)
    pub(crate) fn list_free_steps(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.each_free_step(state, seat, |action| {
            let fits = match action {
                Action::Hand { from, to } => self.may_hand(state, seat, from, to).is_ok(),
                Action::Load { truck, .. } => self.may_be_aboard(state, state.piece(truck).load).is_ok(),
                _ => true,
            };
            if fits {
                out.push(action);
            }
        });
    }

    /// Is there a free step, whatever the contract card may be? (CMP-TM-5)
    pub(crate) fn has_free_step(&self, state: &State) -> bool {
        let mut any = false;
        self.each_free_step(state, state.active, |_| any = true);
        any
    }

    fn each_free_step(&self, state: &State, seat: Seat, mut each: impl FnMut(Action)) {
        if self.may_handle(state, seat).is_err() {
            return;
        }
        // What is mine or hired by me, in a territory.
        let hired = Token::all().filter(|token| state.piece(*token).hire.is_some() && token.owner() != seat);
        let (mut near, mut places, mut meet) = (Tokens::NONE, Territories::NONE, false);
        for token in Token::fleet(seat).chain(hired) {
            let Some(at) = state.territory_of(token) else { continue };
            near.insert(token);
            meet |= places.contains(at) || matches!(state.piece(token).place, Place::Aboard(_));
            places.insert(at);
        }
        // Where every token is by itself there is nothing to load, to put ashore or to hand over.
        if !meet {
            return;
        }
        for token in near {
            let piece = state.piece(token);
            let at = state.territory_of(token);
            let others = move |one: &Token| *one != token && state.territory_of(*one) == at;
            if token.is_truck() && matches!(piece.place, Place::Aboard(_)) && self.may_unload(state, seat, token).is_ok() {
                each(Action::Unload(token));
            }
            if token.is_truck() && matches!(piece.place, Place::Land(_)) {
                for carrier in near.filter(|one| one.is_carrier()).filter(others) {
                    if self.may_load_some(state, seat, token, carrier).is_ok() {
                        each(Action::Load { truck: token, carrier });
                    }
                }
            }
            if piece.load.is_some() {
                for to in near.filter(others) {
                    if self.may_hand_some(state, seat, token, to).is_ok() {
                        each(Action::Hand { from: token, to });
                    }
                }
            }
        }
    }
}

impl CompetitorsRules {
    /// The words of a free step. (D11, D12)
    pub(crate) fn choice_of_handling(&self, state: &State, action: &Action, reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Load { truck, carrier } => {
                let label = format!("Put {} aboard {}", plain(truck), self.token(carrier, reader));
                let at = self.place_words(state.piece(carrier).place, reader);
                Choice::new("CMP-COMBO-1", label).so([format!("{at}, free")]).under("Load")
            }
            Action::Unload(truck) => {
                let carrier = state.outermost(truck);
                let label = format!("Unload {} from {}", plain(truck), self.token(carrier, reader));
                let at = state.piece(carrier).place.territory().map_or(String::new(), |at| format!("in {}, free", self.land(at)));
                Choice::new("CMP-COMBO-2", label).so([at]).under("Load")
            }
            Action::Hand { from, to } => {
                let goods = state.piece(from).load.map_or("the goods", |load| self.card(load.contract));
                let label = format!("Move {goods} from {} to {}", self.token(from, reader), self.token(to, reader));
                let at = state.territory_of(from).map_or(String::new(), |at| format!("in {}, free", self.land(at)));
                Choice::new("CMP-COMBO-3", label).so([at]).under("Load")
            }
            _ => Choice::written(self, action),
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A truck goes aboard. (CMP-COMBO-1)
    pub fn load(&mut self, seat: Seat, truck: Token, carrier: Token) {
        self.set_place(truck, Place::Aboard(carrier));
        self.state.turn.boarded.insert(truck);
        if let Some(journey) = self.journey() {
            // The carrier of a token that moves, and what the token carries, belong to the movement turn; the steps decide which
            // token goes on. (CMP-MOVE-1, CMP-MOVE-8)
            journey.group = journey.group.with(truck).with(carrier);
        }
        self.note(|| Event::Loaded { seat, truck, carrier });
    }

    /// A truck goes ashore: it enters nothing, pays nothing and meets nothing. (CMP-COMBO-14)
    pub fn unload(&mut self, seat: Seat, truck: Token) {
        let Place::Aboard(carrier) = self.state.piece(truck).place else { return };
        let Some(at) = self.state.piece(carrier).place.territory() else { return };
        self.put_ashore(seat, truck, carrier, at);
        self.state.turn.landed.insert(truck);
        if let Some(journey) = self.journey() {
            journey.group = journey.group.with(truck).with(carrier);
        }
    }

    /// The truck aboard a carrier is put into a territory.
    pub fn put_ashore(&mut self, seat: Seat, truck: Token, carrier: Token, at: Territory) {
        self.set_place(truck, Place::Land(at));
        self.note(|| Event::Unloaded { seat, truck, carrier, at });
    }

    /// Goods change tokens. (CMP-COMBO-3)
    pub fn hand(&mut self, seat: Seat, from: Token, to: Token) {
        let load = self.state.piece_mut(from).load.take();
        self.state.piece_mut(to).load = load;
        self.state.turn.handed.insert(to);
        if let Some(journey) = self.journey() {
            if journey.delivery.is_some() {
                journey.token = to;
            }
            journey.group = journey.group.with(from).with(to);
            // CMP-CUST-1: a truck without goods draws no card where it stops.
            journey.card_due &= !journey.drove.contains(from);
        }
        self.note(|| Event::Handed { seat, from, to });
    }
}
