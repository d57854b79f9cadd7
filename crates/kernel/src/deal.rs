//! Deals: who gives what to whom, as one list that is written, proposed and carried out as a whole.
//!
//! The grammar is the same in every game; only the names of the assets differ:
//!
//! ```
//! use kernel::{Deal, Seat};
//! let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is not an amount"));
//! let deal = Deal::<u32, 8>::read("1>2 500, 2>1 20", number)?;
//! assert_eq!(deal.parties().len(), 2);
//! assert_eq!(deal.given_by(Seat::FIRST).count(), 1);
//! assert_eq!(deal.write(u32::to_string), "1>2 500, 2>1 20");
//! assert!(Deal::<u32, 8>::read("1>1 500", number).is_err());
//! # Ok::<(), String>(())
//! ```

use crate::{Seat, Seats};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that changes hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer<A> {
    /// Who gives it.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// What it is.
    pub asset: A,
}

/// Up to `N` transfers that happen together or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<A, const N: usize> {
    transfers: [Option<Transfer<A>>; N],
}

/// Why a list of transfers is not a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealFault {
    /// Nothing changes hands.
    Empty,
    /// From a seat to itself.
    ToOneself,
    /// The same thing twice.
    Twice,
    /// More transfers than a deal can hold.
    TooLong(usize),
}

impl fmt::Display for DealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealFault::Empty => f.write_str("a deal moves something from one player to another"),
            DealFault::ToOneself => f.write_str("nobody gives to themselves: name another player"),
            DealFault::Twice => f.write_str("the same thing stands in the deal twice"),
            DealFault::TooLong(most) => write!(f, "a deal names at most {most} things"),
        }
    }
}

impl std::error::Error for DealFault {}

impl<A: Copy + PartialEq, const N: usize> Deal<A, N> {
    /// A deal of these transfers.
    pub fn new(transfers: &[Transfer<A>]) -> Result<Deal<A, N>, DealFault> {
        if transfers.is_empty() {
            return Err(DealFault::Empty);
        }
        if transfers.len() > N {
            return Err(DealFault::TooLong(N));
        }
        if transfers.iter().any(|transfer| transfer.from == transfer.to) {
            return Err(DealFault::ToOneself);
        }
        if transfers.iter().enumerate().any(|(index, transfer)| transfers[..index].contains(transfer)) {
            return Err(DealFault::Twice);
        }
        Ok(Deal { transfers: std::array::from_fn(|index| transfers.get(index).copied()) })
    }

    /// Reads a deal written like `1>2 truck 3, 2>1 500`. `asset` reads the part after the seats.
    pub fn read(text: &str, mut asset: impl FnMut(&str) -> Result<A, String>) -> Result<Deal<A, N>, String> {
        let mut transfers = Vec::with_capacity(N);
        for part in text.split(',') {
            // More than fits is refused below, so there is no need to read the rest.
            if transfers.len() > N {
                break;
            }
            let (seats, thing) = part.trim().split_once(' ').ok_or_else(|| wrong(part))?;
            let (from, to) = seats.split_once('>').ok_or_else(|| wrong(part))?;
            let seat = |number: &str| {
                let number = number.parse::<usize>().map_err(|_| wrong(part))?;
                Seat::try_from(number)
            };
            transfers.push(Transfer { from: seat(from)?, to: seat(to)?, asset: asset(thing.trim())? });
        }
        Deal::new(&transfers).map_err(|fault| fault.to_string())
    }

    /// The deal as it is written.
    pub fn write(&self, asset: impl Fn(&A) -> String) -> String {
        let part = |Transfer { from, to, asset: thing }: Transfer<A>| format!("{from}>{to} {}", asset(&thing));
        self.transfers().map(part).collect::<Vec<_>>().join(", ")
    }
}

impl<A: Copy, const N: usize> Deal<A, N> {
    /// What changes hands.
    pub fn transfers(&self) -> impl Iterator<Item = Transfer<A>> {
        // The transfers come first, then empty places.
        self.transfers.iter().map_while(|transfer| *transfer)
    }

    /// What this seat gives.
    pub fn given_by(&self, seat: Seat) -> impl Iterator<Item = Transfer<A>> {
        self.transfers().filter(move |transfer| transfer.from == seat)
    }

    /// All who give or get something.
    pub fn parties(&self) -> Seats {
        self.transfers().fold(Seats::NONE, |parties, transfer| parties.with(transfer.from).with(transfer.to))
    }

    /// Does each party give something and get something?
    pub fn is_mutual(&self) -> bool {
        let givers: Seats = self.transfers().map(|transfer| transfer.from).collect();
        let takers: Seats = self.transfers().map(|transfer| transfer.to).collect();
        givers == takers
    }

    /// Carries out all transfers or none: `give` moves one asset, and `check` looks at the state after the whole deal, so that two
    /// players who swap need not be able to hold both things in between.
    pub fn carry_out<S: Copy, E>(
        &self,
        state: &mut S,
        mut give: impl FnMut(&mut S, Transfer<A>) -> Result<(), E>,
        check: impl FnOnce(&S) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut after = *state;
        self.transfers().try_for_each(|transfer| give(&mut after, transfer))?;
        check(&after)?;
        *state = after;
        Ok(())
    }
}

fn wrong(part: &str) -> String {
    let part: String = part.trim().chars().take(40).collect();
    format!("`{part}` is not a part of a deal; write who gives to whom and what, such as `1>2 500`, with commas between")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("there is no `{text}`"))
    }

    fn read(text: &str) -> Result<Deal<u8, 3>, String> {
        Deal::read(text, asset)
    }

    #[test]
    fn a_deal_reads_back_what_it_wrote() {
        for text in ["1>2 5", "1>2 5, 2>1 6", "3>1 1, 1>2 1, 2>3 1"] {
            assert_eq!(read(text).unwrap().write(u8::to_string), text);
        }
        assert_eq!(read(" 1>2  5 ,2>1 6 ").unwrap(), read("1>2 5, 2>1 6").unwrap());
    }

    #[test]
    fn what_is_no_deal_is_told() {
        for (text, told) in [
            ("", "is not a part of a deal"),
            ("5", "is not a part of a deal"),
            ("1 2 5", "is not a part of a deal"),
            ("1>0 5", "0 is not a seat"),
            ("1>17 5", "17 is not a seat"),
            ("1>2 x", "there is no `x`"),
            ("1>2 5,", "is not a part of a deal"),
            ("1>1 5", "nobody gives to themselves"),
            ("1>2 5, 1>2 5", "twice"),
            ("1>2 1, 1>2 2, 1>2 3, 1>2 4", "at most 3 things"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(told), "`{text}`: {fault}");
        }
        let long = "1>2 1, ".repeat(10_000);
        assert!(read(&long).unwrap_err().len() < 200, "a long text makes no long answer");
    }

    #[test]
    fn a_deal_that_may_not_be_moves_nothing() {
        // Both own all the trucks they may have; only the state after the swap counts.
        let give = |trucks: &mut [u8; 2], transfer: Transfer<u8>| {
            trucks[transfer.to.index()] += transfer.asset;
            trucks[transfer.from.index()] -= transfer.asset;
            Ok(())
        };
        let at_most_five = |trucks: &[u8; 2]| if trucks.iter().all(|count| *count <= 5) { Ok(()) } else { Err("a sixth truck") };
        let mut trucks = [5, 5];
        let (swap, gift) = (read("1>2 1, 2>1 1").unwrap(), read("1>2 1").unwrap());
        assert_eq!(swap.carry_out(&mut trucks, give, at_most_five), Ok(()));
        assert_eq!(gift.carry_out(&mut trucks, give, at_most_five), Err("a sixth truck"));
        assert_eq!(trucks, [5, 5]);
        assert!(swap.is_mutual() && !gift.is_mutual());
        assert!(read("3>1 1, 1>2 1, 2>3 1").unwrap().is_mutual(), "passing things round is mutual");
    }
}
