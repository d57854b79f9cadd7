//! Illegal goods. (CMP-ILL)

use crate::common::{CompetitorsTable, Travel, c, set, u};

#[test]
fn cmp_ill_1_illegal_contracts_look_like_the_others() {
    let table = |contract: &str| set(2).signed("a-truck-1", contract, "germany", "poland").done();
    let seen = |table: &crate::common::Table| table.seen_by(kernel::Viewer::Seat(crate::common::seat('B'))).to_string();
    assert_eq!(seen(&table("C001")), seen(&table("C073")), "face down, nobody sees the skulls");
    let table = table("C073");
    assert!(table.rules.goods(table.state.tokens[0].load.expect("goods").contract).is_some_and(|goods| goods.illegal));
}

#[test]
fn cmp_ill_2_they_follow_all_rules_of_goods_but_customs_may_be_harder() {
    let mut table = set(2).token("a-truck-1", "western_siberia").signed("a-truck-1", "C073", "western_siberia", "moscow").done();
    table.does('A', "deliver western_siberia");
    table.lucky('A', "go a-truck-1 urals", &[u(13)]);
    assert_eq!(table.money('A'), 200_000 - 500 - 5_000, "2,000 for legal goods");
    table.lucky('A', "go a-truck-1 moscow", &[c(9)]);
    assert_eq!((table.money('A'), table.points('A')), (194_500 + 80_000, 2));
}

/// V7. Covers CMP-EFF-12, CMP-CHART-8.
#[test]
fn cmp_ill_3_the_token_with_the_goods_and_its_carrier_are_seized() {
    let mut table = set(2)
        .token("a-truck-1", "portugal")
        .token("a-ship-1", "portugal")
        .signed("a-truck-1", "C073", "portugal", "morocco")
        .points('A', 2)
        .done();
    table.run(&["deliver portugal", "load a-truck-1 a-ship-1"]);
    table.lucky('A', "go a-ship-1 morocco", &[u(25)]);
    assert_eq!((table.place("a-truck-1"), table.place("a-ship-1"), table.points('A')), ("supply".into(), "supply".into(), 1));
    assert_eq!((table.failure(), table.money('A')), ("seized".into(), 199_000), "without payment");
    // An empty truck aboard the seized ship stays in the territory.
    let mut table = set(2)
        .token("a-ship-1", "portugal")
        .token("a-truck-2", "a-ship-1")
        .signed("a-ship-1", "C087", "portugal", "morocco")
        .done();
    table.does('A', "deliver portugal");
    table.lucky('A', "go a-ship-1 morocco", &[u(25)]);
    assert_eq!((table.place("a-ship-1"), table.place("a-truck-2")), ("supply".into(), "land morocco".into()));
    // A hired ship goes back to its owner's supply.
    let mut table = set(2)
        .token("b-ship-1", "portugal")
        .token("a-truck-1", "portugal")
        .signed("a-truck-1", "C073", "portugal", "morocco")
        .done();
    table.does('A', "offer 2>1 hire b-ship-1 goods portugal 8000 success");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.run(&["deliver portugal", "load a-truck-1 b-ship-1"]);
    table.lucky('A', "go b-ship-1 morocco", &[u(25)]);
    assert_eq!((table.place("a-truck-1"), table.place("b-ship-1")), ("supply".into(), "supply".into()));
    table.does('A', "end");
    assert_eq!(table.purses(), [199_000, 200_000], "edge case 61: the fee returns");
}

#[test]
fn cmp_ill_4_illegal_goods_may_always_be_signed() {
    let mut table = set(2).cards('A', "germany poland").contracts('A', "C073").done();
    table.run(&["sign C073", "by a-truck-1", "to poland"]);
    assert!(table.heard('B', "signed").is_object() && table.heard('B', "shown_contract").is_null());
    // Only the owner of a hired token may ask to see it; B is asked for nothing and has nothing to ask.
    assert!(table.actions_of(crate::common::seat('B')).iter().all(|action| !action.starts_with("inspect")));
}
