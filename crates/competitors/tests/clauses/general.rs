//! What the game is, and what is in the box. (CMP-GEN, CMP-COMP)

use super::common::*;
use serde_json::json;

#[test]
fn cmp_gen_1_two_to_five_play() {
    for players in 2..=5 {
        let rules = asked(json!({ "players": players })).expect("a table");
        assert_eq!(kernel::Rules::players(&rules), players);
    }
    assert_eq!(refused_settings(json!({"players": 1})).clause, "CMP-GEN-1");
    assert_eq!(refused_settings(json!({"players": 6})).clause, "CMP-GEN-1");
}

/// Covers CMP-GEN-2.
#[test]
fn cmp_gen_2_goods_that_arrive_in_time_gain_points() {
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "poland").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-truck-1 poland", &[c(1)]);
    assert_eq!((table.points('A'), table.points('B')), (1, 0));
}

#[test]
fn cmp_gen_3_a_turn_has_two_actions_of_six_kinds() {
    let table = set(2)
        .cards('A', "germany france denmark")
        .contracts('A', "C001")
        .branches('A', "spain")
        .token("a-truck-2", "portugal")
        .signed("a-truck-2", "C036", "portugal", "poland")
        .done();
    assert_eq!(table.actions_left(), 2);
    for action in [
        "draw territory",
        "draw contract",
        "sign C001",
        "deliver portugal",
        "move a-truck-1",
        "buy truck",
        "sell a-ship-1",
        "build france",
        "close spain",
    ] {
        assert!(table.allows('A', action), "{action}");
    }
}

/// Covers CMP-GEN-4, CMP-END-1.
#[test]
fn cmp_gen_4_the_table_chooses_how_the_game_ends() {
    let mut timed = set_with(json!({"players": 2, "rounds": 1})).points('A', 10).active('B').done();
    timed.does('B', "end");
    assert_eq!(timed.won(), Some(("A".into(), "CMP-END-2")));
    let near = |points| set_with(json!({"players": 2, "mode": "points", "rounds": 1})).points('A', points).active('B').done();
    let mut short = near(9);
    short.lucky('B', "end", &[6, 3]);
    assert!(!short.is_over());
    let mut enough = near(10);
    enough.does('B', "end");
    assert_eq!(enough.won(), Some(("A".into(), "CMP-END-4")));
}

/// Covers CMP-GEN-5, CMP-TURN-3.
#[test]
fn cmp_gen_5_two_actions_are_a_turn_and_all_turns_are_a_round() {
    let mut table = set(2).done();
    table.lucky('A', "draw territory", &[t("chile")]);
    table.lucky('A', "draw territory", &[t("peru")]);
    assert_eq!((table.active(), table.state.round), ('B', 1));
    table.lucky('B', "draw territory", &[t("japan")]);
    table.lucky('B', "draw territory", &[t("korea"), 6, 3]);
    assert_eq!((table.active(), table.state.round), ('A', 2));
}

/// Covers CMP-GEN-6, CMP-TURN-2.
#[test]
fn cmp_gen_6_the_body_of_the_rules_counts_and_not_the_boards() {
    let mut table = set(2).money('A', 300_000).done();
    assert_eq!(table.actions_left(), 2);
    table.does('A', "buy truck");
    table.does('A', "at germany");
    assert_eq!(table.money('A'), 270_000);
    // Four points, where a board says one.
    table.does('A', "move a-truck-1");
    assert!(table.allows('A', "go a-truck-1 portugal"));
    assert_eq!(refused_settings(json!({"actions_per_turn": 1})).clause, "CMP-TURN-2");
    assert_eq!(set_with(json!({"players": 2, "actions_per_turn": 3})).done().actions_left(), 3);
}

/// Covers CMP-GEN-7, CMP-SPEC-11.
#[test]
fn cmp_gen_7_a_card_goes_before_a_general_rule() {
    // A movement turn of a truck costs 500; with the fuel depot in place it costs nothing.
    for (depot, money) in [(false, 199_500), (true, 200_000)] {
        let setup = set(2);
        let mut table = if depot { setup.advantage("C096", "germany") } else { setup }.done();
        table.does('A', "move a-truck-1");
        table.does('A', "go a-truck-1 france");
        assert_eq!(table.money('A'), money);
    }
}

/// Covers CMP-GEN-8, CMP-INV-1.
#[test]
fn cmp_gen_8_all_sums_are_multiples_of_500() {
    let table = set(2).done();
    let half = table.position()["players"][0]["money"].as_i64().expect("money") + 250;
    let mut written = table.position();
    written["players"][0]["money"] = half.into();
    let refused = Table::try_at(options(json!({"players": 2})), written).err().expect("250 is no coin");
    assert_eq!(refused.clause, "CMP-INV-1");
    assert!(table.rules.pack.contracts.iter().filter_map(|card| card.goods()).all(|goods| goods.reward.units() % 500 == 0));
}

#[test]
fn cmp_comp_10_the_bank_never_runs_out_unless_the_table_says_so() {
    // The two players have all the coins of the box but 500.
    let rich = |limited: &str| {
        set_with(json!({"players": 2, "bank_limited": limited}))
            .money('B', 4_124_500)
            .change(|state| {
                if state.bank > kernel::Money::ZERO {
                    state.bank = kernel::Money::new(500);
                }
            })
            .done()
    };
    let mut endless = rich("no");
    endless.does('A', "sell a-truck-1");
    assert_eq!(endless.money('A'), 215_000);
    let mut limited = rich("yes");
    limited.does('A', "sell a-truck-1");
    assert_eq!((limited.money('A'), limited.state.bank.units()), (200_500, 0));
    // What is paid to the bank, the bank has.
    limited.does('A', "buy truck");
    limited.lucky('A', "at germany", &[]);
    assert_eq!(limited.state.bank.units(), 30_000);
}

/// Covers CMP-COMP-1, CMP-COMP-3.
#[test]
fn cmp_comp_1_there_is_one_map_and_three_tables() {
    let pack = &set(2).done().rules.pack;
    assert_eq!((pack.territories.len(), pack.grid.len()), (116, 720));
    assert_eq!((pack.political.len(), pack.weather.len(), pack.victory.as_flattened().len()), (72, 72, 36));
}

/// Covers CMP-COMP-2.
#[test]
fn cmp_comp_2_there_are_five_boards_with_a_column_to_ten() {
    let table = set(5).done();
    assert_eq!(table.rules.pack.colours.len(), 5);
    let boards: std::collections::BTreeSet<_> = table.state.players.iter().map(|player| player.colour.index()).collect();
    assert_eq!(boards.len(), 5);
    assert_eq!(competitors::figures::VICTORY_TARGET, 10);
}

#[test]
fn cmp_comp_4_one_die_has_six_sides_and_the_other_twelve() {
    // The area of a danger is rolled with the one, its event with the other.
    let roll = |luck: [u32; 2]| {
        let table = set(2).active('B').done();
        let (mut state, mut script) = (table.state, kernel::Scripted::new(luck));
        let end = kernel::Notation::read(&*table.rules, "end").expect("an action");
        kernel::Rules::apply(&*table.rules, &mut state, seat('B'), &end, &mut script, &mut kernel::Silent).expect("B may end");
        script.finish().is_ok()
    };
    assert!(roll([6, 12]) && roll([1, 1]));
    assert!(!roll([7, 12]) && !roll([6, 13]) && !roll([0, 1]));
}

/// Covers CMP-COMP-7.
#[test]
fn cmp_comp_7_one_ruler_one_round_and_one_danger() {
    let table = set(2).danger("europe", 4).done();
    let notches = table.rules.pack.notches;
    assert!(notches[0] < notches[1] && notches[1] < notches[2]);
    let view = table.view();
    assert_eq!(view["round"], 1);
    assert!(view["danger"].is_object(), "{view}");
}
