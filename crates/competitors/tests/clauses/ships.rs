//! Ships. (CMP-SHIP)

use crate::common::{CompetitorsTable, PASS, Travel, c, set};

#[test]
fn cmp_ship_1_a_ship_sails_up_to_four_hexes_and_stops_at_sea_or_in_ports() {
    let mut table = set(2).token("a-ship-1", "japan").done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.refused("go a-ship-1 38:5"), "CMP-SHIP-2", "five hexes");
    table.does('A', "go a-ship-1 37:5");
    assert_eq!((table.step(), table.place("a-ship-1")), ((4, 1_000), "sea 37:5".into()), "34:5, 35:5, 36:5, 37:5");
}

/// S7. Covers CMP-DATA-7.
#[test]
fn cmp_ship_2_a_ship_goes_round_where_coast_lies_between() {
    let mut table = set(2).token("a-ship-1", "8:8").done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.refused("go a-ship-1 8:7"), "CMP-SHIP-2", "sealed: Panama lies between");
    assert_eq!(table.refused("go a-ship-1 20:4"), "CMP-SHIP-2", "land");
    // 18:5 and 17:5 are joined by the strait alone.
    let mut table = set(2).token("a-ship-1", "18:5").done();
    table.run(&["move a-ship-1", "go a-ship-1 17:5"]);
    assert_eq!(table.step().0, 2, "one for Gibraltar, one for the hex");
}

#[test]
fn cmp_ship_3_a_ship_moors_only_at_a_territory_with_a_port() {
    let mut table = set(2).token("a-ship-1", "19:2").done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.refused("go a-ship-1 alpine_republics"), "CMP-SHIP-3");
    assert_eq!(table.refused("go a-ship-1 italy"), "CMP-SHIP-3", "too far");
    table.does('A', "go a-ship-1 benelux");
    assert_eq!(table.place("a-ship-1"), "port benelux");
}

#[test]
fn cmp_ship_4_leaving_a_port_costs_a_point_and_docking_none() {
    let mut table = set(2).done();
    table.run(&["move a-ship-1", "go a-ship-1 19:2"]);
    assert_eq!((table.step().0, table.place("a-ship-1")), (1, "sea 19:2".into()));
    table.does('A', "go a-ship-1 benelux");
    assert_eq!((table.step(), table.place("a-ship-1")), ((0, 0), "port benelux".into()));
}

/// Edge case 39. Covers CMP-POL-3.
#[test]
fn cmp_ship_5_docking_does_not_end_the_movement_turn_and_each_docking_is_a_stop() {
    let mut table = set(2).token("a-ship-1", "24:6").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 iraq", &[1]);
    table.lucky('A', "go a-ship-1 iran", &[1]);
    assert_eq!((table.count("political"), table.money('A')), (2, 200_000 - 1_000 + 12_000), "one payment of fuel");
    table.does('A', "go a-ship-1 24:6");
    assert!(table.state.journey.is_some_and(|journey| journey.moving));
}

#[test]
fn cmp_ship_6_over_the_edge_the_hexes_that_face_each_other_are_neighbours() {
    let mut table = set(2).token("a-ship-1", "39:5").done();
    table.run(&["move a-ship-1", "go a-ship-1 0:5"]);
    assert_eq!((table.step().0, table.place("a-ship-1")), (1, "sea 0:5".into()));
    assert!(table.may("go a-ship-1 3:5"), "no points are lost");
}

#[test]
fn cmp_ship_7_a_ship_may_end_at_sea_and_is_then_exposed_to_the_weather() {
    // Storm surge on the North Sea: a roll below 3 saves.
    for (die, place) in [(2, "sea 19:2"), (3, "port germany")] {
        let mut table = set(2).danger("europe", 2).done();
        table.run(&["move a-ship-1", "go a-ship-1 19:2"]);
        table.lucky('A', "stop", &[die]);
        assert_eq!(table.place("a-ship-1"), place, "a roll of {die}");
    }
}

/// Covers CMP-CUST-4, CMP-CUST-7, CMP-CUST-11.
#[test]
fn cmp_ship_8_a_laden_ship_draws_when_it_docks_on_a_continent_without_a_site() {
    let setup = || set(2).token("a-ship-1", "portugal");
    let mut table = setup().signed("a-ship-1", "C045", "portugal", "morocco").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-ship-1 morocco", &[PASS, c(9)]);
    assert_eq!((table.count("customs"), table.points('A')), (1, 3), "Europe to Africa");
    // With a branch on the continent none is drawn in any port of it.
    let mut table = setup().branches('A', "kenya").signed("a-ship-1", "C045", "portugal", "morocco").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-ship-1 morocco", &[c(9)]);
    assert_eq!(table.count("customs"), 0);
    // Nor where the headquarters is on the continent, nor without goods.
    let mut table = setup().signed("a-ship-1", "C045", "portugal", "ireland").done();
    table.run(&["deliver portugal"]);
    table.lucky('A', "go a-ship-1 ireland", &[c(9)]);
    assert_eq!(table.count("customs"), 0);
    let mut table = setup().done();
    table.run(&["move a-ship-1", "go a-ship-1 morocco"]);
    assert_eq!(table.count("customs"), 0);
}

#[test]
fn cmp_ship_9_a_ship_that_docks_at_a_red_flag_brings_an_event_laden_or_not() {
    let mut table = set(2).token("a-ship-1", "spain").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 algeria", &[1]);
    assert_eq!(table.money('A'), 200_000 - 1_000 + 4_000);
    let mut table = set(2).token("a-ship-1", "spain").branches('A', "kenya").signed("a-ship-1", "C045", "spain", "libya").done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-ship-1 algeria", &[1]);
    assert_eq!((table.count("political"), table.count("customs")), (1, 0));
}

#[test]
fn cmp_ship_10_a_ship_carries_one_truck_at_no_extra_cost() {
    let mut table = set(2).done();
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.refused("load a-truck-2 a-ship-1"), "CMP-INV-8");
    table.run(&["move a-ship-1", "go a-ship-1 benelux"]);
    assert_eq!((table.step(), table.place("a-truck-1"), table.money('A')), ((1, 1_000), "aboard a-ship-1".into(), 199_000));
}
