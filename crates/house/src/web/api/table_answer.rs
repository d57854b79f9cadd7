//! A table as programs are told of it. The OpenAPI document is made from these types.

use crate::table::{
    Stage,
    presence::Company,
    scene::{Scene, SeatScene, Steps},
    seat_schema::{SeatNumber, seat_or_watcher},
    timing::Timing,
};
use engine::{Chart, Choices, Data, ToldEvent};
use kernel::{Seat, Seats};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

/// A sentence and the clause it rests on.
#[derive(Serialize, ToSchema)]
#[schema(as = Line)]
pub(crate) struct Sentence {
    /// Plain words.
    text: String,
    /// The clause of the rulebook.
    clause: &'static str,
}

impl From<&kernel::Line> for Sentence {
    fn from(line: &kernel::Line) -> Sentence {
        Sentence { text: line.text.clone(), clause: line.clause }
    }
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct Outcome {
    /// Who won.
    #[schema(value_type = Vec<SeatNumber>)]
    winners: Seats,
    /// The place of each seat, the first seat first.
    places: Vec<u8>,
    /// The score of each seat.
    scores: Vec<i32>,
    /// The clause by which it ended.
    clause: &'static str,
}

impl From<&kernel::Outcome> for Outcome {
    fn from(outcome: &kernel::Outcome) -> Outcome {
        let all = Seats::first(outcome.players());
        Outcome {
            winners: outcome.winners(),
            places: all.map(|seat| outcome.place(seat)).collect(),
            scores: all.map(|seat| outcome.score(seat)).collect(),
            clause: outcome.clause,
        }
    }
}

/// A request to take back the last action.
#[derive(Serialize, ToSchema)]
pub(crate) struct Request {
    /// Who asks.
    #[schema(value_type = SeatNumber)]
    by: Seat,
    /// Who has not answered yet.
    #[schema(value_type = Vec<SeatNumber>)]
    missing: Seats,
}

/// A table as you may know it. The fields of the game are there once it has begun, those of its end when it is over.
#[derive(Serialize)]
pub(crate) struct Table {
    #[serde(flatten)]
    facts: Facts,
    #[serde(flatten)]
    play: Option<Play>,
    #[serde(flatten)]
    end: Option<End>,
}

/// What is known of a table at any stage.
#[derive(Serialize, ToSchema)]
struct Facts {
    /// Its name in addresses.
    table: String,
    /// Raised by all that happens at the table.
    version: u64,
    /// The game's id.
    game: &'static str,
    /// The settings of the table.
    #[schema(value_type = Object)]
    options: Map<String, Value>,
    stage: Stage,
    seats: Vec<SeatScene>,
    /// Who is here now.
    company: Company,
    /// How long everybody may take, if that is limited.
    #[schema(required)]
    clock: Option<Timing>,
    /// Do the clocks stand still until somebody does something, because everybody has run out of time again and again? Whoever is
    /// back says so with `resume`.
    clock_rests: bool,
    /// As whom you look: a seat, or `watcher`.
    #[schema(schema_with = seat_or_watcher)]
    viewer: Value,
    /// Your seats; several on one device.
    #[schema(value_type = Vec<SeatNumber>)]
    own: Seats,
    /// Did you make it?
    host: bool,
    /// Is it listed for anybody to join?
    open: bool,
    /// May you take a free seat?
    may_sit: bool,
    /// The path of the invitation, for those who may invite.
    #[schema(required)]
    invitation: Option<String>,
    /// What was published of the secret that all luck comes from.
    commitment: String,
    /// The table that this one follows.
    #[schema(required)]
    from: Option<String>,
    /// The table that was made to follow this one.
    #[schema(required)]
    next: Option<String>,
    #[schema(required)]
    request: Option<Request>,
    /// Whom the game waits for.
    #[schema(value_type = Vec<SeatNumber>)]
    awaited: Seats,
    /// Who has to answer somebody's offer, bid or question.
    #[schema(value_type = Vec<SeatNumber>)]
    asked: Seats,
}

/// What is known of a game that has begun.
#[derive(Serialize, ToSchema)]
struct Play {
    /// Whose turn it is and what is asked.
    prompt: Sentence,
    /// What you may know, as the game's own data.
    #[schema(value_type = Object)]
    view: Data,
    /// What you may do.
    choices: Choices,
    /// The kinds of question that you have answered once for all.
    standing: Vec<String>,
    /// How many actions you may take back alone.
    undoable: usize,
    /// What happened, oldest first; of a long game a part.
    events: Vec<ToldEvent>,
    /// Did more happen before these events? Ask for those `before` the entry of the first.
    earlier: bool,
    /// Did more happen after these events? Ask for those `from` the entry after that of the last.
    later: bool,
    /// Where the moment that is shown is in the game.
    moments: Steps,
    /// The moment that is shown; `null` is now.
    #[schema(required)]
    at: Option<usize>,
    /// May earlier moments be looked at?
    past_is_open: bool,
}

/// What is known of a game that is over.
#[derive(Serialize, ToSchema)]
struct End {
    outcome: Option<Outcome>,
    /// The score worked out.
    score: Vec<Sentence>,
    /// How each seat stood through the game.
    chart: Chart,
}

impl Table {
    /// The table of a scene.
    pub fn of(scene: Scene) -> Table {
        let over = scene.stage == Stage::Over;
        let end = scene.play.as_ref().filter(|_| over).map(|play| End {
            outcome: play.outcome.as_ref().map(Outcome::from),
            score: play.score.iter().map(Sentence::from).collect(),
            chart: play.chart.as_deref().cloned().unwrap_or_default(),
        });
        let (awaited, asked) = scene.play.as_ref().map_or((Seats::NONE, Seats::NONE), |play| (play.awaited, play.asked));
        let play = scene.play.map(|play| Play {
            prompt: Sentence::from(&play.prompt),
            view: play.view,
            choices: play.choices,
            standing: play.standing.into_iter().map(|(kind, _)| kind).collect(),
            undoable: play.undoable,
            earlier: play.log.earlier,
            later: play.log.later,
            events: {
                let events = play.log.lines.into_iter().filter_map(|line| line.told);
                events.filter(|told| play.at.is_none_or(|at| told.entry <= at)).collect()
            },
            moments: play.steps,
            at: play.at,
            past_is_open: play.past_is_open,
        });
        let facts = Facts {
            table: scene.id,
            version: scene.version,
            game: scene.about.id,
            options: scene.options,
            stage: scene.stage,
            seats: scene.seats,
            company: scene.company,
            clock: scene.clock,
            clock_rests: scene.clock_rests,
            viewer: match scene.viewer {
                kernel::Viewer::Seat(seat) => json!(seat),
                kernel::Viewer::Watcher => json!("watcher"),
            },
            own: scene.own,
            host: scene.host,
            open: scene.open,
            may_sit: scene.may_sit,
            invitation: scene.invitation,
            commitment: scene.commitment,
            from: scene.from,
            next: scene.next,
            request: scene.request.map(|(by, missing)| Request { by, missing }),
            awaited,
            asked,
        };
        Table { facts, play, end }
    }
}

impl PartialSchema for Table {
    fn schema() -> RefOr<Schema> {
        let mut schema = Facts::schema();
        if let RefOr::T(Schema::Object(table)) = &mut schema {
            table.description = Some(
                "a table as you may know it: the fields that are not required are those of a game that has begun or is over"
                    .into(),
            );
            for part in [Play::schema(), End::schema()] {
                if let RefOr::T(Schema::Object(part)) = part {
                    table.properties.extend(part.properties);
                }
            }
        }
        schema
    }
}

impl ToSchema for Table {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Facts::schemas(schemas);
        Play::schemas(schemas);
        End::schemas(schemas);
    }
}
