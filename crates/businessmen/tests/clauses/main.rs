//! The rulebook, clause by clause: one program, one file for each topic.

mod buying;
mod common;
mod content;
mod edge_cases;
mod ending;
mod examples;
mod exporting;
mod improving;
mod invariants;
mod knowing;
mod loading;
mod printed_game;
mod records;
mod rounds;
mod sending;
mod setup;
mod vectors;
mod words;
