//! Some moments in full: what is asked, what the choices say, and what the others are told.

use investments::Investments;
use kernel::{Rules, Viewer, Words};
use proof::{options, seat};
use serde_json::{Value, json};

type Table = proof::TestTable<Investments>;

fn table(settings: Value, position: Value) -> Table {
    Table::at(options::<Investments>(settings), position)
}

fn prompt_of(table: &Table, letter: char) -> String {
    let names = proof::names(table.rules.players());
    table.rules.prompt(&table.state, Viewer::Seat(seat(letter)), &names).text
}

/// The words on a button with what it would change.
fn choice(table: &Table, action: &str) -> String {
    format!("{} ({})", table.label(action), table.effect(action))
}

#[test]
fn a_business_of_the_bank_is_offered_with_what_it_would_bring() {
    let mut table = table(json!({"players": 3}), json!({"players": [{"owned": ["b01", "b03", "b04"]}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.prompt(), "You are on Orchard, for sale at 20,000: buy it, or leave it.");
    assert_eq!(prompt_of(&table, 'B'), "Ann is on Orchard and may buy it for 20,000.");
    assert_eq!(choice(&table, "buy"), "Buy Orchard for 20,000 (1,980,000 left; completes Farming; fee 5,000)");
}

#[test]
fn a_fee_is_asked_of_whoever_landed_and_told_to_the_others() {
    let mut table = table(json!({"players": 3}), json!({"players": [{}, {"owned": ["b03", "b04"]}]}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.prompt(), "You owe Bob 5,000 for landing on Fish Ponds: pay, or refuse and go to jail.");
    assert_eq!(prompt_of(&table, 'B'), "Ann owes you 5,000 for landing on Fish Ponds.");
    assert_eq!(prompt_of(&table, 'C'), "Ann owes Bob 5,000 for landing on Fish Ponds.");
    assert_eq!(choice(&table, "pay"), "Pay Bob 5,000 (1,995,000 left)");
    let refuse = "Refuse to pay 5,000 (jail for 3 turns and a fine of 10,000, 1,990,000 left; the bank pays Bob)";
    assert_eq!(choice(&table, "refuse"), refuse);
}

#[test]
fn whoever_cannot_pay_is_told_what_each_sale_and_loan_brings() {
    let mut table = table(
        json!({"players": 2}),
        json!({"players": [{"cash": 0, "owned": ["b36"]}, {"owned": ["b01", "b02", "b03", "b04"]}], "levels": {"b03": 2}}),
    );
    table.play("roll", &[1, 3]);
    let asked =
        "You owe Bob 60,000 for landing on Fish Ponds, have 0 and cannot raise the rest: go bankrupt, or refuse and go to jail.";
    assert_eq!(table.prompt(), asked);
    let mut table = self::table(
        json!({"players": 2}),
        json!({"players": [{"cash": 15_000, "owned": ["b36"]}, {"owned": ["b01", "b02", "b03", "b04"]}], "levels": {"b03": 2}}),
    );
    table.play("roll", &[1, 3]);
    let asked = "You owe Bob 60,000 for landing on Fish Ponds and have 15,000: raise the money, or refuse and go to jail.";
    assert_eq!(table.prompt(), asked);
    assert_eq!(choice(&table, "sell b36"), "Sell Taxi Fleet to the bank for 50,000 (65,000 in hand, enough for 60,000)");
    let loan = "65,000 in hand, enough for 60,000; 10,000 interest a lap as things stand; repaid at the 3rd lap at the latest";
    assert_eq!(choice(&table, "mortgage b36"), format!("Mortgage Taxi Fleet for 50,000 ({loan})"));
}

#[test]
fn a_loan_payment_that_is_short_can_cost_the_business() {
    let player = json!({"at": 96, "cash": 0, "owned": ["b36", "b70", "b71"]});
    let mut table = table(json!({"players": 2}), json!({"players": [player], "loans": {"b70": 2, "b71": 2}}));
    table.play("roll", &[1, 4]);
    let asked = "Payments of 345,000 are due on 2 loans, and you have 300,000: settle one after another.";
    assert_eq!(table.prompt(), asked);
    let settle = "Settle Gold Mine: 180,000, the loan and its interest (the loan itself is due)";
    assert_eq!(choice(&table, "settle b71"), settle);
    table.plays(&["settle b71", "pay"]);
    let asked = "You owe the bank 165,000, the loan and its interest for Diamond Mine and have 120,000: \
                 raise money, or let the business go.";
    assert_eq!(table.prompt(), asked);
    let lets = "Let Diamond Mine go (Diamond Mine goes to the bank, and nothing more is owed on it)";
    assert_eq!(choice(&table, "letgo"), lets);
}

#[test]
fn equal_dice_name_the_tile_that_each_distance_leads_to() {
    let mut table = table(json!({"players": 2}), json!({"players": [{}, {"owned": ["b01"]}]}));
    table.play("roll", &[2, 2]);
    let asked = "A double: move 4 tiles, roll again and add it, or move any distance from 1 to 2 tiles.";
    assert_eq!(table.prompt(), asked);
    let said = ["accept", "again", "pick 1", "pick 2"].map(|action| choice(&table, action));
    let expected = [
        "Move 4 tiles (to Fish Ponds, for sale at 30,000)",
        "Roll again and add it to 4 (6 to 16 tiles in all)",
        "Move 1 tile instead (to Potato Farm, Bob’s: fee 5,000)",
        "Move 2 tiles instead (to Profit)",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_shortcut_card_says_where_it_leads_and_whose_counts_first() {
    let card = |card: &str| json!([{"card": card, "ready": true}]);
    let players = json!([{"at": 96, "shortcuts": card("k20")}, {"shortcuts": card("k06"), "owned": ["b71"]}]);
    let mut table = table(json!({"players": 2}), json!({ "players": players }));
    table.play("roll", &[1, 4]);
    let home = "Play Way home (to Start; 450,000 from the bank for the lap)";
    assert_eq!(choice(&table, "play 1"), home);
    let none = "to Potato Farm, for sale at 20,000; 300,000 from the bank for the lap; unless somebody else plays a card";
    assert_eq!(choice(&table, "no"), format!("Play no Shortcut card ({none})"));
    assert_eq!(prompt_of(&table, 'B'), "Ann is to move 5 tiles: play a Shortcut card, or none.");
}

#[test]
fn the_last_bank_card_tells_who_wins_with_it() {
    let table = table(
        json!({"players": 2}),
        json!({"players": [{"cash": 1_200_000, "bank_cards": 6}, {"bank_cards": 8}], "turn": {"step": "trade"}}),
    );
    let said = "Buy a Bank card for 1,000,000 (200,000 left; it is the last one: the game ends and Bob wins)";
    assert_eq!(choice(&table, "bankcard"), said);
}

#[test]
fn a_deal_is_told_from_both_sides_and_kept_from_others() {
    let mut table = table(
        json!({"players": 3}),
        json!({"players": [{"owned": ["b01", "b02", "b03"]}, {"owned": ["b04"]}], "turn": {"step": "trade"}}),
    );
    let deal = "offer 2>1 b04, 1>2 60000";
    let said = "Offer Bob 60,000 for Dairy Farm (1,940,000 in hand; completes Farming for you; offer 1 of 3 in this turn)";
    assert_eq!(choice(&table, deal), said);
    table.play(deal, &[]);
    assert_eq!(table.prompt(), "Ann offers you 60,000 for Dairy Farm: accept, decline or make a counter-offer.");
    assert_eq!(prompt_of(&table, 'A'), "Bob is to answer your offer; until then you may withdraw it.");
    assert_eq!(prompt_of(&table, 'C'), "Bob is to answer the offer of Ann.");
    let said = "Accept: you get 60,000 for Dairy Farm (2,060,000 in hand; completes Farming for Ann)";
    assert_eq!(choice(&table, "accept 1"), said);
    table.play("accept 1", &[]);
    let told = table.log(0);
    assert_eq!(told.last().unwrap(), "Offer 1 is carried out: Ann gives Bob 60,000; Bob gives Ann Dairy Farm.");
}

#[test]
fn wealth_is_worked_out_token_by_token() {
    let players = json!([{"owned": ["b01", "b02", "b03", "b04"], "bank_cards": 1}, {"bank_cards": 1, "cash": 5_000}]);
    let table = table(json!({"players": 3}), json!({ "players": players }));
    let score = table.rules.score(&table.state, &proof::names(3));
    let lines: Vec<&str> = score.iter().map(|line| line.text.as_str()).collect();
    let expected = [
        "Token for Bank cards: Ann and Bob with 1 each",
        "Token for monopolies: nobody has any",
        "Token for investments: nobody has any",
        "Token for complete series: Ann with 1",
        "Token for businesses: Ann with 4",
        "Token for money: Ann and Cleo with 2,000,000 each",
        "Ann: 4 wealth tokens; worth 3,100,000 in all",
        "Bob: 1 wealth token; worth 1,005,000 in all",
        "Cleo: 1 wealth token; worth 2,000,000 in all",
    ];
    assert_eq!(lines, expected);
    assert_eq!(table.rules.chart_values(&table.state), [3_100, 1_005, 2_000]);
}

#[test]
fn figures_have_the_same_keys_in_every_game() {
    let keys = |table: &Table| -> Vec<&'static str> {
        let mut figures = Vec::new();
        table.rules.figures(&table.state, &mut figures);
        figures.into_iter().map(|(key, _)| key).collect()
    };
    let (one, other) = (table(json!({"players": 1}), json!({})), table(json!({"piece_mode": "single"}), json!({})));
    assert_eq!(keys(&one), keys(&other));
}

#[test]
fn a_flat_loss_by_the_repeat_die_is_not_called_a_landing_on_loss() {
    let settings = json!({"players": 2, "fortune_mode": "loss_flat"});
    let mut table = table(settings, json!({"players": [{"at": 98}]}));
    table.play("roll", &[1, 1]);
    table.play("accept", &[3]);
    let asked = "You owe the bank 50,000 in place of a Loss card: pay, or refuse and go to jail.";
    assert_eq!(table.prompt(), asked);
}

#[test]
fn in_a_global_market_step_4_leaves_trade_as_well() {
    let players = json!([{"owned": ["b01"], "bank_cards": 1, "offers": 3}, {"bank_cards": 1}]);
    let position = |global: Value| json!({"turn": {"step": "bank_card"}, "players": players, "global": global});
    let market = table(json!({"players": 2}), position(json!({"card": "g03", "drawer": 2})));
    let asked = "Nothing is left of your turn but Bank cards and free trade: buy a Bank card, sell, or end your turn.";
    assert_eq!(market.prompt(), asked);
    let plain = table(json!({"players": 2}), position(Value::Null));
    assert_eq!(plain.prompt(), "Nothing is left of your turn but Bank cards: buy a Bank card, or end your turn.");
}

#[test]
fn whoever_trades_out_of_turn_is_told_what_they_may_do() {
    let mut table = table(json!({"players": 3}), json!({"global": {"card": "g03", "drawer": 2}}));
    for (action, clause) in
        [("roll", "INV-ORDER-3"), ("end", "INV-GLOB-28"), ("invest 1", "INV-GLOB-28"), ("propose end", "INV-GLOB-28")]
    {
        let refusal = table.try_play(seat('B'), action, &[]).expect_err(action);
        assert_eq!(refusal.clause, clause, "{action}: {refusal}");
    }
}

#[test]
fn withdrawing_an_offer_of_money_binds_nothing() {
    let position = json!({"turn": {"step": "trade"}, "players": [{"owned": ["b01"]}, {"owned": ["b22"]}]});
    let withdrawn = |deal: &str| {
        let mut table = table(json!({"players": 2}), position.clone());
        table.play(deal, &[]);
        let names = proof::names(2);
        let withdraw = kernel::Notation::read(&*table.rules, "withdraw 1").expect("an action");
        table.rules.effect(&table.state, seat('A'), &withdraw, &names)
    };
    assert_eq!(withdrawn("offer 2>1 b22, 1>2 60000"), "");
    let bound = "what you offered in it stays for that player alone in this turn";
    assert_eq!(withdrawn("offer 1>2 b01, 2>1 60000"), bound);
}

#[test]
fn refusing_to_pay_the_poorest_says_whether_the_bank_pays_somebody() {
    let refusing = |cash: [u32; 3]| {
        let players: Vec<Value> = cash.iter().map(|cash| json!({"cash": cash})).collect();
        let position = json!({"players": players, "pending": [{"what": "read", "seat": 1, "card": "l25"}]});
        table(json!({"players": 3}), position).effect("refuse")
    };
    let jail = "jail for 3 turns and a fine of 100,000, 100,000 left";
    assert_eq!(refusing([200_000, 100_000, 300_000]), format!("{jail}; the bank pays in your place"));
    assert_eq!(
        refusing([200_000, 200_000, 300_000]),
        format!("{jail}; the bank pays in your place, if another one is to be paid")
    );
    assert_eq!(refusing([200_000, 250_000, 300_000]), jail, "the poorest would have paid nobody");
}

#[test]
fn a_solo_success_is_scored_by_the_rounds_taken() {
    let mut table =
        table(json!({"players": 1}), json!({"round": 40, "turn": {"step": "trade"}, "players": [{"bank_cards": 14}]}));
    table.play("bankcard", &[]);
    let score = table.rules.score(&table.state, &proof::names(1));
    assert!(score.iter().any(|line| line.text.starts_with("Ann: 1st place, 40 rounds taken")), "{score:?}");
}
