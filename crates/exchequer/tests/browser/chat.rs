//! People at a table talk: with the script, without it, and not to whom they have silenced.

use crate::{
    Visit,
    bargaining::pictured,
    driving::{Looks, Visitor},
    narrow::fits,
};
use serde_json::json;

const SAID: &str = "[...document.querySelectorAll('.said li p')].map(line => [...line.querySelectorAll('bdi')].map(part => part.textContent).join(': ')).join('|')";

/// Waits until the last thing that was said is this.
async fn hears(visitor: &Visitor, words: &str) {
    visitor.until(&format!("{SAID}.endsWith({})", json!(words))).await;
}

/// Says something in the chat of the table's page.
async fn says(visitor: &Visitor, words: &str) {
    visitor.write(".say input[name=text]", words).await;
    visitor.click(".say button").await;
    hears(visitor, words).await;
}

async fn sits(visitor: &Visitor, invitation: &str, name: &str) {
    visitor.open(invitation).await;
    visitor.write("form[action$='/sit'] input[name=name]", name).await;
    visitor.click("form[action$='/sit'] button[type=submit]").await;
    visitor.finds("main[data-stage=running]").await;
}

#[tokio::test]
async fn two_people_talk_and_a_watcher_hears_nothing() {
    let Some(visit) = Visit::open() else { return };
    let (ann, ben, watcher) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::NARROW), visit.visitor(Looks::WIDE));
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    let (table, invitation) = (ann.table().await, ann.text("document.querySelector('input[readonly]').value").await);
    watcher.open(&table).await;
    ann.leaves_sign().await;
    sits(&ben, &invitation, "Ben").await;
    ben.leaves_sign().await;
    ann.finds("main[data-stage=running]").await;
    watcher.finds("main[data-stage=running]").await;

    // Ann opens the chat and speaks; Ben's fold counts what he has not read, and reads it out.
    ann.click(".chat summary").await;
    let board = "document.querySelector('.board').getBoundingClientRect().top + ' ' + document.querySelector('.board').getBoundingClientRect().left";
    let place = ann.text(board).await;
    let version = ann.version().await;
    says(&ann, "Hello <b>Ben</b> & all!").await;
    ann.click(".phrases button[value='Good luck!']").await;
    hears(&ann, "Good luck!").await;
    assert_eq!(ann.text(board).await, place, "the chat does not move the board");
    ben.until("document.querySelector('.unread:not([hidden]) b')?.textContent === '2'").await;
    ben.until("document.querySelector('#chat [data-key=heard]').innerText.includes('Hello <b>Ben</b> & all!')").await;
    assert_eq!(ben.version().await, version, "nothing of the game has changed");
    fits(&ben, "the chat, folded").await;
    pictured(&ben, "chat-folded").await;
    ben.click(".chat summary").await;
    hears(&ben, "Good luck!").await;
    ben.finds(".unread[hidden]").await;
    fits(&ben, "the chat").await;
    says(&ben, "Thanks.").await;
    hears(&ann, "Thanks.").await;
    pictured(&ben, "chat-narrow").await;
    pictured(&ann, "chat").await;
    // What was read stays read, and what was said stays.
    ben.reload().await;
    ben.finds(".unread[hidden]").await;
    assert!(ben.text(SAID).await.ends_with("Thanks."));

    // To the watcher nobody has spoken.
    assert_eq!(watcher.count(".chat:not([hidden]), form[action$='/say'], .said li").await, 0);
    assert!(!watcher.text("document.documentElement.outerHTML").await.contains("Thanks."));

    // Ann silences Ben with a click, and it stays so; then everybody; then she hears them again.
    ann.click(".hush button[aria-pressed=false]:not([data-key=hush-all] *)").await;
    ann.until(&format!("{SAID}.includes('luck!') && !{SAID}.includes('Thanks.')")).await;
    ben.click(".chat summary").await;
    says(&ben, "Are you there?").await;
    ann.reload().await;
    ann.finds(".unread[hidden]").await;
    assert!(!ann.text("document.documentElement.outerHTML").await.contains("Are you there?"));
    ann.click(".chat summary").await;
    ann.click(".hush button[aria-pressed=true]").await;
    hears(&ann, "Are you there?").await;
    ann.click("[data-key=hush-all] button").await;
    ann.until("document.querySelector('.chat summary').innerText.includes('silenced')").await;
    ann.click("[data-key=hush-all] button").await;
    hears(&ann, "Are you there?").await;

    // Too much at once is refused, kindly and on the spot.
    for phrase in ["Hello!", "Oops!", "Thank you.", "Take your time.", "Good game!", "Well played!"] {
        ann.click(&format!(".phrases button[value='{phrase}']")).await;
        ann.until("!document.querySelector('.chat form[data-busy]')").await;
    }
    ann.until("document.querySelector('[data-key=chat-fault]:not([hidden])')?.innerText.includes('wait a moment')").await;
    ann.press('\u{e00c}').await;
    let complaints: Vec<String> = ann.complaints();
    assert!(complaints.iter().all(|complaint| complaint.contains("429")), "{complaints:?}");
    visit.is_clean(&[&ben, &watcher]);
}

#[tokio::test]
async fn without_a_script_the_chat_is_a_page() {
    let Some(visit) = Visit::open() else { return };
    let (ann, ben) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks { script: false, ..Looks::WIDE }));
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    let invitation = ann.text("document.querySelector('input[readonly]').value").await;
    sits(&ben, &invitation, "Ben").await;
    let table = ben.table().await;
    ann.click(".chat summary").await;
    says(&ann, "Hello!").await;

    // The table's page says that there is something to be read; its fold leads to a page that stays while one writes.
    ben.open(&table).await;
    assert_eq!(ben.text("document.querySelector('.unread:not([hidden]) b').textContent").await, "1");
    ben.open(&format!("{table}/chat")).await;
    hears(&ben, "Hello!").await;
    says(&ben, "Well met.").await;
    hears(&ann, "Well met.").await;
    ben.click(".phrases button[value='Good luck!']").await;
    hears(&ben, "Good luck!").await;
    hears(&ann, "Good luck!").await;
    pictured(&ben, "chat-page").await;
    ben.click("[data-key=hush-1] button").await;
    ben.until(&format!("document.querySelector('[data-key=hush-1] button[aria-pressed=true]') && !{SAID}.includes('Hello!')"))
        .await;
    ben.click("[data-key=hush-1] button").await;
    ben.until(&format!("{SAID}.includes('Hello!')")).await;
    ben.open(&table).await;
    ben.finds(".unread[hidden]").await;
    visit.is_clean(&[&ann, &ben]);
}
