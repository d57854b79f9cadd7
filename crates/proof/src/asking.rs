//! A player who is asked can answer, and every deal that a form offers can be proposed.

use crate::{
    Counts, Law,
    garbage::Pool,
    moment::{Moment, Spoken},
};
use kernel::{Bargain, Lot, Luck, Money, Seat, Seeded};

/// A player who is asked may act and has an answer and a safe one. Nobody else has a question.
pub(crate) fn questions_are_sound<R: Spoken>(moment: &Moment<R>, luck: &Seeded) {
    let turn = moment.rules.turn(&moment.state);
    let may_act = turn.asked.within(turn.awaited.or(turn.free));
    moment.require(may_act, Law::Asked, || {
        format!("{:?} are asked, but only {:?} may act", turn.asked, turn.awaited.or(turn.free))
    });
    for seat in Moment::<R>::all_seats() {
        let Some(question) = moment.rules.question(&moment.state, seat) else {
            moment.require(!turn.asked.contains(seat), Law::Asked, || format!("seat {seat} is asked, but no question is known"));
            continue;
        };
        moment.require(turn.asked.contains(seat), Law::Asked, || format!("seat {seat} has a question but is not asked"));
        let words = !question.kind.is_empty() && !moment.rules.standing_answer(question.kind).trim().is_empty();
        moment.require(words, Law::Asked, || format!("the question to seat {seat} has no kind, or a standing answer no words"));
        let is_answer = |action: &R::Action| moment.rules.is_answer(&moment.state, seat, action);
        let list = moment.actions(&moment.state, seat);
        moment.require(list.iter().any(is_answer), Law::Asked, || format!("seat {seat} is asked but no answer is listed"));
        let fallback = moment.rules.fallback(&moment.state, seat);
        let safe = list.contains(&fallback) && is_answer(&fallback);
        moment.require(safe, Law::Asked, || {
            format!("the fallback {} of an asked seat is no listed answer", moment.name(seat, &fallback))
        });
        if let Some(standing) = question.standing {
            standing_answer_settles(moment, seat, question.kind, &standing, luck);
        }
    }
}

/// A standing answer settles its question, if need be by being given several times.
fn standing_answer_settles<R: Spoken>(moment: &Moment<R>, seat: Seat, kind: &str, standing: &R::Action, luck: &Seeded) {
    let mut state = moment.state;
    let mut answer = *standing;
    for _ in 0..32 {
        let tried = moment.attempt(&state, seat, &answer, luck.clone());
        if let Err(refusal) = tried.result {
            moment.fail(Law::Asked, &format!("the standing answer {} is refused: {refusal}", moment.name(seat, &answer)));
        }
        state = tried.after;
        match moment.rules.question(&state, seat).filter(|question| question.kind == kind).and_then(|question| question.standing)
        {
            Some(next) => answer = next,
            None => return,
        }
    }
    moment.fail(Law::Asked, &format!("the standing answer {} does not settle the question", moment.name(seat, standing)));
}

/// The smallest deals that a form offers are legal; others are legal or refused by a clause.
pub(crate) fn bargains_can_be_made<R: Spoken>(
    moment: &Moment<R>,
    pool: &mut Pool<R::Action>,
    luck: &mut Seeded,
    report: &mut Counts,
) {
    let turn = moment.rules.turn(&moment.state);
    for seat in moment.players() {
        let bargains = moment.rules.bargains(&moment.state, seat, moment.names);
        moment.require(bargains.is_empty() || turn.admits(seat), Law::Bargains, || {
            format!("seat {seat} may not act but could put a deal together")
        });
        for bargain in &bargains {
            let name = || format!("`{}` of seat {seat}", bargain.verb);
            moment.cites(bargain.clause, &bargain.title, name);
            moment.require(bargain.step > Money::ZERO, Law::Bargains, || format!("{}: sums have no step", name()));
            let here = bargain.partners.within(moment.players().without(seat)) && !bargain.partners.is_empty();
            moment.require(here, Law::Bargains, || format!("{} is with {:?}", name(), bargain.partners));
            lots_are_sound(moment, seat, bargain);
            if !bargain.draft.is_empty() {
                let draft = format!("{} {}", bargain.verb, bargain.draft);
                let read = moment.rules.read(&draft);
                moment.require(read.is_ok(), Law::Bargains, || format!("the draft of {} cannot be read: {read:?}", name()));
            }
            smallest_deals(moment, seat, bargain, pool, luck, report);
            any_deal(moment, seat, bargain, pool, luck);
        }
    }
}

fn lots_are_sound<R: Spoken>(moment: &Moment<R>, seat: Seat, bargain: &Bargain) {
    let parties = bargain.partners.with(seat);
    for (index, lot) in bargain.lots.iter().enumerate() {
        let name = || format!("the lot `{}` of seat {} in `{}`", lot.asset, lot.from, bargain.verb);
        let named = !lot.name.trim().is_empty() && !lot.asset.contains(',') && !lot.asset.trim().is_empty();
        moment.require(named, Law::Bargains, || format!("{} has no name, or cannot be written", name()));
        let sound = parties.contains(lot.from) && lot.to.within(parties.without(lot.from)) && !lot.to.is_empty();
        moment.require(sound, Law::Bargains, || format!("{} goes to {:?}", name(), lot.to));
        let once = bargain.lots[..index].iter().all(|other| (other.from, &other.asset) != (lot.from, &lot.asset));
        moment.require(once, Law::Bargains, || format!("{} is given twice", name()));
    }
}

/// Exchanges each lot of this seat, and each lot of a partner, for one step of money.
fn smallest_deals<R: Spoken>(
    moment: &Moment<R>,
    seat: Seat,
    bargain: &Bargain,
    pool: &mut Pool<R::Action>,
    luck: &Seeded,
    report: &mut Counts,
) {
    let price = bargain.step.units().to_string();
    for Lot { from, to, asset, .. } in &bargain.lots {
        for to in to.filter(|to| *from == seat || *to == seat) {
            if bargain.purse(to) < bargain.step || bargain.most_things < 2 {
                continue;
            }
            let deal = bargain.written(&[(*from, to, asset.clone()), (to, *from, price.clone())]);
            let action = match moment.rules.read(&deal) {
                Ok(action) => action,
                Err(why) => moment.fail(Law::Bargains, &format!("`{deal}` can be put together but not read: {why}")),
            };
            let open = moment.rules.is_open(&action);
            moment.require(open, Law::Bargains, || format!("`{deal}` is a deal but no open action"));
            if let Err(refusal) = moment.attempt(&moment.state, seat, &action, luck.clone()).result {
                moment.fail(Law::Bargains, &format!("`{deal}` can be put together but is refused: {refusal}"));
            }
            pool.add(moment, [action]);
            report.deals += 1;
        }
    }
}

/// Anything that can be ticked in a form can be read. The action joins the pool, so the other laws try it.
fn any_deal<R: Spoken>(moment: &Moment<R>, seat: Seat, bargain: &Bargain, pool: &mut Pool<R::Action>, luck: &mut Seeded) {
    let parties: Vec<Seat> = bargain.partners.with(seat).collect();
    let mut transfers = Vec::new();
    for lot in bargain.lots.iter().take(bargain.most_things) {
        if luck.below(3) > 0 {
            continue;
        }
        let mut takers = lot.to;
        transfers.extend(takers.nth(luck.below(lot.to.len())).map(|to| (lot.from, to, lot.asset.clone())));
    }
    let (from, to) = (parties[luck.below(parties.len())], parties[luck.below(parties.len())]);
    let steps = bargain.purse(from).units() / bargain.step.units().max(1);
    if from != to && steps > 0 {
        let sum = bargain.step.units() * luck.between(1, steps as u32) as i32;
        transfers.push((from, to, sum.to_string()));
    }
    if !transfers.is_empty() {
        pool.add(moment, moment.rules.read(&bargain.written(&transfers)).ok());
    }
}
