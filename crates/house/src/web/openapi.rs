//! The OpenAPI document of the JSON interface. A test holds real answers against it.

use super::commands::{VERBS, Verb};
use crate::live::LONGEST_NAME;
use axum::{Json, response::IntoResponse};
use serde_json::{Map, Value, json};

/// The document.
pub(crate) async fn document() -> impl IntoResponse {
    Json(describe())
}

/// What can be asked at one address.
struct Operation {
    path: String,
    method: &'static str,
    /// Its name for programs that are made from the document.
    id: String,
    about: &'static str,
    query: Vec<Value>,
    body: Option<Value>,
    /// The status when it was done, and the kind and shape of what comes back.
    answer: (&'static str, &'static str, Value),
    /// Can it fail to fit how things stand?
    conflicts: bool,
    /// Must one come with a token?
    token: bool,
}

impl Operation {
    fn get(path: &str, id: &str, about: &'static str, answer: Value) -> Operation {
        let answer = ("200", "application/json", answer);
        let (path, id) = (path.to_owned(), id.to_owned());
        Operation { path, method: "get", id, about, query: Vec::new(), body: None, answer, conflicts: false, token: false }
    }

    fn post(path: &str, id: &str, about: &'static str, body: Option<Value>, status: &'static str, answer: Value) -> Operation {
        let operation = Operation::get(path, id, about, answer.clone());
        Operation { method: "post", body, answer: (status, "application/json", answer), ..operation }
    }

    fn told(&self) -> Value {
        let (status, kind, schema) = &self.answer;
        let mut answers = json!({});
        answers[*status] = json!({ "description": "done", "content": { *kind: { "schema": schema } } });
        for status in self.faults() {
            answers[status] = json!({ "$ref": "#/components/responses/Fault" });
        }
        let mut told = json!({ "operationId": self.id, "summary": self.about, "responses": answers });
        let names = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let text = json!({ "type": "string" });
        let in_path = names.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": text }));
        let parameters: Vec<Value> = in_path.chain(self.query.iter().cloned()).collect();
        if !parameters.is_empty() {
            told["parameters"] = json!(parameters);
        }
        if let Some(body) = &self.body {
            let required = body["required"].as_array().is_some_and(|fields| !fields.is_empty());
            told["requestBody"] = json!({ "required": required, "content": { "application/json": { "schema": body } } });
        }
        if self.token {
            told["security"] = json!([{ "token": [] }]);
        }
        told
    }

    /// How it can fail.
    fn faults(&self) -> Vec<&'static str> {
        // The request makes no sense; the token has not the shape of one; no such method; not sent to its end; too much at
        // once; not a name of this house; the house stumbled; the store does not answer.
        let mut faults = vec!["400", "401", "405", "408", "421", "429", "500", "503"];
        if self.path.contains('{') || self.body.is_some() {
            faults.push("404");
        }
        if self.conflicts {
            faults.push("409");
        }
        if self.method == "post" {
            // Not yours to do, or sent from another site; too long; neither a form nor JSON.
            faults.extend(["403", "413", "415"]);
        }
        faults.sort_unstable();
        faults
    }
}

fn operations() -> Vec<Operation> {
    let list = |name: &str, of: Value| object(&[(name, array(of))], &[]);
    let mut all = vec![
        Operation::get(
            "/api/openapi.json",
            "document",
            "This document",
            json!({ "type": "object", "required": ["openapi", "info", "paths", "components"] }),
        ),
        Operation::post(
            "/api/visitors",
            "new_visitor",
            "A token for a program, to be sent as a bearer token",
            None,
            "201",
            object(&[("token", text("your secret: 26 small letters and digits"))], &[]),
        ),
        Operation {
            token: true,
            ..Operation::get(
                "/api/visitors/me/tables",
                "own_tables",
                "Your tables: first where it is your turn, then those that go on, those that wait, and the last that are over",
                list("tables", refer("OwnTable")),
            )
        },
        Operation::get("/api/bots", "bots", "The bots that can sit at a table", list("bots", refer("Bot"))),
        Operation::get("/api/games", "games", "The games of the house", list("games", refer("Game"))),
        Operation::get("/api/games/{game}", "game", "One game with its settings", refer("GameWithSettings")),
        Operation::get(
            "/api/games/{game}/rules",
            "rules",
            "The clauses of a game",
            object(&[("game", text("")), ("clauses", array(refer("Clause")))], &[]),
        ),
        Operation::get("/api/tables", "open_tables", "The tables that anybody can join", list("tables", refer("OpenTable"))),
        Operation {
            token: true,
            ..Operation::post("/api/tables", "make_table", "Makes a table", Some(founding()), "201", refer("Table"))
        },
        Operation {
            conflicts: true,
            query: vec![
                query("at", "the moment after this entry of the record, if the past is open"),
                query("from", "events from this entry of the record on"),
            ],
            ..Operation::get("/api/tables/{table}", "table", "A table as you may know it", refer("Table"))
        },
        Operation {
            conflicts: true,
            ..Operation::get(
                "/api/tables/{table}/record",
                "record",
                "The record of a finished game",
                object(&[("record", text("as `exchequer replay` reads it"))], &[]),
            )
        },
        Operation {
            answer: ("200", "text/event-stream", text("the event `version` with the table's version, now and at each change")),
            ..Operation::get("/api/tables/{table}/stream", "stream", "News of a table as server-sent events", Value::Null)
        },
    ];
    all.extend(VERBS.iter().map(command));
    all
}

fn command(verb: &Verb) -> Operation {
    let named = |names: &[&'static str]| names.iter().map(|name| (*name, field(name))).collect::<Vec<_>>();
    let body = object(&named(verb.needs), &named(verb.takes));
    let answer = if verb.leads_on { object(&[("table", text("the other table"))], &[]) } else { refer("Done") };
    Operation {
        conflicts: true,
        token: true,
        ..Operation::post(
            &format!("/api/tables/{{table}}/{}", verb.name),
            &verb.name.replace('-', "_"),
            verb.about,
            Some(body),
            "200",
            answer,
        )
    }
}

/// A field of a command.
fn field(name: &str) -> Value {
    match name {
        "seat" => {
            json!({ "type": "integer", "minimum": 1, "maximum": kernel::MAX_SEATS, "description": "which seat; if left out, the one you have or the first that fits" })
        }
        "name" => json!({ "type": "string", "maxLength": LONGEST_NAME, "description": "what you are called at the table" }),
        "invite" => text("the last part of the invitation; not needed where the table is open"),
        "luck" => text("any text: its hash is what your seat adds to the luck of the table"),
        "bot" => text("a bot's name; `steady` if left out"),
        "action" => text("in the game's notation"),
        "version" => integer("the version you saw; what was meant for a moment before your last action is refused"),
        "at" => integer("the moment after this entry of the record"),
        _ => Value::Null,
    }
}

fn founding() -> Value {
    let who = "who sits where: `you` (also for several seats on one device), `person` (free for whoever is invited) or `bot:NAME`; \
               if left out, you on the first seat and nobody on the others";
    let named = json!({ "type": ["string", "null"], "maxLength": LONGEST_NAME });
    object(
        &[("game", text("its id"))],
        &[
            ("name", field("name")),
            (
                "names",
                json!({ "type": "array", "items": named, "description": "other names for your seats, where several play on one device" }),
            ),
            ("option", json!({ "type": "object", "description": "settings of the game; the others have their defaults" })),
            ("seat", json!({ "type": "array", "items": { "type": ["string", "null"] }, "description": who })),
            ("open", flag("listed for anybody to join")),
            ("quick", flag("bots on all seats that nobody is named for")),
            ("hot_seat", flag("you on all seats that nobody is named for")),
            ("luck", field("luck")),
        ],
    )
}

fn schemas() -> Value {
    let seats = array(integer(""));
    let line = &[("text", text("plain words")), ("clause", text("the clause of the rulebook"))];
    let pair = array(integer(""));
    let game = [
        ("id", text("")),
        ("title", text("")),
        ("line", text("what it is about")),
        ("players", pair.clone()),
        ("minutes", pair),
        ("edition", integer("raised when the same record would lead to another state")),
        ("prefix", text("what its clauses begin with")),
    ];
    let names = [("presets", array(text("the name of a set of settings; the standard game is the first")))];
    let sets = [("settings", array(refer("Setting"))), ("presets", array(refer("Preset")))];
    let with_settings: Vec<_> = game.iter().cloned().chain(sets).collect();
    let game: Vec<_> = game.into_iter().chain(names).collect();
    let stage = json!({ "type": "string", "enum": ["waiting", "running", "over", "closed"] });
    let choice = [("action", text("")), ("text", text("")), ("clause", text(""))];
    let barred: Vec<_> = choice.iter().cloned().chain([("reason", text("why not"))]).collect();
    json!({
        "Fault": object(&[("error", object(
            &[("code", text("never changes")), ("message", text("for people"))],
            &[("clause", text("the clause of the rulebook that decided"))],
        ))], &[]),
        "Bot": object(&[("name", text("")), ("line", text("how it plays"))], &[]),
        "Game": object(&game, &[]),
        "GameWithSettings": object(&with_settings, &[]),
        "Setting": object(
            &[
                ("key", text("")),
                ("about", text("what it decides")),
                ("clause", text("")),
                ("kind", json!({ "type": "string", "enum": ["choice", "number"] })),
                ("default", json!({ "type": ["string", "integer"] })),
            ],
            &[
                ("values", array(object(&[("value", text("")), ("about", text(""))], &[]))),
                ("low", integer("")),
                ("high", integer("")),
                ("or", object(&[("value", text("a word instead of a number")), ("about", text(""))], &[])),
            ],
        ),
        "Preset": object(
            &[
                ("name", text("")),
                ("about", text("what kind of game it makes")),
                ("audience", text("whom it is for")),
                ("settings", json!({ "type": "object", "description": "the settings that differ from their defaults" })),
            ],
            &[],
        ),
        "Clause": object(&[("clause", text("")), ("section", text("")), ("mark", text_or_null("")), ("text", text(""))], &[]),
        "OpenTable": object(
            &[("table", text("")), ("game", text("its id")), ("host", text("a name")), ("seats", integer("how many play")), ("free", integer("how many seats are free"))],
            &[],
        ),
        "OwnTable": object(
            &[
                ("table", text("")),
                ("game", text("its id")),
                ("stage", stage.clone()),
                ("seats", array(text_or_null("a name; `null` where nobody sits"))),
                ("own", seats.clone()),
                ("host", flag("did you make it?")),
                ("awaited", seats.clone()),
                ("your_turn", flag("")),
                ("winners", seats.clone()),
            ],
            &[],
        ),
        "Seat": object(
            &[
                ("seat", integer("")),
                ("name", text_or_null("`null` where nobody sits")),
                ("bot", text_or_null("the bot that plays it now")),
                ("person", flag("is it a person's seat, also while a bot stands in?")),
                ("own", flag("is it yours?")),
                ("awaited", flag("")),
                ("entropy", text_or_null("what it adds to the luck of the table")),
            ],
            &[],
        ),
        "Line": object(line, &[]),
        "Event": object(
            &[("entry", integer("the entry of the record that brought it about; 0 is the set-up")), line[0].clone(), line[1].clone(), ("data", json!({ "type": "object" }))],
            &[],
        ),
        "Choices": object(
            &[
                ("actions", array(object(&choice, &[("effect", text("what it would change for you"))]))),
                ("amounts", array(object(
                    &[("least", text("")), ("most", text("")), ("low", integer("")), ("high", integer("")), ("step", integer("")), ("clause", text(""))],
                    &[],
                ))),
                ("barred", array(object(&barred, &[]))),
            ],
            &[],
        ),
        "Outcome": object(
            &[("winners", seats.clone()), ("places", array(integer(""))), ("scores", array(integer(""))), ("clause", text(""))],
            &[],
        ),
        "Table": object(
            &[
                ("table", text("")),
                ("version", integer("how many entries its log has")),
                ("game", text("its id")),
                ("options", json!({ "type": "object" })),
                ("stage", stage),
                ("seats", array(refer("Seat"))),
                ("viewer", json!({ "type": ["integer", "string"], "description": "the seat as which you look, or `watcher`" })),
                ("own", seats.clone()),
                ("host", flag("did you make it?")),
                ("open", flag("is it listed for anybody to join?")),
                ("may_sit", flag("may you take a free seat without an invitation?")),
                ("invitation", text_or_null("the path of the invitation, for those who may invite")),
                ("commitment", text("what was published of the secret that all luck comes from")),
                ("from", text_or_null("the table that this one follows")),
                ("next", text_or_null("the table that was made to follow this one")),
                ("request", json!({
                    "type": ["object", "null"],
                    "required": ["by", "missing"],
                    "properties": { "by": integer("who asks to take back the last action"), "missing": seats },
                })),
                ("awaited", seats),
            ],
            &[
                ("prompt", refer("Line")),
                ("view", json!({ "type": "object", "description": "what you may know, as the game's own data" })),
                ("choices", refer("Choices")),
                ("undoable", integer("how many actions you may take back alone")),
                ("events", array(refer("Event"))),
                ("moments", array(integer("an entry of the record that counts; 0 is the set-up"))),
                ("at", json!({ "type": ["integer", "null"], "description": "the moment that is shown; `null` is now" })),
                ("past_is_open", flag("may earlier moments be looked at?")),
                ("outcome", refer("Outcome")),
                ("score", array(refer("Line"))),
                ("standing", json!({ "type": "array", "items": array(integer("")), "description": "each seat's score after each moment" })),
            ],
        ),
        "Done": object(&[("table", text("")), ("version", integer("the version that the table has now"))], &[("seat", integer("the seat that you have, if you sat down"))]),
    })
}

fn describe() -> Value {
    let mut paths = Map::new();
    for operation in operations() {
        paths.entry(&operation.path).or_insert_with(|| json!({}))[operation.method] = operation.told();
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Exchequer",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Economic board games for programs: the same tables, actions and refusals as on the pages. Games, settings, \
                            clauses, events and choices have the shapes of the line protocol."
        },
        "paths": paths,
        "components": {
            "securitySchemes": { "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token is your own secret and whoever shows it is you. The house keeps no list of tokens: one that it \
                                never saw is somebody new, so make none yourself that could be guessed."
            } },
            "responses": { "Fault": {
                "description": "not done; nothing was changed",
                "content": { "application/json": { "schema": refer("Fault") } }
            } },
            "schemas": schemas()
        },
        "security": [{ "token": [] }, {}]
    })
}

fn object(required: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        required.iter().chain(optional).map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = required.iter().map(|(name, _)| *name).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

fn refer(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn array(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn described(kind: Value, about: &str) -> Value {
    if about.is_empty() { json!({ "type": kind }) } else { json!({ "type": kind, "description": about }) }
}

fn text(about: &str) -> Value {
    described(json!("string"), about)
}

fn text_or_null(about: &str) -> Value {
    described(json!(["string", "null"]), about)
}

fn integer(about: &str) -> Value {
    described(json!("integer"), about)
}

fn flag(about: &str) -> Value {
    described(json!("boolean"), about)
}

fn query(name: &str, about: &str) -> Value {
    json!({ "name": name, "in": "query", "description": about, "schema": { "type": "integer", "minimum": 0 } })
}
