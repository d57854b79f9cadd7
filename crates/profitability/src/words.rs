//! What pages, logs and the terminal say.

use crate::{
    actions::Action,
    colours::{Colour, Direction, Marker},
    driving::a_number,
    events::Event,
    places::{Place, Warehouse, said},
    reach::Way,
    rules::ProfitabilityRules,
    state::{State, Step},
};
use kernel::{
    Line, Money, Outcome, Refusal, Rules, Scripted, Seat, Silent, Viewer, Words,
    say::{self, name, ordinal},
};

/// An amount in EUR, grouped.
pub(crate) fn euro(amount: i32) -> String {
    format!("{} EUR", Money::new(amount))
}

/// A change in EUR with its sign.
fn change(amount: i32) -> String {
    if amount < 0 { format!("−{}", euro(-amount)) } else { format!("+{}", euro(amount)) }
}

impl Words for ProfitabilityRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let seat = state.seat;
        let line = |clause, yours: String, theirs: String| {
            let theirs = format!("{} {theirs}", name(names, seat));
            Line::new(clause, if viewer.holds(seat) { yours } else { theirs })
        };
        let [one, other] = state.dice;
        let rolled = format!("rolled {one} and {other}");
        match state.step {
            Step::Marking => {
                let space = self.next_space(state).map_or_else(String::new, |space| space.to_string());
                line(
                    "PRF-START-4",
                    format!("Place the trend markers: which one lies on {space}?"),
                    format!("places the trend markers: space {space}."),
                )
            }
            Step::Filling => line(
                "PRF-TREND-6",
                format!("You {rolled}: that space is empty. Put any marker on it, in either direction."),
                format!("{rolled} and puts a marker on the empty space."),
            ),
            Step::JokerPrice => line(
                "PRF-JOKER-2",
                format!("You {rolled}, the Joker: move one price up or down, or none."),
                format!("{rolled}, the Joker, and may move a price."),
            ),
            Step::JokerTrend => line(
                "PRF-JOKER-3",
                "The Joker's second part: move or turn one trend marker, or none.".into(),
                "may move or turn a trend marker.".into(),
            ),
            Step::Acting => self.prompt_act(state, line),
            Step::Over => {
                let outcome = self.final_order(state);
                Line::new(outcome.clause, format!("{} won.", winners(&outcome, names)))
            }
        }
    }

    fn label(&self, state: &State, _seat: Seat, action: &Action, _names: &[String]) -> Line {
        let space = |from| {
            let marker = state.trend.marker(from);
            marker.map_or_else(|| format!("the marker on {from}"), |marker| format!("the {} marker from {from}", marker.colour))
        };
        let way = |direction: Direction| direction.word();
        match *action {
            Action::Mark(marker) => {
                let to = self.next_space(state).map_or_else(String::new, |space| format!(" on {space}"));
                Line::new("PRF-START-5", format!("{}, pointing {},{to}", marker.colour.title(), way(marker.direction)))
            }
            Action::Leave => {
                let which = self.next_space(state).map_or_else(|| "it".into(), |space| space.to_string());
                Line::new("PRF-START-7", format!("Leave {which} empty"))
            }
            Action::Fill { from, direction } => {
                Line::new("PRF-TREND-7", format!("Move {} here, pointing {}", space(from), way(direction)))
            }
            Action::Price { colour, direction } => Line::new("PRF-JOKER-2", format!("Price of {colour} {}", way(direction))),
            Action::Shift { from, to, direction } => {
                Line::new("PRF-JOKER-3", format!("Move {} to {to}, pointing {}", space(from), way(direction)))
            }
            Action::Turn(from) => {
                let turned =
                    |marker: Marker| format!("Turn the {} marker on {from} {}", marker.colour, way(marker.turned().direction));
                let marker = state.trend.marker(from);
                Line::new("PRF-JOKER-3", marker.map_or_else(|| format!("Turn the marker on {from}"), turned))
            }
            Action::Decline if state.step == Step::JokerPrice => Line::new("PRF-JOKER-4", "Leave the prices alone"),
            Action::Decline => Line::new("PRF-JOKER-4", "Leave the trend alone"),
            Action::Drive { to, via } => {
                let clause = match (via, to) {
                    (Some(_), _) => "PRF-WH-7",
                    (None, Place::In(_)) => "PRF-MOVE-7",
                    (None, Place::Dot(_)) => "PRF-MOVE-1",
                };
                let through = via.map_or_else(String::new, |via| format!(" through {}", said(&via.to_string())));
                Line::new(clause, format!("Drive to {}{through}", said(&self.board.name(to))))
            }
            Action::Unload(good) => Line::new("PRF-UNLOAD-5", format!("Unload a {good} good")),
            Action::Scrap => Line::new("PRF-DMG-3", "Unload the damaged good"),
            Action::Load { space, good } => Line::new("PRF-LOAD-2", format!("Load a {good} good from the {space} space")),
            Action::End => Line::new("PRF-TURN-7", "End your turn"),
            Action::Back => {
                let last = state.deeds.done.iter().rev().flatten().next();
                let what = last.map_or_else(String::new, |deed| format!(": {}", self.write_deed(*deed)));
                Line::new("PRF-WH-10", format!("Take back{what}"))
            }
        }
    }

    fn effect(&self, state: &State, _seat: Seat, action: &Action, _names: &[String]) -> String {
        let colour = state.colour();
        let left = |price: u8| format!("{} left", a_number(state.points.saturating_sub(price)));
        let truck = state.truck(colour);
        let booked = |amount: i32| {
            let total = state.profits[self.account(colour)].units() + amount;
            format!("{} → {}", change(amount), Money::new(total))
        };
        match *action {
            Action::Price { colour, direction } => {
                let mut after = *state;
                self.move_price(&mut after, None, colour, direction, &mut Silent);
                format!("{} → {}", Money::new(self.price(state, colour)), euro(self.price(&after, colour)))
            }
            Action::Drive { to, via } => {
                let price = Way::of(self, state, colour).and_then(|way| way.price(to, via, state.points));
                price.map_or_else(String::new, left)
            }
            Action::Unload(good) => truck.warehouse().map_or_else(String::new, |warehouse| {
                let (price, extra) = self.earns(state, colour, good, warehouse);
                booked(price + extra)
            }),
            Action::Scrap => truck.warehouse().map_or_else(String::new, |warehouse| booked(-self.damage(colour, warehouse))),
            Action::Load { good, .. } => format!("worth {}, {}", euro(self.price(state, good)), left(1)),
            Action::End if state.points > 0 => format!("{} lost", a_number(state.points)),
            _ => String::new(),
        }
    }

    /// What a truck could do if the rules let it: goods that may not be handled, places that may not be driven to.
    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        if seat != state.seat {
            return Vec::new();
        }
        let mut actions = Vec::new();
        match state.step {
            Step::Marking => actions.push(Action::Leave),
            Step::JokerPrice => {
                let prices = |colour| Direction::ALL.map(|direction| Action::Price { colour, direction });
                actions.extend(Colour::ALL.into_iter().flat_map(prices));
            }
            Step::Acting => self.thinkable(state, &mut actions),
            Step::Filling | Step::JokerTrend | Step::Over => {}
        }
        let refused = |action: Action| {
            let mut after = *state;
            // What is refused draws no luck; what is not refused is thrown away.
            let refusal = self.apply(&mut after, seat, &action, &mut Scripted::default(), &mut Silent).err()?;
            Some((action, refusal))
        };
        actions.into_iter().filter_map(refused).collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        self.told_as(event, names)
    }

    fn draw(&self, state: &State, _viewer: Viewer, names: &[String]) -> String {
        self.drawn(state, names)
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let outcome = self.outcome(state);
        let mut lines: Vec<Line> = Seat::FIRST
            .clockwise(self.players)
            .map(|seat| {
                let colour = state.colours[seat.index()];
                let mut text = format!(
                    "{} ({colour}): profit {} of {}",
                    name(names, seat),
                    euro(state.profits[self.account(colour)].units()),
                    Money::new(self.target)
                );
                if self.options.matches > 1 {
                    text += &self.series_line(state, colour, outcome.is_some());
                }
                Line::new(if self.options.matches > 1 { "PRF-MULTI-6" } else { "PRF-END-5" }, text)
            })
            .collect();
        if let Some(outcome) = outcome {
            let tie = |rank: &dyn Fn(Colour) -> String| {
                let each = Seat::FIRST.clockwise(self.players).map(|seat| (seat, state.colours[seat.index()]));
                each.map(|(seat, colour)| format!("{} {}", name(names, seat), rank(colour))).collect::<Vec<_>>().join(", ")
            };
            match outcome.clause {
                "PRF-TIE-1" | "PRF-TEAM-6" | "PRF-TIE-4" => {
                    let values = tie(&|colour| euro(self.truck_value(state, colour)));
                    lines.push(Line::new("PRF-TIE-3", format!("equal profits; goods left on the trucks: {values}")));
                }
                _ => {}
            }
            // PRF-TEAM-6 is about the trucks of both partners, and then about the pawns.
            let trucks_alike = || self.rank(state, Colour::Red).1 == self.rank(state, Colour::Blue).1;
            if outcome.clause == "PRF-TIE-4" || outcome.clause == "PRF-TEAM-6" && trucks_alike() {
                let bookings = tie(&|colour| format!("booking {}", state.booked[self.account(colour)]));
                lines.push(Line::new("PRF-TIE-5", format!("equal again; who came to the amount first: {bookings}")));
            }
            let best = outcome.winners().lowest().map_or(0, |seat| outcome.score(seat));
            let verb = if outcome.winners().len() > 1 { "win" } else { "wins" };
            lines.push(Line::new(outcome.clause, format!("{} {verb} with {}", winners(&outcome, names), euro(best))));
        }
        lines
    }

    fn standing_of(&self) -> &'static str {
        if self.options.matches > 1 { "the series total with the profit, in EUR" } else { "profit in EUR" }
    }

    /// The profit; in a series with all that the earlier matches brought.
    fn standing(&self, state: &State) -> Vec<i64> {
        self.by_seat(state, |colour| {
            let profit = if state.step == Step::Over { 0 } else { state.profits[self.account(colour)].units() };
            i64::from(state.series.totals[colour.index()].units()) + i64::from(profit)
        })
    }

    fn round(&self, state: &State) -> u32 {
        state.counts.laps.saturating_add(state.lap.into())
    }

    fn course(&self, state: &State) -> Vec<(&'static str, i64)> {
        let price = |colour| i64::from(self.price(state, colour));
        let profits: i64 = state.played().map(|colour| i64::from(state.profits[self.account(colour)].units())).sum();
        vec![
            ("price_red", price(Colour::Red)),
            ("price_blue", price(Colour::Blue)),
            ("price_yellow", price(Colour::Yellow)),
            ("price_green", price(Colour::Green)),
            ("mean_profit", profits / self.players as i64),
        ]
    }

    fn figures(&self, state: &State) -> Vec<(&'static str, i64)> {
        let counts = state.counts;
        let mean_load = 100 * i64::from(counts.carried) / i64::from(counts.steps.max(1));
        vec![
            ("laps", self.round(state).into()),
            ("goods_unloaded", counts.unloaded.into()),
            ("damaged_unloaded", counts.damaged.into()),
            ("extra_profits", counts.extras.into()),
            ("kilometres", counts.steps.into()),
            ("mean_load_hundredths", mean_load),
            ("jokers", counts.jokers.into()),
        ]
    }
}

/// Who won, in words.
fn winners(outcome: &Outcome, names: &[String]) -> String {
    say::names(names, outcome.winners())
}

impl ProfitabilityRules {
    fn prompt_act(&self, state: &State, line: impl Fn(&'static str, String, String) -> Line) -> Line {
        let truck = state.truck(state.colour());
        let points = a_number(state.points);
        let place = truck.at.map_or_else(String::new, |place| said(&self.board.name(place)));
        let theirs = format!("has {points} at {place}.");
        if truck.home {
            return line("PRF-FIRST-1", format!("You have {points}: drive out of {place}."), theirs);
        }
        if state.points == 0 {
            return line("PRF-WH-10", "No points are left: end your turn, or take something back.".into(), theirs);
        }
        match (truck.warehouse(), self.handling(state)) {
            (None, _) => line("PRF-MOVE-1", format!("You have {points}: drive on, or end your turn."), theirs),
            (Some(_), handling) if handling.unload != 0 || handling.scrap => {
                line("PRF-SEQ-1", format!("You have {points} in {place}: unload, load, or drive on."), theirs)
            }
            (Some(_), handling) if handling.load != 0 => {
                line("PRF-SEQ-1", format!("You have {points} in {place}: load, or drive on."), theirs)
            }
            (Some(_), _) => line("PRF-SEQ-1", format!("You have {points} in {place}: drive on, or end your turn."), theirs),
        }
    }

    /// What a person might want to do now, allowed or not.
    fn thinkable(&self, state: &State, actions: &mut Vec<Action>) {
        let colour = state.colour();
        let truck = state.truck(colour);
        let Some(place) = truck.at else { return };
        if let Place::In(warehouse) = place {
            actions.extend(truck.goods.colours().map(Action::Unload));
            actions.extend(truck.carries_damaged().then_some(Action::Scrap));
            let store = state.stores[warehouse.index()];
            for space in Colour::ALL {
                actions.extend(store.space(space).colours().map(|good| Action::Load { space, good }));
            }
        }
        let far = self.distances(&state.links, place);
        let near = Warehouse::all().filter(|park| far[park.index()].is_some_and(|steps| (1..=state.points).contains(&steps)));
        actions.extend(near.map(|park| Action::Drive { to: Place::In(park), via: None }));
        let others = state.played().filter(|other| *other != colour).filter_map(|other| state.truck(other).dot());
        let way = Way::of(self, state, colour).map(Way::alone);
        let near = others.filter(|dot| way.is_some_and(|way| way.price(Place::Dot(*dot), None, state.points).is_some()));
        actions.extend(near.map(|dot| Action::Drive { to: Place::Dot(dot), via: None }));
        actions.push(Action::End);
    }

    fn series_line(&self, state: &State, colour: Colour, over: bool) -> String {
        let series = &state.series;
        let places: Vec<String> = (1..=4)
            .zip(series.places[colour.index()])
            .filter(|(_, count)| *count > 0)
            .map(|(place, count)| format!("{count} × {}", ordinal(place)))
            .collect();
        let bonus = match series.last[colour.index()] {
            place if over && place > 0 => {
                format!(", {} in the last match, bonus {}", ordinal(place), euro(self.bonus_of(place.into())))
            }
            _ => String::new(),
        };
        let total = euro(series.totals[colour.index()].units());
        format!(
            " in this match{bonus}; series total {total}, {}",
            if places.is_empty() { "no place yet".into() } else { places.join(", ") }
        )
    }
}
