//! What pages, logs and the terminal say.

use crate::{
    actions::Action,
    buying::coins,
    events::Event,
    goods::{Car, Characteristic, Good, Goods},
    options::{EventMode, LoadDuty},
    rules::{BusinessmenRules, place},
    state::{Phase, State, account},
};
use kernel::{
    Line, Money, Outcome, Refusal, Seat, Viewer, Words,
    say::{self, counted, listed, name},
};

/// So many points, in words.
pub(crate) fn points(count: u16) -> String {
    counted(count, "point")
}

impl Words for BusinessmenRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let seat = state.seat;
        let player = &state.players[place(seat)];
        let numbers = &self.pack.numbers;
        let (clause, yours, theirs) = match state.phase {
            Phase::Announcing => (
                "BIZ-SKIP-1",
                format!(
                    "Round {}: play it, or skip it? A skip costs {} and brings {} at the start of the next round.",
                    state.round,
                    points(numbers.skip_points),
                    coins(numbers.skip_coins)
                ),
                format!("decides whether to skip round {}.", state.round),
            ),
            Phase::Buying => {
                let limit = self.limit(player, Characteristic::Manager);
                ("BIZ-BUY-2", format!("Buy one good, at most {limit} units of it, or pass."), "buys or passes.".to_owned())
            }
            Phase::Loading => {
                let or = if self.options.load_duty == LoadDuty::Free { ", or pass" } else { "" };
                ("BIZ-LOAD-2", format!("Load one good into one car{or}."), "loads a car or passes.".to_owned())
            }
            Phase::Storing | Phase::Events => {
                let limit = self.warehouse_limit(player);
                let goods = if limit == 1 { "good" } else { "goods" };
                (
                    if state.phase == Phase::Storing { "BIZ-STORE-3" } else { "BIZ-STORE-6" },
                    format!("Your Main warehouse holds {limit} {goods}: choose what to keep."),
                    "chooses which goods to keep.".to_owned(),
                )
            }
            Phase::Exporting => ("BIZ-EXPORT-1", "Export a lot, or be done.".to_owned(), "may export.".to_owned()),
            Phase::Improving => ("BIZ-IMPROVE-1", "Improve a characteristic, or be done.".to_owned(), "may improve.".to_owned()),
            Phase::Insuring => ("BIZ-INSURE-1", "Insure a characteristic, or be done.".to_owned(), "may insure.".to_owned()),
            Phase::Over => {
                let outcome = self.ranking(state);
                return Line::new(outcome.clause, format!("{} won.", winners(&outcome, names)));
            }
        };
        Line::new(clause, if viewer.holds(seat) { yours } else { format!("{} {theirs}", name(names, seat)) })
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, _names: &[String]) -> Line {
        let player = &state.players[place(seat)];
        match *action {
            Action::Skip => Line::new("BIZ-SKIP-1", format!("Skip round {}", state.round)),
            Action::Play => Line::new("BIZ-SKIP-2", format!("Play round {}", state.round)),
            Action::Buy { units, good } => {
                let cost = self.pack.numbers.unit_price.times(units.into());
                Line::new("BIZ-BUY-2", format!("Buy {units} {} for {}", self.good(good), coins(cost)))
            }
            Action::Pass if state.phase == Phase::Loading => Line::new("BIZ-LOAD-11", "Pass: load nothing"),
            Action::Pass => Line::new("BIZ-BUY-7", "Pass: buy nothing more in this round"),
            Action::Load { good, car } => {
                let units = self.load_size(state, seat, good, car);
                Line::new("BIZ-LOAD-5", format!("Load {units} {} into the {} car", self.good(good), car.word()))
            }
            Action::Keep(goods) => Line::new("BIZ-STORE-4", format!("Keep {}", listed(self.names_of(goods)))),
            Action::Export { units, good } => {
                let lot = self.pack.lots.iter().find(|(size, _)| *size == units).map_or(0, |(_, points)| *points);
                Line::new("BIZ-EXPORT-3", format!("Export {units} {} for {}", self.good(good), points(lot)))
            }
            Action::Improve(characteristic) => {
                let level = player.level(characteristic) + 1;
                let (cost, gain) = self.next_level(player, characteristic).unwrap_or((Money::ZERO, 0));
                let clause = if level == 2 { "BIZ-IMPROVE-2" } else { "BIZ-IMPROVE-3" };
                let title = characteristic.title();
                Line::new(clause, format!("{title} to level {level} for {}: {}", coins(cost), points(gain)))
            }
            Action::Insure(characteristic) => {
                let cost = coins(self.pack.numbers.insurance);
                Line::new("BIZ-INSURE-2", format!("Insure the {} for {cost}", characteristic.title()))
            }
            Action::Done => match state.phase {
                Phase::Improving => Line::new("BIZ-IMPROVE-1", "No further improvement"),
                Phase::Insuring => Line::new("BIZ-INSURE-1", "No further insurance"),
                _ => Line::new("BIZ-EXPORT-1", "No further export"),
            },
        }
    }

    fn effect(&self, state: &State, seat: Seat, action: &Action, _names: &[String]) -> String {
        let player = &state.players[place(seat)];
        let left = |cost: Money| format!("{} left", coins(player.coins.less(cost).unwrap_or(Money::ZERO)));
        match *action {
            Action::Skip => {
                let rest = player.points.saturating_sub(self.pack.numbers.skip_points);
                format!("{} left, {} next round", points(rest), coins(self.pack.numbers.skip_coins))
            }
            Action::Buy { units, good } => {
                let cost = self.pack.numbers.unit_price.times(units.into());
                let stock = u16::from(player.stock().of(good)) + u16::from(units);
                let price = self.price(state, good);
                format!("{}; {stock} {} in stock, which sells at {price}", left(cost), self.good(good))
            }
            Action::Load { good, car } => self.effect_of_load(state, seat, good, car),
            Action::Keep(goods) => {
                let given_up = player.stock().goods().and_not(goods);
                let stock = player.stock();
                let lost: Vec<String> = given_up.map(|good| format!("{} {}", stock.of(good), self.good(good))).collect();
                if lost.is_empty() { String::new() } else { format!("gives up {}", listed(&lost)) }
            }
            Action::Export { units, good } => {
                let lot = self.pack.lots.iter().find(|(size, _)| *size == units).map_or(0, |(_, points)| *points);
                let rest = player.main.of(good).saturating_sub(units);
                format!("{} then; {rest} {} left", points(player.points.saturating_add(lot)), self.good(good))
            }
            Action::Improve(characteristic) => {
                let Some((cost, gain)) = self.next_level(player, characteristic) else { return String::new() };
                let limits = &self.pack.limits[characteristic.index()];
                let limit = limits.get(usize::from(player.level(characteristic))).copied().unwrap_or(0);
                let allows = match characteristic {
                    Characteristic::Warehouse => format!("holds {limit} goods"),
                    Characteristic::Loader => format!("loads {limit} units at once"),
                    Characteristic::Manager => format!("buys {limit} units at once"),
                };
                format!("{}, {} then; {allows}", left(cost), points(player.points.saturating_add(gain)))
            }
            Action::Insure(_) if self.options.event_mode == EventMode::SecondStrike => {
                format!("{}; the marker comes off", left(self.pack.numbers.insurance))
            }
            Action::Insure(_) => format!("{}; covered in the next round", left(self.pack.numbers.insurance)),
            Action::Play | Action::Pass | Action::Done => String::new(),
        }
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        if seat != state.seat {
            return Vec::new();
        }
        let player = &state.players[place(seat)];
        match state.phase {
            Phase::Buying => self.barred_purchases(state),
            Phase::Loading => self.barred_loads(state),
            Phase::Exporting => self.barred_exports(state),
            Phase::Improving => {
                let able = self.improvable(player);
                let barred = Characteristic::ALL.into_iter().filter(|characteristic| !able.contains(*characteristic));
                barred.map(|one| (Action::Improve(one), self.why_not_improve(player, one))).collect()
            }
            Phase::Insuring => {
                let able = self.insurable(player);
                let barred = Characteristic::ALL.into_iter().filter(|characteristic| !able.contains(*characteristic));
                barred.map(|one| (Action::Insure(one), self.why_not_insure(player, one))).collect()
            }
            Phase::Announcing | Phase::Storing | Phase::Events | Phase::Over => Vec::new(),
        }
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        self.told(event, names)
    }

    fn draw(&self, state: &State, _viewer: Viewer, names: &[String]) -> String {
        self.drawn(state, names)
    }

    /// What brought and what took points, player by player. (BIZ-VP-2, BIZ-VP-3)
    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let mut lines = Vec::new();
        for seat in self.table {
            let player = &state.players[place(seat)];
            let who = name(names, seat);
            let mut entry = |clause, count: u16, what: &str| {
                if count > 0 {
                    lines.push(Line::new(clause, format!("{who}: {} {what}", points(count))));
                }
            };
            entry("BIZ-IMPROVE-4", player.earned[account::IMPROVING], "by improving");
            entry("BIZ-EXPORT-3", player.earned[account::EXPORTING], "by exporting");
            entry("BIZ-SEND-6", player.earned[account::CARS], "by cars of own goods only");
            entry("BIZ-EVENT-4", player.lost[account::EVENTS], "lost to events");
            entry("BIZ-SKIP-3", player.lost[account::SKIPPING], "lost by skipping");
            let total = format!("{who}: {} of {} and {}", player.points, self.options.victory_target, coins(player.coins));
            lines.push(Line::new("BIZ-VP-1", total));
        }
        if state.phase == Phase::Over {
            lines.push(self.last_line(state, names));
        }
        lines
    }

    fn standing(&self, state: &State) -> Vec<i64> {
        state.players[..self.players].iter().map(|player| player.points.into()).collect()
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn course(&self, state: &State) -> Vec<(&'static str, i64)> {
        let price = |good: Good| i64::from(self.price(state, good));
        let players = &state.players[..self.players];
        let mean = |sum: i64| sum / self.players as i64;
        vec![
            ("price_fish", price(Good::Fish)),
            ("price_meat", price(Good::Meat)),
            ("price_grain", price(Good::Grain)),
            ("price_wood", price(Good::Wood)),
            ("price_oil", price(Good::Oil)),
            ("price_metal", price(Good::Metal)),
            ("mean_coins", mean(players.iter().map(|player| i64::from(player.coins.units())).sum())),
            ("mean_points", mean(players.iter().map(|player| i64::from(player.points)).sum())),
        ]
    }

    fn figures(&self, state: &State) -> Vec<(&'static str, i64)> {
        let players = &state.players[..self.players];
        let earned = |account: usize| players.iter().map(|player| i64::from(player.earned[account])).sum();
        let lost = |account: usize| players.iter().map(|player| i64::from(player.lost[account])).sum();
        let books = &state.books;
        vec![
            ("rounds", state.round.into()),
            ("coins_at_end", players.iter().map(|player| i64::from(player.coins.units())).sum()),
            ("points_by_improving", earned(account::IMPROVING)),
            ("points_by_exporting", earned(account::EXPORTING)),
            ("points_by_cars", earned(account::CARS)),
            ("points_lost_to_events", lost(account::EVENTS)),
            ("points_lost_to_skipping", lost(account::SKIPPING)),
            ("cars_sent", books.sent.into()),
            ("units_sold", books.sold.into()),
            ("mean_price_in_hundredths", i64::from(books.prices) * 100 / i64::from(books.sold.max(1))),
            ("lots_exported", books.exports.into()),
            ("rounds_skipped", books.skips.into()),
            ("hits", books.hits.into()),
            ("insurances", books.insurances.into()),
        ]
    }
}

fn winners(outcome: &Outcome, names: &[String]) -> String {
    say::names(names, outcome.winners())
}

impl BusinessmenRules {
    /// The names of goods.
    pub(crate) fn names_of(&self, goods: Goods) -> Vec<String> {
        goods.map(|good| self.good(good).to_owned()).collect()
    }

    /// Who won, and by what.
    fn last_line(&self, state: &State, names: &[String]) -> Line {
        let outcome = self.ranking(state);
        let (target, who) = (self.options.victory_target, winners(&outcome, names));
        let order: Vec<String> = self.by_place(&outcome).into_iter().map(|seat| name(names, seat)).collect();
        let text = match outcome.clause {
            "BIZ-END-8" => format!("after round {} nobody has {target}; {who} leads and wins", state.round),
            "BIZ-END-3" => format!("{who} alone has {target} or more and wins"),
            "BIZ-END-4" => format!("several have {target} or more; {who} has the most and wins"),
            _ => format!("several have {target} or more and the most coins; {who} wins"),
        };
        Line::new(outcome.clause, format!("{text} (in order: {})", order.join(", ")))
    }

    /// What a load would fetch at today's price, or how full the car would be.
    fn effect_of_load(&self, state: &State, seat: Seat, good: Good, car: Car) -> String {
        let units = self.load_size(state, seat, good, car);
        let load = &state.cars[car.index()];
        let (own, total) = (load.units[place(seat)].saturating_add(units), load.total.saturating_add(units));
        let capacity = self.capacities[car.index()];
        let worth = coins(Money::new(i32::from(own) * i32::from(self.price(state, good))));
        let alone = if own == total { format!(" and {}", points(self.pack.cars[car.index()].points)) } else { String::new() };
        if total >= capacity {
            format!("full; at today's price your {own} bring {worth}{alone}")
        } else {
            format!("{total} of {capacity}; {own} of them yours")
        }
    }

    /// What lies on the market but cannot be bought, and one unit more than can.
    fn barred_purchases(&self, state: &State) -> Vec<(Action, Refusal)> {
        let player = &state.players[place(state.seat)];
        let most = self.most_units(player);
        let beyond = |good: Good| {
            let units = if player.bought.contains(good) { 1 } else { most + 1 };
            let barred = player.bought.contains(good) || units <= state.market.of(good);
            barred.then(|| (Action::Buy { units, good }, self.why_not_buy(state, units, good)))
        };
        state.market.goods().filter_map(beyond).collect()
    }

    /// Own goods that a car does not take.
    fn barred_loads(&self, state: &State) -> Vec<(Action, Refusal)> {
        let able: Vec<Action> = self.loads(state, state.seat).collect();
        let mut barred = Vec::new();
        for car in Car::ALL {
            for good in state.players[place(state.seat)].stock().goods() {
                let load = Action::Load { good, car };
                if !able.contains(&load) {
                    barred.push((load, self.why_not_load(state, good, car)));
                }
            }
        }
        if self.options.load_duty == LoadDuty::Must {
            barred.push((Action::Pass, self.must_load()));
        }
        barred
    }

    /// Lots of the card's goods, and of own goods that are not on it, that cannot be exported.
    fn barred_exports(&self, state: &State) -> Vec<(Action, Refusal)> {
        let mut able = Vec::new();
        self.list_exports(state, &mut able);
        let main = state.players[place(state.seat)].main;
        let mut barred = Vec::new();
        for (units, _) in self.pack.lots {
            for good in main.at_least(units).or(self.card_goods(state)) {
                let lot = Action::Export { units, good };
                if !able.contains(&lot) {
                    barred.push((lot, self.why_not_export(state, units, good)));
                }
            }
        }
        barred
    }
}
