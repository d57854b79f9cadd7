//! How bots play: they choose contracts by what they pay for the time and the risk, drive straight for the Receiver, combine routes, build
//! where it pays, and give nothing away.

use bots::{Budget, Sight, by_name};
use competitors::{
    Action, Competitors, CompetitorsRules, Contract, Contracts, Load, Options, Piece, Place, Stage, State, Territories,
    Territory, Token, Vehicle,
};
use kernel::{Notation, Rules, Seat, Seats, Seeded, Silent};

/// The headquarters, by seat: Germany, Italy.
const OFFICES: [&str; 2] = ["H3", "H4"];

/// A table of two in A's first turn: hands are empty, and the danger is far from Europe.
struct Table {
    rules: CompetitorsRules,
    state: State,
    luck: Seeded,
}

fn table() -> Table {
    let rules = proof::rules::<Competitors>(&Options { players: 2, ..Options::default() });
    let begin = |seed: u64| {
        let mut luck = Seeded::new(seed);
        let mut state = rules.start(&mut luck, &mut Silent);
        while state.stage == Stage::Choosing {
            let office = rules.read(&format!("headquarters {}", OFFICES[state.active.index()])).expect("a headquarters");
            let seat = state.active;
            rules.apply(&mut state, seat, &office, &mut luck, &mut Silent).expect("it is free");
        }
        state
    };
    let far = |state: &State| state.danger.is_some_and(|danger| danger.area == competitors::Continent::Oceania);
    let mut state = (0..).map(begin).find(|state| state.first == Seat::FIRST && far(state)).expect("a quiet start");
    for player in &mut state.players {
        state.territory_deck = state.territory_deck.or(std::mem::replace(&mut player.territories, Territories::NONE));
        state.contract_deck = state.contract_deck.or(std::mem::replace(&mut player.contracts, Contracts::NONE));
    }
    Table { rules, state, luck: Seeded::new(5) }
}

impl Table {
    fn territory(&self, id: &str) -> Territory {
        let place = self.rules.pack.territories.iter().position(|card| card.id == id);
        place.and_then(Territory::new).expect("a territory")
    }

    fn contract(&self, id: &str) -> Contract {
        self.rules.pack.contracts.iter().position(|card| card.id == id).and_then(Contract::new).expect("a contract")
    }

    /// Territory and contract cards in A's hand.
    fn hand(mut self, territories: &str, contracts: &str) -> Table {
        for id in territories.split_whitespace() {
            let card = self.territory(id);
            self.state.territory_deck.remove(card);
            self.state.players[0].territories.insert(card);
        }
        for id in contracts.split_whitespace() {
            let card = self.contract(id);
            self.state.contract_deck.remove(card);
            self.state.players[0].contracts.insert(card);
        }
        self
    }

    fn token(mut self, name: &str, at: &str) -> Table {
        let (token, at) = (name.parse::<Token>().expect("a token"), self.territory(at));
        let place = match token.vehicle() {
            Vehicle::Truck => Place::Land(at),
            Vehicle::Ship => Place::Port(at),
            Vehicle::Aircraft => Place::Airport(at),
        };
        let last = (token.vehicle() == Vehicle::Aircraft).then_some(at);
        *self.state.piece_mut(token) = Piece { place, last, ..Piece::default() };
        self
    }

    fn signed(mut self, token: &str, contract: &str, sender: &str, receiver: &str) -> Table {
        let token = token.parse::<Token>().expect("a token");
        let (contract, sender, receiver) = (self.contract(contract), self.territory(sender), self.territory(receiver));
        self.state.contract_deck.remove(contract);
        self.state.territory_deck.remove(sender);
        self.state.territory_deck.remove(receiver);
        let load = Load { contract, sender, receiver, signer: Seat::FIRST, known: Seats::NONE };
        self.state.piece_mut(token).load = Some(load);
        self
    }

    /// What a steady bot does for this player.
    fn choice(&self, seat: Seat) -> Action {
        let mut bot = by_name::<CompetitorsRules>("steady", 3).expect("a bot");
        bot.choose(&Sight::new(&self.rules, &self.state, seat, &()), &Budget::default())
    }

    fn words(&self) -> String {
        self.rules.write(&self.choice(Seat::FIRST))
    }

    fn does(&mut self, seat: Seat, action: &Action) {
        self.rules.apply(&mut self.state, seat, action, &mut self.luck, &mut Silent).expect("what a bot chooses is legal");
    }

    /// A plays on until the turn is over; all that was done, in words.
    fn plays(&mut self) -> Vec<String> {
        let mut done = Vec::new();
        while self.state.active == Seat::FIRST && self.state.stage == Stage::Playing {
            let action = self.choice(Seat::FIRST);
            done.push(self.rules.write(&action));
            self.does(Seat::FIRST, &action);
        }
        done
    }
}

#[test]
fn in_the_last_turn_what_can_be_signed_and_delivered_is() {
    // One truck stands in Germany, and Poland is next to it; the third card leads nowhere.
    let mut table = table().hand("germany poland arctic_canada", "C036 C029");
    table.state.round = table.rules.last_round();
    let done = table.plays();
    assert!(done.iter().any(|action| action.starts_with("sign ")), "{done:?}");
    assert!(done.contains(&"deliver germany".to_owned()), "{done:?}");
    assert_eq!(table.state.players[0].book.delivered + table.state.players[0].book.failed, 1, "{done:?}");
}

#[test]
fn of_two_receivers_the_one_that_is_worth_more_is_chosen() {
    // By air both are within the time of the contract: one victory point in Europe, three in Africa.
    let mut table = table().hand("germany france egypt", "C004");
    let done = table.plays();
    assert!(done.contains(&"to egypt".to_owned()), "{done:?}");
}

#[test]
fn nothing_is_signed_that_cannot_arrive() {
    // No truck drives from Germany to Madagascar.
    let table = table().hand("germany madagascar", "C029");
    assert!(!table.words().starts_with("sign"), "{}", table.words());
}

#[test]
fn a_delivery_goes_straight_for_the_receiver() {
    let mut table = table().token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "poland");
    let done = table.plays();
    assert!(done.contains(&"deliver portugal".to_owned()), "{done:?}");
    assert!(!done.contains(&"give up".to_owned()), "{done:?}");
    assert_eq!(done.iter().filter(|action| action.starts_with("go a-truck-1")).count(), 1, "one run is enough: {done:?}");
}

#[test]
fn a_truck_goes_aboard_where_it_cannot_drive() {
    // The goods are on a truck in Germany; only a ship or an aircraft reaches Cuba.
    let mut table = table().signed("a-truck-1", "C004", "germany", "cuba");
    let done = table.plays();
    assert!(done.contains(&"deliver germany".to_owned()), "{done:?}");
    assert!(done.iter().any(|action| action.starts_with("load ") || action.starts_with("hand ")), "{done:?}");
    assert_eq!(table.state.players[0].book.delivered + table.state.players[0].book.failed, 1);
}

/// CMP-EFF-24: the danger lasts longer than the Delivery.
#[test]
fn no_delivery_is_begun_that_cannot_land() {
    let mut table = table().token("a-aircraft-1", "germany").signed("a-aircraft-1", "C060", "germany", "spain");
    let begins = |table: &Table| table.words() == "deliver germany";
    assert!(begins(&table), "{}", table.words());
    // The air controllers of Spain strike.
    table.state.danger = Some(competitors::LastingDanger { area: competitors::Continent::Europe, die: 12 });
    assert!(!begins(&table), "{}", table.words());
}

/// A truck stands beside another ship and another aircraft of its owner, and must not use them.
#[test]
fn what_does_not_help_the_goods_is_left_alone() {
    let mut table = table().token("a-truck-2", "germany").signed("a-truck-1", "C036", "germany", "poland");
    let done = table.plays();
    let delivery = done.iter().skip_while(|action| *action != "deliver germany").take(2).collect::<Vec<_>>();
    assert_eq!(delivery, ["deliver germany", "go a-truck-1 poland"], "{done:?}");
}

#[test]
fn nothing_is_given_for_nothing() {
    let mut table = table().hand("germany poland france spain", "C036");
    // B asks for A's money in return for next to nothing.
    let offer = table.rules.read("offer 1>2 150000, 2>1 500").expect("an offer");
    let b = Seat::new(1).expect("a seat");
    table.does(b, &offer);
    let answer = table.rules.write(&table.choice(Seat::FIRST));
    assert!(!answer.starts_with("accept"), "{answer}");
}

/// First in nearly all games against three that play at random.
#[test]
fn steady_beats_random() {
    let rules = proof::rules::<Competitors>(&Options::default());
    let games = 40;
    let mut won = 0;
    for game in 0..games {
        let own = game as usize % 4;
        let mut luck = Seeded::nth(23, game);
        let mut state = rules.start(&mut luck, &mut Silent);
        let name = |seat: usize| if seat == own { "steady" } else { "random" };
        let mut bots: Vec<_> =
            (0..4).map(|seat| by_name::<CompetitorsRules>(name(seat), game * 4 + seat as u64).expect("a bot")).collect();
        while let Some(seat) = rules.turn(&state).next() {
            let action = bots[seat.index()].choose(&Sight::new(&rules, &state, seat, &()), &Budget::default());
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what a bot chooses is legal");
        }
        let outcome = rules.outcome(&state).expect("the game is over");
        won += usize::from(outcome.place(Seat::new(own).expect("a seat")) == 1);
    }
    println!("{won} of {games} games");
    assert!(won * 100 >= games as usize * 95, "{won} of {games} games");
}

/// What bots consider is always something they may do.
#[test]
fn what_is_sensible_is_legal() {
    let rules = proof::rules::<Competitors>(&Options::default());
    let (mut sensible, mut legal) = (Vec::new(), Vec::new());
    for game in 0..20 {
        let mut luck = Seeded::nth(29, game);
        let mut state = rules.start(&mut luck, &mut Silent);
        while let Some(seat) = rules.turn(&state).next() {
            sensible.clear();
            legal.clear();
            rules.sensible(&state, seat, &mut sensible);
            rules.actions(&state, seat, &mut legal);
            assert!(!sensible.is_empty(), "something is left to do");
            assert!(sensible.iter().all(|action| legal.contains(action)), "{sensible:?}");
            let action = legal[kernel::Luck::below(&mut luck, legal.len())];
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is listed is legal");
        }
    }
}
