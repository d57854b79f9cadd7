//! Positions that a person can write by hand, and action notation.

use crate::{
    actions::Action,
    goods::{Car, Characteristic, Characteristics, Good, Goods, Units},
    options::LoadingStart,
    pack::{EXPORT_CARDS, GOODS_CARDS},
    rules::{BusinessmenRules, slot},
    state::{Books, Load, MOST_PLAYERS, Phase, Player, State},
    view::{Earned, Lost},
};
use kernel::{Cards, Money, Notation, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Units by the name of the good, in lower case.
type Stock = BTreeMap<String, u8>;

/// A whole table, written with the rulebook's names. Everything but the phase has a natural default.
///
/// ```
/// use businessmen::{Businessmen, Options, Phase, Position};
/// use kernel::{Game, Notation, Rules};
/// let pack = Businessmen::pack(&Businessmen::files()).unwrap();
/// let rules = Businessmen::rules(&pack, &Options { skip_limit: None, ..Options::default() }).unwrap();
/// // Seat 1 leads the first round and is asked whether it skips.
/// let state = rules.place(&Position::default()).unwrap();
/// assert_eq!(rules.view(&state, kernel::Viewer::Watcher).phase, Phase::Announcing);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// Which round, from 1.
    pub round: u16,
    /// The lead seat.
    pub lead: Seat,
    /// What is asked.
    pub phase: Phase,
    /// Whose turn it is; if left out, who begins the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The players by seat; who is left out is as at the start.
    pub players: Vec<PlayerPosition>,
    /// The piles; what is left out is all that lies nowhere else.
    pub piles: Stock,
    /// What is for sale.
    pub market: Stock,
    /// Positions of the price markers; what is left out stands at the start.
    pub prices: Stock,
    /// What lies in the cars; what is left out is empty.
    pub cars: BTreeMap<Car, CarPosition>,
    /// The open goods card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goods_card: Option<String>,
    /// The open export card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export_card: Option<String>,
    /// Goods cards on the discard pile; the deck is all the rest.
    pub goods_discard: Vec<String>,
    /// Export cards on the discard pile; the deck is all the rest.
    pub export_discard: Vec<String>,
    /// The goods under embargo in this round.
    pub embargo: Vec<String>,
    /// What the Bank holds, where it is finite; if left out, all that is not in the purses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<Money>,
    /// Who passed first in Phase 1, with `loading_start = first_to_pass`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_passed: Option<Seat>,
    /// How many have passed one after another in loading, with `load_pass = turn`.
    pub passes: u8,
    /// The sector that the price wheel showed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wheel: Option<String>,
    /// The last spin of the event wheel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin: Option<SpinPosition>,
    /// What happened so far, for statistics.
    pub books: Books,
}

/// A player of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerPosition {
    /// The purse; if left out, what a player starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coins: Option<Money>,
    /// The victory points.
    pub points: u16,
    /// In what order the player came to the victory target, from 1, with `tie_break = first`; those of whom nothing is said came
    /// there in the same payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u8>,
    /// The level of the Main warehouse.
    pub warehouse: u8,
    /// The level of the Loader.
    pub loader: u8,
    /// The level of the Manager.
    pub manager: u8,
    /// The main warehouse.
    pub main: Stock,
    /// The temporary warehouse.
    pub temporary: Stock,
    /// What has a warning marker.
    pub warnings: Vec<Characteristic>,
    /// What is insured.
    pub insured: Vec<Characteristic>,
    /// Does this player skip the round?
    pub skips: bool,
    /// Is a grant due to this player at the beginning of the next round? Who skips has one due anyway.
    pub grant: bool,
    /// Has this player passed in this phase?
    pub passed: bool,
    /// What was bought in this round.
    pub bought: Vec<String>,
    /// What was loaded in this phase, with `loader_limit = per_good`.
    pub loaded: Stock,
    /// What was exported in this round.
    pub exported: Vec<String>,
    /// Points gained so far.
    pub earned: Earned,
    /// Points lost so far.
    pub lost: Lost,
}

/// What lies in a car of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarPosition {
    /// The good.
    pub good: String,
    /// The units of each seat.
    pub units: Vec<u8>,
}

/// A spin of the event wheel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpinPosition {
    /// Whose.
    pub seat: Seat,
    /// The sector.
    pub sector: String,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            lead: Seat::FIRST,
            phase: Phase::Announcing,
            turn: None,
            players: Vec::new(),
            piles: Stock::new(),
            market: Stock::new(),
            prices: Stock::new(),
            cars: BTreeMap::new(),
            goods_card: None,
            export_card: None,
            goods_discard: Vec::new(),
            export_discard: Vec::new(),
            embargo: Vec::new(),
            bank: None,
            first_passed: None,
            passes: 0,
            wheel: None,
            spin: None,
            books: Books::default(),
        }
    }
}

impl Default for PlayerPosition {
    fn default() -> PlayerPosition {
        PlayerPosition {
            coins: None,
            points: 0,
            reached: None,
            warehouse: 1,
            loader: 1,
            manager: 1,
            main: Stock::new(),
            temporary: Stock::new(),
            warnings: Vec::new(),
            insured: Vec::new(),
            skips: false,
            grant: false,
            passed: false,
            bought: Vec::new(),
            loaded: Stock::new(),
            exported: Vec::new(),
            earned: Earned::default(),
            lost: Lost::default(),
        }
    }
}

pub(crate) fn refuse<T>(clause: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason.into()))
}

impl Notation for BusinessmenRules {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        let word = |good: &Good| self.words[good.index()].as_str();
        match action {
            Action::Skip => "skip".to_owned(),
            Action::Play => "play".to_owned(),
            Action::Buy { units, good } => format!("buy {units} {}", word(good)),
            Action::Pass => "pass".to_owned(),
            Action::Load { good, car } => format!("load {} {}", word(good), car.word()),
            Action::Keep(goods) => {
                let goods: Vec<String> = goods.map(|good| self.words[good.index()].clone()).collect();
                format!("keep {}", goods.join(" "))
            }
            Action::Export { units, good } => format!("export {units} {}", word(good)),
            Action::Improve(characteristic) => format!("improve {}", characteristic.word()),
            Action::Insure(characteristic) => format!("insure {}", characteristic.word()),
            Action::Done => "done".to_owned(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{word}` is no number of units"));
        match words[..] {
            ["skip"] => Ok(Action::Skip),
            ["play"] => Ok(Action::Play),
            ["pass"] => Ok(Action::Pass),
            ["done"] => Ok(Action::Done),
            ["buy", units, good] => Ok(Action::Buy { units: number(units)?, good: self.read_good(good)? }),
            ["export", units, good] => Ok(Action::Export { units: number(units)?, good: self.read_good(good)? }),
            ["load", good, car] => {
                let known = Car::ALL.into_iter().find(|known| known.word() == car);
                let car = known.ok_or_else(|| format!("`{car}` is no car; the cars are yellow, blue and green"))?;
                Ok(Action::Load { good: self.read_good(good)?, car })
            }
            ["keep", ref goods @ ..] if !goods.is_empty() => {
                let mut kept = Goods::NONE;
                for word in goods {
                    let good = self.read_good(word)?;
                    if kept.contains(good) {
                        return Err(format!("`{word}` stands there twice"));
                    }
                    kept.insert(good);
                }
                Ok(Action::Keep(kept))
            }
            ["improve", characteristic] => read_characteristic(characteristic).map(Action::Improve),
            ["insure", characteristic] => read_characteristic(characteristic).map(Action::Insure),
            _ => Err(format!(
                "`{text}` is no action: an action is skip, play, `buy 3 oil`, pass, `load oil green`, `keep wood oil`, \
                 `export 6 oil`, `improve loader`, `insure manager` or done"
            )),
        }
    }

    fn position(&self, state: &State) -> Position {
        let id = |cards: &dyn Fn(usize) -> String, set: Cards| set.map(|card| cards(card.into())).collect();
        let goods_id = |card: usize| self.pack.goods_cards.get(card).map_or_else(String::new, |card| card.id.clone());
        let export_id = |card: usize| self.pack.export_cards.get(card).map_or_else(String::new, |card| card.id.clone());
        let sector = |sector: u8| self.pack.price_wheel.get(usize::from(sector)).map(|sector| sector.id.clone());
        let spin = |(seat, sector): (Seat, u8)| {
            let sector = self.pack.event_wheel.get(usize::from(sector))?.id.clone();
            Some(SpinPosition { seat, sector })
        };
        let car = |car: Car| {
            let load = &state.cars[car.index()];
            let good = self.words[load.good?.index()].clone();
            Some((car, CarPosition { good, units: load.units[..self.players].to_vec() }))
        };
        Position {
            round: state.round,
            lead: state.lead,
            phase: state.phase,
            turn: (state.phase != Phase::Over).then_some(state.seat),
            players: self.table.map(|seat| self.player_position(state, seat)).collect(),
            piles: Good::ALL.into_iter().map(|good| (self.words[good.index()].clone(), state.piles.of(good))).collect(),
            market: self.write_units(state.market),
            prices: Good::ALL.into_iter().map(|good| (self.words[good.index()].clone(), state.positions[good.index()])).collect(),
            cars: Car::ALL.into_iter().filter_map(car).collect(),
            goods_card: state.goods_card.map(|card| goods_id(card.into())),
            export_card: state.export_card.map(|card| export_id(card.into())),
            goods_discard: id(&goods_id, discard(GOODS_CARDS, state.goods_deck, state.goods_card)),
            export_discard: id(&export_id, discard(EXPORT_CARDS, state.export_deck, state.export_card)),
            embargo: self.write_goods(state.embargo),
            bank: self.finite_bank.then_some(state.bank),
            first_passed: state.first_passed,
            passes: state.passes,
            wheel: state.sector.and_then(sector),
            spin: state.spin.and_then(spin),
            books: state.books,
        }
    }

    fn place(&self, position: &Position) -> Result<State, Refusal> {
        if position.lead.index() >= self.players {
            return refuse("BIZ-ROUND-2", format!("`lead` is the lead seat of the round: a seat from 1 to {}", self.players));
        }
        let mut state = self.set_up(position.lead);
        state.round = position.round;
        state.phase = position.phase;
        state.books = position.books;
        state.passes = position.passes;
        state.first_passed = position.first_passed;
        self.place_players(&mut state, &position.players)?;
        self.place_goods(&mut state, position)?;
        (state.goods_deck, state.goods_card) = {
            let find = |id: &str| self.pack.goods_cards.iter().position(|card| card.id == id);
            place_deck(&find, GOODS_CARDS, position.goods_card.as_deref(), &position.goods_discard)?
        };
        (state.export_deck, state.export_card) = {
            let find = |id: &str| self.pack.export_cards.iter().position(|card| card.id == id);
            place_deck(&find, EXPORT_CARDS, position.export_card.as_deref(), &position.export_discard)?
        };
        self.place_wheels(&mut state, position)?;
        self.place_bank(&mut state, position.bank)?;
        state.active = state.skips.fold(self.table, Seats::without);
        state.left = state.passed.fold(state.active, Seats::without);
        state.seat = match position.turn {
            Some(_) if state.phase == Phase::Over => return refuse("BIZ-END-1", "the game is over: leave out `turn`"),
            Some(seat) => seat,
            None => self.begins(&state),
        };
        self.check_state(&state)?;
        Ok(state)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.check_state(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        self.check_change(before, after)
    }
}

/// Cards that are neither in the deck nor open.
pub(crate) fn discard(count: usize, deck: Cards, open: Option<u8>) -> Cards {
    let mut left = Cards::from_bits(Cards::first(count).bits() & !deck.bits());
    if let Some(card) = open {
        left.remove(card);
    }
    left
}

fn read_characteristic(word: &str) -> Result<Characteristic, String> {
    let known = Characteristic::ALL.into_iter().find(|known| known.word() == word);
    known.ok_or_else(|| format!("`{word}` is no characteristic; there are warehouse, loader and manager"))
}

/// The deck and the open card of a position. (BIZ-INV-10)
fn place_deck(
    find: &dyn Fn(&str) -> Option<usize>,
    count: usize,
    open: Option<&str>,
    discard: &[String],
) -> Result<(Cards, Option<u8>), Refusal> {
    let mut deck = Cards::first(count);
    let mut take = |id: &str| -> Result<u8, Refusal> {
        let card = find(id).filter(|card| *card < count).map(|card| card as u8);
        match card {
            Some(card) if deck.remove(card) => Ok(card),
            Some(_) => refuse("BIZ-INV-10", format!("the card {id} is in two places")),
            None => refuse("BIZ-INV-10", format!("there is no card {id} in this deck")),
        }
    };
    let open = open.map(&mut take).transpose()?;
    for id in discard {
        take(id)?;
    }
    Ok((deck, open))
}

impl BusinessmenRules {
    fn read_good(&self, word: &str) -> Result<Good, String> {
        let known = Good::ALL.into_iter().find(|good| self.words[good.index()] == word);
        known.ok_or_else(|| format!("`{word}` is no good; the goods are {}", self.words.join(", ")))
    }

    fn known_good(&self, word: &str) -> Result<Good, Refusal> {
        self.read_good(word).or_else(|message| refuse("BIZ-COMP-2", message))
    }

    fn write_units(&self, units: Units) -> Stock {
        units.goods().map(|good| (self.words[good.index()].clone(), units.of(good))).collect()
    }

    fn write_goods(&self, goods: Goods) -> Vec<String> {
        goods.map(|good| self.words[good.index()].clone()).collect()
    }

    fn player_position(&self, state: &State, seat: Seat) -> PlayerPosition {
        let player = &state.players[slot(seat)];
        let [improving, exporting, cars] = player.earned;
        let [events, skipping] = player.lost;
        PlayerPosition {
            coins: Some(player.coins),
            points: player.points,
            reached: (player.reached > 0).then_some(player.reached),
            warehouse: player.level(Characteristic::Warehouse),
            loader: player.level(Characteristic::Loader),
            manager: player.level(Characteristic::Manager),
            main: self.write_units(player.main),
            temporary: self.write_units(player.temporary),
            warnings: player.warnings.collect(),
            insured: player.insured.collect(),
            skips: state.skips.contains(seat),
            grant: state.grants.contains(seat) && !state.skips.contains(seat),
            passed: state.passed.contains(seat),
            bought: self.write_goods(player.bought),
            loaded: self.write_units(player.loaded),
            exported: self.write_goods(player.exported),
            earned: Earned { improving, exporting, cars },
            lost: Lost { events, skipping },
        }
    }

    /// Units within what can be counted at all; whether they fit the tiles is checked with the piles.
    fn read_units(&self, stock: &Stock) -> Result<Units, Refusal> {
        let mut units = Units::NONE;
        for (word, number) in stock {
            if *number > self.pack.numbers.tiles {
                return refuse("BIZ-INV-1", format!("there are only {} tiles of {word}", self.pack.numbers.tiles));
            }
            units.add(self.known_good(word)?, *number);
        }
        Ok(units)
    }

    /// A list of goods, each named once, which this clause wants.
    fn read_goods(&self, words: &[String], clause: &'static str) -> Result<Goods, Refusal> {
        let mut goods = Goods::NONE;
        for word in words {
            let good = self.known_good(word)?;
            if goods.contains(good) {
                return refuse(clause, format!("`{word}` stands there twice"));
            }
            goods.insert(good);
        }
        Ok(goods)
    }

    fn place_players(&self, state: &mut State, players: &[PlayerPosition]) -> Result<(), Refusal> {
        if players.len() > self.players {
            return refuse("BIZ-COMP-1", format!("`players` has more entries than the {} players", self.players));
        }
        let characteristics = |list: &[Characteristic]| {
            let set: Characteristics = list.iter().copied().collect();
            match set.len() == list.len() {
                true => Ok(set),
                false => refuse("BIZ-INV-11", "a characteristic has at most one warning marker and one insurance"),
            }
        };
        for (seat, given) in self.table.zip(players) {
            let mark = |set: &mut Seats, holds: bool| *set = if holds { set.with(seat) } else { *set };
            mark(&mut state.skips, given.skips);
            mark(&mut state.grants, given.grant || given.skips);
            mark(&mut state.passed, given.passed);
            state.players[slot(seat)] = Player {
                main: self.read_units(&given.main)?,
                temporary: self.read_units(&given.temporary)?,
                loaded: self.read_units(&given.loaded)?,
                coins: given.coins.unwrap_or(self.pack.numbers.coins),
                points: given.points,
                reached: given.reached.unwrap_or_else(|| u8::from(self.counts_arrival(given.points))),
                earned: [given.earned.improving, given.earned.exporting, given.earned.cars],
                lost: [given.lost.events, given.lost.skipping],
                levels: [given.warehouse, given.loader, given.manager],
                warnings: characteristics(&given.warnings)?,
                insured: characteristics(&given.insured)?,
                bought: self.read_goods(&given.bought, "BIZ-INV-13")?,
                exported: self.read_goods(&given.exported, "BIZ-INV-13")?,
            };
        }
        Ok(())
    }

    /// Market, cars, prices; and the piles, which are all that is left. (BIZ-INV-1)
    fn place_goods(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.market = self.read_units(&position.market)?;
        for (car, given) in &position.cars {
            let mut load = Load { good: Some(self.known_good(&given.good)?), ..Load::EMPTY };
            if given.units.len() > self.players {
                return refuse("BIZ-INV-5", format!("the {} car has units of somebody who does not play", car.word()));
            }
            let total: u32 = given.units.iter().map(|units| u32::from(*units)).sum();
            if total == 0 || total > self.capacities[car.index()].into() {
                let reason = format!("the {} car holds 1 to {} units", car.word(), self.capacities[car.index()]);
                return refuse("BIZ-INV-5", format!("{reason}; leave an empty car out"));
            }
            load.units[..given.units.len()].copy_from_slice(&given.units);
            load.total = total as u8;
            state.cars[car.index()] = load;
        }
        for (word, at) in &position.prices {
            state.positions[self.known_good(word)?.index()] = *at;
        }
        for good in Good::ALL {
            let lying = elsewhere(state, good);
            let Some(pile) = u32::from(self.pack.numbers.tiles).checked_sub(lying) else {
                let (tiles, name) = (self.pack.numbers.tiles, self.good(good));
                return refuse("BIZ-INV-1", format!("there are {tiles} tiles of {name}, but {lying} lie around"));
            };
            state.piles.clear(good);
            state.piles.add(good, pile as u8);
        }
        for (word, pile) in &position.piles {
            let expected = state.piles.of(self.known_good(word)?);
            if *pile != expected {
                let reason = format!("the pile of {word} holds all that lies nowhere else: {expected}, not {pile}");
                return refuse("BIZ-INV-1", reason);
            }
        }
        Ok(())
    }

    fn place_wheels(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.embargo = self.read_goods(&position.embargo, "BIZ-WHEEL-2")?;
        if let Some(id) = &position.wheel {
            let Some(sector) = self.pack.price_wheel.iter().position(|sector| sector.id == *id) else {
                return refuse("BIZ-WHEEL-2", format!("`{id}` is no sector of the price wheel"));
            };
            state.sector = Some(sector as u8);
        }
        if let Some(spin) = &position.spin {
            let Some(sector) = self.pack.event_wheel.iter().position(|sector| sector.id == spin.sector) else {
                return refuse("BIZ-EVENT-2", format!("`{}` is no sector of the event wheel", spin.sector));
            };
            state.spin = Some((spin.seat, sector as u8));
        }
        Ok(())
    }

    fn place_bank(&self, state: &mut State, bank: Option<Money>) -> Result<(), Refusal> {
        if !self.finite_bank {
            return match bank {
                Some(_) => refuse("BIZ-BANK-3", "the Bank never runs out at this table: leave out `bank`"),
                None => Ok(()),
            };
        }
        let purses: Money = state.players[..self.players].iter().map(|player| player.coins).sum();
        state.bank = bank.unwrap_or(self.money + -purses);
        Ok(())
    }

    /// Who begins the phase of a position that does not say whose turn it is.
    fn begins(&self, state: &State) -> Seat {
        let begins = match state.phase {
            Phase::Announcing | Phase::Over => None,
            Phase::Loading if self.options.loading_start != LoadingStart::FirstToPass => self.first_to_load(&mut { *state }),
            _ => self.leader(state),
        };
        begins.unwrap_or(state.lead)
    }
}

/// Tiles of a good that do not lie on its pile.
pub(crate) fn elsewhere(state: &State, good: Good) -> u32 {
    let warehouses = |player: &Player| u32::from(player.main.of(good)) + u32::from(player.temporary.of(good));
    let stocks: u32 = state.players[..MOST_PLAYERS].iter().map(warehouses).sum();
    let cars: u32 = state.cars.iter().filter(|load| load.good == Some(good)).map(|load| u32::from(load.total)).sum();
    stocks + cars + u32::from(state.market.of(good))
}
