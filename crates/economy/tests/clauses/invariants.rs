//! The invariants, over random games with mixed settings and on positions that break them. (ECO-INV)

use crate::common::{Table, but, owners_but, part_two, reference};
use economy::{DeckName, EconomyRules, Event, MemoryRule, Options, Placement, Position, Spacing, Starter, State, Step, Tie};
use kernel::{Luck, Notation, Rules, Seat, Seeded, Silent, Viewer};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

/// A random game, as it was played.
struct Played {
    rules: EconomyRules,
    /// The table while the locations were being placed.
    setup: Vec<State>,
    turns: Vec<Turn>,
}

/// A turn: from the roll to the next player's roll, or the end.
struct Turn {
    before: State,
    after: State,
    events: Vec<Event>,
}

/// Games with every number of players, each with other settings.
fn games() -> &'static [Played] {
    static GAMES: OnceLock<Vec<Played>> = OnceLock::new();
    GAMES.get_or_init(|| (0..40).map(play).collect())
}

fn play(seed: u64) -> Played {
    let mut luck = Seeded::new(seed);
    let deck = [DeckName::D3211, DeckName::D3221, DeckName::D3321, DeckName::Twelve][luck.below(4)];
    let placement = [Placement::Players, Placement::Random, Placement::Reference][luck.below(3)];
    let options = Options {
        players: 2 + (seed % 5) as u8,
        target: [None, None, Some(8), Some(90)][luck.below(4)],
        starter: [Starter::Random, Starter::FirstSeat][luck.below(2)],
        placement: if deck == DeckName::Twelve && placement == Placement::Reference { Placement::Random } else { placement },
        spacing: [Spacing::Touching, Spacing::Orthogonal, Spacing::Off][luck.below(3)],
        memory: [MemoryRule::Hidden, MemoryRule::Shown][luck.below(2)],
        tie: [Tie::Shared, Tie::PlayOn][luck.below(2)],
        deck,
        ..Options::default()
    };
    let rules = crate::common::rules(options);
    let (mut setup, mut turns, mut events) = (Vec::new(), Vec::new(), Vec::new());
    let mut state = rules.start(&mut luck, &mut events);
    let (mut before, mut actions) = (state, Vec::new());
    events.clear();
    while let Some(seat) = rules.turn(&state).awaited.lowest() {
        if matches!(state.step, Step::Pick | Step::Place(_)) {
            setup.push(state);
        }
        actions.clear();
        rules.actions(&state, seat, &mut actions);
        let action = actions[luck.below(actions.len())];
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
        match state.step {
            Step::Move | Step::Over => {
                let events = std::mem::take(&mut events);
                if before.die > 0 {
                    turns.push(Turn { before, after: state, events });
                }
                before = state;
            }
            _ => {}
        }
    }
    Played { rules, setup, turns }
}

/// Every turn with the written positions before and after.
fn each_turn(mut look: impl FnMut(&Played, &Turn, &Position, &Position)) {
    for game in games() {
        let mut before = game.rules.position(&game.turns[0].before);
        for turn in &game.turns {
            let after = game.rules.position(&turn.after);
            look(game, turn, &before, &after);
            before = after;
        }
    }
}

fn layout(position: &Position) -> &BTreeMap<String, String> {
    position.locations.as_ref().expect("a written position has its layout")
}

/// Who owns each property.
fn owners(position: &Position) -> BTreeMap<&str, usize> {
    let mut owners = BTreeMap::new();
    for (player, cards) in position.properties.iter().enumerate() {
        for card in cards {
            assert!(owners.insert(card.as_str(), player).is_none(), "{card} has two owners");
        }
    }
    owners
}

fn in_part_two(position: &Position) -> bool {
    owners(position).len() == 36
}

/// The mover of a turn, by index.
fn mover(before: &Position) -> usize {
    before.turn.expect("somebody’s turn").index()
}

/// The space where the mover landed.
fn landing(turn: &Turn) -> &str {
    turn.events
        .iter()
        .find_map(|event| if let Event::Entered { to, .. } | Event::Moved { to, .. } = event { to.as_deref() } else { None })
        .expect("a move")
}

fn paid(turn: &Turn) -> Vec<&Vec<u16>> {
    turn.events.iter().filter_map(|event| if let Event::Paid { points, .. } = event { Some(points) } else { None }).collect()
}

/// The clause by which a position is refused that is the run of part 2 but for some changes.
#[track_caller]
fn refused(changes: Value) -> &'static str {
    Table::try_at(reference(3), but(part_two(), changes)).err().expect("this position is impossible").clause
}

/// The clause by which a step between two possible positions is refused.
#[track_caller]
fn refused_step(before: Value, after: Value) -> &'static str {
    let before = Table::at(reference(3), but(part_two(), before));
    let after = Table::at(reference(3), but(part_two(), after));
    before.rules.check_step(&before.state, &after.state).expect_err("this step is impossible").clause
}

/// A state that no play leads to.
fn tampered(state: &State, tamper: impl FnOnce(&mut State)) -> State {
    let mut state = *state;
    tamper(&mut state);
    state
}

/// The reference layout as a position has it.
fn reference_layout() -> serde_json::Map<String, Value> {
    let table = Table::at(reference(3), part_two());
    let position = serde_json::to_value(table.rules.position(&table.state)).unwrap();
    position["locations"].as_object().unwrap().clone()
}

#[test]
fn eco_inv_1_there_are_36_locations_and_after_the_setup_none_moves() {
    let mut setups = 0;
    for game in games() {
        let all: BTreeSet<&str> = game.rules.faces.iter().map(|face| face.id.as_str()).collect();
        assert_eq!(all.len(), 36);
        for state in &game.setup {
            let position = game.rules.position(state);
            let cards = position.hands.iter().flatten().chain(layout(&position).values());
            let cards: Vec<&str> = cards.map(String::as_str).collect();
            assert_eq!(cards.len(), 36, "in hands and on the board");
            assert_eq!(cards.into_iter().collect::<BTreeSet<_>>(), all);
            setups += 1;
        }
        let first = game.rules.position(&game.turns[0].before);
        assert_eq!(layout(&first).values().map(String::as_str).collect::<BTreeSet<_>>(), all);
        assert_eq!(layout(&first).keys().collect::<BTreeSet<_>>().len(), 36);
        assert!(first.hands.iter().all(Vec::is_empty));
        for turn in &game.turns {
            assert_eq!(layout(&game.rules.position(&turn.after)), layout(&first));
        }
    }
    assert!(setups > 500);
}

#[test]
fn eco_inv_1_is_checked() {
    // A location too few.
    let mut locations = reference_layout();
    locations.remove("a8");
    assert_eq!(refused(json!({"locations": locations})), "ECO-INV-1");
    // One on two spaces.
    let mut locations = reference_layout();
    locations.insert("a1".into(), "MOT-3".into());
    assert_eq!(refused(json!({"locations": locations})), "ECO-INV-1");
    // One in a hand and on the board, and one in two hands.
    assert_eq!(refused(json!({"hands": [["MOT-3"]], "properties": [], "die": null, "face_down": []})), "ECO-INV-1");
    let mut locations = reference_layout();
    locations.remove("a8");
    let hands = json!({"locations": locations, "hands": [["MOT-3"], ["MOT-3"]], "properties": [], "die": null, "face_down": []});
    assert_eq!(refused(hands), "ECO-INV-1");
    // A location that moved in play.
    let mut locations = reference_layout();
    let card = locations.remove("a8").unwrap();
    locations.insert("a7".into(), card);
    assert_eq!(refused_step(json!({}), json!({"locations": locations})), "ECO-INV-1");
}

#[test]
fn eco_inv_2_there_are_36_properties_on_the_board_or_owned() {
    each_turn(|game, _, before, after| {
        let cards: BTreeSet<&str> = owners(after).into_keys().collect();
        assert!(cards.iter().all(|card| game.rules.card(card).is_some()));
        assert!(owners(before).keys().all(|card| cards.contains(card)), "what was owned stays owned");
        assert!(cards.len() <= owners(before).len() + 1);
    });
    for game in games() {
        for turn in game.turns.iter().step_by(7) {
            let view = game.rules.view(&turn.before, Viewer::Watcher);
            let owned: usize = view.players.iter().map(|player| player.properties.len()).sum();
            let on_the_board = view.locations.iter().filter(|location| location.property).count();
            assert_eq!(on_the_board + owned, 36);
            assert_eq!(view.left, on_the_board);
            assert!(view.part != "2" || on_the_board == 0);
        }
    }
}

#[test]
fn eco_inv_2_is_checked() {
    // A property with two owners, or named twice.
    assert_eq!(refused(json!({"properties": [["MOT-3"], ["MOT-3"]]})), "ECO-INV-2");
    assert_eq!(refused(json!({"properties": [["MOT-3", "MOT-3"]]})), "ECO-INV-2");
    // A property that went back to the board.
    let fewer = json!({"properties": owners_but(&[("MED", "AA-A")])});
    assert_eq!(refused_step(json!({}), fewer.clone()), "ECO-INV-2");
    assert_eq!(refused_step(fewer, json!({"properties": owners_but(&[("MED", "A--A")])})), "ECO-INV-2");
    // A state that has lost count.
    let table = Table::at(reference(3), part_two());
    let miscounted = tampered(&table.state, |state| state.left = 1);
    assert_eq!(table.rules.check(&miscounted).unwrap_err().clause, "ECO-INV-2");
}

#[test]
fn eco_inv_3_a_property_on_the_board_lies_on_its_face_up_twin_that_nobody_ever_landed_on() {
    for game in games() {
        let mut landed = BTreeSet::new();
        for turn in &game.turns {
            landed.insert(landing(turn).to_owned());
            let position = game.rules.position(&turn.after);
            let owners = owners(&position);
            for (space, card) in layout(&position) {
                let lies = !owners.contains_key(card.as_str());
                assert!(!lies || !position.face_down.contains(space), "{card} lies on {space}, which is face down");
                assert_eq!(lies, !landed.contains(space), "{card} on {space}");
            }
        }
    }
}

#[test]
fn eco_inv_3_is_checked() {
    // B stands on b3, where MED-1a still lies.
    let position = json!({"properties": owners_but(&[("MED", "AA-A")]), "pieces": ["d3", "b3", "c5"]});
    assert_eq!(refused(position), "ECO-INV-3");
}

#[test]
fn eco_inv_4_the_property_of_a_face_down_location_is_owned() {
    let mut seen = 0;
    each_turn(|_, _, _, after| {
        for space in &after.face_down {
            assert!(owners(after).contains_key(layout(after)[space].as_str()), "{space}");
            seen += 1;
        }
    });
    assert!(seen > 1_000);
}

#[test]
fn eco_inv_4_is_checked() {
    let position = json!({"properties": owners_but(&[("MED", "AA-A")]), "face_down": ["b3"]});
    assert_eq!(refused(position), "ECO-INV-4");
}

#[test]
fn eco_inv_5_every_piece_is_on_a_space_of_its_own_or_outside() {
    for game in games() {
        let mut entered = BTreeSet::new();
        let mut thrown_off = BTreeMap::new();
        for turn in &game.turns {
            for event in &turn.events {
                match event {
                    Event::Entered { seat, .. } | Event::Moved { seat, .. } => {
                        entered.insert(seat.index());
                        thrown_off.remove(&seat.index());
                    }
                    Event::ThrownOff { other, corner, .. } => {
                        thrown_off.insert(other.index(), corner.clone());
                    }
                    _ => {}
                }
            }
            let position = game.rules.position(&turn.after);
            assert_eq!(position.pieces.len(), game.rules.players());
            let mut spaces = BTreeSet::new();
            for (player, piece) in position.pieces.iter().enumerate() {
                match piece.strip_prefix("outside") {
                    None => assert!(spaces.insert(piece) && entered.contains(&player), "{piece}"),
                    Some("") => assert!(!entered.contains(&player), "only who never entered is bound to no corner"),
                    Some(corner) => {
                        assert!(["a1", "a8", "h8", "h1"].contains(&corner.trim()));
                        assert_eq!(thrown_off.get(&player).map(String::as_str), Some(corner.trim()));
                    }
                }
            }
        }
    }
}

#[test]
fn eco_inv_5_is_checked() {
    assert_eq!(refused(json!({"pieces": ["d3", "d3", "c5"]})), "ECO-INV-5");
    assert_eq!(refused(json!({"pieces": ["c5", "e6", "c5"]})), "ECO-INV-5");
    // A corner that is none, and a space that is none.
    assert_eq!(refused(json!({"pieces": ["d3", "outside b1", "c5"]})), "ECO-GAME-6");
    assert_eq!(refused(json!({"pieces": ["d3", "i9", "c5"]})), "ECO-BOARD-1");
    // A state whose board disagrees with its pieces.
    let table = Table::at(reference(3), part_two());
    let adrift = tampered(&table.state, |state| state.occupied = economy::Spaces::NONE);
    assert_eq!(table.rules.check(&adrift).unwrap_err().clause, "ECO-INV-5");
}

#[test]
fn eco_inv_6_properties_change_owner_only_by_turning_up_and_only_to_the_player_in_turn() {
    let mut changes = 0;
    each_turn(|_, turn, before, after| {
        let (old, new) = (owners(before), owners(after));
        let moved: Vec<&str> = old.iter().filter(|(card, owner)| new[*card] != **owner).map(|(card, _)| *card).collect();
        assert!(moved.len() <= 1, "{moved:?}");
        for card in moved {
            changes += 1;
            assert!(in_part_two(before));
            assert_eq!(new[card], mover(before));
            // It is the twin of the location landed on, which lay face down and does so no more.
            let space = landing(turn).to_owned();
            assert_eq!(layout(before)[&space], card);
            assert!(before.face_down.contains(&space) && !after.face_down.contains(&space));
            assert!(turn.events.contains(&Event::TurnedUp { space, card: Some(card.to_owned()) }));
        }
    });
    assert!(changes > 50, "{changes}");
}

#[test]
fn eco_inv_6_is_checked() {
    // In part 1, to somebody else than the player in turn, and two at once.
    let part_one = |motor| json!({"properties": owners_but(&[("MOT", motor), ("MED", "AA-A")])});
    assert_eq!(refused_step(part_one("BBBC"), part_one("ABBC")), "ECO-INV-6");
    let motor = |owners| json!({"properties": owners_but(&[("MOT", owners)])});
    assert_eq!(refused_step(motor("ABBC"), motor("BBBC")), "ECO-INV-6");
    assert_eq!(refused_step(motor("BBBC"), motor("AABC")), "ECO-INV-6");
    // While one to the player in turn in part 2 is possible.
    let before = Table::at(reference(3), but(part_two(), motor("BBBC")));
    let after = Table::at(reference(3), but(part_two(), motor("ABBC")));
    assert_eq!(before.rules.check_step(&before.state, &after.state), Ok(()));
}

#[test]
fn eco_inv_7_a_turn_turns_at_most_one_location_and_in_part_1_only_down() {
    let (mut down, mut up) = (0, 0);
    each_turn(|_, turn, before, after| {
        let old: BTreeSet<&String> = before.face_down.iter().collect();
        let new: BTreeSet<&String> = after.face_down.iter().collect();
        let turned: Vec<&&String> = old.symmetric_difference(&new).collect();
        assert!(turned.len() <= 1);
        assert!(turned.iter().all(|space| space.as_str() == landing(turn)), "only where the mover landed");
        assert!(in_part_two(before) || old.is_subset(&new));
        down += new.difference(&old).count();
        up += old.difference(&new).count();
    });
    assert!(down > 100 && up > 50, "{down} {up}");
}

#[test]
fn eco_inv_7_is_checked() {
    // Nothing lies on a1 that could be face down.
    assert_eq!(refused(json!({"face_down": ["a1"]})), "ECO-INV-7");
    assert_eq!(refused_step(json!({"face_down": []}), json!({"face_down": ["a8", "b8"]})), "ECO-INV-7");
    assert_eq!(refused_step(json!({"face_down": ["a8"]}), json!({"face_down": ["b8"]})), "ECO-INV-7");
    let part_one = |face_down: &[&str]| json!({"properties": owners_but(&[("MED", "AA-A")]), "face_down": face_down});
    assert_eq!(refused_step(part_one(&["a8"]), part_one(&[])), "ECO-INV-7");
}

/// What a sector is worth in all.
fn sector_sum(deck: DeckName) -> u16 {
    match deck {
        DeckName::D3211 => 7,
        DeckName::D3221 => 8,
        DeckName::D3321 => 9,
        DeckName::Twelve => 6,
    }
}

#[test]
fn eco_inv_8_points_never_fall_and_a_paying_landing_gives_the_sectors_sum() {
    let mut payments = 0;
    each_turn(|game, turn, before, after| {
        assert!(before.points.iter().zip(&after.points).all(|(old, new)| old <= new));
        if !in_part_two(before) {
            assert!(after.points.iter().all(|points| *points == 0), "no points in part 1");
            return;
        }
        let gain: u16 = after.points.iter().sum::<u16>() - before.points.iter().sum::<u16>();
        let space = landing(turn);
        let hit = before.pieces.iter().any(|piece| piece == space);
        let down = before.face_down.iter().any(|other| other == space);
        let pays = layout(before).contains_key(space) && (down || !hit);
        assert_eq!(gain, if pays { sector_sum(game.rules.options.deck) } else { 0 });
        assert_eq!(paid(turn).len(), usize::from(pays));
        payments += usize::from(pays);
        if pays {
            // Worked out by hand: every player's cards of that sector, by the figure in their name.
            let code = layout(before)[space].split('-').next().unwrap();
            for (player, cards) in after.properties.iter().enumerate() {
                let cards = cards.iter().filter_map(|card| card.strip_prefix(code)?.strip_prefix('-'));
                let own: u16 = cards.map(|kind| kind[..1].parse::<u16>().unwrap()).sum();
                assert_eq!(after.points[player] - before.points[player], own);
            }
        }
    });
    assert!(payments > 300, "{payments}");
}

#[test]
fn eco_inv_8_is_checked() {
    // Points in part 1.
    assert_eq!(refused(json!({"properties": owners_but(&[("MED", "AA-A")]), "points": [0, 1, 0]})), "ECO-INV-8");
    // Points that fall, and a sum that no sector pays.
    assert_eq!(refused_step(json!({"points": [3, 3, 1]}), json!({"points": [3, 2, 1]})), "ECO-INV-8");
    assert_eq!(refused_step(json!({"points": [3, 3, 1]}), json!({"points": [2, 11, 1]})), "ECO-INV-8");
    assert_eq!(refused_step(json!({"points": [3, 3, 1]}), json!({"points": [6, 6, 3]})), "ECO-INV-8");
}

#[test]
fn eco_inv_9_hits_on_face_up_locations_empty_landings_and_stays_add_no_points() {
    let (mut hits, mut empty, mut stays) = (0, 0, 0);
    each_turn(|_, turn, before, after| {
        let space = landing(turn).to_owned();
        let hit = before.pieces.contains(&space);
        let pressed = hit && layout(before).contains_key(&space) && !before.face_down.contains(&space);
        if pressed || !layout(before).contains_key(&space) {
            assert_eq!(before.points, after.points);
            hits += usize::from(pressed);
            empty += usize::from(!pressed);
        }
        if pressed {
            assert!(after.face_down.contains(&space), "it lies face down now");
        }
        // Players who stayed after the landing got nothing: a payment comes before the next roll.
        let next = turn.events.iter().position(|event| matches!(event, Event::Rolled { .. }));
        let late = next.is_some_and(|next| turn.events[next..].iter().any(|event| matches!(event, Event::Paid { .. })));
        assert!(!late);
        stays += turn.events.iter().filter(|event| matches!(event, Event::Stayed { .. })).count();
    });
    assert!(hits > 50 && empty > 500 && stays > 0, "{hits} {empty} {stays}");
}

#[test]
fn eco_inv_9_is_checked() {
    // A sector's sum, though a location was turned down or the landing space is empty.
    let paid = json!([3, 3, 1]);
    let pressed = json!({"points": paid, "face_down": ["c2", "b4"], "pieces": ["b4", "e6", "c5"]});
    assert_eq!(refused_step(json!({}), pressed), "ECO-INV-9");
    assert_eq!(refused_step(json!({}), json!({"points": paid, "pieces": ["c4", "e6", "c5"]})), "ECO-INV-9");
}

/// Column and row of a space.
fn place(space: &str) -> (i8, i8) {
    let [column, row] = space.as_bytes() else { panic!("{space} is not a space") };
    ((column - b'a') as i8, (row - b'1') as i8)
}

/// All ends of paths of exactly `steps` more steps, tried one by one.
fn walk(at: (i8, i8), steps: u8, seen: &mut Vec<(i8, i8)>, others: &BTreeSet<(i8, i8)>, ends: &mut BTreeSet<String>) {
    if steps == 0 {
        ends.insert(format!("{}{}", (b'a' + at.0 as u8) as char, at.1 + 1));
        return;
    }
    // Going on from a space that holds another piece would be a jump.
    if others.contains(&at) {
        return;
    }
    for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let next = (at.0 + columns, at.1 + rows);
        if (0..8).contains(&next.0) && (0..8).contains(&next.1) && !seen.contains(&next) {
            seen.push(next);
            walk(next, steps - 1, seen, others, ends);
            seen.pop();
        }
    }
}

#[test]
fn eco_inv_10_what_can_be_reached_are_the_ends_of_all_paths_and_no_others() {
    let mut blocked = 0;
    each_turn(|game, _, position, _| {
        let state = game.rules.restore(position).expect("a position of play");
        let mut actions = Vec::new();
        game.rules.actions(&state, state.seat, &mut actions);
        let listed: BTreeSet<String> =
            actions.iter().map(|action| game.rules.write(action).strip_prefix("move ").expect("a move").to_owned()).collect();

        let (seat, die) = (mover(position), position.die.unwrap());
        let on_board = |piece: &&String| !piece.starts_with("outside");
        let others = position.pieces.iter().enumerate().filter(|(player, _)| *player != seat).map(|(_, piece)| piece);
        let others: BTreeSet<(i8, i8)> = others.filter(on_board).map(|piece| place(piece)).collect();
        let (mut ends, mut unblocked) = (BTreeSet::new(), BTreeSet::new());
        let starts: Vec<((i8, i8), u8)> = match position.pieces[seat].strip_prefix("outside") {
            None => vec![(place(&position.pieces[seat]), die)],
            Some("") => ["a1", "a8", "h8", "h1"].map(|corner| (place(corner), die - 1)).to_vec(),
            Some(corner) => vec![(place(corner.trim()), die - 1)],
        };
        for (start, steps) in starts {
            walk(start, steps, &mut vec![start], &others, &mut ends);
            walk(start, steps, &mut vec![start], &BTreeSet::new(), &mut unblocked);
        }
        assert_eq!(listed, ends, "{position:?}");
        blocked += usize::from(ends != unblocked);
    });
    assert!(blocked > 100, "{blocked}");
}

#[test]
fn eco_inv_10_is_checked() {
    // A landing where no path of the rolled length leads, or where nobody stands.
    assert_eq!(refused(json!({"die": 1, "landing": "e6"})), "ECO-HIT-1");
    assert_eq!(refused(json!({"die": 1, "landing": "d4"})), "ECO-HIT-1");
    // A roll with which the player in turn cannot move.
    assert_eq!(refused(json!({"die": 2, "pieces": ["a1", "a2", "b1"]})), "ECO-MOVE-11");
    // A state that would let the piece go farther.
    let table = Table::at(reference(3), part_two());
    let farther = tampered(&table.state, |state| state.reach = economy::Spaces::ALL);
    assert_eq!(table.rules.check(&farther).unwrap_err().clause, "ECO-MOVE-11");
}

#[test]
fn eco_inv_11_the_part_goes_from_1_to_2_with_the_36th_property() {
    for game in games() {
        let mut changes = 0;
        for turn in &game.turns {
            let (before, after) = (game.rules.position(&turn.before), game.rules.position(&turn.after));
            let part = |state| game.rules.view(state, Viewer::Watcher).part;
            assert_eq!(part(&turn.before), if in_part_two(&before) { "2" } else { "1" });
            let begins = !in_part_two(&before) && in_part_two(&after);
            let took = turn.events.iter().any(|event| matches!(event, Event::Took { .. }));
            let told = turn.events.contains(&Event::PartTwo);
            assert_eq!(begins, told);
            assert!(!begins || took && part(&turn.after) == "2" && after.points.iter().all(|points| *points == 0));
            assert!(!in_part_two(&before) || in_part_two(&after));
            changes += usize::from(told);
        }
        assert_eq!(changes, 1);
    }
}

#[test]
fn eco_inv_11_is_checked() {
    let table = Table::at(reference(3), part_two());
    let back = tampered(&table.state, |state| state.left = 1);
    assert_eq!(table.rules.check_step(&table.state, &back).unwrap_err().clause, "ECO-INV-11");
}

#[test]
fn eco_inv_12_the_game_is_over_exactly_when_somebody_has_won() {
    let mut tied = 0;
    let mut look = |rules: &EconomyRules, state: &State| {
        let points = &rules.position(state).points;
        let best = *points.iter().max().unwrap();
        let leaders: Vec<Seat> = Seat::FIRST.clockwise(rules.players()).filter(|seat| points[seat.index()] == best).collect();
        let alone = leaders.len() == 1;
        let won = best >= rules.target && (alone || rules.options.tie == Tie::Shared);
        assert_eq!(rules.turn(state).is_over(), won, "{points:?}");
        let winners = rules.outcome(state).map(|outcome| outcome.winners().collect::<Vec<_>>());
        assert_eq!(winners, won.then_some(leaders));
        tied += usize::from(best >= rules.target && !alone);
    };
    for game in games() {
        game.turns.iter().for_each(|turn| look(&game.rules, &turn.after));
        assert!(game.rules.turn(&game.turns.last().unwrap().after).is_over());
    }
    // Short games, where ties are frequent.
    let mut luck = Seeded::new(41);
    for target in 1..=12 {
        for tie in [Tie::Shared, Tie::PlayOn] {
            let table = Table::at(Options { tie, target: Some(target), ..reference(3) }, part_two());
            for _ in 0..10 {
                let (mut state, mut buffer) = (table.state, Vec::new());
                while let Some(seat) = table.rules.turn(&state).awaited.lowest() {
                    let action = table.rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
                    table.rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
                    look(&table.rules, &state);
                }
            }
        }
    }
    assert!(tied > 20, "{tied}");
}

#[test]
fn eco_inv_12_is_checked() {
    // A position where somebody has the target is one where the game is over.
    let over = Table::at(reference(3), but(part_two(), json!({"points": [45, 0, 0]})));
    assert_eq!(over.won(), Some(("A".into(), "ECO-END-1")));
    assert_eq!(refused(json!({"points": [45, 0, 0], "pieces": ["b5", "b4", "c5"], "die": 1, "landing": "b4"})), "ECO-END-6");
    let going_on = Table::at(Options { tie: Tie::PlayOn, ..reference(3) }, but(part_two(), json!({"points": [45, 45, 0]})));
    assert_eq!(going_on.won(), None);
    // States that say otherwise.
    let table = Table::at(reference(3), part_two());
    let ended = tampered(&table.state, |state| state.step = Step::Over);
    assert_eq!(table.rules.check(&ended).unwrap_err().clause, "ECO-INV-12");
    let unended = tampered(&over.state, |state| state.step = Step::Move);
    assert_eq!(over.rules.check(&unended).unwrap_err().clause, "ECO-INV-12");
}
