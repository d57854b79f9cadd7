//! The table as text, for the terminal.

use crate::{
    board::Space,
    cards::CardSet,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{
    Seat, Viewer,
    say::{counted, name},
};
use std::fmt::Write;

impl EconomyRules {
    pub(crate) fn drawn(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw_board(&mut out, state);
        let _ = self.draw_players(&mut out, state, names);
        if let Viewer::Seat(seat) = viewer
            && let Some(hand) = state.hands[..self.players].get(seat.index()).filter(|hand| !hand.is_empty())
        {
            let _ = writeln!(out, "your hand: {}", self.ids(*hand));
        }
        out
    }

    fn ids(&self, cards: CardSet) -> String {
        let ids: Vec<&str> = cards.map(|card| self.face(card).id.as_str()).collect();
        ids.join(" ")
    }

    /// The board from row 8 down: the card, `+` while its property lies on it, `####` face down, the piece as a letter.
    fn draw_board(&self, out: &mut String, state: &State) -> std::fmt::Result {
        let rule = format!("  +{}\n", "---------+".repeat(8));
        for row in (0..8).rev() {
            out.push_str(&rule);
            write!(out, "{} |", row + 1)?;
            for column in 0..8 {
                let Some(space) = Space::at(column, row) else { continue };
                write!(out, "{:<9}|", self.draw_space(state, space))?;
            }
            out.push('\n');
        }
        out.push_str(&rule);
        let columns: String = ('a'..='h').map(|column| format!("    {column}     ")).collect();
        writeln!(out, "   {}", columns.trim_end())
    }

    fn draw_space(&self, state: &State, space: Space) -> String {
        let card = match state.locations[space.index()] {
            Some(_) if state.face_down.contains(space) && !self.shows_faces(state) => "######".to_owned(),
            Some(card) => {
                let lies = matches!(state.step, Step::Move | Step::Hit(_)) && state.owner(card).is_none();
                format!("{}{}", self.face(card).id, if lies { "+" } else { "" })
            }
            None => String::new(),
        };
        let piece = state.piece_on(space).map_or(String::new(), |seat| format!("({})", seat.letter()));
        let goal = if state.step == Step::Move && state.reach.contains(space) && piece.is_empty() { "." } else { "" };
        format!("{card:<6}{piece}{goal}")
    }

    fn draw_players(&self, out: &mut String, state: &State, names: &[String]) -> std::fmt::Result {
        for seat in Seat::FIRST.clockwise(self.players) {
            let turn = if seat == state.seat && state.step != Step::Over { ">" } else { " " };
            let place = match state.piece(seat) {
                Piece::Outside => "outside".to_owned(),
                Piece::At(corner) => format!("outside {corner}"),
                Piece::On(space) => space.to_string(),
            };
            let (label, points) = (format!("({}) {}", seat.letter(), name(names, seat)), state.points[seat.index()]);
            let hand = state.hands[seat.index()].len();
            let hand = if hand > 0 { format!("{} in hand", counted(hand as u32, "card")) } else { String::new() };
            let holdings = self.ids(state.properties[seat.index()]);
            let line = format!("{turn} {label:<16} {points:>3}/{} {place:<11} {holdings}{hand}", self.target);
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
