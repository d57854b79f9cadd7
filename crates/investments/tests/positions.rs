//! Positions: what a person can leave out, what is refused and why, and that no written position breaks a table.

use investments::{Investments, InvestmentsRules, Options, OrderMode, Position};
use kernel::{Game, Luck, Notation, Refusal, Rules, Seeded, Silent, settings::Settings};
use serde_json::{Value, json};

fn rules(options: &Value) -> InvestmentsRules {
    proof::rules::<Investments>(&serde_json::from_value(options.clone()).expect("settings"))
}

/// What becomes of a position under these settings.
fn restored(options: Value, position: Value) -> Result<investments::State, Refusal> {
    let position: Position = serde_json::from_value(position).expect("a position");
    rules(&options).restore(&position)
}

/// Refused by this clause.
#[track_caller]
fn refused(options: Value, position: Value, clause: &str) {
    match restored(options, position.clone()) {
        Ok(_) => panic!("{position} is accepted"),
        Err(refusal) => assert_eq!(refusal.clause, clause, "{position}: {refusal}"),
    }
}

fn standard(position: Value, clause: &str) {
    refused(json!({}), position, clause);
}

#[test]
fn an_empty_position_is_the_start_of_a_game() {
    for players in 1..=16 {
        let options = json!({ "players": players });
        let state = restored(options.clone(), json!({})).expect("a start");
        assert_eq!(state, rules(&options).start(&mut Seeded::new(1), &mut Silent), "{players}");
    }
}

#[test]
fn impossible_money_and_property_is_refused() {
    standard(json!({"players": [{"cash": -5000}]}), "INV-INVAR-2");
    standard(json!({"players": [{"cash": 7000}]}), "INV-INVAR-2");
    standard(json!({"players": [{"cash": 2_000_000_000}]}), "INV-INVAR-2");
    refused(json!({"bank_money": "box"}), json!({"players": [{"cash": 15_000_000}]}), "INV-INVAR-1");
    standard(json!({"players": [{"owned": ["b01"]}, {"owned": ["b01"]}]}), "INV-INVAR-3");
    standard(json!({"players": [{"owned": ["b01", "b01"]}]}), "INV-INVAR-3");
    standard(json!({"players": [{"owned": ["b01"], "out": 1}]}), "INV-INVAR-3");
    standard(json!({"levels": {"b01": 1}}), "INV-INVAR-4");
    standard(json!({"loans": {"b01": 1}}), "INV-INVAR-4");
    standard(json!({"players": [{"owned": ["b10"]}], "levels": {"b10": "M"}}), "INV-INVAR-5");
    standard(json!({"players": [{"owned": ["b01"]}], "levels": {"b01": 1}, "loans": {"b01": 0}}), "INV-INVAR-6");
    standard(json!({"players": [{"owned": ["b01"]}], "loans": {"b01": 3}}), "INV-INVAR-6");
    standard(json!({"players": [{"bank_cards": 10}, {"bank_cards": 6}]}), "INV-INVAR-8");
    standard(json!({"players": [{"bank_cards": 10}, {"bank_cards": 5}]}), "INV-INVAR-18");
    standard(json!({"players": [{"at": 100}]}), "INV-INVAR-10");
    refused(json!({"piece_mode": "single"}), json!({"players": [{"at": 7}, {"at": 8}]}), "INV-INVAR-10");
    standard(json!({"players": [{}, {}, {}, {}, {}]}), "INV-SETUP-6");
}

#[test]
fn cards_in_two_places_are_refused() {
    standard(json!({"players": [{"shortcuts": ["k01", "k01"]}]}), "INV-INVAR-7");
    standard(json!({"players": [{"shortcuts": ["k01"]}], "under": {"shortcut": ["k01"]}}), "INV-INVAR-7");
    standard(json!({"players": [{"shortcuts": ["k01", "k02", "k03"]}]}), "INV-INVAR-8");
    standard(json!({"under": {"profit": ["l01"]}}), "INV-INVAR-7");
    standard(json!({"under": {"loss": ["l01", "l01"]}}), "INV-INVAR-7");
    standard(json!({"global": {"card": "g01", "drawer": 1}, "under": {"global": ["g01"]}}), "INV-INVAR-7");
    standard(json!({"global": {"card": "g01", "drawer": 1, "tokens": 0}}), "INV-INVAR-9");
    standard(json!({"global": {"card": "g01", "drawer": 1, "tokens": 21}}), "INV-INVAR-9");
    standard(json!({"global": {"card": "g01", "drawer": 5}}), "INV-SETUP-6");
    standard(json!({"players": [{"kept": ["p01"]}]}), "INV-KEEP-1");
    standard(json!({"aside": ["p01"]}), "INV-HIDDEN-12");
}

#[test]
fn what_the_settings_exclude_is_refused() {
    standard(json!({"players": [{"hidden": ["p01"]}]}), "INV-HIDDEN-1");
    standard(json!({"players": [{"armed": {"arms": ["one_die"]}}]}), "INV-HIDDEN-1");
    refused(json!({"fortune_mode": "hidden"}), json!({"players": [{"hidden": ["p01", "p02"]}]}), "INV-INVAR-8");
    refused(json!({"shortcut_mode": "path"}), json!({"players": [{"shortcuts": ["k01"]}]}), "INV-OPT-6");
    refused(json!({"global_mode": "casino"}), json!({"global": {"card": "g01", "drawer": 1}}), "INV-OPT-6");
    refused(json!({"tax_mode": "reroll"}), json!({"players": [{"tax_card": true}]}), "INV-OPT-6");
    refused(json!({"tax_mode": "reroll"}), json!({"players": [{"stays": true}]}), "INV-OPT-6");
    refused(json!({"limit_rounds": 10}), json!({"round": 11}), "INV-INVAR-23");
    standard(json!({"round": 1000}), "INV-INVAR-23");
    standard(json!({"round": 0}), "INV-INVAR-23");
    standard(json!({"order": [2, 1, 3, 4]}), "INV-ORDER-1");
    standard(json!({"order": [1, 2, 3]}), "INV-ORDER-3");
    standard(json!({"players": [{"offences": 2}]}), "INV-INVAR-17");
    standard(json!({"players": [{"jail": 4}]}), "INV-INVAR-11");
    standard(json!({"players": [{}, {"jail": 2, "missed": 1}]}), "INV-TURN-10");
    standard(json!({"players": [{"offers": 4}]}), "INV-INVAR-21");
}

#[test]
fn what_can_never_be_pending_is_refused() {
    let pending = |frames: Value| json!({ "pending": frames });
    standard(pending(json!([{"what": "landing", "seat": 1, "from": 0}])), "INV-CARD-6");
    standard(pending(json!([{"what": "taxed", "seat": 1}])), "INV-INVAR-13");
    standard(pending(json!([{"what": "loans", "seat": 1}])), "INV-CARD-6");
    standard(pending(json!([{"what": "reroll", "seat": 1}])), "INV-TAX-14");
    standard(pending(json!([{"what": "buy", "seat": 1, "business": "b01"}])), "INV-BUY-1");
    standard(pending(json!([{"what": "buy", "seat": 7, "business": "b01"}])), "INV-SETUP-6");
    standard(pending(json!([{"what": "interest"}])), "INV-POLL-1");
    standard(pending(json!([{"what": "bidding"}])), "INV-AUCT-4");
    standard(pending(json!([{"what": "force_poll", "business": "b01"}])), "INV-SINGLE-17");
    standard(pending(json!([{"what": "hidden_window"}])), "INV-INVAR-14");
    standard(pending(json!([{"what": "read", "seat": 1, "card": "p01"}])), "INV-LOSS-5");
    standard(pending(json!([{"what": "casino", "seat": 1, "tile": 4}])), "INV-CASINO-1");
    standard(pending(json!([{"what": "debt", "seat": 1, "amount": 0, "kind": "tax"}])), "INV-DEBT-1");
    standard(pending(json!([{"what": "debt", "seat": 1, "to": 1, "amount": 5000, "kind": "card"}])), "INV-DEBT-1");
    standard(pending(json!([{"what": "debt", "seat": 1, "amount": 5000, "kind": "fine"}])), "INV-INVAR-13");
    standard(
        json!({"players": [{}, {"owned": ["b01"]}], "pending": [{"what": "forced", "seat": 1, "business": "b01"}]}),
        "INV-FORCE-5",
    );
    standard(json!({"turn": {"step": "resolve"}}), "INV-INVAR-14");
    standard(json!({"turn": {"step": "begin"}}), "INV-INVAR-14");
    standard(json!({"players": [{"jail": 2}]}), "INV-INVAR-14");
    standard(json!({"players": [{"owned": ["b01"]}], "loans": {"b01": 0}, "dues": ["b01"]}), "INV-LOAN-13");
    standard(
        json!({"sale": {"item": "b01", "auction": {"terms": {"lowest": 0, "step": 5000}, "last": 1, "bidders": [2]}}}),
        "INV-AUCT-4",
    );
    let poll = json!({"asked": [2], "answered": [], "answers": []});
    standard(json!({"poll": poll}), "INV-INVAR-13");
    standard(
        json!({"turn": {"step": "trade", "proposed": true}, "pending": [{"what": "agreement", "seat": 1}], "poll": poll}),
        "INV-POLL-1",
    );
    let offer = |parties: Value, content: Value| {
        json!({"turn": {"step": "trade"}, "players": [{"offers": 1}], "offers": [
            {"number": 1, "proposer": 1, "opener": 1, "parties": parties, "accepted": [1], "content": content}
        ]})
    };
    standard(offer(json!([1, 2]), json!([{"from": 1, "to": 2, "asset": "b01"}])), "INV-TRADE-5");
    standard(offer(json!([1, 3]), json!([{"from": 1, "to": 2, "asset": "50000"}])), "INV-INVAR-21");
    standard(offer(json!([1, 2]), json!([{"from": 1, "to": 2, "asset": "50000"}])), "INV-TRADE-5");
    let mut owned = offer(json!([1, 2]), json!([{"from": 1, "to": 2, "asset": "b01"}, {"from": 2, "to": 1, "asset": "50000"}]));
    owned["players"][0]["owned"] = json!(["b01"]);
    assert!(restored(json!({}), owned).is_ok());
    // Only one of the two players of a hidden Loss card can have cancelled it.
    let spares = |second: Value| {
        let card = json!({"what": "card", "card": "l26", "term": 0, "seat": 1, "second": second, "left": [1]});
        let poll = json!({"asked": [1], "answered": [], "answers": []});
        json!({"pending": [card, {"what": "refusal", "amount": 0}], "poll": poll})
    };
    standard(spares(json!({"spared": 2})), "INV-CARD-4");
    standard(spares(json!({"alone": 1})), "INV-CARD-4");
    assert!(restored(json!({}), spares(json!(1))).is_ok());
}

#[test]
fn an_end_that_cannot_be_is_refused() {
    standard(json!({"ending": "last_player"}), "INV-END-1");
    standard(json!({"ending": "bank_cards"}), "INV-END-2");
    standard(json!({"ending": "rounds"}), "INV-END-5");
    standard(json!({"ending": "own45", "champion": 1}), "INV-END-9");
    standard(json!({"champion": 1}), "INV-END-16");
    standard(json!({"ending": "agreement", "pending": [{"what": "interest"}]}), "INV-END-16");
    standard(json!({"players": [{}, {"out": 1}, {"out": 2}, {"out": 3}]}), "INV-INVAR-18");
    standard(json!({"players": [{}, {"out": 1}, {"out": 3}]}), "INV-END-18");
    assert!(restored(json!({}), json!({"players": [{}, {"out": 1}, {"out": 2}, {"out": 3}], "ending": "last_player"})).is_ok());
}

#[test]
fn what_is_no_position_is_told() {
    for (text, told) in [
        (r#"{"player": []}"#, "unknown field `player`"),
        (r#"{"levels": {"b01": 5}}"#, r#"a level is 1, 2, 3 or "M""#),
        (r#"{"levels": {"b72": 1}}"#, "b01 to b71"),
        (r#"{"locks": {"b01": "open"}}"#, "locked to a seat"),
        (r#"{"players": [{"shortcuts": ["k23"]}]}"#, "a Shortcut card in hand is"),
        (r#"{"players": [{"hidden": ["x01"]}]}"#, "p01 to p42"),
        (r#"{"global": {"card": "g30", "drawer": 1}}"#, "g01 to g29"),
        (r#"{"pending": [{"what": "debt", "seat": 1, "amount": 7000, "kind": "tax"}]}"#, "multiples of 5000"),
        (r#"{"poll": {"asked": [1], "answered": [1], "answers": [{"seat": 1, "answer": "maybe"}]}}"#, "`maybe` is not an answer"),
        (r#"{"turn": {"seat": 17}}"#, "17 is not a seat"),
    ] {
        let error = serde_json::from_str::<Position>(text).expect_err(text).to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

#[test]
fn what_is_no_action_is_told_in_a_line() {
    let rules = rules(&json!({}));
    for (text, told) in [
        ("", "is not an action"),
        ("rol", "is not an action"),
        ("roll 3", "is not an action"),
        ("drive +3", "is not a number"),
        ("drive 256", "is not a number"),
        ("pick -1", "is not a number"),
        ("play 3", "it is 1 or 2"),
        ("play 1 0", "a distance is 1 or more"),
        ("settle b72", "b01 to b71"),
        ("sell shortcut-3", "nothing to sell"),
        ("sell b1", "nothing to sell"),
        ("bet 0 5000", "counted from 1"),
        ("bet 1 7000", "a multiple of 5000"),
        ("bet 1 99999999999", "is not an amount"),
        ("use fortune 2", "profit or loss"),
        ("use profit 17", "17 is not a seat"),
        ("auction bankcard for 5000", "nothing to auction"),
        ("auction b01 at 5000", "is not an action"),
        ("bid 5,000", "is not an amount"),
        ("accept x", "is not the number of an offer"),
        ("accept 70000", "is not the number of an offer"),
        ("offer 1>2 +5000", "no plus sign"),
        ("offer 1>2 b99", "nothing to deal in"),
        ("offer 1>1 b01", "nobody gives to themselves"),
        ("counter 1", "is not an action"),
        ("keep both", "is not an action"),
    ] {
        let fault = rules.read(text).expect_err(text);
        assert!(fault.contains(told) && !fault.contains('\n') && fault.len() < 300, "`{text}`: {fault}");
    }
    let long = "x".repeat(100_000);
    assert!(rules.read(&long).expect_err("no action").len() < 300);
    assert!(rules.read(&format!("sell {long}")).expect_err("no action").len() < 300);
}

/// Settings drawn at random that make a table.
fn any_options(luck: &mut Seeded) -> Options {
    let known = Investments::settings();
    let pack = proof::pack::<Investments>();
    loop {
        let map = known.iter().map(|setting| (setting.key.to_owned(), setting.sample(luck))).collect();
        if let Ok(options) = Options::from_map(&map)
            && options.check(pack).is_ok()
        {
            let order_mode = if options.players > 5 { OrderMode::Seats } else { options.order_mode };
            return Options { limit_rounds: None, players: options.players.min(5), order_mode, ..options };
        }
    }
}

/// A value somewhere inside, by chance.
fn somewhere<'a>(value: &'a mut Value, luck: &mut Seeded) -> &'a mut Value {
    let count = match value {
        Value::Object(fields) => fields.len(),
        Value::Array(values) => values.len(),
        _ => 0,
    };
    if count == 0 || luck.below(6) == 0 {
        return value;
    }
    let place = luck.below(count);
    match value {
        Value::Object(fields) => somewhere(fields.iter_mut().nth(place).expect("a field").1, luck),
        Value::Array(values) => somewhere(&mut values[place], luck),
        other => other,
    }
}

/// Something in the position is changed: left out, doubled, taken from another position, or another number.
fn distorted(position: &Value, other: &Value, luck: &mut Seeded) -> Value {
    let mut changed = position.clone();
    for _ in 0..=luck.below(3) {
        let number = [0, 1, 2, 3, 4, 5, 16, 17, 40, 99, 100, 255, 5_000, 50_000, 1_000_000][luck.below(15)];
        match luck.below(6) {
            0 => *somewhere(&mut changed, luck) = number.into(),
            1 => {
                let taken = somewhere(&mut other.clone(), luck).clone();
                *somewhere(&mut changed, luck) = taken;
            }
            2 => {
                if let Value::Array(values) = somewhere(&mut changed, luck)
                    && !values.is_empty()
                {
                    let place = luck.below(values.len());
                    let one = values[place].clone();
                    values.push(one);
                }
            }
            3 => match somewhere(&mut changed, luck) {
                Value::Object(fields) if !fields.is_empty() => {
                    let key = fields.keys().nth(luck.below(fields.len())).cloned();
                    key.and_then(|key| fields.remove(&key));
                }
                Value::Array(values) => drop(values.pop()),
                _ => {}
            },
            // The same part of another position.
            4 => {
                let (Value::Object(to), Value::Object(from)) = (&mut changed, other) else { continue };
                let key = from.keys().nth(luck.below(from.len())).cloned().unwrap_or_default();
                to.insert(key.clone(), from[&key].clone());
                if key == "pending" {
                    from.get("poll").into_iter().for_each(|poll| drop(to.insert("poll".into(), poll.clone())));
                    to.insert("turn".into(), from.get("turn").cloned().unwrap_or_default());
                }
            }
            _ => {
                let (Value::Object(to), Value::Object(from)) = (&mut changed, other) else { continue };
                let frames = from.get("pending").and_then(Value::as_array).cloned().unwrap_or_default();
                let pending = to.entry("pending").or_insert_with(|| json!([]));
                if let (Some(frame), Value::Array(pending)) = (frames.first(), pending) {
                    pending.insert(luck.below(pending.len() + 1), frame.clone());
                }
            }
        }
    }
    changed
}

/// Whatever is written, a table is set up that can be played on, or the position is refused by a clause.
#[test]
fn no_written_position_breaks_a_table() {
    let book = proof::rulebook::<Investments>();
    let (mut taken, mut refused, mut unread) = (0, 0, 0);
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(25);
    for game in 0..games {
        let mut whims = Seeded::nth(8, game);
        let options = any_options(&mut whims);
        let rules = proof::rules::<Investments>(&options);
        let mut luck = Seeded::nth(9, game);
        let mut state = rules.start(&mut luck, &mut Silent);
        let (mut buffer, mut kept) = (Vec::new(), Vec::new());
        for step in 0..300 {
            let Some(seat) = rules.turn(&state).next() else { break };
            let position = serde_json::to_value(rules.position(&state)).expect("a position is data");
            if step % 3 == 0 || position.get("pending").is_some() {
                kept.push(position);
            }
            let Some(action) = rules.any_action(&state, seat, &mut whims, &mut buffer) else { break };
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("listed");
        }
        for _ in 0..200 {
            let (one, other) = (&kept[whims.below(kept.len())], &kept[whims.below(kept.len())]);
            let changed = distorted(one, other, &mut whims);
            let Ok(position) = serde_json::from_value::<Position>(changed.clone()) else {
                unread += 1;
                continue;
            };
            match rules.restore(&position) {
                Ok(state) => {
                    taken += 1;
                    assert!(rules.restore(&rules.position(&state)) == Ok(state), "{changed}");
                    play_on(&rules, state, &changed, &mut whims);
                }
                Err(refusal) => {
                    refused += 1;
                    assert!(book.clause(refusal.clause).is_some(), "{refusal}");
                }
            }
        }
    }
    println!("{taken} set up, {refused} refused, {unread} not read");
    assert!(taken > 500 && refused > 500, "{taken} {refused}");
}

/// Forty decisions at random, and the invariants after each.
fn play_on(rules: &InvestmentsRules, mut state: investments::State, written: &Value, whims: &mut Seeded) {
    let (mut buffer, mut luck) = (Vec::new(), Seeded::new(5));
    for _ in 0..40 {
        let Some(seat) = rules.turn(&state).next() else { return };
        let action = rules.any_action(&state, seat, whims, &mut buffer);
        let action = action.unwrap_or_else(|| panic!("nothing for seat {seat}: {written}"));
        let before = state;
        let done = rules.apply(&mut state, seat, &action, &mut luck, &mut Silent);
        let context = || {
            format!("{} of {seat} after {written}\n{:?}", rules.write(&action), serde_json::to_string(&rules.position(&before)))
        };
        assert!(done.is_ok(), "{done:?}: {}", context());
        let sound = rules.check(&state).and_then(|()| rules.check_step(&before, &state));
        assert!(sound.is_ok(), "{sound:?}: {}", context());
    }
}
