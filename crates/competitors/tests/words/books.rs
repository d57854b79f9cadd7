//! All money that changed hands is in the log, and nothing else is.

use crate::Played;
use competitors::{Action, Event, ToldAsset, figures::START_MONEY};
use kernel::{Money, Rules, Seat};
use proof::so;

/// Every purse is what the log makes of it.
pub fn balance(deed: &Played) -> Result<(), String> {
    let mut purses: Vec<Money> = deed.before.players[..deed.rules.players()].iter().map(|player| player.money).collect();
    // A token is paid for when it is chosen, and told of when it has its place. (CMP-BUY-3)
    if let Action::Buy(vehicle) = deed.action {
        purses[deed.seat.index()] += -vehicle.price();
    }
    for event in deed.events {
        if let Event::Dealt { .. } = event {
            purses.iter_mut().for_each(|purse| *purse += START_MONEY);
        }
        let mut gains = |seat: &Seat, amount: Money| purses[seat.index()] += amount;
        match event {
            Event::Went { seat, fuel, .. } => gains(seat, -*fuel),
            Event::Fee { from, to, amount, .. } | Event::Toll { from, to, amount, .. } => {
                gains(from, -*amount);
                gains(to, *amount);
            }
            Event::Paid { seat, amount, .. } | Event::ExtraPoint { seat, amount, .. } | Event::Audited { seat, amount, .. } => {
                gains(seat, -*amount);
            }
            Event::Gained { seat, amount } | Event::HireReturned { seat, amount, .. } => gains(seat, *amount),
            Event::Delivered { seat, reward, bonus, .. } => gains(seat, *reward + *bonus),
            Event::Built { seat, price, .. } => gains(seat, -*price),
            Event::Sold { seat, price, .. } | Event::SoldBranch { seat, price, .. } => gains(seat, *price),
            // What is paid on success was set aside with the deal. (CMP-CHART-3)
            Event::HirePaid { to, amount, .. } => gains(to, *amount),
            Event::Deal { content, .. } => {
                for told in content {
                    match told.asset {
                        ToldAsset::Money(amount) => {
                            gains(&told.from, -amount);
                            gains(&told.to, amount);
                        }
                        ToldAsset::Hire { fee, on_success, .. } => {
                            gains(&told.to, -fee);
                            gains(&told.from, if on_success { Money::ZERO } else { fee });
                        }
                        _ => {}
                    }
                }
            }
            Event::AuctionSold { seat, to, amount, .. } => {
                gains(to, -*amount);
                gains(seat, *amount);
            }
            _ => {}
        }
    }
    for (index, purse) in purses.iter().enumerate() {
        let money = deed.after.players[index].money;
        so!(*purse == money, "{} has {money}, but by the log {purse}: {:?}", deed.names[index], deed.events);
    }
    Ok(())
}
