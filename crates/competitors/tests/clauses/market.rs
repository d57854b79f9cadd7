//! Buying tokens from the bank and selling them. (CMP-BUY, CMP-SELL)

use crate::common::{CompetitorsTable, Travel, set, set_with};
use kernel::Money;
use serde_json::json;

#[test]
fn cmp_buy_1_buying_or_selling_one_token_is_one_action_and_both_may_be_used_so() {
    let mut table = set(2).done();
    table.run(&["buy truck", "at germany"]);
    assert_eq!(table.left(), 1);
    table.does('A', "sell a-truck-1");
    assert_eq!((table.turn(), table.money('A')), (Some('B'), 200_000 - 30_000 + 15_000));
}

#[test]
fn cmp_buy_2_prices_and_returns() {
    for (kind, price, back) in [("truck", 30_000, 15_000), ("ship", 100_000, 50_000), ("aircraft", 200_000, 100_000)] {
        let mut table = set(2).done();
        table.run(&[&format!("buy {kind}"), "at germany"]);
        assert_eq!(table.money('A'), 200_000 - price, "{kind}");
        table.does('A', &format!("sell a-{kind}-1"));
        assert_eq!(table.money('A'), 200_000 - price + back, "{kind}");
    }
}

#[test]
fn cmp_buy_3_the_price_is_paid_at_once() {
    let mut table = set(2).money('A', 29_500).done();
    assert_eq!(table.refused("buy truck"), "CMP-BUY-3");
    let mut table = set(2).money('A', 30_000).done();
    table.does('A', "buy truck");
    assert_eq!(table.money('A'), 0);
}

/// Edge case 9.
#[test]
fn cmp_buy_4_it_is_put_on_an_own_site_with_the_port_or_airport_it_needs() {
    let setup = || set(2).money('A', 300_000).branches('A', "czechia_hungary finland alpine_republics");
    for (kind, places) in [
        ("truck", vec!["at alpine_republics", "at czechia_hungary", "at finland", "at germany"]),
        ("ship", vec!["at finland", "at germany"]),
        ("aircraft", vec!["at alpine_republics", "at germany"]),
    ] {
        let mut table = setup().done();
        table.does('A', &format!("buy {kind}"));
        assert_eq!(table.sorted(), places, "{kind}");
        assert_eq!(table.refused("at poland"), "CMP-BUY-4", "no site");
    }
    let mut table = setup().done();
    table.does('A', "buy ship");
    assert_eq!(table.refused("at czechia_hungary"), "CMP-BUY-4", "no port");
    table.does('A', "at finland");
    assert_eq!(table.place("a-ship-2"), "port finland");
}

/// Edge case 4.
#[test]
fn cmp_buy_5_no_more_than_the_tokens_of_the_colour() {
    let setup = set(2).money('A', 900_000).token("a-truck-3", "france").token("a-truck-4", "france").token("a-truck-5", "france");
    let setup = setup.token("a-ship-2", "france").token("a-ship-3", "france").token("a-aircraft-2", "france");
    let mut table = setup.done();
    for kind in ["truck", "ship", "aircraft"] {
        assert_eq!(table.refused(&format!("buy {kind}")), "CMP-BUY-5", "{kind}");
    }
    table.does('A', "sell a-truck-3");
    assert!(table.may("buy truck"));
}

/// Edge case 84. Covers CMP-TM-11.
#[test]
fn cmp_buy_6_a_bought_token_can_be_used_at_once_and_nothing_arises_from_placing_it() {
    // A branch at a red flag, in the area of the danger: no event, no check.
    let mut table = set(2).branches('A', "ukraine").danger("europe", 10).done();
    table.run(&["buy truck", "at ukraine"]);
    assert_eq!((table.count("political"), table.count("weather")), (0, 0));
    table.run(&["move a-truck-3", "go a-truck-3 poland"]);
    assert_eq!(table.place("a-truck-3"), "land poland");
}

/// Edge case 11.
#[test]
fn cmp_sell_1_any_own_token_may_be_sold_wherever_it_is() {
    let mut table = set(2).token("a-aircraft-1", "germany").token("a-aircraft-2", "19:4").token("a-ship-1", "0:5").done();
    assert_eq!(table.refused("sell b-truck-1"), "CMP-SELL-1");
    assert_eq!(table.refused("sell a-truck-4"), "CMP-SELL-1", "in the supply");
    table.does('A', "sell a-aircraft-2");
    assert_eq!((table.place("a-aircraft-2"), table.money('A')), ("supply".into(), 300_000));
    table.run(&["move a-aircraft-1", "go a-aircraft-1 19:4"]);
    assert_eq!(table.place("a-aircraft-1"), "air 19:4", "the marker returned");
    let mut table = set(2).token("a-ship-1", "0:5").done();
    table.does('A', "sell a-ship-1");
    assert_eq!(table.money('A'), 250_000);
}

/// Edge case 10.
#[test]
fn cmp_sell_2_not_if_it_is_loaded_carries_a_truck_is_aboard_or_hired_out() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").token("a-truck-2", "a-ship-1").done();
    for token in ["a-truck-1", "a-ship-1", "a-truck-2"] {
        assert_eq!(table.refused(&format!("sell {token}")), "CMP-SELL-2", "{token}");
    }
    assert!(table.may("sell a-aircraft-1"));
}

#[test]
fn cmp_sell_3_a_player_may_sell_the_last_token() {
    let mut table = set(2).without_tokens('A').token("a-truck-1", "germany").done();
    table.does('A', "sell a-truck-1");
    assert_eq!(table.place("a-truck-1"), "supply");
    assert!(table.may("draw contract") && table.may("end"), "CMP-MONEY-2: not out of the game");
}

#[test]
fn cmp_comp_10_the_bank_never_runs_out_unless_its_coins_are_counted() {
    let mut table = set(2).money('A', 100_000_000).done();
    table.does('A', "sell a-truck-1");
    assert_eq!(table.money('A'), 100_015_000);
    // With `bank_limited` what it does not have is not paid.
    let poor = |state: &mut competitors::State| {
        let all = state.bank;
        state.bank = Money::new(10_000);
        state.players[1].money += all + Money::new(-10_000);
    };
    let mut table = set_with(json!({"players": 2, "bank_limited": "yes"})).change(poor).done();
    table.does('A', "sell a-truck-1");
    assert_eq!((table.money('A'), table.state.bank), (210_000, Money::ZERO));
    table.run(&["buy truck", "at germany"]);
    assert_eq!(table.state.bank, Money::new(30_000));
}
