//! Victory points. (CMP-VP)

use super::common::*;
use serde_json::json;

/// The points for a Delivery of goods that are there already.
fn delivered(sender: &str, receiver: &str) -> u16 {
    let mut table = set(2).token("a-truck-1", receiver).signed("a-truck-1", "C001", sender, receiver).done();
    table.lucky('A', &format!("deliver {sender}"), &[c(2)]);
    table.points('A')
}

/// Covers CMP-VP-1, CMP-VP-2.
#[test]
fn cmp_vp_1_a_delivery_gains_what_the_table_says() {
    let continents = [
        ["alaska", "quebec"],
        ["peru", "chile"],
        ["spain", "poland"],
        ["kenya", "angola"],
        ["korea", "turkey"],
        ["queensland", "fiji"],
    ];
    let points =
        [[1, 2, 2, 3, 2, 3], [2, 1, 2, 3, 3, 3], [2, 2, 1, 3, 2, 3], [2, 2, 2, 2, 2, 2], [2, 3, 2, 3, 1, 2], [3, 3, 3, 3, 2, 1]];
    for (from, row) in points.iter().enumerate() {
        for (to, expected) in row.iter().enumerate() {
            let (sender, receiver) = (continents[from][0], continents[to][1]);
            assert_eq!(delivered(sender, receiver), *expected, "{sender} to {receiver}");
        }
    }
}

#[test]
fn cmp_vp_2_the_table_counts_within_africa_and_is_not_symmetric() {
    assert_eq!(delivered("kenya", "angola"), 2);
    assert_eq!((delivered("alaska", "kenya"), delivered("kenya", "alaska")), (3, 2));
}

/// Covers CMP-VP-3, CMP-VP-4.
#[test]
fn cmp_vp_3_a_failure_costs_one_and_nobody_falls_below_0() {
    for (before, after) in [(5, 4), (1, 0), (0, 0)] {
        let mut table =
            set(2).points('A', before).token("a-truck-1", "spain").signed("a-truck-1", "C036", "spain", "poland").done();
        table.does('A', "deliver spain");
        table.does('A', "give up");
        assert_eq!(table.points('A'), after);
        assert_eq!(table.heard('A', "failed")["lost"], json!(before - after));
    }
}

#[test]
fn cmp_vp_5_points_above_ten_count_unless_the_table_says_otherwise() {
    for (cap, points) in [(json!("none"), 12), (json!(10), 10)] {
        let mut table = set_with(json!({"players": 2, "vp_cap": cap}))
            .points('A', 9)
            .token("a-truck-1", "kenya")
            .signed("a-truck-1", "C001", "spain", "kenya")
            .done();
        table.lucky('A', "deliver spain", &[c(2)]);
        assert_eq!(table.points('A'), points);
    }
}

/// Covers CMP-VP-6.
#[test]
fn cmp_vp_6_the_cards_count_and_not_the_way() {
    // The goods from Spain have come to Asia and go to Morocco: Europe to Africa.
    let mut table = set(2).token("a-truck-1", "morocco").signed("a-truck-1", "C001", "spain", "morocco").done();
    table.lucky('A', "deliver spain", &[c(2)]);
    assert_eq!(table.points('A'), 3);
    // The danger put the truck on another continent meanwhile; it drives on from there.
    let mut table = set(2).token("a-truck-1", "spain").signed("a-truck-1", "C001", "kenya", "portugal").done();
    table.does('A', "deliver kenya");
    table.lucky('A', "go a-truck-1 portugal", &[c(2)]);
    assert_eq!(table.points('A'), 2);
}
