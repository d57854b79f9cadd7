//! What people say to each other: a fold in the head of a table's page, on a phone at its foot, and a page of its own for those who
//! have no script.

use super::frame;
use crate::table::chat::{ChatLine, ChatScene, LONGEST_LINE, PHRASES, Talk};
use kernel::Seat;
use maud::{Markup, html};
use time::OffsetDateTime;

/// The chat beside a table. There is always a place for it: who sits down later finds it there.
pub fn beside(chat: &ChatScene) -> Markup {
    let nothing = chat.talk == Talk::Silent || chat.talk == Talk::Reads && chat.last == 0;
    html! {
        aside #chat .chat data-key="chat" data-id=(chat.id) data-may=(chat.company()) data-last=(chat.last) hidden[nothing] aria-label="Chat" {
            @if !nothing {
                div .sr aria-live="polite" data-key="heard" {}
                details data-key="chat-fold" {
                    summary data-key="chat-name" { "Chat" @if chat.memory.all { " (silenced)" } (unread(chat)) }
                    div .chat-sheet data-key="chat-sheet" {
                        (talk(chat))
                        noscript { p .note { a href=(format!("/t/{}/chat", chat.id)) { "Read and write on a page of its own" } } }
                    }
                }
            }
        }
    }
}

/// New lines alone, and how many are not read yet.
pub fn news(chat: &ChatScene) -> Markup {
    html! {
        aside #chat data-may=(chat.company()) data-last=(chat.last) { (unread(chat)) (lines(chat)) }
    }
}

/// The page of the chat.
pub fn page(chat: &ChatScene, fault: Option<&crate::fault::Fault>) -> Markup {
    let here = format!("/t/{}", chat.id);
    let body = html! {
        main .chat-page data-id=(chat.id) {
            h1 { "Chat" }
            p { a href=(here) { "Back to the table of " (chat.title) } " · " a href=(format!("{here}/chat")) { "Look for new lines" } }
            @if let Some(fault) = fault { p .fault role="alert" { (frame::sentence(&fault.message)) } }
            (talk(chat))
        }
    };
    frame::page("Chat", "", body)
}

fn unread(chat: &ChatScene) -> Markup {
    html! {
        span .unread data-key="unread" hidden[chat.unread == 0] { b { (chat.unread) } span .sr { " unread" } }
    }
}

/// What was said, and what can be done about it.
fn talk(chat: &ChatScene) -> Markup {
    html! {
        @if chat.memory.all { p .note data-key="silenced" { "You have silenced this chat. Nobody else can tell." } }
        (lines(chat))
        p .note.unsaid data-key="unsaid" { @if chat.talk == Talk::Speaks { "Nothing was said yet. Only those who sit at this table can read this; once the game is over, watchers can too." } }
        p .fault data-key="chat-fault" role="alert" hidden {}
        @if chat.talk == Talk::Speaks { (speaking(chat)) }
        @if chat.talk != Talk::Silent && !chat.others.is_empty() { (hushing(chat)) }
    }
}

fn lines(chat: &ChatScene) -> Markup {
    html! {
        ol .said data-key="said" tabindex="0" aria-label="What was said" { @for line in &chat.lines { (said(chat, line)) } }
    }
}

fn said(chat: &ChatScene, line: &ChatLine) -> Markup {
    html! {
        li .own[chat.own.contains(line.seat)] data-key=(format!("said-{}", line.number)) data-number=(line.number) {
            (frame::token(line.seat))
            p { strong { bdi { (line.name) } } " " bdi { (line.text) } " " (when(line.time)) }
        }
    }
}

/// When it was said; the script makes it the visitor's own time.
fn when(time: u64) -> Markup {
    let Ok(then) = OffsetDateTime::from_unix_timestamp((time / 1000) as i64) else { return html! {} };
    let (day, clock) = (then.date(), format!("{:02}:{:02}", then.hour(), then.minute()));
    html! { time datetime=(format!("{day}T{clock}Z")) title=(format!("{day} {clock} UTC")) { (clock) } }
}

fn speaking(chat: &ChatScene) -> Markup {
    let action = format!("/t/{}/say", chat.id);
    let seat = || html! { @if let Some(seat) = chat.speaker { input type="hidden" name="seat" value=(seat); } };
    html! {
        form .say.pair.writes data-key="say" method="post" action=(action) {
            (seat())
            input type="text" name="text" required maxlength=(LONGEST_LINE) autocomplete="off" placeholder="Say something" aria-label="Say something to the others";
            button type="submit" { "Say" }
        }
        form .phrases data-key="phrases" method="post" action=(action) aria-label="Ready phrases" {
            (seat())
            @for phrase in PHRASES { button .quiet.small type="submit" name="text" value=(phrase) { (phrase) } }
        }
    }
}

/// Whom one does not want to hear.
fn hushing(chat: &ChatScene) -> Markup {
    let button = |seat: Option<Seat>, who: &str, hushed: bool| {
        let key = seat.map_or_else(|| "hush-all".to_owned(), |seat| format!("hush-{seat}"));
        html! {
            form data-key=(key) method="post" action=(format!("/t/{}/chat", chat.id)) {
                @if let Some(seat) = seat { input type="hidden" name="seat" value=(seat); }
                input type="hidden" name="on" value=(if hushed { "false" } else { "true" });
                button .quiet.small type="submit" aria-pressed=(if hushed { "true" } else { "false" }) { (who) }
            }
        }
    };
    html! {
        div .hush data-key="hush" role="group" aria-label="Silence for this screen only" {
            span .note title="On this screen only; nobody else can tell" { "Silence" }
            (button(None, "everybody", chat.memory.all))
            @if !chat.memory.all { @for (seat, name) in &chat.others { (button(Some(*seat), name, chat.memory.seats.contains(*seat))) } }
        }
    }
}
