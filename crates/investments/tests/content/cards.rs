//! INV-DATA: the four decks.

use crate::{Draft, refuses, standard};
use investments::{Effect, Fortune, Global, Investments, InvestmentsRules, Shortcut, TileKind, Way};
use kernel::{Money, Notation};
use proof::TestTable;
use serde_json::json;
use std::{collections::BTreeSet, sync::Arc};

#[test]
fn inv_data_6_profit_and_loss_cards() {
    let pack = standard();
    assert_eq!(pack.fortunes.each_ref().map(Vec::len), [42, 42]);
    let [profit, loss] = &pack.fortunes;
    assert_eq!(profit[0].effects, [Effect::ReceiveBank(Money::new(50_000))]);
    assert_eq!(profit[0].name, "A supplier refunds an overpaid bill");
    assert_eq!(profit[9].effects, [Effect::ReceiveBank(Money::new(20_000)), Effect::GainShortcut(1)]);
    assert_eq!(loss[33].effects, [Effect::AllMoveKind(TileKind::Tax)]);
    let kept = |fortune: Fortune| {
        let cards = &pack.fortunes[fortune.index()];
        cards.iter().filter(|card| card.text.starts_with("Keep - ")).map(|card| card.effects[0]).collect::<Vec<_>>()
    };
    assert_eq!(kept(Fortune::Profit).len(), 4);
    assert!(kept(Fortune::Profit).iter().all(|effect| matches!(effect, Effect::Keep(_))));
    assert_eq!(kept(Fortune::Loss).len(), 4);
    assert!(kept(Fortune::Loss).iter().all(|effect| matches!(effect, Effect::KeepMust(_))));
}

#[test]
fn inv_data_7_shortcut_cards() {
    let pack = standard();
    assert_eq!(pack.shortcuts.len(), 22);
    assert_eq!((pack.shortcuts[2].effect, pack.shortcuts[2].price), (Shortcut::Add(5), Money::new(20_000)));
    assert_eq!(pack.shortcuts[13].effect, Shortcut::ToKind(TileKind::Profit, Way::Back));
    refuses("shortcut.csv", "k01", "price", "12000", "INV-DATA-14");
    Draft::standard().set("shortcut.csv", "k01", "effect", "teleport").refused("shortcut.csv", "k01", "INV-FX-2");
}

#[test]
fn inv_data_8_global_economy_cards() {
    let pack = standard();
    assert_eq!(pack.globals.len(), 29);
    assert!(pack.globals.iter().all(|card| (2..=4).contains(&card.rounds)));
    assert_eq!(pack.globals[2].effects, [Global::FreeTrade]);
    assert_eq!(
        (pack.globals[13].rounds, pack.globals[13].effects.as_slice()),
        (4, &[Global::SubsidySet(Money::new(150_000))][..])
    );
    refuses("global.csv", "g04", "name", "", "INV-DATA-23");
}

/// What a card says and what it does name the same amounts.
#[test]
fn inv_data_6_texts_name_the_amounts_of_their_effects() {
    let mut draft = Draft::standard();
    for file in ["profit.csv", "loss.csv", "global.csv", "lottery.csv"] {
        let rows = draft.rows(file).clone();
        let column = |name: &str| rows[0].iter().position(|column| column == name);
        let (effect, text) = (column("effect").or(column("condition")).unwrap(), column("text").unwrap());
        for row in &rows[1..] {
            let numbers =
                row[effect].split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse::<i32>().ok());
            for amount in numbers.filter(|number| *number >= 5000) {
                let words = Money::new(amount).to_string();
                assert!(row[text].contains(&words), "{file}: {words} is in the text of {row:?}");
            }
        }
    }
}

#[test]
fn inv_data_16_there_are_42_42_22_and_29_cards() {
    for file in ["profit.csv", "loss.csv", "shortcut.csv", "global.csv"] {
        let mut draft = Draft::standard();
        draft.rows(file).pop();
        draft.refused(file, "", "INV-DATA-16");
        let mut draft = Draft::standard();
        let row = draft.rows(file)[1].clone();
        draft.rows(file).push(row);
        draft.refused(file, "", "INV-DATA-16");
    }
}

#[test]
fn inv_data_16_ids_are_different() {
    let pack = standard();
    let fortunes = pack.fortunes.iter().flatten().map(|card| &card.id);
    let ids: BTreeSet<&String> =
        fortunes.chain(pack.shortcuts.iter().map(|card| &card.id)).chain(pack.globals.iter().map(|card| &card.id)).collect();
    assert_eq!(ids.len(), 42 + 42 + 22 + 29);
    // Within a deck, and between decks.
    for (file, id, other) in [("profit.csv", "p02", "p01"), ("loss.csv", "l01", "p01"), ("global.csv", "g01", "k22")] {
        refuses(file, id, "id", other, "INV-DATA-16");
    }
    refuses("profit.csv", "p02", "id", "card two", "INV-DATA-16");
    refuses("profit.csv", "p02", "id", "", "INV-DATA-16");
}

#[test]
fn inv_data_16_only_terms_of_the_vocabulary() {
    refuses("profit.csv", "p01", "effect", "receive_bonus(50000)", "INV-FX-2");
    refuses("loss.csv", "l01", "effect", "receive_bank(50000); lose", "INV-FX-2");
    refuses("shortcut.csv", "k01", "effect", "receive_bank(50000)", "INV-FX-2");
    refuses("global.csv", "g07", "effect", "receive_bank(50000)", "INV-FX-2");
}

#[test]
fn inv_data_16_types_kinds_and_ids_exist() {
    refuses("profit.csv", "p34", "effect", "move_type(Farming)", "INV-DATA-16");
    refuses("profit.csv", "p28", "effect", "move_kind(market)", "INV-DATA-16");
    refuses("profit.csv", "p33", "effect", "move_business(b72)", "INV-DATA-16");
    refuses("profit.csv", "p18", "effect", "receive_per(type:Farming,10000)", "INV-DATA-16");
    refuses("global.csv", "g07", "effect", "fee_none(Trade|Farming)", "INV-DATA-16");
    refuses("shortcut.csv", "k18", "effect", "to_kind(market,forward)", "INV-DATA-16");
}

#[test]
fn inv_data_16_rounds_are_1_to_20() {
    for rounds in ["0", "21", "-3", "1000000"] {
        refuses("global.csv", "g07", "rounds", rounds, "INV-DATA-16");
    }
    assert_eq!(Draft::standard().set("global.csv", "g07", "rounds", "20").pack().globals[6].rounds, 20);
}

/// Covers INV-GLOB-16.
#[test]
fn inv_data_16_the_three_named_cards() {
    for id in ["g01", "g02", "g03"] {
        Draft::standard().set("global.csv", id, "name", "Another").refused("global.csv", "", "INV-GLOB-16");
    }
    Draft::standard().set("global.csv", "g04", "name", "Complaint").refused("global.csv", "", "INV-GLOB-16");
    for (id, effect) in [
        ("g01", "fee_mult(Industry,3/2)"),
        ("g01", "owner_bonus(Industry,5000)"),
        ("g01", "owner_bonus(Industry,10000); fee_mult(Industry,3/2)"),
        ("g01", "owner_bonus(Industry,5000); fee_mult(Industry,1/2)"),
        ("g01", "owner_bonus(Trade,5000); fee_mult(Industry,3/2)"),
        ("g02", "fee_reverse(Entertainment)"),
        ("g02", "fee_none(Entertainment|Agency)"),
        ("g03", "trade_ban"),
    ] {
        refuses("global.csv", id, "effect", effect, "INV-GLOB-16");
    }
    // How much higher fees are is the pack's.
    Draft::standard().set("global.csv", "g01", "effect", "owner_bonus(Industry,5000); fee_mult(Industry,2/1)").pack();
}

#[test]
fn inv_data_16_insurance_is_the_insurance_series_and_in_no_effect() {
    let pack = standard();
    let insured: Vec<&str> =
        pack.deeds.iter().filter(|deed| deed.kind == pack.insurance).map(|deed| deed.name.as_str()).collect();
    assert_eq!(insured, ["Life Insurance", "Property Insurance"]);
    refuses("businesses.csv", "b29", "type", "Services", "INV-DATA-16");
    refuses("businesses.csv", "b28", "type", "Insurance", "INV-DATA-16");
    Draft::standard().set("businesses.csv", "b29", "type", "Safety").set("businesses.csv", "b57", "type", "Safety").refused(
        "businesses.csv",
        "",
        "INV-DATA-16",
    );
    Draft::standard().set("series.csv", "s20", "name", "Safety").refused("businesses.csv", "b29", "INV-DATA-16");
    refuses("profit.csv", "p34", "effect", "move_type(Insurance)", "INV-DATA-16");
    refuses("loss.csv", "l18", "effect", "pay_per(type:Insurance,5000)", "INV-DATA-16");
    refuses("global.csv", "g07", "effect", "fee_none(Trade|Insurance)", "INV-DATA-16");
    refuses("global.csv", "g23", "effect", "owner_bonus(Insurance,5000)", "INV-DATA-16");
}

/// A deck in which every card does this.
fn all_do(file: &str, effect: &str) -> Draft {
    let mut draft = Draft::standard();
    draft.rows(file)[1..].iter_mut().for_each(|row| effect.clone_into(&mut row[2]));
    draft
}

#[test]
fn inv_data_17_some_card_applies_to_any_number_and_moves_nobody() {
    let pack = standard();
    let ends = |effects: &[Effect]| matches!(effects, [Effect::ReceiveBank(_) | Effect::PayBank(_)]);
    assert!(pack.fortunes.iter().all(|cards| cards.iter().any(|card| ends(&card.effects))));
    let fine = [
        "receive_bank(5000)",
        "pay_bank(5000)",
        "receive_per(series,5000)",
        "pay_per(business,5000)",
        "receive_die(5000)",
        "pay_die(5000)",
        "pay_percent(5)",
        "all_receive(5000)",
        "all_pay(5000)",
        "gain_shortcut(1)",
        "pay_bank(5000); all_receive(5000)",
    ];
    let not = [
        "receive_each(5000)",
        "pay_each(5000)",
        "extreme_receive(most,5000)",
        "extreme_pay(most,5000)",
        "extreme_pay_me(most,5000)",
        "pay_extreme(least,5000)",
        "contest_receive(5000)",
        "contest_pay(5000)",
        "move_start",
        "move_kind(tax)",
        "move_type(Trade)",
        "move_business(b01)",
        "move_unowned",
        "move_choice(self)",
        "lose_shortcuts",
        "miss_turn(1)",
        "extra_turn",
        "free_investment",
        "lose_investment",
        "sell_business",
        "buy_any(1/2)",
        "receive_bank(5000); move_start",
        "receive_bank(5000); extra_turn",
    ];
    for file in ["profit.csv", "loss.csv"] {
        for effect in fine {
            all_do(file, effect).pack();
        }
        for effect in not {
            all_do(file, effect).refused(file, "", "INV-DATA-17");
        }
    }
    all_do("profit.csv", "keep(waive_fee)").refused("profit.csv", "", "INV-DATA-17");
    all_do("loss.csv", "keep_must(one_die)").refused("loss.csv", "", "INV-DATA-17");
}

#[test]
fn inv_data_23_a_term_that_moves_is_the_last() {
    let moves = [
        "move_start",
        "move_kind(tax)",
        "all_move_kind(tax)",
        "move_type(Trade)",
        "move_business(b01)",
        "move_unowned",
        "move_choice(self)",
        "move_choice(next)",
    ];
    for file in ["profit.csv", "loss.csv"] {
        let id = if file == "profit.csv" { "p01" } else { "l01" };
        for effect in moves {
            refuses(file, id, "effect", &format!("{effect}; pay_bank(5000)"), "INV-DATA-23");
            refuses(file, id, "effect", &format!("{effect}; {effect}"), "INV-DATA-23");
            Draft::standard().set(file, id, "effect", &format!("pay_bank(5000); {effect}")).pack();
        }
    }
}

#[test]
fn inv_data_23_kept_cards_stand_alone() {
    refuses("profit.csv", "p39", "effect", "keep(waive_fee); receive_bank(5000)", "INV-DATA-23");
    refuses("profit.csv", "p39", "effect", "receive_bank(5000); keep(waive_fee)", "INV-DATA-23");
    refuses("loss.csv", "l39", "effect", "pay_bank(5000); keep_must(one_die)", "INV-DATA-23");
    // A kept Loss card must be used, a kept Profit card can be.
    refuses("profit.csv", "p39", "effect", "keep_must(one_die)", "INV-KEEP-3");
    refuses("loss.csv", "l39", "effect", "keep(waive_fee)", "INV-KEEP-3");
}

#[test]
fn inv_data_23_at_most_four_cards_of_a_pile_move_everybody() {
    let with = |count: usize| {
        let mut draft = Draft::standard();
        draft.rows("profit.csv")[1..=count].iter_mut().for_each(|row| "all_move_kind(tax)".clone_into(&mut row[2]));
        draft
    };
    with(4).pack();
    with(5).refused("profit.csv", "p05", "INV-DATA-23");
}

#[test]
fn inv_data_23_every_card_has_name_effect_and_text() {
    for (file, id) in [("profit.csv", "p05"), ("loss.csv", "l05"), ("shortcut.csv", "k05"), ("global.csv", "g05")] {
        for column in ["name", "effect", "text"] {
            for value in ["", " ", "two\nlines", "trailing ", &"x".repeat(301)] {
                refuses(file, id, column, value, "INV-DATA-23");
            }
        }
        refuses(file, id, "name", &"x".repeat(61), "INV-DATA-23");
        Draft::standard().set(file, id, "name", &"ü".repeat(60)).set(file, id, "text", &"ü".repeat(300)).pack();
    }
    refuses("cards.csv", "tax", "name", "", "INV-DATA-23");
    refuses("cards.csv", "tax", "text", "", "INV-DATA-23");
    for kind in ["profit", "loss", "shortcut", "bank,1", "casino,2", "global,3", "tax,1"] {
        refuses("tiles.csv", kind, "text", "", "INV-DATA-23");
    }
}

/// Eight cards that move everybody, a repeat die between them that owes Profit cards, and a lap with loans on top: all of it is pending
/// at a time, and nothing is forgotten. Covers INV-REPEAT-4, INV-CARD-6, INV-FORT-9.
#[test]
fn inv_data_23_however_cards_lead_to_cards_there_is_room_for_all() {
    let mut draft = Draft::standard();
    for number in 1..=4 {
        draft = draft.set("profit.csv", &format!("p0{number}"), "effect", "all_move_kind(global)");
        draft = draft.set("loss.csv", &format!("l0{number}"), "effect", "all_move_kind(global)");
    }
    // The pack has one such card of its own.
    draft = draft.set("loss.csv", "l34", "effect", "pay_bank(5000)");
    draft = draft.set("loss.csv", "l05", "effect", "move_kind(global)").set("loss.csv", "l06", "effect", "move_start");
    let options = proof::options::<Investments>(json!({"players": 5, "repeat_die": "literal"}));
    let rules = InvestmentsRules::new(&Arc::new(draft.pack()), &options).unwrap();
    let on_the_first = json!({"at": 48});
    let position = json!({
        "players": [on_the_first, on_the_first, on_the_first, on_the_first, {"at": 48, "owned": ["b22"]}],
        "loans": {"b22": 0},
        "global": {"card": "g07", "tokens": 5, "drawer": 2},
    });
    let state = rules.restore(&serde_json::from_value(position).unwrap()).unwrap();
    let mut table = TestTable::<Investments>::of(rules, state);
    let (p, l) = (|card: u32| card - 1, |card: u32| card - 1);
    table.play("roll", &[1, 1]);
    // A goes from tile to tile of the Global Economy, then B; each time a 2 is rolled.
    table.play("pick 1", &[2, l(1)]);
    table.play("follow", &[2, l(2)]);
    table.play("follow", &[2, l(3)]);
    table.play("follow", &[2, l(4)]);
    // C and D draw the Profit cards; E rolls a 2, is moved one tile on and rolls a 2 again.
    table.play("follow", &[4, p(1), 4, p(2), 4, p(3), 4, p(4), 2, l(5)]);
    table.play("follow", &[2, l(6)]);
    table.play("follow", &[]);
    let position = table.position();
    let pending: Vec<&str> =
        position["pending"].as_array().unwrap().iter().map(|frame| frame["what"].as_str().unwrap()).collect();
    assert_eq!(pending[12..], ["then_profit", "moving", "lap", "loans", "loan"]);
    assert_eq!(position["pending"][12]["more"], 1);
    assert_eq!(pending.iter().filter(|what| **what == "card").count(), 8);
    // E pays, stands on Start, and gets both Profit cards before anybody else moves.
    let before = table.events.len();
    table.play("pay", &[p(7), p(8), 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    let drawn = |event: &&serde_json::Value| event["event"] == "card_drawn" || event["event"] == "moved";
    let told: Vec<serde_json::Value> = table.since(before).iter().filter(drawn).take(3).cloned().collect();
    assert_eq!(
        told.iter().map(|event| event["event"].as_str().unwrap()).collect::<Vec<_>>(),
        ["card_drawn", "card_drawn", "moved"]
    );
    assert_eq!((&told[0]["seat"], &told[1]["seat"]), (&json!(5), &json!(5)));
}
