//! COMPETITOR$ as people play it: a whole game, a Delivery by truck and ship, a flight, a deal, an auction; the map by keyboard and on a
//! phone, and without scripts. Where a moment is rare in play, its table begins at a written position.

use crate::{
    Visit,
    bargaining::{pictured, value},
    driving::{Looks, Visitor, table::button},
    investments::{Company, names},
    keyboard::{ENTER, tab_to},
    narrow::fits,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn meet(positions: &[Value], looks: &[Looks]) -> Option<Company> {
    Company::meet_for("competitors", positions, looks).await
}

/// Goods for Great Britain on a truck in Poland, and a ship that waits in Germany.
fn truck_and_ship() -> Value {
    json!({
        "players": [{
            "office": "H3",
            "territories": ["france", "spain", "japan"],
            "contracts": ["C001", "C114"],
            "tokens": {
                "a-truck-1": { "at": "poland", "load": { "contract": "C004", "sender": "poland", "receiver": "great_britain" } },
                "a-truck-2": "germany",
                "a-ship-1": "germany",
                "a-aircraft-1": "germany",
            },
        }],
        "journey": { "token": "a-truck-1", "delivery": { "sender": "poland", "free_pass": true } },
    })
}

#[tokio::test]
async fn a_whole_first_game() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.set_up("competitors?preset=first", &[("rounds", "2"), ("players", "2")], &["you", "bot:random"]).await;
    visitor.leaves_sign().await;
    let mut verbs = BTreeSet::new();
    for turn in 0..120 {
        if !visitor.has_turn().await {
            break;
        }
        let actions = visitor.actions().await;
        let wanted = [
            "headquarters",
            "to",
            "by",
            "sign",
            "put",
            "go",
            "move",
            "draw",
            "pass",
            "decline",
            "keep",
            "customs",
            "choose",
            "stop",
            "end",
        ];
        let wish = wanted.iter().cycle().skip(turn % 3).take(wanted.len());
        let action = { wish }.find_map(|verb| actions.iter().find(|action| action.split(' ').next() == Some(verb)));
        let action = action.unwrap_or(&actions[0]).clone();
        let verb = action.split(' ').next().unwrap_or_default().to_owned();
        if verbs.insert(verb.clone()) {
            pictured(&visitor, &format!("cmp-{verb}")).await;
        }
        // On the map of the whole world a button may be too small for a click in its middle; its territory does as well.
        let version = visitor.version().await;
        visitor.tell(&format!("document.querySelector('button[name=action][value={action:?}]').click()")).await;
        visitor.catches_up(version + 1).await;
    }
    assert_eq!(visitor.stage().await, "over");
    assert!(visitor.finds_sign().await, "the page was loaded anew on the way");
    assert!(["headquarters", "move", "go"].iter().all(|verb| verbs.contains(*verb)), "{verbs:?}");
    pictured(&visitor, "cmp-over").await;
    visit.is_clean(&[&visitor]);
}

async fn a_delivery(looks: Looks, name: &str) {
    let Some(company) = meet(&[truck_and_ship()], &[looks, Looks::WIDE]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    // The contract says how long the goods may take, and where they go.
    assert!(ann.sees(".cmp-signed.running .cmp-turns").await && ann.sees("[data-key='bond-poland']").await);
    pictured(ann, &format!("{name}-begins")).await;
    company.does(0, "go a-truck-1 germany").await;
    company.does(0, "load a-truck-1 a-ship-1").await;
    company.sees(0, &button("go a-ship-1 great_britain")).await;
    if looks.script {
        // What is pointed at shows its way and what it brings.
        ann.tell("document.querySelector('[data-map] button[value=\"go a-ship-1 great_britain\"]').focus()").await;
        ann.finds("[data-shows='go a-ship-1 great_britain'].hinted").await;
        ann.until("document.querySelector('[data-tip]').textContent.includes('the goods are at the Receiver')").await;
    }
    pictured(ann, &format!("{name}-sails")).await;
    company.does(0, "go a-ship-1 great_britain").await;
    for index in [0, 1] {
        company.reads(index, "Ceramic tiles").await;
    }
    company.sees(0, ".cmp-column:first-child li.crowned").await;
    pictured(ben, &format!("{name}-watched")).await;
    company.is_clean();
}

#[tokio::test]
async fn a_delivery_by_truck_and_ship() {
    a_delivery(Looks::WIDE, "cmp-delivery").await;
}

#[tokio::test]
async fn a_delivery_without_any_script() {
    a_delivery(Looks { script: false, ..Looks::WIDE }, "cmp-delivery-plain").await;
}

#[tokio::test]
async fn a_flight_by_nothing_but_the_keyboard() {
    let position = json!({ "players": [{ "office": "H9", "tokens": { "a-aircraft-1": "fiji", "a-truck-1": "queensland" } }] });
    let Some(company) = meet(&[position], &[Looks::WIDE, Looks::WIDE]).await else { return };
    company.sit_down(0).await;
    let ann = &company.people[0];
    // The map is one stop of Tab: arrows move it, plus and minus zoom, 0 shows all.
    tab_to(ann, "[data-window]").await;
    let seen = "document.querySelector('svg[data-sheet]').getAttribute('viewBox')";
    let all = ann.text(seen).await;
    ann.press('+').await;
    ann.until(&format!("{seen} !== {all:?}")).await;
    ann.press('0').await;
    ann.until(&format!("+{seen}.split(' ')[2] > 3000")).await;
    // A token first, then where it goes.
    let version = ann.version().await;
    tab_to(ann, "[data-map] button[value='move a-aircraft-1']").await;
    ann.press(ENTER).await;
    ann.catches_up(version + 1).await;
    tab_to(ann, "[data-map] button[value='go a-aircraft-1 right-7']").await;
    pictured(ann, "cmp-flight").await;
    ann.press(ENTER).await;
    ann.catches_up(version + 2).await;
    company.reads(0, "aircraft 1").await;
    ann.finds("[data-key='a-aircraft-1'].cmp-flies").await;
    company.is_clean();
}

async fn a_deal(looks: Looks, name: &str) {
    let position = json!({ "players": [
        { "office": "H3", "territories": ["poland", "spain"], "contracts": ["C001"] },
        { "office": "H1", "territories": ["japan"], "contracts": ["C002", "C109"] },
    ] });
    let Some(company) = meet(&[position], &[looks, looks]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    let gets = "form.deal input[name='sum.2>1']";
    let card = "form.deal input[type=checkbox][value='1>2 card poland']";
    ann.click("[data-key='to-deal-offer']").await;
    ann.finds(card).await;
    ann.tell(&format!("document.querySelector({card:?}).closest('details')?.setAttribute('open', '')")).await;
    ann.click(card).await;
    ann.write(gets, "6100").await;
    ann.click("form.deal button[type=submit]").await;
    ann.finds(".fault .clause").await;
    assert_eq!(value(ann, gets).await, "6100");
    ann.write(gets, "6000").await;
    ann.click("form.deal button[type=submit]").await;
    ann.until("!document.querySelector('form.deal')").await;

    company.sees(1, &button("accept 1")).await;
    company.sees(1, "[data-key='offer-1']").await;
    assert!(ben.text("document.querySelector('[data-key=\"offer-1\"]').textContent").await.contains("Poland"));
    pictured(ben, &format!("{name}-asked")).await;
    company.does(1, "accept 1").await;
    for index in [0, 1] {
        company.reads(index, "Poland").await;
    }
    company.sees(1, "[data-key='card-poland']").await;
    pictured(ann, &format!("{name}-dealt")).await;
    company.is_clean();
}

#[tokio::test]
async fn a_deal_on_a_phone() {
    a_deal(Looks::NARROW, "cmp-deal-phone").await;
}

#[tokio::test]
async fn a_deal_without_any_script() {
    a_deal(Looks { script: false, ..Looks::WIDE }, "cmp-deal").await;
}

#[tokio::test]
async fn an_auction() {
    let position = json!({ "players": [{ "office": "H3" }, { "office": "H1" }] });
    let Some(company) = meet(&[position], &[Looks::WIDE, Looks::NARROW]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    names(ann, "auction ? token a-truck-1", "12000").await;
    company.sees(1, "[data-key=sale]").await;
    pictured(ben, "cmp-auction-phone").await;
    pictured(ann, "cmp-auction").await;
    names(ben, "bid ?", "12500").await;
    for index in [0, 1] {
        company.reads(index, "12,500").await;
    }
    company.is_clean();
}

/// The table as a phone shows it, part by part.
async fn leaf(visitor: &Visitor, name: &str) {
    for (index, part) in [".status", ".hand-place", ".board", ".cmp-panels", ".seats"].iter().enumerate() {
        visitor
            .tell(&format!("document.querySelector({part:?})?.scrollIntoView({{ block: 'start', behavior: 'instant' }})"))
            .await;
        pictured(visitor, &format!("{name}-{index}")).await;
    }
}

#[tokio::test]
async fn a_phone_shows_it_all_and_a_tap_shows_the_way_before_it_is_taken() {
    let Some(company) = meet(&[truck_and_ship()], &[Looks::NARROW, Looks { dark: true, ..Looks::WIDE }]).await else { return };
    company.sit_down(0).await;
    let [ann, ben] = &company.people[..] else { unreachable!() };
    fits(ann, "a Delivery").await;
    leaf(ann, "cmp-phone").await;
    pictured(ben, "cmp-dark").await;
    let go = "[data-map] button[value='go a-truck-1 kazakhstan']";
    ann.tell(&format!("document.querySelector({go:?}).scrollIntoView({{ block: 'center', behavior: 'instant' }})")).await;
    // The map moves to where something can be done; a finger comes down when it rests.
    let rests = format!(
        "(() => {{ const box = document.querySelector({go:?}).getBoundingClientRect(), at = `${{box.x}} ${{box.y}}`;
            window.rested = window.lastAt === at ? (window.rested ?? 0) + 1 : 0; window.lastAt = at; return window.rested > 20 }})()"
    );
    ann.until(&rests).await;
    let version = ann.version().await;
    ann.tap(go).await;
    ann.finds("[data-shows='go a-truck-1 kazakhstan'].hinted").await;
    assert_eq!(ann.version().await, version, "the first tap only shows");
    pictured(ann, "cmp-phone-tapped").await;
    ann.tap(go).await;
    ann.catches_up(version + 1).await;
    fits(ann, "after a step").await;
    company.is_clean();
}
