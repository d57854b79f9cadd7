//! What players read is true: each prompt, label, effect and line of the log is held against what is legal and what then happens.

use businessmen::{Action, Businessmen, BusinessmenRules, Event, State};
use kernel::{Rules, Seat, Viewer, Words};
use proof::{TriedAction, Walk, walk};
use serde_json::{Value, json};

type Played<'a> = TriedAction<'a, BusinessmenRules>;

/// Tables under which words differ: passes, duties, caps, last rounds, an empty Bank, second strikes, ties.
fn tables() -> Vec<Value> {
    vec![
        json!({}),
        json!({"players": 2, "victory_target": 8, "points_cap": "target", "tie_break": "first", "skip_limit": "none"}),
        json!({"players": 3, "round_limit": 6, "bank": "finite", "load_pass": "turn", "skip_limit": 12, "skip_car_points": "yes"}),
        json!({"round_limit": 5, "load_duty": "must", "loader_limit": "per_good", "event_mode": "second_strike", "skip_limit": "none"}),
        json!({"players": 3, "victory_target": 6, "export_lots": "any", "overflow": "next_store", "tie_break": "points"}),
        json!({"players": 4, "round_limit": 4, "market_leftovers": "stay", "insurance_scope": "any", "quiet_round": "freeze"}),
    ]
}

#[test]
fn every_word_to_a_player_is_true() {
    let walks = Walk { games: 3, decisions: 250, ..Walk::default() };
    let seen = walk::<Businessmen>(&tables(), &walks, |tried| {
        prompt_asks_what_can_be_done(tried)?;
        label_and_effect_come_true(tried)?;
        books_balance(tried)
    });
    assert!(seen > 5_000, "{seen} choices");
}

fn holds(holds: bool, slip: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(slip()) }
}

/// The number before these words, if they appear; `no` is 0.
fn number(text: &str, words: &[&str]) -> Option<i64> {
    let at = words.iter().find_map(|words| text.find(&format!(" {words}")))?;
    match text[..at].rsplit([' ', ',', ';', ':']).next()? {
        "no" => Some(0),
        count => count.replace(',', "").parse().ok(),
    }
}

fn coins(state: &State, seat: Seat) -> i64 {
    state.players[seat.index()].coins.units().into()
}

fn points(state: &State, seat: Seat) -> i64 {
    state.players[seat.index()].points.into()
}

fn prompt_asks_what_can_be_done(tried: &Played) -> Result<(), String> {
    let prompt = tried.rules.prompt(tried.before, Viewer::Seat(tried.seat), tried.names).text;
    let mut list = Vec::new();
    tried.rules.actions(tried.before, tried.seat, &mut list);
    holds(prompt.contains("or pass") == list.contains(&Action::Pass), || format!("the prompt is “{prompt}”"))?;
    holds(prompt.contains("or finish") == list.contains(&Action::Done), || format!("the prompt is “{prompt}”"))?;
    let most =
        list.iter().filter_map(|action| if let Action::Buy { units, .. } = action { Some(i64::from(*units)) } else { None });
    if let Some(most) = most.max() {
        holds(number(&prompt, &["unit"]) == Some(most), || format!("{most} can be bought, but the prompt is “{prompt}”"))?;
    }
    if let Action::Keep(goods) = tried.action {
        holds(number(&prompt, &["good"]) == Some(goods.len() as i64), || format!("the prompt is “{prompt}”"))?;
    }
    if prompt.contains("skip it?") {
        let cost = points(tried.before, tried.seat).min(1);
        let told = if prompt.contains("costs nothing") { Some(0) } else { number(&prompt, &["point"]) };
        holds(told == Some(cost), || format!("a skip costs {cost}, but the prompt is “{prompt}”"))?;
    }
    Ok(())
}

fn label_and_effect_come_true(tried: &Played) -> Result<(), String> {
    let (label, effect, seat) = (tried.label, tried.effect, tried.seat);
    let left = |cost: i64| number(effect, &["coin left", "coins left"]) == Some(coins(tried.before, seat) - cost);
    let price = |cost: i64| number(label, &["coin"]) == Some(cost);
    let gained = |gain: u16| {
        let (gain, before) = (i64::from(gain), points(tried.before, seat));
        number(label, &["point"]) == Some(gain) && number(effect, &["point in all", "points in all"]) == Some(before + gain)
    };
    let name = |good| tried.rules.good(good);
    match (tried.action, tried.events.first()) {
        (Action::Skip, Some(Event::Skipped { points_lost, .. })) => {
            let told = if effect.contains("costs nothing") { Some(0) } else { number(effect, &["point"]) };
            holds(told == Some((*points_lost).into()), || format!("it costs {points_lost}"))?;
            let paid = tried.events.iter().any(|event| matches!(event, Event::Granted { .. }));
            holds(!(paid && effect.contains("brings nothing")), || "but then a grant is paid".into())
        }
        (Action::Buy { units, good }, Some(Event::Bought { cost, .. })) => {
            let stock = i64::from(tried.before.players[seat.index()].stock().of(*good) + units);
            let told = number(effect, &[&format!("{} in stock", name(*good))]);
            holds(left(cost.units().into()) && price(cost.units().into()), || format!("it costs {cost}"))?;
            holds(told == Some(stock), || format!("{stock} are then in stock"))
        }
        (Action::Load { .. }, Some(Event::Loaded { good, units, car, filled, .. })) => {
            let done = format!("Load {units} {} into the {} car", name(*good), car.word());
            holds(label == done, || format!("it is “{done}”"))?;
            holds(effect.starts_with("full") == *filled, || format!("filled: {filled}"))
        }
        (Action::Keep(_), events) => {
            let kept = tried
                .events
                .iter()
                .find_map(|event| if let Event::Kept { given_up, .. } = event { Some(given_up) } else { None });
            let Some(given_up) = kept else { return Err(format!("nothing is kept: {events:?}")) };
            holds(given_up.iter().all(|(good, units)| effect.contains(&format!("{units} {}", name(*good)))), || {
                format!("{given_up:?}")
            })
        }
        (Action::Export { .. }, Some(Event::Exported { good, units, points, .. })) => {
            let rest = i64::from(tried.before.players[seat.index()].main.of(*good) - units);
            let told = number(effect, &[&format!("{} left", name(*good))]);
            holds(gained(*points) && told == Some(rest), || format!("it brings {points} and leaves {rest}"))
        }
        (Action::Improve(_), Some(Event::Improved { cost, points, level, .. })) => {
            holds(label.contains(&format!("to level {level} ")), || format!("it is then at level {level}"))?;
            let cost = cost.units().into();
            holds(left(cost) && price(cost) && gained(*points), || format!("it costs {cost} and brings {points}"))
        }
        (Action::Insure(_), Some(Event::Insured { cost, characteristic, .. })) => {
            let covered = tried.after.players[seat.index()].insured.contains(*characteristic);
            let cost = cost.units().into();
            holds(left(cost) && price(cost), || format!("it costs {cost}"))?;
            // When the last decision of a round begins the next one, it still holds.
            holds(effect.contains("insured in the next round") == covered, || format!("insured: {covered}"))
        }
        (Action::Pass, _) => {
            let passes = |event: &&Event| matches!(event, Event::Passed { seat: who, forced: false, .. } if *who == seat);
            let Some(event) = tried.events.iter().find(passes) else { return Err("nobody passes".into()) };
            let line = tried.rules.tell(event, tried.names).text;
            let for_a_turn = tried.before.phase == businessmen::Phase::Loading && tried.after.passes > 0;
            holds(!for_a_turn || label.contains("in this turn") && line.contains("for this turn"), || line.clone())?;
            let out = tried.after.passed.contains(seat);
            holds(!out || label.contains("in this round") && line.contains("in this round"), || line)
        }
        (Action::Play | Action::Done, _) => holds(effect.is_empty(), || "nothing changes".into()),
        (_, event) => Err(format!("but then {event:?}")),
    }
}

/// All coins, points and prices that changed are in the log, and nothing else is.
fn books_balance(tried: &Played) -> Result<(), String> {
    let players = tried.rules.players();
    let (mut purses, mut scale) = (vec![0_i64; players], vec![0_i64; players]);
    let mut markers = tried.before.positions.map(i16::from);
    for event in tried.events {
        match event {
            Event::Granted { seat, coins } => purses[seat.index()] += i64::from(coins.units()),
            Event::Bought { seat, cost, .. } | Event::Insured { seat, cost, .. } => {
                purses[seat.index()] -= i64::from(cost.units())
            }
            Event::Improved { seat, cost, points, .. } => {
                purses[seat.index()] -= i64::from(cost.units());
                scale[seat.index()] += i64::from(*points);
            }
            Event::Sent { paid, points, .. } => {
                paid.iter().for_each(|(seat, _, paid)| purses[seat.index()] += i64::from(paid.units()));
                points.iter().for_each(|(seat, points)| scale[seat.index()] += i64::from(*points));
            }
            Event::Exported { seat, points, .. } => scale[seat.index()] += i64::from(*points),
            Event::Skipped { seat, points_lost } => scale[seat.index()] -= i64::from(*points_lost),
            Event::Penalised { seat, points, from, level, .. } => {
                scale[seat.index()] -= i64::from(*points);
                let line = tried.rules.tell(event, tried.names);
                let clause = ["BIZ-EVENT-7", "BIZ-EVENT-6", "BIZ-EVENT-5"][usize::from(*from) - 1];
                holds(line.clause == clause && line.text.contains("falls") == (level < from), || line.text)?;
            }
            Event::WheelTurned { moves, .. } | Event::PricesAdjusted { moves } => {
                moves.iter().for_each(|(good, steps, ..)| markers[good.index()] += steps);
            }
            _ => {}
        }
    }
    for seat in Seat::FIRST.clockwise(players) {
        let (purse, points) =
            (coins(tried.after, seat) - coins(tried.before, seat), points(tried.after, seat) - points(tried.before, seat));
        let told = (purses[seat.index()], scale[seat.index()]);
        holds(told == (purse, points), || {
            format!("seat {seat} has {purse} coins and {points} points more, but is told {told:?}")
        })?;
    }
    holds(markers == tried.after.positions.map(i16::from), || format!("the markers are told at {markers:?}"))
}
