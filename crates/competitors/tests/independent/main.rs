//! A second opinion: a small model of COMPETITOR$, written from the rulebook alone and knowing nothing of the rules as they are
//! programmed. It is held against the worked examples and the counts of the rulebook first,
//! then the game is held against it.

mod board;
mod counts;
mod customs;
mod games;
mod ledger;
mod money;
mod printed;
mod reaches;
mod routes;
mod tables;
mod vectors;
mod weather;
