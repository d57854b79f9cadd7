//! What players read, held against what is legal and what then happens, in random games.
//!
//! What can be held for any game is held by the walk itself. Here the sentences of this game are read again: every figure, every
//! name of a place and every act that is mentioned must be so, and a sentence that nothing here knows how to read is a failure.

use crate::common::{COLOURS, Table, ended, four, placed, road, truck};
use kernel::{Notation, Rules, Seat, Viewer, Words};
use profitability::{
    Action, Colour, Event, GoodHandled, Handled, Place, Profitability, ProfitabilityRules, State, Step, TruckView, View,
    Warehouse, said,
};
use proof::{Walk, so, walk};
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Tried<'a> = proof::TriedAction<'a, ProfitabilityRules>;
type Verdict = Result<(), String>;

#[test]
fn words_are_true_of_the_moment() {
    let tables = [
        json!({}),
        json!({"players": 2, "truck_capacity": "2", "take_back": "until_departure", "sequence": "single"}),
        json!({"mode": "team", "truck_blocking": "block", "matches": 2, "colours": "random"}),
        json!({"players": 3, "matches": 2, "storage_large": 4, "storage_small": 2, "take_back": "until_departure"}),
        json!({"mode": "team", "sequence": "single", "truck_capacity": "unlimited"}),
    ];
    let mut heard = Heard::default();
    let walked = Walk { decisions: 900, choices: 6, ..Walk::default() };
    let seen = walk::<Profitability>(&tables, &walked, |tried: &Tried<'_>| {
        if heard.moment != Some(*tried.before) {
            heard.moment = Some(*tried.before);
            heard.moments += 1;
            prompts(tried, &mut heard)?;
            // They are many, and most are the same as a moment before.
            if heard.moments % 4 == 0 || tried.before.closing.is_some() || tried.before.handled == Handled::Elsewhere {
                bars(tried, &mut heard)?;
            }
        }
        choice(tried, &mut heard)?;
        tried.events.iter().try_for_each(|event| told(tried, event, &mut heard))
    });
    assert!(seen > 10_000, "{seen} choices");
    for kind in [
        "last turn",
        "the match ends",
        "one more turn",
        "your turn ends",
        "is too far",
        "visited last",
        "your truck is in",
        "is full:",
        "drive there through",
        "block the way",
        "another truck",
        "your truck is full",
        "is only",
        "is over",
        "back on",
        "nothing",
        "is empty",
        "drive out",
        "stay empty",
    ] {
        assert!(heard.texts.iter().any(|text| text.contains(kind)), "nobody read “{kind}”");
    }
}

/// What was read, so that nothing goes unheard.
#[derive(Default)]
struct Heard {
    moment: Option<State>,
    moments: usize,
    texts: BTreeSet<String>,
}

impl Heard {
    fn hears(&mut self, text: &str) {
        self.texts.insert(text.to_owned());
    }
}

fn listed(rules: &ProfitabilityRules, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    rules.actions(state, state.seat, &mut actions);
    actions
}

fn view(rules: &ProfitabilityRules, state: &State) -> View {
    rules.view(state, Viewer::Watcher)
}

/// The truck of a seat.
fn truck_of(view: &View, seat: Seat) -> &TruckView {
    view.trucks.iter().find(|truck| truck.seat == seat).expect("who plays has a truck")
}

fn points(count: u8) -> String {
    if count == 1 { "1 action point".into() } else { format!("{count} action points") }
}

/// An amount as people read it.
fn euro(amount: i32) -> String {
    format!("{} EUR", kernel::Money::new(amount))
}

/// The amount between two words of a sentence.
fn amount_between(text: &str, before: &str, after: &str) -> Option<i32> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after)?.0.replace(',', "").parse().ok()
}

/// The prompt names exactly what may be done, where the truck is, the points, and the last turn.
fn prompts(tried: &Tried<'_>, heard: &mut Heard) -> Verdict {
    let (rules, state) = (tried.rules, tried.before);
    let (view, actions) = (view(rules, state), listed(rules, state));
    let yours = rules.prompt(state, Viewer::Seat(state.seat), tried.names).text;
    let theirs = rules.prompt(state, Viewer::Watcher, tried.names).text;
    [&yours, &theirs].into_iter().for_each(|text| heard.hears(text));
    let last = state.closing.is_some();
    so!(yours.contains("your last turn") == last && theirs.contains("last turn") == last, "last turn? “{yours}” “{theirs}”");
    let sum = state.dice[0] + state.dice[1];
    match state.step {
        Step::Marking => {
            let space = view.marking.expect("a space is next");
            so!(yours.contains(&format!("The next space is {space}:")), "the space is {space}: “{yours}”");
            so!(yours.contains("leave it empty") == actions.contains(&Action::Leave), "can it be left? “{yours}”");
        }
        Step::Filling => {
            so!(
                yours.contains(&format!("space {sum} is empty")) && theirs.contains(&format!("space {sum}")),
                "“{yours}” “{theirs}”"
            )
        }
        Step::JokerPrice | Step::JokerTrend => so!(yours.contains("Joker"), "“{yours}”"),
        Step::Acting => {
            let truck = truck_of(&view, state.seat);
            let place = format!(" {} {}", if truck.parked { "in" } else { "on" }, said(&truck.place));
            let left = if state.points == 0 { "no action points left".into() } else { points(state.points) };
            so!(yours.starts_with(&format!("You have {left}{place}")), "{left}{place}: “{yours}”");
            so!(theirs.contains(&format!(" has {left}{place}.")), "{left}{place}: “{theirs}”");
            let any = |kind: fn(&Action) -> bool| actions.iter().any(kind);
            let goods = any(|action| matches!(action, Action::Unload(_)));
            let expected = [
                (goods, "unload"),
                (!goods && any(|action| *action == Action::Scrap), "unload the damaged good"),
                (any(|action| matches!(action, Action::Load { .. })), "load"),
                (any(|action| matches!(action, Action::Drive { .. })), if truck.home { "drive out" } else { "drive on" }),
                (any(|action| *action == Action::Back), "put a good back"),
                (any(|action| *action == Action::End), "end your turn"),
            ];
            let expected: Vec<&str> = expected.into_iter().filter(|(may, _)| *may).map(|(_, act)| act).collect();
            let asked = yours.split_once(": ").map_or("", |(_, asked)| asked).split('.').next().unwrap_or_default();
            let asked: Vec<&str> = asked.split(", ").flat_map(|part| part.trim_start_matches("or ").split(" or ")).collect();
            so!(asked == expected, "{expected:?} may be done: “{yours}”");
            let idle = expected == ["end your turn"] && state.points > 0;
            so!(yours.contains("nothing to spend") == idle, "can the points be spent? “{yours}”");
        }
        Step::Over => unreachable!("nobody does anything when all is over"),
    }
    Ok(())
}

/// Each reason why something may not be done is so. The bars that are shown, and drives of all kinds beside them.
fn bars(tried: &Tried<'_>, heard: &mut Heard) -> Verdict {
    let (rules, state) = (tried.rules, tried.before);
    let actions = listed(rules, state);
    let view = view(rules, state);
    let mut bars = rules.barred(state, state.seat);
    if state.step == Step::Acting {
        // Every place of the board; and through which warehouse, another one at each moment.
        let through = Warehouse::at_index(state.bookings as usize + usize::from(state.lap) + usize::from(state.points));
        let places = view.board.dots.iter().map(|dot| &dot.name).chain(view.warehouses.iter().map(|warehouse| &warehouse.name));
        for place in places {
            for drive in [format!("drive {place}"), format!("drive {place} via {through}")] {
                let action = rules.read(&drive).expect("a drive");
                let mut after = *state;
                let mut luck = kernel::Seeded::new(1);
                if let Err(refusal) = rules.apply(&mut after, state.seat, &action, &mut luck, &mut kernel::Silent) {
                    bars.push((action, refusal));
                }
            }
        }
    }
    for (action, refusal) in bars {
        let text = refusal.reason.with(tried.names);
        heard.hears(&text);
        barred(rules, state, &view, &actions, &action, &text)
            .map_err(|what| format!("`{}`: {what}: “{text}”", rules.write(&action)))?;
    }
    Ok(())
}

fn barred(rules: &ProfitabilityRules, state: &State, view: &View, actions: &[Action], action: &Action, text: &str) -> Verdict {
    so!(!actions.contains(action), "it is listed");
    let truck = truck_of(view, state.seat);
    let colour = truck.colour;
    let is = |what: &str| text.contains(what);
    let warehouse = |place: &str| view.warehouses.iter().find(|warehouse| warehouse.name == place);
    let full = |place: &str| {
        let others = |warehouse: &profitability::WarehouseView| warehouse.trucks.iter().filter(|other| **other != colour).count();
        warehouse(place).is_some_and(|warehouse| others(warehouse) >= warehouse.room)
    };
    match *action {
        Action::Drive { to, via } => {
            let place = rules.board.name(to);
            let name = said(&place);
            let through = via.map(|via| via.to_string());
            let by_any_way = |action: &Action| matches!(action, Action::Drive { to: other, .. } if *other == to);
            let of_another = |truck: &TruckView| truck.colour != colour && truck.place == place;
            match () {
                () if is("there is no dot") => so!(view.board.dots.iter().all(|dot| dot.name != place), "there is one"),
                () if is("another truck stands on") => so!(is(&name) && view.trucks.iter().any(of_another), "no truck is there"),
                () if is("stands on") => so!(truck.place == place && is(&name), "it is elsewhere"),
                () if is("and stop in it") => so!(through.as_ref() == Some(&place) && is(&name), "it does not drive through"),
                () if is("leaving it is not driving through it") => {
                    so!(through.as_ref() == Some(&truck.place), "it is elsewhere")
                }
                () if is("your truck is in") => so!(truck.place == place && is(&name), "it is elsewhere"),
                () if is("visited last") => {
                    let entered = if is(&name) { &place } else { through.as_ref().expect("a warehouse") };
                    so!(truck.last == *entered && truck.place != *entered, "it visited {} last", truck.last);
                }
                () if is("is full: it has room for") => so!(full(&place) && is(&name), "there is room"),
                () if is("is full and cannot be driven through") => {
                    so!(through.is_some_and(|through| full(&through)), "there is room")
                }
                () if is("leads through a full warehouse") => {
                    so!(view.warehouses.iter().any(|one| full(&one.name)), "none is full")
                }
                () if is("drive there through") => {
                    let way = |action: &&Action| matches!(action, Action::Drive { to: other, via: Some(via) } if *other == to && text.ends_with(&via.said()));
                    so!(via.is_none() && actions.iter().any(|action| way(&action)), "no such way is listed");
                }
                () if is("block the way") => {
                    so!(rules.options.truck_blocking == profitability::TruckBlocking::Block, "trucks pass each other");
                    so!(via.is_some() || !actions.iter().any(by_any_way), "there is a way");
                }
                () if is("is too far") => {
                    so!(is(&name) && is(&format!("you have {}", state.points)), "it says something else");
                    so!(via.is_some() || !actions.iter().any(by_any_way), "there is a way");
                }
                () => return Err("nobody knows how to read that".into()),
            }
        }
        Action::End => {
            so!(is("you must drive out of") && truck.home && is(&said(&truck.place)), "it may stay");
            so!(is("in the first lap") == (state.lap == 1), "it is lap {}", state.lap);
            so!(actions.iter().all(|action| matches!(action, Action::Drive { .. })), "something else may be done");
        }
        Action::Unload(_) | Action::Scrap | Action::Load { .. } => {
            let here = warehouse(&truck.place).expect("goods are handled in a warehouse");
            let own = here.spaces.iter().find(|space| space.colour == colour).expect("a space of each colour");
            let load = truck.goods.len() + usize::from(truck.damaged);
            match () {
                () if is("you have none left") => so!(state.points == 0, "points are left"),
                () if is("in another warehouse in this turn") => so!(state.handled == Handled::Elsewhere, "that is not so"),
                () if is("in the first lap") => so!(state.lap == 1 && is(&said(&truck.place)), "it is lap {}", state.lap),
                () if is("you must drive out of") => {
                    so!(truck.home && state.lap > 1 && is(&said(&truck.place)), "it has left before")
                }
                () if is("you have begun to load") => so!(truck.stage.as_deref() == Some("load"), "it may unload"),
                () if is("space of") && is("is full") => so!(own.room == Some(0) && is(colour.name()), "there is room"),
                () if is("your truck is full") => {
                    so!(
                        view.truck_capacity.is_some_and(|room| room as usize == load && is(&format!("{room} goods"))),
                        "there is room"
                    );
                }
                () if is("a colour other than your own") => {
                    so!(matches!(action, Action::Load { space, .. } if *space == colour), "it is not")
                }
                () if is("is only") => {
                    let (cost, profit) = (view.damage.expect("a cost"), view.players[state.seat.index()].profit);
                    so!(
                        is(&euro(cost)) && text.ends_with(&kernel::Money::new(profit).to_string()) && profit < cost,
                        "it is paid for"
                    );
                    so!(is("your team’s profit") == (view.mode == "team"), "whose profit?");
                }
                () => return Err("nobody knows how to read that".into()),
            }
        }
        Action::Price { colour, direction } => {
            let price = view.prices.iter().find(|price| price.colour == colour).expect("a price").price;
            let end = if direction == profitability::Direction::Up { 3000 } else { 0 };
            so!(is(&euro(price)) && price == end && is(direction.word()), "it can go there");
        }
        Action::Leave => {
            let empty = usize::from(state.marked) - state.trend.len() as usize;
            so!(is("two spaces stay empty already") && empty == 2, "{empty} are empty");
        }
        _ => return Err("nobody knows how to read that".into()),
    }
    Ok(())
}

/// The label says what is done, and the effect what it changes.
fn choice(tried: &Tried<'_>, heard: &mut Heard) -> Verdict {
    heard.hears(tried.label);
    heard.hears(tried.effect);
    effect(tried)
        .and_then(|()| label(tried))
        .map_err(|what| format!("`{}` “{}: {}”: {what}", tried.written, tried.label, tried.effect))
}

fn effect(tried: &Tried<'_>) -> Verdict {
    let (rules, effect, seat) = (tried.rules, tried.effect, tried.seat.index());
    let ended = tried.events.iter().find_map(|event| match event {
        Event::TurnEnded { unused, .. } => Some(*unused),
        _ => None,
    });
    let acting = tried.before.step == Step::Acting;
    let happened = |kind: fn(&Event) -> bool| tried.events.iter().any(kind);
    so!(effect.contains("the match ends") == happened(|event| matches!(event, Event::MatchEnded { .. })), "does the match end?");
    so!(
        effect.contains("everybody else has one more turn") == happened(|event| matches!(event, Event::TargetReached { .. })),
        "does the end begin?"
    );
    so!(effect.contains("your turn ends") == (ended.is_some() && *tried.action != Action::End), "does the turn end?");
    let left = format!("{} left", points(tried.after.points));
    so!(effect.contains(" left") == (acting && ended.is_none()), "are points left?");
    so!(!effect.contains(" left") || effect.ends_with(&left), "{left}");
    let lost = ended.filter(|unused| *unused > 0).map(|unused| format!("{} lost", points(unused)));
    so!(effect.contains(" lost") == lost.is_some() && lost.is_none_or(|lost| effect.starts_with(&lost)), "are points lost?");
    // The booking, from the profits before and after; where a new match has begun, from what was told of the old one.
    let total = tried.events.iter().rev().find_map(|event| match event {
        Event::MatchEnded { profits, .. } => Some(profits[seat]),
        _ => None,
    });
    let profit = |state: &State| state.profits[rules.account(tried.before.colour())].units();
    let (profit, total) = (profit(tried.before), total.unwrap_or(profit(tried.after)));
    let booked = total - profit;
    match *tried.action {
        Action::Unload(_) | Action::Scrap | Action::Back if booked != 0 => {
            let sign = if booked < 0 { '−' } else { '+' };
            so!(effect.starts_with(&format!("{sign}{}", euro(booked.abs()))), "{booked} is booked");
            so!(effect.contains(&format!(" → {}", euro(total))), "the profit is {total}");
        }
        Action::Unload(_) => so!(effect.starts_with("earns nothing, "), "it earns nothing"),
        Action::Price { colour, .. } => {
            let (was, is) = (rules.price(tried.before, colour), rules.price(tried.after, colour));
            so!(effect == format!("{} → {}", kernel::Money::new(was), euro(is)), "the price is {is}");
        }
        Action::Load { good, .. } => {
            let worth = rules.price(tried.before, good);
            so!(effect.starts_with(&format!("worth {} now, ", euro(worth))), "it is worth {worth}");
        }
        _ => so!(!effect.contains("EUR"), "no money is booked"),
    }
    let extra = tried.events.iter().find_map(|event| match event {
        Event::Unloaded { extra, .. } if *extra > 0 => Some(*extra),
        _ => None,
    });
    so!(amount_between(effect, "(", " extra)") == extra, "the extra profit is {extra:?}");
    Ok(())
}

fn label(tried: &Tried<'_>) -> Verdict {
    let (before, after, label) = (tried.before, tried.after, tried.label);
    let colour = before.colour();
    let store = |state: &State| match before.truck(colour).warehouse() {
        Some(warehouse) => state.stores[warehouse.index()],
        None => profitability::Store::EMPTY,
    };
    let goods = |state: &State, good: Colour| state.truck(colour).goods.count(good);
    let same_match = before.number == after.number;
    let lies = |sum: u8, colour: Colour, pointing: &str| {
        let marker = profitability::Space::new(sum).and_then(|space| after.trend.marker(space));
        marker.is_some_and(|marker| marker.colour == colour && marker.direction.word() == pointing)
    };
    let direction = label.rsplit(' ').next().unwrap_or_default();
    match *tried.action {
        Action::Mark(marker) => {
            let space: u8 = label.split(" on ").nth(1).and_then(|rest| rest.split(',').next()?.parse().ok()).unwrap_or(0);
            so!(
                label.starts_with(&format!("Put {} on ", marker.colour)) && lies(space, marker.colour, direction),
                "it lies elsewhere"
            );
        }
        Action::Leave => {
            let space =
                label.strip_prefix("Leave ").and_then(|rest| rest.strip_suffix(" empty")).and_then(|space| space.parse().ok());
            let space = space.and_then(profitability::Space::new).ok_or("which space?")?;
            so!(after.trend.marker(space).is_none(), "a marker lies there");
        }
        Action::Fill { from, .. } | Action::Shift { from, .. } => {
            let marker = before.trend.marker(from).expect("a marker");
            let to: u8 = label.split(" to ").nth(1).and_then(|rest| rest.split(',').next()?.parse().ok()).unwrap_or(0);
            so!(label.starts_with(&format!("Move the {} marker from {from} to ", marker.colour)), "another marker moves");
            so!(lies(to, marker.colour, direction) && after.trend.marker(from).is_none(), "it lies elsewhere");
        }
        Action::Turn(space) => {
            let marker = before.trend.marker(space).expect("a marker");
            so!(label.contains(&format!("the {} marker on {space} ", marker.colour)), "another marker turns");
            so!(lies(space.sum(), marker.colour, direction), "it points the other way");
        }
        Action::Price { colour, .. } => {
            let way = if after.prices[colour.index()] > before.prices[colour.index()] { "Raise" } else { "Lower" };
            so!(label == format!("{way} the price of {colour}"), "another price moves");
        }
        Action::Decline => {
            let what = if before.step == Step::JokerPrice { "the prices" } else { "the trend markers" };
            so!(label == format!("Leave {what} alone"), "it is about {what}");
            so!((before.prices, before.trend) == (after.prices, after.trend), "something moved");
        }
        Action::Drive { to, via } => {
            let through = via.map_or_else(String::new, |via| format!(" through {}", via.said()));
            so!(label == format!("Drive to {}{through}", said(&tried.rules.board.name(to))), "it drives elsewhere");
            so!(!same_match || after.truck(colour).at == Some(to), "it is elsewhere");
            let passed = |event: &Event| matches!(event, Event::Drove { path, .. } if via.is_none_or(|via| path.contains(&via.to_string())));
            so!(tried.events.iter().any(passed), "it went another way");
        }
        Action::Unload(good) => {
            so!(label == format!("Unload a {good} good"), "another good");
            so!(!same_match || goods(after, good) + 1 == goods(before, good), "it is still on the truck");
        }
        Action::Scrap => so!(!same_match || !after.truck(colour).carries_damaged(), "it is still on the truck"),
        Action::Load { space, good } => {
            so!(label == format!("Load a {good} good from the {space} space"), "another good");
            let lies = |state: &State| store(state).space(space).count(good);
            so!(
                !same_match || lies(after) + 1 == lies(before) && goods(after, good) == goods(before, good) + 1,
                "it is still there"
            );
        }
        Action::End => so!(label == "End your turn", "it is ended"),
        Action::Back => match before.goods_handled.last() {
            Some(GoodHandled::Unloaded(good)) => {
                so!(label == format!("Put the {good} good back on your truck"), "another good");
                so!(goods(after, good) == goods(before, good) + 1, "it is not there");
            }
            Some(GoodHandled::Scrapped) => {
                so!(label.contains("damaged") && after.truck(colour).carries_damaged(), "it is not there")
            }
            Some(GoodHandled::Loaded(space, good)) => {
                so!(label == format!("Put the {good} good back into the {space} space"), "another good");
                so!(store(after).space(space).count(good) == store(before).space(space).count(good) + 1, "it is not there");
            }
            None => return Err("there is nothing to put back".into()),
        },
    }
    Ok(())
}

/// What is told of an event is what happened.
fn told(tried: &Tried<'_>, event: &Event, heard: &mut Heard) -> Verdict {
    let text = tried.rules.tell(event, tried.names).text;
    heard.hears(&text);
    so_told(tried, event, &text).map_err(|what| format!("{what}: “{text}”"))
}

fn so_told(tried: &Tried<'_>, event: &Event, text: &str) -> Verdict {
    let team = tried.rules.options.mode == profitability::Mode::Team;
    let name = |seat: &Seat| tried.names[seat.index()].as_str();
    let is = |what: &str| text.contains(what);
    let in_all = |total: i32| if team { format!("the team has {}.", euro(total)) } else { format!("{} in all.", euro(total)) };
    match event {
        Event::Unloaded { seat, profit, total, .. } => {
            so!(text.starts_with(name(seat)), "who?");
            so!(is("earns nothing") == (*profit == 0), "it earned {profit}");
            so!(*profit == 0 || is(&euro(profit.abs())) && text.ends_with(&in_all(*total)), "{profit} makes {total}");
        }
        Event::TookBack { seat, deed: handled, total } => {
            so!(text.starts_with(name(seat)), "who?");
            so!(handled.starts_with("load") || text.ends_with(&in_all(*total)), "the total is {total}");
        }
        Event::TurnEnded { seat, unused } => {
            let lost = if *unused == 1 { "1 action point is lost".into() } else { format!("{unused} action points are lost") };
            so!(
                text.starts_with(&format!("{}’s turn ends", name(seat))) && is(&lost) == (*unused > 0),
                "{unused} points were lost"
            );
        }
        Event::TargetReached { seat, total } => {
            so!(is(&euro(*total)) && is(&format!("everybody but {} has one more turn", name(seat))), "{total}");
            so!(is("team") == team, "whose is it?");
            so!(tried.after.closing == Some(tried.rules.players() as u8 - 1), "the end has not begun");
        }
        Event::MatchEnded { number, places, profits } => {
            so!(is(&format!("Match {number} is over")) == (tried.rules.options.matches > 1), "which match?");
            for (seat, place) in places.iter().enumerate() {
                let ordinal = ["1st", "2nd", "3rd", "4th"][usize::from(*place) - 1];
                let others = (0..places.len()).filter(|other| places[*other] == *place).map(|other| tried.names[other].clone());
                let side = others.collect::<Vec<_>>().join(" and ");
                so!(is(&format!("{side} {ordinal} with {}", euro(profits[seat]))), "{side} is {ordinal}");
            }
            // What is told is what is scored.
            if let Some(outcome) = tried.rules.outcome(tried.after).filter(|_| tried.rules.options.matches == 1) {
                let scored: Vec<u8> = (0..places.len()).filter_map(Seat::new).map(|seat| outcome.place(seat)).collect();
                so!(scored == *places, "the places are {scored:?}");
            }
        }
        Event::Bonus { seat, colour, euro: bonus, total } => {
            let whose = if team { format!("The team of {colour} and {}", colour.partner()) } else { name(seat).to_owned() };
            so!(text == format!("{whose} gets a bonus of {}: {} in the series.", euro(*bonus), euro(*total)), "{bonus}, {total}");
        }
        Event::PriceMoved { by, colour, from, to } => {
            let rises = to > from;
            so!(is(&format!("price of {colour} ")) && is(&format!("to {}", euro(*to))), "{colour} comes to {to}");
            so!(is("rises") || is("raises") || !rises, "it goes up");
            so!(by.is_none_or(|seat| text.starts_with(name(&seat))), "who?");
        }
        Event::MarkerTurned { by, space, colour, direction } => {
            so!(
                is(&format!("marker on {space} "))
                    && is(colour.name())
                    && text.ends_with(&format!("point {}.", direction.word())),
                "which?"
            );
            let end = if direction.word() == "up" { "lowest" } else { "highest" };
            so!(is(end) == by.is_none(), "why did it turn?");
        }
        Event::Drove { seat, from, to, path, price } => {
            so!(text.starts_with(&format!("{} drives from {} to {}", name(seat), said(from), said(to))), "where?");
            so!(text.ends_with(&format!("for {}.", points(*price))) && path.len() == usize::from(*price) + 1, "it cost {price}");
        }
        Event::Rolled { seat, dice, sum, points: available } => {
            let rolled = format!("{} rolls {} and {}: sum {sum}, {}.", name(seat), dice[0], dice[1], points(*available));
            so!(text == rolled, "{rolled}");
        }
        Event::Won { winners, .. } => {
            let names: Vec<&str> = winners.iter().map(name).collect();
            so!(text == format!("{} won.", names.join(" and ")), "{names:?}");
        }
        _ => {}
    }
    Ok(())
}

/// The names that come after this in a line of the score.
fn named_in(line: &str) -> BTreeSet<usize> {
    ["Ann", "Bob", "Cleo", "Dan"].iter().enumerate().filter(|(_, name)| line.contains(*name)).map(|(seat, _)| seat).collect()
}

/// Covers PRF-TIE-1, PRF-TIE-4, PRF-TIE-6.
#[test]
fn ties_are_explained_by_those_who_are_tied() {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let (mut once, mut twice) = (0, 0);
    let amounts = [35_000, 20_000];
    for pattern in 1..16_usize {
        let profits: [i64; 4] = std::array::from_fn(|seat| amounts[1 - (pattern >> seat & 1)]);
        for loads in [["d"; 4], ["R", "R", "d", "d"], ["R", "RR", "R", "RR"], ["", "R", "d", "RR"]] {
            let mut trucks = json!({});
            for ((colour, dot), load) in COLOURS.iter().zip(["N2", "E2", "S2", "W2"]).zip(loads) {
                trucks[*colour] = truck(dot, load);
            }
            // Those at the target moved last, in turn order.
            let there = |seat: usize| profits[seat] == amounts[0];
            let bookings = std::array::from_fn(|seat| if there(seat) { 5 + seat as u64 } else { [3, 1, 4, 2][seat] });
            let position = json!({"profits": four(profits), "trucks": trucks, "bookings": four(bookings)});
            let table = ended(json!({}), road(position));
            let value = |seat: usize| if loads[seat].contains('d') { 0 } else { loads[seat].len() };
            let groups = |key: &dyn Fn(usize) -> (i64, usize)| -> BTreeSet<BTreeSet<usize>> {
                let group = |seat: usize| (0..4).filter(|other| key(*other) == key(seat)).collect::<BTreeSet<usize>>();
                (0..4).map(group).filter(|group| group.len() > 1).collect()
            };
            let lines = score(&table, &names);
            let told = |start: &str| lines.iter().filter(|line| line.starts_with(start)).map(|line| named_in(line)).collect();
            let (tied, again): (BTreeSet<_>, BTreeSet<_>) = (told("equal at"), told("equal again"));
            assert_eq!(tied, groups(&|seat| (profits[seat], 0)), "{lines:#?}");
            assert_eq!(again, groups(&|seat| (profits[seat], 1 + value(seat))), "{lines:#?}");
            once += tied.len();
            twice += again.len();
            let winner = (0..4).find(|seat| table.places()[*seat] == 1).expect("somebody wins");
            assert_eq!(lines.last(), Some(&format!("{} wins with 35,000 EUR", names[winner])));
        }
    }
    assert!(once > 50 && twice > 20, "{once} {twice}");
}

/// The lines of the score.
fn score(table: &Table, names: &[String]) -> Vec<String> {
    table.rules.score(&table.state, names).into_iter().map(|line| line.text).collect()
}

/// Covers PRF-TIE-5.
#[test]
fn pawns_that_never_moved_are_told_so() {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let trucks =
        json!({"red": truck("N2", "d"), "blue": truck("E2", "d"), "yellow": truck("S2", "d"), "green": truck("W2", "d")});
    let table = ended(json!({}), road(json!({"profits": {"blue": 35_000}, "trucks": trucks})));
    let lines = score(&table, &names);
    assert_eq!(
        lines[4..],
        [
            "equal at 0 EUR; the goods left on the trucks are worth: Ann 0 EUR, Cleo 0 EUR, Dan 0 EUR",
            "equal again; who came to the amount first: Ann never moved, Cleo never moved, Dan never moved; pawns that never moved rank by turn order",
            "Bob wins with 35,000 EUR",
        ]
    );
}

/// Covers PRF-TEAM-3, PRF-MULTI-3.
#[test]
fn a_team_is_scored_as_one() {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let table = ended(json!({"mode": "team"}), road(json!({"profits": {"red": 50_500, "blue": 47_000}})));
    assert_eq!(
        score(&table, &names),
        [
            "Ann and Cleo (red and yellow): profit 50,500 EUR, target 50,000",
            "Bob and Dan (blue and green): profit 47,000 EUR, target 50,000",
            "Ann and Cleo win with 50,500 EUR",
        ]
    );
    let told = table.rules.tell(table.events.iter().rev().nth(1).expect("the match ended"), &names).text;
    assert_eq!(told, "The match is over: Ann and Cleo 1st with 50,500 EUR, Bob and Dan 2nd with 47,000 EUR.");
    assert_eq!(table.places(), [1, 2, 1, 2]);
}

/// Covers PRF-MULTI-6.
#[test]
fn a_tied_series_is_explained_by_what_decided_it() {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let places = json!({"red": [1, 0, 0, 0], "blue": [0, 1, 0, 0], "yellow": [0, 0, 1, 0], "green": [0, 0, 0, 1]});
    let series = json!({"totals": four([36_000, 30_000, 10_000, 5000]), "places": places, "last": four([1, 2, 3, 4])});
    let settings = json!({"matches": 2, "championship_bonus": "off"});
    let profits = four([30_000, 36_000, 10_000, 5000]);
    let table = ended(settings, road(json!({"match": 2, "series": series, "profits": profits})));
    let lines = score(&table, &names);
    assert_eq!(
        lines,
        [
            "Ann (red): 30,000 EUR in match 2, 2nd; series total 66,000 EUR (1 × 1st, 1 × 2nd)",
            "Bob (blue): 36,000 EUR in match 2, 1st; series total 66,000 EUR (1 × 1st, 1 × 2nd)",
            "Cleo (yellow): 10,000 EUR in match 2, 3rd; series total 20,000 EUR (2 × 3rd)",
            "Dan (green): 5,000 EUR in match 2, 4th; series total 10,000 EUR (2 × 4th)",
            "equal at 66,000 EUR; 1st places: Ann 1, Bob 1; 2nd places: Ann 1, Bob 1; 3rd places: Ann 0, Bob 0; in the last match: Ann 2nd, Bob 1st",
            "Bob wins with 66,000 EUR",
        ]
    );
}

/// Settings that the walk above would hardly come by: both exits of the small warehouse are taken. (PRF-FIRST-3)
#[test]
fn who_cannot_drive_out_is_told_to_end_the_turn() {
    let trucks = json!({"blue": truck("N1", "dR"), "green": truck("W6", "dY"), "yellow": truck("S2", "dB")});
    let prompt = |points: u8, lap: u8| {
        let trucks = if lap == 1 { trucks.clone() } else { crate::common::but(trucks.clone(), json!({"red": {"home": true}})) };
        let position: Value = json!({"lap": lap, "starter": 2, "turn": 1, "dice": [1, points], "trucks": trucks});
        let table = placed(json!({}), position);
        let line = table.rules.prompt(&table.state, Viewer::Seat(table.seat()), &[]);
        (line.clause, line.text)
    };
    let blocked = "You have 1 action point in Small Red, and nothing to spend it on: end your turn.";
    assert_eq!(prompt(1, 1), ("PRF-FIRST-3", blocked.to_owned()));
    assert_eq!(prompt(1, 2), ("PRF-FIRST-3", blocked.to_owned()));
    assert_eq!(prompt(3, 1), ("PRF-FIRST-1", "You have 3 action points in Small Red: drive out.".to_owned()));
}

#[test]
fn places_are_said_as_people_say_them() {
    let rules = crate::common::rules(json!({}));
    let place = |text: &str| rules.board.place(text).expect("a place");
    assert_eq!(
        ["N1", "LargeRed", "NW.c", "SE.n"].map(|text| rules.board.said(place(text))),
        ["N1", "Large Red", "the middle dot of tile NW", "the north dot of tile SE"]
    );
    assert!(matches!(place("SmallRed"), Place::In(_)));
}
