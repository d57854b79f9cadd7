//! Buying tokens from the bank and selling them to it. (CMP-BUY, CMP-SELL; D22, D23)

use crate::{
    Action, CompetitorsRules, Event, PendingView, Place, State, Token, Vehicle,
    decision::Decision,
    play::Play,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, a_kind},
    },
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Viewer, refuse};

impl CompetitorsRules {
    /// The next token of a kind in the player's supply. (CMP-BUY-5)
    pub(crate) fn in_supply(&self, state: &State, seat: Seat, vehicle: Vehicle) -> Option<Token> {
        Token::kind(seat, vehicle).find(|token| !state.is_out(*token))
    }

    /// May a token of this kind be bought? (D22)
    pub(crate) fn may_buy(&self, state: &State, seat: Seat, vehicle: Vehicle) -> Result<(), Refusal> {
        if self.in_supply(state, seat, vehicle).is_none() {
            return refuse("CMP-BUY-5", "you own all tokens of this kind that your colour has");
        }
        if state.player(seat).money < vehicle.price() {
            return refuse("CMP-BUY-3", "the price is paid at once, and you do not have it");
        }
        if self.fitting_sites(state, seat, vehicle).is_empty() {
            return refuse("CMP-BUY-4", "no site of yours has the port or airport that it needs");
        }
        Ok(())
    }

    /// May this token be sold? The last one may. (CMP-SELL-3; D23)
    pub(crate) fn may_sell(&self, state: &State, seat: Seat, token: Token) -> Result<(), Refusal> {
        let piece = state.piece(token);
        if token.owner() != seat || !state.is_out(token) {
            return refuse("CMP-SELL-1", "you sell tokens of yours that are on the map");
        }
        if piece.load.is_some() {
            return refuse("CMP-SELL-2", "it has goods on it");
        }
        if piece.cargo.is_some() {
            return refuse("CMP-SELL-2", "a truck is aboard it");
        }
        if matches!(piece.place, Place::Aboard(_)) {
            return refuse("CMP-SELL-2", "it is aboard a carrier");
        }
        if piece.hire.is_some() {
            return refuse("CMP-SELL-2", "it is hired out");
        }
        Ok(())
    }
}

/// A token was bought and is to be put somewhere. (D22)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Buy {
    /// Its kind.
    pub vehicle: Vehicle,
}

impl Decision for Buy {
    fn candidates(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.extend(rules.sites(state, seat).map(Action::At));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::At(at) if rules.fitting_sites(state, seat, self.vehicle).contains(at) => Ok(()),
            Action::At(_) => {
                refuse("CMP-BUY-4", "it is put on a site of yours; a ship needs a port there, an aircraft an airport")
            }
            _ => untimely(rules, state, seat, action),
        }
    }

    /// The bought token is put on a site: nothing arises from it. (CMP-BUY-4, CMP-BUY-6, CMP-TM-11)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let Action::At(at) = *action else { return };
        let vehicle = self.vehicle;
        play.pop();
        let Some(token) = play.rules.in_supply(play.state, seat, vehicle) else { return };
        play.set_place(token, play.rules.place_on(vehicle, at));
        // What was delayed or handled before was another token.
        let turn = &mut play.state.turn;
        for set in [&mut turn.delayed, &mut turn.boarded, &mut turn.landed, &mut turn.handed] {
            set.remove(token);
        }
        play.note(|| Event::Bought { seat, token, at, price: vehicle.price() });
    }

    fn prompt(&self, _rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (name, kind) = (reader.name(state.active), a_kind(self.vehicle));
        let you = || format!("Where do you put {kind}?");
        reader.one(state.active, "CMP-BUY-4", you, || format!("{name} buys {kind} and chooses where to put it."))
    }

    fn choice(&self, rules: &CompetitorsRules, _state: &State, _seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        let Action::At(at) = *action else { return Choice::written(rules, action) };
        Choice::new("CMP-BUY-4", format!("Put it {}", rules.place_words(rules.place_on(self.vehicle, at), reader)))
    }

    fn fallback(&self, rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        rules.headquarters(state, seat).map_or(Action::End, Action::At)
    }

    fn shown(&self, _rules: &CompetitorsRules, _state: &State, _viewer: Viewer) -> Option<PendingView> {
        Some(PendingView::Buying { vehicle: self.vehicle })
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_none()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The price is paid; the place is asked for. (CMP-BUY-1, CMP-BUY-3)
    pub fn buy(&mut self, seat: Seat, vehicle: Vehicle) {
        self.pays_bank(seat, vehicle.price());
        self.push(Buy { vehicle });
    }

    /// A token goes back to the supply for half its price. (CMP-SELL-1)
    pub fn sell(&mut self, seat: Seat, token: Token) {
        self.take_off(token);
        let price = self.bank_pays(seat, token.vehicle().price_back());
        self.note(|| Event::Sold { seat, token, price });
    }
}
