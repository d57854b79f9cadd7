//! Whole games kept as records: every way the game ends, every number of players.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them anew.

use crate::common::{best, standard};
use businessmen::{Businessmen, BusinessmenRules, Options};
use kernel::{Consequence, Entry, Luck, Notation, Rules, Seeded, Table};
use proof::{forged_records_do_not_replay, keep, records_tell_the_same, table_to_keep, undos};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

type Played = Table<BusinessmenRules>;

/// A record that is kept, and what makes it worth keeping.
struct Kept {
    name: &'static str,
    settings: Value,
    undo: bool,
    wanted: fn(&Played) -> bool,
}

fn kept() -> Vec<Kept> {
    vec![
        Kept {
            name: "two-players-one-winner",
            settings: json!({"players": 2, "first_player": "random"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-3", 1),
        },
        Kept {
            name: "three-players-more-coins",
            settings: json!({"players": 3, "first_player": "random"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-4", 1),
        },
        Kept {
            name: "four-players-more-points",
            settings: json!({"tie_break": "points", "victory_target": 8, "bank": "finite"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-4", 1),
        },
        Kept {
            name: "two-players-equal-coins",
            settings: json!({"players": 2, "victory_target": 5, "load_duty": "must"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-5", 1),
        },
        Kept {
            name: "two-players-shared-win",
            settings: json!({"players": 2, "victory_target": 5, "points_cap": "target"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-5", 2),
        },
        Kept {
            name: "four-players-round-limit-with-undo",
            settings: json!({"round_limit": 8, "load_pass": "turn", "market_leftovers": "stay"}),
            undo: true,
            wanted: |table| ended_by(table, "BIZ-END-8", 1) && undos(table) == (true, true),
        },
        Kept {
            name: "three-players-second-strike",
            settings: json!({
                "players": 3, "event_mode": "second_strike", "overflow": "next_store", "loader_limit": "per_good",
                "loading_start": "first_to_pass", "export_lots": "any", "quiet_round": "freeze", "same_good_twice": "largest",
            }),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-3", 1),
        },
        Kept {
            name: "four-players-who-came-first",
            settings: json!({"tie_break": "first", "victory_target": 8, "skip_limit": "none"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-4", 1),
        },
    ]
}

fn ended_by(table: &Played, clause: &str, winners: usize) -> bool {
    let outcome = table.rules().outcome(table.state());
    outcome.is_some_and(|outcome| outcome.clause == clause && outcome.winners().len() == winners)
}

fn rules(options: &Options) -> Arc<BusinessmenRules> {
    Arc::new(crate::common::rules(options))
}

/// Plays a game between greedy players; with `undo` they sometimes think better of it.
fn play(rules: &Arc<BusinessmenRules>, options: &Options, seed: u64, undo: bool) -> Played {
    let names = ["Olya", "Nazar", "Martha", "Anton"];
    let mut table = table_to_keep::<Businessmen>(rules, options, &names, seed, None);
    let mut whim = Seeded::new(seed);
    while let Some(seat) = rules.turn(table.state()).awaited.lowest() {
        // Now and then a whim, or all games would be much alike.
        let action = match whim.below(6) {
            0 => rules.any_action(table.state(), seat, &mut whim, &mut Vec::new()).expect("something can be done"),
            _ => best(&**rules, table.state(), seat, &mut whim),
        };
        table.play(seat, &action, None).expect("what is listed is legal");
        if undo && whim.below(30) == 0 && !rules.turn(table.state()).is_over() {
            let consent = table.undoable(seat) == 0;
            table.undo(seat, consent).expect("it can be taken back");
        }
    }
    table
}

/// Every record in the folder, replayed.
fn replayed() -> Vec<(String, Played)> {
    proof::kept::<Businessmen>(|| {
        for Kept { name, settings, undo, wanted } in kept() {
            let options = standard(settings);
            let rules = rules(&options);
            let games = (0..4_000).map(|seed| play(&rules, &options, seed, undo));
            let shortest = games.filter(wanted).take(2).min_by_key(|table| table.version());
            keep(name, &shortest.unwrap_or_else(|| panic!("{name}: no game ends so")));
        }
    })
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Businessmen>(&replayed());
}

#[test]
fn the_records_cover_every_ending_and_player_count() {
    let tables = replayed();
    let outcome = |table: &Played| table.rules().outcome(table.state()).expect("a finished game");
    let clauses: BTreeSet<&str> = tables.iter().map(|(_, table)| outcome(table).clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["BIZ-END-3", "BIZ-END-4", "BIZ-END-5", "BIZ-END-8"]);
    let players: BTreeSet<usize> = tables.iter().map(|(_, table)| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
    for Kept { name, wanted, .. } in kept() {
        let (_, table) = tables.iter().find(|(file, _)| file == name).expect("the record is kept");
        assert!(wanted(table), "{name}");
    }
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&replayed());
}

#[test]
fn what_a_player_may_take_back_alone_is_a_choice_that_showed_nothing() {
    let options = standard(json!({}));
    let rules = rules(&options);
    let table = play(&rules, &options, 1, false);
    let mut state = table.state_after(0).expect("the start");
    let mut seen = BTreeSet::new();
    for entry in table.record().entries {
        let Entry::Act { seat, action, luck, .. } = entry else { continue };
        let action = rules.read(&action).expect("an action");
        let mut script = kernel::Scripted::new(luck.clone());
        let consequence = rules.apply(&mut state, seat, &action, &mut script, &mut kernel::Silent).expect("a legal action");
        assert_eq!(consequence == Consequence::Sealed, !luck.is_empty(), "what draws luck is sealed, and nothing else");
        seen.insert(consequence == Consequence::Open);
    }
    assert_eq!(seen.len(), 2);
}
