//! How good a state looks for a seat: what bots build on.
//!
//! Everything is counted in the game's money: cash, what businesses bring back, what they will earn by landing odds until the game is
//! likely over, whole series and those nearly whole, the six tokens of wealth where they will decide, and what threatens. A seat is worth
//! what it has against what its rivals have, so that nobody feeds the leader.

use crate::{
    content::things::{BUSINESSES, Business, Fortune},
    decisions::{Debt, Frame},
    rules::InvestmentsRules,
    state::{Ending, MONOPOLY, Party, Player, State},
};
use kernel::{MAX_SEATS, Money, Seat};

/// Rounds in which a piece comes round once. (Section 7.5 of the rulebook)
const ROUNDS_PER_LAP: i64 = 13;

/// How many laps ahead anybody looks in a game without end.
const HORIZON: i64 = 5;

/// What everybody likes to have in hand for the next purchase.
const PURSE: i64 = 300_000;

/// What taxes and cards may ask for at any time.
const PETTY: i64 = 100_000;

/// How many moves ahead the fees matter that could not be paid from what is at hand.
const MOVES: i64 = 3;

/// What a debt beyond all that a player has is worth to its creditor's rivals: a player less.
const RUIN: i64 = 1_500_000;

/// In so many last rounds of a limited game money is held as it will be counted; before, it is spent.
const LAST_ROUNDS: i64 = 3;

/// What a wealth token is worth when it decides the game.
const TOKEN: i64 = 700_000;

/// How much less a Bank card is worth while everything is still for sale.
const FOR_SALE: i64 = 100_000;

/// What being out, or alone, is worth.
const DECIDED: i64 = 1_000_000_000;

/// What a player has apart from cards.
#[derive(Default)]
struct Holdings {
    /// What the businesses bring back and will earn.
    worth: i64,
    /// What the bank would pay for them at once. (INV-DEBT-6)
    reserve: i64,
}

impl InvestmentsRules {
    /// What a seat has, against what its rivals have.
    pub(crate) fn prospects(&self, state: &State, seat: Seat) -> i64 {
        if let Some(outcome) = state.ending.map(|ending| self.final_order(state, ending)) {
            return DECIDED - i64::from(outcome.place(seat)) * (DECIDED / 8);
        }
        if !state.is_in(seat) {
            return -DECIDED;
        }
        let laps = self.laps_left(state);
        let rivals = state.remaining().without(seat);
        let own = self.strength(state, seat, laps, rivals.len() as i64);
        let (mut most, mut sum) = (0, 0);
        for rival in rivals {
            let strength = self.strength(state, rival, laps, rivals.len() as i64);
            most = most.max(strength);
            sum += strength;
        }
        let tokens = self.token_prospects(state, seat);
        own + tokens - most / 2 - sum / (5 * rivals.len().max(1) as i64)
    }

    /// How many rounds are left after this one, if anybody knows.
    fn rounds_left(&self, state: &State) -> Option<i64> {
        self.options.limit_rounds.map(|limit| i64::from(limit) - i64::from(state.round))
    }

    /// How many hundredths of laps are likely left.
    fn laps_left(&self, state: &State) -> i64 {
        let rounds = self.rounds_left(state).unwrap_or(HORIZON * ROUNDS_PER_LAP) + 1;
        (rounds * 100 / ROUNDS_PER_LAP).min(HORIZON * 100)
    }

    /// All that a player has, in money.
    fn strength(&self, state: &State, seat: Seat, laps: i64, rivals: i64) -> i64 {
        let player = state.player(seat);
        let cash = i64::from(player.cash.units()) + self.dues(state, seat);
        let cards = i64::from(player.bank_cards);
        let mut holdings = Holdings::default();
        for business in player.owned {
            self.count_business(state, business, laps, rivals, &mut holdings);
        }
        let liquid = cash + cards * i64::from(self.pack.numbers.bank_card_price.units());
        cash + cards * self.bank_card_worth(state)
            + holdings.worth
            + self.series_worth(state, seat, laps)
            + self.cards_worth(state, seat)
            - self.danger(state, seat, liquid, holdings.reserve)
            - (PURSE - cash).max(0) / 5
            - self.burdens(player)
    }

    /// What a player is about to be paid, less what they are about to pay.
    fn dues(&self, state: &State, seat: Seat) -> i64 {
        let mut dues = 0;
        for frame in state.pending.iter() {
            if let Frame::Debt(Debt { seat: debtor, to, amount, .. }) = *frame {
                let amount = i64::from(Money::from(amount).units());
                dues += if to == Party::Player(seat) { amount } else { 0 } - if debtor == seat { amount } else { 0 };
            }
        }
        dues
    }

    /// A Bank card brings back its price. While rounds are left to spend money in it is just in the way; without a limit it wins the
    /// game, the sooner the fewer are left, but as long as most businesses are for sale the money is worth more in them. (INV-BCARD-4,
    /// INV-END-2)
    fn bank_card_worth(&self, state: &State) -> i64 {
        let numbers = &self.pack.numbers;
        let price = i64::from(numbers.bank_card_price.units());
        match self.rounds_left(state) {
            Some(left) if left >= LAST_ROUNDS => price - 10_000,
            Some(_) => price,
            None => {
                let owned: usize = state.remaining().map(|seat| state.player(seat).owned.len()).sum();
                let for_sale = BUSINESSES.saturating_sub(owned) as i64;
                let sold = i64::from(numbers.bank_cards) - i64::from(state.bank_cards);
                price + 30_000 + 4_000 * sold - FOR_SALE * for_sale / BUSINESSES as i64
            }
        }
    }

    /// What a business brings back, and what it will earn.
    fn count_business(&self, state: &State, business: Business, laps: i64, rivals: i64, holdings: &mut Holdings) {
        let deed = self.deed(business);
        let (price, mortgage) = (i64::from(deed.price.units()), i64::from(deed.mortgage.units()));
        let tokens = match state.level(business) {
            MONOPOLY => price + 3 * mortgage,
            level => mortgage * i64::from(level),
        };
        let landings = i64::from(self.odds[usize::from(deed.tile) % self.odds.len()]);
        let fee = i64::from(self.deed_fee(state, business).units());
        let income = fee * landings * rivals * laps / 100 / 1_000;
        let mortgaged = state.mortgaged.contains(business);
        // A loan costs interest until it is repaid.
        let loan = if mortgaged { mortgage + mortgage * 2 / 5 } else { 0 };
        holdings.worth += price * 21 / 20 + tokens + income * 4 / 5 - loan;
        holdings.reserve += if mortgaged { 0 } else { mortgage + tokens };
    }

    /// Whole series can grow; those nearly whole may become whole.
    fn series_worth(&self, state: &State, seat: Seat, laps: i64) -> i64 {
        let owned = state.player(seat).owned;
        let mut worth = 0;
        for (series, price) in self.series.iter().zip(&self.series_price) {
            let (own, size) = (series.and(owned).len() as i64, series.len() as i64);
            if own == 0 {
                continue;
            }
            worth += match size - own {
                0 => price * (30 + 10 * laps / 100) / 100,
                1 => price * own * 12 / size / 100,
                _ => price * own * own * 4 / (size * size) / 100,
            };
        }
        worth
    }

    /// What the next fees may cost: their amount; where that is more than what is at hand, the loss on what has to be sold for it; and
    /// where it is more than all that there is, the game.
    fn danger(&self, state: &State, seat: Seat, liquid: i64, reserve: i64) -> i64 {
        let lack = |amount: i64| match amount - liquid {
            short if short <= 0 => 0,
            short if short <= reserve => short * 2 / 5,
            _ => RUIN,
        };
        let from = self.piece(state, seat);
        let mut expected = 0;
        for distance in 2..=12_u8 {
            let (_, _, business) = self.tile(self.ahead(from, distance));
            let Some(business) = business else { continue };
            if state.owner(business).is_none_or(|owner| owner == seat || !state.is_present(owner)) {
                continue;
            }
            let fee = i64::from(self.deed_fee(state, business).units());
            expected += (fee / 2 + MOVES * lack(fee)) * (6 - i64::from(distance.abs_diff(7)));
        }
        expected / 36 + lack(0) + lack(PETTY) / 2
    }

    /// Cards in hand and beside the businesses.
    fn cards_worth(&self, state: &State, seat: Seat) -> i64 {
        let player = state.player(seat);
        let shortcuts: i64 = player
            .shortcuts()
            .map(|(_, held)| i64::from(self.pack.shortcuts[usize::from(held.card)].price.units()) * 21 / 20)
            .sum();
        let kept = |fortune: Fortune| {
            let kept = &state.kept[fortune.index()];
            if kept.cards == 0 { 0 } else { i64::from(kept.of(seat).count_ones()) }
        };
        let arms = player.armed.arms.len() as i64;
        shortcuts + kept(Fortune::Profit) * 30_000 - kept(Fortune::Loss) * 25_000
            + arms * 5_000
            + i64::from(player.tax_card) * 20_000
            + i64::from(player.hidden.iter().flatten().count() as i32) * 10_000
    }

    /// Jail, missed turns and offences.
    fn burdens(&self, player: &Player) -> i64 {
        i64::from(player.jail) * 60_000
            + i64::from(player.missed) * 40_000
            + i64::from(player.stays) * 20_000
            + i64::from(player.offences) * 250_000
            - i64::from(player.extra) * 25_000
    }

    /// The tokens of wealth that this seat would take, the more the nearer the end is. (INV-WEALTH-1)
    fn token_prospects(&self, state: &State, seat: Seat) -> i64 {
        let (Some(limit), Some(left)) = (self.options.limit_rounds, self.rounds_left(state)) else { return 0 };
        let (round, limit) = (i64::from(state.round), i64::from(limit).max(1));
        let weight = TOKEN * round * round / (limit * limit);
        // Bank cards, money and businesses can still be exchanged for each other: a small lead does not count yet.
        let fluid = left >= LAST_ROUNDS;
        let counted = |other: Seat| {
            let mut counts = self.counts(state, other);
            if fluid {
                counts[5] += counts[0] * i64::from(self.pack.numbers.bank_card_price.units());
                counts[0] = counts[5];
            }
            counts
        };
        let mut best = [0; crate::turn::ending::COUNTS];
        let mut counts = [[0; crate::turn::ending::COUNTS]; MAX_SEATS];
        for other in state.remaining() {
            counts[other.index()] = counted(other);
            if other != seat {
                for (best, count) in best.iter_mut().zip(counts[other.index()]) {
                    *best = (*best).max(count);
                }
            }
        }
        let own = counts[seat.index()];
        let tokens: i64 = own
            .iter()
            .zip(best)
            .enumerate()
            .map(|(token, (own, best))| match () {
                () if *own == 0 => 0,
                () if fluid && matches!(token, 0 | 5) => 60 * own / (own + best),
                () if *own > best => 100,
                () if *own == best => 60,
                // Being close is worth a little.
                () => 30 * own / best.max(1),
            })
            .sum();
        // In the end only the first place counts.
        let leads = left < LAST_ROUNDS && self.final_order(state, Ending::Rounds).place(seat) == 1;
        weight * tokens / 100 + if leads { TOKEN } else { 0 }
    }
}
