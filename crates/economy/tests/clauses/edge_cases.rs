//! Edge cases. (ECO-EDGE)

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, owners_but, part_two, reference, rules, seat, viewers};
use economy::{DeckName, Event, Options, Placement, Starter};
use kernel::{Luck, Notation, Refusal, Rules, Scripted, Seeded, Silent, Viewer};
use serde_json::{Map, Value, json};

/// The owners of the run of part 2, but MED-1a lies still on b3: part 1.
fn part_one() -> Value {
    but(part_two(), json!({"properties": owners_but(&[("MED", "AA-A")])}))
}

#[test]
fn eco_edge_1_a_hit_on_ones_own_location_must_be_made_if_nothing_else_is_legal() {
    // A, bound to a8, rolls a 1; B stands there on MOT-3, which is A's.
    for position in [part_one(), part_two()] {
        let mut table = Table::at(reference(3), but(position, json!({"die": 1, "pieces": ["outside a8", "a8", "c5"]})));
        assert_eq!(table.actions(), ["move a8"]);
        table.play("move a8", &[]);
        table.play("corner h1", &[1]);
        assert_eq!(table.face_down(), ["c2", "a8"]);
        assert_eq!((table.piece('A'), table.piece('B')), ("a8".into(), "outside h1".into()));
        assert!(table.properties('A').contains(&"MOT-3".into()));
        assert_eq!(table.payments(), 0);
    }
}

#[test]
fn eco_edge_2_a_piece_thrown_off_at_its_corner_comes_back_there_only_with_a_1() {
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 1, "pieces": ["a7", "a8", "c5"]})));
    table.play("move a8", &[]);
    // B may be put outside at the very corner; with a 2 to 6 B stays, and it is C's turn.
    for die in 2..=6 {
        let mut blocked = table.clone();
        blocked.play("corner a8", &[die, 1]);
        assert!(blocked.events.contains(&Event::Stayed { seat: seat('B') }));
        assert_eq!((blocked.turn(), blocked.piece('B')), (Some('C'), "outside a8".into()));
    }
    // With a 1 B hits A there.
    let mut back = table.clone();
    back.play("corner a8", &[1]);
    assert_eq!((back.turn(), back.ends()), (Some('B'), vec!["a8".into()]));
    back.play("move a8", &[]);
    back.play("corner a8", &[1]);
    assert_eq!((back.piece('B'), back.piece('A')), ("a8".into(), "outside a8".into()));
    // And once A has moved away, B enters with any number.
    let mut free = Table::at(reference(3), but(part_two(), json!({"turn": 2, "die": 2, "pieces": ["c7", "outside a8", "c5"]})));
    assert_eq!(free.ends(), ["a7", "b8"]);
    free.play("move a7", &[1]);
}

#[test]
fn eco_edge_3_pieces_outside_cannot_be_hit() {
    // B and C wait outside at a8: A goes there without hitting anybody.
    for from in ["a7", "b8", "outside", "outside a8"] {
        let position = json!({"die": 1, "pieces": [from, "outside a8", "outside a8"]});
        let mut table = Table::at(reference(3), but(part_two(), position));
        table.play("move a8", &[1]);
        assert_eq!([table.piece('A'), table.piece('B'), table.piece('C')], ["a8", "outside a8", "outside a8"]);
        assert!(!table.kinds(0).contains(&"thrown_off".into()));
    }
    // So in no game is a piece thrown off twice without having moved in between.
    let mut luck = Seeded::new(17);
    let mut hits = 0;
    for seed in 0..30 {
        let rules = rules(reference(2 + (seed % 5) as u8));
        let mut events = Vec::new();
        let mut state = rules.start(&mut Seeded::new(seed), &mut events);
        let mut buffer = Vec::new();
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let action = rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
        }
        let mut outside = [true; 6];
        for event in events {
            match event {
                Event::Entered { seat, .. } | Event::Moved { seat, .. } => outside[seat.index()] = false,
                Event::ThrownOff { other, .. } => {
                    assert!(!std::mem::replace(&mut outside[other.index()], true), "{other} was outside");
                    hits += 1;
                }
                _ => {}
            }
        }
    }
    assert!(hits > 100);
}

#[test]
fn eco_edge_4_a_piece_that_stays_neither_collects_nor_scores_nor_turns() {
    // A stands on the face-down a8, whose property is B's. B stands on b8; D closes a7, and A rolls a 2.
    let owners = owners_but(&[("MOT", "BBBC")]);
    let changes = json!({"turn": 4, "die": 1, "pieces": ["a8", "b8", "outside h1", "a6"], "face_down": ["a8"]});
    for (letter, owners) in [('2', owners), ('1', owners_but(&[("MOT", "BBBC"), ("MED", "AA-A")]))] {
        let position = but(but(part_two(), changes.clone()), json!({"properties": owners}));
        let mut table = Table::at(reference(4), position);
        assert_eq!(table.view()["part"], letter.to_string());
        let before = table.properties('A');
        table.play("move a7", &[2, 1]);
        assert_eq!(table.kinds(0), ["moved", "nothing", "rolled", "stayed", "rolled"]);
        assert_eq!((table.turn(), table.piece('A')), (Some('B'), "a8".into()));
        assert_eq!(table.properties('A'), before);
        assert_eq!((table.points(), table.face_down()), (vec![0; 4], vec!["a8".into()]));
    }
    // And on a location that lies face up nothing is paid again.
    let mut table = Table::at(reference(4), but(but(part_two(), changes), json!({"face_down": []})));
    table.play("move a7", &[6, 1]);
    assert!(table.events.contains(&Event::Stayed { seat: seat('A') }));
    assert_eq!((table.points(), table.payments()), (vec![0; 4], 0));
}

#[test]
fn eco_edge_5_a_piece_that_stands_on_a_location_when_part_2_begins_scores_nothing_for_it() {
    // B stands on FOO-3 and C on MOT-3; A takes the last property, MED-1a, and part 2 begins.
    let position = json!({"die": 1, "pieces": ["b2", "h4", "a8"]});
    let mut table = Table::at(reference(3), but(part_one(), position));
    table.play("move b3", &[1]);
    assert_eq!(table.view()["part"], "2");
    // B and C move on to empty spaces, A rolls: nobody was paid for where they stood.
    table.play("move h3", &[1]);
    table.play("move a7", &[1]);
    assert_eq!((table.points(), table.payments()), (vec![0, 0, 0], 0));
}

#[test]
fn eco_edge_6_the_last_property_and_a_hit_never_come_together() {
    // A piece on the location of the last property would be needed: impossible.
    let refusal = Table::try_at(reference(3), but(part_one(), json!({"pieces": ["d3", "b3", "c5"]}))).err().unwrap();
    assert_eq!(refusal.clause, "ECO-INV-3");
    // And in play a turn with a hit takes nothing.
    let mut luck = Seeded::new(23);
    for seed in 0..30 {
        let rules = rules(reference(6));
        let mut state = rules.start(&mut Seeded::new(seed), &mut Silent);
        let mut buffer = Vec::new();
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let mut events: Vec<Event> = Vec::new();
            let action = rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
            let any = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
            assert!(!(any(|event| matches!(event, Event::ThrownOff { .. })) && any(|event| matches!(event, Event::Took { .. }))));
        }
    }
}

#[test]
fn eco_edge_7_part_2_begins_with_the_next_player_in_order() {
    for players in 3..=6 {
        for taker in 0..players {
            let mut pieces = vec!["outside h1"; players];
            pieces[taker] = "b2";
            let position = json!({"turn": taker + 1, "die": 1, "pieces": pieces, "face_down": []});
            let mut table = Table::at(reference(players as u8), but(part_one(), position));
            table.play("move b3", &[1]);
            assert!(table.events.contains(&Event::PartTwo));
            assert_eq!(table.state.seat.index(), (taker + 1) % players);
            assert_eq!(table.turn(), Some((b'A' + ((taker + 1) % players) as u8) as char));
        }
    }
}

#[test]
fn eco_edge_8_a_player_without_property_goes_on_playing_and_can_win_some() {
    // D has nothing and lands on FUR-1a: nothing for D, but the turn is D's like anybody's.
    let position = json!({"turn": 4, "die": 1, "pieces": ["d3", "e6", "c5", "d5"]});
    let mut table = Table::at(reference(4), but(part_two(), position));
    assert!(table.properties('D').is_empty());
    table.play("move d6", &[1]);
    assert_eq!(table.points(), [3, 2, 2, 0]);
    // D lands on the face-down c2 and gets PHO-3.
    let position = json!({"turn": 4, "die": 1, "pieces": ["d3", "e6", "c5", "c3"]});
    let mut table = Table::at(reference(4), but(part_two(), position));
    table.play("move c2", &[1]);
    assert_eq!((table.properties('D'), table.points()), (vec!["PHO-3".into()], vec![0, 0, 4, 3]));
    // And who loses the last property still has turns.
    let owners = owned_by(&OWNERS.map(|(sector, _)| (sector, if sector == "PHO" { "CBBB" } else { "BBBB" })));
    let position = json!({"turn": 2, "die": 1, "pieces": ["d3", "c3", "c5"], "properties": owners});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move c2", &[1]);
    assert_eq!((table.properties('C').len(), table.turn()), (0, Some('C')));
    table.play("move c6", &[1]);
}

#[test]
fn eco_edge_9_who_loses_the_last_property_of_a_sector_gets_nothing_for_it() {
    // TEX-3, A's only TEXTILE, lies face down; B lands there.
    let position = json!({"turn": 2, "die": 1, "pieces": ["d3", "c4", "c5"], "face_down": ["b4"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move b4", &[1]);
    assert_eq!(table.last_paid(), Some(("TEXTILE".into(), vec![0, 6, 1])));
}

#[test]
fn eco_edge_10_ones_own_face_down_location_pays_like_any_other() {
    // C lands on PHO-3, C's own, face down.
    let position = json!({"turn": 3, "die": 1, "pieces": ["d3", "e6", "c3"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move c2", &[1]);
    assert_eq!(table.kinds(0), ["moved", "turned_up", "paid", "rolled"]);
    assert_eq!(table.points(), [0, 0, 7]);
}

#[test]
fn eco_edge_11_of_two_shops_face_down_only_the_twin_of_the_one_landed_on_is_taken() {
    // MOT-1a on e4 is B's, MOT-1b on a4 is C's; A lands on one of them.
    for (from, to, taken, left, down) in [("b4", "a4", "MOT-1b", "MOT-1a", "e4"), ("d4", "e4", "MOT-1a", "MOT-1b", "a4")] {
        let position = json!({"die": 1, "pieces": [from, "h8", "h1"], "face_down": ["a4", "e4"]});
        let mut table = Table::at(reference(3), but(part_two(), position));
        table.play(&format!("move {to}"), &[1]);
        assert!(table.properties('A').contains(&taken.into()));
        assert!(!table.properties('A').contains(&left.into()));
        assert_eq!(table.face_down(), [down]);
    }
}

#[test]
fn eco_edge_12_the_owner_may_be_the_one_thrown_off_a_third_or_the_mover() {
    // B hits on the face-down c2.
    let after = |owner: &str, other: [&str; 3]| {
        let phone = format!("{owner}CCC");
        let position = json!({"turn": 2, "die": 1, "pieces": other, "properties": owners_but(&[("PHO", &phone)])});
        let mut table = Table::at(reference(3), but(part_two(), position));
        table.play("move c2", &[]);
        table.play("corner a8", &[1]);
        assert!(table.properties('B').contains(&"PHO-3".into()));
        assert_eq!(table.points(), [0, 3, 4]);
        let from = table.events.iter().find_map(|event| match event {
            Event::HandedOver { from, .. } => Some(*from),
            _ => None,
        });
        from.map(|seat| seat.number())
    };
    assert_eq!(after("C", ["d3", "c3", "c2"]), Some(3), "C, who was thrown off");
    assert_eq!(after("C", ["c2", "c3", "h8"]), Some(3), "C, while A was thrown off");
    assert_eq!(after("A", ["c2", "c3", "h8"]), Some(1), "A, who was thrown off");
    assert_eq!(after("B", ["c2", "c3", "h8"]), None, "nobody: it was the mover’s");
}

#[test]
fn eco_edge_13_a_landing_may_carry_another_player_over_the_target() {
    // A lands on FOOD, which is all C's.
    let mut table = Table::at(reference(3), but(part_two(), json!({"die": 1, "points": [44, 44, 38]})));
    table.play("move d4", &[]);
    assert_eq!((table.points(), table.won()), (vec![44, 44, 45], Some(("C".into(), "ECO-END-1"))));
}

#[test]
fn eco_edge_14_a_sector_with_all_locations_face_down_pays_again_with_the_first_turned_up() {
    let position = json!({"die": 1, "pieces": ["c4", "h8", "h1"], "face_down": ["b4", "b8", "f8", "f4"]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move b4", &[1]);
    assert_eq!(table.last_paid(), Some(("TEXTILE".into(), vec![3, 3, 1])), "in that same landing");
    assert_eq!(table.face_down(), ["f4", "b8", "f8"]);
}

#[test]
fn eco_edge_15_a_player_with_an_empty_hand_is_passed_over() {
    // Five players, the third starts: the deal is 8 cards for the starter and 7 for the others.
    let options = Options { players: 5, starter: Starter::HostChoice, starting_seat: Some(3), ..Options::default() };
    let deal: Vec<u32> = (0..36).collect();
    let mut table = Table::start(options, &deal);
    let view = table.view();
    let hands: Vec<u64> = (0..5).map(|player| view["players"][player]["cards_in_hand"].as_u64().unwrap()).collect();
    assert_eq!(hands, [7, 7, 8, 7, 7]);

    let mut order = String::new();
    for card in 0..36 {
        order.push(table.turn().unwrap());
        let seat = table.state.seat;
        let pick = table.rules.write(&table.rules.fallback(&table.state, seat));
        table.play(&pick, &[]);
        let place = table.rules.write(&table.rules.fallback(&table.state, seat));
        table.play(&place, if card == 35 { &[1] } else { &[] });
    }
    // Seven laps, and in the eighth only the starter; who then begins.
    assert_eq!(order, "CDEABCDEABCDEABCDEABCDEABCDEABCDEABC");
    assert_eq!((table.turn(), table.view()["part"].clone()), (Some('C'), json!("1")));
}

/// Deck `twelve` with all cards placed but MOT-1; the two others of its sector lie alone on c3 and f6.
fn last_card_of_twelve() -> Result<Table, Refusal> {
    let options = Options { players: 2, deck: DeckName::Twelve, starter: Starter::FirstSeat, ..Options::default() };
    let ids: Vec<String> = rules(options.clone()).faces.iter().map(|face| face.id.clone()).collect();
    let (motor, others): (Vec<String>, Vec<String>) = ids.into_iter().partition(|id| id.starts_with("MOT"));
    let around = |column: usize, row: usize, centre: (usize, usize)| column.abs_diff(centre.0) < 2 && row.abs_diff(centre.1) < 2;
    let mut locations = Map::new();
    locations.insert("c3".into(), motor[0].clone().into());
    locations.insert("f6".into(), motor[1].clone().into());
    // Sector after sector, so that the three cards of one lie eleven spaces apart.
    let free = (0..64).filter(|space| !around(space % 8, space / 8, (2, 2)) && !around(space % 8, space / 8, (5, 5)));
    for (number, space) in free.take(33).enumerate() {
        let name = format!("{}{}", (b'a' + (space % 8) as u8) as char, space / 8 + 1);
        locations.insert(name, others[number % 11 * 3 + number / 11].clone().into());
    }
    Table::try_at(options, json!({"turn": 2, "locations": locations, "hands": [[], [motor[2]]], "picked": motor[2]}))
}

#[test]
fn eco_edge_16_deck_twelve_bars_at_most_16_of_29_free_spaces() {
    let mut table = last_card_of_twelve().unwrap();
    assert_eq!(table.seen_by(Viewer::Seat(seat('B')))["locations"].as_array().unwrap().len(), 35);
    assert_eq!(table.actions().len(), 29 - 16);
    assert_eq!(table.refused("place d4"), "ECO-SETUP-5");
    assert_eq!(table.refused("place g7"), "ECO-SETUP-5");
    assert_eq!(table.refused("place c3"), "ECO-SETUP-4");
    table.play("place h8", &[1]);

    // Never fewer, however the cards are placed.
    let mut luck = Seeded::new(31);
    let rules = rules(Options { players: 6, deck: DeckName::Twelve, ..Options::default() });
    for _ in 0..60 {
        let mut state = rules.start(&mut luck, &mut Silent);
        let mut actions = Vec::new();
        while rules.view(&state, Viewer::Watcher).part == "setup" {
            let seat = rules.turn(&state).awaited.lowest().unwrap();
            actions.clear();
            rules.actions(&state, seat, &mut actions);
            let places = matches!(rules.view(&state, Viewer::Seat(seat)).step, Some("place"));
            assert!(!places || actions.len() >= 13, "{}", actions.len());
            let action = actions[luck.below(actions.len())];
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
        }
    }
}

#[test]
fn eco_edge_17_two_players_alternate_and_every_rule_stays() {
    let mut table = Table::start(Options { placement: Placement::Reference, ..reference(2) }, &[1]);
    let mut order = String::new();
    for (action, luck) in [
        ("move a8", &[1][..]), // A takes MOT-3
        ("move a8", &[]),      // B hits A there
        ("corner h8", &[1]),
        ("move h8", &[1]), // A enters where A was put and takes FOO-1b
        ("move b8", &[2]), // B takes TEX-2
        ("move h6", &[1]), // A takes FUR-1b
        ("move a8", &[1]), // B, face down in part 1: nothing
    ] {
        order.push(table.turn().unwrap());
        table.play(action, luck);
    }
    assert_eq!(order, "ABBABAB");
    assert_eq!(table.properties('A'), ["MOT-3", "FOO-1b", "FUR-1b"]);
    assert_eq!((table.properties('B'), table.face_down()), (vec!["TEX-2".into()], vec!["a8".into()]));

    // Part 2: a face-down location changes hands and its sector pays both.
    let owners = owned_by(&OWNERS.map(|(sector, _)| (sector, "ABAB")));
    let position = json!({"turn": 1, "die": 1, "pieces": ["b2", "h8"], "properties": owners, "face_down": ["b1", "b3"]});
    let mut table = Table::at(reference(2), position);
    table.play("move b3", &[1]); // MED-1a, A's own
    assert_eq!((table.points(), table.turn()), (vec![4, 3], Some('B')));
    table.play("move h7", &[2]);
    table.play("move b1", &[1]); // TOY-1a, A's own
    assert_eq!(table.points(), [8, 6]);
    assert!(table.face_down().is_empty());
}

#[test]
fn eco_edge_18_there_is_no_limit_of_turns() {
    // Two players walk between empty spaces for longer than anybody would: the game goes on, and nothing overflows.
    let owners = owned_by(&OWNERS.map(|(sector, _)| (sector, "ABAB")));
    let rules = rules(reference(2));
    let position = json!({"turn": 1, "die": 2, "pieces": ["a3", "h3"], "properties": owners});
    let mut state = rules.restore(&serde_json::from_value(position).unwrap()).unwrap();
    // A goes to and fro between a3 and b2, two apart, and B between h3 and g3, one apart.
    let walk = ["b2", "g3", "a3", "h3"].map(|space| rules.read(&format!("move {space}")).unwrap());
    for turn in 0..70_000 {
        let seat = rules.turn(&state).awaited.lowest().expect("the game goes on");
        let mut script = Scripted::new([1 + turn as u32 % 2]);
        rules.apply(&mut state, seat, &walk[turn % 4], &mut script, &mut Silent).unwrap();
        script.finish().unwrap();
    }
    assert_eq!(state.points[..2], [0, 0]);

    // What brings it to its end: every paying landing gives the sector's full sum.
    for viewer in viewers(2) {
        assert_eq!(rules.view(&state, viewer).part, "2");
    }
    let mut luck = Seeded::new(1);
    let mut buffer = Vec::new();
    while let Some(seat) = rules.turn(&state).awaited.lowest() {
        let before: u16 = state.points.iter().sum();
        let payments = state.payments;
        let action = rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
        rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
        assert_eq!(state.points.iter().sum::<u16>(), before + 7 * (state.payments - payments));
    }
    assert!(rules.outcome(&state).is_some());
}
