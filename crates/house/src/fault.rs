//! What went wrong, for people and for programs: a status that fits and words that help.

use axum::http::StatusCode;
use engine::EngineError;
use serde::Serialize;
use utoipa::ToSchema;

/// The code of what came after the clock had run out.
pub const LATE: &str = "late";

/// Why something was not done. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Fault {
    /// The status of the answer.
    #[serde(skip)]
    pub status: StatusCode,
    /// What kind of fault it is, for programs.
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub message: String,
    /// The clause of the rulebook that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clause: Option<&'static str>,
}

impl Fault {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Fault {
        Fault { status, code, message: message.into(), clause: None }
    }

    /// The request makes no sense.
    pub fn bad(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// It has to be known who asks.
    pub fn unknown(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNAUTHORIZED, "unauthorized", message)
    }

    /// It is not this visitor's to do.
    pub fn forbidden(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// It does not fit how things stand now.
    pub fn conflict(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// The clock ran out before it came.
    pub fn late(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, LATE, message)
    }

    /// Too much at once.
    pub fn busy(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message)
    }

    /// The house itself failed.
    pub fn internal(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// What is kept of a table makes no game: it stays so until somebody mends it.
    pub fn damaged() -> Fault {
        let message = "this table is damaged: what is kept of it cannot be read to its end. Whoever runs this house finds the reason in \
                       its log; a backup may have the table whole";
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", message)
    }

    /// The store cannot be reached.
    pub fn unavailable(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Fault {
        let status = match error.code {
            "refused" | "undo" | "turn" | "luck" | "past" => StatusCode::CONFLICT,
            "game" | "clause" | "table" | "moment" => StatusCode::NOT_FOUND,
            "bug" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Fault { status, code: error.code, message: error.message, clause: error.clause }
    }
}
