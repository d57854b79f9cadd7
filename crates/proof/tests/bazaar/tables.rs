//! Tables, records and taking back, on a small game.

use bazaar::{
    BazaarGame, Options,
    knowledge::Memory,
    state::{Action, Bazaar, State},
};
use kernel::{
    Entry, Files, Fingerprint, Game, Header, Key, Luck, Notation, Record, Rules, Seat, Seeded, Table, TableFault, Viewer, header,
};
use std::sync::Arc;

const SECRET: Key = Key([7; 32]);

fn rules() -> Arc<Bazaar> {
    Arc::new(BazaarGame::rules(&(), &Options::default()).unwrap())
}

fn head() -> Header {
    let seats = ["Ann", "Bob", "Cleo"].map(String::from).to_vec();
    let entropy = seats.iter().map(|name| Key::of(&[name.as_bytes()])).collect();
    header::<BazaarGame>(Files::default().hash(), &Options::default(), seats, entropy)
}

fn open() -> Table<Bazaar> {
    Table::open(rules(), head(), SECRET, Vec::new()).unwrap()
}

fn act(table: &mut Table<Bazaar>, text: &str) -> Result<(), TableFault> {
    let seat = table.rules().turn(table.state()).awaited.lowest().unwrap();
    let action = table.rules().read(text).unwrap();
    table.play(seat, &action, None)
}

/// Plays on at random for this many actions, or to the end.
fn play_on(table: &mut Table<Bazaar>, actions: usize, seed: u64) {
    let mut luck = Seeded::new(seed);
    for _ in 0..actions {
        let Some(seat) = table.rules().turn(table.state()).awaited.lowest() else { return };
        let mut list = Vec::new();
        table.rules().actions(table.state(), seat, &mut list);
        table.play(seat, &list[luck.below(list.len())], None).unwrap();
    }
}

fn finished() -> Table<Bazaar> {
    let mut table = open();
    play_on(&mut table, usize::MAX, 5);
    table
}

#[test]
fn the_secret_is_shown_when_the_game_is_over_and_not_before() {
    let mut table = open();
    assert_eq!(table.header().commitment, Some(SECRET.commitment()));
    while !table.rules().turn(table.state()).is_over() {
        assert!(!table.record().to_string().contains(&SECRET.to_string()));
        act(&mut table, "end").unwrap();
    }
    assert!(table.record().to_string().contains(&SECRET.to_string()));
}

#[test]
fn a_player_takes_back_to_the_last_luck_or_to_where_another_acted() {
    let mut table = open();
    let ann = table.state().active;
    act(&mut table, &format!("peek {}", ann.next(3))).unwrap();
    assert_eq!(table.undoable(ann), 0, "a peek shows something");
    assert!(table.undo(ann, false).is_err());
    let before = *table.state();
    let card = before.hands[ann.index()].at_rank(0).unwrap();
    act(&mut table, &format!("bury {card}")).unwrap();
    act(&mut table, "end").unwrap();
    assert_eq!(table.undoable(ann), 2);
    assert!(table.undo(ann.next(3), false).is_err(), "it was not theirs");
    table.undo(ann, false).unwrap();
    table.undo(ann, false).unwrap();
    assert_eq!(*table.state(), before);
    assert!(table.undo(ann, false).is_err());
    table.undo(ann, true).unwrap();
    assert_eq!(Some(*table.state()), table.state_after(0));
    assert!(table.undo(ann, true).is_err(), "before the start there is nothing");
    assert_eq!(table.version(), 6, "three actions and three undos: nothing is deleted");
    assert_eq!(Table::replay(rules(), &table.record(), SECRET).unwrap().state(), table.state());
}

#[test]
fn luck_once_drawn_does_not_come_again() {
    let mut table = open();
    let ann = table.state().active;
    let drawn = |table: &Table<Bazaar>| match table.last_entry() {
        Some(Entry::Act { luck, .. }) => luck,
        _ => Vec::new(),
    };
    let mut draws = Vec::new();
    for _ in 0..12 {
        act(&mut table, "draw").unwrap();
        draws.push(drawn(&table));
        table.undo(ann, true).unwrap();
    }
    draws.dedup();
    assert!(draws.len() > 1, "{draws:?}");
}

#[test]
fn what_is_over_and_shown_stays_so() {
    let mut table = finished();
    for seat in Seat::FIRST.clockwise(3) {
        assert_eq!(table.undoable(seat), 0);
        assert!(table.undo(seat, true).is_err());
    }
    let mut record = table.record();
    record.entries.push(Entry::Undo { by: Seat::FIRST, to: 0 });
    let fault = Table::replay(rules(), &record, SECRET).unwrap_err().to_string();
    assert!(fault.ends_with("the game was over and its secret published; nothing can be taken back"), "{fault}");
}

#[test]
fn a_table_restored_with_its_secret_goes_on_with_the_same_luck() {
    let mut table = open();
    play_on(&mut table, 7, 3);
    let mut restored = Table::replay(rules(), &Record::read(&table.record().to_string()).unwrap(), SECRET).unwrap();
    play_on(&mut table, usize::MAX, 9);
    play_on(&mut restored, usize::MAX, 9);
    assert_eq!(restored.record(), table.record());
    assert!(Table::replay(rules(), &restored.record(), SECRET).is_ok(), "and every draw is the one that was committed to");
}

#[test]
fn a_table_played_on_with_another_secret_promises_no_fair_dice() {
    let mut table = open();
    play_on(&mut table, 7, 3);
    let mut other = Table::replay(rules(), &table.record(), Key([8; 32])).unwrap();
    assert_eq!(other.record(), table.record(), "looking at it changes nothing");
    play_on(&mut other, usize::MAX, 9);
    assert_eq!((other.header().commitment, other.header().secret), (None, None));
    assert!(Table::replay(rules(), &other.record(), SECRET).is_ok());
}

#[test]
fn a_forged_secret_or_commitment_is_refused() {
    let table = finished();
    for forge in
        [|header: &mut Header| header.secret = Some(Key([9; 32])), |header: &mut Header| header.commitment = Some(Key([9; 32]))]
    {
        let mut record = table.record();
        forge(&mut record.header);
        let fault = Table::replay(rules(), &record, SECRET).unwrap_err();
        assert_eq!(fault.to_string(), "entry 0: the secret does not match the commitment");
    }
    let mut record = table.record();
    record.header.entropy[1] = Key([9; 32]);
    let fault = Table::replay(rules(), &record, SECRET).unwrap_err().to_string();
    assert!(fault.contains("is not fair"), "what a seat added is part of the luck: {fault}");
}

#[test]
fn scripted_luck_that_does_not_fit_changes_nothing() {
    let mut table = open();
    table.script([99]).unwrap();
    let before = *table.state();
    let fault = act(&mut table, "draw").unwrap_err();
    assert!(matches!(fault, TableFault::Luck(_)), "{fault}");
    assert_eq!((*table.state(), table.version(), table.scripted().collect()), (before, 0, vec![99]));
    let card = before.deck.unseen().at_rank(1).unwrap();
    table.script([u32::from(card)]).unwrap();
    act(&mut table, "draw").unwrap();
    assert!(table.state().hands[before.active.index()].contains(card));
    assert_eq!(table.header().commitment, None, "a table with scripted luck promises no fair dice");
}

#[test]
fn a_table_opened_at_a_position_replays_from_there() {
    let mut table = open();
    play_on(&mut table, 5, 2);
    let position = table.rules().position(table.state());
    let mut second = Table::open_at(rules(), head(), SECRET, &position).unwrap();
    assert_eq!(second.state(), table.state());
    play_on(&mut second, usize::MAX, 4);
    let mut record = Record::read(&second.record().to_string()).unwrap();
    assert_eq!(Table::replay(rules(), &record, SECRET).unwrap().state(), second.state());
    record.start.luck = vec![1];
    assert!(Table::replay(rules(), &record, SECRET).is_err(), "nothing was drawn for a set-up");
}

#[test]
fn everybody_hears_what_is_theirs_to_hear() {
    let mut table = open();
    let ann = table.state().active;
    act(&mut table, "draw").unwrap();
    let told = |viewer| serde_json::to_value(table.events_from(1, viewer)).unwrap()[0]["card"].clone();
    assert!(told(Viewer::Seat(ann)).is_u64());
    assert!(told(Viewer::Seat(ann.next(3))).is_null());
    assert!(told(Viewer::Watcher).is_null());
}

#[test]
fn what_is_hidden_again_is_told_only_while_it_is_news() {
    let mut table = open();
    let (ann, bob) = (Viewer::Seat(table.state().active), table.state().active.next(3));
    let peeked = |table: &Table<Bazaar>| serde_json::to_value(table.events_from(1, ann)).unwrap()[0]["card"].clone();
    act(&mut table, &format!("peek {bob}")).unwrap();
    act(&mut table, "end").unwrap();
    assert_eq!(table.news(ann), 1, "a turn is news until the next one");
    assert!(peeked(&table).is_u64());
    for _ in 0..3 {
        act(&mut table, "end").unwrap();
    }
    assert_eq!((table.news(ann), table.news(Viewer::Watcher)), (5, 5));
    assert!(!table.past_is_open() && peeked(&table).is_null(), "what Ann saw is hers to remember");
    for _ in 0..2 {
        act(&mut table, "end").unwrap();
    }
    assert!(table.past_is_open() && peeked(&table).is_u64(), "the game is over");
}

#[test]
fn a_move_that_comes_too_late_is_refused_on_receipt() {
    let mut table = open();
    let ann = table.state().active;
    act(&mut table, "end").unwrap();
    let refusal = table.play(ann, &Action::End, None).unwrap_err();
    assert_eq!(refusal.to_string(), "it is not your turn: wait for it (BAZ-TURN-1)");
    assert_eq!(table.version(), 1);
}

#[test]
fn only_who_plays_here_can_take_something_back() {
    let mut table = open();
    play_on(&mut table, 2, 5);
    let stranger = Seat::new(9).unwrap();
    assert!(matches!(table.undo(stranger, true), Err(TableFault::Undo(_))));
    table.undo(Seat::FIRST, true).unwrap();
    let forged = table.record().to_string().replace("by seat 1", "by seat 10");
    let forged = Record::read(&forged).unwrap();
    assert!(matches!(Table::replay(rules(), &forged, SECRET), Err(TableFault::Replay { .. })));
}

#[test]
fn names_stand_on_one_line() {
    let mut header = head();
    header.seats[0] = "  Ann \n the   first ".into();
    let table = Table::open(rules(), header, SECRET, Vec::new()).unwrap();
    assert_eq!(table.header().seats[0], "Ann the first");
    assert_eq!(Record::read(&table.record().to_string()).unwrap(), table.record());
}

#[test]
fn a_scripted_table_goes_on_alike_after_export_and_import() {
    let mut table = open();
    let mut script = Vec::new();
    for _ in 0..2 {
        let mut probe = table.clone();
        play_on(&mut probe, 1, 5);
        script.extend(probe.last_entry().into_iter().flat_map(|entry| match entry {
            Entry::Act { luck, .. } => luck,
            Entry::Undo { .. } => Vec::new(),
        }));
        play_on(&mut table, 1, 5);
    }
    let mut scripted = open();
    scripted.script(script).unwrap();
    play_on(&mut scripted, 2, 5);
    let record = Record::read(&scripted.record().to_string()).unwrap();
    let mut resumed = Table::replay(rules(), &record, SECRET).unwrap();
    play_on(&mut scripted, 6, 9);
    play_on(&mut resumed, 6, 9);
    assert_eq!(scripted.state(), resumed.state());
}

#[test]
fn a_finished_game_keeps_its_promise() {
    let mut table = finished();
    let record = table.record();
    assert!(matches!(table.script([1]), Err(TableFault::Luck(_))));
    assert_eq!(table.record(), record);
}

#[test]
fn a_secret_shown_too_early_is_refused() {
    let mut record = finished().record();
    record.entries.pop();
    let fault = Table::replay(rules(), &record, SECRET).unwrap_err();
    assert!(fault.to_string().contains("the record has the secret, but the game is not over"), "{fault}");
}

/// A game of hundreds of rounds: far more moments than are kept of one.
fn long() -> Table<Bazaar> {
    let usual = BazaarGame::rules(&(), &Options::default()).unwrap();
    Table::open(Arc::new(Bazaar { rounds: 250, ..usual }), head(), SECRET, Vec::new()).unwrap()
}

/// All that a table knows of a moment.
fn known(table: &Table<Bazaar>) -> (State, Vec<Memory>) {
    let viewers = [0, 1, 2].map(|index| Viewer::Seat(Seat::new(index).unwrap()));
    (*table.state(), viewers.into_iter().chain([Viewer::Watcher]).map(|viewer| table.memory(viewer)).collect())
}

#[test]
fn any_moment_of_a_long_game_is_as_it_was() {
    let mut table = long();
    let mut luck = Seeded::new(11);
    let (mut line, mut entries) = (vec![known(&table)], vec![0]);
    while table.line().len() < 5000 && !table.rules().turn(table.state()).is_over() {
        if luck.below(60) == 0 && line.len() > 1 {
            // Now and then a good deal is taken back at once.
            for _ in 0..=luck.below(40).min(line.len() - 2) {
                table.undo(Seat::FIRST, true).unwrap();
                line.pop();
                entries.pop();
            }
        } else {
            play_on(&mut table, 1, luck.bits());
            line.push(known(&table));
            entries.push(table.version());
        }
        assert_eq!(&known(&table), line.last().unwrap());
        assert_eq!(table.line(), entries);
    }
    assert!(line.len() > 300, "{}", line.len());
    for (entry, (state, _)) in entries.iter().zip(&line) {
        assert_eq!(table.state_after(*entry).as_ref(), Some(state));
    }
    let all = table.events_from(0, Viewer::Watcher);
    assert!(all.is_sorted_by_key(|event| event.entry) && all.iter().all(|event| entries.contains(&event.entry)));
    for window in [0..=0, 1..=7, 20..=20, 300..=420, table.version() - 5..=table.version(), 7..=usize::MAX] {
        let mut within = all.clone();
        within.retain(|event| window.contains(&event.entry));
        let told = table.events(window.clone(), Viewer::Watcher);
        assert_eq!(format!("{told:?}"), format!("{within:?}"), "{window:?}");
    }
}

#[test]
fn a_long_game_goes_on_in_bounded_memory() {
    let mut table = long();
    play_on(&mut table, usize::MAX, 4);
    // Far longer than the moments that are kept could lie apart at first.
    assert!(table.line().len() > 800, "{}", table.line().len());
    assert!((64..=128).contains(&table.checkpoints()), "{} moments are kept", table.checkpoints());
    // Each entry takes some tens of bytes, and what is kept beside them does not grow.
    let (entries, moments) = (table.version(), 128 * size_of::<(usize, State, [Memory; 5])>());
    assert!(table.size() < 100 * entries + moments, "{} bytes for {entries} entries", table.size());
}

#[test]
fn what_is_played_again_is_compared_where_that_is_asked_for() {
    let mut table = open();
    play_on(&mut table, 9, 3);
    for checked in [false, true] {
        let mut again = open();
        for entry in table.record().entries {
            let Entry::Act { seat, action, hash, time, .. } = entry else { continue };
            let action = again.rules().read(&action).unwrap();
            let before = *again.state();
            let other = Fingerprint(hash.0 ^ 1);
            let forged = again.clone().play_again(seat, &action, time, other, checked);
            assert_eq!(forged.is_err(), checked);
            assert_eq!(*again.state(), before);
            again.play_again(seat, &action, time, hash, checked).unwrap();
        }
        assert_eq!(again.record(), table.record());
    }
}

#[test]
fn what_was_kept_of_a_table_goes_on_under_other_rules() {
    let mut table = open();
    play_on(&mut table, 12, 8);
    let kept = serde_json::to_string(&table.keep()).unwrap();
    let kept = serde_json::from_str(&kept).unwrap();
    // One round more than before.
    let longer = Arc::new(BazaarGame::rules(&(), &Options { rounds: 3, ..Options::default() }).unwrap());
    let mut on = Table::go_on(longer.clone(), head(), SECRET, &kept, table.version()).unwrap();
    assert_eq!(known(&on), known(&table), "with what everybody remembers");
    assert_eq!((on.version(), on.line()), (12, &[12][..]), "entries count on");
    assert_eq!(on.state_after(3), None, "what was before is not known any more");
    assert!(on.events_from(0, Viewer::Watcher).is_empty());
    assert!(on.undo(Seat::FIRST, true).is_err(), "and cannot be taken back");
    play_on(&mut on, 3, 8);
    on.undo(Seat::FIRST, true).unwrap();
    assert_eq!((on.version(), on.line()), (16, &[12, 13, 14][..]));
    assert_eq!(on.events_from(0, Viewer::Watcher).last().unwrap().entry, 14);
    play_on(&mut on, usize::MAX, 8);
    let record = on.record();
    assert!(record.header.secret.is_some());
    let replayed = Table::replay(longer, &Record::read(&record.to_string()).unwrap(), SECRET).unwrap();
    assert_eq!(replayed.state(), on.state(), "its record begins at what was kept, and every roll can be checked");
    let (before, after) = (table.record(), on.record());
    assert!(before.header.entropy.iter().all(|key| !after.header.entropy.contains(key)), "no draw comes again");
}

/// Three players, six rounds, and a limit of this many minutes.
fn limited(minutes: u32) -> Table<Bazaar> {
    let options = Options { rounds: 6, minutes: Some(minutes), ..Options::default() };
    Table::open(Arc::new(BazaarGame::rules(&(), &options).unwrap()), head(), SECRET, Vec::new()).unwrap()
}

/// The player in turn does this, at this time.
fn act_at(table: &mut Table<Bazaar>, text: &str, time: Option<u64>) {
    let (seat, action) = (table.state().active, table.rules().read(text).unwrap());
    table.play(seat, &action, time).unwrap();
}

/// A round in which everybody does this, and the last one does it at this time.
fn round(table: &mut Table<Bazaar>, text: &str, time: Option<u64>) -> Vec<u32> {
    (0..3).for_each(|_| act_at(table, text, time));
    match table.last_entry() {
        Some(Entry::Act { luck, .. }) => luck,
        _ => Vec::new(),
    }
}

fn is_over(table: &Table<Bazaar>) -> bool {
    table.rules().turn(table.state()).is_over()
}

#[test]
fn baz_end_2_the_game_ends_with_the_round_in_which_the_time_runs_out() {
    let mut table = limited(2);
    assert_eq!(round(&mut table, "end", Some(5_000)), [0]);
    assert_eq!(round(&mut table, "end", Some(124_999)), [0]);
    (0..2).for_each(|_| act_at(&mut table, "end", Some(125_000)));
    assert!(!is_over(&table), "the round is played to its end");
    act_at(&mut table, "end", Some(125_001));
    assert!(is_over(&table));
    let told = serde_json::to_string(&table.events_from(9, Viewer::Watcher)).unwrap();
    assert!(told.contains("time_is_up"), "{told}");
    let record = Record::read(&table.record().to_string()).unwrap();
    assert_eq!(Table::replay(table.rules().clone(), &record, SECRET).unwrap().record(), table.record());
}

#[test]
fn the_last_round_asks_no_clock_and_without_times_the_time_is_never_up() {
    let mut table = limited(1);
    for _ in 0..5 {
        assert_eq!(round(&mut table, "end", None), [0]);
    }
    assert!(round(&mut table, "end", Some(9_999_999)).is_empty());
    assert!(is_over(&table));
    assert!(Table::replay(table.rules().clone(), &table.record(), SECRET).is_ok());
}

#[test]
fn the_clock_runs_on_whatever_is_taken_back() {
    let mut table = limited(2);
    round(&mut table, "end", Some(0));
    assert!(Seat::FIRST.clockwise(3).all(|seat| table.undoable(seat) == 0), "an answer is recorded like a roll");
    (0..3).for_each(|_| table.undo(Seat::FIRST, true).unwrap());
    let record = table.record();
    let mut again = Table::replay(table.rules().clone(), &record, SECRET).unwrap();
    for table in [&mut table, &mut again] {
        assert_eq!(round(table, "end", Some(119_999)), [0], "it began with what was taken back");
        table.undo(Seat::FIRST, true).unwrap();
        act_at(table, "end", Some(120_000));
        assert!(is_over(table));
    }
    assert_eq!(again.record(), table.record());
    assert!(Table::replay(table.rules().clone(), &table.record(), SECRET).is_ok());
}

#[test]
fn an_answer_of_the_clock_takes_the_number_of_a_draw() {
    let mut table = limited(2);
    round(&mut table, "draw", Some(0));
    // As if the table were read again: from its record, or played again with the same times.
    let mut replayed = Table::replay(table.rules().clone(), &table.record(), SECRET).unwrap();
    let mut again = limited(2);
    for entry in table.record().entries {
        let Entry::Act { seat, action, hash, time, .. } = entry else { continue };
        let action = again.rules().read(&action).unwrap();
        again.play_again(seat, &action, time, hash, true).unwrap();
    }
    for table in [&mut table, &mut replayed, &mut again] {
        round(table, "draw", Some(60_000));
        table.undo(Seat::FIRST, true).unwrap();
        act_at(table, "draw", Some(90_000));
        round(table, "draw", Some(120_000));
        assert!(is_over(table));
    }
    assert_eq!(replayed.record(), table.record());
    assert_eq!(again.record(), table.record());
    assert!(Table::replay(table.rules().clone(), &table.record(), SECRET).is_ok(), "every draw is the one that was committed to");
}

#[test]
fn an_answer_that_does_not_fit_the_times_is_refused_where_the_luck_is_promised() {
    let mut table = limited(2);
    round(&mut table, "end", Some(0));
    round(&mut table, "end", Some(120_000));
    assert!(is_over(&table));
    let forged = Record::read(&table.record().to_string().replace("time 120000", "time 119999")).unwrap();
    let fault = Table::replay(table.rules().clone(), &forged, SECRET).unwrap_err().to_string();
    assert_eq!(fault, "entry 6: it says that the time is up: by the times of the entries it is not");

    // A script may say what it likes, if it is yes or no.
    let mut scripted = limited(2);
    scripted.script([2]).unwrap();
    (0..2).for_each(|_| act_at(&mut scripted, "end", Some(0)));
    let (seat, end) = (scripted.state().active, Action::End);
    assert!(matches!(scripted.play(seat, &end, Some(0)), Err(TableFault::Luck(_))));
    scripted.script([1]).unwrap();
    act_at(&mut scripted, "end", Some(0));
    assert!(is_over(&scripted));
    assert!(Table::replay(scripted.rules().clone(), &scripted.record(), SECRET).is_ok());
}

#[test]
fn the_clock_runs_on_from_what_was_kept() {
    let mut table = limited(2);
    round(&mut table, "end", Some(0));
    let kept = serde_json::to_string(&table.keep()).unwrap();
    let kept = serde_json::from_str(&kept).unwrap();
    let mut on = Table::go_on(table.rules().clone(), head(), SECRET, &kept, table.version()).unwrap();
    assert_eq!(round(&mut on, "draw", Some(119_999)).last(), Some(&0));
    assert_eq!(round(&mut on, "draw", Some(120_000)).last(), Some(&1));
    let record = Record::read(&on.record().to_string()).unwrap();
    assert!(record.header.secret.is_some());
    assert!(Table::replay(on.rules().clone(), &record, SECRET).is_ok(), "its record does not tell when play began");
}

#[test]
fn a_record_that_does_not_replay_tells_the_action_and_what_it_changes() {
    let mut table = open();
    play_on(&mut table, 6, 4);
    let mut record = table.record();
    let last = record.entries.len();
    let Some(Entry::Act { seat, action, hash, .. }) = record.entries.last_mut() else { panic!("an action") };
    let (seat, action) = (*seat, action.clone());
    *hash = Fingerprint(hash.0 ^ 1);
    let fault = Table::replay(rules(), &record, SECRET).unwrap_err();
    let told = proof::why_not(&rules(), &record, &fault);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with(&format!("entry {last}: the rules lead to state ")), "{told}");
    assert!(lines[1].starts_with(&format!("entry {last} is: seat {seat}, `{action}`, luck ")), "{told}");
    assert_eq!(lines[2], "under the rules as they are it changes");
    assert!(lines.len() > 3 && lines[3..].iter().all(|line| line.contains(" → ")), "{told}");
    // What is wrong before any action is told as it is.
    record.start.hash = Fingerprint(1);
    let fault = Table::replay(rules(), &record, SECRET).unwrap_err();
    assert_eq!(proof::why_not(&rules(), &record, &fault), fault.to_string());
}
