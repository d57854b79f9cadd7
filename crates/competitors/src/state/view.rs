//! What one viewer may know. (Section 6 of the rulebook)

use crate::{
    Airport, At, Book, Cell, Continent, CustomsColour, DangerKind, Lasting, Morphology, Pack, Stage, Token, Tokens, Vehicle,
    Vehicles,
};
use kernel::{Bid, Money, OfferNumber, Seat, Seats};
use serde::Serialize;
use std::sync::Arc;

/// What one viewer may know. Things of the pack are named by their ids.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The content: names, texts and the map.
    #[serde(skip)]
    pub pack: Arc<Pack>,
    /// How far the game is.
    pub stage: Stage,
    /// The round. (CMP-ROUND-2)
    pub round: u16,
    /// After how many rounds the game ends at the latest. (CMP-END-3, CMP-END-10)
    pub last_round: u16,
    /// Who plays first in every round.
    pub first: Seat,
    /// Whose turn it is, or who chooses a headquarters.
    pub active: Seat,
    /// For whom the game waits.
    pub awaited: Seats,
    /// Actions that are left in this turn. (CMP-TURN-1)
    pub actions: u8,
    /// Actions that effects have added. (CMP-TURN-8)
    pub added: u8,
    /// Tokens that may take part in no further movement turn. (CMP-EFF-8)
    pub delayed: Tokens,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// The tokens on the map, by name.
    pub tokens: Vec<TokenView>,
    /// The signed contracts, by player.
    pub contracts: Vec<SignedView>,
    /// The danger that lasts. (CMP-WX-3)
    pub danger: Option<DangerView>,
    /// The running Move or Delivery.
    pub journey: Option<JourneyView>,
    /// Where the tokens that may move can go, for the viewer who is to choose. (D8 to D10)
    pub reach: Vec<Reach>,
    /// What is pending, the topmost first.
    pub pending: Vec<PendingView>,
    /// The open offers. (CMP-NEG-20)
    pub offers: Vec<OfferView>,
    /// The open wishes. (CMP-NEG-4)
    pub asks: Vec<AskView>,
    /// The running auction. (CMP-AUCT)
    pub sale: Option<SaleView>,
    /// What the bank has, where its coins are counted. (CMP-COMP-10)
    pub bank: Option<Money>,
    /// The decks and discard piles.
    pub decks: DecksView,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// Whose.
    pub seat: Seat,
    /// The name of the colour.
    pub colour: String,
    /// The headquarters card, once chosen.
    pub office: Option<String>,
    /// The territory of the headquarters.
    pub headquarters: Option<String>,
    /// The territories with branches.
    pub branches: Vec<String>,
    /// The advantage cards on the sites.
    pub advantages: Vec<AdvantageView>,
    /// Money. (CMP-MONEY-5)
    pub money: Money,
    /// Victory points.
    pub points: u16,
    /// What the player would have after selling everything to the bank. (CMP-END-7)
    pub wealth: Money,
    /// How many territory cards are in hand.
    pub territory_count: usize,
    /// How many contract cards are in hand.
    pub contract_count: usize,
    /// The territory cards of hand that the viewer sees or knows. (CMP-DECK-6)
    pub territories: Vec<TerritoryView>,
    /// The contract cards of hand that the viewer sees or knows. (CMP-DECK-6)
    pub contracts: Vec<ContractView>,
    /// Proposals made in this turn. (CMP-NEG-24)
    pub proposals: u8,
    /// What was delivered.
    pub book: Book,
}

/// An advantage card on a site. (CMP-SPEC-4)
#[derive(Clone, Debug, Serialize)]
pub struct AdvantageView {
    /// The card.
    pub card: ContractView,
    /// The territory of the site.
    pub at: String,
}

/// A territory card.
#[derive(Clone, Debug, Serialize)]
pub struct TerritoryView {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its continent.
    pub continent: Continent,
    /// What entering costs a truck.
    pub morphology: Morphology,
    /// Is there a port?
    pub port: bool,
    /// Its airport.
    pub airport: Airport,
    /// Is there a red flag?
    pub red_flag: bool,
}

/// A contract card.
#[derive(Clone, Debug, Serialize)]
pub struct ContractView {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it is for: `goods`, `advantage`, `instant` or `delivery`.
    pub kind: &'static str,
    /// The kind of token that must carry the goods.
    pub vehicle: Option<Vehicle>,
    /// The movement turns that it allows.
    pub limit: Option<u8>,
    /// What the bank pays.
    pub reward: Option<Money>,
    /// Two skulls?
    pub illegal: bool,
    /// What a special card does, in words.
    pub effect: Option<String>,
    /// The description.
    pub text: String,
}

/// Where a token is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceView {
    /// In the supply.
    Supply,
    /// A truck in a territory.
    Land(String),
    /// A truck aboard a carrier.
    Aboard(Token),
    /// A ship in a port.
    Port(String),
    /// A ship at sea.
    Sea(Cell),
    /// An aircraft at an airport.
    Airport(String),
    /// An aircraft in flight over a cell.
    Air(Cell),
    /// An aircraft in flight at an arrow of the edge.
    Edge(String),
    /// On a strait.
    Strait(String),
}

/// A token on the map.
#[derive(Clone, Debug, Serialize)]
pub struct TokenView {
    /// Which.
    pub token: Token,
    /// Whose.
    pub owner: Seat,
    /// A truck, a ship or an aircraft.
    pub vehicle: Vehicle,
    /// Where it is.
    pub at: PlaceView,
    /// The airport at which an aircraft stood last.
    pub last: Option<String>,
    /// The truck aboard.
    pub cargo: Option<Token>,
    /// The Sender of the goods on it, which names their contract.
    pub sender: Option<String>,
    /// For how it is hired by the active player. (CMP-CHART-2)
    pub hire: Option<HireView>,
    /// Is it exposed to the danger where it is? (CMP-WX-4)
    pub exposed: bool,
}

/// What was agreed of a hired token.
#[derive(Clone, Debug, Serialize)]
pub struct HireView {
    /// The Sender of the goods that it is to carry; none for a truck.
    pub sender: Option<String>,
    /// Is the fee paid on success?
    pub on_success: bool,
    /// The fee that is set aside.
    pub set_aside: Money,
}

/// A signed contract. (CMP-SIGN-1)
#[derive(Clone, Debug, Serialize)]
pub struct SignedView {
    /// Who signed it.
    pub signer: Seat,
    /// The Sender.
    pub sender: TerritoryView,
    /// The Receiver.
    pub receiver: TerritoryView,
    /// The token that has the goods.
    pub token: Token,
    /// The victory points of a success. (CMP-VP-1)
    pub points: u8,
    /// The contract card, for those who know it.
    pub contract: Option<ContractView>,
    /// How far the Receiver still is for each kind of token that may take the goods from where they are and gets there by itself; for those
    /// who do not know the contract card only for the kind that has them.
    pub needs: Vec<NeedView>,
}

/// How far it still is for a kind of token.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NeedView {
    /// By this kind of token.
    pub vehicle: Vehicle,
    /// The movement turns that have still to begin, in fair weather and without hindrance.
    pub turns: u8,
}

/// The danger that lasts.
#[derive(Clone, Debug, Serialize)]
pub struct DangerView {
    /// The column of the table.
    pub area: Continent,
    /// The line of the table.
    pub die: u8,
    /// What people call it.
    pub name: String,
    /// Meteorological, natural or human.
    pub kind: DangerKind,
    /// Where the danger token stands.
    pub first: String,
    /// The territories of its area.
    pub territories: Vec<String>,
    /// The zones of the sea of its area.
    pub zones: Vec<String>,
    /// The kinds of token that it hits.
    pub affects: Vehicles,
    /// What it does as long as it lasts.
    pub lasting: Lasting,
    /// A roll below this saves.
    pub save: u8,
    /// The description.
    pub text: String,
}

/// A running Move or Delivery.
#[derive(Clone, Debug, Serialize)]
pub struct JourneyView {
    /// The token that was chosen, or that has the goods.
    pub token: Token,
    /// Is a movement turn running?
    pub moving: bool,
    /// The points that the group may still use in this movement turn.
    pub cap: i8,
    /// The points that each token of the group has left by itself.
    pub left: Vec<LeftView>,
    /// The Delivery, unless it is a Move.
    pub delivery: Option<DeliveryView>,
}

/// The points that a token has left.
#[derive(Clone, Debug, Serialize)]
pub struct LeftView {
    /// Which token.
    pub token: Token,
    /// How many.
    pub points: i8,
}

/// A running Delivery.
#[derive(Clone, Debug, Serialize)]
pub struct DeliveryView {
    /// The Sender, which names the contract.
    pub sender: String,
    /// Movement turns used.
    pub used: u8,
    /// The limit, for those who know the contract card.
    pub limit: Option<u8>,
    /// No further customs card is drawn.
    pub free_pass: bool,
    /// Cards that lie open beside it.
    pub laid: Vec<ContractView>,
    /// Has it failed?
    pub failed: bool,
}

/// A place that a token can go to now, and what it meets there.
#[derive(Clone, Debug, Serialize)]
pub struct Reach {
    /// Who moves.
    pub token: Token,
    /// Where to, as an action writes it: a territory, a cell or an arrow.
    pub to: String,
    /// The territory.
    pub territory: Option<String>,
    /// The cell.
    pub cell: Option<Cell>,
    /// The places on the way, the last one included. A picture shows them; programs see them in the event.
    #[serde(skip)]
    pub way: Vec<At>,
    /// The points of the way.
    pub points: u8,
    /// The fuel that is paid.
    pub fuel: Money,
    /// The headquarters fee and tolls. (CMP-HQ-2, CMP-SPEC-10)
    pub fee: Money,
    /// Is a customs card drawn?
    pub customs: Due,
    /// Does a political event follow if the token stops there?
    pub event: bool,
    /// A roll below this saves the token if its movement turn ends there; none if it is safe. (CMP-WX-7)
    pub save: Option<u8>,
}

/// When a customs card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    /// Never.
    No,
    /// On the way or on arrival.
    Now,
    /// Only if the token stops there. (CMP-CUST-9, CMP-CUST-10)
    IfItStops,
}

/// A customs card.
#[derive(Clone, Debug, Serialize)]
pub struct CustomsView {
    /// Its id.
    pub id: String,
    /// Green, yellow or red.
    pub colour: CustomsColour,
    /// What people call it.
    pub title: String,
    /// The description.
    pub text: String,
    /// What it does to legal goods.
    pub legal: String,
    /// What it does to illegal goods.
    pub illegal: String,
}

/// Something that is pending. What goes on by itself when all above it is done is left out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PendingView {
    /// A contract is being signed; what with, its player alone sees.
    Signing {
        /// Who signs.
        seat: Seat,
        /// The contract card.
        contract: Option<ContractView>,
        /// The token.
        token: Option<Token>,
    },
    /// A token was bought and is to be put somewhere.
    Buying {
        /// The kind.
        vehicle: Vehicle,
    },
    /// A special card waits for its site or target; which, its player alone sees.
    Playing {
        /// Who plays it.
        seat: Seat,
        /// The card.
        card: Option<ContractView>,
        /// With whom cards are swapped.
        with: Option<Seat>,
    },
    /// Tokens may be put on a new branch.
    Bringing {
        /// The branch.
        at: String,
    },
    /// Cards are to be discarded.
    Discarding {
        /// How many too many are in hand.
        excess: usize,
    },
    /// Customs card or political event first?
    Which {
        /// Who has arrived.
        token: Token,
    },
    /// One of these customs cards is to be picked.
    Picking {
        /// For this token.
        token: Token,
        /// The cards.
        cards: Vec<CustomsView>,
    },
    /// A customs card is applied.
    Customs {
        /// For this token.
        token: Token,
        /// The card.
        card: CustomsView,
        /// The alternatives, if one is to be chosen.
        choices: Vec<String>,
    },
    /// A political event may be rolled again.
    Reroll {
        /// For this token.
        token: Token,
        /// The event.
        event: EventView,
    },
    /// A political event is applied.
    Event {
        /// For this token.
        token: Token,
        /// The event.
        event: EventView,
        /// The alternatives, if one is to be chosen.
        choices: Vec<String>,
    },
    /// The last movement turn is over: play a card that adds one, or give up.
    LastCard,
    /// A token is to be put on one of these sites, which are as near.
    PutBack {
        /// Which token.
        token: Token,
        /// The sites.
        sites: Vec<String>,
    },
    /// A traded token stays, or is put on one of these sites.
    PutTraded {
        /// Which token.
        token: Token,
        /// The sites.
        sites: Vec<String>,
    },
    /// An auction runs.
    Bidding,
}

/// A political event.
#[derive(Clone, Debug, Serialize)]
pub struct EventView {
    /// The column of the table.
    pub continent: Continent,
    /// The line of the table.
    pub die: u8,
    /// What people call it.
    pub title: String,
    /// The description.
    pub text: String,
    /// What it does, in words.
    pub effect: String,
}

/// An open offer.
#[derive(Clone, Debug, Serialize)]
pub struct OfferView {
    /// Its number.
    pub number: OfferNumber,
    /// Who proposes it.
    pub proposer: Seat,
    /// Who opened the bargaining.
    pub opener: Seat,
    /// How many counter-offers came before.
    pub counters: u8,
    /// Between whom.
    pub parties: Seats,
    /// Who has accepted.
    pub accepted: Seats,
    /// What is in it, for its parties. (CMP-NEG-20)
    pub content: Option<Vec<GivenView>>,
}

/// Something that changes hands.
#[derive(Clone, Debug, Serialize)]
pub struct GivenView {
    /// Who gives.
    pub from: Seat,
    /// Who gets.
    pub to: Seat,
    /// As an action writes it; `contract` alone for a card that the viewer may not name.
    pub asset: String,
    /// The contract card, if the viewer may name it.
    pub contract: Option<ContractView>,
    /// Was the contract of this hire asked for? (CMP-CHART-7)
    pub asked: bool,
}

/// A wish. (CMP-NEG-4)
#[derive(Clone, Debug, Serialize)]
pub struct AskView {
    /// Whose.
    pub seat: Seat,
    /// What is wanted, as an action writes it.
    pub wanted: String,
    /// What is offered for it, as an action writes it.
    pub offered: String,
}

/// A running auction.
#[derive(Clone, Debug, Serialize)]
pub struct SaleView {
    /// Who sells.
    pub seller: Seat,
    /// What is sold, as an action writes it; `contract` alone for a card that the viewer may not see.
    pub lot: Vec<String>,
    /// The contract cards of the lot that the viewer may see.
    pub contracts: Vec<ContractView>,
    /// The lowest price.
    pub lowest: Money,
    /// The highest bid.
    pub highest: Option<Bid>,
    /// Who has not passed.
    pub bidders: Seats,
    /// Who speaks next.
    pub next: Option<Seat>,
}

/// The decks and discard piles.
#[derive(Clone, Debug, Serialize)]
pub struct DecksView {
    /// How many territory cards are in the deck.
    pub territories: usize,
    /// How many contract cards are in the deck.
    pub contracts: usize,
    /// The open discard pile of territory cards. (CMP-DECK-5)
    pub territory_discard: Vec<String>,
    /// The open discard pile of contract cards. (CMP-DECK-5)
    pub contract_discard: Vec<String>,
    /// How many customs cards nobody has seen yet.
    pub customs_unseen: usize,
    /// The customs cards under them, in their order. (CMP-DECK-3)
    pub customs_known: Vec<String>,
}
