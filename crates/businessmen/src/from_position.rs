//! Sets up positions that were written down.

use crate::{
    goods::{Characteristic, Characteristics, Good, Goods, Units},
    options::LoadingStart,
    pack::{EXPORT_CARDS, GOODS_CARDS},
    position::{PlayerPosition, Position, Stock},
    rules::{BusinessmenRules, slot},
    state::{Load, MOST_PLAYERS, Phase, Player, State},
};
use kernel::{Cards, Money, Refusal, Seat, Seats, refuse};

impl BusinessmenRules {
    /// The state that a position describes, or why it is impossible.
    pub(crate) fn table_of(&self, position: &Position) -> Result<State, Refusal> {
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

    fn known_good(&self, word: &str) -> Result<Good, Refusal> {
        self.read_good(word).or_else(|message| refuse("BIZ-COMP-2", message))
    }

    /// Units within the range that can be counted; whether there are enough tiles is checked with the piles.
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

    /// A list of goods, each named only once, as this clause requires.
    fn read_goods(&self, words: &[String], clause: &'static str) -> Result<Goods, Refusal> {
        let mut goods = Goods::NONE;
        for word in words {
            let good = self.known_good(word)?;
            if goods.contains(good) {
                return refuse(clause, format!("`{word}` is given twice"));
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

    /// Places market, cars and prices; the piles are all remaining tiles. (BIZ-INV-1)
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
                return refuse("BIZ-WHEEL-2", format!("`{id}` is not a sector of the price wheel"));
            };
            state.sector = Some(sector as u8);
        }
        if let Some(spin) = &position.spin {
            let Some(sector) = self.pack.event_wheel.iter().position(|sector| sector.id == spin.sector) else {
                return refuse("BIZ-EVENT-2", format!("`{}` is not a sector of the event wheel", spin.sector));
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

    /// The player who begins the phase, for positions that do not say whose turn it is.
    fn begins(&self, state: &State) -> Seat {
        let begins = match state.phase {
            Phase::Announcing | Phase::Over => None,
            Phase::Loading if self.options.loading_start != LoadingStart::FirstToPass => self.first_to_load(&mut { *state }),
            _ => self.leader(state),
        };
        begins.unwrap_or(state.lead)
    }
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

/// How many tiles of a good are not on its pile.
pub(crate) fn elsewhere(state: &State, good: Good) -> u32 {
    let warehouses = |player: &Player| u32::from(player.main.of(good)) + u32::from(player.temporary.of(good));
    let stocks: u32 = state.players[..MOST_PLAYERS].iter().map(warehouses).sum();
    let cars: u32 = state.cars.iter().filter(|load| load.good == Some(good)).map(|load| u32::from(load.total)).sum();
    stocks + cars + u32::from(state.market.of(good))
}
