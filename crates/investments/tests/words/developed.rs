//! Tables late in a game, made at random: complete series with upgrades and loans, kept cards, little cash. Choices that are rare from
//! the start are common here.

use crate::{Played, books, kind, promises};
use investments::{Action, Growth, Investments, InvestmentsRules};
use kernel::{Luck, Notation, Rules, Seat, Seeded, Words};
use proof::{Deed, options};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

type Table = proof::TestTable<Investments>;

/// Settings that differ in what is asked.
fn settings() -> Vec<Value> {
    vec![
        json!({"players": 3}),
        json!({"players": 3, "invest_on_purchase": "yes", "loan_in_trade_step": "allowed", "offence_limit": 3}),
        json!({"players": 3, "piece_mode": "single"}),
        json!({"players": 4, "fortune_mode": "hidden"}),
        json!({"players": 2, "bank_money": "box", "tax_stay": "fees_only"}),
        json!({"players": 1, "offence_limit": "never"}),
    ]
}

/// A position in which much is owned.
fn position(rules: &InvestmentsRules, luck: &mut Seeded) -> Value {
    let players = rules.players();
    let pack = rules.pack.clone();
    let mut owned = vec![Vec::new(); players];
    let (mut levels, mut loans) = (Map::new(), Map::new());
    let (mut small, mut large) = (60, 20);
    for series in &pack.series {
        let whole = (luck.below(3) > 0).then(|| luck.below(players));
        let pattern = luck.below(5) as u8;
        for business in series.members {
            let owner = whole.or_else(|| Some(luck.below(players + 1)).filter(|owner| *owner < players));
            let Some(owner) = owner else { continue };
            owned[owner].push(business);
            let level = if whole.is_some() && series.growth == Growth::Standard { pattern.min(4) } else { 0 };
            match level {
                4 if large > 0 => {
                    large -= 1;
                    levels.insert(business.to_string(), json!("M"));
                }
                1..=3 if small >= level => {
                    small -= level;
                    levels.insert(business.to_string(), json!(level));
                }
                _ if luck.below(4) == 0 => {
                    loans.insert(business.to_string(), json!(luck.below(3)));
                }
                _ => {}
            }
        }
    }
    let hidden = rules.options.fortune_mode == investments::FortuneMode::Hidden;
    let single = rules.options.piece_mode == investments::PieceMode::Single;
    let mut shortcuts: BTreeSet<usize> = (1..=22).collect();
    let mut take = |luck: &mut Seeded| {
        let card = *shortcuts.iter().nth(luck.below(shortcuts.len())).expect("a card");
        shortcuts.remove(&card);
        json!({"card": format!("k{card:02}"), "ready": luck.below(4) > 0})
    };
    let mut kept: Vec<&str> = if hidden { Vec::new() } else { vec!["p39", "p40", "p41", "p42"] };
    let mut unseen = ["p01", "p05", "p12", "p30"].iter().zip(["l01", "l05", "l12", "l30"]);
    let player = |owned: &Vec<_>| {
        let cash = [0, 3, 8, 20, 60, 240][luck.below(6)] * 5_000;
        let cards: Vec<Value> = (0..luck.below(3)).map(|_| take(luck)).collect();
        let keeps: Vec<Value> = if kept.is_empty() { Vec::new() } else { vec![json!(kept.swap_remove(luck.below(kept.len())))] };
        let held: Vec<&str> =
            if hidden { unseen.next().map_or(Vec::new(), |(profit, loss)| vec![*profit, loss]) } else { Vec::new() };
        let tile = if single { 0 } else { luck.below(100) };
        json!({
            "cash": cash, "at": tile, "owned": owned, "shortcuts": cards, "kept": keeps, "hidden": held,
            "bank_cards": luck.below(3), "offences": luck.below(2), "tax_card": luck.below(2) == 0,
        })
    };
    let players: Vec<Value> = owned.iter().map(player).collect();
    json!({"players": players, "levels": levels, "loans": loans})
}

/// All that can be held against a choice.
fn check(deed: &Played) -> Result<(), String> {
    promises::prompt_asks_what_can_be_done(deed)?;
    promises::label_and_effect_come_true(deed)?;
    books::balance(deed)
}

/// Tries every choice of this seat; gives the slips.
fn try_all(table: &Table, seat: Seat, luck: &Seeded, kinds: &mut BTreeMap<String, usize>) -> Vec<String> {
    let (rules, names) = (&table.rules, proof::names(table.rules.players()));
    let mut list = Vec::new();
    rules.actions(&table.state, seat, &mut list);
    rules.last_resorts(&table.state, seat, &mut list);
    let (mut slips, mut here) = (Vec::new(), BTreeMap::<String, usize>::new());
    for action in &list {
        let tried = here.entry(kind(action)).or_default();
        *tried += 1;
        if *tried > 4 {
            continue;
        }
        let (mut after, mut events) = (table.state, Vec::new());
        let result = rules.apply(&mut after, seat, action, &mut luck.clone(), &mut events);
        let consequence = result.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        *kinds.entry(kind(action)).or_default() += 1;
        let label = rules.label(&table.state, seat, action, &names).text;
        let effect = rules.effect(&table.state, seat, action, &names);
        let written = rules.write(action);
        let deed = Deed {
            rules: &**rules,
            names: &names,
            before: &table.state,
            seat,
            action,
            written: &written,
            label: &label,
            effect: &effect,
            consequence,
            events: &events,
            after: &after,
        };
        if let Err(slip) = check(&deed) {
            slips.push(format!("{written}, “{label}” ({effect}): {slip}\n    {}", table.position()));
        }
    }
    slips
}

/// One of the choices: mostly of a kind that was played the least.
fn any_of(list: &[Action], played: &mut BTreeMap<String, usize>, luck: &mut Seeded) -> Action {
    let usual = list.iter().find(|action| matches!(action, Action::End | Action::Roll)).filter(|_| luck.below(3) > 0);
    let rare = |action: &&Action| (played.get(&kind(action)).copied().unwrap_or(0), luck.below(1_000));
    let action = usual.copied().or_else(|| list.iter().min_by_key(rare).copied()).expect("something can be done");
    *played.entry(kind(&action)).or_default() += 1;
    action
}

#[test]
fn words_are_true_late_in_a_game_too() {
    let (mut kinds, mut played, mut slips) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for (number, settings) in (0..).zip(settings()) {
        for game in 0..8 {
            let mut luck = Seeded::nth(70 + number, game);
            let options = options::<Investments>(settings.clone());
            let rules = proof::rules::<Investments>(&options);
            let mut table = Table::at(&options, position(&rules, &mut luck));
            for _ in 0..30 {
                let turn = table.rules.turn(&table.state);
                let Some(seat) = turn.next() else { break };
                slips.extend(try_all(&table, seat, &luck, &mut kinds));
                let mut list = Vec::new();
                table.rules.actions(&table.state, seat, &mut list);
                let action = any_of(&list, &mut played, &mut luck);
                let written = table.rules.write(&action);
                table.try_with(seat, &written, &mut luck).expect("what is listed is legal");
            }
        }
    }
    slips.truncate(30);
    assert!(slips.is_empty(), "{}", slips.join("\n\n"));
    assert!(kinds.len() > 38, "{} kinds of choices: {kinds:?}", kinds.len());
}
