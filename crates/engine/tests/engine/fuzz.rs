//! Whatever is sent: one reply to each line, no panic, and after an error everything is as it was.
//!
//! The budget is fixed and the seeds are, too, so that a run is short and repeats.

use crate::common::{ask, good};
use engine::{COMMANDS, Desk, games, secret_of};
use kernel::{Files, Luck, Record, Seeded};
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Map, Value, json};

/// Runs a law on so many cases, always the same ones.
fn law<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    if let Err(failure) = runner.run(&strategy, test) {
        panic!("{failure}");
    }
}

/// All that a desk knows: nothing of it may change by an error.
fn whole(desk: &mut Desk) -> Vec<Value> {
    let tables = good(desk, json!({ "do": "tables" }));
    let numbers: Vec<Value> = tables["tables"].as_array().unwrap().iter().map(|table| table["table"].clone()).collect();
    let mut all = vec![tables];
    for number in numbers {
        for request in ["position", "export"] {
            all.push(good(desk, json!({ "do": request, "table": number })));
        }
    }
    all
}

/// Sends a line and checks the laws. Says whether it was understood.
fn send(desk: &mut Desk, line: &[u8]) -> bool {
    let before = whole(desk);
    let shown = String::from_utf8_lossy(&line[..line.len().min(400)]).into_owned();
    let Some(reply) = desk.answer(line) else {
        assert!(line.trim_ascii().is_empty(), "no reply to {shown}");
        return false;
    };
    assert!(!reply.contains('\n'), "one line: {reply}");
    let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    if reply["ok"] == true {
        return true;
    }
    let error = &reply["error"];
    assert!(engine::CODES.iter().any(|(code, _)| error["code"] == *code), "{error}");
    assert_ne!(error["code"], "bug", "{shown} → {error}");
    assert!(!error["message"].as_str().unwrap().is_empty(), "{shown} → {error}");
    assert_eq!(whole(desk), before, "{shown} → {error}");
    false
}

/// Desks in the middle of things: ECONOMY in its three steps, and PURSES.
fn busy_desk(which: usize) -> Desk {
    let mut desk = if which.is_multiple_of(2) { Desk::new(games()) } else { crate::common::desk() };
    let game = if which.is_multiple_of(2) { "economy" } else { "purses" };
    let placement = ["players", "reference", "random"][which / 2 % 3];
    let options = if game == "economy" { json!({ "placement": placement }) } else { json!({}) };
    good(&mut desk, json!({ "do": "new", "game": game, "options": options, "seats": 3, "seed": which }));
    let mut awaited = good(&mut desk, json!({ "do": "tables" }))["tables"][0]["awaited"][0].clone();
    for turn in 0..which % 7 * 3 {
        let told = good(&mut desk, json!({ "do": "bot", "seat": awaited, "name": "random", "seed": turn, "play": true }));
        awaited = told["awaited"][0].clone();
        if awaited.is_null() {
            break;
        }
    }
    desk
}

/// Requests of every kind that fit the table at hand.
fn sensible(desk: &mut Desk, luck: &mut Seeded) -> Vec<Value> {
    let table = good(desk, json!({ "do": "tables" }))["tables"][0].clone();
    let (game, seat) = (table["game"].clone(), table["awaited"][0].as_u64().unwrap_or(1));
    let position = good(desk, json!({ "do": "position" }))["position"].clone();
    let record = good(desk, json!({ "do": "export" }))["record"].clone();
    let legal = good(desk, json!({ "do": "actions", "seat": seat }))["actions"].clone();
    let action = legal.as_array().filter(|legal| !legal.is_empty()).map(|legal| legal[luck.below(legal.len())]["action"].clone());
    let mut requests = vec![
        json!({ "do": "hello" }),
        json!({ "do": "options", "game": game, "options": { "players": 3 } }),
        json!({ "do": "rules", "game": game, "clause": "ECO-MOVE-1" }),
        json!({ "do": "new", "game": game, "options": { "players": 2 }, "seats": ["Ann", "Bob"], "seed": 5, "script": [1, 2] }),
        json!({ "do": "load", "game": game, "position": position, "options": { "players": 3 }, "seed": 5 }),
        json!({ "do": "load", "game": game, "position": position, "options": { "players": 3 }, "seed": 5 }),
        json!({ "do": "import", "record": record }),
        json!({ "do": "import", "record": record }),
    ];
    let about_the_table = [
        json!({ "do": "script", "luck": [luck.below(9), 1, 6] }),
        json!({ "do": "actions", "seat": seat }),
        json!({ "do": "play", "seat": seat, "action": action }),
        json!({ "do": "play", "seat": seat, "action": action, "time": 5 }),
        json!({ "do": "undo", "seat": seat, "consent": true }),
        json!({ "do": "fallback", "seat": seat, "play": true }),
        json!({ "do": "bot", "seat": seat, "name": "steady", "nodes": 20, "millis": 20, "play": true }),
        json!({ "do": "view", "viewer": seat, "at": 0 }),
        json!({ "do": "draw", "viewer": "watcher" }),
        json!({ "do": "events", "from": 1, "viewer": 1 }),
        json!({ "do": "position", "at": 1 }),
        json!({ "do": "outcome" }),
        json!({ "do": "score" }),
    ];
    requests.extend(about_the_table.map(|mut request| {
        request["table"] = table["table"].clone();
        request
    }));
    requests
}

/// Somewhere in a value something else.
fn mutate(value: &mut Value, luck: &mut Seeded) {
    let leaf = |luck: &mut Seeded| {
        let odd = [
            json!(null),
            json!(true),
            json!(0),
            json!(-1),
            json!(1.5),
            json!(255),
            json!(65536),
            json!(u64::MAX),
            json!(1e300),
            json!(""),
            json!("é\u{0}\n"),
            json!("a1"),
            json!("outside h8"),
            json!("MOT-3"),
            json!([]),
            json!({}),
            json!([[]]),
        ];
        odd[luck.below(odd.len())].clone()
    };
    let text = |text: &mut String, luck: &mut Seeded| {
        let mut bytes = text.clone().into_bytes();
        damage(&mut bytes, luck);
        *text = String::from_utf8_lossy(&bytes).into_owned();
    };
    match value {
        Value::Object(map) if !map.is_empty() && luck.below(8) > 0 => {
            let key = map.keys().nth(luck.below(map.len())).cloned().unwrap_or_default();
            match luck.below(8) {
                0 => drop(map.shift_remove(&key)),
                1 => {
                    let mut other = key.clone();
                    text(&mut other, luck);
                    let moved = map.shift_remove(&key).unwrap_or_default();
                    map.insert(other, moved);
                }
                _ => mutate(&mut map[&key], luck),
            }
        }
        Value::Array(list) if !list.is_empty() && luck.below(8) > 0 => {
            let place = luck.below(list.len());
            match luck.below(6) {
                0 => drop(list.remove(place)),
                1 => list.push(list[place].clone()),
                2 => {
                    let other = luck.below(list.len());
                    list.swap(place, other);
                }
                _ => mutate(&mut list[place], luck),
            }
        }
        Value::String(string) if luck.below(2) == 0 => text(string, luck),
        Value::Number(number) if luck.below(2) == 0 => {
            *value = number.as_i64().map_or(Value::Null, |number| json!(number.wrapping_add(luck.below(7) as i64 - 3)));
        }
        _ => *value = leaf(luck),
    }
}

/// Bytes that mean something in one of the notations.
const TELLING: &[u8] = b"0123456789-|:.,#\"{}[]\n\t =ehz";

/// A few bytes changed, lost, doubled or brought from elsewhere.
fn damage(bytes: &mut Vec<u8>, luck: &mut Seeded) {
    for _ in 0..=luck.below(3) {
        let place = luck.below(bytes.len() + 1).min(bytes.len());
        let end = (place + luck.below(12)).min(bytes.len());
        match luck.below(6) {
            0 => bytes.insert(place, luck.bits() as u8),
            1 => bytes.insert(place, TELLING[luck.below(TELLING.len())]),
            2 => drop(bytes.drain(place..end)),
            3 => {
                let piece = bytes[place..end].to_vec();
                bytes.splice(place..place, piece);
            }
            4 => bytes.truncate(bytes.len() - (bytes.len() - place) / 8),
            _ if place < bytes.len() => bytes[place] ^= 1 << luck.below(8),
            _ => {}
        }
    }
}

#[test]
fn arbitrary_bytes() {
    law(600, prop::collection::vec(any::<u8>(), 0..200), |mut bytes| {
        bytes.retain(|byte| *byte != b'\n');
        send(&mut crate::common::desk(), &bytes);
        let mut framed = br#"{"do":""#.to_vec();
        framed.extend(bytes);
        send(&mut crate::common::desk(), &framed);
        Ok(())
    });
}

#[test]
fn a_stream_of_bytes_has_a_reply_for_each_line_that_is_not_empty() {
    let line = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        Just(br#"{"do":"tables"}"#.to_vec()),
        Just(b" \r".to_vec()),
        Just(b"{}".to_vec()),
    ];
    law(300, prop::collection::vec(line, 0..8), |lines| {
        let lines: Vec<Vec<u8>> =
            lines.into_iter().map(|line| line.into_iter().filter(|byte| *byte != b'\n').collect()).collect();
        let asked = lines.iter().filter(|line| !line.trim_ascii().is_empty()).count();
        let mut output = Vec::new();
        crate::common::desk().serve(&lines.join(&b'\n')[..], &mut output).unwrap();
        let replies = String::from_utf8(output).expect("replies are UTF-8");
        prop_assert_eq!(replies.lines().count(), asked);
        prop_assert!(replies.lines().all(|reply| serde_json::from_str::<Value>(reply).is_ok()));
        Ok(())
    });
}

/// Any JSON, not too large.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..20u64).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec!["economy", "watcher", "move a1", "pick MOT-3", "corner h8", "steady", "players"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec(("[a-z_]{1,10}", inner), 0..5).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

#[test]
fn random_requests() {
    let fields: Vec<&str> =
        COMMANDS.iter().flat_map(|command| command.fields).map(|(name, _)| name.trim_end_matches('?')).collect();
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    let pairs = prop::collection::vec((prop::sample::select(fields), any_json()), 0..5);
    let desk = std::cell::RefCell::new(busy_desk(2));
    law(700, (prop::sample::select(names), pairs), |(name, pairs)| {
        let mut request: Map<String, Value> = pairs.into_iter().map(|(field, value)| (field.to_owned(), value)).collect();
        request.insert("do".into(), name.into());
        let mut desk = desk.borrow_mut();
        send(&mut desk, Value::Object(request).to_string().as_bytes());
        // A table may have been closed or opened: go on with one.
        if good(&mut desk, json!({ "do": "tables" }))["tables"].as_array().is_none_or(|open| open.len() != 1) {
            *desk = busy_desk(2);
        }
        Ok(())
    });
}

#[test]
fn good_requests_a_little_changed() {
    let mut luck = Seeded::new(1);
    let mut understood = 0;
    for round in 0..42 {
        let mut desk = busy_desk(round);
        for mut request in sensible(&mut desk, &mut luck) {
            (0..luck.below(3)).for_each(|_| mutate(&mut request, &mut luck));
            // Thinking long is not what is tried here.
            if request["do"] == "bot" && request.get("millis").and_then(Value::as_u64).is_none_or(|millis| millis > 50) {
                request["millis"] = json!(20);
            }
            let mut line = request.to_string().into_bytes();
            if luck.below(6) == 0 && request["do"] != "bot" {
                damage(&mut line, &mut luck);
                line.retain(|byte| *byte != b'\n');
            }
            understood += usize::from(send(&mut desk, &line));
            if good(&mut desk, json!({ "do": "tables" }))["tables"].as_array().is_none_or(Vec::is_empty) {
                break;
            }
        }
    }
    assert!(understood > 200, "only {understood} of the requests were understood: they are changed too much");
}

/// A whole game of ECONOMY as text, and one that is not over.
fn records() -> Vec<String> {
    let record = |turns: usize| {
        let mut table = games()[0].open(engine::Setup::new(secret_of(3))).unwrap();
        let mut whims = Seeded::new(4);
        for _ in 0..turns {
            let Some(seat) = table.turn().awaited.lowest() else { break };
            let action = table.bot(seat, "random", whims.bits(), &bots::Budget::default()).unwrap();
            table.play(seat, &action, Some(1)).unwrap();
            if whims.below(20) == 0 && table.outcome().is_none() {
                table.undo(seat, true).unwrap();
            }
        }
        table.export()
    };
    vec![record(usize::MAX), record(90), record(3)]
}

#[test]
fn records_a_little_changed() {
    let mut luck = Seeded::new(2);
    let mut desk = Desk::new(games());
    for record in records() {
        assert_eq!(good(&mut desk, json!({ "do": "import", "record": record }))["game"], "economy");
        good(&mut desk, json!({ "do": "close" }));
        for _ in 0..100 {
            let mut bytes = record.clone().into_bytes();
            if luck.below(2) == 0 {
                // Most of the text is entries; the header deserves as much attention.
                let header = record.find("\n\n").unwrap_or(0);
                let mut head = bytes[..header].to_vec();
                damage(&mut head, &mut luck);
                bytes.splice(..header, head);
            } else {
                damage(&mut bytes, &mut luck);
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Ok(read) = Record::read(&text) {
                let again = Record::read(&read.to_string()).map(|again| again.to_string());
                assert_eq!(again, Ok(read.to_string()), "what is read is written so that it reads the same");
            }
            let reply = ask(&mut desk, json!({ "do": "import", "record": text }));
            match reply["ok"] == true {
                true => drop(good(&mut desk, json!({ "do": "close" }))),
                false => assert_ne!(reply["error"]["code"], "bug", "{text}"),
            }
        }
    }
}

#[test]
fn arbitrary_records() {
    let line = prop_oneof![
        ".{0,30}",
        "(game|edition|pack|options|seat [0-9]+|commitment|secret|entropy [0-9]+|position|start): .{0,20}",
        "[0-9]+\\. (seat [0-9]+: [a-z0-9 ]{0,8} \\| (luck( [0-9]{1,11}){0,3} \\| )?hash [0-9a-f]{7,9}|undo to [0-9]+ by seat [0-9]+)",
        "(game: economy|edition: 1|options: \\{\\}|start: hash 00000000)",
    ];
    law(600, prop::collection::vec(line, 0..12), |lines| {
        let text = format!("exchequer record 1\n{}", lines.join("\n"));
        if let Err(fault) = Record::read(&text) {
            prop_assert!(fault.line >= 1 && fault.line <= text.lines().count().max(1), "{fault}");
        }
        prop_assert_ne!(&ask(&mut Desk::new(games()), json!({ "do": "import", "record": text }))["error"]["code"], "bug");
        Ok(())
    });
}

#[test]
fn packs_a_little_changed() {
    let mut luck = Seeded::new(5);
    let mut playable = 0;
    for game in games() {
        let own: Vec<(String, String)> = game.files().iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        for _ in 0..400 {
            let mut files = own.clone();
            let place = luck.below(files.len());
            match luck.below(12) {
                0 => drop(files.remove(place)),
                1 => files[place].1 = format!("x = {}", "[".repeat(luck.below(5000))),
                2 => {
                    let other = luck.below(own.len());
                    files[place].1 = own[other].1.clone();
                }
                3 => {
                    let mut lines: Vec<&str> = own[place].1.lines().collect();
                    let (one, other) = (luck.below(lines.len()), luck.below(lines.len()));
                    lines.swap(one, other);
                    files[place].1 = lines.join("\n");
                }
                _ => {
                    let mut bytes = files[place].1.clone().into_bytes();
                    damage(&mut bytes, &mut luck);
                    files[place].1 = String::from_utf8_lossy(&bytes).into_owned();
                }
            }
            let files = Files::new(files);
            let faults = game.check_pack(&files);
            for fault in &faults {
                assert!(!fault.file.is_empty() && !fault.message.is_empty(), "{fault:?}");
                if let (Some(line), Ok(file)) = (fault.line, files.get(&fault.file)) {
                    assert!(line >= 1 && line <= file.text().lines().count() + 1, "{fault}");
                }
            }
            // What passes the check can be played.
            if faults.is_empty() {
                playable += 1;
                let setup = engine::Setup { files: Some(files), ..engine::Setup::new(secret_of(1)) };
                let mut table = game.open(setup).unwrap_or_else(|error| panic!("{error}"));
                while let Some(seat) = table.turn().awaited.lowest().filter(|_| table.version() < 40) {
                    let action = table.fallback(seat).unwrap();
                    table.play(seat, &action, None).unwrap();
                }
            }
        }
    }
    assert!(playable > 20, "only {playable} packs could be played: they are changed too much");
}
