//! The state, and the rules in the order of a turn.

use crate::knowledge::{self, Memory};
use kernel::{
    Auction, Bounds, Cards, Consequence, Deal, Deck, Journal, Luck, Money, Offer, OfferNumber, Offers, Order, Outcome, Pending,
    Poll, Question, Refusal, Rules, Seat, Seats, Transfer, Turn, Viewer,
};
use serde::{Deserialize, Serialize};

/// Cards numbered from 0 and worth one more.
pub const CARDS: usize = 52;

/// Two cards that are this far apart are a pair, and count more.
pub const PAIR: u8 = 26;
const PAIR_WORTH: i32 = 20;

/// The most players.
pub const PLAYERS: usize = 16;

/// The most transfers of a deal.
pub const THINGS: usize = 4;

/// A deal in this game.
pub type BazaarDeal = Deal<Asset, THINGS>;

/// The rules of one table.
#[derive(Clone, Debug)]
pub struct Bazaar {
    /// Who plays after whom.
    pub order: Order,
    /// How many rounds there are.
    pub rounds: u8,
    /// After how many minutes it ends before the last round.
    pub minutes: Option<u32>,
    /// Is everybody asked for interest before an auction?
    pub interest: bool,
    /// Does the game wait for the answer to an offer?
    pub waits: bool,
}

/// Everything that changes in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The cards in hand.
    pub hands: [Cards; PLAYERS],
    /// The cards buried.
    pub buried: [Cards; PLAYERS],
    /// The cards nobody has.
    pub deck: Deck<CARDS>,
    /// The coins.
    pub coins: [Money; PLAYERS],
    /// Whose turn it is.
    pub active: Seat,
    /// Rounds that are over.
    pub round: u8,
    /// Turns taken in this round.
    pub turns: u8,
    /// Has a card been buried this turn?
    pub has_buried: bool,
    /// Offers made this turn.
    pub offered: u8,
    /// Has somebody said no this turn?
    pub declined: bool,
    /// What the active player has seen of another hand.
    pub peek: Option<Peek>,
    /// The last card that was sold, and to whom; shown until the turn after it ends.
    pub sold: Option<(u8, Seat)>,
    /// A sale, and the poll or the bidding that it waits for.
    pub pending: Pending<Frame, 2>,
    /// How many deals each player took part in: everybody sees that something has changed hands.
    pub deals: [u8; PLAYERS],
    /// The open offers.
    pub offers: Offers<Asset, THINGS, 2>,
}

/// What the active player has seen of another hand this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Peek {
    pub owner: Seat,
    /// None once the owner has made a deal, since the card may then be elsewhere.
    pub card: Option<u8>,
}

/// What is pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// A card is for sale, at this price or more.
    Sale {
        /// The card.
        card: u8,
        /// The lowest price.
        lowest: Money,
    },
    /// The poll who wants to bid.
    Interest(Poll<bool>),
    /// The bidding.
    Bidding(Auction),
}

/// What an offer can hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    /// This card.
    Card(u8),
    /// The lowest card of the giver's hand, unseen.
    Unseen,
    /// Coins.
    Coins(Money),
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Draw,
    Peek(Seat),
    Bury(u8),
    Sell { card: u8, lowest: Money },
    Offer(BazaarDeal),
    Accept(OfferNumber),
    Decline(OfferNumber),
    Withdraw(OfferNumber),
    Counter(OfferNumber, BazaarDeal),
    Interest(bool),
    Bid(Money),
    Pass,
    End,
}

/// What happened. Parts that not everybody may know are left out for the others.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Event {
    Began { seat: Seat },
    Drew { seat: Seat, card: Option<u8> },
    Peeked { seat: Seat, owner: Seat, card: Option<u8> },
    Buried { seat: Seat, card: Option<u8> },
    Showed { seat: Seat, card: u8, lowest: Money },
    Answered { seat: Seat },
    Interested { seats: Seats },
    Bid { seat: Seat, amount: Money },
    Passed { seat: Seat },
    Sold { seat: Seat, card: u8, price: Money },
    Unsold { card: u8 },
    Offered { number: OfferNumber, seat: Seat, parties: Seats, deal: Option<String>, counter: bool },
    Accepted { number: OfferNumber, seat: Seat },
    Dealt { number: OfferNumber, parties: Seats, deal: Option<String> },
    Void { number: OfferNumber },
    Declined { number: OfferNumber, seat: Seat },
    Withdrawn { number: OfferNumber, seat: Seat },
    Ended { seat: Seat },
    TimeIsUp,
}

impl State {
    /// Is the game over?
    pub fn is_over(&self, rules: &Bazaar) -> bool {
        self.round >= rules.rounds
    }

    /// The card for sale and its lowest price.
    pub fn lot(&self) -> Option<(u8, Money)> {
        self.pending.iter().find_map(|frame| match frame {
            Frame::Sale { card, lowest } => Some((*card, *lowest)),
            _ => None,
        })
    }

    /// The open offers that wait for this seat.
    pub fn offers_to(&self, seat: Seat) -> impl Iterator<Item = (OfferNumber, Offer<Asset, THINGS>)> {
        self.offers.iter().filter(move |(_, offer)| offer.asked().contains(seat))
    }
}

impl Bazaar {
    /// All players.
    pub fn seats(&self) -> Seats {
        Seats::first(self.players())
    }

    /// What coins, cards and pairs count together.
    pub fn worth_of(&self, state: &State, seat: Seat) -> i32 {
        let hand = state.hands[seat.index()];
        let cards: i32 = hand.map(|card| i32::from(card) + 1).sum();
        let pairs = hand.filter(|card| *card < PAIR && hand.contains(*card + PAIR)).count() as i32;
        state.coins[seat.index()].units() + cards + pairs * PAIR_WORTH
    }

    /// A few deals to list in place of all possible ones: each card of the hand, offered for its worth to the next three players;
    /// and each card whose place is known and that would make a pair, for a few coins more than its worth. After a refusal none
    /// are listed, so that players who choose from the list accept it.
    fn usual_offers(&self, state: &State, seat: Seat) -> impl Iterator<Item = Action> {
        let hand = if state.declined { Cards::NONE } else { state.hands[seat.index()] };
        let sale = move |card: u8, from: Seat, to: Seat, extra: i32| {
            let price = Asset::Coins(Money::new((i32::from(card) + 1 + extra).min(60)));
            let gives = Transfer { from, to, asset: Asset::Card(card) };
            Deal::new(&[gives, Transfer { from: to, to: from, asset: price }]).ok().map(Action::Offer)
        };
        let own = hand.flat_map(move |card| self.order.from(seat).skip(1).take(3).filter_map(move |to| sale(card, seat, to, 0)));
        let peeked = state.peek.filter(|_| state.active == seat).and_then(|peek| Some((peek.card?, peek.owner)));
        let known = peeked.into_iter().chain(state.sold.filter(|_| state.sold != peeked));
        let makes_a_pair = move |card: u8| hand.contains(if card < PAIR { card + PAIR } else { card - PAIR });
        let wanted = known.filter(move |(card, owner)| *owner != seat && makes_a_pair(*card));
        own.chain(wanted.filter_map(move |(card, owner)| sale(card, owner, seat, 8)))
    }
}

impl Rules for Bazaar {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = knowledge::View;
    type Memory = Memory;

    fn players(&self) -> usize {
        self.order.seats().len()
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut deck = Deck::shuffled(CARDS);
        let mut hands = [Cards::NONE; PLAYERS];
        let mut coins = [Money::ZERO; PLAYERS];
        for seat in self.seats() {
            coins[seat.index()] = Money::new(60);
            (0..3).filter_map(|_| deck.draw(luck)).for_each(|card| hands[seat.index()].insert(card));
        }
        let active = Seat::new(luck.below(self.players())).unwrap_or(Seat::FIRST);
        journal.note(|| Event::Began { seat: active });
        State {
            hands,
            buried: [Cards::NONE; PLAYERS],
            deck,
            coins,
            active,
            round: 0,
            turns: 0,
            has_buried: false,
            offered: 0,
            declined: false,
            peek: None,
            sold: None,
            pending: Pending::NONE,
            deals: [0; PLAYERS],
            offers: Offers::NONE,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.is_over(self) {
            return Turn::OVER;
        }
        match state.pending.top() {
            Some(Frame::Interest(poll)) => return Turn::asking(poll.missing()),
            Some(Frame::Bidding(auction)) => return Turn::asking(auction.next(&self.order).into_iter().collect()),
            Some(Frame::Sale { .. }) | None => {}
        }
        let asked = state.offers.asked();
        let parties = state.offers.iter().fold(Seats::NONE, |all, (_, offer)| all.or(offer.parties()));
        let turn = if self.waits && !asked.is_empty() { Turn::asking(asked) } else { Turn::of(state.active) };
        Turn { asked, ..turn.with_free(parties) }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.turn(state).admits(seat) {
            return;
        }
        let may = |action: &Action| self.may(state, seat, action).is_ok();
        match state.pending.top() {
            Some(Frame::Interest(_)) => return out.extend([Action::Interest(true), Action::Interest(false)]),
            Some(Frame::Bidding(auction)) => {
                out.extend(auction.range(state.coins[seat.index()]).map(|range| Action::Bid(range.low)));
                return out.push(Action::Pass);
            }
            Some(Frame::Sale { .. }) | None => {}
        }
        for (number, _) in state.offers.iter() {
            let answers = [Action::Accept(number), Action::Decline(number), Action::Withdraw(number)];
            out.extend(answers.iter().filter(|answer| may(answer)));
        }
        if !may(&Action::End) {
            return;
        }
        out.push(Action::End);
        out.extend([Action::Draw].iter().filter(|draw| may(draw)));
        out.extend(self.seats().map(Action::Peek).filter(may));
        for card in state.hands[seat.index()] {
            let lowest = Money::new(2);
            out.extend([Action::Bury(card), Action::Sell { card, lowest }].iter().filter(|action| may(action)));
        }
        out.extend(self.usual_offers(state, seat).filter(may));
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        let range = |low: Money, high: Money, action: &dyn Fn(Money) -> Action| Bounds {
            least: action(low),
            most: action(high),
            low,
            high,
            step: Money::new(2),
            clause: "BAZ-AUCT-1",
        };
        if let Some(Frame::Bidding(auction)) = state.pending.top() {
            let bid = auction.range(state.coins[seat.index()]).filter(|_| auction.next(&self.order) == Some(seat));
            return out.extend(bid.map(|bid| range(bid.low, bid.high, &Action::Bid)));
        }
        for card in state.hands[seat.index()] {
            let sell = |lowest: Money| Action::Sell { card, lowest };
            if self.may(state, seat, &sell(Money::new(2))).is_ok() {
                out.push(range(Money::new(2), Money::new(40), &sell));
            }
        }
    }

    fn is_open(&self, action: &Action) -> bool {
        matches!(action, Action::Bid(_) | Action::Sell { .. } | Action::Offer(_) | Action::Counter(..))
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        if !self.turn(state).asked.contains(seat) {
            return None;
        }
        Some(match state.pending.top() {
            Some(Frame::Interest(_)) => Question { kind: "interest", standing: Some(Action::Interest(false)) },
            Some(Frame::Bidding(_)) => Question { kind: "bid", standing: None },
            _ => {
                let oldest = state.offers_to(seat).next().map(|(number, _)| Action::Decline(number));
                Question { kind: "deal", standing: oldest }
            }
        })
    }

    fn is_answer(&self, _state: &State, _seat: Seat, action: &Action) -> bool {
        use Action::{Accept, Bid, Counter, Decline, Interest, Pass};
        matches!(action, Accept(_) | Decline(_) | Counter(..) | Interest(_) | Bid(_) | Pass)
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        self.may(state, seat, action)?;
        let round = state.round;
        let mut consequence = self.act(state, seat, action, luck, journal)?;
        if let Some(minutes) = self.minutes.filter(|_| state.round > round && !state.is_over(self)) {
            // BAZ-END-2
            consequence = Consequence::Sealed;
            if luck.time_is_up(minutes) {
                state.round = self.rounds;
                journal.note(|| Event::TimeIsUp);
            }
        }
        // At the end all hands are shown.
        Ok(if state.is_over(self) { Consequence::Sealed } else { consequence })
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        match state.pending.top() {
            Some(Frame::Interest(_)) => Action::Interest(false),
            Some(Frame::Bidding(_)) => Action::Pass,
            _ => state.offers_to(seat).next().map_or(Action::End, |(number, _)| Action::Decline(number)),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let mut scores = [0; PLAYERS];
        self.seats().for_each(|seat| scores[seat.index()] = self.worth_of(state, seat));
        state.is_over(self).then(|| Outcome::by_score(&scores[..self.players()], "BAZ-END-1"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> knowledge::View {
        knowledge::view(self, state, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(knowledge::seen(event, viewer))
    }

    fn recalled(&self, event: &Event, state: &State, viewer: Viewer) -> Option<Event> {
        knowledge::recalled(self, event, state, viewer)
    }

    fn imagine(&self, state: &State, viewer: Viewer, memory: &Memory, luck: &mut impl Luck) -> State {
        knowledge::imagine(self, state, viewer, memory, luck)
    }

    fn remember(&self, memory: &mut Memory, state: &State, viewer: Viewer) {
        memory.take_in(state, viewer);
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        // What helps the best rival is worth less than what helps nobody.
        let rivals = self.seats().filter(|other| *other != seat).map(|other| self.worth_of(state, other));
        4 * i64::from(self.worth_of(state, seat)) - i64::from(rivals.max().unwrap_or(0))
    }
}
