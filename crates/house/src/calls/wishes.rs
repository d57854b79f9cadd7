//! How somebody wants to be called, and where that is kept.

use crate::storage::Stored;

/// A way to call somebody who is not looking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// A request to an address that they gave.
    Hook,
    /// A mail.
    Mail,
}

impl Way {
    /// The word for it in the store and in forms.
    pub fn word(self) -> &'static str {
        match self {
            Way::Hook => "hook",
            Way::Mail => "mail",
        }
    }

    /// The way of this word.
    pub fn named(word: &str) -> Option<Way> {
        [Way::Hook, Way::Mail].into_iter().find(|way| way.word() == word)
    }
}

/// That somebody wants to be called in one way. The address is for nobody else's eyes and never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Wish {
    /// Who: the hash of their token.
    pub person: String,
    /// How.
    pub way: Way,
    /// Where.
    pub address: String,
    /// What is known of the address where it must not be written down, however it is spelt.
    pub known: String,
    /// With this in a link the wish is confirmed by whoever reads mail at that address.
    pub secret: String,
    /// Did they confirm that it is theirs? A hook is confirmed when it has answered once. A wish that is not takes the place of one
    /// that is only then.
    pub confirmed: bool,
    /// How many calls have failed in a row.
    pub failed: u32,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
}

/// After so many calls that failed in a row nobody is called there any more.
pub const MOST_FAILED: u32 = 5;

impl Wish {
    /// Is somebody called by it?
    pub fn counts(&self) -> bool {
        self.confirmed && self.failed < MOST_FAILED
    }
}

/// Where wishes are kept, beside the tables and not in their logs.
pub trait Wishes: Send + Sync {
    /// How this person wants to be called.
    fn wishes<'a>(&'a self, person: &'a str) -> Stored<'a, Vec<Wish>>;

    /// The wish that a link speaks of.
    fn wish_of<'a>(&'a self, secret: &'a str) -> Stored<'a, Option<Wish>>;

    /// Keeps a wish in place of the one that its person had for the same way, confirmed or not as this one is.
    fn wish<'a>(&'a self, wish: &'a Wish) -> Stored<'a, ()>;

    /// Confirms the wish with this secret, if there is one still; it takes the place of the one that was confirmed before.
    fn confirm<'a>(&'a self, secret: &'a str) -> Stored<'a, ()>;

    /// Notes how many calls have failed by the wish with this secret, if there is one still.
    fn note_failed<'a>(&'a self, secret: &'a str, failed: u32) -> Stored<'a, ()>;

    /// Forgets a person's wishes for one way, confirmed or not.
    fn forget_wish<'a>(&'a self, person: &'a str, way: Way) -> Stored<'a, ()>;

    /// Forgets wishes that were made before this, in milliseconds since 1970, and never confirmed.
    fn forget_unconfirmed(&self, before: u64) -> Stored<'_, ()>;

    /// Forgets hooks that were made before this by people who have never been at a table.
    fn forget_idle(&self, before: u64) -> Stored<'_, ()>;

    /// What is in the link that ends all mails to an address. It is always the same, whatever becomes of the wishes.
    fn stop_link<'a>(&'a self, known: &'a str) -> Stored<'a, String>;

    /// What is known of the address whose mails a link ends, and whether whoever reads mail there has agreed to some.
    fn stopped_by<'a>(&'a self, secret: &'a str) -> Stored<'a, Option<(String, bool)>>;

    /// Forgets everybody's wish to be mailed at an address.
    fn forget_address<'a>(&'a self, known: &'a str) -> Stored<'a, ()>;

    /// Everybody who wants to be called.
    fn wishing(&self) -> Stored<'_, Vec<String>>;

    /// Never sends mail to this address again; it is known by its hash.
    fn bar<'a>(&'a self, address: &'a str) -> Stored<'a, ()>;

    /// Is no mail to be sent to this address?
    fn is_barred<'a>(&'a self, address: &'a str) -> Stored<'a, bool>;

    /// Of whose turn at which table people have been told, and how.
    fn called(&self) -> Stored<'_, Vec<Called>>;

    /// Notes that somebody was told of their turn, or that it has passed.
    fn note_called<'a>(&'a self, called: &'a Called, on: bool) -> Stored<'a, ()>;
}

/// That somebody was told of their turn at a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Called {
    /// Who.
    pub person: String,
    /// At which table.
    pub table: String,
    /// How.
    pub way: Way,
}
