//! Development tasks: `cargo xtask test`, `cargo xtask rules`, `cargo xtask new-game`, `cargo xtask bench`, `cargo xtask shots`.

mod bench;
mod bench_server;
mod citation;
mod new_game;
mod rules;
mod runner;
mod second_try;
mod shots;
mod source;
mod test;

use clap::{Parser, Subcommand};
use std::{path::PathBuf, process::ExitCode};

/// Development tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Every check that a change has to pass: formatting, lints, tests, clause coverage, licences
    Test,
    /// Clauses of the rulebooks with the code that cites them and the tests that name them; fails on a gap
    Rules(rules::Arguments),
    NewGame(new_game::Arguments),
    /// Measure how fast the games are, in a release build
    Bench(bench::Arguments),
    /// Take screenshots of the house, wide and narrow, light and dark
    Shots(shots::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.task {
        Task::Test => test::run(),
        Task::Rules(arguments) => rules::run(&arguments),
        Task::NewGame(arguments) => new_game::run(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Shots(arguments) => shots::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The folder that holds the workspace.
fn root() -> PathBuf {
    // At run time cargo says where this package is, which is more reliable than the place where it was built.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// The cargo that runs this task.
fn cargo() -> std::process::Command {
    let mut command = std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
