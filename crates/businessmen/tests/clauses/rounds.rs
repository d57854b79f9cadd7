//! The course of a round, the order of turns, and sitting a round out: BIZ-ROUND, BIZ-SKIP.

use crate::common::{
    BusinessmenTable, LOADER, NOTHING, Table, asked, before_the_wheel, but, options, player, players, position, standard,
};
use serde_json::{Value, json};

/// Four players with this many coins each at the announcements of the second round, seat A in the lead.
fn four(coins: u32) -> Value {
    let players: Vec<Value> = (0..4).map(|_| player(coins, json!({}))).collect();
    position("announcing", 'A', &players)
}

#[test]
fn biz_round_1_the_phases_come_in_order_and_each_is_completed() {
    // A and B have something to choose in every phase: both buy, load, have too many goods, export, improve and insure.
    let busy = |good: &str, other: &str| {
        player(50, json!({"main": {good: 8, other: 1}, "warehouse": 2, "warnings": ["loader"], "points": 1}))
    };
    let start = position("announcing", 'A', &[busy("oil", "fish"), busy("wood", "fish")]);
    let mut table = Table::at(players(2), start);
    let mut phases: Vec<String> = Vec::new();
    let mut seen = |table: &Table| {
        if phases.last() != Some(&table.phase()) {
            phases.push(table.phase());
        }
    };
    let mut bought = 0;
    // G24 and E10 are in the discard, so G25 brings Grain 4, Wood 3, Oil 6, Metal 5; E12 is Wood, Oil, Metal.
    table.fate.goods = [25].into();
    table.fate.exports = [12].into();
    table.fate.wheel = [6].into();
    while table.round() == 2 && table.turn().is_some() {
        seen(&table);
        let action = match table.phase().as_str() {
            "buying" if bought < 2 && table.may(["buy 1 metal", "buy 1 grain"][bought]) => {
                bought += 1;
                ["buy 1 metal", "buy 1 grain"][bought - 1].to_owned()
            }
            "storing" => table.actions()[0].clone(),
            "announcing" => "play".into(),
            "buying" | "loading" => "pass".into(),
            _ => "done".into(),
        };
        table.calm(&action);
    }
    assert_eq!(
        phases,
        ["announcing", "buying", "loading", "storing", "exporting", "improving", "insuring"],
        "the wheels are no decisions"
    );
    // And the story of the round in the order of the clause.
    let order = ["goods_turned", "export_turned", "bought", "wheel_turned", "prices_adjusted", "spun", "round_began"];
    let first = |kind: &str| table.kinds(0).iter().rposition(|other| other == kind).unwrap_or_else(|| panic!("{kind}"));
    let places: Vec<usize> = order.iter().map(|kind| first(kind)).collect();
    assert!(places.is_sorted(), "{:?}", table.kinds(0));
    // Nothing of one phase is possible in another.
    let mut table = Table::at(players(2), four_phases());
    for action in ["skip", "play", "load oil green", "export 4 oil", "improve loader", "insure loader", "done", "keep oil"] {
        assert!(!table.refused(action).is_empty(), "{action}");
    }
}

/// A buys; the market is open.
fn four_phases() -> Value {
    let players = [player(50, json!({"main": {"oil": 8}, "warnings": ["loader"]})), player(10, json!({}))];
    but(position("buying", 'A', &players), json!({"market": {"oil": 6}}))
}

#[test]
fn biz_round_2_the_lead_seat_of_the_first_round_is_the_starting_seat() {
    for (seat, order) in [("1", "ABCD"), ("2", "BCDA"), ("3", "CDAB"), ("4", "DABC")] {
        let mut table = Table::start(options(json!({"first_player": seat})), &[]);
        assert_eq!(Some(table.lead()), order.chars().next());
        let mut asked = String::new();
        while table.phase() == "announcing" {
            asked.push(table.turn().unwrap());
            table.calm("play");
        }
        assert_eq!(asked, order);
        assert_eq!(table.turn(), order.chars().next(), "and buys first");
    }
}

#[test]
fn biz_round_3_the_lead_moves_one_seat_clockwise_whatever_happened() {
    let mut table = Table::start(players(4), &[]);
    let mut leads = vec![table.lead()];
    for round in 0..8 {
        // Now somebody skips, now everybody, now nobody.
        while table.phase() == "announcing" {
            let skip = match round {
                1 => table.turn() == Some('B'),
                2 => table.turn() != Some('A'),
                3 => true,
                _ => false,
            };
            table.calm(if skip { "skip" } else { "play" });
            if table.round() > round + 1 {
                break;
            }
        }
        if table.round() == round + 1 {
            table.next_round();
        }
        leads.push(table.lead());
    }
    assert_eq!(leads.into_iter().collect::<String>(), "ABCDABCDA");
}

#[test]
fn biz_round_4_the_leader_is_the_first_active_player_from_the_lead_seat() {
    // B leads, B and C skip: D is the leader, though the lead seat stays B.
    let mut table = Table::at(players(4), but(four(3), json!({"lead": 2, "turn": 2})));
    table.plays(&["skip", "skip", "play"]);
    table.calm("play");
    assert_eq!((table.lead(), table.now()), ('B', ("buying".into(), 'D')));
    assert_eq!(table.view()["leader"], 4);
    // Also when he passes without buying: loading begins after him.
    let stock = |good: &str| player(5, json!({"main": {good: 2}}));
    let four = [stock("oil"), player(5, json!({})), stock("fish"), stock("meat")];
    let mut table = Table::at(players(4), position("announcing", 'A', &four));
    table.plays(&["play"; 3]);
    table.calm("play");
    assert_eq!(table.view()["leader"], 1);
    table.play("pass", &[]);
    assert_eq!(table.view()["leader"], 1);
    table.until("loading");
    assert_eq!(table.turn(), Some('C'), "B has nothing to load; the leader comes last");
    table.plays(&["pass", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
}

#[test]
fn biz_round_5_round_order_is_the_active_players_from_the_leader() {
    let mut table = Table::at(players(4), but(four(10), json!({"lead": 3, "turn": 3})));
    table.plays(&["play", "skip", "play"]);
    table.calm("play");
    assert_eq!(table.view()["order"], json!([3, 1, 2]));
    let mut turns = String::new();
    while table.phase() == "buying" {
        turns.push(table.turn().unwrap());
        table.calm("pass");
    }
    assert_eq!(turns, "CAB");
    // Everybody has 10 coins: they are asked to improve in the same order, and spin in it.
    assert_eq!(table.phase(), "improving");
    let mut turns = String::new();
    while table.phase() == "improving" {
        turns.push(table.turn().unwrap());
        table.calm("done");
    }
    assert_eq!((turns.as_str(), table.who("spun").as_str()), ("CAB", "CAB"));
}

#[test]
fn biz_round_6_turning_spinning_and_moving_markers_are_nobodys_decision() {
    // From the last announcement to the next round nobody is asked for anything but his own choices.
    let mut table = Table::at(players(2), position("announcing", 'A', &[player(0, json!({})), player(0, json!({}))]));
    table.play("play", &[]);
    // Cards, price wheel, both spins: nobody can buy, load, export, improve or insure.
    table.play("play", &[0, 0, 1, NOTHING, LOADER]);
    assert_eq!((table.round(), table.phase().as_str()), (3, "announcing"));
    for kind in ["goods_turned", "export_turned", "wheel_turned", "prices_adjusted"] {
        assert_eq!(table.told(kind).len(), 1, "{kind}");
    }
    assert_eq!(table.who("spun"), "AB", "each player’s own spin");
}

#[test]
fn biz_round_7_who_may_act_in_any_order_acts_in_round_order_one_after_another() {
    // C leads; all have too many goods, an export, coins and a marker.
    let full = |a: &str, b: &str| {
        player(40, json!({"warehouse": 1, "main": {a: 4}, "temporary": {b: 4}, "bought": [b], "warnings": ["manager"]}))
    };
    let four = [full("oil", "meat"), full("wood", "meat"), full("grain", "fish"), full("oil", "fish")];
    let full_cars = json!({
        "lead": 3,
        "cars": {"yellow": {"good": "metal", "units": [5, 0, 0, 0]}, "blue": {"good": "metal", "units": [6, 0, 0, 0]}},
    });
    let mut table = Table::at(players(4), but(position("storing", 'C', &four), full_cars));
    let mut turns: Vec<(String, String)> = Vec::new();
    table.fate.events = [NOTHING; 4].into();
    while table.round() == 2 {
        let (phase, turn) = table.now();
        match turns.last_mut() {
            Some((last, who)) if *last == phase => {
                if !who.ends_with(turn) {
                    who.push(turn);
                }
            }
            _ => turns.push((phase.clone(), turn.into())),
        }
        let action = match phase.as_str() {
            "storing" => table.actions().into_iter().find(|keep| !keep.contains("meat") && !keep.contains("fish")).unwrap(),
            "exporting" => table.actions()[0].clone(),
            "improving" if table.may("improve loader") => "improve loader".into(),
            "insuring" if table.may("insure manager") => "insure manager".into(),
            _ => "done".into(),
        };
        table.calm(&action);
    }
    let expected = ["storing", "exporting", "improving", "insuring"].map(|phase| (phase.to_owned(), "CDAB".to_owned()));
    // Wood is under embargo (W02), so B has nothing to export and is not asked.
    let expected: Vec<_> = expected
        .into_iter()
        .map(|(phase, who)| if phase == "exporting" { (phase, "CDA".into()) } else { (phase, who) })
        .collect();
    assert_eq!(turns, expected);
}

#[test]
fn biz_round_8_who_can_only_pass_is_not_asked_and_the_pass_is_recorded() {
    // B has no coin, C has everything already that is for sale.
    let four = [
        player(5, json!({})),
        player(0, json!({})),
        player(5, json!({"bought": ["oil"], "temporary": {"oil": 1}})),
        player(5, json!({})),
    ];
    let mut table = Table::at(players(4), but(position("buying", 'A', &four), json!({"market": {"oil": 5}})));
    table.play("buy 1 oil", &[]);
    assert_eq!(table.turn(), Some('D'));
    let passes: Vec<(char, Value)> =
        table.told("passed").iter().map(|event| (crate::common::who(event), event["forced"].clone())).collect();
    assert_eq!(passes, [('B', json!(true)), ('C', json!(true))]);
    // Who could do something else is asked, and his pass is his own.
    table.forget();
    table.play("pass", &[]);
    assert_eq!(table.told("passed")[0]["forced"], false);
    // In every phase: with nothing to load, export, improve or insure nobody is asked.
    let poor = [player(0, json!({})), player(9, json!({"main": {"oil": 3}, "warnings": ["loader"]}))];
    let mut table = Table::at(players(2), but(position("loading", 'B', &poor), json!({})));
    table.play("load oil green", &[3, NOTHING, NOTHING]);
    assert_eq!((table.round(), table.now()), (3, ("announcing".into(), 'B')));
}

// Sitting a round out

#[test]
fn biz_skip_1_a_player_may_skip_the_whole_round_before_its_cards_are_turned() {
    let mut table = Table::at(players(4), four(40));
    assert_eq!(table.actions(), ["skip", "play"]);
    table.plays(&["play", "skip", "play"]);
    assert_eq!(table.now(), ("announcing".into(), 'D'));
    assert!(table.told("goods_turned").is_empty(), "the cards come after the announcements");
    table.calm("play");
    assert_eq!((table.told("goods_turned").len(), table.phase().as_str()), (1, "buying"));
    assert!(table.skips('B') && !table.skips('A'));
    // Too late.
    assert!(!table.refused("skip").is_empty());
    // B is never in turn again in this round.
    while table.round() == 2 {
        assert_ne!(table.turn(), Some('B'));
        let least = table.actions().into_iter().next_back().unwrap();
        table.calm(&least);
    }
}

#[test]
fn biz_skip_2_announcements_go_once_clockwise_from_the_lead_seat_openly_and_bindingly() {
    let mut table = Table::at(players(4), but(four(5), json!({"lead": 3, "turn": 3})));
    let mut asked = String::new();
    for (index, action) in ["play", "skip", "play"].into_iter().enumerate() {
        asked.push(table.turn().unwrap());
        table.play(action, &[]);
        // Everybody sees who skips so far.
        for viewer in crate::common::viewers(4) {
            assert_eq!(table.seen_by(viewer)["players"][3]["skips"], json!(index > 0));
        }
        // It cannot be announced again or taken back.
        assert!(table.try_play(crate::common::seat('C'), "skip", &[]).is_err());
    }
    asked.push(table.turn().unwrap());
    assert_eq!(asked, "CDAB");
    table.calm("play");
    assert_eq!(table.phase(), "buying");
    assert!(table.skips('D') && !table.skips('C'));
}

#[test]
fn biz_skip_3_skipping_costs_one_point_at_once() {
    for (before, after) in [(4, 3), (1, 0), (0, 0)] {
        let mut table = Table::at(
            players(2),
            position("announcing", 'A', &[player(5, json!({"points": before})), player(5, json!({"points": 6}))]),
        );
        table.play("skip", &[]);
        assert_eq!(table.scale(), [after, 6]);
        assert_eq!(table.told("skipped")[0]["points_lost"], before - after);
    }
    // Playing costs nothing.
    let mut table = Table::at(players(2), position("announcing", 'A', &[player(5, json!({"points": 4})), player(5, json!({}))]));
    table.play("play", &[]);
    assert_eq!(table.scale(), [4, 0]);
}

#[test]
fn biz_skip_4_a_skipper_does_nothing_in_the_round() {
    // A could buy, load, export, improve and insure; he is the lead seat too.
    let able = player(60, json!({"main": {"oil": 8}, "warnings": ["loader"], "points": 5}));
    let mut table = Table::at(players(2), position("announcing", 'A', &[able, player(0, json!({}))]));
    table.play("skip", &[]);
    // B alone spins, so one draw only.
    table.play("play", &[22, 8, 3, LOADER]);
    assert_eq!((table.round(), table.who("spun").as_str()), (3, "B"));
    assert_eq!((table.coins('A'), table.main('A')), (70, "oil 8".into()), "his grant is all that changed");
    assert_eq!((table.levels('A'), table.warnings('A')), ([1, 1, 1], vec!["loader".into()]));
    assert!(table.who("bought").is_empty() && table.who("exported").is_empty());
    // Nor out of turn.
    let able = player(60, json!({"main": {"oil": 8}, "warnings": ["loader"], "skips": true}));
    for (phase, action) in [
        ("buying", "buy 1 oil"),
        ("loading", "load oil green"),
        ("exporting", "export 4 oil"),
        ("improving", "improve loader"),
        ("insuring", "insure loader"),
    ] {
        let other = player(20, json!({"main": {"oil": 4}, "warnings": ["loader"]}));
        let market = if phase == "buying" { json!({"market": {"oil": 2}}) } else { json!({}) };
        let mut table = Table::at(players(2), but(position(phase, 'B', &[able.clone(), other]), market));
        assert!(!table.refused_to('A', action).is_empty(), "{action}");
        assert!(table.may(action), "while the other may: {action}");
    }
}

#[test]
fn biz_skip_5_a_skipper_keeps_all_he_has_and_is_paid_for_his_units() {
    let away = player(7, json!({"main": {"fish": 3}, "loader": 2, "warnings": ["manager"], "points": 3}));
    let here = player(0, json!({"main": {"oil": 3}}));
    let cars = json!({"cars": {"yellow": {"good": "oil", "units": [2, 0]}, "blue": {"good": "fish", "units": [3, 0]}}});
    let mut table = Table::at(players(2), but(position("announcing", 'A', &[away, here]), cars));
    table.play("skip", &[]);
    table.play("play", &[0, 0]);
    assert_eq!(table.now(), ("loading".into(), 'B'), "B has no coin to buy with");
    // B goes on loading A's car and fills it; Oil costs 3.
    table.play("load oil yellow", &[9, NOTHING]);
    assert_eq!(table.told("sent")[0]["paid"], json!([[1, 2, 6], [2, 3, 9]]));
    assert_eq!((table.coins('A'), table.coins('B')), (7 + 6 + 10, 9));
    assert_eq!((table.main('A'), table.levels('A')), ("fish 3".into(), [1, 2, 1]));
    assert_eq!((table.warnings('A'), table.car("blue")), (vec!["manager".into()], "fish A3".into()));
}

/// A skips; green is full of his own Fish at price 5.
fn skippers_car(settings: Value) -> Table {
    let away = player(0, json!({"skips": true, "points": 3}));
    let changes = json!({
        "players": [away, player(50, json!({"main": {"meat": 1}}))],
        "cars": {"green": {"good": "fish", "units": [7, 0]}},
        "prices": {"fish": 14},
    });
    let mut table = Table::at(options(but(json!({"players": 2}), settings)), before_the_wheel(changes));
    table.play("pass", &[2]);
    table
}

#[test]
fn biz_skip_6_a_skipper_gets_no_points_for_his_car_unless_the_setting_says_so() {
    for (settings, points) in [(json!({}), 3), (json!({"skip_car_points": "no"}), 3), (json!({"skip_car_points": "yes"}), 6)] {
        let table = skippers_car(settings);
        assert_eq!((table.coins('A'), table.points('A')), (35, points));
        assert_eq!(table.told("sent")[0]["points"].is_null(), points == 3);
    }
}

#[test]
fn biz_skip_7_the_bank_pays_a_skipper_10_coins_at_the_beginning_of_the_next_round() {
    let mut table = Table::at(players(2), position("announcing", 'A', &[player(1, json!({"points": 4})), player(0, json!({}))]));
    table.play("skip", &[]);
    table.play("play", &[21, 7, 2, NOTHING]);
    assert_eq!((table.round(), table.purses()), (3, vec![11, 0]));
    assert_eq!(table.told("granted"), [json!({"event": "granted", "seat": 1, "coins": 10})]);
}

#[test]
fn biz_skip_8_the_grant_comes_before_the_announcements_and_not_when_the_game_ended() {
    // It comes after the round began and before anybody announces; and also to one who skips again.
    let mut table = Table::at(players(2), position("announcing", 'A', &[player(1, json!({})), player(0, json!({}))]));
    table.play("skip", &[]);
    table.play("play", &[21, 7, 2, NOTHING]);
    assert_eq!(table.coins('A'), 11, "while B, now in the lead, is still asked");
    assert_eq!(table.now(), ("announcing".into(), 'B'));
    table.forget();
    table.play("play", &[]);
    table.play("skip", &[22, 8, 2, NOTHING]);
    assert_eq!((table.coins('A'), table.who("granted")), (21, "A".into()));
    // With the end of the game it is not paid.
    let last = [player(1, json!({"skips": true})), player(10, json!({"points": 20, "warnings": ["loader"]}))];
    let mut table = Table::at(players(2), position("insuring", 'B', &last));
    table.play("done", &[]);
    assert_eq!((table.won(), table.coins('A')), (Some(("B".into(), "BIZ-END-3")), 1));
    assert!(table.told("granted").is_empty());
}

#[test]
fn biz_skip_9_only_a_player_with_little_money_may_skip() {
    // Five coins by default: with the ten of the start nobody may, and the first round begins with buying.
    let table = Table::start(standard(json!({"players": 2})), &[0, 0]);
    assert_eq!((table.now(), table.round()), (("buying".into(), 'A'), 1));
    let poor = |coins: u32| position("announcing", 'A', &[player(coins, json!({})), player(0, json!({}))]);
    assert!(Table::at(standard(json!({"players": 2})), poor(5)).may("skip"), "in any round and with 0 points");
    assert!(Table::try_at(standard(json!({"players": 2})), poor(6)).is_err(), "who may not is not asked");
    // Another limit: players who may not skip are not asked.
    for (limit, coins, may) in [(0, 0, true), (0, 1, false), (5, 5, true), (5, 6, false), (99, 99, true), (99, 100, false)] {
        let options = options(json!({"players": 2, "skip_limit": limit}));
        let start = position("announcing", 'A', &[player(0, json!({})), player(coins, json!({}))]);
        let mut table = Table::at(&options, start);
        if may {
            table.play("play", &[]);
            assert_eq!((table.now(), table.actions()), (("announcing".into(), 'B'), vec!["skip".into(), "play".into()]));
        } else {
            table.calm("play");
            assert_ne!(table.phase(), "announcing", "{coins} with {limit}");
            assert!(table.told("skipped").is_empty());
            assert!(!table.skips('B'));
        }
    }
    assert!(asked(json!({"skip_limit": 100})).is_err() && asked(json!({"skip_limit": "none"})).is_ok());
}

#[test]
fn biz_skip_9_none_lets_anybody_skip_however_rich() {
    let options = options(json!({"players": 2, "skip_limit": "none"}));
    let mut table = Table::start(&options, &[]);
    assert!(table.may("skip"), "in the first round, with 10 coins and 0 points");
    table.play("skip", &[]);
    let table = Table::at(&options, position("announcing", 'A', &[player(250, json!({})), player(0, json!({}))]));
    assert!(table.may("skip"));
}

#[test]
fn biz_skip_9_who_is_too_rich_is_told_so() {
    let options = standard(json!({"players": 2}));
    let mut table = Table::at(&options, position("announcing", 'A', &[player(5, json!({})), player(6, json!({}))]));
    let refusal = table.try_play(crate::common::seat('B'), "skip", &[]).unwrap_err();
    assert_eq!(refusal.to_string(), "only a player with at most 5 coins may skip: you play this round (BIZ-SKIP-9)");
}

#[test]
fn biz_skip_10_any_number_of_rounds_may_be_skipped_in_a_row() {
    let mut table = Table::at(players(2), position("announcing", 'A', &[player(0, json!({"points": 3})), player(0, json!({}))]));
    for (round, points) in [(1, 2), (2, 1), (3, 0), (4, 0)] {
        while table.phase() == "announcing" && table.round() == 1 + round {
            let action = if table.turn() == Some('A') { "skip" } else { "play" };
            table.calm(action);
        }
        if table.round() == 1 + round {
            table.next_round();
        }
        assert_eq!((table.coins('A'), table.points('A')), (10 * round, points));
    }
}

#[test]
fn biz_skip_11_if_every_player_skips_the_round_still_runs() {
    let all: Vec<Value> = (0..3).map(|index| player(2, json!({"points": index, "warnings": ["loader"]}))).collect();
    let cars = json!({"cars": {"yellow": {"good": "fish", "units": [1, 4, 0]}}});
    let mut table = Table::at(players(3), but(position("announcing", 'A', &all), cars));
    table.plays(&["skip", "skip"]);
    // Cards and wheel, no spin: G24 leaves (it is open), so G01 is turned; W01 moves Fish to 10.
    table.play("skip", &[0, 0, 1]);
    assert_eq!((table.round(), table.phase().as_str()), (3, "announcing"));
    assert_eq!(
        (table.told("goods_turned").len(), table.told("export_turned").len(), table.told("wheel_turned").len()),
        (1, 1, 1)
    );
    assert_eq!(table.told("market_returned").len(), 1);
    assert_eq!(table.market(), "-");
    assert_eq!(table.piles(), [25; 6], "the car’s tiles too");
    assert_eq!(table.told("sent")[0]["paid"], json!([[1, 1, 4], [2, 4, 16]]));
    assert_eq!(table.purses(), [2 + 4 + 10, 2 + 16 + 10, 2 + 10]);
    assert_eq!(table.scale(), [0, 0, 1]);
    assert_eq!(table.marker("fish"), 5);
    assert_eq!(table.marker("meat"), 10);
    assert!(table.told("spun").is_empty());
}
