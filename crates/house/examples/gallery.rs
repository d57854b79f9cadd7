//! Draws every kind of page into a folder, with no server: to look at, to compare, to take pictures of.
//!
//! `cargo run -p house --example gallery -- FOLDER`

use anyhow::{Context, Result};
use bots::Budget;
use house::{
    fault::Fault,
    live::Live,
    log::{Entry, Founding, Holder},
    pages::{self, Form, OpenTable},
    scene::Scene,
    token,
};
use kernel::{Key, Seat};
use maud::Markup;
use serde_json::{Map, Value, json};
use std::{fs, path::PathBuf};

const TOKEN: &str = "00000000000000000000000000";

struct Gallery {
    folder: PathBuf,
}

impl Gallery {
    fn hang(&self, name: &str, page: Markup) -> Result<()> {
        Ok(fs::write(self.folder.join(format!("{name}.html")), page.into_string())?)
    }

    fn table(&self, name: &str, live: &Live, at: Option<usize>) -> Result<()> {
        let scene = Scene::of(live, Some(TOKEN), at, false).map_err(|fault| anyhow::anyhow!(fault.message))?;
        self.hang(name, pages::table(&scene, None))
    }
}

fn founding(options: Value) -> Founding {
    let options: Map<String, Value> = options.as_object().cloned().unwrap_or_default();
    let seats = options.get("players").and_then(Value::as_u64).unwrap_or(4) as usize;
    Founding {
        game: "economy".into(),
        options,
        seats,
        secret: Key::of(&[b"gallery"]),
        invite: "26k9x0000000000000000000ab".into(),
        host: Some(token::hash(TOKEN)),
        open: true,
        hot_seat: false,
        position: None,
        from: None,
        time: 0,
    }
}

fn take(live: &mut Live, mut entry: Entry) -> Result<()> {
    live.take(&mut entry).map_err(|fault| anyhow::anyhow!(fault.message))
}

/// A table with Ann, who looks at it, and bots.
fn seated(options: Value, free: usize) -> Result<Live> {
    let mut live = Live::new("gallery".into(), founding(options));
    let names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"];
    let taken = live.founding.seats - free;
    for (index, name) in names.into_iter().enumerate().take(taken) {
        let seat = Seat::new(index).context("a seat")?;
        let holder = if index == 0 { Holder::Person(token::hash(TOKEN)) } else { Holder::Bot("steady".into()) };
        take(&mut live, Entry::Sat { seat, name: name.into(), holder, entropy: Key::of(&[&[index as u8]]) })?;
    }
    if free == 0 {
        take(&mut live, Entry::Began { time: 0 })?;
    }
    Ok(live)
}

/// Bots play for all until the picture is as wanted; false if the game ends before.
fn play_until(live: &mut Live, wanted: impl Fn(&Scene, &Value) -> bool) -> Result<bool> {
    for step in 0..5000 {
        let scene = Scene::of(live, Some(TOKEN), None, false).map_err(|fault| anyhow::anyhow!(fault.message))?;
        if scene.play.as_ref().is_some_and(|play| wanted(&scene, &play.view)) {
            return Ok(true);
        }
        let table = live.table.as_ref().context("a game")?;
        let Some(seat) = table.turn().awaited.lowest() else { return Ok(false) };
        let action = table.bot(seat, "steady", step, &Budget::default())?;
        take(live, Entry::Acted { seat, action, hash: String::new(), time: 0 })?;
    }
    Ok(false)
}

fn own(view: &Value, step: &str) -> bool {
    view["turn"] == json!(1) && view["step"] == json!(step)
}

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).context("say into which folder")?);
    let assets = folder.join("assets");
    fs::create_dir_all(&assets)?;
    let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/assets");
    for file in fs::read_dir(sources)? {
        let file = file?;
        fs::copy(file.path(), assets.join(file.file_name()))?;
    }
    let gallery = Gallery { folder };
    let game = engine::game("economy")?;
    let open =
        |id: &str, host: &str, seats, free| OpenTable { id: id.into(), game: "economy".into(), host: host.into(), seats, free };
    gallery.hang("home", pages::home(&[open("t1", "Ben", 4, 2), open("t2", "Cleo", 3, 1)], &[]))?;
    gallery.hang("home-quiet", pages::home(&[], &[]))?;
    gallery.hang("set-up", pages::set_up(game, &Form::default(), None))?;
    let mut form = Form::default();
    form.0.extend(
        [("option.target", "20"), ("option.memory", "shown"), ("option.players", "3")]
            .map(|(key, value)| (key.into(), value.into())),
    );
    let wrong = Fault {
        clause: Some("ECO-SETUP-7"),
        ..Fault::bad("the reference layout is drawn for nine sectors: choose another placement or another deck")
    };
    gallery.hang("set-up-fault", pages::set_up(game, &form, Some(&wrong)))?;
    gallery.hang("rules", pages::rules(game))?;
    gallery.hang("fault", pages::fault(&Fault::missing("there is no such table")))?;

    gallery.table("waiting", &seated(json!({ "players": 4, "target": 30 }), 2)?, None)?;
    let mut live = seated(json!({}), 0)?;
    play_until(&mut live, |_, view| own(view, "pick") && view["locations"].as_array().is_some_and(|laid| laid.len() > 3))?;
    gallery.table("picking", &live, None)?;
    play_until(&mut live, |_, view| own(view, "place") && view["locations"].as_array().is_some_and(|laid| laid.len() > 12))?;
    gallery.table("placing", &live, None)?;
    play_until(&mut live, |_, view| own(view, "move"))?;
    gallery.table("entering", &live, None)?;
    play_until(&mut live, |_, view| own(view, "move") && view["left"].as_u64() < Some(18))?;
    gallery.table("part-1", &live, None)?;
    let scene = Scene::of(&live, None, None, false).map_err(|fault| anyhow::anyhow!(fault.message))?;
    gallery.hang("watching", pages::table(&scene, None))?;
    play_until(&mut live, |_, view| own(view, "hit"))?;
    gallery.table("hit", &live, None)?;
    play_until(&mut live, |_, view| {
        view["part"] == json!("2") && own(view, "move") && view["players"][0]["points"].as_u64() > Some(9)
    })?;
    gallery.table("part-2", &live, None)?;
    play_until(&mut live, |_, view| view["part"] == json!("2") && view["turn"] == json!(2))?;
    gallery.table("bot-thinks", &live, None)?;
    play_until(&mut live, |_, _| false)?;
    gallery.table("end", &live, None)?;
    let moments = live.table.as_ref().context("a game")?.moments();
    gallery.table("replay", &live, moments.get(moments.len() * 3 / 4).copied())?;

    let mut six = seated(json!({ "players": 6, "deck": "twelve", "placement": "random", "memory": "shown" }), 0)?;
    play_until(&mut six, |_, view| view["part"] == json!("2") && own(view, "move"))?;
    gallery.table("six", &six, None)?;
    Ok(())
}
