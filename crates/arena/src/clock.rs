//! CPU time: what the play itself cost, without other work of the machine.

use std::time::Duration;

/// Measures the CPU time of the thread that started it.
///
/// Outside Unix it measures wall-clock time instead.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    #[cfg(unix)]
    start: Duration,
    #[cfg(not(unix))]
    start: std::time::Instant,
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The kernel gives neither number below zero.
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

impl CpuClock {
    /// Starts the clock.
    pub fn start() -> CpuClock {
        #[cfg(unix)]
        return CpuClock { start: thread_time() };
        #[cfg(not(unix))]
        return CpuClock { start: std::time::Instant::now() };
    }

    /// The CPU time since the start; ask on the same thread.
    pub fn elapsed(&self) -> Duration {
        #[cfg(unix)]
        return thread_time().saturating_sub(self.start);
        #[cfg(not(unix))]
        return self.start.elapsed();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn sleeping_costs_no_cpu_time() {
        let clock = CpuClock::start();
        std::thread::sleep(Duration::from_millis(30));
        assert!(clock.elapsed() < Duration::from_millis(20));
        let mut sum = 0u64;
        while clock.elapsed() < Duration::from_millis(2) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }
}
