//! What a visitor may say in the body of a request, command by command. A field that is not listed here is refused, and so is
//! one of another kind than it should be: what was meant cannot be guessed, and must not be passed over in silence.

use super::input::{Chosen, Parts, Places, Text};
use crate::schema::SeatNumber;
use kernel::Seat;
use serde::Deserialize;
use utoipa::ToSchema;

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
    pub names: Places,
    /// A named set of settings, to which the others are changes.
    pub preset: Option<Text>,
    /// Settings of the game; the others have their defaults.
    #[serde(default)]
    pub option: Chosen,
    /// Who sits where: `you` (also for several seats on one device), `person` (free for whoever is invited) or `bot:NAME`. Without
    /// it, you on the first seat and nobody on the others.
    #[serde(default)]
    pub seat: Places,
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

/// What is said for one of your seats.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForSeat {
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
}

/// Saying something to the others.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Say {
    /// What, as plain text of at most 200 characters.
    pub text: Text,
    /// Which seat. Without it, the first that fits.
    #[schema(value_type = Option<SeatNumber>)]
    pub seat: Option<Seat>,
}

/// Not hearing somebody any more, on one's own screen.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hush {
    /// Whom; without it, everybody.
    pub seat: Option<Seat>,
    /// From now on, or no longer?
    pub on: bool,
}

/// How somebody wants to be called when it is their turn.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeCalls {
    /// An address that gets a JSON `POST` when it is your turn; an empty text ends that.
    pub hook: Option<Text>,
    /// An e-mail address, to be confirmed from there; an empty text ends that.
    pub mail: Option<Text>,
}

/// An address to be called at.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallAt {
    pub address: Text,
}

/// A way that somebody is not to be called any more.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgetCall {
    pub way: Text,
}

/// Playing on from a moment of a finished game.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayOn {
    /// The moment after this entry of the record.
    pub at: usize,
}

/// Nothing has to be said.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}
