//! Selling to the bank. (INV-SELL)

use crate::common::{InvestmentsTable, Table, table};
use kernel::Consequence;
use serde_json::{Value, json};

/// A is in step 3 with these things, and these levels stand on the board.
#[track_caller]
fn trading(own: Value, more: Value) -> Table {
    table(2, crate::common::but(json!({"turn": {"step": "trade"}, "players": [own]}), more))
}

#[test]
fn inv_sell_1_the_bank_pays_the_list_mortgage_price() {
    let mut table = trading(json!({"owned": ["b22"]}), json!({}));
    table.play("sell b22", &[]);
    assert_eq!((table.cash('A'), table.owner("b22")), (3_040_000, None));
    assert_eq!(table.refused("sell b22"), "INV-SELL-1");
}

/// Covers INV-EX-18.
#[test]
fn inv_sell_2_upgrades_are_sold_first_at_half_their_list_price() {
    let mut table = trading(json!({"cash": 0, "owned": ["b71"]}), json!({"levels": {"b71": "M"}}));
    assert_eq!(table.refused("sell b71"), "INV-SELL-2");
    for (level, cash) in [(3, 300_000), (2, 450_000), (1, 600_000), (0, 750_000)] {
        table.play("strip b71", &[]);
        assert_eq!((table.level("b71"), table.cash('A')), (level, cash));
    }
    table.play("sell b71", &[]);
    assert_eq!(table.cash('A'), 900_000, "price + 4 × mortgage");
}

#[test]
fn inv_sell_3_half_the_monopoly_is_the_price_and_half_the_investment_the_mortgage() {
    let table = trading(json!({}), json!({}));
    for deed in table.rules.pack.deeds.iter().filter(|deed| deed.monopoly > kernel::Money::ZERO) {
        assert_eq!(
            (deed.monopoly.units() / 2, deed.investment.units() / 2),
            (deed.price.units(), deed.mortgage.units()),
            "{}",
            deed.name
        );
    }
}

#[test]
fn inv_sell_4_tokens_are_sold_one_at_a_time_without_the_business() {
    let mut table = trading(json!({"owned": ["b08"]}), json!({"levels": {"b08": 2}}));
    table.play("strip b08", &[]);
    assert_eq!((table.level("b08"), table.owner("b08"), table.cash('A')), (1, Some('A'), 3_020_000));
    table.play("strip b08", &[]);
    assert_eq!(table.refused("strip b08"), "INV-SELL-4");
}

/// Covers INV-SELL-5.
#[test]
fn inv_sell_6_declaring_is_doing_and_final() {
    let owned = json!({"owned": ["b01", "b02", "b03", "b08"], "shortcuts": ["k01"], "bank_cards": 1});
    let mut table = trading(owned, json!({"levels": {"b08": 1}}));
    for sale in ["sell b01", "strip b08", "sell shortcut-1", "sell bankcard"] {
        assert_eq!(table.play(sale, &[]), Consequence::Sealed, "{sale}");
    }
    assert_eq!(table.play("offer 1>2 b02, 2>1 20000", &[]), Consequence::Sealed);
    assert_eq!(table.play("accept 1", &[]), Consequence::Sealed);
    assert_eq!(table.play("auction b03 for 20000", &[]), Consequence::Sealed);
    table.does('B', "yes", &[]);
    assert_eq!(table.play("bid 20000", &[]), Consequence::Sealed);
    assert_eq!(table.owner("b03"), Some('B'));
}

#[test]
fn inv_sell_7_freely_in_step_3_and_otherwise_only_when_short_of_money() {
    let position = json!({"players": [{"at": 7, "owned": ["b22"]}, {"owned": ["b08", "b01"]}]});
    let mut table = table(2, position.clone());
    assert_eq!(table.refused("sell b22"), "INV-TURN-1", "before the roll");
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("sell b22"), "INV-DEBT-1", "in step 2 with enough cash");
    table.play("pay", &[]);
    assert_eq!(table.refused_to('B', "sell b01"), "INV-ORDER-3", "out of turn");
    table.play("sell b22", &[]);
    // With Global Market anybody may, whenever the active player is about to roll or trades.
    let mut table = crate::common::table(2, crate::common::but(position, json!({"global": {"card": "g03", "drawer": 1}})));
    table.does('B', "sell b01", &[]);
    assert_eq!((table.owner("b01"), table.cash('B')), (None, 3_010_000));
}

#[test]
fn inv_sell_8_a_shortcut_card_is_sold_at_the_price_written_on_it() {
    let mut table = trading(json!({"shortcuts": ["k01", "k20"]}), json!({}));
    table.play("sell shortcut-2", &[]);
    assert_eq!((table.cash('A'), table.hand('A').as_str()), (3_030_000, "k01"));
    assert_eq!(table.position()["under"]["shortcut"], json!(["k20"]), "under its pile");
    assert_eq!(table.last("shortcut_sold")["card"], "k20", "seen by all");
    assert_eq!(table.refused("sell shortcut-2"), "INV-SELL-8");
}

#[test]
fn inv_sell_9_global_economy_cards_never_change_selling_values() {
    // Privatisation, Speculation Bubble, Cheap Construction, Dear Steel.
    for card in ["g09", "g10", "g11", "g12"] {
        let more = json!({"levels": {"b08": 1}, "global": {"card": card, "drawer": 2}});
        let mut table = trading(json!({"owned": ["b08"], "cash": 0}), more);
        table.plays(&["strip b08", "sell b08"]);
        assert_eq!(table.cash('A'), 40_000);
    }
}

/// Covers INV-EDGE-3.
#[test]
fn inv_sell_10_missing_small_tokens_count_as_sold_at_once() {
    // 74 of the 75 small tokens stand on businesses of B.
    let many: Vec<String> =
        (1..=30).filter(|number| ![10, 15, 23, 24, 29].contains(number)).map(|number| format!("b{number:02}")).collect();
    let mut levels: serde_json::Map<String, Value> = many.iter().map(|one| (one.clone(), json!(3))).collect();
    levels.insert("b01".into(), json!(2));
    levels.insert("b71".into(), json!("M"));
    let position =
        json!({"turn": {"step": "trade"}, "players": [{"cash": 0, "owned": ["b71"]}, {"owned": many}], "levels": levels});
    let mut table = table(2, position);
    assert_eq!(table.view()["bank"]["investments"], 1);
    table.play("strip b71", &[]);
    assert_eq!((table.cash('A'), table.level("b71")), (300_000 + 2 * 150_000, 1));
    assert_eq!(table.view()["bank"]["investments"], 0);
}

#[test]
fn inv_sell_11_of_a_mortgaged_business_the_loan_is_deducted() {
    let mut table = trading(json!({"owned": ["b22"]}), json!({"loans": {"b22": 1}}));
    table.play("sell b22", &[]);
    assert_eq!((table.cash('A'), table.owner("b22"), table.loan("b22")), (3_000_000, None, None));
}

#[test]
fn inv_sell_12_a_business_sold_to_the_bank_can_be_bought_again() {
    let mut table = table(2, json!({"turn": {"step": "trade"}, "players": [{"owned": ["b02"]}]}));
    table.plays(&["sell b02", "end"]);
    table.play("roll", &[1, 2]);
    table.play("buy", &[]);
    assert_eq!(table.owner("b02"), Some('B'));
}
