//! How types of the kernel look in the OpenAPI document.

use kernel::MAX_SEATS;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, OneOfBuilder, Schema, Type},
    },
};

/// A seat: its number.
pub struct SeatNumber;

impl PartialSchema for SeatNumber {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(MAX_SEATS));
        number.description(Some("a seat, counted from 1")).into()
    }
}

impl ToSchema for SeatNumber {}

/// A viewer: a seat, or `watcher`.
pub fn seat_or_watcher() -> RefOr<Schema> {
    let watcher = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["watcher"]));
    OneOfBuilder::new().item(SeatNumber::schema()).item(watcher).into()
}
