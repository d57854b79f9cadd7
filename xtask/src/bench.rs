//! `cargo xtask bench`: how fast the games are played, and the house answers.

use crate::{bench_server, cargo};
use anyhow::{Context, bail};

/// How fast the games are played, in release
#[derive(clap::Args)]
pub struct Arguments {
    /// Only this game; `server` for the house
    game: Option<String>,
    /// One JSON object for programs instead of a table
    #[arg(long)]
    json: bool,
    /// Fail if a figure that must be reached is not
    #[arg(long)]
    check: bool,
}

/// Builds the measuring program optimised and hands over to it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.game.as_deref() == Some("server") {
        return bench_server::run(arguments.json, arguments.check);
    }
    let mut command = cargo();
    command.args(["bench", "--quiet", "--package", "exchequer", "--bench", "speed", "--"]);
    command.args(&arguments.game);
    command.args(arguments.json.then_some("--json"));
    command.args(arguments.check.then_some("--check"));
    let status = command.status().context("cargo cannot be run")?;
    if !status.success() {
        bail!("the measurement ended with {status}");
    }
    Ok(())
}
