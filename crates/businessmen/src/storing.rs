//! Phase 2, second part: goods move from the temporary to the main warehouse. Also, giving up goods after a lost level. (BIZ-STORE)

use crate::{
    actions::Action,
    counting,
    events::Event,
    goods::{Characteristic, Good, Goods, Units},
    rules::{BusinessmenRules, slot},
    state::{Phase, Player, State},
};
use kernel::{Bits, Journal, Luck, Refusal, Seat};

/// For every set of goods, its subsets: a bit for each.
static WITHIN: [u64; 64] = {
    let mut within = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut part = 0;
        while part < 64 {
            if part & !set == 0 {
                within[set] |= 1 << part;
            }
            part += 1;
        }
        set += 1;
    }
    within
};

/// For every number, the sets with that many goods: a bit for each.
static SIZED: [u64; Good::COUNT + 1] = {
    let mut sized = [0; Good::COUNT + 1];
    let mut set: usize = 0;
    while set < 64 {
        sized[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    sized
};

impl BusinessmenRules {
    /// How many goods the main warehouse may hold. (BIZ-STORE-2)
    #[inline]
    pub(crate) fn warehouse_limit(&self, player: &Player) -> usize {
        self.limit(player, Characteristic::Warehouse).into()
    }

    /// Does this player have more goods than the main warehouse may hold? (BIZ-STORE-3)
    #[inline]
    pub(crate) fn has_too_many(&self, player: &Player) -> bool {
        player.stock().goods().len() > self.warehouse_limit(player)
    }

    /// Each active player in round order stores what was bought; asks the next who has too many goods. (BIZ-STORE-1, BIZ-STORE-3)
    #[inline]
    pub(crate) fn ask_to_store(&self, state: &mut State, next: Option<Seat>, journal: &mut impl Journal<Event>) -> bool {
        let mut next = next;
        while let Some(seat) = next {
            state.seat = seat;
            let player = &mut state.players[slot(seat)];
            if self.has_too_many(player) {
                return true;
            }
            store(player, seat, journal);
            next = self.next_in_round(state, seat);
        }
        false
    }

    /// The player in turn keeps these goods and gives up the others: at the end of loading, or after a lost level.
    /// (BIZ-STORE-4 to BIZ-STORE-6)
    #[inline]
    pub(crate) fn keep(
        &self,
        state: &mut State,
        goods: Goods,
        journal: &mut impl Journal<Event>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        let player = &mut state.players[slot(seat)];
        let limit = self.warehouse_limit(player);
        let own = player.stock().goods();
        if goods.len() != limit || !goods.and_not(own).is_empty() {
            return Err(self.why_not_keep(own, goods, limit));
        }
        if state.phase == Phase::Storing {
            store(player, seat, journal);
        }
        let given_up = player.main.only(own.and_not(goods));
        player.main = player.main.only(goods);
        let kept = player.main;
        state.piles = state.piles.plus(given_up);
        journal.note(|| Event::Kept { seat, kept: kept.list(), given_up: given_up.list() });
        Ok(self.next_in_round(state, seat))
    }

    #[cold]
    fn why_not_keep(&self, own: Goods, goods: Goods, limit: usize) -> Refusal {
        if let Some(good) = { goods.and_not(own) }.next() {
            return Refusal::new("BIZ-STORE-3", format!("you have no {}: keep goods that you have", self.good(good)));
        }
        let room = counting::goods(limit);
        Refusal::new("BIZ-STORE-4", format!("your Main warehouse has room for {room}: keep exactly {limit}"))
    }

    /// Every set that the player in turn may keep: a bit for each.
    #[inline]
    fn keeps(&self, state: &State) -> Bits {
        let player = &state.players[slot(state.seat)];
        let limit = self.warehouse_limit(player).min(Good::COUNT);
        Bits(WITHIN[usize::from(player.stock().goods().0 & 63)] & SIZED[limit])
    }

    pub(crate) fn list_keeps(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.keeps(state).map(|goods| Action::Keep(Goods(goods))));
    }

    #[inline]
    pub(crate) fn any_keep(&self, state: &State, luck: &mut impl Luck) -> Option<Action> {
        self.keeps(state).any(luck).map(|goods| Action::Keep(Goods(goods)))
    }

    /// The goods with the most units, ties in their order. (D4, D7)
    pub(crate) fn largest_stocks(&self, player: &Player) -> Goods {
        let stock = player.stock();
        let mut goods: Vec<Good> = stock.goods().collect();
        goods.sort_by_key(|good| std::cmp::Reverse(stock.of(*good)));
        goods.into_iter().take(self.warehouse_limit(player)).collect()
    }
}

/// BIZ-STORE-1.
#[inline]
fn store(player: &mut Player, seat: Seat, journal: &mut impl Journal<Event>) {
    if player.temporary.is_empty() {
        return;
    }
    let stored = std::mem::replace(&mut player.temporary, Units::NONE);
    player.main = player.main.plus(stored);
    journal.note(|| Event::Stored { seat, goods: stored.list() });
}
