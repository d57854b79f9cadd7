//! What players negotiate about: assets of offers and auctions, wishes, and the picks of an acceptance. (CMP-NEG, CMP-CHART, CMP-AUCT)

use crate::{Continent, Contract, Territory, Token, Vehicle};
use kernel::{Deal, Money};

/// The most transfers of an offer, and the most assets of a lot. (CMP-NEG-24, CMP-AUCT-2)
pub const TRANSFERS: usize = 8;

/// The most offers that are open at a table: two of each player. (CMP-NEG-19)
pub const OFFERS: usize = 10;

/// A full list of transfers. (CMP-NEG-5)
pub type CompetitorsDeal = Deal<Asset, TRANSFERS>;

/// Something that can change hands. (CMP-NEG-8)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asset {
    /// Money, a multiple of 500.
    Money(Money),
    /// A territory card of hand; it is always named. (CMP-NEG-12)
    Territory(Territory),
    /// A contract card of hand. The other parties see it as *a contract card*, unless it is the card that they know or `Shown` is used.
    Contract(Contract),
    /// A contract card of hand that is shown to all parties with the offer. (CMP-NEG-12)
    Shown(Contract),
    /// A contract card that its giver picks from hand with the acceptance; the number tells apart those that one player gives to another. (CMP-NEG-23)
    Unnamed(u8),
    /// A token.
    Token(Token),
    /// A branch with its territory card, wherever it was bought. (CMP-NEG-16 to CMP-NEG-18)
    Branch(Territory),
    /// The hire of a token for the rest of the user's turn, and the fee that the user pays for it. (CMP-CHART-2)
    Hire(Hire),
}

/// The hire of another player's token. (CMP-CHART-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hire {
    /// The owner's token.
    pub token: Token,
    /// What it is to carry.
    pub load: HireLoad,
    /// When the fee is paid.
    pub payment: Payment,
    /// What the user pays to the owner.
    pub fee: Money,
}

/// What a hired token carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HireLoad {
    /// A truck of the user without goods.
    Truck,
    /// The goods of the user's signed contract with this Sender, which names it: there is one card of each territory.
    Goods(Territory),
}

/// When the fee of a hire is paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Payment {
    /// At once, and not paid back. (CMP-CHART-4)
    Now,
    /// When the Delivery succeeds. (CMP-CHART-3)
    OnSuccess,
}

/// The contract cards that a party picks with its acceptance, in the order of the unnamed cards that it is to give; nothing else. (CMP-NEG-23)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Accepted {
    picks: [Option<Contract>; TRANSFERS],
}

impl Accepted {
    /// Nothing is to be picked.
    pub const PLAIN: Accepted = Accepted { picks: [None; TRANSFERS] };

    /// These cards, at most as many as a deal has transfers; what is beyond is left out.
    pub fn of(cards: impl IntoIterator<Item = Contract>) -> Accepted {
        let mut accepted = Accepted::PLAIN;
        for (place, card) in accepted.picks.iter_mut().zip(cards) {
            *place = Some(card);
        }
        accepted
    }

    /// The cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Contract> {
        self.picks.into_iter().flatten()
    }
}

/// What is put up for auction: one to eight assets of the seller, contract cards shown to all or to nobody. (CMP-AUCT-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lots {
    assets: [Option<Asset>; TRANSFERS],
}

impl Lots {
    /// These assets; none if they are too many, none at all, or one is named twice.
    pub fn of(assets: &[Asset]) -> Option<Lots> {
        let twice = assets.iter().enumerate().any(|(index, asset)| assets[..index].contains(asset));
        if assets.is_empty() || assets.len() > TRANSFERS || twice {
            return None;
        }
        Some(Lots { assets: std::array::from_fn(|index| assets.get(index).copied()) })
    }

    /// The assets, in order.
    pub fn assets(&self) -> impl Iterator<Item = Asset> {
        self.assets.into_iter().flatten()
    }
}

/// An announced wish: one kind of thing that is wanted, and one kind of thing or a sum that is offered for it. It binds nobody. (CMP-NEG-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Ask {
    /// What is wanted.
    pub wanted: Wish,
    /// What is offered for it.
    pub offered: Wish,
}

/// One kind of thing, or a sum. (CMP-NEG-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// A sum of money; only as what is offered.
    Money(Money),
    /// A territory card by name.
    Territory(Territory),
    /// A territory card of a continent.
    Continent(Continent),
    /// A contract card.
    Contract,
    /// A token of a kind.
    Token(Vehicle),
    /// A branch on a continent.
    BranchOn(Continent),
    /// A branch by name.
    Branch(Territory),
    /// A passage for goods or a truck from one territory to another.
    Passage(Territory, Territory),
}
