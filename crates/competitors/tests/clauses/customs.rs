//! Customs. (CMP-CUST)

use crate::common::{CompetitorsTable, PASS, Setup, Table, Travel, c, set, set_with, u};
use serde_json::json;

/// A's truck has goods for Moscow in Poland; Belarus with its red flag lies between.
fn in_poland(setup: Setup) -> Setup {
    setup.token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "moscow")
}

/// A's truck has goods for Egypt in Western Siberia; the Urals lie beyond a customs border.
fn in_siberia() -> Setup {
    set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C031", "western_siberia", "moscow")
}

#[test]
fn cmp_cust_1_a_card_is_drawn_only_for_goods() {
    let mut table = set(2).token("a-truck-1", "western_siberia").done();
    table.run(&["move a-truck-1", "go a-truck-1 urals"]);
    assert_eq!(table.count("customs"), 0, "an empty truck");
    let mut table = in_siberia().done();
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[PASS]);
    assert_eq!(table.count("customs"), 1);
    // A carrier of a loaded truck is laden.
    let mut table = set(2)
        .token("a-ship-1", "portugal")
        .token("a-truck-1", "portugal")
        .signed("a-truck-1", "C001", "portugal", "morocco")
        .done();
    table.run(&["deliver portugal", "load a-truck-1 a-ship-1"]);
    table.lucky('A', "go a-ship-1 morocco", &[PASS, c(9)]);
    assert_eq!(table.count("customs"), 1);
}

#[test]
fn cmp_cust_2_regional_borders_have_no_customs() {
    let mut table = set(2).token("a-truck-1", "urals").signed("a-truck-1", "C031", "urals", "moscow").done();
    table.does('A', "deliver urals");
    table.lucky('A', "go a-truck-1 moscow", &[c(9)]);
    assert_eq!(table.count("customs"), 0);
}

/// Edge case 33.
#[test]
fn cmp_cust_3_a_card_at_each_national_border() {
    let mut table = in_poland(set(2)).done();
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "go a-truck-1 moscow", &[u(9), c(9)]);
    assert_eq!((table.count("customs"), table.points('A')), (2, 1), "two in one movement turn");
}

#[test]
fn cmp_cust_4_a_laden_ship_draws_where_the_player_has_no_site_on_the_continent() {
    let mut table = set(2).token("a-ship-1", "21:5").signed("a-ship-1", "C045", "italy", "turkey").done();
    table.does('A', "deliver italy");
    table.lucky('A', "go a-ship-1 egypt", &[PASS]);
    table.lucky('A', "go a-ship-1 turkey", &[u(9), c(9)]);
    assert_eq!(table.count("customs"), 2, "each docking");
}

#[test]
fn cmp_cust_5_a_loaded_truck_or_a_laden_ship_draws_on_a_strait() {
    let mut table = set(2).token("a-truck-1", "ireland").signed("a-truck-1", "C031", "ireland", "france").done();
    table.does('A', "deliver ireland");
    table.lucky('A', "go a-truck-1 great_britain", &[PASS]);
    table.lucky('A', "go a-truck-1 france", &[u(9), c(9)]);
    assert_eq!((table.count("customs"), table.points('A')), (2, 1), "T6");
}

#[test]
fn cmp_cust_6_aircraft_draw_abroad_or_as_a_setting_at_every_landing() {
    for (setting, luck) in [("abroad", vec![c(9)]), ("any", vec![PASS, c(9)])] {
        let table = set_with(json!({"players": 2, "aircraft_customs": setting}));
        let mut table = table.signed("a-aircraft-1", "C061", "germany", "poland").done();
        table.does('A', "deliver germany");
        table.lucky('A', "go a-aircraft-1 poland", &luck);
        assert_eq!(table.count("customs"), luck.len() - 1, "{setting}");
    }
    // What counts is where it last took off, not what it flew over: from the air of Poland to Moscow.
    let mut table = set(2).signed("a-aircraft-1", "C061", "germany", "moscow").done();
    table.run(&["deliver germany", "go a-aircraft-1 21:3", "stop"]);
    table.lucky('A', "go a-aircraft-1 poland", &[]);
    assert_eq!(table.count("customs"), 0, "the same area as Germany");
    // An own site frees with either setting.
    let table = set_with(json!({"players": 2, "aircraft_customs": "any"})).branches('A', "spain");
    let mut table = table.signed("a-aircraft-1", "C061", "germany", "poland").done();
    table.run(&["deliver germany", "go a-aircraft-1 spain"]);
    assert_eq!(table.count("customs"), 0);
}

/// The rows of the table, for a truck in a Delivery and not in one.
#[test]
fn cmp_cust_7_the_table_of_the_rulebook() {
    let drive = |from: &str, to: &str, loaded: bool, luck: &[u32]| {
        let mut table = set(2).token("a-truck-1", from).done();
        if loaded {
            table = set(2).token("a-truck-1", from).signed("a-truck-1", "C037", from, "fiji").done();
            table.does('A', &format!("deliver {from}"));
        } else {
            table.does('A', "move a-truck-1");
        }
        table.lucky('A', &format!("go a-truck-1 {to}"), luck);
        table
    };
    // Crosses a customs border; a regional one; enters a continent without an own site.
    assert_eq!(drive("baltic_states", "northwestern_russia", true, &[PASS]).count("customs"), 1);
    assert_eq!(drive("baltic_states", "northwestern_russia", false, &[]).count("customs"), 0);
    assert_eq!(drive("moscow", "urals", true, &[]).count("customs"), 0);
    assert_eq!(drive("urals", "western_siberia", true, &[PASS]).count("customs"), 1);
    // Enters over a customs border and stops at a red flag: card and event; without goods the event.
    let mut table = drive("poland", "belarus", true, &[]);
    table.lucky('A', "event first", &[2, PASS]);
    assert_eq!((table.count("customs"), table.count("political")), (1, 1));
    let mut table = drive("poland", "belarus", false, &[]);
    table.lucky('A', "stop", &[2]);
    assert_eq!((table.count("customs"), table.count("political")), (0, 1));
    // Passes through a red flag without a customs border: Ivory Coast, Nigeria and back.
    let mut table = drive("ivory_coast_ghana", "nigeria", true, &[]);
    table.does('A', "go a-truck-1 ivory_coast_ghana");
    assert_eq!((table.count("customs"), table.count("political")), (0, 0));
}

/// V12.
#[test]
fn cmp_cust_8_none_at_an_own_site() {
    let mut table =
        set(2).token("a-truck-1", "belarus").branches('A', "poland").signed("a-truck-1", "C031", "belarus", "spain").done();
    table.run(&["deliver belarus", "go a-truck-1 poland"]);
    assert_eq!(table.count("customs"), 0);
    let mut table =
        set(2).token("a-truck-1", "belarus").branches('B', "poland").signed("a-truck-1", "C031", "belarus", "spain").done();
    table.does('A', "deliver belarus");
    table.lucky('A', "go a-truck-1 poland", &[PASS]);
    assert_eq!(table.count("customs"), 1, "another's branch does not free");
}

#[test]
fn cmp_cust_9_a_card_in_transit_through_a_red_flag_or_as_a_setting_only_if_it_stops() {
    let with = |setting: &str| in_poland(set_with(json!({"players": 2, "transit_flag_customs": setting}))).done();
    let mut table = with("draw");
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    assert_eq!(table.sorted(), ["customs first", "event first"]);
    // With `none` it drives through Belarus in one run and draws at the border of Moscow alone.
    let mut table = with("none");
    table.does('A', "deliver poland");
    table.lucky('A', "go a-truck-1 moscow", &[PASS, c(9)]);
    assert_eq!((table.count("customs"), table.points('A')), (1, 1));
    // If it stops there after all, the card is due, and the order is chosen then: CMP-TM-9.
    let mut table = with("none");
    table.run(&["deliver poland", "go a-truck-1 belarus", "stop"]);
    assert_eq!(table.sorted(), ["customs first", "event first"]);
    table.lucky('A', "customs first", &[PASS, 2]);
    assert_eq!((table.count("customs"), table.count("political"), table.turns()), (1, 1, (1, 4)));
}

/// Edge case 34.
#[test]
fn cmp_cust_10_over_a_regional_border_into_a_red_flag_none_or_as_a_setting_one() {
    let with = |setting: &str| {
        let table = set_with(json!({"players": 2, "regional_flag_customs": setting})).token("a-truck-1", "ivory_coast_ghana");
        table.signed("a-truck-1", "C031", "ivory_coast_ghana", "fiji").done()
    };
    let mut table = with("no");
    table.run(&["deliver ivory_coast_ghana", "go a-truck-1 nigeria"]);
    table.lucky('A', "stop", &[3]);
    assert_eq!((table.count("customs"), table.count("political")), (0, 1), "event only");
    let mut table = with("yes");
    table.run(&["deliver ivory_coast_ghana", "go a-truck-1 nigeria", "stop"]);
    table.lucky('A', "event first", &[3, PASS]);
    assert_eq!((table.count("customs"), table.count("political")), (1, 1));
    // Without stopping none.
    let mut table = with("yes");
    table.run(&["deliver ivory_coast_ghana", "go a-truck-1 nigeria", "go a-truck-1 ivory_coast_ghana"]);
    assert_eq!(table.count("customs"), 0);
}

#[test]
fn cmp_cust_11_what_counts_is_any_own_site_and_not_the_headquarters_alone() {
    let mut table = set(2).token("a-ship-1", "21:5").branches('A', "kenya").signed("a-ship-1", "C045", "italy", "egypt").done();
    table.does('A', "deliver italy");
    table.lucky('A', "go a-ship-1 egypt", &[c(9)]);
    assert_eq!(table.count("customs"), 0);
}

/// Edge case 31.
#[test]
fn cmp_cust_12_one_crossing_brings_one_card() {
    // A strait into another continent, where the player has no site.
    let mut table = set(2).token("a-truck-1", "spain").signed("a-truck-1", "C031", "spain", "morocco").done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-truck-1 morocco", &[PASS, c(9)]);
    assert_eq!(table.count("customs"), 1);
}

/// Edge case 32.
#[test]
fn cmp_cust_13_a_strait_draws_even_if_an_own_site_lies_beyond() {
    let mut table =
        set(2).token("a-truck-1", "spain").branches('A', "morocco").signed("a-truck-1", "C031", "spain", "egypt").done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-truck-1 morocco", &[PASS]);
    assert_eq!(table.count("customs"), 1);
}

#[test]
fn cmp_cust_14_on_a_hired_token_the_sites_of_the_goods_owner_count() {
    let mut table =
        set(3).token("c-ship-1", "egypt").token("a-truck-1", "egypt").signed("a-truck-1", "C001", "egypt", "turkey").done();
    table.does('A', "offer 3>1 hire c-ship-1 goods egypt 500 now");
    let number = table.number();
    table.does('C', &format!("accept {number}"));
    table.run(&["deliver egypt", "hand a-truck-1 c-ship-1"]);
    // C has the headquarters of Japan in Asia; A has no site there.
    table.lucky('A', "go c-ship-1 turkey", &[PASS, c(9)]);
    assert_eq!((table.count("customs"), table.heard('A', "customs")["seat"].clone()), (1, json!(1)));
}

#[test]
fn cmp_cust_15_green_cards_help_and_red_ones_seize_what_is_illegal() {
    let cross = |contract: &str, card: u32| {
        let mut table =
            set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", contract, "western_siberia", "moscow").done();
        table.does('A', "deliver western_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(card)]);
        table
    };
    assert_eq!(cross("C031", 12).money('A'), 200_000 - 500 + 10_000, "a green one");
    assert_eq!(cross("C031", 13).money('A'), 200_000 - 500 - 2_000, "a yellow one");
    assert_eq!(cross("C083", 13).money('A'), 200_000 - 500 - 5_000, "for illegal goods");
    assert_eq!(cross("C031", 25).money('A'), 200_000 - 500 - 5_000, "a red one");
    assert_eq!(cross("C083", 25).place("a-truck-1"), "supply", "for illegal goods");
}

#[test]
fn cmp_cust_16_a_card_that_ends_the_phase_or_the_turn_comes_before_the_delivery() {
    for (card, turn) in [(28, 'A'), (29, 'B')] {
        let mut table =
            set(2).token("a-truck-1", "belarus").signed("a-truck-1", "C031", "belarus", "poland").points('A', 2).done();
        table.does('A', "deliver belarus");
        table.lucky('A', "go a-truck-1 poland", &[u(card)]);
        assert_eq!((table.place("a-truck-1"), table.points('A'), table.turn()), ("land poland".into(), 1, Some(turn)));
    }
}

#[test]
fn cmp_cust_17_an_effect_that_differs_for_illegal_goods_shows_the_contract() {
    let cross = |card: u32| {
        let mut table = in_siberia().done();
        table.does('A', "deliver western_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(card)]);
        table
    };
    assert!(cross(13).heard('B', "shown_contract").is_object());
    assert!(cross(31).heard('B', "shown_contract").is_null(), "the same for both");
}

#[test]
fn cmp_cust_18_the_card_is_applied_with_the_token_in_the_place_it_has_entered() {
    let mut table = in_siberia().done();
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(20)]);
    assert_eq!((table.place("a-truck-1"), table.sorted()), ("land urals".into(), vec!["choose 1".into(), "choose 2".to_owned()]));
    table.does('A', "choose 2");
    assert_eq!((table.place("a-truck-1"), table.turns()), ("land urals".into(), (1, 4)));
}

/// A's truck has driven with goods from Poland into Ukraine, where the card is due only if it stops; its ship lies there.
fn goods_in_ukraine() -> Table {
    let table = set_with(json!({"players": 2, "transit_flag_customs": "none"})).token("a-truck-1", "poland");
    let mut table = table.token("a-ship-1", "ukraine").signed("a-truck-1", "C001", "poland", "moscow").done();
    table.run(&["deliver poland", "go a-truck-1 ukraine"]);
    table
}

/// Covers CMP-POL-3.
#[test]
fn cmp_cust_9_going_aboard_does_not_avoid_a_card_that_is_due_on_stopping() {
    for ashore in [false, true] {
        let mut table = goods_in_ukraine();
        table.does('A', "load a-truck-1 a-ship-1");
        if ashore {
            table.does('A', "unload a-truck-1");
        }
        table.does('A', "stop");
        assert_eq!(table.sorted(), ["customs first", "event first"]);
        table.lucky('A', "customs first", &[PASS, 1]);
        assert_eq!((table.count("customs"), table.count("political")), (1, 1));
        // Refused at the border, the truck goes back by itself, and the ship stays.
        let mut table = goods_in_ukraine();
        table.does('A', "load a-truck-1 a-ship-1");
        if ashore {
            table.does('A', "unload a-truck-1");
        }
        table.does('A', "stop");
        table.lucky('A', "customs first", &[u(30)]);
        assert_eq!((table.place("a-truck-1"), table.place("a-ship-1")), ("land poland".into(), "port ukraine".into()));
        assert_eq!((table.count("political"), table.turns()), (0, (1, 4)), "it has not stopped there");
    }
    // A truck that leaves aboard has only passed through.
    let mut table = goods_in_ukraine();
    table.run(&["load a-truck-1 a-ship-1", "go a-ship-1 22:4", "stop"]);
    assert_eq!((table.count("customs"), table.count("political")), (0, 0));
}

/// Covers CMP-POL-3.
#[test]
fn cmp_cust_10_going_aboard_does_not_avoid_the_card_at_a_regional_border() {
    let table = set_with(json!({"players": 2, "regional_flag_customs": "yes"})).token("a-truck-1", "northern_mexico");
    let table = table.token("a-aircraft-1", "southern_mexico").signed("a-truck-1", "C001", "northern_mexico", "panama");
    let mut table = table.done();
    table.run(&["deliver northern_mexico", "go a-truck-1 southern_mexico", "load a-truck-1 a-aircraft-1", "stop"]);
    table.lucky('A', "event first", &[3, PASS]);
    assert_eq!((table.count("customs"), table.count("political"), table.turns()), (1, 1, (1, 4)));
    assert_eq!(table.place("a-truck-1"), "aboard a-aircraft-1");
}
