//! The cheapest ways with every place on them, for logs and pages. (PRF-MOVE-8)
//!
//! [`Way`] says what can be reached and at what price; here the same is searched place by place.

use crate::{
    places::{Dot, Place, Warehouse},
    reach::Way,
};

/// A place, and the last warehouse driven through on the way there.
type Node = (Place, Option<Warehouse>);

const PLACES: usize = Dot::COUNT + Warehouse::COUNT;
const NODES: usize = PLACES * (Warehouse::COUNT + 1);

/// All cheapest ways of a truck. Among equally cheap ways it is always the same one.
pub(crate) struct Routes {
    start: Node,
    /// Where the way to each node comes from.
    before: Box<[Option<Node>; NODES]>,
}

fn number((place, via): Node) -> usize {
    let place = match place {
        Place::Dot(dot) => dot.index(),
        Place::In(warehouse) => Dot::COUNT + warehouse.index(),
    };
    place + PLACES * via.map_or(Warehouse::COUNT, Warehouse::index)
}

impl Routes {
    /// Finds them all.
    pub(crate) fn of(way: &Way<'_>) -> Routes {
        let start = (way.place(), None);
        let mut routes = Routes { start, before: Box::new([None; NODES]) };
        let mut waiting = vec![start];
        let mut next = 0;
        while let Some(node) = waiting.get(next).copied() {
            next += 1;
            let mut come = |further: Node| {
                if further != start && routes.before[number(further)].is_none() {
                    routes.before[number(further)] = Some(node);
                    waiting.push(further);
                }
            };
            match node {
                (Place::Dot(dot), via) => {
                    way.neighbours(dot).for_each(|dot| come((Place::Dot(dot), via)));
                    way.parks(dot, via).for_each(|park| come((Place::In(park), via)));
                }
                (Place::In(warehouse), via) => {
                    // Leaving the warehouse where the drive began is not driving through it.
                    let via = if node == start { via } else { Some(warehouse) };
                    way.exits(warehouse).for_each(|dot| come((Place::Dot(dot), via)));
                }
            }
        }
        routes
    }

    /// The way to this place, through `via` last if that is named; both ends included.
    pub(crate) fn to(&self, to: Place, via: Option<Warehouse>) -> Option<Vec<Place>> {
        let mut node = (to, via);
        let mut path = vec![to];
        while node != self.start {
            node = self.before[number(node)]?;
            path.push(node.0);
        }
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Options, Profitability, Step, TruckBlocking};
    use kernel::{Game, Rules, Seeded, Silent};

    /// The search place by place and the flood fills agree.
    #[test]
    fn every_stop_costs_what_its_way_takes() {
        let pack = Profitability::pack(&Profitability::files()).unwrap();
        for truck_blocking in [TruckBlocking::Pass, TruckBlocking::Block] {
            let rules = Profitability::rules(&pack, &Options { truck_blocking, ..Options::default() }).unwrap();
            let (mut luck, mut actions, mut buffer) = (Seeded::new(3), Vec::new(), Vec::new());
            let mut state = rules.start(&mut luck, &mut Silent);
            for _ in 0..3_000 {
                if state.step == Step::Over {
                    break;
                }
                if state.step == Step::Acting {
                    actions.clear();
                    rules.actions(&state, state.seat, &mut actions);
                    let way = Way::of(&rules, &state, state.colour()).unwrap();
                    let routes = Routes::of(&way);
                    let vias = || Warehouse::all().map(Some).chain([None]);
                    let dots = (0..Dot::COUNT).filter_map(Dot::new).map(Place::Dot);
                    for (to, via) in dots.chain(Warehouse::all().map(Place::In)).flat_map(|to| vias().map(move |via| (to, via))) {
                        let steps = routes.to(to, via).map(|path| path.len() - 1).filter(|steps| *steps > 0);
                        let free = !to.dot().is_some_and(|dot| way.is_occupied(dot));
                        let price = steps.filter(|steps| free && *steps <= usize::from(state.points)).map(|steps| steps as u8);
                        assert_eq!(way.price(to, via, state.points), price, "{to:?} via {via:?} in {state:?}");
                        assert_eq!(actions.contains(&Action::Drive { to, via }), price.is_some());
                    }
                }
                let action = rules.any_action(&state, state.seat, &mut luck, &mut buffer).unwrap();
                let seat = state.seat;
                rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
            }
        }
    }
}
