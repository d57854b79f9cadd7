//! Which actions are allowed, and carrying them out.

use crate::state::{Action, Asset, Bazaar, BazaarDeal, Event, Frame, Peek, State, THINGS};
use kernel::{
    Auction, Cards, Consequence, Journal, Luck, Money, Offer, OfferNumber, Pending, Poll, Refusal, Rules, Seat, Seats, Terms,
    Transfer,
};

const STEP: Money = Money::new(2);

/// The most offers in a turn, the most open offers at the same time with `bargaining = open`, and the most counter-offers in a row.
const OFFERS: u8 = 2;
const OPEN: usize = 2;
const COUNTERS: u8 = 2;

fn no<T>(clause: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}

impl Bazaar {
    /// Checks an action on receipt. The list of actions is made with this check too.
    pub fn may(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let turn = self.turn(state);
        if !turn.admits(seat) {
            return no("BAZ-TURN-1", "it is not your turn: wait for it");
        }
        match (state.pending.top(), *action) {
            (Some(Frame::Interest(poll)), Action::Interest(_)) => poll.awaits(seat).map_err(|fault| fault.by("BAZ-AUCT-2")),
            (Some(Frame::Bidding(auction)), Action::Bid(_) | Action::Pass) => {
                self.speak(&mut auction.clone(), state, seat, action)
            }
            (Some(_), _) => no("BAZ-AUCT-1", "a card is being sold: first that comes to its end"),
            (None, Action::Interest(_) | Action::Bid(_) | Action::Pass) => no("BAZ-AUCT-1", "nothing is being sold now"),
            (None, Action::Accept(number)) => self.may_accept(state, seat, number),
            (None, Action::Decline(number)) => {
                { state.offers }.decline(number, seat).map(drop).map_err(|fault| fault.by("BAZ-NEG-2"))
            }
            (None, Action::Withdraw(number)) => {
                { state.offers }.withdraw(number, seat).map(drop).map_err(|fault| fault.by("BAZ-NEG-2"))
            }
            (None, Action::Counter(number, deal)) => {
                self.sound(state, seat, &deal)?;
                { state.offers }.counter(number, seat, deal, COUNTERS).map(drop).map_err(|fault| fault.by("BAZ-NEG-3"))
            }
            _ if state.active != seat => no("BAZ-TURN-1", "it is not your turn: answer the offer, or wait for your turn"),
            _ if self.waits && !turn.awaited.contains(seat) => no("BAZ-NEG-4", "your offer waits for its answer"),
            _ if self.waits && turn.asked.contains(seat) => no("BAZ-NEG-4", "first answer the offer that is made to you"),
            _ => self.may_in_turn(state, seat, action),
        }
    }

    /// What the player in turn may do.
    fn may_in_turn(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let holds = |card: u8| state.hands[seat.index()].contains(card);
        let offered = |card: u8| {
            state.offers.iter().any(|(_, offer)| offer.deal().given_by(seat).any(|given| given.asset == Asset::Card(card)))
        };
        match *action {
            Action::Draw if state.deck.is_empty() => no("BAZ-TURN-2", "the deck is empty: end the turn otherwise"),
            Action::Peek(_) if state.peek.is_some() => no("BAZ-TURN-3", "you have peeked this turn"),
            Action::Peek(owner) if owner == seat || !self.seats().contains(owner) || state.hands[owner.index()].is_empty() => {
                no("BAZ-TURN-3", "peek at another player’s hand that holds a card")
            }
            Action::Bury(_) if state.has_buried => no("BAZ-TURN-4", "you have buried a card this turn"),
            Action::Bury(card) if !holds(card) => no("BAZ-TURN-4", "bury a card of your hand"),
            Action::Bury(card) | Action::Sell { card, .. } if offered(card) => {
                no("BAZ-NEG-1", "you have offered this card: withdraw the offer first")
            }
            Action::Sell { card, .. } if !holds(card) => no("BAZ-AUCT-1", "sell a card of your hand"),
            Action::Sell { lowest, .. } if !(2..=40).contains(&lowest.units()) || lowest.units() % STEP.units() != 0 => {
                no("BAZ-AUCT-1", "the lowest price is 2 to 40 coins in steps of 2")
            }
            Action::Offer(_) if state.offered >= OFFERS => no("BAZ-TURN-1", "you have made two offers this turn"),
            Action::Offer(deal) => {
                self.sound(state, seat, &deal)?;
                { state.offers }.propose(seat, deal, OPEN).map(drop).map_err(|fault| fault.by("BAZ-NEG-1"))
            }
            _ => Ok(()),
        }
    }

    /// May this seat propose such a deal, as far as it can know?
    fn sound(&self, state: &State, seat: Seat, deal: &BazaarDeal) -> Result<(), Refusal> {
        let parties = deal.parties();
        if !parties.within(self.seats()) || !(2..=3).contains(&parties.len()) || !parties.contains(state.active) {
            return no("BAZ-NEG-1", "a deal is between the player in turn and one or two others");
        }
        if !deal.is_mutual() {
            return no("BAZ-NEG-1", "everybody in a deal gives something and gets something");
        }
        for Transfer { asset, .. } in deal.transfers() {
            match asset {
                Asset::Card(card) if usize::from(card) >= crate::state::CARDS => return no("BAZ-NEG-1", "there is no such card"),
                Asset::Coins(coins) if !(1..=60).contains(&coins.units()) => return no("BAZ-NEG-1", "a sum is 1 to 60 coins"),
                _ => {}
            }
        }
        self.has_what_it_gives(state, seat, deal)
    }

    /// Nobody may offer what they do not have.
    fn has_what_it_gives(&self, state: &State, seat: Seat, deal: &BazaarDeal) -> Result<(), Refusal> {
        let (mut hand, mut coins) = (state.hands[seat.index()], i64::from(state.coins[seat.index()].units()));
        let mut unseen = 0;
        for given in deal.given_by(seat) {
            match given.asset {
                Asset::Card(card) if !hand.remove(card) => return no("BAZ-NEG-2", "you do not have a card that you are to give"),
                Asset::Card(_) => {}
                Asset::Unseen => unseen += 1,
                Asset::Coins(sum) => coins -= i64::from(sum.units()),
            }
        }
        match () {
            () if coins < 0 => no("BAZ-NEG-2", "you do not have the coins"),
            () if hand.len() < unseen => no("BAZ-NEG-2", "you do not have as many cards as you are to give"),
            () => Ok(()),
        }
    }

    fn may_accept(&self, state: &State, seat: Seat, number: OfferNumber) -> Result<(), Refusal> {
        { state.offers }.accept(number, seat).map_err(|fault| fault.by("BAZ-NEG-2"))?;
        match state.offers.get(number) {
            Some(offer) => self.has_what_it_gives(state, seat, offer.deal()),
            None => Ok(()),
        }
    }

    /// Carries out an action that [`Bazaar::may`] allowed.
    pub fn act(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let own = seat.index();
        if matches!(action, Action::Bury(_) | Action::Sell { .. } | Action::Accept(_)) {
            // A card leaves a hand, so the player who was seen to buy one may not have it any more.
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
                    state.peek = Some(Peek { owner, card: Some(card) });
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
            Action::Sell { card, lowest } => self.put_up(state, seat, card, lowest, journal),
            Action::Offer(_) | Action::Accept(_) | Action::Decline(_) | Action::Withdraw(_) | Action::Counter(..) => {
                self.bargain(state, seat, action, journal)
            }
            Action::Interest(_) | Action::Bid(_) | Action::Pass => self.speak_up(state, seat, action, journal),
            Action::End => {
                journal.note(|| Event::Ended { seat });
                self.end_turn(state);
                Ok(Consequence::Open)
            }
        }
    }

    /// Carries out the actions about offers.
    fn bargain(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        match *action {
            Action::Offer(deal) => {
                let number = state.offers.propose(seat, deal, OPEN).map_err(|fault| fault.by("BAZ-NEG-1"))?;
                state.offered += 1;
                journal.note(|| offered(number, seat, &deal, false));
            }
            Action::Counter(old, deal) => {
                let number = state.offers.counter(old, seat, deal, COUNTERS).map_err(|fault| fault.by("BAZ-NEG-3"))?;
                journal.note(|| offered(number, seat, &deal, true));
            }
            Action::Accept(number) => match state.offers.accept(number, seat).map_err(|fault| fault.by("BAZ-NEG-2"))? {
                None => journal.note(|| Event::Accepted { number, seat }),
                Some(agreed) => match carry_out(state, &agreed) {
                    Ok(()) => {
                        self.lapse(state, agreed.parties());
                        journal.note(|| {
                            let deal = Some(agreed.deal().write(crate::notation::asset));
                            Event::Dealt { number, parties: agreed.parties(), deal }
                        });
                    }
                    Err(()) => journal.note(|| Event::Void { number }),
                },
            },
            Action::Decline(number) => {
                state.offers.decline(number, seat).map_err(|fault| fault.by("BAZ-NEG-2"))?;
                state.declined = true;
                journal.note(|| Event::Declined { number, seat });
                return Ok(Consequence::Open);
            }
            Action::Withdraw(number) => {
                state.offers.withdraw(number, seat).map_err(|fault| fault.by("BAZ-NEG-2"))?;
                journal.note(|| Event::Withdrawn { number, seat });
                return Ok(Consequence::Open);
            }
            _ => {}
        }
        Ok(Consequence::Sealed)
    }

    /// After a deal nobody knows any more what its parties have, so all their other offers lapse.
    fn lapse(&self, state: &mut State, parties: Seats) {
        state.offers.expire(|_, offer| !offer.parties().and(parties).is_empty());
        if let Some(peek) = state.peek.as_mut().filter(|peek| parties.contains(peek.owner)) {
            peek.card = None;
        }
    }

    /// Shows a card to all and asks who wants it.
    fn put_up(
        &self,
        state: &mut State,
        seat: Seat,
        card: u8,
        lowest: Money,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let others = self.seats().without(seat);
        let able = { others }.filter(|other| state.coins[other.index()] >= STEP).collect();
        let mut pending = Pending::NONE;
        let asked = if self.interest { Frame::Interest(Poll::open(able)) } else { bidding(lowest, seat, others) };
        let pushed = pending.push(Frame::Sale { card, lowest }).and_then(|()| pending.push(asked));
        pushed.map_err(|fault| Refusal::new("BAZ-AUCT-1", fault.to_string()))?;
        state.hands[seat.index()].remove(card);
        state.offers.expire(|_, _| true);
        state.pending = pending;
        journal.note(|| Event::Showed { seat, card, lowest });
        self.hammer(state, journal);
        Ok(Consequence::Sealed)
    }

    /// An answer to the poll, a bid or a pass.
    fn speak_up(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let before = *state;
        match (state.pending.top_mut(), *action) {
            (Some(Frame::Interest(poll)), Action::Interest(interested)) => {
                poll.answer(seat, interested).map_err(|fault| fault.by("BAZ-AUCT-2"))?;
                journal.note(|| Event::Answered { seat });
            }
            (Some(Frame::Bidding(auction)), _) => {
                self.speak(auction, &before, seat, action)?;
                match *action {
                    Action::Bid(amount) => journal.note(|| Event::Bid { seat, amount }),
                    _ => journal.note(|| Event::Passed { seat }),
                }
            }
            _ => return no("BAZ-AUCT-1", "nothing is being sold now"),
        }
        let sealed = matches!(before.pending.top(), Some(Frame::Interest(_)));
        self.hammer(state, journal);
        // The last answer shows all of them.
        let shown = sealed && !matches!(state.pending.top(), Some(Frame::Interest(_)));
        Ok(if shown { Consequence::Sealed } else { Consequence::Open })
    }

    /// A bid or a pass in an auction.
    fn speak(&self, auction: &mut Auction, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let said = match *action {
            Action::Bid(amount) => auction.bid(&self.order, seat, amount, state.coins[seat.index()]),
            _ => auction.pass(&self.order, seat),
        };
        said.map_err(|fault| fault.by("BAZ-AUCT-1"))
    }

    /// Replaces a finished step by the one that waits below it: the poll by the bidding, the bidding by the sale.
    fn hammer(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        let Some((card, lowest)) = state.lot() else { return };
        if let Some(Frame::Interest(poll)) =
            state.pending.top().filter(|frame| matches!(frame, Frame::Interest(poll) if poll.is_complete()))
        {
            let interested = poll.answered().filter(|seat| poll.answer_of(*seat) == Some(true)).collect();
            journal.note(|| Event::Interested { seats: interested });
            if let Some(top) = state.pending.top_mut() {
                *top = bidding(lowest, state.active, interested);
            }
        }
        let Some(Frame::Bidding(auction)) = state.pending.top().copied() else { return };
        if !auction.is_over() {
            return;
        }
        state.pending = Pending::NONE;
        let seller = state.active;
        let taker = auction.sold().map_or(seller, |bid| bid.seat);
        self.end_turn(state);
        state.hands[taker.index()].insert(card);
        state.sold = Some((card, taker));
        match auction.sold() {
            Some(bid) => {
                state.coins[taker.index()] += -bid.amount;
                state.coins[seller.index()] += bid.amount;
                journal.note(|| Event::Sold { seat: taker, card, price: bid.amount });
            }
            None => journal.note(|| Event::Unsold { card }),
        }
    }

    fn end_turn(&self, state: &mut State) {
        state.active = self.order.after(state.active, self.seats()).unwrap_or(state.active);
        state.turns += 1;
        if usize::from(state.turns) == self.players() {
            (state.turns, state.round) = (0, state.round + 1);
        }
        state.offers.expire(|_, _| true);
        (state.has_buried, state.offered, state.declined, state.peek, state.sold) = (false, 0, false, None, None);
    }
}

fn bidding(lowest: Money, seller: Seat, invited: Seats) -> Frame {
    Frame::Bidding(Auction::open(Terms { lowest, step: STEP }, seller, invited))
}

fn offered(number: OfferNumber, seat: Seat, deal: &BazaarDeal, counter: bool) -> Event {
    Event::Offered { number, seat, parties: deal.parties(), deal: Some(deal.write(crate::notation::asset)), counter }
}

/// Carries out the whole deal, or nothing of it if something is missing by now.
fn carry_out(state: &mut State, agreed: &Offer<Asset, THINGS>) -> Result<(), ()> {
    let mut after = *state;
    let mut given = [Cards::NONE; crate::state::PLAYERS];
    // Unseen cards are chosen from those left in the hand after the named ones are taken out.
    let named = agreed.deal().transfers().filter(|transfer| transfer.asset != Asset::Unseen);
    let unseen = agreed.deal().transfers().filter(|transfer| transfer.asset == Asset::Unseen);
    for Transfer { from, to, asset } in named.chain(unseen) {
        let hand = &mut after.hands[from.index()];
        match asset {
            Asset::Card(card) if hand.remove(card) => given[to.index()].insert(card),
            Asset::Card(_) => return Err(()),
            Asset::Unseen => {
                let card = hand.at_rank(0).ok_or(())?;
                hand.remove(card);
                given[to.index()].insert(card);
            }
            Asset::Coins(sum) => {
                after.coins[from.index()] += -sum;
                after.coins[to.index()] += sum;
            }
        }
    }
    agreed.parties().for_each(|seat| after.deals[seat.index()] = after.deals[seat.index()].wrapping_add(1));
    for (hand, cards) in after.hands.iter_mut().zip(given) {
        cards.for_each(|card| hand.insert(card));
    }
    if after.coins.iter().any(|coins| *coins < Money::ZERO) {
        return Err(());
    }
    *state = after;
    Ok(())
}
