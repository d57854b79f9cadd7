//! `cargo xtask test`: all that has to hold before a change goes in.

use crate::{cargo, rules};
use anyhow::bail;
use std::{
    io::{IsTerminal, Write},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// What a step came to.
enum Verdict {
    Passed,
    /// Not checked, because this is missing.
    Skipped(String),
    Failed(String),
}

/// One step: its name and what it does.
struct Step {
    name: &'static str,
    run: fn() -> Verdict,
}

/// The steps in order; the first that fails ends the run.
const STEPS: [Step; 6] = [
    Step { name: "setup", run: setup },
    Step { name: "formatting", run: || checked(&["fmt", "--all", "--check"]) },
    Step { name: "lints", run: || checked(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]) },
    Step { name: "tests", run: || checked(&["test", "--workspace", "--no-fail-fast"]) },
    Step { name: "clauses", run: clauses },
    Step { name: "licences", run: licences },
];

/// Runs all steps and sums them up.
pub fn run() -> anyhow::Result<()> {
    let started = Instant::now();
    let mut summary = Vec::new();
    let mut failure = None;
    for step in STEPS {
        if failure.is_some() {
            summary.push(format!("  {:<12} not run", step.name));
            continue;
        }
        heading(step.name);
        let begun = Instant::now();
        let verdict = (step.run)();
        let time = seconds(begun.elapsed());
        let told = match &verdict {
            Verdict::Passed => "passed".to_owned(),
            Verdict::Skipped(missing) => format!("NOT CHECKED: {missing}"),
            Verdict::Failed(command) => format!("FAILED: {command}"),
        };
        println!("— {}: {told} ({time})", step.name);
        summary.push(format!("  {:<12} {told} ({time})", step.name));
        match verdict {
            Verdict::Failed(command) => failure = Some((step.name, command)),
            // Where nobody watches, what was not checked must not pass for checked.
            Verdict::Skipped(missing) if std::env::var_os("CI").is_some() => failure = Some((step.name, missing)),
            Verdict::Skipped(_) | Verdict::Passed => {}
        }
    }
    heading("summary");
    summary.iter().for_each(|line| println!("{line}"));
    println!("  {:<12} {}", "all", seconds(started.elapsed()));
    match failure {
        Some((name, command)) => bail!("{name} failed: {command}"),
        None => Ok(()),
    }
}

fn heading(name: &str) {
    if std::io::stdout().is_terminal() {
        println!("\n\x1b[1m━━ {name} ━━\x1b[0m");
    } else {
        println!("\n━━ {name} ━━");
    }
    let _ = std::io::stdout().flush();
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Runs cargo with these arguments; its output is shown as it comes.
fn checked(arguments: &[&str]) -> Verdict {
    let command = format!("cargo {}", arguments.join(" "));
    println!("$ {command}");
    match cargo().args(arguments).stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Verdict::Passed,
        Ok(status) => Verdict::Failed(format!("`{command}` ended with {status}")),
        Err(error) => Verdict::Failed(format!("`{command}` cannot be run: {error}")),
    }
}

/// The version of cargo-deny that the licences were checked with.
const DENY: &str = "0.20.2";

/// What the browser tests need, as Debian names it.
const BROWSER: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Sees to the tools that the later steps need. What cannot be had is said, and its step is skipped aloud.
fn setup() -> Verdict {
    for component in ["fmt", "clippy"] {
        if !answers(cargo().args([component, "--version"])) {
            return Verdict::Failed(format!("`cargo {component}` is missing; get it with `rustup component add rustfmt clippy`"));
        }
    }
    let mut missing = Vec::new();
    if !has_deny() && !got_deny() {
        missing.push("cargo-deny is not there and could not be installed; licences will not be checked".to_owned());
    }
    if !has_browser() && !got_browser() {
        missing
            .push(format!("no Chromium with its driver; browser tests will not be run; `apt-get install {}`", BROWSER.join(" ")));
    }
    if missing.is_empty() { Verdict::Passed } else { Verdict::Skipped(missing.join("; ")) }
}

fn got_deny() -> bool {
    println!("cargo-deny is missing; installing it, which takes some minutes once");
    matches!(checked(&["install", "cargo-deny", "--locked", "--version", DENY]), Verdict::Passed)
}

fn has_browser() -> bool {
    let there = |names: &[&str]| names.iter().any(|name| answers(Command::new(name).arg("--version")));
    there(&["chromedriver"]) && there(&["chromium", "chromium-browser", "google-chrome", "chrome"])
}

/// Installs the browser where that is allowed: as root on a system with apt-get.
fn got_browser() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|said| said.stdout == b"0\n");
    if !root || !answers(Command::new("apt-get").arg("--version")) {
        return false;
    }
    println!("Chromium or its driver is missing; installing {}", BROWSER.join(" "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let install = [&["install", "--yes", "--no-install-recommends"], &BROWSER[..]].concat();
    // The lists of packages may be old or not there at all.
    (apt(&install) || (apt(&["update"]) && apt(&install))) && has_browser()
}

fn has_deny() -> bool {
    answers(cargo().args(["deny", "--version"]))
}

fn answers(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

fn clauses() -> Verdict {
    println!("$ cargo xtask rules --check");
    match rules::run(&rules::Arguments { what: None, check: true }) {
        Ok(()) => Verdict::Passed,
        Err(error) => Verdict::Failed(format!("`cargo xtask rules --check`: {error:#}")),
    }
}

fn licences() -> Verdict {
    if has_deny() {
        // Advisories need a database from the network; licences, bans and sources need only what is here.
        checked(&["deny", "check", "licenses", "bans", "sources"])
    } else {
        Verdict::Skipped(format!("cargo-deny is missing; `cargo install cargo-deny --locked --version {DENY}`"))
    }
}
