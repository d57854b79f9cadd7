//! Phase 1: players buy from the market in turns. (BIZ-BUY)

use crate::{
    actions::Action,
    counting::{coins, units as of_units},
    events::Event,
    goods::{Characteristic, Good, Goods},
    options::LoadingStart,
    rules::{BusinessmenRules, slot},
    state::{Phase, Player, State, after, from},
};
use kernel::{Journal, Luck, Refusal, Seat};

impl BusinessmenRules {
    /// The goods that this player may buy now. (BIZ-BUY-3, BIZ-BUY-6)
    #[inline]
    pub(crate) fn for_sale(&self, state: &State, player: &Player) -> Goods {
        let goods = state.market.goods().and_not(player.bought);
        if player.coins < self.pack.numbers.unit_price { Goods::NONE } else { goods }
    }

    /// The most units that this player may buy of any good, leaving aside how many the market holds. (BIZ-BUY-3)
    #[inline]
    pub(crate) fn most_units(&self, player: &Player) -> u8 {
        let limit = self.limit(player, Characteristic::Manager);
        let price = self.pack.numbers.unit_price.units();
        let coins = player.coins.units();
        let payable = if price == 1 { coins } else { coins / price.max(1) };
        payable.clamp(0, limit.into()) as u8
    }

    /// Asks the next player who can buy something; players who cannot pass automatically. (BIZ-BUY-1, BIZ-BUY-8 to BIZ-BUY-10)
    #[inline]
    pub(crate) fn ask_to_buy(&self, state: &mut State, next: Option<Seat>, journal: &mut impl Journal<Event>) -> bool {
        let mut next = next;
        while let Some(seat) = next
            && !state.market.is_empty()
        {
            let Some(seat) = from(state.left, seat) else { return false };
            state.seat = seat;
            if !self.for_sale(state, &state.players[slot(seat)]).is_empty() {
                return true;
            }
            next = self.pass_buying(state, true, journal);
        }
        false
    }

    /// The player in turn passes for the rest of the phase. (BIZ-BUY-7, BIZ-BUY-9)
    #[inline]
    pub(crate) fn pass_buying(&self, state: &mut State, forced: bool, journal: &mut impl Journal<Event>) -> Option<Seat> {
        let seat = state.seat;
        state.passed = state.passed.with(seat);
        state.left = state.left.without(seat);
        if self.options.loading_start == LoadingStart::FirstToPass && state.first_passed.is_none() {
            state.first_passed = Some(seat);
        }
        journal.note(|| Event::Passed { seat, forced, phase: Phase::Buying });
        after(self.active(state), seat)
    }

    /// BIZ-BUY-2 to BIZ-BUY-6.
    #[inline]
    pub(crate) fn buy(
        &self,
        state: &mut State,
        units: u8,
        good: Good,
        journal: &mut impl Journal<Event>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        let player = &mut state.players[slot(seat)];
        let there = state.market.of(good);
        let most = self.most_units(player).min(there);
        if units == 0 || units > most || player.bought.contains(good) {
            return Err(self.why_not_buy(state, units, good));
        }
        let cost = self.pack.numbers.unit_price.times(units.into());
        state.market.take(good, units);
        player.temporary.add(good, units);
        player.bought.insert(good);
        self.collect(state, seat, cost);
        journal.note(|| Event::Bought { seat, good, units, cost });
        Ok(after(self.active(state), seat))
    }

    #[cold]
    pub(crate) fn why_not_buy(&self, state: &State, units: u8, good: Good) -> Refusal {
        let player = &state.players[slot(state.seat)];
        let (name, there) = (self.good(good), state.market.of(good));
        let limit = self.limit(player, Characteristic::Manager);
        let cost = self.pack.numbers.unit_price.times(units.into());
        if units == 0 {
            Refusal::new("BIZ-BUY-3", "a purchase is at least 1 unit: choose a number or pass")
        } else if there == 0 {
            Refusal::new("BIZ-MARKET-1", format!("no {name} is for sale: choose a good that lies on the market"))
        } else if player.bought.contains(good) {
            Refusal::new("BIZ-BUY-6", format!("you have bought {name} in this round already: choose another good or pass"))
        } else if units > limit {
            Refusal::new("BIZ-BUY-3", format!("your Manager buys at most {} at once: choose fewer", of_units(limit)))
        } else if units > there {
            Refusal::new("BIZ-BUY-3", format!("the market has only {} of {name}: choose fewer", of_units(there)))
        } else {
            let (cost, have) = (coins(cost), coins(player.coins));
            Refusal::new(
                "BIZ-BANK-2",
                format!("{} of {name} cost {cost} and you have {have}: choose fewer or pass", of_units(units)),
            )
        }
    }

    pub(crate) fn list_purchases(&self, state: &State, out: &mut Vec<Action>) {
        let player = &state.players[slot(state.seat)];
        let most = self.most_units(player);
        for good in self.for_sale(state, player) {
            out.extend((1..=most.min(state.market.of(good))).map(|units| Action::Buy { units, good }));
        }
        out.push(Action::Pass);
    }

    #[inline]
    pub(crate) fn any_purchase(&self, state: &State, luck: &mut impl Luck) -> Action {
        let player = &state.players[slot(state.seat)];
        let (goods, most) = (self.for_sale(state, player), self.most_units(player));
        let choices: u32 = goods.map(|good| u32::from(state.market.of(good).min(most))).sum();
        let mut rank = luck.between(0, choices);
        for good in goods {
            let here = u32::from(state.market.of(good).min(most));
            if rank < here {
                return Action::Buy { units: rank as u8 + 1, good };
            }
            rank -= here;
        }
        Action::Pass
    }
}
