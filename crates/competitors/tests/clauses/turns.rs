//! Turns and their actions. (CMP-TURN)

use super::common::*;
use serde_json::json;

/// Covers CMP-TURN-1, CMP-TURN-9.
#[test]
fn cmp_turn_1_the_same_kind_may_be_chosen_twice_and_in_any_order() {
    let mut table = set(2)
        .token("a-truck-1", "portugal")
        .token("a-truck-2", "denmark")
        .signed("a-truck-1", "C036", "portugal", "spain")
        .signed("a-truck-2", "C030", "denmark", "germany")
        .done();
    table.does('A', "deliver denmark");
    table.lucky('A', "go a-truck-2 germany", &[c(1)]);
    assert_eq!((table.points('A'), table.actions_left()), (1, 1));
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-truck-1 spain", &[c(2)]);
    assert_eq!((table.points('A'), table.active()), (2, 'B'));
}

#[test]
fn cmp_turn_1_something_begun_is_finished_first() {
    let mut table = set(2).cards('A', "germany france").contracts('A', "C001").done();
    table.does('A', "sign C001");
    assert_eq!(table.refused("draw territory"), "CMP-TURN-1");
    assert_eq!(table.refused("end"), "CMP-TURN-1");
}

#[test]
fn cmp_turn_2_two_actions_or_three_by_a_setting() {
    for (actions, cards) in [(2, 2), (3, 3)] {
        let mut table = set_with(json!({"players": 2, "actions_per_turn": actions})).done();
        let drawn = ["chile", "peru", "japan"];
        for card in &drawn[..cards] {
            assert_eq!(table.active(), 'A');
            table.lucky('A', "draw territory", &[t(card)]);
        }
        assert_eq!(table.active(), 'B');
    }
}

#[test]
fn cmp_turn_3_when_all_actions_are_used_the_next_turn_begins() {
    let mut table = set(2).actions(1).done();
    table.lucky('A', "draw contract", &[c(1)]);
    assert_eq!((table.active(), table.actions_left()), ('B', 2));
}

#[test]
fn cmp_turn_4_a_turn_may_end_with_actions_unused_and_they_are_lost() {
    let mut table = set(2).done();
    table.does('A', "end");
    table.lucky('B', "end", &[6, 3]);
    assert_eq!((table.active(), table.actions_left()), ('A', 2));
}

/// Covers CMP-TURN-5, CMP-SPEC-2.
#[test]
fn cmp_turn_5_cards_deals_loading_and_moving_goods_are_free() {
    let mut table = set(2)
        .contracts('A', "C093")
        .cards('A', "peru")
        .token("a-truck-2", "germany")
        .signed("a-truck-2", "C001", "germany", "poland")
        .done();
    table.does('A', "play C093");
    table.does('A', "place germany");
    table.does('A', "load a-truck-1 a-ship-1");
    table.does('A', "unload a-truck-1");
    table.does('A', "hand a-truck-2 a-aircraft-1");
    table.does('A', "offer 1>2 card peru, 2>1 5000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!((table.active(), table.actions_left()), ('A', 2));
    assert_eq!(table.load("a-aircraft-1"), "C001 germany poland");
}

/// Covers CMP-TURN-6, CMP-DELIV-18. Edge case 71.
#[test]
fn cmp_turn_6_an_effect_that_ends_the_turn_takes_the_actions_that_are_left() {
    let set = || set(2).points('A', 3).token("a-truck-1", "czechia_hungary").done();
    // The same event with nothing in it leaves the second action.
    let mut calm = set();
    calm.does('A', "move a-truck-1");
    calm.does('A', "go a-truck-1 ukraine");
    calm.lucky('A', "stop", &[2]);
    assert_eq!((calm.active(), calm.actions_left()), ('A', 1));
    let mut ended = set();
    ended.does('A', "move a-truck-1");
    ended.does('A', "go a-truck-1 ukraine");
    ended.lucky('A', "stop", &[11]);
    assert_eq!(ended.active(), 'B');
    // One more action first, then the end of the turn: it ends.
    let mut added = super::common::set(2).token("a-truck-1", "czechia_hungary").contracts('A', "C112").done();
    added.does('A', "play C112");
    assert_eq!(added.actions_left(), 3);
    added.does('A', "move a-truck-1");
    added.does('A', "go a-truck-1 ukraine");
    added.lucky('A', "stop", &[11]);
    assert_eq!(added.active(), 'B');
}

/// Covers CMP-TURN-7, CMP-MONEY-3.
#[test]
fn cmp_turn_7_what_cannot_be_done_in_full_is_refused_and_not_used_up() {
    let mut table = set(2).money('A', 29_500).contracts('A', "C001 C029").cards('A', "peru").territory_deck("", Some('B')).done();
    for (action, clause) in [
        ("buy truck", "CMP-BUY-3"),
        ("build peru", "CMP-BRANCH-1"),
        ("draw territory", "CMP-DECK-2"),
        ("sign C001", "CMP-SIGN-1"),
        ("move a-truck-3", "CMP-MOVE-1"),
        ("deliver peru", "CMP-DELIV-1"),
        ("sell a-truck-3", "CMP-SELL-1"),
        ("close peru", "CMP-BRANCH-10"),
    ] {
        assert_eq!(table.refused(action), clause, "{action}");
    }
    assert_eq!(table.actions_left(), 2);
}

/// Covers CMP-TURN-8, CMP-EFF-16. Edge cases 70, 94.
#[test]
fn cmp_turn_8_at_most_three_actions_are_added_and_none_carries_over() {
    let event = |added: u8| {
        let mut table = set(2).token("a-truck-1", "czechia_hungary").actions(1).change(|state| state.turn.added = added).done();
        table.does('A', "move a-truck-1");
        table.does('A', "go a-truck-1 ukraine");
        table.lucky('A', "stop", &[12]);
        table
    };
    // In the last action of the turn: one more follows.
    assert_eq!((event(0).active(), event(0).actions_left()), ('A', 1));
    assert_eq!((event(2).active(), event(2).actions_left()), ('A', 1));
    // The fourth is nothing.
    assert_eq!(event(3).active(), 'B');
    // What was added is lost with the turn.
    let mut table = event(0);
    table.does('A', "end");
    table.lucky('B', "end", &[6, 3]);
    assert_eq!(table.actions_left(), 2);
}

#[test]
fn cmp_turn_9_signing_and_branches_may_be_chosen_twice() {
    let mut table =
        set(2).cards('A', "germany denmark france poland").contracts('A', "C001 C002").token("a-truck-2", "denmark").done();
    for (card, token, to) in [("C001", "a-truck-1", "france"), ("C002", "a-truck-2", "poland")] {
        table.does('A', &format!("sign {card}"));
        table.does('A', &format!("by {token}"));
        table.does('A', &format!("to {to}"));
    }
    assert_eq!(table.active(), 'B');
    let mut table = set(2).cards('A', "peru chile").done();
    table.does('A', "build peru");
    table.does('A', "build chile");
    assert_eq!((table.branches('A').as_str(), table.active()), ("peru chile", 'B'));
}
