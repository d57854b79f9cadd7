//! Texts that say before a choice what it would change.

use crate::{
    actions::Action,
    places::Warehouse,
    reach::Way,
    rules::ProfitabilityRules,
    state::{GoodHandled, State},
    words::euro,
};
use kernel::{Money, Silent, say::counted};

impl ProfitabilityRules {
    /// What the action would change for the player in turn; empty if its label already says so.
    pub(crate) fn changes(&self, state: &State, action: &Action) -> String {
        let colour = state.colour();
        let here = state.truck(colour).warehouse();
        let parts = match (*action, here) {
            (Action::Price { colour, direction }, _) => {
                let mut after = *state;
                self.move_price(&mut after, None, colour, direction, &mut Silent);
                vec![format!("{} → {}", Money::new(self.price(state, colour)), euro(self.price(&after, colour)))]
            }
            (Action::Drive { to, via }, _) => {
                let price = Way::of(self, state, colour).and_then(|way| way.price(to, via, state.points));
                price.map_or_else(Vec::new, |price| vec![self.points_after(state, price, 0)])
            }
            (Action::Unload(good), Some(warehouse)) => {
                let (price, extra) = self.earns(state, colour, good, warehouse);
                vec![self.booked_after(state, price + extra, extra), self.points_after(state, 1, price + extra)]
            }
            (Action::Scrap, Some(warehouse)) => {
                let cost = self.damage(colour, warehouse);
                vec![self.booked_after(state, -cost, 0), self.points_after(state, 1, -cost)]
            }
            (Action::Load { good, .. }, Some(_)) => {
                vec![format!("worth {} now", euro(self.price(state, good))), self.points_after(state, 1, 0)]
            }
            (Action::End, _) => self.end_of_turn(state, state.points, 0),
            (Action::Back, Some(warehouse)) => self.taken_back(state, warehouse),
            _ => Vec::new(),
        };
        parts.join(", ")
    }

    /// The booking and the profit after it. (PRF-UNLOAD-5, PRF-DMG-3)
    fn booked_after(&self, state: &State, amount: i32, extra: i32) -> String {
        let total = euro(state.profits[self.account(state.colour())].units() + amount);
        let extra = if extra > 0 { format!(" ({} extra)", Money::new(extra)) } else { String::new() };
        match amount {
            0 => "earns nothing".into(),
            1.. => format!("+{}{extra} → {total}", euro(amount)),
            _ => format!("−{} → {total}", euro(-amount)),
        }
    }

    /// What is left after spending this price, or what the end of the turn brings; `booked` is added to the profit. (PRF-TURN-7)
    fn points_after(&self, state: &State, price: u8, booked: i32) -> String {
        match state.points.saturating_sub(price) {
            0 if !self.take_back => {
                let end = self.end_of_turn(state, 0, booked);
                std::iter::once("your turn ends".to_owned()).chain(end).collect::<Vec<_>>().join(", ")
            }
            left => format!("{} left", counted(left, "action point")),
        }
    }

    /// What follows from ending the turn with this many points left and this change of the profit. (PRF-TURN-6, PRF-END-1 to
    /// PRF-END-4)
    fn end_of_turn(&self, state: &State, left: u8, booked: i32) -> Vec<String> {
        let total = state.profits[self.account(state.colour())].units() + booked;
        let mut parts = Vec::new();
        if left > 0 {
            parts.push(format!("{} lost", counted(left, "action point")));
        }
        match state.closing {
            Some(1) => parts.push("the match ends".into()),
            None if total >= self.target => parts.push("everybody else has one more turn".into()),
            _ => {}
        }
        parts
    }

    /// What is restored when the last good handled is taken back. (PRF-WH-10)
    fn taken_back(&self, state: &State, warehouse: Warehouse) -> Vec<String> {
        let colour = state.colour();
        let booked = match state.goods_handled.last() {
            None => return Vec::new(),
            Some(GoodHandled::Unloaded(good)) => {
                let (price, extra) = self.earns(state, colour, good, warehouse);
                -price - extra
            }
            Some(GoodHandled::Scrapped) => self.damage(colour, warehouse),
            Some(GoodHandled::Loaded(..)) => 0,
        };
        let mut parts = Vec::new();
        if booked != 0 {
            parts.push(self.booked_after(state, booked, 0));
        }
        parts.push(format!("{} left", counted(state.points + 1, "action point")));
        parts
    }
}
