//! Taking back with everybody's consent: how much is taken back, and who has to agree.

use super::{Holder, Live};
use kernel::{Seat, Seats};

/// Somebody asks everybody to take back the last action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who asks.
    pub by: Seat,
    /// Whose consent is still missing.
    pub missing: Seats,
}

impl Live {
    /// The people whose consent a request of this seat needs: all but the asker, bots and those who let a bot stand in for
    /// them. Where the host put the bot there, the person is asked about what they did themselves.
    pub fn to_be_asked(&self, by: Seat) -> Seats {
        let asker = self.chair(by).map(|chair| &chair.holder);
        let concerned = self.acted_themselves(self.to_take_back());
        let asked = |seat: &Seat| {
            let Some(chair) = self.chair(*seat) else { return false };
            let has_a_say = match (&chair.holder, &chair.standing_in) {
                (Holder::Bot(_), _) => false,
                (Holder::Person(_), None) => true,
                (Holder::Person(_), Some(_)) => chair.by_host && concerned.contains(*seat),
            };
            has_a_say && Some(&chair.holder) != asker
        };
        Seats::first(self.chairs.len()).filter(asked).collect()
    }

    /// The seats whose people made one of the last actions themselves.
    fn acted_themselves(&self, actions: usize) -> Seats {
        let Some(table) = &self.table else { return Seats::NONE };
        let moments = table.moments();
        let maker = |moment: usize| {
            let index = moments.get(moment)?.checked_sub(1)?;
            table.actor(moment).filter(|_| self.by_bot.get(index) == Some(&false))
        };
        (0..moments.len()).rev().take(actions).filter_map(maker).collect()
    }

    /// How many actions a consent to take back the last one takes back: the last of a person, and what bots did after it.
    /// To take back a bot's alone would change nothing, since it would move again at once.
    pub fn to_take_back(&self) -> usize {
        let Some(table) = &self.table else { return 0 };
        let of_bot =
            |moment: &usize| table.actor(*moment).is_some_and(|seat| self.chair(seat).is_some_and(|chair| chair.bot().is_some()));
        let moments = table.moments().len();
        let bots = (0..moments).rev().take_while(of_bot).count();
        // The first moment is the set-up; before it nobody did anything.
        if bots + 1 < moments { bots + 1 } else { 0 }
    }
}
