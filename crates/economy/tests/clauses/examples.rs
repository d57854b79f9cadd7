//! The rulebook's worked examples, move by move.

use crate::common::{EconomyTable, Table, but, owned_by, part_two, reference, seat};
use economy::{Event, Options, Tie};
use kernel::{Rules, Viewer};
use serde_json::json;

#[test]
fn e1_a_piece_lands_on_motor_category_2_and_its_player_owns_a_factory_in_motor() {
    // MOT-2 lies on e8; A stands beside it on d8.
    let mut table = Table::at(reference(3), json!({"turn": 1, "die": 1, "pieces": ["d8"], "properties": [["FOO-1a"]]}));
    assert_eq!(table.location(Viewer::Watcher, "e8")["property"], true);
    table.play("move e8", &[1]);
    assert_eq!(table.properties('A'), ["MOT-2", "FOO-1a"]);
    let view = table.view();
    let factory = &view["players"][0]["properties"][0];
    assert_eq!((&factory["sector"], &factory["category"]), (&json!("MOTOR"), &json!(2)));
}

#[test]
fn e2_a_owns_textile_3_and_b_textile_2_and_1_and_both_get_3() {
    // On any TEXTILE location; the second shop is B's too, or a third player's.
    for (from, to) in [("c4", "b4"), ("c8", "b8"), ("g8", "f8"), ("g4", "f4")] {
        for (owners, paid) in [("ABBC", [3, 3, 1]), ("ABBB", [3, 4, 0])] {
            let owners = crate::common::owners_but(&[("TEX", owners)]);
            let position = json!({"die": 1, "pieces": [from, "h8", "h1"], "properties": owners});
            let mut table = Table::at(reference(3), but(part_two(), position));
            table.play(&format!("move {to}"), &[1]);
            assert_eq!(table.points(), paid);
        }
    }
}

#[test]
fn e3_a_piece_outside_with_a_1_stands_on_a_corner_space() {
    for corner in ["a1", "a8", "h8", "h1"] {
        let mut table = Table::start(reference(3), &[1]);
        assert_eq!(table.ends(), ["a1", "a8", "h1", "h8"]);
        table.play(&format!("move {corner}"), &[1]);
        assert_eq!(table.piece('A'), corner);
    }
}

#[test]
fn e4_forward_and_back_is_illegal() {
    // With a 2: one step and back would end where it began.
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 2})));
    assert_eq!(table.refused("move d3"), "ECO-MOVE-8");
    // With a 3: forward, back and forward again would end next to the start. Here d2 can be reached in three different
    // spaces only round the corner, and that way is closed; so it cannot be reached at all.
    let position = json!({"die": 3, "pieces": ["d1", "c2", "e2"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    assert!(!table.ends().contains(&"d2".into()));
    assert_eq!(table.refused("move d2"), "ECO-MOVE-9");
    // Without the others it can.
    let position = json!({"die": 3, "pieces": ["d1", "h8", "h7"]});
    assert!(Table::at(reference(3), but(part_two(), position)).ends().contains(&"d2".into()));
}

#[test]
fn part_1_run() {
    let mut table = Table::start(reference(3), &[1]);
    let (a, b, c) = (seat('A'), seat('B'), seat('C'));
    let took = |table: &Table, who, card: &str| {
        let last = table.events.iter().rev().find(|event| matches!(event, Event::Took { .. } | Event::Moved { .. }));
        assert!(
            matches!(last, Some(Event::Took { seat, card: taken, .. }) if *seat == who && taken.as_deref() == Some(card)),
            "{last:?}"
        );
    };
    let nothing = |table: &Table, clause: &str| {
        let told = table.events.iter().rev().find_map(|event| match event {
            Event::Nothing { clause, .. } => Some(*clause),
            Event::Took { .. } => Some("taken"),
            _ => None,
        });
        assert_eq!(told, Some(clause));
    };

    // 1. A 1: a8
    table.play("move a8", &[2]);
    took(&table, a, "MOT-3");
    // 2. B 2: h1 h2
    table.play("move h2", &[6]);
    took(&table, b, "FUR-3");
    // 3. C 6: a1 a2 a3 b3 b2 c2; a8 was no possible entry
    assert_eq!(table.refused("move e7"), "ECO-MOVE-13");
    table.play("move c2", &[5]);
    took(&table, c, "PHO-3");
    // 4. A 5: a7 a6 a5 a4 b4
    table.play("move b4", &[5]);
    took(&table, a, "TEX-3");
    // 5. B 5: g2 f2 e2 d2 c2, a hit; B chooses a8
    table.play("move c2", &[]);
    assert_eq!(table.actions(), ["corner a1", "corner a8", "corner h8", "corner h1"]);
    table.play("corner a8", &[1]);
    assert!(table.events.contains(&Event::ThrownOff { seat: b, other: c, corner: "a8".into() }));
    assert_eq!((table.piece('B'), table.piece('C')), ("c2".into(), "outside a8".into()));
    assert_eq!((table.face_down(), table.properties('C')), (vec!["c2".into()], vec!["PHO-3".into()]));
    // 6. C 1: a8
    assert_eq!(table.ends(), ["a8"]);
    table.play("move a8", &[1]);
    nothing(&table, "ECO-COLLECT-2");
    // 7. A 1: b5
    table.play("move b5", &[2]);
    took(&table, a, "TOY-1b");
    // 8. B 2: c3 d3
    table.play("move d3", &[2]);
    nothing(&table, "ECO-COLLECT-6");
    // 9. C 2: a7 a6
    table.play("move a6", &[4]);
    took(&table, c, "COM-3");
    // 10. A 4: c5 c4 d4 d3, a hit on an empty space; A chooses h8
    table.play("move d3", &[]);
    table.play("corner h8", &[6]);
    nothing(&table, "ECO-HIT-10");
    assert_eq!((table.piece('A'), table.piece('B')), ("d3".into(), "outside h8".into()));
    assert_eq!(table.face_down(), ["c2"]);
    // 11. B 6: h8 h7 h6 g6 f6 e6
    table.play("move e6", &[3]);
    took(&table, b, "COM-2");
    // 12. C 3: b6 c6 c5
    table.play("move c5", &[2]);
    took(&table, c, "COS-3");
    // 13. A 2: c3 c2, face down
    table.play("move c2", &[6]);
    nothing(&table, "ECO-COLLECT-7");
    assert_eq!((table.face_down(), table.properties('C').len()), (vec!["c2".into()], 3));
    // 14. B 6: e5 e4 e3 d3 d2 c2, a hit; B chooses a1
    table.play("move c2", &[]);
    table.play("corner a1", &[1]);
    nothing(&table, "ECO-HIT-5");
    assert_eq!((table.piece('B'), table.piece('A')), ("c2".into(), "outside a1".into()));

    // Afterwards.
    assert_eq!(table.properties('A'), ["MOT-3", "TEX-3", "TOY-1b"]);
    assert_eq!(table.properties('B'), ["COM-2", "FUR-3"]);
    assert_eq!(table.properties('C'), ["COM-3", "PHO-3", "COS-3"]);
    assert_eq!(table.view()["left"], 28);
    assert_eq!((table.face_down(), table.points()), (vec!["c2".into()], vec![0, 0, 0]));
    assert_eq!((table.turn(), table.view()["turns"].clone()), (Some('C'), json!([15, 0])));
}

#[test]
fn part_2_run() {
    let mut table = Table::at(reference(3), part_two());
    let (a, b, c) = (seat('A'), seat('B'), seat('C'));

    // 1. A 3: c3 b3 b4
    table.play("move b4", &[6]);
    assert_eq!(table.last_paid(), Some(("TEXTILE".into(), vec![3, 3, 1])));
    assert_eq!(table.points(), [3, 3, 1]);
    // 2. B 6: e5 e4 e3 d3 d2 c2, face down
    table.play("move c2", &[2]);
    assert!(table.events.contains(&Event::TurnedUp { space: "c2".into(), card: Some("PHO-3".into()) }));
    assert!(table.events.contains(&Event::HandedOver { from: c, to: b, card: "PHO-3".into() }));
    assert_eq!(table.last_paid(), Some(("PHONE".into(), vec![0, 3, 4])));
    assert_eq!((table.points(), table.face_down().len()), (vec![3, 6, 5], 0));
    // 3. C 2: c4 b4, a hit on TEX-3 face up; C chooses h1
    table.play("move b4", &[]);
    table.play("corner h1", &[1]);
    assert_eq!((table.points(), table.face_down()), (vec![3, 6, 5], vec!["b4".into()]));
    assert_eq!((table.piece('A'), table.payments()), ("outside h1".into(), 2));
    // 4. A 1: h1
    table.play("move h1", &[3]);
    assert_eq!((table.points(), table.payments()), (vec![3, 6, 5], 2));
    // 5. B 3: c3 b3 b4, a hit on TEX-3 face down; B chooses a8
    table.play("move b4", &[]);
    table.play("corner a8", &[4]);
    assert!(table.events.contains(&Event::HandedOver { from: a, to: b, card: "TEX-3".into() }));
    assert_eq!(table.last_paid(), Some(("TEXTILE".into(), vec![0, 6, 1])));
    assert_eq!((table.points(), table.face_down().len()), (vec![3, 12, 6], 0));
    assert_eq!(table.piece('C'), "outside a8");
    // 6. C 4: a8 b8 c8 d8
    table.play("move d8", &[3]);
    assert_eq!(table.last_paid(), Some(("FOOD".into(), vec![0, 0, 7])));
    assert_eq!(table.points(), [3, 12, 13]);
    // 7. A 3: h2 g2 g1
    table.play("move g1", &[1]);
    assert_eq!(table.last_paid(), Some(("COSMETICS".into(), vec![2, 2, 3])));
    assert_eq!(table.points(), [5, 14, 16]);

    // Afterwards: properties and what they are worth.
    let view = table.view();
    let tally = |player: usize| {
        let player = &view["players"][player];
        (player["properties"].as_array().unwrap().len(), player["worth"].as_u64().unwrap())
    };
    assert_eq!([tally(0), tally(1), tally(2)], [(9, 17), (14, 26), (13, 20)]);
    assert!(table.face_down().is_empty());
    assert_eq!((table.turn(), table.won()), (Some('B'), None));
}

/// The player in turn lands on TEX-3 with these points before, owners as at the start of the part 2 run.
#[track_caller]
fn end_vector(turn: usize, tie: Tie, points: [u16; 3], luck: &[u32]) -> Table {
    let mut pieces = ["h1", "h8", "h6"];
    pieces[turn - 1] = "c4";
    let position =
        json!({"turn": turn, "die": 1, "pieces": pieces, "points": points, "properties": owned_by(&crate::common::OWNERS)});
    let mut table = Table::at(Options { tie, ..reference(3) }, but(part_two(), position));
    table.play("move b4", luck);
    table
}

#[test]
fn end_vectors() {
    for tie in [Tie::Shared, Tie::PlayOn] {
        for turn in 1..=3 {
            // V1: B wins, no matter who moved.
            let table = end_vector(turn, tie, [40, 42, 43], &[]);
            assert_eq!((table.points(), table.won()), (vec![43, 45, 44], Some(("B".into(), "ECO-END-1"))));
            // V2: A and B reached it; A wins.
            let table = end_vector(turn, tie, [43, 42, 30], &[]);
            assert_eq!((table.points(), table.won()), (vec![46, 45, 31], Some(("A".into(), "ECO-END-5"))));
            // V4: nobody has 45, play goes on.
            let table = end_vector(turn, tie, [41, 41, 43], &[1]);
            assert_eq!((table.points(), table.won()), (vec![44, 44, 44], None));
            assert_eq!(table.turn(), Some(['B', 'C', 'A'][turn - 1]));
        }
    }
    // V3: shared by A and B, or play goes on.
    let table = end_vector(1, Tie::Shared, [42, 42, 30], &[]);
    assert_eq!((table.points(), table.won()), (vec![45, 45, 31], Some(("AB".into(), "ECO-END-7"))));
    let table = end_vector(1, Tie::PlayOn, [42, 42, 30], &[1]);
    assert_eq!((table.points(), table.won(), table.turn()), (vec![45, 45, 31], None, Some('B')));
    assert!(table.rules.outcome(&table.state).is_none());
}
