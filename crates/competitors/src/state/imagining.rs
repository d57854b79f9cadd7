//! States that would look the same to a viewer: all that the viewer neither sees nor knows is dealt anew. (CMP-INV-22)
//!
//! Nothing here may look at what is hidden from the viewer, but for sizes that everybody sees: the same luck gives the same table,
//! whichever of two tables that look the same lies before the viewer.

use crate::{
    Asset, CompetitorsDeal, CompetitorsRules, Contract, Contracts, Delivery, Instant, Load, Lots, OfferNote, PLAYERS, Place,
    Special, State, TRANSFERS, Territories, Territory, Token,
    deals::CompetitorsOffer,
    decision::{ApplyEffect, Frame, PlaceAdvantage, PlayInstant, Sign, Source, Swap},
    figures::UNIT,
    state::viewing::{knows_load, may_name},
};
use kernel::{Luck, Money, Offers, Pending, Seat, Seats, Transfer, Viewer, WrittenOffer};

/// The cards that are dealt anew, and whom they can go to.
struct Unseen {
    viewer: Viewer,
    territories: Territories,
    contracts: Contracts,
    /// How many unseen cards are still to come to each hand.
    wanted_territories: [usize; PLAYERS],
    wanted_contracts: [usize; PLAYERS],
}

/// One of these cards.
fn any_contract(luck: &mut impl Luck, cards: Contracts) -> Option<Contract> {
    luck.among(cards.cards()).and_then(|card| Contract::new(card.into()))
}

fn any_territory(luck: &mut impl Luck, cards: Territories) -> Option<Territory> {
    luck.among(cards.cards()).and_then(|card| Territory::new(card.into()))
}

impl CompetitorsRules {
    /// A state that looks the same to this viewer.
    pub(crate) fn imagined(&self, state: &State, viewer: Viewer, luck: &mut impl Luck) -> State {
        let mut twin = *state;
        let mut unseen = self.gather(&mut twin, viewer);
        self.imagine_loads(state, &mut twin, &mut unseen, luck);
        self.imagine_parts(&mut twin, &mut unseen, luck);
        self.deal_anew(&mut twin, &mut unseen, luck);
        self.imagine_offers(&mut twin, viewer, luck);
        self.imagine_lot(&mut twin, viewer, luck);
        twin
    }

    /// Takes up all cards that the viewer neither sees nor knows, and the marks on them.
    fn gather(&self, twin: &mut State, viewer: Viewer) -> Unseen {
        let (mut seen_territories, mut seen_contracts) = (Territories::NONE, Contracts::NONE);
        if let Viewer::Seat(seat) = viewer {
            let own = twin.player(seat);
            seen_territories = own.territories.or(own.known_territories);
            seen_contracts = own.contracts.or(own.known_contracts);
        }
        // CMP-AUCT-2: who only watches sees the lot too, but has no marks.
        for asset in twin.sale.iter().flat_map(|sale| sale.lot.assets()) {
            match asset {
                Asset::Territory(card) => seen_territories.insert(card),
                Asset::Shown(card) => seen_contracts.insert(card),
                _ => {}
            }
        }
        let mut unseen = Unseen {
            viewer,
            territories: twin.territory_deck,
            contracts: twin.contract_deck,
            wanted_territories: [0; PLAYERS],
            wanted_contracts: [0; PLAYERS],
        };
        for (index, player) in twin.players.iter_mut().enumerate() {
            let territories = player.territories.and_not(seen_territories);
            let contracts = player.contracts.and_not(seen_contracts);
            unseen.territories = unseen.territories.or(territories);
            unseen.contracts = unseen.contracts.or(contracts);
            unseen.wanted_territories[index] = territories.len();
            unseen.wanted_contracts[index] = contracts.len();
            player.territories = player.territories.and(seen_territories);
            player.contracts = player.contracts.and(seen_contracts);
            player.known_territories = player.known_territories.and(seen_territories);
            player.known_contracts = player.known_contracts.and(seen_contracts);
        }
        for load in twin.tokens.iter().filter_map(|piece| piece.load).filter(|load| !knows_load(viewer, load)) {
            unseen.contracts.insert(load.contract);
        }
        unseen
    }

    /// Face-down contract cards: any that would let the goods be where they are and the Delivery be as far as it is.
    fn imagine_loads(&self, state: &State, twin: &mut State, unseen: &mut Unseen, luck: &mut impl Luck) {
        // The goods of the running Delivery first: most is known of them.
        let running = state.journey.and_then(|journey| journey.delivery).filter(|delivery| !delivery.failed);
        let runs = |load: &Load| running.is_some_and(|delivery| delivery.sender == load.sender);
        let hidden = || Token::all().filter_map(|token| state.piece(token).load.map(|load| (token, load)));
        let hidden = || hidden().filter(|(_, load)| !knows_load(unseen.viewer, load));
        let mut loads: Vec<(Token, Load)> = hidden().collect();
        // Then those that only one kind of card fits least: all cards fit any vehicle or one, so the order of the tokens will do.
        loads.sort_by_key(|(_, load)| !runs(load));
        let dealt = self.deal_loads(state, &loads, running, unseen.contracts, luck);
        for ((token, load), card) in loads.into_iter().zip(dealt) {
            unseen.contracts.remove(card);
            twin.piece_mut(token).load = Some(Load { contract: card, known: Seats::NONE, ..load });
            if runs(&load) {
                self.imagine_delivery(state, twin, load.contract, card);
            }
        }
    }

    /// Cards for these loads, each of them once. A load may be left with what only another could spare: then they are dealt again, and
    /// at last from those with the fewest.
    fn deal_loads(
        &self,
        state: &State,
        loads: &[(Token, Load)],
        running: Option<Delivery>,
        cards: Contracts,
        luck: &mut impl Luck,
    ) -> Vec<Contract> {
        let fitting: Vec<Contracts> = loads
            .iter()
            .map(|(token, load)| { cards }.filter(|card| self.could_be(state, *token, load, *card, running)).collect())
            .collect();
        for _ in 0..TRIES {
            let mut left = cards;
            let dealt: Vec<Contract> = fitting
                .iter()
                .map_while(|fitting| {
                    let card = any_contract(luck, fitting.and(left))?;
                    left.remove(card);
                    Some(card)
                })
                .collect();
            if dealt.len() == loads.len() {
                return dealt;
            }
        }
        matched(&fitting)
    }

    /// Could this card be the contract of these goods, as far as everybody can see?
    fn could_be(&self, state: &State, token: Token, load: &Load, card: Contract, running: Option<Delivery>) -> bool {
        let Some(goods) = self.goods(card) else { return false };
        if goods.vehicle.is_some_and(|vehicle| vehicle != token.vehicle()) {
            return false;
        }
        let Some((delivery, journey)) = running.filter(|delivery| delivery.sender == load.sender).zip(state.journey) else {
            return true;
        };
        // What was added to the limit is open; the printed number is not.
        let limit = goods.limit.saturating_add(self.added_turns(state, &delivery));
        let within = match state.top() {
            Some(Frame::LastCard(_)) => delivery.used == limit,
            _ if state.is_open_point() || !journey.moving => delivery.used < limit,
            _ => delivery.used <= limit,
        };
        // CMP-DELIV-7: goods that have travelled aboard a carrier have no symbol, nor have those that came aboard in their Delivery.
        let came_aboard = state.turn.boarded.contains(token) || state.turn.handed.contains(token);
        let aboard = match state.piece(token).place {
            Place::Aboard(carrier) => came_aboard || journey.moving && journey.moved.contains(carrier),
            _ => false,
        };
        // CMP-CUST-17: customs that treat legal and illegal goods differently have shown which they are.
        let shown = state.pending.iter().find_map(|frame| match *frame {
            Frame::ApplyEffect(ApplyEffect { of: Source::Card { card, illegal }, .. })
                if self.pack[card].legal != self.pack[card].illegal =>
            {
                Some(illegal)
            }
            _ => None,
        });
        within && !(aboard && goods.vehicle.is_some()) && shown.is_none_or(|illegal| illegal == goods.illegal)
    }

    /// The movement turns that were added to the running Delivery. (CMP-SPEC-22, CMP-EFF-7)
    fn added_turns(&self, state: &State, delivery: &Delivery) -> u8 {
        let load = state.carrying(delivery.sender).and_then(|token| state.piece(token).load);
        let printed = load.and_then(|load| self.goods(load.contract)).map_or(0, |goods| goods.limit);
        delivery.limit.saturating_sub(printed)
    }

    /// The running Delivery with another card.
    fn imagine_delivery(&self, state: &State, twin: &mut State, old: Contract, new: Contract) {
        let limit = |card: Contract| self.goods(card).map_or(0, |goods| goods.limit);
        if let Some(delivery) = twin.journey.as_mut().and_then(|journey| journey.delivery.as_mut()) {
            delivery.limit = limit(new).saturating_add(delivery.limit.saturating_sub(limit(old)));
        }
        let illegal = self.goods(new).is_some_and(|goods| goods.illegal);
        twin.pending = Pending::NONE;
        let frames: Vec<Frame> = state.pending.iter().copied().collect();
        for frame in frames.into_iter().rev() {
            let frame = match frame {
                Frame::ApplyEffect(ApplyEffect { of: Source::Card { card, .. }, token, next }) => {
                    ApplyEffect { of: Source::Card { card, illegal }, token, next }.into()
                }
                frame => frame,
            };
            // As many as before.
            let _ = twin.pending.push(frame);
        }
    }

    /// What the active player has begun and only that player sees: a contract that is being signed, or a special card that is played.
    fn imagine_parts(&self, twin: &mut State, unseen: &mut Unseen, luck: &mut impl Luck) {
        let seat = twin.active;
        if unseen.viewer.holds(seat) {
            return;
        }
        let sizes = |twin: &State, seat: Seat| twin.player(seat).territories.len() + unseen.wanted_territories[seat.index()];
        let frame = match twin.top().copied() {
            Some(Frame::Sign(sign)) => self.imagine_signing(twin, unseen, sign.token.is_some(), luck),
            Some(Frame::PlaceAdvantage(_)) => {
                let card = self.imagine_card(twin, unseen, luck, |special| matches!(special, Special::Advantage(_)));
                card.map(|card| PlaceAdvantage { card }.into())
            }
            Some(Frame::PlayInstant(_)) => {
                let marked = twin.advantages.iter().any(Option::is_some);
                let swaps = sizes(twin, seat) > 0 && self.seats().without(seat).any(|other| sizes(twin, other) > 0);
                let card = self.imagine_card(twin, unseen, luck, |special| match special {
                    Special::Instant(Instant::Revoke) => marked,
                    Special::Instant(Instant::ForcedSwap) => swaps,
                    Special::Instant(Instant::Espionage | Instant::Audit(_)) => true,
                    _ => false,
                });
                card.map(|card| PlayInstant { card }.into())
            }
            Some(Frame::Swap(_)) => {
                let others: Seats = { self.seats().without(seat) }.filter(|other| sizes(twin, *other) > 0).collect();
                let with = others.at_rank(luck.between(0, (others.len() as u32).saturating_sub(1)));
                let swaps = |special| special == Special::Instant(Instant::ForcedSwap);
                let card = self.imagine_card(twin, unseen, luck, swaps);
                card.zip(with).map(|(card, with)| Swap { card, with }.into())
            }
            _ => None,
        };
        if let (Some(frame), Some(top)) = (frame, twin.pending.top_mut()) {
            *top = frame;
        }
    }

    /// A special card of the active player's hand of which this holds.
    fn imagine_card(
        &self,
        twin: &mut State,
        unseen: &mut Unseen,
        luck: &mut impl Luck,
        fits: impl Fn(Special) -> bool,
    ) -> Option<Contract> {
        self.imagine_held(twin, unseen, luck, |card| self.contract(card).special().is_some_and(&fits))
    }

    /// A contract card of the active player's hand of which this holds: one that the viewer knows, or one that is dealt now.
    fn imagine_held(
        &self,
        twin: &mut State,
        unseen: &mut Unseen,
        luck: &mut impl Luck,
        fits: impl Fn(Contract) -> bool,
    ) -> Option<Contract> {
        let seat = twin.active;
        let wanted = &mut unseen.wanted_contracts[seat.index()];
        let hidden = if *wanted > 0 { unseen.contracts } else { Contracts::NONE };
        let hand = twin.player(seat).contracts;
        let card = any_contract(luck, hand.or(hidden).filter(|card| fits(*card)).collect())?;
        if !hand.contains(card) {
            *wanted -= 1;
            unseen.contracts.remove(card);
            twin.player_mut(seat).contracts.insert(card);
        }
        Some(card)
    }

    /// A contract that is being signed: a token that could carry it, the card of where it is, and a contract card that fits. (CMP-SIGN-14)
    fn imagine_signing(&self, twin: &mut State, unseen: &mut Unseen, named: bool, luck: &mut impl Luck) -> Option<Frame> {
        let seat = twin.active;
        let wanted = unseen.wanted_territories[seat.index()];
        let hand = twin.player(seat).territories;
        let hidden = if wanted > 0 { unseen.territories } else { Territories::NONE };
        let held = hand.or(hidden);
        let hidden = if unseen.wanted_contracts[seat.index()] > 0 { unseen.contracts } else { Contracts::NONE };
        let cards = twin.player(seat).contracts.or(hidden);
        let fits = |token: Token, card: Contract| {
            self.goods(card).is_some_and(|goods| goods.vehicle.is_none_or(|vehicle| vehicle == token.vehicle()))
        };
        let ready = |token: &Token| {
            let piece = twin.piece(*token);
            let free = piece.hire.is_none() && piece.load.is_none();
            free && twin.territory_of(*token).is_some_and(|at| held.contains(at)) && { cards }.any(|card| fits(*token, card))
        };
        let ready: Vec<Token> = Token::fleet(seat).filter(ready).collect();
        let token = *ready.get(luck.below(ready.len()))?;
        let sender = twin.territory_of(token)?;
        if !hand.contains(sender) {
            unseen.wanted_territories[seat.index()] -= 1;
            unseen.territories.remove(sender);
            twin.player_mut(seat).territories.insert(sender);
        }
        let contract = self.imagine_held(twin, unseen, luck, |card| fits(token, card))?;
        Some(Sign { contract, token: named.then_some(token) }.into())
    }

    /// The other hands get as many cards as they have, and the rest is the decks.
    fn deal_anew(&self, twin: &mut State, unseen: &mut Unseen, luck: &mut impl Luck) {
        for seat in Seats::first(PLAYERS) {
            for _ in 0..unseen.wanted_territories[seat.index()] {
                let Some(card) = any_territory(luck, unseen.territories) else { break };
                unseen.territories.remove(card);
                twin.player_mut(seat).territories.insert(card);
            }
            for _ in 0..unseen.wanted_contracts[seat.index()] {
                let Some(card) = any_contract(luck, unseen.contracts) else { break };
                unseen.contracts.remove(card);
                twin.player_mut(seat).contracts.insert(card);
            }
        }
        (twin.territory_deck, twin.contract_deck) = (unseen.territories, unseen.contracts);
    }

    /// Offers: of others only that they exist is known; of the own ones not which contract cards are not named. (CMP-NEG-12, CMP-NEG-20,
    /// CMP-NEG-23)
    fn imagine_offers(&self, twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
        if twin.offers.is_empty() {
            return;
        }
        let (open, next) = (twin.offers, twin.offers.next_number());
        let (mut offers, mut notes) = (Vec::new(), [None; crate::OFFERS]);
        for ((number, offer), note) in open.iter().zip(&mut notes) {
            let old = twin.note(number).copied();
            let (content, new) = match (viewer, old) {
                (Viewer::Seat(seat), Some(old)) if offer.is_open_to(viewer) => {
                    self.imagine_own_offer(twin, seat, &offer, &old, luck)
                }
                _ => (
                    some_deal(offer.parties()),
                    OfferNote { number, picks: [None; TRANSFERS], named: [0; PLAYERS], asked: 0, shown: 0 },
                ),
            };
            *note = Some(new);
            offers.push(WrittenOffer {
                number,
                proposer: offer.proposer(),
                opener: offer.opener(),
                counters: offer.counters(),
                parties: offer.parties(),
                accepted: offer.accepted(),
                content: Some(content),
            });
        }
        if let Ok(offers) = Offers::restore(&offers, next) {
            (twin.offers, twin.notes) = (offers, notes);
        }
    }

    /// An offer to which the viewer is a party.
    fn imagine_own_offer(
        &self,
        twin: &State,
        viewer: Seat,
        offer: &CompetitorsOffer,
        old: &OfferNote,
        luck: &mut impl Luck,
    ) -> (Vec<Transfer<Asset>>, OfferNote) {
        let mut note = *old;
        let mut content: Vec<Transfer<Asset>> = offer.deal().transfers().collect();
        let names = |place: usize| may_name(Viewer::Seat(viewer), Some(old), place);
        let mut used: Contracts = { content.iter().enumerate() }
            .filter_map(|(place, transfer)| match transfer.asset {
                Asset::Contract(card) | Asset::Shown(card) if names(place) => Some(card),
                Asset::Unnamed(_) if transfer.from == viewer => old.picks[place],
                _ => None,
            })
            .collect();
        // A card of the giver's hand that the viewer does not know, for then it would be named; if there is none any more, any other.
        let known = twin.player(viewer).known_contracts;
        let mut pick = |from: Seat, luck: &mut _| {
            let hand = twin.player(from).contracts.and_not(used).and_not(known);
            let others = twin.contract_deck.and_not(used);
            let card = any_contract(luck, if hand.is_empty() { others } else { hand });
            card.inspect(|card| used.insert(*card))
        };
        for (place, transfer) in content.iter_mut().enumerate() {
            let from = transfer.from;
            match transfer.asset {
                Asset::Contract(card) if !names(place) => {
                    transfer.asset = Asset::Contract(pick(from, luck).unwrap_or(card));
                    let bit = 1 << place;
                    for (index, named) in note.named.iter_mut().enumerate() {
                        let knows = Seat::new(index).is_some_and(|seat| seat == offer.proposer() || seat == from);
                        *named = if knows { *named | bit } else { *named & !bit };
                    }
                }
                Asset::Unnamed(_) if from != viewer && old.picks[place].is_some() => {
                    note.picks[place] = pick(from, luck).or(old.picks[place]);
                }
                // CMP-CHART-7: what was shown, the two between whom it is hired know.
                Asset::Hire(_) if from != viewer && transfer.to != viewer => note.shown &= !(1 << place),
                _ => {}
            }
        }
        (content, note)
    }

    /// Contract cards of a lot that are shown to nobody. (CMP-AUCT-2)
    fn imagine_lot(&self, twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
        let Some(sale) = twin.sale.filter(|sale| !viewer.holds(sale.seller)) else { return };
        let mut hand = twin.player(sale.seller).contracts;
        let assets: Vec<Asset> = { sale.lot.assets() }
            .map(|asset| match asset {
                Asset::Contract(old) => {
                    let card = any_contract(luck, hand).unwrap_or(old);
                    hand.remove(card);
                    Asset::Contract(card)
                }
                asset => asset,
            })
            .collect();
        if let (Some(lot), Some(sale)) = (Lots::of(&assets), &mut twin.sale) {
            sale.lot = lot;
        }
    }
}

/// How often face-down cards are dealt again before they are matched.
const TRIES: usize = 20;

/// A card for each of these loads, found by exchanging what was given before. (The true cards show that there is a way.)
fn matched(fitting: &[Contracts]) -> Vec<Contract> {
    fn give(load: usize, fitting: &[Contracts], holder: &mut [Option<usize>; Contract::COUNT], tried: &mut Contracts) -> bool {
        for card in fitting[load].and_not(*tried) {
            if tried.contains(card) {
                continue;
            }
            tried.insert(card);
            let free = match holder[card.index()] {
                None => true,
                Some(other) => give(other, fitting, holder, tried),
            };
            if free {
                holder[card.index()] = Some(load);
                return true;
            }
        }
        false
    }
    let mut holder = [None; Contract::COUNT];
    for load in 0..fitting.len() {
        give(load, fitting, &mut holder, &mut Contracts::NONE.clone());
    }
    (0..fitting.len()).filter_map(|load| Contract::all().find(|card| holder[card.index()] == Some(load))).collect()
}

/// A deal between these players, of which nothing is known: each gives the next the smallest coin.
fn some_deal(parties: Seats) -> Vec<Transfer<Asset>> {
    let list: Vec<Seat> = parties.collect();
    let next = |place: usize| list[(place + 1) % list.len()];
    let deal: Vec<Transfer<Asset>> = { list.iter().enumerate() }
        .map(|(place, from)| Transfer { from: *from, to: next(place), asset: Asset::Money(Money::new(UNIT)) })
        .collect();
    debug_assert!(CompetitorsDeal::new(&deal).is_ok(), "a deal is between two players or more");
    deal
}
