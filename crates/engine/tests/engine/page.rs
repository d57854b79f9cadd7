//! Pages of the documentation: their examples run, and their tables can be read.

use engine::{Desk, games};
use serde_json::{Map, Value};

/// What was left out of an example.
const LEFT_OUT: &str = "…";

/// A page under `docs`.
pub struct Page {
    name: String,
    text: String,
}

impl Page {
    /// The page of this name.
    pub fn read(name: &str) -> Page {
        let file = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("docs/{name}: {error}"));
        Page { name: name.to_owned(), text }
    }

    /// All that it says.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands under a heading, up to the next one.
    pub fn section(&self, heading: &str) -> &str {
        let (_, rest) =
            self.text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("docs/{} has no `{heading}`", self.name));
        let end = ["\n## ", "\n### "].iter().filter_map(|heading| rest.find(heading)).min();
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The rows of all tables under a heading, each as its cells; without the heads.
    pub fn rows(&self, heading: &str) -> Vec<Vec<&str>> {
        let lines: Vec<&str> = self.section(heading).lines().collect();
        let is_head = |index: usize| lines.get(index + 1).is_some_and(|next| next.starts_with("|-"));
        let rows = lines.iter().enumerate().filter(|(index, line)| line.starts_with("| ") && !is_head(*index));
        rows.map(|(_, line)| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
    }

    /// The lines sent and expected, each with its line on the page.
    pub fn examples(&self) -> Vec<(char, usize, Value)> {
        let mut examples: Vec<(char, usize, String)> = Vec::new();
        let mut inside = false;
        for (index, line) in self.text.lines().enumerate() {
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
            let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("docs/{}:{line}: {error}: {text}", self.name));
            (arrow, line, value)
        };
        examples.into_iter().map(parse).collect()
    }

    /// Runs the examples from top to bottom on a fresh engine, and tells whether the last one closed it.
    pub fn run(&self) -> bool {
        self.run_with(|_, _| {})
    }

    /// The same, and shows each request with the whole reply to it.
    pub fn run_with(&self, mut show: impl FnMut(&Value, &Value)) -> bool {
        let mut desk = Desk::new(games());
        let name = &self.name;
        let (mut earlier, mut reply, mut wrong) = (Map::new(), None, Vec::new());
        for (arrow, line, example) in self.examples() {
            if arrow == '→' {
                assert!(reply.is_none(), "docs/{name}:{line}: the request before has no reply");
                let text = desk.answer(filled(&example, &earlier).to_string().as_bytes()).expect("a request is answered");
                let found: Map<String, Value> = serde_json::from_str(&text).expect("a reply is an object");
                earlier.extend(found.clone());
                let found = Value::Object(found);
                show(&example, &found);
                reply = Some(found);
            } else {
                let found = reply.take().unwrap_or_else(|| panic!("docs/{name}:{line}: a reply without a request"));
                wrong.extend(same(&example, &found, "reply").err().map(|error| format!("docs/{name}:{line}: {error}")));
            }
        }
        assert!(reply.is_none(), "docs/{name}: the last request has no reply");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        desk.is_closed()
    }
}

/// What stands between backticks.
pub fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
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

#[test]
fn tables_and_code_are_read() {
    let page = Page {
        name: "x".into(),
        text: "\n## A\n\n| a | b |\n|---|---|\n| `x y`, `z` | one |\n\n| c |\n|---|\n| `w` |\n\n## B\n".into(),
    };
    assert_eq!(page.rows("## A"), [vec!["`x y`, `z`", "one"], vec!["`w`"]]);
    assert_eq!(code("`x y`, `z`").collect::<Vec<_>>(), ["x y", "z"]);
}
