//! What the codes of cards and tables do. (CMP-EFF)

use crate::common::{CompetitorsTable, PASS, Setup, Table, Travel, c, set, t, u};
use competitors::read_effect;
use std::sync::Arc;

/// A has goods for Moscow on a truck in Western Siberia; the Urals lie beyond a customs border. C031: 4 movement turns, 37,000.
fn goods() -> Setup {
    set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C031", "western_siberia", "moscow").points('A', 3)
}

/// The truck drives to the Urals, where this card is drawn, with this luck besides.
#[track_caller]
fn customs(setup: Setup, card: u32, luck: &[u32]) -> Table {
    let mut table = setup.done();
    table.does('A', "deliver western_siberia");
    let luck: Vec<u32> = std::iter::once(u(card)).chain(luck.iter().copied()).collect();
    table.lucky('A', "go a-truck-1 urals", &luck);
    table
}

/// An empty truck stops in Belarus, and this is rolled.
#[track_caller]
fn event(setup: Setup, die: u32, luck: &[u32]) -> Table {
    let mut table = setup.token("a-truck-1", "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 belarus"]);
    let luck: Vec<u32> = std::iter::once(die).chain(luck.iter().copied()).collect();
    table.lucky('A', "stop", &luck);
    table
}

/// A table on which U01 does something else.
fn with_card(table: Table, legal: &str) -> Table {
    let mut rules = (*table.rules).clone();
    let mut pack = (*rules.pack).clone();
    pack.customs[0].legal = read_effect(legal).expect("an effect");
    rules.pack = Arc::new(pack);
    Table::of(rules, table.state)
}

fn points(table: &Table) -> Option<(i8, i8)> {
    table.state.journey.map(|journey| (journey.left[0], journey.cap))
}

#[test]
fn cmp_eff_1_none_does_nothing() {
    let table = customs(goods(), 1, &[]);
    assert_eq!((table.money('A'), points(&table)), (199_500, Some((3, 3))));
}

/// Edge cases 19 and 20. Covers CMP-MONEY-4.
#[test]
fn cmp_eff_2_pay_and_gain() {
    assert_eq!(customs(goods(), 4, &[]).money('A'), 204_500);
    assert_eq!(customs(goods(), 31, &[]).money('A'), 189_500);
    let table = customs(goods().money('A', 5_500), 31, &[]);
    assert_eq!((table.money('A'), table.failure(), table.points('A'), table.left()), (0, "money".into(), 2, 1));
    let table = event(set(2).money('A', 2_500), 5, &[]);
    assert_eq!((table.money('A'), table.has("failed")), (0, false), "an empty token");
}

/// Covers CMP-INV-19.
#[test]
fn cmp_eff_3_points_rise_and_fall_but_not_below_0() {
    assert_eq!(points(&customs(goods(), 6, &[])), Some((5, 5)), "+2");
    assert_eq!(points(&customs(goods(), 15, &[])), Some((2, 2)), "-1");
    // `pay 6000; points -2` with one point left.
    let mut table = set(2).token("a-truck-1", "eastern_siberia").signed("a-truck-1", "C031", "eastern_siberia", "moscow").done();
    table.does('A', "deliver eastern_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(34)]);
    assert_eq!((table.heard('A', "points")["points"].clone(), table.turns()), (serde_json::json!(-2), (1, 4)), "no step is left");
    assert!(!table.state.journey.is_some_and(|journey| journey.moving));
}

#[test]
fn cmp_eff_3_nothing_once_the_movement_turn_has_ended() {
    // The event first: the truck has stopped in Belarus before the card is drawn.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "moscow").done();
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    table.lucky('A', "event first", &[2, u(6)]);
    assert!(!table.has("points"));
}

#[test]
fn cmp_eff_4_stop_ends_the_movement_turn_where_the_token_is() {
    let mut table = customs(goods(), 17, &[]);
    assert_eq!((table.place("a-truck-1"), table.turns(), table.money('A')), ("land urals".into(), (1, 4), 199_500));
    table.lucky('A', "go a-truck-1 moscow", &[c(9)]);
    assert_eq!((table.points('A'), table.money('A')), (5, 199_000 + 37_000), "V4: Asia to Europe");
}

/// V5. Covers CMP-TM-11.
#[test]
fn cmp_eff_5_refuse_goes_back_by_one_step() {
    let table = customs(goods(), 30, &[]);
    assert_eq!((table.place("a-truck-1"), table.turns(), table.money('A')), ("land western_siberia".into(), (1, 4), 199_500));
    // In a run only the last step: from Eastern Siberia.
    let mut table = set(2).token("a-truck-1", "eastern_siberia").signed("a-truck-1", "C031", "eastern_siberia", "moscow").done();
    table.does('A', "deliver eastern_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(30)]);
    assert_eq!(table.place("a-truck-1"), "land western_siberia");
    // A ship goes back to the hex before the port.
    let mut table = set(2).token("a-ship-1", "portugal").signed("a-ship-1", "C045", "portugal", "morocco").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-ship-1 morocco", &[u(30)]);
    assert_eq!(table.place("a-ship-1"), "sea 17:5");
    // An aircraft to where it took off, or into the air again; the fee stays paid, and no event is faced there.
    let mut table = set(3).token("a-aircraft-1", "korea").signed("a-aircraft-1", "C061", "korea", "japan").done();
    table.does('A', "deliver korea");
    table.lucky('A', "go a-aircraft-1 japan", &[u(30)]);
    assert_eq!((table.place("a-aircraft-1"), table.money('C')), ("airport korea".into(), 210_000));
    let mut table = set(2).signed("a-aircraft-1", "C061", "germany", "moscow").done();
    table.run(&["deliver germany", "go a-aircraft-1 21:3"]);
    table.lucky('A', "go a-aircraft-1 moscow", &[u(30)]);
    assert_eq!(table.place("a-aircraft-1"), "air 21:3");
    assert_eq!(table.state.tokens[8].last.map(|last| table.rules.pack[last].id.clone()), Some("germany".into()), "CMP-AIR-13");
    let mut table = set(2).token("a-aircraft-1", "poland").signed("a-aircraft-1", "C061", "poland", "ukraine").done();
    table.run(&["deliver poland", "go a-aircraft-1 ukraine"]);
    table.lucky('A', "customs first", &[u(30)]);
    assert_eq!((table.place("a-aircraft-1"), table.count("political")), ("airport poland".into(), 0));
}

#[test]
fn cmp_eff_6_lose_tm_counts_movement_turns_as_used() {
    let table = customs(goods(), 27, &[]);
    assert_eq!((table.turns(), table.place("a-truck-1")), ((2, 4), "land urals".into()));
    assert!(table.state.journey.is_some_and(|journey| journey.moving), "the movement turn goes on");
    // Outside a Delivery nothing.
    let table = with_political(event_setup(), "lose_tm 2");
    assert_eq!((table.count("lost_turns"), table.left()), (0, 1));
}

/// A table on which line 2 of Europe does something else, after the truck has stopped in Belarus.
fn event_setup() -> Table {
    let mut table = set(2).token("a-truck-1", "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 belarus"]);
    table
}

#[track_caller]
fn with_political(table: Table, effect: &str) -> Table {
    let mut rules = (*table.rules).clone();
    let mut pack = (*rules.pack).clone();
    let line = pack.political.iter_mut().find(|event| event.title == "Farmers’ protest").expect("line 3 of Europe");
    line.effects = read_effect(effect).expect("an effect");
    rules.pack = Arc::new(pack);
    let mut table = Table::of(rules, table.state);
    table.lucky('A', "stop", &[3]);
    table
}

#[test]
fn cmp_eff_7_gain_tm_raises_the_limit() {
    assert_eq!(customs(goods(), 10, &[]).turns(), (1, 5));
    assert_eq!(with_political(event_setup(), "gain_tm 1").left(), 1, "nothing outside a Delivery");
}

/// Edge case 72.
#[test]
fn cmp_eff_8_delay_ends_the_movement_turn_and_costs_another() {
    let mut table = event(set(2), 3, &[]);
    assert_eq!(table.refused("move a-truck-1"), "CMP-EFF-8");
    assert!(table.may("move a-truck-2"));
    // Nor aboard a carrier; in the next turn it may.
    table.does('A', "end");
    table.lucky('B', "end", &[6, 4]);
    assert!(table.may("move a-truck-1"));
    let mut table = set(2).token("a-truck-1", "moscow").signed("a-truck-1", "C031", "moscow", "spain").done();
    table.run(&["deliver moscow", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[3]);
    assert_eq!(table.turns(), (2, 4), "in a Delivery");
}

/// V8 and V9.
#[test]
fn cmp_eff_9_beyond_the_limit_the_delivery_fails_at_once_even_at_the_receiver() {
    let arrive = |first: &[&str]| {
        let mut table =
            set(2).token("a-truck-1", "poland").signed("a-truck-1", "C029", "poland", "ukraine").points('A', 2).done();
        table.does('A', "deliver poland");
        table.run(first);
        table.does('A', "go a-truck-1 ukraine");
        table.lucky('A', "event first", if first.is_empty() { &[3, PASS] } else { &[3] });
        table
    };
    let table = arrive(&["go a-truck-1 germany", "stop", "go a-truck-1 poland"]);
    assert_eq!((table.failure(), table.points('A')), ("late".into(), 1), "3 > 2");
    let table = arrive(&[]);
    assert_eq!(
        (table.points('A'), table.has("drew_contract"), table.money('A')),
        (3, false, 200_000 - 500 + 58_000),
        "2 used: no early card"
    );
    // Equal to the limit, the running movement turn may be finished.
    let mut table = set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C029", "western_siberia", "moscow").done();
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(27)]);
    assert_eq!(table.turns(), (2, 2));
    table.does('A', "go a-truck-1 moscow");
    assert_eq!(table.points('A'), 2);
}

/// V2. Covers CMP-DELIV-18.
#[test]
fn cmp_eff_10_end_delivery_fails_it_and_leaves_the_other_action() {
    let table = customs(goods(), 28, &[]);
    assert_eq!((table.failure(), table.points('A'), table.left(), table.turn()), ("customs".into(), 2, 1, Some('A')));
    assert_eq!((table.place("a-truck-1"), table.discarded()), ("land urals".into(), "C031".into()));
    let table = event(set(2), 6, &[]);
    assert_eq!((table.has("failed"), table.left()), (false, 1), "nothing outside a Delivery");
}

/// V3. Covers CMP-TURN-6.
#[test]
fn cmp_eff_11_end_turn_fails_it_and_ends_the_turn() {
    let table = customs(goods(), 29, &[]);
    assert_eq!((table.failure(), table.points('A'), table.turn()), ("customs".into(), 2, Some('B')));
    assert_eq!(event(set(2), 11, &[]).turn(), Some('B'));
}

#[test]
fn cmp_eff_12_seize_takes_token_and_goods_and_nothing_without_goods() {
    let table =
        customs(set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C083", "western_siberia", "moscow"), 33, &[]);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("supply".into(), 189_500), "`pay 10000; seize`");
    let table = with_political(event_setup(), "seize");
    assert_eq!(table.place("a-truck-1"), "land belarus");
}

/// Edge case 41.
#[test]
fn cmp_eff_13_relocate_goes_to_the_owners_nearest_site_with_the_goods() {
    let table = event(set(2), 10, &[]);
    assert_eq!(table.place("a-truck-1"), "land germany");
    // Already at a site, it stays.
    let table = event(set(2).branches('A', "belarus"), 10, &[]);
    assert_eq!(table.place("a-truck-1"), "land belarus");
    // Also aboard a carrier in port there (CMP-COMBO-14).
    let mut table = set(2)
        .branches('A', "ukraine")
        .token("a-ship-1", "22:4")
        .token("a-truck-1", "a-ship-1")
        .signed("a-truck-1", "C001", "romania_bulgaria", "caucasus")
        .done();
    table.does('A', "deliver romania_bulgaria");
    table.lucky('A', "go a-ship-1 ukraine", &[10]);
    assert_eq!((table.place("a-truck-1"), table.turns()), ("aboard a-ship-1".into(), (1, 4)));
    // In a Delivery the goods come along, and if the site is the Receiver they are delivered.
    let mut table = set(2).token("a-truck-1", "moscow").signed("a-truck-1", "C031", "moscow", "germany").done();
    table.run(&["deliver moscow", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[10, c(9)]);
    assert_eq!((table.points('A'), table.place("a-truck-1")), (1, "land germany".into()));
    let mut table = set(2).token("a-truck-1", "moscow").signed("a-truck-1", "C031", "moscow", "spain").done();
    table.run(&["deliver moscow", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[10]);
    assert_eq!((table.turns(), table.place("a-truck-1")), ((1, 4), "land germany".into()));
}

#[test]
fn cmp_eff_14_cards_are_drawn() {
    assert_eq!(customs(goods(), 7, &[c(50)]).contracts('A'), "C050");
    assert_eq!(customs(goods(), 8, &[t("fiji")]).cards('A'), "fiji");
    // Of an empty deck none.
    let table = customs(goods().contract_deck("", Some('B')), 7, &[]);
    assert_eq!(table.contracts('A'), "");
}

/// Edge case 78.
#[test]
fn cmp_eff_15_free_pass_no_further_card_in_this_delivery() {
    let mut table = set(2).token("a-truck-1", "ireland").signed("a-truck-1", "C031", "ireland", "france").done();
    table.does('A', "deliver ireland");
    table.lucky('A', "go a-truck-1 great_britain", &[u(2)]);
    table.lucky('A', "go a-truck-1 france", &[c(9)]);
    assert_eq!((table.count("customs"), table.points('A')), (1, 1));
}

/// Edge cases 70, 71 and 94. Covers CMP-TURN-8.
#[test]
fn cmp_eff_16_extra_action_one_more_this_turn() {
    let table = event(set(2).actions(1), 12, &[]);
    assert_eq!((table.turn(), table.left()), (Some('A'), 1), "after the turn's last action");
    let table = event(set(2).change(|state| state.turn.added = 3), 12, &[]);
    assert_eq!((table.left(), table.state.turn.added), (1, 3), "a fourth adds nothing");
    let mut table = event(set(2), 12, &[]);
    table.run(&["move a-truck-1", "go a-truck-1 ukraine"]);
    table.lucky('A', "stop", &[11]);
    assert_eq!(table.turn(), Some('B'), "`end_turn` takes what was added too");
}

#[test]
fn cmp_eff_17_for_one_kind_of_token_or_for_goods_only() {
    // `ship: delay`, `truck: gain 3000`, `goods: end_delivery` on an empty truck, `truck:` on an aircraft.
    assert!(event(set(2), 9, &[]).may("move a-truck-1"));
    assert_eq!(event(set(2), 8, &[]).money('A'), 202_500);
    let mut table = set(2).token("a-aircraft-1", "poland").done();
    table.does('A', "move a-aircraft-1");
    table.lucky('A', "go a-aircraft-1 ukraine", &[8]);
    assert_eq!(table.money('A'), 199_000);
    let mut table = set(2).token("a-ship-1", "22:4").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 ukraine", &[9]);
    assert_eq!(table.refused("move a-ship-1"), "CMP-EFF-8", "`ship: delay`");
    let mut table = set(2).token("a-aircraft-1", "kazakhstan").done();
    table.does('A', "move a-aircraft-1");
    table.lucky('A', "go a-aircraft-1 iran", &[8]);
    assert_eq!(table.refused("move a-aircraft-1"), "CMP-EFF-8", "`aircraft: delay`");
    // `goods:` with goods.
    let mut table = set(2).token("a-truck-1", "moscow").signed("a-truck-1", "C031", "moscow", "spain").done();
    table.run(&["deliver moscow", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[6]);
    assert_eq!((table.failure(), table.left()), ("event".into(), 1));
}

/// Edge case 21.
#[test]
fn cmp_eff_18_choose_only_what_can_be_paid_in_full() {
    let mut table = customs(goods(), 23, &[]);
    assert_eq!(table.sorted(), ["choose 1", "choose 2"]);
    assert_eq!(table.refused("stop"), "CMP-TM-5");
    table.does('A', "choose 2");
    assert_eq!((table.turns(), table.money('A')), ((2, 4), 199_500));
    assert_eq!(table.refused("choose 1"), "CMP-EFF-18");
    let mut table = customs(goods(), 23, &[]);
    table.does('A', "choose 1");
    assert_eq!((table.turns(), table.money('A')), ((1, 4), 191_500));
    let table = customs(goods().money('A', 5_500), 23, &[]);
    assert_eq!((table.turns(), table.money('A')), ((2, 4), 5_000), "only `lose_tm 1`");
    // If none can be paid, the last is applied as far as the money goes.
    let mut table = with_card(goods().money('A', 2_500).done(), "choose pay 3000 | pay 9000");
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[PASS]);
    assert_eq!((table.money('A'), table.failure()), (0, "money".into()));
    // If one alone is left, it is taken.
    let mut table = with_card(goods().money('A', 4_500).done(), "choose pay 9000 | pay 3000");
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[PASS]);
    assert_eq!((table.money('A'), table.has("failed")), (1_000, false));
    // Of an event: bribed clerk.
    let mut table = set(2).token("a-truck-1", "ecuador").done();
    table.run(&["move a-truck-1", "go a-truck-1 colombia"]);
    table.lucky('A', "stop", &[9]);
    table.does('A', "choose 2");
    assert_eq!(table.refused("move a-truck-1"), "CMP-EFF-8");
}

#[test]
fn cmp_eff_19_roll_1_to_3_or_4_to_6() {
    for (die, money) in [(1, 203_500), (3, 203_500), (4, 195_500), (6, 195_500)] {
        assert_eq!(customs(goods(), 18, &[die]).money('A'), money, "a roll of {die}");
    }
}

#[test]
fn cmp_eff_20_none_means_only_the_save_rolls_and_lasting_effects_bind_all() {
    let mut table = set(2).danger("europe", 6).done();
    table.run(&["move a-truck-1", "go a-truck-1 spain"]);
    assert_eq!(table.step().0, 2, "France, Spain");
    table.lucky('A', "stop", &[1]);
    // B is bound by an avalanche as A is.
    let mut table = set(2).danger("europe", 5).active('B').done();
    table.does('B', "move b-truck-1");
    assert_eq!(table.refused("go b-truck-1 alpine_republics"), "CMP-EFF-25");
}

/// Edge case 27.
#[test]
fn cmp_eff_21_slow_land_one_point_more() {
    let mut table = set(2).danger("europe", 11).done();
    table.run(&["move a-truck-1", "go a-truck-1 poland"]);
    assert_eq!(table.step().0, 2);
    let mut table = set(2).danger("south_america", 1).token("a-truck-1", "panama").done();
    table.does('A', "move a-truck-1");
    table.lucky('A', "go a-truck-1 colombia", &[3, 1]);
    assert_eq!(table.step().0, 5, "the strait, the forest and the cloudburst");
    let mut table = set(2).danger("south_america", 1).token("a-truck-1", "central_america").done();
    table.run(&["move a-truck-1", "go a-truck-1 panama"]);
    assert!(table.state.journey.is_none(), "3 used: no step is left");
}

#[test]
fn cmp_eff_22_slow_sea_one_point_more() {
    let mut table = set(2).danger("europe", 9).token("a-ship-1", "19:2").done();
    table.run(&["move a-ship-1", "go a-ship-1 17:3"]);
    assert_eq!(table.step().0, 3, "Dover, and two for the Celtic Sea");
    let mut table = set(2).danger("europe", 9).token("a-ship-1", "great_britain").done();
    table.run(&["move a-ship-1", "go a-ship-1 19:2"]);
    assert_eq!(table.step().0, 1, "the North Sea is not listed");
}

#[test]
fn cmp_eff_23_closed_ports_no_ship_docks() {
    let mut table = set(2).danger("europe", 2).done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.refused("go a-ship-1 benelux"), "CMP-EFF-23");
    table.does('A', "go a-ship-1 norway");
    let mut table = set(2).danger("europe", 2).token("a-ship-1", "benelux").done();
    table.run(&["move a-ship-1", "go a-ship-1 norway"]);
    assert_eq!(table.place("a-ship-1"), "port norway", "leaving is free");
}

/// Edge case 53.
#[test]
fn cmp_eff_24_closed_airports_no_aircraft_lands() {
    let mut table = set(2).danger("europe", 12).done();
    table.does('A', "move a-aircraft-1");
    assert_eq!(table.refused("go a-aircraft-1 france"), "CMP-EFF-24");
    table.does('A', "go a-aircraft-1 benelux");
    let mut table = set(2).danger("europe", 12).token("a-aircraft-1", "france").done();
    table.run(&["move a-aircraft-1", "go a-aircraft-1 germany"]);
    assert_eq!(table.place("a-aircraft-1"), "airport germany", "leaving is free");
}

#[test]
fn cmp_eff_25_closed_roads_no_truck_enters_but_leaving_and_putting_there_is_free() {
    let mut table = set(2).danger("europe", 5).done();
    table.does('A', "move a-truck-1");
    assert_eq!(table.refused("go a-truck-1 alpine_republics"), "CMP-EFF-25");
    let mut table = set(2).danger("europe", 5).token("a-truck-1", "alpine_republics").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany"]);
    let mut table = set(2).danger("europe", 5).branches('A', "alpine_republics").done();
    table.run(&["buy truck", "at alpine_republics"]);
    assert_eq!(table.place("a-truck-3"), "land alpine_republics");
    // By a strait as little: Korea and Japan are not listed there, Turkey is.
    let mut table = set(2).danger("asia", 4).token("a-truck-1", "romania_bulgaria").done();
    table.does('A', "move a-truck-1");
    assert_eq!(table.refused("go a-truck-1 turkey"), "CMP-EFF-25");
}
