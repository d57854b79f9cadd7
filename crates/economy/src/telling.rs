//! The log: a line for each event.

use crate::{events::Event, rules::EconomyRules};
use kernel::{
    Line, Seat,
    say::{listed, name},
};

/// Stands for the space of an old event when a location there lies face down now: players have to remember it. (ECO-KNOW-2)
const HIDDEN_AGAIN: &str = "a location that lies face down now";

impl EconomyRules {
    /// A card's name in notation, which is also printed on it, followed by its title.
    fn with_title(&self, id: &str) -> String {
        self.card(id).map_or_else(|| id.to_owned(), |card| format!("{id}, {}", self.face(card).title))
    }

    pub(crate) fn told(&self, event: &Event, names: &[String]) -> Line {
        let who = |seat: &Seat| name(names, *seat);
        match event {
            Event::Started { seat } => Line::new("ECO-START-1", format!("{} starts.", who(seat))),
            Event::Dealt { hands } => {
                let even = hands.iter().all(|hand| Some(hand) == hands.first());
                let cards = match hands.first() {
                    Some(cards) if even => format!("{cards} cards each"),
                    _ => format!("{} cards", listed(hands.iter().map(usize::to_string))),
                };
                Line::new("ECO-SETUP-1", format!("The locations are dealt: {cards}."))
            }
            Event::Picked { seat, card: Some(card) } => {
                Line::new("ECO-SETUP-4", format!("{} picks {}.", who(seat), self.with_title(card)))
            }
            Event::Picked { seat, card: None } => Line::new("ECO-SETUP-4", format!("{} picks a card.", who(seat))),
            Event::Placed { seat, card, space } => {
                let card = card.as_deref().map_or_else(|| "a card".to_owned(), |card| format!("{},", self.with_title(card)));
                Line::new("ECO-SETUP-3", format!("{} places {card} on {space}.", who(seat)))
            }
            Event::LaidOut => Line::new("ECO-SETUP-8", "All locations lie on the board, each with its property. Part 1 begins."),
            Event::Rolled { seat, die } => Line::new("ECO-TURN-1", format!("{} rolls {die}.", who(seat))),
            Event::Stayed { seat } => Line::new("ECO-MOVE-11", format!("{} has no way of that length and stays.", who(seat))),
            Event::Entered { seat, to } => {
                let to = to.as_deref().unwrap_or(HIDDEN_AGAIN);
                Line::new("ECO-MOVE-2", format!("{} enters and moves to {to}.", who(seat)))
            }
            Event::Moved { seat, from, to } => {
                let at = |space: &Option<String>| space.clone().unwrap_or_else(|| HIDDEN_AGAIN.to_owned());
                Line::new("ECO-MOVE-12", format!("{} moves from {} to {}.", who(seat), at(from), at(to)))
            }
            Event::Took { seat, card: Some(card), .. } => {
                Line::new("ECO-COLLECT-1", format!("{} takes {}.", who(seat), self.with_title(card)))
            }
            Event::Took { seat, card: None, .. } => Line::new("ECO-COLLECT-1", format!("{} takes a property.", who(seat))),
            Event::ThrownOff { seat, other, corner } => {
                Line::new("ECO-HIT-1", format!("{} puts {}’s piece outside at {corner}.", who(seat), who(other)))
            }
            Event::TurnedDown { space, clause } => Line::new(clause, format!("The location on {space} is turned face down.")),
            Event::TurnedUp { space, card: Some(card) } => {
                Line::new("ECO-DOWN-2", format!("The location on {space} is turned up: {}.", self.with_title(card)))
            }
            Event::TurnedUp { space, card: None } => Line::new("ECO-DOWN-2", format!("The location on {space} is turned up.")),
            Event::HandedOver { from, to, card } => {
                Line::new("ECO-DOWN-3", format!("{} hands {}, to {}.", who(from), self.with_title(card), who(to)))
            }
            Event::Paid { sector: None, .. } => Line::new("ECO-SCORE-1", "The sector of the location pays."),
            Event::Paid { sector: Some(sector), points, .. } => {
                let paid = points.iter().enumerate().filter(|(_, points)| **points > 0);
                let paid: Vec<String> =
                    paid.filter_map(|(seat, points)| Some(format!("{} +{points}", name(names, Seat::new(seat)?)))).collect();
                Line::new("ECO-SCORE-1", format!("{sector} pays: {}.", paid.join(", ")))
            }
            Event::Nothing { seat, clause } => {
                let text = match *clause {
                    "ECO-COLLECT-2" => "The property is somebody’s already.".to_owned(),
                    "ECO-COLLECT-7" => "The location lies face down and stays so.".to_owned(),
                    "ECO-HIT-5" => "The location lies face down already.".to_owned(),
                    "ECO-HIT-10" => "The space is empty; no card is turned.".to_owned(),
                    _ => format!("{} lands on an empty space.", who(seat)),
                };
                Line::new(clause, text)
            }
            Event::PartTwo => Line::new("ECO-PART-1", "No property is left on the board: part 2 begins."),
            Event::Won { winners, clause } => Line::new(clause, format!("{} won.", listed(winners.iter().map(who)))),
        }
    }
}
