//! What may be done, and doing it.

use super::state::{Action, Asset, Bazaar, Event, Lot, Peek, State};
use kernel::{Auction, Consequence, Journal, Luck, Money, Offer, Refusal, Rules, Seat, Terms, Transfer};

const TERMS: Terms = Terms { lowest: Money::new(2), step: Money::new(2), interest: false };

fn no<T>(clause: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}

fn deal(seat: Seat, to: Seat, card: u8, price: Money) -> Offer<Asset, 2> {
    let card = Transfer { from: seat, to, asset: Asset::Card(card) };
    let coins = Transfer { from: to, to: seat, asset: Asset::Coins(price) };
    Offer::new(seat, &[card, coins]).expect("two different seats")
}

impl Bazaar {
    /// The check on receipt; the list of actions is made with it too.
    pub fn may(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.turn(state).admits(seat) {
            return no("BAZ-TURN-1", "it is not your turn; wait for it");
        }
        let auction = matches!(action, Action::Interest(_) | Action::Bid(_) | Action::Pass);
        let answer = matches!(action, Action::Accept(_) | Action::Decline(_) | Action::Withdraw(_));
        if auction != state.lot.is_some() {
            return no("BAZ-AUCT-1", "a bid belongs to an auction, and nothing else does");
        }
        if answer != state.offer().is_some() {
            return no("BAZ-NEG-2", "an open offer is answered first, and only an open one");
        }
        let mut try_out = *state;
        let holds = |card: u8| state.hands[seat.index()].contains(card);
        let other = |to: Seat| to != seat && self.seats().contains(to);
        match *action {
            Action::Interest(_) | Action::Bid(_) | Action::Pass => self.speak(&mut try_out, seat, action),
            Action::Accept(number) => match try_out.offers.accept(number, seat).map_err(|fault| fault.by("BAZ-NEG-2"))? {
                Some(agreed) => self.carry_out(&mut try_out, &agreed),
                None => Ok(()),
            },
            Action::Decline(number) => try_out.offers.decline(number, seat).map(drop).map_err(|fault| fault.by("BAZ-NEG-2")),
            Action::Withdraw(number) => try_out.offers.withdraw(number, seat).map(drop).map_err(|fault| fault.by("BAZ-NEG-2")),
            Action::Draw if state.deck.is_empty() => no("BAZ-TURN-2", "the deck is empty; end the turn otherwise"),
            Action::Peek(_) if state.peek.is_some() => no("BAZ-TURN-3", "you have peeked this turn"),
            Action::Peek(owner) if !other(owner) || state.hands[owner.index()].is_empty() => {
                no("BAZ-TURN-3", "peek at another player's hand that holds a card")
            }
            Action::Bury(_) if state.has_buried => no("BAZ-TURN-4", "you have buried a card this turn"),
            Action::Bury(card) if !holds(card) => no("BAZ-TURN-4", "bury a card of your hand"),
            Action::Sell(card) if !holds(card) => no("BAZ-AUCT-1", "sell a card of your hand"),
            Action::Offer { .. } if state.has_offered => no("BAZ-NEG-1", "you have made an offer this turn"),
            Action::Offer { to, card, price } if !other(to) || !holds(card) || !(1..=60).contains(&price.units()) => {
                no("BAZ-NEG-1", "offer a card of your hand to another player for 1 to 60 coins")
            }
            _ => Ok(()),
        }
    }

    /// Does what [`Bazaar::may`] allowed.
    pub fn act(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let own = seat.index();
        if matches!(action, Action::Bury(_) | Action::Sell(_) | Action::Accept(_)) {
            // A card leaves a hand: who was seen to buy one may not have it any more.
            state.sold = None;
        }
        match *action {
            Action::Draw => {
                let card = state.deck.draw(luck);
                card.into_iter().for_each(|card| state.hands[own].insert(card));
                journal.note(|| Event::Drew { seat, card });
                self.end_turn(state);
                Ok(Consequence::Sealed)
            }
            Action::Peek(owner) => {
                if let Some(card) = luck.among(state.hands[owner.index()]) {
                    state.peek = Some(Peek { owner, card });
                    journal.note(|| Event::Peeked { seat, owner, card: Some(card) });
                }
                Ok(Consequence::Sealed)
            }
            Action::Bury(card) => {
                state.hands[own].remove(card);
                state.buried[own].insert(card);
                state.has_buried = true;
                journal.note(|| Event::Buried { seat, card: Some(card) });
                Ok(Consequence::Open)
            }
            Action::Sell(card) => {
                state.hands[own].remove(card);
                let terms = Terms { interest: self.interest, ..TERMS };
                let auction = Auction::open(terms, seat.next(self.players), self.seats().without(seat));
                state.lot = Some(Lot { card, auction });
                journal.note(|| Event::Showed { seat, card });
                Ok(Consequence::Sealed)
            }
            Action::Offer { to, card, price } => {
                state.offers.propose(deal(seat, to, card, price), 1).map_err(|fault| fault.by("BAZ-NEG-1"))?;
                state.has_offered = true;
                journal.note(|| Event::Offered { seat, to, deal: Some((card, price)) });
                Ok(Consequence::Sealed)
            }
            Action::Accept(number) => {
                if let Some(agreed) = state.offers.accept(number, seat).map_err(|fault| fault.by("BAZ-NEG-2"))? {
                    self.carry_out(state, &agreed)?;
                    let price = agreed.transfers().find_map(|transfer| match transfer.asset {
                        Asset::Coins(price) => Some(price),
                        Asset::Card(_) => None,
                    });
                    journal.note(|| Event::Dealt { seat: agreed.proposer(), to: seat, price: price.unwrap_or_default() });
                }
                Ok(Consequence::Sealed)
            }
            Action::Decline(number) | Action::Withdraw(number) => {
                state.offers.expire(|open, _| open == number);
                journal.note(|| Event::OfferGone { number });
                Ok(Consequence::Open)
            }
            Action::Interest(_) | Action::Bid(_) | Action::Pass => {
                self.speak(state, seat, action)?;
                match *action {
                    Action::Bid(amount) => journal.note(|| Event::Bid { seat, amount }),
                    action => journal.note(|| Event::Spoke { seat, interested: action == Action::Interest(true) }),
                }
                self.hammer(state, journal);
                Ok(Consequence::Open)
            }
            Action::End => {
                journal.note(|| Event::Ended { seat });
                self.end_turn(state);
                Ok(Consequence::Open)
            }
        }
    }

    /// One word in an auction.
    fn speak(&self, state: &mut State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let cash = state.coins[seat.index()];
        let Some(lot) = &mut state.lot else { return no("BAZ-AUCT-1", "nothing is sold now") };
        let said = match *action {
            Action::Interest(interested) => lot.auction.declare(seat, interested),
            Action::Bid(amount) => lot.auction.bid(seat, amount, cash),
            _ => lot.auction.pass(seat),
        };
        said.map_err(|fault| fault.by("BAZ-AUCT-1"))
    }

    /// Ends an auction in which nobody speaks any more, and the turn with it.
    fn hammer(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        let Some(lot) = state.lot.filter(|lot| lot.auction.next().is_none()) else { return };
        state.lot = None;
        let seller = state.active;
        let taker = lot.auction.sold().map_or(seller, |bid| bid.seat);
        self.end_turn(state);
        state.hands[taker.index()].insert(lot.card);
        state.sold = Some((lot.card, taker));
        match lot.auction.sold() {
            Some(bid) => {
                state.coins[taker.index()] += -bid.amount;
                state.coins[seller.index()] += bid.amount;
                journal.note(|| Event::Sold { seat: taker, card: lot.card, price: bid.amount });
            }
            None => journal.note(|| Event::Unsold { card: lot.card }),
        }
    }

    fn carry_out(&self, state: &mut State, agreed: &Offer<Asset, 2>) -> Result<(), Refusal> {
        let give = |state: &mut State, Transfer { from, to, asset }: Transfer<Asset>| match asset {
            Asset::Card(card) if !state.hands[from.index()].remove(card) => no("BAZ-NEG-1", "the card is not there any more"),
            Asset::Card(card) => {
                state.hands[to.index()].insert(card);
                Ok(())
            }
            Asset::Coins(price) => {
                state.coins[from.index()] += -price;
                state.coins[to.index()] += price;
                Ok(())
            }
        };
        agreed.carry_out(state, give, |after| match after.coins.iter().all(|coins| *coins >= Money::ZERO) {
            true => Ok(()),
            false => no("BAZ-NEG-2", "you do not have the coins; decline"),
        })
    }

    fn end_turn(&self, state: &mut State) {
        state.active = state.active.next(self.players);
        state.turns += 1;
        if usize::from(state.turns) == self.players {
            (state.turns, state.round) = (0, state.round + 1);
        }
        (state.has_buried, state.has_offered, state.peek, state.sold) = (false, false, None, None);
    }
}
