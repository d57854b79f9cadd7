//! The steps of a turn, and questions to several players. (INV-TURN, INV-POLL)

use crate::common::{InvestmentsTable, l, p, seat, table, with};
use kernel::{Rules, Viewer};
use serde_json::json;

#[test]
fn inv_turn_1_the_steps_come_in_their_order() {
    let mut table = table(2, json!({"players": [{"at": 97, "owned": ["b71"]}]}));
    for (early, clause) in
        [("end", "INV-TURN-1"), ("sell b71", "INV-TURN-1"), ("bankcard", "INV-BCARD-2"), ("invest 1", "INV-TURN-1")]
    {
        assert_eq!(table.refused(early), clause, "{early}");
    }
    table.play("roll", &[1, 3]);
    // The tile comes before the trade.
    assert_eq!(table.refused("sell b71"), "INV-TURN-3");
    table.play("no", &[]);
    assert_eq!(table.refused("roll"), "INV-TURN-1");
    table.plays(&["sell b71", "end"]);
    assert_eq!(table.active(), 'B');
}

#[test]
fn inv_turn_2_a_shortcut_card_is_used_after_the_roll_in_the_same_step() {
    let mut table = table(2, json!({"players": [{"shortcuts": ["k01"]}]}));
    assert!(!table.actions().iter().any(|action| action.starts_with("play")));
    table.play("roll", &[1, 2]);
    assert_eq!((table.pending().as_str(), table.at_tile('A')), ("shortcut_window", 0));
    table.play("play 1", &[]);
    assert_eq!(table.at_tile('A'), 5, "3 and 2 more");
}

/// Covers INV-LAP-2, INV-LAP-4.
#[test]
fn inv_turn_3_first_subsidy_then_loans_then_the_tile() {
    let position = json!({"players": [{"at": 95, "owned": ["b22"], "kept": ["p39"]}, {"owned": ["b01"]}], "loans": {"b22": 0}});
    let mut table = table(2, position);
    table.play("roll", &[2, 4]);
    assert_eq!((table.pending().as_str(), table.cash('A')), ("loan", 3_300_000), "the piece passes every Bank tile");
    table.play("pay", &[]);
    assert_eq!(table.pending(), "debt");
    table.play("pay", &[]);
    let order = ["subsidised", "loan_paid", "kept_expired", "paid"];
    let kinds = table.kinds(0);
    let told: Vec<&str> = kinds.iter().map(String::as_str).filter(|kind| order.contains(kind)).collect();
    assert_eq!(told, order);
    assert_eq!(table.step(), "trade");
}

#[test]
fn inv_turn_4_step_3_is_for_trading() {
    let position = json!({
        "turn": {"step": "trade", "landed": "b29"},
        "players": [{"at": 39, "owned": ["b01", "b29", "b57", "b22"], "shortcuts": ["k01"], "bank_cards": 1}, {}],
        "loans": {"b22": 0},
    });
    let mut table = table(2, position);
    for action in
        ["sell b01", "sell shortcut-1", "sell bankcard", "repay b22", "invest 1", "auction b01 for 20000", "bankcard", "end"]
    {
        assert!(table.may(action), "{action}");
    }
    assert_eq!(table.refused("mortgage b01"), "INV-LOAN-2");
    table.does('A', "offer 1>2 b01, 2>1 60000", &[]);
    table.does('B', "accept 1", &[]);
    assert_eq!((table.owner("b01"), table.cash('A')), (Some('B'), 3_060_000));
}

/// Covers INV-TURN-6.
#[test]
fn inv_turn_5_step_4_is_a_bank_card_and_then_the_turn_passes() {
    let mut table = table(2, json!({"turn": {"step": "trade"}}));
    table.play("bankcard", &[]);
    assert_eq!((table.cash('A'), &table.player('A')["bank_cards"], table.active()), (2_000_000, &json!(1), 'B'));
    let mut table = crate::common::table(2, json!({"turn": {"step": "trade"}}));
    table.play("end", &[]);
    assert_eq!((table.active(), table.step().as_str()), ('B', "roll"));
}

#[test]
fn inv_turn_7_a_token_is_removed_at_the_very_end_of_its_drawers_slot() {
    let position = json!({"turn": {"step": "trade"}, "global": {"card": "g07", "tokens": 3, "drawer": 2}});
    let mut table = table(2, position);
    table.play("end", &[]);
    assert_eq!(table.view()["global"]["tokens"], 3, "the slot of another");
    table.play("roll", &[1, 2]);
    table.plays(&["no"]);
    assert_eq!(table.view()["global"]["tokens"], 3, "not before the end");
    table.play("end", &[]);
    assert_eq!(table.view()["global"]["tokens"], 2);
}

#[test]
fn inv_turn_8_before_the_roll_a_card_a_loan_and_bank_cards() {
    let position = json!({"players": [{"owned": ["b22"], "kept": ["p42"], "bank_cards": 1}], "loans": {"b22": 1}});
    let mut table = table(2, position);
    assert_eq!(table.listed("drive").len(), 6);
    table.plays(&["repay b22", "sell bankcard"]);
    assert_eq!((table.loan("b22"), table.cash('A')), (None, 3_960_000));
    table.play("drive 4", &[]);
    assert_eq!(table.at_tile('A'), 4);
}

#[test]
fn inv_turn_9_declining_to_buy_does_not_end_the_turn() {
    let mut table = table(2, json!({}));
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    assert_eq!((table.active(), table.step().as_str()), ('A', "trade"));
    assert!(table.may("end"));
}

#[test]
fn inv_turn_10_one_skipped_slot_serves_one_reason_and_jail_comes_first() {
    let position =
        json!({"turn": {"step": "trade"}, "players": [{}, {"out": 1}, {"jail": 1}, {"stays": true, "missed": 1, "at": 73}]});
    let mut table = table(4, position);
    let skipped = |table: &mut crate::common::Table| {
        table.forget();
        table.play("end", &[]);
        let skipped = table.told("skipped").into_iter();
        skipped.map(|skip| format!("{} {}", skip["seat"], skip["reason"].to_string().replace('"', ""))).collect::<Vec<_>>()
    };
    let pass = |table: &mut crate::common::Table| {
        table.play("roll", &[1, 2]);
        table.play("no", &[]);
    };
    assert_eq!(skipped(&mut table), ["2 out", "3 {jail:{left:0}}", "4 tax_office"]);
    pass(&mut table);
    assert_eq!(skipped(&mut table), ["2 out"]);
    pass(&mut table);
    assert_eq!(skipped(&mut table), ["4 missed"]);
    pass(&mut table);
    assert_eq!(skipped(&mut table), ["2 out"]);
    pass(&mut table);
    assert_eq!((skipped(&mut table), table.active()), (vec![], 'D'));
    // A missed turn that waits is dropped by jail.
    let mut table = crate::common::table(2, json!({"players": [{"missed": 1, "at": 1}, {"owned": ["b02"]}]}));
    table.play("roll", &[1, 1]);
    table.play("accept", &[]);
    table.play("refuse", &[]);
    assert_eq!((&table.player('A')["missed"], table.jail('A')), (&json!(0), 3));
}

#[test]
fn inv_turn_11_a_player_jailed_in_the_own_turn_takes_no_further_step() {
    let position = json!({
        "turn": {"more": 1},
        "global": {"card": "g07", "tokens": 3, "drawer": 1},
        "players": [{"at": 1}, {"owned": ["b02"]}],
    });
    let mut table = table(2, position);
    table.play("roll", &[1, 1]);
    table.play("accept", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.active(), table.jail('A')), ('B', 3), "neither trade nor the extra turn");
    assert_eq!(table.view()["global"]["tokens"], 2, "step 6 still happens");
    // The same for a player who is out.
    let position = json!({"global": {"card": "g07", "tokens": 3, "drawer": 1}});
    let mut table = crate::common::table(3, position);
    table.play("resign", &[]);
    assert_eq!((table.active(), &table.view()["global"]["tokens"]), ('B', &json!(2)));
}

/// Covers INV-MOVE-6.
#[test]
fn inv_turn_12_whoever_is_moved_in_anothers_turn_resolves_the_tile_and_trades_not() {
    let mut table = table(3, json!({"turn": {"seat": 2}, "players": [{}, {"at": 4}, {"at": 60}]}));
    table.play("roll", &[2, 3, l(34)]);
    table.play("follow", &[]);
    // Everybody to the Tax Office, in turn order from the drawer, each with all choices of the tile.
    for letter in ['B', 'C', 'A'] {
        assert_eq!((table.awaited().as_str(), table.pending().as_str()), (letter.to_string().as_str(), "debt"));
        assert!(table.may("refuse"));
        table.play("pay", &[]);
    }
    assert_eq!((table.active(), table.step().as_str()), ('B', "trade"), "the interrupted turn goes on");
    assert_eq!(table.purses(), [1_950_000; 3]);
}

#[test]
fn inv_turn_13_an_extra_turn_follows_at_once_in_the_same_slot() {
    let position = json!({"players": [{"at": 97}], "global": {"card": "g14", "tokens": 4, "drawer": 1}});
    let mut table = table(2, position);
    table.play("roll", &[2, 3, p(36)]);
    table.play("end", &[]);
    assert_eq!((table.active(), table.step().as_str(), table.round()), ('A', "roll", 1));
    assert_eq!(table.view()["global"]["tokens"], 4, "before step 6");
    table.play("roll", &[2, 1]);
    table.plays(&["no", "end"]);
    assert_eq!((table.active(), &table.view()["global"]["tokens"]), ('B', &json!(3)));
    // Several are taken one after another; one given out of the own slot waits for the next one.
    let mut table = crate::common::table(2, json!({"turn": {"step": "trade", "more": 2}, "players": [{}, {"extra": 1}]}));
    for expected in ['A', 'A', 'B', 'B'] {
        table.play("end", &[]);
        assert_eq!(table.active(), expected);
        table.play("roll", &[1, 2]);
        table.play("no", &[]);
    }
    table.play("end", &[]);
    assert_eq!(table.active(), 'A');
}

/// Covers INV-EDGE-72.
#[test]
fn inv_turn_14_steps_3_and_4_are_one_decision_with_one_way_out() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}, {"bank_cards": 2}, {"bank_cards": 1}]});
    let mut table = table(3, position);
    assert!(table.may("sell b01") && table.may("bankcard") && table.may("end"));
    // Asking a holder begins step 4: nothing of step 3 can be done any more.
    table.play("offer 2>1 bankcard, 1>2 500000", &[]);
    table.does('B', "decline 1", &[]);
    assert_eq!(table.step(), "bank_card");
    assert_eq!(table.refused("sell b01"), "INV-TURN-14");
    assert_eq!(table.refused("offer 1>2 b01"), "INV-TRADE-4");
    assert_eq!(table.refused("auction b01 for 0"), "INV-TURN-14");
    assert!(table.may("end") && table.may("bankcard"));
    // He may ask another holder; with one Bank card a turn the turn then ends by itself.
    table.play("offer 3>1 bankcard, 1>3 600000", &[]);
    table.does('C', "accept 2", &[]);
    assert_eq!((&table.player('A')["bank_cards"], table.active()), (&json!(1), 'B'));
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}]});
    let mut table = with(json!({"players": 2, "bank_cards_per_turn": "any"}), position);
    table.play("bankcard", &[]);
    assert_eq!((table.active(), table.step().as_str()), ('A', "bank_card"));
    assert_eq!(table.refused("sell b01"), "INV-TURN-14");
    table.plays(&["bankcard", "end"]);
    assert_eq!(table.player('A')["bank_cards"], 2);
}

/// Covers INV-EX-59.
#[test]
fn inv_poll_1_all_are_asked_at_the_same_time() {
    let position = json!({
        "turn": {"seat": 2},
        "players": [{"shortcuts": ["k02"]}, {"at": 10}, {"shortcuts": ["k01"]}, {"shortcuts": ["k15"]}],
    });
    let mut table = table(4, position);
    table.play("roll", &[3, 4]);
    assert_eq!((table.pending().as_str(), table.awaited().as_str()), ("shortcut_window", "ACD"));
    // In whatever order they answer, D comes before A in turn order from B: B moves 3 back, and A keeps the card.
    table.answers(&[('A', "play 1"), ('C', "no"), ('D', "play 1")]);
    assert_eq!((table.at_tile('B'), table.hand('A').as_str(), table.hand('D').as_str()), (7, "k02", ""));
    assert!(table.view()["players"][0]["shortcuts"][0]["card"].is_null(), "nobody has seen it");
    assert_eq!(table.told("shortcut_played").len(), 1);
}

/// Covers INV-EX-60.
#[test]
fn inv_poll_2_who_is_asked_follows_from_what_all_can_see() {
    // C holds only `to_own`, and B who rolled owns nothing: C is asked and can only say no.
    let mut table = table(3, json!({"turn": {"seat": 2}, "players": [{}, {}, {"shortcuts": ["k21"]}]}));
    table.play("roll", &[3, 4]);
    assert_eq!((table.awaited().as_str(), table.sorted()), ("C", vec!["no".to_owned()]));
    assert_eq!(table.refused_to('C', "play 1"), "INV-SHORT-12");
    table.play("no", &[]);
    assert_eq!(table.at_tile('B'), 7);
    // A card that is not usable yet is seen by all: nobody is asked, and there is no poll.
    let hand = json!([{"card": "k01", "ready": false}]);
    let mut table = crate::common::table(2, json!({"players": [{}, {"shortcuts": hand}]}));
    table.play("roll", &[3, 4]);
    assert_eq!(table.pending(), "buy");
}

#[test]
fn inv_poll_3_answers_are_sealed_until_the_last_is_given() {
    let position = json!({"players": [{"shortcuts": ["k01"]}, {"shortcuts": ["k02"]}, {"shortcuts": ["k15"]}]});
    let mut table = table(3, position);
    table.play("roll", &[3, 5]);
    table.does('B', "play 1", &[]);
    for viewer in [Viewer::Watcher, Viewer::Seat(seat('A')), Viewer::Seat(seat('C'))] {
        let poll = &table.seen_by(viewer)["poll"];
        assert_eq!((&poll["answered"], &poll["answers"]), (&json!([2]), &json!([])), "who, not what");
    }
    assert_eq!(table.seen_by(Viewer::Seat(seat('B')))["poll"]["answers"][0]["seat"], 2);
    assert_eq!(table.refused_to('B', "no"), "INV-POLL-3");
    table.answers(&[('A', "play 1"), ('C', "no")]);
    // A's card counted; the one that B offered is never shown.
    assert_eq!(table.at_tile('A'), 10);
    assert!(table.view()["players"][1]["shortcuts"][0]["card"].is_null());
}

#[test]
fn inv_poll_4_every_question_has_a_standing_answer() {
    let question = |table: &crate::common::Table, letter: char| {
        let question = table.rules.question(&table.state, seat(letter)).expect("asked");
        (question.kind, kernel::Notation::write(&*table.rules, &question.standing.expect("a standing answer")))
    };
    let mut table = table(2, json!({"players": [{}, {"shortcuts": ["k01"]}]}));
    table.play("roll", &[3, 4]);
    assert_eq!(question(&table, 'B'), ("shortcut", "no".into()));
    let trade = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}]});
    let mut table = crate::common::table(2, trade);
    table.play("auction b01 for 0", &[]);
    assert_eq!(question(&table, 'B'), ("interest", "no".into()));
    table.does('B', "no", &[]);
    table.play("propose end", &[]);
    assert_eq!(question(&table, 'B'), ("end", "no".into()));
    table.does('B', "no", &[]);
    let mut table = crate::common::table(2, json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}]}));
    table.play("offer 1>2 b01", &[]);
    assert_eq!(question(&table, 'B'), ("deal", "decline 1".into()));
    // A forced trade: sell. A refusal by several: pay.
    let mut table = crate::common::table(2, json!({"players": [{"at": 1, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04"]}]}));
    table.play("roll", &[1, 3]);
    table.play("force", &[]);
    assert_eq!(question(&table, 'B'), ("forced", "agree".into()));
    let mut table = crate::common::table(2, json!({"players": [{"at": 97}]}));
    table.play("roll", &[2, 3, p(11)]);
    assert_eq!(question(&table, 'B'), ("refusal", "pay".into()));
}
