//! The box, and the words of the rulebook. (INV-COMP, INV-TERM)

use crate::common::{InvestmentsTable, Table, start, table, with};
use serde_json::{Value, json};

/// B owns 25 upgradeable businesses, all at this level; A stands on Life Insurance, owns both Insurance businesses, and may upgrade.
fn crowded(settings: Value, level: Value, own: Value) -> Table {
    let many: Vec<String> =
        (1..=30).filter(|number| ![10, 15, 23, 24, 29].contains(number)).map(|number| format!("b{number:02}")).collect();
    assert_eq!(many.len(), 25);
    let mut levels: serde_json::Map<String, Value> = many.iter().map(|one| (one.clone(), level.clone())).collect();
    levels.extend(own.as_object().unwrap().clone());
    with(
        settings,
        json!({
            "turn": {"step": "trade", "landed": "b29"},
            "players": [{"at": 39, "owned": ["b29", "b57"]}, {"owned": many}],
            "levels": levels,
        }),
    )
}

#[test]
fn inv_comp_1_the_box_holds_16_775_000() {
    let bills = [(20, 500_000), (35, 100_000), (35, 50_000), (45, 20_000), (45, 10_000), (35, 5_000)];
    let box_: i64 = bills.iter().map(|(count, value)| count * value).sum();
    assert_eq!(box_, 16_775_000);
    for players in [1, 4, 16] {
        let table = start(json!({ "players": players }), &[]);
        assert_eq!(table.purses().iter().sum::<i64>() + table.bank(), box_);
    }
}

#[test]
fn inv_comp_2_every_amount_is_a_multiple_of_5000() {
    let mut table = table(2, json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}]}));
    assert_eq!(table.refused("offer 1>2 b01, 2>1 7000"), "INV-COMP-2");
    assert_eq!(table.refused("auction b01 for 7000"), "INV-AUCT-4");
    let refused = Table::try_at(crate::common::options(json!({"players": 2})), json!({"players": [{"cash": 7_000}]}));
    assert_eq!(refused.err().unwrap().clause, "INV-INVAR-2");
}

#[test]
fn inv_comp_3_the_bank_has_no_limit_or_what_is_in_the_box() {
    // All the money of the box but 100,000 is with the players.
    let rich = json!({
        "turn": {"step": "trade"},
        "players": [{"cash": 16_575_000, "at": 97, "owned": ["b71", "b70"], "shortcuts": ["k01"]}, {"cash": 100_000}],
    });
    let mut table = with(json!({"players": 2, "bank_money": "box"}), rich.clone());
    assert_eq!(table.bank(), 100_000);
    assert_eq!(table.refused("sell b71"), "INV-COMP-3");
    table.play("sell shortcut-1", &[]);
    assert_eq!(table.bank(), 85_000);
    let mut table = with(json!({"players": 2}), rich);
    table.plays(&["sell b71", "sell b70"]);
    assert_eq!(table.bank(), 100_000 - 285_000, "below zero");
    // What it must pay it pays as far as its cash goes.
    let players = json!([{"cash": 16_575_000, "at": 97}, {"cash": 100_000}]);
    let mut table = with(json!({"players": 2, "bank_money": "box"}), json!({ "players": players }));
    table.play("roll", &[1, 3]);
    assert_eq!((table.cash('A'), table.bank()), (16_675_000, 0));
    // A stake is capped so that its win can be paid: exactly seven pays four times the stake.
    let players = json!([{"cash": 16_575_000, "at": 20}, {"cash": 100_000}]);
    let mut table = with(json!({"players": 2, "bank_money": "box"}), json!({ "players": players }));
    table.play("roll", &[2, 3]);
    assert_eq!(table.refused("bet 2 30000"), "INV-CASINO-6");
    table.play("bet 2 25000", &[3, 4]);
    assert_eq!((table.cash('A'), table.bank()), (16_675_000, 0));
}

/// Covers INV-EDGE-2.
#[test]
fn inv_comp_4_no_token_no_upgrade() {
    let mut table = crowded(json!({"players": 2}), json!(3), json!({}));
    assert_eq!(table.view()["bank"]["investments"], 0);
    assert_eq!(table.refused("invest 1"), "INV-COMP-4");
    let mut table = crowded(json!({"players": 2, "token_supply": "unlimited"}), json!(3), json!({}));
    table.play("invest 2", &[]);
    assert_eq!(table.level("b29"), 2);
    // Two tokens are left: two investments, not three.
    let mut table = crowded(json!({"players": 2}), json!(3), json!({"b01": 1}));
    assert_eq!(table.refused("invest 3"), "INV-COMP-4");
    table.play("invest 2", &[]);
    // No large token: no monopoly, the three investments stay.
    let mut table = crowded(json!({"players": 2}), json!("M"), json!({"b29": 3, "b57": 3}));
    assert_eq!(table.refused("monopoly"), "INV-COMP-4");
    assert_eq!(table.level("b29"), 3);
    crowded(json!({"players": 2, "token_supply": "unlimited"}), json!("M"), json!({"b29": 3, "b57": 3})).play("monopoly", &[]);
}

#[test]
fn inv_comp_5_all_71_deeds_are_businesses() {
    let table = start(json!({}), &[]);
    assert_eq!(table.view()["businesses"].as_array().unwrap().len(), 71);
    // An agency, entertainment, insurance, a webhost and an internet provider are bought like any other.
    for (tile, business) in [(19, "b15"), (13, "b10"), (39, "b29"), (32, "b24"), (6, "b05")] {
        let mut table = crate::common::table(2, json!({"players": [{"at": tile - 3}]}));
        table.play("roll", &[1, 2]);
        table.play("buy", &[]);
        assert_eq!(table.owner(business), Some('A'));
    }
}

#[test]
fn inv_term_1_rounds_are_cycles_of_turns_and_laps_trips_around_the_board() {
    // Two players, one far from the Bank: a round passes without a lap of the loan, and a lap within a round counts.
    let position =
        json!({"players": [{"at": 10, "owned": ["b22"]}, {"at": 95, "owned": ["b01"]}], "loans": {"b22": 0, "b01": 1}});
    let mut table = table(2, position);
    table.play("roll", &[1, 4]);
    table.plays(&["no", "end"]);
    assert_eq!((table.round(), table.active()), (1, 'B'));
    table.play("roll", &[1, 2]);
    table.play("pay", &[]);
    table.play("end", &[]);
    assert_eq!((table.round(), table.loan("b22"), table.loan("b01")), (2, Some(0), Some(2)));
}

/// Covers INV-TERM-3.
#[test]
fn inv_term_2_a_slot_is_taken_or_skipped() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}, {"jail": 2}, {"missed": 1}]});
    let mut table = table(3, position);
    // In the game, but not present: the jailed player is not asked; whoever misses a turn is.
    table.play("auction b01 for 0", &[]);
    assert_eq!(table.awaited(), "C");
    table.answers(&[('C', "no")]);
    table.play("end", &[]);
    assert_eq!(table.told("skipped").len(), 2);
    assert_eq!((table.active(), table.jail('B'), &table.player('C')["missed"]), ('A', 1, &json!(0)));
}

#[test]
fn inv_term_4_landing_is_ending_a_movement() {
    // A passes four businesses of B and lands on a fifth of its own: no fee.
    let position = json!({"players": [{"at": 2, "owned": ["b05"]}, {"owned": ["b02", "b03", "b04"]}]});
    let mut table = table(2, position);
    table.play("roll", &[1, 3]);
    assert_eq!((table.purses(), table.step().as_str(), table.active()), (vec![3_000_000; 2], "trade", 'A'));
}

#[test]
fn inv_term_5_the_series_counts_for_upgrades_and_the_type_only_for_cards() {
    // The orange series holds Services, an Agency and Entertainment, and all are upgradeable.
    let owned = ["b25", "b26", "b27", "b28"];
    let position = json!({"turn": {"step": "trade", "landed": "b26"}, "players": [{"at": 34, "owned": owned}]});
    let mut table = table(2, position);
    table.play("invest 1", &[]);
    assert_eq!(table.level("b26"), 1);
    // The Employment Agency belongs to a series whose rule is `count`.
    let position = json!({"turn": {"step": "trade", "landed": "b15"}, "players": [{"at": 19, "owned": ["b15", "b45"]}]});
    assert_eq!(crate::common::table(2, position).refused("invest 1"), "INV-INVEST-5");
}

#[test]
fn inv_term_6_levels_are_0_to_3_and_m() {
    for (level, fee) in [(json!(1), 30_000), (json!(2), 80_000), (json!(3), 160_000), (json!("M"), 280_000)] {
        let table = table(2, json!({"players": [{"owned": ["b08"]}], "levels": {"b08": level}}));
        assert_eq!(table.view()["businesses"][7]["fee"], fee);
    }
    assert_eq!(table(2, json!({"players": [{"owned": ["b08"]}]})).view()["businesses"][7]["fee"], 10_000);
}

#[test]
fn inv_term_7_the_current_price_follows_the_global_economy_card() {
    // Privatisation: half the price; what the bank pays stays.
    let position = json!({"global": {"card": "g09", "drawer": 1}, "players": [{"at": 94, "cash": 150_000}]});
    let mut table = table(2, position);
    table.play("roll", &[1, 2]);
    table.plays(&["buy", "sell b71"]);
    assert_eq!(table.cash('A'), 150_000, "bought for 150,000, sold for 150,000");
    assert_eq!(table.view()["businesses"][70]["price"], 150_000);
}

#[test]
fn inv_term_8_parts_are_rounded_up_at_each_step() {
    // Recession halves the fee of 15,000 to 7,500: 10,000. A kept Loss card doubles that.
    let position = json!({
        "global": {"card": "g07", "drawer": 1},
        "turn": {"at_work": ["l41"]},
        "players": [{"at": 3, "kept": ["l41"]}, {"owned": ["b05"]}],
    });
    let mut table = table(2, position);
    table.play("roll", &[1, 2]);
    table.play("pay", &[]);
    assert_eq!(table.purses(), [2_980_000, 3_020_000]);
}
