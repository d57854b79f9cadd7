//! Where a token may go in one movement turn, from everywhere, by the game and by the model.

use crate::{
    customs::{self, Due, Settings},
    money::{self, Site},
    printed::{Hex, Kind, Land, Printed},
    routes::{self, Afloat, Aloft, Drive, Lasting, Plane, Sail, Side, Ways},
    tables,
    weather::Place,
};
use competitors::{CompetitorsRules, State};
use kernel::Seeded;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What is said of a place in reach.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    points: u32,
    fuel: i64,
    fee: i64,
    customs: &'static str,
    event: bool,
    save: Option<u32>,
}

/// Where the token of the player begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Truck(Land),
    Ship(Afloat),
    /// The place, and the airport where it stood last.
    Plane(Aloft, Land),
}

impl Start {
    fn kind(self) -> Kind {
        match self {
            Start::Truck(_) => Kind::Truck,
            Start::Ship(_) => Kind::Ship,
            Start::Plane(..) => Kind::Aircraft,
        }
    }

    fn token(self) -> &'static str {
        match self {
            Start::Truck(_) => "a-truck-1",
            Start::Ship(_) => "a-ship-1",
            Start::Plane(..) => "a-aircraft-1",
        }
    }

    fn land(self) -> Option<Land> {
        match self {
            Start::Truck(land) | Start::Ship(Afloat::Port(land)) | Start::Plane(Aloft::Airport(land), _) => Some(land),
            Start::Ship(Afloat::Hex(_)) | Start::Plane(..) => None,
        }
    }
}

/// A table, and what of it the model wants to know.
struct Scene<'a> {
    printed: &'a Printed,
    game: CompetitorsRules,
    position: Value,
    /// The sites of the player.
    own: BTreeSet<Land>,
    sites: Vec<Site>,
    depots: BTreeSet<Land>,
    money: i64,
    customs: Settings,
    on_entry: bool,
    per_turn: bool,
    /// Is the in-flight marker free? Otherwise another aircraft of the player is in flight, unless this one is.
    marker: bool,
}

impl Scene<'_> {
    fn id(&self, land: Land) -> String {
        self.printed.territories[land].id.clone()
    }

    fn afloat(&self, place: Afloat) -> String {
        match place {
            Afloat::Port(land) => self.id(land),
            Afloat::Hex(hex) => hex.to_string(),
        }
    }

    fn aloft(&self, place: Aloft) -> String {
        let pair = |row: i32| 1 + self.printed.arrow_rows.iter().position(|other| *other == row).expect("a row with an arrow");
        match place {
            Aloft::Airport(land) => self.id(land),
            Aloft::Cell(hex) => hex.to_string(),
            Aloft::Arrow(Side::Left, row) => format!("left-{}", pair(row)),
            Aloft::Arrow(Side::Right, row) => format!("right-{}", pair(row)),
        }
    }

    /// What the player pays others for entering a territory.
    fn fee(&self, land: Land) -> i64 {
        money::entry(&self.sites, 0, 0, land).iter().map(|(_, sum)| sum).sum()
    }

    /// The fuel of a truck or a ship that begins here (CMP-FUEL-5, CMP-SPEC-11).
    fn fuel(&self, start: Start) -> i64 {
        if start.land().is_some_and(|land| self.depots.contains(&land)) { 0 } else { money::fuel(start.kind()) }
    }

    fn affordable(&self, told: &Told) -> bool {
        told.fuel + told.fee <= self.money
    }

    fn save(&self, place: Place, danger: usize) -> Option<u32> {
        let danger = &self.printed.dangers[danger];
        place.endangered(self.printed, danger, &self.own).then_some(danger.save)
    }

    /// Every place in reach of the token, and what is said of it. In a Delivery `receiver` is the Receiver.
    fn expected(&self, ways: &Ways, danger: usize, start: Start, receiver: Option<Land>) -> BTreeMap<String, Told> {
        match start {
            Start::Truck(from) => self.by_land(ways, danger, from, receiver),
            Start::Ship(from) => self.by_sea(ways, danger, from, receiver),
            Start::Plane(at, last) => self.by_air(ways, danger, at, last, receiver),
        }
    }

    fn by_land(&self, ways: &Ways, danger: usize, from: Land, receiver: Option<Land>) -> BTreeMap<String, Told> {
        let loaded = receiver.is_some();
        let due = |drive: &Drive| customs::truck(self.printed, self.customs, &self.own, loaded, *drive);
        let checked = |land: Land| self.on_entry && self.save(Place::Truck(land), danger).is_some();
        let happens = |_: Land, drive: &Drive| {
            self.fee(drive.to) > 0 || due(drive) == Due::Now || receiver == Some(drive.to) || checked(drive.to)
        };
        let steps = |at: Land| ways.drives[at].clone();
        let runs = routes::runs(from, Kind::Truck.points(), steps, |drive: &Drive| (drive.to, drive.points), happens);
        let told = runs.into_iter().map(|(to, (points, count, places))| {
            let before = if count == 1 { from } else { places[count - 2] };
            let last = ways.drives[before].iter().find(|drive| drive.to == to).expect("the last step");
            let customs = match due(last) {
                Due::No => "no",
                Due::Now => "now",
                Due::IfItEndsHere => "if_it_stops",
            };
            let event = customs::political_event(self.printed, to);
            let save = self.save(Place::Truck(to), danger);
            (self.id(to), Told { points, fuel: self.fuel(Start::Truck(from)), fee: self.fee(to), customs, event, save })
        });
        told.filter(|(_, told)| self.affordable(told)).collect()
    }

    fn by_sea(&self, ways: &Ways, danger: usize, from: Afloat, receiver: Option<Land>) -> BTreeMap<String, Told> {
        let laden = receiver.is_some();
        let due = |sail: &Sail| match sail.to {
            Afloat::Port(port) => customs::ship_docks(self.printed, &self.own, laden, port),
            Afloat::Hex(_) => customs::ship_crosses(laden, *sail),
        };
        let happens = |_: Afloat, sail: &Sail| {
            let at_place = match sail.to {
                Afloat::Port(port) => {
                    self.fee(port) > 0 || receiver == Some(port) || customs::political_event(self.printed, port)
                }
                Afloat::Hex(hex) => self.on_entry && self.save(Place::AtSea(hex), danger).is_some(),
            };
            at_place || due(sail) == Due::Now
        };
        let steps = |at: Afloat| ways.sails[&at].clone();
        let runs = routes::runs(from, Kind::Ship.points(), steps, |sail: &Sail| (sail.to, sail.points), happens);
        let told = runs.into_iter().map(|(to, (points, count, places))| {
            let before = if count == 1 { from } else { places[count - 2] };
            let cost = |sail: &&Sail| sail.to == to;
            let last = ways.sails[&before].iter().filter(cost).min_by_key(|sail| sail.points).expect("the last step");
            let customs = if due(last) == Due::Now { "now" } else { "no" };
            let (fee, event, save) = match to {
                Afloat::Port(port) => (self.fee(port), customs::political_event(self.printed, port), None),
                Afloat::Hex(hex) => (0, false, self.save(Place::AtSea(hex), danger)),
            };
            (self.afloat(to), Told { points, fuel: self.fuel(Start::Ship(from)), fee, customs, event, save })
        });
        told.filter(|(_, told)| self.affordable(told)).collect()
    }

    /// All lawful flights.
    fn by_air(&self, ways: &Ways, danger: usize, at: Aloft, last: Land, receiver: Option<Land>) -> BTreeMap<String, Told> {
        let plane = Plane { at, last, points: Kind::Aircraft.points() };
        let flights = routes::flights(self.printed, &ways.lasting, &self.own, self.marker || in_flight(at), plane);
        let told = flights.into_iter().map(|(to, after, flight)| {
            let fuel = match at {
                Aloft::Airport(land) if self.depots.contains(&land) => 0,
                _ => money::flight_fuel(&[flight.notch], self.per_turn)[0],
            };
            let (fee, customs, event, save) = match to {
                Aloft::Airport(land) => {
                    let due = customs::aircraft_lands(self.printed, self.customs, &self.own, receiver.is_some(), last, land);
                    let customs = if due == Due::Now { "now" } else { "no" };
                    (self.fee(land), customs, customs::political_event(self.printed, land), None)
                }
                // The weather of an arrow is that of the other side, where the aircraft comes to be.
                Aloft::Cell(_) | Aloft::Arrow(..) => (0, "no", false, self.save(Place::Aloft(after.at), danger)),
            };
            (self.aloft(to), Told { points: flight.points, fuel, fee, customs, event, save })
        });
        told.filter(|(_, told)| self.affordable(told)).collect()
    }

    /// The cells that stand for all (CMP-AIR-19).
    fn representatives(&self, lawful: &BTreeMap<String, Told>, at: Aloft, towards: Land) -> BTreeSet<String> {
        let mut cells = BTreeSet::new();
        let here = at.cell(self.printed);
        // Each direction of the grid as what it adds to the column in even and in odd rows, and to the row.
        for (even, odd, south) in [(-1, -1, 0), (1, 1, 0), (-1, 0, -1), (0, 1, -1), (-1, 0, 1), (0, 1, 1)] {
            let (mut hex, mut last) = (here, None);
            loop {
                hex.col += if hex.row % 2 == 0 { even } else { odd };
                hex.row += south;
                if !self.printed.cells.contains_key(&hex) {
                    break;
                }
                if lawful.contains_key(&hex.to_string()) {
                    last = Some(hex.to_string());
                }
            }
            cells.extend(last);
        }
        let goal = self.printed.territories[towards].point;
        let far = |hex: &Hex| {
            let (x, y) = self.printed.cells[hex].centre;
            (x - goal.0).pow(2) + (y - goal.1).pow(2)
        };
        let nearest =
            self.printed.cells.keys().filter(|hex| lawful.contains_key(&hex.to_string())).min_by_key(|hex| (far(hex), **hex));
        cells.extend(nearest.map(|hex| hex.to_string()));
        cells
    }

    /// The table with the token at its start, empty or with goods for this Receiver from this Sender.
    fn table(&self, danger: usize, start: Start, goods: Option<(Land, Land)>) -> State {
        let mut token = match start {
            Start::Truck(land) => json!({"at": self.id(land)}),
            Start::Ship(place) => json!({"at": self.afloat(place)}),
            Start::Plane(place, last) => json!({"at": self.aloft(place), "last": self.id(last)}),
        };
        if let Some((sender, receiver)) = goods {
            token["load"] = json!({"contract": "C002", "sender": self.id(sender), "receiver": self.id(receiver)});
        }
        let mut position = self.position.clone();
        let danger = &self.printed.dangers[danger];
        position["danger"] = json!({"area": danger.continent, "die": danger.die});
        let mut tokens = json!({start.token(): token});
        if !self.marker && !matches!(start, Start::Plane(at, _) if in_flight(at)) {
            tokens["a-aircraft-2"] = json!({"at": "2:9", "last": "germany"});
        }
        position["players"][0]["tokens"] = tokens;
        tables::restored(&self.game, &position)
    }

    /// Holds one start against the model: what is listed, what is said of it, and that nothing else is allowed.
    fn hold(&self, ways: &Ways, danger: usize, start: Start, goods: Option<(Land, Land)>, thorough: bool) -> usize {
        let seat = tables::first_seat();
        let about = || {
            let danger = &self.printed.dangers[danger];
            format!("{start:?} goods {goods:?} {} {} {}", danger.continent, danger.die, self.position)
        };
        let lawful = self.expected(ways, danger, start, goods.map(|(_, receiver)| receiver));
        let mut listed = lawful.clone();
        if let Start::Plane(at, _) = start {
            let home = tables::office(self.printed, self.position["players"][0]["office"].as_str().unwrap());
            let cells = self.representatives(&lawful, at, goods.map_or(home, |(_, receiver)| receiver));
            listed.retain(|to, _| !to.contains(':') || cells.contains(to));
        }
        let mut state = self.table(danger, start, goods);
        let mut luck = Seeded::new(7);
        let begin = match goods {
            Some((sender, _)) => format!("deliver {}", self.id(sender)),
            None => format!("move {}", start.token()),
        };
        let begun = tables::play(&self.game, &mut state, seat, &begin, &mut luck);
        // CMP-MOVE-7: only a token that can take a step is chosen.
        if goods.is_none() && lawful.is_empty() {
            assert!(begun.is_err(), "{}: nothing is in reach", about());
            return 0;
        }
        begun.unwrap_or_else(|refusal| panic!("{}: {refusal}", about()));
        let prefix = format!("go {} ", start.token());
        let offered: BTreeSet<String> = tables::listed(&self.game, &state, seat)
            .iter()
            .filter_map(|text| text.strip_prefix(&prefix).map(String::from))
            .collect();
        let wanted: BTreeSet<String> = listed.keys().cloned().collect();
        assert!(
            offered == wanted,
            "{}: listed without reason {:?}, missing {:?}",
            about(),
            offered.difference(&wanted).collect::<Vec<_>>(),
            wanted.difference(&offered).collect::<Vec<_>>()
        );
        let view = tables::view(&self.game, &state, seat);
        for reached in view["reach"].as_array().unwrap().iter().filter(|reached| reached["token"] == start.token()) {
            let to = reached["to"].as_str().unwrap();
            let model = lawful.get(to).unwrap_or_else(|| panic!("{}: {to} is not in reach", about()));
            let told = Told {
                points: reached["points"].as_u64().unwrap() as u32,
                fuel: reached["fuel"].as_i64().unwrap(),
                fee: reached["fee"].as_i64().unwrap(),
                customs: ["no", "now", "if_it_stops"]
                    .into_iter()
                    .find(|word| reached["customs"] == *word)
                    .unwrap_or_else(|| panic!("{reached}")),
                event: reached["event"].as_bool().unwrap(),
                save: reached["save"].as_u64().map(|save| save as u32),
            };
            assert_eq!(told, *model, "{} to {to}", about());
            listed.remove(to);
        }
        assert!(listed.is_empty(), "{}: nothing is said of {listed:?}", about());
        if thorough {
            self.try_everything(&state, start, &lawful, &about());
        }
        wanted.len()
    }

    /// What the model allows is allowed, at the same cost, and all else is refused.
    fn try_everything(&self, state: &State, start: Start, lawful: &BTreeMap<String, Told>, about: &str) {
        let places: Vec<String> = match start {
            Start::Truck(_) => self.printed.lands().map(|land| self.id(land)).collect(),
            Start::Ship(_) => self.printed.lands().map(|land| self.id(land)).chain(self.hexes()).collect(),
            Start::Plane(..) => {
                let lands = self.printed.lands().map(|land| self.id(land));
                let arrows = routes::skies(self.printed).into_iter().filter(|place| matches!(place, Aloft::Arrow(..)));
                lands.chain(self.hexes()).chain(arrows.map(|place| self.aloft(place))).collect()
            }
        };
        for to in places {
            let mut after = *state;
            let text = format!("go {} {to}", start.token());
            let done = tables::play(&self.game, &mut after, tables::first_seat(), &text, &mut Seeded::new(3));
            match (done, lawful.get(&to)) {
                (Err(_), None) => assert!(after == *state, "{about} to {to}: a refusal changes nothing"),
                (Ok(_), None) => panic!("{about} to {to}: not in reach, and yet allowed"),
                (Err(refusal), Some(told)) => panic!("{about} to {to}: {told:?}, and yet {refusal}"),
                (Ok(events), Some(told)) => {
                    let steps =
                        events.iter().take_while(|event| event["event"] != "customs").filter(|event| event["event"] == "went");
                    let (points, fuel) = steps.fold((0, 0), |(points, fuel), went| {
                        (points + went["points"].as_u64().unwrap(), fuel + went["fuel"].as_i64().unwrap())
                    });
                    if told.customs != "now" {
                        assert_eq!(points, u64::from(told.points), "{about} to {to}");
                    }
                    assert_eq!(fuel, told.fuel, "{about} to {to}");
                }
            }
        }
    }

    fn hexes(&self) -> impl Iterator<Item = String> {
        self.printed.cells.keys().map(|hex| hex.to_string())
    }
}

fn in_flight(place: Aloft) -> bool {
    !matches!(place, Aloft::Airport(_))
}

fn every_start(printed: &Printed) -> Vec<Start> {
    let mut starts: Vec<Start> = printed.lands().map(Start::Truck).collect();
    let mut seas = 0;
    starts.extend(routes::waters(printed).into_iter().filter_map(|place| match place {
        Afloat::Port(_) => Some(Start::Ship(place)),
        Afloat::Hex(_) => {
            seas += 1;
            (seas % 9 == 0).then_some(Start::Ship(place))
        }
    }));
    let airports: Vec<Land> = printed.lands().filter(|land| money::takes(printed, *land, Kind::Aircraft)).collect();
    for (number, place) in routes::skies(printed).into_iter().enumerate() {
        match place {
            Aloft::Airport(land) => starts.push(Start::Plane(place, land)),
            Aloft::Cell(_) if number % 17 == 0 => starts.push(Start::Plane(place, airports[number % airports.len()])),
            Aloft::Arrow(..) if number % 2 == 0 => starts.push(Start::Plane(place, airports[number % airports.len()])),
            Aloft::Cell(_) | Aloft::Arrow(..) => {}
        }
    }
    starts
}

/// Does the lasting effect concern this kind of token?
fn concerns(lasting: &str, kind: Kind) -> bool {
    match lasting {
        "slow_land" | "closed_roads" => kind == Kind::Truck,
        "slow_sea" | "closed_ports" => kind == Kind::Ship,
        "closed_airports" => kind == Kind::Aircraft,
        _ => true,
    }
}

/// A Sender and a Receiver for goods that are not at the Receiver yet; every other Receiver is near.
fn goods(scene: &Scene, number: usize, start: Start, lawful: &BTreeMap<String, Told>) -> (Land, Land) {
    let printed = scene.printed;
    let branches: Vec<&Site> = scene.sites.iter().filter(|site| !site.headquarters).collect();
    let free = |land: &Land| Some(*land) != start.land() && branches.iter().all(|site| site.land != *land);
    let any = |from: usize| (from..).map(|number| number % printed.territories.len()).find(free).unwrap();
    let near: Vec<Land> = printed.lands().filter(|land| lawful.contains_key(&scene.id(*land))).filter(free).collect();
    let receiver =
        if number.is_multiple_of(2) && !near.is_empty() { near[number / 2 % near.len()] } else { any(number * 7 + 13) };
    let sender =
        (number..).map(|number| number % printed.territories.len()).find(|land| free(land) && *land != receiver).unwrap();
    (sender, receiver)
}

/// Every start, empty and loaded, under dangers of every lasting effect; of each effect every `step`th box.
fn hold_everywhere(scene: &Scene, step: usize, thorough: bool) -> usize {
    let printed = scene.printed;
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut compared = 0;
    for (danger, row) in printed.dangers.iter().enumerate() {
        let count = seen.entry(&row.lasting).or_default();
        *count += 1;
        if *count % step != 1 {
            continue;
        }
        let ways = Ways::under(printed, Lasting::of(row));
        for (number, start) in every_start(printed).into_iter().enumerate() {
            if !concerns(&row.lasting, start.kind()) {
                continue;
            }
            compared += scene.hold(&ways, danger, start, None, thorough && number % 4 == 0);
            let near = scene.expected(&ways, danger, start, None);
            let goods = goods(scene, number, start, &near);
            compared += scene.hold(&ways, danger, start, Some(goods), thorough && number % 4 == 2);
        }
    }
    assert_eq!(seen.len(), 6, "every lasting effect");
    compared
}

fn site(printed: &Printed, owner: usize, id: &str, headquarters: bool, tolls: &[i64]) -> Site {
    Site { owner, land: printed.land(id), headquarters, tolls: tolls.to_vec() }
}

#[test]
fn with_the_headquarters_only() {
    let printed = Printed::read();
    let scene = Scene {
        printed: &printed,
        game: tables::rules(&json!({"players": 3})),
        position: json!({"players": [{"office": "H3"}, {"office": "H4"}, {"office": "H7"}]}),
        own: BTreeSet::from([printed.land("germany")]),
        sites: vec![
            site(&printed, 0, "germany", true, &[]),
            site(&printed, 1, "italy", true, &[]),
            site(&printed, 2, "northern_china", true, &[]),
        ],
        depots: BTreeSet::new(),
        money: 200_000,
        customs: Settings::default(),
        on_entry: false,
        per_turn: false,
        marker: true,
    };
    let compared = hold_everywhere(&scene, 4, true);
    assert!(compared > 150_000, "only {compared} places were in reach");
}

/// A branch far from home, tolls of others, a depot of the player.
#[test]
fn with_a_branch_and_tolls() {
    let printed = Printed::read();
    let scene = Scene {
        printed: &printed,
        game: tables::rules(&json!({"players": 3, "advantages_per_site": "none"})),
        position: json!({
            "players": [
                {"office": "H5", "branches": ["egypt"]},
                {"office": "H2", "branches": ["poland"]},
                {"office": "H6", "branches": ["thailand"]}],
            "advantages": {"C093": "southeastern_brazil", "C094": "poland", "C095": "poland", "C096": "egypt"}}),
        own: BTreeSet::from([printed.land("south_africa"), printed.land("egypt")]),
        sites: vec![
            site(&printed, 0, "south_africa", true, &[]),
            site(&printed, 0, "egypt", false, &[]),
            site(&printed, 1, "southeastern_brazil", true, &[5_000]),
            site(&printed, 1, "poland", false, &[5_000, 5_000]),
            site(&printed, 2, "southern_india", true, &[]),
            site(&printed, 2, "thailand", false, &[]),
        ],
        depots: BTreeSet::from([printed.land("egypt")]),
        money: 200_000,
        customs: Settings::default(),
        on_entry: false,
        per_turn: false,
        marker: false,
    };
    let compared = hold_everywhere(&scene, 3, false);
    assert!(compared > 150_000, "only {compared} places were in reach");
}

/// All other readings of the clauses at once, and money that is enough for some fees and flights only.
#[test]
fn with_other_settings_and_little_money() {
    let printed = Printed::read();
    let settings = json!({
        "players": 2, "transit_flag_customs": "none", "regional_flag_customs": "yes", "aircraft_customs": "any",
        "aircraft_fuel": "per_turn", "weather_check": "on_entry"});
    let scene = Scene {
        printed: &printed,
        game: tables::rules(&settings),
        position: json!({
            "players": [{"office": "H8", "money": 10_500, "branches": ["iran"]}, {"office": "H3", "branches": ["egypt"]}],
            "advantages": {"C093": "egypt"}}),
        own: BTreeSet::from([printed.land("japan"), printed.land("iran")]),
        sites: vec![
            site(&printed, 0, "japan", true, &[]),
            site(&printed, 0, "iran", false, &[]),
            site(&printed, 1, "germany", true, &[]),
            site(&printed, 1, "egypt", false, &[5_000]),
        ],
        depots: BTreeSet::new(),
        money: 10_500,
        customs: Settings { every_landing: true, no_card_in_transit: true, regional_flags: true },
        on_entry: true,
        per_turn: true,
        marker: true,
    };
    let compared = hold_everywhere(&scene, 4, false);
    assert!(compared > 150_000, "only {compared} places were in reach");
}
