//! The server as those see it who speak to it: the interface for programs, what stays secret, and what holds when many act
//! at once, when requests make no sense, when the store fails and when the house is killed.

mod api;
mod bodies;
mod child;
mod common;
mod crash;
mod document;
mod doors;
mod fuzz;
mod hall;
mod keeping;
mod lists;
mod pictures;
mod race;
mod restart;
mod seats;
mod secrets;
mod ways;
