//! What may be chosen on the map: tokens first, then where they go, with what each place costs and brings.

use super::{
    Sight,
    layer::{Place, Spot, Way},
    picture::{At, Sheet},
    whereabouts,
};
use crate::boards::{offer, offer_at, pictured};
use ::competitors::{Cell, Due, Pack, Reach, Token, Vehicle};
use engine::Choice;
use maud::{Markup, html};

/// Verbs whose token is chosen on the map.
const OF_TOKENS: [&str; 3] = ["move", "by", "bring"];

/// Verbs whose territory is chosen on the map.
const OF_LANDS: [&str; 4] = ["to", "at", "place", "put"];

/// Verbs of cards and decks, which are buttons beside the map.
const OF_CARDS: [&str; 7] = ["draw", "sign", "deliver", "play", "give", "take", "discard"];

/// Is there a button for this action on the board or in the hand?
pub fn offers(action: &str) -> bool {
    let verb = action.split(' ').next().unwrap_or_default();
    action != "give up"
        && (["go", "headquarters"].contains(&verb)
            || OF_TOKENS.contains(&verb)
            || OF_LANDS.contains(&verb)
            || OF_CARDS.contains(&verb))
}

/// The button on a token, if it may be chosen.
pub fn of_token<'a>(sight: &Sight<'a>, token: Token) -> Option<&'a Choice> {
    OF_TOKENS.iter().find_map(|verb| sight.choice(&format!("{verb} {token}")))
}

/// What a button says to the ear, and in the line under the map.
fn said(choice: &Choice) -> String {
    if choice.effect.is_empty() { choice.text.clone() } else { format!("{}: {}", choice.text, choice.effect) }
}

/// A small button with one word on it.
pub fn small(choice: &Choice, class: &str, word: &str) -> Markup {
    offer_at(&choice.action, &choice.action, &choice.text, class, pictured(html! { (word) }))
}

/// A card that can be pressed: what it does stands on it.
pub fn card(choice: &Choice, class: &str, face: &Markup) -> Markup {
    offer_at(&choice.action, &choice.action, &said(choice), class, pictured(html! { (face) }))
}

/// The button of a token on the map.
pub fn token_button(choice: &Choice) -> Markup {
    offer(&choice.action, &said(choice), "cmp-token-spot", html! {})
}

/// Where a token would go by this action.
fn destination(pack: &Pack, action: &str) -> Option<(Token, Place)> {
    let mut words = action.strip_prefix("go ")?.split(' ');
    let (token, to) = (words.next()?.parse::<Token>().ok()?, words.next()?);
    let place = if let Some(cell) = Cell::read(to) {
        Place::Cell(cell)
    } else if let Some(arrow) = whereabouts::arrow(pack, to) {
        Place::Arrow(arrow)
    } else {
        let territory = pack.find_territory(to)?;
        match token.vehicle() {
            Vehicle::Truck => Place::Territory(territory),
            Vehicle::Ship => Place::Port(territory),
            Vehicle::Aircraft => Place::Airport(territory),
        }
    };
    Some((token, place))
}

/// What the place brings, as small marks: points, customs, a political event, the weather.
fn marks(reach: &Reach) -> Markup {
    html! {
        b { (reach.points) }
        @if reach.customs != Due::No { i .customs {} }
        @if reach.event { i .event {} }
        @if reach.save.is_some() { i .risk {} }
    }
}

/// All places that may be chosen, and the ways to them.
pub fn draw(sight: &Sight) -> (Vec<Spot>, Vec<Way>) {
    let pack = &sight.pack;
    let sheet = Sheet::new(pack);
    let (mut spots, mut ways): (Vec<Spot>, Vec<Way>) = (Vec::new(), Vec::new());
    let mut add = |choice: &Choice, place: Place, face: Markup| {
        let before = spots.iter().filter(|spot| spot.place == place).count();
        let class = match place {
            Place::Territory(_) => "cmp-land-spot",
            Place::Cell(_) => "cmp-cell-spot",
            Place::Port(_) | Place::Airport(_) | Place::Arrow(_) => "cmp-round-spot",
        };
        spots.push(Spot {
            place,
            before,
            // There are many of them: a button of a form is for sending it, and does not say so.
            button: html! { button .(class) form="play" name="action" value=(choice.action) data-key=(choice.action) aria-label=(said(choice)) { (face) } },
            action: choice.action.clone(),
        });
    };
    for choice in &sight.play.choices.actions {
        if let Some((token, place)) = destination(pack, &choice.action) {
            let to = choice.action.rsplit(' ').next().unwrap_or_default();
            let reach = sight.reach.iter().find(|reach| reach.token == token && reach.to == to);
            add(choice, place, reach.map_or_else(|| html! {}, marks));
            let from = sight
                .tokens
                .iter()
                .find(|one| one.token == token)
                .and_then(|one| whereabouts::at(&sheet, whereabouts::outer(sight, &one.at)));
            if let (Some(reach), Some(from)) = (reach, from) {
                let places =
                    std::iter::once(from).chain(reach.way.iter().filter_map(|at| whereabouts::told_at(&sheet, *at))).collect();
                ways.push(Way { action: choice.action.clone(), places });
            }
        } else if let Some((verb, id)) = choice.action.split_once(' ') {
            let territory = match verb {
                "headquarters" => pack.find_office(id).map(|office| pack[office].territory),
                _ if OF_LANDS.contains(&verb) => pack.find_territory(id),
                _ => None,
            };
            if let Some(territory) = territory {
                // At the beginning nobody knows the map yet.
                let face = if verb == "headquarters" {
                    html! { span .cmp-label { (pack[territory].name) } }
                } else {
                    html! {}
                };
                add(choice, Place::Territory(territory), face);
            }
        }
    }
    (spots, ways)
}

/// The least part of the map that is shown when it comes to what may be chosen.
const LEAST: [i32; 2] = [620, 330];

/// The part of the map in which all lies that may be chosen there; all of the map where that is most of it.
pub fn focus(sheet: &Sheet, places: impl Iterator<Item = At>) -> Option<[i32; 4]> {
    let around = 70;
    let (mut low, mut high): (Option<At>, Option<At>) = (None, None);
    for (x, y) in places {
        low = Some(low.map_or((x, y), |low| (low.0.min(x), low.1.min(y))));
        high = Some(high.map_or((x, y), |high| (high.0.max(x), high.1.max(y))));
    }
    let ((left, top), (right, bottom)) = (low?, high?);
    let (width, height) = ((right - left + 2 * around).max(LEAST[0]), (bottom - top + 2 * around).max(LEAST[1]));
    let whole = sheet.whole();
    let part = [(left + right - width) / 2, (top + bottom - height) / 2, width, height];
    Some(if width < whole[2] * 3 / 5 { part } else { whole })
}
