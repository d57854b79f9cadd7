//! Whole games kept as records: every way the game ends, every number of players.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them again,
//! `UPDATE_RECORDS=told` only writes the log for people again.

use businessmen::{Businessmen, BusinessmenRules};
use kernel::{Consequence, Entry, Luck, Notation, Rules};
use proof::{Archive, Golden, Player, best, but, forged_records_do_not_replay, records_tell_the_same, undos};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

type Played = proof::Played<Businessmen>;

fn archive() -> Archive<Businessmen> {
    let kept = |name: &'static str, settings: Value, wanted: fn(&Played) -> bool| {
        Golden::new(name, but(json!({"first_player": 1}), settings), wanted)
    };
    let goldens = vec![
        kept("two-players-one-winner", json!({"players": 2, "first_player": "random"}), |table| ended_by(table, "BIZ-END-3", 1)),
        kept("three-players-more-coins", json!({"players": 3, "first_player": "random"}), |table| {
            ended_by(table, "BIZ-END-4", 1)
        }),
        kept("four-players-more-points", json!({"tie_break": "points", "victory_target": 8, "bank": "finite"}), |table| {
            ended_by(table, "BIZ-END-4", 1)
        }),
        kept("two-players-equal-coins", json!({"players": 2, "victory_target": 5, "load_duty": "must"}), |table| {
            ended_by(table, "BIZ-END-5", 1)
        }),
        kept("two-players-shared-win", json!({"players": 2, "victory_target": 5, "points_cap": "target"}), |table| {
            ended_by(table, "BIZ-END-5", 2)
        }),
        kept(
            "four-players-round-limit-with-undo",
            json!({"round_limit": 8, "load_pass": "turn", "market_leftovers": "stay"}),
            |table| ended_by(table, "BIZ-END-8", 1) && undos(table) == (true, true),
        )
        .with_undo(),
        kept(
            "three-players-second-strike",
            json!({
                "players": 3, "event_mode": "second_strike", "overflow": "next_store", "loader_limit": "per_good",
                "loading_start": "first_to_pass", "export_lots": "any", "quiet_round": "freeze", "same_good_twice": "largest",
            }),
            |table| ended_by(table, "BIZ-END-3", 1),
        ),
        kept("four-players-who-came-first", json!({"tie_break": "first", "victory_target": 8, "skip_limit": "none"}), |table| {
            ended_by(table, "BIZ-END-4", 1)
        }),
    ];
    Archive { names: &["Olya", "Nazar", "Martha", "Anton"], goldens, seeds: 4_000, of: 2, player }
}

/// Greedy players. Now and then they have a whim, or all games would be much alike.
fn player(_: &Golden<Businessmen>, rules: &Arc<BusinessmenRules>) -> Player<Businessmen> {
    let rules = rules.clone();
    Box::new(move |state, seat, whim| match whim.below(6) {
        0 => rules.any_action(state, seat, whim, &mut Vec::new()).expect("something can be done"),
        _ => best(&*rules, state, seat, whim),
    })
}

fn ended_by(table: &Played, clause: &str, winners: usize) -> bool {
    let outcome = table.rules().outcome(table.state());
    outcome.is_some_and(|outcome| outcome.clause == clause && outcome.winners().len() == winners)
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Businessmen>(&archive().tables());
}

#[test]
fn the_records_cover_every_ending_and_player_count() {
    let tables = archive().tables();
    archive().covers(&tables);
    let outcome = |table: &Played| table.rules().outcome(table.state()).expect("a finished game");
    let clauses: BTreeSet<&str> = tables.iter().map(|(_, table)| outcome(table).clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["BIZ-END-3", "BIZ-END-4", "BIZ-END-5", "BIZ-END-8"]);
    let players: BTreeSet<usize> = tables.iter().map(|(_, table)| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&archive().tables());
}

#[test]
fn what_a_player_may_take_back_alone_is_a_choice_that_showed_nothing() {
    let table = archive().a_game(json!({"first_player": 1}), 1);
    let rules = table.rules();
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
