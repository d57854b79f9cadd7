//! Everything that can be asked or pending, one type for each, and what each of them says about itself: who is asked, what may be done and
//! why not, doing it, the words, the absent player's answer, and where it may stand in a written position. Each type stands with its rules
//! in a file named after its topic.
//!
//! Whatever a step of a turn brings about and cannot finish at once lies on a stack of small frames: a card that moves a piece that lands
//! on a tile that asks for a payment that needs a sale. The topmost frame is the one that goes on or waits for a decision; when it is
//! done, the one below goes on. A frame whose player is jailed or out by then is dropped when its time comes. (INV-CARD-6, INV-TURN-11)

use crate::{
    actions::Action,
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    saying::Reader,
    state::{Answer, FortuneId, State, Step},
    view::{CardView, PendingView},
    words::Choice,
};
use kernel::{Bounds, Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, Turn, refuse};

pub use crate::{
    auctions::{Bidding, Interest},
    carrying_out::{BuyAny, Card, Choose, Name},
    casino::{Bets, Casino},
    debts::{AskRefusal, Debt, PayEach, Payments, RefusalPoll, Refusers},
    fortune::Read,
    hidden::{HiddenPlays, HiddenWindow, Taken},
    landing::{Landing, ThenProfit},
    laps::{Lap, Loan, Loans},
    movement::Moving,
    property::{Buy, Force, ForcePoll, Forced, Upgrade},
    rolling::{Depart, EqualDice, SetRoll},
    shortcuts::{Path, Window},
    tax_office::{Reroll, Taxed, Taxes},
    trade::Agreement,
};
pub(crate) use crate::{
    deals::OpenDeal,
    rolling::BeforeRoll,
    trade::{BankCardStep, Trade},
    turn::{Begin, Resolve, Resolved},
};
use serde::{Deserialize, Serialize};

kernel::decisions! {
    /// Everything about one thing that is asked or goes on by itself.
    pub(crate) trait Decision {
        /// Does it put a question to several players at once? (INV-POLL-1)
        fn is_poll(&self) -> bool {
            false
        }

        /// Whose decision it waits for, where that is one player's.
        fn seat(&self) -> Option<Seat> {
            None
        }

        /// Does it wait for a decision when it is topmost?
        fn waits(&self) -> bool {
            self.is_poll() || self.seat().is_some()
        }

        /// Who is asked.
        fn turn(&self, _rules: &InvestmentsRules, state: &State) -> Turn {
            match self.is_poll() {
                true => Turn::asking(state.poll.missing()),
                false => Turn::of(self.seat().unwrap_or(state.active())),
            }
        }

        /// What this seat could choose; what it may choose of it is for [`Decision::may`] to say.
        fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, _out: &mut Vec<Action>) {}

        /// May this seat do this now? If not, by which clause.
        fn may(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, _action: &Action) -> Result<(), Refusal> {
            refuse("INV-TURN-1", "nothing can be decided now")
        }

        /// Appends all that this seat may do now.
        fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
            let first = out.len();
            self.candidates(rules, state, seat, out);
            let mut kept = first;
            for index in first..out.len() {
                if self.may(rules, state, seat, &out[index]).is_ok() {
                    out.swap(kept, index);
                    kept += 1;
                }
            }
            out.truncate(kept);
        }

        /// What amounts this seat may choose freely.
        fn bounds(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, _out: &mut Vec<Bounds<Action>>) {}

        /// Does what was found to be allowed. A poll takes the sealed answer.
        fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
            if self.is_poll() {
                play.answer_poll(seat, action);
            }
        }

        /// What happens when it comes to the top, or its step of the turn: does play go on by itself? Where one player decides, it waits
        /// for them, and is dropped if they are jailed or out by then. (INV-CARD-6)
        fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
            self.seat().is_some_and(|seat| play.keeps_waiting(seat))
        }

        /// It is dropped: the card in it goes back.
        fn dropped(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) {
            if let Some(card) = self.card() {
                play.put_back(card.fortune(), card.card());
            }
        }

        /// What those who are asked are asked, and the answer that can stand for further questions of the kind. (INV-POLL-4)
        fn question(&self, _state: &State) -> Option<Question<Action>> {
            None
        }

        /// What an absent player does. (INV-ABSENT-1, INV-ABSENT-3)
        fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
            Action::No
        }

        /// What is asked, in words.
        fn ask(&self, _rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
            Line::new("INV-TURN-3", format!("{} is on the way.", reader.name(state.active())))
        }

        /// The words of a choice.
        fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
            rules.usual_choice(state, seat, action, reader)
        }

        /// What somebody would like to do here and perhaps cannot, where the reason is worth knowing.
        fn wanted(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, _wanted: &mut Vec<Action>) {}

        /// The money that is wanted for it.
        fn price(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Option<Money> {
            None
        }

        /// Of what was listed from this place on, leaves what a player who thinks considers.
        fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, _out: &mut Vec<Action>, _first: usize) {}

        /// What is shown of it.
        fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
            PendingView::Waiting
        }

        /// The Profit or Loss card that is in it, in no pile and no hand. (INV-INVAR-7)
        fn card(&self) -> Option<FortuneId> {
            None
        }

        /// The card in it that everybody sees.
        fn shown_card(&self) -> Option<CardView> {
            None
        }

        /// All who are named in it, in a written position.
        fn names(&self) -> Seats {
            self.seat().map_or(Seats::NONE, Seats::only)
        }

        /// May it lie on this, or on nothing, in a written position?
        fn lies_on(&self, _below: Option<&Frame>) -> bool {
            true
        }

        /// May that lie on it, in a written position? What lies under both is told too. (INV-CARD-6)
        fn bears(&self, _rules: &InvestmentsRules, _above: &Frame, _under: Option<&Frame>) -> bool {
            false
        }

        /// Can a card bring it about without moving anybody?
        fn is_of_a_card(&self) -> bool {
            false
        }

        /// Does a turn come to it in the present step, where nothing lies under it? (INV-INVAR-14)
        fn fits_step(&self, state: &State) -> bool {
            state.turn.step == Step::Resolve
        }

        /// Can a deal be open above it that this player has opened? (INV-TRADE-4, INV-GLOB-23)
        fn bears_deal_of(&self, _opener: Seat) -> bool {
            false
        }

        /// Can it be so in this written position, and by which clause not? If it is topmost, that includes what it waits for.
        fn check(&self, _rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
            ("INV-CARD-6", true)
        }

        /// Whom a poll is put to. (INV-POLL-1)
        fn asked(&self, _rules: &InvestmentsRules, state: &State) -> Seats {
            state.poll.asked().and(state.present())
        }

        /// Can this player have answered a poll like this? `No` can be said to each. (INV-POLL-3)
        fn takes_answer(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, answer: Answer) -> bool {
            answer == Answer::Yes
        }

        /// A sealed answer that this player could have given.
        fn any_answer(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, luck: &mut impl Luck) -> Answer {
            if luck.below(4) == 0 { Answer::Yes } else { Answer::No }
        }
    }

    /// What is pending. In positions the bank, `false`, and empty sets are left out.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[serde(tag = "what", rename_all = "snake_case")]
    pub enum Frame {
        EqualDice,
        SetRoll,
        Window,
        Depart,
        Moving,
        Landing,
        Lap,
        Loans,
        Loan,
        Buy,
        Force,
        Forced,
        Upgrade,
        Debt,
        AskRefusal,
        #[serde(rename = "refusal")]
        RefusalPoll,
        Refusers,
        Payments,
        PayEach,
        Taxed,
        Taxes,
        Reroll,
        Casino,
        Bets,
        Read,
        Card,
        Name,
        Choose,
        BuyAny,
        ThenProfit,
        Path,
        HiddenWindow,
        HiddenPlays,
        Taken,
        Interest,
        Bidding,
        ForcePoll,
        Agreement,
    }

    /// What a table waits for or goes on with: the open deal, else what is pending, else the step of the turn.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Now {
        OpenDeal,
        Frame,
        Begin,
        BeforeRoll,
        Resolve,
        Resolved,
        Trade,
        BankCardStep,
    }
}
