//! The Casino. (INV-CASINO, INV-SINGLE-12; D23)

use crate::{
    actions::Action,
    bots::sensible::keep,
    content::effects::Global,
    content::pack::CasinoGame,
    content::things::UNIT,
    decisions::{Decision, Frame},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::{Amount, Answer, State},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, either},
};
use kernel::{Bounds, Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, refuse};
use serde::{Deserialize, Serialize};

/// D23: a bet. (INV-CASINO-1)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Casino {
    /// Who.
    pub seat: Seat,
    /// The number of the tile.
    pub tile: u8,
}

impl Decision for Casino {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        rules.list_bets(state, seat, self.tile, out);
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules.may_at_casino(state, seat, self.tile, action)
    }

    fn bounds(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        rules.bound_bets(state, seat, self.tile, out);
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match action {
            Action::Bet { choice, stake } => play.bet(seat, self.tile, *choice, *stake),
            _ => play.pop(),
        }
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Casino { seat, tile } = *self;
        let you = || {
            let cash = state.player(seat).cash;
            format!("You are at the Casino with {cash}: bet on {}, or not.", rules.bets_in_words(tile))
        };
        reader.one(seat, "INV-CASINO-1", you, || format!("{} is at the Casino and may bet.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        rules.choice_at_casino(state, seat, self.tile, action, reader)
    }

    fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>, first: usize) {
        keep(out, first, |action| *action == Action::No);
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Casino { seat: self.seat, tile: self.tile }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let tile = (1..=3).contains(&self.tile);
        ("INV-CASINO-1", !rules.single && tile && rules.takes_bets(state, self.seat, self.tile))
    }
}

/// Everybody may bet. (INV-SINGLE-12)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bets {
    /// The number of the tile.
    pub tile: u8,
}

impl Decision for Bets {
    fn is_poll(&self) -> bool {
        true
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        rules.list_bets(state, seat, self.tile, out);
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        rules.may_at_casino(state, seat, self.tile, action)
    }

    fn bounds(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        rules.bound_bets(state, seat, self.tile, out);
    }

    /// All bets are in: one common roll decides. (INV-SINGLE-12)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Bets { tile } = *self;
        play.pop();
        let (poll, order, active) = (play.state.poll, play.state.order, play.state.active());
        let bets = || poll.in_order(&order, active).filter(|(_, answer)| matches!(answer, Answer::Bet { .. }));
        if bets().next().is_none() {
            return true;
        }
        let roller = play.leader(active).unwrap_or(active);
        let total = play.casino_roll(roller, tile);
        for (seat, answer) in bets() {
            if let Answer::Bet { choice, stake } = answer {
                play.settle_bet(seat, tile, choice, stake.into(), total);
            }
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "bet", standing: Some(Action::No) })
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Bets { tile } = *self;
        let you = |seat: Seat| {
            let able = (0..rules.casino_game(tile).choices.len() as u8)
                .any(|one| rules.greatest_stake(state, seat, tile, one).is_some());
            if !able {
                return "You are at the Casino, where no stake is possible now: do not bet.".to_owned();
            }
            let cash = state.player(seat).cash;
            format!("You are at the Casino with {cash}: bet on {}, or not.", rules.bets_in_words(tile))
        };
        reader.poll(state, "INV-SINGLE-12", you, "everybody at the Casino may bet on one roll")
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        rules.choice_at_casino(state, seat, self.tile, action, reader)
    }

    fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>, first: usize) {
        keep(out, first, |action| *action == Action::No);
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Bets { tile: self.tile }
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-SINGLE-12", rules.single && (1..=3).contains(&self.tile))
    }

    fn asked(&self, _rules: &InvestmentsRules, state: &State) -> Seats {
        { state.present() }.filter(|seat| state.player(*seat).cash >= Money::new(UNIT)).collect()
    }

    fn takes_answer(&self, rules: &InvestmentsRules, state: &State, seat: Seat, answer: Answer) -> bool {
        matches!(answer, Answer::Bet { choice, stake } if rules.may_bet(state, seat, self.tile, choice, stake).is_ok())
    }

    fn any_answer(&self, rules: &InvestmentsRules, state: &State, seat: Seat, luck: &mut impl Luck) -> Answer {
        let pick = luck.below(4);
        match rules.greatest_stake(state, seat, self.tile, 0).filter(|_| pick == 0) {
            Some(_) => Answer::Bet { choice: 0, stake: Money::new(UNIT).into() },
            None => Answer::No,
        }
    }
}

/// A win carries nobody's cash beyond this. (INV-CASINO-9)
pub const RICHEST: Money = Money::new(50_000_000);

impl InvestmentsRules {
    /// The greatest stake on a choice of a tile; nothing if no bet is possible. (INV-CASINO-6, INV-CASINO-9, INV-COMP-3)
    pub(crate) fn greatest_stake(&self, state: &State, seat: Seat, tile: u8, choice: u8) -> Option<Money> {
        let game = &self.pack.casino[usize::from(tile).clamp(1, 3) - 1];
        let payout = i32::from(game.choices.get(usize::from(choice))?.payout.max(1));
        if self.in_force(state, Global::CasinoBan) {
            return None;
        }
        let cash = state.player(seat).cash;
        let room = (RICHEST.units() - cash.units()).max(0) / payout;
        let mut most = cash.units().min(room);
        if self.box_only {
            // INV-SINGLE-12: each stake is capped by an equal share of the bank's cash.
            let share = if self.single { state.poll.asked().len().max(1) as i32 } else { 1 };
            most = most.min(state.bank.units().max(0) / share / payout);
        }
        let most = most / UNIT * UNIT;
        (most >= UNIT).then_some(Money::new(most))
    }

    /// Would a win with the least stake leave this player's cash within its limit? (INV-CASINO-9)
    fn stake_within_riches(&self, state: &State, seat: Seat, tile: u8, choice: u8) -> bool {
        let payout = self.pack.casino[usize::from(tile).clamp(1, 3) - 1].choices.get(usize::from(choice));
        payout.is_some_and(|bet| state.player(seat).cash + Money::new(UNIT).times(bet.payout.into()) <= RICHEST)
    }

    /// Can this player bet on anything there? (INV-CASINO-9)
    pub(crate) fn takes_bets(&self, state: &State, seat: Seat, tile: u8) -> bool {
        let choices = self.pack.casino[usize::from(tile).clamp(1, 3) - 1].choices.len() as u8;
        (0..choices).any(|choice| self.greatest_stake(state, seat, tile, choice).is_some())
    }

    /// Stakes worth listing, by hand since any amount can be staked: the least, a tenth of the cash, all of it.
    pub(crate) fn list_bets(&self, state: &State, seat: Seat, tile: u8, out: &mut Vec<Action>) {
        out.push(Action::No);
        for choice in 0..self.pack.casino[usize::from(tile).clamp(1, 3) - 1].choices.len() as u8 {
            let Some(most) = self.greatest_stake(state, seat, tile, choice) else { continue };
            let tenth = Money::new((most.units() / 10 / UNIT * UNIT).max(UNIT));
            let mut last = Money::ZERO;
            for stake in [Money::new(UNIT), tenth, most] {
                if stake > last {
                    out.push(Action::Bet { choice, stake: stake.into() });
                    last = stake;
                }
            }
        }
    }

    pub(crate) fn bound_bets(&self, state: &State, seat: Seat, tile: u8, out: &mut Vec<Bounds<Action>>) {
        for choice in 0..self.pack.casino[usize::from(tile).clamp(1, 3) - 1].choices.len() as u8 {
            let Some(high) = self.greatest_stake(state, seat, tile, choice) else { continue };
            let (low, bet) = (Money::new(UNIT), |stake: Money| Action::Bet { choice, stake: stake.into() });
            out.push(Bounds { least: bet(low), most: bet(high), low, high, step: Money::new(UNIT), clause: "INV-CASINO-6" });
        }
    }

    fn may_at_casino(&self, state: &State, seat: Seat, tile: u8, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::No => Ok(()),
            Action::Bet { choice, stake } => self.may_bet(state, seat, tile, *choice, *stake),
            Action::Mortgage(_) | Action::Sell(_) => refuse("INV-CASINO-2", "the stake is your own money in hand"),
            _ => refuse("INV-CASINO-1", "first decide on a bet: bet or not"),
        }
    }

    pub(crate) fn may_bet(&self, state: &State, seat: Seat, tile: u8, choice: u8, stake: Amount) -> Result<(), Refusal> {
        if self.in_force(state, Global::CasinoBan) {
            return refuse("INV-GFX-12", "the Global Economy card in force bars bets");
        }
        if usize::from(choice) >= self.pack.casino[usize::from(tile).clamp(1, 3) - 1].choices.len() {
            return refuse("INV-CASINO-3", "this tile has no such choice");
        }
        let stake = Money::from(stake);
        match self.greatest_stake(state, seat, tile, choice) {
            Some(most) if stake >= Money::new(UNIT) && stake <= most => Ok(()),
            Some(most) => refuse("INV-CASINO-6", format!("the stake is 5,000 to {most} in steps of 5,000")),
            None if state.player(seat).cash < Money::new(UNIT) => refuse("INV-CASINO-2", "you have no money for a stake"),
            None if self.stake_within_riches(state, seat, tile, choice) => {
                refuse("INV-COMP-3", "the bank could not pay what even the least stake on it might win")
            }
            None => {
                refuse("INV-CASINO-9", format!("a win must not carry your cash beyond {RICHEST}: no stake on it is possible"))
            }
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Landing there, a player may bet; where one piece stands for all, everybody may. (INV-CASINO-1, INV-CASINO-5, INV-SINGLE-12)
    pub fn land_on_casino(&mut self, seat: Seat, tile: u8) {
        if self.rules.in_force(self.state, Global::CasinoBan) {
            return;
        }
        if self.rules.single {
            let asked: Seats = self.state.present().filter(|seat| self.cash(*seat) >= Money::new(UNIT)).collect();
            if !asked.is_empty() {
                self.open_poll(asked, Bets { tile });
            }
        } else if self.rules.takes_bets(self.state, seat, tile) {
            self.push(Casino { seat, tile });
        }
    }

    /// One bet. (INV-CASINO-4, INV-CASINO-7)
    pub fn bet(&mut self, seat: Seat, tile: u8, choice: u8, stake: Amount) {
        self.pop();
        let total = self.casino_roll(seat, tile);
        self.settle_bet(seat, tile, choice, stake.into(), total);
    }

    fn casino_roll(&mut self, seat: Seat, tile: u8) -> u8 {
        let two = self.rules.pack.casino[usize::from(tile).clamp(1, 3) - 1].dice > 1;
        let dice = [self.die(), if two { self.die() } else { 0 }];
        self.note(|| Event::CasinoRolled { seat, dice });
        dice[0] + dice[1]
    }

    fn settle_bet(&mut self, seat: Seat, tile: u8, choice: u8, stake: Money, total: u8) {
        let game = &self.rules.pack.casino[usize::from(tile).clamp(1, 3) - 1];
        let Some(bet) = game.choices.get(usize::from(choice)) else { return };
        let won = bet.wins >> total & 1 != 0;
        let amount = if won { stake.times(bet.payout.into()) } else { stake };
        if won {
            self.bank_pays(seat, amount, Flow::Dues);
        } else {
            self.pays_bank(seat, amount, Flow::Dues);
        }
        self.note(|| Event::Bet { seat, tile, choice, stake, won, amount });
    }
}

/// The words of the Casino.
impl InvestmentsRules {
    fn casino_game(&self, tile: u8) -> &CasinoGame {
        &self.pack.casino[usize::from(tile).clamp(1, 3) - 1]
    }

    /// What can be bet on, in a row.
    fn bets_in_words(&self, tile: u8) -> String {
        either(self.casino_game(tile).choices.iter().map(|choice| format!("“{}”", choice.label)))
    }

    /// What is bet on, as people read it.
    pub(crate) fn bet_called(&self, state: &State, choice: u8) -> &str {
        let tile = match state.top() {
            Some(Frame::Casino(Casino { tile, .. }) | Frame::Bets(Bets { tile })) => *tile,
            _ => 1,
        };
        self.casino_game(tile).choices.get(usize::from(choice)).map_or("", |choice| &choice.label)
    }

    fn choice_at_casino(&self, state: &State, seat: Seat, tile: u8, action: &Action, reader: &Reader) -> Choice {
        let (choice, stake) = match *action {
            Action::Bet { choice, stake } => (choice, Money::from(stake)),
            Action::No => return Choice::new("INV-CASINO-1", "Do not bet"),
            _ => return self.usual_choice(state, seat, action, reader),
        };
        let game = self.casino_game(tile);
        let Some(bet) = game.choices.get(usize::from(choice)) else { return Choice::new("INV-CASINO-3", "Bet") };
        let (cash, win) = (state.player(seat).cash, stake.times(bet.payout.into()));
        let wins = |total: u32| u32::from(bet.wins >> total & 1 != 0);
        let (chances, rolls) = match game.dice {
            1 => ((1..=6).map(wins).sum::<u32>(), 6),
            _ => ((1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).map(wins).sum(), 36),
        };
        let odds = format!("wins {chances} times in {rolls}: {} in hand", cash + win);
        let lost = format!("otherwise {}", self.left(state, seat, stake));
        Choice::new("INV-CASINO-6", format!("Bet {stake} on “{}”", bet.label)).so([odds, lost])
    }
}
