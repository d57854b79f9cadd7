//! What is true of every state. (CMP-INV-1 to CMP-INV-19, CMP-INV-23, CMP-INV-25)

use crate::{
    Asset, Colour, CompetitorsRules, Contract, Contracts, Customs, EVENTS, HireLoad, InDelivery, Journey, Load, OfferNote,
    Office, PLAYERS, Payment, Piece, Place, Special, Stage, State, TRANSFERS, Territories, Token, Tokens, TurnState, Vehicle,
    deals::{COUNTERS, CompetitorsOffer, OPEN, asks::is_sum},
    figures::{BRANCHES, UNIT, money_in_box},
    positions::{
        from_position::{MOST_MONEY, contracts_out, territories_out},
        position::usual_last,
    },
};
use kernel::{Cards, Money, Refusal, Seats, refuse};

/// The most actions that effects add to a turn. (CMP-TURN-8)
const MOST_ADDED: u8 = 3;

/// More points than any effects add to a movement turn.
pub(crate) const MOST_POINTS: i8 = 60;

/// Holds, or is broken by this clause.
pub(crate) fn is(holds: bool, clause: &'static str, what: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(clause, what()) }
}

/// Tokens of whoever plays here.
fn are_played(tokens: Tokens, players: usize) -> bool {
    { tokens }.all(|token| token.owner().index() < players)
}

impl CompetitorsRules {
    /// What is true of every state.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_stage(state)?;
        self.check_money(state)?;
        self.check_cards(state)?;
        self.check_sites(state)?;
        self.check_tokens(state)?;
        self.check_marks(state)?;
        self.check_turn(state)?;
        self.check_journey(state)?;
        self.check_offers(state)?;
        self.check_pending(state)
    }

    fn check_stage(&self, state: &State) -> Result<(), Refusal> {
        let here = state.first.index() < self.players && state.active.index() < self.players;
        is(here, "CMP-SETUP-16", || "first and active is somebody who plays".into())?;
        let last = self.last_round();
        is((1..=last).contains(&state.round), "CMP-END-2", || format!("the round is 1 to {last}"))?;
        let coloured = Colour::all().all(|colour| state.players.iter().any(|player| player.colour == colour));
        is(coloured, "CMP-SETUP-17", || "each board has a colour of its own".into())?;
        let die = state.danger.is_none_or(|danger| (1..=EVENTS).contains(&usize::from(danger.die)));
        is(die && state.danger.is_some() == (state.stage != Stage::Choosing), "CMP-INV-16", || {
            "exactly one danger is active, from the set-up to the end".into()
        })?;
        if state.stage == Stage::Choosing {
            return self.check_choosing(state);
        }
        let settled = self.seats().all(|seat| state.player(seat).office.is_some());
        is(settled, "CMP-SETUP-5", || "everybody has a headquarters".into())?;
        let decided = state.stage != Stage::Over || self.is_decided(state);
        is(decided, "CMP-END-2", || "the game is not over yet".into())
    }

    /// Before the cards are dealt nobody has anything. (CMP-SETUP-5, CMP-SETUP-6)
    fn check_choosing(&self, state: &State) -> Result<(), Refusal> {
        let mut chosen = true;
        for seat in self.in_order(state) {
            chosen &= seat != state.active;
            is(state.player(seat).office.is_some() == chosen, "CMP-SETUP-5", || {
                "headquarters are chosen in order, and the next who chooses is active".into()
            })?;
        }
        let bare = state.players.iter().all(|player| {
            player.money == Money::ZERO
                && player.points == 0
                && player.branches.is_empty()
                && player.book == crate::Book::default()
        });
        let dealt = territories_out(state).next().is_some() || contracts_out(state).next().is_some();
        let tokens = state.tokens.iter().all(|piece| *piece == Piece::default());
        let customs = state.customs.known().is_empty() && state.turn == TurnState::default() && state.round == 1;
        is(bare && !dealt && tokens && customs, "CMP-SETUP-6", || "nothing is dealt before all headquarters are chosen".into())
    }

    /// CMP-INV-1, CMP-INV-2, CMP-COMP-10.
    fn check_money(&self, state: &State) -> Result<(), Refusal> {
        let mut sum = i64::from(state.bank.units());
        for player in &state.players {
            let sound = player.money.units() >= 0 && player.money.units() % UNIT == 0;
            is(sound, "CMP-INV-1", || format!("{} is not a sum of coins", player.money))?;
            sum += i64::from(player.money.units());
        }
        for hire in state.tokens.iter().filter_map(|piece| piece.hire) {
            let aside = hire.set_aside;
            let sound = (Money::ZERO..=MOST_MONEY).contains(&aside) && aside.units() % UNIT == 0;
            let kind = hire.payment == Payment::OnSuccess || aside == Money::ZERO;
            is(sound && kind, "CMP-CHART-3", || "a fee is set aside only for success, in whole coins".into())?;
            sum += i64::from(aside.units());
        }
        if self.options.bank_limited {
            let all = money_in_box();
            is(sum == i64::from(all.units()) && state.bank >= Money::ZERO, "CMP-INV-2", || {
                format!("with the bank all money is {all}, not {sum}")
            })
        } else {
            is(state.bank == Money::ZERO, "CMP-COMP-10", || "the coins of the bank are not counted".into())
        }
    }

    /// CMP-INV-3 to CMP-INV-5.
    fn check_cards(&self, state: &State) -> Result<(), Refusal> {
        let mut territories = Territories::ALL;
        for card in territories_out(state).chain(state.territory_deck) {
            is(territories.contains(card), "CMP-INV-3", || format!("the card of {} is in two places", self.territory_id(card)))?;
            territories.remove(card);
        }
        is(territories.is_empty(), "CMP-INV-3", || "a territory card is nowhere".into())?;
        let mut contracts = Contracts::ALL;
        for card in contracts_out(state).chain(state.contract_deck) {
            is(contracts.contains(card), "CMP-INV-4", || format!("{} is in two places", self.contract_id(card)))?;
            contracts.remove(card);
        }
        is(contracts.is_empty(), "CMP-INV-4", || "a contract card is nowhere".into())?;
        let mut customs = Cards::first(Customs::COUNT);
        let known = state.customs.known().iter().copied();
        let drawn = state.drawn.iter().map(|card| card.index() as u8);
        let once = state.customs.unseen().chain(known).chain(drawn).all(|card| customs.remove(card));
        is(once && customs.is_empty(), "CMP-INV-5", || "the customs cards are in the deck or being resolved, each once".into())
    }

    /// CMP-INV-6, CMP-INV-12, CMP-INV-14, CMP-INV-15.
    fn check_sites(&self, state: &State) -> Result<(), Refusal> {
        let mut sites = Territories::NONE;
        for (seat, player) in Seats::first(PLAYERS).zip(&state.players) {
            if !self.seats().contains(seat) {
                let bare = player.office.is_none() && player.money == Money::ZERO && player.branches.is_empty();
                let empty = player.territories.is_empty() && player.contracts.is_empty() && player.points == 0;
                is(bare && empty && !player.recoloured, "CMP-SETUP-12", || {
                    format!("seat {seat} does not play and has something")
                })?;
                continue;
            }
            let office = player.office.is_none_or(|office: Office| office.index() < self.pack.offices.len());
            is(office, "CMP-SETUP-5", || "there is no such headquarters".into())?;
            is(player.branches.len() <= usize::from(BRANCHES), "CMP-INV-6", || {
                format!("seat {seat} has more than {BRANCHES} branches")
            })?;
            let own = self.sites(state, seat);
            let alone =
                own.and(sites).is_empty() && self.headquarters(state, seat).is_none_or(|at| !player.branches.contains(at));
            is(alone, "CMP-INV-12", || format!("a site of seat {seat} stands where another is"))?;
            sites = sites.or(own);
            let capped = self.options.vp_cap.is_none_or(|most| player.points <= most.into());
            is(capped, "CMP-VP-5", || format!("the victory points of seat {seat} stop at 10"))?;
        }
        for card in Contract::all() {
            let Some(site) = state.advantages[card.index()] else { continue };
            let kind = matches!(self.contract(card).special(), Some(Special::Advantage(_)));
            is(kind && sites.contains(site), "CMP-INV-15", || format!("{} is no advantage of a site", self.contract_id(card)))?;
            let here = state.advantages.iter().filter(|other| **other == Some(site)).count();
            let room = self.options.advantages_per_site.is_none_or(|most| here <= usize::from(most));
            is(room, "CMP-INV-15", || format!("too many advantages are on the site in {}", self.territory_id(site)))?;
        }
        Ok(())
    }

    /// CMP-INV-6 to CMP-INV-11.
    fn check_tokens(&self, state: &State) -> Result<(), Refusal> {
        for token in Token::all() {
            let piece = state.piece(token);
            let played = self.seats().contains(token.owner());
            is(played || *piece == Piece::default(), "CMP-SETUP-12", || format!("nobody plays with {token}"))?;
            self.check_place(state, token, piece)?;
            if let Some(load) = piece.load {
                self.check_load(state, token, &load)?;
            }
            if let Some(hire) = piece.hire {
                let hired = token.owner() != state.active && state.stage == Stage::Playing;
                is(hired, "CMP-CHART-2", || format!("{token} is hired by the active player, who is not its owner"))?;
                let truck = hire.load == HireLoad::Truck && token.is_truck();
                is(!truck, "CMP-COMBO-12", || format!("{token} is hired for a truck, and is one"))?;
            }
        }
        for seat in self.seats() {
            let flying = Token::kind(seat, Vehicle::Aircraft).filter(|token| state.piece(*token).place.is_flight()).count();
            is(flying <= 1, "CMP-INV-11", || format!("seat {seat} has two aircraft in flight"))?;
        }
        Ok(())
    }

    fn check_place(&self, state: &State, token: Token, piece: &Piece) -> Result<(), Refusal> {
        let sound = match (token.vehicle(), piece.place) {
            (_, Place::Supply) => piece.last.is_none() && piece.cargo.is_none() && piece.load.is_none(),
            (Vehicle::Truck, Place::Land(_)) => true,
            (Vehicle::Truck, Place::Aboard(carrier)) => carrier.is_carrier() && state.is_out(carrier),
            (Vehicle::Ship, Place::Port(at)) => self.routes.ports.contains(at),
            (Vehicle::Ship, Place::Sea(cell)) => self.pack[cell].is_sea(),
            (Vehicle::Truck | Vehicle::Ship, Place::Strait(strait)) => strait.index() < self.pack.straits.len(),
            (Vehicle::Aircraft, Place::Airport(at)) => self.routes.airports.contains(at) && piece.last == usual_last(piece.place),
            (Vehicle::Aircraft, Place::Air(_)) => true,
            (Vehicle::Aircraft, Place::Edge(arrow)) => arrow.pair() < self.pack.arrows.len(),
            _ => false,
        };
        is(sound, "CMP-INV-7", || format!("{token} cannot be where it is"))?;
        let last = piece.last.is_none_or(|last| token.vehicle() == Vehicle::Aircraft && self.routes.airports.contains(last));
        is(last, "CMP-AIR-13", || format!("{token} cannot have stood there last"))?;
        let aboard = match piece.place {
            Place::Aboard(carrier) => state.piece(carrier).cargo == Some(token),
            _ => true,
        };
        let carries = piece
            .cargo
            .is_none_or(|truck| token.is_carrier() && truck.is_truck() && state.piece(truck).place == Place::Aboard(token));
        is(aboard && carries, "CMP-INV-8", || format!("{token} and what it carries, or what carries it, do not agree"))
    }

    /// CMP-INV-9, CMP-INV-10, CMP-SIGN-7.
    fn check_load(&self, state: &State, token: Token, load: &Load) -> Result<(), Refusal> {
        let Some(goods) = self.goods(load.contract).filter(|_| load.sender != load.receiver) else {
            return refuse("CMP-INV-10", "a signed contract is a goods card and two different territory cards");
        };
        let fits = goods.vehicle.is_none_or(|vehicle| vehicle == token.vehicle());
        is(fits, "CMP-DELIV-6", || format!("the contract of the goods on {token} shows another vehicle"))?;
        let others = self.seats().without(load.signer);
        is(self.seats().contains(load.signer) && load.known.within(others), "CMP-DECK-6", || {
            "a contract is signed by a player, and others may have seen it".into()
        })?;
        let delivery = state.journey.and_then(|journey| journey.delivery).filter(|delivery| delivery.sender == load.sender);
        let hired = delivery.is_some() && state.piece(token).hire.is_some_and(|hire| hire.load == HireLoad::Goods(load.sender));
        is(token.owner() == load.signer || hired, "CMP-INV-9", || {
            format!("the goods on {token} are neither its owner’s nor delivered by it")
        })
    }

    /// CMP-INV-25.
    fn check_marks(&self, state: &State) -> Result<(), Refusal> {
        for (seat, player) in Seats::first(PLAYERS).zip(&state.players) {
            let others = || Seats::first(PLAYERS).without(seat).map(|other| state.player(other));
            let territories = others().fold(Territories::NONE, |cards, other| cards.or(other.territories));
            let contracts = others().fold(Contracts::NONE, |cards, other| cards.or(other.contracts));
            let marked = player.known_territories.within(territories) && player.known_contracts.within(contracts);
            let known = !player.known_territories.is_empty() || !player.known_contracts.is_empty();
            is(marked && (self.seats().contains(seat) || !known), "CMP-INV-25", || {
                format!("seat {seat} knows a card to be in another hand, and it is not")
            })?;
        }
        Ok(())
    }

    /// CMP-INV-17, CMP-INV-23.
    fn check_turn(&self, state: &State) -> Result<(), Refusal> {
        let turn = &state.turn;
        let most = self.options.actions_per_turn + turn.added.min(MOST_ADDED);
        is(turn.added <= MOST_ADDED && turn.actions <= most, "CMP-INV-17", || {
            format!("a turn has {} actions, and at most {MOST_ADDED} are added", self.options.actions_per_turn)
        })?;
        let proposals = Seats::first(PLAYERS)
            .zip(turn.proposals)
            .all(|(seat, made)| made <= if self.seats().contains(seat) { self.options.proposals } else { 0 });
        is(proposals && turn.auctioned.within(self.seats()), "CMP-INV-23", || {
            format!("a player makes at most {} proposals in a turn", self.options.proposals)
        })?;
        let played = [turn.delayed, turn.boarded, turn.landed, turn.handed].into_iter().all(|set| are_played(set, self.players));
        is(played, "CMP-SETUP-12", || "a token is named that nobody plays".into())
    }

    /// CMP-INV-18, CMP-INV-19.
    fn check_journey(&self, state: &State) -> Result<(), Refusal> {
        let Some(journey) = &state.journey else { return Ok(()) };
        let Journey { group, moved, parted, drove, to_check, fuelled, free_fuel, .. } = *journey;
        let sets = [group, moved, parted, drove, to_check, fuelled, free_fuel, Tokens::only(journey.token)];
        is(sets.into_iter().all(|set| are_played(set, self.players)), "CMP-MOVE-1", || "a token moves that nobody plays".into())?;
        is(parted.within(moved), "CMP-MOVE-8", || "a token has parted from what goes on, but has not moved with it".into())?;
        let points = journey.left.iter().chain([&journey.cap]).all(|points| (0..=MOST_POINTS).contains(points));
        is(points, "CMP-INV-19", || "a token has used more points than it has".into())?;
        let place = match journey.from {
            Place::Edge(arrow) => arrow.pair() < self.pack.arrows.len(),
            Place::Strait(_) | Place::Aboard(_) => false,
            Place::Port(at) => self.routes.ports.contains(at),
            Place::Airport(at) => self.routes.airports.contains(at),
            Place::Sea(cell) => self.pack[cell].is_sea(),
            Place::Supply | Place::Land(_) | Place::Air(_) => true,
        };
        is(place, "CMP-EFF-5", || "no step begins there".into())?;
        let Some(delivery) = &journey.delivery else {
            let empty = journey.moving || state.pending.is_empty();
            return is(empty, "CMP-MOVE-6", || "something is pending before the first step of a Move".into());
        };
        is(delivery.used <= delivery.limit, "CMP-INV-18", || "more movement turns are used than the contract allows".into())?;
        let cancels = |card| self.contract(card).special() == Some(Special::Delivery(InDelivery::CancelCustoms));
        is({ delivery.laid }.all(cancels), "CMP-SPEC-21", || "a card lies open that does not cancel customs".into())?;
        let hired = { delivery.carried_by }.all(|token| token.owner() != state.active && token.owner().index() < self.players);
        is(hired, "CMP-CHART-3", || "a fee is earned by tokens of others".into())?;
        let load = state.carrying(delivery.sender).and_then(|token| state.piece(token).load.map(|load| (token, load)));
        match load {
            _ if delivery.failed => is(load.is_none() && journey.moving && delivery.laid.is_empty(), "CMP-DELIV-13", || {
                "a Delivery has failed, but its contract or its movement turn goes on as if nothing had happened".into()
            }),
            Some((token, load)) => {
                let own = load.signer == state.active && token == journey.token;
                let printed = self.goods(load.contract).map_or(0, |goods| goods.limit);
                is(own, "CMP-DELIV-1", || "the active player delivers the goods of an own contract".into())?;
                is(printed <= delivery.limit, "CMP-DELIV-3", || "the limit is at least that of the contract card".into())?;
                let late = matches!(state.top(), Some(crate::decision::Frame::LastCard(_)));
                let left = journey.moving || late || delivery.used < delivery.limit;
                is(left, "CMP-DELIV-12", || "no movement turn is left, and the Delivery has not failed".into())
            }
            None => refuse("CMP-DELIV-1", "no contract is signed with the Sender of the Delivery"),
        }
    }

    /// CMP-INV-23.
    fn check_offers(&self, state: &State) -> Result<(), Refusal> {
        let playing = state.stage == Stage::Playing;
        let none = state.offers.is_empty() && state.asks.iter().all(Option::is_none);
        is(playing || none, "CMP-INV-23", || "no offer or wish is open during the set-up and after the end".into())?;
        for seat in self.seats() {
            is(state.opened_by(seat) <= OPEN, "CMP-INV-23", || format!("seat {seat} has more than {OPEN} offers open"))?;
        }
        for seat in Seats::first(PLAYERS) {
            let Some(ask) = state.asks[seat.index()] else { continue };
            // A proposal may have been counted in an earlier turn, so only the wish itself is looked at.
            let bare = State { turn: TurnState::default(), ..*state };
            is(self.seats().contains(seat), "CMP-INV-23", || format!("seat {seat} does not play and wishes for something"))?;
            self.may_ask(&bare, seat, &ask)?;
        }
        let open = state.offers.iter().count();
        is(state.notes.iter().flatten().count() == open, "CMP-INV-23", || "each open offer has its note".into())?;
        for ((number, offer), note) in state.offers.iter().zip(&state.notes) {
            let note = note.filter(|note| note.number == number);
            is(note.is_some(), "CMP-INV-23", || format!("offer {number} has no note"))?;
            if let Some(note) = note {
                self.check_offer(&offer, &note)?;
            }
        }
        Ok(())
    }

    fn check_offer(&self, offer: &CompetitorsOffer, note: &OfferNote) -> Result<(), Refusal> {
        let parties = offer.parties();
        let here = parties.within(self.seats()) && self.seats().contains(offer.opener());
        is(here && offer.counters() <= COUNTERS, "CMP-INV-23", || {
            format!("an offer is between players of this table and at most counter-offer number {COUNTERS}")
        })?;
        let transfers = offer.deal().transfers().count();
        let bits = |mask: u8| transfers >= 8 || mask >> transfers == 0;
        let within =
            Seats::first(PLAYERS).zip(note.named).all(|(seat, named)| bits(named) && (named == 0 || parties.contains(seat)));
        is(within && bits(note.asked) && note.shown & !note.asked == 0, "CMP-NEG-12", || {
            "only parties name cards of an offer, and only what was asked for is shown".into()
        })?;
        for (place, transfer) in offer.deal().transfers().enumerate() {
            let namers = note.namers(place);
            let from = transfer.from;
            let sound = match transfer.asset {
                Asset::Money(amount) => is_sum(amount),
                Asset::Contract(_) => namers.contains(from) && namers.contains(offer.proposer()),
                Asset::Shown(_) => namers == parties && from == offer.proposer(),
                Asset::Unnamed(number) => (1..=TRANSFERS).contains(&number.into()) && from != offer.proposer(),
                Asset::Hire(hire) => {
                    let fee = is_sum(hire.fee) || hire.fee == Money::ZERO && hire.payment == Payment::Now;
                    fee && hire.token.owner() == from && !(hire.load == HireLoad::Truck && hire.token.is_truck())
                }
                Asset::Token(token) => token.owner() == from,
                Asset::Territory(_) | Asset::Branch(_) => true,
            };
            let names = matches!(transfer.asset, Asset::Contract(_) | Asset::Shown(_)) || namers.is_empty();
            is(sound && names, "CMP-NEG-8", || format!("transfer {} of an offer cannot have been proposed", place + 1))?;
            let picked = matches!(transfer.asset, Asset::Unnamed(_)) && offer.accepted().contains(from);
            is(note.picks[place].is_some() == picked, "CMP-NEG-23", || {
                "a contract card is picked with the acceptance, where it is not named".into()
            })?;
            let goods = matches!(transfer.asset, Asset::Hire(hire) if matches!(hire.load, HireLoad::Goods(_)));
            is(goods || note.asked >> place & 1 == 0, "CMP-CHART-7", || "asked for is the contract of a hire of goods".into())?;
        }
        Ok(())
    }
}
