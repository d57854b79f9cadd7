//! Every command of the line protocol, good and bad.

use crate::common::{ask, bad, desk, good};
use engine::{CODES, COMMANDS, Desk, LONGEST_LINE, LONGEST_SCRIPT, MOST_MILLIS, MOST_TABLES};
use serde_json::{Value, json};

/// A desk with one table for Ann and Bob.
fn seated() -> Desk {
    let mut desk = desk();
    good(&mut desk, json!({ "do": "new", "game": "purses", "seats": ["Ann", "Bob"], "seed": 1, "script": [3, 7] }));
    desk
}

fn replies(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    desk().serve(input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_bad_line_gets_an_error_line_and_the_next_line_its_answer() {
    let lines: [(&[u8], &str); 14] = [
        (b"nonsense", "line"),
        (b"[1,2]", "line"),
        (b"null", "line"),
        (b"\"hello\"", "line"),
        (b"{\"do\":\"hello\"} {}", "line"),
        (b"{\"do\":\"hello\",\"do\":\"quit\"}", "line"),
        (b"{\"do\":\"hel\xfflo\"}", "line"),
        (b"{\"do\":\"hello\"", "line"),
        (b"{}", "command"),
        (b"{\"do\":7}", "command"),
        (b"{\"do\":\"dance\"}", "command"),
        (b"{\"do\":\"hello\",\"loudly\":true}", "fields"),
        (b"{\"do\":\"rules\"}", "fields"),
        (b"{\"do\":\"actions\",\"seat\":\"one\"}", "fields"),
    ];
    for (line, code) in lines {
        let replies = replies(&[line, b"\r\n\n   \n{\"do\":\"tables\"}"].concat());
        let shown = String::from_utf8_lossy(line);
        assert_eq!(replies.len(), 2, "{shown}: empty lines have no answer");
        assert_eq!(replies[0]["ok"], false, "{shown}");
        assert_eq!(replies[0]["error"]["code"], code, "{shown}: {}", replies[0]);
        assert_eq!(replies[1], json!({ "ok": true, "tables": [] }));
    }
}

#[test]
fn an_id_comes_back_with_the_answer_whatever_it_is() {
    for id in [json!(1), json!("a"), json!(null), json!({ "x": [1.5] })] {
        assert_eq!(ask(&mut desk(), json!({ "do": "tables", "id": id }))["id"], id);
        assert_eq!(ask(&mut desk(), json!({ "do": "dance", "id": id }))["id"], id);
    }
    assert!(ask(&mut desk(), json!({ "do": "tables" })).get("id").is_none());
}

#[test]
fn an_id_comes_back_as_it_was_written() {
    let long = "9".repeat(400);
    for id in ["123456789012345678901234567890", "-0", "1.10", "1e400", "[1,  {\"a\": 2.50}]", "\"\\u0041\"", &long] {
        let reply = desk().answer(format!(r#"{{"do":"tables","id":{id}}}"#).as_bytes()).unwrap();
        assert_eq!(reply, format!(r#"{{"id":{id},"ok":true,"tables":[]}}"#));
        let reply = desk().answer(format!(r#"{{"id": {id} ,"do":"dance"}}"#).as_bytes()).unwrap();
        assert!(reply.starts_with(&format!(r#"{{"id":{id},"ok":false,"#)), "{reply}");
    }
    let twice = desk().answer(br#"{"id":1,"id":2,"do":"tables"}"#).unwrap();
    assert!(twice.contains("`id` is given twice"), "{twice}");
}

#[test]
fn a_line_may_be_long_but_not_longer() {
    let line = |length: usize| {
        let frame = r#"{"do":"tables","id":""}"#.len();
        format!(r#"{{"do":"tables","id":"{}"}}"#, "x".repeat(length - frame))
    };
    for end in ["", "\n"] {
        assert_eq!(replies(format!("{}{end}", line(LONGEST_LINE)).as_bytes())[0]["ok"], true);
        let answers = replies(format!("{}{end}", line(LONGEST_LINE + 1)).as_bytes());
        assert_eq!(answers.len(), 1);
        assert_eq!(answers[0]["error"]["code"], "line");
    }
    let answers = replies(format!("{}\n{{\"do\":\"tables\"}}\n", line(2 * LONGEST_LINE)).as_bytes());
    assert_eq!(answers.len(), 2, "the rest of a long line is skipped, not read as another");
    assert_eq!(answers[1]["ok"], true);
}

#[test]
fn what_is_nested_deeply_is_refused() {
    let deep = format!(r#"{{"do":"load","game":"purses","position":{}1{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    let reply = desk().answer(deep.as_bytes()).unwrap();
    assert!(reply.starts_with(r#"{"ok":false,"error":{"code":"line","#), "{reply}");
}

#[test]
fn keys_have_an_order() {
    let reply = seated().answer(br#"{"id":1,"do":"tables"}"#).unwrap();
    assert_eq!(
        reply,
        r#"{"id":1,"ok":true,"tables":[{"table":1,"game":"purses","seats":["Ann","Bob"],"entries":0,"awaited":[1],"free":[],"asked":[],"over":false}]}"#
    );
    let reply = seated().answer(br#"{"do":"play","seat":2,"action":"pass","id":1}"#).unwrap();
    assert_eq!(
        reply,
        r#"{"id":1,"ok":false,"error":{"code":"refused","message":"it is not your turn; wait for it","clause":"PUR-TURN-1"}}"#
    );
}

#[test]
fn help_names_the_very_fields_that_are_read() {
    let help = good(&mut desk(), json!({ "do": "help" }));
    assert_eq!(help["errors"].as_object().unwrap().len(), CODES.len());
    assert_eq!(help["commands"].as_array().unwrap().len(), COMMANDS.len());
    for command in COMMANDS {
        let error = bad(&mut desk(), json!({ "do": command.name, "?": 0 }));
        assert_eq!(error["code"], "fields");
        let message = error["message"].as_str().unwrap();
        let told = message.split_once("expected").map_or("", |(_, told)| told);
        let read: Vec<&str> = told.split('`').skip(1).step_by(2).collect();
        let mut named: Vec<&str> = command.fields.iter().map(|(name, _)| name.trim_end_matches('?')).collect();
        assert!(read.iter().all(|field| named.contains(field)), "{}: {message}", command.name);
        named.retain(|field| !read.contains(field));
        assert!(named.is_empty(), "{}: nobody reads {named:?}", command.name);
    }
}

#[test]
fn hello_tells_games_bots_and_limits() {
    let hello = good(&mut desk(), json!({ "do": "hello" }));
    assert_eq!(hello["games"], json!(["purses"]));
    assert_eq!(hello["limits"]["tables"], MOST_TABLES);
    assert_eq!(hello["bots"].as_array().unwrap().len(), bots::BOTS.len());
    let games = good(&mut desk(), json!({ "do": "games" }));
    assert_eq!(games["games"][0]["players"], json!([2, 4]));
}

#[test]
fn options_are_listed_checked_and_completed() {
    let mut desk = desk();
    let told = good(&mut desk, json!({ "do": "options", "game": "purses", "options": { "rounds": 5 } }));
    assert_eq!(told["options"], json!({ "players": 2, "rounds": 5, "faulty": "no" }));
    assert_eq!(told["settings"][0]["key"], "players");
    assert_eq!(told["settings"][0]["high"], 4);
    assert_eq!(told["settings"][2]["values"][0], json!({ "value": "no", "about": "It works." }));
    for wrong in [json!({ "rounds": 99 }), json!({ "rounds": "5" }), json!({ "goal": 1 }), json!({ "faulty": "maybe" })] {
        for request in ["options", "new"] {
            let error = bad(&mut desk, json!({ "do": request, "game": "purses", "options": wrong }));
            assert_eq!(error["code"], "options");
            assert!(error["clause"].as_str().unwrap().starts_with("PUR-SET"), "{error}");
        }
    }
    assert_eq!(bad(&mut desk, json!({ "do": "options", "game": "chess" }))["code"], "game");
    let contradiction = json!({ "do": "new", "game": "purses", "options": { "players": 4, "rounds": 20 } });
    assert_eq!(bad(&mut desk, contradiction)["clause"], "PUR-SET-1");
    let contradiction = json!({ "do": "options", "game": "purses", "options": { "players": 4, "rounds": 20 } });
    assert_eq!(bad(&mut desk, contradiction)["code"], "options", "what cannot be played is not offered either");
}

#[test]
fn rules_are_told_by_clause() {
    let all = good(&mut desk(), json!({ "do": "rules", "game": "purses" }));
    assert_eq!(all["clauses"].as_array().unwrap().len(), 6);
    let one = good(&mut desk(), json!({ "do": "rules", "game": "purses", "clause": "PUR-SET-2" }));
    let clause = json!({ "clause": "PUR-SET-2", "section": "SET", "mark": "ruling", "text": "Purses hold 0 to 9999 coins." });
    assert_eq!(one["clauses"], json!([clause]));
    assert_eq!(bad(&mut desk(), json!({ "do": "rules", "game": "purses", "clause": "PUR-9" }))["code"], "clause");
}

#[test]
fn a_pack_is_told_and_another_is_checked() {
    let mut desk = desk();
    let own = good(&mut desk, json!({ "do": "pack", "game": "purses" }));
    let again = good(&mut desk, json!({ "do": "pack", "game": "purses", "files": own["files"] }));
    assert_eq!(again["faults"], json!([]));
    assert_eq!(again["hash"], own["hash"]);
    let wrong = json!({ "purses.toml": "\ncoins = \"many\"\n" });
    let faults = good(&mut desk, json!({ "do": "pack", "game": "purses", "files": wrong }));
    assert_eq!(faults["faults"][0]["line"], 2);
    let error = bad(&mut desk, json!({ "do": "new", "game": "purses", "files": wrong }));
    assert_eq!(error["code"], "pack");
    assert!(error["message"].as_str().unwrap().starts_with("purses.toml:2: "));
    good(&mut desk, json!({ "do": "new", "game": "purses", "files": { "purses.toml": "coins = 33" } }));
    assert_eq!(good(&mut desk, json!({ "do": "view" }))["view"]["coins"], json!([33, 33]));
}

#[test]
fn seats_are_a_number_or_names() {
    let mut desk = desk();
    let mut seats = |seats: Value| ask(&mut desk, json!({ "do": "new", "game": "purses", "seats": seats }));
    assert_eq!(seats(json!(3))["seats"], json!(["Seat 1", "Seat 2", "Seat 3"]));
    assert_eq!(seats(json!(["Ann ", "  Bob\n the second"]))["seats"], json!(["Ann", "Bob the second"]));
    for (wrong, code) in [
        (json!(5), "options"),
        (json!(-1), "fields"),
        (json!(2.5), "fields"),
        (json!("two"), "fields"),
        (json!(["Ann", 2]), "fields"),
        (json!(["Ann"]), "options"),
        (json!([]), "options"),
        (json!(["Ann", ""]), "seats"),
        (json!(["Ann", "Ann"]), "seats"),
        (json!(["Ann", " ANN"]), "seats"),
        (json!(["Ann", "\u{7}"]), "seats"),
        (json!(["Ann", "x".repeat(41)]), "seats"),
    ] {
        assert_eq!(seats(wrong.clone())["error"]["code"], code, "{wrong}");
    }
    let contradiction = json!({ "do": "new", "game": "purses", "seats": 3, "options": { "players": 2 } });
    assert_eq!(bad(&mut desk, contradiction)["code"], "seats");
}

#[test]
fn the_same_seed_is_the_same_table_and_no_seed_is_another() {
    let record = |request: Value| {
        let mut desk = desk();
        good(&mut desk, request);
        (0..6).for_each(|turn| drop(good(&mut desk, json!({ "do": "play", "seat": turn % 2 + 1, "action": "roll" }))));
        good(&mut desk, json!({ "do": "export" }))["record"].clone()
    };
    assert_eq!(
        record(json!({ "do": "new", "game": "purses", "seed": 7 })),
        record(json!({ "do": "new", "game": "purses", "seed": 7 }))
    );
    assert_ne!(
        record(json!({ "do": "new", "game": "purses", "seed": 7 })),
        record(json!({ "do": "new", "game": "purses", "seed": 8 }))
    );
    assert_ne!(record(json!({ "do": "new", "game": "purses" })), record(json!({ "do": "new", "game": "purses" })));
}

#[test]
fn so_many_tables_and_no_more() {
    let mut desk = desk();
    let open = json!({ "do": "new", "game": "purses" });
    for number in 1..=MOST_TABLES {
        assert_eq!(good(&mut desk, open.clone())["table"], number);
    }
    assert_eq!(bad(&mut desk, open.clone())["code"], "limit");
    assert_eq!(bad(&mut desk, json!({ "do": "view" }))["code"], "table", "with many open one must be named");
    good(&mut desk, json!({ "do": "close", "table": 5 }));
    assert_eq!(bad(&mut desk, json!({ "do": "view", "table": 5 }))["code"], "table");
    assert_eq!(good(&mut desk, open)["table"], MOST_TABLES + 1, "a number is never used again");
    good(&mut desk, json!({ "do": "play", "table": 2, "seat": 1, "action": "pass" }));
    let tables = good(&mut desk, json!({ "do": "tables" }));
    let entries = |number: usize| {
        tables["tables"].as_array().unwrap().iter().find(|table| table["table"] == number).unwrap()["entries"].clone()
    };
    assert_eq!((entries(2), entries(3)), (json!(1), json!(0)), "tables do not touch each other");
}

#[test]
fn no_table_no_answer_about_it() {
    for command in COMMANDS.iter().filter(|command| command.fields.iter().any(|(name, _)| *name == "table?")) {
        let mut request = json!({ "do": command.name });
        for (field, _) in command.fields.iter().filter(|(name, _)| !name.ends_with('?')) {
            request[*field] = match *field {
                "seat" => json!(1),
                "luck" => json!([]),
                _ => json!("pass"),
            };
        }
        assert_eq!(bad(&mut desk(), request.clone())["code"], "table", "{request}");
        request["table"] = json!(9);
        assert_eq!(bad(&mut seated(), request.clone())["code"], "table", "{request}");
    }
}

#[test]
fn there_is_no_seat_beyond_the_table() {
    for (command, extra) in [("actions", ""), ("play", "action"), ("undo", ""), ("fallback", ""), ("bot", "name")] {
        for seat in [0, 3, 17, usize::MAX] {
            let mut request = json!({ "do": command, "seat": seat });
            if !extra.is_empty() {
                request[extra] = json!("pass");
            }
            assert_eq!(bad(&mut seated(), request)["code"], "seat", "{command} {seat}");
        }
    }
    for command in ["view", "draw", "events"] {
        assert_eq!(bad(&mut seated(), json!({ "do": command, "viewer": 3 }))["code"], "seat");
        assert_eq!(bad(&mut seated(), json!({ "do": command, "viewer": -1 }))["code"], "seat");
        assert_eq!(bad(&mut seated(), json!({ "do": command, "viewer": "judge" }))["code"], "fields");
    }
}

#[test]
fn actions_come_with_words_clauses_bounds_and_reasons() {
    let mut desk = seated();
    let told = good(&mut desk, json!({ "do": "actions", "seat": 1 }));
    assert_eq!(told["actions"][2], json!({ "action": "peek", "text": "Peek at your neighbour’s card", "clause": "PUR-TURN-2" }));
    let amount = json!({ "text": "Give 1 coins to your neighbour", "before": "give ", "after": "", "least": "give 1", "most": "give 10", "low": 1, "high": 10, "step": 1, "clause": "PUR-GIVE-1" });
    assert_eq!(told["amounts"], json!([amount]));
    assert_eq!(told["barred"], json!([]));
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "peek" }));
    let told = good(&mut desk, json!({ "do": "actions", "seat": 1 }));
    assert_eq!(told["barred"][0]["action"], "peek");
    assert_eq!(told["barred"][0]["reason"], "you have peeked; roll or pass");
    let other = good(&mut desk, json!({ "do": "actions", "seat": 2 }));
    assert_eq!(other, json!({ "ok": true, "actions": [], "amounts": [], "barred": [], "undoable": 0 }));
}

#[test]
fn play_tells_where_the_table_stands_and_what_happened() {
    let mut desk = seated();
    good(&mut desk, json!({ "do": "script", "luck": [5] }));
    let told = good(&mut desk, json!({ "do": "play", "seat": 1, "action": "roll", "time": 12 }));
    assert_eq!((&told["entries"], &told["awaited"]), (&json!(1), &json!([2])));
    let rolled = json!({ "event": "rolled", "seat": 1, "roll": 5 });
    assert_eq!(told["events"], json!([{ "entry": 1, "text": "Ann rolls 5.", "clause": "PUR-TURN-1", "data": rolled }]));
    assert_eq!(bad(&mut desk, json!({ "do": "play", "seat": 2, "action": "dance" }))["code"], "action");
    let error = bad(&mut desk, json!({ "do": "play", "seat": 2, "action": "give 11" }));
    assert_eq!((&error["code"], &error["clause"]), (&json!("refused"), &json!("PUR-GIVE-1")));
}

#[test]
fn scripted_luck_that_does_not_fit_changes_nothing() {
    let mut desk = seated();
    assert_eq!(good(&mut desk, json!({ "do": "script", "luck": [9, 4] }))["luck"], json!([9, 4]));
    assert_eq!(bad(&mut desk, json!({ "do": "play", "seat": 1, "action": "roll" }))["code"], "luck");
    assert_eq!(good(&mut desk, json!({ "do": "tables" }))["tables"][0]["entries"], 0);
    good(&mut desk, json!({ "do": "script", "luck": [4] }));
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "roll" }));
    let long = vec![1; LONGEST_SCRIPT + 1];
    assert_eq!(bad(&mut desk, json!({ "do": "script", "luck": long }))["code"], "limit");
    assert_eq!(bad(&mut desk, json!({ "do": "new", "game": "purses", "script": long }))["code"], "limit");
    assert_eq!(bad(&mut desk, json!({ "do": "script", "luck": [-1] }))["code"], "fields");
    assert_eq!(bad(&mut desk, json!({ "do": "new", "game": "purses", "script": [12] }))["code"], "luck");
}

#[test]
fn an_action_is_taken_back_alone_or_together() {
    let mut desk = seated();
    assert_eq!(bad(&mut desk, json!({ "do": "undo", "seat": 1, "consent": true }))["code"], "undo");
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "give 4" }));
    assert_eq!(good(&mut desk, json!({ "do": "actions", "seat": 1 }))["undoable"], 1);
    assert_eq!(bad(&mut desk, json!({ "do": "undo", "seat": 2 }))["code"], "undo");
    assert_eq!(good(&mut desk, json!({ "do": "undo", "seat": 1 }))["entries"], 2);
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "roll" }));
    assert_eq!(bad(&mut desk, json!({ "do": "undo", "seat": 1 }))["code"], "undo");
    good(&mut desk, json!({ "do": "undo", "seat": 1, "consent": true }));
    assert_eq!(good(&mut desk, json!({ "do": "view" }))["view"]["coins"], json!([10, 10]));
    assert_eq!(good(&mut desk, json!({ "do": "events" }))["events"], json!([]), "what was taken back is no event");
    assert_eq!(bad(&mut desk, json!({ "do": "view", "at": 1 }))["code"], "moment");
    assert_eq!(bad(&mut desk, json!({ "do": "position", "at": 99 }))["code"], "moment");
}

#[test]
fn a_bot_and_a_fallback_choose_and_play() {
    let mut desk = seated();
    assert_eq!(good(&mut desk, json!({ "do": "fallback", "seat": 1 })), json!({ "ok": true, "action": "pass" }));
    assert_eq!(bad(&mut desk, json!({ "do": "fallback", "seat": 2 }))["code"], "turn");
    assert_eq!(good(&mut desk, json!({ "do": "fallback", "seat": 1, "play": true }))["entries"], 1);
    let ask_bot = json!({ "do": "bot", "seat": 2, "name": "random", "nodes": 100, "millis": 50, "seed": 3 });
    let first = good(&mut desk, ask_bot.clone());
    assert_eq!(first, good(&mut desk, ask_bot), "asking changes nothing");
    for bot in bots::BOTS {
        good(&mut desk, json!({ "do": "bot", "seat": 2, "name": bot.name, "nodes": 1 }));
    }
    assert_eq!(bad(&mut desk, json!({ "do": "bot", "seat": 1, "name": "random" }))["code"], "turn");
    assert_eq!(bad(&mut desk, json!({ "do": "bot", "seat": 2, "name": "deep blue" }))["code"], "bot");
    let patient = json!({ "do": "bot", "seat": 2, "name": "random", "millis": MOST_MILLIS + 1 });
    assert_eq!(bad(&mut desk, patient)["code"], "limit");
    let mut seat = 2;
    while good(&mut desk, json!({ "do": "outcome" }))["outcome"].is_null() {
        let told = good(&mut desk, json!({ "do": "bot", "seat": seat, "name": "steady", "nodes": 50, "play": true }));
        seat = told["awaited"][0].as_u64().unwrap_or(0);
    }
    assert_eq!(bad(&mut desk, json!({ "do": "bot", "seat": 1, "name": "random" }))["message"], "the game is over");
    assert_eq!(good(&mut desk, json!({ "do": "score" }))["score"].as_array().unwrap().len(), 2);
}

#[test]
fn a_position_is_loaded_or_refused_with_its_clause() {
    let mut desk = desk();
    let position = json!({ "round": 2, "turn": 2, "purses": [{ "coins": 4, "card": 11 }, { "coins": 0, "card": 0 }] });
    good(&mut desk, json!({ "do": "load", "game": "purses", "position": position }));
    let told = good(&mut desk, json!({ "do": "position" }));
    assert_eq!(told["position"]["purses"], position["purses"]);
    let over = good(&mut desk, json!({ "do": "play", "seat": 2, "action": "pass" }));
    assert_eq!(over["over"], true);
    let outcome = json!({ "winners": [1], "places": [1, 2], "scores": [15, 0], "clause": "PUR-END-1" });
    assert_eq!(good(&mut desk, json!({ "do": "outcome" }))["outcome"], outcome);
    for (wrong, clause) in [
        (json!({ "round": 2, "turn": 2, "purses": [] }), json!("PUR-SET-2")),
        (json!({ "round": 2, "turn": 2, "purses": [{ "coins": -4, "card": 1 }, { "coins": 0, "card": 0 }] }), json!("PUR-SET-2")),
        (json!({ "round": 2, "turn": 2, "purses": [{ "coins": 4, "card": 1 }, { "coins": 0, "card": 1 }] }), json!("PUR-SET-2")),
        (json!({ "round": 2, "turn": 99, "purses": [] }), json!(null)),
        (json!({ "round": 2, "turn": 2, "purses": [], "weather": "fine" }), json!(null)),
        (json!(null), json!(null)),
    ] {
        let error = bad(&mut desk, json!({ "do": "load", "game": "purses", "position": wrong }));
        assert_eq!((&error["code"], &error["clause"]), (&json!("position"), &clause), "{wrong}");
    }
}

#[test]
fn the_table_is_drawn_for_its_viewer() {
    let mut desk = seated();
    assert_eq!(
        good(&mut desk, json!({ "do": "draw", "viewer": 2 }))["text"],
        "Ann: 10 coins, card None\nBob: 10 coins, card Some(7)\n"
    );
    assert_eq!(good(&mut desk, json!({ "do": "view", "viewer": 1 }))["prompt"]["text"], "Ann: Roll or pass.");
    assert_eq!(good(&mut desk, json!({ "do": "view" }))["prompt"]["text"], "Ann: Please wait.");
}

#[test]
fn a_fault_in_a_game_closes_its_table_and_nothing_else() {
    let mut desk = desk();
    good(&mut desk, json!({ "do": "new", "game": "purses" }));
    good(&mut desk, json!({ "do": "new", "game": "purses", "options": { "faulty": "yes" } }));
    let error = bad(&mut desk, json!({ "do": "play", "table": 2, "seat": 1, "action": "fault" }));
    assert_eq!(error["code"], "bug");
    assert_eq!(bad(&mut desk, json!({ "do": "view", "table": 2 }))["code"], "table");
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "pass" }));
}

#[test]
fn quit_ends_and_so_does_the_end_of_the_input() {
    assert_eq!(replies(b"{\"do\":\"quit\"}\n{\"do\":\"hello\"}\n").len(), 1);
    assert_eq!(replies(b"").len(), 0);
    assert_eq!(bad(&mut desk(), json!({ "do": "quit", "now": true }))["code"], "fields");
}
