//! The closed vocabulary of what cards and tables do, how a pack writes it, and how people read it. (CMP-EFF, CMP-SPEC-10 to CMP-SPEC-22)

use crate::content::{
    figures::UNIT,
    places::{Vehicle, named},
};
use kernel::Money;
use std::{fmt, ops::RangeInclusive};

/// No effect has more codes.
pub const MOST_CODES: usize = 4;

/// No sum of a card is larger.
const LARGEST_SUM: i32 = 1_000_000;

/// What else is counted: points, movement turns, cards.
const COUNTS: RangeInclusive<u8> = 1..=9;

/// One code of an effect, with what it depends on. An effect is a list of them. (CMP-EFF-17 to CMP-EFF-19)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// What the token must be or have, or the code does nothing. (CMP-EFF-17)
    pub only: Option<Only>,
    /// What happens.
    pub deed: Deed,
}

impl Effect {
    /// Does it do something to a token, so that it does nothing without one?
    pub(crate) const fn needs_token(&self) -> bool {
        let to_the_token = matches!(
            self.deed,
            Deed::Do(Code::Points(_) | Code::Stop | Code::Refuse | Code::Delay | Code::Seize | Code::Relocate)
        );
        to_the_token || self.only.is_some()
    }
}

/// What a code can depend on. (CMP-EFF-17)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Only {
    /// The token is of this kind; a truck aboard a carrier does not count as a truck.
    Vehicle(Vehicle),
    /// The token has goods.
    Goods,
}

/// A code alone, or two of which one is applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// This.
    Do(Code),
    /// The player picks one. (CMP-EFF-18)
    Choose([Code; 2]),
    /// The d6 decides: 1 to 3 gives the first, 4 to 6 the second. (CMP-EFF-19)
    Roll([Code; 2]),
}

impl Deed {
    /// All codes in it.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        let (codes, count) = match self {
            Deed::Do(code) => ([code; 2], 1),
            Deed::Choose(codes) | Deed::Roll(codes) => (codes, 2),
        };
        codes.into_iter().take(count)
    }
}

/// A code of customs cards and political events. (CMP-EFF-1 to CMP-EFF-16)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// Nothing happens. (CMP-EFF-1)
    None,
    /// The player pays this to the bank. (CMP-EFF-2)
    Pay(Money),
    /// The bank pays the player this. (CMP-EFF-2)
    Gain(Money),
    /// The points of this movement turn rise or fall by so many. (CMP-EFF-3)
    Points(i8),
    /// The movement turn ends where the token is. (CMP-EFF-4)
    Stop,
    /// The token goes back by one step, and the movement turn ends. (CMP-EFF-5)
    Refuse,
    /// So many more movement turns count as used. (CMP-EFF-6)
    LoseTurns(u8),
    /// The limit of this Delivery rises by so many. (CMP-EFF-7)
    GainTurns(u8),
    /// The movement turn ends, and one more counts as used. (CMP-EFF-8)
    Delay,
    /// The Delivery fails. (CMP-EFF-10)
    EndDelivery,
    /// The Delivery fails and the turn ends. (CMP-EFF-11)
    EndTurn,
    /// The token with the goods and its carrier go back to the supply; the Delivery fails. (CMP-EFF-12)
    Seize,
    /// The token goes to its owner's nearest site, and the movement turn ends. (CMP-EFF-13)
    Relocate,
    /// Draw so many contract cards. (CMP-EFF-14)
    DrawContracts(u8),
    /// Draw so many territory cards. (CMP-EFF-14)
    DrawTerritories(u8),
    /// No further customs card in this Delivery. (CMP-EFF-15)
    FreePass,
    /// One more action this turn. (CMP-EFF-16)
    ExtraAction,
}

impl Code {
    /// Does it harm, so that no green customs card may have it? (CMP-DATA-15)
    pub const fn harms(self) -> bool {
        match self {
            Code::Pay(_)
            | Code::Stop
            | Code::Refuse
            | Code::LoseTurns(_)
            | Code::Delay
            | Code::EndDelivery
            | Code::EndTurn
            | Code::Seize
            | Code::Relocate => true,
            Code::Points(points) => points < 0,
            Code::None
            | Code::Gain(_)
            | Code::GainTurns(_)
            | Code::DrawContracts(_)
            | Code::DrawTerritories(_)
            | Code::FreePass
            | Code::ExtraAction => false,
        }
    }
}

named! {
    /// The lasting effect of a danger. (CMP-EFF-20 to CMP-EFF-25)
    Lasting {
        /// Only the save rolls. (CMP-EFF-20)
        None "none" "no lasting effect",
        /// Entering a listed territory costs a truck 1 point more. (CMP-EFF-21)
        SlowLand "slow_land" "trucks pay 1 point more to enter",
        /// Entering a hex of a listed zone costs a ship 1 point more. (CMP-EFF-22)
        SlowSea "slow_sea" "ships pay 1 point more to enter",
        /// No ship may dock in a listed territory. (CMP-EFF-23)
        ClosedPorts "closed_ports" "ports there are closed",
        /// No aircraft may land in a listed territory. (CMP-EFF-24)
        ClosedAirports "closed_airports" "airports there are closed",
        /// No truck may enter a listed territory by border or strait. (CMP-EFF-25)
        ClosedRoads "closed_roads" "roads are closed",
    }
}

/// What a special contract card does. (CMP-SPEC-3)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// It is put on an own site and stays there. (CMP-SPEC-4)
    Advantage(Advantage),
    /// It is played at an open point of the own turn.
    Instant(Instant),
    /// It is played in the own Delivery.
    Delivery(InDelivery),
}

/// An advantage of a site. (CMP-SPEC-10 to CMP-SPEC-15)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Advantage {
    /// Others' tokens pay the owner this on entering. (CMP-SPEC-10)
    Toll(Money),
    /// A movement turn that starts here costs no fuel. (CMP-SPEC-11)
    FuelDepot,
    /// A Delivery from or to here earns this more. (CMP-SPEC-12)
    Bonus(Money),
    /// The save number on this continent is so much higher. (CMP-SPEC-13)
    Save(u8),
    /// A political roll on this continent may be repeated once. (CMP-SPEC-14)
    RerollPolitical,
    /// So many customs cards are drawn on this continent, and one is picked. (CMP-SPEC-15)
    CustomsPick(u8),
}

/// An instant card. (CMP-SPEC-16 to CMP-SPEC-20)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instant {
    /// Discard an advantage card of any site. (CMP-SPEC-16)
    Revoke,
    /// Look at an opponent's contract cards. (CMP-SPEC-17)
    Espionage,
    /// Swap a territory card for a random one of an opponent. (CMP-SPEC-18)
    ForcedSwap,
    /// An opponent pays the bank this. (CMP-SPEC-19)
    Audit(Money),
    /// One more action this turn. (CMP-SPEC-20)
    ExtraAction,
}

/// A delivery card. (CMP-SPEC-21, CMP-SPEC-22)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InDelivery {
    /// The first customs card of the Delivery that is not green has no effect. (CMP-SPEC-21)
    CancelCustoms,
    /// The limit of the Delivery is so much higher. (CMP-SPEC-22)
    GainTurns(u8),
}

/// The codes of an effect, or what is wrong with it.
pub fn read(text: &str) -> Result<Box<[Effect]>, String> {
    let effects: Vec<Effect> = text.split(';').map(|part| effect(part.trim())).collect::<Result<_, _>>()?;
    if effects.len() > MOST_CODES {
        return Err(format!("an effect has at most {MOST_CODES} codes divided by `;`, not {} (CMP-EFF-1)", effects.len()));
    }
    Ok(effects.into())
}

/// One part of the list.
fn effect(text: &str) -> Result<Effect, String> {
    // CMP-EFF-17.
    let (only, rest) = match text.split_once(':') {
        None => (None, text),
        Some(("goods", rest)) => (Some(Only::Goods), rest.trim()),
        Some((kind, rest)) => match Vehicle::read(kind) {
            Some(vehicle) => (Some(Only::Vehicle(vehicle)), rest.trim()),
            None => {
                return Err(format!(
                    "`{kind}:` is no condition: they are `truck:`, `ship:`, `aircraft:` and `goods:` (CMP-EFF-17)"
                ));
            }
        },
    };
    let deed = if let Some(rest) = rest.strip_prefix("choose ") {
        Deed::Choose(pair("choose", "CMP-EFF-18", rest)?)
    } else if let Some(rest) = rest.strip_prefix("roll ") {
        Deed::Roll(pair("roll", "CMP-EFF-19", rest)?)
    } else {
        Deed::Do(code(rest)?)
    };
    Ok(Effect { only, deed })
}

/// The two codes of `choose` or `roll`.
fn pair(word: &str, clause: &str, text: &str) -> Result<[Code; 2], String> {
    match text.split_once('|') {
        Some((first, second)) if !second.contains('|') => Ok([code(first.trim())?, code(second.trim())?]),
        _ => Err(format!("`{word} {text}` has not two codes divided by `|`, as in `{word} A | B` ({clause})")),
    }
}

/// A code alone.
fn code(text: &str) -> Result<Code, String> {
    let (name, number) = parted(text);
    Ok(match (name, number) {
        ("none", None) => Code::None,
        ("pay", Some(sum)) => Code::Pay(money(text, sum)?),
        ("gain", Some(sum)) => Code::Gain(money(text, sum)?),
        ("points", Some(points)) => Code::Points(signed(text, points)?),
        ("stop", None) => Code::Stop,
        ("refuse", None) => Code::Refuse,
        ("lose_tm", Some(count)) => Code::LoseTurns(counted(text, count)?),
        ("gain_tm", Some(count)) => Code::GainTurns(counted(text, count)?),
        ("delay", None) => Code::Delay,
        ("end_delivery", None) => Code::EndDelivery,
        ("end_turn", None) => Code::EndTurn,
        ("seize", None) => Code::Seize,
        ("relocate", None) => Code::Relocate,
        ("draw_contract", Some(count)) => Code::DrawContracts(counted(text, count)?),
        ("draw_territory", Some(count)) => Code::DrawTerritories(counted(text, count)?),
        ("free_pass", None) => Code::FreePass,
        ("extra_action", None) => Code::ExtraAction,
        _ => {
            let known = "none, pay N, gain N, points +N, points -N, stop, refuse, lose_tm N, gain_tm N, delay, end_delivery, end_turn, \
                         seize, relocate, draw_contract N, draw_territory N, free_pass, extra_action";
            return Err(format!("`{text}` is no code: they are {known} (CMP-EFF-1 to CMP-EFF-16)"));
        }
    })
}

/// The effect of a special card of this type, or what is wrong with it. (CMP-DATA-12)
pub fn special(kind: SpecialKind, text: &str) -> Result<Special, String> {
    let (name, number) = parted(text);
    Ok(match (kind, name, number) {
        (SpecialKind::Advantage, "toll", Some(sum)) => Special::Advantage(Advantage::Toll(money(text, sum)?)),
        (SpecialKind::Advantage, "fuel_depot", None) => Special::Advantage(Advantage::FuelDepot),
        (SpecialKind::Advantage, "bonus", Some(sum)) => Special::Advantage(Advantage::Bonus(money(text, sum)?)),
        (SpecialKind::Advantage, "save", Some(more)) => {
            let more = more.strip_prefix('+').ok_or_else(|| format!("`{text}` has no `+` before the number (CMP-SPEC-13)"))?;
            Special::Advantage(Advantage::Save(counted(text, more)?))
        }
        (SpecialKind::Advantage, "reroll_political", None) => Special::Advantage(Advantage::RerollPolitical),
        (SpecialKind::Advantage, "customs_pick", Some(count)) => {
            let count = counted(text, count)?;
            if count < 2 {
                return Err(format!("`{text}` leaves nothing to pick: 2 or more cards are drawn (CMP-SPEC-15)"));
            }
            Special::Advantage(Advantage::CustomsPick(count))
        }
        (SpecialKind::Instant, "revoke", None) => Special::Instant(Instant::Revoke),
        (SpecialKind::Instant, "espionage", None) => Special::Instant(Instant::Espionage),
        (SpecialKind::Instant, "forced_swap", None) => Special::Instant(Instant::ForcedSwap),
        (SpecialKind::Instant, "audit", Some(sum)) => Special::Instant(Instant::Audit(money(text, sum)?)),
        (SpecialKind::Instant, "extra_action", None) => Special::Instant(Instant::ExtraAction),
        (SpecialKind::Delivery, "cancel_customs", None) => Special::Delivery(InDelivery::CancelCustoms),
        (SpecialKind::Delivery, "gain_tm", Some(count)) => Special::Delivery(InDelivery::GainTurns(counted(text, count)?)),
        (kind, ..) => {
            let (known, clauses) = match kind {
                SpecialKind::Advantage => {
                    ("toll N, fuel_depot, bonus N, save +N, reroll_political, customs_pick N", "CMP-SPEC-10 to CMP-SPEC-15")
                }
                SpecialKind::Instant => ("revoke, espionage, forced_swap, audit N, extra_action", "CMP-SPEC-16 to CMP-SPEC-20"),
                SpecialKind::Delivery => ("cancel_customs, gain_tm N", "CMP-SPEC-21, CMP-SPEC-22"),
            };
            return Err(format!("`{text}` is no effect of a card of the type `{}`: they are {known} ({clauses})", kind.id()));
        }
    })
}

named! {
    /// The type of a special contract card. (CMP-DATA-12)
    #[allow(missing_docs)]
    SpecialKind {
        Advantage "advantage" "advantage",
        Instant "instant" "instant",
        Delivery "delivery" "delivery card",
    }
}

/// A code and its number.
fn parted(text: &str) -> (&str, Option<&str>) {
    match text.split_once(' ') {
        Some((name, number)) => (name, Some(number.trim())),
        None => (text, None),
    }
}

/// Whole digits, so that nothing is read that is not written plainly.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A sum of money. (CMP-GEN-8)
fn money(code: &str, text: &str) -> Result<Money, String> {
    let sum = digits(text).filter(|sum| (UNIT..=LARGEST_SUM).contains(sum) && sum % UNIT == 0);
    let wrong = || format!("`{code}`: a sum is a multiple of {UNIT} from {UNIT} to {LARGEST_SUM} (CMP-GEN-8)");
    sum.map(Money::new).ok_or_else(wrong)
}

fn counted(code: &str, text: &str) -> Result<u8, String> {
    let count = digits(text).filter(|count| COUNTS.contains(count));
    count.ok_or_else(|| format!("`{code}`: such a number is from {} to {} (CMP-EFF-6)", COUNTS.start(), COUNTS.end()))
}

fn signed(code: &str, text: &str) -> Result<i8, String> {
    let (sign, number) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(number), _) => (1, number),
        (_, Some(number)) => (-1, number),
        _ => return Err(format!("`{code}`: points are added with `+N` or taken with `-N` (CMP-EFF-3)")),
    };
    Ok(sign * counted(code, number)? as i8)
}

/// The whole effect in words, such as *pay 3,000, then draw 1 territory card*.
pub fn effect_words(effects: &[Effect]) -> String {
    effects.iter().map(Effect::to_string).collect::<Vec<_>>().join(", then ")
}

/// So many of something.
fn many(count: u8, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.only {
            None => {}
            Some(Only::Goods) => f.write_str("if the token has goods, ")?,
            Some(Only::Vehicle(Vehicle::Aircraft)) => f.write_str("if it is an aircraft, ")?,
            Some(Only::Vehicle(vehicle)) => write!(f, "if it is a {}, ", vehicle.words())?,
        }
        match self.deed {
            Deed::Do(code) => code.fmt(f),
            Deed::Choose([first, second]) => write!(f, "choose: {first}, or {second}"),
            Deed::Roll([first, second]) => write!(f, "roll the d6: on 1 to 3 {first}, on 4 to 6 {second}"),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = |count| many(count, "movement turn", "movement turns");
        match *self {
            Code::None => f.write_str("nothing happens"),
            Code::Pay(sum) => write!(f, "pay {sum}"),
            Code::Gain(sum) => write!(f, "the bank pays you {sum}"),
            Code::Points(points) if points < 0 => {
                write!(f, "lose {}", many(points.unsigned_abs(), "movement point", "movement points"))
            }
            Code::Points(points) => write!(f, "gain {}", many(points.unsigned_abs(), "movement point", "movement points")),
            Code::Stop => f.write_str("the movement turn ends here"),
            Code::Refuse => f.write_str("the token goes back by one step and the movement turn ends"),
            Code::LoseTurns(count) => write!(f, "lose {} of the Delivery", turns(count)),
            Code::GainTurns(count) => write!(f, "the limit of the Delivery is {} longer", turns(count)),
            Code::Delay => f.write_str(
                "the movement turn ends here; in a Delivery one more counts as used, otherwise the token moves no more this turn",
            ),
            Code::EndDelivery => f.write_str("the Delivery fails"),
            Code::EndTurn => f.write_str("the turn ends, and with it a Delivery fails"),
            Code::Seize => f.write_str("the goods and the token that carries them are seized"),
            Code::Relocate => f.write_str("the token goes to its owner’s nearest site and the movement turn ends"),
            Code::DrawContracts(count) => write!(f, "draw {}", many(count, "contract card", "contract cards")),
            Code::DrawTerritories(count) => write!(f, "draw {}", many(count, "territory card", "territory cards")),
            Code::FreePass => f.write_str("no further customs card is drawn in this Delivery"),
            Code::ExtraAction => f.write_str("one more action this turn"),
        }
    }
}

impl Special {
    /// Its type.
    pub const fn kind(self) -> SpecialKind {
        match self {
            Special::Advantage(_) => SpecialKind::Advantage,
            Special::Instant(_) => SpecialKind::Instant,
            Special::Delivery(_) => SpecialKind::Delivery,
        }
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Special::Advantage(advantage) => advantage.fmt(f),
            Special::Instant(instant) => instant.fmt(f),
            Special::Delivery(card) => card.fmt(f),
        }
    }
}

impl fmt::Display for Advantage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Advantage::Toll(sum) => write!(f, "tokens of others pay you {sum} on entering this territory"),
            Advantage::FuelDepot => f.write_str("a movement turn that one of your tokens starts in this territory costs no fuel"),
            Advantage::Bonus(sum) => write!(f, "a Delivery from or to this territory earns you {sum} more"),
            Advantage::Save(more) => write!(f, "on this continent your save number is {more} higher"),
            Advantage::RerollPolitical => f.write_str("on this continent you may roll a political event again once"),
            Advantage::CustomsPick(count) => {
                write!(f, "for a customs card due on this continent you draw {count} and apply the one you choose")
            }
        }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Instant::Revoke => f.write_str("remove an advantage card from any headquarters or branch"),
            Instant::Espionage => f.write_str("look at all contract cards of one opponent, in hand and signed"),
            Instant::ForcedSwap => f.write_str("give one opponent a territory card and take one at random"),
            Instant::Audit(sum) => write!(f, "one opponent pays the bank {sum}, or everything if there is less"),
            Instant::ExtraAction => f.write_str("one more action this turn"),
        }
    }
}

impl fmt::Display for InDelivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            InDelivery::CancelCustoms => f.write_str("the first customs card of this Delivery that is not green has no effect"),
            InDelivery::GainTurns(count) => {
                write!(f, "the limit of this Delivery is {} longer", many(count, "movement turn", "movement turns"))
            }
        }
    }
}
