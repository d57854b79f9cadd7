//! Pages of tables.

use super::{
    Failed, House, chat, commands,
    commands::Done,
    input::{Input, LONGEST_TEXT, wants_json},
    origin::Origin,
    visitor::Visitor,
};
use crate::{
    fault::Fault,
    pages::{self, Leaf},
    table::{
        Live, Stage,
        log_window::{LINES, Part, Window},
        scene::{Draft, Look, PageState, Scene},
    },
    token,
};
use axum::{
    Extension, Router,
    extract::{FromRequestParts, Path, Query, RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use axum_extra::extract::cookie::CookieJar;
use kernel::Seat;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The cookie with the games whose aim a visitor has read, which the script writes.
const AIMS: &str = "aims";

pub(super) fn routes() -> Router<House> {
    Router::new()
        .route("/tables", get(|| async { Redirect::to("/") }).post(found))
        .route("/t/{id}", get(page))
        .route("/t/{id}/join/{invite}", get(join))
        .route("/t/{id}/fragment", get(fragment))
        .route("/t/{id}/log", get(log))
        .route("/t/{id}/preview", get(preview))
        .route("/t/{id}/{verb}", get(back).post(command))
}

/// Brings the table that a request is about into memory, within the share of its address. If the table cannot be read, the
/// handler that needs it reports why.
pub(crate) async fn bring_in(
    State(house): State<House>,
    params: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Response {
    let party = request.extensions().get::<Origin>().copied().unwrap_or_default().party();
    let id = params.ok().and_then(|params| params.iter().find(|(name, _)| *name == "id").map(|(_, id)| id.to_owned()));
    let mut _in_memory = None;
    if let Some(id) = id {
        match house.hall.bring_in(&id, party).await {
            Err(fault) if fault.status == StatusCode::TOO_MANY_REQUESTS => return Failed(fault).answer(request.headers()),
            brought => _in_memory = brought.ok(),
        }
    }
    next.run(request).await
}

/// Which moment is shown.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct TableQuery {
    at: Option<String>,
    invite: Option<String>,
    /// The version that the asking page shows already.
    since: Option<u64>,
    /// Does nobody look at that page just now?
    away: Option<String>,
    /// The version from which on that page wants to be told what happened, if that is an earlier one.
    told: Option<u64>,
    /// The seat that the visitor looks from, where several are theirs.
    #[serde(rename = "as")]
    seat: Option<String>,
    /// The deal that is put together, by what its action begins with.
    deal: Option<String>,
    /// With whom.
    with: Option<String>,
    /// What the visitor wants to write without being disturbed.
    write: Option<String>,
    /// The part of the board that is to be seen.
    view: Option<String>,
    /// What was filled into a form that was refused.
    #[serde(skip)]
    filled: BTreeMap<String, String>,
    /// The lines of the log before this version.
    log: Option<u64>,
    /// The lines of the log after this version.
    after: Option<u64>,
}

impl TableQuery {
    fn at(&self) -> Result<Option<usize>, Fault> {
        let wrong = |_| Fault::bad("a moment is given by the number of an entry");
        self.at.as_deref().filter(|text| !text.is_empty()).map(|text| text.parse().map_err(wrong)).transpose()
    }

    /// The seat that is looked from. What is no seat is none of the visitor's.
    fn seat(&self) -> Option<Seat> {
        seat(self.seat.as_deref()?)
    }

    /// The deal that is put together.
    fn draft(&self) -> Option<Draft> {
        let with = self.with.iter().flat_map(|with| with.split(',')).filter_map(seat);
        Some(Draft { verb: self.deal.clone()?, with: with.collect() })
    }

    /// Which lines of the log are asked for.
    fn part(&self) -> Option<Part> {
        self.log.map(Part::Before).or(self.after.map(Part::After))
    }
}

/// The seat with this number.
fn seat(number: &str) -> Option<Seat> {
    number.parse::<usize>().ok().and_then(|number| Seat::try_from(number).ok())
}

/// A text as a part of an address.
fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The house's own address, as the visitor knows it.
pub(super) fn own_address(headers: &HeaderMap, origin: Origin) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let scheme = if origin.https { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}

/// Who asks for a page, from where.
#[derive(FromRequestParts)]
pub(crate) struct Asker {
    #[from_request(via(Extension))]
    visitor: Visitor,
    #[from_request(via(Extension))]
    origin: Origin,
    headers: HeaderMap,
}

/// How much of a page is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All of it, with what is said at the table.
    Whole,
    /// The part that changes.
    Fragment,
}

async fn scene(house: &House, asker: &Asker, id: &str, query: &TableQuery, extent: Extent) -> Result<Scene, Fault> {
    let look = Look { at: query.at()?, log: query.part(), seat: query.seat() };
    let token = asker.visitor.0.clone();
    house.visit(id, asker.origin).await;
    house.hall.sign(id, &token);
    let aims = CookieJar::from_headers(&asker.headers).get(AIMS).map(|cookie| cookie.value().to_owned());
    let page = PageState {
        invite: query.invite.clone(),
        // A link is to be copied and sent: it has to be whole, also where no script completes it.
        address: own_address(&asker.headers, asker.origin).unwrap_or_default(),
        since: query.since,
        told: query.told,
        known_aims: aims.unwrap_or_default(),
        view: query.view.clone(),
        draft: query.draft(),
        write: query.write.clone(),
        filled: query.filled.clone(),
        lesson: None,
        chat: match extent {
            Extent::Whole => Some(chat::beside(house, &asker.visitor, &asker.headers, id).await?),
            Extent::Fragment => None,
        },
    };
    let scene = house.hall.look(id, move |live| Scene::on_page(live, Some(&token), look, page)).await??;
    if !scene.own.is_empty() && query.away.is_none() {
        house.caller.seen.note(token::hash(&asker.visitor.0), id);
    }
    Ok(scene)
}

/// The page of a table.
async fn page(
    State(house): State<House>,
    asker: Asker,
    Path(id): Path<String>,
    Query(query): Query<TableQuery>,
) -> Result<Response, Failed> {
    match scene(&house, &asker, &id, &query, Extent::Whole).await {
        Ok(scene) => Ok(pages::table(&scene, None).into_response()),
        // The table is there, only not as it was asked for.
        Err(fault) if query.at.is_some() && house.hall.look(&id, |_| ()).await.is_ok() => {
            Ok((fault.status, pages::fault_with(&fault, &format!("/t/{id}"), "Back to the table")).into_response())
        }
        Err(fault) => Err(fault.into()),
    }
}

/// The page of a table for somebody who was invited.
async fn join(State(house): State<House>, asker: Asker, Path((id, invite)): Path<(String, String)>) -> Result<Response, Failed> {
    let query = TableQuery { invite: Some(invite), ..TableQuery::default() };
    let scene = scene(&house, &asker, &id, &query, Extent::Whole).await?;
    if scene.invite_key.is_none() {
        return Err(Fault::missing("this invitation is not valid: ask for a new link").into());
    }
    if scene.stage != Stage::Waiting || !scene.own.is_empty() {
        return Ok(Redirect::to(&format!("/t/{id}")).into_response());
    }
    Ok(pages::table(&scene, None).into_response())
}

/// The part of the page that changes.
async fn fragment(
    State(house): State<House>,
    asker: Asker,
    Path(id): Path<String>,
    Query(query): Query<TableQuery>,
) -> Result<Response, Failed> {
    let scene = scene(&house, &asker, &id, &query, Extent::Fragment).await?;
    Ok(pages::fragment(&scene, None).into_response())
}

/// Lines of the log alone, for the script when somebody scrolls to them.
async fn log(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(query): Query<TableQuery>,
) -> Result<Response, Failed> {
    let (at, part) = (query.at()?, query.part().unwrap_or_default());
    let look = |live: &Live| {
        let opens = match &live.table {
            _ if live.unplayable.is_some() => true,
            Some(table) => table.past_is_open(),
            None => return Err(Fault::conflict("the game has not begun yet")),
        };
        let about = engine::game(&live.founding.game)?.about();
        let window = Window::of(live, live.viewer(live.seats_of(&visitor.0), query.seat()), part, LINES);
        Ok::<_, Fault>(pages::turns(&Leaf { id: &live.id, game: about.id, opens, at }, &window))
    };
    Ok(house.hall.look(&id, look).await??.into_response())
}

/// An action that is being written.
#[derive(Deserialize)]
pub(crate) struct Written {
    seat: String,
    action: String,
}

/// What an action would change, or why it may not be: for the script, while somebody writes an amount.
async fn preview(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(written): Query<Written>,
) -> Result<String, Failed> {
    let look = |live: &Live| {
        let own = live.seats_of(&visitor.0);
        let seat = seat(&written.seat).filter(|seat| own.contains(*seat));
        let seat = seat.ok_or_else(|| Fault::forbidden("that is not your seat"))?;
        let table = live.game().ok_or_else(|| Fault::conflict("nothing can be done at this table now"))?;
        let action: String = written.action.chars().take(LONGEST_TEXT).collect();
        Ok::<_, Fault>(table.preview(seat, &action).map_or_else(|refused| refused.to_string(), |choice| choice.effect))
    };
    Ok(house.hall.look(&id, look).await??)
}

/// Makes a table and goes there; what is wrong is said on the set-up page.
async fn found(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
    input: Input,
) -> Result<Response, Failed> {
    match commands::found(&house, &visitor, origin, &input).await {
        Ok(id) => Ok(Redirect::to(&format!("/t/{id}")).into_response()),
        Err(fault) => {
            let filled_in = input.filled_in();
            match filled_in.get("game").and_then(|game| engine::game(game).ok()) {
                Some(game) if !wants_json(&headers) => {
                    Ok((fault.status, pages::set_up(game, &pages::Form(filled_in), Some(&fault))).into_response())
                }
                _ => Ok(Failed(fault).answer(&headers)),
            }
        }
    }
}

/// The address of a command leads to the table: it is the address that a refused form leaves behind.
async fn back(Path((id, verb)): Path<(String, String)>) -> Result<Redirect, Failed> {
    if !token::is_table(&id) {
        return Err(Fault::missing("there is no such table").into());
    }
    match commands::Entry::named(&verb).is_some() {
        true => Ok(Redirect::to(&format!("/t/{id}"))),
        false => Err(Fault::missing(format!("there is no command `{verb}` at a table")).into()),
    }
}

/// Carries out a command and shows the table: a redirect for a plain form, for the script the part of the page that changes. What
/// was refused is said on the page as it is now.
async fn command(
    State(house): State<House>,
    asker: Asker,
    Path((id, verb)): Path<(String, String)>,
    input: Input,
) -> Result<Response, Failed> {
    let headers = &asker.headers;
    // The script tells which version its page shows.
    let since = headers.get("x-exchequer").and_then(|version| version.to_str().ok()?.parse().ok());
    let script = headers.get("x-exchequer").is_some();
    let filled = input.filled_in();
    let (invite, view) = (filled.get("invite").cloned(), filled.get("view").cloned());
    let query = TableQuery { invite, view, since, ..TableQuery::default() };
    match commands::run(&house, &asker.visitor, asker.origin, &id, &verb, &input).await {
        Ok(Done::Table(table)) => Ok(Redirect::to(&format!("/t/{table}")).into_response()),
        Ok(Done::Hint(_, seat, _)) => {
            hinted(&house, &asker, &id, TableQuery { seat: Some(seat.to_string()), ..query }, script).await
        }
        Ok(Done::Version(_) | Done::Seat(..)) if script => {
            let scene = scene(&house, &asker, &id, &query, Extent::Fragment).await?;
            Ok(pages::fragment(&scene, None).into_response())
        }
        Ok(Done::Version(_) | Done::Seat(..)) => {
            let view = filled.get("view").map(|view| format!("?view={}", encoded(view)));
            Ok(Redirect::to(&format!("/t/{id}{}", view.unwrap_or_default())).into_response())
        }
        Err(fault) => {
            // What was filled in is filled in again, for the seat that it was meant for.
            let given = |name: &str| filled.get(name).cloned();
            let query =
                TableQuery { seat: given("seat"), deal: given("deal"), with: given("with"), filled: filled.clone(), ..query };
            let extent = if script { Extent::Fragment } else { Extent::Whole };
            let Ok(scene) = scene(&house, &asker, &id, &query, extent).await else {
                return Ok(Failed(fault).answer(headers));
            };
            let page = match script {
                true => pages::fragment(&scene, Some(&fault)),
                false => pages::table(&scene, Some(&fault)),
            };
            Ok((fault.status, page).into_response())
        }
    }
}

/// Shows the table with the hint: where several seats are the visitor's, from the one that it is for.
async fn hinted(house: &House, asker: &Asker, id: &str, query: TableQuery, script: bool) -> Result<Response, Failed> {
    let token = &asker.visitor.0;
    let first = house.hall.look(id, |live| live.first_of(live.seats_of(token))).await?;
    let query = TableQuery { seat: query.seat.clone().filter(|_| first != query.seat()), ..query };
    if script {
        let scene = scene(house, asker, id, &query, Extent::Fragment).await?;
        return Ok(pages::fragment(&scene, None).into_response());
    }
    let parts = [("as", &query.seat), ("view", &query.view)];
    let parts = parts.into_iter().filter_map(|(name, part)| Some(format!("{name}={}", encoded(part.as_deref()?))));
    let parts = parts.collect::<Vec<_>>().join("&");
    let parts = if parts.is_empty() { parts } else { format!("?{parts}") };
    Ok(Redirect::to(&format!("/t/{id}{parts}#hint")).into_response())
}
