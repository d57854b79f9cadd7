//! The pages, each drawn on the server from what its visitor may know. They work without any script.

mod action;
mod aim;
mod amount;
mod calls;
mod chart;
mod chat;
mod company;
mod deal;
mod end;
pub(crate) mod frame;
mod hint;
mod history;
mod home;
mod lesson;
mod markdown;
mod origins;
mod rules;
pub mod seat_colours;
mod seats;
mod second_device;
mod set_up;
pub mod style;
mod table;
mod telling;
#[cfg(test)]
mod tests;
mod timing;
mod turning;

pub use aim::summary;
pub use calls::{CallsScene, calls, confirm_mail, mail_settled, stop_mail};
pub use chat::{beside as chat_beside, news as chat_news, page as chat};
pub use history::{Leaf, turns};
pub use home::{OpenTable, OwnTable, home, past_tables};
pub use lesson::{lesson, lesson_fragment};
pub use rules::rules;
pub use second_device::{along, take_along};
pub use set_up::{Form, excluded, set_up};
pub use table::{fragment, table};

use crate::fault::Fault;
use maud::{Markup, html};

/// A page that says what went wrong.
pub fn fault(fault: &Fault) -> Markup {
    fault_with(fault, "/", "Back to the games")
}

/// A page that says what went wrong, and where to go from there.
pub fn fault_with(fault: &Fault, back: &str, word: &str) -> Markup {
    let title = match fault.status.as_u16() {
        404 => "Not found",
        403 => "Not allowed",
        409 => "Not possible right now",
        429 => "Too many requests",
        500.. => "Something went wrong",
        _ => "That did not work",
    };
    let body = html! {
        main .fault-page {
            div .cloth-band aria-hidden="true" {}
            p .status-number { (fault.status.as_u16()) }
            h1 { (title) }
            p .lead { (frame::sentence(&fault.message)) @if let Some(clause) = fault.clause { " (" (clause) ")" } }
            p { a .button .primary href=(back) { (word) } }
        }
    };
    frame::page(title, "", body)
}
