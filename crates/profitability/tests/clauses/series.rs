//! Teams and several matches. (PRF-TEAM, PRF-MULTI)

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, Table, asked, but, ended, four, last_to_move, placed, reference_luck, road, seeded,
    store, truck,
};
use kernel::{Game, Words};
use profitability::Profitability;
use serde_json::{Value, json};

fn team() -> Value {
    json!({"mode": "team"})
}

#[test]
fn prf_team_1_red_and_yellow_play_against_blue_and_green() {
    let view = seeded(team(), 1).view();
    let pairs: Vec<(Value, Value)> =
        view["players"].as_array().unwrap().iter().map(|player| (player["colour"].clone(), player["partner"].clone())).collect();
    let expected = [("red", 3), ("blue", 4), ("yellow", 1), ("green", 2)].map(|(colour, seat)| (json!(colour), json!(seat)));
    assert_eq!(pairs, expected);
    assert!(seeded(json!({}), 1).view()["players"].as_array().unwrap().iter().all(|player| player["partner"].is_null()));
    // With colours at random the partner is who plays the opposite colour.
    let table = placed(but(team(), json!({"colours": "random"})), json!({"colours": ["red", "yellow", "green", "blue"]}));
    let partners: Vec<u64> =
        table.view()["players"].as_array().unwrap().iter().map(|player| player["partner"].as_u64().unwrap()).collect();
    assert_eq!(partners, [2, 1, 4, 3]);
}

#[test]
fn prf_team_2_the_target_is_50000() {
    for target in ["35000", "50000"] {
        let settings = json!({"mode": "team", "target": target});
        for (profit, reached) in [(35_000, false), (49_500, false), (50_000, true)] {
            let mut table = placed(settings.clone(), road(json!({"points": 5, "profits": {"red": profit}})));
            table.pass();
            assert_eq!(table.told("target_reached").len(), usize::from(reached), "{profit}");
        }
    }
}

#[test]
fn prf_team_3_each_team_has_one_shared_pawn() {
    let position = json!({
        "profits": {"red": 4000, "green": 1000},
        "trucks": {"red": truck("LargeGreen", "dG"), "blue": truck("LargeRed", "dR"), "yellow": truck("LargeGreen", "dY")},
    });
    let mut table = placed(team(), road(position));
    assert_eq!(table.totals(), [4000, 1000, 4000, 1000]);
    table.play("unload green", &[]);
    assert_eq!(table.totals(), [5500, 1000, 5500, 1000]);
    table.pass();
    table.play("unload red", &[]);
    assert_eq!(table.totals(), [5500, 2500, 5500, 2500]);
    table.pass();
    table.plays(&["unload yellow", "unload damaged"]);
    assert_eq!(table.totals(), [4000, 2500, 4000, 2500]);
    let view = table.view();
    let fields: Vec<&Value> = view["players"].as_array().unwrap().iter().map(|player| &player["field"]).collect();
    assert_eq!(fields, [8, 5, 8, 5]);
}

#[test]
fn prf_team_4_everything_else_stays_per_player() {
    // Red and yellow in one warehouse: red unloads into the red space only, and may load from yellow's.
    let stores = json!({"LargeGreen": store("|B|Y|")});
    let trucks = json!({"red": truck("LargeGreen", "dG"), "yellow": truck("LargeGreen", "dBRG")});
    let mut table = placed(team(), road(json!({"stores": stores, "trucks": trucks})));
    table.play("unload green", &[]);
    assert_eq!(table.store("LargeGreen"), "G|B|Y|");
    assert!(table.may("load yellow yellow") && !table.may("load red green"));
    table.play("load yellow yellow", &[]);
    assert_eq!((table.load("red").as_str(), table.load("yellow").as_str()), ("dY", "dRBG"));
    // Turns: each of the four in order. Capacities: yellow's truck is full, red's is not.
    table.pass();
    assert_eq!(table.colour(), "blue");
    table.pass();
    assert_eq!(table.colour(), "yellow");
    assert_eq!(table.refused("load red green"), "PRF-LOAD-5");
    // The damaged good costs 3,000 in the partner's warehouse.
    let position = json!({"profits": {"red": 9000}, "trucks": {"red": truck("LargeYellow", "dR")}});
    let mut table = placed(team(), road(position));
    table.play("unload damaged", &[]);
    assert_eq!(table.totals()[0], 6000);
    table.play("unload red", &[]);
    assert_eq!(table.totals()[0], 7500, "no extra profit in the partner’s warehouse");
}

#[test]
fn prf_team_5_after_the_target_the_other_three_players_have_a_turn_the_partner_included() {
    let mut table = placed(team(), road(json!({"turn": 2, "points": 5, "profits": {"blue": 50_000}})));
    table.pass();
    let mut turns = Vec::new();
    for left in (1..4).rev() {
        turns.push(table.colour());
        table.play("end", if left == 1 { &[] } else { &JOKER });
        if left > 1 {
            table.decline();
        }
    }
    assert_eq!(turns, ["yellow", "green", "red"]);
    assert!(table.is_over());
    assert_eq!(table.told("target_reached").len(), 1);
}

#[test]
fn prf_team_6_a_team_tie_adds_the_trucks_of_both_partners() {
    let tie = |loads: [&str; 4], bookings: Value| {
        let mut trucks = json!({});
        for ((colour, dot), load) in COLOURS.iter().zip(["N2", "E2", "S2", "W2"]).zip(loads) {
            trucks[*colour] = truck(dot, load);
        }
        let position = json!({"profits": {"red": 50_000, "blue": 50_000}, "trucks": trucks, "bookings": bookings});
        let table = ended(team(), road(position));
        table.places()
    };
    let (red, blue) = ([1, 2, 1, 2], [2, 1, 2, 1]);
    let early = json!({"red": 1, "blue": 2});
    let late = json!({"red": 2, "blue": 1});
    // 2 + 1 goods against 2.
    assert_eq!(tie(["RR", "RR", "R", ""], late.clone()), red);
    assert_eq!(tie(["RR", "R", "", "RR"], early.clone()), blue);
    // Each truck is judged by itself: yellow's counts 0 with its damaged good, red's counts.
    assert_eq!(tie(["RR", "R", "dRRR", ""], late.clone()), red);
    assert_eq!(tie(["R", "RR", "dRRR", "d"], early.clone()), blue);
    // Then the shared pawns.
    assert_eq!(tie(["R", "R", "", ""], early), red);
    assert_eq!(tie(["R", "", "", "R"], late), blue);
}

#[test]
fn prf_team_6_the_score_tells_what_decided() {
    let score = |load: &str| -> Vec<String> {
        let trucks =
            json!({"red": truck("N2", load), "blue": truck("E2", ""), "yellow": truck("S2", ""), "green": truck("W2", "R")});
        let position = json!({"profits": {"red": 50_000, "blue": 50_000}, "trucks": trucks, "bookings": {"red": 8, "blue": 5}});
        let table = ended(team(), road(position));
        let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
        table.rules.score(&table.state, &names).into_iter().skip(2).map(|line| format!("{} {}", line.clause, line.text)).collect()
    };
    assert_eq!(
        score("R"),
        [
            "PRF-TEAM-6 equal at 50,000 EUR; the goods left on the trucks are worth: Ann and Cleo 1,500 EUR, Bob and Dan 1,500 EUR",
            "PRF-TIE-5 equal again; who came to the amount first: Ann and Cleo with booking 8, Bob and Dan with booking 5",
            "PRF-TEAM-6 Bob and Dan win with 50,000 EUR",
        ]
    );
    assert_eq!(
        score("RR"),
        [
            "PRF-TEAM-6 equal at 50,000 EUR; the goods left on the trucks are worth: Ann and Cleo 3,000 EUR, Bob and Dan 1,500 EUR",
            "PRF-TEAM-6 Ann and Cleo win with 50,000 EUR",
        ]
    );
}

// Several matches

/// The last closing turn of match `number` of `settings`, with these profits and the series so far.
fn last_turn(settings: Value, number: u8, profits: Value, series: Value) -> Table {
    let turn = last_to_move(&settings, &profits, &json!({}));
    let mut position = json!({"match": number, "turn": turn, "closing": 1, "points": 1, "profits": profits, "lap": 15});
    if !series.is_null() {
        position["series"] = series;
    }
    placed(settings, road(position))
}

/// The series of a table.
fn series(table: &Table) -> Value {
    table.position()["series"].clone()
}

#[test]
fn prf_multi_1_so_many_matches_are_played_with_or_without_bonus() {
    for (bonus, totals) in [("on", [44_000, 24_000, 12_000, 5000]), ("off", [36_000, 20_000, 10_000, 5000])] {
        let settings = json!({"matches": 3, "championship_bonus": bonus});
        let profits = four([36_000, 20_000, 10_000, 5000]);
        let mut table = last_turn(settings.clone(), 1, profits.clone(), Value::Null);
        table.play("end", &reference_luck());
        assert_eq!((series(&table)["totals"].clone(), table.view()["match"].clone()), (four(totals), json!(2)));
        let mut table = last_turn(settings.clone(), 2, profits.clone(), series(&table));
        table.play("end", &reference_luck());
        assert_eq!(table.view()["match"], 3);
        let mut table = last_turn(settings, 3, profits.clone(), series(&table));
        table.play("end", &[]);
        assert!(table.is_over());
        assert_eq!(series(&table)["totals"], four(totals.map(|total| 3 * total)));
        assert_eq!(table.last("bonus").is_null(), bonus == "off");
    }
    // By default on.
    let mut table = last_turn(json!({"matches": 2}), 1, four([36_000, 0, 500, 1000]), Value::Null);
    table.play("end", &reference_luck());
    assert_eq!(table.told("bonus").iter().filter(|bonus| bonus["euro"] != 0).count(), 3);
    // A single match has no bonus.
    let table = ended(json!({}), road(json!({"turn": 4, "profits": four([36_000, 0, 500, 1000])})));
    assert!(table.told("bonus").is_empty());
    assert_eq!(table.totals(), [36_000, 0, 500, 1000]);
}

/// Covers PRF-MULTI-2, PRF-MULTI-8.
#[test]
fn prf_multi_2_8000_4000_2000_and_0_for_the_places() {
    let mut table = last_turn(json!({"matches": 2}), 1, four([36_000, 10_000, 20_000, 15_000]), Value::Null);
    table.play("end", &reference_luck());
    assert_eq!(series(&table)["totals"], four([44_000, 10_000, 24_000, 17_000]));
    let bonuses: Vec<(u64, i64)> = table
        .told("bonus")
        .iter()
        .map(|bonus| (bonus["seat"].as_u64().unwrap(), bonus["euro"].as_i64().unwrap()))
        .filter(|(_, euro)| *euro > 0)
        .collect();
    let mut sorted = bonuses;
    sorted.sort_unstable();
    assert_eq!(sorted, [(1, 8000), (3, 4000), (4, 2000)]);
    assert_eq!(
        series(&table)["places"],
        json!({"red": [1, 0, 0, 0], "blue": [0, 0, 0, 1], "yellow": [0, 1, 0, 0], "green": [0, 0, 1, 0]})
    );
}

#[test]
fn prf_multi_3_8000_for_the_winning_team_once() {
    let settings = json!({"mode": "team", "matches": 2});
    for (profits, totals) in [([50_500, 47_000], [58_500, 47_000]), ([50_500, 60_000], [50_500, 68_000])] {
        let mut table = last_turn(settings.clone(), 1, json!({"red": profits[0], "blue": profits[1]}), Value::Null);
        table.play("end", &reference_luck());
        assert_eq!(series(&table)["totals"], four([totals[0], totals[1], totals[0], totals[1]]));
        let paid: i64 = table.told("bonus").iter().map(|bonus| bonus["euro"].as_i64().unwrap()).sum();
        assert_eq!(paid, 8000, "once per team");
    }
}

#[test]
fn prf_multi_4_the_bonus_comes_after_every_match_and_counts_for_no_target() {
    // Red has 44,000 in all matches together with the bonus, and 30,000 now: no end of this match.
    let totals = json!({"totals": four([44_000, 24_000, 12_000, 5000]), "places": {"red": [1, 0, 0, 0], "blue": [0, 1, 0, 0], "yellow": [0, 0, 1, 0], "green": [0, 0, 0, 1]}, "last": four([1, 2, 3, 4])});
    let position = road(json!({"match": 2, "profits": {"red": 30_000}, "series": totals}));
    let mut table = placed(json!({"matches": 3}), position);
    table.pass();
    assert!(table.told("target_reached").is_empty());
    // After the last match too.
    let mut table = last_turn(json!({"matches": 2}), 2, four([36_000, 20_000, 10_000, 5000]), totals);
    table.play("end", &[]);
    assert_eq!(series(&table)["totals"], four([88_000, 48_000, 24_000, 10_000]));
}

#[test]
fn prf_multi_5_each_match_begins_from_nothing() {
    let settings = json!({"matches": 2, "colours": "random", "target": "50000"});
    let position = json!({
        "colours": ["green", "red", "blue", "yellow"], "turn": 1, "closing": 1, "lap": 17, "starter": 3,
        "profits": four([51_000, 20_000, 10_000, 5000]), "prices": four([0, 3000, 500, 2500]), "bookings": four([9, 8, 7, 6]),
        "trend": crate::common::trend("2R+ 3R+ 4B+ 5B+ 6Y+ 8Y- 11G+ 12G-"),
        "trucks": {"red": truck("N2", "BB"), "blue": truck("LargeRed", "RY"), "yellow": truck("S2", "d"), "green": truck("SmallRed", "G")},
    });
    let mut table = placed(settings, road(position));
    // New set-up and starting roll: blue starts. Colours are not drawn again.
    let mut luck = reference_luck();
    luck.truncate(12);
    luck.extend([1, 1, 6, 6, 1, 2, 2, 1]);
    table.play("end", &luck);
    let view = table.view();
    assert_eq!((&view["match"], &view["lap"], &view["step"]), (&json!(2), &json!(1), &json!("marking")));
    assert_eq!(view["colours"], json!(["green", "red", "blue", "yellow"]));
    assert_eq!((&view["starter"], table.colour().as_str()), (&json!(3), "red"));
    assert_eq!((table.totals(), table.prices(), table.trend().as_str()), (vec![0; 4], [1500; 4], ""));
    assert_eq!(COLOURS.map(|colour| table.load(colour)), ["dG", "dR", "dB", "dY"]);
    assert_eq!(COLOURS.map(|colour| table.place(colour)), ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen"]);
    assert_eq!(table.store("SmallRed"), "Y|||");
    assert_eq!((&view["target"], &view["closing"]), (&json!(50_000), &Value::Null));
    assert!(COLOURS.iter().all(|colour| table.truck(colour)["home"] == true
        && table.truck(colour)["last"] == format!("Small{}{}", colour[..1].to_uppercase(), &colour[1..])));
    assert_eq!(table.position()["booking"].as_u64().unwrap_or(0), 0);
    assert!(table.told("coloured").is_empty());
    assert_eq!(table.last("match_began")["match"], 2);
    // Random tiles are laid again.
    let rules = crate::common::rules(json!({"matches": 2}));
    let mut events = Vec::new();
    crate::common::play_out(&rules, &mut kernel::Seeded::new(3), &mut events);
    let kinds: Vec<String> =
        events.iter().map(|event| serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned()).collect();
    for kind in ["tiles_laid", "goods_laid", "started", "match_ended"] {
        assert_eq!(kinds.iter().filter(|other| *other == kind).count(), 2, "{kind}");
    }
}

/// The places of a series of `matches` without bonus whose last match ends now.
fn series_end(matches: u8, totals: [i64; 4], places: [[u8; 4]; 4], last: [u8; 4], profits: [i64; 4]) -> (Vec<u8>, &'static str) {
    let counted: Value = COLOURS
        .iter()
        .zip(places)
        .map(|(colour, places)| (colour.to_string(), json!(places)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let series = json!({"totals": four(totals), "places": counted, "last": four(last)});
    let settings = json!({"matches": matches, "championship_bonus": "off"});
    let mut table = last_turn(settings, matches, four(profits), series);
    table.play("end", &[]);
    table.ended().unwrap()
}

#[test]
fn prf_multi_6_the_highest_total_wins_and_ties_go_by_places() {
    // The highest total, not the last match.
    let (places, clause) = series_end(
        2,
        [36_000, 20_000, 10_000, 5000],
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
        [1, 2, 3, 4],
        [35_500, 40_000, 10_000, 5000],
    );
    assert_eq!((places, clause), (vec![1, 2, 3, 4], "PRF-MULTI-6"));
    // Equal totals: more 1st places. Red was first twice, blue now.
    let (places, _) = series_end(
        3,
        [74_500, 40_000, 20_000, 18_000],
        [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]],
        [1, 2, 3, 4],
        [1000, 35_500, 5000, 4000],
    );
    assert_eq!(places[..2], [1, 2]);
    // Then more 2nd places: red 1, 2, 4; blue 3, 3, 1.
    let (places, _) = series_end(
        3,
        [74_500, 40_000, 45_000, 18_000],
        [[1, 1, 0, 0], [0, 0, 2, 0], [1, 0, 0, 1], [0, 1, 0, 1]],
        [2, 3, 1, 4],
        [1000, 35_500, 5000, 4000],
    );
    assert_eq!(places[..2], [1, 2]);
    // Then more 3rd places: red 1, 3, 4; blue 4, 4, 1.
    let (places, _) = series_end(
        3,
        [74_500, 40_000, 45_000, 18_000],
        [[1, 0, 1, 0], [0, 0, 0, 2], [1, 1, 0, 0], [0, 1, 1, 0]],
        [3, 4, 1, 2],
        [1000, 35_500, 5000, 4000],
    );
    assert_eq!(places[..2], [1, 2]);
    // Then the better place in the last match: red 1, 2; blue 2, 1.
    let (places, _) = series_end(
        2,
        [36_000, 30_000, 10_000, 5000],
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
        [1, 2, 3, 4],
        [30_000, 36_000, 10_000, 5000],
    );
    assert_eq!(places, [2, 1, 3, 4]);
    // The score is the total with all bonuses.
    let mut table = last_turn(
        json!({"matches": 2}),
        2,
        four([35_500, 20_000, 10_000, 5000]),
        json!({"totals": four([44_000, 24_000, 12_000, 5000]), "places": {"red": [1, 0, 0, 0], "blue": [0, 1, 0, 0], "yellow": [0, 0, 1, 0], "green": [0, 0, 0, 1]}, "last": four([1, 2, 3, 4])}),
    );
    table.play("end", &[]);
    let outcome = kernel::Rules::outcome(&*table.rules, &table.state).unwrap();
    let scores: Vec<i32> = (0..4).map(|seat| outcome.score(kernel::Seat::new(seat).unwrap())).collect();
    assert_eq!(scores, [44_000 + 43_500, 24_000 + 24_000, 12_000 + 12_000, 10_000]);
}

#[test]
fn prf_multi_6_teams_have_totals_too() {
    let settings = json!({"mode": "team", "matches": 2, "championship_bonus": "off"});
    let mut table = last_turn(settings.clone(), 1, json!({"red": 50_500, "blue": 47_000}), Value::Null);
    table.play("end", &reference_luck());
    // Equal totals and one win each: the last match decides.
    let mut tied = last_turn(settings.clone(), 2, json!({"red": 47_000, "blue": 50_500}), series(&table));
    tied.play("end", &[]);
    assert_eq!(tied.places(), [2, 1, 2, 1]);
    let mut ahead = last_turn(settings, 2, json!({"red": 49_000, "blue": 50_500}), series(&table));
    ahead.play("end", &[]);
    assert_eq!(ahead.places(), [1, 2, 1, 2]);
}

#[test]
fn prf_multi_7_three_matches_are_offered_to_who_wants_several() {
    let settings = Profitability::settings();
    let matches = kernel::settings::find(&settings, "matches").unwrap();
    assert_eq!(matches.default_value(), 1);
    assert!(matches.about.contains('3'), "{}", matches.about);
    assert!(asked(json!({"matches": 3})).is_ok());
}

#[test]
fn prf_multi_8_with_fewer_players_the_bonuses_of_the_existing_places_are_paid() {
    for (players, profits, totals) in [
        (2, [36_000, 20_000].to_vec(), [44_000, 24_000].to_vec()),
        (3, [20_000, 36_000, 10_000].to_vec(), [24_000, 44_000, 12_000].to_vec()),
    ] {
        let (mut by_colour, mut expected, mut trucks) = (json!({}), json!({}), json!({}));
        for (index, dot) in (0..players).zip(["N2", "E2", "S2"]) {
            by_colour[COLOURS[index]] = json!(profits[index]);
            expected[COLOURS[index]] = json!(totals[index]);
            trucks[COLOURS[index]] = truck(dot, "d");
        }
        let turn = if players == 2 { 2 } else { 1 };
        let position = json!({"turn": turn, "lap": 12, "closing": 1, "profits": by_colour, "trucks": trucks});
        let mut table = placed(json!({"players": players, "matches": 2}), position);
        let mut luck = reference_luck();
        luck.truncate(12);
        luck.extend([6, 6].iter().chain(&[1, 1, 1, 2][..2 * (players - 1)]));
        table.play("end", &luck);
        let series = series(&table);
        for (colour, total) in expected.as_object().unwrap() {
            assert_eq!(&series["totals"][colour], total, "{colour} of {players}");
        }
    }
}
