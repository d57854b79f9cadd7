//! The score in words: each player (team), what decided equal scores, and who won. (PRF-END-5, PRF-TIE, PRF-TEAM-6, PRF-MULTI-6)

use crate::{
    colours::Colour,
    rules::ProfitabilityRules,
    state::{State, Step},
    words::euro,
};
use kernel::{
    Line, Money, Seat,
    say::{self, ordinal},
};

/// Players who share one score: a single player, or the partners of a team. (PRF-TEAM-3)
struct Side {
    /// The first of them, for whom all figures are looked up.
    colour: Colour,
    names: String,
    colours: String,
}

impl ProfitabilityRules {
    pub(crate) fn scored(&self, state: &State, names: &[String]) -> Vec<Line> {
        let sides = self.sides(state, names);
        let mut lines: Vec<Line> = sides.iter().map(|side| self.score_line(state, side)).collect();
        if state.step != Step::Over {
            return lines;
        }
        match self.options.matches {
            1 => self.tell_ties(state, &sides, &mut lines),
            _ => self.tell_series_ties(state, &sides, &mut lines),
        }
        let outcome = self.final_order(state);
        let winners = outcome.winners();
        let best = winners.lowest().map_or(0, |seat| outcome.score(seat));
        let verb = if winners.len() > 1 { "win" } else { "wins" };
        lines.push(Line::new(outcome.clause, format!("{} {verb} with {}", say::names(names, winners), euro(best))));
        lines
    }

    /// All who have a score, by the first of their seats.
    fn sides(&self, state: &State, names: &[String]) -> Vec<Side> {
        let colour_of = |seat: Seat| state.colours[seat.index()];
        let first = |seat: &Seat| {
            !Seat::FIRST
                .clockwise(self.players)
                .take_while(|other| other != seat)
                .any(|other| self.account(colour_of(other)) == self.account(colour_of(*seat)))
        };
        let side = |first: Seat| {
            let account = self.account(colour_of(first));
            let seats: Vec<Seat> =
                Seat::FIRST.clockwise(self.players).filter(|seat| self.account(colour_of(*seat)) == account).collect();
            Side {
                colour: colour_of(first),
                names: say::names(names, seats.iter().copied()),
                colours: say::listed(seats.iter().map(|seat| colour_of(*seat).name())),
            }
        };
        Seat::FIRST.clockwise(self.players).filter(first).map(side).collect()
    }

    fn score_line(&self, state: &State, side: &Side) -> Line {
        let Side { colour, names, colours } = side;
        let profit = euro(state.profits[self.account(*colour)].units());
        let target = Money::new(self.target);
        if self.options.matches == 1 {
            return Line::new("PRF-END-5", format!("{names} ({colours}): profit {profit}, target {target}"));
        }
        let series = &state.series;
        let counts = (1..=4).zip(series.placings[colour.index()]).filter(|(_, count)| *count > 0);
        let placings: Vec<String> = counts.map(|(placing, count)| format!("{count} × {}", ordinal(placing))).collect();
        let placings = if placings.is_empty() { String::new() } else { format!(" ({})", placings.join(", ")) };
        let total = euro(series.totals[colour.index()].units());
        let last = series.last[colour.index()];
        let placed = match self.bonus_of(last.into()) {
            _ if state.step != Step::Over => format!(", target {target}"),
            0 => format!(", {}", ordinal(last)),
            bonus => format!(", {}, bonus {}", ordinal(last), euro(bonus)),
        };
        let number = state.number;
        Line::new(
            "PRF-MULTI-6",
            format!("{names} ({colours}): {profit} in match {number}{placed}; series total {total}{placings}"),
        )
    }

    /// What decided between equal profits: the trucks, then who reached the amount first. (PRF-TIE-1 to PRF-TIE-6)
    fn tell_ties(&self, state: &State, sides: &[Side], lines: &mut Vec<Line>) {
        let clause = if self.team { "PRF-TEAM-6" } else { "PRF-TIE-3" };
        for tied in groups(sides, |side| self.rank(state, side.colour).0) {
            let value = |side: &Side| self.rank(state, side.colour).1;
            let profit = euro(self.rank(state, tied[0].colour).0);
            let values = listed(&tied, |side| euro(value(side)));
            lines.push(Line::new(clause, format!("equal at {profit}; the goods left on the trucks are worth: {values}")));
            for tied in groups(tied, value) {
                let came = listed(&tied, |side| match state.booked[self.account(side.colour)] {
                    0 => "never moved".into(),
                    booked => format!("with booking {booked}"),
                });
                let order = if tied.iter().any(|side| state.booked[self.account(side.colour)] == 0) {
                    "; pawns that never moved rank by turn order"
                } else {
                    ""
                };
                lines.push(Line::new("PRF-TIE-5", format!("equal again; who came to the amount first: {came}{order}")));
            }
        }
    }

    /// What decided between equal totals: first places, second, third, and the last match. (PRF-MULTI-6)
    fn tell_series_ties(&self, state: &State, sides: &[Side], lines: &mut Vec<Line>) {
        let series = &state.series;
        for tied in groups(sides, |side| series.totals[side.colour.index()]) {
            let total = euro(series.totals[tied[0].colour.index()].units());
            let mut told = format!("equal at {total}");
            let mut left = vec![tied];
            for place in 0..3 {
                let count = |side: &Side| series.placings[side.colour.index()][place];
                for tied in &left {
                    let counts = listed(tied, |side| count(side).to_string());
                    told += &format!("; {} places: {counts}", ordinal(place as u8 + 1));
                }
                left = left.into_iter().flat_map(|tied| groups(tied, count)).collect();
            }
            for tied in &left {
                told += &format!("; in the last match: {}", listed(tied, |side| ordinal(series.last[side.colour.index()])));
            }
            lines.push(Line::new("PRF-MULTI-6", told));
        }
    }
}

/// Those who share a score with somebody, group by group.
fn groups<'a, T: PartialEq>(sides: impl IntoIterator<Item = &'a Side>, score: impl Fn(&Side) -> T) -> Vec<Vec<&'a Side>> {
    let mut groups: Vec<(T, Vec<&Side>)> = Vec::new();
    for side in sides {
        let score = score(side);
        match groups.iter_mut().find(|(other, _)| *other == score) {
            Some((_, group)) => group.push(side),
            None => groups.push((score, vec![side])),
        }
    }
    groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).collect()
}

/// Each of them with a figure.
fn listed(sides: &[&Side], figure: impl Fn(&Side) -> String) -> String {
    sides.iter().map(|side| format!("{} {}", side.names, figure(side))).collect::<Vec<_>>().join(", ")
}
