//! What is pending as people write it down: each frame in a few words, to write and to read.

use crate::{
    Cell, CompetitorsRules, Stop, Territory,
    decision::{
        AfterStep, ApplyEffect, Arrived, Bidding, Bring, Buy, CardOrEvent, CrossStrait, Discard, DrawCustoms, Frame, LastCard,
        MovementOver, PickCustoms, PlaceAdvantage, PlayInstant, PutBack, PutTraded, Reroll, RollEvent, Sign, Source, Strike,
        Swap, TurnOver, Weather,
    },
    positions::notation::{read_continent, read_vehicle},
    state::tokens::short,
};
use kernel::Seat;

impl CompetitorsRules {
    fn near_text(&self, stop: Stop) -> String {
        match stop {
            Stop::Territory(at) => self.territory_id(at).to_owned(),
            Stop::Cell(cell) => cell.to_string(),
            Stop::Arrow(arrow) => self.arrow_text(arrow),
        }
    }

    fn read_near(&self, text: &str) -> Result<Stop, String> {
        match Cell::read(text) {
            Some(cell) => Ok(Stop::Cell(cell)),
            None => self.read_territory(text).map(Stop::Territory),
        }
    }

    /// Something that is pending, in words.
    pub(crate) fn frame_text(&self, frame: &Frame) -> String {
        let (land, card) = (|at: Territory| self.territory_id(at), |card| self.contract_id(card));
        match *frame {
            Frame::Sign(Sign { contract, token: None }) => format!("sign {}", card(contract)),
            Frame::Sign(Sign { contract, token: Some(token) }) => format!("sign {} {token}", card(contract)),
            Frame::Buy(Buy { vehicle }) => format!("buy {}", vehicle.id()),
            Frame::PlaceAdvantage(PlaceAdvantage { card: played }) => format!("advantage {}", card(played)),
            Frame::PlayInstant(PlayInstant { card: played }) => format!("instant {}", card(played)),
            Frame::Swap(Swap { card: played, with }) => format!("swap {} {with}", card(played)),
            Frame::Bring(Bring { to: at }) => format!("bring {}", land(at)),
            Frame::Discard(_) => "discard".into(),
            Frame::AfterStep(_) => "after step".into(),
            Frame::CardOrEvent(CardOrEvent { token }) => format!("which {token}"),
            Frame::CrossStrait(CrossStrait { token, strait, near, far }) => {
                format!("crossing {token} {} {} {}", self.pack[strait].id, self.near_text(near), self.near_text(far))
            }
            Frame::DrawCustoms(DrawCustoms { token, at: Some(at) }) => format!("customs {token} {}", land(at)),
            Frame::DrawCustoms(DrawCustoms { token, at: None }) => format!("customs {token}"),
            Frame::PickCustoms(PickCustoms { token }) => format!("pick {token}"),
            Frame::ApplyEffect(ApplyEffect { of: Source::Card { card, illegal }, token, next }) => {
                let goods = if illegal { "illegal" } else { "legal" };
                format!("card {} {token} {goods} {}", self.pack[card].id, next + 1)
            }
            Frame::RollEvent(RollEvent { token, at: Some(at) }) => format!("event {token} {}", land(at)),
            Frame::RollEvent(RollEvent { token, at: None }) => format!("event {token}"),
            Frame::Reroll(Reroll { token, at: Some(at), die }) => format!("reroll {token} {} {die}", land(at)),
            Frame::Reroll(Reroll { token, at: None, die }) => format!("reroll {token} {die}"),
            Frame::ApplyEffect(ApplyEffect { of: Source::Event { continent, die }, token, next }) => {
                format!("effect {token} {} {die} {}", continent.id(), next + 1)
            }
            Frame::MovementOver(_) => "movement over".into(),
            Frame::Weather(_) => "weather".into(),
            Frame::Arrived(_) => "arrived".into(),
            Frame::LastCard(_) => "last card".into(),
            Frame::PutBack(PutBack { token }) => format!("put back {token}"),
            Frame::Strike(Strike { left }) => {
                let seats: String = left.map(|seat| format!(" {seat}")).collect();
                format!("strike{seats}")
            }
            Frame::PutTraded(PutTraded { token }) => format!("put traded {token}"),
            Frame::Bidding(_) => "bidding".into(),
            Frame::TurnOver(_) => "turn over".into(),
            // These are never on the stack.
            Frame::Headquarters(_) | Frame::OwnTurn(_) | Frame::Travel(_) | Frame::Over(_) => String::new(),
        }
    }

    pub(crate) fn read_frame(&self, text: &str) -> Result<Frame, String> {
        let words: Vec<&str> = text.split_whitespace().take(8).collect();
        let wrong = || {
            format!("`{}` is nothing that can be pending; write such as `which a-truck-1` or `put back a-ship-1`", short(text))
        };
        let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
        let seat = |text: &str| Seat::try_from(text.parse::<usize>().map_err(|_| wrong())?);
        // The codes of an effect are counted from 1.
        let code = |text: &str| number(text)?.checked_sub(1).ok_or_else(wrong);
        Ok(match words[..] {
            ["sign", card] => Sign { contract: self.read_contract(card)?, token: None }.into(),
            ["sign", card, token] => Sign { contract: self.read_contract(card)?, token: Some(token.parse()?) }.into(),
            ["buy", vehicle] => Buy { vehicle: read_vehicle(vehicle)? }.into(),
            ["advantage", card] => PlaceAdvantage { card: self.read_contract(card)? }.into(),
            ["instant", card] => PlayInstant { card: self.read_contract(card)? }.into(),
            ["swap", card, with] => Swap { card: self.read_contract(card)?, with: seat(with)? }.into(),
            ["bring", at] => Bring { to: self.read_territory(at)? }.into(),
            ["discard"] => Discard.into(),
            ["after", "step"] => AfterStep.into(),
            ["which", token] => CardOrEvent { token: token.parse()? }.into(),
            ["crossing", token, strait, near, far] => CrossStrait {
                token: token.parse()?,
                strait: self.read_strait(strait)?,
                near: self.read_near(near)?,
                far: self.read_near(far)?,
            }
            .into(),
            ["customs", token] => DrawCustoms { token: token.parse()?, at: None }.into(),
            ["customs", token, at] => DrawCustoms { token: token.parse()?, at: Some(self.read_territory(at)?) }.into(),
            ["pick", token] => PickCustoms { token: token.parse()? }.into(),
            ["card", card, token, goods @ ("legal" | "illegal"), next] => {
                let of = Source::Card { card: self.read_customs(card)?, illegal: goods == "illegal" };
                ApplyEffect { of, token: token.parse()?, next: code(next)? }.into()
            }
            ["event", token] => RollEvent { token: token.parse()?, at: None }.into(),
            ["event", token, at] => RollEvent { token: token.parse()?, at: Some(self.read_territory(at)?) }.into(),
            ["reroll", token, die] => Reroll { token: token.parse()?, at: None, die: number(die)? }.into(),
            ["reroll", token, at, die] => {
                Reroll { token: token.parse()?, at: Some(self.read_territory(at)?), die: number(die)? }.into()
            }
            ["effect", token, continent, die, next] => {
                let token = token.parse()?;
                let of = Source::Event { continent: read_continent(continent)?, die: number(die)? };
                ApplyEffect { of, token, next: code(next)? }.into()
            }
            ["movement", "over"] => MovementOver.into(),
            ["weather"] => Weather.into(),
            ["arrived"] => Arrived.into(),
            ["last", "card"] => LastCard.into(),
            ["put", "back", token] => PutBack { token: token.parse()? }.into(),
            ["strike", ref seats @ ..] => Strike { left: seats.iter().map(|text| seat(text)).collect::<Result<_, _>>()? }.into(),
            ["put", "traded", token] => PutTraded { token: token.parse()? }.into(),
            ["bidding"] => Bidding.into(),
            ["turn", "over"] => TurnOver.into(),
            _ => return Err(wrong()),
        })
    }
}
