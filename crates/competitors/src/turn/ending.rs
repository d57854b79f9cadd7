//! Victory points, and the end of the game: when it is over, who has won, and everybody's place. (CMP-VP, CMP-END)

use crate::{
    Action, CompetitorsRules, Event, Mode, OFFERS, PLAYERS, Stage, State, Token,
    decision::Decision,
    figures::{BRANCH_RETURN, VICTORY_TARGET},
    play::Play,
    turn::own_turn::OwnTurn,
    words::saying::{Reader, capital},
};
use kernel::{Journal, Line, Luck, Money, Outcome, Pending, Seat, Turn, say::counted};

impl CompetitorsRules {
    /// What a player has after selling everything to the bank; signed contracts count nothing. (CMP-END-6, CMP-END-7, CMP-END-9)
    pub fn wealth(&self, state: &State, seat: Seat) -> Money {
        let player = state.player(seat);
        let tokens: Money =
            Token::fleet(seat).filter(|token| state.is_out(*token)).map(|token| token.vehicle().price_back()).sum();
        player.money + tokens + BRANCH_RETURN.times(player.branches.len() as i32)
    }

    /// Has somebody the points that end a game for points? (CMP-END-4, CMP-END-5)
    fn has_champion(&self, state: &State) -> bool {
        { self.seats() }.any(|seat| state.player(seat).points >= VICTORY_TARGET.into())
    }

    /// Is the game over, now that the last player's turn is? (CMP-GEN-4, CMP-END-2, CMP-END-4, CMP-END-10, CMP-ABSENT-3)
    pub(crate) fn is_decided(&self, state: &State) -> bool {
        state.round >= self.last_round() || self.options.mode == Mode::Points && self.has_champion(state)
    }

    /// Places by victory points, then by wealth. (CMP-END-5, CMP-END-6, CMP-END-8, CMP-END-11)
    pub(crate) fn final_order(&self, state: &State) -> Outcome {
        let clause = match self.options.mode {
            Mode::Timed => "CMP-END-2",
            Mode::Points if self.has_champion(state) => "CMP-END-4",
            Mode::Points => "CMP-END-10",
        };
        let (mut ranks, mut scores) = ([(0, Money::ZERO); PLAYERS], [0; PLAYERS]);
        for seat in self.seats() {
            let points = state.player(seat).points;
            ranks[seat.index()] = (points, self.wealth(state, seat));
            scores[seat.index()] = points.into();
        }
        Outcome::by(&ranks[..self.players], &scores[..self.players], clause)
    }
}

/// The game is over. (CMP-END)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Over;

impl Decision for Over {
    fn turn(&self, _rules: &CompetitorsRules, _state: &State) -> Turn {
        Turn::OVER
    }

    /// Who has won, and how.
    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let outcome = rules.final_order(state);
        let winners = outcome.winners();
        let first = winners.lowest().unwrap_or(state.first);
        let points = state.player(first).points;
        let tied = { rules.seats() }.any(|seat| !winners.contains(seat) && state.player(seat).points == points);
        let mut with = counted(i64::from(points), "victory point");
        if tied || winners.len() > 1 {
            with = format!("{with} and a wealth of {}", rules.wealth(state, first));
        }
        let who = capital(&reader.all(winners));
        let text = match winners.len() {
            1 if reader.is(first) => format!("You win with {with}."),
            1 => format!("{who} wins with {with}."),
            _ => format!("{who} share the victory, each with {with}."),
        };
        Line::new(outcome.clause, text)
    }

    fn fallback(&self, rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        OwnTurn.fallback(rules, state, seat)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A Delivery gains points. (CMP-VP-1, CMP-VP-5)
    pub fn gain_points(&mut self, seat: Seat, points: u16) {
        let most = self.rules.options.vp_cap.map_or(u16::MAX, u16::from);
        let player = self.state.player_mut(seat);
        player.points = player.points.saturating_add(points).min(most);
    }

    /// A failed Delivery costs a point, if there is one. (CMP-VP-3, CMP-VP-4)
    pub fn lose_point(&mut self, seat: Seat) {
        let player = self.state.player_mut(seat);
        player.points = player.points.saturating_sub(1);
    }

    /// The game is over; nothing is pending or offered any more. (CMP-END, CMP-INV-23)
    pub fn finish(&mut self) {
        self.state.stage = Stage::Over;
        self.state.pending = Pending::NONE;
        self.state.journey = None;
        self.state.offers.expire(|_, _| true);
        self.state.notes = [None; OFFERS];
        self.state.asks = [None; PLAYERS];
        self.state.sale = None;
        let winners = self.rules.final_order(self.state).winners();
        self.note(|| Event::Over { winners });
    }
}
