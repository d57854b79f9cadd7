//! Canals and straits. (CMP-STRAIT)

use crate::common::{CompetitorsTable, PASS, Setup, Table, Travel, set, u};

/// A has goods on a truck in Spain, for Egypt.
fn in_spain() -> Setup {
    set(2).token("a-truck-1", "spain").signed("a-truck-1", "C031", "spain", "egypt")
}

/// The truck crosses to Morocco, and this card is drawn.
#[track_caller]
fn crosses(setup: Setup, card: u32) -> Table {
    let mut table = setup.done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-truck-1 morocco", &[u(card)]);
    table
}

/// A has goods on a ship in Germany, for Poland beyond the Oresund.
fn in_germany() -> Setup {
    set(2).signed("a-ship-1", "C045", "germany", "poland")
}

#[test]
fn cmp_strait_1_entering_a_strait_costs_a_truck_or_a_ship_one_point() {
    let mut table = set(2).token("a-truck-1", "ireland").done();
    table.run(&["move a-truck-1", "go a-truck-1 great_britain"]);
    assert_eq!(table.step().0, 2, "one for the North Channel, one for the plain");
    table.run(&["stop", "move a-ship-1", "go a-ship-1 19:2"]);
    table.does('A', "go a-ship-1 21:2");
    assert_eq!(table.step().0, 2, "one for the Oresund, one for the hex");
}

/// Covers CMP-TM-6.
#[test]
fn cmp_strait_2_no_movement_turn_ends_on_a_strait() {
    // A card that stops the truck does not leave it there.
    let table = crosses(in_spain(), 17);
    assert_eq!(table.place("a-truck-1"), "land morocco");
    // With one point left the ship cannot go halfway.
    let mut table = set(2).token("a-ship-1", "16:3").done();
    table.run(&["move a-ship-1", "go a-ship-1 19:2"]);
    assert_eq!(table.step().0, 3, "17:3, Dover, 19:2");
    assert_eq!(table.refused("go a-ship-1 21:2"), "CMP-SHIP-2", "1 point");
}

#[test]
fn cmp_strait_3_the_points_must_cover_the_strait_and_the_place_beyond() {
    // T9, with 2 points before Iran.
    let mut table = set(2).token("a-truck-1", "saudi_arabia").done();
    table.run(&["move a-truck-1", "go a-truck-1 emirates"]);
    assert!(table.state.journey.is_none(), "3 are needed: no step is left");
    // T10, with 2 points before Turkey.
    let mut table = set(2).token("a-truck-1", "germany").done();
    table.run(&["move a-truck-1", "go a-truck-1 romania_bulgaria"]);
    assert_eq!(table.step().0, 3);
    assert_eq!(table.refused("go a-truck-1 turkey"), "CMP-TRUCK-3", "3 are needed");
    let mut table = set(2).token("a-truck-1", "romania_bulgaria").done();
    table.run(&["move a-truck-1", "go a-truck-1 turkey"]);
    assert_eq!(table.step().0, 3);
}

#[test]
fn cmp_strait_4_a_laden_token_draws_on_the_strait_and_then_goes_on_at_once() {
    let mut table = crosses(in_spain(), 20);
    assert!(table.place("a-truck-1").starts_with("strait"), "the card is applied there: {}", table.place("a-truck-1"));
    table.does('A', "choose 1");
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("land morocco".into(), 200_000 - 500 - 5_000));
    assert_eq!(table.state.journey.map(|journey| journey.left[0]), Some(2), "the movement turn goes on");
    // A ship just the same, and an empty token draws nothing.
    let mut table = in_germany().done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 21:2", &[PASS]);
    assert_eq!((table.place("a-ship-1"), table.step().0), ("sea 21:2".into(), 3));
    let mut table = set(2).done();
    table.run(&["move a-ship-1", "go a-ship-1 poland"]);
    assert_eq!(table.count("customs"), 0);
}

/// Where customs are on the strait, the far side is logged when the token gets there, and not before.
#[test]
fn cmp_strait_4_what_is_told_of_a_crossing_is_true_when_it_is_told() {
    let order = |table: &Table| table.kinds(0).into_iter().skip_while(|kind| kind != "went").collect::<Vec<_>>();
    // The card lets the truck pass: to the strait for 1 point, the card, then the mountains for 2.
    let table = crosses(in_spain(), 1);
    assert_eq!(order(&table), ["went", "customs", "went"]);
    let went = table.told("went");
    assert!(went[0]["way"][0].get("strait").is_some() && went[0]["way"][0] == went[1]["from"], "{went:?}");
    assert_eq!((went[0]["points"].as_i64(), went[0]["fuel"].as_i64()), (Some(1), Some(500)));
    assert_eq!((went[1]["points"].as_i64(), went[1]["fuel"].as_i64()), (Some(2), Some(0)));
    assert!(went[1]["way"][0].get("land").is_some());
    // It is stopped and buys the extra point, which is no point of its own.
    let table = crosses(in_spain(), 17);
    assert_eq!(order(&table), ["went", "customs", "stopped", "extra_point", "went", "movement_over"]);
    assert_eq!(table.told("went")[1]["points"].as_i64(), Some(0));
    // It cannot pay, and the log never said that it was beyond.
    let table = crosses(in_spain().money('A', 5_000), 17);
    assert_eq!(order(&table), ["went", "customs", "stopped", "near_side", "movement_over"]);
    assert_eq!(table.place("a-truck-1"), "land spain");
    let log = table.log(0);
    assert!(log.iter().all(|line| !line.contains("Morocco")), "{log:?}");
    // While a choice is open it is on the strait, as logged.
    let table = crosses(in_spain(), 20);
    assert_eq!((order(&table), table.place("a-truck-1").starts_with("strait")), (vec!["went".into(), "customs".into()], true));
    // A ship in a run: the way ends on the strait; without goods the whole way is logged as one.
    let mut table = in_germany().done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 21:2", &[PASS]);
    let went = table.told("went");
    let ends: Vec<usize> = went.iter().map(|went| went["way"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!((ends, table.step().0), (vec![2, 1], 3), "19:2 and the Oresund; 21:2");
    let mut table = set(2).done();
    table.run(&["move a-ship-1", "go a-ship-1 21:2"]);
    assert_eq!((table.told("went").len(), table.step().0), (1, 3));
}

#[test]
fn cmp_strait_5_a_token_that_is_stopped_there_buys_one_extra_point() {
    let table = crosses(in_spain(), 17);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("land morocco".into(), 200_000 - 500 - 5_000));
    let mut table = in_germany().done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 21:2", &[u(17)]);
    assert_eq!((table.place("a-ship-1"), table.money('A')), ("sea 21:2".into(), 200_000 - 1_000 - 10_000));
}

/// Edge case 28. Covers CMP-EFF-4, CMP-EFF-9.
#[test]
fn cmp_strait_6_the_extra_point_leads_to_the_far_side_whatever_stopped_the_token() {
    // `stop`: there the movement turn ends, and the Delivery goes on with the next.
    let table = crosses(in_spain(), 17);
    assert_eq!((table.turns(), table.state.journey.is_some_and(|journey| journey.moving)), ((1, 4), false));
    // `points -2`: of three one is left, and the mountains of Morocco need two.
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C031", "portugal", "egypt").done();
    table.run(&["deliver portugal", "go a-truck-1 spain"]);
    table.lucky('A', "go a-truck-1 morocco", &[u(34)]);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("land morocco".into(), 200_000 - 500 - 6_000 - 5_000));
    assert!(!table.state.journey.is_some_and(|journey| journey.moving), "the movement turn is over");
    // `end_delivery` and `end_turn`.
    for card in [28, 29] {
        let table = crosses(in_spain(), card);
        assert_eq!((table.place("a-truck-1"), table.money('A')), ("land morocco".into(), 200_000 - 500 - 5_000));
        assert_eq!((table.failure(), table.turn()), ("customs".into(), Some(if card == 28 { 'A' } else { 'B' })));
    }
    // The Delivery fails there for want of movement turns: C029 has two.
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C029", "portugal", "egypt").done();
    table.run(&["deliver portugal", "go a-truck-1 spain", "stop"]);
    table.lucky('A', "go a-truck-1 morocco", &[u(27)]);
    assert_eq!((table.failure(), table.place("a-truck-1"), table.money('A')), ("late".into(), "land morocco".into(), 194_000));
    // For want of money there is none for the point either: CMP-STRAIT-7.
    let table = crosses(in_spain().money('A', 6_000), 31);
    assert_eq!((table.failure(), table.place("a-truck-1"), table.money('A')), ("money".into(), "land spain".into(), 0));
}

/// The far side's event comes, but not after `end_turn`; and there is one card, not two.
#[test]
fn cmp_strait_6_fee_and_event_of_the_far_side_apply_and_no_second_card() {
    let cross = |card: u32, luck: &[u32]| {
        let mut table = set(2).token("a-truck-1", "egypt").signed("a-truck-1", "C031", "egypt", "turkey").done();
        table.does('A', "deliver egypt");
        let luck: Vec<u32> = std::iter::once(u(card)).chain(luck.iter().copied()).collect();
        table.lucky('A', "go a-truck-1 levant", &luck);
        assert_eq!((table.count("customs"), table.place("a-truck-1")), (1, "land levant".into()));
        table
    };
    let table = cross(17, &[1]);
    assert_eq!((table.count("political"), table.money('A')), (1, 200_000 - 500 - 5_000 + 6_000));
    let table = cross(29, &[]);
    assert_eq!((table.count("political"), table.money('A')), (0, 200_000 - 500 - 5_000));
}

/// Edge cases 29 and 30.
#[test]
fn cmp_strait_7_who_cannot_pay_is_put_back_and_so_is_who_is_refused() {
    let table = crosses(in_spain().money('A', 5_000), 17);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("land spain".into(), 4_500));
    assert_eq!(table.turns(), (1, 4), "the movement turn is over, the Delivery is not");
    let table = crosses(in_spain(), 30);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("land spain".into(), 199_500));
    // The far side is a headquarters of another, whose fee is due too: Japan beyond the Korea Strait.
    for (money, place) in [(9_500, "land korea"), (15_500, "land japan")] {
        let mut table = set(3).token("a-truck-1", "korea").signed("a-truck-1", "C031", "korea", "italy").money('A', money).done();
        table.does('A', "deliver korea");
        if money < 10_500 {
            assert_eq!(table.refused("go a-truck-1 japan"), "CMP-HQ-4");
            continue;
        }
        table.lucky('A', "go a-truck-1 japan", &[u(17)]);
        assert_eq!((table.place("a-truck-1"), table.money('A'), table.money('C')), (place.into(), 0, 210_000));
    }
    let mut table = set(3).token("a-truck-1", "korea").signed("a-truck-1", "C031", "korea", "italy").money('A', 12_500).done();
    table.does('A', "deliver korea");
    table.lucky('A', "go a-truck-1 japan", &[u(17)]);
    assert_eq!((table.place("a-truck-1"), table.purses()), ("land korea".into(), vec![12_000, 200_000, 200_000]));
}

#[test]
fn cmp_strait_7_a_seized_token_leaves_without_charge_and_distances_count_from_the_near_side() {
    let table = crosses(set(2).token("a-truck-1", "spain").signed("a-truck-1", "C083", "spain", "egypt"), 25);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("supply".into(), 199_500));
    // An empty truck aboard a ship that is seized on the Oresund goes to the nearest site as from 19:2.
    let ship = set(2).signed("a-ship-1", "C087", "germany", "sweden").token("a-truck-2", "a-ship-1").branches('A', "poland");
    let mut table = ship.done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 21:2", &[u(25)]);
    assert_eq!((table.place("a-ship-1"), table.place("a-truck-2")), ("supply".into(), "land germany".into()));
}

#[test]
fn cmp_strait_8_an_extra_point_is_bought_on_a_strait_alone() {
    // Stopped at a border, nothing is bought.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "moscow").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 belarus");
    table.lucky('A', "customs first", &[u(17), 2]);
    assert_eq!((table.place("a-truck-1"), table.money('A'), table.has("extra_point")), ("land belarus".into(), 199_500, false));
    // Nor is a point that is missing for a border.
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 morocco"]);
    assert_eq!(table.refused("go a-truck-1 algeria"), "CMP-TRUCK-3", "a third point is not to be had");
}

#[test]
fn cmp_strait_9_a_ship_with_a_truck_aboard_pays_the_ships_price() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").token("a-ship-1", "germany").done();
    table.run(&["deliver germany", "load a-truck-1 a-ship-1"]);
    table.lucky('A', "go a-ship-1 21:2", &[u(17)]);
    assert_eq!((table.place("a-ship-1"), table.money('A')), ("sea 21:2".into(), 200_000 - 1_000 - 10_000));
    assert_eq!(table.place("a-truck-1"), "aboard a-ship-1");
}

#[test]
fn cmp_strait_10_straits_have_no_owner_and_several_tokens_use_one() {
    let mut table = set(2).token("a-truck-1", "spain").token("a-truck-2", "spain").token("b-truck-1", "spain").done();
    for (who, truck) in [('A', "a-truck-1"), ('A', "a-truck-2"), ('B', "b-truck-1")] {
        table.does(who, &format!("move {truck}"));
        table.does(who, &format!("go {truck} morocco"));
        table.does(who, "stop");
    }
    assert_eq!(table.purses(), [199_000, 199_500], "fuel and nothing else");
}

/// As seen from 22:7, the Volga Basin and Turkestan are equally near. Covers CMP-ILL-3, CMP-WX-10.
#[test]
fn cmp_strait_7_where_two_sites_are_as_near_the_owner_of_the_truck_chooses() {
    let mut table = set(2)
        .token("a-ship-1", "22:7")
        .signed("a-ship-1", "C087", "sudan", "southern_india")
        .token("a-truck-2", "a-ship-1")
        .branches('A', "volga_basin turkestan")
        .done();
    table.does('A', "deliver sudan");
    table.lucky('A', "go a-ship-1 24:8", &[u(26)]);
    assert_eq!(table.sorted(), ["put turkestan", "put volga_basin"]);
    assert_eq!((table.place("a-ship-1"), table.turn()), ("supply".into(), Some('A')));
    table.does('A', "put turkestan");
    assert_eq!((table.place("a-truck-2"), table.turn()), ("land turkestan".into(), Some('B')), "`seize; end_turn`");
}
