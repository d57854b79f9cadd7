//! The OpenAPI document of the JSON interface, made from the types that are read and answered. A test holds real answers
//! against it.

use super::{
    answers::{Bots, Calls, Chat, Games, NewVisitor, NotDone, OpenTables, OwnTables, Record, Rules, Table},
    api::{Heard, Wanted},
    bodies::{ChangeCalls, NewTable},
    commands::{VERBS, Verb},
    input::{Chosen, LONGEST_TEXT, Parts, Places, Text},
    lists::Which,
};
use axum::{Json, response::IntoResponse};
use engine::told;
use kernel::MAX_SEATS;
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        Components, Content, HttpMethod, Info, OpenApi, Paths, Ref, RefOr, Required, Response, Responses,
        path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        response::{ResponseBuilder, ResponsesBuilder},
        schema::{ArrayBuilder, Object, ObjectBuilder, Schema, SchemaType, Type},
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

/// The document.
pub(crate) async fn document() -> impl IntoResponse {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(describe);
    Json(&*DOCUMENT)
}

const JSON: &str = "application/json";

/// A type that is read or answered: its schema and all that it is made of go into the document.
pub(crate) type Shape = fn(&mut Schemas) -> Ref;

/// The schemas of the document by their names.
pub(crate) type Schemas = BTreeMap<String, RefOr<Schema>>;

/// The shape of a type.
pub(crate) fn shape<T: ToSchema>(schemas: &mut Schemas) -> Ref {
    let mut inner = Vec::new();
    T::schemas(&mut inner);
    schemas.extend(inner);
    schemas.insert(T::name().into_owned(), T::schema());
    Ref::from_schema_name(T::name())
}

/// What can be asked at one address.
struct Question {
    method: HttpMethod,
    path: String,
    /// Its name for programs that are made from the document.
    id: String,
    about: &'static str,
    query: Vec<Parameter>,
    body: Option<Shape>,
    /// The status when it was done, and the kind and shape of what comes back.
    answer: (&'static str, &'static str, Shape),
    /// Can it fail to fit how things stand?
    conflicts: bool,
    /// Must one come with a token?
    token: bool,
    /// Can it be somebody else's to ask?
    forbidden: bool,
}

impl Question {
    fn get<T: ToSchema>(path: &str, id: &str, about: &'static str) -> Question {
        Question {
            method: HttpMethod::Get,
            path: path.to_owned(),
            id: id.to_owned(),
            about,
            query: Vec::new(),
            body: None,
            answer: ("200", JSON, shape::<T>),
            conflicts: false,
            token: false,
            forbidden: false,
        }
    }

    fn post(path: &str, id: &str, about: &'static str, body: Option<Shape>, status: &'static str, answer: Shape) -> Question {
        let asked = Question::get::<Value>(path, id, about);
        Question { method: HttpMethod::Post, body, answer: (status, JSON, answer), ..asked }
    }

    fn operation(&self, schemas: &mut Schemas) -> Operation {
        let mut operation = OperationBuilder::new().operation_id(Some(&self.id)).summary(Some(self.about));
        let names = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        for name in names {
            let text = Object::with_type(Type::String);
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
            operation = operation.parameter(parameter.schema(Some(text)));
        }
        for parameter in &self.query {
            operation = operation.parameter(parameter.clone());
        }
        if let Some(body) = self.body {
            let body = body(schemas);
            let required = if needs_something(&body, schemas) { Required::True } else { Required::False };
            let body = RequestBodyBuilder::new().content(JSON, Content::new(Some(body))).required(Some(required));
            operation = operation.request_body(Some(body.build()));
        }
        if self.token {
            operation = operation.security(SecurityRequirement::new(TOKEN, NO_SCOPES));
        }
        operation.responses(self.responses(schemas)).build()
    }

    fn responses(&self, schemas: &mut Schemas) -> Responses {
        let (status, kind, answer) = self.answer;
        let done = ResponseBuilder::new().description("done").content(kind, Content::new(Some(answer(schemas))));
        let mut responses = ResponsesBuilder::new().response(status, done.build());
        for status in self.faults() {
            responses = responses.response(status, Ref::from_response_name(NotDone::name()));
        }
        responses.build()
    }

    /// How it can fail.
    fn faults(&self) -> Vec<&'static str> {
        // The request makes no sense; the token has not the shape of one; no such method; not sent to its end; too much at
        // once; not a name of this house; the house failed; the store does not answer.
        let mut faults = vec!["400", "401", "405", "408", "421", "429", "500", "503"];
        if self.path.contains('{') || self.body.is_some() {
            faults.push("404");
        }
        if self.conflicts {
            faults.push("409");
        }
        if self.forbidden {
            faults.push("403");
        }
        if self.method == HttpMethod::Post {
            // Not yours to do, or sent from another site; too long; neither a form nor JSON.
            faults.extend(["403", "413", "415"]);
        }
        faults
    }
}

/// Is there a field that the body must have?
fn needs_something(body: &Ref, schemas: &Schemas) -> bool {
    let name = body.ref_location.rsplit('/').next().unwrap_or_default();
    matches!(schemas.get(name), Some(RefOr::T(Schema::Object(body))) if !body.required.is_empty())
}

fn questions() -> Vec<Question> {
    let mut all = vec![
        Question::get::<Document>("/api/openapi.json", "document", "This document"),
        Question::post(
            "/api/visitors",
            "new_visitor",
            "A token for a program, to be sent as a bearer token",
            None,
            "201",
            shape::<NewVisitor>,
        ),
        Question {
            token: true,
            query: Which::into_params(|| Some(ParameterIn::Query)),
            ..Question::get::<OwnTables>(
                "/api/visitors/me/tables",
                "own_tables",
                "Your tables: first where it is your turn, then those being played, those that wait, and the last that are over; `older` leads to \
                 the others that are over",
            )
        },
        Question {
            token: true,
            ..Question::get::<Calls>(
                "/api/visitors/me/calls",
                "calls",
                "How you are called when it is your turn and you are not looking",
            )
        },
        Question {
            token: true,
            conflicts: true,
            ..Question::post(
                "/api/visitors/me/calls",
                "change_calls",
                "Changes how you are called; an empty text ends it",
                Some(shape::<ChangeCalls>),
                "200",
                shape::<Calls>,
            )
        },
        Question::get::<Bots>("/api/bots", "bots", "The bots that can sit at a table"),
        Question::get::<Games>("/api/games", "games", "The games of the house"),
        Question::get::<told::Game>("/api/games/{game}", "game", "One game with its settings"),
        Question::get::<Rules>("/api/games/{game}/rules", "rules", "The clauses of a game"),
        Question::get::<OpenTables>("/api/tables", "open_tables", "The tables that anybody can join"),
        Question {
            token: true,
            ..Question::post("/api/tables", "make_table", "Makes a table", Some(shape::<NewTable>), "201", shape::<Table>)
        },
        Question {
            conflicts: true,
            query: Wanted::into_params(|| Some(ParameterIn::Query)),
            ..Question::get::<Table>("/api/tables/{table}", "table", "A table as you may know it")
        },
        Question {
            conflicts: true,
            ..Question::get::<Record>("/api/tables/{table}/record", "record", "The record of a finished game")
        },
        Question {
            token: true,
            forbidden: true,
            query: Heard::into_params(|| Some(ParameterIn::Query)),
            ..Question::get::<Chat>("/api/tables/{table}/chat", "chat", "What was said at a table, for those who sit there")
        },
        Question {
            answer: ("200", "text/event-stream", shape::<News>),
            ..Question::get::<News>("/api/tables/{table}/stream", "stream", "News of a table as server-sent events")
        },
    ];
    all.extend(VERBS.iter().map(command));
    all
}

fn command(verb: &Verb) -> Question {
    let (path, id) = (format!("/api/tables/{{table}}/{}", verb.name), verb.name.replace('-', "_"));
    Question { conflicts: true, token: true, ..Question::post(&path, &id, verb.about, Some(verb.body), "200", verb.answer) }
}

const TOKEN: &str = "token";

/// Tokens are for everything that their holder may do.
const NO_SCOPES: [&str; 0] = [];

fn describe() -> OpenApi {
    let (mut paths, mut components) = (Paths::new(), Components::new());
    for question in questions() {
        let operation = question.operation(&mut components.schemas);
        paths.add_path_operation(&question.path, vec![question.method], operation);
    }
    let not_done: Response = ResponseBuilder::new()
        .description("not done; nothing was changed")
        .content(JSON, Content::new(Some(shape::<NotDone>(&mut components.schemas))))
        .build();
    components.responses.insert(NotDone::name().into_owned(), not_done.into());
    let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "A token is your own secret and whoever shows it is you. The house keeps no list of tokens: one that it has never seen \
         is somebody new, so do not make one yourself that could be guessed.",
    ));
    components.add_security_scheme(TOKEN, SecurityScheme::Http(token.build()));
    let mut info = Info::new("Exchequer", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "Economic board games for programs: the same tables, actions and refusals as on the pages. Games, settings, clauses, \
         events and choices have the shapes of the line protocol."
            .to_owned(),
    );
    let mut document = OpenApi::new(info, paths);
    document.components = Some(components);
    document.security = Some(vec![SecurityRequirement::new(TOKEN, NO_SCOPES), SecurityRequirement::default()]);
    document
}

/// This document, in itself.
struct Document;

impl ToSchema for Document {}

impl PartialSchema for Document {
    fn schema() -> RefOr<Schema> {
        let parts = ["openapi", "info", "paths", "components"];
        let document = ObjectBuilder::new().schema_type(Type::Object).description(Some("an OpenAPI document"));
        parts.into_iter().fold(document, ObjectBuilder::required).into()
    }
}

/// What a stream says.
struct News;

impl ToSchema for News {}

impl PartialSchema for News {
    fn schema() -> RefOr<Schema> {
        let news = ObjectBuilder::new().schema_type(Type::String);
        news.description(Some(
            "the event `version` with the table’s version, and the event `presence` with who is here as JSON: `company` as a \
             table tells it, and `now`, the time by the house’s clock; for those who may read the chat also the event `chat` with \
             the number of its last line; each now and whenever it changes. The event `alive` tells that the house is still \
             there: JSON with `version`, the table’s version once more, and `every`, after how many milliseconds the next one \
             comes; who hears none for longer opens the stream anew",
        ))
        .into()
    }
}

impl ToSchema for Text {}

impl PartialSchema for Text {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).max_length(Some(LONGEST_TEXT)).into()
    }
}

impl ToSchema for Places {}

impl PartialSchema for Places {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]));
        let places = ArrayBuilder::new().items(text.max_length(Some(LONGEST_TEXT))).max_items(Some(MAX_SEATS));
        places.description(Some("a text or null for each seat")).into()
    }
}

impl ToSchema for Chosen {}

impl PartialSchema for Chosen {
    fn schema() -> RefOr<Schema> {
        let value = Object::with_type(SchemaType::from_iter([Type::String, Type::Integer]));
        let chosen = ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(Schema::Object(value)));
        chosen.description(Some("settings by their names")).into()
    }
}

impl ToSchema for Parts {}

impl PartialSchema for Parts {
    fn schema() -> RefOr<Schema> {
        let parts = ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(Text::schema()));
        parts.description(Some("texts by their names")).into()
    }
}
