//! What README.md and the Containerfile promise: the bot in ten lines plays, and the container's commands work.

use crate::common::{folder, program};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

const README: &str = include_str!("../../../../README.md");
const CONTAINERFILE: &str = include_str!("../../../../Containerfile");

/// The block of code of this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("```{language}\n")).expect("the README has such a block");
    rest.split_once("```").expect("the block ends").0
}

/// Runs exactly the text of the README, with the program where a shell would find it.
#[test]
fn the_bot_in_ten_lines_plays_to_the_end() {
    let bot = block("python");
    assert_eq!(bot.lines().count(), 10);
    let mut path = Path::new(env!("CARGO_BIN_EXE_exchequer")).parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let said = Command::new("python3").arg("-c").arg(bot).env("PATH", path).stdin(Stdio::null()).output();
    let said = said.expect("python3 is needed to run the bot of the README");
    let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(said.status.success(), "{out}{err}");
    assert!(out.starts_with("{'winners': ["), "{out}{err}");
}

/// The words of an instruction that is written as a list.
fn instruction(name: &str) -> Vec<String> {
    let joined = CONTAINERFILE.replace("\\\n", " ");
    let line = joined.lines().find(|line| line.starts_with(name)).expect("there is such an instruction");
    let list = &line[line.find('[').expect("a list")..];
    serde_json::from_str(list).expect("a list of words")
}

/// A process that ends with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_container_opens_the_house_and_its_health_check_tells_whether_it_is_open() {
    let data = folder("container").join("data");
    let start = instruction("ENTRYPOINT");
    assert_eq!(
        (&start[0][..], start.contains(&"0.0.0.0:8080".into()), start.contains(&"/data".into())),
        ("exchequer", true, true)
    );
    let here = |word: &String| match word.as_str() {
        "0.0.0.0:8080" => "127.0.0.1:0".to_owned(),
        "/data" => data.display().to_string(),
        other => other.to_owned(),
    };
    let words: Vec<String> = start[1..].iter().map(here).collect();
    let mut house = Running(program(&words).stderr(Stdio::null()).spawn().expect("the house opens"));
    let mut line = String::new();
    BufReader::new(house.0.stdout.take().expect("its output")).read_line(&mut line).expect("it says where");
    let (_, port) = line.trim().rsplit_once(':').expect("an address");
    let check = instruction("HEALTHCHECK");
    assert!(check[2].contains("/127.0.0.1/8080"), "{check:?}");
    let healthy = || {
        let script = check[2].replace("8080", port);
        let quiet = Command::new(&check[0]).arg(&check[1]).arg(script).stderr(Stdio::null()).status();
        quiet.expect("bash is there").success()
    };
    assert!(healthy(), "the house is open at {line}");
    drop(house);
    assert!(!healthy(), "the house is closed");
}
