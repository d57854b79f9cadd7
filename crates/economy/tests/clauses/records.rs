//! Whole games kept as records: every way the game ends, every number of players, every deck and every placement.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them anew.

use crate::common::best;
use economy::{DeckName, Economy, EconomyRules, MemoryRule, Options, Placement, Tie};
use kernel::{Consequence, Entry, Luck, Rules, Seeded, Table, Viewer};
use proof::{forged_records_do_not_replay, keep, records_tell_the_same, table_to_keep, undos};
use std::{collections::BTreeSet, sync::Arc};

type Played = Table<EconomyRules>;

/// A record that is kept, and what makes it worth keeping.
struct Kept {
    name: &'static str,
    options: Options,
    undo: bool,
    wanted: fn(&Played) -> bool,
}

fn kept() -> Vec<Kept> {
    let by_default = Options::default;
    let players = |players| Options { players, ..by_default() };
    vec![
        Kept {
            name: "two-players-reference",
            options: Options { placement: Placement::Reference, ..players(2) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-1"),
        },
        Kept {
            name: "three-players-shared-win",
            options: Options { placement: Placement::Random, deck: DeckName::D3221, ..players(3) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-7"),
        },
        Kept {
            name: "three-players-played-on-after-a-tie",
            options: Options { placement: Placement::Reference, tie: Tie::PlayOn, memory: MemoryRule::Shown, ..players(3) },
            undo: false,
            wanted: went_on_after_a_tie,
        },
        Kept {
            name: "four-players-with-undo",
            options: by_default(),
            undo: true,
            wanted: |table| ended_by(table, "ECO-END-1") && undos(table) == (true, true),
        },
        Kept {
            name: "five-players-twelve-sectors",
            options: Options { placement: Placement::Random, deck: DeckName::Twelve, ..players(5) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-5"),
        },
        Kept {
            name: "six-players-3321",
            options: Options { placement: Placement::Reference, deck: DeckName::D3321, ..players(6) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-5"),
        },
    ]
}

fn ended_by(table: &Played, clause: &str) -> bool {
    table.rules().outcome(table.state()).is_some_and(|outcome| outcome.clause == clause)
}

/// Did two lead with the target reached, and the game was not over?
fn went_on_after_a_tie(table: &Played) -> bool {
    let tied = |entry| {
        let Some(state) = table.state_after(entry) else { return false };
        let points = &state.points[..table.rules().players()];
        let best = points.iter().max();
        let level = points.iter().filter(|points| Some(*points) == best).count() > 1;
        level && best >= Some(&table.rules().target) && !table.rules().turn(&state).is_over()
    };
    (0..=table.version()).any(tied) && table.rules().turn(table.state()).is_over()
}

fn rules(options: &Options) -> Arc<EconomyRules> {
    Arc::new(crate::common::rules(options.clone()))
}

/// Plays a game between greedy players; with `undo` they sometimes think better of it.
fn play(rules: &Arc<EconomyRules>, seed: u64, undo: bool) -> Played {
    let names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"];
    let mut table = table_to_keep::<Economy>(rules, &rules.options, &names, seed, None);
    let mut whim = Seeded::new(seed);
    while let Some(seat) = rules.turn(table.state()).awaited.lowest() {
        // Now and then a whim, or nobody would ever help another to an equal score.
        let action = match whim.below(5) {
            0 => rules.any_action(table.state(), seat, &mut whim, &mut Vec::new()).expect("something can be done"),
            _ => best(&**rules, table.state(), seat, &mut whim),
        };
        table.play(seat, &action, None).expect("what is listed is legal");
        if undo && whim.below(30) == 0 && !rules.turn(table.state()).is_over() {
            let consent = table.undoable(seat) == 0;
            table.undo(seat, consent).expect("it can be taken back");
        }
    }
    table
}

/// Every record in the folder, replayed.
fn replayed() -> Vec<(String, Played)> {
    proof::kept::<Economy>(|| {
        for Kept { name, options, undo, wanted } in kept() {
            let rules = rules(&options);
            let games = (0..2_000).map(|seed| play(&rules, seed, undo));
            let shortest = games.filter(wanted).take(3).min_by_key(|table| table.version());
            keep(name, &shortest.expect("a game that ends so"));
        }
    })
}

#[test]
fn every_record_replays_to_its_end() {
    records_tell_the_same::<Economy>(&replayed());
}

#[test]
fn the_records_cover_every_ending_player_count_deck_and_placement() {
    let tables: Vec<Played> = replayed().into_iter().map(|(_, table)| table).collect();
    let outcome = |table: &Played| table.rules().outcome(table.state()).expect("a finished game");
    let clauses: BTreeSet<&str> = tables.iter().map(|table| outcome(table).clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["ECO-END-1", "ECO-END-5", "ECO-END-7"]);
    let players: BTreeSet<usize> = tables.iter().map(|table| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    let decks: BTreeSet<DeckName> = tables.iter().map(|table| table.rules().options.deck).collect();
    assert_eq!(decks.into_iter().collect::<Vec<_>>(), DeckName::ALL);
    for placement in [Placement::Players, Placement::Random, Placement::Reference] {
        assert!(tables.iter().any(|table| table.rules().options.placement == placement), "{placement:?}");
    }
    assert!(tables.iter().any(|table| outcome(table).winners().len() > 1), "a shared win");
    assert!(tables.iter().any(went_on_after_a_tie));
    assert!(tables.iter().any(|table| undos(table) == (true, true)));
    for Kept { name, wanted, .. } in kept() {
        let (_, table) = replayed().into_iter().find(|(file, _)| file == name).expect("the record is kept");
        assert!(wanted(&table), "{name}");
    }
}

#[test]
fn a_changed_record_does_not_replay() {
    forged_records_do_not_replay(&replayed());
}

#[test]
fn what_a_player_may_take_back_alone_is_a_choice_that_showed_nothing() {
    // Picking a card, and landing on a piece before its corner is chosen.
    let rules = rules(&Options::default());
    let table = play(&rules, 1, false);
    let mut state = table.state_after(0).expect("the start");
    let mut open = BTreeSet::new();
    for entry in table.record().entries {
        let Entry::Act { seat, action, luck, .. } = entry else { continue };
        let action = kernel::Notation::read(&*rules, &action).expect("an action");
        let mut script = kernel::Scripted::new(luck);
        let consequence = rules.apply(&mut state, seat, &action, &mut script, &mut kernel::Silent).expect("a legal action");
        if consequence == Consequence::Open {
            open.insert(rules.view(&state, Viewer::Watcher).step.expect("the game goes on"));
        }
    }
    assert_eq!(open.into_iter().collect::<Vec<_>>(), ["hit", "place"]);
}
