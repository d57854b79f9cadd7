//! What PROFI-T-ABILITY's tests set up, and what they read off a table.

#![allow(dead_code)] // each test file uses its own part

pub mod map;

use kernel::{Files, Game, Luck, Notation, PackFault, Refusal, Rules, Seat, Seeded, Silent, Viewer};
use map::Map;
use profitability::{Action, Event, Options, Pack, Profitability, ProfitabilityRules, State};
pub use proof::but;
use serde_json::{Value, json};

/// The colours clockwise.
pub const COLOURS: [&str; 4] = ["red", "blue", "yellow", "green"];

/// All warehouses, the small ones first.
pub const WAREHOUSES: [&str; 8] =
    ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen", "LargeRed", "LargeBlue", "LargeYellow", "LargeGreen"];

/// The dice of a Joker: both parts can be declined, so that prices stay as they are.
pub const JOKER: [u32; 2] = [3, 4];

/// The seat that plays a colour when colours go by the order of joining.
pub fn seat(colour: &str) -> Seat {
    let index = COLOURS.iter().position(|other| *other == colour).expect("a colour");
    Seat::new(index).expect("a seat")
}

/// The settings of the reference set-up, with some others.
pub fn reference(settings: Value) -> Value {
    but(json!({"tiles": "fixed", "goods_layout": "matching"}), settings)
}

/// The settings as a table has them.
pub fn options(settings: Value) -> Options {
    proof::options::<Profitability>(settings)
}

/// The rules of a table with the standard pack.
pub fn rules(settings: Value) -> ProfitabilityRules {
    proof::rules::<Profitability>(&options(settings))
}

/// The standard pack.
pub fn pack() -> &'static Pack {
    proof::pack::<Profitability>()
}

/// A table as a set-up page asks for it.
pub fn asked(settings: Value) -> Result<ProfitabilityRules, Refusal> {
    proof::asked::<Profitability>(settings)
}

/// A truck: where it is, and its goods in letters, `d` for the damaged one: `truck("N2", "dBY")`.
pub fn truck(at: &str, load: &str) -> Value {
    let goods: Vec<&str> = load.chars().filter(|letter| *letter != 'd').map(colour).collect();
    json!({"at": at, "goods": goods, "damaged": load.contains('d'), "home": false})
}

/// The colour of a letter.
pub fn colour(letter: char) -> &'static str {
    COLOURS[['R', 'B', 'Y', 'G'].iter().position(|other| *other == letter).expect("R, B, Y or G")]
}

/// Colours as letters.
pub fn letters(colours: &Value) -> String {
    let letter = |colour: &Value| colour.as_str().and_then(|name| name.chars().next()).expect("a colour").to_ascii_uppercase();
    let mut letters: Vec<char> = colours.as_array().into_iter().flatten().map(letter).collect();
    letters.sort_by_key(|letter| "RBYG".find(*letter));
    letters.into_iter().collect()
}

/// Storage spaces in letters, in the order red, blue, yellow, green: `store("RRG|B|Y|GG")`.
pub fn store(spaces: &str) -> Value {
    let mut store = json!({});
    for (space, goods) in COLOURS.iter().zip(spaces.split('|')) {
        store[*space] = goods.chars().map(colour).collect::<Vec<_>>().into();
    }
    store
}

/// The trendline in letters: `trend("2R+ 3R-")`.
pub fn trend(markers: &str) -> Value {
    let mut line = json!({});
    for marker in markers.split_whitespace() {
        let at = marker.find(|letter: char| letter.is_ascii_uppercase()).expect("a colour");
        let (space, rest) = marker.split_at(at);
        let mut rest = rest.chars();
        let name = colour(rest.next().expect("a colour"));
        line[space] = format!("{name}{}", rest.as_str()).into();
    }
    line
}

/// Numbers for red, blue, yellow and green.
pub fn four<T: Into<Value> + Copy>(numbers: [T; 4]) -> Value {
    let mut by_colour = json!({});
    for (colour, number) in COLOURS.iter().zip(numbers) {
        by_colour[*colour] = number.into();
    }
    by_colour
}

/// A position in the twelfth lap with all four trucks on the roads; red has six points.
pub fn on_the_road() -> Value {
    json!({
        "lap": 12,
        "turn": 1,
        "trucks": {
            "red": truck("N2", "dG"),
            "blue": truck("E2", "dR"),
            "yellow": truck("S2", "dB"),
            "green": truck("W2", "dY"),
        },
    })
}

/// [`on_the_road`] with some keys replaced, and some trucks.
pub fn road(changes: Value) -> Value {
    let mut position = on_the_road();
    for (key, value) in changes.as_object().expect("keys of a position") {
        match (key.as_str(), value) {
            ("trucks", Value::Object(trucks)) => {
                trucks.iter().for_each(|(colour, truck)| position["trucks"][colour.as_str()] = truck.clone());
            }
            _ => position[key.as_str()] = value.clone(),
        }
    }
    position
}

/// A table whose luck the test decides.
pub type Table = proof::TestTable<Profitability>;

/// A new game; `luck` is all that the set-up draws.
#[track_caller]
pub fn start(settings: Value, luck: &[u32]) -> Table {
    Table::start(options(settings), luck)
}

/// A new game with luck from a seed.
#[track_caller]
pub fn seeded(settings: Value, seed: u64) -> Table {
    Table::seeded(options(settings), seed)
}

/// A table of the reference set-up, with some settings, at a position written as JSON; see `profitability::Position`.
#[track_caller]
pub fn placed(settings: Value, position: Value) -> Table {
    Table::at(options(reference(settings)), position)
}

/// The same for positions that may be refused.
#[track_caller]
pub fn try_placed(settings: Value, position: Value) -> Result<Table, Refusal> {
    Table::try_at(options(reference(settings)), position)
}

/// What is read off a table of PROFI-T-ABILITY, and the turns of those who do nothing.
pub trait ProfitabilityTable {
    /// The player in turn ends the turn; the next one rolls a Joker and uses neither part, so all prices stay.
    #[track_caller]
    fn pass(&mut self);
    /// The player in turn uses neither part of the Joker.
    #[track_caller]
    fn decline(&mut self);
    /// The colour of the player in turn.
    fn colour(&self) -> String;
    /// What is asked.
    fn step(&self) -> String;
    /// Action points left.
    fn points(&self) -> u64;
    /// The prices in the order red, blue, yellow, green.
    fn prices(&self) -> [i64; 4];
    /// The profits of all players by seat.
    fn totals(&self) -> Vec<i64>;
    /// A truck as it is shown.
    fn truck(&self, colour: &str) -> Value;
    /// Where a truck is.
    fn place(&self, colour: &str) -> String;
    /// What the arrow of a parked truck shows.
    fn stage(&self, colour: &str) -> Option<String>;
    /// The load of a truck in letters, `d` first for the damaged good.
    fn load(&self, colour: &str) -> String;
    /// The goods of a warehouse in letters, spaces in the order red, blue, yellow, green.
    fn store(&self, warehouse: &str) -> String;
    /// The trendline as [`trend`] reads it.
    fn trend(&self) -> String;
    /// The places of all seats, once all is over, and the clause.
    fn ended(&self) -> Option<(Vec<u8>, &'static str)>;
}

impl ProfitabilityTable for Table {
    #[track_caller]
    fn pass(&mut self) {
        self.play("end", &JOKER);
        self.decline();
    }

    #[track_caller]
    fn decline(&mut self) {
        self.plays(&["decline", "decline"]);
    }

    fn colour(&self) -> String {
        let view = self.view();
        let seat = view["turn"].as_u64().expect("somebody’s turn") as usize;
        view["colours"][seat - 1].as_str().expect("a colour").into()
    }

    fn step(&self) -> String {
        self.view()["step"].as_str().expect("a step").into()
    }

    fn points(&self) -> u64 {
        self.view()["points"].as_u64().expect("points")
    }

    fn prices(&self) -> [i64; 4] {
        let view = self.view();
        std::array::from_fn(|index| {
            let price = &view["prices"][index];
            assert_eq!(price["colour"], COLOURS[index]);
            price["price"].as_i64().expect("a price")
        })
    }

    fn totals(&self) -> Vec<i64> {
        let view = self.view();
        view["players"].as_array().expect("players").iter().map(|player| player["profit"].as_i64().expect("a profit")).collect()
    }

    fn truck(&self, colour: &str) -> Value {
        let view = self.view();
        let truck = view["trucks"].as_array().expect("trucks").iter().find(|truck| truck["colour"] == colour).cloned();
        truck.unwrap_or_default()
    }

    fn place(&self, colour: &str) -> String {
        self.truck(colour)["place"].as_str().expect("a place").into()
    }

    fn stage(&self, colour: &str) -> Option<String> {
        self.truck(colour)["stage"].as_str().map(str::to_owned)
    }

    fn load(&self, colour: &str) -> String {
        let truck = self.truck(colour);
        let damaged = if truck["damaged"] == true { "d" } else { "" };
        format!("{damaged}{}", letters(&truck["goods"]))
    }

    fn store(&self, warehouse: &str) -> String {
        let view = self.view();
        let warehouses = view["warehouses"].as_array().expect("warehouses");
        let found = warehouses.iter().find(|other| other["name"] == warehouse).expect("a warehouse");
        let spaces = found["spaces"].as_array().expect("spaces");
        let colours: Vec<&str> = spaces.iter().filter_map(|space| space["colour"].as_str()).collect();
        assert_eq!(colours, COLOURS, "the order of the spaces");
        spaces.iter().map(|space| letters(&space["goods"])).collect::<Vec<_>>().join("|")
    }

    fn trend(&self) -> String {
        let view = self.view();
        let mark = |space: &Value| {
            let marker = &space["marker"];
            let letter = marker["colour"].as_str()?.chars().next()?.to_ascii_uppercase();
            let sign = if marker["direction"] == "up" { '+' } else { '-' };
            Some(format!("{}{letter}{sign}", space["space"]))
        };
        view["trend"].as_array().expect("a trendline").iter().filter_map(mark).collect::<Vec<_>>().join(" ")
    }

    fn ended(&self) -> Option<(Vec<u8>, &'static str)> {
        let outcome = self.rules.outcome(&self.state)?;
        let places = Seat::FIRST.clockwise(self.rules.players()).map(|seat| outcome.place(seat)).collect();
        Some((places, outcome.clause))
    }
}

/// The seat with the last closing turn when red, blue, yellow and green reach these profits with these last bookings: the one
/// before the first player to reach the target, who began the end.
pub fn last_to_move(settings: &Value, profits: &Value, bookings: &Value) -> usize {
    let high = settings["mode"] == "team" || settings["target"] == "50000";
    let target = if high { 50_000 } else { 35_000 };
    let there = (0..COLOURS.len()).filter(|seat| profits[COLOURS[*seat]].as_i64() >= Some(target));
    let began = there.min_by_key(|seat| bookings[COLOURS[*seat]].as_u64()).expect("somebody is at the target");
    let players = settings["players"].as_u64().unwrap_or(4) as usize;
    (began + players - 1) % players + 1
}

/// Settings and how it all stands: the last closing turn, of which one point is left, is ended.
#[track_caller]
pub fn ended(settings: Value, position: Value) -> Table {
    let turn = last_to_move(&settings, &position["profits"], &position["bookings"]);
    let mut table = placed(settings, but(position, json!({"closing": 1, "turn": turn, "points": 1})));
    table.play("end", &[]);
    assert!(table.is_over());
    table
}

/// The price of each drive of the player in turn, tried one by one.
pub fn prices_of_drives(table: &Table) -> Vec<(String, u64)> {
    let drives = table.listed("drive ");
    drives
        .into_iter()
        .map(|drive| {
            let mut next = table.state;
            let action = table.rules.read(&drive).expect("what is written can be read");
            let mut events = Vec::new();
            table.rules.apply(&mut next, table.seat(), &action, &mut Seeded::new(1), &mut events).expect("a listed drive");
            let price = events.iter().find_map(|event| match event {
                Event::Drove { price, .. } => Some(u64::from(*price)),
                _ => None,
            });
            (drive, price.expect("it was told"))
        })
        .collect()
}

/// A player who unloads and loads whatever brings most, and then drives towards the nearest other warehouse.
pub fn greedy(rules: &ProfitabilityRules, map: &Map, state: &State, seat: Seat, whim: &mut Seeded) -> Action {
    let mut actions = Vec::new();
    rules.actions(state, seat, &mut actions);
    let view = rules.view(state, Viewer::Watcher);
    let price =
        |name: &str| view.prices.iter().find(|price| price.colour.to_string() == name).map_or(0, |price| i64::from(price.price));
    let colour = view.colours[seat.index()].to_string();
    let me = view.trucks.iter().find(|truck| truck.colour.to_string() == colour);
    let nearest = |place: &str| -> u8 {
        let (Some(me), Some(at)) = (me, map.find(place)) else { return 99 };
        let lengths = map.lengths(at, &[]);
        let others = (0..map.names.len()).filter(|place| map.is_warehouse(*place) && map.names[*place] != me.last);
        others.map(|place| lengths[place].unwrap_or(99)).min().unwrap_or(99)
    };
    let here = me.map_or(99, |me| nearest(&me.place));
    let profit = view.players[seat.index()].profit;
    let restless = whim.below(6) == 0;
    let mut worth = |action: &Action| -> i64 {
        let text = rules.write(action);
        let words: Vec<&str> = text.split(' ').collect();
        let luck = i64::from(whim.between(0, 99));
        let worth = match words[..] {
            // Room on the truck is worth its price early on.
            ["unload", "damaged"] if profit < 5_000 => return 0,
            ["unload", "damaged"] => 15_000,
            ["unload", good] if price(good) == 0 => return 0,
            ["unload", good] => 20_000 + price(good),
            ["load", _, good] => 10_000 + price(good),
            ["drive", stop, ..] => match nearest(stop) {
                near if near < here => 5_000 - 100 * i64::from(near),
                // Mostly it waits until there is room, but not for ever.
                _ => return if restless { 4_500 + luck } else { luck },
            },
            // Prices go up, first of all those of what is on the truck.
            ["joker", good, "up"] => {
                10 + me.map_or(0, |me| me.goods.iter().filter(|other| other.to_string() == good).count() as i64)
            }
            ["fill", _, "+"] | ["shift", _, _, "+"] => 10,
            ["joker" | "fill" | "shift" | "turn", ..] => 0,
            ["decline"] => 5,
            ["end"] => return 4_000,
            ["back"] => return -1,
            _ => luck * 10,
        };
        worth * 100 + luck
    };
    let worths: Vec<i64> = actions.iter().map(&mut worth).collect();
    let best = (0..actions.len()).max_by_key(|index| worths[*index]).expect("something can be done");
    actions[best]
}

/// A game between greedy players to its end, from a start with this luck.
pub fn play_out(rules: &ProfitabilityRules, luck: &mut Seeded, events: &mut Vec<Event>) -> State {
    let mut state = rules.start(luck, events);
    let mut whim = Seeded::new(luck.bits());
    let mut map = Map::of_state(rules, &state);
    let mut number = state.number;
    while let Some(seat) = rules.turn(&state).awaited.lowest() {
        if number != state.number {
            (number, map) = (state.number, Map::of_state(rules, &state));
        }
        let action = greedy(rules, &map, &state, seat, &mut whim);
        rules.apply(&mut state, seat, &action, luck, events).expect("what is listed is legal");
    }
    state
}

/// A random game of at most this many decisions; `look` sees every state before and after with the action.
pub fn random_game(
    rules: &ProfitabilityRules,
    seed: u64,
    decisions: usize,
    mut look: impl FnMut(&State, &str, &State, &[Event]),
) -> State {
    let mut luck = Seeded::new(seed);
    let mut state = rules.start(&mut luck, &mut Silent);
    let mut actions = Vec::new();
    for _ in 0..decisions {
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        actions.clear();
        rules.actions(&state, seat, &mut actions);
        // Goods are handled more often than by mere chance, and turns are rarely cut short, so that something happens.
        let handles = |action: &Action| matches!(action, Action::Unload(_) | Action::Scrap | Action::Load { .. });
        let enters = |action: &Action| matches!(action, Action::Drive { to: profitability::Place::In(_), .. });
        let some: Vec<Action> = match luck.below(4) {
            0 => actions.clone(),
            1 => actions.iter().copied().filter(|action| *action != Action::End && *action != Action::Back).collect(),
            _ => actions.iter().copied().filter(|action| handles(action) || enters(action)).collect(),
        };
        let some = if some.is_empty() { &actions } else { &some };
        let action = some[luck.below(some.len())];
        let before = state;
        let mut events = Vec::new();
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
        look(&before, &rules.write(&action), &state, &events);
    }
    state
}

/// The pack with a text in a file replaced by another.
pub fn changed(file: &str, from: &str, to: &str) -> Files {
    rewritten(&Profitability::files(), file, from, to)
}

/// These files with a text in one of them replaced by another.
pub fn rewritten(files: &Files, file: &str, from: &str, to: &str) -> Files {
    Files::new(files.iter().map(|(name, text)| {
        let text = if name == file {
            assert!(text.contains(from), "{file} has `{from}`");
            text.replacen(from, to, 1)
        } else {
            text.to_owned()
        };
        (name.to_owned(), text)
    }))
}

/// What the loader says about these files.
pub fn faults(files: &Files) -> Vec<PackFault> {
    Profitability::pack(files).err().unwrap_or_default()
}

/// The draws that deal these goods one by one from a heap that lies in the order red, blue, yellow, green.
pub fn deal(goods: &str, heap: &str) -> Vec<u32> {
    let mut heap: Vec<char> = heap.chars().collect();
    let draw = |good| {
        let index = heap.iter().position(|other| *other == good).expect("such a good is left");
        heap.remove(index);
        index as u32
    };
    goods.chars().map(draw).collect()
}

/// The twelve goods of the reference set-up: large extras, small warehouses, trucks.
pub const TWELVE: &str = "BYGRYGRBGRBY";

/// The luck of the reference set-up with matching pairs and red as starting player.
pub fn reference_luck() -> Vec<u32> {
    let mut luck = deal(TWELVE, "RRRBBBYYYGGG");
    luck.extend([6, 6, 1, 1, 2, 1, 1, 2]);
    luck
}

/// The trendline of the reference set-up.
pub const TREND: &str = "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-";

/// The reference set-up up to the first turn, which red begins with these dice.
pub fn reference_start(settings: Value, dice: [u32; 2]) -> Table {
    let mut table = start(reference(settings), &reference_luck());
    table.plays(&["mark red+", "mark red-", "mark blue+", "mark blue-", "mark yellow+", "mark yellow-", "mark green+"]);
    table.play("mark green-", &dice);
    table
}
