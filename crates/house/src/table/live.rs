//! A table of the house as it stands: the fold of its log, and what may be done at it.

use crate::{
    chronicle::Chronicle,
    fault::Fault,
    hall,
    keeping::{EVERY, Keeping, Past},
    log::{Edition, Found, Founding, Holder, LogEntry},
    outline::Outline,
    presence::Presence,
    store::{Sitter, Summary},
    timing::{Clocks, TimeLeft},
    token,
};
use engine::{AnyTable, Chart, Choice, Setup};
use kernel::{Files, Outcome, Seat, Seats, Turn, Viewer};
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use utoipa::ToSchema;

/// What a bot would do in somebody's place, in words, and what it compared that with.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What it would do.
    pub choice: Choice,
    /// What comes next in its ranking; none where it compared nothing.
    pub runner_up: Option<RunnerUp>,
    /// How many choices it compared.
    pub compared: usize,
}

/// The next in a bot's ranking.
#[derive(Clone, Debug)]
pub struct RunnerUp {
    /// What that would do.
    pub choice: Choice,
    /// How many choices the bot sees as exactly as good as its first; if any, this is one of them.
    pub level: usize,
}

/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 24;

/// What somebody is called who gives no name.
pub const GUEST: &str = "Guest";

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// The name that all see.
    pub name: String,
    /// Who holds the seat.
    pub holder: Holder,
    /// The bot that plays for an absent person.
    pub standing_in: Option<String>,
    /// Did the host or the clock put that bot there, not the person?
    pub by_host: bool,
    /// What the seat adds to the luck of the table.
    pub entropy: kernel::Key,
}

impl Chair {
    /// The bot that plays this seat now, if one does.
    pub fn bot(&self) -> Option<&str> {
        match &self.holder {
            Holder::Bot(bot) => Some(bot),
            Holder::Person(_) => self.standing_in.as_deref(),
        }
    }
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Seats are still free.
    Waiting,
    /// The game is played.
    Running,
    /// The game is over.
    Over,
    /// The host closed it before the game began.
    Closed,
    /// The rules were changed so that the game could not go on.
    Stopped,
}

impl Stage {
    /// The word for it in the store.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Running => "running",
            Stage::Over => "over",
            Stage::Closed => "closed",
            Stage::Stopped => "stopped",
        }
    }

    /// The stage of this word.
    pub fn named(word: &str) -> Option<Stage> {
        let all = [Stage::Waiting, Stage::Running, Stage::Over, Stage::Closed, Stage::Stopped];
        all.into_iter().find(|stage| stage.word() == word)
    }
}

/// Somebody asks everybody to take back the last action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who asks.
    pub by: Seat,
    /// Whose consent is still missing.
    pub missing: Seats,
}

/// How far a game is, by the entries of its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many there are.
    pub now: usize,
    /// How many there were with the last that a person made.
    pub of_person: usize,
}

/// A table as it stands.
pub struct Live {
    /// Its name in addresses.
    pub id: String,
    /// What was fixed when it was made.
    pub founding: Founding,
    /// How many entries its log has.
    pub sequence: u64,
    /// Who sits where.
    pub chairs: Vec<Option<Chair>>,
    /// The game, once it has begun.
    pub table: Option<Box<dyn AnyTable>>,
    /// A request to take something back.
    pub request: Option<Request>,
    /// The entry with which each seat acted last; an answer that stands does not count.
    pub acted: Vec<u64>,
    /// The kinds of question to which each seat has left a standing answer.
    standing: Vec<Vec<String>>,
    /// The table that was made to go on from this one.
    pub next: Option<String>,
    /// Did the host close it before the game began?
    closed: bool,
    /// Why nothing can be played any more, if it is not the game that says so.
    pub(crate) rests: Option<Rest>,
    /// The rules that it is played by, as far as that is known.
    pub(crate) edition: Option<Edition>,
    /// What was played, as the log alone tells it.
    pub(crate) outline: Outline,
    /// What was told of the part that cannot be folded any more.
    pub(crate) past: Option<Past>,
    /// The last entry of which it is kept what was told, and the last one that counted then.
    kept: Option<(usize, usize)>,
    /// How entries are taken in.
    pub(crate) reading: Reading,
    /// The content that the game will begin with, if it is not what comes with the program.
    pub(crate) files: Option<Files>,
    /// Luck that the game will begin with: of a table that teaches.
    pub(crate) script: Vec<u32>,
    /// Of each entry of the game's record: did a bot make it?
    by_bot: Vec<bool>,
    /// How much each seat has said since the last move.
    said: Vec<usize>,
    /// How many actions were taken back.
    pub(crate) taken_back: usize,
    /// How often somebody has sat down or left before the game began.
    pub(crate) comings: usize,
    /// What a bot would do on each seat, where its holder asked, and after how many entries of the game that was.
    hints: Vec<Option<(usize, Advice)>>,
    /// When what became known, and what players did beside the game.
    pub chronicle: Chronicle,
    /// How everybody stood through the game: worked out once, when it is over and somebody looks.
    chart: OnceLock<Arc<Chart>>,
    /// How much time everybody has, where that is limited.
    pub(crate) clocks: Option<Clocks>,
    /// The seat for which the rules' choice is made next, since its time was up.
    timed_out: Option<Seat>,
    /// Who is here now. It is no part of the log.
    pub(crate) presence: Arc<Presence>,
}

/// Why a table rests whose game cannot be folded any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// It was over under other rules.
    Over,
    /// It could not go on under the present ones.
    Stopped,
}

/// How entries are taken in.
#[derive(Debug, Default)]
pub(crate) enum Reading {
    /// They are new.
    #[default]
    Not,
    /// They are read from the store and played again.
    Again {
        /// Is every fingerprint compared? If not, some are: that takes far longer than to play.
        thoroughly: bool,
    },
    /// They are read from the store, and noted without being played.
    Over,
}

impl Live {
    /// A table without a log.
    pub fn new(id: String, founding: Founding) -> Live {
        let (chairs, acted, edition) = (vec![None; founding.seats], vec![0; founding.seats], founding.edition);
        let clocks = founding.clock.map(|timing| Clocks::new(timing, founding.seats));
        let (standing, hints) = (vec![Vec::new(); founding.seats], vec![None; founding.seats]);
        let (by_bot, said, chronicle) = (Vec::new(), vec![0; founding.seats], Chronicle::default());
        Live {
            id,
            founding,
            sequence: 0,
            chairs,
            table: None,
            request: None,
            acted,
            standing,
            next: None,
            closed: false,
            rests: None,
            edition,
            outline: Outline::default(),
            past: None,
            kept: None,
            reading: Reading::default(),
            files: None,
            script: Vec::new(),
            by_bot,
            said,
            taken_back: 0,
            comings: 0,
            hints,
            chronicle,
            chart: OnceLock::new(),
            clocks,
            timed_out: None,
            presence: Arc::new(Presence::new(hall::AWAY)),
        }
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        match &self.table {
            _ if self.rests == Some(Rest::Over) => Stage::Over,
            _ if self.rests == Some(Rest::Stopped) => Stage::Stopped,
            None if self.closed => Stage::Closed,
            None => Stage::Waiting,
            Some(table) if table.turn().is_over() => Stage::Over,
            Some(_) => Stage::Running,
        }
    }

    /// How far the game is: whatever is said meanwhile, it stays the same.
    pub fn progress(&self) -> Progress {
        let of_person = self.by_bot.iter().rposition(|by_bot| !by_bot).map_or(0, |index| index + 1);
        Progress { now: self.by_bot.len(), of_person }
    }

    /// How often a seat has asked, gone or come back since the last move.
    pub fn said(&self, seat: Seat) -> usize {
        self.said.get(seat.index()).copied().unwrap_or(0)
    }

    /// What a bot would do on this seat, if that was asked since somebody moved.
    pub fn hint(&self, seat: Seat) -> Option<&Advice> {
        let (after, hint) = self.hints.get(seat.index())?.as_ref()?;
        (*after == self.by_bot.len()).then_some(hint)
    }

    /// Notes what a bot would do on this seat now.
    pub fn note_hint(&mut self, seat: Seat, hint: Advice) {
        let now = self.by_bot.len();
        if let Some(noted) = self.hints.get_mut(seat.index()) {
            *noted = Some((now, hint));
        }
    }

    /// Who sits here.
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index())?.as_ref()
    }

    /// How many entries the game's record has; 0 before it begins.
    pub fn version(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.version())
    }

    /// What whoever sits here is called.
    pub fn name(&self, seat: Seat) -> &str {
        self.chair(seat).map_or("Somebody", |chair| &chair.name)
    }

    /// How everybody stood through the game, once it is over.
    pub fn chart(&self) -> Option<Arc<Chart>> {
        if let Some(end) = self.past.as_ref().and_then(|past| past.end.as_ref()) {
            // None of its moments can be looked at.
            let chart = || Arc::new(Chart { stops: Vec::new(), ..end.chart.clone() });
            return Some(self.chart.get_or_init(chart).clone());
        }
        let table = self.table.as_ref().filter(|table| table.turn().is_over())?;
        Some(self.chart.get_or_init(|| Arc::new(table.chart())).clone())
    }

    /// How it stands, for the lists.
    pub fn summary(&self) -> Summary {
        let sitter = |chair: &Chair| {
            let away = chair.standing_in.is_some();
            Sitter { name: chair.name.clone(), holder: chair.holder.clone(), away }
        };
        Summary {
            seats: self.chairs.iter().map(|chair| chair.as_ref().map(sitter)).collect(),
            awaited: self.turn().concerned().collect(),
            due: self.turn().concerned().filter_map(|seat| Some((seat, self.time_left(seat)?.due))).collect(),
            winners: self.outcome().map_or(Seats::NONE, |outcome| outcome.winners()).collect(),
        }
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.game(), &self.past) {
            (Some(table), _) => table.outcome(),
            (None, Some(past)) => {
                let kept = past.end.as_ref()?.outcome.as_ref()?;
                Some(kept.outcome(engine::game(&self.founding.game).ok()?))
            }
            (None, None) => None,
        }
    }

    /// The seats that this visitor holds.
    pub fn seats_of(&self, token: &str) -> Seats {
        let holder = Holder::Person(token::hash(token));
        let own = |(index, chair): (usize, &Option<Chair>)| {
            chair.as_ref().filter(|chair| chair.holder == holder).and_then(|_| Seat::new(index))
        };
        self.chairs.iter().enumerate().filter_map(own).collect()
    }

    /// All seats of the person who holds this one.
    pub fn held_with(&self, seat: Seat) -> Seats {
        let holder = self.chair(seat).map(|chair| &chair.holder);
        let same = |other: &Seat| holder.is_some() && self.chair(*other).map(|chair| &chair.holder) == holder;
        Seats::first(self.chairs.len()).filter(same).collect()
    }

    /// Seats that nobody has taken.
    pub fn free_seats(&self) -> Seats {
        self.chairs.iter().enumerate().filter(|(_, chair)| chair.is_none()).filter_map(|(index, _)| Seat::new(index)).collect()
    }

    /// Did this visitor make the table?
    pub fn is_host(&self, token: &str) -> bool {
        self.founding.host.as_deref() == Some(&token::hash(token))
    }

    /// Whom the game waits for, who is asked; nobody before it begins.
    pub fn turn(&self) -> Turn {
        self.game().map_or(Turn::OVER, |table| table.turn())
    }

    /// As whom a visitor looks at the table: as the seat that they name; on one device for all, as whoever is asked, or else is
    /// to play.
    pub fn viewer(&self, own: Seats, named: Option<Seat>) -> Viewer {
        let seat = named.filter(|seat| own.contains(*seat)).or(self.first_of(own));
        seat.map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// Which of these seats has to decide first.
    pub fn first_of(&self, seats: Seats) -> Option<Seat> {
        let Turn { awaited, asked, .. } = self.turn();
        seats.and(asked).lowest().or(seats.and(awaited).lowest()).or(seats.lowest())
    }

    /// Does a person play this seat now?
    pub fn is_played_by_person(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.bot().is_none())
    }

    /// How much time the person has who is to decide on this seat, where that is limited.
    pub fn time_left(&self, seat: Seat) -> Option<TimeLeft> {
        self.clocks.as_ref().filter(|_| self.is_played_by_person(seat) && self.game().is_some())?.left(seat)
    }

    /// Is the time of the person up who is to decide on this seat?
    pub fn is_late(&self, seat: Seat, time: u64) -> bool {
        self.time_left(seat).is_some_and(|left| left.due <= time)
    }

    /// Do the clocks stand still until somebody does something, because everybody has run out of time again and again?
    pub fn clocks_rest(&self) -> bool {
        self.stage() == Stage::Running && self.clocks.as_ref().is_some_and(Clocks::rest)
    }

    /// Has the time of a seat run out, and has its player done nothing since?
    pub fn ran_out(&self, seat: Seat) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.ran_out(seat))
    }

    /// When somebody's time is up next.
    pub fn due(&self) -> Option<u64> {
        self.turn().concerned().filter_map(|seat| self.time_left(seat)).map(|left| left.due).min()
    }

    /// The clocks go on from here, in a house that was opened then.
    pub(crate) fn wind(&mut self, opened: u64, time: u64) {
        let turn = self.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.open(opened);
            clocks.come_to(time);
            // Where the rules were changed, nobody's clock ran so far.
            if !turn.is_over() && !clocks.rest() && !turn.concerned().any(|seat| clocks.left(seat).is_some()) {
                clocks.advance(time, turn);
            }
        }
    }

    /// Are people asked for an answer?
    pub fn asks_person(&self) -> bool {
        self.turn().asked.any(|seat| self.is_played_by_person(seat))
    }

    /// The kinds of question to which this seat has left a standing answer.
    pub fn standing(&self, seat: Seat) -> &[String] {
        self.standing.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The next answer that stands: of a person who is asked what they have answered once for all.
    pub fn standing_answer(&self) -> Option<(Seat, String)> {
        let table = self.game()?;
        let stands = |seat: Seat| {
            let kinds = Some(self.standing(seat)).filter(|kinds| !kinds.is_empty() && self.is_played_by_person(seat))?;
            let question = table.question(seat).filter(|question| kinds.iter().any(|kind| kind == question.kind))?;
            Some((seat, question.standing?))
        };
        { table.turn().asked }.find_map(stands)
    }

    /// The game, as long as it is played by the rules that it was played by.
    pub fn game(&self) -> Option<&dyn AnyTable> {
        self.table.as_deref().filter(|_| self.rests.is_none())
    }

    /// The seats that bots have to play now, and which bots: all that are asked for an answer, each of which is given at once;
    /// otherwise whoever of those awaited comes first.
    pub fn bots_to_play(&self) -> Vec<(Seat, String)> {
        let Some(table) = self.game() else { return Vec::new() };
        let bot = |seat: Seat| Some((seat, self.chair(seat)?.bot()?.to_owned()));
        let turn = table.turn();
        let answers: Vec<_> = turn.asked.filter_map(bot).collect();
        if answers.is_empty() { { turn.awaited }.find_map(bot).into_iter().collect() } else { answers }
    }

    /// Is it in play, and does a bot play every seat?
    pub fn is_played_by_bots_alone(&self) -> bool {
        self.stage() == Stage::Running && self.chairs.iter().flatten().all(|chair| chair.bot().is_some())
    }

    /// Is it for a bot to play now?
    pub fn awaits_bot(&self) -> bool {
        !self.bots_to_play().is_empty()
    }

    /// Are bots asked for an answer?
    pub fn asks_bot(&self) -> bool {
        let asked = self.game().map_or(Seats::NONE, |table| table.turn().asked);
        { asked }.any(|seat| self.chair(seat).is_some_and(|chair| chair.bot().is_some()))
    }

    /// The people whose consent a request of this seat needs: all but the asker, bots and those who let a bot stand in for
    /// them. Where the host put the bot there, the person is asked about what they did themselves.
    pub fn to_be_asked(&self, by: Seat) -> Seats {
        let asker = self.chair(by).map(|chair| &chair.holder);
        let concerned = self.acted_themselves(self.to_take_back());
        let asked = |seat: &Seat| {
            let Some(chair) = self.chair(*seat) else { return false };
            let has_a_say = match (&chair.holder, &chair.standing_in) {
                (Holder::Bot(_), _) => false,
                (Holder::Person(_), None) => true,
                (Holder::Person(_), Some(_)) => chair.by_host && concerned.contains(*seat),
            };
            has_a_say && Some(&chair.holder) != asker
        };
        Seats::first(self.chairs.len()).filter(asked).collect()
    }

    /// The seats whose people made one of the last actions themselves.
    fn acted_themselves(&self, actions: usize) -> Seats {
        let Some(table) = &self.table else { return Seats::NONE };
        let moments = table.moments();
        let maker = |moment: usize| {
            let index = moments.get(moment)?.checked_sub(1)?;
            table.actor(moment).filter(|_| self.by_bot.get(index) == Some(&false))
        };
        (0..moments.len()).rev().take(actions).filter_map(maker).collect()
    }

    /// How many actions a consent to take back the last one takes back: the last of a person, and what bots did after it.
    /// To take back a bot's alone would change nothing, since it would move again at once.
    pub fn to_take_back(&self) -> usize {
        let Some(table) = &self.table else { return 0 };
        let of_bot =
            |moment: &usize| table.actor(*moment).is_some_and(|seat| self.chair(seat).is_some_and(|chair| chair.bot().is_some()));
        let moments = table.moments().len();
        let bots = (0..moments).rev().take_while(of_bot).count();
        // The first moment is the set-up; before it nobody did anything.
        if bots + 1 < moments { bots + 1 } else { 0 }
    }

    /// Takes in an entry: one that is read from the store, or one that is about to be stored.
    ///
    /// A new `Acted` comes without its fingerprint; it is filled in. An old one must lead to the state it led to before.
    pub fn take(&mut self, entry: &mut LogEntry) -> Result<(), Fault> {
        if self.rests.is_some() && matches!(entry, LogEntry::Acted { .. } | LogEntry::TookBack { .. } | LogEntry::Asked { .. }) {
            return Err(Fault::conflict("this game was played under other rules: it can only be looked at"));
        }
        let mut deed_of = None;
        match entry {
            LogEntry::Sat { seat, name, holder, entropy } => {
                if self.table.is_some() {
                    return Err(Fault::conflict("the game has begun; no one can sit down any more"));
                }
                if self.closed {
                    return Err(closed());
                }
                let chair = self.chairs.get_mut(seat.index()).ok_or_else(|| Fault::bad("there is no such seat"))?;
                if chair.is_some() {
                    return Err(Fault::conflict(format!("seat {seat} is taken: choose another")));
                }
                *chair = Some(Chair {
                    name: name.clone(),
                    holder: holder.clone(),
                    standing_in: None,
                    by_host: false,
                    entropy: *entropy,
                });
            }
            LogEntry::Left { seat } => {
                if self.table.is_some() {
                    return Err(Fault::conflict("the game has begun: hand your seat to a bot instead"));
                }
                let chair = self.chairs.get_mut(seat.index()).ok_or_else(|| Fault::bad("there is no such seat"))?;
                if chair.take().is_none() {
                    return Err(Fault::conflict("nobody sits there"));
                }
            }
            LogEntry::Began { found, .. } => {
                if self.outline.has_begun() || !self.free_seats().is_empty() {
                    return Err(Fault::conflict("the game begins when all seats are taken"));
                }
                self.begin(found)?;
            }
            LogEntry::Acted { seat, action, time, found } => {
                let by_bot = self.chair(*seat).is_some_and(|chair| chair.bot().is_some());
                // An answer that stands is no deed of its giver now: they may have done something else meanwhile.
                let stands = self.standing_answer().is_some_and(|(giver, answer)| giver == *seat && answer == *action);
                self.act(*seat, action, *time, found)?;
                self.by_bot.push(by_bot);
                self.request = None;
                deed_of = Some(*seat).filter(|seat| !stands && !by_bot && self.timed_out != Some(*seat));
                if let Some(acted) = self.acted.get_mut(seat.index()).filter(|_| !stands) {
                    *acted = self.sequence + 1;
                }
            }
            LogEntry::TookBack { by, consent, .. } => {
                if !matches!(self.reading, Reading::Over) {
                    self.table.as_mut().ok_or_else(waiting)?.undo(*by, *consent)?;
                }
                self.by_bot.push(false);
                self.request = None;
                deed_of = Some(*by);
                if let Some(acted) = self.acted.get_mut(by.index()) {
                    *acted = self.sequence + 1;
                }
            }
            LogEntry::Asked { by } if matches!(self.reading, Reading::Over) => {
                self.request = Some(Request { by: *by, missing: Seats::NONE });
            }
            LogEntry::Asked { by } => {
                let table = self.table.as_ref().ok_or_else(waiting)?;
                if self.to_take_back() == 0 || table.turn().is_over() {
                    return Err(Fault::conflict("there is nothing to take back"));
                }
                self.request = Some(Request { by: *by, missing: self.to_be_asked(*by) });
            }
            LogEntry::Agreed { seat } => {
                let request = self.request.as_mut().ok_or_else(|| Fault::conflict("nobody is asking for anything right now"))?;
                request.missing = request.missing.without(*seat);
            }
            LogEntry::Declined { .. } => self.request = None,
            LogEntry::HandedOver { seat, bot, by_host } => {
                // A bot that is no more plays the safe choice.
                if matches!(self.reading, Reading::Not) && bots::BOTS.iter().all(|known| known.name != bot) {
                    return Err(Fault::bad(format!("there is no bot `{bot}`")));
                }
                let chair = self.occupied(*seat)?;
                if chair.bot() == Some(bot) || matches!(chair.holder, Holder::Bot(_)) {
                    return Err(Fault::conflict("a bot is already playing that seat"));
                }
                // Who went by themselves is not brought back by the host's word.
                chair.by_host = *by_host && (chair.by_host || chair.standing_in.is_none());
                chair.standing_in = Some(bot.clone());
            }
            LogEntry::Resumed { seat, .. } => {
                // Whoever is back where everybody was gone lets the clocks run again.
                let needless = matches!(self.reading, Reading::Not) && !self.clocks_rest();
                let chair = self.occupied(*seat)?;
                if chair.standing_in.take().is_none() && needless {
                    return Err(Fault::conflict("no bot is playing for that seat"));
                }
                chair.by_host = false;
                deed_of = Some(*seat);
            }
            LogEntry::RanOut { seat, bot, .. } => {
                let chair = self.occupied(*seat)?;
                if let Some(bot) = bot {
                    // The person has given up no say.
                    (chair.standing_in, chair.by_host) = (Some(bot.clone()), true);
                }
            }
            LogEntry::Renamed { seat, name, .. } => {
                if matches!(self.stage(), Stage::Over | Stage::Closed | Stage::Stopped) && matches!(self.reading, Reading::Not) {
                    return Err(Fault::conflict("the game is over: names stay as they are"));
                }
                self.occupied(*seat)?.name.clone_from(name);
                if let Some(table) = &mut self.table {
                    table.rename(*seat, name.clone());
                }
            }
            LogEntry::Stood { seat, kind, on } => {
                let kinds = self.standing.get_mut(seat.index()).ok_or_else(|| Fault::bad("there is no such seat"))?;
                let stands = kinds.iter().position(|known| known == kind);
                match (stands, on) {
                    (None, true) => kinds.push(kind.clone()),
                    (Some(index), false) => drop(kinds.remove(index)),
                    (Some(_), true) => return Err(Fault::conflict("this answer stands already")),
                    (None, false) => return Err(Fault::conflict("you have left no such answer")),
                }
            }
            LogEntry::Followed { table } => self.next = Some(table.clone()),
            LogEntry::Closed { .. } => {
                if self.table.is_some() || self.closed {
                    return Err(Fault::conflict("only a table that is waiting for players can be closed"));
                }
                self.closed = true;
            }
            LogEntry::WentOn { edition, .. } => {
                self.edition = Some(*edition);
                self.request = None;
            }
            LogEntry::Stopped { .. } => {
                self.rests = Some(Rest::Stopped);
                self.request = None;
            }
        }
        self.comings += usize::from(matches!(entry, LogEntry::Sat { .. } | LogEntry::Left { .. }));
        self.taken_back += usize::from(matches!(entry, LogEntry::TookBack { .. }));
        self.outline.note(entry);
        self.keep_time(entry, deed_of);
        match entry.said_by().and_then(|seat| self.said.get_mut(seat.index())) {
            Some(said) => *said += 1,
            None if matches!(entry, LogEntry::Acted { .. } | LogEntry::TookBack { .. }) => self.said.fill(0),
            None => {}
        }
        self.sequence += 1;
        self.chronicle.note(entry, self.sequence);
        Ok(())
    }

    /// What an entry means for the clocks. `deed_of` is whose own deed it is.
    fn keep_time(&mut self, entry: &LogEntry, deed_of: Option<Seat>) {
        let turn = self.turn();
        let people = Seats::first(self.chairs.len()).filter(|seat| self.is_played_by_person(*seat)).collect();
        self.timed_out = match entry {
            LogEntry::RanOut { seat, bot: None, .. } => Some(*seat),
            _ => None,
        };
        let Some(clocks) = &mut self.clocks else { return };
        if let Some(seat) = deed_of {
            clocks.wake(seat);
        }
        let time = match *entry {
            LogEntry::Began { time, .. } | LogEntry::Acted { time, .. } | LogEntry::WentOn { time, .. } => {
                clocks.advance(time, turn);
                time
            }
            LogEntry::TookBack { by, time, consent } => {
                clocks.take_back(by, time, turn, consent);
                time
            }
            LogEntry::Resumed { seat, time } => {
                clocks.take_breath(seat, time);
                time
            }
            LogEntry::RanOut { seat, time, .. } => {
                clocks.run_out(seat, time);
                time
            }
            _ => return,
        };
        clocks.settle(people, time, turn);
    }

    fn occupied(&mut self, seat: Seat) -> Result<&mut Chair, Fault> {
        let chair = self.chairs.get_mut(seat.index()).and_then(Option::as_mut);
        chair.ok_or_else(|| Fault::bad("nobody sits there"))
    }

    /// The set-up, or what it was.
    fn begin(&mut self, found: &mut Found) -> Result<(), Fault> {
        if matches!(self.reading, Reading::Over) {
            return Ok(());
        }
        let files = self.files.take();
        let setup = self.setup(files);
        let game = engine::game(&self.founding.game)?;
        let table = match &self.founding.position {
            Some(position) => game.open_at(setup, position)?,
            None => game.open(setup)?,
        };
        let start = table.start();
        match found.fingerprint() {
            None => *found = Found::new(start.hash, &start.luck),
            Some(hash) if hash != start.hash => return Err(self.differs()),
            Some(_) => {}
        }
        self.table = Some(table);
        Ok(())
    }

    /// What a seat does, or did.
    fn act(&mut self, seat: Seat, action: &str, time: u64, found: &mut Found) -> Result<(), Fault> {
        let thoroughly = match &self.reading {
            Reading::Over => return Ok(()),
            Reading::Again { thoroughly } => *thoroughly,
            Reading::Not => false,
        };
        let table = self.table.as_mut().ok_or_else(waiting)?;
        match found.fingerprint() {
            Some(hash) => {
                let checked = thoroughly || (table.version() + 1).is_multiple_of(EVERY);
                table.play_again(seat, action, Some(time), hash, checked)?;
            }
            None => {
                table.play(seat, action, Some(time))?;
                if let Some(kernel::Entry::Act { luck, hash, .. }) = table.last_entry() {
                    *found = Found::new(hash, &luck);
                }
            }
        }
        Ok(())
    }

    fn differs(&self) -> Fault {
        Fault::internal(format!("the log of table {} leads to another state than it did", self.id))
    }

    /// What was agreed before the game began.
    fn setup(&self, files: Option<Files>) -> Setup {
        let chairs = self.chairs.iter().flatten();
        Setup {
            files,
            options: self.founding.options.clone(),
            seats: chairs.clone().map(|chair| chair.name.clone()).collect(),
            entropy: chairs.map(|chair| chair.entropy).collect(),
            script: self.script.clone(),
            ..Setup::new(self.founding.secret)
        }
    }

    /// The game at a moment that was kept after this entry, by the present rules and this content.
    pub(crate) fn game_at(&self, moment: &Value, entry: usize, files: Option<Files>) -> Result<Box<dyn AnyTable>, Fault> {
        Ok(engine::game(&self.founding.game)?.go_on(self.setup(files), moment, entry)?)
    }

    /// What is to be kept of it now, beside its log: if it is time for it.
    pub fn keeping(&self) -> Option<Keeping> {
        let table = self.game()?;
        let due = self.kept.is_none_or(|(entry, moment)| {
            let since = table.version().saturating_sub(entry);
            // What is kept has to be a moment that counts: otherwise nothing could go on from it.
            since >= EVERY || self.outline.last() < moment || since > 0 && table.turn().is_over()
        });
        due.then(|| Keeping::of(self, self.kept.map(|(entry, _)| entry))).flatten()
    }

    /// It was kept after this entry.
    pub fn note_kept(&mut self, entry: usize) {
        self.kept = Some((entry, self.outline.last()));
    }
}

fn closed() -> Fault {
    Fault::conflict("the host closed this table")
}

fn waiting() -> Fault {
    Fault::conflict("the game has not begun yet: seats are still free")
}
