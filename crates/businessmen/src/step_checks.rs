//! What is true of every step. (BIZ-INV)

use crate::{
    goods::Characteristic,
    rules::BusinessmenRules,
    state::{MOST_PLAYERS, Phase, Player, State},
};
use kernel::{Refusal, refuse};

impl BusinessmenRules {
    /// BIZ-INV-3, BIZ-INV-4 and BIZ-INV-13 between two decisions.
    pub(crate) fn check_between(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let rounds = after.round.checked_sub(before.round);
        let Some(rounds) = rounds else { return refuse("BIZ-ROUND-1", "a round came back") };
        let lead = (0..rounds).fold(before.lead, |lead, _| lead.next(self.players));
        if lead != after.lead {
            return refuse("BIZ-ROUND-3", "the lead seat moves one seat clockwise each round");
        }
        let hits = after.books.hits.saturating_sub(before.books.hits);
        let mut falls = 0;
        for seat in 0..MOST_PLAYERS {
            let (old, new) = (&before.players[seat], &after.players[seat]);
            let sum = |player: &Player| {
                let earned: i32 = player.earned.iter().map(|points| i32::from(*points)).sum();
                let lost: i32 = player.lost.iter().map(|points| i32::from(*points)).sum();
                i32::from(player.points) - earned + lost
            };
            let books = |player: &Player| player.earned.iter().chain(&player.lost).all(|points| *points < u16::MAX);
            if sum(old) != sum(new) && books(new) {
                return refuse("BIZ-INV-3", "points change only by improving, exporting, cars, events and skipping");
            }
            for characteristic in Characteristic::ALL {
                let (old, new) = (old.level(characteristic), new.level(characteristic));
                let improves = before.phase == Phase::Improving && before.seat.index() == seat;
                if new > old && !(improves && new == old + 1) {
                    return refuse("BIZ-INV-4", "a level rises by one, in Phase 4, by the player in turn");
                }
                falls += u16::from(old.saturating_sub(new));
            }
            if after.round == before.round && !old.bought.and_not(new.bought).is_empty() {
                return refuse("BIZ-INV-13", "what was bought in a round stays bought");
            }
        }
        if falls > hits {
            return refuse("BIZ-INV-4", "a level falls only by a hit, by one each");
        }
        if after.round == before.round && !before.embargo.is_empty() && before.embargo != after.embargo {
            return refuse("BIZ-WHEEL-5", "an embargo holds until the round ends");
        }
        Ok(())
    }
}
