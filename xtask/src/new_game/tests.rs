//! What is in the way of a new game is said, and what is written is all there.

use super::*;

fn arguments(name: &str, prefix: &str) -> Arguments {
    Arguments { name: name.into(), prefix: prefix.into(), title: None }
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
fn a_game_is_written_and_registered_everywhere() {
    let (home, here) = (tempfile::tempdir().unwrap(), crate::root());
    let root = home.path();
    for file in ["Cargo.toml", "README.md", "crates/engine/Cargo.toml", "crates/engine/src/registry.rs"] {
        fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
        fs::copy(here.join(file), root.join(file)).unwrap();
    }
    for file in files_in(&here.join(TEMPLATE)).unwrap() {
        let to = root.join(file.strip_prefix(&here).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(&file, to).unwrap();
    }
    // The other crates are not there, so it cannot be formatted.
    let said = make(root, &arguments("dicing", "DIC")).unwrap_err().to_string();
    assert_eq!(said, "everything is written, but `cargo fmt -p dicing` failed");
    let text = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    assert!(text("Cargo.toml").contains("\ndicing = { path = \"crates/dicing\" }\nbots = "));
    assert!(text("Cargo.toml").contains("[profile.dev.package.dicing]\nopt-level = 2\n[profile.dev.package.bots]"));
    assert!(text("crates/engine/Cargo.toml").contains("\ndicing.workspace = true\n"));
    assert!(text("crates/engine/src/registry.rs").contains("\n            dicing::Dicing,\n            // The next game"));
    assert!(text("README.md").contains("\n| Dicing | "));
    for file in files_in(&root.join("crates/dicing")).unwrap().iter().chain([&root.join("docs/games/dicing.md")]) {
        assert!(!fs::read_to_string(file).unwrap().contains("__"), "{} has a name of the template", file.display());
    }
    let rulebook = kernel::Rulebook::read(&text("crates/dicing/rulebook.md"));
    assert!(rulebook.clause("DIC-ROLL-2").is_some());
    crate::rules::check(&root.join("crates"), Some("dicing")).unwrap();
}

#[test]
fn a_game_is_one_more_row_in_the_readme() {
    let readme = "# A\n\n| game | |\n|---|---|\n| One | x |\n\nMore.\n";
    assert_eq!(in_the_table(readme, "| Two | y |").unwrap(), "# A\n\n| game | |\n|---|---|\n| One | x |\n| Two | y |\n\nMore.\n");
    assert!(in_the_table("# A\n", "| Two | y |").is_err());
}
