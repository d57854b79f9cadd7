//! Contrast in light and dark, stillness for those who ask for it, one screen for the board.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

#[tokio::test]
async fn text_stands_out_in_light_and_dark_and_nothing_moves_for_who_wants_it_still() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { still: true, ..Looks::WIDE }).await;
    for page in ["/", "/new/economy", "/rules/economy"] {
        visitor.open(page).await;
        stands_out(&visitor, page).await;
    }
    visitor.set_up("economy", &[], &["you"]).await;
    for step in ["picking", "placing"] {
        assert!(visitor.has_turn().await);
        stands_out(&visitor, step).await;
        board_in_sight(&visitor, step).await;
        visitor.plays(&visitor.likes().await).await;
        is_still(&visitor, step).await;
    }
    visitor.set_up("economy", &[("target", "1"), ("placement", "reference"), ("players", "6")], &["you"]).await;
    assert!(visitor.has_turn().await);
    board_in_sight(&visitor, "moving").await;
    stands_out(&visitor, "moving").await;
    visitor.plays_on(400).await;
    is_still(&visitor, "the end").await;
    stands_out(&visitor, "the end").await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_piece_stands_above_the_space_that_glows_under_it_and_words_above_both() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { still: true, ..Looks::WIDE }).await;
    visitor.open("/").await;
    visitor.founds("game=economy&name=Ann&quick=1&option.placement=reference").await;
    while !visitor.sees(".piece:not(.outside)").await || !visitor.sees(".reach .tip").await {
        visitor.plays_on(1).await;
        assert!(visitor.has_turn().await);
    }
    // As if each piece could be hit.
    let hidden = "[...document.querySelectorAll('.piece:not(.outside)')].filter(piece => {
        document.querySelector(`[data-key=\"space ${piece.dataset.x}${piece.dataset.y}\"]`).classList.add('reach', 'hit');
        document.querySelector('.pieces').style.pointerEvents = 'auto';
        const box = piece.querySelector('.body').getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('.piece') !== piece;
    }).length";
    assert_eq!(visitor.tell(hidden).await, 0, "a piece lies under its space");
    let level = |css: &str| format!("+getComputedStyle(document.querySelector('{css}')).zIndex");
    let words = format!("{} > {}", level(".reach .tip"), level(".pieces"));
    assert_eq!(visitor.tell(&words).await, true, "words lie under a piece");
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_tablet_shows_the_board_beside_all_else() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { size: (1024, 768), still: true, ..Looks::WIDE }).await;
    visitor.open("/").await;
    visitor.founds("game=economy&name=Ann&quick=1&option.placement=reference").await;
    assert!(visitor.has_turn().await);
    let place = "(({ top, bottom, right }) => [top, bottom, right].map(Math.round))(document.querySelector('.table-cloth').getBoundingClientRect())";
    let place: Vec<i64> = serde_json::from_value(visitor.tell(place).await).expect("a place");
    assert!(place[0] < 220 && place[1] <= 768 && place[2] < 740, "top, bottom, right: {place:?}");
    assert_eq!(visitor.tell("document.documentElement.scrollWidth").await, 1024);
    let beside = "document.querySelector('.action').getBoundingClientRect().left > document.querySelector('.board').getBoundingClientRect().right";
    assert_eq!(visitor.tell(beside).await, true);
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn every_game_can_be_played_at_once_without_scrolling() {
    let Some(visit) = Visit::open() else { return };
    for looks in [Looks::WIDE, Looks::NARROW] {
        let visitor = visit.visitor(looks).await;
        visitor.open("/").await;
        assert_eq!(visitor.count(".play-now button").await, engine::games().len() as u64);
        let below = "[...document.querySelectorAll('.play-now button')].filter(button => button.getBoundingClientRect().bottom > innerHeight).length";
        assert_eq!(visitor.tell(below).await, 0, "at {:?}", looks.size);
        visit.is_clean(&[&visitor]);
    }
}

#[tokio::test]
async fn what_may_be_done_stays_visible_in_colours_of_the_visitors_own() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { still: true, ..Looks::WIDE }).await;
    visitor.open("/").await;
    let lined = |css: &str| {
        format!(
            "[...document.querySelectorAll('{css}')].map(node => getComputedStyle(node)).filter(style =>
                !(style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) && !(style.borderTopStyle !== 'none' && parseFloat(style.borderTopWidth) > 0)).length"
        )
    };
    for (game, settings, marks) in [
        ("economy", "&option.placement=reference", [".cell", ".reach"]),
        ("profitability", "", [".prf-house, .prf-space", ".prf-go"]),
        ("businessmen", "", [".biz-bands i", ".biz-act"]),
    ] {
        visitor.prefer(false, true);
        visitor.founds(&format!("game={game}&name=Ann&quick=1{settings}")).await;
        while !visitor.sees(marks[1]).await {
            assert!(visitor.has_turn().await);
            visitor.plays_on(1).await;
        }
        visitor.forces_colours();
        for css in marks {
            assert_eq!(visitor.tell(&lined(css)).await, 0, "{game}: {css} has no line around it");
        }
    }
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn the_road_map_can_be_read_and_hit_on_a_tablet_and_on_a_phone() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { size: (768, 1024), still: true, ..Looks::WIDE }).await;
    visitor.open("/").await;
    visitor.founds("game=profitability&name=Ann&quick=1").await;
    while !visitor.sees(".prf-go").await {
        assert!(visitor.has_turn().await);
        visitor.plays_on(1).await;
    }
    for (size, least) in [((768, 1024), 400), ((360, 740), 320)] {
        visitor.resize(size, size.0 == 360);
        let wide = visitor.tell("Math.round(document.querySelector('.prf-map').getBoundingClientRect().width)").await;
        assert!(wide.as_u64() >= Some(least), "the map is {wide} wide at {size:?}");
        let small = "[...document.querySelectorAll('.prf-map *')].filter(node => [...node.childNodes].some(one => one.nodeType === 3 && one.data.trim()) && !node.closest('.sr, .choice-tip, title'))
            .filter(node => parseFloat(getComputedStyle(node).fontSize) * (node.closest('svg')?.getScreenCTM().a ?? 1) < 7.9)
            .map(node => `${node.nodeName}.${node.getAttribute('class')} ${node.textContent}`).join(', ')";
        assert_eq!(visitor.text(small).await, "", "too small to read at {size:?}");
        let targets =
            "[...document.querySelectorAll('.prf-go')].filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 24).length";
        assert_eq!(visitor.tell(targets).await, 0, "too small to hit at {size:?}");
    }
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn long_names_and_refusals_break_nothing() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { still: true, ..Looks::WIDE }).await;
    visitor.open("/").await;
    visitor
        .founds(
            "game=economy&name=Wilhelmine+Wolkenwander&hot_seat=1&option.players=6&option.placement=reference&option.target=1",
        )
        .await;
    assert!(visitor.has_turn().await);
    for wide in [1280, 1024, 360] {
        visitor.resize((wide, 800), wide == 360);
        holds(&visitor, ".seats ol > li", wide).await;
    }
    visitor.resize((1280, 800), false);
    visitor.tell("document.querySelector('button[name=action]:not(.moves *)').value = 'nonsense'").await;
    visitor.click("button[value=nonsense]").await;
    visitor.finds(".fault").await;
    board_in_sight(&visitor, "a refusal").await;
    assert_eq!(visitor.tell("document.documentElement.scrollHeight").await, 800, "the page is one screen");
    visitor.plays_on(400).await;
    assert_eq!(visitor.stage().await, "over");
    for wide in [1280, 1024, 360] {
        visitor.resize((wide, 800), wide == 360);
        holds(&visitor, ".podium li", wide).await;
    }
    // A refusal is the browser's only complaint.
    assert!(visitor.complaints().iter().all(|complaint| complaint.contains("status of 4")));
}

/// Everything stays within these, and names can be read.
async fn holds(visitor: &Visitor, css: &str, wide: u32) {
    let out = format!(
        "[...document.querySelectorAll('{css}')].flatMap(row => [...row.querySelectorAll('*')].filter(node =>
            node.checkVisibility() && node.getBoundingClientRect().right > row.getBoundingClientRect().right + 1)
            .concat([...row.querySelectorAll('strong')].filter(node => node.getBoundingClientRect().width < 80)))
            .map(node => `${{node.nodeName}}.${{node.getAttribute('class')}} ${{Math.round(node.getBoundingClientRect().width)}}`).join(', ')"
    );
    assert_eq!(visitor.text(&out).await, "", "{css} at {wide}");
}

/// The whole board is on the first screen.
async fn board_in_sight(visitor: &Visitor, when: &str) {
    visitor.tell("scrollTo(0, 0)").await;
    let bottom = visitor
        .tell("Math.ceil(document.querySelector('[data-grid][aria-label^=\"The board\"]').getBoundingClientRect().bottom)")
        .await;
    assert!(bottom.as_u64() <= Some(800), "{when}: the board ends at {bottom} of 800 pixels");
}

/// Nothing is animated, now or when something changes.
async fn is_still(visitor: &Visitor, when: &str) {
    let moving = "document.getAnimations().filter(one => one.effect.getComputedTiming().activeDuration > 20)
        .map(one => (one.animationName ?? one.transitionProperty) + ' of ' + one.effect.target.getAttribute('class')).join(', ')";
    assert_eq!(visitor.text(moving).await, "", "{when}: this moves");
}

/// Every text has a contrast of 4.5 to what lies behind it, 3 if it is large; in light and in dark.
async fn stands_out(visitor: &Visitor, when: &str) {
    for dark in [false, true] {
        visitor.prefer(dark, true);
        let pale = visitor.text(PALE).await;
        assert_eq!(pale, "", "{when}, {}: too pale", if dark { "dark" } else { "light" });
    }
    visitor.prefer(false, true);
}

/// Texts with too little contrast, as an expression.
const PALE: &str = include_str!("pale.js");
