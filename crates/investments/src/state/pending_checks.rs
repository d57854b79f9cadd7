//! What can be pending, and what lies on what. (INV-INVAR-13, INV-INVAR-14, INV-CARD-6)

use crate::{
    content::things::UNIT,
    decisions::auctions::HIGHEST,
    decisions::{Decision, Frame, HiddenPlays, Interest, Loan, Loans},
    rules::InvestmentsRules,
    state::from_position::is_whole,
    state::invariants::is,
    state::{Answer, Item, Party, Sale, State, Step, Use},
};
use kernel::{MAX_SEATS, Money, Poll, Refusal, Seat, Seats, refuse};

impl InvestmentsRules {
    pub(crate) fn check_pending(&self, state: &State) -> Result<(), Refusal> {
        if state.is_over() {
            let nothing = state.top().is_none() && state.sale.is_none() && state.dues.is_empty();
            is(nothing && state.poll.asked().is_empty(), "INV-END-16", || "the game is over: nothing is pending".into())?;
        } else {
            self.check_phase(state)?;
        }
        let frames: Vec<&Frame> = state.pending.iter().collect();
        for (depth, frame) in frames.iter().enumerate() {
            is(frame.names().within(self.seats()), "INV-SETUP-6", || {
                "something is pending for a seat that does not play".into()
            })?;
            let below = frames.get(depth + 1).copied();
            let under = frames.get(depth + 2).copied();
            let fits = frame.lies_on(below) && below.is_none_or(|below| below.bears(self, frame, under));
            is(fits, "INV-CARD-6", || "what is pending cannot lie on each other like this".into())?;
            let (clause, sound) = frame.check(self, state, depth == 0);
            is(sound, clause, || "what is pending cannot be so now".into())?;
        }
        self.check_loans(state, &frames)?;
        self.check_poll(state)?;
        self.check_sale(state)?;
        let left = match frames.last() {
            Some(Frame::HiddenPlays(HiddenPlays { left })) => *left,
            _ => Seats::NONE,
        };
        let plays = |seat: Seat| (state.plays[seat.index()] == Use::NONE) != left.contains(seat);
        is(Seats::first(MAX_SEATS).all(plays), "INV-HIDDEN-5", || {
            "the hidden cards that are to be carried out are those of `hidden_plays`".into()
        })
    }

    /// Between decisions a turn is in step 1, 3 or 4, or something is pending; and no debt is open when a step ends. (INV-INVAR-14)
    fn check_phase(&self, state: &State) -> Result<(), Refusal> {
        let step = state.turn.step;
        let bottom = state.pending.iter().last();
        let sound = match bottom {
            None => {
                let present = state.is_present(state.active()) || !state.offers.asked().is_empty();
                present && matches!(step, Step::Roll | Step::Trade | Step::BankCard)
            }
            Some(frame) => frame.fits_step(state),
        };
        is(sound, "INV-INVAR-14", || "what is pending does not belong to this step of the turn".into())?;
        if state.offers.asked().is_empty() {
            return Ok(());
        }
        let opener = state.offers.iter().next().map(|(_, offer)| offer.opener());
        let bargains = state.top().is_none_or(|top| opener.is_some_and(|opener| top.bears_deal_of(opener)));
        is(bargains, "INV-TRADE-4", || "a deal is open where none can be made".into())
    }

    /// Loans are due only while somebody settles them. (INV-LOAN-13)
    fn check_loans(&self, state: &State, frames: &[&Frame]) -> Result<(), Refusal> {
        let debtor = frames.iter().find_map(|frame| if let Frame::Loans(Loans { seat }) = frame { Some(*seat) } else { None });
        let Some(debtor) = debtor else {
            return is(state.dues.is_empty(), "INV-LOAN-13", || "loans are due only at a lap event".into());
        };
        let owed = state.player(debtor).owned.and(state.mortgaged);
        is(state.dues.within(owed), "INV-LOAN-13", || format!("due are loans of seat {debtor}"))?;
        match frames.first() {
            Some(Frame::Loan(Loan { business, .. })) if !state.dues.contains(*business) => {
                refuse("INV-LOAN-10", format!("the loan of {business} is not due"))
            }
            _ => Ok(()),
        }
    }

    /// One poll is open, to those whom the question is put to, and somebody has not answered. (INV-INVAR-13, INV-INVAR-21)
    fn check_poll(&self, state: &State) -> Result<(), Refusal> {
        let poll = &state.poll;
        let Some(frame) = state.top().filter(|frame| frame.is_poll()) else {
            return is(*poll == Poll::open(Seats::NONE), "INV-INVAR-13", || "a poll is open that nobody asked for".into());
        };
        let asked = frame.asked(self, state);
        is(poll.asked() == asked && !poll.is_complete(), "INV-POLL-1", || {
            "a poll asks all whom its question is put to, and one of them has not answered yet".into()
        })?;
        for seat in poll.answered() {
            let fits = match poll.answer_of(seat) {
                None | Some(Answer::No) => true,
                Some(answer) => frame.takes_answer(self, state, seat, answer),
            };
            is(fits, "INV-POLL-3", || format!("seat {seat} cannot have answered like this"))?;
        }
        Ok(())
    }

    /// An auction is held while its interest is asked for or bids are made. (INV-AUCT-4, INV-SINGLE-5)
    fn check_sale(&self, state: &State) -> Result<(), Refusal> {
        let held = matches!(state.top(), Some(Frame::Interest(_) | Frame::Bidding(_)));
        let Some(Sale { item, seller, auction }) = state.sale.filter(|_| held) else {
            return is(!held && state.sale.is_none(), "INV-AUCT-4", || {
                "an auction is held while interest is asked for or bids are made, and not otherwise".into()
            });
        };
        let terms = auction.terms();
        let price = is_whole(terms.lowest) && terms.lowest >= Money::ZERO && terms.lowest <= HIGHEST;
        let (own, opening) = match (item, seller) {
            (Item::Business(business), Party::Bank) => {
                (self.single && state.owner(business).is_none(), terms.lowest == self.price(state, business))
            }
            (Item::Business(business), Party::Player(seat)) => (state.owner(business) == Some(seat), price),
            (Item::Shortcut(place), Party::Player(seat)) => {
                (state.player(seat).hand.get(usize::from(place)).is_some_and(Option::is_some), price)
            }
            (Item::Shortcut(_), Party::Bank) => (false, price),
        };
        is(own, "INV-AUCT-1", || "a player auctions what is theirs; the bank a business, where one piece stands for all".into())?;
        is(opening && terms.step == Money::new(UNIT), "INV-AUCT-4", || {
            format!("the opening price is 0 to {HIGHEST} or the bank’s price, and bids are multiples of 5,000")
        })?;
        if let Party::Player(seat) = seller {
            let counted = state.player(seat).offers > 0 && state.is_present(seat);
            is(counted, "INV-TRADE-14", || format!("the auction of seat {seat} is counted as an offer"))?;
        }
        let able = |seat: Seat| {
            let room = !matches!(item, Item::Shortcut(_)) || state.player(seat).shortcut_count() < self.hand_limit();
            seller != Party::Player(seat) && state.player(seat).cash >= terms.lowest && room
        };
        let bidders = auction.bidders().within(state.present()) && auction.bidders().all(able);
        let covered = auction.highest().is_none_or(|bid| is_whole(bid.amount) && state.player(bid.seat).cash >= bid.amount);
        is(auction.is_sound(self.seats()) && bidders && covered, "INV-AUCT-4", || {
            "somebody is still to bid; bidders are present, have the opening price in cash and can take what is sold".into()
        })?;
        let silent = state.top() != Some(&Frame::Interest(Interest)) || auction.highest().is_none();
        is(silent, "INV-AUCT-2", || "nobody bids before interest is declared".into())
    }
}
