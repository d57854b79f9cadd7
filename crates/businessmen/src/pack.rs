//! The content of the game, and all that its loader checks. (BIZ-DATA-1 to BIZ-DATA-10)

use crate::goods::{Car, Characteristic, Good, Goods, Units};
use kernel::{File, Files, Money, PackFault};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};
use toml::Spanned;

/// The files that come with the program.
pub fn files() -> Files {
    kernel::pack_files!["pack.toml", "cards.toml", "prices.toml", "wheels.toml"]
}

/// How many goods cards there are. (BIZ-COMP-4)
pub const GOODS_CARDS: usize = 30;
/// How many export cards there are. (BIZ-COMP-4)
pub const EXPORT_CARDS: usize = 12;
/// How many goods an export card names. (BIZ-MARKET-2)
const EXPORT_GOODS: usize = 3;
/// How many lots an export can have. (BIZ-EXPORT-3)
pub const LOTS: usize = 3;
/// How many levels a characteristic has. (BIZ-COMP-9)
pub const LEVELS: usize = 3;
/// How many pieces of money there are, and of how many values. (BIZ-COMP-8)
const PIECES: i64 = 42;
const VALUES: usize = 4;
/// The least that the coins must be worth: the start of four players. (BIZ-DATA-9)
const LEAST_MONEY: i64 = 40;
/// The shortest price track. (BIZ-DATA-5)
const SHORTEST_TRACK: usize = 8;
/// The price at the start of a track. (BIZ-SETUP-4)
const START_PRICE: u8 = 3;
/// The largest number in a pack; tiles, prices, positions and weights have lower limits.
const LARGEST: i64 = 1000;
const LARGE: i64 = 100;

/// Checked content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// The names of the goods, in the order of [`Good::ALL`].
    pub goods: [String; Good::COUNT],
    /// The numbers. (BIZ-DATA-1)
    pub numbers: Numbers,
    /// The cars, in the order of [`Car::ALL`].
    pub cars: [CarFigures; Car::COUNT],
    /// What each level of each characteristic allows, in the order of [`Characteristic::ALL`]. (BIZ-COMP-9)
    pub limits: [[u8; LEVELS]; Characteristic::COUNT],
    /// What it costs to reach level 2 and level 3. (BIZ-COMP-9)
    pub costs: [Money; LEVELS - 1],
    /// The points for reaching them. (BIZ-COMP-9)
    pub points: [u16; LEVELS - 1],
    /// The points that a hit costs at each level. (BIZ-EVENT-5 to BIZ-EVENT-7)
    pub penalties: [u16; LEVELS],
    /// The units of each lot and its points, the smallest first. (BIZ-EXPORT-3)
    pub lots: [(u8, u16); LOTS],
    /// The values of the pieces of money and how many there are of each. (BIZ-DATA-9)
    pub money: [(i32, i32); VALUES],
    /// The goods cards. (BIZ-DATA-2)
    pub goods_cards: Vec<GoodsCard>,
    /// The export cards. (BIZ-DATA-4)
    pub export_cards: Vec<ExportCard>,
    /// The price track of each good. (BIZ-DATA-5)
    pub tracks: [Track; Good::COUNT],
    /// The sectors of the price wheel in their order. (BIZ-DATA-6)
    pub price_wheel: Vec<PriceSector>,
    /// The sectors of the event wheel in their order. (BIZ-DATA-7)
    pub event_wheel: Vec<EventSector>,
    /// How far the victory scale is drawn. (BIZ-DATA-8)
    pub scale: u16,
    /// How many cells are drawn for the main and the temporary warehouse. (BIZ-DATA-10)
    pub cells: (u8, u8),
}

/// The numbers. (BIZ-DATA-1)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Tiles of each good. (BIZ-COMP-2)
    pub tiles: u8,
    /// Coins at the start. (BIZ-SETUP-2)
    pub coins: Money,
    /// What a unit costs. (BIZ-BUY-4)
    pub unit_price: Money,
    /// Positions that an unsold good rises. (BIZ-PRICE-5)
    pub rise: u8,
    /// What an insurance costs. (BIZ-INSURE-2)
    pub insurance: Money,
    /// Points that a skip costs. (BIZ-SKIP-3)
    pub skip_points: u16,
    /// Coins that it brings. (BIZ-SKIP-7)
    pub skip_coins: Money,
}

/// The figures of a car. (BIZ-DATA-1)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarFigures {
    /// The units it carries. (BIZ-COMP-3)
    pub capacity: u8,
    /// The points for sending it with one's own goods only. (BIZ-SEND-6)
    pub points: u16,
    /// Positions that its good falls. (BIZ-PRICE-4)
    pub fall: u8,
}

/// A goods card. (BIZ-DATA-2)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoodsCard {
    /// Its name.
    pub id: String,
    /// What it lays out.
    pub lay: Units,
}

/// An export card. (BIZ-DATA-4)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportCard {
    /// Its name.
    pub id: String,
    /// Its three goods.
    pub goods: Goods,
}

/// A price track. (BIZ-DATA-5)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// The price at each position from 0 up.
    pub prices: Vec<u8>,
    /// Where the marker starts.
    pub start: u8,
}

/// A sector of the price wheel: moves or an embargo. (BIZ-WHEEL-2)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceSector {
    /// Its name.
    pub id: String,
    /// Its weight: how likely the wheel is to show it.
    pub weight: u32,
    /// The positions that each good moves; 0 for the others.
    pub moves: [i8; Good::COUNT],
    /// The goods under embargo; none on a price sector.
    pub embargo: Goods,
}

/// A sector of the event wheel. (BIZ-EVENT-2)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventSector {
    /// Its name.
    pub id: String,
    /// Its weight: how likely the wheel is to show it.
    pub weight: u32,
    /// What it hits.
    pub hits: Option<Characteristic>,
}

impl PriceSector {
    /// The goods that it names.
    pub fn goods(&self) -> Goods {
        let moved: Goods = Good::ALL.into_iter().filter(|good| self.moves[good.index()] != 0).collect();
        moved.or(self.embargo)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    game: Spanned<String>,
    name: Spanned<String>,
    goods: Spanned<Vec<String>>,
    numbers: BTreeMap<String, Spanned<i64>>,
    cars: CarTable,
    levels: LevelTable,
    export: ExportTable,
    money: MoneyTable,
    drawing: DrawingTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CarTable {
    yellow: CarRow,
    blue: CarRow,
    green: CarRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CarRow {
    capacity: Spanned<i64>,
    points: Spanned<i64>,
    fall: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelTable {
    warehouse: Spanned<Vec<i64>>,
    loader: Spanned<Vec<i64>>,
    manager: Spanned<Vec<i64>>,
    costs: Spanned<Vec<i64>>,
    points: Spanned<Vec<i64>>,
    penalties: Spanned<Vec<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportTable {
    units: Spanned<Vec<i64>>,
    points: Spanned<Vec<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoneyTable {
    values: Spanned<Vec<i64>>,
    pieces: Spanned<Vec<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawingTable {
    scale: Spanned<i64>,
    main_cells: Spanned<i64>,
    temporary_cells: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    goods: Spanned<Vec<Spanned<GoodsRow>>>,
    export: Spanned<Vec<Spanned<ExportRow>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoodsRow {
    id: String,
    lay: BTreeMap<String, i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportRow {
    id: String,
    goods: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceFile {
    track: Option<TrackTable>,
    #[serde(default)]
    own: BTreeMap<String, Spanned<TrackTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackTable {
    prices: Spanned<Vec<i64>>,
    start: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WheelFile {
    price: Spanned<Vec<Spanned<PriceRow>>>,
    events: Spanned<Vec<Spanned<EventRow>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceRow {
    id: String,
    weight: i64,
    moves: Option<BTreeMap<String, i64>>,
    embargo: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRow {
    id: String,
    weight: i64,
    hits: String,
}

const FILES: [&str; 4] = ["pack.toml", "cards.toml", "prices.toml", "wheels.toml"];

/// Checks a pack; every fault names its file and line.
pub fn read(files: &Files) -> Result<Pack, Vec<PackFault>> {
    let message = format!("a pack of Businessmen is {}; this file belongs to none", FILES.join(", "));
    let mut faults = files.strangers(&FILES, &message);
    let frame = files.get("pack.toml").and_then(|file| Ok((file, file.toml::<Frame>()?)));
    let cards = files.get("cards.toml").and_then(|file| Ok((file, file.toml::<CardFile>()?)));
    let prices = files.get("prices.toml").and_then(|file| Ok((file, file.toml::<PriceFile>()?)));
    let wheels = files.get("wheels.toml").and_then(|file| Ok((file, file.toml::<WheelFile>()?)));
    match (frame, cards, prices, wheels) {
        (Ok((file, frame)), Ok(cards), Ok(prices), Ok(wheels)) => {
            let mut check = Check { file, faults };
            let mut pack = check.frame(&frame);
            check.file = cards.0;
            check.cards(&cards.1, &mut pack);
            check.file = prices.0;
            check.prices(&prices.1, &mut pack);
            check.file = wheels.0;
            check.wheels(&wheels.1, &mut pack);
            if check.faults.is_empty() { Ok(pack) } else { Err(check.faults) }
        }
        (frame, cards, prices, wheels) => {
            faults.extend([frame.err(), cards.err(), prices.err(), wheels.err()].into_iter().flatten());
            Err(faults)
        }
    }
}

/// The file that is being checked, and the faults found so far.
struct Check<'a> {
    file: File<'a>,
    faults: Vec<PackFault>,
}

impl Check<'_> {
    fn wrong<T>(&mut self, place: &Spanned<T>, message: impl Into<String>) {
        self.faults.push(self.file.fault(place.span(), message));
    }

    /// A number within its bounds. If it is not, this notes a fault and returns the lowest.
    fn number(&mut self, number: &Spanned<i64>, bounds: RangeInclusive<i64>, what: &str) -> i64 {
        if bounds.contains(number.get_ref()) {
            return *number.get_ref();
        }
        let (low, high) = (bounds.start(), bounds.end());
        self.wrong(number, format!("{what} is a whole number from {low} to {high} (BIZ-DATA-1)"));
        *low
    }

    /// This many numbers within their bounds, rising if required.
    fn numbers<const N: usize>(&mut self, numbers: &Spanned<Vec<i64>>, most: i64, rising: bool, what: &str) -> [i64; N] {
        let Ok(list) = <[i64; N]>::try_from(numbers.get_ref().as_slice()) else {
            self.wrong(numbers, format!("{what} are {N} numbers (BIZ-DATA-1)"));
            return [1; N];
        };
        if list.iter().any(|number| !(1..=most).contains(number)) {
            self.wrong(numbers, format!("{what} are whole numbers from 1 to {most} (BIZ-DATA-1)"));
            return [1; N];
        }
        if rising && list.windows(2).any(|pair| pair[0] >= pair[1]) {
            self.wrong(numbers, format!("{what} rise from each to the next (BIZ-DATA-1)"));
        }
        list
    }

    fn frame(&mut self, frame: &Frame) -> Pack {
        self.faults.extend(self.file.head_faults("businessmen", &frame.game, &frame.name));
        let goods = self.good_names(&frame.goods);
        let numbers = self.plain_numbers(&frame.goods, &frame.numbers);
        let tiles = i64::from(numbers.tiles);
        let cars = [&frame.cars.yellow, &frame.cars.blue, &frame.cars.green].map(|car| {
            let capacity = *car.capacity.get_ref();
            if capacity > tiles {
                self.wrong(&car.capacity, format!("a car carries at most the {tiles} tiles of a good (BIZ-DATA-1)"));
            }
            CarFigures {
                capacity: self.number(&car.capacity, 1..=LARGE, "the capacity of a car") as u8,
                points: self.number(&car.points, 1..=LARGE, "the points of a car") as u16,
                fall: self.number(&car.fall, 1..=LARGE, "the fall of a sold good") as u8,
            }
        });
        let levels = &frame.levels;
        let limits = [&levels.warehouse, &levels.loader, &levels.manager]
            .map(|limits| self.numbers(limits, LARGE, true, "the limits of a characteristic").map(|limit| limit as u8));
        let units: [i64; LOTS] = self.numbers(&frame.export.units, Units::MOST.into(), true, "the units of the lots");
        let points: [i64; LOTS] = self.numbers(&frame.export.points, LARGE, true, "the points of the lots");
        Pack {
            name: frame.name.get_ref().clone(),
            goods,
            numbers,
            cars,
            limits,
            costs: self.numbers(&levels.costs, LARGEST, false, "the costs of the levels").map(|cost| Money::new(cost as i32)),
            points: self.numbers(&levels.points, LARGE, false, "the points of the levels").map(|points| points as u16),
            penalties: self.numbers(&levels.penalties, LARGE, false, "the penalties").map(|points| points as u16),
            lots: std::array::from_fn(|lot| (units[lot] as u8, points[lot] as u16)),
            money: self.money(&frame.money),
            goods_cards: Vec::new(),
            export_cards: Vec::new(),
            tracks: std::array::from_fn(|_| Track { prices: Vec::new(), start: 0 }),
            price_wheel: Vec::new(),
            event_wheel: Vec::new(),
            scale: self.number(&frame.drawing.scale, 20..=LARGEST, "the end of the victory scale (BIZ-DATA-8)") as u16,
            cells: (
                self.number(&frame.drawing.main_cells, 1..=LARGE, "the number of cells") as u8,
                self.number(&frame.drawing.temporary_cells, 1..=LARGE, "the number of cells") as u8,
            ),
        }
    }

    fn good_names(&mut self, names: &Spanned<Vec<String>>) -> [String; Good::COUNT] {
        let list = names.get_ref();
        let distinct: BTreeSet<String> = list.iter().map(|name| name.to_lowercase()).collect();
        let word = |name: &String| (1..=20).contains(&name.chars().count()) && name.chars().all(char::is_alphabetic);
        if list.len() != Good::COUNT || distinct.len() != Good::COUNT || !list.iter().all(word) {
            self.wrong(names, "there are six goods, each with a name of its own: one word of 1 to 20 letters (BIZ-DATA-1)");
        }
        std::array::from_fn(|good| list.get(good).cloned().unwrap_or_default())
    }

    fn plain_numbers(&mut self, place: &Spanned<Vec<String>>, given: &BTreeMap<String, Spanned<i64>>) -> Numbers {
        let known = ["tiles", "coins", "unit_price", "rise", "insurance", "skip_points", "skip_coins"];
        for (key, number) in given.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            self.wrong(number, format!("there is no number `{key}`; there are {} (BIZ-DATA-1)", known.join(", ")));
        }
        let mut number = |key: &str, most: i64| match given.get(key) {
            Some(number) => self.number(number, 1..=most, &format!("`{key}`")),
            None => {
                self.wrong(place, format!("the number `{key}` is missing from [numbers] (BIZ-DATA-1)"));
                1
            }
        };
        Numbers {
            tiles: number("tiles", LARGE) as u8,
            coins: Money::new(number("coins", LARGEST) as i32),
            unit_price: Money::new(number("unit_price", LARGE) as i32),
            rise: number("rise", LARGE) as u8,
            insurance: Money::new(number("insurance", LARGEST) as i32),
            skip_points: number("skip_points", LARGE) as u16,
            skip_coins: Money::new(number("skip_coins", LARGEST) as i32),
        }
    }

    /// BIZ-DATA-9.
    fn money(&mut self, table: &MoneyTable) -> [(i32, i32); VALUES] {
        let (values, pieces) = (table.values.get_ref(), table.pieces.get_ref());
        let different: BTreeSet<&i64> = values.iter().collect();
        let sound = |list: &[i64]| list.len() == VALUES && list.iter().all(|number| (1..=LARGEST).contains(number));
        if !sound(values) || different.len() != VALUES || values.iter().min() != Some(&1) {
            self.wrong(&table.values, "money has four different values, the smallest 1 (BIZ-DATA-9)");
            return [(1, 1); VALUES];
        }
        if !sound(pieces) || pieces.iter().sum::<i64>() != PIECES {
            self.wrong(&table.pieces, format!("there are {PIECES} pieces of money, of each value at least one (BIZ-DATA-9)"));
            return [(1, 1); VALUES];
        }
        if values.iter().zip(pieces).map(|(value, pieces)| value * pieces).sum::<i64>() < LEAST_MONEY {
            self.wrong(&table.values, format!("all pieces together are worth at least {LEAST_MONEY} coins (BIZ-DATA-9)"));
        }
        std::array::from_fn(|place| (values[place] as i32, pieces[place] as i32))
    }

    /// BIZ-DATA-2 to BIZ-DATA-4.
    fn cards(&mut self, cards: &CardFile, pack: &mut Pack) {
        let (goods, export) = (cards.goods.get_ref(), cards.export.get_ref());
        if goods.len() != GOODS_CARDS {
            let message = format!("there are {GOODS_CARDS} goods cards, not {} (BIZ-DATA-2)", goods.len());
            self.wrong(&cards.goods, message);
        }
        if export.len() != EXPORT_CARDS {
            let message = format!("there are {EXPORT_CARDS} export cards, not {} (BIZ-DATA-4)", export.len());
            self.wrong(&cards.export, message);
        }
        let tiles = i64::from(pack.numbers.tiles);
        let mut ids = BTreeSet::new();
        for row in goods {
            let card = row.get_ref();
            self.id(row, &card.id, &mut ids);
            let mut lay = Units::NONE;
            for (name, number) in &card.lay {
                let Some(good) = self.good(row, name, pack, "BIZ-DATA-2") else { continue };
                if !(1..=tiles).contains(number) || lay.of(good) > 0 {
                    self.wrong(row, format!("{} lays out 1 to {tiles} tiles of {name}, once (BIZ-DATA-2)", card.id));
                    continue;
                }
                lay.add(good, *number as u8);
            }
            if card.lay.is_empty() {
                self.wrong(row, format!("{} names 1 to 6 goods (BIZ-DATA-2)", card.id));
            }
            pack.goods_cards.push(GoodsCard { id: card.id.clone(), lay });
        }
        for row in export {
            let card = row.get_ref();
            self.id(row, &card.id, &mut ids);
            let goods: Goods = card.goods.iter().filter_map(|name| self.good(row, name, pack, "BIZ-DATA-4")).collect();
            if card.goods.len() != EXPORT_GOODS || goods.len() != EXPORT_GOODS {
                self.wrong(row, format!("{} names three different goods (BIZ-DATA-4)", card.id));
            }
            pack.export_cards.push(ExportCard { id: card.id.clone(), goods });
        }
        let laid = pack.goods_cards.iter().fold(Goods::NONE, |all, card| all.or(card.lay.goods()));
        for good in Goods::ALL.and_not(laid) {
            self.wrong(&cards.goods, format!("no goods card lays out {} (BIZ-DATA-2)", pack.goods[good.index()]));
        }
        let exported = pack.export_cards.iter().fold(Goods::NONE, |all, card| all.or(card.goods));
        for good in Goods::ALL.and_not(exported) {
            self.wrong(&cards.export, format!("no export card names {} (BIZ-DATA-4)", pack.goods[good.index()]));
        }
    }

    fn id<'r, T>(&mut self, row: &Spanned<T>, id: &'r str, ids: &mut BTreeSet<&'r str>) {
        let plain = (1..=8).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !plain || !ids.insert(id) {
            self.wrong(row, format!("`{id}` is not a name of its own: write 1 to 8 letters and digits such as G01"));
        }
    }

    fn good<T>(&mut self, row: &Spanned<T>, name: &str, pack: &Pack, clause: &str) -> Option<Good> {
        let good = Good::ALL.into_iter().find(|good| pack.goods[good.index()] == name);
        if good.is_none() {
            self.wrong(row, format!("`{name}` is none of the goods {} ({clause})", pack.goods.join(", ")));
        }
        good
    }

    /// BIZ-DATA-5.
    fn prices(&mut self, file: &PriceFile, pack: &mut Pack) {
        for (name, table) in &file.own {
            self.good(table, name, pack, "BIZ-DATA-5");
        }
        for good in Good::ALL {
            let name = &pack.goods[good.index()];
            let track = match (file.own.get(name), &file.track) {
                (Some(own), _) => self.track(own.get_ref()),
                (None, Some(track)) => self.track(track),
                (None, None) => {
                    let message = format!("{name} has no price track: write one for it or one for all (BIZ-DATA-5)");
                    self.faults.push(self.file.fault(0..0, message));
                    continue;
                }
            };
            pack.tracks[good.index()] = track;
        }
        // A fault in a track that several goods share is reported once.
        let mut told = BTreeSet::new();
        self.faults.retain(|fault| told.insert(fault.to_string()));
    }

    fn track(&mut self, table: &TrackTable) -> Track {
        let prices = table.prices.get_ref();
        if !(SHORTEST_TRACK..=LARGE as usize).contains(&prices.len()) {
            self.wrong(&table.prices, format!("a track has {SHORTEST_TRACK} to {LARGE} positions (BIZ-DATA-5)"));
        }
        if prices.first() != Some(&1) || prices.windows(2).any(|pair| !(0..=1).contains(&pair[1].saturating_sub(pair[0]))) {
            let message =
                "prices are whole, begin with 1, do not fall and leave none out from one position to the next (BIZ-DATA-5)";
            self.wrong(&table.prices, message);
        }
        let prices: Vec<u8> = prices.iter().map(|price| (*price).clamp(1, LARGE) as u8).collect();
        let start = usize::try_from(*table.start.get_ref()).ok().filter(|start| prices.get(*start) == Some(&START_PRICE));
        if start.is_none() {
            self.wrong(
                &table.start,
                format!("the marker starts at a position, counted from 0, with price {START_PRICE} (BIZ-DATA-5)"),
            );
        }
        Track { prices, start: start.unwrap_or(0) as u8 }
    }

    fn wheels(&mut self, wheels: &WheelFile, pack: &mut Pack) {
        let mut ids = BTreeSet::new();
        for row in wheels.price.get_ref() {
            self.id(row, &row.get_ref().id, &mut ids);
            let sector = self.price_sector(row, pack);
            pack.price_wheel.push(sector);
        }
        let embargoes = pack.price_wheel.iter().filter(|sector| !sector.embargo.is_empty()).count();
        if embargoes == 0 || embargoes == pack.price_wheel.len() {
            self.wrong(&wheels.price, "the price wheel has at least one sector of each kind, price and embargo (BIZ-DATA-6)");
        }
        for row in wheels.events.get_ref() {
            let sector = row.get_ref();
            self.id(row, &sector.id, &mut ids);
            let weight = self.weight(row, sector.weight, "BIZ-DATA-7");
            let hits = Characteristic::ALL.into_iter().find(|characteristic| characteristic.word() == sector.hits);
            if hits.is_none() && sector.hits != "nothing" {
                self.wrong(row, "a sector hits warehouse, loader, manager or nothing (BIZ-DATA-7)");
            }
            pack.event_wheel.push(EventSector { id: sector.id.clone(), weight, hits });
        }
        for kind in Characteristic::ALL.into_iter().map(Some).chain([None]) {
            if pack.event_wheel.iter().all(|sector| sector.hits != kind) {
                let word = kind.map_or("nothing", Characteristic::word);
                self.wrong(&wheels.events, format!("no sector of the event wheel hits {word} (BIZ-DATA-7)"));
            }
        }
        for (place, count) in [(wheels.price.span(), pack.price_wheel.len()), (wheels.events.span(), pack.event_wheel.len())] {
            if count > LARGE as usize {
                self.faults.push(self.file.fault(place, format!("a wheel has at most {LARGE} sectors")));
            }
        }
    }

    /// BIZ-DATA-6.
    fn price_sector(&mut self, row: &Spanned<PriceRow>, pack: &Pack) -> PriceSector {
        let sector = row.get_ref();
        let weight = self.weight(row, sector.weight, "BIZ-DATA-6");
        let mut moves = [0; Good::COUNT];
        let mut embargo = Goods::NONE;
        match (&sector.moves, &sector.embargo) {
            (Some(given), None) if !given.is_empty() => {
                for (name, number) in given {
                    if *number == 0 || number.abs() > LARGE {
                        self.wrong(row, format!("{name} moves by 1 to {LARGE} positions up or down, not 0 (BIZ-DATA-6)"));
                    } else if let Some(good) = self.good(row, name, pack, "BIZ-DATA-6") {
                        moves[good.index()] = *number as i8;
                    }
                }
            }
            (None, Some(names)) if !names.is_empty() => {
                embargo = names.iter().filter_map(|name| self.good(row, name, pack, "BIZ-DATA-6")).collect();
                let different: BTreeSet<&String> = names.iter().collect();
                if different.len() != names.len() {
                    self.wrong(row, "no good stands twice on a sector (BIZ-DATA-6)");
                }
            }
            _ => self.wrong(row, "a sector has either `moves` or an `embargo`, of at least one good (BIZ-DATA-6)"),
        }
        PriceSector { id: sector.id.clone(), weight, moves, embargo }
    }

    fn weight<T>(&mut self, row: &Spanned<T>, weight: i64, clause: &str) -> u32 {
        if !(1..=LARGE).contains(&weight) {
            self.wrong(row, format!("a weight is a whole number from 1 to {LARGE} ({clause})"));
            return 1;
        }
        weight as u32
    }
}
