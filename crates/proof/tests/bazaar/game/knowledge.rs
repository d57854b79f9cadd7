//! Who knows what: views, memory, and imagining the rest.

use super::state::{Action, Asset, Bazaar, CARDS, Event, Lot, State};
use kernel::{Cards, Deck, Luck, Money, Offer, Offers, Rules, Seat, Transfer, Viewer, WrittenOffer};
use serde::Serialize;

/// What one viewer may know.
#[derive(Serialize)]
pub struct View {
    pub hand: Vec<u8>,
    /// All hands, once the game is over.
    pub table: Option<Vec<Vec<u8>>>,
    pub buried: Vec<u8>,
    pub hands: Vec<usize>,
    pub graves: Vec<usize>,
    pub coins: Vec<Money>,
    pub deck: usize,
    pub active: Seat,
    pub round: u8,
    pub peek: Option<Seat>,
    pub peeked: Option<u8>,
    pub sold: Option<(u8, Seat)>,
    pub lot: Option<Lot>,
    pub offers: Vec<WrittenOffer<Asset>>,
}

pub fn view(rules: &Bazaar, state: &State, viewer: Viewer) -> View {
    let own =
        |cards: &[Cards; 4]| rules.seats().filter(|seat| viewer.holds(*seat)).flat_map(|seat| cards[seat.index()]).collect();
    View {
        hand: own(&state.hands),
        table: state.is_over(rules).then(|| state.hands[..rules.players].iter().map(|hand| hand.collect()).collect()),
        buried: own(&state.buried),
        hands: state.hands[..rules.players].iter().map(|hand| hand.len()).collect(),
        graves: state.buried[..rules.players].iter().map(|cards| cards.len()).collect(),
        coins: state.coins[..rules.players].to_vec(),
        deck: state.deck.len(),
        active: state.active,
        round: state.round,
        peek: state.peek.map(|peek| peek.owner),
        peeked: state.peek.filter(|_| viewer.holds(state.active)).map(|peek| peek.card),
        sold: state.sold,
        lot: state.lot,
        offers: state.offers.seen_by(viewer),
    }
}

pub fn seen(event: &Event, viewer: Viewer) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Drew { seat, card } | Event::Buried { seat, card } | Event::Peeked { seat, card, .. } if !viewer.holds(*seat) => {
            *card = None;
        }
        Event::Offered { seat, to, deal } if !viewer.holds(*seat) && !viewer.holds(*to) => *deal = None,
        _ => {}
    }
    event
}

/// Cards that a viewer knows to be in a hand, though the view no longer shows it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    hands: [Cards; 4],
    sizes: [usize; 4],
}

impl Memory {
    pub fn take_in(&mut self, state: &State, viewer: Viewer) {
        for (index, hand) in state.hands.iter().enumerate() {
            // A card has left the hand, and who knows which: all that was known of it is doubtful.
            if hand.len() < self.sizes[index] {
                self.hands[index] = Cards::NONE;
            }
            self.sizes[index] = hand.len();
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

/// Cards of hands that the viewer sees right now.
fn shown(state: &State, viewer: Viewer) -> Vec<(u8, Seat)> {
    let peeked = state.peek.filter(|_| viewer.holds(state.active)).map(|peek| (peek.card, peek.owner));
    let offered = state.offer().filter(|(_, offer)| offer.is_open_to(viewer)).and_then(|(_, offer)| card_of(&offer));
    peeked.into_iter().chain(offered).chain(state.sold).collect()
}

fn card_of(offer: &Offer<Asset, 2>) -> Option<(u8, Seat)> {
    offer.transfers().find_map(|transfer| match transfer.asset {
        Asset::Card(card) => Some((card, transfer.from)),
        Asset::Coins(_) => None,
    })
}

/// Deals anew all cards that the viewer can place nowhere.
pub fn imagine(rules: &Bazaar, state: &State, viewer: Viewer, memory: &Memory, luck: &mut impl Luck) -> State {
    let mut known = [Cards::NONE; 4];
    for seat in rules.seats() {
        let open = viewer.holds(seat) || state.is_over(rules);
        known[seat.index()] = if open { state.hands[seat.index()] } else { memory.hand(seat) };
    }
    shown(state, viewer).into_iter().for_each(|(card, owner)| known[owner.index()].insert(card));
    let mut pool = Cards::first(CARDS);
    let placed = known.into_iter().flatten().chain(state.lot.map(|lot| lot.card));
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
    imagine_peek(&mut twin, viewer, luck);
    imagine_offer(&mut twin, viewer, luck);
    twin
}

fn imagine_peek(twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
    if let Some(peek) = twin.peek.as_mut().filter(|_| !viewer.holds(twin.active)) {
        // What was peeked at may have been dealt on since; any card will do for who never saw it.
        peek.card = luck.below(CARDS) as u8;
    }
}

fn imagine_offer(twin: &mut State, viewer: Viewer, luck: &mut impl Luck) {
    let Some((number, offer)) = twin.offer().filter(|(_, offer)| !offer.is_open_to(viewer)) else { return };
    let (from, Some(to)) = (offer.proposer(), twin.asked()) else { return };
    let card = Asset::Card(luck.among(twin.hands[from.index()]).unwrap_or_default());
    let price = Asset::Coins(Money::new(luck.between(1, 60) as i32));
    let transfers = [Transfer { from, to, asset: card }, Transfer { from: to, to: from, asset: price }];
    let mut written = twin.offers.position();
    if let Some(content) = written[0].content.as_mut() {
        content.transfers = transfers.to_vec();
    }
    debug_assert_eq!(written[0].number, number);
    twin.offers = Offers::place(&written, twin.offers.next_number()).unwrap_or(Offers::NONE);
}

impl Bazaar {
    /// What a person would want to hear first.
    pub fn asks(&self, state: &State) -> &'static str {
        match (state.lot, state.offer()) {
            _ if self.turn(state).is_over() => "The game is over.",
            (Some(_), _) => "A card is sold: bid or pass.",
            (_, Some(_)) => "An offer is open.",
            _ => "Peek, bury, offer, sell, draw or end the turn.",
        }
    }

    /// The card in an action, if any.
    pub fn card_in(action: &Action) -> Option<u8> {
        match *action {
            Action::Bury(card) | Action::Sell(card) | Action::Offer { card, .. } => Some(card),
            _ => None,
        }
    }
}
