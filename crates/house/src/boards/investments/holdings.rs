//! What the viewer has: cash; secret Shortcut cards, kept cards, and the own businesses by series with what is missing.

use super::{Sight, cards, picks, signs};
use crate::{boards::choose, pages::frame};
use ::investments::{Businesses, PlayerView, Series};
use kernel::{Viewer, say::counted};
use maud::{Markup, html};

/// The money of who sits at the table.
pub fn draw(sight: &Sight) -> Markup {
    let Some(player) = own(sight).filter(|player| player.out == 0) else { return html! {} };
    html! { p .inv-cash data-key="cash" { span { "Your cash" } b { (player.cash) } } }
}

fn own<'a>(sight: &'a Sight) -> Option<&'a PlayerView> {
    match sight.scene.viewer {
        Viewer::Seat(seat) => sight.players.get(seat.index()),
        Viewer::Watcher => None,
    }
}

/// Businesses and cards.
pub fn belongings(sight: &Sight) -> Markup {
    let Some(player) = own(sight) else { return html! {} };
    html! {
        @if !player.owned.is_empty() { (businesses(sight, player)) }
        @if !player.shortcuts.is_empty() || !player.kept.is_empty() || player.hidden != [false; 2] {
            div .inv-cards data-key="held" role="group" aria-label="Your cards" {
                @for card in &player.shortcuts { (cards::held(sight, card)) }
                @for card in &player.kept {
                    @let (name, text) = cards::fortune(sight, card.fortune, card.index);
                    article .inv-card .(signs::class(cards::kind(card.fortune))) .off[!card.ready] { header { (signs::sign(cards::kind(card.fortune))) b { (name) } @if card.at_work { span .badge { "at work" } } @else if !card.ready { span .badge { "from next round" } } } p { (text) } }
                }
                @for (fortune, _) in ::investments::Fortune::ALL.into_iter().zip(player.hidden).filter(|(_, held)| *held) {
                    article .inv-card .(signs::class(cards::kind(fortune))) { header { (signs::sign(cards::kind(fortune))) b { "Hidden " (fortune.words()) " card" } } }
                }
            }
        }
    }
}

fn businesses(sight: &Sight, player: &PlayerView) -> Markup {
    // Where money has to be raised it is open; to the script that is another fold, so that it does not stay open afterwards.
    let raises = |verb: &str| ["mortgage", "settle"].contains(&verb);
    let needed = { player.owned }.any(|business| picks::with(sight, business).iter().any(|(verb, _)| raises(verb)));
    html! {
        details .inv-holdings data-key=(if needed { "raising" } else { "holdings" }) open[needed] {
            summary { "Your businesses" small { (player.owned.len()) } }
            @for series in sight.pack.series.iter().filter(|series| !series.members.and(player.owned).is_empty()) { (group(sight, player, series)) }
        }
    }
}

/// The businesses of one series: one's own with what can be done with them, and whose the missing ones are.
fn group(sight: &Sight, player: &PlayerView, series: &Series) -> Markup {
    let (own, missing) = (series.members.and(player.owned), series.members.and_not(player.owned));
    html! {
        section .inv-group .whole[missing.is_empty()] data-key=(format!("group-{}", series.id)) aria-label=(format!("{}: {} of {}", series.name, own.len(), series.members.len())) {
            header { (signs::chip(series)) b { (series.name) } span { (own.len()) " of " (series.members.len()) @if missing.is_empty() { " ✓" } } }
            ul data-grid {
                @for business in own {
                    @let state = &sight.businesses[business.index()];
                    li {
                        span .inv-what { (signs::name(sight, business)) (signs::tokens(state.level)) @if let Some(laps) = state.loan { span .badge.inv-lent { "mortgaged" @if laps > 0 { ", " (counted(laps, "lap")) } } } @if state.locked { span .badge { "was offered" } } }
                        @for (verb, choice) in picks::with(sight, business) { (choose(choice, "inv-act", html! { (word(verb)) })) }
                    }
                }
            }
            @if !missing.is_empty() { p .inv-missing { "missing " (elsewhere(sight, missing)) } }
        }
    }
}

/// What a button beside a deed says.
fn word(verb: &str) -> String {
    match verb {
        "strip" => "Sell token".into(),
        other => frame::words(other),
    }
}

/// Businesses with the signs of their owners.
fn elsewhere(sight: &Sight, missing: Businesses) -> Markup {
    html! {
        @for business in missing {
            span { @match sight.businesses[business.index()].owner { Some(owner) => (frame::token(owner)), None => span .inv-free { "bank" } } " " (signs::name(sight, business)) } " "
        }
    }
}
