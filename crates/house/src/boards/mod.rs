//! The boards: one module a game, drawn from what the viewer may know. All other pages know no game.

pub mod beat;
mod businessmen;
pub mod competitors;
mod economy;
mod investments;
pub mod map;
pub mod pictures;
mod profitability;

use crate::{
    pages::{
        frame,
        style::needed::{Names, needed},
    },
    table::scene::{PlayScene, Scene},
};
use beat::Beat;
use engine::{Choice, ToldEvent};
use kernel::{Files, Seat, Seats, Viewer};
use maud::{Markup, html};
use std::{any::Any, ops::Deref};

/// The lines of a legend: a sign, what it is, and more about it.
pub type Legend = Vec<(Markup, &'static str, String)>;

/// How a game looks.
///
/// A board that offers an action itself draws a submit button for it with [`offer`]; all others stand as plain buttons in
/// the action form.
pub trait Board: Sync {
    /// What a viewer may know of the game.
    type View: Any;
    /// What happens in the game.
    type Event: Any;

    /// The board's own style sheet.
    fn style(&self) -> &'static str;

    /// Does it have a map in a window, which has a script of its own?
    fn has_map(&self) -> bool {
        false
    }

    /// Does it put things on places by hundredths or by angles?
    fn has_places(&self) -> bool {
        false
    }

    /// A picture for the home page and for a table that waits for its players.
    fn picture(&self) -> Markup;

    /// A small picture of one of the pieces by its name, for the sheets that tell the game.
    fn sign(&self, _name: &str) -> Option<Markup> {
        None
    }

    /// What the signs of the board mean, if they are too many for terms: each as the board draws it, in words, and more about it. The
    /// board opens it with [`frame::legend`].
    fn legend(&self) -> Option<Legend> {
        None
    }

    /// What never changes on the board, drawn from a pack: pictures of their own, which are made once and fetched once. A page has
    /// one by [`Sight::picture`].
    fn pictures(&self, _pack: &Files) -> Vec<pictures::Picture> {
        Vec::new()
    }

    /// The board as the viewer sees it.
    fn draw(&self, sight: &Sight<Self::View>) -> Markup;

    /// Does the board or the hand hold the button for this action?
    fn offers(&self, _action: &str) -> bool {
        false
    }

    /// What belongs beside the prompt: cards in hand, dice.
    fn hand(&self, _sight: &Sight<Self::View>) -> Markup {
        html! {}
    }

    /// What the viewer has besides, which comes after what may be done: there may be much of it.
    fn belongings(&self, _sight: &Sight<Self::View>) -> Markup {
        html! {}
    }

    /// Does this action leave or end the game? It comes after all others.
    fn leaves(&self, _action: &str) -> bool {
        false
    }

    /// Is there so much in the hand that what can be chosen comes first?
    fn has_large_hand(&self) -> bool {
        false
    }

    /// Is there something in the hand that the other players must not see?
    fn hides_hand(&self, _view: &Self::View) -> bool {
        false
    }

    /// The figures of one player, for their line among the seats.
    fn figures(&self, _view: &Self::View, _seat: Seat) -> Markup {
        html! {}
    }

    /// Who has what, for all players at a glance.
    fn ledger(&self, _sight: &Sight<Self::View>) -> Markup {
        html! {}
    }

    /// The colours of the players by seat, by their names among the liveries, where the game gives them some.
    fn colours(&self, _view: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// The class that gives a source of points or money (see [`kernel::Words::sources`]) the colour that it has on the board.
    fn source_class(&self, _view: &Self::View, _source: &str) -> Option<String> {
        None
    }

    /// A word for the phase, by which the page changes its tone.
    fn tone(&self, _view: &Self::View) -> &'static str {
        "plain"
    }

    /// Whose deed an event is, if it is one player's.
    fn doer(&self, event: &Self::Event) -> Option<Seat>;

    /// What an event looks like when it is told. The view is of now, when more may have happened.
    fn beat(&self, _event: &Self::Event, _view: &Self::View) -> Beat {
        Beat::glance()
    }

    /// Whom an event befalls: who does it, who is hit, who is paid.
    fn befalls(&self, event: &Self::Event) -> Seats {
        self.doer(event).into_iter().collect()
    }

    /// Does a new turn of the log begin with this event? `same_move` tells that the one before it came of the same action.
    fn opens_turn(&self, _event: &Self::Event, _before: &Self::Event, same_move: bool) -> bool {
        !same_move
    }
}

/// What a board is drawn from: the game's own view, and the page that it is part of.
pub struct Sight<'a, V> {
    /// What the viewer may know.
    pub view: &'a V,
    /// The table.
    pub scene: &'a Scene,
    /// The game on it.
    pub play: &'a PlayScene,
}

impl<V> Deref for Sight<'_, V> {
    type Target = V;

    fn deref(&self) -> &V {
        self.view
    }
}

impl<'a, V> Sight<'a, V> {
    /// The choice with this action, if it may be chosen now.
    pub fn choice(&self, action: &str) -> Option<&'a Choice> {
        self.play.choices.actions.iter().find(|choice| choice.action == action)
    }

    /// The address of a picture of what never changes on the board.
    pub fn picture(&self, name: &str) -> String {
        engine::game(self.scene.about.id).map_or_else(|_| String::new(), |game| pictures::address(game, self.scene.pack, name))
    }

    /// The name of who sits there.
    pub fn name(&self, seat: Seat) -> &'a str {
        frame::name(self.scene, seat)
    }

    /// Does the visitor look from this seat?
    pub fn is_own(&self, seat: Option<Seat>) -> bool {
        seat.is_some_and(|seat| self.scene.viewer == Viewer::Seat(seat))
    }
}

/// A board, whichever game it is for.
pub trait AnyBoard: Sync {
    /// See [`Board::style`].
    fn style(&self) -> &'static str;

    /// See [`Board::has_map`].
    fn has_map(&self) -> bool;

    /// See [`Board::has_places`].
    fn has_places(&self) -> bool;

    /// See [`Board::picture`].
    fn picture(&self) -> Markup;

    /// See [`Board::sign`].
    fn sign(&self, name: &str) -> Option<Markup>;

    /// See [`Board::legend`].
    fn legend(&self) -> Option<Legend>;

    /// See [`Board::pictures`].
    fn pictures(&self, pack: &Files) -> Vec<pictures::Picture>;

    /// See [`Board::doer`].
    fn doer(&self, told: &ToldEvent) -> Option<Seat>;

    /// See [`Board::befalls`].
    fn befalls(&self, told: &ToldEvent) -> Seats;

    /// See [`Board::opens_turn`].
    fn opens_turn(&self, told: &ToldEvent, before: &ToldEvent) -> bool;

    /// The board as it stands in this scene.
    fn set<'a>(&'a self, scene: &'a Scene, play: &'a PlayScene) -> Option<Box<dyn SetBoard + 'a>>;
}

/// A board with a game on it. See [`Board`] for what each part is.
pub trait SetBoard {
    /// The board itself.
    fn draw(&self) -> Markup;
    /// Is there a button for this action on it?
    fn offers(&self, action: &str) -> bool;
    /// What is in hand.
    fn hand(&self) -> Markup;
    /// What the viewer has besides.
    fn belongings(&self) -> Markup;
    /// Does this action leave or end the game?
    fn leaves(&self, action: &str) -> bool;
    /// Does it come after what can be chosen?
    fn has_large_hand(&self) -> bool;
    /// Is that a secret?
    fn hides_hand(&self) -> bool;
    /// The figures of a player.
    fn figures(&self, seat: Seat) -> Markup;
    /// Who has what.
    fn ledger(&self) -> Markup;
    /// The colours of the players.
    fn colours(&self) -> Vec<String>;
    /// The class that gives a source of points its colour on the board.
    fn source_class(&self, source: &str) -> Option<String>;
    /// The tone of the page.
    fn tone(&self) -> &'static str;
    /// What an event looks like.
    fn beat(&self, told: &ToldEvent) -> Beat;
}

impl<B: Board> AnyBoard for B {
    fn style(&self) -> &'static str {
        Board::style(self)
    }

    fn has_map(&self) -> bool {
        Board::has_map(self)
    }

    fn has_places(&self) -> bool {
        Board::has_places(self)
    }

    fn picture(&self) -> Markup {
        Board::picture(self)
    }

    fn sign(&self, name: &str) -> Option<Markup> {
        Board::sign(self, name)
    }

    fn legend(&self) -> Option<Legend> {
        Board::legend(self)
    }

    fn pictures(&self, pack: &Files) -> Vec<pictures::Picture> {
        Board::pictures(self, pack)
    }

    fn doer(&self, told: &ToldEvent) -> Option<Seat> {
        Board::doer(self, told.data.of()?)
    }

    fn befalls(&self, told: &ToldEvent) -> Seats {
        told.data.of().map_or(Seats::NONE, |event| Board::befalls(self, event))
    }

    fn opens_turn(&self, told: &ToldEvent, before: &ToldEvent) -> bool {
        let same_move = told.entry == before.entry;
        match (told.data.of(), before.data.of()) {
            (Some(event), Some(before)) => Board::opens_turn(self, event, before, same_move),
            _ => !same_move,
        }
    }

    fn set<'a>(&'a self, scene: &'a Scene, play: &'a PlayScene) -> Option<Box<dyn SetBoard + 'a>> {
        Some(Box::new((self, Sight { view: play.view.of::<B::View>()?, scene, play })))
    }
}

impl<B: Board> SetBoard for (&B, Sight<'_, B::View>) {
    fn draw(&self) -> Markup {
        self.0.draw(&self.1)
    }

    fn offers(&self, action: &str) -> bool {
        self.0.offers(action)
    }

    fn hand(&self) -> Markup {
        self.0.hand(&self.1)
    }

    fn belongings(&self) -> Markup {
        self.0.belongings(&self.1)
    }

    fn leaves(&self, action: &str) -> bool {
        self.0.leaves(action)
    }

    fn has_large_hand(&self) -> bool {
        self.0.has_large_hand()
    }

    fn hides_hand(&self) -> bool {
        self.0.hides_hand(&self.1)
    }

    fn figures(&self, seat: Seat) -> Markup {
        self.0.figures(&self.1, seat)
    }

    fn ledger(&self) -> Markup {
        self.0.ledger(&self.1)
    }

    fn colours(&self) -> Vec<String> {
        self.0.colours(&self.1)
    }

    fn source_class(&self, source: &str) -> Option<String> {
        self.0.source_class(self.1.view, source)
    }

    fn tone(&self) -> &'static str {
        self.0.tone(&self.1)
    }

    fn beat(&self, told: &ToldEvent) -> Beat {
        told.data.of().map_or_else(Beat::glance, |event| self.0.beat(event, &self.1))
    }
}

/// All boards, by the games' names.
const BOARDS: &[(&str, &dyn AnyBoard)] = &[
    ("economy", &economy::Economy),
    ("businessmen", &businessmen::Businessmen),
    ("profitability", &profitability::Profitability),
    ("investments", &investments::Investments),
    ("competitors", &competitors::Competitors),
];

/// The board of a game.
pub fn board(game: &str) -> Option<&'static dyn AnyBoard> {
    BOARDS.iter().find(|(name, _)| *name == game).map(|(_, board)| *board)
}

/// The board of the scene's game as it stands, once the game has begun.
pub fn set(scene: &Scene) -> Option<Box<dyn SetBoard + '_>> {
    let play = scene.play.as_ref()?;
    match board(scene.about.id) {
        Some(board) => board.set(scene, play),
        None => Some(Box::new(Unpainted { shared: scene.shared, drawing: play.drawing.as_ref()? })),
    }
}

/// What stands in place of the board where a game has none yet: the table in characters.
struct Unpainted<'a> {
    shared: bool,
    drawing: &'a [String; 2],
}

impl SetBoard for Unpainted<'_> {
    fn draw(&self) -> Markup {
        let [for_all, own] = self.drawing;
        html! { div .unpainted { p .note { "This game has no board yet." } pre { (if self.shared { for_all } else { own }) } } }
    }

    fn hand(&self) -> Markup {
        html! { @if self.shared { pre .unpainted { (self.drawing[1]) } } }
    }

    fn belongings(&self) -> Markup {
        html! {}
    }

    fn leaves(&self, _action: &str) -> bool {
        false
    }

    fn has_large_hand(&self) -> bool {
        false
    }

    fn hides_hand(&self) -> bool {
        true
    }

    fn offers(&self, _action: &str) -> bool {
        false
    }

    fn figures(&self, _seat: Seat) -> Markup {
        html! {}
    }

    fn ledger(&self) -> Markup {
        html! {}
    }

    fn colours(&self) -> Vec<String> {
        Vec::new()
    }

    fn source_class(&self, _source: &str) -> Option<String> {
        None
    }

    fn tone(&self) -> &'static str {
        "plain"
    }

    fn beat(&self, _told: &ToldEvent) -> Beat {
        Beat::glance()
    }
}

/// The style sheet of each board, after what it shares with others.
pub fn styles() -> impl Iterator<Item = (&'static str, String)> {
    let shared = |board: &dyn AnyBoard| {
        let places = if board.has_places() { places() } else { String::new() };
        places + &if board.has_map() { map::style() } else { String::new() }
    };
    BOARDS.iter().map(move |(game, board)| (*game, shared(*board) + board.style()))
}

/// What the pictures of all games need of their style sheets, for the home page.
pub fn style_of_pictures() -> String {
    let picture = |board: &dyn AnyBoard| html! { article .game-card { (board.picture()) } }.into_string();
    BOARDS.iter().map(|(_, board)| needed(board.style(), &Names::of(&picture(*board)))).collect()
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

/// The button of a choice on a board, whatever it shows; what it does and changes is told in the tip while it is pointed at.
pub fn choose(choice: &Choice, class: &str, face: Markup) -> Markup {
    let (words, effect) = (&choice.text, &choice.effect);
    let said = if effect.is_empty() { words.clone() } else { format!("{words}: {effect}") };
    let tip = html! { span .choice-tip aria-hidden="true" { (words) @if !effect.is_empty() { small { (effect) } } } };
    offer_at(&choice.action, &choice.action, &said, class, html! { (pictured(face)) (tip) })
}

/// What a button shows, for the eye alone: what it does is said in words.
pub fn pictured(face: Markup) -> Markup {
    html! { span .pictured aria-hidden="true" { (face) } }
}

/// The submit button of an action, whatever it shows. It belongs to the page's action form wherever it stands.
pub fn offer(action: &str, words: &str, class: &str, face: Markup) -> Markup {
    html! {
        button .(class) type="submit" form="play" name="action" value=(action) data-key=(action) aria-label=(words) { (face) }
    }
}

/// The same at a place that has a key of its own: a space is the same space, and keeps the focus, whether or not something
/// can be done there. Its words are for the ear; what the face shows is for the eye, and must be hidden from the ear.
pub fn offer_at(key: &str, action: &str, words: &str, class: &str, face: Markup) -> Markup {
    html! {
        button .(class) type="submit" form="play" name="action" value=(action) data-key=(key) { span .sr { (words) } (face) }
    }
}

/// A die in its owner's colour; `what` is how a screen reader calls it.
pub(crate) fn die(class: &str, number: u8, seat: Seat, what: &str) -> Markup {
    let spots: &[(u8, u8)] = match number {
        1 => &[(50, 50)],
        2 => &[(28, 28), (72, 72)],
        3 => &[(26, 26), (50, 50), (74, 74)],
        4 => &[(28, 28), (72, 28), (28, 72), (72, 72)],
        5 => &[(27, 27), (73, 27), (50, 50), (27, 73), (73, 73)],
        _ => &[(29, 24), (71, 24), (29, 50), (71, 50), (29, 76), (71, 76)],
    };
    html! {
        svg .(class) .(format!("seat-{seat}")) viewBox="0 0 100 100" role="img" aria-label=(format!("{what} shows {number}")) {
            rect .face x="4" y="4" width="92" height="92" rx="20" {}
            @for (x, y) in spots { circle .spot cx=(x) cy=(y) r="9.500" {} }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use engine::Setup;
    use kernel::{Key, Viewer};
    use serde_json::json;
    use std::any::Any;

    /// What a watcher sees of a new game of three.
    pub fn view_of<V: Any + Clone>(game: &str) -> V {
        let mut setup = Setup::new(Key::of(&[b"boards"]));
        setup.options.insert("players".to_owned(), json!(3));
        if game == "economy" {
            setup.options.insert("placement".to_owned(), json!("random"));
        }
        let table = engine::game(game).unwrap().open(setup).unwrap();
        table.view(Viewer::Watcher, None).unwrap().of::<V>().unwrap().clone()
    }
}
