//! Step 2: the tile landed on, by its kind; and landing again on a group. (INV-TURN-3, INV-BANK, INV-REPEAT)

use crate::{
    content::things::{Fortune, TileKind},
    decisions::{Decision, Frame},
    events::Event,
    options::RepeatDie,
    play::Play,
    rules::InvestmentsRules,
    state::State,
    state::position::is_default,
};
use kernel::{Journal, Luck, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A piece has come to its last tile. (INV-TERM-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Whose.
    pub seat: Seat,
    /// Where the movement began.
    pub from: u8,
    /// Did it make a lap event?
    #[serde(default, skip_serializing_if = "is_default")]
    pub lapped: bool,
}

impl Decision for Landing {
    /// A piece has landed: whatever its tile is, it is resolved, in whoever's turn. Only here are cards received, each time anew, and only
    /// businesses can be bought. (INV-TURN-12, INV-CARD-1, INV-CARD-5)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Landing { seat, from, lapped } = *self;
        play.pop();
        let Some(seat) = play.leader(seat) else { return true };
        let tile = play.rules.piece(play.state, seat);
        let (kind, number, business) = play.rules.tile(tile);
        if seat == play.state.active() || play.rules.single {
            (play.state.turn.landed, play.state.turn.invested) = (None, false);
        }
        // INV-REPEAT-2, INV-GLOB-7, INV-TAX-9: the movement began on the same group and made no lap event. INV-BANK-3, INV-BANK-4: no lap
        // event at all.
        let again = !lapped && (kind == TileKind::Bank || play.rules.tile(from).0 == kind);
        match kind {
            TileKind::Bank if again => play.repeat_die(seat),
            TileKind::Bank => {}
            TileKind::Business => {
                if let Some(business) = business {
                    play.land_on_business(seat, business);
                }
            }
            TileKind::Profit => play.land_on_fortune(seat, Fortune::Profit),
            TileKind::Loss => play.land_on_fortune(seat, Fortune::Loss),
            TileKind::Shortcut => play.land_on_shortcut(seat, tile),
            TileKind::Casino => play.land_on_casino(seat, number),
            TileKind::Global if play.rules.global_casino => play.land_on_casino(seat, number),
            TileKind::Global if again => play.repeat_die(seat),
            TileKind::Global => play.land_on_global(seat, number),
            TileKind::Tax if play.rules.reroll => play.land_on_ignored_tax(seat),
            TileKind::Tax if again => play.repeat_die(seat),
            TileKind::Tax => play.land_on_tax(seat, number),
        }
        true
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn lies_on(&self, _below: Option<&Frame>) -> bool {
        false
    }
}

/// After the Loss card of a repeat die comes a Profit card. (INV-REPEAT-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThenProfit {
    /// Who rolled.
    pub seat: Seat,
    /// How many more come after it: that Loss card led to a repeat die again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub more: u16,
}

impl Decision for ThenProfit {
    /// The Profit card that comes after the Loss card. (INV-REPEAT-4)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let ThenProfit { seat, more } = *self;
        match more.checked_sub(1) {
            Some(more) => play.replace(ThenProfit { seat, more }),
            None => play.pop(),
        }
        if let Some(seat) = play.leader(seat) {
            play.draw_openly(seat, Fortune::Profit);
        }
        true
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        !matches!(above, Frame::ThenProfit(_))
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-REPEAT-4", rules.options.repeat_die == RepeatDie::Literal)
    }
}

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
            Some(Frame::ThenProfit(ThenProfit { seat: other, more })) if *other == seat || single => {
                *more = more.saturating_add(1)
            }
            _ => self.push(ThenProfit { seat, more: 0 }),
        }
    }
}
