//! `docs/protocol.md` is true: its examples run, and it leaves out no command, no field and no code.

use engine::{CODES, COMMANDS, Desk, games};
use serde_json::{Map, Value};

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// What was left out of an example.
const LEFT_OUT: &str = "…";

/// The lines sent and expected, each with its line on the page.
fn examples() -> Vec<(char, usize, Value)> {
    let mut examples: Vec<(char, usize, String)> = Vec::new();
    let mut inside = false;
    for (index, line) in PAGE.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(kind) => inside = kind == "json",
            None if !inside => {}
            None => match line.chars().next() {
                Some(arrow @ ('→' | '←')) => examples.push((arrow, index + 1, line[arrow.len_utf8()..].to_owned())),
                _ => {
                    let (_, _, text) = examples.last_mut().expect("an example begins with an arrow");
                    text.push_str(line);
                }
            },
        }
    }
    let parse = |(arrow, line, text): (char, usize, String)| {
        let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("docs/protocol.md:{line}: {error}: {text}"));
        (arrow, line, value)
    };
    examples.into_iter().map(parse).collect()
}

/// Is this what the page says, but for what the page leaves out? Else where they part.
fn same(shown: &Value, found: &Value, place: &str) -> Result<(), String> {
    let differ = || Err(format!("{place}: the page says {shown}, the engine {found}"));
    match (shown, found) {
        (Value::String(text), _) if text == LEFT_OUT => Ok(()),
        (Value::String(text), Value::String(found)) => match text.strip_suffix(LEFT_OUT) {
            Some(beginning) if found.starts_with(beginning) => Ok(()),
            None if text == found => Ok(()),
            _ => differ(),
        },
        (Value::Array(shown), Value::Array(found)) => {
            let open = shown.last().is_some_and(|last| last == LEFT_OUT);
            let shown = &shown[..shown.len() - usize::from(open)];
            if shown.len() > found.len() || !open && shown.len() < found.len() {
                return differ();
            }
            let pairs = shown.iter().zip(found).enumerate();
            pairs.into_iter().try_for_each(|(index, (shown, found))| same(shown, found, &format!("{place}[{index}]")))
        }
        (Value::Object(shown), Value::Object(found)) => {
            let open = shown.contains_key(LEFT_OUT);
            let told: Vec<&String> = shown.keys().filter(|key| *key != LEFT_OUT).collect();
            let in_order: Vec<&String> = found.keys().filter(|key| told.contains(key)).collect();
            if told != in_order || !open && told.len() < found.len() {
                let keys: Vec<&String> = found.keys().collect();
                return Err(format!("{place}: the page has the keys {told:?}, the engine {keys:?}"));
            }
            told.into_iter().try_for_each(|key| same(&shown[key], &found[key], &format!("{place}.{key}")))
        }
        _ if shown == found => Ok(()),
        _ => differ(),
    }
}

/// A request with what it leaves out taken from the replies so far.
fn filled(request: &Value, earlier: &Map<String, Value>) -> Value {
    let mut request = request.clone();
    for (key, value) in request.as_object_mut().expect("a request is an object") {
        if value == LEFT_OUT {
            *value = earlier[key].clone();
        }
    }
    request
}

#[test]
fn every_example_runs_as_it_is_written() {
    let mut desk = Desk::new(games());
    let (mut earlier, mut reply, mut wrong) = (Map::new(), None, Vec::new());
    for (arrow, line, example) in examples() {
        if arrow == '→' {
            assert!(reply.is_none(), "docs/protocol.md:{line}: the request before has no reply");
            let text = desk.answer(filled(&example, &earlier).to_string().as_bytes()).expect("a request is answered");
            let found: Map<String, Value> = serde_json::from_str(&text).expect("a reply is an object");
            earlier.extend(found.clone());
            reply = Some(Value::Object(found));
        } else {
            let found = reply.take().unwrap_or_else(|| panic!("docs/protocol.md:{line}: a reply without a request"));
            wrong.extend(same(&example, &found, "reply").err().map(|error| format!("docs/protocol.md:{line}: {error}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(desk.is_closed(), "the last example quits");
}

/// The part of the page under the heading of a command.
fn section(name: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("\n### `{name}`\n")).unwrap_or_else(|| panic!("the page has no section `{name}`"));
    let end = ["\n## ", "\n### "].iter().filter_map(|heading| rest.find(heading)).min();
    &rest[..end.unwrap_or(rest.len())]
}

#[test]
fn every_command_is_shown_with_all_its_fields() {
    let sent: Vec<Value> = examples().into_iter().filter(|(arrow, ..)| *arrow == '→').map(|(_, _, request)| request).collect();
    for command in COMMANDS {
        let section = section(command.name);
        assert!(sent.iter().any(|request| request["do"] == command.name), "no example of `{}`", command.name);
        assert!(section.contains("```json"), "the section `{}` has no example", command.name);
        for (field, _) in command.fields {
            let field = field.trim_end_matches('?');
            assert!(
                section.contains(&format!("`{field}`")) || section.contains(&format!("\"{field}\":")),
                "the section `{}` does not tell of `{field}`",
                command.name
            );
        }
    }
    let headings = PAGE.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'));
    for heading in headings {
        assert!(COMMANDS.iter().any(|command| command.name == heading), "`{heading}` is no command");
    }
}

#[test]
fn every_code_is_told_in_the_same_words() {
    for (code, meaning) in CODES {
        assert!(PAGE.contains(&format!("| `{code}` | {meaning} |")), "the page does not tell of `{code}`");
    }
}

#[test]
fn a_page_that_lies_is_caught() {
    let check = |shown: Value, found: Value| same(&shown, &found, "").is_ok();
    let json = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    assert!(check(json(r#"{"a": [1, "…"], "…": "…"}"#), json(r#"{"a": [1, 2], "b": 3}"#)));
    assert!(check(json(r#""be…""#), json(r#""begin""#)));
    for (shown, found) in [
        ("[1]", "[1, 2]"),
        ("[1, 2]", "[1]"),
        (r#"{"a": 1}"#, r#"{"a": 1, "b": 2}"#),
        (r#"{"b": 1, "a": 2}"#, r#"{"a": 2, "b": 1}"#),
        (r#"{"b": 1, "…": "…"}"#, r#"{"a": 2}"#),
        (r#""en…""#, r#""begin""#),
        ("1", "2"),
    ] {
        assert!(!check(json(shown), json(found)), "{shown} is not {found}");
    }
}
