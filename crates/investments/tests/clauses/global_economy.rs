//! Global Economy tiles and cards, and each of their effects. (INV-GLOB, INV-GFX, INV-FX-6)

use crate::drawing::*;
use kernel::Money;
use serde_json::{Value, json};

/// This card is in force, drawn by B.
fn in_force(card: &str, players: Value) -> Table {
    with(json!({}), json!({"global": {"card": card, "drawer": 2}, "players": players}))
}

fn fee(table: &Table, id: &str) -> i32 {
    table.rules.fee(&table.state, business(id)).units()
}

fn price(table: &Table, id: &str) -> i32 {
    table.rules.price(&table.state, business(id)).units()
}

/// What a landing of A on this tile brings, once A pays or B, who owes, does.
#[track_caller]
fn landing(card: &str, tile: u8, players: Value) -> Vec<i64> {
    let mut table = before(tile, json!({}), json!({"global": {"card": card, "drawer": 2}, "players": players}));
    table.roll(&[]);
    if table.pending() == "debt" {
        table.play("pay", &[]);
    }
    table.net()
}

/// Covers INV-GLOB-1, INV-GLOB-4, INV-GLOB-11.
#[test]
fn inv_glob_2_landing_lays_the_top_card_open_for_everybody() {
    let mut table = before(GLOBAL, json!({}), json!({"players": [{}, {"owned": ["b71"]}]}));
    table.roll(&[card("g08")]);
    assert_eq!((table.global(), table.position()["global"]["drawer"].clone()), (("g08".into(), 2), json!(1)));
    assert_eq!(fee(&table, "b71"), 90_000, "it binds all players: 60,000 and half as much again");
    assert_eq!(table.step(), "trade", "nobody was asked");
}

/// Covers INV-GLOB-12, INV-EX-34.
#[test]
fn inv_glob_3_insurance_is_immune() {
    let insured = || json!([{"cash": 5_000_000}, {"owned": ["b29", "b57"]}]);
    for (card, sum) in [("g07", 20_000), ("g08", 20_000)] {
        assert_eq!(landing(card, 39, json!([{}, {"owned": ["b29"]}])), [-sum, sum, 0, 0]);
    }
    for card in ["g09", "g10"] {
        assert_eq!(price(&in_force(card, insured()), "b29"), 110_000);
    }
    let table = in_force("g11", insured());
    assert_eq!(table.rules.investment_price(&table.state, business("b29")), Money::new(110_000));
    // Bans do not hold for it: A upgrades, forces and trades it.
    let own = json!({"global": {"card": "g13", "drawer": 2}, "players": [{"owned": ["b29", "b57"]}]});
    let mut table = before(39, json!({}), own);
    table.roll(&[]);
    table.play("invest 1", &[]);
    assert_eq!(table.level("b29"), 1);
    let halves = json!({"global": {"card": "g27", "drawer": 2}, "players": [{"owned": ["b29"]}, {"owned": ["b57"]}]});
    let mut table = before(80, json!({}), halves);
    table.roll(&[]);
    table.plays(&["force", "agree"]);
    assert_eq!(table.owner("b57"), Some('A'));
    let embargo =
        json!({"global": {"card": "g28", "drawer": 2}, "turn": {"step": "trade"}, "players": [{"owned": ["b29", "b01"]}]});
    let mut table = with(json!({}), embargo);
    assert_eq!(table.refused("offer 1>2 b01, 2>1 20000"), "INV-GFX-15");
    assert_eq!(table.refused("auction b01 for 0"), "INV-GFX-15");
    table.play("offer 1>2 b29, 2>1 20000", &[]);
    table.play("accept 1", &[]);
    assert_eq!(table.owner("b29"), Some('B'));
    // Loans are the player's: a ban holds for a mortgage on Insurance too.
    let debt =
        json!({"global": {"card": "g18", "drawer": 2}, "players": [{"cash": 20000, "owned": ["b29"]}, {"owned": ["b71"]}]});
    let mut table = before(97, json!({}), debt);
    table.roll(&[]);
    assert_eq!(table.refused("mortgage b29"), "INV-GFX-10");
    // And free trade does not reach it.
    let market = json!({"global": {"card": "g03", "drawer": 2}, "players": [{}, {"owned": ["b29", "b01"]}]});
    let mut table = with(json!({}), market);
    assert_eq!(table.refused_to('B', "sell b29"), "INV-GLOB-12");
    assert_eq!(table.refused_to('B', "offer 2>3 b29, 3>2 5000"), "INV-GLOB-12");
    table.does('B', "sell b01", &[]);
}

/// Covers INV-GLOB-24, INV-GFX-1, INV-GFX-2, INV-EX-32.
#[test]
fn inv_glob_5_a_bonus_is_paid_once_and_the_rest_lasts() {
    let players = json!([{}, {"owned": ["b12", "b13", "b09", "b11", "b53"]}, {"owned": ["b07"], "jail": 1}]);
    let mut table = before(
        GLOBAL,
        json!({}),
        json!({"players": [{"owned": ["b12", "b13", "b09", "b11"]}, {}, {"owned": ["b07"], "jail": 1}]}),
    );
    table.roll(&[card("g01")]);
    assert_eq!(table.net(), [15_000, 0, 0, 0], "5,000 for each of three Industries; C is not present");
    assert_eq!((fee(&table, "b12"), fee(&table, "b11")), (15_000, 10_000), "the Forest Nursery is Agriculture");
    let table = in_force("g01", players.clone());
    assert_eq!(fee(&table, "b53"), 55_000, "35,000 × 3/2 = 52,500");
    assert_eq!(landing("g01", 15, players.clone()), [-15_000, 15_000, 0, 0]);
    assert_eq!(landing("g01", 14, players), [-10_000, 10_000, 0, 0]);
}

/// Covers INV-FX-6, INV-GLOB-14, INV-EDGE-5.
#[test]
fn inv_glob_6_while_a_card_is_in_force_the_tile_gives_an_instruction() {
    let land = |tile: u8, tokens: u8, luck: &[u32]| {
        let global = json!({"card": "g07", "drawer": 2, "tokens": tokens});
        let mut table = before(tile, json!({}), json!({ "global": global }));
        table.roll(luck);
        table
    };
    assert_eq!(land(48, 2, &[]).global(), ("g07".into(), 3), "longer");
    assert_eq!(land(48, 20, &[]).global(), ("g07".into(), 20), "more than 20 are not added");
    assert_eq!(land(49, 2, &[]).global(), ("g07".into(), 1), "shorter");
    let table = land(49, 1, &[]);
    assert_eq!(
        (table.global(), table.bottom("global")),
        (("-".into(), 0), "g07".into()),
        "it expires at once, and nothing is drawn"
    );
    let table = land(50, 2, &[card("g08")]);
    assert_eq!((table.global(), table.bottom("global")), (("g08".into(), 2), "g07".into()));
    assert_eq!(table.position()["global"]["drawer"], 1, "the player who landed is its drawer");
}

/// Covers INV-EX-69.
#[test]
fn inv_glob_7_landing_again_directly_rolls_the_repeat_die() {
    let position = json!({"players": [{"at": 48}], "global": {"card": "g22", "drawer": 2, "tokens": 2}, "turn": {"more": 1}});
    let mut table = with(json!({}), position);
    table.play("roll", &[2, 5, card("p01")]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (50, 50_000), "a Profit card");
    assert_eq!(table.global(), ("g22".into(), 2), "neither card nor instruction");
    assert_eq!(table.refused("buy"), "INV-TURN-4", "it cannot be bought");
}

fn pass(table: &mut Table, times: usize) {
    for _ in 0..times {
        table.roll(&[]);
        table.plays(&["no", "end"]);
    }
}

/// Covers INV-GLOB-9, INV-EX-35.
#[test]
fn inv_glob_8_only_the_drawer_removes_tokens() {
    let mut table = before(GLOBAL, json!({"players": 3}), json!({"players": [{}, {"at": 10}, {"at": 10}]}));
    table.roll(&[card("g05")]);
    table.play("end", &[]);
    assert_eq!((table.active(), table.global().1), ('B', 2), "none in the slot of drawing");
    for letter in ['B', 'C'] {
        table.roll(&[]);
        table.plays(&["no", "end"]);
        assert_eq!(table.global().1, 2, "none by {letter}");
    }
    table.roll(&[]);
    table.plays(&["no", "end"]);
    assert_eq!((table.active(), table.global().1), ('B', 1), "one at the end of A2");
    let mut table = with(
        json!({"players": 3}),
        json!({"turn": {"seat": 1, "step": "trade"}, "global": {"card": "g05", "drawer": 1, "tokens": 1}}),
    );
    table.play("end", &[]);
    assert_eq!((table.global(), table.bottom("global")), (("-".into(), 0), "g05".into()), "at none left it expires");
    let mut table = before(GLOBAL, json!({"global_first_token": "same_slot"}), json!({}));
    table.roll(&[card("g05")]);
    table.play("end", &[]);
    assert_eq!(table.global().1, 1, "with `same_slot` the first is removed at once");
}

/// Covers INV-EDGE-6.
#[test]
fn inv_glob_10_a_skipped_or_empty_slot_removes_a_token_as_well() {
    let slots = [json!({"jail": 2}), json!({"missed": 1}), json!({"stays": true}), json!({"out": 1})];
    for drawer in slots {
        let position = json!({
            "turn": {"seat": 1, "step": "trade"}, "players": [{}, drawer],
            "global": {"card": "g05", "drawer": 2, "tokens": 2},
        });
        let mut table = with(json!({"players": 3}), position);
        table.play("end", &[]);
        assert_eq!((table.active(), table.global().1), ('C', 1), "{drawer}");
    }
}

#[test]
fn inv_glob_13_nothing_done_under_a_card_is_undone() {
    let mut table = before(10, json!({}), json!({"global": {"card": "g09", "drawer": 1, "tokens": 1}}));
    table.roll(&[]);
    table.plays(&["buy", "end"]);
    assert_eq!((table.global().0.as_str(), table.owner("b08"), table.cash('A')), ("-", Some('A'), 1_480_000), "bought for half");
}

/// Covers INV-GLOB-21.
#[test]
fn inv_glob_15_a_card_drawn_in_passing_applies_from_that_tile_on() {
    let passing = || json!({"global_mode": "passing"});
    let mut table = with(passing(), json!({"players": [{"at": 47}]}));
    table.play("roll", &[1, 3, card("g07")]);
    assert_eq!((table.at_tile('A'), table.global()), (51, ("g07".into(), 3)));
    // On the way to Start by a card the whole group is passed: the subsidy is already that of the card.
    let mut table = before(PROFIT, passing(), json!({}));
    table.draws("p27", &[card("g15")]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (0, 450_000 + 150_000));
    let mut table = with(passing(), json!({"players": [{"at": 48}]}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.global().0, "-", "not the whole group");
    let mut table = with(passing(), json!({"players": [{"at": 47}], "global": {"card": "g07", "drawer": 2}}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.global(), ("g07".into(), 3), "only while none is in force");
    let mut table = with(json!({}), json!({"players": [{"at": 47}]}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.global().0, "-", "in other modes passing does nothing");
}

/// Covers INV-GLOB-17, INV-EX-70.
#[test]
fn inv_glob_18_the_tiles_can_be_casino_tiles() {
    let settings = || json!({"global_mode": "casino"});
    let mut table = before(48, settings(), json!({}));
    table.roll(&[]);
    table.play("bet 1 50000", &[3]);
    assert_eq!((table.net()[0], table.global().0.as_str()), (50_000, "-"));
    let mut table = before(50, settings(), json!({}));
    table.roll(&[]);
    table.play("bet 2 50000", &[3, 4]);
    assert_eq!(table.net()[0], 200_000);
    let mut table = with(settings(), json!({"players": [{"at": 48}]}));
    table.play("roll", &[1, 1]);
    table.play("accept", &[]);
    assert_eq!((table.at_tile('A'), table.pending()), (50, "casino".into()), "without repeat die");
    let mut table = before(48, json!({}), json!({}));
    table.roll(&[card("g07")]);
    assert_eq!(table.global().0, "g07", "the standard mode draws");
}

/// Covers INV-GLOB-20, INV-GLOB-27.
#[test]
fn inv_glob_19_the_first_player_draws_before_the_first_turn_and_when_a_card_expires() {
    for mode in ["opening_auto", "opening_landing"] {
        let table = start(json!({"players": 3, "global_mode": mode}), &[card("g05")]);
        assert_eq!((table.global(), table.active()), (("g05".into(), 2), 'A'), "{mode}");
        let mut table = table;
        pass(&mut table, 1);
        assert_eq!(table.global().1, 2, "it counts as drawn in the first slot");
    }
    let last = |mode: &str, players: Value, turn: u8, luck: &[u32]| {
        let global = json!({"card": "g05", "drawer": turn, "tokens": 1});
        let position = json!({"turn": {"seat": turn, "step": "trade"}, "players": players, "global": global});
        let mut table = with(json!({"players": 3, "global_mode": mode}), position);
        table.play("end", luck);
        table
    };
    assert_eq!(last("opening_landing", json!([]), 1, &[]).global().0, "-", "later cards only by landing");
    let mut table = last("opening_auto", json!([]), 1, &[card("g09")]);
    assert_eq!((table.global(), table.position()["global"]["drawer"].clone()), (("g09".into(), 2), json!(1)));
    pass(&mut table, 3);
    assert_eq!(table.global().1, 1, "drawn at the end of A1, its first token is removed at the end of A2");
    let table = last("opening_auto", json!([{"out": 1}]), 3, &[card("g09")]);
    assert_eq!(table.position()["global"]["drawer"], 2, "the first player still in the game");
    // A card that a tile shortens to none is followed by one of the first player; one that a tile replaces, by one of the lander.
    let position = json!({"turn": {"seat": 2}, "global": {"card": "g05", "drawer": 3, "tokens": 1}, "players": [{}, {"at": 46}]});
    let mut table = with(json!({"players": 3, "global_mode": "opening_auto"}), position.clone());
    table.roll(&[card("g09")]);
    assert_eq!((table.at_tile('B'), table.position()["global"]["drawer"].clone()), (49, json!(1)));
    let mut position = position;
    position["players"][1]["at"] = json!(47);
    let mut table = with(json!({"players": 3, "global_mode": "opening_auto"}), position);
    table.roll(&[card("g09")]);
    assert_eq!((table.at_tile('B'), table.position()["global"]["drawer"].clone()), (50, json!(2)));
}

/// Covers INV-GLOB-23, INV-GLOB-28, INV-GFX-14.
#[test]
fn inv_glob_22_in_a_global_market_businesses_are_traded_out_of_turn() {
    let players = json!([{}, {"owned": ["b01", "b02"], "shortcuts": ["k01"], "bank_cards": 1}, {}, {"jail": 1}]);
    let without = with(json!({}), json!({ "players": players }));
    assert_eq!({ without }.refused_to('B', "offer 2>3 b01, 3>2 30000"), "INV-ORDER-3");
    let mut table = in_force("g03", players);
    assert_eq!(table.awaited(), "A", "nobody waits for the others");
    assert_eq!(table.refused_to('B', "offer 2>3 shortcut 1, 3>2 5000"), "INV-GLOB-28");
    assert_eq!(table.refused_to('B', "sell bankcard"), "INV-BCARD-5");
    assert_eq!((table.refused_to('B', "roll"), table.refused_to('B', "end")), ("INV-ORDER-3", "INV-GLOB-28"));
    assert_eq!(table.refused_to('D', "offer 4>3 5000, 3>4 5000"), "INV-JAIL-5");
    table.does('B', "offer 2>3 b01, 3>2 30000", &[]);
    assert_eq!(table.awaited(), "C");
    table.does('C', "accept 1", &[]);
    assert_eq!((table.owner("b01"), table.net()), (Some('C'), vec![0, 30_000, -30_000, 0]));
    table.does('B', "sell b02", &[]);
    assert_eq!(table.net()[1], 40_000);
    table.does('C', "auction b01 for 10000", &[]);
    table.all_say("no");
    assert_eq!(table.refused_to('C', "sell b01"), "INV-AUCT-5", "locked until the end of the slot");
    // Nothing interrupts a tile.
    let mut table = before(10, json!({}), json!({"global": {"card": "g03", "drawer": 2}, "players": [{}, {"owned": ["b01"]}]}));
    table.roll(&[]);
    assert_eq!(table.refused_to('B', "sell b01"), "INV-ORDER-3");
    // A debtor deals with players while raising money.
    let debt = json!({"global": {"card": "g03", "drawer": 2}, "players": [{"cash": 0, "owned": ["b01"]}, {"owned": ["b71"]}]});
    let mut table = before(97, json!({}), debt);
    table.roll(&[]);
    table.play("offer 1>3 b01, 3>1 60000", &[]);
    table.does('C', "accept 1", &[]);
    table.play("pay", &[]);
    assert_eq!((table.cash('A'), table.cash('B')), (0, 1_560_000));
}

/// Covers INV-GLOB-26, INV-GFX-4, INV-EX-33.
#[test]
fn inv_glob_25_in_a_complaint_the_owner_pays() {
    let owner = || json!([{}, {"owned": ["b27", "b10", "b23", "b40", "b15", "b45"]}]);
    assert_eq!(landing("g02", 13, owner()), [15_000, -15_000, 0, 0], "the Cinema, of three: the fee for one");
    let mut table =
        before(37, json!({}), json!({"global": {"card": "g02", "drawer": 3}, "players": owner(), "levels": {"b27": 2}}));
    table.roll(&[]);
    assert_eq!(table.awaited(), "B");
    table.play("pay", &[]);
    assert_eq!(table.net(), [160_000, -160_000, 0, 0], "the Water Park at level 2");
    let mut table = before(37, json!({}), json!({"global": {"card": "g02", "drawer": 3}, "players": owner()}));
    table.roll(&[]);
    table.play("refuse", &[]);
    assert_eq!(
        (table.net(), table.jail('B')),
        (vec![15_000, -30_000, 0, 0], 3),
        "a fine of twice the amount, and the bank pays A"
    );
    let mut jailed = owner();
    jailed[1]["jail"] = json!(2);
    assert_eq!(landing("g02", 13, jailed), [0; 4], "a jailed owner owes nothing");
    let mut staying = owner();
    staying[1]["stays"] = json!(true);
    assert_eq!(landing("g02", 13, staying), [15_000, -15_000, 0, 0], "one staying at the Tax Office does");
    assert_eq!(landing("g02", 57, json!([{}, {"owned": ["b41"]}])), [-25_000, 25_000, 0, 0], "other types are as ever");
}

#[test]
fn inv_edge_61_a_mortgaged_business_pays_its_reverse_fee() {
    let position = json!({"global": {"card": "g02", "drawer": 3}, "players": [{}, {"owned": ["b10"]}], "loans": {"b10": 1}});
    let mut table = before(13, json!({}), position);
    table.roll(&[]);
    table.play("pay", &[]);
    assert_eq!(table.net(), [15_000, -15_000, 0, 0]);
}

/// `global_replace` in the drawer's own slot.
#[test]
fn inv_edge_7_a_replaced_card_keeps_its_tokens_for_the_landers_next_slot() {
    let mut table = before(50, json!({}), json!({"global": {"card": "g07", "drawer": 1, "tokens": 2}}));
    table.roll(&[card("g05")]);
    table.play("end", &[]);
    assert_eq!(table.global(), ("g05".into(), 2));
}

#[test]
fn inv_edge_8_one_token_per_slot_not_per_turn() {
    let position = json!({"turn": {"step": "trade", "more": 2}, "global": {"card": "g07", "drawer": 1}});
    let mut table = with(json!({}), position);
    table.play("end", &[]);
    assert_eq!((table.active(), table.global().1), ('A', 3), "an extra turn");
    pass(&mut table, 1);
    assert_eq!((table.active(), table.global().1), ('A', 3), "and another");
    table.roll(&[]);
    table.plays(&["no", "end"]);
    assert_eq!((table.active(), table.global().1), ('B', 2));
}

/// Every one of the 29 cards: its rounds, and what it changes.
///
/// Covers INV-GFX-1 to INV-GFX-16.
#[test]
fn inv_glob_16_every_card_does_what_it_says() {
    const ROUNDS: [u64; 29] = [3, 2, 3, 3, 2, 3, 3, 2, 2, 2, 3, 3, 2, 4, 3, 4, 4, 3, 3, 3, 3, 2, 3, 3, 2, 3, 3, 2, 3];
    for (number, rounds) in (0..).zip(ROUNDS) {
        let mut table = before(GLOBAL, json!({}), json!({}));
        table.roll(&[number]);
        assert_eq!(table.global(), (format!("g{:02}", number + 1), rounds));
    }
    let of = |card: &str| {
        in_force(
            card,
            json!([{}, {"owned": ["b10", "b16", "b24", "b05", "b56", "b71", "b01", "b36", "b58", "b12", "b06", "b41"]}]),
        )
    };
    let fees = |card: &str, expected: &[(&str, i32)]| {
        let table = of(card);
        for (id, units) in expected {
            assert_eq!(fee(&table, id), *units, "{card} {id}");
        }
    };
    fees("g01", &[("b12", 15_000), ("b10", 15_000)]);
    fees("g04", &[("b10", 30_000), ("b16", 15_000), ("b12", 10_000)]);
    fees("g06", &[("b24", 40_000), ("b05", 30_000), ("b56", 80_000), ("b12", 10_000)]);
    fees("g07", &[("b10", 10_000), ("b71", 30_000), ("b01", 5_000)]);
    fees("g08", &[("b71", 90_000), ("b10", 25_000)]);
    fees("g23", &[("b71", 120_000), ("b10", 15_000)]);
    fees("g24", &[("b01", 10_000), ("b10", 15_000)]);
    fees("g26", &[("b58", 70_000), ("b12", 5_000), ("b10", 15_000)]);
    fees("g29", &[("b06", 10_000), ("b41", 50_000), ("b10", 15_000)]);
    for (card, tile) in [("g05", 32), ("g05", 6), ("g25", 51)] {
        let mut table = before(
            tile,
            json!({}),
            json!({"global": {"card": card, "drawer": 3}, "players": [{}, {"owned": ["b24", "b05", "b36"]}]}),
        );
        table.roll(&[]);
        assert_eq!((table.net(), table.last("no_fee")["reason"].clone()), (vec![0; 4], json!("global_economy")), "{card}");
    }
    for (card, id, amount) in [("g01", "b12", 5_000), ("g23", "b71", 20_000), ("g24", "b01", 10_000)] {
        let number = crate::drawing::card(card);
        let mut table = before(GLOBAL, json!({}), json!({"players": [{}, {"owned": [id]}]}));
        table.roll(&[number]);
        assert_eq!(table.net(), [0, amount, 0, 0], "{card}");
    }
    assert_eq!((price(&of("g09"), "b69"), price(&of("g10"), "b69")), (125_000, 375_000));
    let upgrade = |card: &str, id: &str| {
        let table = of(card);
        let units = |money: Money| money.units();
        (
            units(table.rules.investment_price(&table.state, business(id))),
            units(table.rules.monopoly_price(&table.state, business(id))),
        )
    };
    assert_eq!(
        (upgrade("g11", "b71"), upgrade("g12", "b12"), upgrade("g12", "b71")),
        ((150_000, 300_000), (75_000, 150_000), (300_000, 600_000))
    );
    let subsidy = |card: &str| of(card).rules.subsidy(&of(card).state).units();
    assert_eq!((subsidy("g14"), subsidy("g15"), subsidy("g07")), (150_000, 450_000, 300_000));
    let interest = |card: &str| of(card).rules.interest(&of(card).state, business("b22")).units();
    assert_eq!((interest("g16"), interest("g17"), interest("g07")), (20_000, 0, 10_000), "of a loan of 40,000");
    let tax = |card: &str, number: u8| of(card).rules.tax(&of(card).state, seat('A'), number).units();
    assert_eq!((tax("g19", 3), tax("g20", 3), tax("g07", 3)), (75_000, 300_000, 150_000));
}

/// Building Freeze, Gaming Ban, Petrol Shortage, Antitrust Law, Trade Embargo, Credit Crunch, Austerity.
///
/// Covers INV-GFX-7, INV-GFX-8, INV-GFX-10, INV-GFX-12, INV-GFX-13, INV-GFX-15, INV-GFX-16.
#[test]
fn inv_gfx_7_what_is_banned_cannot_be_done() {
    let farming = json!([{"owned": ["b01", "b02", "b03", "b04"]}]);
    let mut table = before(3, json!({}), json!({"global": {"card": "g13", "drawer": 2}, "players": farming}));
    table.roll(&[]);
    assert_eq!(table.refused("invest 1"), "INV-GFX-7");
    let mut table = before(PROFIT, json!({}), json!({"global": {"card": "g13", "drawer": 2}, "players": farming}));
    table.draws("p37", &[]);
    table.play("choose b01", &[]);
    assert_eq!(table.level("b01"), 1, "a free one by card is placed");
    let mut table = before(23, json!({}), json!({"global": {"card": "g21", "drawer": 2}}));
    table.roll(&[]);
    assert_eq!(table.step(), "trade", "the casino takes no bets");
    let mut table = in_force("g22", json!([{"at": 5}]));
    table.play("roll", &[5]);
    assert_eq!(table.at_tile('A'), 10, "one die");
    let halves = json!([{"owned": ["b01", "b02"]}, {"owned": ["b03", "b04"]}]);
    let mut table = before(4, json!({}), json!({"global": {"card": "g27", "drawer": 2}, "players": halves}));
    table.roll(&[]);
    assert_eq!(table.refused("force"), "INV-GFX-16");
    let mut table =
        with(json!({}), json!({"turn": {"step": "trade"}, "global": {"card": "g28", "drawer": 2}, "players": farming}));
    assert_eq!(table.refused("auction b01 for 5000"), "INV-GFX-15");
    table.play("sell b01", &[]);
    let mut table = before(
        97,
        json!({}),
        json!({"global": {"card": "g18", "drawer": 2}, "players": [{"cash": 0, "owned": ["b68"]}, {"owned": ["b71"]}]}),
    );
    table.roll(&[]);
    assert_eq!(table.refused("mortgage b68"), "INV-GFX-10");
    table.plays(&["sell b68", "pay"]);
    let mut table = with(json!({}), json!({"global": {"card": "g14", "drawer": 2}, "players": [{"at": 95}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.net()[0], 200_000, "the subsidy is 150,000; the extra of Bank 1 stays");
}
