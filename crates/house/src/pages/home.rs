//! The home page: the games, and the tables that wait for players.

use super::frame;
use crate::boards;
use engine::AnyGame;
use maud::{Markup, html};

/// A table that anybody may join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenTable {
    /// Its name in addresses.
    pub id: String,
    /// The game, by its id or its title.
    pub game: String,
    /// Who made it.
    pub host: String,
    /// How many play.
    pub seats: usize,
    /// How many seats are free.
    pub free: usize,
}

/// The home page.
pub fn home(open: &[OpenTable]) -> Markup {
    let body = html! {
        main .home {
            section .hero {
                (counting_cloth())
                div {
                    h1 { "Games about money, " br; "played for the fun of it." }
                    p .lead { "Economic board games against friends and bots. No account, no waiting: every legal move is shown, every refusal names its rule." }
                }
            }
            section .games aria-labelledby="games" {
                h2 #games { "The games" }
                @for game in engine::games() { (card(*game)) }
            }
            section .open-tables aria-labelledby="open" {
                h2 #open { "Tables waiting for players" }
                @if open.is_empty() {
                    p .empty { "No table is waiting just now. Set one up and tick “list it on the home page”, and it stands here." }
                } @else {
                    ul {
                        @for table in open { (waiting(table)) }
                    }
                }
            }
        }
        footer .foot {
            p { "Exchequer is open and self-hosted. Named after the chequered cloth on which the king's accountants counted with counters; the dice are fair, and you can check them." }
        }
    };
    frame::page("Games about money", "home-page", body)
}

fn card(game: &dyn AnyGame) -> Markup {
    let about = game.about();
    let (players, minutes) = (about.players, about.minutes);
    html! {
        article .game-card {
            @if let Some(board) = boards::board(about.id) { (board.picture()) }
            div .told {
                h3 { (about.title) }
                p .facts { span { (players.start()) "–" (players.end()) " players" } span { (minutes.start()) "–" (minutes.end()) " minutes" } }
                p .line { (about.line) }
                div .doing {
                    form method="post" action="/tables" {
                        input type="hidden" name="game" value=(about.id);
                        input type="hidden" name="quick" value="1";
                        input type="hidden" name="luck" value="";
                        button .primary type="submit" { "Play now against bots" }
                    }
                    a .button href=(format!("/new/{}", about.id)) { "Set up a table" }
                    a .plain href=(format!("/rules/{}", about.id)) { "Read the rules" }
                }
            }
        }
    }
}

fn waiting(table: &OpenTable) -> Markup {
    let title = engine::game(&table.game).map_or(table.game.clone(), |game| game.about().title.to_owned());
    html! {
        li {
            a href=(format!("/t/{}", table.id)) {
                strong { (title) }
                span { (table.host) "’s table" }
                span .free { @if table.free == 1 { "1 free seat" } @else { (table.free) " free seats" } " of " (table.seats) }
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
