//! Real answers, held against the OpenAPI document; and against the line protocol where the two meet.

use crate::common::{Answer, Open, Visitor, over, play, two_at_a_table};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Holds a value against a schema of the document, in which every field has to be known.
fn fits(document: &Value, schema: &Value, value: &Value, place: &str) {
    if let Err(faults) = held(document, schema, value) {
        panic!("{place}: {faults}\n{value}");
    }
}

fn held(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    assert!(schema.is_object(), "no schema");
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    forbid_others(&mut whole);
    let validator = jsonschema::draft202012::new(&whole).unwrap_or_else(|error| panic!("{error}: {schema}"));
    let faults: Vec<String> = validator.iter_errors(value).map(|error| format!("{} {error}", error.instance_path())).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

/// An object whose fields are listed has no others.
fn forbid_others(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(forbid_others);
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.entry("additionalProperties").or_insert(Value::Bool(false));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(forbid_others),
        _ => {}
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
    let calls = "/api/visitors/me/calls";
    checked.is("post", calls, &ann.post(calls, json!({ "hook": "https://hooks.example.org/ann" })).await);
    assert!(checked.get(&ann, calls, calls).await["hook"]["address"].is_string());
    checked.is("post", calls, &ann.post(calls, json!({ "mail": "ann@example.org" })).await);
    checked.is("post", calls, &ann.post(calls, json!({ "hook": "" })).await);
    checked.get(&ann, "/api/games/{game}", "/api/games/economy").await;
    checked.get(&ann, "/api/games/{game}/rules", "/api/games/economy/rules").await;

    let founding = json!({ "game": "economy", "name": "Ann", "names": [null, "Us"], "seat": ["you", "person", "person"], "open": true, "luck": "x",
                           "clock": { "pace": "minutes", "each": 200, "reserve": 10, "end": "bot" },
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
    checked.command(&bob, &id, "rename", json!({ "name": "Ben" })).await;
    checked.command(&bob, &id, "leave", json!({})).await;
    checked.command(&bob, &id, "sit", json!({ "name": "Bob" })).await;
    checked.command(&ann, &id, "bot", json!({ "bot": "random" })).await;
    checked.command(&ann, &id, "hurry", json!({})).await;
    checked.command(&bob, &id, "say", json!({ "text": "Hello!", "seat": 2 })).await;
    let chat = format!("{here}/chat?after=0");
    let said = checked.get(&ann, "/api/tables/{table}/chat", &chat).await;
    assert_eq!(said["lines"][0]["text"], "Hello!");
    checked.is("get", "/api/tables/{table}/chat", &open.visitor().await.get(&chat).await);
    // Whoever is to move acts, takes it back, asks, and lets a bot play.
    let turn = |table: &Value| table["awaited"] != json!([3]) && !table["awaited"].as_array().unwrap().is_empty();
    let awaited = ann.until(&id, turn).await;
    let (one, other) = if awaited["awaited"] == json!([1]) { (&ann, &bob) } else { (&bob, &ann) };
    for deed in ["undo", "restart"] {
        let hint = checked.command(one, &id, "hint", json!({})).await;
        assert_eq!(hint["bot"], "steady");
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
    assert_eq!(end["chart"]["lines"].as_array().unwrap().len(), 3);
    checked.get(&ann, table, &format!("{here}?at={}&from=3", end["chart"]["stops"][1][1])).await;
    checked.get(&ann, table, &format!("{here}?before=7")).await;
    checked.get(&ann, "/api/tables/{table}/record", &format!("{here}/record")).await;
    checked.get(&bob, "/api/visitors/me/tables", "/api/visitors/me/tables").await;
    let before = format!("/api/visitors/me/tables?before=9000000000000-{id}");
    assert_eq!(checked.get(&bob, "/api/visitors/me/tables", &before).await["tables"][0]["table"], id.as_str());
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
        let needed = held(&checked.document, schema, &json!({})).is_err();
        assert_eq!(answer.status == 400, needed, "{verb}: {answer:?}");
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
    // Only a game that bargains carries out the first two; their refusals were held against it.
    assert_eq!(left, ["deal", "stand", "stream"], "no answer of these was held against the document");
    let stream = &checked.document["paths"]["/api/tables/{table}/stream"]["get"]["responses"]["200"]["content"];
    assert!(stream["text/event-stream"].is_object());
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_as_the_document_says_is_noticed() {
    let open = Open::new().await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let document = ann.get("/api/openapi.json").await.is(200).json();
    let schema =
        document["paths"]["/api/tables/{table}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"].clone();
    let table = ann.table(&id).await;
    fits(&document, &schema, &table, "a table");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut table = table.clone();
        change(&mut table);
        held(&document, &schema, &table).is_err()
    };
    assert!(changed(&|table| drop(table.as_object_mut().unwrap().remove("version"))));
    assert!(changed(&|table| table["secret"] = json!("x")));
    assert!(changed(&|table| table["stage"] = json!("sleeping")));
    assert!(changed(&|table| table["own"] = json!([17])));
    assert!(changed(&|table| table["viewer"] = json!("stranger")));
    assert!(changed(&|table| table["seats"][0]["name"] = json!(7)));
    assert!(changed(&|table| table["choices"]["actions"] = json!([{ "action": "roll" }])));
    assert!(changed(&|table| table["events"][0]["secret"] = json!(true)));
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
