//! The house: tables, storage, live updates and pages. It knows no game's rules; a board is one module in `boards`.

pub mod assets;
pub mod boards;
pub mod calls;
pub mod chat;
pub mod chronicle;
pub mod clock;
pub mod fault;
mod folder;
pub mod gallery;
pub mod hall;
mod heads;
pub mod keeping;
mod lasting;
pub mod lesson;
mod line;
mod livery;
mod outline;
pub mod pages;
pub mod presence;
mod schema;
mod serve;
mod shares;
pub mod sqlite;
pub mod store;
mod style;
pub mod table;
mod tally;
pub mod timing;
pub mod token;
pub mod upkeep;
pub mod web;
pub mod window;

pub use hall::AWAY;
pub use serve::{Config, serve};
pub use table::{live, log, scene};
