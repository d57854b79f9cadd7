//! Bots that help: hints, bots that stand in for players, and hurrying them.

use super::{At, Command, Done, ForSeat, Limit, Nothing, WithBot, known_bot, own, own_or_hosted, running};
use crate::{
    clock,
    fault::Fault,
    hall::STAND_IN,
    table::{Live, LogEntry},
    token,
    web::api::{
        HintAnswer,
        document::{Shape, shape},
    },
};
use kernel::Seat;

pub(super) struct Hint;

impl Command for Hint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "ask what the bot `steady` would do in your place, on what you may know, and what that changes";
    const LIMIT: Limit = Limit::Hints;
    const ANSWER: Shape = shape::<HintAnswer>;
    type Body = ForSeat;

    async fn run(at: At<'_>, ForSeat { seat }: ForSeat) -> Result<Done, Fault> {
        let token = at.token();
        let seat = at.look(|live| may_ask(live, &token, seat)).await??;
        let (version, hint) = at.house.hall.hint(at.id, token::hash(&token), seat).await?;
        Ok(Done::Hint(version, seat, Box::new(hint)))
    }
}

/// The visitor's seat for which a bot may be asked what it would do: one that has something to decide, and no bot.
fn may_ask(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    running(live)?;
    let seat = own(live, token, named)?;
    if !live.is_played_by_person(seat) {
        return Err(Fault::conflict("a bot plays for you now: take your seat back first"));
    }
    if !live.turn().concerned().contains(seat) {
        return Err(Fault::conflict("it is not your turn: you can ask for a hint when you have something to decide"));
    }
    Ok(seat)
}

pub(super) struct HandOver;

impl Command for HandOver {
    const NAME: &'static str = "hand-over";
    const ABOUT: &'static str = "let a bot play for your seat; the host can do so, with the bot `steady`, for a player who is gone, where there are clocks only \
         when their time has run out, and it is announced for a while";
    type Body = WithBot;

    async fn run(at: At<'_>, WithBot { seat, bot }: WithBot) -> Result<Done, Fault> {
        let (bot, token) = (known_bot(bot.as_deref())?, at.token());
        let named = |live: &Live| {
            running(live)?;
            let seat = own_or_hosted(live, &token, seat)?;
            Ok::<_, Fault>((seat, live.seats_of(&token).contains(seat)))
        };
        match at.look(named).await?? {
            // Nobody takes the seat of somebody who is here, nor chooses how badly it is played.
            (_, false) if bot != STAND_IN => Err(Fault::bad(format!("only the bot `{STAND_IN}` can stand in for somebody else"))),
            (seat, false) => at.house.hall.stand_in(at.id, seat).await.map(Done::Version),
            (_, true) => {
                at.change(move |live| {
                    running(live)?;
                    let seat = own(live, &token, seat)?;
                    Ok(vec![LogEntry::HandedOver { seat, bot, by_host: false }])
                })
                .await
            }
        }
    }
}

pub(super) struct Resume;

impl Command for Resume {
    const NAME: &'static str = "resume";
    const ABOUT: &'static str = "play again yourself; or let the clocks run again that rest because everybody was gone";
    type Body = ForSeat;

    async fn run(at: At<'_>, ForSeat { seat }: ForSeat) -> Result<Done, Fault> {
        let token = at.token();
        at.change(move |live| {
            running(live)?;
            Ok(vec![LogEntry::Resumed { seat: own(live, &token, seat)?, time: clock::now() }])
        })
        .await
    }
}

pub(super) struct Hurry;

impl Command for Hurry {
    const NAME: &'static str = "hurry";
    const ABOUT: &'static str = "let the bots move without a pause";
    type Body = Nothing;

    async fn run(at: At<'_>, Nothing {}: Nothing) -> Result<Done, Fault> {
        let token = at.token();
        let allowed = at.look(|live| (live.is_host(&token) || !live.seats_of(&token).is_empty(), live.sequence));
        let (allowed, sequence) = allowed.await?;
        if !allowed {
            return Err(Fault::forbidden("only players can hurry the bots"));
        }
        at.house.hall.hurry(at.id).await?;
        Ok(Done::Version(sequence))
    }
}
