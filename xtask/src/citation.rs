//! Clauses as they are named in text (`ECO-MOVE-1`) and in tests (`eco_move_1_…`).

use kernel::{clauses_in, is_clause};

/// Every clause that the text names; `ECO-MOVE-5 to ECO-MOVE-7` names three.
pub fn clauses(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut last: Option<(&str, usize)> = None;
    for (at, name) in clauses_in(text) {
        if let Some((first, end)) = last
            && text[end..at].split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).eq(["to"])
        {
            found.extend(between(first, name));
        }
        found.push(name.to_owned());
        last = Some((name, at + name.len()));
    }
    found
}

/// The clauses of a range without its ends; none if it is not a range.
fn between(first: &str, last: &str) -> Vec<String> {
    let ends = || -> Option<(&str, u32, u32)> {
        let (topic, from) = first.rsplit_once('-')?;
        let to = last.strip_prefix(topic)?.strip_prefix('-')?;
        Some((topic, from.parse().ok()?, to.parse().ok()?))
    };
    let Some((topic, from, to)) = ends() else { return Vec::new() };
    // No topic has that many clauses; a typing error must not make millions.
    (from + 1..to.min(from + 1000)).map(|number| format!("{topic}-{number}")).collect()
}

/// The first part of a clause's name: the prefix of its game.
pub fn prefix(clause: &str) -> &str {
    clause.split('-').next().unwrap_or_default()
}

/// The clause that a test is named after, if it is named after one: `eco_move_1_straight` after ECO-MOVE-1.
pub fn named_after(test: &str) -> Option<String> {
    let mut words = test.split('_');
    let (game, topic, number) = (words.next()?, words.next()?, words.next()?);
    let clause = format!("{}-{}-{number}", game.to_uppercase(), topic.to_uppercase());
    is_clause(&clause).then_some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_names_every_clause_in_it() {
        assert_eq!(clauses("(ECO-MOVE-1, ECO-MOVE-5 to ECO-MOVE-7)"), ["ECO-MOVE-1", "ECO-MOVE-5", "ECO-MOVE-6", "ECO-MOVE-7"]);
        assert_eq!(clauses("from ECO-MOVE-1 to ECO-END-3"), ["ECO-MOVE-1", "ECO-END-3"]);
        assert_eq!(clauses("ECO-MOVE-7 to ECO-MOVE-5, ECO-MOVE-1 to"), ["ECO-MOVE-7", "ECO-MOVE-5", "ECO-MOVE-1"]);
    }

    #[test]
    fn a_test_is_named_after_one_clause() {
        assert_eq!(named_after("eco_move_1_goes_straight").as_deref(), Some("ECO-MOVE-1"));
        assert_eq!(named_after("eco_inv_10").as_deref(), Some("ECO-INV-10"));
        assert_eq!(named_after("a_fault_names_file_and_line"), None);
        assert_eq!(named_after("eco_move"), None);
        assert_eq!(named_after("eco_move_x1_y"), None);
        assert_eq!(prefix("ECO-MOVE-1"), "ECO");
    }
}
