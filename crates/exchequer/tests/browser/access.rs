//! Every kind of page under axe, which finds what keeps people out: light and dark, wide and narrow, nothing allowed.

use crate::{
    Visit,
    driving::{Looks, Visitor},
    investments::Company,
};
use serde_json::json;
use std::{fs, io::Write};

/// Where `cargo xtask test` puts axe.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

/// All that axe finds on the page, one line each. The size of targets it checks only when asked.
const FOUND: &str = "axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(found =>
    found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`)).join('\\n'))";

/// The numbers of moves after which a whole game is checked again: often at first, when much is new.
const MOMENTS: [usize; 8] = [2, 3, 5, 7, 9, 12, 16, 20];

/// How many moves are played in one go: a browser does not wait for ever for the end of a script.
const IN_ONE_GO: usize = 6;

/// Plays a number of random moves without the page. Returns how many were made before the game was over.
const PLAYS: &str = "(async (moves, seed) => {
    const read = async (answer) => new DOMParser().parseFromString(await (await answer).text(), 'text/html').querySelector('main');
    const { id } = document.querySelector('main').dataset;
    const draw = (among) => (seed = (seed * 1103515245 + 12345) % 2147483648) % among;
    let page = await read(fetch(`/t/${id}/fragment`));
    let played = 0;
    for (let waits = 0; played < moves && waits < 200 && page.dataset.stage === 'running';) {
        const form = page.querySelector('form#play');
        const buttons = [...page.querySelectorAll('button[name=action]:not([aria-disabled])')].map(button => button.value);
        const actions = [...new Set(buttons)].filter(action => !/^(withdraw|resign)/.test(action));
        if (!form || !actions.length) {
            waits++;
            await new Promise(done => setTimeout(done, 20));
            page = await read(fetch(`/t/${id}/fragment`));
            continue;
        }
        const { seat, version } = form.elements;
        const body = new URLSearchParams({ action: actions[draw(actions.length)], seat: seat.value, version: version.value });
        page = await read(fetch(`/t/${id}/play`, { method: 'post', body, headers: { 'x-exchequer': version.value } }));
        played++;
    }
    return played;
})";

/// A visitor who checks what they see.
struct Checker<'a> {
    visitor: &'a Visitor,
    axe: String,
}

impl<'a> Checker<'a> {
    /// None where axe is not; that is said aloud, and is a failure where `CI` is set.
    fn new(visitor: &'a Visitor) -> Option<Checker<'a>> {
        match fs::read_to_string(AXE) {
            Ok(axe) => Some(Checker { visitor, axe: format!("(() => {{ {axe}\n }})()") }),
            Err(missing) => {
                let told = format!("NOT CHECKED FOR ACCESS: {AXE}: {missing}; `cargo xtask test` gets it");
                assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty() || ci == "false"), "{told}");
                let _ = writeln!(std::io::stderr(), "\n{told}\n");
                None
            }
        }
    }

    /// The page as it is now keeps nobody out, however it is looked at.
    async fn passes(&self, page: &str) {
        for (size, phone) in [(Looks::WIDE.size, false), (Looks::NARROW.size, true)] {
            self.visitor.resize(size, phone);
            for dark in [false, true] {
                self.visitor.prefer(dark, true);
                self.visitor.tell(&self.axe).await;
                let found = self.visitor.text(FOUND).await;
                assert_eq!(found, "", "{page}, {} pixels wide, {}", size.0, if dark { "dark" } else { "light" });
            }
        }
        self.visitor.resize(Looks::WIDE.size, false);
        self.visitor.prefer(false, true);
    }

    /// The violations that axe finds, in one of the four ways to look at the page; the way changes from time to time.
    async fn finds_one_way(&self, page: &str, time: usize) -> Option<String> {
        let (size, phone) = [(Looks::WIDE.size, false), (Looks::NARROW.size, true)][time % 2];
        let dark = time / 2 % 2 == 1;
        self.visitor.resize(size, phone);
        self.visitor.prefer(dark, true);
        self.visitor.tell(&self.axe).await;
        let found = self.visitor.text(FOUND).await;
        (!found.is_empty()).then(|| format!("{page}, {} pixels wide, {}: {found}", size.0, if dark { "dark" } else { "light" }))
    }

    /// Plays a whole game at random, and looks at some of its moments.
    async fn passes_all_game_long(&self, fields: &str) {
        self.visitor.resize(Looks::WIDE.size, false);
        self.visitor.open("/").await;
        self.visitor.founds(fields).await;
        let table = self.visitor.table().await;
        let (mut played, mut time, mut found) = (0, 0, Vec::new());
        for moves in MOMENTS {
            for go in (0..moves).step_by(IN_ONE_GO) {
                let more = self.visitor.tell(&format!("{PLAYS}({}, {})", IN_ONE_GO.min(moves - go), played + 7)).await;
                played += more.as_u64().expect("a number of moves");
            }
            self.visitor.open(&table).await;
            found.extend(self.finds_one_way(&format!("after {played} moves"), time).await);
            time += 1;
            if self.visitor.stage().await == "over" {
                break;
            }
        }
        // After handing the seat over, the player sees the game end.
        if self.visitor.stage().await != "over" {
            self.visitor.tell("fetch(`/t/${document.querySelector('main').dataset.id}/hand-over`, { method: 'post', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'bot=random' }).then(() => 1)").await;
            for _ in 0..600 {
                self.visitor.open(&table).await;
                if self.visitor.stage().await == "over" {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        }
        assert_eq!(self.visitor.stage().await, "over", "{table} after {played} moves");
        for way in 0..4 {
            found.extend(self.finds_one_way("at the end", way).await);
        }
        assert!(found.is_empty(), "{}", found.join("\n\n"));
    }

    /// Plays until the page has this; at another such table if a game ends before.
    async fn plays_until(&self, fields: &str, css: &str) {
        for _ in 0..2000 {
            if self.visitor.sees(css).await {
                return;
            }
            if !self.visitor.has_turn().await {
                self.visitor.founds(fields).await;
            }
            self.visitor.plays_on(1).await;
        }
        panic!("never `{css}`");
    }
}

const STILL: Looks = Looks { still: true, ..Looks::WIDE };

#[tokio::test]
async fn pages_of_the_house_keep_nobody_out() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(STILL).await;
    let Some(checker) = Checker::new(&visitor) else { return };
    visitor.open("/").await;
    checker.passes("home").await;
    visitor.founds("game=economy&name=Ada&open=1&option.players=4&seat.2=person&seat.3=bot:steady").await;
    checker.passes("waiting").await;
    visitor.open("/").await;
    checker.passes("home with a table").await;
    visitor.open("/nowhere").await;
    checker.passes("a fault").await;
}

#[tokio::test]
async fn set_up_and_rules_of_each_game_keep_nobody_out() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(STILL).await;
    let Some(checker) = Checker::new(&visitor) else { return };
    for game in engine::games() {
        for page in ["new", "rules"] {
            let page = format!("/{page}/{}", game.about().id);
            visitor.open(&page).await;
            checker.passes(&page).await;
        }
    }
}

#[tokio::test]
async fn economy_keeps_nobody_out_from_set_up_to_looking_back() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(STILL).await;
    let Some(checker) = Checker::new(&visitor) else { return };
    visitor.open("/").await;
    visitor.founds("game=economy&name=Ada&quick=1&option.placement=players").await;
    for step in ["picking", "placing"] {
        assert!(visitor.has_turn().await);
        checker.passes(step).await;
        visitor.plays_on(1).await;
    }
    visitor.founds("game=economy&name=Ada&quick=1&option.placement=reference&option.target=6").await;
    visitor.plays_on(5).await;
    assert!(visitor.has_turn().await);
    checker.passes("moving").await;
    visitor.plays_on(400).await;
    assert_eq!(visitor.stage().await, "over");
    checker.passes("the end").await;
    visitor.click("a[rel=prev]").await;
    visitor.finds("main[data-at]").await;
    checker.passes("looking back").await;
}

#[tokio::test]
async fn businessmen_keeps_nobody_out() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(STILL).await;
    let Some(checker) = Checker::new(&visitor) else { return };
    let fields = "game=businessmen&name=Ada&quick=1&option.players=4&option.round_limit=4";
    visitor.open("/").await;
    visitor.founds(fields).await;
    for step in ["buy", "load", "improve"] {
        checker.plays_until(fields, &format!("button[name=action][value^={step}]")).await;
        checker.passes(step).await;
    }
    checker.plays_until(fields, "main[data-stage=over]").await;
    checker.passes("the end").await;
}

#[tokio::test]
async fn profitability_keeps_nobody_out() {
    let driving = json!({ "lap": 3, "profits": { "red": 4000 }, "trucks": { "red": { "at": "N2" } } });
    let filling = json!({ "step": "filling" });
    let price = json!({ "step": "joker_price", "dice": [3, 4] });
    let trend = json!({ "step": "joker_trend", "dice": [3, 4] });
    let Some(company) = Company::meet_for("profitability", &[driving, filling, price, trend], &[STILL, STILL]).await else {
        return;
    };
    let one = &company.people[0];
    let Some(checker) = Checker::new(one) else { return };
    for (table, step) in ["driving", "filling a space", "the Joker’s price", "the Joker’s marker"].into_iter().enumerate() {
        company.sit_down(table).await;
        assert!(one.has_turn().await);
        checker.passes(step).await;
    }
}

#[tokio::test]
async fn trade_an_auction_and_a_deal_keep_nobody_out() {
    let trade = json!({ "turn": { "step": "trade" }, "players": [{ "at": 97, "owned": ["b71", "b22"] }, { "at": 34, "owned": ["b25"] }] });
    let sale = json!({ "item": "b28", "seller": 2, "auction": { "terms": { "lowest": 200_000, "step": 5_000 }, "last": 2, "bidders": [1] } });
    let auction = json!({
        "turn": { "step": "trade", "seat": 2 },
        "pending": [{ "what": "bidding" }],
        "sale": sale,
        "players": [{ "cash": 900_000 }, { "at": 34, "owned": ["b28"], "offers": 1 }],
    });
    let Some(company) = Company::meet_for("investments", &[trade, auction], &[STILL, STILL]).await else { return };
    let one = &company.people[0];
    let Some(checker) = Checker::new(one) else { return };
    company.sit_down(0).await;
    checker.passes("trade").await;
    one.click("[data-key^='to-deal-']").await;
    one.finds("form.deal").await;
    checker.passes("a deal").await;
    company.sit_down(1).await;
    assert!(one.has_turn().await);
    checker.passes("an auction").await;
}

#[tokio::test]
async fn competitors_keeps_nobody_out() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(STILL).await;
    let Some(checker) = Checker::new(&visitor) else { return };
    visitor.open("/").await;
    visitor.founds("game=competitors&name=Ada&quick=1&preset=first").await;
    assert!(visitor.has_turn().await);
    checker.passes("the choice of headquarters").await;
    visitor.plays_on(12).await;
    checker.passes("a turn").await;
}

const BOTS: &str = "&name=Ada&seat.1=you&seat.2=bot:random&seat.3=bot:random&seat.4=bot:random";

async fn a_whole_game_keeps_nobody_out(game: &str) {
    let Some(board) = proof::Facts::of(game).board else { return };
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(STILL).await;
    let Some(checker) = Checker::new(&visitor) else { return };
    checker.passes_all_game_long(&format!("game={game}{}{BOTS}", board.whole_game)).await;
    assert_eq!(visit.house.complaints(), "");
}

engine::test_each_game!(async a_whole_game_keeps_nobody_out);
