//! `cargo xtask shots`: screenshots of the house.

use crate::{cargo, root};
use anyhow::{Context, bail};
use std::{path::PathBuf, process::Command};

/// Take screenshots of the house, wide and narrow, light and dark
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder they go into
    #[arg(long, value_name = "DIR", default_value = "shots")]
    into: PathBuf,
    /// The games to show; all if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
}

/// Builds the house and runs the program that drives a browser through it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    succeed(cargo().args(["build", "--quiet", "--package", "exchequer", "--bin", "exchequer"]))?;
    let drive = ["run", "--quiet", "--package", "exchequer", "--example", "shots", "--"];
    succeed(cargo().args(drive).arg(root().join(&arguments.into)).args(&arguments.games))
}

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().context("cannot run cargo")?;
    if !status.success() {
        bail!("taking the screenshots failed: {status}");
    }
    Ok(())
}
