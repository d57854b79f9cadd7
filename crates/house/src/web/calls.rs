//! How a visitor wants to be called when it is their turn: a page with forms, links from mails, and the same for programs.

use super::{
    Failed, House,
    api::{Endpoint, Refused},
    commands::Nothing,
    input::{Input, Text},
    origin::Origin,
    visitor::{Known, Visitor},
};
use crate::{
    calls::{Way, Wish},
    fault::Fault,
    pages::{self, CallsScene},
};
use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The pages.
pub(super) fn routes() -> Router<House> {
    Router::new()
        .route("/calls", get(page))
        .route("/calls/{change}", get(|| async { Redirect::to("/calls") }).post(change))
        .route("/calls/confirm/{secret}", get(ask_to_confirm).post(confirm))
        .route("/calls/stop/{secret}", get(ask_to_stop).post(stop))
}

/// The same for programs.
pub(super) fn endpoints() -> Vec<Endpoint> {
    let path = "/visitors/me/calls";
    vec![
        Endpoint::get(path, "calls", "How you are called when it is your turn and you are not looking")
            .needs_token()
            .answers::<Calls>()
            .handled_by(told),
        Endpoint::post(path, "change_calls", "Changes how you are called; an empty text ends it")
            .needs_token()
            .body::<ChangeCalls>()
            .answers::<Calls>()
            .may_conflict()
            .handled_by(tell),
    ]
}

async fn scene(house: &House, visitor: &Visitor) -> Result<CallsScene, Fault> {
    let mut scene = CallsScene { mails: house.caller.mails(), ..CallsScene::default() };
    for wish in house.caller.wishes(&visitor.0).await? {
        // One that counts comes after the one that is to take its place.
        let place = match wish.way {
            Way::Hook => &mut scene.hook,
            Way::Mail => &mut scene.mail,
        };
        let next = place.take().map(|(wish, _)| wish.address);
        *place = Some((wish, next));
    }
    Ok(scene)
}

/// The page where a visitor says how they want to be called.
async fn page(State(house): State<House>, Extension(visitor): Extension<Visitor>) -> Result<Response, Failed> {
    Ok(pages::calls(&scene(&house, &visitor).await?, None).into_response())
}

/// An address to be called at.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct CallAt {
    pub address: Text,
}

/// A way that somebody is not to be called any more.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct ForgetCall {
    pub way: Text,
}

/// Changes that, and shows the page again; what is refused is said there.
async fn change(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Extension(origin): Extension<Origin>,
    Path(change): Path<String>,
    input: Input,
) -> Result<Response, Failed> {
    let changed = async {
        house.caller.allow(origin.party())?;
        match change.as_str() {
            "hook" => {
                let CallAt { address } = input.read()?;
                house.caller.wish_hook(&visitor.0, &address).await
            }
            "mail" => {
                let CallAt { address } = input.read()?;
                house.caller.wish_mail(&visitor.0, &address, origin.party()).await
            }
            "try" => {
                let Nothing {} = input.read()?;
                house.caller.try_hook(&visitor.0).await
            }
            "forget" => {
                let ForgetCall { way } = input.read()?;
                let way = Way::named(&way).ok_or_else(|| Fault::bad("there is no such way to be called"))?;
                house.caller.forget(&visitor.0, way).await
            }
            _ => Err(Fault::missing("there is no page at this address")),
        }
    };
    match changed.await {
        Ok(()) if change == "try" => {
            let tried = pages::calls(&scene(&house, &visitor).await?, Some(Ok("The web hook works: it was called just now.")));
            Ok(tried.into_response())
        }
        Ok(()) => Ok(Redirect::to("/calls").into_response()),
        Err(fault) if fault.status == StatusCode::NOT_FOUND => Err(fault.into()),
        Err(fault) => Ok((fault.status, pages::calls(&scene(&house, &visitor).await?, Some(Err(&fault)))).into_response()),
    }
}

/// The page that a link in a mail leads to. Programs look at such links before people do, so that only its button counts.
async fn ask_to_confirm(State(house): State<House>, Path(secret): Path<String>) -> Result<Response, Failed> {
    let wish = house.caller.wish_of(&secret).await?;
    Ok(pages::confirm_mail(&wish).into_response())
}

/// Mails may be sent to the address.
async fn confirm(State(house): State<House>, Path(secret): Path<String>) -> Result<Response, Failed> {
    house.caller.confirm(&secret).await?;
    Ok(pages::mail_settled("You will be told by mail when it is your turn.").into_response())
}

/// The page that ends mails.
async fn ask_to_stop(State(house): State<House>, Path(secret): Path<String>) -> Result<Response, Failed> {
    let agreed = house.caller.agreed(&secret).await?;
    Ok(pages::stop_mail(&secret, agreed).into_response())
}

/// No more mail: pressed on that page, or sent by a mail program.
async fn stop(State(house): State<House>, Path(secret): Path<String>) -> Result<Response, Failed> {
    house.caller.stop(&secret).await?;
    Ok(pages::mail_settled("No more mail will be sent to this address.").into_response())
}

/// How you are called when it is your turn and you are not looking.
#[derive(Serialize, ToSchema)]
pub(crate) struct Calls {
    #[schema(required)]
    pub hook: Option<Call>,
    #[schema(required)]
    pub mail: Option<Call>,
    /// Does this house send mail?
    pub mails: bool,
}

/// One way to call you.
#[derive(Serialize, ToSchema)]
pub(crate) struct Call {
    /// The address that you gave.
    pub address: String,
    /// Was it confirmed? Until then you are not called there. A hook is confirmed when it has answered with success once, which is
    /// tried when you give it.
    pub confirmed: bool,
    /// How many calls failed in a row; after five there are no more until you give the address again.
    pub failed: u32,
    /// The address that takes its place once that is confirmed.
    #[schema(required)]
    pub next: Option<String>,
}

impl From<(Wish, Option<String>)> for Call {
    fn from((wish, next): (Wish, Option<String>)) -> Call {
        Call { address: wish.address, confirmed: wish.confirmed, failed: wish.failed, next }
    }
}

async fn answer(house: &House, visitor: &Visitor) -> Result<Json<Calls>, Refused> {
    let CallsScene { hook, mail, mails } = scene(house, visitor).await?;
    Ok(Json(Calls { hook: hook.map(Into::into), mail: mail.map(Into::into), mails }))
}

/// How a program is called.
async fn told(State(house): State<House>, Known(visitor): Known) -> Result<Json<Calls>, Refused> {
    answer(&house, &visitor).await
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

/// Changes how a program is called.
async fn tell(
    State(house): State<House>,
    Known(visitor): Known,
    Extension(origin): Extension<Origin>,
    input: Input,
) -> Result<Json<Calls>, Refused> {
    let ChangeCalls { hook, mail } = input.read()?;
    house.caller.allow(origin.party())?;
    match hook.as_deref() {
        Some("") => house.caller.forget(&visitor.0, Way::Hook).await?,
        Some(address) => house.caller.wish_hook(&visitor.0, address).await?,
        None => {}
    }
    match mail.as_deref() {
        Some("") => house.caller.forget(&visitor.0, Way::Mail).await?,
        Some(address) => house.caller.wish_mail(&visitor.0, address, origin.party()).await?,
        None => {}
    }
    answer(&house, &visitor).await
}
