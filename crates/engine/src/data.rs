//! Data of one game behind an interface that all games share.

use kernel::EventNames;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::{any::Any, fmt, sync::Arc};

/// Data of a game: code that knows the game gets the game's own type back, programs get JSON, which is made only when needed.
#[derive(Clone)]
pub struct Data(Arc<dyn Shown>);

trait Shown: Send + Sync {
    fn any(&self) -> &dyn Any;
    fn json(&self) -> serde_json::Result<Value>;
}

/// Data that is serialised as it is.
struct Plain<T>(T);

impl<T: Serialize + Any + Send + Sync> Shown for Plain<T> {
    fn any(&self) -> &dyn Any {
        &self.0
    }

    fn json(&self) -> serde_json::Result<Value> {
        serde_json::to_value(&self.0)
    }
}

/// An event that is converted to JSON with names.
struct Named<E>(E, EventNames<E>);

impl<E: Any + Send + Sync> Shown for Named<E> {
    fn any(&self) -> &dyn Any {
        &self.0
    }

    fn json(&self) -> serde_json::Result<Value> {
        (self.1)(&self.0)
    }
}

impl Data {
    /// Data of a game.
    pub fn new(data: impl Serialize + Any + Send + Sync) -> Data {
        Data(Arc::new(Plain(data)))
    }

    /// An event of a game, with the names that the game has for programs.
    pub fn of_event<E: Serialize + Any + Send + Sync>(event: E, names: Option<EventNames<E>>) -> Data {
        match names {
            Some(names) => Data(Arc::new(Named(event, names))),
            None => Data::new(event),
        }
    }

    /// The data as the game's own type, if it is of this type.
    pub fn of<T: Any>(&self) -> Option<&T> {
        self.0.any().downcast_ref()
    }

    /// The data as JSON, for programs.
    pub fn json(&self) -> serde_json::Result<Value> {
        self.0.json()
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl PartialEq for Data {
    fn eq(&self, other: &Data) -> bool {
        matches!((self.json(), other.json()), (Ok(one), Ok(other)) if one == other)
    }
}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.json() {
            Ok(json) => json.fmt(f),
            Err(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_of_one_type_and_reads_as_json() {
        let data = Data::new(vec![1_u8, 2]);
        assert_eq!(data.of::<Vec<u8>>(), Some(&vec![1, 2]));
        assert_eq!(data.of::<Vec<u16>>(), None);
        assert_eq!(serde_json::to_string(&data).unwrap(), "[1,2]");
        assert_eq!(data, Data::new([1_u16, 2]));
        let named = Data::of_event(7_u8, Some(Arc::new(|card: &u8| serde_json::to_value(format!("C{card}")))));
        assert_eq!((named.of::<u8>(), named.json().unwrap()), (Some(&7), Value::from("C7")));
    }
}
