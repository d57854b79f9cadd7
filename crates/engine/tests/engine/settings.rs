//! Settings that contradict each other are refused wherever they are chosen.

use engine::{Setup, games};
use kernel::{Key, Luck, Seeded};
use serde_json::{Map, Value};

#[test]
fn options_refuse_what_a_new_table_refuses() {
    let mut luck = Seeded::new(9);
    for game in games() {
        let settings = game.settings();
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..400 {
            let mut chosen: Map<String, Value> = Map::new();
            for setting in &settings {
                if luck.below(2) == 0 {
                    chosen.insert(setting.key.to_owned(), setting.sample(&mut luck));
                }
            }
            let options = game.options(&chosen);
            let table = game.open(Setup { options: chosen.clone(), ..Setup::new(Key([1; 32])) });
            match (&options, &table) {
                (Ok(_), Ok(_)) => taken += 1,
                (Err(one), Err(other)) => {
                    assert_eq!(one.to_string(), other.to_string());
                    refused += 1;
                }
                _ => panic!("{}: {chosen:?} is judged in two ways: {options:?}", game.about().id),
            }
        }
        let contradicts = proof::Facts::of(game.about().id).settings_contradict;
        assert!(taken > 0 && (refused > 0) == contradicts, "{}: {taken} taken, {refused} refused", game.about().id);
    }
}
