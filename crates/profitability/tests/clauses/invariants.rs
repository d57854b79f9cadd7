//! The invariants, over random games with mixed settings and on positions that break them. (PRF-INV)

use crate::common::{
    COLOURS, ProfitabilityTable, Table, but, four, placed, random_game, road, seat, store, trend, truck, try_placed,
};
use kernel::{Luck, Notation, Rules, Seeded};
use profitability::{Colour, Event, Position, ProfitabilityRules};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

/// A random game, as it was played.
struct Played {
    settings: Value,
    rules: ProfitabilityRules,
    steps: Vec<Step>,
}

/// A decision.
struct Step {
    before: Position,
    action: String,
    after: Position,
    events: Vec<Event>,
}

/// Games under settings of all kinds.
fn games() -> &'static [Played] {
    static GAMES: OnceLock<Vec<Played>> = OnceLock::new();
    GAMES.get_or_init(|| (0..24).map(play).collect())
}

fn play(seed: u64) -> Played {
    let mut luck = Seeded::nth(3, seed);
    let mut pick = |values: &[&str]| values[luck.below(values.len())].to_owned();
    let mut settings = json!({
        "mode": pick(&["individual", "team"]),
        "target": pick(&["35000", "50000"]),
        "goods_layout": pick(&["random", "matching"]),
        "colours": pick(&["joined", "random"]),
        "truck_capacity": pick(&["4", "2", "3", "6", "12", "unlimited"]),
        "truck_blocking": pick(&["pass", "block"]),
        "sequence": pick(&["flowing", "single"]),
        "take_back": pick(&["none", "none", "until_departure"]),
        "tile_rotation": pick(&["on", "off"]),
    });
    settings["matches"] = json!(1 + seed % 2);
    if settings["mode"] == "individual" {
        settings["players"] = json!(2 + seed % 3);
    }
    if seed.is_multiple_of(3) {
        settings["storage_large"] = json!(4 + seed % 4);
        settings["storage_small"] = json!(2 + seed % 5);
    }
    let rules = crate::common::rules(settings.clone());
    let mut steps = Vec::new();
    let mut last = None;
    random_game(&rules, seed, 900, |before, action, after, events| {
        let before = last.take().unwrap_or_else(|| rules.position(before));
        let position = rules.position(after);
        last = Some(position.clone());
        steps.push(Step { before, action: action.to_owned(), after: position, events: events.to_vec() });
    });
    Played { settings, rules, steps }
}

fn each_step(mut look: impl FnMut(&Played, &Step)) {
    for game in games() {
        game.steps.iter().for_each(|step| look(game, step));
    }
}

fn number(game: &Played, key: &str) -> Option<u64> {
    game.settings[key].as_u64()
}

/// A match went on between the two: no new one was set up.
fn same_match(step: &Step) -> bool {
    step.before.number == step.after.number
}

fn acting(position: &Position) -> bool {
    position.step.as_deref() == Some("acting")
}

/// The colour of the player in turn.
fn mover(position: &Position) -> Colour {
    position.colours.as_ref().unwrap()[position.turn.unwrap().index()]
}

/// How many goods of each colour there are on spaces and trucks.
fn goods(position: &Position) -> [usize; 4] {
    let stored = position.stores.values().flat_map(|store| store.values().flatten());
    let loaded = position.trucks.values().flat_map(|truck| truck.goods.iter().flatten());
    let mut counts = [0; 4];
    stored.chain(loaded).for_each(|good| counts[good.index()] += 1);
    counts
}

/// A table at [`road`] with some changes and settings, or the clause by which it is refused.
#[track_caller]
fn refused_at(settings: Value, changes: Value) -> &'static str {
    try_placed(settings, road(changes)).err().expect("this position is impossible").clause
}

#[track_caller]
fn refused(changes: Value) -> &'static str {
    refused_at(json!({}), changes)
}

/// The clause by which a step between two possible positions is refused.
#[track_caller]
fn refused_step_at(settings: Value, before: Value, after: Value) -> &'static str {
    let before = placed(settings.clone(), road(before));
    let after = placed(settings, road(after));
    before.rules.check_step(&before.state, &after.state).expect_err("this step is impossible").clause
}

#[track_caller]
fn refused_step(before: Value, after: Value) -> &'static str {
    refused_step_at(json!({}), before, after)
}

/// All warehouses of the reference set-up with the goods of [`road`], written out, with some of them otherwise.
fn stores_but(changes: &[(&str, &str)]) -> Value {
    let mut stores = json!({
        "LargeRed": store("RRB|BB|YY|GG"), "LargeBlue": store("RR|BBY|YY|GG"), "LargeYellow": store("RR|BB|YYG|GG"),
        "LargeGreen": store("RR|BB|YY|RGG"), "SmallRed": store("Y|||"), "SmallBlue": store("|G||"),
        "SmallYellow": store("||R|"), "SmallGreen": store("|||B"),
    });
    for (warehouse, goods) in changes {
        stores[*warehouse] = store(goods);
    }
    stores
}

#[test]
fn the_random_games_are_worth_looking_at() {
    let kinds: BTreeMap<String, usize> = games().iter().flat_map(|game| &game.steps).fold(BTreeMap::new(), |mut kinds, step| {
        for event in &step.events {
            *kinds.entry(serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        kinds
    });
    println!("{kinds:?}");
    for kind in ["price_moved", "marker_turned", "marker_moved", "joker", "declined", "drove", "unloaded", "loaded", "took_back"]
    {
        assert!(kinds[kind] > 20, "{kind}: {kinds:?}");
    }
    assert!(games().iter().flat_map(|game| &game.steps).filter(|step| step.action.contains(" via ")).count() > 20);
}

#[test]
fn prf_inv_1_44_normal_goods_eleven_of_each_colour() {
    each_step(|game, step| {
        let players = game.rules.players();
        let now = goods(&step.after);
        // With fewer players what was on the unused trucks is removed.
        assert_eq!(now.iter().sum::<usize>(), 40 + players);
        assert!(now.iter().all(|count| *count <= 11 && *count + 4 - players >= 11));
        assert!(!same_match(step) || goods(&step.before) == now);
    });
}

#[test]
fn prf_inv_1_is_checked() {
    assert!(try_placed(json!({}), road(json!({"stores": stores_but(&[])}))).is_ok());
    // A good too many, one too few, and one of another colour.
    assert_eq!(refused(json!({"stores": stores_but(&[("SmallRed", "YR|||")])})), "PRF-INV-1");
    assert_eq!(refused(json!({"stores": stores_but(&[("SmallRed", "|||")])})), "PRF-INV-1");
    assert_eq!(refused(json!({"stores": stores_but(&[("SmallRed", "R|||")])})), "PRF-INV-1");
    // More goods on trucks than there are.
    let settings = json!({"truck_capacity": "unlimited"});
    let reds = "R".repeat(12);
    assert_eq!(refused_at(settings, json!({"trucks": {"red": truck("N2", &reds)}})), "PRF-INV-1");
    // A state that lost a good.
    let mut table = placed(json!({}), road(json!({})));
    table.state.stores[0] = Default::default();
    assert_eq!(table.rules.check(&table.state).unwrap_err().clause, "PRF-INV-1");
}

#[test]
fn prf_inv_2_a_damaged_good_is_on_its_truck_or_out_of_play_for_good() {
    let mut scrapped = 0;
    each_step(|_, step| {
        if !same_match(step) {
            return;
        }
        for (colour, truck) in &step.after.trucks {
            let before = &step.before.trucks[colour];
            let (was, is) = (before.damaged != Some(false), truck.damaged != Some(false));
            assert!(was || !is || step.action == "back", "it never comes back");
            assert!(is == truck.scrapped.is_none(), "either or");
            assert!(was == is || *colour == mover(&step.before), "only by its own player");
            scrapped += usize::from(was && !is);
            if was && !is {
                assert_eq!((step.action.as_str(), &truck.scrapped), ("unload damaged", &before.at));
            }
        }
    });
    assert!(scrapped > 10, "{scrapped}");
}

#[test]
fn prf_inv_2_is_checked() {
    let red = but(truck("N2", "dG"), json!({"scrapped": "SmallRed"}));
    assert_eq!(refused(json!({"trucks": {"red": red}})), "PRF-INV-2");
    // It comes back onto the truck, wanders, or vanishes from another's truck.
    let gone = |warehouse: &str| json!({"profits": {"red": 5000}, "trucks": {"red": but(truck("LargeRed", "G"), json!({"scrapped": warehouse}))}});
    let kept = json!({"profits": {"red": 5000}, "trucks": {"red": truck("LargeRed", "dG")}});
    assert_eq!(refused_step(gone("LargeRed"), kept.clone()), "PRF-INV-2");
    assert_eq!(refused_step(gone("LargeRed"), gone("SmallRed")), "PRF-INV-2");
    let other = json!({"trucks": {"blue": but(truck("E2", "R"), json!({"scrapped": "SmallBlue"}))}});
    refused_step(json!({}), other);
    // While unloading it is a step.
    let before = placed(json!({}), road(kept));
    let mut after = before.clone();
    after.play("unload damaged", &[]);
    assert_eq!(before.rules.check_step(&before.state, &after.state), Ok(()));
}

#[test]
fn prf_inv_3_eight_markers_on_eight_spaces_of_ten() {
    each_step(|_, step| {
        let line = step.after.trend.as_ref().unwrap();
        assert!(line.keys().all(|space| (2..=12).contains(space) && *space != 7));
        if step.after.step.as_deref() == Some("marking") {
            return;
        }
        assert_eq!(line.len(), 8);
        for colour in COLOURS {
            assert_eq!(line.values().filter(|marker| marker.starts_with(colour)).count(), 2);
        }
    });
}

#[test]
fn prf_inv_3_is_checked() {
    for (line, clause) in [
        ("2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+", "PRF-INV-3"),
        ("2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11G+", "PRF-INV-3"),
        ("2R+ 3R- 4R+ 5B- 6Y+ 8Y- 9G+ 10G-", "PRF-INV-3"),
        ("2R+ 3R- 4B+ 5B- 7Y+ 8Y- 9G+ 10G-", "PRF-TREND-8"),
    ] {
        assert_eq!(refused(json!({"trend": trend(line)})), clause, "{line}");
    }
}

/// Which prices changed, and by how much.
fn moved(step: &Step) -> Vec<i32> {
    let change = |colour: &Colour| step.after.prices[colour] - step.before.prices[colour];
    step.before.prices.keys().map(change).filter(|change| *change != 0).collect()
}

#[test]
fn prf_inv_4_prices_stay_on_the_area_and_move_by_one_square() {
    each_step(|_, step| {
        assert!(step.after.prices.len() == 4);
        assert!(step.after.prices.values().all(|price| (0..=3000).contains(price) && price % 500 == 0));
        if same_match(step) {
            let moved = moved(step);
            assert!(moved.len() <= 1 && moved.iter().all(|change| change.abs() == 500), "{moved:?}");
        }
    });
}

#[test]
fn prf_inv_4_is_checked() {
    for price in [-500, 250, 3500, 1499] {
        assert_eq!(refused(json!({"prices": {"red": price}})), "PRF-INV-4");
    }
    let end = |prices: [i64; 4]| json!({"turn": 2, "prices": four(prices)});
    assert_eq!(refused_step(json!({}), end([2000, 2000, 1500, 1500])), "PRF-INV-4");
    assert_eq!(refused_step(json!({}), end([2500, 1500, 1500, 1500])), "PRF-INV-4");
    let mut table = placed(json!({}), road(json!({})));
    table.state.prices[2] = 7;
    assert_eq!(table.rules.check(&table.state).unwrap_err().clause, "PRF-INV-4");
}

#[test]
fn prf_inv_5_exactly_one_thing_happens_in_a_trend_step() {
    let mut steps = 0;
    each_step(|_, step| {
        let rolls = step.events.iter().filter(|event| matches!(event, Event::Rolled { .. })).count();
        let count = |wanted: fn(&Event) -> bool| step.events.iter().filter(|event| wanted(event)).count();
        let things = count(|event| matches!(event, Event::PriceMoved { .. }))
            + count(|event| matches!(event, Event::MarkerTurned { .. }))
            + count(|event| matches!(event, Event::MarkerMoved { .. }))
            + count(|event| matches!(event, Event::Joker { .. }));
        let waits = usize::from(step.after.step.as_deref() == Some("filling"));
        if rolls == 1 {
            steps += 1;
            assert_eq!(things + waits, 1, "{:?}", step.events);
        } else {
            assert!(rolls == 0 && things <= 1);
        }
        if step.action.starts_with("fill") {
            assert_eq!((count(|event| matches!(event, Event::MarkerMoved { .. })), things), (1, 1));
            assert!(moved(step).is_empty());
        }
    });
    assert!(steps > 1_000, "{steps}");
}

#[test]
fn prf_inv_5_is_checked() {
    // A price moves and a marker turns; two markers turn; two change place.
    let line = |line: &str| json!({"turn": 2, "trend": trend(line)});
    let both = but(line("2R- 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"), json!({"prices": {"red": 2000}}));
    assert_eq!(refused_step(json!({}), both), "PRF-INV-5");
    assert_eq!(refused_step(json!({}), line("2R- 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-")), "PRF-INV-5");
    assert_eq!(refused_step(json!({}), line("4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11R+ 12R-")), "PRF-INV-5");
}

#[test]
fn prf_inv_6_a_total_is_the_sum_of_what_was_earned_less_the_costs() {
    for game in games() {
        let mut sums = BTreeMap::<Colour, i32>::new();
        for step in &game.steps {
            if !same_match(step) {
                sums.clear();
                continue;
            }
            let team = game.settings["mode"] == "team";
            let change = step.events.iter().find_map(|event| match event {
                Event::Unloaded { profit, good, extra, damaged, warehouse, .. } => {
                    // Worked out by hand.
                    let colour = mover(&step.before);
                    let own = warehouse.to_lowercase().ends_with(&colour.to_string());
                    let expected = match good {
                        Some(good) => step.before.prices[good] + if own && *good == colour { 1000 } else { 0 },
                        None if own => -2000,
                        None => -3000,
                    };
                    assert_eq!((*profit, *damaged), (expected, good.is_none()));
                    assert_eq!(*extra, if own && *good == Some(colour) { 1000 } else { 0 });
                    Some(*profit)
                }
                _ => None,
            });
            let colour = mover(&step.before);
            if let Some(change) = change {
                *sums.entry(colour).or_default() += change;
                if team {
                    *sums.entry(colour.partner()).or_default() += change;
                }
            } else if step.action == "back" {
                for colour in [Some(colour), team.then(|| colour.partner())].into_iter().flatten() {
                    sums.insert(colour, step.after.profits.get(&colour).copied().unwrap_or(0));
                }
            }
            for (colour, profit) in &step.after.profits {
                assert!(*profit >= 0);
                assert_eq!(*profit, sums.get(colour).copied().unwrap_or(0), "{colour} after {}", step.action);
            }
        }
    }
}

/// From the most that can be placed a game goes on, to where no position could be placed any more.
fn goes_on(mut table: Table, action: &str) -> Table {
    let action = table.rules.read(action).expect("an action");
    let seat = table.seat();
    table.rules.apply(&mut table.state, seat, &action, &mut Seeded::new(1), &mut table.events).expect("a legal action");
    table.rules.check(&table.state).expect("a sound state");
    table
}

#[test]
fn prf_inv_6_is_checked() {
    assert_eq!(refused(json!({"profits": {"blue": -500}})), "PRF-INV-6");
    // More than leaves room to go on.
    assert_eq!(refused(json!({"profits": {"blue": 99_999_999}})), "PRF-INV-6");
    assert_eq!(refused(json!({"series": {"totals": {"blue": 99_999_999}}})), "PRF-INV-6");
    let rich = json!({
        "match": 2, "lap": 500, "turn": 3, "closing": 2, "profits": {"red": 10_000_000}, "trucks": {"yellow": truck("LargeGreen", "dG")},
        "series": but(two_teams(), json!({"totals": four([10_000_000, 50_000, 10_000_000, 50_000])})),
    });
    goes_on(placed(json!({"mode": "team", "matches": 2}), road(rich)), "unload green");
    // More than can have been earned with the points left after driving to this place: E2 is two steps away, and with the other
    // four two goods were unloaded and one loaded, for at most 4,000 EUR each.
    for (lap, points, colour, most) in
        [(2, 6, "blue", 8_000), (3, 6, "blue", 20_000), (2, 5, "red", 8_000), (2, 4, "red", 12_000)]
    {
        let sound = |profit: u32| try_placed(json!({}), road(json!({"lap": lap, "points": points, "profits": {colour: profit}})));
        assert!(sound(most).is_ok(), "{lap} {points}");
        assert_eq!(sound(most + 500).err().map(|refusal| refusal.clause), Some("PRF-INV-6"), "{lap} {points}");
    }
    // Money from nothing, for the player in turn or another.
    assert_eq!(refused_step(json!({}), json!({"profits": {"red": 500}})), "PRF-INV-6");
    assert_eq!(refused_step(json!({}), json!({"profits": {"blue": 500}})), "PRF-INV-6");
    // A good is unloaded for too much or too little.
    let before = json!({"stores": stores_but(&[]), "trucks": {"red": truck("LargeGreen", "dG")}});
    for profit in [1000, 2500, 0] {
        let after = json!({
            "points": 5, "stores": stores_but(&[("LargeGreen", "RRG|BB|YY|RGG")]), "profits": {"red": profit}, "trucks": {"red": truck("LargeGreen", "d")},
        });
        assert_eq!(refused_step(before.clone(), after), "PRF-INV-6");
    }
}

#[test]
fn prf_inv_7_every_truck_is_at_one_place_with_room() {
    each_step(|game, step| {
        assert_eq!(step.after.trucks.len(), game.rules.players());
        let mut places = BTreeMap::<&str, usize>::new();
        step.after.trucks.values().for_each(|truck| *places.entry(truck.at.as_deref().unwrap()).or_default() += 1);
        for (place, trucks) in places {
            assert!(trucks <= if place.starts_with("Large") { 2 } else { 1 }, "{trucks} on {place}");
        }
    });
}

#[test]
fn prf_inv_7_is_checked() {
    let at = |red: &str, blue: &str, yellow: &str| json!({"trucks": {"red": truck(red, "d"), "blue": truck(blue, "d"), "yellow": truck(yellow, "d")}});
    for (red, blue, yellow) in
        [("N3", "N3", "S2"), ("SW.c", "E2", "SW.c"), ("SmallRed", "SmallRed", "S2"), ("LargeBlue", "LargeBlue", "LargeBlue")]
    {
        assert_eq!(refused(at(red, blue, yellow)), "PRF-INV-7", "{red} {blue} {yellow}");
    }
    assert!(try_placed(json!({}), road(at("LargeBlue", "LargeBlue", "S2"))).is_ok());
    let mut table = placed(json!({}), road(json!({})));
    table.state.trucks[1].at = table.state.trucks[0].at;
    assert_eq!(table.rules.check(&table.state).unwrap_err().clause, "PRF-INV-7");
    table.state.trucks[1].at = None;
    assert!(table.rules.check(&table.state).is_err());
}

#[test]
fn prf_inv_8_trucks_and_spaces_hold_what_they_may() {
    let mut full = 0;
    each_step(|game, step| {
        let capacity = game.settings["truck_capacity"].as_str().unwrap().parse().unwrap_or(usize::MAX);
        for truck in step.after.trucks.values() {
            let load = truck.goods.as_ref().unwrap().len() + usize::from(truck.damaged != Some(false));
            assert!(load <= capacity);
            full += usize::from(load == capacity);
        }
        for (warehouse, spaces) in &step.after.stores {
            let limit = number(game, if warehouse.starts_with("Large") { "storage_large" } else { "storage_small" });
            for goods in spaces.values() {
                assert!(limit.is_none_or(|limit| goods.len() as u64 <= limit), "{warehouse}");
            }
        }
    });
    assert!(full > 100, "{full}");
}

#[test]
fn prf_inv_8_is_checked() {
    assert_eq!(refused(json!({"trucks": {"red": truck("N2", "dRBYG")}})), "PRF-INV-8");
    assert_eq!(refused(json!({"trucks": {"red": truck("N2", "RRBYG")}})), "PRF-INV-8");
    assert_eq!(refused_at(json!({"truck_capacity": "2"}), json!({"trucks": {"red": truck("N2", "dRB")}})), "PRF-INV-8");
    let limits = json!({"storage_large": 3, "storage_small": 1});
    assert!(try_placed(limits.clone(), road(json!({"stores": stores_but(&[])}))).is_ok());
    let small = stores_but(&[("SmallRed", "YB|||"), ("LargeRed", "RR|BB|YY|GG")]);
    assert_eq!(refused_at(limits.clone(), json!({"stores": small})), "PRF-INV-8");
    let large = stores_but(&[("LargeRed", "RRBY|BB|YY|GG"), ("SmallRed", "|||")]);
    assert_eq!(refused_at(limits, json!({"stores": large})), "PRF-INV-8");
}

#[test]
fn prf_inv_9_points_left_steps_driven_and_goods_moved_make_the_action_value() {
    for game in games() {
        let mut spent = 0;
        for step in &game.steps {
            if !acting(&step.before) {
                assert!(step.events.iter().all(|event| !matches!(event, Event::Drove { .. } | Event::Unloaded { .. })));
                spent = 0;
            }
            for event in &step.events {
                match event {
                    Event::Drove { price, path, .. } => {
                        assert_eq!(path.len(), usize::from(*price) + 1);
                        spent += price;
                    }
                    Event::Unloaded { .. } | Event::Loaded { .. } => spent += 1,
                    Event::TookBack { .. } => spent -= 1,
                    Event::TurnEnded { unused, .. } => {
                        let [one, other] = step.before.dice.unwrap();
                        assert_eq!(spent + unused, one.max(other));
                        spent = 0;
                    }
                    _ => {}
                }
            }
            if acting(&step.after) {
                let [one, other] = step.after.dice.unwrap();
                assert!(one.max(other) <= 6);
                assert_eq!(spent + step.after.points.unwrap(), one.max(other), "after {}", step.action);
            }
        }
    }
}

#[test]
fn prf_inv_9_is_checked() {
    assert_eq!(refused(json!({"points": 7})), "PRF-INV-9");
    assert_eq!(refused(json!({"dice": [2, 3], "points": 4})), "PRF-INV-9");
    assert!(try_placed(json!({}), road(json!({"dice": [2, 3], "points": 3}))).is_ok());
    assert!(try_placed(json!({}), road(json!({"dice": [0, 3]}))).is_err());
    assert!(try_placed(json!({}), road(json!({"dice": [7, 3]}))).is_err());
    // Points come back, or vanish without being used, or a drive is free.
    assert_eq!(refused_step(json!({"points": 3}), json!({"points": 4})), "PRF-INV-9");
    assert_eq!(refused_step(json!({"points": 3}), json!({"points": 2})), "PRF-INV-9");
    for points in [5, 6] {
        let after = json!({"points": points, "trucks": {"red": truck("NW.c", "dG")}});
        assert_eq!(refused_step(json!({}), after), "PRF-INV-9", "two dots for {} points", 6 - points);
    }
}

#[test]
fn prf_inv_10_a_parked_truck_visited_its_warehouse_last_and_its_stage_never_goes_back() {
    let mut turned = 0;
    each_step(|_, step| {
        for (colour, truck) in &step.after.trucks {
            let at = truck.at.as_deref().unwrap();
            let parked = at.starts_with("Small") || at.starts_with("Large");
            if parked {
                assert_eq!(truck.last.as_deref(), Some(at));
            }
            assert_eq!(truck.stage.is_some(), parked);
            let before = &step.before.trucks[colour];
            if same_match(step) && before.at == truck.at && before.stage != truck.stage {
                turned += 1;
                let forward = (before.stage.as_deref(), truck.stage.as_deref()) == (Some("unload"), Some("load"));
                assert!(forward && step.action.starts_with("load") || step.action == "back", "{}", step.action);
            }
        }
    });
    assert!(turned > 50, "{turned}");
}

#[test]
fn prf_inv_10_is_checked() {
    let red = but(truck("LargeGreen", "d"), json!({"last": "SmallRed"}));
    assert_eq!(refused(json!({"trucks": {"red": red}})), "PRF-INV-10");
    let stage = |stage: &str| json!({"trucks": {"red": but(truck("LargeGreen", "dG"), json!({"stage": stage}))}});
    assert_eq!(refused_step(stage("load"), stage("unload")), "PRF-INV-10");
}

#[test]
fn prf_inv_11_goods_go_from_trucks_into_own_spaces_and_from_other_spaces_onto_trucks() {
    let (mut gains, mut losses) = (0, 0);
    each_step(|_, step| {
        if !same_match(step) || step.action == "back" {
            return;
        }
        let colour = mover(&step.before);
        for (warehouse, spaces) in &step.after.stores {
            for space in spaces.keys().chain(step.before.stores[warehouse].keys()).collect::<BTreeSet<_>>() {
                let count = |position: &Position| position.stores[warehouse].get(space).map_or(0, Vec::len);
                let (before, after) = (count(&step.before), count(&step.after));
                if after > before {
                    gains += 1;
                    assert!(*space == colour && after == before + 1, "{colour} put a good into the {space} space");
                    assert!(step.action.starts_with("unload "));
                }
                if after < before {
                    losses += 1;
                    assert!(*space != colour && after + 1 == before, "{colour} took a good from the {space} space");
                    assert!(step.action.starts_with("load "));
                }
                if after != before {
                    assert_eq!(step.before.trucks[&colour].at.as_deref(), Some(warehouse.as_str()), "where the truck is");
                }
            }
        }
        // Nobody else's truck changes.
        for (other, truck) in step.after.trucks.iter().filter(|(other, _)| **other != colour) {
            assert_eq!((&truck.goods, &truck.at), (&step.before.trucks[other].goods, &step.before.trucks[other].at));
        }
    });
    assert!(gains > 500 && losses > 500, "{gains} {losses}");
}

#[test]
fn prf_inv_11_is_checked() {
    // Red gains from the red space; a good goes into the blue space; blue's truck changes in red's turn.
    let at = |points: u8, goods: &str, load: &str| json!({"points": points, "stores": stores_but(&[("LargeGreen", goods)]), "trucks": {"red": but(truck("LargeGreen", load), json!({"stage": "load"}))}});
    let before = at(6, "RR|BB|YY|RGG", "dG");
    assert_eq!(refused_step(before.clone(), at(5, "R|BB|YY|RGG", "dGR")), "PRF-INV-11");
    assert_eq!(refused_step(before.clone(), at(5, "RR|BBG|YY|RGG", "d")), "PRF-INV-11");
    let other = json!({"stores": stores_but(&[("LargeGreen", "RR|BB|YY|GG")]), "trucks": {"red": but(truck("LargeGreen", "dG"), json!({"stage": "load"})), "blue": truck("E2", "dRR")}});
    assert_eq!(refused_step(before.clone(), other), "PRF-INV-11");
    // While loading from the blue space is a step.
    let before = placed(json!({}), road(before));
    let mut after = before.clone();
    after.play("load blue blue", &[]);
    assert_eq!(before.rules.check_step(&before.state, &after.state), Ok(()));
}

#[test]
fn prf_inv_12_after_the_end_began_each_other_player_has_one_turn_and_the_places_are_strict() {
    // Greedy players come to an end.
    for seed in 0..12 {
        let players = 2 + seed as usize % 3;
        let matches = 1 + seed as usize % 2;
        let rules = crate::common::rules(json!({"players": players, "matches": matches}));
        let mut events = Vec::new();
        let state = crate::common::play_out(&rules, &mut Seeded::new(seed), &mut events);
        let mut closing: Option<Vec<usize>> = None;
        let mut ended = 0;
        for event in &events {
            match event {
                Event::TargetReached { .. } => {
                    assert!(closing.is_none(), "the end begins once");
                    closing = Some(Vec::new());
                }
                Event::Rolled { seat, .. } => closing.iter_mut().for_each(|turns| turns.push(seat.index())),
                Event::MatchEnded { places, profits, .. } => {
                    let turns = closing.take().expect("the end had begun");
                    assert_eq!((turns.len(), turns.iter().collect::<BTreeSet<_>>().len()), (players - 1, players - 1));
                    let mut sorted = places.clone();
                    sorted.sort_unstable();
                    assert_eq!(sorted, (1..=players as u8).collect::<Vec<_>>());
                    for (one, place) in places.iter().enumerate() {
                        assert!((0..players).all(|other| places[other] <= *place || profits[other] <= profits[one]));
                    }
                    ended += 1;
                }
                _ => {}
            }
        }
        assert_eq!(ended, matches);
        assert!(rules.turn(&state).is_over());
    }
}

#[test]
fn prf_inv_12_is_checked() {
    let profits = json!({"blue": 35_000});
    for closing in [0, 4, 9] {
        assert_eq!(refused(json!({"closing": closing, "profits": profits})), "PRF-INV-12", "{closing}");
    }
    for (closing, began) in [(1, "blue"), (2, "yellow"), (3, "green")] {
        assert!(try_placed(json!({}), road(json!({"closing": closing, "profits": {began: 35_000}}))).is_ok());
    }
    // Two players: one turn at most.
    let two = |closing: u8| json!({"lap": 9, "closing": closing, "profits": {"blue": 35_000}, "trucks": {"red": truck("N2", "d"), "blue": truck("E2", "d")}});
    assert!(try_placed(json!({"players": 2}), two(1)).is_ok());
    assert_eq!(try_placed(json!({"players": 2}), two(2)).err().unwrap().clause, "PRF-INV-12");
    // A closing turn that is left out, or added, or an end that is called off.
    let table = placed(json!({}), road(json!({"closing": 3, "profits": {"green": 35_000}})));
    for closing in [Some(1), Some(4), None] {
        let mut next = table.state;
        next.seat = seat("blue");
        next.closing = closing;
        assert_eq!(table.rules.check_step(&table.state, &next).err().map(|refusal| refusal.clause), Some("PRF-INV-12"));
    }
}

#[test]
fn prf_end_1_is_checked() {
    let clause = |settings: Value, position: Value| try_placed(settings, road(position)).err().map(|refusal| refusal.clause);
    let individual = |position: Value| clause(json!({}), position);
    let team = |position: Value| clause(json!({"mode": "team"}), position);
    // Who ends a turn at the target begins the end.
    for colour in ["blue", "yellow", "green"] {
        assert_eq!(individual(json!({"profits": {colour: 34_500}})), None);
        assert_eq!(individual(json!({"profits": {colour: 35_000}})), Some("PRF-END-1"), "{colour}");
    }
    assert_eq!(clause(json!({"target": "50000"}), json!({"profits": {"blue": 35_000}})), None);
    // The player in turn reached the target in this turn: with this many points, at these prices.
    for (points, profit, sound) in
        [(6, 34_500, true), (6, 35_000, false), (5, 37_000, true), (5, 37_500, false), (4, 39_500, true)]
    {
        assert_eq!(individual(json!({"points": points, "profits": {"red": profit}})).is_none(), sound, "{points} {profit}");
    }
    assert_eq!(individual(json!({"step": "filling", "profits": {"red": 35_000}})), Some("PRF-END-1"));
    // In the closing turns the player who began the end is at the target, and players who have not had theirs are not.
    for (closing, began) in [(3, "green"), (2, "yellow"), (1, "blue")] {
        assert_eq!(individual(json!({"closing": closing})), Some("PRF-END-1"), "nobody is there");
        assert_eq!(individual(json!({"closing": closing, "profits": {began: 34_500}})), Some("PRF-END-1"));
        assert_eq!(individual(json!({"closing": closing, "profits": {began: 35_000}})), None);
        let before = json!({"closing": closing, "profits": {began: 35_000, "red": 36_000}});
        assert_eq!(individual(before), Some("PRF-END-1"), "the player in turn was there before");
    }
    let since = |closing: u8, profits: Value| individual(json!({"closing": closing, "profits": profits}));
    assert_eq!(since(2, json!({"yellow": 35_000, "green": 40_000})), None, "green came there in a closing turn");
    assert_eq!(since(2, json!({"yellow": 35_000, "blue": 40_000})), Some("PRF-END-1"), "blue has had none yet");
    // A team's total may have fallen again by what the partner paid, in or after the partner's turn. (PRF-EDGE-14)
    let paid = |turn: u8, closing: u8, profit: u32, damaged: bool| {
        let yellow = truck("LargeGreen", if damaged { "d" } else { "" });
        team(json!({"turn": turn, "closing": closing, "profits": {"red": profit}, "trucks": {"yellow": yellow}}))
    };
    assert_eq!(paid(2, 3, 50_000, true), None);
    assert_eq!(paid(2, 3, 49_500, false), Some("PRF-END-1"), "yellow has not had the turn yet");
    assert_eq!([3, 4].map(|turn| paid(turn, 5 - turn, 48_000, true)), [Some("PRF-END-1"); 2]);
    assert_eq!([3, 4].map(|turn| paid(turn, 5 - turn, 48_000, false)), [None; 2]);
    assert_eq!(paid(4, 1, 47_500, false), Some("PRF-END-1"), "it costs 2,000 EUR in the own warehouse");
    // All over: the one after the last turn began the end.
    let over = |profits: Value| individual(json!({"step": "over", "profits": profits}));
    assert_eq!(
        [over(json!({})), over(json!({"red": 35_000})), over(json!({"blue": 35_000}))],
        [Some("PRF-END-1"), Some("PRF-END-1"), None]
    );
}

#[test]
fn prf_start_4_nobody_has_done_anything_before_the_first_turn() {
    let clause = |position: Value| try_placed(json!({}), position).err().map(|refusal| refusal.clause);
    let marking = |changes: Value| clause(but(json!({"step": "marking"}), changes));
    assert_eq!(marking(json!({})), None);
    assert_eq!(marking(json!({"lap": 2})), Some("PRF-SETUP-16"));
    assert_eq!(marking(json!({"profits": {"red": 500}})), Some("PRF-START-4"));
    assert_eq!(marking(json!({"prices": {"red": 2000}})), Some("PRF-SETUP-5"));
    assert_eq!(marking(json!({"stores": {"LargeRed": store("RRRB|BB|YY|GG")}})), Some("PRF-SETUP-8"));
    assert_eq!(marking(json!({"stores": {"SmallRed": store("|Y||")}})), Some("PRF-SETUP-10"));
    assert_eq!(marking(json!({"trucks": {"red": truck("N2", "dG")}})), Some("PRF-SETUP-16"));
    // A player who has spent no point is at home, with the truck as it was set up.
    assert_eq!(clause(json!({"trucks": {"red": truck("N2", "dG")}})), Some("PRF-SETUP-16"), "six of six points are left");
    assert_eq!(clause(json!({"points": 5, "trucks": {"red": truck("N1", "dG")}})), None);
    assert_eq!(
        clause(json!({"points": 5, "trucks": {"red": truck("N1", "dG"), "blue": truck("N5", "dR")}})),
        Some("PRF-SETUP-16")
    );
    for red in [json!({"goods": []}), json!({"damaged": false}), json!({"stage": "unload"})] {
        assert_eq!(clause(json!({"trucks": {"red": but(json!({"home": true}), red)}})), Some("PRF-FIRST-2"));
    }
    assert_eq!(clause(json!({"points": 5})), Some("PRF-FIRST-2"), "at home no point can be spent");
}

#[test]
fn prf_trend_6_is_checked() {
    // 11 and 12 are empty: who rolled them would have filled them before acting.
    for dice in [[6, 6], [5, 6]] {
        assert_eq!(refused(json!({"dice": dice})), "PRF-TREND-6");
        assert!(try_placed(json!({}), road(json!({"dice": dice, "step": "filling"}))).is_ok());
    }
    assert_eq!(refused(json!({"dice": [5, 5], "step": "filling"})), "PRF-TREND-6");
}

#[test]
fn prf_move_8_the_last_drive_is_checked() {
    let clause = |changes: Value| {
        let red = but(truck("N2", "dG"), json!({"last": "SmallRed"}));
        let drive = but(json!({"colour": "red", "from": "SmallRed", "last": "SmallRed"}), changes);
        try_placed(json!({}), road(json!({"trucks": {"red": red}, "drive": drive}))).err().map(|refusal| refusal.clause)
    };
    assert_eq!(clause(json!({})), None);
    assert_eq!(clause(json!({"from": "N4"})), None);
    // Too far for a turn; from where it did not stand; from where another stands; through a warehouse that it did not visit.
    assert_eq!(clause(json!({"from": "S4"})), Some("PRF-MOVE-8"));
    assert_eq!(clause(json!({"from": "LargeGreen"})), Some("PRF-MOVE-8"));
    assert_eq!(clause(json!({"from": "W2"})), Some("PRF-MOVE-8"));
    assert_eq!(clause(json!({"from": "N4", "via": "LargeGreen"})), Some("PRF-MOVE-8"));
    assert_eq!(clause(json!({"colour": "blue", "from": "E3"})), Some("PRF-MOVE-8"), "blue visited another warehouse last");
}

/// The score of a match that red and yellow won against blue and green.
fn two_teams() -> Value {
    let (first, second) = ([1, 0, 0, 0], [0, 1, 0, 0]);
    let places = json!({"red": first, "blue": second, "yellow": first, "green": second});
    json!({"totals": four([58_000, 47_000, 58_000, 47_000]), "places": places, "last": four([1, 2, 1, 2])})
}

#[test]
fn prf_inv_13_partners_show_one_total() {
    let mut seen = 0;
    for game in games().iter().filter(|game| game.settings["mode"] == "team") {
        for step in &game.steps {
            let profit = |colour: Colour| step.after.profits.get(&colour).copied().unwrap_or(0);
            for colour in [Colour::Red, Colour::Blue] {
                let partner = step.after.profits.get(&colour.partner()).copied();
                assert!(partner.is_none_or(|partner| partner == profit(colour)));
                seen += usize::from(profit(colour) > 0);
            }
        }
    }
    assert!(seen > 300, "{seen}");
    // As everybody sees them.
    let table = placed(json!({"mode": "team"}), road(json!({"profits": {"yellow": 4500, "blue": 500}})));
    assert_eq!(table.totals(), [4500, 500, 4500, 500]);
}

#[test]
fn prf_inv_13_is_checked() {
    let team = json!({"mode": "team"});
    for profits in [json!({"red": 500, "yellow": 1000}), json!({"red": 5000, "yellow": 0}), json!({"red": 0, "yellow": 5000})] {
        assert_eq!(refused_at(team.clone(), json!({"profits": profits})), "PRF-INV-13");
        assert!(try_placed(json!({}), road(json!({"profits": profits}))).is_ok());
    }
    assert_eq!(refused_at(team.clone(), json!({"bookings": {"red": 0, "yellow": 2}})), "PRF-INV-13");
    assert_eq!(refused_at(team.clone(), json!({"bookings": {"red": 3, "yellow": 2}})), "PRF-INV-13");
    let same = json!({"profits": {"red": 500, "yellow": 500}, "bookings": {"red": 2, "yellow": 2}});
    assert!(try_placed(team.clone(), road(same)).is_ok());
    // The series: partners have the same places too.
    let series = |yellow: [u8; 4]| {
        let mut series = two_teams();
        series["places"]["yellow"] = json!(yellow);
        road(json!({"match": 2, "series": series}))
    };
    let settings = but(team, json!({"matches": 2}));
    assert!(try_placed(settings.clone(), series([1, 0, 0, 0])).is_ok());
    assert_eq!(try_placed(settings, series([0, 1, 0, 0])).err().unwrap().clause, "PRF-INV-13");
}

#[test]
fn prf_tie_5_is_checked() {
    assert_eq!(refused(json!({"bookings": four([3, 1, 3, 0])})), "PRF-TIE-5");
    assert_eq!(refused(json!({"bookings": {"red": 3}, "booking": 2})), "PRF-TIE-5");
    // Many pawns may never have moved.
    let moved = |bookings: [u32; 4]| json!({"profits": {"red": 500}, "bookings": four(bookings)});
    assert!(try_placed(json!({}), road(moved([3, 0, 0, 0]))).is_ok());
    // One that has a profit has moved; and one that has moved has a profit, unless it paid for its damaged good.
    assert_eq!(refused(moved([0, 0, 0, 0])), "PRF-TIE-5");
    assert_eq!(refused(moved([3, 2, 0, 0])), "PRF-TIE-5");
    let paid = but(moved([3, 2, 0, 0]), json!({"trucks": {"blue": truck("E2", "R")}}));
    assert!(try_placed(json!({}), road(paid)).is_ok());
    // The last booking is somebody's.
    assert_eq!(refused(but(moved([3, 0, 0, 0]), json!({"booking": 4}))), "PRF-TIE-5");
    // Left out, they are in turn order.
    let left_out = road(json!({"starter": 3, "profits": four([500, 0, 500, 1000])}));
    assert_eq!(placed(json!({}), left_out).position()["bookings"], four([3, 0, 1, 2]));
    // The next one has its own number, too.
    let sale = |booking: u32| json!({"profits": {"blue": 500}, "bookings": {"blue": booking}, "trucks": {"red": truck("LargeGreen", "dG")}});
    assert_eq!(refused(sale(u32::MAX)), "PRF-TIE-5");
    assert_eq!(refused(sale(1_000_000_000)), "PRF-TIE-5");
    let table = goes_on(placed(json!({}), road(sale(100))), "unload green");
    assert_eq!(table.view()["players"][0]["booked"], 101);
}

#[test]
fn prf_inv_9_is_checked_of_what_is_counted() {
    let keys = ["laps", "unloaded", "damaged", "steps", "carried", "extras", "jokers"];
    for key in keys {
        assert_eq!(refused(json!({"counts": {key: u32::MAX}})), "PRF-INV-9", "{key}");
        assert_eq!(refused(json!({"counts": {key: 1_000}})), "PRF-INV-9", "twelve laps have not brought that: {key}");
    }
    let counted = |counts: Value| try_placed(json!({}), road(json!({"counts": counts}))).map(|_| ());
    assert_eq!(counted(json!({"steps": 200, "carried": 800, "unloaded": 60, "extras": 60, "damaged": 4, "jokers": 45})), Ok(()));
    assert!(counted(json!({"steps": 200, "carried": 801})).is_err(), "a truck has four goods at most");
    assert!(counted(json!({"unloaded": 5, "extras": 6})).is_err());
    assert!(counted(json!({"jokers": 46})).is_err(), "eleven laps and a turn are 45 rolls");
    // After many laps of earlier matches a game can still go on.
    let mut counts = json!({"laps": 1_000_000_000, "damaged": 8});
    ["unloaded", "steps", "carried", "extras", "jokers"].into_iter().for_each(|key| counts[key] = json!(1_000_000_000));
    let position = json!({"match": 2, "series": two_teams(), "counts": counts});
    goes_on(placed(json!({"mode": "team", "matches": 2}), road(position)), "drive N3");
}

/// Covers PRF-INV-4, PRF-INV-5.
#[test]
fn prf_inv_4_prices_and_markers_are_bounded_by_the_rolls() {
    let at = |settings: Value, position: Value| try_placed(settings, position).err().map(|refusal| refusal.clause);
    let first = |changes: Value| at(json!({}), but(json!({"turn": 1, "lap": 1}), changes));
    assert_eq!(first(json!({})), None, "a Joker that was left alone");
    assert_eq!(first(json!({"prices": {"red": 3000}})), Some("PRF-INV-4"), "one roll moves one price by one square");
    assert_eq!(first(json!({"prices": {"red": 2000}})), None, "by the Joker");
    assert_eq!(first(json!({"prices": {"red": 2000, "blue": 1000}})), Some("PRF-INV-4"));
    // The second part of the Joker comes after the first, and before the first nothing has moved.
    assert_eq!(first(json!({"step": "joker_trend", "prices": {"red": 2000}})), None);
    assert_eq!(first(json!({"step": "joker_price", "prices": {"red": 2000}})), Some("PRF-INV-4"));
    assert_eq!(first(json!({"step": "filling", "prices": {"red": 2000}})), Some("PRF-INV-4"));
    // A roll of 8 moves yellow down, or its marker was put there.
    for (prices, clause) in [
        (json!({"yellow": 1000}), None),
        (json!({}), None),
        (json!({"yellow": 2000}), Some("PRF-INV-4")),
        (json!({"red": 1000}), Some("PRF-INV-4")),
    ] {
        assert_eq!(first(json!({"dice": [2, 6], "prices": prices})), clause, "{prices}");
    }
    // With `markers = fixed` it was there from the beginning.
    let fixed = |changes: Value| at(json!({"markers": "fixed"}), but(json!({"dice": [2, 6]}), changes));
    assert_eq!(fixed(json!({"prices": {"yellow": 1000}})), None);
    assert_eq!(fixed(json!({})), Some("PRF-INV-5"));
    // Both markers of a colour point the same way: each colour needs a roll for that.
    let both = |line: &str| json!({"trend": trend(line)});
    assert_eq!(first(both("2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-")), None);
    assert_eq!(first(both("2R+ 3R+ 4B+ 5B+ 6Y+ 8Y- 9G+ 10G-")), Some("PRF-INV-5"));
    assert_eq!(
        first(but(both("2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-"), json!({"dice": [2, 6]}))),
        Some("PRF-INV-5"),
        "the roll was 8"
    );
    // With more rolls all this is possible.
    let later = json!({"lap": 12, "prices": four([3000, 0, 3000, 0]), "trend": trend("2R+ 3R+ 4B+ 5B+ 6Y+ 8Y+ 9G+ 10G+")});
    assert!(try_placed(json!({}), road(later)).is_ok());
    // The refusal says what is wrong and how to mend it.
    let refusal = try_placed(json!({}), json!({"turn": 1, "lap": 1, "prices": {"red": 3000}})).err().expect("it is impossible");
    let told = refusal.reason.to_string();
    assert_eq!(
        told,
        "the prices are 3 squares away from the middle, and after 1 roll they can be 1 away at most: write a later `lap`"
    );
}

/// Covers PRF-FIRST-1, PRF-FIRST-3, PRF-MOVE-1, PRF-TURN-4.
#[test]
fn prf_turn_4_trucks_and_goods_are_where_the_points_can_have_brought_them() {
    let clause = |position: Value| try_placed(json!({}), position).err().map(|refusal| refusal.clause);
    // A player who has had a turn has left home.
    assert_eq!(clause(json!({"turn": 3})), Some("PRF-FIRST-1"));
    assert_eq!(clause(json!({"turn": 3, "trucks": {"red": {"home": true}, "blue": truck("E1", "dR")}})), Some("PRF-FIRST-1"));
    let left = |red: Value, blue: Value| json!({"turn": 3, "trucks": {"red": red, "blue": blue}});
    assert_eq!(clause(left(truck("N2", "dG"), truck("E1", "dR"))), None);
    assert_eq!(clause(left(truck("N2", "dG"), json!({"home": true}))), Some("PRF-FIRST-1"), "a truck blocks one opening at most");
    assert_eq!(clause(left(truck("N6", "dG"), json!({"home": true}))), Some("PRF-FIRST-1"));
    // Both openings of SmallRed can be blocked by two players before red: by two trucks, both still there in the first lap.
    let blocked = |lap: u8, green: &str| {
        json!({"lap": lap, "starter": 2, "turn": if lap == 1 { 1 } else { 2 }, "trucks": {
            "red": {"home": true}, "blue": truck("N1", "dR"), "yellow": truck("S2", "dB"), "green": truck(green, "dY")}})
    };
    assert_eq!([blocked(1, "W5"), blocked(2, "W6")].map(clause), [None; 2]);
    // Green had no turn since, so W6 was free when it was red’s turn.
    assert_eq!(clause(blocked(2, "W5")), Some("PRF-FIRST-1"));
    // In the second lap those who had no turn since still stand where they stood.
    let others = |red: &str, blue: &str, yellow: &str| {
        json!({"lap": 2, "turn": 1, "trucks": {
            "green": {"home": true}, "red": truck(red, "dG"), "blue": truck(blue, "dR"), "yellow": truck(yellow, "dB")}})
    };
    let nobody_stands_there = others("N2", "E2", "S2");
    assert_eq!(clause(nobody_stands_there), Some("PRF-FIRST-1"));
    let over = |green: &str| but(blocked(1, green), json!({"step": "over", "profits": {"blue": 3500}}));
    assert_eq!(clause(over("W5")), Some("PRF-END-1"));
    // With six points it is possible to come this far, but not further.
    assert_eq!(clause(left(truck("N6", "dG"), truck("E1", "dR"))), None);
    for place in ["NE.c", "E1", "LargeYellow", "SmallGreen", "W4"] {
        let sound = place == "LargeYellow" || place == "W4";
        assert_eq!(clause(left(truck(place, "dG"), truck("E2", "dR"))).is_none(), sound, "{place}");
    }
    assert_eq!(clause(json!({"points": 3, "trucks": {"red": truck("LargeGreen", "dG")}})), Some("PRF-MOVE-1"));
    assert_eq!(clause(json!({"points": 2, "trucks": {"red": truck("LargeGreen", "dG")}})), None);
    // Back at a warehouse, or round through another one.
    let second = |red: Value| json!({"lap": 2, "turn": 2, "trucks": {"red": red, "blue": truck("E1", "dR"), "yellow": truck("S2", "dB"), "green": truck("W2", "dY")}});
    assert_eq!(clause(second(truck("SmallRed", "dG"))), None, "four steps to LargeGreen and four back");
    assert_eq!(clause(second(but(truck("N1", "dG"), json!({"last": "LargeBlue"})))), Some("PRF-MOVE-1"));
    // The remaining points were spent on goods.
    let here = |load: &str, stage: &str| left(but(truck("LargeGreen", load), json!({"stage": stage})), truck("E1", "dR"));
    for (load, stage, sound) in [
        ("dG", "unload", true),
        ("dG", "load", true),
        ("d", "unload", true),
        ("dGB", "load", true),
        ("dGBY", "load", true),
        ("d", "load", false),
        ("dGBYR", "load", false),
    ] {
        let settings = json!({"truck_capacity": "unlimited"});
        assert_eq!(try_placed(settings, here(load, stage)).is_ok(), sound, "{load} {stage}");
    }
    // The damaged good was paid for, where the truck has been.
    let scrapped = |warehouse: &str| json!({"lap": 3, "turn": 2, "trucks": but(second(json!({}))["trucks"].clone(), json!({"red": but(truck("LargeGreen", "G"), json!({"scrapped": warehouse}))}))});
    assert_eq!([scrapped("LargeGreen"), scrapped("LargeRed")].map(clause), [None, Some("PRF-MOVE-1")]);
    // Goods lie elsewhere only if they were unloaded and loaded.
    let stores = |goods: &str| but(left(truck("N6", "dG"), truck("E6", "dR")), json!({"stores": {"SmallRed": store(goods)}}));
    assert_eq!([stores("Y|||"), stores("||Y|")].map(clause), [None, Some("PRF-INV-11")]);
    // The last drive on record is that of the truck that drove last.
    let drive = |colour: &str, from: &str| {
        let drive = json!({"colour": colour, "from": from, "last": if colour == "red" { "SmallRed" } else { "SmallBlue" }});
        but(left(truck("N2", "dG"), truck("E1", "dR")), json!({"drive": drive}))
    };
    assert_eq!(clause(drive("blue", "SmallBlue")), None);
    assert_eq!(clause(drive("red", "SmallRed")), Some("PRF-MOVE-8"), "blue has driven since");
    assert_eq!(clause(drive("blue", "E6")), Some("PRF-MOVE-8"), "blue cannot have been there and come back");
}

#[test]
fn prf_tie_5_last_bookings_fit_the_turns() {
    let at = |settings: Value, changes: Value| try_placed(settings, road(changes)).err().map(|refusal| refusal.clause);
    let clause = |changes: Value| at(json!({}), changes);
    // Blue began the end; yellow, green and red had a turn since, in this order.
    let over = |bookings: [u32; 4]| {
        clause(json!({"step": "over", "profits": four([30_000, 35_000, 20_000, 20_000]), "bookings": four(bookings)}))
    };
    for bookings in [[4, 1, 2, 3], [1, 4, 3, 2], [1, 3, 2, 4], [1, 2, 4, 6], [6, 5, 4, 3]] {
        assert_eq!(over(bookings), None, "{bookings:?}");
    }
    assert_eq!(over([4, 1, 3, 2]), Some("PRF-TIE-5"), "green’s last turn came after yellow’s");
    assert_eq!(over([2, 1, 3, 4]), Some("PRF-TIE-5"), "red’s came last");
    assert_eq!(over([20, 1, 0, 0]), Some("PRF-TIE-5"), "19 bookings in three turns");
    // Green is still to have its turn: nothing was booked there since.
    let green = |bookings: [u32; 4]| {
        clause(json!({"turn": 4, "closing": 2, "profits": four([500, 35_000, 500, 500]), "bookings": four(bookings)}))
    };
    assert_eq!([green([1, 3, 4, 2]), green([1, 3, 2, 4]), green([4, 3, 2, 1])], [None, Some("PRF-TIE-5"), Some("PRF-TIE-5")]);
    // Players at the target came there after the end had begun.
    let both = |bookings: [u32; 4]| {
        clause(json!({"turn": 4, "closing": 2, "profits": four([0, 35_000, 36_000, 0]), "bookings": four(bookings)}))
    };
    assert_eq!([both([0, 1, 2, 0]), both([0, 2, 1, 0])], [None, Some("PRF-TIE-5")]);
    // In the first lap the order is that of the turns.
    let first = |bookings: Value| {
        let stopped = |at: &str| but(truck(at, ""), json!({"damaged": true}));
        clause(json!({"lap": 1, "turn": 3, "dice": [6, 1], "profits": {"red": 1500, "blue": 1500}, "bookings": bookings,
            "trucks": {"red": stopped("LargeGreen"), "blue": stopped("LargeGreen"), "yellow": {}, "green": {}}}))
    };
    assert_eq!(first(json!({"red": 1, "blue": 2})), None);
    assert_eq!(first(json!({"red": 2, "blue": 1})), Some("PRF-TIE-5"));
    assert_eq!(first(json!({"red": 1, "blue": 9})), Some("PRF-TIE-5"), "more goods than there were points");
    // Teams: red began, blue had a turn, and yellow is to have its own.
    let team = |bookings: Value| {
        at(
            json!({"mode": "team"}),
            json!({"turn": 3, "closing": 2, "profits": {"red": 50_000, "blue": 20_000}, "bookings": bookings}),
        )
    };
    assert_eq!([team(json!({"red": 1, "blue": 2})), team(json!({"red": 2, "blue": 1}))], [None; 2]);
    let team = |bookings: Value| {
        at(
            json!({"mode": "team"}),
            json!({"turn": 2, "closing": 3, "profits": {"red": 50_000, "blue": 20_000}, "bookings": bookings}),
        )
    };
    assert_eq!([team(json!({"red": 1, "blue": 2})), team(json!({"red": 2, "blue": 1}))], [Some("PRF-TIE-5"), None]);
    // Bookings that are left out are made to fit.
    assert_eq!(
        placed(json!({}), road(json!({"turn": 4, "closing": 2, "profits": four([500, 35_000, 500, 500])}))).position()["bookings"],
        four([2, 3, 4, 1])
    );
}

#[test]
fn prf_multi_6_is_checked() {
    let clause = |settings: Value, changes: Value| {
        let part = |key: &str| changes.get(key).cloned().unwrap_or_else(|| json!({}));
        let places = json!({"red": [1, 0, 0, 0], "blue": [0, 1, 0, 0], "yellow": [0, 0, 1, 0], "green": [0, 0, 0, 1]});
        let series = json!({"totals": four([44_000, 24_000, 12_000, 5000]), "places": places, "last": four([1, 2, 3, 4])});
        let position = but(json!({"match": 2, "series": but(series, part("series"))}), part("position"));
        try_placed(but(json!({"matches": 3}), settings), road(position)).err().map(|refusal| refusal.clause)
    };
    let refused = |series: Value| clause(json!({}), json!({"series": series}));
    assert_eq!(refused(json!({})), None);
    // After each match everybody has one place more, and each place is somebody's.
    assert_eq!(clause(json!({}), json!({"position": {"match": 3}})), Some("PRF-MULTI-6"));
    assert_eq!(clause(json!({}), json!({"position": {"match": 2, "series": {}}})), Some("PRF-MULTI-6"));
    let twice = json!({"red": [1, 0, 0, 0], "blue": [1, 0, 0, 0], "yellow": [0, 0, 1, 0], "green": [0, 0, 0, 1]});
    assert_eq!(refused(json!({"places": twice, "last": four([1, 1, 3, 4]), "totals": four([50_000; 4])})), Some("PRF-MULTI-6"));
    // The last place is one of them.
    assert_eq!(refused(json!({"last": four([1, 2, 4, 3])})), Some("PRF-MULTI-6"));
    assert_eq!(refused(json!({"last": four([1, 2, 3, 5])})), Some("PRF-MULTI-6"));
    // Who was first had the target, and all have their bonuses.
    assert_eq!(refused(json!({"totals": four([42_500, 24_000, 12_000, 5000])})), Some("PRF-MULTI-6"));
    assert_eq!(refused(json!({"totals": four([43_000, 3500, 12_000, 5000])})), Some("PRF-MULTI-6"));
    assert_eq!(refused(json!({"totals": four([43_000, 4000, 2000, 0])})), None);
    // A match that is over is among them, with its own places.
    let over = |last: [u8; 4]| {
        let series =
            json!({"series": {"last": four(last)}, "position": {"match": 1, "step": "over", "profits": {"blue": 35_000}}});
        clause(json!({"matches": 1}), series)
    };
    assert_eq!(over([1, 2, 3, 4]), Some("PRF-MULTI-6"), "blue won");
    // There are as many places as players or teams.
    let two = |last: [u8; 2], places: [[u8; 4]; 2]| {
        let by_colour = |values: [Value; 2]| json!({"red": values[0], "blue": values[1]});
        let totals = by_colour([json!(60_000), json!(60_000)]);
        let series = json!({"totals": totals, "places": by_colour(places.map(Value::from_iter)), "last": by_colour(last.map(Value::from))});
        let trucks = json!({"red": truck("N2", "d"), "blue": truck("E2", "d")});
        let position = json!({"match": 2, "lap": 3, "trucks": trucks, "series": series});
        try_placed(json!({"players": 2, "matches": 3}), position).err().map(|refusal| refusal.clause)
    };
    assert_eq!(two([1, 2], [[1, 0, 0, 0], [0, 1, 0, 0]]), None);
    assert_eq!(two([1, 3], [[1, 0, 0, 0], [0, 0, 1, 0]]), Some("PRF-MULTI-6"));
    let nobody = json!({"totals": {"red": 60_000, "blue": 9000, "green": 500}, "places": {"red": [1, 0, 0, 0], "blue": [0, 1, 0, 0]}, "last": {"red": 1, "blue": 2}});
    let trucks = json!({"red": truck("N2", "d"), "blue": truck("E2", "d")});
    let position = json!({"match": 2, "lap": 3, "trucks": trucks, "series": nobody});
    assert_eq!(try_placed(json!({"players": 2, "matches": 3}), position).err().unwrap().clause, "PRF-MULTI-6");
}
