//! The lines of the log.

use crate::{colours::Direction, events::Event, places::said, rules::ProfitabilityRules, words::euro};
use kernel::{
    Line, Money, Seat,
    say::{listed, name, ordinal},
};

/// A tile as it lies: `B1` is B turned by a quarter.
fn turned(tile: &str) -> String {
    let turns = [("1", " turned by a quarter"), ("2", " turned by a half"), ("3", " turned by three quarters"), ("0", "")];
    let turned = turns.iter().find_map(|(sign, words)| Some(format!("{}{words}", tile.strip_suffix(sign)?)));
    turned.unwrap_or_else(|| tile.to_owned())
}

impl ProfitabilityRules {
    pub(crate) fn told_as(&self, event: &Event, names: &[String]) -> Line {
        let who = |seat: &Seat| name(names, *seat);
        match event {
            Event::MatchBegan { number } if self.options.matches > 1 => {
                Line::new("PRF-MULTI-5", format!("Match {number} of {} begins.", self.options.matches))
            }
            Event::MatchBegan { .. } => Line::new("PRF-GAME-5", "The match begins."),
            Event::Coloured { seat, colour } => Line::new("PRF-GAME-6", format!("{} plays {colour}.", who(seat))),
            Event::TilesLaid { tiles } => {
                let tiles: Vec<String> = tiles.iter().map(|tile| turned(tile)).collect();
                Line::new("PRF-SETUP-1", format!("The tiles, clockwise from the top left: {}.", tiles.join(", ")))
            }
            Event::GoodsLaid => Line::new("PRF-SETUP-13", "All goods lie in the warehouses and on the trucks."),
            Event::StartRolled { seat, dice: [one, other] } => {
                Line::new("PRF-START-1", format!("{} rolls {one} and {other} for the start.", who(seat)))
            }
            Event::Started { seat } => Line::new("PRF-START-1", format!("{} starts.", who(seat))),
            Event::Marked { seat, space, marker: Some(marker) } => {
                let ways = [('+', Direction::Up), ('-', Direction::Down)];
                let pointing = |(sign, way): (char, Direction)| Some((marker.strip_suffix(sign)?, way.word()));
                let (colour, way) = ways.into_iter().find_map(pointing).unwrap_or((marker, ""));
                Line::new("PRF-START-4", format!("{} puts {colour} on {space}, pointing {way}.", who(seat)))
            }
            Event::Marked { seat, space, marker: None } => {
                Line::new("PRF-START-7", format!("{} leaves {space} empty.", who(seat)))
            }
            Event::Rolled { seat, dice: [one, other], sum, points } => {
                Line::new("PRF-TURN-1", format!("{} rolls {one} and {other}: sum {sum}, action value {points}.", who(seat)))
            }
            Event::PriceMoved { by: None, colour, from, to } => {
                let way = if to > from { "rises" } else { "falls" };
                Line::new("PRF-TREND-2", format!("The price of {colour} {way} from {} to {}.", Money::new(*from), euro(*to)))
            }
            Event::PriceMoved { by: Some(seat), colour, from, to } => {
                let way = if to > from { "raises" } else { "lowers" };
                let (who, from, to) = (who(seat), Money::new(*from), euro(*to));
                Line::new("PRF-JOKER-2", format!("{who} {way} the price of {colour} from {from} to {to}."))
            }
            Event::MarkerTurned { by: None, space, colour, direction } => {
                let clause = match direction {
                    Direction::Up => "PRF-TREND-3",
                    Direction::Down => "PRF-TREND-4",
                };
                Line::new(clause, format!("The {colour} marker on {space} turns and points {} now.", direction.word()))
            }
            Event::MarkerTurned { by: Some(seat), space, colour, direction } => {
                let text = format!("{} turns the {colour} marker on {space}; it points {} now.", who(seat), direction.word());
                Line::new("PRF-JOKER-3", text)
            }
            Event::MarkerMoved { seat, joker, from, to, colour, direction } => {
                let clause = if *joker { "PRF-JOKER-3" } else { "PRF-TREND-7" };
                let text = format!("{} moves the {colour} marker from {from} to {to}, pointing {}.", who(seat), direction.word());
                Line::new(clause, text)
            }
            Event::Joker { seat } => Line::new("PRF-JOKER-1", format!("{} has the Joker.", who(seat))),
            Event::Declined { seat, part: 'a' } => Line::new("PRF-JOKER-4", format!("{} moves no price.", who(seat))),
            Event::Declined { seat, .. } => Line::new("PRF-JOKER-4", format!("{} leaves the trend markers alone.", who(seat))),
            Event::Drove { seat, from, to, path, price } => {
                let through = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
                let through: Vec<String> = through.iter().map(|place| said(place)).collect();
                let by = if through.is_empty() { String::new() } else { format!(" by {}", through.join(", ")) };
                let (from, to) = (said(from), said(to));
                Line::new("PRF-MOVE-1", format!("{} drives from {from} to {to}{by} for {price}.", who(seat)))
            }
            Event::Unloaded { seat, good: Some(good), warehouse, profit, extra, total, .. } => {
                let extra = if *extra > 0 { format!(", {} of it extra", euro(*extra)) } else { String::new() };
                let text = format!(
                    "{} unloads a {good} good in {}: +{}{extra}, {} in all.",
                    who(seat),
                    said(warehouse),
                    euro(*profit),
                    Money::new(*total)
                );
                Line::new("PRF-UNLOAD-5", text)
            }
            Event::Unloaded { seat, warehouse, profit, total, .. } => {
                let (cost, warehouse) = (euro(-profit), said(warehouse));
                let text =
                    format!("{} unloads the damaged good in {warehouse} for {cost}: {} left.", who(seat), Money::new(*total));
                Line::new("PRF-DMG-3", text)
            }
            Event::Loaded { seat, space, good, warehouse } => {
                let warehouse = said(warehouse);
                Line::new("PRF-LOAD-2", format!("{} loads a {good} good from the {space} space of {warehouse}.", who(seat)))
            }
            Event::TookBack { seat, deed, total } => {
                Line::new("PRF-WH-10", format!("{} takes back `{deed}`: {} in all.", who(seat), euro(*total)))
            }
            Event::TurnEnded { seat, unused: 0 } => Line::new("PRF-TURN-7", format!("{}'s turn is over.", who(seat))),
            Event::TurnEnded { seat, unused } => {
                Line::new("PRF-TURN-6", format!("{} ends the turn; {unused} of the action value unused.", who(seat)))
            }
            Event::TargetReached { seat, total } => {
                Line::new("PRF-END-2", format!("{} has {}: everybody else has one more turn.", who(seat), euro(*total)))
            }
            Event::MatchEnded { number, places, profits } => {
                let mut order: Vec<(u8, usize)> = places.iter().copied().zip(0..).collect();
                order.sort_unstable();
                let each = order.into_iter().filter_map(|(place, index)| {
                    let (seat, profit) = (Seat::new(index)?, profits.get(index)?);
                    Some(format!("{} {} with {}", ordinal(place), name(names, seat), Money::new(*profit)))
                });
                Line::new("PRF-END-5", format!("Match {number} is over: {}.", each.collect::<Vec<_>>().join(", ")))
            }
            Event::Bonus { seat, colour, euro: bonus, total } => {
                let clause = if self.team { "PRF-MULTI-3" } else { "PRF-MULTI-2" };
                let whose = if self.team { format!("The team of {colour}") } else { who(seat) };
                Line::new(clause, format!("{whose} gets a bonus of {}: {} in the series.", euro(*bonus), Money::new(*total)))
            }
            Event::Won { winners, clause } => Line::new(clause, format!("{} won.", listed(winners.iter().map(who)))),
        }
    }
}
