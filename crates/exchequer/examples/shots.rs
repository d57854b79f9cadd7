//! Screenshots of the house: each scene wide and narrow, light and dark. `cargo xtask shots` runs this.

#[path = "../tests/browser/driving/mod.rs"]
mod driving;

use anyhow::{Context, bail};
use driving::{Driver, House, Looks, Visitor};
use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
};

/// How many actions a game may take before it counts as endless.
const ENDLESS: usize = 2000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else { bail!("say into which folder") };
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let driver = Driver::shared().map_err(anyhow::Error::msg)?;
    let house = House::open(program()?);
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
