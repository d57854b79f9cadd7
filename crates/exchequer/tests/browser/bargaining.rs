//! A game that bargains: deals with counter-offers, bids, answers that stand, sixteen seats; with scripts and without.

use crate::{
    Visit,
    driving::{Looks, Visitor},
    narrow::fits,
};
use serde_json::json;

/// Two people at a table of Bazaar with the numbers of their seats: first the one who has the first turn, then the other.
struct Two {
    first: Visitor,
    second: Visitor,
    seats: (u64, u64),
    script: bool,
}

impl Two {
    async fn meet(visit: &Visit, looks: Looks) -> Two {
        let (ann, ben) = tokio::join!(visit.visitor(looks), visit.visitor(looks));
        ann.set_up("bazaar", &[("players", "2")], &["you", "person"]).await;
        ben.open(&ann.text("document.querySelector('input[readonly]').value").await).await;
        ben.write("form[action$='/sit'] input[name=name]", "Ben").await;
        ben.click("form[action$='/sit'] button[type=submit]").await;
        ben.finds("main[data-stage=running]").await;
        let script = looks.script;
        if ben.sees("main[data-turn]").await {
            Two { first: ben, second: ann, seats: (2, 1), script }
        } else {
            Two { first: ann, second: ben, seats: (1, 2), script }
        }
    }

    /// Waits until a visitor's page has this. Without scripts one has to look again; not right after a click of one's own, since
    /// loading anew takes back a form that is just being sent.
    async fn sees(&self, one: &Visitor, css: &str) {
        if self.script {
            return one.finds(css).await;
        }
        for _ in 0..100 {
            if one.sees(css).await {
                return;
            }
            one.reload().await;
        }
        panic!("never {css}: {}", one.prompt().await);
    }
}

/// The field of a sum in a deal.
fn sum(from: u64, to: u64) -> String {
    format!("form.deal input[name='sum.{from}>{to}']")
}

pub async fn value(visitor: &Visitor, css: &str) -> String {
    visitor.text(&format!("document.querySelector({}).value", json!(css))).await
}

/// Leaves a picture where somebody wants to see it.
pub async fn pictured(visitor: &Visitor, name: &str) {
    if let Some(folder) = std::env::var_os("PICTURES") {
        let file = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(file, visitor.picture().await).expect("a picture");
    }
}

const THING: &str = "form.deal input[type=checkbox]";

async fn a_deal(looks: Looks, name: &str) {
    let Some(visit) = Visit::with_guest() else { return };
    let two = Two::meet(&visit, looks).await;
    let (first, second, (a, b)) = (&two.first, &two.second, two.seats);
    two.sees(first, "main[data-turn]").await;
    first.click("[data-key='to-deal-offer']").await;
    first.finds(THING).await;
    first.click(THING).await;
    let thing = first.text(&format!("document.querySelector({THING:?}).value")).await;
    let (gives, gets) = (sum(a, b), sum(b, a));
    first.write(&gets, "61").await;
    pictured(first, &format!("{name}-offer")).await;

    // News come in while the form is filled in: it stays as it is.
    if two.script {
        let version = first.version().await;
        second.click("form[action$='/hand-over'] button").await;
        second.click("form[action$='/resume'] button").await;
        first.catches_up(version + 2).await;
        assert_eq!(value(first, &gets).await, "61");
        assert!(first.sees(&format!("{THING}:checked")).await);
    }
    // What is refused names its clause and is filled in again.
    first.click("form.deal button[type=submit]").await;
    first.finds(".fault .clause").await;
    assert_eq!(value(first, &gets).await, "61");
    assert!(first.sees(&format!("{THING}[value='{thing}']:checked")).await);
    pictured(first, &format!("{name}-refused")).await;
    first.write(&gets, "9").await;
    first.click("form.deal button[type=submit]").await;
    first.until("!document.querySelector('form.deal')").await;

    // The other is asked in the title and the prompt, and begins a counter-offer with what was offered.
    two.sees(second, "button[value='accept 1']").await;
    assert!(second.text("document.title").await.starts_with("You are asked."));
    pictured(second, &format!("{name}-asked")).await;
    // A player in doubt asks a bot, which says what it would answer.
    second.click("form[action$='/hint'] button").await;
    second.finds(".hint button[name=action]").await;
    assert!(second.sees("button[name=action][data-advised]:not(.hint *)").await);
    assert!(!first.sees(".hint").await, "it is for who asked alone");
    pictured(second, &format!("{name}-hint")).await;
    second.click("[data-key='to-deal-counter 1']").await;
    second.finds(&format!("{THING}[value='{thing}']:checked")).await;
    assert_eq!(value(second, &gets).await, "9");
    second.write(&gets, "5").await;
    second.write(&gives, "1").await;
    pictured(second, &format!("{name}-counter")).await;
    second.click("form.deal button[type=submit]").await;
    second.until("!document.querySelector('form.deal')").await;

    two.sees(first, "button[value='accept 2']").await;
    first.click("button[value='accept 2']").await;
    first.until("document.querySelector('.log').innerText.includes('Offer 2 is carried out')").await;
    two.sees(first, "main[data-turn] [data-key='to-deal-offer']").await;
    if two.script {
        assert!(!first.path().await.contains("deal="), "a deal that was made is not asked for again");
        visit.is_clean(&[]);
    }
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn a_deal_with_a_counter_offer() {
    a_deal(Looks::WIDE, "deal").await;
}

#[tokio::test]
async fn a_deal_with_a_counter_offer_without_any_script() {
    a_deal(Looks { script: false, ..Looks::WIDE }, "deal-plain").await;
}

#[tokio::test]
async fn a_deal_with_a_counter_offer_on_a_phone() {
    a_deal(Looks::NARROW, "deal-narrow").await;
}

const AMOUNT: &str = "form.amount input[name=amount]";

async fn an_amount(looks: Looks, name: &str) {
    let Some(visit) = Visit::with_guest() else { return };
    let two = Two::meet(&visit, looks).await;
    let (first, second) = (&two.first, &two.second);
    two.sees(first, "main[data-turn]").await;
    pictured(first, &format!("{name}-topics")).await;
    first.click("[data-key='topic-Sell'] summary").await;
    first.write(AMOUNT, "13").await;
    if two.script {
        first.until("document.querySelector('form.amount output').textContent.includes('steps of 2 (BAZ-AUCT-1)')").await;
    }
    first.click("form.amount button.primary").await;
    first.finds(".fault .clause").await;
    assert_eq!(value(first, &format!("{AMOUNT}[aria-invalid]")).await, "13");
    pictured(first, &format!("{name}-refused")).await;
    first.write(&format!("{AMOUNT}[aria-invalid]"), "10").await;
    first.click("form.amount:has([aria-invalid]) button.primary").await;

    two.sees(second, AMOUNT).await;
    assert_eq!(value(second, AMOUNT).await, "10");
    assert_eq!(second.text("document.querySelector('form.amount output').textContent").await, "50 coins left if you win");
    second.write(AMOUNT, "24").await;
    if two.script {
        second.until("document.querySelector('form.amount output').textContent === '36 coins left if you win'").await;
    }
    pictured(second, &format!("{name}-bid")).await;
    second.click("form.amount button.primary").await;
    second.until("document.querySelector('.log').innerText.includes('for 24 coins')").await;
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn an_amount_with_its_bounds_and_its_effect() {
    an_amount(Looks::WIDE, "amount").await;
}

#[tokio::test]
async fn an_amount_without_any_script() {
    an_amount(Looks { script: false, ..Looks::WIDE }, "amount-plain").await;
}

#[tokio::test]
async fn an_answer_that_stands_until_it_is_taken_back() {
    let Some(visit) = Visit::with_guest() else { return };
    let two = Two::meet(&visit, Looks::WIDE).await;
    let (first, second, (a, b)) = (&two.first, &two.second, two.seats);
    let offers = async |coins: &str| {
        first.click("[data-key='to-deal-offer']").await;
        first.write(&sum(a, b), coins).await;
        first.write(&sum(b, a), "1").await;
        first.click("form.deal button[type=submit]").await;
        first.until("!document.querySelector('form.deal')").await;
    };
    offers("2").await;
    second.click("[data-key='stand-deal'] button").await;
    first.until("document.querySelector('.log').innerText.includes('declines offer 1')").await;
    offers("3").await;
    first.until("document.querySelector('.log').innerText.includes('declines offer 2')").await;
    second.until("document.querySelector('.log').innerText.includes('declines offer 2')").await;
    assert!(!second.sees("main[data-turn]").await && second.sees("[data-key='stand-deal'] .note").await);
    pictured(second, "standing").await;
    second.click("[data-key='stand-deal'] button").await;
    second.until("!document.querySelector('[data-key=\"stand-deal\"]')").await;
    visit.is_clean(&[first, second]);
}

/// How each seat looks: its letter, its colours and its corners, and whether its name can be read.
const SEATS: &str = "[...document.querySelectorAll('.seats ol > li')].map(seat => {
    const [token, name] = [seat.querySelector('.token'), seat.querySelector('strong')];
    const { backgroundColor, color, borderTopLeftRadius, borderBottomLeftRadius, borderTopRightRadius } = getComputedStyle(token);
    const seen = [token, name].every(node => node.checkVisibility() && node.getBoundingClientRect().width >= 20);
    return seen ? [token.innerText, backgroundColor, color, borderTopLeftRadius, borderBottomLeftRadius, borderTopRightRadius].join() : 'hidden';
})";

#[tokio::test]
async fn a_table_of_sixteen_has_room_on_every_screen() {
    let Some(visit) = Visit::with_guest() else { return };
    for (looks, name) in [(Looks::WIDE, "sixteen"), (Looks::NARROW, "sixteen-narrow")] {
        let visitor = visit.visitor(looks).await;
        let width = looks.size.0;
        visitor.open("/new/bazaar").await;
        visitor.choose("select[name='option.players']", "16").await;
        assert_eq!(
            visitor.tell("[...document.querySelectorAll('[data-seat]')].filter(one => one.checkVisibility()).length").await,
            16
        );
        pictured(&visitor, &format!("{name}-set-up")).await;
        visitor.set_up("bazaar", &[("players", "16")], &["you"]).await;
        let seats = visitor.tell(SEATS).await;
        let seats: Vec<&str> = seats.as_array().expect("seats").iter().filter_map(|seat| seat.as_str()).collect();
        let distinct: std::collections::BTreeSet<&str> = seats.iter().copied().collect();
        assert_eq!((seats.len(), distinct.len()), (16, 16), "{seats:?}");
        assert!(!seats.contains(&"hidden"));
        visitor.until("document.querySelector('main[data-turn]')").await;
        pictured(&visitor, name).await;
        visitor.tell("document.querySelector('.seats').scrollIntoView()").await;
        pictured(&visitor, &format!("{name}-seats")).await;
        if looks.phone {
            fits(&visitor, "sixteen seats").await;
        } else {
            assert_eq!(visitor.tell("document.documentElement.scrollWidth").await, width);
        }
    }
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn set_up_begins_with_presets_and_play_now_takes_the_one_for_newcomers() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { script: false, ..Looks::WIDE }).await;
    visitor.open("/new/economy").await;
    assert!(visitor.text("document.querySelector('.presets [aria-current]').innerText").await.starts_with("Standard"));
    visitor.click(".presets a[href$='preset=quick']").await;
    visitor.finds(".presets a[href$='preset=quick'][aria-current]").await;
    assert!(visitor.sees("input[name='option.placement'][value=random]:checked").await);
    pictured(&visitor, "presets").await;
    visitor.open("/").await;
    pictured(&visitor, "home").await;
    assert!(visitor.text("document.querySelector('.game-card').innerText").await.contains("“Play now” is for newcomers"));
    visitor.click("form[action='/tables'] button").await;
    visitor.finds("main[data-stage=running]").await;
    assert!(visitor.actions().await.iter().all(|action| !action.starts_with("pick ")), "the locations are laid out already");
    assert_eq!(visit.house.complaints(), "");
}
