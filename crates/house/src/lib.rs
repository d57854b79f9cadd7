//! The house: tables, storage, live updates and pages. It knows no game's rules; a board is one module in `boards`.

pub mod assets;
pub mod boards;
pub mod calls;
pub mod clock;
pub mod fault;
pub mod hall;
mod net;
pub mod pages;
mod serve;
pub mod storage;
pub mod table;
pub mod token;
pub mod web;

pub use hall::AWAY;
pub use serve::{Config, serve};
