//! Positions: what a person can leave out, what is refused and why, and that every table of play can be written down and set up again.

use competitors::{Competitors, CompetitorsRules, Options, Position, State};
use kernel::{Luck, Notation, Refusal, Rules, Seeded, Silent, Viewer};
use serde_json::{Value, json};

fn rules(options: &Value) -> CompetitorsRules {
    let options: Options = serde_json::from_value(options.clone()).expect("settings");
    proof::rules::<Competitors>(&options)
}

/// The table of a position under these settings.
fn restored(options: Value, position: Value) -> Result<State, Refusal> {
    let position: Position = serde_json::from_value(position).expect("a position");
    rules(&options).restore(&position)
}

/// Whoever may act does something; everybody who may negotiate now and then does.
fn walk(options: &Value, seed: u64, cap: usize, mut each: impl FnMut(&CompetitorsRules, &State, &mut Seeded)) {
    let rules = rules(options);
    let (mut luck, mut list) = (Seeded::new(seed), Vec::new());
    let mut state = rules.start(&mut luck, &mut Silent);
    for _ in 0..cap {
        let turn = rules.turn(&state);
        let Some(mut seat) = turn.awaited.lowest() else { break };
        if luck.below(3) == 0
            && let Some(other) = turn.concerned().at_rank(luck.between(0, turn.concerned().len() as u32 - 1))
        {
            seat = other;
        }
        list.clear();
        rules.actions(&state, seat, &mut list);
        if list.is_empty() {
            continue;
        }
        let action = list[luck.below(list.len())];
        let before = state;
        rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("listed means legal");
        let sound = rules.check(&state).and_then(|()| rules.check_step(&before, &state));
        assert_eq!(sound, Ok(()), "after {}: {}", rules.write(&action), serde_json::to_string(&rules.position(&before)).unwrap());
        each(&rules, &state, &mut luck);
    }
}

/// How many games.
const GAMES: usize = 40;

/// Mixes of settings in which everything has its turn.
fn tables() -> Vec<Value> {
    vec![
        json!({"rounds": 30}),
        json!({"players": 2, "rounds": 40, "bank_limited": "yes", "branch_relocate": "yes", "hand_limit": 12}),
        json!({"players": 5, "rounds": 25, "weather_check": "on_entry", "weather_loaded": "fail", "actions_per_turn": 3}),
        json!({"players": 3, "rounds": 30, "advantages_per_site": "none", "gifts": "yes", "proposals": 20, "regional_flag_customs": "yes"}),
        json!({"players": 3, "rounds": 30, "transit_flag_customs": "none", "aircraft_fuel": "per_turn", "aircraft_customs": "any"}),
    ]
}

#[test]
fn every_table_of_play_is_set_up_again_as_it_was() {
    for (seed, options) in (1..).zip(tables().iter().cycle()).take(GAMES) {
        walk(options, seed, 12_000, |rules, state, _| {
            let text = serde_json::to_string(&rules.position(state)).unwrap();
            let read: Position = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            match rules.restore(&read) {
                Ok(placed) => assert_eq!(placed, *state, "{text}"),
                Err(refusal) => panic!("{refusal}: {text}"),
            }
        });
    }
}

#[test]
fn what_is_imagined_looks_the_same_and_depends_on_nothing_hidden() {
    let mut redealt = 0;
    for (seed, options) in (1..).zip(tables().iter().cycle()).take(GAMES) {
        walk(options, 100 + seed, 6_000, |rules, state, luck| {
            let viewers: Vec<Viewer> = rules.seats().map(Viewer::Seat).chain([Viewer::Watcher]).collect();
            let viewer = viewers[luck.below(viewers.len())];
            let (one, other) = (luck.bits(), luck.bits());
            let twin = rules.imagine(state, viewer, &(), &mut Seeded::new(one));
            redealt += usize::from(twin != *state);
            let text = || serde_json::to_string(&rules.position(state)).unwrap();
            assert_eq!(rules.check(&twin), Ok(()), "{viewer:?} of {}", text());
            let view = |state: &State| serde_json::to_string(&rules.view(state, viewer)).unwrap();
            assert_eq!(view(state), view(&twin), "{viewer:?} of {}", text());
            assert_eq!(rules.turn(state), rules.turn(&twin));
            let imagine = |state: &State| rules.imagine(state, viewer, &(), &mut Seeded::new(other));
            assert_eq!(imagine(state), imagine(&twin), "{viewer:?} of {}", text());
            if let Viewer::Seat(seat) = viewer {
                let (mut here, mut there) = (Vec::new(), Vec::new());
                rules.actions(state, seat, &mut here);
                rules.actions(&twin, seat, &mut there);
                assert_eq!(here, there, "{viewer:?} of {}", text());
            }
            for seat in rules.turn(&twin).awaited {
                let action = rules.fallback(&twin, seat);
                let mut after = twin;
                let done = rules.apply(&mut after, seat, &action, luck, &mut Silent);
                assert!(done.is_ok(), "{viewer:?}: {} {done:?} of {}", rules.write(&action), text());
            }
        });
    }
    assert!(redealt > 1_000);
}

#[test]
fn an_empty_position_is_the_first_turn() {
    for players in 2..=5 {
        let state = restored(json!({ "players": players }), json!({})).expect("a start");
        assert_eq!(state.active, state.first);
        assert_eq!(state.turn.actions, 2);
        assert_eq!(state.tokens.iter().filter(|piece| piece.place != competitors::Place::Supply).count(), 4 * players);
    }
}

/// Refused by this clause.
#[track_caller]
fn refused(position: Value, clause: &str) {
    match restored(json!({"players": 3}), position.clone()) {
        Ok(_) => panic!("{position} is accepted"),
        Err(refusal) => assert_eq!(refusal.clause, clause, "{position}: {refusal}"),
    }
}

#[test]
fn impossible_positions_are_refused_by_their_clause() {
    refused(json!({"players": [{}, {}, {}, {}]}), "CMP-GEN-1");
    refused(json!({"active": 4}), "CMP-GEN-1");
    refused(json!({"round": 13}), "CMP-END-2");
    refused(json!({"stage": "over"}), "CMP-END-2");
    refused(json!({"stage": "choosing", "players": [{"money": 500}]}), "CMP-SETUP-6");
    refused(json!({"colours": ["red"]}), "CMP-SETUP-17");
    refused(json!({"players": [{"office": "H1"}, {"office": "H1"}]}), "CMP-INV-12");
    refused(json!({"players": [{"money": 750}]}), "CMP-INV-1");
    refused(json!({"players": [{"money": -500}]}), "CMP-INV-1");
    refused(json!({"players": [{"territories": ["atlantis"]}]}), "CMP-INV-3");
    refused(json!({"players": [{"territories": ["poland"]}], "territory_discard": ["poland"]}), "CMP-INV-3");
    refused(json!({"players": [{"contracts": ["C001"]}, {"contracts": ["C001"]}]}), "CMP-INV-4");
    refused(json!({"customs": ["U01", "U01"]}), "CMP-INV-5");
    refused(json!({"drawn": ["U01"]}), "CMP-INV-5");
    refused(json!({"players": [{"tokens": {"b-truck-1": "poland"}}]}), "CMP-INV-6");
    refused(json!({"players": [{"tokens": {"a-ship-1": "poland", "a-truck-1": "aboard a-ship-2"}}]}), "CMP-INV-7");
    refused(json!({"players": [{"tokens": {"a-aircraft-1": "0:0", "a-aircraft-2": "1:1"}}]}), "CMP-INV-11");
    refused(json!({"players": [{"branches": ["poland"]}, {"branches": ["poland"]}]}), "CMP-INV-3");
    refused(json!({"danger": {"area": "europe", "die": 13}}), "CMP-INV-16");
    refused(json!({"turn": {"actions": 3}}), "CMP-INV-17");
    refused(json!({"turn": {"actions": 0}}), "CMP-INV-24");
    refused(json!({"turn": {"proposals": [4]}}), "CMP-INV-23");
    refused(json!({"players": [{"known_contracts": ["C001"]}]}), "CMP-INV-25");
    refused(json!({"pending": ["arrived"]}), "CMP-TM-7");
    refused(json!({"pending": ["bidding"]}), "CMP-AUCT-5");
    refused(json!({"pending": ["discard"]}), "CMP-TM-7");
    refused(json!({"pending": ["sign C001"]}), "CMP-SIGN-8");
    refused(json!({"journey": {"token": "a-truck-1", "delivery": {"sender": "poland"}}}), "CMP-DELIV-1");
    refused(json!({"journey": {"token": "a-truck-1", "cap": 100}}), "CMP-INV-19");
}

/// A value of a position with something in it changed.
fn spoil(value: &mut Value, others: &[Value], luck: &mut Seeded) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(luck.below(map.len())).cloned().unwrap_or_default();
            if luck.below(6) == 0 {
                map.remove(&key);
            } else if let Some(inner) = map.get_mut(&key) {
                spoil(inner, others, luck);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let place = luck.below(list.len());
            match luck.below(4) {
                0 => drop(list.remove(place)),
                1 => list.push(list[place].clone()),
                _ => spoil(&mut list[place], others, luck),
            }
        }
        Value::Number(number) => {
            let old = number.as_i64().unwrap_or_default();
            *value = json!(old + luck.below(7) as i64 - 3);
        }
        Value::Bool(yes) => *yes = !*yes,
        _ => *value = others[luck.below(others.len())].clone(),
    }
}

/// All texts in a position.
fn texts(value: &Value, out: &mut Vec<Value>) {
    match value {
        Value::String(_) => out.push(value.clone()),
        Value::Array(list) => list.iter().for_each(|one| texts(one, out)),
        Value::Object(map) => map.values().for_each(|one| texts(one, out)),
        _ => {}
    }
}

#[test]
fn spoilt_positions_are_refused_or_played_to_the_end() {
    let mut played = 0;
    for (seed, options) in (1..).zip(tables().iter().cycle()).take(GAMES / 2) {
        walk(options, 200 + seed, 6_000, |rules, state, luck| {
            if luck.below(8) > 0 {
                return;
            }
            let mut position = serde_json::to_value(rules.position(state)).unwrap();
            let mut others = Vec::new();
            texts(&position, &mut others);
            for _ in 0..=luck.below(3) {
                spoil(&mut position, &others, luck);
            }
            let Ok(position) = serde_json::from_value::<Position>(position) else { return };
            let Ok(mut state) = rules.restore(&position) else { return };
            played += 1;
            let mut list = Vec::new();
            for step in 0..4_000 {
                let Some(seat) = rules.turn(&state).awaited.lowest() else { return };
                list.clear();
                rules.actions(&state, seat, &mut list);
                let text = || serde_json::to_string(&position).unwrap();
                assert!(!list.is_empty(), "nothing to do: {}", text());
                let action = if step < 40 { list[luck.below(list.len())] } else { rules.fallback(&state, seat) };
                let done = rules.apply(&mut state, seat, &action, luck, &mut Silent);
                assert!(done.is_ok(), "{} {done:?} of {}", rules.write(&action), text());
                assert_eq!(rules.check(&state), Ok(()), "after {} of {}", rules.write(&action), text());
            }
            panic!("no end: {}", serde_json::to_string(&position).unwrap());
        });
    }
    assert!(played > 100, "{played}");
}
