//! `cargo xtask new-game`: writes a small game that plays, is proved and is registered everywhere.

#[cfg(test)]
mod tests;

use crate::{citation, root};
use anyhow::{Context, bail, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Write a small game that plays, is proved and is registered everywhere
///
/// It makes a crate with rulebook, pack, lesson, texts for newcomers and tests, and the page of its notation; and it names the game
/// in the workspace, in the registry of `engine` and in README.md. Nothing is written if anything is in the way.
#[derive(clap::Args)]
#[command(after_help = "Example: cargo xtask new-game harbour HBR --title \"Old Harbour\"")]
pub struct Arguments {
    /// The game's name in commands and addresses, and the name of its crate: lower-case letters and digits
    pub name: String,
    /// What the names of its clauses begin with: two to five capitals
    pub prefix: String,
    /// The name on the box; the name with a capital if left out
    #[arg(long)]
    pub title: Option<String>,
}

/// Writes the game and says how to go on.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let written = make(&root(), arguments)?;
    written.iter().for_each(|file| println!("wrote {file}"));
    let name = &arguments.name;
    println!(
        "\nIt plays and is proved:\n\n  \
         cargo nextest run -p {name}                  # its clauses and the kernel’s promises\n  \
         cargo nextest run -p engine {name} lessons   # notation, texts, bots, lesson\n  \
         cargo xtask rules {name}                     # each clause with its code and its tests\n  \
         cargo run -- play {name}                     # at the terminal\n\n\
         Now change it, beginning with crates/{name}/rulebook.md. docs/add-a-game.md says what is where and how to draw a board."
    );
    Ok(())
}

/// The folder of the template, from the root.
const TEMPLATE: &str = "xtask/template";

/// The page of the game's notation in the template; it goes to `docs/games`.
const NOTATION: &str = "notation.md";

/// Names that Rust or the test tools use themselves.
const TAKEN: [&str; 12] =
    ["core", "std", "alloc", "test", "proc", "self", "super", "crate", "static", "struct", "async", "await"];

/// Writes the game into the workspace at this root; gives the files that were written, from the root.
fn make(root: &Path, arguments: &Arguments) -> anyhow::Result<Vec<String>> {
    let Arguments { name, prefix, title } = arguments;
    check_name(root, name)?;
    check_prefix(root, prefix)?;
    let title = title.clone().unwrap_or_else(|| capital(name));
    let shown = (1..=40).contains(&title.chars().count()) && title.trim() == title;
    ensure!(shown && !title.contains(['"', '\\', '`', '|', '_']), "a title has 1 to 40 characters, and none of \" \\ ` | _");

    // Everything is made before anything is written.
    let named = |text: &str| {
        let words = [("__Game__", capital(name)), ("__game__", name.clone()), ("__Title__", title.clone())];
        let words = words.into_iter().chain([("__PREFIX__", prefix.clone()), ("__prefix__", prefix.to_lowercase())]);
        words.fold(text.to_owned(), |text, (word, by)| text.replace(word, &by))
    };
    let mut files: Vec<(String, String)> = Vec::new();
    for file in files_in(&root.join(TEMPLATE))? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let inner = file.strip_prefix(root.join(TEMPLATE))?.display().to_string();
        let target = if inner == NOTATION { format!("docs/games/{name}.md") } else { format!("crates/{name}/{inner}") };
        files.push((target, named(&text)));
    }
    ensure!(!files.is_empty(), "{TEMPLATE} is empty");
    let insert = |file: &str, before: &str, line: String| -> anyhow::Result<(String, String)> {
        let text = fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))?;
        let at = text.find(before).with_context(|| format!("{file} has no line `{}` any more", before.trim()))?;
        Ok((file.to_owned(), format!("{}{line}{}", &text[..at], &text[at..])))
    };
    let (file, text) = insert("Cargo.toml", "bots = { path", format!("{name} = {{ path = \"crates/{name}\" }}\n"))?;
    let profile = "[profile.dev.package.bots]";
    let at = text.find(profile).with_context(|| format!("{file} has no line `{profile}` any more"))?;
    files.push((file, format!("{}[profile.dev.package.{name}]\nopt-level = 2\n{}", &text[..at], &text[at..])));
    files.push(insert("crates/engine/Cargo.toml", "kernel.workspace", format!("{name}.workspace = true\n"))?);
    let line = format!("{name}::{},\n            ", capital(name));
    files.push(insert("crates/engine/src/registry.rs", "// The next game stands here.", line)?);
    let readme = fs::read_to_string(root.join("README.md")).context("cannot read README.md")?;
    files.push((
        "README.md".into(),
        in_the_table(&readme, &format!("| {title} | roll as long as you dare, then keep what you won |"))?,
    ));

    for (file, text) in &files {
        let path = root.join(file);
        path.parent().map_or(Ok(()), fs::create_dir_all).with_context(|| format!("cannot make the folder of {file}"))?;
        fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
    }
    // Names have other lengths than in the template.
    let formatted = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .env_remove("CARGO_MANIFEST_DIR")
        .args(["fmt", "--package", name])
        .status();
    ensure!(formatted.is_ok_and(|status| status.success()), "everything is written, but `cargo fmt -p {name}` failed");
    Ok(files.into_iter().map(|(file, _)| file).collect())
}

/// Refuses a name that is no name of a crate, or that something else has.
fn check_name(root: &Path, name: &str) -> anyhow::Result<()> {
    let plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !plain || !name.starts_with(|first: char| first.is_ascii_lowercase()) || !(3..=20).contains(&name.len()) {
        bail!(
            "`{name}` cannot be the name of a game: write 3 to 20 lower-case letters and digits, a letter first, such as `harbour`"
        );
    }
    ensure!(!TAKEN.contains(&name), "`{name}` means something in Rust; choose another name");
    for file in [format!("crates/{name}"), format!("docs/games/{name}.md")] {
        ensure!(!root.join(&file).exists(), "{file} exists already; choose another name");
    }
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    ensure!(
        !lock.contains(&format!("name = \"{name}\"\n")),
        "a library that is used here is called `{name}`; choose another name"
    );
    Ok(())
}

/// Refuses a prefix that cannot begin the name of a clause, or with which those of another game begin.
fn check_prefix(root: &Path, prefix: &str) -> anyhow::Result<()> {
    if !(2..=5).contains(&prefix.len()) || !prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
        bail!("`{prefix}` cannot begin the names of clauses: write two to five capitals, such as `HBR`");
    }
    for entry in fs::read_dir(root.join("crates")).context("cannot list crates")? {
        let folder = entry?.path();
        for book in ["rulebook.md", "src/rulebook.md"] {
            let text = fs::read_to_string(folder.join(book)).unwrap_or_default();
            let taken = kernel::Rulebook::read(&text).clauses().iter().any(|clause| citation::prefix(&clause.id) == prefix);
            let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ensure!(!taken, "the clauses of `{game}` begin with {prefix}; choose another prefix");
        }
    }
    Ok(())
}

/// A word with a capital first.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// README.md with one more row in its table of games.
fn in_the_table(readme: &str, row: &str) -> anyhow::Result<String> {
    let head = "| game | |\n";
    let (before, table) = readme.split_once(head).context("README.md has no table of games any more")?;
    let end = table.find("\n\n").context("README.md: the table of games has no end")?;
    Ok(format!("{before}{head}{}\n{row}{}", &table[..end], &table[end..]))
}

/// All files under a folder.
fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files_in(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}
