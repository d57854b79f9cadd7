//! The start of a round: grants for last round's skippers, then the announcements. (BIZ-ROUND-1, BIZ-SKIP)

use crate::{
    counting::coins,
    events::Event,
    goods::Goods,
    rules::{BusinessmenRules, slot},
    state::{Phase, Player, State, account},
};
use kernel::{Journal, Money, Refusal, Seat, Seats};

impl BusinessmenRules {
    /// Begins a new round with this lead seat: clears what belonged to the last one, and the Bank pays its skippers, clockwise from
    /// the lead seat. (BIZ-SKIP-7, BIZ-SKIP-8, BIZ-BANK-3)
    pub(crate) fn begin_round(&self, state: &mut State, lead: Seat, round: u16, journal: &mut impl Journal<Event>) {
        state.phase = Phase::Announcing;
        state.round = round;
        state.lead = lead;
        state.seat = lead;
        state.skips = Seats::NONE;
        state.active = self.table;
        state.left = self.table;
        // BIZ-WHEEL-5: the embargo ends with the round.
        state.embargo = Goods::NONE;
        for player in &mut state.players {
            player.bought = Goods::NONE;
            player.exported = Goods::NONE;
        }
        journal.note(|| Event::RoundBegan { round, lead });
        if state.grants.is_empty() {
            return;
        }
        let due = std::mem::replace(&mut state.grants, Seats::NONE);
        for seat in lead.clockwise(self.players).filter(|seat| due.contains(*seat)) {
            let paid = self.pay(state, seat, self.pack.numbers.skip_coins);
            journal.note(|| Event::Granted { seat, coins: paid });
        }
    }

    /// May this player announce a skip? (BIZ-SKIP-9)
    #[inline]
    pub(crate) fn may_skip(&self, player: &Player) -> bool {
        self.options.skip_limit.is_none_or(|limit| player.coins.units() <= limit.into())
    }

    #[cold]
    pub(crate) fn too_rich_to_skip(&self) -> Refusal {
        let limit = coins(Money::new(self.options.skip_limit.unwrap_or(0).into()));
        Refusal::new("BIZ-SKIP-9", format!("only a player with at most {limit} may skip: you play this round"))
    }

    /// Asks the next player who has a choice, clockwise up to the seat before the lead seat. (BIZ-SKIP-2)
    #[inline]
    pub(crate) fn ask_to_skip(&self, state: &mut State, next: Option<Seat>) -> bool {
        let mut next = next;
        while let Some(seat) = next {
            state.seat = seat;
            if self.may_skip(&state.players[slot(seat)]) {
                return true;
            }
            next = self.next_to_announce(state);
        }
        false
    }

    /// Who announces after the player in turn.
    #[inline]
    pub(crate) fn next_to_announce(&self, state: &State) -> Option<Seat> {
        Some(state.seat.next(self.players)).filter(|seat| *seat != state.lead)
    }

    /// BIZ-SKIP-1, BIZ-SKIP-3.
    #[inline]
    pub(crate) fn skip(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        if !self.may_skip(&state.players[slot(seat)]) {
            return Err(self.too_rich_to_skip());
        }
        state.skips = state.skips.with(seat);
        state.active = state.active.without(seat);
        state.left = state.active;
        state.grants = state.grants.with(seat);
        let points_lost = self.lose(state, seat, self.pack.numbers.skip_points, account::SKIPPING);
        state.books.skips = state.books.skips.saturating_add(1);
        journal.note(|| Event::Skipped { seat, points_lost });
        Ok(self.next_to_announce(state))
    }
}
