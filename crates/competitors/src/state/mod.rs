//! All that changes in play.
//!
//! A turn is a list of actions. An action that moves tokens is a [`Journey`]: movement turns made of steps. What a step brings about
//! and cannot finish at once (a customs card, an event, a payment, a token to be put back) lies on a stack of small frames, the
//! topmost first; when one is done the frame below goes on. Where no frame is pending, the active player decides.

pub(crate) mod actions;
pub(crate) mod assets;
pub(crate) mod events;
pub(crate) mod imagining;
pub(crate) mod knowledge;
pub(crate) mod tokens;
pub(crate) mod view;
pub(crate) mod viewing;

use crate::{
    Ask, Asset, Colour, Continent, Contract, Contracts, Customs, Hire, HireLoad, Lots, OFFERS, Office, PLAYERS, Payment, Place,
    TRANSFERS, Territories, Territory, Token, Tokens, Vehicle, decision::Frame,
};
use kernel::{Auction, Deck, Money, OfferNumber, Offers, Pending, Seat, Seats};

/// The most frames that are pending at a time: a step's frames, the effect of a card, what it puts back, and a danger's strike.
pub const DEPTH: usize = 24;

/// The whole table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// How far the game is.
    pub stage: Stage,
    /// The round, counted from 1. (CMP-ROUND-2)
    pub round: u16,
    /// Who plays first in every round. (CMP-SETUP-3, CMP-SETUP-16)
    pub first: Seat,
    /// Whose turn it is, or who chooses a headquarters.
    pub active: Seat,
    /// The players, by seat.
    pub players: [Player; PLAYERS],
    /// All tokens of the box.
    pub tokens: [Piece; Token::COUNT],
    /// The territory cards of the deck; their order is unknown to everybody. (CMP-SETUP-2)
    pub territory_deck: Territories,
    /// The open discard pile. (CMP-DECK-1)
    pub territory_discard: Territories,
    /// The contract cards of the deck.
    pub contract_deck: Contracts,
    /// The open discard pile.
    pub contract_discard: Contracts,
    /// The customs cards: a fixed cycle, of which the part that was drawn once is known. (CMP-DECK-3)
    pub customs: Deck<{ Customs::COUNT }>,
    /// The customs cards that are being resolved, in the order drawn. (CMP-DECK-4)
    pub drawn: Drawn,
    /// The site on which each advantage card lies. (CMP-SPEC-4)
    pub advantages: [Option<Territory>; Contract::COUNT],
    /// The danger that lasts. (CMP-WX-3)
    pub danger: Option<Danger>,
    /// What the bank has, with `bank_limited`; otherwise 0. (CMP-COMP-10)
    pub bank: Money,
    /// The running turn.
    pub turn: TurnState,
    /// The running Move or Delivery.
    pub journey: Option<Journey>,
    /// What is pending.
    pub pending: Pending<Frame, DEPTH>,
    /// The open offers. (CMP-NEG-5)
    pub offers: Offers<Asset, TRANSFERS, OFFERS>,
    /// What else there is to know of each open offer.
    pub notes: [Option<OfferNote>; OFFERS],
    /// The open wishes, by seat. (CMP-NEG-4)
    pub asks: [Option<Ask>; PLAYERS],
    /// The running auction. (CMP-AUCT)
    pub sale: Option<Sale>,
}

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Headquarters are chosen, the first player first. (CMP-SETUP-5)
    Choosing,
    /// Turns are played.
    Playing,
    /// The game is over.
    Over,
}

/// One player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The colour of the player's board and tokens. (CMP-SETUP-17)
    pub colour: Colour,
    /// Was the colour exchanged by the player? (CMP-SETUP-17)
    pub recoloured: bool,
    /// The headquarters, once chosen. (CMP-SETUP-5)
    pub office: Option<Office>,
    /// Money; it is open. (CMP-MONEY-5)
    pub money: Money,
    /// Victory points. (CMP-VP)
    pub points: u16,
    /// The branches; their territory cards lie beside the headquarters card. (CMP-BRANCH-1)
    pub branches: Territories,
    /// Territory cards of hand.
    pub territories: Territories,
    /// Contract cards of hand.
    pub contracts: Contracts,
    /// Territory cards in other hands that this player knows to be there. (CMP-DECK-6)
    pub known_territories: Territories,
    /// Contract cards in other hands that this player knows to be there. (CMP-DECK-6)
    pub known_contracts: Contracts,
    /// What was delivered, for the figures of a game.
    pub book: Book,
}

/// What a player's Deliveries came to, for people and statistics; no rule looks at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// Deliveries that succeeded.
    #[serde(default)]
    pub delivered: u16,
    /// Deliveries that failed.
    #[serde(default)]
    pub failed: u16,
}

/// One truck, ship or aircraft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// The airport at which an aircraft stood last. (CMP-AIR-13)
    pub last: Option<Territory>,
    /// The truck aboard a carrier; the truck's place says the same.
    pub cargo: Option<Token>,
    /// The goods on it. (CMP-SIGN-3)
    pub load: Option<Load>,
    /// For how it is hired by the active player. (CMP-CHART-2)
    pub hire: Option<HiredFor>,
}

/// The goods of a signed contract, and its cards. (CMP-SIGN-1)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The contract card, face down.
    pub contract: Contract,
    /// The Sender's card.
    pub sender: Territory,
    /// The Receiver's card.
    pub receiver: Territory,
    /// Who signed it.
    pub signer: Seat,
    /// Who has seen the contract card besides the signer. (CMP-DECK-6, CMP-CUST-17)
    pub known: Seats,
}

/// What was agreed of a hired token. (CMP-CHART-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiredFor {
    /// What it may carry.
    pub load: HireLoad,
    /// When the fee is paid.
    pub payment: Payment,
    /// The fee that is set aside until success. (CMP-CHART-3)
    pub set_aside: Money,
}

/// The danger that lasts: a box of the table. (CMP-WX-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The area: a continent. (CMP-DATA-13)
    pub area: Continent,
    /// The number of the d12, from 1.
    pub die: u8,
}

/// What the running turn has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnState {
    /// Actions that are left. (CMP-TURN-1)
    pub actions: u8,
    /// Actions that effects have added, at most three. (CMP-TURN-8)
    pub added: u8,
    /// Was a card for one more action played? (CMP-SPEC-20)
    pub overtime: bool,
    /// How many proposals each player has made. (CMP-NEG-24)
    pub proposals: [u8; PLAYERS],
    /// Who has opened an auction. (CMP-AUCT-6)
    pub auctioned: Seats,
    /// Tokens that may take part in no further movement turn. (CMP-EFF-8)
    pub delayed: Tokens,
    /// Trucks put aboard since the last moving step or action. (CMP-COMBO-15)
    pub boarded: Tokens,
    /// Trucks put ashore since then.
    pub landed: Tokens,
    /// Tokens whose goods came to them since then.
    pub handed: Tokens,
}

/// A running Move or Delivery. (CMP-MOVE, CMP-DELIV)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Journey {
    /// The token that was chosen to move, or that has the goods.
    pub token: Token,
    /// The Delivery, unless it is a Move.
    pub delivery: Option<Delivery>,
    /// Is a movement turn running? (CMP-TM-3)
    pub moving: bool,
    /// Has an effect or a rule ended the movement turn? What is due of the step is still resolved. (CMP-TM-5)
    pub ended: bool,
    /// Is a customs card due when the movement turn ends here? (CMP-CUST-9, CMP-CUST-10)
    pub card_due: bool,
    /// Was the weather checked on entry in this movement turn? (CMP-WX-9)
    pub weathered: bool,
    /// The points that the group may use in this movement turn. (CMP-COMBO-6)
    pub cap: i8,
    /// The points that each token may still use by itself; beyond its own the cap binds. (CMP-COMBO-6)
    pub left: [i8; Token::COUNT],
    /// Tokens of this movement turn: those that have moved, and those that they were put aboard of or ashore from. (CMP-MOVE-1,
    /// CMP-COMBO-13)
    pub group: Tokens,
    /// Tokens that took a moving step in this movement turn, or were carried by one. (CMP-WX-9)
    pub moved: Tokens,
    /// Tokens that have parted from those that go on: they take no more steps in this movement turn. (CMP-MOVE-8)
    pub parted: Tokens,
    /// Trucks that drove into the territory in which they are, ashore or aboard a carrier that has not left since. (CMP-POL-3, CMP-POL-4)
    pub drove: Tokens,
    /// Tokens that the weather has still to be checked for. (CMP-WX-9)
    pub to_check: Tokens,
    /// Tokens that have their fuel of this movement turn. (CMP-FUEL-5)
    pub fuelled: Tokens,
    /// Tokens that pay no fuel in this movement turn. (CMP-SPEC-11)
    pub free_fuel: Tokens,
    /// Notches that each aircraft of a player has paid for in this movement turn, by seat and number. (CMP-AIR-5)
    pub notches: [u8; 2 * PLAYERS],
    /// Where the last step began, for `refuse`. (CMP-EFF-5)
    pub from: Place,
    /// The last airport before the last step. (CMP-AIR-13)
    pub from_last: Option<Territory>,
}

/// A running Delivery. (CMP-DELIV-1)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The Sender, which names the contract.
    pub sender: Territory,
    /// Movement turns that count as used. (CMP-DELIV-3)
    pub used: u8,
    /// The limit, with what was added. (CMP-SPEC-22)
    pub limit: u8,
    /// No further customs card is drawn. (CMP-EFF-15)
    pub free_pass: bool,
    /// `cancel_customs` cards that lie open. (CMP-SPEC-21)
    pub laid: Contracts,
    /// Hired tokens that carried the goods. (CMP-CHART-3)
    pub carried_by: Tokens,
    /// Has it failed, while the rest of the step is resolved without goods? (CMP-TM-10)
    pub failed: bool,
}

/// The customs cards that are being resolved, in the order drawn. (CMP-DECK-4)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    cards: [Option<Customs>; Customs::COUNT],
}

impl Drawn {
    /// None.
    pub const NONE: Drawn = Drawn { cards: [None; Customs::COUNT] };

    /// One more.
    pub fn push(&mut self, card: Customs) {
        if let Some(place) = self.cards.iter_mut().find(|place| place.is_none()) {
            *place = Some(card);
        }
    }

    /// All of them, in the order drawn.
    pub fn iter(&self) -> impl Iterator<Item = Customs> {
        self.cards.into_iter().map_while(|card| card)
    }

    /// Is none being resolved?
    pub fn is_empty(&self) -> bool {
        self.cards[0].is_none()
    }
}

/// What else there is to know of an open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfferNote {
    /// Which offer.
    pub number: OfferNumber,
    /// The contract cards that were picked for the unnamed ones, by their place in the list of transfers. (CMP-NEG-23)
    pub picks: [Option<Contract>; TRANSFERS],
    /// Contract cards of the deal that each party may name, as they did when it was made: a bit for each transfer, by seat. (CMP-NEG-12, CMP-NEG-23)
    pub named: [u8; PLAYERS],
    /// Hires whose contract the owner of the token has asked to see: a bit for each transfer. (CMP-CHART-7)
    pub asked: u8,
    /// Hires whose contract was shown to that owner: a bit for each transfer.
    pub shown: u8,
}

/// A running auction. (CMP-AUCT)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sale {
    /// Who sells.
    pub seller: Seat,
    /// What is sold.
    pub lot: Lots,
    /// Bids and bidders.
    pub auction: Auction,
}

impl State {
    /// A player.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() % PLAYERS]
    }

    /// A player, to change.
    #[inline]
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index() % PLAYERS]
    }

    /// A token.
    #[inline]
    pub fn piece(&self, token: Token) -> &Piece {
        &self.tokens[token.index()]
    }

    /// A token, to change.
    #[inline]
    pub fn piece_mut(&mut self, token: Token) -> &mut Piece {
        &mut self.tokens[token.index()]
    }

    /// Is the token on the map?
    #[inline]
    pub fn is_out(&self, token: Token) -> bool {
        self.piece(token).place != Place::Supply
    }

    /// The token that this one is aboard, or itself.
    #[inline]
    pub fn outermost(&self, token: Token) -> Token {
        match self.piece(token).place {
            Place::Aboard(carrier) => carrier,
            _ => token,
        }
    }

    /// The territory in which a token is: a truck in it or aboard a carrier that is docked or landed there. (CMP-SIGN-4)
    #[inline]
    pub fn territory_of(&self, token: Token) -> Option<Territory> {
        self.piece(self.outermost(token)).place.territory()
    }

    /// Is it loaded, or does it carry a loaded truck?
    pub fn is_laden(&self, token: Token) -> bool {
        let piece = self.piece(token);
        piece.load.is_some() || piece.cargo.is_some_and(|truck| self.piece(truck).load.is_some())
    }

    /// The token that has the goods of the signed contract with this Sender.
    pub fn carrying(&self, sender: Territory) -> Option<Token> {
        Token::all().find(|token| self.piece(*token).load.is_some_and(|load| load.sender == sender))
    }

    /// The signed contracts of a player with the tokens that have the goods.
    pub fn signed(&self, seat: Seat) -> impl Iterator<Item = (Token, Load)> + '_ {
        let loaded = Token::all().filter_map(|token| self.piece(token).load.map(|load| (token, load)));
        loaded.filter(move |(_, load)| load.signer == seat)
    }

    /// Is an aircraft of this player in flight, other than this one? Its marker is then in use. (CMP-SETUP-10, CMP-AIR-9, CMP-CHART-12)
    pub fn marker_is_used(&self, seat: Seat, besides: Token) -> bool {
        Token::kind(seat, Vehicle::Aircraft).any(|token| token != besides && self.piece(token).place.is_flight())
    }

    /// The topmost frame.
    #[inline]
    pub fn top(&self) -> Option<&Frame> {
        self.pending.top()
    }

    /// What is agreed of an offer besides its list.
    pub fn note(&self, number: OfferNumber) -> Option<&OfferNote> {
        self.notes.iter().flatten().find(|note| note.number == number)
    }

    /// Is this an open point: the active player is to choose an action, or is between two movement turns of a Delivery? (CMP-NEG-3)
    pub fn is_open_point(&self) -> bool {
        let between = self.journey.as_ref().is_none_or(|journey| journey.delivery.is_some() && !journey.moving);
        self.stage == Stage::Playing && self.pending.is_empty() && between
    }

    /// Does the active player choose a step, or a Delivery's next movement turn?
    pub fn is_journeying(&self) -> bool {
        self.stage == Stage::Playing && self.pending.is_empty() && self.journey.is_some()
    }

    /// Where an event is rolled: where the token stopped, even if it was seized there afterwards. (CMP-TM-10)
    pub(crate) fn event_at(&self, token: Token, at: Option<Territory>) -> Option<Territory> {
        at.or_else(|| self.territory_of(token))
    }

    /// Is the active player to choose an action?
    pub fn is_choosing_action(&self) -> bool {
        self.stage == Stage::Playing && self.pending.is_empty() && self.journey.is_none()
    }
}

impl Asset {
    /// The hire in it.
    pub const fn hire(self) -> Option<Hire> {
        match self {
            Asset::Hire(hire) => Some(hire),
            _ => None,
        }
    }
}
