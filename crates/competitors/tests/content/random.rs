//! Packs that were changed at random: the loader takes them or says what is wrong, and never stops.

use crate::Draft;
use kernel::{Files, Luck, Seeded};

const WORDS: [&str; 30] = [
    "",
    " ",
    "0",
    "-1",
    "1",
    "7",
    "500",
    "100000",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "0:0",
    "39:17",
    "40:18",
    "yes",
    "no",
    "sea",
    "land",
    "bare",
    "cuba",
    "asia",
    "north_sea",
    "spain-morocco;morocco-spain",
    "choose choose | | roll",
    "truck: goods: ship: none",
    "0 0;3600 900;0 0",
    "é|ü\u{1F3B2}",
    "a,b\"c",
    "two\nlines",
];

/// Whatever these files are, the loader answers, and says where and what.
fn answers(files: &Files) -> bool {
    let Err(faults) = competitors::read_pack(files) else { return true };
    assert!(!faults.is_empty());
    for fault in faults {
        assert!(!fault.message.is_empty() && !fault.file.is_empty());
        if let (Some(line), Ok(file)) = (fault.line, files.get(&fault.file)) {
            assert!(line >= 1 && line <= file.text().matches('\n').count() + 1, "{fault}");
        }
    }
    false
}

#[test]
fn any_bytes_are_answered() {
    let standard = competitors::files();
    let files: Vec<(&str, &str)> = standard.iter().collect();
    let mut luck = Seeded::new(1);
    let letters: Vec<char> = "0159-+,\"\n\r;:|/[]=# abBxX_é\u{0}\u{feff}".chars().collect();
    for _ in 0..400 {
        let chosen = luck.below(files.len());
        let mut text: Vec<char> = files[chosen].1.chars().collect();
        for _ in 0..=luck.below(3) {
            let place = luck.below(text.len().max(1));
            match luck.below(5) {
                0 => text.truncate(place),
                1 if !text.is_empty() => drop(text.remove(place)),
                2 => text.insert(place, letters[luck.below(letters.len())]),
                3 => {
                    let end = (place + luck.below(200)).min(text.len());
                    let again: Vec<char> = text[place..end].to_vec();
                    text.splice(place..place, again);
                }
                _ if !text.is_empty() => text[place] = letters[luck.below(letters.len())],
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        let changed = |(place, (name, old)): (usize, &(&str, &str))| {
            (name.to_string(), if place == chosen { text.clone() } else { (*old).to_owned() })
        };
        answers(&Files::new(files.iter().enumerate().map(changed)));
    }
}

#[test]
fn any_cells_are_answered() {
    let standard = Draft::standard();
    let mut luck = Seeded::new(2);
    let mut taken = 0;
    for _ in 0..600 {
        let mut draft = standard.clone();
        for _ in 0..=luck.below(3) {
            let file = luck.below(draft.tables.len());
            let rows = &mut draft.tables[file].1;
            let (row, other) = (luck.below(rows.len()), luck.below(rows.len()));
            let column = luck.below(rows[row].len());
            match luck.below(6) {
                0 => rows.swap(row, other),
                1 => rows[row][column] = rows[other][column.min(rows[other].len() - 1)].clone(),
                2 => rows[row].swap(0, column),
                3 => rows[row] = rows[other].clone(),
                _ => WORDS[luck.below(WORDS.len())].clone_into(&mut rows[row][column]),
            }
        }
        taken += usize::from(answers(&draft.files()));
    }
    assert!((6..300).contains(&taken), "{taken} of 600 were taken: neither all nor none");
}

#[test]
fn files_under_other_names_are_answered() {
    let standard = competitors::files();
    let texts: Vec<&str> = standard.iter().map(|(_, text)| text).collect();
    for shift in 1..texts.len() {
        let turned = standard.iter().enumerate().map(|(place, (name, _))| (name, texts[(place + shift) % texts.len()]));
        assert!(!answers(&Files::new(turned)));
    }
    assert!(!answers(&Files::default()));
    let endless = standard.iter().map(|(name, text)| (name, text.repeat(if name == "customs.csv" { 500 } else { 1 })));
    assert!(!answers(&Files::new(endless)));
}
