//! CMP-DATA: the tables of dangers, political-social events and victory points.

use crate::{Draft, land, refuses, standard};
use competitors::{
    Code, Continent, Danger, DangerKind, Deed, Effect, Lasting, Only, Territory, Vehicle, Vehicles, Zone, read_effect,
};

const WEATHER: &str = "weather.csv";
const POLITICAL: &str = "political.csv";
const VICTORY: &str = "victory.csv";

#[test]
fn cmp_data_13_the_dangers() {
    let pack = standard();
    assert_eq!(pack.weather.len(), 72);
    let of = |kind| pack.weather.iter().filter(|danger| danger.kind == kind).count();
    assert_eq!(DangerKind::ALL.map(of), [33, 26, 13]);
    let save = |number| pack.weather.iter().filter(|danger| danger.save == number).count();
    assert_eq!([2, 3, 4, 5, 6].map(save), [0, 17, 28, 24, 3]);
    let boxes = |hits: &dyn Fn(&Danger) -> bool| pack.weather.iter().filter(|danger| hits(danger)).count();
    assert!(Territory::all().all(|territory| (1..=4).contains(&boxes(&|danger| danger.territories.contains(territory)))));
    let zones = Zone::all().take(pack.zones.len());
    assert!(zones.clone().all(|zone| (1..=3).contains(&boxes(&|danger| danger.zones.contains(zone)))));
    let hurricane = pack.danger(Continent::NorthAmerica, 2);
    assert_eq!((hurricane.name.as_str(), hurricane.save, hurricane.lasting), ("Hurricane", 3, Lasting::None));
    assert_eq!((hurricane.first, hurricane.affects), (land("cuba"), Vehicles::ALL), "the danger token stands on the first");
    let tanker_war = pack.danger(Continent::Asia, 10);
    assert_eq!(tanker_war.affects, Vehicles::only(Vehicle::Ship));
    for (continent, die) in Continent::ALL.into_iter().flat_map(|continent| (1..=12).map(move |die| (continent, die))) {
        let danger = pack.danger(continent, die);
        assert!(danger.territories.within(pack.territories_of(continent)), "{}", danger.name);
    }
}

#[test]
fn cmp_data_13_dangers_that_are_not_right() {
    let (key, clause) = ("1,north_america,4", |words| ("CMP-DATA-13", words));
    refuses(WEATHER, key, "area", "2", clause("`area` is 1 to 6 in the order north_america"));
    refuses(WEATHER, key, "continent", "south_america", clause("`area` is 1 to 6"));
    refuses(WEATHER, key, "continent", "atlantis", clause("`atlantis` in the column `continent`"));
    Draft::standard().set(WEATHER, key, "die", "3").refused_at(WEATHER, 5, "CMP-DATA-13", "and die 3 stands twice");
    for die in ["0", "13"] {
        refuses(WEATHER, key, "die", die, clause("`die` is from 1 to 12"));
    }
    refuses(WEATHER, key, "kind", "divine", clause("none of meteorological, natural, human"));
    refuses(WEATHER, key, "lasting", "forever", clause("none of none, slow_land, slow_sea, closed_ports"));
    refuses(WEATHER, key, "territories", "", clause("hits at least one territory"));
    refuses(WEATHER, key, "territories", "atlantis", clause("`atlantis` in the column `territories` is not known"));
    refuses(WEATHER, key, "territories", "pacific_states;pacific_states", clause("`pacific_states` stands twice"));
    refuses(WEATHER, key, "territories", "pacific_states;chile", clause("chile is in South America"));
    refuses(WEATHER, key, "zones", "north_see", clause("`north_see` in the column `zones` is not known"));
    for save in ["1", "7", "-3"] {
        refuses(WEATHER, key, "save", save, clause("`save` is from 2 to 6"));
    }
    refuses(WEATHER, key, "affects", "truck;ship", clause("only a human event affects fewer"));
    refuses(WEATHER, key, "affects", "truck;ship;bicycle", clause("`bicycle` in the column `affects` is not known"));
    refuses(WEATHER, key, "name", "", ("CMP-DATA-21", "`name` is one line"));
    Draft::standard().without(WEATHER, key).refused(WEATHER, "", "CMP-DATA-13", "this file has 72 rows, not 71");
}

#[test]
fn cmp_data_13_what_a_danger_can_do() {
    let clause = |words| ("CMP-DATA-13", words);
    // A dock strike: human, ships alone, ports closed.
    let strike = "1,north_america,8";
    refuses(WEATHER, strike, "affects", "", clause("affects at least one kind of token"));
    refuses(WEATHER, strike, "zones", "", clause("that affects ships alone has a zone"));
    refuses(WEATHER, strike, "territories", "mountain_states", clause("`closed_ports` is for a danger with a port in its area"));
    refuses(
        WEATHER,
        "1,north_america,7",
        "territories",
        "arctic_canada",
        clause("`closed_airports` is for a danger with an airport"),
    );
    refuses(WEATHER, "1,north_america,12", "zones", "", clause("`slow_sea` is for a danger with a zone in its area"));
}

#[test]
fn cmp_data_13_nothing_is_out_of_reach() {
    let dry = Draft::standard().set(WEATHER, "1,north_america,2", "territories", "southern_states");
    dry.refused(WEATHER, "", "CMP-DATA-13", "no danger that affects trucks hits cuba");
    let calm = Draft::standard().set(WEATHER, "1,north_america,2", "zones", "caribbean_sea");
    calm.refused(WEATHER, "", "CMP-DATA-13", "no danger that affects ships hits the zone gulf_of_mexico");
    // A box that affects ships alone does not count for trucks, nor one that affects trucks alone for ships.
    let human = |affects: &str| {
        let draft = Draft::standard().set(WEATHER, "1,north_america,2", "kind", "human");
        draft.set(WEATHER, "1,north_america,2", "affects", affects)
    };
    human("ship;aircraft").refused(WEATHER, "", "CMP-DATA-13", "no danger that affects trucks hits cuba");
    human("truck;aircraft").refused(WEATHER, "", "CMP-DATA-13", "no danger that affects ships hits the zone gulf_of_mexico");
    human("truck;ship").pack();
}

#[test]
fn cmp_data_14_the_political_events() {
    let pack = standard();
    assert_eq!(pack.political.len(), 72);
    let code = |code| Effect { only: None, deed: Deed::Do(code) };
    for continent in Continent::ALL {
        let column: Vec<&[Effect]> = (1..=12).map(|die| &*pack.political_event(continent, die).effects).collect();
        let count = |effect: Effect| column.iter().filter(|effects| **effects == [effect]).count();
        assert_eq!(count(code(Code::EndTurn)), 1);
        assert_eq!(count(Effect { only: Some(Only::Goods), deed: Deed::Do(Code::EndDelivery) }), 1);
        assert_eq!([Code::ExtraAction, Code::None].map(|one| count(code(one))), [1, 1]);
        assert_eq!([Code::DrawContracts(1), Code::DrawTerritories(1)].map(|one| count(code(one))), [1, 1]);
        let rest = column.iter().filter(|effects| {
            effects[0].deed.codes().all(|code| matches!(code, Code::Pay(_) | Code::Gain(_) | Code::Delay | Code::Relocate))
        });
        assert_eq!(rest.count(), 6, "money, delay or relocate");
    }
    assert_eq!(pack.political_event(Continent::Europe, 10).title, "Shelling nearby");
}

#[test]
fn cmp_data_14_political_events_that_are_not_right() {
    let key = "europe,4";
    refuses(POLITICAL, key, "continent", "atlantis", ("CMP-DATA-14", "`atlantis` in the column `continent`"));
    for die in ["0", "13", "-4"] {
        refuses(POLITICAL, key, "die", die, ("CMP-DATA-14", "`die` is from 1 to 12"));
    }
    Draft::standard().set(POLITICAL, key, "die", "3").refused_at(POLITICAL, 29, "CMP-DATA-14", "and die 3 stands twice");
    refuses(POLITICAL, key, "effect", "riot", ("CMP-EFF-1", "`effect`: `riot` is no code"));
    refuses(POLITICAL, key, "title", " x", ("CMP-DATA-21", "`title` is one line"));
    Draft::standard().without(POLITICAL, key).refused(POLITICAL, "", "CMP-DATA-14", "this file has 72 rows, not 71");
}

#[test]
fn cmp_data_17_the_table_of_victory_points() {
    let pack = standard();
    let expected =
        [[1, 2, 2, 3, 2, 3], [2, 1, 2, 3, 3, 3], [2, 2, 1, 3, 2, 3], [2, 2, 2, 2, 2, 2], [2, 3, 2, 3, 1, 2], [3, 3, 3, 3, 2, 1]];
    assert_eq!(pack.victory, expected);
    let points = |from, to| pack.victory_points(land(from), land(to));
    assert_eq!([points("cuba", "egypt"), points("egypt", "cuba"), points("egypt", "kenya")], [3, 2, 2]);
    assert_eq!(
        [points("japan", "fiji"), points("fiji", "italy"), points("peru", "japan"), points("italy", "peru")],
        [2, 3, 3, 2]
    );
    refuses(VICTORY, "africa", "africa", "1", ("CMP-DATA-17", "the rulebook sets this row: [2, 2, 2, 2, 2, 2]"));
    refuses(VICTORY, "oceania", "asia", "3", ("CMP-DATA-17", "the rulebook sets this row"));
    refuses(VICTORY, "africa", "sender", "atlantis", ("CMP-DATA-17", "this row is that of africa"));
    let mut draft = Draft::standard();
    draft.rows(VICTORY).swap(1, 2);
    draft.refused(VICTORY, "south_america", "CMP-DATA-17", "this row is that of north_america");
}

#[test]
fn cmp_pol_1_a_box_is_read_as_it_is_written() {
    let pack = standard();
    let expected = read_effect("choose pay 4000 | delay").unwrap();
    assert_eq!(pack.political_event(Continent::SouthAmerica, 9).effects, expected);
}
