//! Proofs of the kernel's promises for any game.
