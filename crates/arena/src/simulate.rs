//! Many games, on all cores.

use crate::{
    ArenaFault, CpuClock, Plan, Report,
    flows::{Flows, Listener},
    play,
    tally::Tally,
};
use bots::Random;
use kernel::{Game, Rules, Silent, Words};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays all games of a plan and reports the statistics. `progress` is called from time to time, from any thread, with
/// the number of games finished since the last call.
///
/// The same plan plays the same games and finds the same statistics on any number of threads; only the times differ. `options`
/// are those that made the rules; the report repeats them.
pub fn simulate<G: Game>(
    rules: &G::Rules,
    options: &G::Options,
    plan: &Plan,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, ArenaFault> {
    plan.check(rules.players())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| ArenaFault::Threads { threads: plan.threads, reason: error.to_string() })?;
    let threads = pool.current_num_threads();

    // Small enough to spread evenly over threads and to show progress, large enough that the overhead does not matter.
    let chunk = (plan.games / 512).clamp(1, 4096);
    let chunks = plan.games.div_ceil(chunk);
    let failed = AtomicU64::new(u64::MAX);
    let played = pool.install(|| {
        (0..chunks)
            .into_par_iter()
            .fold(Tally::default, |mut tally, number| {
                let (first, games) = (number * chunk, tally.games);
                // After a fault later games do not matter, but earlier ones do: they might hold the first fault.
                if tally.fault.is_some() || first > failed.load(Ordering::Relaxed) {
                    return tally;
                }
                let end = (first + chunk).min(plan.games);
                // Events are not made at all if nothing is added up from them.
                if rules.flows().is_empty() {
                    some_games(rules, plan, first, end, &mut Silent, &mut tally);
                } else {
                    some_games(rules, plan, first, end, &mut Flows::new(rules), &mut tally);
                }
                if let Some((game, _)) = &tally.fault {
                    failed.fetch_min(*game, Ordering::Relaxed);
                }
                progress(tally.games - games);
                tally
            })
            .reduce(Tally::default, Tally::merge)
    });
    match played.fault {
        Some((_, fault)) => Err(fault),
        None => Ok(Report::new::<G>(options, plan, threads, &played)),
    }
}

/// Plays games `first` to `end` − 1 and adds them to the tally.
fn some_games<R: Rules + Words>(
    rules: &R,
    plan: &Plan,
    first: u64,
    end: u64,
    listener: &mut impl Listener<R>,
    tally: &mut Tally,
) {
    let (mut actions, mut figures) = (Vec::new(), Vec::new());
    let all_random = plan.lineup.iter().all(|name| name == Random::<R>::NAME);
    let clock = CpuClock::start();
    for game in first..end {
        let mut round = 0;
        listener.begin();
        let mut follow = |state: &R::State| {
            let now = rules.round(state);
            if now > round {
                round = now;
                figures.clear();
                rules.course(state, &mut figures);
                tally.follow(now, &figures);
            }
        };
        let played = if all_random {
            play::random(rules, plan.seed, game, &mut actions, listener, |state, _, _| follow(state))
        } else {
            play::between_bots(rules, plan, game, listener, follow)
        };
        match played {
            Ok(end) => {
                let outcome = rules.outcome(&end.state);
                figures.clear();
                rules.figures(&end.state, &mut figures);
                listener.figures(&mut figures);
                tally.add(plan, game, end.decisions, outcome.as_ref(), &figures);
            }
            Err(fault) => {
                tally.fault = Some((game, fault));
                break;
            }
        }
    }
    tally.time += clock.elapsed();
}
