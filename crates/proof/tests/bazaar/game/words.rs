//! Bazaar in words.

use super::state::{Action, Bazaar, Event, State};
use kernel::{Line, Notation, Refusal, Rules, Seat, Viewer, Words};

fn name(names: &[String], seat: Seat) -> &str {
    names.get(seat.index()).map_or("somebody", String::as_str)
}

impl Words for Bazaar {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let awaited: Vec<&str> = self.turn(state).awaited.map(|seat| name(names, seat)).collect();
        let whose = match viewer {
            Viewer::Seat(seat) if self.turn(state).awaited.contains(seat) => "Your turn".to_owned(),
            _ => format!("Waiting for {}", awaited.join(" and ")),
        };
        Line::new("BAZ-TURN-1", format!("{whose}. {}", self.asks(state)))
    }

    fn label(&self, _state: &State, _seat: Seat, action: &Action) -> Line {
        let worth = Bazaar::card_in(action).map_or_else(String::new, |card| format!(" (worth {})", card + 1));
        Line::new("BAZ-TURN-1", format!("{}{worth}", self.write(action)))
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        let refusal = self.may(state, seat, &Action::Draw).err();
        refusal
            .filter(|_| state.active == seat && !state.is_over(self))
            .map(|refusal| (Action::Draw, refusal))
            .into_iter()
            .collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        let of = |seat: &Seat| name(names, *seat);
        let card = |card: &Option<u8>| card.map_or_else(|| "a card".to_owned(), |card| format!("card {card}"));
        match event {
            Event::Began { seat } => Line::new("BAZ-SET-2", format!("{} begins.", of(seat))),
            Event::Drew { seat, card: drawn } => Line::new("BAZ-TURN-2", format!("{} draws {}.", of(seat), card(drawn))),
            Event::Peeked { seat, owner, card: seen } => {
                Line::new("BAZ-TURN-3", format!("{} peeks at {} of {}.", of(seat), card(seen), of(owner)))
            }
            Event::Buried { seat, card: buried } => Line::new("BAZ-TURN-4", format!("{} buries {}.", of(seat), card(buried))),
            Event::Showed { seat, card } => Line::new("BAZ-AUCT-1", format!("{} sells card {card}.", of(seat))),
            Event::Bid { seat, amount } => Line::new("BAZ-AUCT-1", format!("{} bids {amount}.", of(seat))),
            Event::Spoke { seat, interested: true } => Line::new("BAZ-AUCT-2", format!("{} is interested.", of(seat))),
            Event::Spoke { seat, .. } => Line::new("BAZ-AUCT-1", format!("{} is out.", of(seat))),
            Event::Sold { seat, card, price } => Line::new("BAZ-AUCT-3", format!("{} buys card {card} for {price}.", of(seat))),
            Event::Unsold { card } => Line::new("BAZ-AUCT-3", format!("Nobody buys card {card}.")),
            Event::Offered { seat, to, deal } => {
                let deal = deal.map_or_else(|| "a deal".to_owned(), |(card, price)| format!("card {card} for {price}"));
                Line::new("BAZ-NEG-1", format!("{} offers {} {deal}.", of(seat), of(to)))
            }
            Event::Dealt { seat, to, price } => Line::new("BAZ-NEG-2", format!("{} sells to {} for {price}.", of(seat), of(to))),
            Event::OfferGone { number } => Line::new("BAZ-NEG-2", format!("Offer {} is off the table.", number.0)),
            Event::Ended { seat } => Line::new("BAZ-TURN-1", format!("{} ends the turn.", of(seat))),
        }
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let view = self.view(state, viewer);
        let seats = self.seats().map(|seat| format!("{}: {} coins\n", name(names, seat), view.coins[seat.index()]));
        seats.chain([format!("your hand: {:?}\n", view.hand)]).collect()
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |seat| Line::new("BAZ-END-1", format!("{}: {}", name(names, seat), self.worth_of(state, seat)));
        self.seats().map(line).collect()
    }

    fn figures(&self, state: &State) -> Vec<(&'static str, i64)> {
        vec![("buried", state.buried.iter().map(|cards| cards.len() as i64).sum())]
    }
}
