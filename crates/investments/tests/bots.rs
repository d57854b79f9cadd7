//! How bots bargain: they value businesses by landing odds and series, feed no leader, and make deals with each other.

use bots::{Budget, Sight, by_name};
use investments::{Event, Investments, InvestmentsRules, Options, StartMode, State, TaxStay};
use kernel::{Money, Notation, Rules, Seat, Seeded};
use proof::TestTable;
use serde_json::{Value, json};

type Table = TestTable<Investments>;

/// What a steady bot does on this seat.
fn choice(table: &Table, seat: char) -> String {
    let mut bot = by_name::<InvestmentsRules>("steady", 3).expect("a bot");
    let action = bot.choose(&Sight::new(&table.rules, &table.state, proof::seat(seat), &()), &Budget::default());
    table.rules.write(&action)
}

/// Four players in step 3 of B's turn: B leads by far, A has the last business of B's Farming, C and D have little.
fn before_the_leader(a: Value) -> Table {
    let players = json!([
        a,
        { "cash": 2_500_000, "owned": ["b01", "b02", "b03", "b58", "b59", "b60", "b69", "b70", "b71"], "bank_cards": 2 },
        { "cash": 600_000, "owned": ["b12"] },
        { "cash": 600_000, "owned": ["b30"] },
    ]);
    let options = proof::options::<Investments>(json!({ "players": 4, "limit_rounds": 30 }));
    let levels = json!({ "b58": 3, "b59": 3, "b60": 3, "b69": 2, "b70": 2, "b71": 2 });
    Table::at(options, json!({ "round": 9, "turn": { "seat": 2, "step": "trade" }, "players": players, "levels": levels }))
}

#[test]
fn a_gift_to_the_leader_is_declined() {
    for price in [5_000, 30_000, 45_000] {
        let mut table = before_the_leader(json!({ "cash": 700_000, "owned": ["b04", "b16"] }));
        table.play(&format!("offer 1>2 b04, 2>1 {price}"), &[]);
        assert_eq!(choice(&table, 'A'), "decline 1", "{price} for what completes the leader's series");
    }
    // Not for another business of the same price either, which completes nothing.
    let mut table = before_the_leader(json!({ "cash": 700_000, "owned": ["b04", "b16"] }));
    let swap = table.try_play(proof::seat('B'), "offer 1>2 b04, 1>2 b16, 2>1 30000", &[]);
    assert!(swap.is_ok());
    assert_eq!(choice(&table, 'A'), "decline 1");
}

#[test]
fn nobody_gives_something_for_nothing() {
    let mut table = before_the_leader(json!({ "cash": 700_000, "owned": ["b04", "b16"] }));
    table.play("offer 1>2 b16", &[]);
    assert_eq!(choice(&table, 'A'), "decline 1");
}

#[test]
fn a_swap_that_completes_a_series_for_both_is_proposed_and_accepted() {
    let players = json!([
        { "cash": 900_000, "owned": ["b01", "b02", "b03", "b09"] },
        { "cash": 900_000, "owned": ["b06", "b07", "b08", "b04"] },
        { "cash": 900_000, "owned": ["b30"] },
        { "cash": 900_000, "owned": ["b33"] },
    ]);
    let options = proof::options::<Investments>(json!({ "players": 4, "limit_rounds": 30 }));
    let mut table = Table::at(options, json!({ "round": 5, "turn": { "seat": 1, "step": "trade" }, "players": players }));
    let proposed = choice(&table, 'A');
    assert!(proposed.starts_with("offer ") && proposed.contains("b04"), "{proposed}");
    table.play(&proposed, &[]);
    assert_eq!(choice(&table, 'B'), "accept 1");
}

#[test]
fn nobody_bids_beyond_what_a_business_is_worth() {
    // A puts up a business that completes nothing for anybody: bids stop well below twice its price.
    let players = json!([
        { "cash": 100_000, "owned": ["b36"] }, { "cash": 2_000_000 }, { "cash": 2_000_000 }, { "cash": 50_000, "owned": ["b12"] },
    ]);
    let options = proof::options::<Investments>(json!({ "players": 4 }));
    let mut table = Table::at(options, json!({ "turn": { "seat": 1, "step": "trade" }, "players": players }));
    table.play("auction b36 for 50000", &[]);
    while table.view()["sale"] != Value::Null {
        let seat = table.turn().expect("somebody answers");
        let action = choice(&table, seat);
        table.play(&action, &[]);
    }
    let sold = table.last("auctioned");
    let price = sold["price"].as_i64().expect("it was sold");
    assert!((50_000..200_000).contains(&price), "100,000 on the deed, sold for {price}");
}

#[test]
fn a_debtor_takes_no_more_loans_than_needed() {
    let players = json!([
        { "cash": 10_000, "owned": ["b12", "b30", "b36"], "at": 70 },
        { "cash": 1_000_000, "owned": ["b51"] },
    ]);
    let options = proof::options::<Investments>(json!({ "players": 2 }));
    let debt = json!([{ "what": "debt", "seat": 1, "to": 2, "amount": 30_000, "kind": "fee", "business": "b51" }]);
    let position = json!({ "turn": { "seat": 1, "step": "resolve" }, "players": players, "pending": debt });
    let mut table = Table::at(options, position);
    let mut loans = 0;
    while table.view()["pending"][0]["what"] == "debt" {
        let action = choice(&table, 'A');
        assert!(!action.starts_with("refuse"), "it can be paid");
        loans += usize::from(action.starts_with("mortgage"));
        table.play(&action, &[]);
    }
    assert!(loans <= 1, "{loans} loans for 20,000");
}

#[test]
fn a_fee_that_can_be_paid_is_never_refused() {
    // A owes nearly all that there is: upgrades, loans and the Bank card go, but A pays. Refusing would cost twice as much.
    let players = json!([
        { "cash": 20_000, "owned": ["b01", "b02", "b03", "b04", "b12", "b30", "b36"], "bank_cards": 1, "at": 70 },
        { "cash": 1_000_000, "owned": ["b51"] },
        { "cash": 1_000_000 },
    ]);
    let debt = json!([{ "what": "debt", "seat": 1, "to": 2, "amount": 1_200_000, "kind": "fee", "business": "b51" }]);
    let levels = json!({ "b01": 3, "b02": 3, "b03": 3, "b04": 3 });
    let position = json!({ "turn": { "seat": 1, "step": "resolve" }, "players": players, "levels": levels, "pending": debt });
    let mut table = Table::at(proof::options::<Investments>(json!({ "players": 3 })), position);
    for _ in 0..40 {
        if table.view()["pending"][0]["what"] != "debt" {
            break;
        }
        let action = choice(&table, 'A');
        assert!(!action.starts_with("refuse"), "it can be paid");
        table.play(&action, &[]);
    }
    assert_eq!(table.last("paid")["amount"], 1_200_000);
}

#[test]
fn nobody_earns_expulsion() {
    // The tax is far above the fine, but A has one offence already: another would be the end.
    let players = json!([{ "cash": 500_000, "at": 70, "offences": 1 }, { "cash": 1_000_000 }]);
    let debt = json!([{ "what": "debt", "seat": 1, "amount": 450_000, "kind": "tax" }]);
    let position = json!({ "turn": { "seat": 1, "step": "resolve" }, "players": players, "pending": debt });
    let table = Table::at(proof::options::<Investments>(json!({ "players": 2 })), position);
    assert_eq!(choice(&table, 'A'), "pay");
}

fn quick() -> InvestmentsRules {
    let options = Options {
        limit_rounds: Some(30),
        start_mode: StartMode::LotterySeries,
        invest_on_purchase: true,
        tax_stay: TaxStay::FeesOnly,
        ..Options::default()
    };
    proof::rules::<Investments>(&options)
}

/// What is seen of a game between bots.
struct Moment<'a> {
    rules: &'a InvestmentsRules,
    before: &'a State,
    after: &'a State,
    events: &'a [Event],
}

/// Plays a game between these bots, shows what happens, and gives its end.
fn play(rules: &InvestmentsRules, game: u64, names: [&str; 4], watch: impl FnMut(&Moment<'_>)) -> State {
    play_until(rules, game, names, u16::MAX, watch)
}

/// The same up to the end of this round.
fn play_until(rules: &InvestmentsRules, game: u64, names: [&str; 4], rounds: u16, mut watch: impl FnMut(&Moment<'_>)) -> State {
    let mut luck = Seeded::nth(11, game);
    let mut events = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let bot = |(seat, name)| by_name::<InvestmentsRules>(name, game * 4 + seat as u64).expect("a bot");
    let mut bots: Vec<_> = names.into_iter().enumerate().map(bot).collect();
    while let Some(seat) = rules.turn(&state).next().filter(|_| state.round <= rounds) {
        let action = bots[seat.index()].choose(&Sight::new(rules, &state, seat, &()), &Budget::default());
        let before = state;
        events.clear();
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what a bot chooses is legal");
        watch(&Moment { rules, before: &before, after: &state, events: &events });
    }
    state
}

impl Moment<'_> {
    fn dealt(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::Dealt { .. }))
    }

    fn series(&self, state: &State) -> usize {
        { state.remaining() }.map(|seat| self.rules.complete_series(state, seat)).sum()
    }

    /// What a look at the tiles shows: money, list prices, and whole series once more.
    fn plain_wealth(&self, state: &State, seat: Seat) -> i64 {
        let player = state.player(seat);
        let price = |business| i64::from(self.rules.deed(business).price.units());
        let whole = { player.owned }.filter(|business| self.rules.has_series(state, seat, *business)).map(price).sum::<i64>();
        i64::from(player.cash.units()) + { player.owned }.map(price).sum::<i64>() + whole
    }

    /// Did somebody give more to the leader than they got?
    fn feeds_the_leader(&self) -> bool {
        let wealth = |seat: &Seat| self.plain_wealth(self.before, *seat);
        let Some(leader) = self.before.remaining().max_by_key(wealth) else { return false };
        let gain = |seat: Seat| self.plain_wealth(self.after, seat) - self.plain_wealth(self.before, seat);
        self.dealt() && gain(leader) != 0 && { self.before.remaining().without(leader) }.any(|seat| gain(seat) < 0)
    }
}

/// At least one in four games between bots sees a series completed by trade, and nobody feeds the leader.
#[test]
fn series_are_completed_by_trade_and_nobody_feeds_the_leader() {
    let rules = quick();
    let games = 12;
    let traded = (0..games).filter(|game| {
        let mut traded = false;
        play(&rules, *game, ["steady"; 4], |moment| {
            traded |= moment.dealt() && moment.series(moment.after) > moment.series(moment.before);
            assert!(!moment.feeds_the_leader(), "{:?}", moment.events);
        });
        traded
    });
    let traded = traded.count();
    println!("{traded} of {games} games");
    assert!(traded * 4 >= games as usize, "{traded} of {games} games");
}

#[test]
fn steady_beats_three_random_players() {
    let rules = quick();
    let games = 40;
    let first = (0..games).filter(|game| {
        let mut names = ["random"; 4];
        let own = (*game % 4) as usize;
        names[own] = "steady";
        let end = play(&rules, *game, names, |_| {});
        let outcome = rules.outcome(&end).expect("it is over");
        Seat::new(own).is_some_and(|seat| outcome.place(seat) == 1)
    });
    let first = first.count();
    println!("{first} of {games} games");
    assert!(first >= 38, "{first} of {games} games");
}

/// Foolish actions, counted over games.
#[derive(Default, Debug)]
struct Habits {
    auctions: u32,
    unsold: u32,
    out_of_reach: u32,
    landed: u32,
    declined: u32,
    bank_cards: u32,
    won: u32,
}

/// Counts the habits of the steady players over games between these, each up to this round.
fn habits(rules: &InvestmentsRules, games: std::ops::Range<u64>, names: [&str; 4], rounds: u16) -> Habits {
    let mut habits = Habits::default();
    for game in games {
        let end = play_until(rules, game, names, rounds, |moment| {
            for event in moment.events {
                let steady = |seat: &Seat| names[seat.index()] == "steady";
                match event {
                    Event::PutUp { seat: Some(seat), price, .. } if steady(seat) => {
                        let others = moment.before.present().without(*seat);
                        let most = others.map(|other| moment.before.player(other).cash).max();
                        habits.auctions += 1;
                        habits.out_of_reach += u32::from(most.is_none_or(|most| most < *price));
                    }
                    Event::Unsold { seat: Some(seat), .. } if steady(seat) => habits.unsold += 1,
                    Event::Bought { seat, .. } if steady(seat) => habits.landed += 1,
                    Event::NotBought { seat, business } if steady(seat) => {
                        let cash = moment.before.player(*seat).cash;
                        let price = moment.rules.price(moment.before, *business);
                        // Not while prices are raised, and not at the very end, when money decides.
                        let dear = price > moment.rules.deed(*business).price;
                        let late = moment.rules.options.limit_rounds.is_some_and(|limit| moment.before.round + 3 > limit);
                        if cash >= Money::new(1_000_000) && !dear && !late {
                            habits.landed += 1;
                            habits.declined += 1;
                        }
                    }
                    Event::BankCardBought { seat, .. } if steady(seat) => {
                        habits.bank_cards += 1;
                    }
                    _ => {}
                }
            }
        });
        let winners = rules.outcome(&end).map_or(kernel::Seats::NONE, |outcome| outcome.winners());
        habits.won += u32::from({ winners }.any(|seat| names[seat.index()] == "steady"));
    }
    println!("{habits:?}");
    habits
}

#[test]
fn a_business_that_can_be_paid_with_ease_is_bought() {
    let habits = habits(&quick(), 0..16, ["steady"; 4], u16::MAX);
    assert!(habits.landed > 500 && habits.declined * 50 <= habits.landed, "{habits:?}");
}

#[test]
fn money_goes_into_businesses_before_it_goes_into_bank_cards() {
    let open = proof::rules::<Investments>(&Options::default());
    let early = habits(&open, 0..12, ["steady"; 4], 6);
    assert!(early.landed > 100 && early.bank_cards == 0, "{early:?}");
    // Later on they are bought, because the player with most of them wins.
    let later = habits(&open, 0..2, ["steady"; 4], 120);
    assert!(later.bank_cards > 8, "{later:?}");
}

#[test]
fn an_auction_opens_where_somebody_can_bid_or_not_at_all() {
    let open = proof::rules::<Investments>(&Options::default());
    let habits = habits(&open, 0..3, ["steady"; 4], 150);
    assert!(habits.out_of_reach == 0 && habits.unsold <= habits.auctions / 4, "{habits:?}");
}

/// A player with little money and a business without a series puts it up for auction, but only where somebody can bid.
#[test]
fn an_odd_business_is_put_up_where_somebody_can_bid() {
    let auctions = |rivals: i64| {
        let players = json!([
            { "cash": 40_000, "owned": ["b04"] },
            { "cash": rivals, "owned": ["b12"] },
            { "cash": rivals, "owned": ["b30"] },
        ]);
        let options = proof::options::<Investments>(json!({ "players": 3 }));
        let table = Table::at(options, json!({ "round": 9, "turn": { "seat": 1, "step": "trade" }, "players": players }));
        let mut sensible = Vec::new();
        table.rules.sensible(&table.state, Seat::FIRST, &mut sensible);
        sensible.retain(|action| matches!(action, investments::Action::Auction { .. }));
        sensible.len()
    };
    assert_eq!((auctions(5_000), auctions(900_000)), (0, 1));
}

#[test]
fn money_is_not_moved_in_and_out_of_bank_cards() {
    let rules = quick();
    for game in 0..4 {
        let (mut bought, mut sold) = (0, 0);
        play(&rules, game, ["steady"; 4], |moment| {
            bought += moment.events.iter().filter(|event| matches!(event, Event::BankCardBought { .. })).count();
            sold += moment.events.iter().filter(|event| matches!(event, Event::BankCardSold { .. })).count();
        });
        assert!(bought <= 10 && sold <= 3, "{bought} bought, {sold} sold");
    }
    // A Bank card in hand stays there before the roll.
    let players = json!([{ "cash": 10_000, "bank_cards": 2 }, { "cash": 1_500_000 }]);
    let options = proof::options::<Investments>(json!({ "players": 2 }));
    let table = Table::at(options, json!({ "turn": { "seat": 1, "step": "roll" }, "players": players }));
    assert_eq!(choice(&table, 'A'), "roll");
}

#[test]
fn a_purse_is_kept_for_the_next_purchase() {
    // With little more than a million, a Bank card would leave no money to buy with, though most businesses are sold.
    let most: Vec<String> = (1..=64).map(|number| format!("b{number:02}")).collect();
    let players = json!([{ "cash": 1_050_000 }, { "cash": 1_500_000, "owned": most }]);
    let options = proof::options::<Investments>(json!({ "players": 2 }));
    let table = Table::at(options.clone(), json!({ "turn": { "seat": 1, "step": "trade" }, "players": players }));
    assert_eq!(choice(&table, 'A'), "end");
    // With more money it is bought, but not while everything is for sale.
    let rich = json!([{ "cash": 3_500_000 }, { "cash": 1_500_000 }]);
    let table = Table::at(options.clone(), json!({ "turn": { "seat": 1, "step": "trade" }, "players": rich }));
    assert_eq!(choice(&table, 'A'), "end");
    let rich = json!([{ "cash": 3_500_000 }, { "cash": 1_500_000, "owned": most }]);
    let table = Table::at(options, json!({ "turn": { "seat": 1, "step": "trade" }, "players": rich }));
    assert_eq!(choice(&table, 'A'), "bankcard");
    assert_eq!(table.rules.pack.numbers.bank_card_price, Money::new(1_000_000));
}
