//! What the viewer has: signed contracts, contract cards and territory cards, with what can be done with each.

use super::{Sight, cards, contracts, signs, whereabouts};
use crate::pages::frame;
use ::competitors::{PlayerView, TerritoryView};
use engine::Choice;
use kernel::{Viewer, say::counted};
use maud::{Markup, html};

/// Cards of hand that are looked for by an action of the form `verb id`.
fn first<'a>(sight: &Sight<'a>, id: &str, verbs: &[(&str, &'static str)]) -> Option<(&'a Choice, &'static str)> {
    verbs.iter().find_map(|(verb, word)| Some((sight.choice(&format!("{verb} {id}"))?, *word)))
}

/// All of it, for who sits at the table.
pub fn draw(sight: &Sight) -> Markup {
    let Viewer::Seat(seat) = sight.scene.viewer else { return html! {} };
    let Some(player) = sight.players.get(seat.index()) else { return html! {} };
    let own: Vec<_> = sight.contracts.iter().filter(|signed| contracts::is_own(sight, signed)).collect();
    html! {
        p .cmp-purse data-key="purse" { span { "Your money" } b { (player.money) } (frame::term("points", "cmp-vp", None, html! { (signs::crown()) b { (player.points) } })) }
        @if !own.is_empty() {
            section .cmp-held data-key="held-signed" aria-label="Your signed contracts" { h2 { (frame::term("signed", "word", None, html! { "Signed" })) } ul { @for signed in own { (contracts::own(sight, signed)) } } }
        }
        // While a token moves, goods that are not signed can wait, and the page has much else to say.
        @let (waiting, shown): (Vec<_>, Vec<_>) = player.contracts.iter().partition(|card| card.kind == "goods" && sight.view.journey.is_some());
        @if !player.contracts.is_empty() {
            section .cmp-held data-key="held-contracts" aria-label="Your contract cards" {
                h2 { (frame::term("contract-card", "word", None, html! { "Contract cards" })) small { (player.contracts.len()) } }
                @if !waiting.is_empty() { p .cmp-terse { (waiting.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join(", ")) } }
                @if !shown.is_empty() {
                    @let deed = |id: &str| first(sight, id, &[("sign", "Sign"), ("play", "Play"), ("discard contract", "Discard")]);
                    // A row that scrolls is reached by keyboard, through its buttons or by itself.
                    @let still = shown.iter().all(|card| deed(&card.id).is_none());
                    ul .cmp-hand data-grid[!still] tabindex=[still.then_some("0")] {
                        @for card in shown {
                            @let choice = deed(&card.id);
                            (cards::held(&format!("card-{}", card.id), if card.kind == "goods" { "cmp-goods-card" } else { "cmp-special" }, &cards::contract(card), choice))
                        }
                    }
                }
            }
        }
        @if !player.territories.is_empty() {
            // While a token moves nothing can be done with them, and the page has much else to say.
            @match &sight.view.journey {
                Some(_) => section .cmp-held data-key="held-territories" aria-label="Your territory cards" {
                    h2 { "Territory cards" small { (player.territories.len()) } }
                    p .cmp-terse { (player.territories.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join(", ")) }
                },
                None => (territories(sight, player)),
            }
        }
    }
}

/// Territory cards, continent by continent; each leads to its place on the map.
fn territories(sight: &Sight, player: &PlayerView) -> Markup {
    let mut all: Vec<&TerritoryView> = player.territories.iter().collect();
    all.sort_by_key(|card| card.continent.index());
    let verbs = [("give", "Give"), ("discard territory", "Discard")];
    html! {
        section .cmp-held data-key="held-territories" aria-label="Your territory cards" {
            h2 { (frame::term("territory-card", "word", None, html! { "Territory cards" })) small { (player.territories.len()) } }
            ul .cmp-hand.cmp-lands data-grid {
                @for card in all {
                    @let choice = first(sight, &card.id, &verbs);
                    li data-key=(format!("card-{}", card.id)) {
                        div .cmp-card.cmp-land-card .cmp-sends[sends(sight, card)] {
                            (whereabouts::named(sight, &card.id, &card.name)) (face(card))
                            @if let Some((choice, word)) = choice { (super::spots::small(choice, "cmp-small-do", word)) }
                        }
                    }
                }
            }
        }
    }
}

fn face(card: &TerritoryView) -> Markup {
    html! { (signs::continent(card.continent)) (signs::land(card.port, card.airport, card.red_flag, card.morphology)) }
}

/// A card of the territory in which an own token can be named is of special use: goods can be sent from there.
fn sends(sight: &Sight, card: &TerritoryView) -> bool {
    let own = sight.tokens.iter().filter(|one| sight.scene.viewer == Viewer::Seat(one.owner) && one.sender.is_none());
    let mut places = own.map(|one| whereabouts::outer(sight, &one.at));
    places.any(|place| {
        use ::competitors::PlaceView::{Airport, Land, Port};
        matches!(place, Land(id) | Port(id) | Airport(id) if *id == card.id)
    })
}

/// The figures of one player, for the line among the seats.
pub fn figures(view: &::competitors::View, seat: kernel::Seat) -> Markup {
    let Some(player) = view.players.get(seat.index()) else { return html! {} };
    let signed = view.contracts.iter().filter(|signed| signed.signer == seat).count();
    let fleet = ::competitors::Vehicle::ALL
        .map(|vehicle| (vehicle, view.tokens.iter().filter(|token| token.owner == seat && token.vehicle == vehicle).count()));
    html! {
        p .cmp-figures {
            (frame::term("figures", "", None, html! {
                b .cmp-money { (player.money) }
                span { (signs::crown()) b { (player.points) } }
                span { (signs::land_card()) (player.territory_count) }
                span { (signs::deal_card()) (player.contract_count) }
                @for (vehicle, count) in fleet { @if count > 0 { span { (signs::vehicle(vehicle)) (count) } } }
                @if !player.branches.is_empty() { span { (signs::branch()) (player.branches.len()) } }
                @if signed > 0 { span .badge { (counted(signed as i64, "contract")) } }
            }))
        }
        @let known: Vec<&str> = if player.territories.len() < player.territory_count || player.contracts.len() < player.contract_count { player.territories.iter().map(|card| card.name.as_str()).chain(player.contracts.iter().map(|card| card.name.as_str())).collect() } else { Vec::new() };
        @if !known.is_empty() { @let known = known.join(", "); p .cmp-known title=(known) { "You know: " (known) } }
    }
}
