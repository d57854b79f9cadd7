//! Loans. (INV-LOAN)

use crate::common::{InvestmentsTable, Table, table, with};
use serde_json::{Value, json};

/// A comes past the Bank and lands on tile 1, with these things and these loans.
#[track_caller]
fn lap(cash: i32, loans: Value) -> Table {
    lap_with(json!({}), json!({"cash": cash}), loans)
}

#[track_caller]
fn lap_with(more: Value, own: Value, loans: Value) -> Table {
    let owned: Vec<&String> = loans.as_object().unwrap().keys().collect();
    let player = crate::common::but(json!({"at": 97, "owned": owned}), own);
    let position = crate::common::but(json!({"players": [player], "loans": loans}), more);
    let mut table = table(2, position);
    table.play("roll", &[1, 3]);
    table
}

/// A owes B this fee on a Cannery and has these things.
#[track_caller]
fn owing(settings: Value, own: Value, more: Value) -> Table {
    let mut position = json!({"players": [crate::common::but(json!({"at": 7, "cash": 0}), own), {"owned": ["b08"]}]});
    position = crate::common::but(position, more);
    let mut table = with(settings, position);
    table.play("roll", &[1, 2]);
    table
}

const TWO: u8 = 2;

fn two() -> Value {
    json!({ "players": TWO })
}

/// Covers INV-LOAN-18.
#[test]
fn inv_loan_1_the_bank_pays_the_mortgage_price_and_marks_the_deed() {
    let mut table = owing(two(), json!({"owned": ["b22", "b71"]}), json!({}));
    assert_eq!(table.listed("mortgage"), ["mortgage b22", "mortgage b71"], "of the player's choice");
    table.play("mortgage b22", &[]);
    assert_eq!((table.cash('A'), table.loan("b22"), table.owner("b22")), (40_000, Some(0), Some('A')));
    assert_eq!((&table.view()["bank"]["investments"], &table.view()["bank"]["monopolies"]), (&json!(75), &json!(25)), "no token");
}

#[test]
fn inv_loan_2_only_for_a_debt() {
    let mut table = table(2, json!({"players": [{"at": 20, "cash": 5_000, "owned": ["b22"]}]}));
    assert_eq!(table.refused("mortgage b22"), "INV-TURN-1");
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("mortgage b22"), "INV-CASINO-2", "never for a stake");
    table.play("no", &[]);
    assert_eq!(table.refused("mortgage b22"), "INV-LOAN-2");
    let mut table = crate::common::table(2, json!({"players": [{"at": 0, "cash": 5_000, "owned": ["b22"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("mortgage b22"), "INV-BUY-5", "never to buy");
    // Not by a debtor who has the money.
    let mut table = owing(two(), json!({"cash": 10_000, "owned": ["b22"]}), json!({}));
    assert_eq!(table.refused("mortgage b22"), "INV-DEBT-1");
}

/// Covers INV-EX-19.
#[test]
fn inv_loan_3_upgrades_must_be_sold_first() {
    let more = json!({"levels": {"b69": 2, "b08": 3}});
    let mut table = owing(two(), json!({"owned": ["b69"]}), more);
    assert_eq!(table.refused("mortgage b69"), "INV-LOAN-3");
    table.play("strip b69", &[]);
    assert_eq!((table.cash('A'), table.refused("mortgage b69")), (125_000, "INV-LOAN-3"));
    table.plays(&["strip b69"]);
    assert_eq!((table.cash('A'), table.refused("mortgage b69")), (250_000, "INV-DEBT-1"), "the fee of 160,000 is covered");
    // A larger debt: two investments at 125,000 each and the loan of 125,000.
    let more = json!({"levels": {"b69": 2, "b08": "M"}});
    let mut table = owing(two(), json!({"owned": ["b69"]}), more);
    table.plays(&["strip b69", "strip b69", "mortgage b69"]);
    assert_eq!((table.cash('A'), table.view()["businesses"][68]["fee"].clone()), (375_000, json!(50_000)));
}

/// Covers INV-LOAN-13, INV-EX-16.
#[test]
fn inv_loan_5_repaid_at_any_time_and_at_the_latest_at_the_third_lap() {
    for (laps, cash, after) in [(0, 290_000, Some(1)), (1, 290_000, Some(2)), (2, 250_000, None)] {
        let mut table = lap(0, json!({"b22": laps}));
        table.play("pay", &[]);
        assert_eq!((table.cash('A'), table.loan("b22"), table.owner("b22")), (cash, after, Some('A')));
    }
    let mut table = table(2, json!({"players": [{"owned": ["b22"]}], "loans": {"b22": 2}}));
    table.play("repay b22", &[]);
    assert_eq!((table.cash('A'), table.loan("b22")), (2_960_000, None));
}

/// Covers INV-LOAN-7, INV-EX-14, INV-EX-15.
#[test]
fn inv_loan_6_twenty_percent_rounded_up_to_5000() {
    for (loans, interest) in [
        (json!({"b22": 0}), 10_000),
        (json!({"b01": 0}), 5_000),
        (json!({"b29": 0}), 15_000),
        (json!({"b09": 0}), 5_000),
        (json!({"b32": 0}), 10_000),
        (json!({"b42": 0}), 15_000),
        (json!({"b01": 0, "b02": 0}), 10_000),
    ] {
        let mut table = lap(0, loans.clone());
        table.play(if loans.as_object().unwrap().len() > 1 { "payall" } else { "pay" }, &[]);
        assert_eq!(table.cash('A'), 300_000 - interest, "{loans}");
    }
}

/// Covers INV-LOAN-14, INV-LOAN-15, INV-BUST-5.
#[test]
fn inv_loan_8_who_cannot_pay_the_interest_loses_the_business() {
    // The box is empty, so that the lap brings nothing.
    let position = json!({
        "players": [{"at": 97, "cash": 5_000, "owned": ["b22", "b71"]}, {"cash": 16_770_000}],
        "loans": {"b22": 0},
    });
    let mut table = with(json!({"players": 2, "bank_money": "box"}), position);
    table.play("roll", &[1, 3]);
    assert_eq!((table.pending().as_str(), table.refused("pay"), table.refused("refuse")), ("loan", "INV-LOAN-14", "INV-LOAN-14"));
    table.play("letgo", &[]);
    assert_eq!((table.owner("b22"), table.loan("b22"), table.cash('A')), (None, None, 5_000), "nothing more is owed");
    assert_eq!(table.player('A')["out"], 0);
    // With enough cash one pays or refuses; refusing loses the business too, and means jail.
    let mut table = lap(0, json!({"b22": 0}));
    assert_eq!(table.refused("letgo"), "INV-LOAN-14");
    table.play("refuse", &[]);
    assert_eq!((table.owner("b22"), table.jail('A'), table.cash('A')), (None, 3, 200_000));
}

/// Covers INV-EX-17.
#[test]
fn inv_loan_9_who_has_not_repaid_at_the_third_lap_and_cannot_loses_it() {
    let position = json!({"players": [{"at": 97, "cash": 0, "owned": ["b22"]}, {"cash": 16_730_000}], "loans": {"b22": 2}});
    let mut table = with(json!({"players": 2, "bank_money": "box"}), position);
    table.play("roll", &[1, 3]);
    assert_eq!((table.cash('A'), table.refused("pay")), (45_000, "INV-LOAN-14"));
    table.play("letgo", &[]);
    assert_eq!((table.owner("b22"), table.cash('A')), (None, 45_000));
}

#[test]
fn inv_loan_10_each_loan_is_one_of_its_own() {
    let loans = json!({"b22": 0, "b29": 2, "b01": 1});
    let mut table = lap(0, loans.clone());
    assert_eq!(table.sorted(), ["payall", "settle b01", "settle b22", "settle b29"]);
    let mut other = table.clone();
    other.play("payall", &[]);
    assert_eq!(other.cash('A'), 300_000 - 10_000 - 15_000 - 55_000 - 5_000);
    assert_eq!((other.loan("b22"), other.loan("b29"), other.loan("b01")), (Some(1), None, Some(2)));
    // Or one after another, in any order.
    table.plays(&["settle b29", "pay", "settle b01", "pay"]);
    assert_eq!((table.loan("b01"), table.loan("b29"), table.loan("b22")), (Some(2), None, Some(0)));
    // Where cash does not cover all of them.
    let mut table = lap(0, json!({"b71": 2, "b70": 2}));
    assert_eq!(table.refused("payall"), "INV-LOAN-10");
    table.plays(&["settle b71", "pay", "letgo"]);
    assert_eq!((table.owner("b71"), table.owner("b70"), table.cash('A')), (Some('A'), None, 120_000));
}

/// A refusal of a small payment does not free other loans in their third lap.
#[test]
fn inv_loan_14_who_refuses_one_payment_refuses_all_that_are_still_open() {
    let mut table = lap(0, json!({"b22": 0, "b29": 2, "b01": 1}));
    table.plays(&["settle b01", "refuse"]);
    assert_eq!((table.owner("b01"), table.owner("b22"), table.owner("b29")), (None, None, None));
    assert_eq!((table.cash('A'), table.jail('A')), (200_000, 3), "one fine, and nothing else is paid");
    assert_eq!((table.told("jailed").len(), &table.player('A')["offences"]), (1, &json!(1)));
    assert_eq!((table.told("loan_refused").len(), table.told("pledge_lost").len()), (3, 3));
    // Earlier payments remain paid.
    let mut table = lap(0, json!({"b22": 0, "b29": 2, "b01": 1}));
    table.plays(&["settle b29", "pay", "settle b22", "refuse"]);
    assert_eq!((table.owner("b29"), table.owner("b22"), table.owner("b01")), (Some('A'), None, None));
    assert_eq!(table.cash('A'), 300_000 - 55_000 - 15_000 - 100_000);
    // A loan of which nothing is due is not open, so its business stays.
    let holiday = json!({"global": {"card": "g17", "drawer": 2}});
    let mut table = lap_with(holiday, json!({"cash": 0}), json!({"b22": 0, "b29": 2}));
    table.play("refuse", &[]);
    assert_eq!((table.owner("b22"), table.owner("b29"), table.loan("b22")), (Some('A'), None, Some(1)));
    // Businesses whose payments the player could not afford are lost with it.
    let mut table = lap(0, json!({"b71": 2, "b70": 2, "b69": 2}));
    table.plays(&["settle b70", "refuse"]);
    assert_eq!((table.owned('A').as_str(), table.cash('A'), &table.player('A')["out"]), ("", 200_000, &json!(0)));
    // The second offence puts the player out, and the bank gets everything.
    let mut table = lap_with(json!({}), json!({"cash": 0, "offences": 1}), json!({"b22": 0, "b29": 2}));
    table.plays(&["settle b22", "refuse"]);
    assert_eq!((table.owner("b22"), table.owner("b29"), &table.player('A')["out"]), (None, None, &json!(1)));
    assert!(table.told("jailed").is_empty());
}

#[test]
fn inv_loan_11_loans_in_step_3_only_by_a_setting() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b22"]}]});
    assert_eq!(table(2, position.clone()).refused("mortgage b22"), "INV-LOAN-2");
    let mut table = with(json!({"players": 2, "loan_in_trade_step": "allowed"}), position);
    table.play("mortgage b22", &[]);
    assert_eq!((table.cash('A'), table.loan("b22")), (3_040_000, Some(0)));
}

/// Covers INV-EX-55.
#[test]
fn inv_loan_12_no_loan_beyond_the_debt() {
    let position = json!({
        "players": [{"cash": 30_000, "owned": ["b09", "b29", "b41"]}, {}],
        "pending": [{"what": "debt", "seat": 1, "to": 2, "amount": 100_000, "kind": "card"}],
    });
    let mut table = table(2, position);
    table.play("mortgage b09", &[]);
    table.play("mortgage b29", &[]);
    // 110,000: the debt is covered and paid; no third loan.
    assert_eq!((table.cash('A'), table.cash('B'), table.loan("b41")), (10_000, 3_100_000, None));
}

/// Covers INV-EDGE-28, INV-GFX-10.
#[test]
fn inv_edge_28_while_loans_are_banned_money_is_raised_by_sales_only() {
    let mut table = owing(two(), json!({"owned": ["b22"]}), json!({"global": {"card": "g18", "drawer": 2}}));
    assert_eq!(table.refused("mortgage b22"), "INV-GFX-10");
    table.plays(&["sell b22", "pay"]);
    assert_eq!(table.cash('A'), 30_000);
}

#[test]
fn inv_loan_16_repaid_before_the_roll_or_in_step_3_and_not_mortgaged_again() {
    let position = json!({"players": [{"at": 7, "owned": ["b22"], "cash": 45_000}, {"owned": ["b08"]}], "loans": {"b22": 0}, "levels": {"b08": 1}});
    let mut table = table(2, position.clone());
    table.play("repay b22", &[]);
    assert_eq!((table.cash('A'), table.refused("repay b22")), (5_000, "INV-LOAN-16"), "the whole loan, without interest");
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("mortgage b22"), "INV-LOAN-16", "not in the same slot");
    table.plays(&["sell b22", "pay", "end"]);
    // Not while a debt is open, nor with too little cash.
    let mut table = crate::common::table(2, position);
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("repay b22"), "INV-DEBT-1");
    table.play("pay", &[]);
    assert_eq!(table.refused("repay b22"), "INV-LOAN-16");
}

#[test]
fn inv_loan_16_a_loan_repaid_at_a_lap_is_not_taken_again_either() {
    let position = json!({"players": [{"at": 97, "cash": 0, "owned": ["b22", "b01"]}], "loans": {"b22": 2}});
    let mut table = with(json!({"players": 2, "loan_in_trade_step": "allowed"}), position);
    table.play("roll", &[1, 3]);
    table.play("pay", &[]);
    assert_eq!((table.step().as_str(), table.refused("mortgage b22")), ("trade", "INV-LOAN-16"));
    table.play("mortgage b01", &[]);
}

/// Covers INV-GFX-9.
#[test]
fn inv_loan_10_a_loan_of_which_nothing_is_due_is_not_asked_for() {
    let holiday = json!({"global": {"card": "g17", "drawer": 2}});
    let mut table = lap_with(holiday, json!({"cash": 0}), json!({"b22": 0, "b29": 2}));
    assert_eq!(
        (table.loan("b22"), table.pending().as_str(), table.sorted()),
        (Some(1), "loan", vec!["pay".into(), "refuse".into()])
    );
    table.play("pay", &[]);
    assert_eq!((table.cash('A'), table.loan("b22"), table.loan("b29")), (245_000, Some(1), None));
}

/// Covers INV-EDGE-27.
#[test]
fn inv_loan_17_a_loan_taken_during_a_lap_counts_from_the_next() {
    // No money in the box: the interest of one loan is paid by another.
    let position = json!({
        "players": [{"at": 97, "cash": 0, "owned": ["b22", "b01"]}, {"cash": 16_765_000}],
        "loans": {"b22": 0},
    });
    let mut table = with(json!({"players": 2, "bank_money": "box"}), position.clone());
    table.play("roll", &[1, 3]);
    assert_eq!((table.cash('A'), table.pending().as_str()), (10_000, "loan"), "the subsidy comes first");
    table.play("pay", &[]);
    assert_eq!(table.loan("b22"), Some(1));
    let owned = json!({"players": [{"at": 97, "cash": 0, "owned": ["b71", "b70", "b01"]}], "loans": {"b71": 2, "b70": 2}});
    let mut table = crate::common::table(2, owned);
    table.play("roll", &[1, 3]);
    table.plays(&["settle b71", "pay"]);
    assert_eq!((table.cash('A'), table.pending().as_str()), (120_000, "loan"));
    table.play("mortgage b01", &[]);
    assert_eq!(table.loan("b01"), Some(0));
    table.play("letgo", &[]);
    assert_eq!((table.loan("b01"), table.pending().as_str()), (Some(0), "-"), "A has landed on an own business");
}

/// Covers INV-EX-9.
#[test]
fn inv_ex_9_subsidy_interest_fee_and_then_trade() {
    let position = json!({"players": [{"at": 95, "cash": 20_000, "owned": ["b22"]}, {"owned": ["b01"]}], "loans": {"b22": 0}});
    let mut table = table(2, position);
    table.play("roll", &[2, 4]);
    assert_eq!(table.cash('A'), 320_000);
    table.play("pay", &[]);
    assert_eq!(table.cash('A'), 310_000);
    table.play("pay", &[]);
    assert_eq!((table.purses(), table.step().as_str()), (vec![305_000, 3_005_000], "trade"));
}

#[test]
fn inv_edge_26_with_one_loan_the_interest_can_always_be_paid_from_the_subsidy() {
    let mut table = lap(0, json!({"b71": 0}));
    assert!(table.may("pay"));
    table.play("pay", &[]);
    assert_eq!(table.cash('A'), 270_000);
}

#[test]
fn inv_edge_29_a_business_lost_at_a_lap_can_be_bought_in_the_same_movement() {
    let mut table = lap(0, json!({"b01": 0}));
    table.play("refuse", &[]);
    assert_eq!(table.owner("b01"), None);
    // Jailed, the piece stays at the Bank; let go of for want of cash, the movement goes on.
    let position = json!({"players": [{"at": 97, "cash": 20_000, "owned": ["b01", "b71"]}, {"cash": 16_755_000}], "loans": {"b01": 2, "b71": 2}});
    let mut table = with(json!({"players": 2, "bank_money": "box"}), position);
    table.play("roll", &[1, 3]);
    table.plays(&["settle b71", "letgo", "pay"]);
    assert_eq!((table.owner("b01"), table.cash('A')), (Some('A'), 5_000));
    let position =
        json!({"players": [{"at": 97, "cash": 10_000, "owned": ["b01", "b02"]}, {"cash": 16_765_000}], "loans": {"b01": 2}});
    let mut table = with(json!({"players": 2, "bank_money": "box"}), position);
    table.play("roll", &[1, 3]);
    table.play("letgo", &[]);
    assert_eq!((table.owner("b01"), table.pending().as_str()), (None, "buy"));
    assert_eq!(table.refused("buy"), "INV-BUY-6");
}
