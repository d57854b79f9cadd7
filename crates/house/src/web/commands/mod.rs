//! What a visitor can do at a table: one function for pages and programs alike.

use super::{
    House,
    answers::{self, Hint, NextTable},
    bodies::{ForSeat, NewClock, NewTable, Nothing, Play, PlayOn, PutTogether, Rename, Say, Sit, Stand, TakeBack, WithBot},
    input::{Input, Text},
    naming::{bot_name, line, name, unlike},
    open::{put_together, with_amount},
    openapi::{Shape, shape},
    origin::Origin,
    visitor::Visitor,
};
use crate::{
    chat::Talk,
    clock,
    fault::{Fault, LATE},
    hall::{Following, STAND_IN, sits},
    live::{Advice, GUEST, Live, Stage},
    log::{Founding, Holder, LogEntry},
    timing::{AtEnd, Timing},
    token,
};
use engine::Setup;
use kernel::{Seat, Seats};
use serde_json::{Map, Value};
use std::time::Duration;
use utoipa::ToSchema;

/// How long the first page of a quick table waits for bots that play first.
const QUICK: Duration = Duration::from_secs(2);

/// What came of a command.
pub(crate) enum Done {
    /// The table has this version now.
    Version(u64),
    /// The table has this version now, and the visitor this seat.
    Seat(u64, Seat),
    /// Go on at another table.
    Table(String),
    /// The table has this version, and a bot would do this on the visitor's seat.
    Hint(u64, Seat, Box<Advice>),
}

/// What a visitor's command comes to, once the table is looked at.
type Decision = Box<dyn FnOnce(&Live) -> Result<Vec<LogEntry>, Fault> + Send>;

/// A command at a table, for the document.
pub(crate) struct Verb {
    pub name: &'static str,
    pub about: &'static str,
    /// What may be said with it.
    pub body: Shape,
    /// What is answered.
    pub answer: Shape,
}

const fn verb<Body: ToSchema>(name: &'static str, about: &'static str) -> Verb {
    Verb { name, about, body: shape::<Body>, answer: shape::<answers::Done> }
}

/// Every command at a table.
pub(crate) const VERBS: &[Verb] = &[
    verb::<Sit>("sit", "take a free seat"),
    verb::<Rename>("rename", "change what you are called, before the game or while it is played"),
    verb::<WithBot>("bot", "put a bot on a free seat"),
    verb::<ForSeat>("leave", "give up a seat before the game begins; the host can free any"),
    verb::<Nothing>("close", "close a table that waits for players"),
    verb::<Play>("play", "do something in the game"),
    verb::<PutTogether>("deal", "propose a deal that is put together from its parts"),
    verb::<Stand>("stand", "answer a kind of question once for all, or take that back"),
    Verb {
        answer: shape::<Hint>,
        ..verb::<ForSeat>("hint", "ask what the bot `steady` would do in your place, on what you may know, and what that changes")
    },
    verb::<TakeBack>("undo", "take back your own last action"),
    verb::<TakeBack>("restart", "take back all your actions since luck was drawn or somebody else acted"),
    verb::<TakeBack>("ask", "ask everybody to let the last action be taken back"),
    verb::<ForSeat>("agree", "agree to that"),
    verb::<ForSeat>("decline", "do not agree"),
    verb::<WithBot>(
        "hand-over",
        "let a bot play for your seat; the host can do so, with the bot `steady`, for a player who is gone, where there are clocks only \
         when their time has run out, and it is announced for a while",
    ),
    verb::<ForSeat>("resume", "play again yourself; or let the clocks run again that rest because everybody was gone"),
    verb::<Say>("say", "say something to the others at the table"),
    verb::<Nothing>("hurry", "let the bots move without a pause"),
    Verb { answer: shape::<NextTable>, ..verb::<Nothing>("rematch", "a new table with the same players and settings") },
    Verb {
        answer: shape::<NextTable>,
        ..verb::<PlayOn>("play-on", "a new table against bots that goes on from a moment of a finished game")
    },
];

/// The commands to sit down at a table or leave it.
const COMINGS: [&str; 3] = ["sit", "bot", "leave"];

/// Carries out a command. Whoever gives one is here.
pub(crate) async fn run(
    house: &House,
    visitor: &Visitor,
    origin: Origin,
    id: &str,
    verb: &str,
    input: &Input,
) -> Result<Done, Fault> {
    let asking = if verb == "hint" { Some(house.guard.hint(origin.party())?) } else { None };
    if COMINGS.contains(&verb) && token::is_table(id) {
        house.guard.come_or_go(origin.party(), id)?;
    }
    let done = carry_out(house, visitor, id, verb, input).await;
    drop(asking);
    if matches!(&done, Err(fault) if fault.code == LATE) {
        // The answer is to show how the game goes on, although the clock's own task may not have come to this table yet.
        house.hall.call_time(id).await;
    }
    house.hall.sign(id, &visitor.0);
    house.look_on(id, origin);
    if done.is_ok() {
        house.caller.acted.note(token::hash(&visitor.0), id);
    }
    done
}

async fn carry_out(house: &House, visitor: &Visitor, id: &str, verb: &str, input: &Input) -> Result<Done, Fault> {
    let token = visitor.0.clone();
    let change = async |decide: Decision| house.hall.change(id, decide).await.map(Done::Version);
    match verb {
        "sit" => sit(house, visitor, id, input.read()?).await,
        "bot" => {
            let WithBot { seat, bot } = input.read()?;
            let bot = known_bot(bot.as_deref())?;
            change(Box::new(move |live| {
                if !live.is_host(&token) {
                    return Err(Fault::forbidden("only the host can put bots on seats"));
                }
                seat_down(live, seat, None, Holder::Bot(bot), None)
            }))
            .await
        }
        "rename" => {
            let Rename { name: called, seat } = input.read()?;
            let called = name(&called)?;
            change(Box::new(move |live| {
                let seat = own(live, &token, seat)?;
                let was = live.name(seat).to_owned();
                let others = Seats::first(live.chairs.len()).filter(|other| *other != seat).map(|other| live.name(other));
                let name = unlike(&called, &others.collect::<Vec<_>>());
                Ok(if name == was { Vec::new() } else { vec![LogEntry::Renamed { seat, name, was }] })
            }))
            .await
        }
        "leave" => {
            let ForSeat { seat } = input.read()?;
            change(Box::new(move |live| {
                let seat = own_or_hosted(live, &token, seat)?;
                Ok(vec![LogEntry::Left { seat }])
            }))
            .await
        }
        "close" => {
            let Nothing {} = input.read()?;
            change(Box::new(move |live| {
                if !live.is_host(&token) {
                    return Err(Fault::forbidden("only the host can close the table"));
                }
                Ok(vec![LogEntry::Closed { time: clock::now() }])
            }))
            .await
        }
        "play" => {
            let Play { action, amount, usual, seat, version } = input.read()?;
            let action = with_amount(&action, usual.or(amount).as_deref())?;
            change(Box::new(move |live| {
                let seat = own(live, &token, seat)?;
                may_act(live, seat, version)?;
                Ok(vec![LogEntry::acted(seat, action, clock::now())])
            }))
            .await
        }
        "deal" => {
            let put: PutTogether = input.read()?;
            change(Box::new(move |live| {
                let seat = own(live, &token, put.seat)?;
                may_act(live, seat, put.version)?;
                let action = put_together(live, seat, &put)?;
                Ok(vec![LogEntry::acted(seat, action, clock::now())])
            }))
            .await
        }
        "stand" => {
            let Stand { kind: Text(kind), on, seat } = input.read()?;
            change(Box::new(move |live| {
                running(live)?;
                let seat = own(live, &token, seat)?;
                let question = live.game().and_then(|table| table.question(seat));
                if on && !question.is_some_and(|asked| asked.kind == kind && asked.standing.is_some()) {
                    return Err(Fault::conflict("you are not asked this now, or it has to be looked at each time"));
                }
                Ok(vec![LogEntry::Stood { seat, kind, on }])
            }))
            .await
        }
        "hint" => {
            let ForSeat { seat } = input.read()?;
            let seat = house.hall.look(id, |live| may_ask(live, &token, seat)).await??;
            let (version, hint) = house.hall.hint(id, token::hash(&token), seat).await?;
            Ok(Done::Hint(version, seat, Box::new(hint)))
        }
        "undo" | "restart" => {
            let (all, TakeBack { seat, version }) = (verb == "restart", input.read()?);
            change(Box::new(move |live| {
                let seat = own(live, &token, seat)?;
                timely(live, seat, version)?;
                let count = live.table.as_ref().map_or(0, |table| table.undoable(seat));
                let count = if all { count.max(1) } else { 1 };
                Ok(vec![LogEntry::took_back(seat, false); count])
            }))
            .await
        }
        "ask" => {
            let TakeBack { seat, version } = input.read()?;
            change(Box::new(move |live| {
                let by = own(live, &token, seat)?;
                timely(live, by, version)?;
                // With nobody to ask, to ask is to agree.
                if live.to_be_asked(by).is_empty() { with_consent(live, by) } else { Ok(vec![LogEntry::Asked { by }]) }
            }))
            .await
        }
        "agree" => {
            let ForSeat { seat } = input.read()?;
            change(Box::new(move |live| {
                let seat = asked(live, &token, seat)?;
                let Some(request) = live.request else { return Err(Fault::conflict("nobody is asking for anything right now")) };
                let mut entries = vec![LogEntry::Agreed { seat }];
                if request.missing.without(seat).is_empty() {
                    entries.extend(with_consent(live, request.by)?);
                }
                Ok(entries)
            }))
            .await
        }
        "decline" => {
            let ForSeat { seat } = input.read()?;
            change(Box::new(move |live| Ok(vec![LogEntry::Declined { seat: asked(live, &token, seat)? }]))).await
        }
        "hand-over" => {
            let WithBot { seat, bot } = input.read()?;
            let bot = known_bot(bot.as_deref())?;
            let named = |live: &Live| {
                running(live)?;
                let seat = own_or_hosted(live, &token, seat)?;
                Ok::<_, Fault>((seat, live.seats_of(&token).contains(seat)))
            };
            match house.hall.look(id, named).await?? {
                // Nobody takes the seat of somebody who is here, nor chooses how badly it is played.
                (_, false) if bot != STAND_IN => {
                    Err(Fault::bad(format!("only the bot `{STAND_IN}` can stand in for somebody else")))
                }
                (seat, false) => house.hall.stand_in(id, seat).await.map(Done::Version),
                (_, true) => {
                    change(Box::new(move |live| {
                        running(live)?;
                        let seat = own(live, &token, seat)?;
                        Ok(vec![LogEntry::HandedOver { seat, bot, by_host: false }])
                    }))
                    .await
                }
            }
        }
        "resume" => {
            let ForSeat { seat } = input.read()?;
            change(Box::new(move |live| {
                running(live)?;
                Ok(vec![LogEntry::Resumed { seat: own(live, &token, seat)?, time: clock::now() }])
            }))
            .await
        }
        "say" => {
            let Say { text, seat } = input.read()?;
            let speaker = move |live: &Live| {
                Talk::of(live, Some(&token)).speaks()?;
                own(live, &token, seat)
            };
            house.hall.say(id, line(&text)?, speaker).await?;
            Ok(Done::Version(house.hall.look(id, |live| live.sequence).await?))
        }
        "hurry" => {
            let Nothing {} = input.read()?;
            let allowed = house.hall.look(id, |live| (live.is_host(&token) || !live.seats_of(&token).is_empty(), live.sequence));
            let (allowed, sequence) = allowed.await?;
            if !allowed {
                return Err(Fault::forbidden("only players can hurry the bots"));
            }
            house.hall.hurry(id).await?;
            Ok(Done::Version(sequence))
        }
        "rematch" => {
            let Nothing {} = input.read()?;
            follow(house, visitor, id, None).await
        }
        "play-on" => {
            let PlayOn { at } = input.read()?;
            follow(house, visitor, id, Some(at)).await
        }
        _ => Err(Fault::missing(format!("there is no command `{verb}` at a table"))),
    }
}

/// Takes a seat. Who has one already and names no other keeps it: a request that is sent twice takes one seat.
async fn sit(house: &House, visitor: &Visitor, id: &str, sit: Sit) -> Result<Done, Fault> {
    let Sit { name: called, seat, invite, luck } = sit;
    let (called, token) = (name(&called)?, visitor.0.clone());
    let decide = move |live: &Live| {
        let own = live.seats_of(&token);
        if seat.map_or(!own.is_empty(), |seat| own.contains(seat)) {
            return Ok(vec![]);
        }
        let invited = invite.as_deref() == Some(&live.founding.invite);
        if !(invited || live.founding.open || live.is_host(&token)) {
            return Err(Fault::forbidden("this table is for invited players: ask for the link"));
        }
        let holder = Holder::Person(token::hash(&token));
        seat_down(live, seat, Some(&called), holder, luck.as_deref())
    };
    let version = house.hall.change(id, decide).await?;
    let own = house.hall.look(id, |live| live.seats_of(&visitor.0)).await?;
    // Somebody else may have freed the seat since; then there is none to tell.
    Ok(match seat.or(own.lowest()) {
        Some(seat) => Done::Seat(version, seat),
        None => Done::Version(version),
    })
}

/// Makes a table from what a set-up page or a program says, and seats whoever is said to sit.
pub(crate) async fn found(house: &House, visitor: &Visitor, origin: Origin, input: &Input) -> Result<String, Fault> {
    let table: NewTable = input.read()?;
    let game = engine::game(&table.game)?;
    let preset = table.preset.as_deref().map(|name| game.preset(name)).transpose()?.unwrap_or_default();
    let chosen = if input.is_form() {
        // In a form everything is a word.
        let pairs = table.option.0.iter().map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()));
        let pairs: Vec<String> = pairs.collect();
        game.read_options(&pairs.iter().map(String::as_str).collect::<Vec<_>>())?
    } else {
        table.option.0
    };
    let options = game.options(&preset.into_iter().chain(chosen).collect())?;
    let seats = options.get("players").and_then(Value::as_u64).unwrap_or(*game.about().players.start() as u64) as usize;
    // The set-up page has a line for every seat that there could be.
    if !input.is_form() && table.seat.len().max(table.names.len()) > seats {
        return Err(Fault::bad(format!("this table has {seats} seats: more were named")));
    }
    let mut entries: Vec<LogEntry> = Vec::new();
    for seat in Seats::first(seats) {
        let default = if seat == Seat::FIRST || table.hot_seat {
            "you"
        } else if table.quick {
            "bot:steady"
        } else {
            "person"
        };
        let chosen = table.seat.at(seat).unwrap_or(default);
        let (called, holder, luck) = match (chosen, chosen.strip_prefix("bot:")) {
            ("you", _) => {
                let called = name(table.names.at(seat).or(table.name.as_deref()).unwrap_or(GUEST))?;
                (called, Holder::Person(token::hash(&visitor.0)), table.luck.as_deref())
            }
            ("person", _) => continue,
            (_, Some(bot)) => (bot_name(seat).to_owned(), Holder::Bot(known_bot(Some(bot))?), None),
            (other, None) => {
                return Err(Fault::bad(format!("`{other}` cannot sit on seat {seat}; `you`, `person` or `bot:NAME` can")));
            }
        };
        let others: Vec<&str> = entries.iter().filter_map(sitting).collect();
        entries.push(sits(seat, &unlike(&called, &others), holder, luck));
    }
    if entries.len() == seats {
        entries.push(LogEntry::began(clock::now()));
    } else {
        // A table that could never begin is refused now, with the clause, and not when the last seat is taken.
        game.open(Setup { options: options.clone(), ..Setup::new(token::entropy()) })?;
    }
    let clock = table.clock.map(|clock| timing(clock, house.guard.shortest_move())).transpose()?.flatten();
    let founding = founding(game.about().id, options, seats, visitor, table.open, table.hot_seat);
    let founding = Founding { clock, ..founding };
    let id = house.hall.found(founding, entries).await?;
    house.look_on(&id, origin);
    if table.quick {
        // Whoever plays now is to decide something now: bots that come first do not hesitate.
        house.hall.hurry_to_person(&id, QUICK).await?;
    }
    Ok(id)
}

/// The clocks that were chosen, within sensible bounds.
fn timing(clock: NewClock, shortest: Duration) -> Result<Option<Timing>, Fault> {
    let NewClock { pace, each, reserve, days, end } = clock;
    let end = match end.as_deref() {
        None | Some("fallback") => AtEnd::Fallback,
        Some("bot") => AtEnd::Bot,
        Some(other) => return Err(Fault::bad(format!("`{other}` cannot happen when time is up; `fallback` or `bot` can"))),
    };
    let bounded = |number: u64, bounds: std::ops::RangeInclusive<u64>, what: &str| {
        if bounds.contains(&number) {
            return Ok(number * 1000);
        }
        Err(Fault::bad(format!("{what} has to be between {} and {}", bounds.start(), bounds.end())))
    };
    let (unit, least, most) = match &*pace {
        "none" => return Ok(None),
        "days" => {
            let each = bounded(days.unwrap_or(2), 1..=30, "the number of days a move")? * 24 * 3600;
            return Ok(Some(Timing { each, reserve: 0, end }));
        }
        "minutes" => (60, 1, 240),
        "seconds" => (1, shortest.as_secs().max(1), 14_400),
        other => return Err(Fault::bad(format!("a move is not measured in `{other}`, but in `minutes`, `seconds` or `days`"))),
    };
    let each = bounded(each.unwrap_or(least.max(3)), least..=most, "the time of a move")? * unit;
    let reserve = bounded(reserve.unwrap_or(0), 0..=most, "the reserve")? * unit;
    Ok(Some(Timing { each, reserve, end }))
}

/// The name of whoever sits down by this entry.
fn sitting(entry: &LogEntry) -> Option<&str> {
    match entry {
        LogEntry::Sat { name, .. } => Some(name),
        _ => None,
    }
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
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: clock::now(),
    }
}

/// A new table with the same players and settings, from the start or from a moment of the finished game. Who asks second
/// for a rematch is led to the table of the first.
async fn follow(house: &House, visitor: &Visitor, id: &str, at: Option<usize>) -> Result<Done, Fault> {
    let visitor = visitor.clone();
    house.hall.follow(id, move |live| following(live, &visitor, at)).await.map(Done::Table)
}

/// The table that follows a finished game.
fn following(live: &Live, visitor: &Visitor, at: Option<usize>) -> Result<Following, Fault> {
    if live.stage() != Stage::Over {
        return Err(Fault::conflict("the game is not over yet"));
    }
    let position = match (at, &live.table) {
        (None, _) => None,
        (Some(_), None) => return Err(Fault::missing("the moments of this game cannot be shown any more")),
        (Some(at), Some(table)) => {
            let position = table.position(Some(at))?;
            if table.moments().last() == Some(&at) {
                return Err(Fault::conflict("the game is over at that moment: choose an earlier one"));
            }
            Some(position)
        }
    };
    if let (Some(next), None) = (&live.next, at) {
        return Ok(Following::There(next.clone()));
    }
    let own = live.seats_of(&visitor.0);
    if at.is_none() && own.is_empty() {
        return Err(Fault::forbidden("only the players can ask for a rematch"));
    }
    let old = &live.founding;
    let mut founding = founding(&old.game, old.options.clone(), old.seats, visitor, false, old.hot_seat);
    founding.position = position;
    founding.from = Some(live.id.clone());
    // Whoever plays on alone against bots has all the time there is.
    founding.clock = old.clock.filter(|_| at.is_none());
    let me = Holder::Person(token::hash(&visitor.0));
    let (mut entries, mut absent) = (Vec::<LogEntry>::new(), Vec::new());
    for (seat, place) in Seats::first(old.seats).zip(live.chairs.iter().flatten()) {
        let mine = place.holder == me || (at.is_some() && own.is_empty() && seat == Seat::FIRST);
        let bot = place.bot().map(str::to_owned);
        let (called, holder) = match &place.holder {
            // Who plays on from a moment without having sat there takes the first seat.
            Holder::Person(_) | Holder::Bot(_) if mine && own.is_empty() => (GUEST.to_owned(), me.clone()),
            // Who plays on plays alone against bots, and these are called as bots are.
            Holder::Person(_) if at.is_some() && !mine => {
                (bot_name(seat).to_owned(), Holder::Bot(bot.unwrap_or_else(|| "steady".into())))
            }
            // A rematch keeps everybody's seat. For who was gone, the bot goes on; who asks for it is there.
            holder => {
                if let (Some(bot), Holder::Person(_), false) = (bot, holder, mine) {
                    absent.push(LogEntry::HandedOver { seat, bot, by_host: place.by_host });
                }
                (place.name.clone(), holder.clone())
            }
        };
        let others: Vec<&str> = entries.iter().filter_map(sitting).collect();
        entries.push(sits(seat, &unlike(&called, &others), holder, None));
    }
    entries.push(LogEntry::began(clock::now()));
    entries.extend(absent);
    // Playing on is a matter of who plays on; a rematch is everybody's next table.
    Ok(if at.is_some() { Following::Aside(founding, entries) } else { Following::Next(founding, entries) })
}

/// Somebody takes a seat; who has no name is a bot.
fn seat_down(
    live: &Live,
    seat: Option<Seat>,
    name: Option<&str>,
    holder: Holder,
    luck: Option<&str>,
) -> Result<Vec<LogEntry>, Fault> {
    let free = live.free_seats();
    let seat = seat.or(free.lowest()).ok_or_else(|| Fault::conflict("all seats are taken"))?;
    let others: Vec<&str> = live.chairs.iter().flatten().map(|place| place.name.as_str()).collect();
    let mut entries = vec![sits(seat, &unlike(name.unwrap_or(bot_name(seat)), &others), holder, luck)];
    if free.without(seat).is_empty() && free.contains(seat) {
        entries.push(LogEntry::began(clock::now()));
    }
    Ok(entries)
}

/// Is this seat the visitor's to play? Once their time is up, or a bot plays for them, it is not.
fn may_act(live: &Live, seat: Seat, version: Option<u64>) -> Result<(), Fault> {
    if live.is_late(seat, clock::now()) {
        return Err(too_late("it is decided for you"));
    }
    match (live.is_played_by_person(seat), live.ran_out(seat)) {
        (true, _) => timely(live, seat, version),
        (false, true) => Err(too_late("a bot plays for you until you take your seat back")),
        (false, false) => Err(Fault::conflict("a bot plays for you now: take your seat back first")),
    }
}

fn too_late(instead: &str) -> Fault {
    Fault::late(format!("your time was up before this came: {instead}"))
}

/// What was sent before the seat's last action was meant for that moment, not for this one.
fn timely(live: &Live, seat: Seat, version: Option<u64>) -> Result<(), Fault> {
    let Some(version) = version else { return Ok(()) };
    if version > live.sequence {
        return Err(Fault::conflict(format!("the table is not at version {version} yet: look again")));
    }
    match live.acted.get(seat.index()) {
        Some(acted) if version < *acted && live.ran_out(seat) => Err(too_late("the safe choice was made for you")),
        Some(acted) if version < *acted => Err(Fault::conflict("you have moved since then: look again")),
        _ => Ok(()),
    }
}

/// Taking back what all agreed to.
fn with_consent(live: &Live, by: Seat) -> Result<Vec<LogEntry>, Fault> {
    running(live)?;
    match live.to_take_back() {
        0 => Err(Fault::conflict("there is nothing to take back yet")),
        count => Ok(vec![LogEntry::took_back(by, true); count]),
    }
}

fn known_bot(name: Option<&str>) -> Result<String, Fault> {
    let bot = name.unwrap_or("steady");
    bots::check(bot).map(|about| about.name.to_owned()).map_err(|unknown| Fault::bad(unknown.to_string()))
}

/// The seat that the visitor means: the one named, or their only one, or the one that is asked or awaited.
fn own(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    let own = live.seats_of(token);
    match named {
        Some(seat) if own.contains(seat) => Ok(seat),
        Some(_) => Err(Fault::forbidden("that is not your seat")),
        None => {
            let seat = live.first_of(own);
            seat.ok_or_else(|| Fault::forbidden("you have no seat at this table; you can watch"))
        }
    }
}

/// The visitor's seat for which a bot may be asked what it would do: one that has something to decide, and no bot.
fn may_ask(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    running(live)?;
    let seat = own(live, token, named)?;
    if !live.is_played_by_person(seat) {
        return Err(Fault::conflict("a bot plays for you now: take your seat back first"));
    }
    if !live.turn().concerned().contains(seat) {
        return Err(Fault::conflict("it is not your turn: you can ask for a hint when you have something to decide"));
    }
    Ok(seat)
}

/// The visitor's own seat, or any if the visitor made the table.
fn own_or_hosted(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    match named {
        Some(seat) if live.is_host(token) && seat.index() < live.chairs.len() => Ok(seat),
        named => own(live, token, named),
    }
}

fn running(live: &Live) -> Result<(), Fault> {
    match live.stage() {
        Stage::Running => Ok(()),
        Stage::Waiting => Err(Fault::conflict("the game has not begun yet")),
        Stage::Over => Err(Fault::conflict("the game is over")),
        Stage::Closed => Err(Fault::conflict("the host closed this table")),
        Stage::Stopped => Err(Fault::conflict("the rules were changed, and this game cannot go on")),
    }
}

/// The visitor's seat whose consent is missing; the one named, if one is.
fn asked(live: &Live, token: &str, named: Option<Seat>) -> Result<Seat, Fault> {
    let request = live.request.ok_or_else(|| Fault::conflict("nobody is asking for anything right now"))?;
    let missing = request.missing.and(live.seats_of(token));
    let seat = named.map_or(missing.lowest(), |seat| missing.contains(seat).then_some(seat));
    seat.ok_or_else(|| Fault::forbidden("you are not being asked"))
}
