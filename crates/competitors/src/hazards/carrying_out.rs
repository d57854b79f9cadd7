//! Carrying out effects: each code is coded once, here. (CMP-EFF-1 to CMP-EFF-19)

use crate::{
    Action, Code, CompetitorsRules, Continent, Customs, Deed, Effect, Event, Failure, Idle, Only, PendingView, Place, State,
    Token, Vehicle,
    content::pack::EVENTS,
    decision::{Decision, Frame, PutBack, TurnOver},
    hazards::{customs::lies_on_crossing_or_step, political::lies_on_customs_or_step},
    play::Play,
    positions::invariants::{MOST_POINTS, is},
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, capital},
    },
};
use kernel::{Journal, Line, Luck, Money, Pending, Refusal, Seat, Viewer, refuse};

/// The most actions that effects add to a turn. (CMP-TURN-8)
const MOST_ADDED: u8 = 3;

impl CompetitorsRules {
    /// Does a code apply to the token? (CMP-EFF-17)
    pub(crate) fn applies(&self, state: &State, token: Token, only: Option<Only>) -> bool {
        match only {
            None => true,
            Some(_) if !state.is_out(token) => false,
            Some(Only::Goods) => state.is_laden(token),
            // CMP-POL-7: a truck aboard does not count as a truck.
            Some(Only::Vehicle(Vehicle::Truck)) => token.is_truck() && !matches!(state.piece(token).place, Place::Aboard(_)),
            Some(Only::Vehicle(vehicle)) => token.vehicle() == vehicle,
        }
    }

    /// Can this alternative be picked? A payment only if it can be paid in full. (CMP-EFF-18)
    fn can_pick(&self, state: &State, code: Code) -> bool {
        match code {
            Code::Pay(sum) => state.player(state.active).money >= sum,
            _ => true,
        }
    }

    /// Does the player have to pick an alternative of this effect? (D16)
    pub(crate) fn must_choose(&self, state: &State, token: Token, effect: &Effect) -> bool {
        match effect.deed {
            Deed::Choose(codes) => {
                self.applies(state, token, effect.only) && codes.into_iter().all(|code| self.can_pick(state, code))
            }
            _ => false,
        }
    }
}

/// What has an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A customs card.
    Card {
        /// The card.
        card: Customs,
        /// Are the goods illegal?
        illegal: bool,
    },
    /// A political event.
    Event {
        /// The column.
        continent: Continent,
        /// The line, from 1.
        die: u8,
    },
}

/// The effect of a customs card or a political event is applied from this code on; some codes leave a choice. (D16, CMP-EFF-18)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ApplyEffect {
    /// What has the effect.
    pub of: Source,
    /// For the affected token. (CMP-POL-5, CMP-POL-6)
    pub token: Token,
    /// The next code.
    pub next: u8,
}

impl ApplyEffect {
    /// The customs card that has the effect.
    pub(crate) const fn card(&self) -> Option<Customs> {
        match self.of {
            Source::Card { card, .. } => Some(card),
            Source::Event { .. } => None,
        }
    }

    fn title<'a>(&self, rules: &'a CompetitorsRules) -> &'a str {
        match self.of {
            Source::Card { card, .. } => &rules.pack[card].title,
            Source::Event { continent, die } => &rules.pack.political_event(continent, die).title,
        }
    }

    fn effects<'a>(&self, rules: &'a CompetitorsRules) -> &'a [Effect] {
        match self.of {
            Source::Card { card, illegal } => rules.pack[card].effects(illegal),
            Source::Event { continent, die } => &rules.pack.political_event(continent, die).effects,
        }
    }

    fn effect<'a>(&self, rules: &'a CompetitorsRules) -> Option<&'a Effect> {
        self.effects(rules).get(usize::from(self.next))
    }

    /// The alternatives, if one is to be chosen.
    fn codes(&self, rules: &CompetitorsRules, state: &State) -> Option<[Code; 2]> {
        match self.effect(rules)?.deed {
            Deed::Choose(codes) if rules.must_choose(state, self.token, self.effect(rules)?) => Some(codes),
            _ => None,
        }
    }

    fn carry_out(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, effect: Effect, choice: Option<u8>) {
        play.replace(ApplyEffect { next: self.next + 1, ..*self });
        play.cause = if self.card().is_some() { Failure::Customs } else { Failure::Event };
        play.carry_out(effect, self.token, choice);
    }
}

impl Decision for ApplyEffect {
    fn candidates(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Choose(0), Action::Choose(1)]);
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match (*action, self.codes(rules, state)) {
            (Action::Choose(0 | 1), Some(_)) => Ok(()),
            (Action::Choose(_), Some(_)) => refuse("CMP-EFF-18", "there are two alternatives"),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        if let (Action::Choose(choice), Some(effect)) = (*action, self.effect(play.rules)) {
            self.carry_out(play, *effect, Some(choice));
        }
    }

    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Some(effect) = self.effect(play.rules) else {
            play.pop();
            if self.card().is_some() {
                play.customs_done();
            }
            return true;
        };
        if play.rules.must_choose(play.state, self.token, effect) {
            return false;
        }
        // CMP-TM-10: a token that was seized has stopped there, but no event can do anything to it any more.
        if self.card().is_none() && effect.needs_token() && !play.state.is_out(self.token) {
            let (seat, token) = (play.state.active, Some(self.token));
            play.replace(ApplyEffect { next: self.next + 1, ..*self });
            play.note(|| Event::NoEffect { seat, token, why: Idle::Gone });
            return true;
        }
        self.carry_out(play, *effect, None);
        true
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (name, title) = (reader.name(state.active), self.title(rules));
        let Some([first, second]) = self.codes(rules, state) else {
            return Line::new("CMP-EFF-18", format!("{name} faces “{title}”."));
        };
        let you = || format!("“{title}”: {first}, or {second}?");
        reader.one(state.active, "CMP-EFF-18", you, || format!("{name} chooses for “{title}”: {first}, or {second}."))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        let (Action::Choose(choice), Some(codes)) = (*action, self.codes(rules, state)) else {
            return Choice::written(rules, action);
        };
        let code = codes[usize::from(choice).min(1)];
        let left = match code {
            Code::Pay(sum) => rules.left(state, seat, sum),
            Code::Gain(sum) => rules.in_hand(state, seat, sum),
            _ => String::new(),
        };
        Choice::new("CMP-EFF-18", capital(&code.to_string())).so([left])
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::Choose(0)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, _viewer: Viewer) -> Option<PendingView> {
        let waits = state.top() == Some(&Frame::from(*self));
        let codes = self.codes(rules, state).filter(|_| waits);
        let (token, choices) = (self.token, codes.iter().flatten().map(ToString::to_string).collect());
        Some(match self.of {
            Source::Card { card, .. } => PendingView::Customs { token, card: rules.customs_view(card), choices },
            Source::Event { continent, die } => PendingView::Event { token, event: rules.event_view(continent, die), choices },
        })
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        if self.card().is_some() { lies_on_crossing_or_step(below) } else { lies_on_customs_or_step(below) }
    }

    fn check(&self, rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let known = match self.of {
            Source::Card { .. } => true,
            Source::Event { die, .. } => (1..=EVENTS).contains(&usize::from(die)),
        };
        is(known, "CMP-POL-1", || "an event is rolled with the d12".into())?;
        let counted = usize::from(self.next) <= self.effects(rules).len();
        let Source::Card { illegal, .. } = self.of else {
            return is(counted, "CMP-EFF-1", || "the event has not so many codes".into());
        };
        is(counted, "CMP-EFF-1", || "a customs card has not so many codes".into())?;
        let fits = rules.delivered_goods(state).is_none_or(|goods| goods.illegal == illegal);
        is(fits, "CMP-CUST-17", || "the customs card is applied to other goods than those of the contract".into())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Carries out one code of an effect; `choice` is the alternative that was picked. (CMP-EFF-17 to CMP-EFF-19)
    pub fn carry_out(&mut self, effect: Effect, token: Token, choice: Option<u8>) {
        if !self.rules.applies(self.state, token, effect.only) {
            return;
        }
        let code = match effect.deed {
            Deed::Do(code) => code,
            Deed::Choose(codes) => match choice {
                Some(choice) => codes[usize::from(choice).min(1)],
                // CMP-EFF-18: the only one left; if none is, the last as far as the money goes.
                None => codes.into_iter().find(|code| self.rules.can_pick(self.state, *code)).unwrap_or(codes[1]),
            },
            Deed::Roll(codes) => {
                let (seat, die) = (self.state.active, self.die(6));
                self.note(|| Event::RolledEffect { seat, die });
                codes[usize::from(die > 3)]
            }
        };
        self.carry_out_code(code, token);
    }

    fn carry_out_code(&mut self, code: Code, token: Token) {
        let seat = self.state.active;
        let runs = self.state.journey.and_then(|journey| journey.delivery).is_some_and(|delivery| !delivery.failed);
        let there = self.state.is_out(token);
        match code {
            Code::None => {}
            Code::Pay(sum) => {
                let amount = sum.min(self.money(seat));
                let short = sum + -amount;
                self.pays_bank(seat, amount);
                self.note(|| Event::Paid { seat, amount, short });
                // CMP-MONEY-4.
                if short > Money::ZERO && self.state.is_laden(token) {
                    self.fail_delivery(Failure::Money);
                }
            }
            Code::Gain(sum) => {
                let amount = self.bank_pays(seat, sum);
                self.note(|| Event::Gained { seat, amount });
            }
            Code::Points(points) if there => self.change_points(token, points),
            Code::Stop if there => {
                self.end_here();
                self.note(|| Event::Stopped { token });
            }
            Code::Refuse if there => self.turn_back(token),
            Code::LoseTurns(count) if runs => {
                self.note(|| Event::LostTurns { seat, count });
                self.use_turns(count);
            }
            Code::GainTurns(count) if runs => {
                if let Some(delivery) = self.journey().and_then(|journey| journey.delivery.as_mut()) {
                    delivery.limit = delivery.limit.saturating_add(count);
                }
                self.note(|| Event::GainedTurns { seat, count });
            }
            Code::Delay if there => {
                self.end_here();
                self.note(|| Event::Delayed { token });
                if runs {
                    self.use_turns(1);
                } else {
                    self.state.turn.delayed.insert(token);
                }
            }
            Code::EndDelivery => self.fail_delivery(self.cause),
            Code::EndTurn => self.end_turn_at_once(),
            Code::Seize if runs => self.seize(),
            Code::Relocate if there => self.relocate(token),
            Code::DrawContracts(count) => (0..count).for_each(|_| {
                if !self.draw_contract(seat, false) {
                    self.note(|| Event::NoEffect { seat, token: Some(token), why: Idle::NoCard });
                }
            }),
            Code::DrawTerritories(count) => (0..count).for_each(|_| {
                if !self.draw_territory(seat) {
                    self.note(|| Event::NoEffect { seat, token: Some(token), why: Idle::NoCard });
                }
            }),
            Code::FreePass if runs => {
                if let Some(delivery) = self.journey().and_then(|journey| journey.delivery.as_mut()) {
                    delivery.free_pass = true;
                }
                self.note(|| Event::FreePass { seat });
            }
            Code::ExtraAction => self.add_action(),
            // Codes that need a token or a Delivery which is no longer there do nothing.
            Code::Points(_)
            | Code::Stop
            | Code::Refuse
            | Code::LoseTurns(_)
            | Code::GainTurns(_)
            | Code::Delay
            | Code::Seize
            | Code::Relocate
            | Code::FreePass => {}
        }
    }

    /// One more action this turn, at most three in all. (CMP-TURN-8, CMP-EFF-16, CMP-SPEC-20)
    pub fn add_action(&mut self) {
        let seat = self.state.active;
        let turn = &mut self.state.turn;
        if turn.added < MOST_ADDED {
            turn.added += 1;
            turn.actions += 1;
            self.note(|| Event::ExtraAction { seat });
        } else {
            self.note(|| Event::NoEffect { seat, token: None, why: Idle::NoMoreActions });
        }
    }

    /// The points of the token and of the group, not below 0. (CMP-EFF-3)
    fn change_points(&mut self, token: Token, points: i8) {
        let seat = self.state.active;
        let Some(journey) = self.journey().filter(|journey| journey.moving && !journey.ended) else {
            self.note(|| Event::NoEffect { seat, token: Some(token), why: Idle::Stopped });
            return;
        };
        let left = &mut journey.left[token.index()];
        // However many cards add points, there is an end to what a token can use.
        *left = left.saturating_add(points).clamp(0, MOST_POINTS);
        journey.cap = journey.cap.saturating_add(points).clamp(0, MOST_POINTS);
        self.note(|| Event::Points { token, points });
    }

    /// More movement turns count as used; beyond the limit the Delivery fails at once. (CMP-EFF-6, CMP-EFF-9)
    fn use_turns(&mut self, count: u8) {
        let Some(delivery) = self.journey().and_then(|journey| journey.delivery.as_mut()) else { return };
        delivery.used = delivery.used.saturating_add(count);
        if delivery.used > delivery.limit {
            // CMP-INV-18: what is counted stops at the limit.
            delivery.used = delivery.limit;
            self.fail_delivery(Failure::Late);
        }
    }

    /// The token that took the step goes back by it, and the movement turn ends. (CMP-EFF-5, CMP-STRAIT-7)
    fn turn_back(&mut self, token: Token) {
        self.end_here();
        let Some(journey) = &self.state.journey else { return };
        let (from, last) = (journey.from, journey.from_last);
        // A truck that drove in goes back by itself, also if it was put aboard there (CMP-POL-3). Otherwise its carrier took the
        // step.
        let by_land = matches!(from, Place::Land(_));
        let mover = if by_land { token } else { self.state.outermost(token) };
        let took_it = mover.is_truck() == by_land && journey.moved.contains(mover) && !journey.parted.contains(mover);
        if !took_it || from == Place::Supply {
            return;
        }
        self.set_place(mover, from);
        if let Some(journey) = self.journey() {
            journey.drove.remove(mover);
        }
        if mover.vehicle() == Vehicle::Aircraft && from.is_flight() {
            self.state.piece_mut(mover).last = last;
        }
        self.note(|| Event::TurnedBack { token: mover, to: from.into() });
    }

    /// The Delivery, if any, fails, and the turn ends with all its actions: what is unresolved of the step is cancelled. (CMP-EFF-11,
    /// CMP-TM-10, CMP-TURN-6, CMP-DELIV-18, CMP-CUST-16, CMP-POL-10)
    fn end_turn_at_once(&mut self) {
        let seat = self.state.active;
        self.fail_delivery(self.cause);
        self.note(|| Event::TurnEnded { seat });
        self.customs_done();
        // CMP-STRAIT-6: a token on a strait still has to leave it.
        let crossing = self.state.pending.iter().find(|frame| matches!(frame, Frame::CrossStrait(_))).copied();
        self.state.pending = Pending::NONE;
        self.state.turn.actions = 0;
        self.push(TurnOver);
        if let Some(crossing) = crossing {
            self.push(crossing);
        }
    }

    /// The token with the goods and the one that carries it go back to the supply. (CMP-ILL-3, CMP-CHART-8)
    fn seize(&mut self) {
        let Some(sender) = self.state.journey.and_then(|journey| journey.delivery).map(|delivery| delivery.sender) else {
            return;
        };
        let Some(goods) = self.state.carrying(sender) else { return };
        let carrier = self.state.outermost(goods);
        let place = self.state.piece(carrier).place;
        self.fail_delivery(Failure::Seized);
        // An empty truck aboard stays in the territory, or leaves the strait for its owner's nearest site.
        if let Some(truck) = self.state.piece(carrier).cargo.filter(|truck| *truck != goods) {
            match place.territory() {
                Some(at) => self.put_ashore(self.state.active, truck, carrier, at),
                None => {
                    let sites = self.rules.nearest_sites(self.state, truck);
                    self.state.piece_mut(carrier).cargo = None;
                    match sites.lowest() {
                        Some(site) if sites.len() == 1 => self.put_on_site(truck, site),
                        _ => {
                            // It waits on the strait until its owner has chosen.
                            self.state.piece_mut(truck).place = place;
                            self.push(PutBack { token: truck });
                        }
                    }
                }
            }
        }
        for seized in [goods, carrier] {
            if self.state.is_out(seized) {
                self.take_off(seized);
                self.note(|| Event::Seized { token: seized });
            }
        }
    }

    /// A token goes back to its owner's supply, and its hire is over. (CMP-SELL-1, CMP-ILL-3, CMP-CHART-3)
    pub fn take_off(&mut self, token: Token) {
        self.end_hire(token);
        self.set_place(token, Place::Supply);
        let piece = self.state.piece_mut(token);
        piece.last = None;
        piece.cargo = None;
        piece.load = None;
        if let Some(journey) = self.journey() {
            journey.group.remove(token);
            journey.moved.remove(token);
            journey.parted.remove(token);
            journey.drove.remove(token);
        }
    }

    /// The token goes to its owner's nearest site, and the movement turn ends. (CMP-EFF-13)
    fn relocate(&mut self, token: Token) {
        self.end_here();
        if self.rules.is_at_site(self.state, token) {
            let seat = self.state.active;
            self.note(|| Event::NoEffect { seat, token: Some(token), why: Idle::AtSite });
            return;
        }
        if let Some(journey) = self.journey() {
            journey.drove.remove(token);
        }
        self.push(PutBack { token });
    }
}
