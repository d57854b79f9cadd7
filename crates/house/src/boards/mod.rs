//! The boards: one module a game, drawn from what the viewer may know. All other pages know no game.

mod businessmen;
mod economy;
mod profitability;

use crate::scene::{PlayScene, Scene};
use engine::{Choice, Told};
use kernel::Seat;
use maud::{Markup, html};
use std::sync::LazyLock;

/// How a game looks.
///
/// A board that offers an action itself draws a submit button for it with [`offer`]; all others stand as plain buttons in
/// the action form.
pub trait Board: Sync {
    /// The board as the viewer sees it.
    fn draw(&self, scene: &Scene, play: &PlayScene) -> Markup;

    /// The board's own style sheet.
    fn style(&self) -> &'static str;

    /// A picture for the home page and for a table that waits for its players.
    fn picture(&self) -> Markup;

    /// Does the board or the hand hold the button for this action?
    fn offers(&self, _action: &str) -> bool {
        false
    }

    /// What belongs beside the prompt: cards in hand, dice.
    fn hand(&self, _scene: &Scene, _play: &PlayScene) -> Markup {
        html! {}
    }

    /// Is there something in the hand that the other players must not see?
    fn hides_hand(&self, _play: &PlayScene) -> bool {
        false
    }

    /// The figures of one player, for their line among the seats.
    fn figures(&self, _play: &PlayScene, _seat: Seat) -> Markup {
        html! {}
    }

    /// Who has what, for all players at a glance.
    fn ledger(&self, _scene: &Scene, _play: &PlayScene) -> Markup {
        html! {}
    }

    /// Does a new turn of the log begin with this line?
    fn opens_turn(&self, told: &Told, before: &Told) -> bool {
        told.entry != before.entry
    }

    /// The colours of the players by seat, by their names among the liveries, where the game gives them some.
    fn colours(&self, _play: &PlayScene) -> Vec<String> {
        Vec::new()
    }

    /// A word for the phase, by which the page changes its tone.
    fn tone(&self, _play: &PlayScene) -> &'static str {
        "plain"
    }
}

/// All boards, by the games' names.
const BOARDS: &[(&str, &dyn Board)] = &[
    ("economy", &economy::Economy),
    ("businessmen", &businessmen::Businessmen),
    ("profitability", &profitability::Profitability),
];

/// The board of a game.
pub fn board(game: &str) -> Option<&'static dyn Board> {
    BOARDS.iter().find(|(name, _)| *name == game).map(|(_, board)| *board)
}

/// The style sheets of all boards as one, after what they share.
pub fn styles() -> &'static str {
    static STYLES: LazyLock<String> = LazyLock::new(|| {
        let boards: String = BOARDS.iter().map(|(_, board)| board.style()).collect();
        places() + &boards
    });
    &STYLES
}

/// Pages have no inline styles, so a place is an attribute: `data-px` and `data-py` are hundredths of the way across and
/// down, `data-angle` is in degrees. Pieces keep their element and glide from one to the next.
fn places() -> String {
    let hundredths =
        |name: &str| (0..=100).map(|part| format!("[data-{name}=\"{part}\"]{{--{name}:{part}}}\n")).collect::<String>();
    let angles = (0..360).step_by(ANGLE).map(|angle| format!("[data-angle=\"{angle}\"]{{--angle:{angle}deg}}\n"));
    hundredths("px") + &hundredths("py") + &angles.collect::<String>()
}

/// The angles that a thing can be turned by are these many degrees apart.
pub const ANGLE: usize = 5;

/// The choice with this action, if it may be chosen now.
pub fn chosen<'a>(play: &'a PlayScene, action: &str) -> Option<&'a Choice> {
    play.choices.actions.iter().find(|choice| choice.action == action)
}

/// The submit button of an action, whatever it shows. It belongs to the page's action form wherever it stands.
pub fn offer(action: &str, words: &str, class: &str, face: Markup) -> Markup {
    offer_at(action, action, words, class, face)
}

/// The same at a place that has a key of its own: a space is the same space, and keeps the focus, whether or not something
/// can be done there.
pub fn offer_at(key: &str, action: &str, words: &str, class: &str, face: Markup) -> Markup {
    html! {
        button .(class) type="submit" form="play" name="action" value=(action) data-key=(key) aria-label=(words) { (face) }
    }
}

/// The letter of a seat, which goes with its colour.
pub fn letter(seat: Seat) -> char {
    (b'A' + seat.index() as u8) as char
}
