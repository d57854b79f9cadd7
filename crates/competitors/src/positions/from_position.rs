//! Sets up positions that were written down.

use crate::{
    Ask, Asset, Colour, CompetitorsRules, Continent, Contract, Contracts, Customs, Delivery, Drawn, FullToken, HireLoad,
    HirePosition, HiredFor, Journey, JourneyPosition, Load, LoadPosition, Lots, OfferNote, Office, PLAYERS, Payment, Piece,
    Place, PlayerPosition, Position, Sale, Stage, State, TRANSFERS, Territories, Territory, Token, TokenPosition, TurnState,
    Vehicle,
    decision::Decision,
    figures::{START_MONEY, money_in_box},
    play::Play,
    positions::{
        invariants::is,
        position::{usual_last, usual_namers},
    },
    state::Danger,
};
use kernel::{
    Cards, Deck, Money, OfferNumber, Offers, Pending, Phrase, Refusal, Rules, Seat, Seeded, Silent, Transfer, WrittenOffer,
    refuse,
};

/// The most frames that a position has: more than play brings about, with room for what comes of them.
const MOST_PENDING: usize = 16;

/// The most Deliveries of a kind that a position counts for a player: far more than a game has.
const MOST_DELIVERIES: u16 = 10_000;

/// The most money that a player of a position has, so that no sum ever overflows.
pub(crate) const MOST_MONEY: Money = Money::new(200_000_000);

/// A text that cannot be read is refused by this clause.
fn by<T>(clause: &'static str, read: Result<T, String>) -> Result<T, Refusal> {
    read.map_err(|fault| Refusal::new(clause, Phrase::from(fault)))
}

impl CompetitorsRules {
    /// The table of a position, or what is impossible about it.
    pub(crate) fn restored(&self, position: &Position) -> Result<State, Refusal> {
        let mut state = self.laid_out();
        self.place_stage(&mut state, position)?;
        self.place_players(&mut state, position)?;
        self.place_sites(&mut state, position)?;
        self.place_turn(&mut state, position)?;
        self.place_journey(&mut state, position)?;
        self.place_pending(&mut state, position)?;
        self.place_offers(&mut state, position)?;
        self.place_decks(&mut state, position)?;
        self.check_state(&state)?;
        self.check_rest(&state)?;
        Ok(state)
    }

    fn is_here(&self, seat: Seat, what: &str) -> Result<Seat, Refusal> {
        if seat.index() < self.players {
            return Ok(seat);
        }
        refuse("CMP-GEN-1", format!("{what} is a seat from 1 to {}, not {seat}", self.players))
    }

    fn place_stage(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.stage = position.stage.unwrap_or(Stage::Playing);
        state.round = position.round.unwrap_or(1);
        state.first = self.is_here(position.first.unwrap_or(Seat::FIRST), "`first`")?;
        state.active = self.is_here(position.active.unwrap_or(state.first), "`active`")?;
        state.danger = match (position.danger, state.stage) {
            (Some(danger), _) => Some(Danger { area: danger.area, die: danger.die }),
            (None, Stage::Choosing) => None,
            (None, Stage::Playing | Stage::Over) => Some(Danger { area: Continent::NorthAmerica, die: 1 }),
        };
        if let Some(given) = &position.colours {
            if given.len() != PLAYERS {
                return refuse("CMP-SETUP-17", "`colours` names the colours of all five boards");
            }
            for (player, name) in state.players.iter_mut().zip(given) {
                player.colour = by("CMP-SETUP-17", self.read_colour(name))?;
            }
            let each = Colour::all().all(|colour| state.players.iter().any(|player| player.colour == colour));
            is(each, "CMP-SETUP-17", || "each board has a colour of its own".into())?;
        }
        Ok(())
    }

    fn territories(&self, ids: &[String]) -> Result<Territories, Refusal> {
        let mut cards = Territories::NONE;
        for id in ids {
            let card = by("CMP-INV-3", self.read_territory(id))?;
            is(!cards.contains(card), "CMP-INV-3", || format!("`{id}` stands twice in one place"))?;
            cards.insert(card);
        }
        Ok(cards)
    }

    fn contracts(&self, ids: &[String]) -> Result<Contracts, Refusal> {
        let mut cards = Contracts::NONE;
        for id in ids {
            let card = by("CMP-INV-4", self.read_contract(id))?;
            is(!cards.contains(card), "CMP-INV-4", || format!("`{id}` stands twice in one place"))?;
            cards.insert(card);
        }
        Ok(cards)
    }

    fn place_players(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        if position.players.len() > self.players {
            let players = kernel::say::counted(self.players as i64, "player");
            return refuse("CMP-GEN-1", format!("this table has {players}, and `players` names more"));
        }
        let left_out = PlayerPosition::default();
        let given = |seat: Seat| position.players.get(seat.index()).unwrap_or(&left_out);
        for seat in self.seats() {
            if let Some(id) = &given(seat).office {
                state.player_mut(seat).office = Some(by("CMP-SETUP-5", self.read_office(id))?);
            }
        }
        for seat in self.seats() {
            let free = |office: &Office| state.players.iter().all(|player| player.office != Some(*office));
            if state.stage != Stage::Choosing && state.player(seat).office.is_none() {
                let first = Office::all().take(self.pack.offices.len()).find(free);
                state.player_mut(seat).office = first;
            }
            self.place_player(state, seat, given(seat))?;
        }
        // Who is aboard, the trucks say.
        for truck in Token::all() {
            if let Place::Aboard(carrier) = state.piece(truck).place {
                let cargo = &mut state.piece_mut(carrier).cargo;
                is(cargo.is_none(), "CMP-INV-8", || format!("two trucks are aboard {carrier}"))?;
                *cargo = Some(truck);
            }
        }
        if self.options.bank_limited && state.stage != Stage::Choosing {
            let out: i64 = state.players.iter().map(|player| i64::from(player.money.units())).sum();
            let aside: i64 =
                { state.tokens.iter() }.filter_map(|piece| piece.hire).map(|hire| i64::from(hire.set_aside.units())).sum();
            let left = i64::from(money_in_box().units()) - out - aside;
            match i32::try_from(left).ok().filter(|left| *left >= 0) {
                Some(left) => state.bank = Money::new(left),
                None => return refuse("CMP-COMP-10", "the players have more than the coins of the box"),
            }
        }
        Ok(())
    }

    fn place_player(&self, state: &mut State, seat: Seat, given: &PlayerPosition) -> Result<(), Refusal> {
        let choosing = state.stage == Stage::Choosing;
        let start = if choosing { Money::ZERO } else { START_MONEY };
        let home = self.headquarters(state, seat).filter(|_| !choosing);
        let player = state.player_mut(seat);
        player.recoloured = given.recoloured;
        player.money = given.money.unwrap_or(start);
        is((Money::ZERO..=MOST_MONEY).contains(&player.money), "CMP-INV-1", || {
            format!("the money of seat {seat} is 0 to {MOST_MONEY}")
        })?;
        player.points = given.points;
        player.book = given.book;
        is(given.book.delivered.max(given.book.failed) <= MOST_DELIVERIES, "CMP-INV-14", || {
            format!("seat {seat} has delivered and failed at most {MOST_DELIVERIES} times")
        })?;
        player.branches = self.territories(&given.branches)?;
        player.territories = self.territories(&given.territories)?;
        player.contracts = self.contracts(&given.contracts)?;
        player.known_territories = self.territories(&given.known_territories)?;
        player.known_contracts = self.contracts(&given.known_contracts)?;
        match (&given.tokens, home) {
            (Some(tokens), _) => {
                for (token, written) in tokens {
                    is(token.owner() == seat, "CMP-INV-6", || format!("{token} is not a token of seat {seat}"))?;
                    *state.piece_mut(*token) = self.piece(*token, written)?;
                }
            }
            (None, Some(home)) => {
                for vehicle in Vehicle::ALL {
                    for token in Token::kind(seat, vehicle).take(vehicle.start_tokens().into()) {
                        let place = self.place_on(vehicle, home);
                        *state.piece_mut(token) = Piece { place, last: usual_last(place), ..Piece::default() };
                    }
                }
            }
            (None, None) => {}
        }
        Ok(())
    }

    fn piece(&self, token: Token, written: &TokenPosition) -> Result<Piece, Refusal> {
        let (at, rest) = match written {
            TokenPosition::At(at) => (at, None),
            TokenPosition::Full(full) => (&full.at, Some(full)),
        };
        let place = by("CMP-INV-7", self.read_place(at, token))?;
        let mut piece = Piece { place, last: usual_last(place), ..Piece::default() };
        if let Some(FullToken { last, load, hire, .. }) = rest {
            if let Some(last) = last {
                piece.last = Some(by("CMP-AIR-13", self.read_territory(last))?);
            }
            piece.load = load.as_ref().map(|load| self.load_of(load, token)).transpose()?;
            piece.hire = hire.as_ref().map(|hire| self.hire_of(hire)).transpose()?;
        }
        Ok(piece)
    }

    fn load_of(&self, load: &LoadPosition, token: Token) -> Result<Load, Refusal> {
        Ok(Load {
            contract: by("CMP-INV-4", self.read_contract(&load.contract))?,
            sender: by("CMP-INV-3", self.read_territory(&load.sender))?,
            receiver: by("CMP-INV-3", self.read_territory(&load.receiver))?,
            signer: self.is_here(load.signer.unwrap_or(token.owner()), "`signer`")?,
            known: load.known,
        })
    }

    fn hire_of(&self, hire: &HirePosition) -> Result<HiredFor, Refusal> {
        let load = match &hire.goods {
            Some(sender) => HireLoad::Goods(by("CMP-CHART-2", self.read_territory(sender))?),
            None => HireLoad::Truck,
        };
        let payment = if hire.on_success { Payment::OnSuccess } else { Payment::Now };
        Ok(HiredFor { load, payment, set_aside: hire.set_aside })
    }

    fn place_sites(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        for (card, site) in &position.advantages {
            let card = by("CMP-INV-4", self.read_contract(card))?;
            state.advantages[card.index()] = Some(by("CMP-INV-15", self.read_territory(site))?);
        }
        Ok(())
    }

    fn place_turn(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let given = &position.turn;
        let between = { position.pending.first() }.is_some_and(|text| text.starts_with("strike") || text == "turn over");
        let usual = if state.stage != Stage::Playing || between { 0 } else { self.options.actions_per_turn };
        let mut proposals = [0; PLAYERS];
        is(given.proposals.len() <= self.players, "CMP-NEG-24", || "`proposals` has a number for each seat".into())?;
        proposals[..given.proposals.len()].copy_from_slice(&given.proposals);
        state.turn = TurnState {
            actions: given.actions.unwrap_or(usual),
            added: given.added,
            overtime: given.overtime,
            proposals,
            auctioned: given.auctioned,
            delayed: given.delayed,
            boarded: given.boarded,
            landed: given.landed,
            handed: given.handed,
        };
        Ok(())
    }

    fn place_journey(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let Some(given) = &position.journey else { return Ok(()) };
        let JourneyPosition { token, moving, ended, card_due, weathered, cap, group, moved, parted, drove, .. } = *given;
        let mut journey = Journey { moving, ended, card_due, weathered, cap, group, moved, parted, drove, ..Journey::of(token) };
        (journey.to_check, journey.fuelled, journey.free_fuel) = (given.to_check, given.fuelled, given.free_fuel);
        for (token, left) in &given.left {
            journey.left[token.index()] = *left;
        }
        for (token, notches) in &given.notches {
            is(token.vehicle() == Vehicle::Aircraft, "CMP-AIR-5", || format!("{token} has no notches: it is no aircraft"))?;
            journey.notches[crate::movement::aircraft::hangar(*token)] = *notches;
        }
        if let Some(from) = &given.from {
            journey.from = by("CMP-EFF-5", self.read_from(from))?;
        }
        if let Some(last) = &given.from_last {
            journey.from_last = Some(by("CMP-AIR-13", self.read_territory(last))?);
        }
        if let Some(given) = &given.delivery {
            let sender = by("CMP-DELIV-1", self.read_territory(&given.sender))?;
            let Some(limit) = given.limit.or_else(|| self.printed_limit(state, sender)) else {
                return refuse("CMP-DELIV-1", format!("no contract is signed with the Sender `{}`", given.sender));
            };
            journey.delivery = Some(Delivery {
                sender,
                used: given.used,
                limit,
                free_pass: given.free_pass,
                laid: self.contracts(&given.laid)?,
                carried_by: given.carried_by,
                failed: given.failed,
            });
        }
        state.journey = Some(journey);
        Ok(())
    }

    fn place_pending(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.pending = Pending::NONE;
        for text in &position.pending {
            let frame = by("CMP-TM-7", self.read_frame(text))?;
            if state.pending.depth() >= MOST_PENDING || state.pending.push(frame).is_err() {
                return refuse("CMP-TM-7", "more is pending than can be");
            }
        }
        Ok(())
    }

    fn place_offers(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let mut written = Vec::new();
        for offer in &position.offers {
            let read = |transfer: &Transfer<String>| -> Result<Transfer<Asset>, Refusal> {
                let asset = by("CMP-NEG-8", self.read_asset(&transfer.asset))?;
                let (from, to) = (self.is_here(transfer.from, "a giver")?, self.is_here(transfer.to, "a taker")?);
                Ok(Transfer { from, to, asset })
            };
            let content = offer.content.as_ref().map(|content| content.iter().map(read).collect::<Result<Vec<_>, _>>());
            written.push(WrittenOffer {
                number: offer.number,
                proposer: offer.proposer,
                opener: self.is_here(offer.opener, "`opener`")?,
                counters: offer.counters,
                parties: offer.parties,
                accepted: offer.accepted,
                content: content.transpose()?,
            });
        }
        let after = written.iter().map(|offer| offer.number.0.wrapping_add(1)).max().unwrap_or(1);
        let next = position.next_offer.unwrap_or(OfferNumber(after));
        state.offers = Offers::restore(&written, next).map_err(|fault| fault.by("CMP-INV-23"))?;
        self.place_notes(state, position)?;
        for ask in &position.asks {
            let place = &mut state.asks[self.is_here(ask.seat, "`asks[].seat`")?.index()];
            is(place.is_none(), "CMP-INV-23", || format!("seat {} has two wishes", ask.seat))?;
            let (wanted, offered) = (self.read_wish(&ask.wanted), self.read_wish(&ask.offered));
            *place = Some(Ask { wanted: by("CMP-NEG-4", wanted)?, offered: by("CMP-NEG-4", offered)? });
        }
        if let Some(sale) = &position.sale {
            let assets = sale.lot.iter().map(|asset| self.read_asset(asset)).collect::<Result<Vec<_>, _>>();
            let Some(lot) = Lots::of(&by("CMP-AUCT-2", assets)?) else {
                return refuse("CMP-AUCT-2", "a lot is one to eight different assets");
            };
            state.sale = Some(Sale { seller: self.is_here(sale.seller, "`sale.seller`")?, lot, auction: sale.auction });
        }
        Ok(())
    }

    fn place_notes(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let open = state.offers;
        for (place, (number, offer)) in state.notes.iter_mut().zip(open.iter()) {
            let mut note = OfferNote { number, picks: [None; TRANSFERS], named: [0; PLAYERS], asked: 0, shown: 0 };
            for (index, transfer) in offer.deal().transfers().enumerate() {
                let given =
                    { position.notes.iter() }.find(|note| note.offer == number && usize::from(note.transfer) == index + 1);
                let namers = given.and_then(|given| given.named).unwrap_or_else(|| usual_namers(&offer, &transfer));
                for seat in namers {
                    note.named[self.is_here(seat, "`notes[].named`")?.index()] |= 1 << index;
                }
                if let Some(given) = given {
                    note.asked |= u8::from(given.asked) << index;
                    note.shown |= u8::from(given.shown) << index;
                    note.picks[index] = given.pick.as_ref().map(|card| by("CMP-NEG-23", self.read_contract(card))).transpose()?;
                }
            }
            *place = Some(note);
        }
        for (index, note) in position.notes.iter().enumerate() {
            let transfers = open.get(note.offer).map_or(0, |offer| offer.deal().transfers().count());
            let twice =
                { position.notes[..index].iter() }.any(|other| (other.offer, other.transfer) == (note.offer, note.transfer));
            is((1..=transfers).contains(&usize::from(note.transfer)) && !twice, "CMP-INV-23", || {
                "a note is of a transfer of an open offer, which is counted from 1, and of each there is one".into()
            })?;
        }
        Ok(())
    }

    /// What is in no other place lies in its deck. (CMP-INV-3 to CMP-INV-5)
    fn place_decks(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.territory_discard = self.territories(&position.territory_discard)?;
        state.contract_discard = self.contracts(&position.contract_discard)?;
        state.territory_deck = Territories::ALL.and_not({ territories_out(state) }.collect());
        state.contract_deck = Contracts::ALL.and_not({ contracts_out(state) }.collect());
        let customs = |ids: &[String]| -> Result<Vec<Customs>, Refusal> {
            ids.iter().map(|id| by("CMP-INV-5", self.read_customs(id))).collect()
        };
        let (known, drawn) = (customs(&position.customs)?, customs(&position.drawn)?);
        state.drawn = Drawn::NONE;
        drawn.iter().for_each(|card| state.drawn.push(*card));
        let mut bag = Cards::first(Customs::COUNT);
        for card in known.iter().chain(&drawn) {
            is(bag.remove(card.index() as u8), "CMP-INV-5", || format!("`{}` is in two places", self.pack[*card].id))?;
        }
        let known: Vec<u8> = known.iter().map(|card| card.index() as u8).collect();
        match Deck::new(bag, &known) {
            Some(deck) => state.customs = deck,
            None => return refuse("CMP-INV-5", "the customs cards are not all there"),
        }
        Ok(())
    }

    /// Somebody has a decision to make, and something to decide; or the game is over.
    fn check_rest(&self, state: &State) -> Result<(), Refusal> {
        if state.stage == Stage::Over {
            return Ok(());
        }
        let mut copy = *state;
        let (mut luck, mut silent) = (Seeded::new(0), Silent);
        let mut play = Play::new(self, &mut copy, &mut luck, &mut silent);
        let now = state.now();
        let goes_on = now.run(&mut play);
        if !goes_on {
            play.lapse();
        }
        if goes_on || copy != *state {
            return refuse("CMP-INV-24", "this goes on by itself: somebody has to have a decision to make");
        }
        let turn = self.turn(state);
        if turn.awaited.is_empty() || !turn.awaited.within(self.seats()) {
            return refuse("CMP-INV-24", "the game waits for nobody who plays");
        }
        let mut list = Vec::new();
        for seat in turn.awaited {
            list.clear();
            self.actions(state, seat, &mut list);
            if list.is_empty() || self.may(state, seat, now, &now.fallback(self, state, seat)).is_err() {
                return refuse("CMP-INV-24", format!("the game waits for seat {seat}, who has nothing to decide"));
            }
        }
        Ok(())
    }
}

/// The territory cards that are not in the deck: discarded, in hands, signed, or with branches. (CMP-INV-3)
pub(crate) fn territories_out(state: &State) -> impl Iterator<Item = Territory> + '_ {
    let signed = state.tokens.iter().filter_map(|piece| piece.load).flat_map(|load| [load.sender, load.receiver]);
    let held = state.players.iter().flat_map(|player| player.territories.chain(player.branches));
    held.chain(signed).chain(state.territory_discard)
}

/// The contract cards that are not in the deck: discarded, in hands, signed, in place, or laid open. (CMP-INV-4)
pub(crate) fn contracts_out(state: &State) -> impl Iterator<Item = Contract> + '_ {
    let signed = state.tokens.iter().filter_map(|piece| piece.load).map(|load| load.contract);
    let held = state.players.iter().flat_map(|player| player.contracts);
    let placed = Contract::all().filter(|card| state.advantages[card.index()].is_some());
    let laid = state.journey.and_then(|journey| journey.delivery).map_or(Contracts::NONE, |delivery| delivery.laid);
    held.chain(signed).chain(placed).chain(laid).chain(state.contract_discard)
}
