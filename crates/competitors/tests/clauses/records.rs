//! Games kept as records: both ways the game ends, and every level of a tie, from a position near their end.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them anew,
//! `UPDATE_RECORDS=told` writes anew only what is told of them.

use competitors::{Competitors, CompetitorsRules};
use kernel::{Luck, Rules, Seat};
use proof::{Archive, Golden, Player, forged_records_do_not_replay, records_tell_the_same, undos};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

type Played = proof::Played<Competitors>;

/// What settles the first place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Points,
    Wealth,
    Nothing,
}

fn archive() -> Archive<Competitors> {
    let kept = |name: &'static str, settings: Value, clause: &'static str, by: By| {
        Golden::<Competitors>::new(name, settings, move |table| ended_by(table, clause) && settled(table) == by)
    };
    let last_round = |round: u16| {
        json!({
            "round": round, "players": [
                {"points": 3, "territories": ["germany", "poland"], "contracts": ["C029"]},
                {"points": 3, "territories": ["peru"], "contracts": ["C109"]},
            ],
        })
    };
    let goods = json!({"contract": "C036", "sender": "portugal", "receiver": "poland"});
    let laden = |points: [u8; 2]| {
        json!({
            "players": [
                {"office": "H3", "points": points[0], "tokens": {
                    "a-truck-1": {"at": "portugal", "load": goods}, "a-ship-1": "germany", "a-aircraft-1": "germany"
                }},
                {"office": "H4", "points": points[1]},
            ],
        })
    };
    let ten = json!({"players": 2, "mode": "points"});
    let goldens = vec![
        kept("timed", json!({"players": 3, "rounds": 3}), "CMP-END-2", By::Points),
        kept("timed-by-wealth", json!({"players": 2}), "CMP-END-2", By::Wealth).at(last_round(12)),
        kept("timed-shared", json!({"players": 2}), "CMP-END-2", By::Nothing).at(last_round(12)),
        kept("ten-points", ten.clone(), "CMP-END-4", By::Points).at(laden([9, 2])),
        kept("ten-points-by-wealth", ten.clone(), "CMP-END-4", By::Wealth).at(laden([9, 10])),
        kept("ten-points-shared", ten, "CMP-END-4", By::Nothing).at(json!({"players": [{"points": 11}, {"points": 11}]})),
        kept("limit-of-rounds", json!({"players": 2, "mode": "points"}), "CMP-END-10", By::Points)
            .at(proof::but(laden([4, 5]), json!({"round": 60}))),
        kept("limit-of-rounds-by-wealth", json!({"players": 2, "mode": "points"}), "CMP-END-10", By::Wealth).at(last_round(60)),
        kept(
            "limit-of-rounds-shared",
            json!({"players": 2, "mode": "points", "points_round_limit": 1}),
            "CMP-END-10",
            By::Nothing,
        ),
        Golden::<Competitors>::new("with-undo", json!({"players": 2, "rounds": 4, "actions_per_turn": 3}), |table: &Played| {
            ended_by(table, "CMP-END-2") && undos(table) == (true, true)
        })
        .with_undo(),
    ];
    Archive { names: &["Chiara", "Matteo", "Irene", "Paolo", "Giulia"], goldens, seeds: 2_000, of: 2, player }
}

/// Players who deliver when they can, and otherwise have a whim or do the least.
fn player(golden: &Golden<Competitors>, rules: &Arc<CompetitorsRules>) -> Player<Competitors> {
    let rules = rules.clone();
    let calm = golden.name.ends_with("shared");
    Box::new(move |state, seat, whim| match whim.below(4) {
        _ if calm => rules.fallback(state, seat),
        0 => rules.any_action(state, seat, whim, &mut Vec::new()).expect("something can be done"),
        1 => rules.fallback(state, seat),
        _ => proof::best(&*rules, state, seat, whim),
    })
}

fn ended_by(table: &Played, clause: &str) -> bool {
    table.rules().outcome(table.state()).is_some_and(|outcome| outcome.clause == clause)
}

fn settled(table: &Played) -> By {
    let state = table.state();
    let winners = table.rules().outcome(state).expect("a finished game").winners();
    let points = |seat: Seat| state.player(seat).points;
    let best = { table.rules().seats() }.map(points).max().expect("players");
    match ({ table.rules().seats() }.filter(|seat| points(*seat) == best).count(), winners.len()) {
        (1, 1) => By::Points,
        (_, 1) => By::Wealth,
        _ => By::Nothing,
    }
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Competitors>(&archive().tables());
}

#[test]
fn the_records_cover_every_ending() {
    let tables = archive().tables();
    archive().covers(&tables);
    let clauses: BTreeSet<&str> =
        tables.iter().map(|(_, table)| table.rules().outcome(table.state()).expect("a finished game").clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["CMP-END-10", "CMP-END-2", "CMP-END-4"]);
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&archive().tables());
}
