//! Turns and moves: ECO-TURN and ECO-MOVE, and the rulebook's movement vectors against a plain search for paths.

use crate::common::{EconomyTable, Table, but, owned_by, part_two, reference, rules, seat};
use economy::{Corner, Event, Paths, Space, Spaces};
use kernel::{Luck, Notation, Rules, Seat, Seeded};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Everything belongs to A, so that pieces may stand anywhere; part 2.
const ALL_TO_A: [(&str, &str); 9] = [
    ("MOT", "AAAA"),
    ("TEX", "AAAA"),
    ("FOO", "AAAA"),
    ("MED", "AAAA"),
    ("COM", "AAAA"),
    ("PHO", "AAAA"),
    ("FUR", "AAAA"),
    ("TOY", "AAAA"),
    ("COS", "AAAA"),
];

/// A position with these pieces, A's first; it is A's turn with this roll.
fn position(pieces: &[&str], die: usize) -> Value {
    json!({ "turn": 1, "die": die, "pieces": pieces, "properties": owned_by(&ALL_TO_A) })
}

fn table(pieces: &[&str], die: usize) -> Table {
    Table::at(reference(pieces.len().max(2) as u8), position(pieces, die))
}

/// Where A's piece can end; an empty list if A would have to stay.
fn ends(pieces: &[&str], die: usize) -> Vec<String> {
    match Table::try_at(reference(pieces.len().max(2) as u8), position(pieces, die)) {
        Ok(table) => table.ends(),
        Err(refusal) => {
            assert_eq!(refusal.clause, "ECO-MOVE-11", "{pieces:?} with a {die}: {refusal}");
            Vec::new()
        }
    }
}

/// Given these pieces, when the player before A has moved and A rolls this, then A stays and B is next.
fn assert_stays(pieces: &[&str], roll: u32) {
    let last = pieces.len();
    let mut all = pieces.to_vec();
    all.push("g7");
    let start = but(position(&all, 1), json!({ "turn": last + 1 }));
    let mut table = Table::at(reference(all.len() as u8), start);
    table.play("move h7", &[roll, 1]);
    let a = Seat::FIRST;
    let b = a.next(last + 1);
    let expected = [Event::Rolled { seat: a, die: roll as u8 }, Event::Stayed { seat: a }, Event::Rolled { seat: b, die: 1 }];
    assert_eq!(table.events[table.events.len() - 3..], expected, "{pieces:?} with a {roll}");
    assert_eq!((table.state.seat, table.state.die), (b, 1), "the turn is over");
    assert_eq!(table.piece('A'), pieces[0], "the piece stays where it is");
    assert_eq!(table.points(), vec![0; last + 1], "no landing, no points");
    assert_eq!(table.properties('A').len(), 36);
    assert!(table.face_down().is_empty());
}

/// A space as column and row, for the plain search.
type Place = (i8, i8);

fn place(name: &str) -> Place {
    let name = name.as_bytes();
    ((name[0] - b'a') as i8, (name[1] - b'1') as i8)
}

fn name((column, row): Place) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// The rulebook's words as a search: a step sideways, up or down, no space twice, over no piece.
fn search(path: &mut Vec<Place>, steps: usize, others: &[Place], ends: &mut BTreeSet<String>) {
    let (column, row) = path[path.len() - 1];
    for next in [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)] {
        let on_board = (0..8).contains(&next.0) && (0..8).contains(&next.1);
        if !on_board || path.contains(&next) {
            continue;
        }
        if steps == 1 {
            ends.insert(name(next));
        } else if !others.contains(&next) {
            path.push(next);
            search(path, steps - 1, others, ends);
            path.pop();
        }
    }
}

fn searched_from(start: Place, steps: usize, others: &[Place]) -> BTreeSet<String> {
    let mut ends = BTreeSet::new();
    search(&mut vec![start], steps, others, &mut ends);
    ends
}

fn searched_from_corner(corner: &str, steps: usize, others: &[Place]) -> BTreeSet<String> {
    match steps {
        1 => BTreeSet::from([corner.to_owned()]),
        _ if others.contains(&place(corner)) => BTreeSet::new(),
        _ => searched_from(place(corner), steps - 1, others),
    }
}

const CORNERS: [&str; 4] = ["a1", "a8", "h8", "h1"];

/// The same for a piece as a position writes it.
fn searched(piece: &str, steps: usize, others: &[Place]) -> BTreeSet<String> {
    match piece.strip_prefix("outside") {
        Some("") => CORNERS.into_iter().flat_map(|corner| searched_from_corner(corner, steps, others)).collect(),
        Some(corner) => searched_from_corner(corner.trim(), steps, others),
        None => searched_from(place(piece), steps, others),
    }
}

fn all_places() -> impl Iterator<Item = Place> {
    (0..64).map(|index| (index % 8, index / 8))
}

// Turns

#[test]
fn eco_turn_1_a_turn_is_a_roll_a_move_and_the_landing() {
    let mut table = Table::start(reference(3), &[1]);
    table.play("move a8", &[4]);
    let (a, b) = (seat('A'), seat('B'));
    let turn = [
        Event::Rolled { seat: a, die: 1 },
        Event::Entered { seat: a, to: Some("a8".into()) },
        Event::Took { seat: a, card: Some("MOT-3".into()), title: Some("Quiet engine".into()) },
        Event::Rolled { seat: b, die: 4 },
    ];
    assert_eq!(table.events[table.events.len() - 4..], turn);
}

#[test]
fn eco_turn_1_after_the_roll_only_a_move_is_possible() {
    let mut table = Table::start(reference(3), &[1]);
    assert!(table.actions().iter().all(|action| action.starts_with("move ")), "{:?}", table.actions());
    for other in ["corner a1", "pick MOT-3", "place c8"] {
        assert_eq!(table.refused(other), "ECO-TURN-1", "{other}");
    }
}

#[test]
fn eco_turn_2_turns_go_clockwise_round_the_table() {
    for players in 2..=6_usize {
        let mut table = Table::start(reference(players as u8), &[1]);
        for turn in 0..3 * players {
            assert_eq!(table.state.seat.index(), turn % players, "{players} players, turn {turn}");
            let action = table.actions().into_iter().find(|action| {
                let space: Space = action.trim_start_matches("move ").parse().unwrap();
                table.state.piece_on(space).is_none()
            });
            table.play(&action.expect("a quiet move"), &[2]);
        }
    }
}

#[test]
fn eco_turn_2_nobody_else_may_move() {
    let mut table = Table::start(reference(3), &[1]);
    for other in ['B', 'C'] {
        assert_eq!(table.try_play(seat(other), "move a8", &[]).unwrap_err().clause, "ECO-TURN-2");
        let mut actions = Vec::new();
        table.rules.actions(&table.state, seat(other), &mut actions);
        assert_eq!(actions, [], "nothing is offered to {other}");
    }
    assert_eq!(table.try_play(seat('D'), "move a8", &[]).unwrap_err().clause, "ECO-GAME-1", "nobody sits there");
}

#[test]
fn eco_turn_2_the_order_is_the_same_in_part_2_and_across_the_change() {
    // Given part 1 with one property left, on a8; B can take it.
    let owners = [&[("MOT", "-BBC")], &crate::common::OWNERS[1..]].concat();
    let mut table =
        Table::at(reference(3), json!({ "turn": 2, "die": 1, "pieces": ["d3", "a7", "g3"], "properties": owned_by(&owners) }));
    // When B takes it, then C is next, then A, then B.
    table.play("move a8", &[1]);
    assert_eq!(table.view()["part"], "2");
    assert_eq!(table.state.seat, seat('C'));
    table.play("move h3", &[1]);
    assert_eq!(table.state.seat, seat('A'));
    table.play("move c3", &[1]);
    assert_eq!(table.state.seat, seat('B'));
}

#[test]
fn eco_turn_3_moving_is_the_same_in_both_parts() {
    let rules = rules(reference(4));
    let owners = |first| [&[("MOT", first)][..], &ALL_TO_A[1..]].concat();
    let mut luck = Seeded::new(11);
    let mut compared = 0;
    while compared < 500 {
        let pieces: Vec<String> = (0..4).map(|_| random_piece(&mut luck)).collect();
        let die = luck.die(6);
        // The property of a8, MOT-3, still lies on the board in part 1, so nobody stands there.
        let distinct: BTreeSet<&String> = pieces.iter().filter(|piece| !piece.starts_with("outside")).collect();
        let standing = pieces.iter().filter(|piece| !piece.starts_with("outside")).count();
        if distinct.len() < standing || pieces.contains(&"a8".to_owned()) {
            continue;
        }
        let [first, second] = ["-AAA", "AAAA"].map(|mot| {
            let position = json!({ "turn": 1, "die": die, "pieces": pieces, "properties": owned_by(&owners(mot)) });
            rules.restore(&serde_json::from_value(position).unwrap()).map(|state| (state.part(), listed(&rules, &state)))
        });
        match (first, second) {
            (Ok((1, first)), Ok((2, second))) => assert_eq!(first, second, "{pieces:?} with a {die}"),
            (Err(first), Err(second)) => assert_eq!((first.clause, second.clause), ("ECO-MOVE-11", "ECO-MOVE-11")),
            other => panic!("{pieces:?} with a {die}: {other:?}"),
        }
        compared += 1;
    }
}

// Moves

#[test]
fn eco_move_1_the_piece_moves_exactly_the_number_rolled() {
    // Given a piece on d4 and a 3.
    let mut table = table(&["d4", "outside"], 3);
    // Then two or four steps are wrong, and so is staying.
    assert_eq!(table.refused("move d6"), "ECO-MOVE-1", "less");
    assert_eq!(table.refused("move d8"), "ECO-MOVE-1", "more");
    assert_eq!(table.refused("move e5"), "ECO-MOVE-1", "an even number of steps");
    assert_eq!(table.refused("move d4"), "ECO-MOVE-8", "not at all");
    assert!(table.rules.read("stay").is_err());
    assert!(table.actions().iter().all(|action| action.starts_with("move ")));
    // And three steps are right.
    table.play("move d7", &[1]);
    assert_eq!(table.piece('A'), "d7");
}

#[test]
fn eco_move_1_end_spaces_are_those_of_the_same_parity_within_the_roll() {
    let rules = rules(reference(2));
    for start in all_places() {
        for die in 1..=6_i8 {
            let position = position(&[&name(start), "outside"], die as usize);
            let state = rules.restore(&serde_json::from_value(position).unwrap()).unwrap();
            let expected: BTreeSet<String> = all_places()
                .filter(|end| {
                    let distance = (end.0 - start.0).abs() + (end.1 - start.1).abs();
                    *end != start && distance <= die && (die - distance) % 2 == 0
                })
                .map(name)
                .collect();
            assert_eq!(listed(&rules, &state), expected, "from {} with a {die}", name(start));
        }
    }
}

#[test]
fn eco_move_1_the_counts_of_the_movement_table() {
    let counts = [
        ("a1", [2, 3, 6, 8, 12, 15]),
        ("d1", [3, 5, 10, 13, 18, 21]),
        ("b2", [4, 6, 10, 13, 18, 22]),
        ("d4", [4, 8, 16, 22, 28, 30]),
    ];
    for (start, row) in counts {
        for (die, count) in (1..).zip(row) {
            assert_eq!(ends(&[start, "outside"], die).len(), count, "from {start} with a {die}");
        }
    }
}

#[test]
fn eco_move_2_entering_counts_one_step() {
    for (die, count) in (1..).zip([1, 2, 3, 6, 8, 12]) {
        for corner in CORNERS {
            let piece = format!("outside {corner}");
            assert_eq!(ends(&[&piece, "outside"], die).len(), count, "from outside at {corner} with a {die}");
        }
    }
    assert_eq!(ends(&["outside a1", "outside"], 3), ["a3", "b2", "c1"], "M9");
    assert_eq!(ends(&["outside h8", "outside"], 2), ["g8", "h7"]);
}

#[test]
fn eco_move_2_the_first_move_may_begin_at_any_corner() {
    for (die, count) in (1..).zip([4, 8, 12, 24, 32, 48]) {
        assert_eq!(ends(&["outside", "outside"], die).len(), count, "from outside with a {die}");
    }
    assert_eq!(ends(&["outside", "outside"], 2), ["a2", "a7", "b1", "b8", "g1", "g8", "h2", "h7"]);
    let mut table = Table::start(reference(3), &[2]);
    assert_eq!(table.refused("move d4"), "ECO-MOVE-1", "the middle is too far");
    table.play("move h7", &[1]);
    assert_eq!(table.piece('A'), "h7");
}

#[test]
fn eco_move_3_with_a_1_the_piece_moves_just_onto_a_corner() {
    for corner in CORNERS {
        let mut table = Table::start(reference(3), &[1]);
        assert_eq!(table.ends(), ["a1", "a8", "h1", "h8"]);
        table.play(&format!("move {corner}"), &[1]);
        assert_eq!(table.piece('A'), corner);
        assert!(table.events.contains(&Event::Entered { seat: seat('A'), to: Some(corner.into()) }));
    }
}

#[test]
fn eco_move_4_a_piece_thrown_off_enters_at_its_own_corner() {
    // Given A's piece outside at a8.
    let mut table = table(&["outside a8", "outside"], 3);
    assert_eq!(table.ends(), ["a6", "b7", "c8"]);
    for elsewhere in ["a3", "c1", "g7", "h6"] {
        assert_eq!(table.refused(&format!("move {elsewhere}")), "ECO-MOVE-4", "{elsewhere}");
    }
    assert_eq!(table.refused("move d4"), "ECO-MOVE-1", "no corner is near");
    table.play("move c8", &[1]);
    assert_eq!(table.piece('A'), "c8");
    for corner in CORNERS {
        assert_eq!(ends(&[&format!("outside {corner}"), "outside"], 1), [corner]);
    }
}

#[test]
fn eco_move_5_steps_go_sideways_up_or_down_never_diagonally() {
    let mut table = table(&["d4", "outside"], 1);
    assert_eq!(table.ends(), ["c4", "d3", "d5", "e4"]);
    for diagonal in ["c3", "c5", "e3", "e5"] {
        assert_eq!(table.refused(&format!("move {diagonal}")), "ECO-MOVE-1", "{diagonal}");
    }
}

#[test]
fn eco_move_5_the_board_does_not_go_round() {
    assert_eq!(ends(&["h4", "outside"], 1), ["g4", "h3", "h5"]);
    assert_eq!(ends(&["a8", "outside"], 1), ["a7", "b8"]);
    assert_eq!(ends(&["d1", "outside"], 1), ["c1", "d2", "e1"]);
}

#[test]
fn eco_move_6_passing_over_cards_has_no_effect_in_part_1() {
    // Given a2 (COM-1b) with its property and a4 (MOT-1b, B's) face down: the only way from a1 to a5 with a 4.
    let mut table = Table::at(
        reference(3),
        json!({ "turn": 1, "die": 4, "pieces": ["a1"], "properties": [[], ["MOT-1b"]], "face_down": ["a4"] }),
    );
    table.play("move a5", &[1]);
    assert_eq!(table.piece('A'), "a5");
    assert_eq!(table.properties('A'), Vec::<String>::new());
    assert_eq!(table.properties('B'), ["MOT-1b"]);
    assert_eq!(table.face_down(), ["a4"]);
    assert_eq!(table.view()["left"], 35);
}

#[test]
fn eco_move_6_passing_over_cards_has_no_effect_in_part_2() {
    // Given a2 (COM-1b) face up, a4 (MOT-1b, C's) face down.
    let start = but(part_two(), json!({ "die": 4, "pieces": ["a1", "e6", "c5"], "face_down": ["a4"] }));
    let mut table = Table::at(reference(3), start);
    table.play("move a5", &[1]);
    assert_eq!(table.points(), [0, 0, 0]);
    assert_eq!(table.face_down(), ["a4"]);
    assert!(table.properties('C').contains(&"MOT-1b".to_owned()));
}

#[test]
fn eco_move_7_no_space_is_used_twice_in_one_move() {
    // Given a blind alley: from a1 only over a2 to a3, with pieces on all sides.
    let alley = ["a1", "b1", "b2", "b3", "a4"];
    assert_eq!(ends(&alley, 1), ["a2", "b1"]);
    assert_eq!(ends(&alley, 2), ["a3", "b2"]);
    assert_eq!(ends(&alley, 3), ["a4", "b3"]);
    // Then going forward and back is no way to use up a higher number.
    for die in 4..=6 {
        assert_eq!(ends(&alley, die), Vec::<String>::new(), "with a {die}");
        assert_stays(&alley, die as u32);
    }
}

#[test]
fn eco_move_8_a_move_never_ends_where_it_began() {
    // M11
    for die in [2, 4, 6] {
        let mut table = table(&["d4", "outside"], die);
        assert!(!table.ends().contains(&"d4".to_owned()));
        assert_eq!(table.refused("move d4"), "ECO-MOVE-8");
    }
}

#[test]
fn eco_move_8_a_move_never_passes_where_it_began() {
    // Given d1 with a round of four spaces, d1 e1 e2 d2, walled in on all other sides but c1.
    let walled = ["d1", "c2", "d3", "e3", "f2", "f1"];
    let ends = ends(&walled, 5);
    // Then c1 is one step away, but no fifth step leads there: that would be round and over d1.
    assert!(!ends.contains(&"c1".to_owned()), "{ends:?}");
    let others: Vec<Place> = walled[1..].iter().map(|piece| place(piece)).collect();
    assert_eq!(ends.into_iter().collect::<BTreeSet<_>>(), searched("d1", 5, &others));
    assert_eq!(table(&walled, 5).refused("move c1"), "ECO-MOVE-9");
}

#[test]
fn eco_move_9_other_pieces_may_not_be_jumped_over() {
    // M3
    assert_eq!(ends(&["a1", "b1"], 2), ["a3", "b2"]);
    // M5
    assert_eq!(ends(&["d4", "d5"], 2), ["b4", "c3", "c5", "d2", "e3", "e5", "f4"]);
    assert_eq!(table(&["d4", "d5"], 2).refused("move d6"), "ECO-MOVE-9");
    // A way round is a way.
    assert!(ends(&["d4", "d5"], 4).contains(&"d6".to_owned()));
}

#[test]
fn eco_move_9_an_entering_piece_does_not_jump_either() {
    assert_eq!(ends(&["outside a1", "a2"], 3), ["b2", "c1"]);
    assert_eq!(table(&["outside a1", "a2"], 3).refused("move a3"), "ECO-MOVE-9");
}

#[test]
fn eco_move_10_the_last_space_may_hold_another_piece() {
    // M1
    assert_eq!(ends(&["a1", "a2", "b1"], 1), ["a2", "b1"]);
    // M4
    assert_eq!(ends(&["a1", "b1"], 3), ["a4", "b1", "b3", "c2"]);
    // When A ends there, it is a hit.
    let mut table = table(&["a1", "b1"], 3);
    table.play("move b1", &[]);
    assert_eq!(table.actions(), ["corner a1", "corner a8", "corner h8", "corner h1"]);
}

#[test]
fn eco_move_11_without_a_path_the_piece_stays_and_the_turn_is_over() {
    for roll in 2..=6 {
        // M2
        assert_eq!(ends(&["a1", "a2", "b1"], roll as usize), Vec::<String>::new());
        assert_stays(&["a1", "a2", "b1"], roll);
        // M6, for every number above 1
        assert_eq!(ends(&["d4", "c4", "d3", "d5", "e4"], roll as usize), Vec::<String>::new());
        assert_stays(&["d4", "c4", "d3", "d5", "e4"], roll);
        // M8
        assert_eq!(ends(&["outside a1", "a1"], roll as usize), Vec::<String>::new());
        assert_stays(&["outside a1", "a1"], roll);
        // M10
        assert_eq!(ends(&["outside", "a1", "a8", "h8", "h1"], roll as usize), Vec::<String>::new());
        assert_stays(&["outside", "a1", "a8", "h8", "h1"], roll);
    }
}

#[test]
fn eco_move_11_several_players_may_stay_one_after_the_other() {
    // Given A shut in by B and C, and D bound to a1 where A stands; E moves.
    let start = but(position(&["a1", "a2", "b1", "outside a1", "g7"], 1), json!({ "turn": 5 }));
    let mut table = Table::at(reference(5), start);
    // When A rolls 2, B plays, C plays, D rolls 6.
    table.play("move h7", &[2, 1]);
    assert_eq!(table.state.seat, seat('B'));
    table.play("move a3", &[2]);
    table.play("move d1", &[6, 1]);
    // Then D stays, and E is next.
    assert_eq!(table.state.seat, seat('E'));
    assert!(table.events.contains(&Event::Stayed { seat: seat('D') }));
    assert_eq!(table.piece('D'), "outside a1");
}

#[test]
fn eco_move_11_whoever_can_move_does_not_stay() {
    let start = but(position(&["a1", "a2", "b1", "g7"], 1), json!({ "turn": 4 }));
    let mut table = Table::at(reference(4), start);
    table.play("move h7", &[1]);
    assert_eq!(table.state.seat, seat('A'), "with a 1 A can hit and so must");
    assert_eq!(table.ends(), ["a2", "b1"]);
}

#[test]
fn eco_move_12_the_player_must_move_and_chooses_among_the_end_spaces() {
    // Many paths lead from d4 to d6 with a 6; it is listed once.
    let mut table = table(&["d4", "outside"], 6);
    let ends = table.ends();
    assert_eq!(ends.len(), 30);
    assert_eq!(ends.iter().collect::<BTreeSet<_>>().len(), 30, "each end space once");
    assert_eq!(table.actions().len(), 30, "there is nothing else to do");
    // Every one of them can be chosen, and leads there.
    for end in ends {
        let mut other = table.clone();
        other.play(&format!("move {end}"), &[1]);
        assert_eq!(other.piece('A'), end);
    }
    assert_eq!(table.refused("move d4"), "ECO-MOVE-8");
}

#[test]
fn eco_move_13_an_occupied_entry_corner_can_be_used_only_with_a_1() {
    // M7
    assert_eq!(ends(&["outside a1", "a1"], 1), ["a1"]);
    let mut hit = table(&["outside a1", "a1"], 1);
    hit.play("move a1", &[]);
    hit.play("corner h8", &[1]);
    assert_eq!((hit.piece('A'), hit.piece('B')), ("a1".into(), "outside h8".into()));
    // M8
    for die in 2..=6 {
        assert_eq!(ends(&["outside a1", "a1"], die), Vec::<String>::new());
    }
    // A piece that may enter anywhere takes another corner.
    let mut free = table(&["outside", "a1"], 2);
    assert_eq!(free.ends(), ["a7", "b8", "g1", "g8", "h2", "h7"]);
    assert_eq!(free.refused("move a2"), "ECO-MOVE-13");
    assert_eq!(free.refused("move b1"), "ECO-MOVE-13");
    assert_eq!(ends(&["outside", "a1"], 1), ["a1", "a8", "h1", "h8"]);
}

#[test]
fn eco_move_14_any_number_of_pieces_may_wait_at_one_corner() {
    // Given three pieces outside at a1, and A on a2.
    let waiting = ["a2", "outside a1", "outside a1", "outside a1"];
    // Then A can pass over a1 (the only other way to b1 is shut) …
    assert_eq!(ends(&["a2", "outside a1", "outside a1", "b2"], 2), ["a4", "b1", "b3"]);
    // … and land on it without hitting anybody.
    let mut table = table(&waiting, 1);
    table.play("move a1", &[1]);
    assert_eq!(table.state.seat, seat('B'), "no corner is asked for");
    assert_eq!(table.ends(), ["a1"]);
    assert_eq!(table.piece('C'), "outside a1");
    assert!(!table.events.iter().any(|event| matches!(event, Event::ThrownOff { .. })));
}

// The plain search

fn random_piece(luck: &mut Seeded) -> String {
    match luck.below(8) {
        0 => "outside".to_owned(),
        1 => format!("outside {}", CORNERS[luck.below(4)]),
        _ => name((luck.below(8) as i8, luck.below(8) as i8)),
    }
}

/// A piece near another, so that it is in the way.
fn piece_near(piece: &str, luck: &mut Seeded) -> String {
    let near = piece.trim_start_matches("outside").trim();
    let (column, row) = place(if near.is_empty() { CORNERS[luck.below(4)] } else { near });
    let shift = |at: i8, luck: &mut Seeded| (at + luck.below(5) as i8 - 2).clamp(0, 7);
    name((shift(column, luck), shift(row, luck)))
}

fn listed(rules: &economy::EconomyRules, state: &economy::State) -> BTreeSet<String> {
    let mut actions = Vec::new();
    rules.actions(state, state.seat, &mut actions);
    let ends: BTreeSet<String> =
        actions.iter().map(|action| rules.write(action).trim_start_matches("move ").to_owned()).collect();
    assert_eq!(ends.len(), actions.len(), "each end space is listed once");
    ends
}

#[test]
fn eco_move_9_a_plain_search_finds_the_same_end_spaces_on_random_tables() {
    let mut luck = Seeded::new(2024);
    let (mut stays, mut hindered, mut entering) = (0, 0, 0);
    for players in 2..=6_u8 {
        let rules = rules(reference(players));
        let mut tables = 0;
        while tables < 1500 {
            let mut pieces = vec![random_piece(&mut luck)];
            for _ in 1..players {
                let piece = if luck.below(3) == 0 { random_piece(&mut luck) } else { piece_near(&pieces[0], &mut luck) };
                pieces.push(piece);
            }
            let standing: Vec<&String> = pieces.iter().filter(|piece| !piece.starts_with("outside")).collect();
            if standing.iter().collect::<BTreeSet<_>>().len() < standing.len() {
                continue;
            }
            let die = luck.die(6);
            let others: Vec<Place> =
                pieces[1..].iter().filter(|piece| !piece.starts_with("outside")).map(|piece| place(piece)).collect();
            let expected = searched(&pieces[0], die.into(), &others);
            // Cards face down are in nobody's way either.
            let face_down: Vec<&str> = ["a2", "b3", "c2", "f7", "h8"].into_iter().filter(|_| luck.below(2) == 0).collect();
            let position = json!({
                "turn": 1, "die": die, "pieces": pieces, "face_down": face_down, "properties": owned_by(&ALL_TO_A),
            });
            match rules.restore(&serde_json::from_value(position).unwrap()) {
                Ok(state) => assert_eq!(listed(&rules, &state), expected, "{pieces:?} with a {die}"),
                Err(refusal) => {
                    assert_eq!(refusal.clause, "ECO-MOVE-11", "{pieces:?} with a {die}");
                    assert!(expected.is_empty(), "{pieces:?} with a {die}: {expected:?}");
                    stays += 1;
                }
            }
            hindered += usize::from(expected != searched(&pieces[0], die.into(), &[]));
            entering += usize::from(pieces[0].starts_with("outside"));
            tables += 1;
        }
    }
    assert!(stays > 20 && hindered > 1500 && entering > 1000, "{stays} {hindered} {entering}");
}

#[test]
fn eco_move_9_a_plain_search_finds_the_same_end_spaces_among_many_obstacles() {
    let paths = Paths::new();
    let mut luck = Seeded::new(77);
    for round in 0..6000 {
        let start = luck.below(64);
        let density = 1 + luck.below(40);
        let others: Vec<usize> = (0..density).map(|_| luck.below(64)).filter(|other| *other != start).collect();
        let places: Vec<Place> = others.iter().map(|index| ((index % 8) as i8, (index / 8) as i8)).collect();
        let blocks: Spaces = others.iter().filter_map(|index| Space::new(*index)).collect();
        let steps = 1 + luck.below(6);
        let names = |ends: Spaces| ends.map(|space| space.to_string()).collect::<BTreeSet<String>>();
        let from = paths.from_space(Space::new(start).unwrap(), steps, blocks);
        let place = ((start % 8) as i8, (start / 8) as i8);
        assert_eq!(names(from), searched_from(place, steps, &places), "round {round}");
        for (corner, name) in Corner::ALL.into_iter().zip(CORNERS) {
            let from = paths.from_corner(corner, steps, blocks);
            assert_eq!(names(from), searched_from_corner(name, steps, &places), "round {round} at {name}");
        }
    }
}

#[test]
fn eco_move_9_every_single_obstacle_and_every_start() {
    let paths = Paths::new();
    for start in Space::all() {
        for other in Space::all().filter(|other| *other != start) {
            let place = |space: Space| (space.column() as i8, space.row() as i8);
            for steps in 1..=6 {
                let ends = paths.from_space(start, steps, [other].into_iter().collect());
                let names: BTreeSet<String> = ends.map(|space| space.to_string()).collect();
                assert_eq!(names, searched_from(place(start), steps, &[place(other)]), "{start} past {other} with a {steps}");
            }
        }
    }
}
