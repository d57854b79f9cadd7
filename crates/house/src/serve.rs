//! Opening and closing the house.

use crate::{clock, hall::Hall, sqlite::Sqlite, web};
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
    fs::{File, TryLockError},
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::{net::TcpListener, sync::watch};

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
    /// How much one address may ask.
    pub limits: web::Limits,
}

/// Bots of tables that were played on within this time go on after a restart.
const RECENT: u64 = 7 * 24 * 3600 * 1000;

/// How often what is not needed any more is forgotten.
const SWEEP: Duration = Duration::from_secs(20);

/// How long requests in hand may take once the house closes.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// How long the head of a request may take to come in: whoever dawdles holds a connection for nothing.
const LONGEST_HEAD: Duration = Duration::from_secs(15);

/// Opens the house and keeps it open until `close` is done; `ready` is told the address.
pub async fn serve(config: Config, ready: impl FnOnce(SocketAddr), close: impl Future<Output = ()>) -> anyhow::Result<()> {
    make_private(&config.data)?;
    let _lock = lock(&config.data)?;
    let file = config.data.join("exchequer.sqlite");
    let store = Arc::new(Sqlite::open(&file).await.with_context(|| format!("{} cannot be opened", file.display()))?);
    let hall = Hall::new(store.clone(), config.pause);
    let (closing, closed) = watch::channel(false);
    let house = web::House::new(hall.clone(), config.limits, closed);
    let sweeper = tokio::spawn({
        let house = house.clone();
        async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                house.hall.visit_watched().await;
                house.sweep();
            }
        }
    });
    let listener = listen(&config).await?;
    tokio::spawn(async move {
        if let Err(fault) = hall.wake(clock::now().saturating_sub(RECENT)).await {
            tracing::error!(fault = fault.message, "bots could not be woken");
        }
    });
    ready(listener.local_addr()?);
    let welcoming = tokio::spawn(welcome(listener, web::router(house), closing.subscribe()));
    close.await;
    // Streams end at once, requests in hand are answered.
    closing.send_replace(true);
    welcoming.await?;
    sweeper.abort();
    Ok(())
}

/// Answers whoever comes, until the house closes.
async fn welcome(listener: TcpListener, router: axum::Router, mut closing: watch::Receiver<bool>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(LONGEST_HEAD);
    let house = TowerToHyperService::new(router);
    let guests = GracefulShutdown::new();
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
        // News are small and must not wait to be sent with others.
        let _ = stream.set_nodelay(true);
        let house = house.clone();
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            house.call(request)
        });
        let guest = guests.watch(http.serve_connection(TokioIo::new(stream), answer));
        // Who breaks off has nothing more to hear.
        tokio::spawn(async move { drop(guest.await) });
    }
    drop(listener);
    if tokio::time::timeout(LAST_REQUESTS, guests.shutdown()).await.is_err() {
        tracing::warn!("requests took too long to end; the house closes without them");
    }
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

/// Two houses on one folder would each tell another story of the same tables. The lock ends with the process, however that
/// ends.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("exchequer.lock");
    let file = File::create(&path).with_context(|| format!("{} cannot be made", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another house is open on {}: close it, or name another folder", folder.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("{} cannot be locked", path.display())),
    }
}

/// Makes the folder, for its owner only: it holds the secrets of running games.
fn make_private(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
            .with_context(|| format!("the folder {} cannot be made private", folder.display()))?;
    }
    Ok(())
}
