//! Cards in large: Profit and Loss while they are read and carried out, the Global Economy card in force, Shortcut cards.

use super::{Sight, signs};
use crate::pages::frame;
use ::investments::{CardView, Fortune, GlobalView, ShortcutView, TileKind, View};
use kernel::say::counted;
use maud::{Markup, html};

/// The kind of tile that a pile belongs to.
pub const fn kind(fortune: Fortune) -> TileKind {
    match fortune {
        Fortune::Profit => TileKind::Profit,
        Fortune::Loss => TileKind::Loss,
    }
}

/// The name and the text of a Profit or Loss card.
pub fn fortune(view: &View, fortune: Fortune, card: u8) -> (&str, &str) {
    view.pack.fortunes[fortune.index()].get(usize::from(card)).map_or(("", ""), |card| (&card.name, &card.text))
}

/// The name and the text of a Global Economy card.
pub fn global(view: &View, card: u8) -> (&str, &str) {
    view.pack.globals.get(usize::from(card)).map_or(("", ""), |card| (&card.name, &card.text))
}

/// The name and the text of a Shortcut card.
pub fn shortcut(view: &View, card: u8) -> (&str, &str) {
    view.pack.shortcuts.get(usize::from(card)).map_or(("", ""), |card| (&card.name, &card.text))
}

/// A card to be read.
pub fn read(kind: TileKind, (name, text): (&str, &str)) -> Markup {
    html! { span .inv-face .(signs::class(kind)) { (signs::sign(kind)) b { (name) } span { (text) } } }
}

/// The Profit or Loss card that is being read or carried out.
pub fn turned_up(sight: &Sight, card: &CardView) -> Markup {
    let (name, text) = fortune(sight, card.fortune, card.index);
    html! {
        article .inv-card .(signs::class(kind(card.fortune))) data-key=(format!("card-{}", card.card)) aria-label=(format!("{} card", card.fortune.words())) {
            header { (signs::sign(kind(card.fortune))) b { (card.fortune.words()) } span .inv-by { (frame::token(card.seat)) (sight.name(card.seat)) } }
            h2 { (name) }
            p { (text) }
        }
    }
}

/// The Global Economy card in force, with its tokens.
pub fn in_force(sight: &Sight) -> Markup {
    html! {
        section .inv-world aria-label="Global Economy" data-key="global" {
            @match &sight.global {
                Some(card) => (worldwide(sight, card)),
                None => { header { (signs::sign(TileKind::Global)) b { "Global Economy" } } p .note { "No card in force." } }
            }
        }
    }
}

fn worldwide(sight: &Sight, card: &GlobalView) -> Markup {
    let (name, text) = global(sight, card.index);
    let left = counted(card.tokens, "round");
    html! {
        header { (signs::sign(TileKind::Global)) b { (name) } }
        p { (text) }
        p .inv-rounds {
            span .inv-dots role="img" aria-label=(format!("{left} left")) { @for _ in 0..card.tokens { i {} } }
            span { (left) " left" } span .inv-by { (frame::token(card.drawer)) (sight.name(card.drawer)) "’s turns" }
        }
    }
}

/// A Shortcut card in the hand of its holder.
pub fn held(view: &View, card: &ShortcutView) -> Markup {
    let (name, text) = card.index.map_or(("Shortcut card", ""), |index| shortcut(view, index));
    html! {
        article .inv-card.inv-shortcut .off[!card.ready] {
            header { (signs::sign(TileKind::Shortcut)) b { (name) } @if !card.ready { span .badge { "from next round" } } @else if card.locked { span .badge { "was offered" } } }
            p { (text) }
        }
    }
}
