//! `docs/protocol.md` is true: its examples run, and it leaves out no command, no field and no code.

use crate::page::Page;
use engine::{CODES, COMMANDS};
use serde_json::Value;

#[test]
fn every_example_runs_as_it_is_written() {
    assert!(Page::read("protocol.md").run(), "the last example quits");
}

#[test]
fn every_command_is_shown_with_all_its_fields() {
    let page = Page::read("protocol.md");
    let sent = page.examples().into_iter().filter(|(arrow, ..)| *arrow == '→').map(|(_, _, request)| request);
    let sent: Vec<Value> = sent.collect();
    for command in COMMANDS {
        let section = page.section(&format!("### `{}`", command.name));
        assert!(sent.iter().any(|request| request["do"] == command.name), "no example of `{}`", command.name);
        assert!(section.contains("```json"), "the section `{}` has no example", command.name);
        for (field, _) in command.fields {
            let field = field.trim_end_matches('?');
            assert!(
                section.contains(&format!("`{field}`")) || section.contains(&format!("\"{field}\":")),
                "the section `{}` does not tell of `{field}`",
                command.name
            );
        }
    }
    let headings = page.text().lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'));
    for heading in headings {
        assert!(COMMANDS.iter().any(|command| command.name == heading), "`{heading}` is not a command");
    }
}

#[test]
fn every_code_is_told_in_the_same_words() {
    let page = Page::read("protocol.md");
    for (code, meaning) in CODES {
        assert!(page.text().contains(&format!("| `{code}` | {meaning} |")), "the page does not tell of `{code}`");
    }
}
