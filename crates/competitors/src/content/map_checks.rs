//! All that the loader checks of territories, borders, straits and the sea. (CMP-DATA-1 to CMP-DATA-9, CMP-DATA-19)

use crate::content::{
    pack::{Border, GridCell, Ground, Plate, Port, SeaZone, StraitSpace, TerritoryCard},
    pack_checks::{Check, Ids},
    pack_rows::{BorderRow, CellRow, Sheets, StraitRow, TerritoryRow},
    places::{Airport, Area, BorderKind, Cell, Continent, Morphology, Point, StraitKind, Territories, Territory, WIDTH, Zone},
};
use kernel::{Row, Sheet};
use std::collections::BTreeSet;

/// The longitude of the left edge, in tenths of a degree west. (CMP-DATA-6)
const LEFT_EDGE: i16 = 1_690;

/// What an outline calls land that is no territory; no territory has this id. (CMP-DATA-22)
pub const BARE: &str = "bare";

/// The four names of the rulebook's example, with what three of them are. (CMP-DATA-2)
const EXAMPLE: [(&str, Option<Morphology>); 4] = [
    ("Eastern Siberia", None),
    ("Western Siberia", Some(Morphology::Frozen)),
    ("Urals", Some(Morphology::Mountain)),
    ("District of Moscow", Some(Morphology::Plain)),
];

impl Check {
    /// CMP-DATA-1, CMP-DATA-4; the territories, and the names of the customs areas.
    pub fn territories(&mut self, sheet: &Sheet<'_, TerritoryRow>) -> (Vec<TerritoryCard>, Vec<String>) {
        const CLAUSE: &str = "CMP-DATA-1";
        let (mut ids, mut names, mut points) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut areas: Vec<(String, Continent)> = Vec::new();
        let mut territories = Vec::new();
        for row in &sheet.rows {
            self.own_id(row, &row.id, &mut ids, CLAUSE);
            self.hold(row, row.id != BARE, || format!("`{BARE}` is what outlines call land that is no territory (CMP-DATA-22)"));
            self.name(row, "name", &row.name);
            self.hold(row, names.insert(row.name.clone()), || format!("the name `{}` stands twice (CMP-DATA-1)", row.name));
            // What is not known is told; the first of the list stands in for it until all faults are found.
            let continent = self.known(row, "continent", &row.continent, CLAUSE).unwrap_or(Continent::NorthAmerica);
            let morphology = self.known(row, "morphology", &row.morphology, CLAUSE).unwrap_or(Morphology::Plain);
            let airport = self.known(row, "airport", &row.airport, CLAUSE).unwrap_or(Airport::None);
            let red_flag = self.yes(row, "red_flag", &row.red_flag, CLAUSE);
            let port = self.port(row);
            self.id(row, "customs_area", &row.customs_area, "CMP-DATA-4");
            let area = areas.iter().position(|(area, _)| *area == row.customs_area).unwrap_or_else(|| {
                areas.push((row.customs_area.clone(), continent));
                areas.len() - 1
            });
            self.hold(row, areas[area].1 == continent, || {
                let (area, other) = (&row.customs_area, areas[area].1.words());
                format!("the customs area {area} lies in {other}: an area lies in one continent (CMP-DATA-4)")
            });
            let point = self.point(row);
            self.hold(row, points.insert(point), || {
                format!("another territory is at the point {}, {} too (CMP-DATA-1)", row.lon, row.lat)
            });
            territories.push(TerritoryCard {
                id: row.id.clone(),
                name: row.name.clone(),
                continent,
                morphology,
                port,
                airport,
                red_flag,
                area: Area::new(area).unwrap_or(Area::FIRST),
                point,
                cell: nearest(point),
                neighbours: Vec::new(),
                crossings: Vec::new(),
                plate: self.plate(row),
            });
        }
        for continent in Continent::ALL {
            let name = continent.words();
            let mut here = territories.iter().filter(|card| card.continent == continent).peekable();
            self.hold_all(sheet, here.peek().is_some(), || format!("{name} has no territory (CMP-DATA-1)"));
            self.hold_all(sheet, here.clone().any(|card| card.airport == Airport::Intercontinental), || {
                format!("{name} has no intercontinental airport (CMP-DATA-1)")
            });
            self.hold_all(sheet, here.any(|card| card.red_flag), || format!("{name} has no red flag (CMP-DATA-1)"));
        }
        (territories, areas.into_iter().map(|(area, _)| area).collect())
    }

    /// CMP-DATA-1, CMP-DATA-9, CMP-DATA-23.
    fn port(&mut self, row: &Row<'_, TerritoryRow>) -> Option<Port> {
        let port = self.yes(row, "port", &row.port, "CMP-DATA-1");
        self.hold(row, port != row.port_hex.is_empty(), || "`port_hex` is given exactly if `port` is yes (CMP-DATA-1)".into());
        self.hold(row, port == row.port_x.is_some() && port == row.port_y.is_some(), || {
            "`port_x` and `port_y` are given exactly if `port` is yes (CMP-DATA-23)".into()
        });
        let hex = Cell::read(&row.port_hex);
        self.hold(row, hex.is_some() || row.port_hex.is_empty(), || {
            format!("`port_hex` is a cell from 0:0 to 39:17, not `{}` (CMP-DATA-9)", row.port_hex)
        });
        let place = self.on_map(row, row.port_x?, row.port_y?)?;
        Some(Port { hex: hex?, place })
    }

    /// The point of a territory. (CMP-DATA-1, CMP-DATA-6)
    fn point(&mut self, row: &Row<'_, TerritoryRow>) -> Point {
        let mut degrees = |column: &str, text: &str, most: i16| {
            let tenths = tenths(text).filter(|tenths| (-most..=most).contains(tenths));
            self.hold(row, tenths.is_some(), || {
                let most = most / 10;
                format!("`{column}` is from -{most} to {most} with at most one decimal, not `{text}` (CMP-DATA-1)")
            });
            tenths.unwrap_or_default()
        };
        let (lon, lat) = (degrees("lon", &row.lon, 1_800), degrees("lat", &row.lat, 900));
        Point { x: (lon + LEFT_EDGE).rem_euclid(WIDTH), y: lat }
    }

    /// CMP-DATA-23.
    fn plate(&mut self, row: &Row<'_, TerritoryRow>) -> Plate {
        let (width, height) = (row.plate_w, row.plate_h);
        let fits = (22..=i64::from(WIDTH)).contains(&width) && (18..=1_800).contains(&height);
        self.hold(row, fits, || "a plate is at least 22 wide and 18 high, and fits on the map (CMP-DATA-23)".into());
        let centre = self.on_map(row, row.plate_x, row.plate_y).unwrap_or_default();
        let small = |length: i64| i16::try_from(length).unwrap_or_default();
        Plate { centre, width: small(width), height: small(height) }
    }

    /// A place of the map. (CMP-DATA-23)
    pub fn on_map<T>(&mut self, row: &Row<'_, T>, x: i64, y: i64) -> Option<Point> {
        let there = (0..=i64::from(WIDTH)).contains(&x) && (-900..=900).contains(&y);
        self.hold(row, there, || format!("{x}, {y} is not on the map: x is 0 to {WIDTH}, y is -900 to 900 (CMP-DATA-23)"));
        there.then_some(Point { x: x as i16, y: y as i16 })
    }

    /// CMP-DATA-6, CMP-DATA-7, CMP-DATA-23; the cells, and the zones of the sea.
    pub fn grid(&mut self, sheet: &Sheet<'_, CellRow>, lands: &Ids<Territory>) -> (Vec<GridCell>, Vec<SeaZone>) {
        let mut zones: Vec<SeaZone> = Vec::new();
        let mut grid = Vec::new();
        for (row, cell) in sheet.rows.iter().zip(Cell::all()) {
            self.hold(row, (row.col, row.row) == (cell.column() as i64, cell.row() as i64), || {
                format!("this row is that of {cell}: every cell stands once, row by row from the top left (CMP-DATA-7)")
            });
            let centre = cell.centre();
            self.hold(row, (row.x, row.y) == (centre.x.into(), centre.y.into()), || {
                format!("the centre of {cell} is {}, {} (CMP-DATA-7)", centre.x, centre.y)
            });
            let ground = match row.kind.as_str() {
                "sea" => self.zone(row, lands, &mut zones),
                "land" => {
                    let territory = lands.get(&row.zone).copied();
                    self.hold(row, territory.is_some(), || {
                        format!("the `zone` of a land cell is a territory, which `{}` is not (CMP-DATA-7)", row.zone)
                    });
                    territory.map(Ground::Land)
                }
                other => {
                    self.wrong(row, format!("`kind` is sea or land, not `{other}` (CMP-DATA-6)"));
                    None
                }
            };
            let mut territories: Territories =
                self.list(row, ("also", &row.also, "CMP-DATA-6"), |id| lands.get(id).copied()).into_iter().collect();
            if let Some(Ground::Land(territory)) = ground {
                territories.insert(territory);
            }
            let mark = self.on_map(row, row.mark_x, row.mark_y).unwrap_or(centre);
            self.hold(row, cell.holds(mark), || format!("`mark_x`, `mark_y` lie outside the hexagon of {cell} (CMP-DATA-23)"));
            grid.push(GridCell {
                ground: ground.unwrap_or(Ground::Land(Territory::FIRST)),
                territories,
                links: Vec::new(),
                passages: Vec::new(),
                ports: Territories::NONE,
                mark,
            });
        }
        (grid, zones)
    }

    /// The zone of a sea cell. (CMP-DATA-6)
    fn zone(&mut self, row: &Row<'_, CellRow>, lands: &Ids<Territory>, zones: &mut Vec<SeaZone>) -> Option<Ground> {
        let id = &row.zone;
        self.id(row, "zone", id, "CMP-DATA-6");
        self.hold(row, !lands.contains_key(id), || {
            format!("`{id}` is a territory: a zone of the sea has a name of its own (CMP-DATA-6)")
        });
        let place = zones.iter().position(|zone| zone.id == *id).unwrap_or_else(|| {
            zones.push(SeaZone { id: id.clone(), name: title(id) });
            zones.len() - 1
        });
        let zone = Zone::new(place);
        self.hold(row, zone.is_some(), || format!("there are at most {} zones of the sea (CMP-DATA-6)", Zone::COUNT));
        zone.map(Ground::Sea)
    }

    /// Every territory is in a cell, and stands under `also` only if no cell is its own. (CMP-DATA-6, CMP-DATA-7)
    pub fn in_cells(&mut self, sheet: &Sheet<'_, TerritoryRow>, cells: &Sheet<'_, CellRow>, grid: &[GridCell]) {
        let land = |cell: &GridCell| match cell.ground {
            Ground::Land(territory) => Some(territory),
            Ground::Sea(_) => None,
        };
        let own: Territories = grid.iter().filter_map(land).collect();
        let all = grid.iter().fold(own, |all, cell| all.or(cell.territories));
        for (row, territory) in sheet.rows.iter().zip(Territory::all()) {
            self.hold(row, all.contains(territory), || {
                format!("{} is neither the zone nor an `also` of any cell of grid.csv (CMP-DATA-7)", row.id)
            });
        }
        for (row, cell) in cells.rows.iter().zip(grid) {
            let here = land(cell).map_or(Territories::NONE, Territories::only);
            for territory in cell.territories.and_not(here).and(own) {
                let id = &sheet.rows[territory.index()].id;
                self.wrong(row, format!("`also` names {id}, which has cells of its own (CMP-DATA-6)"));
            }
        }
    }

    /// CMP-DATA-5, CMP-DATA-7.
    pub fn straits(&mut self, sheet: &Sheet<'_, StraitRow>, lands: &Ids<Territory>, grid: &[GridCell]) -> Vec<StraitSpace> {
        const CLAUSE: &str = "CMP-DATA-5";
        let (mut ids, mut pairs) = (BTreeSet::new(), BTreeSet::new());
        let mut straits = Vec::new();
        for row in &sheet.rows {
            self.own_id(row, &row.id, &mut ids, CLAUSE);
            self.name(row, "name", &row.name);
            let kind = self.known(row, "kind", &row.kind, CLAUSE).unwrap_or(StraitKind::Strait);
            let seals = self.yes(row, "seals", &row.seals, CLAUSE);
            let hexes = self.hexes(row, grid);
            let mut links = Vec::new();
            for link in row.truck_links.split(';').filter(|_| !row.truck_links.is_empty()) {
                let ends = link.split_once('-').and_then(|(a, b)| Some([*lands.get(a)?, *lands.get(b)?]));
                match ends.filter(|[a, b]| a != b) {
                    None => self.wrong(
                        row,
                        format!("`{link}` does not join two different territories, as spain-morocco does (CMP-DATA-5)"),
                    ),
                    Some([a, b]) => {
                        self.hold(row, pairs.insert([a.min(b), a.max(b)]), || {
                            format!("the link `{link}` stands twice (CMP-DATA-5)")
                        });
                        links.push([a, b]);
                    }
                }
            }
            self.hold(row, !row.ship_hex_a.is_empty() || !row.truck_links.is_empty(), || {
                "a strait is for ships, for trucks or for both: give two hexes or a link (CMP-DATA-5)".into()
            });
            let zones = hexes.map(|hexes| hexes.map(|hex| grid[hex.index()].zone()));
            self.hold(row, !seals || zones.is_some_and(|[a, b]| a != b), || {
                "a strait that seals joins hexes of two zones (CMP-DATA-7)".into()
            });
            let place = self.on_map(row, row.x, row.y).unwrap_or_default();
            straits.push(StraitSpace { id: row.id.clone(), name: row.name.clone(), kind, hexes, seals, links, place });
        }
        straits
    }

    /// The two hexes of a strait for ships. (CMP-DATA-5)
    fn hexes(&mut self, row: &Row<'_, StraitRow>, grid: &[GridCell]) -> Option<[Cell; 2]> {
        let texts = [&row.ship_hex_a, &row.ship_hex_b];
        if texts.iter().all(|text| text.is_empty()) {
            return None;
        }
        let sea = |text: &String| Cell::read(text).filter(|cell| grid[cell.index()].is_sea());
        let hexes = match texts.map(sea) {
            [Some(a), Some(b)] if a != b => Some([a, b]),
            _ => None,
        };
        self.hold(row, hexes.is_some(), || {
            let [a, b] = texts;
            format!("`ship_hex_a` and `ship_hex_b` are two different sea cells or both empty, not `{a}` and `{b}` (CMP-DATA-5)")
        });
        hexes
    }

    /// CMP-DATA-3, CMP-DATA-4.
    pub fn borders(
        &mut self,
        sheet: &Sheet<'_, BorderRow>,
        lands: &Ids<Territory>,
        territories: &[TerritoryCard],
        straits: &[StraitSpace],
    ) -> Vec<Border> {
        let mut pairs = BTreeSet::new();
        let mut borders = Vec::new();
        for row in &sheet.rows {
            let ends = [&row.a, &row.b].map(|id| {
                let territory = lands.get(id).copied();
                self.hold(row, territory.is_some(), || format!("`{id}` is not the id of a territory (CMP-DATA-3)"));
                territory
            });
            let kind = self.known(row, "kind", &row.kind, "CMP-DATA-3");
            let (Some(kind), [Some(a), Some(b)]) = (kind, ends) else { continue };
            self.hold(row, a != b, || format!("{} has no border with itself (CMP-DATA-3)", row.a));
            self.hold(row, pairs.insert([a.min(b), a.max(b)]), || {
                format!("the border of {} and {} stands twice (CMP-DATA-3)", row.a, row.b)
            });
            let linked = straits.iter().find(|strait| strait.links.contains(&[a, b]) || strait.links.contains(&[b, a]));
            self.hold(row, linked.is_none(), || {
                let strait = linked.map_or("", |strait| &strait.id);
                format!("{} and {} are joined by the strait {strait}, not by a border (CMP-DATA-3)", row.a, row.b)
            });
            let [one, other] = [a, b].map(|end| &territories[end.index()]);
            self.hold(row, one.continent == other.continent || kind == BorderKind::Customs, || {
                "a border between two continents is a customs border (CMP-DATA-4)".into()
            });
            self.hold(row, (kind == BorderKind::Regional) == (one.area == other.area), || {
                let same = if one.area == other.area { "one customs area" } else { "two customs areas" };
                format!("{} and {} are of {same}: a border is regional exactly within an area (CMP-DATA-4)", row.a, row.b)
            });
            borders.push(Border { a, b, kind });
        }
        borders
    }

    /// CMP-DATA-2.
    pub fn example(&mut self, sheets: &Sheets<'_>, territories: &[TerritoryCard], borders: &[Border]) {
        let sheet = &sheets.territories;
        let found = EXAMPLE.map(|(name, morphology)| {
            let place = territories.iter().position(|card| card.name == name);
            self.hold_all(sheet, place.is_some(), || format!("the rulebook names {name}, which is missing (CMP-DATA-2)"));
            if let (Some(place), Some(morphology)) = (place, morphology) {
                self.hold(&sheet.rows[place], territories[place].morphology == morphology, || {
                    format!("{name} is {} (CMP-DATA-2)", morphology.id())
                });
            }
            place.and_then(Territory::new)
        });
        for (ends, names) in found.windows(2).zip(EXAMPLE.windows(2)) {
            let &[Some(from), Some(to)] = ends else { continue };
            let joined = borders.iter().any(|border| [[border.a, border.b], [border.b, border.a]].contains(&[from, to]));
            self.hold_all(&sheets.borders, joined, || {
                format!("{} and {} have a border in the rulebook’s example (CMP-DATA-2)", names[0].0, names[1].0)
            });
        }
    }

    /// CMP-DATA-9.
    pub fn ports(&mut self, sheet: &Sheet<'_, TerritoryRow>, territories: &[TerritoryCard], grid: &mut [GridCell]) {
        for ((row, territory), card) in sheet.rows.iter().zip(Territory::all()).zip(territories) {
            let Some(port) = card.port else { continue };
            let cell = &mut grid[port.hex.index()];
            self.hold(row, cell.is_sea(), || format!("the port opens on {}, which is not a sea cell (CMP-DATA-9)", port.hex));
            cell.ports.insert(territory);
        }
    }

    /// CMP-DATA-8.
    pub fn one_sea(&mut self, sheet: &Sheet<'_, CellRow>, grid: &[GridCell]) {
        let parts = seas(grid, true);
        for part in parts.iter().skip(1) {
            let (Some(cell), Some(main)) = (part.first(), parts[0].first()) else { continue };
            self.wrong(
                &sheet.rows[cell.index()],
                format!("no ship gets from {main} to {cell} and back: all sea is one whole (CMP-DATA-8)"),
            );
        }
    }

    /// Every land that trucks cannot leave has a port or an airport. Then every territory can be reached from every headquarters,
    /// which have both: the sea is one (CMP-DATA-8), and aircraft come to each continent by its intercontinental airport
    /// (CMP-DATA-1) and within a continent to every airport (CMP-AIR-13). (CMP-DATA-19)
    pub fn reach(&mut self, sheet: &Sheet<'_, TerritoryRow>, territories: &[TerritoryCard]) {
        for land in lands(territories) {
            let open = land.into_iter().any(|territory| {
                let card = &territories[territory.index()];
                card.port.is_some() || card.airport != Airport::None
            });
            if let (false, Some(first)) = (open, land.lowest()) {
                let all: Vec<&str> = land.map(|territory| territories[territory.index()].id.as_str()).collect();
                self.wrong(
                    &sheet.rows[first.index()],
                    format!("nobody comes to {}: no port and no airport there (CMP-DATA-19)", all.join(", ")),
                );
            }
        }
    }
}

/// The parts of the sea, each with its cells in order, the part of the first sea cell first; with or without the straits.
pub fn seas(grid: &[GridCell], straits: bool) -> Vec<Vec<Cell>> {
    let mut seen = vec![false; grid.len()];
    let mut parts = Vec::new();
    for start in Cell::all() {
        if seen[start.index()] || !grid[start.index()].is_sea() {
            continue;
        }
        let mut part = vec![start];
        seen[start.index()] = true;
        let mut next = 0;
        while let Some(cell) = part.get(next).copied() {
            next += 1;
            let here = &grid[cell.index()];
            let over = here.passages.iter().filter(|_| straits).map(|passage| passage.to);
            for to in here.links.iter().copied().chain(over) {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    part.push(to);
                }
            }
        }
        part.sort();
        parts.push(part);
    }
    parts
}

/// The sets of territories that borders and the truck links of straits join. (CMP-DATA-19)
pub fn lands(territories: &[TerritoryCard]) -> Vec<Territories> {
    let mut left = Territories::ALL;
    let mut sets = Vec::new();
    while let Some(first) = left.lowest() {
        let mut set = Territories::only(first);
        let mut open = vec![first];
        while let Some(territory) = open.pop() {
            let card = &territories[territory.index()];
            let over = card.crossings.iter().map(|crossing| crossing.to);
            for to in card.neighbours.iter().map(|neighbour| neighbour.to).chain(over) {
                if !set.contains(to) {
                    set.insert(to);
                    open.push(to);
                }
            }
        }
        left = left.and_not(set);
        sets.push(set);
    }
    sets
}

/// The cell whose centre is nearest, the first of equals. (CMP-AIR-19)
fn nearest(point: Point) -> Cell {
    Cell::all().min_by_key(|cell| cell.centre().squared(point)).unwrap_or(Cell::FIRST)
}

/// A number with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<i16> {
    let (sign, number) = text.strip_prefix('-').map_or((1, text), |number| (-1, number));
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    let plain =
        |digits: &str, most: usize| (1..=most).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    let sound = plain(whole, 3) && plain(tenth, 1);
    sound.then(|| Some(sign * (whole.parse::<i16>().ok()? * 10 + tenth.parse::<i16>().ok()?))).flatten()
}

/// The name that people read: `gulf_of_alaska` is Gulf of Alaska.
fn title(id: &str) -> String {
    let word = |(place, word): (usize, &str)| match word.chars().next() {
        Some(first) if place == 0 || !["of", "the", "and"].contains(&word) => {
            first.to_uppercase().chain(word.chars().skip(1)).collect()
        }
        _ => word.to_owned(),
    };
    id.split('_').enumerate().map(word).collect::<Vec<String>>().join(" ")
}

/// The neighbours of a sea cell that a ship may enter, in the order of the file: not over land, and not between two zones that a
/// strait seals. (CMP-DATA-7)
pub fn open_links(cell: Cell, grid: &[GridCell], sealed: &BTreeSet<[Zone; 2]>) -> Vec<Cell> {
    let Some(zone) = grid[cell.index()].zone() else { return Vec::new() };
    let open = |to: &Cell| {
        let beyond = grid[to.index()].zone();
        beyond.is_some_and(|beyond| !sealed.contains(&[zone.min(beyond), zone.max(beyond)]))
    };
    let mut links: Vec<Cell> = cell.neighbours().filter(open).collect();
    links.sort();
    links
}
