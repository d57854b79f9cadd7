//! A game that bargains, as a program plays it: what can be dealt is told, put together and answered.

use crate::common::{bad, good};
use bazaar::BazaarGame;
use engine::{AnyGame, Desk, boxed};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// A table of three where offers stay open while the turn goes on.
fn desk(options: Value) -> (Desk, u64) {
    static GAMES: LazyLock<[&'static dyn AnyGame; 1]> = LazyLock::new(|| [boxed::<BazaarGame>()]);
    let mut desk = Desk::new(&*GAMES);
    let stands =
        good(&mut desk, json!({ "do": "new", "game": "bazaar", "seats": ["Ann", "Bob", "Cleo"], "options": options, "seed": 5 }));
    (desk, stands["awaited"][0].as_u64().unwrap())
}

#[test]
fn a_program_puts_a_deal_together_from_what_it_is_told() {
    let (mut desk, active) = desk(json!({ "bargaining": "open" }));
    let told = good(&mut desk, json!({ "do": "actions", "seat": active }));
    let bargain = &told["bargains"][0];
    assert_eq!((&bargain["verb"], &bargain["most_things"], &bargain["mutual"]), (&json!("offer"), &json!(4), &json!(true)));
    let lots = bargain["lots"].as_array().unwrap();
    let own = lots.iter().find(|lot| lot["from"] == active).unwrap();
    let partner = own["to"][0].as_u64().unwrap();
    let offer = format!("offer {active}>{partner} {}, {partner}>{active} 3", own["asset"].as_str().unwrap());
    let stands = good(&mut desk, json!({ "do": "play", "seat": active, "action": offer }));
    assert_eq!((&stands["asked"], &stands["awaited"], &stands["free"]), (&json!([partner]), &json!([active]), &json!([partner])));

    let asked = good(&mut desk, json!({ "do": "actions", "seat": partner }));
    assert_eq!((&asked["question"]["kind"], &asked["question"]["standing"]), (&json!("deal"), &json!("decline 1")));
    let counter = &asked["bargains"][0];
    assert_eq!(counter["verb"], "counter 1");
    assert_eq!(format!("offer {}", counter["draft"].as_str().unwrap()), offer, "a counter-offer begins with what it answers");
    let counter = format!("counter 1 {active}>{partner} 7, {partner}>{active} 3");
    let stands = good(&mut desk, json!({ "do": "play", "seat": partner, "action": counter }));
    assert_eq!(stands["asked"], json!([active]));
    let refused = bad(&mut desk, json!({ "do": "play", "seat": partner, "action": "accept 1" }));
    assert_eq!(refused["clause"], "BAZ-NEG-2", "the first offer is gone");
    let bot = good(&mut desk, json!({ "do": "bot", "seat": active, "name": "steady" }));
    assert!(bot["action"].is_string());
    let stands = good(&mut desk, json!({ "do": "play", "seat": active, "action": "accept 2" }));
    assert_eq!(stands["asked"], json!([]));
}

#[test]
fn an_outsider_hears_of_a_deal_but_not_what_is_in_it() {
    let (mut desk, active) = desk(json!({}));
    let (partner, outsider) = (active % 3 + 1, (active + 1) % 3 + 1);
    let offer = format!("offer {active}>{partner} 11, {partner}>{active} 9");
    let stands = good(&mut desk, json!({ "do": "play", "seat": active, "action": offer }));
    assert_eq!((&stands["awaited"], &stands["asked"]), (&json!([partner]), &json!([partner])), "the game waits for the answer");
    for viewer in [json!(outsider), json!("watcher")] {
        for question in ["view", "events", "draw"] {
            let told = good(&mut desk, json!({ "do": question, "viewer": viewer })).to_string();
            assert!(!told.contains("11"), "{question} tells {viewer} what is in the offer: {told}");
        }
    }
    assert!(good(&mut desk, json!({ "do": "view", "viewer": partner })).to_string().contains("11"));
}

#[test]
fn sealed_answers_are_told_when_the_last_is_in() {
    let (mut desk, active) = desk(json!({ "auction": "interest" }));
    let told = good(&mut desk, json!({ "do": "actions", "seat": active }));
    let amount = &told["amounts"][0];
    let sell = format!("{}10{}", amount["before"].as_str().unwrap(), amount["after"].as_str().unwrap());
    let stands = good(&mut desk, json!({ "do": "play", "seat": active, "action": sell }));
    let (first, second) = (stands["asked"][0].as_u64().unwrap(), stands["asked"][1].as_u64().unwrap());
    good(&mut desk, json!({ "do": "play", "seat": second, "action": "interested" }));
    let poll = |desk: &mut Desk, viewer: u64| good(desk, json!({ "do": "view", "viewer": viewer }))["view"]["poll"].clone();
    assert_eq!(poll(&mut desk, first)["answers"], json!([]));
    assert_eq!(poll(&mut desk, second)["answers"], json!([{ "seat": second, "answer": true }]));
    let stands = good(&mut desk, json!({ "do": "play", "seat": first, "action": "not interested" }));
    assert_eq!(stands["asked"], json!([second]), "only who wanted to bids");
}
