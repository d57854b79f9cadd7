//! The rules of one table: each question about them goes to what is pending.

use crate::{
    Action, Advantage, Contract, ContractCard, Danger, Event, Goods, Mode, Options, Pack, Special, Stage, State, Territories,
    Territory, View,
    decision::{Decision, Frame},
    movement::{Way, routes::Routes},
    play::Play,
};
use kernel::{Bounds, Consequence, Journal, Luck, Order, Outcome, Question, Refusal, Rules, Seat, Seats, Turn, Viewer, refuse};
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
        let mut play = Play::new(self, &mut state, luck, journal);
        play.set_up();
        play.go_on();
        state
    }

    fn turn(&self, state: &State) -> Turn {
        state.now().turn(self, state)
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        state.now().list(self, state, seat, out);
    }

    fn sensible(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list_sensible(state, seat, out);
    }

    #[inline]
    fn any_action(&self, state: &State, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Action>) -> Option<Action> {
        self.any(state, seat, luck, buffer)
    }

    fn bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        state.now().bounds(self, state, seat, out);
    }

    fn is_open(&self, action: &Action) -> bool {
        self.is_open_action(action)
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        let now = state.now();
        if now.turn(self, state).asked.contains(seat) { now.question(self, state, seat) } else { None }
    }

    fn is_answer(&self, state: &State, seat: Seat, action: &Action) -> bool {
        state.now().is_answer(self, state, seat, action)
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let now = state.now();
        let way = self.may(state, seat, now, action)?;
        let mut play = Play { way, ..Play::new(self, state, luck, journal) };
        now.act(&mut play, seat, action);
        play.go_on();
        Ok(if play.sealed { Consequence::Sealed } else { Consequence::Open })
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        state.now().fallback(self, state, seat)
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

impl CompetitorsRules {
    /// May this seat do this now, and a step by what way? Every refusal names its clause, and nothing is changed.
    pub(crate) fn may(&self, state: &State, seat: Seat, now: Frame, action: &Action) -> Result<Option<Way>, Refusal> {
        let turn = now.turn(self, state);
        if turn.is_over() {
            return refuse("CMP-END-2", "the game is over");
        }
        if !turn.admits(seat) {
            let awaited = turn.awaited.lowest().unwrap_or(state.active);
            return refuse("CMP-ROUND-1", format!("{} decides now; wait for your turn", awaited.mark()));
        }
        now.may_by(self, state, seat, action)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Goes on until somebody has a decision to make or the game is over: what is pending first, topmost first.
    pub fn go_on(&mut self) {
        while self.state.now().run(self) {}
        // CMP-NEG-22: what can be seen to be impossible lapses at once.
        self.lapse();
    }
}
