//! What the boards of the three smaller games say besides what is drawn on them.

use super::*;
use ::businessmen::Event;

fn profitability(position: Value) -> String {
    drawn(&table_at("profitability", &["Ann", "Ben"], json!({ "players": 2 }), Some(position)), Some(TOKEN)).1
}

#[test]
fn the_joker_asks_for_a_marker_first_and_then_where_it_goes() {
    let page = profitability(json!({ "step": "joker_trend", "dice": [3, 4] }));
    let folds: Vec<&str> =
        page.split("<details class=\"prf-taken\"").skip(1).map(|fold| fold.split("</details>").next().unwrap()).collect();
    assert_eq!(folds.len(), 8, "a fold a marker");
    for fold in folds {
        assert!(fold.contains("name=\"joker\"") && fold.contains("<summary>"), "one fold is open at a time: {fold}");
        let values: Vec<&str> = fold.split("value=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert!(values[0].starts_with("turn ") && values[1..].iter().all(|value| value.starts_with("shift ")), "{values:?}");
        assert_eq!(values.len(), 5, "it turns, or goes to either empty space in either direction: {values:?}");
    }
}

#[test]
fn the_roads_are_told_to_those_who_do_not_see_them() {
    let page = profitability(json!({ "dice": [6, 4] }));
    let roads = between(&page, "aria-label=\"Roads\"", "</ul>");
    assert!(roads.contains("N2 leads to ") && roads.matches("<li>").count() > 40, "{roads}");
}

#[test]
fn the_panel_says_whose_truck_it_shows_and_points_are_action_points() {
    let truck = |turn: usize| profitability(json!({ "lap": 3, "turn": turn, "dice": [6, 4] }));
    assert!(truck(1).contains("Your truck") && truck(1).contains("aria-label=\"On your truck\""));
    assert!(truck(2).contains("Ben’s truck"));
    assert!(truck(1).contains("6 action points"), "{}", truck(1));
}

#[test]
fn where_a_game_deals_colours_out_they_are_named_beside_the_seats() {
    for (game, named) in [("economy", true), ("businessmen", true), ("profitability", true), ("investments", false)] {
        let live = table_of_game(game, &["Ann", "Ben"], json!({ "players": 2 }));
        let (scene, page) = drawn(&live, Some(TOKEN));
        let seats = between(&page, "class=\"seats\"", "</section>");
        let colours = boards::set(&scene).unwrap().colours();
        assert_eq!(colours.len(), if named { 2 } else { 0 }, "{game}");
        for colour in colours {
            assert!(seats.contains(&format!("<small class=\"hue\">{colour}</small>")), "{game}: {seats}");
        }
    }
}

#[test]
fn the_event_wheel_tells_what_it_brought_everybody_in_one_place() {
    let mut live = table_of_game("businessmen", &["Ann", "Ben", "Cleo"], json!({ "players": 3 }));
    let spun = |scene: &Scene| {
        let events = scene.play.as_ref().unwrap().log.lines.iter().filter_map(|line| line.told.as_ref()?.data.of::<Event>());
        events.filter(|event| matches!(event, Event::Spun { .. })).count()
    };
    let mut rounds = 0;
    for seed in 0..400 {
        if !play(&mut live, seed) {
            break;
        }
        let (scene, page) = drawn(&live, Some(TOKEN));
        let frame = between(&page, "data-key=\"event-wheel\"", "</figure>");
        // All three have spun when the round is over; whoever skips it does not.
        if spun(&scene) >= 3 && frame.matches("<li").count() == 3 {
            for name in ["Ann", "Ben", "Cleo"] {
                assert!(frame.contains(&format!("<span class=\"sr\">{name}: </span>")), "{frame}");
            }
            rounds += 1;
        }
        assert!(frame.matches("<li").count() <= 3, "one round at a time: {frame}");
    }
    assert!(rounds > 0);
}
