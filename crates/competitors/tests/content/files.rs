//! CMP-DATA: the files of a pack.

use crate::{Draft, MAP, names, refuses, standard};
use kernel::Files;

const TABLES: [&str; 11] = [
    "borders.csv",
    "contracts.csv",
    "customs.csv",
    "grid.csv",
    "headquarters.csv",
    "outlines.csv",
    "political.csv",
    "straits.csv",
    "territories.csv",
    "victory.csv",
    "weather.csv",
];

#[test]
fn cmp_data_21_a_pack_is_twelve_files() {
    let files = competitors::files();
    let mut expected: Vec<&str> = TABLES.into_iter().chain([MAP]).collect();
    expected.sort_unstable();
    assert_eq!(files.iter().map(|(name, _)| name).collect::<Vec<_>>(), expected);
    for left_out in expected {
        let rest = Files::new(files.iter().filter(|(name, _)| *name != left_out));
        let faults = competitors::read_pack(&rest).unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((faults[0].file.as_str(), faults[0].line), (left_out, None));
    }
    let more = Files::new(files.iter().chain([("notes.txt", "by hand")]));
    let faults = competitors::read_pack(&more).unwrap_err();
    assert_eq!((faults.len(), faults[0].file.as_str()), (1, "notes.txt"));
    assert!(names(&faults[0].message, "CMP-DATA-21"));
}

#[test]
fn cmp_data_21_every_table_has_its_header_line() {
    for file in TABLES {
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
fn cmp_data_21_the_order_of_columns_is_free() {
    let mut draft = Draft::standard();
    for (_, rows) in &mut draft.tables {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    assert_eq!(draft.pack(), *standard());
}

#[test]
fn cmp_data_21_all_faults_of_all_files_are_told() {
    let draft = Draft::standard().set("territories.csv", "cuba", "morphology", "swamp");
    let draft = draft.set("contracts.csv", "C002", "tm", "0").set("customs.csv", "U13", "legal", "bribe");
    let faults = draft.faults();
    let places: Vec<_> = faults.iter().map(|fault| (fault.file.as_str(), fault.line)).collect();
    assert_eq!(places, [("territories.csv", Some(19)), ("contracts.csv", Some(3)), ("customs.csv", Some(14))], "{faults:?}");
}

#[test]
fn cmp_data_21_texts_are_free() {
    let draft = Draft::standard().set("territories.csv", "cuba", "name", "Kuba").set("contracts.csv", "C002", "text", "Ex’tra!");
    let draft = draft.set("customs.csv", "U13", "title", "Нет печати").set("weather.csv", "1,north_america,2", "name", "Ураган");
    assert_eq!(draft.pack()[crate::land("cuba")].name, "Kuba");
    for text in ["", " x", "x ", "a\nb", &"x".repeat(61)] {
        refuses("territories.csv", "cuba", "name", text, ("CMP-DATA-21", "`name` is one line of 1 to 60 characters"));
    }
    refuses("customs.csv", "U13", "text", &"x".repeat(301), ("CMP-DATA-21", "`text` is one line of 1 to 300 characters"));
}
