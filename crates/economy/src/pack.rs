//! The content of the game, and all that its loader checks. (ECO-PACK-1)

use crate::{
    board::{Corner, Space, Spaces},
    cards::{Card, Category, Face},
    options::DeckName,
    paths::Paths,
};
use kernel::{File, Files, PackFault, is_plain};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use toml::Spanned;

/// The files that come with the program.
pub fn files() -> Files {
    kernel::pack_files!["pack.toml", "cards.toml", "layout.toml"]
}

/// Checked content.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// The colours of the pieces. (ECO-COMP-4)
    pub pieces: Vec<String>,
    /// The targets for 2 to 6 players. (ECO-END-2, ECO-END-4)
    pub targets: [u16; 5],
    decks: BTreeMap<DeckName, Vec<Face>>,
    layout: Vec<(Space, Card)>,
    /// All paths on the board: they take a moment to work out and are the same for every table.
    pub(crate) paths: Arc<Paths>,
}

impl Pack {
    /// The 36 cards of a deck.
    pub fn deck(&self, name: DeckName) -> &[Face] {
        // `read` has put all four decks in.
        self.decks.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Which card of a deck of nine sectors lies where in the reference layout.
    pub fn layout(&self) -> &[(Space, Card)] {
        &self.layout
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    game: Spanned<String>,
    name: Spanned<String>,
    pieces: Spanned<Vec<String>>,
    board: Spanned<Board>,
    points: Spanned<Points>,
    targets: Spanned<BTreeMap<String, Spanned<i64>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    columns: usize,
    rows: usize,
    corners: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    shop: i64,
    factory: i64,
    invention: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    sectors: BTreeMap<String, Spanned<String>>,
    decks: Spanned<BTreeMap<String, Spanned<DeckTable>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckTable {
    sectors: usize,
    categories: Vec<u8>,
    cards: Vec<Spanned<CardRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    id: String,
    title: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout {
    deck: Spanned<String>,
    rows: Spanned<Vec<Spanned<Vec<String>>>>,
}

/// Checks a pack; every fault names its file and line.
pub fn read(files: &Files) -> Result<Pack, Vec<PackFault>> {
    let message = "a pack of ECONOMY is pack.toml, cards.toml and layout.toml; this file belongs to none";
    let mut faults = files.strangers(&["pack.toml", "cards.toml", "layout.toml"], message);
    let frame = files.get("pack.toml").and_then(|file| Ok((file, file.toml::<Frame>()?)));
    let cards = files.get("cards.toml").and_then(|file| Ok((file, file.toml::<CardFile>()?)));
    let layout = files.get("layout.toml").and_then(|file| Ok((file, file.toml::<Layout>()?)));
    let mut targets = [0; 5];
    if let Ok((file, frame)) = &frame {
        check_frame(*file, frame, &mut targets, &mut faults);
    }
    let decks = match &cards {
        Ok((file, cards)) => check_cards(*file, cards, &mut faults),
        Err(_) => BTreeMap::new(),
    };
    let places = match (&layout, decks.get(&DeckName::D3211)) {
        (Ok((file, layout)), Some(deck)) => check_layout(*file, layout, deck, &mut faults),
        _ => Vec::new(),
    };
    match (frame, cards, layout) {
        (Ok((_, frame)), Ok(_), Ok(_)) if faults.is_empty() => {
            let pieces = frame.pieces.into_inner();
            let paths = Arc::new(Paths::new());
            Ok(Pack { name: frame.name.into_inner(), pieces, targets, decks, layout: places, paths })
        }
        (frame, cards, layout) => {
            faults.extend([frame.err(), cards.err(), layout.err()].into_iter().flatten());
            Err(faults)
        }
    }
}

fn check_frame(file: File<'_>, frame: &Frame, targets: &mut [u16; 5], faults: &mut Vec<PackFault>) {
    faults.extend(file.head_faults("economy", &frame.game, &frame.name));
    let pieces: BTreeSet<&String> = frame.pieces.get_ref().iter().filter(|piece| is_plain(piece)).collect();
    if pieces.len() != 6 || frame.pieces.get_ref().len() != 6 {
        faults.push(file.fault(frame.pieces.span(), "there are 6 pieces, each of a colour of its own (ECO-COMP-4)"));
    }
    let board = frame.board.get_ref();
    let corners: BTreeSet<&str> = board.corners.iter().map(String::as_str).collect();
    let expected: Vec<String> = Corner::ALL.iter().map(Corner::to_string).collect();
    if (board.columns, board.rows) != (8, 8)
        || board.corners.len() != 4
        || corners != expected.iter().map(String::as_str).collect()
    {
        let message = "the board has 8 columns, 8 rows and the corners a1, a8, h8 and h1 (ECO-BOARD-1, ECO-GAME-6)";
        faults.push(file.fault(frame.board.span(), message));
    }
    let points = frame.points.get_ref();
    if (points.shop, points.factory, points.invention) != (1, 2, 3) {
        faults.push(file.fault(frame.points.span(), "a shop is worth 1, a factory 2, an invention 3 points (ECO-GAME-4)"));
    }
    for (players, target) in frame.targets.get_ref() {
        let place = (2..=6).find(|number: &usize| number.to_string() == *players);
        match (place, u16::try_from(*target.get_ref()).ok().filter(|target| (1..=500).contains(target))) {
            (Some(players), Some(target)) => targets[players - 2] = target,
            (None, _) => faults
                .push(file.fault(target.span(), format!("`{players}` is not a number of players; 2 to 6 can play (ECO-GAME-1)"))),
            (_, None) => faults.push(file.fault(target.span(), "a target is a number of points from 1 to 500 (ECO-END-3)")),
        }
    }
    for players in 2..=6 {
        if !frame.targets.get_ref().contains_key(&players.to_string()) {
            faults.push(file.fault(frame.targets.span(), format!("the target for {players} players is missing (ECO-END-2)")));
        }
    }
}

fn check_cards(file: File<'_>, cards: &CardFile, faults: &mut Vec<PackFault>) -> BTreeMap<DeckName, Vec<Face>> {
    let mut decks = BTreeMap::new();
    let tables = cards.decks.get_ref();
    for name in tables.keys().filter(|name| DeckName::ALL.iter().all(|deck| deck.name() != *name)) {
        let message = format!("there is no deck `{name}`; the decks are 3211, 3221, 3321 and twelve (ECO-OPT-8)");
        faults.push(file.fault(tables[name].span(), message));
    }
    let mut names = BTreeSet::new();
    for name in cards.sectors.values() {
        if !is_plain(name.get_ref()) || !names.insert(name.get_ref()) {
            faults.push(file.fault(name.span(), "each sector has a name of its own, of 1 to 40 characters (ECO-CARD-1)"));
        }
    }
    for name in DeckName::ALL {
        match tables.get(name.name()) {
            Some(table) => {
                decks.insert(name, check_deck(file, name, table, &cards.sectors, faults));
            }
            None => faults.push(file.fault(cards.decks.span(), format!("deck {} is missing (ECO-CARD-3)", name.name()))),
        }
    }
    decks
}

fn check_deck(
    file: File<'_>,
    name: DeckName,
    table: &Spanned<DeckTable>,
    sectors: &BTreeMap<String, Spanned<String>>,
    faults: &mut Vec<PackFault>,
) -> Vec<Face> {
    let (count, categories) = name.shape();
    let deck = table.get_ref();
    let title = name.name();
    if deck.sectors != count || deck.categories != categories {
        let message = format!("deck {title} has {count} sectors with the categories {categories:?} (ECO-CARD-2, ECO-CARD-3)");
        faults.push(file.fault(table.span(), message));
    }
    if deck.cards.len() != Card::COUNT {
        let message = format!("a deck has {} cards, this one has {} (ECO-COMP-2)", Card::COUNT, deck.cards.len());
        faults.push(file.fault(table.span(), message));
    }
    let mut seen = BTreeSet::new();
    let mut codes: Vec<&str> = Vec::new();
    let mut faces = Vec::new();
    for row in &deck.cards {
        let card = row.get_ref();
        let mut wrong = |message: String| faults.push(file.fault(row.span(), message));
        if !seen.insert(&card.id) {
            wrong(format!("the card {} stands here twice (ECO-PACK-1)", card.id));
        }
        let Some((code, category)) = split_id(&card.id) else {
            wrong(format!("`{}` is not a card; a card is written like MOT-3 or MOT-1a (ECO-CARD-5)", card.id));
            continue;
        };
        let Some(sector) = sectors.get(code) else {
            wrong(format!("the sector {code} is not among the [sectors] above"));
            continue;
        };
        if !is_plain(&card.title) {
            wrong(format!("the card {} needs a title of 1 to 40 characters", card.id));
        }
        let number = codes.iter().position(|known| *known == code).unwrap_or_else(|| {
            codes.push(code);
            codes.len() - 1
        });
        faces.push(Face {
            id: card.id.clone(),
            title: kernel::say::printed(&card.title),
            code: code.to_owned(),
            sector: sector.get_ref().clone(),
            sector_number: number as u8,
            category,
        });
    }
    let ordered = faces.chunks(categories.len()).enumerate().all(|(number, chunk)| {
        let same = chunk.iter().all(|face| face.sector_number as usize == number);
        same && chunk.iter().map(|face| face.category.points() as u8).eq(categories.iter().copied())
    });
    if faces.len() == Card::COUNT && !(ordered && codes.len() == count) {
        let message =
            format!("the cards of deck {title} stand sector by sector, each with the categories {categories:?} in this order");
        faults.push(file.fault(table.span(), message));
    }
    faces
}

fn split_id(id: &str) -> Option<(&str, Category)> {
    let (code, rest) = id.split_once('-')?;
    let coded = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    let category = match rest.as_bytes() {
        [category] | [category, b'a'..=b'b'] => Category::new(category.wrapping_sub(b'0'))?,
        _ => return None,
    };
    coded.then_some((code, category))
}

fn check_layout(file: File<'_>, layout: &Layout, deck: &[Face], faults: &mut Vec<PackFault>) -> Vec<(Space, Card)> {
    if layout.deck.get_ref() != "3211" {
        faults.push(file.fault(layout.deck.span(), "the reference layout is written with the cards of deck 3211"));
    }
    let rows = layout.rows.get_ref();
    if rows.len() != 8 || rows.iter().any(|row| row.get_ref().len() != 8) {
        faults.push(file.fault(layout.rows.span(), "a layout has 8 rows of 8 spaces (ECO-BOARD-1)"));
        return Vec::new();
    }
    let mut places = Vec::new();
    let mut used = BTreeSet::new();
    for (down, row) in rows.iter().enumerate() {
        for (column, id) in row.get_ref().iter().enumerate().filter(|(_, id)| !id.is_empty()) {
            let Some(space) = Space::at(column, 7 - down) else { continue };
            let card = deck.iter().position(|face| face.id == *id).and_then(Card::new);
            match card {
                Some(card) if used.insert(card) => {
                    let sector = |card: &Card| deck.get(card.index()).map(|face| face.sector_number);
                    let near = space.touching();
                    let touches = |(other, placed): &(Space, Card)| near.contains(*other) && sector(placed) == sector(&card);
                    if places.iter().any(touches) {
                        faults.push(
                            file.fault(row.span(), format!("{id} on {space} touches a card of its own sector (ECO-SETUP-5)")),
                        );
                    }
                    places.push((space, card));
                }
                Some(_) => faults.push(file.fault(row.span(), format!("{id} lies on two spaces"))),
                None => faults.push(file.fault(row.span(), format!("`{id}` on {space} is not a card of deck 3211"))),
            }
        }
    }
    let on_board: Spaces = places.iter().map(|(space, _)| *space).collect();
    if on_board.len() != Card::COUNT && deck.len() == Card::COUNT {
        let missing: Vec<&str> = deck
            .iter()
            .enumerate()
            .filter(|(index, _)| !used.iter().any(|card| card.index() == *index))
            .map(|(_, face)| face.id.as_str())
            .collect();
        let message = format!("all 36 cards lie on different spaces; missing: {} (ECO-PACK-1)", missing.join(", "));
        faults.push(file.fault(layout.rows.span(), message));
    }
    places
}
