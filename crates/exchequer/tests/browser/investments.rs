//! Expensive Investments as people play it: a whole game, an auction, a deal, a loan and a bankruptcy, a forced trade, an answer
//! that stands; on a phone, by keyboard, and without scripts. Where a moment is rare in play, its table begins at a written position.

use crate::{
    Visit,
    bargaining::{pictured, value},
    driving::{House, Looks, Visitor, table::button},
    keyboard::{ENTER, tab_to},
    narrow::{fits, reachable},
};
use house::{hall::Hall, storage::sqlite::Sqlite, table::Founding, token};
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// People in a house where tables wait that begin at written positions.
pub struct Company {
    visit: Visit,
    pub people: Vec<Visitor>,
    looks: Vec<Looks>,
    /// The invitation to each table.
    tables: Vec<String>,
}

impl Company {
    async fn meet(positions: &[Value], looks: &[Looks]) -> Option<Company> {
        Company::meet_for("investments", positions, looks).await
    }

    /// Opens the house; none where no browser is. The tables are in its store before it opens.
    pub async fn meet_for(game: &str, positions: &[Value], looks: &[Looks]) -> Option<Company> {
        let data = House::folder();
        let mut tables = Vec::new();
        let store = Arc::new(Sqlite::open(&data.path().join("exchequer.sqlite")).await.expect("a store"));
        let hall = Hall::new(store.clone(), Duration::ZERO);
        for position in positions {
            let invite = token::invitation();
            let founding = Founding {
                game: game.into(),
                edition: None,
                options: Map::from_iter([("players".to_owned(), looks.len().into())]),
                seats: looks.len(),
                secret: token::entropy(),
                invite: invite.clone(),
                host: None,
                open: false,
                hot_seat: false,
                position: Some(position.clone()),
                from: None,
                clock: None,
                time: house::clock::now(),
            };
            let id = hall.found(founding, Vec::new()).await.expect("a table");
            tables.push(format!("/t/{id}/join/{invite}"));
        }
        drop(hall);
        store.close().await;
        let visit = Visit::to(|| House::open_on(data, env!("CARGO_BIN_EXE_exchequer")))?;
        let mut people = Vec::new();
        for looks in looks {
            people.push(visit.visitor(*looks).await);
        }
        Some(Company { visit, people, looks: looks.to_vec(), tables })
    }

    /// Everybody sits down at a table, in order, and play begins.
    pub async fn sit_down(&self, table: usize) {
        for (index, person) in self.people.iter().enumerate() {
            let seat = format!("[data-key='sit-{}']", index + 1);
            person.open(&self.tables[table]).await;
            person.write(&format!("{seat} input[name=name]"), ["Ann", "Ben", "Cleo"][index]).await;
            person.click(&format!("{seat} button[type=submit]")).await;
            person.until(&format!("!document.querySelector({})", json!(seat))).await;
        }
        for index in 0..self.people.len() {
            self.sees(index, "main[data-stage=running]").await;
        }
    }

    /// Waits until somebody's page has this. Without scripts one has to look again.
    pub async fn sees(&self, index: usize, css: &str) {
        let one = &self.people[index];
        if self.looks[index].script {
            one.finds(css).await;
        } else {
            for _ in 0..100 {
                if one.sees(css).await {
                    break;
                }
                one.reload().await;
            }
            assert!(one.sees(css).await, "never {css}: {}", one.prompt().await);
        }
        if self.looks[index].phone {
            fits(one, css).await;
        }
    }

    /// Does this and sees what came of it.
    pub async fn does(&self, index: usize, action: &str) {
        self.sees(index, &button(action)).await;
        self.people[index].plays(action).await;
    }

    /// The question stands in the title of the page, to be seen from another tab.
    pub async fn is_asked_in_the_title(&self, index: usize) {
        let (title, prompt) = (self.people[index].text("document.title").await, self.people[index].prompt().await);
        // In the prompt the letter of the seat comes first.
        assert!(prompt.lines().any(|line| line.len() > 10 && title.starts_with(line)), "“{title}” does not say “{prompt}”");
    }

    /// Waits until somebody has read this in the log.
    pub async fn reads(&self, index: usize, line: &str) {
        if !self.looks[index].script {
            self.people[index].reload().await;
        }
        self.people[index].until(&format!("document.querySelector('.log').textContent.includes({})", json!(line))).await;
    }

    /// Nobody's browser complains, nor does the house.
    #[track_caller]
    pub fn is_clean(&self) {
        for (person, _) in self.people.iter().zip(&self.looks).filter(|(_, looks)| looks.script) {
            // What the rules refuse is a conflict to the browser.
            let unexpected: Vec<String> =
                person.complaints().into_iter().filter(|complaint| !complaint.contains("409")).collect();
            assert_eq!(unexpected, Vec::<String>::new(), "the browser complains");
        }
        assert_eq!(self.visit.house.complaints(), "", "the house complains");
    }
}

/// What somebody who wants to get on does, the most wanted first.
fn sensible(actions: &[String]) -> String {
    let wanted = ["buy", "monopoly", "invest 1", "roll", "accept", "payall", "pay", "follow", "agree", "no", "end"];
    let one = wanted.iter().find_map(|wish| actions.iter().find(|action| action == wish));
    one.or_else(|| actions.iter().find(|action| action.starts_with("sell ") || action.starts_with("mortgage ")))
        .unwrap_or(&actions[0])
        .clone()
}

#[tokio::test]
async fn a_whole_quick_game() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    let seats = ["you", "bot:steady", "bot:steady", "bot:steady"];
    visitor.set_up("investments?preset=quick", &[("limit_rounds", "6")], &seats).await;
    visitor.leaves_sign().await;
    let mut verbs = BTreeSet::new();
    for _ in 0..200 {
        if !visitor.has_turn().await {
            break;
        }
        let action = sensible(&visitor.actions().await);
        if verbs.insert(action.split(' ').next().unwrap_or_default().to_owned()) {
            pictured(&visitor, &format!("inv-{action}")).await;
        }
        visitor.plays(&action).await;
    }
    assert_eq!(visitor.stage().await, "over");
    assert!(visitor.finds_sign().await, "the page was loaded anew on the way");
    for verb in ["roll", "end"] {
        assert!(verbs.contains(verb), "{verb} is not among {verbs:?}");
    }
    let score = "[...document.querySelectorAll('section[aria-label=\"What you can do\"] li')]";
    let worked_out =
        visitor.tell(&format!("{score}.filter(line => line.querySelector('a[href*=\"/rules/investments#INV-\"]')).length")).await;
    assert!(worked_out.as_u64() >= Some(4), "the score is not worked out: {worked_out}");
    assert_eq!(visitor.count("svg[role=img][aria-label^='Final standing'] polyline").await, 4);
    visit.is_clean(&[&visitor]);
}

const AMOUNT: &str = "form.amount input[name=amount]";
const EFFECT: &str = "document.querySelector('form.amount output').textContent";

/// In the field of this action an amount is written and sent; where several share a field, the action is chosen first.
pub async fn names(visitor: &Visitor, action: &str, amount: &str) {
    let form = format!("form.amount:has([value='{action}'])");
    visitor.finds(&form).await;
    visitor.tell(&format!("document.querySelector({form:?}).closest('details')?.setAttribute('open', '')")).await;
    let (radio, list) = (format!("{form} input[type=radio][value='{action}']"), format!("{form} select[name=action]"));
    if visitor.sees(&radio).await {
        visitor.click(&radio).await;
    } else if visitor.sees(&list).await {
        visitor.choose(&list, action).await;
    }
    visitor.write(&format!("{form} input[name=amount]"), amount).await;
    visitor.click(&format!("{form} button.primary")).await;
}

#[tokio::test]
async fn an_auction_among_three() {
    let position = json!({ "turn": { "step": "trade" }, "players": [{ "at": 97, "owned": ["b71", "b22"] }] });
    let looks = [Looks::WIDE, Looks::NARROW, Looks { script: false, ..Looks::WIDE }];
    let Some(company) = Company::meet(&[position], &looks).await else { return };
    company.sit_down(0).await;
    let [ann, ben, cleo] = &company.people[..] else { unreachable!() };
    pictured(ann, "inv-trade").await;
    names(ann, "auction b71 for ?", "100000").await;

    // Both others are asked at once; what one says is not told before the other has answered.
    for (index, person) in [(1, ben), (2, cleo)] {
        company.sees(index, &button("yes")).await;
        assert!(person.prompt().await.contains("Gold Mine at auction from 100,000"), "{}", person.prompt().await);
    }
    pictured(ben, "inv-interest-phone").await;
    pictured(cleo, "inv-interest").await;
    company.does(1, "yes").await;
    company.does(2, "yes").await;

    // The bids go round; what a bid would leave is said before it is made.
    company.sees(1, AMOUNT).await;
    assert_eq!(value(ben, AMOUNT).await, "100000");
    assert!(ben.text(EFFECT).await.starts_with("1,900,000 left if you win"), "{}", ben.text(EFFECT).await);
    ben.write(AMOUNT, "150000").await;
    ben.until(&format!("{EFFECT}.startsWith('1,850,000 left if you win')")).await;
    pictured(ben, "inv-bid-phone").await;
    ben.click("form.amount button.primary").await;
    company.sees(2, AMOUNT).await;
    // A bid between the steps is refused, with its clause.
    names(cleo, "bid ?", "157000").await;
    cleo.finds(".fault .clause").await;
    names(cleo, "bid ?", "200000").await;
    company.does(1, "pass").await;
    for index in 0..3 {
        company.reads(index, "Cleo buys Gold Mine from Ann at auction for 200,000.").await;
    }
    company.sees(0, &button("end")).await;
    company.is_clean();
}

async fn a_deal(looks: Looks, name: &str) {
    let position =
        json!({ "turn": { "step": "trade" }, "players": [{ "at": 97, "owned": ["b71", "b22"] }, { "owned": ["b01"] }] });
    let Some(company) = Company::meet(&[position], &[looks, looks]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    let (gives, gets) = ("form.deal input[name='sum.1>2']", "form.deal input[name='sum.2>1']");
    let mine = "form.deal input[type=checkbox][value='1>2 b22']";
    if looks.phone {
        reachable(ann, "the trade step").await;
    }
    ann.click("[data-key='to-deal-offer']").await;
    ann.finds(mine).await;
    ann.click(mine).await;
    ann.write(gets, "60001").await;
    ann.click("form.deal button[type=submit]").await;
    ann.finds(".fault .clause").await;
    pictured(ann, &format!("{name}-refused")).await;
    assert_eq!(value(ann, gets).await, "60001");
    ann.write(gets, "90000").await;
    if looks.script {
        // What the deal would bring is told before it is offered.
        ann.until("document.querySelector('form.deal output').textContent.startsWith('3,090,000 in hand')").await;
    }
    ann.click("form.deal button[type=submit]").await;
    ann.until("!document.querySelector('form.deal')").await;

    company.sees(1, &button("accept 1")).await;
    company.is_asked_in_the_title(1).await;
    pictured(ben, &format!("{name}-asked")).await;
    ben.click("[data-key='to-deal-counter 1']").await;
    ben.finds(&format!("{mine}:checked")).await;
    assert_eq!(value(ben, gets).await, "90000");
    ben.write(gets, "").await;
    ben.write(gives, "10000").await;
    ben.click("form.deal input[type=checkbox][value='2>1 b01']").await;
    pictured(ben, &format!("{name}-counter")).await;
    ben.click("form.deal button[type=submit]").await;
    ben.until("!document.querySelector('form.deal')").await;

    company.sees(0, &button("accept 2")).await;
    pictured(ann, &format!("{name}-countered")).await;
    company.does(0, "accept 2").await;
    for index in [0, 1] {
        company.reads(index, "Potato Farm").await;
    }
    company.sees(0, &button("end")).await;
    company.is_clean();
}

#[tokio::test]
async fn a_deal_with_a_counter_offer() {
    a_deal(Looks::NARROW, "inv-deal-phone").await;
}

#[tokio::test]
async fn a_deal_without_any_script() {
    a_deal(Looks { script: false, ..Looks::WIDE }, "inv-deal").await;
}

#[tokio::test]
async fn a_loan_and_a_bankruptcy() {
    let position = json!({
        "players": [{ "at": 97, "cash": 30_000, "owned": ["b22"] }, { "owned": ["b71"] }],
        "pending": [
            { "what": "pay_each", "seat": 1, "left": [2], "amount": 500_000 },
            { "what": "debt", "seat": 1, "to": 2, "amount": 60_000, "kind": "fee", "business": "b71" },
        ],
    });
    let Some(company) = Company::meet(&[position], &[Looks::WIDE, Looks::NARROW]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    // What cannot be done yet says why.
    assert!(ann.sees("[data-key=barred]").await && !ann.sees(&button("pay")).await);
    pictured(ann, "inv-debt").await;
    pictured(ben, "inv-debt-phone").await;
    company.does(0, "mortgage b22").await;
    company.reads(1, "Ann mortgages Department Store for 40,000.").await;
    // The next debt is beyond all that is left.
    company.does(0, "pay").await;
    for index in [0, 1] {
        company.reads(index, "Ann cannot pay Ben 500,000 and is bankrupt.").await;
        company.sees(index, "main[data-stage=over]").await;
    }
    pictured(ann, "inv-bankrupt").await;
    pictured(ben, "inv-won-phone").await;
    company.is_clean();
}

#[tokio::test]
async fn a_forced_trade_that_the_owner_accepts_or_refuses() {
    let position = json!({
        "players": [{ "at": 5, "owned": ["b01", "b02", "b03"] }, { "owned": ["b04"] }],
        "pending": [{ "what": "debt", "seat": 1, "to": 2, "amount": 5_000, "kind": "fee", "business": "b04" }],
    });
    let Some(company) = Company::meet(&[position.clone(), position], &[Looks::WIDE, Looks::NARROW]).await else { return };
    let [ann, ben] = &company.people[..] else { unreachable!() };
    company.sit_down(0).await;
    pictured(ann, "inv-force").await;
    company.does(0, "force").await;
    company.sees(1, &button("agree")).await;
    company.is_asked_in_the_title(1).await;
    pictured(ben, "inv-forced-phone").await;
    company.does(1, "agree").await;
    company.reads(0, "Ben sells Dairy Farm to Ann").await;
    company.sees(0, &button("end")).await;

    company.sit_down(1).await;
    company.does(0, "force").await;
    company.does(1, "refuse").await;
    company.reads(0, "Ben refuses the forced trade: Dairy Farm passes to Ann for nothing.").await;
    company.reads(1, "Ben goes to jail").await;
    assert!(ben.prompt().await.contains("You are in jail"), "{}", ben.prompt().await);
    pictured(ben, "inv-jail-phone").await;
    company.is_clean();
}

#[tokio::test]
async fn an_answer_to_polls_that_stands() {
    let position = json!({ "turn": { "step": "trade" }, "players": [{ "at": 97, "owned": ["b71", "b70"] }] });
    let Some(company) = Company::meet(&[position], &[Looks::WIDE, Looks::WIDE]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    names(ann, "auction b71 for ?", "100000").await;
    company.sees(1, &button("yes")).await;
    ben.click("[data-key='stand-interest'] button").await;
    company.reads(0, "Nobody buys Gold Mine: Ann keeps it.").await;
    // The next time nobody asks.
    names(ann, "auction b70 for ?", "50000").await;
    company.reads(1, "Nobody buys Diamond Mine: Ann keeps it.").await;
    assert!(!ben.sees("main[data-turn]").await);
    pictured(ben, "inv-standing").await;
    ben.click("[data-key='stand-interest'] button").await;
    ben.until("!document.querySelector('[data-key=\"stand-interest\"]')").await;
    company.is_clean();
}

#[tokio::test]
async fn everything_fits_on_a_small_phone() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::NARROW).await;
    for page in ["/new/investments", "/rules/investments"] {
        visitor.open(page).await;
        fits(&visitor, page).await;
    }
    visitor.set_up("investments?preset=quick", &[("limit_rounds", "2")], &["you"]).await;
    let mut seen = BTreeSet::new();
    while visitor.has_turn().await {
        let action = sensible(&visitor.actions().await);
        if seen.insert(action.clone()) {
            pictured(&visitor, &format!("inv-phone-{action}")).await;
            fits(&visitor, &action).await;
            reachable(&visitor, &action).await;
        }
        visitor.plays(&action).await;
    }
    fits(&visitor, "the end").await;
    pictured(&visitor, "inv-phone-over").await;
    visitor.click("a[rel=prev]").await;
    visitor.finds("main[data-at]").await;
    fits(&visitor, "looking back").await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn settings_that_exclude_each_other_say_so_and_the_rules_have_their_clauses() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { script: false, ..Looks::WIDE }).await;
    visitor.open("/new/investments").await;
    let single = "label:has(input[name='option.piece_mode'][value=single])";
    assert!(visitor.text(&format!("document.querySelector({single:?}).innerText")).await.contains("not with a lottery"));
    visitor.click(single).await;
    visitor.click("label:has(input[name='option.start_mode'][value=lottery])").await;
    pictured(&visitor, "inv-set-up").await;
    visitor.click("form#set-up button[type=submit]").await;
    visitor.finds(".fault a[href='/rules/investments#INV-SINGLE-2']").await;
    let said = visitor.text("document.querySelector('.fault').innerText").await;
    assert!(said.contains("“Start mode: on Start") && !said.contains('_'), "{said}");
    // What was chosen is still chosen.
    assert!(visitor.sees("input[name='option.piece_mode'][value=single]:checked").await);
    pictured(&visitor, "inv-set-up-refused").await;
    visitor.open("/rules/investments#INV-SINGLE-2").await;
    for clause in ["INV-SINGLE-2", "INV-AUCT-4", "INV-FORCE-7", "INV-EX-1"] {
        assert!(visitor.sees(&format!("#{clause}")).await, "{clause} has no anchor");
    }
    pictured(&visitor, "inv-rules").await;
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn settings_that_exclude_each_other_say_so_while_one_chooses() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.open("/new/investments").await;
    visitor.click("label:has(input[name='option.piece_mode'][value=single])").await;
    visitor.click("label:has(input[name='option.fortune_mode'][value=hidden])").await;
    visitor.finds(".excluded a[href='/rules/investments#INV-OPT-5']").await;
    pictured(&visitor, "inv-set-up-excluded").await;
    visitor.click("label:has(input[name='option.fortune_mode'][value=standard])").await;
    visitor.until("!document.querySelector('.excluded .fault')").await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_business_is_chosen_on_its_own_tile() {
    let position = json!({ "players": [{ "at": 93 }], "pending": [{ "what": "name", "seat": 1, "mover": 1 }] });
    let Some(company) = Company::meet(&[position], &[Looks::WIDE, Looks::WIDE]).await else { return };
    company.sit_down(0).await;
    let ann = &company.people[0];
    pictured(ann, "inv-name").await;
    // The last tile of each side: there all that is wrong with those before it would add up.
    for (business, tile, from, long) in
        [("b18", 22, "left", "width"), ("b35", 47, "top", "height"), ("b36", 51, "left", "width"), ("b71", 97, "top", "height")]
    {
        let css = button(&format!("name {business}"));
        ann.finds(&css).await;
        let middle = |css: &str| {
            format!("(box => box.{from} + box.{long} / 2)(document.querySelector({}).getBoundingClientRect())", json!(css))
        };
        let aside = format!("Math.abs({} - {})", middle(&css), middle(&format!("[data-key='tile-{tile}'] > rect")));
        let aside = ann.tell(&aside).await.as_f64().unwrap_or(f64::MAX);
        assert!(aside < 2.0, "{business} is chosen {aside} pixels aside of its tile");
    }
    company.is_clean();
}

#[tokio::test]
async fn a_turn_by_keyboard_alone() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    // A game for one: nobody else has to be waited for.
    visitor.set_up("investments", &[("players", "1")], &["you"]).await;
    let mut done = BTreeSet::new();
    for _ in 0..60 {
        assert!(visitor.has_turn().await, "over before anything was bought");
        let action = sensible(&visitor.actions().await);
        tab_to(&visitor, &button(&action)).await;
        let version = visitor.version().await;
        visitor.press(ENTER).await;
        visitor.catches_up(version + 1).await;
        done.insert(action);
        if ["roll", "buy", "end"].iter().all(|action| done.contains(*action)) {
            break;
        }
    }
    assert!(["roll", "buy", "end"].iter().all(|action| done.contains(*action)), "{done:?}");
    visit.is_clean(&[&visitor]);
}
