//! The OpenAPI document of the JSON interface, made from the types that are read and answered. A test holds real answers
//! against it.

use super::{Endpoint, NotDone, endpoints};
use crate::web::input::{Chosen, LONGEST_TEXT, Parts, PerSeat, Text};
use axum::{Json, response::IntoResponse};
use kernel::MAX_SEATS;
use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Components, Content, Info, OpenApi, Paths, Ref, RefOr, Response,
        response::ResponseBuilder,
        schema::{ArrayBuilder, Object, ObjectBuilder, Schema, SchemaType, Type},
        security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

pub(super) fn endpoint() -> Endpoint {
    Endpoint::get("/openapi.json", "document", "This document").answers::<Document>().handled_by(document)
}

/// The document.
async fn document() -> impl IntoResponse {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(describe);
    Json(&*DOCUMENT)
}

pub(super) const JSON: &str = "application/json";

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

pub(super) const TOKEN: &str = "token";

/// Tokens are for everything that their holder may do.
pub(super) const NO_SCOPES: [&str; 0] = [];

fn describe() -> OpenApi {
    let (mut paths, mut components) = (Paths::new(), Components::new());
    for endpoint in endpoints() {
        let operation = endpoint.operation(&mut components.schemas);
        paths.add_path_operation(endpoint.document_path(), vec![endpoint.method()], operation);
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

impl ToSchema for Text {}

impl PartialSchema for Text {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).max_length(Some(LONGEST_TEXT)).into()
    }
}

impl ToSchema for PerSeat {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Places")
    }
}

impl PartialSchema for PerSeat {
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
