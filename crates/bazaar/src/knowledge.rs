//! What players know: views, memory, and imagining the rest.

use crate::state::{Asset, Bazaar, CARDS, Event, Frame, PLAYERS, State};
use kernel::{Auction, Cards, Deck, Luck, Money, Offers, Rules, Seat, Transfer, Viewer, WrittenOffer, WrittenPoll};
use serde::{Deserialize, Serialize};

/// What one viewer may know.
#[derive(Clone, Serialize)]
#[allow(missing_docs)]
pub struct View {
    pub hand: Vec<u8>,
    /// All hands, once the game is over.
    pub table: Option<Vec<Vec<u8>>>,
    pub buried: Vec<u8>,
    pub hands: Vec<usize>,
    pub graves: Vec<usize>,
    pub coins: Vec<Money>,
    pub deals: Vec<u8>,
    pub deck: usize,
    pub active: Seat,
    pub round: u8,
    pub rounds: u8,
    pub offered: u8,
    pub declined: bool,
    pub peek: Option<Seat>,
    pub peeked: Option<u8>,
    pub sold: Option<(u8, Seat)>,
    pub lot: Option<(u8, Money)>,
    pub poll: Option<WrittenPoll<bool>>,
    pub auction: Option<Auction>,
    pub offers: Vec<WrittenOffer<Asset>>,
}

pub(crate) fn view(rules: &Bazaar, state: &State, viewer: Viewer) -> View {
    let players = rules.players();
    let own = |cards: &[Cards; PLAYERS]| {
        rules.seats().filter(|seat| viewer.holds(*seat)).flat_map(|seat| cards[seat.index()]).collect()
    };
    View {
        hand: own(&state.hands),
        table: state.is_over(rules).then(|| state.hands[..players].iter().map(|hand| hand.collect()).collect()),
        buried: own(&state.buried),
        hands: state.hands[..players].iter().map(|hand| hand.len()).collect(),
        graves: state.buried[..players].iter().map(|cards| cards.len()).collect(),
        coins: state.coins[..players].to_vec(),
        deals: state.deals[..players].to_vec(),
        deck: state.deck.len(),
        active: state.active,
        round: state.round,
        rounds: rules.rounds,
        offered: state.offered,
        declined: state.declined,
        peek: state.peek.map(|peek| peek.owner),
        peeked: state.peek.filter(|_| viewer.holds(state.active)).and_then(|peek| peek.card),
        sold: state.sold,
        lot: state.lot(),
        poll: state.pending.top().and_then(|frame| match frame {
            Frame::Interest(poll) => Some(poll.seen_by(viewer)),
            _ => None,
        }),
        auction: state.pending.top().and_then(|frame| match frame {
            Frame::Bidding(auction) => Some(*auction),
            _ => None,
        }),
        offers: state.offers.seen_by(viewer),
    }
}

pub(crate) fn seen(event: &Event, viewer: Viewer) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Drew { seat, card } | Event::Buried { seat, card } | Event::Peeked { seat, card, .. } if !viewer.holds(*seat) => {
            *card = None;
        }
        Event::Offered { parties, deal, .. } | Event::Dealt { parties, deal, .. } if !matches!(viewer, Viewer::Seat(seat) if parties.contains(seat)) =>
        {
            *deal = None;
        }
        _ => {}
    }
    event
}

/// How an old event is told: a card is named only to viewers who can see it now, and the contents of a deal are left out.
pub(crate) fn recalled(rules: &Bazaar, event: &Event, state: &State, viewer: Viewer) -> Option<Event> {
    let own = rules.seats().filter(|seat| viewer.holds(*seat));
    let held = own.flat_map(|seat| state.hands[seat.index()].chain(state.buried[seat.index()]));
    let lying = state.lot().map(|(card, _)| card).into_iter().chain(shown(state, viewer).map(|(card, _)| card));
    let seen: Cards = held.chain(lying).collect();
    let mut event = event.clone();
    match &mut event {
        Event::Drew { card, .. } | Event::Buried { card, .. } | Event::Peeked { card, .. } => {
            *card = card.filter(|card| seen.contains(*card));
        }
        Event::Offered { deal, .. } | Event::Dealt { deal, .. } => *deal = None,
        Event::Showed { card, .. } | Event::Sold { card, .. } | Event::Unsold { card } if !seen.contains(*card) => return None,
        _ => {}
    }
    Some(event)
}

/// Cards that a viewer knows to be in a hand, though the view no longer shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    hands: [Cards; PLAYERS],
    sizes: [usize; PLAYERS],
    deals: [u8; PLAYERS],
}

impl Memory {
    pub(crate) fn take_in(&mut self, state: &State, viewer: Viewer) {
        for (index, hand) in state.hands.iter().enumerate() {
            // A card has left the hand and nobody can know which, so nothing that was known of the hand is certain any more.
            if hand.len() < self.sizes[index] || self.deals[index] != state.deals[index] {
                self.hands[index] = Cards::NONE;
            }
            (self.sizes[index], self.deals[index]) = (hand.len(), state.deals[index]);
        }
        for (card, owner) in shown(state, viewer) {
            self.hands[owner.index()].insert(card);
        }
    }

    /// What is remembered of this hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }
}

/// Cards in other hands that the viewer sees now.
fn shown(state: &State, viewer: Viewer) -> impl Iterator<Item = (u8, Seat)> {
    let peeked = state.peek.filter(|_| viewer.holds(state.active)).and_then(|peek| Some((peek.card?, peek.owner)));
    let open = state.offers.iter().filter(move |(_, offer)| offer.is_open_to(viewer));
    let offered = open.flat_map(|(_, offer)| {
        let by = offer.proposer();
        offer
            .deal()
            .transfers()
            .filter_map(move |transfer| match transfer.asset {
                Asset::Card(card) if transfer.from == by => Some((card, by)),
                _ => None,
            })
            .collect::<Vec<_>>()
    });
    peeked.into_iter().chain(offered).chain(state.sold)
}

/// Deals again all cards whose place the viewer does not know, and makes up the hidden answers and the contents of hidden offers.
pub(crate) fn imagine(rules: &Bazaar, state: &State, viewer: Viewer, memory: &Memory, luck: &mut impl Luck) -> State {
    let mut known = [Cards::NONE; PLAYERS];
    for seat in rules.seats() {
        let open = viewer.holds(seat) || state.is_over(rules);
        known[seat.index()] = if open { state.hands[seat.index()] } else { memory.hand(seat) };
    }
    shown(state, viewer).for_each(|(card, owner)| known[owner.index()].insert(card));
    let mut pool = Cards::first(CARDS);
    let placed = known.into_iter().flatten().chain(state.lot().map(|(card, _)| card));
    let own_grave = rules.seats().filter(|seat| viewer.holds(*seat)).flat_map(|seat| state.buried[seat.index()]);
    for card in placed.chain(own_grave) {
        pool.remove(card);
    }
    let mut twin = *state;
    let mut deal = |cards: &mut Cards, known: Cards, luck: &mut _| {
        let missing = cards.len() - known.len().min(cards.len());
        *cards = known;
        for _ in 0..missing {
            if let Some(card) = Luck::among(luck, pool) {
                pool.remove(card);
                cards.insert(card);
            }
        }
    };
    for seat in rules.seats().filter(|seat| !viewer.holds(*seat)) {
        deal(&mut twin.hands[seat.index()], known[seat.index()], luck);
        deal(&mut twin.buried[seat.index()], Cards::NONE, luck);
    }
    twin.deck = Deck::new(pool, &[]).unwrap_or(Deck::EMPTY);
    if let Some(peek) = twin.peek.as_mut().filter(|_| !viewer.holds(twin.active)) {
        // Any card will do for a viewer who never saw it. That a deal was made everybody saw.
        peek.card = peek.card.and(Some(luck.below(CARDS) as u8));
    }
    if let Some(Frame::Interest(poll)) = twin.pending.top_mut() {
        *poll = poll.resealed(viewer, |_| luck.below(2) == 0);
    }
    imagine_offers(&mut twin, viewer, luck);
    twin
}

/// Of an offer between others a viewer knows only the parties and who has accepted, so any deal between them will do.
fn imagine_offers(twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
    if twin.offers.iter().all(|(_, offer)| offer.is_open_to(viewer)) {
        return;
    }
    let mut written = twin.offers.position();
    for offer in &mut written {
        let (from, parties) = (offer.proposer, offer.parties);
        if matches!(viewer, Viewer::Seat(seat) if parties.contains(seat)) {
            continue;
        }
        let Some(transfers) = offer.content.as_mut() else { continue };
        transfers.clear();
        for to in parties.without(from) {
            let price = Money::new(luck.between(1, 60) as i32);
            let card = luck.among(twin.hands[from.index()]).filter(|_| luck.below(2) == 0);
            transfers.push(Transfer { from, to, asset: card.map_or(Asset::Unseen, Asset::Card) });
            transfers.push(Transfer { from: to, to: from, asset: Asset::Coins(price) });
        }
    }
    twin.offers = Offers::restore(&written, twin.offers.next_number()).unwrap_or(Offers::NONE);
}
