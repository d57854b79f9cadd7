//! `serve`: the house in the browser.

use anyhow::Context;
use etcetera::{BaseStrategy, choose_base_strategy};
use house::{
    Config,
    calls::{CallOptions, MailServer, Trust},
    web::{Access, Limits, Network, host},
};
use std::{
    env, fs,
    io::{self, Write},
    net::SocketAddr,
    num::NonZeroU32,
    path::PathBuf,
    time::Duration,
};

/// The port of the house unless another is named.
const PORT: u16 = 7878;

/// How often an open page is told that the house is still there, in milliseconds. Proxies close connections after a silent minute.
const HEARTBEAT: u64 = 15_000;

/// Open the house in the browser; the default if no command is given
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  exchequer serve                               for you on this machine
  exchequer serve --listen 0.0.0.0:80           for everybody who can reach it
  exchequer serve --data games                  with the tables in the folder `games`
  exchequer serve --host games.example.org --proxy 127.0.0.1
                                                behind a proxy on this machine

Ctrl-C closes the house; all tables are back when it is started again.

Environment: EXCHEQUER_LOG sets what is logged, such as `info` or `house=debug`;
EXCHEQUER_SMTP_PASSWORD is the password for --smtp-user.

Exit codes: 0 closed; 1 the address or the folder cannot be used.")]
pub struct Arguments {
    /// Where to listen [default: 127.0.0.1:7878, or any free port if that one is taken]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The folder where tables are kept [default: in the user’s folder for local data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How long a bot waits before it moves, in milliseconds
    #[arg(long, value_name = "MILLIS", default_value_t = 700)]
    pause: u64,
    /// After how many seconds without a sign of life from a player the host may let a bot stand in
    #[arg(long, value_name = "SECONDS", default_value_t = house::AWAY.as_secs())]
    away: u64,
    /// How many requests a second one address may send
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests)]
    rate: NonZeroU32,
    /// How many tables a minute one address may open
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables)]
    tables: NonZeroU32,
    /// How many tables of bots alone one address may have in play
    #[arg(long, value_name = "N", default_value_t = Limits::default().bot_tables)]
    bot_tables: NonZeroU32,
    /// How many connections one address may have open
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    connections: NonZeroU32,
    /// How many tables one address may watch at once
    #[arg(long, value_name = "N", default_value_t = Limits::default().streams)]
    streams: NonZeroU32,
    /// How many connections may be open in all, as far as the system allows that many open files
    #[arg(long, value_name = "N", default_value_t = Limits::default().all_connections)]
    all_connections: NonZeroU32,
    /// How often an open page is told that the house is still there, in milliseconds
    #[arg(long, value_name = "MILLIS", default_value_t = HEARTBEAT, value_parser = clap::value_parser!(u64).range(100..=60_000))]
    heartbeat: u64,
    /// A proxy, by its address or network, that is trusted to say who it forwards for; can be given more than once
    #[arg(long, value_name = "ADDR")]
    proxy: Vec<Network>,
    /// A name that the house answers to; can be given more than once [default: any address, and localhost]
    #[arg(long, value_name = "NAME", value_parser = host)]
    host: Vec<String>,
    /// The address by which people know the house, such as https://games.example.org: for links in
    /// mails and web hooks
    #[arg(long, value_name = "URL", value_parser = home)]
    address: Option<String>,
    /// A network that players’ web hooks may use although it is not public; can be given more
    /// than once
    #[arg(long, value_name = "ADDR")]
    hook_network: Vec<Network>,
    /// The server that sends mails: smtp://HOST:PORT (with STARTTLS) or smtps://HOST
    #[arg(long, value_name = "URL", requires_all = ["mail_from", "address"])]
    smtp: Option<String>,
    /// The user name for that server
    #[arg(long, value_name = "NAME", requires = "smtp")]
    smtp_user: Option<String>,
    /// A file with the password for it [default: the environment variable EXCHEQUER_SMTP_PASSWORD]
    #[arg(long, value_name = "FILE", requires = "smtp_user")]
    smtp_password_file: Option<PathBuf>,
    /// The sender of mails, such as "Exchequer <games@example.org>"
    #[arg(long, value_name = "SENDER", requires = "smtp")]
    mail_from: Option<String>,
    /// A file of certificates (PEM) to trust besides those of the system, at the mail server and at
    /// web hooks
    #[arg(long, value_name = "FILE")]
    trust: Option<PathBuf>,
    /// Open the house even though the last moves of its tables are lost
    #[arg(long)]
    accept_loss: bool,
}

impl Arguments {
    /// The defaults, for a command line without a command.
    pub fn unsaid() -> Arguments {
        let Limits { requests, tables, bot_tables, connections, streams, all_connections, .. } = Limits::default();
        Arguments {
            listen: None,
            data: None,
            pause: 700,
            away: house::AWAY.as_secs(),
            rate: requests,
            tables,
            bot_tables,
            connections,
            streams,
            all_connections,
            heartbeat: HEARTBEAT,
            proxy: Vec::new(),
            host: Vec::new(),
            address: None,
            hook_network: Vec::new(),
            smtp: None,
            smtp_user: None,
            smtp_password_file: None,
            mail_from: None,
            trust: None,
            accept_loss: false,
        }
    }
}

/// Serves until it is told to stop.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_from_env("EXCHEQUER_LOG").unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).init();
    let data = data(arguments.data.as_ref())?;
    let burst = arguments.rate.saturating_mul(NonZeroU32::new(6).unwrap_or(NonZeroU32::MIN));
    let limits = Limits {
        requests: arguments.rate,
        burst,
        tables: arguments.tables,
        bot_tables: arguments.bot_tables,
        connections: arguments.connections,
        streams: arguments.streams,
        all_connections: arguments.all_connections,
        heartbeat: Duration::from_millis(arguments.heartbeat),
        ..Limits::default()
    };
    let config = Config {
        listen: arguments.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], PORT))),
        any_port: arguments.listen.is_none(),
        data,
        pause: Duration::from_millis(arguments.pause),
        away: Duration::from_secs(arguments.away),
        access: Access { limits, proxies: arguments.proxy.clone(), hosts: arguments.host.clone() },
        calls: calls(arguments)?,
        accept_loss: arguments.accept_loss,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ready = |address: SocketAddr| {
        // The house is open even if nobody reads this.
        let _ = writeln!(std::io::stdout(), "Exchequer is open: http://{address}");
    };
    runtime.block_on(async {
        // Listens for the signal before anything is opened, so that a stop during opening closes what is open by then.
        let stop = told_to_stop().context("the system does not pass on signals")?;
        house::serve(config, ready, stop).await
    })
}

/// The folder where tables are kept: this one, or where this user's data are.
pub fn data(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    match named {
        Some(data) => Ok(data.clone()),
        None => {
            let places = choose_base_strategy().context("this user has no folder for local data; name one with --data")?;
            Ok(places.data_dir().join("exchequer"))
        }
    }
}

/// How players are notified. A password is never on the command line, where everybody on the machine could read it.
fn calls(arguments: &Arguments) -> anyhow::Result<CallOptions> {
    let password = || match &arguments.smtp_password_file {
        Some(file) => {
            let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
            Ok(text.trim_end_matches(['\r', '\n']).to_owned())
        }
        None => env::var("EXCHEQUER_SMTP_PASSWORD")
            .context("--smtp-user needs a password: name a file with --smtp-password-file, or set EXCHEQUER_SMTP_PASSWORD"),
    };
    let user = arguments.smtp_user.clone().map(|user| password().map(|password| (user, password))).transpose()?;
    let trust = match &arguments.trust {
        Some(file) => {
            let text = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
            Trust::with(&text).map_err(anyhow::Error::msg).with_context(|| format!("{} cannot be used", file.display()))?
        }
        None => Trust::default(),
    };
    let mail = match (&arguments.smtp, &arguments.mail_from) {
        (Some(server), Some(from)) => Some(MailServer::new(server, user, from, &trust).map_err(anyhow::Error::msg)?),
        _ => None,
    };
    let (address, networks) = (arguments.address.clone(), arguments.hook_network.clone());
    Ok(CallOptions { address, networks, mail, trust, ..CallOptions::default() })
}

/// The house’s own address, as it is given on the command line.
fn home(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    let host = rest.map(|rest| rest.trim_end_matches('/')).unwrap_or_default();
    let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '.' | ':' | '[' | ']');
    if host.is_empty() || !host.chars().all(plain) {
        return Err(format!("`{text}` is not an address such as https://games.example.org"));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

/// Done when Ctrl-C is pressed or the system asks the program to end, at any time from this call on.
#[cfg(unix)]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Done when Ctrl-C is pressed, at any time from this call on.
#[cfg(not(unix))]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move { _ = interrupt.recv().await })
}
