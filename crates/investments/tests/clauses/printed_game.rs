//! A short game of the preset `quick` printed as text, so that a change of behaviour is a readable difference.

use crate::common::options;
use investments::{Action, InvestmentsRules, State};
use kernel::{Luck, Rules, Seat, Seeded};
use serde_json::json;

const SEED: u64 = 7;

/// Somebody who buys and upgrades whatever can be had, bets now and then, and otherwise does the least.
fn keen(rules: &InvestmentsRules, state: &State, seat: Seat, whim: &mut Seeded) -> Action {
    let mut actions = Vec::new();
    rules.actions(state, seat, &mut actions);
    let keen = |action: &&Action| matches!(action, Action::Buy | Action::Invest(_) | Action::Monopoly | Action::BuyAny(_));
    let plays = |action: &&Action| matches!(action, Action::Play { .. } | Action::Bet { .. } | Action::Pick(_));
    let found = actions.iter().rfind(keen).or_else(|| actions.iter().find(plays).filter(|_| whim.below(2) == 0));
    found.copied().unwrap_or_else(|| rules.fallback(state, seat))
}

#[test]
fn a_short_quick_game() {
    let settings = json!({
        "players": 2, "limit_rounds": 6, "start_mode": "lottery_series", "invest_on_purchase": "yes", "tax_stay": "fees_only",
    });
    let rules = proof::rules::<investments::Investments>(&options(settings));
    let text = proof::printed(
        &rules,
        &proof::names(2),
        SEED,
        |state, seat, whim| keen(&rules, state, seat, whim),
        |_, events| events.iter().any(|event| matches!(event, investments::Event::Over { .. })),
    );
    insta::assert_snapshot!(text);
}
