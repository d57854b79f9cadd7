//! All that a page of a table shows, as one visitor may know it. Pages are drawn from this and from nothing else.

use crate::{
    chronicle::Remark,
    fault::Fault,
    live::{Live, Stage},
    log::Holder,
    schema::SeatNumber,
};
use engine::{Choices, Data, Told};
use kernel::{About, Line, Outcome, Seat, Seats, Viewer};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A table as one visitor sees it, now or at an earlier moment.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table's name in addresses.
    pub id: String,
    /// The version: the number of entries in the table's log.
    pub version: u64,
    /// The game.
    pub about: About,
    /// The settings that were chosen.
    pub options: Map<String, Value>,
    /// How far the table is.
    pub stage: Stage,
    /// Who sits where.
    pub seats: Vec<SeatScene>,
    /// The seats that the visitor holds; several on one device.
    pub own: Seats,
    /// Do several people play on the visitor's device?
    pub shared: bool,
    /// As whom the visitor looks.
    pub viewer: Viewer,
    /// Did the visitor make the table?
    pub host: bool,
    /// Is the table listed for anybody to join?
    pub open: bool,
    /// May the visitor take a free seat?
    pub may_sit: bool,
    /// Where the invitation is, for those who may invite: its path, or its whole address where the house's own is known.
    pub invitation: Option<String>,
    /// The invitation that the visitor came with.
    pub invite_key: Option<String>,
    /// The version that the visitor's page shows already, if it asks for what has changed since.
    pub since: Option<u64>,
    /// The game itself, once it has begun.
    pub play: Option<PlayScene>,
    /// A request to take something back: who asks, and whose consent is missing.
    pub request: Option<(Seat, Seats)>,
    /// How many actions are taken back when all agree; none if nobody has done anything yet.
    pub to_take_back: usize,
    /// What the players did about the game rather than in it, oldest first: the latest of it.
    pub remarks: Vec<Remark>,
    /// How many remarks came before those.
    pub earlier_remarks: usize,
    /// The table that was made to go on from this one.
    pub next: Option<String>,
    /// The table that this one follows.
    pub from: Option<String>,
    /// What the house published of its secret before anybody sat down: with it the dice can be checked at the end.
    pub commitment: String,
}

/// Somebody at the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
pub struct SeatScene {
    /// The seat.
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
    /// The name; none if the seat is free.
    #[schema(required)]
    pub name: Option<String>,
    /// The bot that plays it now.
    #[schema(required)]
    pub bot: Option<String>,
    /// Is it a person's seat?
    pub person: bool,
    /// Does the visitor hold it?
    pub own: bool,
    /// Is it awaited, or was it at the moment that is shown?
    pub awaited: bool,
    /// What it adds to the luck of the table; none if the seat is free.
    #[schema(required)]
    pub entropy: Option<String>,
}

/// The game as the visitor sees it.
#[derive(Clone, Debug)]
pub struct PlayScene {
    /// Who is awaited, or was at the moment that is shown.
    pub awaited: Seats,
    /// Is the visitor to play now, whatever moment is shown?
    pub own_turn: bool,
    /// What the viewer may know: the game's own view.
    pub view: Data,
    /// One sentence: whose turn, what is asked.
    pub prompt: Line,
    /// What the viewer may do now; nothing at an earlier moment.
    pub choices: Choices,
    /// The log up to the moment that is shown, oldest first.
    pub log: Vec<Told>,
    /// The rest of the log, if an earlier moment is shown.
    pub later: Vec<Told>,
    /// The version of the table with which each entry of the game's record came, the set-up first.
    pub heard: Vec<u64>,
    /// The moments of the game, 0 first.
    pub moments: Vec<usize>,
    /// The moment that is shown; none for now.
    pub at: Option<usize>,
    /// May earlier moments be looked at?
    pub past_is_open: bool,
    /// How many actions the viewer may take back alone.
    pub undoable: usize,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The score worked out, once the game is over.
    pub score: Vec<Line>,
    /// How each seat stood after each moment, once the game is over.
    pub standing: Vec<Vec<i64>>,
    /// What that is measured in.
    pub standing_of: &'static str,
}

impl Scene {
    /// The table as a visitor sees it. `at` is an earlier moment; `invited` tells that the visitor came by invitation.
    pub fn of(live: &Live, token: Option<&str>, at: Option<usize>, invited: bool) -> Result<Scene, Fault> {
        let own = token.map_or(Seats::NONE, |token| live.seats_of(token));
        let host = token.is_some_and(|token| live.is_host(token));
        let viewer = live.viewer(own);
        let play = PlayScene::of(live, viewer, at)?;
        let awaited = play.as_ref().map_or(Seats::NONE, |play| play.awaited);
        let seats = live.places.iter().enumerate().filter_map(|(index, place)| {
            let seat = Seat::new(index)?;
            Some(SeatScene {
                seat,
                name: place.as_ref().map(|place| place.name.clone()),
                bot: place.as_ref().and_then(|place| place.bot()).map(str::to_owned),
                person: place.as_ref().is_some_and(|place| matches!(place.holder, Holder::Person(_))),
                own: own.contains(seat),
                awaited: awaited.contains(seat),
                entropy: place.as_ref().map(|place| place.entropy.to_string()),
            })
        });
        let seats: Vec<SeatScene> = seats.collect();
        let waiting = live.stage() == Stage::Waiting;
        let (remarks, earlier_remarks) = live.chronicle.remarks();
        Ok(Scene {
            id: live.id.clone(),
            version: live.sequence,
            about: engine::game(&live.founding.game)?.about(),
            options: live.founding.options.clone(),
            stage: live.stage(),
            may_sit: waiting && !live.free_seats().is_empty() && (host || invited || live.founding.open),
            seats,
            own,
            shared: own.len() > 1,
            viewer,
            host,
            open: live.founding.open,
            invitation: (waiting && (host || !own.is_empty())).then(|| format!("/t/{}/join/{}", live.id, live.founding.invite)),
            invite_key: None,
            since: None,
            play,
            request: live.request.map(|request| (request.by, request.missing)),
            to_take_back: if live.stage() == Stage::Running { live.to_take_back() } else { 0 },
            remarks: remarks.to_vec(),
            earlier_remarks,
            next: live.next.clone(),
            from: live.founding.from.clone(),
            commitment: live.founding.secret.commitment().to_string(),
        })
    }
}

impl PlayScene {
    fn of(live: &Live, viewer: Viewer, at: Option<usize>) -> Result<Option<PlayScene>, Fault> {
        let Some(table) = &live.table else { return Ok(None) };
        let over = live.stage() == Stage::Over;
        let past_is_open = table.past_is_open();
        if at.is_some() && !past_is_open {
            return Err(Fault::conflict("this game can be looked back on when it is over: remembering is part of it"));
        }
        let choices = match viewer {
            Viewer::Seat(seat) if at.is_none() => table.actions(seat),
            _ => Choices::default(),
        };
        let undoable = match viewer {
            Viewer::Seat(seat) if at.is_none() && !over => table.undoable(seat),
            _ => 0,
        };
        let moments = table.moments().to_vec();
        let standing =
            if over { moments.iter().map(|moment| table.standing(Some(*moment))).collect::<Result<_, _>>()? } else { Vec::new() };
        let own = |seat: Seat| live.place(seat).is_some_and(|place| place.bot().is_none()) && table.turn().awaited.contains(seat);
        let (log, later) =
            table.events(0..=usize::MAX, viewer).into_iter().partition(|told: &Told| at.is_none_or(|at| told.entry <= at));
        Ok(Some(PlayScene {
            awaited: table.turn_at(at)?.awaited,
            own_turn: !over && matches!(viewer, Viewer::Seat(seat) if own(seat)),
            view: table.view(viewer, at)?,
            prompt: table.prompt(viewer, at)?,
            choices,
            log,
            later,
            heard: live.chronicle.heard().to_vec(),
            moments,
            at,
            past_is_open,
            undoable,
            outcome: table.outcome(),
            score: if over { table.score(None)? } else { Vec::new() },
            standing,
            standing_of: table.standing_of(),
        }))
    }
}
