//! Texts for pages and the terminal: the prompt and the labels of choices. What a choice would change is in `effects.rs`, the log
//! in `telling.rs`, the score in `scoring.rs`.

use crate::{
    actions::Action,
    colours::{Colour, Direction, Marker},
    events::Event,
    places::{Place, Warehouse},
    reach::Way,
    rules::ProfitabilityRules,
    state::{GoodHandled, State, Step},
    trendline::Space,
};
use kernel::{
    Figure, Line, Money, Refusal, Rules, Scripted, Seat, Silent, Viewer, Words,
    say::{Unit, counted, name, names as named},
};

/// An amount in EUR, grouped.
pub(crate) fn euro(amount: i32) -> String {
    format!("{} EUR", Money::new(amount))
}

/// One of these: `load, drive on, or end your turn`.
fn one_of(choices: &[&str]) -> String {
    match choices {
        [] => String::new(),
        [only] => (*only).into(),
        [one, other] => format!("{one} or {other}"),
        [others @ .., last] => format!("{}, or {last}", others.join(", ")),
    }
}

/// What the player in turn may do in the action phase, by kind.
struct May {
    unload: bool,
    /// The damaged good.
    scrap: bool,
    load: bool,
    drive: bool,
    back: bool,
    end: bool,
}

impl Words for ProfitabilityRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let seat = state.seat;
        let who = name(names, seat);
        // PRF-END-2
        let last = state.closing.is_some();
        let line = |clause, yours: String, theirs: String| match (viewer.holds(seat), last) {
            (true, false) => Line::new(clause, yours),
            (true, true) => Line::new(clause, format!("{yours} This is your last turn of the match.")),
            (false, false) => Line::new(clause, format!("{who} {theirs}")),
            (false, true) => Line::new(clause, format!("{who} {theirs} This is {who}’s last turn of the match.")),
        };
        // The roll itself is told by its event, once.
        let sum = state.dice[0] + state.dice[1];
        match state.step {
            Step::Marking => {
                let space = self.next_space(state).map_or_else(String::new, |space| space.to_string());
                let choices = if self.may_leave(state) { "put one on it, or leave it empty" } else { "put one on it" };
                line(
                    "PRF-START-4",
                    format!("Place the trend markers. The next space is {space}: {choices}."),
                    format!("places the trend markers. The next space is {space}."),
                )
            }
            Step::Filling => line(
                "PRF-TREND-6",
                format!("The trendline’s space {sum} is empty: move any marker to it, pointing up or down."),
                format!("must move a marker to the empty space {sum}."),
            ),
            Step::JokerPrice => line(
                "PRF-JOKER-2",
                "The Joker: move one price up or down, or leave the prices alone.".into(),
                "has the Joker and may move a price.".into(),
            ),
            Step::JokerTrend => line(
                "PRF-JOKER-3",
                "The second part of the Joker: move or turn one trend marker, or leave them alone.".into(),
                "may move or turn a trend marker.".into(),
            ),
            Step::Acting => self.prompt_act(state, line),
            Step::Over => {
                let outcome = self.final_order(state);
                Line::new(outcome.clause, format!("{} won.", named(names, outcome.winners())))
            }
        }
    }

    fn label(&self, state: &State, _seat: Seat, action: &Action, _names: &[String]) -> Line {
        let marker_from = |from| {
            let marker = state.trend.marker(from);
            marker.map_or_else(|| format!("the marker from {from}"), |marker| format!("the {} marker from {from}", marker.colour))
        };
        let pointing = |direction: Direction| format!("pointing {}", direction.word());
        match *action {
            Action::Mark(marker) => {
                let on = self.next_space(state).map_or_else(String::new, |space| format!(" on {space}"));
                Line::new("PRF-START-5", format!("Put {}{on}, {}", marker.colour, pointing(marker.direction)))
            }
            Action::Leave => {
                let which = self.next_space(state).map_or_else(|| "it".into(), |space| space.to_string());
                Line::new("PRF-START-7", format!("Leave {which} empty"))
            }
            Action::Fill { from, direction } => {
                let to = state.dice[0] + state.dice[1];
                Line::new("PRF-TREND-7", format!("Move {} to {to}, {}", marker_from(from), pointing(direction)))
            }
            Action::Price { colour, direction: Direction::Up } => {
                Line::new("PRF-JOKER-2", format!("Raise the price of {colour}"))
            }
            Action::Price { colour, direction: Direction::Down } => {
                Line::new("PRF-JOKER-2", format!("Lower the price of {colour}"))
            }
            Action::Shift { from, to, direction } => {
                Line::new("PRF-JOKER-3", format!("Move {} to {to}, {}", marker_from(from), pointing(direction)))
            }
            Action::Turn(space) => Line::new("PRF-JOKER-3", self.label_turn(state, space)),
            Action::Decline if state.step == Step::JokerPrice => Line::new("PRF-JOKER-4", "Leave the prices alone"),
            Action::Decline => Line::new("PRF-JOKER-4", "Leave the trend markers alone"),
            Action::Drive { to, via } => {
                let clause = match (via, to) {
                    (Some(_), _) => "PRF-WH-7",
                    (None, Place::In(_)) => "PRF-MOVE-7",
                    (None, Place::Dot(_)) => "PRF-MOVE-1",
                };
                let through = via.map_or_else(String::new, |via| format!(" through {}", via.said()));
                Line::new(clause, format!("Drive to {}{through}", self.board.said(to)))
            }
            Action::Unload(good) => Line::new("PRF-UNLOAD-5", format!("Unload a {good} good")),
            Action::Scrap => Line::new("PRF-DMG-3", "Unload the damaged good"),
            Action::Load { space, good } => Line::new("PRF-LOAD-2", format!("Load a {good} good from the {space} space")),
            Action::End => Line::new("PRF-TURN-7", "End your turn"),
            Action::Back => {
                let what = match state.goods_handled.last() {
                    Some(GoodHandled::Unloaded(good)) => format!("Put the {good} good back on your truck"),
                    Some(GoodHandled::Scrapped) => "Put the damaged good back on your truck".into(),
                    Some(GoodHandled::Loaded(space, good)) => format!("Put the {good} good back into the {space} space"),
                    None => "Put a good back".into(),
                };
                Line::new("PRF-WH-10", what)
            }
        }
    }

    fn effect(&self, state: &State, _seat: Seat, action: &Action, _names: &[String]) -> String {
        self.changes(state, action)
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
            // A refused action draws no luck; the result of any other is discarded.
            let refusal = self.apply(&mut after, seat, &action, &mut Scripted::default(), &mut Silent).err()?;
            Some((action, refusal))
        };
        actions.into_iter().filter_map(refused).collect()
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        self.told(event, names)
    }

    fn draw(&self, state: &State, _viewer: Viewer, names: &[String]) -> String {
        self.drawn(state, names)
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        self.scored(state, names)
    }

    fn score_unit(&self, _state: &State) -> Unit {
        Unit::new("EUR", "EUR")
    }

    /// Have the trend markers been placed? (PRF-START-4)
    fn is_set_up(&self, state: &State) -> bool {
        state.step != Step::Marking
    }

    fn chart_caption(&self) -> &'static str {
        if self.options.matches > 1 { "the series total with the profit, in EUR" } else { "profit in EUR" }
    }

    /// The profit; in a series with the totals of the earlier matches.
    fn chart_values(&self, state: &State) -> Vec<i64> {
        self.by_seat(state, |colour| {
            let profit = if state.step == Step::Over { 0 } else { state.profits[self.account(colour)].units() };
            i64::from(state.series.totals[colour.index()].units()) + i64::from(profit)
        })
    }

    fn sources(&self) -> Vec<String> {
        let goods = Colour::ALL.map(|colour| format!("{} goods", colour.name()));
        goods.into_iter().chain(["damaged goods", "bonuses", "put back"].map(str::to_owned)).collect()
    }

    fn brought(&self, before: &State, event: &Event, add: &mut dyn FnMut(Seat, usize, i64)) {
        let [damaged, bonuses, taken_back] = [0, 1, 2].map(|place| Colour::ALL.len() + place);
        match *event {
            Event::Unloaded { seat, good, profit, .. } => {
                let place = good.and_then(|good| Colour::ALL.iter().position(|colour| *colour == good));
                add(seat, place.unwrap_or(damaged), profit.into());
            }
            Event::TookBack { seat, total, .. } => {
                let had = before.profits[self.account(before.colours[seat.index()])].units();
                add(seat, taken_back, i64::from(total) - i64::from(had));
            }
            Event::Bonus { seat, euro, .. } => add(seat, bonuses, euro.into()),
            _ => {}
        }
    }

    fn sources_of(&self) -> &'static str {
        "profit"
    }

    fn round(&self, state: &State) -> u32 {
        state.counts.laps.saturating_add(state.lap.into())
    }

    fn course(&self, state: &State, figures: &mut Vec<Figure>) {
        let price = |colour| i64::from(self.price(state, colour));
        let profits: i64 = state.played().map(|colour| i64::from(state.profits[self.account(colour)].units())).sum();
        figures.extend([
            ("price_red", price(Colour::Red)),
            ("price_blue", price(Colour::Blue)),
            ("price_yellow", price(Colour::Yellow)),
            ("price_green", price(Colour::Green)),
            ("mean_profit", profits / self.players as i64),
        ]);
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        let counts = state.counts;
        let mean_load = 100 * i64::from(counts.carried) / i64::from(counts.steps.max(1));
        figures.extend([
            ("laps", self.round(state).into()),
            ("goods_unloaded", counts.unloaded.into()),
            ("damaged_unloaded", counts.damaged.into()),
            ("extra_profits", counts.extras.into()),
            ("kilometres", counts.steps.into()),
            ("mean_load_hundredths", mean_load),
            ("jokers", counts.jokers.into()),
        ]);
    }
}

impl ProfitabilityRules {
    fn may(&self, state: &State) -> May {
        let handling = self.handling(state);
        let drive = Way::of(self, state, state.colour()).is_some_and(|way| way.can_drive(state.points));
        May {
            unload: handling.unload != 0,
            scrap: handling.scrap,
            load: handling.load != 0,
            drive,
            back: !state.goods_handled.is_empty(),
            end: !state.truck(state.colour()).home || !drive,
        }
    }

    /// The prompt of the action phase: it names exactly what may be done now.
    fn prompt_act(&self, state: &State, line: impl Fn(&'static str, String, String) -> Line) -> Line {
        let truck = state.truck(state.colour());
        let may = self.may(state);
        let left = if state.points == 0 { "no action points left".into() } else { counted(state.points, "action point") };
        let place = match truck.at {
            Some(place @ Place::In(_)) => format!(" in {}", self.board.said(place)),
            Some(place @ Place::Dot(_)) => format!(" on {}", self.board.said(place)),
            None => String::new(),
        };
        let theirs = format!("has {left}{place}.");
        let unload = if may.unload { "unload" } else { "unload the damaged good" };
        let drive = if truck.home { "drive out" } else { "drive on" };
        let choices = [
            (may.unload || may.scrap, unload),
            (may.load, "load"),
            (may.drive, drive),
            (may.back, "put a good back"),
            (may.end, "end your turn"),
        ];
        let choices: Vec<&str> = choices.into_iter().filter(|(may, _)| *may).map(|(_, choice)| choice).collect();
        let idle = choices == ["end your turn"] && state.points > 0;
        let but = if idle { ", and nothing to spend them on" } else { "" };
        let but = if idle && state.points == 1 { ", and nothing to spend it on" } else { but };
        let clause = match truck.warehouse() {
            _ if truck.home && may.drive => "PRF-FIRST-1",
            _ if truck.home => "PRF-FIRST-3",
            _ if state.points == 0 => "PRF-TURN-7",
            _ if idle => "PRF-EDGE-5",
            None => "PRF-MOVE-1",
            Some(_) => "PRF-SEQ-1",
        };
        line(clause, format!("You have {left}{place}{but}: {}.", one_of(&choices)), theirs)
    }

    fn label_turn(&self, state: &State, space: Space) -> String {
        let turned = |marker: Marker| {
            format!("Turn the {} marker on {space} to point {}", marker.colour, marker.turned().direction.word())
        };
        state.trend.marker(space).map_or_else(|| format!("Turn the marker on {space}"), turned)
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
}
