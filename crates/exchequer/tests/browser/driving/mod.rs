//! Driving the house as people do: the house itself, a browser's driver, and visitors with a browser each.
#![allow(dead_code)]

mod driver;
mod house;
pub mod line;
pub mod table;
mod visitor;

pub use driver::Driver;
pub use house::House;
pub use visitor::{Looks, Visitor};
