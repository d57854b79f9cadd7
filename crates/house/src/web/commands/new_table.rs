//! Making a table from what a set-up page or a program says.

use super::known_bot;
use crate::{
    clock,
    fault::Fault,
    hall::sits,
    table::{
        Founding, GUEST, Holder, LogEntry,
        timing::{AtEnd, Timing},
    },
    token,
    web::{
        House,
        input::{Chosen, Input, PerSeat, Text},
        names::{bot_name, name, unlike},
        origin::Origin,
        visitor::Visitor,
    },
};
use engine::Setup;
use kernel::{Seat, Seats};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::time::Duration;
use utoipa::ToSchema;

/// How long the first page of a quick table waits for bots that play first.
const QUICK: Duration = Duration::from_secs(2);

/// A new table.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game's id.
    pub game: Text,
    /// What you are called at the table.
    pub name: Option<Text>,
    /// Other names for your seats, where several play on one device.
    #[serde(default)]
    pub names: PerSeat,
    /// A named set of settings, to which the others are changes.
    pub preset: Option<Text>,
    /// Settings of the game; the others have their defaults.
    #[serde(default)]
    pub option: Chosen,
    /// Who sits where: `you` (also for several seats on one device), `person` (free for whoever is invited) or `bot:NAME`. Without
    /// it, you on the first seat and nobody on the others.
    #[serde(default)]
    pub seat: PerSeat,
    /// Is it listed for anybody to join?
    #[serde(default)]
    pub open: bool,
    /// Are there bots on all seats that nobody is named for?
    #[serde(default)]
    pub quick: bool,
    /// Are you on all seats that nobody is named for?
    #[serde(default)]
    pub hot_seat: bool,
    /// How long everybody may take; without it, as long as they like.
    pub clock: Option<NewClock>,
    /// Any text: its hash is what your seats add to the luck of the table.
    pub luck: Option<Text>,
}

/// How long everybody may take.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClock {
    /// In what a move is measured: `minutes`, `seconds` or `days`; or `none`, then nothing else counts.
    pub pace: Text,
    /// How many minutes or seconds a move may take, at least 10 seconds; 3 minutes or 10 seconds if left out.
    pub each: Option<u64>,
    /// How many minutes or seconds each player may take beyond that in the whole game; none if left out.
    pub reserve: Option<u64>,
    /// How many days a move may take, where it is measured in days; 2 if left out.
    pub days: Option<u64>,
    /// What happens when both are used up: `fallback`, the choice that the rules know for an absent player, which is so if left
    /// out; or `bot`, a bot stands in.
    pub end: Option<Text>,
}

/// Makes a table from what a set-up page or a program says, and seats the players that it names.
pub(crate) async fn found(house: &House, visitor: &Visitor, origin: Origin, input: &Input) -> Result<String, Fault> {
    let table: NewTable = input.read()?;
    let game = engine::game(&table.game)?;
    let preset = table.preset.as_deref().map(|name| game.preset(name)).transpose()?.unwrap_or_default();
    let chosen = if input.is_form() {
        // In a form everything is a word.
        let pairs = table.option.0.iter().map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()));
        let pairs: Vec<String> = pairs.collect();
        game.read_options(&pairs.iter().map(String::as_str).collect::<Vec<_>>())?
    } else {
        table.option.0
    };
    let options = game.options(&preset.into_iter().chain(chosen).collect())?;
    let seats = options.get("players").and_then(Value::as_u64).unwrap_or(*game.about().players.start() as u64) as usize;
    // The set-up page has a line for every seat that there could be.
    if !input.is_form() && table.seat.len().max(table.names.len()) > seats {
        return Err(Fault::bad(format!("this table has {seats} seats: more were named")));
    }
    let mut entries: Vec<LogEntry> = Vec::new();
    for seat in Seats::first(seats) {
        let default = if seat == Seat::FIRST || table.hot_seat {
            "you"
        } else if table.quick {
            "bot:steady"
        } else {
            "person"
        };
        let chosen = table.seat.at(seat).unwrap_or(default);
        let (called, holder, luck) = match (chosen, chosen.strip_prefix("bot:")) {
            ("you", _) => {
                let called = name(table.names.at(seat).or(table.name.as_deref()).unwrap_or(GUEST))?;
                (called, Holder::Person(token::hash(&visitor.0)), table.luck.as_deref())
            }
            ("person", _) => continue,
            (_, Some(bot)) => (bot_name(seat).to_owned(), Holder::Bot(known_bot(Some(bot))?), None),
            (other, None) => {
                return Err(Fault::bad(format!("`{other}` cannot sit on seat {seat}; `you`, `person` or `bot:NAME` can")));
            }
        };
        let others: Vec<&str> = entries.iter().filter_map(sitting).collect();
        entries.push(sits(seat, &unlike(&called, &others), holder, luck));
    }
    if entries.len() == seats {
        entries.push(LogEntry::began(clock::now()));
    } else {
        // A table that could never begin is refused now, with the clause, and not when the last seat is taken.
        game.open(Setup { options: options.clone(), ..Setup::new(token::entropy()) })?;
    }
    let clock = table.clock.map(|clock| timing(clock, house.guard.shortest_move())).transpose()?.flatten();
    let founding = founding(game.about().id, options, seats, visitor, table.open, table.hot_seat);
    let founding = Founding { clock, ..founding };
    let id = house.hall.found(founding, entries).await?;
    house.look_on(&id, origin);
    if table.quick {
        // A player who wants to play now gets something to decide now: bots that come first do not pause.
        house.hall.hurry_to_person(&id, QUICK).await?;
    }
    Ok(id)
}

/// The clocks that were chosen, within sensible bounds.
fn timing(clock: NewClock, shortest: Duration) -> Result<Option<Timing>, Fault> {
    let NewClock { pace, each, reserve, days, end } = clock;
    let end = match end.as_deref() {
        None | Some("fallback") => AtEnd::Fallback,
        Some("bot") => AtEnd::Bot,
        Some(other) => return Err(Fault::bad(format!("`{other}` cannot happen when time is up; `fallback` or `bot` can"))),
    };
    let bounded = |number: u64, bounds: std::ops::RangeInclusive<u64>, what: &str| {
        if bounds.contains(&number) {
            return Ok(number * 1000);
        }
        Err(Fault::bad(format!("{what} has to be between {} and {}", bounds.start(), bounds.end())))
    };
    let (unit, least, most) = match &*pace {
        "none" => return Ok(None),
        "days" => {
            let each = bounded(days.unwrap_or(2), 1..=30, "the number of days a move")? * 24 * 3600;
            return Ok(Some(Timing { each, reserve: 0, end }));
        }
        "minutes" => (60, 1, 240),
        "seconds" => (1, shortest.as_secs().max(1), 14_400),
        other => return Err(Fault::bad(format!("a move is not measured in `{other}`, but in `minutes`, `seconds` or `days`"))),
    };
    let each = bounded(each.unwrap_or(least.max(3)), least..=most, "the time of a move")? * unit;
    let reserve = bounded(reserve.unwrap_or(0), 0..=most, "the reserve")? * unit;
    Ok(Some(Timing { each, reserve, end }))
}

/// The name of the player who sits down by this entry.
pub(super) fn sitting(entry: &LogEntry) -> Option<&str> {
    match entry {
        LogEntry::Sat { name, .. } => Some(name),
        _ => None,
    }
}

pub(super) fn founding(
    game: &str,
    options: Map<String, Value>,
    seats: usize,
    visitor: &Visitor,
    open: bool,
    hot_seat: bool,
) -> Founding {
    Founding {
        game: game.to_owned(),
        options,
        seats,
        secret: token::entropy(),
        invite: token::invitation(),
        host: Some(token::hash(&visitor.0)),
        open,
        hot_seat,
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: clock::now(),
    }
}
