//! Drawing cards, decks and discard piles. (CMP-DRAW, CMP-DECK-1 to CMP-DECK-5)

use super::common::*;
use serde_json::json;

/// Covers CMP-DRAW-1, CMP-DRAW-2.
#[test]
fn cmp_draw_1_an_action_takes_one_card_of_the_one_deck_or_the_other() {
    let mut table = set(2).done();
    table.lucky('A', "draw territory", &[t("chile")]);
    assert_eq!((table.cards('A').as_str(), table.contracts('A').as_str(), table.actions_left()), ("chile", "", 1));
    table.lucky('A', "draw contract", &[c(7)]);
    assert_eq!((table.cards('A').as_str(), table.contracts('A').as_str()), ("chile", "C007"));
    // Both actions for the same deck.
    table.lucky('B', "draw contract", &[c(8)]);
    table.lucky('B', "draw contract", &[c(9), 6, 3]);
    assert_eq!(table.contracts('B'), "C008 C009");
    // The others see that a card was drawn, not which.
    assert_eq!(table.heard('A', "drew_contract")["card"], json!(null));
    assert_eq!(table.heard('B', "drew_contract")["card"], json!(c(9)));
}

/// Covers CMP-DRAW-3.
#[test]
fn cmp_draw_3_without_a_limit_a_hand_may_have_any_number() {
    let mut table = set(2).territory_deck("chile", Some('A')).done();
    table.lucky('A', "draw territory", &[t("chile")]);
    table.does('A', "end");
    assert_eq!((table.active(), table.state.player(seat('A')).territories.len()), ('B', 116));
}

#[test]
fn cmp_draw_3_with_a_limit_the_turn_ends_with_a_hand_that_fits() {
    let mut table =
        set_with(json!({"players": 2, "hand_limit": 3})).cards('A', "chile peru").contracts('A', "C001 C109").actions(1).done();
    table.lucky('A', "draw territory", &[t("japan")]);
    // Five cards, own choice which two go.
    assert_eq!(table.turn(), Some('A'));
    assert_eq!(
        table.sorted(),
        [
            "discard contract C001",
            "discard contract C109",
            "discard territory chile",
            "discard territory japan",
            "discard territory peru",
        ]
    );
    assert_eq!(table.refused("end"), "CMP-TURN-1");
    table.does('A', "discard contract C001");
    assert_eq!(table.turn(), Some('A'));
    table.does('A', "discard territory peru");
    assert_eq!(table.active(), 'B');
    assert_eq!((table.cards('A').as_str(), table.contracts('A').as_str()), ("chile japan", "C109"));
    assert_eq!((Travel::discarded(&table).as_str(), table.discarded_territories().as_str()), ("C001", "peru"));
    // Nobody else discards, and not at another time.
    assert_eq!(table.refused_to('B', "discard territory chile"), "CMP-DRAW-3");
}

#[test]
fn cmp_draw_3_a_hand_is_too_large_however_the_turn_ends() {
    let mut table = set_with(json!({"players": 2, "hand_limit": 1})).cards('A', "chile peru").done();
    table.does('A', "end");
    assert_eq!(table.turn(), Some('A'));
    table.does('A', "discard territory chile");
    assert_eq!(table.active(), 'B');
    assert_eq!(refused_settings(json!({"hand_limit": 51})).clause, "CMP-DRAW-3");
}

#[test]
fn cmp_draw_4_customs_cards_are_never_drawn_by_an_action() {
    let table = set(2).done();
    assert_eq!(table.listed("draw"), ["draw contract", "draw territory"]);
    assert!(table.rules.pack.customs.len() == 35 && table.state.drawn.is_empty());
}

/// Covers CMP-DECK-1, CMP-DECK-5.
#[test]
fn cmp_deck_1_used_cards_lie_open_and_are_not_taken_back() {
    let mut table = set(2).token("a-truck-1", "portugal").signed("a-truck-1", "C036", "portugal", "poland").done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-truck-1 poland", &[c(1)]);
    assert_eq!((Travel::discarded(&table).as_str(), table.discarded_territories().as_str()), ("C036", "portugal poland"));
    // Open to all.
    let view = table.view();
    assert!(view.to_string().contains("C036"), "{view}");
    // While there is a deck, the pile is not drawn from.
    let drawn = table.clone().try_play(seat('A'), "draw contract", &[c(2)]);
    assert!(drawn.is_ok());
    assert!(!table.state.contract_deck.contains(competitors::Contract::new(35).expect("C036")));
}

/// Covers CMP-DECK-2. Edge case 1.
#[test]
fn cmp_deck_2_an_empty_deck_is_made_of_its_pile() {
    let mut table = set(2).territory_deck("", None).contract_deck("", None).done();
    table.lucky('A', "draw territory", &[t("chile")]);
    assert_eq!(table.told("reshuffled_territories").len(), 1);
    assert_eq!((table.state.territory_deck.len(), table.state.territory_discard.len()), (115, 0));
    table.lucky('A', "draw contract", &[c(50)]);
    assert_eq!(table.told("reshuffled_contracts").len(), 1);
    assert_eq!((table.state.contract_deck.len(), table.contracts('A').as_str()), (115, "C050"));
}

/// Covers CMP-DECK-2, CMP-TURN-7, CMP-DELIV-10. Edge cases 2, 3.
#[test]
fn cmp_deck_2_where_deck_and_pile_are_empty_nothing_is_drawn() {
    let mut table = set(2)
        .token("a-truck-1", "portugal")
        .signed("a-truck-1", "C036", "portugal", "poland")
        .territory_deck("", Some('B'))
        .contract_deck("", Some('B'))
        .done();
    assert_eq!(table.refused("draw territory"), "CMP-DECK-2");
    assert_eq!(table.refused("draw contract"), "CMP-DECK-2");
    assert_eq!(table.actions_left(), 2);
    table.does('A', "deliver portugal");
    // Its own three cards are discarded before the early card is drawn, so the pile has one.
    table.lucky('A', "go a-truck-1 poland", &[c(36)]);
    assert_eq!(table.contracts('A'), "C036");
}

/// Covers CMP-DECK-3, CMP-DECK-4.
#[test]
fn cmp_deck_3_customs_cards_are_a_cycle() {
    // The deck is known but for its last card, which comes from luck; then the first card drawn comes again, without luck.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C080", "poland", "moscow").done();
    table.does('A', "deliver poland");
    table.lucky('A', "go a-truck-1 ukraine", &[]);
    table.lucky('A', "customs first", &[u(4)]);
    assert_eq!(table.state.customs.known(), [3]);
    assert!(table.state.drawn.is_empty());
    table.lucky('A', "go a-truck-1 moscow", &[u(9), c(1)]);
    assert_eq!(table.state.customs.known(), [3, 8]);
}

/// Covers CMP-DECK-4, CMP-SPEC-15.
#[test]
fn cmp_deck_4_cards_drawn_together_go_under_in_the_order_drawn() {
    let mut table =
        set(2).advantage("C104", "germany").token("a-truck-1", "ukraine").signed("a-truck-1", "C080", "ukraine", "moscow").done();
    table.does('A', "deliver ukraine");
    table.lucky('A', "go a-truck-1 moscow", &[u(9), u(4)]);
    // While they are resolved they are in no deck.
    assert_eq!((table.state.customs.known().len(), table.state.drawn.iter().count()), (0, 2));
    table.lucky('A', "take U04", &[c(1)]);
    assert_eq!(table.state.customs.known(), [8, 3]);
    assert!(table.state.drawn.is_empty());
}

/// Covers CMP-DECK-3.
#[test]
fn cmp_deck_3_the_customs_deck_is_never_shuffled_again() {
    let position = |known: Vec<String>| {
        json!({
            "customs": known,
            "players": [{"tokens": {"a-truck-1": {"at": "ukraine", "load": {"contract": "C080", "sender": "ukraine", "receiver": "moscow"}}}}],
        })
    };
    let all: Vec<String> = (1..=35).rev().map(|card| format!("U{card:02}")).collect();
    let mut table = Table::at(options(json!({"players": 2})), position(all));
    table.does('A', "deliver ukraine");
    // U35, Papers impounded, without luck: pay 15,000, or the Delivery fails.
    table.does('A', "go a-truck-1 moscow");
    assert_eq!(table.heard('A', "customs")["card"], json!(u(35)));
}
