//! Sums over the events of a game.

use kernel::{Figure, Journal, Silent, Words};

/// A listener to a game of a simulation: one that ignores everything, or the flows.
pub(crate) trait Listener<R: Words>: Journal<R::Event> {
    /// A game begins.
    fn begin(&mut self);

    /// The figures of the game that is over.
    fn figures(&self, figures: &mut Vec<Figure>);
}

impl<R: Words> Listener<R> for Silent {
    fn begin(&mut self) {}

    fn figures(&self, _figures: &mut Vec<Figure>) {}
}

/// Adds up the flows of one game after another.
pub(crate) struct Flows<'a, R: Words> {
    rules: &'a R,
    sums: Vec<Figure>,
}

impl<'a, R: Words> Flows<'a, R> {
    pub fn new(rules: &'a R) -> Flows<'a, R> {
        Flows { rules, sums: rules.flows().iter().map(|name| (*name, 0)).collect() }
    }
}

impl<R: Words> Journal<R::Event> for Flows<'_, R> {
    fn note(&mut self, event: impl FnOnce() -> R::Event) {
        let sums = &mut self.sums;
        self.rules.flow(&event(), &mut |place, amount| {
            // A place outside the list breaks the promise of `Words::flow`; the proof of a game finds it.
            if let Some((_, sum)) = sums.get_mut(place) {
                *sum += amount;
            }
        });
    }
}

impl<R: Words> Listener<R> for Flows<'_, R> {
    fn begin(&mut self) {
        self.sums.iter_mut().for_each(|(_, sum)| *sum = 0);
    }

    fn figures(&self, figures: &mut Vec<Figure>) {
        figures.extend_from_slice(&self.sums);
    }
}
