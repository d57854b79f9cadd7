//! What can be put into a deal, for a form that is filled in. (INV-TRADE-5, INV-BCARD-6, INV-GLOB-28)

use crate::{
    content::things::UNIT,
    decisions::open_deal::{COUNTERS, DealWindow, OFFERS},
    rules::InvestmentsRules,
    state::{Asset, InvestmentsDeal, State, Step},
    words::saying::{Reader, capital},
};
use kernel::{Bargain, Lot, Money, Purse, Rules, Seat, Seats, Transfer};

impl InvestmentsRules {
    /// The deals that this player can put together now. (INV-TRADE-5, INV-GLOB-28, INV-BCARD-6)
    pub(crate) fn possible_deals(&self, state: &State, seat: Seat, names: &[String]) -> Vec<Bargain> {
        if seat.index() >= self.players || state.is_over() {
            return Vec::new();
        }
        if let Some((number, offer)) = state.offers.iter().next() {
            if !offer.asked().contains(seat) || offer.counters() >= COUNTERS {
                return Vec::new();
            }
            let window = self.window_of(state, offer.opener(), offer.deal());
            let partners = offer.parties().without(seat);
            let title = format!("Counter the offer of {}", Reader::on(seat, names).name(offer.proposer()));
            let bargain = self.bargain(state, seat, partners, window);
            return vec![Bargain {
                verb: format!("counter {number}"),
                title,
                draft: offer.deal().write(Asset::written),
                ..bargain
            }];
        }
        if !self.may_propose(state, seat) {
            return Vec::new();
        }
        let others = state.present().without(seat);
        let mut bargains = Vec::new();
        let window = if self.own_step_3(state, seat) { DealWindow::Own } else { DealWindow::Free };
        let free = self.trades_freely(state, seat) || self.may_bargain_in_debt(state, seat);
        if window == DealWindow::Own || free {
            let mut bargain = self.bargain(state, seat, others, window);
            // INV-TRADE-5: no deal is possible with a player with whom only money could change hands.
            let lots = &bargain.lots;
            let deals = |other: &Seat| lots.iter().any(|lot| lot.from == *other || lot.from == seat && lot.to.contains(*other));
            bargain.partners = { others }.filter(deals).collect();
            bargain.purses.retain(|purse| bargain.partners.with(seat).contains(purse.seat));
            bargains.push(bargain);
        }
        let own = seat == state.active() && state.top().is_none() && matches!(state.turn.step, Step::Trade | Step::BankCard);
        if own && self.one_more_bank_card(state).is_ok() {
            let holders: Seats = { others }.filter(|other| state.player(*other).bank_cards > 0).collect();
            bargains.push(self.bargain(state, seat, holders, DealWindow::BankCard));
        }
        bargains.retain(|bargain| !bargain.partners.is_empty() && !bargain.lots.is_empty());
        bargains
    }

    pub(crate) fn may_propose(&self, state: &State, seat: Seat) -> bool {
        self.turn(state).admits(seat) && state.is_present(seat) && state.player(seat).offers < OFFERS
    }

    /// What can be put into a deal of this kind with these partners.
    pub(crate) fn bargain(&self, state: &State, seat: Seat, partners: Seats, window: DealWindow) -> Bargain {
        let mut lots = Vec::new();
        for from in Seats::only(seat).or(partners) {
            let takers = if from == seat { partners } else { Seats::only(seat) };
            self.lots(state, seat, from, takers, window, &mut lots);
        }
        let purse = |seat: Seat| Purse { seat, most: state.player(seat).cash };
        let payers = if window == DealWindow::BankCard { Seats::only(state.active()) } else { partners.with(seat) };
        let (verb, title, clause) = match window {
            DealWindow::BankCard => ("ask", "Ask for a Bank card", "INV-BCARD-6"),
            DealWindow::Free => ("offer", "Offer a deal in businesses", "INV-GLOB-28"),
            DealWindow::Own => ("offer", "Offer a deal", "INV-TRADE-5"),
        };
        Bargain {
            verb: verb.into(),
            title: title.into(),
            partners,
            most_partners: 1,
            most_things: crate::state::THINGS,
            lots,
            purses: payers.map(purse).collect(),
            step: Money::new(UNIT),
            mutual: false,
            draft: String::new(),
            clause,
        }
    }

    /// What this player can give to whom, as `seat` may know it.
    pub(crate) fn lots(&self, state: &State, seat: Seat, from: Seat, takers: Seats, window: DealWindow, lots: &mut Vec<Lot>) {
        let mut lot = |asset: Asset, name: String, topic: &str| {
            let may = |to: &Seat| {
                let small = InvestmentsDeal::new(&[Transfer { from, to: *to, asset }]);
                small.is_ok_and(|small| self.is_sound(state, seat, &small, window).is_ok())
            };
            let to: Seats = { takers }.filter(may).collect();
            if !to.is_empty() {
                lots.push(Lot { from, to, asset: asset.written(), name, topic: topic.into() });
            }
        };
        if window == DealWindow::BankCard {
            return lot(Asset::BankCard, "A Bank card".into(), "Bank cards");
        }
        let free = state.player(from).owned.and_not(state.upgraded).and_not(state.mortgaged);
        for business in free {
            lot(Asset::Business(business), format!("{} ({})", self.called(business), self.series_of(business)), "Businesses");
        }
        for (place, held) in state.player(from).shortcuts() {
            let known = from == seat || held.known.contains(seat);
            let name =
                if known { format!("Shortcut card {}", self.shortcut_card(held.card).name) } else { capital(unseen(place)) };
            lot(Asset::Shortcut(place), name, "Shortcut cards");
        }
    }
}

/// A Shortcut card of somebody else's hand, by its place.
pub(crate) fn unseen(place: u8) -> &'static str {
    if place == 0 { "a Shortcut card, unseen" } else { "the second Shortcut card, unseen" }
}
