//! A report for people.

use crate::{Figure, Performance, Report, Round, Spread};
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

        figures(f, &self.figures)?;
        course(f, &self.course)
    }
}

/// What separates the name of a family from those of its members.
const FAMILY: &str = ": ";

/// Draws the figures without a family in one table, and then each family in its own.
fn figures(f: &mut fmt::Formatter<'_>, figures: &[Figure]) -> fmt::Result {
    let mut families: Vec<(&str, Vec<(&str, &Spread)>)> = Vec::new();
    let mut alone = table(["figure", "mean", "sd", "least", "greatest"]);
    for Figure { key, spread } in figures {
        let Some((family, member)) = key.split_once(FAMILY) else {
            alone.add_row([vec![(*key).to_owned()], numbers(spread).into()].concat());
            continue;
        };
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, members)) => members.push((member, spread)),
            None => families.push((family, vec![(member, spread)])),
        }
    }
    if !alone.is_empty() {
        writeln!(f, "\n{}", drawn(alone, &[0]))?;
    }
    families.into_iter().try_for_each(|(name, members)| writeln!(f, "\n{}", family(name, members)))
}

/// A family with more members than this is shown as its [`GREATEST`] and its [`LEAST`].
const LARGE: usize = 12;
const GREATEST: usize = 10;
const LEAST: usize = 5;

/// The members of a family by their means, the greatest first, each with its share of the whole.
fn family(name: &str, mut members: Vec<(&str, &Spread)>) -> String {
    members.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
    let whole: f64 = members.iter().map(|(_, spread)| spread.mean).sum();
    let most = members.first().map_or(0.0, |(_, spread)| spread.mean);
    let part = |mean: f64, of: f64| if of > 0.0 { mean / of } else { 0.0 };
    let hidden = if members.len() > LARGE { GREATEST..members.len() - LEAST } else { 0..0 };
    let mut lines = table([name, "share", "", "mean", "sd", "least", "greatest"]);
    for (place, (member, spread)) in members.iter().enumerate() {
        if place == hidden.start && !hidden.is_empty() {
            let mean: f64 = members[hidden.clone()].iter().map(|(_, spread)| spread.mean).sum();
            lines.add_row([format!("{} others", hidden.len()), percent(part(mean, whole)), String::new(), short(mean)]);
        }
        if !hidden.contains(&place) {
            let shown = [(*member).to_owned(), percent(part(spread.mean, whole)), bar(part(spread.mean, most))];
            lines.add_row([shown.to_vec(), numbers(spread).into()].concat());
        }
    }
    lines.add_row(["in all".to_owned(), String::new(), String::new(), short(whole)]);
    drawn(lines, &[2])
}

fn numbers(spread: &Spread) -> [String; 4] {
    [short(spread.mean), short(spread.sd), spread.min.to_string(), spread.max.to_string()]
}

/// The most rounds that are drawn side by side.
const ROUNDS: usize = 60;

/// Draws the means of the figures that are followed through a game, a line for each. Rounds that only few games reached are left
/// out.
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
    // Any part above zero is visible.
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
    fn a_large_family_is_its_greatest_and_its_least() {
        let spreads: Vec<Spread> = (1..=20).map(|mean| Spread { mean: f64::from(mean), sd: 0.0, min: 0, max: 0 }).collect();
        let names: Vec<String> = (1..=20).map(|number| format!("b{number:02}")).collect();
        let members = || names.iter().map(String::as_str).zip(&spreads);
        let first_words = |text: &str| {
            let words = text.lines().map(|line| line.split_whitespace().next().unwrap_or("").to_owned());
            words.collect::<Vec<_>>().join(" ")
        };
        let large = family("fees", members().collect());
        assert_eq!(first_words(&large), "fees b20 b19 b18 b17 b16 b15 b14 b13 b12 b11 5 b05 b04 b03 b02 b01 in", "{large}");
        assert!(large.contains("5 others  19.0 %") && large.ends_with("210.0"), "{large}");
        let small = family("fees", members().take(LARGE).collect());
        assert_eq!(small.lines().count(), LARGE + 2, "{small}");
    }

    #[test]
    fn a_curve_goes_from_the_least_to_the_greatest() {
        assert_eq!(curve(&[1.0, 4.5, 8.0]), "▁▅█");
        assert_eq!(curve(&[3.0, 3.0]), "▁▁");
        assert_eq!(curve(&[]), "");
    }
}
