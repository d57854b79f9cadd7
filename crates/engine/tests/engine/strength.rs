//! How well the bots play.

use arena::Plan;
use bots::Budget;

/// One `steady` against three `random`, everybody on every seat: at least 95 of 100 games.
fn steady_wins_against_three_at_random(game: &str, games: u64) {
    steady_wins_with(game, "standard", games);
}

/// The same with the settings of a preset.
fn steady_wins_with(game: &str, preset: &str, games: u64) {
    let settings = engine::game(game).unwrap().preset(preset).unwrap();
    let lineup = ["steady", "random", "random", "random"].map(String::from).to_vec();
    let plan = Plan { lineup, games, seed: 1, threads: 0, budget: Budget::default() };
    let report = engine::game(game).unwrap().simulate(None, &settings, &plan, &|_| ()).unwrap();
    let steady = &report.bots[0];
    println!("{report}");
    assert_eq!(steady.bot, "steady");
    assert!(steady.standing.share >= 0.95, "{} of all games", steady.standing.share);
}

#[test]
fn steady_wins_economy_against_three_at_random() {
    steady_wins_against_three_at_random("economy", 1_000);
}

#[test]
fn steady_wins_businessmen_against_three_at_random() {
    steady_wins_against_three_at_random("businessmen", 200);
}

#[test]
fn steady_wins_profitability_against_three_at_random() {
    // A game of theirs takes longer to think through, so there are fewer.
    steady_wins_against_three_at_random("profitability", 100);
}

#[test]
fn steady_wins_investments_against_three_at_random() {
    steady_wins_with("investments", "quick", 100);
}

#[test]
fn steady_wins_competitors_against_three_at_random() {
    // They plan long routes; the shortest game shows it too.
    steady_wins_with("competitors", "first", 40);
}
