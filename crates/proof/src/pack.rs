//! What the tests of a game share: its content and its rulebook, read once for all tests of a program, and names for its players.

use kernel::{Game, Rulebook};
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

type Made = HashMap<TypeId, &'static (dyn Any + Send + Sync)>;

/// The value made for this game. It is made on first use and lives as long as the test program.
fn once<G: Game, T: Any + Send + Sync>(made: &Mutex<Made>, make: impl FnOnce() -> T) -> &'static T {
    let mut made = made.lock().unwrap_or_else(|failed| failed.into_inner());
    let thing = *made.entry(TypeId::of::<G>()).or_insert_with(|| Box::leak(Box::new(make())));
    thing.downcast_ref().expect("made for this game")
}

/// The standard pack.
#[track_caller]
pub fn pack<G: Game>() -> &'static G::Pack {
    static PACKS: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);
    once::<G, _>(&PACKS, || G::pack(&G::files()).unwrap_or_else(|faults| panic!("the standard pack: {faults:?}")))
}

/// The rulebook.
pub fn rulebook<G: Game>() -> &'static Rulebook {
    static BOOKS: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);
    once::<G, _>(&BOOKS, || Rulebook::read(G::about().rulebook))
}

/// Names for this many players: Ann, Bob, Cleo and so on.
pub fn names(players: usize) -> Vec<String> {
    let names = "Ann Bob Cleo Dan Eve Fay Gus Hal Ida Jon Kit Lou Max Nan Oda Pat";
    names.split(' ').take(players).map(str::to_owned).collect()
}
