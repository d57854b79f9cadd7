//! The page calls its visitor: by sounds and notifications, both only if they were asked for.

use crate::{
    Visit,
    bargaining::pictured,
    driving::{Looks, Visitor},
    narrow::fits,
};
use std::time::Duration;

/// Counts the tones that are played and the notifications that are shown.
const EAR: &str = "window.tones = 0; window.notices = [];
    const make = BaseAudioContext.prototype.createOscillator;
    BaseAudioContext.prototype.createOscillator = function () {
        const tone = make.call(this), start = tone.start;
        tone.start = (...when) => { start.apply(tone, when); window.tones++; };
        return tone;
    };
    const Shown = window.Notification;
    window.Notification = class extends Shown {
        constructor(title, options) { super(title, options); window.notices.push(title); }
    };";

/// A browser without workers, which shows notifications from the page.
const NO_WORKER: &str = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });";

/// A browser as on Android: a page itself can show no notification. What was shown by a worker is noted; it may be gone soon.
const NOT_FROM_A_PAGE: &str = "const Refused = window.Notification;
    window.Notification = class extends Refused { constructor() { throw new TypeError('Illegal constructor'); } };
    window.notices = [];
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
        const note = (outcome) => window.notices.push([outcome, title, options.data, options.tag].join());
        await show.call(this, title, options).then(() => note('shown'), note);
    };";

async fn heard(visitor: &Visitor) -> (u64, u64) {
    let heard = visitor.tell("[window.tones, window.notices.length]").await;
    (heard[0].as_u64().unwrap_or(0), heard[1].as_u64().unwrap_or(0))
}

/// Waits until what the page promises to tell is this.
async fn tells(visitor: &Visitor, promise: &str, expected: &str) {
    let mut told = visitor.text(promise).await;
    for _ in 0..2000 {
        if told == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        told = visitor.text(promise).await;
    }
    panic!("`{told}` never became `{expected}`");
}

/// Ann makes a table at which she begins, and Ben sits down.
async fn begin(ann: &Visitor, ben: &Visitor) {
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    let invitation = ann.text("document.querySelector('input[readonly]').value").await;
    ben.open(&invitation).await;
    ben.write("form[action$='/sit'] input[name=name]", "Ben").await;
    ben.click("form[action$='/sit'] button[type=submit]").await;
    ben.finds("main[data-stage=running]").await;
    assert!(ann.has_turn().await);
}

#[tokio::test]
async fn where_a_page_shows_no_notification_a_worker_does() {
    const REGISTERED: &str = "(async () => (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope).join())()";
    let Some(visit) = Visit::open() else { return };
    let (ann, ben) = tokio::join!(visit.visitor(Looks::NARROW), visit.visitor(Looks::WIDE));
    ann.begins_pages_with(NOT_FROM_A_PAGE);
    ann.grant("notifications");
    begin(&ann, &ben).await;
    assert_eq!(ann.text(REGISTERED).await, "", "nobody asked for notifications");
    ann.press('?').await;
    ann.click("[data-notices]").await;
    ann.until("document.querySelector('[data-notices]').textContent === 'Turn off'").await;
    tells(&ann, "(async () => (await navigator.serviceWorker.getRegistration('/assets/'))?.active?.state)()", "activated").await;
    assert!(ann.text(REGISTERED).await.ends_with("/assets/"), "it has no page in its scope");
    ann.click("dialog[open] button[type=submit]").await;
    ann.plays_on(2).await;
    ann.hides(true).await;
    assert!(ben.has_turn().await);
    ben.plays_on(2).await;
    let table = ann.table().await;
    ann.until("window.notices.length > 0").await;
    let shown = format!("shown,Your turn · ECONOMY,{table},{}", table.trim_start_matches("/t/"));
    assert_eq!(ann.text("window.notices.join(';')").await, shown);
    ann.hides(false).await;

    // The worker hears of nothing but notifications that are pressed, and leads to the table: to its page if one is open.
    let script = include_str!("../../../house/src/assets/worker.js");
    let press = |open: &str| {
        format!(
            "(async () => {{
                const [heard, done] = [[], []];
                const page = (url) => ({{ url, focus: async () => done.push('focus ' + url) }});
                const clients = {{ matchAll: async () => {open}.map(page), openWindow: async (path) => done.push('open ' + path) }};
                const hears = (name, listener) => heard.push([name, listener]);
                ((addEventListener, self, clients) => {{ {script} }})(hears, {{ addEventListener: hears }}, clients);
                let finished;
                const notification = {{ data: '/t/one', close: () => done.push('close') }};
                heard[0][1]({{ notification, waitUntil: (promise) => {{ finished = promise; }} }});
                await finished;
                return [...heard.map(([name]) => name), ...done].join();
            }})()"
        )
    };
    let open = "['https://house/', 'https://house/t/other', 'https://house/t/one?as=2']";
    assert_eq!(ann.text(&press(open)).await, "notificationclick,close,focus https://house/t/one?as=2");
    assert_eq!(ann.text(&press("[]")).await, "notificationclick,close,open /t/one");
    ann.reload().await;
    ann.until("document.querySelector('#table')").await;
    assert_eq!(ann.tell("navigator.serviceWorker.controller").await, serde_json::Value::Null);

    // After turning notifications off it is gone.
    ann.press('?').await;
    ann.click("[data-notices]").await;
    tells(&ann, REGISTERED, "").await;
    visit.is_clean(&[&ann, &ben]);
}

#[tokio::test]
async fn a_turn_sounds_and_notifies_once_it_was_asked_for() {
    let Some(visit) = Visit::open() else { return };
    let (ann, ben) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::NARROW));
    ann.begins_pages_with(NO_WORKER);
    ann.begins_pages_with(EAR);
    ann.grant("notifications");
    begin(&ann, &ben).await;

    // Nothing sounds or pops up by itself, even where the browser would allow it.
    ann.plays_on(2).await;
    ann.hides(true).await;
    assert!(ben.has_turn().await);
    ben.plays_on(2).await;
    ann.until("document.title.startsWith('Your turn')").await;
    ann.hides(false).await;
    assert_eq!(heard(&ann).await, (0, 0));

    // On the sheet both are switched on, and it is heard what they are like.
    ann.press('?').await;
    ann.finds("dialog[open] #sound:not(:checked)").await;
    pictured(&ann, "keys").await;
    ann.click("#sound").await;
    ann.until("window.tones === 2").await;
    ann.click("[data-notices]").await;
    ann.until("document.querySelector('[data-notices]').textContent === 'Turn off'").await;
    ann.click("dialog[open] button[type=submit]").await;

    // The next turn rings, and with another page before one's eyes it is also shown.
    ann.plays_on(2).await;
    assert!(ben.has_turn().await);
    ben.plays_on(2).await;
    ann.until("window.tones === 4").await;
    assert_eq!(heard(&ann).await, (4, 0), "who looks at the page needs no notification");
    ann.plays_on(2).await;
    ann.hides(true).await;
    assert!(ben.has_turn().await);
    ben.plays_on(2).await;
    ann.until("window.notices.length === 1 && window.tones === 6").await;
    assert_eq!(ann.text("window.notices[0]").await, "Your turn · ECONOMY");
    ann.hides(false).await;

    // It is remembered on this device, and off again at a click.
    ann.reload().await;
    assert!(ann.has_turn().await);
    ann.press('?').await;
    ann.finds("dialog[open] #sound:checked").await;
    ann.until("document.querySelector('[data-notices]').textContent === 'Turn off'").await;
    ann.click("#sound").await;
    ann.click("[data-notices]").await;
    ann.until("document.querySelector('[data-notices]').textContent === 'Turn on'").await;
    ann.click("dialog[open] button[type=submit]").await;
    ann.plays_on(2).await;
    ann.hides(true).await;
    assert!(ben.has_turn().await);
    ben.plays_on(2).await;
    ann.until("document.title.startsWith('Your turn')").await;
    assert_eq!(heard(&ann).await, (0, 0));

    // The page of other ways to be called works without any script, and fits a phone.
    ben.open("/calls").await;
    fits(&ben, "calls").await;
    assert_eq!(ben.count("form[action='/calls/mail']").await, 0, "this house sends no mail");
    ben.write("form[action='/calls/hook'] input", "https://hooks.example.org/ben").await;
    ben.click("form[action='/calls/hook'] button").await;
    ben.until("document.querySelector('main code')?.innerText === 'https://hooks.example.org/ben'").await;
    fits(&ben, "calls with a hook").await;
    pictured(&ben, "calls-narrow").await;
    ben.click("form[action='/calls/forget'] button").await;
    ben.until("document.querySelector('main') && !document.querySelector('main code')").await;
    visit.is_clean(&[&ann, &ben]);
}

#[tokio::test]
async fn money_and_hits_sound_while_they_are_shown() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { pace: Some("fast"), ..Looks::WIDE }).await;
    visitor.begins_pages_with(&format!("{EAR} try {{ localStorage.sound = 'on' }} catch {{}}"));
    visitor.open("/").await;
    visitor.founds("game=businessmen&name=Ann&quick=1").await;
    let mut most = 0;
    // A turn is two tones, and so is money; only in telling more than one comes between two turns.
    while most <= 2 {
        assert!(visitor.has_turn().await, "the game ended without a sound");
        let before = heard(&visitor).await.0;
        visitor.plays(&visitor.likes().await).await;
        assert!(visitor.has_turn().await, "the game ended without a sound");
        visitor.until("!document.querySelector('main[data-telling]')").await;
        most = most.max(heard(&visitor).await.0 - before);
    }
    visit.is_clean(&[&visitor]);
}
