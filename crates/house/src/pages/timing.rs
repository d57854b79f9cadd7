//! Clocks on pages: how they are chosen, and how much time everybody has. Without script a page tells until when that is; with it,
//! time runs (`company.js`).

use super::Form;
use crate::table::{
    presence::spell,
    scene::{Scene, SeatScene},
    timing::{AtEnd, Timing},
};
use maud::{Markup, html};
use time::OffsetDateTime;

/// How much time a seat has that is to decide now.
pub fn left(scene: &Scene, seat: &SeatScene) -> Markup {
    let Some((time, clock)) = seat.time.zip(scene.clock) else { return html! {} };
    html! {
        span .clock role="timer" title="Time left" data-key="clock" data-move=(time.move_ends) data-due=(time.due) data-each=(clock.each) data-own[seat.own] {
            "until " (time_of_day(time.due, scene.now))
        }
    }
}

/// A time as the house's clock shows it; with the day if it is another one.
fn time_of_day(millis: u64, now: u64) -> String {
    let at = |millis: u64| OffsetDateTime::from_unix_timestamp((millis / 1000) as i64).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (then, today) = (at(millis), at(now));
    let day =
        if then.date() == today.date() { String::new() } else { format!("{} {:.3} ", then.day(), then.month().to_string()) };
    format!("{day}{}:{:02} UTC", then.hour(), then.minute())
}

/// The clocks of a table in one sentence.
pub fn words(clock: &Timing) -> String {
    let reserve =
        if clock.reserve > 0 { format!(", and {} in reserve for the whole game", spell(clock.reserve)) } else { String::new() };
    let end = match clock.end {
        AtEnd::Fallback => "the safe choice is made",
        AtEnd::Bot => "a bot stands in",
    };
    format!("{} a move{reserve}; when time is up, {end}", spell(clock.each))
}

/// What all players have to know of the clocks while they play.
pub fn rule(scene: &Scene) -> Markup {
    html! {
        @if let Some(clock) = &scene.clock {
            p .note data-key="clock-rule" {
                "Clock: " (words(clock)) "."
                @if scene.clock_rests { " " strong { "Everybody ran out of time twice in a row: the clocks stand still until somebody is back." } }
            }
        }
    }
}

/// Choosing the clocks of a table.
pub fn choose(form: &Form) -> Markup {
    let value = |name: &str, usual: &'static str| form.get(name).unwrap_or(usual).to_owned();
    let (pace, end) = (value("clock.pace", "none"), value("clock.end", "fallback"));
    let number = |name: &str, usual: &'static str, words: &str, low: u32, high: u32| {
        html! { label { span { (words) } input type="number" inputmode="numeric" name=(name) min=(low) max=(high) value=(value(name, usual)); } }
    };
    html! {
        fieldset .clock-choice {
            legend { "Clock" }
            select name="clock.pace" aria-label="Clock" {
                option value="none" selected[pace == "none"] { "No clock" }
                option value="minutes" selected[pace == "minutes"] { "Minutes a move, with a reserve" }
                option value="days" selected[pace == "days"] { "Days a move, by correspondence" }
            }
            div .by-minutes { (number("clock.each", "3", "Minutes a move", 1, 240)) (number("clock.reserve", "10", "Minutes in reserve", 0, 240)) }
            div .by-days { (number("clock.days", "2", "Days a move", 1, 30)) }
            label .at-end { span { "When time is up" }
                select name="clock.end" {
                    option value="fallback" selected[end == "fallback"] { "the safe choice is made" }
                    option value="bot" selected[end == "bot"] { "a bot stands in" }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_names_the_day_if_it_is_another_one() {
        let noon = 1_700_000_000_000 / 86_400_000 * 86_400_000 + 43_200_000;
        assert_eq!(time_of_day(noon + 300_000, noon), "12:05 UTC");
        assert_eq!(time_of_day(noon + 86_400_000, noon), "15 Nov 12:00 UTC");
    }

    #[test]
    fn clocks_are_told_in_one_sentence() {
        let minutes = Timing { each: 180_000, reserve: 600_000, end: AtEnd::Bot };
        assert_eq!(
            words(&minutes),
            "3 minutes a move, and 10 minutes in reserve for the whole game; when time is up, a bot stands in"
        );
        let days = Timing { each: 2 * 86_400_000, reserve: 0, end: AtEnd::Fallback };
        assert_eq!(words(&days), "2 days a move; when time is up, the safe choice is made");
    }
}
