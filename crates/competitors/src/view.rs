//! What one viewer may know. (Section 6 of the rulebook)

use crate::{
    assets::{Asset, HireLoad, Payment},
    deals::CompetitorsOffer,
    decision::Decision,
    effects::{Lasting, effect_words},
    events::At,
    movement::Way,
    pack::{ContractKind, CustomsColour, DangerKind, Pack},
    places::{Airport, Cell, Continent, Contract, Customs, Morphology, Territories, Territory, Vehicle, Vehicles},
    planning::Stand,
    routes::Over,
    rules::CompetitorsRules,
    state::{Book, Journey, Load, OfferNote, Stage, State},
    tokens::{Place, Stop, Token, Tokens},
    trucks::BorderCard,
};
use kernel::{Bid, Money, OfferNumber, Rules, Seat, Seats, Transfer, Viewer};
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

/// Does this viewer know which contract card was signed?
pub(crate) fn knows_load(viewer: Viewer, load: &Load) -> bool {
    matches!(viewer, Viewer::Seat(seat) if load.signer == seat || load.known.contains(seat))
}

/// May this viewer name the contract card of this transfer? (CMP-NEG-12, CMP-NEG-23)
pub(crate) fn may_name(viewer: Viewer, note: Option<&OfferNote>, place: usize) -> bool {
    matches!((viewer, note), (Viewer::Seat(seat), Some(note)) if note.is_named(seat, place))
}

impl CompetitorsRules {
    /// The table as this viewer may know it.
    pub(crate) fn shown(&self, state: &State, viewer: Viewer) -> View {
        View {
            pack: self.pack.clone(),
            stage: state.stage,
            round: state.round,
            last_round: self.last_round(),
            first: state.first,
            active: state.active,
            awaited: self.turn(state).awaited,
            actions: state.turn.actions,
            added: state.turn.added,
            delayed: state.turn.delayed,
            players: self.seats().map(|seat| self.player_view(state, seat, viewer)).collect(),
            tokens: Token::all().filter(|token| state.is_out(*token)).map(|token| self.token_view(state, token)).collect(),
            contracts: self.signed_views(state, viewer),
            danger: self.danger_view(state),
            journey: state.journey.as_ref().map(|journey| self.journey_view(state, journey, viewer)),
            reach: self.reach(state, viewer),
            pending: state.pending.iter().filter_map(|frame| frame.shown(self, state, viewer)).collect(),
            offers: { state.offers.iter() }.map(|(number, offer)| self.offer_view(state, number, &offer, viewer)).collect(),
            asks: self
                .seats()
                .filter_map(|seat| {
                    let ask = state.asks[seat.index()]?;
                    Some(AskView { seat, wanted: self.wish_text(ask.wanted), offered: self.wish_text(ask.offered) })
                })
                .collect(),
            sale: self.sale_view(state, viewer),
            bank: self.options.bank_limited.then_some(state.bank),
            decks: DecksView {
                territories: state.territory_deck.len(),
                contracts: state.contract_deck.len(),
                territory_discard: self.territory_ids(state.territory_discard),
                contract_discard: state.contract_discard.map(|card| self.contract_id(card).to_owned()).collect(),
                customs_unseen: state.customs.unseen().len(),
                customs_known: { state.customs.known().iter() }
                    .filter_map(|card| Customs::new(usize::from(*card)))
                    .map(|card| self.pack[card].id.clone())
                    .collect(),
            },
        }
    }

    pub(crate) fn territory_ids(&self, territories: Territories) -> Vec<String> {
        territories.map(|territory| self.territory_id(territory).to_owned()).collect()
    }

    fn player_view(&self, state: &State, seat: Seat, viewer: Viewer) -> PlayerView {
        let player = state.player(seat);
        let (territories, contracts) = match viewer {
            Viewer::Seat(viewer) if viewer == seat => (player.territories, player.contracts),
            Viewer::Seat(viewer) => {
                let viewer = state.player(viewer);
                (player.territories.and(viewer.known_territories), player.contracts.and(viewer.known_contracts))
            }
            Viewer::Watcher => (Territories::NONE, crate::places::Contracts::NONE),
        };
        PlayerView {
            seat,
            colour: self.pack.colour(player.colour).to_owned(),
            office: player.office.map(|office| self.pack[office].id.clone()),
            headquarters: self.headquarters(state, seat).map(|at| self.territory_id(at).to_owned()),
            branches: self.territory_ids(player.branches),
            advantages: { self.advantages(state, seat) }
                .map(|(card, _, at)| AdvantageView { card: self.contract_view(card), at: self.territory_id(at).to_owned() })
                .collect(),
            money: player.money,
            points: player.points,
            wealth: self.wealth(state, seat),
            territory_count: player.territories.len(),
            contract_count: player.contracts.len(),
            territories: territories.map(|card| self.territory_view(card)).collect(),
            contracts: contracts.map(|card| self.contract_view(card)).collect(),
            proposals: state.turn.proposals[seat.index()],
            book: player.book,
        }
    }

    /// A territory card, with all that it shows.
    pub(crate) fn territory_view(&self, territory: Territory) -> TerritoryView {
        let card = &self.pack[territory];
        TerritoryView {
            id: card.id.clone(),
            name: card.name.clone(),
            continent: card.continent,
            morphology: card.morphology,
            port: card.port.is_some(),
            airport: card.airport,
            red_flag: card.red_flag,
        }
    }

    /// A contract card, with all that it shows.
    pub(crate) fn contract_view(&self, contract: Contract) -> ContractView {
        use crate::effects::Special;
        let card = &self.pack[contract];
        let (goods, special) = (card.goods(), card.special());
        ContractView {
            id: card.id.clone(),
            name: card.name.clone(),
            kind: match card.kind {
                ContractKind::Goods(_) => "goods",
                ContractKind::Special(Special::Advantage(_)) => "advantage",
                ContractKind::Special(Special::Instant(_)) => "instant",
                ContractKind::Special(Special::Delivery(_)) => "delivery",
            },
            vehicle: goods.and_then(|goods| goods.vehicle),
            limit: goods.map(|goods| goods.limit),
            reward: goods.map(|goods| goods.reward),
            illegal: goods.is_some_and(|goods| goods.illegal),
            effect: special.map(|special| special.to_string()),
            text: card.text.clone(),
        }
    }

    pub(crate) fn customs_view(&self, card: Customs) -> CustomsView {
        let card = &self.pack[card];
        CustomsView {
            id: card.id.clone(),
            colour: card.colour,
            title: card.title.clone(),
            text: card.text.clone(),
            legal: effect_words(&card.legal),
            illegal: effect_words(&card.illegal),
        }
    }

    fn place_view(&self, place: Place) -> PlaceView {
        let id = |territory: Territory| self.territory_id(territory).to_owned();
        match place {
            Place::Supply => PlaceView::Supply,
            Place::Land(at) => PlaceView::Land(id(at)),
            Place::Aboard(carrier) => PlaceView::Aboard(carrier),
            Place::Port(at) => PlaceView::Port(id(at)),
            Place::Sea(cell) => PlaceView::Sea(cell),
            Place::Airport(at) => PlaceView::Airport(id(at)),
            Place::Air(cell) => PlaceView::Air(cell),
            Place::Edge(arrow) => PlaceView::Edge(self.arrow_text(arrow)),
            Place::Strait(strait) => PlaceView::Strait(self.pack[strait].id.clone()),
        }
    }

    fn token_view(&self, state: &State, token: Token) -> TokenView {
        let piece = state.piece(token);
        TokenView {
            token,
            owner: token.owner(),
            vehicle: token.vehicle(),
            at: self.place_view(piece.place),
            last: piece.last.map(|last| self.territory_id(last).to_owned()),
            cargo: piece.cargo,
            sender: piece.load.map(|load| self.territory_id(load.sender).to_owned()),
            hire: piece.hire.map(|hire| HireView {
                sender: match hire.load {
                    HireLoad::Goods(sender) => Some(self.territory_id(sender).to_owned()),
                    HireLoad::Truck => None,
                },
                on_success: hire.payment == Payment::OnSuccess,
                set_aside: hire.set_aside,
            }),
            exposed: self.is_exposed(state, token),
        }
    }

    fn signed_views(&self, state: &State, viewer: Viewer) -> Vec<SignedView> {
        let signed = self.seats().flat_map(|seat| state.signed(seat).collect::<Vec<_>>());
        signed
            .map(|(token, load)| SignedView {
                signer: load.signer,
                sender: self.territory_view(load.sender),
                receiver: self.territory_view(load.receiver),
                token,
                points: self.pack.victory_points(load.sender, load.receiver),
                contract: knows_load(viewer, &load).then(|| self.contract_view(load.contract)),
                needs: self.needs(state, token, &load, knows_load(viewer, &load)),
            })
            .collect()
    }

    /// How far the Receiver still is, for each kind of token that may take the goods now. (CMP-SIGN-7, CMP-COMBO-3)
    fn needs(&self, state: &State, token: Token, load: &Load, known: bool) -> Vec<NeedView> {
        let (ways, outer, here) = (self.ways_of(state, load.signer), state.outermost(token), state.territory_of(token));
        let symbol = self.goods(load.contract).and_then(|goods| goods.vehicle).filter(|_| known);
        let fits = |vehicle: &Vehicle| match symbol {
            Some(symbol) => symbol == *vehicle,
            None => known || outer.vehicle() == *vehicle,
        };
        let stand = |vehicle: Vehicle| match vehicle {
            _ if vehicle == outer.vehicle() => Some(self.stand(state, outer)),
            Vehicle::Truck => here.map(|at| Stand::at(vehicle, at)),
            Vehicle::Ship => here.filter(|at| self.routes.ports.contains(*at)).map(|at| Stand::at(vehicle, at)),
            Vehicle::Aircraft => here.filter(|at| self.routes.airports.contains(*at)).map(|at| Stand::at(vehicle, at)),
        };
        let need = |vehicle: Vehicle| Some(ways.alone(stand(vehicle)?, load.receiver)).filter(|need| need.is_possible());
        let all = Vehicle::ALL.into_iter().filter(fits);
        all.filter_map(|vehicle| Some(NeedView { vehicle, turns: need(vehicle)?.turns })).collect()
    }

    fn danger_view(&self, state: &State) -> Option<DangerView> {
        let (at, danger) = (state.danger?, self.danger(state)?);
        Some(DangerView {
            area: at.area,
            die: at.die,
            name: danger.name.clone(),
            kind: danger.kind,
            first: self.territory_id(danger.first).to_owned(),
            territories: self.territory_ids(danger.territories),
            zones: danger.zones.map(|zone| self.pack[zone].id.clone()).collect(),
            affects: danger.affects,
            lasting: danger.lasting,
            save: danger.save,
            text: danger.text.clone(),
        })
    }

    fn journey_view(&self, state: &State, journey: &Journey, viewer: Viewer) -> JourneyView {
        let goods = journey.delivery.and_then(|delivery| state.carrying(delivery.sender));
        let outer = goods.map(|goods| state.outermost(goods));
        let group =
            [Some(journey.token), goods, outer].into_iter().flatten().fold(journey.group.and_not(journey.parted), Tokens::with);
        JourneyView {
            token: journey.token,
            moving: journey.moving,
            cap: if journey.moving { journey.cap } else { 0 },
            left: group.map(|token| LeftView { token, points: self.points_left(state, token) as i8 }).collect(),
            delivery: journey.delivery.map(|delivery| {
                let load = goods.and_then(|goods| state.piece(goods).load);
                let knows = delivery.failed || load.is_some_and(|load| knows_load(viewer, &load));
                DeliveryView {
                    sender: self.territory_id(delivery.sender).to_owned(),
                    used: delivery.used,
                    limit: knows.then_some(delivery.limit),
                    free_pass: delivery.free_pass,
                    laid: delivery.laid.map(|card| self.contract_view(card)).collect(),
                    failed: delivery.failed,
                }
            }),
        }
    }

    /// Where the tokens can go, and what they meet there: for whoever chooses the step.
    fn reach(&self, state: &State, viewer: Viewer) -> Vec<Reach> {
        let mut reach = Vec::new();
        if !viewer.holds(state.active) || !state.is_journeying() {
            return reach;
        }
        let between = state.journey.filter(|journey| !journey.moving).and_then(|journey| journey.delivery);
        if between.is_some_and(|delivery| delivery.used >= delivery.limit) {
            return reach;
        }
        for token in self.movers(state) {
            self.reach_of(state, token, &mut reach);
        }
        reach
    }

    fn reach_of(&self, state: &State, token: Token, out: &mut Vec<Reach>) {
        let Some(traveller) = self.traveller(state, token) else { return };
        let (points, place, fuel) = (self.points_left(state, token), state.piece(token).place, self.fuel(state, token));
        // The weather is asked of the token where it would be.
        let mut there = *state;
        let mut add = |to: Stop, end: Place, way: Vec<At>, points: u8, fuel: Money, customs: Due| {
            there.piece_mut(token).place = end;
            let (territory, cell, text) = match to {
                Stop::Territory(to) => (Some(to), None, self.territory_id(to).to_owned()),
                Stop::Cell(cell) => (None, Some(cell), cell.to_string()),
                Stop::Arrow(arrow) => (None, None, self.arrow_text(arrow)),
            };
            out.push(Reach {
                token,
                to: text,
                territory: territory.map(|to| self.territory_id(to).to_owned()),
                cell,
                way,
                points,
                fuel,
                fee: territory.map_or(Money::ZERO, |to| self.entry_price(state, &traveller, to)),
                customs,
                event: territory.is_some_and(|to| self.routes.flags.contains(to)),
                save: self.is_exposed(&there, token).then(|| self.save_number(state, token.owner())),
            });
        };
        let due = |draws: bool| if draws { Due::Now } else { Due::No };
        match (token.vehicle(), place) {
            (Vehicle::Truck, Place::Land(from)) => {
                let drives = self.drives(state, &traveller, from, points);
                for to in drives.reached {
                    let Some(drive) = drives.to(to) else { continue };
                    let customs = match (drive.over, self.border_card(state, &traveller, to, drive.over)) {
                        (Over::Strait(_), _) => due(traveller.draws),
                        (_, BorderCard::Now) => Due::Now,
                        (_, BorderCard::IfItStops) => Due::IfItStops,
                        (_, BorderCard::None) => Due::No,
                    };
                    let way = drives.way(to).into_iter().map(At::Land).collect();
                    add(Stop::Territory(to), Place::Land(to), way, drive.points, fuel, customs);
                }
            }
            (Vehicle::Ship, _) => {
                let sails = self.sails(state, &traveller, place, points);
                for to in sails.ports {
                    let way = self.pack[to].port.and_then(|port| sails.quietly_to(port.hex));
                    let draws = traveller.draws && !self.has_site_on(state, traveller.payer, to);
                    let cells = way.map_or_else(Vec::new, |sail| sails.way(sail));
                    let places = cells.into_iter().map(At::Sea).chain([At::Port(to)]).collect();
                    add(Stop::Territory(to), Place::Port(to), places, way.map_or(0, |sail| sail.points), fuel, due(draws));
                }
                for sail in sails.cells() {
                    let draws = traveller.draws && sail.strait.is_some();
                    let way = sails.way(sail).into_iter().map(At::Sea).collect();
                    add(Stop::Cell(sail.cell), Place::Sea(sail.cell), way, sail.points, fuel, due(draws));
                }
            }
            (Vehicle::Aircraft, _) => {
                let last = state.piece(token).last;
                self.each_stop(state, token, |to| {
                    let Ok(Way::Fly(flight)) = self.may_go(state, token, to) else { return };
                    let (end, draws) = match to {
                        Stop::Territory(to) => (Place::Airport(to), traveller.draws && self.landing_card(state, last, to)),
                        Stop::Cell(cell) => (Place::Air(cell), false),
                        Stop::Arrow(arrow) => (Place::Edge(arrow.opposite()), false),
                    };
                    let there = if let Stop::Arrow(arrow) = to { At::Arrow(arrow) } else { end.into() };
                    add(to, end, vec![there], flight.points, flight.fuel, due(draws));
                });
            }
            _ => {}
        }
    }

    pub(crate) fn event_view(&self, continent: Continent, die: u8) -> EventView {
        let event = self.pack.political_event(continent, die);
        EventView { continent, die, title: event.title.clone(), text: event.text.clone(), effect: effect_words(&event.effects) }
    }

    fn offer_view(&self, state: &State, number: OfferNumber, offer: &CompetitorsOffer, viewer: Viewer) -> OfferView {
        let note = state.note(number);
        let given = |(place, Transfer { from, to, asset }): (usize, Transfer<Asset>)| {
            let (text, card) = match asset {
                Asset::Contract(card) | Asset::Shown(card) if may_name(viewer, note, place) => {
                    (self.asset_text(&asset), Some(card))
                }
                Asset::Contract(_) | Asset::Shown(_) => ("contract".into(), None),
                // CMP-NEG-23: its giver alone knows which card was picked.
                Asset::Unnamed(_) => {
                    let pick = note.and_then(|note| note.picks[place]).filter(|_| viewer.holds(from));
                    (self.asset_text(&asset), pick)
                }
                _ => (self.asset_text(&asset), None),
            };
            let asked = note.is_some_and(|note| note.asked >> place & 1 != 0);
            GivenView { from, to, asset: text, contract: card.map(|card| self.contract_view(card)), asked }
        };
        OfferView {
            number,
            proposer: offer.proposer(),
            opener: offer.opener(),
            counters: offer.counters(),
            parties: offer.parties(),
            accepted: offer.accepted(),
            content: offer.is_open_to(viewer).then(|| offer.deal().transfers().enumerate().map(given).collect()),
        }
    }

    fn sale_view(&self, state: &State, viewer: Viewer) -> Option<SaleView> {
        let sale = state.sale.as_ref()?;
        let (mut lot, mut contracts) = (Vec::new(), Vec::new());
        for asset in sale.lot.assets() {
            match asset {
                Asset::Contract(_) if !viewer.holds(sale.seller) => lot.push("contract".into()),
                Asset::Contract(card) | Asset::Shown(card) => {
                    lot.push(self.asset_text(&asset));
                    contracts.push(self.contract_view(card));
                }
                _ => lot.push(self.asset_text(&asset)),
            }
        }
        Some(SaleView {
            seller: sale.seller,
            lot,
            contracts,
            lowest: sale.auction.terms().lowest,
            highest: sale.auction.highest(),
            bidders: sale.auction.bidders(),
            next: self.next_bidder(state),
        })
    }
}
