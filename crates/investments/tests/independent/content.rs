//! The printed matter, read by hand.

use std::collections::BTreeMap;

const FILES: [(&str, &str); 12] = [
    ("board", include_str!("../../pack/board.csv")),
    ("businesses", include_str!("../../pack/businesses.csv")),
    ("cards", include_str!("../../pack/cards.csv")),
    ("casino", include_str!("../../pack/casino.csv")),
    ("constants", include_str!("../../pack/constants.csv")),
    ("global", include_str!("../../pack/global.csv")),
    ("loss", include_str!("../../pack/loss.csv")),
    ("lottery", include_str!("../../pack/lottery.csv")),
    ("profit", include_str!("../../pack/profit.csv")),
    ("series", include_str!("../../pack/series.csv")),
    ("shortcut", include_str!("../../pack/shortcut.csv")),
    ("tiles", include_str!("../../pack/tiles.csv")),
];

type Row = BTreeMap<String, String>;

fn cells(line: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            other => all.last_mut().expect("one cell at least").push(other),
        }
    }
    all
}

fn rows(file: &str) -> Vec<Row> {
    let text = FILES.iter().find(|(name, _)| *name == file).expect("a file of the pack").1;
    let mut lines = text.lines().filter(|line| !line.is_empty()).map(cells);
    let head = lines.next().expect("a header");
    lines.map(|line| head.iter().cloned().zip(line).collect()).collect()
}

fn number(row: &Row, key: &str) -> i64 {
    row[key].parse().unwrap_or(0)
}

/// A term of an effect: its name and its arguments.
#[derive(Clone, Debug)]
pub struct Term {
    pub name: String,
    pub args: Vec<String>,
}

impl Term {
    /// An argument that is a number.
    pub fn n(&self, place: usize) -> i64 {
        self.args.get(place).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// An argument that is a fraction.
    pub fn fraction(&self, place: usize) -> (i64, i64) {
        let (above, below) = self.args[place].split_once('/').expect("a fraction");
        (above.parse().expect("a number"), below.parse().expect("a number"))
    }
}

/// The terms of an effect, from left to right. (INV-FX-1)
pub fn terms(effect: &str) -> Vec<Term> {
    let term = |text: &str| match text.split_once('(') {
        None => Term { name: text.into(), args: Vec::new() },
        Some((name, rest)) => {
            let rest = rest.strip_suffix(')').expect("a closed bracket");
            Term { name: name.into(), args: rest.split(',').map(str::to_owned).collect() }
        }
    };
    effect.split("; ").filter(|text| !text.is_empty()).map(term).collect()
}

pub struct Tile {
    pub kind: String,
    /// The place within its kind, from 1.
    pub number: usize,
    pub business: Option<usize>,
    pub arrow: Option<usize>,
}

pub struct Deed {
    pub series: usize,
    pub kind: String,
    pub counted: bool,
    pub price: i64,
    pub mortgage: i64,
    pub investment: i64,
    pub monopoly: i64,
    pub fees: Vec<i64>,
    pub counts: Vec<i64>,
    pub tile: usize,
}

pub struct Card {
    pub terms: Vec<Term>,
    pub price: i64,
    pub rounds: i64,
}

pub struct Choice {
    pub wins_on: Vec<i64>,
    pub payout: i64,
    pub dice: i64,
}

pub struct Content {
    pub tiles: Vec<Tile>,
    pub deeds: Vec<Deed>,
    pub series: Vec<Vec<usize>>,
    pub profit: Vec<Card>,
    pub loss: Vec<Card>,
    pub shortcut: Vec<Card>,
    pub global: Vec<Card>,
    /// By number: business and condition.
    pub lottery: BTreeMap<i64, (usize, Term)>,
    /// By tile, from 1.
    pub casino: BTreeMap<usize, Vec<Choice>>,
    /// Value and effect by kind and number.
    pub groups: BTreeMap<(String, usize), (i64, Vec<Term>)>,
    pub constants: BTreeMap<String, i64>,
}

fn index(id: &str) -> usize {
    id[1..].parse::<usize>().expect("an id") - 1
}

impl Content {
    pub fn read() -> Content {
        let tiles = rows("board").into_iter().map(|row| Tile {
            kind: row["kind"].clone(),
            number: number(&row, "number") as usize,
            business: (!row["business"].is_empty()).then(|| index(&row["business"])),
            arrow: row["arrow_to"].parse().ok(),
        });
        let list = |row: &Row, keys: &[&str]| keys.iter().filter_map(|key| row[*key].parse().ok()).collect();
        let deeds: Vec<Deed> = rows("businesses")
            .iter()
            .map(|row| Deed {
                series: index(&row["series"]),
                kind: row["type"].clone(),
                counted: row["rule"] == "count",
                price: number(row, "price"),
                mortgage: number(row, "mortgage"),
                investment: number(row, "investment"),
                monopoly: number(row, "monopoly"),
                fees: list(row, &["fee0", "fee1", "fee2", "fee3", "fee_monopoly"]),
                counts: list(row, &["count1", "count2", "count3", "count4"]),
                tile: number(row, "tile") as usize,
            })
            .collect();
        let series = (0..rows("series").len()).map(|one| (0..deeds.len()).filter(|b| deeds[*b].series == one).collect());
        let cards = |file: &str| -> Vec<Card> {
            let price = |row: &Row| row.get("price").and_then(|text| text.parse().ok()).unwrap_or(0);
            let rounds = |row: &Row| row.get("rounds").and_then(|text| text.parse().ok()).unwrap_or(0);
            rows(file).iter().map(|row| Card { terms: terms(&row["effect"]), price: price(row), rounds: rounds(row) }).collect()
        };
        let mut casino: BTreeMap<usize, Vec<Choice>> = BTreeMap::new();
        for row in rows("casino") {
            casino.entry(number(&row, "tile") as usize).or_default().push(Choice {
                wins_on: row["wins_on"].split(' ').map(|total| total.parse().expect("a total")).collect(),
                payout: number(&row, "payout"),
                dice: number(&row, "dice"),
            });
        }
        let condition = |row: &Row| (number(row, "number"), (index(&row["business"]), terms(&row["condition"]).remove(0)));
        let group =
            |row: &Row| ((row["kind"].clone(), number(row, "number") as usize), (number(row, "value"), terms(&row["effect"])));
        Content {
            tiles: tiles.collect(),
            series: series.collect(),
            profit: cards("profit"),
            loss: cards("loss"),
            shortcut: cards("shortcut"),
            global: cards("global"),
            lottery: rows("lottery").iter().map(condition).collect(),
            casino,
            groups: rows("tiles").iter().map(group).collect(),
            constants: rows("constants").iter().map(|row| (row["key"].clone(), number(row, "value"))).collect(),
            deeds,
        }
    }

    pub fn constant(&self, key: &str) -> i64 {
        self.constants[key]
    }

    /// The nearest tile ahead, at a distance of 1 to the board's length, of which this is true. (INV-MOVE-7)
    pub fn ahead(&self, from: usize, wanted: impl Fn(&Tile) -> bool) -> Option<usize> {
        let length = self.tiles.len();
        (1..=length).map(|steps| (from + steps) % length).find(|at| wanted(&self.tiles[*at]))
    }

    /// The same behind.
    pub fn behind(&self, from: usize, wanted: impl Fn(&Tile) -> bool) -> Option<usize> {
        let length = self.tiles.len();
        (1..=length).map(|steps| (from + length - steps) % length).find(|at| wanted(&self.tiles[*at]))
    }
}

/// A part of an amount, rounded up to the next multiple of 5,000. (INV-TERM-8)
pub fn part(amount: i64, above: i64, below: i64) -> i64 {
    let unit = 5_000 * below;
    (amount * above + unit - 1).div_euclid(unit) * 5_000
}
