//! Listed means legal, for any action from any seat.

use crate::{
    Counts, Law, applying,
    garbage::Pool,
    moment::{Moment, Spoken, Tried},
    words::Ear,
};
use kernel::{Luck, Seat, Seeded};
use std::collections::HashSet;

/// Every seat may do what is listed for it, and nothing is listed for seats that may not act.
pub(crate) fn listed_is_legal<R: Spoken>(moment: &Moment<R>, pool: &mut Pool<R::Action>, luck: &Seeded) {
    let turn = moment.rules.turn(&moment.state);
    for seat in Moment::<R>::all_seats() {
        let list = moment.legal(&moment.state, seat);
        if !turn.admits(seat) {
            let first = || format!("seat {seat} may not act but is offered {}", moment.name(seat, &list[0]));
            moment.require(list.is_empty(), Law::Listed, first);
            continue;
        }
        let awaited = turn.awaited.contains(seat);
        moment.require(!awaited || !list.is_empty(), Law::Listed, || format!("seat {seat} is awaited but nothing is listed"));
        let mut sensible = Vec::new();
        moment.rules.sensible(&moment.state, seat, &mut sensible);
        let considered =
            sensible.iter().all(|action| list.contains(action)) && (list.is_empty() || !sensible.is_empty() || !awaited);
        moment.require(considered, Law::Listed, || format!("what is sensible for seat {seat} is not part of what is listed"));
        let mut once = HashSet::new();
        for action in &list {
            moment.require(once.insert(*action), Law::Listed, || format!("{} is listed twice", moment.name(seat, action)));
            let tried = moment.attempt(&moment.state, seat, action, luck.clone());
            if let Err(refusal) = tried.result {
                moment.fail(Law::Listed, &format!("{} is listed but refused: {refusal}", moment.name(seat, action)));
            }
            applying::consequence_is_honest(moment, seat, action, &tried);
            applying::step_is_sound(moment, seat, action, &tried.after);
        }
        pool.add(moment, list);
    }
}

/// Actions that are not listed are refused, and the refusal changes nothing and cites a clause.
pub(crate) fn unlisted_is_refused<R: Spoken>(
    moment: &Moment<R>,
    pool: &Pool<R::Action>,
    count: usize,
    luck: &mut Seeded,
    report: &mut Counts,
) {
    let turn = moment.rules.turn(&moment.state);
    let listed: Vec<R::Action> = turn.awaited.flat_map(|seat| moment.actions(&moment.state, seat)).collect();
    for seat in Moment::<R>::all_seats() {
        let own: HashSet<R::Action> = moment.legal(&moment.state, seat).into_iter().collect();
        // Seats that may act are tried most; each other seat is tried with an action that somebody else may do.
        let tries = if turn.admits(seat) { count } else { 1 };
        let neighbour = listed.get(luck.below(listed.len())).copied();
        for action in pool.some(tries, luck).into_iter().chain(neighbour) {
            let tried = moment.attempt(&moment.state, seat, &action, luck.clone());
            if tried.result.is_err() {
                report.refused += 1;
                refusal_is_clean(moment, seat, &action, &tried);
            } else {
                let legal = turn.admits(seat) && (own.contains(&action) || moment.rules.is_open(&action));
                moment.require(legal, Law::Listed, || format!("{} is not listed but accepted", moment.name(seat, &action)));
                applying::consequence_is_honest(moment, seat, &action, &tried);
                applying::step_is_sound(moment, seat, &action, &tried.after);
            }
        }
    }
}

/// A refusal changes nothing, draws no luck, notes no event and cites a clause.
pub(crate) fn refusal_is_clean<R: Spoken>(moment: &Moment<R>, seat: Seat, action: &R::Action, tried: &Tried<R>) {
    let Err(refusal) = &tried.result else { return };
    let name = || moment.name(seat, action);
    moment.require(tried.after == moment.state, Law::Atomic, || format!("{} is refused but changed the state", name()));
    moment.require(tried.drawn.is_empty(), Law::Atomic, || format!("{} is refused but drew luck", name()));
    moment.require(tried.events.is_empty(), Law::Atomic, || format!("{} is refused but told the journal", name()));
    Ear::strict(moment).refusal(refusal, || format!("the refusal of {}", name()));
}
