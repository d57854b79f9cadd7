//! Reads Rust files for clauses: the tests, and what comments and texts cite.
//!
//! A small reader that knows comments, strings and attributes is enough: the code is formatted, and a file that it misreads
//! shows up as a gap, never as a silent pass.

use crate::citation;

/// A test, and the clauses that it tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The function's name.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The clause it is named after.
    pub clause: Option<String>,
    /// More clauses, from a comment above it: `/// Covers ECO-INV-3, ECO-INV-4.`
    pub covers: Vec<String>,
    /// It is ignored, so it proves nothing.
    pub ignored: bool,
}

/// A clause named in a comment or a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation {
    /// The clause.
    pub clause: String,
    /// The line, from 1.
    pub line: usize,
    /// The line of code it belongs to: its own or the next one; none in the head of a file and in code that is only built for
    /// tests.
    pub code: Option<String>,
    /// Is it the clause of a refusal?
    pub refuses: bool,
}

/// What was found in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// Its tests, in order.
    pub tests: Vec<Test>,
    /// What it cites, in order.
    pub citations: Vec<Citation>,
}

/// One line of a file: its code without strings and comments, and the contents of these.
#[derive(Clone, Default)]
struct Row {
    code: String,
    comment: String,
    text: String,
}

impl Source {
    /// Reads a file.
    pub fn read(rust: &str) -> Source {
        let rows = rows(rust);
        let mut source = Source::default();
        let lines: Vec<&str> = rust.lines().collect();
        let tests = rows.iter().position(|row| row.code.trim() == "#[cfg(test)]").unwrap_or(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let refuses = is_refusal(&rows, index);
            let in_text = citation::clauses(&row.text).into_iter().map(|clause| (clause, refuses));
            let cited = citation::clauses(&row.comment).into_iter().map(|clause| (clause, false)).chain(in_text);
            let code =
                code_at(&rows, index).filter(|at| *at < tests).and_then(|at| lines.get(at)).map(|line| line.trim().to_owned());
            source.citations.extend(cited.map(|(clause, refuses)| Citation {
                clause,
                line: index + 1,
                code: code.clone(),
                refuses,
            }));
        }
        let mut above = Above::default();
        for (index, row) in rows.iter().enumerate() {
            if let Some(name) = above.take_in(row) {
                let clause = citation::named_after(&name);
                let covers = covered(&above.comment);
                source.tests.push(Test { name, line: index + 1, clause, covers, ignored: above.ignored });
                above = Above::default();
            }
        }
        source
    }
}

/// The line of code that a citation on this line belongs to: the line itself, or the next one that is neither comment nor
/// attribute. Citations in the head of a file (`//!`) belong to none.
fn code_at(rows: &[Row], index: usize) -> Option<usize> {
    if rows[index].comment.starts_with("//!") {
        return None;
    }
    let is_code = |row: &Row| !row.code.trim().is_empty() && !row.code.trim().starts_with("#[");
    (index..rows.len()).find(|at| is_code(&rows[*at]))
}

/// Does a text on this line stand in a refusal? The call may begin on a line before that ends with its bracket.
fn is_refusal(rows: &[Row], index: usize) -> bool {
    let refuses = |row: &Row| ["Refusal", "refuse", "Err("].iter().any(|word| row.code.contains(word));
    let opens = |at: &usize| *at > 0 && rows[at - 1].code.trim_end().ends_with('(');
    let mut at = index;
    while !refuses(&rows[at]) && opens(&at) {
        at -= 1;
    }
    refuses(&rows[at])
}

/// The comments and attributes above the next item.
#[derive(Default)]
struct Above {
    comment: String,
    attribute: String,
    test: bool,
    ignored: bool,
}

impl Above {
    /// Reads a line; returns the name of a test if one begins here.
    fn take_in(&mut self, row: &Row) -> Option<String> {
        let code = row.code.trim();
        if code.is_empty() && self.attribute.is_empty() {
            if row.comment.trim().is_empty() {
                *self = Above::default();
            }
            self.comment.push(' ');
            self.comment.push_str(row.comment.trim_start_matches(['/', '!', '*', ' ']));
            return None;
        }
        let mut code = code;
        if !self.attribute.is_empty() || code.starts_with("#[") {
            self.attribute.push_str(code);
            let end = closing(&self.attribute)?;
            let whole = std::mem::take(&mut self.attribute);
            self.judge(&whole[..end]);
            code = code.get(code.len() - (whole.len() - end)..).unwrap_or_default().trim();
            if code.is_empty() {
                return None;
            }
            if code.starts_with("#[") {
                return self.take_in(&Row { code: code.to_owned(), ..Row::default() });
            }
        }
        let name = function(code).filter(|_| self.test);
        if name.is_none() {
            *self = Above::default();
        }
        name
    }

    fn judge(&mut self, attribute: &str) {
        let inner = attribute.trim_start_matches("#[").trim_end_matches(']');
        let path = inner.split(['(', '=', ' ']).next().unwrap_or_default();
        self.test |= path == "test" || path.ends_with("::test");
        self.ignored |= path == "ignore";
    }
}

/// Where the bracket that opens an attribute closes.
fn closing(attribute: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in attribute.char_indices() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The name of the function that begins on this line.
fn function(code: &str) -> Option<String> {
    let mut words = code.split_whitespace().skip_while(|word| matches!(*word, "pub" | "async" | "const" | "pub(crate)"));
    if words.next()? != "fn" {
        return None;
    }
    let name = words.next()?.split(['(', '<']).next()?;
    Some(name.to_owned())
}

/// The clauses that a comment above a test lists after `Covers`, up to the end of the sentence.
fn covered(comment: &str) -> Vec<String> {
    let Some((_, list)) = comment.split_once("Covers ") else { return Vec::new() };
    let list = list.split(". ").next().unwrap_or_default();
    citation::clauses(list)
}

/// The file line by line, with code, comments and strings separated.
fn rows(rust: &str) -> Vec<Row> {
    let mut rows = vec![Row::default()];
    let mut rest = rust;
    while let Some(first) = rest.chars().next() {
        let (part, kind) = next_part(rest, first);
        for (index, line) in part.split('\n').enumerate() {
            if index > 0 {
                rows.push(Row::default());
            }
            if let Some(row) = rows.last_mut() {
                match kind {
                    Kind::Code => row.code.push_str(line),
                    Kind::Comment => row.comment.push_str(line),
                    Kind::Text => {
                        row.code.push_str("\"\"");
                        row.text.push_str(line);
                        row.text.push(' ');
                    }
                }
            }
        }
        rest = &rest[part.len()..];
    }
    rows
}

#[derive(Clone, Copy)]
enum Kind {
    Code,
    Comment,
    Text,
}

/// The comment, the string or the piece of code that the rest of the file begins with.
fn next_part(rest: &str, first: char) -> (&str, Kind) {
    let upto = |end: Option<usize>| &rest[..end.unwrap_or(rest.len())];
    match first {
        '/' if rest.starts_with("//") => (upto(rest.find('\n')), Kind::Comment),
        '/' if rest.starts_with("/*") => (upto(end_of_block(rest)), Kind::Comment),
        '"' => (upto(end_of_string(rest)), Kind::Text),
        '\'' => (upto(Some(length_of_quoted(rest))), Kind::Code),
        c if c.is_alphabetic() || c == '_' => {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            match (&rest[..word], &rest[word..]) {
                ("r" | "br" | "cr", after) if opens_raw(after) => (upto(end_of_raw(rest, word)), Kind::Text),
                (_, _) => (&rest[..word], Kind::Code),
            }
        }
        c => (&rest[..c.len_utf8()], Kind::Code),
    }
}

fn end_of_block(rest: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest[at..];
        let step = if here.starts_with("/*") {
            depth += 1;
            2
        } else if here.starts_with("*/") {
            depth -= 1;
            2
        } else {
            here.chars().next().map_or(1, char::len_utf8)
        };
        at += step;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn end_of_string(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn opens_raw(after: &str) -> bool {
    after.trim_start_matches('#').starts_with('"')
}

fn end_of_raw(rest: &str, word: usize) -> Option<usize> {
    let hashes = rest[word..].bytes().take_while(|byte| *byte == b'#').count();
    let open = word + hashes + 1;
    let close = format!("\"{}", "#".repeat(hashes));
    rest[open..].find(&close).map(|at| open + at + close.len())
}

/// The length of a character such as `'"'` or `'\''`; of a lifetime, only its tick.
fn length_of_quoted(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((escaped, c))) => {
            let from = escaped + c.len_utf8();
            rest[from..].find('\'').map_or(1, |at| from + at + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(rust: &str) -> Vec<Test> {
        Source::read(rust).tests
    }

    #[test]
    fn a_test_function_is_found_with_its_clause() {
        let found = tests("#[test]\nfn eco_move_1_goes_straight() {\n    helper();\n}\n\nfn eco_move_2_helper() {}\n");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].line), ("eco_move_1_goes_straight", 2));
        assert_eq!(found[0].clause.as_deref(), Some("ECO-MOVE-1"));
    }

    #[test]
    fn a_comment_above_adds_clauses() {
        let rust = "/// Nothing is lost.\n/// Covers ECO-INV-3,\n/// ECO-INV-4. See ECO-END-1.\n#[test]\nfn nothing_is_lost() {}\n\
                    // Covers ECO-INV-5.\n\n#[test]\nfn a_blank_line_parts_them() {}\n\
                    #[test]\n// Covers ECO-INV-6\nfn below_the_attribute() {}\n";
        let found = tests(rust);
        assert_eq!(found[0].covers, ["ECO-INV-3", "ECO-INV-4"]);
        assert!(found[1].covers.is_empty());
        assert_eq!(found[2].covers, ["ECO-INV-6"]);
    }

    #[test]
    fn attributes_of_all_shapes_are_read() {
        let rust = "#[test]\n#[should_panic(expected = \"]\")]\nfn a() {}\n#[tokio::test(flavor = \"x\")]\nasync fn b() {}\n\
                    #[test]\n#[ignore = \"slow\"]\nfn c() {}\n#[cfg_attr(\n    miri,\n    ignore\n)]\n#[test]\nfn d() {}\n\
                    #[test] fn e() {}\n#[test] #[ignore] fn f() {}\n#[cfg(test)]\nmod tests {}\n#[derive(Debug)]\nfn g() {}\n";
        let found: Vec<(String, bool)> = tests(rust).into_iter().map(|test| (test.name, test.ignored)).collect();
        let expected = [("a", false), ("b", false), ("c", true), ("d", false), ("e", false), ("f", true)];
        assert_eq!(found, expected.map(|(name, ignored)| (name.to_owned(), ignored)));
    }

    #[test]
    fn tests_in_strings_and_comments_are_none() {
        let rust = "let a = r#\"\n#[test]\nfn in_a_raw_string() {}\n\"#;\n/* #[test]\nfn in_a_comment() {} /* nested */ */\n\
                    let b = \"\n#[test]\nfn in_a_string() {}\n\";\n// #[test]\nfn plain() {}\n";
        assert_eq!(tests(rust), []);
    }

    #[test]
    fn quotes_and_lifetimes_do_not_open_strings() {
        let rust =
            "fn f<'a>(x: &'a str) -> char { '\"' }\nconst Q: char = '\\'';\nconst U: char = '\\u{22}';\n#[test]\nfn found() {}\n";
        assert_eq!(tests(rust).len(), 1);
    }

    #[test]
    fn comments_and_texts_cite_and_code_does_not() {
        let rust = "// ECO-MOVE-1\nlet x = ECO-MOVE-2;\nlet y = \"by ECO-MOVE-3\\\n   and ECO-MOVE-4\"; /* ECO-MOVE-5 */\n";
        let cited: Vec<(String, usize)> = Source::read(rust).citations.into_iter().map(|c| (c.clause, c.line)).collect();
        let expected = [("ECO-MOVE-1", 1), ("ECO-MOVE-3", 3), ("ECO-MOVE-5", 4), ("ECO-MOVE-4", 4)];
        assert_eq!(cited, expected.map(|(clause, line)| (clause.to_owned(), line)));
    }

    #[test]
    fn a_citation_stands_at_a_line_of_code() {
        let rust = "//! ECO-A-1\n\n/// ECO-A-2\n/// more\n#[inline]\nfn f() {\n    x(\"ECO-A-3\"); // ECO-A-4\n}\n\
                    #[cfg(test)]\nmod tests {\n    // ECO-A-5\n    fn t() {}\n}\n// ECO-A-6\n";
        let citations = Source::read(rust).citations;
        let found: Vec<(&str, Option<&str>)> = citations.iter().map(|c| (c.clause.as_str(), c.code.as_deref())).collect();
        let deed = Some("x(\"ECO-A-3\"); // ECO-A-4");
        assert_eq!(
            found,
            [
                ("ECO-A-1", None),
                ("ECO-A-2", Some("fn f() {")),
                ("ECO-A-4", deed),
                ("ECO-A-3", deed),
                ("ECO-A-5", None),
                ("ECO-A-6", None)
            ]
        );
    }

    #[test]
    fn a_refusal_is_told_from_other_texts() {
        let rust = "f(\"ECO-A-1\");\nreturn Err(Refusal::new(\n    \"ECO-A-2\",\n    // ECO-A-3\n));\nrefuse(\"ECO-A-4\")\n";
        let refuses: Vec<bool> = Source::read(rust).citations.iter().map(|citation| citation.refuses).collect();
        assert_eq!(refuses, [false, true, false, true]);
    }

    #[test]
    fn a_file_cut_off_anywhere_is_read_to_its_end() {
        let rust =
            "/* a /* b */ */ #[test] fn eco_move_1_x() { r##\"ä\"## ; '\\n'; \"\\\"ECO-END-1\"; 'a: loop {} } // ECO-END-2";
        for end in (0..=rust.len()).filter(|end| rust.is_char_boundary(*end)) {
            Source::read(&rust[..end]);
        }
    }
}
