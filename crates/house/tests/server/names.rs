//! People who use speech input say what they see: the words on a button or a link must be in its accessible name. (WCAG 2.5.3)

use crate::common::{Open, Visitor, over};
use serde_json::{Value, json};

/// The number of a person's moves checked in each game; the game may be over sooner.
const MOVES: usize = 120;

/// Elements without an end tag.
const VOID: &[&str] = &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// An element that is open while a page is read.
struct Element<'a> {
    tag: &'a str,
    /// Is it hidden from screen readers, or a picture?
    silent: bool,
    /// The accessible name of a button or a link that has one, and its visible text.
    control: Option<(String, String)>,
}

/// The words of a text, without punctuation.
fn words(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().map(|sign| if sign.is_alphanumeric() { sign } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Buttons and links whose name lacks words of their visible text, and how many have a name of their own.
fn misnamed(page: &str) -> (Vec<String>, usize) {
    let (mut open, mut wrong, mut named): (Vec<Element<'_>>, Vec<String>, usize) = (Vec::new(), Vec::new(), 0);
    let mut rest = page;
    while let Some((text, tail)) = rest.split_once('<') {
        let silent = open.iter().any(|element| element.silent);
        if !silent {
            open.iter_mut().filter_map(|element| element.control.as_mut()).for_each(|(_, shown)| *shown += text);
        }
        let (inside, tail) = tail.split_once('>').expect("every element has an end");
        rest = tail;
        if let Some(tag) = inside.strip_prefix('/') {
            let element = open.pop().expect("what ends has begun");
            assert_eq!(element.tag, tag, "elements end in order");
            if let Some((name, shown)) = element.control {
                named += 1;
                if !words(&unescaped(&name)).contains(&words(&unescaped(&shown))) {
                    wrong.push(format!("`{shown}` is called `{name}`"));
                }
            }
        } else if !inside.starts_with('!') {
            let tag = inside.split([' ', '\n', '/']).next().unwrap_or_default();
            let label = inside.split_once("aria-label=\"").and_then(|(_, after)| Some(after.split_once('"')?.0.to_owned()));
            let control = label.filter(|_| ["button", "a"].contains(&tag)).map(|name| (name, String::new()));
            let silent = ["svg", "style", "script", "template"].contains(&tag) || inside.contains("aria-hidden=\"true\"");
            if !VOID.contains(&tag) && !inside.ends_with('/') {
                open.push(Element { tag, silent, control });
            }
        }
    }
    (wrong, named)
}

#[test]
fn a_name_that_lacks_the_words_is_found() {
    let page = |name: &str| format!("<p><button aria-label=\"{name}\"><i aria-hidden=\"true\">3</i>last action</button><br></p>");
    assert_eq!(misnamed(&page("0 actions left")), (vec!["`last action` is called `0 actions left`".to_owned()], 1));
    assert_eq!(misnamed(&page("The last action of the turn")), (Vec::new(), 1));
}

/// Lessons contain moments that a short game may not reach, such as a Delivery in the last action of a turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_lessons_buttons_and_links_are_called_by_what_they_show() {
    let open = Open::new().await;
    let learner = open.stranger();
    for game in engine::games() {
        let Ok(Some(lesson)) = game.lesson() else { continue };
        for number in 1..=lesson.steps() {
            let at = format!("/learn/{}/{number}/fragment", game.about().id);
            let (wrong, _) = misnamed(&learner.get(&at).await.is(200).body);
            assert!(wrong.is_empty(), "{at}: {wrong:?}");
        }
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_and_links_are_called_by_what_they_show() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    for game in engine::games() {
        let game = game.about().id;
        let seats = ["you", "bot:random", "bot:random"];
        let options = json!({ "players": seats.len() });
        let id = ann.found(json!({ "game": game, "name": "Ann", "seat": seats, "option": options })).await;
        let (mut choice, mut all) = (7, 0);
        for _ in 0..MOVES {
            let table = ann.until(&id, |table: &Value| over(table) || !Visitor::choices(table).is_empty()).await;
            let (wrong, named) = misnamed(&ann.fragment(&id).await);
            assert!(wrong.is_empty(), "{game}, version {}: {wrong:?}", table["version"]);
            all += named;
            if over(&table) {
                break;
            }
            choice = (choice * 31 + 11) % 1009;
            ann.move_once(&id, choice).await;
        }
        assert!(all > 0, "{game} has controls with names of their own");
    }
    open.close().await;
}
