//! Lists of tables: those that wait for anybody, and the visitor's own.

use super::{House, visitor::Visitor};
use crate::{
    fault::Fault,
    live::{Chair, Live, Stage},
    log::Holder,
    pages::{OpenTable, OwnTable},
    store::Played,
};
use kernel::{Seat, Seats};

/// How many tables that anybody can join are listed.
const OPEN: usize = 30;

/// How many own tables are listed: those that go on, and those that are over.
const OWN: (usize, usize) = (24, 5);

/// The tables that anybody can join.
pub(crate) async fn open_tables(house: &House) -> Result<Vec<OpenTable>, Fault> {
    let mut open = Vec::new();
    for table in house.hall.open_tables(OPEN).await? {
        let look = |live: &Live| {
            (live.stage() == Stage::Waiting).then(|| OpenTable {
                id: live.id.clone(),
                game: live.founding.game.clone(),
                host: host_name(live),
                seats: live.founding.seats,
                free: live.free_seats().len(),
            })
        };
        // A table that cannot be read must not hide the others.
        if let Ok(Some(table)) = house.hall.look(&table.id, look).await {
            open.push(table);
        }
    }
    Ok(open)
}

/// The name of who made the table, or of whoever sits first if the host does not.
fn host_name(live: &Live) -> String {
    let hosts = |place: &&Chair| matches!(&place.holder, Holder::Person(person) if Some(person) == live.founding.host.as_ref());
    let mut places = live.chairs.iter().flatten();
    places.clone().find(hosts).or(places.next()).map(|place| place.name.clone()).unwrap_or_default()
}

/// The visitor's tables: first where it is their turn, then what is played, what waits, and what was over of late.
pub(crate) async fn own_tables(house: &House, visitor: &Visitor) -> Result<Vec<OwnTable>, Fault> {
    let mut ids = house.hall.tables_of(&visitor.0, Played::Now, OWN.0).await?;
    ids.extend(house.hall.tables_of(&visitor.0, Played::Before, OWN.1).await?);
    let mut tables = Vec::new();
    for id in ids {
        if let Ok(Some(table)) = house.hall.look(&id, |live| own_table(live, &visitor.0)).await {
            tables.push(table);
        }
    }
    let order = |table: &OwnTable| match table.stage {
        Stage::Running if table.your_turn => 0,
        Stage::Running => 1,
        Stage::Waiting => 2,
        Stage::Over | Stage::Closed => 3,
    };
    tables.sort_by_key(order);
    Ok(tables)
}

/// The table, if the visitor still has to do with it: who left before it began has not.
fn own_table(live: &Live, token: &str) -> Option<OwnTable> {
    let (own, host) = (live.seats_of(token), live.is_host(token));
    let stage = live.stage();
    if stage == Stage::Closed || own.is_empty() && !(host && stage == Stage::Waiting) {
        return None;
    }
    let awaited = live.table.as_ref().map_or(Seats::NONE, |table| table.turn().awaited);
    let plays = |seat: Seat| live.chair(seat).is_some_and(|place| place.bot().is_none());
    Some(OwnTable {
        id: live.id.clone(),
        game: live.founding.game.clone(),
        stage,
        seats: live.chairs.iter().map(|place| place.as_ref().map(|place| place.name.clone())).collect(),
        own,
        host,
        awaited,
        your_turn: { awaited.and(own) }.any(plays),
        winners: live.table.as_ref().and_then(|table| table.outcome()).map_or(Seats::NONE, |outcome| outcome.winners()),
    })
}
