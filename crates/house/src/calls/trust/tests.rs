//! Servers on this machine that really speak TLS: what is trusted arrives encrypted, and what is not is never said at all.

use super::*;
use crate::{
    calls::{
        CallOptions, Caller, Way,
        hook::{self, Miss, Reach},
        mail::{self, MailServer, Undelivered},
    },
    storage::sqlite::Sqlite,
};
use governor::{Quota, RateLimiter};
use metrics_exporter_prometheus::PrometheusBuilder;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::json;
use std::{net::SocketAddr, num::NonZeroU32, sync::Mutex};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, pki_types::PrivateKeyDer},
};

/// Somebody who signs certificates.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Authority {
        let mut about = CertificateParams::new(Vec::new()).unwrap();
        about.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(about, KeyPair::generate().unwrap()).unwrap())
    }

    fn trust(&self) -> Trust {
        Trust::with(self.0.pem().as_bytes()).unwrap()
    }

    /// A server of this name, as the certificate says.
    fn server(&self, name: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, &self.0).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(ring::default_provider().into());
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate.der().clone()], key).unwrap()))
    }
}

/// What a server heard.
#[derive(Default, Debug)]
struct Heard {
    plain: String,
    encrypted: String,
}

type Ear = Arc<Mutex<Heard>>;

/// A server that serves each connection in this way.
async fn serving<F>(serve: impl Fn(TcpStream, Ear) -> F + Send + 'static) -> (SocketAddr, Ear)
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, ear) = (listener.local_addr().unwrap(), Ear::default());
    let heard = ear.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, heard.clone()));
        }
    });
    (address, ear)
}

/// What is refused is counted for the host.
fn refused(recorder: &metrics_exporter_prometheus::PrometheusRecorder, way: Way) -> bool {
    recorder.handle().render().contains(&format!("exchequer_calls_untrusted_total{{way=\"{}\"}} 1", way.word()))
}

// ---- Web hooks ----

/// Reads a request, and answers that all is well.
async fn answer(stream: impl AsyncRead + AsyncWrite + Unpin, hears: impl Fn(&str)) {
    let mut stream = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while stream.read_line(&mut line).await.unwrap_or(0) > 2 {
        length = line.to_lowercase().strip_prefix("content-length:").map_or(length, |value| value.trim().parse().unwrap());
        hears(&line);
        line.clear();
    }
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).await.is_ok() && length > 0 {
        hears(&String::from_utf8(body).unwrap());
        stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
    }
}

/// A web server with this certificate, or one that speaks plain text.
async fn web(certificate: Option<TlsAcceptor>) -> (SocketAddr, Ear) {
    serving(move |stream, ear| {
        let certificate = certificate.clone();
        async move {
            match certificate {
                None => answer(stream, |words| ear.lock().unwrap().plain += words).await,
                Some(certificate) => {
                    let Ok(stream) = certificate.accept(stream).await else { return };
                    answer(stream, |words| ear.lock().unwrap().encrypted += words).await;
                }
            }
        }
    })
    .await
}

async fn post(address: SocketAddr, trust: &Trust) -> Result<(), Miss> {
    let (limit, networks) = (RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)), ["127.0.0.0/8".parse().unwrap()]);
    let reach = Reach { networks: &networks, home: None, limit: &limit, trust };
    hook::post(&hook::read(&format!("https://{address}/told")).unwrap(), &reach, &json!({ "event": "hello" })).await
}

#[tokio::test]
async fn a_web_hook_is_called_over_tls_where_its_certificate_is_trusted_and_nowhere_else() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let (authority, stranger) = (Authority::new(), Authority::new());
    let (address, heard) = web(Some(authority.server("127.0.0.1"))).await;
    assert_eq!(post(address, &authority.trust()).await, Ok(()));
    assert!(heard.lock().unwrap().encrypted.starts_with("POST /told HTTP/1.1"), "{heard:?}");
    assert!(heard.lock().unwrap().encrypted.ends_with("{\"event\":\"hello\"}"), "{heard:?}");
    assert!(!refused(&recorder, Way::Hook));

    // Not signed by anybody whom the system or the host trusts, or for another name: nothing is told, and not in plain text either.
    let (address, heard) = web(Some(authority.server("127.0.0.1"))).await;
    assert_eq!(post(address, &Trust::default()).await, Err(Miss::Untrusted));
    assert!(refused(&recorder, Way::Hook));
    assert_eq!(post(address, &stranger.trust()).await, Err(Miss::Untrusted));
    let (other, heard_there) = web(Some(authority.server("hooks.example.org"))).await;
    assert_eq!(post(other, &authority.trust()).await, Err(Miss::Untrusted));
    let (plain, heard_in_plain) = web(None).await;
    assert_eq!(post(plain, &authority.trust()).await, Err(Miss::Silence));
    for heard in [heard, heard_there, heard_in_plain] {
        let heard = heard.lock().unwrap();
        assert!(heard.encrypted.is_empty() && !heard.plain.contains("POST"), "{heard:?}");
    }
}

#[tokio::test]
async fn whoever_gives_an_address_is_told_that_its_certificate_is_not_trusted() {
    let (authority, folder) = (Authority::new(), tempfile::tempdir().unwrap());
    let (address, _) = web(Some(authority.server("127.0.0.1"))).await;
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let (_open, closing) = watch::channel(false);
    for (trust, confirmed) in [(Trust::default(), false), (authority.trust(), true)] {
        let options = CallOptions { networks: vec!["127.0.0.0/8".parse().unwrap()], trust, ..CallOptions::default() };
        let caller = Caller::new(store.clone(), options, closing.clone());
        caller.wish_hook("ann", &format!("https://{address}/told")).await.unwrap();
        assert_eq!(caller.wishes("ann").await.unwrap()[0].confirmed, confirmed);
        let tried = caller.try_hook("ann").await.map_err(|fault| fault.message);
        assert_eq!(tried.is_ok(), confirmed);
        assert!(confirmed || tried.unwrap_err().contains("certificate"));
    }
}

// ---- Mail ----

/// Takes mails until somebody wants to go on encrypted, if that is offered; gives the line then.
async fn take_mails<S>(stream: S, first: &str, offers: bool, hears: impl Fn(&str)) -> Option<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut stream = BufReader::new(stream);
    let mut answer = first.to_owned();
    loop {
        if !answer.is_empty() {
            stream.get_mut().write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        }
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return None;
        }
        hears(&line);
        answer = match line.split([' ', ':']).next().unwrap_or_default().trim() {
            "EHLO" if offers => "250-post.example.org\r\n250-STARTTLS\r\n250 AUTH PLAIN".to_owned(),
            "EHLO" => "250-post.example.org\r\n250 AUTH PLAIN".to_owned(),
            "STARTTLS" => {
                stream.get_mut().write_all(b"220 go on\r\n").await.ok()?;
                return Some(stream.into_inner());
            }
            "AUTH" => "235 welcome".to_owned(),
            "DATA" => {
                stream.get_mut().write_all(b"354 go on\r\n").await.ok()?;
                let mut text = String::new();
                while !text.ends_with("\r\n.\r\n") && stream.read_line(&mut text).await.unwrap_or(0) > 0 {}
                hears(&text);
                "250 taken".to_owned()
            }
            _ => "250 ok".to_owned(),
        };
    }
}

/// How a mail server speaks TLS.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Speaks {
    FromTheFirstByte,
    WhenAsked,
    Never,
}

/// A mail server with this certificate.
async fn post_office(certificate: TlsAcceptor, speaks: Speaks) -> (SocketAddr, Ear) {
    const READY: &str = "220 post.example.org ready";
    serving(move |stream, ear| {
        let certificate = certificate.clone();
        async move {
            let (stream, first) = match speaks {
                Speaks::FromTheFirstByte => (Some(stream), READY),
                _ => {
                    let hears = |words: &str| ear.lock().unwrap().plain += words;
                    (take_mails(stream, READY, speaks == Speaks::WhenAsked, hears).await, "")
                }
            };
            let Some(stream) = stream else { return };
            let Ok(stream) = certificate.accept(stream).await else { return };
            take_mails(stream, first, false, |words| ear.lock().unwrap().encrypted += words).await;
        }
    })
    .await
}

async fn send(scheme: &str, address: SocketAddr, trust: &Trust) -> Result<(), Undelivered> {
    let user = Some(("house".to_owned(), "secret".to_owned()));
    // As if it were on another machine: mails to this one need no encryption.
    let server = MailServer::at(&format!("{scheme}://{address}"), user, "games@example.org", trust, |_| false).unwrap();
    let to = mail::read("ann@example.org").unwrap();
    server.send(&to, "Your turn", "It is your turn.\n", "https://example.org/stop").await
}

#[tokio::test]
async fn mail_goes_over_tls_to_a_server_that_is_trusted_and_never_in_plain_text() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let (authority, stranger) = (Authority::new(), Authority::new());
    let ways = [("smtps", Speaks::FromTheFirstByte), ("smtp", Speaks::WhenAsked)];
    for (scheme, speaks) in ways {
        let (address, heard) = post_office(authority.server("127.0.0.1"), speaks).await;
        assert_eq!(send(scheme, address, &authority.trust()).await, Ok(()));
        let heard = heard.lock().unwrap();
        for words in ["AUTH PLAIN", "RCPT TO:<ann@example.org>", "Subject: Your turn", "It is your turn."] {
            assert!(heard.encrypted.contains(words) && !heard.plain.contains(words), "{heard:?}");
        }
    }
    assert!(!refused(&recorder, Way::Mail));
    for (scheme, speaks) in ways {
        for (name, trust) in
            [("127.0.0.1", Trust::default()), ("127.0.0.1", stranger.trust()), ("post.example.org", authority.trust())]
        {
            let (address, heard) = post_office(authority.server(name), speaks).await;
            assert_eq!(send(scheme, address, &trust).await, Err(Undelivered::ForNow));
            let heard = heard.lock().unwrap();
            assert!(heard.encrypted.is_empty(), "{heard:?}");
            assert!(!["AUTH", "MAIL", "RCPT", "DATA"].iter().any(|word| heard.plain.contains(word)), "{heard:?}");
            if scheme == "smtps" && name == "127.0.0.1" && trust.own.is_empty() {
                assert!(refused(&recorder, Way::Mail));
            }
        }
    }
    // A server that cannot encrypt, or whose offer somebody on the way has removed, gets nothing.
    let (address, heard) = post_office(authority.server("127.0.0.1"), Speaks::Never).await;
    assert_eq!(send("smtp", address, &authority.trust()).await, Err(Undelivered::ForNow));
    let heard = heard.lock().unwrap();
    assert!(heard.plain.contains("EHLO") && !["AUTH", "MAIL", "RCPT"].iter().any(|word| heard.plain.contains(word)), "{heard:?}");
}

#[test]
fn what_is_no_certificate_is_not_taken_for_one() {
    for wrong in ["", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        assert!(Trust::with(wrong.as_bytes()).is_err(), "{wrong}");
    }
}
