//! What players read, held against what is legal and what then happens, in random games.

use profitability::Profitability;
use proof::{Deed, Walk, walk};
use serde_json::json;

#[test]
fn words_are_true_of_the_moment() {
    let tables = [
        json!({}),
        json!({"players": 2, "truck_capacity": "2", "take_back": "until_departure", "sequence": "single"}),
        json!({"mode": "team", "truck_blocking": "block", "matches": 2}),
    ];
    let seen = walk::<Profitability>(&tables, &Walk::default(), |_: &Deed<_>| Ok(()));
    assert!(seen > 1_000, "{seen} choices");
}
