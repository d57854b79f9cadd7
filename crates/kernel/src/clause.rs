//! Names of clauses in texts.

/// Does this word have the form of a clause's name: a game and a topic in capitals and a number, joined by hyphens?
///
/// ```
/// assert!(kernel::is_clause("ECO-MOVE-1") && !kernel::is_clause("MOT-2") && !kernel::is_clause("eco-move-1"));
/// ```
pub fn is_clause(word: &str) -> bool {
    let capitals = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_uppercase())
            && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    let Some((names, number)) = word.rsplit_once('-') else { return false };
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbered && names.contains('-') && names.split('-').all(capitals)
}

/// The clauses that a text names, and where each name begins.
///
/// ```
/// let found: Vec<_> = kernel::clauses_in("See ECO-MOVE-1 (not MOT-2).").collect();
/// assert_eq!(found, [(4, "ECO-MOVE-1")]);
/// ```
pub fn clauses_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let words = text.split_inclusive(|sign: char| !sign.is_alphanumeric() && sign != '-' && sign != '_').map(move |word| {
        at += word.len();
        (at - word.len(), word)
    });
    words.filter_map(|(at, word)| {
        let word = word.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        let name = word.trim_start_matches('-');
        is_clause(name).then_some((at + word.len() - name.len(), name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_in_prose() {
        let text = "“See” ECO-MOVE-1, `ECO-INV-10`; (BIZ-LOAD-5)-- -ECO-END-2. Not MOT-2, utf-8, ECO-MOVE, eco-move-1, ECO-MOVE-1a, \
                    ECO-MOVE_1, XECO-é-1 or X--1.";
        let found: Vec<(usize, &str)> = clauses_in(text).collect();
        assert_eq!(
            found.iter().map(|(_, name)| *name).collect::<Vec<_>>(),
            ["ECO-MOVE-1", "ECO-INV-10", "BIZ-LOAD-5", "ECO-END-2"]
        );
        assert!(found.iter().all(|(at, name)| text[*at..].starts_with(name)), "{found:?}");
        assert_eq!(clauses_in("").count(), 0);
    }

    #[test]
    fn a_name_has_a_game_a_topic_and_a_number() {
        for name in ["ECO-MOVE-1", "X-COMP-12", "EXP-WORLD2-SEA-3"] {
            assert!(is_clause(name), "{name}");
        }
        for name in [
            "",
            "-",
            "ECO",
            "ECO-1",
            "ECO-MOVE-",
            "ECO--1",
            "-ECO-MOVE-1",
            "ECO-move-1",
            "2CO-MOVE-1",
            "ECO-MOVE-1b",
            "ECO-MOVE-1-",
        ] {
            assert!(!is_clause(name), "{name}");
        }
    }
}
