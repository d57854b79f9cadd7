//! The registry, tables and the line protocol, as a program meets them.

mod bargaining;
mod commands;
mod common;
mod fuzz;
mod lessons;
mod notation;
mod page;
mod positions;
mod print;
mod protocol;
mod remembering;
mod settings;
mod strength;
mod tables;
