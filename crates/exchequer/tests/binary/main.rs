//! The binary as people meet it at a prompt: one file for each command.

mod common;
mod engine;
mod help;
mod nonsense;
mod pack;
mod play;
mod readme;
mod replay;
mod rules;
mod serve;
mod simulate;
mod store;
