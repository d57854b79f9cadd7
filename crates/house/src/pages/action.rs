//! The action form: everything the visitor may do, in words; what may not be done, with its reason; taking back.

use super::{amount, deal, frame, hint};
use crate::{
    boards::SetBoard,
    table::scene::{AmountScene, PlayScene, Scene},
};
use engine::{Barred, Choice};
use kernel::{Seat, Viewer};
use maud::{Markup, html};

/// From more choices than this on, the list in words is closed until it is asked for.
const MANY: usize = 4;

/// The same where much of the board is out of sight.
const MANY_OUT_OF_SIGHT: usize = 8;

/// From so many choices on that are in words only, those of a topic are folded.
const MANY_IN_WORDS: usize = 8;

/// The whole region while the game is played.
pub fn form(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>) -> Markup {
    let hidden = hides_hand(scene, board);
    html! {
        (request(scene))
        @match (hidden, scene.viewer) {
            (true, Viewer::Seat(seat)) => (curtain(scene, play, board, seat)),
            _ => div .at-hand data-key="at-hand" { (at_hand(scene, play, board)) },
        }
        @if hidden || scene.viewer == Viewer::Watcher { (waiting_for_bots(scene)) }
    }
}

/// Is there something on the page that others who look at the same device must not see?
fn hides_hand(scene: &Scene, board: Option<&dyn SetBoard>) -> bool {
    scene.shared && board.is_some_and(|board| board.hides_hand())
}

/// On a device that is passed round, what is one player's secret waits until that player opens it.
fn curtain(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>, seat: Seat) -> Markup {
    html! {
        details .curtain.at-hand data-key=(format!("curtain-{seat}")) {
            summary { (frame::token(seat)) span { strong { (frame::name(scene, seat)) } ", is that you? Open your hand." } }
            (at_hand(scene, play, board))
        }
    }
}

/// What is in hand and what may be done. What one has stays in its place, however much there is to choose from.
pub fn at_hand(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>) -> Markup {
    let hand = |last: bool| html! { @if let Some(board) = board.filter(|board| board.has_large_hand() == last) { div .hand-place data-key="hand" { (board.hand()) } } };
    html! {
        (hand(false))
        @if let Viewer::Seat(seat) = scene.viewer {
            div .choosing data-key="choosing" { (choosing(scene, play, board, seat)) }
            @if scene.lesson.is_none() && !hides_hand(scene, board) { (waiting_for_bots(scene)) }
            (hand(true))
            @if let Some(board) = board { div .hand-place.belongings data-key="belongings" { (board.belongings()) } }
        } @else {
            p .watching data-key="watching" { "You are watching. Every seat is taken; you see what is open to everyone." }
        }
    }
}

/// What may be done, and why something may not.
fn choosing(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>, seat: Seat) -> Markup {
    let groups = Groups::of(board, play);
    let large = board.is_some_and(|board| board.has_large_hand());
    html! {
        (asked_too(scene, play, seat))
        @if hides_hand(scene, board) { (hint::told(play, seat)) }
        (deal::chosen(scene, &play.choices.bargains, seat))
        form #play method="post" action=(format!("{}/play", scene.address())) data-key="play" {
            input type="hidden" name="version" value=(scene.version);
            input type="hidden" name="seat" value=(seat);
            @if let Some(view) = &scene.view { input type="hidden" name="view" value=(view); }
            // What ends a turn comes after what can be done in it.
            @if large { (in_words(&groups.drawn, MANY_OUT_OF_SIGHT)) }
            @for choice in &groups.plain { (button(choice, None)) }
            @if !large { (in_words(&groups.drawn, MANY)) }
        }
        (amount::forms(scene, seat, &groups.amounts))
        (deal::links(scene, &play.choices.bargains, seat))
        @for topic in &groups.topics { (about(scene, seat, topic)) }
        @if scene.lesson.is_none() { (standing(scene, play, seat)) }
        @if let Some(topic) = &groups.leaving { (fold(scene, seat, topic)) }
        (barred(scene, &play.choices.barred))
    }
}

/// What may be done, in the groups in which it is shown.
struct Groups<'a> {
    /// What stands by itself.
    plain: Vec<&'a Choice>,
    /// What has a button on the board.
    drawn: Vec<&'a Choice>,
    /// Amounts that stand by themselves.
    amounts: Vec<&'a AmountScene>,
    /// The rest by topic, where there is much to choose from.
    topics: Vec<Topic<'a>>,
    /// What leaves or ends the game: always folded, and last.
    leaving: Option<Topic<'a>>,
}

/// All that is about one thing.
struct Topic<'a> {
    name: &'a str,
    choices: Vec<&'a Choice>,
    amounts: Vec<&'a AmountScene>,
}

impl<'a> Groups<'a> {
    fn of(board: Option<&dyn SetBoard>, play: &'a PlayScene) -> Groups<'a> {
        // What the field of an amount says is not listed again.
        let listed =
            play.choices.actions.iter().filter(|choice| !play.amounts.iter().any(|one| one.amount.covers(&choice.action)));
        let (drawn, mut plain): (Vec<&Choice>, Vec<&Choice>) =
            listed.partition(|choice| board.is_some_and(|board| board.offers(&choice.action)));
        let leaves = |choice: &mut &Choice| board.is_some_and(|board| board.leaves(&choice.action));
        let leaving: Vec<&Choice> = plain.extract_if(.., leaves).collect();
        let leaving = leaving.first().map(|first| Topic { name: first.topic, choices: leaving.clone(), amounts: Vec::new() });
        let mut groups = Groups { plain: Vec::new(), drawn, amounts: play.amounts.iter().collect(), topics: Vec::new(), leaving };
        // Where the board has what is asked, what is only beside it waits in its fold.
        let aside = !groups.drawn.is_empty() && plain.iter().all(|choice| !choice.topic.is_empty());
        if aside || plain.len() + play.amounts.len() > MANY_IN_WORDS {
            for amount in std::mem::take(&mut groups.amounts) {
                match amount.amount.topic {
                    "" => groups.amounts.push(amount),
                    topic => groups.topic(topic).amounts.push(amount),
                }
            }
            for choice in plain.extract_if(.., |choice| !choice.topic.is_empty()) {
                groups.topic(choice.topic).choices.push(choice);
            }
        }
        groups.plain = plain;
        groups
    }

    fn topic(&mut self, name: &'a str) -> &mut Topic<'a> {
        let place = self.topics.iter().position(|topic| topic.name == name).unwrap_or_else(|| {
            self.topics.push(Topic { name, choices: Vec::new(), amounts: Vec::new() });
            self.topics.len() - 1
        });
        &mut self.topics[place]
    }
}

/// What has a button on the board, once more in words; closed if there is more than can be read at a glance.
fn in_words(drawn: &[&Choice], glance: usize) -> Markup {
    let short = drawn.len() <= glance;
    html! {
        @if !drawn.is_empty() {
            // Two lists to the script, so that a short one left open does not open a long one.
            details .moves data-key=(if short { "moves" } else { "many-moves" }) open[short] {
                summary { (drawn.len()) @if drawn.len() == 1 { " choice" } @else { " choices" } " in words" }
                ul { @for choice in drawn { li { @if drawn.len() <= MANY { (button(choice, None)) } @else { (lean_button(choice)) } } } }
            }
        }
    }
}

/// A choice of a long list: as short as can be, because the board has its button with the key.
fn lean_button(choice: &Choice) -> Markup {
    html! { button .choice type="submit" name="action" value=(choice.action) { (face(choice)) } }
}

fn face(choice: &Choice) -> Markup {
    html! { span { (choice.text) } @if !choice.effect.is_empty() { small .effect { (choice.effect) } } }
}

/// A topic: a fold, but for one thing that would only be a detour.
fn about(scene: &Scene, seat: Seat, topic: &Topic) -> Markup {
    match (&topic.choices[..], &topic.amounts[..]) {
        ([one], []) => html! { div .alone data-key=(format!("alone-{}", topic.name)) { (button(one, Some("play"))) } },
        ([], [_]) => amount::forms(scene, seat, &topic.amounts),
        _ => fold(scene, seat, topic),
    }
}

/// The choices of a topic, folded until somebody wants them or has to mend what was refused.
fn fold(scene: &Scene, seat: Seat, topic: &Topic) -> Markup {
    let refused = topic.amounts.iter().any(|one| scene.filled_in("action") == Some(&one.amount.with("?")));
    html! {
        details .topic data-key=(format!("topic-{}", topic.name)) open[refused] {
            summary { (topic.name) small { (topic.choices.len() + topic.amounts.len()) } }
            div {
                @for choice in &topic.choices { (button(choice, Some("play"))) }
                (amount::forms(scene, seat, &topic.amounts))
            }
        }
    }
}

/// On one device for several: who else of them is asked, one click away.
fn asked_too(scene: &Scene, play: &PlayScene, seat: Seat) -> Markup {
    html! {
        @for other in play.asked.and(scene.own).without(seat) {
            p .asked-too data-key=(format!("asked-{other}")) {
                (frame::token(other)) strong { (frame::name(scene, other)) }
                a href=(format!("/t/{}?as={other}", scene.id)) { "is asked: answer" }
            }
        }
    }
}

/// Answering once for all, and taking that back.
fn standing(scene: &Scene, play: &PlayScene, seat: Seat) -> Markup {
    let form = |kind: &str, on: bool, face: Markup| {
        html! {
            form .stand method="post" action=(format!("/t/{}/stand", scene.id)) data-key=(format!("stand-{kind}")) {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="kind" value=(kind);
                input type="hidden" name="on" value=(on);
                (face)
            }
        }
    };
    html! {
        @if let Some(question) = play.choices.question.as_ref().filter(|question| question.standing.is_some()) {
            (form(question.kind, true, html! { button .quiet.choice type="submit" { (question.words) } }))
        }
        @for (kind, words) in &play.standing {
            (form(kind, false, html! { span .note { "You have said: " (words) "." } button .quiet.small type="submit" { "Take it back" } }))
        }
    }
}

/// A choice in words: what it does, and what that would change. It names its form where it stands outside of it.
fn button(choice: &Choice, form: Option<&str>) -> Markup {
    html! {
        button .choice type="submit" form=[form] name="action" value=(choice.action) data-key=(choice.action) { (face(choice)) }
    }
}

fn barred(scene: &Scene, barred: &[Barred]) -> Markup {
    html! {
        @if !barred.is_empty() {
            details .moves.not data-key="barred" {
                summary { (barred.len()) " not possible now. Why?" }
                ul { @for one in barred { li { span { (one.text) } " " small { (frame::sentence(&one.reason)) " " (frame::clause(scene.about.id, one.clause)) } } } }
            }
        }
    }
}

fn waiting_for_bots(scene: &Scene) -> Markup {
    let bot = scene.seats.iter().find(|seat| seat.awaited && seat.bot.is_some());
    html! {
        @if let Some(seat) = bot {
            form .hurry method="post" action=(format!("/t/{}/hurry", scene.id)) data-key="hurry" {
                span { (seat.name.as_deref().unwrap_or("A bot")) " is thinking" span .dots aria-hidden="true" { "…" } }
                @if scene.host || !scene.own.is_empty() { button type="submit" data-press="h" { "Hurry" } }
            }
        } @else if scene.seats.iter().any(|seat| seat.bot.is_some()) {
            // Its place stays, so that nothing jumps each time a bot is done.
            div .hurry.rests data-key="hurry-rests" aria-hidden="true" {}
        }
    }
}

/// The request that the visitor has to answer: who asks, and for which seat the visitor answers.
pub fn asked(scene: &Scene) -> Option<(Seat, Seat)> {
    let (by, missing) = scene.request?;
    let answers = scene.seats.iter().find(|seat| seat.own && missing.contains(seat.seat))?;
    Some((by, answers.seat))
}

/// Somebody asks everybody to take back the last move.
fn request(scene: &Scene) -> Markup {
    let Some((by, _)) = scene.request else { return html! {} };
    let name = frame::name(scene, by);
    html! {
        div .request data-key="request" {
            p { (frame::token(by)) strong title=(name) { (name) } span { "would like to take back the last move." } }
            @if let Some((_, seat)) = asked(scene) {
                div .pair {
                    @for (deed, word) in [("agree", "Agree"), ("decline", "Decline")] {
                        form method="post" action=(format!("/t/{}/{deed}", scene.id)) {
                            input type="hidden" name="seat" value=(seat);
                            button type="submit" .primary[deed == "agree"] { (word) }
                        }
                    }
                }
            } @else { p .note { "Waiting for the others to answer." } }
        }
    }
}

/// Taking back and asking for a hint, always in the same place. What cannot be done now says why when it is pressed: without the script the house
/// says so.
pub fn again(scene: &Scene, play: &PlayScene, seat: Seat, board: Option<&dyn SetBoard>) -> Markup {
    let why = if scene.to_take_back == 0 {
        "There is nothing to take back yet."
    } else if scene.request.is_some() {
        "The others have already been asked."
    } else {
        "You cannot take back anything on your own now: a roll, a reveal or another player’s move has come since."
    };
    let one = |deed: &str, word: &str, key: Option<&str>, off: bool| {
        html! {
            form method="post" action=(format!("/t/{}/{deed}", scene.id)) data-key=(word) {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="version" value=(scene.version);
                button .quiet type="submit" aria-disabled=[off.then_some("true")] title=[off.then_some(why)] data-press=[key] { (word) }
            }
        }
    };
    let alone = play.undoable > 0;
    let with_all = !alone && scene.to_take_back > 0 && scene.request.is_none();
    let others = scene.seats.iter().any(|seat| seat.person && !seat.own && seat.bot.is_none());
    // The last action of a person is taken back, and with it what bots have done since.
    let bots = scene.to_take_back > 1;
    html! {
        section .again data-key="again" aria-label="Take back" {
            // Where nothing can be taken back alone, the same place asks the others, and no single key does; bots agree to
            // everything.
            @match (with_all, others, bots) {
                (true, true, _) => (one("ask", "Ask to undo", None, false)),
                (true, false, true) => (one("ask", "Undo with the bots", Some("u"), false)),
                (true, false, false) => (one("ask", "Undo", Some("u"), false)),
                (false, ..) => (one("undo", "Undo", Some("u"), !alone)),
            }
            (one("restart", "Restart turn", Some("r"), !alone))
            (hint::ask(scene, play, seat))
            @if !hides_hand(scene, board) { (hint::told(play, seat)) }
        }
    }
}
