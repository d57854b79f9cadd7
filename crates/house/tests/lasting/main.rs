//! Tables outlive what they were made with: a mended rule, another pack, a newer program. And nobody waits for a bot that thinks.

mod clock;
mod editions;
mod ladder;
mod older;
mod thinking;

use house::{
    hall::sits,
    table::{Founding, Holder, LogEntry},
    token,
};
use kernel::Seat;

/// A table of the ladder.
fn founding() -> Founding {
    Founding {
        game: "ladder".into(),
        options: serde_json::Map::from_iter([("players".to_owned(), 2.into())]),
        seats: 2,
        secret: token::entropy(),
        invite: token::invitation(),
        host: None,
        open: false,
        hot_seat: false,
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: 0,
    }
}

/// A person, and a person or a bot; and the game begins.
fn seated(bot: Option<&str>) -> Vec<LogEntry> {
    let ann = Holder::Person("ann".into());
    let other = bot.map_or(Holder::Person("bob".into()), |bot| Holder::Bot(bot.into()));
    let sat = [(0, "Ann", ann), (1, "Bob", other)];
    let sat = sat.into_iter().map(|(index, name, holder)| sits(Seat::new(index).unwrap(), name, holder, None));
    sat.chain([LogEntry::began(0)]).collect()
}
