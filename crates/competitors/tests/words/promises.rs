//! What is told of a choice before it is taken comes true.

use crate::Played;
use competitors::{Action, At, Event, Frame, Token};
use kernel::Money;
use proof::so;

/// The amount that stands right before these words.
fn before(text: &str, words: &str) -> Option<Money> {
    if text.contains(&format!("nothing{words}")) {
        return Some(Money::ZERO);
    }
    let (head, _) = text.split_once(words)?;
    let digits: String = head.rsplit([' ', ';']).next()?.chars().filter(|sign| *sign != ',').collect();
    digits.parse().ok().map(Money::new)
}

/// Is this one of the parts of the effect?
fn says(deed: &Played, part: &str) -> bool {
    deed.effect.split("; ").any(|one| one == part)
}

/// Words that were told before, held against what happened.
pub fn label_and_effect_come_true(deed: &Played) -> Result<(), String> {
    let money = deed.after.player(deed.seat).money;
    match *deed.action {
        Action::Sell(_) | Action::SellBranch(_) => {
            let told = before(deed.effect, " in hand");
            so!(told == Some(money), "then there are {money}");
        }
        Action::Build(_) | Action::Buy(_) => {
            so!(before(deed.effect, " left") == Some(money), "then there are {money}");
        }
        Action::Go { token, .. } => step_comes_true(deed, token)?,
        Action::Stop => stop_comes_true(deed)?,
        Action::GiveUp => {
            let [was, is] = [deed.before, deed.after].map(|state| state.player(deed.seat).points);
            so!((is < was) == says(deed, "1 victory point is lost"), "{was} points became {is}");
        }
        Action::Accept(..) => {
            let told = before(deed.effect, " in hand if it is carried out");
            let dealt = deed.events.iter().any(|event| matches!(event, Event::Deal { .. }));
            let [was, is] = [deed.before, deed.after].map(|state| state.player(deed.seat).money);
            so!(!dealt || told.unwrap_or(was) == is, "then there are {is}");
        }
        Action::End => {
            so!(deed.effect.contains("lost") == (deed.before.turn.actions > 0), "{} actions", deed.before.turn.actions);
        }
        _ => {}
    }
    Ok(())
}

/// Points, fuel, fees, customs cards, events, the danger and the reward of a step.
fn step_comes_true(deed: &Played, token: Token) -> Result<(), String> {
    let ways = || {
        { deed.events.iter() }.filter_map(|event| match event {
            Event::Went { points, fuel, way, .. } => Some((*points, *fuel, way)),
            _ => None,
        })
    };
    let Some(((_, _, start), (_, _, end))) = ways().next().zip(ways().next_back()) else {
        return Err("nothing went anywhere".into());
    };
    let (points, fuel): (u8, Money) = ways().fold((0, Money::ZERO), |sum, (points, fuel, _)| (sum.0 + points, sum.1 + fuel));
    let told = deed.effect.split(' ').next().and_then(|word| word.parse::<u8>().ok());
    // Customs on a strait may stop the token there, or make it buy the points for the far side.
    let on_strait = |way: &[At]| matches!(way.last(), Some(At::Strait(_)));
    let bought = deed.events.iter().any(|event| matches!(event, Event::ExtraPoint { .. }));
    let less = on_strait(start) && (on_strait(end) || bought);
    so!(told == Some(points) || less && told > Some(points), "it takes {points} points");
    let fees: Money = deed
        .events
        .iter()
        .map(|event| match event {
            Event::Fee { amount, .. } | Event::Toll { amount, .. } => *amount,
            _ => Money::ZERO,
        })
        .sum();
    let held_up = deed.events.iter().any(|event| {
        matches!(event, Event::NearSide { .. } | Event::TurnedBack { .. } | Event::TurnEnded { .. } | Event::Seized { .. })
    });
    let left = deed.before.player(deed.seat).money + -(fuel + fees);
    let told = before(deed.effect, " left");
    // On a strait customs may come before the fee.
    so!(held_up || deed.effect.contains(" on ") || told.unwrap_or(left) == left, "fuel {fuel}, fees {fees}");
    so!(held_up || told.is_some() || fuel + fees == Money::ZERO, "fuel {fuel} and fees {fees} are paid");
    let card = deed.events.iter().any(|event| matches!(event, Event::Customs { .. }));
    so!(!card || deed.effect.contains("a customs card"), "a customs card is drawn");
    let ordered = matches!(deed.after.top(), Some(Frame::CardOrEvent(_)));
    let weather = deed.events.iter().any(|event| matches!(event, Event::Weather { saved: false, .. }));
    let certain = says(deed, "a customs card") || deed.effect.contains("a customs card on ");
    so!(card || ordered || weather || !certain, "no customs card is drawn");
    // A step that ends the round brings a new danger, which nobody can foresee.
    let put_elsewhere = held_up || deed.events.iter().any(|event| matches!(event, Event::PutBack { .. } | Event::Danger { .. }));
    let event = deed.events.iter().any(|event| matches!(event, Event::Political { .. }));
    so!(!event || put_elsewhere || deed.effect.contains("a political event"), "a political event is rolled");
    let rolled = deed.events.iter().any(|event| matches!(event, Event::Weather { tokens, .. } if tokens.contains(&token)));
    so!(
        !rolled || put_elsewhere || deed.effect.contains(" saves it") || deed.effect.contains("safe"),
        "there is a roll against the danger"
    );
    for event in deed.events {
        if let Event::Delivered { reward, points, .. } = event {
            let told = deed.effect.contains(&format!("{reward}")) && deed.effect.contains(&format!("{points} victory point"));
            let limited = deed.rules.options.bank_limited;
            so!(told || put_elsewhere || limited, "{reward} and {points} victory points are earned");
        }
    }
    Ok(())
}

/// What is due where a movement turn ends.
fn stop_comes_true(deed: &Played) -> Result<(), String> {
    let event = deed.events.iter().any(|event| matches!(event, Event::Political { .. }));
    so!(!event || deed.effect.contains("a political event"), "a political event is rolled");
    let rolled = deed.events.iter().find_map(|event| match event {
        Event::Weather { save, .. } => Some(*save),
        _ => None,
    });
    let moved = deed.events.iter().any(|event| matches!(event, Event::TurnedBack { .. } | Event::Danger { .. }));
    so!(
        rolled.is_none() || moved || deed.effect.contains("safe") || deed.effect.contains("save"),
        "there is a roll against the danger"
    );
    Ok(())
}
