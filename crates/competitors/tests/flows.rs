//! What is added up over a game accounts for all money.

use competitors::{
    Action, Competitors, CompetitorsRules, Event, Frame, Options, Sign, State, Stop, Territory, Token, Told, ToldAsset, Vehicle,
    figures::START_MONEY,
};
use kernel::{Luck, Money, OfferNumber, Rules, Seat, Seeded, Words};
use serde_json::Value;

/// Games of each mix of settings.
const GAMES: u64 = 150;

/// The sums of a game.
struct Account<'a> {
    rules: &'a CompetitorsRules,
    sums: Vec<i64>,
}

impl<'a> Account<'a> {
    fn of(rules: &'a CompetitorsRules) -> Account<'a> {
        Account { rules, sums: vec![0; rules.flows().len()] }
    }

    fn add(&mut self, events: &mut Vec<Event>) {
        for event in events.drain(..) {
            self.rules.flow(&event, &mut |place, amount| self.sums[place] += amount);
        }
    }

    fn family(&self, family: &str) -> i64 {
        let of = |name: &str| name.split_once(": ").is_some_and(|(begins, _)| begins == family);
        self.rules.flows().iter().zip(&self.sums).filter(|(name, _)| of(name)).map(|(_, sum)| sum).sum()
    }
}

/// The money of all players in hundreds, with what is set aside for hires (CMP-INV-2) and what was paid for a token that has no place
/// yet.
fn purses(rules: &CompetitorsRules, state: &State) -> i64 {
    let bought = if let Some(Frame::Buy(buy)) = state.top() { buy.vehicle.price() } else { Money::ZERO };
    let purses: Money = state.players[..rules.players()].iter().map(|player| player.money).sum();
    let aside: Money = state.tokens.iter().filter_map(|piece| piece.hire).map(|hire| hire.set_aside).sum();
    i64::from((purses + aside + bought).units()) / 100
}

/// Mostly at random, but as somebody plays who wants to deliver: signs for the nearest Receiver, sets out, and takes the step that leads
/// nearest to it.
fn eager(rules: &CompetitorsRules, state: &State, list: &[Action], whims: &mut Seeded) -> Action {
    let distance = |to: Territory, action: &Action| {
        let goal = rules.pack[to].point;
        match action {
            Action::Go { to: Stop::Territory(at), .. } => Some(rules.pack[*at].point.squared_around(goal)),
            Action::Go { to: Stop::Cell(cell), .. } => Some(cell.centre().squared_around(goal)),
            _ => None,
        }
    };
    let delivery = state.journey.and_then(|journey| journey.delivery);
    let load = delivery.and_then(|delivery| state.carrying(delivery.sender)).and_then(|token| state.piece(token).load);
    let wanted = match (load, state.top()) {
        (Some(load), None) => {
            let steps = list.iter().filter_map(|action| Some((distance(load.receiver, action)?, action)));
            steps.min_by_key(|(distance, _)| *distance).map(|(_, action)| *action)
        }
        (_, Some(Frame::Sign(Sign { token: Some(token), .. }))) => {
            let from = state.territory_of(*token).map(|at| rules.pack[at].point);
            let far = |action: &&Action| match action {
                Action::Receiver(to) => from.map(|from| rules.pack[*to].point.squared_around(from)),
                _ => None,
            };
            list.iter().min_by_key(far).copied()
        }
        _ => list.iter().find(|action| matches!(action, Action::Deliver(_) | Action::Sign(_))).copied(),
    };
    let any = list[whims.below(list.len())];
    wanted.filter(|_| whims.below(8) > 0).unwrap_or(any)
}

#[test]
fn the_flows_account_for_all_money() {
    let names = proof::rules::<Competitors>(&Options::default()).flows();
    let mut all = vec![0; names.len()];
    let mixes = proof::pairs::<Competitors>(5, &[("rounds", "6"), ("points_round_limit", "6")]).mixes;
    // At random, as eager players do, and often as absent players do.
    let games = mixes.into_iter().flat_map(|mix| (0..GAMES).map(move |game| (mix.clone(), game % 3)));
    for (game, (mix, manner)) in games.enumerate() {
        let rules = proof::rules::<Competitors>(&proof::options::<Competitors>(Value::Object(mix.clone())));
        let [mut luck, mut whims] = [Seeded::nth(1, game as u64), Seeded::nth(2, game as u64)];
        let (mut account, mut events, mut buffer) = (Account::of(&rules), Vec::new(), Vec::<Action>::new());
        let mut state = rules.start(&mut luck, &mut events);
        let start = i64::from(START_MONEY.units()) / 100 * rules.players() as i64;
        loop {
            account.add(&mut events);
            let dealt = if state.danger.is_some() { start } else { 0 };
            let expected = dealt + account.family("from_bank_in_hundreds") - account.family("to_bank_in_hundreds");
            assert_eq!(purses(&rules, &state), expected, "{mix:?}");
            let Some(seat) = rules.turn(&state).next() else { break };
            buffer.clear();
            rules.actions(&state, seat, &mut buffer);
            let action = match manner {
                0 => eager(&rules, &state, &buffer, &mut whims),
                1 if whims.below(10) < 3 => rules.fallback(&state, seat),
                _ => buffer[whims.below(buffer.len())],
            };
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        let delivered: i64 = state.players.iter().map(|player| i64::from(player.book.delivered)).sum();
        let failed: i64 = state.players.iter().map(|player| i64::from(player.book.failed)).sum();
        assert_eq!(account.family("deliveries_by"), delivered, "{mix:?}");
        assert_eq!(account.family("deliveries_from"), delivered, "{mix:?}");
        assert_eq!(account.family("deliveries_to"), delivered, "{mix:?}");
        assert_eq!(account.family("failures"), failed, "{mix:?}");
        all.iter_mut().zip(&account.sums).for_each(|(all, sum)| *all += sum);
    }
    // Tokens of two players hardly ever stand side by side by chance.
    let never: Vec<_> = names.iter().zip(all).filter(|(name, sum)| *sum == 0 && !name.ends_with(": hires")).collect();
    assert!(never.is_empty(), "nothing was ever added to {never:?}");
}

#[test]
fn a_hire_counts_when_it_is_paid() {
    let rules = proof::rules::<Competitors>(&Options::default());
    let mut account = Account::of(&rules);
    let [owner, user] = [0, 1].map(|seat| Seat::new(seat).unwrap());
    let token = Token::of(owner, Vehicle::Ship, 1).unwrap();
    let hire = |fee: i32, on_success: bool| {
        let asset = ToldAsset::Hire { token, sender: None, fee: Money::new(fee), on_success };
        Event::Deal { number: OfferNumber(1), content: vec![Told { from: owner, to: user, asset }] }
    };
    account.add(&mut vec![hire(4_000, false), hire(9_000, true)]);
    assert_eq!(account.family("between_players_in_hundreds"), 40, "what is paid on success is set aside first");
    account.add(&mut vec![Event::HirePaid { from: user, to: owner, token, amount: Money::new(9_000) }]);
    assert_eq!(account.family("between_players_in_hundreds"), 130);
}
