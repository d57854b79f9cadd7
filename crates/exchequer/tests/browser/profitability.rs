//! PROFI-T-ABILITY by clicking: a whole match, and a short championship.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};
use serde_json::Value;
use std::collections::BTreeSet;

/// The stop on the map from which the way to a warehouse is shortest, by the roads as they lie.
async fn toward_a_warehouse(visitor: &Visitor) -> Option<String> {
    let view = visitor
        .tell("(() => { const ask = new XMLHttpRequest(); ask.open('GET', '/api/tables/' + document.querySelector('main').dataset.id, false); ask.send(); return JSON.parse(ask.responseText).view })()")
        .await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let links: Vec<[String; 2]> = serde_json::from_value(view["board"]["links"].clone()).expect("the roads");
    let last = text(&view["trucks"][0]["last"]);
    let houses = view["warehouses"].as_array().expect("the warehouses").iter().map(|house| text(&house["name"]));
    // Rings around all warehouses that may be entered; only the first step may leave one.
    let mut ring: BTreeSet<String> = houses.filter(|house| *house != last).collect();
    let mut known = ring.clone();
    let stops: Vec<(String, String)> = view["reach"]
        .as_array()
        .expect("stops")
        .iter()
        .filter(|stop| stop["via"].is_null())
        .map(|stop| (text(&stop["to"]), text(&stop["action"])))
        .collect();
    while !ring.is_empty() {
        if let Some((_, action)) = stops.iter().find(|(to, _)| ring.contains(to)) {
            return Some(action.clone());
        }
        let ends = links.iter().flat_map(|[one, other]| [(one, other), (other, one)]);
        ring = ends
            .filter(|(from, to)| ring.contains(*from) && !to.contains("Small") && !to.contains("Large") && !known.contains(*to))
            .map(|(_, to)| to.clone())
            .collect();
        known.extend(ring.iter().cloned());
    }
    None
}

#[tokio::test]
async fn a_whole_match_of_profitability() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.set_up("profitability", &[("players", "3")], &["you", "bot:steady", "bot:steady"]).await;
    visitor.leaves_sign().await;
    for (what, count) in [(".prf-house", 8), (".prf-lorry", 3), (".board .prf-dot", 48), (".prf-trend li", 11), (".prf-coin", 4)]
    {
        assert_eq!(visitor.count(what).await, count, "{what}");
    }
    let mut verbs = BTreeSet::new();
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
        // Sell, load, and drive on to the next warehouse.
        let on = if begins("drive ").is_some() { toward_a_warehouse(&visitor).await } else { None };
        let choice =
            begins("unload r").or(begins("unload b")).or(begins("unload y")).or(begins("unload g")).or(begins("load ")).or(on);
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
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_first_tap_shows_the_way_and_a_second_one_drives() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::NARROW).await;
    visitor.set_up("profitability", &[("players", "2"), ("tiles", "fixed")], &["you", "bot:steady"]).await;
    while visitor.has_turn().await && !visitor.sees(".prf-go").await {
        visitor.plays_on(1).await;
    }
    let drive = visitor.text("document.querySelector('.prf-stop:not(.inside) .prf-go').value").await;
    let (stop, way) = (format!(".prf-go[value=\"{drive}\"]"), format!(".prf-path[data-shows=\"{drive}\"]"));
    let drawn = format!("getComputedStyle(document.querySelector('{way}')).display");
    let before = visitor.version().await;
    assert_eq!(visitor.text(&drawn).await, "none");
    visitor.tap(&stop).await;
    visitor.until(&format!("{drawn} === 'block'")).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(visitor.version().await, before, "the first tap only shows");
    visitor.tap(&stop).await;
    visitor.until(&format!("+document.querySelector('main').dataset.version > {before}")).await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_short_championship_that_a_bot_plays_to_its_end() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::NARROW).await;
    visitor.set_up("profitability", &[("players", "2"), ("matches", "2")], &["you", "bot:steady"]).await;
    assert!(visitor.text("document.querySelector('.banner').innerText").await.contains("match 1 of 2"));
    visitor.plays_on(5).await;
    visitor.click("form[action$='/hand-over'] button").await;
    visitor.sees_the_end().await;
    // Both matches are in the score, with their bonus, and the series has a winner.
    let told = visitor.text("document.querySelector('section[aria-label=\"What you can do\"]').innerText").await;
    assert!(told.contains("PRF-MULTI-"), "{told}");
    visit.is_clean(&[&visitor]);
}
