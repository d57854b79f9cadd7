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
    live::{Live, Stage},
    pages::{self, Leaf},
    scene::{Draft, Look, Scene},
    token,
    window::{LINES, Part, Window},
};
use axum::{
    Extension,
    extract::{FromRequestParts, Path, Query, RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use axum_extra::extract::cookie::CookieJar;
use kernel::Seat;
use maud::Markup;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The cookie with the games whose aim a visitor has read, which the script writes.
const AIMS: &str = "aims";

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
pub(crate) struct Moment {
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

impl Moment {
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

async fn scene(house: &House, asker: &Asker, id: &str, moment: &Moment) -> Result<Scene, Fault> {
    let look = Look { at: moment.at()?, log: moment.part(), invited: false, seat: moment.seat() };
    let (draft, filled, view, write) = (moment.draft(), moment.filled.clone(), moment.view.clone(), moment.write.clone());
    let token = asker.visitor.0.clone();
    let invite = moment.invite.clone();
    house.visit(id, asker.origin).await;
    house.hall.sign(id, &token);
    let (since, told) = (moment.since, moment.told);
    let aims = CookieJar::from_headers(&asker.headers).get(AIMS).map(|cookie| cookie.value().to_owned()).unwrap_or_default();
    let address = own_address(&asker.headers, asker.origin).unwrap_or_default();
    let scene = house
        .hall
        .look(id, move |live| {
            let invited = invite.filter(|invite| *invite == live.founding.invite);
            let mut scene = Scene::of(live, Some(&token), Look { invited: invited.is_some(), ..look })?;
            scene.invite_key = invited;
            scene.since = since;
            scene.knows_aim = aims.split('.').any(|known| known == scene.about.id);
            scene.told = told;
            // What cannot be dealt any more is not put together any more.
            let bargains = scene.play.as_ref().map_or(&[][..], |play| &play.choices.bargains);
            scene.draft = draft.filter(|draft| bargains.iter().any(|bargain| bargain.verb == draft.verb));
            scene.filled = filled;
            scene.view = view;
            scene.write = write;
            // A link is to be copied and sent: it has to be whole, also where no script completes it.
            scene.invitation = scene.invitation.map(|path| format!("{address}{path}"));
            Ok::<_, Fault>(scene)
        })
        .await??;
    if !scene.own.is_empty() && moment.away.is_none() {
        house.caller.seen.note(token::hash(&asker.visitor.0), id);
    }
    Ok(scene)
}

/// The whole page of a table, with what is said there.
async fn whole(house: &House, asker: &Asker, mut scene: Scene, fault: Option<&Fault>) -> Result<Markup, Fault> {
    scene.chat = Some(chat::beside(house, &asker.visitor, &asker.headers, &scene.id).await?);
    Ok(pages::table(&scene, fault))
}

/// The page of a table.
pub(crate) async fn page(
    State(house): State<House>,
    asker: Asker,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    match scene(&house, &asker, &id, &moment).await {
        Ok(scene) => Ok(whole(&house, &asker, scene, None).await?.into_response()),
        // The table is there, only not as it was asked for.
        Err(fault) if moment.at.is_some() && house.hall.look(&id, |_| ()).await.is_ok() => {
            Ok((fault.status, pages::fault_with(&fault, &format!("/t/{id}"), "Back to the table")).into_response())
        }
        Err(fault) => Err(fault.into()),
    }
}

/// The page of a table for somebody who was invited.
pub(crate) async fn join(
    State(house): State<House>,
    asker: Asker,
    Path((id, invite)): Path<(String, String)>,
) -> Result<Response, Failed> {
    let moment = Moment { invite: Some(invite), ..Moment::default() };
    let scene = scene(&house, &asker, &id, &moment).await?;
    if scene.invite_key.is_none() {
        return Err(Fault::missing("this invitation is not valid: ask for a new link").into());
    }
    if scene.stage != Stage::Waiting || !scene.own.is_empty() {
        return Ok(Redirect::to(&format!("/t/{id}")).into_response());
    }
    Ok(whole(&house, &asker, scene, None).await?.into_response())
}

/// The part of the page that changes.
pub(crate) async fn fragment(
    State(house): State<House>,
    asker: Asker,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let scene = scene(&house, &asker, &id, &moment).await?;
    Ok(pages::fragment(&scene, None).into_response())
}

/// Lines of the log alone, for the script when somebody scrolls to them.
pub(crate) async fn log(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let (at, part) = (moment.at()?, moment.part().unwrap_or_default());
    let look = |live: &Live| {
        let opens = match &live.table {
            _ if live.rests.is_some() => true,
            Some(table) => table.past_is_open(),
            None => return Err(Fault::conflict("the game has not begun yet")),
        };
        let about = engine::game(&live.founding.game)?.about();
        let window = Window::of(live, live.viewer(live.seats_of(&visitor.0), moment.seat()), part, LINES);
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
pub(crate) async fn preview(
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
pub(crate) async fn found(
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

/// Whoever asks to see a command is led to the table: it is the address that a refused form leaves behind.
pub(crate) async fn back(Path((id, verb)): Path<(String, String)>) -> Result<Redirect, Failed> {
    if !token::is_table(&id) {
        return Err(Fault::missing("there is no such table").into());
    }
    match commands::VERBS.iter().any(|known| known.name == verb) {
        true => Ok(Redirect::to(&format!("/t/{id}"))),
        false => Err(Fault::missing(format!("there is no command `{verb}` at a table")).into()),
    }
}

/// Whoever asks to see what was said or silenced is led to the chat.
pub(crate) async fn back_to_chat(Path(id): Path<String>) -> Result<Redirect, Failed> {
    match token::is_table(&id) {
        true => Ok(Redirect::to(&format!("/t/{id}/chat"))),
        false => Err(Fault::missing("there is no such table").into()),
    }
}

/// Carries out a command and shows the table: a redirect for a plain form, for the script the part of the page that changes. What
/// was refused is said on the page as it is now.
pub(crate) async fn command(
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
    let moment = Moment { invite, view, since, ..Moment::default() };
    match commands::run(&house, &asker.visitor, asker.origin, &id, &verb, &input).await {
        Ok(Done::Table(table)) => Ok(Redirect::to(&format!("/t/{table}")).into_response()),
        Ok(Done::Hint(_, seat, _)) => {
            hinted(&house, &asker, &id, Moment { seat: Some(seat.to_string()), ..moment }, script).await
        }
        Ok(Done::Version(_) | Done::Seat(..)) if script => {
            let scene = scene(&house, &asker, &id, &moment).await?;
            Ok(pages::fragment(&scene, None).into_response())
        }
        Ok(Done::Version(_) | Done::Seat(..)) => {
            let view = filled.get("view").map(|view| format!("?view={}", encoded(view)));
            Ok(Redirect::to(&format!("/t/{id}{}", view.unwrap_or_default())).into_response())
        }
        Err(fault) => {
            // What was filled in is filled in again, for the seat that it was meant for.
            let given = |name: &str| filled.get(name).cloned();
            let moment =
                Moment { seat: given("seat"), deal: given("deal"), with: given("with"), filled: filled.clone(), ..moment };
            let Ok(scene) = scene(&house, &asker, &id, &moment).await else {
                return Ok(Failed(fault).answer(headers));
            };
            let page = match script {
                true => pages::fragment(&scene, Some(&fault)),
                false => whole(&house, &asker, scene, Some(&fault)).await?,
            };
            Ok((fault.status, page).into_response())
        }
    }
}

/// Shows the table with the hint: where several seats are the visitor's, from the one that it is for.
async fn hinted(house: &House, asker: &Asker, id: &str, moment: Moment, script: bool) -> Result<Response, Failed> {
    let token = &asker.visitor.0;
    let first = house.hall.look(id, |live| live.first_of(live.seats_of(token))).await?;
    let moment = Moment { seat: moment.seat.clone().filter(|_| first != moment.seat()), ..moment };
    if script {
        let scene = scene(house, asker, id, &moment).await?;
        return Ok(pages::fragment(&scene, None).into_response());
    }
    let parts = [("as", &moment.seat), ("view", &moment.view)];
    let parts = parts.into_iter().filter_map(|(name, part)| Some(format!("{name}={}", encoded(part.as_deref()?))));
    let parts = parts.collect::<Vec<_>>().join("&");
    let parts = if parts.is_empty() { parts } else { format!("?{parts}") };
    Ok(Redirect::to(&format!("/t/{id}{parts}#hint")).into_response())
}
