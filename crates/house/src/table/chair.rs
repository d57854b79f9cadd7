//! The chairs of a table: who sits where, and who plays each seat now.

use super::{Holder, Live};
use crate::{fault::Fault, token};
use kernel::{Seat, Seats};

/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 24;

/// What somebody is called who gives no name.
pub const GUEST: &str = "Guest";

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// The name that all see.
    pub name: String,
    /// Who holds the seat.
    pub holder: Holder,
    /// The bot that plays for an absent person.
    pub standing_in: Option<String>,
    /// Did the host or the clock put that bot there, not the person?
    pub by_host: bool,
    /// What the seat adds to the luck of the table.
    pub entropy: kernel::Key,
}

impl Chair {
    /// The bot that plays this seat now, if one does.
    pub fn bot(&self) -> Option<&str> {
        match &self.holder {
            Holder::Bot(bot) => Some(bot),
            Holder::Person(_) => self.standing_in.as_deref(),
        }
    }
}

impl Live {
    /// Who sits here.
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index())?.as_ref()
    }

    /// The name of the player on this seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.chair(seat).map_or("Somebody", |chair| &chair.name)
    }

    /// The seats that this visitor holds.
    pub fn seats_of(&self, token: &str) -> Seats {
        let holder = Holder::Person(token::hash(token));
        let own = |(index, chair): (usize, &Option<Chair>)| {
            chair.as_ref().filter(|chair| chair.holder == holder).and_then(|_| Seat::new(index))
        };
        self.chairs.iter().enumerate().filter_map(own).collect()
    }

    /// All seats of the person who holds this one.
    pub fn held_with(&self, seat: Seat) -> Seats {
        let holder = self.chair(seat).map(|chair| &chair.holder);
        let same = |other: &Seat| holder.is_some() && self.chair(*other).map(|chair| &chair.holder) == holder;
        Seats::first(self.chairs.len()).filter(same).collect()
    }

    /// Seats that nobody has taken.
    pub fn free_seats(&self) -> Seats {
        self.chairs.iter().enumerate().filter(|(_, chair)| chair.is_none()).filter_map(|(index, _)| Seat::new(index)).collect()
    }

    /// Did this visitor make the table?
    pub fn is_host(&self, token: &str) -> bool {
        self.founding.host.as_deref() == Some(&token::hash(token))
    }

    pub(super) fn occupied(&mut self, seat: Seat) -> Result<&mut Chair, Fault> {
        let chair = self.chairs.get_mut(seat.index()).and_then(Option::as_mut);
        chair.ok_or_else(|| Fault::bad("nobody sits there"))
    }
}
