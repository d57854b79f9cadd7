//! Points in part 2. (ECO-SCORE)

use crate::common::{EconomyTable, Table, but, part_two, reference, viewers};
use economy::Event;
use kernel::{Notation, Words};
use serde_json::json;

#[test]
fn eco_score_1_every_owner_in_the_sector_gets_3_2_and_1_added_up() {
    // A has TEX-3; B has TEX-2 and TEX-1a; C has TEX-1b.
    let mut table = Table::at(reference(3), part_two());
    table.play("move b4", &[6]);
    assert_eq!(table.last_paid(), Some(("TEXTILE".into(), vec![3, 3, 1])));
    assert_eq!(table.points(), [3, 3, 1]);

    // All FOOD is C's: the lander gets nothing.
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 1})));
    table.play("move d4", &[6]);
    assert_eq!(table.last_paid(), Some(("FOOD".into(), vec![0, 0, 7])));

    // FUR: A the invention, B the factory, C both shops. Points are added to those there were.
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 1, "points": [10, 20, 30]})));
    table.play("move d2", &[6]);
    assert_eq!(table.points(), [13, 22, 32]);
    for viewer in viewers(3) {
        assert_eq!(table.seen_by(viewer)["players"][2]["points"], 32);
    }
}

#[test]
fn eco_score_2_neither_the_category_landed_on_nor_who_lands_matters() {
    // From a neighbouring space with a 1, on each of the four TEXTILE locations, each player in turn.
    for (from, to) in [("c4", "b4"), ("c8", "b8"), ("g8", "f8"), ("g4", "f4")] {
        for (turn, letter) in [(1, 'A'), (2, 'B'), (3, 'C')] {
            let mut pieces = ["outside h1"; 3];
            pieces[turn - 1] = from;
            let position = but(part_two(), json!({"turn": turn, "die": 1, "pieces": pieces}));
            let mut table = Table::at(reference(3), position);
            table.play(&format!("move {to}"), &[1]);
            assert_eq!(table.points(), [3, 3, 1], "{letter} on {to}");
        }
    }
}

#[test]
fn eco_score_3_a_property_counts_also_while_its_location_lies_face_down() {
    // TEX-2 on b8 and TEX-3 on b4 lie face down; A lands on TEX-1b on f4.
    let position = json!({"die": 1, "pieces": ["g4", "e6", "c5"], "face_down": ["b4", "b8"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move f4", &[6]);
    assert_eq!(table.points(), [3, 3, 1]);
    assert_eq!(table.face_down(), ["b4", "b8"]);
}

#[test]
fn eco_score_4_all_points_of_a_landing_are_given_at_the_same_time() {
    // A and B both need 3: if one were paid first, that one would win alone.
    for turn in 1..=3 {
        let mut pieces = ["outside h1"; 3];
        pieces[turn - 1] = "c4";
        let position = json!({"turn": turn, "die": 1, "pieces": pieces, "points": [42, 42, 44]});
        let mut table = Table::at(reference(3), but(part_two(), position));
        table.play("move b4", &[]);
        // C reached it too: nobody's points were left out because another had won.
        assert_eq!(table.points(), [45, 45, 45]);
        assert_eq!(table.won(), Some(("ABC".into(), "ECO-END-7")));
        assert_eq!(table.payments(), 1);
        assert!(table.events.contains(&Event::Paid {
            card: Some("TEX-3".into()),
            sector: Some("TEXTILE".into()),
            points: vec![3, 3, 1]
        }));
    }
}

#[test]
fn eco_score_5_nothing_happens_on_an_empty_space() {
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 2, "points": [1, 2, 3]})));
    let before = [table.properties('A'), table.properties('B'), table.properties('C')];
    let label =
        |table: &Table, action| table.rules.label(&table.state, table.state.seat, &table.rules.read(action).unwrap(), &[]);
    assert_eq!(label(&table, "move c4").clause, "ECO-SCORE-5");
    table.play("move c4", &[6]);
    assert_eq!(table.kinds(0), ["moved", "nothing", "rolled"]);
    assert!(table.events.iter().any(|event| matches!(event, Event::Nothing { clause: "ECO-SCORE-5", .. })));
    assert_eq!(table.points(), [1, 2, 3]);
    assert_eq!(before, [table.properties('A'), table.properties('B'), table.properties('C')]);
    assert_eq!(table.face_down(), ["c2"]);
    assert_eq!((table.piece('A'), table.turn()), ("c4".into(), Some('B')));
}
