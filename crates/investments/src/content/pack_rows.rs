//! The files of a pack as they are written: their columns and how many rows they have. (INV-DATA-1)

use crate::{
    content::pack::Growth,
    content::things::{BUSINESSES, FORTUNES, GLOBALS, SERIES, SHORTCUTS, TILES, TileKind},
};
use kernel::{Files, PackFault, Sheet};
use serde::{Deserialize, de::DeserializeOwned};
use std::ops::RangeInclusive;

/// A row of `board.csv`. (INV-DATA-2)
#[derive(Deserialize)]
pub struct TileRow {
    pub index: i64,
    pub kind: TileKind,
    pub number: Option<i64>,
    pub name: String,
    pub business: String,
    pub x: i64,
    pub y: i64,
    pub arrow_to: Option<i64>,
}

/// A row of `series.csv`. (INV-DATA-3)
#[derive(Deserialize)]
pub struct SeriesRow {
    pub id: String,
    pub name: String,
    pub colour: String,
    pub hex: String,
    pub ink: String,
    pub mark: String,
    pub rule: Growth,
    pub size: i64,
}

/// A row of `businesses.csv`. (INV-DATA-4)
#[derive(Deserialize)]
pub struct DeedRow {
    pub id: String,
    pub name: String,
    pub series: String,
    pub colour: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub rule: Growth,
    pub price: i64,
    pub mortgage: i64,
    pub investment: Option<i64>,
    pub monopoly: Option<i64>,
    pub fee0: Option<i64>,
    pub fee1: Option<i64>,
    pub fee2: Option<i64>,
    pub fee3: Option<i64>,
    pub fee_monopoly: Option<i64>,
    pub count1: Option<i64>,
    pub count2: Option<i64>,
    pub count3: Option<i64>,
    pub count4: Option<i64>,
    pub tile: i64,
}

/// A row of `lottery.csv`. (INV-DATA-5)
#[derive(Deserialize)]
pub struct LotRow {
    pub number: i64,
    pub business: String,
    pub name: String,
    pub condition: String,
    pub text: String,
}

/// A row of `profit.csv` or `loss.csv`. (INV-DATA-6)
#[derive(Deserialize)]
pub struct FortuneRow {
    pub id: String,
    pub name: String,
    pub effect: String,
    pub text: String,
}

/// A row of `shortcut.csv`. (INV-DATA-7)
#[derive(Deserialize)]
pub struct ShortcutRow {
    pub id: String,
    pub name: String,
    pub effect: String,
    pub price: i64,
    pub text: String,
}

/// A row of `global.csv`. (INV-DATA-8)
#[derive(Deserialize)]
pub struct GlobalRow {
    pub id: String,
    pub name: String,
    pub rounds: i64,
    pub effect: String,
    pub text: String,
}

/// A row of `casino.csv`. (INV-DATA-9)
#[derive(Deserialize)]
pub struct CasinoRow {
    pub tile: i64,
    pub choice: String,
    pub label: String,
    pub dice: i64,
    pub wins_on: String,
    pub payout: i64,
}

/// A row of `tiles.csv`. (INV-DATA-10)
#[derive(Deserialize)]
pub struct TextRow {
    pub kind: TileKind,
    pub number: Option<i64>,
    pub value: Option<i64>,
    pub effect: String,
    pub text: String,
}

/// A row of `constants.csv`. (INV-DATA-11)
#[derive(Deserialize)]
pub struct ConstantRow {
    pub key: String,
    pub value: String,
}

/// A row of `pieces.csv`. (INV-DATA-20)
#[derive(Deserialize)]
pub struct PieceRow {
    pub seat: i64,
    pub colour: String,
    pub hex: String,
    pub ink: String,
    pub letter: String,
    pub shape: String,
}

/// A row of `cards.csv`. (INV-DATA-21)
#[derive(Deserialize)]
pub struct CardRow {
    pub kind: TileKind,
    pub name: String,
    pub count: i64,
    pub price: Option<i64>,
    pub text: String,
}

/// All files of a pack.
pub struct Sheets<'a> {
    pub board: Sheet<'a, TileRow>,
    pub series: Sheet<'a, SeriesRow>,
    pub deeds: Sheet<'a, DeedRow>,
    pub lottery: Sheet<'a, LotRow>,
    pub fortunes: [Sheet<'a, FortuneRow>; 2],
    pub shortcuts: Sheet<'a, ShortcutRow>,
    pub globals: Sheet<'a, GlobalRow>,
    pub cards: Sheet<'a, CardRow>,
    pub texts: Sheet<'a, TextRow>,
    pub casino: Sheet<'a, CasinoRow>,
    pub pieces: Sheet<'a, PieceRow>,
    pub constants: Sheet<'a, ConstantRow>,
}

const FILES: [&str; 13] = [
    "board.csv",
    "series.csv",
    "businesses.csv",
    "lottery.csv",
    "profit.csv",
    "loss.csv",
    "shortcut.csv",
    "global.csv",
    "cards.csv",
    "tiles.csv",
    "casino.csv",
    "pieces.csv",
    "constants.csv",
];

/// Reads every file; none may be missing or left over, and each has as many rows as it must. (INV-DATA-1)
pub fn sheets(files: &Files) -> Result<Sheets<'_>, Vec<PackFault>> {
    let mut faults = Vec::new();
    for (name, _) in files.iter().filter(|(name, _)| !FILES.contains(name)) {
        let message = format!("a pack of Expensive Investments is {}; this file belongs to none (INV-DATA-1)", FILES.join(", "));
        faults.push(PackFault { file: name.to_owned(), line: None, message });
    }
    let mut reading = Reading { files, faults };
    // Three tiles for each of the four groups and at least one each of Profit and Loss and two Shortcut tiles. (INV-DATA-12)
    let board = reading.sheet("board.csv", BUSINESSES + 16..=TILES, "INV-DATA-12");
    let series = reading.sheet("series.csv", 1..=SERIES, "INV-DATA-13");
    let deeds = reading.sheet("businesses.csv", BUSINESSES..=BUSINESSES, "INV-DATA-13");
    let lottery = reading.sheet("lottery.csv", 36..=36, "INV-DATA-15");
    // INV-DATA-16.
    let profit = reading.sheet("profit.csv", FORTUNES..=FORTUNES, "INV-DATA-16");
    let loss = reading.sheet("loss.csv", FORTUNES..=FORTUNES, "INV-DATA-16");
    let shortcuts = reading.sheet("shortcut.csv", SHORTCUTS..=SHORTCUTS, "INV-DATA-16");
    let globals = reading.sheet("global.csv", GLOBALS..=GLOBALS, "INV-DATA-16");
    let cards = reading.sheet("cards.csv", 2..=2, "INV-DATA-21");
    let texts = reading.sheet("tiles.csv", 15..=15, "INV-DATA-10");
    let casino = reading.sheet("casino.csv", 3..=36, "INV-DATA-18");
    let pieces = reading.sheet("pieces.csv", 16..=16, "INV-DATA-22");
    let constants = reading.sheet("constants.csv", 25..=25, "INV-DATA-11");
    let read = (|| {
        Some(Sheets {
            board: board?,
            series: series?,
            deeds: deeds?,
            lottery: lottery?,
            fortunes: [profit?, loss?],
            shortcuts: shortcuts?,
            globals: globals?,
            cards: cards?,
            texts: texts?,
            casino: casino?,
            pieces: pieces?,
            constants: constants?,
        })
    })();
    read.filter(|_| reading.faults.is_empty()).ok_or(reading.faults)
}

struct Reading<'a> {
    files: &'a Files,
    faults: Vec<PackFault>,
}

impl<'a> Reading<'a> {
    fn sheet<T: DeserializeOwned>(&mut self, name: &str, rows: RangeInclusive<usize>, clause: &str) -> Option<Sheet<'a, T>> {
        let sheet = match self.files.get(name).map_err(|fault| vec![fault]).and_then(kernel::File::csv::<T>) {
            Ok(sheet) => sheet,
            Err(faults) => {
                self.faults.extend(faults);
                return None;
            }
        };
        if !rows.contains(&sheet.rows.len()) {
            let (least, most, found) = (rows.start(), rows.end(), sheet.rows.len());
            let many = if least == most { format!("{least}") } else { format!("from {least} to {most}") };
            self.faults.push(sheet.fault(format!("below the header this file has {many} rows, not {found} ({clause})")));
            return None;
        }
        Some(sheet)
    }
}
