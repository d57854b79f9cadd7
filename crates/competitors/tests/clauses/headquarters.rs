//! Headquarters. (CMP-HQ)

use crate::common::{CompetitorsTable, PASS, Travel, c, set};

/// Edge case 8.
#[test]
fn cmp_hq_1_nobody_else_builds_on_the_headquarters_territory() {
    let mut table = set(2).cards('A', "italy").done();
    assert_eq!(table.refused("build italy"), "CMP-BRANCH-2");
}

#[test]
fn cmp_hq_2_who_passes_over_it_pays_10000_each_time() {
    let mut table = set(2).token("a-truck-1", "france").done();
    table.run(&["move a-truck-1", "go a-truck-1 italy", "go a-truck-1 france", "go a-truck-1 italy"]);
    assert_eq!(table.purses(), [200_000 - 500 - 20_000, 220_000]);
    // Stopping there costs no more.
    table.does('A', "stop");
    assert_eq!(table.count("fee"), 2);
}

#[test]
fn cmp_hq_3_one_fee_for_each_entry_of_a_token_by_land_sea_or_air() {
    let mut table = set(2).token("a-ship-1", "19:4").token("a-truck-1", "a-ship-1").done();
    table.run(&["move a-ship-1", "go a-ship-1 italy"]);
    assert_eq!(table.purses(), [200_000 - 1_000 - 10_000, 210_000], "for the ship, not for what is aboard");
    table.run(&["go a-ship-1 19:4", "stop"]);
    assert_eq!(table.count("fee"), 1, "none for leaving");
    table.run(&["move a-aircraft-1", "go a-aircraft-1 italy"]);
    assert_eq!(table.count("fee"), 2, "an aircraft lands");
    // None for a token that an effect puts there.
    let mut table = set(2).token("a-truck-1", "italy").done();
    table.run(&["move a-truck-1", "go a-truck-1 alpine_republics"]);
    assert_eq!(table.count("fee"), 0);
}

/// Edge case 22. Covers CMP-CUST-18.
#[test]
fn cmp_hq_4_who_cannot_pay_cannot_enter() {
    let mut table = set(2).token("a-truck-1", "france").money('A', 10_000).done();
    table.does('A', "move a-truck-1");
    assert_eq!(table.refused("go a-truck-1 italy"), "CMP-HQ-4", "after the fuel 9,500 are left");
    let mut table = set(2).token("a-ship-1", "19:4").money('A', 10_500).done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.refused("go a-ship-1 italy"), "CMP-HQ-4");
    let mut table = set(2).money('A', 10_500).done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 italy"), "CMP-HQ-4", "1,000 and 10,000");
    // The fee comes before the customs card: into Italy from the Western Balkans, loaded.
    let mut table = set(2).token("a-truck-1", "western_balkans").signed("a-truck-1", "C031", "western_balkans", "spain").done();
    table.does('A', "deliver western_balkans");
    table.lucky('A', "go a-truck-1 italy", &[PASS]);
    let order: Vec<String> =
        table.events.iter().map(|event| serde_json::to_value(event).expect("JSON")["event"].to_string()).collect();
    let place = |kind: &str| order.iter().position(|event| event.contains(kind)).expect("it happened");
    assert!(place("fee") < place("customs"));
}

#[test]
fn cmp_hq_5_headquarters_cannot_be_sold() {
    let mut table = set(2).done();
    assert_eq!(table.refused("close germany"), "CMP-HQ-5");
    assert!(table.refused("offer 1>2 branch germany, 2>1 500").starts_with("CMP-NEG"));
}

/// Edge case 25.
#[test]
fn cmp_hq_6_no_customs_card_and_no_fee_at_an_own_site() {
    let mut table = set(2).token("a-aircraft-1", "moscow").signed("a-aircraft-1", "C061", "moscow", "germany").done();
    table.does('A', "deliver moscow");
    table.lucky('A', "go a-aircraft-1 germany", &[c(9)]);
    assert_eq!((table.count("customs"), table.count("fee"), table.points('A')), (0, 0, 1));
}
