//! All money that changed hands is in the log, and nothing else is.

use crate::Played;
use investments::{Asset, Event};
use kernel::{Money, Rules, Seat};
use proof::so;

/// Every purse is what the log makes of it.
pub fn balance(deed: &Played) -> Result<(), String> {
    let mut purses: Vec<Money> = deed.before.players[..deed.rules.players()].iter().map(|player| player.cash).collect();
    for event in deed.events {
        if let Event::Out { seat, .. } = event {
            purses[seat.index()] = Money::ZERO;
        }
        let mut gains = |seat: &Seat, amount: Money| purses[seat.index()] += amount;
        match event {
            Event::Subsidised { seat, amount, .. }
            | Event::BankStoodIn { seat, amount, .. }
            | Event::UpgradeSold { seat, amount, .. }
            | Event::Sold { seat, amount, .. }
            | Event::Mortgaged { seat, amount, .. }
            | Event::ShortcutSold { seat, amount, .. }
            | Event::BankCardSold { seat, amount }
            | Event::Received { seat, amount, .. } => gains(seat, *amount),
            Event::LoanPaid { seat, amount, .. } | Event::Repaid { seat, amount, .. } => gains(seat, -*amount),
            Event::Bought { seat, price, .. }
            | Event::Invested { seat, price, .. }
            | Event::Monopolised { seat, price, .. }
            | Event::BankCardBought { seat, price, .. } => gains(seat, -*price),
            Event::Bet { seat, won, amount, .. } => gains(seat, if *won { *amount } else { -*amount }),
            Event::ForcedTrade { seat, owner, price, .. } => {
                gains(seat, -*price);
                gains(owner, *price);
            }
            Event::Paid { seat, to, amount, .. } => {
                gains(seat, -*amount);
                to.iter().for_each(|to| gains(to, *amount));
            }
            Event::Auctioned { seat, buyer, price, .. } => {
                gains(buyer, -*price);
                seat.iter().for_each(|seller| gains(seller, *price));
            }
            Event::Dealt { deal, .. } => {
                for told in deal {
                    if let Asset::Cash(amount) = told.asset {
                        gains(&told.from, -amount);
                        gains(&told.to, amount);
                    }
                }
            }
            _ => {}
        }
    }
    for (index, purse) in purses.iter().enumerate() {
        let cash = deed.after.players[index].cash;
        so!(*purse == cash, "{} has {cash}, but by the log {purse}: {:?}", deed.names[index], deed.events);
    }
    Ok(())
}
