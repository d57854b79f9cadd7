//! Phase 2, first part: players load the three cars in turns. (BIZ-LOAD)

use crate::{
    actions::Action,
    events::Event,
    goods::{Car, Characteristic, Good, Goods, Units},
    options::{LoadDuty, LoadPass, LoaderLimit, LoadingStart},
    rules::{BusinessmenRules, slot},
    state::{Phase, State, after, from},
};
use kernel::{Bits, Journal, Luck, Refusal, Seat, Seats};

/// Every load that can be made: a bit for each car and good.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Loads(Bits);

impl Loads {
    fn at(bit: u8) -> Action {
        let (car, good) = match bit {
            0..6 => (Car::Yellow, bit),
            6..12 => (Car::Blue, bit - 6),
            _ => (Car::Green, bit - 12),
        };
        Action::Load { good: Good::ALL[(good as usize).min(5)], car }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl Iterator for Loads {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        self.0.next().map(Loads::at)
    }
}

impl BusinessmenRules {
    /// Who loads first. (BIZ-LOAD-1)
    #[inline]
    pub(crate) fn first_to_load(&self, state: &mut State) -> Option<Seat> {
        let leader = self.leader(state)?;
        let default = after(self.active(state), leader);
        match self.options.loading_start {
            LoadingStart::AfterLeader => default,
            LoadingStart::Leader => Some(leader),
            LoadingStart::FirstToPass => state.first_passed.take().or(default),
        }
    }

    /// Does a pass give up this turn only? With a duty to load it makes no difference. (BIZ-LOAD-11)
    #[inline]
    pub(crate) fn passes_for_a_turn(&self) -> bool {
        self.options.load_pass == LoadPass::Turn && self.options.load_duty == LoadDuty::Free
    }

    /// The goods that this player can still load into some car. (BIZ-LOAD-4, BIZ-LOAD-9)
    #[inline]
    fn loadable(&self, state: &State, seat: Seat) -> Goods {
        let player = &state.players[slot(seat)];
        let stock = player.stock().goods();
        match self.options.loader_limit {
            LoaderLimit::PerLoad => stock,
            LoaderLimit::PerGood => stock.and_not(player.loaded.at_least(self.limit(player, Characteristic::Loader))),
        }
    }

    /// All loads that this player can make. (BIZ-LOAD-3)
    #[inline]
    pub(crate) fn loads(&self, state: &State, seat: Seat) -> Loads {
        let goods = self.loadable(state, seat);
        let mut loads = 0;
        for car in Car::ALL {
            let held = state.cars[car.index()];
            let takes = match held.good {
                None => goods,
                Some(_) if held.total >= self.capacities[car.index()] => Goods::NONE,
                Some(good) => goods.and(Goods::only(good)),
            };
            loads |= u64::from(takes.0) << (6 * car as u32);
        }
        Loads(Bits(loads))
    }

    /// The number of units follows: as many as possible. (BIZ-LOAD-5, BIZ-LOAD-9)
    #[inline]
    pub(crate) fn load_size(&self, state: &State, seat: Seat, good: Good, car: Car) -> u8 {
        let player = &state.players[slot(seat)];
        let limit = self.limit(player, Characteristic::Loader);
        let limit = match self.options.loader_limit {
            LoaderLimit::PerLoad => limit,
            LoaderLimit::PerGood => limit.saturating_sub(player.loaded.of(good)),
        };
        limit.min(self.room(state, car)).min(player.stock().of(good))
    }

    /// Asks the next player who can load something; players who cannot pass automatically. (BIZ-LOAD-2, BIZ-LOAD-12, BIZ-LOAD-13)
    #[inline]
    pub(crate) fn ask_to_load(&self, state: &mut State, next: Option<Seat>, journal: &mut impl Journal<Event>) -> bool {
        let mut next = next;
        let full = Car::ALL.iter().all(|car| self.room(state, *car) == 0);
        while let Some(seat) = next
            && !full
        {
            if self.passes_for_a_turn() && usize::from(state.passes) >= state.active.len() {
                return false;
            }
            let Some(seat) = from(state.left, seat) else { return false };
            state.seat = seat;
            if !self.loads(state, seat).is_empty() {
                return true;
            }
            next = self.pass_loads(state, true, journal);
        }
        false
    }

    /// Clears what belongs only to loading.
    #[inline]
    pub(crate) fn end_loading(&self, state: &mut State) {
        state.passed = Seats::NONE;
        state.left = state.active;
        state.passes = 0;
        if self.options.loader_limit == LoaderLimit::PerGood {
            for player in &mut state.players {
                player.loaded = Units::NONE;
            }
        }
    }

    #[inline]
    fn pass_loads(&self, state: &mut State, forced: bool, journal: &mut impl Journal<Event>) -> Option<Seat> {
        let seat = state.seat;
        if self.passes_for_a_turn() {
            state.passes += 1;
        } else {
            state.passed = state.passed.with(seat);
            state.left = state.left.without(seat);
        }
        journal.note(|| Event::Passed { seat, forced, phase: Phase::Loading });
        after(self.active(state), seat)
    }

    /// The player in turn passes, unless he must load. (BIZ-LOAD-10)
    #[inline]
    pub(crate) fn pass_loading(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Result<Option<Seat>, Refusal> {
        if self.options.load_duty == LoadDuty::Must {
            return Err(self.must_load());
        }
        Ok(self.pass_loads(state, false, journal))
    }

    pub(crate) fn must_load(&self) -> Refusal {
        Refusal::new("BIZ-LOAD-10", "a player who can load must load: choose a good and a car")
    }

    /// BIZ-LOAD-2 to BIZ-LOAD-6, BIZ-LOAD-14.
    #[inline]
    pub(crate) fn load(
        &self,
        state: &mut State,
        good: Good,
        car: Car,
        journal: &mut impl Journal<Event>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        let held = state.cars[car.index()].good;
        let units = self.load_size(state, seat, good, car);
        if units == 0 || held.is_some_and(|held| held != good) {
            return Err(self.why_not_load(state, good, car));
        }
        let player = &mut state.players[slot(seat)];
        let first = units.min(player.temporary.of(good));
        player.temporary.take(good, first);
        player.main.take(good, units - first);
        if self.options.loader_limit == LoaderLimit::PerGood {
            player.loaded.add(good, units);
        }
        let load = &mut state.cars[car.index()];
        load.good = Some(good);
        load.total += units;
        load.units[slot(seat)] += units;
        state.passes = 0;
        let filled = load.total == self.capacities[car.index()];
        journal.note(|| Event::Loaded { seat, good, units, car, filled });
        Ok(after(self.active(state), seat))
    }

    #[cold]
    pub(crate) fn why_not_load(&self, state: &State, good: Good, car: Car) -> Refusal {
        let player = &state.players[slot(state.seat)];
        let (name, car_name) = (self.good(good), car.word());
        match state.cars[car.index()].good {
            _ if self.room(state, car) == 0 => {
                Refusal::new("BIZ-LOAD-3", format!("the {car_name} car is full: choose another car"))
            }
            Some(held) if held != good => {
                let held = self.good(held);
                Refusal::new("BIZ-LOAD-3", format!("the {car_name} car holds {held}: load {held} or choose another car"))
            }
            _ if player.stock().of(good) == 0 => {
                Refusal::new("BIZ-LOAD-4", format!("you have no {name}: choose a good from your warehouses"))
            }
            _ => {
                let reason = format!("your Loader has loaded all the {name} it may in this phase: choose another good");
                Refusal::new("BIZ-LOAD-9", reason)
            }
        }
    }

    pub(crate) fn list_loads(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.loads(state, state.seat));
        if self.options.load_duty == LoadDuty::Free {
            out.push(Action::Pass);
        }
    }

    #[inline]
    pub(crate) fn any_load(&self, state: &State, luck: &mut impl Luck) -> Option<Action> {
        let loads = self.loads(state, state.seat).0;
        let free = u32::from(self.options.load_duty == LoadDuty::Free);
        let choices = loads.len() + free;
        let rank = luck.between(0, choices.checked_sub(1)?);
        Some(loads.at_rank(rank).map_or(Action::Pass, Loads::at))
    }
}
