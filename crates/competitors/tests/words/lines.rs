//! The log in situations where it is easily wrong: it must not report something that does not apply.

use competitors::Competitors;
use kernel::{Viewer, Words};
use proof::{options, seat};
use serde_json::{Value, json};

type Table = proof::TestTable<Competitors>;

fn table(position: Value) -> Table {
    Table::at(options::<Competitors>(json!({"players": 2})), position)
}

/// Ann’s tokens, and anything else she has; the danger is far away.
fn ann(tokens: Value, more: Value) -> Table {
    let mut player = json!({"office": "H3", "tokens": tokens});
    more.as_object().expect("fields").iter().for_each(|(key, value)| player[key] = value.clone());
    table(json!({"danger": {"area": "oceania", "die": 1}, "players": [player, {"office": "H1"}]}))
}

/// A truck in Poland with goods for Belarus, where customs and a red flag wait.
fn to_belarus(contract: &str) -> Table {
    let load = json!({"contract": contract, "sender": "poland", "receiver": "belarus"});
    let mut table = ann(json!({"a-truck-1": {"at": "poland", "load": load}}), json!({}));
    table.play("deliver poland", &[]);
    table.play("go a-truck-1 belarus", &[]);
    table
}

/// The lines of what happened since the table was set up.
fn lines(table: &Table) -> Vec<String> {
    let names = proof::names(2);
    table.events.iter().map(|event| table.rules.tell(event, &names).text).collect()
}

fn last(table: &Table) -> String {
    lines(table).pop().unwrap_or_default()
}

/// The line that begins with this.
#[track_caller]
fn line(table: &Table, begin: &str) -> String {
    let all = lines(table);
    all.iter().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("no line begins with `{begin}`: {all:#?}")).clone()
}

/// Why Ann may not do this, with the clause.
#[track_caller]
fn refused(table: &mut Table, action: &str) -> String {
    table.refusal(seat('A'), action).to_string()
}

#[test]
fn a_way_is_told_as_people_tell_it() {
    let mut table = ann(json!({"a-truck-1": "portugal", "a-ship-1": "germany", "a-aircraft-1": "germany"}), json!({}));
    table.play("move a-truck-1", &[]);
    table.play("go a-truck-1 france", &[]);
    assert_eq!(last(&table), "Ann’s truck 1 drives from Portugal through Spain to France (2 points, fuel 500).");
    table.play("stop", &[]);
    table.play("move a-ship-1", &[]);
    table.play("go a-ship-1 benelux", &[]);
    assert_eq!(last(&table), "Ann’s ship 1 sails from the port of Germany to the port of Benelux (1 point, fuel 1,000).");
    let mut table = ann(json!({"a-aircraft-1": "germany"}), json!({}));
    table.play("move a-aircraft-1", &[]);
    table.play("go a-aircraft-1 france", &[]);
    let line = line(&table, "Ann’s aircraft 1");
    assert!(line.starts_with("Ann’s aircraft 1 flies from the airport of Germany to the airport of France ("), "{line}");
}

/// CMP-EFF-17, CMP-POL-5, CMP-POL-7.
#[test]
fn an_event_that_is_not_for_the_token_says_so() {
    let empty = |tokens: Value, moves: &[&str], die: u32| {
        let mut table = ann(tokens, json!({}));
        let (end, before) = moves.split_last().expect("moves");
        table.plays(before);
        table.play(end, &[die]);
        line(&table, "Ann rolls")
    };
    // `goods: end_delivery` for an empty truck.
    let told = empty(json!({"a-truck-1": "poland"}), &["move a-truck-1", "go a-truck-1 ukraine", "stop"], 6);
    assert_eq!(told, "Ann rolls 6 in Ukraine: Border dispute. It is about goods, and Ann’s truck 1 has none: nothing happens.");
    // `ship: delay` for a truck, `truck: delay` for a ship.
    let told = empty(json!({"a-truck-1": "poland"}), &["move a-truck-1", "go a-truck-1 ukraine", "stop"], 9);
    assert_eq!(told, "Ann rolls 9 in Ukraine: Dock strike. It is about ships, not Ann’s truck 1: nothing happens.");
    let told = empty(json!({"a-ship-1": "22:4"}), &["move a-ship-1", "go a-ship-1 ukraine"], 3);
    assert_eq!(
        told,
        "Ann rolls 3 in Ukraine: Farmers’ protest. It is about trucks on the road, not Ann’s ship 1: nothing happens."
    );
    // Parts that apply to it are logged as usual.
    let told = empty(json!({"a-truck-1": "poland"}), &["move a-truck-1", "go a-truck-1 ukraine", "stop"], 5);
    assert_eq!(told, "Ann rolls 5 in Ukraine: Green levy. A charge on every engine.");
}

#[test]
fn an_effect_that_changes_nothing_says_so() {
    // `relocate` at a branch of hers, CMP-EFF-13.
    let mut table = ann(json!({"a-truck-1": "poland"}), json!({"branches": ["ukraine"]}));
    table.play("move a-truck-1", &[]);
    table.play("go a-truck-1 ukraine", &[]);
    table.play("stop", &[10]);
    assert!(
        lines(&table).contains(&"Ann’s truck 1 is at a site of its owner and stays there.".to_owned()),
        "{:#?}",
        lines(&table)
    );
    // `extra_action` for the fourth time, CMP-TURN-8.
    let mut table = ann(json!({"a-truck-1": "poland"}), json!({}));
    table.state.turn.added = 3;
    table.play("move a-truck-1", &[]);
    table.play("go a-truck-1 ukraine", &[]);
    table.play("stop", &[12]);
    assert!(lines(&table).contains(&"No action is added: in a turn three are added at most.".to_owned()), "{:#?}", lines(&table));
}

/// CMP-ILL-3: a seized token is off the map, and the log does not speak of it as if it were there.
#[test]
fn after_a_seizure_nothing_more_is_told_of_the_token() {
    let mut table = to_belarus("C073");
    table.play("customs first", &[24]);
    let all = lines(&table);
    let seized = all.iter().position(|line| line == "Ann’s truck 1 is seized.").expect("it is told");
    assert!(all[seized + 1..].iter().all(|line| !line.contains("truck 1")), "{all:#?}");
}

/// CMP-TM-10: the event of a territory in which a ship was seized is faced, and what it would do to the ship does nothing.
#[test]
fn an_event_after_a_seizure_says_that_the_token_is_gone() {
    let told = |die: u32| {
        let load = json!({"contract": "C073", "sender": "poland", "receiver": "angola"});
        let mut table = ann(json!({"a-ship-1": {"at": "17:9", "load": load}}), json!({}));
        table.plays(&["deliver poland", "go a-ship-1 nigeria"]);
        table.play("customs first", &[24, die]);
        lines(&table)
    };
    let gone = "Ann’s ship 1 is no longer there: nothing happens to it.".to_owned();
    for die in [2, 6, 8] {
        let all = told(die);
        let rolled = all.iter().position(|line| line.starts_with("Ann rolls")).expect("the event is faced");
        assert_eq!(all.get(rolled + 1), Some(&gone), "{all:#?}");
        assert_eq!(all.iter().filter(|line| line.contains("nothing happens")).count(), 1, "{all:#?}");
    }
}

/// CMP-EFF-5.
#[test]
fn after_entry_was_refused_the_token_is_where_it_came_from() {
    let mut table = to_belarus("C001");
    table.play("customs first", &[29]);
    let all = lines(&table);
    let back = all.iter().position(|line| line == "Ann’s truck 1 has to turn back and is in Poland.").expect("it is told");
    assert!(all[back..].iter().all(|line| !line.contains("Belarus")), "{all:#?}");
}

#[test]
fn what_is_sold_is_not_called_by_its_seller_twice() {
    let mut table = ann(json!({"a-truck-1": "poland", "a-truck-2": "poland"}), json!({}));
    table.play("auction 5000 token a-truck-1", &[]);
    assert_eq!(last(&table), "Ann puts truck 1 up for auction, for 5,000 at least.");
    let asked = table.rules.prompt(&table.state, Viewer::Seat(seat('B')), &proof::names(2)).text;
    assert_eq!(asked, "Ann sells truck 1, from 5,000: bid, or pass.");
    table.try_play(seat('B'), "bid 5000", &[]).expect("a bid");
    assert_eq!(last(&table), "Bob buys truck 1 from Ann for 5,000.");
}

/// CMP-TM-13, CMP-TRUCK-3, CMP-SHIP-2, CMP-EFF-23, CMP-EFF-25.
#[test]
fn who_cannot_get_there_is_told_what_is_in_the_way() {
    let load = json!({"contract": "C001", "sender": "germany", "receiver": "finland"});
    let mut table = ann(json!({"a-ship-1": {"at": "germany", "load": load}}), json!({}));
    table.play("deliver germany", &[]);
    let far = "it is too far: 4 points left (CMP-SHIP-3)";
    assert_eq!(refused(&mut table, "go a-ship-1 cuba"), far);
    let way = "a customs card on the way comes first: go only as far as that, then on (CMP-TM-13)";
    assert_eq!(refused(&mut table, "go a-ship-1 finland"), way, "on Oresund");
    let load = json!({"contract": "C001", "sender": "poland", "receiver": "moscow"});
    let mut table = ann(json!({"a-truck-1": {"at": "poland", "load": load}}), json!({}));
    table.play("deliver poland", &[]);
    assert_eq!(refused(&mut table, "go a-truck-1 moscow"), way, "at the border of Belarus");
    let mut table = ann(json!({"a-truck-1": "poland"}), json!({}));
    table.play("move a-truck-1", &[]);
    assert_eq!(refused(&mut table, "go a-truck-1 egypt"), "it is too far: 5 points left (CMP-TRUCK-3)");
    assert_eq!(refused(&mut table, "go a-truck-1 iceland"), "no road leads there (CMP-TRUCK-3)");
    // Rough seas round Africa.
    let mut sailing = ann(json!({"a-ship-1": "south_africa"}), json!({}));
    sailing.play("move a-ship-1", &[]);
    sailing.state.danger = Some(competitors::LastingDanger { area: competitors::Continent::Africa, die: 10 });
    let slow = "as long as the danger lasts, the sea on the way is slow (CMP-EFF-22)";
    assert_eq!(refused(&mut sailing, "go a-ship-1 19:14"), slow);
    // Forest fires in the Alps.
    table.state.danger = Some(competitors::LastingDanger { area: competitors::Continent::Europe, die: 5 });
    let closed = "the roads into it are closed as long as the danger lasts (CMP-EFF-25)";
    assert_eq!(refused(&mut table, "go a-truck-1 alpine_republics"), closed);
}

#[test]
fn the_last_action_is_over_when_cards_are_discarded() {
    let mut table = ann(json!({"a-truck-1": "poland"}), json!({}));
    let head = |table: &Table| table.rules.draw(&table.state, Viewer::Watcher, &proof::names(2));
    table.play("move a-truck-1", &[]);
    assert!(head(&table).contains("Ann’s turn, 1 action left"), "{}", head(&table));
    table.state.turn.actions = 0;
    assert!(head(&table).contains("Ann’s turn, last action"), "{}", head(&table));
    // What follows the last action: cards beyond the limit of the hand are discarded.
    table.state.journey = None;
    assert!(head(&table).contains("the end of Ann’s turn"), "{}", head(&table));
}

#[test]
fn where_no_point_is_left_the_prompt_says_so() {
    let mut table = ann(json!({"a-truck-1": "poland", "a-ship-1": "sweden"}), json!({}));
    assert_eq!(table.prompt(), "It is your turn, with 2 actions left: draw, move, buy or sell.");
    table.play("move a-truck-1", &[]);
    table.play("go a-truck-1 sweden", &[]);
    assert_eq!(table.prompt(), "Move truck 1, in Sweden: it has no points.");
}
