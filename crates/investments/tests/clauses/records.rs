//! Games kept as records: every way the game ends, the long ones from a position near their end.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them anew,
//! `UPDATE_RECORDS=told` writes anew only what is told of them.

use investments::{Investments, InvestmentsRules};
use kernel::{Luck, Notation, Rules, Seeded, Silent};
use proof::{Archive, Golden, Player, forged_records_do_not_replay, records_tell_the_same, undos};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

type Played = proof::Played<Investments>;

fn archive() -> Archive<Investments> {
    let kept = |name: &'static str, settings: Value, clause: &'static str, winners: usize| {
        Golden::<Investments>::new(name, settings, move |table| ended_by(table, clause, winners))
    };
    let businesses: Vec<String> = (1..=44).map(|number| format!("b{number:02}")).collect();
    let goldens = vec![
        kept("last-player", json!({"players": 3}), "INV-END-1", 1).at(json!({
            "turn": {"seat": 2}, "levels": {"b66": 2, "b67": 2, "b68": 2, "b69": 2, "b70": 2, "b71": 2},
            "players": [
                {"owned": ["b66", "b67", "b68", "b69", "b70", "b71"], "at": 10}, {"cash": 20000, "at": 86}, {"cash": 20000, "at": 86},
            ],
        })),
        kept("bank-cards", json!({"players": 3}), "INV-END-2", 1).at(json!({
            "round": 30, "turn": {"seat": 2}, "players": [{"bank_cards": 6, "at": 30}, {"bank_cards": 5, "at": 40}, {"bank_cards": 2, "at": 51}],
        })),
        kept("bank-cards-shared", json!({"players": 3}), "INV-END-2", 2).at(json!({
            "round": 30, "turn": {"seat": 3, "step": "trade"}, "players": [{"bank_cards": 6}, {"bank_cards": 6}, {"bank_cards": 2}],
        })),
        kept("agreement", json!({"players": 4, "start_mode": "lottery"}), "INV-END-4", 1),
        kept("limit-of-rounds", quick(json!({"players": 3, "limit_rounds": 3})), "INV-END-5", 1),
        Golden::<Investments>::new("limit-of-rounds-with-undo", json!({"players": 2, "limit_rounds": 4}), |table: &Played| {
            ended_by(table, "INV-END-5", 1) && undos(table) == (true, true)
        })
        .with_undo(),
        kept("limit-of-minutes", json!({"players": 2, "limit_minutes": 1}), "INV-END-6", 1).timed(7_000),
        kept("two-groups-of-monopolies", json!({"players": 2, "end_extra": "two_monopoly_groups"}), "INV-END-8", 1).at(json!({
            "players": [{"owned": ["b29", "b57", "b24", "b50"], "at": 34}, {"at": 34}],
            "levels": {"b29": 3, "b57": "M", "b24": "M", "b50": "M"},
        })),
        kept("forty-five-businesses", json!({"players": 2, "end_extra": "own_45"}), "INV-END-9", 1)
            .at(json!({"turn": {"seat": 1}, "players": [{"owned": businesses, "at": 82}, {"at": 10}]})),
        kept("four-groups", json!({"players": 2, "end_extra": "four_groups"}), "INV-END-10", 1).at(json!({
            "turn": {"seat": 2},
            "players": [{"owned": ["b29", "b57", "b24", "b50", "b05", "b65", "b15", "b45"]}, {"at": 20}],
        })),
        kept("round-999", json!({"players": 2}), "INV-END-17", 1)
            .at(json!({"round": 999, "players": [{"owned": ["b01"], "at": 20}, {"at": 20}]})),
        kept("hidden-cards", json!({"players": 3, "fortune_mode": "hidden", "limit_rounds": 4}), "INV-END-5", 1),
        kept("one-piece", json!({"players": 3, "piece_mode": "single", "limit_rounds": 3}), "INV-END-5", 1),
        kept("solo-won", json!({"players": 1}), "INV-END-2", 1)
            .at(json!({"round": 60, "players": [{"bank_cards": 14, "at": 90, "cash": 900000}]})),
        kept("solo-lost", json!({"players": 1}), "INV-SOLO-3", 0).at(json!({"players": [{"cash": 10000, "at": 4}]})),
    ];
    Archive { names: &["Olya", "Nazar", "Martha", "Anton"], goldens, seeds: 4_000, of: 2, player }
}

/// The preset with some settings of its own.
fn quick(changes: Value) -> Value {
    let quick = json!({"limit_rounds": 30, "start_mode": "lottery_series", "invest_on_purchase": "yes", "tax_stay": "fees_only"});
    proof::but(quick, changes)
}

/// Players who do what the game is about as soon as they may, and otherwise the least; now and then they have a whim.
fn player(golden: &Golden<Investments>, rules: &Arc<InvestmentsRules>) -> Player<Investments> {
    let rules = rules.clone();
    let aims: &[&str] = match golden.name {
        "agreement" => &["propose end", "yes"],
        "two-groups-of-monopolies" => &["monopoly"],
        "forty-five-businesses" => &["buy"],
        "last-player" | "solo-lost" => &["follow"],
        _ => &[],
    };
    let calm = !aims.is_empty() || golden.position.is_some();
    Box::new(move |state, seat, whim| {
        for aim in aims {
            let action = rules.read(aim).expect("an action");
            if rules.apply(&mut { *state }, seat, &action, &mut Seeded::new(0), &mut Silent).is_ok() {
                return action;
            }
        }
        match whim.below(3) {
            0 if !calm => rules.any_action(state, seat, whim, &mut Vec::new()).expect("something can be done"),
            1 if !calm => proof::best(&*rules, state, seat, whim),
            _ => rules.fallback(state, seat),
        }
    })
}

fn ended_by(table: &Played, clause: &str, winners: usize) -> bool {
    let outcome = table.rules().outcome(table.state());
    outcome.is_some_and(|outcome| outcome.clause == clause && outcome.winners().len() == winners)
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Investments>(&archive().tables());
}

#[test]
fn the_records_cover_every_ending() {
    let tables = archive().tables();
    archive().covers(&tables);
    let clauses: BTreeSet<&str> =
        tables.iter().map(|(_, table)| table.rules().outcome(table.state()).expect("a finished game").clause).collect();
    let endings = [
        "INV-END-1",
        "INV-END-10",
        "INV-END-17",
        "INV-END-2",
        "INV-END-4",
        "INV-END-5",
        "INV-END-6",
        "INV-END-8",
        "INV-END-9",
        "INV-SOLO-3",
    ];
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), endings);
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&archive().tables());
}
