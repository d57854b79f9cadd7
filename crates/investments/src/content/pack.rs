//! The content of the game, and all that its loader checks. (INV-DATA-1 to INV-DATA-23)

use crate::{
    content::effects::{Condition, Effect, Global, GlobalTile, Shortcut},
    content::pack_checks::Check,
    content::pack_rows,
    content::things::{Business, Businesses, Fortune, Fraction, TileKind, Type},
};
use kernel::{Files, Money, PackFault};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Checked content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// The rulebook's sums, rates, terms and limits. (INV-DATA-11)
    pub numbers: Numbers,
    /// The names of the types, in the order of the deeds. (INV-TERM-5)
    pub types: Vec<String>,
    /// The type whose businesses no Global Economy card touches. (INV-GLOB-3)
    pub insurance: Type,
    /// The series, in the order of the file. (INV-DATA-3)
    pub series: Vec<Series>,
    /// The deeds: exactly 71. (INV-DATA-4)
    pub deeds: Vec<Deed>,
    /// The tiles clockwise from Start. (INV-DATA-2)
    pub board: Vec<Tile>,
    /// The 36 rows of the lottery, in the order of their numbers 11 to 66. (INV-LOT-13, INV-DATA-5)
    pub lottery: Vec<LotteryRow>,
    /// The Profit cards and the Loss cards, 42 each, by [`Fortune::index`](crate::Fortune). (INV-DATA-6)
    pub fortunes: [Vec<FortuneCard>; 2],
    /// The 22 Shortcut cards. (INV-DATA-7)
    pub shortcuts: Vec<ShortcutCard>,
    /// The 29 Global Economy cards. (INV-DATA-8)
    pub globals: Vec<GlobalCard>,
    /// The games of the three Casino tiles. (INV-DATA-9)
    pub casino: [CasinoGame; 3],
    /// What is added to the subsidy on each Bank tile. (INV-BANK-7)
    pub extras: [Money; 3],
    /// The tax of each Tax Office tile. (INV-TAX-16)
    pub taxes: [Money; 3],
    /// What each Global Economy tile does while a card is in force. (INV-FX-6)
    pub instructions: [GlobalTile; 3],
    /// What stands on tiles: by kind and, for the four groups, by number; number 0 for Profit, Loss and Shortcut. (INV-DATA-10)
    pub tile_texts: Vec<TileText>,
    /// What stands on a Bank card. (INV-DATA-21)
    pub bank_card: CardText,
    /// What stands on a Tax Office card. (INV-DATA-21)
    pub tax_card: CardText,
    /// The pieces of the sixteen seats. (INV-DATA-20)
    pub pieces: Vec<Piece>,
}

/// The rulebook's figures. (INV-DATA-11)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Numbers {
    pub subsidy: Money,
    pub fine: Money,
    pub refused_fee_factor: u8,
    pub flat_profit: Money,
    pub flat_loss: Money,
    pub bank_card_price: Money,
    pub bank_cards: u8,
    pub interest_percent: u8,
    pub loan_laps: u8,
    pub jail_rounds: u8,
    pub tax_cards: u8,
    pub tax_discount: Fraction,
    pub shortcut_hand_limit: u8,
    pub small_tokens: u8,
    pub large_tokens: u8,
    pub round_tokens: u8,
    pub money_in_box: Money,
    /// For one player, two, … six and more.
    pub start_money: [Money; 6],
}

/// How a series grows. (INV-TERM-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Growth {
    /// Upgradeable.
    Standard,
    /// Its fee goes by how many of the series its owner has.
    Count,
}

impl Growth {
    /// The name in packs.
    pub const fn name(self) -> &'static str {
        match self {
            Growth::Standard => "standard",
            Growth::Count => "count",
        }
    }
}

/// A series: all businesses of one colour. (INV-DATA-3)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Series {
    pub id: String,
    pub name: String,
    pub colour: String,
    pub hex: String,
    pub ink: String,
    pub mark: String,
    pub growth: Growth,
    pub members: Businesses,
}

/// A deed: type, price, mortgage, upgrade prices and fees. (INV-KIND-2, INV-DATA-4)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Its name.
    pub name: String,
    /// The index of its series.
    pub series: u8,
    /// Its type.
    pub kind: Type,
    /// How its series grows.
    pub growth: Growth,
    /// The list price.
    pub price: Money,
    /// The mortgage price.
    pub mortgage: Money,
    /// The list price of an investment; 0 for `count`.
    pub investment: Money,
    /// The list price of a monopoly; 0 for `count`.
    pub monopoly: Money,
    /// `standard`: base, one, two and three investments, monopoly. `count`: for one, two … of the series; what is left over is 0.
    pub fees: [Money; 5],
    /// Its tile.
    pub tile: u8,
}

/// A tile. (INV-DATA-2)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// What it is.
    pub kind: TileKind,
    /// Its place within the kind, from 1; 0 for businesses.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// The business on it.
    pub business: Option<Business>,
    /// Where it is drawn, on a ring of squares with the origin top left.
    pub x: u8,
    /// Likewise, downward.
    pub y: u8,
    /// Where the arrow of a Shortcut tile points.
    pub arrow: Option<u8>,
}

/// A row of the lottery. (INV-DATA-5)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotteryRow {
    /// 10 × the first die + the second.
    pub number: u8,
    /// The business.
    pub business: Business,
    /// What comes with it.
    pub condition: Condition,
    /// The condition in words.
    pub text: String,
}

/// A Profit or Loss card. (INV-DATA-6)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct FortuneCard {
    pub id: String,
    pub name: String,
    /// At most four terms, from left to right.
    pub effects: Vec<Effect>,
    pub text: String,
}

/// A Shortcut card. (INV-DATA-7)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ShortcutCard {
    pub id: String,
    pub name: String,
    pub effect: Shortcut,
    pub price: Money,
    pub text: String,
}

/// A Global Economy card. (INV-DATA-8)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct GlobalCard {
    pub id: String,
    pub name: String,
    pub rounds: u8,
    pub effects: Vec<Global>,
    pub text: String,
}

/// The game of a Casino tile. (INV-CASINO-8)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CasinoGame {
    /// How many dice are rolled: 1 or 2.
    pub dice: u8,
    /// What can be bet on.
    pub choices: Vec<CasinoChoice>,
}

/// Something to bet on. (INV-DATA-9)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CasinoChoice {
    /// The name in notation.
    pub name: String,
    /// What people read.
    pub label: String,
    /// A bit for each total that wins.
    pub wins: u16,
    /// How many times the stake is won.
    pub payout: u8,
}

/// What stands on a tile. (INV-DATA-10)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TileText {
    pub kind: TileKind,
    pub number: u8,
    pub text: String,
}

/// What stands on a card of which all are alike. (INV-DATA-21)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CardText {
    pub name: String,
    pub text: String,
}

/// A playing piece: seat n has the n-th. (INV-SETUP-3, INV-SETUP-13, INV-DATA-20)
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Piece {
    pub colour: String,
    pub hex: String,
    pub ink: String,
    pub letter: String,
    pub shape: String,
}

/// The files that come with the program. (INV-DATA-1)
pub fn files() -> Files {
    macro_rules! files {
        ($($name:literal)+) => { Files::new([$(($name, include_str!(concat!("../../pack/", $name)))),+]) };
    }
    files! {
        "board.csv" "series.csv" "businesses.csv" "lottery.csv" "profit.csv" "loss.csv" "shortcut.csv" "global.csv" "cards.csv"
        "tiles.csv" "casino.csv" "pieces.csv" "constants.csv"
    }
}

/// Checks a pack; every fault names its file and, where there is one, its line. (INV-DATA-12 to INV-DATA-23)
pub fn read(files: &Files) -> Result<Pack, Vec<PackFault>> {
    let sheets = pack_rows::sheets(files)?;
    let mut check = Check::default();
    let numbers = check.constants(&sheets.constants);
    let mut series = check.series(&sheets.series);
    let types = check.types(&sheets.deeds);
    let deeds = check.deeds(&sheets.deeds, &types, &mut series, &sheets.series);
    let insurance = check.insurance(&sheets.deeds, &types, &series);
    let board = check.board(&sheets.board, &sheets.deeds);
    let on_tiles = check.texts(&sheets.texts);
    let lottery = check.lottery(&sheets.lottery, &sheets.deeds);
    let mut ids = BTreeSet::new();
    let fortunes = Fortune::ALL.map(|fortune| check.fortunes(fortune, &sheets.fortunes[fortune.index()], &types, &mut ids));
    let shortcuts = check.shortcuts(&sheets.shortcuts, &mut ids);
    let globals = check.globals(&sheets.globals, &types, &mut ids);
    let casino = check.casino(&sheets.casino);
    let [bank_card, tax_card] = check.cards(&sheets.cards, &numbers);
    let pieces = check.pieces(&sheets.pieces);
    if !check.faults.is_empty() {
        return Err(check.faults);
    }
    Ok(Pack {
        numbers,
        types,
        insurance,
        series,
        deeds,
        board,
        lottery,
        fortunes,
        shortcuts,
        globals,
        casino,
        extras: on_tiles.extras,
        taxes: on_tiles.taxes,
        instructions: on_tiles.instructions,
        tile_texts: on_tiles.texts,
        bank_card,
        tax_card,
        pieces,
    })
}
