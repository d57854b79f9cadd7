//! What happened, for people: the log, the pages, and programs that listen.

use crate::{Arrow, Ask, Cell, Colour, Continent, Contract, Customs, Office, Place, Strait, Territory, Token};
use kernel::{Money, OfferNumber, Seat, Seats, Viewer};
use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "what a field is, its name and the event say")]
pub enum Event {
    /// Rolled for who is first. (CMP-SETUP-3)
    RolledFirst { seat: Seat, die: u8 },
    /// Plays first. (CMP-SETUP-3)
    First { seat: Seat },
    /// Took another colour; another player got the old one. (CMP-SETUP-17)
    Coloured { seat: Seat, colour: Colour, other: Option<Seat> },
    /// Chose a headquarters. (CMP-SETUP-5)
    Settled { seat: Seat, office: Office },
    /// Everybody was dealt the cards of hand. (CMP-SETUP-7)
    Dealt { territories: u8, contracts: u8 },
    /// A new danger. (CMP-WX-1)
    Danger { area: Continent, die: u8 },
    /// A round begins.
    Round { round: u16 },
    /// A turn begins. (CMP-ROUND-1)
    Turn { seat: Seat },
    /// A turn is over. (CMP-TURN-3)
    TurnOver { seat: Seat },
    /// Drew a territory card; only the drawer sees which.
    DrewTerritory { seat: Seat, card: Option<Territory> },
    /// Drew a contract card; only the drawer sees which.
    DrewContract { seat: Seat, card: Option<Contract>, early: bool },
    /// The discard pile of the territory cards became the deck. (CMP-DECK-2)
    ReshuffledTerritories,
    /// The discard pile of the contract cards became the deck. (CMP-DECK-2)
    ReshuffledContracts,
    /// Signed a contract; only the signer sees which card. (CMP-SIGN-1)
    Signed { seat: Seat, token: Token, sender: Territory, receiver: Territory, contract: Option<Contract> },
    /// Began a Delivery. (CMP-DELIV-1)
    DeliveryBegan { seat: Seat, token: Token, sender: Territory, receiver: Territory },
    /// Began to move a token. (CMP-MOVE-1)
    MoveBegan { seat: Seat, token: Token },
    /// A token went somewhere; the way has the places it passed, the last one included.
    Went { seat: Seat, token: Token, from: At, way: Vec<At>, points: u8, fuel: Money },
    /// Paid a headquarters fee. (CMP-HQ-2)
    Fee { from: Seat, to: Seat, at: Territory, amount: Money },
    /// Paid the toll of an advantage card. (CMP-SPEC-10)
    Toll { from: Seat, to: Seat, at: Territory, amount: Money },
    /// Put a truck aboard. (CMP-COMBO-1)
    Loaded { seat: Seat, truck: Token, carrier: Token },
    /// Put a truck ashore. (CMP-COMBO-2)
    Unloaded { seat: Seat, truck: Token, carrier: Token, at: Territory },
    /// Moved goods to another token. (CMP-COMBO-3)
    Handed { seat: Seat, from: Token, to: Token },
    /// A movement turn is over. (CMP-TM-5)
    MovementOver { seat: Seat, token: Token },
    /// Drew a customs card. (CMP-CUST)
    Customs { seat: Seat, token: Token, card: Customs, at: Option<Territory>, strait: Option<Strait> },
    /// Picked the customs card that counts. (CMP-SPEC-15)
    PickedCustoms { seat: Seat, card: Customs },
    /// A customs card has no effect. (CMP-SPEC-21)
    CancelledCustoms { seat: Seat, card: Customs, by: Contract },
    /// A contract card was shown to all, because customs treat legal and illegal goods differently. (CMP-CUST-17)
    ShownContract { seat: Seat, sender: Territory, contract: Contract },
    /// A political event was rolled; `spares` is the affected token if no part of the event applies to it. (CMP-POL-1,
    /// CMP-EFF-17)
    Political { seat: Seat, token: Token, at: Territory, continent: Continent, die: u8, spares: Option<Token> },
    /// A part of an effect changes nothing.
    NoEffect { seat: Seat, token: Option<Token>, why: Idle },
    /// Rolled the d6 of an effect. (CMP-EFF-19)
    RolledEffect { seat: Seat, die: u8 },
    /// Paid the bank for an effect; `short` is what was missing and is forgiven. (CMP-EFF-2, CMP-MONEY-4)
    Paid { seat: Seat, amount: Money, short: Money },
    /// Was paid by the bank for an effect. (CMP-EFF-2)
    Gained { seat: Seat, amount: Money },
    /// The points of the movement turn rose or fell. (CMP-EFF-3)
    Points { token: Token, points: i8 },
    /// The movement turn ends here. (CMP-EFF-4)
    Stopped { token: Token },
    /// A token went back by one step. (CMP-EFF-5)
    TurnedBack { token: Token, to: At },
    /// More movement turns count as used. (CMP-EFF-6)
    LostTurns { seat: Seat, count: u8 },
    /// The limit of the Delivery rose. (CMP-EFF-7)
    GainedTurns { seat: Seat, count: u8 },
    /// A token is delayed. (CMP-EFF-8)
    Delayed { token: Token },
    /// No further customs card in this Delivery. (CMP-EFF-15)
    FreePass { seat: Seat },
    /// One more action this turn. (CMP-EFF-16)
    ExtraAction { seat: Seat },
    /// The turn is ended by an effect. (CMP-EFF-11)
    TurnEnded { seat: Seat },
    /// A token was seized. (CMP-ILL-3)
    Seized { token: Token },
    /// Bought an extra point to leave a strait. (CMP-STRAIT-5)
    ExtraPoint { seat: Seat, token: Token, strait: Strait, amount: Money },
    /// A token is back on the near side of a strait. (CMP-STRAIT-7)
    NearSide { token: Token, strait: Strait, to: At },
    /// Rolled against the weather; saved without a roll if there is no die. (CMP-WX-7, CMP-SPEC-13)
    Weather { seat: Seat, tokens: Vec<Token>, die: Option<u8>, save: u8, saved: bool },
    /// A token was put on a site of its owner. (CMP-WX-10)
    PutBack { token: Token, to: Territory },
    /// A Delivery succeeded. (CMP-DELIV-9)
    Delivered {
        seat: Seat,
        token: Token,
        contract: Contract,
        sender: Territory,
        receiver: Territory,
        used: u8,
        reward: Money,
        bonus: Money,
        points: u16,
    },
    /// A Delivery failed. (CMP-DELIV-13)
    Failed { seat: Seat, contract: Contract, sender: Territory, receiver: Territory, lost: u16, why: Failure },
    /// Bought a token. (CMP-BUY-1)
    Bought { seat: Seat, token: Token, at: Territory, price: Money },
    /// Sold a token. (CMP-SELL-1)
    Sold { seat: Seat, token: Token, price: Money },
    /// Built a branch. (CMP-BRANCH-1)
    Built { seat: Seat, at: Territory, price: Money },
    /// Sold a branch. (CMP-BRANCH-10)
    SoldBranch { seat: Seat, at: Territory, price: Money },
    /// Put a token on the new branch. (CMP-BRANCH-8)
    Brought { seat: Seat, token: Token, to: Territory },
    /// Played a special card. (CMP-SPEC-2)
    Played { seat: Seat, card: Contract },
    /// Put an advantage card on a site. (CMP-SPEC-4)
    Placed { seat: Seat, card: Contract, at: Territory },
    /// An advantage card was discarded. (CMP-SPEC-7, CMP-SPEC-16)
    Removed { card: Contract, at: Territory },
    /// Looked at somebody's contract cards; only the looker sees which. (CMP-SPEC-17)
    Looked { seat: Seat, at: Seat, hand: Option<Vec<Contract>>, signed: Option<Vec<Contract>> },
    /// Gave a territory card and took one at random; the two see which. (CMP-SPEC-18)
    Swapped { seat: Seat, with: Seat, given: Option<Territory>, taken: Option<Territory> },
    /// Paid the bank because of an audit. (CMP-SPEC-19)
    Audited { seat: Seat, by: Seat, amount: Money },
    /// Discarded a territory card. (CMP-DRAW-3)
    DiscardedTerritory { seat: Seat, card: Territory },
    /// Discarded a contract card. (CMP-DRAW-3)
    DiscardedContract { seat: Seat, card: Contract },
    /// Announced a wish. (CMP-NEG-4)
    Asked { seat: Seat, ask: Ask },
    /// Made an offer or a counter-offer; parties see what is in it, as far as it is theirs to see. (CMP-NEG-5, CMP-NEG-20)
    Offered { seat: Seat, number: OfferNumber, parties: Seats, counters: Option<OfferNumber>, content: Option<Vec<Told>> },
    /// Accepted an offer that waits for others. (CMP-NEG-6)
    Accepted { seat: Seat, number: OfferNumber },
    /// Declined an offer. (CMP-NEG-6)
    Declined { seat: Seat, number: OfferNumber },
    /// Withdrew an offer.
    Withdrew { seat: Seat, number: OfferNumber },
    /// An offer lapsed. (CMP-NEG-22)
    Lapsed { number: OfferNumber },
    /// An offer was accepted by all and could not be carried out; the parties are told. (CMP-NEG-7)
    Void { number: OfferNumber, parties: Seats },
    /// A deal was carried out; contract cards are told to those who give or get them. (CMP-NEG-20)
    Deal { number: OfferNumber, content: Vec<Told> },
    /// Asked to see the contract of a hire; only the parties are told. (CMP-CHART-7, CMP-NEG-20)
    Inspected { seat: Seat, number: OfferNumber, parties: Seats },
    /// Showed it to the owner of the token, and to nobody else. (CMP-CHART-7)
    Showed { seat: Seat, to: Seat, sender: Territory, contract: Option<Contract> },
    /// The fee of a hire was paid on success. (CMP-CHART-3)
    HirePaid { from: Seat, to: Seat, token: Token, amount: Money },
    /// The fee of a hire went back to the user. (CMP-CHART-3)
    HireReturned { seat: Seat, token: Token, amount: Money },
    /// A traded token was put somewhere; it has the new owner's colour. (CMP-NEG-15)
    PutTraded { seat: Seat, token: Token, at: At },
    /// Opened an auction. (CMP-AUCT-1)
    Auction { seat: Seat, lot: Vec<Told>, lowest: Money },
    /// Bid. (CMP-AUCT-3)
    Bid { seat: Seat, amount: Money },
    /// Passed.
    Passed { seat: Seat },
    /// The lot was sold. (CMP-AUCT-4)
    AuctionSold { seat: Seat, to: Seat, amount: Money, lot: Vec<Told> },
    /// Nobody bid, or the lot could not be handed over.
    Unsold { seat: Seat },
    /// The game is over. (CMP-END)
    Over { winners: Seats },
}

/// Where something is, as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// In a territory.
    Land(Territory),
    /// In the port of a territory.
    Port(Territory),
    /// At the airport of a territory.
    Airport(Territory),
    /// At sea.
    Sea(Cell),
    /// In flight.
    Air(Cell),
    /// In flight at an arrow.
    Arrow(Arrow),
    /// On a strait.
    Strait(Strait),
    /// Aboard.
    Aboard(Token),
    /// In the supply.
    Supply,
}

impl From<Place> for At {
    fn from(place: Place) -> At {
        match place {
            Place::Supply => At::Supply,
            Place::Land(territory) => At::Land(territory),
            Place::Aboard(token) => At::Aboard(token),
            Place::Port(territory) => At::Port(territory),
            Place::Sea(cell) => At::Sea(cell),
            Place::Airport(territory) => At::Airport(territory),
            Place::Air(cell) => At::Air(cell),
            Place::Edge(arrow) => At::Arrow(arrow),
            Place::Strait(strait) => At::Strait(strait),
        }
    }
}

/// Why a part of an effect changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// The movement turn is over, and its points with it. (CMP-EFF-3)
    Stopped,
    /// The token was seized before. (CMP-TM-10)
    Gone,
    /// The token is at a site of its owner already. (CMP-EFF-13)
    AtSite,
    /// Deck and discard pile are empty. (CMP-DECK-2)
    NoCard,
    /// Three actions were added to this turn already. (CMP-TURN-8)
    NoMoreActions,
}

/// Why a Delivery failed. (CMP-DELIV-12)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The movement turns are used up.
    Late,
    /// A customs card ended it.
    Customs,
    /// A political event ended it.
    Event,
    /// The goods were seized.
    Seized,
    /// A payment could not be made in full. (CMP-MONEY-4)
    Money,
    /// The weather, with `weather_loaded=fail`. (CMP-WX-12)
    Weather,
    /// The player gave up. (CMP-DELIV-14)
    GaveUp,
}

/// One transfer of a deal as it is told: a contract card that is not the viewer's to know is only *a contract card*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// Who gives.
    pub from: Seat,
    /// Who gets; in an auction that is not over, the seller stands here too.
    pub to: Seat,
    /// What.
    pub asset: ToldAsset,
}

/// What changes hands, as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ToldAsset {
    /// Money.
    Money(Money),
    /// A territory card.
    Territory(Territory),
    /// A contract card, for those who may know which; the seats that may.
    Contract {
        /// Which, for those who may know.
        card: Option<Contract>,
        /// Who may know.
        #[serde(skip)]
        known: Seats,
    },
    /// A token.
    Token(Token),
    /// A branch.
    Branch(Territory),
    /// The hire of a token.
    Hire {
        /// Which token.
        token: Token,
        /// The Sender of the goods; none for a truck.
        sender: Option<Territory>,
        /// The fee.
        fee: Money,
        /// Is it paid on success?
        on_success: bool,
    },
}

impl Told {
    /// As this viewer may know it.
    fn seen_by(mut self, viewer: Viewer) -> Told {
        if let ToldAsset::Contract { card, known } = &mut self.asset
            && !matches!(viewer, Viewer::Seat(seat) if known.contains(seat))
        {
            *card = None;
        }
        self
    }
}

impl Event {
    /// As this viewer may know it; nothing if it is not theirs to know at all. (CMP-INV-22)
    pub(crate) fn seen_by(mut self, viewer: Viewer) -> Option<Event> {
        let hide = |seats: &[Seat]| !seats.iter().any(|seat| viewer.holds(*seat));
        match &mut self {
            Event::DrewTerritory { seat, card } if hide(&[*seat]) => *card = None,
            Event::DrewContract { seat, card, .. } if hide(&[*seat]) => *card = None,
            Event::Signed { seat, contract, .. } if hide(&[*seat]) => *contract = None,
            Event::Looked { seat, hand, signed, .. } if hide(&[*seat]) => (*hand, *signed) = (None, None),
            Event::Swapped { seat, with, given, taken } if hide(&[*seat, *with]) => (*given, *taken) = (None, None),
            // CMP-NEG-20: what is in an offer, a hire too, is for its parties.
            Event::Showed { seat, to, .. } if hide(&[*seat, *to]) => return None,
            Event::Inspected { parties, .. } if !matches!(viewer, Viewer::Seat(seat) if parties.contains(seat)) => return None,
            Event::Offered { parties, content, .. } => {
                if matches!(viewer, Viewer::Seat(seat) if parties.contains(seat)) {
                    content.iter_mut().flatten().for_each(|told| *told = told.seen_by(viewer));
                } else {
                    *content = None;
                }
            }
            Event::Deal { content, .. } => content.iter_mut().for_each(|told| *told = told.seen_by(viewer)),
            Event::Auction { lot, .. } | Event::AuctionSold { lot, .. } => {
                lot.iter_mut().for_each(|told| *told = told.seen_by(viewer));
            }
            // CMP-NEG-7: only the parties are told that an offer was void; others see that it is gone.
            Event::Void { number, parties } if !matches!(viewer, Viewer::Seat(seat) if parties.contains(seat)) => {
                return Some(Event::Lapsed { number: *number });
            }
            _ => {}
        }
        Some(self)
    }
}
