//! CMP-DATA: territories, borders and the rulebook's example.

use crate::{Draft, land, refuses, standard};
use competitors::{Airport, BorderKind, Cell, Continent, Morphology, Neighbour, Point, Territory};
use std::collections::BTreeSet;

const FILE: &str = "territories.csv";

#[test]
fn cmp_data_1_the_territories() {
    let pack = standard();
    assert_eq!(pack.territories.len(), 116);
    assert_eq!(Continent::ALL.map(|continent| pack.territories_of(continent).len()), [18, 13, 26, 21, 31, 7]);
    let shaped = |morphology| pack.territories.iter().filter(|card| card.morphology == morphology).count();
    assert_eq!(Morphology::ALL.map(shaped), [44, 23, 11, 19, 19]);
    assert_eq!(pack.territories.iter().filter(|card| card.port.is_some()).count(), 92);
    let airports = |airport| pack.territories.iter().filter(|card| card.airport == airport).count();
    assert_eq!([Airport::National, Airport::Intercontinental].map(airports), [62, 21]);
    assert_eq!(pack.territories.iter().filter(|card| card.red_flag).count(), 27);
}

#[test]
fn cmp_data_1_a_row_as_it_is_read() {
    let pack = standard();
    let panama = &pack[land("panama")];
    assert_eq!((panama.name.as_str(), panama.continent), ("Panama", Continent::NorthAmerica));
    assert_eq!((panama.morphology, panama.airport, panama.red_flag), (Morphology::TropicalForest, Airport::National, false));
    assert_eq!(pack.areas[panama.area.index()], "panama");
    assert_eq!(panama.point, Point { x: 885, y: 85 }, "−80.5° and 8.5°, in tenths from the left edge");
    assert_eq!(panama.port.map(|port| port.hex), Cell::read("10:8"));
    assert_eq!(pack[land("new_zealand")].point, Point { x: 3420, y: -420 });
    assert_eq!(pack[land("fiji")].point, Point { x: 3470, y: -180 });
    assert_eq!(pack[land("alaska")].point, Point { x: 190, y: 640 });
    assert_eq!(pack.find_territory("atlantis"), None);
}

#[test]
fn cmp_data_1_territories_that_are_not_right() {
    let known = |words| ("CMP-DATA-1", words);
    refuses(FILE, "cuba", "id", "panama", known("the id `panama` stands twice"));
    refuses(FILE, "cuba", "id", "cu ba", known("letters, digits and `_`"));
    refuses(FILE, "cuba", "name", "Panama", known("the name `Panama` stands twice"));
    refuses(FILE, "cuba", "continent", "atlantis", known("`atlantis` in the column `continent` is none of north_america, south"));
    refuses(FILE, "cuba", "morphology", "swamp", known("none of plain, mountain, frozen, desert, tropical_forest"));
    refuses(FILE, "cuba", "airport", "yes", known("none of none, national, intercontinental"));
    refuses(FILE, "cuba", "port", "maybe", known("`port` is yes or no"));
    refuses(FILE, "cuba", "red_flag", "", known("`red_flag` is yes or no"));
    refuses(FILE, "cuba", "port_hex", "", known("`port_hex` is given exactly if `port` is yes"));
    refuses(FILE, "cuba", "port", "no", known("`port_hex` is given exactly if `port` is yes"));
    for lon in ["180.1", "-181", "1e2", "", "12.55", "+5", "-"] {
        refuses(FILE, "cuba", "lon", lon, known("`lon` is from -180 to 180"));
    }
    for lat in ["90.1", "-91", "x"] {
        refuses(FILE, "cuba", "lat", lat, known("`lat` is from -90 to 90"));
    }
    let twice = Draft::standard().set(FILE, "cuba", "lon", "-80.5").set(FILE, "cuba", "lat", "8.5");
    twice.refused(FILE, "cuba", "CMP-DATA-1", "another territory is at the point -80.5, 8.5");
    refuses(FILE, "cuba", "name", "", ("CMP-DATA-21", "`name` is one line of 1 to 60 characters"));
}

#[test]
fn cmp_data_1_every_continent_has_what_it_needs() {
    let no_airport = Draft::standard().set(FILE, "southeastern_australia", "airport", "national");
    let no_airport = no_airport.set(FILE, "new_zealand", "airport", "national");
    no_airport.refused(FILE, "", "CMP-DATA-1", "Oceania has no intercontinental airport");
    let no_flag = Draft::standard().set(FILE, "papua_new_guinea", "red_flag", "no");
    no_flag.refused(FILE, "", "CMP-DATA-1", "Oceania has no red flag");
    let none = Draft::standard().replace(FILE, "continent", "oceania", "asia");
    none.refused(FILE, "", "CMP-DATA-1", "Oceania has no territory");
    Draft::standard().without(FILE, "cuba").refused(FILE, "", "CMP-DATA-1", "this file has 116 rows, not 115");
}

#[test]
fn cmp_data_2_the_example_on_the_map() {
    let pack = standard();
    let way = ["eastern_siberia", "western_siberia", "urals", "moscow"].map(land);
    let names = way.map(|territory| pack[territory].name.as_str());
    assert_eq!(names, ["Eastern Siberia", "Western Siberia", "Urals", "District of Moscow"]);
    // E1: 2, 2 and 1 of 5 points.
    assert_eq!(way.map(|territory| pack[territory].morphology.points())[1..], [2, 2, 1]);
    assert!(way.windows(2).all(|ends| pack.border(ends[0], ends[1]).is_some()));
}

#[test]
fn cmp_data_2_an_example_that_is_not_there() {
    refuses(FILE, "urals", "morphology", "plain", ("CMP-DATA-2", "Urals is mountain"));
    refuses(FILE, "western_siberia", "morphology", "plain", ("CMP-DATA-2", "Western Siberia is frozen"));
    refuses(FILE, "moscow", "morphology", "desert", ("CMP-DATA-2", "District of Moscow is plain"));
    for id in ["eastern_siberia", "western_siberia", "urals", "moscow"] {
        let renamed = Draft::standard().set(FILE, id, "name", "Somewhere");
        renamed.refused(FILE, "", "CMP-DATA-2", "which is missing");
    }
    let mut draft = Draft::standard();
    draft.rows("borders.csv").retain(|row| !(row.contains(&"urals".into()) && row.contains(&"moscow".into())));
    draft.refused("borders.csv", "", "CMP-DATA-2", "Urals and District of Moscow have a border");
}

#[test]
fn cmp_data_3_the_borders() {
    let pack = standard();
    assert_eq!(pack.borders.len(), 184);
    for border in &pack.borders {
        assert_eq!(pack.border(border.a, border.b), Some(border.kind));
        assert_eq!(pack.border(border.b, border.a), Some(border.kind), "it holds both ways");
    }
    assert_eq!(pack.territories.iter().map(|card| card.neighbours.len()).sum::<usize>(), 2 * 184);
    let expected: Vec<Neighbour> = [
        ("arctic_canada", BorderKind::Regional),
        ("alaska", BorderKind::Customs),
        ("canadian_prairies", BorderKind::Regional),
        ("pacific_states", BorderKind::Customs),
    ]
    .map(|(id, kind)| Neighbour { to: land(id), kind })
    .into();
    let found = &pack[land("western_canada")].neighbours;
    assert!(expected.iter().all(|neighbour| found.contains(neighbour)), "{found:?}");
    assert!(pack.territories.iter().all(|card| card.neighbours.is_sorted_by_key(|neighbour| neighbour.to)));
}

#[test]
fn cmp_data_3_borders_that_are_not_right() {
    let file = "borders.csv";
    refuses(file, "alaska", "b", "atlantis", ("CMP-DATA-3", "`atlantis` is not the id of a territory"));
    refuses(file, "alaska", "a", "", ("CMP-DATA-3", "`` is not the id of a territory"));
    refuses(file, "alaska", "b", "alaska", ("CMP-DATA-3", "no border with itself"));
    refuses(file, "alaska", "kind", "open", ("CMP-DATA-3", "none of regional, customs"));
    let twice = Draft::standard().with(file, "western_canada,alaska,customs");
    twice.refused(file, "western_canada,alaska", "CMP-DATA-3", "stands twice");
    let strait = Draft::standard().with(file, "morocco,spain,customs");
    strait.refused(file, "morocco,spain", "CMP-DATA-3", "joined by the strait gibraltar");
}

#[test]
fn cmp_data_4_regional_exactly_within_a_customs_area() {
    let pack = standard();
    let count = |kind| pack.borders.iter().filter(|border| border.kind == kind).count();
    assert_eq!([BorderKind::Regional, BorderKind::Customs].map(count), [60, 124]);
    assert_eq!(pack.areas.len(), 66);
    assert_eq!(pack.areas.iter().collect::<BTreeSet<_>>().len(), 66);
    for area in [
        "united_states",
        "canada",
        "european_union",
        "russia_europe",
        "russia_asia",
        "china",
        "india",
        "australia",
        "brazil",
        "argentina",
        "andean",
        "west_africa",
        "east_africa",
        "southern_africa",
        "gulf_union",
    ] {
        let members = Territory::all().filter(|territory| pack.areas[pack[*territory].area.index()] == area).count();
        assert!(members > 1, "{area}");
    }
    for border in &pack.borders {
        let (a, b) = (&pack[border.a], &pack[border.b]);
        assert_eq!(border.kind == BorderKind::Regional, a.area == b.area, "{} {}", a.id, b.id);
        assert!(a.continent == b.continent || border.kind == BorderKind::Customs);
    }
}

#[test]
fn cmp_data_4_areas_that_are_not_right() {
    let file = "borders.csv";
    refuses(file, "alaska", "kind", "regional", ("CMP-DATA-4", "of two customs areas"));
    refuses(file, "western_canada,arctic_canada", "kind", "customs", ("CMP-DATA-4", "of one customs area"));
    let mut draft = Draft::standard();
    let between =
        draft.rows(file).iter().position(|row| row.contains(&"urals".into()) && row.contains(&"western_siberia".into()));
    let line = between.unwrap();
    draft.rows(file)[line][2] = "regional".into();
    draft.refused_at(file, line + 1, "CMP-DATA-4", "between two continents is a customs border");
    refuses(FILE, "southern_india", "customs_area", "united_states", ("CMP-DATA-4", "lies in North America"));
    refuses(FILE, "cuba", "customs_area", "", ("CMP-DATA-4", "`customs_area` is 1 to 40 letters"));
}
