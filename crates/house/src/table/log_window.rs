//! A part of a table's log as one visitor may know it: what happened in the game, and between that what the players did about
//! it. However long a game is, a page has a window of its log, and links to what was before and after.

use crate::{
    boards,
    table::{Live, snapshot::StoredLine},
};
use engine::{AnyTable, ToldEvent};
use kernel::{Seat, Viewer};

/// So many lines a page has at least, if there are as many.
pub const LINES: usize = 48;

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

/// So many lines after the moment that is looked at are shown before it: few, so that its own line is in sight.
const AHEAD: usize = 1;

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
    /// Was it told under other rules, so that its moment cannot be looked at?
    pub past: bool,
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
        if live.table.is_none() && live.past.is_none() {
            return Window::default();
        }
        let table = live.table.as_deref();
        // Where remembering is part of the game, what was told under other rules is not told again before it is over.
        let open = live.unplayable.is_some() || table.is_some_and(|table| table.past_is_open());
        let past = live.past.as_ref().filter(|_| open).map_or(&[][..], |past| &past.lines);
        let log = Log { live, table, past, viewer };
        let mut window = match part {
            Part::Last => log.before(u64::MAX, lines),
            Part::Before(version) => log.before(version, lines),
            Part::After(version) => log.after(version, lines),
            Part::Around(version) => {
                let (mut before, after) = (log.before(version.saturating_add(1), lines), log.after(version, AHEAD));
                before.lines.extend(after.lines);
                Window { later: after.later, ..before }
            }
        };
        for index in 1..window.lines.len() {
            if window.lines[index].past {
                continue; // as it was told then
            }
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
    /// The game, as far as it can be folded.
    table: Option<&'a dyn AnyTable>,
    /// What was told before that.
    past: &'a [StoredLine],
    viewer: Viewer,
}

impl Log<'_> {
    /// The last lines before this version.
    fn before(&self, version: u64, lines: usize) -> Window {
        let end = self.first_from(version);
        let mut first = end;
        // How many lines an entry brings is not known before they are told.
        let mut told = Vec::new();
        while first > 0 && told.len() < lines {
            first = end.saturating_sub(2 * (end - first).max(lines.div_ceil(2)));
            told = self.told(first, end);
        }
        let mut from = if first > 0 { self.version_at(first) } else { 0 };
        let mut past = &self.past[..if first > 0 { 0 } else { self.past.partition_point(|line| line.version < version) }];
        // What came with one version is never divided.
        if let Some(before) = past.len().checked_sub(lines + 1) {
            let divided = past[before].version;
            past = &past[past.partition_point(|line| line.version <= divided)..];
            from = divided + 1;
        }
        let mut window = self.merged(told, past, from, version);
        let mut cut = window.lines.len().saturating_sub(lines);
        while cut > 0 && window.lines[cut - 1].version == window.lines[cut].version {
            cut -= 1;
        }
        window.lines.drain(..cut);
        window.earlier = first > 0 || cut > 0 || from > 0;
        // After the last part there is nothing, also where the newest entry tells nothing yet.
        window.later = version < u64::MAX && window.last().is_some_and(|last| self.is_later(last));
        window
    }

    /// The first lines after this version.
    fn after(&self, version: u64, lines: usize) -> Window {
        let (start, moments) = (self.first_from(version.saturating_add(1)), self.moments().len());
        let (mut end, mut told) = (start, Vec::new());
        while end < moments && told.len() < lines {
            end = moments.min(start + 2 * (end - start).max(lines.div_ceil(2)));
            told = self.told(start, end);
        }
        let mut to = if end < moments { self.version_at(end) } else { u64::MAX };
        let mut past = &self.past[self.past.partition_point(|line| line.version <= version)..];
        if let Some(beyond) = past.get(lines) {
            past = &past[..past.partition_point(|line| line.version < beyond.version)];
            to = to.min(beyond.version);
        }
        let mut window = self.merged(told, past, version.saturating_add(1), to);
        let mut cut = window.lines.len().min(lines);
        while cut > 0 && cut < window.lines.len() && window.lines[cut - 1].version == window.lines[cut].version {
            cut += 1;
        }
        window.later = to < u64::MAX || cut < window.lines.len();
        window.lines.truncate(cut);
        window.earlier = version > 0;
        window
    }

    /// The version with which the moment at this place came.
    fn version_at(&self, place: usize) -> u64 {
        self.moments().get(place).map_or(u64::MAX, |entry| self.live.counted.version_of(*entry))
    }

    /// The first moment that came with this version or later.
    fn first_from(&self, version: u64) -> usize {
        self.moments().partition_point(|entry| self.live.counted.version_of(*entry) < version)
    }

    /// Is there a line after those of this version?
    fn is_later(&self, version: u64) -> bool {
        let remarks = self.live.chronicle.remarks();
        let past = self.past.last().is_some_and(|line| line.version > version);
        past || self.first_from(version + 1) < self.moments().len()
            || remarks.last().is_some_and(|remark| remark.version > version)
    }

    /// What happened in these moments.
    fn told(&self, first: usize, end: usize) -> Vec<ToldEvent> {
        let moments = self.moments();
        match (self.table, moments.get(first), end.checked_sub(1).and_then(|last| moments.get(last))) {
            (Some(table), Some(first), Some(last)) if first <= last => table.events(*first..=*last, self.viewer),
            _ => Vec::new(),
        }
    }

    /// The moments of the game that can be folded; the first of them may be one that was kept.
    fn moments(&self) -> &[usize] {
        self.table.map_or(&[], |table| table.moments())
    }

    /// With what the players did about the game in these versions; the last is not among them.
    fn merged(&self, told: Vec<ToldEvent>, past: &[StoredLine], from: u64, to: u64) -> Window {
        let board = boards::board(&self.live.founding.game);
        let told = told.into_iter().map(|told| LogLine {
            version: self.live.counted.version_of(told.entry),
            text: told.text.clone(),
            seat: board.and_then(|board| board.doer(&told)),
            told: Some(told),
            past: false,
            opens_turn: true,
        });
        let remarks = self.live.chronicle.remarks();
        let within = remarks.partition_point(|one| one.version < from)..remarks.partition_point(|one| one.version < to);
        let remarks = remarks.get(within).unwrap_or_default().iter().map(|remark| LogLine {
            version: remark.version,
            text: match remark.seat {
                Some(seat) => format!("{} {}.", self.live.name(seat), remark.kind.words()),
                None => format!("{}.", remark.kind.words()),
            },
            seat: remark.seat,
            told: None,
            past: false,
            opens_turn: true,
        });
        let game = engine::game(&self.live.founding.game).ok();
        let past = past.iter().filter_map(|line| Some(line.line(game?)));
        let mut lines: Vec<LogLine> = past.chain(told).chain(remarks).collect();
        // What lies outside is on another page.
        lines.retain(|line| (from..to).contains(&line.version));
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
