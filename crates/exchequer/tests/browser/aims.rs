//! The aim at hand: a sheet that is open at the first visit, and figures that tell what they mean.

use crate::{
    Visit,
    bargaining::pictured,
    driving::{Looks, Visitor, table::button},
    games_with_boards,
    narrow::fits,
};

/// One click from home into a game.
async fn plays_now(visitor: &Visitor, game: &str) {
    visitor.open("/").await;
    visitor.click(&format!(".game-card:has(input[name=game][value={game}]) form[action='/tables'] button")).await;
    visitor.finds("main[data-turn]").await;
}

/// Where the board is on the page.
const BOARD: &str = "JSON.stringify(document.querySelector('.board').getBoundingClientRect())";

#[tokio::test]
async fn the_sheet_is_open_at_the_first_visit_and_closed_on_return() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { newcomer: true, ..Looks::WIDE }).await;
    for (game, _) in games_with_boards() {
        plays_now(&visitor, game).await;
        visitor.finds(".aim[open]").await;
        let sheet = visitor.text("document.querySelector('.aim-sheet').innerText").await;
        assert!(sheet.contains("This is the game for newcomers"), "{sheet}");
        pictured(&visitor, &format!("aim-{game}")).await;
        let within = "(() => { const box = document.querySelector('.aim').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth })()";
        assert_eq!(visitor.tell(within).await, true, "{game}: the sheet is cut off");
        // It lies beside the board: closing it moves nothing.
        let before = visitor.text(BOARD).await;
        visitor.click(".aim summary").await;
        visitor.finds(".aim:not([open])").await;
        assert_eq!(visitor.text(BOARD).await, before, "{game}");
        pictured(&visitor, &format!("aim-closed-{game}")).await;
        // News do not open it again.
        let action = visitor.actions().await[0].clone();
        visitor.plays(&action).await;
        assert!(visitor.sees(".aim:not([open])").await);
        plays_now(&visitor, game).await;
        assert!(visitor.sees(".aim:not([open])").await, "{game}: it is open on return");
        visitor.click(".aim summary").await;
        visitor.click(".aim a[href$='/summary']").await;
        visitor.finds(".summary-text .in-words svg, .summary-text .in-words span").await;
        pictured(&visitor, &format!("summary-{game}")).await;
    }
    visit.is_clean(&[&visitor]);
}

/// Does the sheet lie over the list of players?
const HIDES: &str = "(([one, other]) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)(\
    ['.aim', '.seats > ol'].map(css => document.querySelector(css).getBoundingClientRect()))";

#[tokio::test]
async fn the_sheet_hides_no_player_and_closes_with_the_first_own_move() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { newcomer: true, ..Looks::WIDE }).await;
    for (game, _) in games_with_boards() {
        plays_now(&visitor, game).await;
        visitor.finds(".aim[open]").await;
        for size in [(360, 740), (768, 1024), (1024, 768), (1280, 800)] {
            visitor.resize(size, false);
            visitor.until(&format!("innerWidth === {}", size.0)).await;
            assert_eq!(visitor.tell(HIDES).await, false, "{game}: players are hidden at {size:?}");
        }
        let action = visitor.actions().await[0].clone();
        visitor.plays(&action).await;
        visitor.finds(".aim:not([open])").await;
        visitor.reload().await;
        visitor.finds(".aim:not([open])").await;
    }
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn without_any_script_the_sheet_is_open_until_one_has_moved() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { newcomer: true, script: false, ..Looks::WIDE }).await;
    plays_now(&visitor, "businessmen").await;
    assert!(visitor.sees(".aim[open]").await);
    let (version, action) = (visitor.version().await, visitor.actions().await[0].clone());
    visitor.click(&button(&action)).await;
    visitor.catches_up(version + 1).await;
    assert!(visitor.sees(".aim:not([open])").await);
    visitor.click(".aim summary").await;
    assert!(visitor.sees(".aim[open] a[href='/rules/businessmen/summary']").await);
    // A figure tells what it means when it is pressed.
    visitor.click(".seats .biz-coins").await;
    visitor.finds("#term-coins:popover-open").await;
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn on_a_phone_the_sheet_is_a_fold_below_the_board() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { newcomer: true, ..Looks::NARROW }).await;
    for (game, _) in games_with_boards() {
        plays_now(&visitor, game).await;
        visitor.finds(".aim[open]").await;
        let below = "document.querySelector('.aim').getBoundingClientRect().top >= document.querySelector('.board').getBoundingClientRect().bottom";
        assert_eq!(visitor.tell(below).await, true, "{game}: the board is pushed away");
        fits(&visitor, game).await;
        visitor.tell("document.querySelector('.aim').scrollIntoView()").await;
        pictured(&visitor, &format!("aim-narrow-{game}")).await;
        visitor.open(&format!("/rules/{game}/summary")).await;
        fits(&visitor, game).await;
        pictured(&visitor, &format!("summary-narrow-{game}")).await;
    }
    visit.is_clean(&[&visitor]);
}

/// The tip that is shown, if it can be read whole.
const READABLE: &str = "[...document.querySelectorAll('.term-tip:popover-open')].filter(tip => { const box = tip.getBoundingClientRect(); \
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.height > 10 }).length === 1";

#[tokio::test]
async fn figures_tell_what_they_mean_when_pointed_at_focused_or_tapped() {
    let Some(visit) = Visit::open() else { return };
    let (wide, phone) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::NARROW));
    for (game, _) in games_with_boards() {
        plays_now(&wide, game).await;
        let before = wide.text(BOARD).await;
        wide.points_at(".seats .term").await;
        wide.until(READABLE).await;
        assert_eq!(wide.text(BOARD).await, before, "{game}: something moved");
        pictured(&wide, &format!("term-{game}")).await;
        wide.points_at("h1").await;
        wide.until("!document.querySelector('.term-tip:popover-open')").await;
        // By keyboard: Tab comes to it, Escape closes what it tells.
        wide.until("(document.querySelector('.board').focus(), document.querySelectorAll('.seats .term')[1].focus({ focusVisible: true }), document.activeElement.matches('.term'))").await;
        wide.until(READABLE).await;
        wide.press('\u{e00c}').await;
        wide.until("!document.querySelector('.term-tip:popover-open')").await;
        plays_now(&phone, game).await;
        phone.tap(".seats .term").await;
        phone.until(READABLE).await;
        pictured(&phone, &format!("term-narrow-{game}")).await;
    }
    visit.is_clean(&[&wide, &phone]);
}

/// What the last sign that was pointed at or tapped says.
const SAID: &str = "[...document.querySelectorAll('.sign-tip')].find((tip) => tip.checkVisibility())?.textContent ?? ''";

#[tokio::test]
async fn signs_say_to_the_eye_what_they_say_to_the_ear() {
    let Some(visit) = Visit::open() else { return };
    let (wide, phone) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::NARROW));
    let signs = [
        ("businessmen", ".biz-truck", "car"),
        ("profitability", ".prf-house", "warehouse"),
        ("investments", ".inv-vault .inv-shares", "Bank cards left"),
    ];
    for (game, sign, words) in signs {
        plays_now(&phone, game).await;
        phone.tap(sign).await;
        phone.until(&format!("({SAID}).includes({words:?})")).await;
        phone.until(&READABLE.replace(".term-tip", ".sign-tip")).await;
        pictured(&phone, &format!("said-narrow-{game}")).await;
        // It does not stay in the way.
        phone.tap("h1").await;
        phone.until(&format!("!({SAID}).includes({words:?})")).await;
        if game != "businessmen" {
            phone.click(".legend-of").await;
            phone.finds("#legend:popover-open li small").await;
            let inside = "document.querySelector('#legend').getBoundingClientRect().right <= innerWidth";
            assert_eq!(phone.tell(inside).await, true, "{game}: the legend is cut off");
            pictured(&phone, &format!("legend-narrow-{game}")).await;
            phone.click("#legend [popovertargetaction=hide]").await;
            phone.finds("#legend:not(:popover-open)").await;
        }
    }
    plays_now(&wide, "businessmen").await;
    wide.points_at(".biz-truck").await;
    wide.until(&format!("({SAID}).includes('car')")).await;
    wide.points_at("h1").await;
    wide.until(&format!("({SAID}) === ''")).await;
    visit.is_clean(&[&wide, &phone]);
}
