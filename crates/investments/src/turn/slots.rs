//! Slots: whose turn it is, who is skipped, and what ends with a slot and with a round. (INV-TURN, INV-TERM-1)

use crate::{
    content::things::{BUSINESSES, Businesses, Fortune},
    events::{Event, SkipReason},
    options::TaxStay,
    play::Play,
    state::{Arm, Lock, Step, TurnState},
};
use kernel::{Bits, Cards, Journal, Luck, Money, Seat};

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Slots pass one after another, from this seat's on, until one is taken. (INV-ORDER-3, INV-ORDER-4, INV-EDGE-11)
    pub fn begin_slot(&mut self, seat: Seat) {
        let mut next = Some(seat);
        while let Some(seat) = next {
            next = self.open_slot(seat);
        }
    }

    /// The slot of this seat begins: what holds for a slot is new, and the slot is taken or skipped; gives whose comes after one that
    /// is skipped. (INV-TERM-2)
    fn open_slot(&mut self, seat: Seat) -> Option<Seat> {
        self.state.turn = TurnState {
            seat,
            step: Step::Begin,
            more: 0,
            landed: None,
            invested: false,
            borrowed: false,
            bought: false,
            proposed: false,
            one_die: false,
            half_roll: false,
            double_fee: false,
            pay_pips: Money::ZERO.into(),
            at_work: 0,
        };
        // INV-TRADE-8, INV-TRADE-14, INV-INVEST-12, INV-LOAN-16: these hold for a slot.
        self.state.locks = [Lock::OPEN; BUSINESSES];
        (self.state.stripped, self.state.repaid) = (Businesses::NONE, Businesses::NONE);
        for player in &mut self.state.players[..self.rules.players] {
            player.offers = 0;
            player.hand.iter_mut().flatten().for_each(|held| held.locked = Lock::OPEN);
        }
        if self.rules.single {
            // INV-SINGLE-11: the limit is that of the piece, and the slot that of whoever rolls.
            self.state.players.iter_mut().for_each(|player| player.subsidised = false);
        }
        let player = self.state.player_mut(seat);
        player.subsidised = false;
        // INV-SHORT-7, INV-KEEP-2: what was drawn before this slot can be used from now on.
        player.hand.iter_mut().flatten().for_each(|held| held.ready = true);
        for fortune in Fortune::ALL {
            let kept = &mut self.state.kept[fortune.index()];
            kept.ready |= kept.of(seat);
        }
        if let Some(reason) = self.skip(seat) {
            self.note(|| Event::Skipped { seat, reason });
            return self.close_slot();
        }
        self.state.turn.more = std::mem::take(&mut self.state.player_mut(seat).extra);
        self.begin_turn(false);
        None
    }

    /// Is this slot skipped? One skipped slot serves one reason. (INV-TURN-10)
    fn skip(&mut self, seat: Seat) -> Option<SkipReason> {
        let misses = self.rules.options.tax_stay == TaxStay::MissTurn;
        let player = self.state.player_mut(seat);
        if player.out > 0 {
            return Some(SkipReason::Out);
        }
        if player.jail > 0 {
            // INV-JAIL-6, INV-JAIL-13: from the own next slot on; jail ends with the third skipped one.
            player.jail -= 1;
            return Some(SkipReason::Jail { left: player.jail });
        }
        if player.stays {
            // INV-TAX-3, INV-TAX-4: the stay lasts to the player's next slot.
            player.stays = false;
            if misses {
                return Some(SkipReason::TaxOffice);
            }
        }
        if player.missed > 0 {
            player.missed -= 1;
            return Some(SkipReason::Missed);
        }
        None
    }

    /// A turn begins; kept Loss cards of earlier slots go to work, and so does what is armed. (INV-KEEP-4, INV-HIDDEN-13)
    fn begin_turn(&mut self, extra: bool) {
        let seat = self.state.active();
        let kept = &self.state.kept[Fortune::Loss.index()];
        let at_work = kept.of(seat) & kept.ready;
        let turn = &mut self.state.turn;
        (turn.step, turn.landed, turn.invested, turn.bought, turn.at_work) = (Step::Begin, None, false, false, at_work);
        let armed = &mut self.state.players[seat.index()].armed;
        (turn.one_die, turn.half_roll, turn.double_fee) =
            (armed.spend(Arm::OneDie), armed.spend(Arm::HalfRoll), armed.spend(Arm::DoubleFee));
        turn.pay_pips = std::mem::take(&mut armed.pay_pips);
        self.note(|| Event::TurnBegan { seat, extra });
        for card in Bits(at_work) {
            self.put_to_work(seat, card);
        }
    }

    /// The turn is over: another one in the same slot, or the slot ends. (INV-TURN-6, INV-TURN-13)
    pub fn end_turn(&mut self) {
        let seat = self.state.active();
        for card in Bits(self.state.turn.at_work) {
            self.discard_kept(Fortune::Loss, card);
        }
        self.state.turn.at_work = 0;
        for fortune in Fortune::ALL {
            // INV-HIDDEN-12: what was shown goes into its pile when the turn ends.
            let aside = std::mem::take(&mut self.state.aside[fortune.index()]);
            if aside != 0 {
                self.state.fortunes[fortune.index()].shuffle_in(Cards::from_bits(aside.into()));
            }
        }
        if self.state.is_present(seat) && self.state.turn.more > 0 {
            self.state.turn.more -= 1;
            self.begin_turn(true);
        } else if let Some(next) = self.close_slot() {
            self.begin_slot(next);
        }
    }

    /// Step 6; gives whose slot is next, unless the game is over. (INV-TURN-7)
    fn close_slot(&mut self) -> Option<Seat> {
        let seat = self.state.active();
        self.remove_token(seat);
        let order = self.state.order;
        let next = order.from(seat).nth(1).unwrap_or(seat);
        if next == order.first() {
            self.end_round();
            if self.state.is_over() {
                return None;
            }
            self.state.round += 1;
            let round = self.state.round;
            self.note(|| Event::RoundBegan { round });
        }
        Some(next)
    }
}
