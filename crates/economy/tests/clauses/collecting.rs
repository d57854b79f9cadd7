//! Landing in part 1 where no other piece stands: ECO-COLLECT.

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, reference, rules, seat, viewers};
use economy::Event;
use kernel::{Consequence, Luck, Notation, Rules, Seat, Seeded, Viewer};
use serde_json::{Value, json};

/// Part 1, three players, A to move with a 1.
fn part_one(changes: Value) -> Table {
    Table::at(reference(3), but(json!({ "turn": 1, "die": 1 }), changes))
}

fn ids(cards: &Value) -> Vec<&str> {
    cards.as_array().expect("a list").iter().filter_map(|card| card["id"].as_str()).collect()
}

/// What the last landing of this player that brought nothing was put down to.
fn nothing_by(table: &Table) -> Option<&'static str> {
    table.events.iter().rev().find_map(|event| match event {
        Event::Nothing { clause, .. } => Some(*clause),
        _ => None,
    })
}

#[test]
fn eco_collect_1_landing_on_a_location_takes_its_property() {
    // Given the property MOT-2 on its location e8, when A lands there (the rulebook's example).
    let mut table = part_one(json!({ "pieces": ["e7"] }));
    assert_eq!(table.location(Viewer::Watcher, "e8")["property"], true);
    table.play("move e8", &[1]);
    // Then A owns the factory of MOTOR.
    assert_eq!(table.properties('A'), ["MOT-2"]);
    assert!(table.events.contains(&Event::Took { seat: seat('A'), card: Some("MOT-2".into()), title: Some("Car works".into()) }));
    let location = table.location(Viewer::Watcher, "e8");
    assert_eq!((&location["property"], &location["owner"]), (&json!(false), &json!(1)));
    assert_eq!(table.view()["left"], 35);
}

#[test]
fn eco_collect_1_it_is_always_the_property_of_that_very_location() {
    let start = Table::start(reference(2), &[1]);
    let layout = start.rules.position(&start.state).locations.expect("all lie");
    for (space, card) in layout {
        let spot: economy::Space = space.parse().unwrap();
        let beside = spot.neighbours().find(|next| start.state.locations[next.index()].is_none());
        let Some(beside) = beside else { continue };
        let mut table = Table::at(reference(2), json!({ "turn": 2, "die": 1, "pieces": ["outside", beside.to_string()] }));
        table.play(&format!("move {space}"), &[1]);
        assert_eq!(table.properties('B'), [card], "on {space}");
        assert_eq!(table.properties('A'), Vec::<String>::new());
    }
}

#[test]
fn eco_collect_1_the_rulebooks_run_of_part_1() {
    let mut table = Table::start(reference(3), &[1]);
    let run: [(&str, &str, u32); 14] = [
        ("move a8", "", 2),
        ("move h2", "", 6),
        ("move c2", "", 5),
        ("move b4", "", 5),
        ("move c2", "corner a8", 1),
        ("move a8", "", 1),
        ("move b5", "", 2),
        ("move d3", "", 2),
        ("move a6", "", 4),
        ("move d3", "corner h8", 6),
        ("move e6", "", 3),
        ("move c5", "", 2),
        ("move c2", "", 6),
        ("move c2", "corner a1", 1),
    ];
    for (number, (action, corner, next)) in run.into_iter().enumerate() {
        assert_eq!(table.state.seat.index(), number % 3, "turn {}", number + 1);
        if corner.is_empty() {
            table.play(action, &[next]);
        } else {
            table.play(action, &[]);
            table.play(corner, &[next]);
        }
    }
    assert_eq!(table.properties('A'), ["MOT-3", "TEX-3", "TOY-1b"]);
    assert_eq!(table.properties('B'), ["COM-2", "FUR-3"]);
    assert_eq!(table.properties('C'), ["COM-3", "PHO-3", "COS-3"]);
    assert_eq!(table.view()["left"], 28);
    assert_eq!(table.face_down(), ["c2"]);
    assert_eq!(table.points(), [0, 0, 0]);
    assert_eq!([table.piece('A'), table.piece('B'), table.piece('C')], ["outside a1", "c2", "c5"]);
}

#[test]
fn eco_collect_2_what_another_player_has_cannot_be_taken() {
    let mut table = part_one(json!({ "pieces": ["e7"], "properties": [[], ["MOT-2"]] }));
    table.play("move e8", &[1]);
    assert_eq!(table.properties('A'), Vec::<String>::new());
    assert_eq!(table.properties('B'), ["MOT-2"]);
    assert_eq!(nothing_by(&table), Some("ECO-COLLECT-2"));
    assert_eq!(table.face_down(), Vec::<String>::new());
}

#[test]
fn eco_collect_2_what_the_lander_has_already_brings_nothing() {
    let mut table = part_one(json!({ "pieces": ["e7"], "properties": [["MOT-2"]] }));
    table.play("move e8", &[1]);
    assert_eq!(table.properties('A'), ["MOT-2"]);
    assert_eq!(nothing_by(&table), Some("ECO-COLLECT-2"));
    assert_eq!(table.points(), [0, 0, 0]);
    assert_eq!(table.view()["left"], 35);
}

#[test]
fn eco_collect_3_everybody_sees_who_owns_what() {
    let mut table = part_one(json!({ "pieces": ["e7"], "properties": [["TEX-3"], ["FOO-2", "COS-1a"]] }));
    table.play("move e8", &[1]);
    for viewer in viewers(3) {
        let view = table.seen_by(viewer);
        assert_eq!(ids(&view["players"][0]["properties"]), ["MOT-2", "TEX-3"], "{viewer:?}");
        assert_eq!(ids(&view["players"][1]["properties"]), ["FOO-2", "COS-1a"], "{viewer:?}");
        assert_eq!(ids(&view["players"][2]["properties"]), Vec::<&str>::new(), "{viewer:?}");
        assert_eq!(table.location(viewer, "e8")["owner"], 1);
        assert_eq!(table.location(viewer, "d4")["owner"], 2);
        let took = table.events.iter().find(|event| matches!(event, Event::Took { .. })).unwrap();
        assert_eq!(table.rules.seen(took, viewer).as_ref(), Some(took), "{viewer:?} hears what was taken");
    }
}

#[test]
fn eco_collect_4_the_location_stays_on_the_board() {
    let mut table = part_one(json!({ "pieces": ["e7"] }));
    let before = table.rules.position(&table.state).locations;
    table.play("move e8", &[1]);
    assert_eq!(table.rules.position(&table.state).locations, before);
    let location = table.location(Viewer::Watcher, "e8");
    assert_eq!((&location["card"]["id"], &location["face_down"]), (&json!("MOT-2"), &json!(false)));
}

#[test]
fn eco_collect_5_taking_is_automatic_and_one_at_a_time() {
    // Given A on d4 with a 6 and nothing taken but FOO-2, on which A stands: 30 end spaces.
    let start = part_one(json!({ "pieces": ["d4"], "properties": [["FOO-2"]], "die": 6 }));
    assert!(start.actions().iter().all(|action| action.starts_with("move ")), "there is no way to decline");
    for end in start.ends() {
        let mut table = start.clone();
        let location = table.location(Viewer::Watcher, &end);
        let consequence = table.play(&format!("move {end}"), &[1]);
        // Then a location gives its property, nothing else, and the turn is over.
        let taken = if location.is_null() { 0 } else { 1 };
        assert_eq!(table.properties('A').len(), 1 + taken, "on {end}");
        assert_eq!(table.view()["left"], 35 - taken);
        assert_eq!((table.state.seat, consequence), (seat('B'), Consequence::Sealed));
    }
}

#[test]
fn eco_collect_6_landing_on_an_empty_space_does_nothing() {
    let mut table = part_one(json!({ "pieces": ["e8"], "properties": [["MOT-2"]] }));
    table.play("move e7", &[1]);
    assert_eq!(table.piece('A'), "e7");
    assert_eq!(table.properties('A'), ["MOT-2"]);
    assert_eq!(nothing_by(&table), Some("ECO-COLLECT-6"));
    assert_eq!(table.view()["left"], 35);
    assert_eq!(table.state.seat, seat('B'));
}

#[test]
fn eco_collect_7_a_face_down_location_stays_face_down_and_unseen_in_part_1() {
    // Given PHO-3 on c2 face down, owned by another or by the lander.
    for owner in ['A', 'C'] {
        let letters = format!("{owner}---");
        let mut table = part_one(json!({ "pieces": ["c3"], "face_down": ["c2"], "properties": owned_by(&[("PHO", &letters)]) }));
        let from = table.events.len();
        table.play("move c2", &[1]);
        assert_eq!(table.face_down(), ["c2"]);
        assert_eq!(table.properties(owner), ["PHO-3"]);
        assert_eq!(table.kinds(from), ["moved", "nothing", "rolled"]);
        assert_eq!(nothing_by(&table), Some("ECO-COLLECT-7"));
        for viewer in viewers(3) {
            let location = table.location(viewer, "c2");
            assert_eq!((&location["card"], &location["owner"]), (&Value::Null, &Value::Null), "{viewer:?}");
            for event in &table.events[from..] {
                let told = serde_json::to_string(&table.rules.seen(event, viewer)).unwrap();
                assert!(!told.contains("PHO"), "{viewer:?} is told {told}");
            }
        }
    }
}

#[test]
fn eco_collect_8_no_points_for_landing_on_a_sector_one_owns() {
    let mut table = part_one(json!({ "pieces": ["e7"], "properties": owned_by(&[("MOT", "AAAA")]) }));
    table.play("move e8", &[1]);
    assert_eq!(table.points(), [0, 0, 0]);
    assert_eq!(table.payments(), 0);
}

#[test]
fn eco_collect_8_no_points_in_the_whole_of_part_1_nor_for_its_last_property() {
    for players in 2..=6 {
        let rules = rules(reference(players));
        let mut luck = Seeded::nth(8, players.into());
        let mut events: Vec<Event> = Vec::new();
        let mut state = rules.start(&mut luck, &mut events);
        let mut actions = Vec::new();
        for turn in 0.. {
            if state.part() == 2 {
                break;
            }
            assert!(turn < 10_000, "part 1 comes to its end");
            let seat: Seat = state.seat;
            actions.clear();
            rules.actions(&state, seat, &mut actions);
            let action = actions[luck.below(actions.len())];
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
            assert_eq!(state.points, [0; 6]);
        }
        assert_eq!(events.iter().filter(|event| matches!(event, Event::Took { .. })).count(), 36);
        assert!(!events.iter().any(|event| matches!(event, Event::Paid { .. })));
    }
    // By hand: MOT-3 on a8 is the last one, and A has the rest of MOTOR.
    let owners = [&[("MOT", "-AAA")], &OWNERS[1..]].concat();
    let mut table = part_one(json!({ "pieces": ["a7"], "properties": owned_by(&owners) }));
    table.play("move a8", &[1]);
    assert_eq!(table.view()["part"], "2");
    assert_eq!(table.points(), [0, 0, 0]);
}
