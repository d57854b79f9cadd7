//! The end of a match has begun when somebody has reached the target, and the series is the sum of its matches.
//! (PRF-INV-12, PRF-END, PRF-MULTI-6)

use crate::{
    colours::Colour,
    rules::ProfitabilityRules,
    state::{Damaged, PLAYERS, State, Step},
};
use kernel::{Money, Refusal, Seat, refuse};

impl ProfitabilityRules {
    pub(super) fn check_end(&self, state: &State) -> Result<(), Refusal> {
        let over = state.step == Step::Over;
        if !(1..=self.options.matches).contains(&state.number) || state.lap == 0 {
            let reason = format!("matches are numbered from 1 to {}, laps from 1", self.options.matches);
            return refuse("PRF-START-11", reason);
        }
        let turns = usize::from(state.closing.unwrap_or(1));
        if over != (turns == 0) || turns >= self.players.max(2) || over && state.number != self.options.matches {
            return refuse("PRF-INV-12", "once the end has begun each other player has one turn; then the match is over");
        }
        self.check_target(state)?;
        self.check_series(state)
    }

    /// The player who began the end has reached the target. Before that nobody had reached it at the end of a turn.
    /// (PRF-END-1 to PRF-END-4)
    fn check_target(&self, state: &State) -> Result<(), Refusal> {
        let order: Vec<Seat> = self.order(state).collect();
        let here = order.iter().position(|seat| *seat == state.seat).unwrap_or(0);
        let turns_ago = |turns: usize| state.colours[order[(here + self.players - turns) % self.players].index()];
        // How many turns ago the end began, if it has; when the game is over the last turn still counts as the current one.
        let begun = state.closing.map_or(0, |turns| self.players - usize::from(turns.max(1)));
        let mut since = [false; PLAYERS];
        (1..=begun).for_each(|turns| since[self.account(turns_ago(turns))] = true);
        if begun > 0 {
            let colour = turns_ago(begun);
            let least = self.target - if begun >= 2 { self.partners_damage(state, colour) } else { 0 };
            if state.profits[self.account(colour)].units() < least {
                let reason =
                    format!("the end has begun with the turn of {colour}, who is not at {} EUR", Money::new(self.target));
                return refuse("PRF-END-1", reason);
            }
        }
        for colour in state.played() {
            let account = self.account(colour);
            // PRF-END-3: what the current turn has brought does not count before it ends.
            let brought = if account == self.account(state.colour()) { self.most_brought(state) } else { 0 };
            if !since[account] && state.profits[account].units() - brought >= self.target {
                let target = Money::new(self.target);
                let reason = format!("{colour} was at {target} EUR before this turn: the end would have begun with that");
                return refuse("PRF-END-1", reason);
            }
        }
        Ok(())
    }

    /// The most that the current turn can have brought.
    fn most_brought(&self, state: &State) -> i32 {
        let earns = |good: Colour| self.price(state, good) + if good == state.colour() { self.numbers.extra } else { 0 };
        let dearest = Colour::ALL.into_iter().map(earns).max().unwrap_or(0);
        i32::from(self.action_value(state).saturating_sub(state.points)) * dearest
    }

    /// What the partner may have paid from the shared total since the end began. (PRF-EDGE-14)
    fn partners_damage(&self, state: &State, colour: Colour) -> i32 {
        match state.truck(colour.partner()).damaged {
            Damaged::In(warehouse) if self.team => self.damage(colour.partner(), warehouse),
            _ => 0,
        }
    }

    /// Every match that is over gave each player (team) one place, and its winner had reached the target. (PRF-MULTI-6)
    fn check_series(&self, state: &State) -> Result<(), Refusal> {
        let wrong = |reason: String| refuse("PRF-MULTI-6", reason);
        let over = state.step == Step::Over;
        let matches = usize::from(state.number) - usize::from(!over);
        let lowest = if self.team { 2 } else { self.players };
        let sides = if self.team { 2 } else { 1 };
        let series = &state.series;
        for colour in Colour::ALL {
            let (placings, last) = (series.placings[colour.index()], series.last[colour.index()]);
            let total = series.totals[colour.index()];
            if state.seat_of(colour).is_none() {
                if (placings, last, total) != ([0; PLAYERS], 0, Money::ZERO) {
                    return wrong(format!("nobody plays {colour}, so it has no place in a match"));
                }
                continue;
            }
            let scored = |index: usize| (series.totals[index], series.placings[index], series.last[index]);
            if self.team && scored(colour.partner().index()) != scored(colour.index()) {
                return refuse("PRF-INV-13", "partners have the same total and the same places");
            }
            let count: usize = placings.iter().map(|count| usize::from(*count)).sum();
            let had = |place: u8| place > 0 && placings.get(usize::from(place) - 1).is_some_and(|count| *count > 0);
            let sound = count == matches && placings[lowest..].iter().all(|count| *count == 0);
            if !sound || if matches > 0 { !had(last) } else { last > 0 } {
                let played = matches_of(matches);
                return wrong(format!("after {played} {colour} has {played} in its `series`, with places from 1 to {lowest}"));
            }
            let bonuses: i32 = (1..).zip(placings).map(|(place, count)| i32::from(count) * self.bonus_of(place)).sum();
            // PRF-EDGE-14: a team that began the end can still pay for a damaged good.
            let winner = self.target - if self.team { self.numbers.damage_other } else { 0 };
            let least = bonuses + i32::from(placings[0]) * winner;
            if total.units() < least {
                return wrong(format!(
                    "with its places in {} {colour} has a total of {} EUR at least",
                    matches_of(matches),
                    Money::new(least)
                ));
            }
        }
        let played = || state.played().map(Colour::index);
        let places = |place: usize| played().map(|colour| usize::from(series.placings[colour][place])).sum::<usize>();
        let last = |place: usize| played().filter(|colour| usize::from(series.last[*colour]) == place + 1).count();
        if (0..lowest).any(|place| places(place) != matches * sides || matches > 0 && last(place) != sides) {
            return wrong(format!(
                "each place of {} is given once: write the `series`",
                if matches == 1 { "a match" } else { "every match" }
            ));
        }
        if over && series.last != self.placings(state) {
            return wrong("the places in the last match are those of the profits that are written".into());
        }
        Ok(())
    }
}

/// How many matches, in words.
fn matches_of(matches: usize) -> String {
    if matches == 1 { "1 match".into() } else { format!("{matches} matches") }
}
