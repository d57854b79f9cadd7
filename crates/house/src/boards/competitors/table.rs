//! The map with all that is on it now.

use super::{
    Sight,
    glyphs::Piece,
    layer::{self, Bond, DangerArea, Layer, Place, Standing},
    picture::Sheet,
    spots, whereabouts,
};
use ::competitors::{PlaceView, Territory, TokenView, Vehicle};
use kernel::Seat;
use maud::Markup;

const fn piece(vehicle: Vehicle) -> Piece {
    match vehicle {
        Vehicle::Truck => Piece::Truck,
        Vehicle::Ship => Piece::Ship,
        Vehicle::Aircraft => Piece::Aircraft,
    }
}

/// The key of a site.
pub fn site_key(id: &str) -> String {
    format!("site-{id}")
}

fn token(sight: &Sight, sheet: &Sheet, one: &TokenView) -> Option<Standing> {
    let pack = &sight.pack;
    let choice = spots::of_token(sight, one.token);
    // What is aboard is drawn as a sign on its carrier, unless it may be chosen.
    if matches!(one.at, PlaceView::Aboard(_)) && choice.is_none() {
        return None;
    }
    let at = whereabouts::at(sheet, whereabouts::outer(sight, &one.at))?;
    let goods = sight.contracts.iter().find(|signed| signed.token == one.token);
    let goods = goods.map_or_else(String::new, |signed| format!(", with goods for {}", signed.receiver.name));
    let cargo = one.cargo.map_or_else(String::new, |cargo| format!(", {} aboard", whereabouts::token(cargo)));
    let danger = if one.exposed { ", in danger" } else { "" };
    let place = whereabouts::words(pack, &one.at);
    let chosen_aboard = one.cargo.is_some_and(|cargo| spots::of_token(sight, cargo).is_some());
    Some(Standing {
        key: one.token.to_string(),
        seat: one.owner,
        piece: piece(one.vehicle),
        at,
        laden: one.sender.is_some(),
        carries: one.cargo.is_some() && !chosen_aboard,
        flies: matches!(one.at, PlaceView::Air(_) | PlaceView::Edge(_)),
        moves: sight.view.journey.as_ref().is_some_and(|journey| journey.token == one.token),
        stars: 0,
        said: format!("{}’s {} {place}{goods}{cargo}{danger}", sight.name(one.owner), whereabouts::token(one.token)),
        button: choice.map(spots::token_button),
    })
}

fn site(sight: &Sight, sheet: &Sheet, seat: Seat, id: &str, piece: Piece) -> Option<Standing> {
    let territory: Territory = sight.pack.find_territory(id)?;
    let cards = sight.players.iter().filter(|player| player.seat == seat).flat_map(|player| &player.advantages);
    let names: Vec<&str> = cards.filter(|card| card.at == id).map(|card| card.card.name.as_str()).collect();
    let with = if names.is_empty() { String::new() } else { format!(", with {}", names.join(", ")) };
    Some(Standing {
        key: site_key(id),
        seat,
        piece,
        at: layer::place(sheet, Place::Territory(territory)),
        laden: false,
        carries: false,
        flies: false,
        moves: false,
        stars: names.len(),
        said: format!("{}’s {} in {}{with}", sight.name(seat), piece.words(), sight.pack[territory].name),
        button: None,
    })
}

/// The map.
pub fn draw(sight: &Sight) -> Markup {
    let pack = &sight.pack;
    let sheet = &Sheet::new(pack);
    let mut standing: Vec<Standing> = Vec::new();
    for player in &sight.players {
        let home = player.headquarters.iter().map(|id| (id, Piece::Headquarters));
        let branches = player.branches.iter().map(|id| (id, Piece::Branch));
        standing.extend(home.chain(branches).filter_map(|(id, piece)| site(sight, sheet, player.seat, id, piece)));
    }
    standing.extend(sight.tokens.iter().filter_map(|one| token(sight, sheet, one)));
    let danger = sight.danger.as_ref().and_then(|danger| {
        Some(DangerArea {
            name: danger.name.clone(),
            territories: danger.territories.iter().filter_map(|id| pack.find_territory(id)).collect(),
            zones: danger.zones.iter().filter_map(|id| pack.find_zone(id)).collect(),
            first: pack.find_territory(&danger.first)?,
        })
    });
    let bonds = sight.contracts.iter().filter_map(|signed| {
        let token = sight.tokens.iter().find(|one| one.token == signed.token)?;
        let from = whereabouts::at(sheet, whereabouts::outer(sight, &token.at))?;
        let to = layer::place(sheet, Place::Territory(pack.find_territory(&signed.receiver.id)?));
        let says = format!("{}: the goods that {} signed for go here", signed.receiver.name, sight.name(signed.signer));
        Some(Bond { key: format!("bond-{}", signed.sender.id), seat: signed.signer, from, to, says })
    });
    let (spots, ways) = spots::draw(sight);
    let places = ways.iter().flat_map(|way| way.places.iter().copied());
    let chosen = spots.iter().map(|spot| layer::place(sheet, spot.place));
    let focus = spots::focus(sheet, places.chain(chosen));
    let round = usize::from(sight.round).saturating_sub(1);
    let layer = Layer { standing, danger, bonds: bonds.collect(), spots, ways, round };
    let page = sight.scene.address();
    super::window(pack, &layer, |name| sight.picture(name), sight.scene.view.as_deref(), focus, &page)
}
