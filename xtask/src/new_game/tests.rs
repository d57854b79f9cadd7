//! A game is made in a copy of the workspace, built, proved and played.

use super::*;
use std::{
    ffi::OsStr,
    time::{Duration, SystemTime},
};

fn arguments(name: &str, prefix: &str) -> Arguments {
    Arguments { name: name.into(), prefix: prefix.into(), title: None }
}

/// Copies what belongs to the repository, with its times, so that what is built already need not be built again.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = (entry.as_ref().unwrap().path(), entry.unwrap().file_name());
        if ["target", ".git"].map(OsStr::new).contains(&name.as_os_str()) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            fs::copy(&path, to.join(&name)).unwrap();
            fs::File::options().write(true).open(to.join(name)).unwrap().set_modified(written).unwrap();
        }
    }
}

/// Runs cargo in the copy with what this workspace has built.
fn cargo(root: &Path, arguments: &[&str]) {
    let program = std::env::current_exe().unwrap();
    let debug = program.ancestors().find(|folder| folder.ends_with("debug")).expect("a development build");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .env_remove("CARGO_MANIFEST_DIR")
        .env("CARGO_TARGET_DIR", debug.parent().unwrap())
        .env("CARGO_TERM_COLOR", "never")
        .args(arguments)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "cargo {}:\n{}\n{}", arguments.join(" "), said[0], said[1]);
}

#[test]
fn a_new_game_is_built_proved_and_played() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("exchequer");
    copy(&crate::root(), &root);
    make(&root, &arguments("dicing", "DIC")).unwrap();
    let begun = SystemTime::now();
    cargo(&root, &["fmt", "--all", "--check"]);
    cargo(&root, &["test", "--offline", "--quiet", "--package", "dicing"]);
    // Its page, its texts, its bots and its lesson, with the engine that knows it.
    cargo(&root, &["test", "--offline", "--quiet", "--package", "engine", "--test", "engine", "--", "dicing", "lessons"]);
    crate::rules::check(&root.join("crates"), Some("dicing")).unwrap();
    println!("built and played in {} s", begun.elapsed().unwrap_or(Duration::ZERO).as_secs());
    let refused = |name: &str, prefix: &str| make(&root, &arguments(name, prefix)).unwrap_err().to_string();
    assert_eq!(refused("dicing", "XYZ"), "crates/dicing exists already; choose another name");
    assert_eq!(refused("other", "DIC"), "the clauses of `dicing` begin with DIC; choose another prefix");
}

#[test]
fn what_is_in_the_way_is_said_before_anything_is_written() {
    let root = crate::root();
    let refused = |name: &str, prefix: &str| make(&root, &arguments(name, prefix)).unwrap_err().to_string();
    assert_eq!(refused("economy", "ABC"), "crates/economy exists already; choose another name");
    assert_eq!(refused("serde", "ABC"), "a library that is used here is called `serde`; choose another name");
    assert_eq!(refused("static", "ABC"), "`static` means something in Rust; choose another name");
    for name in ["", "ab", "Harbour", "old-harbour", "9men", "anamethatisfartoolong", "hafenü"] {
        assert!(refused(name, "ABC").contains("cannot be the name of a game: write 3 to 20 lower-case letters"), "{name}");
    }
    assert_eq!(refused("harbour", "ECO"), "the clauses of `economy` begin with ECO; choose another prefix");
    assert_eq!(refused("harbour", "BAZ"), "the clauses of `bazaar` begin with BAZ; choose another prefix");
    for prefix in ["", "A", "abc", "A-B", "ABCDEF", "A1"] {
        assert!(refused("harbour", prefix).contains("cannot begin the names of clauses: write two to five capitals"), "{prefix}");
    }
    let long = Arguments { title: Some("“".repeat(41)), ..arguments("harbour", "HBR") };
    assert_eq!(make(&root, &long).unwrap_err().to_string(), "a title has 1 to 40 characters, and none of \" \\ ` | _");
    assert!(!root.join("crates/harbour").exists());
}

#[test]
fn a_game_is_one_more_row_in_the_readme() {
    let readme = "# A\n\n| game | |\n|---|---|\n| One | x |\n\nMore.\n";
    assert_eq!(in_the_table(readme, "| Two | y |").unwrap(), "# A\n\n| game | |\n|---|---|\n| One | x |\n| Two | y |\n\nMore.\n");
    assert!(in_the_table("# A\n", "| Two | y |").is_err());
}
