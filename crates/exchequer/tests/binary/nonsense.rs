//! Command lines that nobody means: an error, an exit code, never a panic.

use crate::common::{folder, program};
use kernel::{Luck, Seeded};

#[test]
fn words_in_any_order_end_in_an_exit_code() {
    let here = folder("nonsense");
    let words = [
        "play",
        "simulate",
        "engine",
        "rules",
        "pack",
        "check",
        "export",
        "replay",
        "completions",
        "help",
        "economy",
        "chess",
        "--bots",
        "random",
        "random,steady",
        "--seats",
        "you,steady",
        "you:,x",
        "--set",
        "players=3",
        "players=",
        "=",
        "target=1",
        "--seed",
        "1",
        "-1",
        "18446744073709551616",
        "--threads",
        "2",
        "--json",
        "--csv",
        "--at",
        "--log",
        "--pack",
        ".",
        "",
        "-",
        "--",
        "--force",
        "--help",
        "bash",
        "ECO",
        "move",
        "ÄÖ",
        "\u{1b}[0m",
        "..",
        "-x",
        "--game",
    ];
    let mut luck = Seeded::new(11);
    for _ in 0..300 {
        let mut line: Vec<&str> = (0..luck.between(1, 6)).map(|_| words[luck.below(words.len())]).collect();
        // Nothing at all is no nonsense: it opens the house.
        if line.iter().all(|word| *word == "--") {
            continue;
        }
        if line.contains(&"simulate") {
            line.extend(["--games", "2"]);
        }
        let output = program(&line).current_dir(&here).stdin(std::process::Stdio::null()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0..=2)), "{line:?}: {}\n{errors}", output.status);
        assert!(!errors.contains("panicked"), "{line:?}: {errors}");
        assert!(output.status.success() || !errors.is_empty(), "{line:?} fails without a word");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use crate::common::exchequer;
    use std::{ffi::OsString, os::unix::ffi::OsStringExt};
    let odd = || OsString::from_vec(vec![b'e', 0xff]);
    for line in [vec![odd()], vec!["rules".into(), odd()], vec!["play".into(), "economy".into(), "--set".into(), odd()]] {
        exchequer(&line).ended(2);
    }
    exchequer(&["play".into(), "economy".into(), "--nonsense".into(), odd()]).ended(2).complains("--nonsense");
    exchequer(&["--help".into(), odd()]).ended(0).tells("Usage");
    exchequer(&["replay".into(), odd()]).ended(1).complains("cannot open");
}
