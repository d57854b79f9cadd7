//! How fast the games are played: `cargo xtask bench`.
//!
//! Random play on one core by CPU time, and the single steps that bots and searches are made of.

use anyhow::bail;
use arena::BenchLine;
use clap::Parser;
use comfy_table::{CellAlignment, Table};
use proof::Facts;
use std::{
    io::{Write, stdout},
    process::ExitCode,
};

/// How fast the games are played.
#[derive(Parser)]
struct Arguments {
    /// Only this game
    game: Option<String>,
    /// One JSON object a game instead of a table
    #[arg(long)]
    json: bool,
    /// Fail if a figure that must be reached is not
    #[arg(long)]
    check: bool,
    /// Cargo says so to every program that measures
    #[arg(long, hide = true)]
    bench: bool,
}

/// Two threads must play so many times as much as one.
const TWO_THREADS: f64 = 1.8;

fn main() -> ExitCode {
    match measure(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, tells, and compares with what must be reached.
fn measure(arguments: &Arguments) -> anyhow::Result<()> {
    let wanted = |id: &str| arguments.game.as_deref().is_none_or(|game| game == id);
    let mut lines = Vec::new();
    for game in engine::games().iter().filter(|game| wanted(game.about().id)) {
        lines.push(game.bench()?);
    }
    if lines.is_empty() {
        let known: Vec<&str> = engine::games().iter().map(|game| game.about().id).collect();
        bail!("there is no such game; there are {}", known.join(", "));
    }
    match arguments.json {
        true => lines
            .iter()
            .try_for_each(|line| writeln!(stdout(), "{}", serde_json::to_string(line)?).map_err(anyhow::Error::from))?,
        false => writeln!(stdout(), "{}", table(&lines))?,
    }
    let missed: Vec<String> = lines.iter().flat_map(missed).collect();
    missed.iter().for_each(|miss| eprintln!("missed: {miss}"));
    if arguments.check && !missed.is_empty() {
        bail!("missed figures: {}", missed.len());
    }
    Ok(())
}

fn table(lines: &[BenchLine]) -> Table {
    let mut table = Table::new();
    let header =
        ["game", "players", "decisions/s", "must", "aim", "games/s", "apply ns", "actions ns", "copy ns", "state B", "2 threads"];
    table.set_header(header);
    for line in lines {
        let target = Facts::of(line.game).speed;
        let millions = |number: f64| format!("{:.2} M", number / 1e6);
        table.add_row([
            line.game.to_owned(),
            line.players.to_string(),
            millions(line.decisions_per_second),
            millions(target.must),
            millions(target.aim),
            format!("{:.0}", line.games_per_second),
            format!("{:.1}", line.apply_ns),
            format!("{:.1}", line.actions_ns),
            format!("{:.1}", line.copy_ns),
            line.state_bytes.to_string(),
            format!("× {:.2}", line.two_threads),
        ]);
    }
    table.column_iter_mut().skip(1).for_each(|column| {
        column.set_cell_alignment(CellAlignment::Right);
    });
    table
}

/// What a game must reach and does not.
fn missed(line: &BenchLine) -> Vec<String> {
    let target = Facts::of(line.game).speed;
    let game = line.game;
    let mut missed = Vec::new();
    if line.decisions_per_second < target.must {
        missed.push(format!(
            "{game}: {:.2} of {:.2} million decisions a second",
            line.decisions_per_second / 1e6,
            target.must / 1e6
        ));
    }
    if line.state_bytes > target.state {
        missed.push(format!("{game}: a state has {} bytes, at most {} are allowed", line.state_bytes, target.state));
    }
    if line.two_threads < TWO_THREADS {
        missed.push(format!("{game}: two threads play {:.2} times as much as one, not {TWO_THREADS}", line.two_threads));
    }
    missed
}
