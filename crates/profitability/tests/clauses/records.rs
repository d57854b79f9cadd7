//! Whole games kept as records: every way a match or a series ends, every number of players, most settings.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them again,
//! `UPDATE_RECORDS=told` only writes the log for people again.
//! Where chance hardly ever brings an ending about, the record begins at a position shortly before it.

use crate::common::{COLOURS, but, four, greedy, last_to_move, map::Map, road, truck};
use kernel::{Entry, Luck, Notation, Outcome, Rules};
use profitability::{Profitability, ProfitabilityRules};
use proof::{Archive, Golden, Player, forged_records_do_not_replay, records_tell_the_same};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

type Played = proof::Played<Profitability>;
type Kept = Golden<Profitability>;

fn whole(name: &'static str, settings: Value, clause: &'static str) -> Kept {
    Golden::new(name, settings, move |table| outcome(table).clause == clause)
}

/// Where the position decides who wins.
fn from(name: &'static str, settings: Value, position: Value, clause: &'static str, winners: &'static [usize]) -> Kept {
    let won = move |table: &Played| outcome(table).winners().map(|seat| seat.index()).eq(winners.iter().copied());
    Golden::new(name, settings, move |table| outcome(table).clause == clause && won(table)).at(position)
}

fn outcome(table: &Played) -> Outcome {
    table.rules().outcome(table.state()).expect("a finished game")
}

/// The last closing turn, in which nobody can reach anything worth doing: all are far from warehouses.
fn last_turn(profits: [i64; 4], loads: [&str; 4], bookings: [u32; 4]) -> Value {
    let mut trucks = json!({});
    for ((colour, dot), load) in COLOURS.iter().zip(["N2", "E2", "S2", "W2"]).zip(loads) {
        trucks[*colour] = truck(dot, load);
    }
    let (profits, bookings) = (four(profits), four(bookings));
    let turn = last_to_move(&json!({}), &profits, &bookings);
    road(json!({"turn": turn, "closing": 1, "points": 1, "profits": profits, "trucks": trucks, "bookings": bookings}))
}

/// The score of a series before its last match.
fn series(totals: [i64; 4], places: [[u8; 4]; 4], last: [u8; 4]) -> Value {
    let places: serde_json::Map<String, Value> =
        COLOURS.iter().zip(places).map(|(colour, places)| (colour.to_string(), json!(places))).collect();
    json!({"totals": four(totals), "places": places, "last": four(last)})
}

fn kept() -> Vec<Kept> {
    let tied = [35_000, 35_000, 20_000, 10_000];
    let last = |profits| last_turn(profits, ["d"; 4], [1, 2, 3, 4]);
    let off = |matches: u8| json!({"matches": matches, "championship_bonus": "off"});
    let in_series = |number: u8, profits, series: Value| but(last(profits), json!({"match": number, "series": series}));
    let team = |loads, bookings| {
        let mut position = last_turn([50_000; 4], loads, [0; 4]);
        position["profits"] = json!({"red": 50_000, "blue": 50_000});
        position["bookings"] = bookings;
        position
    };
    vec![
        whole("four-players-defaults", json!({}), "PRF-END-5"),
        whole("three-players-with-undo", json!({"players": 3, "take_back": "until_departure"}), "PRF-END-5").with_undo(),
        whole(
            "two-players-narrow",
            json!({"players": 2, "truck_blocking": "block", "sequence": "single", "truck_capacity": "2", "storage_large": 4, "storage_small": 2, "colours": "random"}),
            "PRF-END-5",
        ),
        whole(
            "four-players-50000-fixed",
            json!({"target": "50000", "tiles": "fixed", "goods_layout": "matching", "truck_capacity": "unlimited"}),
            "PRF-END-5",
        ),
        whole("team", json!({"mode": "team", "tile_rotation": "off"}), "PRF-END-5"),
        whole(
            "series-of-three",
            json!({"matches": 3, "players": 3, "tiles": "chosen", "tile_nw": "d", "turn_nw": 3}),
            "PRF-MULTI-6",
        ),
        whole("team-series", json!({"matches": 2, "mode": "team"}), "PRF-MULTI-6"),
        from("tie-by-trucks", json!({}), last_turn(tied, ["d", "R", "d", "d"], [1, 2, 3, 4]), "PRF-TIE-1", &[1]),
        from("tie-by-arrival", json!({}), last_turn(tied, ["d"; 4], [9, 5, 3, 4]), "PRF-TIE-4", &[1]),
        from("tie-of-four", json!({}), last_turn([35_000; 4], ["dRR", "R", "R", "d"], [3, 4, 1, 2]), "PRF-TIE-4", &[2]),
        from(
            "team-tie-by-trucks",
            json!({"mode": "team"}),
            team(["d", "R", "d", "d"], json!({"red": 1, "blue": 2})),
            "PRF-TEAM-6",
            &[1, 3],
        ),
        from("team-tie-by-arrival", json!({"mode": "team"}), team(["d"; 4], json!({"red": 1, "blue": 2})), "PRF-TEAM-6", &[0, 2]),
        from(
            "series-tie-by-firsts",
            off(3),
            in_series(
                3,
                [1000, 35_500, 5000, 4000],
                series([74_500, 40_000, 20_000, 18_000], [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]], [1, 2, 3, 4]),
            ),
            "PRF-MULTI-6",
            &[0],
        ),
        from(
            "series-tie-by-seconds",
            off(3),
            in_series(
                3,
                [1000, 35_500, 5000, 4000],
                series([74_500, 40_000, 45_000, 18_000], [[1, 1, 0, 0], [0, 0, 2, 0], [1, 0, 0, 1], [0, 1, 0, 1]], [2, 3, 1, 4]),
            ),
            "PRF-MULTI-6",
            &[0],
        ),
        from(
            "series-tie-by-thirds",
            off(3),
            in_series(
                3,
                [1000, 35_500, 5000, 4000],
                series([74_500, 40_000, 45_000, 18_000], [[1, 0, 1, 0], [0, 0, 0, 2], [1, 1, 0, 0], [0, 1, 1, 0]], [3, 4, 1, 2]),
            ),
            "PRF-MULTI-6",
            &[0],
        ),
        from(
            "series-tie-by-last-match",
            off(2),
            in_series(
                2,
                [30_000, 36_000, 10_000, 5000],
                series([36_000, 30_000, 10_000, 5000], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], [1, 2, 3, 4]),
            ),
            "PRF-MULTI-6",
            &[1],
        ),
    ]
}

fn archive() -> Archive<Profitability> {
    Archive { names: &["Ann", "Bob", "Cleo", "Dan"], goldens: kept(), seeds: 40, of: 3, player }
}

/// Greedy players. Now and then they do something odd, so that everything occurs; where all is decided, the turn is ended.
fn player(golden: &Kept, rules: &Arc<ProfitabilityRules>) -> Player<Profitability> {
    let (rules, decided) = (rules.clone(), golden.position.is_some());
    let mut map: Option<(u8, Map)> = None;
    Box::new(move |state, seat, whim| {
        if map.as_ref().is_none_or(|(number, _)| *number != state.number) {
            map = Some((state.number, Map::of_state(&rules, state)));
        }
        match (whim.below(8), &map) {
            (1.., Some((_, map))) if !decided => greedy(&rules, map, state, seat, whim),
            _ if decided => rules.read("end").expect("an action"),
            _ => rules.any_action(state, seat, whim, &mut Vec::new()).expect("something can be done"),
        }
    })
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Profitability>(&archive().tables());
}

/// Covers PRF-END-5, PRF-TIE-1, PRF-TIE-4, PRF-TEAM-6, PRF-MULTI-6.
#[test]
fn the_records_cover_every_ending_and_player_count() {
    let tables = archive().tables();
    archive().covers(&tables);
    let clauses: BTreeSet<&str> =
        tables.iter().map(|(_, table)| table.rules().outcome(table.state()).expect("a finished game").clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["PRF-END-5", "PRF-MULTI-6", "PRF-TEAM-6", "PRF-TIE-1", "PRF-TIE-4"]);
    let players: BTreeSet<usize> = tables.iter().map(|(_, table)| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
    // Every kind of action occurs.
    let kinds: BTreeSet<String> = tables
        .iter()
        .flat_map(|(_, table)| table.record().entries)
        .filter_map(|entry| match entry {
            Entry::Act { action, .. } => Some(action.split(' ').next().unwrap_or_default().to_owned()),
            _ => None,
        })
        .collect();
    let expected = ["back", "decline", "drive", "end", "fill", "joker", "leave", "load", "mark", "shift", "turn", "unload"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&archive().tables());
}
