//! The page calls its visitor: by sounds and notifications, both only if they were asked for.

use crate::{
    Visit,
    bargaining::pictured,
    driving::{Looks, Visitor},
    narrow::fits,
};

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

async fn heard(visitor: &Visitor) -> (u64, u64) {
    let heard = visitor.tell("[window.tones, window.notices.length]").await;
    (heard[0].as_u64().unwrap_or(0), heard[1].as_u64().unwrap_or(0))
}

#[tokio::test]
async fn a_turn_sounds_and_notifies_once_it_was_asked_for() {
    let Some(visit) = Visit::open() else { return };
    let (ann, ben) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::NARROW));
    ann.begins_pages_with(EAR);
    ann.grant("notifications");
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    let invitation = ann.text("document.querySelector('input[readonly]').value").await;
    ben.open(&invitation).await;
    ben.write("form[action$='/sit'] input[name=name]", "Ben").await;
    ben.click("form[action$='/sit'] button[type=submit]").await;
    ben.finds("main[data-stage=running]").await;
    assert!(ann.has_turn().await);

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
