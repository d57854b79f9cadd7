//! What pages, logs and the terminal say.

use crate::{
    actions::Action,
    counting::{coins, goods, points, units},
    events::Event,
    goods::{Car, Characteristic, Good, Goods},
    options::{BankRule, EventMode, LoadDuty},
    rules::{BusinessmenRules, slot},
    state::{Phase, Player, State, account},
};
use kernel::{
    Figure, Line, Money, Outcome, Refusal, Seat, Viewer, Words,
    say::{self, listed, name},
};

impl Words for BusinessmenRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let seat = state.seat;
        let player = &state.players[slot(seat)];
        let (clause, yours, theirs) = match state.phase {
            Phase::Announcing => (
                "BIZ-SKIP-1",
                format!("Round {}: play it, or skip it? A skip {}.", state.round, self.price_of_a_skip(state, player)),
                format!("decides whether to skip round {}.", state.round),
            ),
            Phase::Buying => {
                let most = { self.for_sale(state, player) }.map(|good| state.market.of(good).min(self.most_units(player))).max();
                let most = units(most.unwrap_or(0));
                ("BIZ-BUY-2", format!("Buy one good, at most {most} of it, or pass."), "buys or passes.".to_owned())
            }
            Phase::Loading if self.options.load_duty == LoadDuty::Must => {
                ("BIZ-LOAD-10", "Load one good into one car.".to_owned(), "loads a car.".to_owned())
            }
            Phase::Loading => {
                ("BIZ-LOAD-2", "Load one good into one car, or pass.".to_owned(), "loads a car or passes.".to_owned())
            }
            Phase::Storing | Phase::Events => {
                let limit = self.warehouse_limit(player);
                (
                    if state.phase == Phase::Storing { "BIZ-STORE-3" } else { "BIZ-STORE-6" },
                    format!("Your Main warehouse has room for {}: choose which to keep.", goods(limit)),
                    format!("chooses the {} to keep.", if limit == 1 { "good" } else { "goods" }),
                )
            }
            Phase::Exporting => ("BIZ-EXPORT-1", "Choose a lot to export, or finish.".to_owned(), "may export goods.".to_owned()),
            Phase::Improving => {
                ("BIZ-IMPROVE-1", "Improve a characteristic, or finish.".to_owned(), "may improve a characteristic.".to_owned())
            }
            Phase::Insuring => {
                ("BIZ-INSURE-1", "Insure a characteristic, or finish.".to_owned(), "may insure a characteristic.".to_owned())
            }
            Phase::Over => {
                let outcome = self.ranking(state);
                return Line::new(outcome.clause, format!("{} won.", winners(&outcome, names)));
            }
        };
        Line::new(clause, if viewer.holds(seat) { yours } else { format!("{} {theirs}", name(names, seat)) })
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, _names: &[String]) -> Line {
        let player = &state.players[slot(seat)];
        match *action {
            Action::Skip => Line::new("BIZ-SKIP-1", format!("Skip round {}", state.round)),
            Action::Play => Line::new("BIZ-SKIP-2", format!("Play round {}", state.round)),
            Action::Buy { units, good } => {
                let cost = self.pack.numbers.unit_price.times(units.into());
                Line::new("BIZ-BUY-2", format!("Buy {units} {} for {}", self.good(good), coins(cost)))
            }
            Action::Pass if state.phase != Phase::Loading => Line::new("BIZ-BUY-7", "Pass: buy nothing more in this round"),
            Action::Pass if self.passes_for_a_turn() => Line::new("BIZ-LOAD-11", "Pass: load nothing in this turn"),
            Action::Pass => Line::new("BIZ-LOAD-11", "Pass: load nothing more in this round"),
            Action::Load { good, car } => {
                let units = match self.load_size(state, seat, good, car) {
                    // A label for an action that is not possible.
                    0 => String::new(),
                    units => format!("{units} "),
                };
                Line::new("BIZ-LOAD-5", format!("Load {units}{} into the {} car", self.good(good), car.word()))
            }
            Action::Keep(goods) => Line::new("BIZ-STORE-4", format!("Keep {}", listed(self.names_of(goods)))),
            Action::Export { units, good } => {
                let gain = points(self.points_of_lot(player, units));
                Line::new("BIZ-EXPORT-3", format!("Export {units} {} for {gain}", self.good(good)))
            }
            Action::Improve(characteristic) => {
                let level = player.level(characteristic) + 1;
                let clause = if level == 2 { "BIZ-IMPROVE-2" } else { "BIZ-IMPROVE-3" };
                let title = characteristic.title();
                let Some((cost, gain)) = self.next_level(player, characteristic) else {
                    return Line::new("BIZ-IMPROVE-5", format!("Raise the {title} further"));
                };
                let gain = points(self.that_count(player, gain));
                Line::new(clause, format!("Raise the {title} to level {level} for {}: {gain}", coins(cost)))
            }
            Action::Insure(characteristic) => {
                let cost = coins(self.pack.numbers.insurance);
                Line::new("BIZ-INSURE-2", format!("Insure the {} for {cost}", characteristic.title()))
            }
            Action::Done => match state.phase {
                Phase::Improving => Line::new("BIZ-IMPROVE-1", "Done: no more improvements"),
                Phase::Insuring => Line::new("BIZ-INSURE-1", "Done: no more insurance"),
                _ => Line::new("BIZ-EXPORT-1", "Done: no more exports"),
            },
        }
    }

    fn effect(&self, state: &State, seat: Seat, action: &Action, _names: &[String]) -> String {
        let player = &state.players[slot(seat)];
        let left = |cost: Money| format!("{} left", coins(player.coins.less(cost).unwrap_or(Money::ZERO)));
        match *action {
            Action::Skip => self.price_of_a_skip(state, player),
            Action::Buy { units, good } => {
                let cost = self.pack.numbers.unit_price.times(units.into());
                let stock = u16::from(player.stock().of(good)) + u16::from(units);
                let price = self.price(state, good);
                format!("{}; {stock} {} in stock, at {price} each today", left(cost), self.good(good))
            }
            Action::Load { good, car } => self.effect_of_load(state, seat, good, car),
            Action::Keep(goods) => {
                let given_up = player.stock().goods().and_not(goods);
                let stock = player.stock();
                let lost: Vec<String> = given_up.map(|good| format!("{} {}", stock.of(good), self.good(good))).collect();
                if lost.is_empty() { String::new() } else { format!("gives up {}", listed(&lost)) }
            }
            Action::Export { units, good } => {
                let then = points(player.points.saturating_add(self.points_of_lot(player, units)));
                let rest = match player.main.of(good).saturating_sub(units) {
                    0 => "no".to_owned(),
                    rest => rest.to_string(),
                };
                format!("{then} in all; {rest} {} left", self.good(good))
            }
            Action::Improve(characteristic) => {
                let Some((cost, gain)) = self.next_level(player, characteristic) else { return String::new() };
                let limits = &self.pack.limits[characteristic.index()];
                let limit = limits.get(usize::from(player.level(characteristic))).copied().unwrap_or(0);
                let allows = match characteristic {
                    Characteristic::Warehouse => format!("room for {}", goods(limit.into())),
                    Characteristic::Loader => format!("loads up to {} at once", units(limit)),
                    Characteristic::Manager => format!("buys up to {} at once", units(limit)),
                };
                let then = points(player.points.saturating_add(self.that_count(player, gain)));
                format!("{}, {then} in all; {allows}", left(cost))
            }
            Action::Insure(_) if self.options.event_mode == EventMode::SecondStrike => {
                format!("{}; the marker comes off", left(self.pack.numbers.insurance))
            }
            Action::Insure(_) => format!("{}; insured in the next round", left(self.pack.numbers.insurance)),
            Action::Play | Action::Pass | Action::Done => String::new(),
        }
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        if seat != state.seat {
            return Vec::new();
        }
        let player = &state.players[slot(seat)];
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

    /// How each player gained and lost points. (BIZ-VP-2, BIZ-VP-3)
    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let mut lines = Vec::new();
        for seat in self.table {
            let player = &state.players[slot(seat)];
            let who = name(names, seat);
            let mut entry = |clause, count: u16, what: &str| {
                if count > 0 {
                    lines.push(Line::new(clause, format!("{who}: {} {what}", points(count))));
                }
            };
            entry("BIZ-IMPROVE-4", player.earned[account::IMPROVING], "by improving");
            entry("BIZ-EXPORT-3", player.earned[account::EXPORTING], "by exporting");
            entry("BIZ-SEND-6", player.earned[account::CARS], "by cars that held only their own goods");
            entry("BIZ-VP-3", player.lost[account::EVENTS], "lost to events");
            entry("BIZ-SKIP-3", player.lost[account::SKIPPING], "lost by skipping");
            let target = self.options.victory_target;
            let total = format!("{who}: {} of {target} points and {}", player.points, coins(player.coins));
            lines.push(Line::new("BIZ-VP-1", total));
        }
        if state.phase == Phase::Over {
            lines.push(self.verdict(state, names));
        }
        lines
    }

    fn chart_values(&self, state: &State) -> Vec<i64> {
        state.players[..self.players].iter().map(|player| player.points.into()).collect()
    }

    fn sources(&self) -> Vec<String> {
        ["full cars", "exports", "improvements", "lost again"].map(str::to_owned).to_vec()
    }

    fn brought(&self, _before: &State, event: &Event, add: &mut dyn FnMut(Seat, usize, i64)) {
        match *event {
            Event::Sent { points: Some((seat, points)), .. } => add(seat, 0, points.into()),
            Event::Exported { seat, points, .. } => add(seat, 1, points.into()),
            Event::Improved { seat, points, .. } => add(seat, 2, points.into()),
            Event::Penalised { seat, points, .. } | Event::Skipped { seat, points_lost: points } => {
                add(seat, 3, -i64::from(points))
            }
            _ => {}
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn course(&self, state: &State, figures: &mut Vec<Figure>) {
        let price = |good: Good| i64::from(self.price(state, good));
        let players = &state.players[..self.players];
        let mean = |sum: i64| sum / self.players as i64;
        figures.extend([
            ("price_fish", price(Good::Fish)),
            ("price_meat", price(Good::Meat)),
            ("price_grain", price(Good::Grain)),
            ("price_wood", price(Good::Wood)),
            ("price_oil", price(Good::Oil)),
            ("price_metal", price(Good::Metal)),
            ("mean_coins", mean(players.iter().map(|player| i64::from(player.coins.units())).sum())),
            ("mean_points", mean(players.iter().map(|player| i64::from(player.points)).sum())),
        ]);
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        let players = &state.players[..self.players];
        let earned = |account: usize| players.iter().map(|player| i64::from(player.earned[account])).sum();
        let lost = |account: usize| players.iter().map(|player| i64::from(player.lost[account])).sum();
        let books = &state.books;
        figures.extend([
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
        ]);
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

    /// What a lot of this size would bring a player. (BIZ-EXPORT-3)
    fn points_of_lot(&self, player: &Player, units: u8) -> u16 {
        let lot = self.pack.lots.iter().find(|(size, _)| *size == units);
        lot.map_or(0, |(_, points)| self.that_count(player, *points))
    }

    /// What a skip would cost a player and bring. (BIZ-SKIP-3, BIZ-SKIP-7, BIZ-SKIP-8)
    fn price_of_a_skip(&self, state: &State, player: &Player) -> String {
        let cost = match self.pack.numbers.skip_points.min(player.points) {
            0 => "nothing".to_owned(),
            cost => points(cost),
        };
        if state.round >= self.last_round {
            return format!("costs {cost} and brings nothing: this is the last round");
        }
        let up_to = if self.options.bank == BankRule::Finite { "up to " } else { "" };
        let grant = coins(self.pack.numbers.skip_coins);
        format!("costs {cost} and brings {up_to}{grant} at the start of the next round")
    }

    /// What a load would bring at today's price, or how full the car would be.
    fn effect_of_load(&self, state: &State, seat: Seat, good: Good, car: Car) -> String {
        let units = self.load_size(state, seat, good, car);
        let load = &state.cars[car.index()];
        let (own, total) = (load.units[slot(seat)].saturating_add(units), load.total.saturating_add(units));
        let capacity = self.capacities[car.index()];
        if total < capacity {
            return format!("{total} of {capacity}; {own} of them yours");
        }
        let worth = coins(Money::new(i32::from(own) * i32::from(self.price(state, good))));
        let gain = self.that_count(&state.players[slot(seat)], self.pack.cars[car.index()].points);
        let alone = if own == total && gain > 0 { format!(" and {}", points(gain)) } else { String::new() };
        format!("full; worth {worth}{alone} to you at today’s price")
    }

    /// Goods on the market that cannot be bought, and purchases of one unit more than allowed.
    fn barred_purchases(&self, state: &State) -> Vec<(Action, Refusal)> {
        let player = &state.players[slot(state.seat)];
        let most = self.most_units(player);
        let beyond = |good: Good| {
            let units = if player.bought.contains(good) { 1 } else { most + 1 };
            let barred = player.bought.contains(good) || units <= state.market.of(good);
            barred.then(|| (Action::Buy { units, good }, self.why_not_buy(state, units, good)))
        };
        state.market.goods().filter_map(beyond).collect()
    }

    /// Goods of the player that a car does not take.
    fn barred_loads(&self, state: &State) -> Vec<(Action, Refusal)> {
        let able: Vec<Action> = self.loads(state, state.seat).collect();
        let mut barred = Vec::new();
        for car in Car::ALL {
            for good in state.players[slot(state.seat)].stock().goods() {
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

    /// Lots that cannot be exported, of the card's goods and of the player's other goods.
    fn barred_exports(&self, state: &State) -> Vec<(Action, Refusal)> {
        let mut able = Vec::new();
        self.list_exports(state, &mut able);
        let main = state.players[slot(state.seat)].main;
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
