//! The cards of a round, and the market they fill. (BIZ-MARKET)

use crate::{
    events::Event,
    goods::{Good, Goods, Units},
    options::MarketLeftovers,
    pack::{EXPORT_CARDS, GOODS_CARDS},
    rules::BusinessmenRules,
    state::State,
};
use kernel::{Cards, Journal, Luck, Seats};

/// The top card of a deck; an empty deck is first reshuffled from all its cards. (BIZ-MARKET-5)
#[inline]
fn draw(deck: &mut Cards, count: usize, luck: &mut impl Luck) -> (Option<u8>, bool) {
    let empty = deck.is_empty();
    if empty {
        *deck = Cards::first(count);
    }
    let card = luck.among(*deck);
    if let Some(card) = card {
        deck.remove(card);
    }
    (card, empty)
}

impl BusinessmenRules {
    /// The goods card fills the market, the export card says what can be exported. (BIZ-MARKET-1, BIZ-MARKET-2)
    pub(crate) fn turn_cards(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        state.sector = None;
        state.spin = None;
        let (goods_card, reshuffled) = draw(&mut state.goods_deck, GOODS_CARDS, luck);
        state.goods_card = goods_card;
        if reshuffled {
            journal.note(|| Event::Reshuffled { deck: "goods" });
        }
        if let Some(card) = goods_card.map(usize::from) {
            let mut laid = Units::NONE;
            for good in self.lays[card].goods() {
                // BIZ-MARKET-4: tiles that the pile does not hold are ignored.
                laid.add(good, self.lays[card].of(good).min(state.piles.of(good)));
            }
            state.piles = state.piles.less(laid);
            state.market = state.market.plus(laid);
            journal.note(|| Event::GoodsTurned { card: self.pack.goods_cards[card].id.clone(), laid: laid.list() });
        }
        let (export_card, reshuffled) = draw(&mut state.export_deck, EXPORT_CARDS, luck);
        state.export_card = export_card;
        if reshuffled {
            journal.note(|| Event::Reshuffled { deck: "export" });
        }
        if let Some(card) = export_card.map(usize::from) {
            let card = || &self.pack.export_cards[card];
            journal.note(|| Event::ExportTurned { card: card().id.clone(), goods: card().goods.collect() });
        }
    }

    /// Phase 1 is over: what is left returns to the piles, or stays. (BIZ-MARKET-6)
    #[inline]
    pub(crate) fn close_market(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        state.passed = Seats::NONE;
        state.left = state.active;
        if self.options.market_leftovers == MarketLeftovers::Return && !state.market.is_empty() {
            let left = std::mem::replace(&mut state.market, Units::NONE);
            state.piles = state.piles.plus(left);
            journal.note(|| Event::MarketReturned { goods: left.list() });
        }
    }

    /// The goods that can be exported in this round, embargo aside. (BIZ-MARKET-2)
    #[inline]
    pub(crate) fn card_goods(&self, state: &State) -> Goods {
        state.export_card.and_then(|card| self.export_goods.get(usize::from(card))).copied().unwrap_or(Goods::NONE)
    }

    /// Is this good on the export card of the round?
    pub(crate) fn is_on_card(&self, state: &State, good: Good) -> bool {
        self.card_goods(state).contains(good)
    }
}
