//! The table drawn in characters.

use crate::{
    colours::Colour,
    places::{Place, Warehouse},
    rules::ProfitabilityRules,
    state::{State, Step},
};
use kernel::{Money, Seat, say::name};
use std::fmt::Write;

/// Characters to a step of the board, sideways and downwards.
const WIDE: i32 = 4;
const HIGH: i32 = 2;

impl ProfitabilityRules {
    /// The map, the trendline, the prices, the warehouses and the players.
    pub(crate) fn drawn(&self, state: &State, names: &[String]) -> String {
        let mut out = self.draw_map(state);
        // Writing to a string cannot fail.
        let _ = self.draw_trend(&mut out, state);
        let _ = self.draw_stores(&mut out, state);
        let _ = self.draw_players(&mut out, state, names);
        out
    }

    /// Dots as `o`, links as lines, warehouses by their letters (`sR` is the small red one), trucks as `(R)`.
    fn draw_map(&self, state: &State) -> String {
        let mut canvas = Canvas::new(9 * WIDE + 6, 9 * HIGH + 1);
        let dots = self.board.dots(state.tiles);
        for dot in dots {
            let [x, y] = self.board.at(Place::Dot(dot));
            for other in state.links.of(dot).filter(|other| *other > dot) {
                let [to_x, to_y] = self.board.at(Place::Dot(other));
                canvas.line([x, y], [to_x, to_y]);
            }
        }
        dots.for_each(|dot| canvas.text(self.board.at(Place::Dot(dot)), "o"));
        for warehouse in Warehouse::all() {
            let size = if warehouse.is_large() { 'L' } else { 's' };
            canvas.text(self.board.at(Place::In(warehouse)), &format!("{size}{}", letter(warehouse.colour())));
        }
        for warehouse in Warehouse::all() {
            let inside = state.played().filter(|colour| state.truck(*colour).warehouse() == Some(warehouse));
            let trucks: String = inside.map(letter).collect();
            if !trucks.is_empty() {
                let [x, y] = self.board.at(Place::In(warehouse));
                canvas.text([x + 2 * 100 / WIDE, y], &format!("({trucks})"));
            }
        }
        for colour in state.played() {
            if let Some(dot) = state.truck(colour).dot() {
                let [x, y] = self.board.at(Place::Dot(dot));
                canvas.text([x - 100 / WIDE, y], &format!("({})", letter(colour)));
            }
        }
        canvas.finish()
    }

    fn draw_trend(&self, out: &mut String, state: &State) -> std::fmt::Result {
        write!(out, "trend:")?;
        for view in self.shown_trend(state) {
            write!(out, "  {view}")?;
        }
        write!(out, "\nprices:")?;
        for colour in Colour::ALL {
            write!(out, "  {colour} {}", Money::new(self.price(state, colour)))?;
        }
        out.push('\n');
        Ok(())
    }

    fn shown_trend(&self, state: &State) -> Vec<String> {
        let marker = |sum: u8| match crate::Space::new(sum) {
            None => "7 Joker".into(),
            Some(space) => state.trend.marker(space).map_or_else(
                || format!("{sum} –"),
                |marker| format!("{sum} {}{}", letter(marker.colour), marker.direction.sign()),
            ),
        };
        (2..=12).map(marker).collect()
    }

    /// What lies in each storage space.
    fn draw_stores(&self, out: &mut String, state: &State) -> std::fmt::Result {
        for warehouse in Warehouse::all() {
            write!(out, "{warehouse:<12}")?;
            for space in Colour::ALL {
                let goods: String = state.stores[warehouse.index()].space(space).each().map(letter).collect();
                write!(out, " {}: {:<9}", letter(space), if goods.is_empty() { "–" } else { &goods })?;
            }
            let cut = out.trim_end().len();
            out.truncate(cut);
            out.push('\n');
        }
        Ok(())
    }

    fn draw_players(&self, out: &mut String, state: &State, names: &[String]) -> std::fmt::Result {
        for seat in Seat::FIRST.clockwise(self.players) {
            let colour = state.colours[seat.index()];
            let truck = state.truck(colour);
            let turn = if seat == state.seat && state.step != Step::Over { ">" } else { " " };
            let place = truck.at.map_or_else(String::new, |place| self.board.name(place));
            let stage = truck.warehouse().map_or("", |_| truck.stage.name());
            let goods: String = truck.goods.each().map(letter).collect();
            let damaged = if truck.carries_damaged() { "d" } else { "" };
            let label = format!("({}) {}", letter(colour), name(names, seat));
            let profit = state.profits[self.account(colour)];
            let series = state.series.totals[colour.index()];
            let series = if self.options.matches > 1 { format!(" series {series}") } else { String::new() };
            let line = format!("{turn} {label:<16} {profit:>7}{series} {place:<11} {stage:<6} {damaged}{goods}");
            writeln!(out, "{}", line.trim_end())?;
        }
        if state.step == Step::Acting {
            writeln!(out, "dice {} {}, action points left {}", state.dice[0], state.dice[1], state.points)?;
        }
        Ok(())
    }
}

fn letter(colour: Colour) -> char {
    ['R', 'B', 'Y', 'G'][colour.index()]
}

/// Characters in rows, addressed by places of the board in hundredths.
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn new(wide: i32, high: i32) -> Canvas {
        Canvas(vec![vec![' '; wide.max(1) as usize]; high.max(1) as usize])
    }

    fn put(&mut self, column: i32, row: i32, letter: char) {
        let row = usize::try_from(row).ok().and_then(|row| self.0.get_mut(row));
        if let Some(place) = row.and_then(|row| row.get_mut(usize::try_from(column).ok()?)) {
            *place = letter;
        }
    }

    fn text(&mut self, [x, y]: [i32; 2], text: &str) {
        for (further, letter) in (0..).zip(text.chars()) {
            self.put(x * WIDE / 100 + further, y * HIGH / 100, letter);
        }
    }

    fn line(&mut self, [x, y]: [i32; 2], [to_x, to_y]: [i32; 2]) {
        let (column, row) = ((x + to_x) * WIDE / 200, (y + to_y) * HIGH / 200);
        match ((to_x - x).signum(), (to_y - y).signum()) {
            (_, 0) => (-1..=1).for_each(|further| self.put(column + further, row, '-')),
            (0, _) => self.put(column, row, '|'),
            (right, down) => self.put(column, row, if right == down { '\\' } else { '/' }),
        }
    }

    fn finish(self) -> String {
        let mut out = String::new();
        for row in self.0 {
            let line: String = row.into_iter().collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}
