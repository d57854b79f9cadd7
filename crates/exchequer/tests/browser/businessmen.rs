//! A whole game of Businessmen by clicking: the market, the cars, the wheels, the tablets.

use crate::{Visit, driving::Looks};
use std::collections::BTreeSet;

#[tokio::test]
async fn a_whole_game_of_businessmen() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    let settings = [("victory_target", "6"), ("round_limit", "9"), ("first_player", "1")];
    visitor.set_up("businessmen", &settings, &["you", "bot:steady", "bot:random", "bot:steady"]).await;
    visitor.leaves_sign().await;

    // Everything of the field is there: six tracks with their markers, three cars, two wheels, four tablets, the scale.
    for (what, count) in
        [(".biz-marker", 6), (".biz-car .biz-truck", 3), (".biz-wheel svg", 2), (".biz-tablet", 4), (".biz-pin", 4)]
    {
        assert_eq!(visitor.count(what).await, count, "{what}");
    }
    let (mut verbs, mut phases) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..400 {
        if !visitor.has_turn().await {
            break;
        }
        assert_eq!(visitor.count(".biz-steps [aria-current=step]").await, 1, "where in the round we are");
        phases.insert(visitor.text("document.querySelector('.biz-steps [aria-current=step]').innerText.trim()").await);
        let actions = visitor.actions().await;
        // What a purchase leaves and could fetch is told before it is done.
        if let Some(buy) = actions.iter().find(|action| action.starts_with("buy ")) {
            let said = visitor.text(&format!("document.querySelector('button.biz-act[value={buy:?}] .sr').textContent")).await;
            assert!(said.contains("coin"), "{said}");
        }
        // An embargo is unmistakable: a stamp on each of its goods, and in words.
        let (stamped, barred) = (visitor.count(".biz-stamp").await, visitor.count("[aria-label*='under embargo']").await);
        assert_eq!(stamped, barred, "stamps and embargoes");
        // Never idle: of several choices one that does something.
        let does = |action: &&String| !["skip", "pass", "done"].contains(&action.as_str());
        let version = visitor.version().await as usize;
        let doing: Vec<&String> = actions.iter().filter(does).collect();
        let action = doing.get(version % doing.len().max(1)).map_or_else(|| actions[0].clone(), |action| (*action).clone());
        verbs.extend(action.split(' ').next().map(str::to_owned));
        visitor.plays(&action).await;
    }
    assert_eq!(visitor.stage().await, "over");
    assert!(visitor.finds_sign().await, "the page was loaded anew on the way");
    for verb in ["play", "buy", "load"] {
        assert!(verbs.contains(verb), "{verb} is not among {verbs:?}");
    }
    assert!(phases.len() >= 3, "{phases:?}");

    // The score worked out by clause, everybody's line of the chart, and looking back.
    let score = "[...document.querySelectorAll('section[aria-label=\"What you can do\"] li')]";
    let worked_out =
        visitor.tell(&format!("{score}.filter(line => line.querySelector('a[href*=\"/rules/businessmen#BIZ-\"]')).length")).await;
    assert!(worked_out.as_u64() >= Some(4), "the score is not worked out: {worked_out}");
    assert_eq!(visitor.count("svg[role=img][aria-label^='Final standing'] polyline").await, 4);
    visitor.click("a[rel=prev]").await;
    visitor.finds("main[data-at] .biz-table").await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn the_past_of_a_running_game_is_open() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::NARROW).await;
    visitor.set_up("businessmen", &[("players", "2"), ("first_player", "1")], &["you", "bot:steady"]).await;
    visitor.plays_on(6).await;
    assert!(visitor.has_turn().await);
    assert!(visitor.count(".log a.moment").await > 3, "the log leads to its moments");
    visitor.click(".log li:last-child a.moment").await;
    visitor.finds("main[data-at]").await;
    assert!(!visitor.sees("button[name=action]").await, "nothing can be done in the past");
    visitor.click(".onward a.primary").await;
    visitor.until("!document.querySelector('main').dataset.at").await;
    assert!(visitor.has_turn().await);
    visit.is_clean(&[&visitor]);
}
