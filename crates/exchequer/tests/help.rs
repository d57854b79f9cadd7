//! Help that teaches, and what is said to those who need it.

mod common;

use common::{exchequer, program};

#[test]
fn without_arguments_there_is_help() {
    let said = exchequer::<&str>(&[]).ended(2);
    insta::assert_snapshot!("help", said.err);
}

#[test]
fn every_command_has_help_with_examples_and_exit_codes() {
    let commands = [
        &["play"][..],
        &["simulate"],
        &["engine"],
        &["rules"],
        &["pack"],
        &["pack", "check"],
        &["pack", "export"],
        &["replay"],
        &["completions"],
    ];
    for command in commands {
        let mut arguments = command.to_vec();
        arguments.push("--help");
        let said = exchequer(&arguments).ended(0);
        if command != ["pack"] {
            assert!(said.out.contains("Example"), "{}", said.out);
        }
        assert!(said.out.lines().all(|line| line.chars().count() <= 100), "{}", said.out);
        insta::assert_snapshot!(format!("help_{}", command.join("_")), said.out);
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
