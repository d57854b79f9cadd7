//! How the bots choose, shown on a small race.

mod race;

use bots::{BOTS, Bot, Budget, Sight, by_name};
use kernel::{Luck, Rules, Seat, Seeded, Silent};
use race::{Step, Track};
use std::time::Duration;

fn first_choice(name: &str, seed: u64, budget: &Budget) -> Step {
    let track = Track::of(2);
    let state = track.start(&mut Seeded::new(1), &mut Silent);
    by_name::<Track>(name, seed).unwrap().choose(&Sight::new(&track, &state, Seat::FIRST, &()), budget)
}

#[test]
fn every_bot_takes_listed_actions_under_any_budget() {
    let budgets = [
        Budget::default(),
        Budget { nodes: Some(0), time: None },
        Budget { nodes: Some(1), time: None },
        Budget { nodes: Some(7), time: None },
        Budget { nodes: None, time: Some(Duration::ZERO) },
    ];
    for about in BOTS {
        for (seed, budget) in budgets.iter().enumerate() {
            let track = Track::of(6);
            let mut luck = Seeded::new(seed as u64);
            let mut state = track.start(&mut luck, &mut Silent);
            let mut bot = by_name::<Track>(about.name, seed as u64).unwrap();
            assert_eq!(bot.name(), about.name);
            while let Some(seat) = track.turn(&state).awaited.lowest() {
                let mut listed = Vec::new();
                track.actions(&state, seat, &mut listed);
                let action = bot.choose(&Sight::new(&track, &state, seat, &()), budget);
                assert!(listed.contains(&action), "{} chose {action:?}", about.name);
                track.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
            }
        }
    }
}

#[test]
fn steady_sees_what_its_own_next_decision_is_good_for() {
    // Running itself leads nowhere; only the path or the ford after it makes it better than walking.
    assert!((0..20).all(|seed| first_choice("steady", seed, &Budget::default()) == Step::Run));
}

#[test]
fn random_takes_everything_about_equally_often() {
    let walks = (0..2000).filter(|seed| first_choice("random", *seed, &Budget::default()) == Step::Walk).count();
    // Five standard deviations around a half.
    assert!((888..1112).contains(&walks), "{walks} of 2000");
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    for about in BOTS {
        let game = |seed: u64| {
            let track = Track::of(3);
            let mut luck = Seeded::new(9);
            let mut state = track.start(&mut luck, &mut Silent);
            let mut bot: Box<dyn Bot<Track>> = by_name(about.name, seed).unwrap();
            let mut choices = Vec::new();
            while let Some(seat) = track.turn(&state).awaited.lowest() {
                let action = bot.choose(&Sight::new(&track, &state, seat, &()), &Budget::default());
                choices.push(action);
                // The dice go on alike whatever is chosen.
                track.apply(&mut state, seat, &action, &mut Seeded::new(luck.die(200).into()), &mut Silent).unwrap();
            }
            choices
        };
        assert_eq!(game(4), game(4));
        assert!((5..50).any(|seed| game(seed) != game(4)), "{} has no whims", about.name);
    }
}

#[test]
fn a_sight_shows_no_more_than_the_seat_may_know() {
    let track = Track::of(4);
    let state = track.start(&mut Seeded::new(2), &mut Silent);
    let mut other = state;
    other.boots[1..4].iter_mut().for_each(|boots| *boots = 3 - *boots);
    let (here, there) = (Sight::new(&track, &state, Seat::FIRST, &()), Sight::new(&track, &other, Seat::FIRST, &()));
    assert_eq!(here.view(), there.view());
    assert_eq!(here.fallback(), there.fallback());
    assert_eq!(here.imagine(&mut Seeded::new(5)), there.imagine(&mut Seeded::new(5)));
    let choose = |sight: &Sight<Track>| by_name::<Track>("steady", 3).unwrap().choose(sight, &Budget::default());
    assert_eq!(choose(&here), choose(&there));
}
