//! What lies in the box, and what the loader says about a box that is not right: ECO-COMP, ECO-CARD, ECO-BOARD, ECO-PACK.

use crate::common::{EconomyTable, Table, but, owned_by, part_two, reference, rules, viewers};
use economy::{DeckName, Economy, Options, Placement, Space, Starter};
use kernel::{Files, Game, Notation, PackFault, Rules, Scripted, Seeded, Viewer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// All spaces as the rulebook names them.
fn all_spaces() -> Vec<String> {
    ('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}"))).collect()
}

/// The 36 cards of a deck as a page shows them once they are laid out.
fn cards(deck: DeckName) -> Vec<Value> {
    let options = Options { deck, placement: Placement::Random, ..Options::default() };
    let rules = rules(options);
    let state = rules.start(&mut Seeded::new(1), &mut kernel::Silent);
    let view = serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap();
    view["locations"].as_array().unwrap().iter().map(|location| location["card"].clone()).collect()
}

/// The categories of each sector, the highest first.
fn categories(deck: DeckName) -> BTreeMap<String, Vec<u64>> {
    let mut sectors = BTreeMap::<String, Vec<u64>>::new();
    for card in cards(deck) {
        sectors.entry(card["sector"].as_str().unwrap().into()).or_default().push(card["category"].as_u64().unwrap());
    }
    sectors.values_mut().for_each(|categories| categories.sort_unstable_by(|a, b| b.cmp(a)));
    sectors
}

/// Titles by id.
fn titles(deck: DeckName) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    cards(deck).iter().map(|card| (text(&card["id"]), text(&card["title"]))).collect()
}

/// Short and long, side by side: codes and sectors, categories and words.
type Words<'a> = &'a [(&'a str, &'a str)];

// The box

#[test]
fn eco_comp_1_the_board_has_64_spaces() {
    let options = Options { starter: Starter::FirstSeat, ..Options::default() };
    let mut table = Table::start(options, &(0..36).collect::<Vec<u32>>());
    table.play("pick MOT-3", &[]);
    let places: BTreeSet<String> = table.actions().into_iter().collect();
    assert_eq!(places, all_spaces().iter().map(|space| format!("place {space}")).collect());
    for wrong in ["i1", "a9", "a0", "A1", "a", "a11", ""] {
        assert!(table.rules.read(&format!("place {wrong}")).is_err(), "`{wrong}` is not a space");
    }
}

#[test]
fn eco_comp_2_36_location_cards_of_9_sectors_and_3_categories() {
    assert_eq!(cards(DeckName::D3211).len(), 36);
    let sectors = categories(DeckName::D3211);
    assert_eq!(sectors.len(), 9);
    let kinds: BTreeSet<u64> = sectors.values().flatten().copied().collect();
    assert_eq!(kinds, BTreeSet::from([1, 2, 3]));
}

#[test]
fn eco_comp_3_every_location_has_a_property_as_its_twin() {
    // Given a game played until all properties are taken.
    let rules = rules(reference(3));
    let mut luck = Seeded::new(31);
    let mut state = rules.start(&mut luck, &mut kernel::Silent);
    let locations: BTreeSet<String> = rules.position(&state).locations.unwrap().into_values().collect();
    let mut actions = Vec::new();
    for turn in 0.. {
        if state.part() == 2 {
            break;
        }
        assert!(turn < 10_000, "part 1 comes to its end");
        actions.clear();
        rules.actions(&state, state.seat, &mut actions);
        let action = actions[kernel::Luck::below(&mut luck, actions.len())];
        let seat = state.seat;
        rules.apply(&mut state, seat, &action, &mut luck, &mut kernel::Silent).unwrap();
    }
    // Then the players have the twin of every location.
    let properties: Vec<String> = rules.position(&state).properties.concat();
    assert_eq!(properties.len(), 36);
    assert_eq!(properties.into_iter().collect::<BTreeSet<_>>(), locations);
}

#[test]
fn eco_comp_4_six_pieces_of_different_colours() {
    let table = Table::start(reference(6), &[1]);
    let view = table.view();
    let colours: BTreeSet<&str> =
        view["players"].as_array().unwrap().iter().filter_map(|player| player["colour"].as_str()).collect();
    assert_eq!(colours.len(), 6);
    let pack = Economy::pack(&Economy::files()).unwrap();
    assert!(Economy::rules(&pack, &reference(7)).is_err(), "there is no seventh piece");
}

#[test]
fn eco_comp_5_one_six_sided_die() {
    let rules = rules(reference(3));
    for die in 0..=7 {
        let mut script = Scripted::new([die]);
        let state = rules.start(&mut script, &mut kernel::Silent);
        assert_eq!(script.finish().is_ok(), (1..=6).contains(&die), "a {die}");
        if (1..=6).contains(&die) {
            assert_eq!(u32::from(state.die), die);
        }
    }
    let mut counts = [0; 6];
    for seed in 0..6000 {
        let state = rules.start(&mut Seeded::nth(6, seed), &mut kernel::Silent);
        counts[usize::from(state.die) - 1] += 1;
    }
    // 1000 each, give or take five standard deviations.
    assert!(counts.iter().all(|count| (856..=1144).contains(count)), "{counts:?}");
}

#[test]
fn eco_comp_6_the_score_list_is_open_to_all() {
    let table = Table::at(reference(3), but(part_two(), json!({ "points": [7, 0, 21] })));
    for viewer in viewers(3) {
        let view = table.seen_by(viewer);
        let points: Vec<u64> =
            view["players"].as_array().unwrap().iter().filter_map(|player| player["points"].as_u64()).collect();
        assert_eq!(points, [7, 0, 21], "{viewer:?}");
    }
}

// The cards

#[test]
fn eco_card_1_nine_sectors_each_with_all_categories_among_them_motor_and_textile() {
    for deck in [DeckName::D3211, DeckName::D3221, DeckName::D3321] {
        let sectors = categories(deck);
        assert_eq!(sectors.len(), 9);
        assert!(sectors.contains_key("MOTOR") && sectors.contains_key("TEXTILE"), "{:?}", sectors.keys());
        assert!(sectors.values().all(|categories| (1..=3).all(|category| categories.contains(&category))));
    }
}

#[test]
fn eco_card_2_by_default_one_invention_one_factory_and_two_shops_a_sector() {
    let sectors = categories(Options::default().deck);
    assert!(sectors.values().all(|categories| *categories == [3, 2, 1, 1]), "{sectors:?}");
    assert_eq!(sectors.values().flatten().sum::<u64>(), 63);
}

#[test]
fn eco_card_2_every_sector_pays_7_in_all() {
    // Given A beside a location of each sector, when A lands there, then 7 points are given.
    let landings = [
        ("a7", "a8", "MOTOR"),
        ("b6", "b7", "MEDICINE"),
        ("c8", "b8", "TEXTILE"),
        ("d7", "d8", "FOOD"),
        ("a7", "a6", "COMPUTER"),
        ("c7", "c6", "PHONE"),
        ("d5", "d6", "FURNITURE"),
        ("b6", "b5", "TOY"),
        ("c4", "c5", "COSMETICS"),
    ];
    for (from, to, sector) in landings {
        let start = but(part_two(), json!({ "die": 1, "pieces": [from, "h1", "a1"], "face_down": [] }));
        let mut table = Table::at(reference(3), start);
        table.play(&format!("move {to}"), &[1]);
        assert_eq!(table.last_paid().map(|(sector, _)| sector).as_deref(), Some(sector));
        assert_eq!(table.points().iter().sum::<u16>(), 7, "{sector}");
    }
}

#[test]
fn eco_card_3_the_other_decks() {
    let shapes: [(DeckName, usize, &[u64], u16); 3] =
        [(DeckName::D3221, 9, &[3, 2, 2, 1], 8), (DeckName::D3321, 9, &[3, 3, 2, 1], 9), (DeckName::Twelve, 12, &[3, 2, 1], 6)];
    for (deck, count, shape, sum) in shapes {
        assert_eq!(cards(deck).len(), 36);
        let sectors = categories(deck);
        assert_eq!(sectors.len(), count);
        assert!(sectors.values().all(|categories| categories == shape), "{sectors:?}");
        // A landing pays the sum: all belongs to B, on the first spaces after a1, with no regard to spacing.
        let options = Options { deck, players: 2, spacing: economy::Spacing::Off, ..Options::default() };
        let ids: Vec<String> = titles(deck).into_keys().collect();
        let locations: BTreeMap<String, &String> = all_spaces().into_iter().filter(|space| space != "a1").zip(&ids).collect();
        let start = json!({ "turn": 1, "die": 1, "locations": locations, "pieces": ["a1"], "properties": [[], ids] });
        let mut table = Table::at(options, start);
        table.play("move a2", &[1]);
        assert_eq!(table.points(), [0, sum], "{deck:?}");
    }
    let further: Vec<String> = categories(DeckName::Twelve).into_keys().collect();
    assert!(["SPORT", "BOOK", "MUSIC"].iter().all(|sector| further.contains(&(*sector).to_owned())), "{further:?}");
}

#[test]
fn eco_card_4_the_default_cards() {
    let table = "
        MOTOR     | MOT | Quiet engine       | Car works            | Car showroom    | Filling station
        TEXTILE   | TEX | Weatherproof fibre | Weaving mill         | Fashion house   | Tailor’s shop
        FOOD      | FOO | Cold preserving    | Cannery              | Grocery         | Delicatessen
        MEDICINE  | MED | New vaccine        | Pharmaceutical plant | Pharmacy        | Health shop
        COMPUTER  | COM | Thinking chip      | Assembly plant       | Computer store  | Games store
        PHONE     | PHO | Pocket transmitter | Handset works        | Phone shop      | Repair counter
        FURNITURE | FUR | Folding joint      | Joinery              | Furniture house | Lamp shop
        TOY       | TOY | Building brick     | Toy works            | Toy shop        | Hobby shop
        COSMETICS | COS | Plant balm         | Cream works          | Perfumery       | Hair salon";
    let shown: BTreeMap<String, Value> =
        cards(DeckName::D3211).into_iter().map(|card| (card["id"].as_str().unwrap().to_owned(), card)).collect();
    let mut count = 0;
    for row in table.trim().lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for ((kind, category), title) in [("3", 3), ("2", 2), ("1a", 1), ("1b", 1)].into_iter().zip(&cells[2..]) {
            let card = &shown[&format!("{}-{kind}", cells[1])];
            assert_eq!(card["title"], *title);
            assert_eq!(card["sector"], cells[0]);
            assert_eq!(card["code"], cells[1]);
            assert_eq!(card["category"], category);
            count += 1;
        }
    }
    assert_eq!((count, shown.len()), (36, 36));
}

#[test]
fn eco_card_5_the_other_decks_have_plain_titles() {
    let nine = [
        ("MOT", "MOTOR"),
        ("TEX", "TEXTILE"),
        ("FOO", "FOOD"),
        ("MED", "MEDICINE"),
        ("COM", "COMPUTER"),
        ("PHO", "PHONE"),
        ("FUR", "FURNITURE"),
        ("TOY", "TOY"),
        ("COS", "COSMETICS"),
    ];
    let twelve = [&nine[..], &[("SPO", "SPORT"), ("BOO", "BOOK"), ("MUS", "MUSIC")]].concat();
    let decks: [(DeckName, Words, Words); 3] = [
        (DeckName::D3221, &nine, &[("3", "invention"), ("2a", "factory a"), ("2b", "factory b"), ("1", "shop")]),
        (DeckName::D3321, &nine, &[("3a", "invention a"), ("3b", "invention b"), ("2", "factory"), ("1", "shop")]),
        (DeckName::Twelve, &twelve, &[("3", "invention"), ("2", "factory"), ("1", "shop")]),
    ];
    for (deck, sectors, kinds) in decks {
        let expected: BTreeMap<String, String> = sectors
            .iter()
            .flat_map(|(code, sector)| {
                kinds.iter().map(move |(kind, word)| (format!("{code}-{kind}"), format!("{sector} {word}")))
            })
            .collect();
        assert_eq!(titles(deck), expected);
    }
}

// The board

#[test]
fn eco_board_1_neighbours_share_a_side() {
    let rules = rules(reference(2));
    let everything = owned_by(&crate::common::OWNERS.map(|(sector, _)| (sector, "AAAA")));
    let mut pairs = BTreeSet::new();
    for space in all_spaces() {
        let start = json!({ "turn": 1, "die": 1, "pieces": [space], "properties": everything });
        let state = rules.restore(&serde_json::from_value(start).unwrap()).unwrap();
        let mut actions = Vec::new();
        rules.actions(&state, state.seat, &mut actions);
        let edges = usize::from(space.starts_with(['a', 'h'])) + usize::from(space.ends_with(['1', '8']));
        assert_eq!(actions.len(), 4 - edges, "{space}");
        for action in &actions {
            let next = rules.write(action).trim_start_matches("move ").to_owned();
            pairs.insert((space.clone(), next));
        }
    }
    assert!(pairs.iter().all(|(one, other)| pairs.contains(&(other.clone(), one.clone()))), "neighbours are mutual");
    assert_eq!(pairs.len() / 2, 112);
}

#[test]
fn eco_board_1_no_space_has_an_effect_of_its_own() {
    // Given all 28 spaces without a location, in both parts.
    let layout = rules(reference(2));
    let state = layout.start(&mut Scripted::new([1]), &mut kernel::Silent);
    let empty: Vec<Space> = Space::all().filter(|space| state.locations[space.index()].is_none()).collect();
    assert_eq!(empty.len(), 28);
    let second = owned_by(&crate::common::OWNERS.map(|(sector, _)| (sector, "AAAA")));
    // In part 1 a property far away is still on the board.
    for space in empty {
        let from = space.neighbours().next().unwrap();
        let far = if space.column() < 4 { "FOO-3" } else { "MOT-3" };
        let first: Vec<Value> = second[0].as_array().unwrap().iter().filter(|id| **id != far).cloned().collect();
        for properties in [json!([first]), second.clone()] {
            let start = json!({ "turn": 1, "die": 1, "pieces": [from.to_string()], "properties": properties });
            let mut table = Table::at(reference(2), start);
            let before = table.rules.position(&table.state);
            let seen = table.events.len();
            table.play(&format!("move {space}"), &[1]);
            let after = table.rules.position(&table.state);
            assert_eq!(table.kinds(seen), ["moved", "nothing", "rolled"], "{space}");
            assert_eq!((after.properties, after.points, after.face_down), (before.properties, before.points, before.face_down));
            assert_eq!(table.turn(), Some('B'));
        }
    }
}

// The loader

/// The pack with a text in a file replaced by another.
fn changed(file: &str, from: &str, to: &str) -> Files {
    Files::new(Economy::files().iter().map(|(name, text)| {
        let text = if name == file {
            assert!(text.contains(from), "{file} has `{from}`");
            text.replacen(from, to, 1)
        } else {
            text.to_owned()
        };
        (name.to_owned(), text)
    }))
}

fn faults(files: &Files) -> Vec<PackFault> {
    Economy::pack(files).err().unwrap_or_default()
}

/// The line of a file where this text stands.
fn line(files: &Files, file: &str, text: &str) -> usize {
    let (_, content) = files.iter().find(|(name, _)| *name == file).unwrap();
    1 + content.lines().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{file} has no `{text}`"))
}

/// Given this change, the only fault is the one told, in the line that holds `mark`.
#[track_caller]
fn assert_fault(file: &str, (from, to): (&str, &str), mark: &str, message: &str) {
    let files = changed(file, from, to);
    let found: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    assert_eq!(found, [format!("{file}:{}: {message}", line(&files, file, mark))]);
}

#[test]
fn eco_pack_1_the_standard_pack_is_sound() {
    assert_eq!(faults(&Economy::files()), []);
    assert_eq!(Economy::pack(&Economy::files()).unwrap().name, "Standard");
}

#[test]
fn eco_pack_1_exactly_36_cards() {
    let message = "a deck has 36 cards, this one has 35 (ECO-COMP-2)";
    assert_fault("cards.toml", ("  { id = \"MUS-1\", title = \"MUSIC shop\" },\n", ""), "[decks.twelve]", message);
    let extra = (
        "{ id = \"MUS-1\", title = \"MUSIC shop\" },\n",
        "{ id = \"MUS-1\", title = \"MUSIC shop\" },\n  { id = \"MUS-1b\", title = \"More\" },\n",
    );
    assert_fault("cards.toml", extra, "[decks.twelve]", "a deck has 36 cards, this one has 37 (ECO-COMP-2)");
}

#[test]
fn eco_pack_1_unique_ids() {
    let change = ("{ id = \"COS-1b\", title = \"Hair salon\" }", "{ id = \"COS-1a\", title = \"Hair salon\" }");
    let files = changed("cards.toml", change.0, change.1);
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    let at = line(&files, "cards.toml", "Hair salon");
    assert_eq!(told[0], format!("cards.toml:{at}: the card COS-1a stands here twice (ECO-PACK-1)"));
    // And the layout misses the card that is gone.
    assert!(told[1..].iter().all(|fault| fault.starts_with("layout.toml:")), "{told:?}");
}

#[test]
fn eco_pack_1_unique_ids_in_the_other_decks() {
    let change = ("{ id = \"MOT-2b\", title = \"MOTOR factory b\" }", "{ id = \"MOT-2a\", title = \"MOTOR factory b\" }");
    assert_fault("cards.toml", change, "MOTOR factory b", "the card MOT-2a stands here twice (ECO-PACK-1)");
}

#[test]
fn eco_pack_1_the_number_of_sectors_and_their_cards_as_the_deck_says() {
    let message = "deck twelve has 12 sectors with the categories [3, 2, 1] (ECO-CARD-2, ECO-CARD-3)";
    assert_fault("cards.toml", ("sectors = 12", "sectors = 11"), "[decks.twelve]", message);
    let message = "deck 3221 has 9 sectors with the categories [3, 2, 2, 1] (ECO-CARD-2, ECO-CARD-3)";
    assert_fault("cards.toml", ("categories = [3, 2, 2, 1]", "categories = [3, 2, 1, 1]"), "[decks.3221]", message);
    // A card that belongs to the sector next to it.
    let message = "the cards of deck twelve stand sector by sector, each with the categories [3, 2, 1] in this order";
    assert_fault("cards.toml", ("\"MUS-1\"", "\"BOO-1a\""), "[decks.twelve]", message);
}

#[test]
fn eco_pack_1_each_sector_has_each_category() {
    let message = "the cards of deck 3221 stand sector by sector, each with the categories [3, 2, 2, 1] in this order";
    assert_fault("cards.toml", ("\"MOT-1\"", "\"MOT-3a\""), "[decks.3221]", message);
    let message = "`MOT-4` is not a card; a card is written like MOT-3 or MOT-1a (ECO-CARD-5)";
    assert_fault("cards.toml", ("\"MOT-1\", title = \"MOTOR shop\"", "\"MOT-4\", title = \"MOTOR mall\""), "MOTOR mall", message);
}

#[test]
fn eco_pack_1_all_four_decks_and_no_other() {
    let files = changed("cards.toml", "[decks.twelve]", "[decks.dozen]");
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    let at = line(&files, "cards.toml", "[decks.dozen]");
    let unknown = "there is no deck `dozen`; the decks are 3211, 3221, 3321 and twelve (ECO-OPT-8)";
    assert!(told.contains(&format!("cards.toml:{at}: {unknown}")), "{told:?}");
    let decks = line(&files, "cards.toml", "[decks.");
    assert!(told.contains(&format!("cards.toml:{decks}: deck twelve is missing (ECO-CARD-3)")), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn eco_pack_1_cards_of_unknown_sectors_and_without_title() {
    let change = ("\"SPO-3\"", "\"XXX-3\"");
    let files = changed("cards.toml", change.0, change.1);
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    let at = line(&files, "cards.toml", "XXX-3");
    assert_eq!(told, [format!("cards.toml:{at}: the sector XXX is not among the [sectors] above")]);
    assert_fault(
        "cards.toml",
        ("title = \"Quiet engine\"", "title = \" \""),
        "MOT-3\", title = \" \"",
        "the card MOT-3 needs a title of 1 to 40 characters",
    );
    let long = format!("title = \"{}\"", "x".repeat(41));
    let message = "the card MOT-3 needs a title of 1 to 40 characters";
    assert_fault("cards.toml", ("title = \"Quiet engine\"", &long), "xxx", message);
}

#[test]
fn eco_pack_1_points_per_category() {
    let message = "a shop is worth 1, a factory 2, an invention 3 points (ECO-GAME-4)";
    for change in [("shop = 1", "shop = 2"), ("factory = 2", "factory = 1"), ("invention = 3", "invention = -3")] {
        assert_fault("pack.toml", change, "[points]", message);
    }
}

#[test]
fn eco_pack_1_a_positive_target_for_each_number_of_players() {
    for players in 2..=6 {
        let files = Economy::files();
        let (_, text) = files.iter().find(|(name, _)| *name == "pack.toml").unwrap();
        let row = text.lines().find(|line| line.starts_with(&format!("{players} ="))).unwrap();
        let message = format!("the target for {players} players is missing (ECO-END-2)");
        assert_fault("pack.toml", (row, ""), "[targets]", &message);
        for target in ["0", "-5", "501"] {
            let wrong = format!("{players} = {target}");
            let message = "a target is a number of points from 1 to 500 (ECO-END-3)";
            assert_fault("pack.toml", (row, &wrong), &wrong, message);
        }
    }
    let message = "`7` is not a number of players; 2 to 6 can play (ECO-GAME-1)";
    assert_fault("pack.toml", ("6 = 30", "6 = 30\n7 = 28"), "7 = 28", message);
}

#[test]
fn eco_pack_1_the_targets_of_the_pack_are_those_of_the_table() {
    let pack = Economy::pack(&changed("pack.toml", "3 = 45", "3 = 50")).unwrap();
    let rules = Economy::rules(&pack, &reference(3)).unwrap();
    let state = rules.start(&mut Scripted::new([1]), &mut kernel::Silent);
    assert_eq!(rules.view(&state, Viewer::Watcher).target, 50);
}

#[test]
fn eco_pack_1_the_board_is_8_by_8_with_four_corners() {
    let message = "the board has 8 columns, 8 rows and the corners a1, a8, h8 and h1 (ECO-BOARD-1, ECO-GAME-6)";
    let corners = "corners = [\"a1\", \"a8\", \"h8\", \"h1\"]";
    let changes = [
        ("columns = 8", "columns = 9"),
        ("rows = 8", "rows = 7"),
        (corners, "corners = [\"a1\", \"a8\", \"h8\"]"),
        (corners, "corners = [\"a1\", \"a8\", \"h8\", \"h2\"]"),
        (corners, "corners = [\"a1\", \"a8\", \"h8\", \"h1\", \"h1\"]"),
        (corners, "corners = [\"a1\", \"a1\", \"a8\", \"h8\"]"),
    ];
    for change in changes {
        assert_fault("pack.toml", change, "[board]", message);
    }
}

#[test]
fn eco_pack_1_six_piece_colours() {
    let message = "there are 6 pieces, each of a colour of its own (ECO-COMP-4)";
    for change in [(", \"orange\"]", "]"), ("\"orange\"", "\"red\""), ("\"orange\"", "\"orange\", \"white\"")] {
        assert_fault("pack.toml", change, "pieces =", message);
    }
}

#[test]
fn eco_pack_1_a_layout_places_all_36_cards_on_different_spaces() {
    // TEX-2 is left out.
    let message = "all 36 cards lie on different spaces; missing: TEX-2 (ECO-PACK-1)";
    assert_fault("layout.toml", ("\"TEX-2\"", "\"\""), "rows =", message);
    // MOT-3 lies twice, TEX-2 nowhere.
    let files = changed("layout.toml", "\"TEX-2\"", "\"MOT-3\"");
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    let (row, rows) = (line(&files, "layout.toml", "[\"MOT-3\", \"MOT-3\""), line(&files, "layout.toml", "rows ="));
    let missing = "all 36 cards lie on different spaces; missing: TEX-2 (ECO-PACK-1)";
    assert_eq!(told, [format!("layout.toml:{row}: MOT-3 lies on two spaces"), format!("layout.toml:{rows}: {missing}")]);
    // An unknown card.
    let files = changed("layout.toml", "\"TEX-2\"", "\"TEX-9\"");
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        told[0],
        format!("layout.toml:{}: `TEX-9` on b8 is not a card of deck 3211", line(&files, "layout.toml", "TEX-9"))
    );
}

#[test]
fn eco_pack_1_a_layout_has_8_rows_of_8_spaces_of_deck_3211() {
    let message = "a layout has 8 rows of 8 spaces (ECO-BOARD-1)";
    assert_fault("layout.toml", ("\"MED-3\", \"\", \"\"]", "\"MED-3\", \"\"]"), "rows =", message);
    assert_fault("layout.toml", ("  [\"\", \"MED-1b\", \"\", \"\", \"\", \"MED-3\", \"\", \"\"],\n", ""), "rows =", message);
    let message = "the reference layout is written with the cards of deck 3211";
    assert_fault("layout.toml", ("deck = \"3211\"", "deck = \"3321\""), "deck =", message);
}

#[test]
fn eco_pack_1_a_layout_obeys_touching() {
    // TEX-2 moves from b8 to e3: beside TEX-1b (f4) by a corner, below it in the file.
    let files = changed("layout.toml", "[\"MOT-3\", \"TEX-2\", \"\",", "[\"MOT-3\", \"\", \"\",");
    let (_, text) = files.iter().find(|(name, _)| *name == "layout.toml").unwrap();
    let text = text.replace("\"MED-1a\", \"\", \"\", \"\", \"MED-2\"", "\"MED-1a\", \"\", \"\", \"TEX-2\", \"MED-2\"");
    let files = Files::new(files.iter().map(|(name, old)| (name, if name == "layout.toml" { text.as_str() } else { old })));
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    let row = line(&files, "layout.toml", "TEX-2");
    assert_eq!(told, [format!("layout.toml:{row}: TEX-2 on e3 touches a card of its own sector (ECO-SETUP-5)")]);
}

#[test]
fn eco_pack_1_every_file_is_needed_and_no_other() {
    for missing in ["pack.toml", "cards.toml", "layout.toml"] {
        let files = Economy::files();
        let files = Files::new(files.iter().filter(|(name, _)| *name != missing));
        let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
        assert_eq!(told, [format!("{missing}: this file is missing from the pack")]);
    }
    let files = Economy::files();
    let files = Files::new(files.iter().chain([("prices.toml", "")]));
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["prices.toml: a pack of ECONOMY is pack.toml, cards.toml and layout.toml; this file belongs to none"]);
}

#[test]
fn eco_pack_1_a_pack_of_another_game_is_none_of_this() {
    let message = "this is a pack of `business`, not of `economy`";
    assert_fault("pack.toml", ("game = \"economy\"", "game = \"business\""), "game =", message);
}

#[test]
fn eco_pack_1_toml_that_cannot_be_read_names_its_line() {
    let broken = [
        ("pack.toml", "columns = 8", "columns = ", "columns = "),
        ("cards.toml", "id = \"TOY-2\", title = \"Toy works\"", "id \"TOY-2\", title = \"Toy works\"", "id \"TOY-2\""),
        ("layout.toml", "deck = \"3211\"", "deck \"3211\"", "deck \"3211\""),
    ];
    for (file, from, to, mark) in broken {
        let files = changed(file, from, to);
        let told = faults(&files);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!((told[0].file.as_str(), told[0].line), (file, Some(line(&files, file, mark))), "{}", told[0]);
        assert!(!told[0].message.is_empty());
    }
}

#[test]
fn eco_pack_1_an_unknown_key_or_a_wrong_type_names_its_line() {
    let wrong = [
        ("pack.toml", "name = \"Standard\"", "name = \"Standard\"\nauthor = \"me\"", "author", "unknown field `author`"),
        ("pack.toml", "columns = 8", "columns = 8\nlayers = 2", "layers", "unknown field `layers`"),
        ("pack.toml", "shop = 1", "shop = 1\nmall = 4", "mall", "unknown field `mall`"),
        ("cards.toml", "title = \"Toy works\"", "title = \"Toy works\", cost = 3", "Toy works", "unknown field `cost`"),
        ("cards.toml", "sectors = 12", "sectors = 12\nprice = 1", "price = 1", "unknown field `price`"),
        ("layout.toml", "deck = \"3211\"", "deck = \"3211\"\nname = \"x\"", "name = ", "unknown field `name`"),
        ("pack.toml", "shop = 1", "shop = \"one\"", "shop = ", "invalid type"),
        ("cards.toml", "title = \"Toy works\"", "title = 5", "\"TOY-2\", title = 5", "invalid type"),
    ];
    for (file, from, to, mark, message) in wrong {
        let files = changed(file, from, to);
        let told = faults(&files);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!((told[0].file.as_str(), told[0].line), (file, Some(line(&files, file, mark))), "{}", told[0]);
        assert!(told[0].message.contains(message), "{}", told[0]);
    }
    let told = faults(&changed("pack.toml", "name = \"Standard\"\n", ""));
    assert!(told.len() == 1 && told[0].message.contains("missing field `name`"), "{told:?}");
}

#[test]
fn eco_pack_1_all_faults_are_told_at_once() {
    let one = changed("pack.toml", "shop = 1", "shop = 4");
    let files = Files::new(one.iter().map(|(name, text)| {
        let text = if name == "layout.toml" { text.replace("\"TEX-2\"", "\"\"") } else { text.to_owned() };
        (name, text)
    }));
    let told: BTreeSet<String> = faults(&files).iter().map(|fault| fault.file.clone()).collect();
    assert!(told.contains("pack.toml") && told.contains("layout.toml"), "{told:?}");
}
