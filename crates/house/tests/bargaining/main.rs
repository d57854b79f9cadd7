//! A game that bargains, in a house: asked seats, amounts, deals and standing answers, by plain forms as a browser without
//! script sends them, and as programs do. The game is none of the house's own, so these tests are a program of their own.

#[path = "../server/common.rs"]
#[allow(dead_code)]
mod common;

mod amounts;
mod asked;
mod deals;
mod hints;
mod standing;

use common::{Answer, Open, Visitor, raw, request};
use serde_json::{Value, json};
use std::sync::Once;

/// A house where Bazaar can be played.
async fn house() -> Open {
    invited();
    Open::new().await
}

/// Makes Bazaar known to this program.
fn invited() {
    static INVITED: Once = Once::new();
    INVITED.call_once(|| assert!(engine::invite(vec![engine::boxed::<bazaar::BazaarGame>()])));
}

/// Two people at a table of two: whoever has the first turn, with their seat, and then the other.
struct Two {
    id: String,
    first: (Visitor, u64),
    second: (Visitor, u64),
}

async fn two(open: &Open, option: Value) -> Two {
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let mut option = option;
    option["players"] = json!(2);
    let id = ann.found(json!({ "game": "bazaar", "name": "Ann", "option": option })).await;
    let invite = common::invitation(&ann.table(&id).await);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    let table = ann.table(&id).await;
    match table["awaited"][0].as_u64() {
        Some(1) => Two { id, first: (ann, 1), second: (bob, 2) },
        _ => Two { id, first: (bob, 2), second: (ann, 1) },
    }
}

impl Visitor {
    /// A page as a browser shows it that knows this visitor.
    async fn page(&self, path: &str) -> Answer {
        let cookie = format!("exchequer={}", self.token.as_deref().unwrap_or_default());
        raw(self.address, &request("GET", path, &[("cookie", &cookie)], b"")).await.expect("an answer")
    }
}

/// The first card of a hand, as the table's view tells it.
fn card(table: &Value) -> u64 {
    table["view"]["hand"][0].as_u64().unwrap_or_else(|| panic!("no hand: {}", table["view"]))
}

/// Are all of these on the page?
#[track_caller]
fn shows(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "`{part}` is missing:\n{page}");
    }
}
