//! The lines of the log.

use crate::{
    actions::Action, colours::Direction, events::Event, places::said, rules::ProfitabilityRules, state::PLAYERS, words::euro,
};
use kernel::{
    Line, Money, Notation, Seat,
    say::{counted, listed, name, ordinal},
};

/// A tile and how it is turned: `B1` is B with one quarter turn.
fn turned(tile: &str) -> String {
    let turns = [("1", " turned by a quarter"), ("2", " turned by a half"), ("3", " turned by three quarters"), ("0", "")];
    let turned = turns.iter().find_map(|(sign, words)| Some(format!("{}{words}", tile.strip_suffix(sign)?)));
    turned.unwrap_or_else(|| tile.to_owned())
}

impl ProfitabilityRules {
    pub(crate) fn told(&self, event: &Event, names: &[String]) -> Line {
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
            Event::MarkersLaid => Line::new("PRF-OPT-15", "The trend markers lie on 2 to 10, as always at this table."),
            Event::Marked { seat, space, marker: Some(marker) } => {
                let ways = [('+', Direction::Up), ('-', Direction::Down)];
                let pointing = |(sign, way): (char, Direction)| Some((marker.strip_suffix(sign)?, way.word()));
                let (colour, way) = ways.into_iter().find_map(pointing).unwrap_or((marker, ""));
                Line::new("PRF-START-4", format!("{} puts {colour} on {space}, pointing {way}.", who(seat)))
            }
            Event::Marked { seat, space, marker: None } => {
                Line::new("PRF-START-7", format!("{} leaves {space} empty.", who(seat)))
            }
            Event::Rolled { seat, dice: [one, other], sum, points: available } => Line::new(
                "PRF-TURN-1",
                format!("{} rolls {one} and {other}: sum {sum}, {}.", who(seat), counted(*available, "action point")),
            ),
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
                let (clause, end) = match direction {
                    Direction::Up => ("PRF-TREND-3", "lowest"),
                    Direction::Down => ("PRF-TREND-4", "highest"),
                };
                let text =
                    format!("The price of {colour} is at its {end}: the marker on {space} turns to point {}.", direction.word());
                Line::new(clause, text)
            }
            Event::MarkerTurned { by: Some(seat), space, colour, direction } => {
                let text = format!("{} turns the {colour} marker on {space} to point {}.", who(seat), direction.word());
                Line::new("PRF-JOKER-3", text)
            }
            Event::MarkerMoved { seat, joker, from, to, colour, direction } => {
                let clause = if *joker { "PRF-JOKER-3" } else { "PRF-TREND-7" };
                let text = format!("{} moves the {colour} marker from {from} to {to}, pointing {}.", who(seat), direction.word());
                Line::new(clause, text)
            }
            Event::Joker { seat } => Line::new("PRF-JOKER-1", format!("{} has rolled the Joker.", who(seat))),
            Event::Declined { seat, part: 'a' } => Line::new("PRF-JOKER-4", format!("{} leaves the prices alone.", who(seat))),
            Event::Declined { seat, .. } => Line::new("PRF-JOKER-4", format!("{} leaves the trend markers alone.", who(seat))),
            Event::Drove { seat, from, to, path, price } => {
                let through = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
                let through: Vec<String> = through.iter().map(|place| said(place)).collect();
                let by = if through.is_empty() { String::new() } else { format!(" by way of {}", through.join(", ")) };
                let (from, to, price) = (said(from), said(to), counted(*price, "action point"));
                Line::new("PRF-MOVE-1", format!("{} drives from {from} to {to}{by} for {price}.", who(seat)))
            }
            Event::Unloaded { seat, good: Some(good), warehouse, profit, extra, total, .. } => {
                let (who, warehouse) = (who(seat), said(warehouse));
                let extra = if *extra > 0 { format!(" ({} extra)", Money::new(*extra)) } else { String::new() };
                let earned = match profit {
                    0 => "earns nothing".into(),
                    _ => format!("earns {}{extra}; {}", euro(*profit), self.in_all(*total)),
                };
                Line::new("PRF-UNLOAD-5", format!("{who} unloads a {good} good in {warehouse} and {earned}."))
            }
            Event::Unloaded { seat, warehouse, profit, total, .. } => {
                let (who, warehouse, cost) = (who(seat), said(warehouse), euro(-profit));
                let text = format!("{who} pays {cost} to unload the damaged good in {warehouse}; {}.", self.in_all(*total));
                Line::new("PRF-DMG-3", text)
            }
            Event::Loaded { seat, space, good, warehouse } => {
                let warehouse = said(warehouse);
                Line::new("PRF-LOAD-2", format!("{} loads a {good} good from the {space} space of {warehouse}.", who(seat)))
            }
            Event::TookBack { seat, deed, total } => {
                let (who, total) = (who(seat), self.in_all(*total));
                let text = match self.read(deed) {
                    Ok(Action::Unload(good)) => format!("{who} puts the {good} good back on the truck; {total}."),
                    Ok(Action::Scrap) => format!("{who} puts the damaged good back on the truck; {total}."),
                    Ok(Action::Load { space, good }) => format!("{who} puts the {good} good back into the {space} space."),
                    _ => format!("{who} puts a good back."),
                };
                Line::new("PRF-WH-10", text)
            }
            Event::TurnEnded { seat, unused: 0 } => Line::new("PRF-TURN-7", format!("{}’s turn ends.", who(seat))),
            Event::TurnEnded { seat, unused } => {
                let lost =
                    if *unused == 1 { "1 action point is lost".into() } else { format!("{unused} action points are lost") };
                Line::new("PRF-TURN-6", format!("{}’s turn ends; {lost}.", who(seat)))
            }
            Event::TargetReached { seat, total } => {
                let (who, total) = (who(seat), euro(*total));
                let reached = if self.team { format!("{who}’s team has {total}") } else { format!("{who} has {total}") };
                Line::new("PRF-END-2", format!("{reached}: everybody but {who} has one more turn."))
            }
            Event::MatchEnded { number, places, profits } => {
                let which = if self.options.matches > 1 { format!("Match {number}") } else { "The match".into() };
                // Partners have one placing and one profit. (PRF-TEAM-3)
                let each = (1..=PLAYERS as u8).filter_map(|placing| {
                    let seats: Vec<Seat> =
                        (0..places.len()).filter(|seat| places[*seat] == placing).filter_map(Seat::new).collect();
                    let profit = profits.get(seats.first()?.index())?;
                    Some(format!("{} {} with {}", listed(seats.iter().map(who)), ordinal(placing), euro(*profit)))
                });
                Line::new("PRF-END-5", format!("{which} is over: {}.", each.collect::<Vec<_>>().join(", ")))
            }
            Event::Bonus { seat, colour, euro: bonus, total } => {
                let clause = if self.team { "PRF-MULTI-3" } else { "PRF-MULTI-2" };
                let whose = if self.team { format!("The team of {colour} and {}", colour.partner()) } else { who(seat) };
                Line::new(clause, format!("{whose} gets a bonus of {}: {} in the series.", euro(*bonus), euro(*total)))
            }
            Event::Won { winners, clause } => Line::new(clause, format!("{} won.", listed(winners.iter().map(who)))),
        }
    }
    /// What a player, or a team, has after a booking. (PRF-TEAM-3)
    fn in_all(&self, total: i32) -> String {
        let total = euro(total);
        if self.team { format!("the team has {total}") } else { format!("{total} in all") }
    }
}
