//! What people and bots are called at a table.

use crate::{
    fault::Fault,
    table::{LONGEST_NAME, chat::LONGEST_LINE},
};
use kernel::{MAX_SEATS, Seat};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_security::{GeneralSecurityProfile, general_security_profile::IdentifierType};
use unicode_segmentation::UnicodeSegmentation;

/// A name that can be shown: not empty, not long, with something to see in it and nothing that cannot be seen.
pub(crate) fn name(text: &str) -> Result<String, Fault> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Fault::bad(format!("a name has 1 to {LONGEST_NAME} characters")));
    }
    if let Some(sign) = name.graphemes(true).find_map(unseen) {
        let code = u32::from(sign);
        return Err(Fault::bad(format!("a name cannot contain the character U+{code:04X}: nobody would see it")));
    }
    if !name.graphemes(true).any(stands_alone) {
        return Err(Fault::bad("a name needs a visible character"));
    }
    Ok(name)
}

/// A name that nobody at the table has yet: as it is, or with the next number that is free.
pub(crate) fn unlike(name: &str, others: &[&str]) -> String {
    engine::unlike(name, others, LONGEST_NAME)
}

/// A line that can be said: what nobody sees is left out of it.
pub(crate) fn chat_line(text: &str) -> Result<String, Fault> {
    let seen = |character: &&str| unseen(character).is_none();
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.graphemes(true).filter(seen).collect();
    if text.chars().count() > LONGEST_LINE {
        return Err(Fault::bad(format!("a line has at most {LONGEST_LINE} characters")));
    }
    if !text.graphemes(true).any(stands_alone) {
        return Err(Fault::bad("say something that can be seen"));
    }
    Ok(text)
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

/// The first sign in this character that nobody sees, that means nothing, or that turns round how the others are read.
/// What joins and colours pictures is seen in what it makes of them.
fn unseen(character: &str) -> Option<char> {
    let mut before = None;
    let mut signs = character.chars().peekable();
    while let Some(sign) = signs.next() {
        let within = match sign {
            JOINER => before.is_some_and(is_picture) && signs.peek().copied().is_some_and(is_picture),
            COLOURED => before.is_some_and(is_picture),
            _ => false,
        };
        if !within && is_hidden(sign) {
            return Some(sign);
        }
        // A picture is coloured once, and stays one for what it is joined to.
        before = if sign == COLOURED && signs.peek() != Some(&JOINER) {
            None
        } else if sign == COLOURED {
            before
        } else {
            Some(sign)
        };
    }
    None
}

fn is_picture(sign: char) -> bool {
    sign.is_emoji_char()
}

/// Joins two pictures to one, such as people to a family.
const JOINER: char = '\u{200d}';

/// Says that the sign before it is a picture in colour.
const COLOURED: char = '\u{fe0f}';

/// The one sign that is as empty as a space without being one: a pattern of raised dots with no dot.
const NO_DOTS: char = '\u{2800}';

/// Has this sign no look of its own?
fn is_hidden(sign: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned};
    let nothing = [Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned];
    nothing.contains(&sign.general_category())
        || sign.identifier_type() == Some(IdentifierType::Default_Ignorable)
        || sign == NO_DOTS
}

/// Can this character be seen by itself? A mark that leans on the letter before it is nothing alone.
fn stands_alone(character: &str) -> bool {
    character.chars().any(|sign| {
        let group = sign.general_category_group();
        !matches!(group, GeneralCategoryGroup::Mark | GeneralCategoryGroup::Separator) && !is_hidden(sign)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_seen() {
        for good in [
            "Ann",
            "José",
            "Нина",
            "王 小明",
            "أمل",
            "O’Neil",
            "👩‍👩‍👧",
            "❤️",
            "🏳️‍🌈 Kim",
            "R2-D2",
            "Seated Bull",
            "?",
            "1️⃣",
            "🇳🇱",
            "👍🏽",
            "Zoë",
            "नीना",
            "한나",
        ] {
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
            // Not assigned to anything, or by nobody but their maker.
            "\u{378}",
            "Ann\u{e000}",
            "Ann\u{10ffff}",
            "\u{2fe0}Ann",
            // Of all scripts those without a look of their own.
            "\u{115f}",
            "a\u{ffa0}b",
            "a\u{17b4}",
            "a\u{180e}",
            "\u{1d173}",
            "a\u{fff9}b",
            "Ann\u{e0100}",
            "👩\u{200d}",
            "a\u{fe0f}",
            "❤\u{fe0f}\u{fe0f}",
            "\u{20e3}",
            "\u{903}",
        ] {
            assert!(name(nothing).is_err(), "{nothing:?}");
        }
        assert_eq!(name(" Ann \t Lee ").as_deref(), Ok("Ann Lee"));
        assert!(name("\u{3164}").unwrap_err().message.contains("U+3164"));
        assert!(name(&"x".repeat(LONGEST_NAME + 1)).unwrap_err().message.contains("24 characters"));
    }

    #[test]
    fn a_line_can_be_seen() {
        assert_eq!(chat_line(" Well \n played,\tAnn! 👩‍👩‍👧 ").as_deref(), Ok("Well played, Ann! 👩‍👩‍👧"));
        // What turns round the words or is not seen is left out.
        assert_eq!(chat_line("pay\u{202e} me\u{0}\u{200b} 5").as_deref(), Ok("pay me 5"));
        for nothing in ["", "  \n", "\u{200b}", "\u{3164}", "\u{301}"] {
            assert!(chat_line(nothing).is_err(), "{nothing:?}");
        }
        assert!(chat_line(&"x".repeat(LONGEST_LINE)).is_ok());
        assert!(chat_line(&"x".repeat(LONGEST_LINE + 1)).unwrap_err().message.contains("200 characters"));
    }

    #[test]
    fn the_same_name_gets_the_next_number() {
        assert_eq!(unlike("Bob", &["Ann"]), "Bob");
        assert_eq!(unlike("Bob", &["Bob"]), "Bob 2");
        assert_eq!(unlike("Bob", &["Bob", "Bob 2"]), "Bob 3");
        assert_eq!(unlike("Bob 2", &["Bob", "Bob 2"]), "Bob 3");
        // Whoever looks like somebody else is told apart, too.
        assert_eq!(unlike("Воb", &["Bob"]), "Воb 2");
        assert_eq!(unlike("bob", &["Bob", "ВОВ 2"]), "bob 3");
        assert_eq!(unlike("Ann", &["Anna", "Hann"]), "Ann");
        // So do capitals that look like another letter, and spaces.
        assert_eq!(unlike("ian", &["IAN"]), "ian 2");
        assert_eq!(unlike("AnnLee", &["Ann Lee"]), "AnnLee 2");
        let long = "x".repeat(LONGEST_NAME);
        assert_eq!(unlike(&long, &[&long]).chars().count(), LONGEST_NAME);
    }
}
