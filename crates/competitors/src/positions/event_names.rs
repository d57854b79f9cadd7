//! Events for programs: things of the pack by their ids, as actions, positions and views name them.

use crate::{Colour, Contract, Customs, Event, Office, Pack, Strait, Territory, positions::notation::arrow_text};
use serde_json::Value;

/// An event with the names of the pack.
pub(crate) fn named(pack: &Pack, event: &Event) -> serde_json::Result<Value> {
    let mut value = serde_json::to_value(event)?;
    let kind = value["event"].as_str().unwrap_or_default().to_owned();
    name(pack, &kind, "", &mut value);
    Ok(value)
}

/// Puts names for the numbers under a key of an event of this kind.
fn name(pack: &Pack, kind: &str, key: &str, value: &mut Value) {
    match value {
        Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| name(pack, kind, key, value)),
        Value::Array(values) => values.iter_mut().for_each(|value| name(pack, kind, key, value)),
        Value::Number(number) => {
            let index = number.as_u64().and_then(|number| usize::try_from(number).ok());
            if let Some(text) = index.and_then(|index| text(pack, kind, key, index)) {
                *value = text.into();
            }
        }
        _ => {}
    }
}

/// The name of what has this number, if it is a thing of the pack.
fn text(pack: &Pack, kind: &str, key: &str, index: usize) -> Option<String> {
    let territory = || Territory::new(index).map(|found| pack[found].id.clone());
    let contract = || Contract::new(index).map(|found| pack[found].id.clone());
    let customs = || Customs::new(index).map(|found| pack[found].id.clone());
    match (key, kind) {
        ("sender" | "receiver" | "given" | "taken" | "territory" | "branch" | "passage" | "land" | "port" | "airport", _) => {
            territory()
        }
        // Somebody looks at a player.
        ("at", "looked") => None,
        ("at", _) | ("to", "put_back" | "brought") => territory(),
        ("card", "drew_territory" | "discarded_territory") => territory(),
        ("card", "customs" | "picked_customs" | "cancelled_customs") => customs(),
        ("card" | "contract" | "hand" | "signed", _) | ("by", "cancelled_customs") => contract(),
        ("strait", _) => Strait::new(index).map(|found| pack[found].id.clone()),
        ("arrow", _) => pack.all_arrows().find(|arrow| arrow.index() == index).map(arrow_text),
        ("office", _) => Office::new(index).map(|found| pack[found].id.clone()),
        ("colour", _) => Colour::new(index).map(|found| pack.colour(found).to_owned()),
        _ => None,
    }
}
