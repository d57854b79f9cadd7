//! What an event looks like on the board. A board says so in terms of its own elements, by their keys; the script, which
//! knows no game, shows one beat after the other.

use kernel::Seat;
use maud::Markup;
use serde::Serialize;

/// How an event is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Beat {
    /// The elements to look at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mark: Vec<String>,
    /// Attributes that get a new value, stage by stage: element, attribute, value. The style sheet makes pieces glide and
    /// wheels turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set: Vec<Vec<[String; 3]>>,
    /// What flies: from which element, to which, and what is written on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fly: Vec<[String; 3]>,
    /// How long it is shown at normal speed, in milliseconds.
    #[serde(rename = "ms")]
    length: u32,
    /// Is it unmistakable, in large letters over the board?
    #[serde(skip)]
    pub strong: bool,
    /// Is it to be read, like a card that was drawn?
    #[serde(skip)]
    pub card: bool,
    /// A small picture beside the words.
    #[serde(skip)]
    pub picture: Option<Markup>,
}

impl Beat {
    const GLANCE: u32 = 550;
    const MOMENT: u32 = 900;
    const LONG: u32 = 1800;

    fn of(length: u32) -> Beat {
        Beat { mark: Vec::new(), set: Vec::new(), fly: Vec::new(), length, strong: false, card: false, picture: None }
    }

    /// There is little to see: the words suffice.
    pub fn glance() -> Beat {
        Beat::of(Beat::GLANCE)
    }

    /// A piece moves, something changes hands.
    pub fn moment() -> Beat {
        Beat::of(Beat::MOMENT)
    }

    /// A wheel spins, a truck drives a long way.
    pub fn long() -> Beat {
        Beat::of(Beat::LONG)
    }

    /// An element to look at.
    pub fn mark(mut self, key: impl Into<String>) -> Beat {
        self.mark.push(key.into());
        self
    }

    /// The row of a player among the seats is to be looked at.
    pub fn mark_seat(self, seat: Seat) -> Beat {
        self.mark(seat_row(seat))
    }

    /// An attribute of an element gets a new value.
    pub fn set(mut self, key: &str, attribute: &str, value: impl ToString) -> Beat {
        let change = [key.to_owned(), attribute.to_owned(), value.to_string()];
        match self.set.last_mut() {
            Some(stage) => stage.push(change),
            None => self.set.push(vec![change]),
        }
        self
    }

    /// What is set from here on comes after what was set before: the next place on the way.
    pub fn then(mut self) -> Beat {
        self.set.push(Vec::new());
        self
    }

    /// Something flies from one element to another.
    pub fn fly(mut self, from: impl Into<String>, to: impl Into<String>, words: impl Into<String>) -> Beat {
        self.fly.push([from.into(), to.into(), words.into()]);
        self
    }

    /// Nobody may miss it.
    pub fn strong(mut self) -> Beat {
        self.strong = true;
        self.length = self.length.max(Beat::LONG);
        self
    }

    /// It is to be read before the game goes on.
    pub fn card(mut self) -> Beat {
        self.card = true;
        self.length = self.length.max(Beat::LONG);
        self
    }

    /// A picture beside the words.
    pub fn picture(mut self, picture: Markup) -> Beat {
        self.picture = Some(picture);
        self
    }

    /// Is it over so soon that a visitor whose own deed it is need not wait for it?
    pub fn is_short(&self) -> bool {
        self.length < Beat::LONG
    }

    /// What the script reads.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The key of a player's row among the seats.
pub fn seat_row(seat: Seat) -> String {
    format!("seat-{seat}")
}
