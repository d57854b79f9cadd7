//! The one place where a game says what it is.

/// Declares a game whose texts lie beside its `src`: `rulebook.md`, `aim.md`, `summary.md`, `terms.md` and `lesson.toml`.
///
/// ```ignore
/// kernel::game! {
///     /// The game.
///     pub struct Economy;
///     about: {
///         id: "economy",
///         title: "ECONOMY",
///         line: "Collect inventions, factories and shops, then let them earn.",
///         players: 2..=6,
///         minutes: 45..=60,
///         prefix: "ECO",
///         edition: 1,
///     };
///     options: Options, with options::presets;
///     pack: Pack, from pack::files, by pack::read;
///     rules: EconomyRules;
/// }
/// ```
///
/// `presets`, `files` and `read` are what [`Game::presets`](crate::Game::presets), [`Game::files`](crate::Game::files) and
/// [`Game::pack`](crate::Game::pack) do; [`Game::rules`](crate::Game::rules) is the function `new` of the rules. A game that has no
/// lesson yet, or no texts for newcomers, implements [`Game`](crate::Game) by hand.
#[macro_export]
macro_rules! game {
    (
        $(#[$about:meta])*
        pub struct $Game:ident;
        about: { $($fact:ident: $value:expr),* $(,)? };
        options: $Options:ty, with $presets:expr;
        pack: $Pack:ty, from $files:expr, by $read:expr;
        rules: $Rules:ty;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Game;

        impl $crate::Game for $Game {
            type Options = $Options;
            type Pack = $Pack;
            type Rules = $Rules;

            fn about() -> $crate::About {
                $crate::About { $($fact: $value,)* rulebook: $crate::beside!("rulebook.md") }
            }

            fn primer() -> $crate::Primer {
                $crate::Primer {
                    aim: $crate::beside!("aim.md"),
                    summary: $crate::beside!("summary.md"),
                    terms: $crate::beside!("terms.md"),
                }
            }

            fn presets() -> Vec<$crate::Preset> {
                ($presets)()
            }

            fn files() -> $crate::Files {
                ($files)()
            }

            fn pack(files: &$crate::Files) -> Result<$Pack, Vec<$crate::PackFault>> {
                ($read)(files)
            }

            fn lesson() -> Option<&'static str> {
                Some($crate::beside!("lesson.toml"))
            }

            fn rules(pack: &$Pack, options: &$Options) -> Result<$Rules, $crate::Refusal> {
                <$Rules>::new(pack, options)
            }
        }
    };
}

/// The files of a game's standard pack, from the folder `pack` beside its `src`: `pack_files!["pack.toml", "cards.toml"]`.
#[macro_export]
macro_rules! pack_files {
    [$($name:literal),* $(,)?] => {
        $crate::Files::new([$(($name, $crate::beside!(concat!("pack/", $name)))),*])
    };
}

/// The text of a file in the folder of the crate, for a file in its `src`.
#[doc(hidden)]
#[macro_export]
macro_rules! beside {
    ($name:expr) => {
        include_str!(concat!("../", $name))
    };
}
