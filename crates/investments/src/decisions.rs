//! Everything that can be asked or pending, one type for each, and what each of them says about itself: who is asked, what may be done and
//! why not, doing it, the words, the absent player's answer, and where it may stand in a written position. Each type stands with its rules
//! in a file named after its topic.
//!
//! Whatever a step of a turn brings about and cannot finish at once lies on a stack of small frames: a card that moves a piece that lands
//! on a tile that asks for a payment that needs a sale. The topmost frame is the one that goes on or waits for a decision; when it is
//! done, the one below goes on. A frame whose player is jailed or out by then is dropped when its time comes. (INV-CARD-6, INV-TURN-11)

pub(crate) mod auctions;
pub(crate) mod bargaining;
pub(crate) mod buying;
pub(crate) mod card_choices;
pub(crate) mod carrying_out;
pub(crate) mod casino;
pub(crate) mod debts;
pub(crate) mod forced_trade;
pub(crate) mod hidden_cards;
pub(crate) mod landing;
pub(crate) mod loans;
pub(crate) mod moving;
pub(crate) mod open_deal;
pub(crate) mod possible_deals;
pub(crate) mod profit_and_loss;
pub(crate) mod raising_money;
pub(crate) mod refusals;
pub(crate) mod roll;
pub(crate) mod shortcut_cards;
pub(crate) mod tax_office;
pub(crate) mod trade;
pub(crate) mod upgrades;

use crate::{
    actions::Action,
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::{Answer, FortuneId, State, Step},
    view::{CardView, PendingView},
    words::Choice,
    words::saying::Reader,
};
use kernel::{Bounds, Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, Turn, refuse};

pub(crate) use crate::turn::{Begin, Resolve, Resolved};
pub use auctions::{Bidding, Interest};
pub use buying::Buy;
pub use card_choices::{BuyAny, Choose, Name};
pub use carrying_out::Card;
pub use casino::{Bets, Casino};
pub use debts::Debt;
pub use forced_trade::{Force, ForcePoll, Forced};
pub use hidden_cards::{HiddenPlays, HiddenWindow, Taken};
pub use landing::{Landing, ThenProfit};
pub use loans::{Lap, Loan, Loans};
pub use moving::Moving;
pub(crate) use open_deal::OpenDeal;
pub use profit_and_loss::Read;
pub use refusals::{AskRefusal, PayEach, Payments, RefusalPoll, Refusers};
pub(crate) use roll::BeforeRoll;
pub use roll::{Depart, EqualDice, SetRoll};
use serde::{Deserialize, Serialize};
pub use shortcut_cards::{Path, Window};
pub use tax_office::{Reroll, Taxed, Taxes};
pub use trade::Agreement;
pub(crate) use trade::{BankCardStep, Trade};
pub use upgrades::Upgrade;

/// Choices that are always the same, and the clause and the reason for which nothing else can be chosen.
pub(crate) type Choices = (&'static [Action], &'static str, &'static str);

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

        /// The choices, where they are always the same.
        fn choices(&self) -> Option<Choices> {
            None
        }

        /// What this seat could choose; what it may choose of it is for [`Decision::may`] to say.
        fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
            out.extend(self.choices().map_or(&[][..], |(choices, ..)| choices));
        }

        /// May this seat do this now? If not, by which clause.
        fn may(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, action: &Action) -> Result<(), Refusal> {
            match self.choices() {
                Some((choices, ..)) if choices.contains(action) => Ok(()),
                Some((_, clause, reason)) => refuse(clause, reason),
                None => refuse("INV-TURN-1", "nothing can be decided now"),
            }
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

        /// What happens when it comes to the top, when all answers of a poll are in, or when its step of the turn comes: does play go on?
        /// Where one player decides, it waits for them, and is dropped if they are jailed or out by then. (INV-CARD-6)
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

/// A frame is as small as this, so that a state stays small: whatever has two-byte fields beside others is packed.
const _: () = assert!(size_of::<Frame>() == 8);
