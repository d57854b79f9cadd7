//! Hiring another player's token. (CMP-CHART)

use crate::common::{CompetitorsTable, Setup, Table, c, set};
use serde_json::json;

/// A has goods for Great Britain on a truck in Germany, beside a ship of B.
fn beside() -> Setup {
    set(3).signed("a-truck-1", "C001", "germany", "great_britain").token("b-ship-1", "germany")
}

#[track_caller]
fn hired(setup: Setup, hire: &str) -> Table {
    let mut table = setup.done();
    table.does('A', &format!("offer 2>1 hire {hire}"));
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table
}

/// Covers CMP-CHART-4.
#[test]
fn cmp_chart_1_goods_are_carried_on_anothers_token_for_a_fee() {
    let mut table = hired(beside(), "b-ship-1 goods germany 8000 now");
    assert_eq!(table.purses(), [192_000, 208_000, 200_000], "paid now");
    table.does('A', "deliver germany");
    table.does('A', "hand a-truck-1 b-ship-1");
    table.lucky('A', "go b-ship-1 great_britain", &[c(9)]);
    assert_eq!((table.place("b-ship-1"), table.points('A')), ("port great_britain".into(), 1));
    // The user pays the fuel: CMP-CHART-9. C001 earns 43,000.
    assert_eq!(table.purses(), [192_000 - 1_000 + 43_000, 208_000, 200_000]);
}

#[test]
fn cmp_chart_2_a_hire_is_for_the_users_turn_and_for_its_load() {
    let mut table = beside().signed("c-truck-1", "C002", "japan", "france").done();
    assert_eq!(table.refused("offer 2>1 hire b-ship-1 goods france 500 now"), "CMP-CHART-2", "no contract of A");
    assert_eq!(table.refused("offer 2>1 hire b-ship-1 goods japan 500 now"), "CMP-CHART-2", "a contract of C");
    assert_eq!(table.refused("offer 2>1 hire b-ship-2 goods germany 500 now"), "CMP-CHART-2", "a ship of the supply");
    assert_eq!(table.refused("offer 2>1 hire a-ship-1 goods germany 500 now"), "CMP-CHART-2", "A's own ship");
    // Only in the user's own turn.
    table.does('C', "offer 2>3 hire b-ship-1 goods japan 500 now");
    let number = table.number();
    assert_eq!(table.refused_to('B', &format!("accept {number}")), "CMP-CHART-2");
    assert!(!table.allows('B', &format!("accept {number}")));
    table.does('A', "end");
    table.does('B', "end");
    table.does('B', &format!("accept {number}"));
    assert_eq!(table.money('B'), 200_500);
}

#[test]
fn cmp_chart_2_the_user_moves_the_token_only_with_its_load_on_it_and_until_the_turn_ends() {
    let mut table = hired(beside(), "b-ship-1 goods germany 500 now");
    assert_eq!(table.listed("move b-").len(), 0, "the ship is empty");
    assert!(table.refused("move b-ship-1").starts_with("CMP-"));
    // A truck of the user without goods may be aboard.
    table.does('A', "load a-truck-2 b-ship-1");
    table.does('A', "move b-ship-1");
    table.does('A', "go b-ship-1 benelux");
    table.does('A', "stop");
    assert_eq!((table.place("b-ship-1"), table.place("a-truck-2")), ("port benelux".into(), "aboard b-ship-1".into()));
    // It ends with the turn: CMP-CHART-11.
    table.does('A', "end");
    assert_eq!(table.place("a-truck-2"), "land benelux");
    assert!(table.state.tokens.iter().all(|piece| piece.hire.is_none()));
    assert!(table.allows('B', "move b-ship-1"));
}

#[test]
fn cmp_chart_2_a_truck_cannot_be_aboard_a_hired_truck() {
    let mut table = set(2).token("b-truck-1", "germany").done();
    assert_eq!(table.refused("offer 2>1 hire b-truck-1 truck 500 now"), "CMP-COMBO-12");
}

#[test]
fn cmp_chart_3_paid_on_success_the_fee_is_set_aside_until_the_delivery() {
    let mut table = hired(beside(), "b-ship-1 goods germany 8000 success");
    assert_eq!(table.purses(), [192_000, 200_000, 200_000], "set aside");
    table.does('A', "deliver germany");
    table.does('A', "hand a-truck-1 b-ship-1");
    table.lucky('A', "go b-ship-1 great_britain", &[c(9)]);
    assert_eq!(table.purses(), [192_000 - 1_000 + 43_000, 208_000, 200_000]);
    assert!(table.heard('C', "hire_paid").is_object());
    // Else it returns.
    let mut table = hired(beside(), "b-ship-1 goods germany 8000 success");
    table.does('A', "end");
    assert_eq!(table.purses(), [200_000, 200_000, 200_000]);
    // A Delivery in which the token did not carry the goods earns nothing either.
    let mut table = hired(
        set(3).signed("a-truck-1", "C001", "germany", "poland").token("b-ship-1", "germany"),
        "b-ship-1 goods germany 8000 success",
    );
    table.does('A', "deliver germany");
    table.lucky('A', "go a-truck-1 poland", &[c(9)]);
    table.does('A', "end");
    assert_eq!(table.money('B'), 200_000);
}

#[test]
fn cmp_chart_3_a_fee_on_success_has_to_be_there() {
    let mut table = beside().money('A', 7_500).done();
    assert_eq!(table.refused("offer 2>1 hire b-ship-1 goods germany 8000 success"), "CMP-NEG-5");
    table.does('B', "offer 2>1 hire b-ship-1 goods germany 8000 success");
    let accept = format!("accept {}", table.number());
    assert_eq!(table.refused(&accept), "CMP-NEG-6");
    assert_eq!(table.refused("offer 2>1 hire b-ship-1 goods germany 0 success"), "CMP-NEG-8");
    assert_eq!(table.refused("offer 2>1 hire b-ship-1 goods germany 0 now"), "CMP-NEG-11", "nothing for something");
    // Something else may stand for the fee.
    table.does('A', "offer 2>1 hire b-ship-1 goods germany 0 now, 1>2 7500");
}

#[test]
fn cmp_chart_5_the_token_is_free_and_hired_once_and_the_owner_cannot_use_it() {
    let mut table = hired(beside(), "b-ship-1 goods germany 500 now");
    table.does('A', "offer 2>1 token b-ship-1, 1>2 50000");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert!(table.heard('A', "void").is_object(), "not traded");
    assert_eq!(table.refused_to('B', "auction 500 token b-ship-1"), "CMP-NEG-13");
    table.does('A', "offer 2>1 hire b-ship-1 truck 500 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!((table.told("void").len(), table.money('B')), (2, 200_500), "not hired twice");
    // With a truck of its owner aboard it is not free.
    let mut table = beside().token("b-truck-1", "b-ship-1").done();
    table.does('A', "offer 2>1 hire b-ship-1 goods germany 500 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert!(table.heard('A', "void").is_object());
}

/// Covers CMP-CHART-6.
#[test]
fn cmp_chart_7_the_owner_asks_once_to_see_the_contract_and_the_user_shows_it_or_not() {
    let mut table = beside().done();
    table.does('A', "offer 2>1 hire b-ship-1 goods germany 500 now");
    let number = table.number();
    assert_eq!(table.refused(&format!("show {number}")), "CMP-CHART-7", "nobody has asked");
    assert_eq!(table.refused_to('C', &format!("inspect {number}")), "CMP-NEG-6");
    table.does('B', &format!("inspect {number}"));
    assert_eq!(table.refused_to('B', &format!("inspect {number}")), "CMP-CHART-7", "once");
    // Nobody waits for it; the parties know, others do not.
    assert!(table.allows('B', &format!("decline {number}")) && table.allows('B', &format!("accept {number}")));
    assert!(table.heard('A', "inspected").is_object() && table.heard('C', "inspected").is_null());
    table.does('A', &format!("show {number}"));
    assert_eq!(table.refused(&format!("show {number}")), "CMP-CHART-7", "once");
    assert_eq!(table.heard('B', "showed")["contract"], json!(0));
    assert!(table.heard('C', "showed").is_null() && table.heard('-', "showed").is_null());
    let load = table.state.signed(crate::common::seat('A')).next().expect("a signed contract").1;
    assert_eq!(load.known, kernel::Seats::only(crate::common::seat('B')));
}

#[test]
fn cmp_chart_7_an_owner_who_made_the_offer_has_done_without() {
    let mut table = beside().done();
    table.does('B', "offer 2>1 hire b-ship-1 goods germany 500 now");
    let number = table.number();
    assert_eq!(table.refused_to('B', &format!("inspect {number}")), "CMP-NEG-6");
    // Nor is there anything to see in the hire for a truck.
    table.does('A', "offer 2>1 hire b-ship-1 truck 500 now");
    let number = table.number();
    assert_eq!(table.refused_to('B', &format!("inspect {number}")), "CMP-CHART-7");
}

/// Covers the rulebook's example of an illegal load on another player's token (E5).
#[test]
fn cmp_chart_8_a_hired_token_that_is_seized_is_lost_to_its_owner() {
    let smuggled = set(3).signed("a-truck-1", "C071", "germany", "poland").token("b-ship-1", "germany");
    let mut table = hired(smuggled, "b-ship-1 goods germany 8000 success");
    table.does('A', "deliver germany");
    table.does('A', "hand a-truck-1 b-ship-1");
    // Through the Øresund, where a thorough search finds the goods.
    table.does('A', "go b-ship-1 19:2");
    table.lucky('A', "go b-ship-1 21:2", &[24]);
    assert_eq!((table.place("b-ship-1"), table.place("a-truck-1")), ("supply".into(), "land germany".into()));
    table.does('A', "end");
    assert_eq!(table.purses(), [199_000, 200_000, 200_000], "the fee on success returns to the user");
}

#[test]
fn cmp_chart_9_the_user_pays_fuel_and_tolls_but_nothing_to_the_owner() {
    let laid = set(3).token("b-aircraft-1", "germany").branches('C', "france").advantage("C093", "france");
    let mut table = hired(laid, "b-aircraft-1 truck 500 now");
    table.does('A', "load a-truck-2 b-aircraft-1");
    table.does('A', "move b-aircraft-1");
    table.does('A', "go b-aircraft-1 italy");
    assert_eq!(table.purses(), [198_500, 200_500, 200_000], "the headquarters of the owner takes no fee");
    table.does('A', "go b-aircraft-1 france");
    assert_eq!(table.purses(), [192_500, 200_500, 205_000], "1,000 for fuel, 5,000 to C");
    // Nor does that of the user.
    let mut table = hired(set(3).token("b-aircraft-1", "benelux").token("a-truck-2", "benelux"), "b-aircraft-1 truck 500 now");
    table.does('A', "load a-truck-2 b-aircraft-1");
    table.does('A', "move b-aircraft-1");
    table.does('A', "go b-aircraft-1 germany");
    assert_eq!(table.purses(), [198_500, 200_500, 200_000]);
}

#[test]
fn cmp_chart_10_landing_rights_follow_the_owner_of_the_token() {
    let laid = |who: char| set(3).token("a-truck-2", "italy").branches(who, "morocco");
    let fly = |who: char| {
        let mut table = hired(laid(who), "b-aircraft-1 truck 500 now");
        table.does('A', "load a-truck-2 b-aircraft-1");
        table.does('A', "move b-aircraft-1");
        table
    };
    assert!(fly('A').refused("go b-aircraft-1 morocco").starts_with("CMP-AIR-1"), "a site of the user does not help");
    fly('B').does('A', "go b-aircraft-1 morocco");
}

#[test]
fn cmp_chart_10_the_weather_puts_a_hired_token_back_to_its_owner_with_all_aboard() {
    let mut table = hired(beside().danger("europe", 2), "b-ship-1 truck 500 now");
    table.does('A', "load a-truck-2 b-ship-1");
    table.does('A', "move b-ship-1");
    table.does('A', "go b-ship-1 19:2");
    table.lucky('A', "stop", &[6]);
    assert_eq!(table.heard('-', "weather")["seat"], 2, "the owner rolls");
    assert_eq!((table.place("b-ship-1"), table.place("a-truck-2")), ("port italy".into(), "aboard b-ship-1".into()));
    table.does('A', "end");
    assert_eq!(table.place("a-truck-2"), "land italy", "put ashore when the hire ends");
}

#[test]
fn cmp_chart_11_at_sea_the_users_truck_stays_aboard() {
    let mut table = hired(beside(), "b-ship-1 truck 500 now");
    table.does('A', "load a-truck-2 b-ship-1");
    table.does('A', "move b-ship-1");
    table.does('A', "go b-ship-1 19:2");
    table.does('A', "stop");
    table.does('A', "end");
    assert_eq!((table.place("a-truck-2"), table.place("b-ship-1")), ("aboard b-ship-1".into(), "sea 19:2".into()));
    // It goes ashore when the owner docks; until then the ship carries nothing else and is not free.
    assert_eq!(table.refused("auction 500 token b-ship-1"), "CMP-NEG-13");
    table.does('B', "move b-ship-1");
    table.does('B', "go b-ship-1 benelux");
    assert_eq!(table.place("a-truck-2"), "land benelux");
}

#[test]
fn cmp_chart_12_a_hired_aircraft_in_flight_uses_its_owners_marker() {
    let fly = |in_flight: &str| {
        let mut table = hired(set(3).token("b-aircraft-1", "germany").token(in_flight, "17:4"), "b-aircraft-1 truck 500 now");
        table.does('A', "load a-truck-2 b-aircraft-1");
        table.does('A', "move b-aircraft-1");
        table
    };
    assert_eq!(fly("b-aircraft-2").refused("go b-aircraft-1 20:3"), "CMP-AIR-9");
    let mut table = fly("a-aircraft-1");
    table.does('A', "go b-aircraft-1 20:3");
    table.does('A', "stop");
    assert_eq!(table.place("b-aircraft-1"), "air 20:3", "the user's own marker is elsewhere");
}

#[test]
fn cmp_neg_22_the_hire_of_goods_that_were_delivered_lapses() {
    let mut table = set(3).signed("a-truck-1", "C001", "germany", "poland").token("b-ship-1", "germany").done();
    table.does('B', "offer 2>1 hire b-ship-1 goods germany 500 now");
    table.does('A', "deliver germany");
    table.lucky('A', "go a-truck-1 poland", &[c(9)]);
    assert_eq!(table.open_offers(), 0);
}
