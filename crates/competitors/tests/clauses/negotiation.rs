//! Asks, offers and deals. (CMP-NEG)

use crate::common::{CompetitorsTable, Table, seat, set, set_with};
use kernel::{Notation, OfferNumber, Rules};
use serde_json::{Value, json};

/// Somebody answers the offer that was made last.
#[track_caller]
fn answers(table: &mut Table, letter: char, answer: &str) {
    let number = table.number();
    table.does(letter, &answer.replace('#', &number.to_string()));
}

#[track_caller]
fn accepts(table: &mut Table, letter: char) {
    answers(table, letter, "accept #");
}

/// Why the offer that was made last cannot be answered like this.
#[track_caller]
fn refuses(table: &mut Table, letter: char, answer: &str) -> &'static str {
    let answer = answer.replace('#', &table.number().to_string());
    table.refused_to(letter, &answer)
}

/// The assets of what was told of an offer or a deal.
fn assets(event: &Value, key: &str) -> Vec<Value> {
    event[key].as_array().map(|list| list.iter().map(|told| told["asset"].clone()).collect()).unwrap_or_default()
}

#[test]
fn cmp_neg_1_everybody_negotiates_at_any_time_and_it_is_no_action() {
    let mut table = set(4).cards('A', "poland").cards('B', "spain").cards('C', "france").done();
    // Out of turn, among three.
    table.does('B', "offer 2>3 card spain, 3>1 card france, 1>2 card poland");
    let three = table.number();
    table.does('D', "offer 4>2 500, 2>4 1000");
    table.does('A', &format!("accept {three}"));
    table.does('C', &format!("accept {three}"));
    assert_eq!((table.cards('A'), table.cards('B'), table.cards('C')), ("france".into(), "poland".into(), "spain".into()));
    assert_eq!((table.state.turn.actions, table.turn()), (2, Some('A')));
}

/// Covers the exchange of branches of the rulebook's examples (E7).
#[test]
fn cmp_neg_2_cards_tokens_and_branches_are_bought_sold_and_exchanged() {
    let mut table = set(2)
        .cards('A', "poland")
        .contracts('B', "C001")
        .branches('A', "spain")
        .branches('B', "france")
        .advantage("C093", "spain")
        .done();
    table.does('A', "offer 1>2 card poland, 2>1 unnamed 1");
    answers(&mut table, 'B', "accept # C001");
    assert_eq!((table.cards('B'), table.contracts('A')), ("poland".into(), "C001".into()));
    table.does('A', "offer 1>2 token a-truck-1, 2>1 20000");
    accepts(&mut table, 'B');
    table.does('B', "stay");
    assert_eq!(
        (table.place("a-truck-1"), table.place("b-truck-3"), table.money('A')),
        ("supply".into(), "land germany".into(), 220_000)
    );
    // No money, no action; the advantage is discarded.
    table.does('A', "offer 1>2 branch spain, 2>1 branch france");
    accepts(&mut table, 'B');
    assert_eq!((table.branches('A'), table.branches('B')), ("france".into(), "spain".into()));
    assert!(table.state.advantages.iter().all(Option::is_none));
    assert_eq!((table.state.turn.actions, table.state.contract_discard.len()), (2, 1));
}

#[test]
fn cmp_neg_3_an_open_point_is_while_an_action_is_chosen_and_between_two_movement_turns_of_a_delivery() {
    let offer = "offer 2>1 500, 1>2 1000";
    let mut signing = set(2).cards('A', "germany france").contracts('A', "C001").done();
    signing.does('A', "sign C001");
    assert_eq!(signing.refused_to('A', "ask contract for 5000"), "CMP-NEG-3", "a choice is being made");
    assert_eq!(signing.refused_to('B', offer), "CMP-ROUND-1", "and B is not free to speak");
    signing.does('A', "by a-truck-1");
    assert_eq!(signing.refused_to('A', "ask contract for 5000"), "CMP-NEG-3");
    signing.does('A', "to france");
    signing.does('B', offer);
    answers(&mut signing, 'B', "withdraw #");
    signing.does('A', "deliver germany");
    signing.does('B', offer);
    let number = signing.number();
    signing.does('A', "go a-truck-1 benelux");
    assert_eq!(signing.refused_to('A', &format!("accept {number}")), "CMP-NEG-3", "a movement turn runs");
    assert_eq!(signing.refused_to('A', "auction 500 token a-truck-2"), "CMP-NEG-3");
    signing.does('A', "stop");
    signing.does('A', &format!("accept {number}"));
    let mut moving = set(2).done();
    moving.does('A', "move a-truck-1");
    assert_eq!(moving.refused_to('A', "offer 1>2 500, 2>1 1000"), "CMP-NEG-3", "a Move is no Delivery");
    // During setup.
    let mut start = Table::seeded(crate::common::options(json!({"players": 2})), 1);
    assert_eq!(start.refused("offer 1>2 500, 2>1 1000"), "CMP-NEG-3");
}

/// Covers the wish of the rulebook's examples (E8).
#[test]
fn cmp_neg_4_an_ask_is_heard_by_all_binds_nobody_and_lapses() {
    let mut table = set(3).cards('C', "japan").done();
    table.does('A', "ask cards asia for card poland");
    assert_eq!(table.heard('-', "asked")["seat"], 1);
    table.does('A', "ask passage poland japan for 5000");
    assert_eq!(table.state.asks.iter().flatten().count(), 1, "a new one takes the place of the old one");
    assert_eq!(table.refused("ask 5000 for contract"), "CMP-NEG-4", "money is not asked for");
    assert_eq!(table.refused("ask contract for 750"), "CMP-NEG-4");
    assert_eq!(table.refused("ask passage poland poland for 500"), "CMP-NEG-4");
    table.does('B', "ask truck for branches europe");
    // It ends with a turn of its player: the running one, else the next.
    table.does('A', "end");
    assert_eq!((table.state.asks[0], table.state.asks[1].is_some()), (None, true));
    table.does('B', "end");
    assert!(table.state.asks.iter().all(Option::is_none));
}

#[test]
fn cmp_neg_5_an_offer_is_proposed_whole_by_one_of_its_parties() {
    let mut table = set(3).cards('A', "poland").cards('B', "spain").done();
    assert_eq!(table.refused("offer 2>3 card spain, 3>2 500"), "CMP-NEG-5", "the proposer is no party");
    assert_eq!(table.refused("offer 1>2 card spain, 2>1 500"), "CMP-NEG-5", "the proposer has what the proposer gives");
    assert_eq!(table.refused("offer 1>2 200500, 2>1 card spain"), "CMP-NEG-5");
    assert_eq!(table.refused("offer 1>4 card poland, 4>1 500"), "CMP-NEG-5", "there is no fourth player");
    // The proposer has accepted by offering.
    table.does('A', "offer 1>2 card poland, 2>1 500");
    assert_eq!(refuses(&mut table, 'A', "accept #"), "CMP-NEG-6");
    assert_eq!(refuses(&mut table, 'B', "withdraw #"), "CMP-NEG-5");
    answers(&mut table, 'A', "withdraw #");
    assert_eq!((table.open_offers(), table.cards('A')), (0, "poland".into()));
}

#[test]
fn cmp_neg_5_an_offer_ends_with_a_turn_of_its_proposer() {
    let mut table = set(3).cards('A', "poland").cards('B', "spain").done();
    table.does('A', "offer 1>2 card poland, 2>1 500");
    table.does('B', "offer 2>1 card spain, 1>2 500");
    let second = table.number();
    table.does('A', "end");
    assert_eq!(table.state.offers.iter().map(|(number, _)| number).collect::<Vec<_>>(), [second], "that of A is gone");
    table.does('B', "end");
    assert_eq!(table.open_offers(), 0);
}

#[test]
fn cmp_neg_6_who_lacks_what_is_to_be_given_cannot_accept() {
    let mut table = set(3).cards('A', "poland").money('B', 400 * 500).done();
    table.does('A', "offer 1>2 card poland, 2>1 card spain");
    assert_eq!(refuses(&mut table, 'B', "accept #"), "CMP-NEG-6");
    assert!(!table.allows('B', &format!("accept {}", table.number())), "nor is it listed");
    assert_eq!(refuses(&mut table, 'C', "accept #"), "CMP-NEG-6", "it is between others");
    answers(&mut table, 'B', "decline #");
    table.does('A', "offer 1>2 card poland, 2>1 200500");
    assert_eq!(refuses(&mut table, 'B', "accept #"), "CMP-NEG-6");
    assert_eq!(table.refused_to('B', "accept 99"), "CMP-NEG-6");
}

#[test]
fn cmp_neg_6_an_acceptance_is_taken_back_by_declining() {
    let mut table = set(3).cards('A', "poland").cards('B', "spain").cards('C', "france").done();
    table.does('A', "offer 1>2 card poland, 2>3 card spain, 3>1 card france");
    accepts(&mut table, 'B');
    assert_eq!(refuses(&mut table, 'B', "accept #"), "CMP-NEG-6");
    answers(&mut table, 'B', "decline #");
    assert_eq!((table.open_offers(), table.cards('A')), (0, "poland".into()));
}

#[test]
fn cmp_neg_6_a_counter_offer_takes_the_place_of_the_old_one() {
    let mut table = set(3).cards('A', "poland").done();
    table.does('A', "offer 1>2 card poland, 2>1 5000");
    let old = table.number();
    assert_eq!(refuses(&mut table, 'B', "counter # 2>3 500, 3>2 1000"), "CMP-NEG-6", "whom it answers is a party");
    assert_eq!(refuses(&mut table, 'C', "counter # 3>1 500, 1>3 card poland"), "CMP-NEG-6");
    answers(&mut table, 'B', "counter # 2>1 3000, 1>2 card poland");
    assert_eq!((table.open_offers(), table.state.offers.get(old)), (1, None));
    assert_eq!(refuses(&mut table, 'B', "accept #"), "CMP-NEG-6", "it is B's own now");
    accepts(&mut table, 'A');
    assert_eq!((table.cards('B'), table.purses()), ("poland".into(), vec![203_000, 197_000, 200_000]));
}

#[test]
fn cmp_neg_7_money_that_was_spent_since_makes_the_offer_void() {
    let mut table = set(3).cards('B', "spain").done();
    table.does('A', "offer 1>2 190000, 2>1 card spain");
    table.does('A', "buy truck");
    table.does('A', "at germany");
    let before = table.state.players;
    accepts(&mut table, 'B');
    assert_eq!((table.state.players, table.open_offers()), (before, 0), "nothing moves");
    // The parties are told; others see that it is gone.
    for letter in ['A', 'B'] {
        assert!(table.heard(letter, "void").is_object(), "{letter}");
    }
    assert!(table.heard('C', "void").is_null() && table.heard('C', "lapsed").is_object());
}

#[test]
fn cmp_neg_7_what_is_promised_twice_goes_once() {
    let mut table = set(3).contracts('A', "C001").done();
    table.does('A', "offer 1>2 contract C001, 2>1 5000");
    table.does('A', "offer 1>3 contract C001, 3>1 6000");
    let (first, second) = (OfferNumber(table.number().0 - 1), table.number());
    table.does('B', &format!("accept {first}"));
    table.does('C', &format!("accept {second}"));
    assert_eq!((table.contracts('B'), table.purses()), ("C001".into(), vec![205_000, 195_000, 200_000]));
    assert!(table.heard('C', "void").is_object());
}

#[test]
fn cmp_neg_7_the_limits_hold_after_the_deal() {
    let trucks = |letter: char, table: crate::common::Setup| {
        (3..=5).fold(table, |table, number| table.token(&format!("{letter}-truck-{number}"), "poland"))
    };
    // A sixth truck.
    let mut table = trucks('b', set(2)).done();
    table.does('A', "offer 1>2 token a-truck-1, 2>1 10000");
    accepts(&mut table, 'B');
    assert!(table.heard('B', "void").is_object());
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("land germany".into(), 200_000));
    // Five for five are no more than five.
    let mut table = trucks('a', trucks('b', set(2))).done();
    table.does('A', "offer 1>2 token a-truck-1, 2>1 token b-truck-3");
    accepts(&mut table, 'B');
    assert!(table.heard('A', "deal").is_object());
    table.does('A', "stay");
    table.does('B', "stay");
    assert_eq!((table.place("a-truck-1"), table.place("b-truck-3")), ("land poland".into(), "land germany".into()));
    // A sixth branch.
    let mut table = set(2).branches('B', "spain portugal france benelux poland").branches('A', "egypt").done();
    table.does('A', "offer 1>2 branch egypt, 2>1 10000");
    accepts(&mut table, 'B');
    assert!(table.heard('A', "void").is_object());
    assert_eq!((table.branches('A'), table.money('A')), ("egypt".into(), 200_000));
    table.does('A', "offer 1>2 branch egypt, 2>1 branch spain");
    accepts(&mut table, 'B');
    assert_eq!(table.branches('A'), "spain");
}

#[test]
fn cmp_neg_7_each_thing_changes_hands_once_and_money_is_counted_after_the_deal() {
    let mut table = set(3).cards('A', "poland").cards('C', "spain").money('B', 5_000).done();
    assert_eq!(table.refused("offer 1>2 card poland, 2>3 card poland, 3>1 card spain"), "CMP-NEG-7");
    // B has 5,000, gets 10,000 and gives 5,000 in the same moment as the money of B is spent elsewhere.
    table.does('A', "offer 1>2 10000, 2>3 5000, 3>1 card spain");
    table.does('B', "offer 2>1 5000, 1>2 card poland");
    let (first, second) = (OfferNumber(table.number().0 - 1), table.number());
    table.does('B', &format!("accept {first}"));
    table.does('A', &format!("accept {second}"));
    assert_eq!(table.money('B'), 0);
    table.does('C', &format!("accept {first}"));
    assert_eq!((table.purses(), table.cards('A')), (vec![195_000, 5_000, 205_000], "spain".into()));
}

#[test]
fn cmp_neg_8_assets_are_money_cards_tokens_branches_and_hires() {
    let mut table = set(2).cards('B', "spain").branches('B', "france").done();
    assert_eq!(table.refused("offer 1>2 750, 2>1 card spain"), "CMP-NEG-8", "multiples of 500");
    assert_eq!(table.refused("offer 1>2 0, 2>1 card spain"), "CMP-NEG-8", "at least 500");
    assert_eq!(table.refused("offer 1>2 500, 2>1 token b-truck-3"), "CMP-NEG-8", "a token of the supply");
    assert_eq!(table.refused("offer 1>2 500, 2>1 token a-truck-1"), "CMP-NEG-8", "somebody else's token");
    assert_eq!(table.refused("offer 1>2 500, 2>1 branch egypt"), "CMP-NEG-8");
    for (asset, gets) in [("card spain", "spain"), ("branch france", "france")] {
        table.does('A', &format!("offer 1>2 500, 2>1 {asset}"));
        accepts(&mut table, 'B');
        assert!(table.cards('A').contains(gets) || table.branches('A').contains(gets));
    }
}

/// Covers CMP-NEG-10: what is not transferred at once cannot even be said.
#[test]
fn cmp_neg_9_headquarters_signed_contracts_and_promises_are_no_assets() {
    let mut table = set(2).signed("b-truck-1", "C001", "italy", "france").token("b-truck-2", "spain").done();
    assert_eq!(table.refused("offer 1>2 5000, 2>1 branch italy"), "CMP-NEG-8", "the headquarters");
    assert_eq!(table.refused("offer 1>2 5000, 2>1 card italy"), "CMP-NEG-22", "the Sender's card lies open");
    assert_eq!(table.refused("offer 1>2 5000, 2>1 contract C001"), "CMP-NEG-23", "the contract card of a signed contract");
    for thing in ["points 1", "headquarters H4", "goods italy", "action", "advantage C093", "loan 5000", "promise"] {
        assert!(table.rules.read(&format!("offer 1>2 5000, 2>1 {thing}")).is_err(), "{thing}");
    }
}

#[test]
fn cmp_neg_11_each_party_gives_and_gets_something_unless_gifts_are_allowed() {
    let mut table = set(3).cards('A', "poland").cards('C', "spain").done();
    assert_eq!(table.refused("offer 1>2 card poland"), "CMP-NEG-11");
    assert_eq!(table.refused("offer 1>2 card poland, 2>1 500, 3>1 card spain"), "CMP-NEG-11", "C gets nothing");
    let mut table = set_with(json!({"players": 2, "gifts": "yes"})).cards('A', "poland").done();
    table.does('A', "offer 1>2 card poland");
    accepts(&mut table, 'B');
    assert_eq!(table.cards('B'), "poland");
}

#[test]
fn cmp_neg_12_a_contract_card_is_seen_only_if_it_is_shown_and_a_territory_card_is_always_named() {
    let mut table = set(3).cards('A', "poland").contracts('A', "C001 C002").cards('B', "spain").done();
    table.does('A', "offer 1>2 contract C001, 1>2 card poland, 2>1 card spain");
    let seen = |table: &Table, letter: char| assets(&table.heard(letter, "offered"), "content");
    assert_eq!(seen(&table, 'A')[0], json!({"contract": {"card": 0}}));
    assert_eq!(seen(&table, 'B')[0], json!({"contract": {"card": null}}), "a contract card");
    assert!(seen(&table, 'B')[1]["territory"].is_number(), "a territory card is named");
    assert_eq!(table.known('B'), "poland", "B has seen that A holds it");
    table.does('A', "offer 1>2 shown C002, 2>1 5000");
    assert_eq!(seen(&table, 'B')[0], json!({"contract": {"card": 1}}));
    answers(&mut table, 'A', "withdraw #");
    assert_eq!((table.known('B').as_str(), table.known('C').as_str()), ("poland C002", ""), "it cannot be taken back");
    assert_eq!(table.refused_to('B', "offer 1>2 shown C001, 2>1 500"), "CMP-NEG-12", "nobody shows the card of another");
}

#[test]
fn cmp_neg_12_asking_for_a_card_tells_nothing() {
    // The answers to the same offers do not depend on where the card is.
    let told = |holder: char| {
        let mut table = set(3).cards(holder, "spain").cards('A', "poland").done();
        table.does('A', "offer 1>2 card poland, 2>1 card spain");
        let actions = table.actions_of(seat('A'));
        answers(&mut table, 'B', "decline #");
        (actions, table.heard('A', "declined"), table.known('A'))
    };
    assert_eq!(told('B'), told('C'));
}

#[test]
fn cmp_neg_13_a_token_is_traded_only_when_it_is_free() {
    let laid = [
        ("loaded", set(2).signed("a-truck-1", "C001", "germany", "france"), "a-truck-1"),
        ("with a truck aboard", set(2).token("a-truck-1", "a-ship-1"), "a-ship-1"),
        ("aboard", set(2).token("a-truck-1", "a-ship-1"), "a-truck-1"),
    ];
    for (what, table, token) in laid {
        // It may be offered: it might be free when the last party accepts.
        let mut table = table.done();
        table.does('A', &format!("offer 1>2 token {token}, 2>1 5000"));
        let before = table.state.tokens;
        accepts(&mut table, 'B');
        assert!(table.heard('A', "void").is_object(), "{what}");
        assert_eq!(table.state.tokens, before, "{what}");
        assert_eq!(table.refused(&format!("auction 500 token {token}")), "CMP-NEG-13", "{what}");
    }
    let mut table = set(2).token("a-truck-1", "a-ship-1").done();
    table.does('A', "offer 1>2 token a-ship-1, 2>1 5000");
    table.does('A', "unload a-truck-1");
    accepts(&mut table, 'B');
    assert!(table.heard('A', "deal").is_object(), "free when the last party accepts");
}

#[test]
fn cmp_neg_14_a_traded_token_goes_to_a_site_that_has_what_it_needs() {
    let mut table = set(2).branches('B', "czechia_hungary spain").token("a-ship-1", "germany").done();
    table.does('A', "offer 1>2 token a-ship-1, 2>1 50000");
    accepts(&mut table, 'B');
    assert_eq!(table.turn(), Some('B'));
    assert_eq!(table.sorted(), ["put italy", "put spain", "stay"], "no port in Czechia and Hungary");
    assert_eq!(table.refused("put czechia_hungary"), "CMP-NEG-14");
    assert_eq!(table.refused("put germany"), "CMP-NEG-14");
    assert!(table.refused_to('A', "end").starts_with("CMP-"));
    table.does('B', "put spain");
    assert_eq!(
        (table.place("b-ship-2"), table.place("a-ship-1"), table.turn()),
        ("port spain".into(), "supply".into(), Some('A'))
    );
}

#[test]
fn cmp_neg_15_tokens_are_placed_in_order_of_play_and_of_the_list() {
    let mut table = set(3).token("a-truck-1", "poland").token("c-truck-1", "spain").token("c-truck-2", "portugal").done();
    // B proposes in A's turn: A, the active player, is asked first, then B for each of two.
    table.does('B', "offer 3>2 token c-truck-1, 3>1 token c-truck-2, 1>2 token a-truck-1, 2>3 1000");
    table.does('C', &format!("accept {}", table.number()));
    table.does('A', &format!("accept {}", table.number()));
    assert_eq!(table.place("a-truck-1"), "land portugal", "the name is free again and taken by the new one");
    table.does('A', "put germany");
    assert_eq!(table.turn(), Some('B'));
    table.does('B', "put italy");
    table.does('B', "stay");
    assert_eq!((table.place("b-truck-3"), table.place("b-truck-4")), ("land italy".into(), "land poland".into()));
    assert_eq!((table.place("a-truck-1"), table.place("c-truck-1")), ("land germany".into(), "supply".into()));
}

#[test]
fn cmp_neg_15_only_who_has_a_choice_is_asked() {
    let mut table = set(2).token("a-truck-1", "italy").done();
    table.does('A', "offer 1>2 token a-truck-1, 2>1 5000");
    accepts(&mut table, 'B');
    assert_eq!((table.turn(), table.place("b-truck-3")), (Some('A'), "land italy".into()), "B's only site is where it is");
    assert!(table.heard('-', "put_traded").is_object());
}

#[test]
fn cmp_neg_15_an_aircraft_in_flight_stays_there_unless_the_marker_is_used() {
    let flying = || set(2).token("a-aircraft-1", "17:4").branches('B', "spain");
    let mut table = flying().done();
    table.does('A', "offer 1>2 token a-aircraft-1, 2>1 100000");
    accepts(&mut table, 'B');
    table.does('B', "stay");
    assert_eq!(table.place("b-aircraft-2"), "air 17:4");
    let mut table = flying().token("b-aircraft-1", "20:3").done();
    table.does('A', "offer 1>2 token a-aircraft-1, 2>1 100000");
    accepts(&mut table, 'B');
    assert_eq!(table.sorted(), ["put spain", "stay"], "it is at the headquarters already");
    table.does('B', "stay");
    assert_eq!(table.place("b-aircraft-2"), "airport italy");
    // In flight against in flight: each finds the marker free.
    let mut table = flying().token("b-aircraft-1", "20:3").done();
    table.does('A', "offer 1>2 token a-aircraft-1, 2>1 token b-aircraft-1");
    accepts(&mut table, 'B');
    table.does('A', "stay");
    table.does('B', "stay");
    assert_eq!((table.place("a-aircraft-1"), table.place("b-aircraft-1")), ("air 20:3".into(), "air 17:4".into()));
}

/// Covers CMP-NEG-17: the branch token is one of the new owner's colour.
#[test]
fn cmp_neg_16_a_branch_changes_hands_with_its_card_and_without_its_advantage() {
    let mut table = set(2).branches('A', "spain").advantage("C098", "spain").done();
    table.does('A', "offer 1>2 branch spain, 2>1 60000");
    accepts(&mut table, 'B');
    assert_eq!((table.branches('A'), table.branches('B')), (String::new(), "spain".into()));
    assert!(table.state.advantages.iter().all(Option::is_none));
    assert!(table.heard('-', "removed").is_object());
    assert!(table.state.contract_discard.contains(competitors::Contract::new(97).expect("C098")));
}

#[test]
fn cmp_neg_18_what_was_bought_from_the_bank_may_be_sold_to_players() {
    let mut table = set(2).done();
    table.does('A', "buy truck");
    table.does('A', "at germany");
    table.does('A', "offer 1>2 token a-truck-3, 2>1 40000");
    accepts(&mut table, 'B');
    table.does('B', "put italy");
    assert_eq!((table.place("b-truck-3"), table.money('A')), ("land italy".into(), 210_000));
}

#[test]
fn cmp_neg_19_two_offers_of_a_player_are_open_at_a_time() {
    let mut table = set_with(json!({"players": 3, "proposals": 9})).cards('A', "poland").cards('B', "spain").done();
    table.does('A', "offer 1>2 card poland, 2>1 5000");
    let first = table.number();
    table.does('A', "offer 1>3 card poland, 3>1 5000");
    assert_eq!(table.refused("offer 1>2 500, 2>1 card spain"), "CMP-NEG-19");
    // A counter-offer counts for A, who opened the first, and B may still open two.
    table.does('B', &format!("counter {first} 2>1 4000, 1>2 card poland"));
    assert_eq!(table.refused("offer 1>2 500, 2>1 card spain"), "CMP-NEG-19");
    table.does('B', "offer 2>1 card spain, 1>2 500");
    table.does('B', "offer 2>3 card spain, 3>2 500");
    assert_eq!(table.refused_to('B', "offer 2>3 card spain, 3>2 1000"), "CMP-NEG-19");
    assert_eq!(table.open_offers(), 4);
}

#[test]
fn cmp_neg_20_others_see_between_whom_and_afterwards_the_transfers() {
    let mut table = set(3).cards('A', "poland").contracts('A', "C001").contracts('B', "C002").done();
    table.does('A', "offer 1>2 card poland, 1>2 contract C001, 2>1 unnamed 1, 2>1 5000");
    for outsider in ['C', '-'] {
        let offered = table.heard(outsider, "offered");
        assert_eq!((&offered["parties"], &offered["content"]), (&json!([1, 2]), &Value::Null), "{outsider}");
    }
    answers(&mut table, 'B', "accept # C002");
    let seen = |letter: char| assets(&table.heard(letter, "deal"), "content");
    let hidden = json!({"contract": {"card": null}});
    for outsider in ['C', '-'] {
        assert_eq!(seen(outsider)[1..], [hidden.clone(), hidden.clone(), json!({"money": 5000})], "{outsider}");
        assert!(seen(outsider)[0]["territory"].is_number());
    }
    for party in ['A', 'B'] {
        assert_eq!(seen(party)[1..3], [json!({"contract": {"card": 0}}), json!({"contract": {"card": 1}})], "{party}");
    }
}

#[test]
fn cmp_neg_21_a_branch_bought_between_two_movement_turns_frees_from_customs() {
    let laid =
        || set(2).token("a-truck-1", "belarus").signed("a-truck-1", "C001", "belarus", "germany").branches('B', "poland").done();
    let mut table = laid();
    table.does('A', "deliver belarus");
    table.lucky('A', "go a-truck-1 poland", &[0]);
    assert_eq!(table.told("customs").len(), 1, "a customs border");
    let mut table = laid();
    table.does('A', "deliver belarus");
    table.does('A', "offer 1>2 10000, 2>1 branch poland");
    accepts(&mut table, 'B');
    table.does('A', "go a-truck-1 poland");
    assert_eq!((table.told("customs").len(), table.place("a-truck-1")), (0, "land poland".into()), "A's own branch");
}

#[test]
fn cmp_neg_22_an_offer_lapses_when_all_parties_can_see_that_it_cannot_be() {
    // A territory card that is signed with: the bargaining example of the rulebook.
    let mut table = set(3).cards('A', "poland germany").contracts('A', "C001").done();
    table.does('A', "offer 1>2 card poland, 2>1 5000");
    for part in ["sign C001", "by a-truck-1", "to poland"] {
        table.does('A', part);
    }
    assert_eq!(table.open_offers(), 0);
    assert!(table.heard('C', "lapsed").is_object());
    // One that is built on.
    let mut table = set(2).cards('A', "poland").done();
    table.does('A', "offer 1>2 card poland, 2>1 5000");
    table.does('A', "build poland");
    assert_eq!(table.open_offers(), 0);
    // A token and a branch that are sold to the bank.
    let mut table = set(2).branches('A', "spain").done();
    table.does('A', "offer 1>2 token a-truck-2, 2>1 5000");
    table.does('B', "offer 1>2 branch spain, 2>1 5000");
    table.does('A', "sell a-truck-2");
    assert_eq!(table.open_offers(), 1);
    table.does('A', "close spain");
    assert_eq!(table.open_offers(), 0);
}

#[test]
fn cmp_neg_22_nothing_hidden_from_a_party_makes_an_offer_lapse() {
    // The other bargaining example: an unshown contract card is signed face down.
    let mut table = set(2).cards('A', "poland germany").contracts('A', "C001 C002").done();
    table.does('A', "offer 1>2 contract C001, 2>1 5000");
    table.does('A', "offer 1>2 shown C002, 2>1 5000");
    let (unshown, shown) = (OfferNumber(table.number().0 - 1), table.number());
    for part in ["sign C001", "by a-truck-1", "to poland"] {
        table.does('A', part);
    }
    assert_eq!(table.open_offers(), 2, "B cannot know which of the two was signed");
    table.does('B', &format!("accept {unshown}"));
    assert!(table.heard('B', "void").is_object());
    assert_eq!(table.purses(), [200_000, 200_000]);
    table.does('B', &format!("accept {shown}"));
    assert_eq!((table.contracts('B'), table.money('A')), ("C002".into(), 205_000));
}

#[test]
fn cmp_neg_22_a_card_that_all_parties_know_to_be_elsewhere_ends_the_offer() {
    let laid = || set(3).cards('A', "poland").cards('B', "spain").done();
    // A asks B for a card that C gets from B in sight of all.
    let mut table = laid();
    table.does('A', "offer 1>2 card poland, 2>1 card spain");
    table.does('B', "offer 2>3 card spain, 3>2 1000");
    accepts(&mut table, 'C');
    assert_eq!(table.open_offers(), 0, "A and B know that C has it");
    assert_eq!(table.refused("offer 1>2 card poland, 2>1 card spain"), "CMP-NEG-22", "A can see that B has it not");
    table.does('A', "offer 1>3 card poland, 3>1 card spain");
    // A named contract card that is played lies open.
    let mut table = set(2).contracts('A', "C112").done();
    table.does('A', "offer 1>2 shown C112, 2>1 5000");
    table.does('A', "play C112");
    assert_eq!(table.open_offers(), 0);
    let mut table = set(2).contracts('A', "C112").done();
    table.does('A', "offer 1>2 contract C112, 2>1 5000");
    table.does('A', "play C112");
    assert_eq!(table.open_offers(), 1, "B saw only a contract card");
    accepts(&mut table, 'B');
    assert!(table.heard('B', "void").is_object());
}

#[test]
fn cmp_neg_22_a_token_that_changed_hands_is_not_its_namesake() {
    // All five trucks of A are out, so the one that comes takes the name of the one that goes.
    let laid = (3..=5).fold(set(3), |table, number| table.token(&format!("a-truck-{number}"), "poland"));
    let mut table = laid.done();
    table.does('C', "offer 3>1 5000, 1>3 token a-truck-1");
    table.does('A', "offer 1>2 token a-truck-1, 2>1 token b-truck-1");
    accepts(&mut table, 'B');
    assert_eq!(table.open_offers(), 0, "what C wanted has gone to B");
}

#[test]
fn cmp_neg_23_an_unnamed_card_is_picked_with_the_acceptance() {
    let mut table = set(3).contracts('A', "C001").contracts('B', "C002 C003").done();
    assert_eq!(table.refused("offer 1>2 5000, 2>1 contract C002"), "CMP-NEG-23", "A has never seen it");
    assert_eq!(table.refused("offer 1>2 unnamed 1, 2>1 5000"), "CMP-NEG-23", "who proposes names the card");
    table.does('A', "offer 1>2 contract C001, 2>1 unnamed 1");
    assert_eq!(refuses(&mut table, 'B', "accept #"), "CMP-NEG-23");
    assert_eq!(refuses(&mut table, 'B', "accept # C001"), "CMP-NEG-23", "not a card of B's");
    assert_eq!(refuses(&mut table, 'B', "accept # C002 C003"), "CMP-NEG-23", "one is enough");
    let picks = |number: OfferNumber| ["C002", "C003"].map(|card| format!("accept {number} {card}"));
    assert!(picks(table.number()).iter().all(|accept| table.allows('B', accept)));
    answers(&mut table, 'B', "accept # C003");
    assert_eq!((table.contracts('A'), table.contracts('B')), ("C003".into(), "C001 C002".into()));
    // Each knows the card given away; C knows that one went each way.
    assert_eq!((table.known('A'), table.known('B'), table.known('C')), ("C001".into(), "C003".into(), String::new()));
    // By name, what is known.
    table.does('A', "offer 1>2 5000, 2>1 contract C001");
    accepts(&mut table, 'B');
    assert_eq!(table.contracts('A'), "C001 C003");
}

#[test]
fn cmp_neg_23_a_pick_is_kept_until_the_last_party_accepts_and_checked_then() {
    let laid = || set(3).contracts('B', "C112 C003").cards('C', "spain").done();
    let mut table = laid();
    table.does('C', "offer 3>1 card spain, 1>2 5000, 2>3 unnamed 1");
    table.does('B', &format!("accept {} C112", table.number()));
    assert!(
        table
            .events
            .iter()
            .all(|event| !format!("{:?}", table.rules.seen(event, kernel::Viewer::Seat(seat('C')))).contains("111"))
    );
    accepts(&mut table, 'A');
    assert_eq!((table.contracts('C'), table.known('A')), ("C112".into(), String::new()));
    // The card that was picked is gone by then: void, and nobody is told which.
    let mut table = set(3).contracts('A', "C112 C003").cards('C', "spain").done();
    table.does('C', "offer 3>2 card spain, 2>1 5000, 1>3 unnamed 1");
    table.does('A', &format!("accept {} C112", table.number()));
    table.does('A', "play C112");
    assert_eq!(table.open_offers(), 1);
    accepts(&mut table, 'B');
    assert!(table.heard('B', "void").is_object());
    assert_eq!(table.cards('C'), "spain");
}

/// Covers the last bargaining example of the rulebook.
#[test]
fn cmp_neg_24_three_proposals_a_turn_and_six_counter_offers() {
    let mut table = set(2).cards('A', "poland").token("b-truck-1", "germany").done();
    table.does('A', "ask contract for 5000");
    table.does('A', "offer 1>2 card poland, 2>1 5000");
    answers(&mut table, 'A', "withdraw #");
    table.does('A', "offer 1>2 card poland, 2>1 5000");
    answers(&mut table, 'A', "withdraw #");
    for fourth in ["ask contract for 5000", "offer 1>2 card poland, 2>1 5000", "auction 500 card poland"] {
        assert_eq!(table.refused(fourth), "CMP-NEG-24", "{fourth}");
    }
    // Answering is none of them.
    table.does('B', "offer 2>1 token b-truck-1, 1>2 40000");
    for (who, from_b) in [('A', 30_000), ('B', 35_000), ('A', 31_000), ('B', 34_000), ('A', 32_000), ('B', 33_000)] {
        answers(&mut table, who, &format!("counter # 2>1 token b-truck-1, 1>2 {from_b}"));
    }
    assert_eq!(refuses(&mut table, 'A', "counter # 2>1 token b-truck-1, 1>2 32500"), "CMP-NEG-24", "a seventh");
    accepts(&mut table, 'A');
    assert_eq!((table.place("a-truck-3"), table.money('A')), ("land germany".into(), 167_000));
    // In the next turn, whosever it is, everybody may propose again.
    table.does('A', "end");
    table.does('A', "offer 1>2 card poland, 2>1 5000");
}

#[test]
fn cmp_neg_24_an_offer_has_at_most_eight_transfers() {
    let mut table = set(2).cards('A', "poland spain france portugal benelux egypt morocco japan").done();
    let eight = "1>2 card poland, 1>2 card spain, 1>2 card france, 1>2 card portugal, 1>2 card benelux, 1>2 card egypt, 1>2 card morocco, 2>1 500";
    assert!(table.rules.read(&format!("offer {eight}, 1>2 card japan")).is_err());
    table.does('A', &format!("offer {eight}"));
    accepts(&mut table, 'B');
    assert_eq!((table.cards('A').as_str(), table.cards('B').split(' ').count()), ("japan", 7));
}

#[test]
fn cmp_neg_24_the_setting_says_how_many_proposals() {
    let mut table = set_with(json!({"players": 2, "proposals": 1})).cards('A', "poland").done();
    table.does('A', "ask contract for 5000");
    assert_eq!(table.refused("offer 1>2 card poland, 2>1 5000"), "CMP-NEG-24");
}
