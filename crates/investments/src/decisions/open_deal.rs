//! Deals between two players, with counter-offers. (INV-TRADE, INV-GLOB-28, INV-BCARD-6; D26, D30, D34, D36, D37)

use crate::{
    actions::Action,
    content::effects::Global,
    content::things::{Business, Businesses, UNIT},
    decisions::possible_deals::unseen,
    decisions::{Debt, Decision, Frame, Loan},
    events::{Event, ToldTransfer},
    play::Play,
    rules::InvestmentsRules,
    state::{Asset, Held, InvestmentsDeal, Lock, State, Step, THINGS},
    words::Choice,
    words::saying::Reader,
};
use kernel::{
    Journal, Line, Luck, Money, Offer, OfferNumber, Offers, Question, Refusal, Seat, Seats, Transfer, Turn, Viewer, refuse,
    say::{counted, listed},
};

/// D26, D36, D37: the open deal. (INV-TRADE-15)
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenDeal;

impl Decision for OpenDeal {
    fn turn(&self, _rules: &InvestmentsRules, state: &State) -> Turn {
        let Some((_, offer)) = state.offers.iter().next() else { return Turn::of(state.active()) };
        // INV-TRADE-14: an offer can be withdrawn; a counter-offer stands until it is answered. (INV-INVAR-13)
        let free = if offer.counters() == 0 { Seats::only(offer.proposer()) } else { Seats::NONE };
        Turn::asking(offer.asked()).with_free(free)
    }

    /// D26: the answers to an open deal.
    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: counter-offers are made up.
        for (number, offer) in state.offers.iter() {
            if offer.asked().contains(seat) {
                if rules.may_agree(state, seat, &offer).is_ok() {
                    out.push(Action::AcceptOffer(number));
                }
                out.push(Action::Decline(number));
                rules.list_counters(state, seat, number, &offer, out);
            } else if offer.proposer() == seat && offer.counters() == 0 {
                out.push(Action::Withdraw(number));
            }
        }
    }

    /// D26, D36, D37: an answer to the open deal.
    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let by = |fault: kernel::OfferFault| fault.by("INV-TRADE-15");
        match *action {
            Action::AcceptOffer(number) => {
                { state.offers }.accept(number, seat).map_err(by)?;
                match state.offers.get(number) {
                    Some(offer) => rules.may_agree(state, seat, &offer),
                    None => Ok(()),
                }
            }
            Action::Decline(number) => { state.offers }.decline(number, seat).map(drop).map_err(by),
            Action::Withdraw(number) => {
                let offer = { state.offers }.withdraw(number, seat).map_err(|fault| fault.by("INV-TRADE-14"))?;
                // INV-TRADE-14: the proposer of a deal; a counter-offer answers one.
                if offer.counters() > 0 { refuse("INV-TRADE-15", "a counter-offer stands until it is answered") } else { Ok(()) }
            }
            Action::Counter(number, deal) => {
                let Some(offer) = state.offers.get(number) else {
                    return refuse("INV-TRADE-15", "this offer is not open any more");
                };
                if !offer.asked().contains(seat) {
                    return refuse("INV-TRADE-15", "only the player asked answers with a counter-offer");
                }
                if offer.counters() >= COUNTERS {
                    return refuse("INV-TRADE-15", "one counter-offer answers an offer: accept this one or decline it");
                }
                if deal.parties() != offer.parties() {
                    return refuse("INV-TRADE-15", "a counter-offer is between the same two players");
                }
                let window = rules.window_of(state, offer.opener(), offer.deal());
                if InvestmentsRules::is_bank_card_deal(&deal) != InvestmentsRules::is_bank_card_deal(offer.deal()) {
                    return refuse("INV-BCARD-6", "a Bank card is bought for cash and nothing else");
                }
                rules.is_sound(state, seat, &deal, window)
            }
            _ => refuse("INV-TRADE-16", "a deal is open: it is answered or withdrawn first"),
        }
    }

    /// An answer to the open deal. (INV-TRADE-15)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match *action {
            Action::AcceptOffer(number) => {
                play.sealed = true;
                if let Ok(Some(offer)) = play.state.offers.accept(number, seat) {
                    play.strike(number, &offer);
                }
            }
            Action::Decline(number) => {
                play.sealed = true;
                if play.state.offers.decline(number, seat).is_ok() {
                    play.note(|| Event::OfferDeclined { seat, number });
                }
            }
            Action::Withdraw(number) => {
                let withdrawn = play.state.offers.withdraw(number, seat);
                withdrawn.iter().for_each(|_| play.note(|| Event::Withdrawn { seat, number }));
            }
            Action::Counter(number, deal) => {
                play.sealed = true;
                play.bind(seat, &deal);
                if let Ok(number) = play.state.offers.counter(number, seat, deal, COUNTERS) {
                    let faces = play.faces(&deal);
                    let parties = deal.parties();
                    play.note(|| Event::Offered { seat, number, parties, deal: Some(told(&deal, faces)), counter: true });
                }
            }
            _ => {}
        }
    }

    fn question(&self, state: &State) -> Option<Question<Action>> {
        state.offers.iter().next().map(|(number, _)| Question { kind: "deal", standing: Some(Action::Decline(number)) })
    }

    fn fallback(&self, _rules: &InvestmentsRules, state: &State, _seat: Seat) -> Action {
        state.offers.iter().next().map_or(Action::No, |(number, _)| Action::Decline(number))
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Some((_, offer)) = state.offers.iter().next() else { return Line::new("INV-TRADE-15", "Wait.") };
        let (asked, proposer) = (offer.asked(), offer.proposer());
        let counter = offer.counters() > 0;
        let kind = if counter { "counter-offer" } else { "offer" };
        let text = match reader.viewer {
            Viewer::Seat(seat) if asked.contains(seat) => {
                let exchange = rules.exchange(state, offer.deal(), seat, reader);
                let choices = match (rules.may_agree(state, seat, &offer), counter) {
                    (Ok(()), true) => "accept or decline",
                    (Ok(()), false) => "accept, decline or make a counter-offer",
                    (Err(_), true) => "you cannot give that now, so decline",
                    (Err(_), false) => "you cannot give that now, so decline or make a counter-offer",
                };
                format!("{} offers you {exchange}: {choices}.", reader.name(proposer))
            }
            Viewer::Seat(seat) if seat == proposer => {
                let meanwhile = if counter { "" } else { "; until then you may withdraw it" };
                format!("{} is to answer your {kind}{meanwhile}.", reader.all(asked))
            }
            _ => {
                let is = if asked.len() == 1 { "is" } else { "are" };
                format!("{} {is} to answer the {kind} of {}.", reader.all(asked), reader.who(proposer))
            }
        };
        Line::new("INV-TRADE-15", text)
    }
}

/// Offers, deals and auctions of one player in a slot. (INV-TRADE-14)
pub const OFFERS: u8 = 3;

/// How many counter-offers answer an offer. (INV-TRADE-15)
pub const COUNTERS: u8 = 1;

/// A Shortcut card of a deal, and who may know it.
type Face = Option<(u8, Seats)>;

/// A deal as it is told: Shortcut cards by their faces.
fn told(deal: &InvestmentsDeal, faces: [Face; THINGS]) -> Vec<ToldTransfer> {
    let told = |(Transfer { from, to, asset }, card): (Transfer<Asset>, Face)| ToldTransfer { from, to, asset, card };
    deal.transfers().zip(faces).map(told).collect()
}

/// May a thing go to this player? What was not sold at auction goes to nobody, which everybody has seen; to whom else it was offered
/// only its owner knows. (INV-TRADE-8, INV-AUCT-5)
fn is_free(lock: Lock, own: bool, to: Seat) -> Result<(), Refusal> {
    match () {
        () if lock == Lock::SHUT => InvestmentsRules::is_free(lock),
        () if own && !lock.admits(to) => refuse("INV-TRADE-8", "it was offered to another player in this turn"),
        () => Ok(()),
    }
}

/// What a deal is about, as far as the rules for it differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DealWindow {
    /// The proposer's own step 3: everything. (INV-TRADE-4)
    Own,
    /// Trade is free: businesses and cash. (INV-GLOB-28)
    Free,
    /// A Bank card is asked for, in step 4. (INV-BCARD-6)
    BankCard,
}

impl InvestmentsRules {
    /// Is this a deal about a Bank card? (INV-BCARD-6)
    fn is_bank_card_deal(deal: &InvestmentsDeal) -> bool {
        deal.transfers().any(|transfer| transfer.asset == Asset::BankCard)
    }

    /// May this debtor bargain to raise money? (INV-GLOB-23)
    pub(crate) fn may_bargain_in_debt(&self, state: &State, seat: Seat) -> bool {
        self.free_trade(state)
            && state.is_present(seat)
            && state.player(seat).offers < OFFERS
            && state.has_company(seat)
            && match state.top() {
                Some(Frame::Debt(Debt { seat: debtor, amount, .. })) => {
                    *debtor == seat && state.player(seat).cash < Money::from(*amount)
                }
                Some(Frame::Loan(Loan { seat: debtor, business })) => {
                    *debtor == seat && state.player(seat).cash < self.loan_due(state, *business)
                }
                _ => false,
            }
    }

    /// In which window this player could propose this deal now.
    fn window(&self, state: &State, seat: Seat, deal: &InvestmentsDeal) -> Result<DealWindow, Refusal> {
        let own = seat == state.active() && state.top().is_none();
        if Self::is_bank_card_deal(deal) {
            if own && matches!(state.turn.step, Step::Trade | Step::BankCard) {
                self.one_more_bank_card(state)?;
                return Ok(DealWindow::BankCard);
            }
            return refuse("INV-BCARD-6", "a Bank card changes hands only with the active player as buyer, in step 4");
        }
        if self.own_step_3(state, seat) {
            return Ok(DealWindow::Own);
        }
        if self.trades_freely(state, seat) || self.may_bargain_in_debt(state, seat) {
            return Ok(DealWindow::Free);
        }
        refuse("INV-TRADE-4", "deals are made by the active player, after the tile is resolved")
    }

    /// May this player propose this deal now, at whatever price? (INV-TRADE-3, INV-TRADE-5, INV-TRADE-14, INV-TRADE-16, INV-BUY-4)
    pub(crate) fn may_offer(&self, state: &State, seat: Seat, deal: &InvestmentsDeal) -> Result<(), Refusal> {
        let window = self.window(state, seat, deal)?;
        if state.player(seat).offers >= OFFERS {
            return refuse("INV-TRADE-14", "three offers and auctions a turn, whatever becomes of them");
        }
        if !deal.parties().contains(seat) {
            return refuse("INV-TRADE-5", "whoever makes an offer gives or gets something in it");
        }
        self.is_sound(state, seat, deal, window)
    }

    /// Could this deal be carried out now, as far as its proposer may know? To whom others have offered what is theirs they do not.
    pub(crate) fn is_sound(&self, state: &State, seat: Seat, deal: &InvestmentsDeal, window: DealWindow) -> Result<(), Refusal> {
        let parties = deal.parties();
        // INV-TRADE-13: a player who misses a turn is present, a jailed one is not.
        if parties.len() != 2 || !parties.within(state.present()) {
            return refuse("INV-TRADE-5", "a deal is between two players who are in the game and not in jail");
        }
        if deal.transfers().all(|transfer| matches!(transfer.asset, Asset::Cash(_))) {
            return refuse("INV-TRADE-5", "money alone is no deal: at least one business or card changes hands");
        }
        self.is_not_banned(state, deal)?;
        let mut cash = Seats::NONE;
        for Transfer { from, to, asset } in deal.transfers() {
            match asset {
                Asset::Cash(_) if cash.contains(from) => {
                    return refuse("INV-TRADE-16", "each side names one amount of cash at most");
                }
                Asset::Cash(amount) => {
                    cash = cash.with(from);
                    if amount.units() <= 0 || amount.units() % UNIT != 0 {
                        return refuse("INV-COMP-2", "an amount is a multiple of 5,000");
                    }
                    if state.player(from).cash < amount {
                        return refuse("INV-TRADE-6", "the cash must be in hand on both sides");
                    }
                }
                Asset::Business(business) => {
                    self.is_tradeable(state, from, business, window)?;
                    is_free(state.lock(business), from == seat, to)?;
                }
                Asset::Shortcut(place) => {
                    if window != DealWindow::Own {
                        return refuse("INV-GLOB-28", "Shortcut cards are traded in the own turn, after the tile is resolved");
                    }
                    let held = state.player(from).hand.get(usize::from(place)).copied().flatten();
                    let Some(held) = held else { return refuse("INV-TRADE-2", "there is no such Shortcut card in that hand") };
                    is_free(held.locked, from == seat, to)?;
                }
                Asset::BankCard if to != state.active() || state.player(from).bank_cards == 0 => {
                    return refuse("INV-BCARD-6", "the active player buys a Bank card from a player who has one");
                }
                Asset::BankCard => {}
            }
        }
        if window == DealWindow::BankCard {
            let fits = deal.transfers().all(|transfer| match transfer.asset {
                Asset::BankCard => true,
                Asset::Cash(_) => transfer.from == state.active(),
                _ => false,
            });
            if !fits {
                return refuse("INV-BCARD-6", "a Bank card is bought for cash and nothing else");
            }
        }
        if !(window == DealWindow::BankCard || parties.contains(state.active()) || self.free_trade(state)) {
            return refuse("INV-TRADE-5", "a deal is between the active player and one other");
        }
        self.hands_have_room(state, deal)?;
        debug_assert!(parties.contains(seat));
        Ok(())
    }

    /// Is a business without upgrades and loan, and its owner's own? (INV-TRADE-1, INV-TRADE-10)
    fn is_tradeable(&self, state: &State, from: Seat, business: Business, window: DealWindow) -> Result<(), Refusal> {
        if state.owner(business) != Some(from) {
            return refuse("INV-TRADE-5", "everybody gives only what is theirs");
        }
        if state.upgraded.contains(business) {
            return refuse("INV-TRADE-1", "only businesses without upgrades are traded");
        }
        if state.mortgaged.contains(business) {
            return refuse("INV-TRADE-10", "a mortgaged business is not traded before its loan is repaid");
        }
        if window == DealWindow::Free && self.insurance.contains(business) {
            return refuse("INV-GLOB-12", "no Global Economy card touches Insurance: trade it in your own turn");
        }
        Ok(())
    }

    /// While trade is banned only Insurance changes hands. (INV-GFX-15, INV-GLOB-12)
    fn is_not_banned(&self, state: &State, deal: &InvestmentsDeal) -> Result<(), Refusal> {
        if !self.in_force(state, Global::TradeBan) {
            return Ok(());
        }
        let mut insurance = false;
        let spared = deal.transfers().all(|transfer| match transfer.asset {
            Asset::Business(business) => {
                insurance = true;
                self.insurance.contains(business)
            }
            Asset::Cash(_) => true,
            _ => false,
        });
        if spared && insurance {
            Ok(())
        } else {
            refuse("INV-GFX-15", "the Global Economy card in force bars deals and auctions")
        }
    }

    /// Nobody is left with more than two Shortcut cards. (INV-TRADE-11)
    fn hands_have_room(&self, state: &State, deal: &InvestmentsDeal) -> Result<(), Refusal> {
        for seat in deal.parties() {
            let moved = |transfer: &Transfer<Asset>| matches!(transfer.asset, Asset::Shortcut(_));
            let got = deal.transfers().filter(|transfer| transfer.to == seat).filter(moved).count();
            let given = deal.given_by(seat).filter(moved).count();
            if state.player(seat).shortcut_count() + got > self.hand_limit() + given {
                return refuse("INV-TRADE-11", "nobody holds more than two Shortcut cards");
            }
        }
        Ok(())
    }

    /// The window in which an open deal was proposed.
    pub(crate) fn window_of(&self, state: &State, opener: Seat, deal: &InvestmentsDeal) -> DealWindow {
        match () {
            () if Self::is_bank_card_deal(deal) => DealWindow::BankCard,
            () if self.own_step_3(state, opener) => DealWindow::Own,
            () => DealWindow::Free,
        }
    }

    /// Nothing can intervene between an offer and its answer; but what a position says is looked at again. (INV-TRADE-6)
    fn still_sound(&self, state: &State, offer: &Offer<Asset, { crate::state::THINGS }>) -> Result<(), Refusal> {
        self.is_sound(state, offer.proposer(), offer.deal(), self.window_of(state, offer.opener(), offer.deal()))
    }

    /// Can this player agree to an open deal? Not if what it asks for was offered to somebody else. (INV-TRADE-8)
    fn may_agree(&self, state: &State, seat: Seat, offer: &Offer<Asset, THINGS>) -> Result<(), Refusal> {
        self.still_sound(state, offer)?;
        self.is_sound(state, seat, offer.deal(), self.window_of(state, offer.opener(), offer.deal()))
    }

    /// Could the deal that is open have been proposed, and can it still be carried out? For positions that somebody wrote down.
    pub(crate) fn was_proposed(&self, state: &State, offer: &Offer<Asset, THINGS>) -> Result<(), Refusal> {
        let mut before = *state;
        before.offers = Offers::NONE;
        let offers = &mut before.player_mut(offer.opener()).offers;
        *offers = offers.saturating_sub(1);
        self.window(&before, offer.opener(), offer.deal())?;
        self.still_sound(state, offer)
    }

    /// Deals that could be open in the place of this one, as far as others than its parties know: one thing for nothing, or two
    /// Shortcut cards for each other if both hands are full.
    pub(crate) fn deals_like(&self, state: &State, offer: &Offer<Asset, THINGS>) -> Vec<InvestmentsDeal> {
        let mut deals = Vec::new();
        let proposer = offer.proposer();
        let Some(other) = offer.parties().without(proposer).lowest() else { return deals };
        let mut before = *state;
        before.offers = Offers::NONE;
        let offers = &mut before.player_mut(offer.opener()).offers;
        *offers = offers.saturating_sub(1);
        let mut add = |transfers: &[Transfer<Asset>]| {
            let Ok(deal) = InvestmentsDeal::new(transfers) else { return };
            let sound =
                self.window(&before, offer.opener(), &deal).and_then(|window| self.is_sound(&before, proposer, &deal, window));
            if sound.is_ok() {
                deals.push(deal);
            }
        };
        let pairs = [(proposer, other), (other, proposer)];
        for (from, to) in pairs {
            let things = state.player(from).owned.map(Asset::Business).chain([0, 1].map(Asset::Shortcut));
            // INV-TURN-14: a player who asks for a Bank card has begun step 4.
            let bank_card = (state.turn.step == Step::BankCard).then_some(Asset::BankCard);
            things.chain(bank_card).for_each(|asset| add(&[Transfer { from, to, asset }]));
        }
        add(&pairs.map(|(from, to)| Transfer { from, to, asset: Asset::Shortcut(0) }));
        deals
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Proposes a deal; what is offered in it is locked and shown, so that no declaration can be broken. (INV-TRADE-7 to INV-TRADE-9,
    /// INV-TRADE-12, INV-TRADE-14, INV-JAIL-12)
    pub fn offer(&mut self, seat: Seat, deal: InvestmentsDeal) {
        self.sealed = true;
        self.state.player_mut(seat).offers += 1;
        if InvestmentsRules::is_bank_card_deal(&deal) {
            // INV-TURN-14: asking a holder begins step 4.
            self.state.turn.step = Step::BankCard;
        }
        self.bind(seat, &deal);
        if let Ok(number) = self.state.offers.propose(seat, deal, 1) {
            let faces = self.faces(&deal);
            let parties = deal.parties();
            self.note(|| Event::Offered { seat, number, parties, deal: Some(told(&deal, faces)), counter: false });
        }
    }

    /// The own items of a proposal are locked to the other party, and Shortcut cards among them are seen by it.
    fn bind(&mut self, seat: Seat, deal: &InvestmentsDeal) {
        for Transfer { to, asset, .. } in deal.given_by(seat) {
            match asset {
                Asset::Business(business) => self.state.locks[business.index()] = Lock::to(to),
                Asset::Shortcut(place) => {
                    if let Some(held) = &mut self.state.player_mut(seat).hand[usize::from(place)] {
                        (held.locked, held.known) = (Lock::to(to), held.known.with(to));
                    }
                }
                Asset::BankCard | Asset::Cash(_) => {}
            }
        }
    }

    /// The faces of the Shortcut cards in a deal, as its parties may be told them, and who else may know them.
    fn faces(&self, deal: &InvestmentsDeal) -> [Face; THINGS] {
        let mut faces = [None; THINGS];
        for (face, transfer) in faces.iter_mut().zip(deal.transfers()) {
            if let Asset::Shortcut(place) = transfer.asset {
                let held = self.state.player(transfer.from).hand[usize::from(place)];
                *face = held.map(|held| (held.card, held.known));
            }
        }
        faces
    }

    /// The deal is carried out at once and whole. (INV-TRADE-6)
    fn strike(&mut self, number: OfferNumber, offer: &Offer<Asset, { crate::state::THINGS }>) {
        let deal = *offer.deal();
        let faces = self.faces(&deal);
        // Cards leave both hands before any comes into one, so that two who swap have room. (INV-EDGE-39)
        let mut cards: [Option<(Seat, u8, Seats)>; 4] = [None; 4];
        let mut count = 0;
        for place in [1, 0] {
            for Transfer { from, to, asset } in deal.transfers() {
                if asset == Asset::Shortcut(place)
                    && let Some(held) = self.take_from_hand(from, place)
                {
                    cards[count] = Some((to, held.card, held.known.with(from)));
                    count = (count + 1).min(cards.len() - 1);
                }
            }
        }
        for (to, card, known) in cards.into_iter().flatten() {
            self.put_in_hand(to, card, known.without(to));
        }
        let mut bank_card = false;
        for Transfer { from, to, asset } in deal.transfers() {
            match asset {
                Asset::Business(business) => self.transfer(business, Some(to)),
                Asset::Cash(amount) => self.pays(from, to, amount),
                Asset::BankCard => {
                    bank_card = true;
                    self.state.player_mut(from).bank_cards -= 1;
                    self.state.player_mut(to).bank_cards += 1;
                }
                Asset::Shortcut(_) => {}
            }
        }
        self.note(|| Event::Dealt { number, parties: deal.parties(), deal: told(&deal, faces) });
        if bank_card && !self.state.is_over() {
            self.bank_card_is_bought();
        }
    }
}

/// The words of deals.
impl InvestmentsRules {
    /// A thing that changes hands, as this reader may know it.
    fn asset_in_words(&self, state: &State, transfer: &Transfer<Asset>, reader: &Reader) -> String {
        match transfer.asset {
            Asset::Business(business) => self.called(business).to_owned(),
            Asset::Cash(amount) => amount.to_string(),
            Asset::BankCard => "a Bank card".into(),
            Asset::Shortcut(place) => {
                let held = state.player(transfer.from).hand.get(usize::from(place)).copied().flatten();
                let knows = |held: &Held| match reader.viewer {
                    Viewer::Seat(seat) => seat == transfer.from || held.known.contains(seat),
                    Viewer::Watcher => false,
                };
                match held.filter(knows) {
                    Some(held) => format!("the Shortcut card {}", self.shortcut_card(held.card).name),
                    None => unseen(place).into(),
                }
            }
        }
    }

    /// What one side of a deal gives.
    fn given_in_words(&self, state: &State, deal: &InvestmentsDeal, seat: Seat, reader: &Reader) -> Option<String> {
        let given: Vec<String> = deal.given_by(seat).map(|transfer| self.asset_in_words(state, &transfer, reader)).collect();
        if given.is_empty() { None } else { Some(listed(given)) }
    }

    /// A deal from the side of one of its parties: what it gets for what.
    fn exchange(&self, state: &State, deal: &InvestmentsDeal, seat: Seat, reader: &Reader) -> String {
        let other = deal.parties().without(seat).lowest().unwrap_or(seat);
        let given = self.given_in_words(state, deal, seat, reader).unwrap_or_else(|| "nothing".into());
        let got = self.given_in_words(state, deal, other, reader).unwrap_or_else(|| "nothing".into());
        format!("{got} for {given}")
    }

    pub(crate) fn choice_of_deal(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Offer(deal) => {
                let other = deal.parties().without(seat).lowest().unwrap_or(seat);
                let made = format!("offer {} of {OFFERS} in this turn", state.player(seat).offers.saturating_add(1));
                let label = self.proposal(state, &deal, seat, reader);
                let topic = if Self::is_bank_card_deal(&deal) { "Bank cards" } else { "Deals" };
                let parts = self.deal_brings(state, &deal, seat, reader);
                let things = only_things(&deal, seat).and_then(|things| self.given_in_words(state, &things, seat, reader));
                let locked = things.map(|things| format!("in this turn {things} can go to nobody but {}", reader.name(other)));
                Choice::new("INV-TRADE-6", label).so(parts.into_iter().chain(locked).chain([made])).under(topic)
            }
            Action::Counter(_, deal) => {
                let label = format!("Counter-offer: you get {}", self.exchange(state, &deal, seat, reader));
                Choice::new("INV-TRADE-15", label).so(self.deal_brings(state, &deal, seat, reader)).under("Deals")
            }
            Action::AcceptOffer(number) => match state.offers.get(number) {
                Some(offer) => {
                    let label = format!("Accept: you get {}", self.exchange(state, offer.deal(), seat, reader));
                    Choice::new("INV-TRADE-6", label).so(self.deal_brings(state, offer.deal(), seat, reader))
                }
                None => Choice::new("INV-TRADE-6", format!("Accept offer {number}")),
            },
            Action::Withdraw(number) => {
                let bound = state.offers.get(number).is_some_and(|offer| only_things(offer.deal(), seat).is_some());
                let stays = if bound { "what you offered in it stays for that player alone in this turn" } else { "" };
                Choice::new("INV-TRADE-14", format!("Withdraw your offer {number}")).with(stays)
            }
            Action::Decline(number) => {
                let whose = state.offers.get(number).map(|offer| format!(" of {}", reader.name(offer.proposer())));
                Choice::new("INV-TRADE-15", format!("Decline the offer{}", whose.unwrap_or_default()))
                    .with("nothing changes hands")
            }
            _ => Choice::new("INV-TRADE-6", "Deal"),
        }
    }

    /// An offer as the words on a button.
    fn proposal(&self, state: &State, deal: &InvestmentsDeal, seat: Seat, reader: &Reader) -> String {
        let other = deal.parties().without(seat).lowest().unwrap_or(seat);
        let name = reader.name(other);
        match (self.given_in_words(state, deal, seat, reader), self.given_in_words(state, deal, other, reader)) {
            (Some(given), Some(got)) => format!("Offer {name} {given} for {got}"),
            (Some(given), None) => format!("Offer {name} {given} for nothing"),
            (None, Some(got)) => format!("Ask {name} to give you {got} for nothing"),
            (None, None) => format!("Offer {name} a deal"),
        }
    }

    /// What a deal makes of this player's cash, and of the series and Bank cards of both.
    fn deal_brings(&self, state: &State, deal: &InvestmentsDeal, seat: Seat, reader: &Reader) -> Vec<String> {
        let other = deal.parties().without(seat).lowest().unwrap_or(seat);
        let cash = |from: Seat| -> Money {
            deal.given_by(from).filter_map(|one| if let Asset::Cash(amount) = one.asset { Some(amount) } else { None }).sum()
        };
        let things = |from: Seat| -> Businesses {
            deal.given_by(from).filter_map(|one| if let Asset::Business(one) = one.asset { Some(one) } else { None }).collect()
        };
        let (paid, received) = (cash(seat), cash(other));
        let mut parts = Vec::new();
        if paid != received {
            parts.push(format!("{} in hand", state.player(seat).cash + received + -paid));
        }
        let (given, got) = (things(seat), things(other));
        if self.would_win(state, seat, got, None) {
            parts.push("it would win the game".into());
        }
        parts.extend(self.series_after(state, seat, got, given).into_iter().map(|part| format!("{part} for you")));
        let name = reader.name(other);
        let for_other = self.series_after(state, other, given, got).into_iter().map(|part| format!("{part} for {name}"));
        parts.extend(for_other);
        let cards = deal.transfers().find(|transfer| transfer.asset == Asset::BankCard);
        parts.extend(cards.map(|transfer| {
            let (own, theirs) = (state.player(seat).bank_cards, state.player(other).bank_cards);
            let (own, theirs) =
                if transfer.to == seat { (own + 1, theirs.saturating_sub(1)) } else { (own.saturating_sub(1), theirs + 1) };
            format!("you then hold {}, {name} {theirs}", counted(own, "Bank card"))
        }));
        parts
    }
}

/// What of a deal a player gives besides money.
fn only_things(deal: &InvestmentsDeal, seat: Seat) -> Option<InvestmentsDeal> {
    let things: Vec<_> = deal.given_by(seat).filter(|one| !matches!(one.asset, Asset::Cash(_))).collect();
    InvestmentsDeal::new(&things).ok()
}
