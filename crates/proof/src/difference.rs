//! What differs between two positions, and what a record that does not replay did last.

use kernel::{Entry, Key, Notation, Record, Scripted, Silent, Table, TableFault};
use serde_json::Value;
use std::{fmt::Write, sync::Arc};

/// So many differences are told at most.
const MOST: usize = 40;

/// What differs between two values, a line each: where it is, what stood there, and what stands there.
///
/// ```
/// use serde_json::json;
/// let (before, after) = (json!({ "pot": 3, "coins": [1, 2] }), json!({ "pot": 0, "coins": [1, 5] }));
/// assert_eq!(proof::differences(&before, &after), ["pot: 3 → 0", "coins[1]: 2 → 5"]);
/// ```
pub fn differences(before: &Value, after: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(String::new(), before, after, &mut found);
    found
}

fn compare(path: String, before: &Value, after: &Value, found: &mut Vec<String>) {
    let missing = &Value::Null;
    match (before, after) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(path, one.get(key).unwrap_or(missing), other.get(key).unwrap_or(missing), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(format!("{path}[{index}]"), one, other, found);
            }
        }
        _ if before == after => {}
        _ => found.push(format!("{path}: {before} → {after}")),
    }
}

/// Why a record does not replay: the fault, the entry at which it shows, and what that entry changes under the rules as they are.
/// What it changed when the record was written is not in the record, but its fingerprint is.
pub fn why_not<R: Notation>(rules: &Arc<R>, record: &Record, fault: &TableFault) -> String {
    let mut told = fault.to_string();
    let TableFault::Replay { entry, .. } = fault else { return told };
    let Some(Entry::Act { seat, action, luck, .. }) = entry.checked_sub(1).and_then(|index| record.entries.get(index)) else {
        return told;
    };
    let _ = write!(told, "\nentry {entry} is: seat {seat}, `{action}`, luck {luck:?}");
    // Up to there the record replays; a game that goes on has not shown its secret.
    let mut before = record.clone();
    before.entries.truncate(entry - 1);
    before.header.secret = None;
    let Ok(table) = Table::replay(rules.clone(), &before, Key([0; 32])) else { return told };
    let (mut state, Ok(action)) = (*table.state(), rules.read(action)) else { return told };
    if rules.apply(&mut state, *seat, &action, &mut Scripted::new(luck.as_slice()), &mut Silent).is_err() {
        return told;
    }
    let json = |state: &R::State| serde_json::to_value(rules.position(state)).unwrap_or_default();
    let changes = differences(&json(table.state()), &json(&state));
    told.push_str("\nunder the rules as they are it changes\n");
    changes.iter().take(MOST).for_each(|change| told += &format!("    {change}\n"));
    if changes.len() > MOST {
        let _ = writeln!(told, "    and {} more", changes.len() - MOST);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_only_in_one_of_them_differs_too() {
        let found = differences(&json!({ "a": { "b": 1 }, "c": [1] }), &json!({ "a": {}, "c": [1, 2], "d": "x" }));
        assert_eq!(found, ["a.b: 1 → null", "c: [1] → [1,2]", "d: null → \"x\""]);
        assert!(differences(&json!([1, { "a": 2 }]), &json!([1, { "a": 2 }])).is_empty());
    }
}
