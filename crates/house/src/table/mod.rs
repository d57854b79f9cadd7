//! One table: its log, the state that follows from it, and what each visitor may see of it.

pub mod live;
pub mod log;
pub mod scene;
