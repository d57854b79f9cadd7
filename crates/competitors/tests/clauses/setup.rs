//! The set-up. (CMP-SETUP)

use super::common::*;
use kernel::Viewer;
use serde_json::json;

/// Two players; A has the higher roll. A takes Germany, B Italy: A gets the first territory and contract cards of the files, B the next.
fn begun() -> Table {
    let mut table = Table::start(options(json!({"players": 2})), &[6, 1]);
    table.does('A', "headquarters H3");
    table
}

/// The luck of dealing: ten territory and five contract cards for each of two players, and the first danger.
fn dealt(danger: [u32; 2]) -> Vec<u32> {
    let hand = |player: u32| (0..10).map(move |card| 10 * player + card).chain((0..5).map(move |card| 5 * player + card));
    (0..2).flat_map(hand).chain(danger).collect()
}

fn ready() -> Table {
    let mut table = begun();
    table.lucky('B', "headquarters H4", &dealt([6, 3]));
    table
}

/// Covers CMP-SETUP-1, CMP-SETUP-2.
#[test]
fn cmp_setup_1_all_decks_lie_ready_and_the_first_round_begins() {
    let table = Table::start(options(json!({"players": 2})), &[6, 1]);
    assert_eq!(table.state.round, 1);
    assert_eq!((table.state.territory_deck.len(), table.state.contract_deck.len()), (116, 116));
    // No order of a deck is known to anybody: what is drawn is decided when it is drawn.
    assert!(table.state.customs.known().is_empty());
    // All nine headquarters lie open.
    assert_eq!(table.listed("headquarters").len(), 9);
}

/// Covers CMP-SETUP-3, CMP-SETUP-16.
#[test]
fn cmp_setup_3_the_highest_roll_is_first_for_the_whole_game() {
    let mut table = Table::start(options(json!({"players": 3})), &[2, 5, 4]);
    assert_eq!(table.turn(), Some('B'));
    table.does('B', "headquarters H1");
    table.does('C', "headquarters H2");
    let luck: Vec<u32> = { (0..30).collect::<Vec<u32>>() };
    let hands: Vec<u32> = (0..3)
        .flat_map(|player| {
            luck[10 * player..10 * player + 10].iter().copied().chain((0..5).map(move |card| 5 * player as u32 + card))
        })
        .collect();
    table.lucky('A', "headquarters H3", &[hands, vec![6, 3]].concat());
    for round in 1..=2 {
        for letter in ['B', 'C', 'A'] {
            assert_eq!((table.active(), table.state.round), (letter, round));
            table.lucky(letter, "end", if letter == 'A' { &[6, 3] } else { &[] });
        }
    }
}

#[test]
fn cmp_setup_4_the_tied_roll_again_among_themselves() {
    // A and C roll 5, then 3 and 3, then 1 and 2; B, who rolled 4, rolls once.
    let table = Table::start(options(json!({"players": 3})), &[5, 4, 5, 3, 3, 1, 2]);
    assert_eq!(table.turn(), Some('C'));
    assert_eq!(table.told("rolled_first").len(), 7);
}

/// Covers CMP-SETUP-5.
#[test]
fn cmp_setup_5_headquarters_are_chosen_clockwise_from_those_left() {
    let mut table = Table::start(options(json!({"players": 3})), &[1, 6, 2]);
    assert_eq!(table.refused_to('A', "headquarters H1"), "CMP-ROUND-1");
    table.does('B', "headquarters H3");
    assert_eq!(table.turn(), Some('C'));
    assert_eq!(table.refused("headquarters H3"), "CMP-SETUP-5");
    assert_eq!(table.refused("draw territory"), "CMP-SETUP-5");
    table.does('C', "headquarters H4");
    assert_eq!(table.turn(), Some('A'));
    assert_eq!(table.listed("headquarters").len(), 7);
    // The card lies open: everybody sees it.
    assert_eq!(table.view()["players"][1]["office"], json!("H3"));
}

#[test]
fn cmp_setup_6_cards_are_dealt_after_the_choice() {
    let mut table = begun();
    assert_eq!((table.cards('A'), table.contracts('A')), (String::new(), String::new()));
    table.lucky('B', "headquarters H4", &dealt([6, 3]));
    assert_eq!(table.contracts('A'), "C001 C002 C003 C004 C005");
}

/// Covers CMP-SETUP-7, CMP-SETUP-8, CMP-SETUP-11.
#[test]
fn cmp_setup_7_everybody_gets_the_same() {
    let table = ready();
    for letter in ['A', 'B'] {
        let player = table.state.player(seat(letter));
        assert_eq!((player.money.units(), player.points), (200_000, 0));
        assert_eq!((player.territories.len(), player.contracts.len()), (10, 5));
    }
    let coins = competitors::figures::START_COINS.map(|(value, count)| value * i32::from(count)).iter().sum::<i32>();
    assert_eq!(coins, table.money('A'));
}

/// Covers CMP-SETUP-9, CMP-SETUP-10, CMP-SETUP-12.
#[test]
fn cmp_setup_9_the_tokens_stand_at_the_headquarters() {
    let table = ready();
    for (token, place) in [
        ("a-truck-1", "land germany"),
        ("a-truck-2", "land germany"),
        ("a-truck-3", "supply"),
        ("a-ship-1", "port germany"),
        ("a-ship-2", "supply"),
        ("a-aircraft-1", "airport germany"),
        ("a-aircraft-2", "supply"),
        ("b-truck-1", "land italy"),
        ("b-ship-1", "port italy"),
        ("b-aircraft-1", "airport italy"),
        ("c-truck-1", "supply"),
    ] {
        assert_eq!(table.place(token), place, "{token}");
    }
    // No aircraft is in flight, so the marker is free.
    assert!(!table.state.marker_is_used(seat('A'), "a-aircraft-2".parse().expect("a token")));
}

#[test]
fn cmp_setup_12_what_is_left_of_a_colour_can_be_bought_and_no_other_colour() {
    let mut table = ready();
    table.does('A', "buy truck");
    table.does('A', "at germany");
    assert_eq!(table.place("a-truck-3"), "land germany");
    assert_eq!(table.refused("move c-truck-1"), "CMP-MOVE-1");
}

/// Covers CMP-SETUP-13, CMP-WX-17.
#[test]
fn cmp_setup_13_the_first_danger_is_rolled_before_the_first_turn() {
    let mut table = begun();
    assert!(table.state.danger.is_none());
    // Germany is hit, and nobody is: all stand on their own sites.
    table.lucky('B', "headquarters H4", &dealt([3, 7]));
    let kinds = table.kinds(0);
    let place = |kind: &str| kinds.iter().position(|other| other == kind).unwrap_or_else(|| panic!("no {kind}: {kinds:?}"));
    assert!(place("dealt") < place("danger") && place("danger") < place("turn"), "{kinds:?}");
    assert!(table.told("weather").is_empty());
    assert_eq!(table.turn(), Some('A'));
}

/// Covers CMP-SETUP-14.
#[test]
fn cmp_setup_14_cards_of_headquarters_territories_are_held_and_used_by_anybody() {
    let mut table = set(2).cards('B', "germany italy").contracts('B', "C001").active('B').done();
    table.does('B', "sign C001");
    table.does('B', "by b-truck-1");
    table.does('B', "to germany");
    assert_eq!(table.load("b-truck-1"), "C001 italy germany");
}

/// Covers CMP-SETUP-15. Edge case 7.
#[test]
fn cmp_setup_15_a_branch_may_stand_where_nobody_has_the_headquarters() {
    let mut table = set(2).cards('A', "japan italy").done();
    // Edge case 8: Italy is B's.
    assert_eq!(table.refused("build italy"), "CMP-BRANCH-2");
    table.does('A', "build japan");
    assert_eq!(table.branches('A'), "japan");
}

/// Covers CMP-SETUP-17. Edge case 101.
#[test]
fn cmp_setup_17_a_colour_may_be_exchanged_once_before_the_headquarters() {
    let mut table = Table::start(options(json!({"players": 3})), &[1, 6, 2]);
    let colours = |table: &Table| -> Vec<String> {
        table.state.players.iter().map(|player| table.rules.pack.colour(player.colour).to_owned()).collect()
    };
    let names = table.rules.pack.colours.clone();
    assert_eq!(colours(&table), names);
    // B takes A's, the two change places; B may do so once.
    table.does('B', &format!("colour {}", names[0]));
    assert_eq!(colours(&table)[..2], [names[1].clone(), names[0].clone()]);
    assert_eq!(table.refused(&format!("colour {}", names[2])), "CMP-SETUP-17");
    table.does('B', "headquarters H1");
    // C cannot take what B has chosen, nor the own colour; A's can be had.
    assert_eq!(table.refused(&format!("colour {}", names[0])), "CMP-SETUP-17");
    assert_eq!(table.refused(&format!("colour {}", names[2])), "CMP-SETUP-17");
    // One that nobody plays can be had too.
    table.does('C', &format!("colour {}", names[4]));
    assert_eq!(colours(&table)[2], names[4]);
    // Who says nothing keeps the colour.
    table.does('C', "headquarters H2");
    assert_eq!(table.turn(), Some('A'));
}

/// Covers CMP-SETUP-7, CMP-INV-22.
#[test]
fn cmp_setup_7_hands_are_secret() {
    let table = ready();
    let seen = table.seen_by(Viewer::Seat(seat('B')));
    assert_eq!(seen["players"][1]["territories"].as_array().map(Vec::len), Some(10), "{seen}");
    assert!(!seen.to_string().contains("\"C001\""), "{seen}");
}
