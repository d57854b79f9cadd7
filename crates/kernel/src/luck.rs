//! All luck comes from here: dice, wheels, shuffles. So do the answers of the clock, although they are not luck.
//!
//! A draw is recorded as the number that people would read on the die or the card, so a script of three dice is
//! `[4, 1, 6]` and a drawn card is its number. Only this file decides how random bits become numbers, so that no new version of a
//! library can change a recorded game.

use crate::{Cards, Clock};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::{collections::VecDeque, fmt};

/// A source of chance.
pub trait Luck {
    /// A whole number from `low` to `high`, both included, uniformly random.
    fn between(&mut self, low: u32, high: u32) -> u32;

    /// One of these cards, uniformly random; none if there are none.
    #[inline]
    fn among(&mut self, cards: Cards) -> Option<u8> {
        match cards.len() as u32 {
            0 => None,
            count => cards.at_rank(self.between(0, count - 1)),
        }
    }

    /// One die with this many sides: 1 to `sides`.
    #[inline]
    fn die(&mut self, sides: u8) -> u8 {
        self.between(1, u32::from(sides.max(1))) as u8
    }

    /// The index of one of `count` things, uniformly random; 0 if there are none.
    #[inline]
    fn below(&mut self, count: usize) -> usize {
        self.between(0, (count as u32).saturating_sub(1)) as usize
    }

    /// Have this many minutes passed since play began? This is not chance: the clock of the table answers, and the answer is
    /// recorded like a roll, as 1 (the time is up) or 0, so that rules need no clock. An action that asks is therefore
    /// [sealed](crate::Consequence::Sealed).
    ///
    /// If no time passes, as in simulations and in what bots imagine, the time is never up.
    #[inline]
    fn time_is_up(&mut self, _minutes: u32) -> bool {
        false
    }

    /// A uniformly random order.
    fn shuffle<T>(&mut self, things: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

impl<L: Luck + ?Sized> Luck for &mut L {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        (**self).between(low, high)
    }
    fn among(&mut self, cards: Cards) -> Option<u8> {
        (**self).among(cards)
    }
    fn time_is_up(&mut self, minutes: u32) -> bool {
        (**self).time_is_up(minutes)
    }
}

/// Exact and uniform: Lemire's multiplication with rejection.
#[inline]
fn uniform(bits: &mut impl Rng, low: u32, high: u32) -> u32 {
    let count = high.saturating_sub(low).wrapping_add(1);
    if count == 0 {
        return bits.next_u32();
    }
    let mut wide = u64::from(bits.next_u32()) * u64::from(count);
    if (wide as u32) < count {
        let least = count.wrapping_neg() % count;
        while (wide as u32) < least {
            wide = u64::from(bits.next_u32()) * u64::from(count);
        }
    }
    low + (wide >> 32) as u32
}

/// Luck from a seed: the same seed gives the same luck, on every machine and in every release. No time passes with it.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// Luck from a number.
    pub fn new(seed: u64) -> Seeded {
        Seeded::nth(seed, 0)
    }

    /// The luck of the `index`-th of many games that share a seed; all are independent.
    pub fn nth(seed: u64, index: u64) -> Seeded {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(bytes);
        stream.set_stream(index);
        Seeded(stream)
    }

    /// Raw random bits, for things that are not luck of the rules (a bot's choice, a sampled option).
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Luck for Seeded {
    #[inline]
    fn between(&mut self, low: u32, high: u32) -> u32 {
        uniform(&mut self.0, low, high)
    }
}

/// Why a scripted or replayed draw could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LuckFault {
    /// More was drawn than the script has.
    #[error("the script has only {given} values, but draw {draw} needs one more")]
    Missing {
        /// Which draw, from 1.
        draw: usize,
        /// How many values there were.
        given: usize,
    },
    /// The die cannot show this number, or the deck does not hold this card.
    #[error("draw {draw} cannot be {value}: {allowed}")]
    Impossible {
        /// Which draw, from 1.
        draw: usize,
        /// What the script says.
        value: u32,
        /// What would be possible, in words.
        allowed: String,
    },
    /// The game is over, so nothing will be drawn any more.
    #[error("the game is over; nothing will be drawn any more")]
    Over,
    /// Less was drawn than the script has.
    #[error("{left} of {given} scripted draws were not used")]
    Unused {
        /// How many are left.
        left: usize,
        /// How many values there were.
        given: usize,
    },
}

/// Luck written down beforehand: for tests with exact rolls, and for repeating a record.
///
/// It never panics: after a draw that the script cannot supply, [`Scripted::fault`] says which one, and the caller discards
/// the result.
///
/// ```
/// use kernel::{Luck, Scripted};
/// let mut luck = Scripted::new([4, 1]);
/// assert_eq!((luck.die(6), luck.die(6)), (4, 1));
/// luck.die(6);
/// assert!(luck.fault().is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    values: Vec<u32>,
    used: usize,
    fault: Option<LuckFault>,
}

impl Scripted {
    /// These values, one for each draw.
    pub fn new(values: impl Into<Vec<u32>>) -> Scripted {
        Scripted { values: values.into(), used: 0, fault: None }
    }

    /// The first draw that could not be made as written.
    pub fn fault(&self) -> Option<&LuckFault> {
        self.fault.as_ref()
    }

    /// Checks that every value was drawn as written.
    pub fn finish(self) -> Result<(), LuckFault> {
        let given = self.values.len();
        match self.fault {
            Some(fault) => Err(fault),
            None if self.used < given => Err(LuckFault::Unused { left: given - self.used, given }),
            None => Ok(()),
        }
    }

    fn take(&mut self, fits: impl Fn(u32) -> bool, allowed: impl Fn() -> String) -> Option<u32> {
        let value = self.values.get(self.used).copied();
        self.used += 1;
        let fault = match value {
            Some(value) if fits(value) => return Some(value),
            Some(value) => LuckFault::Impossible { draw: self.used, value, allowed: allowed() },
            None => LuckFault::Missing { draw: self.used, given: self.values.len() },
        };
        self.fault.get_or_insert(fault);
        None
    }
}

impl Luck for Scripted {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        self.take(|value| (low..=high).contains(&value), || format!("it is a number from {low} to {high}")).unwrap_or(low)
    }

    fn among(&mut self, cards: Cards) -> Option<u8> {
        let fallback = cards.at_rank(0)?;
        let fits = |value| u8::try_from(value).is_ok_and(|card| cards.contains(card));
        let card = self.take(fits, || format!("it is one of {cards:?}"));
        Some(card.map_or(fallback, |card| card as u8))
    }

    fn time_is_up(&mut self, _minutes: u32) -> bool {
        self.take(|value| value <= 1, || "it is 1 if the time is up, and 0 if not".into()) == Some(1)
    }
}

/// Luck that records what it gave.
#[derive(Clone, Debug)]
pub struct Recording<L> {
    inner: L,
    drawn: Vec<u32>,
}

impl<L: Luck> Recording<L> {
    /// Draws from `inner` and records it.
    pub fn new(inner: L) -> Recording<L> {
        Recording { inner, drawn: Vec::new() }
    }

    /// What was drawn so far.
    pub fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    /// The source, and what was drawn from it.
    pub fn into_parts(self) -> (L, Vec<u32>) {
        (self.inner, self.drawn)
    }
}

impl<L: Luck> Luck for Recording<L> {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        let value = self.inner.between(low, high);
        self.drawn.push(value);
        value
    }

    fn among(&mut self, cards: Cards) -> Option<u8> {
        let card = self.inner.among(cards)?;
        self.drawn.push(u32::from(card));
        Some(card)
    }

    fn time_is_up(&mut self, minutes: u32) -> bool {
        let up = self.inner.time_is_up(minutes);
        self.drawn.push(u32::from(up));
        up
    }
}

/// First what was scripted, then luck from another source. See [`Scripted`] for draws that the script cannot supply.
#[derive(Clone, Debug)]
pub struct Prepared<L> {
    /// The draws to come.
    pub coming: VecDeque<u32>,
    /// The source after that.
    pub then: L,
    /// The first draw that could not be made as written.
    pub fault: Option<LuckFault>,
}

impl<L: Luck> Prepared<L> {
    /// These draws, then those of `then`.
    pub fn new(coming: VecDeque<u32>, then: L) -> Prepared<L> {
        Prepared { coming, then, fault: None }
    }

    fn one<T>(&mut self, draw: impl Fn(&mut dyn Luck) -> T) -> T {
        // The source still draws, so that its later draws keep their numbers.
        let unscripted = draw(&mut self.then);
        let Some(value) = self.coming.pop_front() else { return unscripted };
        let mut script = Scripted::new([value]);
        let drawn = draw(&mut script);
        if let Some(fault) = script.fault {
            self.fault.get_or_insert(fault);
        }
        drawn
    }
}

impl<L: Luck> Luck for Prepared<L> {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        self.one(|luck| luck.between(low, high))
    }

    fn among(&mut self, cards: Cards) -> Option<u8> {
        if cards.is_empty() { None } else { self.one(|luck| luck.among(cards)) }
    }

    fn time_is_up(&mut self, minutes: u32) -> bool {
        self.one(|luck| luck.time_is_up(minutes))
    }
}

/// Thirty-two bytes, written as hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// A key made from any bytes.
    pub fn of(parts: &[&[u8]]) -> Key {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Key(hash.finalize().into())
    }

    /// What is published before the game: nobody can work out the key from it, but everybody can check the key with it afterwards.
    pub fn commitment(self) -> Key {
        Key::of(&[b"exchequer commitment", &self.0])
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A secret must never end up in a log.
        f.write_str("Key(…)")
    }
}

impl std::str::FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Key, String> {
        let wrong = || format!("\"{text}\" is not 64 hexadecimal digits");
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        }
        Ok(Key(bytes))
    }
}

/// Fair dice: the luck of a table that anyone can check when the game is over.
///
/// The house commits to the table's secret before anybody sits down, every seat adds its own entropy, and each draw has a number.
/// So the house cannot choose the dice, a player cannot predict them, and taking back a move never gives the same roll again.
///
/// ```
/// use kernel::{Fair, Key, Luck};
/// let secret = Key([7; 32]);
/// let published = secret.commitment();
/// let seats = [Key::of(&[b"ann"]), Key::of(&[b"bob"])];
/// let roll = Fair::new(secret, &seats).die(6);
/// // Later, with the secret shown:
/// assert_eq!(secret.commitment(), published);
/// assert_eq!(Fair::new(secret, &seats).die(6), roll);
/// ```
#[derive(Clone, Debug)]
pub struct Fair {
    key: Key,
    /// The number of the next draw.
    pub next: u64,
    /// The clock of the table.
    pub clock: Clock,
}

impl Fair {
    /// The luck of a table with this secret and this entropy from its seats.
    pub fn new(secret: Key, entropy: &[Key]) -> Fair {
        let mut parts: Vec<&[u8]> = vec![b"exchequer luck", &secret.0];
        parts.extend(entropy.iter().map(|key| &key.0[..]));
        Fair { key: Key::of(&parts), next: 0, clock: Clock::default() }
    }
}

impl Luck for Fair {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        let mut bits = ChaCha8Rng::from_seed(self.key.0);
        bits.set_stream(self.next);
        self.next += 1;
        uniform(&mut bits, low, high)
    }

    fn time_is_up(&mut self, minutes: u32) -> bool {
        // The answer is recorded among the draws, so it takes a number like them.
        self.next += 1;
        self.clock.has_run(minutes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_of_a_seed_never_change() {
        let mut luck = Seeded::new(1);
        let dice: Vec<u8> = (0..12).map(|_| luck.die(6)).collect();
        assert_eq!(dice, [4, 3, 6, 2, 3, 5, 6, 6, 6, 6, 2, 1]);
        let mut fair = Fair::new(Key([1; 32]), &[Key([2; 32])]);
        let dice: Vec<u8> = (0..12).map(|_| fair.die(6)).collect();
        assert_eq!(dice, [3, 3, 2, 1, 4, 1, 4, 1, 3, 1, 4, 2]);
    }

    #[test]
    fn dice_are_fair() {
        let mut counts = [0; 6];
        let mut luck = Seeded::new(3);
        (0..60_000).for_each(|_| counts[luck.die(6) as usize - 1] += 1);
        // Five standard deviations around 10,000.
        assert!(counts.iter().all(|count| (9_543..10_457).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_recording_repeats() {
        let mut recording = Recording::new(Seeded::new(9));
        let deal = |luck: &mut dyn Luck| (luck.die(6), luck.among(Cards::first(100)), luck.between(5, 9));
        let first = deal(&mut recording);
        let mut script = Scripted::new(recording.drawn());
        assert_eq!(deal(&mut script), first);
        assert_eq!(script.finish(), Ok(()));
    }

    #[test]
    fn a_script_that_cannot_be_says_where() {
        let mut luck = Scripted::new([3, 7]);
        luck.die(6);
        luck.die(6);
        assert_eq!(luck.fault().unwrap().to_string(), "draw 2 cannot be 7: it is a number from 1 to 6");
        assert_eq!(Scripted::new([1]).finish(), Err(LuckFault::Unused { left: 1, given: 1 }));
        assert_eq!(luck.among(Cards::NONE), None, "an empty bag draws nothing");
    }

    #[test]
    fn prepared_luck_goes_on_with_its_source() {
        let mut luck = Prepared::new(VecDeque::from([6, 90]), Seeded::new(5));
        assert_eq!(luck.die(6), 6);
        luck.die(6);
        assert!(luck.fault.is_some());
        let mut source = Seeded::new(5);
        let third = (0..3).map(|_| source.die(6)).last();
        assert_eq!(Some(luck.die(6)), third, "scripted draws have their numbers too");
    }

    #[test]
    fn draws_are_numbered_and_independent_of_each_other() {
        let all: Vec<u8> = {
            let mut fair = Fair::new(Key([4; 32]), &[]);
            (0..10).map(|_| fair.die(100)).collect()
        };
        let mut seventh = Fair::new(Key([4; 32]), &[]);
        seventh.next = 6;
        assert_eq!(seventh.die(100), all[6]);
        assert_ne!(Fair::new(Key([4; 32]), &[Key([0; 32])]).die(100), all[0], "a seat’s entropy counts");
    }

    #[test]
    fn the_clock_answers_from_the_table_and_takes_the_number_of_a_draw() {
        let rolls: Vec<u8> = {
            let mut fair = Fair::new(Key([4; 32]), &[]);
            (0..3).map(|_| fair.die(100)).collect()
        };
        let mut fair = Fair::new(Key([4; 32]), &[]);
        fair.clock.note(Some(0));
        fair.clock.note(Some(120_000));
        let asked = |luck: &mut dyn Luck| (luck.die(100), luck.time_is_up(2), luck.die(100));
        assert_eq!(asked(&mut fair.clone()), (rolls[0], true, rolls[2]));
        assert!(!fair.clone().time_is_up(3));
        let mut recording = Recording::new(fair.clone());
        asked(&mut recording);
        assert_eq!(recording.drawn(), [u32::from(rolls[0]), 1, u32::from(rolls[2])]);
        let mut script = Scripted::new(recording.drawn());
        assert_eq!(asked(&mut script), (rolls[0], true, rolls[2]));
        assert_eq!(script.finish(), Ok(()));
        let mut prepared = Prepared::new(VecDeque::from([7, 0]), fair);
        assert_eq!(asked(&mut prepared), (7, false, rolls[2]), "what is scripted takes a number too");
        assert!(prepared.time_is_up(2) && prepared.fault.is_none(), "then the clock answers");
    }

    #[test]
    fn the_clock_says_yes_or_no_and_where_no_time_passes_always_no() {
        let mut luck = Scripted::new([2]);
        assert!(!luck.time_is_up(5));
        assert_eq!(luck.fault().unwrap().to_string(), "draw 1 cannot be 2: it is 1 if the time is up, and 0 if not");
        let mut luck = Recording::new(Seeded::new(1));
        assert!(!luck.time_is_up(0) && luck.drawn() == [0]);
        assert_eq!(luck.die(6), 4, "the dice of a seed do not notice that the clock was asked");
    }

    #[test]
    fn keys_read_back_what_they_print() {
        let key = Key::of(&[b"x"]);
        assert_eq!(key.to_string().parse(), Ok(key));
        assert!("zz".parse::<Key>().is_err());
        assert!("é".repeat(32).parse::<Key>().is_err());
        assert!(!format!("{key:?}").contains(&key.to_string()));
    }
}
