//! What people and bots are called at a table.

use crate::{fault::Fault, live::LONGEST_NAME};
use kernel::{MAX_SEATS, Seat};

/// A name that can be shown: not empty, not long, with something to see in it and nothing that cannot be seen.
pub(crate) fn name(text: &str) -> Result<String, Fault> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Fault::bad(format!("a name has 1 to {LONGEST_NAME} characters")));
    }
    if let Some(sign) = unseen(&name) {
        let code = u32::from(sign);
        return Err(Fault::bad(format!("a name cannot hold the sign U+{code:04X}: nobody would see it")));
    }
    if !name.chars().any(|sign| !sign.is_whitespace() && !joins(sign) && !leans(sign)) {
        return Err(Fault::bad("a name needs a sign that can be seen"));
    }
    Ok(name)
}

/// A name that nobody at the table has yet: as it is, or with the next number that is free.
pub(crate) fn unlike(name: &str, others: &[&str]) -> String {
    if !others.contains(&name) {
        return name.to_owned();
    }
    let stem = match name.rsplit_once(' ') {
        Some((stem, number)) if number.bytes().all(|sign| sign.is_ascii_digit()) => stem,
        _ => name,
    };
    let numbered = |number: usize| {
        let room = LONGEST_NAME - 1 - number.to_string().len();
        let short: String = stem.chars().take(room).collect();
        format!("{} {number}", short.trim_end())
    };
    (2..).map(numbered).find(|name| !others.contains(&name.as_str())).unwrap_or_default()
}

/// What a bot is called at the table: a coin for each seat, so that nobody confuses two.
pub(crate) fn bot_name(seat: Seat) -> &'static str {
    const COINS: [&str; MAX_SEATS] = [
        "Florin",
        "Ducat",
        "Guilder",
        "Thaler",
        "Crown",
        "Shilling",
        "Noble",
        "Groat",
        "Farthing",
        "Penny",
        "Sovereign",
        "Kreuzer",
        "Denar",
        "Stuiver",
        "Zloty",
        "Obol",
    ];
    COINS[seat.index()]
}

/// The first sign that nobody sees, or that turns round how the others are read. What joins signs to one picture may stand
/// within one.
fn unseen(name: &str) -> Option<char> {
    let mut before = None;
    let mut signs = name.chars().peekable();
    while let Some(sign) = signs.next() {
        let in_a_picture = match sign {
            JOINER => before.is_some_and(picture) && signs.peek().copied().is_some_and(picture),
            COLOURED => before.is_some_and(|sign| picture(sign) || sign.is_ascii_digit()),
            _ => false,
        };
        if !in_a_picture && (joins(sign) || hidden(sign)) {
            return Some(sign);
        }
        // A picture stays one in colour.
        if sign != COLOURED {
            before = Some(sign);
        }
    }
    None
}

/// Joins two pictures to one, such as people to a family.
const JOINER: char = '\u{200d}';

/// Says that the sign before it is a picture in colour.
const COLOURED: char = '\u{fe0f}';

fn joins(sign: char) -> bool {
    matches!(sign, JOINER | COLOURED)
}

fn picture(sign: char) -> bool {
    matches!(sign, '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{2049}' | '\u{2122}'..='\u{2bff}' | '\u{3030}'..='\u{303d}' | '\u{1f000}'..='\u{1faff}')
}

/// Marks that lean on the letter before them and are nothing alone.
fn leans(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Signs without a picture of their own, as Unicode lists them, and those that turn the direction of reading.
fn hidden(sign: char) -> bool {
    let single = ['\u{ad}', '\u{34f}', '\u{61c}', '\u{2800}', '\u{3164}', '\u{feff}', '\u{ffa0}'];
    sign.is_control()
        || single.contains(&sign)
        || matches!(sign,
            '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0e}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_seen() {
        for good in ["Ann", "José", "Нина", "王 小明", "أمل", "O’Neil", "👩‍👩‍👧", "❤️", "🏳️‍🌈 Kim", "R2-D2", "Seated Bull", "?"]
        {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
        for nothing in [
            "",
            "  ",
            "\u{fe0f}",
            "\u{3164}",
            "\u{e0041}\u{e0042}",
            "\u{200d}",
            "\u{2800}",
            "\u{301}",
            "a\u{200d}b",
            "a\u{202e}b",
            "a\u{0}",
        ] {
            assert!(name(nothing).is_err(), "{nothing:?}");
        }
        assert_eq!(name(" Ann \t Lee ").as_deref(), Ok("Ann Lee"));
        assert!(name("\u{3164}").unwrap_err().message.contains("U+3164"));
        assert!(name(&"x".repeat(LONGEST_NAME + 1)).unwrap_err().message.contains("24 characters"));
    }

    #[test]
    fn the_same_name_gets_the_next_number() {
        assert_eq!(unlike("Bob", &["Ann"]), "Bob");
        assert_eq!(unlike("Bob", &["Bob"]), "Bob 2");
        assert_eq!(unlike("Bob", &["Bob", "Bob 2"]), "Bob 3");
        assert_eq!(unlike("Bob 2", &["Bob", "Bob 2"]), "Bob 3");
        let long = "x".repeat(LONGEST_NAME);
        assert_eq!(unlike(&long, &[&long]).chars().count(), LONGEST_NAME);
    }
}
