//! What a player can do. (D1 to D33 of the rulebook's table of decisions)

use crate::{Accepted, Ask, Colour, CompetitorsDeal, Contract, Customs, Lots, Office, Stop, Territory, Token, Vehicle};
use kernel::{Money, OfferNumber, Seat};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Take another colour. (D1)
    Colour(Colour),
    /// Choose the headquarters. (D2)
    Office(Office),
    /// Draw a territory card. (D4)
    DrawTerritory,
    /// Draw a contract card. (D4)
    DrawContract,
    /// Sign a contract: the contract card. (D5)
    Sign(Contract),
    /// The token that is to carry the goods; its territory is the Sender. (D5)
    Carrier(Token),
    /// The Receiver. (D5)
    Receiver(Territory),
    /// Deliver the goods of the signed contract with this Sender. (D6)
    Deliver(Territory),
    /// Move a token. (D7)
    Move(Token),
    /// Buy a token of this kind. (D22)
    Buy(Vehicle),
    /// Where the bought token is put. (D22)
    At(Territory),
    /// Sell a token to the bank. (D23)
    Sell(Token),
    /// Build a branch with this territory card. (D24)
    Build(Territory),
    /// Sell the branch there to the bank. (D25)
    SellBranch(Territory),
    /// End the turn. (D3)
    End,
    /// A step, or a run of steps, of a token. (D8, D9, D10)
    Go {
        /// Who moves.
        token: Token,
        /// Where to.
        to: Stop,
    },
    /// Put a truck aboard a carrier. (D11)
    Load {
        /// The truck.
        truck: Token,
        /// The ship or aircraft.
        carrier: Token,
    },
    /// Put a truck ashore. (D11)
    Unload(Token),
    /// Move the goods from one token to another. (D12)
    Hand {
        /// Where the goods are.
        from: Token,
        /// Where they go.
        to: Token,
    },
    /// End the movement turn. (D13)
    Stop,
    /// Give the Delivery up. (D14)
    GiveUp,
    /// The customs card before the political event. (D15)
    CustomsFirst,
    /// The political event before the customs card. (D15)
    EventFirst,
    /// Take this alternative of an effect, counted from 0. (D16)
    Choose(u8),
    /// Play a special contract card. (D17, D20, D21)
    Play(Contract),
    /// Put the advantage card on this site. (D20)
    Place(Territory),
    /// Whom the instant card strikes. (D21)
    Target(Seat),
    /// The advantage card that is removed. (D21)
    Revoke(Contract),
    /// The territory card that is given in a forced swap. (D21)
    Give(Territory),
    /// Roll the political event again. (D18)
    Reroll,
    /// Keep the roll. (D18)
    Keep,
    /// The customs card that counts. (D19)
    Take(Customs),
    /// Discard a territory card. (D32)
    DiscardTerritory(Territory),
    /// Discard a contract card. (D32)
    DiscardContract(Contract),
    /// Put a token on the new branch. (D33)
    Bring(Token),
    /// No more tokens to the new branch. (D33)
    Done,
    /// The site to which the token is put back, or on which the traded token is put. (D26, D28)
    Put(Territory),
    /// The traded token stays where it is. (D28)
    Stay,
    /// Announce a wish. (D27)
    Ask(Ask),
    /// Propose a deal. (D27)
    Offer(CompetitorsDeal),
    /// Accept a deal, with the contract cards to give where they are not named. (D27)
    Accept(OfferNumber, Accepted),
    /// Decline it. (D27)
    Decline(OfferNumber),
    /// Withdraw it. (D27)
    Withdraw(OfferNumber),
    /// Answer it with a counter-offer. (D27)
    Counter(OfferNumber, CompetitorsDeal),
    /// Ask to see the contract of a hire. (D29)
    Inspect(OfferNumber),
    /// Show it. (D29)
    Show(OfferNumber),
    /// Open an auction. (D30)
    Auction {
        /// What is sold.
        lot: Lots,
        /// The lowest price.
        price: Money,
    },
    /// Bid. (D31)
    Bid(Money),
    /// Pass, for good. (D31)
    Pass,
}

impl Action {
    /// Is it part of a negotiation at an open point? (D27, D29, D30)
    pub(crate) const fn negotiates(&self) -> bool {
        matches!(
            self,
            Action::Ask(_)
                | Action::Offer(_)
                | Action::Accept(..)
                | Action::Decline(_)
                | Action::Withdraw(_)
                | Action::Counter(..)
                | Action::Inspect(_)
                | Action::Show(_)
                | Action::Auction { .. }
        )
    }
}
