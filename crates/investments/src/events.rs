//! What happened, with the rulebook's names; what is not for everybody is left out for the others. (Section 6 of the rulebook)

use crate::content::things::Business;
use crate::content::things::Businesses;
use crate::content::things::Fortune;
use crate::state::Asset;
use crate::state::DebtKind;
use crate::state::Ending;
use crate::state::FortuneId;
use crate::state::How;
use crate::state::Item;
use kernel::{Money, OfferNumber, Seat, Seats, Viewer};
use serde::{Serialize, Serializer};

/// Why a slot was skipped. (INV-TURN-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The player is out of the game, which is logged when it happens and not in every round.
    Out,
    /// The player is in jail.
    Jail {
        /// For so many further slots.
        left: u8,
    },
    /// The player stays at the Tax Office.
    TaxOffice,
    /// The player misses a turn by card.
    Missed,
}

/// Why no fee is due. (INV-FEE-7, INV-GFX-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoFee {
    /// The owner is in jail.
    OwnerInJail,
    /// The owner stays at the Tax Office.
    OwnerAtTaxOffice,
    /// The Global Economy card in force says so.
    GlobalEconomy,
}

/// One thing of a deal, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldTransfer {
    /// Who gives it.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// What.
    pub asset: Asset,
    /// The face of a Shortcut card, and who else may know it.
    pub card: Option<(u8, Seats)>,
}

impl Serialize for ToldTransfer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told {
            from: Seat,
            to: Seat,
            asset: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            card: Option<String>,
        }
        let card = self.card.map(|(card, _)| shortcut_id(card));
        Told { from: self.from, to: self.to, asset: self.asset.written(), card }.serialize(serializer)
    }
}

/// The id of a Profit or Loss card, by its place in the file.
pub fn fortune_id(fortune: Fortune, card: u8) -> String {
    match fortune {
        Fortune::Profit => format!("p{:02}", card + 1),
        Fortune::Loss => format!("l{:02}", card + 1),
    }
}

/// The id of a Shortcut card, by its place in the file.
pub fn shortcut_id(card: u8) -> String {
    format!("k{:02}", card + 1)
}

/// The id of a Global Economy card, by its place in the file.
pub fn global_id(card: u8) -> String {
    format!("g{:02}", card + 1)
}

fn write_shortcut<S: Serializer>(card: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&shortcut_id(*card))
}

fn write_some_shortcut<S: Serializer>(card: &Option<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    card.map(shortcut_id).serialize(serializer)
}

fn write_shortcuts<S: Serializer>(cards: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().copied().map(shortcut_id))
}

fn write_global<S: Serializer>(card: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&global_id(*card))
}

fn write_item<S: Serializer>(item: &Item, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&item.written())
}

/// Something that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
#[allow(missing_docs)]
pub enum Event {
    /// A die for the order of play. (INV-ORDER-2)
    OrderRolled { seat: Seat, die: u8 },
    /// Who plays after whom. (INV-ORDER-3)
    OrderSet { order: Vec<Seat> },
    /// Two dice of the lottery; a taken business is rolled again. (INV-LOT-2, INV-LOT-3)
    LotteryRolled { seat: Seat, dice: [u8; 2], business: Business, taken: bool },
    /// What the lottery gave. (INV-LOT-1, INV-LOT-9, INV-LOT-10)
    LotteryWon { seat: Seat, business: Business, businesses: Businesses, monopoly: bool },
    /// A condition of the lottery was paid. (INV-LOT-5)
    LotteryPaid { seat: Seat, business: Business, amount: Money },
    /// A bonus of the lottery was received. (INV-LOT-4)
    LotteryReceived { seat: Seat, business: Business, amount: Money },
    /// Everybody holds two hidden cards. (INV-HIDDEN-1)
    HiddenDealt,
    /// A table round began. (INV-TERM-1)
    RoundBegan { round: u16 },
    /// A turn began. (INV-TURN-1, INV-TURN-13)
    TurnBegan { seat: Seat, extra: bool },
    /// A slot was skipped. (INV-TURN-10)
    Skipped { seat: Seat, reason: SkipReason },
    /// Dice that move a piece; 0 for one that was not rolled. (INV-ROLL-1)
    Rolled { seat: Seat, dice: [u8; 2], sum: u8 },
    /// A second roll after equal dice. (INV-ROLL-4)
    RolledAgain { seat: Seat, dice: [u8; 2], distance: u8 },
    /// A distance was picked on equal dice. (INV-ROLL-5)
    Picked { seat: Seat, distance: u8 },
    /// The sum of equal dice was accepted. (INV-ROLL-3)
    SumAccepted { seat: Seat, distance: u8 },
    /// A kept Loss card halved the distance. (INV-FX-7)
    Halved { seat: Seat, distance: u8 },
    /// A card set the distance. (INV-FX-7)
    Drove { seat: Seat, distance: u8 },
    /// A Shortcut card was played. (INV-SHORT-8)
    ShortcutPlayed {
        seat: Seat,
        mover: Seat,
        #[serde(serialize_with = "write_shortcut")]
        card: u8,
    },
    /// A piece moves. (INV-MOVE-1, INV-MOVE-2)
    Moved { seat: Seat, from: u8, to: u8, distance: u8, back: bool, how: How },
    /// A piece jumped between Shortcut tiles. (INV-SHORT-14)
    Jumped { seat: Seat, from: u8, to: u8 },
    /// The subsidy of a lap, with the extra of the Bank tile. (INV-LAP-3, INV-BANK-2)
    Subsidised { seat: Seat, amount: Money, extra: Money },
    /// A loan payment. (INV-LOAN-6, INV-LOAN-13)
    LoanPaid { seat: Seat, business: Business, amount: Money, repaid: bool, laps: u8 },
    /// A pledged business went to the bank. (INV-LOAN-8, INV-LOAN-9)
    PledgeLost { seat: Seat, business: Business },
    /// A loan payment was refused. (INV-LOAN-14)
    LoanRefused { seat: Seat, business: Business, amount: Money },
    /// A kept card expired. (INV-KEEP-5)
    KeptExpired { seat: Seat, fortune: Fortune, card: u8 },
    /// What was armed lapsed. (INV-HIDDEN-10)
    ArmedLapsed { seat: Seat },
    /// The die for landing again on a group. (INV-REPEAT-1)
    RepeatRolled { seat: Seat, die: u8 },
    /// A business of the bank was bought. (INV-BUY-1)
    Bought { seat: Seat, business: Business, price: Money },
    /// It was not. (INV-BUY-2)
    NotBought { seat: Seat, business: Business },
    /// No fee is due. (INV-FEE-7)
    NoFee { seat: Seat, owner: Seat, business: Business, reason: NoFee },
    /// A card waived a fee. (INV-FEE-11)
    FeeWaived { seat: Seat, business: Business, amount: Money },
    /// A forced trade was called for. (INV-FORCE-1)
    ForceAsked { seat: Seat, owner: Seat, business: Business, price: Money },
    /// A forced trade. (INV-FORCE-5)
    ForcedTrade { seat: Seat, owner: Seat, business: Business, price: Money },
    /// A forced trade was refused. (INV-FORCE-7)
    ForceRefused { seat: Seat, owner: Seat, business: Business },
    /// Investments were bought, or one placed for nothing. (INV-INVEST-3, INV-PFX-30)
    Invested { seat: Seat, business: Business, count: u8, price: Money, level: u8 },
    /// A monopoly. (INV-MONO-1)
    Monopolised { seat: Seat, business: Business, price: Money },
    /// A debt was paid. (INV-DEBT-1)
    Paid { seat: Seat, to: Option<Seat>, amount: Money, kind: DebtKind, business: Option<Business> },
    /// A debt was refused. (INV-JAIL-1)
    Refused { seat: Seat, amount: Money, kind: DebtKind, business: Option<Business> },
    /// Somebody refused in a poll: to follow a card if no amount is given, otherwise to pay. (INV-LOSS-6)
    PollRefused { seat: Seat, amount: Money, kind: DebtKind, card: Option<FortuneId>, business: Option<Business> },
    /// The bank paid for somebody. (INV-BUST-2, INV-JAIL-9)
    BankStoodIn { seat: Seat, debtor: Seat, amount: Money },
    /// Jail, and a fine. (INV-JAIL-4, INV-JAIL-7)
    Jailed { seat: Seat, rounds: u8, fine: Money },
    /// Out for repeated offences. (INV-JAIL-10)
    Expelled { seat: Seat, offences: u8 },
    /// A debt that cannot be paid. (INV-BUST-1)
    Bankrupt { seat: Seat, to: Option<Seat>, amount: Money },
    /// Resigned. (INV-BUST-6)
    Resigned { seat: Seat },
    /// Out of the game; all goes to the bank, this money too. (INV-BUST-3)
    Out { seat: Seat, cash: Money },
    /// An upgrade was sold. (INV-SELL-2)
    UpgradeSold { seat: Seat, business: Business, level: u8, amount: Money },
    /// An investment was returned unpaid. (INV-PFX-31)
    UpgradeLost { seat: Seat, business: Business, level: u8 },
    /// A business was sold to the bank. (INV-SELL-1)
    Sold { seat: Seat, business: Business, amount: Money },
    /// A loan was taken. (INV-LOAN-1)
    Mortgaged { seat: Seat, business: Business, amount: Money },
    /// A loan was repaid. (INV-LOAN-16)
    Repaid { seat: Seat, business: Business, amount: Money },
    /// A Shortcut card was sold to the bank. (INV-SELL-8)
    ShortcutSold {
        seat: Seat,
        #[serde(serialize_with = "write_shortcut")]
        card: u8,
        amount: Money,
    },
    /// A Bank card was sold to the bank. (INV-BCARD-4)
    BankCardSold { seat: Seat, amount: Money },
    /// A Bank card was bought from the bank. (INV-BCARD-2)
    BankCardBought { seat: Seat, price: Money, left: u8 },
    /// A die decided between Profit and Loss. (INV-FORT-15)
    FortuneRolled { seat: Seat, die: u8, fortune: Fortune },
    /// A Profit or Loss card was turned up. (INV-PROFIT-1, INV-LOSS-1)
    CardDrawn { seat: Seat, fortune: Fortune, card: u8 },
    /// It cannot be applied; another one is drawn. (INV-HIDDEN-8, INV-SINGLE-9)
    CardIgnored { fortune: Fortune, card: u8 },
    /// It was cancelled. (INV-FX-7)
    CardCancelled { seat: Seat, fortune: Fortune, card: u8 },
    /// It was refused. (INV-LOSS-4)
    CardRefused { seat: Seat, fortune: Fortune, card: u8 },
    /// It is kept. (INV-KEEP-1)
    CardKept { seat: Seat, fortune: Fortune, card: u8 },
    /// A kept Loss card takes effect for this turn. (INV-KEEP-4)
    KeptAtWork { seat: Seat, card: u8 },
    /// A term of the card does nothing for this player. (INV-CARD-4)
    NoEffect { seat: Seat, card: FortuneId, term: u8 },
    /// A die for a card. (INV-PFX-7, INV-PFX-8)
    CardRolled { seat: Seat, die: u8 },
    /// A die among several. (INV-FORT-1, INV-FORT-2)
    ContestRolled { seat: Seat, die: u8 },
    /// Money by a card, from the bank. (INV-FORT-5)
    Received { seat: Seat, from: Option<Seat>, amount: Money },
    /// Slots to be missed. (INV-PFX-28)
    WillMiss { seat: Seat, count: u8 },
    /// Another turn. (INV-PFX-29)
    ExtraTurn { seat: Seat },
    /// A tile was named. (INV-PFX-24, INV-PFX-25)
    Named { seat: Seat, mover: Seat, business: Business },
    /// A Shortcut card was drawn. (INV-SHORT-1)
    ShortcutDrawn {
        seat: Seat,
        #[serde(serialize_with = "write_some_shortcut")]
        card: Option<u8>,
    },
    /// Shortcut cards went under the pile. (INV-SHORT-10)
    ShortcutsLost {
        seat: Seat,
        #[serde(serialize_with = "write_shortcuts")]
        cards: Vec<u8>,
    },
    /// A Global Economy card was laid open. (INV-GLOB-2)
    GlobalDrawn {
        seat: Seat,
        #[serde(serialize_with = "write_global")]
        card: u8,
        tokens: u8,
    },
    /// Its tokens were changed by a tile. (INV-FX-6)
    TokensSet {
        seat: Seat,
        #[serde(serialize_with = "write_global")]
        card: u8,
        before: u8,
        tokens: u8,
    },
    /// A token was removed. (INV-GLOB-8)
    TokenRemoved {
        #[serde(serialize_with = "write_global")]
        card: u8,
        tokens: u8,
    },
    /// It expired. (INV-GLOB-8)
    GlobalExpired {
        #[serde(serialize_with = "write_global")]
        card: u8,
    },
    /// After the tax: a card, and a stay. (INV-TAX-1, INV-TAX-6)
    Taxed { seat: Seat, card: bool, stays: bool },
    /// A Tax Office card was returned. (INV-TAX-8)
    TaxCardReturned { seat: Seat },
    /// Dice of the Casino. (INV-CASINO-8)
    CasinoRolled { seat: Seat, dice: [u8; 2] },
    /// A bet was won or lost. (INV-CASINO-4)
    Bet { seat: Seat, tile: u8, choice: u8, stake: Money, won: bool, amount: Money },
    /// An unseen card was taken. (INV-HIDDEN-3)
    HiddenTaken { seat: Seat, fortune: Fortune },
    /// The held one or the new one was kept. (INV-HIDDEN-4)
    HiddenKept { seat: Seat, fortune: Fortune, new: bool },
    /// A hidden card was used. (INV-HIDDEN-6)
    HiddenUsed { seat: Seat, target: Seat, fortune: Fortune, card: u8 },
    /// A kept effect was armed. (INV-HIDDEN-10)
    Armed { seat: Seat, card: FortuneId },
    /// Somebody has answered a poll. (INV-POLL-3)
    Answered { seat: Seat },
    /// A deal was proposed, or countered. (INV-TRADE-6, INV-TRADE-15)
    Offered { seat: Seat, number: OfferNumber, parties: Seats, deal: Option<Vec<ToldTransfer>>, counter: bool },
    /// It was declined. (INV-TRADE-15)
    OfferDeclined { seat: Seat, number: OfferNumber },
    /// It was withdrawn. (INV-TRADE-14)
    Withdrawn { seat: Seat, number: OfferNumber },
    /// It was carried out. (INV-TRADE-6)
    Dealt { number: OfferNumber, parties: Seats, deal: Vec<ToldTransfer> },
    /// Something was put up for auction; by the bank where nobody is named. (INV-AUCT-4, INV-SINGLE-4)
    PutUp {
        seat: Option<Seat>,
        #[serde(serialize_with = "write_item")]
        item: Item,
        #[serde(serialize_with = "write_some_shortcut")]
        card: Option<u8>,
        price: Money,
    },
    /// Who wants to bid. (INV-AUCT-2)
    Interested { seats: Seats },
    /// A bid. (INV-AUCT-4)
    BidMade { seat: Seat, amount: Money },
    /// A pass. (INV-AUCT-4)
    Passed { seat: Seat },
    /// It was sold. (INV-AUCT-4)
    Auctioned {
        seat: Option<Seat>,
        buyer: Seat,
        #[serde(serialize_with = "write_item")]
        item: Item,
        price: Money,
    },
    /// It was not. (INV-AUCT-5)
    Unsold {
        seat: Option<Seat>,
        #[serde(serialize_with = "write_item")]
        item: Item,
    },
    /// The end was proposed. (INV-END-4)
    EndProposed { seat: Seat },
    /// Who was against it. (INV-END-4)
    EndAnswered { against: Seats },
    /// A turn ended. (INV-TURN-6)
    TurnEnded { seat: Seat },
    /// The game is over. (INV-END)
    Over { ending: Ending },
}

impl Event {
    /// Does it tell nobody anything new? A slot of a player who is out passes in every round. (INV-ORDER-4)
    pub(crate) const fn is_nothing_new(&self) -> bool {
        matches!(self, Event::Skipped { reason: SkipReason::Out, .. })
    }

    /// What this viewer may know of it.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Event {
        let mask = |transfers: &mut Vec<ToldTransfer>| {
            for transfer in transfers {
                let shown = |(_, known): &(u8, Seats)| matches!(viewer, Viewer::Seat(seat) if seat == transfer.from || known.contains(seat));
                transfer.card = transfer.card.filter(shown);
            }
        };
        match &mut self {
            Event::ShortcutDrawn { seat, card } if !viewer.holds(*seat) => *card = None,
            Event::Offered { parties, deal, .. } => {
                if matches!(viewer, Viewer::Seat(seat) if parties.contains(seat)) {
                    deal.iter_mut().for_each(mask);
                } else {
                    *deal = None;
                }
            }
            Event::Dealt { deal, .. } => {
                // INV-TRADE-12: whoever bought a card unseen sees it when it changes hands.
                for transfer in deal.iter_mut() {
                    let to = transfer.to;
                    transfer.card = transfer.card.map(|(card, known)| (card, known.with(to)));
                }
                mask(deal);
            }
            _ => {}
        }
        self
    }
}

impl Asset {
    /// How it is written in a deal.
    pub fn written(&self) -> String {
        match self {
            Asset::Business(business) => business.to_string(),
            Asset::Shortcut(place) => format!("shortcut {}", place + 1),
            Asset::BankCard => "bankcard".into(),
            Asset::Cash(amount) => amount.units().to_string(),
        }
    }
}

impl Item {
    /// How it is written in an action.
    pub fn written(&self) -> String {
        match self {
            Item::Business(business) => business.to_string(),
            Item::Shortcut(place) => format!("shortcut-{}", place + 1),
        }
    }
}
