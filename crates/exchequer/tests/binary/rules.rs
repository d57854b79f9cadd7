//! `rules`: the rulebook at the terminal.

use crate::common::exchequer;

#[test]
fn the_whole_rulebook_is_printed_to_fit() {
    let said = exchequer(&["rules", "economy"]).ended(0).tells("ECO-GAME-1").tells("ECO-END-1");
    let longest = said.out.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(100), "{longest:?}");
}

#[test]
fn one_clause_whatever_its_case() {
    let upper = exchequer(&["rules", "economy", "ECO-GAME-3"]).ended(0).tells("two parts");
    let lower = exchequer(&["rules", "economy", "eco-game-3"]).ended(0);
    assert_eq!(upper.out, lower.out);
    assert!(!upper.out.contains("ECO-GAME-1 "), "{}", upper.out);
}

#[test]
fn a_topic_is_all_its_clauses() {
    let said = exchequer(&["rules", "economy", "eco-move"]).ended(0).tells("ECO-MOVE-1").tells("ECO-MOVE-2");
    assert!(!said.out.contains("\nECO-GAME"), "{}", said.out);
}

#[test]
fn every_setting_is_listed_with_its_values_and_its_clause() {
    for game in engine::games() {
        let said = exchequer(&["rules", game.about().id, "--settings"]).ended(0);
        for setting in game.settings() {
            let line = format!("\n{}: {}  {}\n", setting.key, setting.about, setting.clause);
            assert!(said.out.contains(&line), "{line} is not in:\n{}", said.out);
        }
    }
    exchequer(&["rules", "economy", "--settings"]).ended(0).tells("default: 4").tells("first_seat");
    exchequer(&["rules", "economy", "ECO-MOVE", "--settings"]).ended(2);
}

#[test]
fn a_near_miss_is_told_what_could_be_meant() {
    exchequer(&["rules", "economy", "eco-mvoe-1"]).ended(1).complains("did you mean").complains("ECO-MOVE-1");
    exchequer(&["rules", "economy", "something else"]).ended(1).complains("the topics are");
    exchequer(&["rules", "econmy"]).ended(2).complains("economy");
    exchequer(&["rules"]).ended(2).complains("GAME");
}
