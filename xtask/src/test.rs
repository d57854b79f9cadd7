//! `cargo xtask test`: every check that a change has to pass.

use crate::{cargo, root, rules, runner, second_try};
use anyhow::bail;
use std::{
    fs,
    io::{IsTerminal, Write},
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How a step ended.
pub enum Verdict {
    /// Success, with a remark if there is one.
    Passed(String),
    /// Not checked, because this is missing.
    Skipped(String),
    /// What is wrong.
    Failed(String),
}

/// One step: its name and what it does.
struct Step {
    name: &'static str,
    run: fn() -> Verdict,
}

/// The steps in order; the first that fails ends the run.
const STEPS: [Step; 7] = [
    Step { name: "setup", run: setup },
    Step { name: "formatting", run: || checked(&["fmt", "--all", "--check"]) },
    Step { name: "lints", run: || checked(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]) },
    Step { name: "tests", run: runner::tests },
    Step { name: "examples", run: runner::examples },
    Step { name: "clauses", run: clauses },
    Step { name: "licences", run: licences },
];

/// Runs all steps and sums them up.
pub fn run() -> anyhow::Result<()> {
    let started = Instant::now();
    second_try::forget();
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
            Verdict::Passed(word) if word.is_empty() => "passed".to_owned(),
            Verdict::Passed(word) => format!("passed: {word}"),
            Verdict::Skipped(missing) => format!("NOT CHECKED: {missing}"),
            Verdict::Failed(command) => format!("FAILED: {command}"),
        };
        println!("— {}: {told} ({time})", step.name);
        summary.push(format!("  {:<12} {told} ({time})", step.name));
        match verdict {
            Verdict::Failed(command) => failure = Some((step.name, command)),
            // In CI nobody watches the output, so a skipped step must not look as if it had passed.
            Verdict::Skipped(missing) if std::env::var_os("CI").is_some() => failure = Some((step.name, missing)),
            Verdict::Skipped(_) | Verdict::Passed(_) => {}
        }
    }
    heading("summary");
    summary.iter().for_each(|line| println!("{line}"));
    println!("  {:<12} {}", "all", seconds(started.elapsed()));
    second_try::tell();
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

/// Runs cargo with these arguments and shows its output as it comes.
fn checked(arguments: &[&str]) -> Verdict {
    let command = format!("cargo {}", arguments.join(" "));
    println!("$ {command}");
    match cargo().args(arguments).stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Verdict::Passed(String::new()),
        Ok(status) => Verdict::Failed(format!("`{command}` ended with {status}")),
        Err(error) => Verdict::Failed(format!("cannot run `{command}`: {error}")),
    }
}

/// The version of cargo-deny that the licences were checked with.
const DENY: &str = "0.20.2";

/// What the browser tests need, as Debian names it.
const BROWSER: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// What the browser tests look at pages with, as npm names it.
const AXE: (&str, &str) = ("axe-core", "4.14.0");

/// Installs the tools that the later steps need. If one cannot be installed, it says so and its step is skipped.
fn setup() -> Verdict {
    for component in ["fmt", "clippy"] {
        if !answers(cargo().args([component, "--version"])) {
            return Verdict::Failed(format!("`cargo {component}` is missing; get it with `rustup component add rustfmt clippy`"));
        }
    }
    let mut missing = Vec::new();
    if !has_deny() && !got_deny() {
        missing.push("cargo-deny is missing and could not be installed; licences will not be checked".to_owned());
    }
    if !has_browser() && !got_browser() {
        missing.push(format!(
            "Chromium or its driver is missing; browser tests will not run; `apt-get install {}`",
            BROWSER.join(" ")
        ));
    }
    if !has_axe() && !got_axe() {
        missing.push(format!("{} is missing and npm could not get it; pages will not be checked for access", AXE.0));
    }
    if missing.is_empty() { Verdict::Passed(String::new()) } else { Verdict::Skipped(missing.join("; ")) }
}

fn got_deny() -> bool {
    println!("cargo-deny is missing; installing it, which takes some minutes the first time");
    // It has little to do here, and without optimisation it is built in half the time.
    matches!(checked(&["install", "cargo-deny", "--debug", "--locked", "--version", DENY]), Verdict::Passed(_))
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
    // The lists of packages may be old or missing.
    (apt(&install) || (apt(&["update"]) && apt(&install))) && has_browser()
}

/// Where axe is installed: in the target folder, since it is not part of the repository.
fn axe() -> PathBuf {
    root().join("target/axe")
}

/// Is it there, in the version that the tests were written for?
fn has_axe() -> bool {
    let about = fs::read_to_string(axe().join("node_modules").join(AXE.0).join("package.json")).unwrap_or_default();
    about.contains(&format!("\"version\": \"{}\"", AXE.1))
}

fn got_axe() -> bool {
    let package = format!("{}@{}", AXE.0, AXE.1);
    println!("getting {package}");
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]).arg(axe()).arg(package).stdin(Stdio::null());
    fs::create_dir_all(axe()).is_ok() && npm.status().is_ok_and(|status| status.success()) && has_axe()
}

fn has_deny() -> bool {
    answers(cargo().args(["deny", "--version"]))
}

/// Can this command be run, and does it succeed?
pub fn answers(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

fn clauses() -> Verdict {
    println!("$ cargo xtask rules --check");
    match rules::run(&rules::Arguments { what: None, check: true }) {
        Ok(()) => Verdict::Passed(String::new()),
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
