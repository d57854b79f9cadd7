//! What counts for a player who does not answer. (CMP-ABSENT)

use super::common::*;
use kernel::{Notation, Rules};
use proof::absent_game;
use serde_json::json;

/// What is done for the player in turn.
fn done_for(table: &Table) -> String {
    table.rules.write(&table.rules.fallback(&table.state, table.seat()))
}

/// Covers CMP-ABSENT-1.
#[test]
fn cmp_absent_1_what_was_begun_is_finished_and_the_turn_ended() {
    // D2: the first headquarters left.
    let mut choosing = Table::start(options(json!({"players": 2})), &[6, 1]);
    choosing.does('A', "headquarters H1");
    assert_eq!(done_for(&choosing), "headquarters H2");
    // D3.
    assert_eq!(done_for(&set(2).done()), "end");
    // D5.
    let mut sign = set(2).cards('A', "germany peru chile").contracts('A', "C001").done();
    sign.does('A', "sign C001");
    assert_eq!(done_for(&sign), "by a-truck-1");
    sign.does('A', "by a-truck-1");
    assert_eq!(done_for(&sign), "to peru");
    // D13: a Move is ended.
    let mut moving = set(2).done();
    moving.does('A', "move a-truck-1");
    assert_eq!(done_for(&moving), "stop");
    moving.does('A', "go a-truck-1 france");
    assert_eq!(done_for(&moving), "stop");
    // D15: the customs card.
    let mut which = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "moscow").done();
    which.does('A', "deliver poland");
    which.does('A', "go a-truck-1 belarus");
    assert_eq!(done_for(&which), "customs first");
    // D16: the first alternative.
    which.lucky('A', "customs first", &[u(23)]);
    assert_eq!(done_for(&which), "choose 1");
    // D20, D21: once begun, the first listed.
    let mut card = set(2).contracts('A', "C093 C111").done();
    card.does('A', "play C093");
    assert_eq!(done_for(&card), "place germany");
    card.does('A', "place germany");
    card.does('A', "play C111");
    assert_eq!(done_for(&card), "target 2");
    // D22: the headquarters.
    let mut buy = set(2).branches('A', "alaska").done();
    buy.does('A', "buy truck");
    assert_eq!(done_for(&buy), "at germany");
    // D32.
    let mut hand = set_with(json!({"players": 2, "hand_limit": 1})).cards('A', "peru chile").done();
    hand.does('A', "end");
    assert_eq!(done_for(&hand), "discard territory peru");
    // D33.
    let mut branch = set_with(json!({"players": 2, "branch_relocate": "yes"})).cards('A', "spain").done();
    branch.does('A', "build spain");
    assert_eq!(done_for(&branch), "done");
    // D31: nothing is bid.
    let mut auction = set(2).cards('A', "peru").done();
    auction.does('A', "auction 500 card peru");
    assert_eq!((auction.turn(), done_for(&auction).as_str()), (Some('B'), "pass"));
}

/// Covers CMP-ABSENT-1. Edge case 93.
#[test]
fn cmp_absent_1_who_falls_silent_in_a_delivery_ends_the_turn_and_gives_up() {
    let mut table = set(2).points('A', 2).token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "poland").done();
    table.does('A', "deliver portugal");
    table.does('A', "go a-truck-1 spain");
    assert_eq!(done_for(&table), "stop");
    table.does('A', "stop");
    assert_eq!(done_for(&table), "give up");
    table.does('A', "give up");
    assert_eq!((table.points('A'), table.place("a-truck-1").as_str()), (1, "land spain"));
    assert_eq!(done_for(&table), "end");
}

/// Covers CMP-ABSENT-1, CMP-NEG-15.
#[test]
fn cmp_absent_1_a_traded_token_stays_and_a_token_put_back_goes_to_the_headquarters_if_tied() {
    let mut table = set(2).token("a-truck-2", "spain").branches('B', "alaska").done();
    table.does('A', "offer 1>2 token a-truck-2, 2>1 20000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!((table.turn(), done_for(&table).as_str()), (Some('B'), "stay"));
}

#[test]
fn cmp_absent_2_the_choice_of_an_absent_player_is_always_listed() {
    let rules = proof::rules::<competitors::Competitors>(&options(json!({"players": 3, "rounds": 4, "hand_limit": 8})));
    let mut list = Vec::new();
    for seed in 5..10 {
        let mut luck = kernel::Seeded::new(seed);
        let mut state = rules.start(&mut luck, &mut kernel::Silent);
        let mut decisions = 0;
        while let Some(seat) = rules.turn(&state).next() {
            list.clear();
            rules.actions(&state, seat, &mut list);
            let safe = rules.fallback(&state, seat);
            assert!(list.contains(&safe), "{} of {seat} in {list:?}", rules.write(&safe));
            let action = rules.any_action(&state, seat, &mut luck, &mut list).expect("a choice");
            rules.apply(&mut state, seat, &action, &mut luck, &mut kernel::Silent).expect("listed is legal");
            decisions += 1;
        }
        // At the least a headquarters and the ends of four turns for each of three players.
        assert!(decisions >= 15, "{decisions}");
    }
}

/// Covers CMP-ABSENT-3, CMP-END-8, CMP-END-10. Edge case 92.
#[test]
fn cmp_absent_3_a_table_of_absent_players_ends_by_itself() {
    for (settings, rounds) in [(json!({"players": 2}), 12), (json!({"players": 5, "mode": "points"}), 60)] {
        let rules = proof::rules::<competitors::Competitors>(&options(settings));
        let (state, steps) = absent_game(&rules, 3, 10_000);
        let outcome = rules.outcome(&state).expect("it is over");
        // Nobody did anything: all are equal and win together, after one decision for each turn.
        assert_eq!((state.round, outcome.winners().len()), (rounds, rules.players()));
        assert_eq!(steps, rules.players() * (usize::from(rounds) + 1));
    }
}
