//! What a viewer may know: everything but the order of the decks. (BIZ-OPEN-1, BIZ-OPEN-2)

use crate::{
    goods::{Car, Characteristic, Good},
    notation::discard,
    options::COLOURS,
    rules::{BusinessmenRules, slot},
    state::{Phase, State},
};
use kernel::{Cards, Money, Rules, Seat, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The table as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Which round, from 1.
    pub round: u16,
    /// What is asked of the player in turn.
    pub phase: Phase,
    /// The lead seat. (BIZ-ROUND-2)
    pub lead: Seat,
    /// The leader; nobody if all skip. (BIZ-ROUND-4)
    pub leader: Option<Seat>,
    /// The active players in round order. (BIZ-ROUND-5)
    pub order: Vec<Seat>,
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<Seat>,
    /// All players by seat.
    pub players: Vec<PlayerView>,
    /// The six goods.
    pub goods: Vec<GoodView>,
    /// The three cars.
    pub cars: Vec<CarView>,
    /// The open goods card.
    pub goods_card: Option<GoodsCardView>,
    /// The open export card.
    pub export_card: Option<ExportCardView>,
    /// The goods deck.
    pub goods_deck: DeckView,
    /// The export deck.
    pub export_deck: DeckView,
    /// The price wheel.
    pub price_wheel: PriceWheelView,
    /// The event wheel.
    pub event_wheel: EventWheelView,
    /// The units of each lot and its points. (BIZ-EXPORT-3)
    pub lots: Vec<(u8, u16)>,
    /// What things cost.
    pub costs: CostsView,
    /// What the Bank holds, where it is finite. (BIZ-BANK-3)
    pub bank: Option<Money>,
    /// The values of the pieces of money. (BIZ-DATA-9)
    pub money: Vec<i32>,
    /// The points that win. (BIZ-END-7)
    pub victory_target: u16,
    /// How far the victory scale is drawn. (BIZ-DATA-8)
    pub scale: u16,
    /// The number of rounds after which the game ends. (BIZ-END-8)
    pub round_limit: Option<u16>,
    /// Who won, once somebody has.
    pub winners: Vec<Seat>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// The colour. (BIZ-SETUP-1)
    pub colour: String,
    /// The purse.
    pub coins: Money,
    /// The victory points.
    pub points: u16,
    /// In what order the player reached the victory target, from 1, where that breaks a tie. (BIZ-END-4)
    pub reached: Option<u8>,
    /// The level of the Main warehouse.
    pub warehouse: u8,
    /// The level of the Loader.
    pub loader: u8,
    /// The level of the Manager.
    pub manager: u8,
    /// How many goods the main warehouse may hold.
    pub warehouse_limit: u8,
    /// The most units in one load.
    pub load_limit: u8,
    /// The most units in one purchase.
    pub buy_limit: u8,
    /// The main warehouse.
    pub main: BTreeMap<Good, u8>,
    /// The temporary warehouse.
    pub temporary: BTreeMap<Good, u8>,
    /// What has a warning marker.
    pub warnings: Vec<Characteristic>,
    /// What is insured.
    pub insured: Vec<Characteristic>,
    /// Does this player skip the round?
    pub skips: bool,
    /// Has this player passed in this phase?
    pub passed: bool,
    /// What this player bought in this round.
    pub bought: Vec<Good>,
    /// What this player exported in this round.
    pub exported: Vec<Good>,
    /// Points gained so far.
    pub earned: Earned,
    /// Points lost so far.
    pub lost: Lost,
}

/// Points gained, by what brought them. (BIZ-VP-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Earned {
    /// By improving.
    pub improving: u16,
    /// By exporting.
    pub exporting: u16,
    /// By sending cars.
    pub cars: u16,
}

/// Points lost, by what took them. (BIZ-VP-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lost {
    /// To events.
    pub events: u16,
    /// To skipping.
    pub skipping: u16,
}

/// A good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoodView {
    /// Which.
    pub good: Good,
    /// Its name.
    pub name: String,
    /// The tiles of its pile.
    pub pile: u8,
    /// The tiles for sale.
    pub market: u8,
    /// Where its price marker stands, from 0.
    pub position: u8,
    /// Its price.
    pub price: u8,
    /// The price at each position of its track.
    pub track: Vec<u8>,
    /// Is it under embargo in this round?
    pub embargoed: bool,
    /// Is it on the export card of this round?
    pub exportable: bool,
}

/// A car.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CarView {
    /// Which.
    pub car: Car,
    /// Its name.
    pub name: String,
    /// The units it carries.
    pub capacity: u8,
    /// The points for sending it with one's own goods only.
    pub points: u16,
    /// Positions that its good falls.
    pub fall: u8,
    /// What it holds.
    pub good: Option<Good>,
    /// The units of each seat.
    pub units: Vec<u8>,
    /// All units together.
    pub total: u8,
    /// Is it full?
    pub full: bool,
    /// What the player in turn could load into it, and how many units that would be. (BIZ-LOAD-5)
    pub loads: Vec<(Good, u8)>,
}

/// An open goods card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoodsCardView {
    /// Its name.
    pub id: String,
    /// What it lays out.
    pub goods: Vec<(Good, u8)>,
}

/// An open export card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExportCardView {
    /// Its name.
    pub id: String,
    /// Its goods.
    pub goods: Vec<Good>,
}

/// A deck: its cards are known, their order is not. (BIZ-OPEN-2)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckView {
    /// How many cards are in it.
    pub left: usize,
    /// The discard pile, from which follows what is left in the deck. (BIZ-OPEN-2)
    pub discarded: Vec<String>,
}

/// The price wheel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PriceWheelView {
    /// Its sectors in their order.
    pub sectors: Vec<PriceSectorView>,
    /// The one it showed last, until cards are turned again.
    pub shown: Option<String>,
}

/// A sector of the price wheel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PriceSectorView {
    /// Its name.
    pub id: String,
    /// `price` or `embargo`.
    pub kind: String,
    /// The goods it names.
    pub goods: Vec<Good>,
    /// The positions they move; none on an embargo sector.
    pub moves: Vec<(Good, i16)>,
    /// Its weight: how likely the wheel is to show it.
    pub weight: u32,
}

/// The event wheel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventWheelView {
    /// Its sectors in their order.
    pub sectors: Vec<EventSectorView>,
    /// Who spun it last and what it showed, until cards are turned again.
    pub spun: Option<(Seat, String)>,
}

/// A sector of the event wheel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventSectorView {
    /// Its name.
    pub id: String,
    /// What it hits.
    pub hits: Option<Characteristic>,
    /// Its weight: how likely the wheel is to show it.
    pub weight: u32,
}

/// What things cost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CostsView {
    /// A unit. (BIZ-BUY-4)
    pub unit: Money,
    /// Level 2 and level 3. (BIZ-COMP-9)
    pub levels: Vec<Money>,
    /// The points for reaching them.
    pub level_points: Vec<u16>,
    /// An insurance. (BIZ-INSURE-2)
    pub insurance: Money,
    /// A skip, in points. (BIZ-SKIP-3)
    pub skip_points: u16,
    /// What it brings, in coins. (BIZ-SKIP-7)
    pub skip_coins: Money,
}

impl BusinessmenRules {
    pub(crate) fn view_of(&self, state: &State) -> View {
        let over = self.turn(state).is_over();
        let numbers = &self.pack.numbers;
        View {
            round: state.round,
            phase: state.phase,
            lead: state.lead,
            leader: self.leader(state),
            order: self.round_order(state),
            turn: (!over).then_some(state.seat),
            players: Seat::FIRST.clockwise(self.players).map(|seat| self.player_view(state, seat)).collect(),
            goods: Good::ALL.into_iter().map(|good| self.good_view(state, good)).collect(),
            cars: Car::ALL.into_iter().map(|car| self.car_view(state, car)).collect(),
            goods_card: state
                .goods_card
                .and_then(|card| self.pack.goods_cards.get(usize::from(card)))
                .map(|card| GoodsCardView { id: card.id.clone(), goods: card.lay.list() }),
            export_card: state
                .export_card
                .and_then(|card| self.pack.export_cards.get(usize::from(card)))
                .map(|card| ExportCardView { id: card.id.clone(), goods: card.goods.collect() }),
            goods_deck: deck_view(state.goods_deck, state.goods_card, self.pack.goods_cards.iter().map(|card| &card.id)),
            export_deck: deck_view(state.export_deck, state.export_card, self.pack.export_cards.iter().map(|card| &card.id)),
            price_wheel: self.price_wheel_view(state),
            event_wheel: self.event_wheel_view(state),
            lots: self.pack.lots.to_vec(),
            costs: CostsView {
                unit: numbers.unit_price,
                levels: self.pack.costs.to_vec(),
                level_points: self.pack.points.to_vec(),
                insurance: numbers.insurance,
                skip_points: numbers.skip_points,
                skip_coins: numbers.skip_coins,
            },
            bank: self.finite_bank.then_some(state.bank),
            money: self.pack.money.iter().map(|(value, _)| *value).collect(),
            victory_target: self.options.victory_target,
            scale: self.pack.scale.max(self.options.victory_target),
            round_limit: self.options.round_limit,
            winners: self.outcome(state).map_or_else(Seats::default, |outcome| outcome.winners()).collect(),
        }
    }

    fn player_view(&self, state: &State, seat: Seat) -> PlayerView {
        let player = &state.players[slot(seat)];
        let [improving, exporting, cars] = player.earned;
        let [events, skipping] = player.lost;
        PlayerView {
            seat,
            colour: COLOURS[self.options.colours()[slot(seat)]].to_owned(),
            coins: player.coins,
            points: player.points,
            reached: (player.reached > 0).then_some(player.reached),
            warehouse: player.level(Characteristic::Warehouse),
            loader: player.level(Characteristic::Loader),
            manager: player.level(Characteristic::Manager),
            warehouse_limit: self.limit(player, Characteristic::Warehouse),
            load_limit: self.limit(player, Characteristic::Loader),
            buy_limit: self.limit(player, Characteristic::Manager),
            main: player.main.list().into_iter().collect(),
            temporary: player.temporary.list().into_iter().collect(),
            warnings: player.warnings.collect(),
            insured: player.insured.collect(),
            skips: state.skips.contains(seat),
            passed: state.passed.contains(seat),
            bought: player.bought.collect(),
            exported: player.exported.collect(),
            earned: Earned { improving, exporting, cars },
            lost: Lost { events, skipping },
        }
    }

    fn good_view(&self, state: &State, good: Good) -> GoodView {
        GoodView {
            good,
            name: self.good(good).to_owned(),
            pile: state.piles.of(good),
            market: state.market.of(good),
            position: state.positions[good.index()],
            price: self.price(state, good),
            track: self.pack.tracks[good.index()].prices.clone(),
            embargoed: state.embargo.contains(good),
            exportable: self.is_on_card(state, good),
        }
    }

    fn car_view(&self, state: &State, car: Car) -> CarView {
        let (load, figures) = (&state.cars[car.index()], &self.pack.cars[car.index()]);
        CarView {
            car,
            name: car.word().to_owned(),
            capacity: figures.capacity,
            points: figures.points,
            fall: figures.fall,
            good: load.good,
            units: load.units[..self.players].to_vec(),
            total: load.total,
            full: load.total >= figures.capacity,
            loads: self.loads_into(state, car),
        }
    }

    fn loads_into(&self, state: &State, car: Car) -> Vec<(Good, u8)> {
        if state.phase != Phase::Loading {
            return Vec::new();
        }
        let size = |good| (good, self.load_size(state, state.seat, good, car));
        let held = state.cars[car.index()].good;
        let fits = |good: &Good| held.is_none_or(|held| held == *good); // BIZ-LOAD-3
        Good::ALL.into_iter().filter(fits).map(size).filter(|(_, units)| *units > 0).collect()
    }

    fn price_wheel_view(&self, state: &State) -> PriceWheelView {
        let wheel = &self.pack.price_wheel;
        let moves = |moves: &[i8; Good::COUNT]| {
            let all = Good::ALL.into_iter().map(|good| (good, i16::from(moves[good.index()])));
            all.filter(|(_, steps)| *steps != 0).collect()
        };
        PriceWheelView {
            sectors: (wheel.iter())
                .map(|sector| PriceSectorView {
                    id: sector.id.clone(),
                    kind: if sector.embargo.is_empty() { "price" } else { "embargo" }.to_owned(),
                    goods: sector.goods().collect(),
                    moves: moves(&sector.moves),
                    weight: sector.weight,
                })
                .collect(),
            shown: state.sector.and_then(|sector| wheel.get(usize::from(sector))).map(|sector| sector.id.clone()),
        }
    }

    fn event_wheel_view(&self, state: &State) -> EventWheelView {
        let wheel = &self.pack.event_wheel;
        EventWheelView {
            sectors: (wheel.iter())
                .map(|sector| EventSectorView { id: sector.id.clone(), hits: sector.hits, weight: sector.weight })
                .collect(),
            spun: state.spin.and_then(|(seat, sector)| Some((seat, wheel.get(usize::from(sector))?.id.clone()))),
        }
    }
}

fn deck_view<'a>(deck: Cards, open: Option<u8>, ids: impl ExactSizeIterator<Item = &'a String>) -> DeckView {
    let discarded = discard(ids.len(), deck, open);
    let named = ids.enumerate().filter(|(card, _)| discarded.contains(*card as u8));
    DeckView { left: deck.len(), discarded: named.map(|(_, id)| id.clone()).collect() }
}
