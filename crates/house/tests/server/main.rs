//! The server as those see it who speak to it: the interface for programs, what stays secret, and what holds when many act
//! at once, when requests make no sense, when the store fails and when the house is killed.

mod aims;
mod along;
mod api;
mod assets;
mod bodies;
mod calls;
mod chat;
mod child;
mod common;
mod crash;
mod document;
mod doors;
mod full;
mod fuzz;
mod hall;
mod hints;
mod keeping;
mod lessons;
mod limits;
mod lists;
mod names;
mod pictures;
mod presence;
mod race;
mod restart;
mod seats;
mod secrets;
mod storage;
mod timing;
mod ways;
