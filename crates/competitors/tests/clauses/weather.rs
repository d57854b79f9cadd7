//! Meteorological, natural and human events. (CMP-WX)

use crate::common::{CompetitorsTable, Setup, Table, Travel, c, seat, set, set_with};
use competitors::Continent;
use kernel::Rules;
use serde_json::json;

/// The round ends, and the danger of these dice strikes; `rolls` are those of the players concerned.
#[track_caller]
fn struck(setup: Setup, area: u32, die: u32, rolls: &[u32]) -> Table {
    let mut table = setup.active('B').done();
    let luck: Vec<u32> = [area, die].into_iter().chain(rolls.iter().copied()).collect();
    table.lucky('B', "end", &luck);
    table
}

#[test]
fn cmp_wx_1_after_each_round_the_dice_name_the_area_and_the_event() {
    let mut table = set(2).done();
    table.does('A', "end");
    assert_eq!(table.count("danger"), 0, "not after the first player's turn");
    table.lucky('B', "end", &[3, 4]);
    let danger = table.state.danger.expect("a danger");
    assert_eq!((danger.area, danger.die), (Continent::Europe, 4));
    for (index, area) in Continent::ALL.into_iter().enumerate() {
        let table = struck(set(2), index as u32 + 1, 12, &[]);
        assert_eq!(table.state.danger.map(|danger| danger.area), Some(area), "R4");
    }
}

#[test]
fn cmp_wx_2_the_event_acts_at_once_and_lasts_until_the_last_player_has_next_ended_a_turn() {
    // Heatwave in Spain and Portugal, save number 6.
    let mut table = struck(set(2).token("a-truck-1", "spain"), 3, 6, &[6]);
    assert_eq!(table.place("a-truck-1"), "land germany", "at once");
    table.run(&["move a-truck-1", "go a-truck-1 spain"]);
    table.lucky('A', "stop", &[6]);
    assert_eq!(table.place("a-truck-1"), "land germany", "and as long as it lasts");
    table.does('A', "end");
    table.lucky('B', "end", &[6, 4]);
    table.run(&["move a-truck-1", "go a-truck-1 spain", "stop"]);
    assert_eq!(table.place("a-truck-1"), "land spain", "no longer");
}

#[test]
fn cmp_wx_3_the_new_danger_takes_the_place_of_the_old_one() {
    let mut table = struck(set(2).danger("europe", 12), 6, 4, &[]);
    table.run(&["move a-aircraft-1", "go a-aircraft-1 france"]);
    assert_eq!(table.place("a-aircraft-1"), "airport france", "its airport is open again");
}

/// The example of the hurricane: Cuba, the Gulf of Mexico, the Caribbean Sea.
#[test]
fn cmp_wx_4_the_area_is_the_territories_and_sea_zones_of_the_box() {
    let table = struck(set(2).token("a-truck-1", "cuba").token("a-truck-2", "panama").token("a-ship-1", "cuba"), 1, 2, &[3]);
    assert_eq!((table.place("a-truck-1"), table.place("a-truck-2")), ("land germany".into(), "land panama".into()));
    assert_eq!(table.place("a-ship-1"), "port cuba", "docked");
    // A ship on the Caribbean Sea, an aircraft over it.
    let table = struck(set(2).token("a-ship-1", "9:7").token("a-aircraft-1", "10:8"), 1, 2, &[3]);
    assert_eq!((table.place("a-ship-1"), table.place("a-aircraft-1")), ("port germany".into(), "airport germany".into()));
    let table = struck(set(2).token("a-ship-1", "0:5").token("a-aircraft-1", "19:4"), 1, 2, &[]);
    assert_eq!(table.place("a-ship-1"), "sea 0:5", "elsewhere");
    // Over a territory that only lies in the cell: Denmark in 19:2, for `closed_ports` of Benelux and Denmark with the North Sea.
    let table = struck(set(2).token("a-aircraft-1", "17:3"), 3, 9, &[3]);
    assert_eq!(table.place("a-aircraft-1"), "airport germany", "the Celtic Sea, and Ireland under it");
    // Over land: 18:3 is France, with Benelux under it too; a storm surge in Benelux counts.
    let table = struck(set(2).token("a-aircraft-1", "18:3"), 3, 2, &[3]);
    assert_eq!(table.place("a-aircraft-1"), "airport germany");
    let first = table.rules.danger(&table.state).map(|danger| danger.first);
    assert_eq!(first.map(|first| table.rules.pack[first].id.clone()), Some("benelux".into()), "the danger token");
}

/// Edge case 43.
#[test]
fn cmp_wx_5_vulnerable_are_trucks_outside_their_sites_ships_at_sea_and_aircraft_in_flight() {
    let tokens = || set(2).token("a-truck-1", "spain").token("a-ship-1", "spain").token("a-aircraft-1", "spain");
    let table = struck(tokens(), 3, 6, &[6]);
    assert_eq!((table.place("a-truck-1"), table.place("a-ship-1")), ("land germany".into(), "port spain".into()));
    assert_eq!(table.place("a-aircraft-1"), "airport spain");
    let table = struck(tokens().branches('A', "spain"), 3, 6, &[]);
    assert_eq!(table.place("a-truck-1"), "land spain", "an own branch");
}

/// Edge case 44.
#[test]
fn cmp_wx_6_any_port_and_airport_protects_a_truck_only_its_owners_sites() {
    // Earthquake in Italy: B's truck is at home, A's is not.
    let table = struck(set(2).token("a-truck-1", "italy").token("a-ship-1", "italy").token("a-aircraft-1", "italy"), 3, 4, &[4]);
    assert_eq!((table.place("a-truck-1"), table.place("b-truck-1")), ("land germany".into(), "land italy".into()));
    assert_eq!((table.place("a-ship-1"), table.place("a-aircraft-1")), ("port italy".into(), "airport italy".into()));
    // A truck aboard is as safe as its carrier.
    let table = struck(set(2).token("a-ship-1", "italy").token("a-truck-1", "a-ship-1"), 3, 4, &[]);
    assert_eq!(table.place("a-truck-1"), "aboard a-ship-1");
    let table = struck(set(2).token("a-ship-1", "18:5").token("a-truck-1", "a-ship-1"), 3, 4, &[4]);
    assert_eq!((table.place("a-ship-1"), table.place("a-truck-1")), ("port germany".into(), "aboard a-ship-1".into()));
}

/// Save number 4: 1, 2 and 3 save; 4, 5 and 6 do not.
#[test]
fn cmp_wx_7_lower_than_the_save_number_saves() {
    for die in 1..=6 {
        let table = struck(set(2).token("a-truck-1", "greece"), 3, 4, &[die]);
        let place = if die < 4 { "land greece" } else { "land germany" };
        assert_eq!(table.place("a-truck-1"), place, "a roll of {die}");
    }
}

/// Edge case 47.
#[test]
fn cmp_wx_8_each_player_rolls_once_for_all_in_order_of_play() {
    let setup =
        set(3).token("a-truck-1", "spain").token("a-truck-2", "portugal").token("c-truck-1", "spain").token("c-truck-2", "spain");
    let mut table = setup.active('C').done();
    table.lucky('C', "end", &[3, 6, 6, 5]);
    assert_eq!((table.place("a-truck-1"), table.place("a-truck-2")), ("land germany".into(), "land germany".into()));
    assert_eq!(table.place("c-truck-1"), "land spain", "C rolled 5");
    assert_eq!(table.count("weather"), 2);
}

/// Edge case 48.
#[test]
fn cmp_wx_9_while_it_lasts_a_token_is_checked_where_its_movement_turn_ends() {
    let mut table = struck(set(2).token("a-truck-1", "spain"), 3, 6, &[5]);
    assert_eq!(table.place("a-truck-1"), "land spain", "saved at the strike");
    table.run(&["move a-truck-1", "go a-truck-1 portugal"]);
    table.lucky('A', "stop", &[6]);
    assert_eq!(table.place("a-truck-1"), "land germany", "checked again");
    // Passing through is free, and so is staying.
    let mut table = struck(set(2).token("a-truck-1", "portugal"), 3, 6, &[5]);
    table.run(&["move a-truck-1", "go a-truck-1 spain", "go a-truck-1 france", "stop", "end"]);
    assert_eq!(table.count("weather"), 1);
    // A truck that was put ashore there ends the movement turn there too.
    let mut table = set(2).danger("europe", 6).token("a-ship-1", "18:5").token("a-truck-1", "a-ship-1").done();
    table.run(&["move a-ship-1", "go a-ship-1 spain", "unload a-truck-1"]);
    table.lucky('A', "stop", &[6]);
    assert_eq!(table.place("a-truck-1"), "land germany");
}

#[test]
fn cmp_wx_9_as_a_setting_it_is_checked_on_entry_too() {
    let entry = || set_with(json!({"players": 2, "weather_check": "on_entry"})).danger("europe", 6);
    let mut table = entry().token("a-truck-1", "france").done();
    table.does('A', "move a-truck-1");
    table.lucky('A', "go a-truck-1 spain", &[5]);
    table.does('A', "go a-truck-1 portugal");
    table.lucky('A', "stop", &[5]);
    assert_eq!((table.count("weather"), table.place("a-truck-1")), (2, "land portugal".into()), "first entry and end");
    let mut table = entry().token("a-truck-1", "france").done();
    table.does('A', "move a-truck-1");
    table.lucky('A', "go a-truck-1 spain", &[6]);
    assert_eq!((table.place("a-truck-1"), table.state.journey), ("land germany".into(), None), "the movement turn is over");
    // Ships too: the North Sea.
    let mut table = entry().danger("europe", 2).done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 19:2", &[3]);
    assert_eq!((table.place("a-ship-1"), table.state.journey), ("port germany".into(), None));
}

/// Edge cases 45 and 46.
#[test]
fn cmp_wx_10_nearest_is_straight_and_over_the_edge_with_the_port_or_airport_it_needs() {
    // From Alaska the Far East is nearer over the edge than Quebec.
    let table = struck(set(2).token("a-truck-1", "alaska").branches('A', "quebec far_east"), 1, 1, &[4]);
    assert_eq!(table.place("a-truck-1"), "land far_east");
    // A ship passes over a site without a port, an aircraft over one without an airport.
    let setup = set(2).token("a-ship-1", "21:2").token("a-aircraft-1", "21:2").branches('A', "czechia_hungary baltic_states");
    let table = struck(setup, 3, 1, &[4]);
    assert_eq!((table.place("a-ship-1"), table.place("a-aircraft-1")), ("port baltic_states".into(), "airport germany".into()));
    let table = struck(set(2).token("a-ship-1", "9:7").branches('A', "great_lakes"), 1, 2, &[3]);
    assert_eq!(table.place("a-ship-1"), "port germany", "however far");
    // Portugal and Greece are equally near to the Sahel States.
    let setup = || set(2).token("a-truck-1", "sahel_states").branches('A', "portugal greece");
    let mut table = struck(setup(), 4, 3, &[5]);
    assert_eq!((table.turn(), table.sorted()), (Some('A'), vec!["put greece".into(), "put portugal".to_owned()]));
    assert_eq!(table.refused("put germany"), "CMP-WX-10");
    table.does('A', "put greece");
    assert_eq!((table.place("a-truck-1"), table.left()), ("land greece".into(), 2), "then the turn begins");
    // The owner is asked, also in another's turn.
    let mut table = set(3).token("c-truck-1", "sahel_states").branches('C', "portugal greece").active('C').done();
    table.lucky('C', "end", &[4, 3, 5]);
    assert_eq!(table.turn(), Some('C'));
    assert!(table.refused_to('A', "put portugal").starts_with("CMP-"));
    table.does('C', "put portugal");
    assert_eq!((table.place("c-truck-1"), table.turn()), ("land portugal".into(), Some('A')));
}

/// Germany and Denmark are equally near to Western Siberia. Covers CMP-ABSENT-2.
#[test]
fn cmp_wx_10_who_is_silent_takes_the_headquarters_if_it_is_among_them() {
    let table = struck(set(2).token("a-truck-1", "western_siberia").branches('A', "denmark"), 5, 6, &[5]);
    assert_eq!(table.sorted(), ["put denmark", "put germany"]);
    let silent = table.rules.fallback(&table.state, seat('A'));
    assert_eq!(kernel::Notation::write(&*table.rules, &silent), "put germany");
}

/// Covers CMP-TM-11.
#[test]
fn cmp_wx_11_in_a_delivery_the_goods_are_kept_and_it_goes_on_from_there() {
    let mut table = set(2).danger("europe", 6).signed("a-truck-1", "C031", "germany", "morocco").done();
    table.run(&["deliver germany", "go a-truck-1 spain"]);
    table.lucky('A', "stop", &[6]);
    assert_eq!((table.place("a-truck-1"), table.turns(), table.money('A')), ("land germany".into(), (1, 4), 199_500));
    assert!(table.may("go a-truck-1 poland"));
    // In the last movement turn it fails.
    let mut table = set(2).danger("europe", 6).signed("a-truck-1", "C029", "germany", "morocco").done();
    table.run(&["deliver germany", "go a-truck-1 poland", "stop", "go a-truck-1 spain"]);
    table.lucky('A', "stop", &[6]);
    assert_eq!(table.failure(), "late");
}

/// Edge case 42. Covers CMP-DELIV-19.
#[test]
fn cmp_wx_12_waiting_goods_are_kept_too_unless_the_table_says_otherwise() {
    let waiting = |setup: Setup| setup.token("a-truck-1", "spain").signed("a-truck-1", "C031", "spain", "germany").points('A', 1);
    let mut table = struck(waiting(set(2)), 3, 6, &[6]);
    assert_eq!(table.place("a-truck-1"), "land germany");
    table.lucky('A', "deliver spain", &[c(9)]);
    assert_eq!((table.points('A'), table.money('A')), (2, 237_000), "0 movement turns, no fuel");
    let fail = || set_with(json!({"players": 2, "weather_loaded": "fail"}));
    let table = struck(waiting(fail()), 3, 6, &[6]);
    assert_eq!((table.failure(), table.points('A'), table.place("a-truck-1")), ("weather".into(), 0, "land germany".into()));
    assert_eq!(table.discarded(), "C031");
    let table = struck(waiting(fail()), 3, 6, &[5]);
    assert_eq!(table.points('A'), 1, "saved");
    // In the Delivery, and with the goods on a truck aboard.
    let mut table = fail().danger("europe", 6).signed("a-truck-1", "C031", "germany", "morocco").done();
    table.run(&["deliver germany", "go a-truck-1 spain"]);
    table.lucky('A', "stop", &[6]);
    assert_eq!((table.failure(), table.state.journey), ("weather".into(), None));
    let mut table = fail().danger("europe", 2).signed("a-truck-1", "C001", "germany", "norway").done();
    table.run(&["deliver germany", "load a-truck-1 a-ship-1", "go a-ship-1 19:2"]);
    table.lucky('A', "stop", &[3]);
    assert_eq!((table.failure(), table.place("a-truck-1")), ("weather".into(), "aboard a-ship-1".into()));
}

#[test]
fn cmp_wx_13_all_kinds_are_vulnerable_to_weather_and_nature() {
    for die in [3, 4, 9] {
        let table = set(2).danger("europe", die).done();
        let danger = table.rules.danger(&table.state).expect("a danger");
        assert_eq!(danger.affects.count(), 3, "{}", danger.name);
    }
    // Ash over the eastern North Atlantic hits a ship and an aircraft alike.
    let table = struck(set(2).token("a-ship-1", "16:3").token("a-aircraft-1", "16:3").token("a-truck-1", "norway"), 3, 3, &[4]);
    assert_eq!((table.place("a-ship-1"), table.place("a-aircraft-1")), ("port germany".into(), "airport germany".into()));
    assert_eq!(table.place("a-truck-1"), "land germany");
}

/// Edge case 49.
#[test]
fn cmp_wx_14_a_human_event_may_hit_some_kinds_only_and_the_outermost_token_counts() {
    // Tanker war: ships in the Persian Gulf and the Arabian Sea.
    let setup = set(2).token("a-truck-1", "iran").token("a-ship-1", "24:6").token("a-truck-2", "a-ship-1");
    let table = struck(setup, 5, 10, &[3]);
    assert_eq!((table.place("a-truck-1"), table.place("a-ship-1")), ("land iran".into(), "port germany".into()));
    assert_eq!(table.place("a-truck-2"), "aboard a-ship-1", "with the ship");
    // A railway strike does not touch an aircraft over France.
    let table = struck(set(2).token("a-aircraft-1", "18:3").token("a-truck-1", "france"), 3, 7, &[5]);
    assert_eq!((table.place("a-aircraft-1"), table.place("a-truck-1")), ("air 18:3".into(), "land germany".into()));
}

#[test]
fn cmp_wx_15_a_box_may_also_have_a_lasting_effect_on_movement() {
    let mut table = set(2).danger("europe", 7).done();
    table.run(&["move a-truck-1", "go a-truck-1 france"]);
    assert_eq!(table.step().0, 2, "a railway strike in France: one more");
}

#[test]
fn cmp_wx_16_a_token_put_back_from_the_receiver_has_not_delivered() {
    for (die, points) in [(5, 1), (6, 0)] {
        let mut table = set(2).danger("europe", 6).signed("a-truck-1", "C031", "germany", "spain").done();
        table.does('A', "deliver germany");
        let luck: &[u32] = if points == 1 { &[die, c(9)] } else { &[die] };
        table.lucky('A', "go a-truck-1 spain", luck);
        assert_eq!(table.points('A'), points, "a roll of {die}");
        if points == 0 {
            assert_eq!((table.turns(), table.place("a-truck-1")), ((1, 4), "land germany".into()));
        }
    }
}

#[test]
fn cmp_wx_17_at_the_start_no_token_is_vulnerable() {
    for seed in 0..20 {
        let rules = proof::rules::<competitors::Competitors>(&crate::common::options(json!({"players": 5})));
        let mut luck = kernel::Seeded::new(seed);
        let mut events = Vec::new();
        let mut state = rules.start(&mut luck, &mut events);
        while state.danger.is_none() {
            let choice = rules.fallback(&state, state.active);
            let chooser = state.active;
            rules.apply(&mut state, chooser, &choice, &mut luck, &mut events).expect("a headquarters");
        }
        let hit =
            events.iter().any(|event| matches!(event, competitors::Event::Weather { .. } | competitors::Event::PutBack { .. }));
        assert!(!hit, "seed {seed}");
    }
}
