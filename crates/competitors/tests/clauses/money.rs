//! Money. (CMP-MONEY)

use super::common::*;

/// Covers CMP-MONEY-1, CMP-INV-2.
#[test]
fn cmp_money_1_money_comes_and_goes_only_by_named_payments() {
    let mut table = set(2).token("a-truck-1", "france").signed("a-truck-1", "C036", "france", "italy").done();
    table.does('A', "deliver france");
    // Fuel 500 to the bank, the fee of 10,000 to B, and the reward of 48,000.
    table.lucky('A', "go a-truck-1 italy", &[c(1)]);
    assert_eq!(table.purses(), [237_500, 210_000]);
    table.does('A', "sell a-ship-1");
    assert_eq!(table.purses(), [287_500, 210_000]);
}

/// Covers CMP-MONEY-2. Edge case 69.
#[test]
fn cmp_money_2_a_player_without_tokens_and_money_plays_on() {
    let mut table = set(2).without_tokens('A').money('A', 0).cards('A', "peru").done();
    assert!(table.listed("buy").is_empty() && table.listed("move").is_empty());
    table.does('A', "offer 1>2 card peru, 2>1 5000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!(table.money('A'), 5_000);
    table.lucky('A', "draw contract", &[c(1)]);
    table.does('A', "end");
    assert_eq!(table.active(), 'B');
    table.lucky('B', "end", &[6, 3]);
    assert_eq!(table.active(), 'A');
}

#[test]
fn cmp_money_2_nobody_has_less_than_0() {
    let table = set(2).done();
    let mut written = table.position();
    written["players"][0]["money"] = (-500).into();
    let refused = Table::try_at(options(serde_json::json!({"players": 2})), written).err().expect("there are no debts");
    assert_eq!(refused.clause, "CMP-INV-1");
}

/// Covers CMP-MONEY-3.
#[test]
fn cmp_money_3_what_is_chosen_is_paid_in_full_or_not_done() {
    let mut table = set(2).money('A', 99_500).cards('A', "peru").done();
    assert_eq!(table.refused("buy ship"), "CMP-BUY-3");
    assert_eq!(table.refused("build peru"), "CMP-BRANCH-1");
    assert_eq!(table.refused("buy aircraft"), "CMP-BUY-3");
    assert!(table.allows('A', "buy truck"));
    // Exactly enough is enough.
    let mut table = set(2).money('A', 100_000).cards('A', "peru").done();
    table.does('A', "build peru");
    assert_eq!(table.money('A'), 0);
}

/// Covers CMP-MONEY-4. Edge cases 19, 20.
#[test]
fn cmp_money_4_a_demand_is_paid_as_far_as_the_money_goes() {
    // Punitive duty, 10,000, with 4,000 after fuel: all is taken, the Delivery fails, nothing is owed.
    let border = |money: i32| {
        let mut table = set(2)
            .points('A', 2)
            .money('A', money)
            .token("a-truck-1", "eastern_siberia")
            .signed("a-truck-1", "C036", "eastern_siberia", "moscow")
            .done();
        table.does('A', "deliver eastern_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(31)]);
        table
    };
    let short = border(4_500);
    assert_eq!((short.money('A'), short.points('A'), short.failure().as_str()), (0, 1, "money"));
    assert_eq!((short.active(), short.actions_left()), ('A', 1));
    // With the whole sum it goes on.
    let enough = border(10_500);
    assert_eq!((enough.money('A'), enough.points('A'), enough.used()), (0, 2, Some((1, 3))));
    // An empty token: all is taken, and that is all.
    let mut empty = set(2).points('A', 2).money('A', 2_500).token("a-truck-1", "poland").done();
    empty.does('A', "move a-truck-1");
    empty.does('A', "go a-truck-1 ukraine");
    empty.lucky('A', "stop", &[5]);
    assert_eq!((empty.money('A'), empty.points('A'), empty.actions_left()), (0, 2, 1));
}

#[test]
fn cmp_money_5_everybodys_money_is_open() {
    let table = set(2).money('B', 57_500).done();
    for viewer in proof::viewers(2) {
        assert_eq!(table.seen_by(viewer)["players"][1]["money"], 57_500);
    }
}
