//! The test vectors of section 8 of the rulebook, held against the model.

use crate::{
    customs::{self, Due, Settings},
    money::{self, Site},
    printed::{Border, Hex, Kind, Land, Printed},
    routes::{self, Afloat, Aloft, Drive, Group, Landing, Lasting, Over, Plane, Sail, Side},
    weather::{self, Place},
};
use std::collections::{BTreeMap, BTreeSet};

fn set(lands: &[Land]) -> BTreeSet<Land> {
    lands.iter().copied().collect()
}

// ---- Trucks

/// Walks a way of the table: a stop is written `name points kind`, where the kind is `C`, `R` or the id of a strait. Returns the
/// points, the customs cards of a player without a site, and whether an event is due at the end.
fn drive(printed: &Printed, start: &str, way: &[(&str, u32, &str)]) -> (u32, usize, bool) {
    let fair = Lasting::fair();
    let (mut at, mut points, mut cards) = (printed.land(start), 0, 0);
    for (to, cost, over) in way {
        let to = printed.land(to);
        let over = match *over {
            "C" => Over::Border(Border::Customs),
            "R" => Over::Border(Border::Regional),
            strait => Over::Strait(printed.channel(strait)),
        };
        let step = routes::drives(printed, &fair, at).into_iter().find(|drive| drive.to == to && drive.over == over);
        let step = step.unwrap_or_else(|| panic!("no such step to {}", printed.territories[to].name));
        assert_eq!(step.points, *cost, "to {}", printed.territories[to].name);
        points += cost;
        cards += usize::from(customs::truck(printed, Settings::default(), &set(&[]), true, step) == Due::Now);
        assert_eq!(customs::truck(printed, Settings::default(), &set(&[]), false, step), Due::No);
        at = to;
    }
    let least = routes::truck_reach(printed, &fair, printed.land(start), 5);
    assert!(points > 5 || least.get(&at).is_some_and(|least| *least <= points));
    (points, cards, customs::political_event(printed, at))
}

#[test]
fn trucks_t1_to_t8() {
    let printed = Printed::read();
    let go = |start: &str, way: &[(&str, u32, &str)]| drive(&printed, start, way);
    let t1 = [("western_siberia", 2, "R"), ("urals", 2, "C"), ("moscow", 1, "R")];
    assert_eq!(go("eastern_siberia", &t1), (5, 1, false));
    let t2 = [("spain", 1, "R"), ("france", 1, "R"), ("germany", 1, "R"), ("poland", 1, "R")];
    assert_eq!(go("portugal", &t2), (4, 0, false));
    assert_eq!(go("spain", &[("morocco", 3, "gibraltar")]), (3, 1, false));
    assert_eq!(go("egypt", &[("levant", 4, "suez")]), (4, 1, true));
    assert_eq!(go("panama", &[("colombia", 4, "panama")]), (4, 1, true));
    assert_eq!(go("ireland", &[("great_britain", 2, "north_channel"), ("france", 2, "dover")]), (4, 2, false));
    let t7 = [("mountain_states", 2, "R"), ("great_plains", 1, "R"), ("great_lakes", 1, "R"), ("atlantic_states", 1, "R")];
    assert_eq!(go("pacific_states", &t7), (5, 0, false));
    assert_eq!(go("south_africa", &[("mozambique", 1, "C"), ("tanzania", 1, "C"), ("kenya", 1, "R")]), (3, 2, false));
    assert_eq!(go("kenya", &[("sudan", 3, "C")]), (3, 1, true));
    assert_eq!(go("sudan", &[("egypt", 3, "C")]), (3, 1, false));
    let turns = routes::truck_turns(&printed, &Lasting::fair());
    assert_eq!(turns[&(printed.land("eastern_siberia"), printed.land("moscow"))], 1);
    assert_eq!(turns[&(printed.land("portugal"), printed.land("poland"))], 1);
    assert_eq!(turns[&(printed.land("pacific_states"), printed.land("atlantic_states"))], 1);
    assert!(turns[&(printed.land("south_africa"), printed.land("egypt"))] <= 3);
}

#[test]
fn trucks_t9_and_t10_are_refused_for_want_of_points() {
    let printed = Printed::read();
    let fair = Lasting::fair();
    let reach = |from: &str, points: u32| routes::truck_reach(&printed, &fair, printed.land(from), points);
    assert!(!reach("emirates", 2).contains_key(&printed.land("iran")));
    assert_eq!(reach("emirates", 3)[&printed.land("iran")], 3);
    let way = [("czechia_hungary", 1, "R"), ("romania_bulgaria", 2, "R")];
    assert_eq!(drive(&printed, "germany", &way), (3, 0, false));
    assert!(!reach("romania_bulgaria", 2).contains_key(&printed.land("turkey")));
    assert_eq!(reach("romania_bulgaria", 3)[&printed.land("turkey")], 3);
}

#[test]
fn slow_and_closed_roads_count_for_the_territory_that_is_entered() {
    let printed = Printed::read();
    // Edge case 27: 1 + 3 + 1 = 5.
    let cloudburst = Lasting::of(printed.danger("south_america", 1));
    let colombia = printed.land("colombia");
    assert_eq!(routes::truck_reach(&printed, &cloudburst, printed.land("panama"), 5)[&colombia], 5);
    assert!(!routes::truck_reach(&printed, &cloudburst, printed.land("panama"), 4).contains_key(&colombia));
    // Leaving a closed territory is free, entering it is not.
    let avalanche = Lasting::of(printed.danger("europe", 5));
    let (alps, italy) = (printed.land("alpine_republics"), printed.land("italy"));
    assert!(!routes::truck_reach(&printed, &avalanche, italy, 5).contains_key(&alps));
    assert_eq!(routes::truck_reach(&printed, &avalanche, alps, 5)[&italy], 1);
}

#[test]
fn runs_of_trucks_and_ships() {
    let printed = Printed::read();
    let fair = Lasting::fair();
    let sites = set(&[]);
    let by_truck = |from: &str, loaded: bool| {
        let happens = |_: Land, drive: &Drive| customs::truck(&printed, Settings::default(), &sites, loaded, *drive) != Due::No;
        let steps = |at: Land| routes::drives(&printed, &fair, at);
        routes::runs(printed.land(from), 5, steps, |drive: &Drive| (drive.to, drive.points), happens)
    };
    // T1: an empty truck goes straight to Moscow; with goods something is drawn at the Urals.
    let (urals, moscow) = (printed.land("urals"), printed.land("moscow"));
    assert_eq!(by_truck("eastern_siberia", false)[&moscow], (5, 3, vec![printed.land("western_siberia"), urals, moscow]));
    assert!(!by_truck("eastern_siberia", true).contains_key(&moscow));
    assert_eq!(by_truck("eastern_siberia", true)[&urals].0, 4);
    // Where nothing ever happens, runs go wherever a T.M. can.
    for from in printed.lands() {
        let runs = by_truck(&printed.territories[from].id, false);
        let mut reach = routes::truck_reach(&printed, &fair, from, 5);
        reach.remove(&from);
        assert_eq!(runs.iter().map(|(to, way)| (*to, way.0)).collect::<BTreeMap<_, _>>(), reach);
    }
    // S2: a laden ship draws a card at the Oresund, so its run to Poland ends beyond the strait.
    let by_ship = |laden: bool| {
        let happens = |_: Afloat, sail: &Sail| customs::ship_crosses(laden, *sail) != Due::No;
        let steps = |at: Afloat| routes::sails(&printed, &fair, at);
        routes::runs(Afloat::Port(printed.land("germany")), 4, steps, |sail: &Sail| (sail.to, sail.points), happens)
    };
    let poland = Afloat::Port(printed.land("poland"));
    let (near, beyond) = (Afloat::Hex(Hex::named("19:2")), Afloat::Hex(Hex::named("21:2")));
    assert_eq!(by_ship(false)[&poland], (3, 3, vec![near, beyond, poland]));
    assert_eq!(by_ship(true)[&beyond], (3, 2, vec![near, beyond]));
    assert!(!by_ship(true).contains_key(&poland));
}

// ---- Ships

/// Sails a way: hexes, ids of straits before the hex beyond, and `dock` at a port.
fn sail(printed: &Printed, start: Afloat, way: &[&str], port: &str) -> Result<(u32, Vec<String>, Afloat), String> {
    let fair = Lasting::fair();
    let (mut at, mut points, mut cards, mut strait) = (start, 0, Vec::new(), None);
    for word in way {
        let to = match *word {
            "dock" => Afloat::Port(printed.land(port)),
            hex if hex.contains(':') => Afloat::Hex(Hex::named(hex)),
            name => {
                strait = Some(printed.channel(name));
                continue;
            }
        };
        let step = routes::sails(printed, &fair, at).into_iter().find(|sail| sail.to == to && sail.strait == strait);
        let step = step.ok_or_else(|| format!("no step from {at:?} to {to:?}"))?;
        if customs::ship_crosses(true, step) == Due::Now {
            cards.push(printed.straits[strait.unwrap()].id.clone());
        }
        assert_eq!(customs::ship_crosses(false, step), Due::No);
        points += step.points;
        at = to;
        strait = None;
    }
    let least = routes::ship_reach(printed, &fair, start, 4);
    assert!(least.get(&at).is_some_and(|least| *least <= points));
    Ok((points, cards, at))
}

#[test]
fn ships_s1_to_s6() {
    let printed = Printed::read();
    let fewest = routes::ship_turns(&printed, &Lasting::fair());
    // The T.M. one after another, with the points of each, the straits that draw a card, and the fewest T.M.
    let go = |from: &str, to: &str, turns: &[(&[&str], u32)], straits: &[&str]| {
        let mut at = Afloat::Port(printed.land(from));
        let mut cards = Vec::new();
        for (way, points) in turns {
            let (used, drawn, now) = sail(&printed, at, way, to).unwrap();
            assert_eq!(used, *points, "{from} to {to}");
            assert!(used <= 4);
            cards.extend(drawn);
            at = now;
        }
        assert_eq!(at, Afloat::Port(printed.land(to)));
        assert_eq!(cards, straits);
        assert_eq!(fewest[&(printed.land(from), printed.land(to))] as usize, turns.len(), "{from} to {to}");
    };
    go("germany", "benelux", &[(&["19:2", "dock"], 1)], &[]);
    go("germany", "poland", &[(&["19:2", "oresund", "21:2", "dock"], 3)], &["oresund"]);
    let s3: [(&[&str], u32); 3] = [
        (&["19:4", "19:5", "20:5", "21:5"], 4),
        (&["suez", "22:6", "22:7"], 3),
        (&["bab_el_mandeb", "24:8", "25:8", "26:8", "dock"], 4),
    ];
    go("italy", "southern_india", &s3, &["suez", "bab_el_mandeb"]);
    let s4: [(&[&str], u32); 3] =
        [(&["34:5", "35:5", "36:5", "37:5"], 4), (&["38:5", "39:5", "0:5", "1:5"], 4), (&["2:5", "3:5", "4:5", "dock"], 3)];
    go("japan", "pacific_states", &s4, &[]);
    let s5: [(&[&str], u32); 3] =
        [(&["19:2", "dover", "17:3", "16:3"], 4), (&["15:3", "14:3", "13:3", "12:3"], 4), (&["11:3", "11:4", "10:5", "dock"], 3)];
    go("germany", "atlantic_states", &s5, &["dover"]);
    let s6: [(&[&str], u32); 2] = [(&["10:14", "9:15", "9:16"], 3), (&["magellan", "11:16", "11:15", "12:14", "dock"], 4)];
    go("chile", "pampas", &s6, &["magellan"]);
    // After 22:7 one P.M. is left, and the strait needs two.
    let near = routes::ship_reach(&printed, &Lasting::fair(), Afloat::Hex(Hex::named("22:7")), 1);
    assert!(!near.contains_key(&Afloat::Hex(Hex::named("24:8"))));
}

#[test]
fn ships_s7_sealed_ways_are_refused() {
    let printed = Printed::read();
    for (from, to) in [("8:8", "8:7"), ("18:5", "17:5")] {
        let way = sail(&printed, Afloat::Hex(Hex::named(from)), &[to], "");
        assert!(way.is_err(), "{from} to {to}");
    }
    assert!(sail(&printed, Afloat::Hex(Hex::named("18:5")), &["gibraltar", "17:5"], "").is_ok());
}

#[test]
fn slow_seas_and_closed_ports() {
    let printed = Printed::read();
    let gale = Lasting::of(printed.danger("north_america", 12));
    let harbour = Afloat::Port(printed.land("atlantic_states"));
    let hex = Afloat::Hex(Hex::named("10:5"));
    assert_eq!(printed.cells[&Hex::named("10:5")].zone, "western_north_atlantic");
    assert_eq!(routes::ship_reach(&printed, &gale, harbour, 4)[&hex], 2);
    assert_eq!(routes::ship_reach(&printed, &gale, hex, 4)[&harbour], 0);
    let surge = Lasting::of(printed.danger("europe", 2));
    let from_germany = routes::ship_reach(&printed, &surge, Afloat::Port(printed.land("germany")), 4);
    assert!(!from_germany.contains_key(&Afloat::Port(printed.land("benelux"))));
    assert!(from_germany.contains_key(&Afloat::Port(printed.land("norway"))));
    // Leaving a closed port is free.
    assert_eq!(
        routes::ship_reach(&printed, &surge, Afloat::Port(printed.land("benelux")), 4)[&Afloat::Hex(Hex::named("19:2"))],
        1
    );
}

#[test]
fn neighbours_go_over_the_edge() {
    let named = |names: &[&str]| names.iter().map(|name| Hex::named(name)).collect::<Vec<_>>();
    assert_eq!(Hex::named("0:2").neighbours(), named(&["39:2", "1:2", "39:1", "0:1", "39:3", "0:3"]));
    assert_eq!(Hex::named("39:3").neighbours(), named(&["38:3", "0:3", "39:2", "0:2", "39:4", "0:4"]));
    assert_eq!(Hex::named("0:0").neighbours(), named(&["39:0", "1:0", "39:1", "0:1"]));
    assert_eq!(Hex::named("0:0").to_string(), "0:0");
}

// ---- Aircraft

#[test]
fn flights_a1_to_a8() {
    let printed = Printed::read();
    let airport = |id: &str| Aloft::Airport(printed.land(id)).point(&printed);
    let right = Aloft::Arrow(Side::Right, 4).point(&printed);
    let left = Aloft::Arrow(Side::Left, 4).point(&printed);
    assert_eq!((right, left), ((3600, 428), (0, 428)));
    assert_eq!((airport("germany"), airport("italy")), ((1790, 515), (1815, 425)));
    assert_eq!((airport("egypt"), airport("southeastern_australia")), ((1985, 270), (3150, -335)));
    assert_eq!((airport("new_zealand"), airport("great_britain")), ((3420, -420), (1670, 540)));
    assert_eq!((airport("atlantic_states"), airport("japan")), ((930, 410), (3070, 365)));
    assert_eq!((airport("pacific_states"), airport("benelux")), ((500, 400), (1740, 515)));
    for (from, to, square, notch, points, fuel) in [
        (airport("germany"), airport("italy"), 8_725, 1, 1, 1_000),
        (airport("italy"), airport("egypt"), 52_925, 2, 1, 2_000),
        (airport("southeastern_australia"), airport("new_zealand"), 80_125, 3, 1, 3_000),
        (airport("great_britain"), airport("atlantic_states"), 564_500, 6, 2, 6_000),
        (airport("germany"), airport("atlantic_states"), 750_625, 7, 3, 7_000),
        (airport("japan"), right, 284_869, 5, 2, 5_000),
        (left, airport("pacific_states"), 250_784, 4, 2, 4_000),
        (airport("benelux"), airport("germany"), 2_500, 1, 1, 1_000),
    ] {
        let flight = routes::measured(&printed, from, to).unwrap();
        assert_eq!((to.0 - from.0).pow(2) + (to.1 - from.1).pow(2), square);
        assert_eq!((flight.notch, flight.points, flight.fuel), (notch, points, fuel));
        assert_eq!(money::flight_fuel(&[notch], false), [fuel]);
    }
    assert_eq!(routes::measured(&printed, left, left), None);
    assert_eq!(money::flight_fuel(&[2, 3], false), [2_000, 3_000]);
    assert_eq!(money::flight_fuel(&[2, 3], true), [2_000, 1_000]);
    assert_eq!(money::flight_fuel(&[6], true), [3_000]);
    // A6: from Japan over the edge, and all points are gone.
    let japan = printed.land("japan");
    let plane = Plane { at: Aloft::Airport(japan), last: japan, points: 2 };
    let all = routes::flights(&printed, &Lasting::fair(), &set(&[japan]), true, plane);
    let over = all.iter().find(|(to, ..)| *to == Aloft::Arrow(Side::Right, 4)).unwrap();
    assert_eq!(over.1, Plane { at: Aloft::Arrow(Side::Left, 4), last: japan, points: 0 });
}

#[test]
fn landing_rights_of_a_player_with_germany_alone() {
    let printed = Printed::read();
    let sites = set(&[printed.land("germany")]);
    let fair = Lasting::fair();
    for (last, at, expected) in [
        ("germany", "italy", Landing::Allowed),
        ("germany", "morocco", Landing::Refused),
        ("germany", "egypt", Landing::Costly),
        ("egypt", "sudan", Landing::Allowed),
        ("sudan", "italy", Landing::Refused),
        ("nigeria", "italy", Landing::Allowed),
    ] {
        assert_eq!(routes::landing(&printed, &fair, &sites, printed.land(last), printed.land(at)), expected, "{last} to {at}");
    }
    let strike = Lasting::of(printed.danger("europe", 12));
    assert_eq!(routes::landing(&printed, &strike, &sites, printed.land("germany"), printed.land("france")), Landing::Refused);
}

#[test]
fn without_a_marker_only_airports() {
    let printed = Printed::read();
    let germany = printed.land("germany");
    let plane = Plane { at: Aloft::Airport(germany), last: germany, points: 2 };
    let go = |marker: bool| routes::flights(&printed, &Lasting::fair(), &set(&[germany]), marker, plane);
    assert!(go(false).iter().all(|(to, ..)| matches!(to, Aloft::Airport(_))));
    assert!(go(false).iter().any(|(to, ..)| *to == Aloft::Airport(printed.land("italy"))));
    assert!(go(true).iter().any(|(to, ..)| matches!(to, Aloft::Cell(_))));
}

/// Within one T.M. a stop on the way brings an aircraft to no airport that it does not reach straight, nor with fewer points or
/// less fuel; so the search for the fewest T.M. may do without.
#[test]
fn a_stop_on_the_way_brings_nothing_within_a_turn() {
    let printed = Printed::read();
    let fair = Lasting::fair();
    for sites in [set(&[printed.land("germany")]), set(&[printed.land("japan"), printed.land("southeastern_brazil")])] {
        for from in printed.lands().filter(|land| routes::skies(&printed).contains(&Aloft::Airport(*land))) {
            let start = Plane { at: Aloft::Airport(from), last: from, points: 2 };
            let straight = routes::flights(&printed, &fair, &sites, true, start);
            for (_, stop, first) in &straight {
                // Of the cells every fifth column will do.
                if stop.points == 0 || matches!(stop.at, Aloft::Cell(hex) if hex.col % 5 != 0) {
                    continue;
                }
                for (to, _, second) in routes::flights(&printed, &fair, &sites, true, *stop) {
                    if matches!(to, Aloft::Airport(land) if land != from) {
                        let known = straight.iter().find(|(named, ..)| *named == to).expect("reached straight too");
                        assert!(known.2.points <= first.points + second.points && known.2.fuel <= first.fuel + second.fuel);
                    }
                }
            }
        }
    }
}

// ---- Combined movement

#[test]
fn combined_k1_to_k7() {
    use Kind::{Aircraft, Ship, Truck};
    // K1
    for used in 0..=4 {
        let mut group = Group::begun_by(Ship, true);
        assert_eq!(group.left("ship", Ship), 4);
        assert!(group.uses("ship", Ship, used));
        assert_eq!(group.left("truck", Truck), 5 - used);
    }
    // K2, K3, K4
    for (first, carrier, most) in [(1, Ship, 4), (2, Ship, 3), (4, Aircraft, 1)] {
        for used in 0..=most {
            let mut group = Group::begun_by(Truck, false);
            assert!(group.uses("truck", Truck, first));
            assert_eq!(group.left("carrier", carrier), most);
            assert!(group.uses("carrier", carrier, used));
            assert!(!group.clone().uses("carrier", carrier, most - used + 1));
            assert_eq!(group.left("truck", Truck), 5 - first - used);
        }
    }
    // K5
    let mut group = Group::begun_by(Aircraft, true);
    assert_eq!(group.left("aircraft", Aircraft), 2);
    assert!(group.uses("aircraft", Aircraft, 2));
    assert_eq!(group.left("truck", Truck), 3);
    group.loses_all();
    assert_eq!(group.left("truck", Truck), 0);
    // K6, K7
    for (carrier, used) in [(Ship, 3), (Aircraft, 1)] {
        let mut group = Group::begun_by(carrier, false);
        assert!(group.uses("carrier", carrier, used));
        assert_eq!(group.left("truck", Truck), 1);
    }
    // CMP-EFF-3
    let mut group = Group::begun_by(Truck, false);
    group.uses("truck", Truck, 4);
    group.changes("truck", Truck, 2);
    assert_eq!(group.left("truck", Truck), 3);
    group.changes("truck", Truck, -4);
    assert_eq!(group.left("truck", Truck), 0);
}

// ---- Customs

#[test]
fn customs_by_the_table_and_by_the_settings() {
    let printed = Printed::read();
    let step = |from: &str, to: &str| -> Drive {
        let to = printed.land(to);
        routes::drives(&printed, &Lasting::fair(), printed.land(from)).into_iter().find(|drive| drive.to == to).unwrap()
    };
    let usual = Settings::default();
    let none = set(&[]);
    // V12, V16 and edge cases 32, 34.
    let poland = set(&[printed.land("poland")]);
    assert_eq!(customs::truck(&printed, usual, &poland, true, step("belarus", "poland")), Due::No);
    assert_eq!(customs::truck(&printed, usual, &none, true, step("belarus", "poland")), Due::Now);
    assert_eq!(customs::truck(&printed, usual, &none, true, step("poland", "belarus")), Due::Now);
    let levant = set(&[printed.land("levant")]);
    assert_eq!(customs::truck(&printed, usual, &levant, true, step("egypt", "levant")), Due::Now);
    assert_eq!(customs::truck(&printed, usual, &none, true, step("northern_mexico", "southern_mexico")), Due::No);
    // The settings.
    let lenient = Settings { no_card_in_transit: true, ..usual };
    assert_eq!(customs::truck(&printed, lenient, &none, true, step("poland", "belarus")), Due::IfItEndsHere);
    assert_eq!(customs::truck(&printed, lenient, &none, true, step("belarus", "poland")), Due::Now);
    assert_eq!(customs::truck(&printed, lenient, &none, true, step("egypt", "levant")), Due::Now);
    let strict = Settings { regional_flags: true, ..usual };
    assert_eq!(customs::truck(&printed, strict, &none, true, step("northern_mexico", "southern_mexico")), Due::IfItEndsHere);
    assert_eq!(customs::truck(&printed, strict, &none, true, step("spain", "france")), Due::No);
    // Ships: a site anywhere on the continent.
    let benelux = printed.land("benelux");
    assert_eq!(customs::ship_docks(&printed, &none, true, benelux), Due::Now);
    assert_eq!(customs::ship_docks(&printed, &none, false, benelux), Due::No);
    assert_eq!(customs::ship_docks(&printed, &poland, true, benelux), Due::No);
    // Aircraft: another customs area, or every landing.
    let lands = |settings: Settings, sites: &BTreeSet<Land>, from: &str, at: &str| {
        customs::aircraft_lands(&printed, settings, sites, true, printed.land(from), printed.land(at))
    };
    assert_eq!(lands(usual, &none, "germany", "italy"), Due::No);
    assert_eq!(lands(usual, &none, "germany", "great_britain"), Due::Now);
    assert_eq!(lands(usual, &poland, "ukraine", "poland"), Due::No);
    let any = Settings { every_landing: true, ..usual };
    assert_eq!(lands(any, &none, "germany", "italy"), Due::Now);
    assert_eq!(lands(any, &poland, "germany", "poland"), Due::No);
    assert_eq!(customs::aircraft_lands(&printed, any, &none, false, printed.land("germany"), printed.land("italy")), Due::No);
}

// ---- Money and victory points

#[test]
fn fees_and_tolls() {
    let printed = Printed::read();
    let (germany, poland) = (printed.land("germany"), printed.land("poland"));
    let sites = [
        Site { owner: 1, land: germany, headquarters: true, tolls: vec![5_000] },
        Site { owner: 2, land: poland, headquarters: false, tolls: vec![] },
    ];
    // Edge cases 23 and 102.
    assert_eq!(money::entry(&sites, 0, 0, germany), [(1, 10_000), (1, 5_000)]);
    assert_eq!(money::entry(&sites, 0, 0, poland), []);
    assert_eq!(money::entry(&sites, 1, 1, germany), []);
    assert_eq!(money::entry(&sites, 0, 1, germany), [], "nothing to the owner of a hired token");
    assert_eq!((money::fuel(Kind::Truck), money::fuel(Kind::Ship)), (500, 1_000));
    assert_eq!((money::extra_point(Kind::Truck), money::extra_point(Kind::Ship)), (5_000, 10_000));
}

#[test]
fn wealth_and_places() {
    use Kind::{Aircraft, Ship, Truck};
    assert_eq!(money::wealth(57_500, &[Truck, Truck, Truck, Ship, Aircraft], 2), 352_500);
    assert_eq!(money::BRANCH_BACK * 2, money::BRANCH_PRICE);
    assert_eq!(money::places(&[(3, 10), (5, 0), (3, 20), (3, 10)]), [3, 1, 2, 3]);
}

#[test]
fn victory_points_of_the_table() {
    let printed = Printed::read();
    let of = |continent: &str| printed.lands().find(|land| printed.territories[*land].continent == continent).unwrap();
    for (from, to, points) in [
        ("north_america", "africa", 3),
        ("africa", "north_america", 2),
        ("africa", "africa", 2),
        ("asia", "oceania", 2),
        ("oceania", "europe", 3),
        ("south_america", "asia", 3),
        ("europe", "south_america", 2),
    ] {
        assert_eq!(printed.victory_points(of(from), of(to)), points, "{from} to {to}");
    }
    let (germany, kenya) = (printed.land("germany"), printed.land("kenya"));
    assert_eq!(money::after_success(&printed, 9, germany, kenya, None), 12);
    assert_eq!(money::after_success(&printed, 9, germany, kenya, Some(10)), 10);
    assert_eq!((money::after_failure(2), money::after_failure(0)), (1, 0));
    // V1, V9
    assert!(money::early(1, 3) && !money::early(2, 2));
    let flour = printed.goods.iter().find(|card| card.reward == 48_000 && card.vehicle == Some(Kind::Truck) && card.limit == 3);
    assert!(flour.is_some());
}

// ---- Weather

#[test]
fn the_hurricane_of_the_example() {
    let printed = Printed::read();
    let hurricane = printed.danger("north_america", 2);
    assert_eq!((hurricane.name.as_str(), hurricane.area), ("Hurricane", 1));
    let cuba = printed.land("cuba");
    let none = set(&[]);
    assert!(Place::Truck(cuba).endangered(&printed, hurricane, &none));
    assert!(!Place::Truck(cuba).endangered(&printed, hurricane, &set(&[cuba])));
    assert!(!Place::Docked(cuba).endangered(&printed, hurricane, &none));
    assert!(!Place::Landed(cuba).endangered(&printed, hurricane, &none));
    assert!(Place::Aloft(Aloft::Cell(Hex::named("9:7"))).endangered(&printed, hurricane, &none));
    assert!(Place::AtSea(Hex::named("9:7")).endangered(&printed, hurricane, &none));
    // A human event that hits ships alone (edge case 49); a territory under `also` counts for aircraft alone.
    let strike = printed.danger("north_america", 8);
    assert!(!Place::Truck(printed.land("pacific_states")).endangered(&printed, strike, &none));
    assert!(Place::AtSea(Hex::named("4:5")).endangered(&printed, strike, &none));
    let ash = printed.danger("europe", 3);
    assert!(!ash.zones.contains("north_sea") && ash.territories.contains(&printed.land("norway")));
    assert!(Place::Aloft(Aloft::Cell(Hex::named("19:2"))).endangered(&printed, ash, &none));
    assert!(!Place::AtSea(Hex::named("19:2")).endangered(&printed, ash, &none));
    // An arrow belongs to the cell at its edge.
    assert_eq!(Aloft::Arrow(Side::Left, 4).cell(&printed), Hex::named("0:4"));
    assert_eq!(Aloft::Arrow(Side::Right, 4).cell(&printed), Hex::named("39:4"));
}

#[test]
fn saving_rolls() {
    let printed = Printed::read();
    let four = printed.dangers.iter().find(|danger| danger.save == 4).unwrap();
    let rolls: Vec<Option<bool>> = (1..=6).map(|roll| weather::saved(four, 0, roll)).collect();
    assert_eq!(rolls, [Some(true), Some(true), Some(true), Some(false), Some(false), Some(false)]);
    let six = printed.dangers.iter().find(|danger| danger.save == 6).unwrap();
    assert_eq!(weather::saved(six, 1, 6), None);
}

#[test]
fn nearest_sites_over_the_edge_and_by_what_the_token_needs() {
    let printed = Printed::read();
    let (alaska, japan, moscow) = (printed.land("alaska"), printed.land("japan"), printed.land("moscow"));
    let at_the_edge = Place::AtSea(Hex::named("39:2"));
    let sites = set(&[alaska, japan, moscow]);
    // 39:2 is at (3555, 584): 235 from Alaska over the edge, 485 and more from Japan.
    assert_eq!(weather::nearest(&printed, &sites, Kind::Ship, at_the_edge.point(&printed)), [alaska]);
    let near_moscow = Place::Truck(printed.land("urals")).point(&printed);
    assert_eq!(weather::nearest(&printed, &sites, Kind::Truck, near_moscow), [moscow]);
    assert_eq!(weather::nearest(&printed, &sites, Kind::Aircraft, near_moscow), [moscow]);
    assert_eq!(weather::nearest(&printed, &set(&[moscow, japan]), Kind::Ship, near_moscow), [japan]);
    assert_eq!(money::places_for_new(&printed, &sites, Kind::Ship), [alaska, japan]);
    assert!(weather::nearest(&printed, &set(&[moscow]), Kind::Ship, near_moscow).is_empty());
    // Ties: the headquarters, otherwise the first in the file.
    assert_eq!(weather::where_put_back(&[alaska, japan], japan), japan);
    assert_eq!(weather::where_put_back(&[alaska, japan], moscow), alaska);
}
