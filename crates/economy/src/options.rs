//! The settings of a table. (ECO-OPT-1 to ECO-OPT-8)

use kernel::{Kind, Refusal, Seat, Setting};
use serde::{Deserialize, Serialize};

/// The settings of a table, with their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many play. (ECO-GAME-1, ECO-GAME-2)
    pub players: u8,
    /// Who first has so many points wins; none for the number the rulebook gives. (ECO-END-2, ECO-END-3)
    pub target: Option<u16>,
    /// Who starts. (ECO-START-2)
    pub starter: Starter,
    /// Who starts with `starter = host_choice`. (ECO-START-2)
    pub starting_seat: Option<u8>,
    /// How the locations come onto the board. (ECO-SETUP-7)
    pub placement: Placement,
    /// How close cards of one sector may lie. (ECO-SETUP-5)
    pub spacing: Spacing,
    /// Whether face-down locations show their face. (ECO-KNOW-2)
    pub memory: MemoryRule,
    /// What equal highest points mean. (ECO-END-7)
    pub tie: Tie,
    /// Which cards are used. (ECO-CARD-2, ECO-CARD-3)
    pub deck: DeckName,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            players: 4,
            target: None,
            starter: Starter::Random,
            starting_seat: None,
            placement: Placement::Players,
            spacing: Spacing::Touching,
            memory: MemoryRule::Hidden,
            tie: Tie::Shared,
            deck: DeckName::D3211,
        }
    }
}

/// Who starts. (ECO-START-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    /// Anybody, with equal chances.
    Random,
    /// Whom the host names.
    HostChoice,
    /// The first seat.
    FirstSeat,
}

/// How the locations come onto the board. (ECO-SETUP-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// The players place their hands card by card.
    Players,
    /// At random.
    Random,
    /// As the pack's reference layout has it.
    Reference,
}

/// How close cards of one sector may lie. (ECO-SETUP-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spacing {
    /// Not on the eight spaces around each other.
    Touching,
    /// Not on spaces that share a side.
    Orthogonal,
    /// As one likes.
    Off,
}

/// Whether face-down locations show their face. (ECO-KNOW-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryRule {
    /// Only their back: who remembers, knows.
    Hidden,
    /// To everybody.
    Shown,
}

/// What equal highest points mean. (ECO-END-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// They win together.
    Shared,
    /// Play goes on until one leads alone.
    PlayOn,
}

/// Which cards are used. (ECO-CARD-2, ECO-CARD-3)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum DeckName {
    /// One invention, one factory, two shops a sector.
    #[serde(rename = "3211")]
    D3211,
    /// Two factories a sector.
    #[serde(rename = "3221")]
    D3221,
    /// Two inventions a sector.
    #[serde(rename = "3321")]
    D3321,
    /// Twelve sectors of three cards.
    #[serde(rename = "twelve")]
    Twelve,
}

impl DeckName {
    /// All decks.
    pub const ALL: [DeckName; 4] = [DeckName::D3211, DeckName::D3221, DeckName::D3321, DeckName::Twelve];

    /// The name in settings and packs.
    pub const fn name(self) -> &'static str {
        match self {
            DeckName::D3211 => "3211",
            DeckName::D3221 => "3221",
            DeckName::D3321 => "3321",
            DeckName::Twelve => "twelve",
        }
    }

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
    /// Refuses what is out of range or contradicts itself.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(2..=6).contains(&self.players) {
            return Err(Refusal::new("ECO-OPT-1", "there are six pieces: choose 2 to 6 players"));
        }
        if self.target.is_some_and(|target| !(1..=500).contains(&target)) {
            return Err(Refusal::new("ECO-OPT-2", "choose a target from 1 to 500 points"));
        }
        if self.starting_seat.is_some() && self.starter != Starter::HostChoice {
            return Err(Refusal::new(
                "ECO-START-2",
                "`starting_seat` counts only with `starter = host_choice`: leave one of them out",
            ));
        }
        if self.starting_seat.is_some_and(|seat| !(1..=self.players).contains(&seat)) {
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

/// Every setting, for set-up pages and command lines.
pub fn settings() -> Vec<Setting> {
    let number =
        |key, low, high, default, clause, about| Setting { key, kind: Kind::Number { low, high, default }, clause, about };
    let choice = |key, values, clause, about| Setting { key, kind: Kind::Choice { values }, clause, about };
    vec![
        number("players", 2, 6, Some(4), "ECO-OPT-1", "how many play"),
        number(
            "target",
            1,
            500,
            None,
            "ECO-OPT-2",
            "who first has so many points wins; by default as the rulebook says for the players",
        ),
        choice(
            "starter",
            &[
                ("random", "anybody, with equal chances"),
                ("host_choice", "whom the host names"),
                ("first_seat", "the first seat"),
            ],
            "ECO-OPT-3",
            "who starts",
        ),
        number("starting_seat", 1, 6, None, "ECO-START-2", "who starts if the host names somebody; by default the first seat"),
        choice(
            "placement",
            &[
                ("players", "the players place their hands card by card"),
                ("random", "at random"),
                ("reference", "always the same layout, good for a first game"),
            ],
            "ECO-OPT-4",
            "how the locations come onto the board",
        ),
        choice(
            "spacing",
            &[
                ("touching", "not on the eight spaces around each other"),
                ("orthogonal", "not on spaces that share a side"),
                ("off", "as one likes"),
            ],
            "ECO-OPT-5",
            "how close cards of one sector may lie",
        ),
        choice(
            "memory",
            &[("hidden", "face-down locations show only their back"), ("shown", "their face is shown to everybody")],
            "ECO-OPT-6",
            "whether one must remember what was turned over",
        ),
        choice(
            "tie",
            &[("shared", "they win together"), ("play_on", "play goes on until one leads alone")],
            "ECO-OPT-7",
            "what equal highest points mean",
        ),
        choice(
            "deck",
            &[
                ("3211", "one invention, one factory, two shops a sector"),
                ("3221", "two factories a sector"),
                ("3321", "two inventions a sector"),
                ("twelve", "twelve sectors of three cards"),
            ],
            "ECO-OPT-8",
            "which cards are used",
        ),
    ]
}
