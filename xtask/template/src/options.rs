//! The settings of a table.

use kernel::Preset;

kernel::settings! {
    /// The settings of a table.
    pub struct Options;

    "__PREFIX__-OPT-1" players: u8, "how many play" { 3 in 2..=6 }

    "__PREFIX__-OPT-2" target: u16, "how many coins win" { "default": "as the pack says", or 10..=500 }
}

/// Named sets of settings; “Play now” takes `first`.
pub fn presets() -> Vec<Preset> {
    let first = Preset {
        name: "first",
        about: "60 coins win",
        audience: "newcomers",
        settings: &[("target", "60")],
    };
    vec![Preset::STANDARD, first]
}
