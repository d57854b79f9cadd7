//! The end of the game: who has won, by wealth where nothing else decides, and everybody's place. (INV-END, INV-WEALTH, INV-SOLO)

use crate::content::effects::Item;
use crate::content::things::Businesses;
use crate::events::Event;
use crate::options::EndExtra;
use crate::options::WealthTies;
use crate::play::Play;
use crate::rules::InvestmentsRules;
use crate::state::Ending;
use crate::state::MONOPOLY;
use crate::state::State;
use crate::state::Use;
use kernel::{Journal, Luck, MAX_SEATS, Offers, Outcome, Pending, Poll, Seat, Seats};

/// The last table round of all. (INV-END-17)
pub const LAST_ROUND: u16 = 999;

/// How many businesses win with `own_45`. (INV-END-9)
pub(crate) const MANY: usize = 45;

/// How many complete series win with `four_groups`, and how many where several have as many. (INV-END-10)
const GROUPS: usize = 4;

/// The six counts of wealth, in the order in which they break ties. (INV-WEALTH-1)
pub const COUNTS: usize = 6;

impl InvestmentsRules {
    /// Bank cards, monopolies, investments, complete series, businesses, money. (INV-WEALTH-1, INV-WEALTH-6)
    pub fn counts(&self, state: &State, seat: Seat) -> [i64; COUNTS] {
        let player = state.player(seat);
        let count = |item| self.items(state, seat, item) as i64;
        [
            player.bank_cards.into(),
            count(Item::Monopoly),
            count(Item::Investment),
            count(Item::Series),
            count(Item::Business),
            player.cash.units().into(),
        ]
    }

    /// Who takes each wealth token. (INV-WEALTH-1, INV-WEALTH-3, INV-WEALTH-4)
    pub fn wealth(&self, state: &State) -> [Seats; COUNTS] {
        let mut counts = [[0; COUNTS]; MAX_SEATS];
        for seat in state.remaining() {
            counts[seat.index()] = self.counts(state, seat);
        }
        std::array::from_fn(|token| {
            let most = counts.iter().map(|counts| counts[token]).max().unwrap_or(0);
            let holders: Seats = state.remaining().filter(|seat| most > 0 && counts[seat.index()][token] == most).collect();
            match self.options.wealth_ties {
                WealthTies::None if holders.len() > 1 => Seats::NONE,
                _ => holders,
            }
        })
    }

    /// How many wealth tokens a player has.
    pub(crate) fn tokens(&self, wealth: &[Seats; COUNTS], seat: Seat) -> i32 {
        wealth.iter().filter(|holders| holders.contains(seat)).count() as i32
    }

    /// Places and figures. (INV-END-18, INV-SOLO-4)
    pub(crate) fn final_order(&self, state: &State, ending: Ending) -> Outcome {
        let clause = ending.clause();
        if self.players == 1 {
            return self.solo_outcome(state, ending, clause);
        }
        let wealth = self.wealth(state);
        let mut ranks = [(0_i64, 0_i64, [0_i64; COUNTS]); MAX_SEATS];
        let mut scores = [0; MAX_SEATS];
        for seat in self.seats() {
            let player = state.player(seat);
            if player.out > 0 {
                // Whoever went out later comes before whoever went out earlier.
                ranks[seat.index()] = (-1, player.out.into(), [0; COUNTS]);
                continue;
            }
            let counts = self.counts(state, seat);
            let champion = i64::from(state.champion == Some(seat));
            ranks[seat.index()] = match ending {
                Ending::BankCards => {
                    // INV-END-7, INV-END-11: then monopolies, investments, businesses, cash.
                    (champion, counts[0], [counts[1], counts[2], counts[4], counts[5], 0, 0])
                }
                // INV-WEALTH-2, INV-WEALTH-5.
                _ => (champion, self.tokens(&wealth, seat).into(), counts),
            };
            scores[seat.index()] = match ending {
                Ending::BankCards => i32::from(player.bank_cards),
                _ => self.tokens(&wealth, seat),
            };
        }
        Outcome::by(&ranks[..self.players], &scores[..self.players], clause)
    }

    /// A solo game is won, or lost by all: then the first place stays empty. (INV-SOLO-3, INV-SOLO-4)
    fn solo_outcome(&self, state: &State, ending: Ending, clause: &'static str) -> Outcome {
        use Ending::{Agreement, LastPlayer, LastRound, SoloOut};
        let lost = matches!(ending, SoloOut | LastRound | Agreement | LastPlayer);
        let score = match state.player(Seat::FIRST).out {
            0 if ending.is_success_without_limit() => i32::from(state.round),
            0 => self.counts(state, Seat::FIRST).iter().filter(|count| **count > 0).count() as i32,
            _ => 0,
        };
        let outcome = Outcome::by_score(&[score], clause);
        if lost { outcome.lost_by_all() } else { outcome }
    }
}

impl Ending {
    /// Has whoever plays alone won by what they own, whenever that was? (INV-SOLO-4)
    pub(crate) const fn is_success_without_limit(self) -> bool {
        matches!(self, Ending::BankCards | Ending::TwoMonopolyGroups | Ending::Own45 | Ending::FourGroups)
    }

    /// The clause by which it ended.
    pub const fn clause(self) -> &'static str {
        match self {
            Ending::LastPlayer => "INV-END-1",
            Ending::BankCards => "INV-END-2",
            Ending::Agreement => "INV-END-4",
            Ending::Rounds => "INV-END-5",
            Ending::Minutes => "INV-END-6",
            Ending::TwoMonopolyGroups => "INV-END-8",
            Ending::Own45 => "INV-END-9",
            Ending::FourGroups => "INV-END-10",
            Ending::LastRound => "INV-END-17",
            Ending::SoloOut => "INV-SOLO-3",
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The game is over, in the moment. (INV-END-16)
    pub fn end_game(&mut self, ending: Ending, champion: Option<Seat>) {
        if !self.state.is_over() {
            (self.state.ending, self.state.champion) = (Some(ending), champion);
            self.note(|| Event::Over { ending });
        }
    }

    /// Nothing is pending any more; cards that were being carried out go back. (INV-INVAR-7)
    pub fn clear(&mut self) {
        while self.state.top().is_some() {
            self.drop_frame();
        }
        self.state.pending = Pending::NONE;
        (self.state.offers, self.state.sale, self.state.poll) = (Offers::NONE, None, Poll::open(Seats::NONE));
        (self.state.dues, self.state.plays) = (Businesses::NONE, [Use::NONE; MAX_SEATS]);
    }

    /// Has this player won by what they own? Judged at once. (INV-END-14, INV-END-15)
    pub fn crown(&mut self, seat: Seat) {
        match self.rules.options.end_extra {
            EndExtra::Own45 if self.state.player(seat).owned.len() >= MANY => self.end_game(Ending::Own45, Some(seat)),
            EndExtra::TwoMonopolyGroups => {
                let monopoly = |series: &&Businesses| {
                    series.within(self.state.player(seat).owned) && { **series }.all(|one| self.state.level(one) == MONOPOLY)
                };
                if self.rules.series.iter().filter(monopoly).count() >= 2 {
                    self.end_game(Ending::TwoMonopolyGroups, Some(seat));
                }
            }
            _ => {}
        }
    }

    /// What is judged when a table round ends. (INV-END-5, INV-END-6, INV-END-13, INV-END-17)
    pub fn end_round(&mut self) {
        if self.rules.options.end_extra == EndExtra::FourGroups
            && let Some(champion) = self.champion_of_groups()
        {
            return self.end_game(Ending::FourGroups, Some(champion));
        }
        let round = self.state.round;
        if self.rules.options.limit_rounds.is_some_and(|limit| round >= limit) {
            return self.end_game(Ending::Rounds, None);
        }
        if round >= LAST_ROUND {
            return self.end_game(Ending::LastRound, None);
        }
        if let Some(minutes) = self.rules.options.limit_minutes {
            self.sealed = true;
            if self.luck.time_is_up(minutes.into()) {
                self.end_game(Ending::Minutes, None);
            }
        }
    }

    /// Exactly one player with four series; where several have as many, one with five and more than anyone else. (INV-END-13)
    fn champion_of_groups(&self) -> Option<Seat> {
        let groups = |seat: Seat| self.rules.complete_series(self.state, seat);
        let many: Seats = self.state.remaining().filter(|seat| groups(*seat) >= GROUPS).collect();
        if many.len() == 1 {
            return many.lowest();
        }
        let most = { many }.map(groups).max()?;
        let mut first = { many }.filter(|seat| groups(*seat) == most);
        let champion = first.next()?;
        (most > GROUPS && first.next().is_none()).then_some(champion)
    }
}
