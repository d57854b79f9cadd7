//! What is true of every step from one state to the next. (CMP-INV-2, CMP-INV-13, CMP-INV-20, CMP-INV-23, CMP-INV-24)

use crate::{CompetitorsRules, Stage, State, Token, positions::invariants::is};
use kernel::{Cards, Refusal, Seats};

impl CompetitorsRules {
    /// What is true of every step.
    pub(crate) fn check_change(&self, before: &State, after: &State) -> Result<(), Refusal> {
        is(before.stage != Stage::Over, "CMP-END-2", || "nothing happens after the end".into())?;
        is(before.first == after.first, "CMP-SETUP-16", || "the first player stays the same".into())?;
        is(before.round <= after.round && after.round <= before.round + 1, "CMP-INV-24", || {
            "rounds only go on, one by one".into()
        })?;
        is(before.stage == Stage::Choosing || after.stage != Stage::Choosing, "CMP-SETUP-5", || {
            "headquarters are chosen once".into()
        })?;
        for seat in self.seats() {
            let (was, now) = (before.player(seat), after.player(seat));
            is(was.office.is_none() || was.office == now.office, "CMP-INV-13", || {
                format!("the headquarters of seat {seat} stays where it is")
            })?;
            let delivered = (was.book.delivered, was.book.failed) != (now.book.delivered, now.book.failed);
            is(was.points == now.points || delivered, "CMP-INV-20", || {
                format!("the victory points of seat {seat} changed without a Delivery")
            })?;
            let counted = was.book.delivered <= now.book.delivered && was.book.failed <= now.book.failed;
            is(counted, "CMP-INV-14", || format!("the Deliveries of seat {seat} are not forgotten"))?;
        }
        self.check_signed(before, after)?;
        // CMP-DECK-3: the customs deck is never shuffled again.
        let (old, new) = (before.customs.unseen(), after.customs.unseen());
        is(Cards::from_bits(new.bits() & !old.bits()).is_empty(), "CMP-DECK-3", || {
            "a customs card that was seen is unseen again".into()
        })?;
        self.check_same_turn(before, after)
    }

    /// What was signed stays as it was signed until it ends, and what was seen of it stays known. (CMP-SIGN-2, CMP-INV-20, CMP-DECK-6)
    fn check_signed(&self, before: &State, after: &State) -> Result<(), Refusal> {
        for token in Token::all() {
            let Some(old) = before.piece(token).load else { continue };
            let Some(new) = after.carrying(old.sender).and_then(|token| after.piece(token).load) else {
                let ended = |state: &State| {
                    let book = state.player(old.signer).book;
                    u32::from(book.delivered) + u32::from(book.failed)
                };
                is(ended(before) < ended(after), "CMP-SIGN-12", || "a contract ends only by a Delivery".into())?;
                continue;
            };
            let same = (old.contract, old.receiver, old.signer) == (new.contract, new.receiver, new.signer);
            is(same && old.known.within(new.known), "CMP-SIGN-2", || "a signed contract cannot be changed".into())?;
        }
        Ok(())
    }

    /// Within a turn nothing that was used up comes back. (CMP-INV-17, CMP-INV-23, CMP-INV-24)
    fn check_same_turn(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let turn = |state: &State| (state.stage, state.round, state.active);
        if turn(before) != turn(after) || before.stage != Stage::Playing {
            return Ok(());
        }
        let (old, new) = (&before.turn, &after.turn);
        let made = self.seats().all(|seat| {
            let (old, new) = (old.proposals[seat.index()], new.proposals[seat.index()]);
            old <= new && new <= old + 1
        });
        is(made && old.auctioned.within(new.auctioned), "CMP-INV-23", || "proposals are counted one by one".into())?;
        // Before the first turn of a round nobody has actions.
        let strikes = { before.pending.iter() }.any(|frame| matches!(frame, crate::decision::Frame::Strike(_)));
        let added = new.added.saturating_sub(old.added);
        is(strikes || new.actions <= old.actions.saturating_add(added), "CMP-INV-17", || {
            "an action comes back that was used".into()
        })?;
        is(old.added <= new.added && (!old.overtime || new.overtime), "CMP-INV-17", || "added actions are forgotten".into())?;
        let opened: Seats = self.seats().filter(|seat| after.opened_by(*seat) > before.opened_by(*seat)).collect();
        let proposed = { opened }.all(|seat| new.proposals[seat.index()] > old.proposals[seat.index()]);
        is(proposed, "CMP-INV-23", || "an offer is open that was not counted".into())
    }
}
