//! Phase 3, up to the exports: the price wheel, the cars that leave, and the prices after them. (BIZ-WHEEL, BIZ-SEND, BIZ-PRICE)

use crate::{
    events::Event,
    goods::{Car, Good, Goods},
    options::{QuietRound, SameGoodTwice},
    rules::{BusinessmenRules, slot},
    state::{Load, MOST_PLAYERS, State, account},
};
use kernel::{Journal, Luck, Money, Seat};

impl BusinessmenRules {
    /// One spin in every round: prices move, or goods come under embargo. (BIZ-WHEEL-1 to BIZ-WHEEL-4)
    #[inline]
    pub(crate) fn turn_price_wheel(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        let drawn = luck.between(1, self.price_draws.len() as u32) as usize;
        let number = self.price_draws[drawn - 1];
        let sector = &self.pack.price_wheel[usize::from(number)];
        state.sector = Some(number);
        state.embargo = sector.embargo;
        let before = state.positions;
        if sector.embargo.is_empty() {
            self.shift(state, &sector.moves.map(i16::from));
        }
        journal.note(|| {
            let named = Good::ALL.into_iter().filter(|good| sector.moves[good.index()] != 0);
            let moves = named.map(|good| self.moved(&before, state, good)).collect();
            Event::WheelTurned { sector: sector.id.clone(), moves, embargo: sector.embargo.collect() }
        });
    }

    /// How far the marker of a good went, where it stands now, and the price there.
    fn moved(&self, before: &[u8; Good::COUNT], state: &State, good: Good) -> (Good, i16, u8, u8) {
        let (old, new) = (before[good.index()], state.positions[good.index()]);
        (good, i16::from(new) - i16::from(old), new, self.price(state, good))
    }

    /// Moves all price markers, which never leave their tracks. (BIZ-PRICE-3)
    #[inline]
    fn shift(&self, state: &mut State, steps: &[i16; Good::COUNT]) {
        for ((position, steps), top) in state.positions.iter_mut().zip(steps).zip(self.tops) {
            *position = (i16::from(*position) + steps).clamp(0, top.into()) as u8;
        }
    }

    /// Every full car whose good is not under embargo leaves; then prices are adjusted. (BIZ-SEND-1 to BIZ-SEND-5, BIZ-PRICE-4)
    #[inline]
    pub(crate) fn send_cars(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        let rise = i16::from(self.pack.numbers.rise);
        let mut steps = [rise; Good::COUNT];
        let mut sold = Goods::NONE;
        for car in Car::ALL {
            let load = state.cars[car.index()];
            let Some(good) = load.good.filter(|_| load.total >= self.capacities[car.index()]) else { continue };
            if state.embargo.contains(good) {
                journal.note(|| Event::Held { car, good });
                continue;
            }
            self.send(state, car, good, journal);
            let fall = i16::from(self.pack.cars[car.index()].fall);
            let before = if sold.contains(good) { -steps[good.index()] } else { 0 };
            steps[good.index()] = match self.options.same_good_twice {
                SameGoodTwice::Sum => -before - fall,
                SameGoodTwice::Largest => -before.max(fall),
            };
            sold.insert(good);
        }
        if sold.is_empty() && self.options.quiet_round == QuietRound::Freeze {
            return;
        }
        let before = state.positions;
        self.shift(state, &steps);
        journal.note(|| {
            let moves = Good::ALL.into_iter().map(|good| self.moved(&before, state, good)).collect();
            Event::PricesAdjusted { moves }
        });
    }

    /// One car leaves: each owner is paid, a sole owner gets points, the tiles return. (BIZ-SEND-4 to BIZ-SEND-10)
    #[inline]
    fn send(&self, state: &mut State, car: Car, good: Good, journal: &mut impl Journal<Event>) {
        let load = std::mem::replace(&mut state.cars[car.index()], Load::EMPTY);
        let price = self.price(state, good);
        let mut paid = [Money::ZERO; MOST_PLAYERS];
        let mut seat = state.lead;
        let mut alone = None;
        for _ in 0..self.players {
            let units = load.units[slot(seat)];
            if units > 0 {
                paid[slot(seat)] = self.pay(state, seat, Money::new(i32::from(units) * i32::from(price)));
                if units == load.total {
                    alone = Some(seat);
                }
            }
            seat = seat.next(self.players);
        }
        // BIZ-SKIP-6: a skipper gets only money.
        let barred = |seat: &Seat| state.skips.contains(*seat) && !self.options.skip_car_points;
        let points = alone
            .filter(|seat| !barred(seat))
            .map(|seat| (seat, self.gain(state, seat, self.pack.cars[car.index()].points, account::CARS)));
        state.piles.add(good, load.total);
        state.books.sent = state.books.sent.saturating_add(1);
        state.books.sold = state.books.sold.saturating_add(load.total.into());
        state.books.prices = state.books.prices.saturating_add(u32::from(load.total) * u32::from(price));
        journal.note(|| {
            let owners = state.lead.clockwise(self.players).filter(|seat| load.units[slot(*seat)] > 0);
            let paid = owners.map(|seat| (seat, load.units[slot(seat)], paid[slot(seat)])).collect();
            Event::Sent { car, good, price, paid, points }
        });
    }
}
