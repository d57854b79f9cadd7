//! What pages, logs and the terminal say.

use crate::{
    actions::Action,
    board::{Corner, Space},
    cards::{Card, CardSet},
    events::Event,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{
    Figure, Line, Refusal, Rules, Seat, Viewer, Words,
    say::{self, counted, name},
};

impl Words for EconomyRules {
    fn prompt(&self, state: &State, viewer: Viewer, names: &[String]) -> Line {
        let seat = state.seat;
        let own = viewer.holds(seat);
        let who = if own { "You".to_owned() } else { name(names, seat) };
        let must = if own { "Choose" } else { "chooses" };
        let line = |clause, yours: String, theirs: String| Line::new(clause, if own { yours } else { format!("{who} {theirs}") });
        match state.step {
            Step::Pick => line("ECO-SETUP-4", "Pick a card of your hand to place.".into(), "picks a card to place.".into()),
            Step::Place(card) => line(
                "ECO-SETUP-3",
                format!("Place {} ({}) on a free space.", self.face(card).id, self.face(card).title),
                "places a card.".into(),
            ),
            Step::Move => {
                // The roll itself is told by its event, once.
                let spaces = counted(state.die, "space");
                let yours = match state.piece(seat) {
                    Piece::On(_) => format!("Move your piece exactly {spaces}."),
                    Piece::At(corner) => format!("Enter at {corner} and move exactly {spaces}, that one included."),
                    Piece::Outside => {
                        format!("Enter at {} and move exactly {spaces}, that one included.", self.entrances(state, seat))
                    }
                };
                line("ECO-MOVE-1", yours, format!("moves {spaces}."))
            }
            Step::Hit(space) => {
                let other = state.piece_on(space).map_or_else(String::new, |other| name(names, other));
                line(
                    "ECO-HIT-1",
                    format!("{must} the corner where {other}’s piece is put outside."),
                    format!("lands on {other}’s piece and {must} a corner for it."),
                )
            }
            Step::Over => {
                let outcome = self.outcome(state);
                let winners = say::names(names, outcome.iter().flat_map(|outcome| outcome.winners()));
                Line::new(outcome.map_or("ECO-END-1", |outcome| outcome.clause), format!("{winners} won."))
            }
        }
    }

    fn label(&self, state: &State, seat: Seat, action: &Action, names: &[String]) -> Line {
        match *action {
            Action::Pick(card) => {
                let face = self.face(card);
                Line::new("ECO-SETUP-4", format!("Pick {}: {}, {} {}", face.id, face.title, face.sector, face.category.word()))
            }
            Action::Place(space) => Line::new("ECO-SETUP-3", format!("Place it on {space}")),
            Action::Corner(corner) => Line::new("ECO-HIT-3", format!("Put it outside at {corner}")),
            Action::Move(space) => self.label_move(state, seat, space, names),
        }
    }

    fn barred(&self, state: &State, seat: Seat) -> Vec<(Action, Refusal)> {
        match state.step {
            Step::Place(_) if seat == state.seat => self.barred_places(state),
            Step::Move if seat == state.seat => self.barred_moves(state),
            _ => Vec::new(),
        }
    }

    fn tell(&self, event: &Event, names: &[String]) -> Line {
        self.told(event, names)
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        self.drawn(state, viewer, names)
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |seat: Seat| {
            let properties = state.properties[seat.index()];
            let worth: u16 = properties.map(|card| self.face(card).category.points()).sum();
            let (points, target, count) = (state.points[seat.index()], counted(self.target, "point"), properties.len());
            let noun = if count == 1 { "property" } else { "properties" };
            let who = name(names, seat);
            let text = format!("{who}: {points} of {target}; {count} {noun}, worth {worth} when every sector pays once");
            Line::new("ECO-SCORE-1", text)
        };
        let mut lines: Vec<Line> = Seat::FIRST.clockwise(self.players).map(line).collect();
        if let Some(outcome) = self.outcome(state) {
            let winners = say::names(names, outcome.winners());
            let best = outcome.winners().lowest().map_or(0, |seat| outcome.score(seat));
            let text = match outcome.clause {
                "ECO-END-7" => format!("{winners} share the win with {} each", counted(best, "point")),
                "ECO-END-5" => {
                    format!("several reached {}; {winners} has the most, {best}, and wins", counted(self.target, "point"))
                }
                _ => format!("{winners} was the first to reach {} and wins with {best}", counted(self.target, "point")),
            };
            lines.push(Line::new(outcome.clause, text));
        }
        lines
    }

    fn sources(&self) -> Vec<String> {
        let mut sectors: Vec<String> = Vec::new();
        for face in &self.faces {
            if !sectors.contains(&face.sector) {
                sectors.push(face.sector.clone());
            }
        }
        sectors
    }

    fn brought(&self, _before: &State, event: &Event, add: &mut dyn FnMut(Seat, usize, i64)) {
        if let Event::Paid { sector: Some(sector), points, .. } = event
            && let Some(place) = self.sources().iter().position(|one| one == sector)
        {
            for (seat, points) in Seat::FIRST.clockwise(self.players).zip(points) {
                add(seat, place, (*points).into());
            }
        }
    }

    /// Are all locations placed? (ECO-SETUP-4)
    fn is_set_up(&self, state: &State) -> bool {
        !matches!(state.step, Step::Pick | Step::Place(_))
    }

    fn chart_values(&self, state: &State) -> Vec<i64> {
        Seat::FIRST.clockwise(self.players).map(|seat| i64::from(state.points[seat.index()])).collect()
    }

    fn round(&self, state: &State) -> u32 {
        // Nobody has rolled yet while locations are being placed.
        if state.die == 0 { 0 } else { 1 + u32::from(state.turns[0] + state.turns[1]) / self.players as u32 }
    }

    fn course(&self, state: &State, figures: &mut Vec<Figure>) {
        let points: i64 = state.points.iter().map(|points| i64::from(*points)).sum();
        let most = state.points.iter().max().copied().unwrap_or(0);
        figures.extend([
            ("properties_to_be_had", state.left.into()),
            ("points_of_the_first", most.into()),
            ("points_of_all", points),
            ("face_down", state.face_down.len() as i64),
        ]);
    }

    fn figures(&self, state: &State, figures: &mut Vec<Figure>) {
        figures.extend([
            ("turns_part_1", state.turns[0].into()),
            ("turns_part_2", state.turns[1].into()),
            ("paying_landings", state.payments.into()),
            ("pieces_thrown_off", state.hits.into()),
            ("face_down_at_end", state.face_down.len() as i64),
        ]);
    }
}

impl EconomyRules {
    /// The corners where a piece from outside can enter: nobody moves over another piece, and only a 1 ends on the corner itself.
    /// (ECO-MOVE-13)
    fn entrances(&self, state: &State, seat: Seat) -> String {
        let others = state.others(seat);
        let open = |corner: &Corner| state.die == 1 || !others.contains(corner.space());
        let corners: Vec<String> = Corner::ALL.into_iter().filter(open).map(|corner| corner.to_string()).collect();
        match &corners[..] {
            all if all.len() == Corner::ALL.len() => "any corner".into(),
            [] => "a corner".into(),
            [only] => format!("{only}, the only free corner,"),
            [some @ .., last] => format!("{} or {last}", some.join(", ")),
        }
    }

    fn label_move(&self, state: &State, seat: Seat, space: Space, names: &[String]) -> Line {
        let down = state.face_down.contains(space);
        let card = state.locations[space.index()];
        // What lies face down must not be read off a button.
        let shown = card.filter(|_| !down || self.shows_faces(state)).map(|card| self.face(card));
        let title = shown.map_or_else(String::new, |face| format!(", {} {}", face.sector, face.category.word()));
        let (clause, effect) = match (state.piece_on(space), card) {
            (Some(other), _) if other != seat => match (card, down, state.part(), name(names, other)) {
                (None, .., other) => ("ECO-HIT-10", format!("hit {other}’s piece")),
                (Some(card), true, 2, other) => {
                    let (_, turned) = self.label_turning(state, seat, card, shown.is_some(), names);
                    ("ECO-HIT-9", format!("hit {other}’s piece and {turned}"))
                }
                (Some(_), true, _, other) => ("ECO-HIT-5", format!("hit {other}’s piece")),
                (Some(_), false, part, other) => {
                    let clause = if part == 1 { "ECO-HIT-4" } else { "ECO-HIT-8" };
                    (clause, format!("hit {other}’s piece and turn the card face down"))
                }
            },
            (_, None) => (if state.part() == 1 { "ECO-COLLECT-6" } else { "ECO-SCORE-5" }, "empty space".to_owned()),
            (_, Some(card)) if down && state.part() == 2 => self.label_turning(state, seat, card, shown.is_some(), names),
            (_, Some(_)) if down => ("ECO-COLLECT-7", "face down, nothing happens".to_owned()),
            (_, Some(card)) => match (state.part(), state.owner(card)) {
                (1, None) => ("ECO-COLLECT-1", format!("take {}, {}", self.face(card).id, self.face(card).title)),
                (1, Some(_)) => ("ECO-COLLECT-2", "taken already, nothing happens".to_owned()),
                _ => ("ECO-SCORE-1", self.label_pay(&state.properties, card, names)),
            },
        };
        Line::new(clause, format!("Move to {space}{title}: {effect}"))
    }

    /// What turning a location up does. Whose property it is may be said only where the face is open to everybody.
    fn label_turning(&self, state: &State, seat: Seat, card: Card, shown: bool, names: &[String]) -> (&'static str, String) {
        let owner = state.owner(card).filter(|_| shown);
        let mut properties = state.properties;
        properties.iter_mut().for_each(|held| held.remove(card));
        properties[seat.index()].insert(card);
        match owner {
            None => ("ECO-DOWN-3", "turn the card up: its property is then yours, and its sector pays".to_owned()),
            Some(owner) if owner == seat => {
                ("ECO-DOWN-4", format!("turn the card up; it {}", self.label_pay(&properties, card, names)))
            }
            Some(owner) => {
                let (owner, pays) = (name(names, owner), self.label_pay(&properties, card, names));
                ("ECO-DOWN-3", format!("turn the card up and win its property from {owner}; it {pays}"))
            }
        }
    }

    fn label_pay(&self, properties: &[CardSet], card: Card, names: &[String]) -> String {
        let paid = Seat::FIRST.clockwise(self.players).map(|seat| (seat, self.pays(properties[seat.index()], card)));
        let paid: Vec<String> =
            paid.filter(|(_, points)| *points > 0).map(|(seat, points)| format!("{} +{points}", name(names, seat))).collect();
        format!("pays {}", paid.join(", "))
    }
}
