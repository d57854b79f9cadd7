//! How good a state looks for a player: what bots build on.
//!
//! Everything is measured in thousandths of a victory point: coins by what they can still buy, goods by the lots and car loads they
//! can become, units in cars by what they will bring when the car leaves.

use crate::{
    goods::{Car, Characteristic, Good},
    options::{EventMode, ExportLots},
    pack::LEVELS,
    rules::{BusinessmenRules, slot},
    state::{Phase, Player, State},
};
use kernel::Seat;

/// A victory point.
const POINT: i64 = 1000;
/// A won game.
const WIN: i64 = 1_000_000_000;
/// The value of a stock, by its number of units, that cannot be exported now but may become a lot or a car load in a later round.
const STOCK: [i64; 9] = [0, 170, 350, 560, 850, 1050, 1400, 1600, 2050];
/// The value of a level besides its points.
const LEVEL: [i64; Characteristic::COUNT] = [150, 100, 120];

impl BusinessmenRules {
    /// This player's standing, less a part of the others'.
    pub(crate) fn outlook(&self, state: &State, seat: Seat) -> i64 {
        if seat.index() >= self.players {
            return 0;
        }
        if state.phase == Phase::Over {
            let outcome = self.ranking(state);
            let sharing = outcome.winners().len() as i64;
            return match outcome.place(seat) {
                1 => WIN / sharing,
                place => -WIN - i64::from(place),
            };
        }
        let rivals = self.table.without(seat);
        let (mut sum, mut best) = (0, i64::MIN);
        for rival in rivals {
            let value = self.prospects(state, rival);
            sum += value;
            best = best.max(value);
        }
        self.prospects(state, seat) - best / 6 - sum / (12 * rivals.len() as i64)
    }

    fn prospects(&self, state: &State, seat: Seat) -> i64 {
        let player = &state.players[slot(seat)];
        let (income, cars) = self.cars_value(state, seat);
        let wanted = self.improvements_left(player);
        let skips = state.skips.contains(seat);
        let grant = if skips { i64::from(self.pack.numbers.skip_coins.units()) * 9 / 10 } else { 0 };
        let purse = i64::from(player.coins.units());
        let coins = purse_value(purse + income + grant, wanted);
        let coin = purse_value(purse + income + 4, wanted) - purse_value(purse + income + 3, wanted);
        POINT * i64::from(player.points)
            + self.finish(state, seat)
            + coins
            + cars
            + self.stock_value(state, seat, coin)
            + self.levels_value(state, player)
            + self.chance_to_buy(state, seat)
    }

    /// The value of having reached the victory target, which only the event wheel can undo from here. (BIZ-END-2)
    fn finish(&self, state: &State, seat: Seat) -> i64 {
        let beyond = i64::from(state.players[slot(seat)].points) - i64::from(self.options.victory_target);
        if beyond < 0 { 0 } else { 4 * POINT + beyond.min(2) * POINT / 2 }
    }

    /// The points that improvements can still bring.
    fn improvements_left(&self, player: &Player) -> i64 {
        let left =
            |level: &u8| self.pack.points.iter().skip(usize::from(*level) - 1).map(|points| i64::from(*points)).sum::<i64>();
        player.levels.iter().map(left).sum()
    }

    /// The coins expected from the cars, and the points that cars with only this player's goods may bring.
    fn cars_value(&self, state: &State, seat: Seat) -> (i64, i64) {
        let player = &state.players[slot(seat)];
        let sent = matches!(state.phase, Phase::Exporting | Phase::Improving | Phase::Events | Phase::Insuring);
        let (mut coins, mut points) = (0, 0);
        for car in Car::ALL {
            let load = &state.cars[car.index()];
            let (Some(good), own) = (load.good, i64::from(load.units[slot(seat)])) else { continue };
            if own == 0 {
                continue;
            }
            let room = self.room(state, car);
            // The price of what does not leave now rises by a band until the next round.
            let later = i64::from(room > 0 || sent);
            let price = (i64::from(self.price(state, good)) + later)
                .min(i64::from(self.prices[good.index()][usize::from(self.tops[good.index()])]));
            coins += own * price * if room == 0 { 92 } else { 78 };
            if load.units[slot(seat)] == load.total {
                let reward = POINT * i64::from(self.pack.cars[car.index()].points);
                points += reward * self.chance_alone(state, seat, player, good, room, own) / 100;
            }
        }
        (coins / 100, points)
    }

    /// The chance, in percent, that a car with only this player's units leaves with only these.
    fn chance_alone(&self, state: &State, seat: Seat, player: &Player, good: Good, room: u8, own: i64) -> i64 {
        if room == 0 {
            return if state.skips.contains(seat) { 40 } else { 93 };
        }
        let stock = player.stock().of(good);
        let fills = i64::from(stock.min(room));
        let base = if stock >= room { 80 } else { 25 + 45 * (own + fills) / (own + i64::from(room)) };
        let loaders = self.table.without(seat).filter(|other| state.players[slot(*other)].stock().of(good) > 0).count();
        (0..loaders).fold(base, |chance, _| chance * 8 / 10)
    }

    /// The value of the goods in both warehouses.
    fn stock_value(&self, state: &State, seat: Seat, coin: i64) -> i64 {
        let player = &state.players[slot(seat)];
        let stock = player.stock();
        let limit = self.warehouse_limit(player);
        let mut values = [0; Good::COUNT];
        for good in stock.goods() {
            values[good.index()] = self.good_value(state, seat, good, stock.of(good).into(), coin);
        }
        values.sort_unstable_by(|one, other| other.cmp(one));
        // Goods that do not fit in the main warehouse must go into a car before loading ends.
        let cars = if matches!(state.phase, Phase::Buying | Phase::Loading) { 45 } else { 0 };
        values.iter().enumerate().map(|(rank, value)| if rank < limit { *value } else { value * cars / 100 }).sum()
    }

    fn good_value(&self, state: &State, seat: Seat, good: Good, units: i64, coin: i64) -> i64 {
        let price = i64::from(self.price(state, good)) + 1;
        let unit = (coin * price).min(420) / 2;
        let later = STOCK[units.min(8) as usize].max(units * unit) + (units - 8).max(0) * unit;
        let now = self.export_value(units, unit);
        let chance = self.chance_to_export(state, seat, good);
        let cars = self.room_for(state, seat, good, units);
        (chance * now.max(later) + (100 - chance) * later) / 100 + cars
    }

    /// The value of the best lot and of the stock that is then left.
    fn export_value(&self, units: i64, unit: i64) -> i64 {
        let lots = self.pack.lots.iter().filter(|(size, _)| i64::from(*size) <= units);
        lots.map(|(size, points)| POINT * i64::from(*points) + (units - i64::from(*size)) * unit).max().unwrap_or(0)
    }

    /// The chance, in percent, that a lot of this good can be exported in this round.
    fn chance_to_export(&self, state: &State, seat: Seat, good: Good) -> i64 {
        let player = &state.players[slot(seat)];
        let barred = match self.options.export_lots {
            ExportLots::OnePerGood => player.exported.contains(good),
            ExportLots::OnePerPlayer => !player.exported.is_empty(),
            ExportLots::Any => false,
        };
        if barred || !self.is_on_card(state, good) || state.embargo.contains(good) || state.skips.contains(seat) {
            return 0;
        }
        match state.phase {
            Phase::Buying | Phase::Loading | Phase::Storing => 83,
            Phase::Exporting if state.lead == seat || seat == state.seat || state.seat.index() < seat.index() => 100,
            _ => 0,
        }
    }

    /// The extra value of units that can still be loaded into a car with this player's goods to fill it.
    fn room_for(&self, state: &State, seat: Seat, good: Good, units: i64) -> i64 {
        let mut best = 0;
        for car in Car::ALL {
            let load = &state.cars[car.index()];
            let room = i64::from(self.room(state, car));
            let figures = &self.pack.cars[car.index()];
            let own = i64::from(load.units[slot(seat)]);
            let part = match load.good {
                None => units.min(room) * 30,
                Some(held) if held == good && own == i64::from(load.total) && room > 0 => 25 * own + units.min(room) * 55,
                Some(held) if held == good => units.min(room) * 12,
                Some(_) => 0,
            };
            best = best.max(part * i64::from(figures.points) / 2);
        }
        best
    }

    fn levels_value(&self, state: &State, player: &Player) -> i64 {
        let mut value = 0;
        for characteristic in Characteristic::ALL {
            let level = usize::from(player.level(characteristic)).clamp(1, LEVELS);
            value += LEVEL[characteristic.index()] * (level as i64 - 1);
            // The wheel hits one characteristic in eight; a level can be bought again, its penalty at level 1 cannot be undone.
            let penalty = POINT * i64::from(self.pack.penalties[level - 1]) + LEVEL[characteristic.index()];
            let risk = penalty / 8;
            let marked = player.warnings.contains(characteristic);
            value -= match self.options.event_mode {
                _ if player.insured.contains(characteristic) => 0,
                EventMode::SecondStrike if !marked => risk / 6,
                _ => risk,
            };
        }
        if state.phase == Phase::Over { 0 } else { value }
    }

    /// The value of coins and of a turn to come: what can be bought with them.
    fn chance_to_buy(&self, state: &State, seat: Seat) -> i64 {
        if state.skips.contains(seat) {
            return 0;
        }
        let player = &state.players[slot(seat)];
        let units = i64::from(player.coins.units() / self.pack.numbers.unit_price.units().max(1));
        match state.phase {
            Phase::Announcing => 150 * units.min(8),
            Phase::Buying if !state.passed.contains(seat) => {
                let there: i64 = state.market.goods().and_not(player.bought).map(|good| i64::from(state.market.of(good))).sum();
                50 * units.min(5).min(there)
            }
            _ => 0,
        }
    }
}

/// The value of a purse: the first coins keep a player in the game, the next ones buy levels, and more than that is worth little.
fn purse_value(coins: i64, wanted: i64) -> i64 {
    let bands = [(4, 200), (6, 110), (10 * wanted, 85), (20, 30)];
    let (mut left, mut value) = (coins, 0);
    for (size, each) in bands {
        let part = left.min(size);
        value += part * each;
        left -= part;
    }
    value + left * 8
}
