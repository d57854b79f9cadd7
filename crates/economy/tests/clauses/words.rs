//! Texts for players, checked against what is legal and what then happens, in random games.

use economy::{Action, Corner, Economy, EconomyRules, Event, Piece, Step};
use kernel::{Rules, Seat, Viewer, Words};
use proof::{Walk, so, walk};
use serde_json::json;
use std::collections::BTreeSet;

type Tried<'a> = proof::TriedAction<'a, EconomyRules>;
type Verdict = Result<(), String>;

#[test]
fn words_are_true_of_the_moment() {
    let tables = [
        json!({"target": 20}),
        json!({"players": 2, "placement": "reference", "memory": "shown", "target": 20}),
        json!({"players": 6, "placement": "random", "deck": "twelve", "tie": "play_on", "target": 10}),
        json!({"players": 5, "placement": "random", "memory": "shown", "target": 30}),
    ];
    let mut heard = BTreeSet::new();
    let seen = walk::<Economy>(&tables, &Walk::default(), |tried: &Tried<'_>| {
        prompt_says_what_is_asked(tried)?;
        only_the_player_in_turn_may_act(tried)?;
        label_comes_true(tried)?;
        points_are_told(tried)?;
        heard.insert(
            tried.label.split_once(": ").map_or("", |(_, effect)| effect).split(' ').take(5).collect::<Vec<_>>().join(" "),
        );
        Ok(())
    });
    assert!(seen > 1_000, "{seen} choices");
    for kind in [
        "empty space",
        "take",
        "taken already",
        "face down, nothing",
        "turn the card up:",
        "turn the card up;",
        "turn the card up and",
        "hit",
        "pays",
    ] {
        assert!(heard.iter().any(|effect| effect.starts_with(kind)), "nobody read “{kind}” among {heard:?}");
    }
}

/// The prompt says how far the player in turn has to move, from where, and whose piece is hit.
fn prompt_says_what_is_asked(tried: &Tried<'_>) -> Verdict {
    let (rules, state) = (tried.rules, tried.before);
    let yours = rules.prompt(state, Viewer::Seat(state.seat), tried.names).text;
    let theirs = rules.prompt(state, Viewer::Watcher, tried.names).text;
    match state.step {
        Step::Pick => so!(yours.starts_with("Pick") && theirs.contains("picks"), "“{yours}” “{theirs}”"),
        Step::Place(card) => {
            let id = &rules.face(card).id;
            so!(yours.contains(id) && !theirs.contains(id), "the card is only its holder’s to know: “{yours}” “{theirs}”");
        }
        Step::Move => {
            let die = state.die;
            let spaces = if die == 1 { "1 space".to_owned() } else { format!("{die} spaces") };
            so!(yours.contains(&format!("exactly {spaces}")), "“{yours}”");
            so!(theirs.contains(&format!("moves {spaces}")), "“{theirs}”");
            // That a die was rolled is an event, and told as one; a prompt that says it again is heard twice.
            so!(!yours.contains("rolled") && !theirs.contains("rolled"), "“{yours}” “{theirs}”");
            let entering = match state.piece(state.seat) {
                Piece::On(_) => None,
                Piece::At(corner) => Some(format!("Enter at {corner} ")),
                Piece::Outside => {
                    // A corner with a piece on it can only be entered with a 1, which ends there.
                    let open = |corner: &Corner| die == 1 || state.piece_on(corner.space()).is_none();
                    let open: Vec<String> = Corner::ALL.into_iter().filter(open).map(|corner| corner.to_string()).collect();
                    let all = open.len() == Corner::ALL.len();
                    so!(all || open.iter().all(|corner| yours.contains(corner.as_str())), "{open:?}: “{yours}”");
                    let shut = Corner::ALL.into_iter().map(|corner| corner.to_string()).find(|corner| !open.contains(corner));
                    so!(shut.is_none_or(|shut| !yours.contains(&shut)), "{open:?}: “{yours}”");
                    Some(if all { "Enter at any corner ".to_owned() } else { "Enter at ".to_owned() })
                }
            };
            so!(entering.as_ref().map_or(!yours.contains("Enter"), |words| yours.contains(words)), "{entering:?}: “{yours}”");
        }
        Step::Hit(space) => {
            let other = &tried.names[state.piece_on(space).expect("a piece is hit").index()];
            so!(
                yours.contains(&format!("{other}’s piece")) && theirs.contains(&format!("{other}’s piece")),
                "“{yours}” “{theirs}”"
            );
        }
        Step::Over => return Err("nothing can be done when the game is over".into()),
    }
    Ok(())
}

/// Everybody else is told by name whom they wait for; while locations are placed nobody has had a turn yet.
fn only_the_player_in_turn_may_act(tried: &Tried<'_>) -> Verdict {
    let (rules, state) = (tried.rules, tried.before);
    let clause = if matches!(state.step, Step::Pick | Step::Place(_)) { "ECO-SETUP-4" } else { "ECO-TURN-2" };
    for other in Seat::FIRST.clockwise(rules.players()).filter(|seat| *seat != state.seat) {
        let refused = rules.apply(&mut { *state }, other, tried.action, &mut kernel::Seeded::new(1), &mut kernel::Silent);
        let Err(refusal) = refused else { return Err(format!("seat {other} may act out of turn")) };
        let reason = refusal.reason.with(tried.names);
        so!(refusal.clause == clause, "refused by {}, not by {clause}: “{reason}”", refusal.clause);
        so!(reason.contains(&format!("it is {}’s turn", tried.names[state.seat.index()])), "“{reason}”");
    }
    Ok(())
}

/// Exactly what the button says happens.
fn label_comes_true(tried: &Tried<'_>) -> Verdict {
    let (rules, label, names) = (tried.rules, tried.label, tried.names);
    match (*tried.action, tried.events) {
        (Action::Pick(card), [Event::Picked { card: Some(id), .. }]) => {
            let face = rules.face(card);
            so!(
                face.id == *id && label.contains(id) && label.contains(&face.title) && label.contains(&face.sector),
                "picked {id}"
            );
        }
        (Action::Place(space), [Event::Placed { space: at, .. }, ..]) => {
            so!(*at == space.to_string() && label == format!("Place it on {space}"), "placed on {at}");
        }
        (Action::Corner(corner), [Event::ThrownOff { corner: at, .. }, ..]) => {
            so!(*at == corner.to_string() && label == format!("Put it outside at {corner}"), "put at {at}");
        }
        (Action::Move(space), [Event::Moved { .. } | Event::Entered { .. }, rest @ ..]) => {
            let Some((place, effect)) = label.split_once(": ") else { return Err("no effect".into()) };
            so!(place.starts_with(&format!("Move to {space}")), "the space is {space}");
            face_is_told_only_if_it_is_open(tried, place)?;
            if let Step::Hit(at) = tried.after.step {
                let hit = tried.before.piece_on(at).expect("a piece is hit");
                so!(rest.is_empty() && effect.starts_with(&format!("hit {}’s piece", names[hit.index()])), "it hits {hit}");
                return after_the_hit(tried, at, effect);
            }
            return landing(tried, effect, rest);
        }
        (_, events) => return Err(format!("but then {events:?}")),
    }
    Ok(())
}

/// What lies face down must not be read off a button, unless its face is open to everybody.
fn face_is_told_only_if_it_is_open(tried: &Tried<'_>, place: &str) -> Verdict {
    let Action::Move(space) = *tried.action else { return Ok(()) };
    let Some(card) = tried.before.locations[space.index()] else { return Ok(()) };
    let open = !tried.before.face_down.contains(space) || tried.rules.options.memory == economy::MemoryRule::Shown;
    so!(place.contains(&tried.rules.face(card).sector) == open, "its face is open: {open}");
    Ok(())
}

/// What follows when the corner is chosen.
fn after_the_hit(tried: &Tried<'_>, space: economy::Space, effect: &str) -> Verdict {
    let mut events = Vec::new();
    let corner = Action::Corner(economy::Corner::A1);
    let mut after = *tried.after;
    tried.rules.apply(&mut after, tried.seat, &corner, &mut kernel::Seeded::new(1), &mut events).expect("a corner can be chosen");
    let any = |kind: fn(&Event) -> bool| events.iter().any(kind);
    so!(effect.contains("face down") == any(|event| matches!(event, Event::TurnedDown { .. })), "then {events:?}");
    so!(effect.contains("turn the card up") == any(|event| matches!(event, Event::TurnedUp { .. })), "then {events:?}");
    if effect.contains("turn the card up") {
        property_comes_as_told(tried, effect, &events, tried.before.locations[space.index()])?;
    }
    Ok(())
}

/// What the landing brings.
fn landing(tried: &Tried<'_>, effect: &str, events: &[Event]) -> Verdict {
    let Action::Move(space) = *tried.action else { return Err("no move".into()) };
    match events {
        [Event::Took { card: Some(id), title: Some(title), .. }, ..] => {
            so!(effect == format!("take {id}, {title}"), "took {id}");
        }
        [Event::Paid { .. }, ..] => so!(effect.starts_with("pays ") && pays_as_told(tried, effect, events), "then {events:?}"),
        [Event::TurnedUp { .. }, ..] => {
            so!(effect.starts_with("turn the card up"), "it is turned up");
            property_comes_as_told(tried, effect, events, tried.before.locations[space.index()])?;
        }
        [Event::Nothing { clause, .. }, ..] => {
            let expected = match *clause {
                "ECO-COLLECT-2" => "taken already, nothing happens",
                "ECO-COLLECT-7" => "face down, nothing happens",
                _ => "empty space",
            };
            so!(effect == expected, "nothing happens by {clause}");
        }
        _ => return Err(format!("but then {events:?}")),
    }
    Ok(())
}

/// Nobody wins what is their own; from whom it comes is said where it is open, and the points are those that are then paid.
fn property_comes_as_told(tried: &Tried<'_>, effect: &str, events: &[Event], card: Option<economy::Card>) -> Verdict {
    let open = tried.rules.options.memory == economy::MemoryRule::Shown;
    let handed = events.iter().find_map(|event| if let Event::HandedOver { from, .. } = event { Some(*from) } else { None });
    let owner = card.and_then(|card| tried.before.owner(card));
    so!(handed == owner.filter(|owner| *owner != tried.seat), "it was {owner:?}’s and {handed:?} hands it over");
    match (open, handed) {
        (true, Some(from)) => {
            so!(effect.contains(&format!("win its property from {}", tried.names[from.index()])), "{from} hands it over")
        }
        (true, None) => so!(!effect.contains("win") && !effect.contains("yours"), "it is the player’s own"),
        (false, _) => so!(effect.contains("its property is then yours") && !effect.contains("win"), "it may be the player’s own"),
    }
    so!(!open || pays_as_told(tried, effect, events), "then {events:?}");
    Ok(())
}

/// Exactly who is paid is named, with the points.
fn pays_as_told(tried: &Tried<'_>, effect: &str, events: &[Event]) -> bool {
    let paid = events.iter().find_map(|event| if let Event::Paid { points, .. } = event { Some(points) } else { None });
    let Some(points) = paid else { return false };
    let told = |(name, points): (&String, &u16)| (*points > 0).then(|| format!("{name} +{points}"));
    let told: Vec<String> = tried.names.iter().zip(points).filter_map(told).collect();
    effect.ends_with(&format!("pays {}", told.join(", ")))
}

/// All points that are given are in the log.
fn points_are_told(tried: &Tried<'_>) -> Verdict {
    for (index, name) in tried.names.iter().enumerate() {
        let told = |event: &Event| if let Event::Paid { points, .. } = event { points[index] } else { 0 };
        let (told, gain) = (tried.events.iter().map(told).sum::<u16>(), tried.after.points[index] - tried.before.points[index]);
        so!(told == gain, "{name} has {gain} points more, but is told {told}");
    }
    Ok(())
}
