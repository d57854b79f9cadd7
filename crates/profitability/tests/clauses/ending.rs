//! The end of a match and ties. (PRF-END, PRF-TIE)

use crate::common::{JOKER, ProfitabilityTable, Table, but, ended, four, placed, road, truck};
use kernel::Seat;
use serde_json::{Value, json};

/// Red in LargeGreen with two green goods at 1500, and this profit.
fn about_to_sell(settings: Value, profit: i64) -> Table {
    placed(settings, road(json!({"profits": {"red": profit}, "trucks": {"red": truck("LargeGreen", "dGG")}})))
}

#[test]
fn prf_end_1_when_a_player_reaches_or_exceeds_the_target_the_end_begins() {
    for (profit, reached) in [(33_000, None), (33_500, Some(35_000)), (34_000, Some(35_500)), (34_500, Some(36_000))] {
        let mut table = about_to_sell(json!({}), profit);
        table.play("unload green", &[]);
        table.pass();
        let event = table.last("target_reached");
        assert_eq!(event["total"].as_i64(), reached, "from {profit}");
        assert_eq!(event["seat"].as_u64(), reached.map(|_| 1));
        assert_eq!(table.view()["closing"].as_u64(), reached.map(|_| 3));
    }
}

#[test]
fn prf_end_2_every_other_player_has_exactly_one_more_turn() {
    for players in 2..=4usize {
        for first in 0..players {
            let colours = &crate::common::COLOURS[..players];
            let mut trucks = json!({});
            for (colour, dot) in colours.iter().zip(["N2", "E2", "S2", "W2"]) {
                trucks[*colour] = truck(dot, "d");
            }
            let profits = json!({colours[first]: 35_000});
            let position = json!({"lap": 9, "turn": first + 1, "points": 5, "trucks": trucks, "profits": profits});
            let mut table = placed(json!({"players": players}), position);
            let mut turns = Vec::new();
            table.pass();
            for left in (1..players).rev() {
                assert_eq!(table.view()["closing"], left);
                turns.push(table.seat().index());
                if left == 1 {
                    table.play("end", &[]);
                } else {
                    table.pass();
                }
            }
            assert!(table.is_over());
            assert_eq!(turns, (1..players).map(|turn| (first + turn) % players).collect::<Vec<_>>());
            assert_eq!(table.places()[first], 1);
        }
    }
}

#[test]
fn prf_end_3_the_check_is_made_at_the_end_of_the_turn() {
    // The player goes on after having passed the target.
    let mut table = about_to_sell(json!({}), 34_000);
    table.play("unload green", &[]);
    assert_eq!(table.view()["closing"], Value::Null);
    table.plays(&["unload green", "load blue blue", "drive N4"]);
    assert_eq!((table.totals()[0], table.colour().as_str()), (37_000, "red"));
    assert!(table.told("target_reached").is_empty());
    table.play("end", &JOKER);
    assert_eq!(table.last("target_reached")["total"], 37_000);
    // Falling below it again in the same turn, it was not reached.
    let mut table = about_to_sell(json!({}), 34_000);
    table.plays(&["unload green", "unload damaged"]);
    assert_eq!(table.totals()[0], 32_500);
    table.pass();
    assert_eq!((table.view()["closing"].clone(), table.told("target_reached").len()), (Value::Null, 0));
    // Also when the turn ends by itself.
    let position = json!({"points": 1, "profits": {"red": 33_500}, "trucks": {"red": truck("LargeGreen", "dG")}});
    let mut table = placed(json!({}), road(position));
    table.play("unload green", &JOKER);
    assert_eq!(table.last("target_reached")["total"], 35_000);
}

#[test]
fn prf_end_4_the_closing_turns_follow_in_turn_order_across_the_lap_border() {
    // Blue began the lap; yellow reaches the target, so green, red and, in the next lap, blue have a turn.
    let position = json!({"starter": 2, "turn": 3, "lap": 12, "points": 5, "profits": {"yellow": 36_000}});
    let mut table = placed(json!({}), road(position));
    table.pass();
    let mut turns = Vec::new();
    for left in (1..4).rev() {
        turns.push((table.colour(), table.view()["lap"].as_u64().unwrap()));
        table.play("end", if left == 1 { &[] } else { &JOKER });
        if left > 1 {
            table.decline();
        }
    }
    assert_eq!(turns, [("green".to_owned(), 12), ("red".to_owned(), 12), ("blue".to_owned(), 13)]);
    assert!(table.is_over());
    // Others who reach the target in them start nothing new.
    let profits = json!({"yellow": 36_000, "green": 34_000});
    let trucks = json!({"green": truck("LargeRed", "dGG")});
    let mut table = placed(json!({}), road(json!({"turn": 3, "points": 5, "profits": profits, "trucks": trucks})));
    table.pass();
    table.play("unload green", &[]);
    table.pass();
    assert_eq!((table.colour().as_str(), table.view()["closing"].clone()), ("red", json!(2)));
    assert_eq!(table.told("target_reached").len(), 1);
    table.pass();
    table.play("end", &[]);
    assert!(table.is_over());
}

#[test]
fn prf_end_5_the_final_order_is_by_profit() {
    let orders = [
        ([10_000, 35_000, 20_000, 30_000], [4, 1, 3, 2]),
        ([36_000, 35_000, 20_000, 30_000], [1, 2, 4, 3]),
        ([36_000, 35_000, 40_000, 45_000], [3, 4, 2, 1]),
    ];
    for (profits, places) in orders {
        let table = ended(json!({}), road(json!({"profits": four(profits)})));
        assert_eq!(table.ended(), Some((places.to_vec(), "PRF-END-5")));
        let event = table.last("match_ended");
        assert_eq!((&event["places"], &event["profits"]), (&json!(places), &json!(profits)));
        // Nobody is asked any more, and nothing can be done.
        let mut table = table;
        for seat in 0..4 {
            assert!(table.try_play(Seat::new(seat).unwrap(), "end", &[]).is_err());
        }
        let outcome = kernel::Rules::outcome(&*table.rules, &table.state).unwrap();
        assert_eq!((0..4).map(|seat| i64::from(outcome.score(Seat::new(seat).unwrap()))).collect::<Vec<_>>(), profits);
    }
}

// Ties

/// The places when red, blue, yellow and green end with these profits, trucks, prices and last bookings.
#[track_caller]
fn tied(profits: [i64; 4], loads: [&str; 4], prices: [i64; 4], bookings: [u32; 4]) -> (Vec<u8>, &'static str) {
    let mut trucks = json!({});
    for ((colour, dot), load) in crate::common::COLOURS.iter().zip(["N2", "E2", "S2", "W2"]).zip(loads) {
        trucks[*colour] = truck(dot, load);
    }
    let position = json!({"profits": four(profits), "prices": four(prices), "trucks": trucks, "bookings": four(bookings)});
    ended(json!({}), road(position)).ended().unwrap()
}

#[test]
fn prf_tie_1_equal_profits_are_ordered_by_the_goods_on_the_trucks() {
    let profits = [35_000, 35_000, 20_000, 20_000];
    let (places, clause) = tied(profits, ["R", "RR", "RRR", "R"], [1500; 4], [1, 2, 3, 4]);
    assert_eq!((places, clause), (vec![2, 1, 3, 4], "PRF-TIE-1"));
    let (places, _) = tied(profits, ["RR", "R", "R", "RRR"], [1500; 4], [1, 2, 3, 4]);
    assert_eq!(places, [1, 2, 4, 3]);
    // Not where profits differ.
    let (places, clause) = tied([35_500, 35_000, 20_000, 20_500], ["", "RRR", "RRR", ""], [1500; 4], [1, 2, 3, 4]);
    assert_eq!((places, clause), (vec![1, 2, 4, 3], "PRF-END-5"));
}

#[test]
fn prf_tie_2_with_the_damaged_good_on_it_the_whole_truck_counts_0() {
    let profits = [35_000, 35_000, 0, 500];
    let (places, _) = tied(profits, ["dRRR", "B", "", ""], [3000, 500, 0, 0], [1, 2, 0, 3]);
    assert_eq!(places[..2], [2, 1]);
    let (places, _) = tied(profits, ["RRR", "B", "", ""], [3000, 500, 0, 0], [1, 2, 0, 3]);
    assert_eq!(places[..2], [1, 2]);
    // The value that is shown is the same.
    let trucks = json!({"red": truck("N2", "dRRR"), "blue": truck("E2", "RB")});
    let table = placed(json!({}), road(json!({"prices": four([3000, 500, 0, 0]), "trucks": trucks})));
    assert_eq!((table.truck("red")["value"].clone(), table.truck("blue")["value"].clone()), (json!(0), json!(3500)));
}

#[test]
fn prf_tie_3_goods_count_at_the_last_prices_without_extra() {
    let profits = [35_000, 35_000, 0, 500];
    // Red has a red good and stands in a red warehouse: no extra for it. Blue's good is yellow.
    let position = json!({
        "profits": four(profits), "prices": four([1000, 0, 1500, 0]), "bookings": four([1, 2, 0, 3]),
        "trucks": {"red": truck("LargeRed", "R"), "blue": truck("E2", "Y")},
    });
    assert_eq!(ended(json!({}), road(position)).places()[..2], [2, 1]);
    // Several goods are added up: 1000 + 1500 against 2 × 1000.
    let (places, _) = tied(profits, ["RB", "RR", "", ""], [1000, 1500, 0, 0], [3, 2, 0, 1]);
    assert_eq!(places[..2], [1, 2]);
    // Prices after the last turn: nothing is rolled after it, and what the last turn rolled counts. See PRF-TREND-10.
    let (places, _) = tied(profits, ["Y", "G", "", ""], [0, 0, 500, 0], [3, 2, 0, 1]);
    assert_eq!(places[..2], [1, 2]);
}

/// Covers PRF-TIE-4, PRF-TIE-5.
#[test]
fn prf_tie_4_then_who_came_to_the_space_first_is_ahead() {
    let profits = [35_000, 35_000, 20_000, 20_000];
    let (places, clause) = tied(profits, ["d"; 4], [1500; 4], [7, 3, 2, 1]);
    assert_eq!((places, clause), (vec![2, 1, 4, 3], "PRF-TIE-4"));
    let (places, _) = tied(profits, ["d"; 4], [1500; 4], [3, 7, 8, 9]);
    assert_eq!(places, [1, 2, 3, 4]);
}

#[test]
fn prf_tie_5_bookings_count_one_by_one_and_pawns_that_never_moved_rank_by_turn_order() {
    // Blue unloads to 1500 in the turn after red; both have it, but red had it first.
    let trucks = json!({"red": truck("LargeGreen", "dG"), "blue": truck("LargeGreen", "dGY"), "yellow": truck("S2", "d")});
    let start =
        placed(json!({}), road(json!({"turn": 1, "profits": {"yellow": 34_000}, "bookings": {"yellow": 1}, "trucks": trucks})));
    let finish = |mut table: Table| {
        let position = but(table.position(), json!({"closing": 1, "turn": 2, "dice": [6, 1], "points": 6, "step": "acting"}));
        let mut position = position;
        position["profits"]["yellow"] = json!(35_000);
        // The end began when yellow reached the target.
        (position["bookings"]["yellow"], position["booking"]) = (json!(9), json!(9));
        table = placed(json!({}), position);
        table.play("end", &[]);
        table.places()
    };
    let mut table = start.clone();
    table.play("unload green", &[]);
    table.pass();
    table.play("unload green", &[]);
    assert_eq!(table.totals()[..2], [1500, 1500]);
    assert_eq!(table.position()["bookings"], four([2, 3, 1, 0]));
    assert_eq!(finish(table), [2, 3, 1, 4]);
    // Blue first: now blue is ahead.
    let mut table = start.clone();
    table.pass();
    table.play("unload green", &[]);
    (0..3).for_each(|_| table.pass());
    assert_eq!(table.colour(), "red");
    table.play("unload green", &[]);
    assert_eq!(table.position()["bookings"], four([3, 2, 1, 0]));
    assert_eq!(finish(table), [3, 2, 1, 4]);
    // The last booking that changed the total counts: blue was there early, went on and came back by paying.
    let position = json!({
        "turn": 2, "profits": four([1500, 3000, 34_000, 0]), "bookings": four([3, 2, 1, 0]),
        "trucks": {"red": truck("LargeGreen", "d"), "blue": truck("LargeGreen", "dG"), "yellow": truck("S2", "d")},
    });
    let mut table = placed(json!({}), road(position));
    table.plays(&["unload green", "unload damaged"]);
    assert_eq!((table.totals()[1], table.position()["bookings"].clone()), (1500, four([3, 5, 1, 0])));
    assert_eq!(finish(table), [2, 3, 1, 4]);
    // Pawns that never moved: by turn order of the match.
    for (starter, places) in [(1, [2, 1, 3, 4]), (3, [4, 1, 2, 3]), (4, [3, 1, 4, 2])] {
        let profits = four([0, 35_000, 0, 0]);
        let position = json!({"starter": starter, "profits": profits, "bookings": {"blue": 9}});
        let mut trucks = json!({});
        for (colour, dot) in crate::common::COLOURS.iter().zip(["N2", "E2", "S2", "W2"]) {
            trucks[*colour] = truck(dot, "d");
        }
        let position = but(position, json!({"trucks": trucks}));
        assert_eq!(ended(json!({}), road(position)).places(), places, "{starter} began");
    }
}

/// Covers PRF-TIE-6, PRF-INV-12.
#[test]
fn prf_tie_6_three_or_four_tied_players_criterion_by_criterion() {
    let all = [35_000; 4];
    let (places, _) = tied(all, ["RR", "RR", "R", "dRRR"], [1500; 4], [4, 1, 2, 3]);
    assert_eq!(places, [2, 1, 3, 4]);
    let (places, _) = tied(all, ["d"; 4], [1500; 4], [3, 4, 1, 2]);
    assert_eq!(places, [3, 4, 1, 2]);
    // Those who are not at the target have moved in any order.
    let (places, _) = tied([35_000, 20_000, 20_000, 20_000], ["d"; 4], [1500; 4], [4, 3, 1, 2]);
    assert_eq!(places, [1, 4, 2, 3]);
    let (places, _) = tied([35_000, 35_000, 35_000, 36_000], ["", "R", "", "d"], [1500; 4], [1, 2, 3, 4]);
    assert_eq!(places, [3, 2, 4, 1]);
    let (places, _) = tied(all, ["", "R", "B", "Y"], [500, 1000, 1500, 0], [1, 2, 3, 4]);
    assert_eq!(places, [4, 3, 2, 1]);
}
