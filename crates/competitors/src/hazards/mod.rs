//! What a token meets on its way: customs, political events, the danger, and the effects of all these.

pub(crate) mod carrying_out;
pub(crate) mod customs;
pub(crate) mod political;
pub(crate) mod weather;
