//! CMP-DATA: headquarters, contract cards and customs cards.

use crate::{Draft, land, refuses, standard};
use competitors::{
    Airport, Code, ContractCard, CustomsCard, CustomsColour, Deed, Effect, Goods, Instant, Special, SpecialKind, Vehicle,
};
use kernel::Money;

const CONTRACTS: &str = "contracts.csv";
const CUSTOMS: &str = "customs.csv";
const OFFICES: &str = "headquarters.csv";

#[test]
fn cmp_data_11_the_headquarters() {
    let pack = standard();
    let names: Vec<&str> = pack.offices.iter().map(|office| pack[office.territory].name.as_str()).collect();
    let expected = [
        "Atlantic States",
        "South-Eastern Brazil",
        "Germany",
        "Italy",
        "South Africa",
        "Southern India",
        "Northern China",
        "Japan",
        "South-Eastern Australia",
    ];
    assert_eq!(names, expected);
    for card in pack.offices.iter().map(|office| &pack[office.territory]) {
        assert!(card.port.is_some() && card.airport != Airport::None && !card.red_flag, "{}", card.id);
    }
    assert_eq!(pack[pack.find_office("H3").unwrap()].territory, land("germany"));
    assert_eq!(pack[pack.find_office("H3").unwrap()].flag, "Germany");
}

#[test]
fn cmp_data_11_headquarters_that_are_not_right() {
    let clause = |words| ("CMP-DATA-11", words);
    Draft::standard().set(OFFICES, "H3", "id", "H2").refused_at(OFFICES, 4, "CMP-DATA-11", "the id `H2` stands twice");
    refuses(OFFICES, "H3", "territory", "atlantis", clause("`atlantis` is not the id of a territory"));
    refuses(OFFICES, "H3", "territory", "southeastern_brazil", clause("has a headquarters card already"));
    refuses(OFFICES, "H3", "territory", "moscow", clause("moscow has not both a port and an airport"));
    refuses(OFFICES, "H3", "territory", "tanzania", clause("tanzania has not both a port and an airport"));
    refuses(OFFICES, "H3", "flag", "", ("CMP-DATA-21", "`flag` is one line"));
    Draft::standard().without(OFFICES, "H9").refused(OFFICES, "", "CMP-DATA-11", "this file has 9 rows, not 8");
}

#[test]
fn cmp_data_12_the_contract_cards() {
    let pack = standard();
    assert_eq!(pack.contracts.len(), 116);
    let goods = |illegal: bool| -> Vec<Goods> {
        pack.contracts.iter().filter_map(ContractCard::goods).filter(|goods| goods.illegal == illegal).collect()
    };
    let by_vehicle = |goods: &[Goods]| {
        let kinds = [None, Some(Vehicle::Truck), Some(Vehicle::Ship), Some(Vehicle::Aircraft)];
        kinds.map(|kind| goods.iter().filter(|goods| goods.vehicle == kind).count())
    };
    let (legal, illegal) = (goods(false), goods(true));
    assert_eq!((legal.len(), by_vehicle(&legal)), (70, [28, 16, 14, 12]));
    assert_eq!((illegal.len(), by_vehicle(&illegal)), (22, [10, 4, 4, 4]));
    let special: Vec<Special> = pack.contracts.iter().filter_map(ContractCard::special).collect();
    let of = |kind| special.iter().filter(|special| special.kind() == kind).count();
    assert_eq!((special.len(), SpecialKind::ALL.map(of)), (24, [13, 8, 3]));
    let rewards = |goods: &[Goods]| {
        let sums: Vec<i32> = goods.iter().map(|goods| goods.reward.units()).collect();
        (sums.iter().min().copied().unwrap(), sums.iter().max().copied().unwrap(), sums.iter().sum::<i32>() / sums.len() as i32)
    };
    let (least, most, mean) = rewards(&legal);
    assert_eq!((least, most), (30_000, 73_000));
    assert!((49_000..=51_000).contains(&mean), "{mean}");
    let (least, most, mean) = rewards(&illegal);
    assert_eq!((least, most), (68_000, 142_000));
    assert!((102_000..=104_000).contains(&mean), "{mean}");
    assert!(pack.contracts.iter().filter_map(ContractCard::goods).all(|goods| (1..=9).contains(&goods.limit)));
    // The limits that the default pack uses, by vehicle. (CMP-DATA-20)
    let limits = |vehicle: Option<Vehicle>| {
        let of = legal.iter().chain(&illegal).filter(|goods| goods.vehicle == vehicle).map(|goods| goods.limit);
        (of.clone().min().unwrap(), of.max().unwrap())
    };
    assert_eq!(limits(Some(Vehicle::Truck)), (2, 5));
    assert_eq!(limits(Some(Vehicle::Ship)), (3, 6));
    assert_eq!(limits(Some(Vehicle::Aircraft)), (2, 3));
    assert_eq!(limits(None), (2, 6));
}

#[test]
fn cmp_data_12_a_card_as_it_is_read() {
    let pack = standard();
    let card = |id| &pack[pack.find_contract(id).unwrap()];
    // V1 of the worked examples.
    let flour = pack.contracts.iter().find(|card| card.name == "Bakery flour").unwrap();
    let expected = Goods { illegal: false, vehicle: Some(Vehicle::Truck), limit: 3, reward: Money::new(48_000) };
    assert_eq!(flour.goods(), Some(expected));
    assert_eq!(card("C112").special(), Some(Special::Instant(Instant::ExtraAction)));
    assert_eq!((card("C112").goods(), flour.special()), (None, None));
    assert_eq!(pack.find_contract("C117"), None);
}

#[test]
fn cmp_data_12_contract_cards_that_are_not_right() {
    let clause = |words| ("CMP-DATA-12", words);
    refuses(CONTRACTS, "C002", "id", "C 2", clause("`id` is 1 to 40 letters"));
    Draft::standard().set(CONTRACTS, "C002", "id", "C001").refused_at(CONTRACTS, 3, "CMP-DATA-12", "the id `C001` stands twice");
    refuses(CONTRACTS, "C002", "kind", "secret", clause("none of legal, illegal, special"));
    for vehicle in ["", "bicycle"] {
        refuses(CONTRACTS, "C002", "vehicle", vehicle, clause("is any, truck, ship or aircraft"));
    }
    for limit in ["", "0", "10", "-1"] {
        refuses(CONTRACTS, "C002", "tm", limit, clause("the `tm` of a goods card is from 1 to 9"));
    }
    for reward in ["", "0", "250", "-500", "1000500", "9223372036854775807"] {
        refuses(CONTRACTS, "C002", "reward", reward, clause("the `reward` of a goods card is a multiple of 500"));
    }
    refuses(CONTRACTS, "C002", "special", "instant", clause("a goods card has no `special` and no `effect`"));
    refuses(CONTRACTS, "C002", "effect", "revoke", clause("a goods card has no `special` and no `effect`"));
    refuses(CONTRACTS, "C106", "vehicle", "any", clause("a special card has no `vehicle`"));
    refuses(CONTRACTS, "C106", "tm", "3", clause("a special card has no `vehicle`"));
    refuses(CONTRACTS, "C106", "reward", "500", clause("a special card has no `vehicle`"));
    refuses(CONTRACTS, "C106", "special", "curse", clause("none of advantage, instant, delivery"));
    refuses(CONTRACTS, "C106", "effect", "fuel_depot", clause("no effect of a card of the type `instant`"));
    refuses(CONTRACTS, "C106", "effect", "", clause("no effect of a card of the type `instant`"));
    refuses(CONTRACTS, "C106", "text", "", ("CMP-DATA-21", "`text` is one line of 1 to 300 characters"));
}

#[test]
fn cmp_data_12_each_kind_of_contract_card_is_there() {
    let none = Draft::standard().replace(CONTRACTS, "kind", "illegal", "legal");
    none.refused(CONTRACTS, "", "CMP-DATA-12", "no contract card is of the kind `illegal`");
    let none = Draft::standard().replace(CONTRACTS, "kind", "legal", "illegal");
    none.refused(CONTRACTS, "", "CMP-DATA-12", "no contract card is of the kind `legal`");
    let mut draft = Draft::standard();
    let goods = draft.rows(CONTRACTS)[1].clone();
    for row in draft.rows(CONTRACTS).iter_mut().filter(|row| row[2] == "special") {
        let id = row[0].clone();
        row.clone_from(&goods);
        row[0] = id;
    }
    draft.clone().refused(CONTRACTS, "", "CMP-DATA-12", "no contract card is of the kind `special`");
    for kind in ["advantage", "instant", "delivery"] {
        draft.clone().refused(CONTRACTS, "", "CMP-DATA-12", &format!("no special card is of the type `{kind}`"));
    }
    Draft::standard().without(CONTRACTS, "C116").refused(CONTRACTS, "", "CMP-DATA-12", "116 rows, not 115");
}

/// Does an effect surely do this, whatever is rolled or chosen?
fn surely(effects: &[Effect], code: Code) -> bool {
    effects.contains(&Effect { only: None, deed: Deed::Do(code) })
}

#[test]
fn cmp_data_15_the_customs_cards() {
    let pack = standard();
    assert_eq!(pack.customs.len(), 35);
    let of = |colour| pack.customs.iter().filter(|card| card.colour == colour).count();
    assert_eq!(CustomsColour::ALL.map(of), [12, 12, 11]);
    let fails = |card: &&CustomsCard, illegal| {
        [Code::EndDelivery, Code::EndTurn, Code::Seize].into_iter().any(|code| surely(card.effects(illegal), code))
    };
    assert_eq!(pack.customs.iter().filter(|card| fails(card, false)).count(), 2);
    assert_eq!(pack.customs.iter().filter(|card| fails(card, true)).count(), 8);
    let seized: Vec<&str> =
        pack.customs.iter().filter(|card| surely(&card.illegal, Code::Seize)).map(|card| card.id.as_str()).collect();
    assert_eq!(seized, ["U25", "U26", "U32", "U33", "U35"]);
    let raid = &pack[pack.find_customs("U33").unwrap()];
    let pay = |sum| Effect { only: None, deed: Deed::Do(Code::Pay(Money::new(sum))) };
    assert_eq!(raid.effects(false), [pay(3_000)]);
    assert_eq!(raid.effects(true), [pay(10_000), Effect { only: None, deed: Deed::Do(Code::Seize) }]);
}

#[test]
fn cmp_data_15_customs_cards_that_are_not_right() {
    let clause = |words| ("CMP-DATA-15", words);
    Draft::standard().set(CUSTOMS, "U02", "id", "U01").refused_at(CUSTOMS, 3, "CMP-DATA-15", "the id `U01` stands twice");
    refuses(CUSTOMS, "U02", "colour", "blue", clause("none of green, yellow, red"));
    refuses(CUSTOMS, "U25", "legal", "seize", clause("`seize` stands only in the column `illegal`"));
    refuses(CUSTOMS, "U25", "legal", "roll none | seize", clause("`seize` stands only in the column `illegal`"));
    let harm = [
        "pay 500",
        "stop",
        "refuse",
        "lose_tm 1",
        "delay",
        "end_delivery",
        "end_turn",
        "seize",
        "relocate",
        "points -1",
        "none; choose none | stop",
        "roll gain 500 | pay 500",
        "truck: delay",
    ];
    for effect in harm {
        refuses(CUSTOMS, "U01", "illegal", effect, clause("a green card only benefits"));
    }
    for effect in harm.into_iter().filter(|effect| *effect != "seize") {
        refuses(CUSTOMS, "U01", "legal", effect, clause("a green card only benefits"));
    }
    for effect in ["gain 500", "points +1", "gain_tm 1", "draw_contract 1", "draw_territory 2", "free_pass", "extra_action"] {
        Draft::standard().set(CUSTOMS, "U01", "legal", effect).pack();
    }
    for column in ["legal", "illegal"] {
        refuses(CUSTOMS, "U13", column, "bribe", ("CMP-EFF-1", "`bribe` is no code"));
        refuses(CUSTOMS, "U13", column, "", ("CMP-EFF-1", "`` is no code"));
    }
    let no_red = Draft::standard().replace(CUSTOMS, "colour", "red", "yellow");
    no_red.refused(CUSTOMS, "", "CMP-DATA-15", "no customs card is red");
    Draft::standard().without(CUSTOMS, "U35").refused(CUSTOMS, "", "CMP-DATA-15", "35 rows, not 34");
}
