//! The cloth: 64 spaces, what lies on them, who stands on them and where one may go.

use super::{Sight, cards, cards::Mark, glyphs};
use crate::{
    boards::{offer, offer_at},
    pages::frame::sentence,
};
use ::economy::{CardView, LocationView, PlayerView, View};
use engine::Barred;
use kernel::Seat;
use maud::{Markup, html};

const COLUMNS: &str = "abcdefgh";

/// The whole board.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        div .table-cloth {
            div .columns aria-hidden="true" { @for column in COLUMNS.chars() { span { (column) } } }
            div .rows aria-hidden="true" { @for row in (1..=8).rev() { span { (row) } } }
            div .cloth role="group" aria-label="The board: columns a to h from left to right, rows 8 to 1 from top to bottom" data-grid {
                @for space in spaces() { (cell(&space, sight)) }
            }
            div .pieces aria-hidden="true" { (pieces(sight)) }
            @for corner in ["a1", "a8", "h8", "h1"] {
                @let action = format!("corner {corner}");
                @if let Some(choice) = sight.choice(&action) {
                    (offer(&action, &choice.text, &format!("corner corner-{corner}"), html! { span .word aria-hidden="true" { (corner) } }))
                }
            }
        }
    }
}

/// All spaces as they are drawn, row 8 first.
fn spaces() -> impl Iterator<Item = String> {
    (1..=8).rev().flat_map(|row| COLUMNS.chars().map(move |column| format!("{column}{row}")))
}

fn cell(space: &str, sight: &Sight) -> Markup {
    let location = sight.locations.iter().find(|location| location.space == space);
    let piece = sight.players.iter().find(|player| player.space.as_deref() == Some(space));
    let actions = [format!("move {space}"), format!("place {space}")];
    let choice = actions.iter().find_map(|action| sight.choice(action));
    let barred: Option<&Barred> = sight.play.choices.barred.iter().find(|barred| actions.contains(&barred.action));
    let contents = html! { @if let Some(location) = location { (lying(location)) } };
    let said = describe(space, location, piece, sight);
    let key = format!("space {space}");
    let landing = sight.landing.as_deref() == Some(space);
    match (choice, barred) {
        (Some(choice), _) => {
            let class = match (piece, sight.step) {
                (Some(_), _) => "cell reach hit",
                (None, Some("place")) => "cell reach roomy",
                (None, _) => "cell reach",
            };
            let words = &choice.text;
            offer_at(
                &key,
                &choice.action,
                &format!("{said}. {words}"),
                class,
                html! { (contents) @if let Some(card) = paying(sight, location, piece) { (cards::pays(&payments(sight, card))) } (tip(words, None)) },
            )
        }
        (None, Some(barred)) => html! {
            @let reason = sentence(&barred.reason);
            div .cell.barred data-key=(key) tabindex="-1" role="img" aria-label=(format!("{said}. {reason}")) {
                (contents) (tip(&reason, Some(barred.clause)))
            }
        },
        (None, None) => html! {
            div .cell .landing[landing] data-key=(key) tabindex="-1" role="img" aria-label=(said) { (contents) }
        },
    }
}

/// The card that pays if one lands here: in part 2, face up and nobody on it. (ECO-SCORE-1)
fn paying<'a>(view: &View, location: Option<&'a LocationView>, piece: Option<&PlayerView>) -> Option<&'a CardView> {
    let location = location.filter(|location| view.part == "2" && !location.face_down && piece.is_none())?;
    location.card.as_ref()
}

fn payments(view: &View, card: &CardView) -> Vec<(Seat, u16)> {
    let points = |player: &PlayerView| -> u16 {
        let same = player.properties.iter().filter(|property| property.sector_number == card.sector_number);
        same.map(|property| u16::from(property.category)).sum()
    };
    view.players.iter().map(|player| (player.seat, points(player))).filter(|(_, points)| *points > 0).collect()
}

/// The words that show while a space is pointed at.
fn tip(words: &str, clause: Option<&str>) -> Markup {
    html! { span .tip aria-hidden="true" { (words) @if let Some(clause) = clause { " (" (clause) ")" } } }
}

fn lying(location: &LocationView) -> Markup {
    let mark = match (location.property, location.owner) {
        (true, _) => Mark::Property,
        (false, Some(owner)) => Mark::Owner(owner),
        (false, None) => Mark::None,
    };
    match (&location.card, location.face_down) {
        (None, _) => cards::back(),
        (Some(card), true) => html! { span .turned { (cards::face(card, mark)) } },
        (Some(card), false) => cards::face(card, mark),
    }
}

/// A space in words.
fn describe(space: &str, location: Option<&LocationView>, piece: Option<&PlayerView>, sight: &Sight) -> String {
    let mut said = vec![space.to_owned()];
    match location {
        None => said.push("empty".to_owned()),
        Some(location) => {
            match &location.card {
                Some(card) => said.push(format!("{} {}", card.sector, glyphs::word(card.category))),
                None => said.push("a card face down".to_owned()),
            }
            if location.face_down && location.card.is_some() {
                said.push("face down".to_owned());
            }
            if location.property {
                said.push("property on it".to_owned());
            }
            if let Some(owner) = location.owner {
                said.push(format!("owned by {}", sight.name(owner)));
            }
        }
    }
    if let Some(player) = piece {
        said.push(format!("{}’s piece", sight.name(player.seat)));
    }
    said.join(", ")
}

/// The pieces, each with its own key so that it glides from space to space.
fn pieces(view: &View) -> Markup {
    let before = |player: &PlayerView| {
        let same = |other: &&PlayerView| other.space.is_none() && other.corner == player.corner && other.seat < player.seat;
        view.players.iter().filter(same).count()
    };
    html! {
        @if view.part != "setup" {
            @for player in &view.players {
                @let (x, y) = place(player);
                @let slot = if player.space.is_none() { before(player) } else { 0 };
                div .piece .(format!("seat-{}", player.seat)) .outside[player.space.is_none()] .turn[view.turn == Some(player.seat)]
                    data-key=(format!("piece-{}", player.seat)) data-x=(x) data-y=(y) data-slot=(slot) { (cards::pawn(player.seat)) }
            }
        }
    }
}

/// The column and row of a piece; `below` where those stand who never entered.
fn place(player: &PlayerView) -> (String, String) {
    match (&player.space, &player.corner) {
        (Some(space), _) => on(space),
        (None, Some(corner)) => at_corner(corner),
        (None, None) => ("below".to_owned(), "below".to_owned()),
    }
}

/// The column and row of a space.
pub fn on(space: &str) -> (String, String) {
    let (column, row) = space.split_at_checked(1).unwrap_or((space, ""));
    (column.to_owned(), row.to_owned())
}

/// Where a piece stands that was put at a corner: `l` and `r` are beside the board.
pub fn at_corner(corner: &str) -> (String, String) {
    let (column, row) = on(corner);
    (if column == "a" { "l" } else { "r" }.to_owned(), row)
}

/// A corner of the board in mid-game, for the home page.
pub fn picture() -> Markup {
    let card = |code: &str, number: u8, category: u8| CardView {
        id: format!("{code}-{category}"),
        title: String::new(),
        code: code.to_owned(),
        sector: String::new(),
        sector_number: number,
        category,
    };
    let seat = |index: usize| Seat::new(index).unwrap_or(Seat::FIRST);
    let scattered: [(usize, Markup); 8] = [
        (0, cards::face(&card("MOT", 0, 3), Mark::Owner(seat(0)))),
        (2, cards::face(&card("TEX", 1, 1), Mark::Property)),
        (4, cards::back()),
        (6, cards::face(&card("PHO", 5, 2), Mark::Owner(seat(1)))),
        (8, cards::face(&card("COS", 8, 1), Mark::Property)),
        (10, cards::face(&card("FOO", 2, 3), Mark::Owner(seat(2)))),
        (12, cards::face(&card("TOY", 7, 2), Mark::Property)),
        (14, cards::face(&card("COM", 4, 1), Mark::Owner(seat(1)))),
    ];
    let pawns = [(1, 1), (9, 0), (11, 2)];
    html! {
        div .picture role="img" aria-label="A corner of the board: cards of many trades on a chequered cloth, and three pawns" {
            @for place in 0..15 {
                div .square {
                    @for (at, face) in &scattered { @if *at == place { (face) } }
                    @for (at, index) in pawns { @if at == place { span .pawn .(format!("seat-{}", index + 1)) data-letter=(seat(index).letter()) { (cards::pawn(seat(index))) } } }
                }
            }
        }
    }
}
