//! Pictures of what never changes on a board. Each is made once from a pack and has an address that stands for what it shows, so
//! that whoever has fetched it never asks again.

use crate::{assets::Packed, boards};
use engine::AnyGame;
use kernel::{Files, Key};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

/// The pictures of so many packs are kept besides those that come with the program; what was not asked for longest is made anew.
const KEPT: usize = 8;

/// A picture: its name within its board, and the SVG.
pub type Picture = (&'static str, String);

/// All pictures of a pack.
pub struct Pictures {
    pictures: Vec<(&'static str, Packed)>,
    /// What stands for them in addresses.
    hash: String,
}

/// A pack of a game, and its pictures.
type Made = (Key, Arc<Pictures>);

static MADE: LazyLock<Mutex<VecDeque<Made>>> = LazyLock::new(Mutex::default);

/// The pictures of the packs that come with the program, by game; they are never given up, whatever strangers ask for.
static OWN: LazyLock<Mutex<BTreeMap<&'static str, Arc<Pictures>>>> = LazyLock::new(Mutex::default);

/// Held while pictures are drawn, so that many who ask for the same ones make the house draw them once.
static DRAWING: Mutex<()> = Mutex::new(());

fn held<T>(shelf: &Mutex<T>) -> MutexGuard<'_, T> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pictures {
    fn new(pictures: Vec<Picture>) -> Pictures {
        let parts: Vec<&[u8]> = pictures.iter().flat_map(|(name, svg)| [name.as_bytes(), svg.as_bytes()]).collect();
        let hash = format!("{:.16}", Key::of(&parts).to_string());
        let pictures = pictures.into_iter().map(|(name, svg)| (name, Packed::new(svg))).collect();
        Pictures { pictures, hash }
    }

    /// The picture with this name.
    pub fn get(&self, name: &str) -> Option<&Packed> {
        self.pictures.iter().find(|(known, _)| *known == name).map(|(_, picture)| picture)
    }
}

/// The pictures of a pack of a game, if they are kept; what was asked for is kept longest.
pub fn kept(game: &dyn AnyGame, pack: Key) -> Option<Arc<Pictures>> {
    let shelf = shelf(game, pack);
    let mut made = held(&MADE);
    let place = made.iter().position(|(other, _)| *other == shelf)?;
    let hit = made.remove(place)?;
    made.push_front(hit.clone());
    Some(hit.1)
}

/// The pictures of a pack of a game: those that are kept, or new ones.
pub fn pictures(game: &dyn AnyGame, pack: Key, files: impl FnOnce() -> Files) -> Arc<Pictures> {
    let _one_at_a_time = held(&DRAWING);
    if let Some(pictures) = kept(game, pack) {
        return pictures;
    }
    let new = draw(game, files());
    let mut made = held(&MADE);
    made.truncate(KEPT - 1);
    made.push_front((shelf(game, pack), new.clone()));
    new
}

fn shelf(game: &dyn AnyGame, pack: Key) -> Key {
    Key::of(&[game.about().id.as_bytes(), &pack.0])
}

fn draw(game: &dyn AnyGame, files: Files) -> Arc<Pictures> {
    let board = boards::board(game.about().id);
    Arc::new(Pictures::new(board.map_or_else(Vec::new, |board| board.pictures(&files))))
}

/// The pictures of the pack that comes with the program.
pub fn own(game: &dyn AnyGame) -> Arc<Pictures> {
    held(&OWN).entry(game.about().id).or_insert_with(|| draw(game, game.files())).clone()
}

/// What stands in addresses for the way in which a game's pictures are drawn: it changes whenever those of its own pack do.
pub fn drawn(game: &dyn AnyGame) -> String {
    own(game).hash.clone()
}

/// Where a picture of a pack is.
pub fn address(game: &dyn AnyGame, pack: Key, name: &str) -> String {
    format!("/pictures/{}/{pack}/{}/{name}.svg", game.about().id, drawn(game))
}
