//! PROFI-T-ABILITY by clicking: a whole match, and a short championship.

use crate::{
    Scene,
    driving::{Looks, Visitor},
};
use std::collections::BTreeSet;

/// Of the stops that glow and were not chosen before, the one that looks nearest to a warehouse.
async fn nearest(visitor: &Visitor, seen: &mut BTreeSet<String>) -> Option<String> {
    let stops = visitor
        .tell(
            "(() => { const at = one => [Number(one.dataset.gx), Number(one.dataset.gy)];
             const houses = [...document.querySelectorAll('.prf-house')].filter(one => one.dataset.key !== 'SmallRed').map(at);
             const far = one => Math.min(...houses.map(([x, y]) => Math.abs(x - at(one)[0]) + Math.abs(y - at(one)[1])));
             const stops = [...document.querySelectorAll('.prf-stop')].sort((one, other) => far(one) - far(other));
             return stops.map(one => one.querySelector('button').value) })()",
        )
        .await;
    let stops = stops.as_array().expect("a list").iter().filter_map(|one| one.as_str().map(str::to_owned));
    stops.into_iter().find(|stop| seen.insert(stop.clone()))
}

#[tokio::test]
async fn a_whole_match_of_profitability() {
    let Some(scene) = Scene::open() else { return };
    let visitor = scene.visitor(Looks::WIDE).await;
    visitor.set_up("profitability", &[("players", "3")], &["you", "bot:steady", "bot:steady"]).await;
    visitor.leaves_sign().await;
    for (what, count) in [(".prf-house", 8), (".prf-lorry", 3), (".prf-dot", 48), (".prf-trend li", 11), (".prf-coin", 4)] {
        assert_eq!(visitor.count(what).await, count, "{what}");
    }
    let (mut verbs, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..600 {
        if !visitor.has_turn().await {
            break;
        }
        let actions = visitor.actions().await;
        let begins = |verb: &str| actions.iter().find(|action| action.starts_with(verb)).cloned();
        // Every stop within reach glows with its price, and its way is drawn.
        if begins("drive ").is_some() {
            let (stops, ways) = (visitor.count(".prf-go").await, visitor.count(".prf-way polyline").await);
            assert!(stops > 0 && stops == ways, "{stops} stops, {ways} ways");
        }
        // Sell, load, and drive on to the next warehouse or toward one.
        let warehouse = actions
            .iter()
            .find(|action| action.starts_with("drive ") && (action.contains("Small") || action.contains("Large")))
            .cloned();
        let near = if warehouse.is_none() && begins("drive ").is_some() { nearest(&visitor, &mut seen).await } else { None };
        let choice = begins("unload r")
            .or(begins("unload b"))
            .or(begins("unload y"))
            .or(begins("unload g"))
            .or(begins("load "))
            .or(warehouse)
            .or(near);
        let action = choice.or(begins("end")).unwrap_or_else(|| actions[0].clone());
        verbs.extend(action.split(' ').next().map(str::to_owned));
        visitor.plays(&action).await;
    }
    assert_eq!(visitor.stage().await, "over");
    assert!(visitor.finds_sign().await, "the page was loaded anew on the way");
    for verb in ["drive", "unload", "load"] {
        assert!(verbs.contains(verb), "{verb} is not among {verbs:?}");
    }
    let score = "[...document.querySelectorAll('section[aria-label=\"What you can do\"] li')]";
    let worked_out = visitor
        .tell(&format!("{score}.filter(line => line.querySelector('a[href*=\"/rules/profitability#PRF-\"]')).length"))
        .await;
    assert!(worked_out.as_u64() >= Some(3), "the score is not worked out: {worked_out}");
    scene.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_short_championship_that_a_bot_plays_to_its_end() {
    let Some(scene) = Scene::open() else { return };
    let visitor = scene.visitor(Looks::NARROW).await;
    visitor.set_up("profitability", &[("players", "2"), ("matches", "2")], &["you", "bot:steady"]).await;
    assert!(visitor.text("document.querySelector('.banner').innerText").await.contains("match 1 of 2"));
    visitor.plays_on(5).await;
    visitor.click("form[action$='/hand-over'] button").await;
    visitor.until("document.querySelector('main').dataset.stage === 'over'").await;
    // Both matches are in the score, with their bonus, and the series has a winner.
    let told = visitor.text("document.querySelector('section[aria-label=\"What you can do\"]').innerText").await;
    assert!(told.contains("PRF-MULTI-"), "{told}");
    scene.is_clean(&[&visitor]);
}
