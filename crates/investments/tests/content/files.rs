//! INV-DATA: the files of a pack.

use crate::{Draft, names, standard};
use kernel::Files;

const FILES: [&str; 13] = [
    "board.csv",
    "businesses.csv",
    "cards.csv",
    "casino.csv",
    "constants.csv",
    "global.csv",
    "loss.csv",
    "lottery.csv",
    "pieces.csv",
    "profit.csv",
    "series.csv",
    "shortcut.csv",
    "tiles.csv",
];

#[test]
fn inv_data_1_a_pack_is_thirteen_files() {
    let files = investments::files();
    assert_eq!(files.iter().map(|(name, _)| name).collect::<Vec<_>>(), FILES);
    for left_out in FILES {
        let rest = Files::new(files.iter().filter(|(name, _)| *name != left_out));
        let faults = investments::read_pack(&rest).unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((faults[0].file.as_str(), faults[0].line), (left_out, None));
    }
    let more = Files::new(files.iter().chain([("notes.txt", "by hand")]));
    let faults = investments::read_pack(&more).unwrap_err();
    assert_eq!((faults.len(), faults[0].file.as_str()), (1, "notes.txt"));
    assert!(names(&faults[0].message, "INV-DATA-1"));
}

#[test]
fn inv_data_1_every_file_has_its_header_line() {
    for file in FILES {
        let mut draft = Draft::standard();
        "colouring".clone_into(&mut draft.rows(file)[0][1]);
        let faults = draft.faults();
        assert!(faults.iter().all(|fault| (fault.file.as_str(), fault.line) == (file, Some(1))), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.message.contains("`colouring` is not a column")), "{faults:?}");

        let mut draft = Draft::standard();
        draft.rows(file)[2].pop();
        let faults = draft.faults();
        assert_eq!((faults.len(), faults[0].file.as_str(), faults[0].line), (1, file, Some(3)), "{faults:?}");
    }
}

#[test]
fn inv_data_1_the_order_of_columns_is_free() {
    let mut draft = Draft::standard();
    for (_, rows) in &mut draft.0 {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    assert_eq!(draft.pack(), standard());
}

#[test]
fn inv_data_1_all_faults_of_all_files_are_told() {
    let draft = Draft::standard().set("board.csv", "1", "kind", "market").set("series.csv", "s01", "size", "four").set(
        "series.csv",
        "s02",
        "rule",
        "free",
    );
    let faults = draft.faults();
    let places: Vec<_> = faults.iter().map(|fault| (fault.file.as_str(), fault.line)).collect();
    assert_eq!(places, [("board.csv", Some(3)), ("series.csv", Some(2)), ("series.csv", Some(3))], "{faults:?}");
    let draft = Draft::standard().set("series.csv", "s01", "mark", "F").set("global.csv", "g05", "rounds", "0").set(
        "profit.csv",
        "p07",
        "effect",
        "win",
    );
    let faults = draft.faults();
    let places: Vec<_> = faults.iter().map(|fault| (fault.file.as_str(), fault.line)).collect();
    assert_eq!(places, [("series.csv", Some(2)), ("profit.csv", Some(8)), ("global.csv", Some(6))], "{faults:?}");
}
