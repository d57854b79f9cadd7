//! `simulate`: many games, the same for everybody.

use crate::common::exchequer;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let said = exchequer(&[&["simulate", "economy", "--json"], arguments].concat()).ended(0);
    assert_eq!(said.err, "", "no progress bar where nobody watches");
    assert_eq!(said.out.lines().count(), 1);
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn the_same_games_whatever_the_number_of_threads() {
    let report = |threads: &str| {
        let mut report = json(&["--games", "32", "--bots", "steady,random,random", "--seed", "7", "--threads", threads]);
        let timing = report.as_object_mut().unwrap();
        for key in ["seconds", "threads", "decisions_per_second"] {
            assert!(timing.remove(key).is_some_and(|value| value.is_number()), "{key}");
        }
        report
    };
    let one = report("1");
    assert_eq!(one, report("2"));
    assert_eq!(one, report("0"));
    assert_eq!(one["game"], "economy");
    assert_eq!(one["games"], 32);
    assert_eq!(one["options"]["players"], 3);
    assert!(one["decisions"].as_u64() > Some(32));
    let other = json(&["--games", "32", "--bots", "steady,random,random", "--seed", "8", "--threads", "2"]);
    assert_ne!(one["decisions"], other["decisions"]);
}

#[test]
fn one_bot_fills_all_seats() {
    let report = json(&["--games", "4", "--bots", "random", "--set", "players=5"]);
    assert_eq!(report["lineup"].as_array().map(Vec::len), Some(5));
    let report = json(&["--games", "4", "--bots", "random,random,random,random,random,random"]);
    assert_eq!(report["options"]["players"], 6);
}

#[test]
fn the_report_reads_as_text_and_as_a_table() {
    let said = exchequer(&["simulate", "economy", "--games", "20", "--bots", "random"]).ended(0);
    for part in ["ECONOMY", "20 games", "share of wins", "ended by"] {
        assert!(said.out.contains(part), "`{part}` is missing:\n{}", said.out);
    }
    let said = exchequer(&["simulate", "economy", "--games", "20", "--bots", "random", "--csv"]).ended(0);
    assert!(said.out.starts_with("section,name,measure,value\nrun,,game,economy\n"), "{}", said.out);
    assert!(said.out.lines().all(|line| line.split(',').count() >= 4));
}

#[test]
fn wrong_plans_are_refused() {
    let simulate = |arguments: &[&str]| exchequer(&[&["simulate", "economy"], arguments].concat());
    simulate(&["--games", "0"]).ended(2).complains("--games");
    simulate(&["--games", "-3"]).ended(2);
    simulate(&["--games", "99999999999999999999"]).ended(2);
    simulate(&["--threads", "100000"]).ended(2).complains("--threads");
    simulate(&["--bots", "steady,stedy"]).ended(2).complains("steady");
    simulate(&["--bots", ""]).ended(2);
    simulate(&["--bots", "random,random", "--set", "players=4"]).ended(2).complains("2 seats for 4 players");
    simulate(&["--bots", "random,random,random,random,random,random,random"]).ended(1).complains("ECO-");
    simulate(&["--set", "deck=5555"]).ended(1).complains("deck");
    simulate(&["--set", "deck=twelve", "--set", "placement=reference", "--games", "2"]).ended(1).complains("ECO-");
    simulate(&["--json", "--csv"]).ended(2).complains("cannot be used with");
    simulate(&["--pack", "no/such/folder"]).ended(1).complains("cannot read the folder");
}

#[test]
fn what_takes_long_is_told_at_once_on_standard_error() {
    use std::io::{BufRead, BufReader};
    let arguments = ["simulate", "economy", "--games", "100000000", "--bots", "random", "--json"];
    let mut child = crate::common::program(&arguments).spawn().expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
    child.kill().expect("it plays still");
    child.wait().expect("it ends");
    assert!(line.starts_with("100000000 games will take about "), "{line}");
}

#[test]
fn a_setting_that_is_written_as_a_flag_is_understood() {
    let hinted = |arguments: &[&str], tip: &str| exchequer(arguments).ended(2).complains(tip);
    for flag in [&["--players", "3"][..], &["--players=3"], &["--player", "3"], &["--PLAYERS", "3"]] {
        hinted(&[&["simulate", "economy"], flag].concat(), "`exchequer simulate economy --set players=3`");
    }
    hinted(&["play", "businessmen", "--victory-target", "20"], "`exchequer play businessmen --set victory_target=20`");
    hinted(&["play", "economy", "--players"], "--set players=VALUE");
    hinted(&["play", "economy", "players=3"], "--set players=3");
    hinted(&["play", "economy", "--quick"], "--preset quick");
    // A flag that resembles one of the program gets clap’s own tip.
    hinted(&["simulate", "economy", "--game", "3"], "--games");
    let said = exchequer(&["simulate", "economy", "--colour", "3"]).ended(2);
    assert!(!said.err.contains("--set"), "{}", said.err);
}

#[test]
fn a_game_that_is_written_as_a_command_is_understood() {
    for written in ["economy", "econmy", "Economy"] {
        exchequer(&[written]).ended(2).complains("`exchequer play economy`");
    }
    exchequer(&["competitors", "--set", "players=3"]).ended(2).complains("`exchequer play competitors`");
    let said = exchequer(&["bridge"]).ended(2);
    assert!(!said.err.contains("is a game"), "{}", said.err);
}
