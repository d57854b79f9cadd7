//! A part of a table's log as one visitor may know it: what happened in the game, and between that what the players did about
//! it. However long a game is, a page has a window of its log, and links to what was before and after.

use crate::{boards, live::Live};
use engine::{AnyTable, ToldEvent};
use kernel::{Seat, Viewer};

/// So many lines a page has at least, if there are as many.
pub const LINES: usize = 60;

/// So many of the last ones stay to be read out at least, so that none is taken away before it was heard.
pub const HEARD: usize = 12;

/// Which part of the log is asked for. Versions are those of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Part {
    /// The end of it.
    #[default]
    Last,
    /// What came before this version.
    Before(u64),
    /// What came after this version.
    After(u64),
    /// What came with this version, and around it.
    Around(u64),
}

/// One line of the log.
#[derive(Clone, Debug)]
pub struct LogLine {
    /// The version of the table with which it came.
    pub version: u64,
    /// What happened.
    pub text: String,
    /// Who did it, as far as the line says.
    pub seat: Option<Seat>,
    /// The event of the game; none for what was done about it.
    pub told: Option<ToldEvent>,
    /// Does a new turn begin with it?
    pub opens_turn: bool,
}

/// A part of the log, oldest line first.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The lines. What came with one version is never divided.
    pub lines: Vec<LogLine>,
    /// Is there more before them?
    pub earlier: bool,
    /// Is there more after them?
    pub later: bool,
}

impl Window {
    /// The part that is asked for, about so many lines of it.
    pub fn of(live: &Live, viewer: Viewer, part: Part, lines: usize) -> Window {
        let Some(table) = live.table.as_deref() else { return Window::default() };
        let log = Log { live, table, viewer };
        let mut window = match part {
            Part::Last => log.before(u64::MAX, lines),
            Part::Before(version) => log.before(version, lines),
            Part::After(version) => log.after(version, lines),
            Part::Around(version) => {
                let (mut before, after) = (log.before(version.saturating_add(1), lines), log.after(version, lines / 2));
                before.lines.extend(after.lines);
                Window { later: after.later, ..before }
            }
        };
        for index in 1..window.lines.len() {
            window.lines[index].opens_turn = log.opens_turn(&window.lines[index - 1], &window.lines[index]);
        }
        window
    }

    /// The version with which the first line came.
    pub fn first(&self) -> Option<u64> {
        self.lines.first().map(|line| line.version)
    }

    /// The version with which the last line came.
    pub fn last(&self) -> Option<u64> {
        self.lines.last().map(|line| line.version)
    }
}

/// The whole log, of which lines are told again where somebody reads them.
struct Log<'a> {
    live: &'a Live,
    table: &'a dyn AnyTable,
    viewer: Viewer,
}

impl Log<'_> {
    /// The last lines before this version.
    fn before(&self, version: u64, lines: usize) -> Window {
        let end = self.place(version);
        let mut first = end;
        // How many lines an entry brings is not known before they are told.
        let mut told = Vec::new();
        while first > 0 && told.len() < lines {
            first = end.saturating_sub(2 * (end - first).max(lines / 2));
            told = self.told(first, end);
        }
        let from = if first > 0 { self.heard(first) } else { 0 };
        let mut window = self.merged(told, from, version);
        let mut cut = window.lines.len().saturating_sub(lines);
        while cut > 0 && window.lines[cut - 1].version == window.lines[cut].version {
            cut -= 1;
        }
        window.lines.drain(..cut);
        window.earlier = first > 0 || cut > 0;
        window.later = window.last().is_some_and(|last| self.is_later(last));
        window
    }

    /// The first lines after this version.
    fn after(&self, version: u64, lines: usize) -> Window {
        let (start, moments) = (self.place(version.saturating_add(1)), self.table.moments().len());
        let (mut end, mut told) = (start, Vec::new());
        while end < moments && told.len() < lines {
            end = moments.min(start + 2 * (end - start).max(lines / 2));
            told = self.told(start, end);
        }
        let to = if end < moments { self.heard(end) } else { u64::MAX };
        let mut window = self.merged(told, version.saturating_add(1), to);
        let mut cut = window.lines.len().min(lines);
        while cut > 0 && cut < window.lines.len() && window.lines[cut - 1].version == window.lines[cut].version {
            cut += 1;
        }
        window.later = end < moments || cut < window.lines.len();
        window.lines.truncate(cut);
        window.earlier = version > 0;
        window
    }

    /// The version with which the moment at this place came.
    fn heard(&self, place: usize) -> u64 {
        self.table.moments().get(place).map_or(u64::MAX, |entry| self.live.chronicle.heard(*entry))
    }

    /// The first moment that came with this version or later.
    fn place(&self, version: u64) -> usize {
        self.table.moments().partition_point(|entry| self.live.chronicle.heard(*entry) < version)
    }

    /// Is there a line after those of this version?
    fn is_later(&self, version: u64) -> bool {
        let remarks = self.live.chronicle.remarks();
        self.place(version + 1) < self.table.moments().len() || remarks.last().is_some_and(|remark| remark.version > version)
    }

    /// What happened in these moments.
    fn told(&self, first: usize, end: usize) -> Vec<ToldEvent> {
        let moments = self.table.moments();
        match (moments.get(first), end.checked_sub(1).and_then(|last| moments.get(last))) {
            (Some(first), Some(last)) if first <= last => self.table.events(*first..=*last, self.viewer),
            _ => Vec::new(),
        }
    }

    /// With what the players did about the game in these versions; the last is not among them.
    fn merged(&self, told: Vec<ToldEvent>, from: u64, to: u64) -> Window {
        let board = boards::board(&self.live.founding.game);
        let told = told.into_iter().map(|told| LogLine {
            version: self.live.chronicle.heard(told.entry),
            text: told.text.clone(),
            seat: board.and_then(|board| board.doer(&told)),
            told: Some(told),
            opens_turn: true,
        });
        let remarks = self.live.chronicle.remarks();
        let within = remarks.partition_point(|one| one.version < from)..remarks.partition_point(|one| one.version < to);
        let remarks = remarks.get(within).unwrap_or_default().iter().map(|remark| LogLine {
            version: remark.version,
            text: format!("{} {}.", self.live.name(remark.seat), remark.deed.words()),
            seat: Some(remark.seat),
            told: None,
            opens_turn: true,
        });
        let mut lines: Vec<LogLine> = told.chain(remarks).collect();
        lines.sort_by_key(|line| line.version);
        Window { lines, ..Window::default() }
    }

    /// Does a line begin another turn than the one before it belongs to?
    fn opens_turn(&self, before: &LogLine, line: &LogLine) -> bool {
        match (&before.told, &line.told) {
            (Some(before), Some(told)) => match boards::board(&self.live.founding.game) {
                Some(board) => board.opens_turn(told, before),
                None => told.entry != before.entry,
            },
            _ => true,
        }
    }
}
