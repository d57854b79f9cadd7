//! Settings of a table: typed, bounded, each with its clause.
//!
//! A game declares its settings once, with [`settings!`](crate::settings!), as the rulebook lists them.

use crate::{Luck, Refusal};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::{fmt, ops::RangeInclusive};

/// One setting of a table.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// Its key.
    pub key: &'static str,
    /// What it can be.
    #[serde(flatten)]
    pub kind: Kind,
    /// The clause that gives it.
    pub clause: &'static str,
    /// What it decides, in one line.
    pub about: &'static str,
}

/// A value of a setting: its name and what it means.
pub type Named = (&'static str, &'static str);

/// What a setting can be.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// One of these values; the first is the default.
    Choice {
        /// The values.
        values: &'static [Named],
    },
    /// A whole number, or in some settings a word instead: `never`, `none`, `unlimited`.
    Number {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
        /// What can be said instead of a number.
        word: Option<Named>,
        /// The default; none if that is the word.
        default: Option<i64>,
    },
}

impl Kind {
    /// A whole number in this range.
    pub fn number(range: RangeInclusive<i64>, word: Option<Named>, default: Option<i64>) -> Kind {
        Kind::Number { low: *range.start(), high: *range.end(), word, default }
    }
}

impl Setting {
    /// The value written like this, or a refusal that says what is possible.
    pub fn read(&self, text: &str) -> Result<Value, Refusal> {
        let value = match &self.kind {
            Kind::Choice { .. } => Value::from(text),
            Kind::Number { .. } => text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from),
        };
        self.accept(&value)
    }

    /// This value as it is always written, or a refusal that says what is possible.
    pub fn accept(&self, value: &Value) -> Result<Value, Refusal> {
        let accepted = match (&self.kind, value) {
            (Kind::Choice { values }, Value::String(text)) => {
                values.iter().find(|(name, _)| name == text).map(|(name, _)| Value::from(*name))
            }
            (Kind::Choice { .. }, _) => None,
            // Old records have `null` in place of the word, and text in place of a number.
            (Kind::Number { word: Some((word, _)), .. }, Value::Null) => Some(Value::from(*word)),
            (Kind::Number { word: Some((word, _)), .. }, Value::String(text)) if text == word => Some(Value::from(*word)),
            (Kind::Number { word: Some(_), .. }, Value::String(text)) => text.parse().ok().and_then(|number| self.within(number)),
            (Kind::Number { .. }, _) => value.as_i64().and_then(|number| self.within(number)),
        };
        accepted.ok_or_else(|| self.refuse(value))
    }

    /// A number within the bounds.
    fn within(&self, number: i64) -> Option<Value> {
        matches!(&self.kind, Kind::Number { low, high, .. } if (*low..=*high).contains(&number)).then(|| Value::from(number))
    }

    fn refuse(&self, value: &Value) -> Refusal {
        let possible = match &self.kind {
            Kind::Choice { values } => {
                let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
                format!("one of {}", names.join(", "))
            }
            Kind::Number { low, high, word: None, .. } => format!("a whole number from {low} to {high}"),
            Kind::Number { low, high, word: Some((word, _)), .. } => format!("a whole number from {low} to {high}, or `{word}`"),
        };
        Refusal::new(self.clause, format!("`{}` cannot be {value}; it must be {possible}", self.key))
    }

    /// The default as it is written.
    pub fn default_value(&self) -> Value {
        match &self.kind {
            Kind::Choice { values } => values.first().map_or(Value::Null, |(name, _)| Value::from(*name)),
            Kind::Number { default: Some(number), .. } => Value::from(*number),
            Kind::Number { word, .. } => word.map_or(Value::Null, |(name, _)| Value::from(name)),
        }
    }

    /// What a value means: the words of a named value, else the value itself.
    pub fn meaning(&self, value: &Value) -> String {
        let text = value.as_str();
        let named = match &self.kind {
            Kind::Choice { values } => values.iter().find(|(name, _)| text == Some(name)),
            Kind::Number { word, .. } => word.as_ref().filter(|(name, _)| text == Some(name)),
        };
        match (named, text) {
            (Some((_, words)), _) => (*words).to_owned(),
            (None, Some(text)) => text.to_owned(),
            (None, None) => value.to_string(),
        }
    }

    /// The values worth trying: all values of a choice; for a number the word and the ends, and everything between if the range
    /// is small.
    pub fn values(&self) -> Vec<Value> {
        let word = |word: &Option<Named>| word.map(|(name, _)| Value::from(name));
        match &self.kind {
            Kind::Choice { values } => values.iter().map(|(name, _)| Value::from(*name)).collect(),
            Kind::Number { low, high, word: name, .. } if high - low < 16 => {
                (*low..=*high).map(Value::from).chain(word(name)).collect()
            }
            Kind::Number { low, high, word: name, .. } => [*low, *high].map(Value::from).into_iter().chain(word(name)).collect(),
        }
    }

    /// A random value, for tests that try all of them.
    pub fn sample(&self, luck: &mut impl Luck) -> Value {
        match &self.kind {
            Kind::Choice { values } => Value::from(values[luck.below(values.len())].0),
            Kind::Number { low, high, word, .. } => match (luck.below(3), word) {
                (0, Some((name, _))) => Value::from(*name),
                // Usual and small values matter most; the far end is tried now and then.
                (1, _) => Value::from(low + (luck.between(0, 11) as i64).min(high - low)),
                _ => Value::from(low + luck.between(0, (high - low) as u32) as i64),
            },
        }
    }
}

/// Checks a map of settings against the list: no unknown key, no impossible value.
pub fn check(settings: &[Setting], chosen: &Map<String, Value>) -> Result<(), Refusal> {
    for (key, value) in chosen {
        find(settings, key)?.accept(value)?;
    }
    Ok(())
}

/// The setting with this key.
pub fn find<'a>(settings: &'a [Setting], key: &str) -> Result<&'a Setting, Refusal> {
    settings.iter().find(|setting| setting.key == key).ok_or_else(|| {
        let known: Vec<&str> = settings.iter().map(|setting| setting.key).collect();
        let clause = settings.first().map_or("", |setting| setting.clause);
        Refusal::new(clause, format!("there is no setting `{key}`; there are {}", known.join(", ")))
    })
}

/// The settings of a table, each with a value. [`settings!`](crate::settings!) makes such a type.
pub trait Settings: Clone + Default + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Every setting, in the rulebook's order.
    fn list() -> Vec<Setting>;

    /// The value of each setting of the list, in its order.
    fn values(&self) -> Vec<Value>;

    /// The settings with these values, which were checked and stand in the order of the list.
    fn from_values(values: &[Value]) -> Option<Self>;

    /// The values by key.
    fn to_map(&self) -> Map<String, Value> {
        Self::list().iter().map(|setting| setting.key.to_owned()).zip(self.values()).collect()
    }

    /// The settings with the chosen values, each checked, and defaults for all others.
    fn from_map(chosen: &Map<String, Value>) -> Result<Self, Refusal> {
        let list = Self::list();
        check(&list, chosen)?;
        let value = |setting: &Setting| {
            chosen.get(setting.key).map_or_else(|| Ok(setting.default_value()), |value| setting.accept(value))
        };
        let values = list.iter().map(value).collect::<Result<Vec<Value>, Refusal>>()?;
        Self::from_values(&values).ok_or_else(|| Refusal::new(list[0].clause, "these settings cannot be read"))
    }

    /// Refuses numbers that are out of bounds, which Rust code can set.
    fn check_bounds(&self) -> Result<(), Refusal> {
        Self::list().iter().zip(self.values()).try_for_each(|(setting, value)| setting.accept(&value).map(drop))
    }
}

/// The type of a field of [`Settings`]: it holds one setting, or several of one kind.
pub trait Field: Sized {
    /// Writes a value for each of its settings.
    fn write(&self, settings: &mut dyn Iterator<Item = &Setting>, values: &mut Vec<Value>);

    /// Reads a value for each of its settings.
    fn read(values: &mut dyn Iterator<Item = &Value>) -> Option<Self>;
}

macro_rules! number_fields {
    ($($number:ty)*) => { $(
        impl Field for $number {
            fn write(&self, settings: &mut dyn Iterator<Item = &Setting>, values: &mut Vec<Value>) {
                settings.next();
                values.push(Value::from(*self));
            }

            fn read(values: &mut dyn Iterator<Item = &Value>) -> Option<$number> {
                <$number>::try_from(values.next()?.as_i64()?).ok()
            }
        }

        impl Field for Option<$number> {
            fn write(&self, settings: &mut dyn Iterator<Item = &Setting>, values: &mut Vec<Value>) {
                let word = match settings.next().map(|setting| &setting.kind) {
                    Some(Kind::Number { word: Some((name, _)), .. }) => Value::from(*name),
                    _ => Value::Null,
                };
                values.push(self.map_or(word, Value::from));
            }

            fn read(values: &mut dyn Iterator<Item = &Value>) -> Option<Option<$number>> {
                match values.next()?.as_i64() {
                    Some(number) => <$number>::try_from(number).ok().map(Some),
                    None => Some(None),
                }
            }
        }
    )* };
}
number_fields!(u8 u16 u32 usize i32 i64);

/// Yes or no, on or off.
impl Field for bool {
    fn write(&self, settings: &mut dyn Iterator<Item = &Setting>, values: &mut Vec<Value>) {
        let names = match settings.next().map(|setting| &setting.kind) {
            Some(Kind::Choice { values }) => *values,
            _ => &[],
        };
        let name = names.iter().find(|(name, _)| says_yes(name) == *self);
        values.push(name.map_or(Value::Null, |(name, _)| Value::from(*name)));
    }

    fn read(values: &mut dyn Iterator<Item = &Value>) -> Option<bool> {
        values.next()?.as_str().map(says_yes)
    }
}

/// Is this value the "on" of a yes-or-no setting?
pub fn says_yes(name: &str) -> bool {
    matches!(name, "yes" | "on")
}

/// Several settings of one kind: one for each seat, one for each corner of a board.
impl<F: Field, const N: usize> Field for [F; N] {
    fn write(&self, settings: &mut dyn Iterator<Item = &Setting>, values: &mut Vec<Value>) {
        self.iter().for_each(|field| field.write(settings, values));
    }

    fn read(values: &mut dyn Iterator<Item = &Value>) -> Option<[F; N]> {
        let fields: Option<Vec<F>> = (0..N).map(|_| F::read(values)).collect();
        fields?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    crate::settings! {
        struct Options;

        "FUN-OPT-1" players: u8, "how many play" { 4 in 2..=6 }
        "FUN-OPT-2" target: u16, "the points that win" { "default": "by the players", or 1..=500 }
        "FUN-OPT-3" load: u8, "how many goods a truck holds" { 4 in 2..=12, or "unlimited": "any number" }
        "FUN-OPT-4" turned: bool, "whether tiles are turned" { on: "as they come", off: "not at all" }
        "FUN-OPT-5" tie: Tie, "what equal points mean" { Shared = "shared": "they win together", PlayOn = "play_on": "on it goes" }
        "FUN-OPT-6" colour[colour_1 "seat 1", colour_2 "seat 2"]: u8, "the colour of " each "" { 0 in 0..=3 }
    }

    fn read(chosen: Value) -> Result<Options, Refusal> {
        Options::from_map(chosen.as_object().unwrap())
    }

    #[test]
    fn defaults_are_the_first_values() {
        let Options { players, target, load, turned, tie, colour } = Options::default();
        assert_eq!((players, target, load, turned, tie, colour), (4, None, Some(4), true, Tie::Shared, [0, 0]));
        assert_eq!(read(json!({})), Ok(Options::default()));
        let listed: Map<String, Value> =
            Options::list().iter().map(|setting| (setting.key.to_owned(), setting.default_value())).collect();
        assert_eq!(listed, Options::default().to_map());
    }

    #[test]
    fn every_value_is_written_as_it_is_read() {
        let written = json!({
            "players": 2, "target": 36, "load": "unlimited", "turned": "off", "tie": "play_on", "colour_1": 3, "colour_2": 1,
        });
        let options = read(written.clone()).unwrap();
        let read = Options { players: 2, target: Some(36), load: None, turned: false, tie: Tie::PlayOn, colour: [3, 1] };
        assert_eq!(options, read);
        assert_eq!(serde_json::to_value(&options).unwrap(), written);
    }

    #[test]
    fn numbers_keep_their_bounds_and_words() {
        let list = Options::list();
        let target = find(&list, "target").unwrap();
        assert_eq!(target.read("36"), Ok(json!(36)));
        assert_eq!(target.read("default"), Ok(json!("default")));
        for wrong in ["0", "501", "x", "1.5", "", "unlimited"] {
            assert_eq!(target.read(wrong).unwrap_err().clause, "FUN-OPT-2", "{wrong}");
        }
        assert_eq!(read(json!({ "target": null })), Ok(Options::default()));
        assert_eq!(read(json!({ "target": "7" })).unwrap().target, Some(7));
        let refusal = read(json!({ "load": 1 })).unwrap_err();
        assert_eq!(refusal.reason.to_string(), "`load` cannot be 1; it must be a whole number from 2 to 12, or `unlimited`");
        for wrong in [json!({ "players": null }), json!({ "players": "4" }), json!({ "players": 300 })] {
            assert_eq!(read(wrong).unwrap_err().clause, "FUN-OPT-1");
        }
        let built = Options { players: 7, ..Options::default() };
        assert_eq!(built.check_bounds().unwrap_err().clause, "FUN-OPT-1");
    }

    #[test]
    fn an_unknown_key_is_told_the_known_ones() {
        let refusal = read(json!({ "goal": 3 })).unwrap_err();
        let known = "players, target, load, turned, tie, colour_1, colour_2";
        assert_eq!(refusal.reason.to_string(), format!("there is no setting `goal`; there are {known}"));
        assert!(serde_json::from_value::<Options>(json!({ "goal": 3 })).is_err());
    }

    #[test]
    fn values_are_told_in_words() {
        let list = Options::list();
        let meaning = |key, value| find(&list, key).unwrap().meaning(&value);
        assert_eq!(meaning("load", json!("unlimited")), "any number");
        assert_eq!(meaning("load", json!(3)), "3");
        assert_eq!(meaning("tie", json!("play_on")), Tie::PlayOn.words());
        assert_eq!(meaning("turned", json!("off")), "not at all");
    }
}
