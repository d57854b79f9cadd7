//! Whose turn it is: whom the game waits for, how much time they have, and which bots are to play.

use super::{
    Live, Stage,
    timing::{Clocks, TimeLeft},
};
use kernel::{Seat, Seats, Turn, Viewer};

/// How far a game is, by the entries of its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many there are.
    pub now: usize,
    /// How many there were with the last that a person made.
    pub of_person: usize,
}

impl Live {
    /// How far the game is: whatever is said meanwhile, it stays the same.
    pub fn progress(&self) -> Progress {
        let of_person = self.by_bot.iter().rposition(|by_bot| !by_bot).map_or(0, |index| index + 1);
        Progress { now: self.by_bot.len(), of_person }
    }

    /// Whom the game waits for, who is asked; nobody before it begins.
    pub fn turn(&self) -> Turn {
        self.game().map_or(Turn::OVER, |table| table.turn())
    }

    /// The seat whose view a visitor gets: the one that they name; on one device for all, the one that is asked, or else the one
    /// that is to play.
    pub fn viewer(&self, own: Seats, named: Option<Seat>) -> Viewer {
        let seat = named.filter(|seat| own.contains(*seat)).or(self.first_of(own));
        seat.map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// Which of these seats has to decide first.
    pub fn first_of(&self, seats: Seats) -> Option<Seat> {
        let Turn { awaited, asked, .. } = self.turn();
        seats.and(asked).lowest().or(seats.and(awaited).lowest()).or(seats.lowest())
    }

    /// Does a person play this seat now?
    pub fn is_played_by_person(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.bot().is_none())
    }

    /// How much time the person has who is to decide on this seat, where that is limited.
    pub fn time_left(&self, seat: Seat) -> Option<TimeLeft> {
        self.clocks.as_ref().filter(|_| self.is_played_by_person(seat) && self.game().is_some())?.left(seat)
    }

    /// Is the time of the person up who is to decide on this seat?
    pub fn is_late(&self, seat: Seat, time: u64) -> bool {
        self.time_left(seat).is_some_and(|left| left.due <= time)
    }

    /// Do the clocks stand still until somebody does something, because everybody has run out of time again and again?
    pub fn clocks_rest(&self) -> bool {
        self.stage() == Stage::Running && self.clocks.as_ref().is_some_and(Clocks::rest)
    }

    /// Has the time of a seat run out, and has its player done nothing since?
    pub fn ran_out(&self, seat: Seat) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.ran_out(seat))
    }

    /// When somebody's time is up next.
    pub fn due(&self) -> Option<u64> {
        self.turn().concerned().filter_map(|seat| self.time_left(seat)).map(|left| left.due).min()
    }

    /// The clocks go on from here, in a house that was opened then.
    pub(crate) fn wind(&mut self, opened: u64, time: u64) {
        let turn = self.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.open(opened);
            clocks.come_to(time);
            // Where the rules were changed, nobody's clock ran so far.
            if !turn.is_over() && !clocks.rest() && !turn.concerned().any(|seat| clocks.left(seat).is_some()) {
                clocks.advance(time, turn);
            }
        }
    }

    /// Are people asked for an answer?
    pub fn asks_person(&self) -> bool {
        self.turn().asked.any(|seat| self.is_played_by_person(seat))
    }

    /// The kinds of question to which this seat has left a standing answer.
    pub fn standing(&self, seat: Seat) -> &[String] {
        self.standing.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The next answer that stands: of a person who is asked what they have answered once for all.
    pub fn standing_answer(&self) -> Option<(Seat, String)> {
        let table = self.game()?;
        let stands = |seat: Seat| {
            let kinds = Some(self.standing(seat)).filter(|kinds| !kinds.is_empty() && self.is_played_by_person(seat))?;
            let question = table.question(seat).filter(|question| kinds.iter().any(|kind| kind == question.kind))?;
            Some((seat, question.standing?))
        };
        { table.turn().asked }.find_map(stands)
    }

    /// The seats that bots have to play now, and which bots: all that are asked for an answer, each of which is given at once;
    /// otherwise the first of those awaited.
    pub fn bots_to_play(&self) -> Vec<(Seat, String)> {
        let Some(table) = self.game() else { return Vec::new() };
        let bot = |seat: Seat| Some((seat, self.chair(seat)?.bot()?.to_owned()));
        let turn = table.turn();
        let answers: Vec<_> = turn.asked.filter_map(bot).collect();
        if answers.is_empty() { { turn.awaited }.find_map(bot).into_iter().collect() } else { answers }
    }

    /// Is it in play, and does a bot play every seat?
    pub fn is_played_by_bots_alone(&self) -> bool {
        self.stage() == Stage::Running && self.chairs.iter().flatten().all(|chair| chair.bot().is_some())
    }

    /// Is it for a bot to play now?
    pub fn awaits_bot(&self) -> bool {
        !self.bots_to_play().is_empty()
    }

    /// Are bots asked for an answer?
    pub fn asks_bot(&self) -> bool {
        let asked = self.game().map_or(Seats::NONE, |table| table.turn().asked);
        { asked }.any(|seat| self.chair(seat).is_some_and(|chair| chair.bot().is_some()))
    }
}
