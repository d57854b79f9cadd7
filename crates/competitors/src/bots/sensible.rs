//! Of all that may be done, what a player who thinks considers. What is left out is never good: giving up while there is a way, stops that
//! bring nothing nearer, selling to the bank, discarding what a plan needs.

use crate::{
    Action, Ask, Asset, CompetitorsDeal, CompetitorsRules, Lots, Place, Stage, State, Stop, Territories, Territory, Token,
    Vehicle, Wish,
    bots::{
        heuristic::{BestPlans, RESERVE},
        planning::{Stand, Ways},
    },
    deals::bargaining::LARGE_HAND,
    decision::{Decision, retain_from},
    figures::BRANCH_PRICE,
    movement::{ships::Sails, trucks::Drives},
};
use kernel::{Rules, Seat, Seeded, Silent};

/// With more tokens of a kind than this, one can be spared.
const SPARE: usize = 2;

/// Fewer territory cards of a continent than this are few.
const FEW: usize = 2;

/// The most free steps in a row that are considered: making room on a carrier, handing the goods to a truck, putting it aboard.
const HANDLINGS: usize = 3;

/// Leaves only these of what was appended, or all if there is none of these.
pub(crate) fn keep(out: &mut Vec<Action>, before: usize, wanted: impl Fn(&Action) -> bool) {
    if out[before..].iter().any(&wanted) {
        retain_from(out, before, wanted);
    }
}

impl CompetitorsRules {
    pub(crate) fn list_sensible(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let before = out.len();
        self.actions(state, seat, out);
        if out.len() - before <= 1 || state.stage != Stage::Playing {
            return;
        }
        state.now().sensible(self, state, seat, out, before);
    }

    /// Of what may be done in a turn, what serves a plan.
    pub(crate) fn is_sensible_action(&self, state: &State, seat: Seat, plans: &BestPlans, action: &Action) -> bool {
        let player = state.player(seat);
        let fresh = state.turn.proposals[seat.index()] == 0 && state.turn.actions == self.options.actions_per_turn;
        // Tokens and branches are of use only in later turns.
        let lasts = self.has_another_turn(state, seat);
        match *action {
            Action::Sell(_) | Action::SellBranch(_) | Action::Load { .. } | Action::Hand { .. } => false,
            Action::Withdraw(_) => false,
            Action::Counter(..) => !is_branch_haggled(action),
            // Cards of the home continent are wanted if there are hardly any.
            Action::Ask(Ask { wanted: Wish::Continent(continent), offered: Wish::Money(price) }) => {
                let alike = player.territories.and(self.routes.continents[continent.index()]).len();
                fresh && lasts && alike < FEW && player.money >= price + RESERVE
            }
            Action::Ask(_) => false,
            Action::Auction { lot, .. } => fresh && lasts && self.can_spare(state, seat, &lot),
            // Once in a turn is enough, and not of everything in every round; a branch would only be bought back later.
            Action::Offer(deal) => {
                fresh
                    && is_time_for(&deal, seat, state.round)
                    && (lasts || !has_lasting(&deal))
                    && !deal.transfers().any(|one| matches!(one.asset, Asset::Branch(_)))
            }
            Action::Sign(contract) => plans.ready.iter().flatten().any(|plan| plan.contract == contract),
            Action::Move(token) => plans.distant.iter().flatten().any(|plan| plan.token == token),
            Action::Deliver(sender) => self.may_arrive(state, seat, sender),
            // A branch is for a continent on which there is none yet, where aircraft can land.
            Action::Build(at) if fresh && lasts => {
                let continent = self.routes.continents[self.pack[at].continent.index()];
                let alike = continent.and(player.territories).and(self.routes.airports);
                player.money >= BRANCH_PRICE + RESERVE && !self.has_site_on(state, seat, at) && alike.lowest() == Some(at)
            }
            Action::Buy(vehicle) if fresh && lasts => player.money >= vehicle.price() + RESERVE,
            Action::Build(_) | Action::Buy(_) => false,
            Action::End => state.turn.actions == 0,
            _ => true,
        }
    }

    /// Are there more of these than a player usually needs: cards of a large hand, or several tokens of the same kind?
    fn can_spare(&self, state: &State, seat: Seat, lot: &Lots) -> bool {
        lot.assets().all(|asset| match asset {
            Asset::Territory(_) => state.player(seat).territories.len() > LARGE_HAND,
            Asset::Token(token) => Token::kind(seat, token.vehicle()).filter(|other| state.is_out(*other)).count() > SPARE,
            _ => false,
        })
    }

    /// Is there time enough for the goods of this contract?
    fn may_arrive(&self, state: &State, seat: Seat, sender: Territory) -> bool {
        let Some(goods) = state.carrying(sender) else { return true };
        let limit = state.piece(goods).load.and_then(|load| self.goods(load.contract)).map_or(0, |goods| goods.limit);
        self.ways_now(state, seat).of_goods(state, goods, None).turns <= limit
    }

    /// The length of the goods' way after the best step that their token can take now, and that step.
    fn nearest_step(&self, ways: &Ways<'_>, state: &State, goods: Token, steps: &[Action]) -> Option<(u32, Action)> {
        let steps = self.stands_after(state, steps).into_iter();
        let lengths = steps.map(|(_, stand, action)| (ways.of_goods(state, goods, Some(stand)).length(), action));
        lengths.min_by_key(|(length, _)| *length)
    }

    /// The first of at most `depth` free steps with the goods and tokens beside them, after which the next moving step leaves
    /// less than `least` of the way; and how much it leaves.
    fn handling(&self, ways: &Ways<'_>, state: &State, sender: Territory, least: u32, depth: usize) -> Option<(u32, Action)> {
        let (seat, goods) = (state.active, state.carrying(sender)?);
        let here = state.territory_of(goods);
        let mut actions = Vec::new();
        self.list_free_steps(state, seat, &mut actions);
        let mut best: Option<(u32, Action)> = None;
        for action in actions {
            let concerns = match action {
                Action::Hand { from, .. } => from == goods,
                Action::Load { truck, carrier } => truck == goods || carrier == goods,
                Action::Unload(truck) => state.territory_of(truck) == here,
                _ => false,
            };
            let mut after = *state;
            // It uses no luck while the journey goes on.
            if !concerns
                || self.apply(&mut after, seat, &action, &mut Seeded::new(0), &mut Silent).is_err()
                || !after.is_journeying()
            {
                continue;
            }
            let Some(goods) = after.carrying(sender) else { continue };
            let mut steps = Vec::new();
            for token in self.movers(&after) {
                self.each_stop(&after, token, |to| steps.push(Action::Go { token, to }));
            }
            let least = |best: &Option<(u32, Action)>| best.map_or(least, |(length, _)| length);
            if let Some((length, _)) = self.nearest_step(ways, &after, goods, &steps).filter(|(length, _)| *length < least(&best))
            {
                best = Some((length, action));
            }
            if depth > 1
                && let Some((length, _)) = self.handling(ways, &after, sender, least(&best), depth - 1)
            {
                best = Some((length, action));
            }
        }
        best
    }

    /// Of the steps of a journey those that lead somewhere.
    pub(crate) fn keep_steps(&self, state: &State, seat: Seat, out: &mut Vec<Action>, before: usize) {
        let Some(journey) = &state.journey else { return };
        match &journey.delivery {
            Some(delivery) => {
                let Some(goods) = state.carrying(delivery.sender) else { return };
                let Some(load) = state.piece(goods).load else { return };
                let ways = self.ways_now(state, seat);
                let now = ways.of_goods(state, goods, None);
                let nearest = self.nearest_step(&ways, state, goods, &out[before..]);
                // Trucks and goods change places only where the token by itself takes longer, and only if the way gets shorter
                // by it: when every step leaves less of the way, no earlier situation comes back.
                let alone = ways.alone(self.stand(state, state.outermost(goods)), load.receiver).turns;
                let least = nearest.map_or(u32::MAX, |(length, _)| length);
                let handled =
                    if alone > now.turns { self.handling(&ways, state, delivery.sender, least, HANDLINGS) } else { None };
                let best = handled.or(nearest);
                let nearer = best.is_some_and(|(length, _)| length < now.length());
                let left = delivery.limit.saturating_sub(delivery.used);
                let lost = now.turns > left.saturating_add(1) || !nearer && !journey.moving;
                keep(out, before, |action| match action {
                    Action::Go { .. } | Action::Load { .. } | Action::Unload(_) | Action::Hand { .. } => {
                        (nearer || !journey.moving) && best.is_some_and(|(_, best)| best == *action)
                    }
                    Action::Stop => !nearer,
                    Action::GiveUp => lost,
                    Action::Ask(_) | Action::Auction { .. } | Action::Offer(_) | Action::Withdraw(_) => false,
                    _ => true,
                });
            }
            None => {
                let ways = self.ways_of(state, seat);
                let steps = self.stands_after(state, &out[before..]);
                let mut wanted: Vec<Action> = Vec::new();
                // The token may have become free of its plan by what it met; then any card of hand is a goal.
                let plans = self.best_plans(state, seat);
                let own = plans.distant.iter().flatten().filter(|plan| plan.token == journey.token);
                let mut goals: Territories = own.map(|plan| plan.sender).collect();
                if goals.is_empty() {
                    goals = state.player(seat).territories;
                }
                for goal in goals {
                    let best = steps.iter().min_by_key(|(_, stand, _)| ways.alone(*stand, goal).length());
                    if let Some((token, stand, action)) = best {
                        let now = ways.alone(self.stand(state, *token), goal).length();
                        if ways.alone(*stand, goal).length() < now && !wanted.contains(action) {
                            wanted.push(*action);
                        }
                    }
                }
                keep(out, before, |action| match action {
                    Action::Go { .. } => wanted.contains(action),
                    Action::Stop => journey.moving || wanted.is_empty(),
                    _ => false,
                });
            }
        }
    }

    /// Where a token would be after each of these steps, with what it would have left.
    fn stands_after(&self, state: &State, actions: &[Action]) -> Vec<(Token, Stand, Action)> {
        let mut reach: Option<(Token, Reach)> = None;
        let mut stands = Vec::new();
        for action in actions {
            let Action::Go { token, to } = *action else { continue };
            if reach.as_ref().is_none_or(|(of, _)| *of != token) {
                reach = Some((token, self.range_of(state, token)));
            }
            let Some((_, reach)) = &reach else { continue };
            stands.push((token, self.stand_after(state, token, to, reach), *action));
        }
        stands
    }

    fn range_of(&self, state: &State, token: Token) -> Reach {
        let points = self.points_left(state, token);
        let place = state.piece(token).place;
        match (self.traveller(state, token), token.vehicle(), place) {
            (Some(traveller), Vehicle::Truck, Place::Land(from)) => {
                Reach::Land(Box::new(self.drives(state, &traveller, from, points)))
            }
            (Some(traveller), Vehicle::Ship, _) => Reach::Sea(Box::new(self.sails(state, &traveller, place, points))),
            _ => Reach::Air,
        }
    }

    fn stand_after(&self, state: &State, token: Token, to: Stop, reach: &Reach) -> Stand {
        let now = self.stand(state, token);
        let points = self.points_left(state, token);
        let flown = || self.flight_points(now.place, to);
        let (place, used) = match (reach, to) {
            (Reach::Land(drives), Stop::Territory(at)) => (Place::Land(at), drives.to(at).map_or(0, |drive| drive.points)),
            (Reach::Sea(sails), Stop::Cell(cell)) => (Place::Sea(cell), sails.to(cell).map_or(0, |sail| sail.points)),
            (Reach::Sea(sails), Stop::Territory(at)) => {
                let hex = self.pack[at].port.and_then(|port| sails.quietly_to(port.hex));
                (Place::Port(at), hex.map_or(0, |sail| sail.points))
            }
            (Reach::Air, Stop::Territory(at)) => {
                let used = if self.landing_ends(state, token.owner(), at) { points } else { flown() };
                let left = points.saturating_sub(used);
                return Stand { place: Place::Airport(at), last: Some(at), left, moving: left > 0, ..now };
            }
            (Reach::Air, Stop::Cell(cell)) => (Place::Air(cell), flown()),
            (_, Stop::Arrow(arrow)) => (Place::Edge(arrow.opposite()), points),
            (Reach::Land(_), Stop::Cell(_)) => (now.place, 0),
        };
        Stand { place, left: points.saturating_sub(used), moving: true, ..now }
    }
}

/// Of what can be offered for money or in return, one half is thought of in every other round; a passage whenever it may help.
fn is_time_for(deal: &CompetitorsDeal, seat: Seat, round: u16) -> bool {
    let given = deal.given_by(seat).next().map(|given| given.asset);
    match given {
        Some(Asset::Token(_) | Asset::Contract(_)) => round.is_multiple_of(2),
        Some(Asset::Territory(_) | Asset::Money(_)) => !round.is_multiple_of(2),
        _ => true,
    }
}

/// Does a token or a branch change hands?
fn has_lasting(deal: &CompetitorsDeal) -> bool {
    deal.transfers().any(|one| matches!(one.asset, Asset::Token(_) | Asset::Branch(_)))
}

/// Is this a counter-offer for a branch?
pub(crate) fn is_branch_haggled(action: &Action) -> bool {
    matches!(action, Action::Counter(_, deal) if deal.transfers().any(|one| matches!(one.asset, Asset::Branch(_))))
}

/// Where a token can go in this movement turn.
enum Reach {
    Land(Box<Drives>),
    Sea(Box<Sails>),
    Air,
}
