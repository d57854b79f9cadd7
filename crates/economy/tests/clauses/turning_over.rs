//! Face-down locations in part 2. (ECO-DOWN)

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, part_two, reference, viewers};
use economy::Event;
use kernel::Viewer;
use serde_json::{Value, json};

/// B next to c2, where PHO-3 lies face down; its property is C's.
fn beside_c2() -> Value {
    but(part_two(), json!({"turn": 2, "die": 1, "pieces": ["b4", "c3", "c5"]}))
}

#[test]
fn eco_down_1_it_applies_with_and_without_a_piece_there_but_only_in_part_2() {
    // Nobody there.
    let mut table = Table::at(reference(3), beside_c2());
    table.play("move c2", &[6]);
    assert!(table.kinds(0).contains(&"turned_up".into()));

    // A stands there and is thrown off.
    let mut table = Table::at(reference(3), but(beside_c2(), json!({"pieces": ["c2", "c3", "c5"]})));
    table.play("move c2", &[]);
    assert_eq!(table.kinds(0), ["moved"], "first the corner is chosen");
    table.play("corner a8", &[6]);
    assert_eq!(table.kinds(0), ["moved", "thrown_off", "turned_up", "handed_over", "paid", "rolled"]);
    assert!(table.properties('B').contains(&"PHO-3".into()));

    // In part 1 (MED-1a is still on the board) nothing is turned up, with or without a piece.
    let mut owners = OWNERS;
    owners[3] = ("MED", "AA-A");
    for pieces in [["b4", "c3", "c5"], ["c2", "c3", "c5"]] {
        let mut table = Table::at(reference(3), but(beside_c2(), json!({"pieces": pieces, "properties": owned_by(&owners)})));
        if pieces[0] == "c2" {
            table.play("move c2", &[]);
            table.play("corner a8", &[6]);
        } else {
            table.play("move c2", &[6]);
        }
        assert_eq!(table.face_down(), ["c2"]);
        assert!(table.properties('C').contains(&"PHO-3".into()));
        assert_eq!(table.payments(), 0);
    }
}

#[test]
fn eco_down_2_the_card_is_turned_face_up_on_its_space() {
    let mut table = Table::at(reference(3), beside_c2());
    for viewer in viewers(3) {
        assert_eq!(table.location(viewer, "c2")["face_down"], true);
    }
    table.play("move c2", &[6]);
    assert!(table.events.contains(&Event::TurnedUp { space: "c2".into(), card: Some("PHO-3".into()) }));
    assert!(table.face_down().is_empty());
    for viewer in viewers(3) {
        let location = table.location(viewer, "c2");
        assert_eq!((&location["face_down"], &location["card"]["id"]), (&json!(false), &json!("PHO-3")));
    }
}

#[test]
fn eco_down_3_the_lander_gets_the_twin_property_from_its_owner() {
    let mut table = Table::at(reference(3), beside_c2());
    let before = [table.properties('A'), table.properties('B'), table.properties('C')].map(|cards| cards.len());
    table.play("move c2", &[6]);
    let seats = (crate::common::seat('C'), crate::common::seat('B'));
    assert!(table.events.contains(&Event::HandedOver { from: seats.0, to: seats.1, card: "PHO-3".into() }));
    assert!(table.properties('B').contains(&"PHO-3".into()));
    assert!(!table.properties('C').contains(&"PHO-3".into()));
    let after = [table.properties('A'), table.properties('B'), table.properties('C')].map(|cards| cards.len());
    assert_eq!(after, [before[0], before[1] + 1, before[2] - 1]);
    assert_eq!(table.location(Viewer::Watcher, "c2")["owner"], 2);
}

#[test]
fn eco_down_4_an_owner_who_lands_keeps_it_and_the_location_is_safe_again() {
    // C lands on PHO-3, which is C's own.
    let mut table = Table::at(reference(3), but(beside_c2(), json!({"turn": 3, "pieces": ["b4", "e6", "c3"]})));
    let before = table.properties('C');
    table.play("move c2", &[6]);
    assert_eq!(table.properties('C'), before);
    assert!(!table.kinds(0).contains(&"handed_over".into()));
    assert!(table.face_down().is_empty());

    // Safe: the next player to land there gets no property.
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 1, "face_down": [], "pieces": ["c3", "e6", "c5"]})));
    table.play("move c2", &[6]);
    assert_eq!(table.properties('C'), before);
    assert_eq!(table.points(), [0, 0, 7]);
}

#[test]
fn eco_down_5_then_the_sector_pays_with_the_new_ownership() {
    let mut table = Table::at(reference(3), beside_c2());
    table.play("move c2", &[6]);
    assert_eq!(table.kinds(0), ["moved", "turned_up", "handed_over", "paid", "rolled"]);
    assert_eq!(table.last_paid(), Some(("PHONE".into(), vec![0, 3, 4])), "before it would have been C 7");
    assert_eq!(table.points(), [0, 3, 4]);
}

#[test]
fn eco_down_6_nothing_is_given_in_return_and_nobody_is_asked() {
    // The lander cannot take the property and leave it, nor is the owner asked: the turn is over at once.
    let mut table = Table::at(reference(3), but(beside_c2(), json!({"points": [5, 6, 7]})));
    let own = table.properties('B');
    table.play("move c2", &[6]);
    assert_eq!(table.turn(), Some('C'));
    assert_eq!(table.state.die, 6, "C’s own turn has begun with a roll");
    assert!(table.actions().iter().all(|action| action.starts_with("move ")));
    // C got no property of B's, and no points but for the PHONE properties that C still has.
    assert!(own.iter().all(|card| table.properties('B').contains(card)));
    assert_eq!(table.points(), [5, 9, 11]);

    // The only choice after a hit is the corner.
    let mut table = Table::at(reference(3), but(beside_c2(), json!({"pieces": ["c2", "c3", "c5"]})));
    table.play("move c2", &[]);
    assert_eq!(table.actions(), ["corner a1", "corner a8", "corner h8", "corner h1"]);
}
