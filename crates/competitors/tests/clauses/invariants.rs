//! What is true after every step: a state or a step that breaks it is refused by its clause. (CMP-INV)

use crate::common::{CompetitorsTable, Setup, Table, Travel, options, seat, set, set_with, u};
use competitors::{Competitors, Contract, Customs, Place, State, Territory, Token};
use kernel::{Money, Notation, Rules, Seats, Seeded, Silent, Viewer};
use serde_json::json;

fn territory(table: &Table, id: &str) -> Territory {
    table.rules.pack.find_territory(id).unwrap_or_else(|| panic!("no territory {id}"))
}

fn contract(table: &Table, id: &str) -> Contract {
    table.rules.pack.find_contract(id).unwrap_or_else(|| panic!("no contract {id}"))
}

fn token(name: &str) -> Token {
    name.parse().expect("a token")
}

/// The clause by which a step to this state is refused.
fn step(table: &Table, change: impl FnOnce(&mut State)) -> String {
    let mut after = table.state;
    change(&mut after);
    table.rules.check_step(&table.state, &after).err().map_or("nothing".into(), |refusal| refusal.clause.into())
}

/// The clause by which a written position is refused.
fn written(position: serde_json::Value) -> &'static str {
    match Table::try_at(options(json!({"players": 2})), position) {
        Ok(_) => "nothing",
        Err(refusal) => refusal.clause,
    }
}

#[test]
fn cmp_inv_1_money_is_at_least_0_and_a_multiple_of_500() {
    let table = set(2).done();
    assert_eq!(table.broken(|_| {}), "nothing");
    assert_eq!(table.broken(|state| state.players[0].money = Money::new(-500)), "CMP-INV-1");
    assert_eq!(table.broken(|state| state.players[0].money = Money::new(750)), "CMP-INV-1");
    let mut position = table.position();
    position["players"][0]["money"] = json!(-500);
    assert_eq!(written(position), "CMP-INV-1");
}

#[test]
fn cmp_inv_2_no_money_comes_from_nowhere() {
    let table = set_with(json!({"players": 2, "bank_limited": "yes"})).done();
    assert_eq!(table.broken(|state| state.players[0].money += Money::new(500)), "CMP-INV-2");
    assert_eq!(table.broken(|state| state.bank += Money::new(-500)), "CMP-INV-2");
    // What is set aside for a hire counts.
    let setup = set_with(json!({"players": 2, "bank_limited": "yes"})).token("b-ship-1", "germany");
    let mut table = setup.signed("a-truck-1", "C001", "germany", "poland").done();
    table.does('A', "offer 2>1 hire b-ship-1 goods germany 8000 success");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    assert_eq!((table.money('A'), table.broken(|_| {})), (192_000, "nothing".into()));
}

#[test]
fn cmp_inv_3_each_territory_card_is_in_one_place() {
    let table = set(2).cards('A', "poland").done();
    let poland = territory(&table, "poland");
    assert_eq!(table.broken(|state| state.players[1].territories.insert(poland)), "CMP-INV-3", "in two");
    assert_eq!(table.broken(|state| state.players[0].territories.remove(poland)), "CMP-INV-3", "in none");
}

#[test]
fn cmp_inv_4_each_contract_card_is_in_one_place() {
    let table = set(2).contracts('A', "C001").done();
    let card = contract(&table, "C001");
    assert_eq!(table.broken(|state| state.contract_discard.insert(card)), "CMP-INV-4", "in two");
    assert_eq!(table.broken(|state| state.players[0].contracts.remove(card)), "CMP-INV-4", "in none");
}

#[test]
fn cmp_inv_5_the_customs_cards_are_in_the_deck_or_being_resolved() {
    let table = set(2).done();
    assert_eq!(table.broken(|state| state.drawn.push(Customs::new(3).expect("a card"))), "CMP-INV-5");
    // While a choice is open the card is out.
    let mut table = set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C031", "western_siberia", "moscow").done();
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(20)]);
    assert_eq!(table.state.drawn.iter().count(), 1);
    assert_eq!(table.broken(|state| state.drawn = competitors::Drawn::NONE), "CMP-INV-5");
}

#[test]
fn cmp_inv_6_each_colour_has_its_tokens_and_five_branches() {
    assert!("a-truck-6".parse::<Token>().is_err() && "a-ship-4".parse::<Token>().is_err());
    assert!("a-aircraft-3".parse::<Token>().is_err());
    let table = set(2).branches('A', "poland spain france kenya peru").done();
    let chile = territory(&table, "chile");
    let sixth = |state: &mut State| {
        state.territory_deck.remove(chile);
        state.players[0].branches.insert(chile);
    };
    assert_eq!(table.broken(sixth), "CMP-INV-6");
}

#[test]
fn cmp_inv_7_each_token_is_where_its_kind_can_be_and_none_on_a_strait_between_actions() {
    let table = set(2).done();
    let (poland, alps) = (territory(&table, "poland"), territory(&table, "alpine_republics"));
    let hex = competitors::Cell::read("19:2").expect("a hex");
    let land = competitors::Cell::read("18:3").expect("a cell");
    let strait = competitors::Strait::new(0).expect("a strait");
    for (name, place) in [
        ("a-truck-1", Place::Port(poland)),
        ("a-truck-1", Place::Sea(hex)),
        ("a-ship-1", Place::Port(alps)),
        ("a-ship-1", Place::Sea(land)),
        ("a-ship-1", Place::Land(poland)),
        ("a-aircraft-1", Place::Land(poland)),
        ("a-truck-1", Place::Strait(strait)),
    ] {
        assert_eq!(table.broken(|state| state.piece_mut(token(name)).place = place), "CMP-INV-7", "{name} {place:?}");
    }
}

#[test]
fn cmp_inv_8_one_truck_aboard_a_carrier_and_nothing_aboard_a_truck() {
    let table = set(2).done();
    assert_eq!(table.broken(|state| state.piece_mut(token("a-ship-1")).cargo = Some(token("a-truck-1"))), "CMP-INV-8");
    assert_eq!(table.broken(|state| state.piece_mut(token("a-truck-1")).place = Place::Aboard(token("a-ship-1"))), "CMP-INV-8");
    assert_eq!(table.broken(|state| state.piece_mut(token("a-truck-1")).place = Place::Aboard(token("a-truck-2"))), "CMP-INV-7");
    let aboard = |state: &mut State| state.piece_mut(token("a-aircraft-1")).place = Place::Aboard(token("a-ship-1"));
    assert_eq!(table.broken(aboard), "CMP-INV-7");
}

#[test]
fn cmp_inv_9_goods_are_on_one_token_of_the_player_who_signed() {
    let table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    let other = |state: &mut State| {
        let load = state.piece_mut(token("a-truck-1")).load.take();
        state.piece_mut(token("b-truck-1")).load = load;
    };
    assert_eq!(table.broken(other), "CMP-INV-9");
    let twice = |state: &mut State| {
        let load = state.piece(token("a-truck-1")).load;
        state.piece_mut(token("a-truck-2")).load = load;
    };
    assert_eq!(table.broken(twice), "CMP-INV-3", "its cards would be in two places");
}

#[test]
fn cmp_inv_10_a_signed_contract_is_a_goods_card_and_two_different_territory_cards() {
    let table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    let (goods, special) = (contract(&table, "C001"), contract(&table, "C093"));
    let not_goods = |state: &mut State| {
        state.contract_deck.remove(special);
        state.contract_deck.insert(goods);
        if let Some(load) = &mut state.piece_mut(token("a-truck-1")).load {
            load.contract = special;
        }
    };
    assert_eq!(table.broken(not_goods), "CMP-INV-10");
}

#[test]
fn cmp_inv_11_at_most_one_aircraft_in_flight() {
    let table = set(2).token("a-aircraft-1", "19:4").token("a-aircraft-2", "germany").done();
    let cell = competitors::Cell::read("19:3").expect("a cell");
    assert_eq!(table.broken(|state| state.piece_mut(token("a-aircraft-2")).place = Place::Air(cell)), "CMP-INV-11");
}

#[test]
fn cmp_inv_12_one_site_on_a_territory() {
    let table = set(2).done();
    for id in ["italy", "germany"] {
        let at = territory(&table, id);
        let second = |state: &mut State| {
            state.territory_deck.remove(at);
            state.players[0].branches.insert(at);
        };
        assert_eq!(table.broken(second), "CMP-INV-12", "{id}");
    }
}

#[test]
fn cmp_inv_13_each_headquarters_stays_where_it_is() {
    let table = set(2).done();
    let other = competitors::Office::new(0);
    assert_eq!(step(&table, |state| state.players[0].office = other), "CMP-INV-13");
}

/// Covers CMP-VP-4.
#[test]
fn cmp_inv_14_victory_points_are_at_least_0() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    table.run(&["deliver germany", "give up"]);
    assert_eq!(table.points('A'), 0);
    assert_eq!(step(&table, |state| state.players[0].book.failed = 0), "CMP-INV-14", "a Delivery is not forgotten");
}

#[test]
fn cmp_inv_15_advantages_lie_on_sites_with_room() {
    let table = set(2).advantage("C093", "germany").done();
    let card = contract(&table, "C094");
    for site in ["spain", "germany"] {
        let at = territory(&table, site);
        let laid = |state: &mut State| {
            state.contract_deck.remove(card);
            state.advantages[card.index()] = Some(at);
        };
        assert_eq!(table.broken(laid), "CMP-INV-15", "{site}");
    }
}

#[test]
fn cmp_inv_16_one_danger_is_active() {
    let table = set(2).done();
    assert_eq!(table.broken(|state| state.danger = None), "CMP-INV-16");
}

#[test]
fn cmp_inv_17_a_turn_has_its_actions_and_at_most_three_more() {
    let table = set(2).done();
    assert_eq!(table.broken(|state| state.turn.actions = 3), "CMP-INV-17");
    assert_eq!(table.broken(|state| state.turn.added = 4), "CMP-INV-17");
    let table = set(2).actions(1).done();
    assert_eq!(step(&table, |state| state.turn.actions = 2), "CMP-INV-17", "none comes back");
}

#[test]
fn cmp_inv_18_movement_turns_do_not_exceed_the_limit() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "ukraine").done();
    table.run(&["deliver germany", "go a-truck-1 poland"]);
    let more = |state: &mut State| {
        if let Some(delivery) = state.journey.as_mut().and_then(|journey| journey.delivery.as_mut()) {
            delivery.used = 5;
        }
    };
    assert_eq!(table.broken(more), "CMP-INV-18");
}

#[test]
fn cmp_inv_19_no_more_points_than_a_token_and_its_group_have() {
    let mut table = set(2).done();
    table.run(&["move a-truck-1", "go a-truck-1 poland"]);
    let journey = table.state.journey.expect("a journey");
    assert_eq!((journey.left[0], journey.cap), (4, 4));
    for change in
        [(|journey: &mut competitors::Journey| journey.left[0] = -1) as fn(&mut competitors::Journey), |journey| journey.cap = -1]
    {
        let less = |state: &mut State| {
            if let Some(journey) = &mut state.journey {
                change(journey);
            }
        };
        assert_eq!(table.broken(less), "CMP-INV-19");
    }
}

#[test]
fn cmp_inv_20_points_and_contracts_change_by_deliveries_alone() {
    let table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    assert_eq!(step(&table, |state| state.players[0].points = 1), "CMP-INV-20");
    let spain = territory(&table, "spain");
    let change = |state: &mut State| {
        if let Some(load) = &mut state.piece_mut(token("a-truck-1")).load {
            load.receiver = spain;
        }
    };
    assert_eq!(step(&table, change), "CMP-SIGN-2");
    assert_eq!(step(&table, |state| state.piece_mut(token("a-truck-1")).load = None), "CMP-SIGN-12");
}

#[test]
fn cmp_inv_21_the_same_seed_and_decisions_give_the_same_game() {
    let play = || {
        let rules = proof::rules::<Competitors>(&options(json!({"players": 3, "rounds": 2})));
        let (mut luck, mut choices) = (Seeded::new(7), Seeded::new(8));
        let mut state = rules.start(&mut luck, &mut Silent);
        let mut actions = Vec::new();
        for _ in 0..200 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            actions.clear();
            rules.actions(&state, seat, &mut actions);
            let action = actions[kernel::Luck::below(&mut choices, actions.len())];
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("listed");
        }
        state
    };
    assert_eq!(play(), play());
}

/// B's hand and the contract that B has signed are others; A and a watcher see the same.
#[test]
fn cmp_inv_22_what_is_seen_does_not_depend_on_what_is_hidden() {
    let table = |hand: &str, cards: &str, signed: &str| {
        let setup: Setup = set(2).contracts('B', hand).cards('B', cards);
        setup.signed("b-truck-1", signed, "italy", "spain").done()
    };
    let (one, other) = (table("C001 C114", "poland", "C003"), table("C002 C050", "fiji", "C073"));
    for viewer in [Viewer::Watcher, Viewer::Seat(seat('A'))] {
        assert_eq!(one.seen_by(viewer), other.seen_by(viewer));
    }
    assert_ne!(one.seen_by(Viewer::Seat(seat('B'))), other.seen_by(Viewer::Seat(seat('B'))));
}

#[test]
fn cmp_inv_23_proposals_are_counted_and_limited() {
    let table = set(2).done();
    assert_eq!(table.broken(|state| state.turn.proposals[0] = 4), "CMP-INV-23");
    assert_eq!(table.broken(|state| state.turn.auctioned = Seats::first(5)), "CMP-INV-23");
    let table = set(2).change(|state| state.turn.proposals[0] = 2).done();
    assert_eq!(step(&table, |state| state.turn.proposals[0] = 1), "CMP-INV-23");
}

#[test]
fn cmp_inv_24_every_series_of_choices_ends() {
    let table = set(2).round(3).done();
    assert_eq!(step(&table, |state| state.round = 2), "CMP-INV-24");
    assert_eq!(step(&table, |state| state.round = 5), "CMP-INV-24");
    // Free steps come to an end, too: of a truck, two carriers and goods that may change.
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    let mut steps = 0;
    while let Some(free) = table.actions().into_iter().find(|a| ["load", "unload", "hand"].iter().any(|kind| a.starts_with(kind)))
    {
        table.does('A', &free);
        steps += 1;
        assert!(steps < 20, "free steps go on and on");
    }
}

#[test]
fn cmp_inv_25_a_marked_card_is_where_the_mark_says() {
    let table = set(2).contracts('B', "C001").cards('B', "poland").done();
    let (known, unknown) = (contract(&table, "C001"), contract(&table, "C002"));
    assert_eq!(table.broken(|state| state.players[0].known_contracts.insert(known)), "nothing");
    assert_eq!(table.broken(|state| state.players[0].known_contracts.insert(unknown)), "CMP-INV-25");
    let spain = territory(&table, "spain");
    assert_eq!(table.broken(|state| state.players[0].known_territories.insert(spain)), "CMP-INV-25");
}
