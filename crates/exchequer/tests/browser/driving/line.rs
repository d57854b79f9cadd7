//! A proxy to the house whose connections can break without notice: data are lost, and no connection is closed.

use super::House;
use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
};

/// A proxy between visitors and a house.
pub struct Line {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    connections: Vec<Connection>,
    broken: Connection,
}

/// What gets lost: on an open connection permanently, and on new ones as set for the proxy.
#[derive(Clone, Default)]
struct Connection {
    asked: Arc<AtomicBool>,
    answered: Arc<AtomicBool>,
}

impl Line {
    /// A proxy to this house, which works at first.
    pub fn to(house: &House) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let (address, far) = (listener.local_addr().expect("an address"), house.socket());
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(far) else { continue };
                let connection = {
                    let mut state = shared.lock().expect("the line");
                    let lost = |of: &Arc<AtomicBool>| Arc::new(AtomicBool::new(of.load(SeqCst)));
                    let connection = Connection { asked: lost(&state.broken.asked), answered: lost(&state.broken.answered) };
                    state.connections.push(connection.clone());
                    connection
                };
                pass_on(&near, &far, connection.asked);
                pass_on(&far, &near, connection.answered);
            }
        });
        Line { address, state }
    }

    /// The whole address of a path of the house, through this proxy.
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// From now on nothing arrives, in either direction. Open connections never recover.
    pub fn breaks(&self) {
        self.loses(true);
    }

    /// From now on requests arrive, but no answers.
    pub fn loses_answers(&self) {
        self.loses(false);
    }

    fn loses(&self, asked: bool) {
        let state = self.state.lock().expect("the line");
        for connection in state.connections.iter().chain([&state.broken]) {
            connection.asked.fetch_or(asked, SeqCst);
            connection.answered.store(true, SeqCst);
        }
    }

    /// New connections work again; existing ones stay broken.
    pub fn is_mended(&self) {
        let state = self.state.lock().expect("the line");
        state.broken.asked.store(false, SeqCst);
        state.broken.answered.store(false, SeqCst);
    }
}

fn pass_on(from: &TcpStream, to: &TcpStream, lost: Arc<AtomicBool>) {
    let (mut from, mut to) = (from.try_clone().expect("a socket"), to.try_clone().expect("a socket"));
    thread::spawn(move || {
        let mut bytes = [0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            if !lost.load(SeqCst) && to.write_all(&bytes[..read]).is_err() {
                break;
            }
        }
        // The end of a connection is lost as well.
        if !lost.load(SeqCst) {
            let _ = to.shutdown(Shutdown::Both);
        }
    });
}
