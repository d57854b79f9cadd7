//! The rules of one table, and the order of play in one place.

use crate::{
    actions::Action,
    board::{Corner, Space, Spaces},
    cards::{Card, CardSet, Face},
    events::Event,
    options::{MemoryRule, Options, Spacing, Tie},
    pack::Pack,
    paths::Paths,
    state::{State, Step},
    view::View,
};
use kernel::{Consequence, Journal, Luck, Outcome, Refusal, Rules, Seat, Turn, Viewer, nth_bit};
use std::sync::Arc;

/// A pack and the chosen options, and what follows from them.
#[derive(Clone, Debug)]
pub struct EconomyRules {
    /// The settings of the table.
    pub options: Options,
    /// The 36 cards.
    pub faces: Vec<Face>,
    /// The colours of the pieces.
    pub pieces: Vec<String>,
    /// How many points win. (ECO-END-1)
    pub target: u16,
    pub(crate) players: usize,
    pub(crate) layout: Vec<(Space, Card)>,
    pub(crate) paths: Arc<Paths>,
    /// For each space, those around it that `spacing` bars to the same sector. (ECO-SETUP-5)
    pub(crate) around: [Spaces; Space::COUNT],
    /// The cards of each card's sector.
    pub(crate) sectors: [CardSet; Card::COUNT],
    /// Two sets: factories and inventions, and inventions alone. A property brings one point, and one more for each of these sets
    /// it is in.
    pub(crate) dearer: [CardSet; 2],
}

impl EconomyRules {
    /// The rules of a table, unless the settings contradict each other.
    pub fn new(pack: &Pack, options: &Options) -> Result<EconomyRules, Refusal> {
        options.check()?;
        let faces = pack.deck(options.deck).to_vec();
        let cards = |fits: &dyn Fn(&Face) -> bool| -> CardSet {
            faces.iter().enumerate().filter(|(_, face)| fits(face)).filter_map(|(index, _)| Card::new(index)).collect()
        };
        let mut sectors = [CardSet::NONE; Card::COUNT];
        for (set, face) in sectors.iter_mut().zip(&faces) {
            *set = cards(&|other| other.sector_number == face.sector_number);
        }
        let mut around = [Spaces::NONE; Space::COUNT];
        for space in Space::all() {
            around[space.index()] = match options.spacing {
                Spacing::Touching => space.touching(),
                Spacing::Orthogonal => space.neighbours(),
                Spacing::Off => Spaces::NONE,
            };
        }
        let players = usize::from(options.players);
        Ok(EconomyRules {
            target: options.target.unwrap_or(pack.targets[players - 2]),
            players,
            layout: pack.layout().to_vec(),
            paths: pack.paths.clone(),
            around,
            sectors,
            dearer: [2, 3].map(|least| cards(&|face| face.category.points() >= least)),
            pieces: pack.pieces.clone(),
            options: options.clone(),
            faces,
        })
    }

    /// What is printed on a card.
    pub fn face(&self, card: Card) -> &Face {
        &self.faces[card.index()]
    }

    /// The card with this name.
    pub fn card(&self, id: &str) -> Option<Card> {
        self.faces.iter().position(|face| face.id == id).and_then(Card::new)
    }

    /// What these properties bring when the sector of this card pays. (ECO-SCORE-1)
    #[inline]
    pub fn pays(&self, properties: CardSet, card: Card) -> u16 {
        let sector = properties.0 & self.sectors[card.index()].0;
        let [factories, inventions] = self.dearer;
        (sector.count_ones() + (sector & factories.0).count_ones() + (sector & inventions.0).count_ones()) as u16
    }

    /// Are the faces of turned-over locations open to everybody? (ECO-KNOW-2, and once the game is over)
    pub(crate) fn shows_faces(&self, state: &State) -> bool {
        self.options.memory == MemoryRule::Shown || state.step == Step::Over
    }

    /// The clause by which these points end the game.
    pub(crate) fn ending(&self, state: &State) -> &'static str {
        let points = &state.points[..self.players];
        let best = points.iter().copied().max().unwrap_or(0);
        let shared = points.iter().filter(|points| **points == best).count() > 1;
        match (shared, points.iter().filter(|points| **points >= self.target).count()) {
            (true, _) => "ECO-END-7",
            (false, 1) => "ECO-END-1",
            (false, _) => "ECO-END-5",
        }
    }

    /// Do these points end the game? (ECO-END-1, ECO-END-7)
    pub(crate) fn is_won(&self, points: &[u16]) -> bool {
        let best = points.iter().copied().max().unwrap_or(0);
        let alone = points.iter().filter(|points| **points == best).count() == 1;
        best >= self.target && (alone || self.options.tie == Tie::Shared)
    }
}

impl Rules for EconomyRules {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    /// The spaces whose location was once seen face up: locations never move. (ECO-KNOW-1)
    type Memory = Spaces;

    fn players(&self) -> usize {
        self.players
    }

    /// Who starts, the deal and the layout, then the first decision. (ECO-SETUP-2)
    fn start(&self, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> State {
        let mut state = State { seat: self.choose_starter(luck), ..State::EMPTY };
        journal.note(|| Event::Started { seat: state.seat });
        self.lay_out(&mut state, luck, journal);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.step == Step::Over { Turn::OVER } else { Turn::of(state.seat) }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat != state.seat {
            return;
        }
        match state.step {
            Step::Pick => out.extend(state.hands[seat.index()].map(Action::Pick)),
            Step::Place(_) => out.extend(state.reach.map(Action::Place)),
            Step::Move => out.extend(state.reach.map(Action::Move)),
            Step::Hit(_) => out.extend(Corner::ALL.map(Action::Corner)),
            Step::Over => {}
        }
    }

    #[inline]
    fn any_action(&self, state: &State, seat: Seat, luck: &mut impl Luck, _buffer: &mut Vec<Action>) -> Option<Action> {
        let mut rank = |set: u64| (set != 0).then(|| nth_bit(set, luck.between(0, set.count_ones() - 1)).into());
        match state.step {
            _ if seat != state.seat => None,
            Step::Pick => rank(state.hands[seat.index()].0).and_then(Card::new).map(Action::Pick),
            Step::Place(_) => rank(state.reach.0).and_then(Space::new).map(Action::Place),
            Step::Move => rank(state.reach.0).and_then(Space::new).map(Action::Move),
            Step::Hit(_) => Some(Action::Corner(Corner::ALL[luck.below(4)])),
            Step::Over => None,
        }
    }

    /// The order of play. While the locations are laid out a player picks a card and places it; then a turn is a roll
    /// (which happens by itself), a move, and if it hits a piece the choice of a corner. (ECO-TURN-1)
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
            (Step::Pick, Action::Pick(card)) => self.pick(state, card, journal),
            (Step::Place(card), Action::Place(space)) => self.place_card(state, card, space, luck, journal),
            (Step::Move, Action::Move(space)) => self.move_piece(state, space, luck, journal),
            (Step::Hit(space), Action::Corner(corner)) => self.throw_off(state, space, corner, luck, journal),
            (step, _) => Err(out_of_step(step)),
        }
    }

    fn fallback(&self, state: &State, seat: Seat) -> Action {
        self.safe_choice(state, seat)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.step == Step::Over).then(|| {
            let scores = state.points.map(i32::from);
            // ECO-END-8: the others by points, equal points share a place.
            Outcome::by_score(&scores[..self.players], self.ending(state))
        })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_of(state, viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        self.seen_by(event, viewer)
    }

    fn recalled(&self, event: &Event, state: &State, _viewer: Viewer) -> Option<Event> {
        self.recalled_from(event, state)
    }

    fn imagine(&self, state: &State, viewer: Viewer, memory: &Spaces, luck: &mut impl Luck) -> State {
        self.deal_anew(state, viewer, *memory, luck)
    }

    fn forgets(&self) -> bool {
        self.options.memory == MemoryRule::Hidden // ECO-KNOW-2
    }

    fn remember(&self, memory: &mut Spaces, state: &State, _viewer: Viewer) {
        let hidden = if self.shows_faces(state) { Spaces::NONE } else { state.face_down };
        memory.0 |= state.laid().0 & !hidden.0;
    }

    fn worth(&self, state: &State, seat: Seat) -> i64 {
        self.standing(state, seat)
    }
}

impl EconomyRules {
    #[inline]
    fn may_act(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if state.step == Step::Over {
            return Err(Refusal::new("ECO-END-6", "the game is over; nobody gets a further turn"));
        }
        if seat == state.seat {
            return Ok(());
        }
        if seat.index() >= self.players {
            return Err(Refusal::new(
                "ECO-GAME-1",
                format!("seat {seat} does not play: {} players sit at this table", self.players),
            ));
        }
        // While cards are placed nobody has had a turn yet.
        let placing = matches!(state.step, Step::Pick | Step::Place(_));
        let clause = if placing { "ECO-SETUP-4" } else { "ECO-TURN-2" };
        Err(Refusal::new(clause, format!("it is {}’s turn; wait for yours", state.seat.mark())))
    }
}

fn out_of_step(step: Step) -> Refusal {
    match step {
        Step::Pick => Refusal::new("ECO-SETUP-4", "first pick a card of your hand to place"),
        Step::Place(_) => Refusal::new("ECO-SETUP-4", "you have picked a card: now place it on a free space"),
        Step::Move => Refusal::new("ECO-TURN-1", "the die is rolled: now move your piece"),
        Step::Hit(_) => Refusal::new("ECO-HIT-1", "you landed on a piece: choose the corner where it is put outside"),
        Step::Over => Refusal::new("ECO-END-6", "the game is over"),
    }
}
