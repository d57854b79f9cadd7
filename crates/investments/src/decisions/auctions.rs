//! Auctions: of a player's own item, or of a business of the bank where one piece stands for all. (INV-AUCT, INV-SINGLE-4; D27 to D29)

use crate::{
    actions::Action,
    content::effects::Global,
    content::things::{Business, Businesses, UNIT},
    decisions::open_deal::OFFERS,
    decisions::{Choices, Decision},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::{Answer, Item, Lock, Party, Sale, State, Step},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, capital},
};
use kernel::{Auction, Bounds, Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, Terms, Turn, refuse};
use serde::{Deserialize, Serialize};

/// D28: who wants to bid? (INV-AUCT-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Interest;

impl Decision for Interest {
    fn is_poll(&self) -> bool {
        true
    }

    /// Only those who declared interest may bid. (INV-AUCT-2)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let poll = play.state.poll;
        let interested: Seats = poll.asked().filter(|seat| poll.answer_of(*seat) == Some(Answer::Yes)).collect();
        play.note(|| Event::Interested { seats: interested });
        if let Some(sale) = &mut play.state.sale {
            let last = match sale.seller {
                Party::Player(seller) => seller,
                Party::Bank => play.state.order.from(play.state.turn.seat).last().unwrap_or(play.state.turn.seat),
            };
            sale.auction = Auction::open(sale.auction.terms(), last, interested);
        }
        play.replace(Bidding);
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "interest", standing: Some(Action::No) })
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let (item, sells) = (rules.on_sale(state), rules.seller_in_words(state, reader));
        let opening = state.sale.map_or(Money::ZERO, |sale| sale.auction.terms().lowest);
        let you = |_| format!("{} {item} at auction from {opening}: do you want to bid?", capital(&sells));
        reader.poll(state, "INV-AUCT-2", you, &format!("{sells} {item} at auction from {opening}"))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Yes | Action::No => rules.choice_of_interest(state, seat, *action == Action::Yes),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Interest
    }

    fn fits_step(&self, state: &State) -> bool {
        sale_fits_step(state)
    }

    fn asked(&self, _rules: &InvestmentsRules, state: &State) -> Seats {
        state.sale.map_or(Seats::NONE, |sale| sale.auction.bidders())
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::No, Action::Yes], "INV-AUCT-2", "you are asked whether you want to bid: yes or no"))
    }
}

/// D29: who bids how much? (INV-AUCT-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bidding;

impl Decision for Bidding {
    fn turn(&self, rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::asking(rules.next_bidder(state).into_iter().collect())
    }

    /// D29: the least bid and some above it, and passing.
    fn list(&self, _rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: of all amounts a few.
        out.push(Action::Pass);
        let Some(range) = state.sale.and_then(|sale| sale.auction.range(state.player(seat).cash)) else { return };
        let mut last = Money::new(-1);
        for percent in [100, 110, 130, 160] {
            let raised = i64::from(range.low.units()) * percent / 100 / i64::from(UNIT) * i64::from(UNIT);
            let bid = Money::new(i32::try_from(raised).unwrap_or(range.low.units())).max(range.low);
            if bid > last && bid <= range.high {
                out.push(Action::Bid(bid));
                last = bid;
            }
        }
    }

    /// A bid or a pass of whoever is next; nobody is obliged to bid, and the seller cannot. (INV-AUCT-6)
    fn may(&self, _rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Some(mut sale) = state.sale else { return refuse("INV-AUCT-1", "nothing is being auctioned") };
        let said = match action {
            Action::Bid(amount) => sale.auction.bid(&state.order, seat, *amount, state.player(seat).cash),
            Action::Pass => sale.auction.pass(&state.order, seat),
            _ => return refuse("INV-AUCT-4", "an auction is held: bid or pass"),
        };
        said.map_err(|fault| fault.by("INV-AUCT-4"))
    }

    fn bounds(&self, _rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        let range = state.sale.and_then(|sale| sale.auction.range(state.player(seat).cash));
        out.extend(range.map(|range| Bounds {
            least: Action::Bid(range.low),
            most: Action::Bid(range.high),
            low: range.low,
            high: range.high,
            step: range.step,
            clause: "INV-AUCT-4",
        }));
    }

    /// A bid or a pass. (INV-AUCT-4)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let (order, cash) = (play.state.order, play.cash(seat));
        let Some(sale) = &mut play.state.sale else { return };
        match *action {
            Action::Bid(amount) => {
                play.sealed = true;
                if sale.auction.bid(&order, seat, amount, cash).is_ok() {
                    play.note(|| Event::BidMade { seat, amount });
                }
            }
            _ => {
                if sale.auction.pass(&order, seat).is_ok() {
                    play.note(|| Event::Passed { seat });
                }
            }
        }
    }

    /// The auction is over when all but the highest bidder have passed. (INV-AUCT-4, INV-AUCT-5)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Some(sale) = play.state.sale else {
            play.pop();
            return true;
        };
        if !sale.auction.is_over() {
            return false;
        }
        play.pop();
        play.state.sale = None;
        let item = sale.item;
        let Some(bid) = sale.auction.sold() else {
            play.note(|| Event::Unsold { seat: sale.seller.seat(), item });
            if let Party::Player(seller) = sale.seller {
                // INV-AUCT-5: it stays locked for the rest of the slot.
                match item {
                    Item::Business(business) => play.state.locks[business.index()] = Lock::SHUT,
                    Item::Shortcut(place) => {
                        if let Some(held) = &mut play.state.player_mut(seller).hand[usize::from(place)] {
                            held.locked = Lock::SHUT;
                        }
                    }
                }
            }
            return true;
        };
        let (buyer, price) = (bid.seat, bid.amount);
        match sale.seller {
            Party::Bank => play.pays_bank(buyer, price, Flow::Property),
            Party::Player(seller) => play.pays(buyer, seller, price),
        }
        play.note(|| Event::Auctioned { seat: sale.seller.seat(), buyer, item, price });
        match item {
            Item::Business(business) => {
                play.transfer(business, Some(buyer));
                if sale.seller == Party::Bank && play.rules.options.invest_on_purchase && !play.state.is_over() {
                    // INV-INVEST-8, INV-SINGLE-16: on the landing on which it was bought.
                    play.own_landing(buyer, business);
                }
            }
            Item::Shortcut(place) => {
                if let Party::Player(seller) = sale.seller
                    && let Some(held) = play.take_from_hand(seller, place)
                {
                    play.put_in_hand(buyer, held.card, held.known.with(seller).without(buyer));
                }
            }
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "bid", standing: Some(Action::Pass) })
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::Pass
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let item = rules.on_sale(state);
        let seat = rules.next_bidder(state).unwrap_or(state.active());
        let sale = state.sale;
        let you = || {
            let range = sale.and_then(|sale| sale.auction.range(state.player(seat).cash));
            let bid = sale.and_then(|sale| sale.auction.highest()).map(|bid| (reader.name(bid.seat), bid.amount));
            match (bid, range) {
                (Some((who, bid)), Some(_)) => format!("{who} bids {bid} for {item}: bid more, or pass."),
                (Some((who, bid)), None) => format!("{who} bids {bid} for {item}, and you cannot bid more: pass."),
                (None, Some(range)) => format!("Nobody has bid for {item} yet: bid {} or more, or pass.", range.low),
                (None, None) => format!("Nobody has bid for {item} yet, and you cannot: pass."),
            }
        };
        let they = || match sale.and_then(|sale| sale.auction.highest()) {
            Some(bid) => format!(
                "{} bids or passes for {item}; the highest bid is {} by {}.",
                reader.name(seat),
                bid.amount,
                reader.who(bid.seat)
            ),
            None => format!("{} bids or passes for {item}.", reader.name(seat)),
        };
        reader.one(seat, "INV-AUCT-4", you, they)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Bid(amount) => Choice::new("INV-AUCT-4", format!("Bid {amount}")).so(rules.winning(state, seat, amount)),
            Action::Pass => {
                let goes = match state.sale.and_then(|sale| sale.auction.highest()) {
                    Some(bid) => format!("{} leads with {}", reader.name(bid.seat), bid.amount),
                    None => String::new(),
                };
                Choice::new("INV-AUCT-4", "Pass: bid no more").with(goes)
            }
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Bidding
    }

    fn fits_step(&self, state: &State) -> bool {
        sale_fits_step(state)
    }

    fn waits(&self) -> bool {
        true
    }
}

/// No opening price is higher: nobody could ever pay more. (INV-CASINO-9)
pub const HIGHEST: Money = Money::new(50_000_000);

impl InvestmentsRules {
    /// The opening prices of what this player could put up now.
    pub(crate) fn bound_own_auctions(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if self.own_step_3(state, seat) || self.trades_freely(state, seat) {
            self.bound_auctions(state, seat, out);
        }
    }

    /// What this player could put up now: businesses and places of Shortcut cards. (INV-AUCT-1, INV-GLOB-28)
    pub(crate) fn auctionable(&self, state: &State, seat: Seat) -> Businesses {
        if state.player(seat).offers >= OFFERS || !state.has_company(seat) {
            return Businesses::NONE;
        }
        let all = self.sellable(state, seat, false);
        let all = if self.own_step_3(state, seat) { all } else { all.and_not(self.insurance) };
        if self.in_force(state, Global::TradeBan) { all.and(self.insurance) } else { all }
    }

    pub(crate) fn auctionable_cards(&self, state: &State, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let may = self.own_step_3(state, seat)
            && state.player(seat).offers < OFFERS
            && !self.in_force(state, Global::TradeBan)
            && state.has_company(seat);
        state.player(seat).shortcuts().filter(move |(_, held)| may && held.locked.is_open()).map(|(place, _)| place)
    }

    /// The default opening price of an item: its list price, or the most cash that anybody has who could bid.
    fn usual_opening(&self, state: &State, seat: Seat, item: Item) -> Money {
        let most = self.most_of_a_bidder(state, seat, item).units() / UNIT * UNIT;
        self.list_price_of(state, seat, item).min(Money::new(most))
    }

    /// The most cash among those who could take this item. (INV-AUCT-7)
    fn most_of_a_bidder(&self, state: &State, seller: Seat, item: Item) -> Money {
        let bidders = state.present().without(seller).filter(|other| self.has_room_for(state, *other, item));
        bidders.map(|other| state.player(other).cash).max().unwrap_or(Money::ZERO)
    }

    /// A third Shortcut card cannot be taken. (INV-AUCT-7)
    fn has_room_for(&self, state: &State, seat: Seat, item: Item) -> bool {
        !matches!(item, Item::Shortcut(_)) || state.player(seat).shortcut_count() < self.hand_limit()
    }

    /// Could anybody pay this opening price? (INV-AUCT-2, INV-AUCT-7)
    pub(crate) fn finds_bidders(&self, state: &State, seat: Seat, item: Item, price: Money) -> bool {
        state.present().without(seat).any(|other| state.player(other).cash >= price && self.has_room_for(state, other, item))
    }

    fn list_price_of(&self, state: &State, seat: Seat, item: Item) -> Money {
        match item {
            Item::Business(business) => self.deed(business).price,
            Item::Shortcut(place) => state.player(seat).hand[usize::from(place) & 1]
                .map_or(Money::new(UNIT), |held| self.pack.shortcuts[usize::from(held.card)].price),
        }
    }

    pub(crate) fn list_auctions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.player(seat).offers >= OFFERS {
            return;
        }
        let items = self.auctionable(state, seat).map(Item::Business);
        for item in items.chain(self.auctionable_cards(state, seat).map(Item::Shortcut)) {
            out.push(Action::Auction { item, price: self.usual_opening(state, seat, item) });
        }
    }

    fn bound_auctions(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        let items = self.auctionable(state, seat).map(Item::Business);
        for item in items.chain(self.auctionable_cards(state, seat).map(Item::Shortcut)) {
            let put_up = |price: Money| Action::Auction { item, price };
            let (low, high) = (Money::ZERO, HIGHEST);
            out.push(Bounds { least: put_up(low), most: put_up(high), low, high, step: Money::new(UNIT), clause: "INV-AUCT-4" });
        }
    }

    pub(crate) fn may_auction(&self, state: &State, seat: Seat, item: Item, price: Money) -> Result<(), Refusal> {
        if state.player(seat).offers >= OFFERS {
            return refuse("INV-TRADE-14", "three offers and auctions a turn, whatever becomes of them");
        }
        if !state.has_company(seat) {
            return refuse("INV-AUCT-2", "there is nobody who could bid");
        }
        match item {
            Item::Business(business) => {
                self.may_part_with(state, seat, business)?;
                if self.in_force(state, Global::TradeBan) && !self.insurance.contains(business) {
                    return refuse("INV-GFX-15", "the Global Economy card in force bars deals and auctions");
                }
                if !self.own_step_3(state, seat) && self.insurance.contains(business) {
                    return refuse("INV-GLOB-12", "no Global Economy card touches Insurance: auction it in your own turn");
                }
            }
            Item::Shortcut(place) => {
                if !self.own_step_3(state, seat) {
                    return refuse("INV-GLOB-28", "Shortcut cards are auctioned in the own turn, after the tile is resolved");
                }
                if self.in_force(state, Global::TradeBan) {
                    return refuse("INV-GFX-15", "the Global Economy card in force bars deals and auctions");
                }
                match state.player(seat).hand.get(usize::from(place)).copied().flatten() {
                    None => return refuse("INV-AUCT-1", "auction a Shortcut card of your hand"),
                    Some(held) => Self::is_free(held.locked)?,
                }
            }
        }
        if price < Money::ZERO || price > HIGHEST || price.units() % UNIT != 0 {
            return refuse("INV-AUCT-4", format!("the opening price is 0 to {HIGHEST} in steps of 5,000"));
        }
        Ok(())
    }

    /// Could this business be auctioned by its owner? (INV-TRADE-1, INV-TRADE-8, INV-TRADE-10)
    fn may_part_with(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        match () {
            () if !state.player(seat).owned.contains(business) => refuse("INV-AUCT-1", "auction a business of your own"),
            () if state.upgraded.contains(business) => refuse("INV-TRADE-1", "only businesses without upgrades are auctioned"),
            () if state.mortgaged.contains(business) => {
                refuse("INV-TRADE-10", "a mortgaged business is not auctioned before its loan is repaid")
            }
            () => Self::is_free(state.lock(business)),
        }
    }

    /// Who speaks next. (INV-AUCT-4)
    pub(crate) fn next_bidder(&self, state: &State) -> Option<Seat> {
        state.sale.and_then(|sale| sale.auction.next(&state.order))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Puts an own item up; declaring is binding. (INV-AUCT-1, INV-AUCT-3, INV-SELL-6)
    pub fn put_up(&mut self, seat: Seat, item: Item, price: Money) {
        self.sealed = true;
        self.state.player_mut(seat).offers += 1;
        let card = match item {
            Item::Shortcut(place) => {
                // INV-TRADE-12: shown to all.
                let everybody = self.rules.seats();
                self.state.player_mut(seat).hand[usize::from(place)].as_mut().map(|held| {
                    held.known = everybody.without(seat);
                    held.card
                })
            }
            Item::Business(_) => None,
        };
        self.note(|| Event::PutUp { seat: Some(seat), item, card, price });
        self.ask_for_interest(Party::Player(seat), seat, item, price);
    }

    /// A business of the bank that everybody has landed on. (INV-SINGLE-4, INV-SINGLE-5)
    pub fn auction_of_the_bank(&mut self, roller: Seat, business: Business) {
        let (item, price) = (Item::Business(business), self.rules.price(self.state, business));
        // The bids begin with the roller, so players before the roller in turn order count as having spoken last.
        let last = self.state.order.from(roller).last().unwrap_or(roller);
        self.note(|| Event::PutUp { seat: None, item, card: None, price });
        self.ask_for_interest(Party::Bank, last, item, price);
    }

    /// Everybody who could pay the opening price and take the item is asked at once. (INV-AUCT-2, INV-AUCT-7)
    fn ask_for_interest(&mut self, seller: Party, last: Seat, item: Item, price: Money) {
        let able = |seat: &Seat| {
            seller != Party::Player(*seat)
                && self.state.player(*seat).cash >= price
                && self.rules.has_room_for(self.state, *seat, item)
        };
        let asked: Seats = self.state.present().filter(able).collect();
        let terms = Terms { lowest: price, step: Money::new(UNIT) };
        self.state.sale = Some(Sale { item, seller, auction: Auction::open(terms, last, asked) });
        if asked.is_empty() {
            self.push(Bidding);
        } else {
            self.open_poll(asked, Interest);
        }
    }
}

/// The words of auctions.
impl InvestmentsRules {
    /// What is put up, by this seller.
    pub(crate) fn item_called(&self, state: &State, seller: Seat, item: Item) -> String {
        match item {
            Item::Business(business) => self.called(business).to_owned(),
            Item::Shortcut(place) => match state.player(seller).hand.get(usize::from(place)).copied().flatten() {
                Some(held) => format!("the Shortcut card {}", self.shortcut_card(held.card).name),
                None => "a Shortcut card".into(),
            },
        }
    }

    /// What is being sold.
    fn on_sale(&self, state: &State) -> String {
        let Some(sale) = state.sale else { return "something".into() };
        self.item_called(state, sale.seller.seat().unwrap_or(state.active()), sale.item)
    }

    fn seller_in_words(&self, state: &State, reader: &Reader) -> String {
        match state.sale.and_then(|sale| sale.seller.seat()) {
            Some(seller) if reader.is(seller) => "you sell".into(),
            Some(seller) => format!("{} sells", reader.name(seller)),
            None => "the bank sells".into(),
        }
    }

    /// What winning the sale brings.
    fn winning(&self, state: &State, seat: Seat, price: Money) -> Vec<String> {
        let mut parts = vec![format!("{} if you win", self.left(state, seat, price))];
        if let Some(Sale { item: Item::Business(business), .. }) = state.sale {
            let got = Businesses::only(business);
            if self.would_win(state, seat, got, None) {
                parts.push("it would win the game".into());
            }
            parts.extend(self.series_after(state, seat, got, Businesses::NONE));
        }
        parts
    }

    pub(crate) fn choice_of_interest(&self, state: &State, seat: Seat, yes: bool) -> Choice {
        if !yes {
            return Choice::new("INV-AUCT-2", "I do not want to bid");
        }
        let opening = state.sale.map_or(Money::ZERO, |sale| sale.auction.terms().lowest);
        let series = self.winning(state, seat, opening).split_off(1);
        let free = format!("you may then bid from {opening}, or pass");
        Choice::new("INV-AUCT-2", "I want to bid").so([free].into_iter().chain(series))
    }
    /// The words of putting something up.
    pub(crate) fn choice_of_auction(&self, state: &State, seat: Seat, item: Item, price: Money) -> Choice {
        let name = self.item_called(state, seat, item);
        let shown = if matches!(item, Item::Shortcut(_)) { "everybody sees it" } else { "" };
        let unsold = if self.finds_bidders(state, seat, item, price) {
            "without a bid it stays yours and is sold to nobody in this turn"
        } else {
            "nobody can pay so much: it stays yours and is sold to nobody in this turn"
        };
        let made = state.player(seat).offers + 1;
        let offers = format!("offer {made} of {OFFERS} in this turn");
        let given = match item {
            Item::Business(business) => self.series_after(state, seat, Businesses::NONE, Businesses::only(business)),
            Item::Shortcut(_) => Vec::new(),
        };
        Choice::new("INV-AUCT-1", format!("Auction {name} from {price}"))
            .so([unsold.to_owned(), shown.into(), offers].into_iter().chain(given))
            .under("Auction")
    }
}

/// In which steps an auction is held: a player’s in their own turn, the bank’s where all have landed on its business. (INV-INVAR-14)
fn sale_fits_step(state: &State) -> bool {
    match state.sale {
        Some(Sale { seller: Party::Player(_), .. }) => matches!(state.turn.step, Step::Roll | Step::Trade | Step::BankCard),
        _ => state.turn.step == Step::Resolve,
    }
}
