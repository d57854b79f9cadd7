//! `simulate GAME`: bots play many games, and the statistics are printed.

use crate::setup;
use arena::Plan;
use bots::Budget;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// Let bots play many games and report the statistics
#[derive(clap::Args)]
#[command(after_help = "\
Bots change seats from game to game, so that each plays every seat equally often. The same seed gives exactly \
the same games, whatever the number of threads. If it takes more than a few seconds, the first games tell how \
long, on standard error.

Examples:
  exchequer simulate economy --games 10000 --bots random
  exchequer simulate economy --games 1000 --bots steady,random,random,random --seed 7
  exchequer simulate economy --games 1000 --bots steady --set players=3 --json
  exchequer simulate economy --games 1000 --bots steady --pack my-economy --csv > report.csv

Exit codes: 0 played; 1 a setting or the pack was refused; 2 invalid command line.")]
pub struct Arguments {
    #[command(flatten)]
    table: setup::Table,
    /// How many games
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// The bots, one for each seat; a single name fills all seats
    #[arg(long, value_delimiter = ',', value_parser = setup::bot_names(), default_value = "steady")]
    bots: Vec<String>,
    /// A number for all luck: the same number gives the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How many threads; 0 for one per core
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print one JSON object instead of text
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values: section, name, measure, value
    #[arg(long)]
    csv: bool,
}

/// More games than anybody could wait for.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Plays the games and prints the report.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let game = setup::game(&arguments.table.game)?;
    let mut options = arguments.table.settings()?;
    let lineup = match &arguments.bots[..] {
        [all] => vec![all.clone(); setup::players(game, &options)?],
        each => each.to_vec(),
    };
    setup::seat(game, &mut options, lineup.len())?;
    let plan = Plan {
        lineup,
        games: arguments.games,
        seed: arguments.seed,
        threads: usize::from(arguments.threads),
        budget: Budget::default(),
    };
    let files = arguments.table.files()?;
    let bar = progress_bar(arguments.games);
    let forecast = Forecast::new(arguments.games);
    let progress = |games| {
        if let Some(told) = forecast.after(games) {
            // A failure to write this does not matter.
            bar.suspend(|| _ = writeln!(io::stderr(), "{told}"));
        }
        bar.inc(games);
    };
    let report = game.simulate(files.as_ref(), &options, &plan, &progress)?;
    bar.finish_and_clear();
    let told = match (arguments.json, arguments.csv) {
        (true, _) => serde_json::to_string(&report)? + "\n",
        (_, true) => report.to_csv(),
        _ => report.to_string(),
    };
    Ok(io::stdout().write_all(told.as_bytes())?)
}

/// After the first games, says once how long all of them will take, if that is worth knowing.
struct Forecast {
    games: u64,
    began: Instant,
    done: AtomicU64,
    told: AtomicBool,
}

/// After this many games the time for all can be estimated; if they are slow, after the first.
const FEW_GAMES: u64 = 8;

/// Games are slow if fewer of them are done after this time.
const PATIENCE: Duration = Duration::from_secs(3);

/// A shorter time is not worth reporting.
const WORTH_TELLING: Duration = Duration::from_secs(5);

impl Forecast {
    fn new(games: u64) -> Forecast {
        Forecast { games, began: Instant::now(), done: AtomicU64::new(0), told: AtomicBool::new(false) }
    }

    /// The message, if any, after `games` more games are done.
    fn after(&self, games: u64) -> Option<String> {
        let done = self.done.fetch_add(games, Ordering::Relaxed) + games;
        if done < FEW_GAMES && self.began.elapsed() < PATIENCE || self.told.swap(true, Ordering::Relaxed) {
            return None;
        }
        forecast(self.games, done, self.began.elapsed())
    }
}

/// An estimate of the time for all games, if `done` of them took `took`.
fn forecast(games: u64, done: u64, took: Duration) -> Option<String> {
    let all = took.as_secs_f64() * games as f64 / done as f64;
    if all < WORTH_TELLING.as_secs_f64() {
        return None;
    }
    let (count, unit) = match all {
        ..=90.0 => (all, "seconds"),
        ..=5400.0 => (all / 60.0, "minutes"),
        ..=129_600.0 => (all / 3600.0, "hours"),
        _ => (all / 86_400.0, "days"),
    };
    let first = if done == 1 { "one tells".to_owned() } else { format!("{done} tell") };
    Some(format!("{games} games will take about {count:.0} {unit}, as far as the first {first}"))
}

/// A bar on a terminal; nothing elsewhere.
fn progress_bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_told_once_in_a_unit_that_people_use() {
        let told = |games, done, millis| forecast(games, done, Duration::from_millis(millis)).unwrap_or_default();
        assert_eq!(told(1000, 10, 49), "", "a few seconds are no news");
        assert_eq!(told(1000, 10, 200), "1000 games will take about 20 seconds, as far as the first 10 tell");
        assert_eq!(told(1000, 8, 2_400), "1000 games will take about 5 minutes, as far as the first 8 tell");
        assert!(told(100_000, 8, 2_400).contains("about 8 hours"));
        assert!(told(1_000_000_000_000, 8, 2_400).contains(" days"));
        let quick = Forecast::new(1_000_000_000);
        assert_eq!(quick.after(FEW_GAMES - 1), None, "too few to tell");
        std::thread::sleep(Duration::from_millis(10));
        assert!(quick.after(1).is_some());
        assert_eq!(quick.after(1), None, "told already");
        let slow = Forecast { began: Instant::now() - Duration::from_secs(60), ..Forecast::new(6) };
        assert!(
            slow.after(1).is_some_and(|told| told.ends_with("as far as the first one tells")),
            "the first game took a minute"
        );
    }
}
