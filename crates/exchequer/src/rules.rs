//! `rules GAME [CLAUSE]`: the rulebook, a topic of it, or one clause.

use crate::{page, setup};
use anyhow::bail;
use kernel::{Clause, Kind, Preset, Rulebook, Setting};
use std::io::{self, Write};

/// Print the rulebook, a topic of it, or one clause
#[derive(clap::Args)]
#[command(after_help = "\
Every refusal, every line of the log and every setting names a clause: look it up here.

Examples:
  exchequer rules economy                the whole rulebook
  exchequer rules economy ECO-MOVE       all clauses about moving
  exchequer rules economy eco-move-1     one clause; case does not matter
  exchequer rules economy --settings     every setting with its values and its clause

Exit codes: 0 printed; 1 there is no such clause; 2 there is no such game.")]
pub struct Arguments {
    /// The game
    #[arg(value_parser = setup::game_names())]
    game: String,
    /// A clause such as ECO-MOVE-1, or a topic such as ECO-MOVE or MOVE
    clause: Option<String>,
    /// List the settings of a table instead
    #[arg(long, conflicts_with = "clause")]
    settings: bool,
}

/// Prints what was asked for.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let game = setup::game(&arguments.game)?;
    let (about, book) = (game.about(), game.rulebook());
    let told = match &arguments.clause {
        None if arguments.settings => settings(&game.settings(), &game.presets()),
        Some(name) => look_up(book, about.prefix, name)?,
        None => format!("{}\n{}\n{}", about.title, about.line, clauses(book.clauses())),
    };
    Ok(writeln!(io::stdout(), "{}", told.trim_end())?)
}

/// Every setting: its key, what it decides and its values, with the default first or named; and the presets.
fn settings(all: &[Setting], presets: &[Preset]) -> String {
    let told = |setting: &Setting| {
        let values = match &setting.kind {
            Kind::Choice { values } => values.iter().map(|(value, about)| format!("\n    {value:<16} {about}")).collect(),
            Kind::Number { low, high, word, .. } => {
                let word = word.map(|(word, about)| format!("\n    {word:<16} {about}")).unwrap_or_default();
                let default = setting.default_value();
                format!(
                    "\n    {:<16} default: {}{word}",
                    format!("{low} to {high}"),
                    default.as_str().unwrap_or(&default.to_string())
                )
            }
        };
        format!("{}: {}  {}{values}\n", setting.key, setting.about, setting.clause)
    };
    let list: Vec<String> = all.iter().map(told).collect();
    let preset = |preset: &Preset| {
        let pairs: Vec<String> = preset.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let pairs = if pairs.is_empty() { "all defaults".to_owned() } else { pairs.join(" ") };
        format!("    {:<16} {}; for {}: {pairs}\n", preset.name, preset.about, preset.audience)
    };
    let presets: String = presets.iter().map(preset).collect();
    format!(
        "Choose with --set KEY=VALUE. Of a list of values the first is the default.\n\n{}\nOr choose a preset with --preset NAME.\n\n{presets}",
        list.join("\n")
    )
}

/// The clause with this name, or the clauses of the topic, as text; otherwise an error with suggestions.
pub fn look_up(book: &Rulebook, prefix: &str, name: &str) -> anyhow::Result<String> {
    let upper = name.trim().to_uppercase();
    let full = format!("{prefix}-{upper}");
    if let Some(clause) = book.clause(&upper).or_else(|| book.clause(&full)) {
        return Ok(one(clause));
    }
    let of_topic = |clause: &&Clause| {
        let topic = clause.id.rsplit_once('-').map_or("", |(topic, _)| topic);
        topic == upper || topic == full
    };
    let found: Vec<&Clause> = book.clauses().iter().filter(of_topic).collect();
    if !found.is_empty() {
        return Ok(clauses(found));
    }
    let near = page::near(&upper, book.clauses().iter().map(|clause| clause.id.as_str()));
    if near.is_empty() {
        let mut topics: Vec<&str> = book.clauses().iter().filter_map(|clause| Some(clause.id.rsplit_once('-')?.0)).collect();
        topics.dedup();
        bail!("there is no clause `{name}`; the topics are {}", topics.join(", "));
    }
    bail!("there is no clause `{name}`; did you mean {}?", near.join(" or "));
}

/// One clause with its heading.
fn one(clause: &Clause) -> String {
    format!("{}\n\n{}\n", clause.section, paragraph(clause, 0))
}

/// Clauses under their headings.
fn clauses<'a>(clauses: impl IntoIterator<Item = &'a Clause>) -> String {
    let clauses: Vec<&Clause> = clauses.into_iter().collect();
    let column = clauses.iter().map(|clause| clause.id.len()).max().unwrap_or(0);
    let mut told = String::new();
    let mut section = "";
    for clause in clauses {
        if clause.section != section {
            section = &clause.section;
            told.push_str(&format!("\n{section}\n\n"));
        }
        told.push_str(&paragraph(clause, column));
        told.push('\n');
    }
    told.trim_start_matches('\n').to_owned()
}

/// The clause’s name and text; the text has a hanging indent, with at least `column` characters for the name.
fn paragraph(clause: &Clause, column: usize) -> String {
    let name = format!("{:column$}", clause.id);
    let mark = clause.mark.as_ref().map(|mark| format!("({mark}) ")).unwrap_or_default();
    let indent = name.len() + 2;
    let text = page::wrap(&format!("{mark}{}", clause.text), page::width().saturating_sub(indent), 0);
    format!("{name}  {}", text.replace('\n', &format!("\n{}", " ".repeat(indent))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        Rulebook::read(
            "### MOVE — the piece\n\n- `ABC-MOVE-1` — Go.\n- `ABC-MOVE-2` **(ruling)** — Stop.\n\n### END\n\n- `ABC-END-1` — Win.\n",
        )
    }

    #[test]
    fn a_clause_is_found_whatever_the_case_and_with_or_without_the_game() {
        for name in ["ABC-MOVE-2", "abc-move-2", "Move-2", " abc-Move-2 "] {
            let told = look_up(&book(), "ABC", name).unwrap();
            assert_eq!(told, "MOVE — the piece\n\nABC-MOVE-2  (ruling) Stop.\n");
        }
    }

    #[test]
    fn a_topic_is_all_its_clauses() {
        for name in ["ABC-MOVE", "move"] {
            let told = look_up(&book(), "ABC", name).unwrap();
            assert_eq!(told, "MOVE — the piece\n\nABC-MOVE-1  Go.\nABC-MOVE-2  (ruling) Stop.\n");
        }
    }

    #[test]
    fn a_near_miss_is_told_what_could_be_meant() {
        let told = |name| look_up(&book(), "ABC", name).unwrap_err().to_string();
        assert_eq!(told("ABC-MOEV-1"), "there is no clause `ABC-MOEV-1`; did you mean ABC-MOVE-1?");
        assert_eq!(told("nonsense"), "there is no clause `nonsense`; the topics are ABC-MOVE, ABC-END");
    }
}
