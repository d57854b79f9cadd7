//! The texts of Bazaar.

use crate::{
    notation,
    state::{Action, Asset, Bazaar, BazaarDeal, Event, Frame, State, THINGS},
};
use kernel::{Bargain, Figure, Line, Lot, Money, Purse, Refusal, Rules, Seat, Seats, Transfer, Turn, Viewer, Words, say::Unit};

fn name(names: &[String], seat: Seat) -> &str {
    names.get(seat.index()).map_or("somebody", String::as_str)
}

fn all(names: &[String], seats: Seats) -> String {
    seats.map(|seat| name(names, seat)).collect::<Vec<_>>().join(" and ")
}

fn coins(amount: Money) -> String {
    if amount == Money::new(1) { "1 coin".into() } else { format!("{amount} coins") }
}

impl Bazaar {
    /// The question to the players who have to act.
    fn asks(&self, state: &State) -> String {
        let card = |(card, _): (u8, Money)| format!("Card {card}");
        let lot = state.lot().map(card).unwrap_or_default();
        match state.pending.top() {
            Some(Frame::Interest(_)) => format!("{lot} is for sale: say whether you want to bid."),
            Some(Frame::Bidding(_)) => format!("{lot} is for sale: bid or pass."),
            _ if !state.offers.asked().is_empty() => "An offer is open: accept it, decline it or counter it.".into(),
            _ => "End the turn, or do something with it first.".into(),
        }
    }

    fn in_words(&self, deal: &BazaarDeal, seat: Seat, names: &[String]) -> String {
        let thing = |asset: Asset| match asset {
            Asset::Card(card) => format!("card {card}"),
            Asset::Unseen => "a card unseen".into(),
            Asset::Coins(sum) => coins(sum),
        };
        let part = |Transfer { from, to, asset }: Transfer<Asset>| match (from == seat, to == seat) {
            (true, _) => format!("give {} to {}", thing(asset), name(names, to)),
            (_, true) => format!("get {} from {}", thing(asset), name(names, from)),
            _ => format!("{} gives {} to {}", name(names, from), thing(asset), name(names, to)),
        };
        deal.transfers().map(part).collect::<Vec<_>>().join(", ")
    }
}

impl Words for Bazaar {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let turn = self.turn(state);
        let text = match viewer {
            _ if turn.is_over() => {
                let winners = self.outcome(state).map(|outcome| all(names, outcome.winners())).unwrap_or_default();
                format!("The game is over: {winners} won.")
            }
            Viewer::Seat(seat) if turn.asked.contains(seat) => format!("You are asked. {}", self.asks(state)),
            Viewer::Seat(seat) if turn.awaited.contains(seat) => format!("Your turn. {}", self.asks_in_turn(turn)),
            _ => format!("Waiting for {}.", all(names, turn.awaited)),
        };
        Line::new("BAZ-TURN-1", text)
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Line {
        let worth = |card: u8| format!("card {card} (worth {})", card + 1);
        let what = |number| state.offers.get(number).map(|offer| self.in_words(offer.deal(), seat, names)).unwrap_or_default();
        match action {
            Action::Draw => Line::new("BAZ-TURN-2", "Draw a card"),
            Action::Peek(owner) => Line::new("BAZ-TURN-3", format!("Peek at the hand of {}", name(names, *owner))),
            Action::Bury(card) => Line::new("BAZ-TURN-4", format!("Bury {}", worth(*card))),
            Action::Sell { card, lowest } => {
                Line::new("BAZ-AUCT-1", format!("Sell {} for {} at least", worth(*card), coins(*lowest)))
            }
            Action::Offer(deal) => Line::new("BAZ-NEG-1", format!("Offer: {}", self.in_words(deal, seat, names))),
            Action::Accept(number) => Line::new("BAZ-NEG-2", format!("Accept offer {number}: {}", what(*number))),
            Action::Decline(number) => Line::new("BAZ-NEG-2", format!("Decline offer {number}")),
            Action::Withdraw(number) => Line::new("BAZ-NEG-2", format!("Withdraw offer {number}")),
            Action::Counter(number, deal) => {
                Line::new("BAZ-NEG-3", format!("Counter offer {number}: {}", self.in_words(deal, seat, names)))
            }
            Action::Interest(true) => Line::new("BAZ-AUCT-2", "I want to bid"),
            Action::Interest(false) => Line::new("BAZ-AUCT-2", "I do not want to bid"),
            Action::Bid(amount) => Line::new("BAZ-AUCT-1", format!("Bid {}", coins(*amount))),
            Action::Pass => Line::new("BAZ-AUCT-1", "Pass"),
            Action::End => Line::new("BAZ-TURN-1", "End the turn"),
        }
    }

    fn effect(&self, state: &State, seat: Seat, action: &Action, _names: &[String]) -> String {
        match action {
            Action::Bid(amount) => {
                let left = state.coins[seat.index()] + -*amount;
                format!("{} left if you win", coins(left))
            }
            _ => String::new(),
        }
    }

    fn amount(&self, _state: &State, _seat: Seat, least: &Action, _names: &[String]) -> String {
        match least {
            Action::Sell { card, .. } => format!("Sell card {card} (worth {}) for at least", card + 1),
            _ => "Bid".into(),
        }
    }

    fn topic(&self, _state: &State, _seat: Seat, action: &Action) -> &'static str {
        match action {
            Action::Peek(_) => "Peek",
            Action::Bury(_) => "Bury",
            Action::Sell { .. } => "Sell",
            Action::Offer(_) => "Offer",
            _ => "",
        }
    }

    fn bargains(&self, state: &State, seat: Seat, _names: &[String]) -> Vec<Bargain> {
        let mut bargains = Vec::new();
        let others = self.seats().without(seat);
        if self.may(state, seat, &Action::End).is_ok() && state.offered < 2 && state.offers.iter().count() < 2 {
            bargains.push(self.bargain_with(state, seat, others, "offer".into(), "Offer a deal".into(), String::new()));
        }
        for (number, offer) in state.offers_to(seat).filter(|(_, offer)| offer.counters() < 2) {
            let partners = offer.parties().without(seat);
            // The player in turn is in every deal.
            let partners = if seat == state.active { partners } else { Seats::only(state.active).or(partners) };
            let title = format!("Counter offer {number}");
            let draft = offer.deal().write(notation::asset);
            bargains.push(self.bargain_with(state, seat, partners, format!("counter {number}"), title, draft));
        }
        bargains
    }

    fn standing_answer(&self, kind: &str) -> &'static str {
        match kind {
            "interest" => "I do not want to bid, until I say otherwise",
            _ => "Decline all deals, until I say otherwise",
        }
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        let refusal = self.may(state, seat, &Action::Draw).err();
        let barred = refusal.filter(|_| state.active == seat && !state.is_over(self)).map(|refusal| (Action::Draw, refusal));
        barred.into_iter().collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        let of = |seat: &Seat| name(names, *seat);
        let card = |card: &Option<u8>| card.map_or_else(|| "a card".to_owned(), |card| format!("card {card}"));
        let deal = |deal: &Option<String>| deal.as_ref().map_or_else(String::new, |deal| format!(" ({deal})"));
        match event {
            Event::Began { seat } => Line::new("BAZ-SET-2", format!("{} begins.", of(seat))),
            Event::Drew { seat, card: drawn } => Line::new("BAZ-TURN-2", format!("{} draws {}.", of(seat), card(drawn))),
            Event::Peeked { seat, owner, card: seen } => {
                Line::new("BAZ-TURN-3", format!("{} peeks at {} of {}.", of(seat), card(seen), of(owner)))
            }
            Event::Buried { seat, card: buried } => Line::new("BAZ-TURN-4", format!("{} buries {}.", of(seat), card(buried))),
            Event::Showed { seat, card, lowest } => {
                Line::new("BAZ-AUCT-1", format!("{} sells card {card} for {} at least.", of(seat), coins(*lowest)))
            }
            Event::Answered { seat } => Line::new("BAZ-AUCT-2", format!("{} has answered.", of(seat))),
            Event::Interested { seats } if seats.is_empty() => Line::new("BAZ-AUCT-2", "Nobody wants to bid."),
            Event::Interested { seats } => Line::new("BAZ-AUCT-2", format!("{} may bid.", all(names, *seats))),
            Event::Bid { seat, amount } => Line::new("BAZ-AUCT-1", format!("{} bids {}.", of(seat), coins(*amount))),
            Event::Passed { seat } => Line::new("BAZ-AUCT-1", format!("{} passes.", of(seat))),
            Event::Sold { seat, card, price } => {
                Line::new("BAZ-AUCT-3", format!("{} buys card {card} for {}.", of(seat), coins(*price)))
            }
            Event::Unsold { card } => Line::new("BAZ-AUCT-3", format!("Nobody buys card {card}.")),
            Event::Offered { number, seat, parties, deal: text, counter } => {
                let others = all(names, parties.without(*seat));
                let verb = if *counter { "makes a counter-offer to" } else { "offers a deal to" };
                let clause = if *counter { "BAZ-NEG-3" } else { "BAZ-NEG-1" };
                Line::new(clause, format!("Offer {number}: {} {verb} {others}{}.", of(seat), deal(text)))
            }
            Event::Accepted { number, seat } => Line::new("BAZ-NEG-2", format!("{} accepts offer {number}.", of(seat))),
            Event::Dealt { number, parties, deal: text } => {
                Line::new("BAZ-NEG-2", format!("Offer {number} is carried out between {}{}.", all(names, *parties), deal(text)))
            }
            Event::Void { number } => Line::new("BAZ-NEG-2", format!("Offer {number} comes to nothing: something is missing.")),
            Event::Declined { number, seat } => Line::new("BAZ-NEG-2", format!("{} declines offer {number}.", of(seat))),
            Event::Withdrawn { number, seat } => Line::new("BAZ-NEG-2", format!("{} withdraws offer {number}.", of(seat))),
            Event::Ended { seat } => Line::new("BAZ-TURN-1", format!("{} ends the turn.", of(seat))),
            Event::TimeIsUp => Line::new("BAZ-END-2", "The time is up."),
        }
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let view = self.view(state, viewer);
        let seats = self.seats().map(|seat| format!("{}: {}\n", name(names, seat), coins(view.coins[seat.index()])));
        seats.chain([format!("your hand: {:?}\n", view.hand)]).collect()
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |seat| Line::new("BAZ-END-1", format!("{}: {}", name(names, seat), self.worth_of(state, seat)));
        self.seats().map(line).collect()
    }

    fn score_unit(&self, _state: &State) -> Unit {
        Unit::new("coin", "coins")
    }

    fn chart_values(&self, state: &State) -> Vec<i64> {
        self.seats().map(|seat| i64::from(state.coins[seat.index()].units())).collect()
    }

    fn chart_caption(&self) -> &'static str {
        "coins"
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round) + 1
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        let deals: i64 = state.deals.iter().map(|deals| i64::from(*deals)).sum();
        figures.extend([("buried", state.buried.iter().map(|cards| cards.len() as i64).sum()), ("parties to deals", deals)]);
    }
}

impl Bazaar {
    fn asks_in_turn(&self, turn: Turn) -> &'static str {
        if turn.asked.is_empty() {
            "End the turn, or do something with it first."
        } else {
            "Your offer is open; go on meanwhile."
        }
    }

    fn bargain_with(&self, state: &State, seat: Seat, partners: Seats, verb: String, title: String, draft: String) -> Bargain {
        let own = |card: u8| Lot {
            from: seat,
            to: partners,
            asset: format!("card {card}"),
            name: format!("Card {card} (worth {})", card + 1),
            topic: "Cards".into(),
        };
        let unseen = |other: &Seat| !state.hands[other.index()].is_empty();
        let theirs = |other: Seat| Lot {
            from: other,
            to: Seats::only(seat),
            asset: "unseen".into(),
            name: "A card, unseen".into(),
            topic: "Cards".into(),
        };
        let purse = |seat: Seat| Purse { seat, most: state.coins[seat.index()].min(Money::new(60)) };
        Bargain {
            verb,
            title,
            partners,
            most_partners: 2,
            most_things: THINGS,
            lots: state.hands[seat.index()].map(own).chain(partners.filter(unseen).map(theirs)).collect(),
            purses: partners.with(seat).map(purse).collect(),
            step: Money::new(1),
            mutual: true,
            draft,
            clause: "BAZ-NEG-1",
        }
    }
}
