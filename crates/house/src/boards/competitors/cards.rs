//! The cards: territories, contracts, customs, political events.

use super::{Sight, signs, spots, whereabouts};
use ::competitors::{ContractView, CustomsView, DangerView, EventView};
use engine::Choice;
use kernel::say::{counted, listed};
use maud::{Markup, html};

/// What a contract card shows.
pub fn contract(card: &ContractView) -> Markup {
    html! {
        span .cmp-head { b .cmp-name { (card.name) } @if card.illegal { (signs::skulls()) } @if card.kind != "goods" { (signs::star()) } }
        @if let (Some(limit), Some(reward)) = (card.limit, card.reward) {
            span .cmp-terms {
                @match card.vehicle { Some(vehicle) => (signs::vehicle(vehicle)), None => (signs::any_vehicle()) }
                span { (signs::clock()) " " (limit) }
                b .cmp-pays { (reward) }
            }
        }
        // What a special card does is its text in other words.
        @match &card.effect { Some(effect) => span .cmp-does { (effect) }, None => span .cmp-text { (card.text) } }
    }
}

/// A card in hand: a button where something can be done with it.
pub fn held(key: &str, class: &str, face: &Markup, choice: Option<(&Choice, &str)>) -> Markup {
    html! {
        li data-key=(key) {
            @match choice {
                Some((choice, word)) => (spots::card(choice, &format!("cmp-card {class}"), &html! { (face) span .cmp-do { (word) } })),
                None => div .cmp-card .(class) { (face) },
            }
        }
    }
}

/// A customs card, to be read.
pub fn customs(card: &CustomsView) -> Markup {
    html! {
        article .cmp-big.cmp-customs .(format!("cmp-{}", card.colour.id())) {
            header { span .cmp-kind { "Customs · " (card.colour.words()) } b { (card.title) } }
            p .cmp-text { (card.text) }
            @if card.legal == card.illegal { p .cmp-law { (card.legal) } }
            @else {
                dl { div { dt { "Legal goods" } dd { (card.legal) } } div { dt { (signs::skulls()) " Illegal goods" } dd { (card.illegal) } } }
            }
        }
    }
}

/// A political event, to be read.
pub fn event(event: &EventView) -> Markup {
    html! {
        article .cmp-big.cmp-event {
            header { span .cmp-kind { (signs::flag()) " " (event.continent.words()) " · rolled " (event.die) } b { (event.title) } }
            p .cmp-text { (event.text) }
            p .cmp-law { (event.effect) }
        }
    }
}

/// Where the danger is.
fn endangered(sight: &Sight, danger: &DangerView) -> String {
    let pack = &sight.pack;
    let places = danger.territories.iter().filter_map(|id| pack.find_territory(id)).map(|found| pack[found].name.as_str());
    let seas = danger.zones.iter().filter_map(|id| pack.find_zone(id)).map(|found| pack[found].name.as_str());
    listed(places.chain(seas))
}

/// What the danger is, for who points at its name.
pub fn danger_now(sight: &Sight, danger: &DangerView) -> Markup {
    html! {
        p { "A danger for every " (listed({ danger.affects }.map(|vehicle| vehicle.words()))) " in " (endangered(sight, danger)) ": " (saves(danger.save)) @if danger.lasting != ::competitors::Lasting::None { "; " (danger.lasting.words()) } "." }
    }
}

/// The danger that lasts, to be read.
pub fn danger(sight: &Sight, danger: &DangerView) -> Markup {
    let kinds = { danger.affects }.map(signs::vehicle).collect::<Vec<_>>();
    html! {
        article .cmp-danger-card data-key="danger-card" {
            header { svg .cmp-icon viewBox="-16 -16 32 32" aria-hidden="true" { (super::glyphs::danger()) } div { span .cmp-kind { (danger.area.words()) " · " (danger.kind.words()) } b { (whereabouts::named(sight, &danger.first, &danger.name)) } } span .cmp-signs { @for kind in &kinds { (kind) } } }
            p { (danger.text) " " span .cmp-where { (endangered(sight, danger)) "." } }
            p .cmp-law { (saves(danger.save)) @if danger.lasting != ::competitors::Lasting::None { "; " (danger.lasting.words()) } "." }
        }
    }
}

fn saves(save: u8) -> String {
    match save {
        0..=1 => "nothing saves a token that stops there".into(),
        2 => "only a roll of 1 saves a token that stops there".into(),
        3..=6 => format!("a roll of {} or less saves a token that stops there", save - 1),
        _ => "tokens that stop there are safe".into(),
    }
}

/// How many movement turns, as dots: used ones are filled.
pub fn turns(used: u8, limit: u8) -> Markup {
    html! {
        span .cmp-turns role="img" title=(format!("{used} of {} used", counted(limit, "movement turn"))) {
            @for turn in 0..limit.min(12) { i class=[(turn < used).then_some("used")] {} }
        }
    }
}

/// What a customs card does, by whether the goods are legal.
pub fn laws(card: &::competitors::CustomsCard) -> Markup {
    let (legal, illegal) = (::competitors::effect_words(&card.legal), ::competitors::effect_words(&card.illegal));
    html! {
        @if legal == illegal { p .cmp-law { (legal) } }
        @else { p .cmp-law { "Legal goods: " (legal) ". Illegal goods: " (illegal) "." } }
    }
}
