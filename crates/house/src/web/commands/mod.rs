//! What a visitor can do at a table: one [`Command`] each, the same for pages and programs.
//!
//! A command stands in one place with its name, what may be said with it and what it does. [`COMMANDS`] lists them; the routes and
//! the OpenAPI document are made from that list.

mod bots;
mod follow;
mod new_table;
mod play;
mod seats;
mod take_back;
mod talk;

pub(crate) use new_table::{NewTable, found};
pub(crate) use play::{Play, PutTogether};
#[cfg(test)]
pub(crate) use seats::Sit;

use super::{
    House,
    api::{
        DoneAnswer,
        document::{Shape, shape},
    },
    input::{Input, Text},
    origin::Origin,
    visitor::Visitor,
};
use crate::{
    fault::{Code, Fault},
    table::{Advice, Live, LogEntry, Stage, seat_schema::SeatNumber},
    token,
};
use futures_util::future::BoxFuture;
use kernel::Seat;
use serde::{Deserialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// Every command at a table.
pub(crate) const COMMANDS: &[Entry] = &[
    Entry::of::<seats::TakeSeat>(),
    Entry::of::<seats::ChangeName>(),
    Entry::of::<seats::SeatBot>(),
    Entry::of::<seats::Leave>(),
    Entry::of::<seats::Close>(),
    Entry::of::<play::PlayAction>(),
    Entry::of::<play::Deal>(),
    Entry::of::<play::StandingAnswer>(),
    Entry::of::<bots::Hint>(),
    Entry::of::<take_back::Undo>(),
    Entry::of::<take_back::Restart>(),
    Entry::of::<take_back::Ask>(),
    Entry::of::<take_back::Agree>(),
    Entry::of::<take_back::Decline>(),
    Entry::of::<bots::HandOver>(),
    Entry::of::<bots::Resume>(),
    Entry::of::<talk::Speak>(),
    Entry::of::<bots::Hurry>(),
    Entry::of::<follow::Rematch>(),
    Entry::of::<follow::PlayOnFrom>(),
];

/// A command at a table.
pub(crate) trait Command {
    /// The last part of its address.
    const NAME: &'static str;
    /// What it does, for the document.
    const ABOUT: &'static str;
    /// What each address may do only so often; checked before the body is read.
    const LIMIT: Limit = Limit::None;
    /// What is answered.
    const ANSWER: Shape = shape::<DoneAnswer>;
    /// What may be said with it.
    type Body: DeserializeOwned + ToSchema + Send;

    /// Carries it out.
    fn run(at: At<'_>, body: Self::Body) -> impl Future<Output = Result<Done, Fault>> + Send;
}

/// A command, as the routes and the document need it.
pub(crate) struct Entry {
    pub name: &'static str,
    pub about: &'static str,
    /// What may be said with it.
    pub body: Shape,
    /// What is answered.
    pub answer: Shape,
    limit: Limit,
    run: for<'a> fn(At<'a>, &'a Input) -> BoxFuture<'a, Result<Done, Fault>>,
}

impl Entry {
    const fn of<C: Command>() -> Entry {
        Entry {
            name: C::NAME,
            about: C::ABOUT,
            body: shape::<C::Body>,
            answer: C::ANSWER,
            limit: C::LIMIT,
            run: |at, input| Box::pin(async move { C::run(at, input.read()?).await }),
        }
    }

    /// The command with this name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        COMMANDS.iter().find(|command| command.name == name)
    }
}

/// What an address may do only so often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// No limit but that of all requests.
    None,
    /// Sitting down and leaving, at one table.
    Comings,
    /// Asking for a hint.
    Hints,
}

/// How a command ended.
pub(crate) enum Done {
    /// The table has this version now.
    Version(u64),
    /// The table has this version now, and the visitor this seat.
    Seat(u64, Seat),
    /// Go on at another table.
    Table(String),
    /// The table has this version, and a bot would do this on the visitor's seat.
    Hint(u64, Seat, Box<Advice>),
}

/// Who gives a command, and at which table.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    house: &'a House,
    visitor: &'a Visitor,
    id: &'a str,
}

impl At<'_> {
    /// The visitor's token.
    fn token(&self) -> String {
        self.visitor.0.clone()
    }

    /// Looks at the table.
    async fn look<T>(&self, look: impl FnOnce(&Live) -> T) -> Result<T, Fault> {
        self.house.hall.look(self.id, look).await
    }

    /// Changes the table: `decide` looks at it and says what happens.
    async fn change<D>(&self, decide: D) -> Result<Done, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault> + Send + 'static,
    {
        self.house.hall.change(self.id, decide).await.map(Done::Version)
    }
}

/// Carries out the command with this name. A visitor who gives one is present at the table.
pub(crate) async fn run(
    house: &House,
    visitor: &Visitor,
    origin: Origin,
    id: &str,
    name: &str,
    input: &Input,
) -> Result<Done, Fault> {
    let command = Entry::named(name);
    let limit = command.map_or(Limit::None, |command| command.limit);
    let asking = if limit == Limit::Hints { Some(house.guard.hint(origin.party())?) } else { None };
    if limit == Limit::Comings && token::is_table(id) {
        house.guard.come_or_go(origin.party(), id)?;
    }
    let done = match command {
        Some(command) => (command.run)(At { house, visitor, id }, input).await,
        None => Err(Fault::missing(format!("there is no command `{name}` at a table"))),
    };
    drop(asking);
    if matches!(&done, Err(fault) if fault.code == Code::Late) {
        // The answer is to show how the game goes on, although the clock's own task may not have come to this table yet.
        house.hall.call_time(id).await;
    }
    house.hall.sign(id, &visitor.0);
    house.look_on(id, origin);
    if done.is_ok() {
        house.caller.acted.note(token::hash(&visitor.0), id);
    }
    done
}

/// What is said for one of your seats.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForSeat {
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
}

/// A bot for a seat: a free one, or one whose player lets it play.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WithBot {
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
    /// The bot's name; `steady` if left out.
    pub bot: Option<Text>,
}

/// Nothing has to be said.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The bot with this name, or the one that is meant where no name is given.
fn known_bot(name: Option<&str>) -> Result<String, Fault> {
    let bot = name.unwrap_or("steady");
    ::bots::check(bot).map(|about| about.name.to_owned()).map_err(|unknown| Fault::bad(unknown.to_string()))
}

/// The seat that the visitor means: the one named, or their only one, or the one that is asked or awaited.
fn own(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    let own = live.seats_of(token);
    match named {
        Some(seat) if own.contains(seat) => Ok(seat),
        Some(_) => Err(Fault::forbidden("that is not your seat")),
        None => {
            let seat = live.first_of(own);
            seat.ok_or_else(|| Fault::forbidden("you have no seat at this table; you can watch"))
        }
    }
}

/// The visitor's own seat, or any if the visitor made the table.
fn own_or_hosted(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    match named {
        Some(seat) if live.is_host(token) && seat.index() < live.chairs.len() => Ok(seat),
        named => own(live, token, named),
    }
}

fn running(live: &Live) -> Result<(), Fault> {
    match live.stage() {
        Stage::Running => Ok(()),
        Stage::Waiting => Err(Fault::conflict("the game has not begun yet")),
        Stage::Over => Err(Fault::conflict("the game is over")),
        Stage::Closed => Err(Fault::conflict("the host closed this table")),
        Stage::Stopped => Err(Fault::conflict("the rules were changed, and this game cannot go on")),
    }
}
