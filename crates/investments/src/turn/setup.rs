//! The set-up: money, pieces, the order of play, the lottery, and what is drawn before the first turn. (INV-SETUP, INV-ORDER, INV-LOT)

use crate::content::effects::Condition;
use crate::content::things::BUSINESSES;
use crate::content::things::Businesses;
use crate::content::things::FORTUNES;
use crate::content::things::Fortune;
use crate::content::things::GLOBALS;
use crate::content::things::SHORTCUTS;
use crate::decisions::profit_and_loss::PATIENCE;
use crate::events::Event;
use crate::options::GlobalMode;
use crate::options::OrderMode;
use crate::options::StartMode;
use crate::play::Flow;
use crate::play::Play;
use crate::rules::InvestmentsRules;
use crate::state::Kept;
use crate::state::Lock;
use crate::state::MONOPOLY;
use crate::state::Mark;
use crate::state::Player;
use crate::state::Roll;
use crate::state::State;
use crate::state::Step;
use crate::state::TurnState;
use crate::state::Unseen;
use crate::state::Use;
use kernel::{Deck, Journal, Luck, MAX_SEATS, Money, Offers, Order, Pending, Poll, Seat, Seats};

impl InvestmentsRules {
    /// Everything in its place, before anything is rolled: the money of the box, of which everybody gets the same with a lottery too.
    /// (INV-COMP-1, INV-SETUP-1, INV-SETUP-2, INV-SETUP-7, INV-SETUP-8, INV-SETUP-12, INV-SOLO-1)
    pub(crate) fn laid_out(&self) -> State {
        let numbers = &self.pack.numbers;
        let each = numbers.start_money[self.players.clamp(1, 6) - 1];
        let mut players = [Player::NEW; MAX_SEATS];
        for player in &mut players[..self.players] {
            (player.cash, player.at) = (each, self.start);
        }
        State {
            players,
            fortunes: [Deck::shuffled(FORTUNES); 2],
            shortcuts: if self.shortcut_cards { Deck::shuffled(SHORTCUTS) } else { Deck::EMPTY },
            globals: if self.global_casino { Deck::EMPTY } else { Deck::shuffled(GLOBALS) },
            marks: [Mark::default(); BUSINESSES],
            locks: [Lock::OPEN; BUSINESSES],
            upgraded: Businesses::NONE,
            mortgaged: Businesses::NONE,
            stripped: Businesses::NONE,
            repaid: Businesses::NONE,
            dues: Businesses::NONE,
            kept: [Kept::NONE; 2],
            aside: [0; 2],
            bank: numbers.money_in_box + -each.times(self.players as i32),
            pending: Pending::NONE,
            poll: Poll::open(Seats::NONE),
            plays: [Use::NONE; MAX_SEATS],
            sale: None,
            offers: Offers::NONE,
            roll: Roll::NONE,
            turn: TurnState {
                seat: Seat::FIRST,
                step: Step::Begin,
                more: 0,
                landed: None,
                invested: false,
                bought: false,
                borrowed: false,
                proposed: false,
                one_die: false,
                half_roll: false,
                double_fee: false,
                pay_pips: Money::ZERO.into(),
                at_work: 0,
            },
            global: None,
            order: Order::clockwise(self.players),
            round: 1,
            investments: 0,
            monopolies: 0,
            bank_cards: numbers.bank_cards,
            outs: 0,
            ending: None,
            champion: None,
        }
    }

    /// The order that the settings agree on: seats without a place fill the places left over. (INV-ORDER-5)
    pub(crate) fn agreed_order(&self) -> Order {
        let places = &self.options.place[..self.players];
        let mut order = [None; MAX_SEATS];
        for (seat, place) in self.seats().zip(places) {
            if let Some(place) = place {
                order[usize::from(*place) - 1] = Some(seat);
            }
        }
        let mut others = self.seats().zip(places).filter(|(_, place)| place.is_none()).map(|(seat, _)| seat);
        let seats = order.map(|seat| seat.or_else(|| others.next()).unwrap_or(Seat::FIRST));
        Order::of(&seats[..self.players]).unwrap_or(Order::clockwise(self.players))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The order of play, the lottery, hidden cards, an opening Global Economy card; then the first slot begins.
    pub fn set_up(&mut self) {
        match self.rules.options.order_mode {
            OrderMode::Seats => {}
            OrderMode::Roll => self.roll_for_order(),
            OrderMode::Agreed => self.state.order = self.rules.agreed_order(),
        }
        let order = self.state.order;
        self.note(|| Event::OrderSet { order: order.into() });
        self.state.turn.seat = order.first();
        if self.rules.options.start_mode != StartMode::StartTile {
            // INV-LOT-6: in turn order.
            order.seats().iter().for_each(|seat| self.lottery(*seat));
        }
        if self.rules.hidden {
            for seat in order.seats() {
                // INV-HIDDEN-1: one of each, unseen.
                for fortune in [Fortune::Loss, Fortune::Profit] {
                    self.state.player_mut(*seat).hidden[fortune.index()] = self.draw(fortune).map(Unseen::new);
                }
            }
            self.note(|| Event::HiddenDealt);
        }
        self.note(|| Event::RoundBegan { round: 1 });
        if matches!(self.rules.options.global_mode, GlobalMode::OpeningAuto | GlobalMode::OpeningLanding) {
            // INV-GLOB-19, INV-GLOB-20; INV-GLOB-27: it counts as drawn in the first slot.
            self.draw_global(order.first());
        }
        self.begin_slot(order.first());
    }

    /// Higher goes earlier; the tied roll again among themselves. (INV-ORDER-2)
    fn roll_for_order(&mut self) {
        let mut seats: [Seat; MAX_SEATS] = std::array::from_fn(|index| Seat::new(index).unwrap_or(Seat::FIRST));
        let players = self.rules.players;
        // Groups of tied players, each a stretch of the order that is still to be settled.
        let mut groups = [(0, players); MAX_SEATS];
        let mut open = 1;
        for _ in 0..PATIENCE {
            if open == 0 {
                break;
            }
            open -= 1;
            let (from, to) = groups[open];
            if to - from < 2 {
                continue;
            }
            let mut dice = [0; MAX_SEATS];
            for seat in &seats[from..to] {
                let (seat, die) = (*seat, self.die());
                dice[seat.index()] = die;
                self.note(|| Event::OrderRolled { seat, die });
            }
            seats[from..to].sort_by_key(|seat| std::cmp::Reverse(dice[seat.index()]));
            let mut first = from;
            while first < to {
                let value = dice[seats[first].index()];
                let end = (first..to).find(|place| dice[seats[*place].index()] != value).unwrap_or(to);
                if end - first > 1 {
                    groups[open] = (first, end);
                    open += 1;
                }
                first = end;
            }
        }
        self.state.order = Order::of(&seats[..players]).unwrap_or(self.state.order);
    }

    /// One player draws a business, an ordinary one from then on. (INV-LOT-1 to INV-LOT-5, INV-LOT-8)
    fn lottery(&mut self, seat: Seat) {
        let mut drawn = None;
        for _ in 0..PATIENCE {
            let dice = [self.die(), self.die()];
            let row = usize::from(dice[0] - 1) * 6 + usize::from(dice[1] - 1);
            let business = self.rules.pack.lottery[row].business;
            // INV-LOT-3, INV-LOT-9: an owned one is rolled again.
            let taken = self.state.owner(business).is_some();
            self.note(|| Event::LotteryRolled { seat, dice, business, taken });
            if !taken {
                drawn = Some((row, business));
                break;
            }
        }
        // However the dice were written down, everybody gets a business: the first that is free.
        let lottery = &self.rules.pack.lottery;
        let first = || lottery.iter().position(|row| self.state.owner(row.business).is_none()).unwrap_or(0);
        let (row, business) = drawn.unwrap_or_else(|| (first(), lottery[first()].business));
        let deed = self.rules.deed(business);
        let won = match self.rules.options.start_mode {
            StartMode::LotterySeries => self.rules.siblings[business.index()],
            _ => Businesses::only(business),
        };
        for one in won {
            self.state.give(one, Some(seat));
        }
        let monopoly = self.rules.options.start_mode == StartMode::LotteryMonopoly && self.rules.standard.contains(business);
        if monopoly && self.rules.large_tokens(self.state) > 0 {
            // INV-LOT-10 to INV-LOT-12.
            self.state.set_level(business, MONOPOLY);
        }
        // INV-LOT-1, INV-LOT-7: the piece stands there, which is no landing. (INV-SETUP-11)
        self.state.player_mut(seat).at = deed.tile;
        self.note(|| Event::LotteryWon { seat, business, businesses: won, monopoly });
        match self.rules.pack.lottery[row].condition {
            Condition::Free => {}
            Condition::PayFraction(part) => {
                let amount = part.of(deed.price);
                self.pays_bank(seat, amount, Flow::Property);
                self.note(|| Event::LotteryPaid { seat, business, amount });
            }
            Condition::ReceiveBank(amount) => {
                let amount = self.bank_pays(seat, amount, Flow::Dues);
                self.note(|| Event::LotteryReceived { seat, business, amount });
            }
            Condition::GainShortcut(count) => self.gain_shortcuts(seat, count),
        }
    }
}
