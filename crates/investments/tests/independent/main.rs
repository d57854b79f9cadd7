//! A second opinion: a small model, written from the rulebook alone, hears every word of many games and works out for itself what had
//! to be paid, where pieces had to go, who had to be asked and who has won. It knows nothing of the rules as they are programmed; it
//! reads the printed matter, what is told and the positions.

mod content;
mod standing;
mod world;

use content::Content;
use investments::{Action, Event, Investments, Options};
use kernel::{Game, Luck, Notation, Rules, Seat, Seeded, Viewer, settings::Settings};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::LazyLock};
use world::{About, World};

/// What all the games brought.
#[derive(Default)]
struct Report {
    disagreements: BTreeMap<About, Vec<String>>,
    checked: BTreeMap<About, usize>,
    told: BTreeMap<String, usize>,
    endings: BTreeMap<String, usize>,
    games: usize,
    steps: usize,
}

impl Report {
    #[track_caller]
    fn agrees(&self, topics: &[About], least: usize) {
        let wrong: Vec<&String> = topics.iter().filter_map(|about| self.disagreements.get(about)).flatten().collect();
        let count = wrong.len();
        let first: Vec<&&String> = wrong.iter().take(6).collect();
        assert!(wrong.is_empty(), "{count} disagreements, the first: {first:#?}");
        let checked: usize = topics.iter().filter_map(|about| self.checked.get(about)).sum();
        assert!(checked >= least, "only {checked} times was {topics:?} looked at");
    }

    #[track_caller]
    fn has_heard(&self, names: &[&str]) {
        let missing: Vec<&&str> = names.iter().filter(|name| !self.told.contains_key(**name)).collect();
        assert!(missing.is_empty(), "never told: {missing:?}");
    }
}

static REPORT: LazyLock<Report> = LazyLock::new(play_all);

/// Is this one of the long games?
fn building(game: u64) -> bool {
    game % 16 == 15
}

fn settings(whims: &mut Seeded, game: u64) -> Options {
    let pick = |whims: &mut Seeded, values: &[Value]| values[whims.below(values.len())].clone();
    let known = Investments::settings();
    let pack = proof::pack::<Investments>();
    let rounds = json!(20 + whims.below(41));
    loop {
        let mut map: Map<String, Value> = Map::new();
        match game % 5 {
            // Long games of builders, who win in every further way.
            _ if building(game) => {
                let extra = ["none", "own_45", "four_groups", "two_monopoly_groups"][(game / 16) as usize % 4];
                for (key, value) in [("start_mode", "lottery_series"), ("invest_on_purchase", "yes"), ("end_extra", extra)] {
                    map.insert(key.into(), json!(value));
                }
                map.insert("limit_rounds".into(), json!(260));
            }
            // The evening's game, and the rulebook's.
            0 => {
                for (key, value) in [("start_mode", "lottery_series"), ("tax_stay", "fees_only")] {
                    map.insert(key.into(), json!(value));
                }
                map.insert("limit_rounds".into(), json!(30));
                map.insert("invest_on_purchase".into(), json!("yes"));
            }
            1 => {
                map.insert("limit_rounds".into(), rounds.clone());
            }
            // One thing after another, and everything at once.
            2 => {
                let modes: [(&str, &[&str]); 5] = [
                    ("piece_mode", &["single"]),
                    ("fortune_mode", &["hidden", "die", "profit_flat", "loss_flat", "both_flat", "only_loss"]),
                    ("start_mode", &["lottery", "lottery_monopoly", "lottery_series"]),
                    ("global_mode", &["passing", "opening_auto", "opening_landing", "casino"]),
                    ("bank_money", &["box"]),
                ];
                let (key, values) = modes[(game / 5) as usize % modes.len()];
                map.insert(key.into(), pick(whims, &values.iter().map(|value| json!(value)).collect::<Vec<_>>()));
                map.insert("limit_rounds".into(), rounds.clone());
            }
            _ => {
                map = known.iter().map(|setting| (setting.key.to_owned(), setting.sample(whims))).collect();
                if game % 10 == 3 {
                    map.insert("piece_mode".into(), json!("single"));
                }
                map.insert("limit_minutes".into(), json!("none"));
                map.insert("limit_rounds".into(), rounds.clone());
            }
        }
        let many = [1, 2, 3, 3, 4, 4, 5, 6, 7 + whims.below(10)];
        let players = if building(game) { 2 + whims.below(2) } else { many[whims.below(many.len())] };
        map.insert("players".into(), json!(players));
        if let Ok(options) = Options::from_map(&map)
            && options.check(pack).is_ok()
        {
            return options;
        }
    }
}

/// Mostly sensible, sometimes not, and now and then absent.
fn choose(
    rules: &investments::InvestmentsRules,
    state: &investments::State,
    seat: Seat,
    whims: &mut Seeded,
    list: &mut Vec<Action>,
    builds: bool,
) -> Action {
    if !builds && whims.below(8) == 0 {
        return rules.fallback(state, seat);
    }
    list.clear();
    if !builds && whims.below(400) == 0 {
        rules.last_resorts(state, seat, list);
        if !list.is_empty() {
            return list[whims.below(list.len())];
        }
    }
    rules.actions(state, seat, list);
    let grows = |action: &&Action| {
        matches!(action, Action::Buy | Action::BuyHalf | Action::Invest(_) | Action::Monopoly | Action::Force | Action::BuyAny(_))
    };
    let growing: Vec<&Action> = list.iter().filter(grows).collect();
    if !growing.is_empty() && (builds || whims.below(6) > 0) {
        return *growing[whims.below(growing.len())];
    }
    if builds && whims.below(8) > 0 {
        let ends = list.iter().find(|action| matches!(action, Action::End | Action::Pay | Action::Roll | Action::PayAll));
        return ends.copied().unwrap_or_else(|| rules.fallback(state, seat));
    }
    for _ in 0..4 {
        let Some(action) = list.get(whims.below(list.len().max(1))) else { break };
        let rare = match action {
            Action::BuyBankCard if rules.players() > 6 => 1,
            Action::Refuse | Action::BuyBankCard | Action::SellBankCard => 12,
            Action::Offer(_) | Action::Counter(..) | Action::Auction { .. } | Action::Sell(_) => 6,
            Action::SellUpgrade(_) | Action::SellShortcut(_) | Action::Mortgage(_) | Action::Repay(_) => 2,
            _ => 1,
        };
        if whims.below(rare) == 0 {
            return *action;
        }
    }
    rules.fallback(state, seat)
}

fn play(content: &Content, game: u64, report: &mut Report) {
    let mut whims = Seeded::nth(71, game);
    let options = settings(&mut whims, game);
    let rules = Investments::rules(proof::pack::<Investments>(), &options).expect("settings that go together");
    let written = serde_json::to_value(&options).expect("settings are data");
    let mut world = World::new(content, written.clone());
    let mut luck = Seeded::nth(72, game);
    let mut events: Vec<Event> = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let mut list = Vec::new();
    let mut heard: Vec<Value> = Vec::new();
    let mut deeds: Vec<(usize, Seat, Action)> = Vec::new();
    for step in 0.. {
        for event in events.drain(..) {
            let event = serde_json::to_value(&event).expect("events are data");
            *report.told.entry(event["event"].as_str().unwrap_or_default().into()).or_default() += 1;
            world.hear(&event);
            heard.push(event);
        }
        let position = serde_json::to_value(rules.position(&state)).expect("positions are data");
        world.compare(&position);
        let empty = Vec::new();
        let frames = position["pending"].as_array().unwrap_or(&empty);
        world.look(frames);
        if step % 16 == 0 || world.ending.is_some() {
            let bank = serde_json::to_value(&rules.view(&state, Viewer::Watcher).bank).expect("views are data");
            world.compare_bank(&position, &bank);
        }
        let next = rules.turn(&state).next();
        if let Some(seat) = next {
            list.clear();
            rules.actions(&state, seat, &mut list);
            choices(&mut world, seat, &list);
        } else {
            let champion = position["champion"].as_u64().map(|seat| seat as usize - 1);
            let crowned = champion.is_none_or(|seat| world.champion(seat));
            world.hold(About::Ending, crowned, || format!("INV-END-12: seat {champion:?} is no champion"));
            let mine = world.places(champion);
            let outcome = rules.outcome(&state).expect("the game is over");
            let seats = (0..rules.players()).filter_map(Seat::new);
            let told: Vec<(i64, i64)> =
                seats.map(|seat| (i64::from(outcome.place(seat)), i64::from(outcome.score(seat)))).collect();
            let same = mine == told;
            world.hold(About::Ending, same, || {
                format!("INV-END-18: {:?}: the model {mine:?}, the game {told:?}", position["ending"])
            });
            *report.endings.entry(position["ending"].as_str().unwrap_or_default().into()).or_default() += 1;
        }
        if !world.disagreements.is_empty() {
            let told = |(from, seat, action): &(usize, Seat, Action)| {
                let events: Vec<String> = heard[*from..].iter().take(8).map(Value::to_string).collect();
                format!("# {seat} {}: {}", rules.write(action), events.join(" "))
            };
            let said: Vec<String> = deeds[deeds.len().saturating_sub(6)..].iter().map(told).collect();
            let said = said.join("\n    ");
            let changed: Map<String, Value> = written
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(key, value)| serde_json::to_value(Options::default()).expect("data")[key.as_str()] != **value)
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            for (about, text) in world.disagreements.drain(..) {
                let text = format!("{text}\n  game {game} step {step}: {}\n    {said}", Value::from(changed.clone()));
                report.disagreements.entry(about).or_default().push(text);
            }
            break;
        }
        let Some(seat) = next else { break };
        let action = choose(&rules, &state, seat, &mut whims, &mut list, building(game));
        deeds.push((heard.len(), seat, action));
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("a listed action");
        report.steps += 1;
    }
    for (about, count) in world.checked {
        *report.checked.entry(about).or_default() += count;
    }
    report.games += 1;
}

/// What may be chosen at a fee and at a purchase. (INV-FORCE-8, INV-BUY-6)
fn choices(world: &mut World, seat: Seat, list: &[Action]) {
    let frame = world.frame.clone();
    let seat = seat.index();
    let id = frame["business"].as_str().and_then(|id| id[1..].parse::<usize>().ok()).map(|number| number - 1);
    let Some(business) = id else { return };
    let cash = world.players[seat].cash;
    let affords = cash >= world.price(business);
    let what = frame["what"].as_str().unwrap_or_default();
    if (what == "debt" && frame["kind"] == "fee") || what == "force" {
        let right = world.may_force(business, seat) && affords;
        let offered = list.contains(&Action::Force);
        world.hold(About::Forced, right == offered, || {
            format!("INV-FORCE-8: forced trade of b{:02} by seat {}: the model says {right}", business + 1, seat + 1)
        });
    }
    if what == "buy" {
        let offered = list.contains(&Action::Buy);
        let half = world.players[seat].armed.contains("half_price") && cash >= content::part(world.price(business), 1, 2);
        world.hold(About::Prices, offered == (affords || half), || {
            format!("INV-BUY-6: b{:02} by seat {} with {cash}: the model says {affords}", business + 1, seat + 1)
        });
    }
}

fn play_all() -> Report {
    let content = Content::read();
    let mut report = Report::default();
    let count = |name: &str| std::env::var(name).ok().and_then(|count| count.parse::<u64>().ok());
    let first = count("FIRST").unwrap_or(0);
    for game in first..first + count("GAMES").unwrap_or(170) {
        play(&content, game, &mut report);
    }
    println!("{} games, {} steps, endings {:?}", report.games, report.steps, report.endings);
    println!("checked {:?}", report.checked);
    println!("told {:?}", report.told);
    for (about, list) in &report.disagreements {
        println!("== {about:?}: {}\n{}", list.len(), list.iter().take(3).cloned().collect::<Vec<_>>().join("\n"));
    }
    report
}

/// Covers INV-FEE-1 to INV-FEE-8, INV-FEE-11, INV-KIND-3 to INV-KIND-6, INV-GLOB-3, INV-GLOB-12, INV-GLOB-24 to INV-GLOB-26, INV-GFX-2 to INV-GFX-4,
/// INV-SINGLE-6, INV-SINGLE-7, INV-TERM-7, INV-TERM-8.
#[test]
fn every_fee_is_what_the_deed_and_the_economy_say() {
    REPORT.agrees(&[About::Fees], 8_000);
    REPORT.has_heard(&["no_fee", "fee_waived", "refused"]);
}

/// Covers INV-FORCE-5, INV-FORCE-8, INV-FORCE-9, INV-FORCE-12, INV-FORCE-14, INV-FORCE-16, INV-GFX-16.
#[test]
fn a_trade_can_be_forced_exactly_where_the_counts_allow_it() {
    REPORT.agrees(&[About::Forced], 1_500);
    REPORT.has_heard(&["forced_trade", "force_refused"]);
}

/// Covers INV-BUY-1, INV-BUY-3, INV-BUY-6, INV-INVEST-1 to INV-INVEST-5, INV-INVEST-7, INV-MONO-1, INV-MONO-2, INV-SELL-1, INV-SELL-2,
/// INV-SELL-8 to INV-SELL-11, INV-TRADE-1, INV-TRADE-10, INV-BCARD-1, INV-BCARD-4, INV-LOT-4, INV-LOT-5, INV-SINGLE-4, INV-PFX-33, INV-GFX-5 to
/// INV-GFX-7.
#[test]
fn whatever_is_bought_and_sold_has_its_price() {
    REPORT.agrees(&[About::Prices], 30_000);
    REPORT.has_heard(&["bought", "sold", "invested", "upgrade_sold", "bank_card_sold", "shortcut_sold", "lottery_paid", "dealt"]);
}

/// Covers INV-LOAN-1, INV-LOAN-3, INV-LOAN-5 to INV-LOAN-10, INV-LOAN-13, INV-LOAN-15 to INV-LOAN-17, INV-FORCE-13, INV-GFX-9, INV-GFX-10.
#[test]
fn every_loan_costs_its_interest_and_ends_with_the_third_lap() {
    REPORT.agrees(&[About::Loans], 10_000);
    REPORT.has_heard(&["mortgaged", "loan_paid", "pledge_lost", "loan_refused", "repaid"]);
}

/// Covers INV-TAX-6 to INV-TAX-8, INV-TAX-11, INV-TAX-13, INV-SINGLE-13, INV-GFX-11.
#[test]
fn taxes_are_those_of_the_tile_and_cards_go_back_when_it_is_passed() {
    REPORT.agrees(&[About::Taxes], 5_000);
    REPORT.has_heard(&["taxed", "tax_card_returned"]);
}

/// Covers INV-FEE-9, INV-JAIL-6 to INV-JAIL-9, INV-JAIL-11, INV-DEBT-6, INV-DEBT-7.
#[test]
fn a_refusal_costs_its_fine_and_only_the_insolvent_are_bankrupt() {
    REPORT.agrees(&[About::Fines], 500);
    REPORT.has_heard(&["jailed", "expelled", "bankrupt", "out"]);
}

/// Covers INV-LOT-2, INV-LOT-3, INV-CASINO-3, INV-CASINO-4, INV-CASINO-7, INV-CASINO-8, INV-GLOB-18, INV-GFX-12, INV-BANK-4, INV-REPEAT-1,
/// INV-REPEAT-2, INV-REPEAT-4, INV-FORT-15.
#[test]
fn dice_decide_bets_lotteries_and_cards_as_printed() {
    REPORT.agrees(&[About::Chance], 2_000);
    REPORT.has_heard(&["bet", "lottery_rolled", "repeat_rolled", "fortune_rolled"]);
}

/// Covers INV-PFX-1 to INV-PFX-17, INV-FX-7, INV-FORT-11, INV-FORT-12, INV-KEEP-2, INV-KEEP-4, INV-KEEP-5, INV-HIDDEN-10, INV-HIDDEN-13, INV-GFX-1,
/// INV-SHORT-7.
#[test]
fn cards_move_the_money_they_name_and_are_kept_as_long_as_they_say() {
    REPORT.agrees(&[About::Cards], 100_000);
    REPORT.has_heard(&["received", "card_kept", "kept_expired", "kept_at_work", "armed", "armed_lapsed", "card_cancelled"]);
}

/// Covers INV-INVAR-1, INV-INVAR-2, INV-COMP-1, INV-COMP-3, INV-SETUP-7, INV-SETUP-8, INV-BUST-2, INV-BUST-3.
#[test]
fn money_only_changes_hands() {
    REPORT.agrees(&[About::Money], 100_000);
    REPORT.has_heard(&["bank_stood_in", "auctioned"]);
}

/// Covers INV-INVAR-3 to INV-INVAR-10, INV-COMP-4, INV-LOT-1, INV-LOT-9 to INV-LOT-11, INV-SHORT-4, INV-TRADE-11, INV-OPT-6.
#[test]
fn every_deed_card_and_token_is_in_one_place() {
    REPORT.agrees(&[About::Things], 100_000);
    REPORT.has_heard(&["lottery_won", "shortcut_drawn", "shortcuts_lost", "monopolised"]);
}

/// Covers INV-ROLL-1 to INV-ROLL-5, INV-ROLL-7, INV-MOVE-1 to INV-MOVE-3, INV-MOVE-5, INV-MOVE-7, INV-SFX-1 to INV-SFX-13, INV-PFX-18 to INV-PFX-25,
/// INV-SHORT-14, INV-GFX-13, INV-JAIL-3.
#[test]
fn every_piece_goes_where_dice_and_cards_send_it() {
    REPORT.agrees(&[About::Moving], 100_000);
    REPORT.has_heard(&["moved", "jumped", "rolled_again", "picked", "halved", "drove", "shortcut_played", "named"]);
}

/// Covers INV-LAP-1 to INV-LAP-9, INV-BANK-2, INV-MOVE-8, INV-SINGLE-11, INV-GFX-8.
#[test]
fn a_lap_pays_exactly_when_the_first_bank_tile_is_entered_forward() {
    REPORT.agrees(&[About::Laps], 100_000);
    REPORT.has_heard(&["subsidised"]);
}

/// Covers INV-TERM-1, INV-ORDER-1 to INV-ORDER-5, INV-TURN-10, INV-TURN-13, INV-JAIL-6, INV-TAX-3, INV-TAX-4, INV-BCARD-2.
#[test]
fn slots_come_in_order_and_are_skipped_for_a_reason() {
    REPORT.agrees(&[About::Slots], 100_000);
    REPORT.has_heard(&["skipped", "order_rolled", "will_miss"]);
}

/// Covers INV-GLOB-4, INV-GLOB-8 to INV-GLOB-11, INV-GLOB-14, INV-GLOB-27, INV-FX-6.
#[test]
fn the_economy_lasts_as_many_slots_of_its_drawer_as_it_has_tokens() {
    REPORT.agrees(&[About::Global], 50_000);
    REPORT.has_heard(&["global_drawn", "token_removed", "tokens_set", "global_expired"]);
}

/// Covers INV-WEALTH-1 to INV-WEALTH-6, INV-END-2, INV-END-7, INV-END-11, INV-END-18, INV-SOLO-3, INV-SOLO-4.
#[test]
fn the_places_at_the_end_follow_from_what_everybody_holds() {
    REPORT.agrees(&[About::Ending], 150);
    let (games, endings) = (REPORT.games, &REPORT.endings);
    assert!(games >= 150 && endings.values().sum::<usize>() == games, "{endings:?}");
    for ending in ["rounds", "last_player", "bank_cards", "agreement", "solo_out"] {
        assert!(endings.contains_key(ending), "no game ended by {ending}: {endings:?}");
    }
}
