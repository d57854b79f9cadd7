//! A table of the house as it stands: the fold of its log.

use super::{
    Advice, Chair, Edition, Founding, Request, Source, Stage, Unplayable,
    chronicle::Chronicle,
    counted_entries::CountedEntries,
    presence::Presence,
    snapshot::{EVERY, Past, Snapshot},
    timing::Clocks,
};
use crate::{
    hall,
    storage::{Sitter, Summary},
};
use engine::{AnyTable, Chart};
use kernel::{Files, Outcome, Seat, Seats};
use std::sync::{Arc, OnceLock};

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
    pub(super) standing: Vec<Vec<String>>,
    /// The table that was made to go on from this one.
    pub next: Option<String>,
    /// Did the host close it before the game began?
    pub(super) closed: bool,
    /// Why nothing can be played any more, if it is not the game that says so.
    pub(crate) unplayable: Option<Unplayable>,
    /// The rules that it is played by, as far as that is known.
    pub(crate) edition: Option<Edition>,
    /// What was played, as the log alone tells it.
    pub(crate) counted: CountedEntries,
    /// What was told of the part that cannot be folded any more.
    pub(crate) past: Option<Past>,
    /// The last entry of which it is kept what was told, and the last one that counted then.
    last_snapshot: Option<(usize, usize)>,
    /// Where the entries come from that are taken in now.
    pub(crate) source: Source,
    /// The content that the game will begin with, if it is not what comes with the program.
    pub(crate) files: Option<Files>,
    /// Luck that the game will begin with: of a table that teaches.
    pub(crate) script: Vec<u32>,
    /// Of each entry of the game's record: did a bot make it?
    pub(super) by_bot: Vec<bool>,
    /// How much each seat has said since the last move.
    pub(super) said: Vec<usize>,
    /// How many actions were taken back.
    pub(crate) taken_back: usize,
    /// How often somebody has sat down or left before the game began.
    pub(crate) comings: usize,
    /// What a bot would do on each seat, where its holder asked, and after how many entries of the game that was.
    pub(super) hints: Vec<Option<(usize, Advice)>>,
    /// When what became known, and what players did beside the game.
    pub chronicle: Chronicle,
    /// How everybody stood through the game: worked out once, when it is over and somebody looks.
    chart: OnceLock<Arc<Chart>>,
    /// How much time everybody has, where that is limited.
    pub(crate) clocks: Option<Clocks>,
    /// The seat for which the rules' choice is made next, since its time was up.
    pub(super) timed_out: Option<Seat>,
    /// Who is here now. It is no part of the log.
    pub(crate) presence: Arc<Presence>,
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
            unplayable: None,
            edition,
            counted: CountedEntries::default(),
            past: None,
            last_snapshot: None,
            source: Source::default(),
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
            _ if self.unplayable == Some(Unplayable::Over) => Stage::Over,
            _ if self.unplayable == Some(Unplayable::Stopped) => Stage::Stopped,
            None if self.closed => Stage::Closed,
            None => Stage::Waiting,
            Some(table) if table.turn().is_over() => Stage::Over,
            Some(_) => Stage::Running,
        }
    }

    /// How often a seat has asked, gone or come back since the last move.
    pub fn said(&self, seat: Seat) -> usize {
        self.said.get(seat.index()).copied().unwrap_or(0)
    }

    /// How many entries the game's record has; 0 before it begins.
    pub fn version(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.version())
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
                let stored = past.end.as_ref()?.outcome.as_ref()?;
                Some(stored.outcome(engine::game(&self.founding.game).ok()?))
            }
            (None, None) => None,
        }
    }

    /// The game, as long as it is played by the rules that it was played by.
    pub fn game(&self) -> Option<&dyn AnyTable> {
        self.table.as_deref().filter(|_| self.unplayable.is_none())
    }

    /// What is to be kept of it now, beside its log: if it is time for it.
    pub fn due_snapshot(&self) -> Option<Snapshot> {
        let table = self.game()?;
        let due = self.last_snapshot.is_none_or(|(entry, moment)| {
            let since = table.version().saturating_sub(entry);
            // What is kept has to be a moment that counts: otherwise nothing could go on from it.
            since >= EVERY || self.counted.last() < moment || since > 0 && table.turn().is_over()
        });
        due.then(|| Snapshot::of(self, self.last_snapshot.map(|(entry, _)| entry))).flatten()
    }

    /// It was kept after this entry.
    pub fn note_snapshot(&mut self, entry: usize) {
        self.last_snapshot = Some((entry, self.counted.last()));
    }
}
