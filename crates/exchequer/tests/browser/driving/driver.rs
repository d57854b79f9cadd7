//! ChromeDriver: one for all visitors who are there at the same time.

use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};

/// The programs that must be there, each under any of its names.
const NEEDED: [(&str, &[&str]); 2] =
    [("chromedriver", &["chromedriver"]), ("chromium", &["chromium", "chromium-browser", "google-chrome", "chrome"])];

/// The driver that is running now, as long as somebody uses it.
static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());

/// A running ChromeDriver. It ends, with all its browsers, when the last who uses it lets go.
pub struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    /// The driver that all share; what is missing, if it cannot be had.
    pub fn shared() -> Result<Arc<Driver>, String> {
        let missing: Vec<&str> =
            NEEDED.iter().filter(|(_, names)| !names.iter().any(|name| on_path(name))).map(|one| one.0).collect();
        if !missing.is_empty() {
            let how = "on Debian: apt-get install chromium chromium-driver fonts-dejavu-core";
            return Err(format!("{} not found on the PATH; {how}", missing.join(" and ")));
        }
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(driver) = running.upgrade() {
            return Ok(driver);
        }
        let driver = Arc::new(Driver::start()?);
        *running = Arc::downgrade(&driver);
        Ok(driver)
    }

    fn start() -> Result<Driver, String> {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("chromedriver cannot be started: {error}"))?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("chromedriver says nothing")?).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            // Two lines speak of a port; only this one tells the port it got.
            let (_, rest) = line.split_once("successfully on port ")?;
            rest.trim_end_matches('.').parse().ok()
        });
        let driver = Driver { child, port: port.unwrap_or(0) };
        if port.is_none() {
            return Err("chromedriver ended before it was ready".to_owned());
        }
        // It must never wait for somebody to read what it says.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(driver)
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Asks it directly for what the WebDriver standard has no words for. It waits for the answer.
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let answer = self.exchange(method, path, body).map_err(|error| format!("chromedriver does not answer: {error}"))?;
        let mut answer: Value = serde_json::from_str(&answer).map_err(|error| format!("{path}: {error}: {answer}"))?;
        match answer["value"].get("error") {
            Some(_) => Err(format!("{path}: {}", answer["value"]["message"])),
            None => Ok(answer["value"].take()),
        }
    }

    fn exchange(&self, method: &str, path: &str, body: &Value) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let length = body.len();
        let head = "content-type: application/json\r\nhost: 127.0.0.1\r\nconnection: close";
        write!(stream, "{method} {path} HTTP/1.1\r\n{head}\r\ncontent-length: {length}\r\n\r\n{body}")?;
        // The connection stays open whatever is wished: the head tells how long the body is.
        let (mut answer, mut length) = (BufReader::new(stream), 0);
        let mut line = String::new();
        while answer.read_line(&mut line)? > 2 {
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap_or(0);
            }
            line.clear();
        }
        let mut body = String::new();
        answer.take(length).read_to_string(&mut body)?;
        Ok(body)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.port != 0 {
            // It closes its browsers first; killed at once it would leave them behind.
            let _ = self.ask("GET", "/shutdown", &Value::Null);
            let patience = Instant::now() + Duration::from_secs(5);
            while Instant::now() < patience && matches!(self.child.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder: PathBuf| folder.join(name)).any(|program| program.is_file())
}
