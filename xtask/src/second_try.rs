//! Tests that passed only at the second try: nextest's report of them, printed at the end of a run.

use crate::root;
use std::{fs, path::PathBuf};

/// A test that failed first.
#[derive(PartialEq, Eq, Debug)]
struct SecondTry {
    /// Its program and its name.
    test: String,
    /// How it failed.
    failure: String,
}

/// How many lines of a failure are printed.
const LINES: usize = 12;

/// The file of nextest's report, as set in `.config/nextest.toml`.
fn report() -> PathBuf {
    root().join("target/nextest/default/junit.xml")
}

/// Deletes the report of an earlier run.
pub fn forget() {
    let _ = fs::remove_file(report());
}

/// The number of tests of this run that needed a second try, in words; none if none did.
pub fn counted() -> Option<String> {
    match found(&fs::read_to_string(report()).unwrap_or_default()).len() {
        0 => None,
        1 => Some("1 test NEEDED A SECOND TRY".to_owned()),
        many => Some(format!("{many} tests NEEDED A SECOND TRY")),
    }
}

/// Prints these tests and how they failed first.
pub fn tell() {
    let found = found(&fs::read_to_string(report()).unwrap_or_default());
    if found.is_empty() {
        return;
    }
    println!("\nThese tests failed and passed when they were tried again. Look into each: a true defect may hide there.");
    for SecondTry { test, failure } in found {
        println!("\n  {test}");
        failure.lines().take(LINES).for_each(|line| println!("      {line}"));
    }
}

/// The tests in a report that passed after a failure.
fn found(report: &str) -> Vec<SecondTry> {
    let cases = report.split("<testcase ").skip(1);
    let second_try = |case: &str| {
        let (_, failed) = case.split_once("<flakyFailure ")?;
        let (_, told) = failed.split_once('>')?;
        let told = told.split('<').next().unwrap_or_default().split("stack backtrace:").next().unwrap_or_default();
        let test = format!("{} {}", attribute(case, "classname")?, attribute(case, "name")?);
        Some(SecondTry { test, failure: plain(told).trim().to_owned() })
    };
    cases.filter_map(second_try).collect()
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    // `classname` also ends with `name`, but that is not the start of an attribute.
    let start =
        if tag.starts_with(&format!("{name}=\"")) { name.len() + 2 } else { tag.find(&format!(" {name}=\""))? + name.len() + 3 };
    tag[start..].split('"').next().map(plain)
}

/// Undoes the escaping of XML.
fn plain(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (written, sign)| text.replace(written, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_tells_which_tests_passed_after_a_failure_and_how_they_failed() {
        let report = r#"<testsuites><testsuite name="exchequer::browser">
            <testcase name="chat::good" classname="exchequer::browser" time="0.013"/>
            <testcase name="looks::&lt;late&gt;" classname="exchequer::browser" time="0.010">
                <flakyFailure time="0.2" message="panicked" type="exit code 101">thread &apos;looks&apos; panicked at looks.rs:7:66:
left &amp;amp; right: &lt;1&gt;
stack backtrace:
   0: __rustc::rust_begin_unwind
                <system-out>running 1 test</system-out></flakyFailure>
            </testcase>
            <testcase name="chat::bad" classname="exchequer::browser"><failure message="x">for ever</failure><rerunFailure>again</rerunFailure></testcase>
        </testsuite></testsuites>"#;
        let failure = "thread 'looks' panicked at looks.rs:7:66:\nleft &amp; right: <1>".to_owned();
        assert_eq!(found(report), [SecondTry { test: "exchequer::browser looks::<late>".to_owned(), failure }]);
        assert_eq!(found(""), []);
    }
}
