//! The score worked out, clause by clause: the six wealth tokens or the Bank cards, the places, and how it ended.

use crate::rules::InvestmentsRules;
use crate::state::Ending;
use crate::state::State;
use crate::turn::ending::COUNTS;
use kernel::{
    Line, Money, Rules, Seat, Seats,
    say::{self, counted, name, ordinal},
};

/// What the six wealth tokens are for. (INV-WEALTH-1)
const TOKENS: [&str; COUNTS] = ["Bank cards", "monopolies", "investments", "complete series", "businesses", "money"];

impl InvestmentsRules {
    /// Who stands where, and why.
    pub(crate) fn scored(&self, state: &State, names: &[String]) -> Vec<Line> {
        let mut lines = match state.ending {
            Some(Ending::BankCards) if self.players > 1 => self.bank_cards_scored(state, names),
            _ => self.wealth_scored(state, names),
        };
        lines.extend(self.places(state, names));
        lines.extend(self.verdict(state, names));
        lines
    }

    /// Bank cards, and what decides among equals. (INV-END-2, INV-END-7, INV-END-11)
    fn bank_cards_scored(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |seat: Seat| {
            let [cards, monopolies, investments, _, businesses, money] = self.counts(state, seat);
            let cards = counted(cards, "Bank card");
            let rest = format!(
                "{}, {}, {}, {} in money",
                many(monopolies, "monopoly", "monopolies"),
                counted(investments, "investment"),
                many(businesses, "business", "businesses"),
                say::grouped(money)
            );
            Line::new("INV-END-2", format!("{}: {cards}; then {rest}", name(names, seat)))
        };
        state.remaining().map(line).collect()
    }

    /// Who takes each token, and with what. (INV-WEALTH-1, INV-WEALTH-3, INV-WEALTH-4)
    fn wealth_scored(&self, state: &State, names: &[String]) -> Vec<Line> {
        let (wealth, left) = (self.wealth(state), state.remaining());
        let counts = |seat: Seat, token: usize| self.counts(state, seat)[token];
        let line = |token: usize| {
            let most = { left }.map(|seat| counts(seat, token)).max().unwrap_or(0);
            let tied: Seats = { left }.filter(|seat| counts(*seat, token) == most).collect();
            let (what, holders, many) = (TOKENS[token], say::names(names, wealth[token]), say::grouped(most));
            match wealth[token].len() {
                0 if most == 0 => Line::new("INV-WEALTH-4", format!("Token for {what}: nobody has any")),
                0 => {
                    let tied = say::names(names, tied);
                    Line::new("INV-WEALTH-3", format!("Token for {what}: nobody, as {tied} tie with {many}"))
                }
                1 => Line::new("INV-WEALTH-1", format!("Token for {what}: {holders} with {many}")),
                _ => Line::new("INV-WEALTH-3", format!("Token for {what}: {holders} with {many} each")),
            }
        };
        (0..COUNTS).map(line).collect()
    }

    /// The figure and the place of each player. (INV-END-18, INV-SOLO-4)
    fn places(&self, state: &State, names: &[String]) -> Vec<Line> {
        let outcome = self.outcome(state);
        let wealth = self.wealth(state);
        let line = |seat: Seat| {
            let (who, player) = (name(names, seat), state.player(seat));
            let worth = self.worth_in_all(state, seat);
            let stands = match () {
                () if player.out > 0 => format!("out of the game, the {} to go", ordinal(player.out)),
                () if state.ending == Some(Ending::BankCards) && self.players > 1 => counted(player.bank_cards, "Bank card"),
                // INV-SOLO-4: the rounds taken, after a success without a limit.
                () if self.players == 1 && state.ending.is_some_and(Ending::is_success_without_limit) => {
                    format!("{} taken", counted(state.round, "round"))
                }
                () if self.players == 1 => {
                    counted(self.counts(state, seat).iter().filter(|count| **count > 0).count() as i64, "wealth token")
                }
                () => counted(self.tokens(&wealth, seat), "wealth token"),
            };
            let place = match &outcome {
                Some(outcome) => format!("{} place, ", ordinal(i64::from(outcome.place(seat)))),
                None => String::new(),
            };
            let worth = if worth > Money::ZERO { format!("; worth {worth} in all") } else { String::new() };
            Line::new("INV-END-18", format!("{who}: {place}{stands}{worth}"))
        };
        self.seats().map(line).collect()
    }
}

/// So many, where the plural is no noun with an `s`.
fn many(count: i64, one: &str, many: &str) -> String {
    format!("{} {}", say::grouped(count), if count == 1 { one } else { many })
}
