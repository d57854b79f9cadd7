//! The home page: the games, and the tables that wait for players.

use super::{frame, lesson};
use crate::{
    boards, clock,
    storage::ListPosition,
    table::{
        Stage,
        lesson::{self as lessons, Been},
        presence::spell,
        seat_schema::SeatNumber,
    },
};
use engine::AnyGame;
use kernel::{Preset, Seats, say::counted};
use maud::{Markup, html};
use serde::Serialize;
use utoipa::ToSchema;

/// A table that anybody may join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpenTable {
    /// Its name in addresses.
    #[serde(rename = "table")]
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Who made it.
    pub host: String,
    /// How many play.
    pub seats: usize,
    /// How many seats are free.
    pub free: usize,
}

/// A table where the visitor sits, or which they made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OwnTable {
    /// Its name in addresses.
    #[serde(rename = "table")]
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where; none where nobody does.
    pub seats: Vec<Option<String>>,
    /// The visitor's seats.
    #[schema(value_type = Vec<SeatNumber>)]
    pub own: Seats,
    /// Did the visitor make it?
    pub host: bool,
    /// Who is awaited or asked.
    #[schema(value_type = Vec<SeatNumber>)]
    pub awaited: Seats,
    /// Is it the visitor's turn?
    pub your_turn: bool,
    /// When the time of whoever is awaited is up, the visitor's own if it is their turn, in milliseconds since 1970; `null` where it is
    /// not limited.
    #[schema(required)]
    pub due: Option<u64>,
    /// Who won, when it is over.
    #[schema(value_type = Vec<SeatNumber>)]
    pub winners: Seats,
}

/// The home page, with the tables that anybody can join, the visitor's own, a link to older ones, and the visitor's progress in
/// the lessons.
pub fn home(open: &[OpenTable], own: &[OwnTable], older: Option<&ListPosition>, been: &Been) -> Markup {
    let body = html! {
        main .home {
            section .hero {
                (counting_cloth())
                div {
                    h1 { "Games about money, " br; "played for the fun of it." }
                    p .lead { "Economic board games with friends and bots. No account, no waiting. Every legal move is shown, and if something is not allowed you are told which rule says so." }
                    p #now { "Play now against bots" small { ", set up for a first game" } }
                    ul .play-now aria-labelledby="now" {
                        @for game in engine::games() { li { (play_as(*game, html! { span .sr { "Play " } (game.about().title) span .sr { " now" } })) } }
                    }
                    (learn_now(been))
                }
            }
            @if !own.is_empty() {
                section .open-tables.own-tables aria-labelledby="own" {
                    h2 #own { "Your tables" }
                    ul { @for table in own { (mine(table)) } }
                    p .note {
                        a href="/along" { "Play on another device" } " · " a href="/calls" { "Be told when it is your turn" }
                        @if let Some(older) = older { " · " a href=(past_address(older)) { "Older tables" } }
                    }
                }
            }
            section .games aria-labelledby="games" {
                h2 #games { "The games" }
                @for game in engine::games() { (card(*game, been)) }
            }
            section .open-tables aria-labelledby="open" {
                h2 #open { "Tables waiting for players" }
                @if open.is_empty() {
                    p .empty { "No table is waiting for players right now. Set one up and tick “List it on the home page”, and it will appear here." }
                } @else {
                    ul {
                        @for table in open { (waiting(table)) }
                    }
                }
            }
        }
        footer .foot {
            p { "Exchequer is open source and self-hosted. It is named after the chequered cloth on which the king’s accountants did their sums with counters. The dice are fair, and you can check them yourself." }
        }
    };
    frame::page_about(frame::Shows::Pictures, "Games about money", "home-page", body)
}

/// The address of the list of tables that were over before this one.
fn past_address(place: &ListPosition) -> String {
    format!("/past?before={place}")
}

/// The visitor's tables that are over, with a link to older ones.
pub fn past_tables(tables: &[OwnTable], older: Option<&ListPosition>, first: bool) -> Markup {
    let body = html! {
        main .home {
            section .open-tables.own-tables aria-labelledby="past" {
                h1 #past { "Your tables that are over" }
                @if tables.is_empty() {
                    p .empty { @if first { "None of your tables is over yet." } @else { "There are no older tables." } }
                } @else {
                    ul { @for table in tables { (mine(table)) } }
                }
                p .note {
                    a href="/" { "All games" }
                    @if !first { " · " a href="/past" { "The latest" } }
                    @if let Some(older) = older { " · " a href=(past_address(older)) { "Older tables" } }
                }
            }
        }
    };
    frame::page("Your tables", "home-page", body)
}

/// The lessons by their games, for whoever wants to know a game before it is played.
fn learn_now(been: &Been) -> Markup {
    html! {
        p .learn-now {
            span { "New to a game? Learn it in five minutes:" }
            @for lesson in lessons::offered() {
                a href=(lesson.address()) {
                    @if been.has_done(&lesson) { span aria-hidden="true" { "✓ " } }
                    (lesson.title)
                    @if been.has_done(&lesson) { span .sr { ", done" } } @else if been.is_amid(&lesson) { small { " (go on)" } }
                }
            }
        }
    }
}

fn card(game: &dyn AnyGame, been: &Been) -> Markup {
    let about = game.about();
    let (players, minutes) = (about.players, about.minutes);
    let first = for_newcomers(game);
    html! {
        article .game-card {
            @if let Some(board) = boards::board(about.id) { (board.picture()) }
            div .told {
                h3 { (about.title) }
                p .facts { span { (players.start()) "–" (players.end()) " players" } span { (minutes.start()) "–" (minutes.end()) " minutes" } }
                p .line { (about.line) }
                div .doing {
                    (play_now(game))
                    a .button href=(format!("/new/{}", about.id)) { "Set up a table" }
                    (lesson::link_for(game, "plain", been))
                    @let short = if game.primer().summary.is_empty() { "" } else { "/summary" };
                    a .plain href=(format!("/rules/{}{short}", about.id)) { "Read the rules" }
                }
                @if let Some(first) = &first { p .note { "“Play now” is for " (first.audience) ": " (first.about) "." } }
            }
        }
    }
}

/// The settings for newcomers, where a game has some.
fn for_newcomers(game: &dyn AnyGame) -> Option<Preset> {
    game.presets().into_iter().find(|preset| preset.name == "first")
}

/// A table against bots at one click.
pub fn play_now(game: &dyn AnyGame) -> Markup {
    play_as(game, html! { "Play now against bots" })
}

/// The same on a button that shows this.
fn play_as(game: &dyn AnyGame, face: Markup) -> Markup {
    html! {
        form method="post" action="/tables" {
            input type="hidden" name="game" value=(game.about().id);
            input type="hidden" name="quick" value="1";
            input type="hidden" name="luck" value="";
            @if let Some(first) = for_newcomers(game) { input type="hidden" name="preset" value=(first.name); }
            button .primary type="submit" { (face) }
        }
    }
}

/// The title of a game.
fn title(game: &str) -> String {
    engine::game(game).map_or(game.to_owned(), |game| game.about().title.to_owned())
}

fn mine(table: &OwnTable) -> Markup {
    let named = |seats: Seats| {
        let names = seats.filter_map(|seat| table.seats.get(seat.index())?.as_deref());
        names.collect::<Vec<_>>().join(", ")
    };
    let all = Seats::first(table.seats.len());
    let shared = table.own.len() > 1;
    let others = named(if shared { all } else { all.filter(|seat| !table.own.contains(*seat)).collect() });
    let free = table.seats.iter().filter(|name| name.is_none()).count();
    let word = match table.stage {
        Stage::Running if table.your_turn && !shared => "Your turn".to_owned(),
        Stage::Running => format!("{} to play", named(table.awaited)),
        Stage::Waiting => counted(free as u32, "free seat"),
        Stage::Over if !shared && !table.winners.and(table.own).is_empty() => "Over: you won".to_owned(),
        Stage::Over => format!("Over: {} won", named(table.winners)),
        Stage::Closed => "Closed".to_owned(),
        Stage::Stopped => "Stopped".to_owned(),
    };
    html! {
        li data-stage=(table.stage.word()) .your-turn[table.your_turn] {
            a href=(format!("/t/{}", table.id)) {
                strong { (title(&table.game)) }
                @if !others.is_empty() { span { @if !shared { "with " } (others) } }
                @if let Some(due) = table.due { span .time-left { (spell(due.saturating_sub(clock::now()))) " left" } }
                span .free { @if table.your_turn { span .badge.turn { (word) } } @else { (word) } }
                span .go aria-hidden="true" { @if matches!(table.stage, Stage::Over | Stage::Stopped) { "Look back" } @else { "Continue" } }
            }
        }
    }
}

fn waiting(table: &OpenTable) -> Markup {
    html! {
        li {
            a href=(format!("/t/{}", table.id)) {
                strong { (title(&table.game)) }
                span { (table.host) "’s table" }
                span .free { (counted(table.free as u32, "free seat")) " of " (table.seats) }
                span .go aria-hidden="true" { "Join" }
            }
        }
    }
}

/// The counting cloth with its counters, as the house's picture: columns of a sum laid out.
fn counting_cloth() -> Markup {
    const COUNTERS: [(u32, u32, u8); 15] = [
        (0, 2, 0),
        (1, 1, 1),
        (1, 2, 0),
        (2, 2, 2),
        (2, 1, 0),
        (2, 0, 0),
        (3, 2, 1),
        (4, 2, 0),
        (4, 1, 0),
        (5, 0, 2),
        (5, 1, 1),
        (5, 2, 0),
        (6, 2, 2),
        (7, 1, 0),
        (7, 2, 1),
    ];
    html! {
        svg .counting-cloth viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
            @for row in 0..3 { @for column in 0..8 {
                @if (row + column) % 2 == 0 { rect .dark x=(column * 40) y=(row * 40) width="40" height="40" {} }
            } }
            @for (column, row, kind) in COUNTERS {
                g .(format!("counter-{kind}")) transform=(format!("translate({} {})", column * 40 + 20, row * 40 + 20)) {
                    circle .shade cx="1.500" cy="2.500" r="14.500" {} circle .disc r="14.500" {} circle .rim r="10.500" {}
                    path .cross d="M-4 0h8M0-4v8" {}
                }
            }
        }
    }
}
