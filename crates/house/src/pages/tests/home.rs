//! The home page.

use super::*;

#[test]
fn each_game_can_be_played_at_once_before_anything_is_read() {
    let page = home(&[], &[], None, &Been::default()).into_string();
    let hero = between(&page, "class=\"hero\"", "</section>");
    for game in engine::games() {
        let about = game.about();
        let form = between(hero, &format!("name=\"game\" value=\"{}\"", about.id), "</form>");
        assert!(form.contains("name=\"quick\"") && form.contains(&maud::html! { (about.title) }.into_string()), "{form}");
        // Newcomers get the settings for newcomers, here as on the card.
        let first = game.presets().iter().any(|preset| preset.name == "first");
        assert_eq!(form.contains("name=\"preset\" value=\"first\""), first, "{form}");
    }
}

#[test]
fn each_lesson_is_on_the_first_screen_and_says_how_far_the_visitor_is() {
    let lessons: Vec<_> = crate::table::lesson::offered().collect();
    let been = Been::at([(lessons[0].clone(), 3), (lessons[1].clone(), lessons[1].steps + 1), (lessons[2].clone(), 1)]);
    let page = home(&[], &[], None, &been).into_string();
    let hero = between(&page, "class=\"learn-now\"", "</p>");
    for lesson in &lessons {
        assert!(hero.contains(&format!("href=\"{}\"", lesson.address())), "{hero}");
    }
    for (told, times) in [("(go on)", 1), (", done", 1)] {
        assert_eq!(hero.matches(told).count(), times, "{told}: {hero}");
    }
    for (told, times) in [("Go on with the lesson", 1), ("Lesson done", 1), ("Learn it in ", lessons.len() - 2 + 1)] {
        assert_eq!(page.matches(told).count(), times, "{told}");
    }
}
