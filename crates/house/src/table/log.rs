//! What happens at a table of the house, entry by entry. The table is the fold of its log; nothing else is stored of it.

use crate::{clock, table::timing::Timing};
use engine::AnyGame;
use kernel::{Fingerprint, Key, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What was fixed when the table was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Founding {
    /// The game's id.
    pub game: String,
    /// The rules that it is played by; the hall fills it in. None of a table that an older house made.
    #[serde(default)]
    pub edition: Option<Edition>,
    /// The settings that were chosen.
    pub options: Map<String, Value>,
    /// How many play.
    pub seats: usize,
    /// The secret from which all luck comes; never shown before the end.
    #[serde(with = "hex")]
    pub secret: Key,
    /// What an invited player has to show.
    pub invite: String,
    /// Who made the table, as the hash of their token.
    pub host: Option<String>,
    /// Is the table listed for anybody to join?
    pub open: bool,
    /// Were all seats that nobody else was named for to be played on one device?
    #[serde(default)]
    pub hot_seat: bool,
    /// The position that play goes on from, if not the set-up of the rules.
    #[serde(default)]
    pub position: Option<Value>,
    /// The table that it follows: a rematch, or play from a moment of it.
    #[serde(default)]
    pub from: Option<String>,
    /// How long everybody may take, if that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Timing>,
    /// When it was made, in milliseconds since 1970.
    pub time: u64,
}

/// The rules of a game at some time: what they say, and the content that they are played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edition {
    /// The number of the edition.
    pub number: u32,
    /// The fingerprint of the pack; the pack itself is in the store.
    #[serde(with = "hex")]
    pub pack: Key,
}

impl Edition {
    /// The rules that this program has of a game.
    pub fn of(game: &dyn AnyGame) -> Edition {
        Edition { number: game.about().edition, pack: game.pack() }
    }
}

/// One thing that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogEntry {
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Their name.
        name: String,
        /// Who holds the seat.
        holder: Holder,
        /// What the seat adds to the luck of the table.
        #[serde(with = "hex")]
        entropy: Key,
    },
    /// Somebody left before the game began.
    Left {
        /// Which seat.
        seat: Seat,
    },
    /// All seats were taken: the game began.
    Began {
        /// When.
        time: u64,
        /// What was drawn, and the fingerprint of the state it led to; none of an older house.
        #[serde(default, flatten)]
        found: Found,
    },
    /// A seat did something.
    Acted {
        /// Who.
        seat: Seat,
        /// What, in the game's notation.
        action: String,
        /// When.
        time: u64,
        /// What was drawn, and the fingerprint of the state it led to; none before it is played.
        #[serde(default, flatten)]
        found: Found,
    },
    /// The last action was taken back.
    TookBack {
        /// By whom.
        by: Seat,
        /// With everybody's consent?
        consent: bool,
        /// When; not known of what an older house wrote.
        #[serde(default)]
        time: u64,
    },
    /// A seat asked everybody's consent to take back the last action.
    Asked {
        /// Which seat.
        by: Seat,
    },
    /// A seat agreed.
    Agreed {
        /// Which seat.
        seat: Seat,
    },
    /// A seat did not agree.
    Declined {
        /// Which seat.
        seat: Seat,
    },
    /// A bot plays for a player.
    HandedOver {
        /// Which seat.
        seat: Seat,
        /// Which bot.
        bot: String,
        /// Did the host decide it, not the player? Then the player has given up no say.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_host: bool,
    },
    /// The player plays again.
    Resumed {
        /// Which seat.
        seat: Seat,
        /// When; not known of what an older house wrote.
        #[serde(default)]
        time: u64,
    },
    /// The time of a seat was up.
    RanOut {
        /// Which seat.
        seat: Seat,
        /// The bot that plays from now on; none if the rules' choice for an absent player is made, which is the next entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// When.
        time: u64,
    },
    /// A player is called otherwise from now on.
    Renamed {
        /// Which seat.
        seat: Seat,
        /// The new name.
        name: String,
        /// The one before.
        was: String,
    },
    /// A seat left a standing answer to a kind of question, or took it back. Only its giver sees that.
    Stood {
        /// Which seat.
        seat: Seat,
        /// What kind of question, as the game calls it.
        kind: String,
        /// Does it stand from now on?
        on: bool,
    },
    /// A table was made to go on from this one.
    Followed {
        /// The other table.
        table: String,
    },
    /// The host closed the table before the game began.
    Closed {
        /// When.
        time: u64,
    },
    /// The rules of the game were changed while it was played; it goes on under the new ones.
    WentOn {
        /// The new rules.
        edition: Edition,
        /// Does it go on from a position that was kept with this entry? If not, all that was played is the same under the new rules.
        kept: bool,
        /// How many of the last actions could not be kept.
        lost: usize,
        /// When.
        time: u64,
    },
    /// The rules of the game were changed so that it cannot go on.
    Stopped {
        /// When.
        time: u64,
    },
}

/// What came of something that was played. It is kept so that a record can be told whatever becomes of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// The fingerprint of the state that it led to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// What was drawn; not known of what an older house wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<u32>>,
}

impl Found {
    /// Of a state with this fingerprint, after these draws.
    pub fn new(hash: Fingerprint, luck: &[u32]) -> Found {
        Found { hash: hash.to_string(), luck: Some(luck.to_vec()) }
    }

    /// The fingerprint, if it is known.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        u32::from_str_radix(&self.hash, 16).ok().map(Fingerprint)
    }
}

impl LogEntry {
    /// The game begins.
    pub fn began(time: u64) -> LogEntry {
        LogEntry::Began { time, found: Found::default() }
    }

    /// A seat does this.
    pub fn acted(seat: Seat, action: String, time: u64) -> LogEntry {
        LogEntry::Acted { seat, action, time, found: Found::default() }
    }

    /// The last action is taken back.
    pub fn took_back(by: Seat, consent: bool) -> LogEntry {
        LogEntry::TookBack { by, consent, time: clock::now() }
    }

    /// The seat that says something about the game by this, of its own accord and not in the game.
    pub fn said_by(&self) -> Option<Seat> {
        match self {
            LogEntry::Asked { by: seat }
            | LogEntry::Resumed { seat, .. }
            | LogEntry::Renamed { seat, .. }
            | LogEntry::Stood { seat, .. }
            | LogEntry::HandedOver { seat, by_host: false, .. } => Some(*seat),
            _ => None,
        }
    }
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A person, by the hash of their token.
    Person(String),
    /// A bot, by its name.
    Bot(String),
}

/// Keys are written as hexadecimal digits.
mod hex {
    use kernel::Key;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(key: &Key, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(key)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
