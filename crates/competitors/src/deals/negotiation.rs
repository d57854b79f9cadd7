//! Negotiations at an open point: who may speak, what may be said, and its words. (CMP-NEG-1, CMP-NEG-3; D27 to D30)

use crate::{
    Accepted, Action, Asset, CompetitorsDeal, CompetitorsRules, Event, Payment, State,
    play::Play,
    words::{choice::Choice, saying::Reader},
};
use kernel::{
    Bounds, Journal, Line, Luck, Money, OfferNumber, Question, Refusal, Seat, Transfer, Turn, refuse,
    say::{counted, listed},
};

impl State {
    /// What a player is asked about an open offer. (CMP-NEG-6)
    pub(crate) fn question_of_deal(&self, seat: Seat) -> Option<Question<Action>> {
        let (number, _) = self.offers.iter().find(|(_, offer)| offer.asked().contains(seat))?;
        Some(Question { kind: "deal", standing: Some(Action::Decline(number)) })
    }

    /// Does this answer an offer of which the player is asked?
    pub(crate) fn is_answer_to_deal(&self, seat: Seat, action: &Action) -> bool {
        match action {
            Action::Accept(number, _) | Action::Decline(number) | Action::Counter(number, _) => {
                self.offers.get(*number).is_some_and(|offer| offer.asked().contains(seat))
            }
            _ => false,
        }
    }

    /// Nobody waits for players who are asked about a deal; if somebody answers for them, it is no. (D27)
    pub(crate) fn absent_at_open_point(&self, seat: Seat, own: Action) -> Action {
        match self.question_of_deal(seat) {
            Some(Question { standing: Some(answer), .. }) if self.is_open_point() => answer,
            _ if seat != self.active => Action::Pass,
            _ => own,
        }
    }
}

impl CompetitorsRules {
    /// At an open point everybody may negotiate. (CMP-NEG-1)
    pub(crate) fn turn_at_open_point(&self, state: &State) -> Turn {
        Turn { asked: state.offers.asked(), ..Turn::of(state.active).with_free(self.seats()) }
    }

    /// What a player may do of D27 to D30.
    pub(crate) fn list_negotiation(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.is_open_point() && self.seats().contains(seat) {
            self.list_answers(state, seat, out);
            self.list_proposals(state, seat, out);
        }
    }

    /// May this be said at an open point? (CMP-NEG-3)
    pub(crate) fn may_negotiate(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Ask(ask) => self.may_ask(state, seat, ask),
            Action::Offer(deal) => self.may_offer(state, seat, deal),
            Action::Accept(number, picked) => self.may_accept(state, seat, *number, picked),
            Action::Decline(number) => self.offer_to(state, seat, *number).map(drop),
            Action::Withdraw(number) => self.may_withdraw(state, seat, *number),
            Action::Counter(number, deal) => self.may_counter(state, seat, *number, deal),
            Action::Inspect(number) => self.may_inspect(state, seat, *number),
            Action::Show(number) => self.may_show(state, seat, *number),
            Action::Auction { lot, price } => self.may_auction(state, seat, lot, *price),
            _ => refuse("CMP-NEG-1", "this is no part of a negotiation"),
        }
    }

    /// The lowest price of an auction that is listed may be chosen freely.
    pub(crate) fn bounds_at_open_point(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if state.is_open_point() && self.seats().contains(seat) {
            self.bound_auctions(state, seat, out);
        }
    }

    /// What has too many possibilities to be listed: proposals, sums, the cards that are picked with an acceptance, and flights to cells.
    /// (CMP-AIR-19)
    pub(crate) fn is_open_action(&self, action: &Action) -> bool {
        match action {
            Action::Offer(_) | Action::Counter(..) | Action::Ask(_) | Action::Auction { .. } | Action::Bid(_) => true,
            Action::Accept(_, picked) => *picked != Accepted::PLAIN,
            Action::Go { token, to: crate::Stop::Cell(_) } => token.vehicle() == crate::Vehicle::Aircraft,
            _ => false,
        }
    }

    /// What the reader is asked about offers, after what else is going on. (D27)
    pub(crate) fn with_offers(&self, state: &State, line: Line, reader: &Reader) -> Line {
        let Some(seat) = reader.seat() else { return line };
        let asked: Vec<String> = { state.offers.iter() }
            .filter(|(_, offer)| offer.asked().contains(seat))
            .map(|(number, offer)| {
                format!("{} offers (offer {number}): {}", reader.name(offer.proposer()), self.offer_words(state, number, reader))
            })
            .collect();
        if asked.is_empty() {
            return line;
        }
        Line::new("CMP-NEG-6", format!("{}. {}", asked.join(". "), line.text))
    }

    /// What changes hands by an open offer, as far as the reader may know; nothing to those who are no party. (CMP-NEG-20)
    pub(crate) fn offer_words(&self, state: &State, number: OfferNumber, reader: &Reader) -> String {
        let (Some(offer), Some(seat)) = (state.offers.get(number), reader.seat()) else { return String::new() };
        if !offer.parties().contains(seat) {
            return String::new();
        }
        let parts = offer.deal().transfers().enumerate().map(|(place, transfer)| {
            let known = state.note(number).is_some_and(|note| note.is_named(seat, place));
            let words = match transfer.asset {
                Asset::Contract(card) | Asset::Shown(card) if known || transfer.from == seat => {
                    format!("the contract card {}", self.card(card))
                }
                Asset::Contract(_) | Asset::Shown(_) => "a contract card".to_owned(),
                Asset::Unnamed(_) if transfer.from == seat => "a contract card of your choice".to_owned(),
                asset => self.asset_words(asset, &Reader::on(transfer.from, reader.names)),
            };
            (transfer.from, transfer.to, words)
        });
        self.said_deal(parts, reader)
    }

    /// The words of what is said at an open point. (D27 to D30)
    pub(crate) fn choice_of_deal(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let choice = match *action {
            Action::Ask(ask) => {
                let (wanted, offered) = (self.wish_words(ask.wanted), self.wish_words(ask.offered));
                Choice::new("CMP-NEG-4", format!("Announce that you want {wanted} for {offered}"))
                    .so([self.proposals_left(state, seat)])
            }
            Action::Offer(deal) => {
                let effect = [self.after_deal(state, seat, &deal), self.proposals_left(state, seat)];
                Choice::new("CMP-NEG-5", format!("Offer: {}", self.deal_words(&deal, reader))).so(effect)
            }
            Action::Accept(number, picked) => self.choice_of_acceptance(state, seat, number, &picked, reader),
            Action::Decline(number) => {
                let label = format!("Decline offer {number}{}", self.proposed_by(state, number, reader));
                Choice::new("CMP-NEG-6", label).so(["nothing changes hands".to_owned()])
            }
            Action::Withdraw(number) => {
                let content = self.offer_words(state, number, reader);
                Choice::new("CMP-NEG-6", format!("Withdraw offer {number}")).so([content])
            }
            Action::Counter(number, deal) => {
                let label = format!("Answer offer {number} with: {}", self.deal_words(&deal, reader));
                Choice::new("CMP-NEG-6", label).so([self.after_deal(state, seat, &deal)])
            }
            Action::Inspect(number) => Choice::new(
                "CMP-CHART-7",
                format!("Ask to see the contract of offer {number}{}", self.proposed_by(state, number, reader)),
            ),
            Action::Show(number) => {
                Choice::new("CMP-CHART-7", format!("Show the contract of offer {number} to the owner of the token"))
            }
            Action::Auction { lot, price } => {
                let lot = listed(lot.assets().map(|asset| self.asset_words(asset, &Reader::on(seat, reader.names))));
                Choice::new("CMP-AUCT-2", format!("Auction {lot} from {price}")).so([self.proposals_left(state, seat)])
            }
            _ => return Choice::written(self, action),
        };
        choice.under("Trade")
    }

    /// ` of Bob`, for the player who made an offer.
    fn proposed_by(&self, state: &State, number: OfferNumber, reader: &Reader) -> String {
        state.offers.get(number).map_or(String::new(), |offer| format!(" of {}", reader.name(offer.proposer())))
    }

    fn choice_of_acceptance(&self, state: &State, seat: Seat, number: OfferNumber, picked: &Accepted, reader: &Reader) -> Choice {
        let hand = state.player(seat).contracts;
        let cards: Vec<String> = picked.cards().map(|card| self.card_apart(card, hand)).collect();
        let with = if cards.is_empty() { String::new() } else { format!(" and give {}", listed(cards)) };
        let label = format!("Accept offer {number}{}{with}", self.proposed_by(state, number, reader));
        let then = state.offers.get(number).map_or(String::new(), |offer| self.after_deal(state, seat, offer.deal()));
        Choice::new("CMP-NEG-6", label).so([self.offer_words(state, number, reader), then])
    }

    /// What a deal would leave the player in money.
    fn after_deal(&self, state: &State, seat: Seat, deal: &CompetitorsDeal) -> String {
        let money = state.player(seat).money;
        let change = |transfer: Transfer<Asset>| match transfer.asset {
            Asset::Money(amount) if transfer.to == seat => amount,
            Asset::Money(amount) if transfer.from == seat => -amount,
            // A hire is paid by its user, even if the fee is only set aside. (CMP-CHART-3)
            Asset::Hire(hire) if transfer.to == seat => -hire.fee,
            Asset::Hire(hire) if transfer.from == seat && hire.payment == Payment::Now => hire.fee,
            _ => Money::ZERO,
        };
        let after: Money = money + deal.transfers().map(change).sum::<Money>();
        if after == money || after < Money::ZERO { String::new() } else { format!("{after} in hand if it is carried out") }
    }

    fn proposals_left(&self, state: &State, seat: Seat) -> String {
        let made = state.turn.proposals.get(seat.index()).copied().unwrap_or_default();
        let left = self.options.proposals.saturating_sub(made).saturating_sub(1);
        match left {
            0 => "your last proposal of this turn".to_owned(),
            left => format!("{} left after it", counted(left, "proposal")),
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Does what was found to be allowed.
    pub fn negotiate(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::Ask(ask) => self.announce(seat, ask),
            Action::Offer(deal) => self.offer(seat, deal),
            Action::Accept(number, picked) => self.accept(seat, number, picked),
            Action::Decline(number) => self.decline(seat, number),
            Action::Withdraw(number) => self.withdraw(seat, number),
            Action::Counter(number, deal) => self.counter(seat, number, deal),
            Action::Inspect(number) => self.inspect(seat, number),
            Action::Show(number) => self.show(seat, number),
            Action::Auction { lot, price } => self.put_up(seat, lot, price),
            _ => {}
        }
    }
}
