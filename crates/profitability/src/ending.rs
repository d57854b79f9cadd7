//! The end of a turn, of a match and of a series. (PRF-END, PRF-TIE, PRF-MULTI)

use crate::{
    colours::Colour,
    events::Event,
    rules::ProfitabilityRules,
    state::{GoodsHandled, Handled, PLAYERS, State, Step},
};
use kernel::{Journal, Luck, Money, Outcome, Seat};
use std::cmp::Reverse;

/// What decides the final order, greater is better: profit, truck value, the earlier last booking, the earlier turn.
type Rank = (i32, i32, Reverse<u32>, Reverse<usize>);

impl ProfitabilityRules {
    /// Ends a turn: points left are lost, the end may begin, and then it is the next player's turn or the match is over.
    /// (PRF-TURN-6, PRF-END-1 to PRF-END-4)
    #[inline]
    pub(crate) fn end_turn(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        let seat = state.seat;
        journal.note(|| Event::TurnEnded { seat, unused: state.points });
        state.points = 0;
        state.handled = Handled::Nothing;
        state.goods_handled = GoodsHandled::NONE;
        state.closing = match state.closing {
            Some(turns) => Some(turns.saturating_sub(1)),
            // PRF-END-3: the profit at the end of the turn counts.
            None => {
                let total = state.profits[self.account(state.colour())].units();
                (total >= self.target).then(|| {
                    journal.note(|| Event::TargetReached { seat, total });
                    self.players as u8 - 1
                })
            }
        };
        if state.closing == Some(0) {
            return self.end_match(state, luck, journal);
        }
        state.seat = self.after(state, seat);
        if state.seat == state.starter {
            state.lap = state.lap.saturating_add(1);
        }
        self.begin_turn(state, luck, journal);
    }

    /// The placings of a match, then the next match or the end of the game. (PRF-END-5, PRF-MULTI-5)
    fn end_match(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        self.settle(state, journal);
        if state.number < self.options.matches {
            state.counts.laps = state.counts.laps.saturating_add(state.lap.into());
            state.number += 1;
            return self.begin_match(state, luck, journal);
        }
        state.step = Step::Over;
        journal.note(|| {
            let outcome = self.final_order(state);
            Event::Won { winners: outcome.winners().collect(), clause: outcome.clause }
        });
    }

    /// Adds the match that is over to the series. (PRF-MULTI-2 to PRF-MULTI-4, PRF-MULTI-6, PRF-MULTI-8)
    pub(crate) fn settle(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        let placings = self.placings(state);
        let number = state.number;
        journal.note(|| Event::MatchEnded {
            number,
            places: self.by_seat(state, |colour| placings[colour.index()]),
            profits: self.by_seat(state, |colour| state.profits[self.account(colour)].units()),
        });
        for colour in state.played() {
            let place = usize::from(placings[colour.index()]).clamp(1, PLAYERS);
            let profit = state.profits[self.account(colour)];
            let series = &mut state.series;
            series.totals[colour.index()] += profit;
            let count = &mut series.placings[colour.index()][place - 1];
            *count = count.saturating_add(1);
            series.last[colour.index()] = place as u8;
            let euro = self.bonus_of(place);
            if euro == 0 {
                continue;
            }
            series.totals[colour.index()] += Money::new(euro);
            let total = series.totals[colour.index()].units();
            // PRF-MULTI-3: once per team.
            if let Some(seat) = state.seat_of(colour).filter(|_| !self.team || colour.index() < 2) {
                journal.note(|| Event::Bonus { seat, colour, euro, total });
            }
        }
    }

    /// The bonus for a place in a series.
    pub(crate) fn bonus_of(&self, place: usize) -> i32 {
        match (self.bonus, self.team) {
            (false, _) => 0,
            (true, false) => self.numbers.bonuses[place.clamp(1, PLAYERS) - 1],
            (true, true) => {
                if place == 1 {
                    self.numbers.team_bonus
                } else {
                    0
                }
            }
        }
    }

    pub(crate) fn by_seat<T>(&self, state: &State, value: impl Fn(Colour) -> T) -> Vec<T> {
        Seat::FIRST.clockwise(self.players).map(|seat| value(state.colours[seat.index()])).collect()
    }

    /// The value of the goods on a truck when profits are equal: 0 if the damaged good is on it. (PRF-TIE-1 to PRF-TIE-3)
    pub(crate) fn truck_value(&self, state: &State, colour: Colour) -> i32 {
        let truck = state.truck(colour);
        if truck.carries_damaged() {
            return 0;
        }
        Colour::ALL.into_iter().map(|good| truck.goods.count(good) as i32 * self.price(state, good)).sum()
    }

    /// What decides a colour's place; partners have the same. (PRF-TIE-1 to PRF-TIE-6, PRF-TEAM-6)
    pub(crate) fn rank(&self, state: &State, colour: Colour) -> Rank {
        let account = self.account(colour);
        let turn = |colour: Colour| {
            let seat = state.seat_of(colour);
            self.order(state).position(|other| Some(other) == seat).unwrap_or(PLAYERS)
        };
        let value = |colour: Colour| self.truck_value(state, colour);
        let (value, turn) = match self.team {
            false => (value(colour), turn(colour)),
            true => (value(colour) + value(colour.partner()), turn(colour).min(turn(colour.partner()))),
        };
        (state.profits[account].units(), value, Reverse(state.booked[account]), Reverse(turn))
    }

    /// The place of each colour in the match, from 1; 0 for colours that nobody plays. A team has one place. (PRF-END-5, PRF-TIE-6)
    pub(crate) fn placings(&self, state: &State) -> [u8; PLAYERS] {
        let played = |colour: &Colour| state.seat_of(*colour).is_some();
        let ranks = Colour::ALL.map(|colour| played(&colour).then(|| self.rank(state, colour)));
        ranks.map(|rank| {
            let Some(rank) = rank else { return 0 };
            let accounts = if self.team { &ranks[..2] } else { &ranks[..] };
            1 + accounts.iter().flatten().filter(|other| **other > rank).count() as u8
        })
    }

    /// The final order: of the match, or of the series by total, more first places, more second, more third, and the better place
    /// in the last match. (PRF-GAME-7, PRF-MULTI-6)
    pub(crate) fn final_order(&self, state: &State) -> Outcome {
        let series = &state.series;
        let scores = self.by_seat(state, |colour| series.totals[colour.index()].units());
        let rank = |colour: Colour| {
            let [first, second, third, _] = series.placings[colour.index()];
            let total = if self.options.matches > 1 { series.totals[colour.index()] } else { Money::ZERO };
            (total, first, second, third, Reverse(series.last[colour.index()]))
        };
        let ranks = self.by_seat(state, rank);
        match self.team {
            true => Outcome::in_teams(&ranks, &scores, self.ending(state)),
            false => Outcome::by(&ranks, &scores, self.ending(state)),
        }
    }

    /// The clause that decided who is first.
    fn ending(&self, state: &State) -> &'static str {
        if self.options.matches > 1 {
            return "PRF-MULTI-6";
        }
        let played = state.played();
        let accounts: Vec<Rank> =
            played.take(if self.team { 2 } else { PLAYERS }).map(|colour| self.rank(state, colour)).collect();
        let best = accounts.iter().max();
        let rivals = || accounts.iter().filter(|rank| Some(*rank) != best);
        let Some(best) = best else { return "PRF-END-5" };
        match () {
            () if !rivals().any(|rank| rank.0 == best.0) => "PRF-END-5",
            () if self.team => "PRF-TEAM-6",
            () if !rivals().any(|rank| (rank.0, rank.1) == (best.0, best.1)) => "PRF-TIE-1",
            () => "PRF-TIE-4",
        }
    }
}
