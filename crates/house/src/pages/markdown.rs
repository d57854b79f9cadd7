//! The Markdown of rulebooks as HTML: headings, paragraphs, lists, tables, bold and code. Clauses get anchors, and what names a
//! clause links to it.

use maud::{Markup, html};

/// A rulebook as HTML.
pub struct Book {
    /// The text, escaped.
    pub html: String,
    /// Anchor, words and level of each heading below the title.
    pub headings: Vec<(String, String, usize)>,
}

/// Reads a rulebook whose clauses begin with `prefix`.
pub fn render(markdown: &str, prefix: &str) -> Book {
    let mut book = Book { html: String::new(), headings: Vec::new() };
    for block in blocks(markdown) {
        let first = block[0];
        let out = if let Some(heading) = first.strip_prefix('#') {
            book.heading(heading)
        } else if first.starts_with('|') {
            table(&block, prefix)
        } else if first.starts_with("- ") {
            list(&block, prefix)
        } else {
            html! { p { (inline(&block.join(" "), prefix)) } }
        };
        book.html.push_str(&out.into_string());
    }
    book
}

impl Book {
    fn heading(&mut self, rest: &str) -> Markup {
        let level = 1 + rest.chars().take_while(|sign| *sign == '#').count();
        let words = rest.trim_start_matches('#').trim();
        if level == 1 {
            return html! {};
        }
        let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
        let anchor = format!("s-{}", words.chars().map(sign).collect::<String>().trim_matches('-'));
        self.headings.push((anchor.clone(), words.to_owned(), level));
        html! { @if level == 2 { h2 id=(anchor) { (words) } } @else { h3 id=(anchor) { (words) } } }
    }
}

/// Lines that belong together.
fn blocks(markdown: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut open = false;
    for line in markdown.lines() {
        if line.trim().is_empty() {
            open = false;
        } else if line.starts_with('#') {
            blocks.push(vec![line]);
            open = false;
        } else if let (true, Some(block)) = (open, blocks.last_mut()) {
            block.push(line);
        } else {
            blocks.push(vec![line]);
            open = true;
        }
    }
    blocks
}

fn list(block: &[&str], prefix: &str) -> Markup {
    let mut items: Vec<String> = Vec::new();
    for line in block {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, Some(item)) => {
                item.push(' ');
                item.push_str(line.trim());
            }
            (None, None) => {}
        }
    }
    html! {
        ul {
            @for item in &items {
                @match clause(item, prefix) {
                    Some((id, mark, text)) => li .clause-line id=(id) {
                        a .clause href=(format!("#{id}")) { (id) } (badge(mark)) " " span { (inline(text.trim_start_matches([' ', '—', '–', '-']), prefix)) }
                    },
                    None => li { (inline(item, prefix)) },
                }
            }
        }
    }
}

fn table(block: &[&str], prefix: &str) -> Markup {
    let cells =
        |line: &str| -> Vec<String> { line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect() };
    let rule = |line: &&str| line.chars().all(|sign| "|-: ".contains(sign));
    let headed = block.get(1).is_some_and(rule);
    let rows = block.iter().skip(if headed { 2 } else { 0 });
    let head = if headed { cells(block[0]) } else { Vec::new() };
    html! {
        div .scroll { table {
            @if head.iter().any(|cell| !cell.is_empty()) { thead { tr { @for cell in &head { th scope="col" { (inline(cell, prefix)) } } } } }
            tbody { @for row in rows {
                @let cells = cells(row);
                @let named = cells.first().and_then(|cell| clause(cell, prefix));
                tr id=[named.map(|(id, ..)| id)] { @for (index, cell) in cells.iter().enumerate() {
                    td { @match (index, named) {
                        (0, Some((id, mark, _))) => { a .clause href=(format!("#{id}")) { (id) } (badge(mark)) }
                        _ => (inline(cell, prefix)),
                    } }
                } }
            } }
        } }
    }
}

fn badge(mark: Option<&str>) -> Markup {
    html! { @if let Some(mark) = mark { " " span .(format!("mark-{mark}")) { (mark) } } }
}

/// The name, the mark and the words of a clause.
fn clause<'a>(text: &'a str, prefix: &str) -> Option<(&'a str, Option<&'a str>, &'a str)> {
    let (id, rest) = text.strip_prefix('`')?.split_once('`')?;
    let number = id.rsplit('-').next()?;
    if !id.starts_with(prefix) || id.matches('-').count() < 2 || number.parse::<u32>().is_err() {
        return None;
    }
    let rest = rest.trim_start();
    match rest.strip_prefix("**(").and_then(|rest| rest.split_once(")**")) {
        Some((mark, rest)) => Some((id, Some(mark), rest)),
        None => Some((id, None, rest)),
    }
}

/// Bold, code, and links to clauses.
fn inline(text: &str, prefix: &str) -> Markup {
    let parts = text.split('`').enumerate();
    html! {
        @for (index, part) in parts {
            @if index % 2 == 1 { code { (linked(part, prefix)) } }
            @else { @for (index, part) in part.split("**").enumerate() { @if index % 2 == 1 { strong { (linked(part, prefix)) } } @else { (linked(part, prefix)) } } }
        }
    }
}

/// Plain words in which every name of a clause is a link.
fn linked(text: &str, prefix: &str) -> Markup {
    let is_sign = |sign: char| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == '-';
    let mut parts: Vec<(&str, bool)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(prefix) {
        let length = rest[at..].find(|sign| !is_sign(sign)).unwrap_or(rest.len() - at);
        let word = rest[at..at + length].trim_end_matches('-');
        let named = word.matches('-').count() >= 2 && word.rsplit('-').next().is_some_and(|number| number.parse::<u32>().is_ok());
        let length = word.len().max(prefix.len());
        parts.push((&rest[..at], false));
        parts.push((&rest[at..at + length], named));
        rest = &rest[at + length..];
    }
    parts.push((rest, false));
    html! { @for (part, named) in parts { @if named { a href=(format!("#{part}")) { (part) } } @else { (part) } } }
}
