//! A choice as its player reads it, and the words that several decisions share. Nothing hidden from its player is told.

use crate::{Action, Airport, CompetitorsRules, Contract, State, Territory};
use kernel::{Line, Money, Notation, Seat, say::counted};

/// A choice as its player reads it: the words on its button, what it would change, and what it is about.
pub(crate) struct Choice {
    pub label: Line,
    pub effect: String,
    pub topic: &'static str,
}

impl Choice {
    /// These words on the button, resting on this clause.
    pub fn new(clause: &'static str, label: impl Into<String>) -> Choice {
        Choice { label: Line::new(clause, label), effect: String::new(), topic: "" }
    }

    /// An action that is no choice now, as it is written.
    pub fn written(rules: &CompetitorsRules, action: &Action) -> Choice {
        Choice::new("CMP-TURN-1", rules.write(action))
    }

    /// All that it would change.
    pub fn so<S: AsRef<str>>(self, parts: impl IntoIterator<Item = S>) -> Choice {
        let parts: Vec<S> = parts.into_iter().filter(|part| !part.as_ref().is_empty()).collect();
        let effect = parts.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("; ");
        Choice { effect, ..self }
    }

    /// What it is about.
    pub fn under(self, topic: &'static str) -> Choice {
        Choice { topic, ..self }
    }
}

impl CompetitorsRules {
    /// What is left after paying this.
    pub(crate) fn left(&self, state: &State, seat: Seat, price: Money) -> String {
        match state.player(seat).money.less(price) {
            Some(Money::ZERO) => "nothing left".to_owned(),
            Some(left) => format!("{left} left"),
            None => "more than you have".to_owned(),
        }
    }

    /// What is in hand after receiving this.
    pub(crate) fn in_hand(&self, state: &State, seat: Seat, gain: Money) -> String {
        let bank = if self.options.bank_limited { gain.min(state.bank.max(Money::ZERO)) } else { gain };
        format!("{} in hand", state.player(seat).money + bank)
    }

    /// What a territory has for tokens.
    pub(crate) fn facilities(&self, at: Territory) -> String {
        let card = &self.pack[at];
        let port = if card.port.is_some() { "port" } else { "no port" };
        let airport = match card.airport {
            Airport::None => "no airport",
            Airport::National => "national airport",
            Airport::Intercontinental => "intercontinental airport",
        };
        let flag = if card.red_flag { ", red flag" } else { "" };
        format!("{}: {port}, {airport}{flag}", card.continent.words())
    }

    /// What a delivery of this contract earns. (CMP-DELIV-9, CMP-SPEC-12)
    pub(crate) fn reward_words(
        &self,
        state: &State,
        seat: Seat,
        card: Contract,
        sender: Territory,
        receiver: Territory,
    ) -> String {
        let reward = self.goods(card).map_or(Money::ZERO, |goods| goods.reward);
        let bonus = self.bonus(state, seat, sender, receiver);
        let points = counted(self.pack.victory_points(sender, receiver), "victory point");
        let bonus = if bonus > Money::ZERO { format!(", a bonus of {bonus}") } else { String::new() };
        format!("{reward}{bonus} and {points}")
    }

    /// A special card that may be played. (D17, D20, D21)
    pub(crate) fn choice_of_play(&self, state: &State, seat: Seat, card: Contract) -> Choice {
        let does = self.pack[card].special().map_or(String::new(), |special| special.to_string());
        let label = format!("Play {}", self.card_apart(card, state.player(seat).contracts));
        Choice::new("CMP-SPEC-3", label).so([does]).under("Cards")
    }
}
