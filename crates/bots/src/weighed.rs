//! A choice and what it was weighed against.

use std::cmp::Reverse;

/// What a bot would do, and what it compared that with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed<A> {
    /// What it would do.
    pub action: A,
    /// What comes next in its ranking; none where it compared nothing.
    pub rival: Option<Rival<A>>,
    /// How many actions it compared.
    pub compared: usize,
}

/// What a bot would do if its choice were not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rival<A> {
    /// The action.
    pub action: A,
    /// How much worse off the bot thinks it leaves the seat, in the measure of [`kernel::Rules::worth`]; 0 only where it sees no
    /// difference.
    pub behind: i64,
    /// How many actions the bot thinks exactly as good as its choice.
    pub level: usize,
}

impl<A: Copy> Weighed<A> {
    /// A choice that was compared with nothing.
    pub fn alone(action: A) -> Weighed<A> {
        Weighed { action, rival: None, compared: 1 }
    }

    /// The choice of the action at this place, by the worth of each, summed over so many imagined tables.
    pub(crate) fn among(actions: &[A], worth: &[i128], tables: i128, chosen: usize) -> Weighed<A> {
        let best = worth[chosen];
        let others = || worth.iter().enumerate().filter(|(place, _)| *place != chosen);
        // Of equal ones the first: the order of the game's list means something to people.
        let next = others().max_by_key(|(place, worth)| (**worth, Reverse(*place)));
        let rival = next.map(|(place, worth)| Rival {
            action: actions[place],
            behind: i64::try_from((best - worth + tables - 1) / tables).unwrap_or(i64::MAX),
            level: others().filter(|(_, worth)| **worth == best).count(),
        });
        Weighed { action: actions[chosen], rival, compared: worth.len() }
    }
}

impl<A> Weighed<A> {
    /// The same with each action as `write` makes it.
    pub fn map<B>(self, write: impl Fn(A) -> B) -> Weighed<B> {
        let rival = self.rival.map(|Rival { action, behind, level }| Rival { action: write(action), behind, level });
        Weighed { action: write(self.action), rival, compared: self.compared }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rival_is_the_best_of_the_others_and_the_first_of_equals() {
        let weighed = Weighed::among(&['a', 'b', 'c', 'd'], &[4, 16, 15, 15], 2, 1);
        // One in two tables together is half a point in each: still a difference.
        assert_eq!(weighed.rival, Some(Rival { action: 'c', behind: 1, level: 0 }));
        assert_eq!((weighed.action, weighed.compared), ('b', 4));
    }

    #[test]
    fn equal_ones_are_counted() {
        let weighed = Weighed::among(&['a', 'b', 'c', 'd'], &[16, 4, 16, 16], 1, 2);
        assert_eq!(weighed.rival, Some(Rival { action: 'a', behind: 0, level: 2 }));
    }

    #[test]
    fn what_could_not_be_tried_is_no_rival() {
        // The budget was spent after two of four.
        assert_eq!(Weighed::among(&['a', 'b', 'c', 'd'], &[3, 9], 1, 1).rival.map(|rival| rival.action), Some('a'));
        assert_eq!(Weighed::among(&['a', 'b'], &[3], 1, 0), Weighed::alone('a'));
    }
}
