//! A ledger of a running game, kept from what is told (the events) and by the model, and held against the table after every action.

use crate::{
    board::{BROKERS, Board, DEPOTS, Piece, STATIONS, STORES, afloat, aloft, kind, land_named, landed_at, owner, place},
    customs::{self, Due, Settings},
    money,
    printed::{Kind, Land, Printed},
    routes::{self, Afloat, Aloft, Drive, Group, Landing, Over, Sail, Ways},
    weather::{self, Place},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

/// The settings that the ledger looks at.
#[derive(Clone, Copy, Debug)]
struct House {
    customs: Settings,
    per_turn: bool,
    on_entry: bool,
    cap: Option<i64>,
}

impl House {
    fn of(settings: &Value) -> House {
        House {
            customs: Settings {
                every_landing: settings["aircraft_customs"] == "any",
                no_card_in_transit: settings["transit_flag_customs"] == "none",
                regional_flags: settings["regional_flag_customs"] == "yes",
            },
            per_turn: settings["aircraft_fuel"] == "per_turn",
            on_entry: settings["weather_check"] == "on_entry",
            cap: settings["vp_cap"].as_str().map(|cap| cap.parse().expect("a number of points")),
        }
    }
}

/// A running movement turn.
#[derive(Clone, Debug)]
struct Turn {
    group: Group,
    moved: BTreeSet<String>,
    /// Who took the last step, and what it carried: one of these goes on (CMP-MOVE-8).
    going: BTreeSet<String>,
    /// Tokens that have parted from those that went on and take no more steps (CMP-MOVE-8).
    out: BTreeSet<String>,
    /// Trucks that were aboard when their carrier moved: it is their movement turn too (CMP-MOVE-1).
    carried: BTreeSet<String>,
    /// Who has paid fuel, or need not.
    fuelled: BTreeSet<String>,
    /// Whose fuel a depot gives.
    free: BTreeSet<String>,
    notches: BTreeMap<String, Vec<u32>>,
    /// Trucks that drove to where they are.
    drove: BTreeSet<String>,
    /// Trucks for whom a customs card is due if they stop.
    card_if_it_ends: BTreeSet<String>,
    /// Is it over?
    over: bool,
    /// Political events still due for trucks, and weather checks still due, now that it is over.
    events_due: BTreeMap<String, Land>,
    checks_due: BTreeSet<String>,
    weathered: bool,
    /// Was the turn ended by an effect?
    cut_short: bool,
}

/// A token on a strait, where a customs card is drawn before it goes on.
#[derive(Clone, Debug)]
struct Crossing {
    token: String,
    near: String,
    far: String,
    /// The points that the far side takes.
    points: u32,
    /// Was the extra P.M. bought?
    bought: bool,
}

/// What is found amiss: a heading, and all there is to say.
pub type Amiss = (String, String);

pub struct Ledger {
    printed: Rc<Printed>,
    ways: Rc<Vec<Ways>>,
    house: House,
    board: Board,
    first: usize,
    turn: Option<Turn>,
    /// The movement turns of the Delivery that count as used, and whether no further card is drawn.
    delivery: Option<(u32, bool)>,
    /// The Receiver of the goods of the Delivery.
    receiver: Option<Land>,
    /// A customs card that is due: the token, and the territory or strait.
    card_due: Option<(String, Option<Land>, Option<usize>)>,
    /// A political event of a ship that has docked or an aircraft that has landed.
    event_due: Option<(String, Land)>,
    /// A token that a card holds on a strait.
    crossing: Option<Crossing>,
    /// Fees and tolls beyond that strait.
    fees_beyond: Vec<(usize, usize, Land, i64)>,
    /// Who has still to roll against a danger that has just struck.
    strike: Vec<(usize, BTreeSet<String>)>,
    /// The card drawn last: where there is a broker, several are drawn for one.
    last_card: Option<(String, Option<Land>, Option<usize>)>,
    /// Fees and tolls that are due: who pays whom, where, and how much.
    fees_due: Vec<(usize, usize, Land, i64)>,
    /// The airport at which the aircraft that moved last stood before.
    last_before: Option<Land>,
    /// Was the goods' early card earned with this action?
    early: Option<bool>,
    /// Did something happen to the board that the events do not tell in full?
    lost: bool,
    pub amiss: Vec<Amiss>,
    pub checked: BTreeMap<&'static str, usize>,
}

impl Ledger {
    fn note(&mut self, heading: &str, what: String) {
        self.amiss.push((heading.to_owned(), what));
    }

    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, heading: &'static str, model: T, game: T) {
        *self.checked.entry(heading).or_default() += 1;
        if model != game {
            self.note(heading, format!("the model says {model:?}, the game {game:?}"));
        }
    }

    fn spot(&self, at: &Value) -> String {
        let (key, value) = at.as_object().and_then(|at| at.iter().next()).unwrap_or_else(|| panic!("a place: {at}"));
        let number = || value.as_u64().unwrap_or_else(|| panic!("{at}")) as usize;
        match key.as_str() {
            "sea" | "air" if value.is_string() => value.as_str().unwrap().to_owned(),
            "arrow" if !value.is_number() => format!("arrow {value}"),
            "land" | "port" | "airport" => self.printed.territories[number()].id.clone(),
            "sea" | "air" => self.printed.cells.keys().nth(number()).unwrap().to_string(),
            "strait" => format!("strait {}", self.printed.straits[number()].id),
            "arrow" => format!("arrow {}", number()),
            other => panic!("{other} is no place to go"),
        }
    }

    fn raised(&self, player: usize) -> u32 {
        let area = self.printed.dangers[self.board.danger].continent.clone();
        let own = self.board.own(player);
        let stations = self.board.with_effect(&STATIONS);
        stations.filter(|site| own.contains(site) && self.printed.territories[*site].continent == area).count() as u32
    }

    fn endangered(&self, token: &str) -> bool {
        let Some(outer) = self.board.outermost(token) else { return false };
        let danger = &self.printed.dangers[self.board.danger];
        let place = self.board.pieces.get(&outer).and_then(|piece| place(&self.printed, &outer, &piece.at));
        place.is_some_and(|place| place.endangered(&self.printed, danger, &self.board.own(owner(&outer))))
    }

    /// The way of a run, the points, and the places (CMP-TM-13).
    fn run(&self, token: &str, to: &str, seat: usize) -> Option<(u32, Vec<String>)> {
        let piece = &self.board.pieces[token];
        let allowance = match &self.turn {
            Some(turn) => turn.group.left(token, kind(token)),
            None => kind(token).points(),
        };
        let ways = &self.ways[self.board.danger];
        let printed = &*self.printed;
        let laden = self.delivery.is_some() && self.board.laden(token) && !self.delivery.is_some_and(|(_, pass)| pass);
        let goods_to = self.receiver.filter(|_| self.board.laden(token));
        let own = self.board.own(seat);
        let sites = self.board.sites();
        let fee = |land: Land| !money::entry(&sites, seat, owner(token), land).is_empty();
        let danger = &printed.dangers[self.board.danger];
        let weathered = self.turn.as_ref().is_some_and(|turn| turn.weathered);
        let guard = self.board.own(owner(token));
        let checked = |place: Place| self.house.on_entry && !weathered && place.endangered(printed, danger, &guard);
        match kind(token) {
            Kind::Truck => {
                let happens = |_: Land, drive: &Drive| {
                    fee(drive.to)
                        || customs::truck(printed, self.house.customs, &own, laden, *drive) == Due::Now
                        || goods_to == Some(drive.to)
                        || checked(Place::Truck(drive.to))
                };
                let steps = |at: Land| ways.drives[at].clone();
                let runs =
                    routes::runs(printed.land(&piece.at), allowance, steps, |drive: &Drive| (drive.to, drive.points), happens);
                let (points, _, places) = runs.get(&printed.land(to))?;
                Some((*points, places.iter().map(|land| printed.territories[*land].id.clone()).collect()))
            }
            Kind::Ship => {
                let happens = |_: Afloat, sail: &Sail| match sail.to {
                    Afloat::Port(port) => {
                        fee(port)
                            || goods_to == Some(port)
                            || customs::political_event(printed, port)
                            || customs::ship_docks(printed, &own, laden, port) == Due::Now
                    }
                    Afloat::Hex(hex) => customs::ship_crosses(laden, *sail) == Due::Now || checked(Place::AtSea(hex)),
                };
                let steps = |at: Afloat| ways.sails[&at].clone();
                let start = afloat(printed, &piece.at);
                let runs = routes::runs(start, allowance, steps, |sail: &Sail| (sail.to, sail.points), happens);
                let (points, _, places) = runs.get(&afloat(printed, to))?;
                let named = places.iter().map(|place| match place {
                    Afloat::Port(land) => printed.territories[*land].id.clone(),
                    Afloat::Hex(hex) => hex.to_string(),
                });
                Some((*points, named.collect()))
            }
            Kind::Aircraft => None,
        }
    }
}

fn number(event: &Value, key: &str) -> i64 {
    event[key].as_i64().unwrap_or_else(|| panic!("{key} of {event}"))
}

fn seat_of(event: &Value, key: &str) -> usize {
    number(event, key) as usize - 1
}

fn text<'a>(event: &'a Value, key: &str) -> &'a str {
    event[key].as_str().unwrap_or_else(|| panic!("{key} of {event}"))
}

impl Ledger {
    fn pay(&mut self, player: usize, sum: i64) {
        self.board.players[player].money += sum;
    }

    fn put(&mut self, token: &str, at: String) {
        let last = landed_at(&self.printed, token, &at);
        if let Some(piece) = self.board.pieces.get_mut(token) {
            piece.at = at;
            piece.last = last.or(piece.last);
        }
    }

    /// A token leaves a strait for the far side (CMP-STRAIT-3, CMP-STRAIT-4, CMP-STRAIT-6).
    fn left_strait(&mut self, event: &Value) {
        let token = text(event, "token").to_owned();
        let way: Vec<String> = event["way"].as_array().unwrap().iter().map(|at| self.spot(at)).collect();
        let Some(crossing) = self.crossing.take().filter(|crossing| crossing.token == token && self.card_due.is_none()) else {
            self.note("leaving a strait", format!("{event}"));
            return;
        };
        self.equal("leaving a strait", vec![crossing.far.clone()], way);
        let points = if crossing.bought { 0 } else { crossing.points };
        self.equal("points of a way", i64::from(points), number(event, "points"));
        self.equal("fuel", 0, number(event, "fuel"));
        let turn = self.turn.as_mut().unwrap();
        let enough = turn.group.uses(&token, kind(&token), points);
        if kind(&token) == Kind::Truck {
            turn.drove.insert(token.clone());
        }
        self.equal("points are enough", true, enough);
        self.put(&token, crossing.far);
        self.fees_due = std::mem::take(&mut self.fees_beyond);
    }

    /// Which token may take a step, and which goes on after it (CMP-MOVE-7, CMP-MOVE-8, CMP-DELIV-5).
    fn steps(&mut self, token: &str) {
        let goods = self.board.laden(token) && self.delivery.is_some();
        let turn = self.turn.as_ref().unwrap();
        let carries = |truck: &String| self.board.outermost(truck).as_deref() == Some(token);
        let its_turn = turn.moved.is_empty() || goods || turn.going.iter().any(carries);
        let may = its_turn && !turn.out.contains(token);
        self.equal("who takes a step", true, may);
        let aboard = format!("aboard {token}");
        let carried = self.board.pieces.iter().filter(|(_, piece)| piece.at == aboard).map(|(truck, _)| truck.clone());
        let together: BTreeSet<String> = carried.chain([token.to_owned()]).collect();
        let turn = self.turn.as_mut().unwrap();
        let left_behind: Vec<String> = turn.going.difference(&together).cloned().collect();
        turn.out.extend(left_behind);
        turn.going = together.difference(&turn.out).cloned().collect();
        // A truck that leaves aboard has only passed through (CMP-POL-3).
        for truck in together.iter().filter(|other| *other != token) {
            turn.drove.remove(truck);
            turn.card_if_it_ends.remove(truck);
        }
    }

    /// A token took steps of its own.
    fn went(&mut self, event: &Value, action: &str, alone: bool) {
        if event["from"].get("strait").is_some() {
            return self.left_strait(event);
        }
        let printed = Rc::clone(&self.printed);
        let (user, token) = (seat_of(event, "seat"), text(event, "token").to_owned());
        let kind = kind(&token);
        let from = self.spot(&event["from"]);
        let here = self.board.pieces[&token].at.clone();
        if !from.starts_with("arrow") {
            self.equal("where a step begins", here.clone(), from);
        }
        // CMP-TM-3, CMP-COMBO-6, CMP-FUEL-5, CMP-SPEC-11.
        if self.turn.as_ref().is_none_or(|turn| turn.over) {
            self.settle();
            self.turn = Some(Turn {
                group: Group::begun_by(kind, self.board.carries(&token)),
                moved: BTreeSet::new(),
                going: BTreeSet::new(),
                out: BTreeSet::new(),
                carried: BTreeSet::new(),
                fuelled: BTreeSet::new(),
                free: BTreeSet::new(),
                notches: BTreeMap::new(),
                drove: BTreeSet::new(),
                card_if_it_ends: BTreeSet::new(),
                over: false,
                events_due: BTreeMap::new(),
                checks_due: BTreeSet::new(),
                weathered: false,
                cut_short: false,
            });
            if let Some((used, _)) = &mut self.delivery {
                *used += 1;
            }
        }
        if self.card_due.is_some() || self.event_due.is_some() {
            let what = format!("{:?} {:?}", self.card_due.take(), self.event_due.take());
            self.note("a step before what was due", what);
        }
        self.steps(&token);
        let target = action.split(' ').nth(2).unwrap_or_default().to_owned();
        let run = if alone && kind != Kind::Aircraft && action.starts_with("go ") {
            Some(self.run(&token, &target, user))
        } else {
            None
        };
        let mut way: Vec<String> = event["way"].as_array().unwrap().iter().map(|at| self.spot(at)).collect();
        // Where a card is drawn on a strait, the log gives the way up to there.
        let told_to = way.last().unwrap().clone();
        let on_strait = told_to.starts_with("strait ");
        if on_strait {
            *way.last_mut().unwrap() = target.clone();
        }
        let ways = Rc::clone(&self.ways);
        let ways = &ways[self.board.danger];
        let loaded = self.delivery.is_some() && self.board.laden(&token);
        let draws = loaded && !self.delivery.is_some_and(|(_, pass)| pass);
        let own = self.board.own(user);
        let sites = self.board.sites();
        // Steps, their points, and what the last of them brings.
        let mut points = 0;
        let mut near = here.clone();
        let mut before_last = here.clone();
        let (mut due, mut strait, mut notch, mut last_step) = (Due::No, None, None, 0);
        for (index, to) in way.iter().enumerate() {
            let end = index + 1 == way.len();
            if due == Due::Now {
                self.note("a run goes on where a card is due", format!("{token} {way:?}"));
            }
            strait = None;
            match kind {
                Kind::Truck => {
                    let land = printed.land(to);
                    let Some(drive) = ways.drives[printed.land(&near)].iter().find(|drive| drive.to == land) else {
                        self.note("a step of a truck", format!("{near} to {to}"));
                        return;
                    };
                    points += drive.points;
                    last_step = drive.points;
                    due = customs::truck(&printed, self.house.customs, &own, draws, *drive);
                    if let Over::Strait(channel) = drive.over {
                        strait = Some(channel);
                    }
                    if !end && !money::entry(&sites, user, owner(&token), land).is_empty() {
                        self.note("a run passes where a fee is due", format!("{token} {way:?}"));
                    }
                }
                Kind::Ship => {
                    let place = afloat(&printed, to);
                    let steps = &ways.sails[&afloat(&printed, &near)];
                    let Some(sail) = steps.iter().filter(|sail| sail.to == place).min_by_key(|sail| sail.points) else {
                        self.note("a step of a ship", format!("{near} to {to}"));
                        return;
                    };
                    points += sail.points;
                    last_step = sail.points;
                    strait = sail.strait;
                    due = match place {
                        Afloat::Port(port) => customs::ship_docks(&printed, &own, draws, port),
                        Afloat::Hex(_) => customs::ship_crosses(draws, *sail),
                    };
                }
                Kind::Aircraft => {
                    let place = aloft(&printed, &target);
                    let start = aloft(&printed, &here);
                    let Some(flight) = routes::measured(&printed, start.point(&printed), place.point(&printed)) else {
                        self.note("a flight of no length", format!("{here} to {target}"));
                        return;
                    };
                    points += flight.points;
                    notch = Some(flight.notch);
                    if let Aloft::Airport(land) = place {
                        let last = self.board.pieces[&token].last.unwrap();
                        due = customs::aircraft_lands(&printed, self.house.customs, &own, draws, last, land);
                    }
                }
            }
            before_last = std::mem::replace(&mut near, to.clone());
        }
        // CMP-STRAIT-1: the strait itself takes 1 P.M.
        let beyond = if on_strait { last_step - 1 } else { 0 };
        points -= beyond;
        self.equal("told as far as the strait", strait.is_some() && due == Due::Now, on_strait);
        self.equal("points of a way", i64::from(points), number(event, "points"));
        if let Some(run) = run {
            match run {
                None => self.note("a run", format!("{token} to {target}: the model knows no way, the game {way:?}")),
                Some((_, model)) => self.equal("the way of a run", model, way.clone()),
            }
        }
        // Points of the group and fuel.
        let depot = land_named(&printed, &here).is_some_and(|land| {
            self.board.own(owner(&token)).contains(&land) && self.board.with_effect(&DEPOTS).any(|site| site == land)
        });
        let per_turn = self.house.per_turn;
        let aboard = format!("aboard {token}");
        let carried: Vec<String> =
            self.board.pieces.iter().filter(|(_, piece)| piece.at == aboard).map(|(truck, _)| truck.clone()).collect();
        let turn = self.turn.as_mut().unwrap();
        turn.carried.extend(carried);
        let enough = turn.group.uses(&token, kind, points);
        // Only the first moving step of the whole movement turn counts.
        let begins = turn.moved.is_empty();
        turn.moved.insert(token.clone());
        if begins && depot && owner(&token) == user {
            turn.free.insert(token.clone());
        }
        let fuel = if turn.free.contains(&token) {
            0
        } else if let Some(notch) = notch {
            let notches = turn.notches.entry(token.clone()).or_default();
            notches.push(notch);
            *money::flight_fuel(notches, per_turn).last().unwrap()
        } else if turn.fuelled.insert(token.clone()) {
            money::fuel(kind)
        } else {
            0
        };
        self.equal("points are enough", true, enough);
        self.equal("fuel", fuel, number(event, "fuel"));
        self.pay(user, -number(event, "fuel"));
        // The place, and what is due there.
        let mut end = way.last().unwrap().clone();
        if end.starts_with("arrow ") {
            end = match target.split_once('-') {
                Some(("left", pair)) => format!("right-{pair}"),
                Some((_, pair)) => format!("left-{pair}"),
                None => panic!("{target} is no arrow"),
            };
            self.turn.as_mut().unwrap().group.loses_all();
        }
        let last = self.board.pieces[&token].last;
        self.last_before = last;
        self.put(&token, if on_strait { told_to } else { end.clone() });
        let turn = self.turn.as_mut().unwrap();
        turn.drove.remove(&token);
        turn.card_if_it_ends.remove(&token);
        if kind == Kind::Truck && !on_strait {
            turn.drove.insert(token.clone());
        }
        self.crossing = None;
        if let Some(strait) = strait.filter(|_| due == Due::Now) {
            self.card_due = Some((token.clone(), None, Some(strait)));
            let far = end.clone();
            self.crossing = Some(Crossing { token: token.clone(), near: before_last, far, points: beyond, bought: false });
        }
        let Some(land) = land_named(&printed, &end) else { return };
        match due {
            Due::No => {}
            Due::Now if strait.is_some() => {}
            Due::Now => self.card_due = Some((token.clone(), Some(land), None)),
            Due::IfItEndsHere => {
                turn.card_if_it_ends.insert(token.clone());
            }
        }
        if kind == Kind::Aircraft {
            let owned = self.board.own(owner(&token));
            match routes::landing(&printed, &ways.lasting, &owned, last.unwrap(), land) {
                Landing::Refused => self.note("landing rights", format!("{token} at {end}")),
                Landing::Costly => self.turn.as_mut().unwrap().group.loses_all(),
                Landing::Allowed => {}
            }
        }
        if kind != Kind::Truck && customs::political_event(&printed, land) {
            self.event_due = Some((token.clone(), land));
        }
        let fees = money::entry(&sites, user, owner(&token), land).into_iter().map(|(to, sum)| (user, to, land, sum)).collect();
        // On the far side of a strait they are due when the card has let the token pass.
        if self.crossing.is_some() {
            self.fees_beyond = fees;
        } else {
            self.fees_due = fees;
        }
    }

    /// The territory in which a token is, by itself or aboard.
    fn land_of(&self, token: &str) -> Option<Land> {
        land_named(&self.printed, &self.board.pieces.get(&self.board.outermost(token)?)?.at)
    }

    /// Everything that a movement turn brings is done.
    fn settle(&mut self) {
        if let Some(turn) = self.turn.take() {
            if !turn.cut_short {
                if !turn.events_due.is_empty() {
                    self.note("political events of trucks that stopped", format!("{:?} were not faced", turn.events_due));
                }
                if !turn.checks_due.is_empty() {
                    self.note("weather checks", format!("{:?} were not checked", turn.checks_due));
                }
                if self.card_due.is_some() || self.event_due.is_some() {
                    let what = format!("{:?} {:?}", self.card_due, self.event_due);
                    self.note("due and not done", what);
                }
            }
            *self.checked.entry("movement turns").or_default() += 1;
        }
        self.card_due = None;
        self.event_due = None;
    }

    fn movement_over(&mut self) {
        let Some(turn) = &self.turn else { return };
        let mut events = BTreeMap::new();
        let mut checks = BTreeSet::new();
        for token in turn.moved.union(&turn.carried) {
            if turn.drove.contains(token)
                // Also aboard a carrier in port or at the airport there (CMP-POL-3).
                && let Some(land) = self.land_of(token)
                && customs::political_event(&self.printed, land)
            {
                events.insert(token.clone(), land);
            }
            if self.endangered(token) {
                checks.insert(self.board.outermost(token).unwrap());
            }
        }
        let card =
            turn.card_if_it_ends.iter().find(|token| self.board.pieces.get(*token).is_some_and(|piece| piece.load.is_some()));
        if let Some(token) = card.cloned()
            && self.delivery.is_some_and(|(_, pass)| !pass)
            && let Some(land) = self.land_of(&token)
        {
            self.card_due = Some((token, Some(land), None));
        }
        let turn = self.turn.as_mut().unwrap();
        turn.over = true;
        turn.events_due.extend(events);
        turn.checks_due.extend(checks);
    }

    /// A token is where it did not go by itself.
    fn moved_by_effect(&mut self, token: &str) {
        if let Some(turn) = &mut self.turn {
            turn.drove.remove(token);
            turn.card_if_it_ends.remove(token);
            turn.checks_due.remove(token);
            turn.events_due.remove(token);
        }
    }

    fn strikes(&mut self) {
        let players = self.board.players.len();
        for nth in 0..players {
            let player = (self.first + nth) % players;
            let tokens: BTreeSet<String> = self
                .board
                .pieces
                .keys()
                .filter(|token| owner(token) == player && self.board.outermost(token).as_ref() == Some(*token))
                .filter(|token| self.endangered(token))
                .cloned()
                .collect();
            if !tokens.is_empty() {
                self.strike.push((player, tokens));
            }
        }
    }

    fn weather(&mut self, event: &Value) {
        let player = seat_of(event, "seat");
        let tokens: BTreeSet<String> =
            event["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap().to_owned()).collect();
        let danger = self.printed.dangers[self.board.danger].clone();
        let raised = self.raised(player);
        self.equal("save numbers", i64::from(danger.save + raised), number(event, "save"));
        let die = event["die"].as_u64().map(|die| die as u32);
        let model = weather::saved(&danger, raised, die.unwrap_or(1));
        self.equal("saved", (model.is_none(), model.unwrap_or(true)), (die.is_none(), event["saved"].as_bool().unwrap()));
        if let Some((who, expected)) = (!self.strike.is_empty()).then(|| self.strike.remove(0)) {
            self.equal("who rolls when a danger strikes", (who, expected), (player, tokens));
            return;
        }
        let on_entry = self.house.on_entry;
        let still = tokens.iter().all(|token| self.endangered(token) && owner(token) == player);
        self.equal("who is checked", true, still);
        if let Some(turn) = &mut self.turn {
            let of_turn = tokens.iter().all(|token| turn.checks_due.remove(token) || on_entry && !turn.over);
            turn.weathered = true;
            self.equal("who is checked when a movement turn ends", true, of_turn);
        } else {
            self.note("a weather check without a movement turn", format!("{tokens:?}"));
        }
    }

    fn put_back(&mut self, event: &Value) {
        let (token, to) = (text(event, "token").to_owned(), number(event, "to") as Land);
        let outer = self.board.outermost(&token).unwrap_or(token.clone());
        let at = self.board.pieces[&outer].at.clone();
        // CMP-STRAIT-7: distances count from the near side.
        let from = match &self.crossing {
            Some(crossing) if crossing.token == outer => place(&self.printed, &outer, &crossing.near),
            _ => place(&self.printed, &outer, &at),
        };
        let nearest =
            weather::nearest(&self.printed, &self.board.own(owner(&token)), kind(&token), from.unwrap().point(&self.printed));
        self.equal("where tokens are put back", true, nearest.contains(&to));
        self.moved_by_effect(&token);
        self.crossing = None;
        self.fees_beyond.clear();
        self.put(&token, self.printed.territories[to].id.clone());
    }

    fn told(&mut self, event: &Value, action: &str, went_once: bool) {
        let name = text(event, "event");
        if !self.fees_due.is_empty() && !matches!(name, "fee" | "toll") {
            let due = std::mem::take(&mut self.fees_due);
            self.note("fees and tolls", format!("{due:?} were not paid before {event}"));
        }
        match name {
            "first" => self.first = seat_of(event, "seat"),
            "danger" => {
                let (area, die) = (text(event, "area").to_owned(), number(event, "die"));
                self.board.danger =
                    self.printed.dangers.iter().position(|row| row.continent == area && i64::from(row.die) == die).unwrap();
                self.strikes();
            }
            "turn" => {
                let left = std::mem::take(&mut self.strike);
                self.equal("who rolls when a danger strikes", vec![], left);
            }
            "delivery_began" => {
                self.delivery = Some((0, false));
                self.receiver = Some(number(event, "receiver") as Land);
            }
            "move_began" => self.delivery = None,
            "went" => self.went(event, action, went_once),
            "fee" | "toll" => {
                let (from, to, at, sum) =
                    (seat_of(event, "from"), seat_of(event, "to"), number(event, "at") as Land, number(event, "amount"));
                let model = (!self.fees_due.is_empty()).then(|| self.fees_due.remove(0));
                self.equal("fees and tolls", model, Some((from, to, at, sum)));
                self.pay(from, -sum);
                self.pay(to, sum);
            }
            "loaded" => {
                let truck = text(event, "truck").to_owned();
                self.put(&truck, format!("aboard {}", text(event, "carrier")));
            }
            "unloaded" => self.put(text(event, "truck"), self.printed.territories[number(event, "at") as Land].id.clone()),
            "handed" => {
                let load = self.board.pieces.get_mut(text(event, "from")).and_then(|piece| piece.load.take());
                self.board.pieces.get_mut(text(event, "to")).unwrap().load = load;
            }
            "movement_over" => {
                self.crossing = None;
                self.movement_over();
            }
            "customs" => {
                let at = event["at"].as_u64().map(|at| at as Land);
                let strait = event["strait"].as_u64().map(|strait| strait as usize);
                let game = Some((text(event, "token").to_owned(), at, strait));
                let own = self.board.own(seat_of(event, "seat"));
                let again = self.last_card == game
                    && at.is_some_and(|at| {
                        let here = self.printed.territories[at].continent.clone();
                        let mut brokers = self.board.with_effect(&BROKERS);
                        brokers.any(|site| own.contains(&site) && self.printed.territories[site].continent == here)
                    });
                if self.card_due.is_some() || !again {
                    let model = self.card_due.take();
                    self.equal("customs cards", model, game.clone());
                }
                self.last_card = game;
            }
            "political" => {
                let at = number(event, "at") as Land;
                let token = text(event, "token").to_owned();
                let continent = self.printed.territories[at].continent.clone();
                self.equal("political events", continent, text(event, "continent").to_owned());
                if action != "reroll" {
                    let by_truck = self.turn.as_ref().and_then(|turn| {
                        let stopped = turn.events_due.iter().find(|(_, land)| **land == at).map(|(truck, _)| truck);
                        let stops = || turn.drove.iter().find(|truck| action == "event first" && self.land_of(truck) == Some(at));
                        stopped.or_else(stops).cloned()
                    });
                    if self.event_due.as_ref().is_some_and(|(_, land)| *land == at) {
                        self.event_due = None;
                        *self.checked.entry("political events").or_default() += 1;
                    } else if let Some(truck) = by_truck {
                        let turn = self.turn.as_mut().unwrap();
                        turn.events_due.remove(&truck);
                        turn.drove.remove(&truck);
                        *self.checked.entry("political events").or_default() += 1;
                    } else {
                        self.note("political events", format!("{token} at {at} was not due"));
                    }
                }
            }
            "paid" => self.pay(seat_of(event, "seat"), -number(event, "amount")),
            "audited" => self.pay(seat_of(event, "seat"), -number(event, "amount")),
            "gained" => self.pay(seat_of(event, "seat"), number(event, "amount")),
            "points" => {
                let token = text(event, "token").to_owned();
                if let Some(turn) = &mut self.turn {
                    turn.group.changes(&token, kind(&token), number(event, "points") as i32);
                }
            }
            "turned_back" | "near_side" => {
                let token = text(event, "token").to_owned();
                let to = self.spot(&event["to"]);
                self.moved_by_effect(&token);
                self.crossing = None;
                self.fees_beyond.clear();
                // CMP-EFF-5: it has neither stopped nor landed there.
                self.event_due = None;
                if let Some(last) = self.last_before
                    && let Some(piece) = self.board.pieces.get_mut(&token)
                {
                    piece.last = Some(last);
                }
                if to.starts_with("arrow") { self.lost = true } else { self.put(&token, to) }
            }
            "lost_turns" => {
                if let Some((used, _)) = &mut self.delivery {
                    *used += number(event, "count") as u32;
                }
            }
            "free_pass" => {
                if let Some((_, pass)) = &mut self.delivery {
                    *pass = true;
                }
            }
            "turn_ended" => {
                if let Some(turn) = &mut self.turn {
                    turn.cut_short = true;
                }
                self.card_due = None;
                self.event_due = None;
            }
            "seized" => {
                let token = text(event, "token").to_owned();
                // A token that has stopped faces the event without its goods, even if it is gone (CMP-TM-10).
                let stopped = self.turn.as_ref().and_then(|turn| turn.events_due.get(&token).copied());
                self.moved_by_effect(&token);
                if let (Some(turn), Some(land)) = (&mut self.turn, stopped) {
                    turn.events_due.insert(token.clone(), land);
                }
                self.board.pieces.remove(&token);
                self.crossing = None;
                self.fees_beyond.clear();
                self.lost = true;
            }
            // CMP-EFF-8.
            "delayed" => {
                if let Some((used, _)) = &mut self.delivery {
                    *used += 1;
                }
            }
            "extra_point" => {
                let token = text(event, "token").to_owned();
                self.equal("extra points", money::extra_point(kind(&token)), number(event, "amount"));
                self.pay(seat_of(event, "seat"), -number(event, "amount"));
                match &mut self.crossing {
                    Some(crossing) if crossing.token == token => crossing.bought = true,
                    _ => self.note("extra points", format!("{token} is on no strait")),
                }
            }
            "weather" => self.weather(event),
            "put_back" => self.put_back(event),
            "delivered" => self.delivered(event),
            "failed" => {
                let player = seat_of(event, "seat");
                let before = self.board.players[player].points;
                self.equal("points lost", before - money::after_failure(before), number(event, "lost"));
                self.board.players[player].points = money::after_failure(before);
                self.ended(number(event, "sender") as Land);
                if self.card_due.as_ref().is_some_and(|(_, _, strait)| strait.is_none()) {
                    // There is nothing to declare any more.
                    self.card_due = None;
                }
            }
            "bought" | "sold" => {
                let token = text(event, "token").to_owned();
                let price = if name == "bought" { money::price(kind(&token)) } else { money::price_back(kind(&token)) };
                self.equal("prices", price, number(event, "price"));
                if name == "sold" {
                    self.pay(seat_of(event, "seat"), price);
                    self.board.pieces.remove(&token);
                } else {
                    let at = self.printed.territories[number(event, "at") as Land].id.clone();
                    let last = landed_at(&self.printed, &token, &at);
                    self.board.pieces.insert(token, Piece { at, last, load: None });
                }
            }
            "built" | "sold_branch" => {
                let (player, at) = (seat_of(event, "seat"), number(event, "at") as Land);
                let price = if name == "built" { -money::BRANCH_PRICE } else { money::BRANCH_BACK };
                self.equal("prices", price.abs(), number(event, "price"));
                self.pay(player, price);
                let branches = &mut self.board.players[player].branches;
                if name == "built" {
                    branches.insert(at)
                } else {
                    branches.remove(&at)
                };
            }
            "deal" => {
                for told in event["content"].as_array().unwrap() {
                    let (from, to) = (seat_of(told, "from"), seat_of(told, "to"));
                    if let Some(sum) = told["asset"]["money"].as_i64() {
                        self.pay(from, -sum);
                        self.pay(to, sum);
                    }
                    if let Some(hire) = told["asset"].get("hire") {
                        self.pay(to, -number(hire, "fee"));
                        self.pay(from, if hire["on_success"] == true { 0 } else { number(hire, "fee") });
                    }
                }
                self.lost = true;
            }
            "hire_paid" => self.pay(seat_of(event, "to"), number(event, "amount")),
            "hire_returned" => self.pay(seat_of(event, "seat"), number(event, "amount")),
            "auction_sold" => {
                self.pay(seat_of(event, "to"), -number(event, "amount"));
                self.pay(seat_of(event, "seat"), number(event, "amount"));
                self.lost = true;
            }
            "placed" | "removed" | "signed" | "brought" | "put_traded" => self.lost = true,
            _ => {}
        }
    }

    fn ended(&mut self, sender: Land) {
        for piece in self.board.pieces.values_mut() {
            if piece.load.is_some_and(|(_, from, _)| from == sender) {
                piece.load = None;
            }
        }
        self.delivery = None;
        self.receiver = None;
    }

    /// CMP-DELIV-8 to CMP-DELIV-11, CMP-DELIV-17, CMP-VP-1, CMP-SPEC-12.
    fn delivered(&mut self, event: &Value) {
        let player = seat_of(event, "seat");
        let (sender, receiver) = (number(event, "sender") as Land, number(event, "receiver") as Land);
        let card = number(event, "contract") as usize;
        let (reward, limit) = (self.printed.goods[card].reward, self.printed.goods[card].limit);
        self.equal("rewards", reward, number(event, "reward"));
        let own = self.board.own(player);
        let stores = self.board.with_effect(&STORES).filter(|site| own.contains(site) && [sender, receiver].contains(site));
        let bonus = 10_000 * stores.count() as i64;
        self.equal("bonus", bonus, number(event, "bonus"));
        let used = self.delivery.map(|(used, _)| used).unwrap_or_default();
        self.equal("movement turns used", i64::from(used), number(event, "used"));
        self.early = Some(money::early(used, limit));
        let before = self.board.players[player].points;
        let after = money::after_success(&self.printed, before, sender, receiver, self.house.cap);
        self.equal("points gained", after - before, number(event, "points"));
        self.board.players[player].points = after;
        self.pay(player, reward + bonus);
        self.ended(sender);
    }

    /// One action: its events, and the table afterwards.
    pub fn hold(&mut self, seat: usize, action: &str, events: &[Value], after: &Value) {
        self.lost = false;
        // CMP-BUY-3: the price is paid when the kind is chosen, before the place.
        if let Some(name) = action.strip_prefix("buy ") {
            self.pay(seat, -money::price(Kind::named(name)));
        }
        self.early = None;
        let went = events.iter().filter(|event| event["event"] == "went").count();
        let mut seen = 0;
        for event in events {
            seen += usize::from(event["event"] == "went");
            self.told(event, action, seen == 1 && went > 0);
        }
        if let Some(early) = self.early {
            let drawn = events.iter().any(|event| event["event"] == "drew_contract" && event["early"] == true);
            self.equal("early cards", early, drawn);
        }
        if !self.fees_due.is_empty() {
            let due = std::mem::take(&mut self.fees_due);
            self.note("fees and tolls", format!("{due:?} were not paid"));
        }
        let table = Board::of(&self.printed, after);
        if after.get("pending").is_none() && (after.get("journey").is_none() || after["journey"]["moving"] != true) {
            if self.turn.as_ref().is_some_and(|turn| !turn.over && !turn.cut_short) {
                self.note("a movement turn without an end", String::new());
            }
            if self.crossing.is_none() && !self.fees_beyond.is_empty() {
                let due = std::mem::take(&mut self.fees_beyond);
                self.note("fees and tolls", format!("{due:?} were not paid beyond a strait"));
            }
            self.settle();
        }
        let money = |board: &Board| board.players.iter().map(|player| (player.money, player.points)).collect::<Vec<_>>();
        self.equal("money and victory points", money(&self.board), money(&table));
        if !self.lost {
            self.equal("the board", self.board.clone(), table.clone());
        }
        if let Some(used) = after["journey"]["delivery"].get("used")
            && let Some((own, _)) = self.delivery
        {
            self.equal("movement turns used", i64::from(own), used.as_i64().unwrap());
        }
        self.board = table;
        if after.get("journey").is_none() {
            self.delivery = None;
            self.receiver = None;
        }
    }
}

impl Ledger {
    pub fn opened(printed: &Rc<Printed>, ways: &Rc<Vec<Ways>>, settings: &Value, position: &Value) -> Ledger {
        Ledger {
            printed: Rc::clone(printed),
            ways: Rc::clone(ways),
            house: House::of(settings),
            board: Board::of(printed, position),
            first: position["first"].as_u64().map_or(0, |seat| seat as usize - 1),
            turn: None,
            delivery: None,
            receiver: None,
            card_due: None,
            last_card: None,
            event_due: None,
            fees_due: Vec::new(),
            crossing: None,
            fees_beyond: Vec::new(),
            strike: Vec::new(),
            last_before: None,
            early: None,
            lost: false,
            amiss: Vec::new(),
            checked: BTreeMap::new(),
        }
    }
}
