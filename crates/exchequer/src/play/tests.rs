//! The terminal at a table that bargains.

use super::*;
use bazaar::BazaarGame;
use engine::boxed;
use serde_json::{Value, json};

/// A table of Bazaar for these, and what the terminal says when this is typed. Ann, on seat 1, has the first turn.
fn typed(options: Value, seats: &[&str], lines: &[&str]) -> String {
    let holders: Vec<Holder> = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    let options = options.as_object().cloned().unwrap_or_default();
    let secret = engine::secret_of(5);
    // Three cards for each, the first seat's first, and then who begins.
    let script = (0..3 * holders.len() as u32).chain([0]).collect();
    let setup = Setup { options, seats: names(&holders).unwrap(), script, ..Setup::new(secret) };
    let table = boxed::<BazaarGame>().open(setup).unwrap();
    let count = holders.len();
    let mut room = Room {
        table,
        holders,
        standing: vec![Vec::new(); count],
        told: vec![0; count],
        whims: secret,
        timed: false,
        input: lines.join("\n").into_bytes().leak() as &[u8],
        output: Vec::new(),
        hand_over: false,
        at_keyboard: None,
        piped: true,
    };
    // The input ends before the game does.
    let _ = room.play();
    String::from_utf8(room.output).unwrap()
}

#[track_caller]
fn tells(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "`{part}` is missing:\n{said}");
    }
}

const PEOPLE: [&str; 2] = ["you:Ann", "you:Bob"];

#[test]
fn a_deal_with_a_counter_offer() {
    let lines = ["deal", "offer 1>2 card 0, 2>1 5", "counter 1 1>2 card 0, 2>1 3", "accept 2"];
    let said = typed(json!({ "players": 2 }), &PEOPLE, &lines);
    tells(
        &said,
        &[
            "Offer a deal: who gives what to whom, such as `offer 1>2 card 0, 2>1 1`",
            "at most 2 of: 2 Bob; at most 4 things",
            "card 0           Card 0 (worth 1) (to 2 Bob)",
            "1 to 60          money, in steps of 1",
            "such as `counter 1 1>2 card 0, 2>1 5`",
            "Bob makes a counter-offer to Ann",
            "Offer 2 is carried out between Ann and Bob",
        ],
    );
}

#[test]
fn an_amount_has_bounds_and_an_effect() {
    let lines = ["sell", "try sell card-0 for 3", "sell card-0 for 10", "bid 11", "try bid 20", "bid 20"];
    let said = typed(json!({ "players": 2 }), &PEOPLE, &lines);
    tells(
        &said,
        &[
            "Sell card 0 (worth 1) for at least: any amount from 2 to 40 in steps of 2  BAZ-AUCT-1",
            "the lowest price is 2 to 40 coins in steps of 2 (BAZ-AUCT-1)",
            "`bid 10`: 50 coins left if you win",
            "`bid 60`: 0 coins left if you win",
            "(40 coins left if you win)",
            "Bob buys card 0 for 20 coins.",
        ],
    );
}

#[test]
fn topics_are_lists_of_their_own() {
    let said = typed(json!({ "players": 4 }), &["you:Ann", "you:Bob", "steady", "steady"], &["bury"]);
    tells(&said, &["Bury: 3 more; type `bury` to list them", "Bury card 0 (worth 1)"]);
    let before = said.split("> bury").next().unwrap();
    assert!(!before.contains("Bury card 0"), "a topic is folded at first:\n{said}");
}

#[test]
fn whoever_is_asked_answers_first_and_can_leave_a_standing_answer() {
    let open = json!({ "players": 2, "bargaining": "open" });
    let lines = ["stand", "offer 1>2 1, 2>1 5", "stand", "offer 1>2 2, 2>1 5", "end", "stand off"];
    let said = typed(open, &PEOPLE, &lines);
    tells(
        &said,
        &[
            "You are not asked anything",
            "`stand`: Decline all deals, until I say otherwise",
            "Bob declines offer 1.",
            "Bob declines offer 2.",
            "From now on you are asked again.",
        ],
    );
    let asked = said.matches("You are asked.").count();
    assert_eq!(asked, 1, "the second offer is declined without asking:\n{said}");
}
