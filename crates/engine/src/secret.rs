//! The secret of a table, from which its luck comes.

use kernel::Key;
use std::io;

/// A secret that nobody knows, from the system's randomness.
pub fn secret() -> io::Result<Key> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Key(bytes))
}

/// The secret made from a seed: the same table every time, for trying things out.
pub fn secret_of(seed: u64) -> Key {
    Key::of(&[b"exchequer seed", &seed.to_le_bytes()])
}
