//! What can be signed with a hand: from each Sender the contract and the Receiver that pay best for a kind of token. They are found when a
//! bot first asks, and again only if one of the cards is used otherwise.

use crate::{
    CompetitorsRules, Continent, Continents, Contracts, Goods, Territories, Territory, Vehicle,
    bots::{
        heuristic::{Outlook, POINT, SPARE_CONTRACT},
        planning::Stand,
    },
};
use kernel::Money;

/// More contract cards than this are not compared.
const CONTRACTS: usize = 12;

/// More territory cards than this are not compared.
const TERRITORIES: usize = 16;

/// What goods travel by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Means {
    Truck,
    Ship,
    Aircraft,
    ShipWithTruck,
    AircraftWithTruck,
}

impl Means {
    const COUNT: usize = 5;

    pub fn of(vehicle: Vehicle, has_truck: bool) -> Means {
        match (vehicle, has_truck) {
            (Vehicle::Truck, _) => Means::Truck,
            (Vehicle::Ship, false) => Means::Ship,
            (Vehicle::Ship, true) => Means::ShipWithTruck,
            (Vehicle::Aircraft, false) => Means::Aircraft,
            (Vehicle::Aircraft, true) => Means::AircraftWithTruck,
        }
    }

    fn vehicle(self) -> Vehicle {
        match self {
            Means::Truck => Vehicle::Truck,
            Means::Ship | Means::ShipWithTruck => Vehicle::Ship,
            Means::Aircraft | Means::AircraftWithTruck => Vehicle::Aircraft,
        }
    }

    fn has_truck(self) -> bool {
        matches!(self, Means::ShipWithTruck | Means::AircraftWithTruck)
    }
}

/// A contract that might be signed at a Sender.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promise {
    /// The place of the contract card in the hand.
    pub contract: u8,
    pub receiver: Territory,
    /// What it is worth once the goods are aboard.
    pub worth: i32,
}

/// What is known of a Sender.
#[derive(Clone, Copy)]
enum Known {
    NotYet,
    Nothing,
    Best(Promise),
}

/// The contract cards whose goods a kind of token may carry, each with its place in the hand.
#[derive(Clone, Copy)]
struct Fitting {
    cards: [(u8, Goods); CONTRACTS],
    count: usize,
    /// The most movement turns and the greatest reward.
    limit: u8,
    reward: Money,
}

impl Fitting {
    fn of(contracts: &[Option<Goods>; CONTRACTS], vehicle: Vehicle) -> Fitting {
        let none = Goods { illegal: false, vehicle: None, limit: 0, reward: Money::ZERO };
        let mut fitting = Fitting { cards: [(0, none); CONTRACTS], count: 0, limit: 0, reward: Money::ZERO };
        for (place, goods) in (0..).zip(contracts) {
            let Some(goods) = goods.filter(|goods| goods.vehicle.is_none_or(|symbol| symbol == vehicle)) else { continue };
            fitting.cards[fitting.count] = (place, goods);
            fitting.count += 1;
            fitting.limit = fitting.limit.max(goods.limit);
            fitting.reward = fitting.reward.max(goods.reward);
        }
        fitting
    }
}

/// The cards of a hand, and what pays best of them.
pub(crate) struct Signable {
    contracts: [Option<Goods>; CONTRACTS],
    fitting: [Fitting; Vehicle::ALL.len()],
    hand: Territories,
    /// The most victory points of a contract from each continent.
    points: [u8; Continent::ALL.len()],
    best: [[Known; TERRITORIES]; Means::COUNT],
    /// The hand as it was at first, which gives each Sender its place in the table.
    all: Territories,
}

impl Signable {
    pub fn of(rules: &CompetitorsRules, contracts: Contracts, hand: Territories) -> Signable {
        let mut goods = [None; CONTRACTS];
        goods.iter_mut().zip(contracts).for_each(|(place, card)| *place = rules.goods(card));
        let continents: Continents =
            Continent::ALL.into_iter().filter(|one| !rules.routes.continents[one.index()].and(hand).is_empty()).collect();
        let points = |from: Continent| continents.map(|to| rules.pack.victory[from.index()][to.index()]).max().unwrap_or(0);
        Signable {
            contracts: goods,
            fitting: Vehicle::ALL.map(|vehicle| Fitting::of(&goods, vehicle)),
            hand,
            points: Continent::ALL.map(points),
            best: [[Known::NotYet; TERRITORIES]; Means::COUNT],
            all: hand,
        }
    }

    /// More than this no contract from there is worth.
    pub fn most(&self, outlook: &Outlook<'_>, by: Means, sender: Territory) -> i64 {
        let points = i64::from(self.points[outlook.rules.pack[sender].continent.index()]) * POINT;
        points + pays(outlook, self.fitting[by.vehicle() as usize].reward)
    }

    /// The territory cards that are left.
    pub fn hand(&self) -> Territories {
        self.hand
    }

    /// The territory cards that are compared and still there, each with its place.
    pub fn senders(&self) -> impl Iterator<Item = (usize, Territory)> + use<> {
        let hand = self.hand;
        self.all.take(TERRITORIES).enumerate().filter(move |(_, card)| hand.contains(*card))
    }

    /// Are these cards still there?
    pub fn holds(&self, contract: usize, sender: Territory, receiver: Territory) -> bool {
        self.contracts[contract].is_some() && self.hand.contains(sender) && self.hand.contains(receiver)
    }

    /// These cards are used for a plan.
    pub fn take(&mut self, contract: usize, sender: Territory, receiver: Territory) {
        self.contracts[contract] = None;
        self.fitting = Vehicle::ALL.map(|vehicle| Fitting::of(&self.contracts, vehicle));
        self.hand = self.hand.without(sender).without(receiver);
        let (contracts, hand) = (&self.contracts, self.hand);
        for known in self.best.as_flattened_mut() {
            if let Known::Best(best) = known
                && (contracts[usize::from(best.contract)].is_none() || !hand.contains(best.receiver))
            {
                *known = Known::NotYet;
            }
        }
    }

    /// What pays best from the Sender with this place.
    pub fn best(&mut self, outlook: &Outlook<'_>, by: Means, (place, sender): (usize, Territory)) -> Option<Promise> {
        match self.best[by as usize][place] {
            Known::NotYet => {}
            Known::Nothing => return None,
            Known::Best(best) => return Some(best),
        }
        let mut best: Option<Promise> = None;
        self.search(outlook, by, sender, |promise| {
            if best.is_none_or(|best| promise.worth > best.worth) {
                best = Some(promise);
            }
            best.map_or(0, |best| best.worth)
        });
        self.best[by as usize][place] = best.map_or(Known::Nothing, Known::Best);
        best
    }

    /// All that pays from this Sender.
    pub fn each(&self, outlook: &Outlook<'_>, by: Means, sender: Territory, mut each: impl FnMut(Promise)) {
        self.search(outlook, by, sender, |promise| {
            each(promise);
            0
        });
    }

    /// What cannot be worth more than the answer is left out from then on.
    fn search(&self, outlook: &Outlook<'_>, by: Means, sender: Territory, mut each: impl FnMut(Promise) -> i32) {
        let fitting = &self.fitting[by.vehicle() as usize];
        if fitting.count == 0 {
            return;
        }
        let from = Stand::at(by.vehicle(), sender);
        let mut least = 0;
        for receiver in self.hand.without(sender).take(TERRITORIES) {
            let points = i64::from(outlook.rules.pack.victory_points(sender, receiver)) * POINT;
            let most = points + pays(outlook, fitting.reward);
            if most <= i64::from(least) {
                continue;
            }
            let alone = outlook.ways.alone(from, receiver);
            let joint = if by.has_truck() { outlook.ways.with_truck(from, receiver) } else { alone };
            if joint.turns > fitting.limit || most * outlook.best_chance(receiver, joint) / 1_000 <= i64::from(least) {
                continue;
            }
            for (contract, goods) in fitting.cards[..fitting.count].iter().copied() {
                // With a symbol the goods stay on the carrier. (CMP-DELIV-6)
                let need = if goods.vehicle.is_some() { alone } else { joint };
                if need.turns > goods.limit || points + pays(outlook, goods.reward) <= i64::from(least) {
                    continue;
                }
                let worth = outlook.worth_of(goods, sender, receiver, need, goods.limit);
                if worth > 0 {
                    let worth = i32::try_from(worth).unwrap_or(i32::MAX);
                    least = each(Promise { contract, receiver, worth });
                }
            }
        }
    }
}

/// What a reward is worth, and the card that is drawn for being early.
fn pays(outlook: &Outlook<'_>, reward: Money) -> i64 {
    i64::from(reward.units()) * outlook.coin / 100 + SPARE_CONTRACT / 2
}
