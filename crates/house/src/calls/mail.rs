//! Mails through the host's SMTP server.

use super::{
    Way,
    trust::{Trust, count_distrusted, distrusted},
};
use crate::{fault::Fault, token};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor,
    address::Envelope,
    transport::smtp::{Error as SmtpError, authentication::Credentials, client::Tls},
};
use std::{net::IpAddr, time::Duration};
use time::OffsetDateTime;

/// How long it may take to hand a mail to the server.
const LONGEST: Duration = Duration::from_secs(12);

/// The host's SMTP server, and who the mails are from.
#[derive(Clone)]
pub struct MailServer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    /// The sender as it is written in a mail.
    from: String,
    sender: Address,
}

impl std::fmt::Debug for MailServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // What it knows is for nobody's log.
        f.write_str("MailServer")
    }
}

impl MailServer {
    /// The server at `smtp://host:port` or `smtps://host:port`. Mails are encrypted on their way to it, unless it is on this
    /// machine.
    pub fn new(server: &str, user: Option<(String, String)>, from: &str, trust: &Trust) -> Result<MailServer, String> {
        MailServer::at(server, user, from, trust, is_this_machine)
    }

    /// The same; `is_own` tells which hosts are this machine.
    pub(super) fn at(
        server: &str,
        user: Option<(String, String)>,
        from: &str,
        trust: &Trust,
        is_own: fn(&str) -> bool,
    ) -> Result<MailServer, String> {
        let wrong =
            || format!("`{server}` is not an SMTP server such as smtp://mail.example.org:587 or smtps://mail.example.org");
        let (wrapped, rest) = match (server.strip_prefix("smtps://"), server.strip_prefix("smtp://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(wrong()),
        };
        let place: axum::http::uri::Authority = rest.trim_end_matches('/').parse().map_err(|_| wrong())?;
        if place.as_str().contains('@') || place.host().is_empty() {
            return Err(wrong());
        }
        let host = place.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let safe = || trust.mail(&host).map_err(|error| format!("no TLS for {host}: {error}"));
        let tls = match (wrapped, is_own(&host)) {
            (true, _) => Tls::Wrapper(safe()?),
            (false, true) => Tls::None,
            (false, false) => Tls::Required(safe()?),
        };
        let port = place.port_u16().unwrap_or(if wrapped { 465 } else { 587 });
        let mut transport =
            AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&host).port(port).tls(tls).timeout(Some(LONGEST));
        if let Some((user, password)) = user {
            transport = transport.credentials(Credentials::new(user, password));
        }
        let bare = from.rsplit_once('<').map_or(from, |(_, bare)| bare.trim_end().trim_end_matches('>'));
        let not = || format!("`{from}` is not an address that mails can be from");
        let sender: Address = bare.trim().parse().map_err(|_| not())?;
        if !is_plain(from) {
            return Err(not());
        }
        Ok(MailServer { transport: transport.build(), from: from.to_owned(), sender })
    }

    /// Hands a mail to the server. `stop` is the address that ends all mails.
    pub(super) async fn send(&self, to: &Address, subject: &str, words: &str, stop: &str) -> Result<(), Undelivered> {
        let mail = self.written(to, &plain(subject), &plain(words), stop, OffsetDateTime::now_utc());
        let envelope = Envelope::new(Some(self.sender.clone()), vec![to.clone()]).map_err(|_| Undelivered::ForGood)?;
        match self.transport.send_raw(&envelope, mail.as_bytes()).await {
            Ok(_) => Ok(()),
            Err(error) => {
                tell_host(&error);
                Err(if error.is_permanent() { Undelivered::ForGood } else { Undelivered::ForNow })
            }
        }
    }

    /// A mail as it is sent: plain text of signs that every server on its way hands on unchanged.
    fn written(&self, to: &Address, subject: &str, words: &str, stop: &str, now: OffsetDateTime) -> String {
        let (weekday, month) = (now.weekday().to_string(), now.month().to_string());
        let (day, year, hour, minute, second) = (now.day(), now.year(), now.hour(), now.minute(), now.second());
        let date = format!("{weekday:.3}, {day:02} {month:.3} {year} {hour:02}:{minute:02}:{second:02} +0000");
        let headers = [
            ("From", self.from.clone()),
            ("To", to.to_string()),
            ("Subject", subject.to_owned()),
            ("Date", date),
            ("Message-ID", format!("<{}@{}>", token::invitation(), self.sender.domain())),
            // For mail programs: how to stop, and that one request there is enough.
            ("List-Unsubscribe", format!("<{stop}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
            // Nobody is to answer automatically.
            ("Auto-Submitted", "auto-generated".to_owned()),
            ("MIME-Version", "1.0".to_owned()),
            ("Content-Type", "text/plain; charset=us-ascii".to_owned()),
            ("Content-Transfer-Encoding", "7bit".to_owned()),
        ];
        let head: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("{head}\r\n{}", words.replace('\n', "\r\n"))
    }
}

/// Is this a name or an address of this machine?
fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Tells the host why no mail could be handed over. What the server says may hold an address: of that only the code is logged.
fn tell_host(error: &SmtpError) {
    match (distrusted(error), error.status()) {
        (Some(reason), _) => {
            count_distrusted(Way::Mail);
            tracing::error!(reason, "no mail is sent: the certificate of the mail server is not trusted; see --trust");
        }
        (None, Some(code)) => tracing::info!(%code, "the mail server refused a mail"),
        (None, None) if error.is_response() => tracing::error!("no mail is sent: the mail server cannot be understood"),
        (None, None) => tracing::error!(%error, "no mail is sent: the mail server cannot be used"),
    }
}

/// Can a text stand in a header as it is?
fn is_plain(text: &str) -> bool {
    text.chars().all(|sign| sign == ' ' || sign.is_ascii_graphic())
}

/// A text in signs that every server hands on.
fn plain(text: &str) -> String {
    let sign = |sign: char| match sign {
        '\n' | ' ' => sign,
        sign if sign.is_ascii_graphic() => sign,
        '–' | '—' => '-',
        '’' => '\'',
        _ => '?',
    };
    text.chars().map(sign).collect()
}

/// Why a mail could not be handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Undelivered {
    /// The server does not want it.
    ForGood,
    /// The server cannot be reached, or wants it later.
    ForNow,
}

/// An address that mail can be sent to.
pub(super) fn read(text: &str) -> Result<Address, Fault> {
    let wrong = || Fault::bad("this is not an e-mail address such as ann@example.org");
    let text = text.trim();
    // The trailing dot of the root domain may be written or not.
    let text = text.strip_suffix('.').unwrap_or(text);
    let address: Address = text.parse().map_err(|_| wrong())?;
    // Of another shape are only addresses of machines.
    let place = address.domain();
    let plain = is_plain(text) && place.contains('.') && !place.contains('[') && place.split('.').all(|part| !part.is_empty());
    if plain && has_one_spelling(address.user()) { Ok(address) } else { Err(wrong()) }
}

/// Is the local part of an address written in the one way that needs no quotes? `"ann"`, `"a\nn"` and `ann(comment)` are other
/// spellings of `ann`, by which somebody who wants no mail could be asked again; with `%` and `!` old servers forward mail to
/// other mailboxes.
fn has_one_spelling(name: &str) -> bool {
    let sign = |sign: u8| sign.is_ascii_alphanumeric() || b"#$&'*+-/=?^_`{|}~".contains(&sign);
    name.split('.').all(|part| !part.is_empty() && part.bytes().all(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(server: &str, from: &str) -> Result<MailServer, String> {
        MailServer::new(server, None, from, &Trust::default())
    }

    #[test]
    fn a_server_is_told_without_its_password() {
        let from = "Exchequer <games@example.org>";
        for good in ["smtp://mail.example.org:587", "smtps://mail.example.org", "smtp://127.0.0.1:2525", "smtp://[::1]:25/"] {
            server(good, from).unwrap();
        }
        for wrong in
            ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://ann:secret@mail.example.org", "smtp://a b"]
        {
            assert!(server(wrong, from).is_err(), "{wrong}");
        }
        assert!(server("smtp://127.0.0.1", "nobody").is_err());
    }

    #[test]
    fn a_mail_is_plain_text() {
        let office = server("smtp://127.0.0.1", "Exchequer <games@example.org>").unwrap();
        let to = read("ann@example.org").unwrap();
        let words = plain("Your turn at Expensive Investments – Industry\n.\n");
        let mail = office.written(&to, &words.replace('\n', " "), &words, "https://example.org/stop", OffsetDateTime::UNIX_EPOCH);
        assert!(mail.contains("Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"), "{mail}");
        assert!(mail.contains("\r\n\r\nYour turn at Expensive Investments - Industry\r\n.\r\n"), "{mail}");
        assert!(mail.is_ascii() && !mail.replace("\r\n", "").contains(['\r', '\n']));
        assert!(server("smtp://127.0.0.1", "Ann\r\nBcc: b@example.org <a@example.org>").is_err());
    }

    #[test]
    fn an_address_has_a_name_and_a_place() {
        for good in ["ann@example.org", " ann.lee+games@mail.example.org "] {
            assert!(read(good).is_ok(), "{good}");
        }
        for wrong in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "ann@localhost",
            "a b@example.org",
            "ann@example.org\r\nBcc: x@example.org",
            "ann@example.org, ben@example.org",
            "Ann <ann@example.org>",
            "ann@[127.0.0.1]",
            "\"ann\"@example.org",
            "\"a\\nn\"@example.org",
            "\"ann\\\"@example.org",
            "\"an\".n@example.org",
            "\" ann\"@example.org",
            "ann(home)@example.org",
            "(home)ann@example.org",
            "ann@example.org(home)",
            "ann@(home)example.org",
            "ann.@example.org",
            ".ann@example.org",
            "an..n@example.org",
            "ann @example.org",
            "ann@ example.org",
            "ann@example..org",
            "ann@example.org..",
            "<ann@example.org>",
            "ann%example.org@example.org",
            "example.org!ann@example.org",
            "\\ann@example.org",
            "a\u{200b}nn@example.org",
            "ａnn@example.org",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
