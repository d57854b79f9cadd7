//! The tests of the workspace: run, shown as they go, and counted.

use crate::{
    cargo, second_try,
    test::{Verdict, answers},
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    sync::Mutex,
};

/// All tests but the examples in the documentation: with nextest, which runs the test programs side by side, where it is
/// installed, and otherwise with cargo's own runner.
pub fn tests() -> Verdict {
    if answers(cargo().args(["nextest", "--version"])) {
        match (counted(&["nextest", "run", "--workspace", "--no-fail-fast", "--no-tests", "fail"]), second_try::counted()) {
            (Verdict::Passed(told), Some(tried_again)) => Verdict::Passed(format!("{told}; {tried_again}")),
            (verdict, _) => verdict,
        }
    } else {
        println!("cargo-nextest is not installed; cargo's own runner is used");
        counted(&["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"])
    }
}

/// The examples in the documentation of the crates; nextest does not run these.
pub fn examples() -> Verdict {
    counted(&["test", "--workspace", "--no-fail-fast", "--doc"])
}

/// The closing words of the runner, and how many tests it ran.
#[derive(Default)]
struct Closing {
    lines: Vec<String>,
    tests: u64,
}

impl Closing {
    /// Reads a line of the output.
    fn hear(&mut self, line: &str) {
        let Some(tests) = ran(line) else { return };
        self.tests += tests;
        self.lines.push(line.trim().to_owned());
    }

    /// The last word of the runner, or how many tests all its programs ran.
    fn told(&self) -> String {
        match &self.lines[..] {
            [only] => only.clone(),
            lines => format!("{} tests in {} programs", self.tests, lines.len()),
        }
    }
}

/// How many tests a closing line reports: `test result: ok. 12 passed; …` of cargo's runner, `Summary [ 3.2s] 12 tests run: …` of
/// nextest. None for any other line.
fn ran(line: &str) -> Option<u64> {
    let line = line.trim();
    let number = |text: &str, unit: &str| text.split_once(unit)?.0.split_whitespace().next_back()?.parse::<u64>().ok();
    if let Some(result) = line.strip_prefix("test result: ") {
        return Some(number(result, " passed")? + number(result, " failed")?);
    }
    let summary = line.strip_prefix("Summary [")?;
    number(summary, " tests run").or_else(|| number(summary, " test run"))
}

/// Runs the tests, shows all output as it comes, and fails if no test was run at all.
fn counted(arguments: &[&str]) -> Verdict {
    let command = format!("cargo {}", arguments.join(" "));
    println!("$ {command}");
    let closing = Mutex::new(Closing::default());
    // If our output cannot be written, the tests still go on.
    let shown: Shown =
        (|line: &[u8]| drop(std::io::stdout().write_all(line)), |line: &[u8]| drop(std::io::stderr().write_all(line)));
    let ended = pass_on(cargo().args(arguments), &closing, shown);
    let closing = closing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    match ended {
        Err(error) => Verdict::Failed(format!("cannot run `{command}`: {error}")),
        Ok(status) if !status.success() => Verdict::Failed(format!("`{command}` ended with {status}; {}", closing.told())),
        Ok(_) if closing.tests == 0 => Verdict::Failed(format!("`{command}` ran no test")),
        Ok(_) => Verdict::Passed(closing.told()),
    }
}

/// What to do with a line of each stream.
type Shown = (fn(&[u8]), fn(&[u8]));

/// Runs a command, passes its output on line by line, and looks for the closing lines.
fn pass_on(command: &mut Command, closing: &Mutex<Closing>, shown: Shown) -> std::io::Result<std::process::ExitStatus> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|threads| {
        threads.spawn(|| out.map(|out| listen(out, shown.0, closing)));
        threads.spawn(|| err.map(|err| listen(err, shown.1, closing)));
    });
    child.wait()
}

fn listen(stream: impl Read, show: fn(&[u8]), closing: &Mutex<Closing>) {
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        show(&line);
        if let Ok(mut closing) = closing.lock() {
            closing.hear(&String::from_utf8_lossy(&line));
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_tell_how_many_tests_were_run() {
        assert_eq!(
            ran("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.01s\n"),
            Some(12)
        );
        assert_eq!(ran("test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out"), Some(3));
        assert_eq!(ran("     Summary [   3.274s] 1034 tests run: 1034 passed (2 slow), 7 skipped"), Some(1034));
        assert_eq!(ran("     Summary [   0.100s] 1 test run: 1 passed, 0 skipped"), Some(1));
        assert_eq!(ran("     Summary [   0.000s] 0 tests run: 0 passed, 0 skipped"), Some(0));
        assert_eq!(ran("test engine::summary ... ok"), None);
    }

    fn run(script: &str) -> (bool, Closing) {
        let closing = Mutex::new(Closing::default());
        let status = pass_on(Command::new("sh").args(["-c", script]), &closing, (|_| {}, |_| {})).unwrap();
        (status.success(), closing.into_inner().unwrap())
    }

    #[test]
    fn output_on_both_streams_is_listened_to() {
        let result = "test result: ok. 2 passed; 0 failed;";
        let (good, closing) = run(&format!("echo '{result}'; echo '{result}' >&2; echo nothing; exit 3"));
        assert!(!good);
        assert_eq!((closing.tests, closing.told().as_str()), (4, "4 tests in 2 programs"));
        let (good, closing) = run("printf '  Summary [ 1s] 5 tests run: 5 passed, 0 skipped'");
        assert!(good);
        assert_eq!(closing.told(), "Summary [ 1s] 5 tests run: 5 passed, 0 skipped");
    }
}
