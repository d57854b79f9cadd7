//! Accessibility of every page in whole games of random moves, as far as it can be checked without a browser. The browser tests
//! also check some of these moments with axe.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// Void elements.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "meta"];

/// Elements without a role of their own, so that a screen reader ignores their label.
const NAMELESS: [&str; 10] = ["b", "code", "div", "em", "i", "p", "small", "span", "strong", "sub"];

/// Roles that the pages use.
const ROLES: [&str; 10] = ["alert", "dialog", "group", "img", "list", "listitem", "log", "note", "presentation", "status"];

/// Attributes that may give a name where there is no text.
const ATTRIBUTES: [&str; 13] = [
    "aria-atomic",
    "aria-current",
    "aria-describedby",
    "aria-disabled",
    "aria-expanded",
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "aria-live",
    "aria-pressed",
    "aria-roledescription",
    "aria-controls",
    "aria-details",
];

struct Element<'a> {
    name: &'a str,
    attributes: BTreeMap<&'a str, &'a str>,
    /// The element around it.
    around: Option<usize>,
    /// Its own words and the elements in it, in their order.
    inside: Vec<Inside<'a>>,
}

enum Inside<'a> {
    Words(&'a str),
    Element(usize),
}

/// A page as its elements.
struct Page<'a>(Vec<Element<'a>>);

impl<'a> Page<'a> {
    fn read(page: &'a str) -> Page<'a> {
        let (mut elements, mut open) = (Vec::<Element>::new(), Vec::<usize>::new());
        for piece in page.split('<').skip(1) {
            let (tag, words) = piece.split_once('>').unwrap_or((piece, ""));
            if tag.starts_with('/') {
                open.pop();
            } else if !tag.starts_with('!') {
                let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
                let (around, place) = (open.last().copied(), elements.len());
                elements.push(Element { name, attributes: attributes(rest), around, inside: Vec::new() });
                if let Some(around) = around {
                    elements[around].inside.push(Inside::Element(place));
                }
                if !VOID.contains(&name) {
                    open.push(place);
                }
            }
            if let Some(around) = open.last().filter(|_| !words.trim().is_empty()) {
                elements[*around].inside.push(Inside::Words(words));
            }
        }
        assert!(open.is_empty(), "not everything is closed");
        Page(elements)
    }

    fn has(&self, place: usize, attribute: &str) -> bool {
        self.0[place].attributes.contains_key(attribute)
    }

    fn get(&self, place: usize, attribute: &str) -> Option<&'a str> {
        self.0[place].attributes.get(attribute).copied()
    }

    /// It, and what is around it, from the inside out.
    fn out_of(&self, place: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(place), |place| self.0[*place].around)
    }

    fn is_hidden(&self, place: usize) -> bool {
        self.out_of(place).any(|one| self.has(one, "hidden") || self.get(one, "aria-hidden") == Some("true"))
    }

    /// Is it a control: something to press, to choose or to write in?
    fn is_control(&self, place: usize) -> bool {
        match self.0[place].name {
            "button" | "select" | "summary" | "textarea" => true,
            "a" => self.has(place, "href"),
            "input" => self.get(place, "type") != Some("hidden"),
            _ => false,
        }
    }

    /// The text that a screen reader reads for its content.
    fn words(&self, place: usize) -> String {
        let inside = self.0[place].inside.iter().map(|inside| match inside {
            Inside::Words(words) => (*words).to_owned(),
            Inside::Element(one) if self.get(*one, "aria-hidden") == Some("true") || self.has(*one, "hidden") => String::new(),
            Inside::Element(one) => self.told(*one).map_or_else(|| self.words(*one), str::to_owned),
        });
        inside.collect::<Vec<_>>().join(" ").trim().to_owned()
    }

    /// The name that its attributes give it.
    fn told(&self, place: usize) -> Option<&'a str> {
        self.get(place, "aria-label").or(self.get(place, "alt")).filter(|name| !name.trim().is_empty())
    }

    /// Does it have a name that can be read out?
    fn is_named(&self, place: usize) -> bool {
        let by_other = |id: &str| (0..self.0.len()).any(|one| self.get(one, "id") == Some(id) && !self.words(one).is_empty());
        let labelled = self.get(place, "aria-labelledby").is_some_and(|ids| ids.split_whitespace().any(by_other));
        let titled = self.get(place, "title").is_some_and(|title| !title.is_empty());
        let label = |one: usize| self.0[one].name == "label" && !self.words(one).is_empty();
        let field = matches!(self.0[place].name, "input" | "select" | "textarea");
        let around = field && self.out_of(place).any(label);
        let for_it = field
            && self
                .get(place, "id")
                .is_some_and(|id| (0..self.0.len()).any(|one| self.get(one, "for") == Some(id) && label(one)));
        let inside = !field && !self.words(place).is_empty();
        self.told(place).is_some() || labelled || titled || around || for_it || inside
    }

    /// Every accessibility error.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let ids: Vec<&str> = self.0.iter().filter_map(|one| one.attributes.get("id").copied()).collect();
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        if known.len() < ids.len() {
            faults.push("an id stands twice".to_owned());
        }
        for place in 0..self.0.len() {
            let Element { name, attributes, around, .. } = &self.0[place];
            let mut found = |what: &str| faults.push(format!("{what}: {name} {attributes:?}"));
            let around = around.map_or("", |around| self.0[around].name);
            for (attribute, value) in attributes {
                if attribute.starts_with("aria-") && !ATTRIBUTES.contains(attribute) {
                    found("an attribute that nobody knows");
                }
                let refers = matches!(
                    *attribute,
                    "aria-labelledby" | "aria-describedby" | "aria-controls" | "for" | "popovertarget" | "form"
                );
                if refers && value.split_whitespace().any(|id| !known.contains(id)) {
                    found("it refers to what is not there");
                }
                if *attribute == "aria-label" && value.trim().is_empty() {
                    found("an empty name");
                }
                if *attribute == "tabindex" && !matches!(*value, "0" | "-1") {
                    found("an order of its own");
                }
            }
            let role = self.get(place, "role");
            if role.is_some_and(|role| !ROLES.contains(&role)) {
                found("a role that no page has");
            }
            if self.has(place, "aria-label") && role.is_none() && NAMELESS.contains(name) {
                found("a name that is not read out");
            }
            let list = matches!(around, "ul" | "ol" | "menu");
            if (*name == "li") != list && !(list && *name == "template") {
                found("a list and its items");
            }
            if matches!(*name, "dt" | "dd") && !matches!(around, "dl" | "div")
                || around == "dl" && !matches!(*name, "dt" | "dd" | "div")
            {
                found("a list of terms");
            }
            if *name == "img" && !self.has(place, "alt") {
                found("a picture without words");
            }
            let by_tab = self.get(place, "tabindex");
            let reached = by_tab != Some("-1") && (self.is_control(place) || by_tab.is_some());
            if reached && self.out_of(place).any(|one| self.get(one, "aria-hidden") == Some("true")) {
                found("it can be reached and is not there");
            }
            let within = self.out_of(place).skip(1).find(|one| self.is_control(*one));
            if self.is_control(place) && within.is_some() {
                found("a control within another one");
            }
            if self.is_hidden(place) {
                continue;
            }
            let tells =
                self.is_control(place) || matches!(*name, "h1" | "h2" | "h3" | "th" | "legend" | "dialog") || role == Some("img");
            // A picture may have its name in a title within it, and the corner of a table needs none.
            let in_title = role == Some("img") && !self.words(place).is_empty();
            let corner = *name == "th" && self.0[place].inside.is_empty();
            if tells && !self.is_named(place) && !in_title && !corner {
                found("it has no name");
            }
            // Hidden content of `details` is announced by its summary.
            if *name == "details"
                && !matches!(self.0[place].inside.first(), Some(Inside::Element(first)) if self.0[*first].name == "summary")
            {
                found("a fold without a word on it");
            }
        }
        faults
    }
}

fn attributes(text: &str) -> BTreeMap<&str, &str> {
    let (mut found, mut rest) = (BTreeMap::new(), text.trim());
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        match after.strip_prefix("=\"").and_then(|after| after.split_once('"')) {
            Some((value, after)) => {
                found.insert(name, value);
                rest = after.trim_start();
            }
            None => {
                found.insert(name, "");
                rest = after.trim_start();
            }
        }
    }
    found
}

#[test]
fn what_keeps_somebody_out_is_found() {
    for (page, fault) in [
        ("<main><button type=\"submit\"></button></main>", "it has no name"),
        ("<main><button><span aria-hidden=\"true\">x</span></button></main>", "it has no name"),
        ("<main><span aria-label=\"0 actions left\">0</span></main>", "a name that is not read out"),
        ("<main><input type=\"text\"></main>", "it has no name"),
        ("<main><p id=\"a\"></p><p id=\"a\"></p></main>", "an id stands twice"),
        ("<main><button popovertarget=\"tip\">x</button></main>", "it refers to what is not there"),
        ("<main><div><li>x</li></div></main>", "a list and its items"),
        ("<main><ul><p>x</p></ul></main>", "a list and its items"),
        ("<main><div aria-hidden=\"true\"><a href=\"/\">x</a></div></main>", "it can be reached and is not there"),
        ("<main><a href=\"/\"><button>x</button></a></main>", "a control within another one"),
        ("<main><div role=\"img\"></div></main>", "it has no name"),
        ("<main><details><p>x</p></details></main>", "a fold without a word on it"),
    ] {
        let faults = Page::read(page).faults();
        assert!(faults.len() == 1 && faults[0].starts_with(fault), "{page}: {faults:?}");
    }
    let good = "<main><ul><li><label>Name <input type=\"text\"></label></li></ul><span role=\"img\" aria-label=\"Ship\"></span><a href=\"/\"><img alt=\"Home\"></a></main>";
    assert_eq!(Page::read(good).faults(), Vec::<String>::new());
}

/// Plays a whole game at random and looks at its pages as a player and as a watcher.
fn no_page_of_a_whole_game_keeps_anybody_out(game: &str) {
    let names = ["Ann", "Ben", "Cleo", "Dan"];
    // The table in characters is a page, too.
    let players = proof::Facts::of(game).board.map_or(3, |board| board.access_players);
    let mut live = table_of_game(game, &names[..players], json!({ "players": players }));
    let (mut moves, mut looked, mut found) = (0, 0, BTreeMap::<String, u64>::new());
    loop {
        let over = live.table.as_ref().unwrap().turn().is_over();
        // What is rare comes late in a long game; what is common comes soon.
        if moves < 60 || moves % 17 == 0 || over {
            for token in [Some(TOKEN), None] {
                let scene = Scene::of(&live, token, Look::default()).unwrap();
                let page = table(&scene, None).into_string();
                for fault in Page::read(&page).faults() {
                    found.entry(fault).or_insert(moves);
                }
                looked += 1;
            }
        }
        if over || moves > 4000 || !play(&mut live, moves) {
            break;
        }
        moves += 1;
    }
    let told: Vec<String> = found.into_iter().take(12).map(|(fault, moves)| format!("after {moves} moves {fault}")).collect();
    assert!(told.is_empty(), "{game}:\n{}", told.join("\n"));
    assert!(looked > 60, "{game}: {looked} pages");
}

engine::test_each_game!(no_page_of_a_whole_game_keeps_anybody_out);
