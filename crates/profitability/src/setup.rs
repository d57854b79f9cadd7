//! Before the first turn of a match: colours, tiles, goods, trucks, and who starts. (PRF-SETUP, PRF-START-1 to PRF-START-3)

use crate::{
    board::Laid,
    colours::Colour,
    events::Event,
    goods::{Goods, Store},
    options::{Colours, GoodsLayout, Markers, Tiles},
    places::{Dots, Place, Warehouse},
    roads::Links,
    rules::ProfitabilityRules,
    state::{Counts, Damaged, GoodsHandled, Handled, PLAYERS, Series, Stage, State, Step, Truck},
    trendline::Trendline,
};
use kernel::{Journal, Luck, Money, Seat, Seats};

/// How often tied players roll again before the first of them starts. (PRF-START-2)
const MOST_ROLLS: usize = 100;

impl ProfitabilityRules {
    /// An empty table at which everybody has a colour. (PRF-GAME-6)
    pub(crate) fn seated(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut colours = Colour::ALL;
        if self.options.colours == Colours::Random {
            for seat in 0..self.players {
                let draw = luck.between(0, (PLAYERS - 1 - seat) as u32) as usize;
                // The colours left stay in their order.
                colours[seat..=seat + draw].rotate_right(1);
            }
            for seat in Seats::first(self.players) {
                journal.note(|| Event::Coloured { seat, colour: colours[seat.index()] });
            }
        }
        self.table(colours)
    }

    /// An empty table with these colours of the seats.
    pub(crate) fn table(&self, colours: [Colour; PLAYERS]) -> State {
        let mut seats = [None; PLAYERS];
        for seat in Seats::first(self.players) {
            seats[colours[seat.index()].index()] = Some(seat);
        }
        let truck = |colour: Colour| Truck {
            at: None,
            stage: Stage::Load,
            last: Warehouse::small(colour),
            goods: Goods::NONE,
            damaged: Damaged::Removed,
            home: false,
        };
        State {
            stores: [Store::EMPTY; Warehouse::COUNT],
            links: Links::NONE,
            tiles: [Laid::default(); 4],
            trucks: Colour::ALL.map(truck),
            occupied: Dots::NONE,
            // PRF-SETUP-6, PRF-SETUP-7: pawns at 0 EUR, no marker on the trendline yet.
            profits: [Money::ZERO; PLAYERS],
            booked: [0; PLAYERS],
            bookings: 0,
            prices: [self.top() / 2; PLAYERS],
            trend: Trendline::EMPTY,
            marked: 0,
            colours,
            seats,
            seat: Seat::FIRST,
            starter: Seat::FIRST,
            dice: [0; 2],
            points: 0,
            step: Step::Marking,
            handled: Handled::Nothing,
            closing: None,
            number: 1,
            lap: 1,
            goods_handled: GoodsHandled::NONE,
            drive: None,
            series: Series::default(),
            counts: Counts::default(),
        }
    }

    /// Sets up a match; colours, series and statistics stay. (PRF-MULTI-5)
    pub(crate) fn begin_match(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        let number = state.number;
        journal.note(|| Event::MatchBegan { number });
        let empty = self.table(state.colours);
        *state = State { number, series: state.series, counts: state.counts, ..empty };
        self.lay_tiles(state, luck);
        journal.note(|| Event::TilesLaid { tiles: state.tiles.iter().map(|laid| laid.name()).collect() });
        self.lay_goods(state, luck);
        self.remove_unused(state);
        journal.note(|| Event::GoodsLaid);
        state.starter = self.roll_for_start(state, luck, journal);
        journal.note(|| Event::Started { seat: state.starter });
        if self.options.markers == Markers::Fixed {
            return self.lay_markers(state, luck, journal);
        }
        // PRF-START-4: the player on the starting player's right is the last in turn order.
        state.seat = self.order(state).last().unwrap_or(state.starter);
    }

    /// PRF-SETUP-1, PRF-SETUP-2.
    fn lay_tiles(&self, state: &mut State, luck: &mut impl Luck) {
        let mut tiles = std::array::from_fn(|slot| Laid { tile: slot as u8, turns: 0 });
        match self.options.tiles {
            Tiles::Fixed => {}
            Tiles::Chosen => tiles = self.options.chosen_tiles().map(|(tile, turns)| Laid { tile, turns }),
            Tiles::Random => {
                for slot in 0..4 {
                    let draw = luck.between(0, 3 - slot as u32) as usize;
                    tiles[slot..=slot + draw].rotate_right(1);
                }
                if self.options.tile_rotation {
                    tiles.iter_mut().for_each(|laid| laid.turns = luck.between(0, 3) as u8);
                }
            }
        }
        self.lay(state, tiles);
    }

    /// Lays the tiles like this and works out the roads.
    pub(crate) fn lay(&self, state: &mut State, tiles: [Laid; 4]) {
        state.tiles = tiles;
        state.links = self.board.links(tiles);
    }

    /// PRF-SETUP-8 to PRF-SETUP-14.
    fn lay_goods(&self, state: &mut State, luck: &mut impl Luck) {
        for colour in Colour::ALL {
            let store = &mut state.stores[Warehouse::large(colour).index()];
            let mut pile = Pile([2; 4]);
            for space in Colour::ALL {
                for _ in 0..2 {
                    let good = match self.options.goods_layout {
                        GoodsLayout::Random => pile.draw(luck),
                        GoodsLayout::Matching => space,
                    };
                    store.add(space, good);
                }
            }
        }
        // PRF-SETUP-13: three of each colour are left for the places "of any colour".
        let mut pile = Pile([3; 4]);
        for large in [true, false] {
            for colour in Colour::ALL {
                let warehouse = if large { Warehouse::large(colour) } else { Warehouse::small(colour) };
                state.stores[warehouse.index()].add(colour, pile.draw(luck));
            }
        }
        for colour in Colour::ALL {
            self.park_at_home(state, colour);
            state.trucks[colour.index()].goods.add(pile.draw(luck));
        }
    }

    /// Puts a truck beside its small warehouse, with its damaged good and its arrow pointing away. (PRF-SETUP-11, PRF-SETUP-16,
    /// PRF-SETUP-17)
    pub(crate) fn park_at_home(&self, state: &mut State, colour: Colour) {
        let home = Warehouse::small(colour);
        let truck = &mut state.trucks[colour.index()];
        truck.stage = Stage::Load;
        truck.last = home;
        truck.damaged = Damaged::OnTruck;
        truck.home = true;
        state.put(colour, Some(Place::In(home)));
    }

    /// With fewer players, the trucks that nobody drives are removed with what is on them. (PRF-GAME-4)
    pub(crate) fn remove_unused(&self, state: &mut State) {
        for colour in Colour::ALL {
            if state.seat_of(colour).is_none() {
                state.put(colour, None);
                let truck = &mut state.trucks[colour.index()];
                truck.goods = Goods::NONE;
                truck.damaged = Damaged::Removed;
                truck.home = false;
            }
        }
    }

    /// The highest sum of two dice starts; tied players roll again. (PRF-START-1, PRF-START-2)
    fn roll_for_start(&self, state: &State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> Seat {
        let mut tied = Seats::first(self.players);
        for _ in 0..MOST_ROLLS {
            let mut best = (0, Seats::NONE);
            for seat in Colour::ALL.into_iter().filter_map(|colour| state.seat_of(colour)).filter(|seat| tied.contains(*seat)) {
                let dice = [luck.die(6), luck.die(6)];
                journal.note(|| Event::StartRolled { seat, dice });
                let sum = dice[0] + dice[1];
                best = match sum.cmp(&best.0) {
                    std::cmp::Ordering::Greater => (sum, Seats::only(seat)),
                    std::cmp::Ordering::Equal => (sum, best.1.with(seat)),
                    std::cmp::Ordering::Less => best,
                };
            }
            tied = best.1;
            if tied.len() <= 1 {
                break;
            }
        }
        // Fair dice decide long before this; dice that never do must not hang the program.
        tied.lowest().unwrap_or(Seat::FIRST)
    }
}

/// Goods that are dealt at random: how many of each colour are left.
struct Pile([u32; 4]);

impl Pile {
    fn draw(&mut self, luck: &mut impl Luck) -> Colour {
        let mut rank = luck.between(0, self.0.iter().sum::<u32>().saturating_sub(1));
        for colour in Colour::ALL {
            let left = &mut self.0[colour.index()];
            if rank < *left {
                *left -= 1;
                return colour;
            }
            rank -= *left;
        }
        Colour::Red
    }
}
