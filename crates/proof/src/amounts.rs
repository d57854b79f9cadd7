//! Open amounts: from the least to the most, step by step, and nowhere else.

use crate::{
    Counts, Law,
    garbage::Pool,
    moment::{Moment, Spoken},
};
use kernel::{AmountText, Bounds, Luck, Money, Seat, Seeded};

/// Within the bounds of every seat every amount is legal, and outside none is.
pub(crate) fn bounds_hold<R: Spoken>(moment: &Moment<R>, pool: &mut Pool<R::Action>, luck: &mut Seeded, report: &mut Counts) {
    let turn = moment.rules.turn(&moment.state);
    for seat in Moment::<R>::all_seats() {
        let mut bounds = Vec::new();
        moment.rules.bounds(&moment.state, seat, &mut bounds);
        let idle = bounds.is_empty() || turn.admits(seat);
        moment.require(idle, Law::Listed, || format!("seat {seat} may not act but has an open amount"));
        for bound in &bounds {
            ends_are_legal(moment, seat, bound, luck);
            steps_are_legal(moment, seat, bound, luck, report);
            pool.add(moment, [bound.least, bound.most]);
        }
    }
}

fn ends_are_legal<R: Spoken>(moment: &Moment<R>, seat: Seat, bound: &Bounds<R::Action>, luck: &Seeded) {
    let name = || format!("the open amount of {}", moment.name(seat, &bound.least));
    moment.cites(bound.clause, "bounds", name);
    let width = i64::from(bound.high.units()) - i64::from(bound.low.units());
    let sound = width >= 0 && bound.step > Money::ZERO && width % i64::from(bound.step.units().max(1)) == 0;
    moment.require(sound, Law::Listed, || format!("{} runs from {} to {} by {}", name(), bound.low, bound.high, bound.step));
    for end in [bound.least, bound.most] {
        moment.require(moment.rules.is_open(&end), Law::Listed, || format!("{} is not an open action", moment.name(seat, &end)));
        if let Err(refusal) = moment.attempt(&moment.state, seat, &end, luck.clone()).result {
            moment.fail(Law::Listed, &format!("{} is an end of its bounds but refused: {refusal}", moment.name(seat, &end)));
        }
    }
}

/// Amounts in between and beyond, written into the notation of the least one.
fn steps_are_legal<R: Spoken>(moment: &Moment<R>, seat: Seat, bound: &Bounds<R::Action>, luck: &mut Seeded, report: &mut Counts) {
    let (low, high, step) = (i64::from(bound.low.units()), i64::from(bound.high.units()), i64::from(bound.step.units()));
    let Some(text) = AmountText::of(moment.rules.as_ref(), bound) else {
        let ends = [bound.least, bound.most].map(|end| moment.rules.write(&end));
        moment
            .fail(Law::Notation, &format!("{ends:?} differ in more than their amounts {low} and {high}: no field can ask for it"))
    };
    let title = moment.rules.amount(&moment.state, seat, &bound.least, moment.names);
    moment.require(!title.trim().is_empty(), Law::Notation, || format!("the amount of `{}…` has no words", text.before));
    let with = |amount: i64| moment.rules.read(&text.with(amount)).ok();
    let steps = ((high - low) / step) as usize;
    let between = low + step * luck.below(steps + 1) as i64;
    for amount in [between, low - step, low - 1, low + 1, high + 1, high + step, 0, -step] {
        let Some(action) = with(amount) else { continue };
        let within = (low..=high).contains(&amount) && (amount - low) % step == 0;
        let result = moment.attempt(&moment.state, seat, &action, luck.clone()).result;
        report.amounts += 1;
        match result {
            Err(refusal) if within => moment
                .fail(Law::Listed, &format!("{} lies within its bounds but is refused: {refusal}", moment.name(seat, &action))),
            Ok(_) if !within => {
                let name = moment.name(seat, &action);
                moment.fail(Law::Listed, &format!("{name} lies outside {low} to {high} by {step} but is accepted"))
            }
            _ => {}
        }
    }
}
