//! All that the loader checks of cards, tables and figures. (CMP-DATA-10 to CMP-DATA-18)

use crate::content::{
    effects::{self, Code, Effect, Lasting, SpecialKind},
    figures,
    pack::{
        ContractCard, ContractKind, CustomsCard, CustomsColour, Danger, DangerKind, EVENTS, Goods, HeadquartersCard, Pack,
        PoliticalEvent, TerritoryCard,
    },
    pack_rows::{ContractRow, CustomsRow, Figures, MapFile, OfficeRow, PoliticalRow, Sheets, VictoryRow, WeatherRow},
    places::{Airport, Colour, Continent, Morphology, Named, ROWS, Territories, Territory, Vehicle, Vehicles, Zone, Zones},
};
use kernel::{File, Money, PackFault, Row, Sheet};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// The longest name and the longest text that the map and the cards have room for.
const NAME: usize = 60;
const TEXT: usize = 300;
/// The longest id.
const ID: usize = 40;
/// The largest reward of a contract card that is sensible.
const LARGEST_REWARD: i64 = 1_000_000;
/// The most rounds of a game. (CMP-END-3)
const MOST_ROUNDS: i64 = 99;
/// The radius of the ruler is a multiple of three, and no longer than the map is wide. (CMP-DATA-10)
const LONGEST_RADIUS: i64 = 3_600;

/// The table of CMP-VP-1.
const VICTORY: [[u8; 6]; 6] =
    [[1, 2, 2, 3, 2, 3], [2, 1, 2, 3, 3, 3], [2, 2, 1, 3, 2, 3], [2, 2, 2, 2, 2, 2], [2, 3, 2, 3, 1, 2], [3, 3, 3, 3, 2, 1]];

/// Territories and zones by their ids.
pub type Ids<T> = BTreeMap<String, T>;

/// All that was found wrong so far.
#[derive(Default)]
pub struct Check {
    pub faults: Vec<PackFault>,
}

impl Check {
    /// Everything, or all faults.
    pub fn pack(mut self, sheets: &Sheets<'_>) -> Result<Pack, Vec<PackFault>> {
        self.fixed(sheets);
        let map = self.map(&sheets.map, sheets.map_file);
        let (mut territories, areas) = self.territories(&sheets.territories);
        let lands: Ids<Territory> =
            Territory::all().zip(&territories).map(|(territory, card)| (card.id.clone(), territory)).collect();
        let (mut grid, zones) = self.grid(&sheets.grid, &lands);
        self.in_cells(&sheets.territories, &sheets.grid, &grid);
        let straits = self.straits(&sheets.straits, &lands, &grid);
        let borders = self.borders(&sheets.borders, &lands, &territories, &straits);
        self.example(sheets, &territories, &borders);
        let seas: Ids<Zone> = Zone::all().zip(&zones).map(|(zone, sea)| (sea.id.clone(), zone)).collect();
        let offices = self.offices(&sheets.offices, &lands, &territories);
        let contracts = self.contracts(&sheets.contracts);
        let customs = self.customs(&sheets.customs);
        let political = self.political(&sheets.political);
        let weather = self.weather(&sheets.weather, &lands, &territories, &seas);
        let victory = self.victory(&sheets.victory);
        self.ports(&sheets.territories, &territories, &mut grid);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        crate::content::pack_links::join(&mut territories, &borders, &straits, &mut grid);
        self.one_sea(&sheets.grid, &grid);
        self.reach(&sheets.territories, &territories);
        let drawing = self.drawing(sheets, &territories, &grid, &straits);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        Ok(Pack {
            territories,
            areas,
            borders,
            straits,
            grid,
            zones,
            offices,
            contracts,
            customs,
            political,
            weather,
            victory,
            notches: map.notches,
            arrows: map.arrows,
            marks: map.marks,
            colours: map.colours,
            drawing,
        })
    }

    pub fn wrong<T>(&mut self, row: &Row<'_, T>, message: impl Into<String>) {
        self.faults.push(row.fault(message));
    }

    /// Notes a fault unless something is so.
    pub fn hold<T>(&mut self, row: &Row<'_, T>, so: bool, message: impl FnOnce() -> String) {
        if !so {
            self.wrong(row, message());
        }
    }

    /// Likewise of a table as a whole.
    pub fn hold_all<T>(&mut self, sheet: &Sheet<'_, T>, so: bool, message: impl FnOnce() -> String) {
        if !so {
            self.faults.push(sheet.fault(message()));
        }
    }

    /// A name that fits on the map or a card. (CMP-DATA-21)
    pub fn name<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str) {
        self.line(row, column, text, NAME);
    }

    /// Likewise a text. (CMP-DATA-21)
    pub fn text<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str) {
        self.line(row, column, text, TEXT);
    }

    fn line<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str, most: usize) {
        self.hold(row, is_line(text, most), || {
            format!("`{column}` is one line of 1 to {most} characters, without blanks at either end (CMP-DATA-21)")
        });
    }

    /// An id that notation can name.
    pub fn id<T>(&mut self, row: &Row<'_, T>, column: &str, id: &str, clause: &str) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let sound = (1..=ID).contains(&id.len()) && id.bytes().all(plain);
        self.hold(row, sound, || format!("`{column}` is 1 to {ID} letters, digits and `_`, such as north_sea ({clause})"));
    }

    /// An id that stands for one row only.
    pub fn own_id<T>(&mut self, row: &Row<'_, T>, id: &str, seen: &mut BTreeSet<String>, clause: &str) {
        self.id(row, "id", id, clause);
        self.hold(row, seen.insert(id.to_owned()), || format!("the id `{id}` stands twice ({clause})"));
    }

    /// One of the names that the rulebook knows.
    pub fn known<T, N: Named>(&mut self, row: &Row<'_, T>, column: &str, text: &str, clause: &str) -> Option<N> {
        let found = N::named(text);
        self.hold(row, found.is_some(), || format!("`{text}` in the column `{column}` is none of {} ({clause})", N::names()));
        found
    }

    /// `yes` or `no`.
    pub fn yes<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str, clause: &str) -> bool {
        self.hold(row, ["yes", "no"].contains(&text), || format!("`{column}` is yes or no, not `{text}` ({clause})"));
        text == "yes"
    }

    /// The things of a list divided by `;`, none of them twice.
    pub fn list<T, N: Copy + PartialEq>(
        &mut self,
        row: &Row<'_, T>,
        (column, text, clause): (&str, &str, &str),
        find: impl Fn(&str) -> Option<N>,
    ) -> Vec<N> {
        let mut found = Vec::new();
        for name in text.split(';').filter(|_| !text.is_empty()) {
            match find(name) {
                None => self.wrong(row, format!("`{name}` in the column `{column}` is not known ({clause})")),
                Some(thing) if found.contains(&thing) => {
                    self.wrong(row, format!("`{name}` stands twice in the column `{column}` ({clause})"));
                }
                Some(thing) => found.push(thing),
            }
        }
        found
    }

    /// The codes of an effect; the message of a fault names its own clause.
    fn effect<T>(&mut self, row: &Row<'_, T>, column: &str, text: &str) -> Box<[Effect]> {
        effects::read(text).unwrap_or_else(|message| {
            self.wrong(row, format!("`{column}`: {message}"));
            Box::default()
        })
    }

    /// CMP-DATA-11.
    fn offices(
        &mut self,
        sheet: &Sheet<'_, OfficeRow>,
        lands: &Ids<Territory>,
        territories: &[TerritoryCard],
    ) -> Vec<HeadquartersCard> {
        let (mut ids, mut seen) = (BTreeSet::new(), Territories::NONE);
        let mut offices = Vec::new();
        for row in &sheet.rows {
            self.own_id(row, &row.id, &mut ids, "CMP-DATA-11");
            self.name(row, "flag", &row.flag);
            let Some(territory) = lands.get(&row.territory).copied() else {
                self.wrong(row, format!("`{}` is not the id of a territory (CMP-DATA-11)", row.territory));
                continue;
            };
            self.hold(row, !seen.contains(territory), || {
                format!("{} has a headquarters card already: there are 9 different ones (CMP-DATA-11)", row.territory)
            });
            seen.insert(territory);
            let card = &territories[territory.index()];
            self.hold(row, card.port.is_some() && card.airport != Airport::None, || {
                format!("{} has not both a port and an airport, which headquarters need (CMP-DATA-11)", row.territory)
            });
            offices.push(HeadquartersCard { id: row.id.clone(), territory, flag: row.flag.clone() });
        }
        offices
    }

    /// CMP-DATA-12.
    fn contracts(&mut self, sheet: &Sheet<'_, ContractRow>) -> Vec<ContractCard> {
        let mut ids = BTreeSet::new();
        let mut contracts = Vec::new();
        for row in &sheet.rows {
            self.own_id(row, &row.id, &mut ids, "CMP-DATA-12");
            self.name(row, "name", &row.name);
            self.text(row, "text", &row.text);
            let kind = match row.kind.as_str() {
                "legal" | "illegal" => self.goods(row).map(ContractKind::Goods),
                "special" => self.special(row),
                other => {
                    self.wrong(row, format!("`{other}` in the column `kind` is none of legal, illegal, special (CMP-DATA-12)"));
                    None
                }
            };
            if let Some(kind) = kind {
                contracts.push(ContractCard { id: row.id.clone(), name: row.name.clone(), kind, text: row.text.clone() });
            }
        }
        for kind in ["legal", "illegal", "special"] {
            let any = sheet.rows.iter().any(|row| row.kind == kind);
            self.hold_all(sheet, any, || format!("no contract card is of the kind `{kind}` (CMP-DATA-12)"));
        }
        for kind in SpecialKind::ALL.map(SpecialKind::id) {
            let any = sheet.rows.iter().any(|row| row.special == kind);
            self.hold_all(sheet, any, || format!("no special card is of the type `{kind}` (CMP-DATA-12)"));
        }
        contracts
    }

    fn goods(&mut self, row: &Row<'_, ContractRow>) -> Option<Goods> {
        let vehicle = match row.vehicle.as_str() {
            "any" => Some(None),
            text => Vehicle::read(text).map(Some),
        };
        self.hold(row, vehicle.is_some(), || {
            format!("the `vehicle` of a goods card is any, truck, ship or aircraft, not `{}` (CMP-DATA-12)", row.vehicle)
        });
        let limit = row.tm.filter(|limit| (1..=9).contains(limit));
        self.hold(row, limit.is_some(), || "the `tm` of a goods card is from 1 to 9 (CMP-DATA-12)".into());
        let unit = i64::from(figures::UNIT);
        let reward = row.reward.filter(|sum| (unit..=LARGEST_REWARD).contains(sum) && sum % unit == 0);
        self.hold(row, reward.is_some(), || {
            format!("the `reward` of a goods card is a multiple of {unit} from {unit} to {LARGEST_REWARD} (CMP-DATA-12)")
        });
        self.hold(row, row.special.is_empty() && row.effect.is_empty(), || {
            "a goods card has no `special` and no `effect` (CMP-DATA-12)".into()
        });
        Some(Goods { illegal: row.kind == "illegal", vehicle: vehicle?, limit: limit? as u8, reward: Money::new(reward? as i32) })
    }

    fn special(&mut self, row: &Row<'_, ContractRow>) -> Option<ContractKind> {
        self.hold(row, row.vehicle.is_empty() && row.tm.is_none() && row.reward.is_none(), || {
            "a special card has no `vehicle`, no `tm` and no `reward` (CMP-DATA-12)".into()
        });
        let kind = self.known(row, "special", &row.special, "CMP-DATA-12")?;
        match effects::special(kind, &row.effect) {
            Ok(special) => Some(ContractKind::Special(special)),
            Err(message) => {
                self.wrong(row, format!("{message} (CMP-DATA-12)"));
                None
            }
        }
    }

    /// CMP-DATA-15.
    fn customs(&mut self, sheet: &Sheet<'_, CustomsRow>) -> Vec<CustomsCard> {
        let mut ids = BTreeSet::new();
        let mut customs = Vec::new();
        for row in &sheet.rows {
            self.own_id(row, &row.id, &mut ids, "CMP-DATA-15");
            self.name(row, "title", &row.title);
            self.text(row, "text", &row.text);
            let (legal, illegal) = (self.effect(row, "legal", &row.legal), self.effect(row, "illegal", &row.illegal));
            let codes = |effects: &[Effect]| effects.iter().flat_map(|effect| effect.deed.codes()).collect::<Vec<_>>();
            self.hold(row, !codes(&legal).contains(&Code::Seize), || {
                "`seize` stands only in the column `illegal` (CMP-DATA-15)".into()
            });
            let Some(colour) = self.known(row, "colour", &row.colour, "CMP-DATA-15") else { continue };
            let harm = codes(&legal).into_iter().chain(codes(&illegal)).find(|code| code.harms());
            if let (CustomsColour::Green, Some(code)) = (colour, harm) {
                self.wrong(row, format!("a green card only benefits, but this one says: {code} (CMP-DATA-15)"));
            }
            customs.push(CustomsCard {
                id: row.id.clone(),
                colour,
                title: row.title.clone(),
                text: row.text.clone(),
                legal,
                illegal,
            });
        }
        for colour in CustomsColour::ALL.map(CustomsColour::id) {
            let any = sheet.rows.iter().any(|row| row.colour == colour);
            self.hold_all(sheet, any, || format!("no customs card is {colour} (CMP-DATA-15)"));
        }
        customs
    }

    /// The place of a box in a table of 6 × 12; each is there once.
    fn place<T>(
        &mut self,
        row: &Row<'_, T>,
        (continent, die): (Option<Continent>, i64),
        seen: &mut BTreeSet<usize>,
        clause: &str,
    ) -> Option<usize> {
        let line = usize::try_from(die).ok().filter(|line| (1..=EVENTS).contains(line));
        self.hold(row, line.is_some(), || format!("`die` is from 1 to 12, not {die} ({clause})"));
        let place = continent?.index() * EVENTS + line? - 1;
        let new = seen.insert(place);
        self.hold(row, new, || format!("the box of this continent and die {die} stands twice ({clause})"));
        new.then_some(place)
    }

    /// CMP-DATA-14.
    fn political(&mut self, sheet: &Sheet<'_, PoliticalRow>) -> Vec<PoliticalEvent> {
        let mut seen = BTreeSet::new();
        let mut boxes = BTreeMap::new();
        for row in &sheet.rows {
            self.name(row, "title", &row.title);
            self.text(row, "text", &row.text);
            let effects = self.effect(row, "effect", &row.effect);
            let continent = self.known(row, "continent", &row.continent, "CMP-DATA-14");
            let Some(place) = self.place(row, (continent, row.die), &mut seen, "CMP-DATA-14") else { continue };
            boxes.insert(place, PoliticalEvent { title: row.title.clone(), text: row.text.clone(), effects });
        }
        boxes.into_values().collect()
    }

    /// CMP-DATA-13.
    fn weather(
        &mut self,
        sheet: &Sheet<'_, WeatherRow>,
        lands: &Ids<Territory>,
        territories: &[TerritoryCard],
        seas: &Ids<Zone>,
    ) -> Vec<Danger> {
        const CLAUSE: &str = "CMP-DATA-13";
        let mut seen = BTreeSet::new();
        let mut boxes = BTreeMap::new();
        // What no danger reaches.
        let (mut dry, mut calm) = (Territories::ALL, Zones::first(seas.len()));
        for row in &sheet.rows {
            self.name(row, "name", &row.name);
            self.text(row, "text", &row.text);
            let continent: Option<Continent> = self.known(row, "continent", &row.continent, CLAUSE);
            self.hold(row, continent.is_none_or(|continent| row.area == continent.index() as i64 + 1), || {
                format!("`area` is 1 to 6 in the order {} (CMP-DATA-13)", Continent::names())
            });
            let kind: Option<DangerKind> = self.known(row, "kind", &row.kind, CLAUSE);
            let lasting: Option<Lasting> = self.known(row, "lasting", &row.lasting, CLAUSE);
            let hit = self.list(row, ("territories", &row.territories, CLAUSE), |id| lands.get(id).copied());
            self.hold(row, !hit.is_empty(), || "a danger hits at least one territory (CMP-DATA-13)".into());
            for land in hit.iter().map(|territory| &territories[territory.index()]) {
                self.hold(row, continent.is_none_or(|continent| land.continent == continent), || {
                    format!("{} is in {}: a danger hits one continent (CMP-DATA-13)", land.id, land.continent.words())
                });
            }
            let zones: Zones = self.list(row, ("zones", &row.zones, CLAUSE), |id| seas.get(id).copied()).into_iter().collect();
            let affects: Vehicles = self.list(row, ("affects", &row.affects, CLAUSE), Vehicle::read).into_iter().collect();
            self.hold(row, kind.is_none_or(|kind| kind == DangerKind::Human || affects == Vehicles::ALL), || {
                "only a human event affects fewer than truck, ship and aircraft (CMP-DATA-13)".into()
            });
            self.hold(row, !affects.is_empty(), || "a danger affects at least one kind of token (CMP-DATA-13)".into());
            self.hold(row, affects != Vehicles::only(Vehicle::Ship) || !zones.is_empty(), || {
                "a danger that affects ships alone has a zone (CMP-DATA-13)".into()
            });
            let save = u8::try_from(row.save).ok().filter(|save| (2..=6).contains(save));
            self.hold(row, save.is_some(), || format!("`save` is from 2 to 6, not {} (CMP-DATA-13)", row.save));
            let mut hits = hit.iter().map(|territory| &territories[territory.index()]);
            let sound = match lasting {
                Some(Lasting::SlowSea) => !zones.is_empty(),
                Some(Lasting::ClosedPorts) => hits.any(|land| land.port.is_some()),
                Some(Lasting::ClosedAirports) => hits.any(|land| land.airport != Airport::None),
                _ => true,
            };
            self.hold(row, sound, || {
                let what = match lasting {
                    Some(Lasting::SlowSea) => "a zone",
                    Some(Lasting::ClosedPorts) => "a port",
                    _ => "an airport",
                };
                format!("`{}` is for a danger with {what} in its area (CMP-DATA-13)", row.lasting)
            });
            if affects.contains(Vehicle::Truck) {
                dry = dry.and_not(hit.iter().copied().collect());
            }
            if affects.contains(Vehicle::Ship) {
                calm = calm.and_not(zones);
            }
            let place = self.place(row, (continent, row.die), &mut seen, CLAUSE);
            let (Some(place), Some(kind), Some(lasting), Some(save), Some(first)) =
                (place, kind, lasting, save, hit.first().copied())
            else {
                continue;
            };
            boxes.insert(
                place,
                Danger {
                    name: row.name.clone(),
                    kind,
                    first,
                    territories: hit.into_iter().collect(),
                    zones,
                    affects,
                    lasting,
                    save,
                    text: row.text.clone(),
                },
            );
        }
        for territory in dry {
            let id = &territories[territory.index()].id;
            self.faults.push(sheet.fault(format!("no danger that affects trucks hits {id} (CMP-DATA-13)")));
        }
        for (id, _) in seas.iter().filter(|(_, zone)| calm.contains(**zone)) {
            self.faults.push(sheet.fault(format!("no danger that affects ships hits the zone {id} (CMP-DATA-13)")));
        }
        boxes.into_values().collect()
    }

    /// CMP-DATA-17.
    fn victory(&mut self, sheet: &Sheet<'_, VictoryRow>) -> [[u8; 6]; 6] {
        for ((row, continent), expected) in sheet.rows.iter().zip(Continent::ALL).zip(VICTORY) {
            self.hold(row, row.sender == continent.id(), || {
                format!("this row is that of {}: they stand in the order {} (CMP-DATA-17)", continent.id(), Continent::names())
            });
            let found = [row.north_america, row.south_america, row.europe, row.africa, row.asia, row.oceania];
            self.hold(row, found == expected.map(i64::from), || {
                format!("the rulebook sets this row: {expected:?}, not {found:?} (CMP-DATA-17)")
            });
        }
        VICTORY
    }
}

/// Is it one line of 1 to so many characters, without blanks at either end?
fn is_line(text: &str, most: usize) -> bool {
    let length = text.chars().take(most + 1).count();
    (1..=most).contains(&length) && text.trim() == text && !text.chars().any(char::is_control)
}

/// A table of `[fixed]`: its name, what stands there, what the rulebook sets, and by which clause.
type Expected<'a> = (&'a str, &'a Figures, Vec<(String, i64)>, &'a str);

/// What `map.toml` says above `[fixed]`, but for the windows.
pub struct MapFigures {
    pub notches: [u16; 3],
    pub arrows: Vec<u8>,
    pub marks: u8,
    pub colours: Vec<String>,
}

impl Check {
    /// Notes a fault of `map.toml` unless something is so.
    pub fn hold_at<T>(&mut self, file: File<'_>, at: &Spanned<T>, so: bool, message: impl FnOnce() -> String) {
        if !so {
            self.faults.push(file.fault(at.span(), message()));
        }
    }

    fn map(&mut self, map: &MapFile, file: File<'_>) -> MapFigures {
        // CMP-DATA-6: the grid is that of the model.
        let grid = &map.grid;
        let figures = [
            ("columns", &grid.columns, 40),
            ("rows", &grid.rows, 18),
            ("cell_width", &grid.cell_width, 90),
            ("row_height", &grid.row_height, 78),
            ("first_row_y", &grid.first_row_y, 740),
            ("left_edge_lon", &grid.left_edge_lon, -1690),
        ];
        for (name, figure, expected) in figures {
            self.hold_at(file, figure, *figure.get_ref() == expected, || {
                format!("`{name}` of the grid is {expected} (CMP-DATA-6)")
            });
        }
        self.hold_at(file, &grid.layout, grid.layout.get_ref() == "odd-r", || {
            "`layout` of the grid is \"odd-r\" (CMP-DATA-6)".into()
        });
        self.hold_at(file, &grid.wrap, *grid.wrap.get_ref(), || "`wrap` of the grid is true (CMP-DATA-6)".into());
        // CMP-DATA-10.
        let radius = *map.ruler.radius.get_ref();
        let sound = (3..=LONGEST_RADIUS).contains(&radius) && radius % 3 == 0;
        self.hold_at(file, &map.ruler.radius, sound, || {
            format!("`radius` is a multiple of 3 from 3 to {LONGEST_RADIUS}, since the notches are at its thirds (CMP-DATA-10)")
        });
        let third = radius / 3;
        let notches = [1, 2, 3].map(|count| third.saturating_mul(count));
        self.hold_at(file, &map.ruler.notches, *map.ruler.notches.get_ref() == notches, || {
            format!("`notches` are at one third, two thirds and the whole of the radius: {notches:?} (CMP-DATA-10)")
        });
        let rows = map.arrows.rows.get_ref();
        let rising = rows.is_sorted_by(|above, below| above < below);
        let sound = !rows.is_empty() && rising && rows.iter().all(|row| (0..ROWS as i64).contains(row));
        self.hold_at(file, &map.arrows.rows, sound, || {
            "`rows` of the arrows are rows of the grid, 0 to 17, each once from the top (CMP-DATA-10)".into()
        });
        // CMP-DATA-16.
        let marks = map.track.marks.get_ref();
        self.hold_at(file, &map.track.marks, (1..=MOST_ROUNDS).contains(marks), || {
            format!("`marks` of the round track are from 1 to {MOST_ROUNDS} (CMP-DATA-16)")
        });
        // CMP-DATA-18.
        let colours = map.colours.names.get_ref();
        let different: BTreeSet<&String> = colours.iter().collect();
        let plain = |colour: &String| {
            (1..=ID).contains(&colour.len()) && colour.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        };
        let sound = colours.len() == Colour::COUNT && different.len() == Colour::COUNT && colours.iter().all(plain);
        self.hold_at(file, &map.colours.names, sound, || {
            "there are five different colours, in small letters such as red (CMP-DATA-18)".into()
        });
        MapFigures {
            notches: notches.map(|notch| u16::try_from(notch).unwrap_or_default()),
            arrows: rows.iter().map(|row| u8::try_from(*row).unwrap_or_default()).collect(),
            marks: u8::try_from(*marks).unwrap_or_default(),
            colours: colours.clone(),
        }
    }

    /// What the rulebook sets stays as it is.
    fn fixed(&mut self, sheets: &Sheets<'_>) {
        let (fixed, file) = (&sheets.map.fixed, sheets.map_file);
        let singles = [
            ("players_min", &fixed.players_min, figures::LEAST_PLAYERS.into(), "CMP-GEN-1"),
            ("players_max", &fixed.players_max, figures::MOST_PLAYERS.into(), "CMP-GEN-1"),
            ("actions_per_turn", &fixed.actions_per_turn, figures::ACTIONS.into(), "CMP-TURN-1"),
            ("victory_target", &fixed.victory_target, figures::VICTORY_TARGET.into(), "CMP-END-4"),
            ("start_money", &fixed.start_money, units(figures::START_MONEY), "CMP-SETUP-7"),
            ("start_territory_cards", &fixed.start_territory_cards, figures::START_TERRITORIES.into(), "CMP-SETUP-7"),
            ("start_contract_cards", &fixed.start_contract_cards, figures::START_CONTRACTS.into(), "CMP-SETUP-7"),
            ("headquarters_fee", &fixed.headquarters_fee, units(figures::HEADQUARTERS_FEE), "CMP-HQ-2"),
            ("failure_victory_points", &fixed.failure_victory_points, figures::FAILURE_POINTS.into(), "CMP-VP-3"),
            ("smallest_coin", &fixed.smallest_coin, figures::UNIT.into(), "CMP-GEN-8"),
        ];
        for (name, found, expected, clause) in singles {
            self.hold_at(file, found, *found.get_ref() == expected, || {
                format!("the rulebook sets `{name}`: it is {expected} ({clause})")
            });
        }
        let vehicles = |figure: fn(Vehicle) -> i64| Vehicle::ALL.map(|vehicle| (vehicle.id().to_owned(), figure(vehicle)));
        let own = |name: &str, figure: i64| (name.to_owned(), figure);
        let coins = |coins: [(i32, u8); 6]| coins.map(|(value, count)| (value.to_string(), i64::from(count))).to_vec();
        let [green, yellow, red] = figures::NOTCH_FUEL.map(units);
        let tables: [Expected<'_>; 11] = [
            (
                "cards",
                &fixed.cards,
                vec![own("territory", 116), own("contract", 116), own("customs", 35), own("headquarters", 9)],
                "CMP-COMP-8",
            ),
            (
                "tokens",
                &fixed.tokens,
                [
                    vehicles(|vehicle| vehicle.tokens().into()).to_vec(),
                    vec![
                        own("in_flight", figures::IN_FLIGHT.into()),
                        own("headquarters", figures::HEADQUARTERS.into()),
                        own("branch", figures::BRANCHES.into()),
                        own("crown", figures::CROWNS.into()),
                    ],
                ]
                .concat(),
                "CMP-COMP-5, CMP-COMP-6",
            ),
            ("start_tokens", &fixed.start_tokens, vehicles(|vehicle| vehicle.start_tokens().into()).to_vec(), "CMP-SETUP-7"),
            ("coins", &fixed.coins, coins(figures::COINS), "CMP-COMP-9"),
            ("start_coins", &fixed.start_coins, coins(figures::START_COINS), "CMP-SETUP-8"),
            (
                "price",
                &fixed.price,
                [vehicles(|vehicle| units(vehicle.price())).to_vec(), vec![own("branch", units(figures::BRANCH_PRICE))]].concat(),
                "CMP-BUY-2",
            ),
            (
                "return",
                &fixed.back,
                [vehicles(|vehicle| units(vehicle.price_back())).to_vec(), vec![own("branch", units(figures::BRANCH_RETURN))]]
                    .concat(),
                "CMP-BUY-2",
            ),
            ("points", &fixed.points, vehicles(|vehicle| vehicle.allowance().into()).to_vec(), "CMP-TM-1"),
            (
                "fuel",
                &fixed.fuel,
                vec![
                    own("truck", Vehicle::Truck.fuel().map_or(0, units)),
                    own("ship", Vehicle::Ship.fuel().map_or(0, units)),
                    own("aircraft_green", green),
                    own("aircraft_yellow", yellow),
                    own("aircraft_red", red),
                ],
                "CMP-FUEL-1, CMP-FUEL-2, CMP-DATA-10",
            ),
            (
                "morphology",
                &fixed.morphology,
                Morphology::ALL.map(|morphology| own(morphology.id(), morphology.points().into())).to_vec(),
                "CMP-TRUCK-2",
            ),
            (
                "strait",
                &fixed.strait,
                vec![
                    own("points", figures::STRAIT_POINTS.into()),
                    own("extra_point_truck", Vehicle::Truck.extra_point().map_or(0, units)),
                    own("extra_point_ship", Vehicle::Ship.extra_point().map_or(0, units)),
                ],
                "CMP-STRAIT-1, CMP-STRAIT-5",
            ),
        ];
        for (name, table, expected, clause) in tables {
            for (key, figure) in &expected {
                match table.get_ref().get(key) {
                    None => {
                        self.faults.push(file.fault(table.span(), format!("`{key}` of [fixed.{name}] is missing ({clause})")))
                    }
                    Some(found) => self.hold_at(file, found, found.get_ref() == figure, || {
                        format!("the rulebook sets `{key}` of [fixed.{name}]: it is {figure} ({clause})")
                    }),
                }
            }
            for (key, found) in table.get_ref().iter().filter(|(key, _)| expected.iter().all(|(name, _)| name != *key)) {
                self.faults.push(file.fault(found.span(), format!("`{key}` is no figure of [fixed.{name}] ({clause})")));
            }
        }
    }
}

fn units(money: Money) -> i64 {
    money.units().into()
}
