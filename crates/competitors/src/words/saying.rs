//! How things are called in sentences: tokens, places, cards, assets and wishes.

use crate::{
    Arrow, Asset, At, Cell, CompetitorsDeal, CompetitorsRules, Contract, ContractKind, Contracts, Edge, Effect, Goods, Ground,
    HireLoad, Load, Only, Payment, Place, State, Stop, Territory, Token, Told, ToldAsset, Vehicle, Wish,
};
use kernel::{
    Line, Money, Seat, Seats, Transfer, Viewer,
    say::{counted, listed, name},
};

/// Who reads: players are called by their names, and the reader is "you".
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub viewer: Viewer,
    pub names: &'a [String],
}

impl<'a> Reader<'a> {
    /// The player on this seat reads.
    pub const fn on(seat: Seat, names: &'a [String]) -> Reader<'a> {
        Reader { viewer: Viewer::Seat(seat), names }
    }

    /// Nobody in particular reads: everybody is called by name.
    pub const fn anybody(names: &'a [String]) -> Reader<'a> {
        Reader { viewer: Viewer::Watcher, names }
    }

    /// Does this player read?
    pub fn is(&self, seat: Seat) -> bool {
        self.viewer.holds(seat)
    }

    /// The seat of the reader.
    pub const fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher => None,
        }
    }

    /// The player's name.
    pub fn name(&self, seat: Seat) -> String {
        name(self.names, seat)
    }

    /// `you`, or the player's name.
    pub fn who(&self, seat: Seat) -> String {
        if self.is(seat) { "you".into() } else { self.name(seat) }
    }

    /// `your`, or `Bob’s`.
    pub fn whose(&self, seat: Seat) -> String {
        if self.is(seat) { "your".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// All of them, the reader last.
    pub fn all(&self, seats: Seats) -> String {
        let others = { seats }.filter(|seat| !self.is(*seat)).map(|seat| self.name(seat));
        let you = { seats }.any(|seat| self.is(seat)).then(|| "you".to_owned());
        listed(others.chain(you))
    }

    /// A question to one: what that player reads, and what the others are told.
    pub fn one(&self, seat: Seat, clause: &'static str, you: impl FnOnce() -> String, they: impl FnOnce() -> String) -> Line {
        Line::new(clause, if self.is(seat) { you() } else { they() })
    }
}

/// The first letter in capitals, for the beginning of a sentence.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What is done by the reader, or by somebody else: `you give`, `Bob gives`.
pub(crate) fn gives(reader: &Reader, seat: Seat) -> String {
    if reader.is(seat) { "you give".into() } else { format!("{} gives", reader.name(seat)) }
}

impl CompetitorsRules {
    /// The name of a territory.
    pub(crate) fn land(&self, territory: Territory) -> &str {
        &self.pack[territory].name
    }

    /// The name of a contract card.
    pub(crate) fn card(&self, contract: Contract) -> &str {
        &self.pack[contract].name
    }

    /// A token as its owner or another player reads of it: `truck 2`, `Ann’s ship 1`.
    pub(crate) fn token(&self, token: Token, reader: &Reader) -> String {
        let plain = plain(token);
        if reader.is(token.owner()) { plain } else { format!("{}’s {plain}", reader.name(token.owner())) }
    }

    /// A token of the active player and where it is, for a sentence that names the player.
    pub(crate) fn token_at(&self, state: &State, token: Token, reader: &Reader) -> String {
        let what = if token.owner() == state.active { plain(token) } else { self.token(token, reader) };
        format!("{what}, {}", self.place_words(state.piece(token).place, reader))
    }

    /// `from Poland to Spain`.
    pub(crate) fn way_of(&self, load: &Load) -> String {
        format!("from {} to {}", self.land(load.sender), self.land(load.receiver))
    }

    /// Where a cell is: the sea or the territory under it.
    pub(crate) fn waters(&self, cell: Cell) -> String {
        match self.pack[cell].ground {
            Ground::Sea(zone) => format!("{} ({cell})", self.pack[zone].name),
            Ground::Land(territory) => format!("{} ({cell})", self.land(territory)),
        }
    }

    /// A place with its preposition: `in Poland`, `at sea, North Sea (hexagon 19:2)`.
    pub(crate) fn whereabouts(&self, at: At, reader: &Reader) -> String {
        match at {
            At::Land(territory) => format!("in {}", self.land(territory)),
            At::Port(territory) => format!("in the port of {}", self.land(territory)),
            At::Airport(territory) => format!("at the airport of {}", self.land(territory)),
            At::Sea(cell) => format!("at sea, {}", self.hexagon(cell)),
            At::Air(cell) => format!("in flight over {}", self.hexagon(cell)),
            At::Arrow(arrow) => format!("in flight at {}", self.arrow_words(arrow)),
            At::Strait(strait) => format!("on {}", self.pack[strait].name),
            At::Aboard(carrier) => format!("aboard {}", self.token(carrier, reader)),
            At::Supply => "in the supply".to_owned(),
        }
    }

    /// A token's movement along this way: `drives from Poland through Germany to France`.
    pub(crate) fn way_words(&self, token: Token, from: At, way: &[At]) -> String {
        let verb = match token.vehicle() {
            Vehicle::Truck => "drives",
            Vehicle::Ship => "sails",
            Vehicle::Aircraft => "flies",
        };
        let Some((last, passed)) = way.split_last() else { return format!("{verb} from {}", self.end_words(from)) };
        // A ship passes dozens of hexes; only the straits are worth logging.
        let through = passed.iter().filter(|at| matches!(at, At::Land(_))).map(|at| self.end_words(*at));
        let across = passed.iter().filter(|at| matches!(at, At::Strait(_))).map(|at| self.end_words(*at));
        let [through, across] = [("through", through.collect::<Vec<_>>()), ("across", across.collect())]
            .map(|(word, places)| if places.is_empty() { String::new() } else { format!(" {word} {}", listed(places)) });
        format!("{verb} from {}{through}{across} to {}", self.end_words(from), self.end_words(*last))
    }

    /// One end of a way: `Poland`, `the port of Poland`, `the North Sea (hexagon 19:2)`.
    fn end_words(&self, at: At) -> String {
        match at {
            At::Land(territory) => self.land(territory).to_owned(),
            At::Port(territory) => format!("the port of {}", self.land(territory)),
            At::Airport(territory) => format!("the airport of {}", self.land(territory)),
            At::Sea(cell) => format!("the {}", self.hexagon(cell)),
            At::Air(cell) => {
                let article = if self.pack[cell].zone().is_some() { "the " } else { "" };
                format!("the air over {article}{}", self.hexagon(cell))
            }
            At::Arrow(arrow) => self.arrow_words(arrow),
            At::Strait(strait) => self.pack[strait].name.clone(),
            // No way begins or ends there.
            At::Aboard(_) | At::Supply => "elsewhere".to_owned(),
        }
    }

    /// `arrow 2 of the left edge`.
    fn arrow_words(&self, arrow: Arrow) -> String {
        let edge = if arrow.edge() == Edge::Left { "left" } else { "right" };
        format!("arrow {} of the {edge} edge", arrow.pair() + 1)
    }

    /// A cell with its name in sentences: `North Sea (hexagon 19:2)`.
    fn hexagon(&self, cell: Cell) -> String {
        self.waters(cell).replace('(', "(hexagon ")
    }

    /// Why an event leaves a token alone: none of its codes applies to it. (CMP-EFF-17)
    pub(crate) fn spared_words(&self, effects: &[Effect], token: &str) -> String {
        let only = effects.iter().find_map(|effect| effect.only);
        match only {
            Some(Only::Goods) => format!("It is about goods, and {token} has none: nothing happens."),
            Some(Only::Vehicle(Vehicle::Truck)) => format!("It is about trucks on the road, not {token}: nothing happens."),
            Some(Only::Vehicle(Vehicle::Ship)) => format!("It is about ships, not {token}: nothing happens."),
            Some(Only::Vehicle(Vehicle::Aircraft)) => format!("It is about aircraft, not {token}: nothing happens."),
            None => "Nothing happens.".to_owned(),
        }
    }

    /// A stop as the end of a way: `Poland`, `the port of Poland`.
    pub(crate) fn destination(&self, vehicle: Vehicle, stop: Stop) -> String {
        match (vehicle, stop) {
            (Vehicle::Truck, Stop::Territory(territory)) => self.land(territory).to_owned(),
            (Vehicle::Ship, Stop::Territory(territory)) => format!("the port of {}", self.land(territory)),
            (Vehicle::Aircraft, Stop::Territory(territory)) => format!("the airport of {}", self.land(territory)),
            (Vehicle::Aircraft, Stop::Cell(cell)) => format!("the air over {}", self.waters(cell)),
            (_, Stop::Cell(cell)) => self.waters(cell),
            (_, Stop::Arrow(arrow)) => self.arrow_words(arrow),
        }
    }

    /// What a place of a token is called.
    pub(crate) fn place_words(&self, place: Place, reader: &Reader) -> String {
        self.whereabouts(place.into(), reader)
    }

    /// What a goods card asks for and pays: `by truck, 3 movement turns, 48,000`.
    pub(crate) fn terms(&self, goods: Goods) -> String {
        let by = match goods.vehicle {
            Some(vehicle) => format!("by {}, ", vehicle.words()),
            None => String::new(),
        };
        let illegal = if goods.illegal { ", illegal" } else { "" };
        format!("{by}{}, {}{illegal}", counted(i64::from(goods.limit), "movement turn"), goods.reward)
    }

    /// The name of a contract card, told apart from others of the same name among these.
    pub(crate) fn card_apart(&self, card: Contract, among: Contracts) -> String {
        let name = self.card(card);
        if !{ among }.any(|other| other != card && self.card(other) == name) {
            return name.to_owned();
        }
        let copy = Contract::all().take(card.index() + 1).filter(|other| self.card(*other) == name).count();
        format!("{name}, copy {copy}")
    }

    /// A contract card with what it says.
    pub(crate) fn card_in_full(&self, contract: Contract) -> String {
        let card = &self.pack[contract];
        match card.kind {
            ContractKind::Goods(goods) => format!("{} ({})", card.name, self.terms(goods)),
            ContractKind::Special(special) => format!("{} ({special})", card.name),
        }
    }

    /// An asset of a deal, as its writer sees it.
    pub(crate) fn asset_words(&self, asset: Asset, reader: &Reader) -> String {
        match asset {
            Asset::Money(amount) => amount.to_string(),
            Asset::Territory(territory) => format!("the territory card {}", self.land(territory)),
            Asset::Contract(card) => format!("the contract card {}", self.card(card)),
            Asset::Shown(card) => format!("the contract card {}, shown", self.card(card)),
            Asset::Unnamed(_) => "a contract card of the giver’s choice".to_owned(),
            Asset::Token(token) => self.token(token, reader),
            Asset::Branch(territory) => format!("the branch in {}", self.land(territory)),
            Asset::Hire(hire) => {
                let sender = match hire.load {
                    HireLoad::Truck => None,
                    HireLoad::Goods(sender) => Some(sender),
                };
                self.hire_words(hire.token, sender, hire.fee, hire.payment == Payment::OnSuccess, reader)
            }
        }
    }

    fn hire_words(&self, token: Token, sender: Option<Territory>, fee: Money, on_success: bool, reader: &Reader) -> String {
        let load = sender.map_or("a truck".to_owned(), |sender| format!("the goods from {}", self.land(sender)));
        let price = match (fee, on_success) {
            (Money::ZERO, _) => String::new(),
            (fee, true) => format!(" ({fee} if they are delivered)"),
            (fee, false) => format!(" ({fee} at once)"),
        };
        format!("the hire of {} for {load}{price}", self.token(token, reader))
    }

    /// An asset as it is told.
    pub(crate) fn told_asset(&self, asset: ToldAsset, reader: &Reader) -> String {
        match asset {
            ToldAsset::Money(amount) => amount.to_string(),
            ToldAsset::Territory(territory) => format!("the territory card {}", self.land(territory)),
            ToldAsset::Contract { card: Some(card), .. } => format!("the contract card {}", self.card(card)),
            ToldAsset::Contract { card: None, .. } => "a contract card".to_owned(),
            ToldAsset::Token(token) => self.token(token, reader),
            ToldAsset::Branch(territory) => format!("the branch in {}", self.land(territory)),
            ToldAsset::Hire { token, sender, fee, on_success } => self.hire_words(token, sender, fee, on_success, reader),
        }
    }

    /// What changes hands, giver by giver.
    pub(crate) fn told_deal(&self, content: &[Told], reader: &Reader) -> String {
        // Tokens are called as their giver calls them.
        let asset = |told: &Told| self.told_asset(told.asset, &Reader::on(told.from, reader.names));
        self.said_deal(content.iter().map(|told| (told.from, told.to, asset(told))), reader)
    }

    /// What changes hands, as its writer sees it.
    pub(crate) fn deal_words(&self, deal: &CompetitorsDeal, reader: &Reader) -> String {
        let asset = |one: Transfer<Asset>| self.asset_words(one.asset, &Reader::on(one.from, reader.names));
        self.said_deal(deal.transfers().map(|one| (one.from, one.to, asset(one))), reader)
    }

    /// `Ann gives Bob 5,000 and truck 1; Bob gives Ann the branch in Poland`.
    pub(crate) fn said_deal(&self, parts: impl Iterator<Item = (Seat, Seat, String)>, reader: &Reader) -> String {
        let mut ways: Vec<((Seat, Seat), Vec<String>)> = Vec::new();
        for (from, to, what) in parts {
            match ways.iter_mut().find(|(way, _)| *way == (from, to)) {
                Some((_, things)) => things.push(what),
                None => ways.push(((from, to), vec![what])),
            }
        }
        let said =
            ways.iter().map(|((from, to), things)| format!("{} {} {}", gives(reader, *from), reader.who(*to), listed(things)));
        said.collect::<Vec<_>>().join("; ")
    }

    /// A wish. (CMP-NEG-4)
    pub(crate) fn wish_words(&self, wish: Wish) -> String {
        match wish {
            Wish::Money(amount) => amount.to_string(),
            Wish::Territory(territory) => format!("the territory card {}", self.land(territory)),
            Wish::Continent(continent) => format!("a territory card of {}", continent.words()),
            Wish::Contract => "a contract card".to_owned(),
            Wish::Token(Vehicle::Aircraft) => "an aircraft".to_owned(),
            Wish::Token(vehicle) => format!("a {}", vehicle.words()),
            Wish::BranchOn(continent) => format!("a branch in {}", continent.words()),
            Wish::Branch(territory) => format!("the branch in {}", self.land(territory)),
            Wish::Passage(from, to) => format!("a passage from {} to {}", self.land(from), self.land(to)),
        }
    }
}

/// A token as its owner calls it.
pub(crate) fn plain(token: Token) -> String {
    format!("{} {}", token.vehicle().words(), token.number())
}

/// A kind of token with its article.
pub(crate) fn a_kind(vehicle: Vehicle) -> &'static str {
    match vehicle {
        Vehicle::Truck => "a truck",
        Vehicle::Ship => "a ship",
        Vehicle::Aircraft => "an aircraft",
    }
}
