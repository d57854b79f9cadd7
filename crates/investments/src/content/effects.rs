//! The closed vocabulary of what cards and tiles do. (INV-FX, INV-PFX, INV-SFX, INV-GFX)

use crate::content::things::Business;
use crate::content::things::Fraction;
use crate::content::things::TileKind;
use crate::content::things::Type;
use kernel::Money;

/// A term of a Profit or Loss card. (INV-PFX-1 to INV-PFX-35)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The subject receives this from the bank. (INV-PFX-1)
    ReceiveBank(Money),
    /// The subject pays this to the bank. (INV-PFX-2)
    PayBank(Money),
    /// Each other pays this to the subject. (INV-PFX-3)
    ReceiveEach(Money),
    /// The subject pays this to each other. (INV-PFX-4)
    PayEach(Money),
    /// The subject receives this from the bank per item owned. (INV-PFX-5)
    ReceivePer(Item, Money),
    /// The subject pays the bank this per item owned. (INV-PFX-6)
    PayPer(Item, Money),
    /// The subject rolls one die and receives this times its value. (INV-PFX-7)
    ReceiveDie(Money),
    /// The subject rolls one die and pays this times its value. (INV-PFX-8)
    PayDie(Money),
    /// The subject pays so many percent of their cash. (INV-PFX-9)
    PayPercent(u8),
    /// The player with the most or least cash receives this from the bank. (INV-PFX-10)
    ExtremeReceive(Extreme, Money),
    /// That player pays this to the bank. (INV-PFX-11)
    ExtremePay(Extreme, Money),
    /// That player pays this to the subject. (INV-PFX-12)
    ExtremePayMe(Extreme, Money),
    /// The subject pays this to that player. (INV-PFX-13)
    PayExtreme(Extreme, Money),
    /// All roll; the highest receives this from the bank. (INV-PFX-14)
    ContestReceive(Money),
    /// All roll; the lowest pays this to the bank. (INV-PFX-15)
    ContestPay(Money),
    /// Everybody receives this from the bank. (INV-PFX-16)
    AllReceive(Money),
    /// Everybody pays this to the bank. (INV-PFX-17)
    AllPay(Money),
    /// The subject moves to Start. (INV-PFX-18)
    MoveStart,
    /// The subject moves to the next tile of this kind. (INV-PFX-19)
    MoveKind(TileKind),
    /// Everybody moves so. (INV-PFX-20)
    AllMoveKind(TileKind),
    /// The subject moves to the next business of this type. (INV-PFX-21)
    MoveType(Type),
    /// The subject moves to this business. (INV-PFX-22)
    MoveBusiness(Business),
    /// The subject moves to the next unowned business. (INV-PFX-23)
    MoveUnowned,
    /// Somebody names a business tile and the subject moves there. (INV-PFX-24, INV-PFX-25)
    MoveChoice(Namer),
    /// The subject draws so many Shortcut cards. (INV-PFX-26)
    GainShortcut(u8),
    /// The subject's Shortcut cards go under the pile. (INV-PFX-27)
    LoseShortcuts,
    /// The subject's next slots are missed. (INV-PFX-28)
    MissTurn(u8),
    /// The subject takes another turn. (INV-PFX-29)
    ExtraTurn,
    /// The bank places an investment for nothing. (INV-PFX-30)
    FreeInvestment,
    /// The subject returns an investment unpaid. (INV-PFX-31)
    LoseInvestment,
    /// The subject sells a business to the bank. (INV-PFX-32)
    SellBusiness,
    /// The subject may buy any business of the bank for a part of its price. (INV-PFX-33)
    BuyAny(Fraction),
    /// A card to keep and use once. (INV-PFX-34)
    Keep(Keep),
    /// A card that works by itself in the next turn. (INV-PFX-35)
    KeepMust(Must),
}

impl Effect {
    /// Does it move a piece? (INV-DATA-23)
    pub const fn moves(&self) -> bool {
        use Effect::{AllMoveKind, MoveBusiness, MoveChoice, MoveKind, MoveStart, MoveType, MoveUnowned};
        matches!(self, MoveStart | MoveKind(_) | AllMoveKind(_) | MoveType(_) | MoveBusiness(_) | MoveUnowned | MoveChoice(_))
    }
}

/// What a kept Profit card does. (INV-FX-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Keep {
    /// Owe no fee.
    WaiveFee,
    /// Buy at half the price.
    HalfPrice,
    /// Put a Loss card back without effect.
    CancelLoss,
    /// Move any distance from 1 to this.
    SetRoll(u8),
}

/// What a kept Loss card does. (INV-FX-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Must {
    /// Movement rolls use one die.
    OneDie,
    /// The distance is halved.
    HalfRoll,
    /// Fees are doubled.
    DoubleFee,
    /// Pay this for every pip rolled.
    PayPips(Money),
}

/// What a payment is counted by. (INV-PFX-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// Businesses.
    Business,
    /// Small tokens.
    Investment,
    /// Large tokens.
    Monopoly,
    /// Complete series.
    Series,
    /// Businesses of a type.
    Type(Type),
}

/// Whom a card looks for. (INV-FORT-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extreme {
    /// Whoever has the most cash.
    Most,
    /// Whoever has the least.
    Least,
}

/// Who names a tile. (INV-PFX-24, INV-PFX-25)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Namer {
    /// The subject.
    Oneself,
    /// The next present player in turn order.
    Next,
}

/// What a Shortcut card does. (INV-SFX-1 to INV-SFX-13)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shortcut {
    /// Move so many more. (INV-SFX-1)
    Add(u8),
    /// Move so many fewer, at least 1. (INV-SFX-2)
    Subtract(u8),
    /// Move exactly so many. (INV-SFX-3)
    Exact(u8),
    /// Whoever plays it picks 1 to this. (INV-SFX-4)
    Choose(u8),
    /// Move twice the roll. (INV-SFX-5)
    DoubleRoll,
    /// Move half the roll, rounded up. (INV-SFX-6)
    HalveRoll,
    /// Roll anew. (INV-SFX-7)
    Reroll,
    /// Move so many backward. (INV-SFX-8)
    Back(u8),
    /// Move the roll backward. (INV-SFX-9)
    BackRoll,
    /// Move to the nearest tile of a kind. (INV-SFX-10)
    ToKind(TileKind, Way),
    /// Move forward to Start. (INV-SFX-11)
    ToStart,
    /// Move forward to the mover's next business. (INV-SFX-12)
    ToOwn,
    /// Move forward to the next unowned business. (INV-SFX-13)
    ToUnowned,
}

/// Ahead or behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Ahead.
    Forward,
    /// Behind.
    Back,
}

/// The types that a term names; Insurance is never among them. (INV-GLOB-12)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Types(pub u32);

impl Types {
    /// Is this one among them?
    #[inline]
    pub const fn contains(self, one: Type) -> bool {
        one.0 < 32 && self.0 >> one.0 & 1 != 0
    }
}

/// A term of a Global Economy card. (INV-GFX-1 to INV-GFX-16)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Global {
    /// Once: every present owner receives this per business of the type. (INV-GFX-1)
    OwnerBonus(Type, Money),
    /// Fees are multiplied. (INV-GFX-2)
    FeeMult(Types, Fraction),
    /// No fee is due. (INV-GFX-3)
    FeeNone(Types),
    /// The owner owes the lander instead. (INV-GFX-4)
    FeeReverse(Types),
    /// Prices are multiplied. (INV-GFX-5)
    PriceMult(Types, Fraction),
    /// Investment and monopoly prices are multiplied. (INV-GFX-6)
    UpgradeMult(Types, Fraction),
    /// No upgrades are sold. (INV-GFX-7)
    UpgradeBan,
    /// The subsidy is this. (INV-GFX-8)
    SubsidySet(Money),
    /// Interest is so many percent. (INV-GFX-9)
    InterestSet(u8),
    /// No new loans. (INV-GFX-10)
    LoanBan,
    /// Taxes are multiplied. (INV-GFX-11)
    TaxMult(Fraction),
    /// No bets. (INV-GFX-12)
    CasinoBan,
    /// Movement rolls use one die. (INV-GFX-13)
    OneDie,
    /// Trade without waiting for the turn. (INV-GFX-14)
    FreeTrade,
    /// No deals and no auctions by players. (INV-GFX-15)
    TradeBan,
    /// No forced trades. (INV-GFX-16)
    ForcedTradeBan,
}

/// What a Global Economy tile does while a card is in force. (INV-FX-6)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlobalTile {
    /// So many tokens more.
    Extend(u8),
    /// So many tokens fewer.
    Shorten(u8),
    /// The card expires and the next is drawn.
    Replace,
}

/// What comes with a business of the lottery. (INV-FX-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// Nothing.
    Free,
    /// Pay this part of the list price.
    PayFraction(Fraction),
    /// Receive this from the bank.
    ReceiveBank(Money),
    /// Draw so many Shortcut cards.
    GainShortcut(u8),
}
