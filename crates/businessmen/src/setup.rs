//! Before the first round. (BIZ-SETUP)

use crate::{
    goods::{Good, Goods, Units},
    pack::{EXPORT_CARDS, GOODS_CARDS},
    rules::BusinessmenRules,
    state::{Books, Load, MOST_PLAYERS, Phase, Player, State},
};
use kernel::{Cards, Luck, Money, Seat, Seats};

impl BusinessmenRules {
    /// BIZ-SETUP-7: each seat equally likely, or the one that is named.
    pub(crate) fn choose_starter(&self, luck: &mut impl Luck) -> Seat {
        let number = match self.options.first_player {
            Some(number) => u32::from(number),
            None => luck.between(1, self.players as u32),
        };
        Seat::try_from(number as usize).unwrap_or(Seat::FIRST)
    }

    /// BIZ-SETUP-2 to BIZ-SETUP-6: the table before the first round.
    pub(crate) fn set_up(&self, lead: Seat) -> State {
        let mut players = [Player::NOBODY; MOST_PLAYERS];
        for player in &mut players[..self.players] {
            player.coins = self.pack.numbers.coins;
        }
        let purses = self.pack.numbers.coins.times(self.players as i32);
        State {
            goods_deck: Cards::first(GOODS_CARDS),
            export_deck: Cards::first(EXPORT_CARDS),
            players,
            piles: Units::of_each(self.pack.numbers.tiles),
            market: Units::NONE,
            cars: [Load::EMPTY; 3],
            positions: std::array::from_fn::<u8, { Good::COUNT }, _>(|good| self.pack.tracks[good].start),
            embargo: Goods::NONE,
            phase: Phase::Announcing,
            lead,
            seat: lead,
            round: 1,
            skips: Seats::NONE,
            active: self.table,
            grants: Seats::NONE,
            passed: Seats::NONE,
            left: self.table,
            first_passed: None,
            passes: 0,
            goods_card: None,
            export_card: None,
            sector: None,
            spin: None,
            bank: if self.finite_bank { (self.money + -purses).max(Money::ZERO) } else { Money::ZERO },
            books: Books::default(),
        }
    }
}
