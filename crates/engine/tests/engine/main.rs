//! The registry, tables and the line protocol, as a program meets them.

mod commands;
mod common;
mod fuzz;
mod positions;
mod protocol;
mod strength;
mod tables;
