//! What happens between two own moves is told: in order, at the visitor's own speed, and never in the visitor's way.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

const ESCAPE: char = '\u{E00C}';

/// Notes everything that is told on this page from now on, and whether anything ever was.
const LISTEN: &str = "(() => {
    window.tales = []; window.strong = []; window.telling = false;
    new MutationObserver(() => {
        const now = document.querySelector('main[data-telling]');
        window.telling ||= !!now;
        const words = now && document.querySelector('.tale > :last-child')?.innerText.trim();
        if (words && words !== window.tales.at(-1)) window.tales.push(words);
        const large = now && document.querySelector('.tale-large.strong');
        const [box, board] = [large, document.querySelector('.board')].map((one) => one?.getBoundingClientRect());
        if (large && large.checkVisibility() && box.width > 150 && box.top >= board.top && box.bottom <= board.bottom) window.strong.push(large.innerText);
    }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
    return true;
})()";

/// The lines of the log on the page, oldest first.
const LOG: &str = "[...document.querySelectorAll('.log > ol > li')].reverse().flatMap((turn) => [...turn.querySelectorAll('ul > li > :first-child')]).map((line) => line.innerText.trim())";

async fn texts(visitor: &Visitor, expression: &str) -> Vec<String> {
    let told = visitor.tell(expression).await;
    told.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

/// Chooses how fast events are shown, on the sheet where that is always possible.
async fn chooses_pace(visitor: &Visitor, pace: &str) {
    visitor.click("[data-sheet=keys]").await;
    visitor.choose("dialog[open] [data-pace]", pace).await;
    visitor.press(ESCAPE).await;
    visitor.until("!document.querySelector('dialog[open]')").await;
}

/// Plays until others have played, too, and that is being told.
async fn plays_until_told(visitor: &Visitor) {
    let telling = "document.querySelector('main[data-telling] .tale > :last-child')";
    let mut before = None;
    loop {
        // Between two beats nothing is told for a moment: only what comes of the own move, or its telling, decides.
        let shown = before.map_or_else(String::new, |before: u64| format!(":not([data-version=\"{before}\"])"));
        visitor.until(&format!("{telling} || document.querySelector('main[data-turn]:not([data-telling]){shown}')")).await;
        if visitor.sees("main[data-telling]").await {
            return;
        }
        before = Some(visitor.version().await);
        visitor.click(&format!("button[name=action][value=\"{}\"]", visitor.likes().await)).await;
    }
}

async fn table_with_bots(visitor: &Visitor) {
    visitor.set_up("businessmen", &[("first_player", "1")], &["you", "bot:steady", "bot:steady", "bot:steady"]).await;
    visitor.leaves_sign().await;
    visitor.tell(LISTEN).await;
}

#[tokio::test]
async fn events_are_told_in_order_and_a_strong_one_is_unmistakable() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { pace: Some("fast"), ..Looks::WIDE }).await;
    table_with_bots(&visitor).await;
    let mut told = 0;
    for _ in 0..60 {
        assert!(visitor.has_turn().await);
        visitor.plays(&visitor.likes().await).await;
        assert!(visitor.has_turn().await);
        // What was told is in the log, in the same order.
        let (tales, log) = (texts(&visitor, "window.tales.splice(0)").await, texts(&visitor, LOG).await);
        let mut rest = log.iter();
        for tale in tales.iter().filter(|tale| !tale.starts_with("Meanwhile")) {
            assert!(rest.any(|line| line == tale), "{tale} of {tales:?} in {log:?}");
            told += 1;
        }
        if told > 15 && visitor.tell("window.strong.length > 0").await == true {
            break;
        }
    }
    assert!(told > 15, "{told} events were told");
    assert!(visitor.tell("window.strong.length").await.as_u64() > Some(0), "nothing strong");
    // Nothing of the telling stays behind.
    assert_eq!(visitor.count(".looked-at, .told, .flight, .tale-large, main[data-telling], main[style]").await, 0);
    assert!(visitor.sees(".since li").await && visitor.count(".since li").await <= 6);
    assert!(visitor.finds_sign().await, "the page was loaded anew on the way");
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn the_speed_is_remembered_and_everything_skips_the_rest() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { pace: None, ..Looks::WIDE }).await;
    table_with_bots(&visitor).await;
    assert!(visitor.has_turn().await);
    assert_eq!(visitor.text("document.querySelector('dialog [data-pace]').value").await, "normal");
    chooses_pace(&visitor, "slow").await;
    visitor.reload().await;
    visitor.tell(LISTEN).await;
    visitor.until("document.querySelector('dialog [data-pace]').value === 'slow'").await;

    // Slowly told, it would take half a minute and more; each of these ends it at once.
    for way in ["the button", "the key", "a press on the page", "another tab"] {
        plays_until_told(&visitor).await;
        let before = visitor.version().await;
        let told = visitor.tell("window.tales.length").await;
        match way {
            "the button" => visitor.click("[data-skip]").await,
            "the key" => visitor.press(ESCAPE).await,
            "a press on the page" => visitor.click(".log h2").await,
            _ => {
                visitor.hides(true).await;
                visitor.hides(false).await;
            }
        }
        visitor.until(&format!("+document.querySelector('main').dataset.version > {before}")).await;
        let since = visitor.tell("window.tales.length").await.as_u64().unwrap_or(0) - told.as_u64().unwrap_or(0);
        assert!(since <= 2, "{way}: {since} more were told");
        while visitor.sees("main[data-telling]").await {
            visitor.press(ESCAPE).await;
        }
        assert!(visitor.sees(".since li").await, "{way}");
    }

    // At once is at once, and all can be read afterwards.
    assert!(visitor.has_turn().await);
    chooses_pace(&visitor, "at once").await;
    visitor.tell(LISTEN).await;
    for _ in 0..3 {
        assert!(visitor.has_turn().await);
        visitor.plays(&visitor.likes().await).await;
    }
    assert!(visitor.has_turn().await);
    assert_eq!(visitor.tell("window.telling").await, false);
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn who_wants_nothing_to_move_gets_a_list() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { pace: None, still: true, ..Looks::WIDE }).await;
    table_with_bots(&visitor).await;
    assert!(visitor.has_turn().await);
    visitor.plays(&visitor.likes().await).await;
    assert!(visitor.has_turn().await);
    visitor.until("document.querySelector('.telling > li')?.checkVisibility()").await;
    let (list, log) = (
        texts(&visitor, "[...document.querySelectorAll('.telling > li > :last-child')].map((line) => line.innerText.trim())")
            .await,
        texts(&visitor, LOG).await,
    );
    let told: Vec<usize> = list.iter().filter_map(|line| log.iter().rposition(|other| other == line)).collect();
    assert!(!list.is_empty() && list.len() <= 25 && !told.is_empty(), "{list:?} of {log:?}");
    assert_eq!(visitor.tell("window.telling").await, false);
    // It is for the eye: the ear has heard it, line by line, once.
    assert_eq!(visitor.text("document.querySelector('.telling').parentElement.getAttribute('aria-hidden')").await, "true");
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn since_the_last_move_is_told_without_any_script() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { script: false, ..Looks::WIDE }).await;
    visitor.set_up("businessmen", &[("first_player", "1")], &["you", "bot:steady", "bot:steady", "bot:steady"]).await;
    for _ in 0..3 {
        while !visitor.sees("main[data-turn]").await {
            visitor.reload().await;
        }
        let version = visitor.version().await;
        visitor.click(&format!("button[name=action][value=\"{}\"]", visitor.likes().await)).await;
        visitor.catches_up(version + 1).await;
    }
    while !visitor.sees("main[data-turn]").await {
        visitor.reload().await;
    }
    assert!((1..=6).contains(&visitor.count(".since li").await));
    assert!(visitor.tell("document.querySelector('.since li').checkVisibility()").await == true);
    assert!(visitor.tell("!document.querySelector('.teller').checkVisibility()").await == true, "only the script tells");
}
