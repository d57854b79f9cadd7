//! Knowledge of face-down cards. (ECO-KNOW)

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, part_two, reference, seat, viewers};
use economy::{Event, MemoryRule, Options, Spaces};
use kernel::{Notation, Rules, Seeded, Viewer, Words};
use serde_json::{Value, json};

fn shown() -> Options {
    Options { memory: MemoryRule::Shown, ..reference(3) }
}

/// Part 2; three locations lie face down: c2 (PHO-3, C's), b4 (TEX-3, A's) and e4 (MOT-1a, B's).
fn three_down() -> Value {
    but(part_two(), json!({"face_down": ["c2", "b4", "e4"]}))
}

/// What a viewer with this memory takes a face-down card for, over many tries.
fn guesses(table: &Table, viewer: Viewer, memory: &Spaces, space: &str) -> Vec<String> {
    let mut luck = Seeded::new(3);
    let mut guesses: Vec<String> = (0..200)
        .map(|_| {
            let imagined = table.rules.imagine(&table.state, viewer, memory, &mut luck);
            table.rules.check(&imagined).expect("a table that could be");
            table.rules.position(&imagined).locations.expect("a layout")[space].clone()
        })
        .collect();
    guesses.sort();
    guesses.dedup();
    guesses
}

#[test]
fn eco_know_1_who_saw_a_card_turned_over_remembers_it() {
    // Given: A takes MOT-3 on a8 and B hits A there; all the while C watches, and then the card lies face down.
    let mut table = Table::start(reference(3), &[1]);
    let mut memory = Spaces::default();
    let viewer = Viewer::Seat(seat('C'));
    table.rules.remember(&mut memory, &table.state, viewer);
    table.play("move a8", &[1]);
    table.play("move a8", &[]);
    table.play("corner h1", &[1]);
    // And a little later the location on b8, TEX-2, lies face down as well.
    table.play("move a1", &[1]);
    table.play("move h1", &[1]);
    table.play("move b8", &[2]);
    table.rules.remember(&mut memory, &table.state, viewer);
    let position = but(
        serde_json::to_value(table.rules.position(&table.state)).unwrap(),
        json!({"face_down": ["a8", "b8"], "pieces": ["h1", "c8", "a1"]}),
    );
    let table = Table::at(reference(3), position);

    // Then C knows which is which, and a viewer who came later can only guess between the two.
    assert_eq!(guesses(&table, viewer, &memory, "a8"), ["MOT-3"]);
    assert_eq!(guesses(&table, viewer, &memory, "b8"), ["TEX-2"]);
    assert_eq!(guesses(&table, viewer, &Spaces::default(), "a8"), ["MOT-3", "TEX-2"]);
    assert_eq!(guesses(&table, viewer, &Spaces::default(), "b8"), ["MOT-3", "TEX-2"]);
}

#[test]
fn eco_know_2_hidden_shows_only_the_back_to_everybody() {
    let table = Table::at(reference(3), three_down());
    for viewer in viewers(3) {
        for space in ["c2", "b4", "e4"] {
            // Not even the owner or the player in turn sees more than a back.
            let location = table.location(viewer, space);
            assert_eq!(location["face_down"], true);
            assert_eq!((&location["card"], &location["owner"]), (&Value::Null, &Value::Null), "{viewer:?} on {space}");
        }
        let drawn = table.rules.draw(&table.state, viewer, &[]);
        assert_eq!(drawn.matches("######").count(), 3, "{drawn}");
        // Of the three the drawing shows only the properties, in their owners' lists.
        for card in ["PHO-3", "TEX-3", "MOT-1a"] {
            assert_eq!(drawn.matches(card).count(), 1, "{card} in\n{drawn}");
        }
        // All else lies open.
        assert_eq!(table.location(viewer, "a8")["card"]["id"], "MOT-3");
        assert_eq!(table.location(viewer, "a8")["owner"], 1);
    }
    // The words on the buttons do not tell either: A may move to b4, where TEX-3 lies.
    let action = table.rules.read("move b4").unwrap();
    let label = table.rules.label(&table.state, seat('A'), &action, &[]).text;
    assert!(!label.contains("TEX") && !label.contains("invention"), "{label}");
}

#[test]
fn eco_know_2_shown_shows_the_face_to_everybody() {
    let table = Table::at(shown(), three_down());
    for viewer in viewers(3) {
        for (space, card, owner) in [("c2", "PHO-3", 3), ("b4", "TEX-3", 1), ("e4", "MOT-1a", 2)] {
            let location = table.location(viewer, space);
            assert_eq!(location["face_down"], true);
            assert_eq!((&location["card"]["id"], &location["owner"]), (&json!(card), &json!(owner)), "{viewer:?}");
            assert_eq!(guesses(&table, viewer, &Spaces::default(), space), [card], "nobody needs a memory");
        }
        assert!(!table.rules.draw(&table.state, viewer, &[]).contains("######"));
    }
}

#[test]
fn eco_know_2_what_was_turned_down_before_all_eyes_is_then_hidden() {
    // B stands on TEX-3 and A hits there: the journal tells the space, nobody's view the card.
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 3, "pieces": ["d3", "b4", "c5"]})));
    assert_eq!(table.location(Viewer::Watcher, "b4")["card"]["id"], "TEX-3");
    table.play("move b4", &[]);
    table.play("corner a1", &[6]);
    assert!(table.events.contains(&Event::TurnedDown { space: "b4".into(), clause: "ECO-HIT-8" }));
    for viewer in viewers(3) {
        assert_eq!(table.location(viewer, "b4")["card"], Value::Null);
        let told = table.events.iter().filter_map(|event| table.rules.seen(event, viewer));
        assert!(told.map(|event| serde_json::to_string(&event).unwrap()).all(|text| !text.contains("TEX-3")));
    }
}

/// The log as it may be read again at this table once nothing of it is news.
fn read_again(table: &Table) -> Vec<String> {
    let names = ["Ann", "Bob", "Cleo"].map(String::from);
    let kept = table.events.iter().filter_map(|event| table.rules.recalled(event, &table.state, Viewer::Watcher));
    kept.map(|event| table.rules.tell(&event, &names).text).collect()
}

#[test]
fn eco_know_2_reading_the_log_does_not_replace_remembering() {
    // Part 1: A takes MOT-3 on a8, B hits A there.
    let mut table = Table::start(reference(3), &[1]);
    table.play("move a8", &[1]);
    assert!(
        read_again(&table).contains(&"Ann takes MOT-3, Quiet engine.".to_owned()),
        "while it lies open, so does what was said"
    );
    table.play("move a8", &[]);
    table.play("corner h1", &[2]);
    let log = read_again(&table);
    assert_eq!(
        log[2..9],
        [
            "Ann rolls 1.",
            "Ann enters and moves to a location that lies face down now.",
            "Ann takes a property.",
            "Bob rolls 1.",
            "Bob enters and moves to a location that lies face down now.",
            "Bob puts Ann’s piece outside at h1.",
            "The location on a8 is turned face down.",
        ]
    );

    // Part 2: B turns up c2, PHO-3, which was C's; then A hits B there.
    let position = json!({"turn": 2, "die": 1, "pieces": ["c1", "c3", "c5"], "face_down": ["c2", "b4", "e4"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move c2", &[1]);
    assert!(read_again(&table).contains(&"Cleo hands PHO-3, Pocket transmitter, to Bob.".to_owned()));
    table.play("move c4", &[1]);
    table.play("move c2", &[]);
    table.play("corner a1", &[1]);
    assert_eq!(
        read_again(&table)[..3],
        [
            "Bob moves from c3 to a location that lies face down now.",
            "The location on c2 is turned up.",
            "The sector of the location pays.",
        ]
    );
    assert!(read_again(&table).iter().all(|line| !line.contains("PHO") && !line.contains("hands")), "{:?}", read_again(&table));

    // With `shown` nothing has to be remembered, so the past is open and all of it told.
    assert!(table.rules.forgets() && !Table::at(shown(), three_down()).rules.forgets());
}

#[test]
fn eco_know_2_a_card_placed_and_turned_over_is_not_named_again() {
    let hands = json!([["MOT-3"], ["MOT-2"], ["TEX-3"]]);
    let layout = Table::start(reference(3), &[1]);
    let mut position = serde_json::to_value(layout.rules.position(&layout.state)).unwrap();
    let locations = position["locations"].as_object_mut().unwrap();
    locations.retain(|_, card| !["MOT-3", "MOT-2", "TEX-3"].contains(&card.as_str().unwrap()));
    let position = json!({"turn": 1, "locations": locations, "hands": hands});
    let mut table = Table::at(Options { players: 3, ..Options::default() }, position);
    for action in ["pick MOT-3", "place a8", "pick MOT-2", "place e8", "pick TEX-3"] {
        table.play(action, &[]);
    }
    table.play("place b4", &[1]);
    let events = std::mem::take(&mut table.events);
    table.play("move a8", &[1]);
    table.play("move a8", &[]);
    table.play("corner h1", &[2]);
    table.events = events;
    assert_eq!(
        read_again(&table)[..4],
        ["Ann picks a card.", "Ann places a card on a8.", "Bob picks MOT-2, Car works.", "Bob places MOT-2, Car works, on e8."]
    );
}

#[test]
fn eco_know_3_nobody_looks_under_a_card() {
    // Part 1 (MED-1a lies on the board): A lands on the face-down c2 and learns nothing.
    let mut owners = OWNERS;
    owners[3] = ("MED", "AA-A");
    let position = json!({"die": 1, "pieces": ["c3", "e6", "c5"], "properties": owned_by(&owners), "face_down": ["c2", "b4"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move c2", &[1]);
    let viewer = Viewer::Seat(seat('A'));
    assert_eq!(table.location(viewer, "c2")["card"], Value::Null);
    let mut memory = Spaces::default();
    table.rules.remember(&mut memory, &table.state, viewer);
    assert_eq!(guesses(&table, viewer, &memory, "c2"), ["PHO-3", "TEX-3"], "A stands on it and does not know it");
    // All that a player can do in a turn is to move, and nothing that happened names the card.
    assert!(table.actions().iter().all(|action| action.starts_with("move ")));
    assert!(table.events.iter().all(|event| !serde_json::to_string(event).unwrap().contains("PHO-3")));
}

#[test]
fn eco_know_3_it_is_revealed_when_it_is_turned_up_or_the_game_is_over() {
    // B lands on c2 in part 2: from now on everybody knows it, also when it is turned down again.
    let position = json!({"turn": 2, "die": 1, "pieces": ["c1", "c3", "c5"], "face_down": ["c2", "b4", "e4"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    let viewer = Viewer::Seat(seat('A'));
    let mut memory = Spaces::default();
    table.rules.remember(&mut memory, &table.state, viewer);
    assert_eq!(guesses(&table, viewer, &memory, "c2"), ["MOT-1a", "PHO-3", "TEX-3"]);
    table.play("move c2", &[1]);
    assert_eq!(table.location(viewer, "c2")["card"]["id"], "PHO-3");
    table.rules.remember(&mut memory, &table.state, viewer);
    table.play("move c4", &[1]);
    table.play("move c2", &[]); // A hits B
    table.play("corner a1", &[1]);
    assert_eq!(table.location(viewer, "c2")["card"], Value::Null);
    assert_eq!(guesses(&table, viewer, &memory, "c2"), ["PHO-3"]);
    assert_eq!(guesses(&table, viewer, &memory, "b4"), ["MOT-1a", "TEX-3"], "these two were never seen");

    // When the game is over all is shown.
    let mut table = Table::at(reference(3), but(three_down(), json!({"die": 1, "points": [0, 0, 44]})));
    table.play("move d4", &[]);
    assert_eq!(table.won(), Some(("C".into(), "ECO-END-1")));
    for viewer in viewers(3) {
        assert_eq!(table.location(viewer, "c2")["card"]["id"], "PHO-3");
    }
}

#[test]
fn eco_know_3_computer_players_remember_all_they_saw_and_no_more() {
    // A bot that saw the layout remembers every location of it; one that came to a table with three cards turned over
    // remembers all but those.
    let fresh = Table::start(reference(3), &[1]);
    let late = Table::at(reference(3), three_down());
    for viewer in viewers(3) {
        let (mut memory, mut late_memory) = (Spaces::default(), Spaces::default());
        fresh.rules.remember(&mut memory, &fresh.state, viewer);
        late.rules.remember(&mut late_memory, &late.state, viewer);
        assert_eq!((memory.len(), late_memory.len()), (36, 33));
        for (space, card) in [("c2", "PHO-3"), ("b4", "TEX-3"), ("e4", "MOT-1a")] {
            assert_eq!(guesses(&late, viewer, &memory, space), [card]);
            assert_eq!(guesses(&late, viewer, &late_memory, space), ["MOT-1a", "PHO-3", "TEX-3"]);
        }
        // What one imagines never moves what lies open.
        assert_eq!(guesses(&late, viewer, &late_memory, "a8"), ["MOT-3"]);
    }
    // With `shown` there is nothing to forget.
    let late = Table::at(shown(), three_down());
    let mut memory = Spaces::default();
    late.rules.remember(&mut memory, &late.state, Viewer::Watcher);
    assert_eq!(memory.len(), 36);
}

#[test]
fn eco_know_3_a_single_face_down_card_can_be_worked_out() {
    // 36 minus the 35 that lie open.
    let table = Table::at(reference(3), part_two());
    assert_eq!(guesses(&table, Viewer::Watcher, &Spaces::default(), "c2"), ["PHO-3"]);
}
