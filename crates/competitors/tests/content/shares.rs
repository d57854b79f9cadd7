//! CMP-DATA: what is worth a warning.

use crate::{Draft, standard};
use competitors::{shares, warnings};

#[test]
fn cmp_data_20_contracts_can_be_done() {
    let shares = shares(standard());
    // The table of the clause has 43 for aircraft within 3 movement turns: that comes out if an arrow leaves an aircraft the points
    // that it has left. It takes them all (CMP-AIR-10), which makes 42.2.
    let expected = [[24, 11, 22, 40], [36, 22, 42, 66], [49, 35, 51, 82], [57, 46, 51, 88], [62, 55, 51, 92]];
    assert_eq!(shares[1..6], expected, "truck, ship, aircraft and any, for the limits 2 to 6");
    assert_eq!(warnings(standard()), Vec::<String>::new());
}

#[test]
fn cmp_data_20_a_contract_that_can_hardly_be_done() {
    let mut draft = Draft::standard();
    let row = draft.rows("contracts.csv").iter().position(|row| row[3] == "ship").unwrap();
    draft.rows("contracts.csv")[row][4] = "2".into();
    let id = draft.rows("contracts.csv")[row][0].clone();
    let expected = format!("only 11 % of all pairs of territories can be served with {id} (CMP-DATA-20)");
    assert_eq!(warnings(&draft.pack()), [expected], "a warning only: the pack is taken");
}

#[test]
fn cmp_data_11_a_red_flag_over_headquarters_is_a_warning() {
    let draft = Draft::standard().set("territories.csv", "italy", "red_flag", "yes");
    assert_eq!(warnings(&draft.pack()), ["the headquarters italy stand under a red flag (CMP-DATA-11)"]);
}
