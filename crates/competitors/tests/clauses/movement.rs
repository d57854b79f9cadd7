//! Movement turns, and moving tokens without goods. (CMP-TM, CMP-MOVE)

use super::common::*;

/// Covers CMP-TM-1, CMP-SHIP-1, CMP-AIR-1.
#[test]
fn cmp_tm_1_a_truck_has_five_points_a_ship_four_an_aircraft_two() {
    // Seven territories of one point lie in a row from Portugal: Spain, France, Germany, Poland, the Baltic States.
    let mut table = set(2).token("a-truck-1", "portugal").actions(2).done();
    table.does('A', "move a-truck-1");
    assert!(table.allows('A', "go a-truck-1 baltic_states"));
    assert!(!table.allows('A', "go a-truck-1 northwestern_russia"));
    // Out of the port is one, and three more hexes to the west.
    let mut table = set(2).token("a-ship-1", "portugal").done();
    table.does('A', "move a-ship-1");
    assert!(table.allows('A', "go a-ship-1 14:5") && !table.allows('A', "go a-ship-1 13:5"));
    // Two rulers of 390: Great Britain is 751 from the Atlantic States, Germany 866.
    let mut table = set(2).token("a-aircraft-1", "great_britain").done();
    table.does('A', "move a-aircraft-1");
    table.does('A', "go a-aircraft-1 atlantic_states");
    let mut table = set(2).done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 atlantic_states"), "CMP-AIR-4");
}

/// Covers CMP-TM-2.
#[test]
fn cmp_tm_2_points_left_over_are_lost() {
    let mut table = set(2).token("a-truck-1", "portugal").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 spain");
    table.does('A', "stop");
    table.does('A', "move a-truck-1");
    // Five again, and not nine: four to the Baltic States, and the next is frozen.
    table.does('A', "go a-truck-1 baltic_states");
    assert!(!table.allows('A', "go a-truck-1 northwestern_russia"));
}

/// Covers CMP-TM-3, CMP-FUEL-5.
#[test]
fn cmp_tm_3_a_movement_turn_begins_with_its_first_moving_step() {
    let mut table = set(2).done();
    table.does('A', "move a-ship-1");
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.money('A'), 200_000);
    assert!(!table.state.journey.expect("a Move").moving);
    table.does('A', "go a-ship-1 19:2");
    assert_eq!(table.money('A'), 199_000);
    // Docking is a moving step too, and costs no point.
    assert!(table.state.journey.expect("a Move").moving);
    table.does('A', "go a-ship-1 benelux");
    table.does('A', "unload a-truck-1");
    assert_eq!((table.place("a-ship-1").as_str(), table.place("a-truck-1").as_str()), ("port benelux", "land benelux"));
}

#[test]
fn cmp_tm_3_what_a_step_triggers_is_resolved_before_the_next() {
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "moscow").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 belarus");
    assert_eq!(table.sorted(), ["customs first", "event first"]);
    assert_eq!(table.refused("go a-truck-1 moscow"), "CMP-MOVE-6");
    assert_eq!(table.refused("stop"), "CMP-TM-5");
}

/// Covers CMP-TM-4, CMP-MONEY-3, CMP-HQ-4. Edge case 22.
#[test]
fn cmp_tm_4_a_step_is_refused_unless_it_is_paid_in_full() {
    // Into B's headquarters: 500 and 10,000.
    for (money, goes) in [(10_500, true), (10_000, false)] {
        let mut table = set(2).token("a-truck-1", "france").money('A', money).done();
        table.does('A', "move a-truck-1");
        assert_eq!(table.allows('A', "go a-truck-1 italy"), goes, "{money}");
        // Another way is open.
        assert!(table.allows('A', "go a-truck-1 spain"));
    }
    let mut table = set(2).money('A', 0).done();
    assert_eq!(table.refused("move a-truck-1"), "CMP-MOVE-7");
}

/// Covers CMP-TM-5.
#[test]
fn cmp_tm_5_a_movement_turn_ends_when_the_player_says_so_or_no_step_is_left() {
    let mut table = set(2).token("a-truck-1", "germany").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 spain");
    assert!(table.state.is_moving());
    table.does('A', "stop");
    assert_eq!((table.actions_left(), table.state.is_moving()), (1, false));
    // Five points to Morocco? Germany – France – Spain – Gibraltar – Morocco are five: nothing is left, and it is over by itself.
    let mut table = set(2).token("a-truck-1", "germany").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 morocco");
    assert_eq!((table.actions_left(), table.told("movement_over").len()), (1, 1));
    // A ship without points may still dock, so it is asked.
    let mut table = set(2).token("a-ship-1", "portugal").done();
    table.does('A', "move a-ship-1");
    table.does('A', "go a-ship-1 16:2");
    assert!(table.state.is_moving());
    assert_eq!(table.listed("go"), ["go a-ship-1 iceland"]);
}

/// The truck has no point left. Goods without a symbol may go aboard a ship there; those with one may not, and the movement turn
/// does not reveal that by going on.
#[test]
fn cmp_tm_5_what_the_contract_shows_does_not_end_a_movement_turn() {
    for card in ["C036", "C001"] {
        let tokens = set(2).token("a-truck-1", "portugal").token("a-ship-1", "denmark").token("a-aircraft-1", "japan");
        let mut table = tokens.signed("a-truck-1", card, "portugal", "great_britain").done();
        table.does('A', "deliver portugal");
        table.run(&["go a-truck-1 france", "go a-truck-1 germany"]);
        table.does('A', "go a-truck-1 denmark");
        assert!(table.state.is_moving(), "{card}");
        assert_eq!(table.listed("load").is_empty(), card == "C036", "it shows a truck");
    }
}

/// Covers CMP-TM-6, CMP-STRAIT-2.
#[test]
fn cmp_tm_6_no_movement_turn_ends_on_a_strait() {
    // Romania and Bulgaria with two points left: the Bosporus and Turkey need three.
    let mut table = set(2).token("a-truck-1", "germany").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 romania_bulgaria");
    assert!(!table.allows('A', "go a-truck-1 turkey"));
    // A crossing is one choice: the far side, never the strait.
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 morocco");
    assert_eq!(table.place("a-truck-1"), "land morocco");
}

/// Covers CMP-TM-7.
#[test]
fn cmp_tm_7_fuel_fee_customs_event_weather_delivery() {
    // The Receiver has a red flag and lies in the danger.
    let mut table =
        set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "ukraine").danger("europe", 10).done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "customs first", &[u(3), 2, 1, c(2)]);
    let kinds: Vec<String> = table
        .kinds(0)
        .into_iter()
        .filter(|kind| !["delivery_began", "movement_over", "gained"].contains(&kind.as_str()))
        .collect();
    assert_eq!(kinds, ["went", "customs", "political", "weather", "delivered", "drew_contract"]);
    // The fee comes before the card.
    let mut table = set(2).token("a-truck-1", "western_balkans").signed("a-truck-1", "C001", "western_balkans", "italy").done();
    table.does('A', "deliver western_balkans");
    table.lucky('A', "go a-truck-1 italy", &[PASS, c(2)]);
    let kinds = table.kinds(1);
    assert_eq!(kinds[..3], ["went", "fee", "customs"]);
    // At sea there is no more than points, fuel and the weather.
    let mut table = set(2).danger("europe", 2).done();
    table.does('A', "move a-ship-1");
    table.does('A', "go a-ship-1 19:2");
    table.lucky('A', "stop", &[1]);
    assert_eq!(table.kinds(0), ["move_began", "went", "movement_over", "weather"]);
}

/// Covers CMP-TM-8, CMP-POL-8.
#[test]
fn cmp_tm_8_the_event_may_come_before_the_card() {
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "ukraine").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "event first", &[2, u(3), c(2)]);
    let kinds = table.kinds(0);
    let place = |kind: &str| kinds.iter().position(|other| other == kind);
    assert!(place("political") < place("customs"), "{kinds:?}");
}

/// Covers CMP-TM-9. Edge case 95.
#[test]
fn cmp_tm_9_a_truck_is_asked_only_where_a_border_brings_a_card_in_a_red_flag_territory() {
    let belarus = || {
        let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "moscow").done();
        table.does('A', "deliver poland");
        table.does('A', "go a-truck-1 belarus");
        table
    };
    // V16: the card first and driving on: two cards, no event.
    let mut drives_on = belarus();
    drives_on.lucky('A', "customs first", &[PASS]);
    assert!(drives_on.allows('A', "go a-truck-1 moscow") && drives_on.allows('A', "stop"));
    drives_on.lucky('A', "go a-truck-1 moscow", &[u(9), c(2)]);
    assert_eq!((drives_on.told("customs").len(), drives_on.told("political").len()), (2, 0));
    // The card first, then the player stops after all: the event.
    let mut stops = belarus();
    stops.lucky('A', "customs first", &[PASS]);
    stops.lucky('A', "stop", &[2]);
    assert_eq!((stops.told("political").len(), stops.used()), (1, Some((1, 4))));
    // The event first: the truck stops here.
    let mut event = belarus();
    event.lucky('A', "event first", &[2, PASS]);
    assert_eq!((event.used(), event.state.is_moving(), event.place("a-truck-1").as_str()), (Some((1, 4)), false, "land belarus"));
    // An empty truck is asked nothing.
    let mut empty = set(2).token("a-truck-1", "poland").done();
    empty.does('A', "move a-truck-1");
    empty.does('A', "go a-truck-1 belarus");
    assert!(empty.allows('A', "go a-truck-1 moscow"));
    // On a strait the card comes first; the event when the turn ends there.
    let mut strait = set(2).token("a-truck-1", "egypt").signed("a-truck-1", "C001", "egypt", "turkey").done();
    strait.does('A', "deliver egypt");
    strait.lucky('A', "go a-truck-1 levant", &[PASS, 3]);
    let kinds = strait.kinds(0);
    let place = |kind: &str| kinds.iter().position(|other| other == kind).expect("both happen");
    assert!(place("customs") < place("political"), "{kinds:?}");
}

/// Covers CMP-TM-10. Edge cases 35, 36.
#[test]
fn cmp_tm_10_the_end_of_the_turn_cancels_the_rest_and_the_end_of_the_delivery_does_not() {
    let ukraine = || {
        let mut table =
            set(2).points('A', 2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "ukraine").done();
        table.does('A', "deliver poland");
        table.does('A', "go a-truck-1 ukraine");
        table
    };
    // Closing time, and the event is still faced, without goods: what is about goods does nothing.
    let mut delivery = ukraine();
    delivery.lucky('A', "customs first", &[u(28), 6]);
    assert_eq!((delivery.told("failed").len(), delivery.points('A'), delivery.active()), (1, 1, 'A'));
    // Border strike, and no event any more.
    let mut turn = ukraine();
    turn.lucky('A', "customs first", &[u(29)]);
    assert_eq!((turn.told("political").len(), turn.active()), (0, 'B'));
    // The other way round: no customs card any more.
    let mut event = ukraine();
    event.lucky('A', "event first", &[11]);
    assert_eq!((event.told("customs").len(), event.active(), event.points('A')), (0, 'B', 1));
}

/// Covers CMP-TM-11. Edge case 84.
#[test]
fn cmp_tm_11_what_is_put_somewhere_does_not_move() {
    // A bought truck on a branch in a red-flag territory in the danger: no event, no roll, no fuel.
    let mut table = set(2).branches('A', "ukraine").danger("europe", 10).done();
    table.does('A', "buy truck");
    table.does('A', "at ukraine");
    assert_eq!((table.money('A'), table.kinds(0)), (170_000, vec!["bought".to_owned()]));
    // A truck that is refused at the border goes back into a red-flag territory: no event, no card for going back.
    let mut table = set(2).token("a-truck-1", "belarus").signed("a-truck-1", "C001", "belarus", "moscow").done();
    table.does('A', "deliver belarus");
    table.lucky('A', "go a-truck-1 moscow", &[u(30)]);
    assert_eq!((table.place("a-truck-1").as_str(), table.told("political").len()), ("land belarus", 0));
}

#[test]
fn cmp_tm_12_any_number_of_tokens_stand_in_one_place() {
    let mut table = set(2).token("b-truck-1", "france").token("b-truck-2", "france").token("b-ship-1", "19:2").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 france");
    table.does('A', "stop");
    table.does('A', "move a-ship-1");
    table.does('A', "go a-ship-1 19:2");
    assert_eq!((table.place("a-truck-1").as_str(), table.place("a-ship-1").as_str()), ("land france", "sea 19:2"));
}

/// Covers CMP-TM-13.
#[test]
fn cmp_tm_13_a_run_is_the_same_as_its_steps() {
    let start = || {
        let mut table = set(2).token("a-truck-1", "portugal").done();
        table.does('A', "move a-truck-1");
        table
    };
    let (mut run, mut steps) = (start(), start());
    run.does('A', "go a-truck-1 poland");
    for to in ["spain", "france", "germany", "poland"] {
        steps.does('A', &format!("go a-truck-1 {to}"));
    }
    assert_eq!(run.money('A'), steps.money('A'));
    assert_eq!(run.listed("go"), steps.listed("go"));
    let way = run.heard('A', "went")["way"].as_array().map(Vec::len);
    assert_eq!(way, Some(4));
}

#[test]
fn cmp_tm_13_nothing_is_paid_drawn_or_asked_before_the_last_step() {
    // Through B's headquarters a fee is due, so France – Italy – Western Balkans is no run; neither is what lies behind a customs border.
    let mut table =
        set(2).token("a-truck-1", "alpine_republics").signed("a-truck-1", "C001", "alpine_republics", "turkey").done();
    table.does('A', "deliver alpine_republics");
    assert!(table.allows('A', "go a-truck-1 italy"));
    // Ukraine lies behind Czechia and Hungary, over a customs border: it may be the end of a run, and Moscow beyond it may not.
    assert!(table.allows('A', "go a-truck-1 ukraine"));
    assert!(!table.allows('A', "go a-truck-1 moscow"));
}

/// Covers CMP-TM-13, CMP-EFF-5.
#[test]
fn cmp_tm_13_refused_at_the_border_a_run_goes_back_by_its_last_step() {
    let mut table = set(2).token("a-truck-1", "eastern_siberia").signed("a-truck-1", "C036", "eastern_siberia", "moscow").done();
    table.does('A', "deliver eastern_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(30)]);
    assert_eq!((table.place("a-truck-1").as_str(), table.used()), ("land western_siberia", Some((1, 3))));
}

/// Covers CMP-TM-13.
#[test]
fn cmp_tm_13_the_way_has_the_fewest_points_then_the_fewest_steps() {
    // From Germany to Czechia and Hungary directly (1), not by Poland (2).
    let mut table = set(2).done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 czechia_hungary");
    let went = table.heard('A', "went");
    assert_eq!((went["points"].as_i64(), went["way"].as_array().map(Vec::len)), (Some(1), Some(1)));
}

/// Covers CMP-MOVE-1.
#[test]
fn cmp_move_1_one_movement_turn_of_one_own_token() {
    let mut table = set(2).done();
    assert_eq!(table.refused("move b-truck-1"), "CMP-CHART-2");
    table.does('A', "move a-truck-1");
    assert_eq!(table.actions_left(), 1);
    assert_eq!(table.refused("go a-truck-2 france"), "CMP-MOVE-1");
    table.does('A', "go a-truck-1 france");
    table.does('A', "stop");
    assert_eq!(table.refused("go a-truck-1 spain"), "CMP-MOVE-6");
}

#[test]
fn cmp_move_2_both_actions_may_move_the_same_token_or_another() {
    let mut same = set(2).done();
    for to in ["portugal", "france"] {
        same.does('A', "move a-truck-1");
        same.does('A', &format!("go a-truck-1 {to}"));
        same.does('A', "stop");
    }
    assert_eq!((same.active(), same.place("a-truck-1").as_str(), same.money('A')), ('B', "land france", 199_000));
    let mut other = set(2).done();
    other.does('A', "move a-truck-1");
    other.does('A', "go a-truck-1 france");
    other.does('A', "stop");
    other.does('A', "move a-truck-2");
    other.does('A', "go a-truck-2 poland");
    other.does('A', "stop");
    assert_eq!(other.active(), 'B');
}

/// Covers CMP-MOVE-3, CMP-CUST-1.
#[test]
fn cmp_move_3_an_empty_token_draws_no_customs_card() {
    let mut table = set(2).token("a-truck-1", "eastern_siberia").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 moscow");
    assert_eq!(table.place("a-truck-1"), "land moscow");
    // Nor at a strait.
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 morocco");
    assert!(table.told("customs").is_empty());
}

/// Covers CMP-MOVE-4, CMP-FUEL-1, CMP-HQ-2, CMP-POL-1, CMP-WX-9.
#[test]
fn cmp_move_4_fees_fuel_events_and_weather_apply() {
    let mut fee = set(2).token("a-truck-1", "france").done();
    fee.does('A', "move a-truck-1");
    fee.does('A', "go a-truck-1 italy");
    assert_eq!((fee.money('A'), fee.money('B')), (189_500, 210_000));
    let mut event = set(2).token("a-truck-1", "poland").done();
    event.does('A', "move a-truck-1");
    event.does('A', "go a-truck-1 ukraine");
    event.lucky('A', "stop", &[1]);
    assert_eq!(event.money('A'), 205_500);
    let mut weather = set(2).danger("europe", 6).done();
    weather.does('A', "move a-truck-1");
    weather.does('A', "go a-truck-1 spain");
    weather.lucky('A', "stop", &[6]);
    assert_eq!(weather.place("a-truck-1"), "land germany");
}

/// Covers CMP-MOVE-5.
#[test]
fn cmp_move_5_a_loaded_token_is_not_moved_nor_aboard_one_that_is() {
    let mut table = set(2).token("a-truck-1", "a-ship-1").signed("a-truck-1", "C001", "denmark", "poland").done();
    assert_eq!(table.refused("move a-ship-1"), "CMP-MOVE-5");
    table.does('A', "unload a-truck-1");
    assert_eq!(table.refused("move a-truck-1"), "CMP-MOVE-5");
    assert!(table.allows('A', "move a-ship-1"));
    // With the loaded truck taken aboard after the Move has begun, the ship stays.
    table.does('A', "end");
    table.lucky('B', "end", &[6, 3]);
    table.does('A', "move a-ship-1");
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-5");
}

#[test]
fn cmp_move_6_nothing_moves_without_an_action() {
    let mut table = set(2).done();
    assert_eq!(table.refused("go a-truck-1 france"), "CMP-MOVE-6");
    // A Move uses an action and costs fuel.
    let mut table = set(2).actions(1).done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 france");
    assert_eq!((table.actions_left(), table.money('A')), (0, 199_500));
    table.does('A', "stop");
    assert_eq!(table.active(), 'B');
}

/// Covers CMP-MOVE-7, CMP-COMBO-6. Edge case 91.
#[test]
fn cmp_move_7_who_takes_no_step_has_used_the_action() {
    let mut table = set(2).done();
    table.does('A', "move a-truck-1");
    table.does('A', "stop");
    assert_eq!((table.actions_left(), table.money('A'), table.place("a-truck-1").as_str()), (1, 200_000, "land germany"));
}

#[test]
fn cmp_move_7_only_a_token_that_can_take_a_step_is_chosen_and_it_takes_the_first() {
    // Every way from Madagascar is water.
    let mut table = set(2).token("a-truck-1", "madagascar").token("a-truck-2", "a-ship-1").done();
    assert_eq!(table.refused("move a-truck-1"), "CMP-MOVE-7");
    // A truck aboard is not chosen: its carrier is, or it is put ashore.
    assert_eq!(table.refused("move a-truck-2"), "CMP-MOVE-7");
    table.does('A', "move a-ship-1");
    table.does('A', "unload a-truck-2");
    assert_eq!(table.refused("go a-truck-2 france"), "CMP-MOVE-7");
}

/// A's truck drives from the Benelux to Germany, where its ship, its aircraft and another truck stand.
fn in_germany() -> Table {
    let mut table = set(2).token("a-truck-1", "benelux").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany"]);
    table
}

#[test]
fn cmp_move_8_what_was_put_aboard_and_ashore_in_place_does_not_take_over() {
    let mut table = in_germany();
    table.does('A', "load a-truck-1 a-ship-1");
    assert!(table.may("go a-ship-1 19:2"), "with the truck aboard");
    table.does('A', "unload a-truck-1");
    // They took no step together: the truck goes on, but not the ship, nor another truck by way of it.
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    table.does('A', "load a-truck-2 a-ship-1");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    table.does('A', "unload a-truck-2");
    assert_eq!(table.refused("go a-truck-2 poland"), "CMP-MOVE-8");
    assert!(table.listed("go").iter().all(|go| go.starts_with("go a-truck-1 ")) && table.may("go a-truck-1 poland"));
    // The same with an aircraft.
    let mut table = in_germany();
    table.run(&["load a-truck-1 a-aircraft-1", "unload a-truck-1"]);
    assert_eq!(table.refused("go a-aircraft-1 poland"), "CMP-MOVE-8");
    // Nor does a truck that waited take over from the carrier that goes aboard only to come ashore.
    let mut table = set(2).token("a-truck-1", "benelux").done();
    table.run(&["move a-ship-1", "go a-ship-1 benelux", "load a-truck-1 a-ship-1", "unload a-truck-1"]);
    assert_eq!(table.refused("go a-truck-1 france"), "CMP-MOVE-8");
    assert!(table.may("go a-ship-1 19:2"));
}

#[test]
fn cmp_move_8_after_a_step_together_either_goes_on_and_the_other_takes_none_any_more() {
    let ashore = || {
        let mut table = in_germany();
        table.run(&["load a-truck-1 a-ship-1", "go a-ship-1 denmark", "unload a-truck-1"]);
        assert!(table.may("go a-truck-1 germany") && table.may("go a-ship-1 19:2"));
        table
    };
    // The truck goes on. The ship takes no more steps, not even with the truck aboard again.
    let mut table = ashore();
    table.does('A', "go a-truck-1 germany");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    table.run(&["go a-truck-1 denmark", "load a-truck-1 a-ship-1"]);
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    // The ship goes on. The truck takes no more steps, not even after another one together.
    let mut table = ashore();
    table.does('A', "go a-ship-1 19:2");
    assert_eq!(table.refused("go a-truck-1 germany"), "CMP-MOVE-8");
    table.run(&["go a-ship-1 denmark", "load a-truck-1 a-ship-1"]);
    table.run(&["go a-ship-1 19:2", "go a-ship-1 denmark", "unload a-truck-1"]);
    assert_eq!((table.refused("go a-truck-1 germany"), table.place("a-truck-1")), ("CMP-MOVE-8", "land denmark".into()));
    // A carrier with two trucks one after the other: the one that came aboard last and was carried may drive on.
    let mut table = set(2).token("a-truck-2", "denmark").done();
    table.run(&["load a-truck-1 a-ship-1", "move a-ship-1", "go a-ship-1 denmark", "unload a-truck-1"]);
    table.run(&["load a-truck-2 a-ship-1", "go a-ship-1 benelux", "unload a-truck-2"]);
    assert!(table.may("go a-truck-2 france") && table.may("go a-ship-1 19:2"));
    assert_eq!(table.refused("go a-truck-1 germany"), "CMP-MOVE-8");
    // In the next action everything may move again.
    table.does('A', "stop");
    assert!(table.may("move a-truck-1") && table.may("move a-truck-2") && table.may("move a-ship-1"));
}

/// Covers CMP-COMBO-5. A chain is possible: by truck, by ship, and by aircraft.
#[test]
fn cmp_move_8_it_passes_on_by_carrying_as_often_as_points_allow() {
    let mut table = set(2).token("a-truck-1", "benelux").token("a-aircraft-1", "denmark").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1", "go a-ship-1 denmark", "unload a-truck-1"]);
    table.does('A', "load a-truck-1 a-aircraft-1");
    assert!(table.may("go a-ship-1 19:2") && table.may("go a-aircraft-1 poland"), "until one of the two takes the next step");
    table.does('A', "go a-aircraft-1 poland");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    table.does('A', "unload a-truck-1");
    assert!(table.may("go a-truck-1 germany") && table.may("go a-aircraft-1 germany"));
}

#[test]
fn cmp_move_8_the_same_holds_in_a_delivery() {
    let denmark = || {
        let mut table = set(2).token("a-truck-1", "benelux").signed("a-truck-1", "C001", "benelux", "spain").done();
        table.run(&["deliver benelux", "go a-truck-1 germany", "load a-truck-1 a-ship-1", "go a-ship-1 denmark"]);
        table.run(&["unload a-truck-1", "go a-truck-1 germany", "go a-truck-1 denmark"]);
        table
    };
    // Truck and ship have parted: neither with the truck aboard nor with the goods does the ship take a step in this movement turn.
    let mut table = denmark();
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    let mut table = denmark();
    table.does('A', "hand a-truck-1 a-ship-1");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-MOVE-8");
    table.does('A', "stop");
    assert!(table.may("go a-ship-1 19:2"), "in the next one it does");
    // Goods that are handed to a waiting token go on with it. (CMP-COMBO-4, CMP-DELIV-5)
    let mut table = set(2).signed("a-ship-1", "C001", "germany", "spain").token("a-truck-1", "benelux").done();
    table.run(&["deliver germany", "go a-ship-1 benelux", "hand a-ship-1 a-truck-1", "go a-truck-1 france"]);
    assert_eq!(table.place("a-truck-1"), "land france");
}

/// Tokens that have parted are written in the position.
#[test]
fn cmp_move_8_a_position_says_what_takes_no_step_any_more() {
    let mut table = in_germany();
    table.run(&["load a-truck-1 a-ship-1", "go a-ship-1 denmark", "unload a-truck-1", "go a-truck-1 germany"]);
    let position = table.position();
    assert_eq!(position["journey"]["parted"], serde_json::json!(["a-ship-1"]));
    let broken = |change: fn(&mut competitors::Journey)| {
        table.broken(|state| {
            if let Some(journey) = &mut state.journey {
                change(journey);
            }
        })
    };
    assert_eq!(broken(|journey| journey.parted.insert("a-truck-2".parse().expect("a token"))), "CMP-MOVE-8");
}

/// A carrier has stopped where it docked, even if customs then seize it; effects of the event on the token do nothing any more.
#[test]
fn cmp_tm_10_the_event_is_faced_even_if_the_carrier_was_seized() {
    let docks = |die: u32| {
        let mut table = set(2).token("a-ship-1", "18:5").signed("a-ship-1", "C071", "spain", "libya").done();
        table.run(&["deliver spain", "go a-ship-1 algeria"]);
        table.lucky('A', "customs first", &[u(25), die]);
        assert_eq!(
            (table.failure().as_str(), table.place("a-ship-1").as_str(), table.count("political")),
            ("seized", "supply", 1)
        );
        table
    };
    assert_eq!(docks(1).money('A'), 200_000 - 1_000 + 4_000);
    let table = docks(2);
    assert!(!table.has("delayed") && table.state.turn.delayed.is_empty(), "there is no token to delay");
    assert_eq!(table.active(), 'A');
}
