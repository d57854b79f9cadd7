//! Profit and Loss cards that nobody sees until they are used. (INV-HIDDEN)

use crate::drawing::*;
use serde_json::{Value, json};

fn hidden_mode() -> Value {
    json!({"fortune_mode": "hidden"})
}

/// The turn of this seat begins, and these seats are asked for hidden cards.
fn window(turn: u8, asked: &[u8], players: Value) -> Table {
    window_of(hidden_mode(), turn, asked, players)
}

fn window_of(settings: Value, turn: u8, asked: &[u8], players: Value) -> Table {
    let position = json!({
        "turn": {"seat": turn, "step": "roll"}, "players": players,
        "pending": [{"what": "hidden_window"}], "poll": {"asked": asked, "answered": [], "answers": []},
    });
    with(settings, position)
}

fn aside(table: &Table) -> Vec<String> {
    table.position()["aside"]
        .as_array()
        .map(|list| list.iter().map(|card| card.as_str().unwrap().to_owned()).collect())
        .unwrap_or_default()
}

#[test]
fn inv_hidden_1_each_draws_one_loss_and_one_profit_card_unseen() {
    let table = start(json!({"fortune_mode": "hidden", "players": 2}), &[3, 4, 5, 6]);
    assert_eq!((table.hidden('A'), table.hidden('B')), (vec!["p05".into(), "l04".into()], vec!["p07".into(), "l06".into()]));
    for viewer in viewers(2) {
        let view = table.seen_by(viewer).to_string();
        assert!(["p05", "l04", "p07", "l06"].iter().all(|card| !view.contains(card)), "not even their owner sees them: {view}");
    }
}

#[test]
fn inv_hidden_2_a_card_is_used_on_somebody_else_and_strikes_both() {
    let mut table = window(1, &[1], json!([{"hidden": ["p02"]}, {}, {}, {"jail": 1}]));
    assert_eq!(table.refused("use loss 2"), "INV-HIDDEN-2");
    assert_eq!((table.refused("use profit 1"), table.refused("use profit 4")), ("INV-HIDDEN-6", "INV-HIDDEN-6"));
    table.play("use profit 3", &[]);
    assert_eq!(table.net(), [100_000, 0, 100_000, 0]);
}

/// Covers INV-HIDDEN-4, INV-EDGE-73.
#[test]
fn inv_hidden_3_of_two_unseen_cards_of_a_kind_one_is_kept() {
    for (action, stays) in [("keep held", "p02"), ("keep new", "p09")] {
        let mut table = before(PROFIT, hidden_mode(), json!({"players": [{"hidden": ["p02", "l03"]}]}));
        table.draws("p09", &[]);
        assert_eq!(table.sorted(), ["keep held", "keep new"]);
        for viewer in viewers(4) {
            assert!(!table.seen_by(viewer).to_string().contains("p09"), "nobody sees the new one");
        }
        table.play(action, &[]);
        assert_eq!(
            (table.hidden('A'), table.under("profit").len(), aside(&table).len()),
            (vec![stays.to_owned(), "l03".into()], 0, 0)
        );
    }
    let mut table = before(PROFIT, hidden_mode(), json!({"players": [{"hidden": ["l03"]}]}));
    table.draws("p09", &[]);
    assert_eq!(table.hidden('A'), ["p09", "l03"], "with none of its kind held it is simply kept");
    assert_eq!(table.pending(), "hidden_window", "the landing has no other effect");
    // With an empty pile nobody is asked.
    let every: Vec<String> = (2..=42).map(|number| format!("p{number:02}")).collect();
    let mut table = before(PROFIT, hidden_mode(), json!({"players": [{"hidden": ["p01"]}], "aside": every}));
    table.roll(&[]);
    assert_eq!((table.hidden('A'), table.pending()), (vec!["p01".to_owned()], "hidden_window".into()));
}

#[test]
fn inv_hidden_5_everybody_with_a_card_is_asked_at_the_start_of_a_turn_and_after_step_2() {
    let players = json!([{"hidden": ["p02"], "at": 0}, {}, {"hidden": ["l01"]}, {"hidden": ["p03"], "jail": 2}]);
    let position = json!({"turn": {"seat": 4, "step": "trade"}, "players": [{"hidden": ["p02"]}, {}, {"hidden": ["l01"]}]});
    let mut table = with(hidden_mode(), position);
    table.play("end", &[]);
    assert_eq!((table.active(), table.awaited()), ('A', "AC".into()), "at the start");
    table.all_say("no");
    table.roll(&[]);
    table.play("no", &[]);
    assert_eq!((table.awaited(), table.pending()), ("AC".into(), "hidden_window".into()), "after step 2");
    table.all_say("no");
    assert_eq!((table.step(), table.awaited()), ("trade".into(), "A".into()));
    // In B's turn C's card comes before A's: the active player's, then in turn order. D is in jail and not asked.
    let mut table = window(2, &[1, 3], players);
    table.answers(&[('A', "use profit 2"), ('C', "use loss 2")]);
    assert_eq!(table.told("hidden_used").len(), 1, "A's waits until C's is carried out");
    table.answers(&[('B', "pay"), ('C', "pay")]);
    let used: Vec<Value> = table.told("hidden_used").iter().map(|event| event["seat"].clone()).collect();
    assert_eq!((used, table.net()), (vec![json!(3), json!(1)], vec![100_000, 50_000, -50_000, 0]));
}

/// Each fully carried out before the next; one whose target is jailed by then stays unseen.
#[test]
fn inv_edge_57_cards_of_one_poll_are_carried_out_one_after_another() {
    let players = json!([{"hidden": ["l02"]}, {}, {"hidden": ["p02"]}, {}]);
    let mut table = window(1, &[1, 3], players);
    table.answers(&[('A', "use loss 2"), ('C', "use profit 2")]);
    table.answers(&[('A', "pay"), ('B', "refuse")]);
    assert_eq!((table.jail('B'), table.hidden('C')), (3, vec!["p02".to_owned()]), "C keeps the card, unseen");
    assert_eq!(table.net(), [-100_000, -100_000, 0, 0]);
    assert_eq!(table.told("hidden_used").len(), 1);
}

/// Covers INV-HIDDEN-8.
#[test]
fn inv_hidden_9_another_card_comes_from_the_same_pile_and_strikes_the_same_two() {
    let mut table = window(1, &[1], json!([{"hidden": ["p23"]}]));
    table.play("use profit 2", &[card("p24"), card("p10"), 0, 1]);
    assert_eq!((table.net(), table.hand('A'), table.hand('B')), (vec![20_000, 20_000, 0, 0], "k01".into(), "k02".into()));
    assert_eq!(aside(&table), ["p10", "p23", "p24"]);
    // At most until the pile is empty.
    let rest: Vec<String> = (1..=42).filter(|number| ![23, 24].contains(number)).map(|number| format!("p{number:02}")).collect();
    let mut position = json!({
        "turn": {"step": "roll"}, "players": [{"hidden": ["p23"]}], "aside": rest,
        "pending": [{"what": "hidden_window"}], "poll": {"asked": [1], "answered": [], "answers": []},
    });
    position["turn"]["seat"] = json!(1);
    let mut table = with(hidden_mode(), position);
    table.play("use profit 2", &[card("p24")]);
    assert_eq!((table.net(), table.step()), (vec![0; 4], "roll".into()), "nothing is left to draw");
}

#[test]
fn inv_hidden_10_a_kept_effect_is_armed_on_both_and_lapses_at_the_next_lap() {
    let mut table = window(1, &[1], json!([{"hidden": ["p39"], "at": 96}]));
    table.play("use profit 2", &[]);
    for letter in ['A', 'B'] {
        assert_eq!(table.written(letter)["armed"]["arms"], json!(["waive_fee"]));
    }
    assert_eq!(table.kept('A').len(), 0, "the card itself is not kept");
    table.play("roll", &[2, 3]);
    assert_eq!((&table.written('A')["armed"], table.told("armed_lapsed").len()), (&Value::Null, 1));
    assert_eq!(table.written('B')["armed"]["arms"], json!(["waive_fee"]), "B has not come round");
}

#[test]
fn inv_hidden_11_each_of_the_two_may_refuse_for_themselves() {
    let mut table = window(1, &[1], json!([{"hidden": ["l11"]}]));
    table.play("use loss 2", &[]);
    assert_eq!(table.awaited(), "AB");
    table.answers(&[('A', "pay"), ('B', "refuse")]);
    assert_eq!(table.net(), [-40_000, -100_000, 40_000, 40_000], "the bank paid for B");
    assert_eq!(table.jail('B'), 3);
    // A tie is rolled for only when somebody has refused, and again when the other pays.
    let mut table = window(1, &[1], json!([{"hidden": ["l25"]}]));
    table.play("use loss 2", &[]);
    table.does('A', "refuse", &[]);
    table.does('B', "pay", &[1, 6]);
    assert_eq!(table.net(), [-100_000, -50_000, 50_000, 50_000], "the bank paid C for A; then D was the poorest, and B paid");
}

/// What all are to pay is asked of nobody else if both have refused the card, but of all if one of them follows it.
#[test]
fn inv_loss_5_a_card_that_both_refuse_happens_to_nobody() {
    let mut table = window(1, &[1], json!([{"hidden": ["l26"]}]));
    table.play("use loss 2", &[]);
    let mut other = table.clone();
    table.all_say("refuse");
    assert_eq!((table.net(), table.active()), (vec![-100_000, -100_000, 0, 0], 'C'), "C and D are not asked");
    other.answers(&[('A', "refuse"), ('B', "pay")]);
    other.all_say("pay");
    assert_eq!(other.net(), [-100_000, -25_000, -25_000, -25_000]);
}

#[test]
fn inv_hidden_12_cards_go_into_their_pile_when_the_turn_ends() {
    let mut table = window(1, &[1], json!([{"hidden": ["p02"]}]));
    table.play("use profit 2", &[]);
    assert_eq!(
        (aside(&table), table.under("profit").len()),
        (vec!["p02".to_owned()], 0),
        "laid aside, so that it does not come twice"
    );
    table.roll(&[]);
    table.plays(&["no", "end"]);
    assert_eq!(
        (aside(&table).len(), table.under("profit").len(), table.state.fortunes[0].len()),
        (0, 0, 42),
        "nobody knows any order"
    );
    // An unseen card goes in at once.
    let mut table = with(hidden_mode(), json!({"players": [{"hidden": ["p02", "l02"]}]}));
    table.play("resign", &[]);
    assert_eq!((table.state.fortunes[0].len(), table.state.fortunes[1].len()), (42, 42));
}

#[test]
fn inv_hidden_13_what_an_armed_effect_fits() {
    let armed = |tile: u8, arms: Value, more: Value| {
        let mut position = more;
        if position["players"].is_null() {
            position["players"] = json!([{}]);
        }
        position["players"][0]["armed"] = arms;
        before(tile, hidden_mode(), position)
    };
    let owned = || json!({"players": [{}, {"owned": ["b08"]}]});
    let mut table = armed(10, json!({"arms": ["waive_fee"]}), owned());
    table.roll(&[]);
    assert_eq!((table.net(), table.told("fee_waived").len()), (vec![0; 4], 1), "the next fee owed in the own turn");
    let mut table = armed(10, json!({"arms": ["half_price"]}), json!({}));
    table.roll(&[]);
    table.play("buy", &[]);
    assert_eq!((table.net()[0], &table.written('A')["armed"]), (-20_000, &Value::Null), "the next purchase");
    let mut table = armed(10, json!({"set_roll": 6}), json!({}));
    table.roll(&[]);
    assert_eq!(table.refused("no"), "INV-HIDDEN-13");
    assert_eq!(table.refused("drive 7"), "INV-FX-7");
    table.play("drive 1", &[]);
    assert_eq!((table.at_tile('A'), &table.written('A')["armed"]), (8, &Value::Null), "the player must choose");
    // A Loss card strikes only the other, and the same effect is armed once at most.
    let mut table = window(1, &[1], json!([{"hidden": ["l02"]}, {"armed": {"arms": ["cancel_loss"]}}]));
    table.play("use loss 2", &[]);
    table.answers(&[('A', "pay")]);
    assert_eq!((table.net(), &table.written('B')["armed"]), (vec![-100_000, 0, 0, 0], &Value::Null));
    let mut table = window(1, &[1], json!([{"hidden": ["p39"], "armed": {"arms": ["waive_fee"]}}]));
    table.play("use profit 2", &[]);
    assert_eq!(table.written('A')["armed"]["arms"], json!(["waive_fee"]));
    // What must be kept works in the next turn really taken.
    let position = json!({
        "turn": {"seat": 2, "step": "trade"},
        "players": [{"at": 30, "armed": {"arms": ["one_die", "half_roll"], "pay_pips": 10000}}],
    });
    let mut table = with(json!({"fortune_mode": "hidden", "players": 2}), position);
    table.play("end", &[]);
    table.play("roll", &[3]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (32, -30_000), "one die, halved, and its pips paid for");
}

/// A waiver is for a fee that is owed: a player who takes the business by force owes none, and keeps it. Covers INV-FORCE-5,
/// INV-EDGE-36.
#[test]
fn inv_hidden_13_a_waiver_is_kept_by_who_takes_the_business() {
    let players = json!([{"owned": ["b01", "b02", "b03"], "armed": {"arms": ["waive_fee"]}}, {"owned": ["b04"]}]);
    let mut table = before(5, hidden_mode(), json!({ "players": players }));
    assert_eq!(table.rules.deed(business("b04")).tile, 5);
    table.roll(&[]);
    assert_eq!(table.sorted(), ["force", "no"]);
    let mut left = table.clone();
    table.plays(&["force", "agree"]);
    assert_eq!((table.owner("b04"), table.told("fee_waived").len()), (Some('A'), 0));
    assert_eq!(table.written('A')["armed"]["arms"], json!(["waive_fee"]));
    left.play("no", &[]);
    assert_eq!((left.owner("b04"), left.told("fee_waived").len(), left.net()), (Some('B'), 1, vec![0; 4]));
    assert_eq!(left.written('A')["armed"], Value::Null);
}

/// A player who cancels a Loss card has no part in what it makes everybody pay, be it the one who used it or the other.
#[test]
fn inv_hidden_13_who_cancels_a_loss_card_has_no_part_in_what_all_pay() {
    for (armed, second, net) in
        [(2, json!({"spared": 2}), [-25_000, 0, -25_000, -25_000]), (1, json!({"alone": 2}), [0, -25_000, -25_000, -25_000])]
    {
        let mut players = json!([{"hidden": ["l26"]}, {}, {}, {}]);
        players[armed - 1]["armed"] = json!({"arms": ["cancel_loss"]});
        let mut table = window(1, &[1], players);
        table.play("use loss 2", &[]);
        assert_eq!(table.awaited(), if armed == 2 { "A" } else { "B" });
        let written = table.position();
        assert_eq!(written["pending"][1]["second"], second);
        let again = with(hidden_mode(), written);
        assert_eq!(again.state, table.state, "a position says who is spared");
        table.all_say("pay");
        assert_eq!(table.awaited(), "CD", "the others are asked, and who cancelled it is not");
        table.all_say("pay");
        assert_eq!((table.net(), table.step()), (net.to_vec(), "roll".into()));
        assert_eq!(table.written(if armed == 2 { 'B' } else { 'A' })["armed"], Value::Null);
    }
    // If the only player affected refuses it, nothing on it happens to anybody.
    let mut table = window(1, &[1], json!([{"hidden": ["l26"]}, {"armed": {"arms": ["cancel_loss"]}}]));
    table.play("use loss 2", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.net(), table.jail('A')), (vec![-100_000, 0, 0, 0], 3));
    // If both cancel it, it affects neither.
    let armed = json!({"arms": ["cancel_loss"]});
    let mut table = window(1, &[1], json!([{"hidden": ["l26"], "armed": armed}, {"armed": armed}]));
    table.play("use loss 2", &[]);
    assert_eq!((table.net(), table.step()), (vec![0; 4], "roll".into()));
}

#[test]
fn inv_hidden_13_who_cancels_a_loss_card_is_not_moved_by_it() {
    for (armed, stays) in [(2, 'B'), (1, 'A')] {
        let mut players = json!([{"hidden": ["l34"], "at": 70}, {"at": 71}, {"at": 72}, {"at": 10}]);
        players[armed - 1]["armed"] = json!({"arms": ["cancel_loss"]});
        let mut table = window(1, &[1], players);
        table.play("use loss 2", &[]);
        while table.step() == "roll" && table.pending() != "-" {
            table.all_say("pay");
        }
        let at: Vec<u64> = "ABCD".chars().map(|letter| table.at_tile(letter)).collect();
        let (net, expected) = match stays {
            'B' => ([-50_000, 0, -50_000, -50_000], [73, 71, 73, 73]),
            _ => ([0, -50_000, -50_000, -50_000], [70, 73, 73, 73]),
        };
        assert_eq!((at, table.net()), (expected.to_vec(), net.to_vec()), "{stays} stays");
    }
}

/// A card by which one of the two pays all the others: the one who cancelled it is among the others.
#[test]
fn inv_hidden_13_who_is_left_pays_as_if_they_had_drawn_the_card() {
    let mut table = window(1, &[1], json!([{"hidden": ["l11"]}, {"armed": {"arms": ["cancel_loss"]}}]));
    table.play("use loss 2", &[]);
    table.all_say("pay");
    assert_eq!(table.net(), [-60_000, 20_000, 20_000, 20_000]);
    let mut table = window(1, &[1], json!([{"hidden": ["l11"], "armed": {"arms": ["cancel_loss"]}}]));
    table.play("use loss 2", &[]);
    table.all_say("pay");
    assert_eq!(table.net(), [20_000, -60_000, 20_000, 20_000]);
}

/// A card by which one of the two pays the player with the least cash: only the player whom it affects can be that one.
#[test]
fn inv_hidden_13_nothing_is_told_of_who_cancelled_the_card() {
    let players = json!([{"hidden": ["l25"], "armed": {"arms": ["cancel_loss"]}}, {"cash": 5_000}]);
    let mut table = window(1, &[1], players);
    table.play("use loss 2", &[]);
    table.all_say("pay");
    let told = table.told("no_effect");
    assert_eq!((told.len(), &told[0]["seat"]), (1, &json!(2)), "{told:?}");
}

/// A payer who cannot pay the first of the two is out, and the bank pays both. Covers INV-DEBT-2, INV-EDGE-14.
#[test]
fn inv_bust_2_the_bank_pays_both_whom_a_hidden_card_strikes() {
    let mut table = window(3, &[3], json!([{}, {}, {"hidden": ["p11"]}, {"cash": 10_000}]));
    table.play("use profit 2", &[]);
    assert_eq!(table.awaited(), "AD");
    table.all_say("pay");
    assert_eq!(table.net(), [-40_000, 40_000, 40_000, -1_500_000]);
    assert_eq!((table.written('D')["out"].clone(), table.told("bank_stood_in").len()), (json!(1), 2));
    // Enough for the first and not for the second.
    let mut table = window(3, &[3], json!([{}, {}, {"hidden": ["p11"]}, {"cash": 25_000}]));
    table.play("use profit 2", &[]);
    table.all_say("pay");
    assert_eq!(table.net(), [-40_000, 40_000, 40_000, -1_500_000]);
    // A payer who raises the money pays both, in turn order from the player in turn.
    let mut table = window(3, &[3], json!([{}, {}, {"hidden": ["p11"]}, {"cash": 25_000, "owned": ["b22"]}]));
    table.play("use profit 2", &[]);
    table.all_say("pay");
    assert_eq!((table.awaited(), table.cash('D')), ("D".into(), 5_000), "D has paid C and owes B");
    table.play("mortgage b22", &[]);
    assert_eq!((table.cash('D'), table.net()[1], table.net()[2]), (25_000, 40_000, 40_000));
    // The bank pays both for a payer who refuses, too.
    let mut table = window(3, &[3], json!([{}, {}, {"hidden": ["p11"]}, {}]));
    table.play("use profit 2", &[]);
    table.answers(&[('A', "refuse"), ('D', "pay")]);
    assert_eq!(table.net(), [-100_000, 40_000, 40_000, -40_000]);
    // The richest of the others pays both, or the bank does.
    let mut table = window(1, &[1], json!([{"hidden": ["p25"], "cash": 0}, {"cash": 0}, {"cash": 60_000}, {"cash": 0}]));
    table.play("use profit 2", &[]);
    table.play("pay", &[]);
    assert_eq!((table.cash('A'), table.cash('B'), table.written('C')["out"].clone()), (50_000, 50_000, json!(1)));
    // A player who cannot pay all the others is out, and the bank pays the rest; then the second pays.
    let mut table = window(1, &[1], json!([{"hidden": ["l11"], "cash": 30_000}]));
    table.play("use loss 2", &[]);
    table.all_say("pay");
    assert_eq!((table.net(), table.written('A')["out"].clone()), (vec![-1_500_000, -40_000, 40_000, 40_000], json!(1)));
}

/// A hidden card that one of the two cancels, on whose way a kept card is drawn openly, is not taken for that card.
#[test]
fn inv_fort_17_a_card_drawn_openly_on_the_way_of_a_hidden_one_is_kept() {
    let players = json!([{"hidden": ["l31"], "at": 48}, {"armed": {"arms": ["cancel_loss"]}}]);
    let mut table = window(1, &[1], players);
    table.play("use loss 2", &[]);
    table.does('A', "pay", &[5, card("p39")]);
    assert_eq!((table.at_tile('A'), table.kept('A')), (49, vec!["p39".to_owned()]), "the repeat die drew a card to keep");
    assert_eq!(table.written('A')["armed"], Value::Null);
}

#[test]
fn inv_ex_46_pay_each_of_a_hidden_card() {
    let mut table = window(1, &[1], json!([{"hidden": ["l11"]}]));
    table.play("use loss 2", &[]);
    table.all_say("pay");
    assert_eq!(table.net(), [-40_000, -40_000, 40_000, 40_000]);
}

#[test]
fn inv_ex_47_receive_each_of_a_hidden_card() {
    let mut table = window(1, &[1], json!([{"hidden": ["p12"]}]));
    table.play("use profit 2", &[]);
    table.all_say("pay");
    assert_eq!(table.net(), [20_000, 20_000, -20_000, -20_000]);
}

#[test]
fn inv_ex_48_with_two_players_there_is_nobody_else() {
    for id in ["l11", "p12", "p25", "l25"] {
        let settings = json!({"fortune_mode": "hidden", "players": 2});
        let mut table = window_of(settings, 1, &[1], json!([{"hidden": [id]}]));
        let (action, sum) = if id.starts_with('p') { ("use profit 2", 50_000) } else { ("use loss 2", -50_000) };
        table.play(action, &[0]);
        if sum < 0 {
            table.all_say("pay");
        }
        assert_eq!(table.net(), [sum, sum], "{id}: ignored, another card");
    }
}

#[test]
fn inv_edge_58_whoever_is_moved_resolves_the_tile_with_all_choices() {
    let mut table = window(1, &[1], json!([{"hidden": ["p33"], "at": 5}, {"at": 5}]));
    table.play("use profit 2", &[]);
    table.play("buy", &[]);
    assert_eq!((table.awaited(), table.pending()), ("B".into(), "debt".into()), "B owes A the fee of the Gold Mine");
    table.play("pay", &[]);
    assert_eq!(table.net(), [-300_000 + 60_000, -60_000, 0, 0]);
    assert_eq!((table.step(), table.awaited()), ("roll".into(), "A".into()), "then the interrupted turn goes on");
}

/// An extra roll at the Tax Office to which a hidden card led does not take the place of the roll of the turn.
#[test]
fn inv_tax_15_a_hidden_card_before_the_roll() {
    let settings = json!({"fortune_mode": "hidden", "tax_mode": "reroll"});
    let mut table = window_of(settings, 1, &[1], json!([{"hidden": ["l29"], "at": 60}]));
    table.play("use loss 2", &[]);
    table.all_say("pay");
    assert_eq!((table.pending(), table.awaited()), ("reroll".into(), "A".into()), "B, in another's turn, does not roll");
    table.play("yes", &[1, 2]);
    table.play("no", &[]);
    assert_eq!((table.at_tile('A'), table.step()), (76, "roll".into()), "the turn's own roll is still to come");
}
