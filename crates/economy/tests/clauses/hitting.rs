//! Landing on another piece, in both parts: ECO-HIT.

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, owners_but, part_two, reference, seat, viewers};
use economy::Event;
use kernel::{Consequence, Notation, Viewer, Words};
use serde_json::{Value, json};

const CORNERS: [&str; 4] = ["a1", "a8", "h8", "h1"];

/// Part 1, three players, A to move with a 1. A stands on c3, B on c2 (PHO-3), C far away; C has PHO-3.
fn part_one(changes: Value) -> Table {
    let start = json!({
        "turn": 1, "die": 1, "pieces": ["c3", "c2", "e7"],
        "properties": [["MOT-3"], ["TEX-3"], ["PHO-3"]],
    });
    Table::at(reference(3), but(start, changes))
}

/// Part 2, three players, A to move with a 1. A stands on c4, B on b4 (TEX-3, A's), C on c5; c2 lies face down.
fn part_2(changes: Value) -> Table {
    let start = but(part_two(), json!({ "die": 1, "pieces": ["c4", "b4", "c5"] }));
    Table::at(reference(3), but(start, changes))
}

/// A lands on the piece on this space and puts it at this corner; then B rolls.
fn hit(table: &mut Table, space: &str, corner: &str, die: u32) {
    table.play(&format!("move {space}"), &[]);
    table.play(&format!("corner {corner}"), &[die]);
}

#[test]
fn eco_hit_1_the_other_piece_is_put_outside_at_a_corner() {
    for (mut table, space) in [(part_one(json!({})), "c2"), (part_2(json!({})), "b4")] {
        // When A lands on B's piece, A must say where it goes.
        assert_eq!(table.play(&format!("move {space}"), &[]), Consequence::Open);
        let view = table.view();
        assert_eq!((&view["step"], &view["landing"], &view["turn"]), (&json!("hit"), &json!(space), &json!(1)));
        assert_eq!(table.actions(), ["corner a1", "corner a8", "corner h8", "corner h1"]);
        assert_eq!(table.refused("move c5"), "ECO-HIT-1");
        assert_eq!(table.refused("pick MOT-3"), "ECO-HIT-1");
        table.play("corner h8", &[1]);
        // Then B's piece is outside there, and A's stands on the space.
        assert_eq!((table.piece('A'), table.piece('B')), (space.into(), "outside h8".into()));
        let thrown = Event::ThrownOff { seat: seat('A'), other: seat('B'), corner: "h8".into() };
        assert!(table.events.contains(&thrown));
        assert_eq!(table.turn(), Some('B'));
    }
}

#[test]
fn eco_hit_1_only_the_piece_that_was_landed_on_is_thrown_off() {
    let mut table = part_one(json!({}));
    hit(&mut table, "c2", "a1", 1);
    assert_eq!(table.piece('C'), "e7");
    let mut table = part_2(json!({}));
    hit(&mut table, "b4", "a1", 1);
    assert_eq!(table.piece('C'), "c5");
}

#[test]
fn eco_hit_2_the_thrown_off_piece_starts_from_that_corner() {
    let near = [("a1", ["a3", "b2", "c1"]), ("a8", ["a6", "b7", "c8"]), ("h8", ["f8", "g7", "h6"]), ("h1", ["f1", "g2", "h3"])];
    for (corner, ends) in near {
        for (mut table, space) in [(part_one(json!({})), "c2"), (part_2(json!({})), "b4")] {
            hit(&mut table, space, corner, 3);
            assert_eq!(table.turn(), Some('B'));
            assert_eq!(table.ends(), ends, "from {corner}");
            let elsewhere = if corner == "a1" { "g7" } else { "b2" };
            assert_eq!(table.refused(&format!("move {elsewhere}")), "ECO-MOVE-4");
        }
    }
}

#[test]
fn eco_hit_2_the_corner_is_open_to_all_and_kept_until_the_piece_moves() {
    let mut table = part_one(json!({}));
    hit(&mut table, "c2", "h1", 1);
    for viewer in viewers(3) {
        assert_eq!(table.seen_by(viewer)["players"][1]["corner"], "h1");
        assert_eq!(table.seen_by(viewer)["players"][1]["space"], Value::Null);
    }
    table.play("move h1", &[1]);
    assert_eq!(table.view()["players"][1]["corner"], Value::Null);
    assert_eq!(table.piece('B'), "h1");
}

#[test]
fn eco_hit_3_the_mover_chooses_among_all_four_corners() {
    for corner in CORNERS {
        for (mut table, space) in [(part_one(json!({})), "c2"), (part_2(json!({})), "b4")] {
            table.play(&format!("move {space}"), &[]);
            for other in ['B', 'C'] {
                let refusal = table.try_play(seat(other), &format!("corner {corner}"), &[]).unwrap_err();
                assert_eq!(refusal.clause, "ECO-TURN-2", "the mover chooses, not {other}");
            }
            table.play(&format!("corner {corner}"), &[1]);
            assert_eq!(table.piece('B'), format!("outside {corner}"));
        }
    }
    let table = part_one(json!({}));
    assert!(table.rules.read("corner d4").is_err(), "d4 is no corner");
}

#[test]
fn eco_hit_3_whatever_stands_or_lies_at_the_corner() {
    // Given C's piece on the corner a1, D waiting outside at a8, and a location on h8 (FOO-1b) face down.
    for corner in CORNERS {
        let mut table = Table::at(
            reference(4),
            json!({
                "turn": 1, "die": 1, "pieces": ["c3", "c2", "a1", "outside a8"], "face_down": ["h8"],
                "properties": [[], ["FOO-1b"], ["PHO-3"]],
            }),
        );
        hit(&mut table, "c2", corner, 1);
        assert_eq!(table.piece('B'), format!("outside {corner}"));
        assert_eq!((table.piece('C'), table.piece('D')), ("a1".into(), "outside a8".into()), "nobody else moves");
        assert_eq!(table.face_down(), ["c2", "h8"]);
    }
}

#[test]
fn eco_hit_3_also_at_the_corner_where_the_hit_happened() {
    // Given B on the corner space a1 (no location), A beside it.
    let mut table = part_one(json!({ "pieces": ["a2", "a1", "e7"], "properties": [["COM-1b"]] }));
    hit(&mut table, "a1", "a1", 1);
    assert_eq!((table.piece('A'), table.piece('B')), ("a1".into(), "outside a1".into()));
    assert_eq!(table.ends(), ["a1"], "B comes back only by a hit");
}

#[test]
fn eco_hit_4_part_1_the_location_is_turned_over_on_its_space() {
    let mut table = part_one(json!({}));
    let before = table.rules.position(&table.state).locations;
    hit(&mut table, "c2", "a8", 1);
    assert_eq!(table.face_down(), ["c2"]);
    assert_eq!(table.rules.position(&table.state).locations, before, "it lies on the same space");
    assert!(table.events.contains(&Event::TurnedDown { space: "c2".into(), clause: "ECO-HIT-4" }));
    for viewer in viewers(3) {
        let location = table.location(viewer, "c2");
        assert_eq!((&location["face_down"], &location["card"]), (&json!(true), &Value::Null), "{viewer:?}");
    }
}

#[test]
fn eco_hit_4_not_before_the_corner_is_chosen_and_only_that_location() {
    let mut table = part_one(json!({}));
    table.play("move c2", &[]);
    assert_eq!(table.face_down(), Vec::<String>::new());
    table.play("corner a8", &[1]);
    assert_eq!(table.face_down().len(), 1);
}

#[test]
fn eco_hit_5_part_1_a_location_face_down_stays_face_down() {
    let mut table = part_one(json!({ "face_down": ["c2"] }));
    let from = table.events.len();
    hit(&mut table, "c2", "a8", 1);
    assert_eq!(table.face_down(), ["c2"]);
    assert_eq!(table.kinds(from), ["moved", "thrown_off", "nothing", "rolled"]);
    assert!(table.events.contains(&Event::Nothing { seat: seat('A'), clause: "ECO-HIT-5" }));
    assert_eq!(table.properties('C'), ["PHO-3"]);
}

#[test]
fn eco_hit_6_part_1_also_a_location_whose_property_the_mover_owns() {
    let mut table = part_one(json!({ "properties": [["PHO-3"], [], []] }));
    hit(&mut table, "c2", "a8", 1);
    assert_eq!(table.face_down(), ["c2"]);
    assert_eq!(table.properties('A'), ["PHO-3"]);
}

#[test]
fn eco_hit_6_part_2_the_own_property_turned_over_in_part_1_can_be_lost() {
    // Given part 1 with MOT-3 (a8) left alone on the board; A owns PHO-3 and hits B on it.
    let owners = [("MOT", "-BBC"), ("PHO", "ACCC")];
    let owners = OWNERS.map(|(sector, letters)| {
        let changed = owners.iter().find(|(other, _)| *other == sector);
        (sector, changed.map_or(letters, |(_, letters)| letters))
    });
    let start = json!({ "turn": 1, "die": 1, "pieces": ["c3", "c2", "a7"], "properties": owned_by(&owners) });
    let mut table = Table::at(reference(3), start);
    hit(&mut table, "c2", "a1", 4);
    assert!(table.properties('A').contains(&"PHO-3".to_owned()));
    // When B comes back beside it, C takes the last property, and A walks off.
    table.play("move b3", &[1]);
    table.play("move a8", &[1]);
    table.play("move c1", &[2]);
    // Then in part 2 B wins it.
    table.play("move c2", &[1]);
    assert!(table.properties('B').contains(&"PHO-3".to_owned()));
    assert!(!table.properties('A').contains(&"PHO-3".to_owned()));
}

#[test]
fn eco_hit_7_part_1_a_hit_brings_no_property() {
    // PHO-3 is C's, a third player's; or B's, who is thrown off.
    for owner in ['B', 'C'] {
        let letters = format!("{owner}---");
        let mut table = part_one(json!({ "properties": owned_by(&[("PHO", &letters)]) }));
        hit(&mut table, "c2", "a8", 1);
        assert_eq!(table.properties('A'), Vec::<String>::new());
        assert_eq!(table.properties(owner), ["PHO-3"], "its owner keeps it");
        assert_eq!(table.view()["left"], 35);
        assert!(!table.events.iter().any(|event| matches!(event, Event::Took { .. } | Event::HandedOver { .. })));
        assert_eq!(table.points(), [0, 0, 0]);
    }
}

#[test]
fn eco_hit_8_part_2_a_face_up_location_is_turned_down_and_nobody_gets_points() {
    // Given B on TEX-3 (b4, A's), when A hits it.
    let mut table = part_2(json!({ "points": [5, 6, 7] }));
    let from = table.events.len();
    let before = table.rules.position(&table.state).properties;
    hit(&mut table, "b4", "h1", 1);
    assert_eq!(table.face_down(), ["c2", "b4"]);
    assert_eq!(table.points(), [5, 6, 7]);
    assert_eq!(table.rules.position(&table.state).properties, before);
    assert_eq!(table.kinds(from), ["moved", "thrown_off", "turned_down", "rolled"]);
}

#[test]
fn eco_hit_8_the_button_names_the_clause_of_its_part() {
    let label = |table: &Table, action: &str| {
        let action = table.rules.read(action).unwrap();
        table.rules.label(&table.state, table.state.seat, &action, &[]).clause
    };
    assert_eq!(label(&part_2(json!({})), "move b4"), "ECO-HIT-8");
    assert_eq!(label(&part_one(json!({})), "move c2"), "ECO-HIT-4");
    assert_eq!(label(&part_one(json!({ "face_down": ["c2"] })), "move c2"), "ECO-HIT-5");
    assert_eq!(label(&part_2(json!({ "face_down": ["b4"] })), "move b4"), "ECO-HIT-9");
    assert_eq!(label(&part_2(json!({ "pieces": ["c4", "c3", "c5"] })), "move c3"), "ECO-HIT-10");
}

#[test]
fn eco_hit_9_part_2_a_face_down_location_is_turned_up_changes_hands_and_pays() {
    // Given TEX-3 (b4) face down under B. TEXTILE: 3 to C, thrown-off B or mover A, factory and a shop B, a shop C.
    for (letters, paid) in [("CBBC", [3, 3, 1]), ("BBBC", [3, 3, 1]), ("ABBC", [3, 3, 1])] {
        let owner = letters.chars().next().unwrap();
        let mut table = part_2(json!({ "face_down": ["b4"], "properties": owners_but(&[("TEX", letters)]) }));
        hit(&mut table, "b4", "a8", 1);
        // Then the card is up, A has it, and the sector pays with A as its owner.
        assert_eq!(table.face_down(), Vec::<String>::new(), "{letters}");
        assert_eq!(table.location(Viewer::Watcher, "b4")["card"]["id"], "TEX-3");
        assert!(table.properties('A').contains(&"TEX-3".to_owned()), "{letters}");
        assert_eq!(table.points(), paid, "{letters}");
        let handed = Event::HandedOver { from: seat(owner), to: seat('A'), card: "TEX-3".into() };
        assert_eq!(table.events.contains(&handed), owner != 'A', "{letters}");
        assert_eq!(table.piece('B'), "outside a8");
    }
}

#[test]
fn eco_hit_9_everything_happens_in_its_order() {
    let mut table = part_2(json!({ "face_down": ["b4"], "properties": owners_but(&[("TEX", "CBBC")]) }));
    let from = table.events.len();
    hit(&mut table, "b4", "a8", 1);
    assert_eq!(table.kinds(from), ["moved", "thrown_off", "turned_up", "handed_over", "paid", "rolled"]);
}

#[test]
fn eco_hit_9_part_2_such_a_hit_can_end_the_game() {
    let mut table = part_2(json!({ "face_down": ["b4"], "points": [42, 0, 0] }));
    table.play("move b4", &[]);
    table.play("corner a8", &[]);
    assert_eq!(table.won(), Some(("A".into(), "ECO-END-1")));
    assert_eq!(table.piece('B'), "outside a8");
}

#[test]
fn eco_hit_10_on_an_empty_space_nothing_else_happens() {
    // Given B on d3, which is empty, and A beside it; part 1, then part 2.
    let first = part_one(json!({ "pieces": ["c3", "d3", "e7"] }));
    let second = part_2(json!({ "pieces": ["c3", "d3", "c5"] }));
    for mut table in [first, second] {
        let before = table.rules.position(&table.state);
        hit(&mut table, "d3", "h8", 1);
        let after = table.rules.position(&table.state);
        assert_eq!(table.piece('B'), "outside h8");
        assert_eq!(table.piece('A'), "d3");
        assert_eq!((after.face_down, after.properties, after.points), (before.face_down, before.properties, before.points));
        assert!(table.events.contains(&Event::Nothing { seat: seat('A'), clause: "ECO-HIT-10" }));
    }
}

#[test]
fn eco_hit_11_whoever_lands_on_a_piece_must_throw_it_off() {
    for (mut table, space) in [(part_one(json!({})), "c2"), (part_2(json!({})), "b4")] {
        table.play(&format!("move {space}"), &[]);
        assert!(table.actions().iter().all(|action| action.starts_with("corner ")), "nothing else is left to do");
        assert_eq!(table.refused(&format!("move {space}")), "ECO-HIT-1");
    }
}

#[test]
fn eco_hit_11_a_mover_with_other_end_spaces_may_avoid_it() {
    for (mut table, space) in [(part_one(json!({})), "c2"), (part_2(json!({})), "b4")] {
        assert!(table.ends().contains(&space.to_owned()));
        let quiet = table.ends().into_iter().find(|end| !["c2", "b4", "c5"].contains(&end.as_str())).unwrap();
        table.play(&format!("move {quiet}"), &[1]);
        assert_eq!(table.turn(), Some('B'));
        assert_eq!(table.piece('B'), space);
        assert!(!table.events.iter().any(|event| matches!(event, Event::ThrownOff { .. })));
    }
}

#[test]
fn eco_hit_11_a_mover_without_other_end_spaces_must_hit() {
    // Given A in the corner a1 between B and C, with a 1.
    let mut table = part_one(json!({ "pieces": ["a1", "a2", "b1"], "properties": [["COM-1b"], ["TOY-1a"]] }));
    assert_eq!(table.ends(), ["a2", "b1"]);
    assert_eq!(table.actions().len(), 2);
    hit(&mut table, "a2", "h1", 1);
    assert_eq!(table.face_down(), ["a2"], "even its own company’s location");
    assert_eq!(table.properties('A'), ["COM-1b"]);
}
