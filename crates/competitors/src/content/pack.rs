//! The content of the game, and all that its loader checks. (CMP-DATA-1 to CMP-DATA-24)

use crate::content::{
    effects::{Effect, Lasting, Special},
    pack_checks::Check,
    pack_rows,
    places::{
        Airport, Area, Arrow, BorderKind, COLUMNS, Cell, Colour, Continent, Contract, Customs, Edge, Morphology, Office, Point,
        Strait, StraitKind, Straits, Territories, Territory, Vehicle, Vehicles, WIDTH, Zone, Zones, named,
    },
};
use kernel::{Files, Money, PackFault};
use std::ops::Index;

/// The sides of the die that chooses an event. (CMP-COMP-4)
pub const EVENTS: usize = 12;

/// Checked content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// The 116 territories, by [`Territory`]. (CMP-DATA-1)
    pub territories: Vec<TerritoryCard>,
    /// The customs areas, in the order in which the territories name them, by [`Area`]. (CMP-DATA-4)
    pub areas: Vec<String>,
    /// The borders in the order of the file. (CMP-DATA-3)
    pub borders: Vec<Border>,
    /// The canals and straits, by [`Strait`]. (CMP-DATA-5)
    pub straits: Vec<StraitSpace>,
    /// The 720 cells, by [`Cell`]. (CMP-DATA-6)
    pub grid: Vec<GridCell>,
    /// The zones of the sea, by [`Zone`]. (CMP-DATA-6)
    pub zones: Vec<SeaZone>,
    /// The 9 headquarters cards, by [`Office`]. (CMP-DATA-11)
    pub offices: Vec<HeadquartersCard>,
    /// The 116 contract cards, by [`Contract`]. (CMP-DATA-12)
    pub contracts: Vec<ContractCard>,
    /// The 35 customs cards, by [`Customs`]. (CMP-DATA-15)
    pub customs: Vec<CustomsCard>,
    /// The table of political-social events: 12 for each continent in turn; see [`Pack::political_event`]. (CMP-DATA-14)
    pub political: Vec<PoliticalEvent>,
    /// The table of meteorological, natural and human events likewise; see [`Pack::danger`]. (CMP-DATA-13)
    pub weather: Vec<Danger>,
    /// The victory points by the continents of Sender and Receiver. (CMP-VP-1, CMP-VP-2, CMP-COMP-3)
    pub victory: [[u8; 6]; 6],
    /// The lengths of the three notches of the aircraft ruler; the last is its radius. (CMP-DATA-10, CMP-COMP-7)
    pub notches: [u16; 3],
    /// The grid rows at whose height the pairs of arrows are. (CMP-DATA-10)
    pub arrows: Vec<u8>,
    /// The marks of the round track. (CMP-DATA-16)
    pub marks: u8,
    /// The names of the colours of the player boards, by [`Colour`]. (CMP-DATA-18, CMP-COMP-2)
    pub colours: Vec<String>,
    /// What the map is drawn from. (CMP-DATA-22 to CMP-DATA-24)
    pub drawing: Drawing,
}

/// A territory and its card. (CMP-DATA-1)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerritoryCard {
    /// The name in packs and notation.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Its continent.
    pub continent: Continent,
    /// What entering costs a truck.
    pub morphology: Morphology,
    /// Its port. (CMP-DATA-9)
    pub port: Option<Port>,
    /// Its airport. (CMP-DATA-10)
    pub airport: Airport,
    /// Do political events happen here? (CMP-POL-1)
    pub red_flag: bool,
    /// Its customs area. (CMP-CUST-6)
    pub area: Area,
    /// Its point: where its airport is, and from where distances count. (CMP-AIR-3, CMP-WX-10)
    pub point: Point,
    /// The cell whose centre is nearest to the point, the first of equals. (CMP-AIR-19)
    pub cell: Cell,
    /// The territories over the borders, in the order of the files.
    pub neighbours: Vec<Neighbour>,
    /// The territories over straits, in the order of the files. (CMP-TRUCK-4)
    pub crossings: Vec<Crossing>,
    /// Where its name and tokens are drawn. (CMP-DATA-23)
    pub plate: Plate,
}

/// A port opens on exactly one hex. (CMP-SHIP-4)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    /// The hex.
    pub hex: Cell,
    /// Where it is drawn. (CMP-DATA-23)
    pub place: Point,
}

/// What lies over a border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// The territory.
    pub to: Territory,
    /// The kind of the border.
    pub kind: BorderKind,
}

/// What a truck reaches over a strait. (CMP-STRAIT)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// The strait.
    pub strait: Strait,
    /// The territory on the far side.
    pub to: Territory,
}

/// What a ship reaches over a strait. (CMP-STRAIT)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The strait.
    pub strait: Strait,
    /// The hex on the far side.
    pub to: Cell,
}

/// A border, listed once for both ways. (CMP-DATA-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Border {
    pub a: Territory,
    pub b: Territory,
    pub kind: BorderKind,
}

/// A canal or strait. (CMP-DATA-5)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StraitSpace {
    /// The name in packs and notation.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Strait or canal.
    pub kind: StraitKind,
    /// The two hexes that it joins for ships.
    pub hexes: Option<[Cell; 2]>,
    /// Does it close every other way between the zones of the two? (CMP-DATA-7)
    pub seals: bool,
    /// The pairs of territories that it joins for trucks.
    pub links: Vec<[Territory; 2]>,
    /// Where it is drawn. (CMP-DATA-23)
    pub place: Point,
}

/// What a cell is. (CMP-DATA-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A sea hex, of this zone.
    Sea(Zone),
    /// Land, most of it of this territory.
    Land(Territory),
}

/// A cell of the grid. (CMP-DATA-6)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridCell {
    /// Sea or land.
    pub ground: Ground,
    /// The territories in it: that of a land cell, and those under `also`. (CMP-WX-4)
    pub territories: Territories,
    /// The sea hexes that a ship may enter from here, in the order of the file; none from land. (CMP-DATA-7)
    pub links: Vec<Cell>,
    /// The straits that ships may cross from here. (CMP-DATA-5)
    pub passages: Vec<Passage>,
    /// The territories whose ports open on it. (CMP-DATA-9)
    pub ports: Territories,
    /// Where a ship in it is drawn. (CMP-DATA-23)
    pub mark: Point,
}

impl GridCell {
    /// The zone of a sea hex.
    #[inline]
    pub const fn zone(&self) -> Option<Zone> {
        match self.ground {
            Ground::Sea(zone) => Some(zone),
            Ground::Land(_) => None,
        }
    }

    /// Is it a sea hex?
    #[inline]
    pub const fn is_sea(&self) -> bool {
        matches!(self.ground, Ground::Sea(_))
    }
}

/// A zone of the sea. (CMP-DATA-6)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeaZone {
    /// The name in packs and notation.
    pub id: String,
    /// The name that people read.
    pub name: String,
}

/// A headquarters card. (CMP-DATA-11)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadquartersCard {
    /// The name in packs and notation.
    pub id: String,
    /// Its State.
    pub territory: Territory,
    /// Whose flag it shows.
    pub flag: String,
}

/// A contract card. (CMP-DATA-12)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractCard {
    /// The name in packs and notation.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it is for.
    pub kind: ContractKind,
    /// The description.
    pub text: String,
}

impl ContractCard {
    /// The goods, unless it is a special card.
    #[inline]
    pub const fn goods(&self) -> Option<Goods> {
        match self.kind {
            ContractKind::Goods(goods) => Some(goods),
            ContractKind::Special(_) => None,
        }
    }

    /// What a special card does.
    #[inline]
    pub const fn special(&self) -> Option<Special> {
        match self.kind {
            ContractKind::Special(special) => Some(special),
            ContractKind::Goods(_) => None,
        }
    }
}

/// What a contract card is for. (CMP-DATA-12)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContractKind {
    /// To be signed and delivered.
    Goods(Goods),
    /// To be played. (CMP-SPEC)
    Special(Special),
}

/// What a goods card says. (CMP-DATA-12)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goods {
    /// Two skulls? (CMP-ILL-1)
    pub illegal: bool,
    /// The kind of token that must carry them; any without it. (CMP-SIGN-7)
    pub vehicle: Option<Vehicle>,
    /// The movement turns that it allows. (CMP-DELIV-3)
    pub limit: u8,
    /// What the bank pays. (CMP-DELIV-9)
    pub reward: Money,
}

named! {
    /// The colour of a customs card. (CMP-CUST-15)
    CustomsColour {
        /// Benefits only.
        Green "green" "green",
        /// Advantages and disadvantages.
        Yellow "yellow" "yellow",
        /// Damage.
        Red "red" "red",
    }
}

/// A customs card. (CMP-DATA-15)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomsCard {
    /// The name in packs and notation.
    pub id: String,
    /// Green, yellow or red.
    pub colour: CustomsColour,
    /// The name that people read.
    pub title: String,
    /// The description.
    pub text: String,
    /// What it does to legal goods.
    pub legal: Box<[Effect]>,
    /// What it does to illegal goods.
    pub illegal: Box<[Effect]>,
}

impl CustomsCard {
    /// What it does to such goods. (CMP-CUST-17)
    #[inline]
    pub fn effects(&self, illegal: bool) -> &[Effect] {
        if illegal { &self.illegal } else { &self.legal }
    }
}

/// A box of the table of political-social events. (CMP-DATA-14)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoliticalEvent {
    /// The name that people read.
    pub title: String,
    /// The description.
    pub text: String,
    /// What it does.
    pub effects: Box<[Effect]>,
}

named! {
    /// The kind of a danger. (CMP-DATA-13)
    #[allow(missing_docs)]
    DangerKind {
        Meteorological "meteorological" "meteorological",
        Natural "natural" "natural",
        Human "human" "human",
    }
}

/// A box of the table of meteorological, natural and human events. (CMP-DATA-13)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The name that people read.
    pub name: String,
    /// The kind.
    pub kind: DangerKind,
    /// The territory on which the danger token stands: the first of the list. (CMP-WX-4)
    pub first: Territory,
    /// The territories of its area.
    pub territories: Territories,
    /// The zones of its area.
    pub zones: Zones,
    /// The kinds of token that it can hit. (CMP-WX-14)
    pub affects: Vehicles,
    /// What it does as long as it lasts.
    pub lasting: Lasting,
    /// A roll below this saves. (CMP-WX-7)
    pub save: u8,
    /// The description.
    pub text: String,
}

/// What the map is drawn from; no rule looks at it. (CMP-DATA-22 to CMP-DATA-24)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The lines of the map, in the order of the file. (CMP-DATA-22)
    pub lines: Vec<Line>,
    /// The rings of each territory, which lies on their left; by [`Territory`]. (CMP-DATA-22)
    pub rings: Vec<Vec<Vec<Point>>>,
    /// The rings of land that is no territory.
    pub bare: Vec<Vec<Point>>,
    /// The edges of the picture. (CMP-DATA-23)
    pub frame: Window,
    /// The window of the whole world.
    pub world: Window,
    /// The window of each continent, by [`Continent`].
    pub continents: [Window; 6],
}

/// What lies on one side of a line. (CMP-DATA-22)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Water, or the edge of the map.
    Water,
    /// Land that is no territory.
    Bare,
    /// A territory.
    Territory(Territory),
}

/// A line of the map. (CMP-DATA-22)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What is at the left hand of who walks along it.
    pub left: Side,
    /// What is at the right hand.
    pub right: Side,
    /// The way.
    pub points: Vec<Point>,
}

/// A part of the map. (CMP-DATA-23)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Window {
    pub left: i16,
    pub bottom: i16,
    pub right: i16,
    pub top: i16,
}

/// The rectangle for the name and the tokens of a territory. (CMP-DATA-23)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plate {
    /// Its middle.
    pub centre: Point,
    /// From side to side.
    pub width: i16,
    /// From top to bottom.
    pub height: i16,
}

macro_rules! by_place {
    ($($list:ident: $Thing:ty => $Card:ty, $find:ident $what:literal;)+) => {
        $(
            impl Index<$Thing> for Pack {
                type Output = $Card;

                #[inline]
                fn index(&self, thing: $Thing) -> &$Card {
                    &self.$list[thing.index()]
                }
            }
        )+

        impl Pack {
            $(
                #[doc = concat!("The ", $what, " with this id.")]
                pub fn $find(&self, id: &str) -> Option<$Thing> {
                    self.$list.iter().position(|card| card.id == id).and_then(<$Thing>::new)
                }
            )+
        }
    };
}

by_place! {
    territories: Territory => TerritoryCard, find_territory "territory";
    straits: Strait => StraitSpace, find_strait "strait";
    zones: Zone => SeaZone, find_zone "zone of the sea";
    offices: Office => HeadquartersCard, find_office "headquarters card";
    contracts: Contract => ContractCard, find_contract "contract card";
    customs: Customs => CustomsCard, find_customs "customs card";
}

impl Index<Cell> for Pack {
    type Output = GridCell;

    #[inline]
    fn index(&self, cell: Cell) -> &GridCell {
        &self.grid[cell.index()]
    }
}

impl Pack {
    /// The name of a colour. (CMP-DATA-18)
    pub fn colour(&self, colour: Colour) -> &str {
        &self.colours[colour.index()]
    }

    /// The event on the line of this roll, 1 to 12, in the column of a continent. (CMP-POL-1)
    pub fn political_event(&self, continent: Continent, die: u8) -> &PoliticalEvent {
        &self.political[continent.index() * EVENTS + line(die)]
    }

    /// The danger in the box where the area of a continent crosses this roll, 1 to 12. (CMP-WX-1)
    pub fn danger(&self, continent: Continent, die: u8) -> &Danger {
        &self.weather[continent.index() * EVENTS + line(die)]
    }

    /// The victory points of a Delivery. (CMP-VP-1)
    pub fn victory_points(&self, sender: Territory, receiver: Territory) -> u8 {
        self.victory[self[sender].continent.index()][self[receiver].continent.index()]
    }

    /// The territories of a continent.
    pub fn territories_of(&self, continent: Continent) -> Territories {
        Territory::all().filter(|territory| self[*territory].continent == continent).collect()
    }

    /// The straits that ships can cross.
    pub fn ship_straits(&self) -> Straits {
        Strait::all().take(self.straits.len()).filter(|strait| self[*strait].hexes.is_some()).collect()
    }

    /// The radius of the ruler: the length of one point of an aircraft. (CMP-AIR-1)
    pub const fn radius(&self) -> u16 {
        self.notches[2]
    }

    /// The notch that a flight reaches whose length has this square: the least k with (k × notch)² at least that. (CMP-AIR-4)
    #[inline]
    pub fn notch(&self, squared: u32) -> u32 {
        let length = u32::from(self.notches[0]);
        let reached = squared.isqrt() / length;
        // The root was rounded down, so the last whole notch may fall short.
        if (reached * length).pow(2) >= squared { reached } else { reached + 1 }
    }

    /// All arrows, pair by pair from the top, the left one first. (CMP-AIR-10)
    pub fn all_arrows(&self) -> impl Iterator<Item = Arrow> {
        (0..self.arrows.len())
            .flat_map(|pair| [Edge::Left, Edge::Right].into_iter().filter_map(move |edge| Arrow::new(edge, pair)))
    }

    /// The point of an arrow. (CMP-AIR-3)
    #[inline]
    pub fn arrow_point(&self, arrow: Arrow) -> Point {
        let x = match arrow.edge() {
            Edge::Left => 0,
            Edge::Right => WIDTH,
        };
        Point { x, y: self.arrow_cell(arrow).centre().y }
    }

    /// The cell to which an arrow belongs for the weather. (CMP-DATA-10)
    #[inline]
    pub fn arrow_cell(&self, arrow: Arrow) -> Cell {
        let column = match arrow.edge() {
            Edge::Left => 0,
            Edge::Right => COLUMNS - 1,
        };
        let row = self.arrows.get(arrow.pair()).copied().unwrap_or_default();
        Cell::at(column, row.into()).unwrap_or(Cell::FIRST)
    }

    /// The kind of the border between two territories that have one.
    pub fn border(&self, a: Territory, b: Territory) -> Option<BorderKind> {
        self[a].neighbours.iter().find(|neighbour| neighbour.to == b).map(|neighbour| neighbour.kind)
    }
}

/// The place of a roll of the d12 in a table.
fn line(die: u8) -> usize {
    usize::from(die).clamp(1, EVENTS) - 1
}

/// The files that come with the program.
pub fn files() -> Files {
    macro_rules! files {
        ($($name:literal)+) => { Files::new([$(($name, include_str!(concat!("../../pack/", $name)))),+]) };
    }
    files! {
        "territories.csv" "borders.csv" "outlines.csv" "straits.csv" "grid.csv" "headquarters.csv" "contracts.csv" "customs.csv"
        "political.csv" "weather.csv" "victory.csv" "map.toml"
    }
}

/// Checks a pack; every fault names its file and, where there is one, its line. (CMP-DATA-21)
pub fn read(files: &Files) -> Result<Pack, Vec<PackFault>> {
    let sheets = pack_rows::sheets(files)?;
    Check::default().pack(&sheets)
}
