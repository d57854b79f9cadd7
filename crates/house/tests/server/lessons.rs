//! Lessons on the web: each can be gone through by plain forms, is answered kindly, and is remembered by a cookie alone.

use crate::common::{Answer, Open, Visitor};
use engine::{Lesson, games};

/// A fragment is at most so large.
const LARGEST: usize = 100_000;

/// The lessons of the house by their games.
fn lessons() -> impl Iterator<Item = (&'static str, &'static Lesson)> {
    games().iter().filter_map(|game| Some((game.about().id, game.lesson().ok()??)))
}

/// What the learner is to do at a step.
fn deed(lesson: &'static Lesson, number: usize) -> Option<&'static str> {
    lesson.place(number)?.step?.deed.as_deref()
}

/// Where an answer leads.
fn leads(answer: &Answer) -> &str {
    answer.is(303).header("location").unwrap()
}

async fn choose(learner: &Visitor, at: &str, action: &str) -> Answer {
    learner.form(&format!("{at}/play"), &[("action", action), ("seat", "1"), ("version", "3")]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_lesson_is_gone_through_by_plain_forms() {
    let open = Open::new().await;
    let learner = open.stranger();
    for (game, lesson) in lessons() {
        assert_eq!(leads(&learner.get(&format!("/learn/{game}")).await), format!("/learn/{game}/1"));
        for number in 1..=lesson.steps() {
            let at = format!("/learn/{game}/{number}");
            let page = learner.get(&at).await;
            assert!(page.is(200).body.contains(&format!("Step <b>{number}</b> of {}", lesson.steps())), "{at}");
            assert!(page.body.contains("class=\"badge own\">you<"), "{at}: who am I?");
            assert!(!page.body.contains("action=\"/t/"), "{at}: there is no such table");
            let fragment = learner.get(&format!("{at}/fragment")).await;
            assert!(fragment.is(200).body.len() < LARGEST, "{at} has {} bytes", fragment.body.len());
            let step = lesson.place(number).unwrap().step.unwrap();
            for key in &step.look {
                assert!(fragment.body.contains("data-look"), "{at}: nothing has the key {key}");
            }
            let Some(deed) = &step.deed else {
                assert!(!fragment.body.contains("data-meant"), "{at}");
                continue;
            };
            assert_eq!(fragment.body.matches("id=\"meant\"").count(), 1, "{at}: `{deed}` is drawn nowhere");
            assert_eq!(leads(&choose(&learner, &at, deed).await), format!("/learn/{game}/{}", number + 1));
        }
        let end = learner.get(&format!("/learn/{game}/{}", lesson.steps() + 1)).await;
        assert!(end.is(200).body.contains("What you have learnt") && end.body.contains("Play now"), "{game}");
        learner.get(&format!("/learn/{game}/{}", lesson.steps() + 2)).await.is(404);
    }
    for nowhere in
        ["/learn/chess", "/learn/chess/1", "/learn/economy/0", "/learn/economy/x", "/learn/economy/99999999999999999999"]
    {
        learner.get(nowhere).await.is(404);
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_choice_is_answered_kindly_and_what_is_not_allowed_by_its_clause() {
    let open = Open::new().await;
    let learner = open.stranger();
    let at = "/learn/economy/2";
    assert_eq!(deed(engine::game("economy").unwrap().lesson().unwrap().unwrap(), 2), Some("move a6"));
    let other = choose(&learner, at, "move b7").await;
    assert!(other.is(200).body.contains("class=\"kindly\"") && other.body.contains("is allowed, too"), "{other:?}");
    assert!(other.body.contains("data-address=\"/learn/economy/2\""), "it is the same step");
    let refused = choose(&learner, at, "move a5").await;
    assert!(refused.is(409).body.contains("/rules/economy#ECO-MOVE-"), "{refused:?}");
    choose(&learner, at, "nonsense").await.is(400);
    choose(&learner, at, &"x".repeat(5000)).await.is(400);
    learner.form(&format!("{at}/undo"), &[]).await.is(404);
    // A step where there is only something to read asks for nothing else.
    assert!(choose(&learner, "/learn/economy/1", "move a6").await.is(200).body.contains("go on"));
    // The address that an answered form leaves behind leads back to its step.
    assert_eq!(leads(&learner.get(&format!("{at}/play")).await), at);
    // The script is answered with what changes: the next step, with all that has happened since.
    let script = [("content-type", "application/x-www-form-urlencoded"), ("x-exchequer", "4")];
    let next = learner.ask("POST", &format!("{at}/play"), &script, b"action=move+a6").await;
    assert!(next.is(200).body.starts_with("<main"), "{next:?}");
    assert!(next.body.contains("data-address=\"/learn/economy/3\"") && next.body.contains("data-beat="), "{next:?}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cookie_remembers_where_one_was_and_nothing_else_does() {
    let open = Open::new().await;
    let learner = open.stranger();
    let cookie = |answer: &Answer| {
        let set = answer.headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, value)| value.clone());
        { set }.find(|value| value.starts_with("exchequer-lessons=")).expect("the cookie of the lessons")
    };
    let begin = async |said: &str| {
        let answer = learner.ask("GET", "/learn/economy", &[("cookie", said)], b"").await;
        leads(&answer).to_owned()
    };
    let set = cookie(&learner.get("/learn/economy/3").await);
    assert!(set.starts_with("exchequer-lessons=economy.3;") && set.contains("HttpOnly") && set.contains("Path=/;"), "{set}");
    let home = learner.ask("GET", "/", &[("cookie", "exchequer-lessons=economy.3")], b"").await;
    assert_eq!(home.is(200).body.matches("Go on with the lesson").count(), 1, "the home page knows");
    assert_eq!(begin("exchequer-lessons=economy.3").await, "/learn/economy/3");
    assert_eq!(begin("").await, "/learn/economy/1");
    let steps = engine::game("economy").unwrap().lesson().unwrap().unwrap().steps();
    assert_eq!(begin(&format!("exchequer-lessons=economy.{}", steps + 1)).await, "/learn/economy/1", "from the end anew");
    for nonsense in ["economy", "economy.x", "economy.0", "economy.9999", "chess.3", "~.~.~", "economy.-1", &"a.1~".repeat(900)] {
        assert_eq!(begin(&format!("exchequer-lessons={nonsense}")).await, "/learn/economy/1", "{nonsense}");
    }
    let long = format!("exchequer-lessons=economy.2~{}", "chess.4~".repeat(400));
    let answer = learner.ask("GET", "/learn/economy/5", &[("cookie", &long)], b"").await;
    assert!(cookie(&answer).starts_with("exchequer-lessons=economy.5;"), "what is no lesson is forgotten");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lesson_is_found_from_home_from_the_set_up_and_from_the_rules() {
    let open = Open::new().await;
    let learner = open.stranger();
    let home = learner.get("/").await;
    for (game, _) in lessons() {
        let link = format!("href=\"/learn/{game}\"");
        assert!(home.body.contains(&link), "{game}");
        for page in ["new", "rules"] {
            assert!(learner.get(&format!("/{page}/{game}")).await.is(200).body.contains(&link), "{page} of {game}");
        }
    }
    open.close().await;
}
