//! `pack`: content out and in.

use crate::common::{exchequer, folder};
use std::fs;

#[test]
fn what_is_exported_can_be_checked_and_played() {
    let folder = folder("exported").join("pack");
    let path = folder.to_str().unwrap();
    let said = exchequer(&["pack", "export", "economy", path]).ended(0).tells("pack.toml");
    assert_eq!(said.out.lines().count(), fs::read_dir(&folder).unwrap().count());
    exchequer(&["pack", "check", path, "--game", "economy"]).ended(0).tells("is a pack of economy");
    exchequer(&["pack", "check", path]).ended(0).tells("is a pack of economy");
    exchequer(&["simulate", "economy", "--games", "2", "--bots", "random", "--pack", path]).ended(0);
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = folder("kept");
    let path = folder.to_str().unwrap();
    exchequer(&["pack", "export", "economy", path]).ended(0);
    fs::write(folder.join("pack.toml"), "# mine\n").unwrap();
    exchequer(&["pack", "export", "economy", path]).ended(1).complains("pack.toml").complains("--force");
    assert_eq!(fs::read_to_string(folder.join("pack.toml")).unwrap(), "# mine\n");
    exchequer(&["pack", "export", "economy", path, "--force"]).ended(0);
    exchequer(&["pack", "check", path]).ended(0);
}

#[test]
fn a_fault_is_told_with_file_and_line() {
    let folder = folder("faulty");
    let path = folder.to_str().unwrap();
    exchequer(&["pack", "export", "economy", path]).ended(0);
    let file = folder.join("pack.toml");
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line == "4 = 36").unwrap() + 1;
    fs::write(&file, text.replace("4 = 36", "4 = \"many\"")).unwrap();
    let place = format!("{}:{line}: ", file.display());
    exchequer(&["pack", "check", path, "--game", "economy"]).ended(1).complains(&place);
    exchequer(&["simulate", "economy", "--games", "2", "--pack", path]).ended(1).complains(&format!("pack.toml:{line}: "));
    fs::remove_file(folder.join("cards.toml")).unwrap();
    exchequer(&["pack", "check", path]).ended(1).complains("cards.toml").complains("missing");
}

#[test]
fn what_is_no_pack_is_refused() {
    let folder = folder("nothing");
    let path = folder.to_str().unwrap();
    exchequer(&["pack", "check", path]).ended(1).complains("there is no pack in").complains("it is empty");
    exchequer(&["pack", "check", path, "--game", "economy"]).ended(1).complains("there is no pack of economy in");
    fs::write(folder.join("notes.txt"), "x").unwrap();
    exchequer(&["pack", "check", path]).ended(1).complains("none of its files belongs to one");
    // A picture is no text and no part of a pack.
    fs::write(folder.join("photo.png"), b"\x89PNG\xff").unwrap();
    exchequer(&["pack", "check", path]).ended(1).complains("none of its files belongs to one");
    fs::write(folder.join("pack.toml"), "").unwrap();
    exchequer(&["pack", "check", path]).ended(2).complains("which game");
    exchequer(&["pack", "check", path, "--game", "economy"]).ended(1).complains("missing");
    fs::remove_file(folder.join("pack.toml")).unwrap();
    exchequer(&["pack", "check", "no/such/folder"]).ended(1).complains("cannot read the folder");
    exchequer(&["pack", "check", path, "--game", "chess"]).ended(2);
    exchequer(&["pack", "export", "economy"]).ended(2);
    exchequer(&["pack"]).ended(2);
    fs::write(folder.join("file"), "x").unwrap();
    exchequer(&["pack", "export", "economy", folder.join("file/pack").to_str().unwrap()]).ended(1).complains("cannot make");
    fs::write(folder.join("pack.toml"), b"\xff").unwrap();
    exchequer(&["pack", "check", path]).ended(1).complains("cannot read");
}
