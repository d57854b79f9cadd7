//! The table as text, for the terminal.

use crate::{
    goods::{Car, Characteristic, Good, Goods, Units},
    rules::{BusinessmenRules, slot},
    state::{Phase, State},
};
use kernel::{Seat, say::name};
use std::fmt::Write;

impl BusinessmenRules {
    pub(crate) fn drawn(&self, state: &State, names: &[String]) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw_head(&mut out, state);
        let _ = self.draw_goods(&mut out, state);
        let _ = self.draw_cars(&mut out, state);
        let _ = self.draw_players(&mut out, state, names);
        out
    }

    fn draw_head(&self, out: &mut String, state: &State) -> std::fmt::Result {
        write!(out, "round {}, {}; lead seat {}", state.round, state.phase.word(), state.lead.letter())?;
        if let Some(card) = state.goods_card.and_then(|card| self.pack.goods_cards.get(usize::from(card))) {
            write!(out, "; goods card {}", card.id)?;
        }
        if let Some(card) = state.export_card.and_then(|card| self.pack.export_cards.get(usize::from(card))) {
            write!(out, "; export card {}: {}", card.id, self.names_of(card.goods).join(", "))?;
        }
        if !state.embargo.is_empty() {
            write!(out, "; embargo: {}", self.names_of(state.embargo).join(", "))?;
        }
        out.push('\n');
        Ok(())
    }

    /// A column for each good: pile, market, price with the marker's position, `e` where it can be exported.
    fn draw_goods(&self, out: &mut String, state: &State) -> std::fmt::Result {
        let mut row = |title: &str, cell: &dyn Fn(Good) -> String| {
            let cells: String = Good::ALL.into_iter().map(|good| format!("{:>9}", cell(good))).collect();
            writeln!(out, "{title:<8}{cells}")
        };
        let card = self.card_goods(state).and_not(state.embargo);
        let mark = |goods: Goods, good: Good| if goods.contains(good) { "*" } else { "" };
        row("", &|good| format!("{}{}", mark(card, good), self.good(good)))?;
        row("pile", &|good| state.piles.of(good).to_string())?;
        row("market", &|good| match state.market.of(good) {
            0 => "-".to_owned(),
            tiles => tiles.to_string(),
        })?;
        row("price", &|good| format!("{} ({})", self.price(state, good), state.positions[good.index()]))
    }

    fn draw_cars(&self, out: &mut String, state: &State) -> std::fmt::Result {
        for car in Car::ALL {
            let load = &state.cars[car.index()];
            let good = load.good.map_or("-", |good| self.good(good));
            let owners: Vec<String> = load.owners().map(|seat| format!("{} {}", seat.letter(), load.units[slot(seat)])).collect();
            let line = format!("{:<8}{good} {}/{}  {}", car.word(), load.total, self.capacities[car.index()], owners.join(", "));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn draw_players(&self, out: &mut String, state: &State, names: &[String]) -> std::fmt::Result {
        for seat in self.table {
            let player = &state.players[slot(seat)];
            let turn = if seat == state.seat && state.phase != Phase::Over { ">" } else { " " };
            let label = format!("({}) {}", seat.letter(), name(names, seat));
            let levels: Vec<String> =
                Characteristic::ALL.into_iter().map(|characteristic| self.draw_level(state, seat, characteristic)).collect();
            let stock = |title: &str, units: Units| match units.is_empty() {
                true => String::new(),
                false => {
                    let goods: Vec<String> =
                        units.list().into_iter().map(|(good, units)| format!("{units} {}", self.good(good))).collect();
                    format!("  {title}: {}", goods.join(", "))
                }
            };
            let state_of = if state.skips.contains(seat) {
                "  skips"
            } else if state.passed.contains(seat) {
                "  passed"
            } else {
                ""
            };
            let (points, target, coins) = (player.points, self.options.victory_target, player.coins);
            let (main, temporary) = (stock("main", player.main), stock("temporary", player.temporary));
            let line = format!(
                "{turn} {label:<16} {points:>3}/{target} {coins:>4} {:<5}  {}{main}{temporary}{state_of}",
                if coins.units() == 1 { "coin" } else { "coins" },
                levels.join(" ")
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The first letter and the level, `!` for a warning marker, `+` for an insurance.
    fn draw_level(&self, state: &State, seat: Seat, characteristic: Characteristic) -> String {
        let player = &state.players[slot(seat)];
        let initial = characteristic.title().chars().next().unwrap_or('?');
        // Main warehouse and Manager have the same first letter.
        let initial = if characteristic == Characteristic::Warehouse { 'W' } else { initial };
        let warned = if player.warnings.contains(characteristic) { "!" } else { "" };
        let insured = if player.insured.contains(characteristic) { "+" } else { "" };
        format!("{initial}{}{warned}{insured}", player.level(characteristic))
    }
}
