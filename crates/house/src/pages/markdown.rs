//! The Markdown of rulebooks as HTML. Clauses get anchors, and what names a clause links to it.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html};

/// A rulebook as HTML.
pub struct Book {
    /// The text, escaped.
    pub html: String,
    /// Anchor, words and level of each heading below the title.
    pub headings: Vec<(String, String, usize)>,
}

/// Pictures by their names, as HTML.
type Pictures<'p> = &'p dyn Fn(&str) -> Option<String>;

/// Reads a rulebook whose clauses begin with `prefix`.
pub fn render(markdown: &str, prefix: &str) -> Book {
    render_with(markdown, prefix, &|_| None)
}

/// The same with pictures: `![](die)` is the one of that name. They are for the eye: what they mean stands beside them.
pub fn render_with(markdown: &str, prefix: &str, pictures: Pictures) -> Book {
    let parser = TextMergeStream::new(Parser::new_ext(markdown, Options::ENABLE_TABLES));
    let mut writer =
        Writer { prefix, pictures, events: parser.collect(), out: Vec::new(), items: Vec::new(), headings: Vec::new() };
    writer.events.reverse();
    while let Some(event) = writer.events.pop() {
        writer.take(event);
    }
    let mut text = String::new();
    html::push_html(&mut text, writer.out.into_iter());
    Book { html: text, headings: writer.headings }
}

/// What a table stands in: one that is wider than the page scrolls, by keys too.
const SCROLLS: &str = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>";

/// Turns the events of the parser into those of the page.
struct Writer<'a> {
    prefix: &'a str,
    pictures: Pictures<'a>,
    /// What is still to be read, the next one last.
    events: Vec<Event<'a>>,
    out: Vec<Event<'a>>,
    /// The items that are open, and whether each is a clause.
    items: Vec<bool>,
    headings: Vec<(String, String, usize)>,
}

impl<'a> Writer<'a> {
    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.heading(level),
            Event::Start(Tag::Item) => self.item(),
            Event::End(TagEnd::Item) => self.end_of_item(),
            Event::Start(Tag::Table(_)) => self.raw(SCROLLS),
            Event::Start(Tag::TableHead) => self.table_head(),
            Event::Start(Tag::TableRow) => self.table_row(),
            Event::Start(Tag::TableCell) => self.raw("<td>"),
            Event::End(TagEnd::Table) => self.raw("</tbody></table></div>"),
            Event::End(TagEnd::TableRow) => self.raw("</tr>"),
            Event::End(TagEnd::TableCell) => self.raw("</td>"),
            // What looks like HTML is words like any other.
            Event::Html(text) | Event::InlineHtml(text) | Event::Text(text) => self.words(&text),
            Event::Code(text) => {
                self.raw("<code>");
                self.words(&text);
                self.raw("</code>");
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                if let Some(picture) = (self.pictures)(&dest_url) {
                    self.until(|event| matches!(event, Event::End(TagEnd::Image)));
                    self.raw(format!("<span class=\"in-words\" aria-hidden=\"true\">{picture}</span>"));
                }
            }
            // A rulebook leads to its clauses by their names and nowhere else.
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link | TagEnd::Image) => {}
            other => self.out.push(other),
        }
    }

    /// A heading with an anchor. The title of the book is left to the page.
    fn heading(&mut self, level: HeadingLevel) {
        let inner = self.until(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let words: String = inner.iter().filter_map(said).collect();
        if level == HeadingLevel::H1 {
            return;
        }
        let level = if level == HeadingLevel::H2 { 2 } else { 3 };
        let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
        let anchor = format!("s-{}", words.chars().map(sign).collect::<String>().trim_matches('-'));
        self.raw(format!("<h{level} id=\"{anchor}\">"));
        self.out.push(Event::Text(words.clone().into()));
        self.raw(format!("</h{level}>"));
        self.headings.push((anchor, words, level));
    }

    /// An item of a list; one that begins with the name of a clause is that clause.
    fn item(&mut self) {
        let clause = self.clause();
        self.items.push(clause.is_some());
        let Some(clause) = clause else { return self.out.push(Event::Start(Tag::Item)) };
        self.raw(format!("<li class=\"clause-line\" id=\"{}\">", clause.id));
        self.named(&clause);
        self.raw(" <span>");
        if let Some(Event::Text(text)) = self.events.last_mut() {
            *text = text.trim_start_matches([' ', '—', '–', '-']).to_owned().into();
        }
    }

    fn end_of_item(&mut self) {
        match self.items.pop() {
            Some(true) => self.raw("</span></li>"),
            _ => self.out.push(Event::End(TagEnd::Item)),
        }
    }

    /// The head of a table, if anything stands in it.
    fn table_head(&mut self) {
        let inner = self.until(|event| matches!(event, Event::End(TagEnd::TableHead)));
        if inner.iter().any(|event| said(event).is_some()) {
            self.raw("<thead><tr>");
            let mut inner = inner.into_iter().peekable();
            while let Some(event) = inner.next() {
                match event {
                    // A corner in which nothing stands is no heading.
                    Event::Start(Tag::TableCell) => match inner.next_if(|next| matches!(next, Event::End(TagEnd::TableCell))) {
                        Some(_) => self.raw("<td></td>"),
                        None => self.raw("<th scope=\"col\">"),
                    },
                    Event::End(TagEnd::TableCell) => self.raw("</th>"),
                    event => self.take(event),
                }
            }
            self.raw("</tr></thead>");
        }
        self.raw("<tbody>");
    }

    /// A row of a table; one that begins with the name of a clause is that clause.
    fn table_row(&mut self) {
        let cell = self.events.pop();
        match self.clause() {
            Some(clause) => {
                self.raw(format!("<tr id=\"{}\"><td>", clause.id));
                self.named(&clause);
            }
            None => {
                self.raw("<tr>");
                self.events.extend(cell);
            }
        }
    }

    /// Takes the name of a clause and its mark, if these come next.
    fn clause(&mut self) -> Option<Clause<'a>> {
        let Some(Event::Code(id)) = self.events.last().cloned().filter(|event| self.names_a_clause(event)) else { return None };
        self.events.pop();
        let mark = match self.events.as_slice() {
            [.., Event::End(TagEnd::Strong), Event::Text(mark), Event::Start(Tag::Strong), Event::Text(space)]
                if space.trim().is_empty() =>
            {
                mark.strip_prefix('(').and_then(|mark| mark.strip_suffix(')')).map(str::to_owned)
            }
            _ => None,
        };
        if mark.is_some() {
            self.events.truncate(self.events.len() - 4);
        }
        Some(Clause { id, mark })
    }

    fn names_a_clause(&self, event: &Event) -> bool {
        matches!(event, Event::Code(text) if text.starts_with(self.prefix) && kernel::is_clause(text))
    }

    /// The name of a clause as a link to itself, and its mark.
    fn named(&mut self, clause: &Clause) {
        self.raw(format!("<a class=\"clause\" href=\"#{0}\">{0}</a>", clause.id));
        if let Some(mark) = &clause.mark {
            self.raw(format!(" <span class=\"mark-{mark}\">{mark}</span>"));
        }
    }

    /// Plain words in which every name of a clause is a link.
    fn words(&mut self, text: &str) {
        let (mut end, prefix) = (0, self.prefix);
        for (at, name) in kernel::clauses_in(text).filter(|(_, name)| name.starts_with(prefix)) {
            self.out.push(Event::Text(text[end..at].to_owned().into()));
            self.raw(format!("<a href=\"#{name}\">{name}</a>"));
            end = at + name.len();
        }
        self.out.push(Event::Text(text[end..].to_owned().into()));
    }

    /// All that comes before this end, which is taken too.
    fn until(&mut self, end: impl Fn(&Event) -> bool) -> Vec<Event<'a>> {
        let mut inner = Vec::new();
        while let Some(event) = self.events.pop().filter(|event| !end(event)) {
            inner.push(event);
        }
        inner
    }

    fn raw(&mut self, html: impl Into<CowStr<'a>>) {
        self.out.push(Event::InlineHtml(html.into()));
    }
}

/// The name of a clause and what marks it: a ruling, an option, content.
struct Clause<'a> {
    id: CowStr<'a>,
    mark: Option<String>,
}

/// The words of an event, if it has some.
fn said<'e>(event: &'e Event) -> Option<&'e str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        render(markdown, "ABC-").html
    }

    #[test]
    fn a_clause_has_an_anchor_and_its_mark() {
        let list = html("- `ABC-MOVE-1` **(ruling)** — A *lead seat* may not **stop**.\n- No clause.");
        let clause = "<li class=\"clause-line\" id=\"ABC-MOVE-1\"><a class=\"clause\" href=\"#ABC-MOVE-1\">ABC-MOVE-1</a> \
                      <span class=\"mark-ruling\">ruling</span> <span>A <em>lead seat</em> may not <strong>stop</strong>.</span></li>";
        assert!(list.contains(clause), "{list}");
        assert!(list.contains("<li>No clause.</li>"), "{list}");
        let nested = html("- `ABC-MOVE-1` — Outer:\n  - `ABC-MOVE-2` — inner.\n- `ABC-MOVE-3` — Next.");
        for id in 1..=3 {
            assert_eq!(nested.matches(&format!("id=\"ABC-MOVE-{id}\"")).count(), 1, "{nested}");
        }
    }

    #[test]
    fn what_names_a_clause_leads_to_it() {
        let text = html("See ABC-MOVE-1, `ABC-MOVE-2` and ABC-9; ABC- is no clause.");
        assert!(text.contains("See <a href=\"#ABC-MOVE-1\">ABC-MOVE-1</a>, <code><a href=\"#ABC-MOVE-2\">ABC-MOVE-2</a></code>"));
        assert_eq!(text.matches("<a ").count(), 2, "{text}");
    }

    #[test]
    fn a_row_can_be_a_clause_and_an_empty_head_is_left_out() {
        let table = html("| Clause | Rule |\n|---|---|\n| `ABC-TURN-1` **(option)** | Roll. |\n| other | `x` |");
        assert!(table.starts_with("<div class=\"scroll\" tabindex=\"0\" role=\"group\""), "{table}");
        assert!(table.contains("<table><thead><tr><th scope=\"col\">Clause</th>"), "{table}");
        assert!(table.contains("<tr id=\"ABC-TURN-1\"><td><a class=\"clause\""), "{table}");
        assert!(table.contains("<span class=\"mark-option\">option</span></td><td>Roll.</td></tr>"), "{table}");
        assert!(table.contains("<tr><td>other</td><td><code>x</code></td></tr></tbody></table></div>"), "{table}");
        assert!(!html("| | |\n|---|---|\n| a | b |").contains("<thead>"));
        assert!(html("| | b |\n|---|---|\n| a | b |").contains("<thead><tr><td></td><th scope=\"col\">b</th></tr></thead>"));
    }

    #[test]
    fn headings_have_anchors_and_the_title_is_left_out() {
        let book = render("# The book\n## Turn & order\n### The *first* turn", "ABC-");
        assert_eq!(book.html, "<h2 id=\"s-turn---order\">Turn &amp; order</h2><h3 id=\"s-the-first-turn\">The first turn</h3>");
        let expected = [("s-turn---order", "Turn & order", 2), ("s-the-first-turn", "The first turn", 3)];
        assert_eq!(book.headings, expected.map(|(anchor, words, level)| (anchor.to_owned(), words.to_owned(), level)));
    }

    #[test]
    fn html_is_shown_and_not_obeyed() {
        let text = html("<script>alert(1)</script>\n\nA <b>bold</b> word, [here](javascript:alert).");
        assert!(!text.contains("<script") && !text.contains("<b>") && !text.contains("javascript:"), "{text}");
        assert!(text.contains("&lt;script&gt;") && text.contains("&lt;b&gt;"), "{text}");
    }
}
