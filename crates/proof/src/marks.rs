//! Typography of texts for people: one apostrophe and one minus sign, everywhere the same.

/// The typewriter characters in this text, if there are any: `'` within a word, where `’` belongs, and `-` before a number,
/// where `−` belongs. Text between backticks is notation and keeps its characters.
pub fn typed_mark(text: &str) -> Option<String> {
    let told = text.split('`').step_by(2).find_map(|part| {
        let signs: Vec<char> = part.chars().collect();
        let at = |place: usize| signs.get(place).copied().unwrap_or(' ');
        let wrong = |place: &usize| {
            let before = if *place == 0 { ' ' } else { at(*place - 1) };
            match at(*place) {
                // `Ann's`, `}'s`, `players' goods`.
                '\'' => before.is_alphanumeric() && (at(place + 1).is_alphanumeric() || before == 's' && at(place + 1) == ' '),
                // Not `COM-3`, `1-4` or `--5`.
                '-' => {
                    at(place + 1).is_ascii_digit() && !before.is_alphanumeric() && !['-', '−', '.', ')', ']'].contains(&before)
                }
                _ => false,
            }
        };
        let place = (0..signs.len()).find(wrong)?;
        Some(signs[place.saturating_sub(12)..signs.len().min(place + 12)].iter().collect::<String>())
    })?;
    Some(format!("“…{told}…” is typed, not printed: an apostrophe is ’, a minus sign is −"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_found() {
        for typed in
            ["Ann's turn", "don't", "the players' goods", "a loss of -5", "(-5 coins)", "-1,000 EUR", "after `x` it is Bob's"]
        {
            assert!(typed_mark(typed).is_some(), "{typed}");
        }
        let printed = [
            "Ann’s turn",
            "−5",
            "COM-3",
            "1-4",
            "a north-west dot",
            "`Ann's`",
            "say `-5`",
            "'quoted'",
            "ECO-MOVE-1 to ECO-MOVE-3",
            "2026-11-19",
        ];
        for text in printed {
            assert_eq!(typed_mark(text), None, "{text}");
        }
    }
}
