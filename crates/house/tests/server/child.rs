//! A house in a process of its own, which can be killed: this test program, started again to be the house.

use crate::common::{config, no_limits};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

const DATA: &str = "HOUSE_OF_A_TEST";

/// Not a test: the house itself, when another test starts it.
#[test]
#[ignore = "other tests start this"]
fn the_house() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let filter = tracing_subscriber::EnvFilter::try_from_env("EXCHEQUER_LOG").unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let within = runtime.enter();
    let mut signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).unwrap();
    drop(within);
    let terminated = async move { _ = signal.recv().await };
    let ready = |address| println!("\nopen: {address}");
    runtime.block_on(house::serve(config(Path::new(&data), no_limits(), Duration::ZERO), ready, terminated)).unwrap();
    // Nobody reads what the test program would say of this.
    std::process::exit(0);
}

/// A house in another process. It is killed when this is dropped.
pub struct House {
    pub address: SocketAddr,
    process: Child,
}

impl House {
    /// Opens the house on this folder; what it logs goes to the file.
    pub fn open(data: &Path, level: &str, log: File) -> House {
        House::start(Command::new(std::env::current_exe().unwrap()), data, level, log)
    }

    /// Opens the house where so many files may be open at first.
    pub fn open_with_files(data: &Path, files: u32, log: File) -> House {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -S -n {files} && exec \"$0\" \"$@\"")]).arg(std::env::current_exe().unwrap());
        House::start(command, data, "warn", log)
    }

    /// Opens the house so that writing to a file beyond its limit fails, without killing the process: see `limit_files`.
    pub fn open_where_files_may_stop_growing(data: &Path, log: File) -> House {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ && exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
        House::start(command, data, "warn", log)
    }

    /// Opens the house on a file system of its own of this size; none where the system does not allow that.
    pub fn open_on_small_disk(data: &Path, size: &str, log: File) -> Option<House> {
        let alone = |then: &str| {
            let mut command = Command::new("unshare");
            let script = format!("mount -t tmpfs -o size={size} exchequer '{}' && {then}", data.display());
            command.args(["--mount", "--map-root-user", "sh", "-c", &script]);
            command
        };
        let can = alone("true").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !can {
            return None;
        }
        let mut command = alone("exec \"$0\" \"$@\"");
        command.arg(std::env::current_exe().unwrap());
        Some(House::start(command, data, "warn", log))
    }

    /// Lets no file of the house grow beyond this many bytes from now on, or removes the limit.
    pub fn limit_files(&self, bytes: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Pid::from_raw(self.process.id() as i32), Resource::Fsize, limit).unwrap();
    }

    /// Its process id.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn start(mut command: Command, data: &Path, level: &str, log: File) -> House {
        command.args(["--exact", "child::the_house", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(DATA, data).env("EXCHEQUER_LOG", level).env("RUST_BACKTRACE", "0");
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("open: ")?.parse().ok());
        House { address: address.expect("the house opens"), process }
    }

    /// The most memory it ever had in use, in bytes.
    pub fn most_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// How long processors have worked for it.
    pub fn worked(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        let after_name = stat.rsplit(')').next().unwrap();
        // The 14th and 15th field, in hundredths of a second.
        let hundredths: u64 = after_name.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum();
        Duration::from_millis(10 * hundredths)
    }

    /// Ends it at once, wherever it is.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to end and waits; tells whether it ended well.
    pub fn terminate(mut self) -> bool {
        let told = Command::new("kill").args(["-s", "TERM", &self.process.id().to_string()]).status().unwrap();
        assert!(told.success());
        self.process.wait().unwrap().success()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
