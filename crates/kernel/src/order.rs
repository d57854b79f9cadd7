//! The order of play, where it is not simply the order of the seats.

use crate::{MAX_SEATS, Seat, Seats};
use serde::{Deserialize, Serialize};

/// Who plays after whom, round after round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct Order {
    /// Entries beyond `players` do not count; they are the first seat, so that equal orders are equal bytes.
    seats: [Seat; MAX_SEATS],
    players: u8,
}

impl Order {
    /// Seat 1 first, then clockwise.
    pub fn clockwise(players: usize) -> Order {
        let players = players.min(MAX_SEATS);
        let seats = std::array::from_fn(|index| Seat::new(index).filter(|_| index < players).unwrap_or(Seat::FIRST));
        Order { seats, players: players as u8 }
    }

    /// This order, unless a seat is named twice or left out.
    pub fn of(order: &[Seat]) -> Option<Order> {
        let named: Seats = order.iter().copied().collect();
        let whole = !order.is_empty() && named == Seats::first(order.len());
        let seats = std::array::from_fn(|index| order.get(index).copied().unwrap_or(Seat::FIRST));
        whole.then_some(Order { seats, players: order.len() as u8 })
    }

    /// All seats, the first to play first.
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..self.players as usize]
    }

    /// The first to play.
    pub const fn first(&self) -> Seat {
        self.seats[0]
    }

    /// All seats once, this one first.
    pub fn from(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let start = self.seats().iter().position(|other| *other == seat).unwrap_or(0);
        let (before, after) = self.seats().split_at(start);
        after.iter().chain(before).copied()
    }

    /// The first of these who plays after `seat`; `seat` itself comes last.
    pub fn after(&self, seat: Seat, among: Seats) -> Option<Seat> {
        let last = among.contains(seat).then_some(seat);
        self.from(seat).skip(1).find(|other| among.contains(*other)).or(last)
    }
}

impl TryFrom<Vec<Seat>> for Order {
    type Error = &'static str;

    fn try_from(order: Vec<Seat>) -> Result<Order, &'static str> {
        Order::of(&order).ok_or("an order of play names every seat once")
    }
}

impl From<Order> for Vec<Seat> {
    fn from(order: Order) -> Vec<Seat> {
        order.seats().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[usize]) -> Vec<Seat> {
        numbers.iter().map(|number| Seat::try_from(*number).unwrap()).collect()
    }

    #[test]
    fn play_goes_round_in_this_order() {
        let order = Order::of(&seats(&[3, 1, 4, 2])).unwrap();
        let [three, one, four, two] = seats(&[3, 1, 4, 2])[..] else { panic!("four seats") };
        assert_eq!(order.first(), three);
        assert_eq!(order.from(four).collect::<Vec<_>>(), [four, two, three, one]);
        assert_eq!(order.after(two, Seats::first(4)), Some(three));
        assert_eq!(order.after(three, Seats::only(three)), Some(three), "alone in the game, one follows oneself");
        assert_eq!(order.after(three, Seats::only(two).with(four)), Some(four));
        assert_eq!(order.after(three, Seats::NONE), None);
        assert_eq!(Order::clockwise(4).after(two, Seats::first(4)), Some(three));
    }

    #[test]
    fn every_seat_is_named_once() {
        for wrong in [&[][..], &[1, 1], &[2], &[1, 3]] {
            assert_eq!(Order::of(&seats(wrong)), None, "{wrong:?}");
        }
        let order: Order = serde_json::from_str("[2,1,3]").unwrap();
        assert_eq!(serde_json::to_string(&order).unwrap(), "[2,1,3]");
        assert!(serde_json::from_str::<Order>("[2,2]").is_err());
        assert_eq!(Order::clockwise(16), Order::of(&Seats::first(16).collect::<Vec<_>>()).unwrap());
    }
}
