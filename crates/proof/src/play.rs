//! Plays games and tries the laws at their moments.

use crate::{
    Counts, Effort, Law, amounts, applying, asking, endings,
    garbage::{self, Pool},
    legality,
    moment::{Moment, Spoken},
    names, notation, records,
    settings::{self, Chosen},
    undo::{self, Memento},
    views,
    words::Ear,
};
use kernel::{Fair, Game, Key, Luck, Refusal, Rulebook, Rules, Seat, Seeded, Silent, Table, Words, header};
use serde_json::Value;
use std::sync::Arc;

type Action<G> = <<G as Game>::Rules as Rules>::Action;
type Memory<R> = <R as Rules>::Memory;

/// One proof, with what it has tried so far over all tables of the game.
pub(crate) struct Prover<'p, G: Game> {
    pub effort: &'p Effort,
    pub report: Counts,
    book: Rulebook,
    pack: G::Pack,
    pack_hash: Key,
    pool: Pool<Action<G>>,
    /// The keys of a finished game's figures; the same in every game.
    figures: Option<Vec<&'static str>>,
}

/// At least this many moments of each game are checked, whatever the stride.
const ALL_MOMENTS: usize = 100;

/// How the seats choose.
#[derive(Clone, Copy)]
enum Style {
    Random,
    Mixed,
    Fallbacks,
}

impl<'p, G: Game> Prover<'p, G> {
    pub fn new(effort: &'p Effort) -> Prover<'p, G> {
        let files = G::files();
        let pack = match G::pack(&files) {
            Ok(pack) => pack,
            Err(faults) => panic!("{}: the pack of {} is refused: {faults:?}", Law::Settings, G::about().id),
        };
        assert!(!std::mem::needs_drop::<<G::Rules as Rules>::State>(), "a state is flat data");
        let report = Counts { state_bytes: size_of::<<G::Rules as Rules>::State>(), ..Counts::default() };
        let book = Rulebook::read(G::about().rulebook);
        Prover { effort, report, book, pack, pack_hash: files.hash(), pool: Pool::new(), figures: None }
    }

    pub fn book(&self) -> &Rulebook {
        &self.book
    }

    /// Plays the games of one table, unless its settings contradict each other.
    pub fn table(&mut self, chosen: &Chosen, seed: u64) -> Result<(), Refusal> {
        let options = settings::options::<G>(chosen);
        let place = format!("{} with settings {}, seed {seed}", G::about().id, Value::Object(chosen.clone()));
        let rules = match G::rules(&self.pack, &options) {
            Ok(rules) => Arc::new(rules),
            Err(refusal) => {
                self.report.impossible += 1;
                let clause = refusal.clause;
                assert!(self.book.clause(clause).is_some(), "{}: `{clause}` is not a clause: {refusal}\n  {place}", Law::Clauses);
                return Err(refusal);
            }
        };
        let players = G::about().players.contains(&rules.players());
        assert!(players, "{}: {} players are not among those of the box\n  {place}", Law::Settings, rules.players());
        for game in 0..self.effort.games {
            let styles = if self.effort.random {
                [Style::Random, Style::Mixed, Style::Fallbacks]
            } else {
                [Style::Mixed, Style::Fallbacks, Style::Mixed]
            };
            let style = styles[game % 3];
            self.game(
                &rules,
                &options,
                style,
                format!("{place}, game {}", game + 1),
                Key::of(&[&seed.to_le_bytes(), &[game as u8]]),
            );
        }
        self.report.tables += 1;
        Ok(())
    }

    fn game(&mut self, rules: &Arc<G::Rules>, options: &G::Options, style: Style, place: String, secret: Key) {
        let names: Vec<String> = names(rules.players());
        let entropy: Vec<Key> = names.iter().map(|name| Key::of(&[name.as_bytes(), &secret.0])).collect();
        let head = header::<G>(self.pack_hash, options, names.clone(), entropy.clone());
        let mut table = match Table::open(rules.clone(), head, secret, Vec::new()) {
            Ok(table) => table,
            Err(fault) => panic!("{}: the table does not open: {fault}\n  {place}", Law::Records),
        };
        let book = self.book.clone();
        let mut moment = Moment::new(rules, &book, &names, place, *table.state());
        start_is_repeatable(&moment, secret, &entropy);
        // Played and tried actions draw from separate luck, so that a table plays the same whether other tables came before it or
        // not.
        let seed = u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|byte| secret.0[byte]));
        let (mut play, mut probe) = (Seeded::nth(seed, 0), Seeded::nth(seed, 1));
        let mut memories: Vec<Memory<G::Rules>> = vec![Default::default(); moment.viewers().len()];
        loop {
            moment.state = *table.state();
            for (memory, viewer) in memories.iter_mut().zip(moment.viewers()) {
                rules.remember(memory, &moment.state, viewer);
            }
            let over = rules.turn(&moment.state).is_over();
            if over || moment.step < ALL_MOMENTS || moment.step.is_multiple_of(self.effort.stride.max(1)) {
                self.moment(&moment, &table, &memories, &mut probe);
            }
            if over {
                break;
            }
            let cap = self.effort.cap;
            moment.require(moment.step < cap, Law::Ends, || format!("the game is not over after {cap} steps"));
            let (seat, action) = choose(&moment, &self.pool, style, &mut play);
            self.step(&moment, &mut table, secret, (seat, action), &mut probe);
            moment.step += 1;
        }
        self.end(&moment, &table, secret, &memories, &mut probe);
    }

    /// The laws of a state.
    fn moment(&mut self, moment: &Moment<G::Rules>, table: &Table<G::Rules>, memories: &[Memory<G::Rules>], probe: &mut Seeded) {
        let Prover { pool, effort, report, .. } = self;
        applying::invariants_hold(moment);
        endings::turn_is_sound(moment);
        legality::listed_is_legal(moment, pool, probe);
        endings::fallback_is_listed(moment);
        amounts::bounds_hold(moment, pool, probe, report);
        asking::questions_are_sound(moment, probe);
        asking::bargains_can_be_made(moment, pool, probe, report);
        garbage::misspell(moment, pool, effort.garbage, probe);
        legality::unlisted_is_refused(moment, pool, effort.garbage, probe, report);
        notation::position_reads_back(moment);
        notation::actions_read_back(moment, pool, effort.garbage, probe);
        // Over a whole game, one viewer per step is enough.
        let viewers = moment.viewers();
        let one = probe.below(viewers.len());
        views::nothing_leaks(moment, viewers[one], &memories[one], pool, probe, report);
        views::the_past_keeps_what_is_hidden(moment, table, viewers[one], &mut probe.clone());
        Ear::strict(moment).hears_the_moment(probe);
        applying::worth_is_steady(moment);
        if sometimes(64, probe) || moment.step == 0 {
            endings::fallbacks_finish(moment, effort.cap, probe);
        }
    }

    /// The laws of an action, which is then played.
    fn step(
        &mut self,
        moment: &Moment<G::Rules>,
        table: &mut Table<G::Rules>,
        secret: Key,
        (seat, action): (Seat, Action<G>),
        probe: &mut Seeded,
    ) {
        records::secret_is_kept(moment, table, secret);
        applying::action_is_repeatable(moment, seat, &action, probe);
        applying::absurd_luck_is_survived(moment, seat, &action);
        if sometimes(64, probe) {
            records::goes_on_after_a_restart(moment, table, secret, (seat, &action));
            undo::consent_goes_back_to_the_start(moment, table, probe);
        }
        let viewers = moment.viewers();
        let viewer = viewers[probe.below(viewers.len())];
        let before = sometimes(8, probe).then(|| Memento::of(moment, table, viewer));
        if let Err(fault) = table.play(seat, &action, None) {
            moment.fail(Law::Listed, &format!("{} is listed but the table says: {fault}", moment.name(seat, &action)));
        }
        self.report.steps += 1;
        applying::step_is_sound(moment, seat, &action, table.state());
        records::entry_is_true(moment, table, seat, &action);
        let events: Vec<_> = table.events_from(table.version(), viewer).into_iter().map(|event| event.event).collect();
        Ear::strict(moment).hears_the_log(&events);
        if let Some(before) = before {
            undo::undo_restores(moment, table, (seat, &action), (viewer, &before), &mut self.report);
        }
        if sometimes(16, probe) && !moment.attempt(&moment.state, seat, &action, probe.clone()).drawn.is_empty() {
            let mut earlier = table.clone();
            if earlier.undo(seat, true).is_ok() {
                records::scripted_luck_must_fit(moment, &earlier, seat, &action);
            }
        }
    }

    /// The laws of a finished game.
    fn end(
        &mut self,
        moment: &Moment<G::Rules>,
        table: &Table<G::Rules>,
        secret: Key,
        memories: &[Memory<G::Rules>],
        probe: &mut Seeded,
    ) {
        records::replay_equals_play(moment, table, secret);
        records::forgeries_are_found(moment, table, &self.pool, probe, &mut self.report);
        for (viewer, memory) in moment.viewers().into_iter().zip(memories) {
            let same = format!("{:?}", table.memory(viewer)) == format!("{memory:?}");
            moment.require(same, Law::Undo, || format!("{viewer:?} remembers what was taken back"));
        }
        let mut figures = Vec::new();
        moment.rules.figures(&moment.state, &mut figures);
        let keys: Vec<&'static str> = figures.into_iter().map(|(key, _)| key).collect();
        let usual = self.figures.get_or_insert_with(|| keys.clone());
        moment.require(*usual == keys, Law::Notation, || format!("the figures are {keys:?}, in another game {usual:?}"));
        let flows = moment.rules.flows();
        let twice = |key: &&&str| keys.iter().chain(flows).filter(|other| other == key).count() > 1;
        let doubled = keys.iter().chain(flows).find(twice);
        moment.require(doubled.is_none(), Law::Notation, || format!("two figures have the name {doubled:?}"));
        self.report.games += 1;
        self.report.longest = self.report.longest.max(moment.step);
    }
}

fn start_is_repeatable<R: Spoken>(moment: &Moment<R>, secret: Key, entropy: &[Key]) {
    let again = moment.rules.start(&mut Fair::new(secret, entropy), &mut Silent);
    moment.require(again == moment.state, Law::Luck, || "the same luck set up another game".into());
}

fn choose<R: Spoken>(moment: &Moment<R>, pool: &Pool<R::Action>, style: Style, luck: &mut Seeded) -> (Seat, R::Action) {
    let turn = moment.rules.turn(&moment.state);
    let Some(mut seat) = endings::any_of(turn.awaited, luck) else { moment.fail(Law::Ends, "nobody is awaited") };
    let absent = match style {
        Style::Random => false,
        Style::Mixed => sometimes(2, luck),
        Style::Fallbacks => true,
    };
    if absent {
        return (seat, moment.rules.fallback(&moment.state, seat));
    }
    // Seats that are asked out of turn mostly answer.
    let others = if turn.free.and(turn.asked).is_empty() { turn.free } else { turn.free.and(turn.asked) };
    if let Some(free) = endings::any_of(others, luck).filter(|_| sometimes(2, luck))
        && !moment.actions(&moment.state, free).is_empty()
    {
        seat = free;
    }
    let mut list = moment.actions(&moment.state, seat);
    let mut bounds = Vec::new();
    moment.rules.bounds(&moment.state, seat, &mut bounds);
    if sometimes(4, luck) {
        list.extend(bounds.iter().flat_map(|bound| [bound.least, bound.most]));
        list.extend(pool.some(8, luck).into_iter().filter(|action| {
            let open = moment.rules.is_open(action);
            open && moment.attempt(&moment.state, seat, action, luck.clone()).result.is_ok()
        }));
    }
    (seat, list[luck.below(list.len())])
}

/// True once in this many times.
pub(crate) fn sometimes(times: usize, luck: &mut Seeded) -> bool {
    luck.below(times) == 0
}
