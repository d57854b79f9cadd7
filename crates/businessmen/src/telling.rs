//! The log: a line for each event.

use crate::{buying::coins, events::Event, goods::Good, rules::BusinessmenRules, state::Phase, words::points};
use kernel::{
    Line, Seat,
    say::{listed, name},
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
                Line::new("BIZ-ROUND-2", format!("Round {round} begins; the lead seat is {}'s.", who(lead)))
            }
            Event::Granted { seat, coins: paid } => {
                Line::new("BIZ-SKIP-7", format!("The Bank pays {} {} for the round sat out.", who(seat), coins(*paid)))
            }
            Event::Skipped { seat, points_lost: 0 } => Line::new("BIZ-SKIP-1", format!("{} skips this round.", who(seat))),
            Event::Skipped { seat, points_lost } => {
                Line::new("BIZ-SKIP-3", format!("{} skips this round and loses {}.", who(seat), points(*points_lost)))
            }
            Event::Reshuffled { deck } => Line::new("BIZ-MARKET-5", format!("The {deck} deck is empty and shuffled anew.")),
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
            Event::Passed { seat, forced: true, .. } => Line::new("BIZ-ROUND-8", format!("{} can only pass.", who(seat))),
            Event::Passed { seat, forced: false, phase } => {
                Line::new(if *phase == Phase::Buying { "BIZ-BUY-7" } else { "BIZ-LOAD-11" }, format!("{} passes.", who(seat)))
            }
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
                Line::new("BIZ-WHEEL-4", format!("The price wheel shows {sector}: embargo on {}.", listed(&goods)))
            }
            Event::WheelTurned { sector, moves, .. } => {
                let moves: Vec<String> = moves.iter().map(|(good, steps, _)| format!("{} {steps:+}", self.good(*good))).collect();
                Line::new("BIZ-WHEEL-3", format!("The price wheel shows {sector}: {}.", listed(&moves)))
            }
            Event::Sent { car, good, price, paid, points: alone } => {
                let paid: Vec<String> =
                    paid.iter().map(|(seat, units, paid)| format!("{} {} for {units}", who(seat), coins(*paid))).collect();
                let text = format!("The {} car leaves with {} at {price}: {}", car.word(), self.good(*good), listed(&paid));
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
            Event::PricesAdjusted { moves } => {
                let prices: Vec<String> =
                    moves.iter().map(|(good, steps, _, price)| format!("{} {steps:+} to {price}", self.good(*good))).collect();
                Line::new("BIZ-PRICE-4", format!("Prices: {}.", prices.join(", ")))
            }
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
                Line::new("BIZ-EVENT-2", format!("{} spins {sector}: nothing happens.", who(seat)))
            }
            Event::Spun { seat, sector, hit: Some(hit) } => {
                Line::new("BIZ-EVENT-1", format!("{} spins {sector}: the {} is hit.", who(seat), hit.title()))
            }
            Event::Warned { seat, characteristic } => {
                let text = format!("{} lays a warning marker beside the {}.", who(seat), characteristic.title());
                Line::new("BIZ-EVENT-3", text)
            }
            Event::Averted { seat, characteristic } => {
                let text = format!("The insurance of {}'s {} averts the penalty.", who(seat), characteristic.title());
                Line::new("BIZ-EVENT-9", text)
            }
            Event::Penalised { seat, characteristic, level, points: lost } => {
                let title = characteristic.title();
                let loses = if *lost == 0 { "has no point to lose".to_owned() } else { format!("loses {}", points(*lost)) };
                let text = format!("{} {loses}; the {title} is at level {level}.", who(seat));
                Line::new("BIZ-EVENT-4", text)
            }
            Event::Insured { seat, characteristic, cost } => {
                let text = format!("{} insures the {} for {}.", who(seat), characteristic.title(), coins(*cost));
                Line::new("BIZ-INSURE-2", text)
            }
            Event::InsuranceEnded { seat, characteristic } => {
                let text = format!("The insurance of {}'s {} ends.", who(seat), characteristic.title());
                Line::new("BIZ-INSURE-4", text)
            }
            Event::Won { winners, clause } => {
                let winners: Vec<String> = winners.iter().map(who).collect();
                Line::new(clause, format!("{} won.", listed(&winners)))
            }
        }
    }
}
