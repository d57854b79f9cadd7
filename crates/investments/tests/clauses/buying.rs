//! Buying, investing, monopolies. (INV-BUY, INV-INVEST, INV-MONO)

use crate::common::{InvestmentsTable, Table, p, table, with};
use serde_json::{Value, json};

/// A owns both Insurance businesses and has landed on Life Insurance, with these levels.
#[track_caller]
fn insured(levels: Value) -> Table {
    at_life_insurance(json!({"players": 2}), json!({"levels": levels}))
}

#[track_caller]
fn at_life_insurance(settings: Value, more: Value) -> Table {
    let position = json!({"turn": {"step": "trade", "landed": "b29"}, "players": [{"at": 39, "owned": ["b29", "b57"]}]});
    with(settings, crate::common::but(position, more))
}

#[test]
fn inv_buy_1_a_player_landing_on_a_business_of_the_bank_may_buy_it() {
    let mut table = table(2, json!({}));
    table.play("roll", &[1, 2]);
    assert_eq!((table.pending().as_str(), table.sorted()), ("buy", vec!["buy".to_owned(), "no".to_owned()]));
    table.play("buy", &[]);
    assert_eq!((table.cash('A'), table.owner("b02"), table.bank()), (2_980_000, Some('A'), 10_795_000));
}

#[test]
fn inv_buy_2_without_a_purchase_nothing_else_happens() {
    let mut table = table(3, json!({}));
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    assert_eq!((table.owner("b02"), table.purses(), table.pending().as_str()), (None, vec![2_000_000; 3], "-"));
}

/// Covers INV-BUY-7, INV-BUY-8.
#[test]
fn inv_buy_3_a_business_of_the_bank_is_bought_only_on_its_tile_and_at_once() {
    let mut table = table(2, json!({}));
    assert_eq!(table.refused("buy"), "INV-TURN-1");
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("take b01"), "INV-TURN-3");
    table.play("no", &[]);
    assert_eq!(table.refused("buy"), "INV-TURN-4", "the choice does not come back in step 3");
    // The bank collects no fee: whoever stands there owes nothing.
    assert_eq!(table.bank(), 10_775_000);
    // Except by a card that offers any business.
    let mut table = crate::common::table(2, json!({"players": [{"at": 97}]}));
    table.play("roll", &[2, 3, p(38)]);
    table.play("take b71", &[]);
    assert_eq!((table.owner("b71"), table.cash('A')), (Some('A'), 3_150_000), "300,000 of the lap, and half of 300,000");
}

#[test]
fn inv_buy_4_a_business_of_another_is_not_bought_by_landing() {
    let mut table = table(2, json!({"players": [{}, {"owned": ["b02"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!((table.pending().as_str(), table.refused("buy")), ("debt", "INV-DEBT-1"));
    assert_eq!(table.refused("force"), "INV-FORCE-8");
    // By a deal it is.
    let mut table = crate::common::table(2, json!({"turn": {"step": "trade"}, "players": [{}, {"owned": ["b02"]}]}));
    table.play("offer 2>1 b02, 1>2 50000", &[]);
    table.does('B', "accept 1", &[]);
    assert_eq!(table.owner("b02"), Some('A'));
}

/// Covers INV-BUY-6.
#[test]
fn inv_buy_5_no_loan_may_be_taken_to_buy_but_sales_come_first() {
    let position = json!({
        "players": [{"at": 94, "cash": 160_000, "owned": ["b70", "b22", "b01"], "shortcuts": ["k01"], "bank_cards": 1}],
        "loans": {"b01": 0},
    });
    let mut table = table(2, position);
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    assert_eq!(table.refused("buy"), "INV-BUY-6");
    assert_eq!(table.refused("mortgage b70"), "INV-BUY-5");
    assert_eq!(table.refused("sell b01"), "INV-DEBT-4", "a mortgaged one brings nothing");
    assert_eq!(table.listed("sell"), ["sell b22", "sell b70", "sell bankcard", "sell shortcut-1"]);
    table.plays(&["sell b70", "sell shortcut-1"]);
    assert_eq!(table.refused("sell b22"), "INV-TURN-3", "cash covers the price");
    table.play("buy", &[]);
    assert_eq!((table.owner("b71"), table.cash('A')), (Some('A'), 160_000 + 135_000 + 15_000 - 300_000));
}

/// Covers INV-INVEST-3.
#[test]
fn inv_invest_1_investments_need_the_whole_series() {
    let mut table = insured(json!({}));
    table.play("invest 2", &[]);
    assert_eq!((table.level("b29"), table.cash('A'), &table.view()["bank"]["investments"]), (2, 2_780_000, &json!(73)));
    let alone =
        json!({"turn": {"step": "trade", "landed": "b29"}, "players": [{"at": 39, "owned": ["b29"]}, {"owned": ["b57"]}]});
    assert_eq!(crate::common::table(2, alone).refused("invest 1"), "INV-INVEST-1");
    // The type does not matter: Services, an Agency and Entertainment are one series.
    let orange =
        json!({"turn": {"step": "trade", "landed": "b27"}, "players": [{"at": 37, "owned": ["b25", "b26", "b27", "b28"]}]});
    crate::common::table(2, orange).play("invest 3", &[]);
}

#[test]
fn inv_invest_2_only_in_the_business_just_landed_on() {
    let position = json!({"players": [{"at": 36, "owned": ["b29", "b57"]}]});
    let mut table = table(2, position.clone());
    table.play("roll", &[1, 2]);
    table.play("invest 1", &[]);
    assert_eq!((table.level("b29"), table.level("b57")), (1, 0));
    let mut table = crate::common::table(2, position);
    table.play("roll", &[1, 3]);
    table.play("no", &[]);
    assert_eq!(table.refused("invest 1"), "INV-INVEST-2");
    // Not on a landing of the turn before.
    let mut table = at_life_insurance(json!({"players": 1}), json!({}));
    table.play("end", &[]);
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    assert_eq!(table.refused("invest 1"), "INV-INVEST-2");
}

#[test]
fn inv_invest_4_at_most_three() {
    let mut table = insured(json!({"b29": 2}));
    assert_eq!(table.refused("invest 2"), "INV-INVEST-4");
    table.play("invest 1", &[]);
    assert_eq!(table.refused("invest 1"), "INV-INVEST-4");
    assert_eq!(insured(json!({"b29": "M", "b57": 3})).refused("invest 1"), "INV-INVEST-4");
}

#[test]
fn inv_invest_5_agencies_and_entertainment_take_none() {
    for (tile, landed, owned) in [(19, "b15", json!(["b15", "b45"])), (13, "b10", json!(["b10", "b23", "b40", "b61"]))] {
        let position = json!({"turn": {"step": "trade", "landed": landed}, "players": [{"at": tile, "owned": owned}]});
        let mut table = table(2, position);
        assert_eq!((table.refused("invest 1"), table.refused("monopoly")), ("INV-INVEST-5", "INV-INVEST-5"));
    }
}

#[test]
fn inv_invest_6_investments_need_not_be_spread_evenly() {
    let mut table = insured(json!({}));
    table.play("invest 3", &[]);
    assert_eq!((table.level("b29"), table.level("b57")), (3, 0));
}

#[test]
fn inv_invest_7_a_mortgaged_business_takes_none_but_its_sibling_does() {
    let mut table = at_life_insurance(json!({"players": 2}), json!({"loans": {"b29": 0}}));
    assert_eq!(table.refused("invest 1"), "INV-INVEST-7");
    table.plays(&["repay b29", "invest 1"]);
    at_life_insurance(json!({"players": 2}), json!({"loans": {"b57": 0}})).play("invest 1", &[]);
}

/// Covers INV-EDGE-32, INV-EDGE-33.
#[test]
fn inv_invest_8_the_business_was_the_players_own_when_they_landed() {
    let position = json!({"players": [{"at": 36, "owned": ["b57"]}]});
    let bought = |settings: Value| {
        let mut table = with(settings, position.clone());
        table.play("roll", &[1, 2]);
        table.play("buy", &[]);
        table
    };
    assert_eq!(bought(json!({"players": 2})).refused("invest 1"), "INV-INVEST-8");
    bought(json!({"players": 2, "invest_on_purchase": "yes"})).play("invest 1", &[]);
    // The same for a forced trade that completes the series.
    let mut table = table(2, json!({"players": [{"at": 36, "owned": ["b57"]}, {"owned": ["b29"]}]}));
    table.play("roll", &[1, 2]);
    table.play("force", &[]);
    table.does('B', "agree", &[]);
    assert_eq!((table.owner("b29"), table.refused("invest 1")), (Some('A'), "INV-INVEST-8"));
    // The series may be completed later in the turn.
    let mut table = crate::common::table(2, json!({"players": [{"at": 36, "owned": ["b29"]}, {"owned": ["b57"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("invest 1"), "INV-INVEST-1");
    table.play("offer 2>1 b57, 1>2 200000", &[]);
    table.does('B', "accept 1", &[]);
    table.play("invest 1", &[]);
    assert_eq!(table.level("b29"), 1);
}

#[test]
fn inv_invest_9_in_the_own_turn_with_trading_in_anothers_at_once() {
    let mut table = insured(json!({}));
    table.plays(&["invest 1", "invest 1"]);
    assert_eq!(table.step(), "trade");
    let mut table = crate::common::table(
        2,
        json!({"turn": {"step": "trade", "landed": "b29"}, "players": [{"at": 40, "owned": ["b29", "b57"]}]}),
    );
    assert_eq!(table.refused("invest 1"), "INV-INVEST-2", "the piece no longer stands there");
    let upgrade = json!({
        "pending": [{"what": "upgrade", "seat": 2, "business": "b29"}],
        "players": [{}, {"at": 39, "owned": ["b29", "b57", "b01"], "cash": 60_000}],
    });
    let mut table = crate::common::table(2, upgrade);
    assert_eq!(
        (table.awaited().as_str(), table.sorted()),
        ("B", vec!["no".into(), "sell b01".into(), "sell b29".into(), "sell b57".into()])
    );
    assert_eq!(table.refused("mortgage b01"), "INV-INVEST-11");
    assert!(table.prompt().contains("you have 60,000, so sell something first to invest in it"), "{}", table.prompt());
    assert_eq!(table.refused("end"), "INV-DEBT-5");
    table.play("no", &[]);
    assert_eq!(table.active(), 'A');
}

/// Covers INV-EDGE-30.
#[test]
fn inv_invest_10_upgrades_stay_when_the_series_is_broken_up() {
    let position = json!({
        "players": [{"at": 36}, {"owned": ["b29", "b57"]}],
        "levels": {"b29": 2},
        "turn": {"seat": 2, "step": "trade", "landed": "b29"},
    });
    let mut table = table(2, crate::common::but(position, json!({"players": [{"at": 36}, {"at": 39, "owned": ["b29", "b57"]}]})));
    table.play("sell b57", &[]);
    assert_eq!((table.level("b29"), table.refused("invest 1")), (2, "INV-INVEST-1"));
    table.play("end", &[]);
    // They earn, and can be sold.
    table.play("roll", &[1, 2]);
    table.play("pay", &[]);
    assert_eq!(table.cash('A'), 2_780_000);
}

#[test]
fn inv_invest_11_upgrades_are_paid_from_cash() {
    let mut table = at_life_insurance(
        json!({"players": 2}),
        json!({"players": [{"at": 39, "owned": ["b29", "b57", "b70"], "cash": 100_000}]}),
    );
    assert_eq!(table.refused("invest 1"), "INV-INVEST-11");
    assert_eq!(table.refused("mortgage b70"), "INV-LOAN-2");
    table.plays(&["sell b70", "invest 2"]);
    assert_eq!(table.cash('A'), 15_000);
}

/// Covers INV-EDGE-70.
#[test]
fn inv_invest_12_an_upgrade_sold_is_not_bought_again_in_the_slot() {
    // Cheap Construction: bought for half, sold for half.
    let position = json!({
        "turn": {"step": "trade", "landed": "b01"},
        "global": {"card": "g11", "drawer": 2},
        "players": [{"at": 1, "owned": ["b01", "b02", "b03", "b04"], "cash": 100_000}],
    });
    let mut table = table(2, position);
    table.play("invest 2", &[]);
    assert_eq!(table.cash('A'), 80_000);
    table.play("strip b01", &[]);
    assert_eq!(table.cash('A'), 90_000, "no gain");
    assert_eq!(table.refused("invest 1"), "INV-INVEST-12");
}

/// Covers INV-EX-56, INV-MONO-2, INV-MONO-4.
#[test]
fn inv_mono_1_a_large_token_takes_the_place_of_three_small_ones() {
    let mut table = insured(json!({"b29": 3, "b57": 3}));
    assert_eq!(table.view()["bank"]["investments"], 69);
    table.play("monopoly", &[]);
    assert_eq!((table.level("b29"), table.level("b57"), table.cash('A')), (4, 3, 2_780_000));
    assert_eq!((&table.view()["bank"]["investments"], &table.view()["bank"]["monopolies"]), (&json!(72), &json!(24)));
    assert_eq!(table.refused("monopoly"), "INV-MONO-2", "one monopoly on a business");
    // Every business of the series needs three investments or a monopoly; only the one landed on is upgraded.
    assert_eq!(insured(json!({"b29": 3, "b57": 2})).refused("monopoly"), "INV-MONO-2");
    assert_eq!(insured(json!({"b29": 2, "b57": 3})).refused("monopoly"), "INV-MONO-2");
    insured(json!({"b29": 3, "b57": "M"})).play("monopoly", &[]);
    let position =
        json!({"turn": {"step": "trade"}, "players": [{"at": 80, "owned": ["b29", "b57"]}], "levels": {"b29": 3, "b57": 3}});
    assert_eq!(crate::common::table(2, position).refused("monopoly"), "INV-INVEST-8");
}

/// Covers INV-EX-57, INV-MONO-5.
#[test]
fn inv_mono_3_not_on_the_landing_on_which_investments_were_bought() {
    let mut table = at_life_insurance(
        json!({"players": 2}),
        json!({"levels": {"b29": 1, "b57": 3}, "turn": {"step": "trade", "landed": "b29", "more": 1}}),
    );
    table.play("invest 2", &[]);
    assert_eq!((table.cash('A'), table.refused("monopoly")), (2_780_000, "INV-MONO-3"));
    // Any later landing will do, in the same slot too: once around to Life Insurance.
    let mut table = crate::common::table(
        2,
        json!({
            "turn": {"invested": true, "landed": "b29"},
            "players": [{"at": 36, "owned": ["b29", "b57"]}],
            "levels": {"b29": 3, "b57": 3},
        }),
    );
    table.play("roll", &[1, 2]);
    table.play("monopoly", &[]);
    assert_eq!(table.level("b29"), 4);
}
