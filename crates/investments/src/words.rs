//! What pages, logs and the terminal say. The words of a decision stand with the decision; here are those that several share.

pub(crate) mod drawing;
pub(crate) mod flows;
pub(crate) mod saying;
pub(crate) mod table_words;
pub(crate) mod telling;
mod telling_of_cards;

use crate::{
    actions::Action,
    content::things::Businesses,
    decisions::Decision,
    events::Event,
    rules::InvestmentsRules,
    state::{DebtKind, Ending, MONOPOLY, State},
    words::saying::{Reader, more},
};
use kernel::{Bargain, Figure, Line, Money, Refusal, Rules, Seat, Viewer, Words, say::Unit};

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

    /// What it would change.
    pub fn with(self, effect: impl Into<String>) -> Choice {
        Choice { effect: effect.into(), ..self }
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

impl Words for InvestmentsRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        if let Some(verdict) = self.verdict(state, names) {
            return verdict;
        }
        let reader = Reader { viewer, names };
        let line = self.now(state).ask(self, state, &reader);
        match viewer {
            Viewer::Seat(seat) if self.turn(state).admits(seat) => line,
            Viewer::Seat(seat) if state.player(seat).jail > 0 => {
                let turns = more(state.player(seat).jail, "turn");
                Line::new(line.clause, format!("{} You are in jail for {turns}.", line.text))
            }
            _ => line,
        }
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Line {
        self.choice(state, seat, action, names).label
    }

    fn effect(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> String {
        self.choice(state, seat, action, names).effect
    }

    fn amount(&self, state: &State, seat: Seat, least: &Action, names: &[String]) -> String {
        match least {
            Action::Bid(_) => "Bid".into(),
            Action::Auction { item, .. } => format!("Auction {} from", self.item_called(state, seat, *item)),
            Action::Bet { choice, .. } => format!("Stake on “{}”", self.bet_called(state, *choice)),
            _ => self.choice(state, seat, least, names).label.text,
        }
    }

    fn topic(&self, state: &State, seat: Seat, action: &Action) -> &'static str {
        self.choice(state, seat, action, &[]).topic
    }

    fn bargains(&self, state: &State, seat: Seat, names: &[String]) -> Vec<Bargain> {
        self.possible_deals(state, seat, names)
    }

    fn standing_answer(&self, kind: &str) -> &'static str {
        match kind {
            "shortcut" => "Play no Shortcut card, until I say otherwise",
            "hidden" => "Use no hidden card, until I say otherwise",
            "interest" => "I do not want to bid at auctions, until I say otherwise",
            "refusal" => "Pay and follow cards, until I say otherwise",
            "bet" => "I do not bet, until I say otherwise",
            "take" => "I take no business by force, until I say otherwise",
            "end" => "I do not agree to end the game, until I say otherwise",
            "forced" => "Sell what a forced trade demands, until I say otherwise",
            "bid" => "Pass in all auctions, until I say otherwise",
            _ => "Decline all deals, until I say otherwise",
        }
    }

    /// What somebody would like to do and cannot, where the reason is worth knowing.
    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        if !self.turn(state).admits(seat) || !state.offers.asked().is_empty() {
            return Vec::new();
        }
        let mut wanted = Vec::new();
        self.now(state).wanted(self, state, seat, &mut wanted);
        let mut barred: Vec<(Action, Refusal)> =
            wanted.into_iter().filter_map(|action| Some((action, self.may(state, seat, &action).err()?))).collect();
        // If one investment is refused, upgrades by several need no reasons of their own.
        barred.dedup_by_key(|(action, _)| kind_of_upgrade(action));
        barred
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        self.told(event, names)
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        self.drawn(state, viewer, names)
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        self.scored(state, names)
    }

    /// Bank cards where they end the game, else wealth tokens; whoever is alone and wins without a limit counts rounds. (INV-END-18,
    /// INV-SOLO-4)
    fn score_unit(&self, state: &State) -> Unit {
        match state.ending {
            Some(ending) if self.players == 1 && ending.is_success_without_limit() => Unit::new("round", "rounds"),
            Some(Ending::BankCards) => Unit::new("Bank card", "Bank cards"),
            _ => Unit::new("wealth token", "wealth tokens"),
        }
    }

    fn chart_values(&self, state: &State) -> Vec<i64> {
        self.seats().map(|seat| i64::from(self.worth_in_all(state, seat).units()) / 1_000).collect()
    }

    fn chart_caption(&self) -> &'static str {
        "worth in thousands: money, businesses and upgrades at list prices, Bank cards, less loans"
    }

    /// Where money comes from and goes for good; what is bought and sold only changes its form.
    fn sources(&self) -> Vec<String> {
        ["fees", "subsidies", "cards", "the Casino", "taxes and other payments"].map(str::to_owned).to_vec()
    }

    fn brought(&self, _before: &State, event: &Event, add: &mut dyn FnMut(Seat, usize, i64)) {
        let thousands = |amount: Money| i64::from(amount.units()) / 1_000;
        match *event {
            Event::Paid { seat, to, amount, kind, .. } => {
                let source = match kind {
                    DebtKind::Fee | DebtKind::AgreedFee | DebtKind::ReverseFee => 0,
                    DebtKind::Card => 2,
                    _ => 4,
                };
                add(seat, source, -thousands(amount));
                if let Some(to) = to {
                    add(to, source, thousands(amount));
                }
            }
            Event::Subsidised { seat, amount, .. } => add(seat, 1, thousands(amount)),
            Event::Received { seat, from, amount } => {
                add(seat, 2, thousands(amount));
                if let Some(from) = from {
                    add(from, 2, -thousands(amount));
                }
            }
            Event::Bet { seat, won, amount, .. } => add(seat, 3, if won { thousands(amount) } else { -thousands(amount) }),
            _ => {}
        }
    }

    fn sources_of(&self) -> &'static str {
        "money, in thousands,"
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn course(&self, state: &State, figures: &mut Vec<Figure>) {
        let players = &state.players[..self.players];
        let money: i64 = players.iter().map(|player| i64::from(player.cash.units())).sum();
        figures.extend([
            ("money_in_thousands", money / 1_000),
            ("businesses_owned", self.owned_in_all(state)),
            ("complete_series", self.complete_in_all(state)),
            ("investments", state.investments.into()),
            ("monopolies", state.monopolies.into()),
            ("loans", state.mortgaged.len() as i64),
            ("bank_cards_sold", self.bank_cards_sold(state)),
        ]);
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        let players = &state.players[..self.players];
        let money: i64 = players.iter().map(|player| i64::from(player.cash.units())).sum();
        let ended = |ending: Ending| i64::from(state.ending == Some(ending));
        figures.extend([
            ("rounds", state.round.into()),
            ("players_out", state.outs.into()),
            ("money_in_thousands", money / 1_000),
            ("businesses_owned", self.owned_in_all(state)),
            ("complete_series", self.complete_in_all(state)),
            ("investments", state.investments.into()),
            ("monopolies", state.monopolies.into()),
            ("loans", state.mortgaged.len() as i64),
            ("bank_cards_sold", self.bank_cards_sold(state)),
            ("offences", players.iter().map(|player| i64::from(player.offences)).sum()),
            ("ended_last_player", ended(Ending::LastPlayer)),
            ("ended_bank_cards", ended(Ending::BankCards)),
            ("ended_agreement", ended(Ending::Agreement)),
            ("ended_rounds", ended(Ending::Rounds)),
            ("ended_minutes", ended(Ending::Minutes)),
            ("ended_two_monopoly_groups", ended(Ending::TwoMonopolyGroups)),
            ("ended_own_45", ended(Ending::Own45)),
            ("ended_four_groups", ended(Ending::FourGroups)),
            ("ended_last_round", ended(Ending::LastRound)),
            ("ended_solo_out", ended(Ending::SoloOut)),
        ]);
    }

    fn flows(&self) -> &'static [&'static str] {
        self.flow_names()
    }

    fn flow(&self, event: &Event, add: &mut dyn FnMut(usize, i64)) {
        self.flow_of(event, add);
    }
}

impl InvestmentsRules {
    fn owned_in_all(&self, state: &State) -> i64 {
        Businesses::ALL.filter(|one| state.owner(*one).is_some()).count() as i64
    }

    fn complete_in_all(&self, state: &State) -> i64 {
        self.seats().map(|seat| self.complete_series(state, seat) as i64).sum()
    }

    fn bank_cards_sold(&self, state: &State) -> i64 {
        i64::from(self.pack.numbers.bank_cards) - i64::from(state.bank_cards)
    }

    /// The words of a choice, by what is asked.
    pub(crate) fn choice(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Choice {
        self.now(state).choice(self, state, seat, action, &Reader::on(seat, names))
    }

    /// The words of what can be chosen in several places.
    pub(crate) fn usual_choice(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::SellUpgrade(_)
            | Action::Sell(_)
            | Action::SellShortcut(_)
            | Action::SellBankCard
            | Action::Mortgage(_)
            | Action::Repay(_) => self.choice_of_sale(state, seat, action),
            Action::Invest(_) | Action::Monopoly => {
                let here = state.turn.landed.or(self.tile(self.piece(state, state.active())).2);
                match here {
                    Some(business) => self.choice_of_upgrade(state, seat, business, action),
                    None => Choice::new("INV-TURN-4", "Upgrade the business landed on"),
                }
            }
            Action::Offer(_) | Action::AcceptOffer(_) | Action::Decline(_) | Action::Withdraw(_) | Action::Counter(..) => {
                self.choice_of_deal(state, seat, action, reader)
            }
            Action::Auction { item, price } => self.choice_of_auction(state, seat, item, price),
            Action::BuyBankCard | Action::ProposeEnd | Action::Resign | Action::End => {
                self.choice_in_trade(state, seat, action, reader)
            }
            _ => Choice::new("INV-TURN-1", if *action == Action::Yes { "Yes" } else { "No" }),
        }
    }

    /// The level of a business in a word or two.
    pub(crate) fn level_called(&self, level: u8) -> String {
        match level {
            MONOPOLY => "a monopoly".into(),
            0 => "no investments".into(),
            level => kernel::say::counted(level, "investment"),
        }
    }
}

/// Upgrades that are refused together.
fn kind_of_upgrade(action: &Action) -> Action {
    if matches!(action, Action::Invest(_)) { Action::Invest(1) } else { *action }
}

/// What a fee becomes.
pub(crate) fn fee_becomes(before: Money, after: Money) -> String {
    if before == after { format!("fee {after}, as before") } else { format!("fee {before} → {after}") }
}
