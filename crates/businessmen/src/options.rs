//! The settings of a table. (The rulebook's "Settings of the table")

use kernel::{Kind, Refusal, Setting};
use serde::{Deserialize, Serialize};

/// The settings of a table, with their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many play. (BIZ-COMP-1)
    pub players: u8,
    /// Which colour each player has. (BIZ-SETUP-1)
    pub colours: Colours,
    /// The colour of seat 1 with `colours = chosen`. (BIZ-SETUP-1)
    pub colour_1: Colour,
    /// The colour of seat 2 with `colours = chosen`. (BIZ-SETUP-1)
    pub colour_2: Colour,
    /// The colour of seat 3 with `colours = chosen`. (BIZ-SETUP-1)
    pub colour_3: Colour,
    /// The colour of seat 4 with `colours = chosen`. (BIZ-SETUP-1)
    pub colour_4: Colour,
    /// Who starts. (BIZ-SETUP-7)
    pub first_player: FirstPlayer,
    /// Only who has at most so many coins may skip; none for anybody. (BIZ-SKIP-9)
    pub skip_limit: Option<u16>,
    /// Whether a skipper gets points for a car of his own goods. (BIZ-SKIP-6)
    pub skip_car_points: SkipCarPoints,
    /// What becomes of tiles that nobody bought. (BIZ-MARKET-6)
    pub market_leftovers: MarketLeftovers,
    /// Who loads first. (BIZ-LOAD-1)
    pub loading_start: LoadingStart,
    /// Whether who can load must load. (BIZ-LOAD-10)
    pub load_duty: LoadDuty,
    /// What a pass in loading means. (BIZ-LOAD-11)
    pub load_pass: LoadPass,
    /// What the loader's limit is for. (BIZ-LOAD-9)
    pub loader_limit: LoaderLimit,
    /// When goods too many for a lost warehouse level are given up. (BIZ-STORE-6)
    pub overflow: Overflow,
    /// How far a good falls that several cars sold. (BIZ-PRICE-6)
    pub same_good_twice: SameGoodTwice,
    /// What prices do in a round without a sent car. (BIZ-PRICE-7)
    pub quiet_round: QuietRound,
    /// How many lots a player may export in a round. (BIZ-EXPORT-7)
    pub export_lots: ExportLots,
    /// When a hit brings its penalty. (BIZ-EVENT-4)
    pub event_mode: EventMode,
    /// What can be insured. (BIZ-INSURE-3)
    pub insurance_scope: InsuranceScope,
    /// Whether points beyond the victory target count. (BIZ-VP-5)
    pub points_cap: PointsCap,
    /// Whether the Bank can run out. (BIZ-BANK-3)
    pub bank: BankRule,
    /// Who wins of several at the victory target. (BIZ-END-4)
    pub tie_break: TieBreak,
    /// The points that win. (BIZ-END-7)
    pub victory_target: u16,
    /// After so many rounds the game ends; none for no such limit. (BIZ-END-8)
    pub round_limit: Option<u16>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            players: 4,
            colours: Colours::BySeat,
            colour_1: Colour::Default,
            colour_2: Colour::Default,
            colour_3: Colour::Default,
            colour_4: Colour::Default,
            first_player: FirstPlayer::Random,
            skip_limit: None,
            skip_car_points: SkipCarPoints::No,
            market_leftovers: MarketLeftovers::Return,
            loading_start: LoadingStart::AfterLeader,
            load_duty: LoadDuty::Free,
            load_pass: LoadPass::Final,
            loader_limit: LoaderLimit::PerLoad,
            overflow: Overflow::AtOnce,
            same_good_twice: SameGoodTwice::Sum,
            quiet_round: QuietRound::Rise,
            export_lots: ExportLots::OnePerGood,
            event_mode: EventMode::AtOnce,
            insurance_scope: InsuranceScope::Marked,
            points_cap: PointsCap::None,
            bank: BankRule::Unlimited,
            tie_break: TieBreak::Coins,
            victory_target: 20,
            round_limit: None,
        }
    }
}

/// Which colour each player has. (BIZ-SETUP-1)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// Red, yellow, blue and green by seat.
    BySeat,
    /// As `colour_1` to `colour_4` say.
    Chosen,
}

/// The colour of one seat. (BIZ-SETUP-1)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// The first colour that is left, in the order red, yellow, blue, green.
    Default,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

/// Who starts. (BIZ-SETUP-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// Anybody, with equal chances.
    Random,
    /// Seat 1.
    #[serde(rename = "1")]
    Seat1,
    /// Seat 2.
    #[serde(rename = "2")]
    Seat2,
    /// Seat 3.
    #[serde(rename = "3")]
    Seat3,
    /// Seat 4.
    #[serde(rename = "4")]
    Seat4,
}

/// Whether a skipper gets points for a car of his own goods. (BIZ-SKIP-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipCarPoints {
    /// Only coins.
    No,
    /// Points like anyone.
    Yes,
}

/// What becomes of tiles that nobody bought. (BIZ-MARKET-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarketLeftovers {
    /// They return to their piles.
    Return,
    /// They stay on the market.
    Stay,
}

/// Who loads first. (BIZ-LOAD-1)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadingStart {
    /// The first active player after the leader.
    AfterLeader,
    /// The leader.
    Leader,
    /// Who passed first in Phase 1.
    FirstToPass,
}

/// Whether who can load must load. (BIZ-LOAD-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadDuty {
    /// He may pass.
    Free,
    /// He must load.
    Must,
}

/// What a pass in loading means. (BIZ-LOAD-11)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadPass {
    /// No further load in this phase.
    Final,
    /// No load in this turn.
    Turn,
}

/// What the loader's limit is for. (BIZ-LOAD-9)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoaderLimit {
    /// Each load.
    PerLoad,
    /// All units of one good in this phase.
    PerGood,
}

/// When goods too many for a lost warehouse level are given up. (BIZ-STORE-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    /// At once.
    AtOnce,
    /// At the end of loading in the next round in which the owner is active.
    NextStore,
}

/// How far a good falls that several cars sold. (BIZ-PRICE-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SameGoodTwice {
    /// By the sum of their numbers.
    Sum,
    /// By the largest of their numbers.
    Largest,
}

/// What prices do in a round without a sent car. (BIZ-PRICE-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuietRound {
    /// All rise.
    Rise,
    /// They stay.
    Freeze,
}

/// How many lots a player may export in a round. (BIZ-EXPORT-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportLots {
    /// One of each good on the card.
    OnePerGood,
    /// One in all.
    OnePerPlayer,
    /// As many as his stock allows.
    Any,
}

/// When a hit brings its penalty. (BIZ-EVENT-4)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventMode {
    /// At once.
    AtOnce,
    /// When the characteristic has a warning marker already.
    SecondStrike,
}

/// What can be insured. (BIZ-INSURE-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InsuranceScope {
    /// What has a warning marker.
    Marked,
    /// Every characteristic.
    Any,
}

/// Whether points beyond the victory target count. (BIZ-VP-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointsCap {
    /// They count.
    None,
    /// They are lost when gained.
    Target,
}

/// Whether the Bank can run out. (BIZ-BANK-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BankRule {
    /// It never does.
    Unlimited,
    /// It holds the coins of the pack less the purses.
    Finite,
}

/// Who wins of several at the victory target. (BIZ-END-4)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// Who has the most coins, then the most points.
    Coins,
    /// Who has the most points, then the most coins.
    Points,
}

/// The players' colours, by seat if nothing is chosen. (BIZ-SETUP-1)
pub const COLOURS: [&str; 4] = ["red", "yellow", "blue", "green"];

/// The most coins that `skip_limit` can name. (BIZ-SKIP-9)
const MOST_SKIP_LIMIT: u16 = 99;

/// The longest game, in rounds: `round_limit` can name no more, and without a limit the game ends here too. (BIZ-END-8)
pub const MOST_ROUNDS: u16 = 999;

impl FirstPlayer {
    /// The number of the seat named, from 1.
    pub const fn number(self) -> Option<u8> {
        match self {
            FirstPlayer::Random => None,
            FirstPlayer::Seat1 => Some(1),
            FirstPlayer::Seat2 => Some(2),
            FirstPlayer::Seat3 => Some(3),
            FirstPlayer::Seat4 => Some(4),
        }
    }
}

impl Colour {
    /// Its place in [`COLOURS`].
    pub(crate) const fn place(self) -> Option<usize> {
        match self {
            Colour::Default => None,
            Colour::Red => Some(0),
            Colour::Yellow => Some(1),
            Colour::Blue => Some(2),
            Colour::Green => Some(3),
        }
    }
}

impl Options {
    /// The colours named for the four seats.
    fn named_colours(&self) -> [Option<usize>; 4] {
        [self.colour_1, self.colour_2, self.colour_3, self.colour_4].map(Colour::place)
    }

    /// Which of the four colours each seat has: its own choice, else the first that nobody chose. (BIZ-SETUP-1)
    pub fn colours(&self) -> [usize; 4] {
        let named = self.named_colours();
        let mut left = (0..4).filter(|colour| !named.contains(&Some(*colour)));
        named.map(|colour| colour.or_else(|| left.next()).unwrap_or(0))
    }

    /// Refuses what is out of range or contradicts itself.
    pub fn check(&self) -> Result<(), Refusal> {
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason));
        if !(2..=4).contains(&self.players) {
            return refuse("BIZ-COMP-1", "there are four tablets: choose 2 to 4 players".into());
        }
        let named = self.named_colours();
        if self.colours != Colours::Chosen && named.iter().any(Option::is_some) {
            return refuse(
                "BIZ-SETUP-1",
                "colours are by seat: choose `colours = chosen`, or leave out `colour_1` to `colour_4`".into(),
            );
        }
        for (seat, colour) in named.iter().enumerate().filter(|(_, colour)| colour.is_some()) {
            let number = seat + 1;
            if number > usize::from(self.players) {
                return refuse("BIZ-SETUP-1", format!("`colour_{number}` names nobody: seat {number} is not at the table"));
            }
            if named[..seat].contains(colour) {
                return refuse("BIZ-SETUP-1", format!("each player has a colour of his own: choose another `colour_{number}`"));
            }
        }
        if self.first_player.number().is_some_and(|number| number > self.players) {
            return refuse("BIZ-SETUP-7", format!("`first_player` names nobody: choose a seat from 1 to {}", self.players));
        }
        if self.skip_limit.is_some_and(|coins| coins > MOST_SKIP_LIMIT) {
            return refuse("BIZ-SKIP-9", format!("choose a `skip_limit` from 0 to {MOST_SKIP_LIMIT} coins"));
        }
        if self.event_mode == EventMode::SecondStrike && self.insurance_scope == InsuranceScope::Any {
            let reason = "with `event_mode = second_strike` insuring only takes a marker off: choose `insurance_scope = marked`";
            return refuse("BIZ-INSURE-3", reason.into());
        }
        if !(5..=40).contains(&self.victory_target) {
            return refuse("BIZ-END-7", "choose a `victory_target` from 5 to 40 points".into());
        }
        if self.round_limit.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
            return refuse("BIZ-END-8", format!("choose a `round_limit` from 1 to {MOST_ROUNDS} rounds"));
        }
        Ok(())
    }
}

/// What a seat's colour can be. (BIZ-SETUP-1)
const COLOUR_VALUES: &[(&str, &str)] = &[
    ("default", "the first colour that is left, in the order red, yellow, blue, green"),
    ("red", "red"),
    ("yellow", "yellow"),
    ("blue", "blue"),
    ("green", "green"),
];

/// Every setting, for set-up pages and command lines.
pub fn settings() -> Vec<Setting> {
    let number =
        |key, low, high, default, clause, about| Setting { key, kind: Kind::Number { low, high, default }, clause, about };
    let choice = |key, values, clause, about| Setting { key, kind: Kind::Choice { values }, clause, about };
    vec![
        number("players", 2, 4, Some(4), "BIZ-COMP-1", "how many play"),
        choice(
            "colours",
            &[("by_seat", "red, yellow, blue and green by seat"), ("chosen", "as the players choose below")],
            "BIZ-SETUP-1",
            "which colour each player has",
        ),
        choice("colour_1", COLOUR_VALUES, "BIZ-SETUP-1", "the colour of seat 1, where the players choose"),
        choice("colour_2", COLOUR_VALUES, "BIZ-SETUP-1", "the colour of seat 2, where the players choose"),
        choice("colour_3", COLOUR_VALUES, "BIZ-SETUP-1", "the colour of seat 3, where the players choose"),
        choice("colour_4", COLOUR_VALUES, "BIZ-SETUP-1", "the colour of seat 4, where the players choose"),
        choice(
            "first_player",
            &[("random", "anybody, with equal chances"), ("1", "seat 1"), ("2", "seat 2"), ("3", "seat 3"), ("4", "seat 4")],
            "BIZ-SETUP-7",
            "who starts",
        ),
        number("skip_limit", 0, 99, None, "BIZ-SKIP-9", "only who has at most so many coins may skip; by default anybody may"),
        choice(
            "skip_car_points",
            &[("no", "only coins"), ("yes", "points like anyone")],
            "BIZ-SKIP-6",
            "what a skipper gets for a sent car of his own goods",
        ),
        choice(
            "market_leftovers",
            &[("return", "they return to their piles"), ("stay", "they stay on the market")],
            "BIZ-MARKET-6",
            "what becomes of tiles that nobody bought",
        ),
        choice(
            "loading_start",
            &[
                ("after_leader", "the first active player after the leader"),
                ("leader", "the leader"),
                ("first_to_pass", "who passed first in Phase 1"),
            ],
            "BIZ-LOAD-1",
            "who loads first",
        ),
        choice(
            "load_duty",
            &[("free", "he may pass"), ("must", "he must load")],
            "BIZ-LOAD-10",
            "whether who can load must load",
        ),
        choice(
            "load_pass",
            &[("final", "no further load in this phase"), ("turn", "no load in this turn")],
            "BIZ-LOAD-11",
            "what a pass in loading gives up",
        ),
        choice(
            "loader_limit",
            &[("per_load", "each load"), ("per_good", "all units of one good in this phase")],
            "BIZ-LOAD-9",
            "what the loader's limit is for",
        ),
        choice(
            "overflow",
            &[("at_once", "at once"), ("next_store", "at the end of loading in the next round in which the owner is active")],
            "BIZ-STORE-6",
            "when goods too many for a lost warehouse level are given up",
        ),
        choice(
            "same_good_twice",
            &[("sum", "by the sum of their numbers"), ("largest", "by the largest of their numbers")],
            "BIZ-PRICE-6",
            "how far a good falls that several cars sold",
        ),
        choice(
            "quiet_round",
            &[("rise", "all rise"), ("freeze", "they stay")],
            "BIZ-PRICE-7",
            "what prices do in a round without a sent car",
        ),
        choice(
            "export_lots",
            &[
                ("one_per_good", "one of each good on the card"),
                ("one_per_player", "one in all"),
                ("any", "as many as his stock allows"),
            ],
            "BIZ-EXPORT-7",
            "how many lots a player may export in a round",
        ),
        choice(
            "event_mode",
            &[("at_once", "at once"), ("second_strike", "when the characteristic has a warning marker already")],
            "BIZ-EVENT-4",
            "when a hit brings its penalty",
        ),
        choice(
            "insurance_scope",
            &[("marked", "what has a warning marker"), ("any", "every characteristic")],
            "BIZ-INSURE-3",
            "what can be insured",
        ),
        choice(
            "points_cap",
            &[("none", "they count"), ("target", "they are lost when gained")],
            "BIZ-VP-5",
            "whether points beyond the victory target count",
        ),
        choice(
            "bank",
            &[("unlimited", "it never does"), ("finite", "it holds the coins of the pack less the purses")],
            "BIZ-BANK-3",
            "whether the Bank can run out",
        ),
        choice(
            "tie_break",
            &[
                ("coins", "who has the most coins, then the most points"),
                ("points", "who has the most points, then the most coins"),
            ],
            "BIZ-END-4",
            "who wins of several at the victory target",
        ),
        number("victory_target", 5, 40, Some(20), "BIZ-END-7", "the points that win"),
        number("round_limit", 1, 999, None, "BIZ-END-8", "after so many rounds the game ends; by default only after 999"),
    ]
}
