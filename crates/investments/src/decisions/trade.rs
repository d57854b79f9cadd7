//! Steps 3 and 4, one decision with one way out: selling, loans, upgrades, Bank cards, the end of the game by agreement, the end of the
//! turn. Deals and auctions have files of their own. (INV-TURN-14, INV-SELL, INV-BCARD, INV-END-4; D25, D30, D31, D34)

use crate::{
    actions::Action,
    content::effects::Global,
    content::things::{Business, Businesses},
    decisions::{Choices, Decision, Frame},
    events::Event,
    options::LoanInTradeStep,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::{Answer, Ending, State, Step},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, one_of},
};
use kernel::{Bounds, Journal, Line, Luck, Question, Refusal, Seat, Seats, Turn, refuse};
use serde::{Deserialize, Serialize};

/// D25: step 3, trading freely. (INV-TURN-4)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trade;

impl Decision for Trade {
    fn turn(&self, rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::of(state.active()).with_free(rules.free_traders(state))
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: these are the longest lists, and a refusal takes time to word.
        match seat == state.active() {
            true => rules.list_trade(state, seat, out),
            false => rules.list_free_trade(state, seat, out),
        }
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules.may_in_turn(state, seat, action)
    }

    fn bounds(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        rules.bound_own_auctions(state, seat, out);
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.act_in_turn(seat, action);
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        rules.save_or_end(state, seat)
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let seat = state.active();
        let you = || {
            let mut list = Vec::new();
            rules.list_trade(state, seat, &mut list);
            let may = |wanted: fn(&Action) -> bool| list.iter().any(wanted);
            let deals = rules.possible_deals(state, seat, reader.names);
            let choices = [
                (may(|action| matches!(action, Action::Invest(_) | Action::Monopoly)), "invest"),
                (may(is_sale), "sell"),
                (may(|action| matches!(action, Action::Auction { .. })), "auction"),
                (!deals.is_empty(), "offer a deal"),
                (may(|action| matches!(action, Action::Mortgage(_))), "take a loan"),
                (may(|action| matches!(action, Action::Repay(_))), "repay a loan"),
                (may(|action| *action == Action::BuyBankCard), "buy a Bank card"),
                (true, "end your turn"),
            ];
            let choices: Vec<String> = choices.into_iter().filter(|(may, _)| *may).map(|(_, what)| what.to_owned()).collect();
            let cash = state.player(seat).cash;
            format!("You are on {} with {cash}: {}.", rules.tile_called(rules.piece(state, seat)), one_of(&choices))
        };
        reader.one(seat, "INV-TURN-4", you, || rules.in_turn(state, "may trade and then ends the turn", reader))
    }

    fn wanted(&self, rules: &InvestmentsRules, state: &State, seat: Seat, wanted: &mut Vec<Action>) {
        if seat != state.active() {
            return;
        }
        let here = rules.tile(rules.piece(state, seat)).2;
        if let Some(business) = here.filter(|business| state.player(seat).owned.contains(*business)) {
            wanted.extend(rules.wanted_upgrades(state, business));
        }
        wanted.push(Action::BuyBankCard);
    }

    fn sensible(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>, first: usize) {
        rules.keep_trades(state, seat, out, first);
    }
}

/// D30: step 4, a Bank card. (INV-TURN-5)
#[derive(Clone, Copy, Debug)]
pub(crate) struct BankCardStep;

impl Decision for BankCardStep {
    fn turn(&self, rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::of(state.active()).with_free(rules.free_traders(state))
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: these are long lists, and a refusal takes time to word.
        match seat == state.active() {
            true => rules.list_bank_card_step(state, seat, out),
            false => rules.list_free_trade(state, seat, out),
        }
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules.may_in_turn(state, seat, action)
    }

    fn bounds(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        rules.bound_own_auctions(state, seat, out);
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.act_in_turn(seat, action);
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        rules.save_or_end(state, seat)
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let seat = state.active();
        let you = || {
            let mut list = Vec::new();
            rules.list_bank_card_step(state, seat, &mut list);
            let may = |wanted: fn(&Action) -> bool| list.iter().any(wanted);
            let choices = [
                (may(|action| *action == Action::BuyBankCard), "buy a Bank card"),
                (may(is_sale), "sell"),
                (may(|action| matches!(action, Action::Auction { .. })), "auction"),
                (!rules.possible_deals(state, seat, reader.names).is_empty(), "offer a deal"),
                (true, "end your turn"),
            ];
            let choices: Vec<String> = choices.into_iter().filter(|(may, _)| *may).map(|(_, what)| what.to_owned()).collect();
            if choices.len() == 1 {
                return "You can buy no further Bank card: end your turn.".to_owned();
            }
            // INV-GLOB-23: in a Global Market trade goes on in step 4.
            let left = if rules.trades_freely(state, seat) { "Bank cards and free trade" } else { "Bank cards" };
            format!("Nothing is left of your turn but {left}: {}.", one_of(&choices))
        };
        reader.one(seat, "INV-TURN-5", you, || rules.in_turn(state, "may buy a Bank card and then ends the turn", reader))
    }

    fn sensible(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>, first: usize) {
        rules.keep_trades(state, seat, out, first);
    }
}

/// D31: shall the game end? (INV-END-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// Who proposed it.
    pub seat: Seat,
}

impl Decision for Agreement {
    fn is_poll(&self) -> bool {
        true
    }

    /// If all accept, the game ends at once. (INV-END-4)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.pop();
        let poll = play.state.poll;
        let against: Seats = poll.asked().filter(|seat| poll.answer_of(*seat) != Some(Answer::Yes)).collect();
        play.note(|| Event::EndAnswered { against });
        if against.is_empty() {
            play.end_game(Ending::Agreement, None);
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "end", standing: Some(Action::No) })
    }

    fn ask(&self, _rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Agreement { seat: proposer } = *self;
        let you = |_| format!("{} proposes to end the game, so that wealth decides: agree, or not.", reader.name(proposer));
        let about = if reader.is(proposer) {
            "you propose to end the game".into()
        } else {
            format!("{} proposes to end the game", reader.name(proposer))
        };
        reader.poll(state, "INV-END-4", you, &about)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Yes => Choice::new("INV-END-4", "Agree to end the game").with(rules.wealth_now(state, reader)),
            Action::No => Choice::new("INV-END-4", "Play on").with("the game goes on for everybody"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Agreement { seat: self.seat }
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        below.is_none()
    }

    fn fits_step(&self, state: &State) -> bool {
        state.turn.step == Step::Trade && state.turn.proposed && self.seat == state.active()
    }

    fn asked(&self, _rules: &InvestmentsRules, state: &State) -> Seats {
        state.remaining().without(self.seat)
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::No, Action::Yes], "INV-END-4", "you are asked whether the game shall end: yes or no"))
    }
}

/// From this round on an absent player saves in Bank cards, so that a table of absent players ends; before it, a player who is
/// only slow is not made to spend money. (INV-ABSENT-2)
const SAVES_FROM: u16 = 30;

impl InvestmentsRules {
    /// Late in a long game an absent player saves in Bank cards; otherwise they end their turn. (INV-ABSENT-2)
    pub(crate) fn save_or_end(&self, state: &State, seat: Seat) -> Action {
        let saves = state.round >= SAVES_FROM && self.can_buy_bank_card(state, seat);
        if saves { Action::BuyBankCard } else { Action::End }
    }

    /// Is trade free for everybody? (INV-GFX-14)
    pub(crate) fn free_trade(&self, state: &State) -> bool {
        self.in_force(state, Global::FreeTrade)
    }

    /// Who may trade without waiting for their turn. (INV-GLOB-22, INV-GLOB-23)
    pub(crate) fn free_traders(&self, state: &State) -> Seats {
        if self.free_trade(state) && state.top().is_none() { state.present() } else { Seats::NONE }
    }

    /// Is it this player's own step 3? (INV-TRADE-4)
    pub(crate) fn own_step_3(&self, state: &State, seat: Seat) -> bool {
        seat == state.active() && state.turn.step == Step::Trade && state.top().is_none()
    }

    /// May this player trade in businesses out of their own step 3? (INV-GLOB-23, INV-GLOB-28)
    pub(crate) fn trades_freely(&self, state: &State, seat: Seat) -> bool {
        self.free_traders(state).contains(seat)
    }

    /// The businesses that a player may sell to the bank in this window; an Insurance business only in the own step 3. (INV-GLOB-12)
    pub(crate) fn sales(&self, state: &State, seat: Seat) -> Businesses {
        let mortgaged = state.player(seat).owned.and(state.mortgaged);
        let open = mortgaged.filter(|one| state.lock(*one).is_open()).collect();
        let all = self.sellable(state, seat, false).or(open);
        if self.own_step_3(state, seat) { all } else { all.and_not(self.insurance) }
    }

    /// Upgrades that may be sold in this window.
    pub(crate) fn upgrade_sales(&self, state: &State, seat: Seat) -> Businesses {
        let all = state.player(seat).owned.and(state.upgraded);
        if self.own_step_3(state, seat) { all } else { all.and_not(self.insurance) }
    }

    fn bank_pays_for(&self, state: &State, business: Business) -> bool {
        state.mortgaged.contains(business) || self.bank_can_pay(state, self.deed(business).mortgage)
    }

    /// D34: what anybody may do while trade is free.
    pub(crate) fn list_free_trade(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let upgrades = self.upgrade_sales(state, seat);
        out.extend(upgrades.filter(|one| self.bank_can_pay(state, self.upgrade_value(state, *one))).map(Action::SellUpgrade));
        out.extend(self.sales(state, seat).filter(|one| self.bank_pays_for(state, *one)).map(Action::Sell));
        self.list_auctions(state, seat, out);
        self.list_offers(state, seat, out);
    }

    /// D25: step 3.
    pub(crate) fn list_trade(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::End);
        if let Some(business) = state.turn.landed.filter(|business| self.stands_on(state, seat, *business)) {
            self.list_upgrades(state, seat, business, state.turn.invested, out);
        }
        if self.can_buy_bank_card(state, seat) {
            out.push(Action::BuyBankCard);
        }
        self.list_at_any_time(state, seat, out);
        self.list_free_trade(state, seat, out);
        for (place, held) in state.player(seat).shortcuts() {
            if held.locked.is_open() && self.bank_can_pay(state, self.pack.shortcuts[usize::from(held.card)].price) {
                out.push(Action::SellShortcut(place));
            }
        }
        if self.options.loan_in_trade_step == LoanInTradeStep::Allowed {
            let pledges = self.pledgeable(state, seat);
            out.extend(pledges.filter(|one| self.bank_can_pay(state, self.deed(*one).mortgage)).map(Action::Mortgage));
        }
    }

    /// What nobody does by chance: proposing the end, resigning. (INV-END-4, INV-BUST-6)
    pub(crate) fn list_last_resorts(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat != state.active() || state.top().is_some() || state.is_over() || !state.offers.is_empty() {
            return;
        }
        if state.turn.step == Step::Trade && !state.turn.proposed {
            out.push(Action::ProposeEnd);
        }
        if matches!(state.turn.step, Step::Roll | Step::Trade) {
            out.push(Action::Resign);
        }
    }

    /// D30: step 4 has begun.
    pub(crate) fn list_bank_card_step(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::End);
        if self.can_buy_bank_card(state, seat) {
            out.push(Action::BuyBankCard);
        }
        if self.trades_freely(state, seat) {
            self.list_free_trade(state, seat, out);
        } else {
            self.list_offers(state, seat, out);
        }
    }

    /// Does the piece still stand on the business landed on? (INV-INVEST-9)
    pub(crate) fn stands_on(&self, state: &State, seat: Seat, business: Business) -> bool {
        self.piece(state, seat) == self.deed(business).tile
    }

    /// May a Bank card be bought from the bank now? (INV-BCARD-2, INV-BCARD-3)
    pub(crate) fn may_buy_bank_card(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if seat != state.active() || !matches!(state.turn.step, Step::Trade | Step::BankCard) || state.top().is_some() {
            return refuse("INV-BCARD-2", "Bank cards are bought in the own turn, after the tile is resolved");
        }
        self.one_more_bank_card(state)?;
        let price = self.pack.numbers.bank_card_price;
        if state.player(seat).cash < price {
            return refuse("INV-BCARD-1", format!("a Bank card costs {price}, and you have {}", state.player(seat).cash));
        }
        Ok(())
    }

    /// The same at a glance: a refusal takes time to word, and lists are made often.
    pub(crate) fn can_buy_bank_card(&self, state: &State, seat: Seat) -> bool {
        state.player(seat).cash >= self.pack.numbers.bank_card_price && self.may_buy_bank_card(state, seat).is_ok()
    }

    /// Does this turn allow a further Bank card? (INV-BCARD-3)
    pub(crate) fn one_more_bank_card(&self, state: &State) -> Result<(), Refusal> {
        if state.turn.bought && self.options.bank_cards_per_turn.is_some() {
            return refuse("INV-BCARD-3", "one Bank card a turn");
        }
        Ok(())
    }

    /// What is allowed while nothing is pending: before the roll, in step 3, in step 4, and to others while trade is free.
    pub(crate) fn may_in_turn(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let own = seat == state.active();
        let step = state.turn.step;
        let (roll, trade) = (own && step == Step::Roll, own && step == Step::Trade);
        let free = self.trades_freely(state, seat);
        let late = || refuse("INV-TURN-14", "step 4 has begun: buy a Bank card or end the turn");
        let early = || refuse("INV-TURN-1", "first the roll");
        match action {
            Action::Roll if roll => Ok(()),
            Action::Roll if !own => refuse("INV-ORDER-3", "it is not your turn to roll: wait for yours"),
            Action::Roll => refuse("INV-TURN-1", "the roll of this turn is done: trade, buy a Bank card or end the turn"),
            Action::Drive(distance) if roll => self.may_drive(state, seat, *distance),
            Action::Resign if roll || trade => Ok(()),
            Action::Resign => refuse("INV-BUST-6", "a player resigns on their own turn, before the roll or while trading"),
            Action::Repay(business) if roll || trade => self.may_repay(state, seat, *business),
            Action::Repay(_) => refuse("INV-LOAN-16", "a loan is repaid in the own turn, before the roll or while trading"),
            Action::SellBankCard if roll || trade || own && state.turn.bought => self.may_sell_bank_card(state, seat),
            Action::SellBankCard => {
                refuse("INV-BCARD-5", "a Bank card is sold in the own turn, before the roll or while trading")
            }
            Action::SellUpgrade(business) if trade || free => {
                if !trade && self.insurance.contains(*business) {
                    return refuse("INV-GLOB-12", "no Global Economy card touches Insurance: sell it in your own turn");
                }
                self.may_sell_upgrade(state, seat, *business)
            }
            Action::Sell(business) if trade || free => {
                if !trade && self.insurance.contains(*business) {
                    return refuse("INV-GLOB-12", "no Global Economy card touches Insurance: sell it in your own turn");
                }
                self.may_sell(state, seat, *business, false)
            }
            Action::SellShortcut(place) if trade => self.may_sell_shortcut(state, seat, *place, false),
            Action::Auction { item, price } if trade || free => self.may_auction(state, seat, *item, *price),
            Action::Offer(deal) => self.may_offer(state, seat, deal),
            Action::End if own && step != Step::Roll => Ok(()),
            Action::BuyBankCard => self.may_buy_bank_card(state, seat),
            Action::Invest(count) if trade => {
                self.may_upgrade_here(state, seat).and_then(|business| self.may_invest(state, seat, business, *count))
            }
            Action::Monopoly if trade => self
                .may_upgrade_here(state, seat)
                .and_then(|business| self.may_monopolise(state, seat, business, state.turn.invested)),
            Action::Mortgage(business) if trade && self.options.loan_in_trade_step == LoanInTradeStep::Allowed => {
                self.may_mortgage(state, seat, *business)
            }
            Action::Mortgage(_) if trade => refuse("INV-LOAN-2", "a loan is only for debts"),
            Action::ProposeEnd if trade && state.turn.proposed => {
                refuse("INV-END-4", "the end was proposed in this turn already")
            }
            Action::ProposeEnd if trade => Ok(()),
            Action::Accept | Action::Again | Action::Pick(_) => refuse("INV-ROLL-2", "there is a choice only on equal dice"),
            _ if !own => {
                refuse("INV-GLOB-28", "out of your own turn you deal in businesses, auction and sell them, and nothing else")
            }
            _ if step == Step::Roll => early(),
            _ if step == Step::BankCard => late(),
            _ => refuse("INV-TURN-4", "that is not a choice now: trade, buy a Bank card or end the turn"),
        }
    }

    fn may_upgrade_here(&self, state: &State, seat: Seat) -> Result<Business, Refusal> {
        match state.turn.landed.filter(|business| self.stands_on(state, seat, *business)) {
            Some(business) => Ok(business),
            None => match self.tile(self.piece(state, seat)).2 {
                Some(here) if state.player(seat).owned.contains(here) => {
                    let reason = format!(
                        "you have not landed on {} as its owner in this turn: invest on a later landing",
                        self.called(here)
                    );
                    refuse("INV-INVEST-8", reason)
                }
                Some(here) => {
                    let reason = format!("{} is not yours: invest in an own business when you land on it", self.called(here));
                    refuse("INV-INVEST-2", reason)
                }
                None => refuse("INV-INVEST-2", "you are on no business: invest in an own one when you land on it"),
            },
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// What is done while nothing is pending.
    pub fn act_in_turn(&mut self, seat: Seat, action: &Action) {
        match *action {
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

    /// Buys a Bank card from the bank; the last one ends the game. (INV-BCARD-2, INV-BCARD-7, INV-TURN-14)
    pub fn buy_bank_card(&mut self, seat: Seat) {
        let price = self.rules.pack.numbers.bank_card_price;
        self.pays_bank(seat, price, Flow::Property);
        self.state.bank_cards -= 1;
        self.state.player_mut(seat).bank_cards += 1;
        let left = self.state.bank_cards;
        self.note(|| Event::BankCardBought { seat, price, left });
        if left == 0 {
            self.end_game(Ending::BankCards, None);
            return;
        }
        self.bank_card_is_bought();
    }

    /// Step 4 has begun; with one Bank card a turn it is over. (INV-TURN-14)
    pub fn bank_card_is_bought(&mut self) {
        (self.state.turn.bought, self.state.turn.step) = (true, Step::BankCard);
        if self.rules.options.bank_cards_per_turn.is_some() {
            self.end_turn();
        }
    }

    /// Ends the turn. (INV-TURN-6)
    pub fn end(&mut self, seat: Seat) {
        self.note(|| Event::TurnEnded { seat });
        self.end_turn();
    }

    /// Resigns, which counts as bankruptcy. (INV-BUST-6)
    pub fn resign(&mut self, seat: Seat) {
        self.note(|| Event::Resigned { seat });
        self.eliminate(seat);
    }

    /// Proposes to end the game; all others in the game are asked, jailed ones too. (INV-END-4, INV-SOLO-3)
    pub fn propose_end(&mut self, seat: Seat) {
        self.state.turn.proposed = true;
        self.note(|| Event::EndProposed { seat });
        let asked = self.state.remaining().without(seat);
        if asked.is_empty() {
            self.end_game(Ending::Agreement, None);
        } else {
            self.open_poll(asked, Agreement { seat });
        }
    }
}

/// Is something sold to the bank?
fn is_sale(action: &Action) -> bool {
    matches!(action, Action::Sell(_) | Action::SellUpgrade(_) | Action::SellShortcut(_) | Action::SellBankCard)
}

/// The words of steps 3 and 4: trading, Bank cards, the end of the turn and of the game.
impl InvestmentsRules {
    /// What the active player is at, for the others; those who trade freely are told that they may.
    fn in_turn(&self, state: &State, doing: &str, reader: &Reader) -> String {
        let free = matches!(reader.viewer, kernel::Viewer::Seat(seat) if self.trades_freely(state, seat));
        let meanwhile = if free { "; meanwhile you may trade in businesses" } else { "" };
        format!("{} {doing}{meanwhile}.", reader.name(state.active()))
    }

    pub(crate) fn choice_in_trade(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::BuyBankCard => self.choice_of_bank_card(state, seat, reader),
            Action::ProposeEnd => {
                let solo = state.remaining().without(seat).is_empty();
                let effect = if solo { "the game ends at once, and is lost".into() } else { self.wealth_now(state, reader) };
                let label = if solo { "End the game" } else { "Propose to end the game" };
                Choice::new("INV-END-4", label).with(effect).under("Leave the game")
            }
            Action::Resign => {
                let rest = state.remaining().without(seat);
                let wins = match rest.len() {
                    0 => "the game is lost".into(),
                    1 => format!("{} wins", reader.all(rest)),
                    _ => String::new(),
                };
                let gone = "everything you have goes to the bank, and you are out of the game".to_owned();
                Choice::new("INV-BUST-6", "Resign").so([gone, wins]).under("Leave the game")
            }
            _ => {
                let again = if state.turn.more > 0 { "you have another turn" } else { "" };
                Choice::new("INV-TURN-6", "End your turn").with(again)
            }
        }
    }

    fn choice_of_bank_card(&self, state: &State, seat: Seat, reader: &Reader) -> Choice {
        let price = self.pack.numbers.bank_card_price;
        let choice = Choice::new("INV-BCARD-2", format!("Buy a Bank card for {price}")).under("Bank cards");
        let mut after = *state;
        let Some(cash) = state.player(seat).cash.less(price) else { return choice.with(self.left(state, seat, price)) };
        let player = after.player_mut(seat);
        (player.cash, player.bank_cards) = (cash, player.bank_cards.saturating_add(1));
        let own = player.bank_cards;
        after.bank_cards = after.bank_cards.saturating_sub(1);
        let left = self.left(state, seat, price);
        if after.bank_cards == 0 {
            let winners = self.final_order(&after, Ending::BankCards).winners();
            let verb = if winners.len() == 1 && !winners.contains(seat) { "wins" } else { "win" };
            return choice.so([left, format!("it is the last one: the game ends and {} {verb}", reader.all(winners))]);
        }
        let bank = format!("you then hold {own}, the bank {}", after.bank_cards);
        let ends = if self.options.bank_cards_per_turn.is_some() { "your turn ends" } else { "" };
        choice.so([left, bank, self.leader(state, seat, own, reader), ends.into()])
    }

    /// Who of the others holds the most Bank cards.
    fn leader(&self, state: &State, seat: Seat, own: u8, reader: &Reader) -> String {
        let others = state.remaining().without(seat);
        let most = { others }.map(|other| state.player(other).bank_cards).max().unwrap_or(0);
        let leaders: Seats = { others }.filter(|other| state.player(*other).bank_cards == most).collect();
        match most {
            0 => String::new(),
            most if most < own => format!("nobody else has more than {most}"),
            most if leaders.len() == 1 => format!("{} has {most}", reader.all(leaders)),
            most => format!("others have up to {most}"),
        }
    }

    /// Who would win now by wealth. (INV-WEALTH-2)
    fn wealth_now(&self, state: &State, reader: &Reader) -> String {
        let winners = self.final_order(state, Ending::Agreement).winners();
        let verb = if winners.len() == 1 && !reader.is(winners.lowest().unwrap_or(state.active())) { "wins" } else { "win" };
        format!("if all agree, {} {verb} by wealth", reader.all(winners))
    }
}
