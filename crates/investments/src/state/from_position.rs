//! Sets up positions that were written down.

use crate::{
    content::effects::{Effect, Must},
    content::things::{FORTUNES, Fortune, GLOBALS, SHORTCUTS, UNIT},
    decisions::{Decision, Frame},
    play::Play,
    rules::InvestmentsRules,
    state::position::{HeldPosition, KeptCard, KeptPosition, PlayerPosition, Position, ShortcutPosition},
    state::{Armed, Book, FortuneId, Held, InForce, Lock, Party, Roll, Sale, State, Step, Unseen, Use},
};
use kernel::{
    Cards, Deck, Money, Notation, OfferNumber, Offers, Order, Pending, Poll, Refusal, Rules, Seat, Seeded, Silent, refuse,
};

/// The most money that all players of a position have together: much less than a table can hold.
const MOST_PLACED: i64 = 1_000_000_000;

impl InvestmentsRules {
    /// The table of a position, or what is impossible about it.
    pub(crate) fn table_of(&self, position: &Position) -> Result<State, Refusal> {
        let mut state = self.laid_out();
        self.place_order(&mut state, position)?;
        self.place_players(&mut state, position)?;
        self.place_businesses(&mut state, position)?;
        self.place_turn(&mut state, position)?;
        self.place_roll(&mut state, position)?;
        self.place_pending(&mut state, position)?;
        self.place_offers(&mut state, position)?;
        self.place_piles(&mut state, position)?;
        (state.ending, state.champion) = (position.ending, position.champion);
        self.check(&state)?;
        self.check_rest(&state)?;
        Ok(state)
    }

    fn is_here(&self, seat: Seat, what: &str) -> Result<Seat, Refusal> {
        if seat.index() < self.players {
            return Ok(seat);
        }
        refuse("INV-SETUP-6", format!("{what} is a seat from 1 to {}, not {seat}", self.players))
    }

    /// INV-ORDER-1.
    fn place_order(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.order = self.order_of_settings();
        if let Some(given) = &position.order {
            match Order::of(given).filter(|_| given.len() == self.players) {
                Some(order) => state.order = order,
                None => return refuse("INV-ORDER-3", "`order` names every seat of the table once"),
            }
        }
        state.round = position.round.unwrap_or(1);
        Ok(())
    }

    fn place_players(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        if position.players.len() > self.players {
            let players = kernel::say::counted(self.players as i64, "player");
            return refuse("INV-SETUP-6", format!("this table has {players}, and `players` names more"));
        }
        for (seat, given) in self.seats().zip(&position.players) {
            self.place_player(state, seat, given)?;
        }
        let cash: i64 = self.seats().map(|seat| i64::from(state.player(seat).cash.units())).sum();
        if cash > MOST_PLACED || self.seats().any(|seat| state.player(seat).cash < Money::ZERO) {
            return refuse("INV-INVAR-2", "nobody’s cash is below zero, and all of it is at most 1,000,000,000");
        }
        // INV-INVAR-1, INV-INVAR-8: the bank has the rest.
        state.bank = self.pack.numbers.money_in_box + -Money::new(cash as i32);
        let cards: u32 = self.seats().map(|seat| u32::from(state.player(seat).bank_cards)).sum();
        match u32::from(self.pack.numbers.bank_cards).checked_sub(cards) {
            Some(left) => state.bank_cards = left as u8,
            None => return refuse("INV-INVAR-8", format!("there are {} Bank cards", self.pack.numbers.bank_cards)),
        }
        state.outs = self.seats().filter(|seat| !state.is_in(*seat)).count() as u8;
        Ok(())
    }

    fn place_player(&self, state: &mut State, seat: Seat, given: &PlayerPosition) -> Result<(), Refusal> {
        for business in &given.owned {
            if state.owner(*business).is_some() {
                return refuse("INV-INVAR-3", format!("{business} has two owners, or stands twice with one"));
            }
            state.give(*business, Some(seat));
        }
        for kept in &given.kept {
            let (card, ready) = match kept {
                KeptPosition::Ready(card) => (*card, true),
                KeptPosition::Card(KeptCard { card, ready }) => (*card, *ready),
            };
            let kept = &mut state.kept[card.fortune().index()];
            if kept.cards >> card.card() & 1 != 0 {
                return twice(card);
            }
            kept.lay(card.card(), Some(seat));
            kept.ready |= u64::from(ready) << card.card();
        }
        if given.shortcuts.len() > 2 {
            return refuse("INV-INVAR-8", format!("seat {seat} holds more than two Shortcut cards"));
        }
        let player = state.player_mut(seat);
        for (place, card) in player.hand.iter_mut().zip(&given.shortcuts) {
            *place = Some(match card {
                ShortcutPosition::Plain(card) => {
                    Held { card: card.0, ready: true, locked: Lock::OPEN, known: kernel::Seats::NONE }
                }
                ShortcutPosition::Held(HeldPosition { card, ready, known, locked }) => {
                    Held { card: card.0, ready: *ready, locked: locked.map_or(Lock::OPEN, |locked| locked.0), known: *known }
                }
            });
        }
        for card in &given.hidden {
            if player.hidden[card.fortune().index()].replace(Unseen::new(card.card())).is_some() {
                return refuse("INV-INVAR-8", format!("seat {seat} holds more than one hidden card of a kind"));
            }
        }
        player.armed = Armed { arms: given.armed.arms, set_roll: given.armed.set_roll, pay_pips: given.armed.pay_pips };
        player.book = Book::from(&given.book);
        if given.out > 0 {
            player.cash = Money::ZERO;
        }
        player.cash = given.cash.unwrap_or(player.cash);
        player.at = given.at.unwrap_or(player.at);
        player.returned = given.returned;
        player.jail = given.jail;
        player.missed = given.missed;
        player.offences = given.offences;
        player.extra = given.extra;
        player.bank_cards = given.bank_cards;
        player.offers = given.offers;
        player.out = given.out;
        player.stays = given.stays;
        player.subsidised = given.subsidised;
        player.tax_card = given.tax_card;
        Ok(())
    }

    /// INV-INVAR-4 to INV-INVAR-6.
    fn place_businesses(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        for (business, level) in &position.levels {
            if position.loans.contains_key(business) {
                return refuse("INV-INVAR-6", format!("{business} has a loan, so it has no upgrades"));
            }
            state.set_level(*business, level.0);
        }
        for (business, laps) in &position.loans {
            if *laps > 2 {
                return refuse("INV-INVAR-6", format!("the loan of {business} has 0, 1 or 2 laps"));
            }
            state.set_loan(*business, Some(*laps));
        }
        for (business, lock) in &position.locks {
            state.locks[business.index()] = lock.0;
        }
        (state.stripped, state.repaid, state.dues) = (position.stripped, position.repaid, position.dues);
        Ok(())
    }

    fn place_turn(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let given = &position.turn;
        let turn = &mut state.turn;
        turn.seat = self.is_here(given.seat.unwrap_or(state.order.first()), "`turn.seat`")?;
        turn.step = given.step.unwrap_or(if position.pending.is_empty() { Step::Roll } else { Step::Resolve });
        (turn.more, turn.landed, turn.invested) = (given.more, given.landed, given.invested);
        (turn.bought, turn.borrowed, turn.proposed) = (given.bought, given.borrowed, given.proposed);
        (turn.one_die, turn.half_roll, turn.double_fee) = (given.one_die, given.half_roll, given.double_fee);
        let mut pips = Money::ZERO;
        for card in &given.at_work {
            if card.fortune() != Fortune::Loss {
                return refuse("INV-KEEP-4", "only Loss cards are at work by themselves");
            }
            turn.at_work |= 1 << card.card();
            // INV-FX-7: what they say holds for this turn.
            match self.card_terms(*card) {
                [Effect::KeepMust(Must::OneDie)] => turn.one_die = true,
                [Effect::KeepMust(Must::HalfRoll)] => turn.half_roll = true,
                [Effect::KeepMust(Must::DoubleFee)] => turn.double_fee = true,
                [Effect::KeepMust(Must::PayPips(amount))] => pips += *amount,
                _ => return refuse("INV-KEEP-4", "a card is at work that is not kept"),
            }
        }
        turn.pay_pips = given.pay_pips.unwrap_or(pips.into());
        if let Some(given) = &position.global {
            let rounds = self.pack.globals[usize::from(given.card.0)].rounds.min(self.pack.numbers.round_tokens);
            state.global = Some(InForce {
                card: given.card.0,
                tokens: given.tokens.unwrap_or(rounds),
                drawer: self.is_here(given.drawer, "`global.drawer`")?,
                fresh: given.fresh,
            });
        }
        Ok(())
    }

    /// INV-ROLL-1.
    fn place_roll(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let Some(given) = &position.roll else { return Ok(()) };
        let dice = given.dice.iter().chain(&given.again);
        if { dice.clone() }.any(|die| *die > 6) {
            return refuse("INV-ROLL-1", "a die shows 1 to 6; 0 stands for one that was not rolled");
        }
        let sum: u8 = dice.sum();
        state.roll = Roll {
            seat: self.is_here(given.seat.unwrap_or(state.turn.seat), "`roll.seat`")?,
            dice: given.dice,
            again: given.again,
            pips: given.pips.unwrap_or(sum),
            distance: given.distance.unwrap_or(sum),
            back: given.back,
            shortcut: given.shortcut,
        };
        Ok(())
    }

    fn place_pending(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.pending = Pending::NONE;
        for frame in &position.pending {
            if state.pending.push(*frame).is_err() {
                return refuse("INV-CARD-6", "more is pending than can be");
            }
        }
        for play in &position.plays {
            let (seat, target) = (self.is_here(play.seat, "`plays[].seat`")?, self.is_here(play.target, "`plays[].target`")?);
            state.plays[seat.index()] = Use::new(play.fortune, target);
        }
        if let Some(written) = &position.poll {
            if !position.pending.last().is_some_and(Frame::is_poll) {
                return refuse("INV-INVAR-13", "a poll is open only if the last of `pending` is one");
            }
            state.poll = Poll::restore(written, self.seats()).map_err(|fault| fault.by("INV-INVAR-21"))?;
        }
        Ok(())
    }

    fn place_offers(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        if let Some(given) = &position.sale {
            let seller = match given.seller {
                Some(seat) => Party::Player(self.is_here(seat, "`sale.seller`")?),
                None => Party::Bank,
            };
            state.sale = Some(Sale { item: given.item, seller, auction: given.auction });
        }
        let after = position.offers.iter().map(|offer| offer.number.0.wrapping_add(1)).max().unwrap_or(1);
        let next = position.next_offer.unwrap_or(OfferNumber(after));
        state.offers = Offers::restore(&position.offers, next).map_err(|fault| fault.by("INV-INVAR-21"))?;
        Ok(())
    }

    /// What is in no other place lies in its pile, in an order that nobody knows, above the cards whose order is known. (INV-INVAR-7)
    fn place_piles(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        for card in &position.aside {
            let aside = &mut state.aside[card.fortune().index()];
            if *aside >> card.card() & 1 != 0 {
                return twice(*card);
            }
            *aside |= 1 << card.card();
        }
        for fortune in Fortune::ALL {
            let given = [&position.under.profit, &position.under.loss][fortune.index()];
            if let Some(card) = given.iter().find(|card| card.fortune() != fortune) {
                return refuse("INV-INVAR-7", format!("{card} lies under the wrong pile"));
            }
            let known: Vec<u8> = given.iter().map(|card| card.card()).collect();
            let out = fortunes_out(state, fortune).collect();
            state.fortunes[fortune.index()] = pile(FORTUNES, out, &known, |card| FortuneId::new(fortune, card).to_string())?;
        }
        let known: Vec<u8> = position.under.shortcut.iter().map(|card| card.0).collect();
        let count = if self.shortcut_cards { SHORTCUTS } else { 0 };
        state.shortcuts = pile(count, shortcuts_out(state).collect(), &known, crate::events::shortcut_id)?;
        let known: Vec<u8> = position.under.global.iter().map(|card| card.0).collect();
        let count = if self.global_casino { 0 } else { GLOBALS };
        let out = state.global.iter().map(|global| global.card).collect();
        state.globals = pile(count, out, &known, crate::events::global_id)?;
        Ok(())
    }

    /// Somebody has a decision to make, and something to decide; or the game is over. (INV-INVAR-13)
    fn check_rest(&self, state: &State) -> Result<(), Refusal> {
        if state.is_over() {
            return Ok(());
        }
        if let Some((_, offer)) = state.offers.iter().next() {
            self.was_proposed(state, &offer)?;
        } else if let Some(frame) = state.top().copied() {
            let mut copy = *state;
            let mut luck = Seeded::new(0);
            let mut play = Play { rules: self, state: &mut copy, luck: &mut luck, journal: &mut Silent, sealed: false };
            if !frame.waits() || play.proceed(frame) || copy != *state {
                return refuse("INV-INVAR-13", "what is pending last goes on by itself: somebody has to have a decision to make");
            }
        }
        let turn = self.turn(state);
        if turn.awaited.is_empty() || !turn.awaited.within(state.remaining()) {
            return refuse("INV-INVAR-13", "the game waits for nobody who is in it");
        }
        let mut list = Vec::new();
        for seat in turn.awaited {
            list.clear();
            self.actions(state, seat, &mut list);
            if list.is_empty() || self.may(state, seat, &self.fallback(state, seat)).is_err() {
                return refuse("INV-INVAR-13", format!("the game waits for seat {seat}, who has nothing to decide"));
            }
        }
        Ok(())
    }
}

fn twice<T>(card: FortuneId) -> Result<T, Refusal> {
    refuse("INV-INVAR-7", format!("{card} is in two places"))
}

/// A pile of so many cards, without those that are out of it.
fn pile<const N: usize>(count: usize, out: Vec<u8>, known: &[u8], name: impl Fn(u8) -> String) -> Result<Deck<N>, Refusal> {
    let mut bag = Cards::first(count);
    for card in out.iter().chain(known) {
        if usize::from(*card) >= count {
            return refuse("INV-OPT-6", format!("{} is out of the game under these settings", name(*card)));
        }
        if !bag.remove(*card) {
            return refuse("INV-INVAR-7", format!("{} is in two places", name(*card)));
        }
    }
    Deck::new(bag, known).ok_or_else(|| Refusal::new("INV-INVAR-7", "a pile has a card twice"))
}

/// The Profit or Loss cards that are not in their pile: in hands, laid aside, read or carried out.
pub(crate) fn fortunes_out(state: &State, fortune: Fortune) -> impl Iterator<Item = u8> {
    let index = fortune.index();
    let hidden = state.players.iter().filter_map(move |player| player.hidden[index].map(Unseen::card));
    let frames = state.pending.iter().filter_map(Frame::card);
    let frames = frames.filter(move |card| card.fortune() == fortune).map(|card| card.card());
    kernel::Bits(state.kept[index].cards).chain(kernel::Bits(state.aside[index])).chain(hidden).chain(frames)
}

/// The Shortcut cards in hands.
pub(crate) fn shortcuts_out(state: &State) -> impl Iterator<Item = u8> {
    state.players.iter().flat_map(|player| player.shortcuts()).map(|(_, held)| held.card)
}

/// So many units of 5,000 and nothing left over?
pub(crate) fn is_whole(money: Money) -> bool {
    money.units() % UNIT == 0
}
