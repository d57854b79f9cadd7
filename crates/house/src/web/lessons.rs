//! Lessons on the web. A step is an address, and what is done at one leads to another: nothing is stored but where one was, in a
//! small cookie.

use super::{
    Failed, House,
    commands::{Play, PutTogether},
    compose_action::{put_together, with_amount},
    input::{Input, LONGEST_TEXT},
    origin::Origin,
};
use crate::{
    fault::Fault,
    pages,
    table::{
        Live,
        lesson::{self, Been, Offered},
        scene::{Draft, PageState},
    },
};
use axum::{
    Extension, Router,
    extract::{FromRequestParts, Path, Query},
    http::HeaderMap,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use engine::lesson::Answer;
use kernel::Seat;
use serde::Deserialize;

const COOKIE: &str = "exchequer-lessons";
const YEAR: time::Duration = time::Duration::days(365);

/// What of a step somebody wants to see.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Wish {
    /// The version that the asking page shows already.
    since: Option<u64>,
    /// The deal that is put together, and with whom.
    deal: Option<String>,
    with: Option<String>,
    /// The part of the board that is to be seen.
    view: Option<String>,
}

/// Who learns: where they were, and how their cookie travels.
#[derive(FromRequestParts)]
pub(crate) struct Learner {
    jar: CookieJar,
    #[from_request(via(Extension))]
    origin: Origin,
}

impl Learner {
    /// Where the learner was in each lesson: `economy.5~businessmen.3`. Only what can be is read.
    fn places(&self) -> Vec<(Offered, usize)> {
        let said = self.jar.get(COOKIE).map_or("", Cookie::value);
        let said: Vec<(&str, &str)> = said.split('~').take(kernel::MAX_SEATS).filter_map(|one| one.split_once('.')).collect();
        let place = |offered: Offered| {
            let step = said.iter().find(|(game, _)| *game == offered.game)?.1.parse().ok()?;
            (1..=offered.steps + 1).contains(&step).then_some((offered, step))
        };
        lesson::offered().filter_map(place).collect()
    }

    /// The same, as pages ask for it.
    pub(crate) fn been(&self) -> Been {
        Been::at(self.places())
    }

    /// The answer, and with it the note where the learner is now.
    fn now_at(self, game: &str, step: usize, answer: impl IntoResponse) -> Response {
        let mut places = self.places();
        places.retain(|(offered, _)| offered.game != game);
        let mut words: Vec<String> = places.iter().map(|(offered, step)| format!("{}.{step}", offered.game)).collect();
        words.push(format!("{game}.{step}"));
        let cookie = Cookie::build((COOKIE, words.join("~")))
            .path("/")
            .http_only(true)
            .secure(self.origin.https)
            .same_site(SameSite::Lax)
            .max_age(YEAR);
        (self.jar.add(cookie), answer).into_response()
    }
}

pub(super) fn routes() -> Router<House> {
    Router::new()
        .route("/learn/{game}", get(begin))
        .route("/learn/{game}/{step}", get(page))
        .route("/learn/{game}/{step}/fragment", get(fragment))
        .route("/learn/{game}/{step}/preview", get(preview))
        .route("/learn/{game}/{step}/{verb}", get(back).post(choose))
}

/// The number of a step in an address.
fn number(step: &str) -> Result<usize, Fault> {
    step.parse().map_err(|_| Fault::missing("a step is given by its number"))
}

/// Does the script ask, and what does its page show already?
fn script(headers: &HeaderMap) -> Option<Option<u64>> {
    headers.get("x-exchequer").map(|version| version.to_str().ok()?.parse().ok())
}

impl Wish {
    /// The page that it is asked for.
    fn page(self) -> PageState {
        let with = self.with.iter().flat_map(|with| with.split(','));
        let with = with.filter_map(|seat| Seat::try_from(seat.parse::<usize>().ok()?).ok()).collect();
        let draft = self.deal.map(|verb| Draft { verb, with });
        PageState { since: self.since, view: self.view, draft, ..PageState::default() }
    }
}

/// The lesson, where one was in it: from its first step for who is new or was at its end.
async fn begin(learner: Learner, Path(game): Path<String>) -> Result<Redirect, Failed> {
    let offered = lesson::of(&game).ok_or_else(|| Fault::missing("there is no such lesson"))?;
    let was = learner.places().into_iter().find(|(offered, _)| offered.game == game).map(|(_, step)| step);
    let step = was.filter(|step| *step <= offered.steps).unwrap_or(1);
    Ok(Redirect::to(&format!("{}/{step}", offered.address())))
}

/// The page of a step.
async fn page(
    learner: Learner,
    Path((game, step)): Path<(String, String)>,
    Query(wish): Query<Wish>,
) -> Result<Response, Failed> {
    let number = number(&step)?;
    let scene = lesson::scene(&game, number, wish.page(), None)?;
    Ok(learner.now_at(&game, number, pages::lesson(&scene, None)))
}

/// The part of the page that changes from step to step.
async fn fragment(
    learner: Learner,
    Path((game, step)): Path<(String, String)>,
    Query(wish): Query<Wish>,
) -> Result<Response, Failed> {
    let number = number(&step)?;
    let scene = lesson::scene(&game, number, wish.page(), None)?;
    Ok(learner.now_at(&game, number, pages::lesson_fragment(&scene, None)))
}

/// An action that is being written.
#[derive(Deserialize)]
pub(crate) struct Written {
    action: String,
}

/// What an action would change, or why it may not be: for the script, while somebody writes an amount.
async fn preview(Path((game, step)): Path<(String, String)>, Query(written): Query<Written>) -> Result<String, Failed> {
    let action: String = written.action.chars().take(LONGEST_TEXT).collect();
    Ok(lesson::preview(&game, number(&step)?, &action)?)
}

/// The address of a choice leads to its step: it is the address that a refused form leaves behind.
async fn back(Path((game, step, _)): Path<(String, String, String)>) -> Result<Redirect, Failed> {
    Ok(Redirect::to(&lesson::address_of_step(&game, number(&step)?)?))
}

/// A choice of the learner: what is meant leads on, anything else is answered, and what is not allowed is refused as it would be
/// at a table.
async fn choose(
    learner: Learner,
    headers: HeaderMap,
    Path((game, step, verb)): Path<(String, String, String)>,
    input: Input,
) -> Result<Response, Failed> {
    let number = number(&step)?;
    let script = script(&headers);
    let answer = lesson::answer(&game, number, |live, seat| chosen(live, seat, &verb, &input));
    let filled = input.filled_in();
    let page = PageState { since: script.flatten(), view: filled.get("view").cloned(), ..PageState::default() };
    match (answer, script) {
        (Ok(Answer::Right), Some(_)) => {
            let scene = lesson::scene(&game, number + 1, page, None)?;
            Ok(learner.now_at(&game, number + 1, pages::lesson_fragment(&scene, None)))
        }
        (Ok(Answer::Right), None) => Ok(Redirect::to(&format!("/learn/{game}/{}", number + 1)).into_response()),
        (Ok(Answer::Other(words)), _) => {
            let scene = lesson::scene(&game, number, page, Some(words))?;
            let page = if script.is_some() { pages::lesson_fragment(&scene, None) } else { pages::lesson(&scene, None) };
            Ok(page.into_response())
        }
        (Err(fault), _) => {
            // What was filled in is filled in again.
            let scene = lesson::scene(&game, number, PageState { filled, ..page }, None)?;
            let page =
                if script.is_some() { pages::lesson_fragment(&scene, Some(&fault)) } else { pages::lesson(&scene, Some(&fault)) };
            Ok((fault.status, page).into_response())
        }
    }
}

/// What was chosen, as one line of the game's notation.
fn chosen(live: &Live, seat: Seat, verb: &str, input: &Input) -> Result<String, Fault> {
    match verb {
        "play" => {
            let Play { action, amount, usual, .. } = input.read()?;
            with_amount(&action, usual.or(amount).as_deref())
        }
        "deal" => put_together(live, seat, &input.read::<PutTogether>()?),
        _ => Err(Fault::missing(format!("there is no `{verb}` in a lesson"))),
    }
}
