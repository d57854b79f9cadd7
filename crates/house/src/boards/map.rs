//! A map in a window: what a board needs to show a picture that is larger than the page. It is zoomed and moved by the script; the
//! links to its parts work without it.

use maud::{Markup, PreEscaped, html};

/// A window on a map.
pub struct MapWindow<'a> {
    /// What a screen reader calls it.
    pub label: &'a str,
    /// The address of the page that it is part of.
    pub page: &'a str,
    /// The whole map: left, top, width and height.
    pub whole: [i32; 4],
    /// The parts that a visitor can go to, the whole first.
    pub parts: Vec<Part<'a>>,
    /// The part that the visitor asked for.
    pub chosen: Option<&'a str>,
    /// Where what may be done now lies, if that is one part of the map. Who asked for no other part is shown this one.
    pub focus: Option<[i32; 4]>,
}

/// A part of a map.
pub struct Part<'a> {
    /// Its name in addresses.
    pub id: &'a str,
    /// What people call it.
    pub title: &'a str,
    /// Left, top, width and height.
    pub rect: [i32; 4],
}

/// How wide a window is thought to be until the script has measured it.
const USUAL_WIDTH: f64 = 900.0;

/// The steps of zoom: four for each doubling of how many pixels a unit of the map has.
const STEPS: std::ops::RangeInclusive<i32> = -20..=12;

fn step(pixels: f64) -> i32 {
    ((4.0 * pixels.log2()).round() as i32).clamp(*STEPS.start(), *STEPS.end())
}

fn numbers(rect: [i32; 4]) -> String {
    rect.map(|number| number.to_string()).join(" ")
}

impl MapWindow<'_> {
    /// The map: the ground, which never changes, and what moves on it. They are sheets of their own, so that the ground need not be
    /// painted anew when a piece moves.
    pub fn draw(&self, ground: &Markup, pieces: &Markup) -> Markup {
        let here = self.chosen.and_then(|chosen| self.parts.iter().find(|part| part.id == chosen));
        let rect = here.map(|part| part.rect).or(self.focus).unwrap_or(self.whole);
        let zoom = step(USUAL_WIDTH / f64::from(rect[2].max(1)));
        let first = |part: &Part| here.map_or(part.rect == rect, |here| here.id == part.id);
        html! {
            div .map data-map data-key="map" data-keeps="data-close data-moving" data-fit=[(here.is_none() && rect == self.whole).then_some("cover")] data-focus=[self.focus.map(numbers)] {
                div .map-window data-window data-grid data-key="map-window" tabindex="0" role="group" aria-label=(self.label) aria-describedby="map-help" {
                    @for (key, sheet) in [("map-ground", ground), ("map-pieces", pieces)] {
                        svg .map-sheet data-sheet data-key=(key) data-keeps="viewBox data-zoom style" data-whole=(numbers(self.whole)) viewBox=(numbers(rect)) data-zoom=(zoom) preserveAspectRatio="xMidYMid meet" { (sheet) }
                    }
                }
                p .map-tip data-tip data-key="map-tip" data-keeps="hidden" hidden aria-hidden="true" {}
                div .map-bar {
                    nav .map-parts aria-label="Parts of the map" {
                        @for part in &self.parts {
                            a href=(format!("{}?view={}", self.page, part.id)) data-view=(numbers(part.rect)) data-key=(format!("part-{}", part.id)) data-keeps="aria-current" aria-current=[first(part).then_some("true")] { (part.title) }
                        }
                    }
                    div .map-tools data-tools data-keeps="hidden" hidden {
                        button type="button" data-closer="0.625" aria-label="Zoom out" title="Zoom out (−)" { (PreEscaped("−")) }
                        button type="button" data-closer="1.6" aria-label="Zoom in" title="Zoom in (+)" { "+" }
                    }
                }
                p #map-help .sr { "Arrow keys move the map, plus and minus zoom, 0 shows all of it. What you can choose on it are buttons; Tab leads to them." }
            }
        }
    }
}

/// What a step of zoom means to the style sheet: `--unit` is how many units of the map a pixel is. Pieces grow more slowly than the
/// map, so that they can be seen from afar and do not cover all from near: `--piece` is the size of a piece that is 24 units wide.
pub fn style() -> String {
    STEPS
        .map(|step| {
            let pixels = (f64::from(step) / 4.0).exp2();
            let wide = (17.0 * (pixels * 3.0).powf(0.3)).clamp(12.0, 40.0);
            format!("[data-zoom=\"{step}\"]{{--unit:{:.4};--piece:{:.4}}}\n", 1.0 / pixels, wide / 24.0 / pixels)
        })
        .collect()
}
