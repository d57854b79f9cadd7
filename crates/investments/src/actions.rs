//! What a player can do. (D4 to D38 of the rulebook's table of decisions)

use crate::content::things::Business;
use crate::content::things::Fortune;
use crate::state::Amount;
use crate::state::InvestmentsDeal;
use crate::state::Item;
use kernel::{Money, OfferNumber, Seat};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll and move. (D4)
    Roll,
    /// Use a card that sets the distance, before or after the roll. (D4, D6)
    Drive(u8),
    /// Move the sum of equal dice. (D5)
    Accept,
    /// Roll again after equal dice. (D5)
    Again,
    /// Move this far instead of the sum of equal dice. (D5)
    Pick(u8),
    /// No, none, not. (D6, D7, D8, D12, D15, D22, D23, D24, D28, D31, D32, D35)
    No,
    /// Yes. (D8, D24, D28, D31, D35)
    Yes,
    /// Play a Shortcut card. (D7)
    Play {
        /// Its place in the hand, from 0.
        place: u8,
        /// The distance, where the card lets one choose; otherwise 0.
        distance: u8,
    },
    /// Pay all loans that are due. (D9)
    PayAll,
    /// Turn to one loan. (D9)
    Settle(Business),
    /// Let a pledged business go. (D11)
    LetGo,
    /// Pay what is owed; in a poll: pay or follow. (D10, D15, D17, D38)
    Pay,
    /// Refuse. (D10, D15, D16, D17, D19, D38)
    Refuse,
    /// Give up: the debt cannot be paid. (D17)
    Bankrupt,
    /// Use a card that waives the fee. (D15)
    Waive,
    /// Take the business by forced trade. (D15, D35)
    Force,
    /// Sell the business as the forced trade demands. (D16)
    Agree,
    /// Buy the business landed on. (D12)
    Buy,
    /// Buy it with a card for half the price. (D12)
    BuyHalf,
    /// Buy any business of the bank, as a card offers. (D22)
    BuyAny(Business),
    /// Sell an upgrade of a business. (D18, D25)
    SellUpgrade(Business),
    /// Sell a business to the bank. (D18, D25, D34)
    Sell(Business),
    /// Sell a Shortcut card to the bank, by its place in the hand. (D18, D25)
    SellShortcut(u8),
    /// Sell a Bank card to the bank. (D4, D18, D25)
    SellBankCard,
    /// Mortgage a business. (D18, D25)
    Mortgage(Business),
    /// Repay a loan. (D4, D25)
    Repay(Business),
    /// Buy investments for the business landed on. (D13)
    Invest(u8),
    /// Make the business landed on a monopoly. (D14)
    Monopoly,
    /// Follow the Loss card. (D19)
    Follow,
    /// Use a card that cancels it. (D19)
    Cancel,
    /// Name a business tile. (D20)
    Name(Business),
    /// Choose a business for a card. (D21)
    Choose(Business),
    /// Bet. (D23, D35)
    Bet {
        /// On what, by its place in the list of the tile.
        choice: u8,
        /// How much.
        stake: Amount,
    },
    /// Use a hidden card on somebody. (D32)
    Use {
        /// Of which kind.
        fortune: Fortune,
        /// On whom.
        target: Seat,
    },
    /// Keep the card held. (D33)
    KeepHeld,
    /// Keep the new card. (D33)
    KeepNew,
    /// Propose a deal. (D25, D30, D34)
    Offer(InvestmentsDeal),
    /// Accept a deal. (D26, D36)
    AcceptOffer(OfferNumber),
    /// Decline it. (D26, D36)
    Decline(OfferNumber),
    /// Withdraw it. (D37)
    Withdraw(OfferNumber),
    /// Answer it with a counter-offer. (D26)
    Counter(OfferNumber, InvestmentsDeal),
    /// Put something up for auction. (D27, D34)
    Auction {
        /// What.
        item: Item,
        /// The opening price.
        price: Money,
    },
    /// Bid. (D29)
    Bid(Money),
    /// Pass, for good. (D29)
    Pass,
    /// Buy a Bank card from the bank. (D30)
    BuyBankCard,
    /// Propose to end the game. (D31)
    ProposeEnd,
    /// Resign. (D4, D25)
    Resign,
    /// End the turn. (D25)
    End,
}
