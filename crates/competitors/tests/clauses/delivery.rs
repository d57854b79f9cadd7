//! The Delivery. (CMP-DELIV)

use super::common::*;
use serde_json::json;

/// A's truck in Portugal with Bakery flour for Poland: by truck alone, three movement turns, 48,000. (V1)
fn flour() -> Setup {
    set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "poland")
}

/// A's truck in Eastern Siberia, the Receiver is Moscow; on the way is the border into the Urals. (T1)
fn siberia(card: &str) -> Setup {
    set(2).token("a-truck-1", "eastern_siberia").signed("a-truck-1", card, "eastern_siberia", "moscow")
}

/// Covers CMP-DELIV-1, CMP-DELIV-8, CMP-DELIV-9, CMP-DELIV-10, CMP-DELIV-15, CMP-DELIV-16.
#[test]
fn cmp_deliv_1_goods_are_taken_to_the_receiver_in_one_action() {
    let mut table = flour().done();
    assert_eq!(table.refused("deliver poland"), "CMP-DELIV-1");
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-truck-1 poland", &[c(1)]);
    // V1: fuel, reward, one point, a contract card for being early; the truck stays, now empty; three cards are discarded.
    assert_eq!((table.money('A'), table.points('A'), table.actions_left()), (247_500, 1, 1));
    assert_eq!((table.contracts('A').as_str(), table.place("a-truck-1").as_str()), ("C001", "land poland"));
    assert_eq!((table.load("a-truck-1").as_str(), Travel::discarded(&table).as_str()), ("-", "C036"));
    assert_eq!(table.discarded_territories(), "portugal poland");
}

#[test]
fn cmp_deliv_1_only_own_contracts_are_delivered() {
    let mut table = flour().active('B').done();
    assert_eq!(table.refused("deliver portugal"), "CMP-DELIV-1");
}

/// Covers CMP-DELIV-2, CMP-DELIV-4, CMP-DELIV-20, CMP-TM-2.
#[test]
fn cmp_deliv_2_the_whole_delivery_is_one_action_of_several_movement_turns() {
    // Portugal to Turkestan by truck would be far; here Spain to Moscow: 1 + 1 + 1 + 1 and then a new turn of five.
    let mut table =
        set(2).token("a-truck-1", "spain").signed("a-truck-1", "C036", "spain", "baltic_states").money('A', 1_000).done();
    table.does('A', "deliver spain");
    table.does('A', "go a-truck-1 poland");
    assert_eq!((table.used(), table.money('A')), (Some((1, 3)), 500));
    // Three were used; two points are left and are not kept.
    table.does('A', "stop");
    assert_eq!((table.active(), table.actions_left(), table.used()), ('A', 1, Some((1, 3))));
    // The next movement turn has its own fuel, for which there was money enough only now; six points would not do in one.
    table.lucky('A', "go a-truck-1 baltic_states", &[c(1)]);
    assert_eq!((table.money('A'), table.actions_left()), (48_000, 1));
}

#[test]
fn cmp_deliv_2_points_are_full_in_each_movement_turn() {
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "turkey").done();
    table.does('A', "deliver portugal");
    // Portugal – Spain – France – Germany – Czechia and Hungary is four points; the fifth is too few for Romania and Bulgaria.
    table.does('A', "go a-truck-1 czechia_hungary");
    assert_eq!(table.refused("go a-truck-1 romania_bulgaria"), "CMP-TRUCK-3");
    table.does('A', "stop");
    table.does('A', "go a-truck-1 romania_bulgaria");
    assert_eq!(table.used(), Some((2, 3)));
}

/// Covers CMP-DELIV-3.
#[test]
fn cmp_deliv_3_a_movement_turn_counts_from_its_first_moving_step() {
    let mut table = set(2).token("a-truck-1", "germany").signed("a-truck-1", "C001", "germany", "poland").done();
    table.does('A', "deliver germany");
    assert_eq!(table.used(), Some((0, 4)));
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.used(), Some((0, 4)));
    table.does('A', "go a-ship-1 19:2");
    assert_eq!(table.used(), Some((1, 4)));
}

#[test]
fn cmp_deliv_3_no_more_movement_turns_than_the_card_says() {
    let mut table = set(2)
        .token("a-truck-1", "portugal")
        .signed("a-truck-1", "C029", "portugal", "moscow")
        .contracts('A', "C116 C001")
        .done();
    table.does('A', "deliver portugal");
    table.does('A', "go a-truck-1 spain");
    table.does('A', "stop");
    table.does('A', "go a-truck-1 france");
    table.does('A', "stop");
    assert_eq!(table.used(), Some((2, 2)));
    assert_eq!(table.sorted(), ["give up", "play C116"]);
    assert_eq!(table.refused("go a-truck-1 germany"), "CMP-MOVE-6");
}

/// Covers CMP-DELIV-5.
#[test]
fn cmp_deliv_5_only_tokens_with_these_goods_are_moved() {
    let mut table = flour().token("a-truck-2", "portugal").done();
    table.does('A', "deliver portugal");
    assert_eq!(table.refused("go a-truck-2 spain"), "CMP-DELIV-5");
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-DELIV-5");
    assert!(table.listed("go").iter().all(|action| action.starts_with("go a-truck-1 ")));
}

/// Covers CMP-DELIV-6.
#[test]
fn cmp_deliv_6_goods_with_a_symbol_stay_on_that_kind() {
    let change = |card: &str, to: &str| {
        let mut table = set(2).token("a-truck-1", "germany").signed("a-truck-1", card, "germany", "poland").done();
        table.try_play(seat('A'), &format!("hand a-truck-1 {to}"), &[]).map(|_| ()).map_err(|refusal| refusal.clause)
    };
    assert_eq!(change("C036", "a-ship-1"), Err("CMP-DELIV-6"));
    assert_eq!(change("C036", "a-truck-2"), Ok(()));
    assert_eq!(change("C001", "a-ship-1"), Ok(()));
}

/// Covers CMP-DELIV-7. Edge case 17.
#[test]
fn cmp_deliv_7_goods_with_a_symbol_do_not_travel_aboard() {
    let aboard = |card: &str| {
        let mut table = set(2).token("a-truck-1", "germany").signed("a-truck-1", card, "germany", "great_britain").done();
        table.does('A', "deliver germany");
        table.try_play(seat('A'), "load a-truck-1 a-ship-1", &[]).map_err(|refusal| refusal.clause)?;
        table.try_play(seat('A'), "go a-ship-1 19:2", &[]).map(|_| ()).map_err(|refusal| refusal.clause)
    };
    assert_eq!(aboard("C036"), Err("CMP-DELIV-7"));
    assert_eq!(aboard("C001"), Ok(()));
    // Waiting goods may be aboard (CMP-COMBO-13); in their Delivery they may not travel like that and go ashore first.
    let mut table = set(2).token("a-truck-1", "germany").signed("a-truck-1", "C036", "germany", "poland").done();
    table.run(&["load a-truck-1 a-ship-1", "deliver germany"]);
    assert_eq!(table.refused("go a-ship-1 19:2"), "CMP-DELIV-7");
    table.does('A', "unload a-truck-1");
    assert_eq!(table.refused("load a-truck-1 a-ship-1"), "CMP-DELIV-7", "it is not offered again");
    table.lucky('A', "go a-truck-1 poland", &[c(1)]);
    assert_eq!(table.points('A'), 1);
    // A strait counts as land.
    let mut table = set(2).token("a-truck-1", "france").signed("a-truck-1", "C036", "france", "great_britain").done();
    table.does('A', "deliver france");
    table.lucky('A', "go a-truck-1 great_britain", &[PASS, c(1)]);
    assert_eq!(table.points('A'), 1);
}

/// Nor are they put on a truck that is aboard.
#[test]
fn cmp_deliv_7_goods_with_a_symbol_are_not_moved_onto_a_truck_aboard() {
    for (card, clause) in [("C036", Some("CMP-DELIV-7")), ("C001", None)] {
        let mut table = set(2).token("a-truck-2", "a-ship-1").signed("a-truck-1", card, "germany", "poland").done();
        assert!(table.may("hand a-truck-1 a-truck-2"), "while they wait");
        table.does('A', "deliver germany");
        let tried = table.try_play(seat('A'), "hand a-truck-1 a-truck-2", &[]);
        assert_eq!(tried.err().map(|refusal| refusal.clause), clause, "{card}");
    }
}

/// Covers CMP-DELIV-8, CMP-TM-5. Edge case 80.
#[test]
fn cmp_deliv_8_docked_with_the_truck_aboard_is_enough() {
    let mut table =
        set(2).token("a-ship-1", "19:2").token("a-truck-1", "a-ship-1").signed("a-truck-1", "C001", "germany", "denmark").done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-ship-1 denmark", &[c(2)]);
    assert_eq!((table.points('A'), table.place("a-truck-1").as_str()), (1, "aboard a-ship-1"));
}

/// Covers CMP-DELIV-8, CMP-TM-7.
#[test]
fn cmp_deliv_8_what_is_due_on_arrival_comes_first() {
    // Fee, customs card, event, then the delivery; the truck cannot pass through its Receiver.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "ukraine").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "customs first", &[u(3), 2, c(2)]);
    let kinds = table.kinds(0);
    let place = |kind: &str| kinds.iter().position(|other| other == kind).unwrap_or_else(|| panic!("no {kind}: {kinds:?}"));
    assert!(place("customs") < place("political") && place("political") < place("delivered"), "{kinds:?}");
    // If the event takes the truck away, nothing is delivered.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "ukraine").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "customs first", &[PASS, 10]);
    assert_eq!((table.points('A'), table.place("a-truck-1").as_str(), table.used()), (0, "land germany", Some((1, 4))));
}

/// Covers CMP-DELIV-9, CMP-VP-6.
#[test]
fn cmp_deliv_9_the_bank_pays_the_reward_and_the_table_gives_the_points() {
    // Spain to Morocco over Gibraltar: Europe to Africa is 3.
    let mut table = set(2).token("a-truck-1", "spain").signed("a-truck-1", "C022", "spain", "morocco").done();
    table.does('A', "deliver spain");
    table.lucky('A', "go a-truck-1 morocco", &[PASS, c(1)]);
    assert_eq!((table.money('A'), table.points('A')), (200_000 - 500 + 31_000, 3));
}

#[test]
fn cmp_deliv_10_with_fewer_turns_than_printed_a_card_is_drawn_at_once() {
    let arrive = |stops: usize| {
        let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C029", "portugal", "france").done();
        table.does('A', "deliver portugal");
        if stops > 0 {
            table.does('A', "go a-truck-1 spain");
            table.does('A', "stop");
        }
        table.lucky('A', "go a-truck-1 france", if stops > 0 { &[] } else { &[0] });
        assert_eq!(table.points('A'), 1);
        table.contracts('A')
    };
    // Fresh milk has two: one used is early, two is not.
    assert_eq!((arrive(0).as_str(), arrive(1).as_str()), ("C001", ""));
}

/// Covers CMP-DELIV-11. Edge case V15.
#[test]
fn cmp_deliv_11_what_was_added_does_not_make_early_and_what_was_lost_counts() {
    // Limit 2, one added: two used is not fewer than the printed two.
    let mut table = siberia("C029").contracts('A', "C116").done();
    table.does('A', "deliver eastern_siberia");
    table.does('A', "play C116");
    assert_eq!(table.used(), Some((0, 3)));
    table.lucky('A', "go a-truck-1 urals", &[u(17)]);
    table.does('A', "go a-truck-1 moscow");
    assert_eq!((table.points('A'), table.contracts('A').as_str()), (2, ""));
    // Limit 3, Sealed for testing takes one: two of three used, still early; with limit 2 it is not.
    for (card, luck, hand) in [("C036", &[u(27), c(1)][..], "C001"), ("C029", &[u(27)][..], "")] {
        let mut table = siberia(card).done();
        table.does('A', "deliver eastern_siberia");
        table.lucky('A', "go a-truck-1 urals", &luck[..1]);
        table.lucky('A', "go a-truck-1 moscow", &luck[1..]);
        assert_eq!((table.points('A'), table.contracts('A').as_str()), (2, hand), "{card}");
    }
}

/// Covers CMP-DELIV-12, CMP-DELIV-13, CMP-VP-3, CMP-CUST-16.
#[test]
fn cmp_deliv_12_a_delivery_fails_in_these_ways() {
    // Used up.
    let mut late = siberia("C029").points('A', 3).done();
    late.does('A', "deliver eastern_siberia");
    late.lucky('A', "go a-truck-1 urals", &[u(17)]);
    late.lucky('A', "go a-truck-1 kazakhstan", &[PASS]);
    late.does('A', "stop");
    assert_eq!((late.failure().as_str(), late.points('A'), late.money('A')), ("late", 2, 199_000));
    // A customs card ends it, even at the Receiver; an action is left.
    let mut customs = set(2)
        .points('A', 3)
        .token("a-truck-1", "western_siberia")
        .signed("a-truck-1", "C036", "western_siberia", "urals")
        .done();
    customs.does('A', "deliver western_siberia");
    customs.lucky('A', "go a-truck-1 urals", &[u(28)]);
    assert_eq!((customs.failure().as_str(), customs.points('A'), customs.actions_left()), ("customs", 2, 1));
    assert_eq!(customs.place("a-truck-1"), "land urals");
    // An event ends it at the Receiver.
    let mut event = set(2).points('A', 3).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "ukraine").done();
    event.does('A', "deliver poland");
    event.does('A', "go a-truck-1 ukraine");
    event.lucky('A', "customs first", &[PASS, 6]);
    assert_eq!((event.failure().as_str(), event.points('A')), ("event", 2));
    // The goods are seized.
    let mut seized = siberia("C081").points('A', 3).done();
    seized.does('A', "deliver eastern_siberia");
    seized.lucky('A', "go a-truck-1 urals", &[u(25)]);
    assert_eq!((seized.failure().as_str(), seized.points('A'), seized.place("a-truck-1").as_str()), ("seized", 2, "supply"));
    // Given up.
    let mut given_up = siberia("C036").points('A', 3).done();
    given_up.does('A', "deliver eastern_siberia");
    given_up.does('A', "give up");
    assert_eq!((given_up.failure().as_str(), given_up.points('A'), given_up.money('A')), ("gave_up", 2, 200_000));
}

/// Covers CMP-DELIV-14. Edge case 18.
#[test]
fn cmp_deliv_14_giving_up_is_always_possible_and_sometimes_all_there_is() {
    let mut table = flour().points('A', 2).done();
    table.does('A', "deliver portugal");
    assert!(table.allows('A', "give up"));
    table.does('A', "go a-truck-1 spain");
    assert!(table.allows('A', "give up"));
    table.does('A', "give up");
    // The action is used, the truck stays where it is.
    assert_eq!((table.points('A'), table.place("a-truck-1").as_str(), table.actions_left()), (1, "land spain", 1));
    assert_eq!(table.refused("give up"), "CMP-DELIV-14");
    // Without money for fuel no step is possible.
    let mut table = flour().points('A', 2).money('A', 0).done();
    table.does('A', "deliver portugal");
    assert_eq!(table.listed("go"), [""; 0]);
    assert_eq!(table.refused("go a-truck-1 spain"), "CMP-TM-4");
    assert_eq!(table.refused("stop"), "CMP-TM-5");
    table.does('A', "give up");
    assert_eq!(table.points('A'), 1);
}

/// Covers CMP-DELIV-15.
#[test]
fn cmp_deliv_15_after_failure_too_the_three_cards_are_discarded_and_shown() {
    let mut table = flour().done();
    table.does('A', "deliver portugal");
    table.does('A', "give up");
    assert_eq!((Travel::discarded(&table).as_str(), table.discarded_territories().as_str()), ("C036", "portugal poland"));
    assert_eq!(table.heard('-', "failed")["contract"], json!(c(36)));
    let mut table = flour().done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-truck-1 poland", &[c(1)]);
    assert_eq!(table.heard('-', "delivered")["contract"], json!(c(36)));
}

#[test]
fn cmp_deliv_16_an_aircraft_in_the_air_stays_in_flight() {
    let mut table = set(2).signed("a-aircraft-1", "C059", "germany", "japan").done();
    table.does('A', "deliver germany");
    table.does('A', "go a-aircraft-1 20:3");
    table.does('A', "give up");
    assert_eq!((table.place("a-aircraft-1").as_str(), table.load("a-aircraft-1").as_str()), ("air 20:3", "-"));
}

/// Covers CMP-DELIV-17, CMP-SPEC-12.
#[test]
fn cmp_deliv_17_reward_bonus_points_discard_early_card() {
    let mut table = set(2)
        .advantage("C098", "germany")
        .token("a-truck-1", "germany")
        .signed("a-truck-1", "C036", "germany", "poland")
        .contract_deck("", Some('B'))
        .done();
    table.does('A', "deliver germany");
    // The early card can only be the one that has just been discarded.
    table.lucky('A', "go a-truck-1 poland", &[c(36)]);
    let told = table.heard('A', "delivered");
    assert_eq!((told["reward"].as_i64(), told["bonus"].as_i64(), told["points"].as_i64()), (Some(48_000), Some(10_000), Some(1)));
    assert_eq!((table.money('A'), table.contracts('A').as_str()), (257_500, "C036"));
}

#[test]
fn cmp_deliv_18_the_end_of_the_phase_leaves_an_action_and_the_end_of_the_turn_does_not() {
    for (card, active, left) in [(28, 'A', 1), (29, 'B', 2)] {
        let mut table = siberia("C036").points('A', 1).done();
        table.does('A', "deliver eastern_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(card)]);
        assert_eq!((table.active(), table.actions_left(), table.points('A')), (active, left, 0), "U{card}");
        assert_eq!(table.place("a-truck-1"), "land urals");
    }
}

/// Covers CMP-DELIV-19. Edge case 42.
#[test]
fn cmp_deliv_19_goods_that_are_there_already_are_delivered_without_a_turn() {
    // The danger has put the waiting truck on the headquarters, which is the Receiver.
    let mut table = set(2).token("a-truck-1", "denmark").signed("a-truck-1", "C036", "denmark", "germany").active('B').done();
    table.lucky('B', "end", &[3, 2, 6]);
    assert_eq!(table.place("a-truck-1"), "land germany");
    table.lucky('A', "deliver denmark", &[c(1)]);
    assert_eq!((table.money('A'), table.points('A'), table.actions_left()), (248_000, 1, 1));
    assert_eq!(table.heard('A', "delivered")["used"], json!(0));
}

#[test]
fn cmp_deliv_20_each_movement_turn_is_paid_when_it_is_used() {
    let mut table = flour().money('A', 500).done();
    table.does('A', "deliver portugal");
    table.does('A', "go a-truck-1 spain");
    assert_eq!(table.money('A'), 0);
    table.does('A', "stop");
    // There is nothing for a second one.
    assert_eq!(table.refused("go a-truck-1 france"), "CMP-TM-4");
    table.does('A', "give up");
}

/// Covers CMP-DELIV-21, CMP-SPEC-22, CMP-SPEC-24. Edge case 98.
#[test]
fn cmp_deliv_21_who_has_a_contract_card_is_asked_once_more() {
    let late = |hand: &str| {
        let mut table = siberia("C029").points('A', 2).contracts('A', hand).done();
        table.does('A', "deliver eastern_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(17)]);
        table.lucky('A', "go a-truck-1 volga_basin", &[]);
        table.does('A', "stop");
        table
    };
    // With the card that adds one, it is played and the Delivery goes on.
    let mut table = late("C116 C001");
    assert_eq!(table.sorted(), ["give up", "play C116"]);
    assert_eq!(table.turn(), Some('A'));
    table.does('A', "play C116");
    table.does('A', "go a-truck-1 moscow");
    assert_eq!(table.points('A'), 4);
    // With any other card the question is the same, and there is one answer.
    let mut table = late("C114");
    assert_eq!(table.actions(), ["give up"]);
    assert_eq!(table.refused("play C114"), "CMP-DELIV-21");
    table.does('A', "give up");
    assert_eq!((table.failure().as_str(), table.points('A')), ("late", 1));
    // With none it fails at once.
    let table = late("");
    assert_eq!((table.failure().as_str(), table.points('A'), table.actions_left()), ("late", 1, 1));
}

/// Covers CMP-DELIV-21, CMP-EFF-9.
#[test]
fn cmp_deliv_21_above_the_limit_nobody_is_asked() {
    // Limit 2: the second turn runs when a card takes one more.
    let mut table = siberia("C029").points('A', 2).contracts('A', "C116").done();
    table.does('A', "deliver eastern_siberia");
    table.does('A', "go a-truck-1 western_siberia");
    table.does('A', "stop");
    table.lucky('A', "go a-truck-1 urals", &[u(27)]);
    assert_eq!((table.failure().as_str(), table.points('A'), table.contracts('A').as_str()), ("late", 1, "C116"));
    assert_eq!(table.actions_left(), 1);
}
