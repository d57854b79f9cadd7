//! Actions and states as text, and back.

use crate::{
    actions::Action,
    goods::{Car, Characteristic, Good, Goods, Units},
    pack::{EXPORT_CARDS, GOODS_CARDS},
    position::{CarPosition, PlayerPosition, Position, SpinPosition, Stock},
    rules::{BusinessmenRules, slot},
    state::{Phase, State},
    view::{Earned, Lost},
};
use kernel::{Cards, Notation, Refusal, Seat};

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
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{word}` is not a number of units"));
        match words[..] {
            ["skip"] => Ok(Action::Skip),
            ["play"] => Ok(Action::Play),
            ["pass"] => Ok(Action::Pass),
            ["done"] => Ok(Action::Done),
            ["buy", units, good] => Ok(Action::Buy { units: number(units)?, good: self.read_good(good)? }),
            ["export", units, good] => Ok(Action::Export { units: number(units)?, good: self.read_good(good)? }),
            ["load", good, car] => {
                let known = Car::ALL.into_iter().find(|known| known.word() == car);
                let car = known.ok_or_else(|| format!("`{car}` is not a car; the cars are yellow, blue and green"))?;
                Ok(Action::Load { good: self.read_good(good)?, car })
            }
            ["keep", ref goods @ ..] if !goods.is_empty() => {
                let mut kept = Goods::NONE;
                for word in goods {
                    let good = self.read_good(word)?;
                    if kept.contains(good) {
                        return Err(format!("`{word}` is given twice"));
                    }
                    kept.insert(good);
                }
                Ok(Action::Keep(kept))
            }
            ["improve", characteristic] => read_characteristic(characteristic).map(Action::Improve),
            ["insure", characteristic] => read_characteristic(characteristic).map(Action::Insure),
            _ => Err(format!(
                "`{text}` is not an action: an action is skip, play, `buy 3 oil`, pass, `load oil green`, `keep wood oil`, \
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

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        self.table_of(position)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.check_state(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        self.check_between(before, after)
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
    known.ok_or_else(|| format!("`{word}` is not a characteristic; there are warehouse, loader and manager"))
}

impl BusinessmenRules {
    pub(crate) fn read_good(&self, word: &str) -> Result<Good, String> {
        let known = Good::ALL.into_iter().find(|good| self.words[good.index()] == word);
        known.ok_or_else(|| format!("`{word}` is not a good; the goods are {}", self.words.join(", ")))
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
}
