//! Four `steady` bots among themselves: what they do has a point. Held as rates over whole games.

use bots::{Bot, Budget, Sight, by_name};
use competitors::{Action, Competitors, CompetitorsRules, Event, Place, State, Territory, ToldAsset, Vehicle};
use kernel::{Rules, Seeded, Words};
use serde_json::json;
use std::collections::BTreeMap;

/// So many games are played.
const GAMES: u64 = 10;

/// What was counted.
#[derive(Default, Debug)]
struct Counts {
    deliveries: usize,
    succeeded: usize,
    /// Deliveries in which the goods came to the same place again, though nothing sent them back.
    to_and_fro: usize,
    /// Deliveries to a Receiver that was closed to the token, and that no truck could bring there.
    closed: usize,
    given_up: usize,
    late: usize,
    /// The most that a branch changed hands in one game.
    resold: usize,
    branches_built: usize,
    branch_deals: usize,
    bought_last: usize,
    bought: usize,
    offers: usize,
    deals: usize,
    asks: usize,
    auctions: usize,
    auctions_sold: usize,
}

/// The newcomers’ game of four.
fn rules() -> CompetitorsRules {
    proof::rules::<Competitors>(&proof::options::<Competitors>(json!({"players": 4, "rounds": 4, "actions_per_turn": 3})))
}

fn goods_at(state: &State, sender: Territory) -> Option<Place> {
    Some(state.piece(state.outermost(state.carrying(sender)?)).place)
}

fn play(rules: &CompetitorsRules, seed: u64, counts: &mut Counts, names: &[String]) {
    let trace = std::env::var("TRACE").unwrap_or_default();
    let mut luck = Seeded::nth(41, seed);
    let mut events = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let mut bots: Vec<Box<dyn Bot<CompetitorsRules>>> =
        (0..rules.players() as u64).map(|seat| by_name::<CompetitorsRules>("steady", seed * 8 + seat).expect("a bot")).collect();
    let mut journey: Option<(Territory, Vec<Place>, bool, bool)> = None;
    let mut log: Vec<String> = Vec::new();
    let mut sold: BTreeMap<usize, usize> = BTreeMap::new();
    while let Some(seat) = rules.turn(&state).next() {
        let action = bots[seat.index()].choose(&Sight::new(rules, &state, seat, &()), &Budget::default());
        events.clear();
        let before = state;
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what a bot chooses is legal");
        log.push(format!("    [{} {}] {}", before.round, seat, kernel::Notation::write(rules, &action)));
        log.extend(events.iter().map(|event| rules.tell(event, names).text));
        for event in &events {
            match event {
                Event::DeliveryBegan { sender, token, receiver, .. } => {
                    counts.deliveries += 1;
                    let token = before.outermost(*token);
                    let closed = match token.vehicle() { Vehicle::Ship => rules.danger(&before).is_some_and(|danger| danger.lasting == competitors::Lasting::ClosedPorts && danger.territories.contains(*receiver)), Vehicle::Aircraft => rules.danger(&before).is_some_and(|danger| danger.lasting == competitors::Lasting::ClosedAirports && danger.territories.contains(*receiver)), Vehicle::Truck => rules.danger(&before).is_some_and(|danger| danger.lasting == competitors::Lasting::ClosedRoads && danger.territories.contains(*receiver)) };
                    counts.closed += usize::from(closed);
                    journey = Some((*sender, goods_at(&before, *sender).into_iter().collect(), false, closed));
                    log.drain(..log.len().saturating_sub(6));
                }
                Event::TurnedBack { .. } | Event::PutBack { .. } | Event::NearSide { .. } => if let Some(one) = &mut journey { one.2 = true },
                Event::Delivered { .. } => counts.succeeded += 1,
                Event::Failed { why, .. } => {
                    counts.given_up += usize::from(matches!(why, competitors::Failure::GaveUp));
                    counts.late += usize::from(matches!(why, competitors::Failure::Late));
                    if matches!(why, competitors::Failure::GaveUp | competitors::Failure::Late) && trace.contains("late") {
                        println!("LATE game {seed}:\n{}\n", log.join("\n"));
                    }
                }
                Event::Bought { .. } => {
                    counts.bought += 1;
                    counts.bought_last += usize::from(before.round >= rules.last_round());
                    if before.round >= rules.last_round() && trace.contains("buy") { println!("BUY game {seed}: {}", log[log.len().saturating_sub(12)..].join("\n")); }
                }
                Event::Built { .. } => counts.branches_built += 1,
                Event::Offered { .. } => counts.offers += 1,
                Event::Asked { .. } => counts.asks += 1,
                Event::Auction { .. } => counts.auctions += 1,
                Event::AuctionSold { .. } => counts.auctions_sold += 1,
                Event::Deal { content, .. } => {
                    counts.deals += 1;
                    if trace.contains("deal") { println!("DEAL game {seed} round {}: {}", state.round, rules.tell(event, names).text); }
                    for told in content {
                        if let ToldAsset::Branch(at) = told.asset { let times = sold.entry(at.index()).or_default(); *times += 1; counts.branch_deals += 1; counts.resold = counts.resold.max(*times); }
                    }
                }
                _ => {}
            }
            if trace.contains("ask") && matches!(event, Event::Asked { .. } | Event::Auction { .. } | Event::AuctionSold { .. } | Event::Unsold { .. }) { println!("ASK game {seed} round {}: {}", state.round, rules.tell(event, names).text); }
        }
        if let Some((sender, places, sent, _)) = &mut journey {
            if let Some(place) = goods_at(&state, *sender).filter(|_| state.journey.is_some()) {
                if places.last() != Some(&place) { places.push(place); }
            } else {
                let again = (1..places.len()).any(|index| places[..index].contains(&places[index]));
                if again && !*sent {
                    counts.to_and_fro += 1;
                    if trace.contains("fro") { println!("TO AND FRO game {seed}:\n{}\n", log.join("\n")); }
                }
                journey = None;
                log.clear();
            }
        }
        let _ = matches!(action, Action::End);
    }
}

#[test]
fn what_steady_does_has_a_point() {
    let rules = rules();
    let names = proof::names(rules.players());
    let mut counts = Counts::default();
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    for game in 0..games {
        play(&rules, game, &mut counts, &names);
    }
    println!("{counts:?}");
}
