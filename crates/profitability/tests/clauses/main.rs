//! The rulebook, clause by clause: one program, one file for each topic.

mod board;
mod common;
mod components;
mod content;
mod driving;
mod edge_cases;
mod ending;
mod examples;
mod handling;
mod invariants;
mod options;
mod printed_game;
mod records;
mod sequence;
mod series;
mod setup;
mod turns;
mod words;
