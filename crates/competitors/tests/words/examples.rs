//! Some moments in full: what is asked, what the choices say, and what the others are told.

use competitors::Competitors;
use kernel::{Viewer, Words};
use proof::{options, seat};
use serde_json::{Value, json};

type Table = proof::TestTable<Competitors>;

fn table(position: Value) -> Table {
    Table::at(options::<Competitors>(json!({"players": 2})), position)
}

fn prompt_of(table: &Table, letter: char) -> String {
    let names = proof::names(3);
    table.rules.prompt(&table.state, Viewer::Seat(seat(letter)), &names).text
}

/// The words on a button with what it would change.
fn choice(table: &Table, action: &str) -> String {
    format!("{} ({})", table.label(action), table.effect(action))
}

/// Ann, in Germany, has goods for France on a truck in Poland and three cards in hand.
fn ann_in_germany(contracts: Value) -> Table {
    table(json!({
        "danger": {"area": "oceania", "die": 1},
        "players": [
            {"office": "H3", "territories": ["germany", "spain"], "contracts": contracts,
             "tokens": {
                 "a-truck-1": {"at": "poland", "load": {"contract": "C002", "sender": "poland", "receiver": "france"}},
                 "a-ship-1": "germany", "a-aircraft-1": "germany"}},
            {"office": "H1"}],
    }))
}

#[test]
fn a_turn_is_asked_with_what_each_action_costs_and_brings() {
    let table = ann_in_germany(json!(["C001", "C094"]));
    assert_eq!(table.prompt(), "It is your turn, with 2 actions left: deliver, sign, draw, move, buy, build or sell.");
    assert_eq!(prompt_of(&table, 'B'), "It is Ann’s turn, with 2 actions left.");
    assert_eq!(choice(&table, "end"), "End the turn (2 actions are lost)");
    assert_eq!(choice(&table, "sign C001"), "Sign Office furniture (4 movement turns, 43,000)");
    let delivery = "truck 1 is in Poland; 3 movement turns; 47,000 and 1 victory point";
    assert_eq!(choice(&table, "deliver poland"), format!("Deliver Coffee beans from Poland to France ({delivery})"));
    assert_eq!(choice(&table, "move a-ship-1"), "Move ship 1 (in the port of Germany; 4 points; fuel 1,000)");
    assert_eq!(choice(&table, "buy aircraft"), "Buy an aircraft for 200,000 (nothing left)");
    let build = "Build a branch in Spain for 100,000 (100,000 left; Europe: port, national airport)";
    assert_eq!(choice(&table, "build spain"), build);
    let toll = "Play Transit toll (tokens of others pay you 5,000 on entering this territory)";
    assert_eq!(choice(&table, "play C094"), toll);
    let offer = "you give Bob the territory card Spain; Bob gives you 5,000";
    let effect = "205,000 in hand if it is carried out; 2 proposals left after it";
    assert_eq!(choice(&table, "offer 1>2 card spain, 2>1 5000"), format!("Offer: {offer} ({effect})"));
}

#[test]
fn a_step_is_told_with_all_that_is_certain_of_it() {
    let mut table = ann_in_germany(json!([]));
    table.play("deliver poland", &[]);
    let asked = "Deliver the goods from Poland to France with truck 1, in Poland: 3 movement turns left. Take a step, or give the \
                 Delivery up.";
    assert_eq!(table.prompt(), asked);
    assert_eq!(prompt_of(&table, 'B'), "Ann delivers goods from Poland to France with truck 1, in Poland.");
    assert_eq!(choice(&table, "go a-truck-1 germany"), "Go to Germany (1 point of 5; fuel 500, 199,500 left)");
    let arrives = "2 points of 5; fuel 500, 199,500 left; the goods are at the Receiver: 47,000 and 1 victory point";
    assert_eq!(choice(&table, "go a-truck-1 france"), format!("Go to France ({arrives})"));
    let abroad = "1 point of 5; fuel 500, 199,500 left; a customs card; a political event if it stops there";
    assert_eq!(choice(&table, "go a-truck-1 belarus"), format!("Go to Belarus ({abroad})"));
    let strait = "5 points of 5; fuel 500, 199,500 left; across Oresund; a customs card on Oresund";
    assert_eq!(choice(&table, "go a-truck-1 sweden"), format!("Go to Sweden ({strait})"));
    assert_eq!(choice(&table, "give up"), "Give the Delivery up (you have no victory point to lose)");
}

#[test]
fn an_offer_is_asked_of_its_party_and_hidden_from_others() {
    let mut table = Table::at(
        options::<Competitors>(json!({"players": 3})),
        json!({"players": [{"office": "H3", "contracts": ["C001"]}, {"office": "H1"}, {"office": "H8"}]}),
    );
    table.play("offer 1>2 contract C001, 2>1 5000", &[]);
    let asked = "Ann offers (offer 1): Ann gives you a contract card; you give Ann 5,000. It is Ann’s turn, with 2 actions left.";
    assert_eq!(prompt_of(&table, 'B'), asked);
    assert_eq!(prompt_of(&table, 'C'), "It is Ann’s turn, with 2 actions left.");
    let names = proof::names(3);
    let drawn = table.rules.draw(&table.state, Viewer::Seat(seat('A')), &names);
    assert!(drawn.contains("Offer 1 of Ann: you give Bob the contract card Office furniture; Bob gives you 5,000"), "{drawn}");
    let drawn = table.rules.draw(&table.state, Viewer::Watcher, &names);
    assert!(!drawn.contains("Offer 1"), "{drawn}");
}

#[test]
fn the_wealth_is_worked_out() {
    let table = ann_in_germany(json!([]));
    let lines: Vec<String> = table.rules.score(&table.state, &proof::names(2)).into_iter().map(|line| line.text).collect();
    assert_eq!(lines[0], "Ann: 0 victory points; 0 delivered, 0 failed");
    let wealth = "200,000 in money, 15,000 for 1 truck, 50,000 for 1 ship, 100,000 for 1 aircraft";
    assert_eq!(lines[1], format!("Ann: wealth 365,000: {wealth}"));
}

#[test]
fn where_points_are_level_the_score_says_that_wealth_decides() {
    let mut table = ann_in_germany(json!([]));
    assert_eq!(table.rules.score(&table.state, &proof::names(2)).len(), 4, "while the game is played nothing is decided");
    table.state.stage = competitors::Stage::Over;
    let lines = table.rules.score(&table.state, &proof::names(2));
    let last = lines.last().map(|line| line.text.as_str()).unwrap_or_default();
    assert!(last.starts_with("Ann and Bob have 0 victory points each, so wealth decides: Ann has 365,000"), "{last}");
}
