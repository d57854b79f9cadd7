//! What leads where: the tables that the rules look up and that never change, made of the checked map.

use crate::content::{
    map_checks::open_links,
    pack::{Border, Crossing, GridCell, Neighbour, Passage, StraitSpace, TerritoryCard},
    places::{Cell, Strait, Zone},
};
use std::collections::BTreeSet;

/// Joins territories over borders and straits, and sea cells over their edges and straits. (CMP-DATA-3, CMP-DATA-5, CMP-DATA-7)
pub fn join(territories: &mut [TerritoryCard], borders: &[Border], straits: &[StraitSpace], grid: &mut [GridCell]) {
    for border in borders {
        for (from, to) in [(border.a, border.b), (border.b, border.a)] {
            territories[from.index()].neighbours.push(Neighbour { to, kind: border.kind });
        }
    }
    for (strait, space) in Strait::all().zip(straits) {
        for &[a, b] in &space.links {
            territories[a.index()].crossings.push(Crossing { strait, to: b });
            territories[b.index()].crossings.push(Crossing { strait, to: a });
        }
        if let Some([a, b]) = space.hexes {
            grid[a.index()].passages.push(Passage { strait, to: b });
            grid[b.index()].passages.push(Passage { strait, to: a });
        }
    }
    // The order of the files decides between ways that are equal. (CMP-TM-13)
    territories.iter_mut().for_each(|card| card.neighbours.sort_by_key(|neighbour| neighbour.to));
    let sealed = sealed(straits, grid);
    for cell in Cell::all() {
        grid[cell.index()].links = open_links(cell, grid, &sealed);
    }
}

/// The pairs of zones between which only a strait leads. (CMP-DATA-7)
pub fn sealed(straits: &[StraitSpace], grid: &[GridCell]) -> BTreeSet<[Zone; 2]> {
    let zones = |space: &StraitSpace| {
        let [a, b] = space.hexes.filter(|_| space.seals)?;
        let (a, b) = (grid[a.index()].zone()?, grid[b.index()].zone()?);
        Some([a.min(b), a.max(b)])
    };
    straits.iter().filter_map(zones).collect()
}
