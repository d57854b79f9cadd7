//! The settings of a table and its presets. (INV-OPT)

use crate::common::{InvestmentsTable, l, options, p, refused_settings, start, with};
use investments::Investments;
use kernel::{Game, Kind};
use serde_json::{Value, json};

#[test]
fn inv_opt_1_settings_hold_for_the_whole_game() {
    let chosen = options(json!({"players": 2, "tax_mode": "reroll"}));
    let mut table = with(json!({"players": 2, "tax_mode": "reroll"}), json!({}));
    table.play("roll", &[1, 2]);
    table.plays(&["no", "end"]);
    assert_eq!(table.rules.options, chosen);
    assert!(!table.actions().iter().any(|action| action.contains("set")));
}

/// The key of each setting, its default and its clause.
#[test]
fn inv_opt_2_the_settings_are_exactly_those_of_the_table() {
    let settings = Investments::settings();
    let mut expected = vec![
        ("players", json!(4)),
        ("start_mode", json!("start_tile")),
        ("order_mode", json!("seats")),
        ("piece_mode", json!("individual")),
        ("shortcut_mode", json!("cards")),
        ("global_mode", json!("standard")),
        ("fortune_mode", json!("standard")),
        ("tax_mode", json!("standard")),
        ("end_extra", json!("none")),
        ("limit_rounds", json!("none")),
        ("limit_minutes", json!("none")),
        ("bank_money", json!("unlimited")),
        ("token_supply", json!("box")),
        ("repeat_die", json!("low_high")),
        ("tax_stay", json!("miss_turn")),
        ("forced_tie", json!("literal")),
        ("offence_limit", json!(2)),
        ("bank_cards_per_turn", json!(1)),
        ("loan_in_trade_step", json!("debts_only")),
        ("invest_on_purchase", json!("no")),
        ("global_first_token", json!("next_slot")),
        ("wealth_ties", json!("all")),
        ("single_fee", json!("each")),
    ];
    let places: Vec<String> = (1..=16).map(|seat| format!("place_{seat}")).collect();
    expected.extend(places.iter().map(|place| (place.as_str(), json!("none"))));
    for (key, default) in &expected {
        let setting = kernel::settings::find(&settings, key).unwrap_or_else(|_| panic!("{key} is a setting"));
        assert_eq!(setting.default_value(), *default, "{key}");
        assert!(setting.clause.starts_with("INV-"), "{key}");
    }
    assert_eq!(settings.len(), expected.len());
}

#[test]
fn inv_opt_3_each_topic_has_one_value() {
    for (key, value) in [
        ("start_mode", json!(["lottery", "start_tile"])),
        ("global_mode", json!("casino|passing")),
        ("fortune_mode", json!("none")),
        ("end_extra", json!("own_45 four_groups")),
    ] {
        let _: kernel::Refusal = refused_settings(json!({ key: value }));
    }
}

#[test]
fn inv_opt_4_only_the_two_flat_modes_combine() {
    let settings = Investments::settings();
    let setting = kernel::settings::find(&settings, "fortune_mode").unwrap();
    let Kind::Choice { values } = setting.kind else { panic!("a choice") };
    let values: Vec<&str> = values.iter().map(|(value, _)| *value).collect();
    assert_eq!(values, ["standard", "profit_flat", "loss_flat", "both_flat", "hidden", "die", "only_loss"]);
    let mut table = with(json!({"players": 2, "fortune_mode": "both_flat"}), json!({"players": [{"at": 97}, {"at": 4}]}));
    table.play("roll", &[2, 3]);
    assert_eq!(table.cash('A'), 3_350_000, "300,000 of the lap and 50,000 for Profit");
    table.play("end", &[]);
    table.play("roll", &[2, 3]);
    table.play("pay", &[]);
    assert_eq!(table.cash('B'), 2_950_000);
}

#[test]
fn inv_opt_5_contradictions_are_refused() {
    for (settings, clause) in [
        (json!({"piece_mode": "single", "start_mode": "lottery"}), "INV-SINGLE-2"),
        (json!({"piece_mode": "single", "start_mode": "lottery_series"}), "INV-SINGLE-2"),
        (json!({"piece_mode": "single", "fortune_mode": "hidden"}), "INV-OPT-5"),
        (json!({"players": 1, "fortune_mode": "hidden"}), "INV-OPT-5"),
        (json!({"order_mode": "agreed", "place_1": 2, "place_2": 2}), "INV-OPT-5"),
        (json!({"order_mode": "agreed", "place_1": 5}), "INV-OPT-5"),
    ] {
        assert_eq!(refused_settings(settings.clone()).clause, clause, "{settings}");
    }
    // What no table of the standard pack can run into: fewer series than players, and too little money in the box.
    let pack = Investments::pack(&Investments::files()).unwrap();
    let mut poor = (*pack).clone();
    poor.numbers.money_in_box = kernel::Money::new(15_000_000);
    let refused = Investments::rules(&poor.into(), &options(json!({"players": 16, "bank_money": "box"}))).err().unwrap();
    assert_eq!(refused.clause, "INV-OPT-5");
    let mut one = (*pack).clone();
    let only = one.lottery[0].business;
    one.lottery.iter_mut().for_each(|row| row.business = only);
    let refused = Investments::rules(&one.into(), &options(json!({"players": 2, "start_mode": "lottery_series"}))).err().unwrap();
    assert_eq!(refused.clause, "INV-OPT-5");
}

#[test]
fn inv_opt_6_some_cards_are_out_of_the_game() {
    // No Shortcut cards to give: neither by a Profit card nor by the lottery.
    let mut table = with(json!({"players": 2, "shortcut_mode": "path"}), json!({"players": [{"at": 97}]}));
    table.play("roll", &[2, 3, p(35)]);
    assert_eq!((table.hand('A').as_str(), table.step().as_str()), ("", "trade"));
    let table = start(json!({"players": 2, "shortcut_mode": "path", "start_mode": "lottery"}), &[2, 2, 1, 1]);
    assert_eq!((table.owned('A').as_str(), table.hand('A').as_str()), ("b14", ""));
    // No Global Economy cards where their tiles are Casino tiles.
    assert_eq!(start(json!({"players": 2, "global_mode": "casino"}), &[]).view()["bank"]["piles"][3], 0);
    // No Profit cards: Profit draws a Loss card.
    let mut table = with(json!({"players": 2, "fortune_mode": "only_loss"}), json!({"players": [{"at": 97}]}));
    table.play("roll", &[2, 3, l(1)]);
    assert_eq!(table.last("card_drawn")["fortune"], "loss");
    // No Tax Office cards: the office is ignored.
    let mut table = with(json!({"players": 2, "tax_mode": "reroll"}), json!({"players": [{"at": 70}]}));
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    assert_eq!((table.cash('A'), &table.player('A')["tax_card"]), (3_000_000, &json!(false)));
}

/// Covers INV-OPT-8.
#[test]
fn inv_opt_7_presets_are_named_sets_of_settings() {
    let presets = Investments::presets();
    assert_eq!(presets.iter().map(|preset| preset.name).collect::<Vec<_>>(), ["standard", "quick", "first"]);
    assert_eq!(presets[0].settings, []);
    let quick: serde_json::Map<String, Value> =
        presets[1].settings.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
    assert_eq!(
        Value::Object(quick),
        json!({"limit_rounds": "30", "start_mode": "lottery_series", "invest_on_purchase": "yes", "tax_stay": "fees_only"})
    );
    // Without a choice the settings are those of the rulebook's game.
    assert_eq!(options(json!({})), investments::Options::default());
}
