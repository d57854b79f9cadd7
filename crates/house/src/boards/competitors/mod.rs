//! The board of COMPETITOR$: the world map with all that is on it, the cards, the contracts and the score. What never changes on the
//! map is a picture; tokens, sites, the danger and what may be chosen lie above it.

mod banner;
mod cards;
mod contracts;
mod decks;
pub mod glyphs;
mod hand;
pub mod layer;
mod legend;
pub mod picture;
mod score;
mod sheet;
mod signs;
mod spots;
mod stage;
mod table;
mod telling;
mod trade;
mod whereabouts;

use super::{
    Beat, Board, Legend,
    map::{MapWindow, Part},
};
use crate::{
    boards::pictures::{self, Picture},
    pages::frame,
};
use ::competitors::{Continent, Event, Pack, Stage, View};
use kernel::{Files, Seat, Seats};
use layer::Layer;
use maud::{Markup, html};
use picture::Sheet;

/// COMPETITOR$.
pub struct Competitors;

type Sight<'a> = super::Sight<'a, View>;

impl Board for Competitors {
    type View = View;
    type Event = Event;

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn has_map(&self) -> bool {
        true
    }

    fn legend(&self) -> Option<Legend> {
        Some(legend::lines())
    }

    fn picture(&self) -> Markup {
        let Ok(game) = engine::game("competitors") else { return html! {} };
        let piece = |index: usize, kind: glyphs::Piece| html! { (glyphs::single(kind, Seat::new(index).unwrap_or(Seat::FIRST))) };
        let scene = [
            (0, glyphs::Piece::Ship, "118 152"),
            (1, glyphs::Piece::Aircraft, "236 66"),
            (2, glyphs::Piece::Truck, "352 112"),
            (3, glyphs::Piece::Headquarters, "262 130"),
        ];
        html! {
            div .cmp-picture role="img" aria-label="A map of the world with a ship, an aircraft and a truck under way" {
                img src=(pictures::address(game, game.pack(), "map")) alt="" loading="lazy" decoding="async";
                svg viewBox="0 0 500 250" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
                    path .cmp-arc d="M118 152Q180 60 262 130" {} path .cmp-arc d="M236 66Q300 40 352 112" {}
                    @for (index, kind, at) in scene { g .(format!("seat-{}", index + 1)) transform=(format!("translate({at}) scale(1.700)")) { (piece(index, kind)) } }
                }
            }
        }
    }

    fn sign(&self, name: &str) -> Option<Markup> {
        sheet::sign(name)
    }

    fn pictures(&self, pack: &Files) -> Vec<Picture> {
        pictures(pack)
    }

    fn draw(&self, sight: &Sight) -> Markup {
        html! {
            (banner::draw(sight))
            div .cmp-table {
                div .cmp-world { (table::draw(sight)) (stage::draw(sight)) }
                div .cmp-panels {
                    section .cmp-panel.cmp-weather data-key="weather" {
                        h2 { "Danger" }
                        @match &sight.danger { Some(danger) => (cards::danger(sight, danger)), None => p .note { "None now." } }
                    }
                    (decks::draw(sight))
                    (score::draw(sight))
                    // These grow and shrink: nothing stands below them.
                    (trade::draw(sight))
                    (contracts::others(sight))
                }
            }
        }
    }

    fn offers(&self, action: &str) -> bool {
        spots::offers(action)
    }

    fn hand(&self, sight: &Sight) -> Markup {
        hand::draw(sight)
    }

    fn has_large_hand(&self) -> bool {
        true
    }

    fn hides_hand(&self, view: &View) -> bool {
        view.players.iter().any(|player| !player.territories.is_empty() || !player.contracts.is_empty())
    }

    fn figures(&self, view: &View, seat: Seat) -> Markup {
        hand::figures(view, seat)
    }

    fn colours(&self, view: &View) -> Vec<String> {
        view.players.iter().map(|player| player.colour.clone()).collect()
    }

    fn tone(&self, view: &View) -> &'static str {
        if view.stage == Stage::Over { "over" } else { "competitors" }
    }

    fn doer(&self, event: &Event) -> Option<Seat> {
        telling::doer(event)
    }

    fn beat(&self, event: &Event, view: &View) -> Beat {
        telling::beat(event, view)
    }

    fn befalls(&self, event: &Event) -> Seats {
        telling::befalls(event)
    }

    fn opens_turn(&self, event: &Event, before: &Event, _same_move: bool) -> bool {
        telling::opens_turn(event, before)
    }
}

/// The pictures of a pack: the map, and the names of its territories in large and in small letters. None of a pack that cannot be
/// read.
pub fn pictures(files: &Files) -> Vec<Picture> {
    let Ok(pack) = ::competitors::read_pack(files) else { return Vec::new() };
    vec![("map", picture::map(&pack)), ("names", picture::names(&pack, true)), ("small-names", picture::names(&pack, false))]
}

/// The map in its window. `address` tells where a picture is, `chosen` is the part that the visitor asked for, `focus` where what may
/// be done lies, `page` the address of the table.
fn window(
    pack: &Pack,
    layer: &Layer,
    address: impl Fn(&str) -> String,
    chosen: Option<&str>,
    focus: Option<[i32; 4]>,
    page: &str,
) -> Markup {
    let sheet = Sheet::new(pack);
    let [x, y, width, height] = sheet.whole();
    let image =
        |class: &str, name: &str| html! { image .(class) href=(address(name)) x=(x) y=(y) width=(width) height=(height) {} };
    let ground = html! { (image("cmp-ground", "map")) (image("cmp-names cmp-large", "names")) (image("cmp-names cmp-small", "small-names")) };
    let world = Part { id: "world", title: "World", rect: sheet.whole() };
    let continents = Continent::ALL.into_iter().map(|continent| Part {
        id: continent.id(),
        title: continent.words(),
        rect: sheet.rect(pack.drawing.continents[continent.index()]),
    });
    let parts = std::iter::once(world).chain(continents).collect();
    let window = MapWindow { label: "World map", page, whole: sheet.whole(), parts, chosen, focus };
    html! { div .cmp-map { (window.draw(&ground, &layer::draw(pack, layer))) p .cmp-legend { (frame::legend(frame::LEGEND)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::competitors::Territory;

    fn pack() -> Pack {
        ::competitors::read_pack(&::competitors::files()).unwrap()
    }

    /// Every tag is closed, in the right order.
    fn is_well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
            match tag.strip_prefix('/') {
                Some(name) if open.pop() != Some(name) => return false,
                None if !tag.ends_with('/') => open.push(tag.split(' ').next().unwrap_or_default()),
                _ => {}
            }
        }
        open.is_empty()
    }

    #[test]
    fn cmp_data_24_the_map_is_drawn_small_and_the_same_every_time() {
        let made = pictures(&::competitors::files());
        assert_eq!(made.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["map", "names", "small-names"]);
        assert!(made.iter().all(|(_, svg)| is_well_formed(svg)), "a tag is left open");
        // Numbers shrink to less than a third even with the quickest compression.
        assert!(made.iter().map(|(_, svg)| svg.len()).sum::<usize>() < 250_000);
        assert_eq!(made, pictures(&::competitors::files()));
        let map = &made[0].1;
        for part in [
            "water",
            "hex",
            "lane",
            "plain",
            "mountain",
            "frozen",
            "desert",
            "forest",
            "bare",
            "coast",
            "regional",
            "customs",
            "by-ship",
            "by-truck",
            "strait",
            "buoy",
            "ring",
            "flag",
            "arrow",
            "mark first",
            "mark last",
        ] {
            assert!(map.contains(&format!("class=\"{part}\"")), "{part}");
        }
    }

    #[test]
    fn every_territory_is_named_once() {
        let (pack, made) = (pack(), pictures(&::competitors::files()));
        // A name may be broken where it has a space or a hyphen, so only its letters are compared.
        let letters = |text: &str| text.chars().filter(|sign| !matches!(sign, ' ' | '-')).collect::<String>();
        let lines = |svg: &str| -> String {
            svg.split("<text").skip(1).filter_map(|rest| rest.split(['>', '<']).nth(1)).map(letters).collect()
        };
        let written = lines(&made[1].1) + &lines(&made[2].1);
        let names: Vec<String> = Territory::all().map(|territory| letters(&pack[territory].name)).collect();
        assert!(names.iter().all(|name| written.contains(name)));
        assert_eq!(written.len(), names.concat().len());
    }

    #[test]
    fn every_sea_is_named() {
        let (pack, map) = (pack(), picture::map(&pack()));
        let seas = map.split_once("<g class=\"seas\">").unwrap().1.split_once("</g>").unwrap().0;
        for zone in &pack.zones {
            assert!(zone.name.split(' ').all(|word| seas.contains(word)), "{}", zone.name);
        }
    }

    #[test]
    fn a_pack_that_cannot_be_read_has_no_pictures() {
        assert!(pictures(&Files::new([("map.toml", "")])).is_empty());
    }
}
