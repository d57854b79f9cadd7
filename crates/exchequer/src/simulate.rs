//! `simulate GAME`: bots play many games, and what they show is told.

use crate::setup;
use arena::Plan;
use bots::Budget;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};

/// Let bots play many games and report the statistics
#[derive(clap::Args)]
#[command(after_help = "\
Bots change seats from game to game, so that each plays every seat equally often. The same seed gives exactly \
the same games, whatever the number of threads.

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

/// More than anybody could wait for.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Plays the games and tells.
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
    let report = game.simulate(files.as_ref(), &options, &plan, &|games| bar.inc(games))?;
    bar.finish_and_clear();
    let told = match (arguments.json, arguments.csv) {
        (true, _) => serde_json::to_string(&report)? + "\n",
        (_, true) => report.to_csv(),
        _ => report.to_string(),
    };
    Ok(io::stdout().write_all(told.as_bytes())?)
}

/// A bar on a terminal; nothing elsewhere.
fn progress_bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
