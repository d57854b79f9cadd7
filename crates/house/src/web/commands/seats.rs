//! Sitting down, leaving, and what else happens before a game begins.

use super::{At, Command, Done, ForSeat, Limit, Nothing, WithBot, known_bot, own, own_or_hosted};
use crate::{
    clock,
    fault::Fault,
    hall::sits,
    table::{Holder, Live, LogEntry, seat_schema::SeatNumber},
    token,
    web::{
        input::Text,
        names::{bot_name, name, unlike},
    },
};
use kernel::{Seat, Seats};
use serde::Deserialize;
use utoipa::ToSchema;

/// Taking a free seat.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sit {
    /// What you are called at the table.
    pub name: Text,
    /// Which seat. Without it, the first that is free, or the one you have already.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
    /// The last part of the invitation; not needed where the table is open.
    pub invite: Option<Text>,
    /// Any text: its hash is what your seat adds to the luck of the table.
    pub luck: Option<Text>,
}

/// Takes a seat. A visitor who has one already and names no other keeps it: a request that is sent twice takes one seat.
pub(super) struct TakeSeat;

impl Command for TakeSeat {
    const NAME: &'static str = "sit";
    const ABOUT: &'static str = "take a free seat";
    const LIMIT: Limit = Limit::Comings;
    type Body = Sit;

    async fn run(at: At<'_>, body: Sit) -> Result<Done, Fault> {
        let Sit { name: called, seat, invite, luck } = body;
        let (called, token) = (name(&called)?, at.token());
        let decide = move |live: &Live| {
            let own = live.seats_of(&token);
            if seat.map_or(!own.is_empty(), |seat| own.contains(seat)) {
                return Ok(vec![]);
            }
            let invited = invite.as_deref() == Some(&live.founding.invite);
            if !(invited || live.founding.open || live.is_host(&token)) {
                return Err(Fault::forbidden("this table is for invited players: ask for the link"));
            }
            let holder = Holder::Person(token::hash(&token));
            seat_down(live, seat, Some(&called), holder, luck.as_deref())
        };
        let version = at.house.hall.change(at.id, decide).await?;
        let own = at.look(|live| live.seats_of(&at.visitor.0)).await?;
        // Somebody else may have freed the seat since; then there is none to tell.
        Ok(match seat.or(own.lowest()) {
            Some(seat) => Done::Seat(version, seat),
            None => Done::Version(version),
        })
    }
}

/// Being called otherwise.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// What you want to be called at the table.
    pub name: Text,
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
}

pub(super) struct ChangeName;

impl Command for ChangeName {
    const NAME: &'static str = "rename";
    const ABOUT: &'static str = "change what you are called, before the game or while it is played";
    type Body = Rename;

    async fn run(at: At<'_>, Rename { name: called, seat }: Rename) -> Result<Done, Fault> {
        let (called, token) = (name(&called)?, at.token());
        at.change(move |live| {
            let seat = own(live, &token, seat)?;
            let was = live.name(seat).to_owned();
            let others = Seats::first(live.chairs.len()).filter(|other| *other != seat).map(|other| live.name(other));
            let name = unlike(&called, &others.collect::<Vec<_>>());
            Ok(if name == was { Vec::new() } else { vec![LogEntry::Renamed { seat, name, was }] })
        })
        .await
    }
}

pub(super) struct SeatBot;

impl Command for SeatBot {
    const NAME: &'static str = "bot";
    const ABOUT: &'static str = "put a bot on a free seat";
    const LIMIT: Limit = Limit::Comings;
    type Body = WithBot;

    async fn run(at: At<'_>, WithBot { seat, bot }: WithBot) -> Result<Done, Fault> {
        let (bot, token) = (known_bot(bot.as_deref())?, at.token());
        at.change(move |live| {
            if !live.is_host(&token) {
                return Err(Fault::forbidden("only the host can put bots on seats"));
            }
            seat_down(live, seat, None, Holder::Bot(bot), None)
        })
        .await
    }
}

pub(super) struct Leave;

impl Command for Leave {
    const NAME: &'static str = "leave";
    const ABOUT: &'static str = "give up a seat before the game begins; the host can free any";
    const LIMIT: Limit = Limit::Comings;
    type Body = ForSeat;

    async fn run(at: At<'_>, ForSeat { seat }: ForSeat) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| Ok(vec![LogEntry::Left { seat: own_or_hosted(live, &token, seat)? }])).await
    }
}

pub(super) struct Close;

impl Command for Close {
    const NAME: &'static str = "close";
    const ABOUT: &'static str = "close a table that waits for players";
    type Body = Nothing;

    async fn run(at: At<'_>, Nothing {}: Nothing) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| {
            if !live.is_host(&token) {
                return Err(Fault::forbidden("only the host can close the table"));
            }
            Ok(vec![LogEntry::Closed { time: clock::now() }])
        })
        .await
    }
}

/// Somebody takes a seat. Without a name it is a bot, which is called as bots are.
fn seat_down(
    live: &Live,
    seat: Option<Seat>,
    name: Option<&str>,
    holder: Holder,
    luck: Option<&str>,
) -> Result<Vec<LogEntry>, Fault> {
    let free = live.free_seats();
    let seat = seat.or(free.lowest()).ok_or_else(|| Fault::conflict("all seats are taken"))?;
    let others: Vec<&str> = live.chairs.iter().flatten().map(|chair| chair.name.as_str()).collect();
    let mut entries = vec![sits(seat, &unlike(name.unwrap_or(bot_name(seat)), &others), holder, luck)];
    if free.without(seat).is_empty() && free.contains(seat) {
        entries.push(LogEntry::began(clock::now()));
    }
    Ok(entries)
}
