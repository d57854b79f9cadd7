//! CMP-DATA: straits, the grid, the sea, ports and reach.

use crate::{Draft, land, refuses, standard};
use competitors::{Cell, Continent, Direction, Ground, Point, Territories, Territory, Zone};
use std::collections::BTreeSet;

const GRID: &str = "grid.csv";
const STRAITS: &str = "straits.csv";

fn cell(text: &str) -> Cell {
    Cell::read(text).unwrap_or_else(|| panic!("{text} is a cell"))
}

/// The parts of the sea, the largest first; over the straits or without them.
fn seas(straits: bool) -> Vec<usize> {
    let pack = standard();
    let mut left: BTreeSet<Cell> = Cell::all().filter(|cell| pack[*cell].is_sea()).collect();
    let mut sizes = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut open, mut size) = (vec![first], 0);
        while let Some(cell) = open.pop() {
            size += 1;
            let over = pack[cell].passages.iter().filter(|_| straits).map(|passage| passage.to);
            open.extend(pack[cell].links.iter().copied().chain(over).filter(|to| left.remove(to)));
        }
        sizes.push(size);
    }
    sizes.sort_by(|a, b| b.cmp(a));
    sizes
}

#[test]
fn cmp_data_5_the_straits() {
    let pack = standard();
    assert_eq!(pack.straits.len(), 16);
    assert_eq!(pack.ship_straits().len(), 15);
    assert_eq!(pack.straits.iter().map(|strait| strait.links.len()).sum::<usize>(), 16);
    let names: Vec<&str> = pack.straits.iter().map(|strait| strait.id.as_str()).collect();
    let expected = [
        "bering",
        "panama",
        "florida",
        "magellan",
        "gibraltar",
        "dover",
        "north_channel",
        "oresund",
        "bosporus",
        "suez",
        "bab_el_mandeb",
        "hormuz",
        "malacca",
        "sunda",
        "korea",
        "torres",
    ];
    assert_eq!(names, expected);
    let space = |id| &pack[pack.find_strait(id).unwrap()];
    assert!(space("magellan").links.is_empty() && space("magellan").hexes.is_some(), "ships only");
    assert!(space("north_channel").hexes.is_none() && space("north_channel").links.len() == 1, "trucks only");
    assert_eq!(space("bosporus").links, [["romania_bulgaria", "turkey"].map(land), ["greece", "turkey"].map(land)]);
}

#[test]
fn cmp_data_5_straits_lead_both_ways() {
    let pack = standard();
    let gibraltar = pack.find_strait("gibraltar").unwrap();
    for (from, to) in [("spain", "morocco"), ("morocco", "spain")] {
        let crossings = &pack[land(from)].crossings;
        assert_eq!(crossings.iter().map(|crossing| (crossing.strait, crossing.to)).collect::<Vec<_>>(), [(gibraltar, land(to))]);
    }
    for (from, to) in [("17:5", "18:5"), ("18:5", "17:5")] {
        let passages = &pack[cell(from)].passages;
        assert_eq!(passages.iter().map(|passage| (passage.strait, passage.to)).collect::<Vec<_>>(), [(gibraltar, cell(to))]);
    }
    let from_turkey: Vec<_> = pack[land("turkey")].crossings.iter().map(|crossing| crossing.to).collect();
    assert_eq!(from_turkey, ["romania_bulgaria", "greece"].map(land));
    let beside: Vec<_> = pack[cell("21:5")].passages.iter().map(|passage| pack[passage.strait].id.as_str()).collect();
    assert_eq!(beside, ["bosporus", "suez"]);
}

#[test]
fn cmp_data_5_straits_that_are_not_right() {
    let (hexes, link) = ("two different sea cells or both empty", "does not join two different territories");
    let clause = |words| ("CMP-DATA-5", words);
    Draft::standard().set(STRAITS, "dover", "id", "bering").refused_at(STRAITS, 7, "CMP-DATA-5", "the id `bering` stands twice");
    refuses(STRAITS, "dover", "kind", "tunnel", clause("none of strait, canal"));
    refuses(STRAITS, "dover", "seals", "perhaps", clause("`seals` is yes or no"));
    for hex in ["17:33", "", "north_sea", "19:2", "18:3"] {
        refuses(STRAITS, "dover", "ship_hex_a", hex, clause(hexes));
    }
    refuses(STRAITS, "dover", "ship_hex_b", "", clause(hexes));
    for ends in ["france", "france-atlantis", "france-france", "france-great_britain;", "france great_britain"] {
        refuses(STRAITS, "dover", "truck_links", ends, clause(link));
    }
    refuses(STRAITS, "dover", "truck_links", "morocco-spain", clause("the link `morocco-spain` stands twice"));
}

#[test]
fn cmp_data_5_each_strait_has_a_use_and_each_link_one_strait() {
    refuses(STRAITS, "north_channel", "truck_links", "", ("CMP-DATA-5", "give two hexes or a link"));
    let mut draft = Draft::standard();
    "greece-turkey;turkey-greece".clone_into(draft.cell(STRAITS, "bosporus", "truck_links"));
    draft.refused(STRAITS, "bosporus", "CMP-DATA-5", "the link `turkey-greece` stands twice");
    let again = Draft::standard().set(STRAITS, "dover", "truck_links", "ireland-great_britain");
    again.refused(STRAITS, "north_channel", "CMP-DATA-5", "the link `ireland-great_britain` stands twice");
}

#[test]
fn cmp_data_6_the_model_of_the_grid() {
    let pack = standard();
    assert_eq!(pack.grid.len(), 720);
    assert_eq!(cell("0:0").centre(), Point { x: 45, y: 740 });
    assert_eq!(cell("39:17").centre(), Point { x: 3600, y: -586 });
    assert_eq!(cell("19:2").centre(), Point { x: 1755, y: 584 });
    let north_sea = pack.find_zone("north_sea").unwrap();
    assert_eq!(pack[cell("19:2")].ground, Ground::Sea(north_sea));
    assert_eq!(pack[north_sea].name, "North Sea");
    assert_eq!(pack[pack.find_zone("bay_of_bengal").unwrap()].name, "Bay of Bengal");
    assert_eq!(pack[cell("19:2")].territories, ["denmark", "norway"].map(land).into_iter().collect());
    assert_eq!(pack[cell("18:3")].ground, Ground::Land(land("france")));
    assert_eq!(pack[cell("18:3")].territories, ["france", "benelux"].map(land).into_iter().collect());
    // CMP-WX-4: the example of Cuba, which lies in a sea cell.
    assert!(pack[cell("9:7")].territories.contains(land("cuba")));
}

#[test]
fn cmp_data_6_a_grid_that_is_not_right() {
    refuses(GRID, "5,4", "kind", "ice", ("CMP-DATA-6", "`kind` is sea or land"));
    refuses(GRID, "5,4", "also", "atlantis", ("CMP-DATA-6", "`atlantis` in the column `also` is not known"));
    refuses(GRID, "19,2", "also", "norway;norway", ("CMP-DATA-6", "`norway` stands twice"));
    refuses(GRID, "19,2", "also", "denmark;norway;germany", ("CMP-DATA-6", "`also` names germany, which has cells of its own"));
    refuses(GRID, "0,0", "zone", "alaska", ("CMP-DATA-6", "`alaska` is a territory"));
    refuses(GRID, "0,0", "zone", "", ("CMP-DATA-6", "`zone` is 1 to 40 letters"));
    let mut draft = Draft::standard();
    for (number, row) in draft.rows(GRID).iter_mut().filter(|row| row[4] == "sea").enumerate().take(70) {
        row[5] = format!("zone_{number}");
    }
    assert!(draft.faults().iter().any(|fault| fault.message.contains("at most 64 zones of the sea (CMP-DATA-6)")));
}

#[test]
fn cmp_data_7_neighbours() {
    let around = |text: &str| cell(text).neighbours().map(|cell| cell.to_string()).collect::<BTreeSet<_>>();
    let set = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(around("0:2"), set(&["39:2", "1:2", "39:1", "0:1", "39:3", "0:3"]));
    assert_eq!(around("39:3"), set(&["38:3", "0:3", "39:2", "0:2", "39:4", "0:4"]));
    assert_eq!(around("5:0").len(), 4, "nothing lies beyond the top");
    assert_eq!(around("5:17").len(), 4, "nor beyond the bottom");
    assert_eq!(cell("0:2").next(Direction::West), Some(cell("39:2")));
    assert_eq!(cell("5:0").next(Direction::NorthEast), None);
}

#[test]
fn cmp_data_7_the_sea() {
    let pack = standard();
    let sea: Vec<Cell> = Cell::all().filter(|cell| pack[*cell].is_sea()).collect();
    assert_eq!((sea.len(), 720 - sea.len()), (502, 218));
    let own = |cell: Cell| match pack[cell].ground {
        Ground::Land(territory) => Some(territory),
        Ground::Sea(_) => None,
    };
    let with_cells: Territories = Cell::all().filter_map(own).collect();
    let also = Cell::all().fold(Territories::NONE, |all, cell| all.or(pack[cell].territories)).and_not(with_cells);
    assert_eq!((with_cells.len(), also.len()), (91, 25));
    assert_eq!(pack.zones.len(), 45);
    // Each link is seen from both of its ends.
    assert_eq!(sea.iter().map(|cell| pack[*cell].links.len()).sum::<usize>(), 2 * 1_240);
    let mut sealed = BTreeSet::new();
    for &from in &sea {
        assert!(pack[from].links.is_sorted());
        let closed = from.neighbours().filter(|to| pack[*to].is_sea() && !pack[from].links.contains(to));
        sealed.extend(closed.map(|to| [from.min(to), from.max(to)]));
    }
    let expected = [["8:7", "8:8"], ["10:8", "9:9"], ["17:5", "18:5"], ["21:5", "22:4"], ["21:5", "22:6"], ["33:11", "34:11"]];
    let ends = |[a, b]: [&str; 2]| [cell(a).min(cell(b)), cell(a).max(cell(b))];
    assert_eq!(sealed, expected.map(ends).into_iter().collect());
    assert!(Cell::all().filter(|cell| !pack[*cell].is_sea()).all(|cell| pack[cell].links.is_empty()));
    // S4 goes over the edge.
    assert!(pack[cell("39:5")].links.contains(&cell("0:5")));
}

#[test]
fn cmp_data_7_cells_that_are_not_right() {
    refuses(GRID, "7,3", "col", "8", ("CMP-DATA-7", "this row is that of 7:3"));
    refuses(GRID, "7,3", "row", "-3", ("CMP-DATA-7", "this row is that of 7:3"));
    refuses(GRID, "7,3", "x", "675", ("CMP-DATA-7", "the centre of 7:3 is 720, 506"));
    refuses(GRID, "7,3", "y", "507", ("CMP-DATA-7", "the centre of 7:3 is 720, 506"));
    refuses(GRID, "18,3", "zone", "north_sea", ("CMP-DATA-7", "the `zone` of a land cell is a territory"));
}

#[test]
fn cmp_data_7_every_cell_and_every_territory_is_there() {
    Draft::standard().without(GRID, "7,3").refused(GRID, "", "CMP-DATA-7", "this file has 720 rows, not 719");
    let mut draft = Draft::standard();
    draft.rows(GRID).swap(10, 11);
    draft.refused_at(GRID, 11, "CMP-DATA-7", "this row is that of 9:0");
    let lost = Draft::standard().set(GRID, "18,3", "also", "");
    lost.refused("territories.csv", "benelux", "CMP-DATA-7", "benelux is neither the zone nor an `also` of any cell");
    refuses(STRAITS, "north_channel", "seals", "yes", ("CMP-DATA-7", "a strait that seals joins hexes of two zones"));
}

#[test]
fn cmp_data_8_one_sea() {
    assert_eq!(seas(false), [492, 5, 2, 1, 1, 1]);
    assert_eq!(seas(true), [502]);
    let lone = |zone: &str| {
        let zone = standard().find_zone(zone).unwrap();
        Cell::all().filter(|cell| standard()[*cell].zone() == Some(zone)).count()
    };
    assert_eq!(["mediterranean_sea", "red_sea", "black_sea", "baltic_sea", "persian_gulf"].map(lone), [5, 2, 1, 1, 1]);
}

#[test]
fn cmp_data_8_a_sea_in_parts() {
    let cut = Draft::standard().set(STRAITS, "oresund", "ship_hex_a", "").set(STRAITS, "oresund", "ship_hex_b", "");
    cut.refused(GRID, "21,2", "CMP-DATA-8", "no ship gets from 0:0 to 21:2");
}

#[test]
fn cmp_data_9_ports() {
    let pack = standard();
    for territory in Territory::all() {
        let port = pack[territory].port;
        assert!(port.is_none_or(|port| pack[port.hex].is_sea()));
        let opens: Vec<Cell> = Cell::all().filter(|cell| pack[*cell].ports.contains(territory)).collect();
        assert_eq!(opens, port.map(|port| port.hex).into_iter().collect::<Vec<_>>(), "one hex, the other way round too");
    }
    let shared = ["great_britain", "benelux", "germany", "denmark", "norway"].map(land);
    assert_eq!(pack[cell("19:2")].ports, shared.into_iter().collect());
    let file = "territories.csv";
    refuses(file, "cuba", "port_hex", "18:3", ("CMP-DATA-9", "the port opens on 18:3, which is not a sea cell"));
    for hex in ["40:3", "9-7", "caribbean_sea"] {
        refuses(file, "cuba", "port_hex", hex, ("CMP-DATA-9", "`port_hex` is a cell from 0:0 to 39:17"));
    }
}

#[test]
fn cmp_data_19_reach() {
    let pack = standard();
    let mut left = Territories::ALL;
    let mut sets = Vec::new();
    while let Some(first) = left.lowest() {
        let (mut set, mut open) = (Territories::only(first), vec![first]);
        while let Some(territory) = open.pop() {
            let card = &pack[territory];
            let beyond = card.neighbours.iter().map(|neighbour| neighbour.to);
            for to in beyond.chain(card.crossings.iter().map(|crossing| crossing.to)) {
                if !set.contains(to) {
                    set.insert(to);
                    open.push(to);
                }
            }
        }
        left = left.and_not(set);
        sets.push(set);
    }
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    assert_eq!(sets.iter().map(|set| set.len()).collect::<Vec<_>>(), [104, 5, 1, 1, 1, 1, 1, 1, 1]);
    let alone = pack.territories_of(Continent::Oceania).without(land("fiji")).without(land("new_zealand"));
    assert_eq!(sets[1], alone, "Australia with Papua New Guinea");
    let single: Territories = sets[2..].iter().flat_map(|set| *set).collect();
    let islands = ["borneo", "fiji", "greenland", "iceland", "madagascar", "new_zealand", "philippines"].map(land);
    assert_eq!(single, islands.into_iter().collect());
    let zones: BTreeSet<Zone> = Cell::all().filter_map(|cell| pack[cell].zone()).collect();
    assert_eq!(zones.len(), 45);
}

#[test]
fn cmp_data_19_a_land_that_nobody_reaches() {
    let file = "territories.csv";
    let mut draft = Draft::standard().set(file, "borneo", "port", "no");
    for column in ["port_hex", "port_x", "port_y"] {
        draft = draft.set(file, "borneo", column, "");
    }
    draft.clone().refused(file, "borneo", "CMP-DATA-19", "nobody comes to borneo");
    // An airport is enough.
    draft.set(file, "borneo", "airport", "national").pack();
}
