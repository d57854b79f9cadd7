//! What is added up over a game accounts for all money.

use investments::{Investments, InvestmentsRules, Options, State};
use kernel::{Luck, Rules, Seeded, Words};
use serde_json::Value;

/// The sums of a game.
struct Account<'a> {
    rules: &'a InvestmentsRules,
    sums: Vec<i64>,
}

impl<'a> Account<'a> {
    fn of(rules: &'a InvestmentsRules) -> Account<'a> {
        Account { rules, sums: vec![0; rules.flows().len()] }
    }

    fn add(&mut self, events: &mut Vec<investments::Event>) {
        for event in events.drain(..) {
            self.rules.flow(&event, &mut |place, amount| self.sums[place] += amount);
        }
    }

    fn sum(&self, of: impl Fn(&str) -> bool) -> i64 {
        self.rules.flows().iter().zip(&self.sums).filter(|(name, _)| of(name)).map(|(_, sum)| sum).sum()
    }

    fn family(&self, family: &str) -> i64 {
        self.sum(|name| name.split_once(": ").is_some_and(|(begins, _)| begins == family))
    }
}

/// The money of all players, in thousands.
fn purses(rules: &InvestmentsRules, state: &State) -> i64 {
    state.players[..rules.players()].iter().map(|player| i64::from(player.cash.units()) / 1_000).sum()
}

#[test]
fn the_flows_account_for_all_money() {
    let names = proof::rules::<Investments>(&Options::default()).flows();
    let mut all = vec![0; names.len()];
    let mixes = proof::pairs::<Investments>(5, &[("limit_rounds", "120")]).mixes;
    // At random, or mostly as absent players do, who buy and invest.
    for (game, (mix, absent)) in mixes.into_iter().flat_map(|mix| [0, 9].map(|absent| (mix.clone(), absent))).enumerate() {
        let rules = proof::rules::<Investments>(&proof::options::<Investments>(Value::Object(mix.clone())));
        let [mut luck, mut whims] = [Seeded::nth(1, game as u64), Seeded::nth(2, game as u64)];
        let (mut account, mut events, mut buffer) = (Account::of(&rules), Vec::new(), Vec::new());
        let mut state = rules.start(&mut luck, &mut events);
        let each = rules.pack.numbers.start_money[rules.players().clamp(1, 6) - 1].units() / 1_000;
        let start = i64::from(each) * rules.players() as i64;
        loop {
            account.add(&mut events);
            let expected = start + account.family("from_bank_in_thousands") - account.family("to_bank_in_thousands");
            assert_eq!(purses(&rules, &state), expected, "{mix:?}");
            let Some(seat) = rules.turn(&state).next() else { break };
            let chosen = if whims.below(10) < absent { None } else { rules.any_action(&state, seat, &mut whims, &mut buffer) };
            let action = chosen.unwrap_or_else(|| rules.fallback(&state, seat));
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        all.iter_mut().zip(&account.sums).for_each(|(all, sum)| *all += sum);
        let fees = account.sum(|name| name.ends_with(": fees")) - account.sum(|name| name.ends_with(": reverse_fees"));
        if mix["piece_mode"] == "individual" {
            assert_eq!(account.family("fees_in_thousands"), fees, "{mix:?}");
        }
    }
    let never: Vec<_> = names.iter().zip(all).filter(|(_, sum)| *sum == 0).collect();
    assert!(never.is_empty(), "nothing was ever added to {never:?}");
}
