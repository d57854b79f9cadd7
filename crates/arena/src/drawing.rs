//! A report for people.

use crate::{Performance, Report, Round, Spread};
use comfy_table::{CellAlignment, Table, presets};
use kernel::say::grouped;
use std::fmt;

/// How many characters the longest bar takes.
const BAR: usize = 20;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} games among {}, seed {}", self.title, grouped(self.games), self.lineup.join(", "), self.seed)?;
        writeln!(
            f,
            "{} decisions in {:.2} s of CPU time on {}: {} a second",
            grouped(self.decisions),
            self.seconds,
            if self.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", self.threads) },
            grouped(self.decisions_per_second as u64),
        )?;

        let mut bots = table(["bot", "seats", "first", "shared", "share of wins", "95 % interval", "even", "", "score"]);
        for line in &self.bots {
            bots.add_row([line.bot.clone(), line.held.to_string()].into_iter().chain(standing(&line.standing)));
        }
        writeln!(f, "\n{}", drawn(bots, &[7]))?;

        let mut seats = table(["seat", "first", "shared", "share of wins", "95 % interval", "even", "", "score"]);
        for line in &self.seats {
            seats.add_row([line.seat.to_string()].into_iter().chain(standing(&line.standing)));
        }
        writeln!(f, "\n{}", drawn(seats, &[6]))?;

        let (length, quantiles) = (&self.length.spread, &self.length.quantiles);
        writeln!(f, "\nLength in decisions: {}; half of the games {} to {}", spread(length), quantiles.p25, quantiles.p75)?;
        let most = self.length.histogram.iter().map(|bin| bin.games).max().unwrap_or(0);
        let mut lengths = table(["decisions", "games", ""]);
        for bin in &self.length.histogram {
            let name = if bin.from == bin.to { bin.from.to_string() } else { format!("{}–{}", bin.from, bin.to) };
            lengths.add_row([name, grouped(bin.games), bar(bin.games as f64 / most.max(1) as f64)]);
        }
        writeln!(f, "{}", drawn(lengths, &[2]))?;

        let mut endings = table(["ended by", "games", "share", ""]);
        for (clause, games) in &self.endings {
            let share = *games as f64 / self.games.max(1) as f64;
            endings.add_row([(*clause).to_owned(), grouped(*games), percent(share), bar(share)]);
        }
        writeln!(f, "\n{}", drawn(endings, &[0, 3]))?;

        if !self.figures.is_empty() {
            let mut figures = table(["figure", "mean", "sd", "least", "greatest"]);
            for figure in &self.figures {
                let Spread { mean, sd, min, max } = figure.spread;
                figures.add_row([figure.key.to_owned(), short(mean), short(sd), min.to_string(), max.to_string()]);
            }
            writeln!(f, "\n{}", drawn(figures, &[0]))?;
        }
        course(f, &self.course)
    }
}

/// How many rounds stand side by side at most.
const ROUNDS: usize = 60;

/// The figures that are followed through a game: a line each, as high as its mean. Rounds that few games reached say little
/// and are left out.
fn course(f: &mut fmt::Formatter<'_>, course: &[Round]) -> fmt::Result {
    let Some(first) = course.first() else { return Ok(()) };
    let told: Vec<&Round> = course.iter().filter(|round| round.games * 10 >= first.games).collect();
    let Some(last) = told.last() else { return Ok(()) };
    let step = told.len().div_ceil(ROUNDS);
    let shown: Vec<&Round> = told.iter().step_by(step).copied().collect();
    let heading = format!("rounds {} to {}", first.round, last.round);
    let mut lines = table(["figure", "at first", heading.as_str(), "at last"]);
    for (index, figure) in first.figures.iter().enumerate() {
        let means: Vec<f64> = shown.iter().filter_map(|round| Some(round.figures.get(index)?.spread.mean)).collect();
        let end = last.figures.get(index).map_or(0.0, |figure| figure.spread.mean);
        lines.add_row([figure.key.to_owned(), short(figure.spread.mean), curve(&means), short(end)]);
    }
    writeln!(f, "\n{}", drawn(lines, &[0, 2]))
}

/// A line of blocks from the least to the greatest of the values.
fn curve(values: &[f64]) -> String {
    let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(*value), most.max(*value)));
    let block = |value: &f64| {
        let part = if most > least { (value - least) / (most - least) } else { 0.0 };
        ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][(part * 7.0).round() as usize]
    };
    values.iter().map(block).collect()
}

fn standing(standing: &Performance) -> [String; 7] {
    let interval = format!("{:.1} – {}", standing.interval.low * 100.0, percent(standing.interval.high));
    [
        grouped(standing.wins),
        grouped(standing.shared),
        percent(standing.share),
        interval,
        percent(standing.even),
        bar(standing.share),
        spread(&standing.score),
    ]
}

fn spread(spread: &Spread) -> String {
    format!("{} ± {} ({} to {})", short(spread.mean), short(spread.sd), spread.min, spread.max)
}

/// A table whose cells are aligned to the right, as numbers are.
fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table.column_iter_mut().for_each(|column| {
        column.set_cell_alignment(CellAlignment::Right);
    });
    table
}

/// The table as text; the columns `left` are for words and bars.
fn drawn(mut table: Table, left: &[usize]) -> String {
    for index in left.iter().chain(&[0]) {
        if let Some(column) = table.column_mut(*index) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    table.trim_fmt()
}

/// A bar of this part of the full length, to an eighth of a character.
fn bar(part: f64) -> String {
    let eighths = (part.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    // What is there at all is seen.
    if eighths == 0 && part > 0.0 { "▏".to_owned() } else { "█".repeat(eighths / 8) + rest }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Three digits are enough for people.
fn short(value: f64) -> String {
    if value.abs() < 1000.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(bar(1.0).chars().count(), BAR);
        assert_eq!(bar(0.5), "█".repeat(BAR / 2));
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1e-9), "▏");
    }

    #[test]
    fn a_curve_goes_from_the_least_to_the_greatest() {
        assert_eq!(curve(&[1.0, 4.5, 8.0]), "▁▅█");
        assert_eq!(curve(&[3.0, 3.0]), "▁▁");
        assert_eq!(curve(&[]), "");
    }
}
