//! Opening and closing the house.

use crate::{
    calls::{CallOptions, Caller},
    clock,
    hall::Hall,
    net::{
        connection::Connection,
        open_limits::{Full, OpenLimits},
    },
    storage::{Store, folder::Folder, sqlite::Sqlite},
    web::{self, Access},
};
use anyhow::{Context, bail};
use axum::{extract::ConnectInfo, http::Request};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{
    io,
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
};

/// How the house is opened.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// If that port is taken, is any other good too?
    pub any_port: bool,
    /// Where tables are kept.
    pub data: PathBuf,
    /// How long a bot seems to think.
    pub pause: Duration,
    /// After how long without a sign of life a bot may stand in for somebody.
    pub away: Duration,
    /// Whom it listens to.
    pub access: Access,
    /// How people are called when it is their turn.
    pub calls: CallOptions,
    /// Is it to open although the last moves of its tables may be lost?
    pub accept_loss: bool,
}

/// Bots of tables that were played on within this time go on after a restart.
const RECENT: u64 = 7 * 24 * 3600 * 1000;

/// After this many beats, what is no longer needed is deleted. At the same interval the house notes that it is open even while
/// no clock runs.
const SWEEP: u32 = 4;

const A_DAY: Duration = Duration::from_secs(24 * 3600);

/// The time between two sweeps.
const BETWEEN_SWEEPS: Duration = clock::BEAT.saturating_mul(SWEEP);

/// The number of sweeps in a day.
const SWEEPS_A_DAY: u32 = (A_DAY.as_secs() / BETWEEN_SWEEPS.as_secs()) as u32;

/// How long requests in hand may take once the house closes.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// How long the head of a request may take to arrive: a slow client holds a connection for nothing.
const LONGEST_HEAD: Duration = Duration::from_secs(15);

/// Open files that are no connections: the database, its log, the listener.
const OWN_FILES: u64 = 100;

/// How many who are turned away are told so at once; further ones hear nothing.
const TOLD: usize = 32;

/// How long somebody who is turned away may take to hear it.
const LAST_WORD: Duration = Duration::from_secs(1);

/// How many bytes wait at most in the system to be read by one visitor.
const IN_TRANSIT: usize = 128 * 1024;

/// Opens the house and keeps it open until `close` is done; `ready` is told the address.
pub async fn serve(config: Config, ready: impl FnOnce(SocketAddr), close: impl Future<Output = ()>) -> anyhow::Result<()> {
    let folder = Folder::open(&config.data)?;
    let (store, crashed) = checked_store(&folder, config.accept_loss).await?;
    store.set_mark();
    let store = Arc::new(store);
    store.opens(crashed).await.context("it could not be noted that the house opens")?;
    let hall = Hall::patient(store.clone(), config.pause, config.away);
    let (closing, closed) = watch::channel(false);
    let caller = Arc::new(Caller::new(store.clone(), config.calls.clone(), closed.clone()));
    let calling = tokio::spawn(caller.clone().run(hall.clone(), hall.turns()));
    let house = web::House::new(hall.clone(), config.access.clone(), caller, closed);
    // Nothing else runs between two heartbeats: they must not be late.
    let pulse = tokio::spawn({
        let hall = hall.clone();
        at_every_beat(move |beat| {
            let hall = hall.clone();
            async move {
                if beat.is_multiple_of(SWEEP) || hall.a_clock_runs() {
                    sign_of_life(hall.store()).await;
                }
            }
        })
    });
    let sweeper = tokio::spawn({
        let house = house.clone();
        async move {
            for sweep in 0u32.. {
                if sweep.is_multiple_of(SWEEPS_A_DAY) {
                    house.hall.forget_chats().await;
                    house.caller.forget_addresses().await;
                }
                tokio::time::sleep(BETWEEN_SWEEPS).await;
                house.hall.visit_watched().await;
                house.sweep();
            }
        }
    });
    let timekeeper = tokio::spawn({
        let hall = hall.clone();
        async move { hall.keep_time().await }
    });
    let listener = listen(&config).await?;
    let waking = hall.clone();
    let tidier = tokio::spawn(async move {
        if let Err(fault) = waking.wake(clock::now().saturating_sub(RECENT)).await {
            tracing::error!(fault = fault.message, "bots could not be woken");
        }
        if let Err(fault) = waking.snapshot_older().await {
            tracing::error!(fault = fault.message, "older tables could not be read");
        }
        loop {
            match waking.put_all_away().await {
                Ok(tables) => tracing::info!(tables, "tables that are over were put away"),
                Err(fault) => tracing::error!(fault = fault.message, "tables that are over could not be put away"),
            }
            tokio::time::sleep(A_DAY).await;
        }
    });
    ready(listener.local_addr()?);
    let welcoming = tokio::spawn(welcome(listener, web::router(house), config.access, closing.subscribe()));
    close.await;
    // Bots stop first, so that none of them finds the store closed.
    hall.close();
    // Streams end at once, requests in hand are answered.
    closing.send_replace(true);
    welcoming.await?;
    pulse.abort();
    sweeper.abort();
    tidier.abort();
    calling.await?;
    timekeeper.abort();
    sign_of_life(store.as_ref()).await;
    store.close().await;
    folder.mark()?.set(None).context("it could not be marked that the house is closed")
}

/// Does some work at every beat, first after one beat. The beats stay on schedule however long the work takes: a beat that was
/// missed is made up for at once, and the next one is on time again.
async fn at_every_beat<F: Future<Output = ()>>(mut work: impl FnMut(u32) -> F) {
    let mut beats = tokio::time::interval(clock::BEAT);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    beats.tick().await;
    for beat in 1u32.. {
        beats.tick().await;
        work(beat).await;
    }
}

/// Notes that the house is open: what it is closed for does not count by any clock.
async fn sign_of_life(store: &dyn Store) {
    if let Err(fault) = store.ping().await {
        tracing::warn!(%fault, "it could not be noted that the house is open");
    }
}

/// Opens the store, unless something that was written before is missing. Also returns whether the house had crashed.
pub(crate) async fn checked_store(folder: &Folder, accept_loss: bool) -> anyhow::Result<(Sqlite, bool)> {
    let (file, mark) = (folder.database(), folder.mark()?);
    let left_open_at = mark.left_open_at();
    let marked = left_open_at.unwrap_or(0);
    let store = Sqlite::marked(&file, mark).await.with_context(|| format!("{} cannot be opened", file.display()))?;
    let lost = marked.saturating_sub(store.written());
    if lost > 0 && !accept_loss {
        store.close().await;
        bail!(
            "{lost} changes that were accepted are missing in {file}: the house was not closed, and the write-ahead log {file}-wal that \
             it left is gone or is another one. Put that file back, or restore a backup; to go on without those changes, open the \
             house once with --accept-loss",
            file = file.display()
        );
    }
    Ok((store, left_open_at.is_some()))
}

/// Accepts connections and answers requests until the house closes.
async fn welcome(listener: TcpListener, router: axum::Router, access: Access, mut closing: watch::Receiver<bool>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(LONGEST_HEAD);
    let house = TowerToHyperService::new(router);
    let guests = GracefulShutdown::new();
    let open_limits = open_limits(&access.limits);
    let told = Arc::new(Semaphore::new(TOLD));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.changed() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Such as too many open files: it gets better when somebody leaves.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // A proxy speaks for many; those are counted when they ask.
        let proxy = access.proxies.iter().any(|proxy| proxy.contains(address.ip()));
        let counted = match open_limits.open((!proxy).then(|| web::party(address.ip()))) {
            Ok(counted) => counted,
            Err(full) => {
                if let Ok(permit) = told.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(LAST_WORD, turn_away(stream, full)).await;
                        drop(permit);
                    });
                }
                continue;
            }
        };
        prepare(&stream, access.limits.unread);
        let house = house.clone();
        let connection = Connection::new(stream, access.limits.unread);
        let (conflict, asked) = (connection.conflict(), AtomicU64::new(0));
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            if conflict.is(asked.fetch_add(1, Ordering::Relaxed) + 1) {
                request.extensions_mut().insert(web::ConflictingLengths);
            }
            house.call(request)
        });
        let guest = guests.watch(http.serve_connection(TokioIo::new(connection), answer));
        tokio::spawn(async move {
            // Who breaks off has nothing more to hear.
            drop(guest.await);
            drop(counted);
        });
    }
    drop(listener);
    if tokio::time::timeout(LAST_REQUESTS, guests.shutdown()).await.is_err() {
        tracing::warn!("requests took too long to end; the house closes without them");
    }
}

/// How a connection is spoken on. What the system does not know of is done without.
fn prepare(stream: &TcpStream, unread: Duration) {
    // News are small and must not wait to be sent with others.
    let _ = stream.set_nodelay(true);
    #[cfg(unix)]
    let _ = rustix::net::sockopt::set_socket_send_buffer_size(stream, IN_TRANSIT);
    // Who vanished without a word is missed as well, if not quite as soon.
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, 2 * unread.as_millis().min(60_000) as u32);
    #[cfg(not(target_os = "linux"))]
    let _ = unread;
}

/// Counts connections: fewer than the system allows open files, and of one address no more than a quarter of them.
fn open_limits(limits: &web::Limits) -> Arc<OpenLimits> {
    let files = open_files();
    let most = files.saturating_sub(OWN_FILES).max(files / 2);
    let all = usize::try_from(most).unwrap_or(usize::MAX).min(limits.all_connections.get() as usize);
    OpenLimits::new((limits.connections.get() as usize).min(all.div_ceil(4)), all)
}

/// How many files may be open, once as many are asked for as the system gives.
fn open_files() -> u64 {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current != limit.maximum {
            limit.current = limit.maximum;
            if let Err(error) = setrlimit(Resource::Nofile, limit) {
                tracing::warn!(%error, "the limit of open files could not be raised");
            }
        }
        // Without a number there is no limit.
        getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
    }
    #[cfg(not(unix))]
    {
        u64::MAX
    }
}

/// Tells somebody that there is no room for them, and lets them finish what they were saying: who hangs up while somebody
/// speaks is not heard.
async fn turn_away(mut stream: TcpStream, full: Full) -> io::Result<()> {
    let (status, why) = match full {
        Full::Address => ("429 Too Many Requests", "your address has too many connections open: close some\n"),
        Full::All => ("503 Service Unavailable", "the house is full: try again in a moment\n"),
    };
    let length = why.len();
    let kind = "content-type: text/plain; charset=utf-8";
    let answer =
        format!("HTTP/1.1 {status}\r\nconnection: close\r\nretry-after: 5\r\n{kind}\r\ncontent-length: {length}\r\n\r\n{why}");
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut ignored = [0; 1024];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}

async fn listen(config: &Config) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(config.listen).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && config.any_port => {
            let any = SocketAddr::new(config.listen.ip(), 0);
            TcpListener::bind(any).await.with_context(|| format!("cannot listen on {any}"))
        }
        Err(error) => Err(error).with_context(|| format!("cannot listen on {}", config.listen)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{Instant, sleep, timeout};

    #[tokio::test(start_paused = true)]
    async fn beats_come_on_time_however_long_what_is_done_takes() {
        let (began, beat) = (Instant::now(), clock::BEAT);
        // The work at the fourth beat takes longer than a beat.
        let longs = [beat / 2, beat / 5, Duration::ZERO, beat * 3 / 2, beat / 2, beat / 2];
        let mut times = Vec::new();
        let beating = at_every_beat(|number| {
            times.push(began.elapsed().as_secs_f64() / beat.as_secs_f64());
            sleep(longs[number as usize - 1])
        });
        assert!(timeout(beat * 13 / 2, beating).await.is_err(), "they do not end");
        let tenths: Vec<f64> = times.iter().map(|time| (10.0 * time).round()).collect();
        assert_eq!(tenths, [10.0, 20.0, 30.0, 40.0, 55.0, 60.0]);
    }
}
