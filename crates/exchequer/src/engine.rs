//! `engine`: JSON lines on standard input and output.

use std::io;

/// Speak with a program: JSON lines on standard input and output
#[derive(clap::Args)]
#[command(after_help = "\
A JSON object a line, an answer a line; docs/protocol.md tells every message with examples. A bad line gets \
an error line, never an exit.

Example:
  echo '{\"do\":\"games\"}' | exchequer engine

Exit codes: 0 the input ended; 1 input or output failed.")]
pub struct Arguments {}

/// Answers until the input ends.
pub fn run(_: &Arguments) -> anyhow::Result<()> {
    Ok(engine::serve(io::stdin().lock(), io::stdout().lock())?)
}
