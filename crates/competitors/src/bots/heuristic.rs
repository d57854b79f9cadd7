//! How good a state looks for a seat: what bots build on.
//!
//! Everything is counted in money, a victory point as [`POINT`]. A seat is worth its victory points, what its running Delivery and its signed
//! contracts will bring, the contracts that its hand can still be made into (which token fetches which goods, where they go, and how many
//! actions that takes), and its money, the less the nearer the end is. Rivals count by what everybody sees of them.

use crate::{
    CompetitorsRules, Contract, FLEET, Goods, Mode, Place, Stage, State, Territory, Token, Vehicle,
    bots::{
        planning::{Need, Stand, Ways},
        signable::{Means, Promise, Signable},
    },
};
use kernel::{Money, Seat};

/// What a victory point is worth.
pub(crate) const POINT: i64 = 100_000;

/// What being first is worth, once the game is over.
const DECIDED: i64 = 1_000_000_000;

/// What counts of what is only planned, and what each further action leaves of it, in thousandths: what is delivered is safe.
const PLANNED: i64 = 850;
const PATIENCE: i64 = 945;

/// So many actions ahead anybody plans.
const HORIZON: usize = 32;

/// So many contracts ahead anybody plans.
const AHEAD: usize = 4;

/// A territory card, and a contract card, that no plan uses yet.
const SPARE_TERRITORY: i64 = 18_000;
pub(crate) const SPARE_CONTRACT: i64 = 10_000;

/// The value of a branch to its owner beyond what the bank pays for it: more than others usually offer, so that it is hardly
/// ever sold.
const KEPT: Money = Money::new(30_000);

/// What everybody likes to have in hand for fuel, fees and fines.
const PURSE: i64 = 30_000;

/// Goods that are further away from a token than so many movement turns are left to others.
const FETCH: u8 = 4;

/// So many plans of each kind are looked at closely.
const CHOICES: usize = 3;

/// What is left of a plan's worth after so many actions, in thousandths.
const LATER: [i64; HORIZON + 1] = {
    let (mut later, mut action) = ([1_000; HORIZON + 1], 1);
    while action <= HORIZON {
        later[action] = if action == 1 { PLANNED } else { later[action - 1] * PATIENCE / 1_000 };
        action += 1;
    }
    later
};

/// More customs cards than this on one way make no difference any more.
const MOST_CARDS: u8 = 8;

/// The chance in thousandths to pass so many customs cards with legal and with illegal goods, with no movement turn to spare, with one and
/// with more.
const CHANCES: [[[i64; MOST_CARDS as usize + 1]; 3]; 2] = {
    let card = [[780, 890, 920], [580, 680, 680]];
    let (mut chances, mut kind) = ([[[1_000; MOST_CARDS as usize + 1]; 3]; 2], 0);
    while kind < 6 {
        let (illegal, spare, mut count) = (kind / 3, kind % 3, 1);
        while count <= MOST_CARDS as usize {
            chances[illegal][spare][count] = chances[illegal][spare][count - 1] * card[illegal][spare] / 1_000;
            count += 1;
        }
        kind += 1;
    }
    chances
};

/// What there is to know of a seat's future.
pub(crate) struct Outlook<'a> {
    pub rules: &'a CompetitorsRules,
    state: &'a State,
    seat: Seat,
    pub ways: Ways<'a>,
    /// Actions that the seat still has in this game.
    actions: usize,
    /// What a coin is worth, in hundredths.
    pub coin: i64,
}

/// A contract that might be signed and delivered.
#[derive(Clone, Copy)]
struct Plan {
    token: usize,
    contract: usize,
    sender: Territory,
    receiver: Territory,
    actions: usize,
    worth: i64,
    /// What it is worth for each action.
    score: i64,
}

/// Where the free tokens of a player are.
type Fleet = [Option<Stand>; FLEET];

impl CompetitorsRules {
    /// What a seat has, against what its rivals have.
    pub(crate) fn prospects(&self, state: &State, seat: Seat) -> i64 {
        if state.stage == Stage::Over {
            let place = i64::from(self.final_order(state).place(seat));
            return DECIDED - place * (DECIDED / 8) + i64::from(state.player(seat).points) * POINT;
        }
        let coin = self.coin(state);
        let rivals = self.seats().without(seat);
        let (mut most, mut sum) = (0, 0);
        for rival in rivals {
            let seen = self.seen_strength(state, rival, coin);
            most = most.max(seen);
            sum += seen;
        }
        let ways = self.ways_ahead(state, seat);
        let own = Outlook { rules: self, state, seat, ways, actions: self.actions_left(state, seat), coin }.strength();
        own - most / 4 - sum / (8 * rivals.len().max(1) as i64)
    }

    /// The ways of a player for planning: in the last round the danger lasts to the end of the game.
    fn ways_ahead(&self, state: &State, seat: Seat) -> Ways<'_> {
        if state.round >= self.last_round() { self.ways_now(state, seat) } else { self.ways_of(state, seat) }
    }

    /// Has the seat another turn after this one?
    pub(crate) fn has_another_turn(&self, state: &State, seat: Seat) -> bool {
        self.actions_left(state, seat) > self.options.actions_per_turn.into()
    }

    /// What a coin is worth against a victory point, in hundredths: at the end only ties are broken by it.
    fn coin(&self, state: &State) -> i64 {
        let (round, last) = (i64::from(state.round), i64::from(self.last_round()).clamp(1, 20));
        3 + 27 * (last - round).clamp(0, last) / last
    }

    /// How many actions the seat has until the game is likely over.
    fn actions_left(&self, state: &State, seat: Seat) -> usize {
        let each = usize::from(self.options.actions_per_turn);
        let order = |seat: Seat| (seat.index() + self.players - state.first.index()) % self.players;
        let mut rounds = usize::from(self.last_round().saturating_sub(state.round));
        if self.options.mode == Mode::Points {
            let leader = self.seats().map(|seat| state.player(seat).points).max().unwrap_or(0);
            rounds = rounds.min(usize::from(crate::figures::VICTORY_TARGET).saturating_sub(leader.into()) * 3);
        }
        let now = match () {
            () if state.stage == Stage::Choosing => each,
            () if seat == state.active => state.turn.actions.into(),
            () if order(seat) > order(state.active) => each,
            () => 0,
        };
        rounds * each + now
    }

    /// What everybody sees of a player.
    fn seen_strength(&self, state: &State, seat: Seat, coin: i64) -> i64 {
        let player = state.player(seat);
        let cards =
            (player.territories.len() as i64).min(10) * SPARE_TERRITORY + (player.contracts.len() as i64).min(6) * SPARE_CONTRACT;
        let signed = state.signed(seat).count() as i64 * POINT;
        let wealth = i64::from(self.wealth(state, seat).units()) * coin / 100;
        i64::from(player.points) * POINT + signed + cards + wealth
    }
}

impl Outlook<'_> {
    fn strength(&self) -> i64 {
        let player = self.state.player(self.seat);
        let money = i64::from(player.money.units());
        let kept = i64::from(KEPT.times(player.branches.len() as i32).units());
        let wealth = i64::from(self.rules.wealth(self.state, self.seat).units()) + kept;
        let purse = (PURSE - money).max(0);
        i64::from(player.points) * POINT + wealth * self.coin / 100 - purse + self.delivering() + self.planned()
    }

    /// The running Delivery.
    fn delivering(&self) -> i64 {
        let Some(journey) = self.state.journey.as_ref().filter(|_| self.state.active == self.seat) else { return 0 };
        let Some(delivery) = journey.delivery.as_ref().filter(|delivery| !delivery.failed) else { return 0 };
        let Some(goods) = self.state.carrying(delivery.sender) else { return 0 };
        let Some(load) = self.state.piece(goods).load else { return 0 };
        let Some(text) = self.rules.goods(load.contract) else { return 0 };
        // A danger lasts longer than any Delivery.
        let mut need = self.rules.ways_now(self.state, self.seat).of_goods(self.state, goods, None);
        let left = delivery.limit.saturating_sub(delivery.used);
        if delivery.free_pass {
            need.cards = 0;
        }
        need.cards = need.cards.saturating_sub(delivery.laid.len() as u8);
        let worth = self.worth_of(text, load.sender, load.receiver, need, left);
        // Nearer is better, even where it changes nothing yet.
        worth - i64::from(need.fine) * 20 - i64::from(delivery.used) * 500
    }

    /// What a contract is worth whose goods need so much, with so many movement turns: points and reward by the chance of success, less
    /// what a failure costs and the fuel.
    pub fn worth_of(&self, goods: Goods, sender: Territory, receiver: Territory, need: Need, limit: u8) -> i64 {
        let points = i64::from(self.rules.pack.victory_points(sender, receiver)) * POINT;
        let gain = points + i64::from(goods.reward.units()) * self.coin / 100;
        let loss = if self.state.player(self.seat).points > 0 { POINT } else { POINT / 3 };
        if !need.is_possible() || need.turns > limit {
            return -loss;
        }
        let chance = self.chance(goods, receiver, need, limit - need.turns);
        let early = if need.turns < limit { SPARE_CONTRACT / 2 } else { 0 };
        let fuel = i64::from(need.turns) * 1_500 * self.coin / 100;
        ((gain + early) * chance - loss * (1_000 - chance)) / 1_000 - fuel
    }

    /// The chance in thousandths that the goods get there.
    fn chance(&self, goods: Goods, receiver: Territory, need: Need, spare: u8) -> i64 {
        let cards = CHANCES[usize::from(goods.illegal)][usize::from(spare.min(2))][usize::from(need.cards.min(MOST_CARDS))];
        if self.rules.routes.flags.contains(receiver) { cards * 4 / 5 } else { cards }
    }

    /// The chance in thousandths that any goods get there at best.
    pub fn best_chance(&self, receiver: Territory, need: Need) -> i64 {
        let cards = CHANCES[0][2][usize::from(need.cards.min(MOST_CARDS))];
        if self.rules.routes.flags.contains(receiver) { cards * 4 / 5 } else { cards }
    }

    /// Signed contracts, and those that the hand can be made into, in the order in which they pay best.
    fn planned(&self) -> i64 {
        let (rules, state, seat) = (self.rules, self.state, self.seat);
        let player = state.player(seat);
        let running = state.journey.as_ref().and_then(|journey| journey.delivery.as_ref()).map(|delivery| delivery.sender);
        let (mut total, mut used) = (0, 0);
        let mut fleet: Fleet = [None; FLEET];
        for (slot, token) in fleet.iter_mut().zip(Token::fleet(seat)) {
            let piece = state.piece(token);
            let Some(load) = piece.load else {
                if piece.hire.is_none() {
                    *slot = self.available(token);
                }
                continue;
            };
            if Some(load.sender) == running {
                *slot = Some(Stand::at(token.vehicle(), load.receiver));
                continue;
            }
            let Some(goods) = rules.goods(load.contract) else { continue };
            let need = self.ways.of_goods(state, token, None);
            let worth = self.worth_of(goods, load.sender, load.receiver, need, goods.limit);
            if worth > 0 && used < self.actions {
                used += 1;
                total += worth * LATER[used.min(HORIZON)] / 1_000;
                *slot = Some(Stand::at(token.vehicle(), load.receiver));
            }
        }
        let cards = player.contracts.and_not(rules.routes.special);
        let mut signable = Signable::of(rules, cards, player.territories);
        let mut spare_contracts = cards.len();
        // The best plan of each token stays the best until another takes one of its cards.
        let mut best: [Option<Plan>; FLEET] = std::array::from_fn(|token| self.best_plan(&fleet, token, &mut signable, used));
        for _ in 0..AHEAD {
            let Some(plan) = best.iter().flatten().copied().max_by_key(|plan| plan.score) else { break };
            used += plan.actions;
            total += plan.worth * LATER[used.min(HORIZON)] / 1_000;
            signable.take(plan.contract, plan.sender, plan.receiver);
            spare_contracts -= 1;
            fleet[plan.token] = fleet[plan.token].map(|stand| Stand::at(stand.vehicle, plan.receiver));
            for (token, old) in best.iter_mut().enumerate() {
                let holds = old.is_some_and(|old| {
                    signable.holds(old.contract, old.sender, old.receiver)
                        && token != plan.token
                        && used + old.actions <= self.actions
                });
                if !holds && (old.is_some() || token == plan.token) {
                    *old = self.best_plan(&fleet, token, &mut signable, used);
                }
            }
        }
        let spare_territories = signable.hand().len();
        total + self.spare(spare_territories, spare_contracts, player.contracts.and(rules.routes.special).len(), used)
    }

    /// Cards that no plan uses are worth something as long as there is time for them.
    fn spare(&self, territories: usize, contracts: usize, special: usize, used: usize) -> i64 {
        let time = self.actions.saturating_sub(used).min(12) as i64;
        let cards = (territories.min(8) as i64) * SPARE_TERRITORY - (territories.min(8) as i64).pow(2) * 1_000
            + (contracts.min(4) as i64) * SPARE_CONTRACT
            - (contracts.min(4) as i64).pow(2) * 1_000
            + (special.min(3) as i64) * 3_000;
        cards * time / 12
    }

    /// An empty token that may fetch goods; aboard a carrier it is where that is.
    fn available(&self, token: Token) -> Option<Stand> {
        let piece = self.state.piece(token);
        match piece.place {
            Place::Supply | Place::Strait(_) => None,
            Place::Aboard(_) => self.state.territory_of(token).map(|at| Stand::at(token.vehicle(), at)),
            _ => Some(self.rules.stand(self.state, token)),
        }
    }

    /// Of all that can be signed with this hand for one token the contract that pays best for its actions.
    fn best_plan(&self, fleet: &Fleet, token: usize, signable: &mut Signable, used: usize) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        self.each_fetch(fleet, token, signable, used, |fetch, signable| {
            if best.is_some_and(|best| fetch.score(signable.most(self, fetch.by, fetch.sender)) <= best.score) {
                return;
            }
            let Some(promise) = signable.best(self, fetch.by, (fetch.place, fetch.sender)) else { return };
            let plan = fetch.plan(promise);
            if plan.worth > 0 && best.as_ref().is_none_or(|best| plan.score > best.score) {
                best = Some(plan);
            }
        });
        best
    }

    /// All Senders of the hand whose goods one token can fetch in time.
    fn each_fetch(
        &self,
        fleet: &Fleet,
        token: usize,
        signable: &mut Signable,
        used: usize,
        mut each: impl FnMut(Fetch, &mut Signable),
    ) {
        let actions = self.actions.saturating_sub(used);
        let Some(stand) = fleet[token] else { return };
        // Two tokens that stand alike fetch alike.
        if actions < 2 || signable.hand().len() < 2 || fleet[..token].iter().flatten().any(|other| other.place == stand.place) {
            return;
        }
        for (place, sender) in signable.senders() {
            let way = self.ways.alone(stand, sender);
            let needed = usize::from(way.turns) + 2;
            if needed > actions || way.turns > FETCH {
                continue;
            }
            let beside = |truck: &Stand| truck.place == Place::Land(sender);
            let has_truck = way.turns == 0 && stand.vehicle != Vehicle::Truck && fleet[..5].iter().flatten().any(beside);
            each(Fetch { token, place, sender, way, needed, by: Means::of(stand.vehicle, has_truck) }, signable);
        }
    }
}

/// A token that fetches goods.
#[derive(Clone, Copy)]
struct Fetch {
    token: usize,
    place: usize,
    sender: Territory,
    /// The way to the Sender.
    way: Need,
    /// The actions until the goods are delivered.
    needed: usize,
    by: Means,
}

impl Fetch {
    /// With what is signed there.
    fn plan(self, promise: Promise) -> Plan {
        let worth = i64::from(promise.worth) - i64::from(self.way.fine) * 30;
        Plan {
            token: self.token,
            contract: promise.contract.into(),
            sender: self.sender,
            receiver: promise.receiver,
            actions: self.needed,
            worth,
            score: self.score(worth),
        }
    }

    /// What it brings for each action.
    fn score(self, worth: i64) -> i64 {
        worth * LATER[self.needed.min(HORIZON)] / self.needed as i64
    }
}

impl CompetitorsRules {
    /// The best plans that can be signed at once, and the best for which a token has to move first. Each is given with the contract, the
    /// token and both ends.
    pub(crate) fn best_plans(&self, state: &State, seat: Seat) -> BestPlans {
        let (ways, actions, coin) =
            (self.ways_ahead(state, seat), self.actions_left(state, seat).max(HORIZON / 2), self.coin(state));
        let outlook = Outlook { rules: self, state, seat, ways, actions, coin };
        let player = state.player(seat);
        let cards = player.contracts.and_not(self.routes.special);
        let mut fleet: Fleet = [None; FLEET];
        for (slot, token) in fleet.iter_mut().zip(Token::fleet(seat)) {
            let piece = state.piece(token);
            if piece.load.is_none() && piece.hire.is_none() {
                *slot = outlook.available(token);
            }
        }
        let mut options = BestPlans { ready: [None; CHOICES], distant: [None; CHOICES] };
        let mut signable = Signable::of(self, cards, player.territories);
        let mut sort_in = |plan: Plan| {
            if plan.worth <= 0 {
                return;
            }
            let list = if plan.actions == 2 { &mut options.ready } else { &mut options.distant };
            let Some(token) = Token::fleet(seat).nth(plan.token) else { return };
            let Some(contract) = cards.at_rank(plan.contract as u32) else { return };
            let new = Choice { contract, token, sender: plan.sender, receiver: plan.receiver, score: plan.score };
            // One for each token and Sender among those that are far, one for each contract among those that are near.
            let same = |old: &Choice| match plan.actions {
                2 => old.contract == contract || (old.token, old.receiver) == (token, plan.receiver),
                _ => old.token == token && old.sender == plan.sender,
            };
            new.insert_into(list, same);
        };
        for token in 0..FLEET {
            outlook.each_fetch(&fleet, token, &mut signable, 0, |fetch, signable| {
                if fetch.needed == 2 {
                    signable.each(&outlook, fetch.by, fetch.sender, |promise| sort_in(fetch.plan(promise)));
                } else if let Some(promise) = signable.best(&outlook, fetch.by, (fetch.place, fetch.sender)) {
                    sort_in(fetch.plan(promise));
                }
            });
        }
        options
    }
}

/// What a player might do next about contracts of hand.
pub(crate) struct BestPlans {
    /// With a token that stands at the Sender, the best first.
    pub ready: [Option<Choice>; CHOICES],
    /// With a token that has to get there.
    pub distant: [Option<Choice>; CHOICES],
}

/// A contract, a token, a Sender and a Receiver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub contract: Contract,
    pub token: Token,
    pub sender: Territory,
    pub receiver: Territory,
    score: i64,
}

impl Choice {
    /// Puts it where it belongs in a list with the best first; of those that are the same only the best stays.
    fn insert_into(self, list: &mut [Option<Choice>; CHOICES], same: impl Fn(&Choice) -> bool) {
        let place = list.iter().position(|old| old.is_none_or(|old| old.score < self.score));
        let twin = list.iter().position(|old| old.as_ref().is_some_and(&same));
        match (place, twin) {
            (None, _) => {}
            (Some(place), Some(twin)) if twin < place => {}
            (Some(place), twin) => {
                let end = twin.unwrap_or(CHOICES - 1);
                list[place..=end].rotate_right(1);
                list[place] = Some(self);
            }
        }
    }
}

/// What a bot keeps before it buys anything.
pub(crate) const RESERVE: Money = Money::new(PURSE as i32);
