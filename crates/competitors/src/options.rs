//! The settings of a table. The rulebook itself offers one choice, the mode; the others come from rulings. (CMP-OPT-1, CMP-OPT-2)

use kernel::{Preset, Refusal, settings::Settings};

kernel::settings! {
    /// The settings of a table, fixed before it begins and open to all. (CMP-OPT-1, CMP-OPT-2)
    pub struct Options;

    "CMP-GEN-1" players: u8, "how many play" { 4 in 2..=5 }

    "CMP-END-1" mode: Mode, "how the game ends" {
        Timed = "timed": "after a number of rounds: most victory points win",
        Points = "points": "after the first round at whose end somebody has 10 victory points",
    }

    "CMP-END-3" rounds: u8, "how many rounds a timed game has" { "track": "as many as the round track has marks (12)", or 1..=99 }

    "CMP-END-10" points_round_limit: u16, "after how many rounds a game for points ends at the latest" { 60 in 1..=999 }

    "CMP-TURN-2" actions_per_turn: u8, "how many actions a turn has" { 2 in 2..=3 }

    "CMP-DRAW-3" hand_limit: u8, "how many cards a hand may have when the turn ends" { "none": "any number", or 1..=50 }

    "CMP-VP-5" vp_cap: u8, "whether victory points above 10 count" { "none": "they count", or 10..=10 }

    "CMP-COMP-10" bank_limited: bool, "whether the bank has only the coins of the box" {
        no: "no, it never runs out", yes: "yes: what it does not have is not paid"
    }

    "CMP-AIR-5" aircraft_fuel: AircraftFuel, "what fuel an aircraft pays" {
        PerPoint = "per_point": "up to 3,000 for each movement point",
        PerTurn = "per_turn": "at most 3,000 in a movement turn",
    }

    "CMP-CUST-6" aircraft_customs: AircraftCustoms, "where a laden aircraft draws a customs card" {
        Abroad = "abroad": "when it lands in another customs area",
        Any = "any": "at every landing",
    }

    "CMP-CUST-9" transit_flag_customs: TransitFlagCustoms, "whether a loaded truck draws at a customs border into a red-flag territory" {
        Draw = "draw": "yes, always",
        None = "none": "only if it stops there",
    }

    "CMP-CUST-10" regional_flag_customs: bool, "whether a loaded truck draws when it stops in a red-flag territory behind a regional border" {
        no: "no", yes: "yes"
    }

    "CMP-POL-9" event_order: EventOrder, "what comes first where a customs card and a political event are due" {
        Choice = "choice": "as the player chooses",
        CustomsFirstShips = "customs_first_ships": "for ships the customs card, otherwise as the player chooses",
    }

    "CMP-WX-9" weather_check: WeatherCheck, "when a token that moves is checked against the weather" {
        OnStop = "on_stop": "when its movement turn ends",
        OnEntry = "on_entry": "then, and when a truck or a ship first enters the area in a movement turn",
    }

    "CMP-WX-12" weather_loaded: WeatherLoaded, "what happens to goods on a token that the weather puts back" {
        Keep = "keep": "the token keeps them",
        Fail = "fail": "the Delivery fails",
    }

    "CMP-BRANCH-8" branch_relocate: bool, "whether own tokens without goods may be put on a new branch when it is built" {
        no: "no", yes: "yes, once"
    }

    "CMP-SPEC-6" advantages_per_site: u8, "how many advantage cards a headquarters or branch may have" { 1 in 1..=1, or "none": "any number" }

    "CMP-NEG-11" gifts: bool, "whether a deal may be a gift" {
        no: "no: each party gives and receives something", yes: "yes"
    }

    "CMP-NEG-24" proposals: u8, "how many proposals a player may make in a turn" { 3 in 1..=20 }
}

/// The named sets of settings. (CMP-OPT-3)
pub fn presets() -> Vec<Preset> {
    vec![
        Preset { about: "the rulebook’s game: twelve rounds of two actions", ..Preset::STANDARD },
        Preset {
            name: "quick",
            about: "half the rounds, with three actions each",
            audience: "an evening",
            settings: &[("rounds", "6"), ("actions_per_turn", "3")],
        },
        Preset {
            name: "first",
            about: "four rounds of three actions, to learn the game",
            audience: "newcomers",
            settings: &[("rounds", "4"), ("actions_per_turn", "3")],
        },
    ]
}

impl Options {
    /// Is every setting within its bounds? No two of them contradict each other.
    pub fn check(&self) -> Result<(), Refusal> {
        self.check_bounds()
    }
}
