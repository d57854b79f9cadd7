//! The log: a line for each event.

use crate::{
    counting::{self, coins, points},
    events::Event,
    goods::Good,
    rules::BusinessmenRules,
    state::Phase,
};
use kernel::{
    Line, Money, Seat,
    say::{counted, listed, name},
};

impl BusinessmenRules {
    /// Units of goods in words.
    fn units(&self, goods: &[(Good, u8)]) -> String {
        listed(goods.iter().map(|(good, units)| format!("{units} {}", self.good(*good))))
    }

    pub(crate) fn told(&self, event: &Event, names: &[String]) -> Line {
        let who = |seat: &Seat| name(names, *seat);
        match event {
            Event::Started { seat } => Line::new("BIZ-SETUP-7", format!("{} starts.", who(seat))),
            Event::RoundBegan { round, lead } => {
                Line::new("BIZ-ROUND-2", format!("Round {round} begins; the lead seat is {}’s.", who(lead)))
            }
            Event::Granted { seat, coins: Money::ZERO } => {
                Line::new("BIZ-BANK-3", format!("The Bank is empty: {} gets nothing for the round sat out.", who(seat)))
            }
            Event::Granted { seat, coins: paid } => {
                Line::new("BIZ-SKIP-7", format!("The Bank pays {} {} for the round sat out.", who(seat), coins(*paid)))
            }
            Event::Skipped { seat, points_lost: 0 } => Line::new("BIZ-SKIP-1", format!("{} skips this round.", who(seat))),
            Event::Skipped { seat, points_lost } => {
                Line::new("BIZ-SKIP-3", format!("{} skips this round and loses {}.", who(seat), points(*points_lost)))
            }
            Event::Reshuffled { deck } => {
                Line::new("BIZ-MARKET-5", format!("The {deck} deck is empty: its discard pile is shuffled into a new one."))
            }
            Event::GoodsTurned { card, laid } if laid.is_empty() => {
                Line::new("BIZ-MARKET-4", format!("Goods card {card}: its piles are empty, nothing is for sale."))
            }
            Event::GoodsTurned { card, laid } => {
                Line::new("BIZ-MARKET-1", format!("Goods card {card}: on the market {}.", self.units(laid)))
            }
            Event::ExportTurned { card, goods } => {
                let goods: Vec<String> = goods.iter().map(|good| self.good(*good).to_owned()).collect();
                Line::new("BIZ-MARKET-2", format!("Export card {card}: {}.", listed(&goods)))
            }
            Event::Bought { seat, good, units, cost } => {
                Line::new("BIZ-BUY-2", format!("{} buys {units} {} for {}.", who(seat), self.good(*good), coins(*cost)))
            }
            Event::Passed { seat, forced, phase } => self.told_pass(&who(seat), *forced, *phase),
            Event::MarketReturned { goods } => Line::new("BIZ-MARKET-6", format!("Back to the piles: {}.", self.units(goods))),
            Event::Loaded { seat, good, units, car, filled } => {
                let full = if *filled { ", which is full now" } else { "" };
                let (good, car) = (self.good(*good), car.word());
                Line::new("BIZ-LOAD-5", format!("{} loads {units} {good} into the {car} car{full}.", who(seat)))
            }
            Event::Stored { seat, goods } => Line::new("BIZ-STORE-1", format!("{} stores {}.", who(seat), self.units(goods))),
            Event::Kept { seat, kept, given_up } => {
                let (kept, given_up) = (self.units(kept), self.units(given_up));
                Line::new("BIZ-STORE-4", format!("{} keeps {kept} and gives up {given_up}.", who(seat)))
            }
            Event::WheelTurned { sector, embargo, .. } if !embargo.is_empty() => {
                let goods: Vec<String> = embargo.iter().map(|good| self.good(*good).to_owned()).collect();
                Line::new("BIZ-WHEEL-4", format!("The price wheel stops at sector {sector}: embargo on {}.", listed(&goods)))
            }
            Event::WheelTurned { sector, moves, .. } => {
                Line::new("BIZ-WHEEL-3", format!("The price wheel stops at sector {sector}: {}.", self.told_moves(moves)))
            }
            Event::Sent { car, good, price, paid, points: alone } => {
                let share = |(seat, units, paid): &(Seat, u8, Money)| {
                    format!("{} {} for {}", who(seat), coins(*paid), counting::units(*units))
                };
                let paid: Vec<String> = paid.iter().map(share).collect();
                let text = format!("The {} car leaves with {} at {price} each: {}", car.word(), self.good(*good), listed(&paid));
                match alone {
                    Some((seat, count)) => {
                        Line::new("BIZ-SEND-6", format!("{text}; {} for {}, who owns it all.", points(*count), who(seat)))
                    }
                    None => Line::new("BIZ-SEND-4", format!("{text}.")),
                }
            }
            Event::Held { car, good } => {
                let text = format!("The {} car is full but stays: {} is under embargo.", car.word(), self.good(*good));
                Line::new("BIZ-SEND-5", text)
            }
            Event::PricesAdjusted { moves } => Line::new("BIZ-PRICE-4", format!("Prices: {}.", self.told_moves(moves))),
            Event::Exported { seat, good, units, points: gained } => {
                let good = self.good(*good);
                Line::new("BIZ-EXPORT-3", format!("{} exports {units} {good} for {}.", who(seat), points(*gained)))
            }
            Event::Improved { seat, characteristic, level, cost, points: gained } => {
                let (title, cost) = (characteristic.title(), coins(*cost));
                let clause = if *level == 2 { "BIZ-IMPROVE-2" } else { "BIZ-IMPROVE-3" };
                let text = format!("{} raises the {title} to level {level} for {cost}: {}.", who(seat), points(*gained));
                Line::new(clause, text)
            }
            Event::Spun { seat, sector, hit: None } => {
                Line::new("BIZ-EVENT-2", format!("{} spins the event wheel, sector {sector}: nothing happens.", who(seat)))
            }
            Event::Spun { seat, sector, hit: Some(hit) } => Line::new(
                "BIZ-EVENT-1",
                format!("{} spins the event wheel, sector {sector}: the {} is hit.", who(seat), hit.title()),
            ),
            Event::Warned { seat, characteristic } => {
                let text = format!("{} lays a warning marker beside the {}.", who(seat), characteristic.title());
                Line::new("BIZ-EVENT-3", text)
            }
            Event::Averted { seat, characteristic } => {
                let text = format!("The insurance of {}’s {} averts the penalty.", who(seat), characteristic.title());
                Line::new("BIZ-EVENT-9", text)
            }
            Event::Penalised { seat, characteristic, from, level, points: lost } => {
                let clause = match from {
                    3 => "BIZ-EVENT-5",
                    2 => "BIZ-EVENT-6",
                    _ => "BIZ-EVENT-7",
                };
                let loses = if *lost == 0 { "has no point to lose".to_owned() } else { format!("loses {}", points(*lost)) };
                let level = if level < from { format!("falls to level {level}") } else { format!("stays at level {level}") };
                Line::new(clause, format!("{} {loses}; the {} {level}.", who(seat), characteristic.title()))
            }
            Event::Insured { seat, characteristic, cost } => {
                let text = format!("{} insures the {} for {}.", who(seat), characteristic.title(), coins(*cost));
                Line::new("BIZ-INSURE-2", text)
            }
            Event::InsuranceEnded { seat, characteristic } => {
                let text = format!("The insurance of {}’s {} ends.", who(seat), characteristic.title());
                Line::new("BIZ-INSURE-4", text)
            }
            Event::Won { winners, clause } => {
                let winners: Vec<String> = winners.iter().map(who).collect();
                Line::new(clause, format!("{} won.", listed(&winners)))
            }
        }
    }

    /// A pass: whether it was forced, and whether it is for the turn or for the phase. (BIZ-BUY-7, BIZ-BUY-9, BIZ-LOAD-11,
    /// BIZ-LOAD-12)
    fn told_pass(&self, who: &str, forced: bool, phase: Phase) -> Line {
        let (verb, own, of_need) = match phase {
            Phase::Loading => ("load", "BIZ-LOAD-11", "BIZ-LOAD-12"),
            _ => ("buy", "BIZ-BUY-7", "BIZ-BUY-9"),
        };
        if forced {
            return Line::new(of_need, format!("{who} can {verb} nothing and passes."));
        }
        let text = match phase == Phase::Loading && self.passes_for_a_turn() {
            true => format!("{who} passes for this turn."),
            false => format!("{who} passes and {verb}s nothing more in this round."),
        };
        Line::new(own, text)
    }

    /// How prices changed, or how a marker moved between the squares of the same price. (BIZ-PRICE-3)
    fn told_moves(&self, moves: &[(Good, i16, u8, u8)]) -> String {
        let told = moves.iter().map(|(good, steps, position, price)| {
            let name = self.good(*good);
            let earlier = usize::try_from(i16::from(*position) - steps).ok();
            let earlier = earlier.and_then(|position| self.prices[good.index()].get(position)).unwrap_or(price);
            let way = if *steps > 0 { "up" } else { "down" };
            match steps {
                0 => format!("{name} stays at {price} (its limit)"),
                _ if earlier == price => format!("{name} stays at {price} ({} {way})", counted(steps.unsigned_abs(), "square")),
                _ => format!("{name} {earlier} → {price}"),
            }
        });
        told.collect::<Vec<_>>().join(", ")
    }
}
