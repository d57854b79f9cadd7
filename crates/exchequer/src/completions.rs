//! `completions SHELL`: a script that completes commands, games and bots.

use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  exchequer completions bash > ~/.local/share/bash-completion/completions/exchequer
  exchequer completions zsh > ~/.zfunc/_exchequer
  exchequer completions fish > ~/.config/fish/completions/exchequer.fish")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn run<Program: CommandFactory>(arguments: &Arguments) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Program::command(), "exchequer", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
