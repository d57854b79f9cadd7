//! How often each tile is landed on, by dice and by the cards that send pieces somewhere: what bots value businesses by.

use crate::{
    content::effects::Effect,
    content::pack::{Pack, Tile},
    content::things::{Fortune, TILES, TileKind},
};

/// Landings on each tile in a thousand laps, of one piece.
pub(crate) type Odds = [u16; TILES];

/// Rounds of the calculation: enough for every tile to settle.
const ROUNDS: usize = 60;

/// The odds of a board in the long run.
pub(crate) fn odds(pack: &Pack) -> Odds {
    let length = pack.board.len().clamp(1, TILES);
    let jumps = jumps(pack);
    let mut share = [1.0 / length as f64; TILES];
    for _ in 0..ROUNDS {
        let mut next = [0.0; TILES];
        for (tile, share) in share.iter().enumerate().take(length) {
            for sum in 2..=12_usize {
                let chance = (6 - sum.abs_diff(7)) as f64 / 36.0;
                next[(tile + sum) % length] += share * chance;
            }
        }
        let landed = next;
        for (from, to, chance) in &jumps {
            next[*to] += landed[*from] * chance;
            next[*from] -= landed[*from] * chance;
        }
        share = next;
    }
    let total: f64 = share[..length].iter().sum();
    // The mean of two dice is seven tiles a move.
    let landings = 1_000.0 * length as f64 / 7.0;
    std::array::from_fn(|tile| (share[tile] / total * landings).round() as u16)
}

/// From where the cards of fortune send a piece, where to, and by which part of the cards.
fn jumps(pack: &Pack) -> Vec<(usize, usize, f64)> {
    let mut jumps = Vec::new();
    for (from, tile) in pack.board.iter().enumerate() {
        let cards = match tile.kind {
            TileKind::Profit => &pack.fortunes[Fortune::Profit.index()],
            TileKind::Loss => &pack.fortunes[Fortune::Loss.index()],
            _ => continue,
        };
        let targets = cards.iter().flat_map(|card| &card.effects).filter_map(|effect| target(pack, from, effect));
        jumps.extend(targets.map(|to| (from, to, 1.0 / cards.len() as f64)));
    }
    jumps
}

/// Where an effect sends a piece from here, if that is the same in every game.
fn target(pack: &Pack, from: usize, effect: &Effect) -> Option<usize> {
    let length = pack.board.len();
    let wanted = |tile: &Tile| match *effect {
        Effect::MoveStart => tile.kind == TileKind::Bank && tile.number == 3,
        Effect::MoveKind(kind) | Effect::AllMoveKind(kind) => tile.kind == kind,
        Effect::MoveType(kind) => tile.business.is_some_and(|business| pack.deeds[business.index()].kind == kind),
        Effect::MoveBusiness(business) => tile.business == Some(business),
        _ => false,
    };
    (1..=length).map(|distance| (from + distance) % length).find(|tile| wanted(&pack.board[*tile]))
}
