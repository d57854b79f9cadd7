//! The content of the game, and all that its loader checks. (PRF-PACK-1 to PRF-PACK-9)

use crate::{board::Board, colours::Colour, goods, map};
use kernel::{File, Files, PackFault};
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

/// The most squares that a profit area can have.
const MOST_SQUARES: usize = 31;

/// The files that come with the program.
pub fn files() -> Files {
    kernel::pack_files!["pack.toml", "board.toml"]
}

/// Checked content.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// The squares of the profit area in EUR. (PRF-BOARD-1)
    pub squares: Vec<i32>,
    /// The amounts of the rules.
    pub numbers: Numbers,
    /// The profit track. (PRF-BOARD-3)
    pub track: Track,
    /// The board and the tiles: the same for every table.
    pub board: Arc<Board>,
}

/// The amounts of the rules in EUR. (PRF-PACK-9)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// For a good of the player's own colour in a warehouse of that colour. (PRF-UNLOAD-6)
    pub extra: i32,
    /// What it costs to unload the damaged good in a warehouse of the player's own colour. (PRF-DMG-3)
    pub damage_own: i32,
    /// What it costs elsewhere. (PRF-DMG-3)
    pub damage_other: i32,
    /// The two targets of individual play. (PRF-START-10)
    pub targets: [i32; 2],
    /// The target of a team. (PRF-TEAM-2)
    pub team_target: i32,
    /// What the places of a match earn in a series. (PRF-MULTI-2)
    pub bonuses: [i32; 4],
    /// What the winning team of a match earns in a series. (PRF-MULTI-3)
    pub team_bonus: i32,
}

impl Numbers {
    /// The amounts that the rulebook fixes.
    const FIXED: Numbers = Numbers {
        extra: 1000,
        damage_own: 2000,
        damage_other: 3000,
        targets: [35_000, 50_000],
        team_target: 50_000,
        bonuses: [8000, 4000, 2000, 0],
        team_bonus: 8000,
    };
}

/// The loop of fields along the edge of the board. (PRF-BOARD-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// How many fields.
    pub fields: i32,
    /// What a field stands for, in EUR.
    pub step: i32,
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Track {
    /// The field of a profit.
    pub fn field(&self, profit: i32) -> i32 {
        profit.max(0) / self.step % self.fields
    }

    /// Where a field lies, in hundredths: clockwise from the top left corner.
    pub fn at(&self, field: i32) -> [i32; 2] {
        let side = self.fields / 4;
        let (along, of) = (field % side, side);
        let [left, top, right, bottom] = [self.left, self.top, self.right, self.bottom].map(|edge| 100 * edge);
        let between = |from: i32, to: i32| from + (to - from) * along / of;
        match field / side {
            0 => [between(left, right), top],
            1 => [right, between(top, bottom)],
            2 => [between(right, left), bottom],
            _ => [left, between(bottom, top)],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    game: Spanned<String>,
    name: Spanned<String>,
    colours: Spanned<Vec<String>>,
    partners: Spanned<Vec<Vec<String>>>,
    area: Spanned<Area>,
    trendline: Spanned<Line>,
    goods: Spanned<GoodsTable>,
    numbers: Spanned<Numbers>,
    track: Spanned<Track>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    squares: Vec<i32>,
    start: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    spaces: Vec<i64>,
    joker: i64,
    markers: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoodsTable {
    normal: u32,
    damaged: u32,
    space: u32,
    large: u32,
    small: u32,
    truck: u32,
}

/// Checks a pack; every fault names its file and line.
pub fn read(files: &Files) -> Result<Pack, Vec<PackFault>> {
    let message = "a pack of PROFI-T-ABILITY is pack.toml and board.toml; this file belongs to none";
    let mut faults = files.strangers(&["pack.toml", "board.toml"], message);
    let frame = files.get("pack.toml").and_then(|file| Ok((file, file.toml::<Frame>()?)));
    if let Ok((file, frame)) = &frame {
        check_frame(*file, frame, &mut faults);
        check_amounts(*file, frame, &mut faults);
    }
    let board = files.get("board.toml").map_err(|fault| vec![fault]).and_then(map::read);
    match (frame, board) {
        (Ok((_, frame)), Ok(board)) if faults.is_empty() => Ok(Pack {
            name: frame.name.into_inner(),
            squares: frame.area.into_inner().squares,
            numbers: frame.numbers.into_inner(),
            track: frame.track.into_inner(),
            board: Arc::new(board),
        }),
        (frame, board) => {
            faults.extend(frame.err());
            faults.extend(board.err().into_iter().flatten());
            Err(faults)
        }
    }
}

fn check_frame(file: File<'_>, frame: &Frame, faults: &mut Vec<PackFault>) {
    faults.extend(file.head_faults("profitability", &frame.game, &frame.name));
    if !frame.colours.get_ref().iter().map(String::as_str).eq(Colour::ALL.map(Colour::name)) {
        let message = "the colours are red, blue, yellow and green, clockwise in this order (PRF-PACK-1)";
        faults.push(file.fault(frame.colours.span(), message));
    }
    let mut pairs: Vec<Vec<&str>> =
        frame.partners.get_ref().iter().map(|pair| pair.iter().map(String::as_str).collect()).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    if pairs != [["blue", "green"], ["red", "yellow"]] {
        let message = "partners sit opposite each other: red and yellow, blue and green (PRF-PACK-1)";
        faults.push(file.fault(frame.partners.span(), message));
    }
    // PRF-BOARD-2, PRF-PACK-3
    let line = frame.trendline.get_ref();
    let mut spaces = line.spaces.clone();
    spaces.sort_unstable();
    if !spaces.iter().copied().eq(2..=12) || line.joker != 7 {
        let message = "the trendline has a space for each sum from 2 to 12 once, and its Joker at 7 (PRF-PACK-3)";
        faults.push(file.fault(frame.trendline.span(), message));
    }
    if line.markers != 2 {
        let message = "there are 2 markers of each colour, so that two spaces besides the Joker stay empty (PRF-PACK-3)";
        faults.push(file.fault(frame.trendline.span(), message));
    }
}

fn check_amounts(file: File<'_>, frame: &Frame, faults: &mut Vec<PackFault>) {
    let area = frame.area.get_ref();
    let squares = &area.squares;
    let rising = squares.windows(2).all(|pair| pair[0] < pair[1]);
    let odd = !squares.len().is_multiple_of(2) && squares.len() <= MOST_SQUARES;
    if !rising || !odd || squares.first() != Some(&0) || squares.last() != Some(&3000) {
        let message =
            format!("the squares rise from 0 to 3000, and there is an odd number of them, at most {MOST_SQUARES} (PRF-PACK-2)");
        faults.push(file.fault(frame.area.span(), message));
    } else if squares[squares.len() / 2] != area.start {
        let message = format!("prices start on the middle square, {} (PRF-PACK-2)", squares[squares.len() / 2]);
        faults.push(file.fault(frame.area.span(), message));
    }
    let table = frame.goods.get_ref();
    if (table.normal, table.damaged) != (goods::GOODS_OF_A_COLOUR, 1) {
        let message = "there are 11 normal goods and 1 damaged good of each colour (PRF-PACK-4)";
        faults.push(file.fault(frame.goods.span(), message));
    }
    if (table.space, table.large, table.small, table.truck) != (2, 1, 1, 1) {
        let message = "2 goods lie in each space of a large warehouse and 1 more in its own, 1 in the own space of a small \
                       warehouse, 1 on each truck: 44 in all (PRF-PACK-4)";
        faults.push(file.fault(frame.goods.span(), message));
    }
    if *frame.numbers.get_ref() != Numbers::FIXED {
        let message = "the amounts are extra 1000, damage 2000 own and 3000 other, targets 35000 and 50000, team target 50000, \
                       bonuses 8000, 4000, 2000 and 0, team bonus 8000 (PRF-PACK-9)";
        faults.push(file.fault(frame.numbers.span(), message));
    }
    let track = frame.track.get_ref();
    let plain = (4..=400).contains(&track.fields) && track.fields % 4 == 0 && (1..=50_000).contains(&track.step);
    let near = [track.left, track.top, track.right, track.bottom].iter().all(|edge| (-100..=100).contains(edge));
    if !plain || !near || track.left >= track.right || track.top >= track.bottom {
        let message = "the profit track is a loop of fields of some EUR, as many along each edge of its frame (PRF-BOARD-3)";
        faults.push(file.fault(frame.track.span(), message));
    } else if track.fields.saturating_mul(track.step) < 50_000 {
        faults.push(file.fault(frame.track.span(), "50,000 EUR must be showable on the profit track (PRF-BOARD-3)"));
    }
}
