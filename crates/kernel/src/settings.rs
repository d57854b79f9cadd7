//! Settings of a table: typed, bounded, each with its clause.

use crate::{Luck, Refusal};
use serde::Serialize;
use serde_json::{Map, Value};

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

/// What a setting can be.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// One of these values, each with what it means; the first is the default.
    Choice {
        /// The values.
        values: &'static [(&'static str, &'static str)],
    },
    /// A whole number.
    Number {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
        /// The default; none if it depends on other settings.
        default: Option<i64>,
    },
}

impl Setting {
    /// The value written like this, or a refusal that says what is possible.
    pub fn read(&self, text: &str) -> Result<Value, Refusal> {
        let value = match &self.kind {
            Kind::Choice { .. } => Value::from(text),
            Kind::Number { default: None, .. } if text == "default" => Value::Null,
            Kind::Number { .. } => text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from),
        };
        self.check(&value)?;
        Ok(value)
    }

    /// Is this value possible?
    pub fn check(&self, value: &Value) -> Result<(), Refusal> {
        let (fits, allowed) = match &self.kind {
            Kind::Choice { values } => {
                let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
                (value.as_str().is_some_and(|text| names.contains(&text)), format!("one of {}", names.join(", ")))
            }
            Kind::Number { low, high, default } => {
                let fits = value.as_i64().is_some_and(|number| (*low..=*high).contains(&number));
                (fits || value.is_null() && default.is_none(), format!("a whole number from {low} to {high}"))
            }
        };
        if fits {
            return Ok(());
        }
        Err(Refusal::new(self.clause, format!("`{}` cannot be {value}; it must be {allowed}", self.key)))
    }

    /// The default as it is written.
    pub fn default_value(&self) -> Value {
        match &self.kind {
            Kind::Choice { values } => values.first().map_or(Value::Null, |(name, _)| Value::from(*name)),
            Kind::Number { default, .. } => default.map_or(Value::Null, Value::from),
        }
    }

    /// A random value, for tests that try all of them.
    pub fn sample(&self, luck: &mut impl Luck) -> Value {
        match &self.kind {
            Kind::Choice { values } => Value::from(values[luck.below(values.len())].0),
            Kind::Number { low, high, default } => match luck.below(3) {
                0 if default.is_none() => Value::Null,
                // The usual and the small values matter most; the far end now and then.
                1 => Value::from(low + (luck.between(0, 11) as i64).min(high - low)),
                _ => Value::from(low + luck.between(0, (high - low) as u32) as i64),
            },
        }
    }
}

/// Checks a map of settings against the list: no unknown key, no impossible value.
pub fn check(settings: &[Setting], chosen: &Map<String, Value>) -> Result<(), Refusal> {
    for (key, value) in chosen {
        find(settings, key)?.check(value)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> Setting {
        Setting { key: "target", kind: Kind::Number { low: 1, high: 500, default: None }, clause: "ECO-OPT-2", about: "" }
    }

    #[test]
    fn a_number_keeps_its_bounds() {
        assert_eq!(target().read("36"), Ok(Value::from(36)));
        assert_eq!(target().read("default"), Ok(Value::Null));
        for wrong in ["0", "501", "x", "1.5", ""] {
            assert_eq!(target().read(wrong).unwrap_err().clause, "ECO-OPT-2", "{wrong}");
        }
    }

    #[test]
    fn an_unknown_key_is_told_the_known_ones() {
        let chosen = serde_json::json!({ "goal": 3 });
        let refusal = check(&[target()], chosen.as_object().unwrap()).unwrap_err();
        assert_eq!(refusal.reason.to_string(), "there is no setting `goal`; there are target");
    }
}
