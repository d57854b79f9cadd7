//! Four `steady` bots play each other, and their actions must serve a purpose. Checked as rates over whole games.

use bots::{Bot, Budget, Sight, by_name};
use competitors::{Competitors, CompetitorsRules, Event, Lasting, Place, State, Territory, Token, ToldAsset, Vehicle};
use kernel::{Rules, Seeded};
use serde_json::json;
use std::collections::BTreeMap;

/// How many of the newcomers’ games are played.
const GAMES: u64 = 9;

/// More free steps than this in one Delivery are pointless: in the longest useful sequences a truck makes room, takes the goods,
/// goes aboard, and goes ashore.
const HANDLINGS: usize = 5;

/// Counts over all games.
#[derive(Default, Debug)]
struct Counts {
    deliveries: usize,
    succeeded: usize,
    /// Deliveries in which the goods came back to an earlier place although nothing had sent them back.
    to_and_fro: usize,
    /// Deliveries with more free steps than are ever useful.
    fidgets: usize,
    /// Deliveries that were begun although the token could not enter the Receiver.
    closed: usize,
    /// How often a branch was traded that had been traded before in the same game.
    resold: usize,
    /// Tokens that were bought in the last round.
    bought_last: usize,
    asks: usize,
    offers: usize,
    auctions: usize,
}

/// A running Delivery.
struct Running {
    sender: Territory,
    /// Where the goods were, each place once for each visit.
    places: Vec<Place>,
    /// Did something send the goods back?
    sent_back: bool,
    handlings: usize,
}

impl Running {
    fn comes_again(&self) -> bool {
        !self.sent_back && (1..self.places.len()).any(|visit| self.places[..visit].contains(&self.places[visit]))
    }
}

/// Where these goods are.
fn goods_at(state: &State, sender: Territory) -> Option<Place> {
    Some(state.piece(state.outermost(state.carrying(sender)?)).place)
}

/// Does the danger close the Receiver to this token?
fn is_closed(rules: &CompetitorsRules, state: &State, token: Token, receiver: Territory) -> bool {
    let closing = match state.outermost(token).vehicle() {
        Vehicle::Truck => Lasting::ClosedRoads,
        Vehicle::Ship => Lasting::ClosedPorts,
        Vehicle::Aircraft => Lasting::ClosedAirports,
    };
    rules.danger(state).is_some_and(|danger| danger.lasting == closing && danger.territories.contains(receiver))
}

/// Plays a game and counts.
fn play(rules: &CompetitorsRules, game: u64, counts: &mut Counts) {
    let mut luck = Seeded::nth(41, game);
    let mut events = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let bot = |seat: u64| by_name::<CompetitorsRules>("steady", game * 8 + seat).expect("a bot");
    let mut bots: Vec<Box<dyn Bot<CompetitorsRules>>> = (0..rules.players() as u64).map(bot).collect();
    let mut running: Option<Running> = None;
    let mut sold: BTreeMap<Territory, usize> = BTreeMap::new();
    while let Some(seat) = rules.turn(&state).next() {
        let action = bots[seat.index()].choose(&Sight::new(rules, &state, seat, &()), &Budget::default());
        events.clear();
        let before = state;
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what a bot chooses is legal");
        for event in &events {
            match event {
                Event::DeliveryBegan { sender, token, receiver, .. } => {
                    counts.deliveries += 1;
                    counts.closed += usize::from(is_closed(rules, &before, *token, *receiver));
                    let places = goods_at(&before, *sender).into_iter().collect();
                    running = Some(Running { sender: *sender, places, sent_back: false, handlings: 0 });
                }
                Event::Delivered { .. } => counts.succeeded += 1,
                Event::TurnedBack { .. } | Event::PutBack { .. } | Event::NearSide { .. } => {
                    running.iter_mut().for_each(|running| running.sent_back = true);
                }
                Event::Loaded { .. } | Event::Unloaded { .. } | Event::Handed { .. } => {
                    running.iter_mut().for_each(|running| running.handlings += 1);
                }
                Event::Bought { .. } => counts.bought_last += usize::from(before.round == rules.last_round()),
                Event::Asked { .. } => counts.asks += 1,
                Event::Offered { .. } => counts.offers += 1,
                Event::Auction { .. } => counts.auctions += 1,
                Event::Deal { content, .. } => {
                    for told in content {
                        if let ToldAsset::Branch(at) = told.asset {
                            let times = sold.entry(at).or_default();
                            counts.resold += usize::from(*times > 0);
                            *times += 1;
                        }
                    }
                }
                _ => {}
            }
        }
        let Some(one) = &mut running else { continue };
        match goods_at(&state, one.sender).filter(|_| state.journey.is_some()) {
            Some(place) => {
                if one.places.last() != Some(&place) {
                    one.places.push(place);
                }
            }
            None => {
                counts.to_and_fro += usize::from(one.comes_again());
                counts.fidgets += usize::from(one.handlings > HANDLINGS);
                running = None;
            }
        }
    }
}

#[test]
fn what_steady_does_has_a_point() {
    let options = json!({"players": 4, "rounds": 4, "actions_per_turn": 3});
    let rules = proof::rules::<Competitors>(&proof::options::<Competitors>(options));
    let mut counts = Counts::default();
    (0..GAMES).for_each(|game| play(&rules, game, &mut counts));
    println!("{counts:?}");
    let games = GAMES as usize;
    assert!(counts.deliveries > 8 * games, "there is something to look at: {counts:?}");
    assert!(counts.succeeded * 4 > counts.deliveries * 3, "three of four Deliveries succeed: {counts:?}");
    assert!(counts.to_and_fro * 100 <= counts.deliveries, "goods come nearer with each step: {counts:?}");
    assert!(counts.fidgets * 100 <= counts.deliveries, "trucks go aboard and goods are handed over for a reason: {counts:?}");
    assert_eq!(counts.closed, 0, "no Delivery begins that cannot end: {counts:?}");
    assert_eq!(counts.bought_last, 0, "nothing is bought that nobody can use any more: {counts:?}");
    assert_eq!(counts.resold, 0, "a branch is no ware: {counts:?}");
    // They make deals without making too many offers.
    assert!((1..=4 * games).contains(&counts.asks) && counts.auctions * 4 >= games, "{counts:?}");
    assert!((games..=12 * games).contains(&counts.offers) && counts.auctions <= 3 * games, "{counts:?}");
}
