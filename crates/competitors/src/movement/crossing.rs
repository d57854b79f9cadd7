//! A token on a strait. (CMP-STRAIT)

use crate::{
    At, CompetitorsRules, Event, Place, State, Stop, Strait, Token, Vehicle,
    decision::{Decision, Frame},
    movement::{Traveller, trucks::BorderCard},
    play::Play,
    positions::invariants::is,
};
use kernel::{Journal, Luck, Money, Refusal};

/// A token is on a strait and goes on as the customs card allowed, buys an extra point, or goes back to the near side: it never stays.
/// (CMP-TM-6, CMP-STRAIT-4 to CMP-STRAIT-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossStrait {
    /// Which token.
    pub token: Token,
    /// The strait.
    pub strait: Strait,
    /// From where.
    pub near: Stop,
    /// Where to.
    pub far: Stop,
}

impl Decision for CrossStrait {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let CrossStrait { token, strait, near, far } = *self;
        play.pop();
        let place = play.state.piece(token).place;
        let (here, back) = (place == Place::Strait(strait), stop_place(token, near));
        // It was taken off the strait: seized, sent back or put elsewhere.
        if !here && place != back {
            return true;
        }
        let Some(journey) = play.state.journey else { return true };
        let (seat, points) = (play.state.active, play.rules.far_points(play.state, far));
        let failed = journey.delivery.is_some_and(|delivery| delivery.failed);
        let turn_ends = matches!(play.state.top(), Some(Frame::TurnOver(_)));
        let stopped = here && (journey.ended || failed || turn_ends);
        if !here && journey.ended {
            return true;
        }
        let entry = match far {
            Stop::Territory(to) => {
                let owner = token.owner();
                let priced = play.rules.others_sites(play.state, seat, owner);
                let traveller =
                    Traveller { payer: seat, owner, draws: false, receiver: None, weathered: true, money: Money::ZERO, priced };
                play.rules.entry_price(play.state, &traveller, to)
            }
            _ => Money::ZERO,
        };
        let left = play.rules.points_left(play.state, token);
        let extra = if stopped || left < points { token.vehicle().extra_point().unwrap_or(Money::ZERO) } else { Money::ZERO };
        if extra + entry > play.money(seat) {
            // CMP-STRAIT-7.
            play.set_place(token, back);
            play.end_here();
            if let Some(journey) = play.journey() {
                // CMP-TM-11: it has been put there, whether it came by steps or by a run.
                journey.drove.remove(token);
                journey.card_due = false;
            }
            play.note(|| Event::NearSide { token, strait, to: back.into() });
            return true;
        }
        if extra > Money::ZERO {
            play.pays_bank(seat, extra);
            play.note(|| Event::ExtraPoint { seat, token, strait, amount: extra });
            // CMP-STRAIT-6: there the movement turn ends.
            play.end_here();
        } else {
            play.spend(token, points);
        }
        if here {
            let points = if extra > Money::ZERO { 0 } else { points };
            let way = stop_place(token, far).into();
            play.note(|| Event::Went { seat, token, from: At::Strait(strait), way: vec![way], points, fuel: Money::ZERO });
        }
        match far {
            Stop::Territory(to) => play.enter_by_land(token, to, BorderCard::None),
            Stop::Cell(to) => play.enter_hex(token, to),
            Stop::Arrow(_) => {}
        }
        true
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::AfterStep(_)))
    }

    fn check(&self, rules: &CompetitorsRules, _state: &State) -> Result<(), Refusal> {
        let space = &rules.pack[self.strait];
        let joined = match (self.near, self.far) {
            (Stop::Territory(near), Stop::Territory(far)) => {
                self.token.is_truck() && space.links.iter().any(|link| *link == [near, far] || *link == [far, near])
            }
            (Stop::Cell(near), Stop::Cell(far)) => {
                let hexes = space.hexes.is_some_and(|hexes| hexes == [near, far] || hexes == [far, near]);
                self.token.vehicle() == Vehicle::Ship && hexes
            }
            _ => false,
        };
        is(joined, "CMP-STRAIT-1", || "a strait does not join these places for such a token".into())
    }
}

/// The place that a stop means to a truck or a ship.
fn stop_place(token: Token, stop: Stop) -> Place {
    match stop {
        Stop::Territory(territory) if token.is_truck() => Place::Land(territory),
        Stop::Territory(territory) => Place::Port(territory),
        Stop::Cell(cell) => Place::Sea(cell),
        Stop::Arrow(arrow) => Place::Edge(arrow),
    }
}
