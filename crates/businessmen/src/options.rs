//! The settings of a table. (The rulebook's "Settings of the table")

use kernel::{Preset, Refusal, settings::Settings};

kernel::settings! {
    /// The settings of a table.
    pub struct Options;

    "BIZ-COMP-1" players: u8, "how many play" { 4 in 2..=4 }

    "BIZ-SETUP-1" colours: Colours, "which colour each player has" {
        BySeat = "by_seat": "red, yellow, blue and green by seat",
        Chosen = "chosen": "as the players choose below",
    }

    "BIZ-SETUP-1" colour[colour_1 "seat 1", colour_2 "seat 2", colour_3 "seat 3", colour_4 "seat 4"]: Colour,
        "the colour of " each ", where the players choose" {
        Default = "default": "the first colour that is left, in the order red, yellow, blue, green",
        Red = "red": "red",
        Yellow = "yellow": "yellow",
        Blue = "blue": "blue",
        Green = "green": "green",
    }

    "BIZ-SETUP-7" first_player: u8, "which seat starts" { "random": "a player drawn at random", or 1..=4 }

    "BIZ-SKIP-9" skip_limit: u16, "the most coins with which a player may skip a round" { 5 in 0..=99, or "none": "any number" }

    "BIZ-SKIP-6" skip_car_points: bool, "what a player who skips gets for a car that held only their own goods" {
        no: "only coins", yes: "points too, like everybody else"
    }

    "BIZ-MARKET-6" market_leftovers: MarketLeftovers, "what becomes of tiles that nobody bought" {
        Return = "return": "they return to their piles",
        Stay = "stay": "they stay on the market",
    }

    "BIZ-LOAD-1" loading_start: LoadingStart, "who loads first" {
        AfterLeader = "after_leader": "the first active player after the leader",
        Leader = "leader": "the leader",
        FirstToPass = "first_to_pass": "the player who passed first in Phase 1",
    }

    "BIZ-LOAD-10" load_duty: LoadDuty, "whether a player who can load has to" {
        Free = "free": "no, passing is allowed",
        Must = "must": "yes, nobody who can load may pass",
    }

    "BIZ-LOAD-11" load_pass: LoadPass, "what a pass in loading gives up" {
        Final = "final": "no further load in this phase",
        Turn = "turn": "no load in this turn",
    }

    "BIZ-LOAD-9" loader_limit: LoaderLimit, "what the loader’s limit is for" {
        PerLoad = "per_load": "each load",
        PerGood = "per_good": "all units of one good in this phase",
    }

    "BIZ-STORE-6" overflow: Overflow, "when goods are given up that no longer fit after a warehouse level is lost" {
        AtOnce = "at_once": "at once",
        NextStore = "next_store": "at the end of loading in the next round in which the owner is active",
    }

    "BIZ-PRICE-6" same_good_twice: SameGoodTwice, "how far the price of a good falls when several cars sold it" {
        Sum = "sum": "by the sum of their numbers",
        Largest = "largest": "by the largest of their numbers",
    }

    "BIZ-PRICE-7" quiet_round: QuietRound, "what prices do in a round in which no car is sent" {
        Rise = "rise": "all rise",
        Freeze = "freeze": "they stay",
    }

    "BIZ-EXPORT-7" export_lots: ExportLots, "how many lots a player may export in a round" {
        OnePerGood = "one_per_good": "one of each good on the card",
        OnePerPlayer = "one_per_player": "one in all",
        Any = "any": "as many as the stock allows",
    }

    "BIZ-EVENT-4" event_mode: EventMode, "when a hit brings its penalty" {
        AtOnce = "at_once": "at once",
        SecondStrike = "second_strike": "when the characteristic has a warning marker already",
    }

    "BIZ-INSURE-3" insurance_scope: InsuranceScope, "what can be insured" {
        Marked = "marked": "what has a warning marker",
        Any = "any": "every characteristic",
    }

    "BIZ-VP-5" points_cap: PointsCap, "whether points beyond the victory target count" {
        None = "none": "they count",
        Target = "target": "they are lost when gained",
    }

    "BIZ-BANK-3" bank: BankRule, "whether the Bank can run out" {
        Unlimited = "unlimited": "it never does",
        Finite = "finite": "it holds the coins of the pack that nobody has",
    }

    "BIZ-END-4" tie_break: TieBreak, "who wins when several have reached the victory target" {
        Coins = "coins": "the player with the most coins, then the most points",
        Points = "points": "the player with the most points, then the most coins",
        First = "first": "the player who reached it first and has not fallen below it since, then the most coins",
    }

    "BIZ-END-7" victory_target: u16, "the points that win" { 20 in 5..=40 }

    "BIZ-END-8" round_limit: u16, "after how many rounds the game ends" {
        "none": "no limit, though the game ends after 999 rounds in any case", or 1..=MOST_ROUNDS as i64
    }
}

/// Named sets of settings.
pub fn presets() -> Vec<Preset> {
    let quick = Preset {
        name: "quick",
        about: "12 points win instead of 20",
        audience: "players with an hour to spare",
        settings: &[("victory_target", "12")],
    };
    let first = Preset {
        name: "first",
        about: "the first seat begins, 10 points win, and an event that hits a characteristic for the first time only warns",
        audience: "newcomers",
        settings: &[("first_player", "1"), ("victory_target", "10"), ("event_mode", "second_strike")],
    };
    vec![Preset::STANDARD, quick, first]
}

/// The players' colours, by seat if nothing is chosen. (BIZ-SETUP-1)
pub const COLOURS: [&str; 4] = ["red", "yellow", "blue", "green"];

/// The longest game, in rounds: `round_limit` can name no more, and without a limit the game ends here too. (BIZ-END-8)
pub const MOST_ROUNDS: u16 = 999;

impl Colour {
    /// Its index in [`COLOURS`].
    pub(crate) const fn index(self) -> Option<usize> {
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
    /// Which of the four colours each seat has: the one chosen for it, or else the first that nobody chose. (BIZ-SETUP-1)
    pub fn colours(&self) -> [usize; 4] {
        let named = self.colour.map(Colour::index);
        let mut left = (0..4).filter(|colour| !named.contains(&Some(*colour)));
        named.map(|colour| colour.or_else(|| left.next()).unwrap_or(0))
    }

    /// Refuses what is out of bounds or contradicts itself.
    pub fn check(&self) -> Result<(), Refusal> {
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason));
        self.check_bounds()?;
        let named = self.colour.map(Colour::index);
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
                return refuse("BIZ-SETUP-1", format!("each player has a colour of their own: choose another `colour_{number}`"));
            }
        }
        if self.first_player.is_some_and(|number| number > self.players) {
            return refuse("BIZ-SETUP-7", format!("`first_player` names nobody: choose a seat from 1 to {}", self.players));
        }
        if self.event_mode == EventMode::SecondStrike && self.insurance_scope == InsuranceScope::Any {
            let reason = "with `event_mode = second_strike` insuring only takes a marker off: choose `insurance_scope = marked`";
            return refuse("BIZ-INSURE-3", reason.into());
        }
        Ok(())
    }
}
