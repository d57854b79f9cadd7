//! Opening and closing the house from a prompt.

use crate::common::{folder, program};
use std::{
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// However soon after its first file is there somebody ends the house, it closes what it opened and says that all is well.
#[cfg(unix)]
#[test]
fn a_house_that_is_ended_while_it_opens_closes_properly() {
    for (round, millis) in [0, 0, 1, 2, 5, 10, 20, 50, 200].into_iter().enumerate() {
        let data = folder("ended_early").join(format!("round-{round}"));
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
        let house = program(&arguments).stdin(Stdio::null()).spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(60);
        while !data.join("exchequer.lock").exists() {
            assert!(Instant::now() < patience, "the house does not open");
            std::thread::yield_now();
        }
        sleep(Duration::from_millis(millis));
        let told = Command::new("kill").args(["-s", "TERM", &house.id().to_string()]).status().unwrap();
        assert!(told.success());
        let said = house.wait_with_output().unwrap();
        assert!(said.status.success(), "{millis} ms: {}, {}", said.status, String::from_utf8_lossy(&said.stderr));
        let mark = std::fs::read_to_string(data.join("exchequer.mark")).unwrap();
        assert!(mark.starts_with("closed"), "{millis} ms: {mark}");
        assert!(!data.join("exchequer.sqlite-wal").exists(), "{millis} ms: the write-ahead log was left");
    }
}
