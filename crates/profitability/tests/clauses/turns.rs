//! A turn: dice, trendline, Joker. (PRF-TURN, PRF-TREND, PRF-JOKER)

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, TREND, Table, but, four, placed, random_game, road, rules, seat, trend, truck,
};
use kernel::{Consequence, Notation, Rules, Viewer, Words};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Red ends a turn and blue rolls these dice.
#[track_caller]
fn roll(dice: [u32; 2]) -> Table {
    let mut table = placed(json!({}), road(json!({})));
    table.play("end", &dice);
    table
}

/// The same with other prices and another trendline.
#[track_caller]
fn roll_at(prices: [i64; 4], line: &str, dice: [u32; 2]) -> Table {
    let mut table = placed(json!({}), road(json!({"prices": four(prices), "trend": trend(line)})));
    table.play("end", &dice);
    table
}

/// Can this not be done, be it that nobody can write it?
fn cannot(table: &mut Table, action: &str) -> bool {
    let seat = table.seat();
    table.rules.read(action).is_err() || table.try_play(seat, action, &[]).is_err()
}

/// How the last event is told, and by which clause.
fn told(table: &Table) -> (&'static str, String) {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let line = table.rules.tell(table.events.last().expect("something happened"), &names);
    (line.clause, line.text)
}

#[test]
fn prf_turn_1_every_turn_begins_with_a_roll_of_both_dice() {
    let table = roll([2, 5]);
    let rolled = table.last("rolled");
    assert_eq!((&rolled["seat"], &rolled["dice"], &rolled["sum"]), (&json!(2), &json!([2, 5]), &json!(7)));
    // Nothing else is drawn, and what was drawn cannot be taken back.
    let mut table = placed(json!({}), road(json!({})));
    assert_eq!(table.play("end", &[1, 1]), Consequence::Sealed);
}

#[test]
fn prf_turn_2_the_sum_names_the_space_and_its_step_comes_before_any_action() {
    // Each space of the line: what happens to the prices. 11 and 12 are empty, 7 is the Joker.
    let expected = [
        (2, [2000, 1500, 1500, 1500]),
        (3, [1000, 1500, 1500, 1500]),
        (4, [1500, 2000, 1500, 1500]),
        (5, [1500, 1000, 1500, 1500]),
        (6, [1500, 1500, 2000, 1500]),
        (8, [1500, 1500, 1000, 1500]),
        (9, [1500, 1500, 1500, 2000]),
        (10, [1500, 1500, 1500, 1000]),
    ];
    for one in 1..=6 {
        for other in 1..=6 {
            let table = roll([one, other]);
            match one + other {
                7 => assert_eq!(table.step(), "joker_price"),
                11 | 12 => {
                    assert_eq!(table.step(), "filling");
                    // It cannot be declined, and nothing else can be done before.
                    let mut table = table;
                    for action in ["end", "drive E3", "decline"] {
                        table.refused(action);
                    }
                    assert!(table.actions().iter().all(|action| action.starts_with("fill ")));
                }
                sum => {
                    let (_, prices) = expected.iter().find(|(space, _)| *space == sum).unwrap();
                    assert_eq!((table.prices(), table.step().as_str()), (*prices, "acting"), "{one} {other}");
                }
            }
        }
    }
    let mut table = roll(JOKER);
    for action in ["end", "drive E3", "turn 3", "fill 2 +"] {
        table.refused(action);
    }
}

/// Covers PRF-TURN-3, PRF-JOKER-8.
#[test]
fn prf_turn_3_the_higher_die_gives_the_action_points() {
    for one in 1..=6u32 {
        for other in 1..=6u32 {
            let mut table = roll([one, other]);
            match table.step().as_str() {
                "filling" => table.plays(&["fill 2 +"]),
                "joker_price" => table.decline(),
                _ => {}
            }
            assert_eq!(table.points(), u64::from(one.max(other)), "{one} {other}");
            assert_eq!(table.last("rolled")["points"], one.max(other));
        }
    }
}

#[test]
fn prf_turn_4_a_point_for_each_dot_and_for_each_good() {
    let mut table = placed(json!({}), road(json!({"trucks": {"red": truck("N1", "dGY")}})));
    let mut left = vec![table.points()];
    for action in ["drive N2", "drive LargeGreen", "unload green", "load blue blue"] {
        table.play(action, &[]);
        left.push(table.points());
    }
    assert_eq!(left, [6, 5, 3, 2, 1]);
    // Without a point nothing can be done.
    let mut table = placed(
        json!({"take_back": "until_departure"}),
        road(json!({"points": 0, "trucks": {"red": truck("LargeGreen", "dGY")}})),
    );
    assert_eq!(table.actions(), ["end"]);
    for action in ["drive N3", "unload green", "load blue blue"] {
        assert_eq!(table.refused(action), "PRF-TURN-4", "{action}");
    }
    // Nor with too few: four dots away with three points.
    let mut table = placed(json!({}), road(json!({"points": 3, "trucks": {"red": truck("N1", "dGY")}})));
    assert_eq!(table.refused("drive N5"), "PRF-TURN-4");
    assert!(table.may("drive N4"));
}

/// Covers PRF-TURN-5, PRF-TURN-6.
#[test]
fn prf_turn_5_points_need_not_be_used_and_are_lost() {
    let mut table = placed(json!({}), road(json!({})));
    assert_eq!(table.points(), 6);
    table.play("end", &[1, 3]);
    assert_eq!(table.last("turn_ended"), json!({"event": "turn_ended", "seat": 1, "unused": 6}));
    // Nobody has got them: neither the next player nor red in the next lap.
    assert_eq!((table.colour().as_str(), table.points()), ("blue", 3));
    table.play("end", &[1, 3]);
    assert_eq!(table.points(), 3);
    table.play("end", &[1, 3]);
    table.play("end", &[1, 1]);
    assert_eq!((table.colour().as_str(), table.points()), ("red", 1));
}

#[test]
fn prf_turn_6_points_are_not_saved() {
    let mut table = placed(json!({}), road(json!({})));
    table.play("drive N3", &[]);
    table.pass();
    assert_eq!(table.last("turn_ended")["unused"], 5);
    (0..3).for_each(|_| table.pass());
    assert_eq!((table.colour().as_str(), table.points()), ("red", 4));
}

#[test]
fn prf_turn_7_a_turn_ends_when_the_player_says_so_or_without_points() {
    // By itself, with the last point.
    let red = json!({"trucks": {"red": truck("N2", "dG")}, "points": 1});
    let mut table = placed(json!({}), road(red.clone()));
    table.play("drive N1", &JOKER);
    assert_eq!((table.colour().as_str(), table.last("turn_ended")["unused"].clone()), ("blue", json!(0)));
    // With take_back only when the player says so.
    let mut table = placed(json!({"take_back": "until_departure"}), road(red));
    table.play("drive N1", &[]);
    assert_eq!((table.colour().as_str(), table.points(), table.actions()), ("red", 0, vec!["end".to_owned()]));
    table.play("end", &JOKER);
    assert_eq!(table.colour(), "blue");
    // Ending is always allowed in the action phase.
    for place in ["N2", "LargeGreen", "SmallRed", "SW.c"] {
        let table = placed(json!({}), road(json!({"trucks": {"red": truck(place, "dG")}})));
        assert!(table.may("end"), "{place}");
    }
    // Except in the first lap before the truck has left.
    let mut table = placed(json!({}), json!({}));
    assert_eq!(table.refused("end"), "PRF-FIRST-1");
    // Nobody else can end it.
    let mut table = placed(json!({}), road(json!({})));
    assert!(table.try_play(seat("blue"), "end", &[]).is_err());
}

// The trendline

#[test]
fn prf_trend_1_the_marker_on_the_rolled_space_says_whose_price_moves() {
    // Each colour in turn on space 8, with its other marker elsewhere.
    for (index, line) in [
        "8R+ 2R- 3B+ 4B- 5Y+ 6Y- 9G+ 10G-",
        "8B+ 2B- 3R+ 4R- 5Y+ 6Y- 9G+ 10G-",
        "8Y+ 2Y- 3B+ 4B- 5R+ 6R- 9G+ 10G-",
        "8G+ 2G- 3B+ 4B- 5Y+ 6Y- 9R+ 10R-",
    ]
    .iter()
    .enumerate()
    {
        let table = roll_at([1000; 4], line, [4, 4]);
        let mut prices = [1000; 4];
        prices[index] = 1500;
        assert_eq!(table.prices(), prices);
        assert_eq!(
            table.last("price_moved"),
            json!({"event": "price_moved", "by": null, "colour": COLOURS[index], "from": 1000, "to": 1500})
        );
    }
}

#[test]
fn prf_trend_2_positive_goes_a_square_up_and_negative_a_square_down() {
    for price in [0, 500, 1000, 1500, 2000, 2500] {
        assert_eq!(roll_at([price; 4], TREND, [1, 1]).prices()[0], price + 500, "red+ on 2");
        assert_eq!(roll_at([price + 500; 4], TREND, [1, 2]).prices()[0], price, "red- on 3");
    }
    // The marker stays as it is.
    assert_eq!(roll([1, 1]).trend(), TREND);
    assert_eq!(told(&roll([1, 1])), ("PRF-TREND-2", "The price of red rises from 1,500 to 2,000 EUR.".to_owned()));
}

#[test]
fn prf_trend_3_at_0_a_negative_marker_turns_and_the_price_stays() {
    let table = roll_at([0, 1500, 1500, 1500], TREND, [1, 2]);
    assert_eq!((table.prices()[0], table.trend().as_str()), (0, "2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"));
    assert_eq!(told(&table), ("PRF-TREND-3", "The price of red is at its lowest: the marker on 3 turns to point up.".to_owned()));
    assert_eq!(table.last("marker_turned")["by"], Value::Null);
    // At 500 it moves.
    assert_eq!(roll_at([500, 1500, 1500, 1500], TREND, [1, 2]).prices()[0], 0);
}

#[test]
fn prf_trend_4_at_3000_a_positive_marker_turns_and_the_price_stays() {
    let table = roll_at([3000, 1500, 1500, 1500], TREND, [1, 1]);
    assert_eq!((table.prices()[0], table.trend().as_str()), (3000, "2R- 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"));
    assert_eq!(
        told(&table),
        ("PRF-TREND-4", "The price of red is at its highest: the marker on 2 turns to point down.".to_owned())
    );
    assert_eq!(table.last("marker_turned")["by"], Value::Null);
    assert_eq!(roll_at([2500, 1500, 1500, 1500], TREND, [1, 1]).prices()[0], 3000);
}

#[test]
fn prf_trend_5_only_the_marker_on_the_rolled_space_turns_and_works_the_next_time() {
    let line = "2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-";
    let mut table = roll_at([3000, 1500, 1500, 1500], line, [1, 1]);
    assert_eq!(table.trend(), "2R- 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-");
    assert_eq!(table.prices()[0], 3000);
    table.play("end", &[1, 1]);
    assert_eq!((table.prices()[0], table.trend().as_str()), (2500, "2R- 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"));
    // The other one still goes up, and turns when it is rolled at the top.
    table.play("end", &[2, 1]);
    assert_eq!(table.prices()[0], 3000);
    table.play("end", &[2, 1]);
    assert_eq!((table.prices()[0], table.trend().as_str()), (3000, "2R- 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"));
}

/// Covers PRF-TREND-6, PRF-TREND-7.
#[test]
fn prf_trend_6_an_empty_space_must_be_filled_with_any_marker_in_either_direction() {
    let table = roll([5, 6]);
    assert_eq!(table.step(), "filling");
    let expected: BTreeSet<String> =
        [2, 3, 4, 5, 6, 8, 9, 10].iter().flat_map(|space| [format!("fill {space} +"), format!("fill {space} -")]).collect();
    assert_eq!(table.actions().len(), 16);
    assert_eq!(table.actions().into_iter().collect::<BTreeSet<_>>(), expected);
    // No price moves; the space that the marker left becomes empty.
    for (action, line) in [
        ("fill 2 +", "3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11R+"),
        ("fill 2 -", "3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11R-"),
        ("fill 10 +", "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 11G+"),
    ] {
        let mut filled = table.clone();
        filled.play(action, &[]);
        assert_eq!((filled.trend().as_str(), filled.prices()), (line, [1500; 4]));
        assert_eq!((filled.step().as_str(), filled.points(), filled.colour().as_str()), ("acting", 6, "blue"));
        assert!(!filled.kinds(0).contains(&"price_moved".to_owned()));
        assert_eq!(told(&filled).0, "PRF-TREND-7");
    }
}

#[test]
fn prf_trend_7_the_space_it_left_is_the_next_empty_one() {
    let mut table = roll([5, 6]);
    table.play("fill 6 -", &[]);
    // Now 6 and 12 are empty, 11 is not.
    table.play("end", &[3, 3]);
    assert_eq!(table.step(), "filling");
    assert!(table.may("fill 11 +") && !table.may("fill 6 +") && !table.may("fill 12 +"));
    for wrong in ["fill 6 +", "fill 12 -"] {
        table.refused(wrong);
    }
    table.play("fill 11 +", &[]);
    assert_eq!(table.trend(), "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-");
    table.play("end", &[6, 6]);
    assert_eq!(table.step(), "filling");
}

#[test]
fn prf_trend_8_a_space_holds_at_most_one_marker_and_the_joker_none() {
    for seed in 0..4 {
        let rules = rules(json!({}));
        random_game(&rules, seed, 1_500, |_, _, after, _| {
            let view = rules.view(after, Viewer::Watcher);
            if view.step != "marking" {
                assert_eq!(view.trend.iter().filter(|space| space.marker.is_some()).count(), 8);
            }
            assert!(view.trend.iter().all(|space| !space.joker || space.marker.is_none()));
        });
    }
    // A Joker cannot put a marker on 7 or on another one.
    let mut table = placed(json!({}), road(json!({"step": "joker_trend", "dice": [3, 4]})));
    assert!(cannot(&mut table, "shift 2 7 +"));
    assert_eq!(table.refused("shift 2 3 +"), "PRF-TREND-8");
}

#[test]
fn prf_trend_9_later_both_markers_of_a_colour_may_point_the_same_way() {
    let mut table = roll([5, 6]);
    table.play("fill 3 +", &[]);
    assert_eq!(table.trend(), "2R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11R+");
    let mut table = placed(json!({}), road(json!({"step": "joker_trend", "dice": [3, 4]})));
    table.play("turn 2", &[]);
    assert_eq!(table.trend(), "2R- 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-");
}

#[test]
fn prf_trend_10_trend_steps_go_on_in_the_closing_turns() {
    // Blue has reached the target; yellow, green and red roll on, and their prices decide the tie of red and yellow.
    let trucks = json!({"red": truck("N2", "R"), "yellow": truck("S2", "Y")});
    let position = road(json!({"turn": 2, "points": 5, "profits": four([20_000, 35_000, 20_000, 0]), "trucks": trucks}));
    let end = |last: [u32; 2]| {
        let mut table = placed(json!({}), position.clone());
        table.play("end", &[4, 4]);
        assert_eq!(table.prices(), [1500, 1500, 1000, 1500]);
        table.play("end", &[3, 3]);
        assert_eq!(table.prices(), [1500; 4]);
        table.play("end", &last);
        table.play("end", &[]);
        table.places()
    };
    assert_eq!(end([1, 1]), [2, 1, 3, 4], "red’s price went up last");
    assert_eq!(end([1, 2]), [3, 1, 2, 4], "red’s price went down last");
}

#[test]
fn prf_trend_11_profit_markers_may_share_a_square() {
    let mut table = roll_at([1500, 1500, 1500, 1000], TREND, [4, 5]);
    assert_eq!(table.prices(), [1500; 4]);
    table.play("end", &[1, 1]);
    assert_eq!(table.prices(), [2000, 1500, 1500, 1500]);
    let ends = [[0; 4], [3000; 4]];
    ends.iter().for_each(|prices| assert_eq!(placed(json!({}), road(json!({"prices": four(*prices)}))).prices(), *prices));
}

// The Joker

#[test]
fn prf_joker_1_a_7_moves_nothing_by_itself() {
    for dice in [[1, 6], [2, 5], [3, 4], [4, 3], [5, 2], [6, 1]] {
        let mut table = roll(dice);
        assert_eq!(table.step(), "joker_price");
        assert_eq!(table.last("joker")["seat"], 2);
        table.decline();
        assert_eq!((table.prices(), table.trend().as_str(), table.step().as_str()), ([1500; 4], TREND, "acting"));
    }
}

#[test]
fn prf_joker_2_part_a_moves_one_price_by_a_square() {
    let table = roll(JOKER);
    let expected: BTreeSet<String> = COLOURS
        .iter()
        .flat_map(|colour| ["up", "down"].map(|way| format!("joker {colour} {way}")))
        .chain(["decline".to_owned()])
        .collect();
    assert_eq!(table.actions().into_iter().collect::<BTreeSet<_>>(), expected);
    for (index, colour) in COLOURS.iter().enumerate() {
        for (way, change) in [("up", 500), ("down", -500)] {
            let mut table = table.clone();
            table.play(&format!("joker {colour} {way}"), &[]);
            let mut prices = [1500; 4];
            prices[index] += change;
            assert_eq!((table.prices(), table.trend().as_str()), (prices, TREND));
            assert_eq!(table.step(), "joker_trend");
        }
    }
    for (action, text) in [
        ("joker red up", "Bob raises the price of red from 1,500 to 2,000 EUR."),
        ("joker green down", "Bob lowers the price of green from 1,500 to 1,000 EUR."),
    ] {
        let mut table = table.clone();
        table.play(action, &[]);
        assert_eq!((told(&table), table.last("price_moved")["by"].clone()), (("PRF-JOKER-2", text.to_owned()), json!(2)));
    }
}

#[test]
fn prf_joker_3_part_b_moves_a_marker_to_a_free_space_or_turns_one() {
    let mut table = roll(JOKER);
    table.play("decline", &[]);
    for (action, line) in [
        ("shift 10 11 +", "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 11G+"),
        ("shift 10 12 -", "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 12G-"),
        ("shift 2 11 -", "3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11R-"),
        ("turn 2", "2R- 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"),
        ("turn 3", "2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"),
    ] {
        let mut table = table.clone();
        table.play(action, &[]);
        assert_eq!((table.trend().as_str(), table.prices(), table.step().as_str()), (line, [1500; 4], "acting"), "{action}");
    }
    for (action, text) in [
        ("shift 2 11 +", "Bob moves the red marker from 2 to 11, pointing up."),
        ("turn 2", "Bob turns the red marker on 2 to point down."),
        ("turn 3", "Bob turns the red marker on 3 to point up."),
    ] {
        let mut table = table.clone();
        table.play(action, &[]);
        assert_eq!(told(&table), ("PRF-JOKER-3", text.to_owned()));
    }
    assert!(cannot(&mut table, "shift 10 7 +"), "not to the Joker");
    assert_eq!(table.refused("shift 11 12 +"), "PRF-JOKER-3", "nothing lies there");
    assert_eq!(table.refused("turn 12"), "PRF-JOKER-3");
}

#[test]
fn prf_joker_4_both_parts_are_optional() {
    // None, only a, only b, both.
    for (a, b) in [("decline", "decline"), ("joker red up", "decline"), ("decline", "turn 2"), ("joker red up", "turn 2")] {
        let mut table = roll(JOKER);
        table.plays(&[a, b]);
        assert_eq!(table.prices()[0], if a == "decline" { 1500 } else { 2000 });
        assert_eq!(table.trend().starts_with("2R-"), b != "decline");
        let parts: Vec<String> = table.told("declined").iter().map(|event| event["part"].as_str().unwrap().to_owned()).collect();
        let mut expected = Vec::new();
        expected.extend((a == "decline").then(|| "a".to_owned()));
        expected.extend((b == "decline").then(|| "b".to_owned()));
        assert_eq!(parts, expected);
    }
}

#[test]
fn prf_joker_5_each_part_at_most_once() {
    let mut table = roll(JOKER);
    table.play("joker red up", &[]);
    assert_eq!(table.refused("joker red up"), "PRF-JOKER-3");
    assert_eq!(table.refused("joker blue down"), "PRF-JOKER-3");
    table.play("shift 2 11 +", &[]);
    for action in ["turn 3", "shift 3 12 +", "joker red up"] {
        assert_eq!(table.refused(action), "PRF-TURN-2", "{action}");
    }
    assert_eq!((table.step().as_str(), table.prices()[0]), ("acting", 2000));
    // The parts do not interact: the same price and the same colour's marker.
    let mut table = roll(JOKER);
    table.plays(&["joker red down", "turn 2"]);
    assert_eq!((table.prices()[0], table.trend().starts_with("2R- 3R-")), (1000, true));
}

#[test]
fn prf_joker_6_part_a_cannot_leave_the_area() {
    let position = |prices| road(json!({"step": "joker_price", "dice": [3, 4], "prices": four(prices)}));
    let mut table = placed(json!({}), position([0, 3000, 500, 2500]));
    assert_eq!(table.refused("joker red down"), "PRF-JOKER-6");
    assert_eq!(table.refused("joker blue up"), "PRF-JOKER-6");
    assert_eq!(table.actions().len(), 7);
    for (action, prices) in [
        ("joker red up", [500, 3000, 500, 2500]),
        ("joker blue down", [0, 2500, 500, 2500]),
        ("joker yellow down", [0, 3000, 0, 2500]),
        ("joker green up", [0, 3000, 500, 3000]),
    ] {
        let mut table = table.clone();
        table.play(action, &[]);
        // No marker turned.
        assert_eq!((table.prices(), table.trend().as_str()), (prices, TREND));
    }
}

#[test]
fn prf_joker_7_at_most_9_and_41_choices() {
    let mut table = roll(JOKER);
    assert_eq!(table.actions().len(), 9);
    table.play("decline", &[]);
    assert_eq!(table.actions().len(), 41);
    assert_eq!((table.listed("shift ").len(), table.listed("turn ").len(), table.listed("decline").len()), (32, 8, 1));
    // After a move the old space is free, and there are two free ones again.
    table.play("shift 4 11 +", &[]);
    let line = table.position()["trend"].clone();
    let position = but(road(json!({"step": "joker_trend", "dice": [3, 4]})), json!({"trend": line}));
    let table = placed(json!({}), position);
    assert!(table.may("shift 11 4 -") && table.may("shift 2 12 +") && !table.may("shift 2 11 +"));
    assert_eq!(table.actions().len(), 41);
}

#[test]
fn prf_joker_8_the_action_value_is_the_higher_die() {
    for (dice, points) in [([3, 4], 4), ([4, 3], 4), ([2, 5], 5), ([5, 2], 5), ([1, 6], 6), ([6, 1], 6)] {
        let mut table = roll(dice);
        table.decline();
        assert_eq!(table.points(), points);
    }
}
