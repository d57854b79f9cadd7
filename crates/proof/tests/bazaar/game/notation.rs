//! Bazaar as text.

use super::state::{Action, Asset, Bazaar, CARDS, Lot, Peek, State};
use kernel::{Cards, Deck, Money, Notation, OfferNumber, Offers, Refusal, Seat, WrittenOffer};
use serde::{Deserialize, Serialize};

/// A state as it is written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub hands: Vec<Vec<u8>>,
    pub buried: Vec<Vec<u8>>,
    pub deck: Vec<u8>,
    pub coins: Vec<Money>,
    pub active: Seat,
    pub round: u8,
    pub turns: u8,
    pub has_buried: bool,
    pub has_offered: bool,
    pub peek: Option<Peek>,
    pub sold: Option<(u8, Seat)>,
    pub lot: Option<Lot>,
    pub offers: Vec<WrittenOffer<Asset>>,
    pub next_offer: OfferNumber,
}

fn is(holds: bool, clause: &'static str, what: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new(clause, what)) }
}

impl Notation for Bazaar {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match action {
            Action::Draw => "draw".into(),
            Action::Peek(seat) => format!("peek {seat}"),
            Action::Bury(card) => format!("bury {card}"),
            Action::Sell(card) => format!("sell {card}"),
            Action::Offer { to, card, price } => format!("offer {to} {card} for {}", price.units()),
            Action::Accept(number) => format!("accept {}", number.0),
            Action::Decline(number) => format!("decline {}", number.0),
            Action::Withdraw(number) => format!("withdraw {}", number.0),
            Action::Interest(true) => "interested".into(),
            Action::Interest(false) => "not interested".into(),
            Action::Bid(amount) => format!("bid {}", amount.units()),
            Action::Pass => "pass".into(),
            Action::End => "end".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
            text.parse().map_err(|_| format!("`{text}` is not a number that fits"))
        }
        let seat = |text: &str| Seat::try_from(number::<usize>(text)?);
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["draw"] => Action::Draw,
            ["peek", owner] => Action::Peek(seat(owner)?),
            ["bury", card] => Action::Bury(number(card)?),
            ["sell", card] => Action::Sell(number(card)?),
            ["offer", to, card, "for", price] => {
                Action::Offer { to: seat(to)?, card: number(card)?, price: Money::new(number(price)?) }
            }
            ["accept", offer] => Action::Accept(OfferNumber(number(offer)?)),
            ["decline", offer] => Action::Decline(OfferNumber(number(offer)?)),
            ["withdraw", offer] => Action::Withdraw(OfferNumber(number(offer)?)),
            ["interested"] => Action::Interest(true),
            ["not", "interested"] => Action::Interest(false),
            ["bid", amount] => Action::Bid(Money::new(number(amount)?)),
            ["pass"] => Action::Pass,
            ["end"] => Action::End,
            _ => return Err(format!("`{text}` is no action; try `draw`, `sell 3` or `end`")),
        })
    }

    fn position(&self, state: &State) -> Position {
        let lists = |cards: &[Cards; 4]| cards[..self.players].iter().map(|cards| cards.collect()).collect();
        Position {
            hands: lists(&state.hands),
            buried: lists(&state.buried),
            deck: state.deck.unseen().collect(),
            coins: state.coins[..self.players].to_vec(),
            active: state.active,
            round: state.round,
            turns: state.turns,
            has_buried: state.has_buried,
            has_offered: state.has_offered,
            peek: state.peek,
            sold: state.sold,
            lot: state.lot,
            offers: state.offers.position(),
            next_offer: state.offers.next_number(),
        }
    }

    fn place(&self, position: &Position) -> Result<State, Refusal> {
        let full = [position.hands.len(), position.buried.len(), position.coins.len()] == [self.players; 3];
        is(full, "BAZ-SET-3", "every player has a hand, a grave and coins")?;
        let sets = |lists: &[Vec<u8>]| {
            let mut sets = [Cards::NONE; 4];
            sets.iter_mut().zip(lists).for_each(|(set, list)| *set = list.iter().copied().collect());
            sets
        };
        let mut coins = [Money::ZERO; 4];
        coins[..self.players].copy_from_slice(&position.coins);
        let deck = Deck::new(position.deck.iter().copied().collect(), &[]);
        let state = State {
            hands: sets(&position.hands),
            buried: sets(&position.buried),
            deck: deck.ok_or_else(|| Refusal::new("BAZ-SET-1", "the deck holds too many cards"))?,
            coins,
            active: position.active,
            round: position.round,
            turns: position.turns,
            has_buried: position.has_buried,
            has_offered: position.has_offered,
            peek: position.peek,
            sold: position.sold,
            lot: position.lot,
            offers: Offers::place(&position.offers, position.next_offer).map_err(|fault| fault.by("BAZ-NEG-1"))?,
        };
        self.check(&state)?;
        Ok(state)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        let places = state.hands.into_iter().chain(state.buried).chain([state.deck.unseen()]);
        let mut cards: Vec<u8> = places.flatten().chain(state.lot.map(|lot| lot.card)).collect();
        cards.sort_unstable();
        is(cards.iter().copied().eq(0..CARDS as u8), "BAZ-SET-1", "each of the twelve cards is in one place")?;
        let sum: i64 = state.coins.iter().map(|coins| i64::from(coins.units())).sum();
        is(sum == 20 * self.players as i64, "BAZ-SET-1", "there are 20 coins for each player")?;
        is(state.coins.iter().all(|coins| *coins >= Money::ZERO), "BAZ-SET-1", "nobody has less than nothing")?;
        is(self.seats().contains(state.active), "BAZ-SET-3", "the turn is a player's")?;
        is(usize::from(state.turns) < self.players && state.round <= self.rounds, "BAZ-SET-4", "the rounds are counted")?;
        let lot = state.lot.is_none_or(|lot| lot.auction.is_sound(self.seats().without(state.active)));
        is(lot, "BAZ-AUCT-1", "the auction is one")?;
        let offers =
            state.offers.iter().all(|(_, offer)| offer.parties().within(self.seats()) && offer.proposer() == state.active);
        is(offers, "BAZ-NEG-1", "offers are made by who has the turn to a player")?;
        is(state.peek.is_none_or(|peek| self.seats().contains(peek.owner)), "BAZ-TURN-3", "peeks are at players")
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let buried = |state: &State| state.buried.iter().map(|cards| cards.len()).sum::<usize>();
        is(buried(after) >= buried(before), "BAZ-TURN-4", "what is buried stays so")?;
        is(after.round >= before.round, "BAZ-SET-4", "rounds only go on")
    }
}
