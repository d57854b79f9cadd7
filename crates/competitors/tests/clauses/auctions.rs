//! Auctions. (CMP-AUCT)

use crate::common::{CompetitorsTable, seat, set};
use kernel::Rules;
use serde_json::json;

/// Covers CMP-AUCT-4: the highest bidder pays the seller and takes the lot.
#[test]
fn cmp_auct_1_any_player_holds_an_auction_at_an_open_point() {
    let mut table = set(3).cards('B', "spain").done();
    table.does('B', "auction 1000 card spain");
    assert_eq!(table.turn(), Some('C'), "from the seller's left");
    table.does('C', "bid 1000");
    table.does('A', "bid 2500");
    table.does('C', "pass");
    assert_eq!((table.cards('A'), table.purses()), ("spain".into(), vec![197_500, 202_500, 200_000]));
    assert_eq!((table.turn(), table.state.turn.actions), (Some('A'), 2), "and A's turn goes on");
}

#[test]
fn cmp_auct_2_a_lot_is_one_to_eight_own_assets_and_a_lowest_price() {
    let mut table = set(2).cards('A', "poland").contracts('A', "C001 C002").branches('A', "spain").done();
    assert_eq!(table.refused("auction 0 card poland"), "CMP-AUCT-2");
    assert_eq!(table.refused("auction 750 card poland"), "CMP-AUCT-2");
    assert_eq!(table.refused("auction 500 card france"), "CMP-AUCT-2", "not in hand");
    assert_eq!(table.refused("auction 500 token b-truck-1"), "CMP-AUCT-2");
    assert_eq!(table.refused("auction 500 5000"), "CMP-AUCT-2", "money is no lot");
    assert_eq!(table.refused("auction 500 unnamed 1"), "CMP-AUCT-2");
    assert_eq!(table.refused("auction 500 contract C001, shown C002"), "CMP-AUCT-2", "shown to all or to nobody");
    table.does('A', "auction 500 card poland, shown C001, shown C002, token a-truck-1, branch spain");
    assert_eq!(table.known('B'), "poland C001 C002");
    table.does('B', "bid 500");
    table.does('B', "put italy");
    assert_eq!(
        (table.cards('B'), table.contracts('B'), table.branches('B')),
        ("poland".into(), "C001 C002".into(), "spain".into())
    );
    assert_eq!((table.place("b-truck-3"), table.purses()), ("land italy".into(), vec![200_500, 199_500]));
}

#[test]
fn cmp_auct_2_contract_cards_that_are_not_shown_are_seen_by_the_buyer_alone() {
    let mut table = set(3).contracts('A', "C001 C002").done();
    table.does('A', "auction 500 contract C001");
    let lot = |letter: char, kind: &str| table.heard(letter, kind)["lot"][0]["asset"].clone();
    assert_eq!(
        (lot('A', "auction"), lot('B', "auction")),
        (json!({"contract": {"card": 0}}), json!({"contract": {"card": null}}))
    );
    table.does('B', "bid 500");
    table.does('C', "pass");
    let lot = |letter: char, kind: &str| table.heard(letter, kind)["lot"][0]["asset"].clone();
    assert_eq!(
        (lot('B', "auction_sold"), lot('C', "auction_sold")),
        (json!({"contract": {"card": 0}}), json!({"contract": {"card": null}}))
    );
    assert_eq!((table.known('A'), table.known('C')), ("C001".into(), String::new()));
}

#[test]
fn cmp_auct_3_bids_rise_by_500_up_to_the_own_money_and_who_passes_is_out() {
    let mut table = set(4).cards('A', "poland").money('C', 1_000).done();
    table.does('A', "auction 500 card poland");
    assert_eq!(table.turn(), Some('B'));
    assert_eq!(table.refused_to('C', "bid 500"), "CMP-ROUND-1", "not C's turn");
    assert_eq!(table.refused("bid 750"), "CMP-AUCT-3");
    assert_eq!(table.refused("bid 200500"), "CMP-AUCT-3", "more than B has");
    table.does('B', "pass");
    assert_eq!(table.refused("bid 1500"), "CMP-AUCT-3", "more than C has");
    table.does('C', "bid 500");
    assert_eq!(table.refused("bid 500"), "CMP-AUCT-3", "D must bid more");
    let mut bounds = Vec::new();
    table.rules.bounds(&table.state, seat('D'), &mut bounds);
    assert_eq!((bounds[0].low.units(), bounds[0].high.units()), (1_000, 200_000));
    table.does('D', "bid 1000");
    // B has passed for good; C cannot go on.
    assert_eq!(table.actions(), ["pass"]);
    table.does('C', "pass");
    assert_eq!(table.cards('D'), "poland");
}

#[test]
fn cmp_auct_4_who_could_not_take_the_lot_may_not_bid() {
    let full = |letter: char, table: crate::common::Setup| {
        (3..=5).fold(table, |table, number| table.token(&format!("{letter}-truck-{number}"), "poland"))
    };
    let mut table = full('b', set(3)).done();
    table.does('A', "auction 500 token a-truck-1");
    assert_eq!(table.turn(), Some('C'), "B has five trucks");
    table.does('C', "pass");
    assert_eq!((table.turn(), table.place("a-truck-1")), (Some('A'), "land germany".into()), "without a bid the lot stays");
    assert!(table.heard('-', "unsold").is_object());
    // Five branches, and no money.
    let mut table = set(3).branches('B', "spain portugal france benelux poland").branches('A', "egypt").money('C', 0).done();
    table.does('A', "auction 500 branch egypt");
    assert_eq!(table.turn(), Some('A'), "nobody can bid");
    assert_eq!(table.branches('A'), "egypt");
}

#[test]
fn cmp_auct_4_advantages_are_discarded_and_tokens_placed() {
    let mut table = set(2).branches('A', "spain").advantage("C093", "spain").done();
    table.does('A', "auction 500 branch spain, token a-ship-1");
    table.does('B', "bid 80000");
    table.does('B', "put spain");
    assert_eq!((table.branches('B'), table.place("b-ship-2")), ("spain".into(), "port spain".into()));
    assert!(table.state.advantages.iter().all(Option::is_none));
}

#[test]
fn cmp_auct_5_nothing_else_happens_during_an_auction() {
    let mut table = set(3).cards('A', "poland").cards('B', "spain").done();
    table.does('B', "offer 2>1 card spain, 1>2 500");
    let number = table.number();
    table.does('A', "auction 500 card poland");
    assert_eq!(table.refused_to('B', &format!("withdraw {number}")), "CMP-AUCT-5");
    assert_eq!(table.refused_to('B', "offer 2>1 500, 1>2 1000"), "CMP-AUCT-5");
    for waiting in ["pass", "end"] {
        assert_eq!(table.refused_to('A', waiting), "CMP-ROUND-1", "the seller neither bids nor goes on");
    }
    table.does('B', "bid 500");
    table.does('C', "pass");
    table.does('A', &format!("accept {number}"));
    assert_eq!((table.cards('A'), table.cards('B')), ("spain".into(), "poland".into()));
}

#[test]
fn cmp_auct_6_one_auction_in_each_turn_and_it_is_a_proposal() {
    let mut table = set(2).cards('A', "poland spain").done();
    table.does('A', "auction 500 card poland");
    table.does('B', "pass");
    assert_eq!(table.refused("auction 500 card spain"), "CMP-AUCT-6");
    assert_eq!(table.state.turn.proposals[0], 1);
    table.does('A', "end");
    table.does('A', "auction 500 card spain");
}
