//! The rules of one table, and the order of play in one place.

use crate::{
    actions::Action,
    effects::{Advantage, Special},
    events::{Event, Failure},
    options::{Mode, Options},
    pack::{ContractCard, Danger, Goods, Pack},
    places::{Contract, Territories, Territory},
    play::Play,
    routes::Routes,
    state::{Frame, Stage, State},
    view::View,
};
use kernel::{Bounds, Consequence, Journal, Luck, Order, Outcome, Question, Refusal, Rules, Seat, Seats, Turn, Viewer};
use std::sync::Arc;

/// A pack and the chosen settings, and what follows from them.
#[derive(Clone, Debug)]
pub struct CompetitorsRules {
    /// The settings of the table.
    pub options: Options,
    /// The content.
    pub pack: Arc<Pack>,
    pub(crate) players: usize,
    /// What never changes of the ways over land, sea and air.
    pub(crate) routes: Arc<Routes>,
}

impl CompetitorsRules {
    /// The rules of a table.
    pub fn new(pack: &Arc<Pack>, options: &Options) -> Result<CompetitorsRules, Refusal> {
        options.check()?;
        Ok(CompetitorsRules {
            players: options.players.into(),
            routes: Arc::new(Routes::of(pack)),
            pack: pack.clone(),
            options: options.clone(),
        })
    }

    /// All who play here.
    pub fn seats(&self) -> Seats {
        Seats::first(self.players)
    }

    /// The order of play: the first player first, then clockwise. (CMP-ROUND-1)
    pub fn in_order(&self, state: &State) -> impl Iterator<Item = Seat> + use<> {
        state.first.clockwise(self.players)
    }

    /// The order of play from a seat on.
    pub fn order(&self) -> Order {
        Order::clockwise(self.players)
    }

    /// The territory of a player's headquarters, once it is chosen.
    #[inline]
    pub fn headquarters(&self, state: &State, seat: Seat) -> Option<Territory> {
        state.player(seat).office.map(|office| self.pack[office].territory)
    }

    /// The sites of a player: headquarters and branches.
    #[inline]
    pub fn sites(&self, state: &State, seat: Seat) -> Territories {
        let branches = state.player(seat).branches;
        self.headquarters(state, seat).map_or(branches, |office| branches.with(office))
    }

    /// Whose site stands on a territory. (CMP-INV-12)
    pub fn site_owner(&self, state: &State, territory: Territory) -> Option<Seat> {
        self.seats().find(|seat| self.sites(state, *seat).contains(territory))
    }

    /// Has the player a site on the continent of this territory? (CMP-BRANCH-9, CMP-CUST-11)
    #[inline]
    pub fn has_site_on(&self, state: &State, seat: Seat, territory: Territory) -> bool {
        let continent = self.routes.continents[self.pack[territory].continent.index()];
        !self.sites(state, seat).and(continent).is_empty()
    }

    /// A contract card.
    #[inline]
    pub fn contract(&self, contract: Contract) -> &ContractCard {
        &self.pack[contract]
    }

    /// The goods of a contract card, unless it is a special one.
    #[inline]
    pub fn goods(&self, contract: Contract) -> Option<Goods> {
        self.pack[contract].goods()
    }

    /// The box of the danger that lasts, with its lasting effect. (CMP-WX-3, CMP-WX-15)
    #[inline]
    pub fn danger(&self, state: &State) -> Option<&Danger> {
        state.danger.map(|danger| self.pack.danger(danger.area, danger.die))
    }

    /// The advantage cards that lie on sites of this player: the card, its effect and the site. (CMP-SPEC-4, CMP-SPEC-23)
    pub fn advantages<'a>(&'a self, state: &'a State, seat: Seat) -> impl Iterator<Item = (Contract, Advantage, Territory)> + 'a {
        let sites = self.sites(state, seat);
        self.routes.advantages.filter_map(move |card| {
            let site = state.advantages[card.index()].filter(|site| sites.contains(*site))?;
            match self.pack[card].special() {
                Some(Special::Advantage(advantage)) => Some((card, advantage, site)),
                _ => None,
            }
        })
    }

    /// After how many rounds the game ends at the latest. (CMP-END-3, CMP-END-10)
    pub fn last_round(&self) -> u16 {
        match self.options.mode {
            Mode::Timed => self.options.rounds.unwrap_or(self.pack.marks).into(),
            Mode::Points => self.options.points_round_limit,
        }
    }
}

impl Rules for CompetitorsRules {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut state = self.laid_out();
        let mut play = Play { rules: self, state: &mut state, luck, journal, sealed: false, cause: Failure::GaveUp };
        play.set_up();
        play.go_on();
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.stage, state.top()) {
            (Stage::Over, _) => Turn::OVER,
            // CMP-NEG-1: at an open point everybody may negotiate.
            (Stage::Playing, None) if state.is_open_point() => {
                let asked = state.offers.asked();
                Turn { asked, ..Turn::of(state.active).with_free(self.seats()) }
            }
            (Stage::Playing, Some(Frame::Bidding)) => Turn::asking(self.next_bidder(state).into_iter().collect()),
            // CMP-SPEC-24: a standing answer can be left to this question.
            (Stage::Playing, Some(Frame::LastCard)) => Turn::asking(Seats::only(state.active)),
            // D26, D28: asked is whoever owns the token.
            (Stage::Playing, Some(Frame::PutBack(token) | Frame::PutTraded(token))) => Turn::of(token.owner()),
            _ => Turn::of(state.active),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list(state, seat, out);
    }

    fn sensible(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list_sensible(state, seat, out);
    }

    #[inline]
    fn any_action(&self, state: &State, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Action>) -> Option<Action> {
        self.any(state, seat, luck, buffer)
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        self.list_bounds(state, seat, out);
    }

    fn is_open(&self, action: &Action) -> bool {
        self.is_open_action(action)
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        self.asks(state, seat)
    }

    fn is_answer(&self, state: &State, seat: Seat, action: &Action) -> bool {
        self.answers(state, seat, action)
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let way = self.may(state, seat, action)?;
        let mut play = Play { rules: self, state, luck, journal, sealed: false, cause: Failure::GaveUp };
        play.act(seat, action, way);
        play.go_on();
        Ok(if play.sealed { Consequence::Sealed } else { Consequence::Open })
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        self.safe_choice(state, seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.stage == Stage::Over).then(|| self.final_order(state))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.shown(state, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        event.clone().seen_by(viewer)
    }

    fn imagine(&self, state: &State, viewer: Viewer, _memory: &(), luck: &mut impl Luck) -> State {
        self.imagined(state, viewer, luck)
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        self.prospects(state, seat)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Goes on until somebody has a decision to make or the game is over: what is pending first, topmost first.
    pub fn go_on(&mut self) {
        while self.state.stage != Stage::Over {
            let goes_on = match self.state.top().copied() {
                Some(frame) => self.run(frame),
                None => self.next(),
            };
            if !goes_on {
                break;
            }
        }
        // CMP-NEG-22: what can be seen to be impossible lapses at once.
        self.lapse();
    }

    /// Nothing is pending: has the movement turn or the turn come to its end? (CMP-TM-5, CMP-TURN-3)
    fn next(&mut self) -> bool {
        match &self.state.journey {
            _ if self.state.stage != Stage::Playing => false,
            Some(journey) if journey.moving && !self.rules.has_step(self.state) => {
                self.push(Frame::MovementOver);
                true
            }
            Some(_) => false,
            None if self.state.turn.actions == 0 => {
                self.push(Frame::TurnOver);
                true
            }
            None => false,
        }
    }

    /// What a frame does when it is topmost: it goes on by itself, or waits for a decision.
    pub fn run(&mut self, frame: Frame) -> bool {
        match frame {
            // Parts of a choice that was begun.
            Frame::Sign { .. } | Frame::Buy(_) | Frame::Advantage(_) | Frame::Instant(_) | Frame::Swap { .. } => false,
            Frame::Bring(territory) => self.keep_bringing(territory),
            Frame::Discard => self.keep_discarding(),
            // A step and what it triggers, in the order of CMP-TM-7.
            Frame::Which { .. } => false,
            Frame::Customs { token, at } => self.draw_customs(token, at),
            Frame::Pick { .. } => false,
            Frame::Card { card, token, illegal, next } => self.customs_effect(card, token, illegal, next),
            Frame::Crossing { token, strait, near, far } => self.cross(token, strait, near, far),
            Frame::Event { token, at } => self.roll_event(token, at),
            Frame::Reroll { .. } => false,
            Frame::EventEffect { token, continent, die, next } => self.event_effect(token, continent, die, next),
            Frame::AfterStep => self.after_step(),
            Frame::MovementOver => self.end_movement(),
            Frame::Weather => self.check_weather(),
            Frame::Arrived => self.arrive(),
            Frame::LastCard => self.ask_last_card(),
            // The danger, and what it or an effect puts back.
            Frame::Strike(left) => self.strike(left),
            Frame::PutBack(token) => self.put_back(token),
            // Deals and auctions.
            Frame::PutTraded(token) => self.put_traded(token),
            Frame::Bidding => self.hammer(),
            // The end of a turn, of a round, of the game.
            Frame::TurnOver => self.end_turn(),
        }
    }
}
