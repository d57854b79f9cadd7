//! `engine`: JSON lines on standard input and output.

use std::io;

/// Talk to a program: JSON lines on standard input and output
#[derive(clap::Args)]
#[command(after_help = "\
Each line of input is a JSON object and gets one line of reply; docs/protocol.md shows every command with \
examples. A bad line gets an error reply and does not end the program.

Example:
  echo '{\"do\":\"games\"}' | exchequer engine

Exit codes: 0 the input ended; 1 input or output failed.")]
pub struct Arguments {}

/// Answers until the input ends.
pub fn run(_: &Arguments) -> anyhow::Result<()> {
    Ok(engine::serve(io::stdin().lock(), io::stdout().lock())?)
}
