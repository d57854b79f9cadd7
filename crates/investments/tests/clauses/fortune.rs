//! Profit and Loss tiles, cards in general, and kept cards. (INV-CARD, INV-PROFIT, INV-LOSS, INV-FORT, INV-KEEP, INV-FX-7)

use crate::drawing::*;
use serde_json::{Value, json};

const NOBODY: [i64; 4] = [0; 4];

/// B's piece, card or turn aside: A is on Bank 1 and goes on to Start, where the repeat die is rolled. By a Global Economy card everybody
/// rolls one die.
fn again_at_the_bank(settings: Value) -> Table {
    with(settings, json!({"players": [{"at": 98}], "global": {"card": "g22", "drawer": 2}}))
}

#[test]
fn inv_card_1_cards_are_received_only_by_landing_each_time_anew() {
    let mut table = before(3, json!({}), json!({}));
    table.roll(&[]);
    assert!(!table.kinds(0).contains(&"card_drawn".into()), "Profit at 2 was only passed");
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p30", &[card("p01")]);
    assert_eq!((table.told("card_drawn").len(), table.net()), (2, vec![50_000, 0, 0, 0]), "and anew on the next Profit tile");
}

#[test]
fn inv_card_2_a_card_comes_from_the_top_and_goes_under_its_own_pile() {
    let mut table = before(PROFIT, json!({}), json!({"under": {"profit": ["p07", "p08"]}}));
    table.draws("p01", &[]);
    assert_eq!((table.under("profit"), table.under("loss").len()), (vec!["p07".into(), "p08".into(), "p01".into()], 0));
}

/// Covers INV-EDGE-1.
#[test]
fn inv_card_3_piles_are_never_reshuffled_and_an_empty_one_gives_nothing() {
    let order: Vec<String> = (0..42).map(|place| format!("p{:02}", (place * 5 + 8) % 42 + 1)).collect();
    let mut table = before(PROFIT, json!({}), json!({"under": {"profit": order}}));
    table.roll(&[]);
    assert_eq!((table.last("card_drawn")["card"].clone(), table.bottom("profit")), (json!(8), "p09".into()), "no luck was drawn");
    let held = |number: u32| json!({"card": format!("k{number:02}"), "ready": false});
    let mut players = vec![json!({})];
    players.extend((0..11).map(|pair| json!({"shortcuts": [held(2 * pair + 1), held(2 * pair + 2)]})));
    let mut table = before(SHORTCUT, json!({"players": 12}), json!({ "players": players }));
    table.roll(&[]);
    assert_eq!((table.hand('A').as_str(), table.step().as_str()), ("", "trade"), "no card, no effect");
}

#[test]
fn inv_card_4_parts_are_carried_out_from_left_to_right_and_what_cannot_be_is_ignored() {
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p10", &[3]);
    let kinds = table.kinds(0);
    let place = |kind: &str| kinds.iter().position(|other| other == kind);
    assert!(place("received") < place("shortcut_drawn"));
    for (tile, id) in [(PROFIT, "p37"), (LOSS, "l37"), (LOSS, "l38"), (LOSS, "l36")] {
        let mut table = before(tile, json!({}), json!({}));
        if tile == PROFIT {
            table.draws(id, &[])
        } else {
            table.follows(id, &[])
        }
        assert_eq!((table.net(), table.step()), (NOBODY.to_vec(), "trade".into()), "{id}");
    }
    let all: Vec<String> = (1..=71).map(|number| format!("b{number:02}")).collect();
    let mut table = before(PROFIT, json!({}), json!({"players": [{}, {"owned": all}]}));
    table.draws("p31", &[]);
    assert_eq!((table.at_tile('A'), table.step()), (16, "trade".into()), "there is no unowned business");
}

#[test]
fn inv_card_5_only_businesses_can_be_bought() {
    let table = table(4, json!({}));
    for tile in &table.rules.pack.board {
        assert_eq!(tile.business.is_some(), tile.kind == investments::TileKind::Business);
    }
    for (tile, luck) in [(2, &[0][..]), (9, &[0]), (12, &[0]), (23, &[]), (48, &[6]), (73, &[]), (98, &[])] {
        let mut table = before(tile, json!({}), json!({}));
        table.roll(luck);
        assert!(!table.may("buy"), "tile {tile}");
        table.refused("buy");
    }
}

#[test]
fn inv_card_6_a_card_goes_under_its_pile_when_it_is_done() {
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p28", &[]);
    assert_eq!((table.pending(), table.bottom("profit")), ("casino".into(), "p28".into()), "before the tile is resolved");
    let mut table = before(LOSS, json!({}), json!({}));
    table.follows("l34", &[]);
    table.play("pay", &[]);
    table.play("refuse", &[]);
    assert_eq!(
        (table.jail('B'), table.awaited(), table.bottom("loss")),
        (3, "C".into(), String::new()),
        "C and D have still to move"
    );
    table.plays(&["pay", "pay"]);
    assert_eq!((table.bottom("loss"), table.net()), ("l34".into(), vec![-50_000, -100_000, -50_000, -50_000]));
    // A player jailed in the middle of a card is left out of the rest of it.
    let mut table = before(LOSS, json!({}), json!({}));
    table.follows("l26", &[]);
    table.answers(&[('B', "refuse"), ('C', "pay"), ('D', "pay")]);
    assert_eq!(table.net(), [-25_000, -100_000, -25_000, -25_000], "B pays the fine and nothing else");
}

#[test]
fn inv_profit_4_a_profit_card_is_not_refused_but_its_option_is_declined() {
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p38", &[]);
    assert_eq!(table.refused("refuse"), "INV-PFX-33");
    table.play("no", &[]);
    assert_eq!((table.net(), table.step()), (NOBODY.to_vec(), "trade".into()));
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p27", &[]);
    assert_eq!(table.at_tile('A'), 0, "nobody was asked");
}

#[test]
fn inv_loss_4_whoever_refuses_goes_to_jail_and_pays_the_fine() {
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l06", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.net()[0], table.jail('A'), table.bottom("loss"), table.active()), (-100_000, 3, "l06".into(), 'B'));
    assert_eq!(table.written('A')["offences"], 1);
}

/// Covers INV-EDGE-64.
#[test]
fn inv_loss_5_refusal_is_decided_when_the_card_is_read() {
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l21", &[]);
    assert_eq!((table.pending(), table.told("card_rolled").len()), ("read".into(), 0), "before anything is rolled");
    table.play("follow", &[2]);
    assert_eq!((table.net()[0], table.refused("refuse")), (-40_000, "INV-TURN-4"), "once followed it is not refused");
    // The bank pays the others what the refuser would have paid them.
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l11", &[]);
    table.play("refuse", &[]);
    assert_eq!(table.net(), [-100_000, 20_000, 20_000, 20_000]);
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l25", &[]);
    table.play("refuse", &[4, 5, 2, 3]);
    assert_eq!(table.net(), [-100_000, 0, 50_000, 0], "the tie is rolled for only then");
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l25", &[]);
    table.play("refuse", &[1, 5, 2, 3]);
    assert_eq!(table.net(), [-100_000, 0, 0, 0], "A would have paid nobody");
    // Nothing on the card happens to anyone.
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l34", &[]);
    table.play("refuse", &[]);
    assert!("BCD".chars().all(|letter| table.at_tile(letter) == 0));
    // A payment that the drawer then cannot make is bankruptcy.
    let poor = json!({"players": [{"cash": 95000}]});
    let mut table = before(LOSS, json!({}), poor.clone());
    table.follows("l02", &[]);
    assert_eq!(table.written('A')["out"], 1);
    let mut table = before(LOSS, json!({}), json!({"players": [{"cash": 100000}]}));
    table.draws("l06", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.cash('A'), table.jail('A')), (0, 3), "the fine was payable though the card was not");
}

#[test]
fn inv_loss_6_others_who_must_pay_by_a_card_may_refuse_in_one_poll() {
    let mut table = before(PROFIT, json!({}), json!({"players": [{}, {}, {}, {"jail": 2}]}));
    table.draws("p11", &[]);
    assert_eq!(table.awaited(), "BC", "not the drawer, and nobody in jail");
    table.answers(&[('C', "refuse")]);
    assert_eq!(table.net(), NOBODY, "sealed until the last answer is in");
    table.answers(&[('B', "pay")]);
    assert_eq!(table.net(), [40_000, -20_000, -100_000, 0], "the bank paid A for C");
    let mut table = before(LOSS, json!({}), json!({}));
    table.follows("l34", &[]);
    table.play("pay", &[]);
    assert_eq!((table.at_tile('B'), table.pending()), (73, "debt".into()), "moves are not refused: only the tax is");
}

/// Covers INV-FORT-7, INV-FORT-8.
#[test]
fn inv_fort_1_the_tied_for_most_or_least_roll_until_one_is_left() {
    let poor = json!({"players": [{}, {"cash": 100000}, {"cash": 100000}, {"cash": 0, "jail": 1}]});
    let mut table = before(PROFIT, json!({}), poor);
    table.draws("p24", &[2, 2, 3, 5]);
    assert_eq!(
        (table.cash('B'), table.cash('C'), table.cash('D')),
        (100_000, 200_000, 0),
        "of a Profit card the highest; D is not present"
    );
    let rich = json!({"players": [{"cash": 2000000}, {"cash": 2000000}]});
    let mut table = before(LOSS, json!({}), rich);
    table.follows("l24", &[5, 2]);
    table.play("pay", &[]);
    assert_eq!((table.cash('A'), table.cash('B')), (2_000_000, 1_900_000), "of a Loss card the lowest");
    let mut table = before(PROFIT, json!({}), json!({"players": [{"cash": 5000}]}));
    table.draws("p24", &[]);
    assert_eq!(table.cash('A'), 105_000, "the drawer is compared too");
}

#[test]
fn inv_fort_2_players_roll_one_die_until_there_is_a_clear_winner() {
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p23", &[6, 6, 1, 1, 2, 5]);
    assert_eq!((table.net(), table.told("contest_rolled").len()), (vec![0, 100_000, 0, 0], 6), "only the tied rolled again");
}

#[test]
fn inv_fort_9_cards_that_lead_to_card_tiles_chain() {
    let mut table = before(PROFIT, json!({}), json!({}));
    table.draws("p30", &[card("p27")]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (0, 450_000), "Profit 3, then Start");
    assert_eq!(table.under("profit"), ["p30", "p27"]);
}

/// Covers INV-FORT-11, INV-FORT-12, INV-FORT-13.
#[test]
fn inv_fort_10_without_cards_the_tiles_pay_and_cost_50_000() {
    assert_eq!(serde_json::to_value(options(json!({}))).unwrap()["fortune_mode"], "standard");
    for mode in ["profit_flat", "both_flat"] {
        let mut table = before(PROFIT, json!({"fortune_mode": mode}), json!({}));
        table.roll(&[]);
        assert_eq!(table.net()[0], 50_000, "{mode}");
    }
    for mode in ["loss_flat", "both_flat"] {
        let mut table = before(LOSS, json!({"fortune_mode": mode}), json!({}));
        table.roll(&[]);
        table.play("pay", &[]);
        assert_eq!((table.net()[0], table.bank()), (-50_000, 10_775_000 + 50_000), "{mode}");
    }
    let mut table = before(LOSS, json!({"fortune_mode": "profit_flat"}), json!({}));
    table.follows("l01", &[]);
    let mut table = before(PROFIT, json!({"fortune_mode": "loss_flat"}), json!({}));
    table.draws("p01", &[]);
}

#[test]
fn inv_fort_14_hidden_cards_are_taken_unseen() {
    let mut table = before(PROFIT, json!({"fortune_mode": "hidden"}), json!({}));
    table.draws("p01", &[]);
    assert_eq!((table.net()[0], table.hidden('A')), (0, vec!["p01".to_owned()]));
}

#[test]
fn inv_fort_15_a_die_decides_between_loss_and_profit() {
    for tile in [PROFIT, LOSS] {
        for die in 1..=6 {
            let mut table = before(tile, json!({"fortune_mode": "die"}), json!({}));
            table.roll(&[die, 0]);
            assert_eq!(table.last("card_drawn")["fortune"], if die <= 3 { "loss" } else { "profit" });
        }
    }
}

#[test]
fn inv_fort_16_only_loss_cards_are_in_the_game() {
    let mut table = before(PROFIT, json!({"fortune_mode": "only_loss"}), json!({}));
    table.follows("l01", &[]);
    assert_eq!(table.net()[0], -50_000);
}

#[test]
fn inv_fort_17_the_repeat_die_draws_by_the_mode_of_the_table() {
    let rolled = |mode: &str, luck: &[u32]| {
        let mut table = again_at_the_bank(json!({ "fortune_mode": mode }));
        table.play("roll", &[&[2], luck].concat());
        table
    };
    assert_eq!(rolled("profit_flat", &[5]).net()[0], 50_000);
    let mut table = rolled("loss_flat", &[1]);
    table.play("pay", &[]);
    assert_eq!(table.net()[0], -50_000);
    assert_eq!(rolled("only_loss", &[5, 0]).last("card_drawn")["fortune"], "loss");
    assert_eq!(rolled("die", &[5, 0]).net()[0], 50_000, "the kind is decided already");
    let hidden = rolled("hidden", &[5, 0]);
    assert_eq!((hidden.net(), hidden.hidden('A').len()), (vec![50_000, 0, 0, 0], 0), "openly, and only for the drawer");
}

#[test]
fn inv_fort_18_the_flat_loss_can_be_refused_like_a_card() {
    let mut table = before(LOSS, json!({"fortune_mode": "loss_flat"}), json!({}));
    table.roll(&[]);
    table.play("refuse", &[]);
    assert_eq!((table.net()[0], table.jail('A')), (-100_000, 3));
}

/// A keeps this card and could have used it before this turn.
fn keeps(tile: u8, card: &str, mut position: Value) -> Table {
    if position["players"].is_null() {
        position["players"] = json!([{}]);
    }
    position["players"][0]["kept"] = json!([card]);
    before(tile, json!({}), position)
}

/// Covers INV-KEEP-7.
#[test]
fn inv_keep_1_a_kept_card_is_laid_beside_the_businesses() {
    let mut table = before(PROFIT, json!({}), json!({"players": [{"kept": ["p40", "p41", "p42"]}]}));
    table.play("roll", &[1, 2]);
    table.play("no", &[card("p39")]);
    assert_eq!(table.kept('A'), ["p39", "p40", "p41", "p42"], "any number of them");
    for viewer in viewers(4) {
        assert!(table.seen_by(viewer)["players"][0]["kept"].to_string().contains("p39"), "everybody sees it");
    }
    assert!(kernel::Notation::read(&*table.rules, "offer 1>2 p39, 2>1 5000").is_err(), "it is nothing to deal in");
    let mut table = before(LOSS, json!({}), json!({}));
    table.draws("l39", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.kept('A').len(), table.jail('A')), (0, 3), "a kept Loss card is refused when it is drawn");
}

#[test]
fn inv_keep_2_it_is_used_once_in_the_own_turn_from_the_next_slot_on() {
    let fresh = json!({"players": [{"kept": [{"card": "p42", "ready": false}]}]});
    assert_eq!(with(json!({}), fresh).refused("drive 3"), "INV-KEEP-2");
    let mut table = keeps(4, "p42", json!({}));
    table.play("drive 5", &[]);
    assert_eq!((table.at_tile('A'), table.kept('A').len(), table.bottom("profit")), (6, 0, "p42".into()), "before the roll");
    let mut table = keeps(4, "p42", json!({}));
    table.roll(&[]);
    table.play("drive 5", &[]);
    assert_eq!((table.at_tile('A'), table.kept('A').len()), (6, 0), "or after it");
    // Not in another's turn: B waives no fee while A's card moves B to A's Gold Mine.
    let position = json!({
        "turn": {"step": "roll"}, "pending": [{"what": "hidden_window"}], "poll": {"asked": [1], "answered": [], "answers": []},
        "players": [{"hidden": ["p33"], "at": 5}, {"kept": ["p39"], "at": 5}, {"owned": ["b71"]}],
    });
    let mut table = with(json!({"fortune_mode": "hidden"}), position);
    table.plays(&["use profit 2", "pay"]);
    assert_eq!((table.awaited(), table.refused("waive")), ("B".into(), "INV-KEEP-2"));
}

/// Covers INV-EDGE-46.
#[test]
fn inv_keep_3_a_kept_loss_card_works_by_itself_in_the_next_turn_really_taken() {
    let position = json!({
        "turn": {"seat": 2, "step": "trade"},
        "players": [{"at": 30, "jail": 1, "kept": [{"card": "l39", "ready": false}]}],
    });
    let mut table = with(json!({"players": 2}), position);
    table.play("end", &[]);
    assert_eq!((table.active(), table.kept('A').len()), ('B', 1), "A's slot was skipped, and the card waits");
    table.play("roll", &[1, 2]);
    table.plays(&["no", "end"]);
    assert_eq!((table.active(), table.told("kept_at_work").len()), ('A', 1));
    table.play("roll", &[4]);
    assert_eq!(table.at_tile('A'), 34, "one die");
}

#[test]
fn inv_keep_4_it_counts_as_used_when_the_turn_begins() {
    let position = json!({"turn": {"seat": 2, "step": "trade"}, "players": [{"at": 95, "kept": ["l39"]}]});
    let mut table = with(json!({"players": 2}), position);
    table.play("end", &[]);
    table.play("roll", &[6]);
    assert_eq!((table.net()[0], table.kept('A')), (300_000, vec!["l39".to_owned()]), "passing the Bank does not end it");
    table.plays(&["no", "end"]);
    assert_eq!((table.kept('A').len(), table.bottom("loss")), (0, "l39".into()), "it goes under its pile after the turn");
}

/// Covers INV-KEEP-8, INV-EDGE-45.
#[test]
fn inv_keep_5_unused_it_goes_under_its_pile_at_a_lap_event() {
    let position = json!({"players": [{"at": 96, "kept": ["p39", "p42"]}, {"owned": ["b01"]}]});
    let mut table = with(json!({}), position.clone());
    table.play("roll", &[2, 3]);
    table.play("no", &[]);
    assert_eq!((table.at_tile('A'), table.kept('A').len(), table.under("profit").len()), (1, 0, 2));
    assert_eq!(table.refused("waive"), "INV-KEEP-2", "the lap event came before the tile");
    let mut table = with(json!({}), position);
    table.play("drive 5", &[]);
    assert_eq!(table.under("profit"), ["p42", "p39"], "used before moving, or gone");
}

/// Covers INV-EDGE-48.
#[test]
fn inv_keep_6_a_kept_profit_card_is_used_at_the_moment_it_names() {
    let mut table = keeps(10, "p39", json!({"players": [{}, {"owned": ["b08"]}]}));
    table.roll(&[]);
    table.play("waive", &[]);
    assert_eq!((table.net(), table.bottom("profit")), (NOBODY.to_vec(), "p39".into()));
    let mut table = keeps(10, "p40", json!({}));
    table.roll(&[]);
    table.play("buyhalf", &[]);
    assert_eq!((table.net()[0], table.owner("b08"), table.bottom("profit")), (-20_000, Some('A'), "p40".into()));
    let mut table = keeps(LOSS, "p41", json!({}));
    table.draws("l34", &[]);
    table.play("cancel", &[]);
    assert_eq!((table.bottom("profit"), table.bottom("loss"), table.jail('A')), ("p41".into(), "l34".into(), 0));
    assert!("BCD".chars().all(|letter| table.at_tile(letter) == 0), "nothing on the card happens");
}

#[test]
fn inv_fx_7_what_kept_cards_do() {
    // Before rolling no dice are rolled, there is no Shortcut window, and no pip is paid for.
    let at_work =
        |card: &str| json!({"turn": {"at_work": [card]}, "players": [{"at": 30, "kept": [card, "p42"]}, {"shortcuts": ["k01"]}]});
    let mut table = with(json!({}), at_work("l42"));
    table.play("drive 4", &[]);
    assert_eq!((table.at_tile('A'), table.net()[0], table.pending()), (34, 0, "buy".into()));
}

#[test]
fn inv_edge_47_a_turn_of_double_fees_without_a_fee_spends_the_card() {
    let position = json!({"turn": {"at_work": ["l41"]}, "players": [{"at": 0, "kept": ["l41"]}]});
    let mut table = with(json!({}), position);
    table.roll(&[]);
    table.plays(&["no", "end"]);
    assert_eq!((table.kept('A').len(), table.bottom("loss")), (0, "l41".into()));
}

/// Dear fuel costs 10,000 a pip of the roll; a detour halves the distance, rounded up.
#[test]
fn inv_fx_7_pips_and_halves() {
    let position = json!({"turn": {"at_work": ["l40", "l42"]}, "players": [{"at": 30, "kept": ["l40", "l42"]}]});
    let mut table = with(json!({}), position);
    table.play("roll", &[3, 4]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (34, -70_000), "7 halved is 4, and all 7 pips are paid for");
    let position = json!({"turn": {"at_work": ["l42"]}, "players": [{"at": 30, "kept": ["l42"]}]});
    let mut table = with(json!({}), position);
    table.play("roll", &[2, 2]);
    table.play("again", &[1, 3]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (38, -80_000), "both rolls");
}

#[test]
fn inv_ex_64_a_halved_fee_is_doubled() {
    let position = json!({
        "turn": {"at_work": ["l41"]}, "global": {"card": "g07", "drawer": 2},
        "players": [{"kept": ["l41"]}, {"owned": ["b22"]}],
    });
    let mut table = before(30, json!({}), position);
    table.roll(&[]);
    table.play("pay", &[]);
    assert_eq!(table.net(), [-20_000, 20_000, 0, 0], "15,000 halved is 10,000, doubled 20,000");
}
