//! The worked examples and test vectors of section 8 that no clause has to itself.

use crate::common::{CompetitorsTable, PASS, Table, Travel, c, seat, set, u};
use competitors::{Cell, Direction};
use kernel::Money;

/// The movement turn ends, unless it has ended by itself.
fn rest(table: &mut Table) {
    if table.state.journey.is_some_and(|journey| journey.moving) {
        table.does('A', "stop");
    }
}

/// E1, T1. Covers CMP-TRUCK-2, CMP-DATA-2.
#[test]
fn cmp_truck_2_from_eastern_siberia_to_moscow() {
    let mut table = set(2).token("a-truck-1", "eastern_siberia").done();
    table.does('A', "move a-truck-1");
    for (to, points) in [("western_siberia", 2), ("urals", 2), ("moscow", 1)] {
        table.does('A', &format!("go a-truck-1 {to}"));
        assert_eq!(table.step().0, points, "{to}");
    }
    assert!(table.state.journey.is_none(), "5 points are used");
    let mut table = set(2).token("a-truck-1", "eastern_siberia").signed("a-truck-1", "C031", "eastern_siberia", "moscow").done();
    table.does('A', "deliver eastern_siberia");
    table.lucky('A', "go a-truck-1 urals", &[PASS]);
    table.lucky('A', "go a-truck-1 moscow", &[c(9)]);
    assert_eq!((table.count("customs"), table.heard('A', "delivered")["used"].as_i64()), (1, Some(1)));
}

/// E2. Covers CMP-DELIV-4.
#[test]
fn cmp_deliv_4_a_truck_has_five_points_in_each_movement_turn() {
    let mut table = set(2).signed("a-truck-1", "C036", "germany", "fiji").done();
    table.does('A', "deliver germany");
    for turn in 1..=3 {
        let (near, far) = if turn == 2 { ("germany", "poland") } else { ("poland", "germany") };
        for place in [near, far, near, far, near] {
            table.does('A', &format!("go a-truck-1 {place}"));
        }
        assert!(table.listed("go").is_empty() || table.state.journey.is_some_and(|journey| !journey.moving), "no sixth point");
        rest(&mut table);
    }
    assert_eq!((table.failure(), table.money('A')), ("late".into(), 198_500), "15 points in 3 movement turns");
}

/// T2, V1. Covers CMP-DELIV-9, CMP-DELIV-10, CMP-DELIV-15, CMP-DELIV-17.
#[test]
fn cmp_deliv_9_bakery_flour_from_portugal_to_poland() {
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "poland").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-truck-1 poland", &[c(50)]);
    assert_eq!((table.step().0, table.money('A'), table.points('A')), (4, 247_500, 1));
    assert_eq!((table.contracts('A'), table.place("a-truck-1")), ("C050".into(), "land poland".into()));
    assert_eq!((table.discarded(), table.discarded_territories()), ("C036".into(), "portugal poland".into()));
}

/// T3 to T5, T7: the points.
#[test]
fn cmp_truck_4_vectors_of_trucks() {
    for (from, to, points) in [
        ("spain", "morocco", 3),
        ("egypt", "levant", 4),
        ("panama", "colombia", 4),
        ("ireland", "france", 4),
        ("pacific_states", "atlantic_states", 5),
    ] {
        let mut table = set(2).token("a-truck-1", from).done();
        table.does('A', "move a-truck-1");
        let stops: &[u32] = if to == "levant" { &[3] } else { &[] };
        table.lucky('A', &format!("go a-truck-1 {to}"), stops);
        assert_eq!(table.step().0, points, "{from} to {to}");
    }
}

/// T8. Covers CMP-CUST-3.
#[test]
fn cmp_cust_3_from_south_africa_to_egypt_in_three_movement_turns() {
    let mut table = set(2).token("a-truck-1", "south_africa").signed("a-truck-1", "C036", "south_africa", "egypt").done();
    table.does('A', "deliver south_africa");
    table.lucky('A', "go a-truck-1 mozambique", &[u(1)]);
    table.lucky('A', "go a-truck-1 tanzania", &[u(9)]);
    table.run(&["go a-truck-1 kenya", "stop", "go a-truck-1 sudan"]);
    table.lucky('A', "customs first", &[u(3)]);
    table.lucky('A', "stop", &[3]);
    table.lucky('A', "go a-truck-1 egypt", &[u(4)]);
    assert_eq!((table.count("customs"), table.count("political")), (4, 1));
    assert_eq!((table.points('A'), table.money('A')), (2, 200_000 - 1_500 + 8_000 + 48_000), "within Africa, no early card");
    assert!(!table.has("drew_contract"));
}

/// S1, S2.
#[test]
fn cmp_ship_4_from_germany_to_benelux_and_to_poland() {
    for (to, points) in [("benelux", 1), ("poland", 3)] {
        let mut table = set(2).done();
        table.run(&["move a-ship-1", &format!("go a-ship-1 {to}")]);
        assert_eq!(table.step().0, points, "{to}");
    }
}

/// S3. Covers CMP-STRAIT-3.
#[test]
fn cmp_strait_3_from_italy_to_southern_india() {
    let mut table = set(2).token("a-ship-1", "italy").signed("a-ship-1", "C045", "italy", "southern_india").done();
    table.run(&["deliver italy", "go a-ship-1 21:5"]);
    assert_eq!(table.step().0, 4);
    rest(&mut table);
    table.lucky('A', "go a-ship-1 22:6", &[u(1)]);
    table.does('A', "go a-ship-1 22:7");
    assert_eq!(table.refused("go a-ship-1 24:8"), "CMP-SHIP-2", "one point is left");
    rest(&mut table);
    table.lucky('A', "go a-ship-1 24:8", &[u(9)]);
    table.lucky('A', "go a-ship-1 southern_india", &[u(3), c(9)]);
    assert_eq!((table.step().0, table.count("customs")), (2, 3), "Suez, Bab-el-Mandeb, the port");
    assert_eq!(table.heard('A', "delivered")["used"].as_i64(), Some(3));
}

/// S4. Covers CMP-SHIP-6.
#[test]
fn cmp_ship_6_from_japan_to_the_pacific_states_over_the_edge() {
    let mut table = set(2).token("a-ship-1", "japan").signed("a-ship-1", "C045", "japan", "pacific_states").done();
    table.does('A', "deliver japan");
    for to in ["37:5", "1:5"] {
        table.does('A', &format!("go a-ship-1 {to}"));
        assert_eq!(table.step().0, 4, "{to}");
        rest(&mut table);
    }
    table.lucky('A', "go a-ship-1 pacific_states", &[PASS, c(9)]);
    assert_eq!((table.step().0, table.count("customs")), (3, 1), "only the port");
}

/// S5, S6.
#[test]
fn cmp_cust_5_vectors_of_ships_over_straits() {
    let mut table = set(2).signed("a-ship-1", "C045", "germany", "atlantic_states").done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 17:3", &[u(1)]);
    assert_eq!(table.step().0, 3, "19:2, Dover, 17:3");
    table.does('A', "go a-ship-1 16:3");
    rest(&mut table);
    table.does('A', "go a-ship-1 12:3");
    assert_eq!(table.step().0, 4);
    rest(&mut table);
    table.lucky('A', "go a-ship-1 atlantic_states", &[u(9), c(9)]);
    assert_eq!((table.step().0, table.count("customs")), (3, 2), "Dover and the port");
    let mut table = set(2).token("a-ship-1", "chile").signed("a-ship-1", "C045", "chile", "pampas").done();
    table.run(&["deliver chile", "go a-ship-1 9:16"]);
    assert_eq!(table.step().0, 3);
    rest(&mut table);
    table.lucky('A', "go a-ship-1 11:16", &[u(1)]);
    table.lucky('A', "go a-ship-1 pampas", &[u(9), c(9)]);
    assert_eq!((table.step().0, table.count("customs"), table.points('A')), (2, 2, 1), "Magellan and the port");
}

/// A1 to A8. Covers CMP-AIR-2, CMP-AIR-4.
#[test]
fn cmp_air_4_vectors_of_flights() {
    for (from, to, points, fuel) in [
        ("germany", "italy", 1, 1_000),
        ("italy", "egypt", 1, 2_000),
        ("southeastern_australia", "new_zealand", 1, 3_000),
        ("great_britain", "atlantic_states", 2, 6_000),
        ("japan", "right-3", 2, 5_000),
        ("benelux", "germany", 1, 1_000),
    ] {
        let mut table = set(2).token("a-aircraft-1", from).done();
        table.run(&["move a-aircraft-1", &format!("go a-aircraft-1 {to}")]);
        assert_eq!(table.step(), (points, fuel), "{from} to {to}");
        if to == "right-3" {
            table.run(&["move a-aircraft-1", "go a-aircraft-1 pacific_states"]);
            assert_eq!(table.step(), (2, 4_000), "A7");
        }
    }
}

/// K1 to K4: the truck's points after a ship's, and a carrier's after the truck's. Covers CMP-COMBO-6.
#[test]
fn cmp_combo_6_vectors_of_trucks_and_carriers() {
    let left = |table: &Table, token: &str| {
        let token: competitors::Token = token.parse().expect("a token");
        table.state.journey.map(|journey| journey.left[token.index()].min(journey.cap))
    };
    // K1: aboard already; the ship used 1, so the truck has 4.
    let mut table = set(2).token("a-truck-1", "a-ship-1").done();
    table.run(&["move a-ship-1", "go a-ship-1 benelux", "unload a-truck-1"]);
    assert_eq!((left(&table, "a-ship-1"), left(&table, "a-truck-1")), (Some(3), Some(4)));
    // K2: the truck used 1; the ship may use 4.
    let mut table = set(2).token("a-truck-1", "benelux").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1"]);
    assert_eq!(left(&table, "a-ship-1"), Some(4));
    // K3: it used 2; the ship may use 3.
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1"]);
    assert_eq!(left(&table, "a-ship-1"), Some(3));
    table.run(&["go a-ship-1 benelux", "unload a-truck-1"]);
    assert_eq!(left(&table, "a-truck-1"), Some(2));
    // K4: it used 4; the aircraft may use 1, and then the truck none.
    let mut table = set(2).token("a-truck-1", "belarus").token("a-aircraft-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 spain", "load a-truck-1 a-aircraft-1"]);
    assert_eq!(left(&table, "a-aircraft-1"), Some(1));
    table.does('A', "go a-aircraft-1 france");
    table.does('A', "unload a-truck-1");
    assert_eq!((left(&table, "a-aircraft-1"), left(&table, "a-truck-1")), (Some(0), Some(0)));
    // K5: aboard an aircraft that used 2.
    let mut table = set(2).token("a-truck-1", "a-aircraft-1").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 benelux", "go a-aircraft-1 germany", "unload a-truck-1"]);
    assert_eq!((left(&table, "a-aircraft-1"), left(&table, "a-truck-1")), (Some(0), Some(3)));
}

/// K6, K7. Covers CMP-COMBO-6.
#[test]
fn cmp_combo_6_goods_go_to_a_truck_that_waits_there() {
    let mut table = set(2).signed("a-ship-1", "C001", "germany", "baltic_states").token("a-truck-1", "poland").done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 21:2", &[PASS]);
    table.run(&["go a-ship-1 poland", "hand a-ship-1 a-truck-1"]);
    assert_eq!(table.state.journey.map(|journey| (journey.left[0], journey.cap)), Some((5, 1)), "3 of 4 are used");
    table.lucky('A', "go a-truck-1 baltic_states", &[c(9)]);
    assert_eq!((table.points('A'), table.money('A')), (1, 200_000 - 1_500 + 43_000));
    let mut table = set(2).signed("a-aircraft-1", "C001", "germany", "baltic_states").token("a-truck-1", "poland").done();
    table.run(&["deliver germany", "go a-aircraft-1 poland", "hand a-aircraft-1 a-truck-1"]);
    assert_eq!(table.state.journey.map(|journey| journey.cap), Some(1), "1 of 2 is used");
}

/// V10. Covers CMP-HQ-2.
#[test]
fn cmp_hq_2_through_another_players_headquarters_with_goods() {
    // B has the headquarters Italy, between France and the Alpine Republics.
    let mut table = set(2).token("a-truck-1", "france").signed("a-truck-1", "C031", "france", "western_balkans").done();
    table.run(&["deliver france", "go a-truck-1 italy"]);
    assert_eq!(table.purses(), [200_000 - 500 - 10_000, 210_000]);
    table.does('A', "go a-truck-1 western_balkans");
    table.lucky('A', "customs first", &[PASS, 2, c(9)]);
    assert_eq!(table.money('B'), 210_000, "not again for leaving");
}

/// V11. Covers CMP-VP-3, CMP-VP-4.
#[test]
fn cmp_vp_4_a_failure_at_0_stays_0() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    table.run(&["deliver germany", "give up"]);
    assert_eq!((table.points('A'), table.heard('A', "failed")["lost"].as_i64()), (0, Some(0)));
}

/// V16. Covers CMP-TM-9.
#[test]
fn cmp_tm_9_poland_belarus_moscow() {
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "moscow").done();
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[u(1)]);
    table.lucky('A', "go a-truck-1 moscow", &[u(9), c(9)]);
    assert_eq!((table.count("customs"), table.count("political")), (2, 0));
    let mut table = set(2).token("a-truck-1", "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 belarus"]);
    assert!(table.may("go a-truck-1 moscow"), "an empty truck is asked nothing");
}

/// Covers CMP-END-7.
#[test]
fn cmp_end_7_wealth() {
    let setup = set(2).money('A', 57_500).token("a-truck-3", "france").branches('A', "kenya peru");
    let table = setup.token("a-aircraft-1", "19:4").signed("a-truck-1", "C001", "germany", "poland").done();
    assert_eq!(table.rules.wealth(&table.state, seat('A')), Money::new(352_500), "in flight and loaded or not");
}

/// Covers CMP-VP-1, CMP-VP-2.
#[test]
fn cmp_vp_1_the_table_of_points() {
    let table = set(2).done();
    let points = |from: &str, to: &str| {
        let find = |id: &str| table.rules.pack.find_territory(id).expect("a territory");
        table.rules.pack.victory_points(find(from), find(to))
    };
    assert_eq!((points("cuba", "kenya"), points("kenya", "cuba"), points("kenya", "egypt")), (3, 2, 2));
    assert_eq!(
        (points("japan", "fiji"), points("fiji", "spain"), points("peru", "japan"), points("spain", "peru")),
        (2, 3, 3, 2)
    );
}

/// Covers CMP-DATA-7.
#[test]
fn cmp_data_7_neighbours_over_the_edge() {
    let around = |cell: &str| {
        let cell = Cell::read(cell).expect("a cell");
        let mut all: Vec<String> =
            Direction::ALL.into_iter().filter_map(|way| cell.next(way)).map(|cell| cell.to_string()).collect();
        all.sort();
        all
    };
    assert_eq!(around("0:2"), ["0:1", "0:3", "1:2", "39:1", "39:2", "39:3"]);
    assert_eq!(around("39:3"), ["0:2", "0:3", "0:4", "38:3", "39:2", "39:4"]);
}
