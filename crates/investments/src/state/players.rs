//! A player: money, property, cards in hand, and what cards have armed.

use crate::{content::things::Businesses, state::Amount};
use kernel::{Money, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A Shortcut card in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Which.
    pub card: u8,
    /// Can it be played: has a slot of its holder begun since? (INV-SHORT-7)
    pub ready: bool,
    /// To whom it was offered in this slot. (INV-TRADE-8)
    pub locked: Lock,
    /// Who has seen it besides its holder. (INV-TRADE-12)
    pub known: Seats,
}

/// To whom a thing was offered in this slot, so that it goes to nobody else. (INV-TRADE-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lock(u8);

impl Lock {
    /// It was offered to nobody.
    pub const OPEN: Lock = Lock(0);
    /// It was auctioned and kept: it goes to nobody. (INV-AUCT-5)
    pub const SHUT: Lock = Lock(u8::MAX);

    /// It was offered to this player.
    pub const fn to(seat: Seat) -> Lock {
        Lock(seat.index() as u8 + 1)
    }

    /// May it be offered to this player?
    pub fn admits(self, seat: Seat) -> bool {
        self == Lock::OPEN || self == Lock::to(seat)
    }

    /// May it be sold to anybody?
    pub const fn is_open(self) -> bool {
        self.0 == 0
    }

    /// The player it is locked to.
    pub const fn seat(self) -> Option<Seat> {
        match self.0.checked_sub(1) {
            Some(index) => Seat::new(index as usize),
            None => None,
        }
    }
}

/// An effect of a hidden card that waits for what it fits. (INV-HIDDEN-10, INV-HIDDEN-13)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// The next fee owed in the own turn is waived.
    WaiveFee,
    /// The next purchase is for half the price.
    HalfPrice,
    /// The next Loss card strikes only the others.
    CancelLoss,
    /// In the next turn one die is rolled.
    OneDie,
    /// In the next turn distances are halved.
    HalfRoll,
    /// In the next turn fees are doubled.
    DoubleFee,
}

impl Arm {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// All of them.
    pub const ALL: [Arm; Arm::COUNT] =
        [Arm::WaiveFee, Arm::HalfPrice, Arm::CancelLoss, Arm::OneDie, Arm::HalfRoll, Arm::DoubleFee];

    /// The one with this index.
    pub const fn new(index: usize) -> Option<Arm> {
        if index < Arm::COUNT { Some(Arm::ALL[index]) } else { None }
    }

    /// Its index.
    pub const fn index(self) -> usize {
        self as usize
    }
}

kernel::set! {
    /// Effects that wait for what they fit.
    pub struct Arms(u8) of Arm, written as a list;
}

/// What hidden cards have armed on a player. (INV-HIDDEN-10, INV-HIDDEN-13)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Armed {
    /// What happens at most once.
    pub arms: Arms,
    /// The next movement roll is replaced by 1 to this; 0 for none.
    pub set_roll: u8,
    /// In the next turn this is paid for every pip; 0 for none.
    pub pay_pips: Amount,
}

impl Armed {
    /// Nothing is armed.
    pub const NONE: Armed = Armed { arms: Arms::NONE, set_roll: 0, pay_pips: Amount::ZERO };

    /// Is this armed?
    #[inline]
    pub const fn has(&self, arm: Arm) -> bool {
        self.arms.contains(arm)
    }

    /// Arms it.
    pub(crate) fn set(&mut self, arm: Arm) {
        self.arms = self.arms.with(arm);
    }

    /// It is spent; was it armed?
    pub(crate) fn spend(&mut self, arm: Arm) -> bool {
        let armed = self.has(arm);
        self.arms = self.arms.without(arm);
        armed
    }
}

/// A Profit or Loss card that nobody has seen. (INV-HIDDEN-1)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen(std::num::NonZeroU8);

impl Unseen {
    /// This card.
    pub const fn new(card: u8) -> Unseen {
        match std::num::NonZeroU8::new(card.saturating_add(1)) {
            Some(number) => Unseen(number),
            None => Unseen(std::num::NonZeroU8::MIN),
        }
    }

    /// Its number in its pile.
    pub const fn card(self) -> u8 {
        self.0.get() - 1
    }
}

/// Where the money of a lap came from and went, in units of 5,000 since the last lap event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Subsidies, cards and winnings from the bank.
    pub from_bank: u16,
    /// Fees, cards and deals from players.
    pub from_players: u16,
    /// Sales and loans.
    pub from_property: u16,
    /// Taxes, cards, interest, fines and lost stakes to the bank.
    pub to_bank: u16,
    /// Fees, cards and deals to players.
    pub to_players: u16,
    /// Businesses, upgrades, Bank cards and repaid loans.
    pub to_property: u16,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The businesses.
    pub owned: Businesses,
    /// Money in hand.
    pub cash: Money,
    /// Shortcut cards, the first drawn first. (INV-SHORT-4)
    pub hand: [Option<Held>; 2],
    /// Unseen Profit and Loss cards, by [`Fortune::index`]. (INV-HIDDEN-4)
    pub hidden: [Option<Unseen>; 2],
    /// What hidden cards have armed.
    pub armed: Armed,
    /// The flows of this lap.
    pub book: Book,
    /// The tile where the piece stands.
    pub at: u8,
    /// Laps that a backward movement has returned; never below none. (INV-LAP-7, INV-INVAR-16)
    pub returned: u8,
    /// Slots still to be skipped in jail. (INV-JAIL-6)
    pub jail: u8,
    /// Slots to be missed by card. (INV-PFX-28)
    pub missed: u8,
    /// Offences. (INV-JAIL-11)
    pub offences: u8,
    /// Further turns in the next slot of one's own. (INV-PFX-29)
    pub extra: u8,
    /// Bank cards. (INV-BCARD-1)
    pub bank_cards: u8,
    /// Offers, deals and auctions of this slot. (INV-TRADE-14)
    pub offers: u8,
    /// When the player went out: 1 for the first; 0 in the game. (INV-END-18)
    pub out: u8,
    /// Staying at the Tax Office. (INV-TAX-3)
    pub stays: bool,
    /// Was a subsidy paid since the own slot began? (INV-LAP-8)
    pub subsidised: bool,
    /// A Tax Office card. (INV-TAX-6)
    pub tax_card: bool,
}

impl Player {
    pub(crate) const NEW: Player = Player {
        owned: Businesses::NONE,
        cash: Money::ZERO,
        hand: [None; 2],
        hidden: [None; 2],
        armed: Armed::NONE,
        book: Book { from_bank: 0, from_players: 0, from_property: 0, to_bank: 0, to_players: 0, to_property: 0 },
        at: 0,
        returned: 0,
        jail: 0,
        missed: 0,
        offences: 0,
        extra: 0,
        bank_cards: 0,
        offers: 0,
        out: 0,
        stays: false,
        subsidised: false,
        tax_card: false,
    };

    /// The Shortcut cards in hand with their places.
    pub fn shortcuts(&self) -> impl Iterator<Item = (u8, Held)> + use<> {
        let hand = self.hand;
        (0..2).filter_map(move |place| Some((place, hand[usize::from(place)]?)))
    }

    /// How many Shortcut cards are in hand.
    #[inline]
    pub fn shortcut_count(&self) -> usize {
        usize::from(self.hand[0].is_some()) + usize::from(self.hand[1].is_some())
    }
}
