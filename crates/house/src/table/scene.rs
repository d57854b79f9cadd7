//! All that a page of a table shows, as one visitor may know it. Pages are drawn from this and from nothing else.

use crate::{
    boards, clock,
    fault::Fault,
    table::{
        Advice, Holder, Live, Stage,
        chat::{ChatScene, Talk},
        lesson::LessonScene,
        log_window::{HEARD, LINES, Part, Window},
        presence::Company,
        seat_schema::SeatNumber,
        timing::{TimeLeft, Timing},
    },
};
use engine::{Amount, AnyTable, Chart, Choice, Choices, Data};
use kernel::{About, Key, Line, Outcome, Seat, Seats, Viewer, say::Unit};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};
use utoipa::ToSchema;

/// A table as one visitor sees it, now or at an earlier moment.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table's name in addresses.
    pub id: String,
    /// The version: the number of entries in the table's log.
    pub version: u64,
    /// The game.
    pub about: About,
    /// The content that it is played with.
    pub pack: Key,
    /// The settings that were chosen.
    pub options: Map<String, Value>,
    /// How far the table is.
    pub stage: Stage,
    /// Who sits where.
    pub seats: Vec<SeatScene>,
    /// When it is so, in milliseconds since 1970.
    pub now: u64,
    /// Who is here.
    pub company: Company,
    /// How long everybody may take, if that is limited.
    pub clock: Option<Timing>,
    /// Do the clocks stand still until somebody does something?
    pub clock_rests: bool,
    /// The seats that the visitor holds; several on one device.
    pub own: Seats,
    /// Do several people play on the visitor's device?
    pub shared: bool,
    /// The seat whose view the visitor gets.
    pub viewer: Viewer,
    /// The seat that the visitor chose to look from, where several are theirs.
    pub chosen: Option<Seat>,
    /// The part of the board that the visitor asked to see, by its name.
    pub view: Option<String>,
    /// The deal that the visitor is putting together.
    pub draft: Option<Draft>,
    /// What the visitor wants to write, where a page without script would otherwise look for news by itself.
    pub write: Option<String>,
    /// What was filled into a form that was refused, by the names of the fields.
    pub filled: BTreeMap<String, String>,
    /// Did the visitor make the table?
    pub host: bool,
    /// Is the table listed for anybody to join?
    pub open: bool,
    /// May the visitor take a free seat?
    pub may_sit: bool,
    /// Where the invitation is, for those who may invite: its path, or its whole address where the house's own is known.
    pub invitation: Option<String>,
    /// The invitation that the visitor came with.
    pub invite_key: Option<String>,
    /// The version that the visitor's page shows already, if it asks for what has changed since.
    pub since: Option<u64>,
    /// Does the visitor's browser know the sheet with the aim of the game already?
    pub knows_aim: bool,
    /// Is it shown as it was told, since its rules have changed?
    pub unplayable: bool,
    /// The version from which on the page wants to be told what happened, if that is an earlier one.
    pub told: Option<u64>,
    /// The game itself, once it has begun.
    pub play: Option<PlayScene>,
    /// A request to take something back: who asks, and whose consent is missing.
    pub request: Option<(Seat, Seats)>,
    /// How many actions are taken back when all agree; none if nobody has done anything yet.
    pub to_take_back: usize,
    /// The table that was made to go on from this one.
    pub next: Option<String>,
    /// The table that this one follows.
    pub from: Option<String>,
    /// What the house published of its secret before anybody sat down: with it the dice can be checked at the end.
    pub commitment: String,
    /// The step of a lesson that the table is for.
    pub lesson: Option<LessonScene>,
    /// What the visitor may do with the chat of the table.
    pub talk: Talk,
    /// The chat itself, where the whole page is asked for.
    pub chat: Option<ChatScene>,
}

/// A deal that somebody is putting together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// What the action begins with, which says what kind of deal it is.
    pub verb: String,
    /// With whom.
    pub with: Seats,
}

/// Somebody at the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
pub struct SeatScene {
    /// The seat.
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
    /// The name; none if the seat is free.
    #[schema(required)]
    pub name: Option<String>,
    /// The bot that plays it now.
    #[schema(required)]
    pub bot: Option<String>,
    /// Is it a person's seat?
    pub person: bool,
    /// Does the visitor hold it?
    pub own: bool,
    /// Is it awaited, or was it at the moment that is shown?
    pub awaited: bool,
    /// Has it to answer somebody's offer, bid or question, or had it at the moment that is shown?
    pub asked: bool,
    /// How much time it has, if it is limited and runs now.
    #[schema(required)]
    pub time: Option<TimeLeft>,
    /// What it has beyond the time of each move, in milliseconds; `null` where time is not limited.
    #[schema(required)]
    pub reserve: Option<u64>,
    /// Has its time run out, and has its player done nothing since?
    pub ran_out: bool,
    /// What it adds to the luck of the table; none if the seat is free.
    #[schema(required)]
    pub entropy: Option<String>,
}

/// The game as the visitor sees it.
#[derive(Clone, Debug)]
pub struct PlayScene {
    /// Who is awaited, or was at the moment that is shown.
    pub awaited: Seats,
    /// Who has to answer somebody, or had at the moment that is shown.
    pub asked: Seats,
    /// The version of the table with which the viewer's seat acted last; none if it never did.
    pub own_move: Option<u64>,
    /// Is the visitor to play or to answer now, whatever moment is shown?
    pub own_turn: bool,
    /// What the visitor is asked now, whatever moment is shown.
    pub question: Option<Line>,
    /// What the viewer may know: the game's own view.
    pub view: Data,
    /// One sentence: whose turn, what is asked.
    pub prompt: Line,
    /// What the viewer may do now; nothing at an earlier moment.
    pub choices: Choices,
    /// The amounts among that, with what some of them would change.
    pub amounts: Vec<AmountScene>,
    /// The kinds of question that the viewer has answered once for all, and what each answer says.
    pub standing: Vec<(String, &'static str)>,
    /// The table in characters, where the game has no board: as everybody sees it, and as the viewer does.
    pub drawing: Option<[String; 2]>,
    /// The part of the log that is shown.
    pub log: Window,
    /// Was a part of it asked for?
    pub leafing: bool,
    /// The last lines, if another part is shown.
    pub last_lines: Option<Window>,
    /// The moment that is shown; none for now.
    pub at: Option<usize>,
    /// Where that is in the game, and what is around it.
    pub steps: Steps,
    /// May earlier moments be looked at?
    pub past_is_open: bool,
    /// How many actions the viewer may take back alone.
    pub undoable: usize,
    /// May the viewer ask for a hint now?
    pub may_ask: bool,
    /// What a bot would do in the viewer's place, if the viewer has asked.
    pub hint: Option<Advice>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The score worked out, once the game is over.
    pub score: Vec<Line>,
    /// How each seat stood through the game, once it is over.
    pub chart: Option<Arc<Chart>>,
    /// What that is measured in.
    pub chart_caption: Cow<'static, str>,
    /// What the score is counted in.
    pub score_unit: Unit,
}

/// An amount that may be chosen freely.
#[derive(Clone, Debug)]
pub struct AmountScene {
    /// From where to where, and how it is written.
    pub amount: Amount,
    /// Some usual amounts, the least first, and what each would change.
    pub usual: Vec<Choice>,
}

/// Where a moment is in the game. Moments are counted from 0, the start; they are asked for by the entries that led to them.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Steps {
    /// How many moments were before it.
    pub here: usize,
    /// How many there were before the last one.
    pub end: usize,
    /// The first moment.
    pub first: usize,
    /// The moment before this one.
    #[schema(required)]
    pub previous: Option<usize>,
    /// The moment after it.
    #[schema(required)]
    pub next: Option<usize>,
}

impl Steps {
    fn of(moments: &[usize], at: Option<usize>) -> Steps {
        let end = moments.len().saturating_sub(1);
        let here = at.and_then(|at| moments.binary_search(&at).ok()).unwrap_or(end);
        let moment = |place: usize| moments.get(place).copied();
        Steps { here, end, first: moment(0).unwrap_or(0), previous: here.checked_sub(1).and_then(moment), next: moment(here + 1) }
    }
}

/// What of a table somebody wants to see.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// An earlier moment.
    pub at: Option<usize>,
    /// A part of the log; if none is named, the end of it or what is around the moment.
    pub log: Option<Part>,
    /// The seat they want to look from, if it is theirs.
    pub seat: Option<Seat>,
}

/// What a visitor's own page is in the middle of: no part of the table, but of how it is drawn.
#[derive(Clone, Debug, Default)]
pub struct PageState {
    /// The invitation that the visitor came with; one that is not valid counts for nothing.
    pub invite: Option<String>,
    /// What the addresses of invitations begin with, where the house's own address is known.
    pub address: String,
    /// The version that the page shows already, if it asks for what has changed since.
    pub since: Option<u64>,
    /// The version from which on the page wants to be told what happened, if that is an earlier one.
    pub told: Option<u64>,
    /// The games whose aim the visitor's browser knows already, divided by dots.
    pub known_aims: String,
    /// The part of the board that the visitor asked to see, by its name.
    pub view: Option<String>,
    /// The deal that the visitor is putting together; one that cannot be made any more is left out.
    pub draft: Option<Draft>,
    /// What the visitor wants to write, where a page without script would otherwise look for news by itself.
    pub write: Option<String>,
    /// What was filled into a form that was refused, by the names of the fields.
    pub filled: BTreeMap<String, String>,
    /// The step of a lesson that the table is for.
    pub lesson: Option<LessonScene>,
    /// The chat, where the whole page is asked for.
    pub chat: Option<ChatScene>,
}

impl Scene {
    /// The table as a visitor sees it.
    pub fn of(live: &Live, token: Option<&str>, look: Look) -> Result<Scene, Fault> {
        Scene::on_page(live, token, look, PageState::default())
    }

    /// The table as a visitor sees it on a page in this state.
    pub fn on_page(live: &Live, token: Option<&str>, look: Look, page: PageState) -> Result<Scene, Fault> {
        let own = token.map_or(Seats::NONE, |token| live.seats_of(token));
        let host = token.is_some_and(|token| live.is_host(token));
        let viewer = live.viewer(own, look.seat);
        let play = PlayScene::of(live, viewer, look)?;
        let (awaited, asked) = play.as_ref().map_or((Seats::NONE, Seats::NONE), |play| (play.awaited, play.asked));
        let seats = live.chairs.iter().enumerate().filter_map(|(index, place)| {
            let seat = Seat::new(index)?;
            Some(SeatScene {
                seat,
                name: place.as_ref().map(|place| place.name.clone()),
                bot: place.as_ref().and_then(|place| place.bot()).map(str::to_owned),
                person: place.as_ref().is_some_and(|place| matches!(place.holder, Holder::Person(_))),
                own: own.contains(seat),
                awaited: awaited.contains(seat),
                asked: asked.contains(seat),
                time: live.time_left(seat),
                reserve: live.clocks.as_ref().map(|clocks| clocks.reserve(seat)),
                ran_out: live.ran_out(seat),
                entropy: place.as_ref().map(|place| place.entropy.to_string()),
            })
        });
        let seats: Vec<SeatScene> = seats.collect();
        let waiting = live.stage() == Stage::Waiting;
        let game = engine::game(&live.founding.game)?;
        let now = clock::now();
        let (about, address) = (game.about(), page.address);
        let knows_aim = page.known_aims.split('.').any(|known| known == about.id);
        let invite_key = page.invite.filter(|invite| *invite == live.founding.invite);
        let bargains = play.as_ref().map_or(&[][..], |play| &play.choices.bargains);
        let draft = page.draft.filter(|draft| bargains.iter().any(|bargain| bargain.verb == draft.verb));
        Ok(Scene {
            id: live.id.clone(),
            version: live.sequence,
            about,
            pack: live.edition.map_or_else(|| game.pack(), |edition| edition.pack),
            options: live.founding.options.clone(),
            stage: live.stage(),
            may_sit: waiting && !live.free_seats().is_empty() && (host || invite_key.is_some() || live.founding.open),
            seats,
            now,
            company: live.presence.company(now),
            clock: live.founding.clock,
            clock_rests: live.clocks_rest(),
            own,
            shared: own.len() > 1,
            viewer,
            chosen: look.seat.filter(|seat| own.contains(*seat)),
            view: page.view,
            draft,
            write: page.write,
            filled: page.filled,
            host,
            open: live.founding.open,
            invitation: (waiting && (host || !own.is_empty()))
                .then(|| format!("{address}/t/{}/join/{}", live.id, live.founding.invite)),
            invite_key,
            since: page.since,
            knows_aim,
            unplayable: live.unplayable.is_some(),
            told: page.told,
            play,
            request: live.request.map(|request| (request.by, request.missing)),
            to_take_back: if live.stage() == Stage::Running { live.to_take_back() } else { 0 },
            next: live.next.clone(),
            from: live.founding.from.clone(),
            commitment: live.founding.secret.commitment().to_string(),
            lesson: page.lesson,
            talk: Talk::of(live, token),
            chat: page.chat,
        })
    }
}

impl AmountScene {
    /// The usual amounts are those that the game lists; where it lists none but the least, parts of the range.
    fn of(table: &dyn AnyTable, seat: Seat, amount: &Amount, listed: &[Choice]) -> AmountScene {
        let told = |sum: kernel::Money| table.preview(seat, &amount.with(sum.units())).ok();
        let more: Vec<&Choice> =
            listed.iter().filter(|choice| amount.covers(&choice.action) && choice.action != amount.least).collect();
        let usual = if more.is_empty() {
            amount.usual().into_iter().filter_map(told).collect()
        } else {
            told(amount.low).into_iter().chain(more.into_iter().cloned()).collect()
        };
        AmountScene { amount: amount.clone(), usual }
    }
}

impl Scene {
    /// Where the table is: what the addresses of its forms and links begin with.
    pub fn address(&self) -> String {
        self.lesson.as_ref().map_or_else(|| format!("/t/{}", self.id), LessonScene::address)
    }

    /// What was filled into a field of a form that was refused.
    pub fn filled_in(&self, name: &str) -> Option<&str> {
        self.filled.get(name).map(String::as_str)
    }
}

impl PlayScene {
    fn of(live: &Live, viewer: Viewer, look: Look) -> Result<Option<PlayScene>, Fault> {
        let at = look.at;
        if live.unplayable.is_some() {
            return PlayScene::as_told(live, viewer, look).map(Some);
        }
        let Some(table) = &live.table else { return Ok(None) };
        let over = live.stage() == Stage::Over;
        let past_is_open = table.past_is_open();
        if at.is_some() && !past_is_open {
            return Err(Fault::conflict("this game can be looked back on when it is over: remembering is part of it"));
        }
        let choices = match viewer {
            Viewer::Seat(seat) if at.is_none() => table.actions(seat),
            _ => Choices::default(),
        };
        let undoable = match viewer {
            Viewer::Seat(seat) if at.is_none() && !over => table.undoable(seat),
            _ => 0,
        };
        let now = table.turn();
        let own = |seats: Seats| matches!(viewer, Viewer::Seat(seat) if seats.contains(seat) && live.is_played_by_person(seat));
        let asked_now = !over && own(now.asked);
        let then = table.turn_at(at)?;
        let amounts = match viewer {
            Viewer::Seat(seat) => {
                choices.amounts.iter().map(|amount| AmountScene::of(table.as_ref(), seat, amount, &choices.actions)).collect()
            }
            Viewer::Watcher => Vec::new(),
        };
        let standing = match viewer {
            Viewer::Seat(seat) if at.is_none() && !over => {
                live.standing(seat).iter().map(|kind| (kind.clone(), table.standing_answer(kind))).collect()
            }
            _ => Vec::new(),
        };
        let drawing = match boards::board(table.game()) {
            Some(_) => None,
            None => Some([table.draw(Viewer::Watcher, at)?, table.draw(viewer, at)?]),
        };
        let part = look.log.or(at.map(|at| Part::Around(live.counted.version_of(at)))).unwrap_or_default();
        Ok(Some(PlayScene {
            awaited: then.awaited,
            asked: then.asked,
            own_move: match viewer {
                Viewer::Seat(seat) => live.acted.get(seat.index()).copied().filter(|version| *version > 0),
                Viewer::Watcher => None,
            },
            own_turn: !over && own(now.concerned()),
            question: if asked_now { Some(table.prompt(viewer, None)?) } else { None },
            view: table.view(viewer, at)?,
            prompt: table.prompt(viewer, at)?,
            choices,
            amounts,
            standing,
            drawing,
            log: Window::of(live, viewer, part, LINES),
            leafing: look.log.is_some(),
            last_lines: look.log.filter(|_| at.is_none()).map(|_| Window::of(live, viewer, Part::Last, HEARD)),
            at,
            steps: Steps::of(table.moments(), at),
            past_is_open,
            undoable,
            may_ask: at.is_none() && !over && own(now.concerned()),
            hint: match viewer {
                Viewer::Seat(seat) if at.is_none() && !over => live.hint(seat).cloned(),
                _ => None,
            },
            outcome: table.outcome(),
            score: if over { table.score(None)? } else { Vec::new() },
            chart: over.then(|| live.chart()).flatten(),
            chart_caption: table.chart_caption().into(),
            score_unit: table.score_unit(),
        }))
    }

    /// A game whose rules have changed since, as it was told. Its last position is drawn if the present rules can make sense of it.
    fn as_told(live: &Live, viewer: Viewer, look: Look) -> Result<PlayScene, Fault> {
        if look.at.is_some() {
            return Err(Fault::missing("this game was played under other rules: its moments cannot be shown any more"));
        }
        let game = engine::game(&live.founding.game)?;
        let end = live.past.as_ref().and_then(|past| past.end.as_ref());
        let view = live.table.as_ref().and_then(|table| table.view(viewer, None).ok());
        let prompt = match (end, live.stage()) {
            (Some(end), _) => end.prompt.line(game),
            (None, Stage::Over) => Line::new("", "The game is over."),
            (None, _) => Line::new("", "The rules of this game were changed, and it cannot go on under the new ones."),
        };
        Ok(PlayScene {
            awaited: Seats::NONE,
            own_move: None,
            asked: Seats::NONE,
            own_turn: false,
            question: None,
            view: view.unwrap_or_else(|| Data::new(Value::Null)),
            prompt,
            choices: Choices::default(),
            amounts: Vec::new(),
            standing: Vec::new(),
            drawing: None,
            log: Window::of(live, viewer, look.log.unwrap_or_default(), LINES),
            leafing: look.log.is_some(),
            last_lines: look.log.map(|_| Window::of(live, viewer, Part::Last, HEARD)),
            at: None,
            steps: Steps { here: 0, end: 0, first: 0, previous: None, next: None },
            past_is_open: true,
            undoable: 0,
            may_ask: false,
            hint: None,
            outcome: live.outcome(),
            score: end.map_or_else(Vec::new, |end| end.score.iter().map(|line| line.line(game)).collect()),
            chart: live.chart(),
            chart_caption: end.map_or_else(Cow::default, |end| end.chart_caption.clone().into()),
            score_unit: end.map_or_else(Unit::default, |end| end.score_unit.clone()),
        })
    }
}
