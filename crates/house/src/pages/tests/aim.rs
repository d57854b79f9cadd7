//! The aim at hand: every game has its sheet, its summary and its terms, with pictures that exist and words that are few.

use super::*;

/// The names of all pictures in a text.
fn pictures(text: &str) -> Vec<&str> {
    text.split("![](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// What every `popovertarget` on a page leads to.
fn targets(page: &str) -> std::collections::BTreeSet<&str> {
    page.split("popovertarget=\"term-").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn a_game_has_the_board_that_its_facts_speak_of() {
    for game in engine::games() {
        let about = game.about();
        assert_eq!(boards::board(about.id).is_some(), proof::Facts::of(about.id).board.is_some(), "{}", about.id);
    }
}

/// The games with a board; the page of any other shows its table in characters.
fn with_board() -> impl Iterator<Item = &'static dyn engine::AnyGame> {
    engine::games().iter().copied().filter(|game| boards::board(game.about().id).is_some())
}

#[test]
fn every_game_tells_its_aim_in_pictures_and_few_words() {
    for game in with_board() {
        let (about, primer) = (game.about(), game.primer());
        let board = boards::board(about.id).unwrap();
        for text in [primer.aim, primer.summary] {
            assert!(pictures(text).len() > 4, "{}: too few pictures", about.id);
            for name in pictures(text) {
                assert!(board.sign(name).is_some(), "{}: there is no picture `{name}`", about.id);
            }
        }
        assert!(board.sign("nothing of the kind").is_none());
        let words = primer.aim.split_whitespace().filter(|word| !word.starts_with("![](") && *word != "-").count();
        assert!((40..120).contains(&words), "{}: {words} words", about.id);
        let summary = summary(game).into_string();
        assert_eq!(summary.matches("class=\"in-words\"").count(), pictures(primer.summary).len(), "{}", about.id);
        assert!(primer.summary.split_whitespace().count() < 600, "{}: more than a page", about.id);
        let lines = primer.terms.lines().filter(|line| line.starts_with("- ")).count();
        assert_eq!(primer.terms().count(), lines, "{}: a term is not written as one", about.id);
        assert!(lines > 3, "{}", about.id);
    }
}

#[test]
fn figures_tell_what_they_mean() {
    for game in with_board() {
        let about = game.about();
        let known: std::collections::BTreeSet<&str> = game.primer().terms().map(|(name, _)| name).collect();
        let mut live = table_of_game(about.id, &["Ann", "Ben", "Cid"], json!({ "players": 3 }));
        let mut met = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let (scene, page) = drawn(&live, Some(TOKEN));
            met.extend(targets(&page).into_iter().map(str::to_owned));
            if seed == 0 {
                let whole = table(&scene, None).into_string();
                let opens = whole.contains("popovertarget=\"legend\"");
                assert_eq!(whole.matches("id=\"legend\"").count(), usize::from(opens), "{}: the legend", about.id);
                for name in &known {
                    assert_eq!(whole.matches(&format!("id=\"term-{name}\"")).count(), 1, "{}: {name}", about.id);
                }
            }
            if !play(&mut live, seed) {
                break;
            }
        }
        let unknown: Vec<&String> = met.iter().filter(|name| !known.contains(name.as_str())).collect();
        assert!(unknown.is_empty() && met.len() > 2, "{}: {unknown:?} of {met:?}", about.id);
    }
}

#[test]
fn the_sheet_is_open_until_one_has_moved_or_knows_it() {
    let mut live = table_of(&["Ann", "Ben", "Cid"], json!({ "players": 3, "placement": "reference", "starter": "first_seat" }));
    let open = |live: &Live, knows: bool| {
        let (mut scene, _) = drawn(live, Some(TOKEN));
        scene.knows_aim = knows;
        let page = table(&scene, None).into_string();
        let sheet = page.split("class=\"aim\"").nth(1).unwrap().split('>').next().unwrap().to_owned();
        assert!(page.contains("/rules/economy/summary") && page.contains("after the slash"), "{page}");
        sheet.contains(" open")
    };
    assert!(open(&live, false) && !open(&live, true));
    // Whoever has the page already is not sent it again.
    let (_, page) = drawn(&live, Some(TOKEN));
    assert!(page.contains("data-still") && !page.contains("after the slash"), "{page}");
    play(&mut live, 1);
    assert!(!open(&live, false));
}

#[test]
fn a_table_for_newcomers_says_so() {
    for game in engine::games() {
        let about = game.about();
        let mut options = game.options(&game.preset("first").unwrap()).unwrap();
        options.insert("players".into(), json!(3));
        let live = table_of_game(about.id, &["Ann", "Ben", "Cid"], Value::Object(options));
        let whole = |live: &Live| table(&drawn(live, Some(TOKEN)).0, None).into_string();
        assert!(whole(&live).contains("This is the game for newcomers: "), "{}", about.id);
        let live = table_of_game(about.id, &["Ann", "Ben", "Cid"], json!({ "players": 3 }));
        assert!(!whole(&live).contains("This is the game for"), "{}", about.id);
    }
}

#[test]
fn a_hint_is_offered_to_newcomers_in_their_first_turns() {
    let offered = |live: &Live| drawn(live, Some(TOKEN)).1.contains("class=\"quiet offered\"");
    // Goes on until this version, and then until Ann has something to decide.
    let go_on = |live: &mut Live, version: usize| {
        let turn = |live: &Live| live.table.as_ref().unwrap().turn().concerned().contains(Seat::FIRST);
        while live.version() < version || !turn(live) {
            let seed = live.sequence;
            assert!(play(live, seed), "the game is over");
        }
    };
    for game in engine::games() {
        let about = game.about();
        let mut options = game.options(&game.preset("first").unwrap()).unwrap();
        options.insert("players".into(), json!(3));
        let mut live = table_of_game(about.id, &["Ann", "Ben", "Cid"], Value::Object(options));
        go_on(&mut live, 0);
        assert!(offered(&live), "{}", about.id);
        // Whoever has come so far needs no such call.
        go_on(&mut live, 36);
        assert!(!offered(&live), "{}", about.id);
        let mut live = table_of_game(about.id, &["Ann", "Ben", "Cid"], json!({ "players": 3 }));
        go_on(&mut live, 0);
        assert!(!offered(&live), "{}: this is no game for newcomers", about.id);
    }
}
