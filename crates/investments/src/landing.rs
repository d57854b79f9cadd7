//! Step 2: the tile landed on, by its kind; and landing again on a group. (INV-TURN-3, INV-BANK, INV-REPEAT)

use crate::{
    events::Event,
    options::RepeatDie,
    play::Play,
    rules::InvestmentsRules,
    state::Frame,
    things::{Fortune, TileKind},
};
use kernel::{Journal, Luck, Seat};

impl InvestmentsRules {
    /// On the die for landing again: does the result mean Loss, and does it mean Profit? (INV-REPEAT-3, INV-REPEAT-4)
    pub(crate) fn repeated(&self, die: u8) -> (bool, bool) {
        match self.options.repeat_die {
            RepeatDie::LowHigh => (die <= 3, die > 3),
            RepeatDie::OddEven => (!die.is_multiple_of(2), die.is_multiple_of(2)),
            RepeatDie::Literal => (matches!(die, 1..=3), matches!(die, 2 | 4 | 6)),
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A piece has landed: whatever its tile is, it is resolved, in whoever's turn. Only here are cards received, each time anew, and only
    /// businesses can be bought. (INV-TURN-12, INV-CARD-1, INV-CARD-5)
    pub fn land(&mut self, seat: Seat, from: u8, lapped: bool, _back: bool) -> bool {
        self.pop();
        let Some(seat) = self.leader(seat) else { return true };
        let tile = self.rules.piece(self.state, seat);
        let (kind, number, business) = self.rules.tile(tile);
        if seat == self.state.active() || self.rules.single {
            (self.state.turn.landed, self.state.turn.invested) = (None, false);
        }
        // INV-REPEAT-2, INV-GLOB-7, INV-TAX-9: the movement began on the same group and made no lap event. INV-BANK-3, INV-BANK-4: no lap
        // event at all.
        let again = !lapped && (kind == TileKind::Bank || self.rules.tile(from).0 == kind);
        match kind {
            TileKind::Bank if again => self.repeat_die(seat),
            TileKind::Bank => {}
            TileKind::Business => {
                if let Some(business) = business {
                    self.land_on_business(seat, business);
                }
            }
            TileKind::Profit => self.land_on_fortune(seat, Fortune::Profit),
            TileKind::Loss => self.land_on_fortune(seat, Fortune::Loss),
            TileKind::Shortcut => self.land_on_shortcut(seat, tile),
            TileKind::Casino => self.land_on_casino(seat, number),
            TileKind::Global if self.rules.global_casino => self.land_on_casino(seat, number),
            TileKind::Global if again => self.repeat_die(seat),
            TileKind::Global => self.land_on_global(seat, number),
            TileKind::Tax if self.rules.reroll => self.land_on_ignored_tax(seat),
            TileKind::Tax if again => self.repeat_die(seat),
            TileKind::Tax => self.land_on_tax(seat, number),
        }
        true
    }

    /// One die decides between a Loss card and a Profit card, and nothing else of the tile happens; the roller rolls it where one piece
    /// stands for all. (INV-REPEAT-1, INV-REPEAT-3 to INV-REPEAT-6, INV-SINGLE-15)
    fn repeat_die(&mut self, seat: Seat) {
        let die = self.die();
        self.note(|| Event::RepeatRolled { seat, die });
        let (loss, profit) = self.rules.repeated(die);
        if profit && loss {
            self.owe_profit(seat);
        }
        if loss {
            self.draw_openly(seat, Fortune::Loss);
        } else if profit {
            self.draw_openly(seat, Fortune::Profit);
        }
    }

    /// A Profit card comes after the Loss card, and before one that is owed already; with one piece for all, to whoever leads by then.
    fn owe_profit(&mut self, seat: Seat) {
        let single = self.rules.single;
        match self.state.pending.top_mut() {
            Some(Frame::ThenProfit { seat: other, more }) if *other == seat || single => *more = more.saturating_add(1),
            _ => self.push(Frame::ThenProfit { seat, more: 0 }),
        }
    }

    /// The Profit card that comes after the Loss card. (INV-REPEAT-4)
    pub fn then_profit(&mut self, seat: Seat, more: u16) -> bool {
        match more.checked_sub(1) {
            Some(more) => self.replace(Frame::ThenProfit { seat, more }),
            None => self.pop(),
        }
        if let Some(seat) = self.leader(seat) {
            self.draw_openly(seat, Fortune::Profit);
        }
        true
    }
}
