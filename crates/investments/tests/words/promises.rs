//! What a label and an effect promise comes true.

use crate::Played;
use investments::decisions::{Buy, Debt, Window};
use investments::{Action, Business, DebtKind, Event, Frame, Step, TileKind};
use kernel::{Money, Rules, Seat, Viewer, Words};
use proof::so;

/// The sum before these words: `480,000 left`.
fn before(text: &str, words: &str) -> Option<Money> {
    let at = text.find(words)?;
    let sum = text[..at].trim_end().rsplit([' ', ';', ':']).next()?;
    if sum == "nothing" {
        return Some(Money::ZERO);
    }
    sum.replace(',', "").parse().ok().map(Money::new)
}

/// The sum after these words: `fee 5,000`.
fn after(text: &str, words: &str) -> Option<Money> {
    let at = text.find(words)? + words.len();
    let sum: String = text[at..].chars().take_while(|letter| letter.is_ascii_digit() || *letter == ',').collect();
    sum.trim_end_matches(',').replace(',', "").parse().ok().map(Money::new)
}

pub fn prompt_asks_what_can_be_done(deed: &Played) -> Result<(), String> {
    let prompt = deed.rules.prompt(deed.before, Viewer::Seat(deed.seat), deed.names).text;
    let mut list = Vec::new();
    deed.rules.actions(deed.before, deed.seat, &mut list);
    let can = |wanted: &dyn Fn(&Action) -> bool| list.iter().any(wanted);
    let says = |words: &str, can: bool| {
        if prompt.contains(words) == can {
            Ok(())
        } else {
            Err(format!("{can} that one can {words}, but the prompt is “{prompt}”"))
        }
    };
    match deed.before.top() {
        _ if !deed.before.offers.is_empty() => {}
        None if deed.seat == deed.before.active() && deed.before.turn.step == Step::Trade => {
            says("buy a Bank card", can(&|action| *action == Action::BuyBankCard))?;
            says("invest", can(&|action| matches!(action, Action::Invest(_) | Action::Monopoly)))?;
            says("auction", can(&|action| matches!(action, Action::Auction { .. })))?;
            let deals = deed.rules.bargains(deed.before, deed.seat, deed.names);
            says("offer a deal", !deals.is_empty())?;
        }
        Some(Frame::Debt(_)) => {
            says(": pay", can(&|action| *action == Action::Pay))?;
            says("refuse", can(&|action| *action == Action::Refuse))?;
            says("go bankrupt", can(&|action| *action == Action::Bankrupt))?;
            says("use your card", can(&|action| *action == Action::Waive))?;
        }
        Some(Frame::Loan(_)) => says(": pay", can(&|action| *action == Action::Pay))?,
        Some(Frame::Buy(_)) => {
            says("buy it,", can(&|action| *action == Action::Buy))?;
            says("half", can(&|action| *action == Action::BuyHalf))?;
        }
        _ => {}
    }
    Ok(())
}

pub fn label_and_effect_come_true(deed: &Played) -> Result<(), String> {
    match deed.action {
        Action::Accept | Action::Pick(_) | Action::Drive(_) | Action::Play { .. } | Action::Name(_) => leads_where_told(deed),
        Action::No if matches!(deed.before.top(), Some(Frame::Window(_) | Frame::SetRoll(_))) => leads_where_told(deed),
        Action::Buy | Action::BuyHalf | Action::BuyAny(_) => purchase(deed),
        Action::Invest(_) | Action::Monopoly => upgrade(deed),
        Action::Pay | Action::PayAll | Action::Repay(_) if deed.effect.contains("left") => payment(deed),
        Action::Refuse => refusal(deed),
        Action::Sell(_) | Action::SellUpgrade(_) | Action::SellShortcut(_) | Action::SellBankCard | Action::Mortgage(_) => {
            sale(deed)
        }
        Action::BuyBankCard => bank_card(deed),
        Action::Bet { .. } => bet(deed),
        Action::AcceptOffer(_) => deal(deed),
        Action::Agree => forced(deed),
        Action::Choose(_) => chosen(deed),
        _ => Ok(()),
    }
}

fn cash(deed: &Played) -> Money {
    deed.before.player(deed.seat).cash
}

/// What is told to be left is what the first payment of this kind leaves.
fn leaves(deed: &Played, cost: Money) -> Result<(), String> {
    let left = before(deed.effect, " left");
    so!(left == Some(cash(deed) + -cost), "it costs {cost} of {}", cash(deed));
    Ok(())
}

fn series_as_told(deed: &Played, after: bool) -> Result<(), String> {
    let [was, is] = [deed.before, deed.after].map(|state| deed.rules.complete_series(state, deed.seat));
    let own = deed.effect.contains("completes ");
    so!(!after || own == (is > was), "{was} series were complete, {is} are");
    Ok(())
}

fn purchase(deed: &Played) -> Result<(), String> {
    let bought = |event: &Event| if let Event::Bought { business, price, .. } = event { Some((*business, *price)) } else { None };
    let Some((business, price)) = deed.events.iter().find_map(bought) else { return Err("nothing is bought".into()) };
    so!(deed.label.contains(&format!(" for {price}")), "the price is {price}");
    leaves(deed, price)?;
    let alone = deed.events.len() == 1;
    series_as_told(deed, alone)?;
    let fee = deed.rules.fee(deed.after, business);
    so!(!alone || after(deed.effect, "fee ") == Some(fee), "the fee is then {fee}");
    so!(deed.effect.contains("wins the game") == deed.after.is_over() || !alone, "the game is over: {}", deed.after.is_over());
    Ok(())
}

fn upgrade(deed: &Played) -> Result<(), String> {
    let upgraded = |event: &Event| match event {
        Event::Invested { business, price, .. } | Event::Monopolised { business, price, .. } => Some((*business, *price)),
        _ => None,
    };
    let Some((business, price)) = deed.events.iter().find_map(upgraded) else { return Err("nothing is upgraded".into()) };
    so!(deed.label.contains(&price.to_string()), "it costs {price}");
    leaves(deed, price)?;
    let fee = deed.rules.fee(deed.after, business);
    let told = after(deed.effect, "→ ").or_else(|| after(deed.effect, "fee "));
    so!(told == Some(fee) || deed.after.is_over(), "the fee is then {fee}");
    so!(deed.effect.contains("wins the game") == deed.after.is_over(), "the game is over: {}", deed.after.is_over());
    Ok(())
}

fn payment(deed: &Played) -> Result<(), String> {
    let paid = |event: &Event| match event {
        Event::Paid { seat, amount, .. } | Event::LoanPaid { seat, amount, .. } | Event::Repaid { seat, amount, .. } => {
            (*seat == deed.seat).then_some(*amount)
        }
        _ => None,
    };
    let one = *deed.action != Action::PayAll;
    let sums: Vec<Money> = deed.events.iter().filter_map(paid).take(if one { 1 } else { deed.before.dues.len() }).collect();
    let sum: Money = sums.iter().copied().sum();
    // In a poll the payment comes when all have answered, and to several one after another.
    let poll = matches!(deed.before.top(), Some(Frame::RefusalPoll(_)));
    if poll { Ok(()) } else { leaves(deed, sum) }
}

fn refusal(deed: &Played) -> Result<(), String> {
    for event in deed.events {
        match event {
            Event::Jailed { seat, fine, rounds } if *seat == deed.seat => {
                so!(deed.effect.contains(&format!("jail for {rounds} turns and a fine of {fine}")), "the fine is {fine}");
                return Ok(());
            }
            Event::Expelled { seat, .. } if *seat == deed.seat => {
                so!(deed.effect.contains("you are out of the game"), "then one is out");
                return Ok(());
            }
            _ => {}
        }
    }
    let won = deed.after.is_over() && deed.effect.contains("wins the game");
    so!(won || matches!(deed.before.top(), Some(Frame::RefusalPoll(_))), "nothing comes of it");
    Ok(())
}

fn sale(deed: &Played) -> Result<(), String> {
    let brought = |event: &Event| match event {
        Event::Sold { amount, .. }
        | Event::UpgradeSold { amount, .. }
        | Event::ShortcutSold { amount, .. }
        | Event::BankCardSold { amount, .. }
        | Event::Mortgaged { amount, .. } => Some(*amount),
        _ => None,
    };
    let Some(amount) = deed.events.iter().find_map(brought) else { return Err("nothing is sold".into()) };
    if amount == Money::ZERO {
        so!(deed.effect.contains("brings nothing"), "it brings nothing");
        return Ok(());
    }
    let told = before(deed.effect, " in hand");
    so!(told == Some(cash(deed) + amount) && deed.label.contains(&amount.to_string()), "it brings {amount}");
    let paid = |event: &Event| matches!(event, Event::Paid { seat, .. } if *seat == deed.seat);
    let at_once = deed.effect.contains("paid at once");
    so!(!at_once || deed.events.iter().any(paid), "nothing is paid");
    let enough = deed.effect.contains("enough");
    let mut list = Vec::new();
    deed.rules.actions(deed.after, deed.seat, &mut list);
    let pays = |action: &Action| matches!(action, Action::Pay | Action::Buy | Action::Force);
    so!(!enough || list.iter().any(pays), "it is not enough: {list:?}");
    Ok(())
}

fn bank_card(deed: &Played) -> Result<(), String> {
    let left =
        deed.events.iter().find_map(|event| if let Event::BankCardBought { left, .. } = event { Some(*left) } else { None });
    let Some(left) = left else { return Err("no Bank card is bought".into()) };
    leaves(deed, deed.rules.pack.numbers.bank_card_price)?;
    match deed.rules.outcome(deed.after).filter(|_| left == 0) {
        Some(outcome) => {
            for seat in outcome.winners() {
                let named = if seat == deed.seat { "you" } else { &deed.names[seat.index()] };
                so!(deed.effect.contains(named), "{named} wins");
            }
        }
        None => so!(deed.effect.contains(&format!("the bank {left}")), "the bank has {left} left"),
    }
    Ok(())
}

fn bet(deed: &Played) -> Result<(), String> {
    for event in deed.events {
        if let Event::Bet { seat, won, amount, .. } = event
            && *seat == deed.seat
        {
            let told = if *won { before(deed.effect, " in hand") } else { before(deed.effect, " left") };
            let then = if *won { cash(deed) + *amount } else { cash(deed) + -*amount };
            so!(told == Some(then), "then there are {then}");
        }
    }
    Ok(())
}

fn deal(deed: &Played) -> Result<(), String> {
    let dealt = deed.events.iter().any(|event| matches!(event, Event::Dealt { .. }));
    so!(dealt, "nothing is dealt");
    if deed.events.len() > 1 {
        return Ok(());
    }
    let then = deed.after.player(deed.seat).cash;
    let told = before(deed.effect, " in hand").unwrap_or(cash(deed));
    so!(told == then, "then there are {then}");
    let [was, is] = [deed.before, deed.after].map(|state| deed.rules.complete_series(state, deed.seat));
    let completes = deed.effect.split("; ").any(|part| part.starts_with("completes ") && part.ends_with(" for you"));
    so!(is <= was || completes, "{was} series were complete, {is} are");
    Ok(())
}

fn forced(deed: &Played) -> Result<(), String> {
    let owed = deed.effect.contains("still to be raised");
    let then = before(deed.effect, " in hand");
    let only = |event: &Event| {
        matches!(event, Event::UpgradeSold { .. } | Event::ForcedTrade { .. } | Event::Paid { kind: DebtKind::Loan, .. })
    };
    let cash = deed.after.player(deed.seat).cash;
    so!(owed || !deed.events.iter().all(only) || then == Some(cash), "then there are {cash}");
    Ok(())
}

fn chosen(deed: &Played) -> Result<(), String> {
    let brought = |event: &Event| match event {
        Event::Sold { amount, .. } | Event::UpgradeSold { amount, .. } => Some(*amount),
        _ => None,
    };
    let sold = deed.events.iter().take_while(|event| brought(event).is_some()).filter_map(brought).sum::<Money>();
    let told = before(deed.effect, " in hand");
    so!(told.is_none_or(|told| told == cash(deed) + sold), "it brings {sold}");
    Ok(())
}

/// The tile as people call it.
fn tile(deed: &Played, index: u8) -> String {
    let tile = &deed.rules.pack.board[usize::from(index)];
    match (tile.kind, tile.business) {
        (TileKind::Bank, _) if tile.number == 3 => "Start".into(),
        (_, Some(business)) => name(deed, business),
        _ => tile.name.clone(),
    }
}

fn name(deed: &Played, business: Business) -> String {
    deed.rules.deed(business).name.clone()
}

/// The piece comes to the tile that was told, with what was told of it.
fn leads_where_told(deed: &Played) -> Result<(), String> {
    let effect = deed.effect;
    let played =
        deed.events.iter().find_map(|event| if let Event::ShortcutPlayed { seat, .. } = event { Some(*seat) } else { None });
    let own = matches!(deed.action, Action::Play { .. });
    if played.is_some_and(|who| !own || who != deed.seat) || effect.contains("rolled anew") || effect.contains("by card") {
        so!(effect.contains("unless") || effect.contains("anew") || effect.contains("by card"), "a Shortcut card is played");
        return Ok(());
    }
    let moved = |event: &Event| if let Event::Moved { seat, to, .. } = event { Some((*seat, *to)) } else { None };
    let Some((mover, to)) = deed.events.iter().find_map(moved) else { return Ok(()) };
    so!(effect.contains(&format!("to {}", tile(deed, to))), "it leads to {}", tile(deed, to));
    lap_as_told(deed, mover)?;
    let drawn = deed.events.iter().any(|event| matches!(event, Event::GlobalDrawn { .. }));
    let stopped =
        deed.events.iter().any(|event| matches!(event, Event::Sold { .. } | Event::PledgeLost { .. } | Event::Jumped { .. }));
    let once = deed.events.iter().filter(|event| moved(event).is_some()).count() == 1;
    if drawn || stopped || !once {
        return Ok(());
    }
    match *deed.after.top().unwrap_or(&Frame::Window(Window)) {
        Frame::Debt(Debt { seat, amount, kind: DebtKind::Fee, .. }) if seat == mover => {
            let fee = Money::from(amount);
            so!(effect.contains(&format!("fee {fee}")), "the fee is {fee}");
        }
        Frame::Debt(Debt { seat, amount, kind: DebtKind::Tax, .. }) if seat == mover => {
            let tax = Money::from(amount);
            so!(
                effect.contains(&format!("tax {tax}")) || effect.contains("Loss") || effect.contains("Profit"),
                "the tax is {tax}"
            );
        }
        Frame::Buy(Buy { seat, business }) if seat == mover && effect.contains(&name(deed, business)) => {
            so!(effect.contains("for sale at "), "{business} is for sale");
        }
        _ => {}
    }
    Ok(())
}

fn lap_as_told(deed: &Played, mover: Seat) -> Result<(), String> {
    let told = before(deed.effect, " from the bank for the lap");
    let paid = deed.events.iter().find_map(|event| match event {
        Event::Subsidised { seat, amount, .. } if *seat == mover => Some(*amount),
        _ => None,
    });
    let certain = !deed.effect.contains("up to") && !deed.effect.contains("on the way");
    // A card of the tile may lead on to the Bank; what was told is of this movement.
    so!(!certain || told.is_none() || told == paid, "for the lap {paid:?} is paid");
    Ok(())
}
