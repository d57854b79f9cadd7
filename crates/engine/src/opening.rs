//! Opening tables, listing and closing them.

use crate::{
    AnyGame, AnyTable, Desk, EngineError, LONGEST_SCRIPT, Setup,
    catalogue::over_preset,
    command::{Answer, Nothing, Only, Texts, body},
};
use kernel::{Files, Key, Record, Seat, Seats};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    game: String,
    preset: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
    seats: Option<Value>,
    seed: Option<u64>,
    files: Option<Texts>,
    #[serde(default)]
    script: Vec<u32>,
}

impl New {
    fn setup(self, game: &dyn AnyGame) -> Result<Setup, EngineError> {
        let New { preset, options, seats, seed, files, script, .. } = self;
        let mut options = over_preset(game, preset.as_deref(), options)?;
        let wrong = || EngineError::new("fields", "`seats` is how many play, or a list of their names");
        let (count, seats) = match seats {
            None => (None, Vec::new()),
            Some(Value::Number(count)) => (Some(count.as_u64().ok_or_else(wrong)?), Vec::new()),
            Some(names) => {
                let names: Vec<String> = serde_json::from_value(names).map_err(|_| wrong())?;
                if let Some(twice) = crate::twice(&names) {
                    return Err(EngineError::new("seats", twice));
                }
                (Some(names.len() as u64), names)
            }
        };
        if let Some(count) = count {
            let players = options.entry("players").or_insert_with(|| count.into());
            if *players != count {
                return Err(EngineError::new("seats", format!("`players` is {players}, but there are {count} seats")));
            }
        }
        within_script(&script)?;
        Ok(Setup { files: files.map(Files::new), options, seats, secret: secret_from(seed)?, entropy: Vec::new(), script })
    }
}

pub(crate) fn within_script(luck: &[u32]) -> Result<(), EngineError> {
    if luck.len() <= LONGEST_SCRIPT {
        return Ok(());
    }
    Err(EngineError::new("limit", format!("at most {LONGEST_SCRIPT} draws can be scripted at once")))
}

fn secret_from(seed: Option<u64>) -> Result<Key, EngineError> {
    match seed {
        Some(seed) => Ok(crate::secret_of(seed)),
        None => crate::secret().map_err(|error| EngineError::new("limit", format!("the system gives no randomness: {error}"))),
    }
}

pub(crate) fn new(desk: &mut Desk, request: New) -> Answer {
    desk.room()?;
    let game = desk.game(&request.game)?;
    let table = game.open(request.setup(game)?)?;
    let number = desk.put(table);
    status(desk, number)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Load {
    game: String,
    position: Value,
    preset: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
    seats: Option<Value>,
    seed: Option<u64>,
    files: Option<Texts>,
    #[serde(default)]
    script: Vec<u32>,
}

pub(crate) fn load(desk: &mut Desk, request: Load) -> Answer {
    desk.room()?;
    let Load { game, position, preset, options, seats, seed, files, script } = request;
    let request = New { game, preset, options, seats, seed, files, script };
    let game = desk.game(&request.game)?;
    let table = game.open_at(request.setup(game)?, &position)?;
    let number = desk.put(table);
    status(desk, number)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    record: String,
    seed: Option<u64>,
    files: Option<Texts>,
}

pub(crate) fn import(desk: &mut Desk, request: Import) -> Answer {
    desk.room()?;
    let record = Record::read(&request.record)?;
    let files = request.files.map(Files::new);
    let table = desk.game(&record.header.game)?.replay(&record, files.as_ref(), secret_from(request.seed)?)?;
    let number = desk.put(table);
    status(desk, number)
}

/// The status of a table, which every command that changes it returns.
fn status(desk: &mut Desk, number: u64) -> Answer {
    let (number, table) = desk.table(Some(number))?;
    body(standing(number, table.as_ref()))
}

pub(crate) fn standing(number: u64, table: &dyn AnyTable) -> Value {
    let turn = table.turn();
    json!({
        "table": number,
        "game": table.game(),
        "seats": table.names(),
        "entries": table.version(),
        "awaited": numbers(turn.awaited),
        "free": numbers(turn.free),
        "asked": numbers(turn.asked),
        "over": turn.is_over(),
    })
}

fn numbers(seats: Seats) -> Vec<usize> {
    seats.map(Seat::number).collect()
}

pub(crate) fn tables(desk: &Desk, Nothing {}: Nothing) -> Answer {
    let open: Vec<Value> = desk.tables.iter().map(|(number, table)| standing(*number, table.as_ref())).collect();
    body(json!({ "tables": open }))
}

pub(crate) fn close(desk: &mut Desk, request: Only) -> Answer {
    let (number, _) = desk.table(request.table)?;
    desk.tables.remove(&number);
    body(json!({ "table": number }))
}

pub(crate) fn quit(desk: &mut Desk, Nothing {}: Nothing) -> Answer {
    desk.closed = true;
    body(json!({}))
}
