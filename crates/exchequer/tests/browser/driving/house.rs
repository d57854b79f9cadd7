//! A house of its own on a free port, with an empty data folder.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// A house that is open. It ends when it is dropped.
pub struct House {
    program: PathBuf,
    flags: Vec<String>,
    data: TempDir,
    address: String,
    child: Child,
}

impl House {
    /// An empty folder for a house.
    pub fn folder() -> TempDir {
        tempfile::Builder::new().prefix("exchequer").tempdir().expect("a folder for the house")
    }

    /// Opens a house whose bots do not hesitate.
    pub fn open(program: impl AsRef<Path>) -> House {
        House::open_on(House::folder(), program)
    }

    /// Opens a house on a folder where tables may be already.
    pub fn open_on(data: TempDir, program: impl AsRef<Path>) -> House {
        House::told(data, program, &[])
    }

    /// Opens a house that is told something more on the command line.
    pub fn told(data: TempDir, program: impl AsRef<Path>, flags: &[&str]) -> House {
        let (program, flags) = (program.as_ref().to_owned(), flags.iter().map(|flag| (*flag).to_owned()).collect::<Vec<_>>());
        let (child, address) = start(&program, data.path(), "127.0.0.1:0", &flags);
        House { program, flags, data, address, child }
    }

    /// Opens the house that this program opens when it is told its data folder.
    pub fn by(program: Command, tell: impl FnOnce(&mut Command, &Path)) -> House {
        let data = House::folder();
        let mut command = program;
        tell(&mut command, data.path());
        let (child, address) = opened(command, data.path());
        House { program: PathBuf::new(), flags: Vec::new(), data, address, child }
    }

    /// The whole address of a path.
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The address on which it listens.
    pub fn socket(&self) -> SocketAddr {
        self.address.parse().expect("an address")
    }

    /// Kills it without a warning.
    pub fn kill(&mut self) {
        self.child.kill().expect("the house can be killed");
        self.child.wait().expect("the house is gone");
    }

    /// Opens it again after it was killed, on the same data and the same port.
    pub fn reopen(&mut self) {
        (self.child, self.address) = start(&self.program, self.data.path(), &self.address.clone(), &self.flags);
    }

    /// What it logged: warnings, errors, panics.
    pub fn complaints(&self) -> String {
        std::fs::read_to_string(self.data.path().join("log")).unwrap_or_default()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(program: &Path, data: &Path, listen: &str, flags: &[String]) -> (Child, String) {
    let mut command = Command::new(program);
    command.arg("serve").arg("--data").arg(data).args(["--listen", listen]);
    command.args(["--pause", "0", "--rate", "100000", "--tables", "100000"]).args(flags).env_remove("EXCHEQUER_LOG");
    opened(command, data)
}

/// Starts a program that opens a house, and waits until it says where.
fn opened(mut command: Command, data: &Path) -> (Child, String) {
    let log = File::options().create(true).append(true).open(data.join("log")).expect("a log of the house");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().expect("the house opens");
    let said = child.stdout.take().map(|out| BufReader::new(out).lines().map_while(Result::ok));
    let address = said
        .and_then(|mut lines| lines.find_map(|line| Some(line.strip_prefix("Exchequer is open: http://")?.trim().to_owned())));
    match address {
        Some(address) => (child, address),
        None => {
            let _ = child.kill();
            panic!("the house did not open: {}", std::fs::read_to_string(data.join("log")).unwrap_or_default());
        }
    }
}
