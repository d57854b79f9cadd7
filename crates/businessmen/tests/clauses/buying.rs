//! The market and Phase 1: BIZ-MARKET, BIZ-BUY.

use crate::common::{BusinessmenTable, NOTHING, Table, but, options, player, players, position};
use kernel::{Notation, Rules, Seeded, Silent};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// G24 lies open for sale and A is the first to buy.
fn market(players: &[Value]) -> Value {
    but(position("buying", 'A', players), json!({"market": {"oil": 6, "wood": 5, "metal": 4, "meat": 3}}))
}

/// The last announcement of the second round; the next cards are to be turned.
fn before_the_cards(players: &[Value]) -> Value {
    but(position("announcing", 'B', players), json!({"goods_card": "G01", "export_card": "E01"}))
}

fn two(coins: u32) -> [Value; 2] {
    [player(coins, json!({})), player(coins, json!({}))]
}

// Turning the cards

#[test]
fn biz_market_1_the_goods_of_the_card_move_from_the_piles_to_the_market() {
    let mut table = Table::at(players(2), before_the_cards(&two(10)));
    table.play("play", &[23, 9]);
    assert_eq!(table.market(), "meat 3, wood 5, oil 6, metal 4");
    assert_eq!(table.piles(), [25, 22, 25, 20, 19, 21]);
    assert_eq!(table.position()["goods_card"], "G24");
    let turned = &table.told("goods_turned")[0];
    assert_eq!((&turned["card"], &turned["laid"]), (&json!("G24"), &json!([["meat", 3], ["wood", 5], ["oil", 6], ["metal", 4]])));
    // Only these are for sale.
    assert!(!table.may("buy 1 fish") && !table.may("buy 1 grain") && table.may("buy 1 oil"));
    assert!(["BIZ-BUY-3", "BIZ-MARKET-1"].contains(&table.refused("buy 1 fish")));
}

#[test]
fn biz_market_2_the_export_card_names_the_three_goods_of_this_round() {
    // A and B have six of everything that can be exported.
    for (card, wanted) in [(9, ["grain", "wood", "oil"]), (5, ["fish", "oil", "metal"])] {
        let stock = json!({"warehouse": 3, "main": {"fish": 4, "oil": 4, "grain": 4}});
        let rich = [player(0, stock), player(0, json!({}))];
        let mut table = Table::at(players(2), before_the_cards(&rich));
        table.play("play", &[23, card]);
        assert_eq!(table.told("export_turned")[0]["goods"], json!(wanted));
        assert_eq!(table.view()["export_card"]["goods"], json!(wanted));
        let kinds = table.kinds(0);
        let place = |kind: &str| kinds.iter().position(|other| other == kind);
        assert!(place("goods_turned") < place("export_turned"));
        table.fate.wheel = [4].into();
        table.until("exporting");
        let exports: Vec<String> = table.actions().into_iter().filter(|action| action.starts_with("export")).collect();
        let possible: Vec<String> = ["fish", "grain", "oil"]
            .into_iter()
            .filter(|good| wanted.contains(good))
            .map(|good| format!("export 4 {good}"))
            .collect();
        assert_eq!(exports, possible);
    }
}

#[test]
fn biz_market_3_both_cards_stay_open_until_the_next_are_turned() {
    let mut table = Table::start(players(2), &[]);
    table.play("play", &[]);
    table.play("play", &[23, 9]);
    let cards = |table: &Table| {
        let position = table.position();
        (position["goods_card"].clone(), position["export_card"].clone())
    };
    let discards = |table: &Table| {
        let position = table.position();
        (position["goods_discard"].clone(), position["export_discard"].clone())
    };
    let nothing = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    while table.round() == 1 {
        assert_eq!(cards(&table), (json!("G24"), json!("E10")));
        assert!(nothing(&discards(&table).0) && nothing(&discards(&table).1));
        let least = table.actions().into_iter().find(|action| ["pass", "done"].contains(&action.as_str())).unwrap();
        table.calm(&least);
    }
    assert_eq!(cards(&table), (json!("G24"), json!("E10")), "still open when the next round begins");
    table.play("play", &[]);
    table.play("play", &[0, 0]);
    assert_eq!(cards(&table), (json!("G01"), json!("E01")));
    assert_eq!(discards(&table), (json!(["G24"]), json!(["E10"])));
}

#[test]
fn biz_market_4_what_a_pile_lacks_is_ignored() {
    // 21 Oil lie in warehouses: 4 are left of the 6 the card asks for.
    let rich = [player(9, json!({"main": {"oil": 13}})), player(9, json!({"main": {"oil": 8}}))];
    let mut table = Table::at(players(2), before_the_cards(&rich));
    table.play("play", &[23, 9]);
    assert_eq!((table.market(), table.pile("oil")), ("meat 3, wood 5, oil 4, metal 4".into(), 0));
    // Tiles that come back to the pile later in the round are not laid out.
    table.plays(&["buy 3 oil", "buy 1 oil"]);
    table.until("loading");
    assert_eq!(table.market(), "-");
    // And with an empty pile none is laid out.
    let rich = [player(9, json!({"main": {"oil": 13}})), player(9, json!({"main": {"oil": 12}}))];
    let mut table = Table::at(players(2), before_the_cards(&rich));
    table.play("play", &[23, 9]);
    assert_eq!((table.market(), table.pile("oil")), ("meat 3, wood 5, metal 4".into(), 0));
}

#[test]
fn biz_market_5_an_empty_deck_is_made_anew_from_all_its_cards() {
    // All 30 goods cards but the open one are discarded, and of the export cards all but E12.
    let all = |prefix: char, numbers: std::ops::RangeInclusive<u32>| -> Vec<String> {
        numbers.map(|number| format!("{prefix}{number:02}")).collect()
    };
    let used = json!({
        "goods_card": "G30", "goods_discard": all('G', 1..=29),
        "export_card": "E11", "export_discard": all('E', 1..=10),
    });
    let start = but(position("announcing", 'B', &two(10)), used);
    // Any goods card can come, the last round's included; the export deck has only E12 left.
    for card in [0, 15, 29] {
        let mut table = Table::at(players(2), start.clone());
        table.play("play", &[card, 11]);
        assert_eq!(table.position()["goods_card"], format!("G{:02}", card + 1));
        assert_eq!(table.position()["export_card"], "E12");
        let reshuffled = table.told("reshuffled");
        assert_eq!(reshuffled.len(), 1);
        assert_eq!(reshuffled[0]["deck"], "goods");
        assert!(table.position()["goods_discard"].as_array().is_none_or(Vec::is_empty), "all are in the new deck");
    }
    // With cards left nothing is shuffled and none comes again.
    let rules = crate::common::rules(&players(2));
    let position: businessmen::Position = serde_json::from_value(start).unwrap();
    let state = rules.restore(&position).unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..400 {
        let mut next = state;
        let seat = rules.turn(&next).awaited.lowest().unwrap();
        rules.apply(&mut next, seat, &rules.read("play").unwrap(), &mut Seeded::new(seed), &mut Silent).unwrap();
        let written = serde_json::to_value(rules.position(&next)).unwrap();
        assert_eq!(written["export_card"], "E12");
        seen.insert(written["goods_card"].as_str().unwrap().to_owned());
    }
    assert_eq!(seen.len(), 30);
    // The export deck likewise.
    let used = json!({
        "goods_card": "G29", "goods_discard": all('G', 1..=28),
        "export_card": "E12", "export_discard": all('E', 1..=11),
    });
    let mut table = Table::at(players(2), but(crate::common::position("announcing", 'B', &two(10)), used));
    table.play("play", &[29, 11]);
    assert_eq!(table.told("reshuffled")[0]["deck"], "export");
    assert_eq!(table.position()["export_card"], "E12");
}

#[test]
fn biz_market_6_leftovers_return_or_stay() {
    for (setting, market, oil) in
        [("return", "grain 4, wood 3, oil 6, metal 5", 19), ("stay", "grain 4, wood 3, oil 9, metal 5", 16)]
    {
        let options = options(json!({"players": 2, "market_leftovers": setting}));
        let start = but(position("buying", 'A', &two(1)), json!({"market": {"oil": 3}}));
        let mut table = Table::at(&options, start);
        // Both pass, and nothing else can be done in this round.
        table.play("pass", &[]);
        table.play("pass", &[2, NOTHING, NOTHING]);
        assert_eq!(table.market(), if setting == "stay" { "oil 3" } else { "-" });
        assert_eq!(table.pile("oil"), if setting == "stay" { 22 } else { 25 });
        assert_eq!(table.told("market_returned").is_empty(), setting == "stay");
        table.play("play", &[]);
        table.play("play", &[24, 0]);
        assert_eq!((table.market().as_str(), table.pile("oil")), (market, oil), "{setting}");
    }
}

// Buying

#[test]
fn biz_buy_1_the_leader_first_then_clockwise_among_those_who_have_not_passed() {
    let four: Vec<Value> = (0..4).map(|_| player(10, json!({}))).collect();
    let mut table = Table::at(players(4), but(market(&four), json!({"lead": 3, "turn": 3})));
    let mut turns = String::new();
    for action in ["buy 1 oil", "buy 1 oil", "pass", "buy 1 wood", "buy 1 wood", "pass", "buy 1 oil", "buy 1 meat"] {
        turns.push(table.turn().unwrap());
        table.play(action, &[]);
    }
    assert_eq!(turns, "CDABCDBC");
    assert_eq!(table.turn(), Some('B'));
}

#[test]
fn biz_buy_2_one_good_or_a_pass() {
    let mut table = Table::at(players(2), market(&two(10)));
    assert!(table.actions().iter().all(|action| action == "pass" || action.starts_with("buy ")));
    // Two goods at once cannot even be said.
    for text in ["buy 4 wood 1 oil", "buy 1 wood, 1 oil", "buy wood", "buy", "buy oil 1", "buy 1"] {
        assert!(table.rules.read(text).is_err(), "`{text}`");
    }
    // After one purchase the next is in turn.
    table.play("buy 1 oil", &[]);
    assert_eq!(table.turn(), Some('B'));
    assert!(!table.refused_to('A', "buy 1 wood").is_empty());
}

#[test]
fn biz_buy_3_at_least_one_and_at_most_what_manager_market_and_purse_allow() {
    // Manager 1, 2, 3 with 6 Oil and enough coins.
    for (level, most) in [(1, 3), (2, 4), (3, 5)] {
        let mut table = Table::at(players(2), market(&[player(10, json!({"manager": level})), player(1, json!({}))]));
        let oil: Vec<String> = table.sorted().into_iter().filter(|action| action.ends_with(" oil")).collect();
        assert_eq!(oil, (1..=most).map(|units| format!("buy {units} oil")).collect::<Vec<_>>());
        assert_eq!(table.refused(&format!("buy {} oil", most + 1)), "BIZ-BUY-3");
        assert_eq!(table.refused("buy 0 oil"), "BIZ-BUY-3");
    }
    // The market: Meat 3.
    let mut table = Table::at(players(2), market(&[player(10, json!({"manager": 3})), player(1, json!({}))]));
    assert!(table.may("buy 3 meat") && !table.may("buy 4 meat"));
    assert_eq!(table.refused("buy 4 meat"), "BIZ-BUY-3");
    // The purse.
    let mut table = Table::at(players(2), market(&[player(2, json!({"manager": 3})), player(1, json!({}))]));
    assert!(table.may("buy 2 oil") && !table.may("buy 3 oil"));
    assert!(["BIZ-BUY-3", "BIZ-BANK-2"].contains(&table.refused("buy 3 oil")));
    // And what is possible is all that is listed: 2 each of four goods, and the pass.
    assert_eq!(table.actions().len(), 9);
}

#[test]
fn biz_buy_4_a_unit_costs_one_coin_whatever_its_price() {
    for marker in [0, 7, 14] {
        let start = but(market(&two(10)), json!({"prices": {"oil": marker}, "bank": 286}));
        let mut table = Table::at(options(json!({"players": 2, "bank": "finite"})), start);
        table.play("buy 3 oil", &[]);
        assert_eq!((table.coins('A'), table.position()["bank"].as_u64()), (7, Some(289)), "paid at once");
        assert_eq!(table.told("bought")[0], json!({"event": "bought", "seat": 1, "good": "oil", "units": 3, "cost": 3}));
    }
}

#[test]
fn biz_buy_5_what_is_bought_goes_to_the_temporary_warehouse() {
    let mut table = Table::at(players(2), market(&[player(10, json!({"main": {"oil": 2}})), player(5, json!({}))]));
    table.play("buy 3 oil", &[]);
    assert_eq!((table.main('A'), table.temporary('A')), ("oil 2".into(), "oil 3".into()));
    assert_eq!((table.market(), table.pile("oil")), ("meat 3, wood 5, oil 3, metal 4".into(), 25 - 6 - 2));
}

#[test]
fn biz_buy_6_no_good_twice_in_a_round() {
    let mut table = Table::at(players(2), market(&[player(10, json!({"main": {"wood": 2}})), player(5, json!({}))]));
    table.plays(&["buy 1 oil", "pass"]);
    assert!(!table.actions().iter().any(|action| action.ends_with(" oil")));
    assert_eq!(table.refused("buy 1 oil"), "BIZ-BUY-6");
    // Goods from earlier rounds are no obstacle, and each purchase is another good.
    table.plays(&["buy 1 wood"]);
    assert_eq!(table.refused("buy 1 wood"), "BIZ-BUY-6");
    assert_eq!(table.player('A')["bought"], json!(["wood", "oil"]));
    // It is for this round only.
    table.until("announcing");
    table.fate.goods = [22].into();
    table.until("buying");
    while table.turn() != Some('A') {
        table.calm("pass");
    }
    assert!(table.may("buy 1 oil") && table.may("buy 1 wood"));
}

#[test]
fn biz_buy_7_a_pass_is_final_and_touches_no_later_phase() {
    let four = [player(10, json!({"main": {"oil": 4}})), player(10, json!({})), player(10, json!({}))];
    let mut table = Table::at(players(3), market(&four));
    table.plays(&["pass", "buy 1 oil", "buy 1 oil"]);
    assert_eq!(table.turn(), Some('B'), "A is not asked again");
    assert!(!table.refused_to('A', "buy 1 wood").is_empty());
    table.plays(&["pass", "pass"]);
    // He loads, exports, improves and spins.
    table.plays(&["pass", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.play("pass", &[2]);
    assert_eq!((table.now(), table.may("export 4 oil")), (("exporting".into(), 'A'), true));
    table.play("done", &[]);
    assert_eq!(table.now(), ("improving".into(), 'A'));
    table.play("done", &[NOTHING, NOTHING, NOTHING]);
    assert_eq!(table.who("spun"), "ABC");
}

#[test]
fn biz_buy_8_the_phase_ends_at_once_when_the_market_is_empty_or_all_have_passed() {
    // B takes the last tile: C, whose turn would come, gets none.
    let three = [player(10, json!({})), player(10, json!({})), player(10, json!({"main": {"fish": 1}}))];
    let start = but(position("buying", 'A', &three), json!({"market": {"oil": 2}}));
    let mut table = Table::at(players(3), start.clone());
    table.plays(&["buy 1 oil", "buy 1 oil"]);
    assert_eq!(table.now(), ("loading".into(), 'B'));
    assert!(table.who("passed").is_empty(), "nobody passed");
    // Everybody passes.
    let mut table = Table::at(players(3), start);
    table.plays(&["pass", "pass"]);
    assert_eq!(table.now(), ("buying".into(), 'C'));
    table.play("pass", &[]);
    assert_eq!(table.now(), ("loading".into(), 'C'));
    assert!(table.who("passed").starts_with("ABC"), "then B has nothing to load");
}

#[test]
fn biz_buy_9_without_a_coin_or_with_every_good_barred_the_pass_is_automatic_and_final() {
    let three = [
        player(1, json!({})),
        player(10, json!({"bought": ["oil"], "temporary": {"oil": 1}})),
        player(10, json!({"main": {"fish": 1}})),
    ];
    let start = but(position("buying", 'A', &three), json!({"market": {"oil": 6, "wood": 1}}));
    let mut table = Table::at(players(3), start);
    table.plays(&["buy 1 oil", "buy 1 wood"]);
    assert_eq!(table.turn(), Some('C'));
    // A has no coin left, B may not buy Oil again: C goes on alone.
    table.play("buy 1 oil", &[]);
    assert_eq!(table.phase(), "loading", "for C too every good is barred now");
    let forced: Vec<_> = table.told("passed").iter().map(|event| (crate::common::who(event), event["forced"] == true)).collect();
    assert_eq!(forced, [('A', true), ('B', true), ('C', true)]);
}

#[test]
fn biz_buy_10_the_last_player_goes_on_alone() {
    let mut table = Table::at(players(2), market(&two(20)));
    table.plays(&["buy 1 oil", "pass", "buy 3 wood", "buy 3 metal"]);
    assert_eq!(table.turn(), Some('A'));
    table.play("buy 3 meat", &[]);
    assert_eq!(table.temporary('A'), "meat 3, wood 3, oil 1, metal 3");
    assert_eq!(table.phase(), "loading", "all four are barred now");
}

#[test]
fn biz_buy_11_more_goods_may_be_bought_than_the_warehouse_holds() {
    let mut table =
        Table::at(players(2), market(&[player(20, json!({"warehouse": 1, "main": {"fish": 2}})), player(0, json!({}))]));
    table.plays(&["buy 1 oil", "buy 1 wood", "buy 1 metal", "buy 1 meat"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.play("pass", &[]);
    assert_eq!(table.now(), ("storing".into(), 'A'));
    assert_eq!(table.actions().len(), 5, "one of the five goods is kept");
}

#[test]
fn biz_buy_12_nobody_trades_with_another() {
    // There is no such action, in any phase.
    let table = Table::at(players(2), market(&two(10)));
    for text in ["offer 1 oil", "give 1 oil 2", "sell 1 oil", "lend 3", "trade oil wood", "give 3 2"] {
        assert!(table.rules.read(text).is_err(), "`{text}`");
    }
    // And in random play nobody's purse or store grows by what another's loses: coins only move to and from the Bank.
    let rules = crate::common::rules(&players(3));
    for seed in 0..20 {
        let mut luck = Seeded::nth(41, seed);
        let mut state = rules.start(&mut luck, &mut Silent);
        for _ in 0..300 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            let before = serde_json::to_value(rules.position(&state)).unwrap();
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
            let after = serde_json::to_value(rules.position(&state)).unwrap();
            for other in (0..3).filter(|other| *other != seat.index()) {
                let coins = |value: &Value| value["players"][other]["coins"].as_u64();
                assert!(coins(&after) >= coins(&before), "nobody pays by another’s choice");
            }
        }
    }
}
