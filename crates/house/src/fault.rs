//! What went wrong, for people and for programs: a status that fits and words that help.

use axum::http::StatusCode;
use engine::EngineError;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// What kind of fault it is, for programs. Each kind has one word on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The request makes no sense.
    BadRequest,
    /// It has to be known who asks.
    Unauthorized,
    /// It is not this visitor's to do.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// This address does not take such a request.
    MethodNotAllowed,
    /// The request took too long.
    Timeout,
    /// It does not fit how things stand now.
    Conflict,
    /// The clock ran out before it came.
    Late,
    /// It worked once and does not any more.
    Gone,
    /// The house does not answer to this name.
    Host,
    /// Too much at once.
    TooMany,
    /// The house itself failed.
    Internal,
    /// What is stored of a table cannot be read.
    Damaged,
    /// The store cannot be reached.
    Unavailable,
    /// The engine refused it; one of [`engine::CODES`].
    Engine(&'static str),
}

impl Code {
    /// The word for it on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Code::BadRequest => "bad_request",
            Code::Unauthorized => "unauthorized",
            Code::Forbidden => "forbidden",
            Code::NotFound => "not_found",
            Code::MethodNotAllowed => "method_not_allowed",
            Code::Timeout => "timeout",
            Code::Conflict => "conflict",
            Code::Late => "late",
            Code::Gone => "gone",
            Code::Host => "host",
            Code::TooMany => "too_many",
            Code::Internal => "internal",
            Code::Damaged => "damaged",
            Code::Unavailable => "unavailable",
            Code::Engine(word) => word,
        }
    }

    /// The status of an answer with this code.
    pub fn status(self) -> StatusCode {
        match self {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::Unauthorized => StatusCode::UNAUTHORIZED,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Code::Timeout => StatusCode::REQUEST_TIMEOUT,
            Code::Conflict | Code::Late => StatusCode::CONFLICT,
            Code::Gone => StatusCode::GONE,
            Code::Host => StatusCode::MISDIRECTED_REQUEST,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Internal | Code::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Code::Engine("refused" | "undo" | "turn" | "luck" | "past") => StatusCode::CONFLICT,
            Code::Engine("game" | "clause" | "table" | "moment") => StatusCode::NOT_FOUND,
            Code::Engine("bug") => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Engine(_) => StatusCode::BAD_REQUEST,
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// Why something was not done. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Fault {
    /// The status of the answer.
    #[serde(skip)]
    pub status: StatusCode,
    /// What kind of fault it is, for programs.
    #[schema(value_type = String)]
    pub code: Code,
    /// What was wrong and what would be right.
    pub message: String,
    /// The clause of the rulebook that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clause: Option<&'static str>,
}

impl Fault {
    /// A fault of this kind; nothing of the rulebook decided it.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { status: code.status(), code, message: message.into(), clause: None }
    }

    /// The request makes no sense.
    pub fn bad(message: impl Into<String>) -> Fault {
        Fault::new(Code::BadRequest, message)
    }

    /// It has to be known who asks.
    pub fn unknown(message: impl Into<String>) -> Fault {
        Fault::new(Code::Unauthorized, message)
    }

    /// It is not this visitor's to do.
    pub fn forbidden(message: impl Into<String>) -> Fault {
        Fault::new(Code::Forbidden, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Fault {
        Fault::new(Code::NotFound, message)
    }

    /// It does not fit how things stand now.
    pub fn conflict(message: impl Into<String>) -> Fault {
        Fault::new(Code::Conflict, message)
    }

    /// The clock ran out before it came.
    pub fn late(message: impl Into<String>) -> Fault {
        Fault::new(Code::Late, message)
    }

    /// Too much at once.
    pub fn busy(message: impl Into<String>) -> Fault {
        Fault::new(Code::TooMany, message)
    }

    /// The house itself failed.
    pub fn internal(message: impl Into<String>) -> Fault {
        Fault::new(Code::Internal, message)
    }

    /// What is kept of a table makes no game: it stays so until somebody mends it.
    pub fn damaged() -> Fault {
        let message = "this table is damaged: what is kept of it cannot be read to its end. Whoever runs this house finds the reason in \
                       its log; a backup may have the table whole";
        Fault::new(Code::Damaged, message)
    }

    /// The store cannot be reached.
    pub fn unavailable(message: impl Into<String>) -> Fault {
        Fault::new(Code::Unavailable, message)
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Fault {
        Fault { clause: error.clause, ..Fault::new(Code::Engine(error.code), error.message) }
    }
}
