//! Branches. (CMP-BRANCH)

use crate::common::{CompetitorsTable, Travel, c, set, set_with};
use serde_json::json;

#[test]
fn cmp_branch_1_an_action_100000_and_a_territory_card_of_hand() {
    let mut table = set(2).cards('A', "poland spain").done();
    assert_eq!(table.refused("build france"), "CMP-BRANCH-1", "the card is not in hand");
    table.does('A', "build poland");
    assert_eq!(
        (table.money('A'), table.left(), table.branches('A'), table.cards('A')),
        (100_000, 1, "poland".into(), "spain".into())
    );
    assert!(table.view().to_string().contains("poland"), "it lies open");
    let mut table = set(2).cards('A', "poland").money('A', 99_500).done();
    assert_eq!(table.refused("build poland"), "CMP-BRANCH-1");
}

/// Edge case 7.
#[test]
fn cmp_branch_2_not_on_a_territory_with_anothers_headquarters_or_branch() {
    let mut table = set(2).cards('A', "italy japan").branches('B', "poland").done();
    assert_eq!(table.refused("build italy"), "CMP-BRANCH-2");
    // CMP-SETUP-15: the headquarters that nobody chose.
    table.does('A', "build japan");
    assert_eq!(table.branches('A'), "japan");
}

#[test]
fn cmp_branch_3_not_on_an_own_site() {
    let mut table = set(2).cards('A', "germany").done();
    assert_eq!(table.refused("build germany"), "CMP-BRANCH-3");
}

#[test]
fn cmp_branch_4_no_token_needs_to_be_there() {
    let mut table = set(2).cards('A', "fiji").done();
    table.does('A', "build fiji");
    assert_eq!(table.branches('A'), "fiji");
}

/// Edge case 102. Covers CMP-BRANCH-12.
#[test]
fn cmp_branch_5_a_branch_brings_no_fee_by_itself() {
    let mut table = set(2).branches('B', "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 poland"]);
    assert_eq!(table.purses(), [199_500, 200_000]);
}

/// Edge case 6.
#[test]
fn cmp_branch_6_at_most_five() {
    let mut table = set(2).cards('A', "fiji").branches('A', "poland spain france kenya peru").done();
    assert_eq!(table.refused("build fiji"), "CMP-BRANCH-6");
    table.does('A', "close kenya");
    assert!(table.may("build fiji"));
}

#[test]
fn cmp_branch_7_new_tokens_may_be_put_there() {
    let mut table = set(2).cards('A', "poland").done();
    table.run(&["build poland", "buy truck"]);
    assert_eq!(table.sorted(), ["at germany", "at poland"]);
    table.does('A', "at poland");
    assert_eq!(table.place("a-truck-3"), "land poland");
}

#[test]
fn cmp_branch_8_tokens_on_the_map_stay_unless_the_table_says_otherwise() {
    let mut table = set(2).cards('A', "poland").done();
    table.does('A', "build poland");
    assert!(!table.may("done") && table.place("a-truck-1") == "land germany");
    let setup = || set_with(json!({"players": 2, "branch_relocate": "yes"})).cards('A', "poland finland");
    let mut table = setup().signed("a-truck-1", "C001", "germany", "spain").token("a-aircraft-1", "19:4").done();
    table.does('A', "build poland");
    assert_eq!(table.sorted(), ["bring a-aircraft-1", "bring a-ship-1", "bring a-truck-2", "done"], "not the loaded one");
    assert_eq!(table.refused("bring a-truck-1"), "CMP-BRANCH-8");
    table.run(&["bring a-ship-1", "bring a-aircraft-1", "done"]);
    assert_eq!((table.place("a-ship-1"), table.place("a-aircraft-1")), ("port poland".into(), "airport poland".into()));
    assert_eq!((table.money('A'), table.left()), (100_000, 1), "no fuel, no action");
    assert_eq!(table.refused("bring a-truck-2"), "CMP-BRANCH-8", "once, when it is built");
    // Ships only with a port, aircraft only with an airport.
    let mut table = setup().done();
    table.does('A', "build finland");
    assert_eq!(table.refused("bring a-aircraft-1"), "CMP-BRANCH-8", "no airport");
    let mut table = set_with(json!({"players": 2, "branch_relocate": "yes"})).cards('A', "czechia_hungary").done();
    table.does('A', "build czechia_hungary");
    assert_eq!(table.refused("bring a-ship-1"), "CMP-BRANCH-8", "no port");
    // With what is aboard, which may be brought ashore there.
    let mut table = setup().token("a-truck-1", "a-ship-1").done();
    table.run(&["build finland", "bring a-ship-1"]);
    assert_eq!(table.place("a-truck-1"), "aboard a-ship-1");
    // A truck aboard leaves its carrier.
    let mut table = setup().token("a-truck-1", "a-ship-1").done();
    table.run(&["build finland", "bring a-truck-1"]);
    assert_eq!((table.place("a-truck-1"), table.place("a-ship-1")), ("land finland".into(), "port germany".into()));
}

#[test]
fn cmp_branch_9_what_a_branch_is_good_for() {
    // No card on entering its territory: V12.
    let mut table =
        set(2).branches('A', "poland").token("a-truck-1", "belarus").signed("a-truck-1", "C031", "belarus", "france").done();
    table.does('A', "deliver belarus");
    table.lucky('A', "go a-truck-1 france", &[c(9)]);
    assert_eq!(table.count("customs"), 0);
    // Its continent is entered by air through any airport.
    let mut table = set(2).branches('A', "kenya").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 morocco"]);
    assert_eq!(table.place("a-aircraft-1"), "airport morocco");
    // For ships no card in any port of the continent.
    let mut table =
        set(2).branches('A', "kenya").token("a-ship-1", "portugal").signed("a-ship-1", "C045", "portugal", "morocco").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-ship-1 morocco", &[c(9)]);
    assert_eq!(table.count("customs"), 0);
    // An advantage card may be put on it.
    let mut table = set(2).branches('A', "kenya").contracts('A', "C093").done();
    table.run(&["play C093"]);
    assert_eq!(table.sorted(), ["place germany", "place kenya"]);
}

#[test]
fn cmp_branch_10_it_is_sold_for_50000() {
    let mut table = set(2).branches('A', "kenya").branches('B', "peru").done();
    assert_eq!(table.refused("close peru"), "CMP-BRANCH-10");
    table.does('A', "close kenya");
    assert_eq!((table.money('A'), table.left(), table.branches('A')), (250_000, 1, String::new()));
}

/// Covers CMP-SPEC-7.
#[test]
fn cmp_branch_11_its_card_and_an_advantage_on_it_are_discarded_and_tokens_stay() {
    let mut table = set(2).branches('A', "kenya").advantage("C093", "kenya").token("a-truck-1", "kenya").done();
    table.does('A', "close kenya");
    assert_eq!((table.discarded_territories(), table.discarded()), ("kenya".into(), "C093".into()));
    assert_eq!(table.place("a-truck-1"), "land kenya");
}
