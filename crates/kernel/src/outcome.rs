//! How a game ended.

use crate::{MAX_SEATS, Seat, Seats};
use serde::Serialize;

/// The places and scores of all seats, and how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    players: u8,
    scores: [i32; MAX_SEATS],
    places: [u8; MAX_SEATS],
    /// The clause by which the game ended.
    pub clause: &'static str,
}

impl Outcome {
    /// Places by score, the highest first; seats with equal scores share a place, and the next place is left out.
    pub fn by_score(scores: &[i32], clause: &'static str) -> Outcome {
        Outcome::by(scores, scores, clause)
    }

    /// Places by `rank`, the highest first, for games that break ties; `scores` is what people read.
    pub fn by<T: Ord>(rank: &[T], scores: &[i32], clause: &'static str) -> Outcome {
        let players = rank.len().min(scores.len()).min(MAX_SEATS);
        let mut outcome = Outcome { players: players as u8, scores: [0; MAX_SEATS], places: [0; MAX_SEATS], clause };
        for seat in 0..players {
            outcome.scores[seat] = scores[seat];
            outcome.places[seat] = 1 + rank[..players].iter().filter(|other| **other > rank[seat]).count() as u8;
        }
        outcome
    }

    /// Places of teams: partners have the same `rank` and share a place, and the next team has the next one.
    pub fn in_teams<T: Ord>(rank: &[T], scores: &[i32], clause: &'static str) -> Outcome {
        let mut outcome = Outcome::by(rank, scores, clause);
        let places = outcome.places;
        for place in outcome.places[..outcome.players as usize].iter_mut() {
            let ahead = (1..*place).filter(|ahead| places[..usize::from(outcome.players)].contains(ahead));
            *place = 1 + ahead.count() as u8;
        }
        outcome
    }

    /// The same with nobody in first place: for games that all players can lose together.
    #[must_use]
    pub fn lost_by_all(mut self) -> Outcome {
        self.places[..self.players as usize].iter_mut().for_each(|place| *place += 1);
        self
    }

    /// How many players there were.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The place of this seat, from 1.
    pub const fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The score of this seat.
    pub const fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// All who are first.
    pub fn winners(&self) -> Seats {
        Seats::first(self.players()).filter(|seat| self.place(*seat) == 1).collect()
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            winners: Seats,
            places: &'a [u8],
            scores: &'a [i32],
            clause: &'static str,
        }
        let (places, scores) = (&self.places[..self.players()], &self.scores[..self.players()]);
        Written { winners: self.winners(), places, scores, clause: self.clause }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place() {
        let outcome = Outcome::by_score(&[31, 45, 45, 12], "X-1");
        let places: Vec<u8> = Seats::first(4).map(|seat| outcome.place(seat)).collect();
        assert_eq!(places, [3, 1, 1, 4]);
        assert_eq!(outcome.winners().len(), 2);
    }

    #[test]
    fn teams_have_one_place_each() {
        let outcome = Outcome::in_teams(&[31, 45, 31, 45, 12, 12], &[31, 45, 31, 45, 12, 12], "X-1");
        let places: Vec<u8> = Seats::first(6).map(|seat| outcome.place(seat)).collect();
        assert_eq!(places, [2, 1, 2, 1, 3, 3]);
    }

    #[test]
    fn a_game_lost_by_all_has_no_winner() {
        let outcome = Outcome::by_score(&[3], "X-1").lost_by_all();
        assert_eq!((outcome.winners().len(), outcome.place(Seat::FIRST), outcome.score(Seat::FIRST)), (0, 2, 3));
    }

    #[test]
    fn ties_are_broken_by_rank_alone() {
        let outcome = Outcome::by(&[(20, 3), (20, 5)], &[20, 20], "X-1");
        assert_eq!((outcome.place(Seat::FIRST), outcome.score(Seat::FIRST)), (2, 20));
    }
}
