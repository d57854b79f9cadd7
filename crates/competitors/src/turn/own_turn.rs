//! A turn: its actions, and how a turn and a round end. (CMP-TURN, CMP-ROUND; D3)

use crate::{
    Action, CompetitorsRules, Event, State, Token, Tokens, TurnState, Vehicle,
    bots::sensible::{is_branch_haggled, keep},
    decision::{Decision, Discard, Sign},
    figures::{BRANCH_PRICE, BRANCH_RETURN},
    play::Play,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, a_kind, plain},
    },
};
use kernel::{
    Bounds, Journal, Line, Luck, Money, Question, Refusal, Seat, Turn, refuse,
    say::{counted, listed},
};

/// The active player chooses an action, plays a card, changes places of trucks and goods, or ends the turn; everybody may negotiate. Any
/// action may be done twice. (CMP-GEN-3, CMP-TURN-1, CMP-TURN-5, CMP-TURN-9; D3, with D4 to D7, D11, D12 and D20 to D25)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnTurn;

impl Decision for OwnTurn {
    fn turn(&self, rules: &CompetitorsRules, state: &State) -> Turn {
        rules.turn_at_open_point(state)
    }

    /// By hand: which tokens are ready, and whether a branch can be paid, is found once and not for each card.
    fn list(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat == state.active {
            out.push(Action::End);
            if state.turn.actions > 0 {
                out.extend(rules.may_draw_territory(state).ok().map(|()| Action::DrawTerritory));
                out.extend(rules.may_draw_contract(state).ok().map(|()| Action::DrawContract));
                rules.list_signatures(state, seat, out);
                out.extend(state.signed(seat).map(|(_, load)| Action::Deliver(load.sender)));
                out.extend(Token::fleet(seat).filter(|token| rules.can_move(state, seat, *token).is_ok()).map(Action::Move));
                let hired = Token::all().filter(|token| state.piece(*token).hire.is_some() && token.owner() != seat);
                out.extend(hired.filter(|token| rules.can_move(state, seat, *token).is_ok()).map(Action::Move));
                out.extend(
                    Vehicle::ALL.into_iter().filter(|vehicle| rules.may_buy(state, seat, *vehicle).is_ok()).map(Action::Buy),
                );
                out.extend(Token::fleet(seat).filter(|token| rules.may_sell(state, seat, *token).is_ok()).map(Action::Sell));
                rules.list_builds(state, seat, out);
                out.extend(state.player(seat).branches.map(Action::SellBranch));
            }
            rules.list_special_cards(state, seat, out);
            rules.list_free_steps(state, seat, out);
        }
        rules.list_negotiation(state, seat, out);
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let left = || if state.turn.actions > 0 { Ok(()) } else { refuse("CMP-TURN-1", "you have no action left") };
        match *action {
            _ if action.negotiates() => rules.may_negotiate(state, seat, action),
            _ if seat != state.active => untimely(rules, state, seat, action),
            Action::DrawTerritory => left().and_then(|()| rules.may_draw_territory(state)),
            Action::DrawContract => left().and_then(|()| rules.may_draw_contract(state)),
            Action::Sign(card) => left().and_then(|()| rules.may_sign(state, seat, card)),
            Action::Deliver(sender) => left().and_then(|()| rules.may_deliver(state, seat, sender)),
            Action::Move(token) => left().and_then(|()| rules.can_move(state, seat, token)),
            Action::Buy(vehicle) => left().and_then(|()| rules.may_buy(state, seat, vehicle)),
            Action::Sell(token) => left().and_then(|()| rules.may_sell(state, seat, token)),
            Action::Build(card) => left().and_then(|()| rules.may_build(state, seat, card)),
            Action::SellBranch(at) => left().and_then(|()| rules.may_sell_branch(state, seat, at)),
            Action::Play(card) => rules.may_play(state, seat, card),
            Action::Load { truck, carrier } => rules.may_load(state, seat, truck, carrier),
            Action::Unload(truck) => rules.may_unload(state, seat, truck),
            Action::Hand { from, to } => rules.may_hand(state, seat, from, to),
            Action::End => Ok(()),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match *action {
            Action::DrawTerritory => {
                play.use_action();
                play.draw_territory(seat);
            }
            Action::DrawContract => {
                play.use_action();
                play.draw_contract(seat, false);
            }
            Action::Sign(contract) => {
                play.use_action();
                play.push(Sign { contract, token: None });
            }
            Action::Deliver(sender) => {
                play.use_action();
                play.deliver(seat, sender);
            }
            Action::Move(token) => {
                play.use_action();
                play.begin_move(seat, token);
            }
            Action::Buy(vehicle) => {
                play.use_action();
                play.buy(seat, vehicle);
            }
            Action::Sell(token) => {
                play.use_action();
                play.sell(seat, token);
            }
            Action::Build(card) => {
                play.use_action();
                play.build(seat, card);
            }
            Action::SellBranch(at) => {
                play.use_action();
                play.sell_branch(seat, at);
            }
            // CMP-DRAW-2: none of these costs an action.
            Action::Play(card) => play.play_card(seat, card),
            Action::Load { truck, carrier } => play.load(seat, truck, carrier),
            Action::Unload(truck) => play.unload(seat, truck),
            Action::Hand { from, to } => play.hand(seat, from, to),
            // CMP-TURN-4: what is left is lost.
            Action::End => {
                play.state.turn.actions = 0;
                play.push(TurnOver);
            }
            _ => play.negotiate(seat, action),
        }
    }

    /// When all actions are used the turn ends at once. (CMP-TURN-3)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let over = play.state.turn.actions == 0;
        if over {
            play.push(TurnOver);
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
        let seat = state.active;
        let left = counted(i64::from(state.turn.actions), "action");
        let you = || match rules.main_actions(state, seat)[..] {
            [] => format!("It is your turn, with {left} left, but nothing can be done with it: end the turn."),
            ref some => format!("It is your turn, with {left} left: {}.", either(some)),
        };
        let line = reader.one(seat, "CMP-TURN-1", you, || format!("It is {}’s turn, with {left} left.", reader.name(seat)));
        rules.with_offers(state, line, reader)
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        let pile = |left: usize| match left {
            0 => "the discarded cards are shuffled first".to_owned(),
            left => format!("{} in the deck", counted(left as i64, "card")),
        };
        match *action {
            Action::DrawTerritory => {
                Choice::new("CMP-DRAW-1", "Draw a territory card").so([pile(state.territory_deck.len())]).under("Draw")
            }
            Action::DrawContract => {
                Choice::new("CMP-DRAW-1", "Draw a contract card").so([pile(state.contract_deck.len())]).under("Draw")
            }
            Action::Deliver(sender) => {
                let Some((token, load)) = state.carrying(sender).and_then(|token| Some((token, state.piece(token).load?))) else {
                    return Choice::new("CMP-DELIV-1", format!("Deliver from {}", rules.land(sender)));
                };
                let label = format!("Deliver {} {}", rules.card(load.contract), rules.way_of(&load));
                let at = format!("{} is {}", plain(token), rules.place_words(state.piece(token).place, reader));
                let turns = rules.goods(load.contract).map_or(0, |goods| goods.limit);
                let turns = counted(turns, "movement turn");
                let reward = rules.reward_words(state, seat, load.contract, load.sender, load.receiver);
                Choice::new("CMP-DELIV-1", label).so([at, turns, reward]).under("Deliver")
            }
            Action::Move(token) => {
                let place = state.piece(token).place;
                let at = rules.place_words(place, reader);
                let fuel = rules.fuel(state, token);
                let cost = match token.vehicle() {
                    Vehicle::Aircraft => "fuel by distance".to_owned(),
                    _ if fuel == Money::ZERO => "no fuel".to_owned(),
                    _ => format!("fuel {fuel}"),
                };
                let points = counted(token.vehicle().allowance(), "point");
                let cargo =
                    state.piece(token).cargo.map_or(String::new(), |truck| format!("with {} aboard", rules.token(truck, reader)));
                Choice::new("CMP-MOVE-1", format!("Move {}", rules.token(token, reader)))
                    .so([at, cargo, points, cost])
                    .under("Move")
            }
            Action::Buy(vehicle) => {
                let (kind, price) = (a_kind(vehicle), vehicle.price());
                Choice::new("CMP-BUY-1", format!("Buy {kind} for {price}")).so([rules.left(state, seat, price)]).under("Buy")
            }
            Action::Sign(card) => {
                let terms = rules.goods(card).map_or(String::new(), |goods| rules.terms(goods));
                let label = format!("Sign {}", rules.card_apart(card, state.player(seat).contracts));
                Choice::new("CMP-SIGN-1", label).so([terms]).under("Sign")
            }
            Action::Sell(token) => {
                let price = token.vehicle().price_back();
                let at = rules.place_words(state.piece(token).place, reader);
                let label = format!("Sell {} to the bank for {price}", plain(token));
                Choice::new("CMP-SELL-1", label).so([at, rules.in_hand(state, seat, price)]).under("Sell")
            }
            Action::Build(at) => {
                let label = format!("Build a branch in {} for {BRANCH_PRICE}", rules.land(at));
                Choice::new("CMP-BRANCH-1", label)
                    .so([rules.left(state, seat, BRANCH_PRICE), rules.facilities(at)])
                    .under("Build")
            }
            Action::SellBranch(at) => {
                let lost = rules.advantages(state, seat).filter(|(_, _, site)| *site == at).map(|(card, ..)| rules.card(card));
                let lost: Vec<&str> = lost.collect();
                let lost = if lost.is_empty() { String::new() } else { format!("{} there is lost", listed(lost)) };
                let label = format!("Sell the branch in {} to the bank for {BRANCH_RETURN}", rules.land(at));
                Choice::new("CMP-BRANCH-10", label).so([rules.in_hand(state, seat, BRANCH_RETURN), lost]).under("Sell")
            }
            Action::Play(card) => rules.choice_of_play(state, seat, card),
            Action::Load { .. } | Action::Unload(_) | Action::Hand { .. } => rules.choice_of_handling(state, action, reader),
            Action::End => {
                let lost = match state.turn.actions {
                    0 => String::new(),
                    1 => "1 action is lost".to_owned(),
                    more => format!("{more} actions are lost"),
                };
                Choice::new("CMP-TURN-4", "End the turn").so([lost])
            }
            _ => rules.choice_of_deal(state, seat, action, reader),
        }
    }

    /// The turn is ended. (D3)
    fn fallback(&self, _rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        state.absent_at_open_point(seat, Action::End)
    }

    fn sensible(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>, before: usize) {
        if seat == state.active {
            let plans = rules.best_plans(state, seat);
            keep(out, before, |action| rules.is_sensible_action(state, seat, &plans, action));
        } else {
            // Branches are not haggled over: an owner keeps them at what others usually offer.
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
        rules.any_in_turn(state, seat, luck, buffer)
    }
}

/// Alternatives: `draw`, `draw or move`, `sign, draw or move`.
fn either(things: &[&str]) -> String {
    match things {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

impl CompetitorsRules {
    /// All kinds of actions that are possible now: those that bring points first, then those that lead there. (CMP-TURN-1)
    fn main_actions(&self, state: &State, seat: Seat) -> Vec<&'static str> {
        let mut actions = Vec::new();
        OwnTurn.list(self, state, seat, &mut actions);
        let can = |what: fn(&Action) -> bool| actions.iter().any(what);
        let kinds = [
            (can(|action| matches!(action, Action::Deliver(_))), "deliver"),
            (can(|action| matches!(action, Action::Sign(_))), "sign"),
            (can(|action| matches!(action, Action::DrawTerritory | Action::DrawContract)), "draw"),
            (can(|action| matches!(action, Action::Move(_))), "move"),
            (can(|action| matches!(action, Action::Buy(_))), "buy"),
            (can(|action| matches!(action, Action::Build(_))), "build"),
            (can(|action| matches!(action, Action::Sell(_) | Action::SellBranch(_))), "sell"),
        ];
        kinds.into_iter().filter_map(|(can, word)| can.then_some(word)).collect()
    }
}

/// The turn ends: the hand, hires and offers, then the next player or the end of the round; if that decides the game, no new danger comes.
/// (CMP-GEN-5, CMP-TURN-3, CMP-ROUND-1 to CMP-ROUND-3)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnOver;

impl Decision for TurnOver {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let seat = play.state.active;
        play.state.journey = None;
        play.state.turn.actions = 0;
        // CMP-DRAW-3: before that the turn cannot end.
        if play.rules.exceeds_hand_limit(play.state, seat) {
            play.push(Discard);
            return true;
        }
        play.pop();
        play.end_hires();
        play.offers_of_turn_end(seat);
        play.note(|| Event::TurnOver { seat });
        let next = seat.next(play.rules.players);
        if next != play.state.first {
            play.begin_turn(next);
        } else if play.rules.is_decided(play.state) {
            play.finish();
        } else {
            play.state.round += 1;
            play.begin_round();
        }
        true
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_none() && state.turn.actions == 0
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// One action of the turn is used. (CMP-TURN-1)
    fn use_action(&mut self) {
        let turn = &mut self.state.turn;
        turn.actions = turn.actions.saturating_sub(1);
        // CMP-COMBO-15: free steps are counted between two actions too.
        (turn.boarded, turn.landed, turn.handed) = (Tokens::NONE, Tokens::NONE, Tokens::NONE);
    }

    /// A turn begins with all its actions. (CMP-TURN-1, CMP-TURN-2)
    pub fn begin_turn(&mut self, seat: Seat) {
        self.state.active = seat;
        self.state.turn = TurnState { actions: self.rules.options.actions_per_turn, ..TurnState::default() };
        self.note(|| Event::Turn { seat });
    }

    /// A round begins: a new danger strikes, then the first player's turn begins. In a game for points the round goes on counting beyond
    /// the track. (CMP-ROUND-2, CMP-ROUND-4)
    pub fn begin_round(&mut self) {
        let round = self.state.round;
        self.state.active = self.state.first;
        self.state.turn = TurnState::default();
        self.note(|| Event::Round { round });
        self.new_danger();
    }
}
