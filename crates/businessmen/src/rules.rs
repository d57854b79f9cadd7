//! The rules of one table, and the order of a round in one place.

use crate::{
    actions::Action,
    events::Event,
    goods::{Car, Characteristic, Good, Goods, Units},
    options::{BankRule, LoadDuty, MOST_ROUNDS, Options, PointsCap, TieBreak},
    pack::{EXPORT_CARDS, GOODS_CARDS, Pack},
    state::{MOST_PLAYERS, Phase, Player, State, after, from},
    view::View,
};
use kernel::{Consequence, Journal, Luck, Money, Outcome, Refusal, Rules, Seat, Seats, Turn, Viewer};

/// A pack and the chosen options, and what follows from them.
#[derive(Clone, Debug)]
pub struct BusinessmenRules {
    /// The settings of the table.
    pub options: Options,
    /// The content.
    pub pack: Pack,
    pub(crate) players: usize,
    /// Everybody at the table.
    pub(crate) table: Seats,
    /// The last round. (BIZ-END-8)
    pub(crate) last_round: u16,
    /// The names of the goods as they are written in notation.
    pub(crate) words: [String; Good::COUNT],
    /// All coins of the pack. (BIZ-DATA-9)
    pub(crate) money: Money,
    pub(crate) finite_bank: bool,
    /// Does it matter who reached the victory target first? (BIZ-END-4)
    pub(crate) first_breaks_ties: bool,
    /// What each goods card lays out, and the goods of each export card.
    pub(crate) lays: [Units; GOODS_CARDS],
    pub(crate) export_goods: [Goods; EXPORT_CARDS],
    /// The price at each position, by good, and the highest position.
    pub(crate) prices: [[u8; 128]; Good::COUNT],
    pub(crate) tops: [u8; Good::COUNT],
    /// Which sector each drawn number stands for; numbers from 1. (BIZ-DATA-6, BIZ-DATA-7)
    pub(crate) price_draws: Vec<u8>,
    pub(crate) event_draws: Vec<u8>,
    pub(crate) capacities: [u8; Car::COUNT],
}

impl BusinessmenRules {
    /// The rules of a table, unless the settings contradict each other.
    pub fn new(pack: &Pack, options: &Options) -> Result<BusinessmenRules, Refusal> {
        options.check()?;
        let players = usize::from(options.players);
        let draws = |weights: &mut dyn Iterator<Item = u32>| -> Vec<u8> {
            weights.zip(0u8..).flat_map(|(weight, sector)| std::iter::repeat_n(sector, weight as usize)).collect()
        };
        let price = |good: usize, position: usize| {
            let track = &pack.tracks[good].prices;
            track.get(position).or(track.last()).copied().unwrap_or(1)
        };
        Ok(BusinessmenRules {
            players,
            table: Seats::first(players),
            last_round: options.round_limit.unwrap_or(MOST_ROUNDS),
            words: pack.goods.clone().map(|name| name.to_lowercase()),
            money: Money::new(pack.money.iter().map(|(value, pieces)| value * pieces).sum()),
            finite_bank: options.bank == BankRule::Finite,
            first_breaks_ties: options.tie_break == TieBreak::First,
            lays: std::array::from_fn(|card| pack.goods_cards.get(card).map_or(Units::NONE, |card| card.lay)),
            export_goods: std::array::from_fn(|card| pack.export_cards.get(card).map_or(Goods::NONE, |card| card.goods)),
            prices: std::array::from_fn(|good| std::array::from_fn(|position| price(good, position))),
            tops: std::array::from_fn(|good| pack.tracks[good].prices.len().saturating_sub(1) as u8),
            price_draws: draws(&mut pack.price_wheel.iter().map(|sector| sector.weight)),
            event_draws: draws(&mut pack.event_wheel.iter().map(|sector| sector.weight)),
            capacities: std::array::from_fn(|car| pack.cars[car].capacity),
            options: options.clone(),
            pack: pack.clone(),
        })
    }

    /// The name of a good.
    pub fn good(&self, good: Good) -> &str {
        &self.pack.goods[good.index()]
    }

    /// The price of a good. (BIZ-PRICE-1)
    #[inline]
    pub fn price(&self, state: &State, good: Good) -> u8 {
        self.prices[good.index()][usize::from(state.positions[good.index()] & 127)]
    }

    /// What the level of a characteristic allows this player. (BIZ-COMP-9)
    #[inline]
    pub fn limit(&self, player: &Player, characteristic: Characteristic) -> u8 {
        let level = usize::from(player.level(characteristic));
        self.pack.limits[characteristic.index()][level.clamp(1, 3) - 1]
    }

    /// The units that a car still takes.
    #[inline]
    pub(crate) fn room(&self, state: &State, car: Car) -> u8 {
        self.capacities[car.index()] - state.cars[car.index()].total
    }

    /// Who takes part in this round.
    #[inline]
    pub fn active(&self, state: &State) -> Seats {
        state.active
    }

    /// The leader: the player in the lead seat, or the next active one; nobody if all skip. (BIZ-ROUND-4)
    #[inline]
    pub fn leader(&self, state: &State) -> Option<Seat> {
        from(self.active(state), state.lead)
    }

    /// The active players clockwise from the leader. (BIZ-ROUND-5)
    pub fn round_order(&self, state: &State) -> Vec<Seat> {
        let active = self.active(state);
        state.lead.clockwise(self.players).filter(|seat| active.contains(*seat)).collect()
    }

    /// The next in round order; nobody after the last.
    #[inline]
    pub(crate) fn next_in_round(&self, state: &State, seat: Seat) -> Option<Seat> {
        let active = self.active(state);
        let next = after(active, seat);
        if next == from(active, state.lead) { None } else { next }
    }

    /// Gives the turn to the next active player, from this one on, who has something to choose; returns whether there is one.
    /// (BIZ-ROUND-7, BIZ-ROUND-8)
    #[inline]
    pub(crate) fn ask_round(&self, state: &mut State, next: Option<Seat>, can: impl Fn(&State, Seat) -> bool) -> bool {
        let mut next = next;
        while let Some(seat) = next {
            state.seat = seat;
            if can(state, seat) {
                return true;
            }
            next = self.next_in_round(state, seat);
        }
        false
    }

    /// The Bank pays as much as it can; returns what was paid. (BIZ-BANK-3)
    #[inline]
    pub(crate) fn pay(&self, state: &mut State, seat: Seat, coins: Money) -> Money {
        let coins = if self.finite_bank { coins.min(state.bank) } else { coins };
        if self.finite_bank {
            state.bank += -coins;
        }
        state.players[seat.index()].coins += coins;
        coins
    }

    /// A player pays the Bank coins that he has. (BIZ-BANK-1)
    #[inline]
    pub(crate) fn collect(&self, state: &mut State, seat: Seat, coins: Money) {
        state.players[seat.index()].coins += -coins;
        if self.finite_bank {
            state.bank += coins;
        }
    }

    /// How many of these points count for a player. (BIZ-VP-5)
    #[inline]
    pub(crate) fn that_count(&self, player: &Player, points: u16) -> u16 {
        match self.options.points_cap {
            PointsCap::None => points,
            PointsCap::Target => points.min(self.options.victory_target.saturating_sub(player.points)),
        }
    }

    /// Adds points and counts them in the books; returns how many. (BIZ-VP-2, BIZ-VP-5)
    #[inline]
    pub(crate) fn gain(&self, state: &mut State, seat: Seat, points: u16, account: usize) -> u16 {
        let player = &mut state.players[seat.index()];
        let gained = self.that_count(player, points);
        player.points += gained;
        player.earned[account] = player.earned[account].saturating_add(gained);
        if self.counts_arrival(player.points) {
            self.note_arrival(state, seat);
        }
        gained
    }

    /// Takes points, never below 0, and counts them in the books; returns how many. (BIZ-VP-3, BIZ-VP-4)
    #[inline]
    pub(crate) fn lose(&self, state: &mut State, seat: Seat, points: u16, account: usize) -> u16 {
        let player = &mut state.players[seat.index()];
        let lost = points.min(player.points);
        player.points -= lost;
        if player.points < self.options.victory_target {
            player.reached = 0;
        }
        player.lost[account] = player.lost[account].saturating_add(lost);
        lost
    }

    /// The order of a round, top to bottom. Goes on from here until somebody has a choice or the game is over. A player who could
    /// only pass or decline is not asked. (BIZ-ROUND-1, BIZ-ROUND-8)
    ///
    /// `next` is who comes next in the current phase, or nobody if it is over. A game ends after the last round at the latest
    /// (BIZ-END-8), so this loop ends too.
    pub(crate) fn go_on(
        &self,
        state: &mut State,
        next: Option<Seat>,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Consequence {
        let (mut phase, mut next) = (state.phase, next);
        let mut consequence = Consequence::Open;
        loop {
            if phase == Phase::Announcing {
                if self.ask_to_skip(state, next) {
                    break;
                }
                self.turn_cards(state, luck, journal);
                consequence = Consequence::Sealed;
                (phase, next) = (Phase::Buying, self.leader(state));
            }
            if phase == Phase::Buying {
                if self.ask_to_buy(state, next, journal) {
                    break;
                }
                self.close_market(state, journal);
                (phase, next) = (Phase::Loading, self.first_to_load(state));
            }
            if phase == Phase::Loading {
                if self.ask_to_load(state, next, journal) {
                    break;
                }
                self.end_loading(state);
                (phase, next) = (Phase::Storing, self.leader(state));
            }
            if phase == Phase::Storing {
                if self.ask_to_store(state, next, journal) {
                    break;
                }
                self.turn_price_wheel(state, luck, journal);
                self.send_cars(state, journal);
                consequence = Consequence::Sealed;
                (phase, next) = (Phase::Exporting, self.leader(state));
            }
            if phase == Phase::Exporting {
                if self.ask_to_export(state, next) {
                    break;
                }
                (phase, next) = (Phase::Improving, self.leader(state));
            }
            if phase == Phase::Improving {
                if self.ask_to_improve(state, next) {
                    break;
                }
                (phase, next) = (Phase::Events, self.leader(state));
            }
            if phase == Phase::Events {
                if next.is_some() {
                    consequence = Consequence::Sealed;
                }
                if self.spin_event_wheel(state, next, luck, journal) {
                    break;
                }
                self.end_insurances(state, journal);
                (phase, next) = (Phase::Insuring, self.leader(state));
            }
            if self.ask_to_insure(state, next) {
                break;
            }
            if self.is_ended(state) {
                self.end(state, journal);
                return consequence;
            }
            let lead = state.lead.next(self.players);
            self.begin_round(state, lead, state.round + 1, journal);
            (phase, next) = (Phase::Announcing, Some(lead));
        }
        state.phase = phase;
        consequence
    }
}

impl Rules for BusinessmenRules {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    /// Everything but the order of the decks is open at all times. (BIZ-OPEN-1)
    type Memory = ();

    fn players(&self) -> usize {
        self.players
    }

    /// Who starts, then the first round up to the first decision. (BIZ-SETUP-2 to BIZ-SETUP-7)
    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let seat = self.choose_starter(luck);
        journal.note(|| Event::Started { seat });
        let mut state = self.set_up(seat);
        self.begin_round(&mut state, seat, 1, journal);
        self.go_on(&mut state, Some(seat), luck, journal);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.phase == Phase::Over { Turn::OVER } else { Turn::of(state.seat) }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat != state.seat {
            return;
        }
        match state.phase {
            Phase::Announcing => out.extend([Action::Skip, Action::Play]),
            Phase::Buying => self.list_purchases(state, out),
            Phase::Loading => self.list_loads(state, out),
            Phase::Storing | Phase::Events => self.list_keeps(state, out),
            Phase::Exporting => self.list_exports(state, out),
            Phase::Improving => {
                out.extend(self.improvable(&state.players[seat.index()]).map(Action::Improve).chain([Action::Done]));
            }
            Phase::Insuring => {
                out.extend(self.insurable(&state.players[seat.index()]).map(Action::Insure).chain([Action::Done]));
            }
            Phase::Over => {}
        }
    }

    #[inline]
    fn any_action(&self, state: &State, seat: Seat, luck: &mut impl Luck, _buffer: &mut Vec<Action>) -> Option<Action> {
        if seat != state.seat {
            return None;
        }
        match state.phase {
            Phase::Announcing => Some(if luck.between(0, 1) == 0 { Action::Skip } else { Action::Play }),
            Phase::Buying => Some(self.any_purchase(state, luck)),
            Phase::Loading => self.any_load(state, luck),
            Phase::Storing | Phase::Events => self.any_keep(state, luck),
            Phase::Exporting => Some(self.any_export(state, luck)),
            Phase::Improving => Some(any_of(self.improvable(&state.players[seat.index()]).0, luck, Action::Improve)),
            Phase::Insuring => Some(any_of(self.insurable(&state.players[seat.index()]).0, luck, Action::Insure)),
            Phase::Over => None,
        }
    }

    /// Does what the player in turn chose, then goes on with the round.
    #[inline]
    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if seat != state.seat || state.phase == Phase::Over {
            return Err(self.not_on_turn(state, seat));
        }
        let next = match (state.phase, *action) {
            (Phase::Announcing, Action::Skip) => self.skip(state, journal)?,
            (Phase::Announcing, Action::Play) => self.next_to_announce(state),
            (Phase::Buying, Action::Buy { units, good }) => self.buy(state, units, good, journal)?,
            (Phase::Buying, Action::Pass) => self.pass_buying(state, false, journal),
            (Phase::Loading, Action::Load { good, car }) => self.load(state, good, car, journal)?,
            (Phase::Loading, Action::Pass) => self.pass_loading(state, journal)?,
            (Phase::Storing | Phase::Events, Action::Keep(goods)) => self.keep(state, goods, journal)?,
            (Phase::Exporting, Action::Export { units, good }) => self.export(state, units, good, journal)?,
            (Phase::Improving, Action::Improve(characteristic)) => self.improve(state, characteristic, journal)?,
            (Phase::Insuring, Action::Insure(characteristic)) => self.insure(state, characteristic, journal)?,
            (Phase::Exporting | Phase::Improving | Phase::Insuring, Action::Done) => self.next_in_round(state, seat),
            (phase, action) => return Err(self.out_of_phase(phase, action)),
        };
        Ok(self.go_on(state, next, luck, journal))
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        self.safe_choice(state, seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| self.ranking(state))
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        self.view_of(state)
    }

    /// Nothing is hidden but the order of the decks, which no state holds. (BIZ-OPEN-1, BIZ-OPEN-2)
    fn imagine(&self, state: &State, _viewer: Viewer, _memory: &(), _luck: &mut impl Luck) -> State {
        *state
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        self.outlook(state, seat)
    }
}

/// One of these characteristics, or done, uniformly random.
#[inline]
fn any_of(set: u8, luck: &mut impl Luck, action: impl Fn(Characteristic) -> Action) -> Action {
    match luck.between(0, set.count_ones()) {
        0 => Action::Done,
        rank => {
            let place = kernel::nth_bit(set.into(), rank - 1);
            action(Characteristic::ALL[usize::from(place).min(2)])
        }
    }
}

impl BusinessmenRules {
    /// Why this seat may not act now.
    #[cold]
    fn not_on_turn(&self, state: &State, seat: Seat) -> Refusal {
        let turn = state.seat.mark();
        let refuse = |clause, reason: String| Refusal::new(clause, reason);
        if state.phase == Phase::Over {
            return refuse("BIZ-END-1", "the game is over".into());
        }
        if seat.index() >= self.players {
            let players = self.players;
            return refuse("BIZ-COMP-1", format!("seat {seat} does not play: {players} players sit at this table"));
        }
        match state.phase {
            Phase::Announcing if !self.may_skip(&state.players[slot(seat)]) => self.too_rich_to_skip(),
            Phase::Announcing if state.skips.contains(seat) => {
                refuse("BIZ-SKIP-4", "you skip this round: wait for the next".into())
            }
            Phase::Announcing => refuse("BIZ-SKIP-2", format!("it is {turn}’s turn to announce; wait until all have")),
            _ if state.skips.contains(seat) => refuse("BIZ-SKIP-4", "you skip this round: wait for the next".into()),
            Phase::Buying if state.passed.contains(seat) => {
                refuse("BIZ-BUY-7", "you have passed and may not buy again in this round".into())
            }
            Phase::Loading if state.passed.contains(seat) => {
                refuse("BIZ-LOAD-11", "you have passed and may not load again in this round".into())
            }
            Phase::Buying => refuse("BIZ-BUY-1", format!("it is {turn}’s turn to buy; wait for yours")),
            Phase::Loading => refuse("BIZ-LOAD-2", format!("it is {turn}’s turn to load; wait for yours")),
            _ => refuse("BIZ-ROUND-7", format!("it is {turn}’s turn; wait for yours")),
        }
    }

    /// Why this cannot be done in this phase.
    #[cold]
    fn out_of_phase(&self, phase: Phase, action: Action) -> Refusal {
        let now = match phase {
            Phase::Announcing => "now say whether you skip this round or play it",
            Phase::Buying => "now buy one good or pass",
            Phase::Loading if self.options.load_duty == LoadDuty::Must => "now load one good into one car",
            Phase::Loading => "now load one good into one car or pass",
            Phase::Storing | Phase::Events => "now choose the goods that you keep",
            Phase::Exporting => "now export a lot or say that you are done",
            Phase::Improving => "now improve a characteristic or say that you are done",
            Phase::Insuring => "now insure a characteristic or say that you are done",
            Phase::Over => "the game is over",
        };
        let (clause, what) = match action {
            Action::Skip | Action::Play => ("BIZ-SKIP-1", "a skip is announced before the cards are turned"),
            Action::Buy { .. } => ("BIZ-BUY-2", "goods are bought in Phase 1"),
            Action::Pass => ("BIZ-ROUND-1", "you can pass only in buying and in loading"),
            Action::Load { .. } => ("BIZ-LOAD-2", "cars are loaded in Phase 2"),
            Action::Keep(_) => ("BIZ-STORE-4", "goods are given up only where there are too many"),
            Action::Export { .. } => ("BIZ-EXPORT-1", "goods are exported in Phase 3, after the prices are adjusted"),
            Action::Improve(_) => ("BIZ-IMPROVE-1", "characteristics are improved in Phase 4 only"),
            Action::Insure(_) => ("BIZ-INSURE-1", "characteristics are insured in Phase 6"),
            Action::Done => ("BIZ-ROUND-1", "you can be done only with exporting, improving or insuring"),
        };
        Refusal::new(clause, format!("{what}: {now}"))
    }
}

/// The index of a seat in arrays of four.
#[inline]
pub(crate) const fn slot(seat: Seat) -> usize {
    seat.index() & (MOST_PLAYERS - 1)
}
