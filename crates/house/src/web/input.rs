//! What a request brings: a form or JSON, as names and values.

use crate::fault::Fault;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
    response::Response,
};
use kernel::Seat;
use std::{collections::BTreeMap, str::FromStr};

/// The fields of a request. A later field of the same name counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input(pub BTreeMap<String, String>);

impl Input {
    /// A field, if it is there and not empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A field that must be there.
    pub fn need(&self, key: &str) -> Result<&str, Fault> {
        self.get(key).ok_or_else(|| Fault::bad(format!("the field `{key}` is missing")))
    }

    /// A field that is a number.
    pub fn number<T: FromStr>(&self, key: &str) -> Result<Option<T>, Fault> {
        let wrong = |_| Fault::bad(format!("the field `{key}` is not a number that fits"));
        self.get(key).map(|text| text.parse().map_err(wrong)).transpose()
    }

    /// Is this set? A program may say `false` instead of leaving it out.
    pub fn is_set(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| !matches!(value, "false" | "off" | "no" | "0"))
    }

    /// A seat by its number.
    pub fn seat(&self) -> Result<Option<Seat>, Fault> {
        self.number::<usize>("seat")?.map(|number| Seat::try_from(number).map_err(Fault::bad)).transpose()
    }
}

/// Does the client ask for JSON?
pub(crate) fn wants_json(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| accept.contains("application/json"))
}

impl<S: Send + Sync> FromRequest<S> for Input {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Input, Response> {
        let headers = request.headers().clone();
        let failed = |fault: Fault| super::Failed(fault).answer(&headers);
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            let fault = Fault::bad(rejection.body_text());
            failed(Fault { status: rejection.status(), ..fault })
        })?;
        if body.is_empty() {
            return Ok(Input::default());
        }
        if kind.starts_with("application/json") {
            json(&body).map_err(failed)
        } else if kind.starts_with("application/x-www-form-urlencoded") {
            let pairs: Vec<(String, String)> =
                serde_urlencoded::from_bytes(&body).map_err(|_| failed(Fault::bad("the form cannot be read")))?;
            Ok(Input(pairs.into_iter().collect()))
        } else {
            let fault = Fault::bad("send a form or application/json");
            Err(failed(Fault { status: axum::http::StatusCode::UNSUPPORTED_MEDIA_TYPE, ..fault }))
        }
    }
}

/// A JSON object as fields: objects inside become `outer.inner`, lists `outer.1`, `outer.2`.
fn json(body: &[u8]) -> Result<Input, Fault> {
    let value: serde_json::Value =
        serde_json::from_slice(body).map_err(|error| Fault::bad(format!("this is not JSON: {error}")))?;
    if !value.is_object() {
        return Err(Fault::bad("send a JSON object"));
    }
    let mut fields = BTreeMap::new();
    flatten("", &value, &mut fields);
    Ok(Input(fields))
}

fn flatten(path: &str, value: &serde_json::Value, fields: &mut BTreeMap<String, String>) {
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| flatten(&inner(key), value, fields)),
        serde_json::Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| flatten(&inner(&(index + 1).to_string()), value, fields));
        }
        serde_json::Value::Null => {}
        serde_json::Value::String(text) => drop(fields.insert(path.to_owned(), text.clone())),
        other => drop(fields.insert(path.to_owned(), other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_becomes_the_fields_of_a_form() {
        let input = json(br#"{"game":"economy","option":{"players":3},"seat":["you",null,"bot:steady"],"open":true}"#).unwrap();
        let fields: Vec<(&str, &str)> = input.0.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let expected =
            [("game", "economy"), ("open", "true"), ("option.players", "3"), ("seat.1", "you"), ("seat.3", "bot:steady")];
        assert_eq!(fields, expected);
        assert!(json(b"[1]").is_err());
        assert!(json(b"{").is_err());
    }
}
