//! `docs/games` is true: every game has a page there whose examples run, and which leaves out no action, no event, no key of a
//! position and no key of a view. What there is to tell is found by playing at random under every setting, and by asking the
//! reader of positions which keys it knows.

use crate::{
    common::ask,
    page::{Page, code},
};
use engine::{Desk, games};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// How long a table is played at random before absent players finish it.
const RANDOM: u64 = 1000;

/// How often a position and a view are looked at.
const LOOKS: u64 = 20;

/// What turned up in play.
#[derive(Default)]
struct Seen {
    actions: BTreeSet<String>,
    events: BTreeMap<String, BTreeSet<String>>,
    position: BTreeSet<String>,
    view: BTreeSet<String>,
}

impl Seen {
    /// Plays a game under its defaults and under each value of each setting.
    fn of(game: &str) -> Seen {
        let mut desk = Desk::new(games());
        let mut seen = Seen::default();
        let mut tables = vec![Map::new()];
        for setting in ask(&mut desk, json!({ "do": "options", "game": game }))["settings"].as_array().unwrap() {
            let values: Vec<Value> = match setting["values"].as_array() {
                Some(values) => values.iter().map(|value| value["value"].clone()).collect(),
                // Small numbers end soon.
                None => setting["low"].as_i64().map(|low| vec![low.into(), (low + 1).into()]).unwrap(),
            };
            let key = setting["key"].as_str().unwrap();
            // Of a family with one for each seat the first stands for all.
            if key.rsplit_once('_').and_then(|(_, seat)| seat.parse().ok()).is_some_and(|seat: u8| seat > 1) {
                continue;
            }
            tables.extend(values.into_iter().map(|value| Map::from_iter([(key.to_owned(), value)])));
        }
        for (seed, options) in tables.into_iter().enumerate() {
            seen.play(&mut desk, game, options, seed as u64);
        }
        seen
    }

    fn play(&mut self, desk: &mut Desk, game: &str, options: Map<String, Value>, seed: u64) {
        let mut now = ask(desk, json!({ "do": "new", "game": game, "options": options, "seed": seed }));
        if now["ok"] == false {
            // Some values go only with others.
            assert_eq!(now["error"]["code"], "options", "{now}");
            return;
        }
        let table = now["table"].clone();
        for step in 0.. {
            let Some(seat) = now["awaited"][0].as_u64() else { break };
            let random = if step < RANDOM { "bot" } else { "fallback" };
            let mut request = json!({ "do": random, "table": table, "seat": seat, "play": true });
            if step < RANDOM {
                // What was offered was seen, whatever is chosen.
                self.listed(&ask(desk, json!({ "do": "actions", "table": table, "seat": seat })));
                request["name"] = "random".into();
                request["seed"] = (seed * 10_000 + step).into();
            }
            now = ask(desk, request);
            assert_eq!(now["ok"], true, "{now}");
            self.actions.insert(now["action"].as_str().unwrap().to_owned());
            // An offer that lies on the table is gone soon.
            let played = now["action"].as_str().unwrap();
            let offers = ["offer", "counter"].iter().any(|verb| played.starts_with(verb));
            if step % LOOKS == 0 || offers || now["over"] == true {
                self.look(desk, game, &options, &table, seat);
            }
        }
        self.hear(&ask(desk, json!({ "do": "events", "table": table, "viewer": 1 })));
        ask(desk, json!({ "do": "close", "table": table }));
    }

    /// What could be done, by a reply that lists it.
    fn listed(&mut self, reply: &Value) {
        let written = reply["actions"].as_array().into_iter().flatten().filter_map(|action| action["action"].as_str());
        self.actions.extend(written.map(str::to_owned));
    }

    /// What happened, by a reply that tells it.
    fn hear(&mut self, reply: &Value) {
        for event in reply["events"].as_array().into_iter().flatten() {
            let data = event["data"].as_object().unwrap();
            let fields = data.keys().filter(|key| *key != "event").cloned();
            self.events.entry(data["event"].as_str().unwrap().to_owned()).or_default().extend(fields);
        }
    }

    /// What the examples of a page show, and the positions that they load: some things come up too seldom by chance.
    fn examples(&mut self, request: &Value, reply: &Value) {
        if reply["ok"] != true {
            return;
        }
        if request["do"] == "play" {
            self.actions.insert(request["action"].as_str().unwrap().to_owned());
        }
        self.listed(reply);
        self.hear(reply);
        for position in [&request["position"], &reply["position"]] {
            keys(position, "", &mut |path, _| {
                self.position.insert(path.to_owned());
            });
        }
    }

    fn look(&mut self, desk: &mut Desk, game: &str, options: &Map<String, Value>, table: &Value, seat: u64) {
        let view = ask(desk, json!({ "do": "view", "table": table, "viewer": seat }));
        keys(&view["view"], "", &mut |path, _| {
            self.view.insert(path.to_owned());
        });
        let position = ask(desk, json!({ "do": "position", "table": table }))["position"].take();
        let mut objects = vec![String::new()];
        keys(&position, "", &mut |path, value| {
            if self.position.insert(path.to_owned()) && value.is_object() {
                objects.push(path.to_owned());
            }
        });
        // What play has not shown yet, the reader of positions knows.
        for path in objects.iter().filter(|path| !path.contains("[]")) {
            let mut strange = position.clone();
            let place = path.split('.').filter(|key| !key.is_empty()).fold(&mut strange, |value, key| &mut value[key]);
            place["no such key"] = Value::Null;
            let reply = ask(desk, json!({ "do": "load", "game": game, "options": options, "position": strange }));
            assert_eq!(reply["ok"], false, "{path} takes any key");
            let message = reply["error"]["message"].as_str().unwrap();
            if let Some((_, expected)) = message.split_once("unknown field `no such key`, expected") {
                let join = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                self.position.extend(code(expected).map(join));
            }
        }
    }
}

/// Every key in a value, as a path: `players[].main.oil`.
fn keys(value: &Value, path: &str, tell: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                tell(&path, value);
                keys(value, &path, tell);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, &format!("{path}[]"), tell)),
        _ => {}
    }
}

/// Words in capitals stand for anything.
fn stands_for_any(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase())
}

/// Is this action written as the page says? `GOOD…` at the end stands for one word or more.
fn is_shape(shape: &str, action: &str) -> bool {
    let (shape, open) = shape.strip_suffix('…').map_or((shape, false), |shape| (shape, true));
    let shape: Vec<&str> = shape.split(' ').collect();
    let words: Vec<&str> = action.split(' ').collect();
    let fits = shape.iter().zip(&words).all(|(shape, word)| stands_for_any(shape) || shape == word);
    fits && (words.len() == shape.len() || open && words.len() > shape.len())
}

/// Does the page's key stand for this path or for something inside it? A first word in capitals stands for any place.
fn is_told(told: &str, path: &str) -> bool {
    let told: Vec<&str> = told.split('.').collect();
    let mut path: Vec<&str> = path.split('.').collect();
    let mut told = &told[..];
    if stands_for_any(told[0]) {
        told = &told[1..];
        path.drain(..path.len().saturating_sub(told.len()));
    }
    path.len() <= told.len() && told.iter().zip(&path).all(|(told, key)| stands_for_any(told) || told == key)
}

/// The code in the first column of the tables under a heading.
fn told<'a>(page: &'a Page, heading: &str) -> Vec<&'a str> {
    page.rows(heading).into_iter().flat_map(|row| code(row[0]).collect::<Vec<_>>()).collect()
}

/// Nothing that was seen is missing from the page, and nothing on the page was never seen.
fn compare(what: &str, seen: &BTreeSet<String>, told: &[&str], fits: fn(&str, &str) -> bool) {
    let missing: Vec<&String> = seen.iter().filter(|seen| !told.iter().any(|told| fits(told, seen))).collect();
    assert!(missing.is_empty(), "{what} not on the page: {missing:?}");
    let idle: Vec<&&str> = told.iter().filter(|told| !seen.iter().any(|seen| fits(told, seen))).collect();
    assert!(idle.is_empty(), "{what} on the page and never seen: {idle:?}");
}

fn page_is_true(game: &str) {
    let page = Page::read(&format!("games/{game}.md"));
    let mut seen = Seen::of(game);
    page.run_with(|request, reply| seen.examples(request, reply));
    compare(&format!("{game}: actions"), &seen.actions, &told(&page, "## Actions"), is_shape);
    compare(&format!("{game}: keys of a position"), &seen.position, &told(&page, "## A position"), is_told);
    compare(&format!("{game}: keys of a view"), &seen.view, &told(&page, "## A view"), is_told);
    let events: BTreeMap<String, BTreeSet<String>> = page
        .rows("## Events")
        .into_iter()
        .map(|row| (code(row[0]).collect(), code(row[1]).map(str::to_owned).collect()))
        .collect();
    assert_eq!(events, seen.events, "{game}: the events on the page, and those seen");
}

engine::test_each_game!(page_is_true);

#[test]
fn words_in_capitals_stand_for_anything() {
    assert!(is_shape("buy UNITS GOOD", "buy 3 oil") && is_shape("keep GOOD…", "keep oil fish"));
    assert!(!is_shape("buy UNITS GOOD", "buy 3") && !is_shape("keep GOOD…", "keep") && !is_shape("pass", "past"));
    assert!(
        is_told("cars.CAR.good", "cars.blue.good") && is_told("cars.CAR.good", "cars.blue") && is_told("CARD.id", "hand[].id")
    );
    assert!(!is_told("cars", "cars.blue") && !is_told("cars.CAR.good", "cars.blue.units") && !is_told("CARD.id", "left"));
}
