//! Actions as they are written and read, and the table as a position.

use crate::{
    actions::Action,
    colours::{Colour, Direction},
    places::{Place, Warehouse},
    position::{CountsPosition, DeedsPosition, DrivePosition, Position, SeriesPosition, TruckPosition},
    rules::ProfitabilityRules,
    state::{Damaged, GoodHandled, Handled, State, Step, Truck},
};
use kernel::{Notation, Refusal};
use std::collections::BTreeMap;

const SHAPES: &str = "an action is `mark red+`, `leave`, `fill 10 +`, `joker red up`, `shift 12 6 +`, `turn 3`, `decline`, \
                      `drive N3`, `drive N1 via SmallRed`, `unload green`, `unload damaged`, `load blue yellow`, `end` or `back`";

impl Notation for ProfitabilityRules {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match *action {
            Action::Mark(marker) => format!("mark {marker}"),
            Action::Leave => "leave".into(),
            Action::Fill { from, direction } => format!("fill {from} {}", direction.sign()),
            Action::Price { colour, direction } => format!("joker {colour} {}", direction.word()),
            Action::Shift { from, to, direction } => format!("shift {from} {to} {}", direction.sign()),
            Action::Turn(space) => format!("turn {space}"),
            Action::Decline => "decline".into(),
            Action::Drive { to, via: None } => format!("drive {}", self.board.name(to)),
            Action::Drive { to, via: Some(via) } => format!("drive {} via {via}", self.board.name(to)),
            Action::Unload(good) => format!("unload {good}"),
            Action::Scrap => "unload damaged".into(),
            Action::Load { space, good } => format!("load {space} {good}"),
            Action::End => "end".into(),
            Action::Back => "back".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["mark", marker] => marker.parse().map(Action::Mark),
            ["leave"] => Ok(Action::Leave),
            ["fill", from, sign] => Ok(Action::Fill { from: from.parse()?, direction: Direction::of_sign(sign)? }),
            ["joker", colour, way] => {
                let direction = Direction::ALL.into_iter().find(|direction| direction.word() == way);
                let direction = direction.ok_or_else(|| format!("`{way}` is not a way for a price; it goes up or down"))?;
                Ok(Action::Price { colour: colour.parse()?, direction })
            }
            ["shift", from, to, sign] => {
                Ok(Action::Shift { from: from.parse()?, to: to.parse()?, direction: Direction::of_sign(sign)? })
            }
            ["turn", space] => space.parse().map(Action::Turn),
            ["decline"] => Ok(Action::Decline),
            ["drive", to] => Ok(Action::Drive { to: self.board.place(to)?, via: None }),
            ["drive", to, "via", via] => {
                let via =
                    Warehouse::named(via).ok_or_else(|| format!("`{via}` is not a warehouse that could be driven through"))?;
                Ok(Action::Drive { to: self.board.place(to)?, via: Some(via) })
            }
            ["unload", "damaged"] => Ok(Action::Scrap),
            ["unload", good] => good.parse().map(Action::Unload),
            ["load", space, good] => Ok(Action::Load { space: space.parse()?, good: good.parse()? }),
            ["end"] => Ok(Action::End),
            ["back"] => Ok(Action::Back),
            _ => Err(format!("`{text}` is not an action: {SHAPES}")),
        }
    }

    fn position(&self, state: &State) -> Position {
        let played = || state.played();
        let rolled = state.dice != [0; 2];
        let marking = state.step == Step::Marking;
        let store = |warehouse: Warehouse| {
            let goods = |space| state.stores[warehouse.index()].space(space).each().collect();
            (warehouse.to_string(), Colour::ALL.map(|space| (space, goods(space))).into_iter().collect())
        };
        let series = state.series;
        let counts = state.counts;
        Position {
            number: Some(state.number),
            lap: Some(state.lap),
            turn: Some(state.seat),
            starter: Some(state.starter),
            step: Some(state.step.name().into()),
            dice: rolled.then_some(state.dice),
            points: Some(state.points),
            colours: Some(state.colours[..self.players].to_vec()),
            tiles: Some(state.tiles.iter().map(|laid| laid.name()).collect()),
            trend: Some(state.trend.spaces().map(|(space, marker)| (space.sum(), marker.to_string())).collect()),
            marked: marking.then_some(state.marked),
            prices: Colour::ALL.map(|colour| (colour, self.price(state, colour))).into(),
            profits: played().map(|colour| (colour, state.profits[self.account(colour)].units())).collect(),
            trucks: played().map(|colour| (colour, self.write_truck(state.truck(colour)))).collect(),
            stores: Warehouse::all().map(store).collect(),
            closing: state.closing,
            bookings: played().map(|colour| (colour, state.booked[self.account(colour)])).collect(),
            booking: Some(state.bookings),
            handled: (state.handled != Handled::Nothing).then(|| state.handled.name().into()),
            deeds: (self.take_back && state.step != Step::Over && !marking).then(|| DeedsPosition {
                done: state.goods_handled.done.iter().flatten().map(|handled| self.write_handled(*handled)).collect(),
                stage: Some(state.goods_handled.stage.name().into()),
                booking: state.goods_handled.bookings,
                booked: state.goods_handled.booked,
            }),
            drive: state.drive.map(|drive| DrivePosition {
                colour: drive.colour,
                from: self.board.name(drive.from),
                via: drive.via.map(|via| via.to_string()),
                last: drive.last.to_string(),
            }),
            series: Some(SeriesPosition {
                totals: played().map(|colour| (colour, series.totals[colour.index()].units())).collect(),
                places: played().map(|colour| (colour, series.placings[colour.index()])).collect(),
                last: played().map(|colour| (colour, series.last[colour.index()])).collect(),
            }),
            counts: Some(CountsPosition {
                laps: counts.laps,
                unloaded: counts.unloaded,
                damaged: counts.damaged,
                steps: counts.steps,
                carried: counts.carried,
                extras: counts.extras,
                jokers: counts.jokers,
            }),
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

impl ProfitabilityRules {
    /// What was unloaded or loaded, as the action is written.
    pub(crate) fn write_handled(&self, handled: GoodHandled) -> String {
        self.write(&match handled {
            GoodHandled::Unloaded(good) => Action::Unload(good),
            GoodHandled::Scrapped => Action::Scrap,
            GoodHandled::Loaded(space, good) => Action::Load { space, good },
        })
    }

    fn write_truck(&self, truck: &Truck) -> TruckPosition {
        let parked = matches!(truck.at, Some(Place::In(_)));
        TruckPosition {
            at: truck.at.map(|place| self.board.name(place)),
            stage: parked.then(|| truck.stage.name().into()),
            last: Some(truck.last.to_string()),
            goods: Some(truck.goods.each().collect()),
            damaged: Some(truck.carries_damaged()),
            scrapped: if let Damaged::In(warehouse) = truck.damaged { Some(warehouse.to_string()) } else { None },
            home: Some(truck.home),
        }
    }
}

/// The goods of the reference set-up that are "of any colour": by colour, the one in a large warehouse's own space, the one in a
/// small warehouse, and the one on a truck.
pub(crate) const REFERENCE: [[Colour; 4]; 3] = [
    [Colour::Blue, Colour::Yellow, Colour::Green, Colour::Red],
    [Colour::Yellow, Colour::Green, Colour::Red, Colour::Blue],
    [Colour::Green, Colour::Red, Colour::Blue, Colour::Yellow],
];

/// The values by colour as they were written; the others are `default`.
pub(crate) fn by_colour<T: Copy>(given: &BTreeMap<Colour, T>, default: T) -> [T; 4] {
    Colour::ALL.map(|colour| given.get(&colour).copied().unwrap_or(default))
}
