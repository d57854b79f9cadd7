//! Playing: an action, a deal put together from its parts, an answer that stands.

use super::{At, Command, Done, own, running};
use crate::{
    clock,
    fault::Fault,
    table::{Live, LogEntry, seat_schema::SeatNumber},
    web::{
        compose_action::{put_together, with_amount},
        input::{Parts, Text},
    },
};
use kernel::Seat;
use serde::Deserialize;
use utoipa::ToSchema;

/// Doing something in the game.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// What, in the game's notation. With an `amount`, a `?` stands in its place: `bid ?`.
    pub action: Text,
    /// The amount of a bid, a bet or the like: a whole number.
    pub amount: Option<Text>,
    /// A usual amount, pressed as a button of the same form; it counts instead of `amount`.
    pub usual: Option<Text>,
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
    /// The version that you saw; what was meant for a moment before your last action is refused.
    pub version: Option<u64>,
}

pub(super) struct PlayAction;

impl Command for PlayAction {
    const NAME: &'static str = "play";
    const ABOUT: &'static str = "do something in the game";
    type Body = Play;

    async fn run(at: At<'_>, body: Play) -> Result<Done, Fault> {
        let Play { action, amount, usual, seat, version } = body;
        let (action, token) = (with_amount(&action, usual.or(amount).as_deref())?, at.token());
        at.change(move |live| {
            let seat = own(live, &token, seat)?;
            may_act(live, seat, version)?;
            Ok(vec![LogEntry::acted(seat, action, clock::now())])
        })
        .await
    }
}

/// A deal put together from its parts; `play` takes the same deal in one line.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PutTogether {
    /// What kind of deal: the `verb` of one of the bargains that you are told of, such as `offer`.
    pub deal: Text,
    /// With whom: the numbers of their seats. What counts is who gives and gets.
    pub with: Option<Text>,
    /// Things that change hands, such as `1>2 mill`, each under any number.
    #[serde(default)]
    pub thing: Parts,
    /// Sums by who gives them to whom, such as `2>1`.
    #[serde(default)]
    pub sum: Parts,
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
    /// The version that you saw; what was meant for a moment before your last action is refused.
    pub version: Option<u64>,
}

pub(super) struct Deal;

impl Command for Deal {
    const NAME: &'static str = "deal";
    const ABOUT: &'static str = "propose a deal that is put together from its parts";
    type Body = PutTogether;

    async fn run(at: At<'_>, deal: PutTogether) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| {
            let seat = own(live, &token, deal.seat)?;
            may_act(live, seat, deal.version)?;
            let action = put_together(live, seat, &deal)?;
            Ok(vec![LogEntry::acted(seat, action, clock::now())])
        })
        .await
    }
}

/// An answer that stands until it is taken back.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stand {
    /// What kind of question, as you are asked it.
    pub kind: Text,
    /// Does the answer stand from now on?
    pub on: bool,
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
}

pub(super) struct StandingAnswer;

impl Command for StandingAnswer {
    const NAME: &'static str = "stand";
    const ABOUT: &'static str = "answer a kind of question once for all, or take that back";
    type Body = Stand;

    async fn run(at: At<'_>, Stand { kind: Text(kind), on, seat }: Stand) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| {
            running(live)?;
            let seat = own(live, &token, seat)?;
            let question = live.game().and_then(|table| table.question(seat));
            if on && !question.is_some_and(|asked| asked.kind == kind && asked.standing.is_some()) {
                return Err(Fault::conflict("you are not asked this now, or it has to be looked at each time"));
            }
            Ok(vec![LogEntry::Stood { seat, kind, on }])
        })
        .await
    }
}

/// Is this seat the visitor's to play? Once their time is up, or a bot plays for them, it is not.
fn may_act(live: &Live, seat: Seat, version: Option<u64>) -> Result<(), Fault> {
    if live.is_late(seat, clock::now()) {
        return Err(too_late("it is decided for you"));
    }
    match (live.is_played_by_person(seat), live.ran_out(seat)) {
        (true, _) => timely(live, seat, version),
        (false, true) => Err(too_late("a bot plays for you until you take your seat back")),
        (false, false) => Err(Fault::conflict("a bot plays for you now: take your seat back first")),
    }
}

fn too_late(instead: &str) -> Fault {
    Fault::late(format!("your time was up before this came: {instead}"))
}

/// What was sent before the seat's last action was meant for that moment, not for this one.
pub(super) fn timely(live: &Live, seat: Seat, version: Option<u64>) -> Result<(), Fault> {
    let Some(version) = version else { return Ok(()) };
    if version > live.sequence {
        return Err(Fault::conflict(format!("the table is not at version {version} yet: look again")));
    }
    match live.acted.get(seat.index()) {
        Some(acted) if version < *acted && live.ran_out(seat) => Err(too_late("the safe choice was made for you")),
        Some(acted) if version < *acted => Err(Fault::conflict("you have moved since then: look again")),
        _ => Ok(()),
    }
}
