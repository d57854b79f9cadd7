//! Lists of tables: those that wait for anybody, and the visitor's own. They are made of what the store knows; no table is folded.

use super::{House, visitor::Visitor};
use crate::{
    fault::Fault,
    pages::{OpenTable, OwnTable},
    storage::{ListPosition, Listed, Played, Sitter, Summary},
    table::{Holder, Live, Stage},
    token,
};
use kernel::Seats;
use serde::Deserialize;
use utoipa::IntoParams;

/// How many tables that anybody can join are listed.
const OPEN: usize = 30;

/// How many own tables are listed: those that go on, and those that are over.
const OWN: (usize, usize) = (24, 5);

/// How many older tables are listed on a page.
const OLDER: usize = 50;

/// A visitor's tables, and where the list of older ones begins, if there are any.
pub(crate) struct Own {
    pub tables: Vec<OwnTable>,
    pub older: Option<ListPosition>,
}

/// Which of the visitor's tables are asked for.
#[derive(Deserialize, Default, IntoParams)]
#[serde(default)]
pub(crate) struct Which {
    /// Those that were over before this place, as `older` names it.
    before: Option<String>,
}

impl Which {
    /// The place after which the list goes on, if one is named.
    pub fn before(&self) -> Result<Option<ListPosition>, Fault> {
        let place = |word: &String| word.parse().map_err(|()| Fault::bad("`before` is what `older` told, unchanged"));
        self.before.as_ref().map(place).transpose()
    }
}

/// The tables that anybody can join.
pub(crate) async fn open_tables(house: &House) -> Result<Vec<OpenTable>, Fault> {
    let mut open = Vec::new();
    for table in house.hall.open_tables(OPEN).await? {
        let Some(summary) = summary(house, &table).await else { continue };
        open.push(OpenTable {
            host: host_name(&table, &summary),
            seats: table.founding.seats,
            free: summary.seats.iter().filter(|sitter| sitter.is_none()).count(),
            id: table.id,
            game: table.founding.game,
        });
    }
    Ok(open)
}

/// How a table stands. A table that an older house wrote is read once, which notes it; one that cannot be read must not hide
/// the others.
async fn summary(house: &House, table: &Listed) -> Option<Summary> {
    match &table.summary {
        Some(summary) => Some(summary.clone()),
        None => house.hall.look(&table.id, Live::summary).await.ok(),
    }
}

/// The name of the host, or of the first player if the host does not sit at the table.
fn host_name(table: &Listed, summary: &Summary) -> String {
    let hosts =
        |sitter: &&Sitter| matches!(&sitter.holder, Holder::Person(person) if Some(person) == table.founding.host.as_ref());
    let mut sitters = summary.seats.iter().flatten();
    sitters.clone().find(hosts).or(sitters.next()).map(|sitter| sitter.name.clone()).unwrap_or_default()
}

/// The visitor's tables: first where it is their turn, then what is played, what waits, and what was over of late.
pub(crate) async fn own_tables(house: &House, visitor: &Visitor) -> Result<Own, Fault> {
    let listing = house.hall.tables_of(&visitor.0, Played::Now, None, OWN.0).await?;
    let mut tables = told(house, visitor, listing.tables).await;
    let over = older_tables(house, visitor, None, OWN.1).await?;
    tables.extend(over.tables);
    let order = |table: &OwnTable| match table.stage {
        Stage::Running if table.your_turn => 0,
        Stage::Running => 1,
        Stage::Waiting => 2,
        Stage::Over | Stage::Closed | Stage::Stopped => 3,
    };
    // Of those that wait for the visitor, the one whose time is up first.
    tables.sort_by_key(|table| (order(table), if table.your_turn { table.due.unwrap_or(u64::MAX) } else { 0 }));
    Ok(Own { tables, older: over.older })
}

/// The visitor's tables that were over before this place, the most recent first.
pub(crate) async fn past_tables(house: &House, visitor: &Visitor, before: Option<&ListPosition>) -> Result<Own, Fault> {
    older_tables(house, visitor, before, OLDER).await
}

async fn older_tables(house: &House, visitor: &Visitor, before: Option<&ListPosition>, limit: usize) -> Result<Own, Fault> {
    let listing = house.hall.tables_of(&visitor.0, Played::Before, before, limit).await?;
    Ok(Own { tables: told(house, visitor, listing.tables).await, older: listing.older })
}

async fn told(house: &House, visitor: &Visitor, listed: Vec<Listed>) -> Vec<OwnTable> {
    let person = token::hash(&visitor.0);
    let mut tables = Vec::new();
    for table in listed {
        if let Some(summary) = summary(house, &table).await {
            tables.extend(own_table(table, &summary, &person));
        }
    }
    tables
}

/// The table, if this person still has to do with it: who left before it began has not.
fn own_table(table: Listed, summary: &Summary, person: &str) -> Option<OwnTable> {
    let (own, host) = (summary.seats_of(person), table.founding.host.as_deref() == Some(person));
    let stage = table.stage;
    if stage == Stage::Closed || own.is_empty() && !(host && stage == Stage::Waiting) {
        return None;
    }
    let awaited: Seats = summary.awaited.iter().copied().collect();
    let your_turn = { awaited.and(own) }.any(|seat| summary.plays(seat));
    let due = summary.due.iter().filter(|(seat, _)| !your_turn || own.contains(*seat)).map(|(_, due)| *due).min();
    Some(OwnTable {
        id: table.id,
        game: table.founding.game,
        stage,
        seats: summary.seats.iter().map(|sitter| sitter.as_ref().map(|sitter| sitter.name.clone())).collect(),
        own,
        host,
        awaited,
        your_turn,
        due: due.filter(|_| stage == Stage::Running),
        winners: summary.winners.iter().copied().collect(),
    })
}
