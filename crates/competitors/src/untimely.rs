//! What is said to an action whose time it is not: what would have to be pending for it.

use crate::{Action, CompetitorsRules, Stage, State};
use kernel::{Refusal, Seat, refuse};

/// Refuses an action that does not answer what is pending.
pub(crate) fn untimely(rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    match *action {
        Action::Colour(_) | Action::Office(_) => {
            refuse("CMP-SETUP-5", "colours and headquarters are chosen at the start, the first player first")
        }
        Action::Put(_) => refuse("CMP-WX-10", "no token is to be put back"),
        Action::Stay => refuse("CMP-NEG-15", "no token has changed hands that is still to be placed"),
        Action::Bid(_) | Action::Pass if state.pending.is_empty() => refuse("CMP-AUCT-1", "nothing is being auctioned"),
        Action::Bid(_) | Action::Pass => refuse_to_negotiate(),
        _ if action.negotiates() => refuse_to_negotiate(),
        _ if state.stage == Stage::Choosing => refuse("CMP-SETUP-5", "headquarters are chosen first"),
        _ if seat != state.active => refuse("CMP-NEG-1", format!("it is {}’s turn: you can only negotiate", state.active.mark())),
        // A card for a Delivery is refused by what the card is.
        Action::Play(card) if state.journey.is_some() => rules.may_play_in_delivery(state, seat, card),
        Action::DrawTerritory
        | Action::DrawContract
        | Action::Sign(_)
        | Action::Deliver(_)
        | Action::Move(_)
        | Action::Buy(_)
        | Action::Sell(_)
        | Action::Build(_)
        | Action::SellBranch(_)
        | Action::Play(_)
        | Action::End => refuse("CMP-TURN-1", "finish what you have begun first"),
        Action::Carrier(_) => refuse("CMP-SIGN-3", "no contract waits for a token"),
        Action::Receiver(_) => refuse("CMP-SIGN-1", "no contract waits for its Receiver"),
        Action::At(_) => refuse("CMP-BUY-4", "no token was bought"),
        Action::Place(_) => refuse("CMP-SPEC-4", "no advantage card is being played"),
        Action::Target(_) => refuse("CMP-SPEC-9", "no card waits for a target"),
        Action::Revoke(_) => refuse("CMP-SPEC-16", "no card that removes an advantage is being played"),
        Action::Give(_) => refuse("CMP-SPEC-18", "no card is to be swapped"),
        Action::Bring(_) => refuse("CMP-BRANCH-8", "tokens are put on a branch only when it is built"),
        Action::Done => refuse("CMP-BRANCH-8", "no tokens are being put on a new branch"),
        Action::DiscardTerritory(_) | Action::DiscardContract(_) => {
            refuse("CMP-DRAW-3", "cards are discarded only at the end of a turn, down to the limit of the hand")
        }
        Action::Go { .. } => refuse("CMP-MOVE-6", "nothing moves without a Move or a Delivery"),
        Action::Load { .. } | Action::Unload(_) | Action::Hand { .. } => {
            refuse("CMP-COMBO-13", "trucks and goods change places in a movement turn or between actions of the own turn")
        }
        Action::Stop if state.journey.is_some() => {
            refuse("CMP-TM-5", "no movement turn is running: take a step, or give the Delivery up")
        }
        Action::Stop => refuse("CMP-TM-5", "no movement turn is running"),
        Action::GiveUp => refuse("CMP-DELIV-14", "a Delivery is given up between two of its steps"),
        Action::CustomsFirst | Action::EventFirst => refuse("CMP-POL-8", "there is no card and event to put in order"),
        Action::Choose(_) => refuse("CMP-EFF-18", "there is nothing to choose between"),
        Action::Reroll | Action::Keep => refuse("CMP-SPEC-14", "there is no event to roll again"),
        Action::Take(_) => refuse("CMP-SPEC-15", "there is no customs card to choose"),
        // All that is left was refused above.
        _ => refuse("CMP-TURN-1", "this is no action of a turn"),
    }
}

/// Deals and auctions have their time. (CMP-NEG-3)
fn refuse_to_negotiate() -> Result<(), Refusal> {
    refuse("CMP-NEG-3", "negotiate while an action is to be chosen, or between two movement turns of a Delivery")
}
