//! The limits of a bot's thinking.

use std::time::{Duration, Instant};

/// The most a bot may think about one choice. By default each bot takes what it naturally needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// How many actions it may try out.
    pub nodes: Option<u64>,
    /// How long it may think; its choice then depends on the machine.
    pub time: Option<Duration>,
}

/// The clock is read once in this many nodes, since reading it costs about as much as a node.
const BETWEEN_LOOKS: u32 = 64;

/// What is left of a budget while a bot thinks.
#[derive(Clone, Debug)]
pub struct Meter {
    nodes: u64,
    deadline: Option<Instant>,
    until_look: u32,
}

impl Meter {
    /// Starts the clock.
    pub fn new(budget: &Budget) -> Meter {
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        Meter { nodes: budget.nodes.unwrap_or(u64::MAX), deadline, until_look: BETWEEN_LOOKS }
    }

    /// Spends a node, if one is left.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = BETWEEN_LOOKS;
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.nodes = 0;
            }
        }
        true
    }

    /// Is nothing left?
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.nodes == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_nodes_and_no_more() {
        let mut meter = Meter::new(&Budget { nodes: Some(3), time: None });
        assert_eq!(std::iter::from_fn(|| meter.spend().then_some(())).count(), 3);
        assert!(meter.is_spent());
    }

    #[test]
    fn time_runs_out_within_a_few_nodes() {
        let mut meter = Meter::new(&Budget { nodes: None, time: Some(Duration::ZERO) });
        assert_eq!(std::iter::from_fn(|| meter.spend().then_some(())).count(), BETWEEN_LOOKS as usize);
    }
}
