//! What can be chosen of the businesses: buttons on the tiles of the loop, and beside one's own deeds.

use super::{
    Sight,
    ring::{Ring, Side},
    signs,
};
use crate::boards::choose;
use ::investments::{Business, Tile};
use engine::Choice;
use kernel::Viewer;
use maud::{Markup, html};

/// Verbs whose businesses are chosen on the loop, whoever owns them.
const ON_THE_LOOP: [&str; 3] = ["name", "choose", "take"];

/// The verb and the business of an action that is about one business and nothing else.
pub fn about(action: &str) -> Option<(&str, Business)> {
    let (verb, business) = action.split_once(' ')?;
    Some((verb, Business::read(business)?))
}

/// Is it chosen on the loop, rather than beside the viewer's own deeds?
fn on_the_loop(sight: &Sight, action: &str) -> Option<Business> {
    let (verb, business) = about(action)?;
    let owner = sight.businesses[business.index()].owner;
    let own = owner.is_some_and(|owner| sight.scene.viewer == Viewer::Seat(owner));
    (!own || ON_THE_LOOP.contains(&verb)).then_some(business)
}

/// What can be done with one's own business, by its verb.
pub fn with<'a>(sight: &Sight<'a>, business: Business) -> Vec<(&'a str, &'a Choice)> {
    let choices = sight.play.choices.actions.iter();
    let concerns = |choice: &&Choice| on_the_loop(sight, &choice.action).is_none();
    let of = |choice: &'a Choice| about(&choice.action).filter(|(_, other)| *other == business).map(|(verb, _)| (verb, choice));
    choices.filter(concerns).filter_map(of).collect()
}

/// Buttons round the loop, tile by tile; on a small screen they are a list.
pub fn draw(sight: &Sight) -> Markup {
    let chosen: Vec<(Business, &Choice)> =
        sight.play.choices.actions.iter().filter_map(|choice| Some((on_the_loop(sight, &choice.action)?, choice))).collect();
    if chosen.is_empty() {
        return html! {};
    }
    let ring = Ring::of(sight);
    let side = |side: Side| {
        let mut tiles: Vec<&Tile> = sight.pack.board.iter().filter(|tile| ring.side(tile) == side).collect();
        tiles.sort_by_key(|tile| (tile.x, tile.y));
        tiles
    };
    let ways = [("top", Side::Top), ("right", Side::Right), ("bottom", Side::Bottom), ("left", Side::Left)];
    html! {
        div .inv-picks role="group" aria-label="On the loop" data-grid data-key="picks" {
            @for (word, way) in ways {
                div .inv-side .(word) {
                    @for tile in side(way) {
                        @let found: Vec<&Choice> = chosen.iter().filter(|(business, _)| Some(*business) == tile.business).map(|(_, choice)| *choice).collect();
                        @if found.is_empty() { i .inv-corner[ring.is_corner(tile)] {} }
                        @for choice in found { (choose(choice, "inv-pick", html! { @if let Some(business) = tile.business { (signs::chip(signs::series(&sight.pack, business))) } span .inv-pick-name { (tile.name) } })) }
                    }
                }
            }
        }
    }
}
