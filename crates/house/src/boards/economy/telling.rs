//! What the events of ECONOMY look like.

use super::{cards, cards::Mark, cloth};
use crate::boards::{
    beat::{Beat, seat_row},
    die,
};
use ::economy::{CardView, Event, View};
use kernel::{Seat, Seats};

/// How an event is shown.
pub fn beat(event: &Event, view: &View) -> Beat {
    match event {
        Event::Started { seat } => Beat::glance().mark_seat(*seat),
        Event::Dealt { .. } | Event::LaidOut => Beat::glance(),
        Event::Picked { seat, .. } | Event::Stayed { seat } => Beat::glance().mark_seat(*seat),
        Event::Placed { space, card, .. } => shown(Beat::moment().mark(key(space)), card, view),
        Event::Rolled { seat, die: number } => Beat::glance().mark(piece(*seat)).picture(die("die", *number, *seat, "The die")),
        Event::Entered { seat, to } | Event::Moved { seat, to, .. } => match to {
            Some(space) => moves(Beat::moment().mark(key(space)), *seat, cloth::on(space)),
            None => Beat::moment().mark(piece(*seat)),
        },
        Event::Took { seat, card, .. } => {
            let from = card.as_ref().and_then(|card| space_of(view, card));
            let beat = Beat::moment().mark_seat(*seat);
            let beat = match from {
                Some(space) => beat.fly(key(space), seat_row(*seat), "property"),
                None => beat,
            };
            shown(beat, card, view)
        }
        Event::ThrownOff { other, corner, .. } => {
            moves(Beat::long().strong().mark(piece(*other)).mark_seat(*other), *other, cloth::at_corner(corner))
        }
        Event::TurnedDown { space, .. } => Beat::glance().mark(key(space)),
        Event::TurnedUp { space, card } => shown(Beat::moment().mark(key(space)), card, view),
        Event::HandedOver { from, to, card } => {
            let beat = Beat::moment().mark_seat(*from).mark_seat(*to).fly(seat_row(*from), seat_row(*to), "property");
            shown(beat, &Some(card.clone()), view)
        }
        Event::Paid { card, points, .. } => pays(card, points, view),
        Event::Nothing { seat, .. } => Beat::glance().mark(piece(*seat)),
        Event::PartTwo => Beat::long().strong(),
        Event::Won { winners, .. } => winners.iter().fold(Beat::long().strong(), |beat, seat| beat.mark_seat(*seat)),
    }
}

/// Whom an event befalls.
pub fn befalls(event: &Event) -> Seats {
    match event {
        Event::ThrownOff { seat, other, .. } => Seats::only(*seat).with(*other),
        Event::HandedOver { from, to, .. } => Seats::only(*from).with(*to),
        Event::Paid { points, .. } => paid(points).map(|(seat, _)| seat).collect(),
        Event::Won { .. } | Event::PartTwo => Seats::ALL,
        _ => event.seat().into_iter().collect(),
    }
}

/// What the sector of a location pays, from the location to each who gets something.
fn pays(card: &Option<String>, points: &[u16], view: &View) -> Beat {
    let from = card.as_ref().and_then(|card| space_of(view, card));
    let fly = |beat: Beat, (seat, points): (Seat, u16)| {
        let beat = beat.mark_seat(seat);
        match from {
            Some(space) => beat.fly(key(space), seat_row(seat), format!("+{points}")),
            None => beat,
        }
    };
    paid(points).fold(Beat::moment(), fly)
}

/// Who gets how many points.
fn paid(points: &[u16]) -> impl Iterator<Item = (Seat, u16)> {
    let one = |(index, points): (usize, &u16)| Some((Seat::new(index)?, *points)).filter(|(_, points)| *points > 0);
    points.iter().enumerate().filter_map(one)
}

fn key(space: &str) -> String {
    format!("space {space}")
}

fn piece(seat: Seat) -> String {
    format!("piece-{seat}")
}

fn moves(beat: Beat, seat: Seat, (x, y): (String, String)) -> Beat {
    let piece = piece(seat);
    beat.set(&piece, "data-x", x).set(&piece, "data-y", y).set(&piece, "data-slot", 0)
}

/// The space of a card that lies open.
fn space_of<'a>(view: &'a View, card: &str) -> Option<&'a str> {
    let lies = |at: &&::economy::LocationView| at.card.as_ref().is_some_and(|face| face.id == card);
    view.locations.iter().find(lies).map(|at| at.space.as_str())
}

/// The card itself as a picture, where the viewer may know it.
fn shown(beat: Beat, card: &Option<String>, view: &View) -> Beat {
    let Some(id) = card else { return beat };
    let cards = view.locations.iter().filter_map(|at| at.card.as_ref());
    let owned = view.players.iter().flat_map(|player| &player.properties);
    let face: Option<&CardView> = cards.chain(owned).find(|card| card.id == *id);
    match face {
        Some(card) => beat.picture(cards::face(card, Mark::None)),
        None => beat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tests::view_of;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn a_piece_goes_where_it_went_and_one_thrown_off_to_its_corner() {
        let view: View = view_of("economy");
        let moved = beat(&Event::Moved { seat: seat(1), from: Some("a1".into()), to: Some("c4".into()) }, &view);
        let (x, y) = (r#"["piece-2","data-x","c"]"#, r#"["piece-2","data-y","4"]"#);
        assert!(moved.json().contains(x) && moved.json().contains(y) && !moved.strong, "{moved:?}");
        let thrown = beat(&Event::ThrownOff { seat: seat(0), other: seat(1), corner: "h8".into() }, &view);
        let (x, y) = (r#"["piece-2","data-x","r"]"#, r#"["piece-2","data-y","8"]"#);
        assert!(thrown.json().contains(x) && thrown.json().contains(y) && thrown.strong, "{thrown:?}");
        // Where it went to is hidden again: then it goes nowhere before the board itself shows it.
        let hidden = beat(&Event::Moved { seat: seat(1), from: None, to: None }, &view);
        assert!(!hidden.json().contains("set"), "{hidden:?}");
    }

    #[test]
    fn points_fly_from_the_location_to_each_who_is_paid() {
        let view: View = view_of("economy");
        let at = view.locations.first().unwrap();
        let paid = Event::Paid { card: at.card.as_ref().map(|card| card.id.clone()), sector: None, points: vec![0, 3, 2] };
        let shown = beat(&paid, &view).json();
        let flight = |to: usize, points: u16| format!(r#"["space {}","seat-{to}","+{points}"]"#, at.space);
        assert!(shown.contains(&flight(2, 3)) && shown.contains(&flight(3, 2)) && !shown.contains("seat-1"), "{shown}");
        assert_eq!(befalls(&paid), Seats::only(seat(1)).with(seat(2)));
    }
}
