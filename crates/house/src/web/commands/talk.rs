//! Saying something at a table.

use super::{At, Command, Done, own};
use crate::{
    fault::Fault,
    table::{Live, chat::Talk, seat_schema::SeatNumber},
    web::{input::Text, names::chat_line},
};
use kernel::Seat;
use serde::Deserialize;
use utoipa::ToSchema;

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

pub(super) struct Speak;

impl Command for Speak {
    const NAME: &'static str = "say";
    const ABOUT: &'static str = "say something to the others at the table";
    type Body = Say;

    async fn run(at: At<'_>, Say { text, seat }: Say) -> Result<Done, Fault> {
        let token = at.token();
        let speaker = move |live: &Live| {
            Talk::of(live, Some(&token)).speaks()?;
            own(live, &token, seat)
        };
        at.house.hall.say(at.id, chat_line(&text)?, speaker).await?;
        Ok(Done::Version(at.look(|live| live.sequence).await?))
    }
}
