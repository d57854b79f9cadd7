//! Whole games by clicking, from the set-up page to the final score and the look back.

use crate::{
    Visit,
    driving::{Looks, table::in_words},
};

#[tokio::test]
async fn a_whole_game_against_bots_by_clicking() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.open("/").await;
    visitor.click("a[href='/new/economy']").await;
    visitor.finds("form[action='/tables'] select").await;
    visitor
        .set_up("economy", &[("target", "5"), ("placement", "reference")], &["you", "bot:steady", "bot:random", "bot:steady"])
        .await;
    let table = visitor.table().await;
    visitor.leaves_sign().await;
    let played = visitor.plays_on(400).await;
    assert!(played > 4, "{played} actions are no game");
    assert!(visitor.finds_sign().await, "the page was loaded anew on the way");

    // The score worked out by clause, everybody's place, a line of the chart for each.
    assert_eq!(visitor.stage().await, "over");
    let score = "[...document.querySelectorAll('section[aria-label=\"What you can do\"] li')]";
    let worked_out =
        visitor.tell(&format!("{score}.filter(line => line.querySelector('a[href*=\"/rules/economy#ECO-\"]')).length")).await;
    assert!(worked_out.as_u64() >= Some(4), "the score is not worked out: {worked_out}");
    assert_eq!(visitor.count("svg[role=img][aria-label^='Final standing'] polyline").await, 4);
    assert!(visitor.tell("document.title.startsWith('Over')").await.as_bool().unwrap_or_default());
    let record = visitor.text("document.querySelector('a[download]').href").await;
    let get = |url: &str| format!("(async () => {{ const got = await fetch({url:?}); return got.ok ? got.text() : '' }})()");
    let record = visitor.text(&get(&record)).await;
    assert!(record.contains("economy"), "no record: {record}");

    // Looking back, move by move.
    let moments = visitor.tell("document.querySelectorAll('.moments a, a[href*=\"?at=\"]').length").await;
    assert!(moments.as_u64() > Some(20), "{moments}");
    visitor.click("a[rel=prev]").await;
    visitor.until("location.search.startsWith('?at=')").await;
    visitor.finds("main[data-at]").await;
    let before_last = visitor.path().await;
    visitor.press(LEFT).await;
    visitor.until(&format!("location.pathname + location.search !== {before_last:?}")).await;
    visitor.click("a[rel=next]").await;
    visitor.until(&format!("location.pathname + location.search === {before_last:?}")).await;
    visitor.click("a[rel=start]").await;
    visitor.until("document.querySelector('main').dataset.at === '0'").await;
    assert_eq!(visitor.count("a[rel=prev]").await, 0);
    assert!(visitor.finds_sign().await, "looking back loaded the page anew");

    // The same moment by its address alone, and on by the browser's own way back.
    visitor.open(&before_last).await;
    visitor.finds("main[data-at] a[rel=next]").await;
    visitor.click("a[rel=last]").await;
    visitor
        .until(&format!("location.pathname + location.search === {table:?} && !document.querySelector('main').dataset.at"))
        .await;
    visitor.tell("history.back()").await;
    visitor
        .until(&format!("location.pathname + location.search === {before_last:?} && document.querySelector('main').dataset.at"))
        .await;

    // On from that moment at a table of its own, and a rematch.
    visitor.click("form[action$='/play-on'] button").await;
    visitor.until(&format!("location.pathname !== {table:?} && document.querySelector('main[data-version]')")).await;
    visitor.open(&table).await;
    visitor.click("form[action$='/rematch'] button").await;
    visitor.until(&format!("location.pathname !== {table:?} && document.querySelector('main[data-stage=running]')")).await;
    visit.is_clean(&[&visitor]);
}

/// The key that goes one move back.
const LEFT: char = '\u{E012}';

#[tokio::test]
async fn placing_the_locations_and_taking_back() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    // Playing within two clicks of arriving: the first opens the table, the second is a move.
    visitor.open("/").await;
    visitor.click("form[action='/tables'] button").await;
    visitor.finds("main[data-version]").await;
    assert!(visitor.has_turn().await);
    assert!(visitor.tell("document.title.startsWith('Your turn')").await.as_bool().unwrap_or_default());
    assert!(visitor.text("document.querySelector('link[rel=icon]').getAttribute('href')").await.contains("turn"));

    // New visitors begin with a set of settings for newcomers; players who know the game place the locations themselves.
    visitor.set_up("economy", &[], &["you"]).await;
    assert!(visitor.has_turn().await);

    // Pick, take back, pick another, see why some spaces are barred, place.
    let hand = visitor.actions().await;
    assert!(hand.iter().all(|action| action.starts_with("pick ")), "{hand:?}");
    assert!(visitor.sees("form[action$='/undo'] button[aria-disabled=true]").await);
    assert!(!visitor.sees("form[action$='/ask']").await, "nothing was done that could be taken back");
    // In words as well as by the card itself.
    let before = visitor.version().await;
    visitor.click(".moves:not([open]) summary").await;
    visitor.click(&in_words(&hand[0])).await;
    visitor.catches_up(before + 1).await;
    let spaces = visitor.actions().await;
    assert!(spaces.iter().all(|action| action.starts_with("place ")), "{spaces:?}");
    let before = visitor.version().await;
    visitor.click("form[action$='/undo'] button:not([aria-disabled])").await;
    visitor.catches_up(before + 1).await;
    assert_eq!(visitor.actions().await, hand, "the hand is whole again");
    // What cannot be done says why when it is pressed, and does nothing.
    let before = visitor.version().await;
    visitor.click("form[action$='/restart'] button[aria-disabled=true]").await;
    visitor.until("document.querySelector('.toast')?.innerText.includes('take back')").await;
    assert_eq!(visitor.version().await, before);
    visitor.plays(hand.last().expect("a hand")).await;
    let place = visitor.actions().await.last().cloned().expect("a space");
    visitor.plays(&place).await;
    assert!(visitor.has_turn().await);

    // By now cards of most sectors lie about: for one card or another something is barred, with its reason and its clause.
    visitor.plays_on(7).await;
    while visitor.has_turn().await && visitor.actions().await.iter().any(|action| action.starts_with("place ")) {
        visitor.plays_on(1).await;
    }
    let mut barred = false;
    for card in visitor.actions().await {
        visitor.plays(&card).await;
        barred = visitor.sees("[role=img].barred[aria-label]").await;
        if barred {
            break;
        }
        let before = visitor.version().await;
        visitor.click("form[action$='/undo'] button:not([aria-disabled])").await;
        visitor.catches_up(before + 1).await;
    }
    assert!(barred, "nothing is barred");
    visitor.click("details:has(a[href*='#ECO-']) summary").await;
    visitor.finds("details[open] li a[href*='/rules/economy#ECO-']").await;
    visit.is_clean(&[&visitor]);
}
