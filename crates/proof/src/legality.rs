//! Listed means legal, whatever arrives and from whomever.

use crate::{
    Law, Report, deeds,
    garbage::Pool,
    scene::{Scene, Told, Tried},
    words::Ear,
};
use kernel::{Luck, Seat, Seeded};
use std::collections::HashSet;

/// What every seat is offered here, it may do; who may not act is offered nothing.
pub(crate) fn listed_is_legal<R: Told>(scene: &Scene<R>, pool: &mut Pool<R::Action>, luck: &Seeded) {
    let turn = scene.rules.turn(&scene.state);
    for seat in Scene::<R>::all_seats() {
        let list = scene.actions(&scene.state, seat);
        if !turn.admits(seat) {
            let first = || format!("seat {seat} may not act but is offered {}", scene.name(seat, &list[0]));
            scene.require(list.is_empty(), Law::Listed, first);
            continue;
        }
        let awaited = turn.awaited.contains(seat);
        scene.require(!awaited || !list.is_empty(), Law::Listed, || format!("seat {seat} is awaited but nothing is listed"));
        let mut once = HashSet::new();
        for action in &list {
            scene.require(once.insert(*action), Law::Listed, || format!("{} is listed twice", scene.name(seat, action)));
            let tried = scene.attempt(&scene.state, seat, action, luck.clone());
            if let Err(refusal) = tried.result {
                scene.fail(Law::Listed, &format!("{} is listed but refused: {refusal}", scene.name(seat, action)));
            }
            deeds::consequence_is_honest(scene, seat, action, &tried);
            deeds::step_is_sound(scene, seat, action, &tried.after);
        }
        pool.add(scene, list);
    }
}

/// What no list holds is refused, and the refusal changes nothing and cites a clause.
pub(crate) fn unlisted_is_refused<R: Told>(
    scene: &Scene<R>,
    pool: &Pool<R::Action>,
    count: usize,
    luck: &mut Seeded,
    report: &mut Report,
) {
    let turn = scene.rules.turn(&scene.state);
    let listed: Vec<R::Action> = turn.awaited.flat_map(|seat| scene.actions(&scene.state, seat)).collect();
    for seat in Scene::<R>::all_seats() {
        let own: HashSet<R::Action> = scene.actions(&scene.state, seat).into_iter().collect();
        // Who may act gets the most; of the others each is tried with what somebody else may do.
        let tries = if turn.admits(seat) { count } else { 1 };
        let neighbour = listed.get(luck.below(listed.len())).copied();
        for action in pool.some(tries, luck).into_iter().chain(neighbour) {
            let tried = scene.attempt(&scene.state, seat, &action, luck.clone());
            if tried.result.is_err() {
                report.refused += 1;
                refusal_is_clean(scene, seat, &action, &tried);
            } else {
                let legal = turn.admits(seat) && (own.contains(&action) || scene.rules.is_open(&action));
                scene.require(legal, Law::Listed, || format!("{} is not listed but accepted", scene.name(seat, &action)));
                deeds::consequence_is_honest(scene, seat, &action, &tried);
                deeds::step_is_sound(scene, seat, &action, &tried.after);
            }
        }
    }
}

/// Nothing changed, nothing drawn, nothing told; and a clause says why.
pub(crate) fn refusal_is_clean<R: Told>(scene: &Scene<R>, seat: Seat, action: &R::Action, tried: &Tried<R>) {
    let Err(refusal) = &tried.result else { return };
    let name = || scene.name(seat, action);
    scene.require(tried.after == scene.state, Law::Atomic, || format!("{} is refused but changed the state", name()));
    scene.require(tried.drawn.is_empty(), Law::Atomic, || format!("{} is refused but drew luck", name()));
    scene.require(tried.events.is_empty(), Law::Atomic, || format!("{} is refused but told the journal", name()));
    Ear::strict(scene).refusal(refusal, || format!("the refusal of {}", name()));
}
