//! Positions that a person can write by hand.

use crate::{
    content::things::{Business, Businesses, FORTUNES, Fortune, GLOBALS, SHORTCUTS, UNIT},
    decisions::{Decision, Frame},
    events::{fortune_id, global_id, shortcut_id},
    rules::InvestmentsRules,
    state::{Amount, Answer, Arms, Asset, Book, Ending, FortuneId, Held, Item, Lock, MONOPOLY, Party, Roll, State, Step},
};
use kernel::{Auction, Bits, Money, OfferNumber, Offers, Seat, Seats, WrittenOffer, WrittenPoll};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeMap, fmt};

/// A whole table, written with the rulebook's names. Everything has a natural default: the start of a game, before the first roll. The
/// bank's money, its tokens and its cards, and what is left in the piles, follow from the rest. (INV-INVAR-1, INV-INVAR-5, INV-INVAR-7)
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// The table round; the first if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Who plays after whom; the order of the settings if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<Seat>>,
    /// The turn that is being taken; the first player's, before the roll, if left out.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: TurnPosition,
    /// The players by seat; those left out are as at the start.
    #[serde(skip_serializing_if = "is_default")]
    pub players: Vec<PlayerPosition>,
    /// The upgrades: 1 to 3 investments, or `"M"`.
    #[serde(skip_serializing_if = "is_default")]
    pub levels: BTreeMap<Business, LevelPosition>,
    /// The laps counted on each loan: 0 to 2.
    #[serde(skip_serializing_if = "is_default")]
    pub loans: BTreeMap<Business, u8>,
    /// Businesses that were offered in this slot: to this seat, or `"shut"` after an auction in which nobody bought.
    #[serde(skip_serializing_if = "is_default")]
    pub locks: BTreeMap<Business, LockPosition>,
    /// Businesses that sold an upgrade in this slot.
    #[serde(skip_serializing_if = "is_default")]
    pub stripped: Businesses,
    /// Businesses whose loan was repaid in this slot.
    #[serde(skip_serializing_if = "is_default")]
    pub repaid: Businesses,
    /// Loans of the present lap event that are still to be paid.
    #[serde(skip_serializing_if = "is_default")]
    pub dues: Businesses,
    /// The cards under each pile whose order is known.
    #[serde(skip_serializing_if = "is_default")]
    pub under: UnderPosition,
    /// Profit and Loss cards that are laid aside until the turn ends.
    #[serde(skip_serializing_if = "is_default")]
    pub aside: Vec<FortuneId>,
    /// The Global Economy card in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global: Option<GlobalPosition>,
    /// The last roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<RollPosition>,
    /// What is pending, the topmost last.
    #[serde(skip_serializing_if = "is_default")]
    pub pending: Vec<Frame>,
    /// The hidden cards that are to be carried out.
    #[serde(skip_serializing_if = "is_default")]
    pub plays: Vec<UsePosition>,
    /// The poll, if the topmost frame is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll: Option<WrittenPoll<Answer>>,
    /// The auction, while one is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SalePosition>,
    /// The open deal.
    #[serde(skip_serializing_if = "is_default")]
    pub offers: Vec<WrittenOffer<Asset>>,
    /// The number that the next deal gets; 1 if left out, or the next after the open one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offer: Option<OfferNumber>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Who won by a further way to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub champion: Option<Seat>,
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The turn that is being taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnPosition {
    /// Whose slot it is; the first player's if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// `roll`, `resolve`, `trade` or `bank_card`; `roll` if left out, or `resolve` if something is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// Further turns in this slot.
    #[serde(skip_serializing_if = "is_default")]
    pub more: u8,
    /// The business landed on that its lander may upgrade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landed: Option<Business>,
    /// Were investments bought on this landing?
    #[serde(skip_serializing_if = "is_default")]
    pub invested: bool,
    /// Was a Bank card bought in this turn?
    #[serde(skip_serializing_if = "is_default")]
    pub bought: bool,
    /// Was a loan taken for the fee that is due?
    #[serde(skip_serializing_if = "is_default")]
    pub borrowed: bool,
    /// Was the end proposed in this slot?
    #[serde(skip_serializing_if = "is_default")]
    pub proposed: bool,
    /// Movement rolls use one die; so they do by a card that is at work.
    #[serde(skip_serializing_if = "is_default")]
    pub one_die: bool,
    /// Distances are halved; likewise.
    #[serde(skip_serializing_if = "is_default")]
    pub half_roll: bool,
    /// Fees are doubled; likewise.
    #[serde(skip_serializing_if = "is_default")]
    pub double_fee: bool,
    /// This is paid for every pip; what the cards at work say if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay_pips: Option<Amount>,
    /// The kept Loss cards that are at work.
    #[serde(skip_serializing_if = "is_default")]
    pub at_work: Vec<FortuneId>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerPosition {
    /// Money in hand; the start money if left out, nothing for a player who is out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash: Option<Money>,
    /// The tile where the piece stands; Start if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u8>,
    /// The businesses.
    #[serde(skip_serializing_if = "is_default")]
    pub owned: Vec<Business>,
    /// Shortcut cards, the first drawn first.
    #[serde(skip_serializing_if = "is_default")]
    pub shortcuts: Vec<ShortcutPosition>,
    /// Kept Profit and Loss cards.
    #[serde(skip_serializing_if = "is_default")]
    pub kept: Vec<KeptPosition>,
    /// Unseen Profit and Loss cards.
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: Vec<FortuneId>,
    /// What hidden cards have armed.
    #[serde(skip_serializing_if = "is_default")]
    pub armed: ArmedPosition,
    /// Bank cards.
    #[serde(skip_serializing_if = "is_default")]
    pub bank_cards: u8,
    /// A Tax Office card.
    #[serde(skip_serializing_if = "is_default")]
    pub tax_card: bool,
    /// Slots still to be skipped in jail.
    #[serde(skip_serializing_if = "is_default")]
    pub jail: u8,
    /// Staying at the Tax Office.
    #[serde(skip_serializing_if = "is_default")]
    pub stays: bool,
    /// Slots to be missed by card.
    #[serde(skip_serializing_if = "is_default")]
    pub missed: u8,
    /// Further turns in the next slot of one's own.
    #[serde(skip_serializing_if = "is_default")]
    pub extra: u8,
    /// Offences.
    #[serde(skip_serializing_if = "is_default")]
    pub offences: u8,
    /// Offers, deals and auctions of this slot.
    #[serde(skip_serializing_if = "is_default")]
    pub offers: u8,
    /// Laps that a backward movement has returned.
    #[serde(skip_serializing_if = "is_default")]
    pub returned: u8,
    /// Was a subsidy paid since the own slot began?
    #[serde(skip_serializing_if = "is_default")]
    pub subsidised: bool,
    /// When the player went out: 1 for the first; 0 in the game.
    #[serde(skip_serializing_if = "is_default")]
    pub out: u8,
    /// The flows of this lap.
    #[serde(skip_serializing_if = "is_default")]
    pub book: BookPosition,
}

/// A level: 1 to 3 investments, or `"M"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelPosition(pub u8);

impl Serialize for LevelPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == MONOPOLY { serializer.serialize_str("M") } else { serializer.serialize_u8(self.0) }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a level is 1, 2, 3 or \"M\"")]
enum NumberOrWord {
    Number(u64),
    Word(String),
}

impl<'de> Deserialize<'de> for LevelPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LevelPosition, D::Error> {
        match NumberOrWord::deserialize(deserializer)? {
            NumberOrWord::Number(level @ 1..=3) => Ok(LevelPosition(level as u8)),
            NumberOrWord::Word(word) if word == "M" => Ok(LevelPosition(MONOPOLY)),
            _ => Err(serde::de::Error::custom("a level is 1, 2, 3 or \"M\"")),
        }
    }
}

/// To whom something was offered: a seat, or `"shut"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockPosition(pub Lock);

impl Serialize for LockPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.seat() {
            Some(seat) => seat.serialize(serializer),
            None => serializer.serialize_str("shut"),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "what was offered is locked to a seat, or \"shut\"")]
enum SeatOrWord {
    Seat(Seat),
    Word(String),
}

impl<'de> Deserialize<'de> for LockPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LockPosition, D::Error> {
        match SeatOrWord::deserialize(deserializer)? {
            SeatOrWord::Seat(seat) => Ok(LockPosition(Lock::to(seat))),
            SeatOrWord::Word(word) if word == "shut" => Ok(LockPosition(Lock::SHUT)),
            SeatOrWord::Word(_) => Err(serde::de::Error::custom("what was offered is locked to a seat, or \"shut\"")),
        }
    }
}

/// A card by its place in its file: `k07`, `g12`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardId<const PILE: char, const COUNT: usize>(pub u8);

/// A Shortcut card: `k01` to `k22`.
pub type ShortcutId = CardId<'k', SHORTCUTS>;

/// A Global Economy card: `g01` to `g29`.
pub type GlobalId = CardId<'g', GLOBALS>;

/// The card of a pile with this id.
fn card_of(pile: char, count: usize, id: &str) -> Option<u8> {
    let digits = id.strip_prefix(pile)?;
    let written = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = digits.parse::<u8>().ok().filter(|number| written && usize::from(*number) <= count)?;
    number.checked_sub(1)
}

impl<const PILE: char, const COUNT: usize> Serialize for CardId<PILE, COUNT> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = if PILE == 'k' { shortcut_id(self.0) } else { global_id(self.0) };
        serializer.serialize_str(&id)
    }
}

impl<'de, const PILE: char, const COUNT: usize> Deserialize<'de> for CardId<PILE, COUNT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        let wrong = || format!("`{id}` is not such a card: they are {PILE}01 to {PILE}{COUNT}");
        card_of(PILE, COUNT, &id).map(CardId).ok_or_else(|| serde::de::Error::custom(wrong()))
    }
}

impl fmt::Display for FortuneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fortune_id(self.fortune(), self.card()))
    }
}

impl Serialize for FortuneId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FortuneId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FortuneId, D::Error> {
        let id = String::deserialize(deserializer)?;
        let profit = card_of('p', FORTUNES, &id).map(|card| FortuneId::new(Fortune::Profit, card));
        let card = profit.or_else(|| card_of('l', FORTUNES, &id).map(|card| FortuneId::new(Fortune::Loss, card)));
        let wrong = || format!("`{id}` is not such a card: Profit cards are p01 to p42, Loss cards l01 to l42");
        card.ok_or_else(|| serde::de::Error::custom(wrong()))
    }
}

/// A Shortcut card in hand: its id, or all there is to say of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a Shortcut card in hand is \"k01\", or {\"card\": \"k01\"} with `ready`, `known` or `locked`")]
pub enum ShortcutPosition {
    /// Ready, seen by nobody else, offered to nobody.
    Plain(ShortcutId),
    /// Anything else.
    Held(HeldPosition),
}

/// A Shortcut card in hand, in full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldPosition {
    /// Which.
    pub card: ShortcutId,
    /// Can it be played? It can, if left out.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub ready: bool,
    /// Who has seen it besides its holder.
    #[serde(default, skip_serializing_if = "is_default")]
    pub known: Seats,
    /// To whom it was offered in this slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<LockPosition>,
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

/// A kept card: its id if it is ready, or both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a kept card is \"p33\", or {\"card\": \"p33\", \"ready\": false}")]
pub enum KeptPosition {
    /// Its holder has begun a slot since.
    Ready(FortuneId),
    /// Or not.
    Card(KeptCard),
}

/// A kept card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptCard {
    /// Which.
    pub card: FortuneId,
    /// Has its holder begun a slot since?
    pub ready: bool,
}

/// What hidden cards have armed on a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArmedPosition {
    /// What happens at most once.
    #[serde(skip_serializing_if = "is_default")]
    pub arms: Arms,
    /// The next movement roll is replaced by 1 to this.
    #[serde(skip_serializing_if = "is_default")]
    pub set_roll: u8,
    /// In the next turn this is paid for every pip.
    #[serde(skip_serializing_if = "is_default")]
    pub pay_pips: Amount,
}

/// Where the money of a lap came from and went.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BookPosition {
    #[serde(skip_serializing_if = "is_default")]
    pub from_bank: Amount,
    #[serde(skip_serializing_if = "is_default")]
    pub from_players: Amount,
    #[serde(skip_serializing_if = "is_default")]
    pub from_property: Amount,
    #[serde(skip_serializing_if = "is_default")]
    pub to_bank: Amount,
    #[serde(skip_serializing_if = "is_default")]
    pub to_players: Amount,
    #[serde(skip_serializing_if = "is_default")]
    pub to_property: Amount,
}

impl From<Book> for BookPosition {
    fn from(book: Book) -> BookPosition {
        let amount = |units: u16| Amount::from(Money::new(i32::from(units) * UNIT));
        BookPosition {
            from_bank: amount(book.from_bank),
            from_players: amount(book.from_players),
            from_property: amount(book.from_property),
            to_bank: amount(book.to_bank),
            to_players: amount(book.to_players),
            to_property: amount(book.to_property),
        }
    }
}

impl From<&BookPosition> for Book {
    fn from(book: &BookPosition) -> Book {
        let units = |amount: Amount| (Money::from(amount).units() / UNIT) as u16;
        Book {
            from_bank: units(book.from_bank),
            from_players: units(book.from_players),
            from_property: units(book.from_property),
            to_bank: units(book.to_bank),
            to_players: units(book.to_players),
            to_property: units(book.to_property),
        }
    }
}

/// The cards under each pile whose order is known, next to be drawn first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs)]
pub struct UnderPosition {
    #[serde(skip_serializing_if = "is_default")]
    pub profit: Vec<FortuneId>,
    #[serde(skip_serializing_if = "is_default")]
    pub loss: Vec<FortuneId>,
    #[serde(skip_serializing_if = "is_default")]
    pub shortcut: Vec<ShortcutId>,
    #[serde(skip_serializing_if = "is_default")]
    pub global: Vec<GlobalId>,
}

/// The Global Economy card in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalPosition {
    /// Which.
    pub card: GlobalId,
    /// Its tokens; as many as its rounds if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u8>,
    /// Who drew it.
    pub drawer: Seat,
    /// Was it drawn in this slot of its drawer?
    #[serde(default, skip_serializing_if = "is_default")]
    pub fresh: bool,
}

/// A roll that moves a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollPosition {
    /// Who rolled; whose slot it is if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The dice; 0 for one that was not rolled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: [u8; 2],
    /// The second roll after equal dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub again: [u8; 2],
    /// All pips rolled for it that are not paid for; those of the dice if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pips: Option<u8>,
    /// How far it goes; as the dice say if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u8>,
    /// Does the distance lead backward?
    #[serde(default, skip_serializing_if = "is_default")]
    pub back: bool,
    /// By a Shortcut card?
    #[serde(default, skip_serializing_if = "is_default")]
    pub shortcut: bool,
}

/// An auction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SalePosition {
    /// What is sold: `b07` or `shortcut-1`.
    pub item: Item,
    /// Who sells it; the bank if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seller: Option<Seat>,
    /// The bids; before interest is declared everybody asked may bid.
    pub auction: Auction,
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written())
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || format!("`{text}` is nothing to auction: write b07 or shortcut-1");
        Item::read(&text).ok_or_else(|| serde::de::Error::custom(wrong()))
    }
}

impl Serialize for Party {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.seat().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Party {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Party, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Party::Bank, Party::Player))
    }
}

/// A hidden card that is to be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsePosition {
    /// Whose.
    pub seat: Seat,
    /// Of which kind.
    pub fortune: Fortune,
    /// On whom.
    pub target: Seat,
}

impl InvestmentsRules {
    /// The whole table, secrets included.
    pub(crate) fn written_down(&self, state: &State) -> Position {
        let fortunes = |fortune: Fortune, cards: &[u8]| cards.iter().map(|card| FortuneId::new(fortune, *card)).collect();
        let turn = &state.turn;
        let aside = Fortune::ALL
            .into_iter()
            .flat_map(|fortune| Bits(state.aside[fortune.index()]).map(move |card| FortuneId::new(fortune, card)));
        let mut pending: Vec<Frame> = state.pending.iter().copied().collect();
        pending.reverse();
        let play = |seat: Seat| state.plays[seat.index()].get().map(|(fortune, target)| UsePosition { seat, fortune, target });
        let polled = state.top().is_some_and(Frame::is_poll);
        Position {
            round: Some(state.round),
            order: Some(state.order.seats().to_vec()),
            turn: TurnPosition {
                seat: Some(turn.seat),
                step: Some(turn.step),
                more: turn.more,
                landed: turn.landed,
                invested: turn.invested,
                bought: turn.bought,
                borrowed: turn.borrowed,
                proposed: turn.proposed,
                one_die: turn.one_die,
                half_roll: turn.half_roll,
                double_fee: turn.double_fee,
                pay_pips: (turn.pay_pips != Amount::default() || turn.at_work != 0).then_some(turn.pay_pips),
                at_work: Bits(turn.at_work).map(|card| FortuneId::new(Fortune::Loss, card)).collect(),
            },
            players: self.seats().map(|seat| self.write_player(state, seat)).collect(),
            levels: state.upgraded.map(|business| (business, LevelPosition(state.level(business)))).collect(),
            loans: state.mortgaged.map(|business| (business, state.loan_laps(business).unwrap_or(0))).collect(),
            locks: Business::all()
                .filter(|business| !state.lock(*business).is_open())
                .map(|business| (business, LockPosition(state.lock(business))))
                .collect(),
            stripped: state.stripped,
            repaid: state.repaid,
            dues: state.dues,
            under: UnderPosition {
                profit: fortunes(Fortune::Profit, state.fortunes[0].known()),
                loss: fortunes(Fortune::Loss, state.fortunes[1].known()),
                shortcut: state.shortcuts.known().iter().copied().map(CardId).collect(),
                global: state.globals.known().iter().copied().map(CardId).collect(),
            },
            aside: aside.collect(),
            global: state.global.map(|global| GlobalPosition {
                card: CardId(global.card),
                tokens: Some(global.tokens),
                drawer: global.drawer,
                fresh: global.fresh,
            }),
            roll: (state.roll != Roll::NONE).then_some(RollPosition {
                seat: Some(state.roll.seat),
                dice: state.roll.dice,
                again: state.roll.again,
                pips: Some(state.roll.pips),
                distance: Some(state.roll.distance),
                back: state.roll.back,
                shortcut: state.roll.shortcut,
            }),
            pending,
            plays: self.seats().filter_map(play).collect(),
            poll: polled.then(|| state.poll.position()),
            sale: state.sale.map(|sale| SalePosition { item: sale.item, seller: sale.seller.seat(), auction: sale.auction }),
            offers: state.offers.position(),
            next_offer: (state.offers != Offers::NONE).then(|| state.offers.next_number()),
            ending: state.ending,
            champion: state.champion,
        }
    }

    fn write_player(&self, state: &State, seat: Seat) -> PlayerPosition {
        let player = state.player(seat);
        let kept = Fortune::ALL.into_iter().flat_map(|fortune| {
            let kept = state.kept[fortune.index()];
            Bits(kept.of(seat)).map(move |card| {
                let ready = kept.ready >> card & 1 != 0;
                let card = FortuneId::new(fortune, card);
                if ready { KeptPosition::Ready(card) } else { KeptPosition::Card(KeptCard { card, ready }) }
            })
        });
        let hidden = Fortune::ALL
            .into_iter()
            .filter_map(|fortune| player.hidden[fortune.index()].map(|unseen| FortuneId::new(fortune, unseen.card())));
        PlayerPosition {
            cash: Some(player.cash),
            at: Some(player.at),
            owned: player.owned.collect(),
            shortcuts: player.shortcuts().map(|(_, held)| write_held(held)).collect(),
            kept: kept.collect(),
            hidden: hidden.collect(),
            armed: ArmedPosition { arms: player.armed.arms, set_roll: player.armed.set_roll, pay_pips: player.armed.pay_pips },
            bank_cards: player.bank_cards,
            tax_card: player.tax_card,
            jail: player.jail,
            stays: player.stays,
            missed: player.missed,
            extra: player.extra,
            offences: player.offences,
            offers: player.offers,
            returned: player.returned,
            subsidised: player.subsidised,
            out: player.out,
            book: player.book.into(),
        }
    }
}

fn write_held(held: Held) -> ShortcutPosition {
    let card = CardId(held.card);
    if held.ready && held.known.is_empty() && held.locked.is_open() {
        return ShortcutPosition::Plain(card);
    }
    let locked = (!held.locked.is_open()).then_some(LockPosition(held.locked));
    ShortcutPosition::Held(HeldPosition { card, ready: held.ready, known: held.known, locked })
}
