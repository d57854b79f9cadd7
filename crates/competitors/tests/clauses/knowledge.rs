//! What players know of each other's cards. (CMP-DECK-6, CMP-DECK-7)

use crate::common::{CompetitorsTable, Table, set};

#[track_caller]
fn accepts(table: &mut Table, letter: char, picks: &str) {
    let accept = format!("accept {} {picks}", table.number());
    table.does(letter, accept.trim());
}

#[test]
fn cmp_deck_6_a_deal_marks_the_cards_that_it_named() {
    let mut table = set(3).cards('A', "poland").contracts('A', "C001").done();
    table.does('A', "offer 1>2 card poland, 2>1 500");
    assert_eq!((table.known('B'), table.known('C')), ("poland".into(), String::new()), "an offer names it to the parties");
    accepts(&mut table, 'B', "");
    assert_eq!((table.known('A'), table.known('B'), table.known('C')), ("poland".into(), String::new(), "poland".into()));
    // A mark ends when the card lies open.
    table.does('A', "end");
    table.does('B', "build poland");
    assert_eq!((table.known('A'), table.known('C')), (String::new(), String::new()));
}

#[test]
fn cmp_deck_6_an_offer_that_asks_for_a_card_marks_nothing() {
    let mut table = set(2).cards('A', "poland").cards('B', "spain").done();
    table.does('A', "offer 1>2 500, 2>1 card spain");
    assert_eq!((table.known('A'), table.known('B')), (String::new(), String::new()));
}

#[test]
fn cmp_deck_6_espionage_marks_all_contract_cards_of_hand_and_signed() {
    let mut table =
        set(3).contracts('A', "C109").contracts('B', "C001 C002").signed("b-truck-1", "C003", "italy", "france").done();
    table.does('A', "play C109");
    table.does('A', "target 2");
    assert_eq!((table.known('A').as_str(), table.known('C').as_str()), ("C001 C002", ""));
    let load = table.state.signed(crate::common::seat('B')).next().expect("a signed contract").1;
    assert!(load.known.contains(crate::common::seat('A')) && load.known.len() == 1);
}

/// Covers the edge case of a contract that is signed after `espionage`.
#[test]
fn cmp_deck_7_a_card_signed_face_down_ends_the_marks_on_that_hand() {
    let mut table = set(3).contracts('B', "C001 C002").contracts('C', "C003").cards('B', "italy france").done();
    for (who, card) in [(2, "C001"), (2, "C002"), (3, "C003")] {
        let who = char::from(b'A' + who - 1);
        let number = who as u8 - b'A' + 1;
        table.does(who, &format!("offer {number}>1 shown {card}, 1>{number} 500"));
        let withdraw = format!("withdraw {}", table.number());
        table.does(who, &withdraw);
    }
    assert_eq!(table.known('A'), "C001 C002 C003");
    table.does('A', "end");
    for part in ["sign C001", "by b-truck-1", "to france"] {
        table.does('B', part);
    }
    assert_eq!(table.known('A'), "C003", "those of other hands stay");
}

#[test]
fn cmp_deck_7_a_card_handed_over_unseen_ends_the_marks_for_those_who_did_not_see_it() {
    let laid = || set(4).contracts('B', "C001 C002").contracts('D', "C004").done();
    let mut table = laid();
    // All of B's cards are shown to A, and one to C.
    table.does('B', "offer 2>1 shown C001, 1>2 500");
    table.does('B', "offer 2>1 shown C002, 2>3 500, 1>2 500, 3>1 500");
    for (number, _) in table.state.offers.iter().collect::<Vec<_>>() {
        table.does('B', &format!("withdraw {number}"));
    }
    assert_eq!((table.known('A').as_str(), table.known('C').as_str()), ("C001 C002", "C002"));
    table.does('D', "offer 4>2 contract C004, 2>4 unnamed 1");
    accepts(&mut table, 'B', "C001");
    assert_eq!((table.known('A').as_str(), table.known('C').as_str()), ("", ""), "it might have been either");
    assert_eq!((table.known('B').as_str(), table.known('D').as_str()), ("C001", "C004"), "who gave a card knows where it is");
    // Handed over in sight of A, who asked for it by name, it stays marked.
    let mut table = laid();
    table.does('B', "offer 2>1 shown C001, 1>2 500");
    let withdraw = format!("withdraw {}", table.number());
    table.does('B', &withdraw);
    table.does('A', "offer 2>4 contract C001, 4>1 1000, 1>2 1000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.does('D', &format!("accept {number}"));
    assert_eq!((table.known('A').as_str(), table.contracts('D').as_str()), ("C001", "C001 C004"));
}

#[test]
fn cmp_deck_7_a_forced_swap_ends_the_marks_of_others_on_both_hands() {
    let mut table = set(3).contracts('A', "C110").cards('A', "poland spain").cards('B', "france").done();
    // C knows a card of each hand.
    table.does('A', "offer 1>3 card spain, 3>1 500");
    table.does('B', "offer 2>3 card france, 3>2 500");
    assert_eq!(table.known('C').split(' ').count(), 2);
    table.does('A', "play C110");
    table.does('A', "target 2");
    let france = table.rules.pack.territories.iter().position(|card| card.id == "france").expect("France") as u32;
    table.lucky('A', "give poland", &[france]);
    assert_eq!((table.known('A'), table.known('B'), table.known('C')), ("poland".into(), "france".into(), String::new()));
}
