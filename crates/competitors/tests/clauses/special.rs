//! Special contract cards. (CMP-SPEC)

use crate::common::{CompetitorsTable, PASS, Setup, Travel, c, seat, set, set_with, t, u};
use kernel::Rules;
use serde_json::json;

/// A has goods for Moscow on a truck in Western Siberia; the Urals lie beyond a customs border.
fn goods(setup: Setup) -> Setup {
    setup.token("a-truck-1", "western_siberia").signed("a-truck-1", "C031", "western_siberia", "moscow")
}

/// Covers CMP-SIGN-9.
#[test]
fn cmp_spec_1_special_cards_are_drawn_and_held_like_contract_cards() {
    let mut table = set(2).cards('A', "germany poland").done();
    table.lucky('A', "draw contract", &[c(93)]);
    assert_eq!(table.contracts('A'), "C093");
    assert_eq!(table.refused("sign C093"), "CMP-SIGN-9");
    assert_eq!(table.refused("play C094"), "CMP-SPEC-1", "not in hand");
    table.does('A', "offer 1>2 contract C093, 2>1 5000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!(table.contracts('B'), "C093", "traded");
}

#[test]
fn cmp_spec_2_playing_one_is_no_action_and_costs_nothing() {
    let mut table = set(2).contracts('A', "C093 C111").done();
    table.run(&["play C093", "place germany", "play C111", "target 2"]);
    assert_eq!((table.left(), table.money('A'), table.contracts('A')), (2, 200_000, String::new()));
}

#[test]
fn cmp_spec_3_instants_and_advantages_at_open_points_delivery_cards_in_the_own_delivery() {
    let mut table = goods(set(2)).contracts('A', "C093 C111 C114 C116").contracts('B', "C094").done();
    assert_eq!(table.refused("play C114"), "CMP-SPEC-3");
    assert_eq!(table.refused("play C116"), "CMP-SPEC-3");
    assert_eq!(table.refused_to('B', "play C094"), "CMP-NEG-1", "in A's turn");
    // Between two movement turns all of them, in one only delivery cards.
    table.does('A', "deliver western_siberia");
    assert_eq!(table.listed("play"), ["play C093", "play C111", "play C114", "play C116"]);
    table.does('A', "go a-truck-1 eastern_siberia");
    assert_eq!(table.listed("play"), ["play C114", "play C116"]);
    assert_eq!(table.refused("play C111"), "CMP-SPEC-3");
    table.run(&["stop", "play C111", "target 2"]);
    assert_eq!(table.money('B'), 190_000);
    // In a Move of an empty token none.
    let mut table = set(2).contracts('A', "C111 C114").done();
    table.does('A', "move a-truck-1");
    assert!(table.listed("play").is_empty());
    assert_eq!(table.refused("play C114"), "CMP-SPEC-3");
}

/// Covers CMP-SPEC-5.
#[test]
fn cmp_spec_4_an_advantage_is_put_on_an_own_site_and_stays() {
    let mut table = set(2).contracts('A', "C001 C093 C106").branches('A', "kenya").branches('B', "peru").done();
    assert_eq!(table.refused("play C001"), "CMP-SPEC-5", "goods are signed");
    table.does('A', "play C093");
    assert_eq!(table.refused("place peru"), "CMP-SPEC-4");
    assert_eq!(table.refused("place spain"), "CMP-SPEC-4");
    assert_eq!(table.refused("end"), "CMP-TURN-1", "what was begun is finished");
    table.does('A', "place kenya");
    assert_eq!(table.refused("place germany"), "CMP-SPEC-4", "not moved to another");
    assert_eq!(table.refused("play C093"), "CMP-SPEC-1", "nor taken back");
    // An instant card goes on no site.
    table.does('A', "play C106");
    assert_eq!((table.refused("place germany"), table.sorted()), ("CMP-SPEC-4", vec!["revoke C093".to_owned()]));
}

#[test]
fn cmp_spec_6_one_advantage_on_a_site_or_as_a_setting_any_number() {
    let mut table = set(2).contracts('A', "C094").advantage("C093", "germany").done();
    assert_eq!(table.refused("play C094"), "CMP-SPEC-6");
    let mut table = set(2).contracts('A', "C094").advantage("C093", "germany").branches('A', "kenya").done();
    table.does('A', "play C094");
    assert_eq!(table.refused("place germany"), "CMP-SPEC-6");
    let settings = set_with(json!({"players": 2, "advantages_per_site": "none"}));
    let mut table = settings.contracts('A', "C094").advantage("C093", "germany").done();
    table.run(&["play C094", "place germany"]);
    assert_eq!(table.state.advantages.iter().flatten().count(), 2);
}

#[test]
fn cmp_spec_7_an_advantage_is_removed_by_a_card_or_with_its_branch() {
    let mut table = set(2).contracts('A', "C106").advantage("C093", "italy").done();
    table.run(&["play C106", "revoke C093"]);
    assert_eq!(table.discarded(), "C093 C106");
    let mut table = set(2).branches('A', "kenya").advantage("C093", "kenya").done();
    table.does('A', "offer 1>2 branch kenya, 2>1 50000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!((table.branches('B'), table.discarded()), ("kenya".into(), "C093".into()), "handed over: edge case 73");
}

#[test]
fn cmp_spec_8_used_cards_go_to_the_contract_discard_pile() {
    let mut table = set(2).contracts('A', "C111 C112").done();
    table.run(&["play C112", "play C111", "target 2"]);
    assert_eq!(table.discarded(), "C111 C112");
}

/// Edge cases 74 and 75.
#[test]
fn cmp_spec_9_a_card_without_a_target_cannot_be_played() {
    let mut table = set(3).contracts('A', "C106 C110").cards('A', "poland").cards('B', "spain").done();
    assert_eq!(table.refused("play C106"), "CMP-SPEC-9");
    table.does('A', "play C110");
    assert_eq!((table.sorted(), table.refused("target 3")), (vec!["target 2".to_owned()], "CMP-SPEC-18"));
    let mut table = set(3).contracts('A', "C110").cards('A', "poland").done();
    assert_eq!(table.refused("play C110"), "CMP-SPEC-9", "nobody has a card");
    let mut table = set(2).contracts('A', "C111").done();
    table.does('A', "play C111");
    assert_eq!(table.refused("target 1"), "CMP-SPEC-9", "an opponent");
}

/// Edge case 23. Covers CMP-SPEC-23.
#[test]
fn cmp_spec_10_toll_every_token_of_another_pays_besides_the_fee() {
    let mut table = set(2).token("a-truck-1", "france").advantage("C093", "italy").done();
    table.run(&["move a-truck-1", "go a-truck-1 italy"]);
    assert_eq!(table.purses(), [200_000 - 500 - 15_000, 215_000]);
    let kinds: Vec<String> =
        table.events.iter().map(|event| serde_json::to_value(event).expect("JSON")["event"].to_string()).collect();
    let place = |kind: &str| kinds.iter().position(|event| event.contains(kind)).expect("it happened");
    assert!(place("fee") < place("toll"), "the fee first");
    let mut table = set(2).token("a-truck-1", "france").advantage("C093", "italy").money('A', 15_000).done();
    table.does('A', "move a-truck-1");
    assert_eq!(table.refused("go a-truck-1 italy"), "CMP-HQ-4", "14,500 after the fuel");
    // On a branch the toll alone; ships and aircraft too; its owner pays none.
    let mut table = set(2).branches('B', "poland").advantage("C093", "poland").token("b-truck-1", "germany").done();
    table.run(&["move a-ship-1", "go a-ship-1 poland", "stop", "move a-aircraft-1", "go a-aircraft-1 poland", "stop"]);
    assert_eq!(table.purses(), [200_000 - 2_000 - 10_000, 210_000]);
    table.run(&["move b-truck-1", "go b-truck-1 poland"]);
    assert_eq!(table.money('B'), 209_500);
}

#[test]
fn cmp_spec_11_fuel_depot_no_fuel_for_a_movement_turn_that_starts_there() {
    let mut table = set(2).advantage("C096", "germany").done();
    table.run(&["move a-truck-1", "go a-truck-1 poland", "go a-truck-1 belarus", "go a-truck-1 poland", "stop"]);
    assert_eq!(table.money('A'), 200_000, "the whole movement turn");
    table.run(&["move a-truck-1", "go a-truck-1 germany"]);
    assert_eq!(table.money('A'), 199_500, "it did not start there");
    let mut table = set(2).advantage("C096", "germany").done();
    table.run(&[
        "move a-ship-1",
        "go a-ship-1 benelux",
        "stop",
        "move a-aircraft-1",
        "go a-aircraft-1 benelux",
        "go a-aircraft-1 germany",
    ]);
    assert_eq!(table.money('A'), 200_000, "port and airport");
    // Only the token that takes the first step, and only its owner's.
    let mut table = set(2).advantage("C096", "germany").token("a-truck-1", "benelux").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1", "go a-ship-1 benelux"]);
    assert_eq!(table.money('A'), 200_000 - 1_500);
    let mut table = set(2).advantage("C096", "italy").token("a-truck-1", "italy").done();
    table.run(&["move a-truck-1", "go a-truck-1 france"]);
    assert_eq!(table.money('A'), 199_500);
}

#[test]
fn cmp_spec_12_bonus_for_a_delivery_from_or_to_the_site() {
    let mut table =
        set(2).branches('A', "france").advantage("C098", "france").signed("a-truck-1", "C031", "germany", "poland").done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-truck-1 poland", &[c(9)]);
    assert_eq!(table.money('A'), 199_500 + 37_000, "elsewhere");
    let mut table = set(2).advantage("C098", "germany").signed("a-truck-1", "C031", "germany", "poland").done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-truck-1 poland", &[c(9)]);
    assert_eq!(table.money('A'), 199_500 + 47_000, "the Sender");
    let mut table =
        set(2).advantage("C098", "germany").token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "germany").done();
    table.does('A', "deliver poland");
    table.lucky('A', "go a-truck-1 germany", &[c(9)]);
    assert_eq!(table.money('A'), 199_500 + 47_000, "the Receiver");
    // Another's store earns A nothing.
    let mut table =
        set(2).advantage("C098", "italy").token("a-truck-1", "france").signed("a-truck-1", "C031", "france", "italy").done();
    table.does('A', "deliver france");
    table.lucky('A', "go a-truck-1 italy", &[c(9)]);
    assert_eq!(table.money('A'), 199_500 - 10_000 + 37_000);
}

/// Edge case 81.
#[test]
fn cmp_spec_13_save_raises_the_save_number_on_the_continent() {
    // Greece, save number 4: with the station a roll of 4 saves.
    for (site, place) in [(None, "land germany"), (Some("germany"), "land greece")] {
        let mut setup = set(2).token("a-truck-1", "greece");
        if let Some(site) = site {
            setup = setup.advantage("C100", site);
        }
        let mut table = setup.active('B').done();
        table.lucky('B', "end", &[3, 4, 4]);
        assert_eq!(table.place("a-truck-1"), place);
    }
    // Of another continent it does not help.
    let mut table = set(2).token("a-truck-1", "nordeste").advantage("C100", "germany").active('B').done();
    table.lucky('B', "end", &[2, 9, 6]);
    assert_eq!(table.place("a-truck-1"), "land germany");
    // Drought, save number 6 and one more: no roll.
    let mut table = set(2).token("a-truck-1", "nordeste").branches('A', "chile").advantage("C100", "chile").active('B').done();
    table.lucky('B', "end", &[2, 9]);
    assert_eq!(table.place("a-truck-1"), "land nordeste");
    // Heatwave too, and two stations add up: CMP-SPEC-23.
    let setup = set(2).token("a-truck-1", "greece").branches('A', "spain");
    let mut table = setup.advantage("C100", "germany").advantage("C101", "spain").active('B').done();
    table.lucky('B', "end", &[3, 4, 5]);
    assert_eq!(table.place("a-truck-1"), "land greece");
}

#[test]
fn cmp_spec_14_reroll_political_once_and_the_second_result_stands() {
    let stop = || {
        let mut table = set(2).advantage("C102", "germany").token("a-truck-1", "poland").done();
        table.run(&["move a-truck-1", "go a-truck-1 belarus"]);
        table.lucky('A', "stop", &[11]);
        table
    };
    let mut table = stop();
    assert_eq!(table.sorted(), ["keep", "reroll"]);
    table.lucky('A', "reroll", &[5]);
    assert_eq!((table.money('A'), table.turn()), (196_500, Some('A')), "the second");
    assert_eq!(table.refused("reroll"), "CMP-SPEC-14");
    let mut table = stop();
    table.does('A', "keep");
    assert_eq!(table.turn(), Some('B'));
    // On another continent none.
    let mut table = set(2).advantage("C102", "germany").token("a-truck-1", "egypt").done();
    table.run(&["move a-truck-1", "go a-truck-1 sudan"]);
    assert!(!table.may("reroll"));
}

/// Edge case 77. Covers CMP-DECK-4.
#[test]
fn cmp_spec_15_customs_pick_draw_two_and_apply_one() {
    let cross = |laid: bool| {
        let mut table = goods(set(2)).advantage("C104", "germany").contracts('A', "C114").done();
        table.does('A', "deliver western_siberia");
        if laid {
            table.does('A', "play C114");
        }
        table.lucky('A', "go a-truck-1 urals", &[u(29), u(12)]);
        assert_eq!(table.sorted(), ["take U12", "take U29"]);
        table
    };
    let mut table = cross(false);
    assert_eq!(table.refused("take U01"), "CMP-SPEC-15");
    table.does('A', "take U12");
    assert_eq!(table.money('A'), 209_500);
    let under: Vec<u8> = table.state.customs.known().to_vec();
    assert_eq!(under, [28, 11], "both under the deck, in the order drawn");
    let mut table = cross(true);
    table.does('A', "take U29");
    assert_eq!((table.turn(), table.discarded()), (Some('A'), "C114".into()), "*Safe conduct* cancels the chosen one");
    let mut table = cross(true);
    table.does('A', "take U12");
    assert_eq!((table.money('A'), table.discarded()), (209_500, String::new()), "a green one counts");
    // Not on a strait, and not on another continent.
    let mut table =
        set(2).advantage("C104", "germany").token("a-truck-1", "ireland").signed("a-truck-1", "C031", "ireland", "france").done();
    table.does('A', "deliver ireland");
    table.lucky('A', "go a-truck-1 great_britain", &[PASS]);
    let mut table =
        set(2).advantage("C104", "germany").token("a-truck-1", "urals").signed("a-truck-1", "C031", "urals", "moscow").done();
    table.does('A', "deliver urals");
    table.lucky('A', "go a-truck-1 western_siberia", &[PASS]);
    assert_eq!(table.count("customs"), 1);
}

#[test]
fn cmp_spec_16_revoke_discards_any_players_advantage() {
    let setup = set(3).contracts('A', "C106").branches('A', "kenya").advantage("C093", "kenya").advantage("C094", "italy");
    let mut table = setup.advantage("C096", "japan").done();
    table.does('A', "play C106");
    assert_eq!(table.sorted(), ["revoke C093", "revoke C094", "revoke C096"]);
    assert_eq!(table.refused("revoke C095"), "CMP-SPEC-16");
    table.does('A', "revoke C096");
    assert_eq!(table.state.advantages.iter().flatten().count(), 2);
}

/// Covers CMP-DECK-6.
#[test]
fn cmp_spec_17_espionage_shows_all_contract_cards_of_one_opponent() {
    let setup = set(3).contracts('A', "C109").contracts('B', "C001 C094").signed("b-truck-1", "C073", "italy", "spain");
    let mut table = setup.contracts('C', "C002").done();
    table.run(&["play C109", "target 2"]);
    assert_eq!(table.known('A'), "C001 C094");
    assert!(table.state.signed(seat('B')).all(|(_, load)| load.known.contains(seat('A'))));
    assert!(table.heard('C', "looked")["hand"].is_null(), "only A sees them");
    assert!(table.known('C').is_empty());
}

#[test]
fn cmp_spec_18_forced_swap_gives_one_and_takes_one_at_random() {
    let mut table = set(2).contracts('A', "C110").cards('A', "poland spain").cards('B', "fiji kenya").done();
    table.run(&["play C110", "target 2"]);
    assert_eq!(table.sorted(), ["give poland", "give spain"]);
    assert_eq!(table.refused("give fiji"), "CMP-SPEC-18");
    table.lucky('A', "give poland", &[t("kenya")]);
    assert_eq!(
        (table.cards('A'), table.cards('B'), table.discarded()),
        ("spain kenya".into(), "poland fiji".into(), "C110".into())
    );
    let mut table = set(2).contracts('A', "C110").cards('B', "fiji").done();
    assert_eq!(table.refused("play C110"), "CMP-SPEC-9", "A has none to give");
}

#[test]
fn cmp_spec_19_audit_one_opponent_pays_the_bank() {
    for (money, left) in [(200_000, 190_000), (4_000, 0)] {
        let mut table = set(2).contracts('A', "C111").money('B', money).done();
        table.run(&["play C111", "target 2"]);
        assert_eq!(table.purses(), [200_000, left]);
    }
}

#[test]
fn cmp_spec_20_extra_action_one_such_card_in_a_turn() {
    let mut table = set(2).contracts('A', "C112 C113").done();
    table.does('A', "play C112");
    assert_eq!((table.left(), table.refused("play C113")), (3, "CMP-SPEC-20"));
}

/// V13 and V14, edge case 76.
#[test]
fn cmp_spec_21_cancel_customs_the_first_card_that_is_not_green() {
    let laid = || {
        let mut table = goods(set(2)).contracts('A', "C114").done();
        table.run(&["deliver western_siberia", "play C114"]);
        table
    };
    let mut table = laid();
    table.lucky('A', "go a-truck-1 urals", &[u(29)]);
    assert_eq!((table.turn(), table.discarded()), (Some('A'), "C114".into()));
    table.lucky('A', "go a-truck-1 moscow", &[c(9)]);
    assert_eq!(table.points('A'), 2);
    let mut table = laid();
    table.lucky('A', "go a-truck-1 urals", &[u(4)]);
    assert_eq!((table.money('A'), table.discarded()), (204_500, String::new()), "a green card counts, and it waits on");
    table.lucky('A', "go a-truck-1 moscow", &[c(9)]);
    assert_eq!(table.discarded(), "C031 C114", "unused");
    // Given up, it is discarded too; and several are used up one by one.
    let mut table = laid();
    table.does('A', "give up");
    assert_eq!(table.discarded(), "C031 C114");
    let mut table =
        set(2).token("a-truck-1", "ireland").signed("a-truck-1", "C031", "ireland", "france").contracts('A', "C114 C115").done();
    table.run(&["deliver ireland", "play C114", "play C115"]);
    table.lucky('A', "go a-truck-1 great_britain", &[u(29)]);
    table.lucky('A', "go a-truck-1 france", &[u(28), c(9)]);
    assert_eq!((table.points('A'), table.count("cancelled_customs")), (1, 2));
}

/// V15. Covers CMP-DELIV-11, CMP-DELIV-21.
#[test]
fn cmp_spec_22_gain_tm_raises_the_limit_also_when_the_last_is_over() {
    // C029 has two movement turns; one is used up by a wait.
    let late = |cards: &str| {
        let setup = set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C029", "western_siberia", "moscow");
        let mut table = setup.contracts('A', cards).done();
        table.run(&["deliver western_siberia", "go a-truck-1 eastern_siberia", "stop", "go a-truck-1 western_siberia"]);
        table.lucky('A', "go a-truck-1 urals", &[u(17)]);
        table
    };
    let mut table = late("C116");
    assert_eq!(table.sorted(), ["give up", "play C116"]);
    table.does('A', "play C116");
    assert_eq!(table.turns(), (2, 3));
    table.does('A', "go a-truck-1 moscow");
    assert_eq!((table.points('A'), table.has("drew_contract")), (2, false), "the early card is not earned");
    let mut table = late("C001");
    assert_eq!(table.sorted(), ["give up"]);
    table.does('A', "give up");
    assert_eq!(table.failure(), "late");
    assert_eq!(late("").failure(), "late", "edge case 98: nobody is asked");
    // In the Delivery at any step.
    let mut table = goods(set(2)).contracts('A', "C116").done();
    table.run(&["deliver western_siberia", "play C116"]);
    assert_eq!((table.turns(), table.discarded()), ((0, 5), "C116".into()));
}

#[test]
fn cmp_spec_23_effects_of_several_advantages_add_up() {
    let settings = || set_with(json!({"players": 2, "advantages_per_site": "none"}));
    let mut table = settings().token("a-truck-1", "france").advantage("C093", "italy").advantage("C094", "italy").done();
    table.run(&["move a-truck-1", "go a-truck-1 italy"]);
    assert_eq!(table.money('B'), 220_000, "the fee and two tolls");
    let mut table = settings()
        .advantage("C098", "germany")
        .advantage("C099", "germany")
        .signed("a-truck-1", "C031", "germany", "poland")
        .done();
    table.does('A', "deliver germany");
    table.lucky('A', "go a-truck-1 poland", &[c(9)]);
    assert_eq!(table.money('A'), 199_500 + 57_000);
    let mut table = goods(settings()).advantage("C104", "germany").advantage("C105", "germany").done();
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(1), u(2), u(3), u(4)]);
    assert_eq!(table.listed("take").len(), 4);
}

/// Who is asked, and when, is the same whatever the hand holds. Covers CMP-INV-22.
#[test]
fn cmp_spec_24_nobody_is_asked_whether_to_play_a_card() {
    let play = |cards: &str| {
        let mut table = goods(set(2)).contracts('A', cards).done();
        table.does('A', "deliver western_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(17)]);
        (table.turn(), table.rules.turn(&table.state), table.turns())
    };
    assert_eq!(play("C114"), play("C001"), "no pause before the card");
}
