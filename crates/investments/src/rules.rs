//! The rules of one table, and what each call of the kernel asks of what is pending now.

use crate::{
    actions::Action,
    content::effects::{Global, Shortcut},
    content::odds::{self, Odds},
    content::pack::{Deed, Growth, Pack},
    content::things::{BUSINESSES, Business, Businesses, Fraction, TILES, TileKind, Type},
    decisions::{Decision, Frame, Now},
    events::Event,
    options::{BankMoney, FortuneMode, GlobalMode, Options, PieceMode, ShortcutMode, TaxMode, TokenSupply},
    play::Play,
    state::State,
    view::View,
    words::table_words::TableWords,
};
use kernel::{
    Bounds, Consequence, Journal, Luck, Money, Outcome, Question, Refusal, Rules, Seat, Seats, Turn, Viewer, refuse, say::counted,
};
use std::sync::Arc;

/// A pack and the chosen settings, and what follows from them.
#[derive(Clone, Debug)]
pub struct InvestmentsRules {
    /// The settings of the table.
    pub options: Options,
    /// The content.
    pub pack: Arc<Pack>,
    pub(crate) players: usize,
    /// Does one piece stand for all? (INV-SINGLE-1)
    pub(crate) single: bool,
    /// Are Profit and Loss cards held unseen? (INV-HIDDEN-1)
    pub(crate) hidden: bool,
    /// Has the bank only the money of the box? (INV-COMP-3)
    pub(crate) box_only: bool,
    /// Are there Shortcut cards? (INV-SHORT-14)
    pub(crate) shortcut_cards: bool,
    /// Are Global Economy tiles Casino tiles? (INV-GLOB-18)
    pub(crate) global_casino: bool,
    /// Is a Global Economy card drawn in passing too? (INV-GLOB-21)
    pub(crate) global_passing: bool,
    /// May one roll again at the Tax Office? (INV-TAX-14)
    pub(crate) reroll: bool,
    /// Is the number of tokens limited? (INV-COMP-4)
    pub(crate) token_box: bool,
    /// The tiles of the board.
    pub(crate) tiles: [(TileKind, u8, Option<Business>); TILES],
    pub(crate) length: u8,
    /// The first tile of the Bank, of the Global Economy and of the Tax Office.
    pub(crate) first_bank: u8,
    pub(crate) first_global: u8,
    pub(crate) first_tax: u8,
    /// The third tile of the Bank, where one lap ends and the next begins. (INV-SETUP-9, INV-BANK-1, INV-BANK-5, INV-BANK-6)
    pub(crate) start: u8,
    /// The series of each business, as a set, whatever its rule and its types. (INV-KIND-1, INV-KIND-7, INV-KIND-8)
    pub(crate) siblings: [Businesses; BUSINESSES],
    /// The businesses of each series.
    pub(crate) series: Vec<Businesses>,
    /// The list prices of each series together.
    pub(crate) series_price: Vec<i64>,
    /// How often each tile is landed on.
    pub(crate) odds: Odds,
    /// The upgradeable businesses. (INV-INVEST-5)
    pub(crate) standard: Businesses,
    /// The businesses that no Global Economy card touches. (INV-KIND-5, INV-GLOB-12)
    pub(crate) insurance: Businesses,
    /// Texts that depend on the settings.
    pub(crate) words: Arc<TableWords>,
}

impl InvestmentsRules {
    /// May this seat act now? Whose turn it is without offers and frames is told at a glance.
    #[inline]
    fn admits(&self, state: &State, seat: Seat) -> bool {
        let glance = seat == state.active() && state.top().is_none() && state.offers.is_empty() && !state.is_over();
        glance || (seat.index() < self.players && self.turn(state).admits(seat))
    }

    /// May this seat do this now? If not, by which clause.
    pub(crate) fn may(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.admits(state, seat) {
            return Err(self.why_not_act(state, seat));
        }
        let now = self.now(state);
        let answers = matches!(action, Action::AcceptOffer(_) | Action::Decline(_) | Action::Withdraw(_) | Action::Counter(..));
        if answers && !matches!(now, Now::OpenDeal(_)) {
            return refuse("INV-TRADE-15", "no deal is open");
        }
        now.may(self, state, seat, action)
    }

    #[cold]
    fn why_not_act(&self, state: &State, seat: Seat) -> Refusal {
        if state.is_over() {
            return Refusal::new("INV-END-16", "the game is over");
        }
        if seat.index() >= self.players {
            let reason = format!("seat {seat} does not play: this table has {}", counted(self.players as u32, "player"));
            return Refusal::new("INV-SETUP-6", reason);
        }
        let player = state.player(seat);
        match () {
            () if player.out > 0 => Refusal::new("INV-INVAR-12", "you are out of the game"),
            () if state.top().is_some_and(Frame::is_poll) && state.poll.asked().contains(seat) => {
                Refusal::new("INV-POLL-3", "you have answered already; the answers are shown when the last is in")
            }
            () if player.jail > 0 => Refusal::new("INV-JAIL-5", "you are in jail: wait until you are free"),
            () => {
                let awaited = self.turn(state).awaited;
                let whom = awaited.lowest().unwrap_or(state.active()).mark();
                Refusal::new("INV-ORDER-3", format!("it is {whom}’s turn to decide; wait for yours"))
            }
        }
    }

    /// The rules of a table, unless the settings contradict each other.
    pub fn new(pack: &Arc<Pack>, options: &Options) -> Result<InvestmentsRules, Refusal> {
        options.check(pack)?;
        let mut tiles = [(TileKind::Business, 0, None); TILES];
        let find = |kind: TileKind, number: u8| {
            pack.board.iter().position(|tile| tile.kind == kind && tile.number == number).unwrap_or(0) as u8
        };
        for (index, tile) in pack.board.iter().enumerate().take(TILES) {
            tiles[index] = (tile.kind, tile.number, tile.business);
        }
        let of = |holds: &dyn Fn(&Deed) -> bool| Business::all().filter(|one| holds(&pack.deeds[one.index()])).collect();
        let price = |business: Business| i64::from(pack.deeds[business.index()].price.units());
        let series: Vec<Businesses> = pack.series.iter().map(|series| series.members).collect();
        Ok(InvestmentsRules {
            players: options.players.into(),
            single: options.piece_mode == PieceMode::Single,
            hidden: options.fortune_mode == FortuneMode::Hidden,
            box_only: options.bank_money == BankMoney::Box,
            shortcut_cards: options.shortcut_mode == ShortcutMode::Cards,
            global_casino: options.global_mode == GlobalMode::Casino,
            global_passing: options.global_mode == GlobalMode::Passing,
            reroll: options.tax_mode == TaxMode::Reroll,
            token_box: options.token_supply == TokenSupply::Box,
            tiles,
            length: pack.board.len() as u8,
            first_bank: find(TileKind::Bank, 1),
            first_global: find(TileKind::Global, 1),
            first_tax: find(TileKind::Tax, 1),
            start: find(TileKind::Bank, 3),
            siblings: std::array::from_fn(|index| series[usize::from(pack.deeds[index].series)]),
            standard: of(&|deed| deed.growth == Growth::Standard),
            insurance: of(&|deed| deed.kind == pack.insurance),
            series_price: series.iter().map(|series| { *series }.map(&price).sum()).collect(),
            odds: odds::odds(pack),
            words: Arc::new(TableWords::new(pack, options)),
            series,
            pack: pack.clone(),
            options: options.clone(),
        })
    }

    /// The deed of a business.
    #[inline]
    pub fn deed(&self, business: Business) -> &Deed {
        &self.pack.deeds[business.index()]
    }

    /// What is on a tile, and the number of the tile within its kind.
    #[inline]
    pub(crate) fn tile(&self, tile: u8) -> (TileKind, u8, Option<Business>) {
        self.tiles[usize::from(tile) % TILES]
    }

    /// The tile so many tiles further on.
    #[inline]
    pub(crate) fn ahead(&self, tile: u8, distance: u8) -> u8 {
        ((u16::from(tile) + u16::from(distance)) % u16::from(self.length)) as u8
    }

    /// How many tiles lie between here and there, forward; a whole lap if it is the same tile. (INV-MOVE-7)
    #[inline]
    pub(crate) fn distance(&self, from: u8, to: u8) -> u8 {
        let length = u16::from(self.length);
        match (u16::from(to) + length - u16::from(from)) % length {
            0 => self.length,
            distance => distance as u8,
        }
    }

    /// The distance to the nearest tile ahead that is wanted. (INV-MOVE-7)
    pub(crate) fn nearest(&self, from: u8, wanted: impl Fn(TileKind, Option<Business>) -> bool) -> Option<u8> {
        (1..=self.length).find(|distance| {
            let (kind, _, business) = self.tile(self.ahead(from, *distance));
            wanted(kind, business)
        })
    }

    /// The distance to the nearest tile of a kind behind.
    pub(crate) fn nearest_back(&self, from: u8, kind: TileKind) -> Option<u8> {
        (1..=self.length).find(|distance| self.tile(self.ahead(from, self.length - distance % self.length)).0 == kind)
    }

    /// The terms of the Global Economy card in force: they change rules and prices while it is. (INV-GLOB-1)
    #[inline]
    pub(crate) fn terms(&self, state: &State) -> &[Global] {
        match &state.global {
            Some(global) => &self.pack.globals[usize::from(global.card)].effects,
            None => &[],
        }
    }

    /// Is there such a term in force?
    #[inline]
    pub(crate) fn in_force(&self, state: &State, term: Global) -> bool {
        state.global.is_some() && self.terms(state).contains(&term)
    }

    /// The factor that a term in force puts on a business of this type.
    fn factor(&self, state: &State, business: Business, of: impl Fn(&Global, Type) -> Option<Fraction>) -> Option<Fraction> {
        let kind = self.deed(business).kind;
        self.terms(state).iter().find_map(|term| of(term, kind))
    }

    /// The current price of a business. (INV-TERM-7, INV-GFX-5)
    pub fn price(&self, state: &State, business: Business) -> Money {
        let list = self.deed(business).price;
        let factor = self.factor(state, business, |term, kind| match term {
            Global::PriceMult(types, factor) if types.contains(kind) => Some(*factor),
            _ => None,
        });
        factor.map_or(list, |factor| factor.of(list))
    }

    /// What an upgrade that lists this costs now. (INV-GFX-6)
    fn upgrade_price(&self, state: &State, business: Business, list: Money) -> Money {
        let factor = self.factor(state, business, |term, kind| match term {
            Global::UpgradeMult(types, factor) if types.contains(kind) => Some(*factor),
            _ => None,
        });
        factor.map_or(list, |factor| factor.of(list))
    }

    /// What an investment costs now.
    pub fn investment_price(&self, state: &State, business: Business) -> Money {
        self.upgrade_price(state, business, self.deed(business).investment)
    }

    /// What a monopoly costs now.
    pub fn monopoly_price(&self, state: &State, business: Business) -> Money {
        self.upgrade_price(state, business, self.deed(business).monopoly)
    }

    /// The factor on the fee of a business. (INV-GFX-2)
    pub(crate) fn fee_factor(&self, state: &State, business: Business) -> Option<Fraction> {
        self.factor(state, business, |term, kind| match term {
            Global::FeeMult(types, factor) if types.contains(kind) => Some(*factor),
            _ => None,
        })
    }

    /// Does this player own the whole series of a business? (INV-INVEST-1)
    #[inline]
    pub fn has_series(&self, state: &State, seat: Seat, business: Business) -> bool {
        self.siblings[business.index()].within(state.player(seat).owned)
    }

    /// How many complete series a player owns.
    pub fn complete_series(&self, state: &State, seat: Seat) -> usize {
        let owned = state.player(seat).owned;
        self.series.iter().filter(|series| series.within(owned)).count()
    }

    /// How many small tokens the bank has. (INV-COMP-4)
    pub(crate) fn small_tokens(&self, state: &State) -> u8 {
        if self.token_box { self.pack.numbers.small_tokens.saturating_sub(state.investments) } else { u8::MAX }
    }

    /// How many large tokens the bank has. (INV-COMP-4)
    pub(crate) fn large_tokens(&self, state: &State) -> u8 {
        if self.token_box { self.pack.numbers.large_tokens.saturating_sub(state.monopolies) } else { u8::MAX }
    }

    /// Can the bank pay this in full? What it may grant it grants only then. (INV-COMP-3)
    #[inline]
    pub(crate) fn bank_can_pay(&self, state: &State, amount: Money) -> bool {
        !self.box_only || state.bank >= amount
    }

    /// The effect of a Shortcut card. (INV-SHORT-13)
    #[inline]
    pub(crate) fn shortcut(&self, card: u8) -> Shortcut {
        self.pack.shortcuts[usize::from(card)].effect
    }

    /// All who play here.
    pub(crate) fn seats(&self) -> Seats {
        Seats::first(self.players)
    }
}

impl Rules for InvestmentsRules {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut state = self.laid_out();
        let mut play = Play { rules: self, state: &mut state, luck, journal, sealed: false };
        play.set_up();
        play.go_on();
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.is_over() {
            true => Turn::OVER,
            false => self.now(state).turn(self, state),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.admits(state, seat) {
            self.now(state).list(self, state, seat, out);
        }
    }

    fn last_resorts(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list_last_resorts(state, seat, out);
    }

    fn sensible(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list_sensible(state, seat, out);
    }

    #[inline]
    fn any_action(&self, state: &State, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Action>) -> Option<Action> {
        buffer.clear();
        self.actions(state, seat, buffer);
        if buffer.is_empty() { None } else { Some(buffer[luck.below(buffer.len())]) }
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if self.admits(state, seat) {
            self.now(state).bounds(self, state, seat, out);
        }
    }

    fn is_open(&self, action: &Action) -> bool {
        matches!(action, Action::Offer(_) | Action::Counter(..) | Action::Auction { .. } | Action::Bid(_) | Action::Bet { .. })
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        if self.turn(state).asked.contains(seat) { self.now(state).question(state) } else { None }
    }

    fn is_answer(&self, state: &State, seat: Seat, action: &Action) -> bool {
        self.turn(state).asked.contains(seat) && !matches!(action, Action::Withdraw(_))
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        self.may(state, seat, action)?;
        let now = self.now(state);
        let mut play = Play { rules: self, state, luck, journal, sealed: false };
        match action {
            Action::Offer(deal) if !matches!(now, Now::OpenDeal(_)) => play.offer(seat, *deal),
            _ => now.act(&mut play, seat, action),
        }
        play.go_on();
        Ok(if play.sealed { Consequence::Sealed } else { Consequence::Open })
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        self.now(state).fallback(self, state, seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ending.map(|ending| self.final_order(state, ending))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.shown(state, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        (!event.is_nothing_new()).then(|| event.clone().seen_by(viewer))
    }

    fn imagine(&self, state: &State, viewer: Viewer, _memory: &(), luck: &mut impl Luck) -> State {
        self.imagined(state, viewer, luck)
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        self.prospects(state, seat)
    }
}
