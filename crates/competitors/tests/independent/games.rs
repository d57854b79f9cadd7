//! Games played by chance, in which every action is held against the model.

use crate::{
    board::{Board, aloft, kind, owner},
    ledger::{Amiss, Ledger},
    money,
    printed::{Kind, Printed},
    routes::{Lasting, Ways},
    tables,
};
use competitors::{CompetitorsRules, State};
use kernel::{Luck, Rules, Seat, Seeded, Silent};
use serde_json::{Value, json};
use std::{collections::BTreeMap, rc::Rc};

/// Plays a game by chance, with a taste for movement, and holds every action against the model.
fn follow(
    printed: &Rc<Printed>,
    ways: &Rc<Vec<Ways>>,
    settings: &Value,
    seed: u64,
    checked: &mut BTreeMap<&'static str, usize>,
) -> Vec<Amiss> {
    let rules = tables::rules(settings);
    let mut luck = Seeded::new(seed);
    let mut choices = Seeded::new(seed + 1_000);
    let mut state = rules.start(&mut luck, &mut Silent);
    let mut ledger: Option<Ledger> = None;
    let mut found = Vec::new();
    for _ in 0..4_000 {
        let turn = rules.turn(&state);
        if turn.is_over() {
            break;
        }
        let Some(mut seat) = turn.next() else { break };
        if turn.asked.is_empty() && !turn.free.is_empty() && choices.below(8) == 0 {
            seat = turn.free.at_rank(choices.below(turn.free.len()) as u32).unwrap_or(seat);
        }
        let Some(action) = chosen(printed, &rules, &state, seat, &mut choices) else { continue };
        let before = tables::position(&rules, &state);
        let events =
            tables::play(&rules, &mut state, seat, &action, &mut luck).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        let after = tables::position(&rules, &state);
        if after["stage"] == "choosing" {
            continue;
        }
        match &mut ledger {
            None => ledger = Some(Ledger::opened(printed, ways, settings, &after)),
            Some(ledger) => {
                ledger.hold(seat.index(), &action, &events, &after);
                for (heading, what) in ledger.amiss.drain(..) {
                    found.push((heading, format!("{what}\n  {seat} {action}\n  before {before}\n  events {}\n", json!(events))));
                }
            }
        }
    }
    let ledger = ledger.expect("the game began");
    for (heading, count) in &ledger.checked {
        *checked.entry(heading).or_default() += count;
    }
    final_places(printed, &rules, &state, &mut found, checked);
    found
}

/// CMP-END-7, CMP-END-8, CMP-END-11.
fn final_places(
    printed: &Printed,
    rules: &CompetitorsRules,
    state: &State,
    found: &mut Vec<Amiss>,
    checked: &mut BTreeMap<&'static str, usize>,
) {
    let Some(outcome) = rules.outcome(state) else { return };
    let board = Board::of(printed, &tables::position(rules, state));
    let view = tables::view(rules, state, tables::first_seat());
    let mut standing = Vec::new();
    for (seat, player) in board.players.iter().enumerate() {
        let tokens: Vec<Kind> = board.pieces.keys().filter(|token| owner(token) == seat).map(|token| kind(token)).collect();
        let wealth = money::wealth(player.money, &tokens, player.branches.len());
        if view["players"][seat]["wealth"] != wealth {
            found.push(("wealth".into(), format!("{wealth} {}", view["players"][seat])));
        }
        standing.push((player.points, wealth));
    }
    let places: Vec<usize> = (0..standing.len()).map(|seat| usize::from(outcome.place(Seat::new(seat).unwrap()))).collect();
    if places != money::places(&standing) {
        found.push(("final places".into(), format!("{standing:?} {places:?}")));
    }
    *checked.entry("games to the end").or_default() += 1;
}

/// What is done next: mostly what moves goods.
fn chosen(printed: &Printed, rules: &CompetitorsRules, state: &State, seat: Seat, choices: &mut Seeded) -> Option<String> {
    let listed = tables::listed(rules, state, seat);
    let receiver = tables::position(rules, state)["journey"]["delivery"]["sender"].as_str().map(String::from);
    let view = receiver.map(|sender| (sender, tables::view(rules, state, seat)));
    let goal = view.and_then(|(sender, view)| {
        let contracts = view["contracts"].as_array()?;
        let contract = contracts.iter().find(|contract| contract["sender"]["id"] == sender.as_str())?;
        contract["receiver"]["id"].as_str().map(String::from)
    });
    if let Some(goal) = &goal
        && let Some(arrival) = listed.iter().find(|text| text.starts_with("go ") && text.ends_with(&format!(" {goal}")))
        && choices.below(4) > 0
    {
        return Some(arrival.clone());
    }
    if let Some(goal) = &goal
        && choices.below(4) > 0
    {
        let to = printed.territories[printed.land(goal)].point;
        let far = |text: &String| {
            let at = text.split(' ').nth(2).unwrap();
            let (x, y) = aloft(printed, at).point(printed);
            (x - to.0).pow(2) + (y - to.1).pow(2)
        };
        if let Some(nearer) = listed.iter().filter(|text| text.starts_with("go ")).min_by_key(|text| far(text)) {
            return Some(nearer.clone());
        }
    }
    let weight = |text: &String| match text.split(' ').next().unwrap() {
        "go" | "take" | "put" | "choose" => 10,
        "deliver" | "by" | "to" | "place" => 60,
        "sign" | "play" | "build" => 25,
        "load" | "unload" | "hand" | "accept" | "move" => 15,
        "end" | "sell" | "close" => 1,
        "give" => 1,
        "offer" | "ask" | "auction" | "counter" => 2,
        _ => 8,
    };
    let total: usize = listed.iter().map(weight).sum();
    if total == 0 {
        return None;
    }
    let mut at = choices.below(total);
    listed.into_iter().find(|text| {
        let here = weight(text);
        let found = at < here;
        at = at.saturating_sub(here);
        found
    })
}

/// How many games at each table.
const GAMES: u64 = 15;

#[test]
fn games_by_chance() {
    let printed = Rc::new(Printed::read());
    let ways: Rc<Vec<Ways>> = Rc::new(printed.dangers.iter().map(|danger| Ways::under(&printed, Lasting::of(danger))).collect());
    let tables = [
        json!({"players": 2, "rounds": 30}),
        json!({"players": 3, "rounds": 30, "actions_per_turn": 3, "advantages_per_site": "none"}),
        json!({"players": 4, "rounds": 20, "weather_check": "on_entry", "vp_cap": "10"}),
        json!({"players": 5, "rounds": 20, "transit_flag_customs": "none", "regional_flag_customs": "yes"}),
        json!({"players": 3, "rounds": 30, "aircraft_fuel": "per_turn", "aircraft_customs": "any", "weather_loaded": "fail"}),
        json!({"players": 2, "rounds": 30, "event_order": "customs_first_ships", "mode": "points", "points_round_limit": 30}),
    ];
    let mut checked = BTreeMap::new();
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    for (number, settings) in tables.iter().enumerate() {
        for game in 0..GAMES {
            for (heading, what) in follow(&printed, &ways, settings, 100 * number as u64 + game, &mut checked) {
                first.entry(heading).or_insert_with(|| format!("{settings}: {what}"));
            }
        }
    }
    for (heading, what) in &first {
        println!("{heading}: {what}");
    }
    assert!(first.is_empty(), "{:?}", first.keys());
    // Everything was there to be held against the model.
    for heading in [
        "bonus",
        "customs cards",
        "early cards",
        "extra points",
        "fees and tolls",
        "fuel",
        "games to the end",
        "movement turns used",
        "points gained",
        "points lost",
        "political events",
        "prices",
        "rewards",
        "save numbers",
        "leaving a strait",
        "the way of a run",
        "where tokens are put back",
        "who takes a step",
        "who is checked when a movement turn ends",
        "who rolls when a danger strikes",
    ] {
        assert!(checked.get(heading).is_some_and(|count| *count >= 10), "{heading}: {checked:?}");
    }
}
