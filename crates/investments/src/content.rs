//! What is printed: the pack of businesses, tiles and cards, and how its files are read and checked.

pub(crate) mod board_checks;
pub(crate) mod card_checks;
pub(crate) mod effects;
pub(crate) mod odds;
pub(crate) mod pack;
pub(crate) mod pack_checks;
pub(crate) mod pack_rows;
pub(crate) mod terms;
pub(crate) mod things;
