//! Fuel. (CMP-FUEL)

use crate::common::{CompetitorsTable, Travel, set, set_with};
use kernel::Money;
use serde_json::json;

#[test]
fn cmp_fuel_1_a_trucks_movement_turn_costs_500_whatever_the_points() {
    for to in ["poland", "ukraine", "portugal"] {
        let mut table = set(2).done();
        table.run(&["move a-truck-1", &format!("go a-truck-1 {to}")]);
        assert_eq!(table.money('A'), 199_500, "{to}");
    }
    // The next movement turn costs as much again.
    let mut table = set(2).done();
    table.run(&["move a-truck-1", "go a-truck-1 poland", "stop", "move a-truck-1", "go a-truck-1 germany"]);
    assert_eq!(table.money('A'), 199_000);
}

#[test]
fn cmp_fuel_2_a_ships_movement_turn_costs_1000_whatever_the_points() {
    for to in ["benelux", "poland"] {
        let mut table = set(2).done();
        table.run(&["move a-ship-1", &format!("go a-ship-1 {to}")]);
        assert_eq!(table.money('A'), 199_000, "{to}");
    }
}

/// Covers CMP-COMP-10.
#[test]
fn cmp_fuel_4_fuel_goes_to_the_bank() {
    let mut table = set_with(json!({"players": 2, "bank_limited": "yes"})).done();
    let bank = table.state.bank;
    table.run(&["move a-ship-1", "go a-ship-1 benelux"]);
    assert_eq!((table.state.bank, table.purses()), (bank + Money::new(1_000), vec![199_000, 200_000]));
}

/// Covers CMP-TM-4.
#[test]
fn cmp_fuel_5_it_is_paid_with_the_first_moving_step_and_nobody_moves_on_credit() {
    let mut table = set(2).token("a-ship-1", "19:2").done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.money('A'), 200_000, "nothing yet");
    table.does('A', "go a-ship-1 denmark");
    assert_eq!((table.step(), table.money('A')), ((0, 1_000), 199_000), "docking alone is a moving step");
    table.does('A', "go a-ship-1 benelux");
    assert_eq!(table.money('A'), 199_000, "once");
    // Aircraft pay with each flight.
    let mut table = set(2).done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 benelux"]);
    assert_eq!(table.money('A'), 199_000);
    table.does('A', "go a-aircraft-1 germany");
    assert_eq!(table.money('A'), 198_000);
    let mut table = set(2).money('A', 500).done();
    assert_eq!(table.refused("move a-ship-1"), "CMP-MOVE-7");
    assert!(table.may("move a-truck-1") && !table.may("move a-aircraft-1"));
    let mut table = set(2).money('A', 1_500).done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 egypt"), "CMP-TM-4", "3,000");
    // With the fuel paid the second token of a group may lack its own.
    let mut table = set(2).money('A', 500).token("a-truck-1", "france").token("a-ship-1", "benelux").done();
    table.run(&["move a-truck-1", "go a-truck-1 benelux", "load a-truck-1 a-ship-1"]);
    assert!(table.listed("go").is_empty(), "the ship has no fuel: {:?}", table.listed("go"));
}
