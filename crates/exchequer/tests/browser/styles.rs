//! No page lacks a style that it would have with the style sheets of all games.

use crate::{
    Visit,
    driving::{Looks, Visitor},
    games_with_boards,
};
use serde_json::json;

/// Names that mean different things in two games: the hand of a wheel is not a hand of cards.
const NAMESAKES: &str = "path.hand";

/// Adds the sheets at these addresses, in their order, and returns what looks different then: each kind of element once, with
/// its properties.
const CHANGED: &str = "(async (sheets, namesakes) => {
    // A map brings what matters into its window, and rests a moment later.
    if (document.querySelector('.map-window')) await new Promise(rested => setTimeout(rested, 1500));
    const value = (style, name) => (name === 'rotate' && style.rotate === 'none' ? '0deg' : style.getPropertyValue(name));
    const kind = (one) => `${one.localName}.${one.getAttribute('class') ?? ''}`;
    const kinds = new Map([...document.querySelectorAll('body, body *')].filter(one => !one.matches(namesakes)).map(one => [`${kind(one.parentElement)} > ${kind(one)} ${one.dataset.slot}`, one]));
    const looks = () => [...kinds.values()].map(one => {
        const style = getComputedStyle(one);
        return [one, Object.fromEntries([...style].map(name => [name, value(style, name)]))];
    });
    const before = looks();
    document.adoptedStyleSheets = await Promise.all(sheets.map(async address => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(await (await fetch(address)).text());
        return sheet;
    }));
    const found = new Set();
    for (const [index, [one, now]] of looks().entries()) {
        const names = Object.keys(now).filter(name => !name.startsWith('--') && now[name] !== before[index][1][name]);
        if (names.length) found.add(`${kind(one)}: ${names.slice(0, 4).map(name => `${name} ${before[index][1][name]} → ${now[name]}`)}`);
    }
    document.adoptedStyleSheets = [];
    return [...found].slice(0, 20).join('\\n');
})";

/// The sheet that the page loads besides that of the house.
const OWN: &str = "document.querySelector('link[rel=stylesheet]:not([href$=\"/house.css\"])').getAttribute('href')";

#[tokio::test]
async fn no_page_lacks_a_style_because_it_loads_few() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { still: true, ..Looks::WIDE }).await;
    let house = "document.querySelector('link[rel=stylesheet]').getAttribute('href')";
    visitor.open("/").await;
    let (mut all, mut pages) =
        (vec![visitor.text(house).await], vec!["/".to_owned(), "/calls".into(), "/along".into(), "/nowhere".into()]);
    for (id, _) in games_with_boards() {
        visitor.open(&format!("/rules/{id}/summary")).await;
        all.push(visitor.text(OWN).await);
        pages.extend([format!("/new/{id}"), format!("/rules/{id}/summary")]);
        // A table that waits for its players, and one with a game.
        for people in ["person", "bot:random"] {
            visitor.open("/").await;
            visitor.founds(&format!("game={id}&name=Ada&seat.1=you&seat.2={people}&seat.3=bot:random&seat.4=bot:random")).await;
            pages.push(visitor.table().await);
        }
    }
    for game in engine::games() {
        let id = game.about().id;
        // The rulebook, and each step of the lesson up to the page at its end.
        pages.push(format!("/rules/{id}"));
        let steps = format!(
            "(async () => {{ let step = 1; while ((await fetch(`/learn/{id}/${{step}}`)).ok) step++; return step - 1 }})()"
        );
        let steps = visitor.tell(&steps).await.as_u64().expect("a number of steps");
        assert!(steps > 2, "{id} has a lesson");
        pages.extend((1..=steps).map(|step| format!("/learn/{id}/{step}")));
    }
    // Offers that are being put together.
    let mut drafts = 0;
    for page in pages.clone().iter().filter(|page| page.starts_with("/t/") || page.starts_with("/learn/")) {
        visitor.open(page).await;
        if visitor.sees("a[data-key^='to-deal-']").await {
            pages.push(visitor.text("document.querySelector(\"a[data-key^='to-deal-']\").getAttribute('href')").await);
            drafts += 1;
        }
    }
    assert!(drafts > 0, "no deal was put together");
    // How a short game ended, and a moment to look back at.
    visitor.open("/").await;
    visitor.founds("game=economy&name=Ann&quick=1&option.placement=reference&option.target=6").await;
    visitor.plays_on(400).await;
    visitor.finds("main[data-stage=over]").await;
    let table = visitor.table().await;
    pages.extend([format!("{table}?at=3"), table]);
    let mut differ = String::new();
    for page in pages {
        visitor.open(&page).await;
        visitor.until("document.readyState === 'complete'").await;
        let changed = changed(&visitor, &all).await;
        if !changed.is_empty() {
            differ += &format!("{page}\n{changed}\n");
        }
    }
    assert_eq!(differ, "");
}

async fn changed(visitor: &Visitor, sheets: &[String]) -> String {
    visitor.text(&format!("{CHANGED}({}, {NAMESAKES:?})", json!(sheets))).await
}
