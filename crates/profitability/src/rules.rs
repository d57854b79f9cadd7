//! The rules of one table, and the order of play in one place.

use crate::{
    actions::Action,
    board::Board,
    colours::{Colour, Direction, Marker},
    events::Event,
    options::{Mode, Options, Sequence, TakeBack, Target, TruckBlocking},
    pack::{Numbers, Pack, Track},
    places::{Dot, Dots, Warehouse},
    state::{State, Step},
    trendline::Space,
    view::View,
};
use kernel::{Consequence, Journal, Luck, Outcome, Refusal, Rules, Seat, Turn, Viewer, nth_bit};
use std::sync::Arc;

/// A pack and the chosen options, and what follows from them.
#[derive(Clone, Debug)]
pub struct ProfitabilityRules {
    /// The settings of the table.
    pub options: Options,
    /// The squares of the profit area in EUR.
    pub squares: Vec<i32>,
    /// The amounts of the rules.
    pub numbers: Numbers,
    /// The profit track.
    pub track: Track,
    /// The board and the tiles.
    pub board: Arc<Board>,
    /// The profit at which the end of a match begins. (PRF-START-10, PRF-TEAM-2)
    pub target: i32,
    pub(crate) players: usize,
    /// How many goods a truck holds. (PRF-LOAD-5)
    pub(crate) capacity: u32,
    /// How many goods a space holds in a small and in a large warehouse. (PRF-UNLOAD-4)
    pub(crate) storage: [u32; 2],
    pub(crate) team: bool,
    /// May occupied dots not be driven over? (PRF-MOVE-6)
    pub(crate) block: bool,
    /// May goods be handled in only one warehouse a turn? (PRF-SEQ-7)
    pub(crate) single: bool,
    /// May unloading and loading be taken back? (PRF-WH-10)
    pub(crate) take_back: bool,
    /// Is the place of a match worth a bonus? (PRF-MULTI-1)
    pub(crate) bonus: bool,
    /// The openings of all warehouses.
    pub(crate) doors: Dots,
    /// The warehouse behind each opening; for other dots any warehouse.
    pub(crate) behind: [Warehouse; Dot::COUNT],
}

impl ProfitabilityRules {
    /// The rules of a table, unless the settings contradict each other.
    pub fn new(pack: &Pack, options: &Options) -> Result<ProfitabilityRules, Refusal> {
        options.check()?;
        let team = options.mode == Mode::Team;
        let target = match (team, options.target) {
            (true, _) => pack.numbers.team_target,
            (false, Target::Low) => pack.numbers.targets[0],
            (false, Target::High) => pack.numbers.targets[1],
        };
        let mut behind = [Warehouse::at_index(0); Dot::COUNT];
        for warehouse in Warehouse::all() {
            pack.board.openings(warehouse).for_each(|dot| behind[dot.index()] = warehouse);
        }
        Ok(ProfitabilityRules {
            behind,
            squares: pack.squares.clone(),
            numbers: pack.numbers,
            track: pack.track,
            target,
            players: usize::from(options.players),
            capacity: options.truck_room(),
            storage: [options.storage_small, options.storage_large].map(|room| room.map_or(u32::MAX, u32::from)),
            team,
            block: options.truck_blocking == TruckBlocking::Block,
            single: options.sequence == Sequence::Single,
            take_back: options.take_back == TakeBack::UntilDeparture,
            bonus: options.matches > 1 && options.championship_bonus,
            doors: Dots(Warehouse::all().fold(0, |doors, warehouse| doors | pack.board.openings(warehouse).0)),
            board: pack.board.clone(),
            options: options.clone(),
        })
    }

    /// Where the profit of a colour is booked: its own account, or that of its team. (PRF-TEAM-3)
    #[inline]
    pub fn account(&self, colour: Colour) -> usize {
        if self.team { colour.index() & 1 } else { colour.index() }
    }

    /// The current price of a colour in EUR.
    #[inline]
    pub fn price(&self, state: &State, colour: Colour) -> i32 {
        self.squares[usize::from(state.prices[colour.index()])]
    }

    /// The highest square of the profit area, counted from 0.
    #[inline]
    pub(crate) fn top(&self) -> u8 {
        (self.squares.len() - 1) as u8
    }

    /// How many goods a space of this warehouse holds. (PRF-UNLOAD-4)
    #[inline]
    pub(crate) fn space_room(&self, warehouse: Warehouse) -> u32 {
        self.storage[usize::from(warehouse.is_large())]
    }

    /// The seats in turn order from the starting player. (PRF-START-3)
    pub(crate) fn order<'a>(&self, state: &'a State) -> impl Iterator<Item = Seat> + 'a {
        let first = state.colours[state.starter.index() & 3];
        (0..4).filter_map(move |step| state.seat_of(Colour::at(first.index() + step)))
    }

    /// Whose turn comes after that of `seat`: clockwise by colour. (PRF-GAME-6, PRF-START-3)
    #[inline]
    pub(crate) fn after(&self, state: &State, seat: Seat) -> Seat {
        let mut colour = state.colours[seat.index() & 3];
        loop {
            colour = colour.next();
            if let Some(next) = state.seat_of(colour) {
                return next;
            }
        }
    }
}

impl Rules for ProfitabilityRules {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Memory = ();

    fn players(&self) -> usize {
        self.players
    }

    /// The colours, the first set-up and the rolls for the start; then the markers are placed. (PRF-SETUP, PRF-START)
    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut state = self.seated(luck, journal);
        self.begin_match(&mut state, luck, journal);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.step == Step::Over { Turn::OVER } else { Turn::of(state.seat) }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat != state.seat {
            return;
        }
        match state.step {
            Step::Marking => self.list_marks(state, out),
            Step::Filling => self.list_fills(state, out),
            Step::JokerPrice => self.list_prices(state, out),
            Step::JokerTrend => self.list_shifts(state, out),
            Step::Acting => self.list_acts(state, out),
            Step::Over => {}
        }
    }

    /// Without taking back: a bot that looks ahead has no use for it, and could go round in circles. (PRF-WH-10)
    fn sensible(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let before = out.len();
        self.actions(state, seat, out);
        if out.len() > before + 1 {
            out.retain(|action| *action != Action::Back);
        }
    }

    #[inline]
    fn any_action(&self, state: &State, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Action>) -> Option<Action> {
        if seat != state.seat {
            return None;
        }
        match state.step {
            Step::Acting => Some(self.any_act(state, luck)),
            Step::Filling => {
                let draw = luck.between(0, 2 * Marker::COUNT as u32 - 1);
                let from = Space::new(nth_bit(state.trend.taken().into(), draw / 2))?;
                Some(Action::Fill { from, direction: Direction::ALL[draw as usize & 1] })
            }
            Step::JokerPrice => Some(self.any_price(state, luck)),
            Step::JokerTrend => Some(self.any_shift(state, luck)),
            Step::Over => None,
            Step::Marking => {
                buffer.clear();
                self.actions(state, seat, buffer);
                if buffer.is_empty() { None } else { Some(buffer[luck.below(buffer.len())]) }
            }
        }
    }

    /// The order of play. Before the first turn of a match the last player places the trend markers. A turn begins with the
    /// roll, which happens by itself; an empty space must be filled, a Joker offers its two parts; then the player drives,
    /// unloads and loads until the points are spent or the player ends the turn. (PRF-TURN-1 to PRF-TURN-7)
    #[inline]
    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        self.may_act(state, seat)?;
        match (state.step, *action) {
            (Step::Marking, Action::Mark(marker)) => self.mark(state, Some(marker), luck, journal),
            (Step::Marking, Action::Leave) => self.mark(state, None, luck, journal),
            (Step::Filling, Action::Fill { from, direction }) => self.fill(state, from, direction, journal),
            (Step::JokerPrice, Action::Price { colour, direction }) => self.joker_price(state, colour, direction, journal),
            (Step::JokerPrice, Action::Decline) => self.decline_price(state, journal),
            (Step::JokerTrend, Action::Shift { from, to, direction }) => self.joker_shift(state, from, to, direction, journal),
            (Step::JokerTrend, Action::Turn(space)) => self.joker_turn(state, space, journal),
            (Step::JokerTrend, Action::Decline) => self.decline_trend(state, journal),
            (Step::Acting, Action::Drive { to, via }) => self.drive(state, to, via, luck, journal),
            (Step::Acting, Action::Unload(good)) => self.unload(state, good, luck, journal),
            (Step::Acting, Action::Scrap) => self.scrap(state, luck, journal),
            (Step::Acting, Action::Load { space, good }) => self.load(state, space, good, luck, journal),
            (Step::Acting, Action::Back) => self.take_back(state, journal),
            (Step::Acting, Action::End) => self.end(state, luck, journal),
            (step, _) => Err(out_of_step(step)),
        }
    }

    fn fallback(&self, state: &State, _seat: Seat) -> Action {
        self.safe_choice(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.step == Step::Over).then(|| self.final_order(state))
    }

    /// The same for everybody. (PRF-SECRET-1)
    fn view(&self, state: &State, _viewer: Viewer) -> View {
        self.shown(state)
    }

    fn imagine(&self, state: &State, _viewer: Viewer, _memory: &(), _luck: &mut impl Luck) -> State {
        *state
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        self.prospects(state, seat)
    }
}

impl ProfitabilityRules {
    #[inline]
    fn may_act(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if state.step != Step::Over && seat == state.seat { Ok(()) } else { Err(self.why_not_act(state, seat)) }
    }

    #[cold]
    fn why_not_act(&self, state: &State, seat: Seat) -> Refusal {
        if state.step == Step::Over {
            return Refusal::new("PRF-END-5", "all matches are over; nobody has a further turn");
        }
        if seat.index() >= self.players {
            let reason = format!("seat {seat} does not play: {} players sit at this table", self.players);
            return Refusal::new("PRF-GAME-3", reason);
        }
        Refusal::new("PRF-START-3", format!("it is {}’s turn; wait for yours", state.seat.mark()))
    }
}

#[cold]
fn out_of_step(step: Step) -> Refusal {
    match step {
        Step::Marking => Refusal::new("PRF-START-4", "first the trend markers are placed, space by space"),
        Step::Filling => Refusal::new(
            "PRF-TREND-6",
            "you rolled an empty space: first put one of the eight markers on it, in either direction",
        ),
        Step::JokerPrice => Refusal::new("PRF-JOKER-2", "you rolled the Joker: move one price, or decline"),
        Step::JokerTrend => Refusal::new("PRF-JOKER-3", "you rolled the Joker: move or turn one trend marker, or decline"),
        Step::Acting => Refusal::new("PRF-TURN-2", "the trend step of this turn is done: prices and markers stay as they are"),
        Step::Over => Refusal::new("PRF-END-5", "all matches are over"),
    }
}
