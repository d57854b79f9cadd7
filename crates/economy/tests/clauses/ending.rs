//! How the game ends. (ECO-END)

use crate::common::{EconomyTable, OWNERS, Table, but, owned_by, part_two, reference, seat};
use economy::{Economy, Event, Options, Tie};
use kernel::{Game, Line, Notation, Rules, Seat, Seeded, Silent, Words};
use serde_json::json;

/// A lands on TEX-3 with these points of A, B and C before; TEXTILE pays them 3, 3 and 1. `luck` is the next roll, if the
/// game goes on.
#[track_caller]
fn textile_pays(options: Options, points: [u16; 3], luck: &[u32]) -> Table {
    let position = json!({"die": 1, "pieces": ["c4", "e6", "c5"], "points": points});
    let mut table = Table::at(options, but(part_two(), position));
    table.play("move b4", luck);
    table
}

fn play_on() -> Options {
    Options { tie: Tie::PlayOn, ..reference(3) }
}

#[test]
fn eco_end_1_the_first_with_the_target_or_more_wins() {
    // Exactly the target …
    let table = textile_pays(reference(3), [42, 10, 10], &[]);
    assert_eq!((table.points(), table.won()), (vec![45, 13, 11], Some(("A".into(), "ECO-END-1"))));
    // … or more …
    let table = textile_pays(reference(3), [44, 10, 10], &[]);
    assert_eq!((table.points(), table.won()), (vec![47, 13, 11], Some(("A".into(), "ECO-END-1"))));
    assert!(table.events.contains(&Event::Won { winners: vec![seat('A')], clause: "ECO-END-1" }));
    // … and not less.
    let table = textile_pays(reference(3), [41, 10, 10], &[1]);
    assert_eq!((table.points(), table.won(), table.turn()), (vec![44, 13, 11], None, Some('B')));
}

/// The points that are just enough to win with this many players and these settings, found by playing.
fn target_found(options: &Options) -> u16 {
    let mut owners = OWNERS;
    if options.players == 2 {
        owners = owners.map(|(sector, _)| (sector, "ABBB"));
    }
    let rules = crate::common::rules(options.clone());
    let land = rules.read("move b4").unwrap();
    let goes_on = |points: u16| {
        let mut pieces = vec!["outside h1"; options.players.into()];
        pieces[0] = "c4";
        let position = json!({
            "turn": 1, "die": 1, "pieces": pieces, "properties": owned_by(&owners), "points": [points - 3],
        });
        let mut state = rules.restore(&serde_json::from_value(position).unwrap()).unwrap();
        rules.apply(&mut state, Seat::FIRST, &land, &mut Seeded::new(1), &mut Silent).unwrap();
        assert_eq!(state.points[0], points);
        !rules.turn(&state).is_over()
    };
    (3..=503).find(|points| !goes_on(*points)).unwrap()
}

#[test]
fn eco_end_2_the_target_depends_on_the_players() {
    for (players, target) in [(3, 45), (4, 36), (5, 32), (6, 30)] {
        assert_eq!(target_found(&reference(players)), target, "{players} players");
        let table = Table::start(reference(players), &[1]);
        assert_eq!(table.view()["target"], target);
    }
}

#[test]
fn eco_end_3_another_target_may_be_agreed() {
    for target in [3, 20, 100, 500] {
        assert_eq!(target_found(&Options { target: Some(target), ..reference(4) }), target);
    }
    // From 1 …
    let table = textile_pays(Options { target: Some(1), ..reference(3) }, [0, 0, 0], &[]);
    assert_eq!(table.won(), Some(("AB".into(), "ECO-END-7")));
    // … to 500, nothing else.
    let pack = Economy::pack(&Economy::files()).unwrap();
    for target in [0, 501, u16::MAX] {
        let refusal = Economy::rules(&pack, &Options { target: Some(target), ..reference(3) }).unwrap_err();
        assert_eq!(refusal.clause, "ECO-OPT-2", "{target}");
    }
}

#[test]
fn eco_end_4_two_players_play_to_60() {
    assert_eq!(target_found(&reference(2)), 60);
    assert_eq!(Table::start(reference(2), &[1]).view()["target"], 60);
}

#[test]
fn eco_end_5_the_most_points_win() {
    // A and B reach 45 by the same landing; A has more, or B.
    let table = textile_pays(reference(3), [43, 42, 30], &[]);
    assert_eq!((table.points(), table.won()), (vec![46, 45, 31], Some(("A".into(), "ECO-END-5"))));
    let table = textile_pays(reference(3), [42, 44, 30], &[]);
    assert_eq!((table.points(), table.won()), (vec![45, 47, 31], Some(("B".into(), "ECO-END-5"))));
    // Also if the one with the most was not the mover, and with `play_on` too.
    let table = textile_pays(play_on(), [42, 43, 44], &[]);
    assert_eq!((table.points(), table.won()), (vec![45, 46, 45], Some(("B".into(), "ECO-END-5"))));
    assert!(table.events.contains(&Event::Won { winners: vec![seat('B')], clause: "ECO-END-5" }));
}

#[test]
fn eco_end_6_the_game_ends_at_once_and_nobody_gets_a_further_turn() {
    // The mover A is not among those who reach it: B does. No die is rolled any more.
    let mut table = textile_pays(reference(3), [0, 42, 0], &[]);
    assert_eq!(table.won(), Some(("B".into(), "ECO-END-1")));
    assert_eq!(table.turn(), None);
    let view = table.view();
    assert_eq!(
        (&view["part"], &view["turn"], &view["step"], &view["die"]),
        (&json!("over"), &json!(null), &json!(null), &json!(null))
    );
    for letter in ['A', 'B', 'C'] {
        let mut actions = Vec::new();
        table.rules.actions(&table.state, seat(letter), &mut actions);
        assert!(actions.is_empty());
        for action in ["move b5", "move e7", "corner a1", "pick MOT-3"] {
            assert_eq!(table.try_play(seat(letter), action, &[]).unwrap_err().clause, "ECO-END-6");
        }
    }
    // The check is made when all points of the landing are booked, also those of C after B.
    assert_eq!(table.points(), [3, 45, 1]);
    assert_eq!(table.kinds(0), ["moved", "paid", "won"]);

    // A landing on a face-down location is a paying one too, also with a hit.
    let position = json!({"turn": 2, "die": 1, "pieces": ["b4", "c3", "c2"], "points": [0, 0, 41]});
    let mut table = Table::at(reference(3), but(part_two(), position));
    table.play("move c2", &[]);
    table.play("corner a1", &[]);
    assert_eq!((table.points(), table.won()), (vec![0, 3, 45], Some(("C".into(), "ECO-END-1"))));
}

#[test]
fn eco_end_7_equal_highest_points_share_the_win() {
    let table = textile_pays(reference(3), [42, 42, 30], &[]);
    assert_eq!((table.points(), table.won()), (vec![45, 45, 31], Some(("AB".into(), "ECO-END-7"))));
    let won = Event::Won { winners: vec![seat('A'), seat('B')], clause: "ECO-END-7" };
    assert!(table.events.contains(&won));
    let names = ["Ann", "Bob", "Cleo"].map(str::to_owned);
    assert_eq!(table.rules.tell(&won, &names), Line::new("ECO-END-7", "Ann and Bob won."));
    let score = table.rules.score(&table.state, &names);
    assert_eq!(score.last(), Some(&Line::new("ECO-END-7", "Ann and Bob share the win with 45 points each")));
    // For the heuristic this is a win, though a lesser one, and a loss for C.
    let alone = textile_pays(reference(3), [43, 42, 30], &[]);
    let going_on = textile_pays(reference(3), [41, 41, 30], &[1]);
    let worth = |table: &Table, letter| table.rules.worth(&table.state, seat(letter));
    assert!(worth(&alone, 'A') > worth(&table, 'A') && worth(&table, 'A') > worth(&going_on, 'A'));
    assert!(worth(&table, 'C') < worth(&going_on, 'C'));
    // Only the highest: C reached the target as well.
    let table = textile_pays(reference(3), [44, 44, 44], &[]);
    assert_eq!((table.points(), table.won()), (vec![47, 47, 45], Some(("AB".into(), "ECO-END-7"))));
}

#[test]
fn eco_end_7_or_play_goes_on_until_one_leads_alone() {
    let mut table = textile_pays(play_on(), [42, 42, 30], &[1]);
    assert_eq!((table.points(), table.won(), table.turn()), (vec![45, 45, 31], None, Some('B')));
    // B, from e6: MEDICINE is far; an empty space decides nothing.
    table.play("move e7", &[1]);
    assert_eq!(table.won(), None);
    // C, from c5, on PHO-2 (c6): only C gets points, A and B are still level.
    table.play("move c6", &[1]);
    assert_eq!((table.points(), table.won()), (vec![45, 45, 38], None));
    // A, from b4, on MED-1a (b3): A leads alone.
    table.play("move b3", &[]);
    assert_eq!((table.points(), table.won()), (vec![52, 45, 38], Some(("A".into(), "ECO-END-5"))));

    // One alone at the target wins at once with `play_on` too.
    let table = textile_pays(play_on(), [42, 10, 10], &[]);
    assert_eq!(table.won(), Some(("A".into(), "ECO-END-1")));
    // And who catches up after a tie of others and overtakes them wins.
    let position = json!({"die": 1, "pieces": ["d3", "e6", "c5"], "points": [45, 45, 40]});
    let mut table = Table::at(play_on(), but(part_two(), position));
    table.play("move d4", &[]);
    assert_eq!((table.points(), table.won()), (vec![45, 45, 47], Some(("C".into(), "ECO-END-5"))));
}

#[test]
fn eco_end_8_the_others_are_placed_by_points_and_equal_points_share_a_place() {
    let places = |players: u8, points: &[u16]| -> Vec<u8> {
        let mut pieces = vec!["outside h1"; players.into()];
        pieces[0] = "c4";
        let position = json!({"die": 1, "pieces": pieces, "points": points});
        let mut table = Table::at(reference(players), but(part_two(), position));
        table.play("move b4", &[]);
        let outcome = table.rules.outcome(&table.state).unwrap();
        assert_eq!(outcome.players(), usize::from(players));
        for (seat, points) in Seat::FIRST.clockwise(players.into()).zip(table.points()) {
            assert_eq!(outcome.score(seat), i32::from(points));
        }
        Seat::FIRST.clockwise(players.into()).map(|seat| outcome.place(seat)).collect()
    };
    // 45 / 13 / 21.
    assert_eq!(places(3, &[42, 10, 20]), [1, 3, 2]);
    // 36 / 13 / 13 / 5: two share the second place, the next is fourth.
    assert_eq!(places(4, &[33, 10, 12, 5]), [1, 2, 2, 4]);
    // 30 / 30 / 28 / 0 / 7 / 7: two share the first.
    assert_eq!(places(6, &[27, 27, 27, 0, 7, 7]), [1, 1, 3, 6, 4, 4]);
    // 20 / 32 / 9 / 9 / 30.
    assert_eq!(places(5, &[17, 29, 8, 9, 30]), [3, 1, 4, 4, 2]);
}
