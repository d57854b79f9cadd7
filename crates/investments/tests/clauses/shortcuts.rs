//! Shortcut cards: drawing, the window after a roll, what each card does; and the path between Shortcut tiles. (INV-SHORT, INV-SFX)

use crate::drawing::*;
use serde_json::{Value, json};

/// A stands on the Taxi Fleet and has rolled 3 and 4; this player holds this card.
fn rolled(holder: usize, card: &str) -> Table {
    let mut players = vec![json!({"at": 51}), json!({}), json!({}), json!({})];
    players[holder]["shortcuts"] = json!([card]);
    let mut table = with(json!({}), json!({ "players": players }));
    table.play("roll", &[3, 4]);
    table
}

#[test]
fn inv_short_1_landing_takes_a_card_to_keep() {
    let mut table = before(SHORTCUT, json!({}), json!({}));
    table.roll(&[card("k10")]);
    assert_eq!((table.hand('A'), table.hand('B'), table.step()), ("k10".into(), String::new(), "trade".into()));
    assert!(!table.view()["players"][0]["shortcuts"].to_string().contains("k10"), "others do not see it");
}

/// Covers INV-SHORT-7.
#[test]
fn inv_short_2_a_card_is_used_from_the_next_round_on_or_sold() {
    let mut table = before(SHORTCUT, json!({"players": 2}), json!({"turn": {"more": 1}}));
    table.roll(&[card("k10")]);
    let sold = table.clone();
    table.play("end", &[]);
    table.play("roll", &[1, 4]);
    table.plays(&["no", "end"]);
    table.play("roll", &[1, 2]);
    assert_eq!(table.pending(), "buy", "neither in an extra turn nor in B's slot before A's next");
    table.plays(&["no", "end"]);
    table.play("roll", &[1, 3]);
    assert_eq!((table.active(), table.pending()), ('A', "shortcut_window".into()));
    let mut table = sold;
    table.play("sell shortcut-1", &[]);
    assert_eq!((table.net()[0], table.bottom("shortcut")), (30_000, "k10".into()), "sold to the bank at once");
    let position = json!({"turn": {"step": "trade"}, "players": [{"shortcuts": [{"card": "k10", "ready": false}]}]});
    let mut table = with(json!({}), position);
    table.play("offer 1>2 shortcut 1, 2>1 45000", &[]);
    table.play("accept 1", &[]);
    assert_eq!((table.hand('B'), table.net()), ("k10".into(), vec![45_000, -45_000, 0, 0]), "or to another player");
}

/// Covers INV-SHORT-6.
#[test]
fn inv_short_3_it_is_used_after_the_roll_on_oneself_or_on_whose_turn_it_is() {
    let mut table = with(json!({}), json!({"players": [{"at": 51, "shortcuts": ["k01"]}]}));
    assert_eq!(table.refused("play 1"), "INV-TURN-1");
    table.play("roll", &[3, 4]);
    assert_eq!(table.refused("play 2"), "INV-SHORT-6");
    table.play("play 1", &[]);
    assert_eq!(table.at_tile('A'), 60);
    let mut table = rolled(2, "k05");
    assert_eq!(table.awaited(), "C", "only its holder is asked");
    table.play("play 1", &[]);
    assert_eq!((table.at_tile('A'), table.hand('C').as_str()), (54, ""));
}

/// Covers INV-SHORT-10, INV-EX-41.
#[test]
fn inv_short_4_instead_of_a_third_card_all_are_lost() {
    let held = json!([{"card": "k04", "ready": false}, {"card": "k02", "ready": false}]);
    let mut table = before(SHORTCUT, json!({}), json!({"players": [{"shortcuts": held}]}));
    table.roll(&[]);
    assert_eq!(
        (table.hand('A').as_str(), table.under("shortcut")),
        ("", vec!["k04".to_owned(), "k02".into()]),
        "in the order held"
    );
}

/// Covers INV-SHORT-11.
#[test]
fn inv_short_5_cards_move_forward_unless_they_send_back() {
    let mut table = rolled(0, "k02");
    table.play("play 1", &[]);
    assert_eq!((table.last("moved")["back"].clone(), table.bottom("shortcut")), (json!(false), "k02".into()));
    let mut table = rolled(0, "k16");
    table.play("play 1", &[]);
    assert_eq!((table.last("moved")["back"].clone(), table.at_tile('A')), (json!(true), 46));
}

#[test]
fn inv_short_7_each_card_waits_for_its_own_slot() {
    let hand = json!(["k01", {"card": "k02", "ready": false}]);
    let mut table = with(json!({}), json!({"players": [{"at": 51}, {"shortcuts": hand}]}));
    table.play("roll", &[3, 4]);
    assert_eq!(table.refused("play 2"), "INV-SHORT-7");
    assert_eq!(table.sorted(), ["no", "play 1"]);
}

/// Covers INV-EDGE-44.
#[test]
fn inv_short_8_the_active_players_card_counts_otherwise_the_first_in_turn_order() {
    let players = json!([{"at": 51, "shortcuts": ["k01"]}, {"shortcuts": ["k02"]}, {"shortcuts": ["k05"]}, {"shortcuts": ["k03"], "jail": 1}]);
    let mut table = with(json!({}), json!({ "players": players }));
    table.play("roll", &[2, 2]);
    assert_eq!(table.pending(), "equal_dice", "the choice on equal dice comes first");
    table.play("accept", &[]);
    assert_eq!((table.pending(), table.awaited()), ("shortcut_window".into(), "ABC".into()), "not D, who is in jail");
    let mut other = table.clone();
    table.answers(&[('B', "play 1"), ('C', "play 1"), ('A', "play 1")]);
    assert_eq!((table.at_tile('A'), table.hand('A').as_str()), (57, ""), "A's own: 4 + 2");
    assert_eq!((table.hand('B'), table.hand('C')), ("k02".into(), "k05".into()), "the others stay in hand");
    assert!(!table.view().to_string().contains("k02"), "and nobody has seen them");
    other.answers(&[('C', "play 1"), ('A', "no"), ('B', "play 1")]);
    assert_eq!((other.at_tile('A'), other.hand('C')), (58, "k05".into()), "B comes before C");
}

#[test]
fn inv_short_9_choices_are_those_of_whoever_plays_the_card() {
    let mut table = rolled(1, "k10");
    assert_eq!((table.refused("play 1 7"), table.refused("play 1")), ("INV-SFX-4", "INV-SFX-4"));
    table.play("play 1 5", &[]);
    assert_eq!((table.at_tile('A'), table.awaited()), (56, "A".into()), "A was not asked");
    assert_eq!(rolled(1, "k01").refused("play 1 2"), "INV-SHORT-9");
    // "Own" means the moving player's.
    let mut table = with(json!({}), json!({"players": [{"at": 51, "owned": ["b38"]}, {"shortcuts": ["k21"], "owned": ["b37"]}]}));
    table.play("roll", &[3, 4]);
    table.play("play 1", &[]);
    assert_eq!(table.at_tile('A'), 54);
}

#[test]
fn inv_short_12_a_card_without_destination_cannot_be_played() {
    let mut table = rolled(1, "k21");
    assert_eq!((table.awaited(), table.sorted()), ("B".into(), vec!["no".to_owned()]), "its holder is asked all the same");
    assert_eq!(table.refused("play 1"), "INV-SHORT-12");
}

/// Covers INV-SHORT-15.
#[test]
fn inv_short_14_on_the_path_a_tile_leads_to_another() {
    let path = || json!({"shortcut_mode": "path"});
    let mut table = before(SHORTCUT, path(), json!({}));
    table.roll(&[]);
    assert_eq!(
        (table.at_tile('A'), table.hand('A').as_str(), table.step()),
        (36, "", "trade".into()),
        "ahead at once, and no card"
    );
    let mut table = before(36, path(), json!({}));
    table.roll(&[]);
    assert_eq!((table.at_tile('A'), table.sorted()), (36, vec!["no".to_owned(), "yes".into()]), "back if one likes");
    let mut stays = table.clone();
    table.play("yes", &[]);
    assert_eq!((table.at_tile('A'), table.step()), (12, "trade".into()), "the tile reached has no effect of its own");
    stays.play("no", &[]);
    assert_eq!(stays.at_tile('A'), 36);
    // No tile in between is passed.
    let mut table = before(62, path(), json!({"players": [{"tax_card": true}]}));
    table.roll(&[]);
    assert_eq!((table.at_tile('A'), table.written('A')["tax_card"].clone()), (87, json!(true)));
    // Without Shortcut cards, effects that give some do nothing.
    let mut table = before(PROFIT, path(), json!({}));
    table.draws("p10", &[]);
    assert_eq!((table.net()[0], table.hand('A').as_str()), (20_000, ""));
}

/// Every one of the 22 cards, from tile 51 with a roll of 7; A owns the Potato Farm.
///
/// Covers INV-SFX-1 to INV-SFX-13, INV-FX-3, INV-SHORT-13.
#[test]
fn every_shortcut_card_does_what_it_says() {
    type Row = (&'static str, &'static str, &'static [u32], u64, i64);
    const ROWS: [Row; 22] = [
        ("k01", "play 1", &[], 60, 0),
        ("k02", "play 1", &[], 61, 0),
        ("k03", "play 1", &[], 63, 0),
        ("k04", "play 1", &[], 56, 0),
        ("k05", "play 1", &[], 54, 0),
        ("k06", "play 1", &[], 52, 0),
        ("k07", "play 1", &[], 58, 0),
        ("k08", "play 1", &[], 63, 0),
        ("k09", "play 1 1", &[], 52, 0),
        ("k10", "play 1 5", &[], 56, 0),
        ("k11", "play 1", &[], 65, 0),
        ("k12", "play 1", &[], 55, 0),
        ("k13", "play 1", &[2, 2], 55, 0),
        ("k14", "play 1", &[0], 44, 50_000),
        ("k15", "play 1", &[6], 48, 0),
        ("k16", "play 1", &[], 46, 0),
        ("k17", "play 1", &[0], 44, 50_000),
        ("k18", "play 1", &[], 23, 300_000),
        ("k19", "play 1", &[], 73, 0),
        ("k20", "play 1", &[], 0, 450_000),
        ("k21", "play 1", &[], 1, 300_000),
        ("k22", "play 1", &[], 52, 0),
    ];
    for (number, (id, action, luck, tile, net)) in ROWS.into_iter().enumerate() {
        assert_eq!(card(id) as usize, number, "each once");
        let players = json!([{"at": 51, "owned": ["b01"], "shortcuts": [id]}]);
        let mut table = with(json!({}), json!({ "players": players }));
        table.play("roll", &[3, 4]);
        table.play(action, luck);
        assert_eq!((table.at_tile('A'), table.net()[0], table.bottom("shortcut")), (tile, net, id.to_owned()), "{id}");
    }
    // At least one tile, and half rounded up.
    let mut table = with(json!({}), json!({"players": [{"at": 51, "shortcuts": ["k05"]}]}));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[]);
    assert_eq!(table.at_tile('A'), 52);
    // A re-roll leaves no choice on equal dice, and its pips are the new ones.
    let position = json!({"turn": {"at_work": ["l42"]}, "players": [{"at": 51, "kept": ["l42"], "shortcuts": ["k13"]}]});
    let mut table = with(json!({}), position);
    table.play("roll", &[3, 4]);
    table.play("play 1", &[2, 2]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (55, -40_000));
}

#[test]
fn inv_ex_42_going_back_over_the_bank_returns_a_lap() {
    let mut table = with(json!({}), json!({"players": [{"at": 2, "shortcuts": ["k16"]}]}));
    table.play("roll", &[3, 4]);
    table.play("play 1", &[]);
    assert_eq!((table.at_tile('A'), table.written('A')["returned"].clone(), table.net()[0]), (97, json!(1), 0), "the Gold Mine");
    let mut table = with(json!({}), json!({"players": [{"at": 97, "returned": 1}]}));
    table.play("roll", &[1, 3]);
    assert_eq!((table.at_tile('A'), table.written('A')["returned"].clone(), table.net()[0]), (1, Value::Null, 0), "no lap event");
}

#[test]
fn inv_ex_43_back_onto_the_bank_rolls_the_repeat_die() {
    let mut table = with(json!({}), json!({"players": [{"at": 1, "shortcuts": ["k15"]}]}));
    table.play("roll", &[3, 4]);
    table.play("play 1", &[5, card("p01")]);
    assert_eq!((table.at_tile('A'), table.net()[0], table.written('A')["returned"].clone()), (98, 50_000, Value::Null));
}

#[test]
fn inv_ex_44_a_second_subsidy_by_shortcut_in_a_slot_is_withheld() {
    let players = json!([{"at": 0, "subsidised": true, "shortcuts": ["k20"], "owned": ["b22"]}]);
    let mut table = with(json!({}), json!({"players": players, "loans": {"b22": 1}}));
    table.play("roll", &[3, 4]);
    table.play("play 1", &[5, card("p01")]);
    assert_eq!(
        (table.at_tile('A'), table.net()[0], table.loan("b22")),
        (0, 50_000, Some(1)),
        "no subsidy, no interest: the repeat die"
    );
}

#[test]
fn inv_ex_45_bets_at_the_three_casino_tiles() {
    let bet = |tile: u8, action: &str, luck: &[u32]| {
        let mut table = before(tile, json!({}), json!({}));
        table.roll(&[]);
        table.play(action, luck);
        table.net()[0]
    };
    assert_eq!(bet(23, "bet 1 50000", &[3]), 50_000);
    assert_eq!(bet(24, "bet 1 50000", &[2]), 100_000);
    assert_eq!(bet(25, "bet 2 50000", &[3, 4]), 200_000);
    assert_eq!(bet(25, "bet 1 50000", &[4, 4]), -50_000);
}

/// Both Insurance businesses at three investments.
#[test]
fn inv_ex_56_a_monopoly_of_an_insurance() {
    let mut table = before(39, json!({}), json!({"players": [{"owned": ["b29", "b57"]}], "levels": {"b29": 3, "b57": 3}}));
    table.roll(&[]);
    table.play("monopoly", &[]);
    assert_eq!((table.net()[0], table.level("b29"), table.level("b57")), (-220_000, 4, 3));
    assert_eq!((table.state.investments, table.state.monopolies), (3, 1), "three small tokens back, one large out");
}

#[test]
fn inv_ex_57_no_monopoly_on_the_landing_of_the_investments() {
    let mut table = before(39, json!({}), json!({"players": [{"owned": ["b29", "b57"]}], "levels": {"b29": 1, "b57": 3}}));
    table.roll(&[]);
    table.play("invest 2", &[]);
    assert_eq!((table.net()[0], table.refused("monopoly")), (-220_000, "INV-MONO-3"));
}

#[test]
fn inv_edge_65_if_everybody_says_no_the_game_goes_on_as_without_a_poll() {
    let mut table = rolled(1, "k01");
    table.play("no", &[]);
    assert_eq!((table.at_tile('A'), table.pending()), (58, "buy".into()));
    let mut table = with(json!({}), json!({"players": [{"at": 51}]}));
    table.play("roll", &[3, 4]);
    assert_eq!((table.at_tile('A'), table.pending()), (58, "buy".into()));
}
