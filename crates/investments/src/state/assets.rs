//! What can be owed, owned and traded: amounts, parties, debts, things.

use crate::content::things::{Business, UNIT};
use kernel::{Auction, Money, Seat};
use serde::{Deserialize, Serialize};

/// Money that is still to be moved, in units of 5,000: as much as a frame has room for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(into = "Money")]
pub struct Amount(u16);

impl Amount {
    /// Nothing.
    pub const ZERO: Amount = Amount(0);

    /// This much, if it is a multiple of 5,000 for which there is room.
    pub fn exactly(money: Money) -> Option<Amount> {
        let amount = Amount::from(money);
        (Money::from(amount) == money).then_some(amount)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let money = Money::deserialize(deserializer)?;
        Amount::exactly(money).ok_or_else(|| {
            let units = money.units();
            serde::de::Error::custom(format!("{units} is not an amount: they are multiples of 5000 from 0 to 327675000"))
        })
    }
}

impl From<Money> for Amount {
    #[inline]
    fn from(money: Money) -> Amount {
        Amount(u16::try_from(money.units() / UNIT).unwrap_or(if money.units() < 0 { 0 } else { u16::MAX }))
    }
}

impl From<Amount> for Money {
    #[inline]
    fn from(amount: Amount) -> Money {
        Money::new(i32::from(amount.0) * UNIT)
    }
}

/// The bank, or a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Party {
    /// The bank.
    #[default]
    Bank,
    /// A player.
    Player(Seat),
}

impl Party {
    /// The player, if it is one.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Party::Bank => None,
            Party::Player(seat) => Some(seat),
        }
    }
}

/// What kind of debt. (INV-DEBT-8)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DebtKind {
    /// A fee for landing on a business. (INV-FEE-1)
    Fee,
    /// A fee that everybody was asked about before. (INV-SINGLE-6)
    AgreedFee,
    /// A fee that the owner owes. (INV-GLOB-25)
    ReverseFee,
    /// A tax. (INV-TAX-1)
    Tax,
    /// A tax that everybody was asked about before. (INV-SINGLE-13)
    AgreedTax,
    /// A payment that a card asks for, once it is followed. (INV-LOSS-5)
    Card,
    /// The flat Loss payment. (INV-FORT-18)
    Flat,
    /// The flat Loss payment that everybody was asked about before.
    AgreedFlat,
    /// For the pips of a roll. (INV-FX-7)
    Pips,
    /// A fine. (INV-JAIL-7)
    Fine,
    /// A loan that falls due at once. (INV-FORCE-13)
    Loan,
}

impl DebtKind {
    /// Can it be refused here? (INV-DEBT-8)
    #[inline]
    pub const fn is_refusable(self) -> bool {
        matches!(self, DebtKind::Fee | DebtKind::ReverseFee | DebtKind::Tax | DebtKind::Flat)
    }

    /// Is its fine twice the amount? (INV-JAIL-9)
    #[inline]
    pub const fn is_fee(self) -> bool {
        matches!(self, DebtKind::Fee | DebtKind::AgreedFee | DebtKind::ReverseFee)
    }
}

/// What can change hands. (INV-TRADE-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asset {
    /// A business.
    Business(Business),
    /// A Shortcut card by its place in the giver's hand, from 0. (INV-TRADE-12)
    Shortcut(u8),
    /// A Bank card. (INV-BCARD-6)
    BankCard,
    /// Money.
    Cash(Money),
}

impl Asset {
    /// The asset written like this.
    pub fn read(text: &str) -> Result<Asset, String> {
        let short: String = text.chars().take(20).collect();
        let wrong = || format!("`{short}` is nothing to deal in: write b07, shortcut 1, bankcard or an amount");
        if let Some(business) = Business::read(text) {
            return Ok(Asset::Business(business));
        }
        match text {
            "bankcard" => return Ok(Asset::BankCard),
            "shortcut 1" => return Ok(Asset::Shortcut(0)),
            "shortcut 2" => return Ok(Asset::Shortcut(1)),
            _ => {}
        }
        let digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse().ok().filter(|_| digits).map(|units| Asset::Cash(Money::new(units))).ok_or_else(wrong)
    }
}

impl Serialize for Asset {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written())
    }
}

impl<'de> Deserialize<'de> for Asset {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Asset, D::Error> {
        Asset::read(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// An auction: what, by whom, and how the bids stand. (INV-AUCT, INV-SINGLE-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sale {
    /// What is sold.
    pub item: Item,
    /// Who sells it.
    pub seller: Party,
    /// The bids, once interest is declared; before that only the opening price counts.
    pub auction: Auction,
}

/// Something put up for auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A business.
    Business(Business),
    /// A Shortcut card by its place in the seller's hand, from 0.
    Shortcut(u8),
}
