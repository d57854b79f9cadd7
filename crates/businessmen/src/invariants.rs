//! What is true of every state. (BIZ-INV)

use crate::{
    from_position::elsewhere,
    goods::{Car, Good, Units},
    options::{EventMode, LoadDuty, LoaderLimit, LoadingStart, MarketLeftovers, Overflow, PointsCap},
    pack::{EXPORT_CARDS, GOODS_CARDS, LEVELS},
    rules::{BusinessmenRules, slot},
    state::{Load, Phase, Player, State},
};
use kernel::{Cards, Money, Refusal, Rules, Seat, Seats, refuse};

/// The most coins in a purse.
const LARGEST_PURSE: Money = Money::new(1_000_000);

impl BusinessmenRules {
    /// BIZ-INV-1 to BIZ-INV-17.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_seats(state)?;
        self.check_tiles(state)?;
        self.check_cards(state)?;
        for seat in self.table {
            self.check_player(state, seat)?;
        }
        self.check_money(state)?;
        self.check_phase(state)?;
        self.check_turn(state)
    }

    fn check_seats(&self, state: &State) -> Result<(), Refusal> {
        let here = |seats: Seats| seats.within(self.table);
        if state.lead.index() >= self.players || state.seat.index() >= self.players {
            return refuse("BIZ-COMP-1", format!("`lead` and `turn` are seats from 1 to {}", self.players));
        }
        let spinner = state.spin.map_or(Seats::NONE, |(seat, _)| Seats::only(seat));
        let first = state.first_passed.map_or(Seats::NONE, Seats::only);
        if ![state.skips, state.grants, state.passed, spinner, first].into_iter().all(here) {
            return refuse("BIZ-COMP-1", "somebody takes part who does not sit at the table");
        }
        if state.players[self.players..].iter().any(|player| *player != Player::NOBODY) {
            return refuse("BIZ-COMP-1", "somebody has something who does not sit at the table");
        }
        let active = state.skips.fold(self.table, Seats::without);
        if state.active != active || state.left != state.passed.fold(active, Seats::without) {
            return refuse("BIZ-SKIP-2", "who does not skip takes part, and who takes part and has not passed is left");
        }
        if !state.skips.within(state.grants) {
            return refuse("BIZ-SKIP-7", "a grant is due to everybody who skips");
        }
        if !(1..=self.last_round).contains(&state.round) {
            return refuse("BIZ-END-8", format!("rounds are counted from 1 to {}", self.last_round));
        }
        Ok(())
    }

    /// BIZ-INV-1, BIZ-INV-5, BIZ-INV-6 and BIZ-INV-14.
    fn check_tiles(&self, state: &State) -> Result<(), Refusal> {
        for good in Good::ALL {
            let (tiles, name) = (self.pack.numbers.tiles, self.good(good));
            if u32::from(state.piles.of(good)) + elsewhere(state, good) != u32::from(tiles) {
                return refuse("BIZ-INV-1", format!("there are {tiles} tiles of {name}, no more and no fewer"));
            }
            if state.positions[good.index()] > self.tops[good.index()] {
                let top = self.tops[good.index()];
                return refuse("BIZ-INV-6", format!("the price marker of {name} stands between 0 and {top}"));
            }
        }
        let after_sending =
            matches!(state.phase, Phase::Exporting | Phase::Improving | Phase::Events | Phase::Insuring | Phase::Over);
        for car in Car::ALL {
            let load = &state.cars[car.index()];
            let (word, sum) = (car.word(), load.units.iter().map(|units| u32::from(*units)).sum::<u32>());
            if load.good.is_some() != (load.total > 0)
                || sum != u32::from(load.total)
                || (load.good.is_none() && *load != Load::EMPTY)
            {
                return refuse("BIZ-INV-5", format!("the {word} car has a good exactly when it has units"));
            }
            if load.total > self.capacities[car.index()] || !load.owners().within(self.table) {
                let capacity = self.capacities[car.index()];
                return refuse(
                    "BIZ-INV-5",
                    format!("the {word} car carries at most {capacity} units, all of somebody at the table"),
                );
            }
            let full = load.total == self.capacities[car.index()];
            if full && after_sending && !load.good.is_some_and(|good| state.embargo.contains(good)) {
                return refuse("BIZ-INV-14", format!("the {word} car is full and its good is not under embargo: it was sent"));
            }
        }
        Ok(())
    }

    /// BIZ-INV-10.
    fn check_cards(&self, state: &State) -> Result<(), Refusal> {
        let sound = |deck: Cards, open: Option<u8>, count: usize| {
            let known = Cards::from_bits(deck.bits() & !Cards::first(count).bits()).is_empty();
            known && open.is_none_or(|card| usize::from(card) < count && !deck.contains(card))
        };
        let goods = sound(state.goods_deck, state.goods_card, GOODS_CARDS);
        if !goods || !sound(state.export_deck, state.export_card, EXPORT_CARDS) {
            return refuse("BIZ-INV-10", "each card is in the deck, open or on the discard pile");
        }
        let sector = state.sector.is_none_or(|sector| usize::from(sector) < self.pack.price_wheel.len());
        if !sector || state.spin.is_some_and(|(_, sector)| usize::from(sector) >= self.pack.event_wheel.len()) {
            return refuse("BIZ-WHEEL-2", "a wheel shows one of its sectors");
        }
        Ok(())
    }

    /// BIZ-INV-3, BIZ-INV-4, BIZ-INV-7, BIZ-INV-8, BIZ-INV-11 and BIZ-INV-12 for one player.
    fn check_player(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let player = &state.players[slot(seat)];
        let target = self.options.victory_target;
        if player.points > 1000 || (self.options.points_cap == PointsCap::Target && player.points > target) {
            return refuse("BIZ-INV-3", format!("seat {seat} cannot have {} points", player.points));
        }
        if (player.reached > 0) != self.counts_arrival(player.points) || usize::from(player.reached) > self.players {
            let reason =
                format!("`reached` of seat {seat} says in what order it came to {target} points, with `tie_break = first`");
            return refuse("BIZ-END-4", reason);
        }
        if player.levels.iter().any(|level| !(1..=LEVELS as u8).contains(level)) {
            return refuse("BIZ-INV-4", format!("levels of seat {seat} are 1, 2 or 3"));
        }
        let may_hold = matches!(state.phase, Phase::Buying | Phase::Loading | Phase::Storing) && !state.skips.contains(seat);
        // An active player has stored once his turn to store is over; a skipper stores nothing.
        let stored = !state.skips.contains(seat)
            && match state.phase {
                Phase::Storing => self.comes_before(state, seat, state.seat),
                phase => matches!(phase, Phase::Exporting | Phase::Improving),
            };
        if !player.temporary.is_empty() && (!may_hold || stored) {
            return refuse("BIZ-INV-7", format!("the temporary warehouse of seat {seat} is empty in this phase"));
        }
        let pending = matches!(state.phase, Phase::Storing | Phase::Events) && seat == state.seat;
        let limit = self.warehouse_limit(player);
        let excess = player.main.goods().len() > limit && self.options.overflow == Overflow::AtOnce;
        if excess && !pending || stored && player.main.goods().len() > limit {
            return refuse("BIZ-INV-8", format!("the main warehouse of seat {seat} holds at most {limit} goods"));
        }
        if self.options.event_mode == EventMode::SecondStrike && !player.insured.is_empty() {
            return refuse("BIZ-EVENT-4", "with `event_mode = second_strike` insuring only takes the marker off");
        }
        if state.phase != Phase::Events && !player.warnings.and(player.insured).is_empty() {
            return refuse("BIZ-INV-11", format!("a characteristic of seat {seat} is both marked and insured"));
        }
        // In Phase 6 the insurance of the last round has ended, and players who were not asked yet have bought none.
        let asked = !state.skips.contains(seat) && !self.comes_before(state, state.seat, seat);
        if state.phase == Phase::Insuring && !asked && !player.insured.is_empty() {
            return refuse("BIZ-INV-12", format!("the insurance of seat {seat} has ended"));
        }
        if state.round == 1 && !matches!(state.phase, Phase::Insuring | Phase::Over) && !player.insured.is_empty() {
            return refuse("BIZ-INV-12", format!("seat {seat} cannot have insured anything before Phase 6 of the first round"));
        }
        Ok(())
    }

    /// Is this seat before the other one in round order?
    fn comes_before(&self, state: &State, seat: Seat, other: Seat) -> bool {
        let distance = |seat: Seat| state.lead.clockwise(self.players).position(|one| one == seat);
        distance(seat) < distance(other)
    }

    /// BIZ-INV-2.
    fn check_money(&self, state: &State) -> Result<(), Refusal> {
        let purses = state.players[..self.players].iter().map(|player| player.coins);
        if purses.clone().any(|coins| !(Money::ZERO..=LARGEST_PURSE).contains(&coins)) {
            return refuse("BIZ-INV-2", format!("a purse holds 0 to {LARGEST_PURSE} coins"));
        }
        let total = purses.sum::<Money>() + state.bank;
        if self.finite_bank && (state.bank < Money::ZERO || total != self.money) {
            return refuse("BIZ-INV-2", format!("purses and Bank hold {} coins together", self.money));
        }
        if !self.finite_bank && state.bank != Money::ZERO {
            return refuse("BIZ-INV-2", "the Bank is not counted at this table");
        }
        Ok(())
    }

    /// What belongs to one phase exists only in that phase. (BIZ-INV-9, BIZ-INV-12, BIZ-INV-13, BIZ-INV-17)
    fn check_phase(&self, state: &State) -> Result<(), Refusal> {
        let players = &state.players[..self.players];
        let phase = state.phase;
        let before_wheel = matches!(phase, Phase::Announcing | Phase::Buying | Phase::Loading | Phase::Storing);
        if phase != Phase::Buying && !state.market.is_empty() && self.options.market_leftovers == MarketLeftovers::Return {
            return refuse("BIZ-INV-9", "the market is empty from the end of Phase 1 to the next goods card");
        }
        if before_wheel && !state.embargo.is_empty() {
            return refuse("BIZ-WHEEL-5", "an embargo begins with the price wheel and ends with the round");
        }
        if phase == Phase::Announcing && players.iter().any(|player| !player.bought.is_empty()) {
            return refuse("BIZ-INV-13", "nobody has bought anything before the cards are turned");
        }
        for seat in self.table {
            let player = &state.players[slot(seat)];
            let card = self.card_goods(state).and_not(state.embargo);
            if !player.exported.and_not(card).is_empty() || (before_wheel && !player.exported.is_empty()) {
                return refuse("BIZ-INV-13", format!("seat {seat} cannot have exported that in this round"));
            }
            if state.skips.contains(seat) && !player.bought.or(player.exported).is_empty() {
                return refuse("BIZ-SKIP-4", format!("seat {seat} skips: it neither buys nor exports"));
            }
            let counted = phase == Phase::Loading && self.options.loader_limit == LoaderLimit::PerGood;
            if !counted && player.loaded != Units::NONE {
                return refuse("BIZ-LOAD-9", "`loaded` counts only in loading with `loader_limit = per_good`");
            }
        }
        if before_wheel && players.iter().any(|player| player.points >= self.options.victory_target) {
            return refuse("BIZ-INV-17", "somebody has the victory target already: the last round was the end");
        }
        let turns = phase == Phase::Loading && self.passes_for_a_turn();
        let asks = matches!(phase, Phase::Buying | Phase::Loading) && !turns;
        if !asks && !state.passed.is_empty() || !state.passed.within(self.active(state)) {
            return refuse("BIZ-BUY-7", "only active players pass, in buying and in loading");
        }
        if usize::from(state.passes) >= self.active(state).len().max(1) || (!turns && state.passes > 0) {
            return refuse("BIZ-LOAD-11", "`passes` counts passes in a row, in loading with `load_pass = turn`");
        }
        let first = self.options.loading_start == LoadingStart::FirstToPass && phase == Phase::Buying && !state.passed.is_empty();
        if first != state.first_passed.is_some() || state.first_passed.is_some_and(|seat| !state.passed.contains(seat)) {
            return refuse("BIZ-LOAD-1", "`first_passed` says who passed first in Phase 1, with `loading_start = first_to_pass`");
        }
        if (phase == Phase::Over) && !self.is_ended(state) {
            return refuse("BIZ-END-1", "the game is over only when somebody has the victory target or after the last round");
        }
        Ok(())
    }

    /// Exactly one player is in turn and has a choice. (BIZ-INV-16)
    fn check_turn(&self, state: &State) -> Result<(), Refusal> {
        let seat = state.seat;
        match state.phase {
            Phase::Over => {
                return match seat == state.lead {
                    true => Ok(()),
                    false => refuse("BIZ-END-1", "the game is over: it is nobody’s turn"),
                };
            }
            Phase::Announcing => {
                let announced: Seats = state.lead.clockwise(self.players).take_while(|other| *other != seat).collect();
                if !state.skips.within(announced) {
                    return refuse("BIZ-SKIP-2", "only who was asked before has announced to skip");
                }
                if !self.may_skip(&state.players[slot(seat)]) {
                    return refuse("BIZ-INV-16", format!("seat {seat} may not skip and is not asked"));
                }
                return Ok(());
            }
            _ if !self.active(state).contains(seat) || state.passed.contains(seat) => {
                return refuse("BIZ-INV-16", format!("seat {seat} takes no part any more and is not in turn"));
            }
            Phase::Storing | Phase::Events if !self.has_too_many(&state.players[slot(seat)]) => {
                return refuse("BIZ-INV-16", format!("seat {seat} has no goods to give up and is not asked"));
            }
            _ => {}
        }
        if state.phase == Phase::Loading && Car::ALL.iter().all(|car| self.room(state, *car) == 0) {
            return refuse("BIZ-LOAD-13", "all cars are full: loading has ended");
        }
        let mut choices = Vec::new();
        self.actions(state, seat, &mut choices);
        let must = state.phase == Phase::Loading && self.options.load_duty == LoadDuty::Must;
        if choices.len() < if must { 1 } else { 2 } {
            return refuse("BIZ-INV-16", format!("seat {seat} has no choice here and is not asked"));
        }
        Ok(())
    }
}
