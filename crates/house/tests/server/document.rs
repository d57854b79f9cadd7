//! Real answers, held against the OpenAPI document; and against the line protocol where the two meet.

use crate::common::{Answer, Open, Visitor, over, play, two_at_a_table};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Checks a value against a schema of the document: the part of JSON Schema that the document uses, and nothing silently else.
fn fits(document: &Value, schema: &Value, value: &Value, place: &str) {
    const KNOWN: [&str; 10] =
        ["$ref", "type", "properties", "required", "items", "enum", "description", "minimum", "maximum", "maxLength"];
    let schema_fields = schema.as_object().unwrap_or_else(|| panic!("{place}: no schema"));
    assert!(schema_fields.keys().all(|key| KNOWN.contains(&key.as_str())), "{place}: {schema}");
    if let Some(name) = schema["$ref"].as_str() {
        let referred = document.pointer(name.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("{place}: {name} is missing"));
        return fits(document, referred, value, place);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        kind => vec![kind.as_str().unwrap_or_else(|| panic!("{place}: {schema} has no type"))],
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{place}: {other} is no type"),
    };
    assert!(kinds.iter().any(is), "{place}: {value} is no {kinds:?}");
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{place}: {value} is none of {values:?}");
    }
    if let Some(fields) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(fields.contains_key(name.as_str().unwrap()), "{place}: {name} is missing in {value}");
        }
        if let Some(properties) = schema["properties"].as_object() {
            for (name, inner) in fields {
                let schema = properties.get(name).unwrap_or_else(|| panic!("{place}: {name} is not in the document"));
                fits(document, schema, inner, &format!("{place}.{name}"));
            }
        }
    }
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        list.iter().for_each(|one| fits(document, items, one, &format!("{place}[]")));
    }
}

/// Holds answers against the document and remembers what was asked.
struct Checked {
    document: Value,
    asked: BTreeSet<String>,
}

impl Checked {
    fn is(&mut self, method: &str, path: &str, answer: &Answer) -> Value {
        let operation = &self.document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not in the document");
        let status = answer.status.to_string();
        let mut told = &operation["responses"][&status];
        if let Some(name) = told["$ref"].as_str() {
            told = self.document.pointer(name.strip_prefix('#').unwrap()).unwrap();
        }
        let schema = &told["content"]["application/json"]["schema"];
        let body = answer.json();
        fits(&self.document, schema, &body, &format!("{method} {path} {status}"));
        if answer.status < 300 {
            self.asked.insert(operation["operationId"].as_str().unwrap().to_owned());
        }
        body
    }

    async fn get(&mut self, one: &Visitor, path: &str, address: &str) -> Value {
        self.is("get", path, &one.get(address).await)
    }

    /// A command, whose body must be as the document says, too.
    async fn command(&mut self, one: &Visitor, id: &str, verb: &str, body: Value) -> Value {
        let path = format!("/api/tables/{{table}}/{verb}");
        let schema = self.document["paths"][&path]["post"]["requestBody"]["content"]["application/json"]["schema"].clone();
        fits(&self.document, &schema, &body, &path);
        self.is("post", &path, &one.command(id, verb, body).await)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_as_the_document_says() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let document = ann.get("/api/openapi.json").await.is(200).json();
    let mut checked = Checked { document, asked: BTreeSet::new() };
    let table = "/api/tables/{table}";
    checked.get(&ann, "/api/openapi.json", "/api/openapi.json").await;
    checked.is("post", "/api/visitors", &ann.post("/api/visitors", json!({})).await);
    checked.get(&ann, "/api/bots", "/api/bots").await;
    checked.get(&ann, "/api/games", "/api/games").await;
    checked.get(&ann, "/api/games/{game}", "/api/games/economy").await;
    checked.get(&ann, "/api/games/{game}/rules", "/api/games/economy/rules").await;

    let founding = json!({ "game": "economy", "name": "Ann", "names": [null, "Us"], "seat": ["you", "person", "person"], "open": true, "luck": "x",
                           "option": { "players": 3, "target": 1 } });
    let schema = checked.document["paths"]["/api/tables"]["post"]["requestBody"]["content"]["application/json"]["schema"].clone();
    fits(&checked.document, &schema, &founding, "founding");
    let made = checked.is("post", "/api/tables", &ann.post("/api/tables", founding).await);
    let id = made["table"].as_str().unwrap().to_owned();
    let here = format!("/api/tables/{id}");
    checked.get(&ann, "/api/tables", "/api/tables").await;
    checked.get(&ann, table, &here).await;
    let bob = open.visitor().await;
    checked.command(&bob, &id, "sit", json!({ "name": "Bob", "seat": 2, "luck": "y" })).await;
    checked.command(&bob, &id, "leave", json!({})).await;
    checked.command(&bob, &id, "sit", json!({ "name": "Bob" })).await;
    checked.command(&ann, &id, "bot", json!({ "bot": "random" })).await;
    checked.command(&ann, &id, "hurry", json!({})).await;
    // Whoever is to move acts, takes it back, asks, and lets a bot play.
    let turn = |table: &Value| table["awaited"] != json!([3]) && !table["awaited"].as_array().unwrap().is_empty();
    let awaited = ann.until(&id, turn).await;
    let (one, other) = if awaited["awaited"] == json!([1]) { (&ann, &bob) } else { (&bob, &ann) };
    for deed in ["undo", "restart"] {
        let action = Visitor::choices(&one.table(&id).await)[0].clone();
        let version = one.table(&id).await["version"].clone();
        checked.command(one, &id, "play", json!({ "action": action, "version": version })).await;
        checked.get(&ann, table, &here).await;
        checked.command(one, &id, deed, json!({})).await;
    }
    for answer in ["decline", "agree"] {
        one.move_once(&id, 0).await.unwrap().is(200);
        checked.command(one, &id, "ask", json!({})).await;
        checked.get(other, table, &here).await;
        checked.command(other, &id, answer, json!({})).await;
    }
    checked.command(one, &id, "hand-over", json!({ "bot": "steady" })).await;
    checked.command(one, &id, "resume", json!({})).await;
    checked.get(&bob, "/api/visitors/me/tables", "/api/visitors/me/tables").await;
    checked.get(&open.stranger(), table, &here).await;
    assert!(over(&play(&[&ann, &bob], &id, 4000).await));
    let end = checked.get(&ann, table, &here).await;
    assert_eq!(end["standing"].as_array().unwrap().len(), end["moments"].as_array().unwrap().len());
    checked.get(&ann, table, &format!("{here}?at={}&from=3", end["moments"][1])).await;
    checked.get(&ann, "/api/tables/{table}/record", &format!("{here}/record")).await;
    checked.get(&bob, "/api/visitors/me/tables", "/api/visitors/me/tables").await;
    checked.command(&ann, &id, "rematch", json!({})).await;
    checked.command(&bob, &id, "play-on", json!({ "at": 0 })).await;
    let waiting = ann.found(json!({ "game": "economy", "option": { "players": 2 } })).await;
    checked.command(&ann, &waiting, "close", json!({})).await;

    // What is refused has its shape, too; and a field that a command must have is said to be needed.
    for (verb, operation) in checked.document["paths"].as_object().unwrap().clone() {
        let Some(verb) = verb.strip_prefix("/api/tables/{table}/").filter(|_| operation["post"].is_object()) else { continue };
        let schema = &operation["post"]["requestBody"]["content"]["application/json"]["schema"];
        let answer = open.visitor().await.command(&waiting, verb, json!({})).await;
        assert!(answer.status >= 400, "{verb}: {answer:?}");
        assert_eq!(answer.status == 400, !schema["required"].as_array().unwrap().is_empty(), "{verb}: {answer:?}");
        checked.is("post", &format!("/api/tables/{{table}}/{verb}"), &answer);
    }
    checked.is("get", table, &ann.get("/api/tables/000000000000").await);

    // Everything was asked, under a name of its own.
    let mut names: Vec<String> = Vec::new();
    for methods in checked.document["paths"].as_object().unwrap().values() {
        names.extend(methods.as_object().unwrap().values().map(|one| one["operationId"].as_str().unwrap().to_owned()));
    }
    let distinct: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(distinct.len(), names.len());
    let left: Vec<&String> = distinct.difference(&checked.asked).collect();
    assert_eq!(left, ["stream"], "no answer of these was held against the document");
    let stream = &checked.document["paths"]["/api/tables/{table}/stream"]["get"]["responses"]["200"]["content"];
    assert!(stream["text/event-stream"].is_object());
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_shapes_are_those_of_the_line_protocol() {
    let open = Open::new().await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let ask = |line: Value| -> Value {
        let mut reply = Vec::new();
        engine::serve(format!("{line}\n").as_bytes(), &mut reply).unwrap();
        serde_json::from_slice(&reply).unwrap()
    };
    assert_eq!(ann.get("/api/games").await.json()["games"], ask(json!({ "do": "games" }))["games"]);
    assert_eq!(ann.get("/api/bots").await.json()["bots"], ask(json!({ "do": "hello" }))["bots"]);
    let settings = ask(json!({ "do": "options", "game": "economy" }))["settings"].clone();
    let game = ann.get("/api/games/economy").await.json();
    assert_eq!((&game["settings"], &game["id"]), (&settings, &json!("economy")));
    let clauses = ask(json!({ "do": "rules", "game": "economy" }))["clauses"].clone();
    assert_eq!(ann.get("/api/games/economy/rules").await.json()["clauses"], clauses);
    assert_eq!(ann.table(&id).await["game"], game["id"]);
    open.close().await;
}
