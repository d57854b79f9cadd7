//! Every Profit and Loss card and each of its effects: for its drawer, for the two of a hidden card, for everybody. (INV-CARD, INV-FX,
//! INV-PFX)

use crate::drawing::*;
use serde_json::{Value, json};

/// What a card does, with A as its drawer.
struct Row {
    card: &'static str,
    /// What is drawn with the card.
    luck: &'static [u32],
    /// What those who are asked then do, one after another, with what it draws.
    then: &'static [(&'static str, &'static [u32])],
    /// How the cash of A to D changes, in thousands.
    net: [i64; 4],
    /// What else is to be seen.
    also: fn(&Table),
}

const fn row(
    card: &'static str,
    luck: &'static [u32],
    then: &'static [(&'static str, &'static [u32])],
    net: [i64; 4],
    also: fn(&Table),
) -> Row {
    Row { card, luck, then, net, also }
}

fn nothing(_: &Table) {}

type Then = &'static [(&'static str, &'static [u32])];

const PAY: (&str, &[u32]) = ("pay", &[]);
const NO: (&str, &[u32]) = ("no", &[]);
const THREE_PAY: Then = &[PAY, PAY, PAY];

/// A owns the series Farming, two Industries, an Entertainment, a Services and an Energy business, with three investments and a
/// monopoly.
fn estate() -> Value {
    json!({
        "players": [{"owned": ["b01", "b02", "b03", "b04", "b12", "b13", "b10", "b16", "b58"]}],
        "levels": {"b01": 1, "b02": 2, "b03": "M"},
    })
}

#[track_caller]
fn carries_out(tile: u8, follow: bool, row: &Row, position: Value) -> Table {
    let mut table = before(tile, json!({}), position);
    let pile = if row.card.starts_with('p') { "profit" } else { "loss" };
    if follow {
        table.follows(row.card, row.luck);
    } else {
        table.draws(row.card, row.luck);
    }
    for (action, luck) in row.then {
        table.play(action, luck);
    }
    let net: Vec<i64> = row.net.iter().map(|thousands| thousands * 1000).collect();
    assert_eq!(table.net(), net, "{}", row.card);
    (row.also)(&table);
    let kept = table.kept('A').contains(&row.card.to_owned());
    assert!(kept != table.under(pile).contains(&row.card.to_owned()), "{} is kept or under its pile", row.card);
    table
}

/// All 42 of them, each with its exact effect on one subject.
const PROFITS: &[Row] = &[
    row("p01", &[], &[], [50, 0, 0, 0], nothing),
    row("p02", &[], &[], [100, 0, 0, 0], nothing),
    row("p03", &[], &[], [25, 0, 0, 0], nothing),
    row("p04", &[], &[], [75, 0, 0, 0], nothing),
    row("p05", &[], &[], [40, 0, 0, 0], nothing),
    row("p06", &[], &[], [150, 0, 0, 0], nothing),
    row("p07", &[], &[], [60, 0, 0, 0], nothing),
    row("p08", &[], &[], [30, 0, 0, 0], nothing),
    row("p09", &[], &[], [80, 0, 0, 0], nothing),
    row("p10", &[4], &[], [20, 0, 0, 0], |table| assert_eq!(table.hand('A'), "k05")),
    row("p11", &[], THREE_PAY, [60, -20, -20, -20], nothing),
    row("p12", &[], THREE_PAY, [30, -10, -10, -10], nothing),
    row("p13", &[], THREE_PAY, [90, -30, -30, -30], nothing),
    row("p14", &[], &[], [45, 0, 0, 0], nothing),
    row("p15", &[], &[], [30, 0, 0, 0], nothing),
    row("p16", &[], &[], [30, 0, 0, 0], nothing),
    row("p17", &[], &[], [40, 0, 0, 0], nothing),
    row("p18", &[], &[], [20, 0, 0, 0], nothing),
    row("p19", &[], &[], [15, 0, 0, 0], nothing),
    row("p20", &[], &[], [15, 0, 0, 0], nothing),
    row("p21", &[4], &[], [80, 0, 0, 0], nothing),
    row("p22", &[4], &[], [40, 0, 0, 0], nothing),
    row("p23", &[1, 5, 2, 3], &[], [0, 100, 0, 0], nothing),
    row("p24", &[1, 5, 2, 3], &[], [0, 100, 0, 0], nothing),
    row("p25", &[1, 5, 2, 3], &[PAY], [50, -50, 0, 0], nothing),
    row("p26", &[], &[], [25, 25, 25, 25], nothing),
    row("p27", &[], &[], [450, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 0)),
    row("p28", &[], &[NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 23)),
    row("p29", &[6], &[], [0, 0, 0, 0], |table| {
        assert_eq!((table.at_tile('A'), table.hand('A')), (36, "k07".into()));
    }),
    row("p30", &[0], &[], [50, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 35)),
    row("p31", &[], &[NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 18, "the Paper Mill is A's own")),
    row("p32", &[], &[("name b71", &[]), NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 97)),
    row("p33", &[], &[NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 97)),
    row("p34", &[], &[NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 22, "the Courier Depot")),
    row("p35", &[0], &[], [0, 0, 0, 0], |table| assert_eq!(table.hand('A'), "k01")),
    row("p36", &[], &[("end", &[])], [0, 0, 0, 0], |table| {
        assert_eq!((table.active(), table.step()), ('A', "roll".into()), "another turn of A");
    }),
    row("p37", &[], &[("choose b04", &[])], [0, 0, 0, 0], |table| {
        assert_eq!((table.level("b04"), table.state.investments), (1, 4));
    }),
    row("p38", &[], &[("take b71", &[])], [-150, 0, 0, 0], |table| assert_eq!(table.owner("b71"), Some('A'))),
    row("p39", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["p39"])),
    row("p40", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["p40"])),
    row("p41", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["p41"])),
    row("p42", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["p42"])),
];

/// Likewise.
const LOSSES: &[Row] = &[
    row("l01", &[], &[], [-50, 0, 0, 0], nothing),
    row("l02", &[], &[], [-100, 0, 0, 0], nothing),
    row("l03", &[], &[], [-25, 0, 0, 0], nothing),
    row("l04", &[], &[], [-75, 0, 0, 0], nothing),
    row("l05", &[], &[], [-40, 0, 0, 0], nothing),
    row("l06", &[], &[], [-150, 0, 0, 0], nothing),
    row("l07", &[], &[], [-60, 0, 0, 0], nothing),
    row("l08", &[], &[], [-30, 0, 0, 0], nothing),
    row("l09", &[], &[], [-20, 0, 0, 0], nothing),
    row("l10", &[], &[], [-80, 0, 0, 0], nothing),
    row("l11", &[], &[], [-60, 20, 20, 20], nothing),
    row("l12", &[], &[], [-30, 10, 10, 10], nothing),
    row("l13", &[], &[], [-90, 30, 30, 30], nothing),
    row("l14", &[], &[], [-45, 0, 0, 0], nothing),
    row("l15", &[], &[], [-30, 0, 0, 0], nothing),
    row("l16", &[], &[], [-30, 0, 0, 0], nothing),
    row("l17", &[], &[], [-20, 0, 0, 0], nothing),
    row("l18", &[], &[], [-10, 0, 0, 0], nothing),
    row("l19", &[], &[], [-40, 0, 0, 0], nothing),
    row("l20", &[], &[], [-20, 0, 0, 0], nothing),
    row("l21", &[4], &[], [-80, 0, 0, 0], nothing),
    row("l22", &[4], &[], [-40, 0, 0, 0], nothing),
    row("l23", &[4, 5, 2, 3], &[PAY], [0, 0, -100, 0], nothing),
    row("l24", &[4, 5, 2, 3], &[PAY], [0, 0, -100, 0], nothing),
    row("l25", &[4, 5, 2, 3], &[], [-50, 0, 50, 0], nothing),
    row("l26", &[], THREE_PAY, [-25, -25, -25, -25], nothing),
    row("l27", &[], &[], [-75, 0, 0, 0], nothing),
    row("l28", &[], &[], [-150, 0, 0, 0], nothing),
    row("l29", &[], &[PAY], [-50, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 73)),
    row("l30", &[0], &[("follow", &[])], [-50, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 28)),
    row("l31", &[6], &[], [0, 0, 0, 0], |table| assert_eq!((table.at_tile('A'), table.global()), (48, ("g07".into(), 3)))),
    row("l32", &[], &[("name b71", &[]), NO], [0, 0, 0, 0], |table| {
        assert_eq!((table.at_tile('A'), table.last("named")["seat"].as_u64()), (97, Some(2)), "B names the tile");
    }),
    row("l33", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 81, "A's own Gas Works")),
    row("l34", &[], &[PAY, PAY, PAY, PAY], [-50, -50, -50, -50], |table| {
        assert!("ABCD".chars().all(|letter| table.at_tile(letter) == 73));
    }),
    row("l35", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.written('A')["missed"], 1)),
    row("l36", &[], &[], [0, 0, 0, 0], |table| assert_eq!((table.hand('A').as_str(), table.under("shortcut").len()), ("", 2))),
    row("l37", &[], &[("choose b02", &[])], [0, 0, 0, 0], |table| {
        assert_eq!((table.level("b02"), table.state.investments), (1, 2));
    }),
    row("l38", &[], &[("choose b58", &[])], [90, 0, 0, 0], |table| assert_eq!(table.owner("b58"), None)),
    row("l39", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["l39"])),
    row("l40", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["l40"])),
    row("l41", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["l41"])),
    row("l42", &[], &[], [0, 0, 0, 0], |table| assert_eq!(table.kept('A'), ["l42"])),
];

/// Covers INV-PFX-1, INV-PFX-3, INV-PFX-5, INV-PFX-7, INV-PFX-10, INV-PFX-12, INV-PFX-14, INV-PFX-16, INV-PFX-18, INV-PFX-19, INV-PFX-21
/// to INV-PFX-24, INV-PFX-26, INV-PFX-29, INV-PFX-30, INV-PFX-33, INV-PFX-34, INV-FX-2, INV-FORT-3, INV-FORT-5, INV-FORT-6, INV-PROFIT-1,
/// INV-PROFIT-2, INV-PROFIT-3.
#[test]
fn every_profit_card_does_what_it_says() {
    assert_eq!(PROFITS.len(), 42);
    for (number, row) in PROFITS.iter().enumerate() {
        assert_eq!(card(row.card) as usize, number, "each once");
        carries_out(PROFIT, false, row, estate());
    }
}

/// Covers INV-PFX-2, INV-PFX-4, INV-PFX-6, INV-PFX-8, INV-PFX-9, INV-PFX-11, INV-PFX-13, INV-PFX-15, INV-PFX-17, INV-PFX-20, INV-PFX-25,
/// INV-PFX-27, INV-PFX-28, INV-PFX-31, INV-PFX-32, INV-PFX-35, INV-FORT-4, INV-LOSS-1, INV-LOSS-2, INV-LOSS-3.
#[test]
fn every_loss_card_does_what_it_says() {
    assert_eq!(LOSSES.len(), 42);
    for (number, row) in LOSSES.iter().enumerate() {
        assert_eq!(card(row.card) as usize, number, "each once");
        let mut position = estate();
        if row.card == "l36" {
            position["players"][0]["shortcuts"] = json!([{"card": "k01", "ready": false}, {"card": "k02", "ready": false}]);
        }
        carries_out(LOSS, true, row, position);
    }
}

/// A hidden card of A, used on B at the start of A's turn; of the others only what a card needs.
fn used_on_b(id: &str, position: Value) -> Table {
    let mut position = position;
    position["players"][0]["hidden"] = json!([id]);
    position["turn"] = json!({"step": "roll"});
    position["pending"] = json!([{"what": "hidden_window"}]);
    position["poll"] = json!({"asked": [1], "answered": [], "answers": []});
    with(json!({"fortune_mode": "hidden"}), position)
}

fn kind(id: &str) -> &'static str {
    if id.starts_with('p') { "use profit 2" } else { "use loss 2" }
}

/// A and B have what most cards ask for: a complete series with an investment, and Shortcut cards; both stand on Start.
fn two_estates() -> Value {
    json!({
        "players": [
            {"owned": ["b01", "b02", "b03", "b04", "b12"], "shortcuts": [{"card": "k01", "ready": false}]},
            {"owned": ["b29", "b57", "b10"], "shortcuts": [{"card": "k02", "ready": false}]},
        ],
        "levels": {"b01": 1, "b29": 2},
    })
}

/// With a Loss card both are asked first whether they follow it.
const BOTH: &[(&str, &[u32])] = &[PAY, PAY];

/// The column *two*: net of A to D in thousands. Where the card cannot be applied to both, p01 or l01 comes instead.
const TWO: &[Row] = &[
    row("p02", &[], &[], [100, 100, 0, 0], nothing),
    row("p10", &[2, 3], &[], [20, 20, 0, 0], |table| {
        assert_eq!((table.hand('A'), table.hand('B')), ("k01 k03".into(), "k02 k04".into()));
    }),
    row("p11", &[], &[PAY, PAY], [40, 40, -40, -40], nothing),
    row("p14", &[], &[], [25, 15, 0, 0], nothing),
    row("p15", &[], &[], [10, 20, 0, 0], nothing),
    row("p21", &[4, 6], &[], [80, 120, 0, 0], nothing),
    row("p23", &[0], &[], [50, 50, 0, 0], nothing),
    row("p24", &[0], &[], [50, 50, 0, 0], nothing),
    row("p25", &[3, 5], &[PAY], [50, 50, 0, -100], nothing),
    row("p26", &[], &[], [25, 25, 25, 25], nothing),
    row("p28", &[], &[NO, NO], [0, 0, 0, 0], |table| assert_eq!((table.at_tile('A'), table.at_tile('B')), (23, 23))),
    row("p31", &[], &[NO, NO], [0, 0, 0, 0], |table| assert_eq!((table.at_tile('A'), table.at_tile('B')), (6, 6))),
    row("p32", &[], &[("name b71", &[]), NO, ("name b70", &[]), NO], [0, 0, 0, 0], |table| {
        assert_eq!((table.at_tile('A'), table.at_tile('B')), (97, 96));
    }),
    row("p33", &[], &[NO, NO], [0, 0, 0, 0], |table| assert_eq!((table.at_tile('A'), table.at_tile('B')), (97, 97))),
    row("p34", &[], &[NO, NO], [0, 0, 0, 0], |table| assert_eq!((table.at_tile('A'), table.at_tile('B')), (22, 22))),
    row("p36", &[], &[], [0, 0, 0, 0], |table| {
        assert_eq!((&table.position()["turn"]["more"], &table.written('B')["extra"]), (&json!(1), &json!(1)));
    }),
    row("p37", &[], &[("choose b02", &[]), ("choose b57", &[])], [0, 0, 0, 0], |table| {
        assert_eq!((table.level("b02"), table.level("b57")), (1, 1));
    }),
    row("p38", &[], &[("take b71", &[]), ("take b70", &[])], [-150, -135, 0, 0], nothing),
    row("p39", &[], &[], [0, 0, 0, 0], |table| {
        assert_eq!(table.written('A')["armed"]["arms"], json!(["waive_fee"]));
        assert_eq!(table.written('B')["armed"]["arms"], json!(["waive_fee"]));
    }),
    row("l02", &[], BOTH, [-100, -100, 0, 0], nothing),
    row("l11", &[], BOTH, [-40, -40, 40, 40], nothing),
    row("l14", &[], BOTH, [-25, -15, 0, 0], nothing),
    row("l23", &[0], BOTH, [-50, -50, 0, 0], nothing),
    row("l24", &[0], BOTH, [-50, -50, 0, 0], nothing),
    row("l25", &[], &[PAY, ("pay", &[3, 5])], [-50, -50, 100, 0], nothing),
    row("l26", &[], &[PAY, PAY, PAY, PAY], [-25, -25, -25, -25], nothing),
    row("l28", &[], BOTH, [-150, -150, 0, 0], nothing),
    row("l32", &[], &[PAY, PAY, ("name b71", &[]), NO, ("name b70", &[]), NO], [0, 0, 0, 0], |table| {
        let named: Vec<u64> = table.told("named").iter().map(|event| event["seat"].as_u64().expect("a seat")).collect();
        assert_eq!(named, [2, 3], "the next after each of them names the tile");
    }),
    row("l34", &[], &[PAY, PAY, PAY, PAY, PAY, PAY], [-50, -50, -50, -50], nothing),
    row("l35", &[], BOTH, [0, 0, 0, 0], |table| {
        assert_eq!((&table.written('A')["missed"], &table.written('B')["missed"]), (&json!(1), &json!(1)));
    }),
    row("l36", &[], BOTH, [0, 0, 0, 0], |table| assert_eq!((table.hand('A').as_str(), table.hand('B').as_str()), ("", ""))),
    row("l37", &[], BOTH, [0, 0, 0, 0], |table| assert_eq!((table.level("b01"), table.level("b29")), (0, 1))),
    row("l38", &[], &[PAY, PAY, ("choose b12", &[]), ("choose b10", &[])], [25, 45, 0, 0], nothing),
    row("l42", &[], BOTH, [0, 0, 0, 0], |table| {
        assert_eq!(
            (&table.written('A')["armed"]["pay_pips"], &table.written('B')["armed"]["pay_pips"]),
            (&json!(10000), &json!(10000))
        );
    }),
];

/// Covers INV-PFX-1 to INV-PFX-35, INV-FX-2, INV-HIDDEN-6, INV-HIDDEN-7, INV-HIDDEN-8, INV-HIDDEN-14.
#[test]
fn hidden_cards_do_what_the_column_two_says() {
    for row in TWO {
        let mut table = used_on_b(row.card, two_estates());
        table.play(kind(row.card), row.luck);
        for (action, luck) in row.then {
            table.play(action, luck);
        }
        let net: Vec<i64> = row.net.iter().map(|thousands| thousands * 1000).collect();
        assert_eq!(table.net(), net, "{}", row.card);
        (row.also)(&table);
        let aside = table.position()["aside"].as_array().cloned().unwrap_or_default();
        assert!(aside.contains(&json!(row.card)), "{} is laid aside", row.card);
        assert_eq!(table.hidden('A'), Vec::<String>::new(), "it was used");
    }
}

/// "Other if either has none": the same cards where B has nothing.
#[test]
fn inv_hidden_8_a_card_that_cannot_strike_both_is_ignored() {
    let mut bare = two_estates();
    bare["players"][1] = json!({});
    bare["levels"] = json!({"b01": 1});
    for id in ["p37", "l36", "l37", "l38"] {
        let mut table = used_on_b(id, bare.clone());
        table.play(kind(id), &[0]);
        if id.starts_with('l') {
            table.all_say("pay");
        }
        assert_eq!(table.last("card_ignored")["card"], card(id), "{id}");
        let sum = if id.starts_with('p') { 50_000 } else { -50_000 };
        assert_eq!(table.net(), [sum, sum, 0, 0], "{id}: p01 or l01 strikes the same two");
    }
    let everything: Vec<String> = (1..=71).map(|number| format!("b{number:02}")).collect();
    for id in ["p31", "p38"] {
        let mut table = used_on_b(id, json!({"players": [{"owned": everything}]}));
        table.play(kind(id), &[0]);
        assert_eq!(table.net(), [50_000, 50_000, 0, 0], "{id}: nothing is the bank's");
    }
}

/// The column *all*: what the card does where one piece stands for everybody.
const ALL: &[Row] = &[
    row("p02", &[], &[], [100, 100, 100, 100], nothing),
    row("p11", &[0], &[], [50, 50, 50, 50], nothing),
    row("p14", &[], &[], [25, 15, 0, 0], nothing),
    row("p21", &[1, 2, 3, 4], &[], [20, 40, 60, 80], nothing),
    row("p23", &[1, 5, 2, 3], &[], [0, 100, 0, 0], nothing),
    row("p24", &[1, 5, 2, 3], &[], [0, 100, 0, 0], nothing),
    row("p25", &[0], &[], [50, 50, 50, 50], nothing),
    row("p26", &[], &[], [25, 25, 25, 25], nothing),
    row("p27", &[], &[], [450, 450, 450, 450], |table| assert_eq!(table.at_tile('A'), 0)),
    row("p28", &[], &[NO, NO, NO, NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 23)),
    row("p31", &[], &[NO, NO, NO, NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 17)),
    row("p32", &[], &[("name b71", &[]), NO, NO, NO, NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 97)),
    row("p33", &[], &[NO, NO, NO, NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 97)),
    row("p34", &[], &[NO, NO, NO, NO], [0, 0, 0, 0], |table| assert_eq!(table.at_tile('A'), 22)),
    row("p35", &[4, 5, 6, 7], &[], [0, 0, 0, 0], |table| {
        let hands: Vec<String> = "ABCD".chars().map(|letter| table.hand(letter)).collect();
        assert_eq!(hands, ["k01 k05", "k02 k06", "k07", "k08"]);
    }),
    row("p36", &[0], &[], [50, 50, 50, 50], |table| assert_eq!(table.position()["turn"]["more"], Value::Null)),
    row("p37", &[], &[("choose b02", &[]), ("choose b57", &[])], [0, 0, 0, 0], nothing),
    row("p38", &[], &[("take b71", &[]), NO, ("take b70", &[]), NO], [-150, 0, -135, 0], nothing),
    row("p39", &[0], &[], [50, 50, 50, 50], |table| assert_eq!(table.kept('A'), Vec::<String>::new())),
    row("l02", &[], &[], [-100, -100, -100, -100], nothing),
    row("l11", &[0], &[], [-50, -50, -50, -50], nothing),
    row("l14", &[], &[], [-25, -15, 0, 0], nothing),
    row("l25", &[0], &[], [-50, -50, -50, -50], nothing),
    row("l26", &[], &[], [-25, -25, -25, -25], nothing),
    row("l28", &[], &[], [-150, -150, -150, -150], nothing),
    row("l34", &[], &[PAY, PAY, PAY, PAY], [-50, -50, -50, -50], |table| assert_eq!(table.at_tile('A'), 73)),
    row("l35", &[0], &[], [-50, -50, -50, -50], nothing),
    row("l36", &[], &[], [0, 0, 0, 0], |table| assert_eq!((table.hand('A').as_str(), table.hand('B').as_str()), ("", ""))),
    row("l37", &[], &[], [0, 0, 0, 0], |table| assert_eq!((table.level("b01"), table.level("b29")), (0, 1))),
    row("l38", &[], &[("choose b12", &[]), ("choose b10", &[])], [25, 45, 0, 0], nothing),
    row("l42", &[0], &[], [-50, -50, -50, -50], |table| assert_eq!(table.kept('A'), Vec::<String>::new())),
];

/// Covers INV-PFX-1 to INV-PFX-35, INV-FX-2, INV-SINGLE-9, INV-SINGLE-10.
#[test]
fn with_one_piece_cards_do_what_the_column_all_says() {
    for row in ALL {
        let loss = row.card.starts_with('l');
        let mut table = before(if loss { LOSS } else { PROFIT }, json!({"piece_mode": "single"}), two_estates());
        table.draws(row.card, row.luck);
        if loss {
            // INV-SINGLE-19: everybody is asked first.
            table.all_say("pay");
        }
        for (action, luck) in row.then {
            table.play(action, luck);
        }
        let net: Vec<i64> = row.net.iter().map(|thousands| thousands * 1000).collect();
        assert_eq!(table.net(), net, "{}", row.card);
        (row.also)(&table);
    }
    // What draws luck once everybody follows.
    for (id, luck, net) in [("l21", &[1, 2, 3, 4][..], [-20, -40, -60, -80]), ("l23", &[4, 5, 2, 3][..], [0, 0, -100, 0])] {
        let mut table = before(LOSS, json!({"piece_mode": "single"}), two_estates());
        table.draws(id, &[]);
        "ABC".chars().for_each(|letter| table.does(letter, "pay", &[]));
        table.does('D', "pay", luck);
        assert_eq!(table.net(), net.map(|thousands| thousands * 1000), "{id}");
    }
}
