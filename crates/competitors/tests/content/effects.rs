//! CMP-EFF and CMP-SPEC: how effects are written, read and said.

use crate::{Draft, refuses, standard};
use competitors::{
    Advantage, Code, ContractCard, Deed, Effect, InDelivery, Instant, Lasting, Only, Special, Vehicle, effect_words, read_effect,
};
use kernel::Money;
use std::collections::BTreeSet;

fn plain(code: Code) -> Effect {
    Effect { only: None, deed: Deed::Do(code) }
}

/// An effect of a single code.
#[track_caller]
fn one(text: &str) -> Code {
    match *read_effect(text).unwrap() {
        [Effect { only: None, deed: Deed::Do(code) }] => code,
        ref other => panic!("{other:?}"),
    }
}

#[track_caller]
fn wrong(text: &str, clause: &str, words: &str) {
    let message = read_effect(text).unwrap_err();
    assert!(message.contains(words) && crate::names(&message, clause), "{text}: {message}");
}

#[test]
fn cmp_eff_1_codes_from_left_to_right() {
    assert_eq!(one("none"), Code::None);
    let effects = read_effect("draw_contract 1; stop;pay 5000").unwrap();
    assert_eq!(*effects, [Code::DrawContracts(1), Code::Stop, Code::Pay(Money::new(5_000))].map(plain));
    for text in ["", "stop;", ";stop", "halt", "Stop", "stop now", "none 1", "pay", "seize 1", "stop, delay"] {
        wrong(text, "CMP-EFF-1", "is no code: they are none, pay N, gain N");
    }
    wrong("none;none;none;none;none", "CMP-EFF-1", "at most 4 codes");
}

#[test]
fn cmp_eff_2_sums() {
    assert_eq!([one("pay 500"), one("gain 1000000")], [Code::Pay(Money::new(500)), Code::Gain(Money::new(1_000_000))]);
    for sum in ["0", "250", "-500", "+500", "1,000", "1000500", "99999999999", "x"] {
        wrong(&format!("pay {sum}"), "CMP-GEN-8", "a multiple of 500");
    }
}

#[test]
fn cmp_eff_3_points() {
    assert_eq!([one("points +2"), one("points -1")], [Code::Points(2), Code::Points(-1)]);
    wrong("points 2", "CMP-EFF-3", "`+N` or taken with `-N`");
    for text in ["points +0", "points -10", "points +-1", "points +"] {
        wrong(text, "CMP-EFF-6", "from 1 to 9");
    }
}

#[test]
fn cmp_eff_4_to_16_every_code_reads() {
    let codes = [
        ("stop", Code::Stop),
        ("refuse", Code::Refuse),
        ("lose_tm 1", Code::LoseTurns(1)),
        ("gain_tm 2", Code::GainTurns(2)),
        ("delay", Code::Delay),
        ("end_delivery", Code::EndDelivery),
        ("end_turn", Code::EndTurn),
        ("seize", Code::Seize),
        ("relocate", Code::Relocate),
        ("draw_contract 3", Code::DrawContracts(3)),
        ("draw_territory 9", Code::DrawTerritories(9)),
        ("free_pass", Code::FreePass),
        ("extra_action", Code::ExtraAction),
    ];
    for (text, code) in codes {
        assert_eq!(one(text), code);
    }
    wrong("lose_tm 0", "CMP-EFF-6", "from 1 to 9");
    wrong("draw_contract 10", "CMP-EFF-6", "from 1 to 9");
}

#[test]
fn cmp_eff_17_conditions() {
    let read = |text| read_effect(text).unwrap()[0];
    let only = |vehicle| Some(Only::Vehicle(vehicle));
    assert_eq!(read("truck: delay"), Effect { only: only(Vehicle::Truck), deed: Deed::Do(Code::Delay) });
    assert_eq!(read("ship: pay 8000"), Effect { only: only(Vehicle::Ship), deed: Deed::Do(Code::Pay(Money::new(8_000))) });
    assert_eq!(read("aircraft:delay"), Effect { only: only(Vehicle::Aircraft), deed: Deed::Do(Code::Delay) });
    assert_eq!(read("goods: end_delivery"), Effect { only: Some(Only::Goods), deed: Deed::Do(Code::EndDelivery) });
    let both = Deed::Choose([Code::Stop, Code::Delay]);
    assert_eq!(read("truck: choose stop | delay"), Effect { only: only(Vehicle::Truck), deed: both });
    wrong("bicycle: delay", "CMP-EFF-17", "`bicycle:` is no condition");
    wrong("truck: goods: delay", "CMP-EFF-1", "is no code");
    wrong("truck:", "CMP-EFF-1", "is no code");
}

#[test]
fn cmp_eff_18_a_choice_of_two() {
    let expected = Effect { only: None, deed: Deed::Choose([Code::Pay(Money::new(15_000)), Code::EndDelivery]) };
    assert_eq!(*read_effect("points -1; choose pay 15000 | end_delivery").unwrap(), [plain(Code::Points(-1)), expected]);
    for text in ["choose stop", "choose stop | delay | none"] {
        wrong(text, "CMP-EFF-18", "has not two codes divided by `|`");
    }
    wrong("choose stop | roll none | stop", "CMP-EFF-18", "has not two codes");
    wrong("choose | stop", "CMP-EFF-1", "`` is no code");
}

#[test]
fn cmp_eff_19_a_roll_of_two() {
    let expected = Effect { only: None, deed: Deed::Roll([Code::Gain(Money::new(4_000)), Code::Pay(Money::new(4_000))]) };
    assert_eq!(*read_effect("roll gain 4000 | pay 4000").unwrap(), [expected]);
    wrong("roll stop", "CMP-EFF-19", "has not two codes divided by `|`");
}

#[test]
fn cmp_eff_20_to_25_lasting_effects() {
    let codes = ["none", "slow_land", "slow_sea", "closed_ports", "closed_airports", "closed_roads"];
    assert_eq!(Lasting::ALL.map(Lasting::id), codes);
    let used: BTreeSet<Lasting> = standard().weather.iter().map(|danger| danger.lasting).collect();
    assert_eq!(used.into_iter().collect::<Vec<_>>(), Lasting::ALL, "the default pack has each");
}

#[test]
fn cmp_eff_1_effects_in_plain_words() {
    let said = |text: &str| effect_words(&read_effect(text).unwrap());
    assert_eq!(said("pay 5000"), "pay 5,000");
    assert_eq!(said("stop"), "the movement turn ends here");
    assert_eq!(said("pay 3000; draw_territory 1"), "pay 3,000, then draw 1 territory card");
    assert_eq!(said("choose pay 8000 | lose_tm 1"), "choose: pay 8,000, or lose 1 movement turn of the Delivery");
    assert_eq!(
        said("roll gain 4000 | points -2"),
        "roll the d6: on 1 to 3 the bank pays you 4,000, on 4 to 6 lose 2 movement points"
    );
    let delay = "the movement turn ends here; in a Delivery one more counts as used, otherwise the token moves no more this turn";
    assert_eq!(said("aircraft: delay"), format!("if it is an aircraft, {delay}"));
    assert_eq!(said("goods: end_delivery"), "if the token has goods, the Delivery fails");
    // No two codes are said alike, and none is silent.
    let codes = [
        "none",
        "pay 500",
        "gain 500",
        "points +1",
        "points -1",
        "stop",
        "refuse",
        "lose_tm 1",
        "gain_tm 1",
        "delay",
        "end_delivery",
        "end_turn",
        "seize",
        "relocate",
        "draw_contract 1",
        "draw_territory 1",
        "free_pass",
        "extra_action",
    ];
    let words: BTreeSet<String> = codes.iter().map(|code| said(code)).collect();
    assert_eq!(words.len(), codes.len());
}

#[test]
fn cmp_spec_10_to_22_special_cards() {
    let pack = standard();
    let count = |special: Special| pack.contracts.iter().filter(|card| card.special() == Some(special)).count();
    let money = Money::new;
    let advantages = [
        Advantage::FuelDepot,
        Advantage::Bonus(money(10_000)),
        Advantage::Save(1),
        Advantage::RerollPolitical,
        Advantage::CustomsPick(2),
    ];
    assert!(advantages.into_iter().all(|advantage| count(Special::Advantage(advantage)) >= 2));
    let tolls = pack.contracts.iter().filter_map(ContractCard::special);
    assert!(tolls.filter(|special| matches!(special, Special::Advantage(Advantage::Toll(_)))).count() >= 1);
    let instants = [
        (Instant::Revoke, 3),
        (Instant::Espionage, 1),
        (Instant::ForcedSwap, 1),
        (Instant::Audit(money(10_000)), 1),
        (Instant::ExtraAction, 2),
    ];
    assert_eq!(instants.map(|(instant, _)| count(Special::Instant(instant))), instants.map(|(_, many)| many));
    assert_eq!(count(Special::Delivery(InDelivery::CancelCustoms)), 2);
    assert_eq!(count(Special::Delivery(InDelivery::GainTurns(1))), 1);
}

#[test]
fn cmp_spec_10_special_effects_that_are_not_right() {
    let file = "contracts.csv";
    let advantage = |effect, clause, words| refuses(file, "C097", "effect", effect, (clause, words));
    advantage("toll", "CMP-SPEC-10", "they are toll N, fuel_depot, bonus N, save +N, reroll_political, customs_pick N");
    advantage("toll 250", "CMP-GEN-8", "a multiple of 500");
    advantage("bonus x", "CMP-GEN-8", "a multiple of 500");
    advantage("save 1", "CMP-SPEC-13", "has no `+` before the number");
    advantage("save +0", "CMP-EFF-6", "from 1 to 9");
    advantage("customs_pick 1", "CMP-SPEC-15", "leaves nothing to pick");
    advantage("gain_tm 1", "CMP-SPEC-10", "no effect of a card of the type `advantage`");
    refuses(file, "C106", "effect", "audit", ("CMP-SPEC-16", "they are revoke, espionage, forced_swap, audit N, extra_action"));
    refuses(file, "C116", "effect", "gain_tm", ("CMP-SPEC-21", "they are cancel_customs, gain_tm N"));
    let toll = Draft::standard().set(file, "C097", "effect", "toll 2500").pack();
    let card = &toll[toll.find_contract("C097").unwrap()];
    assert_eq!(card.special(), Some(Special::Advantage(Advantage::Toll(Money::new(2_500)))));
    assert_eq!(card.special().unwrap().to_string(), "tokens of others pay you 2,500 on entering this territory");
}
