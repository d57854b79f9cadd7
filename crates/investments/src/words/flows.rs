//! Where money comes from and where it goes, added up over a game from what happens.

use crate::content::things::BUSINESSES;
use crate::content::things::Business;
use crate::events::Event;
use crate::rules::InvestmentsRules;
use crate::state::Asset;
use crate::state::DebtKind;
use kernel::{Money, Seat};

/// Declares the headings of the account with the names that statistics give them.
macro_rules! headings {
    ($($(#[$doc:meta])* $heading:ident $name:literal)+) => {
        /// What is added up; a name that says so counts thousands of the game's money, the others count how often.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Heading {
            $($(#[$doc])* $heading,)+
        }

        const HEADINGS: &[&str] = &[$($name),+];
    };
}

headings! {
    /// Subsidies of one player each. (INV-LAP-3)
    Laps "laps"
    /// Debts that could not be paid. (INV-BUST-1)
    Bankruptcies "bankruptcies"
    /// Deals carried out. (INV-TRADE-6)
    Deals "deals"
    /// Auctions held, by players or by the bank. (INV-AUCT-4, INV-SINGLE-4)
    Auctions "auctions"
    /// Auctions in which nobody bid. (INV-AUCT-5)
    Unsold "auctions_unsold"
    /// Forced trades. (INV-FORCE-5)
    ForcedTrades "forced_trades"
    /// Forced trades refused. (INV-FORCE-7)
    ForcesRefused "forced_trades_refused"
    /// Businesses lost over a loan. (INV-LOAN-8)
    PledgesLost "pledges_lost"

    /// INV-LAP-3
    Subsidies "from_bank_in_thousands: subsidies"
    /// INV-BANK-2
    Extras "from_bank_in_thousands: extras"
    /// By Profit, Loss and Global Economy cards. (INV-FORT-5, INV-GFX-1)
    CardsPaid "from_bank_in_thousands: cards"
    /// INV-CASINO-4
    Winnings "from_bank_in_thousands: casino"
    /// INV-SELL-1
    BusinessesSold "from_bank_in_thousands: businesses"
    /// INV-SELL-2
    UpgradesSold "from_bank_in_thousands: upgrades"
    /// INV-SELL-8
    ShortcutsSold "from_bank_in_thousands: shortcut_cards"
    /// INV-BCARD-4
    BankCardsSold "from_bank_in_thousands: bank_cards"
    /// INV-LOAN-1
    Loans "from_bank_in_thousands: loans"
    /// INV-LOT-4
    LotteryBonuses "from_bank_in_thousands: lottery"
    /// What the bank paid for somebody who would not or could not. (INV-JAIL-9, INV-BUST-2)
    StoodIn "from_bank_in_thousands: stood_in"

    /// INV-BUY-1
    Businesses "to_bank_in_thousands: businesses"
    /// INV-INVEST-3, INV-MONO-1
    Upgrades "to_bank_in_thousands: upgrades"
    /// INV-BCARD-2
    BankCards "to_bank_in_thousands: bank_cards"
    /// By Profit and Loss cards, kept ones too, and the flat loss. (INV-FORT-4, INV-FORT-18, INV-FX-7)
    CardsCharged "to_bank_in_thousands: cards"
    /// INV-TAX-1
    Taxes "to_bank_in_thousands: taxes"
    /// INV-LOAN-6
    Interest "to_bank_in_thousands: interest"
    /// INV-LOAN-13, INV-LOAN-16, INV-FORCE-13
    Repayments "to_bank_in_thousands: repayments"
    /// INV-JAIL-7
    Fines "to_bank_in_thousands: fines"
    /// INV-CASINO-4
    StakesLost "to_bank_in_thousands: casino"
    /// INV-LOT-5
    LotteryConditions "to_bank_in_thousands: lottery"
    /// The money of those who went out. (INV-BUST-3)
    Estates "to_bank_in_thousands: estates"

    /// INV-FEE-1, INV-SINGLE-6
    Fees "between_players_in_thousands: fees"
    /// INV-GLOB-25; one piece for all pays it as a card does.
    ReverseFees "between_players_in_thousands: reverse_fees"
    /// INV-LOSS-5
    CardsBetween "between_players_in_thousands: cards"
    /// INV-TRADE-6
    DealsPaid "between_players_in_thousands: deals"
    /// INV-AUCT-4
    AuctionsPaid "between_players_in_thousands: auctions"
    /// INV-FORCE-5
    ForcedTradesPaid "between_players_in_thousands: forced_trades"
}

macro_rules! fees_of {
    ($($id:literal)+) => { [$(concat!("fees_in_thousands: ", $id)),+] };
}

/// What each business earned, less the fees that its owner had to pay. Where one piece stands for all, a fee does not name its
/// business and counts for none.
#[rustfmt::skip]
const FEES: [&str; BUSINESSES] = fees_of![
    "b01" "b02" "b03" "b04" "b05" "b06" "b07" "b08" "b09" "b10" "b11" "b12" "b13" "b14" "b15" "b16" "b17" "b18" "b19" "b20"
    "b21" "b22" "b23" "b24" "b25" "b26" "b27" "b28" "b29" "b30" "b31" "b32" "b33" "b34" "b35" "b36" "b37" "b38" "b39" "b40"
    "b41" "b42" "b43" "b44" "b45" "b46" "b47" "b48" "b49" "b50" "b51" "b52" "b53" "b54" "b55" "b56" "b57" "b58" "b59" "b60"
    "b61" "b62" "b63" "b64" "b65" "b66" "b67" "b68" "b69" "b70" "b71"
];

/// The headings, then the businesses.
static NAMES: [&str; HEADINGS.len() + BUSINESSES] = {
    let mut names = [""; HEADINGS.len() + BUSINESSES];
    let mut place = 0;
    while place < names.len() {
        names[place] = if place < HEADINGS.len() { HEADINGS[place] } else { FEES[place - HEADINGS.len()] };
        place += 1;
    }
    names
};

/// The account of a game.
struct Account<'a>(&'a mut dyn FnMut(usize, i64));

impl Account<'_> {
    fn count(&mut self, heading: Heading) {
        (self.0)(heading as usize, 1);
    }

    fn pay(&mut self, heading: Heading, amount: Money) {
        (self.0)(heading as usize, thousands(amount));
    }

    fn earn(&mut self, business: Option<Business>, amount: Money) {
        if let Some(business) = business {
            (self.0)(HEADINGS.len() + business.index(), thousands(amount));
        }
    }
}

/// Every amount is a multiple of 5,000. (INV-COMP-2)
fn thousands(amount: Money) -> i64 {
    i64::from(amount.units()) / 1_000
}

impl InvestmentsRules {
    /// What is added up over a game.
    pub(crate) fn flow_names(&self) -> &'static [&'static str] {
        &NAMES
    }

    /// What an event adds.
    pub(crate) fn flow_of(&self, event: &Event, add: &mut dyn FnMut(usize, i64)) {
        let mut account = Account(add);
        match *event {
            Event::Subsidised { amount, extra, .. } => {
                account.count(Heading::Laps);
                // A bank that is short may not have paid all of it. (INV-COMP-3)
                let extra = extra.min(amount);
                account.pay(Heading::Subsidies, amount + -extra);
                account.pay(Heading::Extras, extra);
            }
            Event::Received { from: None, amount, .. } => account.pay(Heading::CardsPaid, amount),
            Event::Received { from: Some(_), amount, .. } => account.pay(Heading::CardsBetween, amount),
            Event::Bet { won: true, amount, .. } => account.pay(Heading::Winnings, amount),
            Event::Bet { won: false, amount, .. } => account.pay(Heading::StakesLost, amount),
            Event::Sold { amount, .. } => account.pay(Heading::BusinessesSold, amount),
            Event::UpgradeSold { amount, .. } => account.pay(Heading::UpgradesSold, amount),
            Event::ShortcutSold { amount, .. } => account.pay(Heading::ShortcutsSold, amount),
            Event::BankCardSold { amount, .. } => account.pay(Heading::BankCardsSold, amount),
            Event::Mortgaged { amount, .. } => account.pay(Heading::Loans, amount),
            Event::LotteryReceived { amount, .. } => account.pay(Heading::LotteryBonuses, amount),
            Event::LotteryPaid { amount, .. } => account.pay(Heading::LotteryConditions, amount),
            Event::BankStoodIn { amount, .. } => account.pay(Heading::StoodIn, amount),
            Event::Bought { price, .. } => account.pay(Heading::Businesses, price),
            Event::Invested { price, .. } | Event::Monopolised { price, .. } => account.pay(Heading::Upgrades, price),
            Event::BankCardBought { price, .. } => account.pay(Heading::BankCards, price),
            Event::LoanPaid { business, amount, repaid, .. } => {
                let loan = if repaid { self.deed(business).mortgage } else { Money::ZERO };
                account.pay(Heading::Interest, amount + -loan);
                account.pay(Heading::Repayments, loan);
            }
            Event::Repaid { amount, .. } => account.pay(Heading::Repayments, amount),
            Event::PledgeLost { .. } => account.count(Heading::PledgesLost),
            Event::Paid { to, amount, kind, business, .. } => {
                account.pay(heading_of(kind, to), amount);
                match kind {
                    DebtKind::Fee | DebtKind::AgreedFee => account.earn(business, amount),
                    DebtKind::ReverseFee => account.earn(business, -amount),
                    _ => {}
                }
            }
            Event::ForcedTrade { price, .. } => {
                account.count(Heading::ForcedTrades);
                account.pay(Heading::ForcedTradesPaid, price);
            }
            Event::ForceRefused { .. } => account.count(Heading::ForcesRefused),
            Event::Dealt { ref deal, .. } => {
                account.count(Heading::Deals);
                for transfer in deal {
                    if let Asset::Cash(amount) = transfer.asset {
                        account.pay(Heading::DealsPaid, amount);
                    }
                }
            }
            Event::PutUp { .. } => account.count(Heading::Auctions),
            Event::Unsold { .. } => account.count(Heading::Unsold),
            Event::Auctioned { seat: Some(_), price, .. } => account.pay(Heading::AuctionsPaid, price),
            Event::Auctioned { seat: None, price, .. } => account.pay(Heading::Businesses, price),
            Event::Bankrupt { .. } => account.count(Heading::Bankruptcies),
            Event::Out { cash, .. } => account.pay(Heading::Estates, cash),
            _ => {}
        }
    }
}

/// Where a paid debt belongs.
fn heading_of(kind: DebtKind, to: Option<Seat>) -> Heading {
    match kind {
        DebtKind::Fee | DebtKind::AgreedFee => Heading::Fees,
        DebtKind::ReverseFee => Heading::ReverseFees,
        DebtKind::Tax | DebtKind::AgreedTax => Heading::Taxes,
        DebtKind::Fine => Heading::Fines,
        DebtKind::Loan => Heading::Repayments,
        DebtKind::Card | DebtKind::Flat | DebtKind::AgreedFlat | DebtKind::Pips if to.is_some() => Heading::CardsBetween,
        DebtKind::Card | DebtKind::Flat | DebtKind::AgreedFlat | DebtKind::Pips => Heading::CardsCharged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_business_has_its_place() {
        for business in Business::all() {
            assert_eq!(NAMES[HEADINGS.len() + business.index()], format!("fees_in_thousands: {business}"));
        }
        assert_eq!(HEADINGS.len(), Heading::ForcedTradesPaid as usize + 1);
    }
}
