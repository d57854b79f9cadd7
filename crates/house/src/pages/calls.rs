//! How people are called when it is their turn: switches for this device on the sheet of keys, and a page for what reaches them
//! elsewhere.

use super::frame;
use crate::{
    calls::{MOST_FAILED, Way, Wish},
    fault::Fault,
};
use maud::{Markup, html};

/// Sound and notifications, which the script knows how to switch.
pub fn switches() -> Markup {
    html! {
        label .pace-choice { span { "Sound" small { "Your turn, money, a hit, the end." } } input #sound type="checkbox"; }
        label .pace-choice { span { "Volume" } input #volume type="range" min="0" max="100" step="5" value="50"; }
        div .pace-choice.notices { span { "Notifications" small { "Your turn, while you look at something else." } } button .small type="button" data-notices { "Turn on" } }
        p .elsewhere { a href="/calls" { "Be told elsewhere, by web hook or e-mail" } }
    }
}

/// How somebody is called, as they see it.
#[derive(Clone, Default)]
pub struct CallsScene {
    /// The address that is asked for, and the one that is to take its place.
    pub hook: Option<(Wish, Option<String>)>,
    /// The address that mail is sent to, and the one that is to take its place.
    pub mail: Option<(Wish, Option<String>)>,
    /// Does the house send mail?
    pub mails: bool,
}

/// The page where a visitor says how they want to be called, with what came of the last change.
pub fn calls(scene: &CallsScene, news: Option<Result<&str, &Fault>>) -> Markup {
    let body = html! {
        main .calls {
            h1 { "When it is your turn" }
            p .lead { "The page of a table calls you by its title and its icon. Its sheet “Keys & pace” also has sounds and notifications. Here you can be told when no page is open." }
            @match news {
                Some(Ok(words)) => p .done role="status" { (words) },
                Some(Err(fault)) => p .fault role="alert" { (frame::sentence(&fault.message)) },
                None => {}
            }
            (hook(scene.hook.as_ref()))
            @if scene.mails || scene.mail.is_some() { (mail(scene.mail.as_ref(), scene.mails)) }
            p .note { "Nobody else sees these addresses. You are called once for each turn, and not while you are at the table; if you do not come, you are called less often." }
        }
    };
    frame::page("When it is your turn", "", body)
}

fn hook(wish: Option<&(Wish, Option<String>)>) -> Markup {
    html! {
        section aria-labelledby="hook" {
            h2 #hook { "Web hook" }
            p { "An address of yours that gets a small JSON request. Many chat programs give you one." }
            @if let Some((wish, next)) = wish {
                @if wish.confirmed { p { "Called at " code { (wish.address) } } }
                @if let Some(address) = next.as_ref().or((!wish.confirmed).then_some(&wish.address)) {
                    p .fault { code { (address) } " has not answered with success yet, and is not called. Try it again when it is ready." }
                }
                @if wish.failed >= MOST_FAILED {
                    p .fault { "It failed " (wish.failed) " times in a row and is not called any more. Try it to switch it on again." }
                }
                div .pair {
                    form method="post" action="/calls/try" { button type="submit" { "Try it" } }
                    (forget(Way::Hook))
                }
            }
            form .pair method="post" action="/calls/hook" {
                input type="url" name="address" required maxlength="500" placeholder="https://example.org/hook" aria-label="Address of a web hook";
                button .primary[wish.is_none()] type="submit" { @if wish.is_some() { "Change" } @else { "Call me there" } }
            }
        }
    }
}

fn mail(wish: Option<&(Wish, Option<String>)>, offered: bool) -> Markup {
    let (wish, next) = (wish.map(|(wish, _)| wish), wish.and_then(|(_, next)| next.as_ref()));
    html! {
        section aria-labelledby="mail" {
            h2 #mail { "E-mail" }
            @match wish {
                Some(wish) if wish.failed >= MOST_FAILED => p .fault { "Mail to " code { (wish.address) } " could not be delivered, and no more is sent." },
                Some(wish) if wish.confirmed => p { "Mail is sent to " code { (wish.address) } "." },
                Some(wish) => p { "A link was sent to " code { (wish.address) } ". Open it within a day to confirm that the address is yours." },
                None => p { "We send a link first, so that nobody is sent mail who did not ask for it." },
            }
            @if let Some(next) = next {
                p { "A link was sent to " code { (next) } ". That address counts as soon as you open it, within a day." }
            }
            @if wish.is_some() { (forget(Way::Mail)) }
            @if offered {
                form .pair method="post" action="/calls/mail" {
                    input type="email" name="address" required maxlength="254" placeholder="you@example.org" aria-label="Your e-mail address" autocomplete="email";
                    button .primary[wish.is_none()] type="submit" { @if wish.is_some() { "Change" } @else { "Send me a link" } }
                }
            }
        }
    }
}

fn forget(way: Way) -> Markup {
    html! {
        form method="post" action="/calls/forget" {
            input type="hidden" name="way" value=(way.word());
            button .quiet type="submit" { "Stop and forget it" }
        }
    }
}

/// What a link in a mail asks.
fn asked(title: &str, words: Markup, action: &str, button: &str) -> Markup {
    let body = html! {
        main .calls {
            h1 { (title) }
            p .lead { (words) }
            form method="post" action=(action) { button .primary type="submit" { (button) } }
        }
    };
    frame::page(title, "", body)
}

/// Shall mails be sent?
pub fn confirm_mail(wish: &Wish) -> Markup {
    let words = html! { "Shall Exchequer send mail to " b { (wish.address) } " whenever it is your turn? Every mail has a link to stop." };
    asked("Mail when it is your turn", words, &format!("/calls/confirm/{}", wish.secret), "Yes, tell me by mail")
}

/// Shall no more mails be sent?
pub fn stop_mail(secret: &str, agreed: bool) -> Markup {
    let words = match agreed {
        true => html! { "No more mail will be sent to the address where you read this link, whoever asked for it." },
        false => html! { "Nobody will be able to ask for mail to the address where you read this link again." },
    };
    asked("No more mail", words, &format!("/calls/stop/{secret}"), "Stop")
}

/// What came of it.
pub fn mail_settled(words: &str) -> Markup {
    let body = html! {
        main .calls {
            h1 { "Done" }
            p .lead { (words) }
            p { a .button href="/" { "To the games" } }
        }
    };
    frame::page("Done", "", body)
}
