//! How fast a game is.

use crate::{ArenaFault, CpuClock, play, playouts};
use kernel::{Game, Luck, PackFault, Rules, Seat, Seeded, Silent, say::grouped};
use serde::Serialize;
use std::{
    fmt,
    hint::black_box,
    time::{Duration, Instant},
};

/// How fast a game is, with its own content and default settings.
#[derive(Clone, Debug, Serialize)]
pub struct BenchLine {
    /// The game.
    pub game: &'static str,
    /// How many players sat at the table.
    pub players: usize,
    /// Decisions a second in random play on one core: the median of several runs by CPU time.
    pub decisions_per_second: f64,
    /// Games a second, likewise.
    pub games_per_second: f64,
    /// Nanoseconds to do an action.
    pub apply_ns: f64,
    /// Nanoseconds to list all actions.
    pub actions_ns: f64,
    /// Nanoseconds to copy a state.
    pub copy_ns: f64,
    /// The size of a state.
    pub state_bytes: usize,
    /// How many times as many games two threads play as one, by wall-clock time.
    pub two_threads: f64,
}

/// How many runs the median is taken of.
const RUNS: usize = 7;

/// About how long a run takes.
const RUN: Duration = Duration::from_millis(250);

/// How many moments of random play the single steps are measured on: few enough to stay in the cache, as in a search.
const MOMENTS: usize = 512;

/// Measures a game with its own content and default settings.
pub fn bench<G: Game>() -> Result<BenchLine, ArenaFault> {
    let game = G::about().id;
    let fault = |reason: String| ArenaFault::Setup { game: game.to_owned(), reason };
    let tell = |faults: Vec<PackFault>| fault(faults.iter().map(PackFault::to_string).collect::<Vec<_>>().join("; "));
    let pack = G::pack(&G::files()).map_err(tell)?;
    let rules = G::rules(&pack, &G::Options::default()).map_err(|refusal| fault(refusal.to_string()))?;

    let games = games_of_a_run(&rules)?;
    let mut speeds = Vec::new();
    for run in 0..RUNS as u64 {
        let clock = CpuClock::start();
        let played = playouts(&rules, run * games, games, 1)?;
        let seconds = clock.elapsed().as_secs_f64();
        speeds.push((played.decisions as f64 / seconds, played.games as f64 / seconds));
    }
    let steps = Steps::measure(&rules)?;
    Ok(BenchLine {
        game,
        players: rules.players(),
        decisions_per_second: median(speeds.iter().map(|speed| speed.0)),
        games_per_second: median(speeds.iter().map(|speed| speed.1)),
        apply_ns: steps.apply,
        actions_ns: steps.actions,
        copy_ns: steps.copy,
        state_bytes: size_of::<<G::Rules as Rules>::State>(),
        two_threads: two_threads(&rules, games)?,
    })
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn games_of_a_run<R: Rules>(rules: &R) -> Result<u64, ArenaFault> {
    let mut games = 16;
    loop {
        let clock = CpuClock::start();
        playouts(rules, 0, games, 0)?;
        let time = clock.elapsed();
        if time * 8 > RUN {
            return Ok((games as f64 * RUN.as_secs_f64() / time.as_secs_f64()).ceil() as u64);
        }
        games *= 2;
    }
}

/// How many times as many games two threads play as one in the same time. Both play the same games, so that neither waits for the
/// other. For each number of threads the best of several runs counts, since other work on the machine can only slow them down.
fn two_threads<R: Rules>(rules: &R, games: u64) -> Result<f64, ArenaFault> {
    let timed = |threads: u64| -> Result<f64, ArenaFault> {
        let clock = Instant::now();
        std::thread::scope(|scope| {
            let work = || playouts(rules, 0, games, 2).map(|_| ());
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            // A thread that panicked has said so itself; here it only counts as ended.
            others.into_iter().try_for_each(|other| other.join().unwrap_or(Ok(()))).and(own)
        })?;
        Ok(clock.elapsed().as_secs_f64())
    };
    let (mut one, mut two) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        one = one.min(timed(1)?);
        two = two.min(timed(2)?);
    }
    Ok(2.0 * one / two)
}

/// Nanoseconds of the single steps of play.
struct Steps {
    apply: f64,
    actions: f64,
    copy: f64,
}

impl Steps {
    fn measure<R: Rules>(rules: &R) -> Result<Steps, ArenaFault> {
        let moments = moments(rules, MOMENTS)?;
        let states: Vec<R::State> = moments.iter().map(|moment| moment.0).collect();
        let mut luck = Seeded::new(3);
        // Draws once before the clock starts, so that making the stream's first block is not counted.
        luck.die(6);

        let mut fresh = states.clone();
        let apply = nanoseconds(states.len(), |clock| {
            fresh.copy_from_slice(&states);
            clock(&mut || {
                for (state, (_, seat, action)) in fresh.iter_mut().zip(&moments) {
                    let _ = black_box(rules.apply(state, *seat, black_box(action), &mut luck, &mut Silent));
                }
            });
        });
        let mut list = Vec::new();
        let actions = nanoseconds(states.len(), |clock| {
            clock(&mut || {
                for (state, seat, _) in &moments {
                    list.clear();
                    rules.actions(black_box(state), *seat, &mut list);
                    black_box(&list);
                }
            });
        });
        let copy = nanoseconds(states.len(), |clock| {
            clock(&mut || {
                for state in &states {
                    let copy = *black_box(state);
                    black_box(&copy);
                }
            });
        });
        Ok(Steps { apply, actions, copy })
    }
}

/// The median time of one of `count` steps that a pass makes while the clock runs.
fn nanoseconds(count: usize, mut pass: impl FnMut(&mut dyn FnMut(&mut dyn FnMut()))) -> f64 {
    let (mut times, start) = (Vec::new(), Instant::now());
    while times.len() < RUNS || start.elapsed() < RUN {
        pass(&mut |steps| {
            let clock = CpuClock::start();
            steps();
            times.push(clock.elapsed().as_nanos() as f64 / count.max(1) as f64);
        });
    }
    median(times.into_iter())
}

type Moment<R> = (<R as Rules>::State, Seat, <R as Rules>::Action);

/// Moments of random play: one in 61 decisions, so that every part of a game has its usual share.
fn moments<R: Rules>(rules: &R, count: usize) -> Result<Vec<Moment<R>>, ArenaFault> {
    let (mut moments, mut actions, mut passed) = (Vec::with_capacity(count), Vec::new(), 0);
    let mut game = 0;
    while moments.len() < count {
        play::random(rules, 3, game, &mut actions, &mut Silent, |state, seat, action| {
            passed += 1;
            if passed % 61 == 0 && moments.len() < count {
                moments.push((*state, seat, *action));
            }
        })?;
        game += 1;
        if passed == 0 {
            break;
        }
    }
    Ok(moments)
}

impl fmt::Display for BenchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} decisions/s, {} games/s; apply {:.1} ns, actions {:.1} ns, copy {:.1} ns; state {} B; two threads {:.2} ×",
            self.game,
            grouped(self.decisions_per_second as u64),
            grouped(self.games_per_second as u64),
            self.apply_ns,
            self.actions_ns,
            self.copy_ns,
            self.state_bytes,
            self.two_threads,
        )
    }
}
