//! What people read and hear on pages is English and true of the moment.

use super::*;
use std::collections::BTreeSet;

/// Elements whose text goes on in the line around them; all others begin a new one.
const INLINE: [&str; 9] = ["a", "b", "em", "i", "small", "span", "strong", "sub", "sup"];

/// All texts of a page: what stands in it, and what is said by labels and titles.
fn texts(page: &str) -> BTreeSet<String> {
    let plain = |text: &str| {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    };
    let (mut line, mut all) = (String::new(), BTreeSet::new());
    for piece in page.split('<') {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        for attribute in [" aria-label=\"", " title=\""] {
            if let Some((_, said)) = tag.split_once(attribute) {
                all.insert(plain(said.split('"').next().unwrap_or("")));
            }
        }
        let element = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        if !INLINE.contains(&element) {
            all.insert(plain(std::mem::take(&mut line).trim()));
        }
        line.push_str(text);
    }
    all.insert(plain(line.trim()));
    all.remove("");
    all
}

/// What no page says beside what is wrong in any sentence.
const NEVER: [&str; 6] = [" and nothing", "nothing and the", "0 points lost", "undefined", "None", "’s’s"];

fn read_pages(game: &str, options: Value, moves: u64) -> usize {
    let names = ["Ann", "Ben"].map(str::to_owned);
    let mut live = table_of_game(game, &["Ann", "Ben"], options.clone());
    let (mut read, mut slips) = (0, BTreeSet::new());
    for seed in 0..=moves {
        for token in [Some(TOKEN), None] {
            let (_, page) = drawn(&live, token);
            for text in texts(&page) {
                read += 1;
                let slip = proof::slip(&text, &names, proof::NOUNS);
                let typed = || proof::typed_mark(&text);
                let never = || NEVER.iter().find(|never| text.contains(**never)).map(|never| format!("says `{never}`"));
                slips.extend(slip.or_else(never).or_else(typed).map(|slip| format!("{slip}: “{text}”")));
            }
        }
        if !play(&mut live, seed) {
            break;
        }
    }
    let told: Vec<String> = slips.into_iter().take(40).collect();
    assert!(told.is_empty(), "{game} with {options}:\n{}", told.join("\n"));
    read
}

#[test]
fn pages_of_random_games_are_without_slips() {
    let tables = [
        ("economy", json!({ "players": 2, "target": 3 })),
        ("economy", json!({ "players": 2, "target": 20, "memory": "shown", "placement": "random" })),
        ("businessmen", json!({ "players": 2, "victory_target": 8, "bank": "finite", "skip_limit": "none" })),
        ("businessmen", json!({ "players": 2, "round_limit": 6, "event_mode": "second_strike" })),
        ("profitability", json!({ "players": 2, "matches": 2, "storage_large": 4, "storage_small": 2 })),
    ];
    for (game, options) in tables {
        let read = read_pages(game, options, 150);
        assert!(read > 3_000, "{game}: {read} texts");
    }
}

#[test]
fn every_text_of_a_page_is_read() {
    let page = "<p title=\"1 of 3\"><b>1</b><span class=\"sr\"> coins</span></p><svg aria-label=\"A &amp; B\"></svg><td>x</td>";
    let expected = ["1 of 3", "1 coins", "A & B", "x"].map(str::to_owned);
    assert_eq!(texts(page), BTreeSet::from(expected));
}

#[test]
fn full_cars_do_not_promise_what_the_price_wheel_decides() {
    for (embargo, said) in [(json!([]), "full, now "), (json!(["oil"]), "held: embargo")] {
        let held = embargo != json!([]);
        let position = json!({
            "phase": if held { "improving" } else { "loading" },
            "cars": { "yellow": { "good": "oil", "units": [5, 0] } },
            "embargo": embargo,
            "players": [{ "coins": 50, "main": { "fish": 2 } }, { "coins": 50, "main": { "fish": 2 } }],
        });
        let live = table_at("businessmen", &["Ann", "Ben"], json!({ "players": 2 }), Some(position));
        let (_, page) = drawn(&live, Some(TOKEN));
        let car = between(&page, "data-key=\"car-yellow\"", "</p>");
        assert!(car.contains(said) && !car.contains("leaves,"), "{car}");
    }
}

#[test]
fn trucks_and_series_are_told_as_they_are() {
    let trucks = json!({ "red": { "at": "LargeRed", "goods": [], "damaged": true }, "blue": { "at": "N2", "goods": ["red"], "damaged": true } });
    let series = json!({ "totals": { "red": 40_000, "blue": 50_000 }, "places": { "red": [0, 1, 0, 0], "blue": [1, 0, 0, 0] }, "last": { "red": 2, "blue": 1 } });
    let position = json!({ "match": 2, "lap": 3, "trucks": trucks, "series": series });
    let live = table_at("profitability", &["Ann", "Ben"], json!({ "players": 2, "matches": 3 }), Some(position));
    let (_, page) = drawn(&live, Some(TOKEN));
    let texts = texts(&page);
    let said = |words: &str| texts.iter().any(|text| text.contains(words));
    assert!(said("carrying the damaged good, arrow at unloading") && said("carrying 1 red and the damaged good"), "{texts:?}");
    assert!(said("2nd in the last match") && said("1st in the last match"), "{texts:?}");
}

#[test]
fn the_log_does_not_tell_a_face_again_that_is_hidden() {
    let options = json!({ "players": 2, "memory": "hidden", "placement": "players", "target": 60 });
    let mut live = table_of(&["Ann", "Ben"], options);
    let (mut told, mut forgotten) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..700 {
        let table = live.table.as_ref().unwrap();
        let by_ann = table.turn().awaited.contains(Seat::FIRST);
        if !play(&mut live, seed) || live.table.as_ref().unwrap().turn().is_over() {
            break;
        }
        let position = live.table.as_ref().unwrap().position(None).unwrap();
        let down = position["face_down"].as_array().unwrap().iter().map(|space| space.as_str().unwrap());
        let faces: Vec<(&str, &str)> = down.map(|space| (space, position["locations"][space].as_str().unwrap())).collect();
        // What the others have done since their own last move is still news to players.
        for token in [None, Some(TOKEN).filter(|_| by_ann)] {
            let (_, page) = drawn(&live, token);
            let log: String =
                ["aria-label=\"Log\"", "role=\"log\"", "class=\"news\""].map(|from| between(&page, from, "</section>")).concat();
            let lines = texts(&log);
            for (space, card) in &faces {
                let tells = |line: &&String| line.split([' ', '.', ',']).any(|word| word == *card);
                assert_eq!(lines.iter().find(tells), None, "{card} lies face down on {space}");
                forgotten.extend(told.contains(*card).then(|| (*card).to_owned()));
            }
            told.extend(
                lines.iter().flat_map(|line| line.split([' ', '.', ','])).filter(|word| word.contains('-')).map(str::to_owned),
            );
        }
    }
    assert!(forgotten.len() > 2, "few faces were told and hidden again: {forgotten:?}");
}
