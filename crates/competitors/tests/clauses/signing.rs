//! Signing contracts. (CMP-SIGN)

use super::common::*;
use serde_json::json;

/// Covers CMP-SIGN-1, CMP-SIGN-3.
#[test]
fn cmp_sign_1_a_contract_card_and_two_territory_cards_are_laid_down() {
    let mut table = set(2).cards('A', "germany poland peru").contracts('A', "C001 C002").done();
    table.does('A', "sign C001");
    table.does('A', "by a-truck-1");
    table.does('A', "to poland");
    assert_eq!(table.load("a-truck-1"), "C001 germany poland");
    assert_eq!((table.cards('A').as_str(), table.contracts('A').as_str(), table.actions_left()), ("peru", "C002", 1));
    // Sender and Receiver are open, the contract card lies face down.
    assert_eq!(table.heard('B', "signed")["contract"], json!(null));
    assert_eq!(table.heard('B', "signed")["sender"], json!(t("germany")));
    assert_eq!(table.heard('B', "signed")["receiver"], json!(t("poland")));
    assert_eq!(table.heard('A', "signed")["contract"], json!(c(1)));
}

/// Covers CMP-SIGN-1. Edge case 12.
#[test]
fn cmp_sign_1_two_different_territory_cards_are_needed() {
    let mut table = set(2).cards('A', "germany").contracts('A', "C001").done();
    assert_eq!(table.refused("sign C001"), "CMP-SIGN-1");
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C001").done();
    table.does('A', "sign C001");
    table.does('A', "by a-truck-1");
    assert_eq!(table.listed("to"), ["to poland"]);
    assert_eq!(table.refused("to germany"), "CMP-SIGN-1");
}

/// Covers CMP-SIGN-2, CMP-SIGN-12.
#[test]
fn cmp_sign_2_what_is_laid_cannot_be_changed_or_withdrawn() {
    let mut table = set(2)
        .cards('A', "spain")
        .contracts('A', "C002")
        .token("a-truck-1", "germany")
        .signed("a-truck-1", "C001", "germany", "poland")
        .done();
    assert_eq!(table.refused("to spain"), "CMP-SIGN-1");
    assert_eq!(table.refused("by a-truck-2"), "CMP-SIGN-3");
    assert_eq!(table.refused("discard contract C001"), "CMP-DRAW-3");
    // To be rid of it a Delivery is begun and given up.
    table.does('A', "deliver germany");
    table.does('A', "give up");
    assert_eq!((table.load("a-truck-1").as_str(), table.failure().as_str()), ("-", "gave_up"));
}

/// Covers CMP-SIGN-3, CMP-SIGN-14.
#[test]
fn cmp_sign_3_the_token_is_in_the_senders_territory() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C001").token("a-truck-2", "france").done();
    table.does('A', "sign C001");
    assert_eq!(table.sorted(), ["by a-aircraft-1", "by a-ship-1", "by a-truck-1"]);
    assert_eq!(table.refused("by a-truck-2"), "CMP-SIGN-14");
    assert_eq!(table.refused("by a-truck-3"), "CMP-SIGN-4");
    table.does('A', "by a-ship-1");
    table.does('A', "to poland");
    assert_eq!(table.load("a-ship-1"), "C001 germany poland");
}

/// Covers CMP-SIGN-4. Edge case 13.
#[test]
fn cmp_sign_4_at_sea_or_in_flight_is_not_in_a_territory() {
    // 19:2 is the hex of Germany's port; cell and port are all but the same place.
    let mut table =
        set(2).cards('A', "germany poland").contracts('A', "C001").token("a-ship-1", "19:2").token("a-aircraft-1", "19:2").done();
    table.does('A', "sign C001");
    assert_eq!(table.refused("by a-ship-1"), "CMP-SIGN-4");
    assert_eq!(table.refused("by a-aircraft-1"), "CMP-SIGN-4");
}

#[test]
fn cmp_sign_4_a_truck_aboard_is_where_its_carrier_is() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C001").token("a-truck-1", "a-ship-1").done();
    table.does('A', "sign C001");
    table.does('A', "by a-truck-1");
    table.does('A', "to poland");
    assert_eq!(table.load("a-truck-1"), "C001 germany poland");
    // Aboard at sea it is in no territory.
    let mut table = set(2)
        .cards('A', "germany poland")
        .contracts('A', "C001")
        .token("a-ship-1", "19:2")
        .token("a-truck-1", "a-ship-1")
        .done();
    table.does('A', "sign C001");
    assert_eq!(table.refused("by a-truck-1"), "CMP-SIGN-4");
}

/// Covers CMP-SIGN-5, CMP-COMBO-10. Edge case 15.
#[test]
fn cmp_sign_5_there_is_one_contract_to_a_token() {
    let mut table = set(2)
        .cards('A', "germany spain")
        .contracts('A', "C002")
        .token("a-ship-1", "germany")
        .signed("a-ship-1", "C001", "denmark", "poland")
        .token("a-truck-1", "a-ship-1")
        .done();
    table.does('A', "sign C002");
    assert_eq!(table.refused("by a-ship-1"), "CMP-SIGN-5");
    // An empty truck aboard is another token; the two loads cannot travel together.
    table.does('A', "by a-truck-1");
    table.does('A', "to spain");
    table.does('A', "deliver denmark");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-COMBO-10");
    assert_eq!(table.listed("go"), [""; 0]);
}

#[test]
fn cmp_sign_6_there_is_no_limit_to_signed_contracts() {
    let mut table = set(2)
        .cards('A', "germany peru")
        .contracts('A', "C005")
        .signed("a-truck-1", "C001", "spain", "poland")
        .signed("a-truck-2", "C002", "france", "chile")
        .signed("a-ship-1", "C003", "italy", "egypt")
        .signed("a-aircraft-1", "C004", "ireland", "turkey")
        .token("a-truck-3", "germany")
        .done();
    table.does('A', "sign C005");
    table.does('A', "by a-truck-3");
    table.does('A', "to peru");
    assert_eq!(table.listed("deliver").len(), 5);
}

#[test]
fn cmp_sign_7_a_symbol_asks_for_that_kind_of_token() {
    let set = || set(2).cards('A', "germany poland").contracts('A', "C029 C045 C059 C001").done();
    for (card, tokens) in [
        ("C029", vec!["by a-truck-1", "by a-truck-2"]),
        ("C045", vec!["by a-ship-1"]),
        ("C059", vec!["by a-aircraft-1"]),
        ("C001", vec!["by a-aircraft-1", "by a-ship-1", "by a-truck-1", "by a-truck-2"]),
    ] {
        let mut table = set();
        table.does('A', &format!("sign {card}"));
        assert_eq!(table.sorted(), tokens, "{card}");
    }
    let mut table = set();
    table.does('A', "sign C029");
    assert_eq!(table.refused("by a-ship-1"), "CMP-SIGN-7");
    // Without such a token the card cannot be chosen.
    let mut table = super::common::set(2).cards('A', "germany poland").contracts('A', "C045").token("a-ship-1", "19:2").done();
    assert_eq!(table.refused("sign C045"), "CMP-SIGN-7");
}

#[test]
fn cmp_sign_8_the_cards_come_from_the_hand() {
    let mut table = set(2)
        .cards('A', "germany poland")
        .cards('B', "spain")
        .contracts('A', "C001")
        .contracts('B', "C002")
        .branches('A', "france")
        .token("a-truck-2", "denmark")
        .signed("a-truck-2", "C003", "denmark", "chile")
        .token("a-ship-1", "france")
        .done();
    assert_eq!(table.refused("sign C002"), "CMP-SIGN-8");
    assert_eq!(table.refused("sign C003"), "CMP-SIGN-8");
    table.does('A', "sign C001");
    // The card of the branch is not in hand: as Sender it will not do, nor as Receiver.
    assert_eq!(table.refused("by a-ship-1"), "CMP-SIGN-14");
    table.does('A', "by a-truck-1");
    for to in ["france", "chile", "spain", "japan"] {
        assert_eq!(table.refused(&format!("to {to}")), "CMP-SIGN-8", "{to}");
    }
}

/// Covers CMP-SIGN-9. Edge case 14.
#[test]
fn cmp_sign_9_a_special_card_cannot_be_signed() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C093").done();
    assert_eq!(table.refused("sign C093"), "CMP-SIGN-9");
}

#[test]
fn cmp_sign_10_a_hired_token_cannot_be_named() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C001").token("b-ship-1", "germany").done();
    table.does('A', "offer 2>1 hire b-ship-1 truck 5000 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.does('A', "sign C001");
    assert_eq!(table.refused("by b-ship-1"), "CMP-SIGN-10");
}

#[test]
fn cmp_sign_10_nor_one_of_another_player() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C001").done();
    table.does('A', "sign C001");
    assert_eq!(table.refused("by b-truck-1"), "CMP-SIGN-10");
}

/// Covers CMP-SIGN-11, CMP-DELIV-7. Edge cases 16, 17.
#[test]
fn cmp_sign_11_nobody_checks_whether_the_delivery_is_possible() {
    // By ship to a Receiver without a port, by truck to an island without a link.
    for (card, token, to) in [("C045", "a-ship-1", "moscow"), ("C029", "a-truck-1", "iceland")] {
        let mut table = set(2).cards('A', &format!("germany {to}")).contracts('A', card).done();
        table.does('A', &format!("sign {card}"));
        table.does('A', &format!("by {token}"));
        table.does('A', &format!("to {to}"));
        assert_eq!(table.load(token), format!("{card} germany {to}"));
    }
}

/// Covers CMP-SIGN-13, CMP-MOVE-5.
#[test]
fn cmp_sign_13_a_contract_waits_and_its_token_stays() {
    let mut table = set(2)
        .token("a-truck-1", "denmark")
        .signed("a-truck-1", "C001", "denmark", "poland")
        .token("a-ship-1", "denmark")
        .danger("oceania", 3)
        .done();
    assert_eq!(table.refused("move a-truck-1"), "CMP-MOVE-5");
    assert_eq!(table.refused("sell a-truck-1"), "CMP-SELL-2");
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.refused("move a-ship-1"), "CMP-MOVE-5");
    table.does('A', "unload a-truck-1");
    // Any number of rounds may pass; a danger may strike it, and it keeps its goods.
    table.does('A', "end");
    table.lucky('B', "end", &[3, 2, 3]);
    assert_eq!((table.place("a-truck-1").as_str(), table.load("a-truck-1").as_str()), ("land germany", "C001 denmark poland"));
    // The goods may change to another own token.
    table.does('A', "hand a-truck-1 a-aircraft-1");
    assert_eq!(table.load("a-aircraft-1"), "C001 denmark poland");
    assert!(table.allows('A', "move a-truck-1"));
}

#[test]
fn cmp_sign_14_contract_then_token_then_receiver() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C001").done();
    assert_eq!(table.refused("by a-truck-1"), "CMP-SIGN-3");
    assert_eq!(table.refused("to poland"), "CMP-SIGN-1");
    table.does('A', "sign C001");
    assert_eq!(table.refused("to poland"), "CMP-SIGN-1");
    table.does('A', "by a-truck-1");
    assert_eq!(table.refused("by a-truck-2"), "CMP-SIGN-3");
    table.does('A', "to poland");
    // Without the card of a territory where a token is, nothing can be signed.
    let mut table = set(2).cards('A', "peru poland").contracts('A', "C001").done();
    assert_eq!(table.refused("sign C001"), "CMP-SIGN-14");
}
