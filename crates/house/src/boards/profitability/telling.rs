//! What the events of PROFI-T-ABILITY look like.

use super::{ladder, map, signs};
use crate::boards::{
    self,
    beat::{Beat, seat_row},
};
use ::profitability::{Colour, Event, View};
use kernel::{Seat, Seats};
use maud::html;

/// How an event is shown.
pub fn beat(event: &Event, view: &View) -> Beat {
    match event {
        Event::MatchBegan { .. } => Beat::moment().mark("match"),
        Event::TilesLaid { .. } | Event::GoodsLaid | Event::MarkersLaid => Beat::glance(),
        Event::Coloured { seat, .. } | Event::Started { seat } | Event::Declined { seat, .. } => Beat::glance().mark_seat(*seat),
        Event::StartRolled { seat, dice } => rolled(Beat::glance(), *seat, *dice),
        Event::Marked { space, .. } => Beat::glance().mark(ladder::space(*space)),
        Event::Rolled { seat, dice, sum, .. } => rolled(Beat::moment().mark(ladder::space(*sum)), *seat, *dice),
        Event::PriceMoved { colour, from, to, .. } => {
            let square = |price: i32| view.area.iter().position(|square| *square == price);
            let beat = Beat::moment().picture(signs::good(*colour));
            match (square(*from), square(*to)) {
                (Some(from), Some(to)) => {
                    let (from, to) = (ladder::square(*colour, from), ladder::square(*colour, to));
                    beat.mark(from.clone()).mark(to.clone()).fly(from, to, signs::initial(*colour))
                }
                _ => beat,
            }
        }
        Event::MarkerTurned { space, colour, direction, .. } => {
            Beat::moment().mark(ladder::space(*space)).picture(signs::marker(*colour, *direction))
        }
        Event::MarkerMoved { from, to, colour, direction, .. } => Beat::moment()
            .mark(ladder::space(*to))
            .fly(ladder::space(*from), ladder::space(*to), signs::initial(*colour))
            .picture(signs::marker(*colour, *direction)),
        Event::Joker { seat } => Beat::long().card().mark_seat(*seat),
        Event::Drove { seat, path, .. } => drives(*seat, path, view),
        Event::Unloaded { seat, good, warehouse, profit, total, .. } => {
            let beat = Beat::moment().mark(warehouse.as_str()).mark_seat(*seat).picture(goods(*good, *seat, view));
            let beat = beat.fly(map::truck_key(*seat), warehouse.as_str(), good.map_or('×', signs::initial));
            let beat = match profit {
                0 => beat,
                1.. => beat.fly(warehouse.as_str(), seat_row(*seat), format!("+{}", signs::euro(*profit))),
                _ => beat.fly(seat_row(*seat), warehouse.as_str(), signs::euro(*profit)),
            };
            booked(beat, *seat, *total, view)
        }
        Event::Loaded { seat, good, warehouse, .. } => Beat::moment()
            .mark(warehouse.as_str())
            .fly(warehouse.as_str(), map::truck_key(*seat), signs::initial(*good))
            .picture(signs::good(*good)),
        Event::TookBack { seat, total, .. } => booked(Beat::moment().mark(map::truck_key(*seat)), *seat, *total, view),
        Event::TurnEnded { seat, .. } => Beat::glance().mark_seat(*seat),
        Event::TargetReached { seat, .. } => Beat::long().strong().mark_seat(*seat),
        Event::MatchEnded { .. } => Beat::long().strong().mark("match"),
        Event::Bonus { seat, euro, .. } => {
            Beat::moment().mark_seat(*seat).fly("match", seat_row(*seat), format!("+{}", signs::euro(*euro)))
        }
        Event::Won { winners, .. } => winners.iter().fold(Beat::long().strong(), |beat, seat| beat.mark_seat(*seat)),
    }
}

/// Whom an event befalls.
pub fn befalls(event: &Event) -> Seats {
    match event {
        Event::TargetReached { .. } | Event::MatchEnded { .. } | Event::Won { .. } => Seats::ALL,
        _ => event.seat().into_iter().collect(),
    }
}

fn rolled(beat: Beat, seat: Seat, dice: [u8; 2]) -> Beat {
    beat.mark(map::truck_key(seat)).picture(html! { @for die in dice { (boards::die("prf-die", die, seat, "A die")) } })
}

/// What is unloaded: a good, or the damaged one.
fn goods(good: Option<Colour>, seat: Seat, view: &View) -> maud::Markup {
    let own = view.colours.get(seat.index()).copied().unwrap_or(Colour::Red);
    good.map_or_else(|| signs::damaged(own), signs::good)
}

/// The truck goes from place to place along its way.
fn drives(seat: Seat, path: &[String], view: &View) -> Beat {
    let truck = map::truck_key(seat);
    let places = map::places(view);
    let mut way: Vec<(f64, f64)> = path.iter().skip(1).filter_map(|place| places.get(place.as_str()).copied()).collect();
    // It ends where it stands now, which in a warehouse is beside the building.
    let stands = view.trucks.iter().find(|one| one.seat == seat && Some(&one.place) == path.last());
    if let (Some(last), Some(truck)) = (way.last_mut(), stands) {
        *last = map::standing(view, truck);
    }
    let beat = if way.len() > 3 { Beat::long() } else { Beat::moment() };
    let go = |beat: Beat, (x, y): (f64, f64)| beat.then().set(&truck, "data-gx", x).set(&truck, "data-gy", y);
    way.into_iter().fold(beat.mark(truck.as_str()), go)
}

/// The pawn goes to the field of a profit; partners share one.
fn booked(beat: Beat, seat: Seat, total: i32, view: &View) -> Beat {
    let partner = view.players.get(seat.index()).and_then(|player| player.partner);
    let pawn = partner.map_or(seat, |partner| partner.min(seat));
    match map::field(view, total) {
        Some(place) => beat.set(&map::pawn_key(pawn), "transform", place),
        None => beat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tests::view_of;

    const ANN: Seat = Seat::FIRST;

    #[test]
    fn a_truck_drives_from_dot_to_dot() {
        let view: View = view_of("profitability");
        let first = &view.board.dots[0];
        let path: Vec<String> = [&first.name, &first.links[0]].into_iter().cloned().collect();
        let drove = Event::Drove { seat: ANN, from: path[0].clone(), to: path[1].clone(), path: path.clone(), price: 1 };
        let json: serde_json::Value = serde_json::from_str(&beat(&drove, &view).json()).unwrap();
        let (x, y) = map::places(&view)[path[1].as_str()];
        assert_eq!(
            json["set"],
            serde_json::json!([[["truck-1", "data-gx", x.to_string()], ["truck-1", "data-gy", y.to_string()]]])
        );
        // As many stages as places on the way.
        let long = vec![path[0].clone(), path[1].clone(), path[0].clone(), path[1].clone(), path[0].clone()];
        let drove = Event::Drove { seat: ANN, from: path[0].clone(), to: path[0].clone(), path: long, price: 4 };
        let json: serde_json::Value = serde_json::from_str(&beat(&drove, &view).json()).unwrap();
        assert_eq!(json["set"].as_array().unwrap().len(), 4);
    }

    #[test]
    fn profit_flies_from_the_warehouse_to_the_player_and_a_cost_the_other_way() {
        let view: View = view_of("profitability");
        let warehouse = view.warehouses[0].name.clone();
        let unloaded = |profit| {
            let good = (profit > 0).then_some(Colour::Red);
            let warehouse = warehouse.clone();
            beat(&Event::Unloaded { seat: ANN, good, damaged: good.is_none(), warehouse, profit, extra: 0, total: 4000 }, &view)
                .json()
        };
        let (earned, cost) = (unloaded(2500), unloaded(-2000));
        assert!(earned.contains(&format!(r#"["{warehouse}","seat-1","+2,500"]"#)), "{earned}");
        assert!(cost.contains(&format!(r#"["seat-1","{warehouse}","−2,000"]"#)), "{cost}");
        let field = map::field(&view, 4000).unwrap();
        assert!(earned.contains(&format!(r#"["pawn-1","transform","{field}"]"#)), "{earned}");
        assert!(beat(&Event::TargetReached { seat: ANN, total: 40000 }, &view).strong);
    }
}
