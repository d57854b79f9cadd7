//! The end page: what the score is counted in, and what turned the game.

use super::*;
use crate::pages::turning;
use engine::Chart;

/// A game with these settings from this position, played to its end by chance.
fn over(game: &str, options: Value, position: Option<Value>) -> Live {
    let mut live = table_at(game, &["Ann", "Ben"], options, position);
    let finished = (0..20_000).any(|seed| !play(&mut live, seed));
    assert!(finished, "{game} goes on");
    live
}

/// The games of the house, short ones, with what their tests know of the end.
fn short_games() -> Vec<(&'static str, proof::End, Live)> {
    let ids = engine::games().iter().map(|game| game.about().id);
    ids.map(|id| {
        let end = proof::Facts::of(id).end;
        let live = over(id, end.options.clone().into(), end.position.clone());
        (id, end, live)
    })
    .collect()
}

#[test]
fn the_verdict_says_what_it_counts() {
    for (game, end, live) in &short_games() {
        let unit = end.unit.as_str();
        let page = drawn(live, Some(TOKEN)).1;
        let verdict = page.split("<p class=\"how\">").nth(1).unwrap().split("</p>").next().unwrap();
        let words: Vec<&str> = verdict.split([' ', ',', '.']).filter(|word| !word.is_empty()).collect();
        let counts = words.iter().enumerate().filter(|(place, word)| {
            // A place is no count, and groups of digits were split at their commas.
            word.bytes().all(|byte| byte.is_ascii_digit())
                && words.get(place + 1).is_some_and(|next| !next.as_bytes()[0].is_ascii_digit())
                && words[place - 1] != "of"
        });
        for (place, count) in counts {
            let plural = if *count == "1" || unit == "EUR" { unit.to_owned() } else { format!("{unit}s") };
            assert!(words[place + 1..].join(" ").starts_with(&plural), "{game}: {verdict}");
        }
        assert!(verdict.contains(unit) || verdict.contains("tie") || verdict.contains("lost"), "{game}: {verdict}");
    }
}

#[test]
fn what_is_done_before_the_first_turn_turns_no_game() {
    for (game, end, live) in short_games() {
        let table = live.table.as_ref().unwrap();
        let chart = table.chart();
        assert_eq!(chart.begins > 0, end.set_up_by_hand, "{game} begins at {}", chart.begins);
        // The greatest change of all, and a lead for good, at each moment of the set-up, and one move later.
        let scene = drawn(&live, Some(TOKEN)).0;
        for place in 1..=chart.begins + 1 {
            let lines = vec![vec![(0, 0), (place, 1_000), (chart.moments + 1, 1_000)], vec![(0, 0), (chart.moments + 1, 0)]];
            let found = turning::points(&scene, &Chart { lines, ..chart.clone() }, "points", None);
            assert_eq!(found.is_empty(), place <= chart.begins, "{game}: move {place}");
        }
    }
}
