//! The part of a style sheet that a fragment of a page needs: the home page shows a picture of each game but none of its board.

use std::collections::BTreeSet;

/// The names of classes and attributes in some markup.
pub struct Names<'a> {
    classes: BTreeSet<&'a str>,
    attributes: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    /// Those in this markup, whose attribute values are all in double quotes.
    pub fn of(markup: &'a str) -> Names<'a> {
        let mut names = Names { classes: BTreeSet::new(), attributes: BTreeSet::new() };
        let mut parts = markup.split('"');
        while let Some(before) = parts.next() {
            let name = before.strip_suffix('=').and_then(|before| before.rsplit(char::is_whitespace).next());
            let (Some(name), Some(value)) = (name, parts.next()) else { continue };
            names.attributes.insert(name);
            if name == "class" {
                names.classes.extend(value.split_whitespace());
            }
        }
        names
    }

    /// Can an element with these names match one of these selectors, which are separated by commas?
    fn meet_any(&self, selectors: &str) -> bool {
        parts(selectors).any(|selector| self.meet(selector))
    }

    /// The same for one selector. Conditions on an element's position or type, and `:not`, are assumed to hold.
    fn meet(&self, selector: &str) -> bool {
        let is_name = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
        let mut rest = selector;
        while let Some(start) = rest.find(['.', '[', '(']) {
            let (before, found) = rest.split_at(start);
            let (sign, after) = found.split_at(1);
            let name = &after[..after.find(|sign| !is_name(sign)).unwrap_or(after.len())];
            match sign {
                "." if !self.classes.contains(name) => return false,
                "[" if !self.attributes.contains(name) => return false,
                _ => {}
            }
            rest = match sign {
                "[" => after.find(']').map_or("", |end| &after[end + 1..]),
                "(" => {
                    let end = closing(after, '(', ')');
                    if (before.ends_with(":is") || before.ends_with(":where")) && !self.meet_any(&after[..end]) {
                        return false;
                    }
                    after.get(end + 1..).unwrap_or("")
                }
                _ => &after[name.len()..],
            };
        }
        true
    }
}

/// The rules of a sheet that elements with these names may need, each with the selectors that can match.
pub fn needed(sheet: &str, names: &Names) -> String {
    let (mut kept, sheet) = (String::new(), without_comments(sheet));
    let mut rest = sheet.as_str();
    while let Some(start) = rest.find('{') {
        let (head, inside) = (rest[..start].trim(), &rest[start + 1..]);
        let end = closing(inside, '{', '}');
        let body = &inside[..end];
        rest = inside.get(end + 1..).unwrap_or("");
        if head.starts_with("@keyframes") {
            continue;
        }
        if head.starts_with('@') {
            let body = needed(body, names);
            if !body.is_empty() {
                kept += &format!("{head} {{\n{body}}}\n");
            }
            continue;
        }
        let selectors: Vec<&str> = parts(head).filter(|selector| names.meet(selector)).collect();
        if !selectors.is_empty() {
            kept += &format!("{} {{{body}}}\n", selectors.join(", "));
        }
    }
    kept
}

/// The position of the bracket that closes one opened before this text.
fn closing(text: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (place, sign) in text.char_indices() {
        match sign {
            sign if sign == open => depth += 1,
            sign if sign == close && depth == 0 => return place,
            sign if sign == close => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Splits at commas, except within parentheses.
fn parts(selectors: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let apart = move |sign: char| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth == 0
    };
    selectors.split(apart).map(str::trim)
}

fn without_comments(sheet: &str) -> String {
    let mut pieces = sheet.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once("*/").map_or("", |(_, after)| after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_of_a_page_needs_the_rules_that_may_mean_it() {
        let names = Names::of("<div class=\"card large\" role=\"img\"><i data-letter=\"A\">x</i></div>");
        let sheet = "/* a { } */ .card, .other { color: red } .card.large > i:not(.other) { top: 0 } .card .other { top: 1px }
            :is(.other, .large) b { top: 2px } :where(.other) b { top: 3px } [data-letter] { top: 4px } [data-game=\"x\"] .card { top: 5px }
            @media (a) and (b) { .other { top: 6px } .large { top: 7px } } @media (c) { .other { top: 8px } } @keyframes k { from { top: 9px } }";
        let expected = ".card { color: red }\n.card.large > i:not(.other) { top: 0 }\n:is(.other, .large) b { top: 2px }\n[data-letter] { top: 4px }\n\
                        @media (a) and (b) {\n.large { top: 7px }\n}\n";
        assert_eq!(needed(sheet, &names), expected);
    }
}
