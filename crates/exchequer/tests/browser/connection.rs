//! The network goes away and comes back: the page says that it may be out of date, catches up by itself, and no move is lost or
//! made twice.

use crate::{
    Visit,
    bargaining::pictured,
    company::two,
    driving::{Looks, Visitor, line::Line, table::button},
};

/// The page's notice while it may be out of date; empty otherwise.
const NOTICE: &str = "document.querySelector('.lost').textContent";

/// The positions of the page's elements.
const PLACES: &str =
    "[...document.querySelectorAll('body > *:not(.lost), main > *')].map(one => { const box = one.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].join() }).join(' ') + document.documentElement.scrollHeight";

/// Records when the page hears of the house.
const EAR: &str = "const Real = window.EventSource;
    window.EventSource = class extends Real {
        constructor(address) { super(address); this.addEventListener('alive', () => { window.hears = true; }); }
    };";

/// Opens a page and waits until it has heard of the house.
async fn opens(visitor: &Visitor, page: &str) {
    visitor.begins_pages_with(EAR);
    visitor.open(page).await;
    visitor.until("window.hears").await;
    visitor.leaves_sign().await;
}

#[tokio::test]
async fn a_page_whose_line_breaks_without_a_word_says_so_and_catches_up_by_itself() {
    let Some(visit) = Visit::told(&["--heartbeat", "400"]) else { return };
    let (ann, ben, table) = two(&visit).await;
    let watcher = visit.visitor(Looks::NARROW).await;
    let line = Line::to(&visit.house);
    opens(&watcher, &line.at(&table)).await;
    assert_eq!(watcher.text(NOTICE).await, "");
    for looks in ["light", "dark"] {
        watcher.prefer(looks == "dark", false);
        // The list of people here comes a moment later, and takes a line on the page.
        watcher.until("document.querySelector('[data-watchers]').innerText === '1 person is watching.'").await;
        let places = watcher.text(PLACES).await;
        line.breaks();
        watcher.until(&format!("{NOTICE} === 'Connection lost. Trying again …'")).await;
        assert_eq!(watcher.tell("document.querySelector('.lost').getAttribute('role')").await, "status", "it is read out");
        assert_eq!(watcher.text(PLACES).await, places, "the notice moves something");
        pictured(&watcher, &format!("lost-narrow-{looks}")).await;
        let mover = if ann.tell("'turn' in document.querySelector('main').dataset").await == true { &ann } else { &ben };
        mover.plays_on(1).await;
        line.is_mended();
        watcher.catches_up(mover.version().await).await;
        watcher.until(&format!("{NOTICE} === ''")).await;
    }
    assert!(watcher.finds_sign().await, "the page was loaded anew");
    visit.is_clean(&[&ann, &ben, &watcher]);
}

#[tokio::test]
async fn whoever_comes_back_to_a_page_or_to_a_network_does_not_wait() {
    // Without this it would take two and a half minutes.
    let Some(visit) = Visit::told(&["--heartbeat", "60000"]) else { return };
    let (ann, ben, table) = two(&visit).await;
    let watcher = visit.visitor(Looks::WIDE).await;
    let line = Line::to(&visit.house);
    opens(&watcher, &line.at(&table)).await;
    for event in ["window.online", "window.focus", "window.pageshow", "document.visibilitychange", "document.resume"] {
        line.breaks();
        let mover = if ann.tell("'turn' in document.querySelector('main').dataset").await == true { &ann } else { &ben };
        mover.plays_on(1).await;
        line.is_mended();
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        assert_ne!(watcher.version().await, mover.version().await, "it cannot know");
        let (place, name) = event.split_once('.').expect("a place and a name");
        watcher.tell(&format!("{place}.dispatchEvent(new Event('{name}'))")).await;
        watcher.catches_up(mover.version().await).await;
    }
    visit.is_clean(&[&ann, &ben, &watcher]);
}

/// Ann plays over a connection that can be cut; Ben, at the same table, sees what arrives.
async fn at_the_end_of_a_line(visit: &Visit) -> (Visitor, Visitor, Line) {
    let (ann, ben, table) = two(visit).await;
    let line = Line::to(&visit.house);
    opens(&ann, &line.at(&table)).await;
    assert!(ann.has_turn().await);
    (ann, ben, line)
}

/// Keeps requests that change something from being answered, and records the requests that the page aborts and its streams.
const PATIENT: &str = "window.given_up = []; window.sent = []; window.streams = [];
    const fetched = window.fetch, Streaming = window.EventSource;
    window.fetch = (address, how) => how?.method !== 'post' ? fetched(address, how) : new Promise((_, fails) => {
        const verb = String(address).split('/').pop();
        sent.push(verb);
        how.signal.addEventListener('abort', () => { given_up.push(verb); fails(how.signal.reason); });
    });
    window.EventSource = class extends Streaming { constructor(address) { super(address); streams.push(this); } };";

#[tokio::test]
async fn a_stream_that_breaks_ends_no_request_that_must_not_be_sent_twice() {
    let Some(visit) = Visit::open() else { return };
    let (ann, _ben, table) = two(&visit).await;
    ann.begins_pages_with(PATIENT);
    ann.open(&table).await;
    assert!(ann.has_turn().await);
    ann.until("streams.length > 0").await;
    ann.click(".chat summary").await;
    ann.write(".say input[name=text]", "Hello!").await;
    ann.click(".say button").await;
    // The open chat lies over the seats.
    ann.click(".chat summary").await;
    ann.click(".seat-1 .seat-menu > summary").await;
    ann.write(".seat-1 .rename input[name=name]", "Anna").await;
    ann.click(".seat-1 .rename button").await;
    ann.click(&button(&ann.likes().await)).await;
    ann.until("sent.length === 3").await;
    ann.tell("streams.at(-1).dispatchEvent(new Event('error'))").await;
    // Only a move is safe to repeat: the house accepts none of an older version.
    ann.until("given_up.length > 0").await;
    assert_eq!(ann.text("given_up.join()").await, "play");
}

/// Nothing more happens at the table.
async fn stays_at(people: &[&Visitor], version: u64) {
    for one in people {
        one.catches_up(version).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    for one in people {
        assert_eq!(one.version().await, version);
    }
}

#[tokio::test]
async fn a_move_that_does_not_arrive_is_kept_and_made_once() {
    let Some(visit) = Visit::told(&["--heartbeat", "400"]) else { return };
    let (ann, ben, line) = at_the_end_of_a_line(&visit).await;
    let version = ann.version().await;
    line.breaks();
    ann.click(&button(&ann.likes().await)).await;
    ann.until("document.querySelector('.toast')?.innerText.includes('Your move is kept')").await;
    ann.until(&format!("{NOTICE}.startsWith('Connection lost.') && {NOTICE}.includes('Your move is kept')")).await;
    pictured(&ann, "lost-kept-wide").await;
    assert_eq!((ann.version().await, ben.version().await), (version, version));
    line.is_mended();
    stays_at(&[&ann, &ben], version + 1).await;
    assert_eq!(ann.text(NOTICE).await, "");
    assert!(ann.finds_sign().await);
    visit.is_clean(&[&ben]);
}

#[tokio::test]
async fn a_move_whose_answer_is_lost_is_not_made_twice() {
    let Some(visit) = Visit::told(&["--heartbeat", "400"]) else { return };
    let (ann, ben, line) = at_the_end_of_a_line(&visit).await;
    let version = ann.version().await;
    line.loses_answers();
    ann.click(&button(&ann.likes().await)).await;
    ben.catches_up(version + 1).await;
    ann.until(&format!("{NOTICE}.startsWith('Connection lost.')")).await;
    assert_eq!(ann.version().await, version);
    line.is_mended();
    stays_at(&[&ann, &ben], version + 1).await;
    assert!(ann.finds_sign().await);
    visit.is_clean(&[&ben]);
}

#[tokio::test]
async fn a_browser_that_is_offline_keeps_the_move_unless_the_table_goes_on() {
    let Some(visit) = Visit::told(&["--heartbeat", "400"]) else { return };
    let (ann, ben, table) = two(&visit).await;
    opens(&ann, &table).await;
    for looks in ["light", "dark"] {
        ann.prefer(looks == "dark", false);
        assert!(ann.has_turn().await);
        let version = ann.version().await;
        ann.goes_offline(true);
        ann.until(&format!("{NOTICE} === 'Connection lost. Trying again …'")).await;
        pictured(&ann, &format!("lost-wide-{looks}")).await;
        ann.click(&button(&ann.likes().await)).await;
        ann.until("document.querySelector('.toast')?.innerText.includes('Your move is kept')").await;
        ann.goes_offline(false);
        stays_at(&[&ann, &ben], version + 1).await;
        ann.until(&format!("{NOTICE} === ''")).await;
        // Until it is Ann's turn again.
        while ann.tell("'turn' in document.querySelector('main').dataset").await == true {
            ann.plays_on(1).await;
        }
        while ben.tell("'turn' in document.querySelector('main').dataset").await == true {
            ben.plays_on(1).await;
        }
        ann.catches_up(ben.version().await).await;
    }

    // A move meant for an earlier version is not sent.
    assert!(ann.has_turn().await);
    ann.goes_offline(true);
    ann.click(&button(&ann.likes().await)).await;
    ann.until("document.querySelector('.toast')?.innerText.includes('Your move is kept')").await;
    let version = ben.version().await;
    ben.click(".seat-2 .seat-menu > summary").await;
    ben.write(".seat-2 .rename input[name=name]", "Benjamin").await;
    ben.click(".seat-2 .rename button").await;
    ben.catches_up(version + 1).await;
    ann.goes_offline(false);
    ann.until("document.querySelector('.toast')?.innerText.includes('please choose again')").await;
    stays_at(&[&ann, &ben], version + 1).await;
    assert!(ann.finds_sign().await, "the page was loaded anew");
    visit.is_clean(&[&ben]);
}
