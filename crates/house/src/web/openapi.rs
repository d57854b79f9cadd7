//! The OpenAPI document of the JSON interface.

use super::commands::VERBS;
use axum::{Json, response::IntoResponse};
use serde_json::{Map, Value, json};

/// The document.
pub(crate) async fn document() -> impl IntoResponse {
    Json(describe())
}

fn describe() -> Value {
    let mut paths = Map::new();
    let mut add = |path: &str, method: &str, summary: &str, details: Value| {
        let mut operation = json!({ "summary": summary, "responses": answers(details.get("answer").cloned(), method == "post") });
        let parameters = parameters(path, details.get("query").and_then(Value::as_array).map_or(&[], Vec::as_slice));
        if !parameters.is_empty() {
            operation["parameters"] = json!(parameters);
        }
        if let Some(body) = details.get("body") {
            operation["requestBody"] = json!({ "content": { "application/json": { "schema": body } } });
        }
        let entry = paths.entry(path.to_owned()).or_insert_with(|| json!({}));
        entry[method] = operation;
    };
    add("/api/openapi.json", "get", "This document", json!({ "answer": object(&["openapi", "paths"]) }));
    add("/api/visitors", "post", "A token for a program, to be sent as a bearer token", json!({ "answer": object(&["token"]) }));
    add("/api/games", "get", "The games of the house", json!({ "answer": object(&["games"]) }));
    add("/api/games/{game}", "get", "One game with its settings", json!({ "answer": object(&["game", "title", "settings"]) }));
    add("/api/games/{game}/rules", "get", "The clauses of a game", json!({ "answer": object(&["game", "clauses"]) }));
    add("/api/tables", "get", "The tables that anybody can join", json!({ "answer": object(&["tables"]) }));
    let founding = json!({
        "type": "object",
        "required": ["game"],
        "properties": {
            "game": { "type": "string" },
            "name": { "type": "string", "maxLength": 24, "description": "your name at the table" },
            "option": { "type": "object", "description": "settings of the game; the others have their defaults" },
            "seat": {
                "type": "array",
                "items": { "type": "string" },
                "description": "who sits where: `you`, `person` (free) or `bot:NAME`"
            },
            "open": { "type": "boolean", "description": "listed for anybody to join" },
            "quick": { "type": "boolean", "description": "you against bots" },
            "hot_seat": { "type": "boolean", "description": "you play all seats on one device" },
            "luck": { "type": "string", "description": "what your seat adds to the luck of the table" }
        }
    });
    let table = object(&["table", "version", "stage", "seats"]);
    add("/api/tables", "post", "Makes a table", json!({ "body": founding, "answer": table }));
    add("/api/tables/{table}", "get", "A table as you may know it", json!({ "query": ["at", "from"], "answer": table }));
    add("/api/tables/{table}/record", "get", "The record of a finished game", json!({ "answer": object(&["record"]) }));
    add(
        "/api/tables/{table}/stream",
        "get",
        "News of a table as server-sent events: `version` with the number of entries",
        json!({}),
    );
    let fields = json!({
        "type": "object",
        "properties": {
            "seat": { "type": "integer", "minimum": 1, "maximum": 16 },
            "name": { "type": "string" },
            "invite": { "type": "string" },
            "luck": { "type": "string" },
            "bot": { "type": "string" },
            "action": { "type": "string", "description": "in the game's notation" },
            "version": { "type": "integer", "description": "the version you saw; an action meant for an earlier moment is refused" },
            "at": { "type": "integer" }
        }
    });
    for (verb, summary) in VERBS {
        let answer = object(&["table"]);
        add(&format!("/api/tables/{{table}}/{verb}"), "post", summary, json!({ "body": fields, "answer": answer }));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Exchequer",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Economic board games for programs: the same tables, actions and refusals as on the pages."
        },
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": { "Fault": {
                "type": "object",
                "required": ["error"],
                "properties": { "error": {
                    "type": "object",
                    "required": ["code", "message"],
                    "properties": {
                        "code": { "type": "string" },
                        "message": { "type": "string" },
                        "clause": { "type": "string", "description": "the clause of the rulebook that decided" }
                    }
                } }
            } }
        },
        "security": [{ "token": [] }, {}]
    })
}

fn object(fields: &[&str]) -> Value {
    json!({ "type": "object", "required": fields })
}

fn parameters(path: &str, query: &[Value]) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let text = json!({ "type": "string" });
    let mut all: Vec<Value> = names.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": text })).collect();
    all.extend(query.iter().map(|name| json!({ "name": name, "in": "query", "schema": { "type": "integer" } })));
    all
}

fn answers(schema: Option<Value>, changes: bool) -> Value {
    let fault = json!({
        "description": "not done; nothing was changed",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Fault" } } }
    });
    let done = match schema {
        Some(schema) => json!({ "description": "done", "content": { "application/json": { "schema": schema } } }),
        None => json!({ "description": "done" }),
    };
    let mut answers = json!({ "200": done });
    // What was asked cannot be; there is no such thing; it does not fit now; too much at once; the store does not answer.
    for status in ["400", "401", "404", "409", "429", "503"] {
        answers[status] = fault.clone();
    }
    if changes {
        answers["201"] = answers["200"].clone();
        // Not yours to do; too long; neither a form nor JSON.
        for status in ["403", "413", "415"] {
            answers[status] = fault.clone();
        }
    }
    answers
}
