//! The set-up page: all settings of a table with their clauses, and who sits where.

use super::{frame, lesson, timing};
use crate::{
    boards,
    fault::Fault,
    table::{GUEST, LONGEST_NAME},
};
use engine::AnyGame;
use kernel::{Kind, Preset, Setting};
use maud::{Markup, html};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The setting that every game has; it stands with the seats.
const PLAYERS: &str = "players";

/// What was filled in so far, by the names of the fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Form(pub BTreeMap<String, String>);

impl Form {
    /// A form that begins with these settings.
    pub fn of(settings: &Map<String, Value>) -> Form {
        Form(settings.iter().map(|(key, value)| (format!("option.{key}"), written(value))).collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    fn ticked(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// The set-up page of a game, with what was filled in and why it was refused.
pub fn set_up(game: &dyn AnyGame, form: &Form, fault: Option<&Fault>) -> Markup {
    let about = game.about();
    let settings = game.settings();
    let body = html! {
        main .set-up {
            header .page-head {
                @if let Some(board) = boards::board(about.id) { (board.picture()) }
                div {
                    h1 { "Set up a table for " (about.title) }
                    p .lead { (about.line) }
                    p .doing {
                        button .primary type="submit" form="set-up" { "Open the table" }
                        a .plain href=(format!("/rules/{}", about.id)) { "The rules" }
                        (lesson::link(game, "plain"))
                    }
                }
            }
            (excluded(game, fault))
            (presets(about.id, &game.presets(), &settings, form))
            form method="post" action="/tables" #set-up data-differs {
                input type="hidden" name="game" value=(about.id);
                input type="hidden" name="luck" value="";
                div .two {
                    div .people {
                        h2 { "Who sits where" }
                        @for setting in settings.iter().filter(|setting| setting.key == PLAYERS) { (players(about.id, setting, form)) }
                        @for seat in 1..=*about.players.end() { (seat_field(seat, form)) }
                        p .note { "Several people can share this device: pass it round, and each hand stays hidden until its player opens it." }
                        p .note { @for bot in bots::BOTS.iter().rev() { "Bot “" (bot.name) "” " (bot.line) ". " } }
                        (timing::choose(form))
                        label .tick { input type="checkbox" name="open" checked[form.ticked("open")]; span { "List it on the home page" small { "anyone can take a free seat" } } }
                        p .differs role="status" { (differs(&settings, form)) }
                        div .excluded role="status" data-check=(format!("/new/{}/check", about.id)) {}
                        button .primary type="submit" { "Open the table" }
                        p .note { "The next page has an invitation link for the seats you keep free for other people. The game starts when every seat is taken." }
                    }
                    div .settings {
                        h2 { "Rules for this table" }
                        @for alike in settings.chunk_by(|one, other| stem(one.key).is_some() && stem(one.key) == stem(other.key)) {
                            @match alike { [one] if one.key == PLAYERS => {} [one] => (field(about.id, one, form)), several => (family(about.id, several, form)) }
                        }
                        button .primary type="submit" { "Open the table" }
                    }
                }
            }
        }
    };
    frame::page_about(frame::Shows::Game(about.id), &format!("Set up {}", about.title), "set-up-page", body)
}

/// Why these settings cannot be had together, if so.
pub fn excluded(game: &dyn AnyGame, fault: Option<&Fault>) -> Markup {
    html! {
        @if let Some(fault) = fault {
            p .fault role="alert" { (frame::sentence(&titled(&game.settings(), &fault.message))) " " @if let Some(clause) = fault.clause { (frame::clause(game.about().id, clause)) } }
        }
    }
}

/// Sets of settings to begin with, for those who do not want to choose each.
fn presets(game: &str, presets: &[Preset], settings: &[Setting], form: &Form) -> Markup {
    // How many play is chosen with the seats, whatever the preset.
    let is_chosen = |preset: &Preset| {
        settings.iter().filter(|setting| setting.key != PLAYERS).all(|setting| {
            let named = preset.settings.iter().find(|(key, _)| *key == setting.key);
            chosen(setting, form) == named.map_or_else(|| written(&setting.default_value()), |(_, value)| (*value).to_owned())
        })
    };
    html! {
        @if presets.len() > 1 {
            nav .presets aria-label="Begin with" {
                @for preset in presets {
                    a href=(format!("/new/{game}?preset={}", preset.name)) aria-current=[is_chosen(preset).then_some("true")] {
                        strong { (frame::words(preset.name)) } span { (frame::sentence(preset.about)) } small { "For " (preset.audience) }
                    }
                }
            }
        }
    }
}

/// How many play, as a list.
fn players(game: &str, setting: &Setting, form: &Form) -> Markup {
    let Kind::Number { low, high, .. } = setting.kind else { return field(game, setting, form) };
    let (value, default) = (chosen(setting, form), written(&setting.default_value()));
    html! {
        label .setting.how-many data-setting=(PLAYERS) data-default=(default) {
            span { (frame::sentence(setting.about).trim_end_matches('.')) " " (frame::clause(game, setting.clause)) }
            select name=(format!("option.{}", setting.key)) { @for number in low..=high { option value=(number) selected[number.to_string() == value] { (number) } } }
        }
    }
}

/// What was chosen for a setting, as it is written.
fn chosen(setting: &Setting, form: &Form) -> String {
    form.get(&format!("option.{}", setting.key)).map_or_else(|| written(&setting.default_value()), str::to_owned)
}

fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What differs from the standard game, in one sentence.
fn differs(settings: &[Setting], form: &Form) -> String {
    let other = |setting: &&Setting| chosen(setting, form) != written(&setting.default_value());
    let said = |setting: &Setting| {
        let meaning = setting.meaning(&chosen(setting, form).into());
        format!("{}: {meaning}", frame::words(setting.key).to_lowercase())
    };
    let list: Vec<String> = settings.iter().filter(other).map(said).collect();
    if list.is_empty() { "The standard game.".to_owned() } else { format!("Changes to the standard game: {}.", list.join("; ")) }
}

fn field(game: &str, setting: &Setting, form: &Form) -> Markup {
    let (name, value, default) = (format!("option.{}", setting.key), chosen(setting, form), written(&setting.default_value()));
    let title = frame::words(setting.key);
    let about = frame::sentence(setting.about);
    match &setting.kind {
        Kind::Choice { values } => html! {
            fieldset .setting data-setting=(title.to_lowercase()) data-default=(default) {
                legend { (title) " " (frame::clause(game, setting.clause)) }
                p { (about) }
                div .choices { @for (choice, meaning) in *values {
                    label { input type="radio" name=(name) value=(choice) checked[*choice == value] data-meaning=(meaning);
                        span { (frame::sentence(meaning).trim_end_matches('.')) @if *choice == default { small { "standard" } } } }
                } }
            }
        },
        Kind::Number { low, high, word, .. } if high - low <= 8 => html! {
            fieldset .setting data-setting=(title.to_lowercase()) data-default=(default) {
                legend { (title) " " (frame::clause(game, setting.clause)) }
                p { (about.trim_end_matches('.')) "; " (setting.meaning(&setting.default_value())) " is standard." }
                div .choices.numbers {
                    @for number in *low..=*high {
                        label { input type="radio" name=(name) value=(number) checked[number.to_string() == value]; span { (number) } }
                    }
                    @if let Some((word, meaning)) = word {
                        label { input type="radio" name=(name) value=(word) checked[*word == value] data-meaning=(meaning); span { (meaning) } }
                    }
                }
            }
        },
        Kind::Number { low, high, word: Some((word, meaning)), .. } => html! {
            fieldset .setting data-setting=(title.to_lowercase()) data-default=(default) {
                legend { (title) " " (frame::clause(game, setting.clause)) }
                label { (about.trim_end_matches('.')) ": " (low) " to " (high) ", or “" (word) "” (" (meaning) ")."
                    input type="text" inputmode="numeric" name=(name) value=(value) placeholder=(default); }
            }
        },
        Kind::Number { low, high, .. } => html! {
            fieldset .setting data-setting=(title.to_lowercase()) data-default=(default) {
                legend { (title) " " (frame::clause(game, setting.clause)) }
                label { (about) input type="number" inputmode="numeric" name=(name) min=(low) max=(high) value=(value) placeholder="standard"; }
            }
        },
    }
}

/// What a setting of a family is called without its number: `place` of `place_3`.
fn stem(key: &str) -> Option<&str> {
    let (stem, number) = key.rsplit_once('_')?;
    number.bytes().all(|digit| digit.is_ascii_digit()).then_some(stem)
}

/// Settings of which there is one for each seat: folded, since few tables need them.
fn family(game: &str, settings: &[Setting], form: &Form) -> Markup {
    let (Some(first), Some(last)) = (settings.first(), settings.last()) else { return html! {} };
    let changed = settings.iter().any(|setting| chosen(setting, form) != written(&setting.default_value()));
    let bounds = match &first.kind {
        Kind::Number { low, high, word: Some((word, meaning)), .. } => format!(": {low} to {high}, or “{word}” ({meaning})"),
        _ => String::new(),
    };
    html! {
        details .setting.family open[changed] {
            summary { (frame::words(first.key)) " to " (frame::words(last.key).to_lowercase()) }
            p { (frame::sentence(first.about).trim_end_matches('.')) (bounds) ". The others likewise. " (frame::clause(game, first.clause)) }
            div .each {
                @for setting in settings {
                    label data-setting=(frame::words(setting.key).to_lowercase()) data-default=(written(&setting.default_value())) {
                        span { (frame::words(setting.key)) }
                        input type="text" inputmode="numeric" name=(format!("option.{}", setting.key)) value=(chosen(setting, form)) placeholder=(written(&setting.default_value()));
                    }
                }
            }
        }
    }
}

/// A message about settings as people read it: `target` is “Target”, `tie = play_on` is “Tie: play goes on until one leads
/// alone”.
fn titled(settings: &[Setting], message: &str) -> String {
    let title = |written: &str| {
        let (key, value) = written.split_once(" = ").map_or((written, None), |(key, value)| (key, Some(value)));
        let setting = settings.iter().find(|setting| setting.key == key)?;
        let title = frame::words(key);
        Some(match value {
            None => format!("“{title}”"),
            Some(value) => format!("“{title}: {}”", setting.meaning(&value.into())),
        })
    };
    let mut said = String::new();
    // Every second part stands between backticks.
    for (index, part) in message.split('`').enumerate() {
        match title(part).filter(|_| index % 2 == 1) {
            Some(title) => said += &title,
            None if index % 2 == 1 => said += &format!("“{part}”"),
            None => said += part,
        }
    }
    said
}

fn seat_field(seat: usize, form: &Form) -> Markup {
    let name = format!("seat.{seat}");
    let usual = if seat == 1 { "you" } else { "bot:steady" };
    let value = form.get(&name).unwrap_or(usual);
    let token = kernel::Seat::try_from(seat).map(frame::token).unwrap_or_default();
    let (called, said) = (format!("names.{seat}"), form.get(&format!("names.{seat}")).unwrap_or(""));
    html! {
        div .seat-choice data-seat=(seat) {
            (token)
            select name=(name) aria-label=(format!("Seat {seat}")) {
                option value="you" selected[value == "you"] { "You, or someone on this device" }
                option value="person" selected[value == "person"] { "Someone else, by invitation" }
                @for bot in bots::BOTS.iter().rev() {
                    @let choice = format!("bot:{}", bot.name);
                    option value=(choice) selected[value == choice] { "Bot “" (bot.name) "”" }
                }
            }
            input .own-name type="text" name=(called) value=(said) maxlength=(LONGEST_NAME) autocomplete=(if seat == 1 { "nickname" } else { "off" }) placeholder=(format!("Name ({GUEST} if empty)")) aria-label=(format!("Name at seat {seat}, if played on this device"));
        }
    }
}
