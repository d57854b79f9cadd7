//! How well the bots play.

use arena::Plan;
use bots::Budget;

/// One `steady` against three `random`, everybody on every seat: it wins at least 95 of 100 games, or what the game’s facts say.
fn steady_wins_against_three_at_random(game: &str) {
    let proof::Strength { preset, games, share } = proof::Facts::of(game).strength;
    let mut settings = engine::game(game).unwrap().preset(&preset).unwrap();
    settings.extend(engine::game(game).unwrap().read_options(&["players=4"]).unwrap());
    let lineup = ["steady", "random", "random", "random"].map(String::from).to_vec();
    let plan = Plan { lineup, games, seed: 1, threads: 0, budget: Budget::default() };
    let report = engine::game(game).unwrap().simulate(None, &settings, &plan, &|_| ()).unwrap();
    let steady = &report.bots[0];
    println!("{report}");
    assert_eq!(steady.bot, "steady");
    assert!(steady.standing.share >= share, "{} of all games", steady.standing.share);
}

engine::test_each_game!(steady_wins_against_three_at_random);
