//! What players read, held against what is legal and what then happens, in random games.

use economy::Economy;
use proof::{Deed, Walk, walk};
use serde_json::json;

#[test]
fn words_are_true_of_the_moment() {
    let tables = [
        json!({"target": 20}),
        json!({"players": 2, "placement": "reference", "memory": "shown", "target": 20}),
        json!({"players": 6, "placement": "random", "deck": "twelve", "tie": "play_on", "target": 10}),
    ];
    let seen = walk::<Economy>(&tables, &Walk::default(), |_: &Deed<_>| Ok(()));
    assert!(seen > 1_000, "{seen} choices");
}
