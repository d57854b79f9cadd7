//! The board of COMPETITOR$: the map with what is on it, the hand, secrets, and how large a page becomes.

use super::*;
use ::competitors::View;

const FIVE: [&str; 5] = ["Ann", "Ben", "Cleo", "Dora", "Emil"];

fn table(players: usize) -> Live {
    table_of_game("competitors", &FIVE[..players], json!({ "players": players }))
}

/// A table at a written position.
fn at(players: usize, position: Value) -> Live {
    table_at("competitors", &FIVE[..players], json!({ "players": players }), Some(position))
}

/// What somebody sees, of the rules' own type.
fn view_of(scene: &Scene) -> &View {
    scene.play.as_ref().unwrap().view.of::<View>().unwrap()
}

/// Much of everything: a large hand, a fleet, branches, contracts under way.
fn crowded() -> Value {
    let hand = [
        "alaska", "quebec", "cuba", "panama", "peru", "chile", "iceland", "ireland", "spain", "france", "denmark", "sweden",
        "finland", "moscow", "libya", "egypt", "kenya", "japan", "fiji", "java",
    ];
    let contracts = ["C001", "C002", "C003", "C005", "C093", "C096", "C109", "C112", "C114"];
    let others = |letter: char, office: &str, branches: [&str; 5]| {
        let kinds = [("truck", 5), ("ship", 3), ("aircraft", 2)];
        let ports = ["portugal", "morocco", "nigeria"];
        let tokens = kinds.iter().flat_map(|(kind, count)| {
            (1..=*count).map(move |number| (format!("{letter}-{kind}-{number}"), json!(ports[number % 3])))
        });
        json!({ "office": office, "branches": branches, "tokens": tokens.collect::<Map<String, Value>>() })
    };
    json!({
        "round": 9,
        "players": [
            {
                "office": "H3",
                "territories": hand,
                "contracts": contracts,
                "branches": ["senegal_mauritania", "great_britain", "benelux"],
                "tokens": {
                    "a-truck-1": { "at": "poland", "load": { "contract": "C017", "sender": "poland", "receiver": "nigeria" } },
                    "a-truck-2": { "at": "germany", "load": { "contract": "C018", "sender": "germany", "receiver": "western_australia" } },
                    "a-truck-3": "germany", "a-truck-4": "germany", "a-truck-5": "italy",
                    "a-ship-1": "14:6", "a-ship-2": { "at": "germany", "load": { "contract": "C019", "sender": "norway", "receiver": "pampas" } }, "a-ship-3": "france",
                    "a-aircraft-1": "germany", "a-aircraft-2": "great_britain",
                },
            },
            others('b', "H1", ["pacific_states", "nordeste", "portugal", "kazakhstan", "thailand"]),
            others('c', "H5", ["mozambique", "namibia", "algeria", "romania_bulgaria", "sudan"]),
            others('d', "H7", ["southern_china", "myanmar", "far_east", "philippines", "sumatra"]),
            others('e', "H9", ["queensland", "new_zealand", "ecuador", "colombia", "venezuela"]),
        ],
    })
}

#[test]
fn a_crowded_page_stays_small() {
    for actions in
        [&[][..], &["move a-ship-1"], &["move a-aircraft-1"], &["move a-truck-5"], &["deliver germany"], &["deliver norway"]]
    {
        let mut live = at(5, crowded());
        for action in actions {
            live.take(&mut LogEntry::acted(Seat::FIRST, (*action).into(), 0)).unwrap();
        }
        let (scene, page) = drawn(&live, Some(TOKEN));
        println!("{actions:?}: {} bytes, {} choices", page.len(), scene.play.as_ref().unwrap().choices.actions.len());
        assert!(page.len() < 100_000, "{actions:?}: {} bytes", page.len());
    }
}

/// The same with twelve signed contracts: five of the viewer's, seven of the others'.
fn under_contract() -> Value {
    let mut position = crowded();
    let load = |at: &str, contract: &str, sender: &str, receiver: &str| json!({ "at": at, "load": { "contract": contract, "sender": sender, "receiver": receiver } });
    let signed = [
        (0, "a-truck-3", load("germany", "C020", "ukraine", "belarus")),
        (0, "a-aircraft-2", load("great_britain", "C021", "greece", "democratic_congo")),
        (1, "b-truck-1", load("morocco", "C022", "tanzania", "ivory_coast_ghana")),
        (1, "b-ship-1", load("morocco", "C023", "angola", "madagascar")),
        (2, "c-truck-1", load("morocco", "C024", "turkey", "iran")),
        (2, "c-ship-2", load("nigeria", "C025", "northern_india", "pakistan")),
        (3, "d-truck-2", load("nigeria", "C026", "indochina", "borneo")),
        (3, "d-aircraft-1", load("morocco", "C027", "mongolia", "korea")),
        (4, "e-truck-3", load("portugal", "C028", "amazonia", "bolivia")),
    ];
    for (seat, token, load) in signed {
        position["players"][seat]["tokens"][token] = load;
    }
    position
}

#[test]
fn a_page_with_a_full_hand_and_twelve_contracts_stays_small() {
    for actions in [&[][..], &["move a-ship-1"], &["move a-aircraft-1"], &["deliver germany"], &["deliver norway"]] {
        let mut live = at(5, under_contract());
        for action in actions {
            live.take(&mut LogEntry::acted(Seat::FIRST, (*action).into(), 0)).unwrap();
        }
        let (scene, page) = drawn(&live, Some(TOKEN));
        let view = view_of(&scene);
        assert_eq!((view.contracts.len(), view.players[0].territories.len() + view.players[0].contracts.len()), (12, 29));
        println!("{actions:?}: {} bytes", page.len());
        assert!(page.len() < 100_000, "{actions:?}: {} bytes", page.len());
    }
}

#[test]
fn a_signed_contract_tells_how_far_its_receiver_is_for_each_token_that_may_take_the_goods() {
    let mut live = at(5, under_contract());
    live.chairs[1].as_mut().unwrap().holder = Holder::Person(token::hash(BEN));
    let card = |page: &str, key: &str| between(page, &format!("data-key=\"{key}\""), "</li>").to_owned();
    let own = card(&drawn(&live, Some(TOKEN)).1, "signed-poland");
    assert!(own.contains("Movement turns needed: 3 by truck, 4 by ship, 1 by aircraft<"), "{own}");
    // Others do not learn from it what the contract card shows.
    let other = card(&drawn(&live, Some(BEN)).1, "signed-poland");
    assert!(other.contains("Movement turns needed: 3 by truck<"), "{other}");
}

#[test]
fn the_map_shows_every_token_site_contract_and_what_may_be_chosen() {
    let mut live = at(5, crowded());
    let (scene, page) = drawn(&live, Some(TOKEN));
    let view = view_of(&scene);
    for token in view.tokens.iter().filter(|token| token.owner == Seat::FIRST) {
        assert!(page.contains(&format!("data-key=\"{}\"", token.token)), "{}", token.token);
    }
    for player in &view.players {
        let home = player.headquarters.as_ref().unwrap();
        assert!(player.branches.iter().chain([home]).all(|site| page.contains(&format!("data-key=\"site-{site}\""))));
    }
    assert_eq!(page.matches("class=\"cmp-bond ").count(), view.contracts.len());
    assert!(page.contains("data-key=\"danger-area\"") && page.contains(&view.danger.as_ref().unwrap().name));
    assert!(!page.contains("style="), "nothing is inline");
    // A token first, then where it goes, with the way and what it costs.
    live.take(&mut LogEntry::acted(Seat::FIRST, "move a-ship-1".into(), 0)).unwrap();
    let (scene, page) = drawn(&live, Some(TOKEN));
    for reach in &view_of(&scene).reach {
        let action = format!("go {} {}", reach.token, reach.to);
        assert!(page.contains(&format!("data-shows=\"{action}\"")), "{action} has no way");
        let label = between(&page, &format!("data-key=\"{action}\" aria-label=\""), "\"");
        assert!(label.contains("fuel 1,000") && label.contains(&format!("{} point", reach.points)), "{action}: {label}");
    }
    assert!(view_of(&scene).reach.len() > 20);
}

#[test]
fn cards_in_hand_are_on_the_page_of_their_holder_only() {
    let mut live = at(5, crowded());
    live.chairs[1].as_mut().unwrap().holder = Holder::Person(token::hash(BEN));
    let (scene, page) = drawn(&live, Some(TOKEN));
    let own = &view_of(&scene).players[0];
    assert!(
        own.contracts.iter().all(|card| page.contains(&format!("data-key=\"card-{}\"", card.id)) && page.contains(&card.name))
    );
    for other in [drawn(&live, Some(BEN)).1, drawn(&live, None).1] {
        assert!(!other.contains("data-key=\"card-C"), "a contract card is seen");
        assert!(!other.contains("data-key=\"card-alaska\""), "a territory card is seen");
        assert!(other.contains("contract face down") && !other.contains("Washing machines"));
    }
}

#[test]
fn a_page_of_five_players_stays_small() {
    let mut live = table(5);
    let (mut largest, mut at) = (String::new(), 0);
    for seed in 0..1500 {
        if seed % 10 == 0 {
            let page = drawn(&live, Some(TOKEN)).1;
            if page.len() > largest.len() {
                (largest, at) = (page, seed);
            }
        }
        if !play(&mut live, seed) {
            break;
        }
    }
    println!("largest: {} bytes at {at}", largest.len());
    assert!(largest.len() < 100_000, "{} bytes at {at}", largest.len());
}

#[test]
fn the_headquarters_come_before_the_colours() {
    let page = drawn(&table(4), Some(TOKEN)).1;
    let at = |what: &str| page.find(what).unwrap_or_else(|| panic!("{what}: {page}"));
    let colours = at("data-key=\"topic-Colours\"");
    assert!(at("name=\"action\" value=\"headquarters H1\"") < colours && colours < at("name=\"action\" value=\"colour "));
    assert!(page.contains("Choose your headquarters: your tokens start there."), "{page}");
}
