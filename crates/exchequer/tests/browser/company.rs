//! Who is at the table, and what happens when somebody is not.

use crate::{
    Visit,
    bargaining::pictured,
    driving::{Looks, Visitor},
};

/// How many fragments the page has fetched.
const FRAGMENTS: &str = "performance.getEntriesByType('resource').filter(one => one.name.includes('/fragment')).length";

/// Ann makes a table for two, and Ben sits down at it.
pub async fn two(visit: &Visit) -> (Visitor, Visitor, String) {
    let (ann, ben) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::WIDE));
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    let (table, invitation) = (ann.table().await, ann.text("document.querySelector('input[readonly]').value").await);
    ben.open(&invitation).await;
    ben.write("form[action$='/sit'] input[name=name]", "Ben").await;
    ben.click("form[action$='/sit'] button[type=submit]").await;
    for one in [&ann, &ben] {
        one.finds("main[data-stage=running]").await;
    }
    (ann, ben, table)
}

#[tokio::test]
async fn who_is_here_is_seen_at_each_seat_and_a_bot_stands_in_only_for_who_is_gone() {
    let Some(visit) = Visit::told(&["--away", "2"]) else { return };
    let (ann, ben, table) = two(&visit).await;
    let watcher = visit.visitor(Looks::NARROW).await;
    ann.until("document.querySelector('.seat-2 .presence').innerText === 'here'").await;
    ann.leaves_sign().await;
    let (version, fetched) = (ann.version().await, ann.tell(FRAGMENTS).await);
    watcher.open(&table).await;
    ann.until("document.querySelector('[data-watchers]').innerText === '1 person is watching.'").await;

    // As long as Ben is here, the host's button says why not and does nothing.
    ann.click(".seat-2 .seat-menu > summary").await;
    pictured(&ann, "company-menu").await;
    assert!(ann.text("document.querySelector('.seat-2 .hand-over p').innerText").await.starts_with("Ben is here"));
    ann.click(".seat-2 .hand-over button[aria-disabled=true]").await;
    ann.until("document.querySelector('.toast')?.innerText.startsWith('Ben is here')").await;

    // He goes, which everybody sees, and nobody fetches anything for it.
    ben.open("/rules/economy").await;
    for one in [&ann, &watcher] {
        one.until("document.querySelector('.seat-2 .presence').innerText === 'away'").await;
    }
    assert_eq!((ann.version().await, ann.tell(FRAGMENTS).await), (version, fetched));
    ann.finds(".seat-2 .hand-over button:not([aria-disabled])").await;
    ann.click(".seat-2 .hand-over button").await;
    watcher.until("document.querySelector('.announced').innerText.includes('A bot may stand in for Ben') || document.querySelector('.seat-2 .badge')").await;
    for one in [&ann, &watcher] {
        one.until("document.querySelector('.seat-2 .who').innerText.includes('bot for now')").await;
        one.until(
            "document.querySelector('section[aria-label=Log]').innerText.includes('Ben was away: the host let a bot play.')",
        )
        .await;
    }
    assert!(ann.finds_sign().await);

    // Back again, Ben plays on himself; handing his own seat over takes more than one key.
    ben.open(&table).await;
    ben.click("form[action$='/resume'] button").await;
    ben.until("document.querySelector('.seat-2 .seat-menu .hand-over')").await;
    assert_eq!(
        ben.tell("document.querySelector('.seat-2 .hand-over button').checkVisibility()").await,
        false,
        "it is folded away"
    );
    ann.until("document.querySelector('.seat-2 .presence')?.innerText === 'here'").await;
    pictured(&watcher, "company-narrow").await;
    visit.is_clean(&[&ann, &ben, &watcher]);
}

#[tokio::test]
async fn without_script_who_is_here_is_told_when_the_page_is_loaded() {
    let Some(visit) = Visit::open() else { return };
    let (ann, _ben, table) = two(&visit).await;
    let plain = visit.visitor(Looks { script: false, ..Looks::NARROW }).await;
    ann.until("document.querySelector('.seat-2 .presence').innerText === 'here'").await;
    plain.open(&table).await;
    assert_eq!(plain.text("document.querySelector('.seat-2 .presence').innerText").await, "here");
    // Handing over is asked about here, too, and refused for who is here.
    let host = visit.visitor(Looks { script: false, ..Looks::WIDE }).await;
    host.set_up("economy", &[("players", "2")], &["you", "bot:steady"]).await;
    assert_eq!(host.tell("document.querySelector('.hand-over button').checkVisibility()").await, false);
    host.click(".seat-menu > summary").await;
    assert!(host.text("document.querySelector('.hand-over p').innerText").await.contains("Hand your seat over to a bot?"));
    host.click(".hand-over button").await;
    host.finds("form[action$='/resume'] button").await;
    visit.is_clean(&[&ann]);
}

#[tokio::test]
async fn a_clock_runs_out_on_the_page_and_goes_on_after_a_restart() {
    let Some(mut visit) = Visit::open() else { return };
    let ann = visit.visitor(Looks::WIDE).await;
    let plain = visit.visitor(Looks { script: false, ..Looks::NARROW }).await;
    ann.open("/new/economy").await;
    ann.choose("select[name='clock.pace']", "minutes").await;
    pictured(&ann, "clock-set-up").await;

    // Time goes by without anything being fetched, and then a bot stands in.
    let seats = "option.players=2&option.starter=first_seat&seat.1=you&seat.2=bot:steady";
    ann.founds(&format!("game=economy&{seats}&clock.pace=seconds&clock.each=10&clock.reserve=2&clock.end=bot")).await;
    ann.until("/^0:(0[1-9]|10) \\+ 0:02$/.test(document.querySelector('.seat-1 .clock').innerText)").await;
    let (fetched, version) = (ann.tell(FRAGMENTS).await, ann.version().await);
    pictured(&ann, "clock-running").await;
    ann.until("/^0:0[0-2]$/.test(document.querySelector('.seat-1 .clock')?.innerText ?? '0:00')").await;
    if ann.version().await == version {
        assert_eq!(ann.tell(FRAGMENTS).await, fetched, "a second is no reason to fetch anything");
    }
    ann.until("document.querySelector('.seat-1 .who').innerText.includes('bot for now')").await;
    ann.until("document.querySelector('section[aria-label=Log]').innerText.includes('ran out of time: a bot plays on.')").await;

    // Days are told as what is left, and as a time of day where no script runs. A restart changes nothing about them.
    ann.founds(&format!("game=economy&{seats}&clock.pace=days&clock.days=2")).await;
    ann.until("/^1 d 23 h$/.test(document.querySelector('.seat-1 .clock').innerText)").await;
    let (table, due) = (ann.table().await, ann.text("document.querySelector('.clock').dataset.due").await);
    plain.open(&table).await;
    assert!(plain.text("document.querySelector('.clock').innerText").await.ends_with(" UTC"));
    ann.founds(&format!("game=economy&{seats}&clock.pace=seconds&clock.each=10&clock.end=fallback")).await;
    ann.finds(".seat-1 .clock").await;
    ann.leaves_sign().await;
    visit.house.kill();
    ann.finds(".lost[role=status]:not(:empty)").await;
    visit.house.reopen();
    ann.finds(".lost:empty").await;
    ann.until(
        "document.querySelector('section[aria-label=Log]').innerText.includes('ran out of time: the safe choice is made.')",
    )
    .await;
    assert!(ann.finds_sign().await, "the open page heard of it");
    plain.open(&table).await;
    let later = plain.text("document.querySelector('.clock').dataset.due").await;
    assert!(later.parse::<u64>().unwrap() >= due.parse().unwrap(), "what the house was closed for does not count");
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn a_name_is_changed_in_place_and_the_seat_is_taken_along_to_a_phone() {
    let Some(visit) = Visit::open() else { return };
    let (ann, phone) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::NARROW));
    ann.open("/").await;
    ann.founds("game=economy&quick=1&option.players=2&option.starter=first_seat").await;
    ann.leaves_sign().await;
    assert_eq!(ann.text("document.querySelector('.seat-1 .who strong').innerText").await, "Guest");
    ann.click(".seat-1 .seat-menu > summary").await;
    ann.write(".seat-1 .rename input[name=name]", "Ann & Co").await;
    pictured(&ann, "seat-menu").await;
    ann.click(".seat-1 .rename button").await;
    ann.until("document.querySelector('.seat-1 .who strong').innerText === 'Ann & Co'").await;
    assert!(ann.finds_sign().await);
    let table = ann.table().await;

    ann.click(".seat-1 .seat-menu a[href='/along']").await;
    ann.click("form[action='/along'] button").await;
    ann.finds("svg.qr").await;
    pictured(&ann, "along").await;
    let link = ann.text("document.querySelector('#along-link').value").await;
    phone.open(&link).await;
    pictured(&phone, "along-phone").await;
    phone.click("form[action^='/along/'] button").await;
    phone.finds(".own-tables li.your-turn a").await;
    pictured(&phone, "my-games-phone").await;
    phone.click(".own-tables li.your-turn a").await;
    assert!(phone.has_turn().await, "it is the same seat");
    assert_eq!(phone.text("document.querySelector('.seat-1 .who strong').innerText").await, "Ann & Co");
    phone.plays_on(1).await;
    ann.open(&table).await;
    ann.catches_up(phone.version().await).await;
    // The link is used up.
    let other = visit.visitor(Looks::WIDE).await;
    other.open(&link).await;
    other.finds(".fault-page").await;
    visit.is_clean(&[&ann, &phone]);
}
