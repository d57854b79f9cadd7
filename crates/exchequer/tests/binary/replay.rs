//! `replay`: records that are true, and records that are not.

use crate::common::{exchequer, finished_game, folder};
use std::{fs, path::Path};

#[test]
fn a_record_is_verified_told_and_drawn() {
    let file = finished_game("verified");
    let path = file.to_str().unwrap();
    exchequer(&["replay", path]).ended(0).tells("verified:").tells("ended by ECO-END-");
    let log = exchequer(&["replay", path, "--log"]).ended(0).tells("   1. ");
    assert!(log.out.lines().count() > 50, "{}", log.out);
    let start = exchequer(&["replay", path, "--at", "0"]).ended(0);
    let later = exchequer(&["replay", path, "--at", "9"]).ended(0);
    assert_ne!(start.out, later.out);
    exchequer(&["replay", path, "--at", "99999"]).ended(1).complains("99999");
}

#[test]
fn what_was_tampered_with_is_found() {
    let text = fs::read_to_string(finished_game("honest")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let entry = lines.iter().position(|line| line.starts_with("5. ")).unwrap();
    let header = lines.iter().position(|line| line.starts_with("secret: ")).unwrap();
    let file = folder("tampered").join("game.txt");
    let tampered = |line: usize, with: &str| {
        let mut lines = lines.clone();
        lines[line] = with;
        fs::write(&file, lines.join("\n")).unwrap();
        exchequer(&["replay".as_ref(), file.as_os_str()]).ended(1)
    };
    let (act, hash) = lines[entry].rsplit_once(" | hash ").unwrap();
    tampered(entry, &format!("{act} | hash 00000000")).complains("entry 5").complains("lead to state").complains(hash);
    tampered(entry, "5. seat 1: move z9 | hash 00000000").complains("entry 5");
    tampered(entry, "5. seat 6: move a1 | hash 00000000").complains("entry 5");
    tampered(entry, "7. seat 1: move a1 | hash 00000000").complains(&format!("line {}", entry + 1));
    tampered(entry, "5. undo to 99 by seat 1").complains("entry 5");
    tampered(header, &format!("secret: {}", "0".repeat(64))).complains("does not match the commitment");
    tampered(1, "game: chess").complains("chess");
    tampered(2, "edition: 99").complains("edition");
    tampered(3, &format!("pack: {}", "0".repeat(64))).complains("content").complains("--pack");
    tampered(0, "a poem").complains("line 1");
}

#[test]
fn a_roll_that_was_not_drawn_is_found() {
    let text = fs::read_to_string(finished_game("rolled")).unwrap();
    let file = folder("loaded").join("game.txt");
    let mut found = 0;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| line.contains(" | luck ")) {
        let (before, rest) = line.split_once(" | luck ").unwrap();
        let (roll, after) = rest.split_once(' ').unwrap();
        let other = if roll == "1" { "2" } else { "1" };
        let mut lines: Vec<&str> = text.lines().collect();
        let loaded = format!("{before} | luck {other} {after}");
        lines[index] = &loaded;
        fs::write(&file, lines.join("\n")).unwrap();
        exchequer(&["replay".as_ref(), file.as_os_str()]).ended(1).complains("entry");
        found += 1;
        if found == 10 {
            break;
        }
    }
    assert!(found > 0, "somebody rolled");
}

#[test]
fn what_is_no_record_is_refused() {
    let folder = folder("no_record");
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let refused = |path: &Path| exchequer(&["replay".as_ref(), path.as_os_str()]).ended(1);
    refused(&path("empty", b"")).complains("is not a record");
    refused(&path("bytes", b"exchequer record 1\n\xff\n")).complains("not UTF-8");
    refused(&path("short", b"exchequer record 1\n")).complains("missing");
    refused(&folder).complains("cannot read");
    refused(&folder.join("nowhere")).complains("cannot open");
}
