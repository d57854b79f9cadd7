//! The rulebook, clause by clause: one program, one file for each topic.

mod collecting;
#[path = "../common/mod.rs"]
mod common;
mod content;
mod edge_cases;
mod ending;
mod examples;
mod hitting;
mod invariants;
mod knowing;
mod moving;
mod options;
mod parting;
mod printed_game;
mod records;
mod scoring;
mod setup;
mod turning_over;
mod words;
