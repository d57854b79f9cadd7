//! What players read is true: each prompt, label, effect and line of the log is held against what is legal and what then happens.

mod books;
mod developed;
mod drawing;
mod examples;
mod promises;
mod told;

use investments::{Action, Investments, InvestmentsRules};
use proof::{Deed, Walk, walk};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Played<'a> = Deed<'a, InvestmentsRules>;

/// What this game counts.
const NOUNS: &[(&str, &str)] = &[
    ("business", "businesses"),
    ("investment", "investments"),
    ("lap", "laps"),
    ("loan", "loans"),
    ("monopoly", "monopolies"),
    ("offence", "offences"),
    ("tile", "tiles"),
    ("token", "tokens"),
];

/// Tables under which words differ.
fn tables() -> Vec<Value> {
    vec![
        json!({"limit_rounds": 60}),
        json!({"players": 5, "limit_rounds": 30, "start_mode": "lottery_series", "invest_on_purchase": "yes", "tax_stay": "fees_only"}),
        json!({"players": 3, "piece_mode": "single", "limit_rounds": 60, "single_fee": "shared", "bank_money": "box"}),
        json!({"players": 4, "piece_mode": "single", "fortune_mode": "both_flat", "invest_on_purchase": "yes", "limit_rounds": 60}),
        json!({"players": 3, "fortune_mode": "hidden", "limit_rounds": 40, "offence_limit": 3}),
        json!({"players": 2, "shortcut_mode": "path", "tax_mode": "reroll", "fortune_mode": "die", "limit_rounds": 60}),
        json!({"players": 6, "bank_money": "box", "order_mode": "roll", "global_mode": "opening_auto", "limit_rounds": 40}),
        json!({"players": 3, "start_mode": "lottery_monopoly", "global_mode": "passing", "end_extra": "own_45", "limit_rounds": 60}),
        json!({"players": 2, "global_mode": "casino", "fortune_mode": "only_loss", "repeat_die": "literal", "bank_cards_per_turn": "any", "limit_rounds": 90}),
        json!({"players": 3, "loan_in_trade_step": "allowed", "wealth_ties": "none", "global_mode": "opening_landing", "limit_rounds": 60}),
        json!({"players": 1, "limit_rounds": 40}),
        json!({"players": 3, "start_mode": "lottery_series", "end_extra": "two_monopoly_groups", "forced_tie": "exact_half", "limit_rounds": 90}),
        json!({"players": 16, "limit_rounds": 20, "offence_limit": "never"}),
    ]
}

/// The kind of an action, as its name in the code begins.
fn kind(action: &Action) -> String {
    format!("{action:?}").chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

#[test]
fn every_word_to_a_player_is_true() {
    let walks = Walk { games: 3, decisions: 260, choices: 8, nouns: NOUNS, ..Walk::default() };
    let mut kinds = BTreeMap::<String, usize>::new();
    let seen = walk::<Investments>(&tables(), &walks, |deed| {
        *kinds.entry(kind(deed.action)).or_default() += 1;
        promises::prompt_asks_what_can_be_done(deed)?;
        promises::label_and_effect_come_true(deed)?;
        books::balance(deed)
    });
    assert!(seen > 20_000, "{seen} choices");
    assert!(kinds.len() > 30, "{} kinds of choices: {kinds:?}", kinds.len());
}
