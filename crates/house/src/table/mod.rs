//! One table: its log, the state that follows from it, and what each visitor may see of it.
//!
//! The log is all that is stored of a table; [`Live`] is the fold of it. What the other modules hold (clocks, snapshots, the
//! lines of the log, a scene) is made from these two.

mod chair;
pub mod chat;
pub mod chronicle;
pub mod counted_entries;
mod hint;
pub mod lesson;
mod live;
pub(crate) mod loading;
mod log;
pub mod log_window;
pub mod presence;
pub mod scene;
pub(crate) mod seat_schema;
pub mod snapshot;
mod stage;
mod take_entry;
mod taking_back;
pub mod timing;
mod turns;

pub use chair::{Chair, GUEST, LONGEST_NAME};
pub use hint::{Advice, RunnerUp};
pub use live::Live;
pub use log::{Edition, Found, Founding, Holder, LogEntry};
pub use stage::Stage;
pub(crate) use stage::Unplayable;
pub(crate) use take_entry::Source;
pub use taking_back::Request;
pub use turns::Progress;
