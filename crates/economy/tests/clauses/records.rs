//! Whole games kept as records: every way the game ends, every number of players, every deck and every placement.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them again,
//! `UPDATE_RECORDS=told` only writes the log for people again.

use economy::{DeckName, Economy, EconomyRules, Placement};
use kernel::{Consequence, Entry, Luck, Rules, Viewer};
use proof::{Archive, Golden, Player, best, forged_records_do_not_replay, records_tell_the_same, undos};
use serde_json::json;
use std::{collections::BTreeSet, sync::Arc};

type Played = proof::Played<Economy>;

fn archive() -> Archive<Economy> {
    let goldens = vec![
        Golden::new("two-players-reference", json!({"players": 2, "placement": "reference"}), |table| {
            ended_by(table, "ECO-END-1")
        }),
        Golden::new("three-players-shared-win", json!({"players": 3, "placement": "random", "deck": "3221"}), |table| {
            ended_by(table, "ECO-END-7")
        }),
        Golden::new(
            "three-players-played-on-after-a-tie",
            json!({"players": 3, "placement": "reference", "tie": "play_on", "memory": "shown"}),
            went_on_after_a_tie,
        ),
        Golden::new("four-players-with-undo", json!({}), |table| ended_by(table, "ECO-END-1") && undos(table) == (true, true))
            .with_undo(),
        Golden::new("five-players-twelve-sectors", json!({"players": 5, "placement": "random", "deck": "twelve"}), |table| {
            ended_by(table, "ECO-END-5")
        }),
        Golden::new("six-players-3321", json!({"players": 6, "placement": "reference", "deck": "3321"}), |table| {
            ended_by(table, "ECO-END-5")
        }),
    ];
    Archive { names: &["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"], goldens, seeds: 2_000, of: 3, player }
}

/// Greedy players. Now and then they have a whim, or nobody would ever help another to an equal score.
fn player(_: &Golden<Economy>, rules: &Arc<EconomyRules>) -> Player<Economy> {
    let rules = rules.clone();
    Box::new(move |state, seat, whim| match whim.below(5) {
        0 => rules.any_action(state, seat, whim, &mut Vec::new()).expect("something can be done"),
        _ => best(&*rules, state, seat, whim),
    })
}

fn ended_by(table: &Played, clause: &str) -> bool {
    table.rules().outcome(table.state()).is_some_and(|outcome| outcome.clause == clause)
}

/// Did two lead with the target reached, and the game was not over?
fn went_on_after_a_tie(table: &Played) -> bool {
    let tied = |entry| {
        let Some(state) = table.state_after(entry) else { return false };
        let points = &state.points[..table.rules().players()];
        let best = points.iter().max();
        let level = points.iter().filter(|points| Some(*points) == best).count() > 1;
        level && best >= Some(&table.rules().target) && !table.rules().turn(&state).is_over()
    };
    (0..=table.version()).any(tied) && table.rules().turn(table.state()).is_over()
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Economy>(&archive().tables());
}

#[test]
fn the_records_cover_every_ending_player_count_deck_and_placement() {
    let kept = archive().tables();
    archive().covers(&kept);
    let tables: Vec<&Played> = kept.iter().map(|(_, table)| table).collect();
    let outcome = |table: &Played| table.rules().outcome(table.state()).expect("a finished game");
    let clauses: BTreeSet<&str> = tables.iter().map(|table| outcome(table).clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["ECO-END-1", "ECO-END-5", "ECO-END-7"]);
    let players: BTreeSet<usize> = tables.iter().map(|table| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    let decks: BTreeSet<DeckName> = tables.iter().map(|table| table.rules().options.deck).collect();
    assert_eq!(decks.into_iter().collect::<Vec<_>>(), DeckName::ALL);
    for placement in [Placement::Players, Placement::Random, Placement::Reference] {
        assert!(tables.iter().any(|table| table.rules().options.placement == placement), "{placement:?}");
    }
    assert!(tables.iter().any(|table| outcome(table).winners().len() > 1), "a shared win");
    assert!(tables.iter().any(|table| went_on_after_a_tie(table)));
    assert!(tables.iter().any(|table| undos(table) == (true, true)));
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&archive().tables());
}

#[test]
fn what_a_player_may_take_back_alone_is_a_choice_that_showed_nothing() {
    // Picking a card, and landing on a piece before its corner is chosen.
    let table = archive().a_game(json!({}), 1);
    let rules = table.rules();
    let mut state = table.state_after(0).expect("the start");
    let mut open = BTreeSet::new();
    for entry in table.record().entries {
        let Entry::Act { seat, action, luck, .. } = entry else { continue };
        let action = kernel::Notation::read(&**rules, &action).expect("an action");
        let mut script = kernel::Scripted::new(luck);
        let consequence = rules.apply(&mut state, seat, &action, &mut script, &mut kernel::Silent).expect("a legal action");
        if consequence == Consequence::Open {
            open.insert(rules.view(&state, Viewer::Watcher).step.expect("the game goes on"));
        }
    }
    assert_eq!(open.into_iter().collect::<Vec<_>>(), ["hit", "place"]);
}
