//! What is in the box: the map, the cards, the figures, and how a pack is read and checked.

pub(crate) mod effects;
pub mod figures;
pub(crate) mod map_checks;
pub(crate) mod pack;
pub(crate) mod pack_checks;
pub(crate) mod pack_drawing;
pub(crate) mod pack_links;
pub(crate) mod pack_outlines;
pub(crate) mod pack_rows;
pub(crate) mod pack_shares;
pub(crate) mod places;
