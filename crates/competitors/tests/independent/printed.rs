//! The files of the pack, read without the game's own reader, and the figures that the rulebook fixes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::PathBuf,
};

/// A territory is known by its place in `territories.csv`.
pub type Land = usize;
/// A strait is known by its place in `straits.csv`.
pub type Channel = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Truck,
    Ship,
    Aircraft,
}

impl Kind {
    pub fn named(name: &str) -> Kind {
        match name {
            "truck" => Kind::Truck,
            "ship" => Kind::Ship,
            "aircraft" => Kind::Aircraft,
            other => panic!("{other} is no kind of token"),
        }
    }

    /// CMP-TM-1.
    pub fn points(self) -> u32 {
        match self {
            Kind::Truck => 5,
            Kind::Ship => 4,
            Kind::Aircraft => 2,
        }
    }
}

/// A cell of the grid, written `column:row`. The row stands first, so that cells are in the order of their file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    pub row: i32,
    pub col: i32,
}

impl Hex {
    pub fn named(name: &str) -> Hex {
        let (col, row) = name.split_once(':').unwrap_or_else(|| panic!("{name} is no hex"));
        Hex { col: col.parse().unwrap(), row: row.parse().unwrap() }
    }

    /// CMP-DATA-7, in the order of the clause.
    pub fn neighbours(self) -> Vec<Hex> {
        let Hex { col, row } = self;
        let around = if row % 2 == 0 {
            [(-1, 0), (1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)]
        } else {
            [(-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (1, 1)]
        };
        let all = around.iter().map(|(east, south)| Hex { col: (col + east).rem_euclid(40), row: row + south });
        all.filter(|hex| (0..18).contains(&hex.row)).collect()
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.col, self.row)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Airport {
    None,
    National,
    Intercontinental,
}

#[derive(Debug)]
pub struct Territory {
    pub id: String,
    pub name: String,
    pub continent: String,
    pub morphology: String,
    pub port: Option<Hex>,
    pub airport: Airport,
    pub red_flag: bool,
    pub customs_area: String,
    /// In tenths of a degree from the left edge, and of latitude (CMP-DATA-6).
    pub point: (i64, i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    Regional,
    Customs,
}

#[derive(Debug)]
pub struct Strait {
    pub id: String,
    pub hexes: Option<(Hex, Hex)>,
    pub seals: bool,
    pub links: Vec<(Land, Land)>,
}

#[derive(Debug)]
pub struct Cell {
    pub centre: (i64, i64),
    pub sea: bool,
    /// A sea zone, or the territory that fills most of the cell.
    pub zone: String,
    pub also: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Danger {
    pub area: u32,
    pub continent: String,
    pub die: u32,
    pub name: String,
    pub territories: BTreeSet<Land>,
    pub zones: BTreeSet<String>,
    pub affects: BTreeSet<Kind>,
    pub lasting: String,
    pub save: u32,
}

#[derive(Debug)]
pub struct GoodsCard {
    pub id: String,
    pub vehicle: Option<Kind>,
    pub limit: u32,
    pub reward: i64,
}

pub struct Printed {
    pub territories: Vec<Territory>,
    /// Each border both ways.
    pub borders: BTreeMap<(Land, Land), Border>,
    pub straits: Vec<Strait>,
    pub cells: BTreeMap<Hex, Cell>,
    pub headquarters: Vec<Land>,
    pub dangers: Vec<Danger>,
    pub goods: Vec<GoodsCard>,
    victory: BTreeMap<(String, String), i64>,
    pub notch: i64,
    pub arrow_rows: Vec<i32>,
    pub constants: toml::Table,
}

type Row = BTreeMap<String, String>;

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "pack", file].iter().collect()
}

fn rows(file: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    reader.deserialize().map(|row| row.unwrap_or_else(|error| panic!("{file}: {error}"))).collect()
}

fn list(field: &str) -> Vec<String> {
    field.split(';').filter(|part| !part.is_empty()).map(String::from).collect()
}

/// Degrees with at most one decimal, as tenths.
fn tenths(degrees: &str) -> i64 {
    let (whole, part) = degrees.split_once('.').unwrap_or((degrees, "0"));
    assert_eq!(part.len(), 1, "{degrees} has more than one decimal");
    format!("{whole}{part}").parse().unwrap()
}

fn yes(field: &str) -> bool {
    match field {
        "yes" => true,
        "no" => false,
        other => panic!("{other} is neither yes nor no"),
    }
}

impl Printed {
    pub fn read() -> Printed {
        let territories: Vec<Territory> = rows("territories.csv").iter().map(territory).collect();
        let land = |id: &str| territories.iter().position(|t| t.id == id).unwrap_or_else(|| panic!("no territory {id}"));
        let mut borders = BTreeMap::new();
        for row in rows("borders.csv") {
            let (a, b) = (land(&row["a"]), land(&row["b"]));
            let kind = match row["kind"].as_str() {
                "regional" => Border::Regional,
                "customs" => Border::Customs,
                other => panic!("{other} is no kind of border"),
            };
            assert!(borders.insert((a, b), kind).is_none() && borders.insert((b, a), kind).is_none());
        }
        let straits = rows("straits.csv").iter().map(|row| strait(row, land)).collect();
        let cells = rows("grid.csv").iter().map(cell).collect();
        let headquarters = rows("headquarters.csv").iter().map(|row| land(&row["territory"])).collect();
        let dangers = rows("weather.csv").iter().map(|row| danger(row, land)).collect();
        let goods = rows("contracts.csv").iter().filter(|row| row["kind"] != "special").map(goods_card).collect();
        let mut victory = BTreeMap::new();
        for row in rows("victory.csv") {
            for (to, points) in row.iter().filter(|(column, _)| *column != "sender") {
                victory.insert((row["sender"].clone(), to.clone()), points.parse().unwrap());
            }
        }
        let constants: toml::Table = std::fs::read_to_string(path("map.toml")).unwrap().parse().unwrap();
        let notch = constants["ruler"]["notches"][0].as_integer().unwrap();
        let arrow_rows = constants["arrows"]["rows"].as_array().unwrap();
        let arrow_rows = arrow_rows.iter().map(|row| row.as_integer().unwrap() as i32).collect();
        Printed { territories, borders, straits, cells, headquarters, dangers, goods, victory, notch, arrow_rows, constants }
    }

    pub fn land(&self, id: &str) -> Land {
        self.territories.iter().position(|t| t.id == id).unwrap_or_else(|| panic!("no territory {id}"))
    }

    pub fn lands(&self) -> std::ops::Range<Land> {
        0..self.territories.len()
    }

    pub fn channel(&self, id: &str) -> Channel {
        self.straits.iter().position(|s| s.id == id).unwrap_or_else(|| panic!("no strait {id}"))
    }

    pub fn danger(&self, continent: &str, die: u32) -> &Danger {
        self.dangers.iter().find(|danger| danger.continent == continent && danger.die == die).unwrap()
    }

    /// CMP-VP-1: row = the Sender's continent, column = the Receiver's.
    pub fn victory_points(&self, sender: Land, receiver: Land) -> i64 {
        let continent = |land: Land| self.territories[land].continent.clone();
        self.victory[&(continent(sender), continent(receiver))]
    }

    /// CMP-DATA-7: a strait that seals closes every direct link between the zones of its two hexes.
    pub fn sealed(&self, a: Hex, b: Hex) -> bool {
        let zones = (&self.cells[&a].zone, &self.cells[&b].zone);
        self.straits.iter().filter(|strait| strait.seals).filter_map(|strait| strait.hexes).any(|(one, other)| {
            let (one, other) = (&self.cells[&one].zone, &self.cells[&other].zone);
            zones == (one, other) || zones == (other, one)
        })
    }

    /// The cell whose centre is nearest to a point; of equal ones the first in the file (CMP-AIR-19).
    pub fn cell_of(&self, point: (i64, i64)) -> Hex {
        let far = |hex: &Hex| {
            let (x, y) = self.cells[hex].centre;
            (x - point.0).pow(2) + (y - point.1).pow(2)
        };
        *self.cells.keys().min_by_key(|hex| (far(hex), **hex)).unwrap()
    }
}

fn territory(row: &Row) -> Territory {
    let port = yes(&row["port"]).then(|| Hex::named(&row["port_hex"]));
    assert_eq!(port.is_none(), row["port_hex"].is_empty());
    let airport = match row["airport"].as_str() {
        "none" => Airport::None,
        "national" => Airport::National,
        "intercontinental" => Airport::Intercontinental,
        other => panic!("{other} is no airport"),
    };
    Territory {
        id: row["id"].clone(),
        name: row["name"].clone(),
        continent: row["continent"].clone(),
        morphology: row["morphology"].clone(),
        port,
        airport,
        red_flag: yes(&row["red_flag"]),
        customs_area: row["customs_area"].clone(),
        point: ((tenths(&row["lon"]) + 1690).rem_euclid(3600), tenths(&row["lat"])),
    }
}

fn strait(row: &Row, land: impl Fn(&str) -> Land) -> Strait {
    let hexes = (!row["ship_hex_a"].is_empty()).then(|| (Hex::named(&row["ship_hex_a"]), Hex::named(&row["ship_hex_b"])));
    let links = list(&row["truck_links"]);
    let links = links.iter().map(|link| link.split_once('-').unwrap()).map(|(a, b)| (land(a), land(b))).collect();
    Strait { id: row["id"].clone(), hexes, seals: yes(&row["seals"]), links }
}

fn cell(row: &Row) -> (Hex, Cell) {
    let number = |column: &str| row[column].parse::<i64>().unwrap();
    let hex = Hex { col: number("col") as i32, row: number("row") as i32 };
    let sea = match row["kind"].as_str() {
        "sea" => true,
        "land" => false,
        other => panic!("{other} is no kind of cell"),
    };
    (hex, Cell { centre: (number("x"), number("y")), sea, zone: row["zone"].clone(), also: list(&row["also"]) })
}

fn danger(row: &Row, land: impl Fn(&str) -> Land) -> Danger {
    Danger {
        area: row["area"].parse().unwrap(),
        continent: row["continent"].clone(),
        die: row["die"].parse().unwrap(),
        name: row["name"].clone(),
        territories: list(&row["territories"]).iter().map(|id| land(id)).collect(),
        zones: list(&row["zones"]).into_iter().collect(),
        affects: list(&row["affects"]).iter().map(|kind| Kind::named(kind)).collect(),
        lasting: row["lasting"].clone(),
        save: row["save"].parse().unwrap(),
    }
}

fn goods_card(row: &Row) -> GoodsCard {
    GoodsCard {
        id: row["id"].clone(),
        vehicle: (row["vehicle"] != "any").then(|| Kind::named(&row["vehicle"])),
        limit: row["tm"].parse().unwrap(),
        reward: row["reward"].parse().unwrap(),
    }
}
