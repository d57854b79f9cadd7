//! The settings of a table. (ECO-OPT-1 to ECO-OPT-8)

use kernel::{Preset, Refusal, Seat, settings::Settings};

kernel::settings! {
    /// The settings of a table.
    pub struct Options;

    /// ECO-GAME-1, ECO-GAME-2
    "ECO-OPT-1" players: u8, "how many play" { 4 in 2..=6 }

    /// ECO-END-2, ECO-END-3
    "ECO-OPT-2" target: u16, "how many points win" {
        "default": "as the rulebook says for the number of players", or 1..=500
    }

    /// ECO-START-2
    "ECO-OPT-3" starter: Starter, "who starts" {
        Random = "random": "a player drawn at random",
        HostChoice = "host_choice": "the player named by the host",
        FirstSeat = "first_seat": "the first seat",
    }

    "ECO-START-2" starting_seat: u8, "who starts if the host names somebody" { "default": "the first seat", or 1..=6 }

    /// ECO-SETUP-7
    "ECO-OPT-4" placement: Placement, "how the locations are laid out" {
        Players = "players": "the players place the cards of their hands one by one",
        Random = "random": "at random",
        Reference = "reference": "always the same layout, good for a first game",
    }

    /// ECO-SETUP-5
    "ECO-OPT-5" spacing: Spacing, "how close to each other cards of one sector may lie" {
        Touching = "touching": "not on the eight spaces around each other",
        Orthogonal = "orthogonal": "not on spaces that share a side",
        Off = "off": "anywhere",
    }

    /// ECO-KNOW-2
    "ECO-OPT-6" memory: MemoryRule, "whether players must remember what was turned over" {
        Hidden = "hidden": "face-down locations show only their back",
        Shown = "shown": "their face is shown to everybody",
    }

    /// ECO-END-7
    "ECO-OPT-7" tie: Tie, "what happens when several have the most points" {
        Shared = "shared": "they win together",
        PlayOn = "play_on": "play goes on until one leads alone",
    }

    /// ECO-CARD-2, ECO-CARD-3
    "ECO-OPT-8" deck: DeckName, "which cards are used" {
        D3211 = "3211": "one invention, one factory and two shops per sector",
        D3221 = "3221": "two factories per sector, one shop",
        D3321 = "3321": "two inventions per sector, one shop",
        Twelve = "twelve": "twelve sectors of three cards",
    }
}

/// Named sets of settings.
pub fn presets() -> Vec<Preset> {
    let quick = Preset {
        name: "quick",
        about: "the locations are laid out at random, and 20 points win",
        audience: "players with half an hour to spare",
        settings: &[("placement", "random"), ("target", "20")],
    };
    let first = Preset {
        name: "first",
        about: "the first seat begins, the layout is always the same, and locations show their face even when they are turned over",
        audience: "newcomers",
        settings: &[("starter", "first_seat"), ("placement", "reference"), ("memory", "shown")],
    };
    vec![Preset::STANDARD, quick, first]
}

impl DeckName {
    /// Its sectors, and the categories of each sector's cards in order. (ECO-CARD-2, ECO-CARD-3)
    pub const fn shape(self) -> (usize, &'static [u8]) {
        match self {
            DeckName::D3211 => (9, &[3, 2, 1, 1]),
            DeckName::D3221 => (9, &[3, 2, 2, 1]),
            DeckName::D3321 => (9, &[3, 3, 2, 1]),
            DeckName::Twelve => (12, &[3, 2, 1]),
        }
    }
}

impl Options {
    /// Refuses what is out of bounds or contradicts itself.
    pub fn check(&self) -> Result<(), Refusal> {
        self.check_bounds()?;
        if self.starting_seat.is_some() && self.starter != Starter::HostChoice {
            return Err(Refusal::new(
                "ECO-START-2",
                "`starting_seat` works only with `starter = host_choice`: choose that, or leave `starting_seat` out",
            ));
        }
        if self.starting_seat.is_some_and(|seat| seat > self.players) {
            let reason = format!("`starting_seat` names nobody: choose a seat from 1 to {}", self.players);
            return Err(Refusal::new("ECO-START-2", reason));
        }
        if self.placement == Placement::Reference && self.deck == DeckName::Twelve {
            let reason = "the reference layout is drawn for nine sectors: choose another placement or another deck";
            return Err(Refusal::new("ECO-SETUP-7", reason));
        }
        Ok(())
    }

    /// The seat named by the host.
    pub(crate) fn named_starter(&self) -> Seat {
        self.starting_seat.and_then(|seat| Seat::try_from(seat as usize).ok()).unwrap_or(Seat::FIRST)
    }
}
