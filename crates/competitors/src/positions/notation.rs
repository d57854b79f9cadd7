//! Actions as they are written and read, and the table as a position.

use crate::{
    Accepted, Action, Arrow, Ask, Asset, Cell, Colour, CompetitorsDeal, CompetitorsRules, Continent, Contract, Customs, Edge,
    Event, Hire, HireLoad, Lots, Office, Payment, Position, State, Stop, TRANSFERS, Territory, Vehicle, Wish,
    positions::event_names::named, state::tokens::short,
};
use kernel::{Deal, EventNames, Money, Notation, OfferNumber, Refusal, Seat};
use std::{str::FromStr, sync::Arc};

const SHAPES: &str = "an action is such as `draw territory`, `sign C017`, `by a-truck-1`, `to poland`, `deliver poland`, `move a-ship-1`, \
    `go a-truck-1 france`, `buy truck`, `build poland`, `offer 1>2 card poland, 2>1 5000` or `end`";

impl Notation for CompetitorsRules {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match *action {
            Action::Colour(colour) => format!("colour {}", self.pack.colour(colour)),
            Action::Office(office) => format!("headquarters {}", self.pack[office].id),
            Action::DrawTerritory => "draw territory".into(),
            Action::DrawContract => "draw contract".into(),
            Action::Sign(card) => format!("sign {}", self.contract_id(card)),
            Action::Carrier(token) => format!("by {token}"),
            Action::Receiver(territory) => format!("to {}", self.territory_id(territory)),
            Action::Deliver(sender) => format!("deliver {}", self.territory_id(sender)),
            Action::Move(token) => format!("move {token}"),
            Action::Buy(vehicle) => format!("buy {}", vehicle.id()),
            Action::At(territory) => format!("at {}", self.territory_id(territory)),
            Action::Sell(token) => format!("sell {token}"),
            Action::Build(territory) => format!("build {}", self.territory_id(territory)),
            Action::SellBranch(territory) => format!("close {}", self.territory_id(territory)),
            Action::End => "end".into(),
            Action::Go { token, to } => format!("go {token} {}", self.stop_text(to)),
            Action::Load { truck, carrier } => format!("load {truck} {carrier}"),
            Action::Unload(truck) => format!("unload {truck}"),
            Action::Hand { from, to } => format!("hand {from} {to}"),
            Action::Stop => "stop".into(),
            Action::GiveUp => "give up".into(),
            Action::CustomsFirst => "customs first".into(),
            Action::EventFirst => "event first".into(),
            Action::Choose(choice) => format!("choose {}", choice + 1),
            Action::Play(card) => format!("play {}", self.contract_id(card)),
            Action::Place(territory) => format!("place {}", self.territory_id(territory)),
            Action::Target(seat) => format!("target {seat}"),
            Action::Revoke(card) => format!("revoke {}", self.contract_id(card)),
            Action::Give(territory) => format!("give {}", self.territory_id(territory)),
            Action::Reroll => "reroll".into(),
            Action::Keep => "keep".into(),
            Action::Take(card) => format!("take {}", self.pack[card].id),
            Action::DiscardTerritory(territory) => format!("discard territory {}", self.territory_id(territory)),
            Action::DiscardContract(card) => format!("discard contract {}", self.contract_id(card)),
            Action::Bring(token) => format!("bring {token}"),
            Action::Done => "done".into(),
            Action::Put(territory) => format!("put {}", self.territory_id(territory)),
            Action::Stay => "stay".into(),
            Action::Ask(ask) => format!("ask {} for {}", self.wish_text(ask.wanted), self.wish_text(ask.offered)),
            Action::Offer(deal) => format!("offer {}", self.deal_text(&deal)),
            Action::Accept(number, picked) => {
                let picks: String = picked.cards().map(|card| format!(" {}", self.contract_id(card))).collect();
                format!("accept {number}{picks}")
            }
            Action::Decline(number) => format!("decline {number}"),
            Action::Withdraw(number) => format!("withdraw {number}"),
            Action::Counter(number, deal) => format!("counter {number} {}", self.deal_text(&deal)),
            Action::Inspect(number) => format!("inspect {number}"),
            Action::Show(number) => format!("show {number}"),
            Action::Auction { lot, price } => {
                let lot: Vec<String> = lot.assets().map(|asset| self.asset_text(&asset)).collect();
                format!("auction {} {}", price.units(), lot.join(", "))
            }
            Action::Bid(amount) => format!("bid {}", amount.units()),
            Action::Pass => "pass".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let text = text.trim();
        if let Some(deal) = text.strip_prefix("offer ") {
            return self.read_deal(deal).map(Action::Offer);
        }
        if let Some((number, deal)) = text.strip_prefix("counter ").and_then(|rest| rest.split_once(' ')) {
            return Ok(Action::Counter(offer(number)?, self.read_deal(deal)?));
        }
        if let Some((price, lot)) = text.strip_prefix("auction ").and_then(|rest| rest.split_once(' ')) {
            return Ok(Action::Auction { lot: self.read_lot(lot)?, price: sum(price)? });
        }
        if let Some((wanted, offered)) = text.strip_prefix("ask ").and_then(|rest| rest.split_once(" for ")) {
            return Ok(Action::Ask(Ask { wanted: self.read_wish(wanted)?, offered: self.read_wish(offered)? }));
        }
        // No other action has more words than an acceptance with all its picks.
        let words: Vec<&str> = text.split_whitespace().take(TRANSFERS + 3).collect();
        Ok(match words[..] {
            ["colour", name] => Action::Colour(self.read_colour(name)?),
            ["headquarters", id] => Action::Office(self.read_office(id)?),
            ["draw", "territory"] => Action::DrawTerritory,
            ["draw", "contract"] => Action::DrawContract,
            ["sign", id] => Action::Sign(self.read_contract(id)?),
            ["by", token] => Action::Carrier(token.parse()?),
            ["to", id] => Action::Receiver(self.read_territory(id)?),
            ["deliver", id] => Action::Deliver(self.read_territory(id)?),
            ["move", token] => Action::Move(token.parse()?),
            ["buy", id] => Action::Buy(read_vehicle(id)?),
            ["at", id] => Action::At(self.read_territory(id)?),
            ["sell", token] => Action::Sell(token.parse()?),
            ["build", id] => Action::Build(self.read_territory(id)?),
            ["close", id] => Action::SellBranch(self.read_territory(id)?),
            ["end"] => Action::End,
            ["go", token, to] => Action::Go { token: token.parse()?, to: self.read_stop(to)? },
            ["load", truck, carrier] => Action::Load { truck: truck.parse()?, carrier: carrier.parse()? },
            ["unload", truck] => Action::Unload(truck.parse()?),
            ["hand", from, to] => Action::Hand { from: from.parse()?, to: to.parse()? },
            ["stop"] => Action::Stop,
            ["give", "up"] => Action::GiveUp,
            ["customs", "first"] => Action::CustomsFirst,
            ["event", "first"] => Action::EventFirst,
            ["choose", "1"] => Action::Choose(0),
            ["choose", "2"] => Action::Choose(1),
            ["play", id] => Action::Play(self.read_contract(id)?),
            ["place", id] => Action::Place(self.read_territory(id)?),
            ["target", number] => Action::Target(seat(number)?),
            ["revoke", id] => Action::Revoke(self.read_contract(id)?),
            ["give", id] => Action::Give(self.read_territory(id)?),
            ["reroll"] => Action::Reroll,
            ["keep"] => Action::Keep,
            ["take", id] => Action::Take(self.read_customs(id)?),
            ["discard", "territory", id] => Action::DiscardTerritory(self.read_territory(id)?),
            ["discard", "contract", id] => Action::DiscardContract(self.read_contract(id)?),
            ["bring", token] => Action::Bring(token.parse()?),
            ["done"] => Action::Done,
            ["put", id] => Action::Put(self.read_territory(id)?),
            ["stay"] => Action::Stay,
            ["accept", number, ref picks @ ..] if picks.len() <= TRANSFERS => {
                let picks: Vec<Contract> = picks.iter().map(|id| self.read_contract(id)).collect::<Result<_, _>>()?;
                Action::Accept(offer(number)?, Accepted::of(picks))
            }
            ["decline", number] => Action::Decline(offer(number)?),
            ["withdraw", number] => Action::Withdraw(offer(number)?),
            ["inspect", number] => Action::Inspect(offer(number)?),
            ["show", number] => Action::Show(offer(number)?),
            ["bid", amount] => Action::Bid(sum(amount)?),
            ["pass"] => Action::Pass,
            _ => return Err(format!("`{}` is not an action; {SHAPES}", short(text))),
        })
    }

    fn position(&self, state: &State) -> Position {
        self.written(state)
    }

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        self.restored(position)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.check_state(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        self.check_change(before, after)
    }

    fn event_names(&self) -> Option<EventNames<Event>> {
        let pack = self.pack.clone();
        Some(Arc::new(move |event: &Event| named(&pack, event)))
    }
}

/// An arrow as it is written: the edge, and which pair from the top. (CMP-AIR-10)
pub(crate) fn arrow_text(arrow: Arrow) -> String {
    let edge = match arrow.edge() {
        Edge::Left => "left",
        Edge::Right => "right",
    };
    format!("{edge}-{}", arrow.pair() + 1)
}

/// Things of the pack by their ids.
impl CompetitorsRules {
    pub(crate) fn territory_id(&self, territory: Territory) -> &str {
        &self.pack[territory].id
    }

    pub(crate) fn contract_id(&self, card: Contract) -> &str {
        &self.pack[card].id
    }

    pub(crate) fn read_territory(&self, id: &str) -> Result<Territory, String> {
        let wrong = || format!("there is no territory `{}`; they are written as in the pack, such as `poland`", short(id));
        self.pack.find_territory(id).ok_or_else(wrong)
    }

    pub(crate) fn read_contract(&self, id: &str) -> Result<Contract, String> {
        let wrong = || format!("there is no contract card `{}`; they are written as in the pack, such as `C017`", short(id));
        self.pack.find_contract(id).ok_or_else(wrong)
    }

    pub(crate) fn read_customs(&self, id: &str) -> Result<Customs, String> {
        let wrong = || format!("there is no customs card `{}`; they are written as in the pack, such as `U04`", short(id));
        self.pack.find_customs(id).ok_or_else(wrong)
    }

    pub(crate) fn read_office(&self, id: &str) -> Result<Office, String> {
        let wrong = || format!("there are no headquarters `{}`; they are written as in the pack, such as `H3`", short(id));
        self.pack.find_office(id).ok_or_else(wrong)
    }

    pub(crate) fn read_colour(&self, name: &str) -> Result<Colour, String> {
        let found = self.pack.colours.iter().position(|colour| colour == name).and_then(Colour::new);
        found.ok_or_else(|| format!("`{}` is not a colour; they are {}", short(name), kernel::say::listed(&self.pack.colours)))
    }

    pub(crate) fn arrow_text(&self, arrow: Arrow) -> String {
        arrow_text(arrow)
    }

    pub(crate) fn read_arrow(&self, text: &str) -> Option<Arrow> {
        self.pack.all_arrows().find(|arrow| self.arrow_text(*arrow) == text)
    }

    fn stop_text(&self, stop: Stop) -> String {
        match stop {
            Stop::Territory(territory) => self.territory_id(territory).to_owned(),
            Stop::Cell(cell) => cell.to_string(),
            Stop::Arrow(arrow) => self.arrow_text(arrow),
        }
    }

    fn read_stop(&self, text: &str) -> Result<Stop, String> {
        if let Some(cell) = Cell::read(text) {
            return Ok(Stop::Cell(cell));
        }
        if let Some(arrow) = self.read_arrow(text) {
            return Ok(Stop::Arrow(arrow));
        }
        self.read_territory(text).map(Stop::Territory).map_err(|_| {
            format!(
                "`{}` is not a place; write a territory such as `poland`, a cell such as `19:2` or an arrow such as `left-3`",
                short(text)
            )
        })
    }

    /// An asset as it is written in offers and auctions. (CMP-NEG-8)
    pub(crate) fn asset_text(&self, asset: &Asset) -> String {
        match *asset {
            Asset::Money(amount) => amount.units().to_string(),
            Asset::Territory(territory) => format!("card {}", self.territory_id(territory)),
            Asset::Contract(card) => format!("contract {}", self.contract_id(card)),
            Asset::Shown(card) => format!("shown {}", self.contract_id(card)),
            Asset::Unnamed(number) => format!("unnamed {number}"),
            Asset::Token(token) => format!("token {token}"),
            Asset::Branch(territory) => format!("branch {}", self.territory_id(territory)),
            Asset::Hire(hire) => {
                let load = match hire.load {
                    HireLoad::Truck => "truck".to_owned(),
                    HireLoad::Goods(sender) => format!("goods {}", self.territory_id(sender)),
                };
                let payment = match hire.payment {
                    Payment::Now => "now",
                    Payment::OnSuccess => "success",
                };
                format!("hire {} {load} {} {payment}", hire.token, hire.fee.units())
            }
        }
    }

    pub(crate) fn read_asset(&self, text: &str) -> Result<Asset, String> {
        let words: Vec<&str> = text.split_whitespace().take(7).collect();
        let hire = |token: &str, load: HireLoad, fee: &str, payment: &str| {
            let payment = match payment {
                "now" => Payment::Now,
                "success" => Payment::OnSuccess,
                _ => return Err(format!("a hire is paid `now` or on `success`, not `{}`", short(payment))),
            };
            Ok(Asset::Hire(Hire { token: token.parse()?, load, payment, fee: sum(fee)? }))
        };
        match words[..] {
            ["card", id] => Ok(Asset::Territory(self.read_territory(id)?)),
            ["contract", id] => Ok(Asset::Contract(self.read_contract(id)?)),
            ["shown", id] => Ok(Asset::Shown(self.read_contract(id)?)),
            ["unnamed", count] => Ok(Asset::Unnamed(number(count)?)),
            ["token", token] => Ok(Asset::Token(token.parse()?)),
            ["branch", id] => Ok(Asset::Branch(self.read_territory(id)?)),
            ["hire", token, "truck", fee, payment] => hire(token, HireLoad::Truck, fee, payment),
            ["hire", token, "goods", sender, fee, payment] => {
                hire(token, HireLoad::Goods(self.read_territory(sender)?), fee, payment)
            }
            [amount] if amount.starts_with(|first: char| first.is_ascii_digit()) => Ok(Asset::Money(sum(amount)?)),
            _ => Err(format!(
                "`{}` is nothing to deal in; write `500`, `card poland`, `contract C017`, `shown C017`, `unnamed 1`, `token a-truck-1`, \
                 `branch poland` or `hire b-ship-1 goods poland 5000 now`",
                short(text)
            )),
        }
    }

    /// A deal as it is written.
    pub(crate) fn deal_text(&self, deal: &CompetitorsDeal) -> String {
        deal.write(|asset| self.asset_text(asset))
    }

    fn read_deal(&self, text: &str) -> Result<CompetitorsDeal, String> {
        Deal::read(text, |asset| self.read_asset(asset))
    }

    fn read_lot(&self, text: &str) -> Result<Lots, String> {
        // One too many is enough to refuse it.
        let assets: Vec<Asset> =
            text.split(',').take(TRANSFERS + 1).map(|asset| self.read_asset(asset.trim())).collect::<Result<_, _>>()?;
        Lots::of(&assets).ok_or_else(|| format!("a lot has 1 to {TRANSFERS} different things"))
    }

    /// A wish as it is written. (CMP-NEG-4)
    pub(crate) fn wish_text(&self, wish: Wish) -> String {
        match wish {
            Wish::Money(amount) => amount.units().to_string(),
            Wish::Territory(territory) => format!("card {}", self.territory_id(territory)),
            Wish::Continent(continent) => format!("cards {}", continent.id()),
            Wish::Contract => "contract".into(),
            Wish::Token(vehicle) => vehicle.id().into(),
            Wish::BranchOn(continent) => format!("branches {}", continent.id()),
            Wish::Branch(territory) => format!("branch {}", self.territory_id(territory)),
            Wish::Passage(from, to) => format!("passage {} {}", self.territory_id(from), self.territory_id(to)),
        }
    }

    pub(crate) fn read_wish(&self, text: &str) -> Result<Wish, String> {
        let words: Vec<&str> = text.split_whitespace().take(4).collect();
        match words[..] {
            ["card", id] => Ok(Wish::Territory(self.read_territory(id)?)),
            ["cards", id] => Ok(Wish::Continent(read_continent(id)?)),
            ["contract"] => Ok(Wish::Contract),
            ["branches", id] => Ok(Wish::BranchOn(read_continent(id)?)),
            ["branch", id] => Ok(Wish::Branch(self.read_territory(id)?)),
            ["passage", from, to] => Ok(Wish::Passage(self.read_territory(from)?, self.read_territory(to)?)),
            [amount] if amount.starts_with(|first: char| first.is_ascii_digit()) => Ok(Wish::Money(sum(amount)?)),
            [vehicle] => Ok(Wish::Token(read_vehicle(vehicle)?)),
            _ => Err(format!(
                "`{}` is nothing to wish for; write `card poland`, `cards europe`, `contract`, `truck`, `branches asia`, `branch poland`, \
                 `passage poland japan` or `5000`",
                short(text)
            )),
        }
    }
}

pub(crate) fn read_vehicle(id: &str) -> Result<Vehicle, String> {
    Vehicle::read(id).ok_or_else(|| format!("`{}` is not a kind of token; write truck, ship or aircraft", short(id)))
}

pub(crate) fn read_continent(id: &str) -> Result<Continent, String> {
    let all = || kernel::say::listed(Continent::ALL.map(Continent::id));
    Continent::read(id).ok_or_else(|| format!("`{}` is not a continent; they are {}", short(id), all()))
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{}` is not a number that fits here", short(text)))
}

fn seat(text: &str) -> Result<Seat, String> {
    Seat::try_from(number::<usize>(text)?)
}

fn sum(text: &str) -> Result<Money, String> {
    Ok(Money::new(number(text)?))
}

fn offer(text: &str) -> Result<OfferNumber, String> {
    Ok(OfferNumber(number(text)?))
}
