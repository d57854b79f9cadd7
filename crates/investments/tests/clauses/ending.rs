//! The end of the game, wealth, and the solo game. (INV-END, INV-WEALTH, INV-SOLO)

use crate::drawing::*;
use serde_json::{Value, json};

/// Whoever is last in turn order is in step 3, and a table round ends with their turn.
fn last_slot(settings: Value, players: Value, round: u16) -> Table {
    let seats = settings["players"].as_u64().unwrap_or(4);
    with(settings, json!({"round": round, "turn": {"seat": seats, "step": "trade"}, "players": players}))
}

/// Covers INV-EDGE-56.
#[test]
fn inv_end_1_the_last_player_in_the_game_wins() {
    let mut table = with(json!({"players": 3}), json!({}));
    table.play("resign", &[]);
    assert!(!table.is_over());
    table.play("resign", &[]);
    assert_eq!((table.won(), table.places()), (Some(("C".into(), "INV-END-1")), vec![3, 2, 1]));
}

/// Covers INV-END-3.
#[test]
fn inv_end_4_all_must_agree_jailed_players_included() {
    let propose = || {
        let mut table =
            with(json!({}), json!({"turn": {"step": "trade"}, "players": [{"cash": 5000000}, {}, {"jail": 2}, {"out": 1}]}));
        table.play("propose end", &[]);
        table
    };
    let mut table = propose();
    assert_eq!(table.awaited(), "BC");
    table.answers(&[('C', "yes"), ('B', "no")]);
    assert_eq!((table.is_over(), table.refused("propose end")), (false, "INV-END-4"), "one proposal per slot");
    let mut table = propose();
    table.all_say("yes");
    assert_eq!((table.won(), table.places()), (Some(("A".into(), "INV-END-4")), vec![1, 2, 2, 4]), "wealth decides");
    assert_eq!(with(json!({}), json!({})).refused("propose end"), "INV-TURN-1", "not before step 3");
}

#[test]
fn inv_end_5_after_the_agreed_rounds_wealth_decides() {
    let settings = || json!({"players": 2, "limit_rounds": 3});
    let mut table = last_slot(settings(), json!([{}, {"cash": 4000000}]), 2);
    table.play("end", &[]);
    assert_eq!((table.is_over(), table.round()), (false, 3));
    let mut table = last_slot(settings(), json!([{}, {"cash": 4000000}]), 3);
    table.play("end", &[]);
    assert_eq!(table.won(), Some(("B".into(), "INV-END-5")));
}

/// Covers INV-EDGE-74.
#[test]
fn inv_end_6_the_clock_is_asked_at_the_end_of_each_round() {
    let settings = || json!({"players": 2, "limit_minutes": 60});
    let mut table = with(settings(), json!({"turn": {"step": "trade"}}));
    table.play("end", &[]);
    assert_eq!(table.active(), 'B', "not in the middle of a round");
    let mut table = last_slot(settings(), json!([]), 1);
    table.play("end", &[0]);
    assert_eq!((table.is_over(), table.round()), (false, 2));
    let mut table = last_slot(settings(), json!([{"cash": 4000000}]), 1);
    table.play("end", &[1]);
    assert_eq!(table.won(), Some(("A".into(), "INV-END-6")));
}

/// Covers INV-END-15, INV-END-16.
#[test]
fn inv_end_8_two_groups_of_monopolies_win_at_once() {
    let position = json!({
        "players": [{"owned": ["b29", "b57", "b24", "b50"]}, {"bank_cards": 5}],
        "levels": {"b29": 3, "b57": "M", "b24": "M", "b50": "M"},
    });
    let mut table = before(39, json!({"end_extra": "two_monopoly_groups"}), position.clone());
    table.roll(&[]);
    table.play("monopoly", &[]);
    assert_eq!(table.won(), Some(("A".into(), "INV-END-8")));
    let mut table = before(39, json!({}), position);
    table.roll(&[]);
    table.play("monopoly", &[]);
    assert!(!table.is_over(), "only if it was chosen");
}

fn businesses(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("b{number:02}")).collect()
}

/// Covers INV-END-12, INV-END-14, INV-END-16.
#[test]
fn inv_end_9_forty_five_businesses_win_in_the_middle_of_a_card() {
    let settings = || json!({"end_extra": "own_45"});
    let mut table = before(PROFIT, settings(), json!({"players": [{"owned": businesses(44)}]}));
    table.draws("p38", &[]);
    table.play("take b71", &[]);
    assert_eq!((table.won(), table.bottom("profit")), (Some(("A".into(), "INV-END-9")), "p38".into()));
    // The other ends stay.
    let mut table = with(settings(), json!({"turn": {"step": "trade"}, "players": [{}, {"bank_cards": 14}]}));
    table.play("bankcard", &[]);
    assert_eq!(table.won(), Some(("B".into(), "INV-END-2")));
}

/// Covers INV-END-13, INV-EDGE-55.
#[test]
fn inv_end_10_four_groups_win_at_the_end_of_a_round() {
    let settings = || json!({"players": 2, "end_extra": "four_groups"});
    let four = ["b29", "b57", "b24", "b50", "b05", "b65", "b15", "b45"];
    let others = ["b16", "b17", "b18", "b30", "b31", "b32", "b33", "b34", "b35", "b51", "b52", "b53"];
    let mut table = with(settings(), json!({"turn": {"step": "trade"}, "players": [{"owned": four}]}));
    table.play("end", &[]);
    assert!(!table.is_over(), "not before the round is over");
    let end = |first: &[&str], second: &[&str]| {
        let mut table = last_slot(settings(), json!([{"owned": first}, {"owned": second}]), 1);
        table.play("end", &[]);
        table.won()
    };
    assert_eq!(end(&four, &others[..3]), Some(("A".into(), "INV-END-10")));
    assert_eq!(end(&four, &others), None, "both have four: the game goes on");
    let five = [&four[..], &["b58", "b59", "b60"]].concat();
    assert_eq!(end(&five, &others), Some(("A".into(), "INV-END-10")), "until one has five and more than anyone else");
    let also = [&others[..], &["b62", "b63", "b64"]].concat();
    assert_eq!(end(&five, &also), None);
}

#[test]
fn inv_end_17_every_game_ends_after_round_999() {
    let mut table = last_slot(json!({"players": 2}), json!([{"cash": 4000000}]), 999);
    table.play("end", &[]);
    assert_eq!(table.won(), Some(("A".into(), "INV-END-17")));
}

/// Covers INV-EX-66.
#[test]
fn inv_end_18_places() {
    let players = json!([
        {"bank_cards": 6}, {"bank_cards": 4}, {"bank_cards": 4, "owned": ["b01"]}, {"out": 2}, {"out": 1},
    ]);
    let position = json!({"turn": {"step": "trade"}, "players": players, "levels": {"b01": "M"}});
    let mut table = with(json!({"players": 5}), position);
    table.play("bankcard", &[]);
    assert_eq!(table.places(), [1, 3, 2, 4, 5]);
    let outcome = table.outcome().expect("it is over");
    let figures: Vec<i32> = table.seats().map(|seat| outcome.score(seat)).collect();
    assert_eq!(figures, [7, 4, 4, 0, 0], "the number of Bank cards");
}

#[test]
fn inv_end_19_one_player_is_left_before_the_last_could_go_out() {
    let mut table = before(LOSS, json!({"players": 2}), json!({"players": [{"cash": 0}, {"cash": 0}]}));
    table.follows("l26", &[]);
    table.play("pay", &[]);
    assert_eq!(table.won(), Some(("B".into(), "INV-END-1")), "A goes out first, and B pays nothing");
}

#[test]
fn inv_edge_49_the_limit_of_offences_is_reached_by_refusing_a_fee() {
    let mut table = before(10, json!({}), json!({"players": [{"offences": 1}, {"owned": ["b08"]}]}));
    table.roll(&[]);
    table.play("refuse", &[]);
    assert_eq!((table.written('A')["out"].clone(), table.net()[1], table.told("jailed").len()), (json!(1), 10_000, 0), "no fine");
}

#[test]
fn inv_edge_50_the_only_other_player_goes_out_by_refusing() {
    let position = json!({"players": [{"owned": ["b16", "b17"]}, {"owned": ["b18"], "offences": 1}]});
    let mut table = before(22, json!({"players": 2}), position);
    table.roll(&[]);
    table.plays(&["force", "refuse"]);
    assert_eq!(
        (table.won(), table.owner("b18")),
        (Some(("A".into(), "INV-END-1")), Some('A')),
        "the rest of the turn is dropped"
    );
}

#[test]
fn inv_edge_54_the_last_bank_card_comes_before_the_limit_of_rounds() {
    let mut table = last_slot(json!({"players": 2, "limit_rounds": 3}), json!([{"bank_cards": 14}]), 3);
    table.play("bankcard", &[]);
    assert_eq!(table.won(), Some(("A".into(), "INV-END-2")));
}

/// The estates of INV-EX-50.
fn estates() -> Value {
    let a = ["b29", "b57", "b01", "b02", "b03", "b06", "b07", "b08", "b11", "b12", "b13", "b16", "b17", "b19"];
    let b = ["b24", "b50", "b05", "b65", "b30", "b31", "b33", "b34", "b36", "b37", "b41", "b42"];
    let c = ["b58", "b59", "b60", "b46", "b47", "b48", "b51", "b52", "b54", "b55", "b62", "b63", "b66", "b67", "b69"];
    json!({
        "turn": {"step": "trade"}, "levels": {"b29": 3, "b24": 3, "b58": 1},
        "players": [
            {"bank_cards": 2, "owned": a, "cash": 900000}, {"bank_cards": 1, "owned": b, "cash": 400000}, {"owned": c, "cash": 700000},
        ],
    })
}

fn agreed(settings: Value, position: Value) -> (Option<(String, &'static str)>, Vec<i32>) {
    let mut table = with(settings, position);
    table.play("propose end", &[]);
    table.all_say("yes");
    let outcome = table.outcome().expect("it is over");
    (table.won(), table.seats().map(|seat| outcome.score(seat)).collect())
}

/// Covers INV-WEALTH-2, INV-WEALTH-3, INV-EX-50.
#[test]
fn inv_wealth_1_a_token_for_the_most_of_each() {
    let (won, tokens) = agreed(json!({"players": 3}), estates());
    assert_eq!((won, tokens), (Some(("A".into(), "INV-END-4")), vec![3, 2, 1]));
    let (won, tokens) = agreed(json!({"players": 3, "wealth_ties": "none"}), estates());
    assert_eq!((won, tokens), (Some(("A".into(), "INV-END-4")), vec![2, 1, 1]));
}

#[test]
fn inv_wealth_4_nobody_takes_a_token_for_nothing() {
    let (won, tokens) = agreed(json!({"players": 2}), json!({"turn": {"step": "trade"}}));
    assert_eq!((won.map(|won| won.0), tokens), (Some("AB".into()), vec![1, 1]), "money alone, and a shared victory");
    let (_, tokens) = agreed(json!({"players": 2, "wealth_ties": "none"}), json!({"turn": {"step": "trade"}}));
    assert_eq!(tokens, [0, 0]);
}

#[test]
fn inv_wealth_5_equal_tokens_are_compared_by_bank_cards_first() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"cash": 4000000}, {"bank_cards": 1}]});
    let (won, tokens) = agreed(json!({"players": 2}), position);
    assert_eq!((won.map(|won| won.0), tokens), (Some("B".into()), vec![1, 1]));
}

#[test]
fn inv_wealth_6_what_counts() {
    let players = json!([{"owned": ["b01", "b02", "b03", "b04", "b15", "b45"]}, {"out": 1}]);
    let table = with(json!({"players": 3}), json!({"players": players, "levels": {"b01": "M", "b02": 2}, "loans": {"b45": 1}}));
    let counts = table.rules.counts(&table.state, seat('A'));
    assert_eq!(
        counts,
        [0, 1, 2, 2, 6, 2_000_000],
        "a monopoly is not three investments; Agencies are a series; loans are not deducted"
    );
    assert!(table.rules.wealth(&table.state).iter().all(|holders| !holders.contains(seat('B'))), "only players in the game");
}

/// A table for one.
fn solo(position: Value) -> Table {
    with(json!({"players": 1}), position)
}

/// Who won, the place and the figure.
fn ended(table: &Table) -> (usize, Vec<u8>, i32, &'static str) {
    let outcome = table.outcome().expect("it is over");
    (outcome.winners().len(), table.places(), outcome.score(seat('A')), outcome.clause)
}

#[test]
fn inv_solo_1_one_player_has_6_000_000() {
    assert_eq!(start(json!({"players": 1}), &[]).cash('A'), 6_000_000);
}

#[test]
fn inv_solo_2_rules_that_need_another_do_nothing() {
    let draws = |tile: u8, id: &str, then: &[&str]| {
        let mut table = before(tile, json!({"players": 1}), json!({}));
        if tile == PROFIT {
            table.draws(id, &[])
        } else {
            table.follows(id, &[])
        }
        table.plays(then);
        table.net()[0]
    };
    assert_eq!((draws(PROFIT, "p11", &[]), draws(LOSS, "l11", &[]), draws(PROFIT, "p25", &[])), (0, 0, 0));
    assert_eq!((draws(PROFIT, "p23", &[]), draws(PROFIT, "p24", &[]), draws(LOSS, "l24", &[])), (100_000, 100_000, -100_000));
    assert_eq!(draws(LOSS, "l32", &["name b71", "no"]), 0, "the player names the tile");
    let mut table = solo(json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}]}));
    assert_eq!(table.refused("auction b01 for 0"), "INV-AUCT-2");
}

/// Covers INV-SOLO-4, INV-EDGE-75.
#[test]
fn inv_solo_3_success_and_defeat() {
    let mut table = solo(json!({"round": 40, "turn": {"step": "trade"}, "players": [{"bank_cards": 14}]}));
    table.play("bankcard", &[]);
    assert_eq!(ended(&table), (1, vec![1], 40, "INV-END-2"), "the rounds taken");
    let limit = |settings: Value, luck: &[u32]| {
        let mut table = with(settings, json!({"round": 30, "turn": {"step": "trade"}, "players": [{"owned": ["b01"]}]}));
        table.play("end", luck);
        ended(&table)
    };
    assert_eq!(limit(json!({"players": 1, "limit_rounds": 30}), &[]), (1, vec![1], 2, "INV-END-5"), "businesses and money");
    assert_eq!(limit(json!({"players": 1, "limit_minutes": 30}), &[1]), (1, vec![1], 2, "INV-END-6"));
    let mut table = before(
        39,
        json!({"players": 1, "end_extra": "two_monopoly_groups"}),
        json!({
            "round": 12, "players": [{"owned": ["b29", "b57", "b24", "b50"]}], "levels": {"b29": 3, "b57": "M", "b24": "M", "b50": "M"},
        }),
    );
    table.roll(&[]);
    table.play("monopoly", &[]);
    assert_eq!(ended(&table), (1, vec![1], 12, "INV-END-8"));
    // Defeat is an outcome without a winner: the first place stays empty.
    let mut table = solo(json!({"round": 999, "turn": {"step": "trade"}}));
    table.play("end", &[]);
    assert_eq!(ended(&table), (0, vec![2], 1, "INV-END-17"));
    let mut table = solo(json!({"turn": {"step": "trade"}}));
    table.play("propose end", &[]);
    assert_eq!(ended(&table), (0, vec![2], 1, "INV-END-4"), "which asks nobody else");
    let mut table = solo(json!({}));
    table.play("resign", &[]);
    assert_eq!(ended(&table), (0, vec![2], 0, "INV-SOLO-3"));
}

#[test]
fn inv_ex_65_a_solo_game_is_lost() {
    let mut table = before(LOSS, json!({"players": 1}), json!({"players": [{"cash": 80000, "owned": ["b01"]}]}));
    table.follows("l02", &[]);
    assert_eq!(ended(&table), (0, vec![2], 0, "INV-SOLO-3"), "cash and worth in reserve are 90,000 together");
}

#[test]
fn inv_ex_68_the_preset_quick() {
    let quick =
        || json!({"limit_rounds": 30, "start_mode": "lottery_series", "invest_on_purchase": "yes", "tax_stay": "fees_only"});
    let presets = <investments::Investments as kernel::Game>::presets();
    let preset = presets.iter().find(|preset| preset.name == "quick").expect("a preset");
    let written = quick();
    for (key, value) in preset.settings {
        assert_eq!(written[*key].as_str().map_or(written[*key].to_string(), str::to_owned), *value);
    }
    assert_eq!(preset.settings.len(), 4);
    let table = start(quick(), &[2, 4, 1, 2, 1, 3, 3, 3]);
    assert_eq!((table.owned('A'), table.cash('A'), table.at_tile('A')), ("b46 b47 b48 b49".into(), 1_435_000, 64));
    let mut table = with(quick(), json!({"round": 30, "turn": {"seat": 4, "step": "trade"}, "players": [{"cash": 1600000}]}));
    table.play("end", &[]);
    assert_eq!(table.won(), Some(("A".into(), "INV-END-5")));
}
