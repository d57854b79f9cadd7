//! The form of a deal: with whom, and what each gives to whom. It is whole without script; while news come in it stays as it
//! is, since its address says which deal is put together, and after a refusal it is filled in again.

use super::frame;
use crate::table::scene::Scene;
use kernel::{Bargain, Lot, Money, Seat, Seats};
use maud::{Markup, html};

/// From so many things that one could give another on, each topic is folded.
const MANY: usize = 8;

/// Is it this kind of deal that the visitor puts together?
fn is_chosen(scene: &Scene, bargain: &Bargain) -> bool {
    scene.draft.as_ref().is_some_and(|draft| draft.verb == bargain.verb)
}

/// The form of the deal that the visitor puts together.
pub fn chosen(scene: &Scene, bargains: &[Bargain], seat: Seat) -> Markup {
    html! { @for bargain in bargains { @if is_chosen(scene, bargain) { (form(scene, bargain, seat)) } } }
}

/// Links to the forms of the other deals that this seat can put together.
pub fn links(scene: &Scene, bargains: &[Bargain], seat: Seat) -> Markup {
    html! {
        @for bargain in bargains {
            @if !is_chosen(scene, bargain) { a .button.choice data-key=(format!("to-deal-{}", bargain.verb)) href=(address(scene, seat, &bargain.verb, Seats::NONE)) { (bargain.title) "…" } }
        }
    }
}

/// Where the form of a deal is, with these partners.
fn address(scene: &Scene, seat: Seat, verb: &str, with: Seats) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("deal", verb);
    if !with.is_empty() {
        query.append_pair("with", &numbers(with));
    }
    if scene.shared {
        query.append_pair("as", &seat.to_string());
    }
    format!("{}?{}", scene.address(), query.finish())
}

/// Seats as they are written in an address: `2,3`.
pub fn numbers(seats: Seats) -> String {
    seats.map(|seat| seat.to_string()).collect::<Vec<_>>().join(",")
}

/// What is filled in: what was sent and refused, or what the deal begins with. Each is said by who gives it to whom.
struct Filled<'a> {
    things: Vec<(&'a str, &'a str)>,
    sums: Vec<(&'a str, &'a str)>,
}

impl<'a> Filled<'a> {
    fn of(scene: &'a Scene, bargain: &'a Bargain) -> Filled<'a> {
        if scene.filled_in("deal") == Some(&bargain.verb) {
            let things = scene.filled.iter().filter(|(name, _)| name.starts_with("thing.")).filter_map(|(_, part)| read(part));
            let sum = |(name, sum): (&'a String, &'a String)| Some((name.strip_prefix("sum.")?, sum.as_str()));
            return Filled { things: things.collect(), sums: scene.filled.iter().filter_map(sum).collect() };
        }
        let is_sum = |(_, asset): &(&str, &str)| asset.parse::<i64>().is_ok();
        let (sums, things) = bargain.draft.split(',').filter_map(read).partition(is_sum);
        Filled { things, sums }
    }

    fn has(&self, pair: &str, asset: &str) -> bool {
        self.things.contains(&(pair, asset))
    }

    /// The sum that one gives another.
    fn sum(&self, pair: &str) -> &'a str {
        self.sums.iter().find(|(between, _)| *between == pair).map_or("", |(_, sum)| sum)
    }

    /// Things that the game does not list, such as a card of a hidden hand that was named in the offer.
    fn others(&self, pair: &str, listed: &[&Lot]) -> Vec<&'a str> {
        let other = |thing: &&(&str, &str)| thing.0 == pair && !listed.iter().any(|lot| lot.asset == thing.1);
        self.things.iter().filter(other).map(|thing| thing.1).collect()
    }

    /// All who give or get something.
    fn parties(&self) -> Seats {
        let seat = |number: &str| number.parse::<usize>().ok().and_then(|number| Seat::try_from(number).ok());
        let given = self.sums.iter().filter(|(_, sum)| !matches!(*sum, "" | "0"));
        let pairs = self.things.iter().chain(given).filter_map(|(pair, _)| pair.split_once('>'));
        pairs.flat_map(|(from, to)| [seat(from), seat(to)]).flatten().collect()
    }
}

/// A part of a deal: `1>2 card 7`.
fn read(part: &str) -> Option<(&str, &str)> {
    let (pair, asset) = part.trim().split_once(' ')?;
    Some((pair, asset.trim()))
}

fn form(scene: &Scene, bargain: &Bargain, seat: Seat) -> Markup {
    let filled = Filled::of(scene, bargain);
    let wished = scene.draft.as_ref().map_or(Seats::NONE, |draft| draft.with);
    let only = if bargain.partners.len() == 1 { bargain.partners } else { Seats::NONE };
    let with = [wished, filled.parties().without(seat), only]
        .into_iter()
        .map(|seats| seats.and(bargain.partners))
        .find(|seats| !seats.is_empty());
    let with = with.unwrap_or(Seats::NONE);
    let parties = with.with(seat);
    html! {
        form .deal method="post" action=(format!("{}/deal", scene.address())) data-key=(format!("deal-{}", bargain.verb)) data-preview=(format!("{}/preview", scene.address())) novalidate {
            input type="hidden" name="version" value=(scene.version);
            input type="hidden" name="seat" value=(seat);
            input type="hidden" name="deal" value=(bargain.verb);
            input type="hidden" name="with" value=(numbers(with));
            h2 { (bargain.title) " " (frame::clause(scene.about.id, bargain.clause)) }
            @if bargain.partners.len() > 1 { (partners(scene, bargain, seat, with)) }
            @for from in [seat].into_iter().chain(with) { @for to in { parties }.filter(|to| *to != from) { (direction(scene, bargain, &filled, seat, from, to)) } }
            @if !with.is_empty() {
                p .note { "At most " (bargain.most_things) " things, a sum of money counted as one." @if bargain.mutual { " Everyone in the deal gives something and gets something." } }
                div .sealing {
                    output .effect data-key="effect" {}
                    div .pair { button .primary type="submit" { (bargain.title) } a .plain href=(scene.address()) { "Not now" } }
                }
            } @else { p .note { a href=(scene.address()) { "Not now" } } }
        }
    }
}

/// With whom: one or several of the others.
fn partners(scene: &Scene, bargain: &Bargain, seat: Seat, with: Seats) -> Markup {
    let other = |partner: Seat| match with.contains(partner) {
        true => with.without(partner),
        false if with.len() < bargain.most_partners => with.with(partner),
        false => Seats::only(partner),
    };
    html! {
        nav .partners aria-label="With whom" {
            @for partner in bargain.partners {
                a .button.small aria-current=[with.contains(partner).then_some("true")] data-key=(format!("with-{partner}"))
                    href=(address(scene, seat, &bargain.verb, other(partner))) { (frame::token(partner)) span { (frame::name(scene, partner)) } }
            }
        }
    }
}

/// What one gives another.
fn direction(scene: &Scene, bargain: &Bargain, filled: &Filled, seat: Seat, from: Seat, to: Seat) -> Markup {
    let pair = format!("{from}>{to}");
    let lots: Vec<&Lot> = bargain.lots.iter().filter(|lot| lot.from == from && lot.to.contains(to)).collect();
    let (others, most) = (filled.others(&pair, &lots), bargain.purse(from));
    if lots.is_empty() && others.is_empty() && most == Money::ZERO {
        return html! {};
    }
    let name = |one: Seat, own: &'static str| if one == seat { own } else { frame::name(scene, one) };
    let (gives, verb, gets) = (name(from, "You"), if from == seat { " give " } else { " gives " }, name(to, "you"));
    let folded = lots.len() > MANY;
    // A box keeps its number whoever else is in the deal.
    let number = |lot: &Lot| {
        let place = bargain.lots.iter().position(|other| std::ptr::eq(other, lot)).unwrap_or(0);
        format!("{}", place * kernel::MAX_SEATS + to.index())
    };
    html! {
        fieldset data-key=(pair) {
            legend { (frame::token(from)) span { (gives) (verb) (gets) } (frame::token(to)) }
            @for group in lots.chunk_by(|one, other| one.topic == other.topic) {
                @let boxes = html! { @for lot in group { (tick(&number(lot), &pair, &lot.asset, &lot.name, filled)) } };
                @if folded {
                    details data-key=(format!("{pair} {}", group[0].topic)) open[group.iter().any(|lot| filled.has(&pair, &lot.asset))] {
                        summary { (group[0].topic) " (" (group.len()) ")" }
                        (boxes)
                    }
                } @else { (boxes) }
            }
            @for (index, asset) in others.into_iter().enumerate() { (tick(&format!("{from}-{to}-{index}"), &pair, asset, &frame::words(asset), filled)) }
            @if most > Money::ZERO {
                label .sum {
                    span { "Money" small { "up to " (most) @if bargain.step.units() != 1 { ", in steps of " (bargain.step) } } }
                    input type="number" inputmode="numeric" name=(format!("sum.{pair}")) data-key=(format!("sum.{pair}")) min="0" max=(most.units()) step=(bargain.step.units())
                        value=(filled.sum(&pair)) placeholder="0" autocomplete="off";
                }
            }
        }
    }
}

/// A thing that can be given: the box sends the part of the deal as it is written.
fn tick(number: &str, pair: &str, asset: &str, name: &str, filled: &Filled) -> Markup {
    let part = format!("{pair} {asset}");
    html! {
        label .tick data-key=(part) { input type="checkbox" name=(format!("thing.{number}")) value=(part) checked[filled.has(pair, asset)]; span { (name) } }
    }
}
