//! Makes the view. (PRF-SECRET-1)

use crate::{
    actions::Action,
    board::{SLOTS, TILES},
    colours::{Colour, Marker},
    places::{Dots, Place, Warehouse},
    reach::Way,
    routes::Routes,
    rules::ProfitabilityRules,
    state::{Damaged, State, Step},
    trendline::{JOKER, Space},
    view::{
        BoardView, DotView, DriveView, MarkerView, PlayerView, PriceView, ReachView, SpaceView, TileView, TrackView, TrendView,
        TruckView, View, WarehouseView,
    },
};
use kernel::{Notation, Rules, Seat};

/// Hundredths as a number for drawing.
fn drawn([x, y]: [i32; 2]) -> [f64; 2] {
    [f64::from(x) / 100.0, f64::from(y) / 100.0]
}

fn shown_marker(marker: Marker) -> MarkerView {
    MarkerView { colour: marker.colour, direction: marker.direction }
}

impl ProfitabilityRules {
    pub(crate) fn shown(&self, state: &State) -> View {
        let over = state.step == Step::Over;
        let marking = state.step == Step::Marking;
        let unplaced = state.trend.unplaced();
        let markers = (0..Marker::COUNT).filter(|index| marking && unplaced >> index & 1 != 0);
        View {
            number: state.number,
            matches: self.options.matches,
            lap: state.lap,
            turn: (!over).then_some(state.seat),
            step: state.step.name().into(),
            dice: (state.dice != [0; 2]).then_some(state.dice),
            points: state.points,
            target: self.target,
            mode: if self.team { "team" } else { "individual" }.into(),
            damage: state.truck(state.colour()).warehouse().map(|warehouse| self.damage(state.colour(), warehouse)),
            truck_capacity: self.options.truck_capacity.map(u32::from),
            colours: state.colours[..self.players].to_vec(),
            starter: state.starter,
            order: self.order(state).collect(),
            marking: self.next_space(state).filter(|_| marking).map(Space::sum),
            unplaced: markers.map(|index| shown_marker(Marker::at(index))).collect(),
            tiles: self.shown_tiles(state),
            board: self.shown_board(state),
            trend: (2..=12).map(|sum| self.shown_space(state, sum)).collect(),
            area: self.squares.clone(),
            prices: Colour::ALL.map(|good| self.shown_price(state, good)).to_vec(),
            track: TrackView {
                step: self.track.step,
                fields: (0..self.track.fields).map(|field| drawn(self.track.at(field))).collect(),
            },
            players: Seat::FIRST.clockwise(self.players).map(|seat| self.shown_player(state, seat)).collect(),
            trucks: Colour::ALL.into_iter().filter_map(|colour| self.shown_truck(state, colour)).collect(),
            warehouses: Warehouse::all().map(|warehouse| self.shown_warehouse(state, warehouse)).collect(),
            closing: state.closing,
            handled: self.single.then(|| state.handled.name().into()),
            deeds: state.goods_handled.done.iter().flatten().map(|handled| self.write_handled(*handled)).collect(),
            drive: self.last_route(state).map(|(colour, path)| DriveView { colour, path: self.names(path) }),
            reach: self.shown_reach(state),
            winners: self.outcome(state).map(|outcome| outcome.winners().collect()).unwrap_or_default(),
        }
    }

    fn shown_price(&self, state: &State, good: Colour) -> PriceView {
        let (truck, price) = (state.colour(), self.price(state, good));
        let earned = |warehouse| {
            let (price, extra) = self.earns(state, truck, good, warehouse);
            price + extra
        };
        let earns = state.truck(truck).warehouse().map_or(price, earned);
        PriceView { colour: good, price, square: state.prices[good.index()], earns }
    }

    pub(crate) fn names(&self, path: Vec<Place>) -> Vec<String> {
        path.into_iter().map(|place| self.board.name(place)).collect()
    }

    fn shown_tiles(&self, state: &State) -> Vec<TileView> {
        let tile = |(slot, laid): (usize, &crate::Laid)| {
            let [x, y] = drawn(self.board.at(Place::Dot(self.board.slots[slot])));
            let number = usize::from(laid.tile & 3);
            TileView {
                slot: SLOTS[slot].into(),
                tile: TILES[number].into(),
                name: self.board.tiles[number].name.clone(),
                turns: laid.turns,
                x,
                y,
            }
        };
        state.tiles.iter().enumerate().map(tile).collect()
    }

    fn shown_board(&self, state: &State) -> BoardView {
        let mut links = Vec::new();
        let name = |dot| self.board.name(Place::Dot(dot));
        let dots = self.board.dots(state.tiles);
        let dot_view = |dot| {
            let [x, y] = drawn(self.board.at(Place::Dot(dot)));
            let neighbours: Dots = state.links.of(dot);
            let parks = Warehouse::all().filter(|warehouse| self.board.openings(*warehouse).contains(dot));
            let parks: Vec<String> = parks.map(|warehouse| warehouse.to_string()).collect();
            links.extend(neighbours.filter(|other| *other > dot).map(|other| [name(dot), name(other)]));
            links.extend(parks.iter().map(|park| [name(dot), park.clone()]));
            DotView {
                name: name(dot),
                x,
                y,
                tile: !self.board.fixed.contains(dot),
                links: neighbours.map(name).chain(parks).collect(),
                truck: Colour::ALL.into_iter().find(|colour| state.truck(*colour).dot() == Some(dot)),
            }
        };
        let dots = dots.map(dot_view).collect();
        BoardView { dots, links }
    }

    fn shown_space(&self, state: &State, sum: u8) -> TrendView {
        let marker = Space::new(sum).and_then(|space| state.trend.marker(space)).map(shown_marker);
        TrendView { space: sum, joker: sum == JOKER, marker }
    }

    fn shown_player(&self, state: &State, seat: Seat) -> PlayerView {
        let colour = state.colours[seat.index()];
        let profit = state.profits[self.account(colour)].units();
        let field = self.track.field(profit);
        let [x, y] = drawn(self.track.at(field));
        let last = state.series.last[colour.index()];
        PlayerView {
            seat,
            colour,
            partner: state.seat_of(colour.partner()).filter(|_| self.team),
            profit,
            booked: state.booked[self.account(colour)],
            field,
            x,
            y,
            series: state.series.totals[colour.index()].units(),
            places: state.series.placings[colour.index()],
            last: (last > 0).then_some(last),
            place: self.outcome(state).map(|outcome| outcome.place(seat)),
        }
    }

    fn shown_truck(&self, state: &State, colour: Colour) -> Option<TruckView> {
        let truck = state.truck(colour);
        let place = truck.at?;
        let [x, y] = drawn(self.board.at(place));
        Some(TruckView {
            colour,
            seat: state.seat_of(colour)?,
            place: self.board.name(place),
            parked: place.warehouse().is_some(),
            x,
            y,
            stage: place.warehouse().map(|_| truck.stage.name().into()),
            last: truck.last.to_string(),
            goods: truck.goods.each().collect(),
            damaged: truck.carries_damaged(),
            home: truck.home,
            value: self.truck_value(state, colour),
        })
    }

    fn shown_warehouse(&self, state: &State, warehouse: Warehouse) -> WarehouseView {
        let [x, y] = drawn(self.board.at(Place::In(warehouse)));
        let store = state.stores[warehouse.index()];
        let room = self.space_room(warehouse);
        let space = |colour: Colour| SpaceView {
            colour,
            goods: store.space(colour).each().collect(),
            damaged: state.truck(colour).damaged == Damaged::In(warehouse),
            room: (room != u32::MAX).then(|| room.saturating_sub(store.space(colour).total())),
        };
        let mut openings = self.board.openings(warehouse).map(|dot| self.board.name(Place::Dot(dot)));
        WarehouseView {
            name: warehouse.to_string(),
            colour: warehouse.colour(),
            large: warehouse.is_large(),
            x,
            y,
            openings: std::array::from_fn(|_| openings.next().unwrap_or_default()),
            room: warehouse.room(),
            trucks: Colour::ALL.into_iter().filter(|colour| state.truck(*colour).warehouse() == Some(warehouse)).collect(),
            spaces: Colour::ALL.map(space).to_vec(),
        }
    }

    fn shown_reach(&self, state: &State) -> Vec<ReachView> {
        if state.step != Step::Acting {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.actions(state, state.seat, &mut actions);
        let Some(way) = Way::of(self, state, state.colour()) else { return Vec::new() };
        let routes = Routes::of(&way);
        let show = |action: Action| {
            let Action::Drive { to, via } = action else { return None };
            let path = routes.to(to, via)?;
            Some(ReachView {
                action: self.write(&action),
                to: self.board.name(to),
                via: via.map(|via| via.to_string()),
                price: path.len().saturating_sub(1) as u8,
                path: self.names(path),
            })
        };
        actions.into_iter().filter_map(show).collect()
    }
}
