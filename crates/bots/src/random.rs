//! `random`: any legal action.

use crate::{Bot, Budget, Sight, whims};
use kernel::{Luck, Rules, Seeded};

/// Its name.
pub(crate) const NAME: &str = "random";

/// Takes a uniformly random action.
#[derive(Clone, Debug)]
pub struct Random<R: Rules> {
    whims: Seeded,
    actions: Vec<R::Action>,
}

impl<R: Rules> Random<R> {
    /// Its name.
    pub const NAME: &'static str = NAME;

    /// A bot whose random choices come from this seed.
    pub fn new(seed: u64) -> Random<R> {
        Random { whims: whims(seed), actions: Vec::new() }
    }

    /// One of these actions, uniformly random; none if there are none. If there is only one, no luck is drawn.
    #[inline]
    pub fn pick(actions: &[R::Action], luck: &mut impl Luck) -> Option<R::Action> {
        match actions {
            [] => None,
            [only] => Some(*only),
            _ => actions.get(luck.below(actions.len())).copied(),
        }
    }
}

impl<R: Rules> Bot<R> for Random<R> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn choose(&mut self, sight: &Sight<'_, R>, _budget: &Budget) -> R::Action {
        self.actions.clear();
        sight.actions(&mut self.actions);
        Self::pick(&self.actions, &mut self.whims).unwrap_or_else(|| sight.fallback())
    }
}
