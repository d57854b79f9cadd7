//! What is told of cards: drawn, carried out, kept, hidden.

use crate::{
    content::effects::{Effect, Item as Counted, Keep, Must},
    content::things::Fortune,
    events::Event,
    state::FortuneId,
    words::telling::Teller,
};
use kernel::{
    Line, Money, Seat,
    say::{counted, listed},
};
use std::cmp::Ordering;

impl Teller<'_> {
    /// The effect that a kept card has on this player, once it takes effect. (INV-FX-7, INV-HIDDEN-13)
    pub(super) fn card_effect(&self, seat: Seat, card: FortuneId) -> String {
        let who = self.who(seat);
        match self.rules.card_terms(card) {
            [Effect::Keep(Keep::WaiveFee)] => format!("{who} does not pay the next fee due in an own turn"),
            [Effect::Keep(Keep::HalfPrice)] => format!("{who} pays half for the next business bought on landing"),
            [Effect::Keep(Keep::CancelLoss)] => format!("the next Loss card that strikes {who} does nothing to {who}"),
            [Effect::Keep(Keep::SetRoll(most))] => {
                format!("after the next roll in an own turn {who} chooses a distance from 1 to {}", counted(*most, "tile"))
            }
            [Effect::KeepMust(Must::OneDie)] => format!("{who} rolls one die"),
            [Effect::KeepMust(Must::HalfRoll)] => format!("{who} moves half the roll"),
            [Effect::KeepMust(Must::DoubleFee)] => format!("{who} pays double fees"),
            [Effect::KeepMust(Must::PayPips(amount))] => format!("{who} pays the bank {amount} for every pip rolled"),
            _ => self.rules.fortune_card(card).text.clone(),
        }
    }

    /// Why a term of a card does nothing for this player.
    pub(super) fn no_effect(&self, seat: Seat, card: FortuneId, term: u8) -> Line {
        let who = self.who(seat);
        let (clause, text) = match self.rules.card_terms(card).get(usize::from(term)) {
            Some(Effect::ReceivePer(item, _)) => {
                ("INV-PFX-5", format!("{who} receives nothing: {who} owns {}.", self.none_of(*item)))
            }
            Some(Effect::PayPer(item, _)) => ("INV-PFX-6", format!("{who} pays nothing: {who} owns {}.", self.none_of(*item))),
            Some(Effect::ReceiveEach(_)) => ("INV-PFX-3", format!("{who} receives nothing: nobody else can pay now.")),
            Some(Effect::PayEach(_)) => ("INV-PFX-4", format!("{who} pays nothing: nobody else can be paid now.")),
            Some(Effect::PayPercent(_)) => ("INV-PFX-9", format!("{who} pays nothing: {who} has no cash.")),
            Some(Effect::ExtremePayMe(..)) => ("INV-PFX-12", format!("Nobody pays {who}: by this card nobody else has to pay.")),
            Some(Effect::PayExtreme(..)) => ("INV-PFX-13", format!("{who} pays nobody: by this card nobody else is paid.")),
            Some(Effect::MoveUnowned) => ("INV-PFX-23", format!("{who} stays in place: every business is owned.")),
            Some(Effect::GainShortcut(_)) => ("INV-PFX-26", format!("{who} draws nothing: this game has no Shortcut cards.")),
            Some(Effect::LoseShortcuts) => ("INV-PFX-27", format!("{who} loses nothing: {who} holds no Shortcut card.")),
            Some(Effect::FreeInvestment) => {
                ("INV-PFX-30", format!("{who} gets no free investment: no business of {who} can take one now."))
            }
            Some(Effect::LoseInvestment) => ("INV-PFX-31", format!("{who} returns nothing: {who} owns no investment.")),
            Some(Effect::SellBusiness) => ("INV-PFX-32", format!("{who} sells nothing: {who} owns no business.")),
            Some(Effect::BuyAny(_)) => {
                ("INV-PFX-33", format!("{who} buys nothing: the bank has no business that {who} could pay for."))
            }
            _ => ("INV-CARD-4", format!("The card does nothing for {who}.")),
        };
        Line::new(clause, text)
    }

    /// Things that somebody has none of. (INV-PFX-5)
    pub(super) fn none_of(&self, item: Counted) -> String {
        match item {
            Counted::Business => "no business".into(),
            Counted::Investment => "no investment".into(),
            Counted::Monopoly => "no monopoly".into(),
            Counted::Series => "no complete series".into(),
            Counted::Type(kind) => {
                format!("no business of the type {}", self.rules.pack.types.get(usize::from(kind.0)).map_or("", String::as_str))
            }
        }
    }

    /// Profit and Loss cards, Shortcut cards, Global Economy cards.
    pub(super) fn cards(&self, event: &Event) -> Option<Line> {
        let drawn = |fortune: Fortune| if fortune == Fortune::Profit { "INV-PROFIT-1" } else { "INV-LOSS-1" };
        Some(match *event {
            Event::FortuneRolled { seat, die, fortune } => {
                Line::new("INV-FORT-15", format!("{} rolls a {die}: a {} card.", self.who(seat), fortune.words()))
            }
            Event::CardDrawn { seat, fortune, card } => {
                let whole = self.whole_card(fortune, card);
                Line::new(drawn(fortune), format!("{} draws the {} card {whole}", self.who(seat), fortune.words()))
            }
            Event::CardIgnored { fortune, card } => {
                let (kind, card) = (fortune.words(), self.card(fortune, card));
                let whom = if self.rules.single { "for everybody at once" } else { "for both players" };
                Line::new("INV-FX-2", format!("The {kind} card {card} cannot be carried out {whom} and goes back."))
            }
            Event::CardCancelled { seat, fortune, card } => {
                Line::new("INV-FX-7", format!("{} cancels {}.", self.who(seat), self.card(fortune, card)))
            }
            Event::CardRefused { seat, fortune, card } => {
                Line::new("INV-LOSS-4", format!("{} refuses to follow {}.", self.who(seat), self.card(fortune, card)))
            }
            Event::CardKept { seat, fortune, card } => {
                Line::new("INV-KEEP-1", format!("{} keeps {} for later.", self.who(seat), self.card(fortune, card)))
            }
            Event::KeptAtWork { seat, card } => {
                let (who, what) = (self.who(seat), self.card_effect(seat, FortuneId::new(Fortune::Loss, card)));
                let card = self.card(Fortune::Loss, card);
                Line::new("INV-KEEP-4", format!("The Loss card {card} that {who} kept takes effect in this turn: {what}."))
            }
            Event::KeptExpired { seat, fortune, card } => {
                let card = self.card(fortune, card);
                Line::new("INV-KEEP-5", format!("The card {card} that {} kept expires at the end of the lap.", self.who(seat)))
            }
            Event::CardRolled { seat, die } => Line::new("INV-FORT-2", format!("{} rolls a {die} for the card.", self.who(seat))),
            Event::ContestRolled { seat, die } => {
                Line::new("INV-FORT-2", format!("{} rolls a {die} for the card.", self.who(seat)))
            }
            Event::NoEffect { seat, card, term } => self.no_effect(seat, card, term),
            Event::Received { seat, amount: Money::ZERO, .. } => {
                Line::new("INV-COMP-3", format!("The bank is empty: {} receives nothing.", self.who(seat)))
            }
            Event::Received { seat, from, amount } => {
                Line::new("INV-FORT-5", format!("{} receives {amount} from {}.", self.who(seat), self.to(from)))
            }
            Event::WillMiss { seat, count: 1 } => Line::new("INV-PFX-28", format!("{} will miss a turn.", self.who(seat))),
            Event::WillMiss { seat, count } => {
                Line::new("INV-PFX-28", format!("{} will miss {}.", self.who(seat), counted(count, "turn")))
            }
            Event::ExtraTurn { seat } => Line::new("INV-PFX-29", format!("{} has another turn to come.", self.who(seat))),
            Event::Named { seat, mover, business } => {
                let name = self.called(business);
                let goes = match () {
                    () if self.rules.single => "the piece of all moves".into(),
                    () if seat == mover => "and moves".into(),
                    () => format!("{} moves", self.who(mover)),
                };
                let colon = if goes.starts_with("and") { "" } else { ":" };
                let text = format!("{} names {name}{colon} {goes} there.", self.who(seat));
                Line::new(if seat == mover { "INV-PFX-24" } else { "INV-PFX-25" }, text)
            }
            Event::ShortcutDrawn { seat, card: Some(card) } => {
                let (name, text) = (self.shortcut(card), &self.rules.shortcut_card(card).text);
                Line::new("INV-SHORT-1", format!("{} draws the Shortcut card {name}: {text}", self.who(seat)))
            }
            Event::ShortcutDrawn { seat, card: None } => {
                Line::new("INV-SHORT-1", format!("{} draws a Shortcut card.", self.who(seat)))
            }
            Event::ShortcutsLost { seat, ref cards } => {
                let (clause, one) = ("INV-SHORT-10", cards.len() == 1);
                let cards = listed(cards.iter().map(|card| self.shortcut(*card)));
                let noun = if one { "card" } else { "cards" };
                Line::new(clause, format!("{} loses the Shortcut {noun} {cards}.", self.who(seat)))
            }
            Event::GlobalDrawn { seat, card, tokens } => {
                let (name, text) = (self.rules.global_called(card), &self.rules.pack.globals[usize::from(card)].text);
                let rounds = counted(tokens, "round");
                Line::new(
                    "INV-GLOB-2",
                    format!("{} draws the Global Economy card “{name}”, for {rounds}: {text}", self.who(seat)),
                )
            }
            Event::TokensSet { seat, card, before, tokens } => {
                let (who, name) = (self.who(seat), self.rules.global_called(card));
                let change = counted(tokens.abs_diff(before), "round");
                let change = match tokens.cmp(&before) {
                    Ordering::Greater => format!("lasts {change} longer"),
                    Ordering::Less => format!("ends {change} sooner"),
                    Ordering::Equal => "already lasts as long as any card can".into(),
                };
                let left = if tokens == 0 { "now".into() } else { format!("{} left", counted(tokens, "round")) };
                Line::new("INV-GLOB-6", format!("{who} lands on a Global Economy tile: “{name}” {change}, {left}."))
            }
            Event::TokenRemoved { card, tokens: 0 } => {
                Line::new("INV-GLOB-8", format!("The last round of “{}” is over.", self.rules.global_called(card)))
            }
            Event::TokenRemoved { card, tokens } => {
                let rounds = counted(tokens, "round");
                Line::new("INV-GLOB-8", format!("“{}” has {rounds} left.", self.rules.global_called(card)))
            }
            Event::GlobalExpired { card } => {
                let name = self.rules.global_called(card);
                Line::new("INV-GLOB-8", format!("The Global Economy card “{name}” is no longer in force."))
            }
            _ => return None,
        })
    }

    /// Hidden cards and answers.
    pub(super) fn hidden_cards(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::HiddenTaken { seat, fortune } => {
                Line::new("INV-HIDDEN-3", format!("{} takes an unseen {} card.", self.who(seat), fortune.words()))
            }
            Event::HiddenKept { seat, fortune, new } => {
                let which = if new { "the new" } else { "the old" };
                Line::new("INV-HIDDEN-4", format!("{} keeps {which} {} card, unseen.", self.who(seat), fortune.words()))
            }
            Event::HiddenUsed { seat, target, fortune, card } => {
                let (kind, whole) = (fortune.words(), self.whole_card(fortune, card));
                let (who, target) = (self.who(seat), self.who(target));
                let text = format!("{who} uses a hidden {kind} card on both {target} and {who}. {whole}");
                Line::new("INV-HIDDEN-6", text)
            }
            Event::Armed { seat, card } => {
                let what = self.card_effect(seat, card);
                let when = match self.rules.card_terms(card) {
                    [Effect::KeepMust(_)] => format!("In the next turn of {}", self.who(seat)),
                    _ => format!("Once, before {} completes the lap", self.who(seat)),
                };
                Line::new("INV-HIDDEN-10", format!("{when}: {what}."))
            }
            Event::ArmedLapsed { seat } => {
                let text = format!("{} completes the lap: what hidden cards were still to do is gone.", self.who(seat));
                Line::new("INV-HIDDEN-10", text)
            }
            Event::Answered { seat } => Line::new("INV-POLL-3", format!("{} has answered.", self.who(seat))),
            _ => return None,
        })
    }
}
