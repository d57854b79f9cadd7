//! The one place where a game declares a setting.

/// Declares the settings of a table, each once, as the rulebook lists them.
///
/// ```
/// kernel::settings! {
///     /// The settings of a table.
///     pub struct Options;
///
///     "FUN-OPT-1" players: u8, "how many play" { 4 in 2..=16 }
///
///     "FUN-OPT-2" starter: Starter, "who starts" {
///         Random = "random": "anybody, with equal chances",
///         FirstSeat = "first_seat": "the first seat",
///     }
///
///     "FUN-OPT-3" rounds: u16, "after how many rounds the game ends" { "none": "there is no limit", or 1..=999 }
///
///     "FUN-OPT-4" offences: u8, "how many offences lead to jail" { 2 in 2..=3, or "never": "there is no jail" }
///
///     "FUN-OPT-5" gifts: bool, "whether things may be given away" { no: "only sold", yes: "given, too" }
///
///     "FUN-OPT-6" place[place_1 "seat 1", place_2 "seat 2"]: u8, "the place of " each " in the order of play" {
///         "none": "the first that is left", or 1..=2
///     }
/// }
///
/// use kernel::settings::Settings;
/// let options = Options { starter: Starter::FirstSeat, place: [None, Some(1)], ..Options::default() };
/// let written = serde_json::json!({
///     "players": 4, "starter": "first_seat", "rounds": "none", "offences": 2, "gifts": "no", "place_1": "none", "place_2": 1,
/// });
/// assert_eq!(serde_json::to_value(&options).unwrap(), written);
/// assert_eq!(serde_json::from_value::<Options>(written).unwrap(), options);
/// assert_eq!(Options::list()[5].about, "the place of seat 1 in the order of play");
/// ```
///
/// An entry is `CLAUSE key: type, ABOUT { values }`; the first value is the default. The macro makes the struct with a field for
/// each entry, its `Default`, reading and writing (unknown keys and impossible values are refused), the enums with `ALL`, `name`
/// and
/// `words`, and the list of [`Setting`](crate::Setting)s for pages, programs and tests.
///
/// | values | the field is |
/// |---|---|
/// | `4 in 2..=6` | a number |
/// | `4 in 2..=12, or "unlimited": "any number"` | a number or none, by default the number |
/// | `"none": "no limit", or 1..=999` | a number or none, by default none |
/// | `no: "…", yes: "…"`, `on: "…", off: "…"` | a `bool` |
/// | `Random = "random": "…", First = "first": "…"` | an enum, declared here |
///
/// Several settings of one kind are an array; the entry lists their keys, each with the words that distinguish it.
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Options:ident;
        $(
            $(#[$doc:meta])*
            $clause:literal $field:ident $([$($key:ident $of:literal),+ $(,)?])?: $kind:ident,
            $about:literal $(each $after:literal)? { $($values:tt)+ }
        )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $vis struct $Options {
            $(
                #[doc = concat!($about $(, "…", $after)?, " (", $clause, ")")]
                $(#[doc = ""] #[$doc])*
                pub $field: $crate::setting!(@field $kind [$($($key)+)?] { $($values)+ }),
            )+
        }

        $( $crate::setting! { @enum $vis, $about, $clause, $kind { $($values)+ } } )+

        impl Default for $Options {
            fn default() -> $Options {
                $Options { $( $field: $crate::setting!(@default $kind [$($($key)+)?] { $($values)+ }) ),+ }
            }
        }

        impl $crate::settings::Settings for $Options {
            fn list() -> Vec<$crate::Setting> {
                [$( &$crate::setting!(
                    @list $clause, $field [$($($key $of)+)?], $about [$($after)?], $crate::setting!(@kind $kind { $($values)+ })
                )[..] ),+].concat()
            }

            fn values(&self) -> Vec<$crate::Json> {
                let (list, mut values) = (<$Options as $crate::settings::Settings>::list(), Vec::new());
                let mut settings = list.iter();
                $( $crate::settings::Field::write(&self.$field, &mut settings, &mut values); )+
                values
            }

            fn from_values(values: &[$crate::Json]) -> Option<$Options> {
                let mut values = values.iter();
                Some($Options { $( $field: $crate::settings::Field::read(&mut values)? ),+ })
            }
        }

        impl ::serde::Serialize for $Options {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::settings::Settings::to_map(self).serialize(serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Options {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Options, D::Error> {
                let chosen = ::serde::Deserialize::deserialize(deserializer)?;
                $crate::settings::Settings::from_map(&chosen).map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// The parts of a declaration; see [`settings!`](crate::settings!).
#[doc(hidden)]
#[macro_export]
macro_rules! setting {
    // The type of a field.
    (@field $kind:ident [] { $($values:tt)+ }) => { $crate::setting!(@type $kind { $($values)+ }) };
    (@field $kind:ident [$($key:ident)+] { $($values:tt)+ }) => {
        [$crate::setting!(@type $kind { $($values)+ }); [$(stringify!($key)),+].len()]
    };
    (@type $kind:ident { $default:literal in $range:expr }) => { $kind };
    (@type $kind:ident { $default:literal in $range:expr, or $name:literal: $words:literal }) => { Option<$kind> };
    (@type $kind:ident { $name:literal: $words:literal, or $range:expr }) => { Option<$kind> };
    (@type $kind:ident { $($values:tt)+ }) => { $kind };

    // Its default.
    (@default $kind:ident [] { $($values:tt)+ }) => { $crate::setting!(@first $kind { $($values)+ }) };
    (@default $kind:ident [$($key:ident)+] { $($values:tt)+ }) => {
        [$crate::setting!(@first $kind { $($values)+ }); [$(stringify!($key)),+].len()]
    };
    (@first $kind:ident { $default:literal in $range:expr }) => { $default };
    (@first $kind:ident { $default:literal in $range:expr, or $name:literal: $words:literal }) => { Some($default) };
    (@first $kind:ident { $name:literal: $words:literal, or $range:expr }) => { None };
    (@first bool { $first:ident: $($values:tt)+ }) => { $crate::settings::says_yes(stringify!($first)) };
    (@first $kind:ident { $First:ident = $($values:tt)+ }) => { $kind::$First };

    // What it can be.
    (@kind $kind:ident { $default:literal in $range:expr }) => { $crate::Kind::number($range, None, Some($default)) };
    (@kind $kind:ident { $default:literal in $range:expr, or $name:literal: $words:literal }) => {
        $crate::Kind::number($range, Some(($name, $words)), Some($default))
    };
    (@kind $kind:ident { $name:literal: $words:literal, or $range:expr }) => {
        $crate::Kind::number($range, Some(($name, $words)), None)
    };
    (@kind bool { $first:ident: $words:literal, $second:ident: $others:literal $(,)? }) => {
        $crate::Kind::Choice { values: &[(stringify!($first), $words), (stringify!($second), $others)] }
    };
    (@kind $kind:ident { $First:ident = $($values:tt)+ }) => { $crate::Kind::Choice { values: $kind::VALUES } };

    // Its entry in the list; one for each key of a family.
    (@list $clause:literal, $field:ident [], $about:literal [], $kind:expr) => {
        [$crate::Setting { key: stringify!($field), kind: $kind, clause: $clause, about: $about }]
    };
    (@list $clause:literal, $field:ident [$($key:ident $of:literal)+], $about:literal [$after:literal], $kind:expr) => {
        [$((stringify!($key), concat!($about, $of, $after))),+]
            .map(|(key, about)| $crate::Setting { key, kind: $kind, clause: $clause, about })
    };

    // The enum of a setting with named values.
    (@enum $vis:vis, $about:literal, $clause:literal, $kind:ident {
        $($Value:ident = $name:literal: $words:literal),+ $(,)?
    }) => {
        #[doc = concat!($about, " (", $clause, ")")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Serialize, ::serde::Deserialize)]
        $vis enum $kind {
            $( #[doc = $words] #[serde(rename = $name)] $Value ),+
        }

        impl $kind {
            /// All values, the default first.
            pub const ALL: [$kind; [$($name),+].len()] = [$($kind::$Value),+];

            /// Their names, with what they mean.
            pub const VALUES: &'static [$crate::settings::Named] = &[$(($name, $words)),+];

            /// The name in settings, records and packs.
            pub const fn name(self) -> &'static str {
                $kind::VALUES[self as usize].0
            }

            /// What it means.
            pub const fn words(self) -> &'static str {
                $kind::VALUES[self as usize].1
            }
        }

        impl $crate::settings::Field for $kind {
            fn write(&self, settings: &mut dyn Iterator<Item = &$crate::Setting>, values: &mut Vec<$crate::Json>) {
                settings.next();
                values.push(self.name().into());
            }

            fn read(values: &mut dyn Iterator<Item = &$crate::Json>) -> Option<$kind> {
                let name = values.next()?.as_str()?;
                $kind::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
    (@enum $vis:vis, $about:literal, $clause:literal, $kind:ident { $($values:tt)+ }) => {};
}
