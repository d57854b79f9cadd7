//! Fees, kinds of business, forced trade. (INV-FEE, INV-KIND, INV-FORCE)

use crate::common::{InvestmentsTable, Table, table, with};
use serde_json::{Value, json};

/// A is three tiles before a tile; this is A's and this is B's.
#[track_caller]
fn before(tile: u8, own: Value, others: Value) -> Table {
    table(2, json!({"players": [{"at": tile - 3, "owned": own}, {"owned": others}]}))
}

#[track_caller]
fn landed(mut table: Table) -> Table {
    table.play("roll", &[1, 2]);
    table
}

/// Covers INV-FEE-2, INV-FEE-6.
#[test]
fn inv_fee_1_the_lander_pays_the_owner_the_fee_of_the_level() {
    for (level, fee) in [(0, 10_000), (1, 30_000), (2, 80_000), (3, 160_000), (4, 280_000)] {
        let levels = match level {
            0 => json!({}),
            4 => json!({"b08": "M"}),
            level => json!({"b08": level}),
        };
        let mut table = table(2, json!({"players": [{"at": 7}, {"owned": ["b08"]}], "levels": levels}));
        table.play("roll", &[1, 2]);
        // Claimed by itself: the owner need not watch for it.
        assert_eq!((table.pending().as_str(), table.awaited().as_str()), ("debt", "A"));
        assert_eq!(table.refused("end"), "INV-DEBT-1");
        table.play("pay", &[]);
        assert_eq!(table.purses(), [3_000_000 - fee, 3_000_000 + fee]);
    }
}

/// Covers INV-KIND-3, INV-KIND-4, INV-EX-31.
#[test]
fn inv_fee_3_a_count_deed_goes_by_the_number_owned() {
    let entertainment = ["b10", "b23", "b40", "b61"];
    for (count, fee) in [(1, 15_000), (2, 40_000), (3, 90_000), (4, 180_000)] {
        let mut table = landed(before(13, json!([]), json!(entertainment[..count])));
        table.play("pay", &[]);
        assert_eq!(table.cash('B'), 3_000_000 + fee);
    }
    for (owned, fee) in [(json!(["b15"]), 15_000), (json!(["b15", "b45"]), 60_000)] {
        let mut table = landed(before(19, json!([]), owned));
        table.play("pay", &[]);
        assert_eq!(table.cash('B'), 3_000_000 + fee);
    }
    // Global Economy cards affect them: Recession.
    let position = json!({"global": {"card": "g07", "drawer": 1}, "players": [{"at": 16}, {"owned": ["b15", "b45"]}]});
    let mut table = landed(table(2, position));
    table.play("pay", &[]);
    assert_eq!(table.cash('B'), 3_030_000);
}

#[test]
fn inv_fee_4_no_fee_on_own_businesses_or_those_of_the_bank() {
    let table = landed(before(8, json!(["b07"]), json!([])));
    assert_eq!((table.step().as_str(), table.cash('A')), ("trade", 3_000_000));
    let table = landed(before(8, json!([]), json!([])));
    assert_eq!((table.pending().as_str(), table.cash('A')), ("buy", 3_000_000));
}

/// Covers INV-LOAN-4.
#[test]
fn inv_fee_5_a_mortgaged_business_still_collects() {
    let mut table = landed(table(2, json!({"players": [{"at": 27}, {"owned": ["b22"]}], "loans": {"b22": 1}})));
    table.play("pay", &[]);
    assert_eq!(table.cash('B'), 3_015_000);
}

/// Covers INV-EDGE-9, INV-EDGE-10.
#[test]
fn inv_fee_7_no_fee_while_the_owner_is_in_jail_or_at_the_tax_office() {
    for (owner, reason) in [(json!({"jail": 2}), "owner_in_jail"), (json!({"stays": true, "at": 73}), "owner_at_tax_office")] {
        let owner = crate::common::but(json!({"owned": ["b07"]}), owner);
        let mut table = landed(table(2, json!({"players": [{"at": 5}, owner]})));
        assert_eq!((table.last("no_fee")["reason"].clone(), table.purses()), (json!(reason), vec![3_000_000; 2]));
        assert_eq!((table.step().as_str(), table.bank()), ("trade", 10_775_000), "nor does the bank pay or take");
        table.play("end", &[]);
    }
    // A forced trade is possible against the latter only.
    for (owner, pending) in [(json!({"jail": 2}), "-"), (json!({"stays": true, "at": 73}), "force")] {
        let owner = crate::common::but(json!({"owned": ["b04"]}), owner);
        let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, owner]);
        assert_eq!(landed(crate::common::table(2, json!({ "players": players }))).pending(), pending);
    }
}

#[test]
fn inv_fee_8_factor_then_doubled_then_waived() {
    // Boom Years: 10,000 × 3/2 = 15,000; doubled 30,000.
    let position = |kept: Value| {
        json!({
            "global": {"card": "g08", "drawer": 2},
            "turn": {"at_work": ["l41"]},
            "players": [{"at": 5, "kept": kept}, {"owned": ["b07"]}],
        })
    };
    let mut table = landed(table(2, position(json!(["l41"]))));
    table.play("pay", &[]);
    assert_eq!(table.cash('B'), 3_030_000);
    let mut table = landed(crate::common::table(2, position(json!(["l41", "p39"]))));
    table.play("waive", &[]);
    assert_eq!((table.last("fee_waived")["amount"].clone(), table.purses()), (json!(30_000), vec![3_000_000; 2]));
    // Server Outage and Complaint replace the fee altogether.
    let mut table =
        crate::common::table(2, json!({"global": {"card": "g05", "drawer": 2}, "players": [{"at": 3}, {"owned": ["b05"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.last("no_fee")["reason"], "global_economy");
}

/// Covers INV-JAIL-7, INV-JAIL-9, INV-EX-29.
#[test]
fn inv_fee_9_refusing_a_fee_costs_twice_the_fee_and_the_bank_pays_the_owner() {
    let mut table = landed(table(2, json!({"players": [{"at": 7}, {"owned": ["b08"]}], "levels": {"b08": 1}})));
    table.play("refuse", &[]);
    assert_eq!((table.purses(), table.jail('A')), (vec![2_940_000, 3_030_000], 3));
    assert_eq!(table.bank(), 10_775_000 - 30_000 + 60_000);
}

/// Covers INV-EX-30.
#[test]
fn inv_fee_9_whoever_cannot_pay_the_fine_is_out() {
    let mut table =
        landed(table(3, json!({"players": [{"at": 94, "cash": 3_000_000}, {"owned": ["b71"]}], "levels": {"b71": "M"}})));
    table.play("refuse", &[]);
    assert_eq!((table.cash('B'), table.cash('A'), &table.player('A')["out"]), (4_100_000, 0, &json!(1)));
    assert_eq!(table.active(), 'B');
}

#[test]
fn inv_fee_10_a_loan_may_be_taken_to_pay_a_fee() {
    let mut table = landed(table(2, json!({"players": [{"at": 7, "cash": 0, "owned": ["b22"]}, {"owned": ["b08"]}]})));
    table.plays(&["mortgage b22", "pay"]);
    assert_eq!((table.loan("b22"), table.purses()), (Some(0), vec![30_000, 3_010_000]));
}

/// Covers INV-EDGE-36.
#[test]
fn inv_fee_11_a_waived_fee_is_paid_by_nobody() {
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"], "kept": ["p39"]}, {"owned": ["b04"]}]);
    let mut table = landed(table(2, json!({ "players": players })));
    assert_eq!(table.sorted(), ["force", "pay", "refuse", "waive"]);
    table.play("waive", &[]);
    // One or the other: the forced trade is gone with the fee.
    assert_eq!((table.purses(), table.bank(), table.step().as_str()), (vec![3_000_000; 2], 10_775_000, "trade"));
    assert!(table.player('A')["kept"].as_array().unwrap().is_empty());
}

/// Covers INV-KIND-2, INV-KIND-8.
#[test]
fn inv_kind_1_businesses_of_one_colour_are_a_series() {
    // A deed shows type, price, mortgage, upgrade prices and fees.
    let deeds = &table(2, json!({})).rules.pack.deeds;
    let gold_mine = &deeds[70];
    let figures = [gold_mine.price, gold_mine.mortgage, gold_mine.investment, gold_mine.monopoly].map(|money| money.units());
    assert_eq!((figures, gold_mine.fees[4].units()), ([300_000, 150_000, 300_000, 600_000], 2_100_000));
    // Webhosting and Internet Provider are two series of two each.
    for (tile, landed_on, pair) in [(32, "b24", ["b24", "b50"]), (6, "b05", ["b05", "b65"])] {
        let position =
            |owned: Value| json!({"turn": {"step": "trade", "landed": landed_on}, "players": [{"at": tile, "owned": owned}]});
        table(2, position(json!(pair))).play("invest 1", &[]);
        assert_eq!(table(2, position(json!([pair[0]]))).refused("invest 1"), "INV-INVEST-1");
    }
}

#[test]
fn inv_kind_5_insurance_is_upgraded_like_others_but_no_global_economy_card_affects_it() {
    let insured = |card: &str| {
        json!({
            "global": {"card": card, "drawer": 2},
            "turn": {"step": "trade", "landed": "b29"},
            "players": [{"at": 39, "owned": ["b29", "b57", "b01"]}],
        })
    };
    // Building Freeze and Cheap Construction: neither bars nor cheapens it.
    let mut table = table(2, insured("g13"));
    table.play("invest 1", &[]);
    assert_eq!(table.cash('A'), 2_890_000);
    let mut table = crate::common::table(2, insured("g11"));
    table.play("invest 1", &[]);
    assert_eq!(table.cash('A'), 2_890_000);
}

#[test]
fn inv_kind_6_the_count_is_over_the_series_not_the_type() {
    // The Travel Agency is of type Agency, but no agency of the series: the Employment Agency counts one.
    let mut table = landed(before(19, json!([]), json!(["b15", "b26", "b43"])));
    table.play("pay", &[]);
    assert_eq!(table.cash('B'), 3_015_000);
    // A standard Agency is upgraded normally, and its fee goes by its level.
    let position = json!({"players": [{"at": 31}, {"owned": ["b26"]}], "levels": {"b26": 2}});
    let mut table = landed(crate::common::table(2, position));
    table.play("pay", &[]);
    assert_eq!(table.cash('B'), 3_160_000);
}

#[test]
fn inv_kind_7_count_series_are_series_in_every_other_respect() {
    let mut table = landed(before(63, json!(["b15"]), json!(["b45"])));
    assert!(table.may("force"));
    table.play("force", &[]);
    table.does('B', "agree", &[]);
    assert_eq!((table.owned('A').as_str(), &table.player('A')["counts"][3]), ("b15 b45", &json!(1)), "a complete series");
}

/// Covers INV-FORCE-5, INV-FORCE-6, INV-FORCE-10, INV-EX-20, INV-EX-21, INV-EX-22.
#[test]
fn inv_force_1_whoever_has_more_than_half_or_as_many_may_buy() {
    // Farming, two each: A lands on b03.
    let halves = || before(4, json!(["b01", "b02"]), json!(["b03", "b04"]));
    let mut table = landed(halves());
    table.play("force", &[]);
    table.does('B', "agree", &[]);
    assert_eq!((table.purses(), table.owner("b03")), (vec![2_970_000, 3_030_000], Some('A')), "the price, and no fee");
    assert_eq!(table.step(), "trade");
    // Or pays the fee: then the right is gone until the next landing.
    let mut table = landed(halves());
    table.play("pay", &[]);
    assert_eq!((table.cash('A'), table.refused("force")), (2_995_000, "INV-TURN-4"));
    // B lands on b01 instead.
    let mut table = crate::common::table(
        2,
        json!({"turn": {"seat": 2}, "players": [{"owned": ["b01", "b02"]}, {"at": 98, "owned": ["b03", "b04"]}]}),
    );
    table.play("roll", &[1, 2]);
    table.play("force", &[]);
    table.does('A', "agree", &[]);
    assert_eq!((table.owner("b01"), table.cash('A')), (Some('B'), 3_020_000));
    // Three to one: the majority decides.
    let mut table = landed(before(5, json!(["b01", "b02", "b03"]), json!(["b04"])));
    assert!(table.may("force"));
    table.play("pay", &[]);
    let mut table = landed(before(4, json!(["b04"]), json!(["b01", "b02", "b03"])));
    assert_eq!(table.refused("force"), "INV-FORCE-8");
    table.play("pay", &[]);
    assert_eq!(table.cash('A'), 2_995_000);
}

/// Covers INV-FORCE-3, INV-EX-23.
#[test]
fn inv_force_2_with_equally_many_whoever_lands_has_the_right() {
    for (tile, own, other, price) in [(80, "b29", "b57", 120_000), (69, "b24", "b50", 100_000), (90, "b05", "b65", 150_000)] {
        let mut table = landed(before(tile, json!([own]), json!([other])));
        table.play("force", &[]);
        table.does('B', "agree", &[]);
        assert_eq!((table.owner(other), table.cash('A')), (Some('A'), 3_000_000 - price));
    }
}

/// Covers INV-FORCE-8, INV-FORCE-9, INV-EX-24, INV-EX-25, INV-EX-26.
#[test]
fn inv_force_4_the_test_at_each_landing() {
    let can = |settings: Value, players: Value| {
        let mut table = with(settings, json!({ "players": players }));
        table.play("roll", &[1, 2]);
        table.may("force")
    };
    let four = json!({"players": 4});
    // A series of three owned 1, 1, 1: no forced trade.
    assert!(!can(four.clone(), json!([{"at": 39, "owned": ["b30"]}, {"owned": ["b31"]}, {"owned": ["b32"]}])));
    // 1, 1 and one with the bank: `literal` yes, `exact_half` no.
    let one_each = json!([{"at": 39, "owned": ["b30"]}, {"owned": ["b31"]}]);
    assert!(can(four.clone(), one_each.clone()));
    assert!(!can(json!({"players": 4, "forced_tie": "exact_half"}), one_each));
    // Both accept half and half.
    let halves = json!([{"at": 1, "owned": ["b01", "b02"]}, {"owned": ["b03", "b04"]}]);
    assert!(can(json!({"players": 4, "forced_tie": "exact_half"}), halves));
    // A series of four owned 2, 1, 1 / 1, 1, 1 and the bank / 2, 1 and the bank: no.
    assert!(!can(four.clone(), json!([{"at": 1, "owned": ["b01", "b02"]}, {"owned": ["b03"]}, {"owned": ["b04"]}])));
    assert!(!can(four.clone(), json!([{"at": 1, "owned": ["b01"]}, {"owned": ["b03"]}, {"owned": ["b04"]}])));
    assert!(!can(four.clone(), json!([{"at": 1, "owned": ["b01", "b02"]}, {"owned": ["b03"]}])));
    // None against the bank: the business is on sale.
    assert!(!can(four, json!([{"at": 1, "owned": ["b01", "b02", "b04"]}])));
}

/// Covers INV-FORCE-15, INV-EX-27.
#[test]
fn inv_force_7_an_owner_who_refuses_loses_the_business_and_goes_to_jail() {
    let mut table = landed(before(5, json!(["b01", "b02", "b03"]), json!(["b04"])));
    table.play("force", &[]);
    assert_eq!((table.awaited().as_str(), table.sorted()), ("B", vec!["agree".to_owned(), "refuse".to_owned()]));
    table.play("refuse", &[]);
    assert_eq!((table.owner("b04"), table.purses()), (Some('A'), vec![3_000_000, 2_900_000]), "free of charge");
    assert_eq!((table.jail('B'), &table.player('B')["offences"]), (3, &json!(1)));
    let kinds = table.kinds(0);
    let place = |kind: &str| kinds.iter().position(|other| other == kind).unwrap();
    assert!(place("force_refused") < place("jailed"), "the business passes first");
}

#[test]
fn inv_force_11_the_price_is_paid_from_cash() {
    let poor = json!([{"at": 77, "cash": 60_000, "owned": ["b29", "b71"]}, {"owned": ["b57"]}]);
    let mut table = landed(table(2, json!({ "players": poor })));
    assert_eq!(table.refused("force"), "INV-FORCE-11");
    assert_eq!(table.refused("mortgage b71"), "INV-DEBT-5", "no loan");
    table.plays(&["sell b71", "force"]);
    table.does('B', "agree", &[]);
    assert_eq!((table.cash('A'), table.owner("b57")), (90_000, Some('A')));
}

#[test]
fn inv_force_11_a_loan_for_the_fee_ends_the_forced_trade() {
    // The fee of the second business is more than the cash, and its price is more still.
    let poor = json!([{"at": 77, "cash": 5_000, "owned": ["b29", "b71", "b01"]}, {"owned": ["b57"]}]);
    let mut table = landed(table(2, json!({ "players": poor })));
    assert_eq!(table.refused("force"), "INV-FORCE-11");
    assert!(table.effect("mortgage b71").contains("no forced trade"), "{}", table.effect("mortgage b71"));
    table.plays(&["mortgage b71"]);
    assert!(table.cash('A') >= 5_000 + 60_000, "as much as the business costs or more");
    assert_eq!(table.refused("force"), "INV-FORCE-11");
    assert!(!table.sorted().iter().any(|action| action == "force" || action.starts_with("sell")), "{:?}", table.sorted());
    assert!(!table.prompt().contains("forced"), "{}", table.prompt());
    table.plays(&["pay"]);
}

#[test]
fn inv_force_11_the_question_tells_whether_the_price_can_be_had() {
    let asked = |owned: &[&str], stays: bool| {
        let players = json!([{"at": 77, "cash": 60_000, "owned": owned}, {"owned": ["b57"], "at": 73, "stays": stays}]);
        let table = landed(table(2, json!({"players": players, "loans": {"b29": 0}})));
        (table.prompt(), table.sorted())
    };
    let (prompt, list) = asked(&["b29", "b71"], false);
    assert!(prompt.contains("pay, sell something to take the business by forced trade, or"), "{prompt}");
    assert_eq!(list, ["pay", "refuse", "sell b71"]);
    let (prompt, list) = asked(&["b29"], false);
    assert!(!prompt.contains("forced trade"), "{prompt}");
    assert_eq!(list, ["pay", "refuse"]);
    // The same where no fee is due.
    let (prompt, list) = asked(&["b29", "b71"], true);
    assert!(prompt.ends_with("you have 60,000, so sell something first, or leave it."), "{prompt}");
    assert_eq!(list, ["no", "sell b71"]);
    let (prompt, list) = asked(&["b29"], true);
    assert!(prompt.ends_with("but you have 60,000: leave it."), "{prompt}");
    assert_eq!(list, ["no"]);
}

/// Covers INV-EDGE-31.
#[test]
fn inv_force_12_upgrades_are_sold_first_for_the_owner() {
    let position = json!({"players": [{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04"]}], "levels": {"b04": "M"}});
    let forced = || {
        let mut table = landed(table(2, position.clone()));
        table.play("force", &[]);
        table
    };
    let mut sold = forced();
    sold.play("agree", &[]);
    // Half of 60,000, three times half of 30,000, then the price of 30,000.
    assert_eq!((sold.cash('B'), sold.cash('A'), sold.level("b04")), (3_000_000 + 30_000 + 45_000 + 30_000, 2_970_000, 0));
    assert_eq!((&sold.view()["bank"]["investments"], &sold.view()["bank"]["monopolies"]), (&json!(75), &json!(25)));
    let mut refused = forced();
    refused.play("refuse", &[]);
    assert_eq!((refused.cash('B'), refused.level("b04"), refused.owner("b04")), (2_900_000, 0, Some('A')), "unpaid");
}

/// Covers INV-EX-28, INV-EDGE-34, INV-FORCE-16.
#[test]
fn inv_force_13_a_loan_is_repaid_out_of_the_price() {
    let position = json!({"players": [{"at": 27, "owned": ["b19", "b20", "b21"]}, {"owned": ["b22"]}], "loans": {"b22": 2}});
    let forced = |position: Value| {
        let mut table = landed(table(2, position));
        table.play("force", &[]);
        table
    };
    let mut sold = forced(position.clone());
    sold.play("agree", &[]);
    assert_eq!((sold.purses(), sold.loan("b22")), (vec![2_920_000, 3_040_000], None));
    // Refused: the loan falls due at once, besides the fine.
    let mut refused = forced(position.clone());
    refused.play("refuse", &[]);
    assert_eq!((refused.purses(), refused.loan("b22"), refused.owner("b22")), (vec![3_000_000, 2_860_000], None, Some('A')));
    // Privatisation: half the price, which just covers the loan.
    let mut half = forced(crate::common::but(position, json!({"global": {"card": "g09", "drawer": 1}})));
    half.play("agree", &[]);
    assert_eq!(half.purses(), [2_960_000, 3_000_000]);
    // Insurance keeps its price.
    let insured = json!({"global": {"card": "g09", "drawer": 1}, "players": [{"at": 77, "owned": ["b29"]}, {"owned": ["b57"]}]});
    let mut table = forced(insured);
    table.play("agree", &[]);
    assert_eq!(table.cash('A'), 2_880_000);
}

#[test]
fn inv_force_14_not_against_a_jailed_owner() {
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04"], "jail": 1}]);
    let mut table = landed(table(2, json!({ "players": players })));
    assert_eq!((table.step().as_str(), table.refused("force")), ("trade", "INV-TURN-4"));
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04"], "stays": true, "at": 73}]);
    let mut table = landed(crate::common::table(2, json!({ "players": players })));
    assert_eq!(table.sorted(), ["force", "no"], "no fee, but the price is not a fee");
    table.play("force", &[]);
    table.play("agree", &[]);
    assert_eq!(table.owner("b04"), Some('A'));
}

/// Covers INV-EDGE-35.
#[test]
fn inv_edge_35_the_forced_owner_refuses_and_cannot_pay_the_fine() {
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04", "b05"], "cash": 10_000}, {}]);
    let mut table = landed(table(3, json!({ "players": players })));
    table.play("force", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.owner("b04"), table.owner("b05"), &table.player('B')["out"]), (Some('A'), None, &json!(1)));
}
