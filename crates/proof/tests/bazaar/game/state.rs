//! The state, and the rules in the order of a turn.

use super::knowledge::{self, Memory};
use kernel::{
    Auction, AuctionStage, Bounds, Cards, Consequence, Deck, Journal, Luck, Money, OfferNumber, Offers, Outcome, Refusal, Rules,
    Seat, Seats, Turn, Viewer,
};
use serde::{Deserialize, Serialize};

/// Twelve cards, numbered 0 to 11 and worth one more.
pub const CARDS: usize = 12;

/// The rules of one table.
#[derive(Clone, Debug)]
pub struct Bazaar {
    pub players: usize,
    pub rounds: u8,
    pub interest: bool,
}

/// All that changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub hands: [Cards; 4],
    pub buried: [Cards; 4],
    pub deck: Deck<CARDS>,
    pub coins: [Money; 4],
    pub active: Seat,
    pub round: u8,
    /// Turns taken in this round.
    pub turns: u8,
    pub has_buried: bool,
    pub has_offered: bool,
    pub peek: Option<Peek>,
    /// The last card that was sold, and to whom; shown until the turn after it ends.
    pub sold: Option<(u8, Seat)>,
    pub lot: Option<Lot>,
    pub offers: Offers<Asset, 2, 1>,
}

/// What the active player has seen of another hand this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Peek {
    pub owner: Seat,
    pub card: u8,
}

/// A card under the hammer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lot {
    pub card: u8,
    pub auction: Auction,
}

/// What an offer can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    Card(u8),
    Coins(Money),
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Draw,
    Peek(Seat),
    Bury(u8),
    Sell(u8),
    Offer { to: Seat, card: u8, price: Money },
    Accept(OfferNumber),
    Decline(OfferNumber),
    Withdraw(OfferNumber),
    Interest(bool),
    Bid(Money),
    Pass,
    End,
}

/// What happened; a card is left out where it is not for all.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Began { seat: Seat },
    Drew { seat: Seat, card: Option<u8> },
    Peeked { seat: Seat, owner: Seat, card: Option<u8> },
    Buried { seat: Seat, card: Option<u8> },
    Showed { seat: Seat, card: u8 },
    Bid { seat: Seat, amount: Money },
    Spoke { seat: Seat, interested: bool },
    Sold { seat: Seat, card: u8, price: Money },
    Unsold { card: u8 },
    Offered { seat: Seat, to: Seat, deal: Option<(u8, Money)> },
    Dealt { seat: Seat, to: Seat, price: Money },
    OfferGone { number: OfferNumber },
    Ended { seat: Seat },
}

impl State {
    pub fn is_over(&self, rules: &Bazaar) -> bool {
        self.round >= rules.rounds
    }

    /// The one open offer.
    pub fn offer(&self) -> Option<(OfferNumber, kernel::Offer<Asset, 2>)> {
        self.offers.iter().next()
    }

    /// Whom the offer is made to.
    pub fn asked(&self) -> Option<Seat> {
        self.offer().and_then(|(_, offer)| offer.parties().without(offer.proposer()).lowest())
    }
}

impl Bazaar {
    pub fn seats(&self) -> Seats {
        Seats::first(self.players)
    }

    pub fn worth_of(&self, state: &State, seat: Seat) -> i32 {
        let cards: i32 = state.hands[seat.index()].map(|card| i32::from(card) + 1).sum();
        state.coins[seat.index()].units() + cards
    }
}

impl Rules for Bazaar {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = knowledge::View;
    type Memory = Memory;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut deck = Deck::shuffled(CARDS);
        let mut hands = [Cards::NONE; 4];
        let mut coins = [Money::ZERO; 4];
        for seat in self.seats() {
            coins[seat.index()] = Money::new(20);
            (0..3).filter_map(|_| deck.draw(luck)).for_each(|card| hands[seat.index()].insert(card));
        }
        let active = Seat::new(luck.below(self.players)).unwrap_or(Seat::FIRST);
        journal.note(|| Event::Began { seat: active });
        State {
            hands,
            buried: [Cards::NONE; 4],
            deck,
            coins,
            active,
            round: 0,
            turns: 0,
            has_buried: false,
            has_offered: false,
            peek: None,
            sold: None,
            lot: None,
            offers: Offers::NONE,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.is_over(self), state.lot, state.asked()) {
            (true, ..) => Turn::OVER,
            (_, Some(lot), _) => Turn::of(lot.auction.next().unwrap_or(state.active)),
            (_, _, Some(asked)) => Turn { awaited: Seats::only(asked), free: Seats::only(state.active) },
            _ => Turn::of(state.active),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.turn(state).admits(seat) {
            return;
        }
        let may = |action: &Action| self.may(state, seat, action).is_ok();
        if let Some(lot) = state.lot {
            match lot.auction.stage() {
                AuctionStage::Interest => out.extend([Action::Interest(true), Action::Interest(false)]),
                _ => {
                    let range = lot.auction.range(state.coins[seat.index()]);
                    out.extend(range.map(|range| Action::Bid(range.low)));
                    out.push(Action::Pass);
                }
            }
            return;
        }
        if let Some((number, _)) = state.offer() {
            let answers = [Action::Accept(number), Action::Decline(number), Action::Withdraw(number)];
            out.extend(answers.iter().filter(|answer| may(answer)));
            return;
        }
        out.push(Action::End);
        out.extend([Action::Draw].iter().filter(|draw| may(draw)));
        out.extend(self.seats().map(Action::Peek).filter(may));
        for card in state.hands[seat.index()] {
            out.extend([Action::Bury(card), Action::Sell(card)].iter().filter(|action| may(action)));
            let usual = |to: Seat| Action::Offer { to, card, price: Money::new(i32::from(card) + 1) };
            out.extend(self.seats().map(usual).filter(may));
        }
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        let Some(lot) = state.lot.filter(|lot| lot.auction.next() == Some(seat)) else { return };
        out.extend(lot.auction.range(state.coins[seat.index()]).map(|range| Bounds {
            least: Action::Bid(range.low),
            most: Action::Bid(range.high),
            low: range.low,
            high: range.high,
            step: range.step,
            clause: "BAZ-AUCT-1",
        }));
    }

    fn is_open(&self, action: &Action) -> bool {
        matches!(action, Action::Bid(_) | Action::Offer { .. })
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
        let consequence = self.act(state, seat, action, luck, journal)?;
        // At the end all hands are shown.
        Ok(if state.is_over(self) { Consequence::Sealed } else { consequence })
    }

    fn fallback(&self, state: &State, _seat: Seat) -> Action {
        match (state.lot, state.offer()) {
            (Some(lot), _) if lot.auction.stage() == AuctionStage::Interest => Action::Interest(false),
            (Some(_), _) => Action::Pass,
            (_, Some((number, _))) => Action::Decline(number),
            _ => Action::End,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let mut scores = [0; 4];
        self.seats().for_each(|seat| scores[seat.index()] = self.worth_of(state, seat));
        state.is_over(self).then(|| Outcome::by_score(&scores[..self.players], "BAZ-END-1"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> knowledge::View {
        knowledge::view(self, state, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(knowledge::seen(event, viewer))
    }

    fn imagine(&self, state: &State, viewer: Viewer, memory: &Memory, luck: &mut impl Luck) -> State {
        knowledge::imagine(self, state, viewer, memory, luck)
    }

    fn remember(&self, memory: &mut Memory, state: &State, viewer: Viewer) {
        memory.take_in(state, viewer);
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        i64::from(self.worth_of(state, seat))
    }
}
