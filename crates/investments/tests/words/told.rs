//! Whole lines of the log, tiles and refusals: each must be true in its situation, and say why.

use investments::Investments;
use kernel::{Rules, Seat, Viewer, Words};
use proof::{options, seat};
use serde_json::{Value, json};

type Table = proof::TestTable<Investments>;

fn table(settings: Value, position: Value) -> Table {
    Table::at(options::<Investments>(settings), position)
}

/// A is three tiles before this one.
fn before(tile: u8, settings: Value, mut position: Value) -> Table {
    position["players"][0]["at"] = json!((tile + 97) % 100);
    table(settings, position)
}

/// A given card is drawn.
fn card(id: &str) -> u32 {
    id[1..].parse::<u32>().expect("the number of a card") - 1
}

/// All that is in the log.
fn log(table: &Table) -> String {
    table.log(0).join("\n")
}

#[track_caller]
fn tells(table: &Table, line: &str) {
    let log = log(table);
    assert!(log.lines().any(|told| told == line), "“{line}” is not in\n{log}");
}

fn prompt_of(table: &Table, letter: char) -> String {
    let names = proof::names(table.rules.players());
    table.rules.prompt(&table.state, Viewer::Seat(seat(letter)), &names).text
}

/// The text of a tile.
fn on_tile(settings: Value, tile: usize) -> String {
    let table = table(settings, json!({}));
    table.rules.view(&table.state, Viewer::Watcher).words.tiles[tile].clone()
}

const TAX: u8 = 73;
const PROFIT: u8 = 16;
const LOSS: u8 = 9;
const GLOBAL: u8 = 48;

#[test]
fn inv_tax_4_the_tax_office_tells_what_staying_means_at_this_table() {
    let play = |stay: &str| {
        let mut table =
            before(TAX, json!({"players": 3, "tax_stay": stay}), json!({"players": [{"owned": ["b12"]}, {"at": 12}]}));
        table.play("roll", &[1, 2]);
        let effect = table.effect("pay");
        table.plays(&["pay", "end"]);
        table.play("roll", &[1, 2]);
        (table, effect)
    };
    let (table, effect) = play("miss_turn");
    assert_eq!(effect, "1,950,000 left; then no fees until your next turn, which is missed");
    tells(&table, "Ann gets a Tax Office card, will miss a turn and receives no fees until then.");
    tells(&table, "No fee is due from Bob on Sawmill, as Ann came to the Tax Office and receives no fees until the next turn.");
    let (table, effect) = play("fees_only");
    assert_eq!(effect, "1,950,000 left; then no fees until your next turn");
    tells(&table, "Ann gets a Tax Office card, and receives no fees until the next turn.");
    assert!(!log(&table).contains("stays") && !log(&table).contains("miss"), "{}", log(&table));
}

#[test]
fn inv_tax_4_the_tile_says_what_it_does_at_this_table() {
    let misses = on_tile(json!({}), TAX.into());
    assert!(misses.ends_with("You receive no fees until your next turn, and that turn is missed."), "{misses}");
    let fees = on_tile(json!({"tax_stay": "fees_only"}), TAX.into());
    assert_eq!(fees, "Pay a tax of 50,000 and take a Tax Office card. You receive no fees until your next turn.");
    assert!(on_tile(json!({"tax_mode": "reroll"}), TAX.into()).starts_with("There is no tax."));
    assert_eq!(
        on_tile(json!({"piece_mode": "single"}), TAX.into()),
        "Every player pays a tax of 50,000 and takes a Tax Office card."
    );
    assert_eq!(on_tile(json!({"fortune_mode": "both_flat"}), PROFIT.into()), "Receive 50,000 from the bank.");
    assert_eq!(on_tile(json!({"fortune_mode": "only_loss"}), PROFIT.into()), on_tile(json!({}), LOSS.into()));
    assert!(on_tile(json!({"global_mode": "casino"}), GLOBAL.into()).starts_with("Bet on"));
}

#[test]
fn inv_pfx_28_a_missed_turn_is_told_when_the_card_is_followed_and_when_it_is_missed() {
    let mut table = before(LOSS, json!({"players": 2}), json!({"players": [{}, {}]}));
    table.play("roll", &[1, 2, card("l35")]);
    table.plays(&["follow", "end"]);
    tells(&table, "Ann will miss a turn.");
    table.play("roll", &[1, 2]);
    table.plays(&["no", "end"]);
    tells(&table, "Ann misses this turn.");
}

#[test]
fn inv_pfx_25_with_one_piece_the_named_business_is_where_the_piece_goes() {
    let single = json!({"players": 3, "piece_mode": "single"});
    let mut table = before(LOSS, single, json!({"players": [{}]}));
    table.play("roll", &[1, 2, card("l32")]);
    table.plays(&["pay", "pay", "pay"]);
    assert_eq!(prompt_of(&table, 'B'), "Name any business tile: the piece of all moves there.");
    assert_eq!(prompt_of(&table, 'A'), "Bob names a business tile for the piece of all to move to.");
    table.play("name b29", &[]);
    tells(&table, "Bob names Life Insurance: the piece of all moves there.");
    // With a piece for each player it is the one who drew the card.
    let mut table = before(LOSS, json!({"players": 3}), json!({"players": [{}]}));
    table.play("roll", &[1, 2, card("l32")]);
    table.plays(&["follow", "name b29"]);
    tells(&table, "Bob names Life Insurance: Ann moves there.");
}

#[test]
fn inv_bust_3_that_somebody_is_out_is_told_once() {
    let mut table = table(json!({"players": 3}), json!({"turn": {"seat": 1, "step": "roll"}}));
    table.play("resign", &[]);
    for _ in 0..4 {
        table.play("roll", &[1, 2]);
        while table.view()["step"] != "roll" {
            let action = ["no", "end", "pay"].into_iter().find(|action| table.may(action)).expect("something to do");
            table.play(action, &[]);
        }
    }
    let rules = &table.rules;
    let names = proof::names(3);
    let seen = table.events.iter().filter_map(|event| rules.seen(event, Viewer::Watcher));
    let told = seen.filter(|event| rules.tell(event, &names).text.contains("is out of the game")).count();
    assert!(table.view()["round"].as_u64() >= Some(2));
    assert_eq!(told, 1, "{}", log(&table));
}

/// The two players affected by a hidden card that B used on A.
fn hidden(cards: [&str; 2], settings: Value) -> Table {
    let position = json!({
        "turn": {"seat": 2, "step": "roll"}, "players": [{}, {"hidden": cards}],
        "pending": [{"what": "hidden_window"}], "poll": {"asked": [2], "answered": [], "answers": []},
    });
    let mut settings = settings;
    settings["fortune_mode"] = json!("hidden");
    table(settings, position)
}

#[test]
fn inv_hidden_10_what_a_hidden_card_will_do_is_said_plainly() {
    let lines = |id: &str| {
        let profit = id.starts_with('p');
        let mut table = hidden(if profit { [id, "l01"] } else { ["p01", id] }, json!({"players": 3}));
        table.play(if profit { "use profit 1" } else { "use loss 1" }, &[]);
        while table.prompt().contains("refuse") {
            table.play("pay", &[]);
        }
        table
    };
    tells(&lines("p39"), "Once, before Ann completes the lap: Ann does not pay the next fee due in an own turn.");
    tells(&lines("p40"), "Once, before Bob completes the lap: Bob pays half for the next business bought on landing.");
    tells(&lines("p41"), "Once, before Ann completes the lap: the next Loss card that strikes Ann does nothing to Ann.");
    let distance =
        "Once, before Ann completes the lap: after the next roll in an own turn Ann chooses a distance from 1 to 6 tiles.";
    tells(&lines("p42"), distance);
    tells(&lines("l39"), "In the next turn of Ann: Ann rolls one die.");
    tells(&lines("l40"), "In the next turn of Bob: Bob moves half the roll.");
    tells(&lines("l41"), "In the next turn of Ann: Ann pays double fees.");
    tells(&lines("l42"), "In the next turn of Ann: Ann pays the bank 10,000 for every pip rolled.");
}

#[test]
fn inv_glob_6_what_a_global_economy_tile_changes_is_said() {
    let play = |tile: u8, tokens: u8| {
        let position = json!({"global": {"card": "g16", "drawer": 2, "tokens": tokens}, "players": [{}]});
        let mut table = before(tile, json!({"players": 2}), position);
        table.play("roll", &[1, 2]);
        table
    };
    tells(&play(48, 3), "Ann lands on a Global Economy tile: “Rate Rise” lasts 1 round longer, 4 rounds left.");
    tells(&play(49, 3), "Ann lands on a Global Economy tile: “Rate Rise” ends 1 round sooner, 2 rounds left.");
    tells(&play(49, 1), "Ann lands on a Global Economy tile: “Rate Rise” ends 1 round sooner, now.");
    tells(
        &play(48, 20),
        "Ann lands on a Global Economy tile: “Rate Rise” already lasts as long as any card can, 20 rounds left.",
    );
}

#[test]
fn inv_loss_6_a_refusal_says_what_is_refused() {
    let single = |more: Value| {
        let mut settings = json!({"players": 3, "piece_mode": "single"});
        settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        settings
    };
    let mut table = before(LOSS, single(json!({})), json!({"players": [{}]}));
    table.play("roll", &[1, 2, card("l01")]);
    table.plays(&["pay", "refuse", "pay"]);
    tells(&table, "Bob refuses to follow the Loss card “A burst pipe floods the store”.");
    let mut table = before(TAX, single(json!({})), json!({"players": [{}]}));
    table.play("roll", &[1, 2]);
    table.plays(&["pay", "refuse", "pay"]);
    tells(&table, "Bob refuses to pay the tax.");
    let mut table = before(39, single(json!({})), json!({"players": [{}, {}, {"owned": ["b29"]}]}));
    table.play("roll", &[1, 2]);
    table.plays(&["pay", "refuse"]);
    tells(&table, "Bob refuses to pay 20,000 as the fee of Life Insurance.");
    tells(&table, "Ann pays Cleo 20,000 as the fee of Life Insurance.");
    let mut table = before(LOSS, single(json!({"fortune_mode": "loss_flat"})), json!({"players": [{}]}));
    table.play("roll", &[1, 2]);
    table.plays(&["pay", "refuse", "pay"]);
    tells(&table, "Bob refuses to pay 50,000 in place of a Loss card.");
    // A payment that another player's card asks for.
    let mut table = before(PROFIT, json!({"players": 3}), json!({"players": [{}]}));
    table.play("roll", &[1, 2, card("p11")]);
    table.plays(&["refuse", "pay"]);
    tells(&table, "Bob refuses to pay the 20,000 that the card “Your rivals settle a lawsuit” asks for.");
}

#[test]
fn inv_loan_14_a_refused_loan_payment_comes_before_the_loss_of_the_business() {
    let position = json!({"players": [{"at": 97, "owned": ["b36"]}], "loans": {"b36": 1}});
    let mut table = table(json!({"players": 2}), position);
    table.play("roll", &[1, 2]);
    table.play("refuse", &[]);
    let lines = table.log(0);
    let at = |line: &str| lines.iter().position(|told| told == line).unwrap_or_else(|| panic!("{line}: {lines:?}"));
    let refused = at("Ann refuses to pay 10,000 for the loan on Taxi Fleet.");
    assert!(refused < at("Ann loses Taxi Fleet to the bank, as its loan is not paid."));
}

#[test]
fn inv_card_4_a_card_that_does_nothing_says_why() {
    let profit = |id: &str, players: Value| {
        let mut table = before(PROFIT, json!({"players": 2}), json!({"players": players}));
        table.play("roll", &[1, 2, card(id)]);
        table
    };
    let loss = |id: &str, players: Value| {
        let mut table = before(LOSS, json!({"players": 2}), json!({"players": players}));
        table.play("roll", &[1, 2, card(id)]);
        table.play("follow", &[]);
        table
    };
    tells(&profit("p14", json!([{}])), "Ann receives nothing: Ann owns no business.");
    tells(&profit("p16", json!([{}])), "Ann receives nothing: Ann owns no monopoly.");
    tells(&profit("p18", json!([{}])), "Ann receives nothing: Ann owns no business of the type Industry.");
    tells(&profit("p25", json!([{}, {"cash": 5_000}])), "Nobody pays Ann: by this card nobody else has to pay.");
    tells(&profit("p11", json!([{}, {"jail": 2}])), "Ann receives nothing: nobody else can pay now.");
    tells(&profit("p37", json!([{}])), "Ann gets no free investment: no business of Ann can take one now.");
    tells(&profit("p38", json!([{"cash": 0}])), "Ann buys nothing: the bank has no business that Ann could pay for.");
    tells(&loss("l15", json!([{}])), "Ann pays nothing: Ann owns no investment.");
    tells(&loss("l27", json!([{"cash": 0}])), "Ann pays nothing: Ann has no cash.");
    tells(&loss("l25", json!([{"cash": 5_000}])), "Ann pays nobody: by this card nobody else is paid.");
    tells(&loss("l36", json!([{}])), "Ann loses nothing: Ann holds no Shortcut card.");
    tells(&loss("l37", json!([{}])), "Ann returns nothing: Ann owns no investment.");
    tells(&loss("l38", json!([{}])), "Ann sells nothing: Ann owns no business.");
    // A bank that is empty says so, too.
    let mut table = before(PROFIT, json!({"players": 2, "bank_money": "box"}), json!({"players": [{"cash": 13_775_000}]}));
    table.play("roll", &[1, 2, card("p01")]);
    tells(&table, "The bank is empty: Ann receives nothing.");
}

/// The upgrades that are refused to the player in turn, with the reasons.
fn barred(table: &Table) -> Vec<String> {
    let barred = table.rules.barred(&table.state, table.seat());
    let upgrades = barred.iter().filter(|(action, _)| kernel::Notation::write(&*table.rules, action).starts_with("invest"));
    upgrades.map(|(_, refusal)| format!("{} ({})", refusal.reason, refusal.clause)).collect()
}

#[test]
fn inv_invest_2_an_investment_that_is_refused_says_why() {
    let landed = |settings: Value, players: Value, more: &[&str]| {
        let mut table = before(7, settings, json!({"players": players}));
        table.play("roll", &[1, 2]);
        table.plays(more);
        let reason = table.refusal(Seat::FIRST, "invest 1");
        assert_eq!(
            barred(&table).first().cloned(),
            Some(format!("{} ({})", reason.reason, reason.clause)),
            "the page says it, too"
        );
        format!("{} ({})", reason.reason, reason.clause)
    };
    let two = || json!({"players": 2});
    let bought = "you have not landed on Village Bakery as its owner in this turn: invest on a later landing (INV-INVEST-8)";
    assert_eq!(landed(two(), json!([{}]), &["buy"]), bought);
    let part = "upgrades need the whole series, and you own 2 of 4 of Food (INV-INVEST-1)";
    assert_eq!(landed(two(), json!([{"owned": ["b06", "b07"]}]), &[]), part);
    let short = "that costs 30,000, paid from cash, and you have 5,000 (INV-INVEST-11)";
    assert_eq!(landed(two(), json!([{"owned": ["b06", "b07", "b08", "b09"], "cash": 5_000}]), &[]), short);
    // If one can be paid and three cannot, three are refused.
    let mut table = before(7, two(), json!({"players": [{"owned": ["b06", "b07", "b08", "b09"], "cash": 40_000}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(barred(&table), ["that costs 90,000, paid from cash, and you have 40,000 (INV-INVEST-11)"]);
    // If investments are never sold the page says so, and names no price.
    let mut table = before(13, two(), json!({"players": [{"owned": ["b10"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.label("invest 1"), "Invest in Cinema");
    assert_eq!(barred(&table), ["agencies and entertainment take no upgrades (INV-INVEST-5)"]);
    // Elsewhere there is nothing to invest in.
    let mut table = before(7, two(), json!({"players": [{}]}));
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    let reason = table.refusal(Seat::FIRST, "invest 1");
    assert_eq!(reason.reason.to_string(), "Village Bakery is not yours: invest in an own business when you land on it");
}

#[test]
fn inv_repeat_4_the_die_for_landing_again_says_what_it_means() {
    let mut table = table(json!({"players": 2, "repeat_die": "literal"}), json!({"players": [{"at": 73, "tax_card": true}]}));
    table.play("roll", &[1, 1]);
    table.play("accept", &[5]);
    tells(&table, "This time a die decides for Ann: a 5 means nothing.");
}

#[test]
fn an_auction_opens_where_somebody_can_bid() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b36"]}, {"cash": 60_000}]});
    let table = table(json!({"players": 2}), position);
    assert_eq!(table.listed("auction"), ["auction b36 for 60000"]);
    let effect = table.effect("auction b36 for 100000");
    assert!(effect.starts_with("nobody can pay so much"), "{effect}");
    assert!(table.effect("auction b36 for 60000").starts_with("without a bid it stays yours"));
}

/// The texts beside the code, and the labels of pieces.
const TEXTS: [(&str, &str); 12] = [
    ("aim.md", include_str!("../../aim.md")),
    ("summary.md", include_str!("../../summary.md")),
    ("terms.md", include_str!("../../terms.md")),
    ("lesson.toml", include_str!("../../lesson.toml")),
    ("tiles.csv", include_str!("../../pack/tiles.csv")),
    ("cards.csv", include_str!("../../pack/cards.csv")),
    ("profit.csv", include_str!("../../pack/profit.csv")),
    ("loss.csv", include_str!("../../pack/loss.csv")),
    ("shortcut.csv", include_str!("../../pack/shortcut.csv")),
    ("global.csv", include_str!("../../pack/global.csv")),
    ("lottery.csv", include_str!("../../pack/lottery.csv")),
    ("businesses.csv", include_str!("../../pack/businesses.csv")),
];

#[test]
fn people_read_one_apostrophe_and_one_minus() {
    for (file, text) in TEXTS {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let letters: Vec<char> = line.chars().collect();
            let slip = letters.windows(3).any(|three| three[0].is_alphabetic() && three[1] == '\'' && three[2].is_alphabetic());
            let minus = letters.windows(2).any(|two| two[0] == '-' && two[1].is_ascii_digit());
            assert!(!slip && !minus, "{file}: {line}");
        }
    }
    let mut table = table(json!({"players": 2}), json!({"players": [{}, {"owned": ["b03"]}]}));
    let names = proof::names(2);
    assert!(table.rules.draw(&table.state, Viewer::Watcher, &names).contains("Ann’s turn"));
    assert!(table.refusal(seat('B'), "roll").reason.to_string().contains("’s turn"));
}
