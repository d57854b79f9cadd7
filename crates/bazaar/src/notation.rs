//! Bazaar as text.

use crate::state::{Action, Asset, Bazaar, BazaarDeal, CARDS, Frame, PLAYERS, Peek, State};
use kernel::{
    Auction, Cards, Deal, Deck, Money, Notation, OfferNumber, Offers, Pending, Poll, Refusal, Rules, Seat, Seats, WrittenOffer,
    WrittenPoll,
};
use serde::{Deserialize, Serialize};

/// A card by its name, such as `card 7`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Name(pub u8);

impl From<Name> for String {
    fn from(Name(card): Name) -> String {
        format!("card {card}")
    }
}

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Name, String> {
        text.strip_prefix("card ")
            .ok_or_else(|| format!("`{text}` is not a card; a card is written `card 7`"))
            .and_then(number)
            .map(Name)
    }
}

/// A state as it is written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Position {
    pub hands: Vec<Vec<Name>>,
    pub buried: Vec<Vec<Name>>,
    pub deck: Vec<Name>,
    pub coins: Vec<Money>,
    pub active: Seat,
    pub round: u8,
    pub turns: u8,
    pub has_buried: bool,
    pub offered: u8,
    pub declined: bool,
    pub peek: Option<Peek>,
    pub sold: Option<(u8, Seat)>,
    pub pending: Vec<WrittenFrame>,
    pub deals: Vec<u8>,
    pub offers: Vec<WrittenOffer<Asset>>,
    pub next_offer: OfferNumber,
}

/// What is pending, as it is written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum WrittenFrame {
    Sale { card: u8, lowest: Money },
    Interest(WrittenPoll<bool>),
    Bidding(Auction),
}

fn is(holds: bool, clause: &'static str, what: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new(clause, what)) }
}

/// An asset as it is written in a deal.
pub(crate) fn asset(asset: &Asset) -> String {
    match asset {
        Asset::Card(card) => format!("card {card}"),
        Asset::Unseen => "unseen".into(),
        Asset::Coins(coins) => coins.units().to_string(),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let short: String = text.chars().take(20).collect();
    text.parse().map_err(|_| format!("`{short}` is not a number that fits"))
}

fn read_asset(text: &str) -> Result<Asset, String> {
    match text.strip_prefix("card ") {
        Some(card) => Ok(Asset::Card(number(card)?)),
        None if text == "unseen" => Ok(Asset::Unseen),
        None => Ok(Asset::Coins(Money::new(number(text)?))),
    }
}

fn read_deal(text: &str) -> Result<BazaarDeal, String> {
    Deal::read(text, read_asset)
}

impl Notation for Bazaar {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match action {
            Action::Draw => "draw".into(),
            Action::Peek(seat) => format!("peek {seat}"),
            Action::Bury(card) => format!("bury {card}"),
            Action::Sell { card, lowest } => format!("sell card-{card} for {}", lowest.units()),
            Action::Offer(deal) => format!("offer {}", deal.write(asset)),
            Action::Accept(offer) => format!("accept {offer}"),
            Action::Decline(offer) => format!("decline {offer}"),
            Action::Withdraw(offer) => format!("withdraw {offer}"),
            Action::Counter(offer, deal) => format!("counter {offer} {}", deal.write(asset)),
            Action::Interest(true) => "interested".into(),
            Action::Interest(false) => "not interested".into(),
            Action::Bid(amount) => format!("bid {}", amount.units()),
            Action::Pass => "pass".into(),
            Action::End => "end".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let seat = |text: &str| Seat::try_from(number::<usize>(text)?);
        if let Some(deal) = text.strip_prefix("offer ") {
            return Ok(Action::Offer(read_deal(deal)?));
        }
        if let Some((offer, deal)) = text.strip_prefix("counter ").and_then(|rest| rest.split_once(' ')) {
            return Ok(Action::Counter(OfferNumber(number(offer)?), read_deal(deal)?));
        }
        let words: Vec<&str> = text.split(' ').take(6).collect();
        Ok(match words[..] {
            ["draw"] => Action::Draw,
            ["peek", owner] => Action::Peek(seat(owner)?),
            ["bury", card] => Action::Bury(number(card)?),
            ["sell", card, "for", lowest] => {
                let card = card.strip_prefix("card-").ok_or("write a card as `card-7`")?;
                Action::Sell { card: number(card)?, lowest: Money::new(number(lowest)?) }
            }
            ["accept", offer] => Action::Accept(OfferNumber(number(offer)?)),
            ["decline", offer] => Action::Decline(OfferNumber(number(offer)?)),
            ["withdraw", offer] => Action::Withdraw(OfferNumber(number(offer)?)),
            ["interested"] => Action::Interest(true),
            ["not", "interested"] => Action::Interest(false),
            ["bid", amount] => Action::Bid(Money::new(number(amount)?)),
            ["pass"] => Action::Pass,
            ["end"] => Action::End,
            _ => {
                let short: String = text.chars().take(40).collect();
                return Err(format!("`{short}` is not an action; try `draw`, `sell card-3 for 10` or `end`"));
            }
        })
    }

    fn position(&self, state: &State) -> Position {
        let players = self.players();
        let lists = |cards: &[Cards; PLAYERS]| cards[..players].iter().map(|cards| cards.map(Name).collect()).collect();
        let written = |frame: &Frame| match frame {
            Frame::Sale { card, lowest } => WrittenFrame::Sale { card: *card, lowest: *lowest },
            Frame::Interest(poll) => WrittenFrame::Interest(poll.position()),
            Frame::Bidding(auction) => WrittenFrame::Bidding(*auction),
        };
        let mut pending: Vec<WrittenFrame> = state.pending.iter().map(written).collect();
        pending.reverse();
        Position {
            hands: lists(&state.hands),
            buried: lists(&state.buried),
            deck: state.deck.unseen().map(Name).collect(),
            coins: state.coins[..players].to_vec(),
            active: state.active,
            round: state.round,
            turns: state.turns,
            has_buried: state.has_buried,
            offered: state.offered,
            declined: state.declined,
            peek: state.peek,
            sold: state.sold,
            pending,
            deals: state.deals[..players].to_vec(),
            offers: state.offers.position(),
            next_offer: state.offers.next_number(),
        }
    }

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        let players = self.players();
        let sizes = [position.hands.len(), position.buried.len(), position.coins.len(), position.deals.len()];
        is(sizes == [players; 4], "BAZ-SET-3", "every player has a hand, a grave, coins and a count of deals")?;
        let set = |names: &[Name]| -> Cards { names.iter().map(|name| name.0).collect() };
        let sets = |lists: &[Vec<Name>]| {
            let mut sets = [Cards::NONE; PLAYERS];
            sets.iter_mut().zip(lists).for_each(|(cards, list)| *cards = set(list));
            sets
        };
        let (mut coins, mut deals) = ([Money::ZERO; PLAYERS], [0; PLAYERS]);
        coins[..players].copy_from_slice(&position.coins);
        deals[..players].copy_from_slice(&position.deals);
        let deck = Deck::new(set(&position.deck), &[]);
        let state = State {
            hands: sets(&position.hands),
            buried: sets(&position.buried),
            deck: deck.ok_or_else(|| Refusal::new("BAZ-SET-1", "the deck holds too many cards"))?,
            coins,
            active: position.active,
            round: position.round,
            turns: position.turns,
            has_buried: position.has_buried,
            offered: position.offered,
            declined: position.declined,
            peek: position.peek,
            sold: position.sold,
            pending: place_frames(&position.pending, self.seats())?,
            deals,
            offers: Offers::restore(&position.offers, position.next_offer).map_err(|fault| fault.by("BAZ-NEG-1"))?,
        };
        self.check(&state)?;
        Ok(state)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        let places = state.hands.into_iter().chain(state.buried).chain([state.deck.unseen()]);
        let mut cards: Vec<u8> = places.flatten().chain(state.lot().map(|(card, _)| card)).collect();
        cards.sort_unstable();
        is(cards.iter().copied().eq(0..CARDS as u8), "BAZ-SET-1", "each of the fifty-two cards is in one place")?;
        let sum: i64 = state.coins.iter().map(|coins| i64::from(coins.units())).sum();
        is(sum == 60 * self.players() as i64, "BAZ-SET-1", "there are 60 coins for each player")?;
        is(state.coins.iter().all(|coins| *coins >= Money::ZERO), "BAZ-SET-1", "nobody has less than nothing")?;
        is(self.seats().contains(state.active), "BAZ-SET-3", "the turn is a player’s")?;
        is(usize::from(state.turns) < self.players() && state.round <= self.rounds, "BAZ-SET-4", "the rounds are counted")?;
        let others = self.seats().without(state.active);
        let pending = match (state.pending.depth(), state.pending.top()) {
            (0, _) => true,
            (2, Some(Frame::Interest(poll))) => self.interest && poll.asked().within(others) && !poll.is_complete(),
            (2, Some(Frame::Bidding(auction))) => auction.is_sound(self.seats()) && auction.bidders().within(others),
            _ => false,
        };
        is(pending && (state.pending.is_empty() || state.lot().is_some()), "BAZ-AUCT-1", "a sale waits for a poll or for bids")?;
        let offers = state
            .offers
            .iter()
            .all(|(_, offer)| offer.parties().within(self.seats()) && offer.opener() == state.active && offer.deal().is_mutual());
        let count = state.offers.iter().count() <= if self.waits { 1 } else { 2 };
        is(offers && count && state.offered <= 2, "BAZ-NEG-1", "offers are opened by the player in turn")?;
        is(state.peek.is_none_or(|peek| self.seats().contains(peek.owner)), "BAZ-TURN-3", "peeks are at players")
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let buried = |state: &State| state.buried.iter().map(|cards| cards.len()).sum::<usize>();
        is(buried(after) >= buried(before), "BAZ-TURN-4", "what is buried stays so")?;
        is(after.round >= before.round, "BAZ-SET-4", "rounds only go on")
    }
}

fn place_frames(written: &[WrittenFrame], players: Seats) -> Result<Pending<Frame, 2>, Refusal> {
    let mut pending = Pending::NONE;
    for frame in written {
        let placed = match frame {
            WrittenFrame::Sale { card, lowest } => Frame::Sale { card: *card, lowest: *lowest },
            WrittenFrame::Interest(poll) => {
                Frame::Interest(Poll::restore(poll, players).map_err(|fault| fault.by("BAZ-AUCT-2"))?)
            }
            WrittenFrame::Bidding(auction) => Frame::Bidding(*auction),
        };
        pending.push(placed).map_err(|fault| Refusal::new("BAZ-AUCT-1", fault.to_string()))?;
    }
    Ok(pending)
}
