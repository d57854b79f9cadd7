//! Taking back, alone or with everybody's consent.

use super::{At, Command, Done, ForSeat, own, play::timely, running};
use crate::{
    fault::Fault,
    table::{Live, LogEntry, seat_schema::SeatNumber},
};
use kernel::Seat;
use serde::Deserialize;
use utoipa::ToSchema;

/// Taking back, alone or by asking the others.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakeBack {
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
    /// The version that you saw; what was meant for a moment before your last action is refused.
    pub version: Option<u64>,
}

pub(super) struct Undo;

impl Command for Undo {
    const NAME: &'static str = "undo";
    const ABOUT: &'static str = "take back your own last action";
    type Body = TakeBack;

    async fn run(at: At<'_>, body: TakeBack) -> Result<Done, Fault> {
        take_back(at, body, |_| 1).await
    }
}

pub(super) struct Restart;

impl Command for Restart {
    const NAME: &'static str = "restart";
    const ABOUT: &'static str = "take back all your actions since luck was drawn or somebody else acted";
    type Body = TakeBack;

    async fn run(at: At<'_>, body: TakeBack) -> Result<Done, Fault> {
        take_back(at, body, |undoable| undoable.max(1)).await
    }
}

/// Takes back as many of the visitor's own actions as `count` says, which is told how many can be.
async fn take_back(at: At<'_>, TakeBack { seat, version }: TakeBack, count: fn(usize) -> usize) -> Result<Done, Fault> {
    let token = at.token();
    at.change(move |live| {
        let seat = own(live, &token, seat)?;
        timely(live, seat, version)?;
        let undoable = live.table.as_ref().map_or(0, |table| table.undoable(seat));
        Ok(vec![LogEntry::took_back(seat, false); count(undoable)])
    })
    .await
}

pub(super) struct Ask;

impl Command for Ask {
    const NAME: &'static str = "ask";
    const ABOUT: &'static str = "ask everybody to let the last action be taken back";
    type Body = TakeBack;

    async fn run(at: At<'_>, TakeBack { seat, version }: TakeBack) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| {
            let by = own(live, &token, seat)?;
            timely(live, by, version)?;
            // With nobody to ask, to ask is to agree.
            if live.to_be_asked(by).is_empty() { with_consent(live, by) } else { Ok(vec![LogEntry::Asked { by }]) }
        })
        .await
    }
}

pub(super) struct Agree;

impl Command for Agree {
    const NAME: &'static str = "agree";
    const ABOUT: &'static str = "agree to that";
    type Body = ForSeat;

    async fn run(at: At<'_>, ForSeat { seat }: ForSeat) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| {
            let seat = asked(live, &token, seat)?;
            let Some(request) = live.request else { return Err(nobody_asks()) };
            let mut entries = vec![LogEntry::Agreed { seat }];
            if request.missing.without(seat).is_empty() {
                entries.extend(with_consent(live, request.by)?);
            }
            Ok(entries)
        })
        .await
    }
}

pub(super) struct Decline;

impl Command for Decline {
    const NAME: &'static str = "decline";
    const ABOUT: &'static str = "do not agree";
    type Body = ForSeat;

    async fn run(at: At<'_>, ForSeat { seat }: ForSeat) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| Ok(vec![LogEntry::Declined { seat: asked(live, &token, seat)? }])).await
    }
}

/// Taking back what all agreed to.
fn with_consent(live: &Live, by: Seat) -> Result<Vec<LogEntry>, Fault> {
    running(live)?;
    match live.to_take_back() {
        0 => Err(Fault::conflict("there is nothing to take back yet")),
        count => Ok(vec![LogEntry::took_back(by, true); count]),
    }
}

/// The visitor's seat whose consent is missing; the one named, if one is.
fn asked(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    let request = live.request.ok_or_else(nobody_asks)?;
    let missing = request.missing.and(live.seats_of(token));
    let seat = named.map_or(missing.lowest(), |seat| missing.contains(seat).then_some(seat));
    seat.ok_or_else(|| Fault::forbidden("you are not being asked"))
}

fn nobody_asks() -> Fault {
    Fault::conflict("nobody is asking for anything right now")
}
