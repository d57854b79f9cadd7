//! Things change hands, in a deal or after an auction: all at once or not at all; then the tokens are placed. (CMP-NEG-7, CMP-NEG-13 to
//! CMP-NEG-17, CMP-AUCT-4; D28)

use crate::{
    Action, CompetitorsRules, Contract, Event, Hire, HireLoad, HiredFor, PLAYERS, Payment, PendingView, Piece, Place, State,
    TRANSFERS, Territories, Territory, Token, Tokens, Told, ToldAsset, Vehicle,
    decision::{Decision, Frame},
    figures,
    play::Play,
    positions::invariants::is,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, plain},
    },
};
use kernel::{Journal, Line, Luck, Money, Refusal, Seat, Seats, Turn, Viewer, refuse};

/// The most that changes hands at once: a lot and its price.
const MOST: usize = TRANSFERS + 1;

/// Something that changes hands, every card by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thing {
    Money(Money),
    Territory(Territory),
    Contract(Contract),
    Token(Token),
    Branch(Territory),
    Hire(Hire),
}

/// Who gives what to whom, and who sees which card it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub from: Seat,
    pub to: Seat,
    pub thing: Thing,
    pub seen: Seats,
}

/// All that changes hands at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves {
    list: [Option<Move>; MOST],
}

impl Moves {
    pub const NONE: Moves = Moves { list: [None; MOST] };

    pub fn push(&mut self, one: Move) {
        if let Some(place) = self.list.iter_mut().find(|place| place.is_none()) {
            *place = Some(one);
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        self.list.into_iter().flatten()
    }

    /// As it is told: contract cards to those who have seen them. (CMP-NEG-20)
    pub fn told(&self) -> Vec<Told> {
        let told = |Move { from, to, thing, seen }: Move| {
            let asset = match thing {
                Thing::Money(amount) => ToldAsset::Money(amount),
                Thing::Territory(card) => ToldAsset::Territory(card),
                Thing::Contract(card) => ToldAsset::Contract { card: Some(card), known: seen },
                Thing::Token(token) => ToldAsset::Token(token),
                Thing::Branch(territory) => ToldAsset::Branch(territory),
                Thing::Hire(hire) => ToldAsset::from(hire),
            };
            Told { from, to, asset }
        };
        self.iter().map(told).collect()
    }
}

/// The tokens of the new owners' colours, by the place of the old ones in the list. (CMP-NEG-15)
pub(crate) type Handed = [Option<Token>; MOST];

/// A token that is between two owners: what it was like, and what it has used up in this turn.
#[derive(Clone, Copy)]
struct Between {
    piece: Piece,
    used: [bool; 4],
}

impl State {
    /// The sets of tokens that have used something up in this turn.
    fn used(&mut self) -> [&mut Tokens; 4] {
        let turn = &mut self.turn;
        [&mut turn.delayed, &mut turn.boarded, &mut turn.landed, &mut turn.handed]
    }

    /// A token goes back to its owner's supply.
    fn lift(&mut self, token: Token) -> Between {
        let piece = std::mem::take(self.piece_mut(token));
        let used = self.used().map(|set| {
            let used = set.contains(token);
            set.remove(token);
            used
        });
        Between { piece, used }
    }

    /// A token of the new owner's colour takes its place.
    fn set_down(&mut self, token: Token, between: Between) {
        *self.piece_mut(token) = between.piece;
        for (set, used) in self.used().into_iter().zip(between.used) {
            if used {
                set.insert(token);
            } else {
                // The name may have belonged to another token in this turn.
                set.remove(token);
            }
        }
    }
}

impl CompetitorsRules {
    /// Is this token free to be traded, or to be hired? (CMP-NEG-13, CMP-CHART-5)
    #[inline]
    pub(crate) fn is_free(&self, state: &State, token: Token) -> bool {
        let Piece { place, cargo, load, hire, .. } = *state.piece(token);
        let alone = !matches!(place, Place::Supply | Place::Aboard(_)) && cargo.is_none() && load.is_none() && hire.is_none();
        alone && state.journey.is_none_or(|journey| journey.token != token)
    }

    /// The territories where a token of this kind can be put. (CMP-NEG-14)
    pub(crate) fn suits(&self, vehicle: Vehicle) -> Territories {
        match vehicle {
            Vehicle::Truck => Territories::ALL,
            Vehicle::Ship => self.routes.ports,
            Vehicle::Aircraft => self.routes.airports,
        }
    }

    /// How many tokens of this kind a player could still get.
    pub(crate) fn room_for(&self, state: &State, seat: Seat, vehicle: Vehicle) -> usize {
        Token::kind(seat, vehicle).filter(|token| !state.is_out(*token)).count()
    }

    /// The table after all this has changed hands, and the tokens that took the place of the old ones; none if something is not with
    /// its giver or not free to go, or if somebody could not have what they get. (CMP-NEG-7)
    fn exchanged(&self, state: &State, moves: &Moves) -> Option<(State, Handed)> {
        let mut after = *state;
        let mut purses: [i64; PLAYERS] = std::array::from_fn(|index| state.players[index].money.units().into());
        let mut between = [None; MOST];
        for (place, Move { from, to, thing, .. }) in moves.iter().enumerate() {
            match thing {
                Thing::Money(amount) => {
                    purses[from.index()] -= i64::from(amount.units());
                    purses[to.index()] += i64::from(amount.units());
                }
                Thing::Territory(card) => {
                    let hand = &mut after.player_mut(from).territories;
                    hand.contains(card).then(|| hand.remove(card))?;
                }
                Thing::Contract(card) => {
                    let hand = &mut after.player_mut(from).contracts;
                    hand.contains(card).then(|| hand.remove(card))?;
                }
                Thing::Token(token) => {
                    let free = token.owner() == from && self.is_free(&after, token);
                    between[place] = Some(free.then(|| after.lift(token))?);
                }
                Thing::Branch(territory) => {
                    let branches = &mut after.player_mut(from).branches;
                    branches.contains(territory).then(|| branches.remove(territory))?;
                }
                Thing::Hire(hire) => {
                    let free = hire.token.owner() == from && self.is_free(&after, hire.token) && to == state.active;
                    let signed = |sender| state.signed(to).any(|(_, load)| load.sender == sender);
                    let loaded = matches!(hire.load, HireLoad::Goods(sender) if !signed(sender));
                    (free && !loaded).then_some(())?;
                    purses[to.index()] -= i64::from(hire.fee.units());
                    if hire.payment == Payment::Now {
                        purses[from.index()] += i64::from(hire.fee.units());
                    }
                }
            }
        }
        for (player, purse) in after.players.iter_mut().zip(purses) {
            player.money = Money::new(i32::try_from(purse).ok().filter(|purse| *purse >= 0)?);
        }
        let mut handed = [None; MOST];
        for (place, Move { to, thing, .. }) in moves.iter().enumerate() {
            match thing {
                Thing::Money(_) => {}
                Thing::Territory(card) => after.player_mut(to).territories.insert(card),
                Thing::Contract(card) => after.player_mut(to).contracts.insert(card),
                Thing::Token(old) => handed[place] = Some(self.recolour(&mut after, old.vehicle(), to, between[place]?)?),
                Thing::Branch(territory) => after.player_mut(to).branches.insert(territory),
                Thing::Hire(Hire { token, load, payment, fee }) => {
                    let set_aside = if payment == Payment::OnSuccess { fee } else { Money::ZERO };
                    let piece = after.piece_mut(token);
                    (piece.place != Place::Supply && piece.hire.is_none()).then_some(())?;
                    piece.hire = Some(HiredFor { load, payment, set_aside });
                }
            }
        }
        let most = usize::from(figures::BRANCHES);
        after.players.iter().all(|player| player.branches.len() <= most).then_some(())?;
        self.see(state, &mut after, moves);
        Some((after, handed))
    }

    /// Exchanges a token for a free one of the new owner's colour. One in flight goes to the headquarters if the new owner's marker is in
    /// use. (CMP-NEG-15)
    fn recolour(&self, after: &mut State, vehicle: Vehicle, to: Seat, mut between: Between) -> Option<Token> {
        let token = Token::kind(to, vehicle).find(|token| !after.is_out(*token))?;
        // CMP-CHART-3: the name may be that of a token that was seized while it was hired; what is set aside for it goes back.
        let returned = after.piece_mut(token).hire.take().map_or(Money::ZERO, |hire| hire.set_aside);
        after.player_mut(after.active).money += returned;
        if between.piece.place.is_flight() && after.marker_is_used(to, token) {
            let office = self.headquarters(after, to)?;
            (between.piece.place, between.piece.last) = (Place::Airport(office), Some(office));
        }
        after.set_down(token, between);
        Some(token)
    }

    /// Who has seen which card go where, and who knows less than before. (CMP-DECK-6, CMP-DECK-7)
    fn see(&self, before: &State, after: &mut State, moves: &Moves) {
        for Move { from, thing, seen, .. } in moves.iter() {
            if let Thing::Contract(card) = thing {
                // By the hand before the deal: what comes into it at the same time is no part of it.
                let hand = before.player(from).contracts.with(card);
                for other in self.seats().and_not(seen) {
                    let player = after.player_mut(other);
                    player.known_contracts = player.known_contracts.and_not(hand);
                }
            }
        }
        for Move { to, thing, seen, .. } in moves.iter() {
            match thing {
                Thing::Territory(card) => {
                    after.player_mut(to).known_territories.remove(card);
                    seen.without(to).for_each(|seat| after.learn_territory(seat, card));
                }
                Thing::Contract(card) => {
                    after.player_mut(to).known_contracts.remove(card);
                    seen.without(to).for_each(|seat| after.learn_contract(seat, card));
                }
                _ => {}
            }
        }
    }

    /// Where else a traded token can be put: on sites of its new owner that have what it needs. (CMP-NEG-14)
    pub(crate) fn new_places(&self, state: &State, token: Token) -> Territories {
        let sites = self.sites(state, token.owner()).and(self.suits(token.vehicle()));
        state.piece(token).place.territory().map_or(sites, |here| sites.without(here))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// All of it changes hands, or nothing does. (CMP-NEG-7)
    pub fn hand_over(&mut self, moves: &Moves) -> Option<Handed> {
        let (after, handed) = self.rules.exchanged(self.state, moves)?;
        *self.state = after;
        Some(handed)
    }

    /// What follows: advantages on traded branches are discarded, and the new owners are asked where their tokens go, in order of play from
    /// the active player and of the list. (CMP-NEG-15, CMP-NEG-16)
    pub fn after_hand_over(&mut self, moves: &Moves, handed: &Handed) {
        let mut old = Tokens::NONE;
        for one in moves.iter() {
            match one.thing {
                Thing::Branch(territory) => {
                    for card in self.rules.routes.advantages {
                        if self.state.advantages[card.index()] == Some(territory) {
                            self.remove_advantage(card);
                        }
                    }
                }
                Thing::Token(token) => old.insert(token),
                _ => {}
            }
        }
        if old.is_empty() {
            return;
        }
        self.lapse_tokens(old);
        let (active, players) = (self.state.active, self.rules.players);
        let mut asked = [None; MOST];
        let in_order =
            active.clockwise(players).flat_map(|owner| handed.iter().flatten().filter(move |token| token.owner() == owner));
        for (place, token) in asked.iter_mut().zip(in_order) {
            *place = Some(*token);
        }
        for token in asked.into_iter().rev().flatten() {
            self.push(PutTraded { token });
        }
    }

    /// The new owner puts the token on a site, or leaves it where it is. (CMP-NEG-14, CMP-NEG-15)
    fn place_traded(&mut self, token: Token, site: Option<Territory>) {
        self.pop();
        let seat = token.owner();
        let piece = self.state.piece_mut(token);
        if let Some(site) = site {
            (piece.place, piece.last) = match token.vehicle() {
                Vehicle::Truck => (Place::Land(site), None),
                Vehicle::Ship => (Place::Port(site), None),
                Vehicle::Aircraft => (Place::Airport(site), Some(site)),
            };
        }
        let at = piece.place.into();
        self.note(|| Event::PutTraded { seat, token, at });
    }
}

/// A traded token stays where it is, or its new owner puts it on a site. (D28, CMP-NEG-14, CMP-NEG-15)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PutTraded {
    /// Which token.
    pub token: Token,
}

impl Decision for PutTraded {
    fn turn(&self, _rules: &CompetitorsRules, _state: &State) -> Turn {
        Turn::of(self.token.owner())
    }

    fn candidates(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Stay);
        out.extend(rules.new_places(state, self.token).map(Action::Put));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Put(site) if !rules.new_places(state, self.token).contains(site) => refuse(
                "CMP-NEG-14",
                "it stays where it is, or goes to another site of yours that has the port or airport it needs",
            ),
            Action::Put(_) | Action::Stay => Ok(()),
            _ if action.negotiates() || matches!(action, Action::Bid(_) | Action::Pass) => {
                refuse("CMP-NEG-15", "first the token that changed hands is placed: nothing else happens before")
            }
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        match *action {
            Action::Put(site) => play.place_traded(self.token, Some(site)),
            _ => play.place_traded(self.token, None),
        }
    }

    /// Asked is only who has more than one choice.
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        if !play.rules.new_places(play.state, self.token).is_empty() {
            return false;
        }
        play.place_traded(self.token, None);
        true
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (owner, what) = (self.token.owner(), plain(self.token));
        let at = rules.place_words(state.piece(self.token).place, reader);
        let you = || format!("Your new {what} is {at}: leave it there, or put it on a site of yours.");
        reader.one(owner, "CMP-NEG-15", you, || format!("{} says where the new {what}, {at}, goes.", reader.name(owner)))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        let token = plain(self.token);
        match *action {
            Action::Put(at) => {
                let place = rules.place_words(rules.place_on(self.token.vehicle(), at), reader);
                Choice::new("CMP-NEG-14", format!("Put {token} {place}"))
            }
            Action::Stay => {
                let at = rules.place_words(state.piece(self.token).place, reader);
                Choice::new("CMP-NEG-14", format!("Leave {token} where it is")).so([at])
            }
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::Stay
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, _viewer: Viewer) -> Option<PendingView> {
        let sites = rules.territory_ids(rules.new_places(state, self.token));
        Some(PendingView::PutTraded { token: self.token, sites })
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, None | Some(Frame::PutTraded(_)))
    }

    fn check(&self, _rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let token = self.token;
        is(state.is_out(token), "CMP-NEG-15", || format!("{token} has changed hands, but is not on the map"))
    }
}
