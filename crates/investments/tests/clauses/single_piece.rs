//! One piece for all. (INV-SINGLE)

use crate::drawing::*;
use serde_json::{Value, json};

fn single() -> Value {
    json!({"piece_mode": "single"})
}

/// Covers INV-SINGLE-3.
#[test]
fn inv_single_1_one_piece_stands_for_the_whole_group() {
    let mut table = with(single(), json!({"turn": {"seat": 2}, "players": [{"at": 4}]}));
    table.roll(&[]);
    assert_eq!(table.last("moved")["seat"], 2, "the next player rolls");
    assert_eq!((table.at_tile('A'), table.awaited()), (7, "ABCD".into()), "and everybody has landed");
}

#[test]
fn inv_single_2_there_is_no_lottery() {
    for mode in ["lottery", "lottery_series", "lottery_monopoly"] {
        assert_eq!(refused_settings(json!({"piece_mode": "single", "start_mode": mode})).clause, "INV-SINGLE-2");
    }
    assert_eq!(start(single(), &[]).at_tile('A'), 0);
}

/// Covers INV-SINGLE-5, INV-EX-52.
#[test]
fn inv_single_4_an_unowned_business_is_auctioned() {
    let mut table = before(7, single(), json!({}));
    table.roll(&[]);
    table.answers(&[('A', "yes"), ('B', "no"), ('C', "yes"), ('D', "no")]);
    assert_eq!((table.awaited(), table.refused("bid 25000")), ("A".into(), "INV-AUCT-4"), "the price is the opening bid");
    table.plays(&["bid 30000", "bid 40000", "pass"]);
    assert_eq!((table.owner("b06"), table.net(), table.bank()), (Some('C'), vec![0, 0, -40_000, 0], 10_775_000 + 40_000));
    // Only who has the price is asked; the bids begin with the roller; without one the business stays with the bank.
    let mut table = with(single(), json!({"turn": {"seat": 2}, "players": [{"at": 4}, {}, {"cash": 25000}]}));
    table.roll(&[]);
    assert_eq!(table.awaited(), "ABD");
    table.all_say("yes");
    assert_eq!(table.awaited(), "B");
    table.plays(&["pass", "pass", "pass"]);
    assert_eq!((table.owner("b06"), table.step()), (None, "trade".into()));
}

/// Covers INV-SINGLE-7, INV-EX-51.
#[test]
fn inv_single_6_everyone_but_the_owner_pays_the_fee() {
    let owned = || json!({"players": [{}, {}, {}, {"owned": ["b29"]}]});
    for (mode, net) in [("each", [-20_000, -20_000, -20_000, 60_000]), ("shared", [-10_000, -10_000, -10_000, 30_000])] {
        let mut table = before(39, json!({"piece_mode": "single", "single_fee": mode}), owned());
        table.roll(&[]);
        assert_eq!(table.awaited(), "ABC", "the owner is not asked");
        table.all_say("pay");
        assert_eq!(table.net(), net, "{mode}");
    }
}

/// Covers INV-SINGLE-16.
#[test]
fn inv_single_8_the_owner_upgrades_whoever_rolled() {
    let mut table = before(39, single(), json!({"players": [{}, {"owned": ["b29", "b57"]}], "levels": {"b29": 2, "b57": 3}}));
    table.roll(&[]);
    table.all_say("pay");
    assert_eq!((table.awaited(), table.pending()), ("B".into(), "upgrade".into()));
    table.play("invest 1", &[]);
    assert_eq!((table.level("b29"), table.awaited()), (3, "A".into()), "and no monopoly on this landing of the piece");
    let mut table = before(39, single(), json!({"players": [{"owned": ["b29", "b57"]}]}));
    table.roll(&[]);
    table.all_say("pay");
    table.play("invest 3", &[]);
    assert_eq!((table.level("b29"), table.step()), (3, "trade".into()), "the roller's own in step 3");
}

#[test]
fn inv_single_11_a_lap_pays_everybody_and_collects_loans() {
    let mut table = before(98, single(), json!({"players": [{}, {}, {"owned": ["b22"]}], "loans": {"b22": 0}}));
    table.roll(&[]);
    assert_eq!((table.awaited(), table.net()), ("C".into(), vec![350_000; 4]));
    table.play("pay", &[]);
    assert_eq!((table.net(), table.loan("b22")), (vec![350_000, 350_000, 340_000, 350_000], Some(1)));
    let mut table = with(single(), json!({"turn": {"seat": 3}, "players": [{"at": 97, "returned": 1}]}));
    table.play("roll", &[1, 3]);
    assert_eq!((table.net(), table.written('A')["returned"].clone()), (vec![0; 4], Value::Null), "returned laps are the piece's");
    let held = json!([{"at": 90, "subsidised": true}, {}, {"shortcuts": ["k20"]}]);
    let mut table = with(single(), json!({"turn": {"seat": 3}, "players": held}));
    table.play("roll", &[1, 3]);
    table.play("play 1", &[5, card("p01")]);
    assert_eq!(table.net(), [50_000; 4], "so is the limit of subsidies by Shortcut: the repeat die");
}

/// Covers INV-EX-67.
#[test]
fn inv_single_12_one_roll_decides_all_bets() {
    let mut table = before(23, single(), json!({}));
    table.roll(&[]);
    table.answers(&[('A', "bet 1 50000"), ('B', "bet 2 20000"), ('C', "no")]);
    table.does('D', "no", &[3]);
    assert_eq!(table.net(), [50_000, -20_000, 0, 0]);
    let rich = json!({"players": [{"cash": 8000000}, {"cash": 8000000}]});
    let mut table = before(23, json!({"piece_mode": "single", "players": 2, "bank_money": "box"}), rich);
    table.roll(&[]);
    assert_eq!(table.refused("bet 1 390000"), "INV-CASINO-6", "each has half of the bank's 775,000");
    table.play("bet 1 385000", &[]);
}

#[test]
fn inv_single_13_everybody_pays_the_tax_and_nobody_stays() {
    let mut table = before(TAX, single(), json!({}));
    table.roll(&[]);
    table.answers(&[('A', "pay"), ('B', "pay"), ('C', "refuse"), ('D', "pay")]);
    assert_eq!(table.net(), [-50_000, -50_000, -100_000, -50_000]);
    let cards: Vec<bool> = "ABCD".chars().map(|letter| table.written(letter)["tax_card"] == true).collect();
    assert_eq!((cards, table.written('A')["stays"].clone()), (vec![true, true, false, true], Value::Null));
    let mut table = with(single(), json!({"players": [{"at": 72, "tax_card": true}, {"tax_card": true}]}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.told("tax_card_returned").len(), 2, "passing returns all cards");
}

#[test]
fn inv_single_14_everybody_draws_a_shortcut_card_from_the_roller_on() {
    let mut table = with(single(), json!({"turn": {"seat": 2}, "players": [{"at": 9}]}));
    table.roll(&[0, 1, 2, 3]);
    let hands: Vec<String> = "ABCD".chars().map(|letter| table.hand(letter)).collect();
    assert_eq!(hands, ["k04", "k01", "k02", "k03"]);
    let mut table =
        with(single(), json!({"turn": {"seat": 2}, "players": [{"at": 51, "shortcuts": ["k21"]}, {"owned": ["b38"]}]}));
    table.play("roll", &[3, 4]);
    table.play("play 1", &[]);
    assert_eq!(table.at_tile('A'), 54, "the roller counts as the moving player");
}

#[test]
fn inv_single_15_the_roller_draws_the_global_economy_card() {
    let mut table = with(single(), json!({"turn": {"seat": 3}, "players": [{"at": 45}]}));
    table.roll(&[card("g07")]);
    assert_eq!((table.global().0.as_str(), table.position()["global"]["drawer"].clone()), ("g07", json!(3)));
    let mut table = with(single(), json!({"players": [{"at": 98}], "global": {"card": "g22", "drawer": 2}}));
    table.play("roll", &[2, 5, card("p01")]);
    assert_eq!(table.net(), [50_000; 4], "the repeat die is rolled once, and the card strikes all");
}

#[test]
fn inv_single_17_a_forced_trade_is_asked_of_whoever_may() {
    let position = || json!({"players": [{}, {}, {"owned": ["b16", "b17"]}, {"owned": ["b18"]}]});
    let mut table = before(22, single(), position());
    table.roll(&[]);
    assert_eq!((table.awaited(), table.sorted()), ("C".into(), vec!["force".to_owned(), "no".into()]));
    let mut left = table.clone();
    table.play("force", &[]);
    table.play("agree", &[]);
    assert_eq!((table.owner("b18"), table.net()), (Some('C'), vec![0, 0, -60_000, 60_000]), "and nobody pays a fee");
    left.play("no", &[]);
    left.all_say("pay");
    assert_eq!(left.net(), [-10_000, -10_000, -10_000, 30_000]);
    let mut poor = position();
    poor["players"][2]["cash"] = json!(55000);
    let mut table = before(22, single(), poor);
    table.roll(&[]);
    assert_eq!(table.awaited(), "ABC", "without the price in cash nobody is asked: the fee");
}

#[test]
fn inv_single_18_jailed_players_are_left_out() {
    let mut table = before(PROFIT, single(), json!({"players": [{}, {"jail": 2}]}));
    table.draws("p02", &[]);
    assert_eq!(table.net(), [100_000, 0, 100_000, 100_000]);
    assert_eq!((table.awaited(), table.step()), ("A".into(), "trade".into()), "steps 3 and 4 are the roller's");
    table.play("end", &[]);
    assert_eq!(table.active(), 'C', "B's slot is skipped");
}

#[test]
fn inv_single_19_each_refuses_for_themselves() {
    let mut table = before(39, single(), json!({"players": [{}, {}, {}, {"owned": ["b29"]}]}));
    table.roll(&[]);
    table.answers(&[('A', "pay"), ('B', "refuse"), ('C', "pay")]);
    assert_eq!((table.net(), table.jail('B')), (vec![-20_000, -40_000, -20_000, 60_000], 3), "the bank pays D for B");
    // The others still follow a Loss card that the roller refuses: the piece moves, and they pay the tax.
    let mut table = before(LOSS, single(), json!({}));
    table.draws("l29", &[]);
    table.answers(&[('A', "refuse"), ('B', "pay"), ('C', "pay"), ('D', "pay")]);
    assert_eq!((table.at_tile('A'), table.awaited(), table.jail('A')), (73, "BCD".into(), 3));
    table.all_say("pay");
    assert_eq!((table.net(), table.active()), (vec![-100_000, -50_000, -50_000, -50_000], 'B'));
}

/// The roller refuses the card and goes to jail: the player after the roller names the tile, and leads the piece there.
#[test]
fn inv_pfx_25_the_player_after_the_roller_names_the_tile() {
    let mut table = before(LOSS, single(), json!({}));
    table.draws("l32", &[]);
    table.answers(&[('A', "refuse"), ('B', "pay"), ('C', "pay"), ('D', "pay")]);
    assert_eq!((table.pending(), table.awaited()), ("name".into(), "B".into()));
    table.play("name b11", &[]);
    assert_eq!(table.awaited(), "BCD", "an auction of the tile that B named");
    // If the roller takes part it is the same player.
    let mut table = before(LOSS, single(), json!({}));
    table.draws("l32", &[]);
    table.all_say("pay");
    assert_eq!((table.pending(), table.awaited()), ("name".into(), "B".into()));
    // If that one is in jail, the next.
    let mut table = before(LOSS, single(), json!({}));
    table.draws("l32", &[]);
    table.answers(&[('A', "refuse"), ('B', "refuse"), ('C', "pay"), ('D', "pay")]);
    assert_eq!(table.awaited(), "C");
}

/// The roller goes to jail on the way: the next present player draws the card, and its tokens go at the ends of their slots.
#[test]
fn inv_single_15_the_next_player_draws_for_a_roller_who_is_in_jail() {
    let mut table = before(LOSS, single(), json!({"players": [{}, {"jail": 1}]}));
    table.draws("l31", &[]);
    table.answers(&[('A', "refuse"), ('C', "pay")]);
    table.does('D', "pay", &[card("g07")]);
    assert_eq!((table.global().0.as_str(), table.position()["global"]["drawer"].clone()), ("g07", json!(3)));
    // In passing as well.
    let mut position = on_the_way(60);
    position["players"][1]["jail"] = json!(2);
    let mut table = with(json!({"piece_mode": "single", "global_mode": "passing"}), position);
    table.play("refuse", &[card("g07")]);
    assert_eq!((table.global().0.as_str(), table.position()["global"]["drawer"].clone()), ("g07", json!(3)));
    // Out of the game is the same.
    let mut position = on_the_way(51);
    position["players"][0]["offences"] = json!(1);
    let mut table = with(single(), position);
    table.play("refuse", &[card("g07")]);
    assert_eq!(table.position()["global"]["drawer"], 2);
}

/// The common piece stands on the first Bank tile, and its roller owes a payment on a loan; it still has `left` tiles to go.
fn on_the_way(left: u8) -> Value {
    json!({
        "players": [{"at": 98, "owned": ["b22"]}, {}, {}, {}], "loans": {"b22": 0}, "dues": ["b22"],
        "pending": [
            {"what": "moving", "seat": 1, "left": left, "from": 90, "lapped": true, "how": "card"}, {"what": "lap", "seat": 1},
            {"what": "loans", "seat": 1}, {"what": "loan", "seat": 1, "business": "b22"},
        ],
    })
}

/// A roller who goes to jail over a loan: the piece goes on with the others, and the next of them rolls at the Casino.
#[test]
fn inv_single_18_the_piece_goes_on_without_a_jailed_roller() {
    let mut table = with(single(), on_the_way(25));
    table.play("refuse", &[]);
    assert_eq!((table.at_tile('A'), table.awaited(), table.jail('A')), (23, "BCD".into(), 3));
    table.answers(&[('B', "bet 1 50000"), ('C', "no")]);
    table.does('D', "no", &[3]);
    assert_eq!((table.net(), table.last("casino_rolled")["seat"].clone()), (vec![-100_000, 50_000, 0, 0], json!(2)));
    // If nobody is left, it comes to where its movement ends, and nothing happens there.
    let mut position = on_the_way(4);
    (1..4).for_each(|seat| position["players"][seat]["jail"] = json!(2));
    let mut table = with(single(), position);
    table.play("refuse", &[]);
    assert_eq!((table.at_tile('A'), table.told("card_drawn").len(), table.active()), (2, 0, 'B'));
    // The tile of a Profit card is resolved for the others alone.
    let mut table = with(single(), on_the_way(4));
    table.play("refuse", &[card("p02")]);
    assert_eq!((table.at_tile('A'), table.net()), (2, vec![-100_000, 100_000, 100_000, 100_000]));
}

/// In a Complaint the owner owes everybody who has landed, and what the owner refuses the bank pays once.
#[test]
fn inv_jail_9_a_refused_reverse_fee_is_paid_once() {
    for (offences, refuser) in [(0, -90_000), (1, -1_500_000)] {
        let players = json!([{}, {}, {}, {"owned": ["b10"], "offences": offences}]);
        let mut table = before(13, single(), json!({"global": {"card": "g02", "drawer": 1}, "players": players}));
        table.roll(&[]);
        assert_eq!(table.awaited(), "D");
        table.play("refuse", &[]);
        assert_eq!(table.net(), [15_000, 15_000, 15_000, refuser]);
    }
}

#[test]
fn inv_edge_59_a_payer_who_goes_bankrupt_is_replaced_by_the_bank() {
    let mut table = before(39, single(), json!({"players": [{}, {"cash": 5000}, {}, {"owned": ["b29"]}]}));
    table.roll(&[]);
    table.all_say("pay");
    assert_eq!((table.written('B')["out"].clone(), table.cash('D')), (json!(1), 1_560_000));
}

#[test]
fn inv_edge_60_one_present_player_buys_at_the_opening_price_or_not_at_all() {
    let jailed = json!({"players": [{}, {"jail": 2}, {"jail": 2}, {"jail": 2}]});
    let mut table = before(7, single(), jailed);
    table.roll(&[]);
    assert_eq!(table.awaited(), "A");
    table.play("yes", &[]);
    table.play("bid 30000", &[]);
    assert_eq!((table.owner("b06"), table.net()[0]), (Some('A'), -30_000));
}
