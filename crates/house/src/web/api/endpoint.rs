//! One thing that programs can ask: its address, what is read and answered, and its handler.

use super::{
    NotDone,
    document::{JSON, NO_SCOPES, Schemas, Shape, TOKEN, shape},
};
use crate::web::House;
use axum::{
    handler::Handler,
    routing::{MethodRouter, get, post},
};
use serde_json::Value;
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        Content, HttpMethod, Ref, RefOr, Required, Responses,
        path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        response::{ResponseBuilder, ResponsesBuilder},
        schema::{Object, Schema, Type},
        security::SecurityRequirement,
    },
};

/// One thing that programs can ask.
pub(crate) struct Endpoint {
    method: HttpMethod,
    /// Its address below `/api`. A table is named by `{id}`.
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
    /// What answers it; none of a command, since one route serves all of them.
    handler: Option<MethodRouter<House>>,
}

impl Endpoint {
    fn new(method: HttpMethod, path: String, id: String, about: &'static str) -> Endpoint {
        Endpoint {
            method,
            path,
            id,
            about,
            query: Vec::new(),
            body: None,
            answer: ("200", JSON, shape::<Value>),
            conflicts: false,
            token: false,
            forbidden: false,
            handler: None,
        }
    }

    /// Something that is looked at.
    pub fn get(path: impl Into<String>, id: impl Into<String>, about: &'static str) -> Endpoint {
        Endpoint::new(HttpMethod::Get, path.into(), id.into(), about)
    }

    /// Something that is done.
    pub fn post(path: impl Into<String>, id: impl Into<String>, about: &'static str) -> Endpoint {
        Endpoint::new(HttpMethod::Post, path.into(), id.into(), about)
    }

    /// Nobody asks it without a token.
    pub fn needs_token(self) -> Endpoint {
        Endpoint { token: true, ..self }
    }

    /// It may not fit how things stand.
    pub fn may_conflict(self) -> Endpoint {
        Endpoint { conflicts: true, ..self }
    }

    /// It may be somebody else's to ask.
    pub fn may_be_forbidden(self) -> Endpoint {
        Endpoint { forbidden: true, ..self }
    }

    /// What may be said in the address.
    pub fn query<Q: IntoParams>(self) -> Endpoint {
        Endpoint { query: Q::into_params(|| Some(ParameterIn::Query)), ..self }
    }

    /// What may be said in the body.
    pub fn body<B: ToSchema>(self) -> Endpoint {
        self.body_of(shape::<B>)
    }

    /// What may be said in the body, by its shape.
    pub fn body_of(self, body: Shape) -> Endpoint {
        Endpoint { body: Some(body), ..self }
    }

    /// What is answered.
    pub fn answers<A: ToSchema>(self) -> Endpoint {
        self.answers_with(shape::<A>)
    }

    /// What is answered, by its shape.
    pub fn answers_with(self, answer: Shape) -> Endpoint {
        Endpoint { answer: ("200", JSON, answer), ..self }
    }

    /// What is made and answered.
    pub fn creates<A: ToSchema>(self) -> Endpoint {
        Endpoint { answer: ("201", JSON, shape::<A>), ..self }
    }

    /// What is told for as long as somebody listens.
    pub fn streams<A: ToSchema>(self) -> Endpoint {
        Endpoint { answer: ("200", "text/event-stream", shape::<A>), ..self }
    }

    /// The function that answers it.
    pub fn handled_by<T: 'static>(self, handler: impl Handler<T, House>) -> Endpoint {
        let handler = match self.method {
            HttpMethod::Post => post(handler),
            _ => get(handler),
        };
        Endpoint { handler: Some(handler), ..self }
    }

    /// Its route, if it has one of its own.
    pub fn route(self) -> Option<(String, MethodRouter<House>)> {
        Some((self.path, self.handler?))
    }

    /// How it is asked.
    pub fn method(&self) -> HttpMethod {
        self.method.clone()
    }

    /// Its address in the document, where a table is named by `{table}`.
    pub fn document_path(&self) -> String {
        format!("/api{}", self.path.replace("{id}", "{table}"))
    }

    /// Its part of the document.
    pub fn operation(&self, schemas: &mut Schemas) -> Operation {
        let path = self.document_path();
        let mut operation = OperationBuilder::new().operation_id(Some(&self.id)).summary(Some(self.about));
        let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
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
