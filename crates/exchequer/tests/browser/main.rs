//! The house in a browser, as people use it: headless Chromium clicks, types and looks.
//!
//! Without Chromium and its driver nothing can be tested; that is said aloud, and is a failure where `CI` is set.

mod driving;

mod access;
mod aims;
mod bargaining;
mod businessmen;
mod calls;
mod chat;
mod company;
mod competitors;
mod connection;
mod guests;
mod hints;
mod investments;
mod keyboard;
mod lasting;
mod lessons;
mod long;
mod looking_back;
mod looks;
mod narrow;
mod plain;
mod profitability;
mod shifts;
mod styles;
mod telling;
mod together;
mod whole_game;

use driving::{Driver, House, Looks, Visitor};
use proof::{Board, Facts};
use std::{io::Write, sync::Arc};

/// The games that have a board, with how it is tested.
fn games_with_boards() -> Vec<(&'static str, Board)> {
    Facts::boards(engine::games().iter().map(|game| game.about().id))
}

/// A house and the driver of its visitors' browsers.
struct Visit {
    driver: Arc<Driver>,
    house: House,
}

impl Visit {
    /// Opens a house; none where no browser is.
    fn open() -> Option<Visit> {
        Visit::to(|| House::open(env!("CARGO_BIN_EXE_exchequer")))
    }

    /// Opens a house that is told something more on the command line; none where no browser is.
    fn told(flags: &[&str]) -> Option<Visit> {
        Visit::to(|| House::told(House::folder(), env!("CARGO_BIN_EXE_exchequer"), flags))
    }

    /// Opens a house where a game that bargains is a guest; none where no browser is.
    fn with_guest() -> Option<Visit> {
        Visit::to(guests::open)
    }

    fn to(house: impl FnOnce() -> House) -> Option<Visit> {
        match Driver::shared() {
            Ok(driver) => Some(Visit { driver, house: house() }),
            Err(missing) => {
                let told = format!("BROWSER TEST NOT RUN: {missing}");
                assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty() || ci == "false"), "{told}");
                // Past the test runner, which hides what a passing test prints.
                let _ = writeln!(std::io::stderr(), "\n{told}\n");
                None
            }
        }
    }

    async fn visitor(&self, looks: Looks) -> Visitor {
        Visitor::new(&self.driver, &self.house, looks).await
    }

    /// Nothing went wrong behind the visit.
    #[track_caller]
    fn is_clean(&self, visitors: &[&Visitor]) {
        for visitor in visitors {
            assert_eq!(visitor.complaints(), Vec::<String>::new(), "the browser complains");
        }
        assert_eq!(self.house.complaints(), "", "the house complains");
    }
}
