//! Victory points, the Bank and the end of the game: BIZ-VP, BIZ-BANK, BIZ-END.

use crate::common::{BusinessmenTable, LOADER, NOTHING, Table, asked, before_the_wheel, but, options, player, players, position};
use kernel::{Rules, Seeded, Silent, Words};
use serde_json::{Value, json};

/// The last decision of a round: the last of these players, who has a marker, is asked whether to insure and declines.
/// Each is (points, coins).
fn end_check(settings: Value, players: &[(u32, u32)]) -> Table {
    let last = players.len() - 1;
    let seats: Vec<Value> = players
        .iter()
        .enumerate()
        .map(|(index, (points, coins))| {
            let warnings = if index == last { json!(["loader"]) } else { json!([]) };
            player(*coins, json!({"points": points, "warnings": warnings}))
        })
        .collect();
    let settings = but(json!({"players": players.len()}), settings);
    // The last one has 10 coins more and so is asked; he insures and has them no more.
    let mut seats = seats;
    seats[last]["coins"] = json!(players[last].1 + 10);
    let turn = (b'A' + last as u8) as char;
    let mut table = Table::at(options(settings), position("insuring", turn, &seats));
    table.play("insure loader", &[]);
    table
}

// Victory points

#[test]
fn biz_vp_1_the_scale_begins_at_0_and_shows_everybody() {
    let table = Table::start(players(4), &[]);
    assert_eq!(table.scale(), [0; 4]);
    for viewer in crate::common::viewers(4) {
        let view = table.seen_by(viewer);
        assert!(view["players"].as_array().unwrap().iter().all(|player| player["points"] == 0));
    }
    let start = position("announcing", 'A', &[player(0, json!({"points": 7})), player(0, json!({"points": 19}))]);
    assert_eq!(Table::at(players(2), start).view()["players"][1]["points"], 19);
}

/// Covers BIZ-VP-2, BIZ-VP-3: over random games, points rise only with an improvement, an export or a car of one's own, and
/// fall only with a penalty or a skip.
#[test]
fn biz_vp_2_and_vp_3_points_come_and_go_only_by_what_the_clauses_name() {
    let mut seen = [0; 5];
    for seed in 0..30 {
        let rules = crate::common::rules(&players(2 + (seed % 3) as u8));
        let mut luck = Seeded::nth(8, seed);
        let mut state = rules.start(&mut luck, &mut Silent);
        for _ in 0..400 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            let before = points(&rules, &state);
            let mut events = Vec::new();
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
            let mut expected = before;
            for event in &events {
                let event = serde_json::to_value(event).unwrap();
                let kind = event["event"].as_str().unwrap();
                let number = |key: &str| event[key].as_i64().unwrap_or(0);
                match kind {
                    "improved" | "exported" => {
                        expected[number("seat") as usize - 1] += number("points");
                        seen[usize::from(kind == "exported")] += 1;
                    }
                    "sent" => {
                        if let Some(owner) = event["points"][0].as_i64() {
                            expected[owner as usize - 1] += event["points"][1].as_i64().unwrap();
                            seen[2] += 1;
                        }
                    }
                    "penalised" => {
                        expected[number("seat") as usize - 1] -= number("points");
                        seen[3] += 1;
                    }
                    "skipped" => {
                        expected[number("seat") as usize - 1] -= number("points_lost");
                        seen[4] += 1;
                    }
                    _ => {}
                }
            }
            assert_eq!(points(&rules, &state), expected, "{events:?}");
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

fn points(rules: &businessmen::BusinessmenRules, state: &businessmen::State) -> Vec<i64> {
    let written = serde_json::to_value(kernel::Notation::position(rules, state)).unwrap();
    written["players"].as_array().unwrap().iter().map(|player| player["points"].as_i64().unwrap_or(0)).collect()
}

#[test]
fn biz_vp_2_improving_exporting_and_own_cars_earn_points_and_nothing_else() {
    // Selling a shared car for many coins earns none.
    let changes = json!({"cars": {"green": {"good": "oil", "units": [6, 1]}}, "prices": {"oil": 14}});
    let mut table = Table::at(players(2), before_the_wheel(changes));
    table.play("pass", &[2]);
    assert_eq!((table.coins('A'), table.scale()), (80, vec![0, 0]));
}

#[test]
fn biz_vp_3_penalties_and_skipping_take_points_and_nothing_else() {
    // Buying, insuring, passing and giving goods up cost none.
    let three = player(20, json!({"points": 5, "warnings": ["loader"], "main": {"fish": 1}}));
    let start = but(position("buying", 'A', &[three, player(0, json!({"points": 3}))]), json!({"market": {"oil": 1}}));
    let mut table = Table::at(players(2), start);
    table.play("buy 1 oil", &[]);
    table.play("pass", &[]);
    table.calm("keep fish");
    table.until("insuring");
    table.play("insure loader", &[]);
    assert_eq!(table.scale(), [5, 3]);
}

#[test]
fn biz_vp_4_points_never_fall_below_0() {
    let mut table = Table::at(players(2), position("announcing", 'A', &[player(0, json!({})), player(0, json!({}))]));
    table.play("skip", &[]);
    assert_eq!(table.points('A'), 0);
    let start = position("improving", 'A', &[player(10, json!({"loader": 3, "points": 1})), player(0, json!({}))]);
    let mut table = Table::at(players(2), start);
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!(table.points('A'), 0);
    // What is forgiven is not owed: the next point counts.
    table.calm("done");
    table.until("improving");
    table.play("improve manager", &[NOTHING, NOTHING]);
    assert_eq!(table.points('A'), 1);
}

#[test]
fn biz_vp_5_points_may_exceed_the_target_unless_they_are_capped() {
    let start = position("exporting", 'A', &[player(50, json!({"points": 19, "main": {"oil": 8}})), player(0, json!({}))]);
    for (setting, points) in [("none", 22), ("target", 20)] {
        let mut table = Table::at(options(json!({"players": 2, "points_cap": setting})), start.clone());
        table.play("export 8 oil", &[]);
        assert_eq!(table.points('A'), points);
        // Improving and one's own car likewise.
        table.play("improve loader", &[]);
        assert_eq!(table.points('A'), if setting == "none" { 23 } else { 20 });
        let changes = json!({
            "players": [player(50, json!({"points": 18})), player(0, json!({"main": {"meat": 1}}))],
            "cars": {"green": {"good": "oil", "units": [7, 0]}},
        });
        let mut table = Table::at(options(json!({"players": 2, "points_cap": setting})), before_the_wheel(changes));
        table.play("pass", &[2]);
        assert_eq!(table.points('A'), points - if setting == "none" { 1 } else { 0 });
    }
    // The target of the table, not 20.
    let start = position("exporting", 'A', &[player(50, json!({"points": 29, "main": {"oil": 8}})), player(0, json!({}))]);
    let mut table = Table::at(options(json!({"players": 2, "points_cap": "target", "victory_target": 30})), start);
    table.play("export 8 oil", &[]);
    assert_eq!(table.points('A'), 30);
}

// The Bank

#[test]
fn biz_bank_1_coins_move_only_to_and_from_the_bank_for_what_the_clause_names() {
    for (seed, bank) in (0..12).zip(["unlimited", "finite"].into_iter().cycle()) {
        let rules = crate::common::rules(&options(json!({"players": 2 + seed % 3, "bank": bank})));
        let mut luck = Seeded::nth(21, seed);
        let mut state = rules.start(&mut luck, &mut Silent);
        let mut purses = vec![10; rules.players()];
        for _ in 0..300 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            let mut events = Vec::new();
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
            for event in &events {
                let event = serde_json::to_value(event).unwrap();
                let number = |key: &str| event[key].as_i64().unwrap_or(0);
                match event["event"].as_str().unwrap() {
                    "bought" | "improved" | "insured" => purses[number("seat") as usize - 1] -= number("cost"),
                    "granted" => purses[number("seat") as usize - 1] += number("coins"),
                    "sent" => {
                        for paid in event["paid"].as_array().unwrap() {
                            purses[paid[0].as_u64().unwrap() as usize - 1] += paid[2].as_i64().unwrap();
                        }
                    }
                    _ => {}
                }
            }
            let written = serde_json::to_value(kernel::Notation::position(&rules, &state)).unwrap();
            let real: Vec<i64> =
                written["players"].as_array().unwrap().iter().map(|player| player["coins"].as_i64().unwrap()).collect();
            assert_eq!(real, purses);
            if bank == "finite" {
                assert_eq!(written["bank"].as_i64().unwrap() + real.iter().sum::<i64>(), 306);
            }
        }
    }
}

#[test]
fn biz_bank_2_there_is_no_credit() {
    // A purchase, an improvement, an insurance beyond the purse.
    let market = json!({"market": {"oil": 6}});
    let start = but(position("buying", 'A', &[player(2, json!({})), player(0, json!({}))]), market);
    let mut table = Table::at(players(2), start);
    assert!(["BIZ-BUY-3", "BIZ-BANK-2"].contains(&table.refused("buy 3 oil")));
    let mut table = Table::at(players(2), position("improving", 'A', &[player(19, json!({"loader": 2})), player(0, json!({}))]));
    assert!(["BIZ-BANK-2", "BIZ-IMPROVE-3"].contains(&table.refused("improve loader")));
    assert_eq!(table.sorted(), ["done", "improve manager", "improve warehouse"]);
    let marked = [player(19, json!({"warnings": ["loader", "manager"]})), player(0, json!({}))];
    let mut table = Table::at(players(2), position("insuring", 'A', &marked));
    table.play("insure loader", &[]);
    assert_eq!((table.coins('A'), table.round()), (9, 3));
    // Denominations do not matter: any whole number of coins is paid exactly.
    let start = but(position("buying", 'A', &[player(20, json!({})), player(0, json!({}))]), json!({"market": {"oil": 3}}));
    let mut table = Table::at(players(2), start);
    table.play("buy 3 oil", &[]);
    assert_eq!(table.coins('A'), 17);
}

#[test]
fn biz_bank_3_the_bank_never_runs_out_unless_it_is_finite() {
    let green = |purse: u32, settings: Value| {
        let changes = json!({
            "players": [player(purse, json!({})), player(0, json!({"main": {"meat": 1}}))],
            "cars": {"green": {"good": "oil", "units": [7, 0]}},
        });
        let mut table = Table::at(options(but(json!({"players": 2}), settings)), before_the_wheel(changes));
        table.play("pass", &[2]);
        table
    };
    // 7 x 3 = 21 coins; of the 306 only 6 are left.
    assert_eq!(green(300, json!({})).coins('A'), 321);
    assert_eq!(green(300, json!({"bank": "unlimited"})).coins('A'), 321);
    let table = green(300, json!({"bank": "finite"}));
    assert_eq!((table.coins('A'), table.position()["bank"].as_u64()), (306, Some(0)));
    assert_eq!(table.told("sent")[0]["paid"], json!([[1, 7, 6]]));
    assert_eq!(green(285, json!({"bank": "finite"})).coins('A'), 306);
    assert_eq!(green(284, json!({"bank": "finite"})).coins('A'), 305);
    // Grants by seat clockwise from the lead seat: B leads the next round, A, B and C skipped, and 15 coins are left.
    let skipper = |coins: u32| player(coins, json!({"skips": true}));
    let four = [skipper(97), skipper(97), skipper(87), player(10, json!({"warnings": ["loader"]}))];
    let start = but(position("insuring", 'D', &four), json!({"bank": 15}));
    let mut table = Table::at(options(json!({"bank": "finite"})), start);
    table.play("done", &[]);
    assert_eq!((table.lead(), table.purses()), ('B', vec![97, 107, 92, 10]));
    let granted: Vec<(char, u64)> =
        table.told("granted").iter().map(|event| (crate::common::who(event), event["coins"].as_u64().unwrap())).collect();
    assert_eq!(granted[..2], [('B', 10), ('C', 5)]);
    // What it cannot pay is lost.
    table.next_round();
    assert_eq!(table.coins('A'), 97);
}

// The end

#[test]
fn biz_end_1_the_end_check_comes_after_phase_6() {
    let table = end_check(json!({}), &[(3, 5), (20, 5)]);
    assert_eq!(table.won(), Some(("B".into(), "BIZ-END-3")));
    assert_eq!((table.phase().as_str(), table.turn()), ("over", None));
    assert!(table.actions_of(crate::common::seat('A')).is_empty() && table.actions_of(crate::common::seat('B')).is_empty());
    // 19 is not enough.
    let table = end_check(json!({}), &[(19, 5), (19, 5)]);
    assert_eq!((table.won(), table.round()), (None, 3));
    // Nothing can be done afterwards.
    let mut table = end_check(json!({}), &[(3, 5), (20, 5)]);
    assert!(!table.refused_to('A', "play").is_empty());
}

#[test]
fn biz_end_2_reaching_the_target_earlier_ends_nothing() {
    // A exports to 21, and the round is played out: improving, events, insurance.
    let a = player(20, json!({"points": 18, "main": {"oil": 8}, "warnings": ["manager"]}));
    let mut table = Table::at(players(2), position("exporting", 'A', &[a.clone(), player(10, json!({}))]));
    table.play("export 8 oil", &[]);
    assert_eq!((table.won(), table.now()), (None, ("improving".into(), 'A')));
    table.play("done", &[]);
    assert_eq!(table.now(), ("improving".into(), 'B'));
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.won(), table.now()), (None, ("insuring".into(), 'A')));
    table.play("done", &[]);
    assert_eq!(table.won(), Some(("A".into(), "BIZ-END-3")));
    // Falling below 20 in Phase 5: the game goes on.
    let b = player(10, json!({}));
    let a = player(0, json!({"points": 18, "main": {"oil": 6}}));
    let mut table = Table::at(players(2), position("exporting", 'A', &[a, b]));
    table.play("export 6 oil", &[]);
    assert_eq!(table.points('A'), 20);
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.won(), table.points('A'), table.round()), (None, 19, 3));
}

#[test]
fn biz_end_3_if_exactly_one_has_20_or_more_he_wins() {
    for points in [20, 21, 35] {
        let table = end_check(json!({}), &[(19, 90), (points, 0), (19, 90)]);
        assert_eq!(table.won(), Some(("B".into(), "BIZ-END-3")));
        assert_eq!(table.told("won")[0]["winners"], json!([2]));
        assert_eq!(table.told("won")[0]["clause"], "BIZ-END-3");
    }
}

#[test]
fn biz_end_4_of_several_the_one_with_the_most_coins_wins_or_with_the_most_points() {
    for (setting, winner) in [("coins", "B"), ("points", "A")] {
        let table = end_check(json!({"tie_break": setting}), &[(23, 4), (20, 9), (19, 50)]);
        assert_eq!(table.won(), Some((winner.into(), "BIZ-END-4")), "{setting}");
    }
    // With `points`, then most coins.
    let table = end_check(json!({"tie_break": "points"}), &[(22, 4), (22, 9), (20, 50)]);
    assert_eq!(table.won(), Some(("B".into(), "BIZ-END-4")));
    assert!(asked(json!({"tie_break": "dice"})).is_err());
}

/// Of two at the target: the order in which they came there, points and coins.
fn came_there(a: (u8, u16, u32), b: (u8, u16, u32)) -> Table {
    let at = |(reached, points, coins): (u8, u16, u32)| player(coins, json!({"points": points, "reached": reached}));
    let seats = [at(a), at(b), player(10, json!({"warnings": ["loader"]}))];
    let mut table = Table::at(options(json!({"players": 3, "tie_break": "first"})), position("insuring", 'C', &seats));
    table.play("done", &[]);
    table
}

#[test]
fn biz_end_4_first_lets_who_came_to_20_first_win() {
    assert_eq!(came_there((2, 23, 90), (1, 20, 0)).won(), Some(("B".into(), "BIZ-END-4")));
    assert_eq!(came_there((1, 20, 0), (2, 23, 90)).won(), Some(("A".into(), "BIZ-END-4")));
    // In the same payment: then coins, then by BIZ-END-5 points, then together.
    assert_eq!(came_there((1, 23, 4), (1, 20, 9)).won(), Some(("B".into(), "BIZ-END-4")));
    assert_eq!(came_there((1, 21, 9), (1, 20, 9)).won(), Some(("A".into(), "BIZ-END-5")));
    assert_eq!(came_there((1, 20, 9), (1, 20, 9)).won(), Some(("AB".into(), "BIZ-END-5")));
    // The others follow by points, then coins.
    assert_eq!(came_there((2, 23, 90), (1, 20, 0)).places(), [2, 1, 3]);
}

#[test]
fn biz_end_4_first_counts_the_order_of_the_round() {
    // Two full cars of one owner each: yellow is settled before blue, so A comes to 20 before B.
    let seats = [player(0, json!({"points": 19})), player(0, json!({"points": 18, "main": {"meat": 1}}))];
    let cars = json!({"yellow": {"good": "fish", "units": [5, 0]}, "blue": {"good": "oil", "units": [0, 6]}});
    let start = but(position("loading", 'B', &seats), json!({ "cars": cars }));
    let first = options(json!({"players": 2, "tie_break": "first"}));
    let mut table = Table::at(&first, start.clone());
    // W02, an embargo on Metal and Wood, moves no price.
    table.play("pass", &[2]);
    assert_eq!(table.scale(), [20, 20]);
    let reached = |table: &Table| [0, 1].map(|seat| table.view()["players"][seat]["reached"].clone());
    assert_eq!(reached(&table), [json!(1), json!(2)]);
    // Who falls below it has to come there again.
    let seats = [player(10, json!({"points": 20, "reached": 1})), player(10, json!({"points": 20, "reached": 2}))];
    let mut table = Table::at(&first, position("improving", 'B', &seats));
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.scale(), reached(&table)), (vec![19, 20], [json!(null), json!(2)]));
    // Only where it breaks a tie.
    let mut table = Table::at(players(2), start);
    table.play("pass", &[2]);
    assert_eq!(reached(&table), [json!(null), json!(null)]);
}

#[test]
fn biz_end_4_an_order_that_cannot_be_is_refused() {
    let at = |settings: Value, seat: Value| Table::try_at(options(settings), position("insuring", 'A', &[player(10, seat)]));
    let first = json!({"players": 2, "tie_break": "first"});
    let refused = |settings: &Value, seat: Value| at(settings.clone(), seat).err().map_or("none", |refusal| refusal.clause);
    let marked = json!({"warnings": ["loader"]});
    assert!(at(first.clone(), but(marked.clone(), json!({"points": 20}))).is_ok(), "left out, it is the first payment");
    assert_eq!(refused(&first, but(marked.clone(), json!({"points": 19, "reached": 1}))), "BIZ-END-4");
    assert_eq!(refused(&first, but(marked.clone(), json!({"points": 20, "reached": 0}))), "BIZ-END-4");
    assert_eq!(refused(&first, but(marked.clone(), json!({"points": 20, "reached": 3}))), "BIZ-END-4");
    assert_eq!(refused(&json!({"players": 2}), but(marked, json!({"points": 20, "reached": 1}))), "BIZ-END-4");
}

#[test]
fn biz_end_4_what_decided_is_told() {
    let verdict = |table: &Table| {
        let names = ["Ann", "Bob", "Cleo"].map(str::to_owned);
        table.rules.score(&table.state, &names).pop().expect("a verdict").text
    };
    let several = |settings: Value, standing: &[(u32, u32)]| verdict(&end_check(settings, standing));
    let order = "(in order: Bob, Ann, Cleo)";
    assert_eq!(
        several(json!({}), &[(23, 4), (20, 9), (19, 50)]),
        format!("several have 20 points or more; Bob has the most coins and wins {order}")
    );
    assert_eq!(
        several(json!({"tie_break": "points"}), &[(22, 4), (22, 9), (20, 50)]),
        format!("several have 20 points or more; of those who have the most points, Bob has the most coins and wins {order}")
    );
    assert_eq!(
        several(json!({}), &[(20, 9), (22, 9), (21, 3)]),
        format!("several have 20 points or more; of those who have the most coins, Bob has the most points and wins {order}")
    );
    assert_eq!(
        several(json!({}), &[(20, 9), (20, 9), (3, 9)]),
        "several have 20 points or more; Ann and Bob are equal in all that counts and win together (in order: Ann, Bob, Cleo)"
    );
    assert_eq!(several(json!({}), &[(19, 9), (20, 0), (3, 9)]), format!("Bob alone has 20 points or more and wins {order}"));
    assert_eq!(
        verdict(&came_there((2, 23, 90), (1, 20, 0))),
        format!("several have 20 points or more; Bob came there first and wins {order}")
    );
}

#[test]
fn biz_end_5_then_more_points_win_and_then_they_win_together() {
    assert_eq!(end_check(json!({}), &[(21, 9), (20, 9)]).won(), Some(("A".into(), "BIZ-END-5")));
    assert_eq!(end_check(json!({}), &[(20, 9), (22, 9), (21, 9)]).won(), Some(("B".into(), "BIZ-END-5")));
    for setting in ["coins", "points"] {
        let table = end_check(json!({"tie_break": setting}), &[(20, 9), (20, 9), (3, 9)]);
        assert_eq!(table.won(), Some(("AB".into(), "BIZ-END-5")));
        assert_eq!(table.told("won")[0]["winners"], json!([1, 2]));
    }
}

#[test]
fn biz_end_6_the_final_ranking() {
    // Those at 20 first, by coins; then the others by points, then coins.
    assert_eq!(end_check(json!({}), &[(19, 90), (24, 1), (20, 2), (19, 91)]).places(), [4, 2, 1, 3]);
    assert_eq!(end_check(json!({"tie_break": "points"}), &[(19, 90), (24, 1), (20, 2), (19, 91)]).places(), [4, 1, 2, 3]);
    // Equals share a rank.
    assert_eq!(end_check(json!({}), &[(20, 0), (11, 5), (11, 5), (12, 0)]).places(), [1, 3, 3, 2]);
    assert_eq!(end_check(json!({}), &[(20, 5), (20, 5), (3, 5), (4, 0)]).places(), [1, 1, 4, 3]);
    // Goods, cars, levels, markers and a grant still due count nothing: B ties with A though he has all of these.
    let rich = json!({"points": 20, "main": {"oil": 9}, "loader": 3, "warnings": ["manager"]});
    let seats = [player(0, json!({"points": 20, "skips": true})), player(0, rich), player(10, json!({"warnings": ["loader"]}))];
    let cars = json!({"cars": {"green": {"good": "fish", "units": [0, 6, 0]}}});
    let mut table = Table::at(players(3), but(position("insuring", 'C', &seats), cars));
    table.play("done", &[]);
    assert_eq!((table.won().map(|won| won.0), table.places()), (Some("AB".into()), vec![1, 1, 3]));
}

#[test]
fn biz_end_7_the_victory_target_replaces_20_everywhere() {
    for target in [5, 12, 40] {
        let settings = json!({ "victory_target": target });
        assert_eq!(end_check(settings.clone(), &[(target - 1, 90), (target, 0)]).won(), Some(("B".into(), "BIZ-END-3")));
        assert_eq!(end_check(settings.clone(), &[(target - 1, 90), (target - 1, 0)]).won(), None);
        assert_eq!(end_check(settings.clone(), &[(target + 2, 1), (target, 4)]).won(), Some(("B".into(), "BIZ-END-4")));
        assert_eq!(Table::start(options(settings), &[]).view()["victory_target"], target);
    }
    // 20 means nothing then.
    assert_eq!(end_check(json!({"victory_target": 40}), &[(20, 0), (30, 0)]).won(), None);
    // And at the start of a round nobody has it.
    let start = position("announcing", 'A', &[player(0, json!({"points": 12})), player(0, json!({}))]);
    assert!(Table::try_at(options(json!({"players": 2, "victory_target": 12})), start.clone()).is_err());
    assert!(Table::try_at(options(json!({"players": 2, "victory_target": 13})), start).is_ok());
}

#[test]
fn biz_end_8_the_round_limit() {
    // The position is of round 2.
    let limit = |limit: Value, players: &[(u32, u32)]| end_check(json!({ "round_limit": limit }), players);
    let table = limit(json!(2), &[(12, 5), (12, 8), (11, 40)]);
    assert_eq!((table.won(), table.places()), (Some(("B".into(), "BIZ-END-8")), vec![2, 1, 3]));
    assert_eq!(limit(json!(2), &[(13, 0), (12, 8), (11, 40)]).won(), Some(("A".into(), "BIZ-END-8")));
    assert_eq!(limit(json!(2), &[(12, 8), (12, 8), (11, 40)]).won(), Some(("AB".into(), "BIZ-END-8")));
    // Not before that round, and never without a limit.
    assert_eq!(limit(json!(3), &[(12, 5), (12, 8)]).won(), None);
    assert_eq!(limit(json!(null), &[(12, 5), (12, 8)]).won(), None);
    // Most points win though `tie_break` is coins.
    assert_eq!(limit(json!(2), &[(13, 0), (12, 90)]).won(), Some(("A".into(), "BIZ-END-8")));
    // Without a limit the 999th round, the highest that can be set, is the last.
    for (round, over) in [(998, false), (999, true)] {
        let seats = [player(5, json!({"points": 3})), player(10, json!({"points": 2, "warnings": ["loader"]}))];
        let mut table = Table::at(players(2), but(position("insuring", 'B', &seats), json!({ "round": round })));
        table.play("done", &[]);
        assert_eq!(table.won().is_some(), over);
    }
    // A limit of one round.
    let mut table = Table::start(options(json!({"players": 2, "round_limit": 1})), &[]);
    table.next_round();
    assert_eq!(table.won(), Some(("AB".into(), "BIZ-END-8")));
}
