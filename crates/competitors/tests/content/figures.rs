//! CMP-COMP and CMP-DATA: what the rulebook sets, the ruler, the arrows, the round track and the colours.

use crate::{Draft, land, map_refuses, standard};
use competitors::{
    Airport, Arrow, Cell, Colour, Contract, Customs, Edge, Morphology, Office, Point, Territory, Vehicle,
    figures::{self, total},
};
use kernel::Money;

#[test]
fn cmp_comp_5_movement_tokens() {
    let of_a_colour = Vehicle::ALL.map(Vehicle::tokens);
    assert_eq!((of_a_colour, figures::IN_FLIGHT), ([5, 3, 2], 1));
    let colours = Colour::COUNT as u8;
    assert_eq!(of_a_colour.map(|tokens| tokens * colours), [25, 15, 10]);
    assert_eq!((of_a_colour.iter().sum::<u8>() + figures::IN_FLIGHT) * colours, 55);
    for (line, changed) in [("truck = 5", "truck = 6"), ("in_flight = 1", "in_flight = 2"), ("ship = 3", "ship = 4")] {
        map_refuses(line, changed, ("CMP-COMP-5", "of [fixed.tokens]: it is"));
    }
}

#[test]
fn cmp_comp_6_positioning_tokens() {
    assert_eq!([figures::HEADQUARTERS, figures::BRANCHES, figures::CROWNS], [1, 5, 1]);
    assert_eq!((figures::HEADQUARTERS + figures::BRANCHES + figures::CROWNS) * Colour::COUNT as u8, 35);
    map_refuses("crown = 1", "crown = 0", ("CMP-COMP-6", "the rulebook sets `crown` of [fixed.tokens]: it is 1"));
    map_refuses("branch = 5", "branch = 4", ("CMP-COMP-6", "the rulebook sets `branch`"));
}

#[test]
fn cmp_comp_8_cards() {
    let cards = [Office::COUNT, Territory::COUNT, Contract::COUNT, Customs::COUNT];
    assert_eq!((cards, cards.iter().sum::<usize>()), ([9, 116, 116, 35], 276));
    map_refuses("customs = 35", "customs = 36", ("CMP-COMP-8", "the rulebook sets `customs` of [fixed.cards]: it is 35"));
}

#[test]
fn cmp_comp_9_coins() {
    assert_eq!(figures::money_in_box(), Money::new(4_325_000));
    map_refuses("\"50000\" = 30", "\"50000\" = 31", ("CMP-COMP-9", "the rulebook sets `50000` of [fixed.coins]: it is 30"));
    map_refuses("\"50000\" = 30", "\"20000\" = 30", ("CMP-COMP-9", "`20000` is no figure of [fixed.coins]"));
    let draft = Draft { map: Draft::standard().map.replace("\"50000\" = 30\n", ""), ..Draft::standard() };
    assert!(draft.faults()[0].message.contains("`50000` of [fixed.coins] is missing (CMP-COMP-9)"));
}

#[test]
fn cmp_setup_8_the_coins_of_the_start() {
    assert_eq!((total(figures::START_COINS), figures::START_MONEY), (Money::new(200_000), Money::new(200_000)));
    map_refuses("start_money", "start_money = 250000", ("CMP-SETUP-7", "`start_money`: it is 200000"));
    map_refuses("\"100000\" = 1", "\"100000\" = 2", ("CMP-SETUP-8", "of [fixed.start_coins]"));
}

#[test]
fn cmp_gen_1_what_the_rulebook_sets_stays() {
    map_refuses("players_min", "players_min = 1", ("CMP-GEN-1", "it is 2"));
    map_refuses("players_max", "players_max = 6", ("CMP-GEN-1", "it is 5"));
    map_refuses("actions_per_turn", "actions_per_turn = 3", ("CMP-TURN-1", "it is 2"));
    map_refuses("victory_target", "victory_target = 12", ("CMP-END-4", "it is 10"));
    map_refuses("start_territory_cards", "start_territory_cards = 9", ("CMP-SETUP-7", "it is 10"));
    map_refuses("start_contract_cards", "start_contract_cards = 6", ("CMP-SETUP-7", "it is 5"));
    map_refuses("headquarters_fee", "headquarters_fee = 5000", ("CMP-HQ-2", "it is 10000"));
    map_refuses("failure_victory_points", "failure_victory_points = 0", ("CMP-VP-3", "it is -1"));
    map_refuses("smallest_coin", "smallest_coin = 100", ("CMP-GEN-8", "it is 500"));
    map_refuses("truck = 2", "truck = 3", ("CMP-SETUP-7", "`truck` of [fixed.start_tokens]: it is 2"));
    map_refuses("truck = 30000", "truck = 30500", ("CMP-BUY-2", "`truck` of [fixed.price]"));
    map_refuses("truck = 15000", "truck = 30000", ("CMP-BUY-2", "`truck` of [fixed.return]"));
    map_refuses("ship = 4", "ship = 5", ("CMP-TM-1", "`ship` of [fixed.points]"));
    map_refuses("truck = 500", "truck = 1000", ("CMP-FUEL-1", "`truck` of [fixed.fuel]"));
    map_refuses("frozen = 2", "frozen = 1", ("CMP-TRUCK-2", "`frozen` of [fixed.morphology]"));
    map_refuses("extra_point_ship", "extra_point_ship = 5000", ("CMP-STRAIT-5", "it is 10000"));
    let draft = Draft { map: Draft::standard().map.replace("[fixed.strait]", "[fixed.canal]"), ..Draft::standard() };
    assert!(draft.faults()[0].message.contains("unknown field `canal`"));
}

#[test]
fn cmp_buy_2_prices_and_returns() {
    assert_eq!(Vehicle::ALL.map(|vehicle| vehicle.price().units()), [30_000, 100_000, 200_000]);
    assert_eq!(Vehicle::ALL.map(|vehicle| vehicle.price_back().units()), [15_000, 50_000, 100_000]);
    assert_eq!([figures::BRANCH_PRICE, figures::BRANCH_RETURN].map(Money::units), [100_000, 50_000]);
}

#[test]
fn cmp_tm_1_allowances() {
    assert_eq!(Vehicle::ALL.map(Vehicle::allowance), [5, 4, 2]);
    assert_eq!(Morphology::ALL.map(Morphology::points), [1, 2, 2, 3, 3]);
}

#[test]
fn cmp_data_10_ruler_and_arrows() {
    let pack = standard();
    assert_eq!((pack.radius(), pack.notches), (390, [130, 260, 390]));
    assert_eq!(pack.arrows, [0, 2, 4, 6, 8, 10, 12, 14, 16]);
    assert_eq!(pack.all_arrows().count(), 18);
    let right = Arrow::new(Edge::Right, 2).unwrap();
    assert_eq!((pack.arrow_point(right), pack.arrow_cell(right)), (Point { x: 3600, y: 428 }, Cell::at(39, 4).unwrap()));
    let left = right.opposite();
    assert_eq!((pack.arrow_point(left), pack.arrow_cell(left)), (Point { x: 0, y: 428 }, Cell::at(0, 4).unwrap()));
    let airports: Vec<Territory> = Territory::all().filter(|territory| pack[*territory].airport != Airport::None).collect();
    assert_eq!(airports.len(), 83);
    for territory in airports {
        let card = &pack[territory];
        let nearest = Cell::all().map(|cell| card.point.squared(cell.centre())).min();
        assert_eq!(Some(card.point.squared(card.cell.centre())), nearest);
        assert!(Cell::all().take_while(|cell| *cell < card.cell).all(|cell| Some(card.point.squared(cell.centre())) != nearest));
    }
}

#[test]
fn cmp_data_10_a_ruler_that_is_not_right() {
    map_refuses("radius", "radius = 391", ("CMP-DATA-10", "a multiple of 3"));
    map_refuses("radius", "radius = 0", ("CMP-DATA-10", "from 3 to 3600"));
    map_refuses("radius", "radius = 9223372036854775806", ("CMP-DATA-10", "from 3 to 3600"));
    for notches in ["[130, 260]", "[130, 250, 390]", "[260, 130, 390]", "[130, 260, 391]", "[]"] {
        map_refuses("notches", &format!("notches = {notches}"), ("CMP-DATA-10", "`notches` are at one third"));
    }
    for rows in ["[]", "[0, 18]", "[-1]", "[2, 0]", "[3, 3]"] {
        map_refuses("rows = [", &format!("rows = {rows}"), ("CMP-DATA-10", "`rows` of the arrows"));
    }
    map_refuses("aircraft_yellow", "aircraft_yellow = 2500", ("CMP-DATA-10", "`aircraft_yellow` of [fixed.fuel]: it is 2000"));
}

#[test]
fn cmp_data_6_the_figures_of_the_grid_are_those_of_the_model() {
    map_refuses("columns", "columns = 41", ("CMP-DATA-6", "`columns` of the grid is 40"));
    map_refuses("rows = 18", "rows = 17", ("CMP-DATA-6", "`rows` of the grid is 18"));
    map_refuses("layout", "layout = \"even-r\"", ("CMP-DATA-6", "`layout` of the grid"));
    map_refuses("cell_width", "cell_width = 91", ("CMP-DATA-6", "is 90"));
    map_refuses("row_height", "row_height = 77", ("CMP-DATA-6", "is 78"));
    map_refuses("first_row_y", "first_row_y = 0", ("CMP-DATA-6", "is 740"));
    map_refuses("left_edge_lon", "left_edge_lon = -1800", ("CMP-DATA-6", "is -1690"));
    map_refuses("wrap", "wrap = false", ("CMP-DATA-6", "`wrap` of the grid is true"));
}

/// The flights A1 to A8 of the worked examples.
#[test]
fn cmp_air_4_notches() {
    let pack = standard();
    let point = |id| pack[land(id)].point;
    let right = Point { x: 3600, y: 428 };
    let flights = [
        (point("germany"), point("italy"), 8_725, 1),
        (point("italy"), point("egypt"), 52_925, 2),
        (point("southeastern_australia"), point("new_zealand"), 80_125, 3),
        (point("great_britain"), point("atlantic_states"), 564_500, 6),
        (point("germany"), point("atlantic_states"), 750_625, 7),
        (point("japan"), right, 284_869, 5),
        (Point { x: 0, y: 428 }, point("pacific_states"), 250_784, 4),
        (point("benelux"), point("germany"), 2_500, 1),
    ];
    for (from, to, squared, notch) in flights {
        assert_eq!((from.squared(to), pack.notch(squared)), (squared, notch));
    }
    // Exactly a notch, and a hair more.
    let edges = [(0, 0), (1, 1), (130 * 130, 1), (130 * 130 + 1, 2), (390 * 390, 3), (390 * 390 + 1, 4), (260 * 260 - 1, 2)];
    assert!(edges.iter().all(|(squared, notch)| pack.notch(*squared) == *notch));
}

#[test]
fn cmp_wx_10_distance_goes_over_the_edge() {
    let (far_east, alaska) = (Point { x: 3590, y: 0 }, Point { x: 10, y: 0 });
    assert_eq!((far_east.squared(alaska), far_east.squared_around(alaska)), (3580 * 3580, 400));
    assert_eq!(far_east.squared_around(far_east), 0);
}

#[test]
fn cmp_data_16_the_round_track() {
    assert_eq!(standard().marks, 12);
    map_refuses("marks", "marks = 0", ("CMP-DATA-16", "from 1 to 99"));
    map_refuses("marks", "marks = 100", ("CMP-DATA-16", "from 1 to 99"));
}

#[test]
fn cmp_data_18_the_colours() {
    let pack = standard();
    assert_eq!(pack.colours, ["red", "green", "blue", "yellow", "black"]);
    assert_eq!(pack.colour(Colour::FIRST), "red");
    for names in [r#"["red", "green"]"#, r#"["red", "red", "blue", "yellow", "black"]"#, r#"["", "b", "c", "d", "e"]"#] {
        map_refuses("names", &format!("names = {names}"), ("CMP-DATA-18", "five different colours"));
    }
    let renamed = Draft { map: Draft::standard().map.replace("\"red\"", "\"orange\""), ..Draft::standard() };
    assert_eq!(renamed.pack().colours[0], "orange");
}
