//! What is told of what happened: in order, bounded, by elements that are on the page, and those first whom it concerns.

use super::*;
use maud::html;

/// A page for Ann as a fragment that tells what is new since a version.
fn since(live: &Live, token: Option<&str>, version: u64) -> String {
    let mut scene = Scene::of(live, token, Look::default()).unwrap();
    scene.since = Some(version);
    fragment(&scene, None).into_string()
}

/// The beats of a page: what the script reads of each, and the whole element.
fn beats(page: &str) -> Vec<(Value, String)> {
    let list = between(page, "class=\"telling\"", "</ol>");
    let one = |item: &str| {
        let json = between(item, "data-beat=\"", "\"").replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&");
        (serde_json::from_str(&json).unwrap(), item.to_owned())
    };
    list.split("<li class").filter(|item| item.contains("data-beat=")).map(one).collect()
}

fn keys(beat: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let marks = list(&beat["mark"]).iter().map(text).collect::<Vec<_>>();
    let sets = list(&beat["set"]).iter().flat_map(list).map(|set| text(&set[0])).collect::<Vec<_>>();
    let flights = list(&beat["fly"]).iter().flat_map(|fly| [text(&fly[0]), text(&fly[1])]).collect::<Vec<_>>();
    [marks, sets, flights].concat()
}

#[test]
fn every_element_that_a_beat_names_is_on_the_page_before_or_after() {
    for (game, moves) in [("economy", 260), ("businessmen", 400), ("profitability", 300), ("investments", 300)] {
        let mut live = table_of_game(game, &["Ann", "Ben", "Cleo"], json!({ "players": 3 }));
        let (mut before, mut named, mut set, mut flown) = (drawn(&live, Some(TOKEN)).1, 0, 0, 0);
        for seed in 0..moves {
            let version = live.sequence;
            if !play(&mut live, seed) {
                break;
            }
            let after = since(&live, Some(TOKEN), version);
            for (beat, item) in beats(&after) {
                for key in keys(&beat) {
                    let key = format!("data-key=\"{key}\"");
                    assert!(before.contains(&key) || after.contains(&key), "{game}: no {key} for {item}");
                    named += 1;
                }
                set += beat["set"].as_array().map_or(0, Vec::len);
                flown += beat["fly"].as_array().map_or(0, Vec::len);
            }
            before = after;
        }
        assert!(named > 100 && set > 20 && flown > 10, "{game}: {named} elements named, {set} set, {flown} flights");
    }
}

#[test]
fn the_beats_are_the_new_lines_of_the_log_in_their_order() {
    for game in engine::games() {
        let mut live = table_of_game(game.about().id, &["Ann", "Ben"], json!({ "players": 2 }));
        for seed in 0..60 {
            let version = live.sequence;
            assert!(play(&mut live, seed));
            let entry = *live.table.as_ref().unwrap().moments().last().unwrap();
            let seat = Scene::of(&live, Some(TOKEN), Look::default()).unwrap().viewer;
            let told = live.table.as_ref().unwrap().events(entry..=entry, seat);
            let beats = beats(&since(&live, Some(TOKEN), version));
            let ends: Vec<bool> = beats
                .iter()
                .zip(&told)
                .map(|((_, item), told)| item.contains(&html! { span { (told.text) } }.into_string()))
                .collect();
            assert_eq!((beats.len(), ends), (told.len(), vec![true; told.len()]), "{told:?}");
        }
    }
}

#[test]
fn however_much_happened_a_page_tells_some_beats_and_lists_the_rest() {
    for game in engine::games() {
        let mut live = table_of_game(game.about().id, &["Ann", "Ben"], json!({ "players": 2 }));
        let version = live.sequence;
        // Who plays at random may be out of the game soon.
        let played = (0..120).take_while(|seed| play(&mut live, *seed)).count();
        assert!(played > 30, "{played}");
        let page = since(&live, Some(TOKEN), version);
        let beats = beats(&page);
        assert!((2..=25).contains(&beats.len()), "{} beats", beats.len());
        assert!(beats[0].1.contains("Meanwhile") && page.contains("and more, in the log"), "{}", beats[0].1);
        assert!(!beats[1..].iter().any(|(_, item)| item.contains("Meanwhile")));
        assert!(beats[0].1.matches("<li>").count() <= 6);
    }
}

#[test]
fn nothing_is_told_to_who_has_seen_it_or_looks_back_or_comes_for_the_first_time() {
    let mut live = table_of_game("businessmen", &["Ann", "Ben"], json!({ "players": 2 }));
    (0..9).for_each(|seed| assert!(play(&mut live, seed)));
    assert_eq!(beats(&since(&live, Some(TOKEN), live.sequence)).len(), 0);
    assert_eq!(beats(&drawn(&live, Some(TOKEN)).1).len(), 0);
    let mut scene = Scene::of(&live, Some(TOKEN), Look { at: Some(3), ..Look::default() }).unwrap();
    scene.since = Some(0);
    assert!(!fragment(&scene, None).into_string().contains("data-beat"));
}

#[test]
fn nobody_waits_for_their_own_deed_but_for_what_comes_of_it() {
    let mut live = table_of_game("businessmen", &["Ann", "Ben"], json!({ "players": 2, "first_player": "1" }));
    let (mut own, mut others, mut after_own) = (0, 0, 0);
    for seed in 0..200 {
        let version = live.sequence;
        let by_ann = live.table.as_ref().unwrap().turn().awaited.lowest() == Some(Seat::FIRST);
        if !play(&mut live, seed) {
            break;
        }
        let beats = beats(&since(&live, Some(TOKEN), version));
        let quick: Vec<bool> = beats.iter().map(|(_, item)| item.contains("data-own")).collect();
        assert!(!quick.contains(&true) || by_ann, "{quick:?}");
        assert!(quick.is_sorted_by(|one, other| one >= other), "own deeds come first: {quick:?}");
        own += quick.iter().filter(|quick| **quick).count();
        others += usize::from(!by_ann);
        after_own += usize::from(by_ann && quick.contains(&false));
        // A wheel that spins is waited for, whoever spins it.
        assert!(!beats.iter().any(|(_, item)| item.contains("data-own") && item.contains("event-disc")));
    }
    assert!(own > 20 && others > 20 && after_own > 5, "{own} {others} {after_own}");
}

#[test]
fn since_your_last_move_tells_first_what_concerns_you_and_says_when_nothing_happened() {
    let lately = |live: &Live, token: Option<&str>| {
        let page = drawn(live, token).1;
        page.contains("class=\"since\"").then(|| between(&page, "class=\"since\"", "</div>").to_owned())
    };
    let mut live = table_of_game("businessmen", &["Ann", "Ben", "Cleo"], json!({ "players": 3, "first_player": "1" }));
    assert!(lately(&live, Some(TOKEN)).is_some_and(|told| told.contains("Nobody else has moved.")), "its place is kept");
    let (mut hits, mut most) = (0, 0);
    for seed in 0..400 {
        if !play(&mut live, seed) {
            break;
        }
        assert_eq!(lately(&live, None), None, "who watches has no last move");
        let told = lately(&live, Some(TOKEN)).expect("a player is told");
        if told.contains("Nobody else has moved.") {
            continue;
        }
        let lines: Vec<&str> = told.split("<li").skip(1).collect();
        assert!((1..=6).contains(&lines.len()), "{told}");
        most = most.max(lines.len());
        let own: Vec<bool> = lines.iter().map(|line| line.split('>').next().unwrap().contains("own")).collect();
        assert!(own.is_sorted_by(|one, other| one >= other), "{told}");
        hits += lines.iter().filter(|line| line.contains("strong own") && line.contains("Ann")).count();
    }
    assert!(hits > 0 && most == 6, "{hits} {most}");
}
