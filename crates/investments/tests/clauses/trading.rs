//! Deals and auctions between players. (INV-TRADE, INV-AUCT)

use crate::common::{InvestmentsTable, Table, letter, seat, table};
use kernel::{Notation, Viewer};
use serde_json::{Value, json};

/// Four players; A is in step 3.
#[track_caller]
fn trading(players: Value) -> Table {
    table(4, json!({"turn": {"step": "trade"}, "players": players}))
}

/// The number of the deal that was proposed last.
fn number(table: &Table) -> u64 {
    table.last("offered")["number"].as_u64().expect("a deal was proposed")
}

#[track_caller]
fn accept(table: &mut Table) {
    let accept = format!("accept {}", number(table));
    table.play(&accept, &[]);
}

#[track_caller]
fn decline(table: &mut Table) {
    let decline = format!("decline {}", number(table));
    table.play(&decline, &[]);
}

#[test]
fn inv_trade_1_only_businesses_without_upgrades_are_traded() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b08"]}], "levels": {"b08": 1}});
    let mut table = table(2, position);
    assert_eq!(table.refused("offer 1>2 b08, 2>1 60000"), "INV-TRADE-1");
    assert_eq!(table.refused("auction b08 for 0"), "INV-TRADE-1");
    table.plays(&["strip b08", "offer 1>2 b08, 2>1 60000"]);
    accept(&mut table);
    assert_eq!(table.owner("b08"), Some('B'));
}

#[test]
fn inv_trade_2_tradeable_cards_are_shortcut_cards_and_bank_cards() {
    let mut table = trading(json!([{"shortcuts": ["k01"], "kept": ["p39"], "tax_card": true, "bank_cards": 1}]));
    for thing in ["p39", "taxcard", "hidden 1", "k01"] {
        assert!(table.rules.read(&format!("offer 1>2 {thing}")).is_err(), "{thing}");
    }
    assert_eq!(table.refused("offer 1>2 shortcut 2"), "INV-TRADE-2");
    // A Bank card only with the active player as buyer.
    assert_eq!(table.refused("offer 1>2 bankcard, 2>1 900000"), "INV-BCARD-6");
    table.play("offer 1>2 shortcut 1, 2>1 10000", &[]);
    accept(&mut table);
    assert_eq!((table.hand('B').as_str(), table.cash('A')), ("k01", 1_510_000));
}

#[test]
fn inv_trade_3_seller_and_buyer_agree_on_any_price() {
    for price in [5_000, 750_000] {
        let mut table = trading(json!([{"owned": ["b02"]}]));
        table.play(&format!("offer 1>3 b02, 3>1 {price}"), &[]);
        accept(&mut table);
        assert_eq!((table.owner("b02"), table.cash('C')), (Some('C'), 1_500_000 - price));
    }
    let mut table = trading(json!([{"owned": ["b02"]}]));
    table.play("offer 1>3 b02, 3>1 20000", &[]);
    decline(&mut table);
    assert_eq!((table.owner("b02"), table.active()), (Some('A'), 'A'));
}

#[test]
fn inv_trade_4_the_active_player_trades_after_the_tile() {
    let mut table = table(2, json!({"players": [{"owned": ["b22"]}, {"owned": ["b01"]}]}));
    assert_eq!(table.refused("offer 1>2 b22"), "INV-TRADE-4", "before the roll");
    table.play("roll", &[1, 2]);
    assert!(table.refused("offer 1>2 b22").starts_with("INV-"), "before the tile is resolved");
    table.play("no", &[]);
    assert_eq!(table.refused_to('B', "offer 2>1 b01"), "INV-ORDER-3");
    table.play("offer 1>2 b22", &[]);
}

#[test]
fn inv_trade_5_any_mix_between_the_active_player_and_one_other() {
    let players = json!([{"owned": ["b01"], "shortcuts": ["k01"]}, {"owned": ["b22", "b23"], "shortcuts": ["k02"]}, {"jail": 1, "owned": ["b30"]}]);
    let mut table = trading(players);
    assert_eq!(table.refused("offer 2>4 b22"), "INV-TRADE-5", "without the active player");
    assert_eq!(table.refused("offer 1>2 b01, 4>1 5000"), "INV-TRADE-5", "between three");
    assert_eq!(table.refused("offer 1>3 b01"), "INV-TRADE-5", "with somebody in jail");
    assert_eq!(table.refused("offer 1>2 b22"), "INV-TRADE-5", "what is not theirs");
    // Both sides give businesses and Shortcut cards; a price of 0 is allowed; the active player may also ask.
    table.play("offer 1>2 b01, 1>2 shortcut 1, 2>1 b22, 2>1 shortcut 1, 1>2 30000", &[]);
    accept(&mut table);
    assert_eq!((table.owned('A').as_str(), table.owned('B').as_str()), ("b22", "b01 b23"));
    assert_eq!((table.hand('A').as_str(), table.hand('B').as_str(), table.cash('B')), ("k02", "k01", 1_530_000));
    table.play("offer 2>1 b23", &[]);
    accept(&mut table);
    assert_eq!(table.owner("b23"), Some('A'));
}

/// Nor under Global Market, to save somebody from bankruptcy.
#[test]
fn inv_trade_5_money_alone_is_no_deal() {
    let players = json!([{"owned": ["b01"], "shortcuts": ["k01"]}, {"bank_cards": 1}, {"owned": ["b22"]}]);
    let mut table = trading(players);
    for deal in ["1>2 5000", "2>1 5000", "1>2 5000, 2>1 5000", "1>2 10000, 2>1 5000"] {
        assert_eq!(table.refused(&format!("offer {deal}")), "INV-TRADE-5", "{deal}");
    }
    assert_eq!(table.player('A')["offers"], 0);
    // Nor by a counter-offer.
    table.play("offer 1>2 b01, 2>1 60000", &[]);
    let counter = format!("counter {} 2>1 60000", number(&table));
    assert_eq!(table.refused_to('B', &counter), "INV-TRADE-5");
    decline(&mut table);
    // Nor in a position.
    let mut position = table.position();
    position["offers"] = json!([{
        "number": 1, "opener": 1, "proposer": 1, "parties": [1, 2], "accepted": [1], "counters": 0,
        "content": [{"from": 1, "to": 2, "asset": "5000"}],
    }]);
    position["next_offer"] = json!(2);
    match Table::try_at(crate::common::options(json!({"players": 4})), position) {
        Ok(_) => panic!("a deal of money alone is open"),
        Err(refusal) => assert_eq!(refusal.clause, "INV-TRADE-5", "{refusal}"),
    }
    // A rich friend cannot pay for a debtor, but can buy from them.
    let market = json!({
        "players": [{"at": 94, "cash": 0, "owned": ["b01"]}, {"owned": ["b71"]}],
        "global": {"card": "g03", "drawer": 2},
    });
    let mut table = crate::common::table(3, market);
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("offer 3>1 60000"), "INV-TRADE-5");
    assert_eq!(table.refused("offer 3>1 60000, 1>3 5000"), "INV-TRADE-5");
    table.play("offer 1>3 b01, 3>1 60000", &[]);
}

/// A player with whom nothing but money could change hands is not listed as a partner in the form of a deal.
#[test]
fn inv_trade_5_a_form_has_partners_with_whom_there_is_something_to_trade() {
    let names = proof::names(4);
    let partners = |players: Value| {
        let table = trading(players);
        let bargains = kernel::Words::bargains(&*table.rules, &table.state, seat('A'), &names);
        bargains.iter().map(|bargain| bargain.partners.map(letter).collect::<String>()).collect::<Vec<_>>()
    };
    assert_eq!(partners(json!([{}, {"owned": ["b01"]}, {}, {"shortcuts": ["k01"]}])), ["BD"]);
    assert_eq!(partners(json!([{"owned": ["b02"]}, {"owned": ["b01"]}])), ["BCD"]);
    assert_eq!(partners(json!([{"shortcuts": ["k01"]}, {"shortcuts": ["k02", "k03"]}, {"jail": 1}])), ["BD"]);
    assert!(partners(json!([{}])).is_empty());
}

#[test]
fn inv_trade_6_a_deal_is_whole_and_the_cash_in_hand() {
    let mut table = trading(json!([{"owned": ["b01"], "cash": 20_000}, {"cash": 30_000, "owned": ["b22"]}]));
    assert_eq!(table.refused("offer 1>2 b01, 2>1 35000"), "INV-TRADE-6");
    assert_eq!(table.refused("offer 2>1 b22, 1>2 25000"), "INV-TRADE-6");
    table.play("offer 1>2 b01, 2>1 30000", &[]);
    accept(&mut table);
    assert_eq!((table.owner("b01"), table.cash('A'), table.cash('B')), (Some('B'), 50_000, 0), "carried out at once");
}

/// Covers INV-TRADE-7, INV-TRADE-9, INV-EX-71.
#[test]
fn inv_trade_8_what_was_offered_to_one_player_goes_to_nobody_else() {
    let mut table = trading(json!([{"owned": ["b02", "b01"], "shortcuts": ["k01"]}]));
    table.play("offer 1>3 b02, 3>1 60000", &[]);
    assert_eq!(table.refused_to('B', "offer 1>2 b02, 2>1 90000"), "INV-ORDER-3", "no other offer is heard");
    decline(&mut table);
    for other in ["offer 1>2 b02, 2>1 90000", "sell b02", "auction b02 for 0"] {
        assert_eq!(table.refused(other), "INV-TRADE-8", "{other}");
    }
    // To the same player again, at another price.
    table.play("offer 1>3 b02, 3>1 50000", &[]);
    assert_eq!(table.refused_to('A', "sell b02"), "INV-TRADE-16");
    let withdraw = format!("withdraw {}", number(&table));
    table.does('A', &withdraw, &[]);
    assert_eq!(table.refused("sell b02"), "INV-TRADE-8", "withdrawn, it stays locked");
    // The same for a Shortcut card.
    table.play("offer 1>3 shortcut 1", &[]);
    decline(&mut table);
    assert_eq!((table.refused("sell shortcut-1"), table.refused("auction shortcut-1 for 0")), ("INV-TRADE-8", "INV-TRADE-14"));
    // Only for the slot.
    table.play("end", &[]);
    assert_eq!(table.position()["locks"], Value::Null);
}

#[test]
fn inv_trade_10_a_mortgaged_business_is_not_traded() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b22"]}], "loans": {"b22": 0}});
    let mut table = table(2, position);
    assert_eq!((table.refused("offer 1>2 b22"), table.refused("auction b22 for 0")), ("INV-TRADE-10", "INV-TRADE-10"));
    table.plays(&["repay b22", "offer 1>2 b22"]);
}

#[test]
fn inv_trade_11_nobody_is_left_with_three_shortcut_cards() {
    let mut table = trading(json!([{"shortcuts": ["k01"]}, {"shortcuts": ["k02", "k03"]}]));
    assert_eq!(table.refused("offer 1>2 shortcut 1"), "INV-TRADE-11");
    // Two who swap have room.
    table.play("offer 1>2 shortcut 1, 2>1 shortcut 1", &[]);
    accept(&mut table);
    assert_eq!((table.hand('A').as_str(), table.hand('B').as_str()), ("k02", "k03 k01"));
}

#[test]
fn inv_trade_12_a_card_offered_is_shown_and_one_asked_for_is_bought_unseen() {
    let mut table = trading(json!([{"shortcuts": ["k01"]}, {"shortcuts": ["k02"]}]));
    let sees =
        |table: &Table, viewer: Viewer, owner: usize| table.seen_by(viewer)["players"][owner]["shortcuts"][0]["card"].clone();
    let (b, c) = (Viewer::Seat(seat('B')), Viewer::Seat(seat('C')));
    table.play("offer 1>2 shortcut 1, 2>1 15000", &[]);
    assert_eq!(
        (sees(&table, b, 0), sees(&table, c, 0), sees(&table, Viewer::Watcher, 0)),
        (json!("k01"), Value::Null, Value::Null)
    );
    decline(&mut table);
    // Asked for by its place in the hand: seen when it changes hands.
    table.play("offer 2>1 shortcut 1, 1>2 15000", &[]);
    assert_eq!(sees(&table, Viewer::Seat(seat('A')), 1), Value::Null);
    accept(&mut table);
    assert_eq!(table.hand('A'), "k01 k02");
    assert_eq!(table.seen_by(b)["players"][0]["shortcuts"][1]["card"], "k02", "its seller knows it still");
    let dealt = |viewer| {
        let event = kernel::Rules::seen(
            &*table.rules,
            table.events.iter().rev().find(|event| matches!(event, investments::Event::Dealt { .. })).unwrap(),
            viewer,
        );
        serde_json::to_value(event.unwrap()).unwrap()["deal"][0]["card"].clone()
    };
    assert_eq!((dealt(Viewer::Seat(seat('A'))), dealt(c)), (json!("k02"), Value::Null));
    // An auction shows it to all.
    table.play("auction shortcut-2 for 0", &[]);
    let shown = table.seen_by(c)["players"][0]["shortcuts"][1]["card"].clone();
    assert_eq!((shown, table.view()["sale"]["card"].clone()), (json!("k02"), json!("k02")));
}

#[test]
fn inv_trade_13_whoever_misses_a_turn_may_answer() {
    let players = json!([{"owned": ["b01", "b03"]}, {"missed": 1}, {"stays": true, "at": 73}, {"jail": 2, "owned": ["b02"]}]);
    let mut table = trading(players);
    table.play("offer 1>2 b01, 2>1 20000", &[]);
    decline(&mut table);
    table.play("offer 1>3 b03, 3>1 50000", &[]);
    accept(&mut table);
    assert_eq!((table.owner("b03"), table.refused("offer 4>1 b02")), (Some('C'), "INV-TRADE-5"));
}

/// Covers INV-EX-61, INV-EDGE-37, INV-EDGE-66.
#[test]
fn inv_trade_14_three_offers_a_slot() {
    let mut table = trading(json!([{"owned": ["b02", "b01", "b03"]}]));
    table.play("offer 1>2 b02, 2>1 60000", &[]);
    decline(&mut table);
    table.play("offer 1>2 b02, 2>1 50000", &[]);
    let withdraw = format!("withdraw {}", number(&table));
    table.does('A', &withdraw, &[]);
    table.play("offer 1>2 b02, 2>1 40000", &[]);
    let counter = format!("counter {} 1>2 b02, 2>1 30000", number(&table));
    table.does('B', &counter, &[]);
    assert_eq!(table.awaited(), "A");
    decline(&mut table);
    assert_eq!(table.refused("offer 1>2 b02, 2>1 35000"), "INV-TRADE-14");
    assert_eq!(table.refused("auction b01 for 0"), "INV-TRADE-14");
    assert_eq!(table.refused("sell b02"), "INV-TRADE-8", "it stays locked");
    // Sales to the bank stay open.
    table.play("sell b01", &[]);
    // A debt later in the slot lifts the lock for the bank.
    let position = json!({
        "players": [{"owned": ["b02"], "cash": 0, "at": 7}, {"owned": ["b08"]}],
        "locks": {"b02": 2},
        "pending": [{"what": "debt", "seat": 1, "to": 2, "amount": 10_000, "kind": "fee", "business": "b08"}],
    });
    let mut table = crate::common::table(2, position);
    table.plays(&["sell b02", "pay"]);
    assert_eq!(table.owner("b02"), None);
}

#[test]
fn inv_trade_15_one_counter_offer_between_the_same_two() {
    let mut table = trading(json!([{"owned": ["b02"]}, {"owned": ["b22"]}]));
    table.play("offer 1>2 b02, 2>1 60000", &[]);
    let first = number(&table);
    assert_eq!(table.refused_to('B', &format!("counter {first} 1>3 b02, 3>1 40000")), "INV-TRADE-15");
    table.does('B', &format!("counter {first} 1>2 b02, 2>1 b22"), &[]);
    // The first proposer accepts or declines it; nobody counters or withdraws a counter-offer.
    let second = number(&table);
    assert_eq!(table.awaited(), "A");
    assert_eq!(table.refused(&format!("counter {second} 1>2 b02, 2>1 50000")), "INV-TRADE-15");
    assert!(table.refused_to('B', &format!("withdraw {second}")).starts_with("INV-"));
    assert_eq!(table.player('B')["offers"], 0, "not counted");
    decline(&mut table);
    // What its maker offered is locked too.
    assert_eq!(table.position()["locks"], json!({"b02": 2, "b22": 1}));
    table.play("offer 1>2 b02, 2>1 60000", &[]);
    let counter = format!("counter {} 1>2 b02, 2>1 30000", number(&table));
    table.does('B', &counter, &[]);
    accept(&mut table);
    assert_eq!((table.owner("b02"), table.cash('A')), (Some('B'), 1_530_000));
}

#[test]
fn inv_trade_16_one_deal_at_a_time_of_at_most_eight_things() {
    let owned = ["b01", "b02", "b03", "b04", "b05", "b06", "b07", "b08", "b09"];
    let mut table = trading(json!([{"owned": owned}]));
    let things = |count: usize| owned[..count].iter().map(|one| format!("1>2 {one}")).collect::<Vec<_>>().join(", ");
    assert!(table.rules.read(&format!("offer {}", things(9))).is_err());
    assert!(table.rules.read(&format!("offer {}, 2>1 5000", things(8))).is_err(), "an amount counts as one");
    assert_eq!(table.refused("offer 1>2 b01, 2>1 5000, 2>1 10000"), "INV-TRADE-16");
    table.play(&format!("offer {}, 2>1 5000", things(7)), &[]);
    assert_eq!(table.refused_to('A', "offer 1>3 b09"), "INV-TRADE-16");
    assert_eq!(table.refused_to('A', "end"), "INV-TRADE-16");
}

/// Covers INV-EDGE-39.
#[test]
fn inv_edge_39_a_deal_is_judged_on_the_state_before() {
    // A gives the card that makes room for the one that comes, and pays with cash that comes with the deal: not in hand before.
    let mut table = trading(json!([{"cash": 0, "owned": ["b01"]}, {"owned": ["b22"]}]));
    assert_eq!(table.refused("offer 1>2 b01, 2>1 20000, 1>2 10000"), "INV-TRADE-6");
    table.play("offer 1>2 b01, 2>1 b22", &[]);
    accept(&mut table);
    assert_eq!((table.owner("b01"), table.owner("b22")), (Some('B'), Some('A')));
}

/// Covers INV-AUCT-2, INV-AUCT-4, INV-EDGE-38.
#[test]
fn inv_auct_1_an_own_item_goes_to_the_highest_of_the_interested() {
    let mut table = trading(json!([{"owned": ["b02"]}, {"cash": 45_000}]));
    assert_eq!(table.refused("auction b03 for 0"), "INV-AUCT-1");
    assert_eq!(table.refused("auction b02 for 12000"), "INV-AUCT-4");
    table.play("auction b02 for 20000", &[]);
    assert_eq!((table.pending().as_str(), table.awaited().as_str()), ("interest", "BCD"));
    table.answers(&[('D', "yes"), ('B', "yes"), ('C', "no")]);
    // In turn order after the seller; nobody joins later.
    assert_eq!(table.awaited(), "B");
    assert_eq!(table.refused_to('C', "bid 90000"), "INV-ORDER-3");
    for (bid, clause) in [("bid 15000", "INV-AUCT-4"), ("bid 22000", "INV-AUCT-4"), ("bid 50000", "INV-AUCT-4")] {
        assert_eq!(table.refused(bid), clause, "{bid}: opening price, steps of 5,000, at most the cash");
    }
    table.play("bid 20000", &[]);
    assert_eq!(table.refused("bid 20000"), "INV-AUCT-4");
    table.play("bid 25000", &[]);
    table.play("bid 45000", &[]);
    table.does('D', "pass", &[]);
    // All but the highest bidder have passed: paid and taken at once.
    assert_eq!((table.owner("b02"), table.cash('A'), table.cash('B'), table.step().as_str()), (Some('B'), 1_545_000, 0, "trade"));
}

/// Covers INV-AUCT-6.
#[test]
fn inv_auct_3_the_seller_waits_for_the_end_and_cannot_bid() {
    let mut table = trading(json!([{"owned": ["b02"]}]));
    table.play("auction b02 for 0", &[]);
    for deed in ["sell b02", "yes", "withdraw 1", "end"] {
        assert_eq!(table.refused_to('A', deed), "INV-ORDER-3", "{deed}");
    }
    table.answers(&[('B', "yes"), ('C', "no"), ('D', "no")]);
    assert_eq!(table.refused_to('A', "bid 90000"), "INV-ORDER-3");
    // Interest does not oblige to bid; an opening price of 0 can be bid.
    let mut other = table.clone();
    other.play("bid 0", &[]);
    assert_eq!((other.owner("b02"), other.cash('A')), (Some('B'), 1_500_000));
    table.play("pass", &[]);
    assert_eq!(table.owner("b02"), Some('A'));
}

#[test]
fn inv_auct_5_unsold_the_item_is_locked_for_the_slot() {
    let mut table = trading(json!([{"owned": ["b02"], "shortcuts": ["k01"]}]));
    table.play("auction b02 for 20000", &[]);
    table.answers(&[('B', "no"), ('C', "no"), ('D', "no")]);
    for other in ["sell b02", "offer 1>2 b02", "auction b02 for 0"] {
        assert_eq!(table.refused(other), "INV-AUCT-5", "{other}");
    }
    // With nobody to be asked it is over at once.
    table.play("auction shortcut-1 for 50000000", &[]);
    assert_eq!((table.told("unsold").len(), table.pending().as_str()), (2, "-"));
    assert_eq!(table.refused("sell shortcut-1"), "INV-AUCT-5");
}

#[test]
fn inv_auct_7_only_who_could_pay_and_take_it_is_asked() {
    let mut table =
        trading(json!([{"owned": ["b02"], "shortcuts": ["k01"]}, {"cash": 15_000}, {"shortcuts": ["k02", "k03"]}, {"jail": 1}]));
    let mut other = table.clone();
    table.play("auction b02 for 20000", &[]);
    assert_eq!(table.awaited(), "C");
    other.play("auction shortcut-1 for 15000", &[]);
    assert_eq!(other.awaited(), "B");
    other.does('B', "yes", &[]);
    other.play("bid 15000", &[]);
    assert_eq!((other.hand('B').as_str(), other.cash('B')), ("k01", 0));
}
