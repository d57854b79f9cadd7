//! The frame of the game and what comes before the first turn: ECO-GAME, ECO-SETUP and ECO-START.

use crate::common::{EconomyTable, Table, but, part_two, reference, rules, seat, viewers};
use economy::{DeckName, Economy, EconomyRules, Event, Options, Placement, Spacing, Starter, State};
use kernel::{Game, Luck, Notation, Rules, Scripted, Seat, Seeded, Viewer, Words};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The players place the cards; the first seat starts.
fn by_players(players: u8) -> Options {
    Options { players, starter: Starter::FirstSeat, ..Options::default() }
}

/// The deck of 3211 dealt in its own order: A gets MOT-3, B gets MOT-2, and so on.
fn in_order() -> Vec<u32> {
    (0..36).collect()
}

fn dealt(options: Options) -> Table {
    Table::start(options, &in_order())
}

fn hand(table: &Table, letter: char) -> Vec<String> {
    table.rules.position(&table.state).hands[seat(letter).index()].clone()
}

fn layout(rules: &EconomyRules, state: &State) -> BTreeMap<String, String> {
    rules.position(state).locations.expect("a layout")
}

fn place(name: &str) -> (i8, i8) {
    let name = name.as_bytes();
    ((name[0] - b'a') as i8, (name[1] - b'1') as i8)
}

/// Pairs of spaces with cards of one sector: how far apart they are in columns and rows.
fn same_sector(layout: &BTreeMap<String, String>) -> Vec<(i8, i8)> {
    let mut pairs = Vec::new();
    for (one, card) in layout {
        for (other, _) in layout.range(one.clone()..).skip(1).filter(|(_, twin)| twin[..3] == card[..3]) {
            let ((a, b), (c, d)) = (place(one), place(other));
            pairs.push(((a - c).abs(), (b - d).abs()));
        }
    }
    pairs
}

fn touching(pair: &(i8, i8)) -> bool {
    pair.0 <= 1 && pair.1 <= 1
}

fn side_by_side(pair: &(i8, i8)) -> bool {
    pair.0 + pair.1 == 1
}

/// Plays the whole set-up: `choose` picks one of this many. Returns the fewest places that any card had.
fn place_all(table: &mut Table, die: u32, mut choose: impl FnMut(usize) -> usize) -> usize {
    let mut fewest = 64;
    for number in 0..36 {
        let picks = table.actions();
        let pick = &picks[choose(picks.len())];
        table.play(pick, &[]);
        let places = table.actions();
        fewest = fewest.min(places.len());
        let luck: &[u32] = if number == 35 { &[die] } else { &[] };
        table.play(&places[choose(places.len())], luck);
    }
    fewest
}

// The frame

#[test]
fn eco_game_1_three_to_six_players_each_with_a_piece_of_its_own_colour() {
    for players in 3..=6 {
        let table = Table::start(reference(players), &[1]);
        let view = table.view();
        let seats = view["players"].as_array().unwrap();
        assert_eq!(seats.len(), usize::from(players));
        let colours: BTreeSet<&str> = seats.iter().map(|player| player["colour"].as_str().unwrap()).collect();
        assert_eq!(colours.len(), usize::from(players), "{colours:?}");
    }
}

#[test]
fn eco_game_1_a_table_has_no_more_pieces_than_players() {
    let position = json!({ "turn": 1, "die": 1, "pieces": ["outside", "outside", "outside", "a2"] });
    assert_eq!(Table::try_at(reference(3), position).err().map(|refusal| refusal.clause), Some("ECO-GAME-1"));
}

#[test]
fn eco_game_2_two_may_play_more_than_six_or_one_may_not() {
    let table = Table::start(reference(2), &[1]);
    assert_eq!(table.view()["players"].as_array().unwrap().len(), 2);
    let pack = Economy::pack(&Economy::files()).unwrap();
    for players in [0, 1, 7, 200] {
        let refusal = Economy::rules(&pack, &reference(players)).unwrap_err();
        assert_eq!(refusal.clause, "ECO-OPT-1", "{players} players");
    }
}

#[test]
fn eco_game_3_in_part_1_properties_are_collected_in_part_2_they_pay_and_can_be_lost_and_won_back() {
    // Given the last property, MOT-3 on a8, before A; b4 (TEX-3, A's) face down.
    let owners = crate::common::OWNERS.map(|(sector, letters)| (sector, if sector == "MOT" { "-BBC" } else { letters }));
    let mut table = Table::at(
        reference(3),
        json!({
            "turn": 1, "die": 1, "pieces": ["a7", "c4", "g3"], "face_down": ["b4"],
            "properties": crate::common::owned_by(&owners),
        }),
    );
    assert_eq!(table.view()["part"], "1");
    // When A collects it, part 2 begins.
    table.play("move a8", &[1]);
    assert_eq!(table.view()["part"], "2");
    assert_eq!(table.points(), [0, 0, 0]);
    // Then B wins A's TEX-3, and TEXTILE pays B 6 and C 1.
    table.play("move b4", &[1]);
    assert_eq!(table.points(), [0, 6, 1]);
    assert!(!table.properties('A').contains(&"TEX-3".to_owned()));
    // And in another position A wins it back from B.
    let mut back = Table::at(
        reference(3),
        but(
            part_two(),
            json!({ "die": 1, "pieces": ["c4", "e6", "c5"], "face_down": ["b4"], "properties": crate::common::owners_but(&[("TEX", "BBBC")]) }),
        ),
    );
    back.play("move b4", &[1]);
    assert!(back.properties('A').contains(&"TEX-3".to_owned()));
    assert_eq!(back.points(), [3, 3, 1]);
}

#[test]
fn eco_game_4_an_invention_a_factory_and_a_shop_bring_3_2_and_1() {
    // Given TEXTILE with one owner each; when a piece lands on b8 (TEX-2).
    let pays = |letters: &str| {
        let properties = crate::common::owners_but(&[("TEX", letters)]);
        let start = but(part_two(), json!({ "die": 1, "pieces": ["c8", "e6", "c5"], "properties": properties }));
        let mut table = Table::at(reference(3), start);
        table.play("move b8", &[1]);
        table.points()
    };
    assert_eq!(pays("ABCC"), [3, 2, 2]);
    assert_eq!(pays("CABB"), [2, 2, 3]);
    assert_eq!(pays("AAAB"), [6, 1, 0], "all three categories bring 6 at once");
    assert_eq!(pays("BBBB"), [0, 7, 0]);
}

#[test]
fn eco_game_5_one_die_for_all_makes_no_difference() {
    // There is nothing to choose, and the player in turn gets the next roll.
    assert!(Economy::settings().iter().all(|setting| !setting.key.contains("die") && !setting.key.contains("dice")));
    let mut table = Table::start(reference(3), &[1]);
    for (action, next) in [("move a1", 2), ("move h2", 3), ("move c8", 4)] {
        table.play(action, &[next]);
        assert_eq!(table.view()["die"], next);
    }
}

#[test]
fn eco_game_6_the_four_corners_of_an_8_by_8_board() {
    let table = Table::start(reference(3), &[1]);
    assert_eq!(table.ends(), ["a1", "a8", "h1", "h8"], "where a piece can stand after one step from outside");
    for wrong in ["b1", "d4", "a9", "i1"] {
        assert!(table.rules.read(&format!("corner {wrong}")).is_err(), "{wrong}");
        let position = json!({ "turn": 1, "die": 1, "pieces": [format!("outside {wrong}")] });
        let refusal = Table::try_at(reference(3), position).err().unwrap();
        assert_eq!(refusal.clause, "ECO-GAME-6", "{wrong}");
    }
}

// The deal

#[test]
fn eco_setup_1_all_36_cards_are_dealt() {
    for players in 2..=6 {
        let table = dealt(by_players(players));
        let hands = table.rules.position(&table.state).hands;
        let cards: BTreeSet<&String> = hands.iter().flatten().collect();
        assert_eq!((hands.iter().flatten().count(), cards.len()), (36, 36));
        assert_eq!(layout(&table.rules, &table.state).len(), 0, "the board is empty");
    }
}

#[test]
fn eco_setup_1_the_cards_are_shuffled() {
    let rules = rules(by_players(4));
    let mut counts = [[0; 4]; 36];
    for seed in 0..4000 {
        let state = rules.start(&mut Seeded::nth(5, seed), &mut kernel::Silent);
        for (seat, hand) in state.hands[..4].iter().enumerate() {
            hand.for_each(|card| counts[card.index()][seat] += 1);
        }
    }
    // Every card is as often in every hand: 1000 times, give or take five and a half standard deviations.
    for (card, seats) in counts.iter().enumerate() {
        assert!(seats.iter().all(|count| (850..=1150).contains(count)), "card {card}: {seats:?}");
    }
}

#[test]
fn eco_setup_2_so_many_cards_each() {
    let counts: [(u8, &[usize]); 5] = [(2, &[18, 18]), (3, &[12, 12, 12]), (4, &[9; 4]), (5, &[8, 7, 7, 7, 7]), (6, &[6; 6])];
    for (players, expected) in counts {
        let table = dealt(by_players(players));
        let hands: Vec<usize> = table.rules.position(&table.state).hands.iter().map(Vec::len).collect();
        assert_eq!(hands, expected);
        assert!(table.events.contains(&Event::Dealt { hands: expected.to_vec() }));
        let view = table.view();
        let seen: Vec<u64> =
            view["players"].as_array().unwrap().iter().map(|player| player["cards_in_hand"].as_u64().unwrap()).collect();
        assert_eq!(seen, expected.iter().map(|count| *count as u64).collect::<Vec<_>>());
    }
}

#[test]
fn eco_setup_2_one_at_a_time_clockwise_from_the_starting_player() {
    // Given five players; who starts is drawn first: the third.
    let luck = [vec![2], in_order()].concat();
    let table = Table::start(Options { players: 5, ..Options::default() }, &luck);
    // Then C gets the first, sixth, … and the last card.
    assert_eq!(hand(&table, 'C'), ["MOT-3", "TEX-2", "FOO-1a", "MED-1b", "PHO-3", "FUR-2", "TOY-1a", "COS-1b"]);
    assert_eq!(hand(&table, 'D'), ["MOT-2", "TEX-1a", "FOO-1b", "COM-3", "PHO-2", "FUR-1a", "TOY-1b"]);
    let counts: Vec<usize> = "ABCDE".chars().map(|letter| hand(&table, letter).len()).collect();
    assert_eq!(counts, [7, 7, 8, 7, 7]);
}

// Laying out

#[test]
fn eco_setup_3_cards_are_placed_one_by_one_face_up_on_free_spaces() {
    let mut table = dealt(by_players(3));
    table.play("pick MOT-3", &[]);
    table.play("place d4", &[]);
    assert_eq!(layout(&table.rules, &table.state), BTreeMap::from([("d4".into(), "MOT-3".into())]));
    for viewer in viewers(3) {
        let location = table.location(viewer, "d4");
        assert_eq!((&location["card"]["id"], &location["face_down"]), (&json!("MOT-3"), &json!(false)), "{viewer:?}");
    }
    assert!(table.events.contains(&Event::Placed { seat: seat('A'), card: Some("MOT-3".into()), space: "d4".into() }));
    // When B wants to place a card there too, then that space is not free.
    table.play("pick TEX-3", &[]);
    assert_eq!(table.refused("place d4"), "ECO-SETUP-4");
    assert!(!table.actions().contains(&"place d4".to_owned()));
}

#[test]
fn eco_setup_4_one_card_per_player_in_turn_clockwise() {
    for players in [2, 3, 4, 6_usize] {
        let mut table = dealt(by_players(players as u8));
        for number in 0..35 {
            assert_eq!(table.state.seat.index(), number % players, "card {number} of {players} players");
            let before = table.state.hands[number % players].len();
            let pick = table.actions()[0].clone();
            table.play(&pick, &[]);
            assert_eq!(table.state.seat.index(), number % players, "the same player places it");
            let place = table.actions()[0].clone();
            table.play(&place, &[]);
            assert_eq!(table.state.hands[number % players].len(), before - 1);
        }
    }
}

#[test]
fn eco_setup_4_the_player_chooses_the_card_and_the_space() {
    let mut table = dealt(by_players(3));
    // Every card of the own hand, and no other.
    let own: BTreeSet<String> = hand(&table, 'A').iter().map(|card| format!("pick {card}")).collect();
    assert_eq!(table.actions().into_iter().collect::<BTreeSet<_>>(), own);
    assert_eq!(table.refused("pick MOT-2"), "ECO-SETUP-4", "B has it");
    assert_eq!(table.refused("place d4"), "ECO-SETUP-4", "first a card");
    assert_eq!(table.refused("move d4"), "ECO-SETUP-4");
    assert_eq!(table.refused("corner a1"), "ECO-SETUP-4");
    assert_eq!(table.try_play(seat('B'), "pick MOT-2", &[]).unwrap_err().clause, "ECO-SETUP-4");
    // All 64 spaces, corners too.
    table.play("pick MOT-1b", &[]);
    assert_eq!(table.actions().len(), 64);
    for corner in ["a1", "a8", "h8", "h1"] {
        assert!(table.actions().contains(&format!("place {corner}")));
    }
    assert_eq!(table.refused("pick MOT-3"), "ECO-SETUP-4", "it is picked");
    table.play("place a1", &[]);
    table.play("pick TEX-3", &[]);
    assert_eq!(table.actions().len(), 63);
}

#[test]
fn eco_setup_4_when_all_are_placed_28_spaces_are_empty_and_the_starting_player_rolls() {
    for players in 2..=6_u8 {
        for starter in 1..=players {
            let options = Options { players, starter: Starter::HostChoice, starting_seat: Some(starter), ..Options::default() };
            let mut table = dealt(options);
            place_all(&mut table, 4, |_| 0);
            assert_eq!(64 - layout(&table.rules, &table.state).len(), 28);
            assert_eq!(table.state.seat.number(), usize::from(starter), "{players} players");
            assert_eq!(table.events.last(), Some(&Event::Rolled { seat: table.state.seat, die: 4 }));
        }
    }
}

/// A places MOT-3 on this space, B picks MOT-2: the spaces where it may not go.
fn barred(spacing: Spacing, space: &str) -> BTreeSet<String> {
    let mut table = dealt(Options { spacing, ..by_players(3) });
    table.play("pick MOT-3", &[]);
    table.play(&format!("place {space}"), &[]);
    table.play("pick MOT-2", &[]);
    let allowed = table.actions();
    let all = (0..64).map(|index| format!("{}{}", (b'a' + index % 8) as char, index / 8 + 1));
    let barred: BTreeSet<String> = all.filter(|space| !allowed.contains(&format!("place {space}"))).collect();
    for other in &barred {
        let clause = if other == space { "ECO-SETUP-4" } else { "ECO-SETUP-5" };
        assert_eq!(table.refused(&format!("place {other}")), clause, "{other}");
    }
    barred
}

fn names(spaces: &[&str]) -> BTreeSet<String> {
    spaces.iter().map(|space| (*space).to_owned()).collect()
}

#[test]
fn eco_setup_5_touching_bars_the_eight_spaces_around() {
    assert_eq!(barred(Spacing::Touching, "d4"), names(&["c3", "c4", "c5", "d3", "d4", "d5", "e3", "e4", "e5"]));
    assert_eq!(barred(Spacing::Touching, "a8"), names(&["a7", "a8", "b7", "b8"]));
    assert_eq!(barred(Spacing::Touching, "h4"), names(&["g3", "g4", "g5", "h3", "h4", "h5"]), "not round the edge");
    assert_eq!(barred(Spacing::Touching, "a4"), names(&["a3", "a4", "a5", "b3", "b4", "b5"]), "not round the edge");
}

#[test]
fn eco_setup_5_orthogonal_bars_the_four_spaces_that_share_a_side() {
    assert_eq!(barred(Spacing::Orthogonal, "d4"), names(&["c4", "d3", "d4", "d5", "e4"]));
    assert_eq!(barred(Spacing::Orthogonal, "h1"), names(&["g1", "h1", "h2"]));
}

#[test]
fn eco_setup_5_off_bars_nothing() {
    assert_eq!(barred(Spacing::Off, "d4"), names(&["d4"]));
}

#[test]
fn eco_setup_5_touching_is_the_default() {
    let mut table = Table::start(Options::default(), &[vec![0], in_order()].concat());
    table.play("pick MOT-3", &[]);
    table.play("place d4", &[]);
    table.play("pick MOT-2", &[]);
    assert_eq!(table.refused("place e5"), "ECO-SETUP-5");
}

#[test]
fn eco_setup_5_only_cards_of_the_same_sector_are_kept_apart() {
    let mut table = dealt(by_players(3));
    table.play("pick MOT-3", &[]);
    table.play("place d4", &[]);
    table.play("pick TEX-3", &[]);
    table.play("place d5", &[]);
    // C has MOT-1a: barred around d4, not above d5.
    table.play("pick MOT-1a", &[]);
    assert_eq!(table.refused("place c5"), "ECO-SETUP-5");
    table.play("place d6", &[]);
    // A has MOT-1b: barred around both.
    table.play("pick MOT-1b", &[]);
    assert_eq!(table.actions().len(), 64 - 3 - (8 - 1) - (8 - 1) + 2, "e5 and c5 are near both, d5 is taken");
}

#[test]
fn eco_setup_5_it_can_always_be_obeyed() {
    for (number, deck) in DeckName::ALL.into_iter().enumerate() {
        for seed in 0..40 {
            let mut luck = Seeded::nth(number as u64, seed);
            let mut table = dealt(Options { deck, ..by_players(2 + (seed % 5) as u8) });
            let fewest = place_all(&mut table, 1, |count| luck.below(count));
            assert!(fewest >= 5, "{fewest}");
            assert!(!same_sector(&layout(&table.rules, &table.state)).iter().any(touching));
        }
    }
}

#[test]
fn eco_setup_5_the_worst_layout_still_leaves_five_spaces_for_the_last_card() {
    // Given MOTOR on b2, b5 and e2 with nothing around, and all other cards elsewhere; the last is MOT-1b.
    let motor = [("b2", "MOT-3"), ("b5", "MOT-2"), ("e2", "MOT-1a")];
    let mut locations: BTreeMap<String, String> =
        motor.iter().map(|(space, card)| ((*space).to_owned(), (*card).to_owned())).collect();
    let around = |space: &str| {
        motor.iter().any(|(other, _)| {
            let ((a, b), (c, d)) = (place(space), place(other));
            touching(&((a - c).abs(), (b - d).abs()))
        })
    };
    let free: Vec<String> =
        (0..64).map(|index| format!("{}{}", (b'a' + index % 8) as char, index / 8 + 1)).filter(|space| !around(space)).collect();
    assert_eq!(64 - free.len() - 3, 24);
    let others: Vec<String> = ["TEX", "FOO", "MED", "COM", "PHO", "FUR", "TOY", "COS"]
        .iter()
        .flat_map(|sector| ["3", "2", "1a", "1b"].map(|kind| format!("{sector}-{kind}")))
        .collect();
    assert!(fill(&free, &others, &mut locations, 5), "the other 32 cards fit into the rest");
    let position = json!({ "turn": 1, "hands": [["MOT-1b"]], "picked": "MOT-1b", "locations": locations });
    let table = Table::at(by_players(3), position);
    assert_eq!(table.actions().len(), 5);
}

/// Lays the cards on the free spaces, leaving `spare` of them, no two of a sector touching.
fn fill(free: &[String], cards: &[String], layout: &mut BTreeMap<String, String>, spare: usize) -> bool {
    let mut luck = Seeded::new(3);
    let before = layout.clone();
    for _ in 0..2000 {
        *layout = before.clone();
        let mut spaces = free.to_vec();
        luck.shuffle(&mut spaces);
        spaces.truncate(free.len() - spare);
        let fits = cards.iter().all(|card| {
            let room = spaces.iter().position(|space| {
                let near = |(other, placed): (&String, &String)| {
                    let ((a, b), (c, d)) = (place(space), place(other));
                    placed[..3] == card[..3] && touching(&((a - c).abs(), (b - d).abs()))
                };
                !layout.iter().any(near)
            });
            room.map(|at| layout.insert(spaces.remove(at), card.clone())).is_some()
        });
        if fits {
            return true;
        }
    }
    false
}

#[test]
fn eco_setup_6_a_hand_is_seen_only_by_its_holder() {
    let mut table = dealt(by_players(3));
    let hands: Vec<Vec<String>> = "ABC".chars().map(|letter| hand(&table, letter)).collect();
    let check = |table: &Table, when: &str| {
        for viewer in viewers(3) {
            let view = table.seen_by(viewer);
            let own = if let Viewer::Seat(seat) = viewer { Some(seat.index()) } else { None };
            let text = view.to_string();
            let prompt = table.rules.prompt(&table.state, viewer, &[]).text;
            let now = table.rules.position(&table.state).hands;
            for (holder, hand) in now.iter().enumerate() {
                for card in hand {
                    let seen = text.contains(&format!("\"{card}\""));
                    assert_eq!(seen, own == Some(holder), "{when}: {viewer:?} and {card} of seat {}", holder + 1);
                    assert!(own == Some(holder) || !prompt.contains(card.as_str()), "{when}: {viewer:?} reads {prompt}");
                    let drawn = table.rules.draw(&table.state, viewer, &[]).contains(card.as_str());
                    assert!(own == Some(holder) || !drawn, "{when}: {card} is drawn for {viewer:?}");
                }
            }
        }
    };
    check(&table, "after the deal");
    assert_eq!(hands.iter().map(Vec::len).sum::<usize>(), 36);
    // A picked card is still its holder's secret, also where it may go.
    table.play("pick MOT-3", &[]);
    check(&table, "after a pick");
    table.play("place d4", &[]);
    check(&table, "after a card was placed");
    table.play("pick MOT-2", &[]);
    check(&table, "after another pick");
    for viewer in viewers(3) {
        let view = table.seen_by(viewer);
        let holder = viewer.holds(seat('B'));
        assert_eq!(view["picked"]["id"].as_str(), holder.then_some("MOT-2"), "{viewer:?}");
        let reach = view["reach"].as_array().unwrap().len();
        assert_eq!(reach, if holder { 64 - 9 } else { 0 }, "the places would tell {viewer:?} the sector");
        assert_eq!(view["step"], "place", "that a card was picked is open");
    }
}

#[test]
fn eco_setup_6_the_log_keeps_the_secret() {
    let mut table = dealt(by_players(3));
    table.play("pick MOT-3", &[]);
    let picked = table.events.last().unwrap().clone();
    assert_eq!(picked, Event::Picked { seat: seat('A'), card: Some("MOT-3".into()) });
    for viewer in viewers(3) {
        let seen = table.rules.seen(&picked, viewer).expect("all hear that a card was picked");
        if viewer.holds(seat('A')) {
            assert_eq!(seen, picked);
        } else {
            assert_eq!(seen, Event::Picked { seat: seat('A'), card: None }, "{viewer:?}");
            assert!(!table.rules.tell(&seen, &[]).text.contains("MOT"), "{viewer:?}");
        }
        for event in &table.events[..table.events.len() - 1] {
            let told = serde_json::to_string(&table.rules.seen(event, viewer)).unwrap();
            assert!(!told.contains("MOT"), "{viewer:?} is told {told}");
        }
    }
    // Once placed, all know it.
    table.play("place d4", &[]);
    let placed = table.events.last().unwrap();
    assert!(viewers(3).into_iter().all(|viewer| table.rules.seen(placed, viewer).as_ref() == Some(placed)));
}

#[test]
fn eco_setup_7_players_place_by_default() {
    let table = Table::start(Options::default(), &[vec![0], in_order()].concat());
    assert_eq!(table.view()["part"], "setup");
}

fn at_random(spacing: Spacing, deck: DeckName) -> EconomyRules {
    rules(Options { placement: Placement::Random, spacing, deck, ..by_players(3) })
}

#[test]
fn eco_setup_7_random_lays_cards_in_random_order_on_random_legal_spaces() {
    // Given the luck: card 4 (TEX-3) on space 27 (d4), card 5 (TEX-2) next. Around d4 it cannot go.
    let rules = at_random(Spacing::Touching, DeckName::D3211);
    let fault_with = |space: u32| {
        let mut script = Scripted::new([4, 27, 5, space]);
        rules.start(&mut script, &mut kernel::Silent);
        script.fault().map(ToString::to_string).unwrap_or_default()
    };
    for barred in [27, 26, 28, 18, 19, 20, 34, 35, 36] {
        assert!(fault_with(barred).starts_with("draw 4 cannot be"), "{}", fault_with(barred));
    }
    assert!(fault_with(29).contains("draw 5 needs one more"), "{}", fault_with(29));
    // The same card is not drawn twice.
    let mut script = Scripted::new([4, 27, 4]);
    rules.start(&mut script, &mut kernel::Silent);
    assert!(script.fault().is_some_and(|fault| fault.to_string().starts_with("draw 3 cannot be 4")));
}

#[test]
fn eco_setup_7_random_obeys_the_spacing_and_goes_on_to_the_first_turn() {
    for deck in DeckName::ALL {
        let [touch, side, off] = [Spacing::Touching, Spacing::Orthogonal, Spacing::Off].map(|spacing| at_random(spacing, deck));
        let (mut diagonal, mut beside) = (0, 0);
        for seed in 0..200 {
            let pairs = |rules: &EconomyRules| {
                let mut events = Vec::new();
                let state = rules.start(&mut Seeded::nth(9, seed), &mut events);
                rules.check(&state).unwrap();
                assert_eq!(layout(rules, &state).len(), 36);
                assert!(matches!(events.last(), Some(Event::Rolled { .. })));
                same_sector(&layout(rules, &state))
            };
            assert!(!pairs(&touch).iter().any(touching));
            let orthogonal = pairs(&side);
            assert!(!orthogonal.iter().any(side_by_side));
            diagonal += usize::from(orthogonal.iter().any(touching));
            beside += usize::from(pairs(&off).iter().any(side_by_side));
        }
        assert!(diagonal > 100, "orthogonal bars no diagonals: {diagonal}");
        assert!(beside > 100, "off bars nothing: {beside}");
    }
}

#[test]
fn eco_setup_7_random_is_spread_over_the_board() {
    let rules = at_random(Spacing::Off, DeckName::D3211);
    let mut used = BTreeMap::<String, usize>::new();
    let mut motor = BTreeMap::<String, usize>::new();
    for seed in 0..3200 {
        let state = rules.start(&mut Seeded::nth(10, seed), &mut kernel::Silent);
        for (space, card) in layout(&rules, &state) {
            *used.entry(space.clone()).or_default() += 1;
            if card == "MOT-3" {
                *motor.entry(space).or_default() += 1;
            }
        }
    }
    // 36 of 64 spaces: each is used 1800 times, and holds MOT-3 50 times, give or take six standard deviations.
    assert_eq!(used.len(), 64);
    assert!(used.values().all(|count| (1632..=1968).contains(count)), "{used:?}");
    assert_eq!(motor.len(), 64);
    assert!(motor.values().all(|count| (9..=92).contains(count)), "{motor:?}");
}

#[test]
fn eco_setup_7_random_with_touching_leaves_no_part_of_the_board_out() {
    let rules = at_random(Spacing::Touching, DeckName::D3211);
    let mut used = BTreeMap::<String, usize>::new();
    for seed in 0..1600 {
        let state = rules.start(&mut Seeded::nth(12, seed), &mut kernel::Silent);
        layout(&rules, &state).into_keys().for_each(|space| *used.entry(space).or_default() += 1);
    }
    assert_eq!(used.len(), 64);
    assert!(used.values().all(|count| (700..=1100).contains(count)), "{used:?}");
}

/// The table of the rulebook, from row 8 down.
const REFERENCE: &str = "
MOT-3  TEX-2 .     FOO-1a MOT-2  TEX-1a .      FOO-1b
.      MED-1b .    .      .      MED-3  .      .
COM-3  .     PHO-2 FUR-1a COM-2  .      PHO-1a FUR-1b
.      TOY-1b COS-3 .     .      TOY-3  COS-2  .
MOT-1b TEX-3 .     FOO-2  MOT-1a TEX-1b .      FOO-3
.      MED-1a .    .      .      MED-2  .      .
COM-1b .     PHO-3 FUR-2  COM-1a .      PHO-1b FUR-3
.      TOY-1a COS-1b .    .      TOY-2  COS-1a .
";

/// What the other decks have in place of 3, 2, 1a and 1b.
fn reference_layout(kinds: [&str; 4]) -> BTreeMap<String, String> {
    let mut layout = BTreeMap::new();
    for (down, row) in REFERENCE.trim().lines().enumerate() {
        let cards: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cards.len(), 8);
        for (column, card) in (b'a'..).zip(cards).filter(|(_, card)| *card != ".") {
            let (sector, kind) = card.split_once('-').unwrap();
            let place = ["3", "2", "1a", "1b"].iter().position(|known| *known == kind).unwrap();
            layout.insert(format!("{}{}", column as char, 8 - down), format!("{sector}-{}", kinds[place]));
        }
    }
    layout
}

#[test]
fn eco_setup_7_the_reference_layout_is_that_of_the_rulebook() {
    let decks = [
        (DeckName::D3211, ["3", "2", "1a", "1b"]),
        (DeckName::D3221, ["3", "2a", "2b", "1"]),
        (DeckName::D3321, ["3a", "3b", "2", "1"]),
    ];
    for (deck, kinds) in decks {
        let table = Table::start(Options { deck, ..reference(3) }, &[1]);
        let layout = layout(&table.rules, &table.state);
        assert_eq!(layout, reference_layout(kinds));
        // Cards of one sector are exactly 4 apart in row and/or column.
        let pairs = same_sector(&layout);
        assert_eq!(pairs.len(), 9 * 6);
        assert!(pairs.iter().all(|pair| [(0, 4), (4, 0), (4, 4)].contains(pair)), "{pairs:?}");
        // Each quarter holds one card of every sector.
        for (columns, rows) in [(0..4, 4..8), (4..8, 4..8), (4..8, 0..4), (0..4, 0..4)] {
            let quarter = layout.iter().filter(|(space, _)| columns.contains(&place(space).0) && rows.contains(&place(space).1));
            let sectors: Vec<&str> = quarter.map(|(_, card)| &card[..3]).collect();
            assert_eq!((sectors.len(), sectors.iter().collect::<BTreeSet<_>>().len()), (9, 9));
        }
    }
}

#[test]
fn eco_setup_7_there_is_no_reference_layout_for_twelve_sectors() {
    let pack = Economy::pack(&Economy::files()).unwrap();
    let options = Options { deck: DeckName::Twelve, ..reference(3) };
    assert_eq!(Economy::rules(&pack, &options).unwrap_err().clause, "ECO-SETUP-7");
    let options = Options { deck: DeckName::Twelve, ..by_players(3) };
    let refusal = Table::try_at(options, json!({ "turn": 1, "die": 1 })).err().unwrap();
    assert_eq!(refusal.clause, "ECO-SETUP-7", "nor in positions");
}

#[test]
fn eco_setup_8_when_all_locations_lie_each_has_its_property() {
    let mut table = dealt(by_players(3));
    table.play("pick MOT-3", &[]);
    table.play("place d4", &[]);
    assert_eq!(table.location(Viewer::Watcher, "d4")["property"], false, "not before");
    let mut table = dealt(by_players(3));
    place_all(&mut table, 1, |_| 0);
    let view = table.view();
    let locations = view["locations"].as_array().unwrap();
    assert_eq!(locations.len(), 36);
    for location in locations {
        assert_eq!((&location["property"], &location["owner"]), (&json!(true), &Value::Null), "{location}");
        assert_eq!(location["face_down"], false);
    }
    assert_eq!((&view["part"], &view["left"]), (&json!("1"), &json!(36)));
    assert_eq!(table.events.iter().filter(|event| **event == Event::LaidOut).count(), 1);
    // When A lands on a location, then the property of just this sector and category is taken.
    let here = table.location(Viewer::Watcher, "a1");
    table.play("move a1", &[1]);
    assert_eq!(table.properties('A'), [here["card"]["id"].as_str().unwrap()]);
}

#[test]
fn eco_setup_9_location_and_property_are_twins_also_in_the_doubled_category() {
    let doubled = [
        (DeckName::D3211, "a4", "a3", "MOT-1b"),
        (DeckName::D3211, "e4", "e3", "MOT-1a"),
        (DeckName::D3221, "e8", "e7", "MOT-2a"),
        (DeckName::D3221, "e4", "e3", "MOT-2b"),
        (DeckName::D3321, "a8", "a7", "MOT-3a"),
        (DeckName::D3321, "e8", "e7", "MOT-3b"),
    ];
    for (deck, space, beside, card) in doubled {
        let options = Options { deck, ..reference(3) };
        let mut table = Table::at(options, json!({ "turn": 1, "die": 1, "pieces": [beside] }));
        table.play(&format!("move {space}"), &[1]);
        assert_eq!(table.properties('A'), [card]);
        let view = table.view();
        let others = view["locations"].as_array().unwrap().iter().filter(|location| location["property"] == true);
        assert_eq!(others.count(), 35, "the other card of its category keeps its property");
    }
}

#[test]
fn eco_setup_9_the_link_holds_in_part_2() {
    // Given both shops of MOTOR face down: MOT-1a (e4) is B's, MOT-1b (a4) is C's. A lands on MOT-1b.
    let start = but(part_two(), json!({ "die": 1, "pieces": ["a3", "e6", "c5"], "face_down": ["a4", "e4"] }));
    let mut table = Table::at(reference(3), start);
    table.play("move a4", &[1]);
    assert!(table.properties('A').contains(&"MOT-1b".to_owned()));
    assert!(table.properties('B').contains(&"MOT-1a".to_owned()));
    assert!(!table.properties('C').contains(&"MOT-1b".to_owned()));
}

#[test]
fn eco_setup_10_pieces_begin_outside() {
    for players in 2..=6 {
        let table = Table::start(reference(players), &[1]);
        for player in table.view()["players"].as_array().unwrap() {
            assert_eq!(player["space"], Value::Null);
        }
    }
    let mut table = dealt(by_players(3));
    assert_eq!(table.piece('A'), "outside", "also while the locations are laid out");
    assert_eq!(table.refused("move a1"), "ECO-SETUP-4");
    let early = json!({ "turn": 1, "locations": {}, "pieces": ["d4"], "hands": table.rules.position(&table.state).hands });
    assert_eq!(Table::try_at(by_players(3), early).err().unwrap().clause, "ECO-SETUP-10");
}

#[test]
fn eco_setup_11_at_first_a_piece_belongs_to_no_corner() {
    let mut table = Table::start(reference(3), &[1]);
    for player in table.view()["players"].as_array().unwrap() {
        assert_eq!(player["corner"], Value::Null);
    }
    // Each player chooses a corner when entering.
    for corner in ["h1", "a8", "a1"] {
        assert!(table.ends().contains(&corner.to_owned()));
        table.play(&format!("move {corner}"), &[1]);
    }
    assert_eq!([table.piece('A'), table.piece('B'), table.piece('C')], ["h1", "a8", "a1"]);
}

// Who starts

#[test]
fn eco_start_1_one_player_starts() {
    for placement in [Placement::Players, Placement::Reference] {
        let options = Options { players: 4, placement, ..Options::default() };
        let luck = match placement {
            Placement::Players => [vec![2], in_order()].concat(),
            _ => vec![2, 1],
        };
        let table = Table::start(options, &luck);
        assert_eq!(table.events[0], Event::Started { seat: seat('C') });
        assert_eq!(table.events.iter().filter(|event| matches!(event, Event::Started { .. })).count(), 1);
        assert_eq!(table.turn(), Some('C'));
    }
}

#[test]
fn eco_start_2_random_is_the_default_and_uniform() {
    for players in 2..=6_usize {
        let options = Options { players: players as u8, placement: Placement::Reference, ..Options::default() };
        assert_eq!(options.starter, Starter::Random);
        let rules = rules(options);
        let mut counts = vec![0; players];
        for seed in 0..1200 * players as u64 {
            let state = rules.start(&mut Seeded::nth(20, seed), &mut kernel::Silent);
            counts[state.seat.index()] += 1;
        }
        // 1200 each, give or take five and a half standard deviations.
        assert!(counts.iter().all(|count| (1020..=1380).contains(count)), "{counts:?}");
    }
}

#[test]
fn eco_start_2_the_host_may_name_the_starting_player() {
    for starting_seat in 1..=4 {
        let options = Options { starter: Starter::HostChoice, starting_seat: Some(starting_seat), ..reference(4) };
        let table = Table::start(options, &[6]);
        assert_eq!(table.state.seat.number(), usize::from(starting_seat));
        assert_eq!(table.events[0], Event::Started { seat: Seat::new(starting_seat as usize - 1).unwrap() });
    }
    // If no seat is named, the first seat starts.
    let table = Table::start(Options { starter: Starter::HostChoice, ..reference(4) }, &[6]);
    assert_eq!(table.turn(), Some('A'));
}

#[test]
fn eco_start_2_first_seat_draws_no_luck() {
    let table = Table::start(reference(6), &[6]);
    assert_eq!(table.turn(), Some('A'));
}

#[test]
fn eco_start_2_a_named_starter_must_sit_at_the_table_and_the_host_must_choose() {
    let pack = Economy::pack(&Economy::files()).unwrap();
    let refused = |starter, starting_seat| {
        let options = Options { starter, starting_seat, ..reference(4) };
        Economy::rules(&pack, &options).err().map(|refusal| refusal.clause)
    };
    assert_eq!(refused(Starter::HostChoice, Some(4)), None);
    assert_eq!(refused(Starter::HostChoice, Some(5)), Some("ECO-START-2"));
    assert_eq!(refused(Starter::HostChoice, Some(0)), Some("ECO-START-2"));
    assert_eq!(refused(Starter::Random, Some(1)), Some("ECO-START-2"));
    assert_eq!(refused(Starter::FirstSeat, Some(1)), Some("ECO-START-2"));
}
