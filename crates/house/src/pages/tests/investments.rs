//! The board of Expensive Investments: the loop, what is decided, secrets, and how large a page of sixteen becomes.

use super::*;
use ::investments::View;

const SIXTEEN: [&str; 16] =
    ["Ann", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kim", "Lea", "Max", "Nora", "Otto", "Pia"];

fn table(players: usize, options: Value) -> Live {
    let mut options = options;
    options["players"] = json!(players);
    table_of_game("investments", &SIXTEEN[..players], options)
}

/// What somebody sees, of the rules' own type.
fn view_of(scene: &Scene) -> &View {
    scene.play.as_ref().unwrap().view.of::<View>().unwrap()
}

#[test]
fn the_loop_has_every_tile_a_piece_for_everybody_and_what_lies_ahead() {
    let live = table(4, json!({}));
    let (scene, page) = drawn(&live, Some(TOKEN));
    let tiles = view_of(&scene).pack.board.len();
    assert_eq!(page.matches("data-key=\"tile-").count(), tiles);
    assert_eq!(page.matches("class=\"inv-piece ").count(), 4);
    assert_eq!(between(&page, "class=\"inv-ahead\"", "</ol>").matches("<li ").count(), 12);
    for part in ["data-key=\"stage\"", "data-key=\"global\"", "data-key=\"bank\"", "data-key=\"flows\"", "Most of each now"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("style="), "nothing is inline");
}

/// Where these stand on a page, one after the other.
fn in_order(page: &str, parts: &[&str]) {
    let places: Vec<usize> = parts.iter().map(|part| page.find(part).unwrap_or_else(|| panic!("{part}: {page}"))).collect();
    assert!(places.is_sorted(), "{parts:?} stand at {places:?}");
}

#[test]
fn what_can_be_done_comes_before_what_one_has_and_leaving_the_game_last() {
    let mut live = table(3, json!({}));
    let (_, page) = drawn(&live, Some(TOKEN));
    in_order(&page, &["value=\"roll\"", "data-key=\"topic-Leave the game\"", "value=\"resign\"", "data-key=\"belongings\""]);
    let mut met = 0;
    for seed in 0..400 {
        let (scene, page) = drawn(&live, Some(TOKEN));
        let play_scene = scene.play.as_ref().unwrap();
        if !play_scene.choices.bargains.is_empty() && page.contains("value=\"resign\"") && page.contains("value=\"auction ") {
            met += 1;
            in_order(&page, &["data-key=\"to-deal-offer\"", "value=\"resign\"", "data-key=\"belongings\""]);
            in_order(&page, &["value=\"auction ", "value=\"resign\""]);
        }
        if !play(&mut live, seed) {
            break;
        }
    }
    assert!(met > 2, "only {met} times could somebody deal and auction");
}

#[test]
fn a_page_of_sixteen_players_stays_small() {
    let mut live = table(16, json!({}));
    let (mut largest, mut at) = (0, 0);
    for seed in 0..1500 {
        if seed % 10 == 0 {
            let size = drawn(&live, Some(TOKEN)).1.len();
            if size > largest {
                (largest, at) = (size, seed);
            }
        }
        if !play(&mut live, seed) {
            break;
        }
    }
    println!("largest: {largest} bytes at {at}");
    assert!(largest < 100_000, "{largest} bytes at {at}");
}

#[test]
fn a_shortcut_card_in_hand_is_on_the_page_of_its_holder_only() {
    let hand = |page: &str| between(page, "data-key=\"belongings\"", "data-key=\"board\"").to_owned();
    let mut held = 0;
    for game in 0..20 {
        let mut live = table(3, json!({}));
        live.chairs[1].as_mut().unwrap().holder = Holder::Person(token::hash(BEN));
        for seed in 0..200 {
            let (scene, page) = drawn(&live, Some(TOKEN));
            let view = view_of(&scene);
            for card in view.players[0].shortcuts.iter().filter_map(|card| card.index) {
                held += 1;
                let name = &view.pack.shortcuts[usize::from(card)].name;
                assert!(hand(&page).contains(name), "{name} is in the hand");
                assert!(!hand(&drawn(&live, Some(BEN)).1).contains(name), "{name} is nobody else’s to know");
                assert!(!drawn(&live, None).1.contains("data-key=\"held\""), "who watches has no hand");
            }
            if held > 10 || !play(&mut live, 1000 * game + seed) || scene.stage != crate::table::Stage::Running {
                break;
            }
        }
        if held > 10 {
            return;
        }
    }
    panic!("only {held} times was a card in hand");
}

#[test]
fn what_is_decided_stands_large_in_the_middle() {
    let (mut sales, mut read, mut bought, mut owed) = (0, 0, 0, 0);
    for game in 0..4 {
        let mut live = table(3, json!({}));
        for seed in 0..300 {
            let (scene, page) = drawn(&live, Some(TOKEN));
            let view = view_of(&scene);
            let stage = || between(&page, "data-key=\"stage\"", "class=\"inv-ahead\"").to_owned();
            if let Some(sale) = &view.sale {
                sales += 1;
                assert!(stage().contains(&sale.opening.to_string()), "the opening price");
            } else if let Some(card) = &view.card {
                read += 1;
                let text = &view.pack.fortunes[card.fortune.index()][usize::from(card.index)].text;
                assert!(stage().contains(text), "{text}");
            }
            match view.pending.first() {
                Some(::investments::PendingView::Buy { business, .. }) => {
                    bought += 1;
                    assert!(stage().contains(&view.pack.deeds[business.index()].name));
                    assert!(page.contains("data-key=\"purse\""));
                }
                Some(::investments::PendingView::Debt { amount, .. }) => {
                    owed += 1;
                    assert!(between(&page, "data-key=\"purse\"", "</section>").contains(&amount.to_string()));
                }
                _ => {}
            }
            if !play(&mut live, 1000 * game + seed) {
                break;
            }
        }
    }
    assert!(sales > 3 && read > 0 && bought > 10 && owed > 0, "{sales} {read} {bought} {owed}");
}

#[test]
fn the_tax_office_says_what_holds_at_this_table() {
    let page = |stay: &str| {
        let position = json!({ "turn": { "step": "trade" }, "players": [{ "at": 73, "stays": true }] });
        let live = table_at("investments", &SIXTEEN[..2], json!({ "players": 2, "tax_stay": stay }), Some(position));
        drawn(&live, Some(TOKEN)).1
    };
    let fees = page("fees_only");
    assert!(fees.contains("You receive no fees until your next turn.") && fees.contains("no fees until the next turn"), "{fees}");
    assert!(!fees.contains("stay for one round") && !fees.contains("missed"), "no turn is missed");
    let misses = page("miss_turn");
    assert!(misses.contains("and that turn is missed.") && misses.contains("and the next turn is missed"), "{misses}");
}
