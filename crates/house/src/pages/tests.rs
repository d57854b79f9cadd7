//! What holds for every page: names are escaped, secrets stay secret, every choice is a button, nothing is inline.

mod access;
mod aim;
mod competitors;
mod end;
mod figures;
mod home;
mod investments;
mod smaller;
mod words;

use super::*;
use crate::{
    boards,
    pages::{seat_colours::LIVERIES, style},
    table::{
        Founding, Holder, Live, LogEntry,
        lesson::Been,
        scene::{Look, Scene},
    },
    token,
};
use bots::Budget;
use kernel::{Key, Seat};
use serde_json::{Map, Value, json};

mod telling;

const TOKEN: &str = "00000000000000000000000000";

fn table_of(names: &[&str], options: Value) -> Live {
    table_of_game("economy", names, options)
}

fn table_of_game(game: &str, names: &[&str], options: Value) -> Live {
    table_at(game, names, options, None)
}

fn table_at(game: &str, names: &[&str], options: Value, position: Option<Value>) -> Live {
    let options: Map<String, Value> = options.as_object().cloned().unwrap_or_default();
    let founding = Founding {
        edition: None,
        game: game.into(),
        options,
        seats: names.len(),
        secret: Key::of(&[b"pages"]),
        invite: "invitation".into(),
        host: Some(token::hash(TOKEN)),
        open: true,
        hot_seat: false,
        position,
        from: None,
        clock: None,
        time: 0,
    };
    let mut live = Live::new("table".into(), founding);
    for (index, name) in names.iter().enumerate() {
        let holder = if index == 0 { Holder::Person(token::hash(TOKEN)) } else { Holder::Bot("random".into()) };
        let seat = Seat::new(index).unwrap();
        live.take(&mut LogEntry::Sat { seat, name: (*name).into(), holder, entropy: Key::of(&[&[index as u8]]) }).unwrap();
    }
    live.take(&mut LogEntry::began(0)).unwrap();
    live
}

#[test]
fn goods_of_one_colour_on_a_truck_are_told_alike() {
    let cargo = |place: &str| {
        let trucks = json!({ "red": { "at": place, "goods": ["red", "red"] } });
        let position = json!({ "lap": 6, "prices": { "red": 2500 }, "profits": { "red": 4000 }, "trucks": trucks });
        let live = table_at("profitability", &["Ann", "Ben"], json!({ "players": 2 }), Some(position));
        let (_, page) = drawn(&live, Some(TOKEN));
        page.split("On your truck").nth(1).unwrap().split("</div>").next().unwrap().to_owned()
    };
    // On the road the price; in an own warehouse what each would earn, and what the damaged good would cost.
    let (road, own) = (cargo("N2"), cargo("LargeRed"));
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!((count(&road, ">2,500<"), count(&road, "+")), (2, 0), "{road}");
    assert_eq!((count(&own, ">+3,500<"), count(&own, ">−2,000<")), (2, 1), "{own}");
}

/// One action by a bot; false when the game is over.
fn play(live: &mut Live, seed: u64) -> bool {
    let table = live.table.as_ref().unwrap();
    let Some(seat) = table.turn().awaited.lowest() else { return false };
    let action = table.bot(seat, "random", seed, &Budget::default()).unwrap();
    live.take(&mut LogEntry::acted(seat, action, 0)).unwrap();
    true
}

fn drawn(live: &Live, token: Option<&str>) -> (Scene, String) {
    let scene = Scene::of(live, token, Look::default()).unwrap();
    let page = fragment(&scene, None).into_string();
    (scene, page)
}

#[test]
fn every_legal_action_is_a_button_in_words_and_one_on_the_board_all_game_long() {
    for game in engine::games() {
        every_action_is_a_button(game.about().id);
    }
}

fn every_action_is_a_button(game: &str) {
    let mut live = table_of_game(game, &["Ann", "Ben", "Cleo"], json!({ "players": 3 }));
    let mut seed = 0;
    // Not every page of a long game; but all its kinds.
    for _ in 0..600 {
        let (scene, page) = drawn(&live, Some(TOKEN));
        let play_scene = scene.play.as_ref().unwrap();
        let (choices, amounts) = (&play_scene.choices, &play_scene.amounts);
        // A field with its usual values says all about an amount; several of a kind share a field, and many a list.
        let fields = amounts.chunk_by(|one, other| amount::verb(one) == amount::verb(other)).map(|same| match same {
            [one] if one.usual.len() > 1 => 1 + one.usual.len(),
            [_, ..] if same.len() > amount::MANY => 1,
            same => same.len(),
        });
        let mut all: usize = fields.sum();
        for choice in choices.actions.iter().filter(|choice| !amounts.iter().any(|one| one.amount.covers(&choice.action))) {
            let count = |text: &str| page.matches(text).count();
            let place = format!("form=\"play\" name=\"action\" value=\"{}\"", choice.action.replace('>', "&gt;"));
            let plain = place.replace("form=\"play\" ", "type=\"submit\" ");
            let folded = count(&format!("class=\"choice\" type=\"submit\" {place}"));
            assert_eq!(count(&plain) + folded, 1, "{} in words at {}", choice.action, scene.version);
            let drawn = usize::from(boards::set(&scene).is_some_and(|board| board.offers(&choice.action)));
            assert_eq!(count(&place) - folded, drawn, "{} on the board at {}", choice.action, scene.version);
            all += 1 + drawn;
        }
        assert_eq!(page.matches("name=\"action\"").count(), all);
        seed += 1;
        if !play(&mut live, seed) {
            break;
        }
    }
    assert!(seed > 80, "{game}");
}

#[test]
fn on_a_shared_device_a_hand_waits_behind_a_curtain() {
    let mut live = table_of(&["Ann", "Ben"], json!({ "players": 2 }));
    assert!(!drawn(&live, Some(TOKEN)).1.contains("curtain"), "alone on the device there is nobody to hide it from");
    for place in live.chairs.iter_mut().flatten() {
        place.holder = Holder::Person(token::hash(TOKEN));
    }
    let (_, page) = drawn(&live, Some(TOKEN));
    let (before, behind) = page.split_once("<details class=\"curtain ").expect("a curtain");
    assert!(behind.contains("</strong>, is that you? Open your hand.</span></summary>"), "{page}");
    assert!(behind.contains("value=\"pick ") && !before.contains("value=\"pick "), "{page}");
}

/// Ann and Ben, both people; Ben's token ends in 1.
fn two_people(options: Value) -> Live {
    let mut live = table_of(&["Ann", "Ben"], options);
    live.chairs[1].as_mut().unwrap().holder = Holder::Person(token::hash(BEN));
    live
}

const BEN: &str = "00000000000000000000000001";

/// The part of a page from one text to another.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let rest = page.split_once(from).unwrap_or_else(|| panic!("no {from} in {page}")).1;
    rest.split_once(to).map_or(rest, |(part, _)| part)
}

#[test]
fn every_line_that_is_new_to_a_page_is_told() {
    let mut live = table_of(&["Ann", "Ben"], json!({ "players": 2, "placement": "random" }));
    let first = live.sequence;
    (0..30).for_each(|seed| assert!(play(&mut live, seed)));
    let told = |since: Option<u64>| {
        let mut scene = Scene::of(&live, Some(TOKEN), Look::default()).unwrap();
        scene.since = since;
        let page = fragment(&scene, None).into_string();
        let (news, short) = (between(&page, "role=\"log\"", "</div>"), between(&page, "class=\"news\"", "</p>"));
        let new = scene.play.unwrap().log.lines.iter().filter(|line| line.version > first).count();
        (news.matches("<p ").count(), new, short.len())
    };
    let (all, new, short) = told(Some(first));
    assert_eq!(all, new);
    assert!(all > 30);
    let (few, _, as_short) = told(None);
    assert!(few < all && short == as_short, "what is seen stays short");
    assert!(told(Some(live.sequence)).0 == few, "what is being read out stays");
}

#[test]
fn what_is_asked_and_taken_back_is_in_the_log_and_calls_who_has_to_answer() {
    let mut live = two_people(json!({ "players": 2, "placement": "random" }));
    let again = |live: &Live, token: &str| between(&drawn(live, Some(token)).1, "class=\"again\"", "</section>").to_owned();
    assert!(!again(&live, TOKEN).contains("/ask"), "nothing was done that could be taken back");
    assert!(again(&live, TOKEN).contains("aria-disabled=\"true\" title=\"There is nothing to take back yet"));
    while live.table.as_ref().unwrap().undoable(Seat::FIRST) > 0 || live.to_take_back() == 0 {
        let seed = live.sequence;
        assert!(play(&mut live, seed));
    }
    let asking = again(&live, TOKEN);
    assert!(asking.contains("/ask") && asking.contains("Ask to undo"), "{asking}");
    assert!(!asking.contains("data-press=\"u\""), "no single key asks the others");
    live.take(&mut LogEntry::Asked { by: Seat::FIRST }).unwrap();
    let scene = Scene::of(&live, Some(BEN), Look::default()).unwrap();
    let page = table(&scene, None).into_string();
    assert!(page.contains("<title>Ann asks · ECONOMY · Exchequer</title>") && page.contains("/mark-turn.svg\""));
    assert!(between(&page, "role=\"log\"", "</div>").contains("Ann asked to take back the last move."));
    let action = between(&page, "class=\"action\"", "</section>");
    assert!(action.find("class=\"request\"") < action.find("class=\"at-hand\""), "the request comes first");
    let ben = Seat::new(1).unwrap();
    live.take(&mut LogEntry::Declined { seat: ben }).unwrap();
    let page = drawn(&live, Some(TOKEN)).1;
    assert!(between(&page, "aria-label=\"Log\"", "</section>").contains("Ben did not agree."), "{page}");
    live.take(&mut LogEntry::took_back(Seat::FIRST, true)).unwrap();
    let page = drawn(&live, Some(BEN)).1;
    assert!(between(&page, "class=\"news\"", "</p>").contains("Ann took back the last move with everybody’s consent."));
}

#[test]
fn who_plays_alone_takes_back_without_asking() {
    let mut live = table_of(&["Ann", "Ben"], json!({ "players": 2, "placement": "random" }));
    let again = |live: &Live| between(&drawn(live, Some(TOKEN)).1, "class=\"again\"", "</section>").to_owned();
    assert!(!again(&live).contains("with the bots"), "nothing has been done yet");
    while live.table.as_ref().unwrap().undoable(Seat::FIRST) > 0 || live.to_take_back() == 0 {
        let seed = live.sequence;
        assert!(play(&mut live, seed));
    }
    // A bot is named only where one has moved since.
    let bots = live.to_take_back() > 1;
    assert_eq!(again(&live).contains("Undo with the bots"), bots);
    while live.to_take_back() < 2 || live.table.as_ref().unwrap().undoable(Seat::FIRST) > 0 {
        let seed = live.sequence;
        assert!(play(&mut live, seed));
    }
    assert!(again(&live).contains("Undo with the bots"));
    for place in live.chairs.iter_mut().flatten() {
        place.holder = Holder::Person(token::hash(TOKEN));
    }
    let alone = again(&live);
    assert!(alone.contains("/ask") && alone.contains(">Undo</button>"), "{alone}");
}

#[test]
fn the_head_of_a_page_calls_and_looks_again_where_no_script_does() {
    let mut live = two_people(json!({ "players": 2, "placement": "random", "starter": "first_seat" }));
    let page = |live: &Live, token: &str| table(&Scene::of(live, Some(token), Look::default()).unwrap(), None).into_string();
    let head = |page: &str| between(page, "<head>", "</head>").to_owned();
    let refresh = "<noscript><meta http-equiv=\"refresh\"";
    let (ann, ben) = (head(&page(&live, TOKEN)), head(&page(&live, BEN)));
    assert!(ann.contains("<title>Your turn · ECONOMY") && ann.contains("mark-turn.svg") && !ann.contains(refresh), "{ann}");
    assert!(ben.contains("<title>ECONOMY · ") && ben.contains("mark.svg") && ben.contains(refresh), "{ben}");
    live.table = None;
    live.chairs[1] = None;
    let waiting = head(&page(&live, TOKEN));
    assert!(waiting.contains("<title>Waiting for players") && waiting.contains(refresh), "{waiting}");
    assert!(!head(&page(&live, BEN)).contains(refresh), "who is about to write a name is not disturbed");
}

#[test]
fn a_page_that_looks_again_by_itself_takes_nothing_away_that_is_half_written() {
    let refresh = "http-equiv=\"refresh\"";
    let fields = ["type=\"text\"", "type=\"number\"", "type=\"checkbox\"", "type=\"radio\"", "<select", "<textarea"];
    let (mut waits, mut amounts) = (0, 0);
    for game in engine::games() {
        let mut live = table_of_game(game.about().id, &["Ann", "Ben", "Cleo"], json!({ "players": 3 }));
        for seed in 0..200 {
            let mut scene = Scene::of(&live, Some(TOKEN), Look::default()).unwrap();
            let page = table(&scene, None).into_string();
            if page.contains(refresh) {
                waits += 1;
                for form in page.split("<form").skip(1).map(|rest| rest.split("</form>").next().unwrap()) {
                    let writes = form.split('>').next().unwrap().contains("writes");
                    let (written, sheet) = (fields.iter().any(|field| form.contains(field)), form.contains("method=\"dialog\""));
                    assert!(writes || sheet || !written, "{form}");
                }
                amounts += page.matches("data-key=\"to-write-amount-").count();
                assert!(page.contains("data-key=\"to-write-name-1\""), "{page}");
                scene.write = Some("name-1".into());
                let page = table(&scene, None).into_string();
                assert!(!page.contains(refresh) && page.contains("data-key=\"menu-1\" open"), "{page}");
                assert!(page.contains("does not look for news"), "{page}");
            }
            if !play(&mut live, seed) {
                break;
            }
        }
    }
    assert!(waits > 100 && amounts > 0, "{waits} {amounts}");
}

#[test]
fn refusals_name_the_players_and_the_chart_its_measure() {
    let mut live = table_of(&["Ann", "Ben"], json!({ "players": 2, "target": 3, "placement": "random" }));
    let table = live.table.as_mut().unwrap();
    let (other, said) = match table.turn().awaited.lowest() {
        Some(Seat::FIRST) => (Seat::new(1).unwrap(), "It is Ann’s turn"),
        _ => (Seat::FIRST, "It is Ben’s turn"),
    };
    let refused = Fault::from(table.play(other, "move a1", None).unwrap_err());
    let scene = Scene::of(&live, Some(TOKEN), Look::default()).unwrap();
    let page = fragment(&scene, Some(&refused)).into_string();
    assert!(between(&page, "class=\"fault\"", "</p>").contains(said), "{page}");
    (0..).take_while(|seed| play(&mut live, *seed)).for_each(drop);
    let (_, page) = drawn(&live, Some(TOKEN));
    assert!(page.contains("Final standing in points: Ann "));
    assert!(between(&page, "<figcaption>", "</figcaption>").contains("points"));
}

#[test]
fn a_look_back_shows_who_was_to_play_then_and_leads_forward_too() {
    let mut live = table_of(&["Ann", "Ben", "Cleo"], json!({ "players": 3, "target": 3, "placement": "random" }));
    let mut awaited = vec![live.table.as_ref().unwrap().turn().awaited.lowest()];
    let mut seed = 0;
    while play(&mut live, seed) {
        seed += 1;
        awaited.push(live.table.as_ref().unwrap().turn().awaited.lowest());
    }
    for at in (0..awaited.len()).step_by(7) {
        let scene = Scene::of(&live, None, Look { at: Some(at), ..Look::default() }).unwrap();
        let page = fragment(&scene, None).into_string();
        let shown = scene.seats.iter().find(|seat| seat.awaited).map(|seat| seat.seat);
        assert_eq!(shown, awaited[at], "at {at}");
        assert_eq!(page.contains("to play</span>"), shown.is_some());
        let log = between(&page, "aria-label=\"Log\"", "</section>");
        let leads_on = log.contains(&format!("?at={}\"", awaited.len() - 1)) || log.contains("after=");
        assert!(leads_on, "the log leads to the end from {at}");
        assert_eq!(log.matches("class=\"now").count(), 1, "the moment is marked at {at}: {log}");
    }
}

#[test]
fn the_past_is_open_only_where_nothing_is_to_be_remembered() {
    for (memory, open) in [("hidden", false), ("shown", true)] {
        let mut live = table_of(&["Ann", "Ben"], json!({ "players": 2, "memory": memory, "placement": "random" }));
        (0..5).for_each(|seed| assert!(play(&mut live, seed)));
        assert_eq!(Scene::of(&live, Some(TOKEN), Look { at: Some(1), ..Look::default() }).is_ok(), open, "{memory}");
        let (_, page) = drawn(&live, Some(TOKEN));
        assert_eq!(page.contains("class=\"moment\""), open, "{memory}");
        if open {
            let scene = Scene::of(&live, Some(TOKEN), Look { at: Some(1), ..Look::default() }).unwrap();
            let page = fragment(&scene, None).into_string();
            assert!(page.contains("Looking back") && page.contains("Back to the game") && !page.contains("name=\"action\""));
        }
    }
}

#[test]
fn a_watcher_is_shown_no_card_in_a_hand_and_no_face_of_a_card_that_lies_face_down() {
    let mut live = table_of(&["Ann", "Ben", "Cleo"], json!({ "players": 3, "target": 20 }));
    let titles: std::collections::BTreeMap<String, String> = {
        let (scene, _) = drawn(&live, Some(TOKEN));
        let play = scene.play.unwrap();
        let hand = &play.view.of::<economy::View>().unwrap().hand;
        hand.iter().map(|card| (card.id.clone(), card.title.clone())).collect()
    };
    let (mut seed, mut turned) = (0, 0);
    while play(&mut live, seed) {
        seed += 1;
        let table = live.table.as_ref().unwrap();
        if table.turn().is_over() {
            break;
        }
        let position = table.position(None).unwrap();
        let (_, page) = drawn(&live, None);
        for id in position["hands"].as_array().unwrap().iter().flat_map(|hand| hand.as_array().unwrap()) {
            assert!(
                !page.contains(&format!("{}<", id.as_str().unwrap()))
                    && !page.contains(&format!("pick {}", id.as_str().unwrap()))
            );
            if let Some(title) = titles.get(id.as_str().unwrap()) {
                assert!(!page.contains(title), "{title} is still in a hand");
            }
        }
        let down = position["face_down"].as_array().unwrap();
        turned = turned.max(down.len());
        assert_eq!(page.matches("a card face down").count(), down.len());
        assert_eq!(page.matches("class=\"card back\"").count(), down.len());
        assert!(!page.contains("name=\"action\""), "a watcher has nothing to do");
    }
    assert!(turned > 1, "cards were turned over");
}

#[test]
fn names_are_escaped_everywhere() {
    let evil = "<b>\"&'x</b>";
    let mut live = table_of(&["Ann", evil, "Cleo"], json!({ "players": 3, "target": 3 }));
    let mut seed = 0;
    loop {
        if seed % 9 > 0 && !live.table.as_ref().unwrap().turn().is_over() {
            seed += 1;
            play(&mut live, seed);
            continue;
        }
        let (_, page) = drawn(&live, Some(TOKEN));
        assert!(!page.contains("<b>\"") && !page.contains("\"&'x") && page.contains("&lt;b&gt;&quot;&amp;'x"));
        seed += 1;
        if !play(&mut live, seed) {
            break;
        }
    }
    let open = OpenTable { id: "t".into(), game: "economy".into(), host: evil.into(), seats: 3, free: 1 };
    assert!(!home(&[open], &[], None, &Been::default()).into_string().contains(evil));
    let own = OwnTable {
        id: "t".into(),
        game: "economy".into(),
        stage: crate::table::Stage::Running,
        seats: vec![Some("Ann".into()), Some(evil.into()), None],
        own: kernel::Seats::first(1),
        host: true,
        awaited: kernel::Seats::first(2).without(Seat::FIRST),
        your_turn: false,
        due: None,
        winners: kernel::Seats::NONE,
    };
    assert!(!home(&[], &[own], None, &Been::default()).into_string().contains(evil));
    let form = Form([("name".to_owned(), evil.to_owned())].into());
    assert!(!set_up(engine::game("economy").unwrap(), &form, None).into_string().contains(evil));
    assert!(!fault(&Fault::bad(evil)).into_string().contains(evil));
}

#[test]
fn nothing_is_inline_and_ids_are_unique() {
    let game = engine::game("economy").unwrap();
    let mut live = table_of(&["Ann", "Ben"], json!({ "players": 2, "target": 5 }));
    let mut pages = vec![
        home(&[], &[], None, &Been::default()),
        set_up(game, &Form::default(), None),
        rules(game),
        fault(&Fault::missing("nothing")),
    ];
    let mut seed = 0;
    loop {
        if seed % 7 == 0 || live.table.as_ref().unwrap().turn().is_over() {
            pages.push(table(&Scene::of(&live, Some(TOKEN), Look::default()).unwrap(), None));
        }
        seed += 1;
        if !play(&mut live, seed) {
            break;
        }
    }
    pages.push(table(&Scene::of(&live, None, Look { at: Some(20), ..Look::default() }).unwrap(), Some(&Fault::bad("no"))));
    for page in pages {
        let page = page.into_string();
        assert!(!page.contains(" style="), "inline style");
        for script in page.split("<script").skip(1) {
            assert!(script.starts_with(" type=\"module\" src=\"/assets/") && script.contains("\"></script>"), "{script:.80}");
        }
        for tag in page.split('<').filter_map(|rest| rest.split('>').next()) {
            assert!(!tag.split_whitespace().skip(1).any(|word| word.starts_with("on") && word.contains('=')), "{tag}");
            assert!(!tag.contains("javascript:"));
        }
        let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "an id stands twice");
    }
}

#[test]
fn every_clause_has_its_anchor_and_every_link_to_one_finds_it() {
    let game = engine::game("economy").unwrap();
    let page = rules(game).into_string();
    for clause in game.rulebook().clauses() {
        assert_eq!(page.matches(&format!("id=\"{}\"", clause.id)).count(), 1, "{}", clause.id);
    }
    for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{target}\"")), "#{target} leads nowhere");
    }
}

#[test]
fn what_differs_from_the_standard_game_is_one_sentence() {
    let game = engine::game("economy").unwrap();
    assert!(set_up(game, &Form::default(), None).into_string().contains("The standard game."));
    let form = Form([("option.memory".to_owned(), "shown".to_owned()), ("option.target".to_owned(), "20".to_owned())].into());
    let page = set_up(game, &form, None).into_string();
    assert!(page.contains("Changes to the standard game: target: 20; memory: their face is shown to everybody."), "{page}");
}

// ---- The palette ----

/// The value of a custom property in a rule of the style sheet.
fn colour(rule: &str, name: &str) -> Option<[f64; 3]> {
    hex(rule.split(&format!("--{name}: #")).nth(1)?.get(..6)?)
}

fn hex(value: &str) -> Option<[f64; 3]> {
    let part = |from: usize| u8::from_str_radix(&value[from..from + 2], 16).ok().map(f64::from);
    Some([part(0)?, part(2)?, part(4)?])
}

fn luminance(colour: [f64; 3]) -> f64 {
    let linear = colour
        .map(|part| part / 255.0)
        .map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The rules of a selector: the light one, then the dark one if there is one.
fn rules_of(selector: &str) -> Vec<&'static str> {
    let sheets = [style::sheet(), include_str!("../boards/economy/style.css")];
    sheets.into_iter().flat_map(|sheet| sheet.split(selector).skip(1)).filter_map(|rest| rest.split('}').next()).collect()
}

#[test]
fn text_has_a_contrast_of_at_least_four_and_a_half_in_light_and_dark() {
    let roots = rules_of(":root {");
    assert_eq!(roots.len(), 2);
    let pairs = [
        ("ink", "ground"),
        ("ink", "paper"),
        ("ink", "sunk"),
        ("soft", "ground"),
        ("soft", "paper"),
        ("soft", "sunk"),
        ("accent", "ground"),
        ("accent", "paper"),
        ("on-accent", "accent"),
        ("danger", "paper"),
        ("danger", "ground"),
        ("advice", "ground"),
        ("on-gold", "gold"),
        ("on-turn", "turn"),
        ("on-card", "card"),
        ("on-cloth", "cloth-a"),
        ("on-cloth", "cloth-b"),
    ];
    for (mode, root) in roots.iter().enumerate() {
        let find = |name| colour(root, name).or_else(|| colour(roots[0], name)).unwrap_or_else(|| panic!("{name}"));
        for (text, under) in pairs {
            let found = contrast(find(text), find(under));
            assert!(found >= 4.5, "{text} on {under} in mode {mode}: {found:.2}");
        }
        for livery in &LIVERIES {
            let line = if mode == 0 { livery.light } else { livery.dark };
            let line = contrast(hex(&line[1..]).unwrap(), find("paper"));
            assert!(line >= 3.0, "the line of {} in mode {mode}: {line:.2}", livery.name);
        }
    }
}

#[test]
fn cloths_seats_and_sectors_can_be_read_on() {
    let root = rules_of(":root {")[0];
    for tone in ["setup", "part-1", "part-2", "over"] {
        let rule = rules_of(&format!("[data-tone=\"{tone}\"] {{"))[0];
        for cloth in ["cloth-a", "cloth-b"] {
            let under = colour(rule, cloth).unwrap();
            assert!(contrast(colour(root, "on-cloth").unwrap(), under) >= 4.5, "{tone}");
            assert!(contrast(colour(root, "gold").unwrap(), under) >= 3.0, "what glows on {tone}");
        }
        assert!(contrast(colour(root, "gold").unwrap(), colour(rule, "cloth-a").unwrap()) >= 4.5, "gold words on {tone}");
    }
    for livery in &LIVERIES {
        assert!(contrast(hex(&livery.on[1..]).unwrap(), hex(&livery.seat[1..]).unwrap()) >= 4.5, "{}", livery.name);
    }
    for sector in 0..12 {
        let rule = rules_of(&format!(".sector-{sector} {{"))[0];
        assert!(contrast([255.0; 3], colour(rule, "sector").unwrap()) >= 4.5, "sector {sector}");
    }
}
