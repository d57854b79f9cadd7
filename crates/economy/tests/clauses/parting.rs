//! The change to part 2. (ECO-PART)

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, part_two, reference, viewers};
use economy::{Event, Placement};
use kernel::{Luck, Rules, Seeded, Silent, Viewer};
use serde_json::{Value, json};

/// Part 1 with all properties taken but TOY-1b on b5; A stands next to it, C waits outside at a8.
fn one_left() -> Value {
    let mut owners = OWNERS;
    owners[7] = ("TOY", "BCA-");
    json!({
        "turn": 1,
        "die": 1,
        "face_down": ["c2"],
        "pieces": ["b6", "d4", "outside a8"],
        "properties": owned_by(&owners),
    })
}

#[test]
fn eco_part_1_part_2_begins_when_no_property_is_left() {
    // Given: two properties are left, TOY-1b on b5 and MED-1a on b3.
    let mut owners = OWNERS;
    owners[7] = ("TOY", "BCA-");
    owners[3] = ("MED", "AA-A");
    let mut table = Table::at(reference(3), but(one_left(), json!({"properties": owned_by(&owners)})));
    assert_eq!(table.view()["left"], 2);

    // When one is taken, part 1 goes on: a landing on a location pays nothing.
    table.play("move b5", &[1]);
    assert_eq!(table.view()["part"], "1");
    assert_eq!(table.view()["left"], 1);
    table.play("move e4", &[2]); // B, on MOT-1a
    assert_eq!((table.points(), table.payments()), (vec![0, 0, 0], 0));
    table.play("move a7", &[2]); // C enters at a8

    // When the last is taken, part 2 begins: the next landing on a location pays.
    assert!(!table.kinds(0).contains(&"part_two".into()));
    table.play("move b3", &[1]);
    assert!(table.kinds(0).contains(&"part_two".into()));
    assert_eq!(table.view()["part"], "2");
    assert_eq!(table.view()["left"], 0);
    table.play("move f4", &[2]); // B, on TEX-1b
    assert_eq!(table.points(), [3, 3, 1]);
}

#[test]
fn eco_part_2_it_begins_with_the_next_turn_and_all_stays_as_it_is() {
    // Given: A is about to take the last property, TOY-1b.
    let mut table = Table::at(reference(3), one_left());

    // When A takes it and B rolls a 1.
    table.play("move b5", &[1]);

    // Then that landing gave no points, though A and B own TOY properties that would pay.
    assert_eq!((table.points(), table.payments()), (vec![0, 0, 0], 0));
    assert!(table.properties('A').contains(&"TOY-1b".into()));
    // Turn order, pieces, corners and face-down cards are as before.
    assert_eq!(table.turn(), Some('B'));
    assert_eq!([table.piece('A'), table.piece('B'), table.piece('C')], ["b5", "d4", "outside a8"]);
    assert_eq!(table.face_down(), ["c2"]);
    // The next turn is the first of part 2.
    table.play("move e4", &[1]);
    assert_eq!(table.last_paid(), Some(("MOTOR".into(), vec![3, 3, 1])));
    assert_eq!(table.view()["turns"], json!([0, 2]), "B’s and C’s turns");
    // C still enters at a8 and no other corner.
    assert_eq!(table.ends(), ["a8"]);
}

#[test]
fn eco_part_2_there_is_no_way_back() {
    let mut luck = Seeded::new(5);
    for seed in 0..10 {
        let rules = crate::common::rules(economy::Options { tie: economy::Tie::PlayOn, target: Some(200), ..reference(3) });
        let mut state = rules.start(&mut Seeded::new(seed), &mut Silent);
        let (mut seen_two, mut buffer) = (false, Vec::new());
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let action = rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
            let part = rules.view(&state, Viewer::Watcher).part;
            assert!(!seen_two || part != "1");
            seen_two |= part == "2";
        }
        assert!(seen_two);
    }
}

#[test]
fn eco_part_3_everybody_starts_with_0_on_a_list_that_all_can_see() {
    let points = |table: &Table, viewer| -> Vec<u64> {
        let view = table.seen_by(viewer);
        view["players"].as_array().unwrap().iter().map(|player| player["points"].as_u64().unwrap()).collect()
    };
    let mut table = Table::at(reference(3), one_left());
    table.play("move b5", &[1]);
    for viewer in viewers(3) {
        assert_eq!(points(&table, viewer), [0, 0, 0]);
    }
    table.play("move e4", &[1]);
    for viewer in viewers(3) {
        assert_eq!(points(&table, viewer), [3, 3, 1], "{viewer:?} sees the list");
    }
    // The list has a line for each player and no more.
    let refused = Table::try_at(reference(3), but(part_two(), json!({"points": [1, 2, 3, 4]})));
    assert_eq!(refused.err().unwrap().clause, "ECO-PART-3");
}

#[test]
fn eco_part_4_a_location_that_is_face_down_or_occupied_never_carries_a_property() {
    // The first piece that lands takes the property at once …
    let mut table = Table::at(reference(3), json!({"turn": 1, "die": 1}));
    table.play("move a8", &[1]);
    assert_eq!(table.location(Viewer::Watcher, "a8")["property"], false);
    assert_eq!(table.properties('A'), ["MOT-3"]);
    // … so a player who lands on it turns a card whose property is owned.
    table.play("move a8", &[]);
    table.play("corner a1", &[1]);
    assert_eq!(table.location(Viewer::Watcher, "a8")["face_down"], true);
    assert_eq!(table.properties('A'), ["MOT-3"]);

    // And so in every game, which therefore always comes to part 2.
    let mut luck = Seeded::new(11);
    for seed in 0..40 {
        let players = 2 + (seed % 5) as u8;
        let placement = [Placement::Random, Placement::Reference][seed as usize % 2];
        let rules = crate::common::rules(economy::Options { placement, ..reference(players) });
        let mut events = Vec::new();
        let mut state = rules.start(&mut Seeded::new(seed), &mut events);
        let mut actions = Vec::new();
        while !events.contains(&Event::PartTwo) {
            let view = rules.view(&state, Viewer::Watcher);
            let occupied: Vec<&String> = view.players.iter().filter_map(|player| player.space.as_ref()).collect();
            for location in &view.locations {
                assert!(!(location.property && (location.face_down || occupied.contains(&&location.space))), "{location:?}");
            }
            let seat = rules.turn(&state).awaited.lowest().unwrap();
            actions.clear();
            rules.actions(&state, seat, &mut actions);
            let action = actions[luck.below(actions.len())];
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
        }
    }
}
