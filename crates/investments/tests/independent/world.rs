//! The table as somebody keeps it who hears what happens and knows the rulebook: everything told is checked, and carried out here.

use crate::content::{Content, Term, part};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Level of a monopoly.
pub const MONOPOLY: usize = 4;

/// What a disagreement is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    Fees,
    Prices,
    Loans,
    Taxes,
    Fines,
    Forced,
    Chance,
    Cards,
    Money,
    Things,
    Moving,
    Laps,
    Slots,
    Global,
    Ending,
}

#[derive(Clone, Default)]
pub struct Player {
    pub cash: i64,
    pub at: usize,
    pub bank_cards: i64,
    pub tax_card: bool,
    pub jail: i64,
    pub stays: bool,
    pub missed: i64,
    pub extra: i64,
    pub offences: i64,
    pub returned: i64,
    pub subsidised: bool,
    pub out: i64,
    /// Shortcut cards and whether each can be played.
    pub shortcuts: Vec<(usize, bool)>,
    /// Kept Profit (`true`) and Loss cards, and whether a slot has begun since.
    pub kept: BTreeMap<(bool, usize), bool>,
    /// What hidden cards have armed. (INV-HIDDEN-13)
    pub armed: BTreeSet<String>,
}

#[derive(Clone)]
pub struct InForce {
    pub card: usize,
    pub tokens: i64,
    pub drawer: usize,
    pub fresh: bool,
}

/// The settings that the model looks at, by name.
pub struct Settings(pub Value);

impl Settings {
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.0[key] == value
    }
}

/// A landing whose tile has not been resolved yet.
#[derive(Clone, Copy)]
struct Landing {
    seat: usize,
    business: usize,
}

/// What a landing on somebody's business costs. (INV-FEE-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fee {
    Nothing,
    Lander(i64),
    Owner(i64),
}

pub struct World<'a> {
    pub content: &'a Content,
    pub settings: Settings,
    pub single: bool,
    pub boxed: bool,
    pub players: Vec<Player>,
    pub owner: Vec<Option<usize>>,
    pub level: Vec<usize>,
    pub loan: Vec<Option<i64>>,
    pub bank: i64,
    pub global: Option<InForce>,
    pub order: Vec<usize>,
    pub round: i64,
    pub ending: Option<String>,
    pub disagreements: Vec<(About, String)>,
    pub checked: BTreeMap<About, usize>,
    pub turn: usize,
    slots: i64,
    double_fee: bool,
    one_die: bool,
    half_roll: bool,
    pay_pips: bool,
    order_dice: BTreeMap<usize, Vec<i64>>,
    // The roll.
    distance: i64,
    pips: i64,
    rolled: bool,
    halved: bool,
    picked_from: i64,
    shortcut: Option<usize>,
    rerolling: bool,
    // The movement.
    landing: Option<Landing>,
    agreed: Option<(usize, i64)>,
    owed: BTreeMap<(usize, usize), i64>,
    lap_due: Option<(usize, i64)>,
    lap_all: BTreeSet<usize>,
    tax_return: BTreeSet<usize>,
    again: Option<usize>,
    pub dues: BTreeSet<usize>,
    expiring: Vec<(usize, (bool, usize))>,
    // Cards of this slot.
    drawn: Vec<(bool, usize)>,
    die: BTreeMap<usize, i64>,
    named: Option<usize>,
    bonus: Vec<Term>,
    refused_fee: BTreeMap<usize, i64>,
    casino: i64,
    casino_dice: i64,
    repeat: Option<i64>,
    loan_due: i64,
    at_bank: bool,
    pub frame: Value,
    removed: bool,
    slot_open: Option<usize>,
    out: i64,
}

fn seat_of(value: &Value) -> Option<usize> {
    value.as_u64().map(|seat| seat as usize - 1)
}

fn business_of(value: &Value) -> usize {
    value.as_str().and_then(|id| id[1..].parse::<usize>().ok()).map_or(usize::MAX, |number| number - 1)
}

impl<'a> World<'a> {
    pub fn new(content: &'a Content, settings: Value) -> World<'a> {
        let settings = Settings(settings);
        let count = settings.0["players"].as_u64().unwrap_or(4) as usize;
        // INV-SETUP-7, INV-SETUP-8: the start money, and the rest for the bank.
        let start = content.constant(&format!("start_money_{}", count.min(6)));
        let player = Player { cash: start, ..Player::default() };
        World {
            single: settings.is("piece_mode", "single"),
            boxed: settings.is("bank_money", "box"),
            players: vec![player; count],
            owner: vec![None; content.deeds.len()],
            level: vec![0; content.deeds.len()],
            loan: vec![None; content.deeds.len()],
            bank: content.constant("money_in_box") - start * count as i64,
            global: None,
            order: Vec::new(),
            round: 0,
            ending: None,
            disagreements: Vec::new(),
            checked: BTreeMap::new(),
            turn: 0,
            slots: 0,
            double_fee: false,
            one_die: false,
            half_roll: false,
            pay_pips: false,
            order_dice: BTreeMap::new(),
            distance: 0,
            pips: 0,
            rolled: false,
            halved: false,
            picked_from: 0,
            shortcut: None,
            rerolling: false,
            landing: None,
            agreed: None,
            owed: BTreeMap::new(),
            lap_due: None,
            lap_all: BTreeSet::new(),
            tax_return: BTreeSet::new(),
            again: None,
            dues: BTreeSet::new(),
            expiring: Vec::new(),
            drawn: Vec::new(),
            die: BTreeMap::new(),
            named: None,
            bonus: Vec::new(),
            refused_fee: BTreeMap::new(),
            casino: 0,
            casino_dice: 0,
            repeat: None,
            loan_due: 0,
            at_bank: false,
            frame: Value::Null,
            removed: false,
            slot_open: None,
            out: 0,
            content,
            settings,
        }
    }

    pub fn hold(&mut self, about: About, holds: bool, text: impl FnOnce() -> String) {
        *self.checked.entry(about).or_default() += 1;
        if !holds {
            self.disagreements.push((about, text()));
        }
    }

    fn same<T: PartialEq + std::fmt::Debug>(&mut self, about: About, clause: &str, mine: T, told: T) {
        let differs = mine != told;
        self.hold(about, !differs, || format!("{clause}: the model says {mine:?}, the game {told:?}"));
    }

    // ---- what is true of the table ----

    pub fn present(&self, seat: usize) -> bool {
        self.players[seat].out == 0 && self.players[seat].jail == 0
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    pub fn owned(&self, seat: usize) -> usize {
        self.owner.iter().filter(|owner| **owner == Some(seat)).count()
    }

    fn in_series(&self, seat: usize, series: usize) -> usize {
        self.content.series[series].iter().filter(|b| self.owner[**b] == Some(seat)).count()
    }

    pub fn complete(&self, seat: usize) -> usize {
        (0..self.content.series.len()).filter(|one| self.in_series(seat, *one) == self.content.series[*one].len()).count()
    }

    pub fn investments(&self, seat: usize) -> usize {
        let small = |b: &usize| if self.level[*b] < MONOPOLY { self.level[*b] } else { 0 };
        (0..self.owner.len()).filter(|b| self.owner[*b] == Some(seat)).map(|b| small(&b)).sum()
    }

    pub fn monopolies(&self, seat: usize) -> usize {
        (0..self.owner.len()).filter(|b| self.owner[*b] == Some(seat) && self.level[*b] == MONOPOLY).count()
    }

    pub fn small_tokens(&self) -> i64 {
        let used: usize = self.level.iter().filter(|level| **level < MONOPOLY).sum();
        self.content.constant("small_tokens") - used as i64
    }

    pub fn large_tokens(&self) -> i64 {
        let used = self.level.iter().filter(|level| **level == MONOPOLY).count();
        self.content.constant("large_tokens") - used as i64
    }

    fn in_force(&self) -> &[Term] {
        self.global.as_ref().map_or(&[], |global| &self.content.global[global.card].terms)
    }

    fn term(&self, name: &str) -> Option<&Term> {
        self.in_force().iter().find(|term| term.name == name)
    }

    /// Does a term of the card in force name the type of this business? Never Insurance. (INV-GLOB-12)
    fn named_by(&self, name: &str, business: usize) -> Option<&Term> {
        let kind = &self.content.deeds[business].kind;
        let fits = |types: &str| kind != "Insurance" && (types == "all" || types.split('|').any(|one| one == kind));
        self.in_force().iter().find(|term| term.name == name && fits(&term.args[0]))
    }

    /// A list figure as the Global Economy card in force changes it. (INV-TERM-7)
    fn current(&self, name: &str, business: usize, list: i64) -> i64 {
        self.named_by(name, business).map_or(list, |term| {
            let (above, below) = term.fraction(1);
            part(list, above, below)
        })
    }

    pub fn price(&self, business: usize) -> i64 {
        self.current("price_mult", business, self.content.deeds[business].price)
    }

    fn deed_fee(&self, business: usize) -> i64 {
        let deed = &self.content.deeds[business];
        match self.owner[business] {
            None => 0,
            Some(owner) if deed.counted => deed.counts[self.in_series(owner, deed.series) - 1],
            Some(_) => deed.fees[self.level[business]],
        }
    }

    /// What is due when this player lands on this business. (INV-FEE-1 to INV-FEE-8, INV-GLOB-24 to INV-GLOB-26)
    pub fn fee(&self, business: usize, lander: usize) -> Fee {
        let deed = &self.content.deeds[business];
        let Some(owner) = self.owner[business].filter(|owner| *owner != lander) else { return Fee::Nothing };
        if self.players[owner].jail > 0 {
            return Fee::Nothing;
        }
        if self.named_by("fee_reverse", business).is_some() {
            return Fee::Owner(if deed.counted { deed.counts[0] } else { deed.fees[self.level[business]] });
        }
        if self.players[owner].stays || self.named_by("fee_none", business).is_some() {
            return Fee::Nothing;
        }
        let fee = self.current("fee_mult", business, self.deed_fee(business));
        let doubled = self.double_fee && lander == self.turn && !self.single;
        Fee::Lander(if doubled { 2 * fee } else { fee })
    }

    /// Has this player, landing there, the right to take it? (INV-FORCE-8, 9, 14, INV-GFX-16)
    pub fn may_force(&self, business: usize, lander: usize) -> bool {
        let deed = &self.content.deeds[business];
        let Some(owner) = self.owner[business].filter(|owner| *owner != lander) else { return false };
        let banned = self.term("forced_trade_ban").is_some() && deed.kind != "Insurance";
        if banned || self.players[owner].jail > 0 {
            return false;
        }
        let size = self.content.series[deed.series].len();
        let (mine, theirs) = (self.in_series(lander, deed.series), self.in_series(owner, deed.series));
        let holders: Vec<usize> = self.all().map(|seat| self.in_series(seat, deed.series)).filter(|count| *count > 0).collect();
        let one_each = holders.len() >= 3 && holders.iter().all(|count| *count == 1);
        let tie = if self.settings.is("forced_tie", "exact_half") { 2 * mine == size } else { !one_each };
        2 * mine > size || (mine == theirs && mine >= 1 && tie)
    }

    fn interest(&self, business: usize) -> i64 {
        let percent = self.term("interest_set").map_or(self.content.constant("interest_percent"), |term| term.n(0));
        part(self.content.deeds[business].mortgage, percent, 100)
    }

    /// The tax of a tile for this player. (INV-TAX-11)
    fn tax(&self, tile: usize, seat: usize) -> i64 {
        let list = self.content.groups[&("tax".to_owned(), self.content.tiles[tile].number)].0;
        let raised = self.term("tax_mult").map_or(list, |term| part(list, term.fraction(0).0, term.fraction(0).1));
        if self.players[seat].tax_card { part(raised, 1, 2) } else { raised }
    }

    /// How many of the things that a card counts. (INV-PFX-5)
    fn counted(&self, seat: usize, item: &str) -> i64 {
        let count = match item {
            "business" => self.owned(seat),
            "investment" => self.investments(seat),
            "monopoly" => self.monopolies(seat),
            "series" => self.complete(seat),
            kind => self.of_type(seat, kind.trim_start_matches("type:")),
        };
        count as i64
    }

    fn of_type(&self, seat: usize, kind: &str) -> usize {
        (0..self.owner.len()).filter(|b| self.owner[*b] == Some(seat) && self.content.deeds[*b].kind == kind).count()
    }

    fn card(&self, profit: bool, card: usize) -> &'a [Term] {
        if profit { &self.content.profit[card].terms } else { &self.content.loss[card].terms }
    }

    // ---- money ----

    /// The bank pays as far as it must and can. (INV-COMP-3)
    fn receive(&mut self, seat: usize, amount: i64) -> i64 {
        let paid = if self.boxed { amount.min(self.bank.max(0)) } else { amount };
        self.bank -= paid;
        self.players[seat].cash += paid;
        paid
    }

    /// The bank grants something it could refuse: only in full. (INV-COMP-3)
    fn grant(&mut self, seat: usize, amount: i64) {
        let can = !self.boxed || self.bank >= amount;
        self.hold(About::Money, can, || format!("INV-COMP-3: the bank cannot grant {amount}"));
        self.bank -= amount;
        self.players[seat].cash += amount;
    }

    fn pay_bank(&mut self, seat: usize, amount: i64) {
        self.bank += amount;
        self.players[seat].cash -= amount;
        let left = self.players[seat].cash;
        self.hold(About::Money, left >= 0, || format!("INV-INVAR-2: seat {} has {left}", seat + 1));
    }

    fn pay(&mut self, from: usize, to: Option<usize>, amount: i64) {
        match to {
            None => self.pay_bank(from, amount),
            Some(to) => {
                self.players[from].cash -= amount;
                self.players[to].cash += amount;
                let left = self.players[from].cash;
                self.hold(About::Money, left >= 0, || format!("INV-INVAR-2: seat {} has {left}", from + 1));
            }
        }
    }

    /// Jailed on the way: the piece moves to where its movement ends, and neither that tile nor those on the way have an effect.
    /// (INV-JAIL-3)
    fn arrives_alone(&mut self) {
        (self.landing, self.again) = (None, None);
        self.tax_return.clear();
    }

    /// The tile of a common piece is resolved, unless nobody is left to resolve it for. (INV-SINGLE-18)
    fn nobody_goes_on(&mut self) {
        if self.single && self.at_bank && !self.all().any(|one| self.present(one)) {
            self.arrives_alone();
        }
    }

    fn falls_to_bank(&mut self, business: usize) {
        self.owner[business] = None;
        self.level[business] = 0;
        self.loan[business] = None;
        self.dues.remove(&business);
    }

    // ---- what happens ----

    pub fn hear(&mut self, event: &Value) {
        let name = event["event"].as_str().unwrap_or_default().to_owned();
        let seat = seat_of(&event["seat"]).unwrap_or(0);
        let number = |key: &str| event[key].as_i64().unwrap_or(0);
        let business = business_of(&event["business"]);
        let amount = number("amount");
        match name.as_str() {
            "order_rolled" => self.order_dice.entry(seat).or_default().push(number("die")),
            "order_set" => self.order_set(event),
            "lottery_rolled" => {
                let dice = &event["dice"];
                let row = 10 * dice[0].as_i64().unwrap_or(0) + dice[1].as_i64().unwrap_or(0);
                self.same(About::Chance, "INV-LOT-3", self.content.lottery[&row].0, business);
                let taken = self.owner[business].is_some();
                self.same(About::Chance, "INV-LOT-3", taken, event["taken"] == true);
            }
            "lottery_won" => self.lottery_won(seat, business, event),
            "lottery_paid" => {
                let (above, below) = self.condition(seat).map_or((0, 1), |term| term.fraction(0));
                let due = part(self.content.deeds[self.landed(seat)].price, above, below);
                self.same(About::Prices, "INV-LOT-5", due, amount);
                self.pay_bank(seat, amount);
            }
            "lottery_received" => {
                let bonus = self.condition(seat).map_or(0, |term| term.n(0));
                self.same(About::Prices, "INV-LOT-4", bonus, amount);
                self.receive(seat, amount);
            }
            "round_began" => {
                self.round += 1;
                self.same(About::Slots, "INV-TERM-1", self.round, number("round"));
            }
            "turn_began" => self.turn_began(seat, event["extra"] == true),
            "skipped" => self.skipped(seat, &event["reason"]),
            "rolled" => self.roll(seat, event),
            "rolled_again" => {
                let sum: i64 = event["dice"].as_array().into_iter().flatten().filter_map(Value::as_i64).sum();
                self.distance += sum;
                self.pips += sum;
                self.same(About::Moving, "INV-ROLL-4", self.distance, number("distance"));
            }
            "picked" => {
                let within = (1..=self.picked_from).contains(&number("distance"));
                self.hold(About::Moving, within && self.picked_from > 0, || format!("INV-ROLL-5: {event}"));
                self.distance = number("distance");
            }
            "sum_accepted" => self.same(About::Moving, "INV-ROLL-3", self.distance, number("distance")),
            "halved" => {
                self.distance = (self.distance + 1) / 2;
                self.same(About::Moving, "INV-FX-7", (self.half_roll, self.distance), (true, number("distance")));
                self.halved = true;
            }
            "drove" => {
                self.hold(About::Moving, (1..=6).contains(&number("distance")), || format!("INV-FX-7: {event}"));
                self.distance = number("distance");
                self.halved = true;
                if self.players[seat].kept.remove(&(true, 41)).is_none() {
                    let armed = self.players[seat].armed.remove("set_roll(6)");
                    self.hold(About::Cards, armed, || format!("INV-KEEP-2: without a card: {event}"));
                }
            }
            "shortcut_played" => self.shortcut_played(seat, event),
            "moved" => self.moved(seat, event),
            "jumped" => {
                let arrow = self.content.tiles[self.players[seat].at].arrow;
                self.same(About::Moving, "INV-SHORT-14", arrow, event["to"].as_u64().map(|to| to as usize));
                self.stand(seat, number("to") as usize);
            }
            "subsidised" => self.subsidised(seat, amount, number("extra")),
            "loan_paid" => self.loan_paid(seat, business, event),
            "pledge_lost" => {
                self.hold(About::Loans, self.dues.contains(&business), || format!("INV-LOAN-8: {event}"));
                self.falls_to_bank(business);
            }
            "loan_refused" => {
                let third = self.loan[business].unwrap_or(0) + 1 >= self.content.constant("loan_laps");
                let due = self.interest(business) + if third { self.content.deeds[business].mortgage } else { 0 };
                self.same(About::Loans, "INV-LOAN-13, INV-LOAN-14", (due, Some(seat)), (amount, self.owner[business]));
                self.at_bank = true;
                if !self.single {
                    self.arrives_alone();
                }
            }
            "kept_expired" => {
                let key = (event["fortune"] == "profit", number("card") as usize);
                let held = self.players[seat].kept.remove(&key).is_some();
                self.hold(About::Cards, held, || format!("INV-KEEP-5: not kept: {event}"));
            }
            "repeat_rolled" => {
                let standing = self.single || self.again == Some(seat);
                self.hold(About::Chance, standing && self.again.is_some(), || format!("INV-REPEAT-2, INV-BANK-4: {event}"));
                self.again = None;
                self.repeat = Some(number("die"));
            }
            "bought" => self.bought(seat, business, number("price")),
            "not_bought" => {
                self.same(About::Prices, "INV-BUY-2", None, self.owner[business]);
            }
            "no_fee" => self.no_fee(seat, business, event),
            "fee_waived" => self.fee_waived(seat, business, amount),
            "force_asked" => {
                let right = self.may_force(business, seat);
                self.hold(About::Forced, right, || format!("INV-FORCE-8: no right: {event}"));
                self.same(About::Forced, "INV-FORCE-16", self.price(business), number("price"));
                self.landing = None;
                self.owed.remove(&(seat, business));
            }
            "forced_trade" => self.forced_trade(seat, business, event),
            "force_refused" => {
                let loan = self.loan[business].take().map_or(0, |_| self.content.deeds[business].mortgage);
                self.loan_due += loan;
                self.owner[business] = Some(seat);
                self.level[business] = 0;
            }
            "invested" => self.invested(seat, business, event),
            "monopolised" => self.monopolised(seat, business, number("price")),
            "paid" => self.paid(seat, event),
            "refused" => self.refused(seat, event),
            "poll_refused" => {
                if let Some((_, fee)) = self.agreed {
                    self.refused_fee.insert(seat, fee);
                }
            }
            "bank_stood_in" => {
                self.receive(seat, amount);
            }
            "jailed" => self.jailed(seat, event),
            "expelled" => {
                self.players[seat].offences += 1;
                let limit = self.settings.0["offence_limit"].as_i64().unwrap_or(i64::MAX);
                let told = number("offences");
                self.same(About::Fines, "INV-JAIL-11", (self.players[seat].offences, true), (told, told >= limit));
            }
            "bankrupt" => self.bankrupt(seat, amount),
            "out" => self.goes_out(seat),
            "upgrade_sold" => self.upgrade_sold(seat, business, event),
            "upgrade_lost" => {
                self.level[business] = self.level[business].saturating_sub(1);
                self.same(About::Things, "INV-PFX-31", self.level[business] as i64, number("level"));
            }
            "sold" => {
                let mortgaged = self.loan[business].is_some();
                let price = if mortgaged { 0 } else { self.content.deeds[business].mortgage };
                self.same(About::Prices, "INV-SELL-1, INV-SELL-11", price, amount);
                self.same(About::Prices, "INV-SELL-2", (Some(seat), 0), (self.owner[business], self.level[business]));
                self.grant(seat, amount);
                self.falls_to_bank(business);
            }
            "mortgaged" => {
                let banned = self.term("loan_ban").is_some();
                self.same(About::Loans, "INV-LOAN-1", (self.content.deeds[business].mortgage, false), (amount, banned));
                let free = (Some(seat), 0, None);
                self.same(About::Loans, "INV-LOAN-3", free, (self.owner[business], self.level[business], self.loan[business]));
                self.grant(seat, amount);
                self.loan[business] = Some(0);
            }
            "repaid" => {
                self.same(About::Loans, "INV-LOAN-16", self.content.deeds[business].mortgage, amount);
                self.hold(About::Loans, self.loan[business].is_some(), || format!("INV-LOAN-16: {event}"));
                self.pay_bank(seat, amount);
                self.loan[business] = None;
            }
            "shortcut_sold" => {
                let card = business_of(&event["card"]);
                self.same(About::Prices, "INV-SELL-8", self.content.shortcut[card].price, amount);
                self.grant(seat, amount);
                self.drop_shortcut(seat, card);
            }
            "bank_card_sold" => {
                self.same(About::Prices, "INV-BCARD-4", self.content.constant("bank_card_price"), amount);
                self.grant(seat, amount);
                self.players[seat].bank_cards -= 1;
            }
            "bank_card_bought" => {
                let price = number("price");
                self.same(About::Prices, "INV-BCARD-1", self.content.constant("bank_card_price"), price);
                self.pay_bank(seat, price);
                self.players[seat].bank_cards += 1;
                self.same(About::Slots, "INV-BCARD-2", self.turn, seat);
                let held: i64 = self.players.iter().map(|player| player.bank_cards).sum();
                self.same(About::Things, "INV-INVAR-8", self.content.constant("bank_cards") - held, number("left"));
            }
            "fortune_rolled" => {
                let fortune = if number("die") <= 3 { "loss" } else { "profit" };
                self.same(About::Chance, "INV-FORT-15", fortune, event["fortune"].as_str().unwrap_or_default());
            }
            "card_drawn" | "hidden_used" => self.card_drawn(name == "hidden_used", event),
            "card_cancelled" => {
                let kept = self.players[seat].kept.remove(&(true, 40)).is_some();
                let armed = !kept && self.players[seat].armed.remove("cancel_loss");
                self.hold(About::Cards, kept || armed, || format!("INV-FX-7: without a card: {event}"));
            }
            "armed" => {
                let last = self.drawn.last().map(|(profit, card)| self.card(*profit, *card)[0].args[0].clone());
                self.players[seat].armed.extend(last);
            }
            "armed_lapsed" => self.players[seat].armed.clear(),
            "card_kept" => {
                self.players[seat].kept.insert((event["fortune"] == "profit", number("card") as usize), false);
            }
            "kept_at_work" => self.at_work(seat, number("card") as usize),
            "card_rolled" => {
                self.die.insert(seat, number("die"));
            }
            "received" => self.received(seat, seat_of(&event["from"]), amount),
            "will_miss" => self.players[seat].missed += number("count"),
            "extra_turn" if seat != self.turn => self.players[seat].extra += 1,
            "named" => self.named = Some(business),
            "shortcut_drawn" if event["card"].is_string() => {
                self.players[seat].shortcuts.push((business_of(&event["card"]), false));
                let held = self.players[seat].shortcuts.len();
                self.hold(About::Things, held <= 2, || format!("INV-SHORT-4: {held} in hand"));
            }
            "shortcuts_lost" => self.players[seat].shortcuts.clear(),
            "global_drawn" => self.global_drawn(seat, event),
            "tokens_set" => self.tokens_set(seat, event),
            "token_removed" => {
                self.removed = true;
                let slot = self.slot_open.unwrap_or(self.turn);
                let Some(global) = &mut self.global else { return };
                global.tokens -= 1;
                let mine = (global.tokens, global.drawer, false);
                let fresh = global.fresh && self.settings.is("global_first_token", "next_slot");
                self.same(About::Global, "INV-GLOB-8, INV-GLOB-9", mine, (number("tokens"), slot, fresh));
            }
            "global_expired" => self.global = None,
            "taxed" => self.taxed(seat, event),
            "tax_card_returned" => {
                let passed = self.tax_return.remove(&seat);
                self.hold(About::Taxes, passed, || format!("INV-TAX-8: {event}"));
                self.players[seat].tax_card = false;
            }
            "casino_rolled" => {
                self.casino = event["dice"].as_array().into_iter().flatten().filter_map(Value::as_i64).sum();
                self.casino_dice = if event["dice"][1] == 0 { 1 } else { 2 };
            }
            "bet" => self.bet(seat, event),
            "dealt" => self.dealt(event),
            "auctioned" => self.auctioned(event),
            "over" => self.ending = event["ending"].as_str().map(str::to_owned),
            _ => {}
        }
    }

    fn stand(&mut self, seat: usize, tile: usize) {
        for one in self.all() {
            if self.single || one == seat {
                self.players[one].at = tile;
            }
        }
    }

    fn order_set(&mut self, event: &Value) {
        self.order = event["order"].as_array().into_iter().flatten().filter_map(seat_of).collect();
        let mut mine: Vec<usize> = self.all().collect();
        if self.settings.is("order_mode", "roll") {
            // INV-ORDER-2: whoever rolled more goes earlier; those with the same number roll on among themselves.
            mine.sort_by(|a, b| self.order_dice.get(b).cmp(&self.order_dice.get(a)));
        } else if self.settings.is("order_mode", "agreed") {
            let place = |seat: usize| self.settings.0[format!("place_{}", seat + 1)].as_u64().map(|place| place as usize - 1);
            let mut seats: Vec<Option<usize>> = vec![None; mine.len()];
            self.all().for_each(|seat| {
                if let Some(place) = place(seat) {
                    seats[place] = Some(seat);
                }
            });
            let mut rest = self.all().filter(|seat| place(*seat).is_none());
            mine = seats.into_iter().filter_map(|seat| seat.or_else(|| rest.next())).collect();
        }
        let order = self.order.clone();
        self.same(About::Slots, "INV-ORDER-1", mine, order);
    }

    // ---- the lottery ----

    fn landed(&self, seat: usize) -> usize {
        self.content.tiles[self.players[seat].at].business.unwrap_or(usize::MAX)
    }

    fn condition(&self, seat: usize) -> Option<&'a Term> {
        let business = self.landed(seat);
        self.content.lottery.values().find(|(one, _)| *one == business).map(|(_, term)| term)
    }

    fn lottery_won(&mut self, seat: usize, business: usize, event: &Value) {
        let mut won: Vec<usize> = event["businesses"].as_array().into_iter().flatten().map(business_of).collect();
        won.sort_unstable();
        let whole = self.settings.is("start_mode", "lottery_series");
        let mine = if whole { self.content.series[self.content.deeds[business].series].clone() } else { vec![business] };
        self.same(About::Things, "INV-LOT-1, INV-LOT-9", mine, won.clone());
        let monopoly = self.settings.is("start_mode", "lottery_monopoly") && !self.content.deeds[business].counted;
        self.same(About::Things, "INV-LOT-10, INV-LOT-11", monopoly, event["monopoly"] == true);
        for one in won {
            self.same(About::Things, "INV-LOT-3", None, self.owner[one]);
            self.owner[one] = Some(seat);
            self.level[one] = if monopoly { MONOPOLY } else { 0 };
        }
        self.stand(seat, self.content.deeds[business].tile);
    }

    // ---- slots and turns ----

    fn slot_begins(&mut self, seat: usize) {
        self.slot_ends();
        // INV-ORDER-3, INV-ORDER-4: the next in order; an empty slot may pass without a word.
        let count = self.order.len();
        while self.slots > 0 && self.order[self.slots as usize % count] != seat {
            let passed = self.order[self.slots as usize % count];
            let gone = self.players[passed].out > 0;
            self.hold(About::Slots, gone, || format!("INV-ORDER-3: the slot of seat {} was left out", passed + 1));
            self.slot_open = Some(passed);
            self.slots += 1;
            if !gone {
                break;
            }
        }
        let place = self.slots as usize % count;
        self.same(About::Slots, "INV-ORDER-3", self.order[place], seat);
        self.slots += 1;
        self.turn = seat;
        self.slot_open = Some(seat);
        self.removed = false;
        self.drawn.clear();
        let player = &mut self.players[seat];
        player.subsidised = false;
        player.kept.values_mut().for_each(|ready| *ready = true);
        player.shortcuts.iter_mut().for_each(|(_, ready)| *ready = true);
        if self.single {
            self.players.iter_mut().for_each(|player| player.subsidised = false);
        }
    }

    fn slot_ends(&mut self) {
        let Some(seat) = self.slot_open.take() else { return };
        // INV-GLOB-8: a token at the end of each slot of the drawer, after the first.
        let removed = self.removed;
        if let Some(global) = &mut self.global
            && global.drawer == seat
        {
            let due = !global.fresh || self.settings.is("global_first_token", "same_slot");
            global.fresh = false;
            if due && self.ending.is_none() {
                self.hold(About::Global, removed, || "INV-GLOB-8: no token was removed".into());
            }
        }
        self.removed = false;
    }

    fn turn_began(&mut self, seat: usize, extra: bool) {
        self.settle_landing("turn_began");
        self.repeat = None;
        if extra {
            self.same(About::Slots, "INV-TURN-13", self.turn, seat);
        } else {
            self.slot_begins(seat);
            let stood = &self.players[seat];
            let free = stood.out == 0 && stood.jail == 0 && stood.missed == 0;
            let stays = stood.stays && self.settings.is("tax_stay", "miss_turn");
            self.hold(About::Slots, free && !stays, || format!("INV-TURN-10: seat {} plays", seat + 1));
            self.players[seat].stays = false;
            self.players[seat].extra = 0;
        }
        let armed = &mut self.players[seat].armed;
        self.double_fee = armed.remove("double_fee");
        self.one_die = armed.remove("one_die");
        self.half_roll = armed.remove("half_roll");
        self.pay_pips = armed.remove("pay_pips(10000)");
        self.named = None;
    }

    fn skipped(&mut self, seat: usize, reason: &Value) {
        self.settle_landing("skipped");
        self.slot_begins(seat);
        let stays = self.players[seat].stays && self.settings.is("tax_stay", "miss_turn");
        let player = &mut self.players[seat];
        let mine = match () {
            () if player.out > 0 => "out",
            () if player.jail > 0 => "jail",
            () if stays => "tax_office",
            () => "missed",
        };
        let told = reason.as_str().unwrap_or(if reason["jail"].is_object() { "jail" } else { "?" }).to_owned();
        match mine {
            "jail" => player.jail -= 1,
            "missed" => player.missed -= 1,
            _ => {}
        }
        let left = (mine == "jail").then_some(player.jail);
        if mine != "jail" {
            player.stays = false;
        }
        let sound = player.missed >= 0;
        self.hold(About::Slots, sound, || format!("INV-TURN-10: seat {} was skipped for nothing", seat + 1));
        self.same(About::Slots, "INV-TURN-10", (mine.to_owned(), left), (told, reason["jail"]["left"].as_i64()));
    }

    fn at_work(&mut self, seat: usize, card: usize) {
        let held = self.players[seat].kept.remove(&(false, card)).is_some();
        self.hold(About::Cards, held && seat == self.turn, || format!("INV-KEEP-4: loss card {}", card + 1));
        let arg = self.card(false, card)[0].args[0].clone();
        match arg.as_str() {
            "one_die" => self.one_die = true,
            "half_roll" => self.half_roll = true,
            "double_fee" => self.double_fee = true,
            _ => self.pay_pips = true,
        }
    }

    // ---- dice and movement ----

    fn roll(&mut self, seat: usize, event: &Value) {
        self.settle_landing("rolled");
        let dice: Vec<i64> = event["dice"].as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
        let sum: i64 = dice.iter().sum();
        self.same(About::Moving, "INV-ROLL-1", Some(sum), event["sum"].as_i64());
        let one = self.one_die || self.term("one_die").is_some();
        if !self.rerolling {
            self.same(About::Moving, "INV-GFX-13, INV-FX-7", one, dice[1] == 0);
        }
        self.same(About::Slots, "INV-ROLL-1", self.turn, seat);
        self.picked_from = if dice[0] == dice[1] && !self.rerolling { dice[0] } else { 0 };
        (self.distance, self.pips, self.rolled) = (sum, sum, true);
        if self.rerolling {
            self.rerolling = false;
        } else {
            (self.halved, self.shortcut) = (false, None);
        }
    }

    fn shortcut_played(&mut self, seat: usize, event: &Value) {
        let card = business_of(&event["card"]);
        let ready = self.players[seat].shortcuts.iter().any(|(one, ready)| *one == card && *ready);
        self.hold(About::Cards, ready, || format!("INV-SHORT-7: {event}"));
        self.drop_shortcut(seat, card);
        self.shortcut = Some(card);
        self.rerolling = self.content.shortcut[card].terms[0].name == "reroll";
    }

    fn drop_shortcut(&mut self, seat: usize, card: usize) {
        let held = self.players[seat].shortcuts.iter().position(|(one, _)| *one == card);
        self.hold(About::Things, held.is_some(), || format!("INV-INVAR-7: Shortcut card {} is not in that hand", card + 1));
        if let Some(place) = held {
            self.players[seat].shortcuts.remove(place);
        }
    }

    /// Where a Shortcut card leads: the distances it allows, forward or back. (INV-SFX)
    fn by_shortcut(&self, card: usize, mover: usize) -> (Vec<i64>, bool) {
        let from = self.players[mover].at;
        let length = self.content.tiles.len();
        let term = &self.content.shortcut[card].terms[0];
        let on = |to: Option<usize>| to.map_or(Vec::new(), |to| vec![((to + 2 * length - from - 1) % length + 1) as i64]);
        let back = |to: Option<usize>| to.map_or(Vec::new(), |to| vec![((from + 2 * length - to - 1) % length + 1) as i64]);
        let roll = self.distance;
        match term.name.as_str() {
            "add" => (vec![roll + term.n(0)], false),
            "subtract" => (vec![(roll - term.n(0)).max(1)], false),
            "exact" => (vec![term.n(0)], false),
            "choose" => ((1..=term.n(0)).collect(), false),
            "double_roll" => (vec![2 * roll], false),
            "halve_roll" => (vec![(roll + 1) / 2], false),
            "reroll" => (vec![roll], false),
            "back" => (vec![term.n(0)], true),
            "back_roll" => (vec![roll], true),
            "to_kind" if term.args[1] == "back" => (back(self.content.behind(from, |tile| tile.kind == term.args[0])), true),
            "to_kind" => (on(self.content.ahead(from, |tile| tile.kind == term.args[0])), false),
            "to_start" => (on(Some(0)), false),
            "to_own" => {
                let own = |tile: &crate::content::Tile| tile.business.is_some_and(|b| self.owner[b] == Some(mover));
                (on(self.content.ahead(from, own)), false)
            }
            _ => (on(self.content.ahead(from, |tile| tile.business.is_some_and(|b| self.owner[b].is_none()))), false),
        }
    }

    /// The tiles to which the cards of this slot can send this player. (INV-PFX-18 to INV-PFX-25)
    fn by_cards(&self, seat: usize) -> Vec<usize> {
        let from = self.players[seat].at;
        let to = |term: &Term| match term.name.as_str() {
            "move_start" => Some(0),
            "move_kind" | "all_move_kind" => self.content.ahead(from, |tile| tile.kind == term.args[0]),
            "move_type" => {
                self.content.ahead(from, |tile| tile.business.is_some_and(|b| self.content.deeds[b].kind == term.args[0]))
            }
            "move_business" => term.args[0][1..].parse::<usize>().ok().map(|number| self.content.deeds[number - 1].tile),
            "move_unowned" => self.content.ahead(from, |tile| tile.business.is_some_and(|b| self.owner[b].is_none())),
            "move_choice" => self.named.map(|business| self.content.deeds[business].tile),
            _ => None,
        };
        self.drawn.iter().flat_map(|(profit, card)| self.card(*profit, *card)).filter_map(to).collect()
    }

    fn moved(&mut self, seat: usize, event: &Value) {
        self.settle_landing("moved");
        self.at_bank = false;
        self.repeat = None;
        let length = self.content.tiles.len() as i64;
        let number = |key: &str| event[key].as_i64().unwrap_or(-1);
        let (from, to, distance) = (number("from"), number("to"), number("distance"));
        let back = event["back"] == true;
        self.same(About::Moving, "INV-MOVE-1", self.players[seat].at as i64, from);
        let end = if back { from - distance } else { from + distance };
        self.same(About::Moving, "INV-MOVE-1, INV-MOVE-2", end.rem_euclid(length), to);
        match event["how"].as_str() {
            Some("card") => {
                let targets = self.by_cards(seat);
                let meant = targets.contains(&(to as usize)) && !back && (1..=length).contains(&distance);
                self.hold(About::Moving, meant, || format!("INV-FORT-3: cards lead to {targets:?}: {event}"));
            }
            how => {
                let half = self.half_roll && !self.halved;
                let (allowed, backward) = match self.shortcut.take() {
                    Some(card) => self.by_shortcut(card, seat),
                    None => (vec![self.distance], false),
                };
                let by_card = how == Some("shortcut");
                let meant = allowed.contains(&distance) && backward == back && !half;
                self.hold(About::Moving, meant, || format!("INV-ROLL-7, INV-SFX: {allowed:?} {backward} {by_card}: {event}"));
                self.rolled = false;
            }
        }
        // INV-LAP-1, INV-LAP-7 to INV-LAP-9.
        let mut lapped = false;
        let (bank, tax) = (length - 2, 73);
        self.lap_due = None;
        self.lap_all.clear();
        if back {
            let left = (0..distance).filter(|steps| (from - steps).rem_euclid(length) == bank).count() as i64;
            self.all().for_each(|one| {
                if self.single || one == seat {
                    self.players[one].returned += left;
                }
            });
        } else if (1..=distance).any(|steps| (from + steps) % length == bank) {
            let shortcut = event["how"] == "shortcut";
            if self.players[seat].returned > 0 {
                self.all().for_each(|one| {
                    if self.single || one == seat {
                        self.players[one].returned -= 1;
                    }
                });
            } else if !(shortcut && self.players[seat].subsidised) {
                lapped = true;
                let kind = &self.content.tiles[to as usize];
                let extra = if kind.kind == "bank" { self.content.groups[&("bank".to_owned(), kind.number)].0 } else { 0 };
                self.lap_due = Some((seat, extra));
                self.lap_all = self.all().filter(|one| self.present(*one) && (self.single || *one == seat)).collect();
            }
        }
        // INV-TAX-13: passing all three tiles forward.
        self.tax_return.clear();
        let entered = (1..=distance).find(|steps| (from + steps) % length == tax);
        if !back && entered.is_some_and(|steps| distance >= steps + 3) && self.settings.is("tax_mode", "standard") {
            self.tax_return = self
                .all()
                .filter(|one| (self.single || *one == seat) && self.players[*one].tax_card && self.present(*one))
                .collect();
        }
        // INV-REPEAT-2, INV-BANK-4.
        let (began, ended) = (&self.content.tiles[from as usize].kind, &self.content.tiles[to as usize].kind);
        let group = ended == "bank" || ((ended == "global" || ended == "tax") && began == ended);
        self.again = (group && !lapped).then_some(seat);
        self.stand(seat, to as usize);
        self.landing = self.content.tiles[to as usize].business.map(|business| Landing { seat, business });
        self.agreed = None;
    }

    fn subsidised(&mut self, seat: usize, amount: i64, extra: i64) {
        let first = self.lap_due.is_some() && self.lap_all.remove(&seat);
        self.hold(About::Laps, first, || format!("INV-LAP-1: seat {} was paid without a lap event", seat + 1));
        let subsidy = self.term("subsidy_set").map_or(self.content.constant("subsidy"), |term| term.n(0));
        let due = self.lap_due.map_or(0, |(_, extra)| extra);
        let whole = subsidy + due;
        let paid = self.receive(seat, whole);
        if paid == whole {
            self.same(About::Laps, "INV-LAP-3, INV-BANK-2", (whole, due), (amount, extra));
        } else {
            self.same(About::Laps, "INV-COMP-3", paid, amount);
        }
        self.all().filter(|one| self.single || *one == seat).for_each(|one| self.players[one].subsidised = true);
        let loans = (0..self.owner.len()).filter(|b| self.owner[*b] == Some(seat) && self.loan[*b].is_some());
        let loans: Vec<usize> = loans.collect();
        self.dues.extend(loans);
        let kept: Vec<(bool, usize)> = self.players[seat].kept.keys().copied().collect();
        self.expiring.extend(kept.into_iter().map(|card| (seat, card)));
    }

    fn loan_paid(&mut self, seat: usize, business: usize, event: &Value) {
        let due = self.dues.remove(&business) && self.owner[business] == Some(seat);
        self.hold(About::Loans, due, || format!("INV-LOAN-6: not due: {event}"));
        let laps = self.loan[business].unwrap_or(0) + 1;
        let last = laps == self.content.constant("loan_laps");
        let loan = if last { self.content.deeds[business].mortgage } else { 0 };
        let mine = (self.interest(business) + loan, last);
        let amount = event["amount"].as_i64().unwrap_or(-1);
        self.same(About::Loans, "INV-LOAN-6, INV-LOAN-13", mine, (amount, event["repaid"] == true));
        if !last {
            self.same(About::Loans, "INV-LOAN-5", Some(laps), event["laps"].as_i64());
        }
        self.pay_bank(seat, amount);
        self.loan[business] = (!last).then_some(laps);
    }

    // ---- property ----

    fn bought(&mut self, seat: usize, business: usize, price: i64) {
        self.same(About::Prices, "INV-BUY-1", None, self.owner[business]);
        let full = self.price(business);
        if self.frame["what"] == "buy_any" {
            let over = self.frame["over"].as_i64().unwrap_or(1);
            let under = self.frame["under"].as_i64().unwrap_or(1);
            self.same(About::Prices, "INV-PFX-33", part(full, over, under), price);
        } else {
            self.same(About::Prices, "INV-BUY-3", Some(business), self.content.tiles[self.players[seat].at].business);
            let half = part(full, 1, 2);
            // An armed card works by itself, a kept one if its holder wants.
            let armed = self.players[seat].armed.remove("half_price");
            let card = armed || (price == half && self.players[seat].kept.remove(&(true, 39)) == Some(true));
            self.hold(About::Prices, price == if card { half } else { full }, || {
                format!("INV-BUY-1, INV-FX-7: {price} for {full}")
            });
        }
        self.pay_bank(seat, price);
        self.owner[business] = Some(seat);
        self.landing = None;
    }

    fn forced_trade(&mut self, seat: usize, business: usize, event: &Value) {
        let owner = seat_of(&event["owner"]).unwrap_or(0);
        let price = event["price"].as_i64().unwrap_or(-1);
        self.same(About::Forced, "INV-FORCE-16", self.price(business), price);
        self.same(About::Forced, "INV-FORCE-12", (Some(owner), 0), (self.owner[business], self.level[business]));
        self.pay(seat, Some(owner), price);
        // INV-FORCE-13, INV-EDGE-34: the loan out of the price; what is missing is owed.
        if self.loan[business].take().is_some() {
            self.loan_due += self.content.deeds[business].mortgage;
        }
        self.owner[business] = Some(seat);
        self.landing = None;
    }

    fn invested(&mut self, seat: usize, business: usize, event: &Value) {
        let deed = &self.content.deeds[business];
        let count = event["count"].as_i64().unwrap_or(0);
        let price = event["price"].as_i64().unwrap_or(-1);
        let free = self.drawn.iter().any(|(profit, card)| self.card(*profit, *card)[0].name == "free_investment");
        let cost = count * self.current("upgrade_mult", business, deed.investment);
        let whole = self.in_series(seat, deed.series) == self.content.series[deed.series].len();
        self.hold(About::Prices, price == cost || (free && count == 1 && price == 0), || {
            format!("INV-INVEST-3: {cost} for {event}")
        });
        self.hold(About::Prices, whole && !deed.counted && self.loan[business].is_none(), || {
            format!("INV-INVEST-1, INV-INVEST-5, INV-INVEST-7: {event}")
        });
        if price > 0 {
            let banned = self.term("upgrade_ban").is_some() && deed.kind != "Insurance";
            let there = self.content.tiles[self.players[seat].at].business == Some(business);
            self.hold(About::Prices, !banned && there, || format!("INV-INVEST-2, INV-GFX-7: {event}"));
        }
        self.pay_bank(seat, price);
        self.level[business] += count as usize;
        let level = self.level[business];
        self.hold(About::Things, level <= 3, || format!("INV-INVEST-4: level {level}"));
        self.same(About::Things, "INV-INVEST-3", Some(level as i64), event["level"].as_i64());
        self.tokens();
    }

    fn monopolised(&mut self, seat: usize, business: usize, price: i64) {
        let deed = &self.content.deeds[business];
        self.same(About::Prices, "INV-MONO-1", self.current("upgrade_mult", business, deed.monopoly), price);
        let series = &self.content.series[deed.series];
        let ripe = series.iter().all(|b| self.owner[*b] == Some(seat) && self.level[*b] >= 3) && self.level[business] == 3;
        self.hold(About::Prices, ripe, || format!("INV-MONO-2: b{:02}", business + 1));
        self.pay_bank(seat, price);
        self.level[business] = MONOPOLY;
        self.tokens();
    }

    fn tokens(&mut self) {
        let enough = self.small_tokens() >= 0 && self.large_tokens() >= 0;
        let unlimited = self.settings.is("token_supply", "unlimited");
        self.hold(About::Things, enough || unlimited, || "INV-COMP-4: more tokens than in the box".into());
    }

    fn upgrade_sold(&mut self, seat: usize, business: usize, event: &Value) {
        let deed = &self.content.deeds[business];
        let mut price = deed.investment / 2;
        if self.level[business] == MONOPOLY {
            // INV-SELL-2, INV-SELL-10: three small tokens in exchange; what is missing is sold at once.
            let unlimited = self.settings.is("token_supply", "unlimited");
            let placed = if unlimited { 3 } else { self.small_tokens().clamp(0, 3) };
            price = deed.monopoly / 2 + (3 - placed) * (deed.investment / 2);
            self.level[business] = placed as usize;
        } else {
            self.level[business] = self.level[business].saturating_sub(1);
        }
        let amount = event["amount"].as_i64().unwrap_or(-1);
        let mine = (price, self.level[business] as i64, Some(seat));
        let told = (amount, event["level"].as_i64().unwrap_or(-1), self.owner[business]);
        self.same(About::Prices, "INV-SELL-2", mine, told);
        let forced = self.frame["what"] == "forced" || self.frame["what"] == "force_poll";
        if forced {
            self.receive(seat, amount)
        } else {
            self.grant(seat, amount);
            amount
        };
    }

    fn asset(&mut self, from: usize, to: usize, asset: &str, place_of: &[Vec<(usize, bool)>]) {
        if let Some(place) = asset.strip_prefix("shortcut ").or_else(|| asset.strip_prefix("shortcut-")) {
            let place = place.parse::<usize>().map_or(0, |place| place - 1);
            let Some((card, _)) = place_of[from].get(place).copied() else { return };
            self.drop_shortcut(from, card);
            self.players[to].shortcuts.push((card, false));
        } else if asset == "bankcard" {
            self.players[from].bank_cards -= 1;
            self.players[to].bank_cards += 1;
        } else if asset.starts_with('b') {
            let business = business_of(&Value::from(asset));
            let free = (Some(from), 0, None);
            self.same(
                About::Prices,
                "INV-TRADE-1, INV-TRADE-10",
                free,
                (self.owner[business], self.level[business], self.loan[business]),
            );
            self.owner[business] = Some(to);
        } else {
            self.pay(from, Some(to), asset.parse().unwrap_or(0));
        }
    }

    fn dealt(&mut self, event: &Value) {
        let banned = self.term("trade_ban").is_some();
        let hands: Vec<Vec<(usize, bool)>> = self.players.iter().map(|player| player.shortcuts.clone()).collect();
        for transfer in event["deal"].as_array().into_iter().flatten() {
            let (from, to) = (seat_of(&transfer["from"]).unwrap_or(0), seat_of(&transfer["to"]).unwrap_or(0));
            let asset = transfer["asset"].as_str().unwrap_or_default();
            let immune = asset.strip_prefix('b').is_some_and(|digits| ["29", "57"].contains(&digits));
            if banned && asset.starts_with('b') && !immune && asset != "bankcard" {
                self.hold(About::Prices, false, || format!("INV-GFX-15: {event}"));
            }
            self.asset(from, to, asset, &hands);
        }
        let fair = self.players.iter().all(|player| player.shortcuts.len() <= 2);
        self.hold(About::Things, fair, || format!("INV-TRADE-11: {event}"));
    }

    fn auctioned(&mut self, event: &Value) {
        let buyer = seat_of(&event["buyer"]).unwrap_or(0);
        let price = event["price"].as_i64().unwrap_or(-1);
        let item = event["item"].as_str().unwrap_or_default();
        match seat_of(&event["seat"]) {
            Some(seller) => {
                let hands: Vec<Vec<(usize, bool)>> = self.players.iter().map(|player| player.shortcuts.clone()).collect();
                self.pay(buyer, Some(seller), price);
                self.asset(seller, buyer, item, &hands);
            }
            None => {
                let business = business_of(&event["item"]);
                let least = self.price(business);
                self.hold(About::Prices, price >= least && self.owner[business].is_none(), || {
                    format!("INV-SINGLE-4: {least} for {event}")
                });
                self.pay_bank(buyer, price);
                self.owner[business] = Some(buyer);
                self.landing = None;
            }
        }
    }

    // ---- fees and debts ----

    fn no_fee(&mut self, seat: usize, business: usize, event: &Value) {
        let owner = seat_of(&event["owner"]).unwrap_or(0);
        self.same(About::Fees, "INV-FEE-7, INV-GFX-3", Fee::Nothing, self.fee(business, seat));
        let holds = match event["reason"].as_str() {
            Some("owner_in_jail") => self.players[owner].jail > 0,
            Some("owner_at_tax_office") => self.players[owner].stays,
            _ => self.named_by("fee_none", business).is_some(),
        };
        self.hold(About::Fees, holds && self.owner[business] == Some(owner), || format!("INV-FEE-7: {event}"));
        self.landing = None;
    }

    fn fee_waived(&mut self, seat: usize, business: usize, amount: i64) {
        let mine = self.owed.remove(&(seat, business)).map_or_else(|| self.fee(business, seat), Fee::Lander);
        self.same(About::Fees, "INV-FEE-8, INV-FEE-11", mine, Fee::Lander(amount));
        if self.players[seat].kept.remove(&(true, 38)) != Some(true) {
            let armed = self.players[seat].armed.remove("waive_fee");
            self.hold(About::Cards, armed, || "INV-FX-7: no card to waive a fee".into());
        }
        self.landing = None;
    }

    /// A landing on somebody's business that nothing came of. (INV-FEE-1)
    fn settle_landing(&mut self, then: &str) {
        let Some(Landing { seat, business }) = self.landing.take() else { return };
        if self.ending.is_some() || !self.present(seat) || self.agreed.is_some() {
            return;
        }
        let fee = if self.single { self.common_fee(business) } else { self.fee(business, seat) };
        let payers = self.all().any(|one| self.present(one) && self.owner[business] != Some(one));
        let other = self.owner[business].is_some_and(|owner| owner != seat || (self.single && payers));
        self.hold(About::Fees, fee == Fee::Nothing || !other, || {
            format!("INV-FEE-1: {fee:?} is due from seat {} on b{:02}, then {then}", seat + 1, business + 1)
        });
    }

    /// A movement is over: everything it had to bring has come.
    fn settle_movement(&mut self) {
        let due: Vec<usize> = self.lap_all.iter().copied().filter(|seat| self.present(*seat)).collect();
        self.hold(About::Laps, due.is_empty(), || format!("INV-LAP-3: no subsidy for {due:?}"));
        self.lap_all.clear();
        let due: Vec<usize> = self.tax_return.iter().copied().filter(|seat| self.present(*seat)).collect();
        self.hold(About::Taxes, due.is_empty(), || format!("INV-TAX-8: not returned: {due:?}"));
        self.tax_return.clear();
        self.hold(About::Loans, self.dues.is_empty(), || "INV-LOAN-4: a loan payment was left out".into());
        let expiring = std::mem::take(&mut self.expiring);
        // What a player jailed in the middle of a lap event has kept stays theirs. (INV-TURN-11, INV-INVAR-11)
        let stale = |(seat, card): &(usize, (bool, usize))| self.present(*seat) && self.players[*seat].kept.contains_key(card);
        let stale = expiring.iter().any(stale);
        self.hold(About::Cards, !stale, || format!("INV-KEEP-5: not expired: {expiring:?}"));
        if let Some(seat) = self.again.take()
            && self.present(seat)
            && self.ending.is_none()
        {
            let kind = &self.content.tiles[self.players[seat].at].kind;
            let none = (kind == "tax" && self.settings.is("tax_mode", "reroll"))
                || (kind == "global" && self.settings.is("global_mode", "casino"));
            self.hold(About::Chance, none, || format!("INV-REPEAT-1: no die for seat {} at {kind}", seat + 1));
        }
    }

    /// What everybody pays where one piece stands for all. (INV-SINGLE-6, INV-SINGLE-7)
    fn common_fee(&self, business: usize) -> Fee {
        let owner = self.owner[business];
        let payers = self.all().filter(|seat| self.present(*seat) && owner != Some(*seat)).count() as i64;
        let lander = self.all().find(|seat| owner != Some(*seat)).unwrap_or(0);
        match self.fee(business, lander) {
            Fee::Lander(fee) if self.settings.is("single_fee", "shared") => Fee::Lander(part(fee, 1, payers.max(1))),
            fee => fee,
        }
    }

    /// What is pending now. Debts are checked when they first appear.
    pub fn look(&mut self, frames: &[Value]) {
        let Some(top) = frames.last() else {
            self.settle_landing("nothing");
            self.settle_movement();
            self.frame = Value::Null;
            return;
        };
        let seat = seat_of(&top["seat"]).unwrap_or(0);
        let what = top["what"].as_str().unwrap_or_default();
        let amount = top["amount"].as_i64().unwrap_or(0);
        if what == "debt" && *top != self.frame {
            self.debt(seat, top);
        }
        if what == "force" && self.landing.is_some() {
            let business = business_of(&top["business"]);
            // The landing can be followed by a fee of the owner, never by one that the lander has to pay.
            let fee = self.fee(business, seat);
            // Unless it will be waived, if the business is not taken. (INV-HIDDEN-13)
            let waived = seat == self.turn && self.players[seat].armed.contains("waive_fee");
            self.hold(About::Fees, waived || !matches!(fee, Fee::Lander(_)), || format!("INV-FORCE-6: {fee:?} is due"));
            if fee == Fee::Nothing {
                self.landing = None;
            }
        }
        if what == "buy" {
            let business = business_of(&top["business"]);
            self.same(
                About::Prices,
                "INV-BUY-1",
                (None, Some(business)),
                (self.owner[business], self.content.tiles[self.players[seat].at].business),
            );
        }
        let asks = ["refusal", "ask_refusal", "refusers"].contains(&what) && top["fee"] == true;
        if self.single && self.agreed.is_none() && (asks || (what == "payments" && top["kind"] == "agreed_fee")) {
            let business = self.landed(0);
            let payees: Vec<usize> = top["to"].as_array().into_iter().flatten().filter_map(seat_of).collect();
            let payee = seat_of(&top["to"]).or(payees.first().copied());
            // Where the owner owes everybody else, the owner is asked.
            let told = if payee == self.owner[business] { Fee::Lander(amount) } else { Fee::Owner(amount) };
            self.same(About::Fees, "INV-SINGLE-6, INV-SINGLE-7", self.common_fee(business), told);
            self.agreed = Some((business, amount));
        }
        self.frame = top.clone();
    }

    fn debt(&mut self, seat: usize, frame: &Value) {
        let amount = frame["amount"].as_i64().unwrap_or(-1);
        let business = business_of(&frame["business"]);
        let to = seat_of(&frame["to"]);
        match frame["kind"].as_str() {
            Some("fee") => {
                if let Some(landing) = self.landing.take() {
                    self.same(About::Fees, "INV-FEE-1", (landing.seat, landing.business), (seat, business));
                    self.same(About::Fees, "INV-FEE-8", self.fee(business, seat), Fee::Lander(amount));
                    self.same(About::Fees, "INV-FEE-1", self.owner[business], to);
                    self.owed.insert((seat, business), amount);
                }
            }
            Some("reverse_fee") => {
                let lander = to.unwrap_or(0);
                self.same(About::Fees, "INV-GLOB-25, INV-GLOB-26", self.fee(self.landed(lander), lander), Fee::Owner(amount));
                self.landing = None;
            }
            Some("tax") => self.same(About::Taxes, "INV-TAX-11", self.tax(self.players[seat].at, seat), amount),
            Some("flat" | "agreed_flat") => self.same(About::Cards, "INV-FORT-12", self.content.constant("flat_loss"), amount),
            Some("pips") => self.same(About::Cards, "INV-FX-7", 10_000 * self.pips, amount),
            Some("fine") => self.same(About::Fines, "INV-JAIL-7", self.fine(seat), amount),
            Some("loan") => self.same(About::Loans, "INV-FORCE-13", self.loan_due, amount),
            Some("card") => self.card_debt(seat, to, amount),
            _ => {}
        }
    }

    fn fine(&self, seat: usize) -> i64 {
        self.refused_fee.get(&seat).map_or(self.content.constant("fine"), |fee| self.content.constant("refused_fee_factor") * fee)
    }

    fn paid(&mut self, seat: usize, event: &Value) {
        let amount = event["amount"].as_i64().unwrap_or(-1);
        let to = seat_of(&event["to"]);
        let business = business_of(&event["business"]);
        match event["kind"].as_str() {
            Some("fee") => {
                let mine = self.owed.remove(&(seat, business)).map_or_else(|| self.fee(business, seat), Fee::Lander);
                self.same(About::Fees, "INV-FEE-8", mine, Fee::Lander(amount));
                self.landing = None;
            }
            Some("agreed_fee" | "reverse_fee") if self.single => {
                let business = self.landed(0);
                let fee = self.common_fee(business);
                if self.owner[business] == Some(seat) {
                    self.same(About::Fees, "INV-GLOB-26, INV-SINGLE-6", fee, Fee::Owner(amount));
                } else {
                    let fee = self.agreed.map_or(fee, |(_, fee)| Fee::Lander(fee));
                    self.same(About::Fees, "INV-SINGLE-6, INV-SINGLE-7", fee, Fee::Lander(amount));
                    self.same(About::Fees, "INV-SINGLE-6", self.owner[business], to);
                }
                self.agreed = Some((business, amount));
            }
            Some("reverse_fee") => {
                let lander = to.unwrap_or(0);
                self.same(About::Fees, "INV-GLOB-26", self.fee(self.landed(lander), lander), Fee::Owner(amount));
                self.landing = None;
            }
            Some("tax" | "agreed_tax") => {
                self.same(About::Taxes, "INV-TAX-11", self.tax(self.players[seat].at, seat), amount);
            }
            Some("flat" | "agreed_flat") => self.same(About::Cards, "INV-FORT-12", self.content.constant("flat_loss"), amount),
            Some("pips") => self.same(About::Cards, "INV-FX-7, INV-ROLL-8", (10_000 * self.pips, true), (amount, self.pay_pips)),
            Some("fine") => {
                self.same(About::Fines, "INV-JAIL-7", self.fine(seat), amount);
                self.refused_fee.remove(&seat);
            }
            Some("loan") => {
                let due = self.loan_due;
                self.hold(About::Loans, (1..=due).contains(&amount), || format!("INV-FORCE-13: {due} is due: {event}"));
                self.loan_due -= amount;
            }
            Some("card") if self.frame["what"] != "debt" => self.card_debt(seat, to, amount),
            _ => {}
        }
        self.pay(seat, to, amount);
    }

    fn refused(&mut self, seat: usize, event: &Value) {
        let amount = event["amount"].as_i64().unwrap_or(-1);
        let business = business_of(&event["business"]);
        if ["fee", "reverse_fee", "agreed_fee"].contains(&event["kind"].as_str().unwrap_or_default()) {
            if let Some(owed) = self.owed.remove(&(seat, business)) {
                self.same(About::Fees, "INV-FEE-9", owed, amount);
            }
            self.refused_fee.insert(seat, amount);
        }
        self.landing = None;
    }

    fn jailed(&mut self, seat: usize, event: &Value) {
        let fine = self.fine(seat);
        self.same(About::Fines, "INV-JAIL-7, INV-FEE-9", Some(fine), event["fine"].as_i64());
        let rounds = self.content.constant("jail_rounds");
        self.same(About::Fines, "INV-JAIL-6", Some(rounds), event["rounds"].as_i64());
        let player = &mut self.players[seat];
        player.jail = rounds;
        player.offences += 1;
        player.missed = 0;
        player.stays = false;
        // INV-LOAN-14: a player who refuses one payment has lost all businesses whose payments were open.
        let open: Vec<usize> = self.dues.iter().copied().filter(|business| self.owner[*business] == Some(seat)).collect();
        self.hold(About::Loans, open.is_empty(), || format!("INV-LOAN-14: still with seat {}: {open:?}", seat + 1));
        self.dues.retain(|business| !open.contains(business));
        if self.landing.is_some_and(|landing| landing.seat == seat) {
            self.landing = None;
        }
        self.nobody_goes_on();
    }

    /// Cash and all that could be sold or mortgaged. (INV-DEBT-6)
    fn reserve(&self, seat: usize) -> i64 {
        let player = &self.players[seat];
        let cards: i64 = player.shortcuts.iter().map(|(card, _)| self.content.shortcut[*card].price).sum();
        let deed = |b: usize| {
            let deed = &self.content.deeds[b];
            let own = if self.loan[b].is_some() { 0 } else { deed.mortgage };
            let level = self.level[b] as i64;
            own + if self.level[b] == MONOPOLY { deed.price + 3 * deed.mortgage } else { level * deed.mortgage }
        };
        let deeds: i64 = (0..self.owner.len()).filter(|b| self.owner[*b] == Some(seat)).map(deed).sum();
        player.cash + cards + deeds + player.bank_cards * self.content.constant("bank_card_price")
    }

    fn bankrupt(&mut self, seat: usize, amount: i64) {
        let worth = self.reserve(seat);
        let short = worth < amount || (self.boxed && self.players[seat].cash < amount);
        self.hold(About::Fines, short, || format!("INV-DEBT-7: seat {} has {worth} for {amount}", seat + 1));
    }

    fn goes_out(&mut self, seat: usize) {
        self.out += 1;
        let out = self.out;
        self.bank += self.players[seat].cash;
        for business in 0..self.owner.len() {
            if self.owner[business] == Some(seat) {
                self.falls_to_bank(business);
            }
        }
        let at = self.players[seat].at;
        let returned = self.players[seat].returned;
        self.players[seat] = Player { at, returned, out, ..Player::default() };
        if self.landing.is_some_and(|landing| landing.seat == seat) {
            self.landing = None;
        }
        self.refused_fee.remove(&seat);
        self.nobody_goes_on();
    }

    // ---- cards ----

    fn card_drawn(&mut self, hidden: bool, event: &Value) {
        let profit = event["fortune"] == "profit";
        if let Some(die) = self.repeat.take()
            && !hidden
        {
            let loss = match self.settings.0["repeat_die"].as_str() {
                Some("odd_even") => die % 2 == 1,
                // 2 is both, the Loss first; a flat Loss is no card.
                Some("literal") if die == 2 => {
                    !["loss_flat", "both_flat"].iter().any(|mode| self.settings.is("fortune_mode", mode))
                }
                _ => die <= 3,
            };
            let only = self.settings.is("fortune_mode", "only_loss");
            self.same(About::Chance, "INV-REPEAT-4", !loss && !only, profit);
            let nothing = self.settings.is("repeat_die", "literal") && die == 5;
            self.hold(About::Chance, !nothing, || "INV-REPEAT-4: a card on 5".into());
        }
        self.drawn.push((profit, event["card"].as_u64().unwrap_or(0) as usize));
    }

    fn extreme(&self, seat: usize, which: &str) -> bool {
        let cash = |one: usize| self.players[one].cash;
        let mut others = self.all().filter(|one| self.present(*one));
        if which == "most" { others.all(|one| cash(one) <= cash(seat)) } else { others.all(|one| cash(one) >= cash(seat)) }
    }

    /// Money by a card or by a flat Profit tile. (INV-FORT-5, INV-FORT-11)
    fn received(&mut self, seat: usize, from: Option<usize>, amount: i64) {
        let hidden = self.settings.is("fortune_mode", "hidden");
        let fits = |term: &Term| match term.name.as_str() {
            "receive_bank" | "all_receive" | "receive_each" => term.n(0) == amount,
            "contest_receive" => term.n(0) == amount,
            "receive_per" => term.n(1) * self.counted(seat, &term.args[0]) == amount,
            "receive_die" => self.die.get(&seat).map(|die| die * term.n(0)) == Some(amount),
            "extreme_receive" => term.n(1) == amount && self.extreme(seat, &term.args[0]),
            "extreme_pay_me" => term.n(1) == amount,
            "pay_each" => hidden && term.n(0) == amount,
            _ => false,
        };
        let bonus = |term: &Term| term.n(1) * self.of_type(seat, &term.args[0]) as i64 == amount;
        let flat = ["profit_flat", "both_flat"].iter().any(|mode| self.settings.is("fortune_mode", mode));
        let by_card = self.drawn.iter().flat_map(|(profit, card)| self.card(*profit, *card)).any(fits);
        let by_bonus = self.bonus.iter().any(bonus);
        let by_tile = flat && amount == self.content.constant("flat_profit");
        let short = self.boxed && from.is_none() && amount == self.bank;
        let drawn = self.drawn.clone();
        self.hold(About::Cards, by_card || by_bonus || by_tile || short, || {
            format!("INV-PFX, INV-GFX-1: seat {} received {amount} by {drawn:?}", seat + 1)
        });
        match from {
            None => {
                self.receive(seat, amount);
            }
            Some(from) => self.pay(from, Some(seat), amount),
        }
    }

    /// Money that a card takes. (INV-FORT-4)
    fn card_debt(&mut self, seat: usize, to: Option<usize>, amount: i64) {
        let cash = self.players[seat].cash;
        let fits = |term: &Term| match term.name.as_str() {
            "pay_bank" | "all_pay" | "contest_pay" => to.is_none() && term.n(0) == amount,
            "pay_each" | "receive_each" => to.is_some() && term.n(0) == amount,
            "pay_per" => to.is_none() && term.n(1) * self.counted(seat, &term.args[0]) == amount,
            "pay_die" => to.is_none() && self.die.get(&seat).map(|die| die * term.n(0)) == Some(amount),
            "pay_percent" => to.is_none() && part(cash, term.n(0), 100).min(cash) == amount,
            "extreme_pay" => to.is_none() && term.n(1) == amount && self.extreme(seat, &term.args[0]),
            "extreme_pay_me" | "pay_extreme" => to.is_some() && term.n(1) == amount,
            _ => false,
        };
        let meant = self.drawn.iter().flat_map(|(profit, card)| self.card(*profit, *card)).any(fits);
        let drawn = self.drawn.clone();
        self.hold(About::Cards, meant, || format!("INV-PFX: seat {} pays {amount} by {drawn:?}", seat + 1));
    }

    // ---- the groups of tiles ----

    fn global_drawn(&mut self, seat: usize, event: &Value) {
        let card = business_of(&event["card"]);
        self.hold(About::Global, self.global.is_none(), || "INV-GLOB-11: a second card".into());
        let tokens = self.content.global[card].rounds;
        self.same(About::Global, "INV-GLOB-4", Some(tokens), event["tokens"].as_i64());
        let first = self.order.iter().copied().find(|seat| self.players[*seat].out == 0);
        let fresh = if self.slots == 0 { first == Some(seat) } else { seat == self.turn && !self.removed };
        self.global = Some(InForce { card, tokens, drawer: seat, fresh });
        self.bonus = self.content.global[card].terms.iter().filter(|term| term.name == "owner_bonus").cloned().collect();
    }

    fn tokens_set(&mut self, seat: usize, event: &Value) {
        let tile = &self.content.tiles[self.players[seat].at];
        let Some(term) = self.content.groups.get(&(tile.kind.clone(), tile.number)).and_then(|(_, terms)| terms.first()) else {
            return;
        };
        let most = self.content.constant("round_tokens");
        let told = event["tokens"].as_i64().unwrap_or(-1);
        let Some(global) = &mut self.global else { return };
        global.tokens = match term.name.as_str() {
            "global_extend" => (global.tokens + term.n(0)).min(most),
            _ => (global.tokens - term.n(0)).max(0),
        };
        let mine = global.tokens;
        self.same(About::Global, "INV-FX-6, INV-GLOB-14", mine, told);
    }

    fn taxed(&mut self, seat: usize, event: &Value) {
        let held = self.players.iter().filter(|player| player.tax_card).count() as i64;
        let left = self.content.constant("tax_cards") - held + i64::from(self.players[seat].tax_card);
        let mine = (left > 0, !self.single);
        self.same(About::Taxes, "INV-TAX-6, INV-TAX-13, INV-SINGLE-13", mine, (event["card"] == true, event["stays"] == true));
        self.players[seat].tax_card = left > 0;
        if !self.single {
            self.players[seat].stays = true;
        }
    }

    fn bet(&mut self, seat: usize, event: &Value) {
        let tile = event["tile"].as_u64().unwrap_or(0) as usize;
        let choice = &self.content.casino[&tile][event["choice"].as_u64().unwrap_or(0) as usize];
        let stake = event["stake"].as_i64().unwrap_or(-1);
        let won = choice.wins_on.contains(&self.casino);
        let amount = if won { stake * choice.payout } else { stake };
        let banned = self.term("casino_ban").is_some();
        self.same(About::Chance, "INV-CASINO-7", (won, amount), (event["won"] == true, event["amount"].as_i64().unwrap_or(-1)));
        self.same(About::Chance, "INV-CASINO-8, INV-GFX-12", (choice.dice, false), (self.casino_dice, banned));
        self.same(About::Chance, "INV-CASINO-3", tile, self.content.tiles[self.players[seat].at].number);
        if won {
            let can = !self.boxed || self.bank >= amount;
            self.hold(About::Chance, can, || "INV-COMP-3: a win that cannot be paid".into());
            self.bank -= amount;
            self.players[seat].cash += amount;
        } else {
            self.pay_bank(seat, amount);
        }
    }
}
