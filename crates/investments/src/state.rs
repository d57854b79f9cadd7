//! All that changes in play. What is pending lies on a stack of frames; see `decisions.rs`.

pub(crate) mod assets;
pub(crate) mod from_position;
pub(crate) mod invariants;
pub(crate) mod pending_checks;
pub(crate) mod players;
pub(crate) mod position;
pub(crate) mod step_checks;

use crate::{
    content::card_checks::MOST_MOVE_ALL,
    content::things::{BUSINESSES, Business, Businesses, FORTUNES, Fortune, GLOBALS, SHORTCUTS},
    decisions::Frame,
};
pub use assets::{Amount, Asset, DebtKind, Item, Party, Sale};
use kernel::{Deal, Deck, MAX_SEATS, Money, Offers, Order, Pending, Poll, Seat, Seats};
pub use players::{Arm, Armed, Arms, Book, Held, Lock, Player, Unseen};
use serde::{Deserialize, Serialize};

/// The most things that a deal names. (INV-TRADE-16)
pub const THINGS: usize = 8;

/// The deepest that frames lie on each other. Only these stay while a piece moves on above them: the plays of hidden cards with the card
/// that is carried out; each card that moves everybody, which is out of its pile meanwhile, and under it the Profit cards that a repeat
/// die owes; and the same once more under the tip, which is at most four deep: a piece on its way, its lap, the loans and one of them.
pub const DEPTH: usize = 2 + 2 * (2 * MOST_MOVE_ALL) + 1 + 4;

/// Whose a business is and what stands on it, in one byte: five bits for the owner, three for the level or the loan. A business with a
/// loan has no upgrades. (INV-INVAR-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mark(u8);

impl Mark {
    #[inline]
    const fn owner(self) -> Option<Seat> {
        match (self.0 >> 3).checked_sub(1) {
            Some(index) => Seat::new(index as usize),
            None => None,
        }
    }

    #[inline]
    const fn code(self) -> u8 {
        self.0 & 7
    }

    const fn owned(self, owner: Option<Seat>) -> Mark {
        let owner = match owner {
            Some(seat) => seat.index() as u8 + 1,
            None => 0,
        };
        Mark(owner << 3 | self.code())
    }

    const fn coded(self, code: u8) -> Mark {
        Mark(self.0 & !7 | code)
    }
}

/// The level of a monopoly. (INV-TERM-6)
pub const MONOPOLY: u8 = 4;

/// The code of a loan that no lap has counted yet.
const LOAN: u8 = 5;

/// A Profit or Loss card by its number in both piles together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FortuneId(u8);

impl FortuneId {
    /// This card of this pile.
    pub const fn new(fortune: Fortune, card: u8) -> FortuneId {
        FortuneId(card + (fortune as u8) * FORTUNES as u8)
    }

    /// Its pile.
    #[inline]
    pub const fn fortune(self) -> Fortune {
        if self.0 < FORTUNES as u8 { Fortune::Profit } else { Fortune::Loss }
    }

    /// Its number in the pile.
    #[inline]
    pub const fn card(self) -> u8 {
        self.0 % FORTUNES as u8
    }
}

/// Kept cards, by pile: public, any number of them, and nobody's to trade. (INV-KEEP-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The seats of those who keep each card, where one is kept: four bits for each.
    holders: [u8; FORTUNES.div_ceil(2)],
    /// The cards that are kept, a bit for each.
    pub(crate) cards: u64,
    /// Those of them whose holder has begun a slot since. (INV-KEEP-2)
    pub(crate) ready: u64,
}

impl Kept {
    pub(crate) const NONE: Kept = Kept { holders: [0; FORTUNES.div_ceil(2)], cards: 0, ready: 0 };

    /// The cards of this player, a bit for each.
    #[inline]
    pub fn of(&self, seat: Seat) -> u64 {
        kernel::Bits(self.cards)
            .filter(|card| usize::from(self.holder(*card)) == seat.index())
            .fold(0, |set, card| set | 1 << card)
    }

    /// The index of the seat that keeps a card; 0 where it is not kept.
    #[inline]
    pub(crate) const fn holder(&self, card: u8) -> u8 {
        self.holders[card as usize / 2] >> (card % 2 * 4) & 15
    }

    /// A card is laid beside the businesses of this player, or of nobody.
    pub(crate) fn lay(&mut self, card: u8, holder: Option<Seat>) {
        let (shift, bit) = (card % 2 * 4, 1 << card);
        let pair = &mut self.holders[usize::from(card / 2)];
        *pair = *pair & !(15 << shift) | (holder.map_or(0, Seat::index) as u8) << shift;
        self.cards = if holder.is_some() { self.cards | bit } else { self.cards & !bit };
        self.ready &= !bit;
    }
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By dice.
    Dice,
    /// By a Shortcut card. (INV-LAP-8)
    Shortcut,
    /// By a Profit or Loss card. (INV-MOVE-8)
    Card,
}

/// The target of a hidden card and which of the two it spares because they cancelled it, in one byte. A drawn card affects its
/// drawer: then the target is the drawer again. (INV-HIDDEN-6, INV-HIDDEN-13)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "WrittenTarget", into = "WrittenTarget")]
pub struct Target(u8);

/// A target in a position: a seat if the card affects both, an object if it spares one of them.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenTarget {
    /// The card affects this player as well.
    Struck(Seat),
    /// It spares this player.
    Spared { spared: Seat },
    /// The card affects this player alone: its user is spared.
    Alone { alone: Seat },
}

impl Target {
    /// The user of the card cancelled it.
    const SPARES_USER: u8 = 1 << 6;
    /// The target cancelled it.
    const SPARES_TARGET: u8 = 1 << 7;

    /// The card affects this player too.
    pub const fn struck(seat: Seat) -> Target {
        Target(seat.index() as u8)
    }

    /// The card spares this player.
    pub const fn spared(seat: Seat) -> Target {
        Target(seat.index() as u8 | Target::SPARES_TARGET)
    }

    /// The card affects this player alone, and spares its user.
    pub const fn alone(seat: Seat) -> Target {
        Target(seat.index() as u8 | Target::SPARES_USER)
    }

    /// The target's seat.
    pub const fn seat(self) -> Seat {
        match Seat::new((self.0 & 15) as usize) {
            Some(seat) => seat,
            None => Seat::FIRST,
        }
    }

    /// The subjects of a card that this user played on the target.
    pub fn subjects(self, user: Seat) -> Seats {
        Seats::only(user).with(self.seat()).and_not(self.spares(user))
    }

    /// The player whom it spares.
    pub fn spares(self, user: Seat) -> Seats {
        match self.0 & (Target::SPARES_USER | Target::SPARES_TARGET) {
            0 => Seats::NONE,
            Target::SPARES_USER => Seats::only(user),
            _ => Seats::only(self.seat()),
        }
    }
}

impl From<WrittenTarget> for Target {
    fn from(written: WrittenTarget) -> Target {
        match written {
            WrittenTarget::Struck(seat) => Target::struck(seat),
            WrittenTarget::Spared { spared } => Target::spared(spared),
            WrittenTarget::Alone { alone } => Target::alone(alone),
        }
    }
}

impl From<Target> for WrittenTarget {
    fn from(target: Target) -> WrittenTarget {
        let seat = target.seat();
        match () {
            () if target == Target::spared(seat) => WrittenTarget::Spared { spared: seat },
            () if target == Target::alone(seat) => WrittenTarget::Alone { alone: seat },
            () => WrittenTarget::Struck(seat),
        }
    }
}

/// What a card wants of a business. (INV-PFX-30 to INV-PFX-32)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A free investment is placed on it.
    FreeInvestment,
    /// It loses an investment.
    LoseInvestment,
    /// It is sold to the bank.
    SellBusiness,
}

/// A sealed answer to a poll. (INV-POLL-3)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// No, none, pay, follow, leave, decline.
    No,
    /// Yes: interest, refusal, take, accept.
    Yes,
    /// A Shortcut card. (INV-SHORT-8)
    Play {
        /// Its place in the hand, from 0.
        place: u8,
        /// The distance, where the card lets one choose; otherwise 0.
        distance: u8,
    },
    /// A hidden card. (INV-HIDDEN-5)
    Use {
        /// Of which kind.
        fortune: Fortune,
        /// On whom.
        target: Seat,
    },
    /// A bet. (INV-SINGLE-12)
    Bet {
        /// On what.
        choice: u8,
        /// How much.
        stake: Amount,
    },
}

/// What a deal is made of.
pub type InvestmentsDeal = Deal<Asset, THINGS>;

/// A hidden card that is to be carried out: its kind and its target in one byte. (INV-HIDDEN-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Use(u8);

impl Use {
    pub const NONE: Use = Use(0);

    pub const fn new(fortune: Fortune, target: Seat) -> Use {
        Use(1 + fortune as u8 + 2 * target.index() as u8)
    }

    pub const fn get(self) -> Option<(Fortune, Seat)> {
        match self.0.checked_sub(1) {
            Some(code) => match Seat::new(code as usize / 2) {
                Some(target) => Some((if code % 2 == 0 { Fortune::Profit } else { Fortune::Loss }, target)),
                None => None,
            },
            None => None,
        }
    }
}

/// A roll that moves a piece. (INV-ROLL)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// Who rolled.
    pub seat: Seat,
    /// The first roll; 0 for a die that was not rolled.
    pub dice: [u8; 2],
    /// The second roll after equal dice. (INV-ROLL-4)
    pub again: [u8; 2],
    /// All pips rolled for it. (INV-ROLL-8)
    pub pips: u8,
    /// How far it goes.
    pub distance: u8,
    /// Does the distance lead backward?
    pub back: bool,
    /// By a Shortcut card?
    pub shortcut: bool,
}

impl Roll {
    pub(crate) const NONE: Roll =
        Roll { seat: Seat::FIRST, dice: [0; 2], again: [0; 2], pips: 0, distance: 0, back: false, shortcut: false };
}

/// The step of the turn. (INV-TURN-1)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A turn begins; hidden cards may be used. (INV-HIDDEN-5)
    Begin,
    /// Before the roll. (INV-TURN-8)
    Roll,
    /// Moving, and resolving what the movement brought. (INV-TURN-2, INV-TURN-3)
    Resolve,
    /// Hidden cards may be used again. (INV-HIDDEN-5)
    Resolved,
    /// Trade freely. (INV-TURN-4)
    Trade,
    /// Buy a Bank card. (INV-TURN-5)
    BankCard,
}

/// What belongs to the turn that is being taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnState {
    /// Whose slot it is.
    pub seat: Seat,
    /// The step.
    pub step: Step,
    /// Further turns in this slot. (INV-TURN-13)
    pub more: u8,
    /// The business landed on last in this turn, while its lander stands there and may upgrade it. (INV-INVEST-9)
    pub landed: Option<Business>,
    /// Were investments bought on this landing? (INV-MONO-3)
    pub invested: bool,
    /// Was a Bank card bought in this turn? (INV-BCARD-8)
    pub bought: bool,
    /// Was a loan taken for the fee that is due? (INV-FORCE-11)
    pub borrowed: bool,
    /// Was the end proposed in this slot? (INV-END-4)
    pub proposed: bool,
    /// Movement rolls use one die. (INV-FX-7)
    pub one_die: bool,
    /// Distances are halved. (INV-FX-7)
    pub half_roll: bool,
    /// Fees are doubled. (INV-FX-7)
    pub double_fee: bool,
    /// This is paid for every pip. (INV-FX-7)
    pub pay_pips: Amount,
    /// The kept Loss cards that are at work, a bit for each. (INV-KEEP-4)
    pub(crate) at_work: u64,
}

/// The Global Economy card in force: one at most. (INV-GLOB-11)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InForce {
    /// Which.
    pub card: u8,
    /// Its tokens.
    pub tokens: u8,
    /// Who drew it.
    pub drawer: Seat,
    /// Was it drawn in this slot of its drawer, so that no token is removed yet? (INV-GLOB-9)
    pub fresh: bool,
}

/// How the game ended. (INV-END)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// One player is left. (INV-END-1)
    LastPlayer,
    /// The last Bank card was bought. (INV-END-2)
    BankCards,
    /// All agreed. (INV-END-3)
    Agreement,
    /// The agreed number of rounds is over. (INV-END-5)
    Rounds,
    /// The agreed time is over. (INV-END-6)
    Minutes,
    /// Two series of monopolies. (INV-END-8)
    TwoMonopolyGroups,
    /// 45 businesses. (INV-END-9)
    Own45,
    /// Four series. (INV-END-10)
    FourGroups,
    /// Round 999 is over. (INV-END-17)
    LastRound,
    /// The only player is out. (INV-SOLO-3)
    SoloOut,
}

/// The whole table between two decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The players by seat.
    pub players: [Player; MAX_SEATS],
    /// The piles of Profit and Loss cards, by [`Fortune::index`].
    pub fortunes: [Deck<FORTUNES>; 2],
    /// The pile of Shortcut cards.
    pub shortcuts: Deck<SHORTCUTS>,
    /// The pile of Global Economy cards.
    pub globals: Deck<GLOBALS>,
    /// Whose each business is and what stands on it.
    pub(crate) marks: [Mark; BUSINESSES],
    /// To whom each business was offered in this slot.
    pub(crate) locks: [Lock; BUSINESSES],
    /// Businesses with upgrades.
    pub upgraded: Businesses,
    /// Businesses with a loan.
    pub mortgaged: Businesses,
    /// Businesses that sold an upgrade in this slot. (INV-INVEST-12)
    pub stripped: Businesses,
    /// Businesses whose loan was repaid in this slot. (INV-LOAN-16)
    pub repaid: Businesses,
    /// Loans of the present lap event that are still to be paid. (INV-LOAN-13)
    pub dues: Businesses,
    /// Kept Profit and Loss cards, by [`Fortune::index`].
    pub kept: [Kept; 2],
    /// Profit and Loss cards that are laid aside until the turn ends, a bit for each. (INV-HIDDEN-12)
    pub aside: [u64; 2],
    /// The money of the bank.
    pub bank: Money,
    /// What is pending, the topmost last.
    pub pending: Pending<Frame, DEPTH>,
    /// The poll that is open, if the topmost frame is one.
    pub poll: Poll<Answer>,
    /// The hidden cards that are to be carried out: kind and target by seat. (INV-HIDDEN-5)
    pub(crate) plays: [Use; MAX_SEATS],
    /// The auction, while one is held.
    pub sale: Option<Sale>,
    /// The open deal. (INV-TRADE-16)
    pub offers: Offers<Asset, THINGS, 1>,
    /// The last roll.
    pub roll: Roll,
    /// The turn.
    pub turn: TurnState,
    /// The Global Economy card in force.
    pub global: Option<InForce>,
    /// Who plays after whom. (INV-ORDER-3)
    pub order: Order,
    /// The table round, from 1. (INV-TERM-1)
    pub round: u16,
    /// Small tokens on the board.
    pub investments: u8,
    /// Large tokens on the board.
    pub monopolies: u8,
    /// Bank cards that the bank has.
    pub bank_cards: u8,
    /// How many players are out.
    pub outs: u8,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Who won by [`Ending::TwoMonopolyGroups`], [`Ending::Own45`] or [`Ending::FourGroups`].
    pub champion: Option<Seat>,
}

impl State {
    /// The player on this seat.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Whose slot it is: the active player, if they are present. (INV-TERM-4)
    #[inline]
    pub fn active(&self) -> Seat {
        self.turn.seat
    }

    /// Is this player in the game? (INV-TERM-3)
    #[inline]
    pub fn is_in(&self, seat: Seat) -> bool {
        self.player(seat).out == 0
    }

    /// Is this player in the game and not in jail? (INV-TERM-3)
    #[inline]
    pub fn is_present(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        player.out == 0 && player.jail == 0
    }

    /// All who are present.
    #[inline]
    pub fn present(&self) -> Seats {
        self.order.seats().iter().copied().filter(|seat| self.is_present(*seat)).collect()
    }

    /// Is anybody else present?
    #[inline]
    pub fn has_company(&self, seat: Seat) -> bool {
        self.order.seats().iter().any(|other| *other != seat && self.is_present(*other))
    }

    /// All who are in the game.
    pub fn remaining(&self) -> Seats {
        self.order.seats().iter().copied().filter(|seat| self.is_in(*seat)).collect()
    }

    /// The first of these in turn order from the active player. (INV-DEBT-2)
    #[inline]
    pub fn first_of(&self, seats: Seats) -> Option<Seat> {
        if seats.contains(self.turn.seat) { Some(self.turn.seat) } else { self.order.after(self.turn.seat, seats) }
    }

    /// These in turn order from the active player. (INV-DEBT-2)
    pub fn in_order(&self, seats: Seats) -> impl Iterator<Item = Seat> + use<> {
        in_order(self.order, self.turn.seat, seats)
    }

    /// Who owns a business; nobody if it is the bank's.
    #[inline]
    pub fn owner(&self, business: Business) -> Option<Seat> {
        self.marks[business.index()].owner()
    }

    /// The level of a business: 0 to 3, or [`MONOPOLY`]. (INV-TERM-6)
    #[inline]
    pub fn level(&self, business: Business) -> u8 {
        let code = self.marks[business.index()].code();
        if code < LOAN { code } else { 0 }
    }

    /// How many laps have been counted on its loan, if it has one. (INV-LOAN-5)
    #[inline]
    pub fn loan_laps(&self, business: Business) -> Option<u8> {
        self.marks[business.index()].code().checked_sub(LOAN)
    }

    /// To whom it was offered in this slot. (INV-TRADE-8)
    #[inline]
    pub fn lock(&self, business: Business) -> Lock {
        self.locks[business.index()]
    }

    /// Gives a business to a player, or back to the bank.
    pub(crate) fn give(&mut self, business: Business, owner: Option<Seat>) {
        if let Some(old) = self.owner(business) {
            self.player_mut(old).owned.remove(business);
        }
        if let Some(new) = owner {
            self.player_mut(new).owned.insert(business);
        }
        let mark = &mut self.marks[business.index()];
        *mark = mark.owned(owner);
        self.locks[business.index()] = Lock::OPEN;
    }

    /// Puts a business at a level; the tokens on the board are counted.
    pub(crate) fn set_level(&mut self, business: Business, level: u8) {
        let old = self.level(business);
        let small = |level: u8| if level < MONOPOLY { level } else { 0 };
        self.investments = self.investments + small(level) - small(old);
        self.monopolies = self.monopolies + u8::from(level == MONOPOLY) - u8::from(old == MONOPOLY);
        let mark = &mut self.marks[business.index()];
        *mark = mark.coded(level);
        if level > 0 {
            self.upgraded.insert(business);
        } else {
            self.upgraded.remove(business);
        }
    }

    /// Marks a business with a loan of so many laps, or frees it of its loan.
    pub(crate) fn set_loan(&mut self, business: Business, laps: Option<u8>) {
        let mark = &mut self.marks[business.index()];
        *mark = mark.coded(laps.map_or(0, |laps| LOAN + laps.min(2)));
        match laps {
            Some(_) => self.mortgaged.insert(business),
            None => self.mortgaged.remove(business),
        }
    }

    /// The topmost frame.
    #[inline]
    pub fn top(&self) -> Option<&Frame> {
        self.pending.top()
    }

    /// Puts a frame on top. There is always room; see [`DEPTH`].
    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) {
        let pushed = self.pending.push(frame);
        debug_assert!(pushed.is_ok(), "more is pending than can be");
    }

    /// Is the game over?
    #[inline]
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }
}

/// These in turn order from this seat.
pub(crate) fn in_order(order: Order, first: Seat, mut left: Seats) -> impl Iterator<Item = Seat> + use<> {
    std::iter::from_fn(move || {
        let next = if left.contains(first) { Some(first) } else { order.after(first, left) }?;
        left = left.without(next);
        Some(next)
    })
}
