//! What a request brings: a form or JSON, read straight into the body that its command expects.
//!
//! Reading stops at the first thing that does not belong there, so that nothing is built of what a stranger sends but what
//! a command takes. A field of a form that belongs to a group is written with a dot: `option.players`, `seat.1`.

use crate::fault::Fault;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use kernel::MAX_SEATS;
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned, IntoDeserializer, Unexpected, Visitor, value::MapDeserializer},
    forward_to_deserialize_any,
};
use serde_json::{Map, Value};
use std::{borrow::Cow, collections::BTreeMap, fmt, str::FromStr};

/// The most fields of a form: the longest set-up page has about fifty.
const MOST_FIELDS: usize = 256;

/// The most settings of a game.
const MOST_SETTINGS: usize = 128;

/// The most parts of a deal.
const MOST_PARTS: usize = 64;

/// The longest text of a field, in bytes.
pub(crate) const LONGEST_TEXT: usize = 1000;

/// The longest explanation of what could not be read, in characters: what a stranger sent is not sent back at length.
const LONGEST_REASON: usize = 200;

/// The body of a request, not read yet.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// The fields of a form, or nothing at all.
    Form(Bytes),
    /// JSON.
    Json(Bytes),
}

impl Input {
    /// The body as the command expects it.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        match self {
            Input::Form(body) => {
                let mut fields = grouped(body)?;
                // Which part of the board a page shows is no part of what is said.
                fields.remove("view");
                let mut track = serde_path_to_error::Track::new();
                let form = MapDeserializer::new(fields.into_iter());
                T::deserialize(serde_path_to_error::Deserializer::new(form, &mut track))
                    .map_err(|error: FormError| wrong(&track.path(), &error.0))
            }
            // A list could otherwise stand for the fields in their order.
            Input::Json(body) if !body.trim_ascii_start().starts_with(b"{") => Err(Fault::bad("send a JSON object")),
            Input::Json(body) => {
                let mut track = serde_path_to_error::Track::new();
                let mut json = serde_json::Deserializer::from_slice(body);
                let read = T::deserialize(serde_path_to_error::Deserializer::new(&mut json, &mut track));
                let read = read.and_then(|body| json.end().map(|()| body));
                read.map_err(|error| match error.classify() {
                    serde_json::error::Category::Data => wrong(&track.path(), &error.to_string()),
                    _ => Fault::bad(format!("this is not JSON: {error}")),
                })
            }
        }
    }

    /// Did a page send it?
    pub fn is_form(&self) -> bool {
        matches!(self, Input::Form(_))
    }

    /// The fields of a form as they were filled in, to be shown again; of JSON nothing is shown.
    pub fn filled_in(&self) -> BTreeMap<String, String> {
        match self {
            Input::Form(body) => {
                pairs(body).take(MOST_FIELDS).map(|(key, value)| (key.into_owned(), value.into_owned())).collect()
            }
            Input::Json(_) => BTreeMap::new(),
        }
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
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            let fault = Fault::bad(rejection.body_text());
            failed(Fault { status: rejection.status(), ..fault })
        })?;
        // What follows the semicolon is how it is written, and JSON is always written alike.
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match kind.as_str() {
            _ if body.is_empty() => Ok(Input::Form(body)),
            "application/json" => Ok(Input::Json(body)),
            "application/x-www-form-urlencoded" => Ok(Input::Form(body)),
            _ => {
                Err(failed(Fault { status: StatusCode::UNSUPPORTED_MEDIA_TYPE, ..Fault::bad("send a form or application/json") }))
            }
        }
    }
}

/// What cannot be read, and where.
fn wrong(path: &serde_path_to_error::Path, reason: &str) -> Fault {
    let place = match path.iter().next() {
        None => String::new(),
        Some(_) => format!("the field `{}` cannot be read: ", shortened(&path.to_string())),
    };
    Fault::bad(format!("{place}{}", shortened(reason)))
}

fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_REASON) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A text of a request, no longer than anything that makes sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text(pub String);

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Text, E> {
                if text.len() > LONGEST_TEXT {
                    return Err(E::custom(format_args!("a text has at most {LONGEST_TEXT} bytes")));
                }
                Ok(Text(text.to_owned()))
            }
        }
        deserializer.deserialize_str(Reader)
    }
}

/// Something said for each seat, the first seat first; nothing for some.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PerSeat(Vec<Option<Text>>);

impl PerSeat {
    /// What is said for a seat, if anything is.
    pub fn at(&self, seat: kernel::Seat) -> Option<&str> {
        self.0.get(seat.index())?.as_deref().filter(|text| !text.is_empty())
    }

    /// For how many seats something could be said.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<'de> Deserialize<'de> for PerSeat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = PerSeat;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list with a text or null for each seat")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<PerSeat, A::Error> {
                let mut places = Vec::new();
                while let Some(one) = list.next_element()? {
                    if places.len() == MAX_SEATS {
                        return Err(de::Error::custom(format_args!("no table has more than {MAX_SEATS} seats")));
                    }
                    places.push(one);
                }
                Ok(PerSeat(places))
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

/// The parts of a deal by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts(pub BTreeMap<String, String>);

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parts, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("texts by their names")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> Result<Parts, A::Error> {
                let mut parts = BTreeMap::new();
                while let Some((Text(key), Text(part))) = entries.next_entry()? {
                    if parts.len() == MOST_PARTS {
                        return Err(de::Error::custom(format_args!("no deal has more than {MOST_PARTS} parts")));
                    }
                    parts.insert(key, part);
                }
                Ok(Parts(parts))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Settings that were chosen: numbers and words by their names. In a form all of them are words.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Chosen(pub Map<String, Value>);

impl<'de> Deserialize<'de> for Chosen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chosen, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Chosen;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("settings by their names")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> Result<Chosen, A::Error> {
                let mut chosen = Map::new();
                while let Some((Text(key), SettingValue(value))) = entries.next_entry()? {
                    if chosen.len() == MOST_SETTINGS {
                        return Err(de::Error::custom(format_args!("no game has more than {MOST_SETTINGS} settings")));
                    }
                    if chosen.contains_key(&key) {
                        return Err(de::Error::custom(format_args!("`{key}` is given twice")));
                    }
                    chosen.insert(key, value);
                }
                Ok(Chosen(chosen))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// What a setting can be.
struct SettingValue(Value);

impl<'de> Deserialize<'de> for SettingValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SettingValue, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = SettingValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a word")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<SettingValue, E> {
                Ok(SettingValue(number.into()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<SettingValue, E> {
                Ok(SettingValue(number.into()))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<SettingValue, E> {
                Text::deserialize(word.into_deserializer()).map(|Text(word)| SettingValue(word.into()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// The fields of a form, one after the other.
fn pairs(body: &[u8]) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    form_urlencoded::parse(body)
}

/// The fields of a form by their names, groups put together. A field that is given twice is refused.
fn grouped(body: &[u8]) -> Result<BTreeMap<String, Field<'_>>, Fault> {
    let mut fields: BTreeMap<String, Field> = BTreeMap::new();
    for (number, (key, value)) in pairs(body).enumerate() {
        if number == MOST_FIELDS {
            return Err(Fault::bad(format!("a form has at most {MOST_FIELDS} fields")));
        }
        let once = match key.split_once('.') {
            None => fields.insert(key.clone().into_owned(), Field::Text(value)).is_none(),
            Some((group, name)) => match fields.entry(group.to_owned()).or_insert_with(|| Field::Group(BTreeMap::new())) {
                Field::Group(group) => group.insert(name.to_owned(), value).is_none(),
                Field::Text(_) => false,
            },
        };
        if !once {
            return Err(Fault::bad(format!("the field `{}` is given twice", shortened(&key))));
        }
    }
    Ok(fields)
}

/// A field of a form: a text, which says what it is when it is known what it should be, or several by name.
enum Field<'a> {
    Text(Cow<'a, str>),
    Group(BTreeMap<String, Cow<'a, str>>),
}

/// Why a form cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct FormError(String);

impl de::Error for FormError {
    fn custom<T: fmt::Display>(reason: T) -> FormError {
        FormError(reason.to_string())
    }
}

impl<'de> IntoDeserializer<'de, FormError> for Field<'de> {
    type Deserializer = Field<'de>;

    fn into_deserializer(self) -> Field<'de> {
        self
    }
}

impl Field<'_> {
    /// The text as the number that is asked for.
    fn number<T: FromStr>(&self) -> Result<T, FormError> {
        match self {
            Field::Text(text) => text.parse().map_err(|_| de::Error::custom("this is not a whole number that fits")),
            Field::Group(_) => Err(de::Error::invalid_type(Unexpected::Map, &"a whole number")),
        }
    }
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = FormError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self {
            Field::Text(text) => visitor.visit_str(&text),
            Field::Group(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match &self {
            // What was left empty was left out.
            Field::Text(text) if text.is_empty() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_u64(self.number()?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match &self {
            // A box that is ticked comes as `on`; one that is not does not come.
            Field::Text(text) if matches!(&**text, "on" | "true" | "yes" | "1") => visitor.visit_bool(true),
            Field::Text(text) if matches!(&**text, "" | "off" | "false" | "no" | "0") => visitor.visit_bool(false),
            _ => Err(de::Error::custom("this is neither `true` nor `false`")),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        let Field::Group(group) = self else { return self.deserialize_any(visitor) };
        let mut list: Vec<Field> = Vec::new();
        for (key, text) in group {
            let number: usize = key.parse().unwrap_or(0);
            if !(1..=MAX_SEATS).contains(&number) || key != number.to_string() {
                return Err(de::Error::custom(format_args!("there is no seat `{key}`")));
            }
            while list.len() < number {
                list.push(Field::Text(Cow::Borrowed("")));
            }
            list[number - 1] = Field::Text(text);
        }
        visitor.visit_seq(de::value::SeqDeserializer::new(list.into_iter()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self {
            // A setting that was left empty has its default.
            Field::Group(group) => {
                let chosen = group.into_iter().filter(|(_, text)| !text.is_empty());
                visitor.visit_map(MapDeserializer::new(chosen.map(|(key, text)| (key, Field::Text(text)))))
            }
            Field::Text(_) => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::commands::{NewTable, Play, Sit};
    use kernel::Seat;

    fn json(body: &str) -> Input {
        Input::Json(Bytes::from(body.to_owned()))
    }

    fn form(body: &str) -> Input {
        Input::Form(Bytes::from(body.to_owned()))
    }

    #[test]
    fn a_form_and_json_say_the_same() {
        let said = json(r#"{"game":"economy","option":{"players":3},"seat":["you",null,"bot:steady"],"open":true}"#);
        let sent = form("game=economy&option.players=3&option.target=&seat.1=you&seat.3=bot:steady&open=on&luck=");
        for input in [&said, &sent] {
            let table: NewTable = input.read().unwrap();
            assert_eq!((&*table.game, table.open, table.quick, table.luck), ("economy", true, false, None));
            assert_eq!(table.seat.at(Seat::FIRST), Some("you"));
            assert_eq!((table.seat.len(), table.seat.at(Seat::new(1).unwrap())), (3, None));
            assert_eq!(table.option.0.len(), 1, "what is left empty is left out");
        }
    }

    #[test]
    fn what_does_not_belong_there_is_refused_by_its_name() {
        for (body, word) in [
            (r#"{"name":"x","seat":[1]}"#, "`seat`"),
            (r#"{"name":"x","seat":{}}"#, "`seat`"),
            (r#"{"name":"x","seat":"1"}"#, "`seat`"),
            (r#"{"name":"x","seat":1.5}"#, "`seat`"),
            (r#"{"name":"x","seat":true}"#, "`seat`"),
            (r#"{"name":7}"#, "`name`"),
            (r#"{"name":["x"]}"#, "`name`"),
            (r#"{"name":null}"#, "`name`"),
            (r#"{"name":"x","invite":7}"#, "`invite`"),
            (r#"{"name":"x","name":"y"}"#, "`name`"),
            (r#"{"name":"x","sea":1}"#, "`sea`"),
            (r#"{"seat":1}"#, "`name`"),
            (r#"{"name":"x"} {}"#, "JSON"),
            (r#"["x",null,null,null]"#, "object"),
            ("[]", "object"),
            ("", "object"),
            ("{", "JSON"),
        ] {
            let fault = json(body).read::<Sit>().unwrap_err();
            assert!(fault.message.contains(word), "{body}: {}", fault.message);
        }
        for (body, word) in [
            ("name=x&name=y", "`name`"),
            ("name=x&seat.1=2", "`seat`"),
            ("name=x&seat=one", "`seat`"),
            ("name=x&seat=99", "`seat`"),
            ("name=x&sea=1", "`sea`"),
            ("seat=1", "`name`"),
        ] {
            let fault = form(body).read::<Sit>().unwrap_err();
            assert!(fault.message.contains(word), "{body}: {}", fault.message);
        }
        assert!(json(r#"{"game":"economy","option":{"players":[3]}}"#).read::<NewTable>().is_err());
        assert!(json(r#"{"game":"economy","option":{"players":3,"players":4}}"#).read::<NewTable>().is_err());
        assert!(form("game=economy&seat.17=you").read::<NewTable>().is_err());
        assert!(form("game=economy&quick=perhaps").read::<NewTable>().is_err());
        assert_eq!(form("action=move+a1&seat=2").read::<Play>().unwrap().seat, Seat::new(1));
    }

    #[test]
    fn what_is_long_is_refused_in_few_words() {
        let long = "x".repeat(60_000);
        for body in
            [format!(r#"{{"name":"{long}"}}"#), format!(r#"{{"{long}":1}}"#), format!(r#"{{"name":"x","seat":"{long}"}}"#)]
        {
            assert!(json(&body).read::<Sit>().unwrap_err().message.len() < 1000);
        }
        assert!(form(&format!("name={long}")).read::<Sit>().unwrap_err().message.len() < 1000);
        assert!(form(&"a=&".repeat(20_000)).read::<Sit>().unwrap_err().message.len() < 1000);
        let many: String = (0..5000).map(|number| format!("{number}=&")).collect();
        assert!(form(&many).read::<Sit>().unwrap_err().message.contains("256"));
        assert_eq!(form(&many).filled_in().len(), MOST_FIELDS);
    }
}
