//! How the bots choose, shown on a small race.

mod race;

use bots::{BOTS, Bot, Budget, Sight, by_name};
use kernel::{Game as _, Luck, Rules, Seat, Seeded, Silent, Viewer};
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
                let weighed = by_name::<Track>(about.name, 5).unwrap().weigh(&Sight::new(&track, &state, seat, &()), budget);
                let rival = weighed.rival.map(|rival| rival.action);
                assert!(
                    rival.is_none_or(|rival| rival != weighed.action && listed.contains(&rival)),
                    "{} weighed {rival:?}",
                    about.name
                );
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
fn what_a_bot_weighs_is_what_it_chooses() {
    for (about, seed) in BOTS.iter().flat_map(|about| (0..40).map(move |seed| (about, seed))) {
        let (track, mut luck) = (Track::of(4), Seeded::new(seed));
        let mut state = track.start(&mut luck, &mut Silent);
        let (mut chooses, mut weighs) =
            (by_name::<Track>(about.name, seed).unwrap(), by_name::<Track>(about.name, seed).unwrap());
        while let Some(seat) = track.turn(&state).awaited.lowest() {
            let sight = Sight::new(&track, &state, seat, &());
            let action = chooses.choose(&sight, &Budget::default());
            assert_eq!(weighs.weigh(&sight, &Budget::default()).action, action, "{}", about.name);
            track.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
        }
    }
}

#[test]
fn steady_says_what_comes_next_and_that_it_is_worse() {
    let track = Track::of(2);
    let state = track.start(&mut Seeded::new(1), &mut Silent);
    let weigh =
        |name| by_name::<Track>(name, 1).unwrap().weigh(&Sight::new(&track, &state, Seat::FIRST, &()), &Budget::default());
    let steady = weigh("steady");
    let rival = steady.rival.expect("walking can be compared with running");
    assert_eq!((steady.action, rival.action, rival.level, steady.compared), (Step::Run, Step::Walk, 0, 2));
    assert!(rival.behind > 0);
    assert_eq!(weigh("random").rival, None, "chance compares nothing");
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

/// Bargains among bots of these names, in open offers or waiting for each answer; gives the events of one game.
fn bazaar(names: &[&str], seed: u64, bargaining: bazaar::Bargaining) -> (kernel::Outcome, Vec<bazaar::state::Event>) {
    let options = bazaar::Options { players: names.len(), rounds: 6, bargaining, ..bazaar::Options::default() };
    let rules = bazaar::BazaarGame::rules(&(), &options).unwrap();
    let (mut luck, mut events) = (Seeded::new(seed), Vec::new());
    let mut bots: Vec<Box<dyn Bot<bazaar::Bazaar>>> = names.iter().map(|name| by_name(name, seed).unwrap()).collect();
    let mut memories = vec![bazaar::knowledge::Memory::default(); names.len()];
    let mut state = rules.start(&mut luck, &mut events);
    while let Some(seat) = rules.turn(&state).next() {
        for (memory, seat) in memories.iter_mut().zip(rules.seats()) {
            rules.remember(memory, &state, Viewer::Seat(seat));
        }
        let sight = Sight::new(&rules, &state, seat, &memories[seat.index()]);
        let action = bots[seat.index()].choose(&sight, &Budget { nodes: Some(2_000), time: None });
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
    }
    (rules.outcome(&state).unwrap(), events)
}

#[test]
fn steady_makes_deals_that_others_take() {
    use bazaar::state::Event;
    for bargaining in [bazaar::Bargaining::Waits, bazaar::Bargaining::Open] {
        let games: Vec<_> = (0..12).map(|seed| bazaar(&["steady"; 4], seed, bargaining).1).collect();
        let count = |what: fn(&Event) -> bool| games.iter().flatten().filter(|event| what(event)).count();
        let dealt = count(|event| matches!(event, Event::Dealt { .. }));
        let declined = count(|event| matches!(event, Event::Declined { .. }));
        let bids = count(|event| matches!(event, Event::Bid { .. }));
        assert!(dealt > 0, "{bargaining:?}: nothing was dealt in 12 games");
        assert!(5 * dealt > declined, "{bargaining:?}: {dealt} deals were made, {declined} declined");
        assert!(bids > 0, "{bargaining:?}: nobody bids");
    }
}

#[test]
fn steady_bargains_better_than_chance() {
    let wins = |seed: u64| {
        let seat = (seed % 3) as usize;
        let names: Vec<&str> = (0..3).map(|index| if index == seat { "steady" } else { "random" }).collect();
        let (outcome, _) = bazaar(&names, seed, bazaar::Bargaining::Waits);
        outcome.winners().contains(Seat::new(seat).unwrap())
    };
    let won = (0..30).filter(|seed| wins(*seed)).count();
    assert!(won > 21, "steady won {won} of 30 games against two that choose at random");
}

#[test]
fn a_bot_only_answers_out_of_turn() {
    let options = bazaar::Options { bargaining: bazaar::Bargaining::Open, ..bazaar::Options::default() };
    let rules = bazaar::BazaarGame::rules(&(), &options).unwrap();
    let mut luck = Seeded::new(3);
    let mut state = rules.start(&mut luck, &mut Silent);
    let active = state.active;
    let other = active.next(3);
    let offer = kernel::Notation::read(&rules, &format!("offer {active}>{other} 5, {other}>{active} 5")).unwrap();
    rules.apply(&mut state, active, &offer, &mut luck, &mut Silent).unwrap();
    let mut choices = Vec::new();
    Sight::new(&rules, &state, other, &Default::default()).actions(&mut choices);
    assert_eq!(choices.len(), 2, "accept or decline: {choices:?}");
    choices.clear();
    Sight::new(&rules, &state, active, &Default::default()).actions(&mut choices);
    assert!(choices.len() > 2, "the turn goes on: {choices:?}");
}
