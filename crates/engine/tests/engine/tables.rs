//! Tables of any game: records that come back, secrets that stay, promises that hold.

use crate::common::{bad, desk, good, toy};
use engine::{AnyTable, Setup, secret_of};
use kernel::{Files, Key, Luck, Record, Seat, Seats, Seeded, Viewer};
use serde_json::{Value, json};

fn setup(seed: u64) -> Setup {
    Setup { seats: vec!["Ann".into(), "Bob".into(), "Cid".into()], options: options(), ..Setup::new(secret_of(seed)) }
}

fn options() -> serde_json::Map<String, Value> {
    toy().read_options(&["players=3", " rounds = 4 "]).unwrap()
}

/// Plays at random, now and then taking something back, until it is over or `entries` long.
fn play_on(table: &mut dyn AnyTable, luck: &mut Seeded, entries: usize) {
    while let Some(seat) = table.turn().awaited.lowest().filter(|_| table.version() < entries) {
        let choices = table.actions(seat).actions;
        table.play(seat, &choices[luck.below(choices.len())].action, Some(luck.bits() >> 20)).unwrap();
        if luck.below(4) == 0 && table.outcome().is_none() {
            table.undo(seat, true).unwrap();
        }
    }
}

/// All that can be asked about a table by anybody.
fn all_of(table: &dyn AnyTable) -> Vec<String> {
    let mut told = vec![table.export(), format!("{:?} {:?}", table.turn(), table.outcome()), format!("{:?}", table.figures())];
    let viewers = Seats::first(table.players()).map(Viewer::Seat).chain([Viewer::Watcher]);
    let moments = table.moments();
    let open = if table.past_is_open() { moments } else { &moments[moments.len() - 1..] };
    for viewer in viewers {
        told.push(format!("{:?}", table.events(0..=usize::MAX, viewer)));
        for &at in open {
            told.push(table.view(viewer, Some(at)).unwrap().json().unwrap().to_string());
            told.push(table.draw(viewer, Some(at)).unwrap());
            told.push(table.prompt(viewer, Some(at)).unwrap().text);
        }
    }
    for &at in open {
        told.push(table.position(Some(at)).unwrap().to_string());
        told.push(format!("{:?} {:?}", table.score(Some(at)), table.worth(Some(at))));
    }
    told
}

#[test]
fn a_record_brings_back_the_very_same_table() {
    for seed in 0..20 {
        let mut luck = Seeded::new(seed);
        let mut table = toy().open(setup(seed)).unwrap();
        play_on(table.as_mut(), &mut luck, if seed % 2 == 0 { 9 } else { usize::MAX });
        let record = Record::read(&table.export()).unwrap();
        assert_eq!(record, table.record());
        let again = toy().replay(&record, None, secret_of(99)).unwrap();
        assert_eq!(all_of(again.as_ref()), all_of(table.as_ref()));
    }
}

#[test]
fn load_play_export_import() {
    let mut desk = desk();
    let position = json!({ "round": 1, "turn": 2, "purses": [{ "coins": 4, "card": 11 }, { "coins": 5, "card": 0 }] });
    good(&mut desk, json!({ "do": "load", "game": "purses", "position": position, "seed": 5, "seats": ["Ann", "Bob"] }));
    for (seat, action) in [(2, "give 3"), (2, "roll"), (1, "peek"), (1, "pass"), (2, "pass")] {
        good(&mut desk, json!({ "do": "play", "seat": seat, "action": action }));
    }
    let record = good(&mut desk, json!({ "do": "export" }))["record"].clone();
    let lines: Vec<&str> = record.as_str().unwrap().lines().collect();
    assert!(lines.contains(&"# Bob gives 3 away."), "{record}");
    assert!(lines.contains(&"# Ann peeks."), "the log is everybody’s: {record}");
    good(&mut desk, json!({ "do": "import", "record": record }));
    for request in ["export", "position", "view", "events", "outcome", "score"] {
        let first = good(&mut desk, json!({ "do": request, "table": 1 }));
        assert_eq!(first, good(&mut desk, json!({ "do": request, "table": 2 })), "{request}");
    }
}

#[test]
fn a_record_of_another_game_edition_or_content_is_refused() {
    let mut desk = desk();
    good(&mut desk, json!({ "do": "new", "game": "purses", "seed": 1 }));
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "roll" }));
    let record = good(&mut desk, json!({ "do": "export" }))["record"].as_str().unwrap().to_owned();
    for (from, to, code) in [
        ("game: purses", "game: chess", "game"),
        ("edition: 3", "edition: 4", "edition"),
        ("pack: ", "pack: 0", "record"),
        ("\"rounds\":3", "\"rounds\":99", "options"),
        ("\"rounds\":3", "\"rounds\":3,\"goal\":1", "options"),
        ("\"players\":2", "\"players\":3", "seats"),
        ("seat 1: roll", "seat 2: roll", "record"),
        ("seat 1: roll", "seat 9: roll", "record"),
        ("seat 1: roll", "seat 1: dance", "record"),
        ("seat 1: roll", "seat 1: pass", "record"),
        ("exchequer record 1", "", "record"),
    ] {
        assert!(record.contains(from));
        let error = bad(&mut desk, json!({ "do": "import", "record": record.replacen(from, to, 1) }));
        assert_eq!(error["code"], code, "{to}: {error}");
    }
    let stranger = format!("{record}2. undo to 0 by seat 3\n");
    assert_eq!(bad(&mut desk, json!({ "do": "import", "record": stranger }))["code"], "record");
    let error = bad(&mut desk, json!({ "do": "import", "record": record, "files": { "purses.toml": "coins = 11" } }));
    assert_eq!(error["code"], "content");
    good(&mut desk, json!({ "do": "import", "record": record }));
}

#[test]
fn a_record_of_other_content_is_played_with_its_files() {
    let files = Files::new([("purses.toml", "coins = 33")]);
    let mut table = toy().open(Setup { files: Some(files.clone()), ..setup(3) }).unwrap();
    play_on(table.as_mut(), &mut Seeded::new(3), usize::MAX);
    assert_eq!(toy().replay(&table.record(), None, secret_of(0)).err().unwrap().code, "content");
    toy().replay(&table.record(), Some(&files), secret_of(0)).unwrap();
}

/// Two tables that differ only in what is hidden from Ann: she is told the same, whatever she asks.
#[test]
fn nobody_is_told_what_is_hidden_from_them() {
    let deal = |cids: u32| {
        let mut table = toy().open(Setup { script: vec![1, 2, cids, 4, 4, 4, 4], ..setup(1) }).unwrap();
        // Bob peeks at Cid's card; Ann at Bob's.
        for (seat, action) in [(0, "peek"), (0, "roll"), (1, "peek"), (1, "give 2"), (1, "roll"), (2, "pass")] {
            table.play(Seat::new(seat).unwrap(), action, None).unwrap();
        }
        table
    };
    let (one, other) = (deal(7), deal(9));
    assert_ne!(one.position(None).unwrap(), other.position(None).unwrap());
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Watcher] {
        assert_eq!(one.events(0..=usize::MAX, viewer), other.events(0..=usize::MAX, viewer));
        for &at in one.moments() {
            assert_eq!(one.view(viewer, Some(at)), other.view(viewer, Some(at)));
            assert_eq!(one.draw(viewer, Some(at)), other.draw(viewer, Some(at)));
            assert_eq!(one.prompt(viewer, Some(at)), other.prompt(viewer, Some(at)));
        }
    }
    assert_eq!(one.actions(Seat::FIRST), other.actions(Seat::FIRST));
    for bot in bots::BOTS {
        let choose = |table: &dyn AnyTable| table.bot(Seat::FIRST, bot.name, 5, &bots::Budget { nodes: Some(200), time: None });
        assert_eq!(choose(one.as_ref()), choose(other.as_ref()), "{}", bot.name);
    }
    let bob = Viewer::Seat(Seat::new(1).unwrap());
    assert_ne!(one.events(0..=usize::MAX, bob), other.events(0..=usize::MAX, bob), "Bob has looked");
}

#[test]
fn the_commitment_is_published_and_the_secret_shown_only_at_the_end() {
    let mut table = toy().open(setup(4)).unwrap();
    let secret = secret_of(4).to_string();
    assert!(table.export().contains(&format!("commitment: {}", secret_of(4).commitment())));
    while let Some(seat) = table.turn().awaited.lowest() {
        assert!(!table.export().contains(&secret));
        table.play(seat, "roll", None).unwrap();
    }
    assert!(table.export().contains(&format!("secret: {secret}")));
    assert_eq!(table.undoable(Seat::new(2).unwrap()), 0);
    assert_eq!(table.undo(Seat::FIRST, true).unwrap_err().code, "undo");
}

#[test]
fn an_imported_game_played_on_promises_nothing_false() {
    let mut table = toy().open(setup(6)).unwrap();
    play_on(table.as_mut(), &mut Seeded::new(6), 5);
    let mut guest = toy().replay(&table.record(), None, secret_of(1000)).unwrap();
    play_on(guest.as_mut(), &mut Seeded::new(7), usize::MAX);
    assert_eq!((guest.header().commitment, guest.header().secret), (None, None));
    toy().replay(&Record::read(&guest.export()).unwrap(), None, secret_of(0)).unwrap();
}

#[test]
fn a_table_that_was_put_away_goes_on_as_promised() {
    let play = |interrupted: bool| {
        let mut table = toy().open(Setup { entropy: vec![Key([1; 32]), Key([2; 32]), Key([3; 32])], ..setup(8) }).unwrap();
        let mut luck = Seeded::new(8);
        play_on(table.as_mut(), &mut luck, 6);
        if interrupted {
            table = toy().replay(&table.record(), None, secret_of(8)).unwrap();
        }
        play_on(table.as_mut(), &mut luck, usize::MAX);
        toy().replay(&Record::read(&table.export()).unwrap(), None, secret_of(0)).map(|table| table.export())
    };
    let whole = play(false).unwrap();
    assert!(whole.contains("\nsecret: "));
    assert_eq!(play(true).unwrap(), whole);
}

#[test]
fn settings_are_read_from_pairs() {
    let wrong = |pairs: &[&str]| toy().read_options(pairs).unwrap_err();
    assert_eq!(wrong(&["players"]).code, "options");
    assert_eq!(wrong(&["players=9"]).clause, Some("PUR-SET-1"));
    assert_eq!(wrong(&["goal=9"]).message, "there is no setting `goal`; there are players, rounds, faulty");
    assert_eq!(wrong(&["players=2", "players=3"]).message, "`players` is set twice");
    assert_eq!(toy().options(&options()).unwrap()["faulty"], "no");
}

#[test]
fn entropy_comes_from_every_seat_or_from_none() {
    let error = toy().open(Setup { entropy: vec![Key([1; 32])], ..setup(1) }).err().unwrap();
    assert_eq!(error.code, "seats");
}

#[test]
fn many_games_are_simulated() {
    let plan = |lineup: &[&str]| arena::Plan {
        lineup: lineup.iter().map(|name| (*name).to_owned()).collect(),
        games: 30,
        seed: 1,
        threads: 1,
        budget: bots::Budget::default(),
    };
    let report = toy().simulate(None, &options(), &plan(&["random", "steady", "random"]), &|_| {}).unwrap();
    assert_eq!(serde_json::to_value(&report).unwrap()["games"], 30);
    let code = |lineup: &[&str]| toy().simulate(None, &options(), &plan(lineup), &|_| {}).err().unwrap().code;
    assert_eq!(code(&["random"]), "seats");
    assert_eq!(code(&["random", "nobody", "random"]), "bot");
}

#[test]
fn the_registry_knows_each_game_by_one_id() {
    for game in engine::games() {
        let about = game.about();
        assert_eq!(engine::game(about.id).unwrap().about().title, about.title);
        assert!(game.check_pack(&game.files()).is_empty());
        assert!(game.rulebook().clauses().iter().all(|clause| clause.id.starts_with(about.prefix)));
        assert!(game.settings().iter().any(|setting| setting.key == "players"));
    }
    assert_eq!(engine::game("chess").err().unwrap().code, "game");
}
