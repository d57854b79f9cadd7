//! What can be pending, and what lies on what. (INV-INVAR-13, INV-INVAR-14, INV-CARD-6)

use crate::{
    auctions::HIGHEST,
    effects::Effect,
    from_position::is_whole,
    invariants::is,
    options::RepeatDie,
    rules::InvestmentsRules,
    state::{Answer, DebtKind, Frame, Item, Party, Sale, State, Step, Use},
    things::{Fortune, UNIT},
};
use kernel::{MAX_SEATS, Money, Poll, Refusal, Seat, Seats, refuse};

impl Frame {
    /// Does it wait for a decision when it is topmost?
    pub(crate) const fn waits(&self) -> bool {
        let named = matches!(self, Frame::EqualDice | Frame::SetRoll | Frame::Forced { .. } | Frame::Bidding);
        named || self.is_poll() || self.seat().is_some()
    }

    /// All who are named in it.
    fn seats(&self) -> Seats {
        match *self {
            Frame::Moving { seat, .. }
            | Frame::Landing { seat, .. }
            | Frame::Loans { seat }
            | Frame::Loan { seat, .. }
            | Frame::Buy { seat, .. }
            | Frame::Force { seat, .. }
            | Frame::Forced { seat, .. }
            | Frame::Upgrade { seat, .. }
            | Frame::Taxed { seat }
            | Frame::Reroll { seat }
            | Frame::Casino { seat, .. }
            | Frame::Read { seat, .. }
            | Frame::Choose { seat, .. }
            | Frame::BuyAny { seat, .. }
            | Frame::ThenProfit { seat, .. }
            | Frame::Path { seat, .. }
            | Frame::Taken { seat, .. }
            | Frame::Agreement { seat } => Seats::only(seat),
            Frame::Lap { seat, left } | Frame::PayEach { seat, left, .. } => left.with(seat),
            Frame::Debt { seat, to, .. } => to.seat().map_or(Seats::NONE, Seats::only).with(seat),
            Frame::AskRefusal { asked, to, .. } => asked.or(to),
            Frame::Refusal { to, .. } => to,
            Frame::Refusers { left, to, .. } => left.or(to),
            Frame::Payments { left, to, .. } => left.or(to.seat().map_or(Seats::NONE, Seats::only)),
            Frame::Taxes { left, .. } | Frame::HiddenPlays { left } => left,
            Frame::Card { seat, second, left, .. } => left.with(seat).with(second.seat()),
            Frame::Name { seat, mover, .. } => Seats::only(seat).with(mover),
            Frame::EqualDice
            | Frame::SetRoll
            | Frame::Window
            | Frame::Depart
            | Frame::Bets { .. }
            | Frame::HiddenWindow
            | Frame::Interest
            | Frame::Bidding
            | Frame::ForcePoll { .. } => Seats::NONE,
        }
    }

    /// Can a card bring it about without moving anybody?
    const fn is_of_a_card(&self) -> bool {
        matches!(
            self,
            Frame::Debt { .. }
                | Frame::AskRefusal { .. }
                | Frame::Refusal { .. }
                | Frame::Refusers { .. }
                | Frame::Payments { .. }
                | Frame::PayEach { .. }
                | Frame::Choose { .. }
                | Frame::BuyAny { .. }
        )
    }

    /// May this frame lie on that one, or on none?
    fn lies_on(&self, below: Option<&Frame>) -> bool {
        let fits = match self {
            Frame::Landing { .. } => false,
            Frame::Window => matches!(below, Some(Frame::Depart)),
            Frame::Lap { .. } => matches!(below, Some(Frame::Moving { .. })),
            Frame::Loans { .. } => matches!(below, Some(Frame::Lap { .. })),
            Frame::Loan { seat, .. } => matches!(below, Some(Frame::Loans { seat: debtor }) if debtor == seat),
            Frame::Debt { kind: DebtKind::Pips, .. } => matches!(below, Some(Frame::Depart)),
            Frame::AskRefusal { .. } => matches!(below, Some(Frame::Payments { .. } | Frame::PayEach { .. })),
            Frame::HiddenWindow | Frame::HiddenPlays { .. } | Frame::Agreement { .. } => below.is_none(),
            _ => true,
        };
        let asks = matches!(self, Frame::Refusal { .. } | Frame::Refusers { .. });
        let debt = matches!(self, Frame::Debt { .. });
        let bears = match below {
            None => true,
            Some(Frame::Depart) => matches!(self, Frame::Window | Frame::Debt { kind: DebtKind::Pips, .. }),
            Some(Frame::Moving { .. }) => matches!(self, Frame::Lap { .. }),
            Some(Frame::Lap { .. }) => matches!(self, Frame::Loans { .. }),
            Some(Frame::Loans { .. }) => matches!(self, Frame::Loan { .. }) || debt,
            Some(Frame::Refusers { .. } | Frame::Taxed { .. }) => debt,
            Some(Frame::Debt { kind: DebtKind::ReverseFee, .. }) => matches!(self, Frame::Force { .. }),
            Some(Frame::Debt { kind: DebtKind::Fine, .. }) => matches!(self, Frame::Debt { kind: DebtKind::Loan, .. }),
            Some(Frame::Debt { kind: DebtKind::Card, .. }) => asks,
            Some(Frame::Debt { .. }) => false,
            Some(Frame::AskRefusal { .. }) => matches!(self, Frame::ForcePoll { .. }),
            Some(Frame::Payments { .. } | Frame::PayEach { .. }) => debt || asks || matches!(self, Frame::AskRefusal { .. }),
            Some(Frame::Taxes { .. }) => asks || matches!(self, Frame::Taxed { .. }),
            Some(Frame::Upgrade { .. }) => {
                let fees = matches!(self, Frame::Payments { .. } | Frame::PayEach { .. });
                debt || asks || fees || matches!(self, Frame::ForcePoll { .. } | Frame::Forced { .. })
            }
            Some(Frame::Card { .. } | Frame::ThenProfit { .. } | Frame::HiddenPlays { .. }) => true,
            Some(_) => false,
        };
        fits && bears
    }
}

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
            is(frame.seats().within(self.seats()), "INV-SETUP-6", || {
                "something is pending for a seat that does not play".into()
            })?;
            let below = frames.get(depth + 1).copied();
            let fits = frame.lies_on(below) && self.bears(below, frames.get(depth + 2).copied(), frame);
            is(fits, "INV-CARD-6", || "what is pending cannot lie on each other like this".into())?;
            self.check_frame(state, frame, depth == 0)?;
        }
        self.check_loans(state, &frames)?;
        self.check_poll(state)?;
        self.check_sale(state)?;
        let left = match frames.last() {
            Some(Frame::HiddenPlays { left }) => *left,
            _ => Seats::NONE,
        };
        let plays = |seat: Seat| (state.plays[seat.index()] == Use::NONE) != left.contains(seat);
        is(Seats::first(MAX_SEATS).all(plays), "INV-HIDDEN-5", || {
            "the hidden cards that are to be carried out are those of `hidden_plays`".into()
        })
    }

    /// May this lie on a card or on Profit cards that are owed? A card that moves its drawer is back under its pile by the time the piece
    /// has arrived, so a piece moves and lands only above one that moves everybody or was used unseen; and the Profit cards that are
    /// owed in a row are counted. So a position has room for all that comes of it. (INV-CARD-6, INV-REPEAT-4)
    fn bears(&self, below: Option<&Frame>, under: Option<&Frame>, frame: &Frame) -> bool {
        match (below, frame) {
            (Some(Frame::Card { card, term, .. }), _) => {
                let effect = self.card_terms(*card).get(usize::from(*term));
                let everybody = matches!(effect, Some(Effect::AllMoveKind(_)));
                everybody || matches!(under, Some(Frame::HiddenPlays { .. })) || frame.is_of_a_card()
            }
            (Some(Frame::ThenProfit { .. }), Frame::ThenProfit { .. }) => false,
            _ => true,
        }
    }

    /// Between decisions a turn is in step 1, 3 or 4, or something is pending; and no debt is open when a step ends. (INV-INVAR-14)
    fn check_phase(&self, state: &State) -> Result<(), Refusal> {
        let step = state.turn.step;
        let of_player = matches!(state.sale, Some(Sale { seller: Party::Player(_), .. }));
        let bottom = state.pending.iter().last();
        let sound = match bottom {
            None => {
                let present = state.is_present(state.active()) || !state.offers.asked().is_empty();
                present && matches!(step, Step::Roll | Step::Trade | Step::BankCard)
            }
            Some(Frame::HiddenWindow | Frame::HiddenPlays { .. }) => matches!(step, Step::Roll | Step::Trade),
            Some(Frame::Agreement { seat }) => step == Step::Trade && state.turn.proposed && *seat == state.active(),
            Some(Frame::Interest | Frame::Bidding) if of_player => {
                matches!(step, Step::Roll | Step::Trade | Step::BankCard)
            }
            Some(_) => step == Step::Resolve,
        };
        is(sound, "INV-INVAR-14", || "what is pending does not belong to this step of the turn".into())?;
        if state.offers.asked().is_empty() {
            return Ok(());
        }
        let opener = state.offers.iter().next().map(|(_, offer)| offer.opener());
        let bargains = match state.top() {
            None => true,
            Some(Frame::Debt { seat, .. } | Frame::Loan { seat, .. }) => opener == Some(*seat),
            Some(_) => false,
        };
        is(bargains, "INV-TRADE-4", || "a deal is open where none can be made".into())
    }

    /// What one frame says, whatever lies above it; if it is topmost, also what it waits for.
    fn check_frame(&self, state: &State, frame: &Frame, top: bool) -> Result<(), Refusal> {
        let tile = |tile: u8| (1..=3).contains(&tile);
        let rolls = state.roll.seat == state.active() && state.roll.distance > 0;
        let (clause, sound) = match *frame {
            Frame::EqualDice => {
                let [first, second] = state.roll.dice;
                let plain = state.roll.again == [0; 2] && state.roll.pips == first + second;
                ("INV-ROLL-2", rolls && first == second && plain && state.roll.distance == state.roll.pips)
            }
            Frame::SetRoll => {
                let armed = state.player(state.roll.seat).armed.set_roll > 0;
                ("INV-ROLL-7", rolls && (armed || self.set_roll_card(state, state.roll.seat).is_some()))
            }
            Frame::Window => ("INV-SHORT-8", rolls && self.shortcut_cards),
            Frame::Depart => ("INV-ROLL-7", rolls),
            Frame::Moving { from, .. } => ("INV-INVAR-10", from < self.length),
            Frame::Buy { seat, business } => {
                let here = !self.single && self.stands_on(state, seat, business);
                ("INV-BUY-1", here && state.owner(business).is_none())
            }
            Frame::Force { seat, business } => ("INV-FORCE-6", !self.single && (!top || self.can_force(state, seat, business))),
            Frame::Forced { seat, business } => {
                let pays = state.player(seat).cash >= self.price(state, business);
                ("INV-FORCE-5", pays && self.can_force(state, seat, business))
            }
            Frame::Upgrade { seat, .. } => ("INV-INVEST-9", seat != state.active()),
            Frame::Debt { seat, to, amount, kind, business } => {
                let named = matches!(kind, DebtKind::Fee | DebtKind::ReverseFee | DebtKind::Loan);
                let whole = to != Party::Player(seat) && Money::from(amount) > Money::ZERO && named == business.is_some();
                ("INV-DEBT-1", whole && self.is_owed(kind, to))
            }
            Frame::AskRefusal { asked, .. } => ("INV-POLL-1", !asked.is_empty()),
            Frame::Payments { to, kind, .. } => ("INV-DEBT-1", kind != DebtKind::Fee && self.is_owed(kind, to)),
            Frame::Taxed { .. } => ("INV-TAX-6", !self.reroll),
            Frame::Taxes { tile: number, .. } => ("INV-SINGLE-13", self.single && !self.reroll && tile(number)),
            Frame::Reroll { seat } => ("INV-TAX-14", self.reroll && seat == state.active()),
            Frame::Casino { seat, tile: number } => {
                ("INV-CASINO-1", !self.single && tile(number) && self.takes_bets(state, seat, number))
            }
            Frame::Bets { tile: number } => ("INV-SINGLE-12", self.single && tile(number)),
            Frame::Read { card, .. } => ("INV-LOSS-5", card.fortune() == Fortune::Loss),
            Frame::Card { card, term, seat, second, .. } => {
                // INV-HIDDEN-13: a Loss card that was used unseen can have been cancelled by one of the two.
                let cancelled = self.hidden && card.fortune() == Fortune::Loss && second.seat() != seat;
                let sound = second.spares(seat).is_empty() || cancelled;
                ("INV-CARD-4", sound && usize::from(term) < self.card_terms(card).len())
            }
            Frame::Choose { seat, purpose } => ("INV-PFX-30", self.eligible(state, seat, purpose).len() > 1),
            Frame::BuyAny { over, under, .. } => {
                let offered =
                    self.pack.fortunes.iter().flatten().flat_map(|card| &card.effects).any(
                        |term| matches!(term, Effect::BuyAny(part) if (part.over, part.under) == (over.into(), under.into())),
                    );
                ("INV-PFX-33", offered)
            }
            Frame::ThenProfit { .. } => ("INV-REPEAT-4", self.options.repeat_die == RepeatDie::Literal),
            Frame::Path { seat, to } => {
                let at = usize::from(self.piece(state, seat));
                ("INV-SHORT-15", !self.shortcut_cards && self.pack.board.get(at).is_some_and(|tile| tile.arrow == Some(to)))
            }
            Frame::HiddenWindow | Frame::HiddenPlays { .. } => ("INV-HIDDEN-5", self.hidden),
            Frame::Taken { seat, card } => {
                ("INV-HIDDEN-4", self.hidden && state.player(seat).hidden[card.fortune().index()].is_some())
            }
            Frame::ForcePoll { business } => ("INV-SINGLE-17", self.single && state.owner(business).is_some()),
            Frame::Landing { .. }
            | Frame::Lap { .. }
            | Frame::Loans { .. }
            | Frame::Loan { .. }
            | Frame::Refusal { .. }
            | Frame::Refusers { .. }
            | Frame::PayEach { .. }
            | Frame::Name { .. }
            | Frame::Interest
            | Frame::Bidding
            | Frame::Agreement { .. } => ("INV-CARD-6", true),
        };
        is(sound, clause, || "what is pending cannot be so now".into())
    }

    /// Can there be such a debt to such a creditor under these settings?
    fn is_owed(&self, kind: DebtKind, to: Party) -> bool {
        match kind {
            DebtKind::Fee | DebtKind::ReverseFee => !self.single && to != Party::Bank,
            DebtKind::AgreedFee => self.single && to != Party::Bank,
            DebtKind::Tax => !self.single && !self.reroll && to == Party::Bank,
            DebtKind::AgreedTax => self.single && !self.reroll && to == Party::Bank,
            DebtKind::Flat => !self.single && to == Party::Bank,
            DebtKind::AgreedFlat => self.single && to == Party::Bank,
            DebtKind::Card => true,
            DebtKind::Pips | DebtKind::Fine | DebtKind::Loan => to == Party::Bank,
        }
    }

    /// Loans are due only while somebody settles them. (INV-LOAN-13)
    fn check_loans(&self, state: &State, frames: &[&Frame]) -> Result<(), Refusal> {
        let debtor = frames.iter().find_map(|frame| if let Frame::Loans { seat } = frame { Some(*seat) } else { None });
        let Some(debtor) = debtor else {
            return is(state.dues.is_empty(), "INV-LOAN-13", || "loans are due only at a lap event".into());
        };
        let owed = state.player(debtor).owned.and(state.mortgaged);
        is(state.dues.within(owed), "INV-LOAN-13", || format!("due are loans of seat {debtor}"))?;
        match frames.first() {
            Some(Frame::Loan { business, .. }) if !state.dues.contains(*business) => {
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
        let present = state.present();
        let asked: Seats = match *frame {
            Frame::Window => { present }.filter(|seat| state.player(*seat).shortcuts().any(|(_, held)| held.ready)).collect(),
            Frame::HiddenWindow => { present }.filter(|seat| state.player(*seat).hidden.iter().any(Option::is_some)).collect(),
            Frame::Interest => state.sale.map_or(Seats::NONE, |sale| sale.auction.bidders()),
            Frame::Bets { .. } => { present }.filter(|seat| state.player(*seat).cash >= Money::new(UNIT)).collect(),
            Frame::ForcePoll { business } => {
                let price = self.price(state, business);
                let takes = |seat: &Seat| state.player(*seat).cash >= price && self.can_force(state, *seat, business);
                { present }.filter(takes).collect()
            }
            Frame::Agreement { seat } => state.remaining().without(seat),
            _ => poll.asked().and(present),
        };
        is(poll.asked() == asked && !poll.is_complete(), "INV-POLL-1", || {
            "a poll asks all whom its question is put to, and one of them has not answered yet".into()
        })?;
        for seat in poll.answered() {
            let fits = match (frame, poll.answer_of(seat)) {
                (_, None | Some(Answer::No)) => true,
                (Frame::Window, Some(Answer::Play { place, distance })) => self.may_play(state, seat, place, distance).is_ok(),
                (Frame::HiddenWindow, Some(Answer::Use { fortune, target })) => {
                    self.may_use(state, seat, fortune, target).is_ok()
                }
                (Frame::Bets { tile }, Some(Answer::Bet { choice, stake })) => {
                    self.may_bet(state, seat, *tile, choice, stake).is_ok()
                }
                (Frame::Window | Frame::HiddenWindow | Frame::Bets { .. }, _) => false,
                (_, Some(answer)) => answer == Answer::Yes,
            };
            is(fits, "INV-POLL-3", || format!("seat {seat} cannot have answered like this"))?;
        }
        Ok(())
    }

    /// An auction is held while its interest is asked for or bids are made. (INV-AUCT-4, INV-SINGLE-5)
    fn check_sale(&self, state: &State) -> Result<(), Refusal> {
        let held = matches!(state.top(), Some(Frame::Interest | Frame::Bidding));
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
        let silent = state.top() != Some(&Frame::Interest) || auction.highest().is_none();
        is(silent, "INV-AUCT-2", || "nobody bids before interest is declared".into())
    }
}
