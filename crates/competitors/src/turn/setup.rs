//! The set-up: who is first, colours and headquarters, and what everybody is dealt. (CMP-SETUP; D1, D2)

use crate::{
    Action, Book, Colour, CompetitorsRules, Contract, Contracts, Customs, Drawn, Event, Office, PLAYERS, Piece, Player, Stage,
    State, Territories, Token, TurnState, Vehicle,
    decision::Decision,
    figures::{START_CONTRACTS, START_MONEY, START_TERRITORIES, money_in_box},
    play::Play,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Deck, Journal, Line, Luck, Money, Offers, Pending, Refusal, Seat, refuse};

/// How often tied players roll again. With fair dice nobody ever gets that far; with dice that are made up the game still begins.
const PATIENCE: usize = 200;

impl CompetitorsRules {
    /// Everything in its place, before anything is rolled or chosen. (CMP-SETUP-1, CMP-SETUP-2, CMP-SETUP-11, CMP-SETUP-12, CMP-SETUP-17)
    pub(crate) fn laid_out(&self) -> State {
        State {
            stage: Stage::Choosing,
            round: 1,
            first: Seat::FIRST,
            active: Seat::FIRST,
            players: std::array::from_fn(|seat| Player {
                colour: Colour::new(seat).unwrap_or(Colour::FIRST),
                recoloured: false,
                office: None,
                money: Money::ZERO,
                points: 0,
                branches: Territories::NONE,
                territories: Territories::NONE,
                contracts: Contracts::NONE,
                known_territories: Territories::NONE,
                known_contracts: Contracts::NONE,
                book: Book::default(),
            }),
            tokens: [Piece::default(); Token::COUNT],
            territory_deck: Territories::ALL,
            territory_discard: Territories::NONE,
            contract_deck: Contracts::ALL,
            contract_discard: Contracts::NONE,
            customs: Deck::shuffled(Customs::COUNT),
            drawn: Drawn::NONE,
            advantages: [None; Contract::COUNT],
            danger: None,
            bank: if self.options.bank_limited { money_in_box() } else { Money::ZERO },
            turn: TurnState::default(),
            journey: None,
            pending: Pending::NONE,
            offers: Offers::NONE,
            notes: std::array::from_fn(|_| None),
            asks: [None; PLAYERS],
            sale: None,
        }
    }

    fn may_settle(&self, state: &State, office: Office) -> Result<(), Refusal> {
        if office.index() >= self.pack.offices.len() {
            return refuse("CMP-SETUP-5", "there is no such headquarters");
        }
        if state.players.iter().any(|player| player.office == Some(office)) {
            return refuse("CMP-SETUP-5", "somebody has this headquarters already");
        }
        Ok(())
    }

    fn may_recolour(&self, state: &State, seat: Seat, colour: Colour) -> Result<(), Refusal> {
        let player = state.player(seat);
        if player.recoloured {
            return refuse("CMP-SETUP-17", "a colour is exchanged once");
        }
        if player.colour == colour || colour.index() >= self.pack.colours.len() {
            return refuse("CMP-SETUP-17", "take another colour, or keep yours");
        }
        if state.players.iter().any(|other| other.colour == colour && other.office.is_some()) {
            return refuse("CMP-SETUP-17", "a player who chose before has this colour");
        }
        Ok(())
    }
}

/// The players choose their headquarters, the first player first; before that each may take another colour. (D1, D2, CMP-SETUP-5, CMP-SETUP-17)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headquarters;

impl Decision for Headquarters {
    fn candidates(&self, rules: &CompetitorsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(Office::all().take(rules.pack.offices.len()).map(Action::Office));
        out.extend(Colour::all().take(rules.pack.colours.len()).map(Action::Colour));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Colour(colour) => rules.may_recolour(state, seat, colour),
            Action::Office(office) => rules.may_settle(state, office),
            _ => untimely(rules, state, seat, action),
        }
    }

    /// When all have a headquarters, the cards are dealt.
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match *action {
            Action::Colour(colour) => play.recolour(seat, colour),
            Action::Office(office) => {
                play.state.player_mut(seat).office = Some(office);
                play.note(|| Event::Settled { seat, office });
                let next = seat.next(play.rules.players);
                play.state.active = next;
                if next == play.state.first {
                    play.deal_out();
                }
            }
            _ => {}
        }
    }

    fn prompt(&self, _rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let you = || "Choose your headquarters: your tokens start there.".to_owned();
        reader.one(state.active, "CMP-SETUP-5", you, || format!("{} chooses a headquarters.", reader.name(state.active)))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Colour(colour) => {
                let holder = { rules.seats() }.find(|other| *other != seat && state.player(*other).colour == colour);
                let swap = holder.map_or(String::new(), |other| {
                    format!("{} gets {}", reader.name(other), rules.pack.colour(state.player(seat).colour))
                });
                Choice::new("CMP-SETUP-17", format!("Take the colour {}", rules.pack.colour(colour))).so([swap]).under("Colours")
            }
            Action::Office(office) => {
                let at = rules.pack[office].territory;
                Choice::new("CMP-SETUP-5", format!("Take the headquarters in {}", rules.land(at))).so([rules.facilities(at)])
            }
            _ => Choice::written(rules, action),
        }
    }

    /// The first headquarters that nobody has.
    fn fallback(&self, rules: &CompetitorsRules, state: &State, _seat: Seat) -> Action {
        let mut free = Office::all().take(rules.pack.offices.len()).filter(|office| rules.may_settle(state, *office).is_ok());
        free.next().map_or(Action::End, Action::Office)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Everybody rolls for who is first, those tied again. (CMP-SETUP-3, CMP-SETUP-4)
    pub fn set_up(&mut self) {
        let mut tied = self.rules.seats();
        for _ in 0..PATIENCE {
            let (mut best, mut highest) = (0, tied);
            for seat in tied {
                let die = self.die(6);
                self.note(|| Event::RolledFirst { seat, die });
                if die > best {
                    (best, highest) = (die, kernel::Seats::NONE);
                }
                if die == best {
                    highest.insert(seat);
                }
            }
            tied = highest;
            if tied.len() <= 1 {
                break;
            }
        }
        let seat = tied.lowest().unwrap_or(Seat::FIRST);
        (self.state.first, self.state.active) = (seat, seat);
        self.note(|| Event::First { seat });
    }

    fn recolour(&mut self, seat: Seat, colour: Colour) {
        let old = self.state.player(seat).colour;
        let holder = self.state.players.iter().position(|player| player.colour == colour).and_then(Seat::new);
        if let Some(holder) = holder {
            self.state.player_mut(holder).colour = old;
        }
        let player = self.state.player_mut(seat);
        (player.colour, player.recoloured) = (colour, true);
        let other = holder.filter(|other| self.rules.seats().contains(*other));
        self.note(|| Event::Coloured { seat, colour, other });
    }

    /// Money, tokens and cards of hand, in order of play; then the first danger, which finds nobody exposed. (CMP-SETUP-6 to CMP-SETUP-9,
    /// CMP-SETUP-13, CMP-WX-17)
    fn deal_out(&mut self) {
        for seat in self.rules.in_order(self.state) {
            self.bank_pays(seat, START_MONEY);
            let Some(home) = self.rules.headquarters(self.state, seat) else { continue };
            for vehicle in Vehicle::ALL {
                for token in Token::kind(seat, vehicle).take(vehicle.start_tokens().into()) {
                    self.set_place(token, self.rules.place_on(vehicle, home));
                }
            }
            for _ in 0..START_TERRITORIES {
                if let Some(card) = self.take_territory() {
                    self.state.player_mut(seat).territories.insert(card);
                }
            }
            for _ in 0..START_CONTRACTS {
                if let Some(card) = self.take_contract() {
                    self.state.player_mut(seat).contracts.insert(card);
                }
            }
        }
        self.note(|| Event::Dealt { territories: START_TERRITORIES, contracts: START_CONTRACTS });
        self.state.stage = Stage::Playing;
        self.begin_round();
    }
}
