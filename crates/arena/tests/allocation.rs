//! Random play allocates nothing once it is under way.

#[path = "../../bots/tests/race/mod.rs"]
mod race;

use arena::playouts;
use bots::{Bot, Budget, Random, Sight, Steady};
use kernel::{Rules, Seat, Seeded, Silent};
use proof::CountingAllocator;
use race::Track;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// How often this asks for memory.
fn allocations(of: impl FnOnce()) -> u64 {
    let before = CountingAllocator::count();
    of();
    CountingAllocator::count() - before
}

#[test]
fn a_playout_allocates_only_room_for_its_actions() {
    let track = Track::of(4);
    let allocated = |games| allocations(|| drop(playouts(&track, 0, games, 1)));
    assert_eq!(allocated(1), allocated(500));
}

#[test]
fn a_bot_allocates_nothing_after_its_first_choices() {
    let track = Track::of(4);
    let state = track.start(&mut Seeded::new(1), &mut Silent);
    let sight = Sight::new(&track, &state, Seat::FIRST, &());
    let bots: [Box<dyn Bot<Track>>; 2] = [Box::new(Random::new(1)), Box::new(Steady::new(1))];
    for mut bot in bots {
        let mut choose = |times| {
            for _ in 0..times {
                std::hint::black_box(bot.choose(&sight, &Budget::default()));
            }
        };
        choose(10);
        assert_eq!(allocations(|| choose(100)), 0);
    }
}
