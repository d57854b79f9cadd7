//! A playout allocates nothing.

use kernel::{Luck, Rules, Seeded, Silent};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    /// Of this thread only, so that tests at the same time do not disturb each other.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which counts what each thread asks of it. A test binary installs it:
///
/// ```
/// use proof::CountingAllocator;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let before = CountingAllocator::count();
/// drop(std::hint::black_box(Box::new(1)));
/// assert_eq!(CountingAllocator::count() - before, 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

impl CountingAllocator {
    /// How often this thread has asked for memory.
    pub fn count() -> u64 {
        ALLOCATIONS.get()
    }
}

fn count_one() {
    // A thread that is just ending has no counter any more, and nobody who would read it.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

#[allow(unsafe_code, reason = "an allocator cannot be written without; every call is passed on unchanged to the system’s")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `realloc`, which is the same.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from the system's allocator above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Plays one random game with nobody listening; gives the number of actions, at most `cap`.
pub fn playout<R: Rules>(rules: &R, luck: &mut Seeded, buffer: &mut Vec<R::Action>, cap: usize) -> usize {
    let mut state = rules.start(luck, &mut Silent);
    for step in 0..cap {
        let mut awaited = rules.turn(&state).awaited;
        let Some(seat) = awaited.nth(luck.below(awaited.len())) else { return step };
        buffer.clear();
        rules.actions(&state, seat, buffer);
        let Some(action) = buffer.get(luck.below(buffer.len())) else { return step };
        if rules.apply(&mut state, seat, action, luck, &mut Silent).is_err() {
            return step;
        }
    }
    cap
}

/// How often a random game asks for memory once the buffer of actions has its size. The test binary must have installed
/// [`CountingAllocator`].
pub fn playout_allocations<R: Rules>(rules: &R, seed: u64, cap: usize) -> u64 {
    let before = CountingAllocator::count();
    let mut buffer = std::hint::black_box(Vec::with_capacity(1));
    assert!(CountingAllocator::count() > before, "install CountingAllocator with #[global_allocator] in this test binary");
    playout(rules, &mut Seeded::new(seed), &mut buffer, cap);
    let before = CountingAllocator::count();
    playout(rules, &mut Seeded::new(seed), &mut buffer, cap);
    CountingAllocator::count() - before
}
