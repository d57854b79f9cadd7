//! What a simulation promises, shown on a small race.

#[path = "../../bots/tests/race/mod.rs"]
mod race;

use arena::{ArenaFault, LONGEST_GAME, Plan, Report, playouts, simulate};
use bots::Budget;
use kernel::Seat;
use race::{Options, Race, Track};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};

fn plan(lineup: &[&str], games: u64, threads: usize) -> Plan {
    let lineup = lineup.iter().map(|name| (*name).to_owned()).collect();
    Plan { lineup, games, seed: 7, threads, budget: Budget::default() }
}

fn race(plan: &Plan) -> Result<Report, ArenaFault> {
    let players = plan.lineup.len();
    simulate::<Race>(&Track::of(players), &Options { players }, plan, &|_| {})
}

/// All but what depends on the machine.
fn statistics(report: &Report) -> Value {
    let mut json = serde_json::to_value(report).unwrap();
    let object = json.as_object_mut().unwrap();
    ["seconds", "threads", "decisions_per_second"].iter().for_each(|key| assert!(object.remove(*key).is_some()));
    json
}

#[test]
fn the_same_games_on_any_number_of_threads() {
    for lineup in [&["random"; 4][..], &["steady", "random", "steady", "random"]] {
        let one = race(&plan(lineup, 200, 1)).unwrap();
        let two = race(&plan(lineup, 200, 2)).unwrap();
        assert_eq!((one.threads, two.threads), (1, 2));
        assert_eq!(statistics(&one), statistics(&two));
        let other = race(&Plan { seed: 8, ..plan(lineup, 200, 2) }).unwrap();
        assert_ne!(statistics(&one), statistics(&other), "another seed, other games");
    }
}

#[test]
fn a_shorter_run_plays_the_first_games_of_a_longer_one() {
    // So the shards of a seed can be played anywhere.
    let track = Track::of(3);
    let whole = playouts(&track, 0, 300, 5).unwrap();
    let parts = [playouts(&track, 0, 100, 5).unwrap(), playouts(&track, 100, 200, 5).unwrap()];
    assert_eq!(whole.decisions, parts[0].decisions + parts[1].decisions);
    let report = race(&Plan { seed: 5, ..plan(&["random"; 3], 300, 2) }).unwrap();
    assert_eq!(report.decisions, whole.decisions);
}

#[test]
fn everybody_sits_everywhere_equally_often() {
    let plan = plan(&["steady", "random", "random"], 9, 1);
    for seat in (0..3).filter_map(Seat::new) {
        for bot in 0..3 {
            assert_eq!((0..9).filter(|game| plan.holder(*game, seat) == bot).count(), 3);
        }
    }
    assert_eq!(plan.holder(0, Seat::FIRST), 0);
    assert_eq!(plan.holder(1, Seat::FIRST.next(3)), 0, "everybody moves one seat on");
}

#[test]
fn wins_add_up() {
    let report = race(&plan(&["steady", "random", "random", "random"], 500, 2)).unwrap();
    let bots: f64 = report.bots.iter().map(|line| line.standing.share).sum();
    let seats: f64 = report.seats.iter().map(|line| line.standing.share).sum();
    assert!((bots - 1.0).abs() < 1e-9 && (seats - 1.0).abs() < 1e-9);
    assert!(report.bots.iter().any(|line| line.standing.shared > 0), "the race has ties");
    assert_eq!(report.endings.values().sum::<u64>(), 500);
    assert_eq!(report.length.histogram.iter().map(|bin| bin.games).sum::<u64>(), 500);
    assert_eq!(report.figures[0].key, "rounds");
    let quantiles = report.length.quantiles;
    assert!(report.length.spread.min as u64 <= quantiles.p5 && quantiles.p5 <= quantiles.p50);
    assert!(quantiles.p50 <= quantiles.p95 && quantiles.p95 <= report.length.spread.max as u64);
}

#[test]
fn steady_beats_random() {
    let report = race(&plan(&["random", "random", "steady", "random"], 400, 2)).unwrap();
    let best = &report.bots[0];
    assert_eq!((best.bot.as_str(), best.held), ("steady", 1));
    assert!(best.standing.interval.low > 0.5, "{:?}", best.standing);
}

#[test]
fn equals_are_even() {
    let report = race(&plan(&["steady", "steady"], 500, 2)).unwrap();
    assert_eq!(report.bots.len(), 1);
    assert!((report.bots[0].standing.share - 1.0).abs() < 1e-9);
    for line in &report.seats {
        assert!((line.standing.share - 0.5).abs() < 0.11, "{:?}", line.standing);
    }
}

/// The same race, with all that happens added up.
fn counted(plan: &Plan) -> Report {
    let players = plan.lineup.len();
    let track = Track { counts_steps: true, ..Track::of(players) };
    simulate::<Race>(&track, &Options { players }, plan, &|_| {}).unwrap()
}

#[test]
fn what_happens_is_added_up_over_each_game() {
    for lineup in [&["random"; 3][..], &["steady", "random", "random"]] {
        let plan = plan(lineup, 100, 2);
        let report = counted(&plan);
        let keys: Vec<&str> = report.figures.iter().map(|figure| figure.key).collect();
        assert_eq!(keys, ["rounds", "boots", "boots_dealt", "steps: walk", "steps: run", "steps: path", "steps: ford"]);
        let figure = |key: &str| report.figures.iter().find(|figure| figure.key == key).unwrap().spread;
        // Boots are dealt before the first decision.
        assert_eq!(format!("{:?}", figure("boots")), format!("{:?}", figure("boots_dealt")));
        let steps: f64 = report.figures[3..].iter().map(|figure| figure.spread.mean).sum();
        assert!((steps - report.length.spread.mean).abs() < 1e-9, "every decision is a step");
        assert!((figure("steps: run").mean - figure("steps: path").mean - figure("steps: ford").mean).abs() < 1e-9);
        assert!(figure("steps: run").min < figure("steps: run").max, "each game begins at nought");
        assert_eq!(statistics(&report), statistics(&counted(&Plan { threads: 1, ..plan.clone() })));
        // Adding up changes nothing else.
        let silent = race(&plan).unwrap();
        assert_eq!((silent.decisions, silent.figures.len()), (report.decisions, 2));
    }
}

#[test]
fn progress_counts_every_game() {
    let done = AtomicU64::new(0);
    let count = |games| {
        done.fetch_add(games, Ordering::Relaxed);
    };
    simulate::<Race>(&Track::of(2), &Options { players: 2 }, &plan(&["random"; 2], 777, 2), &count).unwrap();
    assert_eq!(done.into_inner(), 777);
}

#[test]
fn a_wrong_plan_is_told_what_would_be_right() {
    let fault = |plan: &Plan| simulate::<Race>(&Track::of(4), &Options::default(), plan, &|_| {}).unwrap_err().to_string();
    assert_eq!(fault(&plan(&["random", "stedy", "random", "random"], 1, 1)), "there is no bot `stedy`; there are random, steady");
    assert_eq!(
        fault(&plan(&["random"; 3], 1, 1)),
        "the line-up names 3 bots, but the table has 4 players; name one bot for each"
    );
    assert_eq!(fault(&plan(&["random"; 4], 0, 1)), "the number of games must be at least 1");
}

#[test]
fn a_game_without_end_is_named() {
    let endless = Track { goal: i32::MAX, ..Track::of(2) };
    for lineup in [["random"; 2], ["steady", "random"]] {
        let budget = Budget { nodes: Some(0), time: None };
        let plan = Plan { budget, ..plan(&lineup, 2, 2) };
        let fault = simulate::<Race>(&endless, &Options { players: 2 }, &plan, &|_| {}).unwrap_err();
        assert_eq!(fault, ArenaFault::Endless { seed: 7, game: 0, decisions: LONGEST_GAME });
    }
}

#[test]
fn a_report_is_one_json_object() {
    let json = serde_json::to_value(race(&plan(&["steady", "random"], 40, 1)).unwrap()).unwrap();
    assert_eq!(json["game"], "race");
    assert_eq!(json["edition"], 3);
    assert_eq!(json["options"]["players"], 2);
    assert_eq!(json["lineup"][0], "steady");
    assert_eq!(json["games"], 40);
    assert!(json["seconds"].as_f64().unwrap() > 0.0);
    assert!(json["decisions"].as_u64().unwrap() > 40);
    assert_eq!(json["bots"][0]["bot"], "steady");
    assert!(json["bots"][0]["interval"]["low"].is_f64());
    assert_eq!(json["seats"][1]["seat"], 2);
    assert!(json["seats"][1]["score"]["mean"].is_f64());
    assert!(json["length"]["quantiles"]["p50"].is_u64());
    assert!(json["length"]["histogram"][0]["games"].is_u64());
    assert!(json["endings"].as_object().unwrap().keys().all(|clause| clause.starts_with("RACE-")));
    assert_eq!(json["figures"][1]["key"], "boots");
}

#[test]
fn a_report_is_one_table_of_values() {
    let report = race(&plan(&["steady", "random"], 40, 1)).unwrap();
    let table = report.to_csv();
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    assert_eq!(rows.next().unwrap(), ["section", "name", "measure", "value"]);
    let rows: Vec<_> = rows.collect();
    assert!(rows.iter().all(|row| row.len() == 4));
    let value = |section: &str, name: &str, measure: &str| {
        let row = rows.iter().find(|row| row[..3] == [section, name, measure]);
        row.unwrap_or_else(|| panic!("no {section} {name} {measure}"))[3].to_owned()
    };
    assert_eq!(value("run", "", "games"), "40");
    assert_eq!(value("option", "players", "value"), "2");
    assert_eq!(value("lineup", "2", "bot"), "random");
    assert_eq!(value("bot", "steady", "share").parse::<f64>().unwrap(), report.bots[0].standing.share);
    assert_eq!(value("length", "", "p50"), report.length.quantiles.p50.to_string());
    value("seat", "2", "score_mean");
    value("figure", "rounds", "max");
}

#[test]
fn a_report_is_drawn_for_people() {
    let text = race(&plan(&["steady", "random", "random", "random"], 100, 1)).unwrap().to_string();
    println!("{text}");
    assert!(text.starts_with("The Race: 100 games among steady, random, random, random, seed 7\n"));
    for part in ["95 % interval", "█", "Length in decisions", "ended by", "RACE-FAST", "rounds"] {
        assert!(text.contains(part), "{part} is missing from\n{text}");
    }
    assert!(text.lines().all(|line| line.trim_end() == line), "no blanks at the end of a line");
}

#[test]
fn a_family_of_figures_is_a_drawing_of_its_own() {
    let text = counted(&plan(&["steady", "random"], 100, 1)).to_string();
    let figures = text.split_once("figure ").unwrap().1;
    let (alone, family) = figures.split_once("\n\n steps ").unwrap();
    assert!(alone.contains("boots_dealt") && !alone.contains("walk"), "{text}");
    for part in ["walk", "run", "path", "ford", "in all", "█", " %"] {
        assert!(family.contains(part), "{part} is missing from\n{text}");
    }
}
