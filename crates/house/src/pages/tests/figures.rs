//! No figure is left unexplained: every number, abbreviation and code on a table tells what it means by itself or by what stands around it.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// What everybody knows: the sign of a seat, the coordinates at the rim of a board, the button that says OK, usual values of an
/// amount that is asked for.
const KNOWN: [&str; 9] = ["token", "piece", "pawn", "columns", "rows", "clause", "die", "primary", "usual"];

/// Elements within a line of words; all others begin a new one.
const INLINE: [&str; 10] = ["a", "b", "button", "em", "i", "small", "span", "strong", "sub", "sup"];

/// Elements that close themselves.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "meta"];

/// An element that is open.
struct Open {
    name: String,
    classes: Vec<String>,
    /// Does it explain what is in it?
    tells: bool,
    /// Is it hidden from the eye?
    hidden: bool,
    /// The line that its text belongs to.
    line: usize,
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next())
}

/// Some letters in a row that make a word.
fn has_word(text: &str) -> bool {
    text.split(|sign: char| !sign.is_alphabetic()).any(|word| word.chars().filter(|sign| sign.is_lowercase()).count() > 1)
}

/// All figures of a page that nothing explains, with the classes around them.
fn unexplained(page: &str, together: &BTreeMap<String, String>) -> BTreeSet<String> {
    let targets: BTreeSet<&str> = page.split("popovertarget=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let (mut open, mut lines): (Vec<Open>, Vec<String>) = (Vec::new(), vec![String::new()]);
    let mut figures: Vec<(usize, String, String)> = Vec::new();
    for piece in page.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("").to_owned();
        if tag.starts_with('/') {
            assert_eq!(open.pop().map(|one| one.name), Some(name), "{tag}");
        } else if !VOID.contains(&name.as_str()) {
            // A title in a drawing tells what the drawing around it is.
            if let Some(around) = open.last_mut().filter(|_| name == "title") {
                around.tells = true;
            }
            let classes: Vec<String> = attribute(tag, "class").unwrap_or("").split(' ').map(str::to_owned).collect();
            let told = |(class, by): (&String, &String)| classes.contains(class) && targets.contains(by.as_str());
            let labelled = ["dd", "dt", "td", "th", "caption"].contains(&name.as_str());
            let says = attribute(tag, "title").is_some()
                || attribute(tag, "popovertarget").is_some()
                || attribute(tag, "name") == Some("action")
                || attribute(tag, "role") == Some("img") && attribute(tag, "aria-label").is_some_and(has_word);
            let known = classes.iter().any(|class| KNOWN.contains(&class.as_str()));
            let around = open.last();
            let line = match around {
                Some(around) if INLINE.contains(&name.as_str()) => around.line,
                _ => {
                    lines.push(String::new());
                    lines.len() - 1
                }
            };
            let tells = labelled || says || known || together.iter().any(told) || around.is_some_and(|around| around.tells);
            let hidden =
                name == "title" || classes.iter().any(|class| class == "sr") || around.is_some_and(|around| around.hidden);
            open.push(Open { name, classes, tells, hidden, line });
        }
        let (text, Some(at)) = (text.trim(), open.last()) else { continue };
        if at.hidden || text.is_empty() {
            continue;
        }
        lines[at.line] += &format!(" {text}");
        if !at.tells && !has_word(text) && text.chars().any(char::is_alphanumeric) {
            let path: Vec<&str> =
                open.iter().flat_map(|one| one.classes.iter().map(String::as_str)).filter(|class| !class.is_empty()).collect();
            figures.push((at.line, path[path.len().saturating_sub(4)..].join(" › "), text.to_owned()));
        }
    }
    let bare = figures.into_iter().filter(|(line, ..)| !has_word(&lines[*line]));
    bare.map(|(_, path, text)| format!("{path}: “{text}”")).collect()
}

/// A table from its beginning on.
fn no_figure_is_unexplained(game: &str) {
    let Some(board) = proof::Facts::of(game).board else { return };
    let moves = board.figures;
    let mut live = table_of_game(game, &["Ann", "Ben", "Cid"], json!({ "players": 3 }));
    let mut bare: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..moves {
        for token in [Some(TOKEN), None] {
            let (_, page) = drawn(&live, token);
            for one in unexplained(&page, &board.together) {
                bare.entry(one).or_insert(seed);
            }
        }
        if !play(&mut live, seed) {
            break;
        }
    }
    assert!(
        bare.is_empty(),
        "{game}: nothing explains\n{}",
        bare.iter().take(40).map(|(one, seed)| format!("{one} (after {seed} moves)")).collect::<Vec<_>>().join("\n")
    );
}

engine::test_each_game!(no_figure_is_unexplained);

#[test]
fn what_explains_a_figure_is_told_from_what_does_not() {
    let together = BTreeMap::from([("biz-lots".to_owned(), "term-export-card".to_owned())]);
    let says = |page: &str| unexplained(page, &together).len();
    assert_eq!(says("<p><b>0</b>/36</p>"), 2);
    assert_eq!(says("<p><b>0</b>/36 points</p>"), 0);
    assert_eq!(says("<p><b>0</b>/36<span class=\"sr\"> points</span></p>"), 2);
    assert_eq!(says("<button popovertarget=\"term-points\"><b>0</b>/36</button>"), 0);
    assert_eq!(says("<svg><g><text>FA</text></g></svg>"), 1);
    assert_eq!(says("<svg><g><title>Farm</title><text>FA</text></g></svg>"), 0);
    assert_eq!(says("<div class=\"biz-lots\"><span>4 → +1</span></div>"), 1);
    assert_eq!(
        says("<button popovertarget=\"term-export-card\">Card</button><div class=\"biz-lots\"><span>4 → +1</span></div>"),
        0
    );
}
