//! Debts and bankruptcy. (INV-DEBT, INV-BUST)

use crate::common::{InvestmentsTable, Table, l, p, seat, table, with};
use kernel::Viewer;
use serde_json::{Value, json};

/// A lands on the Cannery of B, with these things.
#[track_caller]
fn owing(own: Value, more: Value) -> Table {
    let position = json!({"players": [crate::common::but(json!({"at": 7}), own), {"owned": ["b08"]}]});
    let mut table = table(3, crate::common::but(position, more));
    table.play("roll", &[1, 2]);
    table
}

#[test]
fn inv_debt_1_debts_are_paid_at_once_and_in_full_before_any_other_action() {
    let mut table = owing(json!({"cash": 5_000, "owned": ["b22"]}), json!({}));
    for deed in ["end", "offer 1>2 b22", "auction b22 for 0", "bankcard", "repay b22"] {
        assert!(["INV-DEBT-1", "INV-TRADE-4"].contains(&table.refused(deed)), "{deed}");
    }
    assert_eq!(table.refused("pay"), "INV-DEBT-1", "not in part");
    table.plays(&["sell b22", "pay"]);
    assert_eq!((table.cash('A'), table.cash('B')), (35_000, 2_010_000));
}

#[test]
fn inv_debt_2_in_turn_order_from_the_active_player() {
    // Everybody pays 25,000: B drew the card, then C, then A.
    let mut table = table(3, json!({"turn": {"seat": 2}, "players": [{}, {"at": 4}]}));
    table.play("roll", &[2, 3, l(26)]);
    table.play("follow", &[]);
    table.answers(&[('A', "pay"), ('C', "pay")]);
    assert_eq!(table.told("paid").iter().map(|paid| paid["seat"].clone()).collect::<Vec<_>>(), [2, 3, 1]);
    // One player who owes several pays them in turn order.
    let mut table = crate::common::table(3, json!({"turn": {"seat": 2}, "players": [{}, {"at": 4}]}));
    table.play("roll", &[2, 3, l(12)]);
    table.play("follow", &[]);
    assert_eq!(table.told("paid").iter().map(|paid| paid["to"].clone()).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(table.purses(), [2_010_000, 1_980_000, 2_010_000]);
}

/// Covers INV-DEBT-4.
#[test]
fn inv_debt_3_a_debtor_sells_to_the_bank_or_takes_a_loan() {
    let own = json!({"cash": 0, "owned": ["b22", "b01", "b05"], "shortcuts": [{"card": "k01", "ready": false}], "bank_cards": 1});
    let mut table = owing(own, json!({"levels": {"b05": 1, "b08": 1}, "loans": {"b01": 0}}));
    assert_eq!(
        table.sorted(),
        ["mortgage b22", "refuse", "sell b22", "sell bankcard", "sell shortcut-1", "strip b05"],
        "nothing of a mortgaged business, and nothing of other players"
    );
    assert_eq!(table.refused("sell b01"), "INV-DEBT-4");
    table.play("sell shortcut-1", &[]);
    assert_eq!(table.cash('A'), 15_000);
    // Only while cash is below the debt, in any order and number.
    table.play("strip b05", &[]);
    assert_eq!((table.cash('A'), table.sorted()), (50_000, vec!["pay".to_owned(), "refuse".to_owned()]));
    // The same ways for whoever falls into debt in another's turn.
    let mut table = crate::common::table(2, json!({"players": [{"at": 97}, {"cash": 0, "owned": ["b22"]}]}));
    table.play("roll", &[2, 3, p(11)]);
    table.does('B', "pay", &[]);
    assert_eq!((table.awaited().as_str(), table.sorted()), ("B", vec!["mortgage b22".to_owned(), "sell b22".to_owned()]));
    table.play("mortgage b22", &[]);
    assert_eq!((table.cash('B'), table.cash('A'), table.active()), (20_000, 3_320_000, 'A'));
}

#[test]
fn inv_debt_5_for_something_on_sale_all_ways_but_a_loan() {
    let own = json!({"at": 0, "cash": 5_000, "owned": ["b22"], "bank_cards": 1});
    let mut table = table(2, json!({"players": [own]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.sorted(), ["no", "sell b22", "sell bankcard"]);
    table.plays(&["sell b22", "buy"]);
    assert_eq!(table.cash('A'), 25_000);
    // Not for a stake.
    let mut table = crate::common::table(2, json!({"players": [{"at": 20, "cash": 5_000, "owned": ["b22"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("sell b22"), "INV-CASINO-2");
}

#[test]
fn inv_debt_6_worth_in_reserve() {
    let own = json!({"owned": ["b22", "b08", "b71"], "shortcuts": ["k01"], "bank_cards": 1});
    let table = table(2, json!({"players": [own], "loans": {"b22": 0}, "levels": {"b08": 2, "b71": "M"}}));
    // 15,000 + 1,000,000 + nothing + 3 × 20,000 + 300,000 + 4 × 150,000.
    let reserve = |viewer| table.seen_by(viewer)["players"][0]["reserve"].clone();
    assert_eq!(reserve(Viewer::Seat(seat('A'))), 1_975_000);
    assert_eq!(reserve(Viewer::Seat(seat('B'))), 1_960_000, "others do not see the Shortcut card");
}

/// Covers INV-EDGE-68.
#[test]
fn inv_debt_7_bankrupt_where_it_does_not_suffice_and_only_there() {
    let mut table = owing(json!({"cash": 5_000, "owned": ["b01"]}), json!({"levels": {"b08": 1}}));
    assert_eq!(table.sorted(), ["bankrupt", "refuse"]);
    assert_eq!(table.refused("sell b01"), "INV-DEBT-1");
    table.play("bankrupt", &[]);
    assert_eq!((table.cash('B'), &table.player('A')["out"]), (2_030_000, &json!(1)));
    let mut table = owing(json!({"cash": 5_000, "owned": ["b22"]}), json!({"levels": {"b08": 1}}));
    assert_eq!(table.refused("bankrupt"), "INV-DEBT-7");
    // An empty bank grants nothing: bankrupt unless the debtor refuses.
    let players = json!([{"at": 7, "cash": 5_000, "owned": ["b71"]}, {"owned": ["b08"], "cash": 16_770_000}]);
    let mut table = with(json!({"players": 2, "bank_money": "box"}), json!({ "players": players }));
    table.play("roll", &[1, 2]);
    assert_eq!((table.bank(), table.sorted()), (0, vec!["bankrupt".to_owned(), "refuse".to_owned()]));
}

#[test]
fn inv_debt_8_what_can_be_refused() {
    // A fee, a tax, a Loss card when it is drawn, a payment by another's card.
    assert!(owing(json!({}), json!({})).may("refuse"));
    let mut table = table(2, json!({"players": [{"at": 70}]}));
    table.play("roll", &[1, 2]);
    assert!(table.may("refuse"));
    let mut table = crate::common::table(2, json!({"players": [{"at": 4, "cash": 0, "owned": ["b22"]}]}));
    table.play("roll", &[2, 3, l(9)]);
    assert!(table.may("refuse"));
    // A card once followed can no longer be refused.
    table.play("follow", &[]);
    assert_eq!((table.pending().as_str(), table.refused("refuse")), ("debt", "INV-DEBT-8"));
    let mut table = crate::common::table(2, json!({"players": [{"at": 97}]}));
    table.play("roll", &[2, 3, p(11)]);
    assert!(table.allows('B', "refuse"));
    // A fine cannot.
    let mut table = owing(json!({"cash": 5_000, "owned": ["b22"]}), json!({}));
    table.play("refuse", &[]);
    assert_eq!((table.pending().as_str(), table.refused("refuse")), ("debt", "INV-DEBT-8"));
}

/// Covers INV-BUST-2, INV-EX-53.
#[test]
fn inv_bust_1_without_money_or_property_for_a_debt_a_player_is_out() {
    let position = json!({
        "turn": {"seat": 3},
        "players": [{"owned": ["b71"]}, {}, {"at": 94, "cash": 50_000, "owned": ["b16", "b01"], "shortcuts": [{"card": "k01", "ready": false}]}],
        "levels": {"b71": 1},
        "loans": {"b01": 0},
    });
    let mut table = table(3, position);
    table.play("roll", &[1, 2]);
    // 50,000 + 25,000 + 15,000 = 90,000 < 240,000.
    table.play("bankrupt", &[]);
    assert_eq!((table.cash('A'), table.cash('C'), &table.player('C')["out"]), (2_240_000, 0, &json!(1)));
    assert_eq!((table.owner("b16"), table.owner("b01"), table.loan("b01")), (None, None, None));
    assert_eq!(table.bank(), 16_775_000 - 2_240_000 - 2_000_000);
}

/// Covers INV-EDGE-52.
#[test]
fn inv_bust_3_everything_goes_back_to_the_bank() {
    let own =
        json!({"owned": ["b22", "b05"], "shortcuts": ["k01", "k02"], "kept": ["p39", "l41"], "bank_cards": 2, "tax_card": true});
    let mut table = table(3, json!({"turn": {"step": "trade"}, "players": [own], "levels": {"b05": 2}, "loans": {"b22": 1}}));
    table.play("resign", &[]);
    let bank = &table.view()["bank"];
    assert_eq!([&bank["bank_cards"], &bank["tax_cards"], &bank["investments"]], [15, 7, 75]);
    assert_eq!(bank["cash"], 16_775_000 - 4_000_000);
    let under = &table.position()["under"];
    assert_eq!(
        (&under["shortcut"], &under["profit"], &under["loss"]),
        (&json!(["k01", "k02"]), &json!(["p39"]), &json!(["l41"]))
    );
    assert_eq!((table.owned('A').as_str(), table.owner("b22"), table.loan("b22"), table.level("b05")), ("", None, None, 0));
}

/// Covers INV-EDGE-13.
#[test]
fn inv_bust_4_a_global_economy_card_stays_in_force() {
    let position =
        json!({"players": [{"at": 7, "cash": 0}, {"owned": ["b08"]}], "global": {"card": "g14", "tokens": 3, "drawer": 1}});
    let mut table = table(3, position);
    table.play("roll", &[1, 2]);
    table.play("bankrupt", &[]);
    // The turn ends, the next player follows, and step 6 has been taken.
    assert_eq!((table.active(), &table.view()["global"]["tokens"]), ('B', &json!(2)));
    for _ in 0..2 {
        table.play("roll", &[1, 2]);
        table.plays(&["no", "end"]);
    }
    assert_eq!(table.view()["global"]["tokens"], 1, "at the empty slot");
}

#[test]
fn inv_bust_6_a_player_may_resign_on_their_own_turn() {
    let mut table = table(3, json!({"players": [{"owned": ["b22"]}]}));
    assert_eq!(table.refused_to('B', "resign"), "INV-ORDER-3");
    table.play("resign", &[]);
    assert_eq!((&table.player('A')["out"], table.owner("b22"), table.active()), (&json!(1), None, 'B'));
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("resign"), "INV-TURN-3");
    table.plays(&["no", "resign"]);
    assert_eq!(table.won().unwrap(), ("C".to_owned(), "INV-END-1"));
}
