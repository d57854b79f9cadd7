//! Aircraft. (CMP-AIR)

use crate::common::{CompetitorsTable, PASS, Setup, Travel, c, set, set_with};
use serde_json::json;

/// A's aircraft stands there.
fn at(airport: &str) -> Setup {
    set(2).token("a-aircraft-1", airport)
}

#[test]
fn cmp_air_1_an_aircraft_flies_anywhere_within_two_rulers() {
    let mut table = at("great_britain").done();
    table.does('A', "move a-aircraft-1");
    table.does('A', "go a-aircraft-1 atlantic_states");
    assert_eq!(table.step(), (2, 6_000), "A4");
    let mut table = at("germany").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 atlantic_states"), "CMP-AIR-4", "A5: three rulers");
}

/// Covers CMP-FUEL-3.
#[test]
fn cmp_air_2_the_fuel_goes_by_the_notch_that_is_reached() {
    for (from, to, fuel) in [("benelux", "germany", 1_000), ("spain", "egypt", 3_000), ("egypt", "sudan", 2_000)] {
        let mut table = at(from).done();
        table.does('A', "move a-aircraft-1");
        let luck: &[u32] = if to == "sudan" { &[3] } else { &[] };
        table.lucky('A', &format!("go a-aircraft-1 {to}"), luck);
        assert_eq!((table.step(), table.money('A')), ((1, fuel), 200_000 - fuel as i32), "{from} to {to}");
    }
}

/// Covers CMP-DATA-10.
#[test]
fn cmp_air_3_distance_is_straight_between_points_and_never_over_the_edge() {
    // From 39:4 the cell 0:4 is next to it on the sea, and 3,510 away through the air.
    let mut table = set(2).token("a-aircraft-1", "39:4").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 0:4"), "CMP-AIR-4");
    table.does('A', "go a-aircraft-1 38:4");
    assert_eq!(table.step(), (1, 1_000), "90 tenths of a degree");
}

#[test]
fn cmp_air_4_the_ruler_is_laid_end_to_end_in_one_flight() {
    let mut table = at("japan").done();
    table.does('A', "move a-aircraft-1");
    table.does('A', "go a-aircraft-1 right-3");
    assert_eq!(table.step(), (2, 5_000), "A6: five notches are two rulers");
    // After one point the same flight is refused.
    let mut table = at("korea").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 japan"]);
    assert!(table.state.journey.is_none(), "no site in Asia: all points lost");
    let mut table = at("korea").branches('A', "korea").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 japan"]);
    assert_eq!(table.refused("go a-aircraft-1 right-3"), "CMP-AIR-4");
}

#[test]
fn cmp_air_5_fuel_is_per_point_or_as_a_setting_at_most_3000_in_a_movement_turn() {
    for (setting, first, second) in [("per_point", 3_000, 1_000), ("per_turn", 3_000, 0)] {
        let mut table = set_with(json!({"players": 2, "aircraft_fuel": setting})).done();
        table.run(&["move a-aircraft-1", "go a-aircraft-1 moscow"]);
        assert_eq!(table.step(), (1, first));
        table.does('A', "go a-aircraft-1 northwestern_russia");
        assert_eq!(table.step(), (1, second), "{setting}");
    }
    let mut table = set_with(json!({"players": 2, "aircraft_fuel": "per_turn"})).token("a-aircraft-1", "great_britain").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 atlantic_states"]);
    assert_eq!(table.step(), (2, 3_000));
    // The next movement turn pays anew.
    table.run(&["move a-aircraft-1", "go a-aircraft-1 southern_states"]);
    assert_eq!(table.step(), (1, 2_000));
}

/// Edge case 85.
#[test]
fn cmp_air_6_part_of_a_point_uses_it_whole_and_a_flight_of_no_length_is_refused() {
    let mut table = at("benelux").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 benelux"), "CMP-AIR-6");
    table.run(&["go a-aircraft-1 germany", "go a-aircraft-1 benelux"]);
    assert!(table.state.journey.is_none(), "two points are used");
    assert_eq!(table.money('A'), 198_000);
}

#[test]
fn cmp_air_7_an_aircraft_lands_at_airports_and_may_fly_on() {
    let mut table = at("germany").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 czechia_hungary"), "CMP-AIR-7", "no airport");
    table.run(&["go a-aircraft-1 poland", "go a-aircraft-1 sweden"]);
    assert_eq!((table.place("a-aircraft-1"), table.left()), ("airport sweden".into(), 1));
}

#[test]
fn cmp_air_8_without_an_airport_the_marker_stays_and_the_next_movement_turn_starts_there() {
    let mut table = at("germany").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 19:4", "stop"]);
    assert_eq!(table.place("a-aircraft-1"), "air 19:4");
    table.run(&["move a-aircraft-1", "go a-aircraft-1 france"]);
    assert_eq!(table.step(), (1, 1_000), "from the cell");
}

/// Edge cases 51 and 53.
#[test]
fn cmp_air_9_while_one_aircraft_is_in_flight_another_flies_only_to_airports() {
    let mut table = at("germany").token("a-aircraft-2", "19:4").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 19:3"), "CMP-AIR-9");
    assert!(table.listed("go a-aircraft-1").iter().all(|go| !go.contains(':') && !go.contains("right") && !go.contains("left")));
    table.run(&["go a-aircraft-1 france", "stop"]);
    // The one in flight may go on to cells.
    table.run(&["move a-aircraft-2", "go a-aircraft-2 19:3"]);
    assert_eq!(table.place("a-aircraft-2"), "air 19:3");
    let mut table = at("japan").token("a-aircraft-2", "19:4").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 right-3"), "CMP-AIR-9");
}

#[test]
fn cmp_air_10_an_arrow_leads_to_the_matching_one_and_uses_up_all_points() {
    let mut table = at("japan").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 right-4"]);
    assert!(table.state.journey.is_none(), "the movement turn is over");
    let mut table = set(2).token("a-aircraft-1", "38:4").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 right-3"]);
    assert_eq!(table.step(), (1, 2_000), "one point");
    assert!(table.state.journey.is_none(), "and the other is lost");
    // It goes on from the other side.
    table.run(&["move a-aircraft-1", "go a-aircraft-1 1:4"]);
    assert_eq!(table.step(), (1, 2_000), "135 from the left edge");
}

/// Edge case 52.
#[test]
fn cmp_air_11_in_a_delivery_the_next_movement_turn_follows_if_one_is_left() {
    let mut table = at("japan").signed("a-aircraft-1", "C059", "japan", "pacific_states").done();
    table.run(&["deliver japan", "go a-aircraft-1 right-3"]);
    assert_eq!(table.turns(), (1, 2));
    table.lucky('A', "go a-aircraft-1 pacific_states", &[PASS]);
    assert_eq!((table.money('A'), table.points('A')), (200_000 - 5_000 - 4_000 + 72_000, 2));
    let mut table = at("japan").signed("a-aircraft-1", "C059", "japan", "pacific_states").done();
    table.run(&["deliver japan", "go a-aircraft-1 36:4", "stop", "go a-aircraft-1 right-3"]);
    assert_eq!(table.failure(), "late");
    assert!(table.place("a-aircraft-1").starts_with("edge"), "{}", table.place("a-aircraft-1"));
    assert_eq!((table.left(), table.place("a-aircraft-1").contains("Left")), (1, true));
}

#[test]
fn cmp_air_12_without_a_site_a_continent_is_entered_by_an_intercontinental_airport_alone() {
    let mut table = at("germany").done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 morocco"), "CMP-AIR-12");
    table.does('A', "go a-aircraft-1 egypt");
    assert!(table.state.journey.is_none(), "all points are lost");
    let mut table = at("germany").branches('A', "kenya").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 morocco"]);
    assert_eq!(table.place("a-aircraft-1"), "airport morocco");
}

/// Edge cases 54 and 60.
#[test]
fn cmp_air_13_the_right_is_checked_on_landing_between_the_last_airport_and_this_one() {
    // Within a continent any airport; out of it only by an intercontinental one.
    let mut table = at("egypt").done();
    table.does('A', "move a-aircraft-1");
    table.lucky('A', "go a-aircraft-1 sudan", &[3]);
    assert_eq!(table.refused("go a-aircraft-1 italy"), "CMP-AIR-13");
    let mut table = at("nigeria").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 italy"]);
    assert!(table.state.journey.is_some(), "no points are lost in Europe");
    // In flight it has last stood where it took off, and a branch that is sold meanwhile gives no right.
    let mut table = set_with(json!({"players": 2, "actions_per_turn": 3})).branches('A', "kenya").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 18:5", "stop", "move a-aircraft-1"]);
    assert!(table.may("go a-aircraft-1 morocco"));
    let mut table = set_with(json!({"players": 2, "actions_per_turn": 3})).branches('A', "kenya").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 18:5", "stop", "close kenya", "move a-aircraft-1"]);
    assert_eq!(table.refused("go a-aircraft-1 morocco"), "CMP-AIR-12");
    table.does('A', "go a-aircraft-1 spain");
    // Put at an airport by a purchase, it has last stood there.
    let mut table = set(2).money('A', 300_000).branches('A', "kenya").done();
    table.run(&["buy aircraft", "at kenya", "move a-aircraft-2"]);
    table.lucky('A', "go a-aircraft-2 sudan", &[3]);
    assert_eq!(table.place("a-aircraft-2"), "airport sudan");
}

/// Edge case 55.
#[test]
fn cmp_air_14_points_are_lost_at_an_intercontinental_airport_without_a_site_on_the_continent() {
    // Also within the continent, before leaving it, and for a truck aboard.
    let mut table = at("sudan").token("a-truck-1", "a-aircraft-1").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 egypt"]);
    assert!(table.state.journey.is_none(), "the truck cannot drive on");
    let mut table = at("sudan").branches('A', "kenya").token("a-truck-1", "a-aircraft-1").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 egypt", "unload a-truck-1"]);
    assert!(table.may("go a-truck-1 sudan"), "with a site there none are lost");
}

/// Covers CMP-CUST-6, CMP-CUST-8.
#[test]
fn cmp_air_15_a_laden_aircraft_draws_abroad_and_nowhere_else() {
    // Germany to Italy: one customs area.
    let mut table = at("germany").signed("a-aircraft-1", "C061", "germany", "moscow").done();
    table.run(&["deliver germany", "go a-aircraft-1 poland"]);
    assert_eq!(table.count("customs"), 0);
    table.lucky('A', "go a-aircraft-1 moscow", &[PASS, c(9)]);
    assert_eq!((table.count("customs"), table.points('A')), (1, 1), "over a national border");
    // An own site frees from it.
    let mut table = at("germany").branches('A', "northwestern_russia").signed("a-aircraft-1", "C061", "germany", "moscow").done();
    table.run(&["deliver germany", "go a-aircraft-1 northwestern_russia"]);
    assert_eq!(table.count("customs"), 0);
    table.lucky('A', "go a-aircraft-1 moscow", &[c(9)]);
    assert_eq!(table.count("customs"), 0, "the same area as the branch");
    // Without goods none.
    let mut table = at("germany").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 moscow"]);
    assert_eq!(table.count("customs"), 0);
}

#[test]
fn cmp_air_16_landing_at_a_red_flag_brings_an_event_besides_any_card() {
    let mut table = at("egypt").done();
    table.does('A', "move a-aircraft-1");
    table.lucky('A', "go a-aircraft-1 sudan", &[1]);
    assert_eq!(table.money('A'), 200_000 - 2_000 + 4_000);
    let mut table = at("egypt").signed("a-aircraft-1", "C061", "egypt", "sudan").done();
    table.run(&["deliver egypt", "go a-aircraft-1 sudan"]);
    table.lucky('A', "customs first", &[PASS, 3, c(9)]);
    assert_eq!((table.count("customs"), table.count("political"), table.points('A')), (1, 1, 2));
}

#[test]
fn cmp_air_17_an_aircraft_carries_one_truck_at_no_extra_cost() {
    let mut table = set(2).done();
    table.does('A', "load a-truck-1 a-aircraft-1");
    assert_eq!(table.refused("load a-truck-2 a-aircraft-1"), "CMP-INV-8");
    table.run(&["move a-aircraft-1", "go a-aircraft-1 poland"]);
    assert_eq!((table.step(), table.place("a-truck-1")), ((1, 1_000), "aboard a-aircraft-1".into()));
}

#[test]
fn cmp_air_18_flying_over_something_triggers_nothing() {
    // From Spain to Greece over Italy, where B has the headquarters.
    let mut table = at("spain").signed("a-aircraft-1", "C061", "spain", "greece").done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-aircraft-1 greece", &[c(9)]);
    assert_eq!((table.count("fee"), table.count("customs"), table.money('B')), (0, 0, 200_000));
}

#[test]
fn cmp_air_19_any_lawful_cell_may_be_named_and_a_few_are_listed() {
    let mut table = at("germany").done();
    table.does('A', "move a-aircraft-1");
    let cells: Vec<String> = table.listed("go a-aircraft-1").into_iter().filter(|go| go.contains(':')).collect();
    assert!((1..=7).contains(&cells.len()), "{cells:?}");
    assert!(table.may("go a-aircraft-1 egypt") && table.may("go a-aircraft-1 iceland"), "all airports");
    assert!(!table.may("go a-aircraft-1 19:4"));
    table.does('A', "go a-aircraft-1 19:4");
    assert_eq!(table.place("a-aircraft-1"), "air 19:4");
    assert!(cells.iter().any(|cell| cell == "go a-aircraft-1 20:3" || cell == "go a-aircraft-1 19:3"), "{cells:?}");
}
