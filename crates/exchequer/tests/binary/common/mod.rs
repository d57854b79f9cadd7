//! Running the program as a person at a shell does.
#![allow(dead_code)]

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

/// What the program said and how it ended.
pub struct Said {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Said {
    /// It ended like this, and did not panic on the way.
    #[track_caller]
    pub fn ended(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "output:\n{}\nerrors:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Its errors tell this.
    #[track_caller]
    pub fn complains(self, of: &str) -> Said {
        assert!(self.err.contains(of), "`{of}` is not in:\n{}", self.err);
        self
    }

    /// Its output tells this.
    #[track_caller]
    pub fn tells(self, what: &str) -> Said {
        assert!(self.out.contains(what), "`{what}` is not in:\n{}", self.out);
        self
    }
}

/// Runs the program with nothing to read.
pub fn exchequer<A: AsRef<OsStr>>(arguments: &[A]) -> Said {
    told(arguments, "")
}

/// Runs the program and gives it this to read.
pub fn told<A: AsRef<OsStr>>(arguments: &[A], input: impl AsRef<[u8]>) -> Said {
    let mut child = program(arguments).spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe to the program");
    let input = input.as_ref().to_vec();
    // The program may end, or fill its own pipe, before it has read everything.
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The program with these arguments, all its streams piped.
pub fn program<A: AsRef<OsStr>>(arguments: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exchequer"));
    command.args(arguments).env_remove("COLUMNS").env_remove("CLICOLOR_FORCE").env_remove("RUST_BACKTRACE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// An empty folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A whole game with somebody who always takes the first action, saved.
pub fn finished_game(name: &str) -> PathBuf {
    let file = folder(name).join("game.txt");
    let play = ["play", "economy", "--bots", "random,random", "--set", "placement=random", "--seed", "5"];
    let input = format!("{}save {}\nquit\n", "1\n".repeat(1000), file.display());
    told(&play, input).ended(0).tells("Saved");
    file
}
