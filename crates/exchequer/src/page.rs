//! Text for a terminal: its width, and lines broken to fit it.

use std::io::{self, IsTerminal};

/// The width of the text: the terminal’s width up to a readable maximum, or a fixed width if there is no terminal.
pub fn width() -> usize {
    let terminal = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    terminal.map_or(100, |(width, _)| usize::from(width.0).clamp(40, 120))
}

/// The text broken at spaces into lines of at most `width` characters; all but the first begin with `indent` spaces.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
    out
}

/// Text without control characters for the terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '·' } else { c }).collect()
}

/// How many letters have to be changed, added or left out to make one word the other, whatever their case.
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (at, same) in other.iter().enumerate() {
            let changed = diagonal + usize::from(*same != letter);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// The names most similar to what was written, if any is similar enough.
pub fn near<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<(usize, &str)> = names.map(|name| (distance(written, name), name)).filter(|(far, _)| *far <= 3).collect();
    found.sort();
    let best = found.first().map_or(0, |(far, _)| *far);
    found.into_iter().filter(|(far, _)| *far == best).map(|(_, name)| name).take(5).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_hang() {
        assert_eq!(wrap("one two  three four", 9, 2), "one two\n  three\n  four");
        assert_eq!(wrap("averyverylongword x", 5, 1), "averyverylongword\n x");
        assert_eq!(wrap("", 5, 1), "");
    }

    #[test]
    fn near_names_are_suggested() {
        assert_eq!(distance("ECO-MOVE-1", "eco-move-1"), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(near("ABC-MOVR-1", ["ABC-MOVE-1", "ABC-MOVE-2", "ABC-END-1"].into_iter()), ["ABC-MOVE-1"]);
        assert!(near("zzzzzzzz", ["ABC-MOVE-1"].into_iter()).is_empty());
    }
}
