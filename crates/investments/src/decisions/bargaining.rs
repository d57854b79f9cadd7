//! Deals that stand for all others in lists: what bots propose, and what a player might. They are about series: buying what is missing in
//! an own one, selling what is missing in another's, or both at once.

use crate::{
    actions::Action,
    content::effects::Global,
    content::things::{Businesses, UNIT},
    decisions::open_deal::OFFERS,
    decisions::{Decision, OpenDeal},
    rules::InvestmentsRules,
    state::{Asset, InvestmentsDeal, Lock, State, Step, THINGS},
};
use kernel::{Money, Offer, OfferNumber, Seat, Transfer};

/// So many deals of each kind are listed.
const MOST: usize = 6;

/// What is bid for the last businesses of a series, in tenths of their list prices.
const BIDS: [i32; 4] = [15, 20, 30, 45];

/// What is asked for them.
const ASKED: [i32; 2] = [20, 30];

/// A business that one player has and another lacks for a whole series.
#[derive(Clone, Copy)]
struct Missing {
    /// What is missing.
    businesses: Businesses,
    /// Who has it.
    holder: Seat,
    /// Who lacks it.
    seeker: Seat,
}

/// A series that two players have together.
#[derive(Clone, Copy)]
struct Shared {
    /// The part of the one who looks.
    own: Businesses,
    /// The other.
    other: Seat,
    /// The other's part.
    theirs: Businesses,
}

impl InvestmentsRules {
    /// The series of which this player has a part and one other, who is present, all the rest.
    fn shared(&self, state: &State, seat: Seat) -> impl Iterator<Item = Shared> {
        let owned = state.player(seat).owned;
        let mut left = owned;
        std::iter::from_fn(move || {
            loop {
                let series = self.siblings[left.lowest()?.index()];
                left = left.and_not(series);
                let theirs = series.and_not(owned);
                let Some(other) = theirs.lowest().and_then(|one| state.owner(one)) else { continue };
                if theirs.within(state.player(other).owned) && state.is_present(other) {
                    return Some(Shared { own: series.and(owned), other, theirs });
                }
            }
        })
    }

    /// What the one lacks for a whole series and the other could part with: little, and free of upgrades and loans.
    fn lacking(&self, state: &State, seeker: (Seat, Businesses), holder: (Seat, Businesses)) -> Option<Missing> {
        let missing = holder.1;
        let free = missing.and(state.upgraded.or(state.mortgaged)).is_empty();
        let little = free && missing.len() <= 2.min(seeker.1.len());
        little.then_some(Missing { businesses: missing, holder: holder.0, seeker: seeker.0 })
    }

    /// What this player lacks of a shared series.
    fn wanted(&self, state: &State, seat: Seat, shared: Shared) -> Option<Missing> {
        self.lacking(state, (seat, shared.own), (shared.other, shared.theirs))
    }

    /// What the other lacks of it.
    fn given(&self, state: &State, seat: Seat, shared: Shared) -> Option<Missing> {
        self.lacking(state, (shared.other, shared.theirs), (seat, shared.own))
    }

    fn list_price(&self, businesses: Businesses) -> Money {
        businesses.map(|business| self.deed(business).price).sum()
    }

    /// The businesses of a deal against an amount of cash, if it may be proposed now.
    fn sale(&self, state: &State, proposer: Seat, missing: Missing, price: Money) -> Option<Action> {
        let Missing { businesses, holder, seeker } = missing;
        if price > state.player(seeker).cash {
            return None;
        }
        let cash = Transfer { from: seeker, to: holder, asset: Asset::Cash(price) };
        let things = businesses.map(|business| Transfer { from: holder, to: seeker, asset: Asset::Business(business) });
        self.proposed(state, proposer, things.chain([cash]))
    }

    /// A deal of these transfers, if it may be proposed now.
    fn proposed(&self, state: &State, seat: Seat, transfers: impl Iterator<Item = Transfer<Asset>>) -> Option<Action> {
        let filler = Transfer { from: seat, to: seat, asset: Asset::BankCard };
        let (mut list, mut count) = ([filler; THINGS], 0);
        for transfer in transfers {
            *list.get_mut(count)? = transfer;
            count += 1;
        }
        let list = &list[..count];
        // In the own step 3 these deals can only fail by a lock: what they name is there and free, and so is the cash.
        let plain = self.own_step_3(state, seat) && !self.in_force(state, Global::TradeBan);
        let locked = |transfer: &Transfer<Asset>| match transfer.asset {
            Asset::Business(business) if transfer.from == seat => !state.lock(business).admits(transfer.to),
            Asset::Business(business) => state.lock(business) == Lock::SHUT,
            _ => false,
        };
        if plain && list.iter().any(locked) {
            return None;
        }
        let deal = InvestmentsDeal::new(list).ok()?;
        (plain || self.may_offer(state, seat, &deal).is_ok()).then_some(Action::Offer(deal))
    }

    fn priced(&self, businesses: Businesses, tenths: i32) -> Money {
        Money::new(self.list_price(businesses).units() / UNIT * tenths / 10 * UNIT)
    }

    /// Deals worth proposing. (INV-TRADE-5, INV-BCARD-6, INV-GLOB-28)
    pub(crate) fn list_offers(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.player(seat).offers >= OFFERS || !state.has_company(seat) {
            return;
        }
        if seat == state.active() && matches!(state.turn.step, Step::Trade | Step::BankCard) && state.top().is_none() {
            self.list_bank_card_offers(state, seat, out);
        }
        if self.own_step_3(state, seat) || self.trades_freely(state, seat) {
            self.list_series_deals(state, seat, out);
        }
    }

    fn list_series_deals(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let first = out.len();
        for wanted in self.shared(state, seat).filter_map(|shared| self.wanted(state, seat, shared)) {
            let bids = BIDS.iter().filter_map(|tenths| self.sale(state, seat, wanted, self.priced(wanted.businesses, *tenths)));
            out.extend(bids);
            // For what the other lacks in turn, straight or with the difference of the prices.
            for given in self.shared(state, seat).filter_map(|shared| self.given(state, seat, shared)) {
                if given.seeker == wanted.holder && given.businesses.and(self.siblings_of(wanted)).is_empty() {
                    out.extend(self.swap(state, seat, wanted, given, false));
                    out.extend(self.swap(state, seat, wanted, given, true));
                }
            }
            if out.len() >= first + 4 * MOST {
                break;
            }
        }
        // What others lack and this player has.
        let first = out.len();
        for given in self.shared(state, seat).filter_map(|shared| self.given(state, seat, shared)) {
            let asked = ASKED.iter().filter_map(|tenths| self.sale(state, seat, given, self.priced(given.businesses, *tenths)));
            out.extend(asked);
            if out.len() >= first + MOST {
                return;
            }
        }
    }

    /// The series of what is missing.
    fn siblings_of(&self, missing: Missing) -> Businesses {
        missing.businesses.lowest().map_or(Businesses::NONE, |business| self.siblings[business.index()])
    }

    fn swap(&self, state: &State, seat: Seat, wanted: Missing, given: Missing, level: bool) -> Option<Action> {
        let gets = wanted.businesses.map(|one| Transfer { from: wanted.holder, to: seat, asset: Asset::Business(one) });
        let gives = given.businesses.map(|one| Transfer { from: seat, to: wanted.holder, asset: Asset::Business(one) });
        let difference = self.list_price(wanted.businesses) + -self.list_price(given.businesses);
        let payer = if difference.units() > 0 { seat } else { wanted.holder };
        if level && state.player(payer).cash.units() < difference.units().abs() {
            return None;
        }
        let cash = match difference.units() {
            0 => return if level { None } else { self.proposed(state, seat, gets.chain(gives)) },
            _ if !level => None,
            units if units > 0 => Some(Transfer { from: seat, to: wanted.holder, asset: Asset::Cash(difference) }),
            _ => Some(Transfer { from: wanted.holder, to: seat, asset: Asset::Cash(-difference) }),
        };
        self.proposed(state, seat, gets.chain(gives).chain(cash))
    }

    /// A Bank card of somebody else, for what the bank takes and for more. (INV-BCARD-6)
    fn list_bank_card_offers(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.one_more_bank_card(state).is_err() {
            return;
        }
        let price = self.pack.numbers.bank_card_price;
        let amount = price + Money::new(price.units() / 5 / UNIT * UNIT);
        if state.player(seat).cash < amount || self.in_force(state, Global::TradeBan) {
            return;
        }
        for holder in state.present().without(seat) {
            if state.player(holder).bank_cards > 0 {
                let card = Transfer { from: holder, to: seat, asset: Asset::BankCard };
                let cash = Transfer { from: seat, to: holder, asset: Asset::Cash(amount) };
                out.extend(InvestmentsDeal::new(&[card, cash]).ok().map(Action::Offer));
            }
        }
    }

    /// Deals that a debtor could raise money with: a business for more than the bank gives. (INV-GLOB-23)
    pub(crate) fn list_debtor_deals(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.may_bargain_in_debt(state, seat) {
            return;
        }
        let plain = state.player(seat).owned.and_not(state.upgraded.or(state.mortgaged)).and_not(self.insurance);
        for business in plain.take(MOST) {
            let price = self.deed(business).price;
            let richest = state.present().without(seat).max_by_key(|other| state.player(*other).cash);
            if let Some(buyer) = richest {
                let missing = Missing { businesses: Businesses::only(business), holder: seat, seeker: buyer };
                out.extend(self.sale(state, seat, missing, price));
            }
        }
    }

    /// Counter-offers worth making: half as much cash again for what one is to give. (INV-TRADE-15)
    pub(crate) fn list_counters(
        &self,
        state: &State,
        seat: Seat,
        number: OfferNumber,
        offer: &Offer<Asset, THINGS>,
        out: &mut Vec<Action>,
    ) {
        if offer.counters() >= crate::decisions::open_deal::COUNTERS {
            return;
        }
        let raised = |transfer: Transfer<Asset>| match transfer.asset {
            Asset::Cash(amount) if transfer.to == seat => {
                let more = Money::new(amount.units() / UNIT * 3 / 2 * UNIT);
                Transfer { asset: Asset::Cash(more), ..transfer }
            }
            _ => transfer,
        };
        let filler = Transfer { from: seat, to: seat, asset: Asset::BankCard };
        let (mut list, mut count) = ([filler; THINGS], 0);
        for transfer in offer.deal().transfers() {
            list[count] = raised(transfer);
            count += 1;
        }
        let Ok(deal) = InvestmentsDeal::new(&list[..count]) else { return };
        let counter = Action::Counter(number, deal);
        if deal != *offer.deal() && OpenDeal.may(self, state, seat, &counter).is_ok() {
            out.push(counter);
        }
    }
}
