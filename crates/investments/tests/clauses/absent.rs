//! What counts when a player does not answer. (INV-ABSENT)

use crate::common::{InvestmentsTable, Table, l, p, table, with};
use kernel::{Notation, Rules};
use serde_json::json;

/// What the player in turn does if they do not answer.
#[track_caller]
fn unanswered(table: &Table) -> String {
    table.rules.write(&table.rules.fallback(&table.state, table.seat()))
}

/// Nobody answers until this seat's turn is over.
#[track_caller]
fn left_alone(table: &mut Table) {
    let active = table.active();
    while table.active() == active && !table.is_over() {
        let action = unanswered(table);
        table.play(&action, &[]);
    }
}

#[test]
fn inv_absent_1_it_plays_on_pays_and_declines() {
    let mut table = table(2, json!({"players": [{"at": 7}, {"owned": ["b08"], "shortcuts": ["k01"]}]}));
    assert_eq!(unanswered(&table), "roll");
    table.play("roll", &[3, 3]);
    assert_eq!(unanswered(&table), "accept");
    table.play("pick 3", &[]);
    assert_eq!(unanswered(&table), "no", "no Shortcut card");
    table.play("no", &[]);
    assert_eq!(unanswered(&table), "pay");
    // Declines to buy, to bet, to take by force, to deal; follows a Loss card; sells to whoever forces.
    let mut table = crate::common::table(2, json!({}));
    table.play("roll", &[1, 2]);
    assert_eq!(unanswered(&table), "no");
    let mut table = crate::common::table(2, json!({"players": [{"at": 20}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(unanswered(&table), "no");
    let mut table = crate::common::table(2, json!({"players": [{"at": 4}]}));
    table.play("roll", &[2, 3, l(32)]);
    assert_eq!(unanswered(&table), "follow");
    table.play("follow", &[]);
    assert_eq!((table.awaited().as_str(), unanswered(&table).as_str()), ("B", "name b08"), "the next business ahead of 9");
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"], "cash": 500_000}, {"owned": ["b04"]}]);
    let mut table = crate::common::table(2, json!({ "players": players }));
    table.play("roll", &[1, 2]);
    assert_eq!(unanswered(&table), "pay");
    table.play("force", &[]);
    assert_eq!(unanswered(&table), "agree");
    table.play("agree", &[]);
    table.play("offer 1>2 b01", &[]);
    assert_eq!(unanswered(&table), "decline 1");
    table.play("decline 1", &[]);
    table.play("propose end", &[]);
    assert_eq!(unanswered(&table), "no");
    table.play("no", &[]);
    table.play("auction b02 for 0", &[]);
    assert_eq!(unanswered(&table), "no");
    table.play("yes", &[]);
    assert_eq!(unanswered(&table), "pass");
    table.play("pass", &[]);
    assert_eq!(unanswered(&table), "end");
    // Upgrades nothing, rolls not again at the Tax Office, stays on a way back.
    let position =
        json!({"turn": {"step": "trade", "landed": "b29"}, "players": [{"at": 39, "owned": ["b29", "b57"], "cash": 900_000}]});
    assert_eq!(unanswered(&crate::common::table(2, position)), "end");
    let mut table = with(json!({"players": 2, "tax_mode": "reroll"}), json!({"players": [{"at": 70}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(unanswered(&table), "no");
    let mut table = with(json!({"players": 2, "shortcut_mode": "path"}), json!({"players": [{"at": 33}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(unanswered(&table), "no");
    // The lowest deed for a card, none for a bargain.
    let mut table = crate::common::table(2, json!({"players": [{"at": 4, "owned": ["b22", "b30"]}]}));
    table.play("roll", &[2, 3, l(38)]);
    table.play("follow", &[]);
    assert_eq!(unanswered(&table), "choose b22");
    let mut table = crate::common::table(2, json!({"players": [{"at": 97}]}));
    table.play("roll", &[2, 3, p(38)]);
    assert_eq!(unanswered(&table), "no");
}

/// Loans in deed order, and the order in which money is raised.
#[test]
fn inv_absent_1_how_an_absent_player_raises_money() {
    let mut table = table(2, json!({"players": [{"at": 97, "cash": 0, "owned": ["b71", "b70"]}], "loans": {"b71": 2, "b70": 2}}));
    table.play("roll", &[1, 3]);
    assert_eq!(unanswered(&table), "settle b70");
    table.play("settle b70", &[]);
    assert_eq!(unanswered(&table), "pay");
    table.play("pay", &[]);
    assert_eq!(unanswered(&table), "letgo");
    let mut table =
        crate::common::table(2, json!({"players": [{"at": 97, "owned": ["b71", "b70"]}], "loans": {"b71": 2, "b70": 2}}));
    table.play("roll", &[1, 3]);
    assert_eq!(unanswered(&table), "payall");
    // Shortcut cards, the cheapest first; Bank cards; mortgages, the lowest first; investments; monopolies.
    let hand = json!([{"card": "k03", "ready": false}, {"card": "k01", "ready": false}]);
    let own = json!({"at": 94, "cash": 0, "owned": ["b22", "b01", "b05", "b69"], "shortcuts": hand, "bank_cards": 1});
    let position = json!({"players": [own, {"owned": ["b71"]}], "levels": {"b71": 3, "b05": 1, "b69": "M"}});
    let mut table = crate::common::table(2, position);
    table.play("roll", &[1, 2]);
    let mut raised = Vec::new();
    loop {
        let action = unanswered(&table);
        if ["pay", "bankrupt"].contains(&action.as_str()) {
            break;
        }
        table.play(&action, &[]);
        raised.push(action);
    }
    let expected = [
        "sell shortcut-2",
        "sell shortcut-1",
        "sell bankcard",
        "mortgage b01",
        "mortgage b22",
        "strip b05",
        "mortgage b05",
        "strip b69",
    ];
    assert_eq!(raised, expected);
    // Sales if loans are barred.
    let own = json!({"at": 7, "cash": 0, "owned": ["b22", "b01"]});
    let mut table =
        crate::common::table(2, json!({"players": [own, {"owned": ["b08"]}], "global": {"card": "g18", "drawer": 1}}));
    table.play("roll", &[1, 2]);
    assert_eq!(unanswered(&table), "sell b01");
}

/// Covers INV-EX-62, INV-EX-63, INV-EDGE-69.
#[test]
fn inv_absent_2_savings_become_bank_cards_and_come_back_for_a_debt() {
    let mut table = table(
        2,
        json!({"round": 30, "turn": {"step": "trade"}, "players": [{"cash": 1_040_000, "at": 57}, {"at": 76, "owned": ["b43"]}], "levels": {"b43": 1}}),
    );
    left_alone(&mut table);
    assert_eq!((table.cash('A'), &table.player('A')["bank_cards"], table.active()), (40_000, &json!(1), 'B'));
    table.play("roll", &[1, 2]);
    table.plays(&["no", "end"]);
    // In the next turn A owes a fee of 105,000 on the Advertising Agency.
    table.play("roll", &[1, 2]);
    left_alone(&mut table);
    assert_eq!((table.cash('A'), &table.player('A')["bank_cards"]), (935_000, &json!(0)), "no second card this turn");
    // Exactly 1,000,000 buys one; 995,000 does not.
    let saves = |round: u16, cash: i32| {
        crate::common::table(2, json!({"round": round, "turn": {"step": "trade"}, "players": [{"cash": cash}]}))
    };
    let mut table = saves(30, 1_000_000);
    assert_eq!(unanswered(&table), "bankcard");
    left_alone(&mut table);
    assert_eq!(table.cash('A'), 0);
    assert_eq!(unanswered(&saves(30, 995_000)), "end");
}

/// A player who is only slow is not made to spend a million.
#[test]
fn inv_absent_2_before_round_30_no_bank_card_is_bought() {
    for (round, step, cash, action) in [
        (1, "trade", 3_000_000, "end"),
        (29, "trade", 1_000_000, "end"),
        (30, "trade", 1_000_000, "bankcard"),
        (29, "bank_card", 2_000_000, "end"),
        (31, "bank_card", 2_000_000, "bankcard"),
    ] {
        let position = json!({"round": round, "turn": {"step": step}, "players": [{"cash": cash}]});
        let settings = json!({"players": 2, "bank_cards_per_turn": "any"});
        assert_eq!(unanswered(&with(settings, position)), action, "{round} {step} {cash}");
    }
    // One a turn. (INV-BCARD-3)
    let bought =
        json!({"round": 40, "turn": {"step": "bank_card", "bought": true}, "players": [{"cash": 2_000_000, "bank_cards": 1}]});
    assert_eq!(unanswered(&crate::common::table(2, bought)), "end");
}

#[test]
fn inv_absent_3_a_table_of_absent_players_ends_by_itself() {
    for (seed, settings) in [
        (1, json!({"players": 4})),
        (2, json!({"players": 2, "bank_money": "box"})),
        (3, json!({"players": 16, "bank_money": "box"})),
        (4, json!({"players": 3, "piece_mode": "single"})),
        (5, json!({"players": 3, "fortune_mode": "hidden", "global_mode": "passing"})),
    ] {
        let rules = crate::common::asked(settings.clone()).unwrap();
        let mut luck = kernel::Seeded::new(seed);
        let mut state = rules.start(&mut luck, &mut kernel::Silent);
        let mut decisions = 0;
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let action = rules.fallback(&state, seat);
            rules.apply(&mut state, seat, &action, &mut luck, &mut kernel::Silent).unwrap();
            decisions += 1;
            assert!(decisions < 200_000, "{settings}");
        }
        assert!(state.round < 600, "{settings} took {} rounds", state.round);
        assert!(rules.outcome(&state).is_some());
    }
}
