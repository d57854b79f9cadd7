//! `cargo xtask bench`: how fast the games are, and how fast the house answers.

use crate::{bench_server, cargo};
use anyhow::{Context, bail};

/// Measure how fast the games are, in a release build
#[derive(clap::Args)]
pub struct Arguments {
    /// Only this game; `server` for the house
    game: Option<String>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Fail if a target is missed
    #[arg(long)]
    check: bool,
}

/// Builds the benchmark in release mode and runs it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.game.as_deref() == Some("server") {
        return bench_server::run(arguments.json, arguments.check);
    }
    let mut command = cargo();
    command.args(["bench", "--quiet", "--package", "exchequer", "--bench", "speed", "--"]);
    command.args(&arguments.game);
    command.args(arguments.json.then_some("--json"));
    command.args(arguments.check.then_some("--check"));
    let status = command.status().context("cannot run cargo")?;
    if !status.success() {
        bail!("the benchmark failed: {status}");
    }
    Ok(())
}
