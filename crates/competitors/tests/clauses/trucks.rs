//! Trucks. (CMP-TRUCK)

use crate::common::{CompetitorsTable, PASS, Travel, set};

#[test]
fn cmp_truck_1_trucks_move_over_borders_and_straits_with_up_to_five_points() {
    let mut table = set(2).token("a-truck-1", "portugal").done();
    table.does('A', "move a-truck-1");
    assert_eq!(table.refused("go a-truck-1 iceland"), "CMP-TRUCK-3", "no border and no strait");
    assert!(table.may("go a-truck-1 morocco"), "1, 1 and 2 points over a strait");
    assert!(table.may("go a-truck-1 poland") && table.may("go a-truck-1 belarus"), "five points");
    assert_eq!(table.refused("go a-truck-1 moscow"), "CMP-TRUCK-3", "six points");
}

#[test]
fn cmp_truck_2_entering_costs_by_the_morphology() {
    for (from, to, points) in [
        ("germany", "poland", 1),
        ("germany", "alpine_republics", 2),
        ("moscow", "northwestern_russia", 2),
        ("morocco", "algeria", 3),
        ("nigeria", "cameroon_gabon", 3),
    ] {
        let mut table = set(2).token("a-truck-1", from).done();
        table.run(&["move a-truck-1", &format!("go a-truck-1 {to}")]);
        assert_eq!(table.step(), (points, 500), "{from} to {to}");
    }
}

/// Edge case 26.
#[test]
fn cmp_truck_3_the_points_left_must_cover_the_cost_and_the_start_costs_nothing() {
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 morocco"]);
    assert_eq!(table.refused("go a-truck-1 algeria"), "CMP-TRUCK-3", "2 points before a desert");
    assert!(table.may("stop"));
    // From a desert to a desert: 3 points, not 6.
    let mut table = set(2).token("a-truck-1", "egypt").done();
    table.run(&["move a-truck-1", "go a-truck-1 sudan"]);
    assert_eq!(table.step().0, 3);
}

#[test]
fn cmp_truck_4_a_strait_costs_one_point_more_in_the_same_movement_turn() {
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 morocco"]);
    assert_eq!((table.step(), table.place("a-truck-1")), ((3, 500), "land morocco".into()));
    // One point is not enough to stand on the strait.
    let mut table = set(2).token("a-truck-1", "belarus").done();
    table.run(&["move a-truck-1", "go a-truck-1 france"]);
    assert_eq!(table.step().0, 3, "Poland, Germany, France");
    assert!(table.may("go a-truck-1 great_britain"), "2 points");
    let mut table = set(2).token("a-truck-1", "moscow").done();
    table.run(&["move a-truck-1", "go a-truck-1 france"]);
    assert_eq!(table.refused("go a-truck-1 great_britain"), "CMP-TRUCK-3", "1 point");
}

#[test]
fn cmp_truck_5_with_goods_it_draws_at_customs_borders_and_straits_but_not_at_regional_ones() {
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C037", "portugal", "romania_bulgaria").done();
    table.run(&["deliver portugal", "go a-truck-1 poland"]);
    assert_eq!(table.count("customs"), 0, "four regional borders");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "customs first", &[PASS, 2]);
    assert_eq!(table.count("customs"), 1, "a customs border");
    let mut table = set(2).token("a-truck-1", "spain").signed("a-truck-1", "C031", "spain", "egypt").done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-truck-1 morocco", &[PASS]);
    assert_eq!(table.count("customs"), 1, "a strait");
    // Without goods nothing is drawn.
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 morocco"]);
    assert_eq!(table.count("customs"), 0);
}

#[test]
fn cmp_truck_6_a_truck_that_ends_its_movement_turn_at_a_red_flag_faces_an_event_one_that_passes_does_not() {
    let mut table = set(2).token("a-truck-1", "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 belarus", "go a-truck-1 moscow", "stop"]);
    assert_eq!(table.count("political"), 0, "it passed through");
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 belarus");
    table.lucky('A', "stop", &[1]);
    assert_eq!((table.count("political"), table.money('A')), (1, 200_000 - 1_000 + 6_000));
    // With goods just the same.
    let mut table = set(2).token("a-truck-1", "moscow").signed("a-truck-1", "C037", "moscow", "spain").done();
    table.does('A', "deliver moscow");
    table.does('A', "go a-truck-1 belarus");
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[2]);
    assert_eq!(table.count("political"), 1);
}

#[test]
fn cmp_truck_7_the_same_territory_may_be_entered_again_at_its_price() {
    let mut table = set(2).token("a-truck-1", "germany").done();
    table.run(&["move a-truck-1", "go a-truck-1 poland", "go a-truck-1 germany", "go a-truck-1 poland", "go a-truck-1 germany"]);
    assert_eq!((table.step().0, table.count("went")), (1, 4));
    assert!(!table.may("go a-truck-1 portugal"), "one point is left");
    assert_eq!(table.money('A'), 199_500);
}

/// Covers CMP-COMBO-9.
#[test]
fn cmp_truck_8_one_payment_of_fuel_covers_the_steps_before_and_after_a_passage() {
    let mut table = set(2).token("a-truck-1", "france").token("a-ship-1", "benelux").done();
    table.run(&["move a-truck-1", "go a-truck-1 benelux", "load a-truck-1 a-ship-1", "go a-ship-1 denmark", "unload a-truck-1"]);
    table.does('A', "go a-truck-1 germany");
    assert_eq!(table.money('A'), 200_000 - 500 - 1_000, "the truck once, the ship once, nothing for being aboard");
}
