//! What a visitor can do at a table: one function for pages and programs alike.

use super::{House, input::Input, visitor::Visitor};
use crate::{
    clock,
    fault::Fault,
    hall::sits,
    live::{LONGEST_NAME, Live, Stage},
    log::{Entry, Founding, Holder},
    token,
};
use kernel::{MAX_SEATS, Seat, Seats};
use serde_json::{Map, Value};

/// What came of a command.
pub(crate) enum Done {
    /// The table has this version now.
    Version(u64),
    /// Go on at another table.
    Table(String),
}

/// What a visitor's command comes to, once the table is looked at.
type Decision = Box<dyn FnOnce(&Live) -> Result<Vec<Entry>, Fault> + Send>;

/// Every command at a table, for the documents.
pub(crate) const VERBS: &[(&str, &str)] = &[
    ("sit", "take a free seat"),
    ("bot", "put a bot on a free seat"),
    ("leave", "give up a seat before the game begins"),
    ("play", "do something in the game"),
    ("undo", "take back the own last action"),
    ("restart", "take back all own actions since luck was drawn or somebody else acted"),
    ("ask", "ask all to take back the last action"),
    ("agree", "agree to that"),
    ("decline", "do not agree"),
    ("hand-over", "let a bot play for a seat"),
    ("resume", "play again"),
    ("hurry", "let the bots move without a pause"),
    ("rematch", "a new table with the same players and settings"),
    ("play-on", "a new table that goes on from a moment of a finished game"),
];

/// Carries out a command.
pub(crate) async fn run(house: &House, visitor: &Visitor, id: &str, verb: &str, input: &Input) -> Result<Done, Fault> {
    let token = visitor.0.clone();
    let change = async |decide: Decision| house.hall.change(id, decide).await.map(Done::Version);
    let seat = input.seat()?;
    match verb {
        "sit" => {
            let name = name(input.need("name")?)?;
            let (invite, luck) = (input.get("invite").map(str::to_owned), input.get("luck").map(str::to_owned));
            change(Box::new(move |live| {
                let invited = invite.as_deref() == Some(&live.founding.invite);
                if !(invited || live.founding.open || live.is_host(&token)) {
                    return Err(Fault::forbidden("this table is for invited players: ask for the link"));
                }
                let holder = Holder::Person(token::hash(&token));
                seat_down(live, seat, Some(&name), holder, luck.as_deref())
            }))
            .await
        }
        "bot" => {
            let bot = known_bot(input.get("bot"))?;
            change(Box::new(move |live| {
                if !live.is_host(&token) {
                    return Err(Fault::forbidden("only who made the table can put bots on seats"));
                }
                seat_down(live, seat, None, Holder::Bot(bot), None)
            }))
            .await
        }
        "leave" => {
            change(Box::new(move |live| {
                let seat = own_or_hosted(live, &token, seat)?;
                Ok(vec![Entry::Left { seat }])
            }))
            .await
        }
        "play" => {
            let (action, version) = (input.need("action")?.to_owned(), input.number::<u64>("version")?);
            change(Box::new(move |live| {
                let seat = own(live, &token, seat)?;
                timely(live, seat, version)?;
                Ok(vec![Entry::Acted { seat, action, hash: String::new(), time: clock::now() }])
            }))
            .await
        }
        "undo" | "restart" => {
            let (all, version) = (verb == "restart", input.number::<u64>("version")?);
            change(Box::new(move |live| {
                let seat = own(live, &token, seat)?;
                timely(live, seat, version)?;
                let count = live.table.as_ref().map_or(0, |table| table.undoable(seat));
                let count = if all { count.max(1) } else { 1 };
                Ok(vec![Entry::TookBack { by: seat, consent: false }; count])
            }))
            .await
        }
        "ask" => {
            change(Box::new(move |live| {
                let by = own(live, &token, seat)?;
                // With nobody to ask, to ask is to agree.
                if live.to_be_asked(by).is_empty() { with_consent(live, by) } else { Ok(vec![Entry::Asked { by }]) }
            }))
            .await
        }
        "agree" => {
            change(Box::new(move |live| {
                let seat = asked(live, &token)?;
                let Some(request) = live.request else { return Err(Fault::conflict("nobody asks for anything now")) };
                let mut entries = vec![Entry::Agreed { seat }];
                if request.missing.without(seat).is_empty() {
                    entries.extend(with_consent(live, request.by)?);
                }
                Ok(entries)
            }))
            .await
        }
        "decline" => change(Box::new(move |live| Ok(vec![Entry::Declined { seat: asked(live, &token)? }]))).await,
        "hand-over" => {
            let bot = known_bot(input.get("bot"))?;
            change(Box::new(move |live| {
                running(live)?;
                Ok(vec![Entry::HandedOver { seat: own_or_hosted(live, &token, seat)?, bot }])
            }))
            .await
        }
        "resume" => {
            change(Box::new(move |live| {
                running(live)?;
                Ok(vec![Entry::Resumed { seat: own(live, &token, seat)? }])
            }))
            .await
        }
        "hurry" => {
            let allowed = house.hall.look(id, |live| (live.is_host(&token) || !live.seats_of(&token).is_empty(), live.sequence));
            let (allowed, sequence) = allowed.await?;
            if !allowed {
                return Err(Fault::forbidden("only players can hurry the bots"));
            }
            house.hall.hurry(id).await?;
            Ok(Done::Version(sequence))
        }
        "rematch" => follow(house, visitor, id, None).await,
        "play-on" => {
            let at = input.number::<usize>("at")?.ok_or_else(|| Fault::bad("the field `at` is missing"))?;
            follow(house, visitor, id, Some(at)).await
        }
        _ => Err(Fault::missing(format!("nothing is called `{verb}` at a table"))),
    }
}

/// Makes a table from what a set-up page or a program says, and seats whoever is said to sit.
pub(crate) async fn found(house: &House, visitor: &Visitor, input: &Input) -> Result<String, Fault> {
    let game = engine::game(input.need("game")?)?;
    let quick = input.is_set("quick");
    let mut pairs: Vec<String> = Vec::new();
    for (key, value) in input.0.iter().filter(|(_, value)| !value.is_empty()) {
        if let Some(key) = key.strip_prefix("option.") {
            pairs.push(format!("{key}={value}"));
        }
    }
    let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
    let options = game.options(&game.read_options(&pairs)?)?;
    let seats = options.get("players").and_then(Value::as_u64).unwrap_or(*game.about().players.start() as u64) as usize;
    let name = name(input.get("name").unwrap_or("Guest"))?;
    let hot_seat = input.is_set("hot_seat");
    let mut entries = Vec::new();
    for seat in Seats::first(seats) {
        let default = if seat == Seat::FIRST || hot_seat {
            "you"
        } else if quick {
            "bot:steady"
        } else {
            "person"
        };
        let holder = match input.get(&format!("seat.{seat}")).unwrap_or(default) {
            "you" => Some((name.clone(), Holder::Person(token::hash(&visitor.0)))),
            "person" => None,
            other => {
                let bot = known_bot(other.strip_prefix("bot:"))?;
                Some((bot_name(seat).to_owned(), Holder::Bot(bot)))
            }
        };
        if let Some((holder_name, holder)) = holder {
            let twice = entries.iter().any(|entry| matches!(entry, Entry::Sat { name, .. } if *name == holder_name));
            let shown = if twice { format!("{holder_name} {seat}") } else { holder_name };
            entries.push(sits(seat, &shown, holder, input.get("luck")));
        }
    }
    if entries.len() == seats {
        entries.push(Entry::Began { time: clock::now() });
    }
    let founding = founding(game.about().id, options, seats, visitor, input.is_set("open"), hot_seat);
    house.hall.found(founding, entries).await
}

fn founding(game: &str, options: Map<String, Value>, seats: usize, visitor: &Visitor, open: bool, hot_seat: bool) -> Founding {
    Founding {
        game: game.to_owned(),
        options,
        seats,
        secret: token::entropy(),
        invite: token::invitation(),
        host: Some(token::hash(&visitor.0)),
        open,
        hot_seat,
        position: None,
        time: clock::now(),
    }
}

/// A new table with the same players and settings, from the start or from a moment of the finished game. Who asks second
/// for a rematch is led to the table of the first.
async fn follow(house: &House, visitor: &Visitor, id: &str, at: Option<usize>) -> Result<Done, Fault> {
    let look = |live: &Live| -> Result<_, Fault> {
        if live.stage() != Stage::Over {
            return Err(Fault::conflict("the game is not over yet"));
        }
        let table = live.table.as_ref().ok_or_else(|| Fault::conflict("the game has not begun"))?;
        let position = at.map(|at| table.position(Some(at))).transpose()?;
        if at.is_some_and(|at| table.moments().last() == Some(&at)) {
            return Err(Fault::conflict("the game is over at that moment: choose an earlier one"));
        }
        let places: Vec<_> = live.places.iter().flatten().cloned().collect();
        Ok((live.founding.clone(), places, position, live.next.clone(), live.seats_of(&visitor.0)))
    };
    // Two who ask for a rematch at once come to the same table.
    let _following = house.hall.following().await;
    let (old, places, position, next, own) = house.hall.look(id, look).await??;
    if let (Some(next), None) = (next, at) {
        return Ok(Done::Table(next));
    }
    if at.is_none() && own.is_empty() {
        return Err(Fault::forbidden("only the players can ask for a rematch"));
    }
    let mut founding = founding(&old.game, old.options, old.seats, visitor, false, old.hot_seat);
    founding.position = position;
    let me = Holder::Person(token::hash(&visitor.0));
    let mut entries = Vec::new();
    for (seat, place) in Seats::first(old.seats).zip(places) {
        // Who plays on from a moment plays alone against bots; a rematch keeps everybody's seat.
        let holder = match place.holder {
            Holder::Person(_) if at.is_some() && place.holder != me => Holder::Bot("steady".into()),
            holder => holder,
        };
        entries.push(sits(seat, &place.name, holder, None));
    }
    if at.is_some() && own.is_empty() {
        entries[0] = sits(Seat::FIRST, "Guest", me, None);
    }
    entries.push(Entry::Began { time: clock::now() });
    let new = house.hall.found(founding, entries).await?;
    if at.is_none() {
        let table = new.clone();
        house
            .hall
            .change(id, move |live| if live.next.is_some() { Ok(vec![]) } else { Ok(vec![Entry::Followed { table }]) })
            .await?;
    }
    Ok(Done::Table(new))
}

/// Somebody takes a seat; who has no name is a bot.
fn seat_down(
    live: &Live,
    seat: Option<Seat>,
    name: Option<&str>,
    holder: Holder,
    luck: Option<&str>,
) -> Result<Vec<Entry>, Fault> {
    let free = live.free_seats();
    let seat = seat.or(free.lowest()).ok_or_else(|| Fault::conflict("all seats are taken"))?;
    let name = name.unwrap_or(bot_name(seat));
    let twice = live.places.iter().flatten().any(|place| place.name == name);
    let shown = if twice { format!("{name} {seat}") } else { name.to_owned() };
    let mut entries = vec![sits(seat, &shown, holder, luck)];
    if free.without(seat).is_empty() && free.contains(seat) {
        entries.push(Entry::Began { time: clock::now() });
    }
    Ok(entries)
}

/// A name that can be shown: not empty, not long, without signs that cannot be seen.
fn name(text: &str) -> Result<String, Fault> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(unseen) {
        return Err(Fault::bad(format!("a name has 1 to {LONGEST_NAME} characters")));
    }
    Ok(name)
}

/// Signs that nobody sees, or that turn round how the others are read.
fn unseen(sign: char) -> bool {
    let invisible = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}'];
    sign.is_control()
        || invisible.contains(&sign)
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

/// What was sent before the seat's last action was meant for that moment, not for this one.
fn timely(live: &Live, seat: Seat, version: Option<u64>) -> Result<(), Fault> {
    let Some(version) = version else { return Ok(()) };
    if version > live.sequence {
        return Err(Fault::conflict(format!("the table has not come to version {version} yet: look again")));
    }
    match live.acted.get(seat.index()) {
        Some(acted) if version < *acted => Err(Fault::conflict("you have moved since: look again")),
        _ => Ok(()),
    }
}

/// Taking back what all agreed to.
fn with_consent(live: &Live, by: Seat) -> Result<Vec<Entry>, Fault> {
    running(live)?;
    match live.to_take_back() {
        0 => Err(Fault::conflict("no player has done anything yet that could be taken back")),
        count => Ok(vec![Entry::TookBack { by, consent: true }; count]),
    }
}

/// What a bot is called at the table: a coin for each seat, so that nobody confuses two.
fn bot_name(seat: Seat) -> &'static str {
    const COINS: [&str; MAX_SEATS] = [
        "Florin",
        "Ducat",
        "Guilder",
        "Thaler",
        "Crown",
        "Shilling",
        "Noble",
        "Groat",
        "Farthing",
        "Penny",
        "Sovereign",
        "Kreuzer",
        "Denar",
        "Stuiver",
        "Zloty",
        "Obol",
    ];
    COINS[seat.index()]
}

fn known_bot(name: Option<&str>) -> Result<String, Fault> {
    let bot = name.unwrap_or("steady");
    bots::check(bot).map(|about| about.name.to_owned()).map_err(|unknown| Fault::bad(unknown.to_string()))
}

/// The seat that the visitor means: the one named, or their only one, or the one that is awaited.
fn own(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    let own = live.seats_of(token);
    match named {
        Some(seat) if own.contains(seat) => Ok(seat),
        Some(_) => Err(Fault::forbidden("that is not your seat")),
        None => {
            let awaited = live.table.as_ref().map_or(Seats::NONE, |table| table.turn().awaited);
            let seat = own.and(awaited).lowest().or(own.lowest());
            seat.ok_or_else(|| Fault::forbidden("you have no seat at this table; you can watch"))
        }
    }
}

/// The visitor's own seat, or any if the visitor made the table.
fn own_or_hosted(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    match named {
        Some(seat) if live.is_host(token) && seat.index() < live.places.len() => Ok(seat),
        named => own(live, token, named),
    }
}

fn running(live: &Live) -> Result<(), Fault> {
    match live.stage() {
        Stage::Running => Ok(()),
        Stage::Waiting => Err(Fault::conflict("the game has not begun yet")),
        Stage::Over => Err(Fault::conflict("the game is over")),
    }
}

/// The visitor's seat whose consent is missing.
fn asked(live: &Live, token: &str) -> Result<Seat, Fault> {
    let request = live.request.ok_or_else(|| Fault::conflict("nobody asks for anything now"))?;
    let seat = request.missing.and(live.seats_of(token)).lowest();
    seat.ok_or_else(|| Fault::forbidden("your consent is not asked for"))
}
