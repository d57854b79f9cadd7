//! The home page.

use super::*;

#[test]
fn each_game_can_be_played_at_once_before_anything_is_read() {
    let page = home(&[], &[]).into_string();
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
