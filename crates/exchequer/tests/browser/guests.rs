//! A house with a guest: Bazaar, a small game that bargains, beside the house's own. No program serves it, so this test program
//! is started again to be the house.

use crate::driving::House;
use house::{
    Config,
    web::{Access, Limits},
};
use std::{net::SocketAddr, num::NonZeroU32, process::Command, time::Duration};

const DATA: &str = "HOUSE_WITH_A_GUEST";

/// Opens such a house.
pub fn open() -> House {
    let program = std::env::current_exe().expect("this program");
    House::by(Command::new(program), |command, data| {
        command.args(["--exact", "guests::the_house", "--ignored", "--nocapture", "--test-threads=1"]).env(DATA, data);
    })
}

/// Not a test: the house itself, when a test starts it.
#[test]
#[ignore = "other tests start this"]
fn the_house() {
    let Some(data) = std::env::var_os(DATA) else { return };
    assert!(engine::invite(vec![engine::boxed::<bazaar::BazaarGame>()]));
    tracing_subscriber::fmt().json().with_env_filter("warn").with_writer(std::io::stderr).init();
    let many = NonZeroU32::new(1_000_000).expect("more than none");
    let limits = Limits { requests: many, burst: many, tables: many, connections: many, streams: many, ..Limits::default() };
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        any_port: false,
        data: data.into(),
        pause: Duration::ZERO,
        away: house::AWAY,
        access: Access { limits, ..Access::default() },
        calls: house::calls::CallOptions::default(),
        accept_loss: false,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let ready = |address: SocketAddr| println!("\nExchequer is open: http://{address}");
    runtime.block_on(house::serve(config, ready, std::future::pending())).expect("the house opens");
}
