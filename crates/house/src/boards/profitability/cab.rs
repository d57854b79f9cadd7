//! What the player in turn has at hand: the dice, the action points, the truck's load and the warehouse it stands in; and
//! everybody's figures.

use super::{Sight, ladder, signs};
use crate::{
    boards::{self, choose},
    pages::frame,
};
use ::profitability::{Colour, Direction, ReachView, TruckView, View, WarehouseView, said};
use engine::Choice;
use kernel::{Seat, say::ordinal};
use maud::{Markup, html};

/// The cab: dice, points, load, and what may be loaded here.
pub fn draw(sight: &Sight) -> Markup {
    let truck = sight.trucks.iter().find(|truck| sight.turn == Some(truck.seat));
    let here = truck.and_then(|truck| sight.warehouses.iter().find(|warehouse| warehouse.name == truck.place));
    let asked = sight.is_own(sight.turn).then_some(sight.step.as_str());
    html! {
        @if let (Some(dice), Some(seat)) = (sight.dice, sight.turn) {
            @if asked != Some("marking") { (roll(sight, dice, seat)) }
        }
        // Who chooses a marker or a price needs the room, and the load does not matter; for others it stays where it is.
        @if let Some(truck) = truck.filter(|_| asked.is_none_or(|step| step == "acting")) { (load(sight, truck)) }
        @if let (Some(warehouse), Some("acting")) = (here, asked) { (shelves(sight, warehouse)) }
        @if asked == Some("acting") { (through(sight)) }
        @if asked == Some("marking") { (markers(sight)) }
        @if asked == Some("filling") { (fillers(sight)) }
        @if asked == Some("joker_price") { (prices(sight)) }
        @if asked == Some("joker_trend") { (ladder::joker(sight)) }
    }
}

/// Two dice, new with each roll, and the action points that are left.
fn roll(view: &View, dice: [u8; 2], seat: Seat) -> Markup {
    let higher = dice[0].max(dice[1]);
    html! {
        div .prf-roll {
            @for (index, die) in dice.into_iter().enumerate() {
                span .prf-cast .higher[die == higher] data-key=(format!("die-{index}-{}-{}-{seat}", view.number, view.lap)) { (boards::die("prf-die", die, seat, "A die")) }
            }
            span .prf-points role="img" aria-label=(format!("{} of {higher} action points left", view.points)) {
                @for point in 1..=higher { i .on[point <= view.points] {} }
                b { (view.points) } small { "action" br; @if view.points == 1 { "point" } @else { "points" } }
            }
        }
    }
}

/// The price of a colour now.
fn price(view: &View, colour: Colour) -> i32 {
    view.prices.iter().find(|price| price.colour == colour).map_or(0, |price| price.price)
}

/// What a good of this colour would earn the truck in turn here and now.
fn earning(view: &View, colour: Colour) -> i32 {
    view.prices.iter().find(|price| price.colour == colour).map_or(0, |price| price.earns)
}

/// The truck's load: on each good what it would earn now; those that may be unloaded are buttons.
fn load(sight: &Sight, truck: &TruckView) -> Markup {
    let room =
        sight.truck_capacity.map(|capacity| (capacity as usize).saturating_sub(truck.goods.len() + usize::from(truck.damaged)));
    let whose =
        if sight.is_own(Some(truck.seat)) { "Your truck".to_owned() } else { format!("{}’s truck", sight.name(truck.seat)) };
    html! {
        p .prf-head .prf-whose { (frame::token(truck.seat)) (whose) }
        div .prf-cargo role="group" aria-label=(format!("On {}", whose.replacen("Your", "your", 1))) data-grid {
            @for (index, colour) in truck.goods.iter().enumerate() {
                @let first = truck.goods[..index].iter().all(|other| other != colour);
                @let choice = sight.choice(&format!("unload {}", colour.name()));
                @let worth = match choice { Some(_) => format!("+{}", signs::euro(earning(sight, *colour))), None => signs::euro(price(sight, *colour)) };
                @let face = html! { (signs::good(*colour)) span { (worth) } };
                @match choice.filter(|_| first) {
                    Some(choice) => (choose(choice, "prf-item", face)),
                    None => span .prf-item data-key=(format!("carried-{index}")) { (face) },
                }
            }
            @if truck.damaged {
                @match sight.choice("unload damaged") {
                    Some(choice) => (choose(choice, "prf-item", html! { (signs::damaged(truck.colour)) span { (signs::euro(-sight.damage.unwrap_or(0))) } })),
                    None => span .prf-item data-key="carried-damaged" { (signs::damaged(truck.colour)) span { "damaged" } },
                }
            }
            @let full = truck.goods.len() + usize::from(truck.damaged);
            @for place in full..full + room.unwrap_or(0) { span .prf-item.free data-key=(format!("room-{place}")) { span .prf-slot {} span { "free" } } }
        }
    }
}

/// The other colours' spaces of this warehouse, with what may be loaded from them.
fn shelves(sight: &Sight, warehouse: &WarehouseView) -> Markup {
    let offered = |space: Colour, good: Colour| sight.choice(&format!("load {} {}", space.name(), good.name()));
    let any = warehouse.spaces.iter().any(|space| space.goods.iter().any(|good| offered(space.colour, *good).is_some()));
    html! {
        @if any {
            div .prf-shelves role="group" aria-label="To load here, by storage space" data-grid {
                small .prf-head { "Load from the storage space" }
                @for space in &warehouse.spaces {
                    @let goods: Vec<(Colour, usize)> = signs::counted(&space.goods).into_iter().filter(|(good, _)| offered(space.colour, *good).is_some()).collect();
                    @if !goods.is_empty() {
                        div .prf-shelf .(signs::class(space.colour)) role="group" aria-label=(format!("{} space", space.colour.name())) {
                            small { (space.colour.title()) }
                            @for (good, count) in goods {
                                @if let Some(choice) = offered(space.colour, good) { (choose(choice, "prf-item", html! { (signs::good(good)) span { (signs::euro(price(sight, good))) @if count > 1 { " ×" (count) } } })) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Drives through a warehouse, by warehouse: where they end, and what they cost.
fn through(sight: &Sight) -> Markup {
    let stops = |warehouse: &WarehouseView| -> Vec<(&ReachView, &Choice)> {
        let by = sight.reach.iter().filter(|stop| stop.via.as_deref() == Some(&warehouse.name));
        by.filter_map(|stop| Some((stop, sight.choice(&stop.action)?))).collect()
    };
    let ways = || sight.warehouses.iter().map(|one| (one, stops(one))).filter(|(_, stops)| !stops.is_empty());
    html! {
        @if ways().next().is_some() {
            details .prf-detours data-key="detours" {
                summary { "Through a warehouse" }
                @for (warehouse, stops) in ways() {
                    div .prf-through .(signs::class(warehouse.colour)) role="group" aria-label=(format!("Drive through {}", said(&warehouse.name))) data-key=(format!("through-{}", warehouse.name)) data-grid {
                        small { "through " (said(&warehouse.name)) " to" }
                        @for (stop, choice) in stops { (choose(choice, "prf-pass", html! { (said(&stop.to)) " for " b { (stop.price) } })) }
                    }
                }
            }
        }
    }
}

/// The markers that are still to be placed on the trendline, as buttons.
fn markers(sight: &Sight) -> Markup {
    html! {
        div .prf-markers role="group" aria-label="The markers" data-grid {
            @for marker in &sight.unplaced {
                @let sign = match marker.direction { Direction::Up => '+', Direction::Down => '-' };
                @if let Some(choice) = sight.choice(&format!("mark {}{sign}", marker.colour.name())) { (choose(choice, "prf-item", signs::marker(marker.colour, marker.direction))) }
            }
        }
    }
}

/// The ways to fill the empty space: every marker from where it lies, in either direction.
fn fillers(sight: &Sight) -> Markup {
    html! {
        div .prf-markers role="group" aria-label="The marker that fills the space" data-grid {
            @for space in &sight.trend {
                @if let Some(marker) = &space.marker {
                    @for (sign, way) in [('+', Direction::Up), ('-', Direction::Down)] {
                        @if let Some(choice) = sight.choice(&format!("fill {} {sign}", space.space)) { (choose(choice, "prf-item prf-fill", html! { small { "from " (space.space) } (signs::marker(marker.colour, way)) })) }
                    }
                }
            }
        }
    }
}

/// The first part of the Joker: every price up or down, and what it would be. (PRF-JOKER-2)
fn prices(sight: &Sight) -> Markup {
    let after = |square: u8, way: Direction| match way {
        Direction::Up => sight.area.get(usize::from(square) + 1),
        Direction::Down => usize::from(square).checked_sub(1).and_then(|square| sight.area.get(square)),
    };
    html! {
        div .prf-markers role="group" aria-label="The price that moves" data-grid {
            @for (word, way) in [("up", Direction::Up), ("down", Direction::Down)] {
                @for price in &sight.prices {
                    @match sight.choice(&format!("joker {} {word}", price.colour.name())) {
                        Some(choice) => (choose(choice, "prf-item", html! { (signs::marker(price.colour, way)) span { (after(price.square, way).map_or_else(String::new, |price| signs::euro(*price))) } })),
                        None => span .prf-item.free { "–" },
                    }
                }
            }
        }
    }
}

/// A player's profit on the way to the target, and the series.
pub fn figures(view: &View, seat: Seat) -> Markup {
    let Some(player) = view.players.get(seat.index()) else { return html! {} };
    let (profit, target) = (player.profit.max(0), view.target.max(1));
    let truck = view.trucks.iter().find(|truck| truck.seat == seat);
    html! {
        div .figures {
            svg .track viewBox=(format!("0 0 {target} 4")) preserveAspectRatio="none" role="img" aria-label=(format!("{} of {} euro", signs::euro(profit), signs::euro(target))) {
                rect .bed width=(target) height="4" {} rect .run width=(profit.min(target)) height="4" {}
            }
            p .count { (frame::term("profit", "bar", None, html! { b { (signs::euro(player.profit)) } "/" (signs::euro(target)) i .sr { " euro" } })) }
        }
        @if let Some(truck) = truck {
            p .prf-carries {
                @if !truck.goods.is_empty() || truck.damaged { (frame::term("truck", "", None, html! { span .sr.whole-name { "On the truck: " (signs::with_damaged(&truck.goods, truck.damaged)) } span aria-hidden="true" { @for good in &truck.goods { (signs::good(*good)) } @if truck.damaged { (signs::damaged(truck.colour)) } } })) }
                span .note title=(whereabouts(truck)) { (said(&truck.place)) @if let Some(stage) = &truck.stage { ", " (signs::arrow(stage)) } @if !truck.parked { " · last in " (said(&truck.last)) } }
            }
        }
        @if view.matches > 1 { p .note { "series " b { (signs::euro(player.series)) } @if let Some(last) = player.last { ", " (ordinal(last)) " in the last match" } } }
    }
}

/// Where a truck is, in words.
fn whereabouts(truck: &TruckView) -> String {
    let last =
        if truck.parked { String::new() } else { format!("; it was last in the {} warehouse", said(&truck.last).to_lowercase()) };
    match truck.parked {
        true => format!("The truck is in the {} warehouse", said(&truck.place).to_lowercase()),
        false => format!("The truck is at {}{last}", said(&truck.place)),
    }
}

/// What lies where, for all warehouses at a glance.
pub fn ledger(view: &View) -> Markup {
    html! {
        table .prf-stores {
            caption { (frame::term("ledger", "word", None, html! { "In the warehouses, by storage space" })) }
            thead { tr { th scope="col" { span .sr { "Warehouse" } } @for colour in Colour::ALL { th scope="col" .(signs::class(colour)) { (colour.title()) } } } }
            tbody {
                @for warehouse in &view.warehouses {
                    tr {
                        th scope="row" .(signs::class(warehouse.colour)) { span .prf-swatch {} (if warehouse.large { "Large " } else { "Small " }) (warehouse.colour.name()) }
                        @for space in &warehouse.spaces { td aria-label=(signs::stored(space)) { (signs::crates(space)) } }
                    }
                }
            }
        }
    }
}
