//! Exchequer, a house for economic board games: the program.

mod completions;
mod engine;
mod failure;
mod hints;
mod pack;
mod page;
mod play;
mod replay;
mod rules;
mod serve;
mod setup;
mod simulate;
mod store;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A house for economic board games: play them, study them, change them, write programs that play them.
#[derive(Parser)]
#[command(name = "exchequer", version, max_term_width = 100, after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER: &str = "\
Begin with:
  exchequer                             the house in your browser
  exchequer play economy                a game against three bots, here in the terminal
  exchequer rules economy ECO-MOVE      what the rulebook says about moving
  exchequer simulate economy --games 1000 --bots steady,random,random,random

Run `exchequer COMMAND --help` for details and examples.

Exit codes: 0 success; 1 refused or failed; 2 invalid command line.";

#[derive(Subcommand)]
enum Command {
    /// Open the house in the browser; the default if no command is given
    Serve(serve::Arguments),
    /// Play in the terminal, against bots or with friends at one keyboard
    Play(play::Arguments),
    /// Let bots play many games and report the statistics
    Simulate(simulate::Arguments),
    /// Talk to a program: JSON lines on standard input and output
    Engine(engine::Arguments),
    /// Print the rulebook, a topic of it, or one clause
    Rules(rules::Arguments),
    /// Check or export a game’s content: numbers, cards, boards
    #[command(subcommand)]
    Pack(pack::Command),
    /// Replay a record and verify every state and every roll
    Replay(replay::Arguments),
    /// See what a house keeps, and delete what is old
    #[command(subcommand)]
    Store(store::Command),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
}

fn main() -> ExitCode {
    // An argument that is not Unicode matters only for the suggestion.
    let words = || std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let arguments = Arguments::try_parse().unwrap_or_else(|error| hints::with_hints(error, words()).exit());
    let done = match arguments.command.unwrap_or_else(|| Command::Serve(serve::Arguments::unsaid())) {
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Engine(arguments) => engine::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Pack(command) => pack::run(&command),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Store(command) => store::run(&command),
        Command::Completions(arguments) => completions::run::<Arguments>(&arguments),
    };
    failure::exit_code(done)
}
