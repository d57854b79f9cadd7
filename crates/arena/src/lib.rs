//! Plays many games between bots and reports statistics.
//!
//! [`simulate`] plays a [`Plan`] and returns a [`Report`]: for people as text, for programs as JSON ([`serde`]) or as one
//! table ([`Report::to_csv`]). The same plan plays exactly the same games and gives exactly the same statistics on any number
//! of threads. [`playouts`] is plain random play, and [`bench()`] measures how fast a game is.

mod bench;
mod clock;
mod drawing;
mod flows;
mod plan;
mod play;
mod report;
mod share;
mod simulate;
mod tally;

pub use bench::{BenchLine, bench};
pub use clock::CpuClock;
pub use plan::{ArenaFault, Plan};
pub use play::{LONGEST_GAME, Playouts, playouts};
pub use report::{Bin, BotPerformance, Figure, Length, Performance, Quantiles, Report, Round, SeatPerformance, Spread};
pub use share::{Interval, wilson};
pub use simulate::simulate;
