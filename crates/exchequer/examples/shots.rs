//! Screenshots of the house: each scene wide and narrow, light and dark. `cargo xtask shots` runs this.

#[path = "../tests/browser/driving/mod.rs"]
mod driving;

use anyhow::{Context, bail};
use driving::{Driver, House, Looks, Visitor};
use house::{
    hall::Hall,
    storage::sqlite::Sqlite,
    table::{Founding, Holder, LogEntry},
    token,
};
use kernel::Seats;
use serde_json::{Map, Value, json};
use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// How many actions a game may take before it counts as endless.
const ENDLESS: usize = 2000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else { bail!("say into which folder") };
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let driver = Driver::shared().map_err(anyhow::Error::msg)?;
    let data = House::folder();
    let posed = pose(data.path()).await?;
    let house = House::open_on(data, program()?);
    let visitor = Visitor::new(&driver, &house, Looks { still: true, ..Looks::WIDE }).await;
    let studio = Studio { visitor, folder, fields: RefCell::default() };
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    let wanted = |game: &str| wanted.is_empty() || wanted.iter().any(|one| one == game);
    if wanted("economy") {
        economy(&studio).await?;
    }
    if wanted("businessmen") {
        businessmen(&studio).await?;
    }
    if wanted("profitability") {
        profitability(&studio).await?;
    }
    if wanted("investments") {
        investments(&studio, &posed).await?;
    }
    Ok(())
}

async fn economy(studio: &Studio) -> anyhow::Result<()> {
    studio.visitor.open("/").await;
    studio.found("game=economy&name=Ada&open=1&option.players=4&seat.2=bot:steady").await;
    studio.found("game=economy&name=Grace&open=1&option.players=3").await;
    studio.visitor.open("/").await;
    studio.shoot("01-home").await?;
    studio.visitor.open("/new/economy").await;
    studio.shoot("02-set-up").await?;
    studio.visitor.open("/rules/economy").await;
    studio.shoot("03-rules").await?;

    studio.sit("game=economy&name=Ada&option.players=4&option.starter=first_seat&seat.2=person&seat.3=bot:steady").await;
    studio.shoot("04-waiting").await?;
    studio.sit("game=economy&name=Ada&quick=1").await;
    studio.visitor.plays_on(6).await;
    studio.visitor.has_turn().await;
    studio.shoot("05-picking").await?;
    studio.visitor.plays_on(1).await;
    studio.shoot("06-placing").await?;

    studio.sit("game=economy&name=Ada&quick=1&option.placement=random&option.target=80").await;
    studio.visitor.plays_on(8).await;
    studio.moving().await;
    studio.shoot("07-part-1").await?;
    studio.play_until("main[data-tone=part-2]").await?;
    studio.visitor.plays_on(2).await;
    studio.moving().await;
    studio.shoot("08-part-2").await?;
    studio.play_until("main[data-stage=over]").await?;
    studio.shoot("09-end").await?;
    let moments = studio.visitor.text("document.querySelector('.replay .where')?.innerText.split('/')[1].trim() ?? '40'").await;
    let half = moments.parse::<usize>().unwrap_or(40) / 2;
    studio.visitor.open(&format!("{}?at={half}", studio.visitor.table().await)).await;
    studio.shoot("10-replay").await
}

async fn businessmen(studio: &Studio) -> anyhow::Result<()> {
    studio.visitor.open("/").await;
    studio.shoot("20-home").await?;
    studio.visitor.open("/new/businessmen").await;
    studio.shoot("21-set-up").await?;
    studio.sit("game=businessmen&name=Ada&quick=1&option.players=4").await;
    studio.shoot("22-start").await?;
    studio.play_until("button[name=action][value^=buy]").await?;
    studio.shoot("23-buying").await?;
    studio.play_until("button[name=action][value^=load]").await?;
    studio.shoot("24-loading").await?;
    studio.play_until("button[name=action][value^=improve]").await?;
    studio.shoot("25-improving").await?;
    studio.play_until("button[name=action][value^=export]").await?;
    studio.shoot("26-exporting").await?;
    studio.play_until(".biz-embargoed").await?;
    studio.shoot("27-embargo").await?;
    studio.play_until("main[data-stage=over]").await?;
    studio.shoot("28-end").await
}

async fn profitability(studio: &Studio) -> anyhow::Result<()> {
    studio.visitor.open("/new/profitability").await;
    studio.shoot("31-set-up").await?;
    studio.sit("game=profitability&name=Ada&quick=1&option.players=4").await;
    studio.shoot("32-start").await?;
    studio.play_until("button[name=action][value^=drive]").await?;
    studio.shoot("33-driving").await?;
    studio.play_until("button[name=action][value^=unload]").await?;
    studio.shoot("34-unloading").await?;
    studio.play_until("button[name=action][value^=load]").await?;
    studio.shoot("35-loading").await?;
    studio.play_until("button[name=action][value^=joker]").await?;
    studio.shoot("36-joker").await?;
    studio.play_until("button[name=action][value^=shift]").await?;
    studio.shoot("37-joker-trend").await?;
    studio.play_until("button[name=action][value^=fill]").await?;
    studio.shoot("38-filling").await?;
    studio.play_until("main[data-stage=over]").await?;
    studio.shoot("39-end").await?;
    studio.sit("game=profitability&name=Ada&quick=1&option.players=4&option.mode=team&option.matches=2").await;
    studio.visitor.plays_on(40).await;
    studio.visitor.has_turn().await;
    studio.shoot("40-team").await
}

async fn investments(studio: &Studio, posed: &[(String, String)]) -> anyhow::Result<()> {
    studio.visitor.open("/new/investments").await;
    studio.shoot("51-set-up").await?;
    studio.sit("game=investments&name=Ada&quick=1&option.players=4").await;
    studio.shoot("52-start").await?;
    for (name, invitation) in posed {
        studio.join(invitation).await;
        studio.shoot(name).await?;
        if studio.visitor.sees("[data-key^='to-deal-']").await {
            studio.visitor.click("[data-key^='to-deal-']").await;
            studio.visitor.finds("form.deal").await;
            studio.shoot(&format!("{name}-deal")).await?;
        }
    }
    studio.sit("game=investments&name=Ada&quick=1&option.players=16&option.limit_rounds=1").await;
    studio.shoot("57-sixteen").await?;
    studio.play_until("main[data-stage=over]").await?;
    studio.shoot("58-end").await
}

/// The people at the tables that begin at written positions; the visitor is the first.
const COMPANY: [&str; 4] = ["Ada", "Ben", "Cleo", "Dora"];

/// Moments of Expensive Investments that are rare in play: the middle of a game, and what is decided in it.
fn moments() -> Vec<(&'static str, Value)> {
    let middle = json!({
        "round": 9,
        "global": { "card": "g01", "tokens": 2, "drawer": 2 },
        "levels": { "b01": 2, "b02": 3, "b03": "M", "b04": 1, "b25": 1, "b28": "M", "b66": 2, "b51": 3 },
        "loans": { "b22": 1, "b45": 0, "b69": 2 },
        "players": [
            { "at": 97, "cash": 485_000, "owned": ["b01", "b02", "b03", "b04", "b22", "b20", "b58", "b59", "b71", "b10"], "shortcuts": ["k10"], "kept": ["p39"], "bank_cards": 2,
              "book": { "from_bank": 300_000, "from_players": 145_000, "from_property": 40_000, "to_bank": 75_000, "to_players": 190_000, "to_property": 350_000 } },
            { "at": 34, "cash": 1_215_000, "owned": ["b25", "b26", "b27", "b28", "b36", "b60", "b66", "b67", "b68", "b23"], "bank_cards": 4, "offers": 1 },
            { "at": 60, "cash": 140_000, "owned": ["b06", "b07", "b08", "b41", "b42", "b43", "b45", "b15"], "bank_cards": 1, "tax_card": true, "offences": 1 },
            { "at": 12, "cash": 760_000, "owned": ["b51", "b52", "b53", "b05", "b65", "b29", "b69"], "bank_cards": 3 },
        ],
    });
    let with = |changes: Value| {
        let mut position = middle.clone();
        for (key, value) in changes.as_object().into_iter().flatten() {
            position[key] = value.clone();
        }
        position
    };
    let at = |tile: u8, changes: Value| {
        let mut position = with(changes);
        position["players"][0]["at"] = tile.into();
        position["roll"] = json!({ "dice": [4, 5] });
        position
    };
    let sale = json!({ "item": "b28", "seller": 2, "auction": { "terms": { "lowest": 200_000, "step": 5_000 }, "last": 4, "bidders": [1, 4], "highest": { "seat": 4, "amount": 350_000 } } });
    let deal = json!([{ "from": 2, "to": 1, "asset": "b60" }, { "from": 1, "to": 2, "asset": "b71" }, { "from": 1, "to": 2, "asset": "200000" }]);
    vec![
        ("53-trading", at(97, json!({ "turn": { "step": "trade" } }))),
        ("54-buying", at(96, json!({ "pending": [{ "what": "buy", "seat": 1, "business": "b70" }] }))),
        ("55-card", at(93, json!({ "pending": [{ "what": "read", "seat": 1, "card": "l06" }] }))),
        ("56-casino", at(24, json!({ "pending": [{ "what": "casino", "seat": 1, "tile": 2 }] }))),
        (
            "56-debt",
            at(
                38,
                json!({ "pending": [{ "what": "debt", "seat": 1, "to": 2, "amount": 630_000, "kind": "fee", "business": "b28" }] }),
            ),
        ),
        ("56-auction", with(json!({ "turn": { "step": "trade", "seat": 2 }, "pending": [{ "what": "bidding" }], "sale": sale }))),
        (
            "56-offered",
            with(
                json!({ "turn": { "step": "trade", "seat": 2 }, "offers": [{ "number": 1, "proposer": 2, "opener": 2, "parties": [1, 2], "accepted": [2], "content": deal }] }),
            ),
        ),
    ]
}

/// Puts tables at these moments into a house that is not open yet; tells the invitation to the visitor's seat at each.
async fn pose(data: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let store = Arc::new(Sqlite::open(&data.join("exchequer.sqlite")).await?);
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let mut posed = Vec::new();
    for (name, position) in moments() {
        let invite = token::invitation();
        let founding = Founding {
            game: "investments".into(),
            edition: None,
            options: Map::from_iter([("players".to_owned(), COMPANY.len().into())]),
            seats: COMPANY.len(),
            secret: token::entropy(),
            invite: invite.clone(),
            host: None,
            open: false,
            hot_seat: false,
            position: Some(position),
            from: None,
            clock: None,
            time: house::clock::now(),
        };
        // The others are people who do nothing, so that the moment lasts.
        let others = Seats::first(COMPANY.len()).zip(COMPANY).skip(1);
        let sat = others.map(|(seat, name)| LogEntry::Sat {
            seat,
            name: name.to_owned(),
            holder: Holder::Person(token::hash(name)),
            entropy: token::entropy(),
        });
        let id = hall.found(founding, sat.collect()).await.map_err(|fault| anyhow::anyhow!("{name}: {}", fault.message))?;
        posed.push((name.to_owned(), format!("/t/{id}/join/{invite}")));
    }
    drop(hall);
    store.close().await;
    Ok(posed)
}

/// The program, built beside this one.
fn program() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe()?;
    let folder = here.parent().and_then(Path::parent).context("this program lies in no folder")?;
    Ok(folder.join(format!("exchequer{}", std::env::consts::EXE_SUFFIX)))
}

/// A visitor with a camera.
struct Studio {
    visitor: Visitor,
    folder: PathBuf,
    /// What the present table was made from.
    fields: RefCell<String>,
}

impl Studio {
    /// Makes a table from the fields of a form; tells its address.
    async fn found(&self, fields: &str) -> String {
        let post = "fetch('/tables', { method: 'post', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })";
        self.visitor.text(&format!("(async () => {{ const body = {fields:?}; return (await {post}).url }})()")).await
    }

    /// Makes a table and goes there.
    async fn sit(&self, fields: &str) {
        fields.clone_into(&mut self.fields.borrow_mut());
        let table = self.found(fields).await;
        self.visitor.open(&table).await;
    }

    /// Takes the first seat of a table by its invitation.
    async fn join(&self, invitation: &str) {
        self.visitor.open(invitation).await;
        self.visitor.write("[data-key=sit-1] input[name=name]", COMPANY[0]).await;
        self.visitor.click("[data-key=sit-1] button[type=submit]").await;
        self.visitor.finds("main[data-stage=running]").await;
    }

    /// Until the visitor may move and not only choose a corner.
    async fn moving(&self) {
        while self.visitor.has_turn().await && !self.visitor.sees("button[name=action][value^=move]").await {
            self.visitor.plays_on(1).await;
        }
    }

    /// Plays until the page has this; at another table if a game ends before.
    async fn play_until(&self, css: &str) -> anyhow::Result<()> {
        for _ in 0..ENDLESS {
            if self.visitor.sees(css).await {
                return Ok(());
            }
            if self.visitor.stage().await == "over" {
                let fields = self.fields.borrow().clone();
                self.sit(&fields).await;
            }
            self.visitor.plays_on(1).await;
        }
        bail!("never `{css}`");
    }

    /// The page as it is, wide and narrow, light and dark; narrow also in its whole length.
    async fn shoot(&self, name: &str) -> anyhow::Result<()> {
        for (word, size) in [("wide", Looks::WIDE.size), ("narrow", Looks::NARROW.size)] {
            for dark in [false, true] {
                let tone = if dark { "dark" } else { "light" };
                self.visitor.resize(size, word == "narrow");
                self.visitor.prefer(dark, true);
                self.visitor.tell("scrollTo(0, 0)").await;
                self.save(&format!("{name}-{word}-{tone}.png")).await?;
                if word == "narrow" && !dark {
                    let high = self.visitor.tell("document.documentElement.scrollHeight").await.as_u64().unwrap_or(0);
                    self.visitor.resize((size.0, (high as u32).min(4000)), true);
                    self.save(&format!("{name}-{word}-whole.png")).await?;
                }
            }
        }
        self.visitor.resize(Looks::WIDE.size, false);
        self.visitor.prefer(false, true);
        Ok(())
    }

    async fn save(&self, file: &str) -> anyhow::Result<()> {
        let path = self.folder.join(file);
        fs::write(&path, self.visitor.picture().await).with_context(|| format!("{} cannot be written", path.display()))?;
        println!("{}", path.display());
        Ok(())
    }
}
