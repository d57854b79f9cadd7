//! Help that teaches, and what is said to those who need it.

use crate::common::{exchequer, program};
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

#[test]
fn help_is_one_word_away() {
    let said = exchequer(&["--help"]).ended(0);
    insta::assert_snapshot!("help", said.out);
}

#[test]
fn without_arguments_the_house_opens() {
    let home = tempfile::tempdir().unwrap();
    let mut house = program::<&str>(&[])
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let told = BufReader::new(house.stdout.take().unwrap()).read_line(&mut line);
    house.kill().unwrap();
    house.wait().unwrap();
    told.unwrap();
    assert!(line.starts_with("Exchequer is open: http://127.0.0.1:"), "{line}");
    assert!(home.path().join("exchequer").join("exchequer.sqlite").exists(), "tables are kept with the user’s data");
}

/// The help with `the games` instead of their list, wherever its lines break.
fn without_games(help: &str) -> String {
    let mut parts = help.split("[possible values: ");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (values, rest) = part.split_once(']').unwrap();
        let named = values.split([' ', ',', '\n']).filter(|word| !word.is_empty());
        let games = named.eq(engine::games().iter().map(|game| game.about().id));
        told += &format!("[possible values: {}]{rest}", if games { "the games" } else { values });
    }
    told
}

#[test]
fn every_command_has_help_with_examples_and_exit_codes() {
    let commands = [
        &["serve"][..],
        &["play"],
        &["simulate"],
        &["engine"],
        &["rules"],
        &["pack"],
        &["pack", "check"],
        &["pack", "export"],
        &["replay"],
        &["store"],
        &["store", "stats"],
        &["store", "prune"],
        &["completions"],
    ];
    for command in commands {
        let mut arguments = command.to_vec();
        arguments.push("--help");
        let said = exchequer(&arguments).ended(0);
        if command != ["pack"] && command != ["store"] {
            assert!(said.out.contains("Example"), "{}", said.out);
        }
        assert!(said.out.lines().all(|line| line.chars().count() <= 100), "{}", said.out);
        insta::assert_snapshot!(format!("help_{}", command.join("_")), without_games(&said.out));
    }
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        exchequer(&["completions", shell]).ended(0).tells("simulate");
    }
    exchequer(&["completions", "dos"]).ended(2).complains("possible values");
}

#[test]
fn who_stops_reading_is_not_told_off() {
    for arguments in [&["rules", "economy"][..], &["completions", "bash"], &["play", "economy"]] {
        let mut child = program(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}
