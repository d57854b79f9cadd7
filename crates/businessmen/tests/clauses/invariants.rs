//! The invariants, over random games with sampled settings and on positions and steps that break them: BIZ-INV.

use crate::common::{CARS, CHARACTERISTICS, GOODS, Table, before_the_wheel, but, options, player, players, position};
use businessmen::{Businessmen, Options, Phase, State};
use kernel::{Game, Kind, Luck, Money, Notation, Rules, Seeded};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

/// A random game, as it was played.
struct Played {
    /// The settings by key.
    settings: Value,
    players: usize,
    target: u64,
    first: Moment,
    steps: Vec<Step>,
}

/// The table between two decisions.
struct Moment {
    view: Value,
    position: Value,
    /// How many may do something, and how much the one in turn may do.
    awaited: usize,
    choices: usize,
}

/// One decision.
struct Step {
    action: String,
    seat: usize,
    events: Vec<Value>,
    after: Moment,
}

impl Played {
    fn setting(&self, key: &str) -> &str {
        self.settings[key].as_str().unwrap_or("")
    }

    /// Every moment of the game, with the events since the one before.
    fn moments(&self) -> impl Iterator<Item = &Moment> {
        std::iter::once(&self.first).chain(self.steps.iter().map(|step| &step.after))
    }

    /// Every step with the moment before it.
    fn each(&self) -> impl Iterator<Item = (&Moment, &Step)> {
        self.moments().zip(&self.steps)
    }
}

fn games() -> &'static [Played] {
    static GAMES: OnceLock<Vec<Played>> = OnceLock::new();
    GAMES.get_or_init(|| (0..24).map(play).collect())
}

/// Settings by chance; the first games have the defaults.
fn sampled(seed: u64, luck: &mut Seeded) -> Value {
    let mut chosen = Map::new();
    chosen.insert("players".into(), json!(2 + seed % 3));
    if seed >= 6 {
        for setting in Businessmen::settings() {
            let known = ["players", "first_player", "round_limit"];
            if known.contains(&setting.key) || setting.key.starts_with("colour") {
                continue;
            }
            if let Kind::Choice { values } = &setting.kind {
                chosen.insert(setting.key.into(), json!(values[luck.below(values.len())].0));
            } else {
                chosen.insert(setting.key.into(), setting.sample(luck));
            }
        }
        // Short games, so that the cap is met and the game ends.
        if seed % 4 == 3 {
            chosen.insert("points_cap".into(), json!("target"));
            chosen.insert("victory_target".into(), json!(5));
        }
        if chosen.get("event_mode") == Some(&json!("second_strike")) {
            chosen.insert("insurance_scope".into(), json!("marked"));
        }
    }
    Value::Object(chosen)
}

fn play(seed: u64) -> Played {
    let mut luck = Seeded::nth(2026, seed);
    let settings = sampled(seed, &mut luck);
    let options: Options = serde_json::from_value(settings.clone()).expect("settings of the game");
    let rules = crate::common::rules(&options);
    let moment = |state: &State| {
        let awaited = rules.turn(state).awaited;
        let mut actions = Vec::new();
        if let Some(seat) = awaited.lowest() {
            rules.actions(state, seat, &mut actions);
        }
        Moment {
            view: serde_json::to_value(rules.view(state, kernel::Viewer::Watcher)).unwrap(),
            position: serde_json::to_value(rules.position(state)).unwrap(),
            awaited: awaited.len(),
            choices: actions.len(),
        }
    };
    let mut state = rules.start(&mut luck, &mut kernel::Silent);
    let first = moment(&state);
    let mut steps = Vec::new();
    for _ in 0..400 {
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        // Skipping too often makes dull games; so a second thought is given to it.
        let mut action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
        if rules.write(&action) == "skip" && luck.below(3) > 0 {
            action = rules.read("play").unwrap();
        }
        let mut events = Vec::new();
        let before = state;
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
        rules.check(&state).unwrap_or_else(|fault| panic!("{settings}: {fault}"));
        rules.check_step(&before, &state).unwrap_or_else(|fault| panic!("{settings}: {fault}"));
        // What is written down is read back.
        assert_eq!(rules.restore(&rules.position(&state)).as_ref(), Ok(&state), "{settings}");
        let events = events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
        steps.push(Step { action: rules.write(&action), seat: seat.index(), events, after: moment(&state) });
    }
    let target = settings["victory_target"].as_u64().unwrap_or(20);
    Played { settings, players: rules.players(), target, first, steps }
}

fn phase(moment: &Moment) -> &str {
    moment.view["phase"].as_str().unwrap()
}

fn count(value: &Value) -> u64 {
    value.as_object().map_or(0, |units| units.values().filter_map(Value::as_u64).sum())
}

fn types(value: &Value) -> u64 {
    value.as_object().map_or(0, |units| units.values().filter(|units| units.as_u64() > Some(0)).count() as u64)
}

fn list(value: &Value) -> Vec<String> {
    value.as_array().map(|all| all.iter().filter_map(|one| Some(one.as_str()?.to_owned())).collect()).unwrap_or_default()
}

fn in_car(car: &Value) -> u64 {
    car["units"].as_array().unwrap().iter().filter_map(Value::as_u64).sum()
}

/// The clause by which a position of two players is refused.
#[track_caller]
fn refused(settings: Value, position: Value) -> &'static str {
    let options = options(but(json!({"players": 2}), settings));
    Table::try_at(&options, position).err().expect("this position is impossible").clause
}

/// The clause by which a step between two possible positions is refused.
#[track_caller]
fn refused_step(before: Value, after: Value) -> &'static str {
    let before = Table::at(players(2), before);
    let after = Table::at(players(2), after);
    before.rules.check_step(&before.state, &after.state).expect_err("this step is impossible").clause
}

/// A state that no play leads to, and the clause that says so.
#[track_caller]
fn tampered(table: &Table, tamper: impl FnOnce(&mut State)) -> &'static str {
    let mut state = table.state;
    tamper(&mut state);
    table.rules.check(&state).expect_err("this state is impossible").clause
}

fn nobody() -> Value {
    player(0, json!({}))
}

/// Announcements with this for A.
fn announcing(coins: u32, changes: Value) -> Value {
    position("announcing", 'A', &[player(coins, changes), nobody()])
}

#[test]
fn biz_inv_1_of_each_good_there_are_always_25_tiles() {
    for game in games() {
        for moment in game.moments() {
            for (index, good) in GOODS.iter().enumerate() {
                let shown = &moment.view["goods"][index];
                let mut tiles = shown["pile"].as_u64().unwrap() + shown["market"].as_u64().unwrap();
                for player in moment.view["players"].as_array().unwrap() {
                    tiles += player["main"][good].as_u64().unwrap_or(0) + player["temporary"][good].as_u64().unwrap_or(0);
                }
                for car in moment.view["cars"].as_array().unwrap() {
                    tiles += if car["good"] == **good { in_car(car) } else { 0 };
                }
                assert_eq!(tiles, 25, "{good}");
            }
        }
    }
}

#[test]
fn biz_inv_1_is_checked() {
    assert_eq!(refused(json!({}), announcing(0, json!({"main": {"oil": 26}}))), "BIZ-INV-1");
    let cars = json!({"cars": {"green": {"good": "oil", "units": [0, 6]}}});
    assert_eq!(refused(json!({}), but(announcing(0, json!({"main": {"oil": 20}})), cars)), "BIZ-INV-1");
    // Piles that do not add up.
    let piles = json!({"piles": {"fish": 25, "meat": 25, "grain": 25, "wood": 25, "oil": 25, "metal": 25}});
    assert_eq!(refused(json!({}), but(announcing(0, json!({"main": {"oil": 1}})), piles.clone())), "BIZ-INV-1");
    assert!(Table::try_at(players(2), but(announcing(0, json!({})), piles)).is_ok());
    let table = Table::at(players(2), announcing(0, json!({})));
    assert_eq!(tampered(&table, |state| state.piles = state.market), "BIZ-INV-1");
}

#[test]
fn biz_inv_2_purses_and_the_bank() {
    for game in games() {
        let mut purses: Vec<i64> = vec![10; game.players];
        for (_, step) in game.each() {
            for event in &step.events {
                let seat = event["seat"].as_u64().unwrap_or(1) as usize - 1;
                match event["event"].as_str().unwrap() {
                    "bought" | "improved" | "insured" => purses[seat] -= event["cost"].as_i64().unwrap(),
                    "granted" => purses[seat] += event["coins"].as_i64().unwrap(),
                    "sent" => {
                        for paid in event["paid"].as_array().unwrap() {
                            purses[paid[0].as_u64().unwrap() as usize - 1] += paid[2].as_i64().unwrap();
                        }
                    }
                    _ => {}
                }
            }
            let real: Vec<i64> =
                step.after.view["players"].as_array().unwrap().iter().map(|player| player["coins"].as_i64().unwrap()).collect();
            assert_eq!(real, purses);
            assert!(real.iter().all(|coins| *coins >= 0));
            if game.setting("bank") == "finite" {
                assert_eq!(step.after.view["bank"].as_i64().unwrap() + real.iter().sum::<i64>(), 306);
            }
        }
    }
}

#[test]
fn biz_inv_2_is_checked() {
    let finite = json!({"bank": "finite"});
    assert_eq!(refused(finite.clone(), but(announcing(10, json!({})), json!({"bank": 297}))), "BIZ-INV-2");
    assert_eq!(refused(finite.clone(), but(announcing(10, json!({})), json!({"bank": 295}))), "BIZ-INV-2");
    assert_eq!(refused(finite.clone(), announcing(307, json!({}))), "BIZ-INV-2");
    let options = options(json!({"players": 2, "bank": "finite"}));
    let table = Table::at(&options, but(announcing(10, json!({})), json!({"bank": 296})));
    assert_eq!(tampered(&table, |state| state.players[0].coins = Money::new(11)), "BIZ-INV-2");
    assert_eq!(tampered(&table, |state| state.players[0].coins = Money::new(-1)), "BIZ-INV-2");
    let table = Table::at(players(2), announcing(10, json!({})));
    assert_eq!(tampered(&table, |state| state.players[1].coins = Money::new(-1)), "BIZ-INV-2");
}

#[test]
fn biz_inv_3_points_stay_in_bounds_and_change_only_by_the_clauses() {
    let mut capped = 0;
    for game in games() {
        let cap = if game.setting("points_cap") == "target" { game.target } else { u64::MAX };
        for (before, step) in game.each() {
            let points = |moment: &Moment, seat: usize| moment.view["players"][seat]["points"].as_u64().unwrap();
            let named = |seat: usize, kinds: &[&str]| {
                step.events.iter().any(|event| {
                    let kind = event["event"].as_str().unwrap();
                    let owner = event["points"][0].as_u64() == Some(seat as u64 + 1);
                    kinds.contains(&kind) && (event["seat"].as_u64() == Some(seat as u64 + 1) || kind == "sent" && owner)
                })
            };
            for seat in 0..game.players {
                let (old, new) = (points(before, seat), points(&step.after, seat));
                assert!(new <= cap);
                capped += u64::from(new == cap);
                assert!(new <= old || named(seat, &["improved", "exported", "sent"]), "{:?}", step.events);
                assert!(new >= old || named(seat, &["penalised", "skipped"]), "{:?}", step.events);
            }
        }
    }
    assert!(capped > 0, "the cap is met");
}

#[test]
fn biz_inv_3_is_checked() {
    let capped = json!({"points_cap": "target"});
    let over = |points: u32| position("improving", 'A', &[player(10, json!({ "points": points })), nobody()]);
    assert_eq!(refused(capped, over(21)), "BIZ-INV-3");
    assert!(Table::try_at(options(json!({"players": 2, "points_cap": "target"})), over(20)).is_ok());
    assert!(Table::try_at(players(2), over(21)).is_ok());
    // Points that come by buying, and points that go by loading.
    let market = json!({"market": {"oil": 6}});
    let buying = |turn: char, points: u32| {
        but(position("buying", turn, &[player(9, json!({ "points": points })), player(9, json!({}))]), market.clone())
    };
    assert_eq!(refused_step(buying('A', 3), buying('B', 4)), "BIZ-INV-3");
    assert_eq!(refused_step(buying('A', 3), buying('B', 2)), "BIZ-INV-3");
}

#[test]
fn biz_inv_4_levels_rise_only_in_phase_4_and_fall_only_in_phase_5_by_one_per_hit() {
    let (mut risen, mut fallen) = (0, 0);
    for game in games() {
        for (before, step) in game.each() {
            for seat in 0..game.players {
                for characteristic in CHARACTERISTICS {
                    let level = |moment: &Moment| moment.view["players"][seat][characteristic].as_i64().unwrap();
                    let (old, new) = (level(before), level(&step.after));
                    assert!((1..=3).contains(&new));
                    let hits = |kind: &str| {
                        let fits = |event: &&Value| {
                            event["event"] == kind && event["seat"] == seat + 1 && event["characteristic"] == characteristic
                        };
                        step.events.iter().filter(fits).count() as i64
                    };
                    if new > old {
                        assert!(phase(before) == "improving" && new == old + 1 && step.seat == seat);
                        risen += 1;
                    }
                    // A step may bring an improvement and, at the end of the phase, a hit.
                    assert!(hits("penalised") <= 1);
                    if new < old {
                        assert!(new == old - 1 && hits("penalised") == 1);
                        fallen += 1;
                    }
                }
            }
        }
    }
    assert!(risen > 50 && fallen > 10, "{risen} {fallen}");
}

#[test]
fn biz_inv_4_is_checked() {
    for level in [0, 4, 255] {
        assert_eq!(refused(json!({}), announcing(0, json!({ "loader": level }))), "BIZ-INV-4");
    }
    // In Phase 1 no level changes; and none by two.
    let market = json!({"market": {"oil": 6}});
    let buying = |turn: char, level: u32| {
        but(position("buying", turn, &[player(9, json!({ "manager": level })), player(9, json!({}))]), market.clone())
    };
    assert_eq!(refused_step(buying('A', 1), buying('B', 2)), "BIZ-INV-4");
    assert_eq!(refused_step(buying('A', 2), buying('B', 1)), "BIZ-INV-4");
    let improving = |coins: u32, level: u32, points: u32| {
        let books = json!({"improving": points, "exporting": 0, "cars": 0});
        let one = json!({"manager": level, "points": points, "earned": books});
        position("improving", 'A', &[player(coins, one), nobody()])
    };
    assert_eq!(refused_step(improving(40, 1, 0), improving(10, 3, 3)), "BIZ-INV-4");
    // One level in Phase 4 is possible.
    let (before, after) = (Table::at(players(2), improving(40, 1, 0)), Table::at(players(2), improving(30, 2, 1)));
    assert_eq!(before.rules.check_step(&before.state, &after.state), Ok(()));
}

#[test]
fn biz_inv_5_a_car_holds_at_most_its_capacity_of_one_good() {
    for game in games() {
        for moment in game.moments() {
            for (car, capacity) in moment.view["cars"].as_array().unwrap().iter().zip([5, 6, 7]) {
                assert!(in_car(car) <= capacity);
                assert_eq!(car["good"].is_null(), in_car(car) == 0);
            }
        }
        // While it stays, its good does not change.
        for (before, step) in game.each() {
            let sent: BTreeSet<&str> =
                step.events.iter().filter(|event| event["event"] == "sent").filter_map(|event| event["car"].as_str()).collect();
            for (index, car) in CARS.iter().enumerate() {
                let good = |moment: &Moment| moment.view["cars"][index]["good"].clone();
                assert!(good(before).is_null() || sent.contains(car) || good(before) == good(&step.after));
            }
        }
    }
}

#[test]
fn biz_inv_5_is_checked() {
    for (car, units) in [("yellow", 6), ("blue", 7), ("green", 8)] {
        let cars = json!({"cars": {car: {"good": "oil", "units": [units, 0]}}});
        assert_eq!(refused(json!({}), but(announcing(0, json!({})), cars)), "BIZ-INV-5");
    }
    let shared = json!({"cars": {"yellow": {"good": "oil", "units": [3, 3]}}});
    assert_eq!(refused(json!({}), but(announcing(0, json!({})), shared)), "BIZ-INV-5");
    let empty = json!({"cars": {"yellow": {"good": "oil", "units": [0, 0]}}});
    assert_eq!(refused(json!({}), but(announcing(0, json!({})), empty)), "BIZ-INV-5");
    let table =
        Table::at(players(2), but(announcing(0, json!({})), json!({"cars": {"yellow": {"good": "oil", "units": [3, 1]}}})));
    let clause = tampered(&table, |state| state.cars[0].good = None);
    assert!(["BIZ-INV-5", "BIZ-INV-1"].contains(&clause), "{clause}");
    let clause = tampered(&table, |state| state.cars[0].total = 3);
    assert!(["BIZ-INV-5", "BIZ-INV-1"].contains(&clause), "{clause}");
}

#[test]
fn biz_inv_6_every_marker_is_on_its_track() {
    let mut seen = BTreeSet::new();
    for game in games() {
        for moment in game.moments() {
            for good in moment.view["goods"].as_array().unwrap() {
                let (marker, price) = (good["position"].as_u64().unwrap(), good["price"].as_u64().unwrap());
                assert!(marker <= 14 && (1..=5).contains(&price) && price == 1 + marker / 3);
                seen.insert(marker);
            }
        }
    }
    assert!(seen.contains(&0) && seen.contains(&14), "{seen:?}");
}

#[test]
fn biz_inv_6_is_checked() {
    for marker in [15, 200, 255] {
        assert_eq!(refused(json!({}), but(announcing(0, json!({})), json!({"prices": {"oil": marker}}))), "BIZ-INV-6");
    }
    let table = Table::at(players(2), announcing(0, json!({})));
    assert_eq!(tampered(&table, |state| state.positions[2] = 15), "BIZ-INV-6");
}

#[test]
fn biz_inv_7_temporary_warehouses_are_empty_outside_phases_1_and_2() {
    let mut filled = 0;
    for game in games() {
        for moment in game.moments() {
            for player in moment.view["players"].as_array().unwrap() {
                let units = count(&player["temporary"]);
                filled += units;
                assert!(units == 0 || ["buying", "loading", "storing"].contains(&phase(moment)));
                assert!(units == 0 || player["skips"] == false);
            }
        }
    }
    assert!(filled > 1_000);
}

#[test]
fn biz_inv_7_is_checked() {
    let stock = json!({"temporary": {"oil": 1}, "bought": ["oil"], "main": {"wood": 4}, "warnings": ["loader"], "warehouse": 3});
    for phase in ["announcing", "exporting", "improving", "insuring"] {
        assert_eq!(refused(json!({}), position(phase, 'A', &[player(30, stock.clone()), nobody()])), "BIZ-INV-7", "{phase}");
    }
    let skipper = but(stock, json!({"skips": true}));
    let start = but(position("buying", 'B', &[player(3, skipper), player(3, json!({}))]), json!({"market": {"oil": 6}}));
    assert_eq!(refused(json!({}), start), "BIZ-INV-7");
}

#[test]
fn biz_inv_8_a_main_warehouse_holds_at_most_as_many_goods_as_its_level() {
    let (mut full, mut waiting) = (0, 0);
    for game in games() {
        for moment in game.moments() {
            for player in moment.view["players"].as_array().unwrap() {
                let excess = types(&player["main"]) > player["warehouse"].as_u64().unwrap();
                full += u64::from(types(&player["main"]) == player["warehouse"].as_u64().unwrap());
                let mine = moment.view["turn"] == player["seat"];
                if game.setting("overflow") == "next_store" {
                    let stored = ["exporting", "improving"].contains(&phase(moment)) && player["skips"] == false;
                    assert!(!excess || !stored, "{player}");
                } else {
                    assert!(!excess || mine && ["storing", "events"].contains(&phase(moment)), "{player}");
                }
                waiting += u64::from(excess);
            }
        }
    }
    assert!(full > 1_000 && waiting > 5, "{full} {waiting}");
}

#[test]
fn biz_inv_8_is_checked() {
    let two = json!({"main": {"oil": 4, "wood": 4}, "warnings": ["loader"]});
    for phase in ["announcing", "loading", "exporting", "improving", "insuring"] {
        let start = position(phase, 'A', &[player(30, two.clone()), nobody()]);
        assert_eq!(refused(json!({}), start), "BIZ-INV-8", "{phase}");
    }
    let late = |phase: &str| position(phase, 'A', &[player(30, two.clone()), nobody()]);
    let next_store = options(json!({"players": 2, "overflow": "next_store"}));
    assert!(Table::try_at(&next_store, late("announcing")).is_ok());
    assert!(Table::try_at(&next_store, late("loading")).is_ok());
    assert_eq!(refused(json!({"overflow": "next_store"}), late("improving")), "BIZ-INV-8");
}

#[test]
fn biz_inv_9_the_market_is_empty_from_the_end_of_phase_1_to_the_next_card() {
    let mut stayed = 0;
    for game in games() {
        for moment in game.moments() {
            let tiles: u64 = moment.view["goods"].as_array().unwrap().iter().filter_map(|good| good["market"].as_u64()).sum();
            if game.setting("market_leftovers") == "stay" {
                stayed += u64::from(tiles > 0 && phase(moment) != "buying");
            } else {
                assert!(tiles == 0 || phase(moment) == "buying");
            }
            assert!(tiles > 0 || phase(moment) != "buying", "an empty market ends Phase 1");
        }
    }
    assert!(stayed > 10, "{stayed}");
}

#[test]
fn biz_inv_9_is_checked() {
    let market = json!({"market": {"oil": 1}});
    for phase in ["announcing", "loading", "exporting", "improving"] {
        let start = but(position(phase, 'A', &[player(30, json!({"main": {"oil": 4}})), nobody()]), market.clone());
        assert_eq!(refused(json!({}), start.clone()), "BIZ-INV-9", "{phase}");
        assert!(Table::try_at(options(json!({"players": 2, "market_leftovers": "stay"})), start).is_ok(), "{phase}");
    }
}

#[test]
fn biz_inv_10_each_card_is_in_exactly_one_place() {
    let mut reshuffles = 0;
    for game in games() {
        for moment in game.moments() {
            for (kind, all) in [("goods", 30), ("export", 12)] {
                let discard = list(&moment.position[format!("{kind}_discard")]);
                let open = moment.position[format!("{kind}_card")].as_str();
                let distinct: BTreeSet<&str> = discard.iter().map(String::as_str).chain(open).collect();
                assert_eq!(distinct.len(), discard.len() + usize::from(open.is_some()));
                let left = moment.view[format!("{kind}_deck")]["left"].as_u64().unwrap();
                assert_eq!(left as usize + distinct.len(), all);
            }
        }
        reshuffles += game.steps.iter().flat_map(|step| &step.events).filter(|event| event["event"] == "reshuffled").count();
    }
    assert!(reshuffles > 0);
}

#[test]
fn biz_inv_10_is_checked() {
    let start = || announcing(0, json!({}));
    assert_eq!(refused(json!({}), but(start(), json!({"goods_discard": ["G24"]}))), "BIZ-INV-10");
    assert_eq!(refused(json!({}), but(start(), json!({"goods_discard": ["G01", "G01"]}))), "BIZ-INV-10");
    assert_eq!(refused(json!({}), but(start(), json!({"export_discard": ["E10"]}))), "BIZ-INV-10");
    assert_eq!(refused(json!({}), but(start(), json!({"export_discard": ["E01", "E02", "E01"]}))), "BIZ-INV-10");
    // Cards that are none.
    for wrong in [json!({"goods_card": "G31"}), json!({"export_discard": ["G01"]}), json!({"goods_discard": ["G0"]})] {
        assert!(!refused(json!({}), but(start(), wrong)).is_empty());
    }
    let table = Table::at(players(2), announcing(0, json!({})));
    assert_eq!(tampered(&table, |state| state.goods_deck = kernel::Cards::first(30)), "BIZ-INV-10");
    assert_eq!(tampered(&table, |state| state.export_deck = kernel::Cards::first(12)), "BIZ-INV-10");
}

#[test]
fn biz_inv_11_nothing_is_both_marked_and_insured() {
    let mut marked = 0;
    for game in games() {
        for moment in game.moments() {
            for player in moment.view["players"].as_array().unwrap() {
                let warnings = list(&player["warnings"]);
                let distinct: BTreeSet<&String> = warnings.iter().collect();
                assert_eq!(distinct.len(), warnings.len());
                marked += warnings.len();
                let both = list(&player["insured"]).iter().any(|name| distinct.contains(name));
                assert!(!both || phase(moment) == "events");
            }
        }
    }
    assert!(marked > 100);
}

#[test]
fn biz_inv_11_is_checked() {
    let both = json!({"warnings": ["loader"], "insured": ["loader"], "main": {"oil": 4}});
    for phase in ["announcing", "exporting", "improving"] {
        let start = position(phase, 'A', &[player(30, both.clone()), nobody()]);
        assert_eq!(refused(json!({}), start), "BIZ-INV-11", "{phase}");
    }
    let twice = json!({"warnings": ["loader", "loader"]});
    assert_eq!(refused(json!({}), announcing(0, twice)), "BIZ-INV-11");
}

#[test]
fn biz_inv_12_insurance_exists_only_from_phase_6_to_the_end_of_the_next_phase_5() {
    let mut insured = 0;
    for game in games() {
        // When each insurance was bought.
        let mut bought: BTreeMap<(u64, String), u64> = BTreeMap::new();
        let mut round = 1;
        for step in &game.steps {
            for event in &step.events {
                match event["event"].as_str().unwrap() {
                    "insured" => {
                        bought.insert(
                            (event["seat"].as_u64().unwrap(), event["characteristic"].as_str().unwrap().to_owned()),
                            round,
                        );
                    }
                    "round_began" => round = event["round"].as_u64().unwrap(),
                    _ => {}
                }
            }
            let now = step.after.view["round"].as_u64().unwrap();
            for player in step.after.view["players"].as_array().unwrap() {
                for name in list(&player["insured"]) {
                    assert_ne!(game.setting("event_mode"), "second_strike");
                    let when = bought[&(player["seat"].as_u64().unwrap(), name)];
                    insured += 1;
                    assert!(
                        when == now && phase(&step.after) == "insuring"
                            || when + 1 == now && phase(&step.after) != "insuring"
                            || phase(&step.after) == "over"
                    );
                }
            }
        }
    }
    assert!(insured > 50, "{insured}");
}

#[test]
fn biz_inv_12_is_checked() {
    // Before anybody could insure.
    let first = but(announcing(0, json!({"insured": ["loader"]})), json!({"round": 1, "goods_card": null, "export_card": null}));
    assert_eq!(refused(json!({}), first), "BIZ-INV-12");
    // In Phase 6 before one's own turn: the cover of a round ago has ended.
    let seats = [player(10, json!({"warnings": ["loader"]})), player(10, json!({"insured": ["manager"]}))];
    assert_eq!(refused(json!({}), position("insuring", 'A', &seats)), "BIZ-INV-12");
    // With second strike there is none.
    let clause = refused(json!({"event_mode": "second_strike"}), announcing(0, json!({"insured": ["loader"]})));
    assert!(["BIZ-INV-12", "BIZ-EVENT-4"].contains(&clause), "{clause}");
}

#[test]
fn biz_inv_13_each_good_is_bought_and_exported_at_most_once_a_round_and_each_spins_and_insures_once() {
    let mut done = BTreeMap::new();
    for game in games() {
        let mut seen = BTreeSet::new();
        for event in game.steps.iter().flat_map(|step| &step.events) {
            let kind = event["event"].as_str().unwrap();
            let what = match kind {
                "round_began" => {
                    seen.clear();
                    continue;
                }
                "bought" => event["good"].to_string(),
                "exported" if game.setting("export_lots") == "one_per_player" => String::new(),
                "exported" if game.setting("export_lots") != "any" => event["good"].to_string(),
                "spun" => String::new(),
                "insured" => event["characteristic"].to_string(),
                _ => continue,
            };
            assert!(seen.insert((kind.to_owned(), event["seat"].as_u64(), what)), "{event}");
            *done.entry(kind.to_owned()).or_insert(0) += 1;
        }
    }
    assert!(done.len() == 4 && done.values().all(|count| *count > 20), "{done:?}");
}

#[test]
fn biz_inv_13_is_checked() {
    // A lot of every good on the card is the most: what was exported must be on the card, and bought only what the round had.
    let twice = json!({"exported": ["oil", "oil"], "main": {"wood": 4}});
    let clause = refused(json!({}), position("exporting", 'A', &[player(0, twice), nobody()]));
    assert!(["BIZ-INV-13", "BIZ-EXPORT-7"].contains(&clause), "{clause}");
    let twice = json!({"bought": ["oil", "oil"], "temporary": {"oil": 2}});
    let start = but(position("buying", 'A', &[player(3, twice), nobody()]), json!({"market": {"wood": 3}}));
    let clause = refused(json!({}), start);
    assert!(["BIZ-INV-13", "BIZ-BUY-6"].contains(&clause), "{clause}");
}

#[test]
fn biz_inv_14_after_phase_3_no_car_is_full_except_under_embargo() {
    let mut held = 0;
    for game in games() {
        for moment in game.moments() {
            if !["exporting", "improving", "events", "insuring"].contains(&phase(moment)) {
                continue;
            }
            let embargo = list(&moment.position["embargo"]);
            for car in moment.view["cars"].as_array().unwrap() {
                let full = car["full"] == true;
                assert!(!full || embargo.contains(&car["good"].as_str().unwrap().to_owned()), "{car}");
                held += u64::from(full);
            }
        }
    }
    assert!(held > 5, "{held}");
}

#[test]
fn biz_inv_14_is_checked() {
    let cars = json!({"cars": {"green": {"good": "fish", "units": [7, 0]}}});
    for phase in ["exporting", "improving", "insuring"] {
        let stock = json!({"main": {"oil": 4}, "warnings": ["loader"]});
        let start = but(position(phase, 'A', &[player(30, stock), nobody()]), cars.clone());
        assert_eq!(refused(json!({}), start.clone()), "BIZ-INV-14", "{phase}");
        let embargo = but(start, json!({"embargo": ["fish", "oil"]}));
        if phase != "exporting" {
            assert!(Table::try_at(players(2), embargo).is_ok(), "{phase}");
        }
    }
    // Before Phase 3 a full car is possible.
    assert!(Table::try_at(players(2), but(announcing(0, json!({})), cars)).is_ok());
}

#[test]
fn biz_inv_15_every_phase_ends() {
    for game in games() {
        let mut out: BTreeSet<usize> = BTreeSet::new();
        let mut passes = 0;
        for (before, step) in game.each() {
            let here = phase(before).to_owned();
            let market = |moment: &Moment| -> u64 {
                moment.view["goods"].as_array().unwrap().iter().filter_map(|good| good["market"].as_u64()).sum()
            };
            let coins = |moment: &Moment| moment.view["players"][step.seat]["coins"].as_u64().unwrap();
            let goods = |moment: &Moment| count(&moment.view["players"][step.seat]["main"]);
            let same = here == phase(&step.after) && before.view["round"] == step.after.view["round"];
            let word = step.action.split(' ').next().unwrap();
            if same {
                match word {
                    "buy" => assert!(market(&step.after) < market(before)),
                    "load" => {
                        let loaded = |moment: &Moment| moment.view["cars"].as_array().unwrap().iter().map(in_car).sum::<u64>();
                        assert!(loaded(&step.after) > loaded(before));
                    }
                    "export" => assert!(goods(&step.after) < goods(before)),
                    "improve" | "insure" => assert!(coins(&step.after) < coins(before)),
                    _ => {}
                }
            }
            // A pass or "done" takes the player out.
            let turn_only = here == "loading" && game.setting("load_pass") == "turn";
            assert!(turn_only || !out.contains(&step.seat), "{here}: {} is asked again", step.seat);
            if ["pass", "done"].contains(&word) {
                out.insert(step.seat);
                passes += 1;
                assert!(!turn_only || passes <= game.players, "one circle of passes ends the phase");
            } else {
                passes = 0;
            }
            if !same {
                out.clear();
                passes = 0;
            }
        }
    }
}

#[test]
fn biz_inv_16_exactly_one_is_in_turn_and_has_at_least_two_choices() {
    for game in games() {
        for moment in game.moments() {
            if phase(moment) == "over" {
                assert_eq!((moment.awaited, moment.choices), (0, 0));
                continue;
            }
            let must = game.setting("load_duty") == "must" && phase(moment) == "loading";
            assert_eq!(moment.awaited, 1);
            assert!(moment.choices >= if must { 1 } else { 2 }, "{}", moment.position);
        }
    }
}

#[test]
fn biz_inv_16_is_checked() {
    // Nothing to load, export, improve, insure, keep; no coin; nothing for sale.
    for phase in ["buying", "loading", "storing", "exporting", "improving", "events", "insuring"] {
        let market = if phase == "buying" { json!({"market": {"oil": 1}}) } else { json!({}) };
        let start = but(position(phase, 'A', &[nobody(), nobody()]), market);
        let clause = refused(json!({}), start);
        assert!(["BIZ-INV-16", "BIZ-ROUND-8"].contains(&clause), "{phase}: {clause}");
    }
    // A player who is not at the table, one who skips, one who has passed.
    let third = position("announcing", 'C', &[nobody(), nobody()]);
    assert!(!refused(json!({}), third).is_empty());
    let skipper = position("improving", 'A', &[player(30, json!({"skips": true})), nobody()]);
    assert!(!refused(json!({}), skipper).is_empty());
    let passed = json!({"market": {"oil": 1}});
    let passed = but(position("buying", 'A', &[player(3, json!({"passed": true})), player(3, json!({}))]), passed);
    assert!(!refused(json!({}), passed).is_empty());
    // With `skip_limit` and too many coins nothing is to be announced.
    assert!(!refused(json!({"skip_limit": 5}), announcing(6, json!({}))).is_empty());
}

#[test]
fn biz_inv_17_at_the_start_of_a_round_nobody_has_the_target() {
    let mut ends = 0;
    for game in games() {
        for moment in game.moments() {
            let best = moment.view["players"].as_array().unwrap().iter().filter_map(|player| player["points"].as_u64()).max();
            if ["announcing", "buying", "loading", "storing"].contains(&phase(moment)) {
                assert!(best < Some(game.target));
            }
            if phase(moment) == "over" && moment.view["round"].as_u64() < Some(999) {
                assert!(best >= Some(game.target));
                ends += 1;
            }
        }
    }
    assert!(ends > 0);
}

#[test]
fn biz_inv_17_is_checked() {
    for points in [20, 21, 60] {
        assert_eq!(refused(json!({}), announcing(0, json!({ "points": points }))), "BIZ-INV-17");
    }
    assert!(Table::try_at(players(2), announcing(0, json!({"points": 19}))).is_ok());
    assert_eq!(refused(json!({"victory_target": 7}), announcing(0, json!({"points": 7}))), "BIZ-INV-17");
    assert_eq!(
        refused(
            json!({}),
            before_the_wheel(json!({"players": [player(50, json!({"points": 20})), player(0, json!({"main": {"meat": 1}}))]}))
        ),
        "BIZ-INV-17"
    );
    // A game that is over has a winner; one that has a winner is over.
    let over = position("over", 'A', &[player(0, json!({"points": 19})), nobody()]);
    let options = players(2);
    match Table::try_at(&options, over) {
        Err(refusal) => assert!(!refusal.clause.is_empty()),
        Ok(table) => panic!("nobody has won: {:?}", table.won()),
    }
    let table = Table::at(&options, announcing(0, json!({})));
    assert!(!tampered(&table, |state| state.phase = Phase::Over).is_empty());
}
