//! Positions that a person can write by hand.

use crate::{
    Arrow, Asset, Book, Cell, CompetitorsRules, Continent, Contracts, Customs, Delivery, HireLoad, HiredFor, Journey, Load,
    Payment, Piece, Place, Stage, State, Strait, TRANSFERS, Territories, Territory, Token, Tokens, TurnState,
    deals::CompetitorsOffer, state::tokens::short,
};
use kernel::{Auction, Money, OfferNumber, Seat, Seats, Transfer, WrittenOffer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A whole table, written with the ids of the pack. Everything has a natural default: the first turn after the set-up, with the
/// headquarters in the order of their file, and nothing in hand. What is in no other place lies in its deck. (CMP-INV-3 to CMP-INV-5)
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// `choosing`, `playing` or `over`; `playing` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The round; the first if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Who plays first in every round; seat 1 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Whose turn it is; the first player's if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Seat>,
    /// The colours of all five boards, by seat; in the order of the pack if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<Vec<String>>,
    /// The players by seat; those left out are as after the set-up.
    #[serde(skip_serializing_if = "is_default")]
    pub players: Vec<PlayerPosition>,
    /// The discarded territory cards.
    #[serde(skip_serializing_if = "is_default")]
    pub territory_discard: Vec<String>,
    /// The discarded contract cards.
    #[serde(skip_serializing_if = "is_default")]
    pub contract_discard: Vec<String>,
    /// The customs cards whose order is known, the next of them first.
    #[serde(skip_serializing_if = "is_default")]
    pub customs: Vec<String>,
    /// The customs cards that are being resolved, in the order drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub drawn: Vec<String>,
    /// The territory of the site on which each advantage card lies.
    #[serde(skip_serializing_if = "is_default")]
    pub advantages: BTreeMap<String, String>,
    /// The danger that lasts; the first box of the table if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<DangerPosition>,
    /// The running turn.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: TurnPosition,
    /// The running Move or Delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journey: Option<JourneyPosition>,
    /// What is pending, the topmost last.
    #[serde(skip_serializing_if = "is_default")]
    pub pending: Vec<String>,
    /// The open offers.
    #[serde(skip_serializing_if = "is_default")]
    pub offers: Vec<WrittenOffer<String>>,
    /// The number that the next offer gets; the next after the open ones if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offer: Option<OfferNumber>,
    /// What else there is to know of the transfers of open offers.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: Vec<NotePosition>,
    /// The open wishes.
    #[serde(skip_serializing_if = "is_default")]
    pub asks: Vec<AskPosition>,
    /// The running auction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SalePosition>,
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerPosition {
    /// Was the colour exchanged by the player?
    #[serde(skip_serializing_if = "is_default")]
    pub recoloured: bool,
    /// The headquarters card; that in the place of the seat if left out, none where they are still chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub office: Option<String>,
    /// Money; the start money if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<Money>,
    /// Victory points.
    #[serde(skip_serializing_if = "is_default")]
    pub points: u16,
    /// The territories with branches.
    #[serde(skip_serializing_if = "is_default")]
    pub branches: Vec<String>,
    /// Territory cards of hand.
    #[serde(skip_serializing_if = "is_default")]
    pub territories: Vec<String>,
    /// Contract cards of hand.
    #[serde(skip_serializing_if = "is_default")]
    pub contracts: Vec<String>,
    /// Territory cards in other hands that the player knows to be there.
    #[serde(skip_serializing_if = "is_default")]
    pub known_territories: Vec<String>,
    /// Contract cards in other hands that the player knows to be there.
    #[serde(skip_serializing_if = "is_default")]
    pub known_contracts: Vec<String>,
    /// The tokens on the map; those of the set-up at the headquarters if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<BTreeMap<Token, TokenPosition>>,
    /// What was delivered.
    #[serde(skip_serializing_if = "is_default")]
    pub book: Book,
}

/// A token: where it is, or all there is to say of it. A place is a territory, a cell such as `19:2`, an arrow such as `left-3`,
/// `aboard a-ship-1`, `strait gibraltar` or `supply`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a token is its place, such as \"poland\", or {\"at\": \"poland\"} with `last`, `load` or `hire`")]
pub enum TokenPosition {
    /// Where it is; nothing else is to be said.
    At(String),
    /// In full.
    Full(FullToken),
}

/// A token in full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullToken {
    /// Where it is.
    pub at: String,
    /// The airport at which an aircraft stood last; where it is, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The goods on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<LoadPosition>,
    /// For how it is hired by the active player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hire: Option<HirePosition>,
}

/// A signed contract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadPosition {
    /// The contract card.
    pub contract: String,
    /// The Sender.
    pub sender: String,
    /// The Receiver.
    pub receiver: String,
    /// Who signed it; the owner of the token if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signer: Option<Seat>,
    /// Who has seen the contract card besides the signer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub known: Seats,
}

/// What was agreed of a hired token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HirePosition {
    /// The Sender of the goods that it is to carry; a truck if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goods: Option<String>,
    /// Is the fee paid on success, rather than at once?
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_success: bool,
    /// The fee that is set aside.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub set_aside: Money,
}

fn is_nothing(money: &Money) -> bool {
    *money == Money::ZERO
}

/// The danger that lasts: a box of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DangerPosition {
    /// The area.
    pub area: Continent,
    /// The number of the d12.
    pub die: u8,
}

/// The running turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnPosition {
    /// Actions that are left; all if left out, none before the first turn and when the turn ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<u8>,
    /// Actions that effects have added.
    #[serde(skip_serializing_if = "is_default")]
    pub added: u8,
    /// Was a card for one more action played?
    #[serde(skip_serializing_if = "is_default")]
    pub overtime: bool,
    /// How many proposals each player has made, by seat.
    #[serde(skip_serializing_if = "is_default")]
    pub proposals: Vec<u8>,
    /// Who has opened an auction.
    #[serde(skip_serializing_if = "is_default")]
    pub auctioned: Seats,
    /// Tokens that may take part in no further movement turn.
    #[serde(skip_serializing_if = "is_default")]
    pub delayed: Tokens,
    /// Trucks put aboard since the last moving step or action.
    #[serde(skip_serializing_if = "is_default")]
    pub boarded: Tokens,
    /// Trucks put ashore since then.
    #[serde(skip_serializing_if = "is_default")]
    pub landed: Tokens,
    /// Tokens whose goods came to them since then.
    #[serde(skip_serializing_if = "is_default")]
    pub handed: Tokens,
}

/// A running Move or Delivery.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JourneyPosition {
    /// The token that was chosen to move, or that has the goods.
    pub token: Token,
    /// The Delivery, unless it is a Move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryPosition>,
    /// Is a movement turn running?
    #[serde(default, skip_serializing_if = "is_default")]
    pub moving: bool,
    /// Has an effect or a rule ended it?
    #[serde(default, skip_serializing_if = "is_default")]
    pub ended: bool,
    /// Is a customs card due when it ends here?
    #[serde(default, skip_serializing_if = "is_default")]
    pub card_due: bool,
    /// Was the weather checked on entry?
    #[serde(default, skip_serializing_if = "is_default")]
    pub weathered: bool,
    /// The points that the group may use.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cap: i8,
    /// The points that tokens may still use by themselves; all that they have if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: BTreeMap<Token, i8>,
    /// Tokens that may move in this movement turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub group: Tokens,
    /// Tokens that took a moving step in it, or were carried by one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved: Tokens,
    /// Tokens that take no more steps in this movement turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parted: Tokens,
    /// Trucks that drove to where they are.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drove: Tokens,
    /// Tokens that the weather has still to be checked for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to_check: Tokens,
    /// Tokens that have their fuel.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fuelled: Tokens,
    /// Tokens that pay no fuel.
    #[serde(default, skip_serializing_if = "is_default")]
    pub free_fuel: Tokens,
    /// Notches that aircraft have paid for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notches: BTreeMap<Token, u8>,
    /// Where the last step began: `land poland`, `port poland`, `airport poland`, `sea 19:2`, `air 19:2`, `edge left-3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The last airport before the last step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_last: Option<String>,
}

/// A running Delivery.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliveryPosition {
    /// The Sender, which names the contract.
    pub sender: String,
    /// Movement turns that count as used.
    #[serde(default, skip_serializing_if = "is_default")]
    pub used: u8,
    /// The limit; that of the contract card if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// No further customs card is drawn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub free_pass: bool,
    /// Cards that lie open beside it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub laid: Vec<String>,
    /// Hired tokens that carried the goods.
    #[serde(default, skip_serializing_if = "is_default")]
    pub carried_by: Tokens,
    /// Has it failed?
    #[serde(default, skip_serializing_if = "is_default")]
    pub failed: bool,
}

/// What else there is to know of a transfer of an open offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotePosition {
    /// The offer.
    pub offer: OfferNumber,
    /// Which of its transfers, from 1.
    pub transfer: u8,
    /// The contract card that its giver picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<String>,
    /// Who may name the contract card; its giver, the proposer and whoever it is shown to if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<Seats>,
    /// Was the contract of the hire asked for?
    #[serde(default, skip_serializing_if = "is_default")]
    pub asked: bool,
    /// Was it shown?
    #[serde(default, skip_serializing_if = "is_default")]
    pub shown: bool,
}

/// A wish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskPosition {
    /// Whose.
    pub seat: Seat,
    /// What is wanted, as an action writes it.
    pub wanted: String,
    /// What is offered for it.
    pub offered: String,
}

/// A running auction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SalePosition {
    /// Who sells.
    pub seller: Seat,
    /// What is sold, as an action writes it.
    pub lot: Vec<String>,
    /// Bids and bidders.
    pub auction: Auction,
}

/// Who may name the contract card of a transfer of an offer, if nothing else is said.
pub(crate) fn usual_namers(offer: &CompetitorsOffer, transfer: &Transfer<Asset>) -> Seats {
    match transfer.asset {
        Asset::Shown(_) => offer.parties(),
        Asset::Contract(_) => Seats::only(offer.proposer()).with(transfer.from),
        _ => Seats::NONE,
    }
}

impl CompetitorsRules {
    /// The table as it is written down.
    pub(crate) fn written(&self, state: &State) -> Position {
        let colours: Vec<String> = state.players.iter().map(|player| self.pack.colour(player.colour).to_owned()).collect();
        let playing = state.stage == Stage::Playing;
        Position {
            stage: (!playing).then_some(state.stage),
            round: (state.round != 1).then_some(state.round),
            first: (state.first != Seat::FIRST).then_some(state.first),
            active: (state.active != state.first).then_some(state.active),
            colours: (colours != self.pack.colours).then_some(colours),
            players: self.seats().map(|seat| self.written_player(state, seat)).collect(),
            territory_discard: self.written_territories(state.territory_discard),
            contract_discard: self.written_contracts(state.contract_discard),
            customs: { state.customs.known().iter() }
                .filter_map(|card| Customs::new(usize::from(*card)))
                .map(|card| self.pack[card].id.clone())
                .collect(),
            drawn: state.drawn.iter().map(|card| self.pack[card].id.clone()).collect(),
            advantages: { self.routes.advantages }
                .filter_map(|card| {
                    let site = state.advantages[card.index()]?;
                    Some((self.contract_id(card).to_owned(), self.territory_id(site).to_owned()))
                })
                .collect(),
            danger: state.danger.map(|danger| DangerPosition { area: danger.area, die: danger.die }),
            turn: written_turn(&state.turn),
            journey: state.journey.as_ref().map(|journey| self.written_journey(state, journey)),
            pending: {
                let mut frames: Vec<String> = state.pending.iter().map(|frame| self.frame_text(frame)).collect();
                frames.reverse();
                frames
            },
            offers: { state.offers.position().into_iter() }
                .map(|offer| WrittenOffer {
                    number: offer.number,
                    proposer: offer.proposer,
                    opener: offer.opener,
                    counters: offer.counters,
                    parties: offer.parties,
                    accepted: offer.accepted,
                    content: offer.content.map(|content| {
                        let write = |transfer: &Transfer<Asset>| Transfer {
                            from: transfer.from,
                            to: transfer.to,
                            asset: self.asset_text(&transfer.asset),
                        };
                        content.iter().map(write).collect()
                    }),
                })
                .collect(),
            next_offer: (state.offers.next_number().0 != 1).then(|| state.offers.next_number()),
            notes: self.written_notes(state),
            asks: self
                .seats()
                .filter_map(|seat| {
                    let ask = state.asks[seat.index()]?;
                    Some(AskPosition { seat, wanted: self.wish_text(ask.wanted), offered: self.wish_text(ask.offered) })
                })
                .collect(),
            sale: state.sale.as_ref().map(|sale| SalePosition {
                seller: sale.seller,
                lot: sale.lot.assets().map(|asset| self.asset_text(&asset)).collect(),
                auction: sale.auction,
            }),
        }
    }

    fn written_territories(&self, cards: Territories) -> Vec<String> {
        cards.map(|card| self.territory_id(card).to_owned()).collect()
    }

    fn written_contracts(&self, cards: Contracts) -> Vec<String> {
        cards.map(|card| self.contract_id(card).to_owned()).collect()
    }

    fn written_player(&self, state: &State, seat: Seat) -> PlayerPosition {
        let player = state.player(seat);
        let tokens = Token::fleet(seat).filter(|token| *state.piece(*token) != Piece::default());
        PlayerPosition {
            recoloured: player.recoloured,
            office: player.office.map(|office| self.pack[office].id.clone()),
            money: Some(player.money),
            points: player.points,
            branches: self.written_territories(player.branches),
            territories: self.written_territories(player.territories),
            contracts: self.written_contracts(player.contracts),
            known_territories: self.written_territories(player.known_territories),
            known_contracts: self.written_contracts(player.known_contracts),
            tokens: Some(tokens.map(|token| (token, self.written_token(state.piece(token), token))).collect()),
            book: player.book,
        }
    }

    fn written_token(&self, piece: &Piece, token: Token) -> TokenPosition {
        let at = self.place_text(piece.place);
        let last = piece.last.filter(|_| piece.last != usual_last(piece.place));
        let full = FullToken {
            at: at.clone(),
            last: last.map(|last| self.territory_id(last).to_owned()),
            load: piece.load.map(|load| self.written_load(&load, token)),
            hire: piece.hire.map(|hire| self.written_hire(&hire)),
        };
        let plain = FullToken { at: at.clone(), last: None, load: None, hire: None };
        if full == plain { TokenPosition::At(at) } else { TokenPosition::Full(full) }
    }

    fn written_load(&self, load: &Load, token: Token) -> LoadPosition {
        LoadPosition {
            contract: self.contract_id(load.contract).to_owned(),
            sender: self.territory_id(load.sender).to_owned(),
            receiver: self.territory_id(load.receiver).to_owned(),
            signer: (load.signer != token.owner()).then_some(load.signer),
            known: load.known,
        }
    }

    fn written_hire(&self, hire: &HiredFor) -> HirePosition {
        HirePosition {
            goods: match hire.load {
                HireLoad::Goods(sender) => Some(self.territory_id(sender).to_owned()),
                HireLoad::Truck => None,
            },
            on_success: hire.payment == Payment::OnSuccess,
            set_aside: hire.set_aside,
        }
    }

    fn written_journey(&self, state: &State, journey: &Journey) -> JourneyPosition {
        let fresh = Journey::of(journey.token);
        let left = Token::all().filter(|token| journey.left[token.index()] != fresh.left[token.index()]);
        let aircraft = Token::all().filter(|token| token.vehicle() == crate::Vehicle::Aircraft);
        let notches = aircraft.map(|token| (token, journey.notches[crate::movement::aircraft::hangar(token)]));
        JourneyPosition {
            token: journey.token,
            delivery: journey.delivery.as_ref().map(|delivery| self.written_delivery(state, delivery)),
            moving: journey.moving,
            ended: journey.ended,
            card_due: journey.card_due,
            weathered: journey.weathered,
            cap: journey.cap,
            left: left.map(|token| (token, journey.left[token.index()])).collect(),
            group: journey.group,
            moved: journey.moved,
            parted: journey.parted,
            drove: journey.drove,
            to_check: journey.to_check,
            fuelled: journey.fuelled,
            free_fuel: journey.free_fuel,
            notches: notches.filter(|(_, count)| *count > 0).collect(),
            from: (journey.from != Place::Supply).then(|| self.start_text(journey.from)),
            from_last: journey.from_last.map(|last| self.territory_id(last).to_owned()),
        }
    }

    fn written_delivery(&self, state: &State, delivery: &Delivery) -> DeliveryPosition {
        DeliveryPosition {
            sender: self.territory_id(delivery.sender).to_owned(),
            used: delivery.used,
            limit: (self.printed_limit(state, delivery.sender) != Some(delivery.limit)).then_some(delivery.limit),
            free_pass: delivery.free_pass,
            laid: self.written_contracts(delivery.laid),
            carried_by: delivery.carried_by,
            failed: delivery.failed,
        }
    }

    /// The movement turns that the signed contract with this Sender allows.
    pub(crate) fn printed_limit(&self, state: &State, sender: Territory) -> Option<u8> {
        let load = state.carrying(sender).and_then(|token| state.piece(token).load)?;
        self.goods(load.contract).map(|goods| goods.limit)
    }

    fn written_notes(&self, state: &State) -> Vec<NotePosition> {
        let mut notes = Vec::new();
        for (number, offer) in state.offers.iter() {
            let Some(note) = state.note(number) else { continue };
            for (place, transfer) in offer.deal().transfers().enumerate().take(TRANSFERS) {
                let namers = note.namers(place);
                let written = NotePosition {
                    offer: number,
                    transfer: place as u8 + 1,
                    pick: note.picks[place].map(|card| self.contract_id(card).to_owned()),
                    named: (namers != usual_namers(&offer, &transfer)).then_some(namers),
                    asked: note.asked >> place & 1 != 0,
                    shown: note.shown >> place & 1 != 0,
                };
                if written.pick.is_some() || written.named.is_some() || written.asked || written.shown {
                    notes.push(written);
                }
            }
        }
        notes
    }

    /// Where a token is, as a position writes it: what it is on there follows from its kind.
    fn place_text(&self, place: Place) -> String {
        match place {
            Place::Supply => "supply".into(),
            Place::Land(at) | Place::Port(at) | Place::Airport(at) => self.territory_id(at).to_owned(),
            Place::Aboard(carrier) => format!("aboard {carrier}"),
            Place::Sea(cell) | Place::Air(cell) => cell.to_string(),
            Place::Edge(arrow) => self.arrow_text(arrow),
            Place::Strait(strait) => format!("strait {}", self.pack[strait].id),
        }
    }

    /// Where a token of this kind is.
    pub(crate) fn read_place(&self, text: &str, token: Token) -> Result<Place, String> {
        use crate::Vehicle;
        if text == "supply" {
            return Ok(Place::Supply);
        }
        if let Some(carrier) = text.strip_prefix("aboard ") {
            return Ok(Place::Aboard(carrier.parse()?));
        }
        if let Some(id) = text.strip_prefix("strait ") {
            return self.read_strait(id).map(Place::Strait);
        }
        match (token.vehicle(), Cell::read(text), self.read_arrow(text)) {
            (Vehicle::Ship, Some(cell), _) => Ok(Place::Sea(cell)),
            (Vehicle::Aircraft, Some(cell), _) => Ok(Place::Air(cell)),
            (Vehicle::Aircraft, _, Some(arrow)) => Ok(Place::Edge(arrow)),
            (vehicle, ..) => self.read_territory(text).map(|at| self.place_on(vehicle, at)),
        }
    }

    pub(crate) fn read_strait(&self, id: &str) -> Result<Strait, String> {
        self.pack.find_strait(id).ok_or_else(|| format!("there is no strait `{}`", short(id)))
    }

    /// Where a step began.
    fn start_text(&self, place: Place) -> String {
        let kind = match place {
            Place::Land(_) => "land ",
            Place::Port(_) => "port ",
            Place::Sea(_) => "sea ",
            Place::Airport(_) => "airport ",
            Place::Air(_) => "air ",
            Place::Edge(_) => "edge ",
            Place::Supply | Place::Aboard(_) | Place::Strait(_) => "",
        };
        format!("{kind}{}", self.place_text(place))
    }

    pub(crate) fn read_from(&self, text: &str) -> Result<Place, String> {
        let wrong = || {
            format!(
                "`{}` is not where a step begins; write `land poland`, `port poland`, `airport poland`, `sea 19:2`, `air 19:2` or `edge left-3`",
                short(text)
            )
        };
        let (kind, place) = text.split_once(' ').ok_or_else(wrong)?;
        let cell = || Cell::read(place).ok_or_else(wrong);
        let arrow = || -> Result<Arrow, String> { self.read_arrow(place).ok_or_else(wrong) };
        match kind {
            "land" => self.read_territory(place).map(Place::Land),
            "port" => self.read_territory(place).map(Place::Port),
            "airport" => self.read_territory(place).map(Place::Airport),
            "sea" => cell().map(Place::Sea),
            "air" => cell().map(Place::Air),
            "edge" => arrow().map(Place::Edge),
            "strait" => self.read_strait(place).map(Place::Strait),
            _ => Err(wrong()),
        }
    }
}

/// The airport at which a token stood last, if nothing else is said.
pub(crate) fn usual_last(place: Place) -> Option<Territory> {
    match place {
        Place::Airport(at) => Some(at),
        _ => None,
    }
}

fn written_turn(turn: &TurnState) -> TurnPosition {
    let mut proposals = turn.proposals.to_vec();
    while proposals.last() == Some(&0) {
        proposals.pop();
    }
    TurnPosition {
        actions: Some(turn.actions),
        added: turn.added,
        overtime: turn.overtime,
        proposals,
        auctioned: turn.auctioned,
        delayed: turn.delayed,
        boarded: turn.boarded,
        landed: turn.landed,
        handed: turn.handed,
    }
}
