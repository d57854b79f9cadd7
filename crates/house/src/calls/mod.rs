//! Calling people whose turn it is and who are not looking: by a web hook, or by mail through the host's SMTP server.
//!
//! The wish to be called belongs to a visitor, not to a table. Whoever has looked at the table since their turn began knows of it and
//! is not called; nobody is called twice for one turn, even if the house was closed meanwhile.

mod hook;
mod mail;
mod seen;
mod trust;
mod wishes;

pub use mail::MailServer;
pub(crate) use seen::Seen;
pub use trust::Trust;
pub use wishes::{Called, MOST_FAILED, Way, Wish, Wishes};

use crate::{
    clock,
    fault::Fault,
    hall::{Hall, News, TurnNews},
    storage::{Played, StoreFault},
    table::{Live, Stage},
    token,
    web::Network,
};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use kernel::Key;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    time::Instant,
};

/// How many hooks are called and how many mails are sent at once; the others wait.
const AT_ONCE: (usize, usize) = (32, 8);

/// A link to confirm an address is good for so long, in milliseconds. A hook of whoever has never been at a table is kept as long.
const CONFIRMED_WITHIN: u64 = 24 * 3600 * 1000;

/// Who neither looks nor acts is called so often about one table, and after that once in so long: others may act and take back as often
/// as they like.
const UNANSWERED: (u32, Duration) = (3, Duration::from_secs(600));

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
    /// Whose certificates are believed, of web hooks.
    pub trust: Trust,
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
            trust: Trust::default(),
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
    /// Who has done something at which table.
    pub(crate) acted: Seen,
    /// Who was told of the turn that they have now.
    told: Mutex<HashSet<Called>>,
    /// Who is about to be called, and since when it is their turn.
    waiting: Mutex<HashMap<Called, Instant>>,
    hooks_at_once: Semaphore,
    mails_at_once: Semaphore,
    /// Calls of one person.
    calls: DefaultKeyedRateLimiter<String>,
    /// Calls about one table since somebody was there.
    unanswered: DefaultKeyedRateLimiter<(Called, Option<Instant>)>,
    /// Calls to hooks at one address of the network, and tries of new ones.
    targets: DefaultKeyedRateLimiter<IpAddr>,
    tries: DefaultKeyedRateLimiter<IpAddr>,
    /// Wishes that one address of the network makes or changes.
    changes: DefaultKeyedRateLimiter<IpAddr>,
    /// Mails that ask to confirm: to one address, from one address of the network, and all.
    confirmations: DefaultKeyedRateLimiter<Key>,
    confirmations_of: DefaultKeyedRateLimiter<IpAddr>,
    all_confirmations: DefaultDirectRateLimiter,
    closing: watch::Receiver<bool>,
}

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

fn stored(fault: StoreFault) -> Fault {
    if !matches!(fault, StoreFault::Closed) {
        tracing::error!(%fault, "the store failed");
    }
    Fault::unavailable(crate::hall::CANNOT_STORE)
}

/// What is known of an address that must not be written down. What follows a `+` leads to the same person.
fn known(address: &str) -> Key {
    let address = address.to_lowercase();
    let address = address.trim_end_matches('.');
    let (name, place) = address.rsplit_once('@').unwrap_or((address, ""));
    let name = name.split('+').next().unwrap_or_default();
    Key::of(&[b"exchequer mail", name.as_bytes(), place.as_bytes()])
}

fn every(period: Duration, burst: u32) -> Quota {
    Quota::with_period(period).unwrap_or(Quota::per_hour(NonZeroU32::MIN)).allow_burst(number(burst))
}

impl Caller {
    /// Somebody who calls people as they wish.
    pub fn new(wishes: Arc<dyn Wishes>, options: CallOptions, closing: watch::Receiver<bool>) -> Caller {
        Caller {
            wishes,
            options,
            seen: Seen::default(),
            acted: Seen::default(),
            told: Mutex::default(),
            waiting: Mutex::default(),
            hooks_at_once: Semaphore::new(AT_ONCE.0),
            mails_at_once: Semaphore::new(AT_ONCE.1),
            calls: RateLimiter::keyed(Quota::per_minute(number(30))),
            unanswered: RateLimiter::keyed(every(UNANSWERED.1, UNANSWERED.0)),
            targets: RateLimiter::keyed(Quota::per_minute(number(60))),
            tries: RateLimiter::keyed(Quota::per_minute(number(20))),
            changes: RateLimiter::keyed(Quota::per_minute(number(20))),
            confirmations: RateLimiter::keyed(every(Duration::from_secs(1800), 2)),
            confirmations_of: RateLimiter::keyed(Quota::per_hour(number(5))),
            all_confirmations: RateLimiter::direct(Quota::per_hour(number(100))),
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
        self.acted.sweep();
        self.calls.retain_recent();
        self.unanswered.retain_recent();
        self.targets.retain_recent();
        self.tries.retain_recent();
        self.changes.retain_recent();
        self.confirmations.retain_recent();
        self.confirmations_of.retain_recent();
    }

    /// Forgets addresses that nobody has confirmed, and hooks of those who play nowhere.
    pub async fn forget_addresses(&self) {
        let before = clock::now().saturating_sub(CONFIRMED_WITHIN);
        for forgotten in [self.wishes.forget_unconfirmed(before).await, self.wishes.forget_idle(before).await] {
            if let Err(fault) = forgotten {
                tracing::warn!(%fault, "addresses could not be forgotten");
            }
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

    /// A visitor wants to be called at this address, and is once it has answered with success.
    pub async fn wish_hook(&self, token: &str, address: &str) -> Result<(), Fault> {
        let address = hook::read(address)?.to_string();
        self.wishes.wish(&new_wish(token, Way::Hook, address)).await.map_err(stored)?;
        // Whoever's server is not there yet can try later.
        let _ = self.try_hook(token).await;
        Ok(())
    }

    /// Calls a visitor's hook once, to see whether it comes through: the new one, if there is one. From then on it counts, also after
    /// it had failed.
    pub async fn try_hook(&self, token: &str) -> Result<(), Fault> {
        let hooks = self.wishes(token).await?.into_iter().filter(|wish| wish.way == Way::Hook);
        let hook = hooks.min_by_key(|wish| wish.confirmed).ok_or_else(|| Fault::conflict("there is no web hook to try"))?;
        let address = hook::read(&hook.address)?;
        let words = "This is how Exchequer will tell you that it is your turn.";
        let call = json!({ "event": "hello", "text": words, "content": words });
        let tried = hook::post(&address, &self.reach(&self.tries), &call).await;
        tried.map_err(|miss| Fault::conflict(miss.words()))?;
        self.wishes.confirm(&hook.secret).await.map_err(stored)
    }

    /// Where hooks may lead, and how often.
    fn reach<'a>(&'a self, limit: &'a DefaultKeyedRateLimiter<IpAddr>) -> hook::Reach<'a> {
        let CallOptions { networks, address, trust, .. } = &self.options;
        hook::Reach { networks, home: address.as_deref(), limit, trust }
    }

    /// A visitor would like to be sent mail: whoever reads it there is asked first. `from` is the address of the network.
    pub async fn wish_mail(&self, token: &str, address: &str, from: IpAddr) -> Result<(), Fault> {
        let (server, home) = self.mailing().ok_or_else(|| Fault::conflict("this house sends no mail"))?;
        let to = mail::read(address)?;
        let known = known(to.as_ref());
        if self.wishes.is_barred(&known.to_string()).await.map_err(stored)? {
            return Err(Fault::conflict("whoever reads mail at this address does not want any from here"));
        }
        if self.confirmations.check_key(&known).is_err() {
            return Err(Fault::busy("this address was asked a moment ago: look into its mail, or try again in half an hour"));
        }
        if self.confirmations_of.check_key(&from).is_err() || self.all_confirmations.check().is_err() {
            return Err(Fault::busy("many addresses were asked to confirm a moment ago: try again in an hour"));
        }
        let stop = self.stop_link(home, &known.to_string()).await.map_err(stored)?;
        let wish = new_wish(token, Way::Mail, to.to_string());
        self.wishes.wish(&wish).await.map_err(stored)?;
        let words = format!(
            "Somebody, probably you, wants Exchequer to send mail to this address whenever it is their turn in a game.\n\n\
             To agree, open this page and press the button:\n{home}/calls/confirm/{}\n\n\
             If that was not you, do nothing, and no more mail will come. To make sure that nobody can ask again:\n{stop}\n",
            wish.secret
        );
        let sent = server.send(&to, "Shall we tell you when it is your turn?", &words, &stop).await;
        sent.map_err(|_| Fault::unavailable("the mail could not be sent: check the address, or try again later"))
    }

    /// The page that ends all mails to an address.
    async fn stop_link(&self, home: &str, known: &str) -> Result<String, StoreFault> {
        Ok(format!("{home}/calls/stop/{}", self.wishes.stop_link(known).await?))
    }

    /// The wish that a link in a mail speaks of.
    pub async fn wish_of(&self, secret: &str) -> Result<Wish, Fault> {
        let wish = self.wishes.wish_of(secret).await.map_err(stored)?.ok_or_else(gone)?;
        let late = !wish.confirmed && wish.made.saturating_add(CONFIRMED_WITHIN) < clock::now();
        if late || wish.way != Way::Mail { Err(gone()) } else { Ok(wish) }
    }

    /// Whoever reads mail at an address agrees to be sent some.
    pub async fn confirm(&self, secret: &str) -> Result<(), Fault> {
        self.wishes.confirm(&self.wish_of(secret).await?.secret).await.map_err(stored)
    }

    /// Has whoever reads mail at the address that a link speaks of agreed to be sent some?
    pub async fn agreed(&self, secret: &str) -> Result<bool, Fault> {
        Ok(self.wishes.stopped_by(secret).await.map_err(stored)?.ok_or_else(gone)?.1)
    }

    /// Whoever reads mail at an address wants no more. Who did not agree to any is never asked again.
    pub async fn stop(&self, secret: &str) -> Result<(), Fault> {
        let (known, agreed) = self.wishes.stopped_by(secret).await.map_err(stored)?.ok_or_else(gone)?;
        if !agreed {
            self.wishes.bar(&known).await.map_err(stored)?;
        }
        self.wishes.forget_address(&known).await.map_err(stored)
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
            match self.wishes.called().await {
                Ok(told) => self.told().extend(told),
                Err(fault) => return tracing::error!(%fault, "nobody is called: it is not known who was told already"),
            }
            let listen = async {
                while let Some(news) = news.recv().await {
                    self.hear(&hall, news).await;
                }
            };
            tokio::join!(self.recall(&hall), listen);
        };
        tokio::select! {
            () = work => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }

    /// After a restart: those are called whose turn began and who were not told of it yet.
    async fn recall(self: &Arc<Caller>, hall: &Hall) {
        let people = self.wishes.wishing().await.unwrap_or_else(|fault| {
            tracing::error!(%fault, "nobody is called for turns that began before");
            Vec::new()
        });
        for person in people {
            let Ok(listing) = hall.store().tables_of(&person, Played::Now, None, TABLES).await else { continue };
            for table in listing.tables {
                let Some(summary) = &table.summary else { continue };
                if let Some((_, seat)) = summary.awaited_people().into_iter().find(|(awaited, _)| *awaited == person) {
                    let (game, person) = (table.founding.game, person.clone());
                    let news = TurnNews { table: table.id, game, person, seat, news: News::Begins, since: Instant::now() };
                    self.hear(hall, news).await;
                }
            }
        }
    }

    async fn hear(self: &Arc<Caller>, hall: &Hall, news: TurnNews) {
        if news.news == News::Passed {
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
            let called = called(&news, wish.way);
            if news.news == News::Begins {
                // Who is about to be called anyway is called for the turn that began last.
                if self.told().contains(&called) || self.waiting().insert(called, news.since).is_some() {
                    continue;
                }
            }
            let (caller, hall, news, mut closing) = (self.clone(), hall.clone(), news.clone(), self.closing.clone());
            tokio::spawn(async move {
                tokio::select! {
                    () = caller.call(&hall, &news, wish) => {}
                    _ = closing.wait_for(|closing| *closing) => {}
                }
            });
        }
    }

    /// Calls somebody; if it is their turn, unless they see that for themselves.
    async fn call(&self, hall: &Hall, news: &TurnNews, wish: Wish) {
        if news.news == News::StandIn {
            return self.ring(hall, news, wish).await;
        }
        let called = called(news, wish.way);
        let since = self.wait(news, &called).await;
        if self.seen.since(&news.person, &news.table, since) || !matters(hall, news).await || self.told().contains(&called) {
            return;
        }
        // It may have been changed meanwhile, or be wished no more.
        let wishes = self.wishes.wishes(&news.person).await.unwrap_or_default();
        let Some(wish) = wishes.into_iter().find(|now| now.way == wish.way && now.counts()) else { return };
        self.ring(hall, news, wish).await;
    }

    /// Waits until somebody has had time to see for themselves that it is their turn. Gives since when it is.
    async fn wait(&self, news: &TurnNews, called: &Called) -> Instant {
        let grace = self.options.grace;
        let mut since = news.since;
        loop {
            // A program looks at no page: its hook is called almost at once. So is that of whoever has not been at the table of late;
            // but who has just come to it may be about to see the page.
            let here = self.seen.within(&news.person, &news.table, grace);
            let wait = if called.way == Way::Mail || here { grace } else { grace / 30 };
            tokio::time::sleep_until(since + wait).await;
            let mut waiting = self.waiting();
            match waiting.get(called) {
                Some(later) if *later > since => since = *later,
                _ => {
                    waiting.remove(called);
                    return since;
                }
            }
        }
    }

    /// Is it not too often that somebody is called? Whoever has been at the table since is called anew.
    fn may_ring(&self, called: &Called) -> bool {
        let Called { person, table, .. } = called;
        let there = self.seen.last(person, table).max(self.acted.last(person, table));
        self.unanswered.check_key(&(called.clone(), there)).is_ok() && self.calls.check_key(person).is_ok()
    }

    /// Calls somebody now, several times if need be.
    async fn ring(&self, hall: &Hall, news: &TurnNews, wish: Wish) {
        let called = called(news, wish.way);
        if !self.may_ring(&called) {
            return metrics::counter!("exchequer_calls_dropped_total").increment(1);
        }
        if news.news == News::Begins {
            // Noted first: better not to be called than to be called without end.
            self.note(&called, true).await;
        }
        let (mut came_through, mut crowded) = (false, false);
        for pause in [Duration::ZERO].into_iter().chain(self.options.again) {
            tokio::time::sleep(pause).await;
            if !pause.is_zero() && !matters(hall, news).await {
                return;
            }
            let permits = if wish.way == Way::Hook { &self.hooks_at_once } else { &self.mails_at_once };
            let Ok(_permit) = permits.acquire().await else { return };
            match self.deliver(news, &wish).await {
                Ok(()) => came_through = true,
                Err(Again::Yes) => continue,
                Err(Again::Crowded) => {
                    crowded = true;
                    continue;
                }
                Err(Again::No) => {}
            }
            break;
        }
        metrics::counter!("exchequer_calls_total", "way" => wish.way.word(), "came_through" => came_through.to_string())
            .increment(1);
        // That too many call the same place is nobody's failure.
        if came_through || !crowded {
            self.count(wish, came_through).await;
        }
    }

    async fn deliver(&self, news: &TurnNews, wish: &Wish) -> Result<(), Again> {
        let title = engine::game(&news.game).map_or("a game", |game| game.about().title);
        match wish.way {
            Way::Hook => {
                let address = hook::read(&wish.address).map_err(|_| Again::No)?;
                let call = self.told_to_a_hook(news, title);
                let posted = hook::post(&address, &self.reach(&self.targets), &call).await;
                posted.map_err(|miss| if miss == hook::Miss::Crowded { Again::Crowded } else { Again::Yes })
            }
            Way::Mail => {
                let (server, home) = self.mailing().ok_or(Again::No)?;
                let to = mail::read(&wish.address).map_err(|_| Again::No)?;
                let known = known(to.as_ref()).to_string();
                let stop = self.stop_link(home, &known).await.map_err(|_| Again::Yes)?;
                let (subject, told) = match news.news {
                    News::StandIn => (
                        format!("A bot is about to play for you at {title}"),
                        format!(
                            "You have been away, and the host lets a bot play for you until you are back, at a table of {title}:"
                        ),
                    ),
                    _ => (format!("Your turn at {title}"), format!("It is your turn at a table of {title}:")),
                };
                let words = format!("{told}\n{home}/t/{}\n\n-- \nTo get no more of these mails:\n{stop}\n", news.table);
                let sent = server.send(&to, &subject, &words, &stop).await;
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
        let (event, told) = match news.news {
            News::StandIn => ("stand_in", "A bot is about to play for you at"),
            _ => ("turn", "Your turn at"),
        };
        let words = format!("{told} {title}: {link}");
        json!({
            "event": event, "game": news.game, "title": title, "table": news.table, "seat": news.seat, "link": link,
            "text": words, "content": words,
        })
    }

    /// Counts calls that failed; who cannot be reached is called no more.
    async fn count(&self, wish: Wish, came_through: bool) {
        let failed = if came_through { 0 } else { wish.failed + 1 };
        if failed == wish.failed {
            return;
        }
        // It may have been changed or forgotten meanwhile: then that counts.
        if let Err(fault) = self.wishes.note_failed(&wish.secret, failed).await {
            tracing::warn!(%fault, "a call that failed could not be counted");
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<Called, Instant>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// Too many call the same place.
    Crowded,
}

fn gone() -> Fault {
    Fault::missing("this link is not valid any more")
}

fn new_wish(token: &str, way: Way, address: String) -> Wish {
    let (person, secret, known) = (token::hash(token), token::invitation(), known(&address).to_string());
    Wish { person, way, address, known, secret, confirmed: false, failed: 0, made: clock::now() }
}

fn called(news: &TurnNews, way: Way) -> Called {
    Called { person: news.person.clone(), table: news.table.clone(), way }
}

/// Is it still worth telling?
async fn matters(hall: &Hall, news: &TurnNews) -> bool {
    let look = |live: &Live| match news.news {
        News::StandIn => live.is_played_by_person(news.seat) && live.stage() == Stage::Running,
        News::Begins | News::Passed => live.summary().awaited_people().contains_key(&news.person),
    };
    hall.look(&news.table, look).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Store, sqlite::Sqlite};

    #[test]
    fn an_address_is_the_same_however_it_is_spelt() {
        assert_eq!(known("Ann+games@Example.org"), known("ann@example.org"));
        for spelt in ["ANN@EXAMPLE.ORG", " ann@example.org ", "ann@example.org.", "Ann+@Example.Org.", "ann+a.b@example.org"] {
            assert_eq!(known(mail::read(spelt).unwrap().as_ref()), known("ann@example.org"), "{spelt}");
        }
        assert_eq!(known("ann+1+2@example.org"), known("ann+@example.org"));
        assert_ne!(known("ann@example.org"), known("ben@example.org"));
        assert_ne!(known("ann@example.org"), known("ann@example.com"));
    }

    struct Calling {
        _folder: tempfile::TempDir,
        _open: watch::Sender<bool>,
        store: Arc<Sqlite>,
        hall: Hall,
        caller: Arc<Caller>,
    }

    async fn calling() -> Calling {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
        let (open, closing) = watch::channel(false);
        let options = CallOptions { grace: Duration::from_secs(3600), ..CallOptions::default() };
        let caller = Arc::new(Caller::new(store.clone(), options, closing));
        Calling { _folder: folder, _open: open, hall: Hall::new(store.clone(), Duration::ZERO), store, caller }
    }

    fn turn(news: News) -> TurnNews {
        let (table, game, person) = ("table".to_owned(), "economy".to_owned(), token::hash("ann"));
        TurnNews { table, game, person, seat: kernel::Seat::FIRST, news, since: Instant::now() }
    }

    fn confirmed(way: Way) -> Wish {
        Wish { confirmed: true, ..new_wish("ann", way, "https://example.org/hook".into()) }
    }

    #[tokio::test]
    async fn who_does_not_answer_is_not_called_again_and_again() {
        let calling = calling().await;
        let Calling { caller, .. } = &calling;
        let calls = |way: Way| (0..10).filter(|_| caller.may_ring(&called(&turn(News::Begins), way))).count();
        assert_eq!((calls(Way::Hook), calls(Way::Mail)), (3, 3), "however often an opponent acts and takes back");
        caller.acted.note(token::hash("ann"), "another table");
        assert_eq!(calls(Way::Hook), 0);
        caller.acted.note(token::hash("ann"), "table");
        assert_eq!(calls(Way::Hook), 3, "who plays is told of each turn");
    }

    #[tokio::test]
    async fn nobody_is_called_all_the_time_from_however_many_tables() {
        let calling = calling().await;
        let rings = (0..40).filter(|table| {
            let news = TurnNews { table: format!("table {table}"), ..turn(News::Begins) };
            calling.caller.may_ring(&called(&news, Way::Hook))
        });
        assert_eq!(rings.count(), 30);
    }

    #[tokio::test]
    async fn the_house_asks_few_addresses_to_confirm_whoever_wants_it() {
        let Calling { _folder, _open, store, .. } = calling().await;
        let mail = MailServer::new("smtp://127.0.0.1:9", None, "games@example.org", &Trust::default()).unwrap();
        let options = CallOptions { mail: Some(mail), address: Some("https://example.org".into()), ..CallOptions::default() };
        let caller = Caller::new(store, options, _open.subscribe());
        let mut asked = 0;
        for number in 0..=100u8 {
            let from = IpAddr::from([192, 0, 2, number]);
            let refused = caller.wish_mail("ann", &format!("stranger-{number}@example.org"), from).await.unwrap_err();
            // Nobody takes the mails of this house; but it tried.
            asked += usize::from(refused.status == axum::http::StatusCode::SERVICE_UNAVAILABLE);
        }
        assert_eq!(asked, 100);
    }

    #[tokio::test]
    async fn one_call_waits_for_each_person_table_and_way() {
        let calling = calling().await;
        let Calling { store, hall, caller, .. } = &calling;
        store.wish(&confirmed(Way::Hook)).await.unwrap();
        for _ in 0..100 {
            caller.hear(hall, turn(News::Begins)).await;
            caller.hear(hall, turn(News::Passed)).await;
        }
        let last = turn(News::Begins);
        caller.hear(hall, last.clone()).await;
        assert_eq!(Arc::strong_count(caller), 2, "one waits");
        assert_eq!(caller.waiting().values().collect::<Vec<_>>(), [&last.since], "for the last turn");
    }

    #[tokio::test]
    async fn what_was_forgotten_does_not_come_back() {
        let calling = calling().await;
        let Calling { store, caller, .. } = &calling;
        let wish = confirmed(Way::Hook);
        store.wish(&wish).await.unwrap();
        caller.count(wish.clone(), false).await;
        assert_eq!(caller.wishes("ann").await.unwrap()[0].failed, 1);
        caller.forget("ann", Way::Hook).await.unwrap();
        caller.count(wish.clone(), false).await;
        store.confirm(&wish.secret).await.unwrap();
        assert!(caller.wishes("ann").await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn hooks_of_those_who_play_nowhere_are_forgotten() {
        let calling = calling().await;
        let Calling { store, caller, .. } = &calling;
        let founding = serde_json::from_value(json!({
            "game": "economy", "options": {}, "seats": 2, "secret": token::entropy().to_string(), "invite": "",
            "host": token::hash("ben"), "open": false, "time": 0
        }));
        store.found(&token::table(), &founding.unwrap(), &[], "waiting").await.unwrap();
        let (old, new) = (clock::now() - CONFIRMED_WITHIN - 1000, clock::now());
        for (who, way, made) in
            [("ann", Way::Hook, old), ("ben", Way::Hook, old), ("cleo", Way::Hook, new), ("dan", Way::Mail, old)]
        {
            let wish = new_wish(who, way, "https://example.org/".into());
            store.wish(&Wish { confirmed: true, made, ..wish }).await.unwrap();
        }
        caller.forget_addresses().await;
        for (who, kept) in [("ann", 0), ("ben", 1), ("cleo", 1), ("dan", 1)] {
            assert_eq!(caller.wishes(who).await.unwrap().len(), kept, "{who}");
        }
    }
}
