//! What is true after every action: a table that breaks it is refused by its clause, and games keep it. (INV-INVAR)

use crate::drawing::*;
use kernel::{Notation, Rules, Seeded, Silent, Viewer};
use serde_json::{Value, json};

fn broken(position: Value) -> &'static str {
    impossible(json!({}), position)
}

fn owner_of(ids: &[String]) -> Value {
    json!([{"owned": ids, "cash": 1500000}])
}

#[test]
fn inv_invar_1_the_money_of_all_is_that_of_the_box() {
    let rich = json!({"players": [{"cash": 16000000}, {"cash": 1000000}]});
    assert_eq!(impossible(json!({"players": 2, "bank_money": "box"}), rich.clone()), "INV-INVAR-1");
    let table = with(json!({"players": 2}), rich);
    assert_eq!(table.bank(), 16_775_000 - 17_000_000, "without a limit the bank may be below zero");
    let mut state = table.state;
    state.bank += kernel::Money::new(5_000);
    assert_eq!(table.rules.check(&state).unwrap_err().clause, "INV-INVAR-1");
}

#[test]
fn inv_invar_2_cash_is_never_negative_and_amounts_are_multiples_of_5_000() {
    assert_eq!(broken(json!({"players": [{"cash": -5000}]})), "INV-INVAR-2");
    assert_eq!(broken(json!({"players": [{"cash": 7500}]})), "INV-INVAR-2");
}

#[test]
fn inv_invar_3_each_deed_is_with_one_player_or_the_bank() {
    assert_eq!(broken(json!({"players": [{"owned": ["b01"]}, {"owned": ["b01"]}]})), "INV-INVAR-3");
    assert_eq!(broken(json!({"players": [{"owned": ["b01"], "out": 1}]})), "INV-INVAR-3", "in the game");
}

#[test]
fn inv_invar_4_a_business_of_the_bank_is_bare() {
    assert_eq!((broken(json!({"levels": {"b01": 1}})), broken(json!({"loans": {"b01": 0}}))), ("INV-INVAR-4", "INV-INVAR-4"));
}

#[test]
fn inv_invar_5_levels_and_tokens() {
    assert_eq!(broken(json!({"players": [{"owned": ["b10"]}], "levels": {"b10": 1}})), "INV-INVAR-5", "never for Entertainment");
    let ids: Vec<String> =
        (1..=71).filter(|number| ![10, 15, 23, 40, 45, 61].contains(number)).map(|number| format!("b{number:02}")).collect();
    let levels = |count: usize, level: Value| -> Value {
        ids.iter().take(count).map(|id| (id.clone(), level.clone())).collect::<serde_json::Map<_, _>>().into()
    };
    for (count, level) in [(26, json!("M")), (26, json!(3))] {
        let position = json!({"players": owner_of(&ids), "levels": levels(count, level)});
        assert_eq!(broken(position.clone()), "INV-INVAR-5", "75 small and 25 large tokens");
        with(json!({"token_supply": "unlimited"}), position);
    }
    with(json!({}), json!({"players": owner_of(&ids), "levels": levels(25, json!(3))}));
}

#[test]
fn inv_invar_6_a_mortgaged_business_has_level_0_and_0_to_2_laps() {
    let owned = json!([{"owned": ["b01"]}]);
    assert_eq!(broken(json!({"players": owned, "loans": {"b01": 3}})), "INV-INVAR-6");
    assert_eq!(broken(json!({"players": owned, "loans": {"b01": 1}, "levels": {"b01": 1}})), "INV-INVAR-6");
}

#[test]
fn inv_invar_7_every_card_is_in_one_place() {
    assert_eq!(broken(json!({"players": [{"shortcuts": ["k01"]}, {"shortcuts": ["k01"]}]})), "INV-INVAR-7");
    assert_eq!(broken(json!({"players": [{"kept": ["p39"]}], "under": {"profit": ["p39"]}})), "INV-INVAR-7");
    assert_eq!(broken(json!({"global": {"card": "g01", "drawer": 1}, "under": {"global": ["g01"]}})), "INV-INVAR-7");
    let hidden = json!({"players": [{"hidden": ["p01"]}, {"hidden": ["p01"]}]});
    assert_eq!(impossible(json!({"fortune_mode": "hidden"}), hidden), "INV-INVAR-7");
}

#[test]
fn inv_invar_8_hands_and_cards_of_the_bank() {
    assert_eq!(broken(json!({"players": [{"shortcuts": ["k01", "k02", "k03"]}]})), "INV-INVAR-8");
    assert_eq!(broken(json!({"players": [{"bank_cards": 16}]})), "INV-INVAR-8");
    let eight: Vec<Value> = (0..8).map(|_| json!({"tax_card": true})).collect();
    assert_eq!(impossible(json!({"players": 8}), json!({ "players": eight })), "INV-INVAR-8");
    assert_eq!(impossible(json!({"fortune_mode": "hidden"}), json!({"players": [{"hidden": ["p01", "p02"]}]})), "INV-INVAR-8");
}

#[test]
fn inv_invar_9_a_card_in_force_has_1_to_20_tokens() {
    for tokens in [0, 21] {
        assert_eq!(broken(json!({"global": {"card": "g01", "drawer": 1, "tokens": tokens}})), "INV-INVAR-9");
    }
    assert!(Table::try_at(options(json!({"global_mode": "casino"})), json!({"global": {"card": "g01", "drawer": 1}})).is_err());
}

#[test]
fn inv_invar_10_every_piece_is_on_a_tile() {
    assert_eq!(broken(json!({"players": [{"at": 100}]})), "INV-INVAR-10");
    assert_eq!(
        impossible(json!({"piece_mode": "single"}), json!({"players": [{"at": 5}, {"at": 6}]})),
        "INV-INVAR-10",
        "one in all"
    );
}

#[test]
fn inv_invar_11_jail_counts_0_to_3_and_changes_nothing() {
    assert_eq!(broken(json!({"players": [{}, {"jail": 4}]})), "INV-INVAR-11");
    let table = with(json!({}), json!({"players": [{}, {"jail": 2}]}));
    let mut after = table.state;
    after.players[1].cash += kernel::Money::new(5_000);
    assert_eq!(table.rules.check_step(&table.state, &after).unwrap_err().clause, "INV-INVAR-11");
}

#[test]
fn inv_invar_12_eliminated_players_own_nothing_and_are_never_asked() {
    assert_eq!(broken(json!({"players": [{}, {"out": 1, "cash": 5000}]})), "INV-INVAR-12");
    assert!(broken(json!({"turn": {"seat": 2}, "players": [{}, {"out": 1}]})).starts_with("INV-INVAR"));
    let mut table = with(json!({}), json!({"players": [{}, {"out": 1}]}));
    assert_eq!(table.refused_to('B', "roll"), "INV-INVAR-12");
}

#[test]
fn inv_invar_13_one_player_or_one_poll_is_awaited() {
    assert_eq!(broken(json!({"roll": {"dice": [1, 2]}, "pending": [{"what": "depart"}]})), "INV-INVAR-13");
    let mut table = before(7, json!({"piece_mode": "single"}), json!({}));
    table.roll(&[]);
    let turn = table.rules.turn(&table.state);
    assert_eq!((turn.awaited.len(), turn.free.len()), (4, 0));
    let market = with(json!({}), json!({"global": {"card": "g03", "drawer": 2}}));
    let turn = market.rules.turn(&market.state);
    assert_eq!((turn.awaited.len(), turn.free.is_empty()), (1, false), "others may be free to act, and nobody waits for them");
}

#[test]
fn inv_invar_14_no_debt_is_open_when_a_step_ends() {
    let debt = json!({"what": "debt", "seat": 1, "amount": 50000, "kind": "tax"});
    let position = json!({"turn": {"step": "trade"}, "players": [{"at": 73}], "pending": [{"what": "taxed", "seat": 1}, debt]});
    assert_eq!(broken(position), "INV-INVAR-14");
}

#[test]
fn inv_invar_15_steps_never_go_back() {
    let table = with(json!({}), json!({"turn": {"step": "trade"}}));
    let mut after = table.state;
    after.turn.step = investments::Step::Roll;
    assert_eq!(table.rules.check_step(&table.state, &after).unwrap_err().clause, "INV-INVAR-15");
}

#[test]
fn inv_invar_16_returned_laps_are_never_negative() {
    let position = json!({"players": [{"returned": -1}]});
    assert!(serde_json::from_value::<<investments::InvestmentsRules as Notation>::Position>(position).is_err());
}

#[test]
fn inv_invar_17_offences_are_below_the_limit() {
    assert_eq!(broken(json!({"players": [{"offences": 2}]})), "INV-INVAR-17");
    with(json!({"offence_limit": 3}), json!({"players": [{"offences": 2}]}));
}

#[test]
fn inv_invar_18_while_the_game_runs_there_is_a_bank_card_and_an_opponent() {
    assert_eq!(broken(json!({"players": [{"bank_cards": 15}]})), "INV-INVAR-18");
    assert_eq!(impossible(json!({"players": 2}), json!({"players": [{}, {"out": 1}]})), "INV-INVAR-18");
}

#[test]
fn inv_invar_19_the_same_seed_and_decisions_give_the_same_game() {
    let game = || {
        let table = Table::seeded(options(json!({"fortune_mode": "hidden", "limit_rounds": 3})), 7);
        let (rules, mut state) = (table.rules.clone(), table.state);
        let (mut luck, mut whim, mut buffer) = (Seeded::new(8), Seeded::new(9), Vec::new());
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let action = rules.any_action(&state, seat, &mut whim, &mut buffer).expect("something can be done");
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is listed is legal");
        }
        state
    };
    assert_eq!(game(), game());
}

#[test]
fn inv_invar_20_a_view_hides_what_is_hidden() {
    let table = with(json!({"fortune_mode": "hidden"}), json!({"players": [{}, {"shortcuts": ["k10"], "hidden": ["p42"]}]}));
    for viewer in viewers(4) {
        let view = table.seen_by(viewer).to_string();
        assert_eq!(view.contains("k10"), viewer == Viewer::Seat(seat('B')), "only its holder sees a Shortcut card");
        assert!(!view.contains("p42"), "nobody sees a hidden card");
    }
}

#[test]
fn inv_invar_21_at_most_three_offers_and_one_open() {
    assert_eq!(broken(json!({"players": [{"offers": 4}]})), "INV-INVAR-21");
    let asked_twice = json!({"asked": [2], "answered": [2], "answers": [{"seat": 2, "answer": "no"}]});
    let position = json!({"roll": {"dice": [3, 4]}, "players": [{}, {"shortcuts": ["k01"]}], "pending": [{"what": "depart"}, {"what": "window"}], "poll": asked_twice});
    assert_eq!(broken(position), "INV-INVAR-21");
}

#[test]
fn inv_invar_22_nothing_in_a_slot_is_repeated_without_end() {
    let trade = |players: Value| with(json!({}), json!({"turn": {"step": "trade"}, "players": players}));
    let mut table = trade(json!([{"offers": 3, "owned": ["b01"]}]));
    assert_eq!(table.refused("offer 1>2 b01, 2>1 5000"), "INV-TRADE-14");
    let position = json!({
        "turn": {"step": "trade", "landed": "b01"}, "players": [{"at": 1, "owned": ["b01", "b02", "b03", "b04"]}], "levels": {"b01": 1},
    });
    let mut table = with(json!({}), position);
    table.play("strip b01", &[]);
    assert_eq!(table.refused("invest 1"), "INV-INVEST-12");
    let settings = json!({"loan_in_trade_step": "allowed"});
    let mut table = with(settings, json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}], "loans": {"b01": 0}}));
    table.play("repay b01", &[]);
    assert_eq!(table.refused("mortgage b01"), "INV-LOAN-16");
    let mut table = with(json!({}), json!({"turn": {"step": "trade", "proposed": true}}));
    assert_eq!(table.refused("propose end"), "INV-END-4");
    let mut after = table.state;
    after.turn.proposed = false;
    assert_eq!(table.rules.check_step(&table.state, &after).unwrap_err().clause, "INV-INVAR-22");
}

#[test]
fn inv_invar_23_the_table_round_is_at_most_999_or_the_limit() {
    assert_eq!((broken(json!({"round": 1000})), broken(json!({"round": 0}))), ("INV-INVAR-23", "INV-INVAR-23"));
    assert_eq!(impossible(json!({"limit_rounds": 30}), json!({"round": 31})), "INV-INVAR-23");
}

/// Covers INV-INVAR-1 to INV-INVAR-18, INV-INVAR-21 to INV-INVAR-23.
#[test]
fn random_games_keep_every_invariant() {
    let tables = [
        json!({"limit_rounds": 12}),
        json!({"limit_rounds": 12, "fortune_mode": "hidden", "start_mode": "lottery_series", "tax_mode": "reroll"}),
        json!({"limit_rounds": 12, "piece_mode": "single", "global_mode": "opening_auto", "bank_money": "box"}),
        json!({"limit_rounds": 30, "players": 1, "global_mode": "passing", "shortcut_mode": "path"}),
        json!({"limit_rounds": 8, "players": 16, "repeat_die": "literal", "offence_limit": 3, "start_mode": "lottery_monopoly"}),
    ];
    for (number, settings) in (0..).zip(tables) {
        for game in 0..4 {
            let rules = proof::rules::<investments::Investments>(&options(settings.clone()));
            let (mut luck, mut whim, mut buffer) = (Seeded::nth(number, game), Seeded::nth(number + 100, game), Vec::new());
            let mut state = rules.start(&mut luck, &mut Silent);
            rules.check(&state).expect("a sound start");
            while let Some(seat) = rules.turn(&state).awaited.lowest() {
                let action = rules.any_action(&state, seat, &mut whim, &mut buffer).expect("something can be done");
                let before = state;
                rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is listed is legal");
                let sound = rules.check(&state).and_then(|()| rules.check_step(&before, &state));
                assert!(sound.is_ok(), "{settings}: {} of {seat}: {sound:?}", rules.write(&action));
            }
        }
    }
}
