//! The log: a line for each event, by topic.

use crate::{
    content::things::{Business, Businesses, Fortune},
    events::{Event, NoFee, SkipReason, ToldTransfer},
    options::TaxStay,
    rules::InvestmentsRules,
    state::{Asset, DebtKind, Ending, FortuneId, How, Item, MONOPOLY},
    words::saying::{more, times},
};
use kernel::{
    Line, Money, Seat, Seats,
    say::{self, counted, listed, name},
};

impl InvestmentsRules {
    /// What happened, for those who may know it.
    pub(crate) fn told(&self, event: &Event, names: &[String]) -> Line {
        let teller = Teller { rules: self, names };
        let told = teller.start(event).or_else(|| teller.movement(event)).or_else(|| teller.property(event));
        let told = told.or_else(|| teller.debts(event)).or_else(|| teller.cards(event)).or_else(|| teller.hidden_cards(event));
        let told = told.or_else(|| teller.sales(event)).or_else(|| teller.deals(event));
        told.unwrap_or_else(|| teller.end(event))
    }
}

pub(super) struct Teller<'a> {
    pub(super) rules: &'a InvestmentsRules,
    pub(super) names: &'a [String],
}

impl Teller<'_> {
    pub(super) fn who(&self, seat: Seat) -> String {
        name(self.names, seat)
    }

    pub(super) fn all(&self, seats: Seats) -> String {
        say::names(self.names, seats)
    }

    pub(super) fn called(&self, business: Business) -> &str {
        self.rules.called(business)
    }

    /// `to the bank`, or `to Bob`.
    pub(super) fn to(&self, seat: Option<Seat>) -> String {
        seat.map_or_else(|| "the bank".into(), |seat| self.who(seat))
    }

    pub(super) fn businesses(&self, businesses: Businesses) -> String {
        listed(businesses.map(|business| self.called(business).to_owned()))
    }

    /// A Profit or Loss card by its name.
    pub(super) fn card(&self, fortune: Fortune, card: u8) -> String {
        format!("“{}”", self.rules.fortune_card(FortuneId::new(fortune, card)).name)
    }

    /// A Profit or Loss card with all that stands on it.
    pub(super) fn whole_card(&self, fortune: Fortune, card: u8) -> String {
        let card = self.rules.fortune_card(FortuneId::new(fortune, card));
        format!("“{}”: {}", card.name, card.text)
    }

    pub(super) fn shortcut(&self, card: u8) -> &str {
        &self.rules.shortcut_card(card).name
    }

    /// Setting up, rounds and turns.
    fn start(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::OrderRolled { seat, die } => {
                Line::new("INV-ORDER-2", format!("{} rolls a {die} for the order of play.", self.who(seat)))
            }
            Event::OrderSet { ref order } => {
                let order: Vec<String> = order.iter().map(|seat| self.who(*seat)).collect();
                Line::new("INV-ORDER-3", format!("The order of play: {}.", order.join(", ")))
            }
            Event::LotteryRolled { seat, dice: [first, second], business, taken } => {
                let taken = if taken { ", which is taken, so the dice are rolled again" } else { "" };
                let name = self.called(business);
                Line::new("INV-LOT-2", format!("{} rolls {first} and {second} in the lottery: {name}{taken}.", self.who(seat)))
            }
            Event::LotteryWon { seat, businesses, monopoly, .. } => {
                let clause = if businesses.len() > 1 { "INV-LOT-9" } else { "INV-LOT-1" };
                let monopoly = if monopoly { " as a monopoly" } else { "" };
                Line::new(clause, format!("{} receives {}{monopoly}.", self.who(seat), self.businesses(businesses)))
            }
            Event::LotteryPaid { seat, business, amount } => {
                let name = self.called(business);
                Line::new("INV-LOT-5", format!("{} pays the bank {amount} for {name}, as the lottery asks.", self.who(seat)))
            }
            Event::LotteryReceived { seat, business, amount } => {
                let name = self.called(business);
                Line::new("INV-LOT-4", format!("The bank pays {} {amount} with {name}, as the lottery says.", self.who(seat)))
            }
            Event::HiddenDealt => {
                Line::new("INV-HIDDEN-1", "Everybody holds a Profit card and a Loss card that nobody has seen.")
            }
            Event::RoundBegan { round } => Line::new("INV-TERM-1", format!("Round {round} begins.")),
            Event::TurnBegan { seat, extra: true } => Line::new("INV-TURN-13", format!("{} takes another turn.", self.who(seat))),
            Event::TurnBegan { seat, extra: false } => Line::new("INV-TURN-1", format!("It is the turn of {}.", self.who(seat))),
            Event::TurnEnded { seat } => Line::new("INV-TURN-6", format!("{} ends the turn.", self.who(seat))),
            Event::Skipped { seat, reason } => {
                let who = self.who(seat);
                let text = match reason {
                    SkipReason::Out => format!("{who} is out of the game."),
                    SkipReason::Jail { left: 0 } => format!("{who} sits out the last turn in jail and is free."),
                    SkipReason::Jail { left } => format!("{who} is in jail for {}.", more(left, "turn")),
                    SkipReason::TaxOffice => format!("{who} came to the Tax Office and misses this turn."),
                    SkipReason::Missed => format!("{who} misses this turn."),
                };
                Line::new("INV-TURN-10", text)
            }
            _ => return None,
        })
    }

    /// Rolls and movements.
    fn movement(&self, event: &Event) -> Option<Line> {
        let tile = |tile: u8| self.rules.tile_called(tile);
        Some(match *event {
            Event::Rolled { seat, dice: [first, 0], .. } => {
                Line::new("INV-ROLL-7", format!("{} rolls a {first} with one die.", self.who(seat)))
            }
            Event::Rolled { seat, dice: [first, second], sum } => {
                Line::new("INV-ROLL-1", format!("{} rolls {first} and {second}: {sum}.", self.who(seat)))
            }
            Event::RolledAgain { seat, dice: [first, second], distance } => {
                Line::new("INV-ROLL-4", format!("{} rolls again, {first} and {second}: {distance} in all.", self.who(seat)))
            }
            Event::Picked { seat, distance } => Line::new(
                "INV-ROLL-5",
                format!("{} chooses to move {} on equal dice.", self.who(seat), counted(distance, "tile")),
            ),
            Event::SumAccepted { seat, distance } => Line::new(
                "INV-ROLL-3",
                format!("{} moves the sum of the equal dice: {}.", self.who(seat), counted(distance, "tile")),
            ),
            Event::Halved { seat, distance } => Line::new(
                "INV-FX-7",
                format!("A card halves the distance of {} to {}.", self.who(seat), counted(distance, "tile")),
            ),
            Event::Drove { seat, distance } => {
                Line::new("INV-FX-7", format!("With a card {} chooses to move {}.", self.who(seat), counted(distance, "tile")))
            }
            Event::ShortcutPlayed { seat, mover, card } => {
                let on = if seat == mover { String::new() } else { format!(" on {}", self.who(mover)) };
                let text = &self.rules.shortcut_card(card).text;
                Line::new(
                    "INV-SHORT-8",
                    format!("{} plays the Shortcut card {}{on}: {text}", self.who(seat), self.shortcut(card)),
                )
            }
            Event::Moved { seat, from, to, distance, back, how } => {
                let (clause, by) = match how {
                    How::Dice => ("INV-MOVE-1", ""),
                    How::Shortcut => ("INV-SHORT-5", ""),
                    How::Card => ("INV-MOVE-5", " by card"),
                };
                let clause = if back { "INV-MOVE-2" } else { clause };
                let mover = if self.rules.single { "The piece".into() } else { self.who(seat) };
                let (far, way) = (counted(distance, "tile"), if back { " backward" } else { "" });
                Line::new(clause, format!("{mover} moves {far}{way}{by} from {} to {}.", tile(from), tile(to)))
            }
            Event::Jumped { seat, from, to } => {
                let mover = if self.rules.single { "The piece".into() } else { self.who(seat) };
                Line::new("INV-SHORT-14", format!("{mover} goes on from {} to {}.", tile(from), tile(to)))
            }
            Event::Subsidised { seat, amount: Money::ZERO, .. } => {
                Line::new("INV-COMP-3", format!("The bank is empty: {} completes a lap unpaid.", self.who(seat)))
            }
            Event::Subsidised { seat, amount, extra } if extra > Money::ZERO => {
                let text =
                    format!("The bank pays {} {amount} for the lap, {extra} of it for landing on the Bank.", self.who(seat));
                Line::new("INV-BANK-2", text)
            }
            Event::Subsidised { seat, amount, .. } => {
                Line::new("INV-LAP-3", format!("The bank pays {} {amount} for the lap.", self.who(seat)))
            }
            Event::LoanPaid { seat, business, amount: Money::ZERO, laps, .. } => {
                let (who, name) = (self.who(seat), self.called(business));
                let text = format!("No interest is due from {who} on the loan on {name} now; this is its lap {laps}.");
                Line::new("INV-LOAN-6", text)
            }
            Event::LoanPaid { seat, business, amount, repaid: true, .. } => {
                let text = format!("{} pays {amount} and so repays the loan on {}.", self.who(seat), self.called(business));
                Line::new("INV-LOAN-13", text)
            }
            Event::LoanPaid { seat, business, amount, laps, .. } => {
                let name = self.called(business);
                let text = format!("{} pays {amount} interest on the loan on {name}; this is its lap {laps}.", self.who(seat));
                Line::new("INV-LOAN-6", text)
            }
            Event::PledgeLost { seat, business } => {
                let (who, name) = (self.who(seat), self.called(business));
                Line::new("INV-LOAN-8", format!("{who} loses {name} to the bank, as its loan is not paid."))
            }
            Event::LoanRefused { seat, business, amount } => {
                let (who, name) = (self.who(seat), self.called(business));
                Line::new("INV-LOAN-14", format!("{who} refuses to pay {amount} for the loan on {name}."))
            }
            Event::RepeatRolled { seat, die } => {
                let means = match self.rules.repeated(die) {
                    (true, true) => "Loss and Profit",
                    (true, false) => "Loss",
                    (false, true) => "Profit",
                    (false, false) => "nothing",
                };
                let text = format!("This time a die decides for {}: a {die} means {means}.", self.who(seat));
                Line::new("INV-REPEAT-1", text)
            }
            _ => return None,
        })
    }

    /// Businesses: bought, paid for, taken, upgraded.
    fn property(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Bought { seat, business, price } => {
                Line::new("INV-BUY-1", format!("{} buys {} for {price}.", self.who(seat), self.called(business)))
            }
            Event::NotBought { seat, business } => {
                Line::new("INV-BUY-2", format!("{} does not buy {}.", self.who(seat), self.called(business)))
            }
            Event::NoFee { seat, owner, business, reason } => {
                let (owner, name) = (self.who(owner), self.called(business));
                let (clause, why) = match reason {
                    NoFee::OwnerInJail => ("INV-FEE-7", format!("{owner} is in jail")),
                    NoFee::OwnerAtTaxOffice => {
                        ("INV-FEE-7", format!("{owner} came to the Tax Office and receives no fees until the next turn"))
                    }
                    NoFee::GlobalEconomy => ("INV-GFX-3", "the Global Economy card in force says so".into()),
                };
                let lander = if self.rules.single { String::new() } else { format!(" from {}", self.who(seat)) };
                Line::new(clause, format!("No fee is due{lander} on {name}, as {why}."))
            }
            Event::FeeWaived { seat, business, amount } => {
                let text = format!("A card spares {} the fee of {amount} for {}.", self.who(seat), self.called(business));
                Line::new("INV-FEE-11", text)
            }
            Event::ForceAsked { seat, owner, business, price } => {
                let (seat, owner, name) = (self.who(seat), self.who(owner), self.called(business));
                Line::new("INV-FORCE-1", format!("{seat} demands {name} from {owner} by forced trade for {price}."))
            }
            Event::ForcedTrade { seat, owner, business, price } => {
                let (seat, owner, name) = (self.who(seat), self.who(owner), self.called(business));
                Line::new("INV-FORCE-5", format!("{owner} sells {name} to {seat} for {price}, by forced trade."))
            }
            Event::ForceRefused { seat, owner, business } => {
                let (seat, owner, name) = (self.who(seat), self.who(owner), self.called(business));
                Line::new("INV-FORCE-7", format!("{owner} refuses the forced trade: {name} passes to {seat} for nothing."))
            }
            Event::Invested { seat, business, price: Money::ZERO, level, .. } => {
                let name = self.called(business);
                let level = self.rules.level_called(level);
                Line::new("INV-PFX-30", format!("{} places a free investment on {name}: it has {level}.", self.who(seat)))
            }
            Event::Invested { seat, business, count, price, level } => {
                let (name, count) = (self.called(business), times(count));
                let level = self.rules.level_called(level);
                Line::new("INV-INVEST-3", format!("{} invests {count} in {name} for {price}: it has {level}.", self.who(seat)))
            }
            Event::Monopolised { seat, business, price } => {
                Line::new("INV-MONO-1", format!("{} makes {} a monopoly for {price}.", self.who(seat), self.called(business)))
            }
            _ => return None,
        })
    }

    /// Debts, refusals, jail, bankruptcy; taxes and the Casino.
    fn debts(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Paid { seat, to, amount, kind, business } => {
                let (clause, what) = self.debt(kind, business);
                Line::new(clause, format!("{} pays {} {amount}{what}.", self.who(seat), self.to(to)))
            }
            Event::Refused { seat, amount, kind, business } => {
                let (_, what) = self.debt(kind, business);
                Line::new("INV-JAIL-1", format!("{} refuses to pay {amount}{what}.", self.who(seat)))
            }
            Event::PollRefused { seat, amount: Money::ZERO, card: Some(card), .. } => {
                let card = &self.rules.fortune_card(card).name;
                Line::new("INV-LOSS-6", format!("{} refuses to follow the Loss card “{card}”.", self.who(seat)))
            }
            Event::PollRefused { seat, amount: Money::ZERO, .. } => {
                Line::new("INV-LOSS-6", format!("{} refuses to pay the tax.", self.who(seat)))
            }
            Event::PollRefused { seat, amount, kind, card, business } => {
                let what = match card.filter(|_| kind == DebtKind::Card) {
                    Some(card) => format!("the {amount} that the card “{}” asks for", self.rules.fortune_card(card).name),
                    None => format!("{amount}{}", self.debt(kind, business).1),
                };
                Line::new("INV-LOSS-6", format!("{} refuses to pay {what}.", self.who(seat)))
            }
            Event::BankStoodIn { seat, debtor, amount: Money::ZERO } => Line::new(
                "INV-COMP-3",
                format!("The bank is empty: {} is not paid in place of {}.", self.who(seat), self.who(debtor)),
            ),
            Event::BankStoodIn { seat, debtor, amount } => {
                Line::new("INV-JAIL-9", format!("The bank pays {} {amount} in place of {}.", self.who(seat), self.who(debtor)))
            }
            Event::Jailed { seat, rounds, fine } => {
                let turns = counted(rounds, "turn");
                Line::new("INV-JAIL-4", format!("{} goes to jail for {turns}, with a fine of {fine}.", self.who(seat)))
            }
            Event::Expelled { seat, offences } => {
                let offences = counted(offences, "offence");
                Line::new("INV-JAIL-10", format!("{} is put out of the game after {offences}.", self.who(seat)))
            }
            Event::Bankrupt { seat, to, amount } => {
                Line::new("INV-BUST-1", format!("{} cannot pay {} {amount} and is bankrupt.", self.who(seat), self.to(to)))
            }
            Event::Resigned { seat } => Line::new("INV-BUST-6", format!("{} resigns.", self.who(seat))),
            Event::Out { seat, .. } => {
                Line::new("INV-BUST-3", format!("{} is out of the game; everything goes to the bank.", self.who(seat)))
            }
            Event::Taxed { seat, card, stays } => {
                let who = self.who(seat);
                let got = if card { "gets a Tax Office card" } else { "gets no Tax Office card, as none is left" };
                let text = match self.rules.options.tax_stay {
                    _ if !stays => format!("{who} {got}."),
                    TaxStay::MissTurn => format!("{who} {got}, will miss a turn and receives no fees until then."),
                    TaxStay::FeesOnly => format!("{who} {got}, and receives no fees until the next turn."),
                };
                Line::new("INV-TAX-6", text)
            }
            Event::TaxCardReturned { seat } => {
                Line::new("INV-TAX-8", format!("{} passes the Tax Office and returns the Tax Office card.", self.who(seat)))
            }
            Event::CasinoRolled { seat, dice: [first, 0] } => {
                Line::new("INV-CASINO-8", format!("{} rolls a {first} at the Casino.", self.who(seat)))
            }
            Event::CasinoRolled { seat, dice: [first, second] } => {
                let sum = first + second;
                Line::new("INV-CASINO-8", format!("{} rolls {first} and {second} at the Casino: {sum}.", self.who(seat)))
            }
            Event::Bet { seat, tile, choice, stake, won, amount } => {
                let game = &self.rules.pack.casino[usize::from(tile).clamp(1, 3) - 1];
                let bet = game.choices.get(usize::from(choice)).map_or("", |choice| &choice.label);
                let comes = if won { format!("wins {amount}") } else { "loses it".into() };
                Line::new("INV-CASINO-4", format!("{} bets {stake} on “{bet}” and {comes}.", self.who(seat)))
            }
            _ => return None,
        })
    }

    /// What a debt is for, after the amount, and its clause.
    fn debt(&self, kind: DebtKind, business: Option<Business>) -> (&'static str, String) {
        let name = business.map(|business| self.called(business));
        match (kind, name) {
            (DebtKind::Fee, Some(name)) => ("INV-FEE-1", format!(" for landing on {name}")),
            (DebtKind::ReverseFee, Some(name)) => {
                ("INV-GLOB-25", format!(" as the fee of {name}, which its owner pays under the Global Economy card"))
            }
            (DebtKind::AgreedFee, Some(name)) => ("INV-FEE-1", format!(" as the fee of {name}")),
            (DebtKind::Fee | DebtKind::ReverseFee | DebtKind::AgreedFee, None) => ("INV-FEE-1", " as a fee".into()),
            (DebtKind::Tax | DebtKind::AgreedTax, _) => ("INV-TAX-1", " in taxes".into()),
            (DebtKind::Card, _) => ("INV-FORT-4", ", as the card asks".into()),
            (DebtKind::Flat | DebtKind::AgreedFlat, _) => ("INV-FORT-12", " in place of a Loss card".into()),
            (DebtKind::Pips, _) => ("INV-FX-7", " for the pips rolled".into()),
            (DebtKind::Fine, _) => ("INV-JAIL-7", " as a fine".into()),
            (DebtKind::Loan, Some(name)) => ("INV-FORCE-13", format!(" for the loan on {name}")),
            (DebtKind::Loan, None) => ("INV-FORCE-13", " for a loan".into()),
        }
    }

    /// Sales to the bank, loans, Bank cards.
    fn sales(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::UpgradeSold { seat, business, level, amount } => {
                let (name, level) = (self.called(business), self.rules.level_called(level));
                let text = format!("{} sells an upgrade of {name} to the bank for {amount}: {level} left.", self.who(seat));
                Line::new("INV-SELL-2", text)
            }
            Event::UpgradeLost { seat, business, level } => {
                let (name, level) = (self.called(business), self.rules.level_called(level));
                Line::new("INV-PFX-31", format!("{} returns an investment of {name}: {level} left.", self.who(seat)))
            }
            Event::Sold { seat, business, amount: Money::ZERO } => {
                Line::new("INV-SELL-11", format!("{} gives {} to the bank for nothing.", self.who(seat), self.called(business)))
            }
            Event::Sold { seat, business, amount } => {
                Line::new("INV-SELL-1", format!("{} sells {} to the bank for {amount}.", self.who(seat), self.called(business)))
            }
            Event::Mortgaged { seat, business, amount } => {
                Line::new("INV-LOAN-1", format!("{} mortgages {} for {amount}.", self.who(seat), self.called(business)))
            }
            Event::Repaid { seat, business, amount } => {
                Line::new("INV-LOAN-16", format!("{} repays the loan of {amount} on {}.", self.who(seat), self.called(business)))
            }
            Event::ShortcutSold { seat, card, amount } => {
                let name = self.shortcut(card);
                Line::new("INV-SELL-8", format!("{} sells the Shortcut card {name} to the bank for {amount}.", self.who(seat)))
            }
            Event::BankCardSold { seat, amount } => {
                Line::new("INV-BCARD-4", format!("{} sells a Bank card to the bank for {amount}.", self.who(seat)))
            }
            Event::BankCardBought { seat, price, left } => {
                let left = if left == 0 { "it was the last one".into() } else { format!("the bank has {left} left") };
                Line::new("INV-BCARD-2", format!("{} buys a Bank card for {price}; {left}.", self.who(seat)))
            }
            _ => return None,
        })
    }

    /// A thing of a deal.
    fn asset(&self, told: &ToldTransfer) -> String {
        match (told.asset, told.card) {
            (Asset::Business(business), _) => self.called(business).to_owned(),
            (Asset::Cash(amount), _) => amount.to_string(),
            (Asset::BankCard, _) => "a Bank card".into(),
            (Asset::Shortcut(_), Some((card, _))) => format!("the Shortcut card {}", self.shortcut(card)),
            (Asset::Shortcut(_), None) => "a Shortcut card".into(),
        }
    }

    /// What each party of a deal gives.
    fn deal(&self, transfers: &[ToldTransfer]) -> String {
        let givers: Seats = transfers.iter().map(|told| told.from).collect();
        let given = |from: Seat| {
            let of = transfers.iter().filter(|told| told.from == from);
            let to = of.clone().next().map_or(from, |told| told.to);
            format!("{} gives {} {}", self.who(from), self.who(to), listed(of.map(|told| self.asset(told))))
        };
        givers.map(given).collect::<Vec<_>>().join("; ")
    }

    /// Deals and auctions.
    fn deals(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Offered { seat, number, parties, ref deal, counter } => {
                let (clause, what) =
                    if counter { ("INV-TRADE-15", "makes a counter-offer to") } else { ("INV-TRADE-6", "offers a deal to") };
                let content = deal.as_ref().map_or_else(String::new, |deal| format!(": {}", self.deal(deal)));
                let others = self.all(parties.without(seat));
                Line::new(clause, format!("Offer {number}: {} {what} {others}{content}.", self.who(seat)))
            }
            Event::OfferDeclined { seat, number } => {
                Line::new("INV-TRADE-15", format!("{} declines offer {number}.", self.who(seat)))
            }
            Event::Withdrawn { seat, number } => {
                Line::new("INV-TRADE-14", format!("{} withdraws offer {number}.", self.who(seat)))
            }
            Event::Dealt { number, ref deal, .. } => {
                Line::new("INV-TRADE-6", format!("Offer {number} is carried out: {}.", self.deal(deal)))
            }
            Event::PutUp { seat, item, card, price } => {
                let what = self.item(item, card);
                match seat {
                    Some(seat) => Line::new("INV-AUCT-4", format!("{} puts {what} up for auction from {price}.", self.who(seat))),
                    None => Line::new("INV-SINGLE-4", format!("The bank puts {what} up for auction from {price}.")),
                }
            }
            Event::Interested { seats } if seats.is_empty() => Line::new("INV-AUCT-2", "Nobody wants to bid."),
            Event::Interested { seats } => Line::new("INV-AUCT-2", format!("Those who want to bid: {}.", self.all(seats))),
            Event::BidMade { seat, amount } => Line::new("INV-AUCT-4", format!("{} bids {amount}.", self.who(seat))),
            Event::Passed { seat } => Line::new("INV-AUCT-4", format!("{} passes.", self.who(seat))),
            Event::Auctioned { seat, buyer, item, price } => {
                let (buyer, what) = (self.who(buyer), self.item(item, None));
                Line::new("INV-AUCT-4", format!("{buyer} buys {what} from {} at auction for {price}.", self.to(seat)))
            }
            Event::Unsold { seat: Some(seat), item } => {
                Line::new("INV-AUCT-5", format!("Nobody buys {}: {} keeps it.", self.item(item, None), self.who(seat)))
            }
            Event::Unsold { seat: None, item } => {
                Line::new("INV-SINGLE-5", format!("Nobody buys {}: it stays with the bank.", self.item(item, None)))
            }
            _ => return None,
        })
    }

    fn item(&self, item: Item, card: Option<u8>) -> String {
        match (item, card) {
            (Item::Business(business), _) => self.called(business).to_owned(),
            (Item::Shortcut(_), Some(card)) => format!("the Shortcut card {}", self.shortcut(card)),
            (Item::Shortcut(_), None) => "the Shortcut card".into(),
        }
    }

    /// The end of the game.
    fn end(&self, event: &Event) -> Line {
        match *event {
            Event::EndProposed { seat } => Line::new("INV-END-4", format!("{} proposes to end the game.", self.who(seat))),
            Event::EndAnswered { against } if against.is_empty() => Line::new("INV-END-4", "All agree to end the game."),
            Event::EndAnswered { against } => {
                let (who, verb) = (self.all(against), if against.len() == 1 { "is" } else { "are" });
                Line::new("INV-END-4", format!("{who} {verb} against it: the game goes on."))
            }
            Event::Over { ending } => {
                let text = match ending {
                    Ending::LastPlayer => "The game is over: one player is left.".to_owned(),
                    Ending::BankCards => "The game is over: the last Bank card is sold.".into(),
                    Ending::Agreement => "The game is over by agreement.".into(),
                    Ending::Rounds => "The game is over: the last round has been played.".into(),
                    Ending::Minutes => "The game is over: the time is up.".into(),
                    Ending::TwoMonopolyGroups => "The game is over: two whole series are monopolies.".into(),
                    Ending::Own45 => format!("The game is over: {} businesses are in one hand.", crate::turn::ending::MANY),
                    Ending::FourGroups => "The game is over: one player has the most complete series, at least four.".into(),
                    Ending::LastRound => format!("The game is over after round {}.", crate::turn::ending::LAST_ROUND),
                    Ending::SoloOut => "The game is over: nobody is left.".into(),
                };
                Line::new(ending.clause(), text)
            }
            _ => Line::new("INV-TURN-1", "The game goes on."),
        }
    }
}

/// The mark of a level in the drawing: nothing, `×2`, `M`.
pub(crate) fn level_mark(level: u8) -> String {
    match level {
        0 => String::new(),
        MONOPOLY => "M".into(),
        level => format!("×{level}"),
    }
}
