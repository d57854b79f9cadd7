//! The table as positions write it, as far as the ledger looks at it.

use crate::{
    money::Site,
    printed::{Hex, Kind, Land, Printed},
    routes::{Afloat, Aloft, Side},
    tables,
    weather::Place,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub money: i64,
    pub points: i64,
    pub headquarters: Land,
    pub branches: BTreeSet<Land>,
}

/// A token as positions write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub at: String,
    pub last: Option<Land>,
    /// The contract card, by its place in the file, the Sender, and who signed.
    pub load: Option<(usize, Land, usize)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pub players: Vec<Player>,
    pub pieces: BTreeMap<String, Piece>,
    /// The advantage cards in place.
    pub advantages: BTreeMap<String, Land>,
    pub danger: usize,
}

impl Board {
    pub fn of(printed: &Printed, position: &Value) -> Board {
        let mut board = Board::default();
        for (seat, player) in position["players"].as_array().unwrap().iter().enumerate() {
            let names = |key: &str| player[key].as_array().cloned().unwrap_or_default();
            board.players.push(Player {
                money: player["money"].as_i64().unwrap(),
                points: player["points"].as_i64().unwrap_or(0),
                headquarters: tables::office(printed, player["office"].as_str().unwrap()),
                branches: names("branches").iter().map(|id| printed.land(id.as_str().unwrap())).collect(),
            });
            for (token, told) in player["tokens"].as_object().unwrap() {
                let at = told.as_str().or(told["at"].as_str()).unwrap().to_owned();
                let last = told["last"].as_str().map(|id| printed.land(id)).or_else(|| landed_at(printed, token, &at));
                let load = told.get("load").map(|load| {
                    let card = load["contract"].as_str().unwrap()[1..].parse::<usize>().unwrap() - 1;
                    let signer = load["signer"].as_u64().map_or(seat, |signer| signer as usize - 1);
                    (card, printed.land(load["sender"].as_str().unwrap()), signer)
                });
                if at != "supply" {
                    board.pieces.insert(token.clone(), Piece { at, last, load });
                }
            }
        }
        for (card, site) in position["advantages"].as_object().into_iter().flatten() {
            board.advantages.insert(card.clone(), printed.land(site.as_str().unwrap()));
        }
        if let Some(danger) = position.get("danger") {
            board.danger = printed
                .dangers
                .iter()
                .position(|row| danger["area"] == row.continent.as_str() && danger["die"] == row.die)
                .expect("a box of the table");
        }
        board
    }

    pub fn own(&self, player: usize) -> BTreeSet<Land> {
        let player = &self.players[player];
        player.branches.iter().copied().chain([player.headquarters]).collect()
    }

    pub fn with_effect(&self, effect: &[&str]) -> impl Iterator<Item = Land> {
        let cards: Vec<Land> =
            self.advantages.iter().filter(|(card, _)| effect.contains(&card.as_str())).map(|(_, land)| *land).collect();
        cards.into_iter()
    }

    pub fn sites(&self) -> Vec<Site> {
        let mut sites = Vec::new();
        for (owner, player) in self.players.iter().enumerate() {
            for land in self.own(owner) {
                // Several tolls of one site are paid together.
                let toll = 5_000 * self.with_effect(&TOLLS).filter(|site| *site == land).count() as i64;
                let tolls = Some(toll).filter(|toll| *toll > 0).into_iter().collect();
                sites.push(Site { owner, land, headquarters: land == player.headquarters, tolls });
            }
        }
        sites
    }

    /// Is the token loaded, or does it carry a loaded truck?
    pub fn laden(&self, token: &str) -> bool {
        let aboard = format!("aboard {token}");
        self.pieces.iter().any(|(other, piece)| (other == token || piece.at == aboard) && piece.load.is_some())
    }

    pub fn carries(&self, token: &str) -> bool {
        let aboard = format!("aboard {token}");
        self.pieces.values().any(|piece| piece.at == aboard)
    }

    /// The token itself, or the carrier that it is aboard.
    pub fn outermost(&self, token: &str) -> Option<String> {
        let piece = self.pieces.get(token)?;
        Some(piece.at.strip_prefix("aboard ").unwrap_or(token).to_owned())
    }
}

pub const TOLLS: [&str; 3] = ["C093", "C094", "C095"];
pub const DEPOTS: [&str; 2] = ["C096", "C097"];
pub const STORES: [&str; 2] = ["C098", "C099"];
pub const STATIONS: [&str; 2] = ["C100", "C101"];
pub const BROKERS: [&str; 2] = ["C104", "C105"];

pub fn kind(token: &str) -> Kind {
    Kind::named(token.split('-').nth(1).unwrap())
}

pub fn owner(token: &str) -> usize {
    usize::from(token.as_bytes()[0] - b'a')
}

pub fn landed_at(printed: &Printed, token: &str, at: &str) -> Option<Land> {
    (kind(token) == Kind::Aircraft).then(|| printed.territories.iter().position(|t| t.id == at)).flatten()
}

pub fn land_named(printed: &Printed, at: &str) -> Option<Land> {
    printed.territories.iter().position(|territory| territory.id == at)
}

pub fn aloft(printed: &Printed, at: &str) -> Aloft {
    let arrow = |side: Side, pair: &str| Aloft::Arrow(side, printed.arrow_rows[pair.parse::<usize>().unwrap() - 1]);
    if let Some(pair) = at.strip_prefix("left-") {
        arrow(Side::Left, pair)
    } else if let Some(pair) = at.strip_prefix("right-") {
        arrow(Side::Right, pair)
    } else if let Some(land) = land_named(printed, at) {
        Aloft::Airport(land)
    } else {
        Aloft::Cell(Hex::named(at))
    }
}

pub fn afloat(printed: &Printed, at: &str) -> Afloat {
    land_named(printed, at).map_or_else(|| Afloat::Hex(Hex::named(at)), Afloat::Port)
}

/// The place of an outermost token for the weather; nothing if it is on a strait.
pub fn place(printed: &Printed, token: &str, at: &str) -> Option<Place> {
    if at.starts_with("strait ") {
        return None;
    }
    Some(match kind(token) {
        Kind::Truck => Place::Truck(printed.land(at)),
        Kind::Ship => match afloat(printed, at) {
            Afloat::Port(land) => Place::Docked(land),
            Afloat::Hex(hex) => Place::AtSea(hex),
        },
        Kind::Aircraft => match aloft(printed, at) {
            Aloft::Airport(land) => Place::Landed(land),
            other => Place::Aloft(other),
        },
    })
}
