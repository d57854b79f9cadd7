//! The helpers that tests of games are written with, on the small game and its flaws.

use crate::flawed::{Flaw, FlawedGame, choose};
use bazaar::BazaarGame;
use kernel::{Game, Luck, Rules, Seeded};
use proof::{TestTable, but, pairs, sound_game};
use serde_json::json;
use std::collections::BTreeSet;

/// Plays at random on a test table of a game with this flaw, with things now and then that are refused.
fn played(flaw: Flaw) -> std::thread::Result<()> {
    choose(flaw);
    let result = std::panic::catch_unwind(|| {
        let mut luck = Seeded::new(2);
        for seed in 0..4 {
            let mut table = TestTable::<FlawedGame>::seeded(bazaar::Options::default(), seed);
            while !table.is_over() {
                let (seat, list) = (table.seat(), table.actions());
                for odd in ["bury 0", "draw", "pass", "end", "peek 2"] {
                    let odd = if luck.below(3) == 0 { odd } else { &list[luck.below(list.len())] };
                    let other = seat.next(table.rules.players());
                    let _ = table.clone().try_with(other, odd, &mut Seeded::new(1));
                    let _ = table.clone().try_with(seat, odd, &mut Seeded::new(1));
                }
                let action = list[luck.below(list.len())].clone();
                table.play_with(&action, &mut luck);
            }
        }
    });
    choose(Flaw::None);
    result
}

#[test]
fn the_test_table_notices_flaws_at_any_step() {
    assert!(played(Flaw::None).is_ok(), "no flaw, nothing to notice");
    for (flaw, words) in [
        (Flaw::KeepsTheFee, "is refused but changed the state"),
        (Flaw::RollsFirst, "is refused but drew luck"),
        (Flaw::TellsFirst, "is refused but told the journal"),
        (Flaw::InventsClauses, "which is not in the rulebook"),
        (Flaw::BuriesTwice, "is listed: false"),
        (Flaw::ListsTooMuch, "is listed but refused"),
        (Flaw::MintsCoins, "coins for each player"),
        (Flaw::RaisesTheDead, "what is buried stays so"),
        (Flaw::Pretends, "consequences are honest"),
        (Flaw::Dozes, "the fallback"),
        (Flaw::ForgetsOffers, "the position sets up another state"),
        (Flaw::WaitsForNobody, "nobody is awaited exactly when the game is over"),
        (Flaw::Miscounts, "counts `1 cards`"),
        (Flaw::NumbersPlayers, "where the player has a name"),
    ] {
        let told = played(flaw).expect_err(&format!("{flaw:?} went unnoticed"));
        let told = told.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(told.contains(words), "{flaw:?} should be told with\n  {words}\nbut was told with\n  {told}");
    }
}

#[test]
fn every_pair_of_settings_meets_or_cannot() {
    let found = pairs::<BazaarGame>(1, &[]);
    let cannot: BTreeSet<&str> = found.impossible.iter().map(String::as_str).collect();
    let contradictions = BTreeSet::from(["players = 2, auction = \"interest\"", "rounds = 1, auction = \"interest\""]);
    assert_eq!(cannot, contradictions);
    let settings = BazaarGame::settings();
    let values: usize = settings.iter().map(|setting| setting.values().len()).max().unwrap_or_default();
    assert!(found.mixes.len() < 3 * values, "{} mixes", found.mixes.len());
    // Every pair that can be is there: count them from the mixes, by the keys of two settings.
    for (index, one) in settings.iter().enumerate() {
        for other in &settings[index + 1..] {
            let met: BTreeSet<String> = found.mixes.iter().map(|mix| format!("{} {}", mix[one.key], mix[other.key])).collect();
            let of = |key: &str| found.mixes.iter().map(|mix| mix[key].to_string()).collect::<BTreeSet<_>>().len();
            let both = |text: &&&str| text.contains(&format!("{} = ", one.key)) && text.contains(&format!(", {} = ", other.key));
            assert_eq!(met.len() + cannot.iter().filter(both).count(), of(one.key) * of(other.key), "{} {}", one.key, other.key);
        }
    }
    let pinned = pairs::<BazaarGame>(1, &[("rounds", "2")]);
    assert!(pinned.mixes.iter().all(|mix| mix["rounds"] == 2));
}

#[test]
fn a_sound_game_comes_to_its_end() {
    let rules = proof::rules::<BazaarGame>(&proof::options::<BazaarGame>(json!({"players": 3})));
    assert!(sound_game(&rules, 1, 10_000) > 10);
    assert_eq!(but(json!({"a": 1, "b": 2}), json!({"b": 3})), json!({"a": 1, "b": 3}));
}
