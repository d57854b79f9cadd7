//! What the loader says about a box that is not right. (PRF-PACK)

use crate::common::{changed, faults, rewritten};
use kernel::{Files, Game};
use profitability::Profitability;
use std::collections::BTreeSet;

/// The line of a file where this text stands.
fn line(files: &Files, file: &str, text: &str) -> usize {
    let (_, content) = files.iter().find(|(name, _)| *name == file).unwrap();
    1 + content.lines().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{file} has no `{text}`"))
}

/// Given this change there is a fault in the file that cites the clause.
#[track_caller]
fn assert_fault(file: &str, (from, to): (&str, &str), clause: &str) {
    let files = changed(file, from, to);
    let told = faults(&files);
    assert!(!told.is_empty(), "`{to}` is accepted");
    assert!(told.iter().any(|fault| fault.message.contains(clause)), "`{to}`: {told:?}");
    assert!(told.iter().all(|fault| fault.file == file && fault.line.is_some()), "{told:?}");
}

/// The same, and the fault is told in the line of the changed file that holds `mark`.
#[track_caller]
fn assert_fault_at(file: &str, change: (&str, &str), mark: &str, clause: &str) {
    assert_fault(file, change, clause);
    let files = changed(file, change.0, change.1);
    let at = line(&files, file, mark);
    let told = faults(&files);
    assert!(told.iter().any(|fault| fault.line == Some(at) && fault.message.contains(clause)), "line {at}: {told:?}");
}

#[test]
fn prf_pack_1_four_colours_their_seats_and_partners() {
    assert_eq!(faults(&Profitability::files()), []);
    assert_eq!(crate::common::pack().name, "Standard");
    let colours = "colours = [\"red\", \"blue\", \"yellow\", \"green\"]";
    for wrong in [
        "colours = [\"red\", \"blue\", \"yellow\"]",
        "colours = [\"red\", \"yellow\", \"blue\", \"green\"]",
        "colours = [\"red\", \"blue\", \"yellow\", \"red\"]",
        "colours = [\"red\", \"blue\", \"yellow\", \"green\", \"white\"]",
    ] {
        assert_fault_at("pack.toml", (colours, wrong), "colours =", "PRF-PACK-1");
    }
    let partners = "partners = [[\"red\", \"yellow\"], [\"blue\", \"green\"]]";
    for wrong in [
        "partners = [[\"red\", \"blue\"], [\"yellow\", \"green\"]]",
        "partners = [[\"red\", \"yellow\"]]",
        "partners = [[\"red\", \"yellow\"], [\"blue\", \"blue\"]]",
    ] {
        assert_fault_at("pack.toml", (partners, wrong), "partners =", "PRF-PACK-1");
    }
}

#[test]
fn prf_pack_2_the_profit_area() {
    let squares = "squares = [0, 500, 1000, 1500, 2000, 2500, 3000]";
    for wrong in [
        "squares = [0, 500, 1000, 2000, 2500, 3000]",
        "squares = [0, 500, 1000, 1500, 1500, 2500, 3000]",
        "squares = [0, 1000, 500, 1500, 2000, 2500, 3000]",
        "squares = [500, 750, 1000, 1500, 2000, 2500, 3000]",
        "squares = [0, 500, 1000, 1500, 2000, 2500, 3500]",
        "squares = [0]",
        "squares = []",
    ] {
        assert_fault("pack.toml", (squares, wrong), "PRF-PACK-2");
    }
    for wrong in ["start = 1000", "start = 2000", "start = 1600"] {
        assert_fault("pack.toml", ("start = 1500", wrong), "PRF-PACK-2");
    }
    // Other squares are possible, and are those of the table.
    let files = changed("pack.toml", squares, "squares = [0, 1000, 1500, 2500, 3000]");
    assert_eq!(faults(&files), []);
    let pack = Profitability::pack(&files).unwrap();
    let rules = Profitability::rules(&pack, &Default::default()).unwrap();
    let state = kernel::Rules::start(&rules, &mut kernel::Seeded::new(1), &mut kernel::Silent);
    assert_eq!(kernel::Rules::view(&rules, &state, kernel::Viewer::Watcher).area, [0, 1000, 1500, 2500, 3000]);
}

#[test]
fn prf_pack_3_the_trendline() {
    let spaces = "spaces = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]";
    for wrong in [
        "spaces = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]",
        "spaces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
        "spaces = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]",
        "spaces = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12]",
    ] {
        assert_fault("pack.toml", (spaces, wrong), "PRF-PACK-3");
    }
    for wrong in ["joker = 6", "joker = 8", "joker = 12"] {
        assert_fault("pack.toml", ("joker = 7", wrong), "PRF-PACK-3");
    }
    for wrong in ["markers = 1", "markers = 3", "markers = 0"] {
        assert_fault("pack.toml", ("markers = 2", wrong), "PRF-PACK-3");
    }
}

#[test]
fn prf_pack_4_the_goods() {
    for (right, wrong) in [
        ("normal = 11", "normal = 10"),
        ("normal = 11", "normal = 12"),
        ("damaged = 1", "damaged = 0"),
        ("damaged = 1", "damaged = 2"),
        ("space = 2", "space = 3"),
        ("large = 1", "large = 2"),
        ("small = 1", "small = 0"),
        ("truck = 1", "truck = 2"),
    ] {
        assert_fault("pack.toml", (right, wrong), "PRF-PACK-4");
    }
}

#[test]
fn prf_pack_5_the_warehouses() {
    let red = "SmallRed = { at = [0, 0], trucks = 1, openings = [\"W6\", \"N1\"] }";
    for wrong in [
        // One is missing, or has another name.
        "",
        "MediumRed = { at = [0, 0], trucks = 1, openings = [\"W6\", \"N1\"] }",
        // Room for other numbers of trucks.
        "SmallRed = { at = [0, 0], trucks = 2, openings = [\"W6\", \"N1\"] }",
        "SmallRed = { at = [0, 0], trucks = 0, openings = [\"W6\", \"N1\"] }",
        // Openings: too few, too many, twice the same, of another warehouse.
        "SmallRed = { at = [0, 0], trucks = 1, openings = [\"W6\"] }",
        "SmallRed = { at = [0, 0], trucks = 1, openings = [\"W6\", \"N1\", \"N2\"] }",
        "SmallRed = { at = [0, 0], trucks = 1, openings = [\"N1\", \"N1\"] }",
        "SmallRed = { at = [0, 0], trucks = 1, openings = [\"W6\", \"N3\"] }",
    ] {
        assert_fault("board.toml", (red, wrong), "PRF-PACK-5");
    }
    let large = "trucks = 2, openings = [\"N3\", \"N4\"]";
    assert_fault_at("board.toml", (large, "trucks = 1, openings = [\"N3\", \"N4\"]"), "LargeGreen", "PRF-PACK-5");
    // An opening on a dot that does not exist.
    let told = faults(&changed("board.toml", "openings = [\"W6\", \"N1\"]", "openings = [\"W6\", \"N7\"]"));
    assert!(!told.is_empty() && told[0].line.is_some());
}

#[test]
fn prf_pack_6_the_tiles() {
    let files = Profitability::files();
    let board = files.get("board.toml").unwrap().text().to_owned();
    let section = |tile: &str| {
        let start = board.find(&format!("[tiles.{tile}]")).unwrap();
        let end = board[start + 1..].find("[tiles.").map_or(board.len(), |end| start + 1 + end);
        board[start..end].to_owned()
    };
    // Three tiles, five tiles, two that are alike, a tile without a port.
    assert_fault("board.toml", (&section("D"), ""), "PRF-PACK-6");
    let fifth = format!("{}\n{}", section("D"), section("D").replace("[tiles.D]", "[tiles.E]").replace("Junction", "Fifth"));
    assert_fault("board.toml", (&section("D"), &fifth), "PRF-PACK-6");
    let alike = section("A").replace("[tiles.A]", "[tiles.D]").replace("Crossroads", "Other");
    assert_fault("board.toml", (&section("D"), &alike), "PRF-PACK-6");
    let turned = section("C").replace("[tiles.C]", "[tiles.D]").replace("Bends", "Other");
    assert_fault("board.toml", (&section("D"), &turned), "PRF-PACK-6");
    let portless = "[tiles.D]\nname = \"Junction\"\ndots = [\"e\", \"s\", \"w\", \"c\"]\nlinks = [\"e-c\", \"s-c\", \"w-c\"]\n";
    assert_fault("board.toml", (&section("D"), portless), "PRF-PACK-6");
    // A slot less, a joint to nowhere, a joint less: a dead end for some arrangement.
    assert_fault("board.toml", ("SW = [2, 5]\n", ""), "PRF-PACK-6");
    assert_fault("board.toml", ("[\"N2\", \"NW.n\"], ", ""), "PRF-PACK-6");
    assert_fault("board.toml", ("[\"N2\", \"NW.n\"]", "[\"N2\", \"NW.ne\"]"), "PRF-PACK-6");
    // A dead end, a tile in two pieces that leaves the network unconnected.
    let dead = "[tiles.A]\nname = \"Crossroads\"\ndots = [\"n\", \"e\", \"s\", \"w\", \"c\", \"nw\"]\nlinks = [\"n-c\", \"e-c\", \"s-c\", \"w-c\", \"nw-n\"]\n";
    assert_fault("board.toml", (&section("A"), dead), "PRF-PACK-6");
    let split = "[tiles.A]\nname = \"Crossroads\"\ndots = [\"n\", \"e\", \"s\", \"w\"]\nlinks = []\n";
    let told = faults(&changed("board.toml", &section("A"), split));
    assert!(told.iter().any(|fault| fault.message.contains("PRF-PACK-6")), "{told:?}");
}

#[test]
fn prf_pack_7_links_and_coordinates() {
    assert_fault(
        "board.toml",
        ("links = [\"n-c\", \"e-c\", \"s-c\", \"w-c\"]", "links = [\"n-c\", \"e-c\", \"s-c\", \"w-c\", \"c-c\"]"),
        "PRF-PACK-7",
    );
    assert_fault(
        "board.toml",
        ("links = [\"n-c\", \"e-c\", \"s-c\", \"w-c\"]", "links = [\"n-c\", \"e-c\", \"s-c\", \"w-c\", \"c-n\"]"),
        "PRF-PACK-7",
    );
    assert_fault("board.toml", ("[\"N2\", \"NW.n\"]", "[\"N2\", \"NW.n\"], [\"NW.n\", \"N2\"]"), "PRF-PACK-7");
    // Names that differ only in capitals: N1 and n1.
    let twin = ("[warehouses]", "n = [[8, 1]]\n\n[warehouses]");
    assert_fault("board.toml", twin, "PRF-PACK-7");
    let told = faults(&changed("board.toml", twin.0, twin.1));
    assert!(told.iter().any(|fault| fault.message.contains("capitals")), "{told:?}");
    // Two dots at one place, on a road and between a road and a slot.
    assert_fault("board.toml", ("N = [[2, 1], [3, 1]", "N = [[2, 1], [2, 1]"), "PRF-PACK-7");
    assert_fault("board.toml", ("[8, 2], [8, 3]", "[8, 2], [7, 3]"), "PRF-PACK-7");
}

/// The board with other openings of SmallRed and LargeGreen.
fn openings(red: &str, green: &str) -> Files {
    let files = changed("board.toml", "openings = [\"W6\", \"N1\"]", red);
    rewritten(&files, "board.toml", "openings = [\"N3\", \"N4\"]", green)
}

#[test]
fn prf_pack_8_small_warehouses_are_at_least_seven_apart() {
    let apart = |red: &str, green: &str| {
        let told = faults(&openings(red, green));
        assert!(told.iter().all(|fault| fault.message.contains("PRF-PACK-8")), "{told:?}");
        told.is_empty()
    };
    let usual = "openings = [\"W6\", \"N1\"]";
    assert!(apart(usual, "openings = [\"N3\", \"N4\"]"), "seven along the road");
    // SmallRed and LargeGreen change an opening: from N2 it is six to SmallBlue, from N3 it is five.
    assert!(!apart("openings = [\"W6\", \"N2\"]", "openings = [\"N1\", \"N4\"]"));
    assert!(!apart("openings = [\"W6\", \"N3\"]", "openings = [\"N1\", \"N4\"]"));
    // Driving through LargeGreen, from N2 to N5, it is six; from N3 to N5 it is no shorter than by road.
    assert!(!apart(usual, "openings = [\"N2\", \"N5\"]"));
    assert!(apart(usual, "openings = [\"N3\", \"N5\"]"));
}

#[test]
fn prf_pack_9_the_numbers() {
    for (right, wrong) in [
        ("extra = 1000", "extra = 500"),
        ("damage_own = 2000", "damage_own = 2500"),
        ("damage_other = 3000", "damage_other = 2000"),
        ("targets = [35000, 50000]", "targets = [35000, 45000]"),
        ("targets = [35000, 50000]", "targets = [50000, 35000]"),
        ("team_target = 50000", "team_target = 35000"),
        ("bonuses = [8000, 4000, 2000, 0]", "bonuses = [8000, 4000, 2000, 1000]"),
        ("bonuses = [8000, 4000, 2000, 0]", "bonuses = [4000, 8000, 2000, 0]"),
        ("team_bonus = 8000", "team_bonus = 4000"),
    ] {
        assert_fault("pack.toml", (right, wrong), "PRF-PACK-9");
    }
    for (right, wrong) in [
        ("fields = 100", "fields = 90"),
        ("step = 500", "step = 400"),
        ("fields = 100", "fields = 98"),
        ("left = -1", "left = 11"),
    ] {
        assert_fault("pack.toml", (right, wrong), "PRF-BOARD-3");
    }
}

#[test]
fn every_file_is_needed_and_no_other() {
    for missing in ["pack.toml", "board.toml"] {
        let files = Profitability::files();
        let files = Files::new(files.iter().filter(|(name, _)| *name != missing));
        let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
        assert_eq!(told, [format!("{missing}: this file is missing from the pack")]);
    }
    let files = Profitability::files();
    let files = Files::new(files.iter().chain([("prices.toml", "")]));
    let told = faults(&files);
    assert_eq!((told.len(), told[0].file.as_str()), (1, "prices.toml"));
}

#[test]
fn a_pack_of_another_game_is_none_of_this() {
    let files = changed("pack.toml", "game = \"profitability\"", "game = \"economy\"");
    let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [format!("pack.toml:{}: this is a pack of `economy`, not of `profitability`", line(&files, "pack.toml", "game ="))]
    );
    assert!(!faults(&changed("pack.toml", "name = \"Standard\"", "name = \"\"")).is_empty());
}

#[test]
fn what_cannot_be_read_names_its_line() {
    let wrong = [
        ("pack.toml", "joker = 7", "joker = ", "joker = "),
        ("pack.toml", "joker = 7", "joker = \"seven\"", "joker = "),
        ("pack.toml", "joker = 7", "joker = 7\nsurprise = 1", "surprise"),
        ("board.toml", "[slots]", "[slots", "[slots"),
        ("board.toml", "trucks = 1, openings = [\"W6\"", "lorries = 1, openings = [\"W6\"", "lorries"),
        ("board.toml", "name = \"Ring\"", "name = \"Ring\"\ncolour = 3", "colour"),
    ];
    for (file, from, to, mark) in wrong {
        let files = changed(file, from, to);
        let told = faults(&files);
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!((told[0].file.as_str(), told[0].line), (file, Some(line(&files, file, mark))), "{}", told[0]);
    }
    let told = faults(&changed("pack.toml", "joker = 7\n", ""));
    assert!(told.len() == 1 && told[0].message.contains("joker"), "{told:?}");
}

#[test]
fn faults_of_both_files_are_told_at_once() {
    let one = changed("pack.toml", "extra = 1000", "extra = 1");
    let both = rewritten(&one, "board.toml", "trucks = 1, openings = [\"W6\"", "trucks = 7, openings = [\"W6\"");
    let told: BTreeSet<String> = faults(&both).iter().map(|fault| fault.file.clone()).collect();
    assert_eq!(told, BTreeSet::from(["pack.toml".to_owned(), "board.toml".to_owned()]));
}
