//! `cargo xtask shots`: screenshots of the house.

use crate::{cargo, root};
use anyhow::{Context, bail};
use std::{path::PathBuf, process::Command};

/// Screenshots of the house, wide and narrow, light and dark
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder they go into
    #[arg(long, value_name = "DIR", default_value = "shots")]
    into: PathBuf,
    /// The games to show; all if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
}

/// Builds the house and hands over to the program that drives a browser through it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    succeed(cargo().args(["build", "--quiet", "--package", "exchequer", "--bin", "exchequer"]))?;
    let drive = ["run", "--quiet", "--package", "exchequer", "--example", "shots", "--"];
    succeed(cargo().args(drive).arg(root().join(&arguments.into)).args(&arguments.games))
}

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().context("cargo cannot be run")?;
    if !status.success() {
        bail!("the screenshots could not be made: {status}");
    }
    Ok(())
}
