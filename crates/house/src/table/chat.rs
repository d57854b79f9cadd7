//! What people say to each other at a table. It is the house's, not the game's: stored beside the log of the table, never part
//! of it nor of a record, and of bounded length.
//!
//! The players at the table read and write. A watcher never writes, and reads only when the game is over: while secrets are in
//! play nobody is to whisper to a player, and what players say among themselves is for them.

use crate::{
    fault::Fault,
    table::{Holder, Live, Stage, seat_schema::SeatNumber},
    token,
};
use kernel::{Seat, Seats};
use serde::Serialize;
use std::collections::VecDeque;
use utoipa::ToSchema;

/// The longest line, in characters.
pub const LONGEST_LINE: usize = 200;

/// How many lines of a table are kept; older ones are forgotten.
pub const KEPT_LINES: usize = 200;

/// One person says at most so many lines in so many milliseconds, on however many seats.
const PACE: (usize, u64) = (5, 10_000);

/// What is said so often that it is ready to be said.
pub const PHRASES: [&str; 8] =
    ["Hello!", "Good luck!", "Well played!", "Thank you.", "Oops!", "Take your time.", "Back in a minute.", "Good game!"];

/// What somebody said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ChatLine {
    /// Its number at the table, counted from 1.
    pub number: u64,
    /// The seat that said it.
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
    /// Who sat there then.
    pub name: String,
    /// What was said, as plain text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub time: u64,
}

/// What a visitor may do with the chat of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Talk {
    /// Nothing: they are not at the table, or nobody else is.
    #[default]
    Silent,
    /// Read it.
    Reads,
    /// Read it and say something.
    Speaks,
}

impl Talk {
    /// Of this visitor at this table.
    pub fn of(live: &Live, token: Option<&str>) -> Talk {
        let me = token.map(|token| Holder::Person(token::hash(token)));
        let people = || live.chairs.iter().flatten().filter(|chair| matches!(chair.holder, Holder::Person(_)));
        let sits = people().any(|chair| Some(&chair.holder) == me.as_ref());
        let company = people().any(|chair| Some(&chair.holder) != me.as_ref());
        match live.stage() {
            Stage::Closed => Talk::Silent,
            // Others are about to come.
            Stage::Waiting if sits => Talk::Speaks,
            _ if sits && company => Talk::Speaks,
            Stage::Over | Stage::Stopped if company => Talk::Reads,
            _ => Talk::Silent,
        }
    }

    /// The word for it on pages, and with whom: when that changes, so does what is offered.
    pub fn with<'a>(self, others: impl Iterator<Item = (Seat, &'a str)>) -> String {
        let word = match self {
            Talk::Silent => return "silent".to_owned(),
            Talk::Reads => "reads",
            Talk::Speaks => "speaks",
        };
        others.fold(word.to_owned(), |told, (seat, name)| format!("{told} {seat} {name}"))
    }

    /// May the chat be read?
    pub fn reads(self) -> Result<(), Fault> {
        match self {
            Talk::Silent => {
                Err(Fault::forbidden("the chat is for those who sit at the table; others can read it after the game"))
            }
            Talk::Reads | Talk::Speaks => Ok(()),
        }
    }

    /// May something be said?
    pub fn speaks(self) -> Result<(), Fault> {
        match self {
            Talk::Speaks => Ok(()),
            Talk::Silent | Talk::Reads => Err(Fault::forbidden("only those who sit at the table together can say something")),
        }
    }
}

/// The last lines of a table.
#[derive(Debug, Default)]
pub struct Chat(VecDeque<ChatLine>);

impl Chat {
    /// These lines, the oldest first.
    pub fn new(lines: Vec<ChatLine>) -> Chat {
        Chat(lines.into())
    }

    /// The number of the last line; 0 if nothing was said yet.
    pub fn last(&self) -> u64 {
        self.0.back().map_or(0, |line| line.number)
    }

    /// The lines after this one, the oldest first.
    pub fn after(&self, number: u64) -> Vec<ChatLine> {
        self.0.iter().filter(|line| line.number > number).cloned().collect()
    }

    /// The next line, unless the holder of its seat, who also holds `held`, has just said a lot.
    pub fn next(&self, seat: Seat, held: Seats, name: &str, text: String, now: u64) -> Result<ChatLine, Fault> {
        let (most, within) = PACE;
        let recent = self.0.iter().rev().take_while(|line| line.time.saturating_add(within) > now);
        if recent.filter(|line| line.seat == seat || held.contains(line.seat)).count() >= most {
            return Err(Fault::busy("you have said a lot: wait a moment"));
        }
        Ok(ChatLine { number: self.last() + 1, seat, name: name.to_owned(), text, time: now })
    }

    /// Adds a line that is stored.
    pub fn add(&mut self, line: ChatLine) {
        self.0.push_back(line);
        while self.0.len() > KEPT_LINES {
            self.0.pop_front();
        }
    }
}

/// What a browser remembers of the chat of one table: how far it was read, and who is not heard there. It is written in a cookie,
/// so that it holds with and without the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The last line that was read.
    pub read: u64,
    /// Is nobody heard?
    pub all: bool,
    /// The seats that are not heard.
    pub seats: Seats,
}

impl Memory {
    /// As it was written; what makes no sense is nothing.
    pub fn read(text: &str) -> Memory {
        let (read, hushed) = text.split_once('.').unwrap_or((text, ""));
        let seat = |number: &str| Seat::try_from(number.parse::<usize>().ok()?).ok();
        Memory { read: read.parse().unwrap_or(0), all: hushed == "all", seats: hushed.split('-').filter_map(seat).collect() }
    }

    /// As it is written.
    pub fn write(self) -> String {
        let seats = self.seats.map(|seat| seat.to_string()).collect::<Vec<_>>().join("-");
        format!("{}.{}", self.read, if self.all { "all" } else { &seats })
    }

    /// Not to hear somebody, or everybody, or to hear them again.
    pub fn hush(&mut self, seat: Option<Seat>, on: bool) {
        match seat {
            None => self.all = on,
            Some(seat) => self.seats = if on { self.seats.with(seat) } else { self.seats.without(seat) },
        }
    }

    fn hears(&self, seat: Seat) -> bool {
        !self.all && !self.seats.contains(seat)
    }
}

/// The chat of a table as one visitor sees it.
#[derive(Clone, Debug)]
pub struct ChatScene {
    /// The table's name in addresses.
    pub id: String,
    /// What the game is called.
    pub title: &'static str,
    /// What the visitor may do.
    pub talk: Talk,
    /// The seats that the visitor holds.
    pub own: Seats,
    /// The seat that the visitor speaks for.
    pub speaker: Option<Seat>,
    /// The other people at the table.
    pub others: Vec<(Seat, String)>,
    /// What the visitor's browser remembers.
    pub memory: Memory,
    /// What was said, as far as it is heard.
    pub lines: Vec<ChatLine>,
    /// The number of the last line, heard or not.
    pub last: u64,
    /// How many lines of others were not read yet.
    pub unread: usize,
}

impl ChatScene {
    /// The chat of a table before anything of it is read.
    pub fn of(live: &Live, token: &str, memory: Memory) -> Result<ChatScene, Fault> {
        let own = live.seats_of(token);
        let other = |(index, chair): (usize, &Option<crate::table::Chair>)| {
            let (seat, chair) = (Seat::new(index)?, chair.as_ref()?);
            (matches!(chair.holder, Holder::Person(_)) && !own.contains(seat)).then(|| (seat, chair.name.clone()))
        };
        Ok(ChatScene {
            id: live.id.clone(),
            title: engine::game(&live.founding.game)?.about().title,
            talk: Talk::of(live, Some(token)),
            own,
            speaker: live.first_of(own),
            others: live.chairs.iter().enumerate().filter_map(other).collect(),
            memory,
            lines: Vec::new(),
            last: 0,
            unread: 0,
        })
    }

    /// With what was said, of which the page shows what comes after a line and is not too long ago.
    pub fn with(self, said: &[ChatLine], after: u64, most: usize) -> ChatScene {
        let heard = said.iter().filter(|line| self.own.contains(line.seat) || self.memory.hears(line.seat));
        let heard: Vec<&ChatLine> = heard.collect();
        let unread = heard.iter().filter(|line| line.number > self.memory.read && !self.own.contains(line.seat)).count();
        let new = heard.iter().filter(|line| line.number > after);
        let skipped = new.clone().count().saturating_sub(most);
        let lines = new.skip(skipped).map(|line| (*line).clone()).collect();
        ChatScene { lines, last: said.last().map_or(0, |line| line.number), unread, ..self }
    }

    /// What the visitor may do, and with whom.
    pub fn company(&self) -> String {
        self.talk.with(self.others.iter().map(|(seat, name)| (*seat, name.as_str())))
    }

    /// What the browser remembers once all of it is read.
    pub fn memory_when_read(&mut self) -> Memory {
        self.unread = 0;
        Memory { read: self.last, ..self.memory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Code;

    fn say(chat: &mut Chat, seat: usize, now: u64) -> Result<(), Fault> {
        // Ann holds the first seat and the third, Ben the second.
        let held = if seat == 1 { Seats::NONE } else { [0, 2].into_iter().filter_map(Seat::new).collect() };
        let line = chat.next(Seat::new(seat).unwrap(), held, "Ann", "Hello!".into(), now)?;
        chat.add(line);
        Ok(())
    }

    #[test]
    fn a_browser_remembers_what_was_read_and_who_is_not_heard() {
        let mut memory = Memory { read: 12, ..Memory::default() };
        assert_eq!(memory.write(), "12.");
        memory.hush(Seat::new(2), true);
        memory.hush(Seat::new(0), true);
        assert_eq!((memory.write().as_str(), Memory::read(&memory.write())), ("12.1-3", memory));
        memory.hush(Seat::new(0), false);
        memory.hush(None, true);
        assert_eq!(memory.write(), "12.all");
        for nonsense in ["", "x", "99999999999999999999.", ".-", "-1.0-17-x"] {
            assert_eq!(Memory::read(nonsense), Memory::default(), "{nonsense}");
        }
    }

    #[test]
    fn so_many_lines_are_kept_and_said_at_once() {
        let mut chat = Chat::default();
        for _ in 0..PACE.0 {
            say(&mut chat, 0, 1000).unwrap();
        }
        assert_eq!(say(&mut chat, 0, 1000 + PACE.1 - 1).unwrap_err().code, Code::TooMany);
        assert!(say(&mut chat, 2, 1000 + PACE.1 - 1).is_err(), "another seat is not another person");
        say(&mut chat, 1, 1000 + PACE.1 - 1).expect("another person has said nothing yet");
        for time in 1..=2 * KEPT_LINES as u64 {
            say(&mut chat, 0, 1000 + PACE.1 * time).unwrap();
        }
        assert_eq!(chat.after(0).len(), KEPT_LINES);
        assert_eq!(chat.last(), (PACE.0 + 1 + 2 * KEPT_LINES) as u64);
        assert_eq!(chat.after(chat.last() - 3).len(), 3);
    }
}
