//! The settings of a table: every value, every default, and what is refused. ECO-OPT.

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, part_two, reference, viewers};
use economy::{DeckName, Economy, EconomyRules, Event, MemoryRule, Options, Placement, Spacing, Starter, Tie};
use kernel::{Game, Refusal, Rules, Seeded, Viewer};
use serde_json::{Value, json};

/// A table as a set-up page asks for it: the settings are checked one by one, then together.
fn asked(settings: Value) -> Result<EconomyRules, Refusal> {
    let chosen = settings.as_object().expect("settings by key");
    kernel::settings::check(&Economy::settings(), chosen)?;
    let options: Options = serde_json::from_value(settings).expect("checked settings can be read");
    let pack = Economy::pack(&Economy::files()).expect("the standard pack is sound");
    Economy::rules(&pack, &options)
}

fn clause(settings: Value) -> Option<&'static str> {
    asked(settings).err().map(|refusal| refusal.clause)
}

/// The first view of a game with these settings.
fn first_view(settings: Value) -> Value {
    let rules = asked(settings).expect("settings that fit together");
    let state = rules.start(&mut Seeded::new(1), &mut kernel::Silent);
    serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap()
}

/// What a setting is unless one says otherwise, as the list of settings has it.
fn default_of(key: &str) -> Value {
    kernel::settings::find(&Economy::settings(), key).expect("a setting").default_value()
}

fn clause_of(key: &str) -> &'static str {
    kernel::settings::find(&Economy::settings(), key).expect("a setting").clause
}

#[test]
fn eco_opt_1_players_are_2_to_6_and_4_by_default() {
    for players in 2..=6 {
        assert_eq!(first_view(json!({ "players": players }))["players"].as_array().unwrap().len(), players);
    }
    for wrong in [json!(1), json!(7), json!(-1), json!(2.5), json!("four"), json!(null)] {
        assert_eq!(clause(json!({ "players": wrong })), Some("ECO-OPT-1"), "{wrong}");
    }
    assert_eq!(first_view(json!({}))["players"].as_array().unwrap().len(), 4);
    assert_eq!((default_of("players"), clause_of("players")), (json!(4), "ECO-OPT-1"));
    // A program that skips the list of settings is refused as well.
    let pack = Economy::pack(&Economy::files()).unwrap();
    for players in [0, 1, 7] {
        let options = Options { players, ..Options::default() };
        assert_eq!(Economy::rules(&pack, &options).unwrap_err().clause, "ECO-OPT-1");
    }
}

#[test]
fn eco_opt_2_the_target_is_1_to_500_and_by_default_goes_by_the_players() {
    for (players, target) in [(2, 60), (3, 45), (4, 36), (5, 32), (6, 30)] {
        assert_eq!(first_view(json!({ "players": players }))["target"], target);
        assert_eq!(first_view(json!({ "players": players, "target": null }))["target"], target);
    }
    for target in [1, 7, 500] {
        assert_eq!(first_view(json!({ "target": target }))["target"], target);
    }
    for wrong in [json!(0), json!(501), json!(-3), json!("much")] {
        assert_eq!(clause(json!({ "target": wrong })), Some("ECO-OPT-2"), "{wrong}");
    }
    assert_eq!((default_of("target"), clause_of("target")), (json!("default"), "ECO-OPT-2"));
    let pack = Economy::pack(&Economy::files()).unwrap();
    for target in [0, 501] {
        let options = Options { target: Some(target), ..Options::default() };
        assert_eq!(Economy::rules(&pack, &options).unwrap_err().clause, "ECO-OPT-2");
    }
}

#[test]
fn eco_opt_2_the_agreed_target_ends_the_game() {
    // Given TEXTILE that pays 3, 3 and 1; A lands on b4.
    let play = |target, luck: &[u32]| {
        let options = Options { target: Some(target), ..reference(3) };
        let mut table = Table::at(options, part_two());
        table.play("move b4", luck);
        table.won().is_some()
    };
    assert!(play(3, &[]));
    assert!(!play(4, &[1]));
}

#[test]
fn eco_opt_3_the_starter_is_random_the_hosts_choice_or_the_first_seat() {
    let starters = |settings: Value| -> Vec<usize> {
        let rules = asked(settings).unwrap();
        let mut seats: Vec<usize> =
            (0..60).map(|seed| rules.start(&mut Seeded::new(seed), &mut kernel::Silent).seat.number()).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    };
    assert_eq!(starters(json!({})), [1, 2, 3, 4], "by default at random");
    assert_eq!(starters(json!({ "starter": "random" })), [1, 2, 3, 4]);
    assert_eq!(starters(json!({ "starter": "first_seat" })), [1]);
    assert_eq!(starters(json!({ "starter": "host_choice", "starting_seat": 3 })), [3]);
    assert_eq!(starters(json!({ "starter": "host_choice" })), [1]);
    assert_eq!((default_of("starter"), clause_of("starter")), (json!("random"), "ECO-OPT-3"));
    assert_eq!(clause(json!({ "starter": "youngest" })), Some("ECO-OPT-3"));
}

#[test]
fn eco_opt_3_a_starting_seat_belongs_to_the_hosts_choice() {
    assert_eq!(clause(json!({ "starter": "random", "starting_seat": 1 })), Some("ECO-START-2"));
    assert_eq!(clause(json!({ "starter": "first_seat", "starting_seat": 1 })), Some("ECO-START-2"));
    assert_eq!(clause(json!({ "starting_seat": 1 })), Some("ECO-START-2"));
    assert_eq!(clause(json!({ "players": 3, "starter": "host_choice", "starting_seat": 4 })), Some("ECO-START-2"));
    assert_eq!(clause(json!({ "players": 3, "starter": "host_choice", "starting_seat": 0 })), Some("ECO-START-2"));
    assert_eq!(clause(json!({ "players": 3, "starter": "host_choice", "starting_seat": 3 })), None);
}

#[test]
fn eco_opt_4_locations_are_placed_by_players_at_random_or_as_the_reference_has_them() {
    let view = first_view(json!({}));
    assert_eq!((&view["part"], view["locations"].as_array().unwrap().len()), (&json!("setup"), 0), "by default by players");
    assert_eq!(first_view(json!({ "placement": "players" }))["part"], "setup");
    let random = first_view(json!({ "placement": "random" }));
    assert_eq!((&random["part"], random["locations"].as_array().unwrap().len()), (&json!("1"), 36));
    let fixed = first_view(json!({ "placement": "reference" }));
    assert_eq!((&fixed["part"], fixed["locations"].as_array().unwrap().len()), (&json!("1"), 36));
    assert_ne!(random["locations"], fixed["locations"]);
    let a8 = fixed["locations"].as_array().unwrap().iter().find(|location| location["space"] == "a8").unwrap();
    assert_eq!(a8["card"]["id"], "MOT-3");
    assert_eq!((default_of("placement"), clause_of("placement")), (json!("players"), "ECO-OPT-4"));
    assert_eq!(clause(json!({ "placement": "host" })), Some("ECO-OPT-4"));
}

#[test]
fn eco_opt_5_spacing_is_touching_orthogonal_or_off() {
    // Given MOT-3 on d4, how many places are there for MOT-2?
    let places = |settings: Value| {
        let options: Options = serde_json::from_value(settings).unwrap();
        let luck: Vec<u32> = (0..36).collect();
        let mut table = Table::start(Options { starter: Starter::FirstSeat, ..options }, &luck);
        table.play("pick MOT-3", &[]);
        table.play("place d4", &[]);
        table.play("pick MOT-2", &[]);
        table.actions().len()
    };
    assert_eq!(places(json!({})), 55, "by default touching");
    assert_eq!(places(json!({ "spacing": "touching" })), 55);
    assert_eq!(places(json!({ "spacing": "orthogonal" })), 59);
    assert_eq!(places(json!({ "spacing": "off" })), 63);
    assert_eq!((default_of("spacing"), clause_of("spacing")), (json!("touching"), "ECO-OPT-5"));
    assert_eq!(clause(json!({ "spacing": "near" })), Some("ECO-OPT-5"));
}

#[test]
fn eco_opt_6_memory_is_hidden_or_shown() {
    let seen = |memory| {
        let table = Table::at(Options { memory, ..reference(3) }, part_two());
        viewers(3).into_iter().map(|viewer| table.location(viewer, "c2")["card"]["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(seen(MemoryRule::Hidden), vec![Value::Null; 4]);
    assert_eq!(seen(MemoryRule::Shown), vec![json!("PHO-3"); 4]);
    assert_eq!(Options::default().memory, MemoryRule::Hidden);
    for value in ["hidden", "shown"] {
        assert_eq!(clause(json!({ "memory": value })), None);
    }
    assert_eq!((default_of("memory"), clause_of("memory")), (json!("hidden"), "ECO-OPT-6"));
    assert_eq!(clause(json!({ "memory": "open" })), Some("ECO-OPT-6"));
}

#[test]
fn eco_opt_7_equal_points_are_shared_or_played_out() {
    // V3: A and B come to 45 together.
    let start = || but(part_two(), json!({ "points": [42, 42, 30] }));
    let mut shared = Table::at(reference(3), start());
    shared.play("move b4", &[]);
    assert_eq!(shared.won(), Some(("AB".into(), "ECO-END-7")), "by default shared");
    let mut goes_on = Table::at(Options { tie: Tie::PlayOn, ..reference(3) }, start());
    goes_on.play("move b4", &[1]);
    assert_eq!(goes_on.won(), None);
    for value in ["shared", "play_on"] {
        assert_eq!(clause(json!({ "tie": value })), None);
    }
    assert_eq!((default_of("tie"), clause_of("tie")), (json!("shared"), "ECO-OPT-7"));
    assert_eq!(clause(json!({ "tie": "dice" })), Some("ECO-OPT-7"));
}

#[test]
fn eco_opt_8_there_are_four_decks() {
    let shape = |settings: Value| -> (usize, u64) {
        let settings = but(settings, json!({ "placement": "random" }));
        let view = first_view(settings);
        let cards: Vec<&Value> = view["locations"].as_array().unwrap().iter().map(|location| &location["card"]).collect();
        let mut sectors: Vec<&str> = cards.iter().filter_map(|card| card["sector"].as_str()).collect();
        sectors.sort_unstable();
        sectors.dedup();
        (sectors.len(), cards.iter().filter_map(|card| card["category"].as_u64()).sum())
    };
    assert_eq!(shape(json!({})), (9, 63), "by default 3211");
    assert_eq!(shape(json!({ "deck": "3211" })), (9, 63));
    assert_eq!(shape(json!({ "deck": "3221" })), (9, 72));
    assert_eq!(shape(json!({ "deck": "3321" })), (9, 81));
    assert_eq!(shape(json!({ "deck": "twelve" })), (12, 72));
    assert_eq!((default_of("deck"), clause_of("deck")), (json!("3211"), "ECO-OPT-8"));
    assert_eq!(clause(json!({ "deck": "4321" })), Some("ECO-OPT-8"));
    assert_eq!(clause(json!({ "deck": 3211 })), Some("ECO-OPT-8"), "a name, not a number");
}

#[test]
fn eco_opt_8_only_the_reference_layout_does_not_go_with_twelve_sectors() {
    assert_eq!(clause(json!({ "deck": "twelve", "placement": "reference" })), Some("ECO-SETUP-7"));
    let decks = [DeckName::D3211, DeckName::D3221, DeckName::D3321, DeckName::Twelve];
    let spacings = [Spacing::Touching, Spacing::Orthogonal, Spacing::Off];
    let pack = Economy::pack(&Economy::files()).unwrap();
    for (number, deck) in decks.into_iter().enumerate() {
        for placement in [Placement::Players, Placement::Random, Placement::Reference] {
            for spacing in spacings {
                for players in [2 + number as u8, 6] {
                    let options = Options { players, deck, placement, spacing, ..Options::default() };
                    match Economy::rules(&pack, &options) {
                        Ok(rules) => {
                            let mut events = Vec::new();
                            rules.start(&mut Seeded::new(4), &mut events);
                            assert!(matches!(events[0], Event::Started { .. }));
                        }
                        Err(refusal) => {
                            assert_eq!(refusal.clause, "ECO-SETUP-7");
                            assert_eq!((deck, placement), (DeckName::Twelve, Placement::Reference));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn eco_opt_8_the_other_decks_play_by_the_same_rules() {
    // Given all cards of deck 3321 owned as in the run of part 2, read 3a, 3b, 2, 1; A lands on b4 (TEX-3a).
    let ids = ["3a", "3b", "2", "1"];
    let mut properties = [Vec::new(), Vec::new(), Vec::new()];
    for (sector, letters) in OWNERS {
        for (letter, id) in letters.chars().zip(ids) {
            properties[crate::common::seat(letter).index()].push(format!("{sector}-{id}"));
        }
    }
    let start = json!({ "turn": 1, "die": 3, "pieces": ["d3", "e6", "c5"], "properties": properties });
    let mut table = Table::at(Options { deck: DeckName::D3321, ..reference(3) }, start);
    table.play("move b4", &[1]);
    assert_eq!(table.points(), [3, 5, 1]);
    // A card of another deck is unknown at this table.
    let wrong = json!({ "turn": 1, "die": 1, "properties": owned_by(&[("MOT", "--A-")]) });
    let refusal = Table::try_at(Options { deck: DeckName::D3321, ..reference(3) }, wrong).err().unwrap();
    assert_eq!(refusal.clause, "ECO-CARD-4");
}

#[test]
fn eco_opt_1_there_are_no_other_settings() {
    let keys: Vec<&str> = Economy::settings().iter().map(|setting| setting.key).collect();
    assert_eq!(keys, ["players", "target", "starter", "starting_seat", "placement", "spacing", "memory", "tie", "deck"]);
    let refusal = asked(json!({ "bank": 1 })).unwrap_err();
    assert!(refusal.reason.to_string().contains("there is no setting `bank`"), "{refusal}");
    assert!(serde_json::from_value::<Options>(json!({ "bank": 1 })).is_err());
    // The defaults of the list are those of a table about which nothing was said.
    let written = serde_json::to_value(Options::default()).unwrap();
    for setting in Economy::settings() {
        assert_eq!(written[setting.key], setting.default_value(), "{}", setting.key);
    }
    assert_eq!(serde_json::from_value::<Options>(json!({})).unwrap(), Options::default());
}

#[test]
fn eco_opt_1_what_is_chosen_reads_back_as_it_was_written() {
    let chosen = Options {
        players: 5,
        target: Some(99),
        starter: Starter::HostChoice,
        starting_seat: Some(5),
        placement: Placement::Random,
        spacing: Spacing::Orthogonal,
        memory: MemoryRule::Shown,
        tie: Tie::PlayOn,
        deck: DeckName::D3221,
    };
    let written = serde_json::to_value(&chosen).unwrap();
    let expected = json!({
        "players": 5, "target": 99, "starter": "host_choice", "starting_seat": 5, "placement": "random",
        "spacing": "orthogonal", "memory": "shown", "tie": "play_on", "deck": "3221",
    });
    assert_eq!(written, expected);
    assert_eq!(serde_json::from_value::<Options>(written).unwrap(), chosen);
    assert_eq!(clause(expected), None);
}
