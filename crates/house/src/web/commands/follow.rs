//! Going on at another table: a rematch, or play from a moment of a finished game.

use super::{
    At, Command, Done, Nothing,
    new_table::{founding, sitting},
};
use crate::{
    clock,
    fault::Fault,
    hall::{Following, sits},
    table::{GUEST, Holder, Live, LogEntry, Stage},
    token,
    web::{
        api::{
            NextTable,
            document::{Shape, shape},
        },
        names::{bot_name, unlike},
        visitor::Visitor,
    },
};
use kernel::{Seat, Seats};
use serde::Deserialize;
use utoipa::ToSchema;

pub(super) struct Rematch;

impl Command for Rematch {
    const NAME: &'static str = "rematch";
    const ABOUT: &'static str = "a new table with the same players and settings";
    const ANSWER: Shape = shape::<NextTable>;
    type Body = Nothing;

    async fn run(at: At<'_>, Nothing {}: Nothing) -> Result<Done, Fault> {
        follow(at, None).await
    }
}

/// Playing on from a moment of a finished game.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayOn {
    /// The moment after this entry of the record.
    pub at: usize,
}

pub(super) struct PlayOnFrom;

impl Command for PlayOnFrom {
    const NAME: &'static str = "play-on";
    const ABOUT: &'static str = "a new table against bots that goes on from a moment of a finished game";
    const ANSWER: Shape = shape::<NextTable>;
    type Body = PlayOn;

    async fn run(at: At<'_>, PlayOn { at: moment }: PlayOn) -> Result<Done, Fault> {
        follow(at, Some(moment)).await
    }
}

/// A new table with the same players and settings, from the start or from a moment of the finished game. A visitor who asks second
/// for a rematch is led to the table of the first.
async fn follow(at: At<'_>, moment: Option<usize>) -> Result<Done, Fault> {
    let visitor = at.visitor.clone();
    at.house.hall.follow(at.id, move |live| following(live, &visitor, moment)).await.map(Done::Table)
}

/// The table that follows a finished game.
fn following(live: &Live, visitor: &Visitor, at: Option<usize>) -> Result<Following, Fault> {
    if live.stage() != Stage::Over {
        return Err(Fault::conflict("the game is not over yet"));
    }
    let position = match (at, &live.table) {
        (None, _) => None,
        (Some(_), None) => return Err(Fault::missing("the moments of this game cannot be shown any more")),
        (Some(at), Some(table)) => {
            let position = table.position(Some(at))?;
            if table.moments().last() == Some(&at) {
                return Err(Fault::conflict("the game is over at that moment: choose an earlier one"));
            }
            Some(position)
        }
    };
    if let (Some(next), None) = (&live.next, at) {
        return Ok(Following::There(next.clone()));
    }
    let own = live.seats_of(&visitor.0);
    if at.is_none() && own.is_empty() {
        return Err(Fault::forbidden("only the players can ask for a rematch"));
    }
    let old = &live.founding;
    let mut founding = founding(&old.game, old.options.clone(), old.seats, visitor, false, old.hot_seat);
    founding.position = position;
    founding.from = Some(live.id.clone());
    // A player who plays on alone against bots has all the time there is.
    founding.clock = old.clock.filter(|_| at.is_none());
    let me = Holder::Person(token::hash(&visitor.0));
    let (mut entries, mut absent) = (Vec::<LogEntry>::new(), Vec::new());
    for (seat, chair) in Seats::first(old.seats).zip(live.chairs.iter().flatten()) {
        let mine = chair.holder == me || (at.is_some() && own.is_empty() && seat == Seat::FIRST);
        let bot = chair.bot().map(str::to_owned);
        let (called, holder) = match &chair.holder {
            // Who plays on from a moment without having sat there takes the first seat.
            Holder::Person(_) | Holder::Bot(_) if mine && own.is_empty() => (GUEST.to_owned(), me.clone()),
            // Who plays on plays alone against bots, and these are called as bots are.
            Holder::Person(_) if at.is_some() && !mine => {
                (bot_name(seat).to_owned(), Holder::Bot(bot.unwrap_or_else(|| "steady".into())))
            }
            // A rematch keeps everybody's seat. For who was gone, the bot goes on; who asks for it is there.
            holder => {
                if let (Some(bot), Holder::Person(_), false) = (bot, holder, mine) {
                    absent.push(LogEntry::HandedOver { seat, bot, by_host: chair.by_host });
                }
                (chair.name.clone(), holder.clone())
            }
        };
        let others: Vec<&str> = entries.iter().filter_map(sitting).collect();
        entries.push(sits(seat, &unlike(&called, &others), holder, None));
    }
    entries.push(LogEntry::began(clock::now()));
    entries.extend(absent);
    // Playing on is a matter of who plays on; a rematch is everybody's next table.
    Ok(if at.is_some() { Following::Aside(founding, entries) } else { Following::Next(founding, entries) })
}
