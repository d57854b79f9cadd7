//! What pages, logs and the terminal say.

use crate::{
    actions::Action,
    board::Space,
    cards::{Card, CardSet},
    events::Event,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{
    Figure, Line, Refusal, Rules, Seat, Viewer, Words,
    say::{self, listed, name},
};
use std::fmt::Write;

/// Where a piece was, once the location there lies face down and must be remembered. (ECO-KNOW-2)
const HIDDEN_AGAIN: &str = "a location that lies face down now";

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
                let die = state.die;
                line(
                    "ECO-MOVE-1",
                    format!("You rolled {die}: move your piece exactly {die}."),
                    format!("rolled {die} and moves."),
                )
            }
            Step::Hit(space) => {
                let other = state.piece_on(space).map_or_else(String::new, |other| name(names, other));
                line(
                    "ECO-HIT-1",
                    format!("{must} the corner where {other}'s piece is put outside."),
                    format!("lands on {other}'s piece and {must} a corner for it."),
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
        let who = |seat: &Seat| name(names, *seat);
        match event {
            Event::Started { seat } => Line::new("ECO-START-1", format!("{} starts.", who(seat))),
            Event::Dealt { hands } => {
                let hands: Vec<String> = hands.iter().map(usize::to_string).collect();
                Line::new("ECO-SETUP-1", format!("The locations are dealt: {} cards.", hands.join(", ")))
            }
            Event::Picked { seat, card: Some(card) } => Line::new("ECO-SETUP-4", format!("{} picks {card}.", who(seat))),
            Event::Picked { seat, card: None } => Line::new("ECO-SETUP-4", format!("{} picks a card.", who(seat))),
            Event::Placed { seat, card, space } => {
                let card = card.as_deref().unwrap_or("a card");
                Line::new("ECO-SETUP-3", format!("{} places {card} on {space}.", who(seat)))
            }
            Event::LaidOut => Line::new("ECO-SETUP-8", "All locations lie on the board, each with its property. Part 1 begins."),
            Event::Rolled { seat, die } => Line::new("ECO-TURN-1", format!("{} rolls {die}.", who(seat))),
            Event::Stayed { seat } => Line::new("ECO-MOVE-11", format!("{} has no way of that length and stays.", who(seat))),
            Event::Entered { seat, to } => {
                let to = to.as_deref().unwrap_or(HIDDEN_AGAIN);
                Line::new("ECO-MOVE-2", format!("{} enters and moves to {to}.", who(seat)))
            }
            Event::Moved { seat, from, to } => {
                let at = |space: &Option<String>| space.clone().unwrap_or_else(|| HIDDEN_AGAIN.to_owned());
                Line::new("ECO-MOVE-12", format!("{} moves from {} to {}.", who(seat), at(from), at(to)))
            }
            Event::Took { seat, card: Some(card), title } => {
                let title = title.as_ref().map_or_else(String::new, |title| format!(", {title}"));
                Line::new("ECO-COLLECT-1", format!("{} takes {card}{title}.", who(seat)))
            }
            Event::Took { seat, card: None, .. } => Line::new("ECO-COLLECT-1", format!("{} takes a property.", who(seat))),
            Event::ThrownOff { seat, other, corner } => {
                Line::new("ECO-HIT-1", format!("{} puts {}'s piece outside at {corner}.", who(seat), who(other)))
            }
            Event::TurnedDown { space, clause } => Line::new(clause, format!("The location on {space} is turned face down.")),
            Event::TurnedUp { space, card: Some(card) } => {
                Line::new("ECO-DOWN-2", format!("The location on {space} is turned up: {card}."))
            }
            Event::TurnedUp { space, card: None } => Line::new("ECO-DOWN-2", format!("The location on {space} is turned up.")),
            Event::HandedOver { from, to, card } => {
                Line::new("ECO-DOWN-3", format!("{} hands {card} to {}.", who(from), who(to)))
            }
            Event::Paid { sector: None, .. } => Line::new("ECO-SCORE-1", "The sector of the location pays."),
            Event::Paid { sector: Some(sector), points, .. } => {
                let paid = points.iter().enumerate().filter(|(_, points)| **points > 0);
                let paid: Vec<String> =
                    paid.filter_map(|(seat, points)| Some(format!("{} +{points}", name(names, Seat::new(seat)?)))).collect();
                Line::new("ECO-SCORE-1", format!("{sector} pays: {}.", paid.join(", ")))
            }
            Event::Nothing { seat, clause } => {
                let text = match *clause {
                    "ECO-COLLECT-2" => "The property is somebody's already.".to_owned(),
                    "ECO-COLLECT-7" => "The location lies face down and stays so.".to_owned(),
                    "ECO-HIT-5" => "The location lies face down already.".to_owned(),
                    "ECO-HIT-10" => "The space is empty; no card is turned.".to_owned(),
                    _ => format!("{} lands on an empty space.", who(seat)),
                };
                Line::new(clause, text)
            }
            Event::PartTwo => Line::new("ECO-PART-1", "No property is left on the board: part 2 begins."),
            Event::Won { winners, clause } => Line::new(clause, format!("{} won.", listed(winners.iter().map(who)))),
        }
    }

    fn draw(&self, state: &State, viewer: Viewer, names: &[String]) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw_board(&mut out, state);
        let _ = self.draw_players(&mut out, state, names);
        if let Viewer::Seat(seat) = viewer
            && let Some(hand) = state.hands[..self.players].get(seat.index()).filter(|hand| !hand.is_empty())
        {
            let _ = writeln!(out, "your hand: {}", self.ids(*hand));
        }
        out
    }

    fn score(&self, state: &State, names: &[String]) -> Vec<Line> {
        let line = |seat: Seat| {
            let properties = state.properties[seat.index()];
            let worth: u16 = properties.map(|card| self.face(card).category.points()).sum();
            let text = format!(
                "{}: points {} of {}; properties {}, worth {worth} a round of all sectors",
                name(names, seat),
                state.points[seat.index()],
                self.target,
                properties.len()
            );
            Line::new("ECO-SCORE-1", text)
        };
        let mut lines: Vec<Line> = Seat::FIRST.clockwise(self.players).map(line).collect();
        if let Some(outcome) = self.outcome(state) {
            let winners = say::names(names, outcome.winners());
            let best = outcome.winners().lowest().map_or(0, |seat| outcome.score(seat));
            let text = match outcome.clause {
                "ECO-END-7" => format!("{} share the win with {best} points each", winners),
                "ECO-END-5" => {
                    format!("several reached {}; {} has the most, {best}, and wins", self.target, winners)
                }
                _ => format!("{} was the first at {} and wins with {best}", winners, self.target),
            };
            lines.push(Line::new(outcome.clause, text));
        }
        lines
    }

    /// What the properties are worth, and the points: the one grows in part 1, the other in part 2.
    fn standing(&self, state: &State) -> Vec<i64> {
        let worth =
            |seat: Seat| state.properties[seat.index()].map(|card| i64::from(self.face(card).category.points())).sum::<i64>();
        Seat::FIRST.clockwise(self.players).map(|seat| worth(seat) + i64::from(state.points[seat.index()])).collect()
    }

    fn standing_of(&self) -> &'static str {
        "points and what the properties are worth"
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
    fn label_move(&self, state: &State, seat: Seat, space: Space, names: &[String]) -> Line {
        let down = state.face_down.contains(space);
        let card = state.locations[space.index()];
        // What lies face down must not be read off a button.
        let shown = card.filter(|_| !down || self.shows_faces(state)).map(|card| self.face(card));
        let title = shown.map_or_else(String::new, |face| format!(", {} {}", face.sector, face.category.word()));
        let (clause, effect) = match (state.piece_on(space), card) {
            (Some(other), _) if other != seat => match (card, down, state.part(), name(names, other)) {
                (None, .., other) => ("ECO-HIT-10", format!("hit {other}'s piece")),
                (Some(_), true, 2, other) => {
                    ("ECO-HIT-9", format!("hit {other}'s piece, turn the card up: its property is yours"))
                }
                (Some(_), true, _, other) => ("ECO-HIT-5", format!("hit {other}'s piece")),
                (Some(_), false, part, other) => {
                    let clause = if part == 1 { "ECO-HIT-4" } else { "ECO-HIT-8" };
                    (clause, format!("hit {other}'s piece and turn the card face down"))
                }
            },
            (_, None) => (if state.part() == 1 { "ECO-COLLECT-6" } else { "ECO-SCORE-5" }, "empty space".to_owned()),
            (_, Some(card)) if down && state.part() == 2 => {
                // Whose it is may only be said where the face is open to all.
                let own = shown.is_some() && state.owner(card) == Some(seat);
                let clause = if own { "ECO-DOWN-4" } else { "ECO-DOWN-3" };
                (clause, format!("turn the card up and {} its property", if own { "keep" } else { "win" }))
            }
            (_, Some(_)) if down => ("ECO-COLLECT-7", "face down, nothing happens".to_owned()),
            (_, Some(card)) => match (state.part(), state.owner(card)) {
                (1, None) => ("ECO-COLLECT-1", format!("take {}, {}", self.face(card).id, self.face(card).title)),
                (1, Some(_)) => ("ECO-COLLECT-2", "taken already, nothing happens".to_owned()),
                _ => ("ECO-SCORE-1", self.label_pay(state, card, names)),
            },
        };
        Line::new(clause, format!("Move to {space}{title}: {effect}"))
    }

    fn label_pay(&self, state: &State, card: Card, names: &[String]) -> String {
        let paid = Seat::FIRST.clockwise(self.players).map(|seat| (seat, self.pays(state.properties[seat.index()], card)));
        let paid: Vec<String> =
            paid.filter(|(_, points)| *points > 0).map(|(seat, points)| format!("{} +{points}", name(names, seat))).collect();
        format!("pays {}", paid.join(", "))
    }

    fn ids(&self, cards: CardSet) -> String {
        let ids: Vec<&str> = cards.map(|card| self.face(card).id.as_str()).collect();
        ids.join(" ")
    }

    /// The board from row 8 down: the card, `+` while its property lies on it, `####` face down, the piece as a letter.
    fn draw_board(&self, out: &mut String, state: &State) -> std::fmt::Result {
        let rule = format!("  +{}\n", "---------+".repeat(8));
        for row in (0..8).rev() {
            out.push_str(&rule);
            write!(out, "{} |", row + 1)?;
            for column in 0..8 {
                let Some(space) = Space::at(column, row) else { continue };
                write!(out, "{:<9}|", self.draw_space(state, space))?;
            }
            out.push('\n');
        }
        out.push_str(&rule);
        let columns: String = ('a'..='h').map(|column| format!("    {column}     ")).collect();
        writeln!(out, "   {}", columns.trim_end())
    }

    fn draw_space(&self, state: &State, space: Space) -> String {
        let card = match state.locations[space.index()] {
            Some(_) if state.face_down.contains(space) && !self.shows_faces(state) => "######".to_owned(),
            Some(card) => {
                let lies = matches!(state.step, Step::Move | Step::Hit(_)) && state.owner(card).is_none();
                format!("{}{}", self.face(card).id, if lies { "+" } else { "" })
            }
            None => String::new(),
        };
        let piece = state.piece_on(space).map_or(String::new(), |seat| format!("({})", seat.letter()));
        let goal = if state.step == Step::Move && state.reach.contains(space) && piece.is_empty() { "." } else { "" };
        format!("{card:<6}{piece}{goal}")
    }

    fn draw_players(&self, out: &mut String, state: &State, names: &[String]) -> std::fmt::Result {
        for seat in Seat::FIRST.clockwise(self.players) {
            let turn = if seat == state.seat && state.step != Step::Over { ">" } else { " " };
            let place = match state.piece(seat) {
                Piece::Outside => "outside".to_owned(),
                Piece::At(corner) => format!("outside {corner}"),
                Piece::On(space) => space.to_string(),
            };
            let (label, points) = (format!("({}) {}", seat.letter(), name(names, seat)), state.points[seat.index()]);
            let hand = state.hands[seat.index()].len();
            let hand = if hand > 0 { format!("{hand} cards in hand") } else { String::new() };
            let holdings = self.ids(state.properties[seat.index()]);
            let line = format!("{turn} {label:<16} {points:>3}/{} {place:<11} {holdings}{hand}", self.target);
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
