//! What each seat may do now: who is asked what, why not, and doing it. Each step's own rules are in its own file; this is the table of
//! what is pending. (D4 to D38)

use crate::{
    actions::Action,
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::{Answer, Frame, State, Step},
    things::{Business, Fraction},
};
use kernel::{Bounds, Journal, Luck, Question, Refusal, Rules, Seat, refuse, say::counted};

impl InvestmentsRules {
    /// Appends all that this seat may do now.
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // Whose turn it is without offers and frames is told at a glance.
        let glance = seat == state.active() && state.top().is_none() && state.offers.is_empty() && !state.is_over();
        if !glance && (seat.index() >= self.players || !self.turn(state).admits(seat)) {
            return;
        }
        if !state.offers.is_empty() {
            return self.list_answers(state, seat, out);
        }
        let Some(frame) = state.top() else {
            if seat != state.active() {
                return self.list_free_trade(state, seat, out);
            }
            match state.turn.step {
                Step::Trade => self.list_trade(state, seat, out),
                Step::BankCard => self.list_bank_card_step(state, seat, out),
                _ => {
                    self.list_before_roll(state, seat, out);
                    if self.trades_freely(state, seat) {
                        self.list_free_trade(state, seat, out);
                    }
                }
            }
            return;
        };
        match *frame {
            Frame::EqualDice => {
                out.extend([Action::Accept, Action::Again]);
                out.extend((1..=state.roll.dice[0]).map(Action::Pick));
            }
            Frame::SetRoll => {
                let armed = state.player(seat).armed.set_roll;
                if armed == 0 {
                    out.push(Action::No);
                }
                let most = if armed > 0 { armed } else { self.set_roll_card(state, seat).map_or(0, |(_, most)| most) };
                out.extend((1..=most).map(Action::Drive));
            }
            Frame::Window => {
                out.push(Action::No);
                out.extend(self.plays(state, seat).map(|(place, distance)| Action::Play { place, distance }));
            }
            Frame::Loans { .. } => self.list_loans(state, seat, out),
            Frame::Loan { business, .. } => {
                self.list_loan(state, seat, business, out);
                self.list_debtor_deals(state, seat, out);
            }
            Frame::Buy { business, .. } => self.list_buying(state, seat, business, out),
            Frame::Force { business, .. } => self.list_force(state, seat, business, out),
            Frame::Forced { .. } => out.extend([Action::Agree, Action::Refuse]),
            Frame::Upgrade { business, invested, .. } => self.list_at_upgrade(state, seat, business, invested, out),
            Frame::Debt { .. } => self.list_debt(state, frame, out),
            Frame::Refusal { .. } => out.extend([Action::Pay, Action::Refuse]),
            Frame::Reroll { .. } | Frame::Path { .. } | Frame::Interest | Frame::Agreement { .. } => {
                out.extend([Action::No, Action::Yes]);
            }
            Frame::ForcePoll { .. } => out.extend([Action::No, Action::Force]),
            Frame::Casino { tile, .. } | Frame::Bets { tile } => self.list_bets(state, seat, tile, out),
            Frame::Read { .. } => self.list_reading(state, seat, out),
            Frame::Name { .. } => out.extend(Business::all().map(Action::Name)),
            Frame::Choose { purpose, .. } => out.extend(self.eligible(state, seat, purpose).map(Action::Choose)),
            Frame::BuyAny { over, under, .. } => {
                let part = Fraction { over: over.into(), under: under.into() };
                out.push(Action::No);
                out.extend(self.bargains_of_the_bank(state, seat, part).map(Action::BuyAny));
            }
            Frame::HiddenWindow => self.list_hidden(state, seat, out),
            Frame::Taken { .. } => out.extend([Action::KeepHeld, Action::KeepNew]),
            Frame::Bidding => self.list_bids(state, seat, out),
            Frame::Depart
            | Frame::Moving { .. }
            | Frame::Landing { .. }
            | Frame::Lap { .. }
            | Frame::AskRefusal { .. }
            | Frame::Refusers { .. }
            | Frame::Payments { .. }
            | Frame::PayEach { .. }
            | Frame::Taxed { .. }
            | Frame::Taxes { .. }
            | Frame::Card { .. }
            | Frame::ThenProfit { .. }
            | Frame::HiddenPlays { .. } => {}
        }
    }

    /// May this seat do this now? If not, by which clause.
    pub(crate) fn may(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let glance = seat == state.active() && state.top().is_none() && state.offers.is_empty() && !state.is_over();
        if !glance && !self.turn(state).admits(seat) {
            return Err(self.why_not_act(state, seat));
        }
        if !state.offers.is_empty() {
            return self.may_answer_offer(state, seat, action);
        }
        if matches!(action, Action::AcceptOffer(_) | Action::Decline(_) | Action::Withdraw(_) | Action::Counter(..)) {
            return refuse("INV-TRADE-15", "no deal is open");
        }
        let Some(frame) = state.top() else { return self.may_in_turn(state, seat, action) };
        let yes_or_no = |clause: &'static str, reason: &'static str| match action {
            Action::Yes | Action::No => Ok(()),
            _ => refuse(clause, reason),
        };
        match *frame {
            Frame::EqualDice => match action {
                Action::Accept | Action::Again => Ok(()),
                Action::Pick(distance) if (1..=state.roll.dice[0]).contains(distance) => Ok(()),
                Action::Pick(_) => refuse("INV-ROLL-5", format!("pick a distance from 1 to {}", state.roll.dice[0])),
                _ => refuse("INV-ROLL-2", "equal dice: accept the sum, roll again or pick a distance"),
            },
            Frame::SetRoll => match action {
                Action::No if state.player(seat).armed.set_roll == 0 => Ok(()),
                Action::Drive(distance) => self.may_drive(state, seat, *distance),
                Action::No => refuse("INV-HIDDEN-13", "the card sets your distance: choose it"),
                _ => refuse("INV-ROLL-7", "first decide on the card that sets your distance"),
            },
            Frame::Window => match action {
                Action::No => Ok(()),
                Action::Play { place, distance } => self.may_play(state, seat, *place, *distance),
                _ => refuse("INV-SHORT-8", "first say whether you play a Shortcut card"),
            },
            Frame::Loans { .. } => self.may_pay_loans(state, seat, action),
            Frame::Loan { business, .. } => match action {
                Action::Offer(deal) => self.may_offer(state, seat, deal),
                _ => self.may_settle_loan(state, seat, business, action),
            },
            Frame::Buy { business, .. } => self.may_buy(state, seat, business, action),
            Frame::Force { business, .. } => self.may_at_force(state, seat, business, action),
            Frame::Forced { .. } => match action {
                Action::Agree | Action::Refuse => Ok(()),
                _ => refuse("INV-FORCE-1", "a forced trade: first sell the business, or refuse"),
            },
            Frame::Upgrade { business, invested, .. } => self.may_at_upgrade(state, seat, business, invested, action),
            Frame::Debt { .. } => self.may_at_debt(state, frame, action),
            Frame::Refusal { .. } => match action {
                Action::Pay | Action::Refuse => Ok(()),
                _ => refuse("INV-LOSS-6", "you are asked whether you pay: pay or refuse"),
            },
            Frame::Reroll { .. } => yes_or_no("INV-TAX-14", "you may roll again: yes or no"),
            Frame::Path { .. } => yes_or_no("INV-SHORT-15", "you may take the way back: yes or no"),
            Frame::Interest => yes_or_no("INV-AUCT-2", "you are asked whether you want to bid: yes or no"),
            Frame::Agreement { .. } => yes_or_no("INV-END-4", "you are asked whether the game shall end: yes or no"),
            Frame::ForcePoll { .. } => match action {
                Action::No | Action::Force => Ok(()),
                _ => refuse("INV-SINGLE-17", "you are asked whether you take the business: take it or leave it"),
            },
            Frame::Casino { tile, .. } | Frame::Bets { tile } => match action {
                Action::No => Ok(()),
                Action::Bet { choice, stake } => self.may_bet(state, seat, tile, *choice, *stake),
                Action::Mortgage(_) | Action::Sell(_) => refuse("INV-CASINO-2", "the stake is your own money in hand"),
                _ => refuse("INV-CASINO-1", "first decide on a bet: bet or not"),
            },
            Frame::Read { .. } => self.may_at_reading(state, seat, action),
            Frame::Name { .. } => match action {
                Action::Name(_) => Ok(()),
                _ => refuse("INV-PFX-24", "name any business tile"),
            },
            Frame::Choose { purpose, .. } => self.may_choose(state, seat, purpose, action),
            Frame::BuyAny { over, under, .. } => {
                self.may_buy_any(state, seat, Fraction { over: over.into(), under: under.into() }, action)
            }
            Frame::HiddenWindow => match action {
                Action::No => Ok(()),
                Action::Use { fortune, target } => self.may_use(state, seat, *fortune, *target),
                _ => refuse("INV-HIDDEN-5", "first say whether you use a hidden card"),
            },
            Frame::Taken { .. } => match action {
                Action::KeepHeld | Action::KeepNew => Ok(()),
                _ => refuse("INV-HIDDEN-4", "say which of the two unseen cards stays"),
            },
            Frame::Bidding => self.may_bid(state, seat, action),
            _ => refuse("INV-TURN-1", "nothing can be decided now"),
        }
    }

    #[cold]
    fn why_not_act(&self, state: &State, seat: Seat) -> Refusal {
        if state.is_over() {
            return Refusal::new("INV-END-16", "the game is over");
        }
        if seat.index() >= self.players {
            let reason = format!("seat {seat} does not play: this table has {}", counted(self.players as u32, "player"));
            return Refusal::new("INV-SETUP-6", reason);
        }
        let player = state.player(seat);
        match () {
            () if player.out > 0 => Refusal::new("INV-INVAR-12", "you are out of the game"),
            () if state.top().is_some_and(Frame::is_poll) && state.poll.asked().contains(seat) => {
                Refusal::new("INV-POLL-3", "you have answered already; the answers are shown when the last is in")
            }
            () if player.jail > 0 => Refusal::new("INV-JAIL-5", "you are in jail: wait until you are free"),
            () => {
                let awaited = self.turn(state).awaited;
                let whom = awaited.lowest().unwrap_or(state.active()).mark();
                Refusal::new("INV-ORDER-3", format!("it is {whom}’s turn to decide; wait for yours"))
            }
        }
    }

    /// What amounts this seat may choose freely.
    pub(crate) fn list_bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if seat.index() >= self.players || !self.turn(state).admits(seat) || !state.offers.is_empty() {
            return;
        }
        match state.top() {
            None if self.own_step_3(state, seat) || self.trades_freely(state, seat) => self.bound_auctions(state, seat, out),
            Some(Frame::Casino { tile, .. } | Frame::Bets { tile }) => self.bound_bets(state, seat, *tile, out),
            Some(Frame::Bidding) => self.bound_bids(state, seat, out),
            _ => {}
        }
    }

    /// What an asked seat is asked. (INV-POLL-4)
    pub(crate) fn asks(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        if !self.turn(state).asked.contains(seat) {
            return None;
        }
        let question = |kind, standing| Some(Question { kind, standing });
        if let Some((number, _)) = state.offers.iter().next() {
            return question("deal", Some(Action::Decline(number)));
        }
        match state.top()? {
            Frame::Window => question("shortcut", Some(Action::No)),
            Frame::HiddenWindow => question("hidden", Some(Action::No)),
            Frame::Interest => question("interest", Some(Action::No)),
            Frame::Refusal { .. } => question("refusal", Some(Action::Pay)),
            Frame::Bets { .. } => question("bet", Some(Action::No)),
            Frame::ForcePoll { .. } => question("take", Some(Action::No)),
            Frame::Agreement { .. } => question("end", Some(Action::No)),
            Frame::Forced { .. } => question("forced", Some(Action::Agree)),
            _ => question("bid", Some(Action::Pass)),
        }
    }

    /// Does this answer what the seat is asked?
    pub(crate) fn answers(&self, state: &State, seat: Seat, action: &Action) -> bool {
        let asked = self.turn(state).asked.contains(seat);
        asked && !matches!(action, Action::Withdraw(_))
    }

    /// One of the listed actions, without listing where that would be long.
    pub(crate) fn any(&self, state: &State, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Action>) -> Option<Action> {
        buffer.clear();
        self.list(state, seat, buffer);
        if buffer.is_empty() { None } else { Some(buffer[luck.below(buffer.len())]) }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Does what was found to be allowed.
    pub fn act(&mut self, seat: Seat, action: &Action) {
        if !self.state.offers.is_empty() {
            return self.answer_offer(seat, action);
        }
        if let Action::Offer(deal) = action {
            return self.offer(seat, *deal);
        }
        let Some(frame) = self.state.top().copied() else { return self.act_in_turn(seat, action) };
        if frame.is_poll() {
            return self.answer_poll(seat, action);
        }
        match frame {
            Frame::EqualDice => self.choose_on_equal_dice(action),
            Frame::SetRoll => match action {
                Action::Drive(distance) => self.drive(seat, *distance),
                _ => self.do_not_drive(),
            },
            Frame::Loans { .. } | Frame::Loan { .. } => match action {
                Action::PayAll | Action::Settle(_) | Action::Pay | Action::LetGo | Action::Refuse => self.settle(seat, action),
                _ => self.raise(seat, action),
            },
            Frame::Buy { business, .. } => match action {
                Action::Buy => self.buy(seat, business, false),
                Action::BuyHalf => self.buy(seat, business, true),
                Action::No => {
                    // INV-BUY-2, INV-TURN-9: nothing else happens, and the turn goes on.
                    self.pop();
                    self.note(|| Event::NotBought { seat, business });
                }
                _ => self.raise(seat, action),
            },
            Frame::Force { business, .. } => match action {
                Action::Force => self.force(seat, business),
                Action::No => self.leave(seat, business),
                _ => self.raise(seat, action),
            },
            Frame::Forced { seat: taker, business } => match action {
                Action::Refuse => self.refuse_force(taker, business),
                _ => self.sell_by_force(taker, business),
            },
            Frame::Upgrade { business, .. } => match action {
                Action::Invest(count) => self.invest(seat, business, *count),
                Action::Monopoly => self.monopolise(seat, business),
                Action::No => self.pop(),
                _ => self.raise(seat, action),
            },
            Frame::Debt { .. } => self.settle_debt(frame, action),
            Frame::Reroll { .. } => {
                self.pop();
                if *action == Action::Yes {
                    self.roll(seat);
                }
            }
            Frame::Path { to, .. } => {
                self.pop();
                if *action == Action::Yes {
                    self.jump(seat, to);
                }
            }
            Frame::Casino { tile, .. } => match action {
                Action::Bet { choice, stake } => self.bet(seat, tile, *choice, *stake),
                _ => self.pop(),
            },
            Frame::Read { card, .. } => self.answer_reading(seat, card, action),
            Frame::Name { mover, card, .. } => {
                if let Action::Name(business) = action {
                    self.name(seat, mover, card, *business);
                }
            }
            Frame::Choose { purpose, .. } => {
                self.pop();
                if let Action::Choose(business) = action {
                    self.use_business(seat, purpose, *business);
                }
            }
            Frame::BuyAny { over, under, .. } => match action {
                Action::BuyAny(business) => {
                    self.buy_any(seat, *business, Fraction { over: over.into(), under: under.into() });
                }
                _ => self.pop(),
            },
            Frame::Taken { card, .. } => self.keep_one(seat, card, *action == Action::KeepNew),
            Frame::Bidding => self.speak(seat, action),
            _ => {}
        }
    }

    /// A sealed answer. (INV-POLL-3)
    fn answer_poll(&mut self, seat: Seat, action: &Action) {
        let answer = match *action {
            Action::Play { place, distance } => Answer::Play { place, distance },
            Action::Use { fortune, target } => Answer::Use { fortune, target },
            Action::Bet { choice, stake } => Answer::Bet { choice, stake },
            Action::Yes | Action::Refuse | Action::Force => Answer::Yes,
            _ => Answer::No,
        };
        if self.state.poll.answer(seat, answer).is_ok() {
            let complete = self.state.poll.is_complete();
            self.note(|| Event::Answered { seat });
            // The last answer shows all of them.
            self.sealed |= complete;
        }
    }

    /// What is done while nothing is pending.
    fn act_in_turn(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::Roll => self.roll(seat),
            Action::Drive(distance) => self.drive(seat, distance),
            Action::Resign => self.resign(seat),
            Action::Repay(business) => self.repay(seat, business),
            Action::BuyBankCard => self.buy_bank_card(seat),
            Action::Invest(count) => {
                if let Some(business) = self.state.turn.landed {
                    self.invest(seat, business, count);
                }
            }
            Action::Monopoly => {
                if let Some(business) = self.state.turn.landed {
                    self.monopolise(seat, business);
                }
            }
            Action::Auction { item, price } => self.put_up(seat, item, price),
            Action::ProposeEnd => self.propose_end(seat),
            Action::End => self.end(seat),
            _ => self.raise(seat, action),
        }
    }
}
