//! Calling people whose turn it is and who are not looking: by a web hook, or by mail through the host's SMTP server.
//!
//! The wish to be called belongs to a visitor, not to a table. Whoever has looked at the table since their turn began knows of it and
//! is not called; nobody is called twice for one turn, even if the house was closed meanwhile.

mod hook;
mod mail;
mod seen;
mod wishes;

pub use mail::MailServer;
pub(crate) use seen::Seen;
pub use wishes::{Called, MOST_FAILED, Way, Wish, Wishes};

use crate::{
    clock,
    fault::Fault,
    hall::{Hall, TurnNews},
    store::{Played, StoreFault},
    token,
    web::Network,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use kernel::Key;
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    time::Instant,
};

/// How many calls are made at once; the others wait.
const AT_ONCE: usize = 8;

/// How many calls wait at most: more than that is a flood, and what comes then is dropped.
const WAITING: usize = 2000;

/// A link to confirm an address is good for so long, in milliseconds.
const CONFIRMED_WITHIN: u64 = 24 * 3600 * 1000;

/// How many tables of somebody are looked at after a restart.
const TABLES: usize = 100;

/// How people are called.
#[derive(Clone, Debug)]
pub struct CallOptions {
    /// The address by which people know the house, for links in mails: `https://games.example.org`.
    pub address: Option<String>,
    /// Networks that web hooks may lead to although they are not public.
    pub networks: Vec<Network>,
    /// The server that mails go through; without it no mail is offered.
    pub mail: Option<MailServer>,
    /// How long somebody has to see for themselves that it is their turn before they are called.
    pub grace: Duration,
    /// After what time a call that did not come through is made again.
    pub again: [Duration; 2],
}

impl Default for CallOptions {
    fn default() -> CallOptions {
        CallOptions {
            address: None,
            networks: Vec::new(),
            mail: None,
            grace: Duration::from_secs(60),
            again: [5, 60].map(Duration::from_secs),
        }
    }
}

/// Who calls people.
pub struct Caller {
    wishes: Arc<dyn Wishes>,
    options: CallOptions,
    /// Who has looked at which table.
    pub(crate) seen: Seen,
    /// Who was told of the turn that they have now.
    told: Mutex<HashSet<Called>>,
    at_once: Semaphore,
    waiting: Semaphore,
    /// Calls of one person.
    calls: DefaultKeyedRateLimiter<String>,
    /// Wishes that one address of the network makes or changes.
    changes: DefaultKeyedRateLimiter<IpAddr>,
    /// Mails that ask one address to confirm.
    confirmations: DefaultKeyedRateLimiter<Key>,
    closing: watch::Receiver<bool>,
}

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

fn stored(fault: StoreFault) -> Fault {
    tracing::error!(%fault, "the store failed");
    Fault::unavailable("nothing can be saved right now: try again in a moment")
}

/// What is known of an address that must not be written down.
fn known(address: &str) -> Key {
    Key::of(&[b"exchequer mail", address.to_lowercase().as_bytes()])
}

impl Caller {
    /// Somebody who calls people as they wish.
    pub fn new(wishes: Arc<dyn Wishes>, options: CallOptions, closing: watch::Receiver<bool>) -> Caller {
        let half_an_hour = Quota::with_period(Duration::from_secs(1800)).unwrap_or(Quota::per_hour(number(2)));
        Caller {
            wishes,
            options,
            seen: Seen::default(),
            told: Mutex::default(),
            at_once: Semaphore::new(AT_ONCE),
            waiting: Semaphore::new(WAITING),
            calls: RateLimiter::keyed(Quota::per_minute(number(30))),
            changes: RateLimiter::keyed(Quota::per_minute(number(20))),
            confirmations: RateLimiter::keyed(half_an_hour.allow_burst(number(2))),
            closing,
        }
    }

    /// Are mails offered?
    pub fn mails(&self) -> bool {
        self.options.mail.is_some() && self.options.address.is_some()
    }

    /// Forgets what is not needed any more.
    pub fn sweep(&self) {
        self.seen.sweep();
        self.calls.retain_recent();
        self.changes.retain_recent();
        self.confirmations.retain_recent();
    }

    /// Forgets addresses that nobody has confirmed.
    pub async fn forget_unconfirmed(&self) {
        if let Err(fault) = self.wishes.forget_unconfirmed(clock::now().saturating_sub(CONFIRMED_WITHIN)).await {
            tracing::warn!(%fault, "addresses could not be forgotten");
        }
    }

    // ---- Wishes ----

    /// How a visitor wants to be called.
    pub async fn wishes(&self, token: &str) -> Result<Vec<Wish>, Fault> {
        self.wishes.wishes(&token::hash(token)).await.map_err(stored)
    }

    /// Nobody changes their wishes all the time.
    pub(crate) fn allow(&self, party: IpAddr) -> Result<(), Fault> {
        self.changes.check_key(&party).map_err(|_| Fault::busy("too many changes at once: wait a minute and try again"))
    }

    /// From now on a visitor is called at this address.
    pub async fn wish_hook(&self, token: &str, address: &str) -> Result<(), Fault> {
        let address = hook::read(address)?.to_string();
        let wish = Wish { confirmed: true, ..new_wish(token, Way::Hook, address) };
        self.wishes.wish(&wish).await.map_err(stored)
    }

    /// Calls a visitor's hook once, to see whether it comes through.
    pub async fn try_hook(&self, token: &str) -> Result<(), Fault> {
        let hook = self.wishes(token).await?.into_iter().find(|wish| wish.way == Way::Hook);
        let mut hook = hook.ok_or_else(|| Fault::conflict("there is no web hook to try"))?;
        let address = hook::read(&hook.address)?;
        let words = "This is how Exchequer will tell you that it is your turn.";
        let call = json!({ "event": "hello", "text": words, "content": words });
        let tried = hook::post(&address, &self.options.networks, &call).await;
        tried.map_err(|miss| Fault::conflict(miss.words()))?;
        // Who has mended it is called again.
        hook.failed = 0;
        self.wishes.wish(&hook).await.map_err(stored)
    }

    /// A visitor would like to be sent mail: whoever reads it there is asked first.
    pub async fn wish_mail(&self, token: &str, address: &str) -> Result<(), Fault> {
        let (server, home) = self.mailing().ok_or_else(|| Fault::conflict("this house sends no mail"))?;
        let to = mail::read(address)?;
        let known = known(to.as_ref());
        if self.wishes.is_barred(&known.to_string()).await.map_err(stored)? {
            return Err(Fault::conflict("whoever reads mail at this address does not want any from here"));
        }
        if self.confirmations.check_key(&known).is_err() {
            return Err(Fault::busy("this address was asked a moment ago: look into its mail, or try again in half an hour"));
        }
        let wish = new_wish(token, Way::Mail, to.to_string());
        self.wishes.wish(&wish).await.map_err(stored)?;
        let stop = format!("{home}/calls/stop/{}", wish.secret);
        let words = format!(
            "Somebody, probably you, wants Exchequer to send mail to this address whenever it is their turn in a game.\n\n\
             To agree, open this page and press the button:\n{home}/calls/confirm/{}\n\n\
             If that was not you, do nothing, and no more mail will come. To make sure that nobody can ask again:\n{stop}\n",
            wish.secret
        );
        let sent = server.send(&to, "Shall we tell you when it is your turn?", &words, &stop).await;
        sent.map_err(|_| Fault::unavailable("the mail could not be sent: check the address, or try again later"))
    }

    /// The wish that a link in a mail speaks of.
    pub async fn wish_of(&self, secret: &str) -> Result<Wish, Fault> {
        let gone = || Fault::missing("this link is not valid any more: nothing is sent to that address");
        let wish = self.wishes.wish_of(secret).await.map_err(stored)?.ok_or_else(gone)?;
        let late = !wish.confirmed && wish.made.saturating_add(CONFIRMED_WITHIN) < clock::now();
        if late || wish.way != Way::Mail { Err(gone()) } else { Ok(wish) }
    }

    /// Whoever reads mail at an address agrees to be sent some.
    pub async fn confirm(&self, secret: &str) -> Result<(), Fault> {
        let wish = Wish { confirmed: true, failed: 0, ..self.wish_of(secret).await? };
        self.wishes.wish(&wish).await.map_err(stored)
    }

    /// Whoever reads mail at an address wants no more. Who never agreed to any is never asked again.
    pub async fn stop(&self, secret: &str) -> Result<(), Fault> {
        let wish = self.wish_of(secret).await?;
        if !wish.confirmed {
            self.wishes.bar(&known(&wish.address).to_string()).await.map_err(stored)?;
        }
        self.wishes.forget_wish(&wish.person, wish.way).await.map_err(stored)
    }

    /// A visitor does not want to be called in this way any more.
    pub async fn forget(&self, token: &str, way: Way) -> Result<(), Fault> {
        self.wishes.forget_wish(&token::hash(token), way).await.map_err(stored)
    }

    fn mailing(&self) -> Option<(&MailServer, &str)> {
        self.options.mail.as_ref().zip(self.options.address.as_deref())
    }

    // ---- Calls ----

    /// Calls people as turns come and go, until the house closes.
    pub async fn run(self: Arc<Caller>, hall: Hall, mut news: mpsc::Receiver<TurnNews>) {
        let mut closing = self.closing.clone();
        let work = async {
            self.recall(&hall).await;
            while let Some(news) = news.recv().await {
                self.hear(&hall, news).await;
            }
        };
        tokio::select! {
            () = work => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }

    /// After a restart: those are called whose turn began and who were not told of it yet.
    async fn recall(self: &Arc<Caller>, hall: &Hall) {
        let told = self.wishes.called().await;
        let people = match told {
            Ok(told) => {
                self.told().extend(told);
                self.wishes.wishing().await
            }
            Err(fault) => Err(fault),
        };
        let people = people.unwrap_or_else(|fault| {
            tracing::error!(%fault, "nobody is called for turns that began before");
            Vec::new()
        });
        for person in people {
            let Ok(tables) = hall.store().tables_of(&person, Played::Now, TABLES).await else { continue };
            for table in tables {
                let Some(summary) = &table.summary else { continue };
                if let Some((_, seat)) = summary.awaited_people().into_iter().find(|(awaited, _)| *awaited == person) {
                    let game = table.founding.game;
                    self.hear(
                        hall,
                        TurnNews { table: table.id, game, person: person.clone(), seat, begins: true, since: Instant::now() },
                    )
                    .await;
                }
            }
        }
    }

    async fn hear(self: &Arc<Caller>, hall: &Hall, news: TurnNews) {
        if !news.begins {
            for way in [Way::Hook, Way::Mail] {
                self.note(&called(&news, way), false).await;
            }
            return;
        }
        let wishes = match self.wishes.wishes(&news.person).await {
            Ok(wishes) => wishes,
            Err(fault) => return tracing::error!(%fault, "somebody could not be called"),
        };
        for wish in wishes.into_iter().filter(Wish::counts) {
            if self.told().contains(&called(&news, wish.way)) {
                continue;
            }
            let (caller, hall, news, mut closing) = (self.clone(), hall.clone(), news.clone(), self.closing.clone());
            tokio::spawn(async move {
                let Ok(_waiting) = caller.waiting.try_acquire() else {
                    metrics::counter!("exchequer_calls_dropped_total").increment(1);
                    return;
                };
                tokio::select! {
                    () = caller.call(&hall, &news, wish) => {}
                    _ = closing.wait_for(|closing| *closing) => {}
                }
            });
        }
    }

    /// Calls somebody, unless they see for themselves that it is their turn.
    async fn call(&self, hall: &Hall, news: &TurnNews, wish: Wish) {
        let grace = self.options.grace;
        // A program looks at no page: its hook is called almost at once. So is that of whoever has not been at the table of late;
        // but who has just come to it may be about to see the page.
        let here = self.seen.within(&news.person, &news.table, grace);
        let wait = if wish.way == Way::Mail || here { grace } else { grace / 30 };
        tokio::time::sleep_until(news.since + wait).await;
        if self.seen.since(&news.person, &news.table, news.since) {
            return;
        }
        let called = called(news, wish.way);
        if !still(hall, news).await || self.told().contains(&called) || self.calls.check_key(&news.person).is_err() {
            return;
        }
        // Noted first: better not to be called than to be called without end.
        self.note(&called, true).await;
        let mut came_through = false;
        for pause in [Duration::ZERO].into_iter().chain(self.options.again) {
            tokio::time::sleep(pause).await;
            if !pause.is_zero() && !still(hall, news).await {
                return;
            }
            let Ok(_permit) = self.at_once.acquire().await else { return };
            match self.deliver(news, &wish).await {
                Ok(()) => came_through = true,
                Err(Again::Yes) => continue,
                Err(Again::No) => {}
            }
            break;
        }
        metrics::counter!("exchequer_calls_total", "way" => wish.way.word(), "came_through" => came_through.to_string())
            .increment(1);
        self.count(wish, came_through).await;
    }

    async fn deliver(&self, news: &TurnNews, wish: &Wish) -> Result<(), Again> {
        let title = engine::game(&news.game).map_or("a game", |game| game.about().title);
        match wish.way {
            Way::Hook => {
                let address = hook::read(&wish.address).map_err(|_| Again::No)?;
                let call = self.told_to_a_hook(news, title);
                hook::post(&address, &self.options.networks, &call).await.map_err(|_| Again::Yes)
            }
            Way::Mail => {
                let (server, home) = self.mailing().ok_or(Again::No)?;
                let to = mail::read(&wish.address).map_err(|_| Again::No)?;
                let stop = format!("{home}/calls/stop/{}", wish.secret);
                let words = format!(
                    "It is your turn at a table of {title}:\n{home}/t/{}\n\n-- \nTo get no more of these mails:\n{stop}\n",
                    news.table
                );
                let sent = server.send(&to, &format!("Your turn at {title}"), &words, &stop).await;
                sent.map_err(|undelivered| match undelivered {
                    mail::Undelivered::ForNow => Again::Yes,
                    mail::Undelivered::ForGood => Again::No,
                })
            }
        }
    }

    /// What a hook is told: the same in a few words that chat programs show.
    fn told_to_a_hook(&self, news: &TurnNews, title: &str) -> Value {
        let path = format!("/t/{}", news.table);
        let link = self.options.address.as_ref().map_or(path.clone(), |home| format!("{home}{path}"));
        let words = format!("Your turn at {title}: {link}");
        json!({
            "event": "turn", "game": news.game, "title": title, "table": news.table, "seat": news.seat, "link": link,
            "text": words, "content": words,
        })
    }

    /// Counts calls that failed; who cannot be reached is called no more.
    async fn count(&self, wish: Wish, came_through: bool) {
        let failed = if came_through { 0 } else { wish.failed + 1 };
        if failed == wish.failed {
            return;
        }
        // It may have been changed meanwhile: then that counts.
        let now = self.wishes.wishes(&wish.person).await.unwrap_or_default();
        if now.iter().any(|now| now.way == wish.way && now.secret == wish.secret)
            && let Err(fault) = self.wishes.wish(&Wish { failed, ..wish }).await
        {
            tracing::warn!(%fault, "a call that failed could not be counted");
        }
    }

    fn told(&self) -> std::sync::MutexGuard<'_, HashSet<Called>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that somebody was called for the turn that they have, or that it has passed.
    async fn note(&self, called: &Called, on: bool) {
        let changed = if on { self.told().insert(called.clone()) } else { self.told().remove(called) };
        if changed && let Err(fault) = self.wishes.note_called(called, on).await {
            tracing::warn!(%fault, "it could not be noted that somebody was called");
        }
    }
}

/// Is a call worth another try?
enum Again {
    Yes,
    No,
}

fn new_wish(token: &str, way: Way, address: String) -> Wish {
    let (person, secret) = (token::hash(token), token::invitation());
    Wish { person, way, address, secret, confirmed: false, failed: 0, made: clock::now() }
}

fn called(news: &TurnNews, way: Way) -> Called {
    Called { person: news.person.clone(), table: news.table.clone(), way }
}

/// Is it still this person's turn?
async fn still(hall: &Hall, news: &TurnNews) -> bool {
    let awaited = hall.look(&news.table, |live| live.summary().awaited_people()).await.unwrap_or_default();
    awaited.contains_key(&news.person)
}
