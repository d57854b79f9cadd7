//! Packs that were changed at random: the loader takes them or says what is wrong, and never stops.

use crate::Draft;
use kernel::{Files, Luck, Seeded};

const WORDS: [&str; 34] = [
    "",
    " ",
    "0",
    "-1",
    "1",
    "3",
    "5000",
    "100000",
    "50000000",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "0x10",
    "1/2",
    "1/0",
    "b01",
    "b72",
    "s01",
    "all",
    "Insurance",
    "Industry",
    "bank",
    "business",
    "count",
    "standard",
    "keep(set_roll(6))",
    "keep(keep(keep(keep(x))))",
    "((((((((",
    "free; free; free; free; free; free",
    "fee_none(all); fee_none(all)",
    "é|ü\u{1F3B2}",
    "a,b\"c",
    "two\nlines",
];

/// Whatever these files are, the loader answers, and says where and what.
fn answers(files: &Files) -> bool {
    let Err(faults) = investments::read_pack(files) else { return true };
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
    let standard = investments::files();
    let files: Vec<(&str, &str)> = standard.iter().collect();
    let mut luck = Seeded::new(1);
    let letters: Vec<char> = "0159-+,\"\n\r;|/()# abBxX_é\u{0}\u{feff}".chars().collect();
    for _ in 0..3000 {
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
        answers(&Files::new(
            files
                .iter()
                .enumerate()
                .map(|(place, (name, old))| (name.to_string(), if place == chosen { text.clone() } else { (*old).to_owned() })),
        ));
    }
}

#[test]
fn any_cells_are_answered() {
    let standard = Draft::standard();
    let mut luck = Seeded::new(2);
    let mut taken = 0;
    for _ in 0..3000 {
        let mut draft = standard.clone();
        for _ in 0..=luck.below(3) {
            let file = luck.below(draft.0.len());
            let rows = &mut draft.0[file].1;
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
    assert!((30..1500).contains(&taken), "{taken} of 3000 were taken: neither all nor none");
}

#[test]
fn files_under_other_names_are_answered() {
    let standard = investments::files();
    let texts: Vec<&str> = standard.iter().map(|(_, text)| text).collect();
    for shift in 1..texts.len() {
        let turned = standard.iter().enumerate().map(|(place, (name, _))| (name, texts[(place + shift) % texts.len()]));
        assert!(!answers(&Files::new(turned)) || shift == texts.len());
    }
    assert!(!answers(&Files::default()));
    let endless = standard.iter().map(|(name, text)| (name, text.repeat(if name == "loss.csv" { 500 } else { 1 })));
    assert!(!answers(&Files::new(endless)));
}
