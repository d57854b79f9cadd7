//! The files of a pack as they are written: their columns and how many rows they have. (CMP-DATA-21)

use crate::content::places::{COLUMNS, Contract, Customs, Office, ROWS, Strait, Territory};
use kernel::{File, Files, PackFault, Sheet};
use serde::{Deserialize, de::DeserializeOwned};
use std::{collections::BTreeMap, ops::RangeInclusive};
use toml::Spanned;

/// A row of `territories.csv`. (CMP-DATA-1)
#[derive(Deserialize)]
pub struct TerritoryRow {
    pub id: String,
    pub name: String,
    pub continent: String,
    pub morphology: String,
    pub port: String,
    pub port_hex: String,
    pub airport: String,
    pub red_flag: String,
    pub customs_area: String,
    pub lon: String,
    pub lat: String,
    pub port_x: Option<i64>,
    pub port_y: Option<i64>,
    pub plate_x: i64,
    pub plate_y: i64,
    pub plate_w: i64,
    pub plate_h: i64,
}

/// A row of `borders.csv`. (CMP-DATA-3)
#[derive(Deserialize)]
pub struct BorderRow {
    pub a: String,
    pub b: String,
    pub kind: String,
}

/// A row of `outlines.csv`. (CMP-DATA-22)
#[derive(Deserialize)]
pub struct LineRow {
    pub left: String,
    pub right: String,
    pub points: String,
}

/// A row of `straits.csv`. (CMP-DATA-5)
#[derive(Deserialize)]
pub struct StraitRow {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub ship_hex_a: String,
    pub ship_hex_b: String,
    pub seals: String,
    pub truck_links: String,
    pub x: i64,
    pub y: i64,
}

/// A row of `grid.csv`. (CMP-DATA-6)
#[derive(Deserialize)]
pub struct CellRow {
    pub col: i64,
    pub row: i64,
    pub x: i64,
    pub y: i64,
    pub kind: String,
    pub zone: String,
    pub also: String,
    pub mark_x: i64,
    pub mark_y: i64,
}

/// A row of `headquarters.csv`. (CMP-DATA-11)
#[derive(Deserialize)]
pub struct OfficeRow {
    pub id: String,
    pub territory: String,
    pub flag: String,
}

/// A row of `contracts.csv`. (CMP-DATA-12)
#[derive(Deserialize)]
pub struct ContractRow {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub vehicle: String,
    pub tm: Option<i64>,
    pub reward: Option<i64>,
    pub special: String,
    pub effect: String,
    pub text: String,
}

/// A row of `customs.csv`. (CMP-DATA-15)
#[derive(Deserialize)]
pub struct CustomsRow {
    pub id: String,
    pub colour: String,
    pub title: String,
    pub text: String,
    pub legal: String,
    pub illegal: String,
}

/// A row of `political.csv`. (CMP-DATA-14)
#[derive(Deserialize)]
pub struct PoliticalRow {
    pub continent: String,
    pub die: i64,
    pub title: String,
    pub text: String,
    pub effect: String,
}

/// A row of `weather.csv`. (CMP-DATA-13)
#[derive(Deserialize)]
pub struct WeatherRow {
    pub area: i64,
    pub continent: String,
    pub die: i64,
    pub name: String,
    pub kind: String,
    pub territories: String,
    pub zones: String,
    pub affects: String,
    pub lasting: String,
    pub save: i64,
    pub text: String,
}

/// A row of `victory.csv`. (CMP-DATA-17)
#[derive(Deserialize)]
pub struct VictoryRow {
    pub sender: String,
    pub north_america: i64,
    pub south_america: i64,
    pub europe: i64,
    pub africa: i64,
    pub asia: i64,
    pub oceania: i64,
}

/// `map.toml`. (CMP-DATA-6, CMP-DATA-10, CMP-DATA-16, CMP-DATA-18, CMP-DATA-23)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    pub grid: GridTable,
    pub frame: FrameTable,
    pub views: ViewTable,
    pub ruler: RulerTable,
    pub arrows: ArrowTable,
    pub track: TrackTable,
    pub colours: ColourTable,
    pub fixed: FixedTable,
}

/// `[grid]`: the model of CMP-DATA-6.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridTable {
    pub columns: Spanned<i64>,
    pub rows: Spanned<i64>,
    pub layout: Spanned<String>,
    pub cell_width: Spanned<i64>,
    pub row_height: Spanned<i64>,
    pub first_row_y: Spanned<i64>,
    pub left_edge_lon: Spanned<i64>,
    pub wrap: Spanned<bool>,
}

/// `[frame]`. (CMP-DATA-23)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameTable {
    pub left: Spanned<i64>,
    pub right: Spanned<i64>,
    pub top: Spanned<i64>,
    pub bottom: Spanned<i64>,
}

/// `[views]`: left, bottom, right, top of each. (CMP-DATA-23)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewTable {
    pub world: Spanned<Vec<i64>>,
    pub north_america: Spanned<Vec<i64>>,
    pub south_america: Spanned<Vec<i64>>,
    pub europe: Spanned<Vec<i64>>,
    pub africa: Spanned<Vec<i64>>,
    pub asia: Spanned<Vec<i64>>,
    pub oceania: Spanned<Vec<i64>>,
}

/// `[ruler]`. (CMP-DATA-10)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulerTable {
    pub radius: Spanned<i64>,
    pub notches: Spanned<Vec<i64>>,
}

/// `[arrows]`. (CMP-DATA-10)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrowTable {
    pub rows: Spanned<Vec<i64>>,
}

/// `[track]`. (CMP-DATA-16)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackTable {
    pub marks: Spanned<i64>,
}

/// `[colours]`. (CMP-DATA-18)
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourTable {
    pub names: Spanned<Vec<String>>,
}

/// Figures by name.
pub type Figures = Spanned<BTreeMap<String, Spanned<i64>>>;

/// `[fixed]`: what the rulebook sets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedTable {
    pub players_min: Spanned<i64>,
    pub players_max: Spanned<i64>,
    pub actions_per_turn: Spanned<i64>,
    pub victory_target: Spanned<i64>,
    pub start_money: Spanned<i64>,
    pub start_territory_cards: Spanned<i64>,
    pub start_contract_cards: Spanned<i64>,
    pub headquarters_fee: Spanned<i64>,
    pub failure_victory_points: Spanned<i64>,
    pub smallest_coin: Spanned<i64>,
    pub cards: Figures,
    pub tokens: Figures,
    pub start_tokens: Figures,
    pub coins: Figures,
    pub start_coins: Figures,
    pub price: Figures,
    #[serde(rename = "return")]
    pub back: Figures,
    pub points: Figures,
    pub fuel: Figures,
    pub morphology: Figures,
    pub strait: Figures,
}

/// All files of a pack.
pub struct Sheets<'a> {
    pub territories: Sheet<'a, TerritoryRow>,
    pub borders: Sheet<'a, BorderRow>,
    pub outlines: Sheet<'a, LineRow>,
    pub straits: Sheet<'a, StraitRow>,
    pub grid: Sheet<'a, CellRow>,
    pub offices: Sheet<'a, OfficeRow>,
    pub contracts: Sheet<'a, ContractRow>,
    pub customs: Sheet<'a, CustomsRow>,
    pub political: Sheet<'a, PoliticalRow>,
    pub weather: Sheet<'a, WeatherRow>,
    pub victory: Sheet<'a, VictoryRow>,
    pub map: MapFile,
    pub map_file: File<'a>,
}

const FILES: [&str; 12] = [
    "territories.csv",
    "borders.csv",
    "outlines.csv",
    "straits.csv",
    "grid.csv",
    "headquarters.csv",
    "contracts.csv",
    "customs.csv",
    "political.csv",
    "weather.csv",
    "victory.csv",
    "map.toml",
];

/// The most borders and the most lines of a map that are sensible.
const BORDERS: usize = 1_000;
const LINES: usize = 4_000;

/// Reads every file; none may be missing or left over, and each has as many rows as it must. (CMP-DATA-21)
pub fn sheets(files: &Files) -> Result<Sheets<'_>, Vec<PackFault>> {
    let mut faults = Vec::new();
    for (name, _) in files.iter().filter(|(name, _)| !FILES.contains(name)) {
        let message = format!("a pack of COMPETITOR$ is {}; this file belongs to none (CMP-DATA-21)", FILES.join(", "));
        faults.push(PackFault { file: name.to_owned(), line: None, message });
    }
    let mut reading = Reading { files, faults };
    let territories = reading.sheet("territories.csv", Territory::COUNT..=Territory::COUNT, "CMP-DATA-1");
    let borders = reading.sheet("borders.csv", 1..=BORDERS, "CMP-DATA-3");
    let outlines = reading.sheet("outlines.csv", 1..=LINES, "CMP-DATA-22");
    let straits = reading.sheet("straits.csv", 1..=Strait::COUNT, "CMP-DATA-5");
    let grid = reading.sheet("grid.csv", COLUMNS * ROWS..=COLUMNS * ROWS, "CMP-DATA-7");
    let offices = reading.sheet("headquarters.csv", Office::COUNT..=Office::COUNT, "CMP-DATA-11");
    let contracts = reading.sheet("contracts.csv", Contract::COUNT..=Contract::COUNT, "CMP-DATA-12");
    let customs = reading.sheet("customs.csv", Customs::COUNT..=Customs::COUNT, "CMP-DATA-15");
    let political = reading.sheet("political.csv", 72..=72, "CMP-DATA-14");
    let weather = reading.sheet("weather.csv", 72..=72, "CMP-DATA-13");
    let victory = reading.sheet("victory.csv", 6..=6, "CMP-DATA-17");
    let map = reading.map();
    let read = (|| {
        let (map_file, map) = map?;
        Some(Sheets {
            territories: territories?,
            borders: borders?,
            outlines: outlines?,
            straits: straits?,
            grid: grid?,
            offices: offices?,
            contracts: contracts?,
            customs: customs?,
            political: political?,
            weather: weather?,
            victory: victory?,
            map,
            map_file,
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
        let sheet = match self.files.get(name).map_err(|fault| vec![fault]).and_then(File::csv::<T>) {
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

    fn map(&mut self) -> Option<(File<'a>, MapFile)> {
        let map = self.files.get("map.toml").and_then(|file| Ok((file, file.toml::<MapFile>()?)));
        map.map_err(|fault| self.faults.push(fault)).ok()
    }
}
