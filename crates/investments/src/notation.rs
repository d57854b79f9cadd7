//! Actions as they are written and read, and the table as a position.

use crate::actions::Action;
use crate::content::things::Business;
use crate::content::things::Fortune;
use crate::rules::InvestmentsRules;
use crate::state::Amount;
use crate::state::Answer;
use crate::state::Asset;
use crate::state::InvestmentsDeal;
use crate::state::Item;
use crate::state::State;
use crate::state::position::Position;
use kernel::{Deal, Money, Notation, OfferNumber, Refusal, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::str::FromStr;

const SHAPES: &str =
    "an action is such as `roll`, `buy`, `pay`, `sell b07`, `invest 2`, `offer 1>2 b07, 2>1 60000`, `bid 50000` or `end`";

impl Notation for InvestmentsRules {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match *action {
            Action::Roll => "roll".into(),
            Action::Drive(distance) => format!("drive {distance}"),
            Action::Accept => "accept".into(),
            Action::Again => "again".into(),
            Action::Pick(distance) => format!("pick {distance}"),
            Action::No => "no".into(),
            Action::Yes => "yes".into(),
            Action::Play { place, distance } => write_play(place, distance),
            Action::PayAll => "payall".into(),
            Action::Settle(business) => format!("settle {business}"),
            Action::LetGo => "letgo".into(),
            Action::Pay => "pay".into(),
            Action::Refuse => "refuse".into(),
            Action::Bankrupt => "bankrupt".into(),
            Action::Waive => "waive".into(),
            Action::Force => "force".into(),
            Action::Agree => "agree".into(),
            Action::Buy => "buy".into(),
            Action::BuyHalf => "buyhalf".into(),
            Action::BuyAny(business) => format!("take {business}"),
            Action::SellUpgrade(business) => format!("strip {business}"),
            Action::Sell(business) => format!("sell {business}"),
            Action::SellShortcut(place) => format!("sell {}", Item::Shortcut(place).written()),
            Action::SellBankCard => "sell bankcard".into(),
            Action::Mortgage(business) => format!("mortgage {business}"),
            Action::Repay(business) => format!("repay {business}"),
            Action::Invest(count) => format!("invest {count}"),
            Action::Monopoly => "monopoly".into(),
            Action::Follow => "follow".into(),
            Action::Cancel => "cancel".into(),
            Action::Name(business) => format!("name {business}"),
            Action::Choose(business) => format!("choose {business}"),
            Action::Bet { choice, stake } => write_bet(choice, stake),
            Action::Use { fortune, target } => write_use(fortune, target),
            Action::KeepHeld => "keep held".into(),
            Action::KeepNew => "keep new".into(),
            Action::Offer(deal) => format!("offer {}", deal.write(Asset::written)),
            Action::AcceptOffer(number) => format!("accept {number}"),
            Action::Decline(number) => format!("decline {number}"),
            Action::Withdraw(number) => format!("withdraw {number}"),
            Action::Counter(number, deal) => format!("counter {number} {}", deal.write(Asset::written)),
            Action::Auction { item, price } => format!("auction {} for {}", item.written(), price.units()),
            Action::Bid(amount) => format!("bid {}", amount.units()),
            Action::Pass => "pass".into(),
            Action::BuyBankCard => "bankcard".into(),
            Action::ProposeEnd => "propose end".into(),
            Action::Resign => "resign".into(),
            Action::End => "end".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let text = text.trim();
        // A holder is asked for a Bank card; it is an offer like any other. (INV-BCARD-6)
        if let Some(deal) = text.strip_prefix("offer ").or_else(|| text.strip_prefix("ask ")) {
            return read_deal(deal).map(Action::Offer);
        }
        if let Some((number, deal)) = text.strip_prefix("counter ").and_then(|rest| rest.split_once(' ')) {
            return Ok(Action::Counter(offer(number)?, read_deal(deal)?));
        }
        // No action but a deal has more than four words.
        let words: Vec<&str> = text.split_whitespace().take(6).collect();
        Ok(match words[..] {
            ["roll"] => Action::Roll,
            ["drive", distance] => Action::Drive(number(distance)?),
            ["accept"] => Action::Accept,
            ["again"] => Action::Again,
            ["pick", distance] => Action::Pick(number(distance)?),
            ["no"] => Action::No,
            ["yes"] => Action::Yes,
            ["play", ref rest @ ..] => {
                let (place, distance) = read_play(rest)?;
                Action::Play { place, distance }
            }
            ["payall"] => Action::PayAll,
            ["settle", id] => Action::Settle(business(id)?),
            ["letgo"] => Action::LetGo,
            ["pay"] => Action::Pay,
            ["refuse"] => Action::Refuse,
            ["bankrupt"] => Action::Bankrupt,
            ["waive"] => Action::Waive,
            ["force"] => Action::Force,
            ["agree"] => Action::Agree,
            ["buy"] => Action::Buy,
            ["buyhalf"] => Action::BuyHalf,
            ["take", id] => Action::BuyAny(business(id)?),
            ["strip", id] => Action::SellUpgrade(business(id)?),
            ["sell", "bankcard"] => Action::SellBankCard,
            ["sell", thing] => match Item::read(thing) {
                Some(Item::Business(business)) => Action::Sell(business),
                Some(Item::Shortcut(place)) => Action::SellShortcut(place),
                None => return Err(format!("`{}` is nothing to sell: write b07, shortcut-1 or bankcard", short(thing))),
            },
            ["mortgage", id] => Action::Mortgage(business(id)?),
            ["repay", id] => Action::Repay(business(id)?),
            ["invest", count] => Action::Invest(number(count)?),
            ["monopoly"] => Action::Monopoly,
            ["follow"] => Action::Follow,
            ["cancel"] => Action::Cancel,
            ["name", id] => Action::Name(business(id)?),
            ["choose", id] => Action::Choose(business(id)?),
            ["bet", choice, stake] => {
                let (choice, stake) = read_bet(choice, stake)?;
                Action::Bet { choice, stake }
            }
            ["use", kind, target] => {
                let (fortune, target) = read_use(kind, target)?;
                Action::Use { fortune, target }
            }
            ["keep", "held"] => Action::KeepHeld,
            ["keep", "new"] => Action::KeepNew,
            ["accept", number] => Action::AcceptOffer(offer(number)?),
            ["decline", number] => Action::Decline(offer(number)?),
            ["withdraw", number] => Action::Withdraw(offer(number)?),
            ["auction", thing, "for", price] => {
                let wrong = || format!("`{}` is nothing to auction: write b07 or shortcut-1", short(thing));
                Action::Auction { item: Item::read(thing).ok_or_else(wrong)?, price: money(price)? }
            }
            ["bid", amount] => Action::Bid(money(amount)?),
            ["pass"] => Action::Pass,
            ["bankcard"] => Action::BuyBankCard,
            ["propose", "end"] => Action::ProposeEnd,
            ["resign"] => Action::Resign,
            ["end"] => Action::End,
            _ => return Err(format!("`{}` is not an action: {SHAPES}", short(text))),
        })
    }

    fn position(&self, state: &State) -> Position {
        self.written_down(state)
    }

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        self.table_of(position)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.check_state(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        self.check_between(before, after)
    }
}

/// The beginning of a text, so that a long one makes no long answer.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(40).collect()
}

/// Digits and nothing else.
fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let wrong = || format!("`{}` is not a number that fits here: write digits, such as 3", short(text));
    text.parse().ok().filter(|_| digits).ok_or_else(wrong)
}

fn money(text: &str) -> Result<Money, String> {
    number(text).map(Money::new).map_err(|_| format!("`{}` is not an amount: write digits, such as 50000", short(text)))
}

fn business(id: &str) -> Result<Business, String> {
    Business::read(id).ok_or_else(|| format!("`{}` is not a business: they are b01 to b71", short(id)))
}

fn offer(text: &str) -> Result<OfferNumber, String> {
    number(text).map(OfferNumber).map_err(|_| format!("`{}` is not the number of an offer", short(text)))
}

fn read_deal(text: &str) -> Result<InvestmentsDeal, String> {
    if text.contains('+') {
        return Err("a deal has no plus sign: write who gives to whom and what, such as `1>2 b07, 2>1 60000`".into());
    }
    Deal::read(text, Asset::read)
}

fn write_play(place: u8, distance: u8) -> String {
    let place = u16::from(place) + 1;
    if distance == 0 { format!("play {place}") } else { format!("play {place} {distance}") }
}

fn read_play(words: &[&str]) -> Result<(u8, u8), String> {
    let place = |text: &str| match text {
        "1" => Ok(0),
        "2" => Ok(1),
        _ => Err(format!("`{}` is no place in a hand of Shortcut cards: it is 1 or 2", short(text))),
    };
    match words {
        [card] => Ok((place(card)?, 0)),
        [card, distance] => match number(distance)? {
            0 => Err("a distance is 1 or more".into()),
            distance => Ok((place(card)?, distance)),
        },
        _ => Err("write `play 1`, or `play 1 5` with the distance where the card lets you choose it".into()),
    }
}

fn write_bet(choice: u8, stake: Amount) -> String {
    format!("bet {} {}", u16::from(choice) + 1, Money::from(stake).units())
}

fn read_bet(choice: &str, stake: &str) -> Result<(u8, Amount), String> {
    let place = number::<u16>(choice)?.checked_sub(1).and_then(|choice| u8::try_from(choice).ok());
    let choice = place.ok_or_else(|| format!("`{}` is no choice of a Casino tile: they are counted from 1", short(choice)))?;
    let amount = Amount::exactly(money(stake)?);
    Ok((choice, amount.ok_or_else(|| format!("`{}` is no stake: it is a multiple of 5000", short(stake)))?))
}

fn write_use(fortune: Fortune, target: Seat) -> String {
    format!("use {} {target}", fortune.name())
}

fn read_use(kind: &str, target: &str) -> Result<(Fortune, Seat), String> {
    let fortune = Fortune::ALL.into_iter().find(|fortune| fortune.name() == kind);
    let fortune = fortune.ok_or_else(|| format!("`{}` is no kind of hidden card: it is profit or loss", short(kind)))?;
    Ok((fortune, Seat::try_from(number::<usize>(target)?)?))
}

impl Item {
    /// The item written like this.
    pub fn read(text: &str) -> Option<Item> {
        match text {
            "shortcut-1" => Some(Item::Shortcut(0)),
            "shortcut-2" => Some(Item::Shortcut(1)),
            _ => Business::read(text).map(Item::Business),
        }
    }
}

impl Answer {
    /// The answer as the action that gave it is written; `yes` for whatever is not `no`.
    pub fn written(&self) -> String {
        match *self {
            Answer::No => "no".into(),
            Answer::Yes => "yes".into(),
            Answer::Play { place, distance } => write_play(place, distance),
            Answer::Use { fortune, target } => write_use(fortune, target),
            Answer::Bet { choice, stake } => write_bet(choice, stake),
        }
    }

    /// The answer written like this.
    pub fn read(text: &str) -> Result<Answer, String> {
        let words: Vec<&str> = text.split_whitespace().take(4).collect();
        Ok(match words[..] {
            ["no"] => Answer::No,
            ["yes"] => Answer::Yes,
            ["play", ref rest @ ..] => {
                let (place, distance) = read_play(rest)?;
                Answer::Play { place, distance }
            }
            ["use", kind, target] => {
                let (fortune, target) = read_use(kind, target)?;
                Answer::Use { fortune, target }
            }
            ["bet", choice, stake] => {
                let (choice, stake) = read_bet(choice, stake)?;
                Answer::Bet { choice, stake }
            }
            _ => {
                let shapes = "no, yes, play 1, use profit 2 or bet 1 50000";
                return Err(format!("`{}` is not an answer: it is {shapes}", short(text)));
            }
        })
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written())
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
        Answer::read(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
