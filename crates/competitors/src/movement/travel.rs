//! A Move or a Delivery under way: its steps, and the ways to end it. (CMP-MOVE, CMP-DELIV, CMP-TM; D8 to D14, D17)

use crate::{
    Action, CompetitorsRules, Event, Failure, Journey, Place, State, Token,
    bots::sensible::{is_branch_haggled, keep},
    decision::{Decision, MovementOver},
    movement::Way,
    play::Play,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, plain},
    },
};
use kernel::{Bounds, Journal, Line, Luck, Question, Refusal, Seat, Turn, say::counted};

/// A Move or a Delivery is under way: the next step, or the next movement turn of a Delivery. (D8 to D14, D17)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Travel;

impl Travel {
    /// May the movement turn be ended now? (D13, CMP-TM-5, CMP-MOVE-7)
    pub(crate) fn may_stop(self, state: &State) -> bool {
        state.journey.is_some_and(|journey| journey.moving || journey.delivery.is_none())
    }

    /// May the Delivery be given up, as long as it is one? (D14, CMP-DELIV-14)
    pub(crate) fn may_give_up(self, state: &State) -> bool {
        state.journey.is_some_and(|journey| journey.delivery.is_some())
    }
}

impl Decision for Travel {
    fn turn(&self, rules: &CompetitorsRules, state: &State) -> Turn {
        if state.is_open_point() { rules.turn_at_open_point(state) } else { Turn::of(state.active) }
    }

    /// By hand: ways are looked for once for all stops of a token, not once for each. (D8 to D14, D17)
    fn list(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat == state.active {
            for token in rules.movers(state) {
                rules.each_stop(state, token, |to| out.push(Action::Go { token, to }));
            }
            rules.list_free_steps(state, seat, out);
            out.extend(self.may_stop(state).then_some(Action::Stop));
            out.extend(self.may_give_up(state).then_some(Action::GiveUp));
            rules.list_delivery_cards(state, seat, out);
        }
        rules.list_negotiation(state, seat, out);
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            _ if action.negotiates() && state.is_open_point() => rules.may_negotiate(state, seat, action),
            _ if seat != state.active => untimely(rules, state, seat, action),
            Action::Go { token, to } => rules.may_go(state, token, to).map(drop),
            Action::Load { truck, carrier } => rules.may_load(state, seat, truck, carrier),
            Action::Unload(truck) => rules.may_unload(state, seat, truck),
            Action::Hand { from, to } => rules.may_hand(state, seat, from, to),
            Action::Stop if self.may_stop(state) => Ok(()),
            Action::GiveUp if self.may_give_up(state) => Ok(()),
            Action::Play(card) => rules.may_play_in_delivery(state, seat, card),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn may_by(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<Option<Way>, Refusal> {
        match *action {
            Action::Go { token, to } if seat == state.active => rules.may_go(state, token, to).map(Some),
            _ => self.may(rules, state, seat, action).map(|()| None),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let moving = play.state.is_moving();
        match *action {
            Action::Go { token, to } => {
                if let Some(way) = play.way {
                    play.go(token, to, way);
                }
            }
            Action::Load { truck, carrier } => play.load(seat, truck, carrier),
            Action::Unload(truck) => play.unload(seat, truck),
            Action::Hand { from, to } => play.hand(seat, from, to),
            Action::Play(card) => play.play_in_delivery(seat, card),
            Action::Stop | Action::GiveUp => {
                // CMP-DELIV-14: between two steps the movement turn ends where it is.
                if *action == Action::GiveUp {
                    play.fail_delivery(Failure::GaveUp);
                }
                if moving {
                    play.push(MovementOver);
                } else {
                    play.state.journey = None;
                }
            }
            _ => play.negotiate(seat, action),
        }
    }

    /// Where no step is left, the movement turn has come to its end. (CMP-TM-5)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let over = play.state.is_moving() && !play.rules.has_step(play.state);
        if over {
            play.push(MovementOver);
        }
        over
    }

    fn bounds(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        rules.bounds_at_open_point(state, seat, out);
    }

    fn question(&self, _rules: &CompetitorsRules, state: &State, seat: Seat) -> Option<Question<Action>> {
        state.question_of_deal(seat)
    }

    fn is_answer(&self, _rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> bool {
        state.is_answer_to_deal(seat, action)
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let line = match &state.journey {
            Some(journey) => rules.ask_to_move(state, journey, reader),
            None => Line::new("CMP-MOVE-1", ""),
        };
        rules.with_offers(state, line, reader)
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Go { token, to } => rules.choice_of_step(state, token, to, reader),
            Action::Load { .. } | Action::Unload(_) | Action::Hand { .. } => rules.choice_of_handling(state, action, reader),
            Action::Stop if state.is_moving() => Choice::new("CMP-TM-5", "End the movement turn").so(rules.stopping(state)),
            Action::Stop => Choice::new("CMP-MOVE-7", "Do not move after all").so(["the action is used"]),
            Action::GiveUp => rules.choice_of_giving_up(state, seat),
            Action::Play(card) => rules.choice_of_play(state, seat, card),
            _ => rules.choice_of_deal(state, seat, action, reader),
        }
    }

    /// The movement turn is ended, or the Delivery given up. (D13, D14)
    fn fallback(&self, _rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        let own = if self.may_stop(state) { Action::Stop } else { Action::GiveUp };
        state.absent_at_open_point(seat, own)
    }

    /// Steps that lead somewhere.
    fn sensible(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>, before: usize) {
        if seat == state.active {
            rules.keep_steps(state, seat, out, before);
        } else {
            keep(out, before, |action| !is_branch_haggled(action));
        }
    }

    fn any(
        &self,
        rules: &CompetitorsRules,
        state: &State,
        seat: Seat,
        luck: &mut impl Luck,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        rules.any_in_journey(state, seat, luck, buffer)
    }
}

/// `3 points`, `no points`.
fn points_words(points: u8) -> String {
    if points == 0 { "no points".to_owned() } else { counted(points, "point") }
}

impl CompetitorsRules {
    /// The next step, or the next movement turn of a Delivery. (D8 to D14)
    fn ask_to_move(&self, state: &State, journey: &Journey, reader: &Reader<'_>) -> Line {
        let (seat, name) = (state.active, reader.name(state.active));
        let Some(delivery) = &journey.delivery else {
            let at = self.token_at(state, journey.token, reader);
            let others = self.movers(state).without(journey.token);
            let points = |token: Token| points_words(self.points_left(state, token));
            let mut left = format!("it has {}", points(journey.token));
            left.extend({ others }.map(|other| format!(", {} {}", self.token(other, reader), points(other))));
            let you = || format!("Move {at}: {left}.");
            return reader.one(seat, "CMP-MOVE-1", you, || format!("{name} moves {at}: {left}."));
        };
        let Some((token, load)) = state.carrying(delivery.sender).and_then(|token| Some((token, state.piece(token).load?)))
        else {
            return Line::new("CMP-DELIV-1", format!("{name} ends a Delivery."));
        };
        let way = self.way_of(&load);
        let at = self.token_at(state, token, reader);
        if journey.moving {
            let mover = state.outermost(token);
            let left = points_words(self.points_left(state, mover));
            let turn = format!("movement turn {} of {}", delivery.used, delivery.limit);
            let you = || format!("Deliver the goods {way} with {at}: {turn}, {left} left.");
            let they = || format!("{name} delivers goods {way} with {at}: {left} left in movement turn {}.", delivery.used);
            return reader.one(seat, "CMP-DELIV-1", you, they);
        }
        let left = counted(delivery.limit.saturating_sub(delivery.used), "movement turn");
        let used = match delivery.used {
            0 => String::new(),
            used => format!(", {} used so far", counted(used, "movement turn")),
        };
        let you = || format!("Deliver the goods {way} with {at}: {left} left. Take a step, or give the Delivery up.");
        let they = || format!("{name} delivers goods {way} with {at}{used}.");
        reader.one(seat, "CMP-DELIV-3", you, they)
    }

    /// The words of giving a Delivery up.
    pub(crate) fn choice_of_giving_up(&self, state: &State, seat: Seat) -> Choice {
        let lost = if state.player(seat).points > 0 { "1 victory point is lost" } else { "you have no victory point to lose" };
        Choice::new("CMP-DELIV-14", "Give the Delivery up").so([lost])
    }

    /// What ending the movement turn here brings. (CMP-TM-7)
    fn stopping(&self, state: &State) -> Vec<String> {
        let Some(journey) = &state.journey else { return Vec::new() };
        let mut parts = Vec::new();
        for truck in journey.drove {
            let flag = state.territory_of(truck).filter(|at| self.routes.flags.contains(*at));
            parts.extend(flag.map(|at| format!("a political event for {} in {}", plain(truck), self.land(at))));
        }
        if journey.card_due {
            parts.push("a customs card".to_owned());
        }
        for token in journey.moved {
            parts.extend(self.risk(state, token, state.piece(token).place));
        }
        parts
    }

    /// The danger for a token that rests there. (CMP-WX-7, CMP-WX-9)
    pub(crate) fn risk(&self, state: &State, token: Token, place: Place) -> Option<String> {
        let mut then = *state;
        then.piece_mut(token).place = place;
        let danger = self.danger(state).filter(|_| self.is_exposed(&then, token))?;
        let save = self.save_number(state, token.owner());
        Some(match save {
            0..=1 => format!("{}: no roll saves it", danger.name),
            2 => format!("{}: only a roll of 1 saves it", danger.name),
            3..=6 => format!("{}: a roll of {} or less saves it", danger.name, save - 1),
            _ => format!("{}: it is safe without a roll", danger.name),
        })
    }
}
