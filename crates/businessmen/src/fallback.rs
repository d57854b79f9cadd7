//! What a program plays for an absent player. (Section 4 of the rulebook, "nothing")
//!
//! The rulebook's "nothing" (play, pass, done) changes least, but then a table of absent players would pass for ever: points come
//! only from exports, cars and improvements. So for an absent player the program plays simply and safely: he buys what brings him
//! nearest to a lot on the export card or to a full car, loads what he cannot export, and takes every export and improvement that
//! he can. Only the event wheel takes points away, and it takes fewer than exports and cars bring, so somebody reaches the victory
//! target. In any case the game is over after the last round (BIZ-END-8).

use crate::{
    actions::Action,
    goods::Good,
    options::LoadDuty,
    rules::{BusinessmenRules, slot},
    state::{Phase, State},
};
use kernel::Seat;

impl BusinessmenRules {
    /// The safe choice.
    pub(crate) fn safe_choice(&self, state: &State, seat: Seat) -> Action {
        let player = &state.players[slot(seat)];
        match state.phase {
            // Without coins nothing can be bought, and skipping costs at most one point.
            Phase::Announcing if player.coins < self.pack.numbers.unit_price && self.may_skip(player) => Action::Skip,
            Phase::Announcing => Action::Play,
            Phase::Buying => self.plain_purchase(state, seat),
            Phase::Loading => self.plain_load(state, seat),
            Phase::Storing | Phase::Events => Action::Keep(self.largest_stocks(player)),
            Phase::Exporting => self.largest_lot(state, seat),
            Phase::Improving => { self.improvable(player) }.next().map_or(Action::Done, Action::Improve),
            Phase::Insuring | Phase::Over => Action::Done,
        }
    }

    /// Buys as much as possible of the good of which he then has the most; the export card counts more than the price. He stops
    /// when no further good fits in his main warehouse.
    fn plain_purchase(&self, state: &State, seat: Seat) -> Action {
        let player = &state.players[slot(seat)];
        let stock = player.stock();
        let most = self.most_units(player);
        let units = |good: Good| most.min(state.market.of(good));
        let room = |good: &Good| stock.of(*good) > 0 || stock.goods().len() < self.warehouse_limit(player);
        let value = |good: &Good| {
            let export = u32::from(self.is_on_card(state, *good));
            let owned = u32::from(stock.of(*good) + units(*good));
            (owned + 2 * export, self.price(state, *good))
        };
        let best = self.for_sale(state, player).filter(room).max_by_key(value);
        best.map_or(Action::Pass, |good| Action::Buy { units: units(good), good })
    }

    /// The largest load of a good that cannot be exported in this round, or the first load if one must be made.
    fn plain_load(&self, state: &State, seat: Seat) -> Action {
        let stock = state.players[slot(seat)].stock();
        let smallest_lot = self.pack.lots[0].0;
        let size = |load: &Action| match *load {
            Action::Load { good, car } => self.load_size(state, seat, good, car),
            _ => 0,
        };
        let waits = |load: &Action| match *load {
            Action::Load { good, .. } => self.is_on_card(state, good) && stock.of(good) >= smallest_lot,
            _ => false,
        };
        let loads = self.loads(state, seat);
        let best = { loads }.filter(|load| !waits(load)).max_by_key(size);
        let first = { loads }.next().filter(|_| self.options.load_duty == LoadDuty::Must);
        best.or(first).unwrap_or(Action::Pass)
    }

    fn largest_lot(&self, state: &State, seat: Seat) -> Action {
        let mut lots = Vec::new();
        self.list_exports(&State { seat, ..*state }, &mut lots);
        let size = |lot: &Action| if let Action::Export { units, .. } = lot { *units } else { 0 };
        lots.into_iter().max_by_key(size).unwrap_or(Action::Done)
    }
}
